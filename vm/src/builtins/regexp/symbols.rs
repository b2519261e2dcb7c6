//! What String.prototype's match, matchAll, replace, search and split hand over to (ECMA-262 sec. 22.2.6.8 to 22.2.6.14).
//!
//! Each method has the specification's way, through `exec` and lastIndex, and a fast one for a pristine regular expression, which
//! runs the program over the subject in one go. Both have the same effects.

use super::exec::{advance_last_index, advance_string_index, builtin_match, regexp_exec, span_value};
use super::iterator;
use super::program::{Found, Program, Span};
use super::substitution::{SpanSubstitution, Substitution};
use super::{RegExpObject, exec, legacy};
use crate::builtins::string::part;
use crate::native::{Args, method};
use crate::numeric::convert::to_length as length_of_number;
use crate::object::Object;
use crate::regexp::Flags;
use crate::runtime::convert::{to_integer_or_infinity, to_length, to_number, to_object, to_string, to_uint32};
use crate::runtime::operations::{length_of_array_like, set, species_constructor};
use crate::runtime::operators::same_value;
use crate::string::{JsString, PropertyKey, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::Gc;
use smallvec::SmallVec;
use std::ops::Range;

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    prototype.define_methods(
        vm,
        &[
            method("@@match", 1, match_),
            method("@@matchAll", 1, match_all),
            method("@@replace", 2, replace),
            method("@@search", 1, search),
            method("@@split", 2, split),
        ],
    )
}

fn this_object(vm: &mut Vm, args: Args, method: &str) -> JsResult<Object> {
    match args.this().as_object() {
        Some(object) => Ok(object),
        None => Err(vm.throw_incompatible_receiver(&format!("RegExp.prototype.@@{method}"), args.this())),
    }
}

/// ToString(Get(rx, "flags")), as the letters that matter: g, and u or v.
fn global_and_unicode(vm: &mut Vm, object: Object) -> JsResult<(JsString, bool, bool)> {
    let flags = object.get(vm, vm.names.flags)?;
    let flags = to_string(vm, flags)?;
    let view = flags.view(vm)?;
    let has = |letter: u8| view.index_of_unit(letter as u16, 0).is_some();
    Ok((flags, has(b'g'), has(b'u') || has(b'v')))
}

/// A pristine regular expression.
fn pristine(vm: &Vm, object: Object) -> Option<Gc<RegExpObject>> {
    if vm.is_pristine_regexp(object) { object.downcast::<RegExpObject>() } else { None }
}

/// All matches of a pristine global regular expression, as repeated calls of `exec` with lastIndex 0 at first would find them; lastIndex is
/// 0 afterwards. `each` gets one after the other and can do nothing but note them.
fn each_match(
    vm: &mut Vm,
    object: Object,
    regexp: &RegExpObject,
    program: &Program,
    text: JsString,
    mut each: impl FnMut(&Found),
) -> JsResult<()> {
    regexp.set_last_index(vm, object, 0)?;
    let mut found = Found::default();
    let mut any = false;
    let sticky = program.flags.has(Flags::STICKY);
    let view = text.view(vm)?;
    let mut start = 0;
    while start <= view.len() {
        vm.spend(1)?;
        if !vm.find_match(program, text, start, sticky, &mut found)? {
            break;
        }
        start = program.place_after(view, &found);
        each(&found);
        any = true;
    }
    // Of all matches the legacy properties tell the last one.
    if any {
        legacy::update(vm, regexp, text, &found);
    }
    Ok(())
}

/// `RegExp.prototype[@@match](string)` (sec. 22.2.6.8)
fn match_(vm: &mut Vm, args: Args) -> JsResult {
    let object = this_object(vm, args, "match")?;
    let text = to_string(vm, args.get(0))?;
    if vm.is_pristine_regexp(object) {
        return match_string(vm, object, text);
    }
    let (_, global, unicode) = global_and_unicode(vm, object)?;
    if !global {
        return Ok(regexp_exec(vm, object, text)?.map_or(Value::NULL, Object::value));
    }
    set(vm, object, vm.names.last_index, Value::ZERO, true)?;
    let mut array = None;
    while let Some(result) = regexp_exec(vm, object, text)? {
        let matched = result.get(vm, PropertyKey::from_index(0))?;
        let matched = to_string(vm, matched)?;
        let array = match array {
            Some(array) => array,
            None => *array.insert(vm.new_array(&[])?),
        };
        array.push(vm, matched.value())?;
        if matched.is_empty() {
            advance_last_index(vm, object, text, unicode)?;
        }
    }
    Ok(array.map_or(Value::NULL, Object::value))
}

