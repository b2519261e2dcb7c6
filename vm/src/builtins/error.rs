//! Error, the native errors, AggregateError and SuppressedError (ECMA-262 sec. 20.5, and explicit resource management), with V8's
//! `captureStackTrace` and `stackTraceLimit`.

use crate::native::{Args, Method, NativeFn, method};
use crate::object::{Object, PropertyDescriptor, table};
use crate::realm::Realm;
use crate::runtime::call::is_of_program;
use crate::runtime::convert::to_string as value_to_string;
use crate::runtime::error::ErrorKind;
use crate::runtime::iterator::iterable_to_list;
use crate::runtime::operations::{define_property_or_throw, get_prototype_from_constructor};
use crate::runtime::stack_trace::{is_script_above, is_shown};
use crate::string::{JsString, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;

/// Frames that a stack shows unless a script sets `Error.stackTraceLimit`.
pub const DEFAULT_STACK_TRACE_LIMIT: i32 = 10;

const STATICS: &[Method] = &[method("isError", 1, is_error), method("captureStackTrace", 2, capture_stack_trace)];

/// Creates the constructors and prototypes of all errors.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let (error, error_prototype) = define_error(vm, ErrorKind::Error, 1, construct::<0>, object_prototype, None)?;
    error.define_methods(vm, STATICS)?;
    let limit = Value::int(DEFAULT_STACK_TRACE_LIMIT);
    error.define_raw(vm, vm.names.stack_trace_limit, limit, table::DEFAULT)?;
    error_prototype.define_methods(vm, &[method("toString", 0, to_string)])?;
    for (kind, length, function) in [
        (ErrorKind::TypeError, 1, construct::<1> as NativeFn),
        (ErrorKind::RangeError, 1, construct::<2>),
        (ErrorKind::ReferenceError, 1, construct::<3>),
        (ErrorKind::SyntaxError, 1, construct::<4>),
        (ErrorKind::EvalError, 1, construct::<5>),
        (ErrorKind::URIError, 1, construct::<6>),
        (ErrorKind::AggregateError, 2, construct_aggregate),
        (ErrorKind::SuppressedError, 3, construct_suppressed),
    ] {
        define_error(vm, kind, length, function, error_prototype, Some(error))?;
    }
    Ok(())
}

/// One kind of error: `parent` is %Error% for all but itself.
fn define_error(
    vm: &mut Vm,
    kind: ErrorKind,
    length: u32,
    function: NativeFn,
    parent_prototype: Object,
    parent: Option<Object>,
) -> JsResult<(Object, Object)> {
    let prototype = vm.new_object_with_prototype(Some(parent_prototype))?;
    let constructor = vm.define_global_constructor(kind.name(), length, function, prototype)?;
    if let Some(parent) = parent {
        constructor.set_prototype_of(vm, Some(parent))?;
    }
    let name = vm.intern(kind.name())?;
    prototype.define_hidden(vm, vm.names.name, name.value())?;
    let message = vm.empty_string();
    prototype.define_hidden(vm, vm.names.message, message.value())?;
    let realm: &mut Realm = vm.realm_mut();
    let (own_prototype, own_constructor) = match kind {
        ErrorKind::Error => (&mut realm.error_prototype, &mut realm.error_constructor),
        ErrorKind::TypeError => (&mut realm.type_error_prototype, &mut realm.type_error_constructor),
        ErrorKind::RangeError => (&mut realm.range_error_prototype, &mut realm.range_error_constructor),
        ErrorKind::ReferenceError => (&mut realm.reference_error_prototype, &mut realm.reference_error_constructor),
        ErrorKind::SyntaxError => (&mut realm.syntax_error_prototype, &mut realm.syntax_error_constructor),
        ErrorKind::EvalError => (&mut realm.eval_error_prototype, &mut realm.eval_error_constructor),
        ErrorKind::URIError => (&mut realm.uri_error_prototype, &mut realm.uri_error_constructor),
        ErrorKind::AggregateError => (&mut realm.aggregate_error_prototype, &mut realm.aggregate_error_constructor),
        ErrorKind::SuppressedError => (&mut realm.suppressed_error_prototype, &mut realm.suppressed_error_constructor),
    };
    *own_prototype = prototype;
    *own_constructor = constructor;
    Ok((constructor, prototype))
}

/// The beginning that all constructors share: the object, and its message unless that is undefined.
fn new_error(vm: &mut Vm, args: Args, message: Value, default: fn(&Realm) -> Object) -> JsResult<Object> {
    // Called as a function, NewTarget is the active function.
    let new_target = args.new_target_object().unwrap_or(args.callee());
    let prototype = get_prototype_from_constructor(vm, new_target, default)?;
    let error = vm.new_error_object(prototype)?;
    vm.install_stack(error, 0)?;
    if !message.is_undefined() {
        let message = value_to_string(vm, message)?;
        error.define_hidden(vm, vm.names.message, message.value())?;
    }
    Ok(error)
}

/// InstallErrorCause (sec. 20.5.8.1)
fn install_error_cause(vm: &mut Vm, error: Object, options: Value) -> JsResult<()> {
    if let Some(options) = options.as_object()
        && options.has_property(vm, vm.names.cause)?
    {
        let cause = options.get(vm, vm.names.cause)?;
        error.define_hidden(vm, vm.names.cause, cause)?;
    }
    Ok(())
}

