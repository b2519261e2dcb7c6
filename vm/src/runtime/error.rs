//! Error objects, and the words of the engine's own errors.
//!
//! Messages are phrased as V8 phrases them, because programs and people have come to match on them. Nothing here runs a script's code to
//! find the words: values are described by what can be read off without getters, traps or `toString`.

use super::stack_trace::CapturedStack;
use crate::interp::call::{function_realm, restore_realm};
use crate::native::Args;
use crate::object::{Object, lazy};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellKind, FLAG_HTMLDDA};
use abi::frame::Frame;

/// The kinds of error objects (ECMA-262 section 20.5.5, and those of explicit resource management).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ErrorKind {
    Error,
    TypeError,
    RangeError,
    ReferenceError,
    SyntaxError,
    EvalError,
    URIError,
    AggregateError,
    SuppressedError,
}

impl ErrorKind {
    pub const ALL: [ErrorKind; 9] = [
        ErrorKind::Error,
        ErrorKind::TypeError,
        ErrorKind::RangeError,
        ErrorKind::ReferenceError,
        ErrorKind::SyntaxError,
        ErrorKind::EvalError,
        ErrorKind::URIError,
        ErrorKind::AggregateError,
        ErrorKind::SuppressedError,
    ];

    /// The name of the constructor.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Error => "Error",
            ErrorKind::TypeError => "TypeError",
            ErrorKind::RangeError => "RangeError",
            ErrorKind::ReferenceError => "ReferenceError",
            ErrorKind::SyntaxError => "SyntaxError",
            ErrorKind::EvalError => "EvalError",
            ErrorKind::URIError => "URIError",
            ErrorKind::AggregateError => "AggregateError",
            ErrorKind::SuppressedError => "SuppressedError",
        }
    }

    /// The kind's prototype in a realm.
    pub fn prototype(self, realm: &crate::realm::Realm) -> Object {
        match self {
            ErrorKind::Error => realm.error_prototype,
            ErrorKind::TypeError => realm.type_error_prototype,
            ErrorKind::RangeError => realm.range_error_prototype,
            ErrorKind::ReferenceError => realm.reference_error_prototype,
            ErrorKind::SyntaxError => realm.syntax_error_prototype,
            ErrorKind::EvalError => realm.eval_error_prototype,
            ErrorKind::URIError => realm.uri_error_prototype,
            ErrorKind::AggregateError => realm.aggregate_error_prototype,
            ErrorKind::SuppressedError => realm.suppressed_error_prototype,
        }
    }
}

/// The built-in behind a `stack` that nobody has looked at.
fn stack_of(vm: &mut Vm, args: Args) -> JsResult {
    let holder = lazy::holder(args);
    lazy::access(vm, args, |vm, token| match (holder, CapturedStack::of(token)) {
        (Some(error), Some(stack)) => vm.format_stack(error, stack),
        _ => Ok(Value::UNDEFINED),
    })
}

/// Longest text of one value in a message, in bytes; what is longer is cut.
const MAX_DESCRIPTION: usize = 256;

/// Inline slots of an error: message, stack, cause and one more.
const ERROR_SLOTS: u32 = 4;

/// Error objects.
impl Vm {
    /// A new error of the current realm, with its stack captured.
    pub fn new_error(&mut self, kind: ErrorKind, message: &str) -> JsResult<Object> {
        let prototype = kind.prototype(&self.realm());
        let error = self.new_error_object(prototype)?;
        self.install_stack(error, 0)?;
        let message = JsString::from_str(self, message)?;
        error.define_hidden(self, self.names.message, message.value())?;
        Ok(error)
    }

    /// An object of kind Error without properties of its own.
    pub fn new_error_object(&mut self, prototype: Object) -> JsResult<Object> {
        self.note_prototype(prototype);
        let shape = self.root_shape(Some(prototype), CellKind::Error, ERROR_SLOTS)?;
        self.alloc_object_of_shape(shape)
    }

    /// Gives an error (or any ordinary object, for `Error.captureStackTrace`) its own `stack`: writable, configurable, not enumerable. The frames
    /// but the innermost `skip` are captured now; the text is made when it is first asked for, with the name and the message of then, as V8 does.
    pub fn install_stack(&mut self, error: Object, skip: usize) -> JsResult<()> {
        let stack = self.capture_stack(skip)?;
        error.define_lazy(self, self.names.stack, stack_of, stack.value())
    }

