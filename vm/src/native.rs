//! Built-in functions: their arguments, their cells, and how realms define them.

use crate::bytecode::data::FunctionTemplate;
use crate::code::install::closure_of_template;
use crate::object::{Object, table};
use crate::source::SourceText;
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_CALLABLE, FLAG_CONSTRUCTOR};
use abi::frame::{CODE_FLAG_METHOD, CODE_FLAG_SELF_HOSTED, CODE_FLAG_STRICT, FIRST_ARGUMENT, FLAG_CONSTRUCT, Frame};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null_mut;
use std::rc::Rc;

/// A built-in's code.
pub type NativeFn = fn(&mut Vm, Args) -> JsResult;

/// A getter that only reads a number of a receiver of the kind: while the prototype chain has it, sites of this case read it themselves.
pub(crate) type NumberGetter = (CellKind, NativeFn, abi::ic::EntryKind);

/// The arguments of a built-in's call: its frame on the VM stack, which is also what keeps them alive.
#[derive(Clone, Copy)]
pub struct Args {
    frame: *mut Frame,
}

impl Args {
    /// # Safety
    /// `frame` must be the live frame of the call.
    #[inline(always)]
    pub(crate) unsafe fn new(frame: *mut Frame) -> Args {
        Args { frame }
    }

    #[inline(always)]
    fn frame(&self) -> &Frame {
        // SAFETY: Args exist only while their call runs, and its frame stays in place until it returns.
        unsafe { &*self.frame }
    }

    #[inline(always)]
    pub fn this(&self) -> Value {
        self.frame().this
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.frame().argc as usize
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The i-th argument, undefined where there is none.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Value {
        if i < self.len() { self.as_slice()[i] } else { Value::UNDEFINED }
    }

    /// All arguments. They are on the VM stack, which the collector scans.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Value] {
        // SAFETY: the frame has `argc` arguments behind its header, and outlives the call.
        unsafe {
            std::slice::from_raw_parts(self.frame.cast::<Value>().add(FIRST_ARGUMENT), self.frame().argc as usize)
        }
    }

    /// The arguments from the i-th on.
    pub fn rest(&self, i: usize) -> &[Value] {
        let all = self.as_slice();
        &all[i.min(all.len())..]
    }

    /// NewTarget: undefined for a plain call.
    #[inline(always)]
    pub fn new_target(&self) -> Value {
        if self.frame().flags & FLAG_CONSTRUCT != 0 { self.frame().new_target } else { Value::UNDEFINED }
    }

    /// NewTarget as an object; None for a plain call.
    #[inline(always)]
    pub fn new_target_object(&self) -> Option<Object> {
        self.new_target().as_object()
    }

    /// The running function object.
    #[inline(always)]
    pub fn callee(&self) -> Object {
        // SAFETY: a built-in's callee is its NativeFunction object.
        unsafe { Object::from_ptr(self.frame().callee.as_cell().cast()) }
    }

    /// A captured value of the running function (see [`Vm::new_native_closure`]).
    pub fn captured(&self, i: usize) -> Value {
        match self.callee().downcast::<NativeFunction>() {
            Some(f) => f.captured[i].get(),
            None => Value::UNDEFINED,
        }
    }

    pub fn set_captured(&self, vm: &mut Vm, i: usize, value: Value) {
        if let Some(f) = self.callee().downcast::<NativeFunction>() {
            f.captured[i].set(value);
            vm.heap.barrier(self.callee().as_ptr().cast());
        }
    }
}

/// How many values a built-in can capture.
pub const CAPTURED: usize = 4;

/// A built-in function object.
#[repr(C)]
pub struct NativeFunction {
    pub object: JsObject,
    pub function: NativeFn,
    pub realm: Cell<*mut CellHeader>,
    /// Code id under which reports know it.
    pub code_id: u32,
    pub length: u32,
    /// The name, with its prefix (get, set) if any; a string.
    pub name: Cell<Value>,
    pub captured: [Cell<Value>; CAPTURED],
}

/// What calls the function that is its `this`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forwarding {
    /// Function.prototype.call.
    Call,
    /// Function.prototype.apply.
    Apply,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for NativeFunction {
    const KIND: CellKind = CellKind::NativeFunction;
}

impl NativeFunction {
    #[inline(always)]
    pub fn forwarding(&self) -> Option<Forwarding> {
        use crate::builtins::function::{apply, call};
        let address = self.function as usize;
        if address == call as *const () as usize {
            Some(Forwarding::Call)
        } else if address == apply as *const () as usize {
            Some(Forwarding::Apply)
        } else {
            None
        }
    }

    /// # Safety
    /// To be called by the collector only, on a live NativeFunction cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let function = unsafe { &*cell.cast::<NativeFunction>() };
        crate::vm::trace_object(&function.object, visitor);
        visitor.visit_cell(function.realm.get());
        visitor.visit_value(function.name.get());
        function.captured.iter().for_each(|v| visitor.visit_value(v.get()));
    }
}

