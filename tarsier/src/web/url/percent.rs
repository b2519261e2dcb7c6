//! Percent-encode sets, and encoding and decoding by them (https://url.spec.whatwg.org/#percent-encoded-bytes).

/// A set of code points: the C0 control percent-encode set, and these ASCII characters.
#[derive(Clone, Copy)]
pub struct EncodeSet(u128);

const fn set(base: EncodeSet, more: &[u8]) -> EncodeSet {
    let mut bits = base.0;
    let mut i = 0;
    while i < more.len() {
        bits |= 1 << more[i];
        i += 1;
    }
    EncodeSet(bits)
}

pub const C0_CONTROL: EncodeSet = EncodeSet(0xffff_ffff | 1 << 0x7f);
pub const FRAGMENT: EncodeSet = set(C0_CONTROL, b" \"<>`");
pub const QUERY: EncodeSet = set(C0_CONTROL, b" \"#<>");
pub const SPECIAL_QUERY: EncodeSet = set(QUERY, b"'");
pub const PATH: EncodeSet = set(QUERY, b"?^`{}");
pub const USERINFO: EncodeSet = set(PATH, b"/:;=@[\\]|");

impl EncodeSet {
    fn contains(self, c: char) -> bool {
        !c.is_ascii() || self.0 >> (c as u32) & 1 != 0
    }
}

/// UTF-8 percent-encode a code point.
pub fn encode_char(c: char, set: EncodeSet, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    if !set.contains(c) {
        out.push(c);
        return;
    }
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        out.push('%');
        out.push(DIGITS[usize::from(byte >> 4)] as char);
        out.push(DIGITS[usize::from(byte & 15)] as char);
    }
}

pub fn encode(text: &str, set: EncodeSet) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| encode_char(c, set, &mut out));
    out
}

/// Percent-decode; what is no escape stays.
pub fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|b| (*b as char).to_digit(16));
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        match (bytes[i], digit(bytes.get(i + 1)), digit(bytes.get(i + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                i += 3;
            }
            (byte, ..) => {
                out.push(byte);
                i += 1;
            }
        }
    }
    out
}