/// `RegExp.prototype[@@match](string)` of a pristine regular expression.
pub fn match_string(vm: &mut Vm, object: Object, text: JsString) -> JsResult {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(Value::NULL) };
    if !regexp.flags().has(Flags::GLOBAL) {
        return exec::builtin_exec(vm, object, text);
    }
    let program = regexp.program();
    let mut spans = Vec::new();
    each_match(vm, object, &regexp, &program, text, |found| spans.push(found.spans[0]))?;
    if spans.is_empty() {
        return Ok(Value::NULL);
    }
    let array = vm.new_array_with_capacity(spans.len() as u32)?;
    for span in spans {
        let value = span_value(vm, text, span)?;
        array.push(vm, value)?;
    }
    Ok(array.value())
}

/// `RegExp.prototype[@@matchAll](string)` (sec. 22.2.6.9)
fn match_all(vm: &mut Vm, args: Args) -> JsResult {
    let object = this_object(vm, args, "matchAll")?;
    let text = to_string(vm, args.get(0))?;
    let default = vm.realm().regexp_constructor;
    let constructor = species_constructor(vm, object, default)?;
    let (flags, global, unicode) = global_and_unicode(vm, object)?;
    let matcher = vm.construct(constructor, &[object.value(), flags.value()], None)?;
    let last = object.get(vm, vm.names.last_index)?;
    let last = to_length(vm, last)?;
    set(vm, matcher, vm.names.last_index, Value::number(last as f64), true)?;
    iterator::create(vm, matcher, text, global, unicode).map(Object::value)
}

/// `RegExp.prototype[@@search](string)` (sec. 22.2.6.12)
fn search(vm: &mut Vm, args: Args) -> JsResult {
    let object = this_object(vm, args, "search")?;
    let text = to_string(vm, args.get(0))?;
    if vm.is_pristine_regexp(object) {
        return search_string(vm, object, text);
    }
    let key = vm.names.last_index;
    let previous = object.get(vm, key)?;
    if !same_value(vm, previous, Value::ZERO)? {
        set(vm, object, key, Value::ZERO, true)?;
    }
    let result = regexp_exec(vm, object, text)?;
    let current = object.get(vm, key)?;
    if !same_value(vm, current, previous)? {
        set(vm, object, key, previous, true)?;
    }
    match result {
        Some(result) => result.get(vm, vm.names.index),
        None => Ok(Value::int(-1)),
    }
}

/// `RegExp.prototype[@@search](string)` of a pristine regular expression: lastIndex is set to 0, perhaps changed, and put back.
pub fn search_string(vm: &mut Vm, object: Object, text: JsString) -> JsResult {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(Value::int(-1)) };
    let program = regexp.program();
    let sticky = program.flags.has(Flags::STICKY);
    let mut found = Found::default();
    if !vm.find_match(&program, text, 0, sticky, &mut found)? {
        return Ok(Value::int(-1));
    }
    legacy::update(vm, &regexp, text, &found);
    Ok(Value::from_usize(found.start()))
}

/// `RegExp.prototype[@@replace](string, replaceValue)` (sec. 22.2.6.11)
fn replace(vm: &mut Vm, args: Args) -> JsResult {
    let object = this_object(vm, args, "replace")?;
    let text = to_string(vm, args.get(0))?;
    let replacement = args.get(1);
    let template = if replacement.is_callable() { None } else { Some(to_string(vm, replacement)?) };
    if let Some(regexp) = pristine(vm, object) {
        return match template {
            Some(template) => replace_with_text(vm, object, text, template),
            None => replace_with_function(vm, object, &regexp, text, replacement),
        };
    }
    replace_generic(vm, object, text, replacement, template)
}