/// What kind of function a built-in is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeKind {
    Function,
    Constructor,
}

impl Vm {
    /// CreateBuiltinFunction in the current realm.
    pub fn new_native(&mut self, name: PropertyKey, length: u32, function: NativeFn) -> JsResult<Object> {
        self.new_native_with(name, None, length, function, NativeKind::Function, &[])
    }

    /// A built-in that carries up to [`CAPTURED`] values (promise resolving functions and the like); its name is empty.
    pub fn new_native_closure(&mut self, length: u32, function: NativeFn, captured: &[Value]) -> JsResult<Object> {
        let name = self.names.empty;
        self.new_native_with(name, None, length, function, NativeKind::Function, captured)
    }

    /// CreateBuiltinFunction. `prefix` is "get" or "set" for accessors.
    pub fn new_native_with(
        &mut self,
        name: PropertyKey,
        prefix: Option<&str>,
        length: u32,
        function: NativeFn,
        kind: NativeKind,
        captured: &[Value],
    ) -> JsResult<Object> {
        let name_string = self.function_name_string(name, prefix)?;
        let realm = self.realm_cell();
        let shape = self.realm().native_function_shape;
        let header = new_header(CellKind::NativeFunction, self.shape_index(shape));
        header.flags.set(
            FLAG_CALLABLE | abi::cell::FLAG_LAZY | if kind == NativeKind::Constructor { FLAG_CONSTRUCTOR } else { 0 },
        );
        let code_id = self.code.native_id(function, name_string);
        let mut values = [const { Cell::new(Value::UNDEFINED) }; CAPTURED];
        for (slot, value) in values.iter_mut().zip(captured) {
            slot.set(*value);
        }
        let object = self.new_js_object(header);
        let cell = self.alloc(NativeFunction {
            object,
            function,
            realm: Cell::new(realm),
            code_id,
            length,
            name: Cell::new(name_string.value()),
            captured: values,
        })?;
        // SAFETY: just allocated with that kind.
        Ok(unsafe { Object::from_ptr(cell.as_ptr().cast()) })
    }

    /// A built-in function that is written in JavaScript, in the current realm. Its text is compiled when it is first called.
    pub fn new_self_hosted(&mut self, name: &'static str, length: u32, text: &'static str) -> JsResult<Object> {
        let mut source = SourceText::new("", text, 0);
        source.is_self_hosted = true;
        source.traces_calls.set(self.options.trace_calls.is_some());
        let template = FunctionTemplate {
            name: name.into(),
            report_name: name.into(),
            length,
            flags: CODE_FLAG_SELF_HOSTED | CODE_FLAG_STRICT | CODE_FLAG_METHOD,
            source: Rc::new(source),
            span: (0, 0),
            position: 0,
            expected_properties: 0,
            environments: Default::default(),
            body: Default::default(),
        };
        closure_of_template(self, Rc::new(template), null_mut(), None)
    }

    /// The string that SetFunctionName makes of a key.
    pub fn function_name_string(&mut self, key: PropertyKey, prefix: Option<&str>) -> JsResult<JsString> {
        let base = match key.as_symbol() {
            Some(symbol) if key.is_private() => match symbol.description() {
                Some(d) => d,
                None => self.empty_string(),
            },
            Some(symbol) => match symbol.description() {
                Some(d) => {
                    let open = JsString::from_str(self, "[")?;
                    let close = JsString::from_str(self, "]")?;
                    let s = JsString::concat(self, open, d)?;
                    JsString::concat(self, s, close)?
                }
                None => self.empty_string(),
            },
            None => key.to_js_string(self)?,
        };
        match prefix {
            None => Ok(base),
            Some(prefix) => {
                let prefix = JsString::from_str(self, &format!("{prefix} "))?;
                JsString::concat(self, prefix, base)
            }
        }
    }
}

/// One line of a table of built-in methods.
pub struct Method {
    pub name: &'static str,
    pub length: u32,
    pub body: MethodBody,
}

/// What a built-in method does.
pub enum MethodBody {
    Native(NativeFn),
    /// The text of a function, in JavaScript with intrinsics ([`crate::frontend::compile_self_hosted`]).
    SelfHosted(&'static str),
}

/// Shorthand for tables of methods.
pub const fn method(name: &'static str, length: u32, function: NativeFn) -> Method {
    Method { name, length, body: MethodBody::Native(function) }
}

/// The same of a method that is written in JavaScript.
pub const fn self_hosted(name: &'static str, length: u32, text: &'static str) -> Method {
    Method { name, length, body: MethodBody::SelfHosted(text) }
}

impl Object {
    /// Defines built-in methods: writable, configurable, not enumerable. A name that begins with "@@" is a well-known symbol
    /// (`"@@iterator"`), whose function is named `[Symbol.iterator]`.
    pub fn define_methods(self, vm: &mut Vm, methods: &[Method]) -> JsResult<()> {
        for m in methods {
            match m.body {
                MethodBody::Native(function) => {
                    self.define_method(vm, m.name, m.length, function)?;
                }
                MethodBody::SelfHosted(text) => {
                    let key = vm.builtin_key(m.name)?;
                    let function = vm.new_self_hosted(m.name, m.length, text)?;
                    self.define_raw(vm, key, function.value(), table::HIDDEN)?;
                }
            }
        }
        Ok(())
    }

