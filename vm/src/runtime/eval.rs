//! eval (sec. 19.2.1) and functions from text (sec. 20.2.1.1.1).

mod cache;

pub use cache::EvalCache;

use crate::bytecode::data::Constant;
use crate::bytecode::eval_scope::EvalScope;
use crate::code::Code;
use crate::code::install::new_code;
use crate::frontend;
use crate::frontend::parse::DynamicFunctionKind;
use crate::interp;
use crate::object::{Object, function};
use crate::runtime::convert;
use crate::runtime::script::throw_syntax_error;
use crate::source::{Encoded, Surrogates};
use crate::string::{JsString, StrView};
use crate::vm::Vm;
use crate::{Args, JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::context::VmState;
use abi::frame::{CODE_FLAG_ARGUMENTS_LAZY, FIRST_ARGUMENT, Frame};
use abi::object::Environment;
use gc::Gc;
use std::ptr::null_mut;
use std::rc::Rc;

/// A string as source text.
fn encode(vm: &mut Vm, string: JsString) -> JsResult<Encoded> {
    if let Some(bytes) = string.to_latin1() {
        return Ok(from_latin1(bytes).into());
    }
    let view = string.view(vm)?;
    if view.is_well_formed() {
        return Ok(view.to_rust_string_lossy().into());
    }
    let units = view.to_utf16();
    Ok(encode_units(&units, Surrogates::for_text(&units)))
}

/// The characters up to U+00FF that the bytes are.
fn from_latin1(bytes: Vec<u8>) -> String {
    let widened = |bytes: &[u8]| bytes.iter().map(|&byte| byte as char).collect();
    if bytes.is_ascii() {
        return String::from_utf8(bytes).unwrap_or_else(|error| widened(error.as_bytes()));
    }
    widened(&bytes)
}

fn encode_units(units: &[u16], surrogates: Option<Surrogates>) -> Encoded {
    let text = surrogates.map_or_else(|| String::from_utf16_lossy(units), |s| s.encode(units));
    Encoded { text, surrogates }
}

/// A call by the name eval.
///
/// # Safety
/// `frame` is the running frame, `new` its outgoing area.
pub unsafe fn call_eval(
    vm: &mut Vm,
    frame: *mut Frame,
    new: *mut Frame,
    argc: u16,
    environment: Value,
    constant: u32,
) -> JsResult {
    // SAFETY: the caller's promise.
    let (code, callee, this, outer_this) = unsafe {
        if argc == abi::opcode::SPREAD_ARGC {
            interp::call::spread(vm, new, 1)?;
        } else {
            (*new).argc = argc as u32;
        }
        (Code::from_machine((*frame).code), (*new).callee, (*new).this, (*frame).this)
    };
    // SAFETY: the area holds argc arguments.
    let args = unsafe { std::slice::from_raw_parts(new.cast::<Value>().add(FIRST_ARGUMENT), (*new).argc as usize) };
    if callee != vm.realm().eval.value() {
        if !callee.is_callable() {
            return Err(interp::ops::throw_call_of_non_function(vm, callee));
        }
        return vm.call(callee, this, args);
    }
    let Some(&text) = args.first() else { return Ok(Value::UNDEFINED) };
    let Some(string) = text.as_string() else { return Ok(text) };
    let scope = code.body.get().and_then(|b| match b.constant_data.get(constant as usize) {
        Some(Constant::EvalScope(scope)) => Some(scope.clone()),
        _ => None,
    });
    if code.flags() & CODE_FLAG_ARGUMENTS_LAZY != 0 && may_name_arguments(string) {
        // SAFETY: the running frame, and an environment of its function's.
        unsafe { interp::ops::scope::materialize_arguments(vm, frame, environment)? };
    }
    let inner = eval_code(vm, string, scope, code.module.get())?;
    let environment =
        if environment.is_kind(CellKind::Environment) { environment.bits() as *mut Environment } else { null_mut() };
    // SAFETY: the callee of a JavaScript frame is a Function.
    let outer = unsafe { Object::from_ptr((*frame).callee.as_cell().cast()) };
    let home = function::fields(outer).home_object.get();
    let f = vm.new_function(inner.as_ptr(), environment, outer_this, home)?;
    vm.call(f.value(), outer_this, &[])
}

/// Whether a text could have the identifier `arguments`: it may be written with escapes, or be in the text of another eval.
fn may_name_arguments(text: JsString) -> bool {
    let Some(StrView::Latin1(bytes)) = text.flat_view() else { return true };
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    has(b"arguments") || has(b"eval") || has(b"\\u")
}

/// The code of an eval's text in the current realm, compiled or found again. `scope`: of a direct eval; `module`: that of its caller.
fn eval_code(
    vm: &mut Vm,
    string: JsString,
    scope: Option<Rc<EvalScope>>,
    module: *mut CellHeader,
) -> JsResult<Gc<Code>> {
    let realm = vm.realm();
    let key = cache::Key::new(vm, string, scope.as_ref(), realm)?;
    if let Some(code) = key.as_ref().and_then(|key| vm.evals.find(key, string.flat_view()?)) {
        return Ok(code);
    }
    let text = encode(vm, string)?;
    let source = vm.new_source("<eval>", text);
    let origin = vm.current_origin();
    source.made_at.set((origin.code_id, origin.offset));
    let compiled =
        vm.compiling(VmState::Parse, 0, source.id, |_| frontend::compile_eval(source.clone(), scope.as_deref()));
    let template = match compiled {
        Ok(template) => template,
        Err(error) => return Err(throw_syntax_error(vm, &source, &error)),
    };
    let code = new_code(vm, template, module, realm)?;
    if let Some(key) = key {
        let text = string.view(vm)?.to_utf16();
        vm.evals.insert(key, text, scope, code);
    }
    Ok(code)
}

/// The global eval called otherwise than by its name.
pub fn indirect_eval(vm: &mut Vm, args: Args) -> JsResult {
    let Some(string) = args.get(0).as_string() else { return Ok(args.get(0)) };
    let code = eval_code(vm, string, None, null_mut())?;
    let realm = vm.realm();
    let this = realm.global_this.value();
    let f = vm.new_function(code.as_ptr(), null_mut(), this, null_mut())?;
    vm.call(f.value(), this, &[])
}

/// CreateDynamicFunction without its last steps: the prototype is the realm's for the kind, the caller adjusts it. The arguments are
/// parameters, then the body.
pub fn create_dynamic_function(vm: &mut Vm, kind: DynamicFunctionKind, args: &[Value]) -> JsResult<Object> {
    let mut strings = vm.heap.rooted_vec();
    for &arg in args {
        let text = convert::to_string(vm, arg)?;
        strings.push(text.value());
    }
    let (parameter_units, units) = joined(vm, strings.as_slice())?;
    let key = cache::Key::of_function(kind, parameter_units, &units, vm.realm());
    let known = key.as_ref().and_then(|key| vm.evals.find(key, StrView::Utf16(&units)));
    let code = match known {
        Some(code) => code,
        None => {
            let code = dynamic_function_code(vm, kind, strings.as_slice())?;
            if let Some(key) = key {
                vm.evals.insert(key, units, None, code);
            }
            code
        }
    };
    vm.new_function(code.as_ptr(), null_mut(), Value::EMPTY, null_mut())
}

/// Parameters, with commas between them, and a body, as one text; and how much of it are the parameters.
fn joined(vm: &mut Vm, strings: &[Value]) -> JsResult<(usize, Vec<u16>)> {
    let mut units: Vec<u16> = Vec::new();
    let mut parameter_units = 0;
    for (i, string) in strings.iter().filter_map(|string| string.as_string()).enumerate() {
        if i + 1 == strings.len() {
            parameter_units = units.len();
        } else if i > 0 {
            units.push(u16::from(b','));
        }
        units.extend(string.view(vm)?.units());
    }
    Ok((parameter_units, units))
}

/// The code of a function of such parameters and such a body, which are strings.
fn dynamic_function_code(vm: &mut Vm, kind: DynamicFunctionKind, strings: &[Value]) -> JsResult<Gc<Code>> {
    let mut texts = Vec::with_capacity(strings.len());
    for string in strings.iter().filter_map(|string| string.as_string()) {
        texts.push(encode(vm, string)?);
    }
    // All parts must have the same stand-ins.
    let mut surrogates = None;
    if texts.iter().any(|text| text.surrogates.is_some()) {
        let mut units: Vec<Vec<u16>> = Vec::with_capacity(texts.len());
        for text in &texts {
            let decoded = text.surrogates.and_then(|s| s.decode(&text.text));
            units.push(decoded.unwrap_or_else(|| text.text.encode_utf16().collect()));
        }
        surrogates = Surrogates::for_text(&units.join(&u16::from(b'\n')));
        texts = units.iter().map(|units| encode_units(units, surrogates)).collect();
    }
    let body = texts.pop().unwrap_or_default().text;
    let parameters = texts.into_iter().map(|text| text.text).collect::<Vec<String>>().join(",");
    let id = vm.next_source_id();
    let compiled = vm.compiling(VmState::Parse, 0, id, |_| {
        frontend::compile_dynamic_function(&parameters, &body, kind, surrogates, id)
    });
    let template = match compiled {
        Ok(template) => template,
        Err(error) => {
            let source = vm.new_source("anonymous", format!("{parameters}\n{body}"));
            return Err(throw_syntax_error(vm, &source, &error));
        }
    };
    vm.adopt_source(&template.source);
    let origin = vm.current_origin();
    template.source.made_at.set((origin.code_id, origin.offset));
    let realm = vm.realm();
    new_code(vm, template, null_mut(), realm)
}