/// `RegExp.prototype[@@replace](string, template)` of a pristine regular expression.
pub fn replace_with_text(vm: &mut Vm, object: Object, text: JsString, template: JsString) -> JsResult {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(text.value()) };
    if template.is_empty() {
        return without_matches(vm, object, &regexp, text);
    }
    let template_view = template.view(vm)?;
    let subject = text.view(vm)?;
    let mut out = StringBuilder::new();
    let program = regexp.program();
    let mut done = 0;
    let mut any = false;
    let plain = template_view.index_of_unit(b'$' as u16, 0).is_none();
    let mut add = |found: &Found| {
        if !any {
            out.reserve(subject.len());
        }
        any = true;
        out.push_view(subject.slice(done..found.start()));
        if plain {
            out.push_view(template_view);
        } else {
            SpanSubstitution { subject, spans: &found.spans, names: program.names() }.expand(template_view, &mut out);
        }
        done = found.end();
    };
    if program.flags.has(Flags::GLOBAL) {
        each_match(vm, object, &regexp, &program, text, add)?;
    } else {
        let mut found = Found::default();
        if builtin_match(vm, object, &regexp, text, &mut found)? {
            add(&found);
        }
    }
    if !any {
        return Ok(text.value());
    }
    out.push_view(subject.slice_from(done));
    out.finish(vm).map(JsString::value)
}

/// As [`replace_with_text`] with an empty template. Where one piece of the subject is left over, nothing is copied.
fn without_matches(vm: &mut Vm, object: Object, regexp: &RegExpObject, text: JsString) -> JsResult {
    let program = regexp.program();
    let mut pieces = SmallVec::<[Range<usize>; 8]>::new();
    let mut done = 0;
    let mut add = |end: usize, next: usize| {
        if end > done {
            pieces.push(done..end);
        }
        done = next;
    };
    if program.flags.has(Flags::GLOBAL) {
        each_match(vm, object, regexp, &program, text, |found| add(found.start(), found.end()))?;
    } else {
        let mut found = Found::default();
        if builtin_match(vm, object, regexp, text, &mut found)? {
            add(found.start(), found.end());
        }
    }
    add(text.len(), text.len());
    match &pieces[..] {
        [] => Ok(vm.empty_string().value()),
        [piece] => part(vm, text, piece.start, piece.end),
        pieces => {
            let subject = text.view(vm)?;
            let mut out = StringBuilder::with_capacity(pieces.iter().map(ExactSizeIterator::len).sum());
            pieces.iter().for_each(|piece| out.push_view(subject.slice(piece.clone())));
            out.finish(vm).map(JsString::value)
        }
    }
}

fn replace_with_function(
    vm: &mut Vm,
    object: Object,
    regexp: &RegExpObject,
    text: JsString,
    function: Value,
) -> JsResult {
    // All matches are found before the first call: the spans of each, one after the other.
    let mut spans: Vec<Span> = Vec::new();
    let mut each = 1;
    let mut add = |found: &Found| {
        each = found.spans.len();
        spans.extend_from_slice(&found.spans);
    };
    let program = regexp.program();
    if program.flags.has(Flags::GLOBAL) {
        each_match(vm, object, regexp, &program, text, add)?;
    } else {
        let mut found = Found::default();
        if builtin_match(vm, object, regexp, text, &mut found)? {
            add(&found);
        }
    }
    if spans.is_empty() {
        return Ok(text.value());
    }
    let mut out = StringBuilder::with_capacity(text.len());
    let mut done = 0;
    let mut arguments = vm.heap.rooted_vec();
    for spans in spans.chunks_exact(each) {
        let Some(whole) = spans[0].range() else { continue };
        arguments.clear();
        for &span in spans {
            let value = span_value(vm, text, span)?;
            arguments.push(value);
        }
        arguments.push(Value::from_usize(whole.start));
        arguments.push(text.value());
        let groups = exec::groups_object(vm, &program, spans, |vm, span| span_value(vm, text, span))?;
        if !groups.is_undefined() {
            arguments.push(groups);
        }
        let result = vm.call(function, Value::UNDEFINED, &arguments)?;
        let result = to_string(vm, result)?;
        out.push_view(text.view(vm)?.slice(done..whole.start));
        out.push_js(result);
        if out.is_refused() {
            break;
        }
        done = whole.end;
    }
    out.push_view(text.view(vm)?.slice_from(done));
    out.finish(vm).map(JsString::value)
}

