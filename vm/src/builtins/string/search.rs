//! Finding text in strings (includes to startsWith), and the methods that a regular expression may take over (match to split).

use super::{clamped, part, require_coercible, this_string};
use crate::builtins::regexp::substitution::Substitution;
use crate::builtins::regexp::{self, SymbolMethod, is_regexp, regexp_create};
use crate::native::{Args, method};
use crate::numeric::convert::to_integer_or_infinity;
use crate::object::Object;
use crate::runtime::convert::{to_number, to_string, to_uint32};
use crate::runtime::operations::{get_method, invoke};
use crate::string::{JsString, PropertyKey, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use smallvec::SmallVec;

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    prototype.define_methods(
        vm,
        &[
            method("endsWith", 1, ends_with),
            method("includes", 1, includes),
            method("indexOf", 1, index_of),
            method("lastIndexOf", 1, last_index_of),
            method("match", 1, match_),
            method("matchAll", 1, match_all),
            method("replace", 2, replace),
            method("replaceAll", 2, replace_all),
            method("search", 1, search),
            method("split", 2, split),
            method("startsWith", 1, starts_with),
        ],
    )
}

fn index_value(index: Option<usize>) -> JsResult {
    Ok(index.map_or(Value::int(-1), Value::from_usize))
}

/// `String.prototype.indexOf(searchString, position)` (sec. 22.1.3.9)
pub(super) fn index_of(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "indexOf")?;
    let needle = to_string(vm, args.get(0))?;
    let from = clamped(vm, args.get(1), text.len())?;
    index_value(text.view(vm)?.index_of(needle.view(vm)?, from))
}

/// `String.prototype.lastIndexOf(searchString, position)` (sec. 22.1.3.11)
pub(super) fn last_index_of(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "lastIndexOf")?;
    let needle = to_string(vm, args.get(0))?;
    let position = to_number(vm, args.get(1))?;
    let position = if position.is_nan() { f64::INFINITY } else { to_integer_or_infinity(position) };
    // Negative positions saturate to 0.
    let from = position.min(text.len() as f64) as usize;
    index_value(text.view(vm)?.last_index_of(needle.view(vm)?, from))
}

/// The argument of includes, endsWith and startsWith, which must not be a regular expression.
fn needle(vm: &mut Vm, v: Value, method: &str) -> JsResult<JsString> {
    if is_regexp(vm, v)? {
        return Err(vm.throw_type_error(format!(
            "First argument to String.prototype.{method} must not be a regular expression"
        )));
    }
    to_string(vm, v)
}

/// `String.prototype.includes(searchString, position)` (sec. 22.1.3.8)
pub(super) fn includes(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "includes")?;
    let needle = needle(vm, args.get(0), "includes")?;
    let from = clamped(vm, args.get(1), text.len())?;
    Ok(Value::bool(text.view(vm)?.index_of(needle.view(vm)?, from).is_some()))
}

/// `String.prototype.startsWith(searchString, position)` (sec. 22.1.3.24)
pub(super) fn starts_with(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "startsWith")?;
    let needle = needle(vm, args.get(0), "startsWith")?;
    let from = clamped(vm, args.get(1), text.len())?;
    Ok(Value::bool(text.view(vm)?.slice_from(from).starts_with(needle.view(vm)?)))
}

/// `String.prototype.endsWith(searchString, endPosition)` (sec. 22.1.3.7)
pub(super) fn ends_with(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "endsWith")?;
    let needle = needle(vm, args.get(0), "endsWith")?;
    let end = args.get(1);
    let end = if end.is_undefined() { text.len() } else { clamped(vm, end, text.len())? };
    Ok(Value::bool(text.view(vm)?.slice(0..end).ends_with(needle.view(vm)?)))
}

/// Calls the method that an object brings for a string operation. None: it has none, or is no object.
fn delegate(vm: &mut Vm, to: Value, key: PropertyKey, args: &[Value]) -> JsResult<Option<Value>> {
    if !to.is_object() {
        return Ok(None);
    }
    match get_method(vm, to, key)? {
        Some(method) => vm.call(method, to, args).map(Some),
        None => Ok(None),
    }
}

/// A regular expression and a primitive string of which nobody would see that the method that the one brings is called: what it does is done at once.
fn pristine(vm: &Vm, pattern: Value, text: Value, method: SymbolMethod) -> Option<(Object, JsString)> {
    let (object, text) = (pattern.as_object()?, text.as_string()?);
    vm.is_pristine_for(object, method).then_some((object, text))
}

