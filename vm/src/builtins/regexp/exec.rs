//! RegExpExec and RegExpBuiltinExec (ECMA-262 sec. 22.2.7), and the arrays that they return.

use super::program::{Found, Program, Span};
use super::{RegExpObject, legacy};
use crate::numeric::convert::to_length as length_of_number;
use crate::object::Object;
use crate::object::table::{DEFAULT, WRITABLE};
use crate::runtime::convert::to_number;
use crate::runtime::operations::set;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// A RegExp object's lastIndex, which always is its own data property.
impl RegExpObject {
    /// ToLength(Get(R, "lastIndex"))
    #[inline]
    pub(super) fn last_index(&self, vm: &mut Vm) -> JsResult<u64> {
        let value = self.last_index.get();
        if value.is_int() {
            return Ok(value.as_int().max(0) as u64);
        }
        Ok(length_of_number(to_number(vm, value)?))
    }

    /// Set(R, "lastIndex", index, true)
    #[inline]
    pub(super) fn set_last_index(&self, vm: &mut Vm, object: Object, index: usize) -> JsResult<()> {
        let is_new = |vm: &Vm| vm.regexp_record().is_some_and(|record| object.shape().ptr_eq(record.instance_shape));
        if !is_new(vm)
            && object.shape().lookup(vm.names.last_index).is_some_and(|property| property.attributes & WRITABLE == 0)
        {
            return Err(vm.throw_set_failed(object.value(), vm.names.last_index));
        }
        // A number: no barrier.
        self.last_index.set(Value::from_usize(index));
        Ok(())
    }
}

/// The matching of RegExpBuiltinExec (sec. 22.2.7.2), with its effect on lastIndex and the legacy static properties: whether there is a match, which is in
/// `found` then.
pub(super) fn builtin_match(
    vm: &mut Vm,
    object: Object,
    regexp: &RegExpObject,
    text: JsString,
    found: &mut Found,
) -> JsResult<bool> {
    let last_index = regexp.last_index(vm)?;
    let program = regexp.program();
    let flags = program.flags;
    let start = if flags.uses_last_index() { last_index } else { 0 };
    if start > text.len() as u64 {
        regexp.set_last_index(vm, object, 0)?;
        return Ok(false);
    }
    let is_match = vm.find_match(&program, text, start as usize, flags.has(super::Flags::STICKY), found)?;
    if flags.uses_last_index() {
        regexp.set_last_index(vm, object, if is_match { found.end() } else { 0 })?;
    }
    if is_match {
        legacy::update(vm, regexp, text, found);
    }
    Ok(is_match)
}

/// Whether there is a match, with the effects of RegExpBuiltinExec(R, S). R is a RegExp object.
pub fn builtin_test(vm: &mut Vm, object: Object, text: JsString) -> JsResult<bool> {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(false) };
    builtin_match(vm, object, &regexp, text, &mut Found::default())
}

/// RegExpBuiltinExec(R, S): an array or null. R is a RegExp object.
pub fn builtin_exec(vm: &mut Vm, object: Object, text: JsString) -> JsResult {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(Value::NULL) };
    let mut found = Found::default();
    if !builtin_match(vm, object, &regexp, text, &mut found)? {
        return Ok(Value::NULL);
    }
    result_array(vm, &regexp.program(), text, &found).map(Object::value)
}

/// The text of a span, or undefined.
pub(super) fn span_value(vm: &mut Vm, text: JsString, span: Span) -> JsResult {
    match span.range() {
        Some(range) if range.len() == 1 => {
            let unit = text.unit_at(vm, range.start)?;
            JsString::from_char(vm, unit).map(JsString::value)
        }
        Some(range) => JsString::substring(vm, text, range.start, range.end).map(JsString::value),
        None => Ok(Value::UNDEFINED),
    }
}

/// The object of named groups, or undefined if the pattern has none; `value` makes the value of a span.
pub(super) fn groups_object(
    vm: &mut Vm,
    program: &Program,
    spans: &[Span],
    mut value: impl FnMut(&mut Vm, Span) -> JsResult,
) -> JsResult {
    if program.names().is_empty() {
        return Ok(Value::UNDEFINED);
    }
    let groups = vm.new_object_with_prototype(None)?;
    for (name, numbers) in program.names() {
        let key = PropertyKey::from_str(vm, name)?;
        let value = value(vm, Program::named_span(numbers, spans))?;
        groups.define_raw(vm, key, value, DEFAULT)?;
    }
    Ok(groups.value())
}

