//! Which failure messages are the same but for their details.

/// The message without places, quoted text and numbers.
pub fn group_key(message: &str) -> String {
    let message = message.split_once(" @ ").map_or(message, |(message, _)| message);
    let mut key = String::new();
    let mut rest = message.chars().peekable();
    while let Some(c) = rest.next() {
        match closing(c) {
            // An apostrophe within a word opens nothing.
            Some(close) if c != '\'' || !key.ends_with(|c: char| c.is_alphanumeric()) => {
                key.push(c);
                let inside: String = rest.by_ref().take_while(|c| *c != close).collect();
                key.push_str(if inside.is_empty() { "" } else { "…" });
                key.push(close);
            }
            _ if c.is_ascii_digit() && !key.ends_with(|c: char| c.is_alphanumeric()) => {
                while rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '.').is_some() {}
                key.push('0');
            }
            _ => key.push(c),
        }
    }
    key
}

/// What ends text that begins with this quotation mark.
fn closing(open: char) -> Option<char> {
    match open {
        '\'' | '"' | '`' => Some(open),
        '«' => Some('»'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::group_key;

    #[test]
    fn details_are_left_out() {
        assert_eq!(group_key("Expected SameValue(«1», «x y») to be true"), "Expected SameValue(«…», «…») to be true");
        assert_eq!(group_key("x is not defined @ 12:3"), "x is not defined");
        assert_eq!(group_key("reading 'abc' at 12.5"), "reading '…' at 0");
        assert_eq!(group_key("Test262Error: don't do 3 things"), "Test262Error: don't do 0 things");
        assert_eq!(group_key("open 'end"), "open '…'");
    }
}
