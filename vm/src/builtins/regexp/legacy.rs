//! RegExp.$1, RegExp.lastMatch and the like (proposal "Legacy RegExp features in ECMAScript", stage 3).
//!
//! They tell of the last match in the realm, whichever built-in made it. A match by an instance of a subclass takes them away.

use super::program::{Found, Span};
use super::{ROOT_INPUT, ROOT_SUBJECT, RegExpObject};
use crate::native::{Args, NativeFn};
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// Groups that have a property.
const GROUPS: usize = 9;

/// The last match. Its subject and `RegExp.input` are among the realm record's roots.
pub(super) struct Legacy {
    whole: Span,
    /// So many, as far as they have properties.
    count: usize,
    groups: [Span; GROUPS],
    last: Span,
    /// A subclass's instance made the last match: nothing is told of it.
    invalid: bool,
    input_invalid: bool,
}

impl Default for Legacy {
    fn default() -> Legacy {
        Legacy {
            whole: Span::EMPTY,
            count: 0,
            groups: [Span::ABSENT; GROUPS],
            last: Span::ABSENT,
            invalid: false,
            input_invalid: false,
        }
    }
}

impl Legacy {
    fn group(&self, n: usize) -> Span {
        if n < self.count { self.groups[n] } else { Span::ABSENT }
    }
}

macro_rules! group_getters {
    ($($name:ident $n:literal;)*) => {
        $(fn $name(vm: &mut Vm, args: Args) -> JsResult {
            get(vm, args, |legacy| legacy.group($n - 1), Part::Span)
        })*
        const GROUP_GETTERS: [(&str, NativeFn); GROUPS] = [$((concat!("$", $n), $name)),*];
    };
}

group_getters! {
    group1 1;
    group2 2;
    group3 3;
    group4 4;
    group5 5;
    group6 6;
    group7 7;
    group8 8;
    group9 9;
}

pub(super) fn init(vm: &mut Vm, constructor: Object) -> JsResult<()> {
    for name in ["input", "$_"] {
        constructor.define_accessor(vm, name, input, set_input)?;
    }
    let getters: [(&str, NativeFn); 8] = [
        ("lastMatch", last_match),
        ("$&", last_match),
        ("lastParen", last_paren),
        ("$+", last_paren),
        ("leftContext", left_context),
        ("$`", left_context),
        ("rightContext", right_context),
        ("$'", right_context),
    ];
    for (name, getter) in getters.into_iter().chain(GROUP_GETTERS) {
        constructor.define_getter(vm, name, getter)?;
    }
    Ok(())
}

/// Which part of the subject a property shows, relative to a span.
#[derive(Clone, Copy)]
enum Part {
    Span,
    Before,
    After,
}

/// GetLegacyRegExpStaticProperty
fn get(vm: &mut Vm, args: Args, span: fn(&Legacy) -> Span, part: Part) -> JsResult {
    check_receiver(vm, args)?;
    let Some(record) = vm.regexp_record() else { return Ok(Value::UNDEFINED) };
    if record.legacy.invalid {
        return Err(throw_invalid(vm));
    }
    let span = span(&record.legacy);
    let subject = record.roots[ROOT_SUBJECT].as_string();
    let (Some(subject), Some(range)) = (subject, span.range()) else { return Ok(vm.empty_string().value()) };
    let range = match part {
        Part::Span => range,
        Part::Before => 0..range.start,
        Part::After => range.end..subject.len(),
    };
    JsString::substring(vm, subject, range.start, range.end).map(JsString::value)
}

fn check_receiver(vm: &mut Vm, args: Args) -> JsResult<()> {
    if args.this() != vm.realm().regexp_constructor.value() {
        let what = vm.describe(args.this());
        return Err(vm.throw_type_error(format!("Legacy static property of RegExp accessed on {what}")));
    }
    Ok(())
}

fn throw_invalid(vm: &mut Vm) -> crate::Throw {
    vm.throw_type_error("Legacy static properties of RegExp are not set by instances of its subclasses")
}

fn last_match(vm: &mut Vm, args: Args) -> JsResult {
    get(vm, args, |legacy| legacy.whole, Part::Span)
}

fn last_paren(vm: &mut Vm, args: Args) -> JsResult {
    get(vm, args, |legacy| legacy.last, Part::Span)
}

fn left_context(vm: &mut Vm, args: Args) -> JsResult {
    get(vm, args, |legacy| legacy.whole, Part::Before)
}

fn right_context(vm: &mut Vm, args: Args) -> JsResult {
    get(vm, args, |legacy| legacy.whole, Part::After)
}

/// `get RegExp.input`
fn input(vm: &mut Vm, args: Args) -> JsResult {
    check_receiver(vm, args)?;
    match vm.regexp_record() {
        Some(record) if !record.legacy.input_invalid => Ok(record.roots[ROOT_INPUT]),
        _ => Err(throw_invalid(vm)),
    }
}

/// `set RegExp.input`
fn set_input(vm: &mut Vm, args: Args) -> JsResult {
    check_receiver(vm, args)?;
    let text = to_string(vm, args.get(0))?;
    let realm = vm.realm().id;
    if let Some(record) = vm.builtins.regexp.record_mut(realm) {
        record.roots.set(ROOT_INPUT, text.value());
        record.legacy.input_invalid = false;
    }
    Ok(Value::UNDEFINED)
}

/// UpdateLegacyRegExpStaticProperties, or InvalidateLegacyRegExpStaticProperties for an instance of a subclass. An instance of
/// another realm changes nothing.
pub(super) fn update(vm: &mut Vm, regexp: &RegExpObject, text: JsString, found: &Found) {
    let realm = vm.realm().id;
    if regexp.realm != realm {
        return;
    }
    let Some(record) = vm.builtins.regexp.record_mut(realm) else { return };
    let legacy = &mut record.legacy;
    if !regexp.legacy.get() {
        legacy.invalid = true;
        legacy.input_invalid = true;
        return;
    }
    record.roots.set(ROOT_INPUT, text.value());
    record.roots.set(ROOT_SUBJECT, text.value());
    legacy.invalid = false;
    legacy.input_invalid = false;
    legacy.whole = found.spans[0];
    let groups = &found.spans[1..];
    legacy.last = groups.last().copied().unwrap_or(Span::ABSENT);
    legacy.count = groups.len().min(GROUPS);
    legacy.groups[..legacy.count].copy_from_slice(&groups[..legacy.count]);
}