/// `String.prototype.match(regexp)` (sec. 22.1.3.13)
fn match_(vm: &mut Vm, args: Args) -> JsResult {
    let (this, regexp) = (args.this(), args.get(0));
    if let Some((regexp, text)) = pristine(vm, regexp, this, SymbolMethod::Match) {
        return regexp::match_string(vm, regexp, text);
    }
    require_coercible(vm, this, "match")?;
    let key = vm.names.sym_match_;
    if let Some(result) = delegate(vm, regexp, key, &[this])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let regexp = regexp_create(vm, regexp, "")?;
    invoke(vm, regexp.value(), key, &[text.value()])
}

/// A regular expression whose flags must contain g; `method` names the caller.
fn require_global(vm: &mut Vm, v: Value, method: &str) -> JsResult<()> {
    let Some(object) = v.as_object() else { return Ok(()) };
    if !is_regexp(vm, v)? {
        return Ok(());
    }
    let flags = object.get(vm, vm.names.flags)?;
    require_coercible(vm, flags, method)?;
    let flags = to_string(vm, flags)?;
    if flags.view(vm)?.index_of_unit(b'g' as u16, 0).is_none() {
        return Err(vm.throw_type_error(format!("String.prototype.{method} called with a non-global RegExp argument")));
    }
    Ok(())
}

/// `String.prototype.matchAll(regexp)` (sec. 22.1.3.14)
fn match_all(vm: &mut Vm, args: Args) -> JsResult {
    let (this, regexp) = (args.this(), args.get(0));
    require_coercible(vm, this, "matchAll")?;
    let key = vm.names.sym_match_all;
    require_global(vm, regexp, "matchAll")?;
    if let Some(result) = delegate(vm, regexp, key, &[this])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let regexp = regexp_create(vm, regexp, "g")?;
    invoke(vm, regexp.value(), key, &[text.value()])
}

/// `String.prototype.search(regexp)` (sec. 22.1.3.21)
fn search(vm: &mut Vm, args: Args) -> JsResult {
    let (this, regexp) = (args.this(), args.get(0));
    if let Some((regexp, text)) = pristine(vm, regexp, this, SymbolMethod::Search) {
        return regexp::search_string(vm, regexp, text);
    }
    require_coercible(vm, this, "search")?;
    let key = vm.names.sym_search;
    if let Some(result) = delegate(vm, regexp, key, &[this])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let regexp = regexp_create(vm, regexp, "")?;
    invoke(vm, regexp.value(), key, &[text.value()])
}

/// What replaces: a function, or a template.
enum Replacer {
    Function(Value),
    Template(JsString),
}

impl Replacer {
    fn new(vm: &mut Vm, v: Value) -> JsResult<Replacer> {
        if v.is_callable() { Ok(Replacer::Function(v)) } else { to_string(vm, v).map(Replacer::Template) }
    }

    /// Appends what stands for the match of `needle` at `position`.
    fn replace(
        &self,
        vm: &mut Vm,
        text: JsString,
        needle: JsString,
        position: usize,
        out: &mut StringBuilder,
    ) -> JsResult<()> {
        match *self {
            Replacer::Function(function) => {
                let args = [needle.value(), Value::from_usize(position), text.value()];
                let result = vm.call(function, Value::UNDEFINED, &args)?;
                let result = to_string(vm, result)?;
                out.push_js(result);
                Ok(())
            }
            Replacer::Template(template) => {
                Substitution { subject: text, matched: needle, position, captures: &[], named: None }
                    .expand(vm, template, out)
            }
        }
    }
}

/// Units that a search goes through in the time of one step of other work.
const BYTES_A_UNIT: usize = 64;

/// Texts up to this length are rebuilt by copying; longer ones share their parts.
const COPIED: usize = 256;

/// `String.prototype.replace(searchValue, replaceValue)` (sec. 22.1.3.19)
fn replace(vm: &mut Vm, args: Args) -> JsResult {
    let (this, pattern, replacement) = (args.this(), args.get(0), args.get(1));
    if let Some(template) = replacement.as_string()
        && let Some((regexp, text)) = pristine(vm, pattern, this, SymbolMethod::Replace)
    {
        return regexp::replace_with_text(vm, regexp, text, template);
    }
    require_coercible(vm, this, "replace")?;
    let key = vm.names.sym_replace;
    if let Some(result) = delegate(vm, pattern, key, &[this, replacement])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let needle = to_string(vm, pattern)?;
    let replacer = Replacer::new(vm, replacement)?;
    let Some(position) = text.view(vm)?.index_of(needle.view(vm)?, 0) else { return Ok(text.value()) };
    let mut out = StringBuilder::new();
    let end = position + needle.len();
    if text.len() <= COPIED {
        out.reserve(text.len());
        out.push_view(text.view(vm)?.slice(0..position));
        replacer.replace(vm, text, needle, position, &mut out)?;
        out.push_view(text.view(vm)?.slice_from(end));
        return out.finish(vm).map(JsString::value);
    }
    replacer.replace(vm, text, needle, position, &mut out)?;
    let before = JsString::substring(vm, text, 0, position)?;
    let middle = out.finish(vm)?;
    let after = JsString::substring(vm, text, end, text.len())?;
    let result = JsString::concat(vm, before, middle)?;
    JsString::concat(vm, result, after).map(JsString::value)
}