    /// Defines one built-in method and returns its function.
    pub fn define_method(self, vm: &mut Vm, name: &str, length: u32, function: NativeFn) -> JsResult<Object> {
        let key = vm.builtin_key(name)?;
        let f = vm.new_native(key, length, function)?;
        self.define_raw(vm, key, f.value(), table::HIDDEN)?;
        Ok(f)
    }

    /// Defines an accessor; `name` as for methods.
    pub fn define_getter(self, vm: &mut Vm, name: &str, get: NativeFn) -> JsResult<Object> {
        let key = vm.builtin_key(name)?;
        let getter = vm.new_native_with(key, Some("get"), 0, get, NativeKind::Function, &[])?;
        let pair = vm.new_accessor(getter.value(), Value::UNDEFINED)?;
        self.define_raw(vm, key, pair, table::CONFIGURABLE | table::ACCESSOR)?;
        Ok(getter)
    }

    /// Defines an accessor with both halves.
    pub fn define_accessor(self, vm: &mut Vm, name: &str, get: NativeFn, set: NativeFn) -> JsResult<()> {
        let key = vm.builtin_key(name)?;
        let getter = vm.new_native_with(key, Some("get"), 0, get, NativeKind::Function, &[])?;
        let setter = vm.new_native_with(key, Some("set"), 1, set, NativeKind::Function, &[])?;
        let pair = vm.new_accessor(getter.value(), setter.value())?;
        self.define_raw(vm, key, pair, table::CONFIGURABLE | table::ACCESSOR)
    }

    /// Defines a constant: not writable, not enumerable, not configurable.
    pub fn define_constant(self, vm: &mut Vm, name: &str, value: Value) -> JsResult<()> {
        let key = vm.builtin_key(name)?;
        self.define_raw(vm, key, value, 0)
    }

    /// Defines @@toStringTag: configurable only.
    pub fn define_to_string_tag(self, vm: &mut Vm, tag: &str) -> JsResult<()> {
        let value = JsString::from_str(vm, tag)?;
        self.define_raw(vm, vm.names.sym_to_string_tag, value.value(), table::CONFIGURABLE)
    }
}

impl Vm {
    /// A key by the name that tables of built-ins use: "@@iterator" is Symbol.iterator.
    pub fn builtin_key(&mut self, name: &str) -> JsResult<PropertyKey> {
        match name.strip_prefix("@@") {
            Some(symbol) => Ok(self.well_known_symbol(symbol)),
            None => PropertyKey::from_str(self, name),
        }
    }

    /// The well-known symbol with this name (without "Symbol.").
    pub fn well_known_symbol(&self, name: &str) -> PropertyKey {
        match name {
            "asyncIterator" => self.names.sym_async_iterator,
            "hasInstance" => self.names.sym_has_instance,
            "isConcatSpreadable" => self.names.sym_is_concat_spreadable,
            "match" => self.names.sym_match_,
            "matchAll" => self.names.sym_match_all,
            "replace" => self.names.sym_replace,
            "search" => self.names.sym_search,
            "species" => self.names.sym_species,
            "split" => self.names.sym_split,
            "toPrimitive" => self.names.sym_to_primitive,
            "toStringTag" => self.names.sym_to_string_tag,
            "unscopables" => self.names.sym_unscopables,
            "dispose" => self.names.sym_dispose,
            "asyncDispose" => self.names.sym_async_dispose,
            _ => self.names.sym_iterator,
        }
    }

    /// A constructor with its prototype object: `name` on the global object is the caller's. `prototype` gets a hidden
    /// `constructor`, the constructor a constant `prototype`.
    pub fn new_constructor(
        &mut self,
        name: &str,
        length: u32,
        function: NativeFn,
        prototype: Object,
    ) -> JsResult<Object> {
        let key = PropertyKey::from_str(self, name)?;
        let constructor = self.new_native_with(key, None, length, function, NativeKind::Constructor, &[])?;
        constructor.define_raw(self, self.names.prototype, prototype.value(), 0)?;
        prototype.define_raw(self, self.names.constructor, constructor.value(), table::HIDDEN)?;
        Ok(constructor)
    }

    /// `new_constructor`, and the global of that name.
    pub fn define_global_constructor(
        &mut self,
        name: &str,
        length: u32,
        function: NativeFn,
        prototype: Object,
    ) -> JsResult<Object> {
        let constructor = self.new_constructor(name, length, function, prototype)?;
        let key = PropertyKey::from_str(self, name)?;
        let global = self.realm().global;
        global.define_raw(self, key, constructor.value(), table::HIDDEN)?;
        Ok(constructor)
    }
}
