//! URLs (https://url.spec.whatwg.org): the parser, the setters, and forms (over the crate form_urlencoded).

mod host;
mod parser;
mod percent;
mod record;

use record::{Part, Record};
use url::form_urlencoded;
use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("parse", 2, parse),
            method("set", 3, set),
            method("origin", 1, origin),
            method("slice", 3, slice),
            method("parseForm", 1, parse_form),
            method("serializeForm", 1, serialize_form),
            method("sortForm", 1, sort_form),
        ],
    )
}

fn text(vm: &mut Vm, value: Value) -> JsResult<String> {
    convert::to_string(vm, value)?.to_rust_string_lossy(vm)
}

/// `parse(url, base)`: its text and the offsets of its parts (see `url.js`); undefined if it cannot be parsed.
fn parse(vm: &mut Vm, args: Args) -> JsResult {
    let input = text(vm, args.get(0))?;
    let base = if args.get(1).is_undefined() {
        None
    } else {
        let base = text(vm, args.get(1))?;
        match Record::parse(&base, None) {
            Some(base) => Some(base),
            None => return Ok(Value::UNDEFINED),
        }
    };
    match Record::parse(&input, base.as_ref()) {
        Some(url) => parts(vm, &url),
        None => Ok(Value::UNDEFINED),
    }
}

/// The text of a URL is ASCII, so that its bytes are its characters.
fn parts(vm: &mut Vm, url: &Record) -> JsResult {
    let (text, at) = url.serialize();
    let href = JsString::from_str(vm, &text)?;
    let pairs = [at.username, at.password, at.host, at.port, at.path];
    let offsets = std::iter::once(at.scheme_end).chain(pairs.into_iter().flatten()).chain([at.query_end]);
    let mut values = [Value::UNDEFINED; 13];
    values[0] = href.value();
    for (value, offset) in values[1..].iter_mut().zip(offsets) {
        *value = Value::from_usize(offset);
    }
    Ok(vm.new_array(&values)?.value())
}

/// `set(href, part, value)`: as [`parse`], of the URL that the setter leaves.
fn set(vm: &mut Vm, args: Args) -> JsResult {
    const PARTS: [Part; 9] = [
        Part::Protocol,
        Part::Username,
        Part::Password,
        Part::Host,
        Part::Hostname,
        Part::Port,
        Part::Pathname,
        Part::Search,
        Part::Hash,
    ];
    let href = text(vm, args.get(0))?;
    let part = convert::to_int32(vm, args.get(1))?;
    let value = text(vm, args.get(2))?;
    let Some(mut url) = Record::parse(&href, None) else { return Ok(Value::UNDEFINED) };
    if let Some(&part) = usize::try_from(part).ok().and_then(|part| PARTS.get(part)) {
        url.set(part, &value);
    }
    parts(vm, &url)
}

fn origin(vm: &mut Vm, args: Args) -> JsResult {
    let href = text(vm, args.get(0))?;
    let origin = Record::parse(&href, None).map_or_else(|| "null".into(), |url| url.origin());
    Ok(JsString::from_str(vm, &origin)?.value())
}

/// `slice(text, start, end)` with a string and offsets in it.
fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    let offset = |i: usize| if args.get(i).is_number() { args.get(i).as_number() as usize } else { 0 };
    let end = offset(2).min(text.len());
    let start = offset(1).min(end);
    Ok(JsString::substring(vm, text, start, end)?.value())
}

/// application/x-www-form-urlencoded parsing: names and values in turn.
fn parse_form(vm: &mut Vm, args: Args) -> JsResult {
    let text = text(vm, args.get(0))?;
    let mut list = vm.heap.rooted_vec();
    for (name, value) in form_urlencoded::parse(text.as_bytes()) {
        for part in [name, value] {
            list.push(JsString::from_str(vm, &part)?.value());
        }
    }
    Ok(vm.new_array(list.as_slice())?.value())
}

/// The strings of a list of names and values that the library made.
fn list(vm: &mut Vm, value: Value) -> JsResult<Vec<String>> {
    let mut strings = Vec::new();
    if let Some(list) = value.as_object() {
        let length = list.length_of_array_like(vm)?;
        for i in 0..length {
            let item = list.get(vm, vm::PropertyKey::from_index(i as u32))?;
            strings.push(text(vm, item)?);
        }
    }
    Ok(strings)
}

fn serialize_form(vm: &mut Vm, args: Args) -> JsResult {
    let list = list(vm, args.get(0))?;
    let mut form = form_urlencoded::Serializer::new(String::new());
    for pair in list.chunks_exact(2) {
        form.append_pair(&pair[0], &pair[1]);
    }
    let text = form.finish();
    Ok(JsString::from_str(vm, &text)?.value())
}

/// The list by names, by their UTF-16 code units, otherwise in the order that it has.
fn sort_form(vm: &mut Vm, args: Args) -> JsResult {
    let list = list(vm, args.get(0))?;
    let mut pairs: Vec<&[String]> = list.chunks_exact(2).collect();
    pairs.sort_by(|a, b| a[0].encode_utf16().cmp(b[0].encode_utf16()));
    let mut sorted = vm.heap.rooted_vec();
    for text in pairs.into_iter().flatten() {
        sorted.push(JsString::from_str(vm, text)?.value());
    }
    Ok(vm.new_array(sorted.as_slice())?.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn href(url: &str, base: Option<&str>) -> Option<String> {
        let base = base.and_then(|base| Record::parse(base, None));
        Record::parse(url, base.as_ref()).map(|url| url.serialize().0)
    }

    #[test]
    fn texts() {
        for (url, base, expected) in [
            ("HTTP://User:Pass@EXAMPLE.org:80/a/./b/../c?q#f", None, Some("http://User:Pass@example.org/a/c?q#f")),
            ("../x", Some("http://h/a/b/c"), Some("http://h/a/x")),
            ("//other/p", Some("https://h/a"), Some("https://other/p")),
            ("file:///C|/x/../..", None, Some("file:///C:/")),
            ("file:////share//a", None, Some("file:////share//a")),
            ("http://0x7f.1/", None, Some("http://127.0.0.1/")),
            ("http://[1:0:0:2:0:0:0:3]", None, Some("http://[1:0:0:2::3]/")),
            ("data:a b ?q", None, Some("data:a b%20?q")),
            ("web+x:/.//p", None, Some("web+x:/.//p")),
            ("http://a b/", None, None),
            ("http://h:65536", None, None),
            ("x", None, None),
            ("http://b\u{fc}cher.example/\u{e9}", None, Some("http://xn--bcher-kva.example/%C3%A9")),
        ] {
            assert_eq!(href(url, base).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn setters_refuse_what_they_must() {
        for (url, part, value, expected) in [
            ("http://h/p", Part::Protocol, "https", "https://h/p"),
            ("http://h/p", Part::Protocol, "mailto", "http://h/p"),
            ("http://h:1/p", Part::Port, "80", "http://h/p"),
            ("http://h:1/p", Part::Port, "99999", "http://h:1/p"),
            ("http://h/p", Part::Host, "x:8080/y", "http://x:8080/p"),
            ("file:///p", Part::Username, "u", "file:///p"),
            ("data:x", Part::Pathname, "y", "data:x"),
            ("http://h/p?q#f", Part::Search, "", "http://h/p#f"),
            ("http://u:w@h/", Part::Password, "", "http://u@h/"),
        ] {
            let mut record = Record::parse(url, None).expect("a URL");
            record.set(part, value);
            assert_eq!(record.serialize().0, expected, "{url} {part:?} {value}");
        }
    }
}