fn replace_generic(
    vm: &mut Vm,
    object: Object,
    text: JsString,
    replacement: Value,
    template: Option<JsString>,
) -> JsResult {
    let (_, global, unicode) = global_and_unicode(vm, object)?;
    if global {
        set(vm, object, vm.names.last_index, Value::ZERO, true)?;
    }
    let mut results = vm.heap.rooted_vec();
    while let Some(result) = regexp_exec(vm, object, text)? {
        results.push(result.value());
        if !global {
            break;
        }
        let matched = result.get(vm, PropertyKey::from_index(0))?;
        if to_string(vm, matched)?.is_empty() {
            advance_last_index(vm, object, text, unicode)?;
        }
    }
    let mut out = StringBuilder::new();
    let mut done = 0;
    let mut arguments = vm.heap.rooted_vec();
    for &result in results.iter() {
        let Some(result) = result.as_object() else { continue };
        let captures = length_of_array_like(vm, result)?.max(1) - 1;
        let matched = result.get(vm, PropertyKey::from_index(0))?;
        let matched = to_string(vm, matched)?;
        let position = result.get(vm, vm.names.index)?;
        let position = to_integer_or_infinity(vm, position)?.clamp(0.0, text.len() as f64) as usize;
        arguments.clear();
        arguments.push(matched.value());
        for n in 1..=captures {
            let key = PropertyKey::from_u64_index(vm, n)?;
            let mut capture = result.get(vm, key)?;
            if !capture.is_undefined() {
                capture = to_string(vm, capture)?.value();
            }
            arguments.push(capture);
        }
        let groups = result.get(vm, vm.names.groups)?;
        let mut replaced = StringBuilder::new();
        match template {
            None => {
                arguments.push(Value::from_usize(position));
                arguments.push(text.value());
                if !groups.is_undefined() {
                    arguments.push(groups);
                }
                let result = vm.call(replacement, Value::UNDEFINED, &arguments)?;
                let result = to_string(vm, result)?;
                replaced.push_js(result);
            }
            Some(template) => {
                let named = if groups.is_undefined() { None } else { Some(to_object(vm, groups)?) };
                Substitution { subject: text, matched, position, captures: &arguments[1..], named }.expand(
                    vm,
                    template,
                    &mut replaced,
                )?;
            }
        }
        if position >= done {
            let replaced = replaced.finish(vm)?;
            out.push_view(text.view(vm)?.slice(done..position));
            out.push_js(replaced);
            done = position + matched.len();
        }
    }
    if done < text.len() {
        out.push_view(text.view(vm)?.slice_from(done));
    }
    out.finish(vm).map(JsString::value)
}