    /// What `stack` says of an error: its first line and the frames, or what the realm's `Error.prepareStackTrace` makes of them.
    pub fn format_stack(&mut self, error: Object, stack: CapturedStack) -> JsResult {
        if let Some(prepare) = self.prepare_stack_trace()? {
            // What the function itself asks for is text.
            self.preparing_stack_trace = true;
            let prepared = self.prepare_stack(prepare, error, stack);
            self.preparing_stack_trace = false;
            return prepared;
        }
        let mut text = self.error_header(error);
        text.push_str(&self.stack_lines(stack));
        Ok(JsString::from_str(self, &text)?.value())
    }

    /// The realm's `Error.prepareStackTrace`, if it is a function that is not running already.
    fn prepare_stack_trace(&mut self) -> JsResult<Option<Value>> {
        let (error, key) = (self.realm().error_constructor, self.names.prepare_stack_trace);
        if self.preparing_stack_trace || error.own_named(key).is_none() {
            return Ok(None);
        }
        let prepare = error.get(self, key)?;
        Ok(prepare.as_object().filter(|function| function.is_callable()).map(|_| prepare))
    }

    fn prepare_stack(&mut self, prepare: Value, error: Object, stack: CapturedStack) -> JsResult {
        let mut sites = self.heap.rooted_vec();
        for (code, position) in (0..stack.len()).filter_map(|i| stack.frame(i)) {
            sites.push(crate::object::call_site::new(self, code, position)?.value());
        }
        let sites = self.new_array(&sites)?;
        let this = self.realm().error_constructor;
        self.call(prepare, this.value(), &[error.value(), sites.value()])
    }

    /// The first line of an error's stack: `name: message`, read without side effects.
    pub fn error_header(&mut self, error: Object) -> String {
        let (name, message) = (self.names.name, self.names.message);
        let name = match self.peek(error, name) {
            Some(v) if !v.is_undefined() => self.describe_part(v),
            _ => String::from("Error"),
        };
        let message = match self.peek(error, message) {
            Some(v) if !v.is_undefined() => self.describe_part(v),
            _ => String::new(),
        };
        match (name.is_empty(), message.is_empty()) {
            (_, true) => name,
            (true, false) => message,
            (false, false) => format!("{name}: {message}"),
        }
    }

    /// A name or message. An error in the place of one is not gone into: it may be the error itself.
    fn describe_part(&mut self, v: Value) -> String {
        if v.is_kind(CellKind::Error) { String::from("#<Error>") } else { self.describe_in_full(v) }
    }

    /// Throws a new error. Where even that cannot be made, the exception that prevented it is thrown instead.
    #[cold]
    #[inline(never)]
    pub fn throw_error(&mut self, kind: ErrorKind, message: &str) -> Throw {
        match self.new_error(kind, message) {
            Ok(error) => self.throw(error.value()),
            Err(throw) => throw,
        }
    }

    #[cold]
    pub fn throw_plain_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::Error, message.as_ref())
    }

    #[cold]
    pub fn throw_type_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::TypeError, message.as_ref())
    }

    #[cold]
    pub fn throw_range_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::RangeError, message.as_ref())
    }

    #[cold]
    pub fn throw_reference_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::ReferenceError, message.as_ref())
    }

    #[cold]
    pub fn throw_syntax_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::SyntaxError, message.as_ref())
    }

    #[cold]
    pub fn throw_uri_error(&mut self, message: impl AsRef<str>) -> Throw {
        self.throw_error(ErrorKind::URIError, message.as_ref())
    }
}

/// The engine's own errors.
impl Vm {
    /// `what` is the source text or description of what was called.
    #[cold]
    pub fn throw_not_a_function(&mut self, what: &str) -> Throw {
        self.throw_type_error(format!("{what} is not a function"))
    }

    #[cold]
    pub fn throw_not_a_constructor(&mut self, what: &str) -> Throw {
        self.throw_type_error(format!("{what} is not a constructor"))
    }

    /// A value called that is not callable, described by itself.
    #[cold]
    pub fn throw_not_callable(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_not_a_function(&what)
    }

    #[cold]
    pub fn throw_not_constructor(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_not_a_constructor(&what)
    }

    /// `v` is undefined or null.
    #[cold]
    pub fn throw_read_of_nullish(&mut self, v: Value, key: PropertyKey) -> Throw {
        let (what, key) = (self.describe(v), self.describe_key(key));
        self.throw_type_error(format!("Cannot read properties of {what} (reading '{key}')"))
    }

