//! Lines of source texts, as the VM counts them: CR, LF, both, U+2028 and U+2029 end one.

/// Where each line begins, in UTF-16 code units, and its text with its terminator.
pub fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let (mut rest, mut at) = (text, 0);
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).map_or(rest.len(), |end| {
            let terminator =
                if rest[end..].starts_with("\r\n") { 2 } else { rest[end..].chars().next().map_or(0, char::len_utf8) };
            end + terminator
        });
        let (line, after) = rest.split_at(end);
        lines.push((at, line));
        at += line.encode_utf16().count();
        rest = after;
    }
    lines
}

/// The text of a 1-based line.
pub fn line(text: &str, number: u32) -> &str {
    lines(text).get((number as usize).wrapping_sub(1)).map_or("", |(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_vms() {
        let text = "a\u{1f600}\nb\r\nc\rd\u{2028}e\u{2029}\nf";
        let starts: Vec<usize> = lines(text).iter().map(|(start, _)| *start).collect();
        assert_eq!(starts, [0, 4, 7, 9, 11, 13, 14]);
        let source = vm::source::SourceText::new("a.js", text, 1);
        assert_eq!(source.line_count() as usize, starts.len());
        for number in 1..=source.line_count() {
            assert_eq!(line(text, number).trim_end(), source.line_text(number), "{number}");
        }
        assert_eq!((line(text, 0), line(text, 8), lines("").len()), ("", "", 0));
    }
}
