//! data: URLs (RFC 2397), as far as modules are made of them.

/// What a data: URL holds.
#[derive(PartialEq, Eq, Debug)]
pub struct Data {
    /// Without parameters, in lower case; `text/plain` if none is given.
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// None if it is no data: URL.
pub fn parse(url: &str) -> Option<Data> {
    let (head, body) = url.strip_prefix("data:")?.split_once(',')?;
    let body = percent_decode(body);
    let mut parts = head.split(';').map(str::trim);
    let media_type = parts.next().filter(|kind| !kind.is_empty()).unwrap_or("text/plain").to_ascii_lowercase();
    let bytes =
        if parts.next_back().is_some_and(|last| last.eq_ignore_ascii_case("base64")) { base64(&body)? } else { body };
    Some(Data { media_type, bytes })
}

fn percent_decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let (mut decoded, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let digits = (bytes[i] == b'%').then(|| text.get(i + 1..i + 3)).flatten();
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                i += 3;
            }
            None => {
                decoded.push(bytes[i]);
                i += 1;
            }
        }
    }
    decoded
}

/// Forgiving: white space and missing padding are allowed.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for &c in text.iter().filter(|c| !c.is_ascii_whitespace() && **c != b'=') {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        let data =
            |url: &str| parse(url).map(|data| (data.media_type, String::from_utf8_lossy(&data.bytes).into_owned()));
        let some = |kind: &str, text: &str| Some((kind.to_string(), text.to_string()));
        assert_eq!(data("data:text/javascript,a%20b%"), some("text/javascript", "a b%"));
        assert_eq!(data("data:Text/JavaScript;charset=utf-8;base64,aGVs bG8="), some("text/javascript", "hello"));
        assert_eq!(data("data:,x"), some("text/plain", "x"));
        assert_eq!(data("data:text/plain;base64,%61GVsbG8"), some("text/plain", "hello"));
        for wrong in ["data:", "file:///a", "data:x;base64,é"] {
            assert_eq!(data(wrong), None, "{wrong}");
        }
    }
}