/// The array that `exec` returns.
fn result_array(vm: &mut Vm, program: &Program, text: JsString, found: &Found) -> JsResult<Object> {
    // So many are on the stack, where the collector sees them.
    let mut few = [Value::UNDEFINED; 16];
    let mut many;
    let values = match few.get_mut(..found.spans.len()) {
        Some(values) => {
            for (value, &span) in values.iter_mut().zip(&found.spans) {
                *value = span_value(vm, text, span)?;
            }
            &*values
        }
        None => {
            many = vm.heap.rooted_vec();
            for &span in &found.spans {
                let value = span_value(vm, text, span)?;
                many.push(value);
            }
            &many[..]
        }
    };
    let groups = groups_object(vm, program, &found.spans, |vm, span| span_value(vm, text, span))?;
    let properties = [Value::from_usize(found.start()), text.value(), groups];
    let array = match vm.regexp_record().map(|record| record.result_shape) {
        Some(shape) if shape.slot_count() == properties.len() as u32 => {
            vm.new_array_of_shape(shape, values, &properties)?
        }
        _ => {
            let array = vm.new_array(values)?;
            let keys = [vm.names.index, vm.names.input, vm.names.groups];
            for (key, value) in keys.into_iter().zip(properties) {
                array.define_raw(vm, key, value, DEFAULT)?;
            }
            array
        }
    };
    if program.flags.has(super::Flags::HAS_INDICES) {
        let indices = indices_array(vm, program, found)?;
        array.define_raw(vm, vm.names.indices, indices.value(), DEFAULT)?;
    }
    Ok(array)
}

/// GetMatchIndexPair (sec. 22.2.7.7), or undefined.
fn index_pair(vm: &mut Vm, span: Span) -> JsResult {
    match span.range() {
        Some(range) => {
            let pair = [Value::from_usize(range.start), Value::from_usize(range.end)];
            vm.new_array(&pair).map(Object::value)
        }
        None => Ok(Value::UNDEFINED),
    }
}

/// MakeMatchIndicesIndexPairArray (sec. 22.2.7.8)
fn indices_array(vm: &mut Vm, program: &Program, found: &Found) -> JsResult<Object> {
    let array = vm.new_array_with_capacity(found.spans.len() as u32)?;
    for &span in &found.spans {
        let pair = index_pair(vm, span)?;
        array.push(vm, pair)?;
    }
    let groups = groups_object(vm, program, &found.spans, index_pair)?;
    array.define_raw(vm, vm.names.groups, groups, DEFAULT)?;
    Ok(array)
}

/// RegExpExec(R, S) (sec. 22.2.7.1): an object, or None for null.
pub fn regexp_exec(vm: &mut Vm, object: Object, text: JsString) -> JsResult<Option<Object>> {
    let exec = object.get(vm, vm.names.exec)?;
    if exec.is_callable() && !(exec == vm.realm().regexp_exec.value() && object.downcast::<RegExpObject>().is_some()) {
        let result = vm.call(exec, object.value(), &[text.value()])?;
        if result.is_null() {
            return Ok(None);
        }
        return match result.as_object() {
            Some(result) => Ok(Some(result)),
            None => Err(vm.throw_type_error("RegExp exec method returned something other than an Object or null")),
        };
    }
    if object.downcast::<RegExpObject>().is_none() {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.exec", object.value()));
    }
    builtin_exec(vm, object, text).map(|result| result.as_object())
}

/// AdvanceStringIndex(S, index, unicode) (sec. 22.2.7.3)
pub(super) fn advance_string_index(vm: &mut Vm, text: JsString, index: u64, unicode: bool) -> JsResult<u64> {
    if !unicode || index + 1 >= text.len() as u64 {
        return Ok(index + 1);
    }
    Ok(index + text.view(vm)?.code_point_at(index as usize).units as u64)
}

/// After an empty match: moves lastIndex one character on.
pub(super) fn advance_last_index(vm: &mut Vm, object: Object, text: JsString, unicode: bool) -> JsResult<()> {
    let key = vm.names.last_index;
    let last = object.get(vm, key)?;
    let last = length_of_number(to_number(vm, last)?);
    let next = advance_string_index(vm, text, last, unicode)?;
    set(vm, object, key, Value::number(next as f64), true)
}
