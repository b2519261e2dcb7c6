//! The host parser (https://url.spec.whatwg.org/#host-parsing). Domains become ASCII by the crate idna (UTS #46).

use super::percent;
use std::borrow::Cow;
use std::fmt::Write;
use std::net::Ipv6Addr;

/// A host as it is serialized; None for what is none. `opaque`: of a scheme that is not special.
pub fn parse(input: &str, opaque: bool) -> Option<String> {
    if let Some(rest) = input.strip_prefix('[') {
        let address: Ipv6Addr = rest.strip_suffix(']')?.parse().ok()?;
        return Some(serialize_ipv6(address.segments()));
    }
    if opaque {
        if input.contains(is_forbidden) {
            return None;
        }
        return Some(percent::encode(input, percent::C0_CONTROL));
    }
    let decoded = percent::decode(input);
    let ascii = domain_to_ascii(&decoded)?;
    if ascii.is_empty() {
        return None;
    }
    if ends_in_a_number(&ascii) {
        let address = parse_ipv4(&ascii)?;
        let [a, b, c, d] = address.to_be_bytes();
        return Some(format!("{a}.{b}.{c}.{d}"));
    }
    Some(ascii.into_owned())
}

/// The domain to ASCII algorithm: what is ASCII already is not looked into, wrong Punycode or not.
fn domain_to_ascii(domain: &[u8]) -> Option<Cow<'_, str>> {
    if !domain.is_ascii() {
        return idna::domain_to_ascii_from_cow(Cow::Borrowed(domain), idna::AsciiDenyList::URL).ok();
    }
    let domain = domain.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect::<String>();
    let is_forbidden = domain.contains(|c: char| is_forbidden(c) || c.is_ascii_control() || c == '%');
    (!is_forbidden).then_some(Cow::Owned(domain))
}

/// Forbidden host code points
fn is_forbidden(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t' | '\n' | '\r' | ' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|'
    )
}

fn labels(domain: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = domain.split('.').collect();
    if parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    parts
}

fn ends_in_a_number(domain: &str) -> bool {
    let last = labels(domain).pop().unwrap_or("");
    (!last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())) || parse_ipv4_number(last).is_some()
}

/// Too large numbers become the largest one, which no address has.
fn parse_ipv4_number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    let mut number = 0u64;
    for c in digits.chars() {
        number = number.saturating_mul(radix.into()).saturating_add(c.to_digit(radix)?.into());
    }
    Some(number)
}

fn parse_ipv4(domain: &str) -> Option<u32> {
    let parts = labels(domain);
    let numbers: Vec<u64> = parts.iter().map(|part| parse_ipv4_number(part)).collect::<Option<_>>()?;
    let (&last, first) = numbers.split_last()?;
    if first.len() > 3 || first.iter().any(|&n| n > 255) || last >= 1 << (8 * (4 - first.len())) {
        return None;
    }
    let high = first.iter().enumerate().map(|(i, &n)| n << (8 * (3 - i))).sum::<u64>();
    Some((high + last) as u32)
}

/// The longest run of zeros, of two at least, is left out; the first one of those.
fn serialize_ipv6(pieces: [u16; 8]) -> String {
    let (mut start, mut length) = (8, 1);
    let mut i = 0;
    while i < 8 {
        let run = pieces[i..].iter().take_while(|&&piece| piece == 0).count();
        if run > length {
            (start, length) = (i, run);
        }
        i += run.max(1);
    }
    let mut text = String::from("[");
    let mut i = 0;
    while i < 8 {
        if i == start {
            text.push_str(if i == 0 { "::" } else { ":" });
            i += length;
            continue;
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{:x}", pieces[i]);
        if i < 7 {
            text.push(':');
        }
        i += 1;
    }
    text.push(']');
    text
}
