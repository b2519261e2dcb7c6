//! No safe function makes up a lifetime: what it returns borrows something that it was given, such as the handle of a cell.

use crate::layers::each_file;
use std::path::Path;

/// Crates whose functions know cells.
const CRATES: [&str; 5] = ["gc/src", "vm/src", "jit/src", "tarsier/src", "src"];

/// The text before the delimiter that closes what has been opened, and the rest behind that.
fn split_closing(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let mut depth = 1;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close && before != '-' {
            depth -= 1;
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + close.len_utf8()..]));
        }
        before = c;
    }
    None
}

/// A text has a lifetime of this name.
fn mentions(text: &str, lifetime: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(lifetime).any(|(at, _)| !text[at + lifetime.len()..].starts_with(is_name))
}

/// The name of the function whose generic parameters begin after `name<`, if a lifetime of its result is in none of its parameters.
fn unbound<'a>(name: &'a str, rest: &str) -> Option<&'a str> {
    let (generics, rest) = split_closing(rest, '<', '>')?;
    let (parameters, rest) = split_closing(rest.strip_prefix('(')?, '(', ')')?;
    let result = rest.split(['{', ';']).next()?;
    let mut lifetimes = generics.split(',').filter_map(|g| g.split(':').next()).map(str::trim);
    let is_unbound = |lifetime: &str| lifetime.starts_with('\'') && mentions(result, lifetime);
    lifetimes.any(|lifetime| is_unbound(lifetime) && !mentions(parameters, lifetime)).then_some(name)
}

#[test]
fn safe_functions_return_no_unbound_lifetimes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in CRATES {
        each_file(&root.join(folder), &mut |path, text| {
            for (at, _) in text.match_indices("fn ") {
                let line = text[..at].rsplit('\n').next().unwrap_or_default();
                let (name, rest) = text[at + 3..].split_once(['<', '(']).unwrap_or_default();
                let is_generic = text[at + 3 + name.len()..].starts_with('<');
                if is_generic && !line.contains("unsafe ") && !line.contains("//") {
                    found.extend(unbound(name, rest).map(|name| format!("{}: {name}", path.display())));
                }
            }
        });
    }
    assert!(found.is_empty(), "lifetimes that nothing bounds:\n{}", found.join("\n"));
}

#[test]
fn unbound_lifetimes_are_found() {
    assert_eq!(unbound("f", "'a>(object: Object) -> &'a T {"), Some("f"));
    assert_eq!(
        unbound("f", "'a, T: Class>(vm: &mut Vm, run: impl Fn(u8) -> u8) -> JsResult<(&'a T, usize)> {"),
        Some("f")
    );
    assert_eq!(unbound("f", "'a>(vm: &Vm, object: &'a Object) -> Option<&'a T> {"), None);
    assert_eq!(unbound("f", "T>(object: Object) -> Option<Gc<T>> {"), None);
}
