//! JSON (ECMA-262 sec. 25.5, and the proposal "JSON.parse source text access").
//!
//! `runtime/json.rs` reads texts; `revive` calls a reviver over the result; `stringify` writes.

mod revive;
mod stringify;

use crate::native::{Args, method};
use crate::object::Object;
use crate::object::table::{DEFAULT, ENUMERABLE};
use crate::runtime::convert::to_string;
use crate::runtime::json;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::Visitor;

/// Creates the JSON object.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let json = vm.new_object()?;
    vm.realm_mut().json = json;
    json.define_methods(
        vm,
        &[
            method("parse", 2, parse),
            method("stringify", 3, stringify::stringify),
            method("rawJSON", 1, raw_json),
            method("isRawJSON", 1, is_raw_json),
        ],
    )?;
    json.define_to_string_tag(vm, "JSON")?;
    let global = vm.realm().global;
    global.define_hidden(vm, vm.names.class_json, json.value())
}

/// Marks a raw JSON object, which has no fields of its own.
///
/// # Safety
/// To be called by the collector only, on a live RawJson cell.
pub unsafe fn trace_raw_json(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector registers this function for cells of kind RawJson, which are plain objects.
    crate::vm::trace_object(unsafe { &*cell.cast::<JsObject>() }, visitor);
}

/// `JSON.parse(text, reviver)` (sec. 25.5.1)
fn parse(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    let reviver = args.get(1);
    if !reviver.is_callable() {
        return json::parse(vm, text);
    }
    let (value, records) = json::parse_with_records(vm, text)?;
    let root = vm.new_object()?;
    let empty = vm.names.empty;
    root.define_raw(vm, empty, value, DEFAULT)?;
    revive::internalize(vm, text, &records, root, empty, reviver)
}

/// `JSON.rawJSON(text)`
fn raw_json(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let edge = |unit: Option<u16>| unit.is_none_or(|unit| matches!(unit, 0x09 | 0x0a | 0x0d | 0x20));
    if edge(view.get(0)) || edge(view.len().checked_sub(1).and_then(|last| view.get(last))) {
        return Err(vm.throw_syntax_error("Invalid value for JSON.rawJSON"));
    }
    if matches!(view.at(0), 0x5b | 0x7b) {
        return Err(vm.throw_syntax_error("Invalid value for JSON.rawJSON"));
    }
    json::parse(vm, text)?;
    let shape = vm.root_shape(None, CellKind::RawJson, 0)?;
    let object: Object = vm.alloc_object_of_shape(shape)?;
    // Frozen.
    object.define_raw(vm, vm.names.raw_json, text.value(), ENUMERABLE)?;
    object.prevent_extensions(vm)?;
    Ok(object.value())
}

/// The text of a raw JSON object.
fn raw_text(vm: &mut Vm, object: Object) -> JsResult<Option<JsString>> {
    if !object.is_kind(CellKind::RawJson) {
        return Ok(None);
    }
    Ok(object.get(vm, vm.names.raw_json)?.as_string())
}

/// `JSON.isRawJSON(O)`
fn is_raw_json(_vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(args.get(0).as_object().is_some_and(|o| o.is_kind(CellKind::RawJson))))
}
