//! [[Call]] and [[Construct]] from Rust: frames, the two stack limits, and the dispatch by kind of callee.

use crate::code::Code;
use crate::feedback::Change;
use crate::interp;
use crate::interp::stack::copy_words;
use crate::native::{Args, NativeFunction};
use crate::object::{Object, function, proxy};
use crate::vm::{Vm, native_stack_pointer};
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::context::VmState;
use abi::frame::{
    CODE_FLAG_CLASS_CONSTRUCTOR, CODE_FLAG_SELF_HOSTED, FIRST_ARGUMENT, FLAG_CONSTRUCT, FLAG_ENTRY, FLAG_NATIVE, Frame,
};
use gc::Gc;
use std::sync::atomic::Ordering;

impl Vm {
    #[inline(always)]
    pub fn top_frame(&self) -> *mut Frame {
        self.context.top_call_frame.load(Ordering::Relaxed)
    }

    /// The frame that names are looked up in, published for the profiler.
    #[inline(always)]
    pub fn set_top_frame(&self, frame: *mut Frame) {
        self.context.top_call_frame.store(frame, Ordering::Release);
    }

    /// First free word of the VM stack.
    #[inline(always)]
    pub fn stack_top(&self) -> *mut Value {
        let top = self.top_frame();
        if top.is_null() {
            return self.context.stack_base.get();
        }
        // SAFETY: the top frame is live; its extent is known from its code or, for built-ins, its arguments.
        unsafe {
            let words = if (*top).code.is_null() {
                FIRST_ARGUMENT + (*top).argc as usize
            } else {
                (*(*top).code).frame_words as usize
            };
            top.cast::<Value>().add(words)
        }
    }

    /// Room for an outgoing frame on top of the stack; a RangeError if there is none.
    #[inline(always)]
    fn outgoing_frame(&mut self, argc: usize) -> JsResult<*mut Frame> {
        let top = self.stack_top();
        // SAFETY: only compared, not dereferenced.
        let end = top.wrapping_add(FIRST_ARGUMENT + argc);
        if end >= self.context.stack_limit.get() || native_stack_pointer() < self.context.native_limit.get() {
            return Err(self.throw_stack_overflow());
        }
        Ok(top.cast())
    }

    /// Puts an outgoing frame on top of the stack: callee, this and arguments are in place, the rest of the header is not.
    #[inline]
    fn push_outgoing(&mut self, callee: Value, this: Value, args: &[Value]) -> JsResult<*mut Frame> {
        let frame = self.outgoing_frame(args.len())?;
        // SAFETY: the words up to the last argument are within the stack and free.
        unsafe {
            (*frame).callee = callee;
            (*frame).this = this;
            (*frame).argc = args.len() as u32;
            let first = frame.cast::<Value>().add(FIRST_ARGUMENT);
            copy_words(args.as_ptr().cast(), first.cast(), args.len());
        }
        Ok(frame)
    }

    /// [`call`](Vm::call) for built-ins that call a function once for each element. `f` is callable. The arguments are stored into the frame one by
    /// one: from an array they would be loaded in pairs just after they were stored singly, which no processor forwards.
    #[inline(always)]
    pub fn call_back<const N: usize>(&mut self, f: Value, this: Value, args: [Value; N]) -> JsResult {
        let frame = self.outgoing_frame(N)?;
        // SAFETY: the words up to the last argument are within the stack and free.
        let first = unsafe {
            (*frame).callee = f;
            (*frame).this = this;
            (*frame).argc = N as u32;
            let first = frame.cast::<Value>().add(FIRST_ARGUMENT);
            for (i, argument) in args.into_iter().enumerate() {
                first.add(i).write(argument);
            }
            first
        };
        if f.as_object().is_some_and(|callee| callee.kind() == CellKind::Function) {
            return self.run_function(frame, 0, Value::UNDEFINED);
        }
        // SAFETY: they were just written.
        let args = unsafe { first.cast::<[Value; N]>().read() };
        self.call(f, this, &args)
    }

    /// Call(f, this, args); TypeError if `f` is not callable.
    pub fn call(&mut self, f: Value, this: Value, args: &[Value]) -> JsResult {
        let Some(callee) = f.as_object() else { return Err(self.throw_not_callable(f)) };
        match callee.kind() {
            CellKind::Function => {
                let frame = self.push_outgoing(f, this, args)?;
                self.run_function(frame, 0, Value::UNDEFINED)
            }
            CellKind::NativeFunction => {
                // Built-ins call callbacks in loops.
                self.spend(1)?;
                let frame = self.push_outgoing(f, this, args)?;
                // SAFETY: the frame was just laid out, and the callee is a NativeFunction.
                unsafe { self.run_native(frame, 0, Value::UNDEFINED) }
            }
            CellKind::BoundFunction => function::call_bound(callee, self, args),
            CellKind::Proxy if callee.is_callable() => {
                self.check_native_stack()?;
                proxy::call(callee, self, this, args)
            }
            _ => Err(self.throw_not_callable(f)),
        }
    }

    /// Construct(f, args, new_target); `f` must be a constructor.
    pub fn construct(&mut self, f: Object, args: &[Value], new_target: Option<Object>) -> JsResult<Object> {
        let target = new_target.unwrap_or(f);
        let result = match f.kind() {
            CellKind::Function => {
                let this = interp::call::this_for_construct(self, f, target)?;
                let frame = self.push_outgoing(f.value(), this, args)?;
                self.run_function(frame, FLAG_CONSTRUCT, target.value())?
            }
            CellKind::NativeFunction if f.is_constructor() => {
                let frame = self.push_outgoing(f.value(), Value::UNDEFINED, args)?;
                // SAFETY: the frame was just laid out, and the callee is a NativeFunction.
                unsafe { self.run_native(frame, FLAG_CONSTRUCT, target.value())? }
            }
            CellKind::BoundFunction => return function::construct_bound(f, self, args, target),
            CellKind::Proxy if f.is_constructor() => {
                self.check_native_stack()?;
                return proxy::construct(f, self, args, target);
            }
            _ => return Err(self.throw_not_constructor(f.value())),
        };
        match result.as_object() {
            Some(object) => Ok(object),
            None => Err(self.throw_type_error("constructor did not return an object")),
        }
    }