    /// `v` is undefined or null.
    #[cold]
    pub fn throw_set_of_nullish(&mut self, v: Value, key: PropertyKey) -> Throw {
        let (what, key) = (self.describe(v), self.describe_key(key));
        self.throw_type_error(format!("Cannot set properties of {what} (setting '{key}')"))
    }

    #[cold]
    pub fn throw_const_assignment(&mut self) -> Throw {
        self.throw_type_error("Assignment to constant variable.")
    }

    #[cold]
    pub fn throw_not_defined(&mut self, name: &str) -> Throw {
        self.throw_reference_error(format!("{name} is not defined"))
    }

    #[cold]
    pub fn throw_uninitialized(&mut self, name: &str) -> Throw {
        self.throw_reference_error(format!("Cannot access '{name}' before initialization"))
    }

    /// `this` of a derived constructor before `super()`.
    #[cold]
    pub fn throw_this_unbound(&mut self) -> Throw {
        self.throw_reference_error(
            "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
        )
    }

    #[cold]
    pub fn throw_super_called_twice(&mut self) -> Throw {
        self.throw_reference_error("Super constructor may only be called once")
    }

    #[cold]
    pub fn throw_super_not_constructor(&mut self, v: Value, class: &str) -> Throw {
        let what = self.describe(v);
        let class = if class.is_empty() { "anonymous class" } else { class };
        self.throw_type_error(format!("Super constructor {what} of {class} is not a constructor"))
    }

    #[cold]
    pub fn throw_class_extends(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_type_error(format!("Class extends value {what} is not a constructor or null"))
    }

    #[cold]
    pub fn throw_class_prototype(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_type_error(format!("Class extends value does not have valid prototype property {what}"))
    }

    /// What a derived constructor at `frame` returned is no object, or it has not called super(). [[Construct]] finds that out after the
    /// function has been left: the error is of the caller's realm.
    ///
    /// # Safety
    /// `frame` is the live frame of the constructor.
    #[cold]
    pub unsafe fn throw_derived_result(&mut self, frame: *mut Frame, returned: Value) -> Throw {
        let realm = self.realm();
        // SAFETY: the caller's promise.
        restore_realm(self, unsafe { (*frame).caller });
        let thrown = if returned.is_undefined() {
            self.throw_this_unbound()
        } else {
            self.throw_type_error("Derived constructors may only return object or undefined")
        };
        self.set_realm(realm);
        thrown
    }

    /// [[Call]] of a class constructor. The error is of the class's realm (sec. 10.2.1).
    #[cold]
    pub fn throw_class_constructor_call(&mut self, class: Object) -> Throw {
        let name = self.peek(class, self.names.name).and_then(|name| name.as_string());
        let name = name.map_or(String::new(), |name| self.display_string(name));
        let realm = self.realm();
        if let Some(own) = function_realm(class) {
            self.set_realm(own);
        }
        let thrown = self.throw_type_error(format!("Class constructor {name} cannot be invoked without 'new'"));
        self.set_realm(realm);
        thrown
    }

    /// [[Call]] of a built-in constructor that wants `new`.
    #[cold]
    pub fn throw_constructor_needs_new(&mut self, constructor: &str) -> Throw {
        self.throw_type_error(format!("Constructor {constructor} requires 'new'"))
    }

    /// A method called on a receiver of another kind: `Map.prototype.get` on `{}`.
    #[cold]
    pub fn throw_incompatible_receiver(&mut self, method: &str, receiver: Value) -> Throw {
        let what = self.describe(receiver);
        self.throw_type_error(format!("Method {method} called on incompatible receiver {what}"))
    }

    #[cold]
    pub fn throw_not_iterable(&mut self, v: Value) -> Throw {
        let what = self.describe_with_type(v);
        self.throw_type_error(format!("{what} is not iterable (cannot read property Symbol(Symbol.iterator))"))
    }

    /// As [`Vm::throw_not_iterable`], where the source text of the iterable is known.
    #[cold]
    pub fn throw_text_not_iterable(&mut self, what: &str) -> Throw {
        self.throw_type_error(format!("{what} is not iterable"))
    }

    #[cold]
    pub fn throw_not_async_iterable(&mut self, v: Value) -> Throw {
        let what = self.describe_with_type(v);
        self.throw_type_error(format!("{what} is not async iterable"))
    }

