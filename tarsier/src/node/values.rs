//! What only the engine knows of a value, for inspection, `util.types` and deep comparison (`library/node/internal/values.js`).

use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ASYNC, CODE_FLAG_CLASS_CONSTRUCTOR, CODE_FLAG_GENERATOR};
use vm::builtins::weak_map::WeakMapObject;
use vm::builtins::weak_set::WeakSetObject;
use vm::native::method;
use vm::object::collections::map::{MapIterator, MapObject};
use vm::object::collections::set::{SetIterator, SetObject};
use vm::object::typed_array::{self, TypedArrayObject};
use vm::object::{function, proxy, string_object};
use vm::runtime::convert::to_boolean;
use vm::runtime::promise::{self, PromiseState};
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// Entries of an iterator or a weak collection that are looked at, at most: nobody reads more.
const MOST_ENTRIES: usize = 100_000;

/// Puts the built-ins on a file's `native`.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("brand", 1, brand),
            method("functionKind", 1, function_kind),
            method("proxyParts", 1, proxy_parts),
            method("promiseParts", 1, promise_parts),
            method("entries", 1, entries),
            method("keyed", 1, keyed),
            method("ownKeys", 2, own_keys),
            method("className", 1, class_name),
            method("width", 1, width),
        ],
    )
}

fn text(vm: &mut Vm, text: &str) -> JsResult {
    Ok(vm.intern(text)?.value())
}

/// The name of what an object's internal slots make of it; empty for an ordinary one.
fn brand_of(object: Object) -> &'static str {
    match object.kind() {
        CellKind::Array => "Array",
        CellKind::Function | CellKind::NativeFunction | CellKind::BoundFunction => "Function",
        CellKind::Arguments => "Arguments",
        CellKind::Error => "Error",
        CellKind::Date => "Date",
        CellKind::RegExp => "RegExp",
        CellKind::Map => "Map",
        CellKind::Set => "Set",
        CellKind::WeakMap => "WeakMap",
        CellKind::WeakSet => "WeakSet",
        CellKind::WeakRef => "WeakRef",
        CellKind::ArrayBuffer => "ArrayBuffer",
        CellKind::SharedArrayBuffer => "SharedArrayBuffer",
        CellKind::DataView => "DataView",
        CellKind::TypedArray => {
            object.downcast::<TypedArrayObject>().map_or("", |a| typed_array::type_name(a.array_type()))
        }
        CellKind::Promise => "Promise",
        CellKind::Proxy => "Proxy",
        CellKind::Generator => "Generator",
        CellKind::AsyncGenerator => "Async Generator",
        CellKind::MapIterator => "Map Iterator",
        CellKind::SetIterator => "Set Iterator",
        CellKind::ModuleNamespace => "Module",
        CellKind::TemporalDuration => "Temporal.Duration",
        CellKind::TemporalInstant => "Temporal.Instant",
        CellKind::TemporalPlainDate => "Temporal.PlainDate",
        CellKind::TemporalPlainDateTime => "Temporal.PlainDateTime",
        CellKind::TemporalPlainMonthDay => "Temporal.PlainMonthDay",
        CellKind::TemporalPlainTime => "Temporal.PlainTime",
        CellKind::TemporalPlainYearMonth => "Temporal.PlainYearMonth",
        CellKind::TemporalZonedDateTime => "Temporal.ZonedDateTime",
        _ => match string_object::primitive_value(object) {
            Some(v) if v.is_string() => "Boxed String",
            Some(v) if v.is_number() => "Boxed Number",
            Some(v) if v.is_bool() => "Boxed Boolean",
            Some(v) if v.is_bigint() => "Boxed BigInt",
            Some(_) => "Boxed Symbol",
            None => "",
        },
    }
}

fn brand(vm: &mut Vm, args: Args) -> JsResult {
    let name = args.get(0).as_object().map_or("", brand_of);
    text(vm, name)
}

fn function_kind(vm: &mut Vm, args: Args) -> JsResult {
    let code = args.get(0).as_object().filter(|o| o.is_kind(CellKind::Function)).map(function::code_of);
    let flags = code.map_or(0, |code| code.flags());
    let is = |flag| flags & flag != 0;
    let name = match (is(CODE_FLAG_ASYNC), is(CODE_FLAG_GENERATOR)) {
        _ if is(CODE_FLAG_CLASS_CONSTRUCTOR) => "class",
        (true, true) => "AsyncGeneratorFunction",
        (true, false) => "AsyncFunction",
        (false, true) => "GeneratorFunction",
        (false, false) => "Function",
    };
    text(vm, name)
}