/// `Error(message, options)` (sec. 20.5.1.1) and the native errors (sec. 20.5.6.1.1); KIND is the place in [`ErrorKind::ALL`].
fn construct<const KIND: usize>(vm: &mut Vm, args: Args) -> JsResult {
    let error = new_error(vm, args, args.get(0), |realm| ErrorKind::ALL[KIND].prototype(realm))?;
    install_error_cause(vm, error, args.get(1))?;
    Ok(error.value())
}

/// `AggregateError(errors, message, options)` (sec. 20.5.7.1.1)
fn construct_aggregate(vm: &mut Vm, args: Args) -> JsResult {
    let error = new_error(vm, args, args.get(1), |realm| realm.aggregate_error_prototype)?;
    install_error_cause(vm, error, args.get(2))?;
    let errors = iterable_to_list(vm, args.get(0))?;
    let errors = vm.new_array(&errors)?;
    error.define_hidden(vm, vm.names.errors, errors.value())?;
    Ok(error.value())
}

/// `SuppressedError(error, suppressed, message)`
fn construct_suppressed(vm: &mut Vm, args: Args) -> JsResult {
    let error = new_error(vm, args, args.get(2), |realm| realm.suppressed_error_prototype)?;
    error.define_hidden(vm, vm.names.error, args.get(0))?;
    error.define_hidden(vm, vm.names.suppressed, args.get(1))?;
    Ok(error.value())
}

impl Vm {
    /// An AggregateError as Promise.any rejects with it.
    pub fn new_aggregate_error(&mut self, message: &str, errors: Object) -> JsResult<Object> {
        let error = self.new_error(ErrorKind::AggregateError, message)?;
        error.define_hidden(self, self.names.errors, errors.value())?;
        Ok(error)
    }

    /// The SuppressedError that disposal makes of two completions (DisposeResources).
    pub fn new_suppressed_error(&mut self, error: Value, suppressed: Value) -> JsResult<Object> {
        let message = "An error was suppressed during disposal.";
        let object = self.new_error(ErrorKind::SuppressedError, message)?;
        object.define_hidden(self, self.names.error, error)?;
        object.define_hidden(self, self.names.suppressed, suppressed)?;
        Ok(object)
    }
}

/// `Error.isError(arg)` (sec. 20.5.2.1)
fn is_error(_vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(args.get(0).is_kind(CellKind::Error)))
}

/// `Error.captureStackTrace(object, constructorOpt)`, V8's: frames down to the innermost call of `constructorOpt` are left out,
/// which are all if it is not being called.
fn capture_stack_trace(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else {
        let what = vm.describe(args.get(0));
        return Err(vm.throw_type_error(format!("Invalid argument: {what} is not an object")));
    };
    let skipped = match args.get(1).as_object().filter(|f| f.is_callable()) {
        Some(function) => frames_down_to(vm, function),
        None => 0,
    };
    let key = vm.names.stack;
    if object.is_exotic() {
        let stack = vm.capture_stack(skipped)?;
        let text = vm.format_stack(object, stack)?;
        define_property_or_throw(vm, object, key, &PropertyDescriptor::data(text, true, false, true))?;
    } else {
        // Whether it may be defined is the object's own matter.
        define_property_or_throw(vm, object, key, &PropertyDescriptor::data(Value::UNDEFINED, true, false, true))?;
        vm.install_stack(object, skipped)?;
    }
    Ok(Value::UNDEFINED)
}

/// How many JavaScript frames lie above and at the innermost call of `function`.
fn frames_down_to(vm: &Vm, function: Object) -> usize {
    let mut frame = vm.top_frame();
    let mut count = 0;
    let mut below_script = false;
    while !frame.is_null() {
        // SAFETY: frames of the chain are live.
        let (is_shown, callee, is_of_program, caller) =
            unsafe { (is_shown(frame, below_script), (*frame).callee, is_of_program(frame), (*frame).caller) };
        // SAFETY: as above.
        below_script = unsafe { is_script_above(frame, below_script) };
        count += usize::from(is_shown);
        // A built-in's frame counts where it is, one that a tail call replaced is none.
        if callee == function.value() && (is_shown || !is_of_program) {
            return count;
        }
        frame = caller;
    }
    usize::MAX
}

impl Vm {
    /// `Error.stackTraceLimit` of the current realm: how many frames a new error's stack shows. None where it is no number, which is
    /// how a script says that it wants none.
    pub fn stack_trace_limit(&mut self) -> usize {
        let (error, key) = (self.realm().error_constructor, self.names.stack_trace_limit);
        if error == self.realm().object_prototype {
            // The realm is being made.
            return DEFAULT_STACK_TRACE_LIMIT as usize;
        }
        match self.peek(error, key) {
            // The cast saturates, and makes 0 of NaN.
            Some(limit) if limit.is_number() => limit.as_number() as usize,
            _ => 0,
        }
    }
}

/// `Error.prototype.toString()` (sec. 20.5.3.4)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let Some(error) = args.this().as_object() else {
        return Err(vm.throw_incompatible_receiver("Error.prototype.toString", args.this()));
    };
    let name = match error.get(vm, vm.names.name)? {
        Value::UNDEFINED => vm.intern("Error")?,
        name => value_to_string(vm, name)?,
    };
    let message = match error.get(vm, vm.names.message)? {
        Value::UNDEFINED => vm.empty_string(),
        message => value_to_string(vm, message)?,
    };
    if name.is_empty() {
        return Ok(message.value());
    }
    if message.is_empty() {
        return Ok(name.value());
    }
    let mut text = StringBuilder::new();
    text.push_js(name);
    text.push_str(": ");
    text.push_js(message);
    text.finish(vm).map(JsString::value)
}