    #[cold]
    pub fn throw_iterator_result_not_object(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_type_error(format!("Iterator result {what} is not an object"))
    }

    #[cold]
    pub fn throw_not_an_object(&mut self, v: Value) -> Throw {
        let what = self.describe(v);
        self.throw_type_error(format!("{what} is not an object"))
    }

    /// Destructuring of undefined or null; `key` is the first property that the pattern reads, if it has one.
    #[cold]
    pub fn throw_cannot_destructure(&mut self, v: Value, key: Option<PropertyKey>) -> Throw {
        let what = self.describe(v);
        match key {
            Some(key) => {
                let key = self.describe_key(key);
                self.throw_type_error(format!("Cannot destructure property '{key}' of '{what}' as it is {what}."))
            }
            None => self.throw_type_error(format!("Cannot destructure '{what}' as it is {what}.")),
        }
    }

    /// [[Set]] gave false in strict code. Finds out why.
    #[cold]
    pub fn throw_set_failed(&mut self, v: Value, key: PropertyKey) -> Throw {
        let name = self.describe_key(key);
        let what = self.describe(v);
        let Some(object) = v.as_object() else {
            let kind = self.type_name(v);
            return self.throw_type_error(format!("Cannot create property '{name}' on {kind} '{what}'"));
        };
        let mut link = Some(object);
        while let Some(holder) = link {
            if holder.is_kind(CellKind::Proxy) {
                return self.throw_type_error(format!("'set' on proxy: trap returned falsish for property '{name}'"));
            }
            if holder.is_kind(CellKind::ModuleNamespace) {
                // Asking for its properties may evaluate its module.
                return self
                    .throw_type_error(format!("Cannot assign to property '{name}' of module namespace '{what}'"));
            }
            let own = match holder.get_own_property(self, key) {
                Ok(own) => own,
                Err(throw) => return throw,
            };
            match own {
                Some(own) if own.is_accessor() => {
                    return self
                        .throw_type_error(format!("Cannot set property {name} of {what} which has only a getter"));
                }
                Some(_) => {
                    return self
                        .throw_type_error(format!("Cannot assign to read only property '{name}' of object '{what}'"));
                }
                None => link = holder.shape().prototype(),
            }
        }
        self.throw_type_error(format!("Cannot add property {name}, object is not extensible"))
    }

    /// [[DefineOwnProperty]] gave false. Finds out why.
    #[cold]
    pub fn throw_define_failed(&mut self, object: Object, key: PropertyKey) -> Throw {
        let name = self.describe_key(key);
        if object.is_kind(CellKind::Proxy) {
            return self
                .throw_type_error(format!("'defineProperty' on proxy: trap returned falsish for property '{name}'"));
        }
        match object.get_own_property(self, key) {
            Err(throw) => throw,
            Ok(None) if !object.shape().is_extensible() => {
                self.throw_type_error(format!("Cannot define property {name}, object is not extensible"))
            }
            Ok(_) => self.throw_type_error(format!("Cannot redefine property: {name}")),
        }
    }

    /// [[Delete]] gave false in strict code.
    #[cold]
    pub fn throw_delete_failed(&mut self, object: Object, key: PropertyKey) -> Throw {
        let name = self.describe_key(key);
        if object.is_kind(CellKind::Proxy) {
            return self
                .throw_type_error(format!("'deleteProperty' on proxy: trap returned falsish for property '{name}'"));
        }
        let what = self.describe(object.value());
        self.throw_type_error(format!("Cannot delete property '{name}' of {what}"))
    }

    /// A private name that the object lacks. `name` has its `#`.
    #[cold]
    pub fn throw_no_private(&mut self, name: &str, write: bool) -> Throw {
        if write {
            self.throw_type_error(format!(
                "Cannot write private member {name} to an object whose class did not declare it"
            ))
        } else {
            self.throw_type_error(format!(
                "Cannot read private member {name} from an object whose class did not declare it"
            ))
        }
    }

    #[cold]
    pub fn throw_private_redefined(&mut self) -> Throw {
        self.throw_type_error("Cannot initialize private field twice on the same object")
    }
}

/// Values in words.
impl Vm {
    /// A value as messages show it, read without side effects and cut to a decent length: a string is itself, an object `#<Name>` after its
    /// constructor, a function its source text.
    pub fn describe(&mut self, v: Value) -> String {
        let mut text = self.describe_in_full(v);
        if text.len() > MAX_DESCRIPTION {
            let mut end = MAX_DESCRIPTION;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            text.push_str("...");
        }
        text
    }