fn proxy_parts(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object().filter(|o| o.is_kind(CellKind::Proxy)) else {
        return Ok(Value::UNDEFINED);
    };
    let value = |part: Option<Object>| part.map_or(Value::NULL, Object::value);
    Ok(vm.new_array(&[value(proxy::target(object)), value(proxy::handler(object))])?.value())
}

fn promise_parts(vm: &mut Vm, args: Args) -> JsResult {
    let Some(promise) = promise::as_promise(args.get(0)) else { return Ok(Value::UNDEFINED) };
    let (state, result) = match promise::state(promise) {
        PromiseState::Pending => ("pending", Value::UNDEFINED),
        PromiseState::Fulfilled => ("fulfilled", promise::result(promise)),
        PromiseState::Rejected => ("rejected", promise::result(promise)),
    };
    let state = text(vm, state)?;
    Ok(vm.new_array(&[state, result])?.value())
}

fn entries(vm: &mut Vm, args: Args) -> JsResult {
    let mut all = vm.heap.rooted_vec();
    if let Some(object) = args.get(0).as_object() {
        if let Some(map) = object.downcast::<MapObject>() {
            for (key, value) in map.table.borrow().iter() {
                all.push(key);
                all.push(value);
            }
        } else if let Some(set) = object.downcast::<SetObject>() {
            for (value, ()) in set.table.borrow().iter() {
                all.push(value);
            }
        } else if let Some(iterator) = object.downcast::<MapIterator>() {
            all.extend_from_slice(&iterator.preview(MOST_ENTRIES));
        } else if let Some(iterator) = object.downcast::<SetIterator>() {
            all.extend_from_slice(&iterator.preview(MOST_ENTRIES));
        } else if let Some(map) = object.downcast::<WeakMapObject>() {
            all.extend_from_slice(&map.table.preview(MOST_ENTRIES));
        } else if let Some(set) = object.downcast::<WeakSetObject>() {
            for entry in set.table.preview(MOST_ENTRIES).chunks(2) {
                all.push(entry[0]);
            }
        }
    }
    Ok(vm.new_array(all.as_slice())?.value())
}

fn keyed(_vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else { return Ok(Value::FALSE) };
    let entries = object.downcast::<MapIterator>().is_some_and(|iterator| iterator.gives_entries())
        || object.downcast::<SetIterator>().is_some_and(|iterator| iterator.gives_entries());
    Ok(Value::bool(entries || matches!(object.kind(), CellKind::Map | CellKind::WeakMap)))
}

/// Own keys that are no indices; only those of enumerable properties if the second argument is true.
fn own_keys(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else { return Err(vm.throw_not_an_object(args.get(0))) };
    let enumerable_only = to_boolean(args.get(1));
    let keys = object.own_property_keys(vm)?;
    let list = vm.new_array_with_capacity(0)?;
    for key in keys.iter().filter(|key| key.as_index().is_none()) {
        if enumerable_only && object.get_own_property(vm, key)?.is_none_or(|d| d.enumerable != Some(true)) {
            continue;
        }
        let key = key.to_value(vm)?;
        list.push(vm, key)?;
    }
    Ok(list.value())
}

/// What made an object whose prototypes do not tell.
fn class_name(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else { return text(vm, "Object") };
    if let Some(name) = vm.constructor_name(object) {
        return Ok(JsString::from_str(vm, &name)?.value());
    }
    let name = match brand_of(object) {
        "" | "Arguments" | "Proxy" => "Object",
        name => name.strip_prefix("Boxed ").unwrap_or(name),
    };
    text(vm, name)
}

fn width(vm: &mut Vm, args: Args) -> JsResult {
    let Some(string) = args.get(0).as_string() else { return Ok(Value::int(0)) };
    if let Some(ascii) = string.view(vm)?.as_ascii() {
        let columns = ascii.bytes().filter(|byte| !byte.is_ascii_control()).count();
        return Ok(Value::number(columns as f64));
    }
    let text = string.to_rust_string_lossy(vm)?;
    Ok(Value::number(unicode_width::UnicodeWidthStr::width(text.as_str()) as f64))
}
