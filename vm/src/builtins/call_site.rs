//! CallSite, what V8 hands to `Error.prepareStackTrace`: a frame of a captured stack (V8's stack trace API; no standard has it).
//!
//! Receivers and functions are not kept: `getThis`, `getFunction` and what V8 reads from a receiver answer as they do for strict code.

use crate::native::{Args, Method, method};
use crate::object::call_site::CallSiteObject;
use crate::runtime::stack_trace::TraceFrame;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

const METHODS: &[Method] = &[
    method("getThis", 0, undefined),
    method("getTypeName", 0, null),
    method("getFunction", 0, undefined),
    method("getFunctionName", 0, get_function_name),
    method("getMethodName", 0, null),
    method("getFileName", 0, get_file_name),
    method("getLineNumber", 0, get_line_number),
    method("getColumnNumber", 0, get_column_number),
    method("getEvalOrigin", 0, undefined),
    method("isToplevel", 0, is_toplevel),
    method("isEval", 0, no),
    method("isNative", 0, no),
    method("isConstructor", 0, is_constructor),
    method("isAsync", 0, no),
    method("isPromiseAll", 0, no),
    method("getPromiseIndex", 0, null),
    method("getScriptNameOrSourceURL", 0, get_file_name),
    method("getScriptHash", 0, get_script_hash),
    method("toString", 0, to_string),
];

/// Creates the prototype. There is no constructor.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().call_site_prototype = prototype;
    prototype.define_methods(vm, METHODS)?;
    prototype.define_to_string_tag(vm, "CallSite")
}

/// The frame that a method is called of. None where its code is not known any more.
fn frame_of(vm: &mut Vm, args: Args) -> JsResult<Option<TraceFrame>> {
    let Some(site) = args.this().as_object().and_then(|object| object.downcast::<CallSiteObject>()) else {
        return Err(vm.throw_type_error("CallSite method called on incompatible receiver"));
    };
    Ok(vm.captured_frame(site.code.get(), site.position))
}

fn undefined(vm: &mut Vm, args: Args) -> JsResult {
    frame_of(vm, args).map(|_| Value::UNDEFINED)
}

fn null(vm: &mut Vm, args: Args) -> JsResult {
    frame_of(vm, args).map(|_| Value::NULL)
}

fn no(vm: &mut Vm, args: Args) -> JsResult {
    frame_of(vm, args).map(|_| Value::FALSE)
}

/// A text of the frame, null if it is empty.
fn text(vm: &mut Vm, args: Args, of: impl FnOnce(TraceFrame) -> String) -> JsResult {
    match frame_of(vm, args)?.map(of) {
        Some(text) if !text.is_empty() => Ok(JsString::from_str(vm, &text)?.value()),
        _ => Ok(Value::NULL),
    }
}

/// A number of the frame, null where it is not known.
fn number(vm: &mut Vm, args: Args, of: impl FnOnce(&TraceFrame) -> u32) -> JsResult {
    Ok(frame_of(vm, args)?.map_or(Value::NULL, |frame| Value::number(f64::from(of(&frame)))))
}

fn get_function_name(vm: &mut Vm, args: Args) -> JsResult {
    text(vm, args, |frame| frame.function)
}

fn get_file_name(vm: &mut Vm, args: Args) -> JsResult {
    text(vm, args, |frame| frame.file)
}

fn get_line_number(vm: &mut Vm, args: Args) -> JsResult {
    number(vm, args, |frame| frame.line)
}

fn get_column_number(vm: &mut Vm, args: Args) -> JsResult {
    number(vm, args, |frame| frame.column)
}

/// Whether the receiver is none or the global object: it is not known, and a constructor's never is.
fn is_toplevel(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(frame_of(vm, args)?.is_none_or(|frame| !frame.constructor)))
}

fn is_constructor(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(frame_of(vm, args)?.is_some_and(|frame| frame.constructor)))
}

fn get_script_hash(vm: &mut Vm, args: Args) -> JsResult {
    frame_of(vm, args)?;
    Ok(vm.empty_string().value())
}

/// The frame's line in a trace.
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    text(vm, args, |frame| frame.to_string())
}