    /// Runs a JavaScript function whose outgoing frame is laid out at the top of the stack.
    fn run_function(&mut self, frame: *mut Frame, flags: u32, new_target: Value) -> JsResult {
        // SAFETY: the callee in the frame is a Function object.
        let callee = unsafe { Object::from_ptr((*frame).callee.as_cell().cast()) };
        let code = function::code_of(callee);
        if code.flags() & CODE_FLAG_CLASS_CONSTRUCTOR != 0 && flags & FLAG_CONSTRUCT == 0 {
            return Err(self.throw_class_constructor_call(callee));
        }
        let caller = self.top_frame();
        // SAFETY: as above; entering lays out the rest of the frame.
        unsafe {
            (*frame).caller = caller;
            (*frame).flags = flags | FLAG_ENTRY;
            (*frame).new_target = new_target;
        }
        let before = self.enter_state(VmState::Script);
        let realm = self.realm();
        let node = self.before_script();
        let result = interp::run(self, frame);
        self.after_script(node);
        self.set_realm(realm);
        self.set_top_frame(caller);
        self.leave_state(before);
        result
    }

    /// Runs a built-in whose outgoing frame is laid out, from any caller.
    ///
    /// # Safety
    /// The frame must be laid out (callee, this, argc, arguments) above the current top frame, with a NativeFunction as callee.
    #[inline]
    pub(crate) unsafe fn run_native(&mut self, frame: *mut Frame, flags: u32, new_target: Value) -> JsResult {
        let caller = self.top_frame();
        // SAFETY: the caller's promise.
        let function = unsafe {
            let function = &*(*frame).callee.as_cell().cast::<NativeFunction>();
            (*frame).caller = caller;
            (*frame).position = 0;
            (*frame).code_id = function.code_id;
            (*frame).code = std::ptr::null();
            (*frame).flags = flags | FLAG_NATIVE;
            (*frame).new_target = new_target;
            function
        };
        let realm = self.realm();
        // SAFETY: a function's realm is a live Realm cell.
        self.set_realm(unsafe { gc::Gc::from_ptr(function.realm.get().cast()) });
        self.set_top_frame(frame);
        let before = self.enter_state(VmState::Builtin);
        let node = if self.calls.is_on() { self.native_began(function.code_id) } else { 0 };
        // SAFETY: the frame stays in place until the built-in returns.
        let result = (function.function)(self, unsafe { Args::new(frame) });
        if self.calls.is_on() {
            self.native_ended(node);
        }
        self.leave_state(before);
        self.set_top_frame(caller);
        self.set_realm(realm);
        result
    }

    /// The code of the innermost frame that has some: that of the sites that learn.
    pub(crate) fn top_code(&self) -> Option<Gc<Code>> {
        let mut frame = self.top_frame();
        while !frame.is_null() {
            // SAFETY: frames of the chain are live.
            unsafe {
                if !(*frame).code.is_null() {
                    return Some(Code::from_machine((*frame).code));
                }
                frame = (*frame).caller;
            }
        }
        None
    }

    /// The innermost code of the program's, for modules and origins.
    pub(crate) fn program_code(&self) -> Option<Gc<Code>> {
        self.top_place().map(|(code, _)| code)
    }

    /// The innermost code of the program's, and the offset of the instruction that is running. In a built-in: those of the call.
    fn top_place(&self) -> Option<(Gc<Code>, u32)> {
        let mut frame = self.top_frame();
        while !frame.is_null() {
            // SAFETY: frames of the chain are live.
            unsafe {
                if is_of_program(frame) {
                    return Some((Code::from_machine((*frame).code), (*frame).position));
                }
                frame = (*frame).caller;
            }
        }
        None
    }

    /// The place in the program that is running, for transitions and statistics.
    pub(crate) fn current_origin(&self) -> crate::object::shape::Origin {
        self.top_place().map_or_else(Default::default, |(code, offset)| crate::object::shape::Origin {
            code_id: code.machine().code_id,
            offset,
        })
    }

    /// Counts an element-kind transition against the running place.
    #[cold]
    pub(crate) fn note_element_transition(
        &mut self,
        _object: Object,
        from: abi::object::ElementKind,
        to: abi::object::ElementKind,
    ) {
        if let Some((code, position)) = self.top_place()
            && let Some(site) = crate::feedback::site_at(&code, position)
        {
            self.note(site, Change::Elements { from, to });
        }
        let origin = self.current_origin();
        if self.trace.ic {
            self.trace_elements(origin, from, to);
        }
        *self.element_transitions.entry((origin, from, to)).or_insert(0) += 1;
    }
}

/// Whether a frame runs code of the program's: it is no built-in's, in whatever language that is written.
///
/// # Safety
/// The frame is live.
#[inline(always)]
pub(crate) unsafe fn is_of_program(frame: *const Frame) -> bool {
    // SAFETY: the caller's promise; a frame's code is live.
    unsafe { !(*frame).code.is_null() && (*(*frame).code).flags & CODE_FLAG_SELF_HOSTED == 0 }
}