/// `String.prototype.replaceAll(searchValue, replaceValue)` (sec. 22.1.3.20)
fn replace_all(vm: &mut Vm, args: Args) -> JsResult {
    let (this, pattern, replacement) = (args.this(), args.get(0), args.get(1));
    require_coercible(vm, this, "replaceAll")?;
    let key = vm.names.sym_replace;
    require_global(vm, pattern, "replaceAll")?;
    if let Some(result) = delegate(vm, pattern, key, &[this, replacement])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let needle = to_string(vm, pattern)?;
    let replacer = Replacer::new(vm, replacement)?;
    let advance = needle.len().max(1);
    let mut next = text.view(vm)?.index_of(needle.view(vm)?, 0);
    if next.is_none() {
        return Ok(text.value());
    }
    let mut out = StringBuilder::with_capacity(text.len());
    let mut done = 0;
    while let Some(position) = next
        && !out.is_refused()
    {
        vm.spend(1)?;
        out.push_view(text.view(vm)?.slice(done..position));
        replacer.replace(vm, text, needle, position, &mut out)?;
        done = position + needle.len();
        next = text.view(vm)?.index_of(needle.view(vm)?, position + advance);
    }
    out.push_view(text.view(vm)?.slice_from(done));
    out.finish(vm).map(JsString::value)
}

/// `String.prototype.split(separator, limit)` (sec. 22.1.3.23)
fn split(vm: &mut Vm, args: Args) -> JsResult {
    let (this, separator, limit) = (args.this(), args.get(0), args.get(1));
    if limit.is_undefined()
        && let Some((regexp, text)) = pristine(vm, separator, this, SymbolMethod::Split)
        && let Some(parts) = regexp::split_string(vm, regexp, text)?
    {
        return Ok(parts);
    }
    require_coercible(vm, this, "split")?;
    let key = vm.names.sym_split;
    if let Some(result) = delegate(vm, separator, key, &[this, limit])? {
        return Ok(result);
    }
    let text = to_string(vm, this)?;
    let limit = if limit.is_undefined() { u32::MAX } else { to_uint32(vm, limit)? };
    let needle = to_string(vm, separator)?;
    if limit == 0 {
        return vm.new_array(&[]).map(Object::value);
    }
    if separator.is_undefined() || (text.is_empty() && !needle.is_empty()) {
        return vm.new_array(&[text.value()]).map(Object::value);
    }
    if needle.is_empty() {
        let count = text.len().min(limit as usize);
        let view = text.view(vm)?;
        let parts = vm.new_array_with_capacity(count as u32)?;
        for i in 0..count {
            vm.spend(1)?;
            let part = JsString::from_char(vm, view.at(i))?;
            parts.push(vm, part.value())?;
        }
        return Ok(parts.value());
    }
    let is_unlimited = limit == u32::MAX;
    if is_unlimited && let Some(parts) = vm.splits.find(text, needle) {
        vm.spend(1 + text.len() / BYTES_A_UNIT)?;
        return parts.copy_array(vm).map(Object::value);
    }
    let (view, wanted) = (text.view(vm)?, needle.view(vm)?);
    // The first places are looked for before the array is made, so that it has the size that most need.
    let mut places: SmallVec<[usize; 32]> = SmallVec::new();
    let mut from = 0;
    while places.len() < places.inline_size()
        && let Some(at) = view.index_of(wanted, from)
    {
        places.push(at);
        from = at + wanted.len();
    }
    let parts = vm.new_array_with_capacity((places.len() as u32 + 1).min(limit))?;
    let mut from = 0;
    let mut count = 0;
    loop {
        let next = match places.get(count) {
            Some(at) => Some(*at),
            None if count < places.inline_size() => None,
            None => view.index_of(wanted, from),
        };
        let Some(at) = next else { break };
        vm.spend(1 + (at - from) / BYTES_A_UNIT)?;
        let part = part(vm, text, from, at)?;
        parts.push(vm, part)?;
        count += 1;
        if count == limit as usize {
            return Ok(parts.value());
        }
        from = at + wanted.len();
    }
    let last = part(vm, text, from, text.len())?;
    parts.push(vm, last)?;
    if is_unlimited && count < places.inline_size() && vm.splits.should_keep(text, needle) {
        let kept = parts.copy_array(vm)?;
        vm.splits.keep(text, needle, kept);
    }
    Ok(parts.value())
}