/// `RegExp.prototype[@@split](string, limit)` (sec. 22.2.6.14)
fn split(vm: &mut Vm, args: Args) -> JsResult {
    let object = this_object(vm, args, "split")?;
    let text = to_string(vm, args.get(0))?;
    let limit = args.get(1);
    // The conversion of any other limit could change everything.
    if (limit.is_undefined() || limit.is_number())
        && let Some(regexp) = pristine(vm, object)
        && vm.is_regexp_species_intact()
    {
        let limit = limit_of(vm, limit)?;
        return split_pristine(vm, &regexp, text, limit);
    }
    let default = vm.realm().regexp_constructor;
    let constructor = species_constructor(vm, object, default)?;
    let flags = object.get(vm, vm.names.flags)?;
    let flags = to_string(vm, flags)?;
    let view = flags.view(vm)?;
    let has = |letter: u8| view.index_of_unit(letter as u16, 0).is_some();
    let unicode = has(b'u') || has(b'v');
    let flags = if has(b'y') {
        flags
    } else {
        let y = JsString::from_char(vm, b'y' as u16)?;
        JsString::concat(vm, flags, y)?
    };
    let splitter = vm.construct(constructor, &[object.value(), flags.value()], None)?;
    let array = vm.new_array(&[])?;
    let limit = limit_of(vm, limit)?;
    if limit == 0 {
        return Ok(array.value());
    }
    let size = text.len() as u64;
    if size == 0 {
        if regexp_exec(vm, splitter, text)?.is_none() {
            array.push(vm, text.value())?;
        }
        return Ok(array.value());
    }
    let (mut p, mut q) = (0, 0);
    let mut count = 0;
    let key = vm.names.last_index;
    while q < size {
        set(vm, splitter, key, Value::number(q as f64), true)?;
        let Some(result) = regexp_exec(vm, splitter, text)? else {
            q = advance_string_index(vm, text, q, unicode)?;
            continue;
        };
        let end = splitter.get(vm, key)?;
        let end = length_of_number(to_number(vm, end)?).min(size);
        if end == p {
            q = advance_string_index(vm, text, q, unicode)?;
            continue;
        }
        let part = JsString::substring(vm, text, p as usize, q as usize)?;
        array.push(vm, part.value())?;
        count += 1;
        if count == limit {
            return Ok(array.value());
        }
        p = end;
        let captures = length_of_array_like(vm, result)?.max(1) - 1;
        for n in 1..=captures {
            let index = PropertyKey::from_u64_index(vm, n)?;
            let capture = result.get(vm, index)?;
            array.push(vm, capture)?;
            count += 1;
            if count == limit {
                return Ok(array.value());
            }
        }
        q = p;
    }
    let part = JsString::substring(vm, text, p as usize, size as usize)?;
    array.push(vm, part.value())?;
    Ok(array.value())
}

fn limit_of(vm: &mut Vm, v: Value) -> JsResult<u32> {
    if v.is_undefined() { Ok(u32::MAX) } else { to_uint32(vm, v) }
}

/// `RegExp.prototype[@@split](string)` of a pristine regular expression; None if its species is not RegExp.
pub fn split_string(vm: &mut Vm, object: Object, text: JsString) -> JsResult<Option<Value>> {
    match object.downcast::<RegExpObject>() {
        Some(regexp) if vm.is_regexp_species_intact() => split_pristine(vm, &regexp, text, u32::MAX).map(Some),
        _ => Ok(None),
    }
}

/// Searching for the next separator finds what trying one place after the other finds.
fn split_pristine(vm: &mut Vm, regexp: &RegExpObject, text: JsString, limit: u32) -> JsResult {
    let array = vm.new_array(&[])?;
    if limit == 0 {
        return Ok(array.value());
    }
    let program = regexp.program();
    let size = text.len();
    if size == 0 {
        let mut found = Found::default();
        if vm.find_match(&program, text, 0, false, &mut found)? {
            legacy::update(vm, regexp, text, &found);
        } else {
            array.push(vm, text.value())?;
        }
        return Ok(array.value());
    }
    let mut p = 0;
    let mut count = 0;
    let mut last = None;
    let view = text.view(vm)?;
    let mut start = 0;
    while start <= size {
        let mut found = Found::default();
        if !vm.find_match(&program, text, start, false, &mut found)? {
            break;
        }
        start = program.place_after(view, &found);
        if found.start() >= size {
            break;
        }
        // An empty match where the last one ended separates nothing.
        if found.end() == p {
            last = Some(found);
            continue;
        }
        let part = JsString::substring(vm, text, p, found.start())?;
        array.push(vm, part.value())?;
        count += 1;
        p = found.end();
        for &span in &found.spans[1..] {
            if count == limit {
                break;
            }
            let capture = span_value(vm, text, span)?;
            array.push(vm, capture)?;
            count += 1;
        }
        last = Some(found);
        if count == limit {
            break;
        }
    }
    if let Some(found) = &last {
        legacy::update(vm, regexp, text, found);
    }
    if count < limit {
        let part = JsString::substring(vm, text, p, size)?;
        array.push(vm, part.value())?;
    }
    Ok(array.value())
}