    fn describe_in_full(&mut self, v: Value) -> String {
        if v.is_number() {
            return crate::numeric::format::number_to_string(v.as_number());
        }
        if let Some(text) = v.as_string() {
            return self.display_string(text);
        }
        if let Some(b) = v.as_bigint() {
            return b.to_text(10);
        }
        if let Some(symbol) = v.as_symbol() {
            return self.describe_key(symbol.into());
        }
        match v.as_object() {
            Some(object) => self.describe_object(object),
            None => constant_name(v).to_owned(),
        }
    }

    fn describe_object(&mut self, object: Object) -> String {
        if object.is_callable() && !object.is_kind(CellKind::Proxy) {
            return match crate::object::function::source_text(self, object) {
                Ok(text) => self.display_string(text),
                Err(_) => {
                    self.take_exception();
                    String::from("function")
                }
            };
        }
        match object.kind() {
            CellKind::Error => return self.error_header(object),
            CellKind::Array => return String::from("[object Array]"),
            CellKind::Date => return String::from("[object Date]"),
            CellKind::RegExp => return String::from("[object RegExp]"),
            CellKind::Proxy => return String::from("#<Object>"),
            _ => {}
        }
        match self.constructor_name(object) {
            Some(name) => format!("#<{name}>"),
            None if self.peek(object, self.names.to_string).is_none() => String::from("[object Object]"),
            None => String::from("#<Object>"),
        }
    }

    /// The name of the function that an object's `constructor` is, as far as plain data tells.
    pub fn constructor_name(&mut self, object: Object) -> Option<String> {
        let constructor = self.peek(object, self.names.constructor)?.as_object().filter(|c| c.is_callable())?;
        let name = self.peek(constructor, self.names.name)?.as_string()?;
        (!name.is_empty()).then(|| self.display_string(name))
    }

    /// A data property of an object or its prototypes, if it can be had without running code.
    pub fn peek(&mut self, object: Object, key: PropertyKey) -> Option<Value> {
        let mut link = Some(object);
        while let Some(holder) = link {
            if holder.is_kind(CellKind::Proxy) || holder.reify(self).is_err() {
                return None;
            }
            if let Some(property) = holder.own_named(key) {
                let slot = holder.slot(property.slot);
                if !property.is_accessor() {
                    return Some(slot);
                }
                if !lazy::is_pending(slot) {
                    return None;
                }
                if lazy::settle(self, holder, slot).is_err() {
                    self.take_exception();
                    return None;
                }
                return holder.own_named(key).filter(|made| !made.is_accessor()).map(|made| holder.slot(made.slot));
            }
            link = holder.shape().prototype();
        }
        None
    }

    /// A string as UTF-8; empty where there is no memory to make a rope flat.
    fn display_string(&mut self, text: JsString) -> String {
        match text.to_rust_string_lossy(self) {
            Ok(text) => text,
            Err(_) => {
                self.take_exception();
                String::new()
            }
        }
    }

    /// A property key as messages show it: a name, an index, `Symbol(description)`, a private name with its `#`.
    pub fn describe_key(&mut self, key: PropertyKey) -> String {
        key.to_display(self)
    }

    /// The type, and for what is short the value: `number 5`, `object null`, `function`.
    pub fn describe_with_type(&mut self, v: Value) -> String {
        let kind = self.type_name(v);
        if v.is_string() {
            format!("{kind} \"{}\"", self.describe(v))
        } else if v.is_number() || v.is_bool() || v.is_null() {
            format!("{kind} {}", self.describe(v))
        } else {
            kind.to_owned()
        }
    }

    /// What `typeof` says, as text.
    pub fn type_name(&mut self, v: Value) -> &'static str {
        if v.is_number() {
            return "number";
        }
        if v.is_bool() {
            return "boolean";
        }
        let Some(header) = v.header() else {
            return if v.is_null() { "object" } else { "undefined" };
        };
        match header.kind() {
            CellKind::String => "string",
            CellKind::Symbol => "symbol",
            CellKind::BigInt => "bigint",
            _ if header.has_flag(FLAG_HTMLDDA) => "undefined",
            _ if v.is_callable() => "function",
            _ => "object",
        }
    }
}

fn constant_name(v: Value) -> &'static str {
    match v {
        Value::NULL => "null",
        Value::TRUE => "true",
        Value::FALSE => "false",
        _ => "undefined",
    }
}
