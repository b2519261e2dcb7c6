//! `$vm`, with `--expose-vm`: what the machine knows of objects, strings, functions and its heap, for tests and research.

mod deopts;
mod feedback;
mod heap;

use super::process;
use abi::object::ElementKind;
use abi::string::StringForm;
use gc::Gc;
use tarsier::host::{put, put_text};
use vm::code::Code;
use vm::native::method;
use vm::object::function;
use vm::object::shape::Origin;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    let object = vm.new_object()?;
    object.define_methods(
        vm,
        &[
            method("elementKind", 1, element_kind),
            method("hasFastElements", 1, has_fast_elements),
            method("elementTransitions", 0, element_transitions),
            method("shapeId", 1, shape_id),
            method("shapeDescription", 1, shape_description),
            method("shapeOrigin", 1, shape_origin),
            method("shapeTransitions", 1, shape_transitions),
            method("isDictionary", 1, is_dictionary),
            method("isAtom", 1, is_atom),
            method("stringForm", 1, string_form),
            method("tier", 1, tier),
            method("isLazy", 1, is_lazy),
            method("isOptimized", 1, is_optimized),
            method("optimizeOnNextCall", 1, deopts::optimize_on_next_call),
            method("neverOptimize", 1, deopts::never_optimize),
            method("deopts", 1, deopts::deopts),
            method("feedback", 1, feedback::feedback),
            method("operands", 1, feedback::operands),
            method("bytecode", 1, feedback::bytecode),
            method("gc", 0, process::collect),
            method("gcEvents", 0, heap::gc_events),
            method("heapStats", 0, heap::heap_stats),
            method("codeStats", 0, heap::code_stats),
        ],
    )?;
    object.define_to_string_tag(vm, "vm")?;
    let key = PropertyKey::from_str(vm, "$vm")?;
    global.define_hidden(vm, key, object.value())
}

fn object_argument(vm: &mut Vm, args: Args) -> JsResult<Object> {
    match args.get(0).as_object() {
        Some(object) => Ok(object),
        None => Err(vm.throw_not_an_object(args.get(0))),
    }
}

fn text(vm: &mut Vm, text: &str) -> JsResult {
    Ok(JsString::from_str(vm, text)?.value())
}

fn element_kind(vm: &mut Vm, args: Args) -> JsResult {
    let object = object_argument(vm, args)?;
    text(vm, object.element_kind().name())
}

fn has_fast_elements(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(object_argument(vm, args)?.element_kind().is_fast()))
}

/// All transitions of element kinds so far: `{ from, to, count, origin }`, the most frequent first.
fn element_transitions(vm: &mut Vm, _args: Args) -> JsResult {
    let mut all: Vec<((Origin, ElementKind, ElementKind), u32)> =
        vm.element_transitions.iter().map(|(key, count)| (*key, *count)).collect();
    all.sort_by_key(|((origin, from, to), count)| (u32::MAX - count, origin.code_id, origin.offset, *from, *to));
    let list = vm.new_array_with_capacity(all.len() as u32)?;
    for ((origin, from, to), count) in all {
        let entry = vm.new_object()?;
        list.push(vm, entry.value())?;
        put_text(vm, entry, "from", from.name())?;
        put_text(vm, entry, "to", to.name())?;
        put(vm, entry, "count", Value::from_u32(count))?;
        let origin = origin_object(vm, origin)?;
        put(vm, entry, "origin", origin)?;
    }
    Ok(list.value())
}

/// The number of the shape: no other shape ever gets it.
fn shape_id(vm: &mut Vm, args: Args) -> JsResult {
    let object = object_argument(vm, args)?;
    Ok(Value::from_u32(object.shape().serial))
}

fn shape_description(vm: &mut Vm, args: Args) -> JsResult {
    let description = object_argument(vm, args)?.shape().describe(vm);
    text(vm, &description)
}

/// Where the shape was first made: `{ function, file, line, column }`, or null for the runtime's own.
fn shape_origin(vm: &mut Vm, args: Args) -> JsResult {
    let origin = object_argument(vm, args)?.shape().origin;
    origin_object(vm, origin)
}

/// The transitions that led to the object's shape, oldest first: `{ id, key, origin }`.
fn shape_transitions(vm: &mut Vm, args: Args) -> JsResult {
    let lineage = object_argument(vm, args)?.shape().lineage();
    let list = vm.new_array_with_capacity(lineage.len() as u32)?;
    for transition in lineage {
        let entry = vm.new_object()?;
        list.push(vm, entry.value())?;
        put(vm, entry, "id", Value::from_u32(transition.serial))?;
        let key = match transition.key {
            Some(key) => key.to_value(vm)?,
            None => Value::NULL,
        };
        put(vm, entry, "key", key)?;
        let origin = origin_object(vm, transition.origin)?;
        put(vm, entry, "origin", origin)?;
    }
    Ok(list.value())
}

fn origin_object(vm: &mut Vm, origin: Origin) -> JsResult {
    let Some(info) = vm.code.get(origin.code_id) else { return Ok(Value::NULL) };
    let (Some(source), Some(place)) = (info.source.clone(), info.shown(origin.offset)) else {
        return Ok(Value::NULL);
    };
    let name = info.original_name().into_owned();
    let object = vm.new_object()?;
    put_text(vm, object, "function", &name)?;
    put_text(vm, object, "file", place.file_name(&source))?;
    put(vm, object, "line", Value::from_u32(place.line))?;
    put(vm, object, "column", Value::from_u32(place.column))?;
    Ok(object.value())
}

fn is_dictionary(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(object_argument(vm, args)?.shape().is_dictionary()))
}

fn is_atom(_vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(args.get(0).as_string().is_some_and(JsString::is_atom)))
}

fn string_form(vm: &mut Vm, args: Args) -> JsResult {
    let Some(string) = args.get(0).as_string() else {
        return Err(vm.throw_type_error("$vm.stringForm wants a string"));
    };
    let form = string.cell().header.detail.get();
    let name = [
        (StringForm::Latin1, "latin1"),
        (StringForm::Utf16, "utf16"),
        (StringForm::Rope, "rope"),
        (StringForm::Slice, "slice"),
    ];
    let name = name.iter().find(|(f, _)| *f as u8 == form).map_or("unknown", |(_, name)| name);
    text(vm, name)
}

/// The code of a function written in JavaScript.
fn code_argument(vm: &mut Vm, args: Args) -> JsResult<Gc<Code>> {
    match args.get(0).as_object().filter(|o| o.is_kind(abi::CellKind::Function)) {
        Some(f) => Ok(function::code_of(f)),
        None => {
            let what = vm.describe_with_type(args.get(0));
            Err(vm.throw_type_error(format!("{what} is not a function written in JavaScript")))
        }
    }
}

/// The tier of the function's best code, by the name that `--tier` has for it; "builtin" for the engine's own.
fn tier(vm: &mut Vm, args: Args) -> JsResult {
    let native = args.get(0).as_object().is_some_and(|o| o.is_callable() && !o.is_kind(abi::CellKind::Function));
    if native {
        return text(vm, "builtin");
    }
    let code = code_argument(vm, args)?;
    let machine = code.machine();
    let tier = if !machine.optimized.is_null() {
        "opt"
    } else if !machine.native.is_null() {
        "baseline"
    } else {
        "interp"
    };
    text(vm, tier)
}

/// Whether the function has not been compiled to bytecode yet.
fn is_lazy(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(code_argument(vm, args)?.body.get().is_none()))
}

/// Whether the function's best code is the optimizer's.
fn is_optimized(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    Ok(Value::bool(!code.machine().optimized.is_null()))
}
