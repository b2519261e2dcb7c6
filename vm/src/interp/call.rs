//! Frames: entering, constructing, spreading, replacing.

use crate::code::{Code, MACHINE_OFFSET};
use crate::interp::stack::copy_words;
use crate::native::{Forwarding, NativeFunction};
use crate::object::function::BoundFunction;
use crate::object::{Object, arguments, function};
use crate::runtime::{generator, operations};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::*;
use abi::object::JsFunction;

/// Completes the frame at `new` (whose callee, this, argc, arguments, caller and flags are in place) and publishes it: compiles the
/// function at its first call, checks the stack's limit, fills missing arguments and locals with undefined. Returns where the frame is: it
/// moves up behind its arguments where there are very many that an arguments object or a rest array was made of, so that deep recursion
/// with growing arguments ends at the stack's limit and not at the heap's.
///
/// # Safety
/// The frame must be laid out so, with a Function as callee, within the stack.
#[inline(always)]
pub unsafe fn enter(vm: &mut Vm, new: *mut Frame) -> JsResult<*mut Frame> {
    // SAFETY: the caller's promise.
    unsafe {
        let callee: *mut JsFunction = (*new).callee.as_cell().cast();
        let machine = (*callee).code.get().byte_add(MACHINE_OFFSET).cast::<CodeHeader>();
        if (*callee).realm.get() != vm.realm_cell() {
            (*new).flags |= FLAG_REALM;
            vm.set_realm(gc::Gc::from_ptr((*callee).realm.get().cast()));
        }
        if (*machine).bytecode.is_null() {
            // The outgoing words are not in the frame chain yet: keep them below the stack's top while compiling.
            compile(vm, new, machine)?;
        }
        let mut new = new;
        let words = new.cast::<Value>();
        let parameters = (*machine).parameters as usize;
        let argc = (*new).argc as usize;
        let end = words.add((*machine).frame_words as usize);
        if end >= vm.context.stack_limit.get() {
            return Err(vm.throw_stack_overflow());
        }
        if (*machine).flags & (CODE_FLAG_ARROW | CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
            if (*machine).flags & CODE_FLAG_ARROW != 0 {
                (*new).this = (*callee).this.get();
            }
            if (*machine).flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
                // Empty until CreateGenerator.
                (*new).new_target = Value::EMPTY;
            }
        }
        if (*machine).flags & CODE_FLAG_SLOW_ENTRY != 0
            && ((*machine).flags & CODE_FLAG_SLOW_ENTRY != CODE_FLAG_COERCE_THIS || !(*new).this.is_object())
        {
            new = enter_slow(vm, new, machine)?;
        } else {
            let first = words.add(FIRST_ARGUMENT);
            for i in argc.min(parameters)..parameters + (*machine).locals as usize {
                *first.add(i) = Value::UNDEFINED;
            }
        }
        (*new).position = 0;
        (*new).code_id = (*machine).code_id;
        (*new).code = machine;
        vm.set_top_frame(new);
        (*machine).tier_up_budget -= 1;
        if (*machine).tier_up_budget < 0 {
            vm.tier_up_budget_spent(machine)?;
        }
        Ok(new)
    }
}

#[cold]
#[inline(never)]
unsafe fn compile(vm: &mut Vm, new: *mut Frame, machine: *mut CodeHeader) -> JsResult<()> {
    // SAFETY: the machine part is in a live Code cell; the frame is laid out.
    unsafe {
        let code = machine.byte_sub(MACHINE_OFFSET).cast::<Code>();
        vm.with_outgoing(new, |vm| crate::code::install::ensure_compiled(vm, code))
    }
}

/// `this` coercion, arguments object, rest array.
#[cold]
#[inline(never)]
unsafe fn enter_slow(vm: &mut Vm, new: *mut Frame, machine: *mut CodeHeader) -> JsResult<*mut Frame> {
    // SAFETY: as for `enter`.
    unsafe {
        let flags = (*machine).flags;
        let parameters = (*machine).parameters as usize;
        let argc = (*new).argc as usize;
        let words = new.cast::<Value>();
        if flags & CODE_FLAG_COERCE_THIS != 0 && !(*new).this.is_object() && (*new).flags & FLAG_CONSTRUCT == 0 {
            let this = (*new).this;
            (*new).this = if this.is_nullish() {
                vm.realm().global_this.value()
            } else {
                vm.with_outgoing(new, |vm| crate::runtime::convert::to_object(vm, this))?.value()
            };
        }
        let mut arguments = Value::EMPTY;
        let mut rest = Value::UNDEFINED;
        let is_later = flags & CODE_FLAG_ARGUMENTS_LAZY != 0 && argc <= parameters;
        if flags & (CODE_FLAG_ARGUMENTS_UNMAPPED | CODE_FLAG_ARGUMENTS_MAPPED) != 0 && !is_later {
            let mapped = flags & CODE_FLAG_ARGUMENTS_MAPPED != 0;
            arguments = vm.with_outgoing(new, |vm| arguments::create(vm, new, mapped))?.value();
        }
        if flags & CODE_FLAG_REST != 0 || flags & CODE_FLAG_FORWARD != 0 && argc > parameters {
            let values = std::slice::from_raw_parts(
                words.add(FIRST_ARGUMENT + parameters.min(argc)),
                argc.saturating_sub(parameters),
            );
            // The arguments object must survive: it is in a local, which the collector finds.
            rest = vm.with_outgoing(new, |vm| vm.new_array(values))?.value();
            std::hint::black_box(arguments);
        }
        let mut new = new;
        let mut words = words;
        let extra = argc.saturating_sub(parameters);
        if extra > MANY_ARGUMENTS && flags & !CODE_FLAG_COERCE_THIS & CODE_FLAG_SLOW_ENTRY != 0 {
            let moved = words.add(extra);
            if moved.add((*machine).frame_words as usize) >= vm.context.stack_limit.get() {
                return Err(vm.throw_stack_overflow());
            }
            std::ptr::copy(words, moved, FIRST_ARGUMENT + parameters);
            words = moved;
            new = moved.cast();
        }
        let first = words.add(FIRST_ARGUMENT);
        for i in argc.min(parameters)..parameters + (*machine).locals as usize {
            *first.add(i) = Value::UNDEFINED;
        }
        if (*machine).arguments_register != 0 {
            *words.add((*machine).arguments_register as usize) = arguments;
        }
        if (*machine).rest_register != 0 {
            *words.add((*machine).rest_register as usize) = rest;
        }
        Ok(new)
    }
}

/// Arguments beyond the parameters that a frame may drop without their counting for the stack's limit.
const MANY_ARGUMENTS: usize = 16;

impl Vm {
    /// Runs `f` with the outgoing frame at `new` as the top of the stack, so that what `f` allocates or calls
    /// neither overwrites nor loses the outgoing words.
    pub(super) unsafe fn with_outgoing<T>(&mut self, new: *mut Frame, f: impl FnOnce(&mut Vm) -> T) -> T {
        let before = self.top_frame();
        // SAFETY: the frame's words up to its arguments are in place, its caller among them; a null code makes it end with them.
        unsafe {
            (*new).code = std::ptr::null();
            (*new).position = 0;
            (*new).code_id = 0;
        }
        self.set_top_frame(new);
        let result = f(self);
        self.set_top_frame(before);
        result
    }
}

/// After `enter` failed: for an async function the call gives a rejected promise; else the exception stays pending.
#[cold]
pub fn entry_failed(vm: &mut Vm, new: *mut Frame) -> Option<Value> {
    // SAFETY: the frame's callee is a Function, its caller is set.
    unsafe {
        let callee = Object::from_ptr((*new).callee.as_cell().cast());
        let flags = function::code_of(callee).flags();
        if (*new).flags & FLAG_REALM != 0 {
            restore_realm(vm, (*new).caller);
        }
        if flags & CODE_FLAG_ASYNC != 0 && flags & CODE_FLAG_GENERATOR == 0 && !vm.is_terminating() {
            return generator::reject_pending(vm);
        }
    }
    None
}

/// The realm of the function that `frame` runs.
#[cold]
pub fn restore_realm(vm: &mut Vm, frame: *mut Frame) {
    if frame.is_null() {
        return;
    }
    // SAFETY: the frame is live; its callee is a function.
    unsafe {
        let callee = (*frame).callee;
        if let Some(f) = callee.as_object()
            && let Some(realm) = function_realm(f)
        {
            vm.set_realm(realm);
        }
    }
}

/// The realm of a function that has one of its own.
pub(crate) fn function_realm(f: Object) -> Option<gc::Gc<crate::realm::Realm>> {
    let cell = match f.kind() {
        CellKind::Function => function::fields(f).realm.get(),
        CellKind::NativeFunction => f.downcast::<crate::native::NativeFunction>()?.realm.get(),
        _ => return None,
    };
    // SAFETY: a function's realm is a live Realm cell.
    Some(unsafe { gc::Gc::from_ptr(cell.cast()) })
}

/// A call whose callee is not an ordinary JavaScript function: built-in, bound, proxy, class, or not callable at all.
#[cold]
#[inline(never)]
pub fn call_slow(vm: &mut Vm, new: *mut Frame) -> JsResult {
    // SAFETY: the outgoing area is in place and within the frame on top.
    let (callee, this, args) = unsafe {
        let first = new.cast::<Value>().add(FIRST_ARGUMENT);
        ((*new).callee, (*new).this, std::slice::from_raw_parts(first, (*new).argc as usize))
    };
    if !callee.is_callable() {
        return Err(crate::interp::ops::throw_call_of_non_function(vm, callee));
    }
    vm.call(callee, this, args)
}

/// As [`call_slow`], where the arguments were spread, perhaps beyond the running frame's extent.
#[inline(never)]
pub fn call_spread(vm: &mut Vm, new: *mut Frame) -> JsResult {
    // SAFETY: the outgoing area is in place and within the stack.
    unsafe {
        let callee = (*new).callee;
        if callee.is_kind(CellKind::NativeFunction) {
            return vm.run_native(new, 0, Value::UNDEFINED);
        }
        if !callee.is_callable() {
            return Err(crate::interp::ops::throw_call_of_non_function(vm, callee));
        }
        let args = spread_arguments(vm, new);
        vm.call(callee, (*new).this, &args)
    }
}

/// A copy of spread arguments.
unsafe fn spread_arguments(vm: &mut Vm, new: *mut Frame) -> gc::RootedVec {
    let mut args = vm.heap.rooted_vec();
    // SAFETY: the outgoing area is in place.
    let values = unsafe { std::slice::from_raw_parts(new.cast::<Value>().add(FIRST_ARGUMENT), (*new).argc as usize) };
    args.extend_from_slice(values);
    args
}

/// As [`prepare_construct`], where the arguments were spread.
pub fn prepare_construct_spread(vm: &mut Vm, new: *mut Frame, caller: *mut Frame) -> JsResult<Prepared> {
    // SAFETY: the outgoing area is in place.
    unsafe {
        let callee = (*new).callee;
        let plain = callee.is_kind(CellKind::Function) || callee.is_kind(CellKind::NativeFunction);
        if let Some(f) = callee.as_object().filter(|f| !plain && f.is_constructor()) {
            let args = spread_arguments(vm, new);
            let new_target = (*new).new_target.as_object();
            return Ok(Prepared::Done(vm.construct(f, &args, new_target)?.value()));
        }
        if callee.is_kind(CellKind::NativeFunction) {
            return prepare_construct(vm, new);
        }
        (*new).caller = caller;
        vm.with_outgoing(new, |vm| prepare_construct(vm, new))
    }
}

/// What is left to do for a Construct.
pub enum Prepared {
    /// Enter the function's frame with these flags.
    Enter(u32),
    Done(Value),
}

/// [[Construct]] of the outgoing frame at `new`, whose new target is in place.
pub fn prepare_construct(vm: &mut Vm, new: *mut Frame) -> JsResult<Prepared> {
    // SAFETY: the outgoing area is in place.
    let (callee, new_target) = unsafe { ((*new).callee, (*new).new_target) };
    let Some(f) = callee.as_object() else {
        return Err(crate::interp::ops::throw_construct_of_non_constructor(vm, callee));
    };
    if f.is_kind(CellKind::Function) && f.is_constructor() {
        let target = new_target.as_object().unwrap_or(f);
        // The outgoing words are above the running frame's, within its extent: allocation cannot lose them.
        let this = this_for_construct(vm, f, target)?;
        // SAFETY: as above.
        unsafe {
            (*new).this = this;
            (*new).new_target = new_target;
        }
        return Ok(Prepared::Enter(FLAG_CONSTRUCT));
    }
    if !f.is_constructor() {
        return Err(crate::interp::ops::throw_construct_of_non_constructor(vm, callee));
    }
    // SAFETY: as above.
    unsafe {
        let first = new.cast::<Value>().add(FIRST_ARGUMENT);
        if f.is_kind(CellKind::NativeFunction) {
            let result = vm.run_native(new, FLAG_CONSTRUCT, new_target)?;
            return Ok(Prepared::Done(result));
        }
        let args = std::slice::from_raw_parts(first, (*new).argc as usize);
        let result = vm.construct(f, args, new_target.as_object())?;
        Ok(Prepared::Done(result.value()))
    }
}

/// The `this` that [[Construct]] starts with: an instance for base constructors, empty (unbound) for derived ones.
pub fn this_for_construct(vm: &mut Vm, f: Object, new_target: Object) -> JsResult<Value> {
    if function::code_of(f).flags() & CODE_FLAG_DERIVED != 0 {
        return Ok(Value::EMPTY);
    }
    instance_for(vm, new_target)
}

/// The instance that a base constructor starts with, by new.target, which is a constructor.
pub fn instance_for(vm: &mut Vm, new_target: Object) -> JsResult<Value> {
    if new_target.is_kind(CellKind::Function)
        && let Some(object) = function::make_instance(vm, new_target)?
    {
        return Ok(object.value());
    }
    let prototype = operations::get_prototype_from_constructor(vm, new_target, |realm| realm.object_prototype)?;
    Ok(vm.new_object_with_prototype(Some(prototype))?.value())
}

/// Replaces the list that is the last of `argc` arguments by its elements.
pub fn spread(vm: &mut Vm, new: *mut Frame, argc: u16) -> JsResult<()> {
    let before = u32::from(argc) - 1;
    // SAFETY: the area has so many argument words.
    unsafe {
        let first = new.cast::<Value>().add(FIRST_ARGUMENT + before as usize);
        let Some(list) = (*first).as_object() else {
            (*new).argc = before;
            return Ok(());
        };
        let length = list.as_array().map_or(0, |a| a.length.get()) as usize;
        if first.add(length + 1) >= vm.context.stack_limit.get() {
            return Err(vm.throw_stack_overflow());
        }
        match list.packed_values() {
            Some(values) => copy_words(values.as_ptr().cast(), first.cast(), length),
            None => {
                for i in 0..length {
                    *first.add(i) = list.fast_element(i as u32).unwrap_or(Value::UNDEFINED);
                }
            }
        }
        (*new).argc = before + length as u32;
    }
    Ok(())
}

/// Lays out what SuperForward passes on: the arguments that its frame was called with.
#[inline(never)]
pub fn forward(vm: &mut Vm, frame: *mut Frame, new: *mut Frame) -> JsResult<()> {
    // SAFETY: the frame is live, and the area at its end has room for the parameters.
    unsafe {
        let (from, to) = (frame.cast::<Value>().add(FIRST_ARGUMENT), new.cast::<Value>().add(FIRST_ARGUMENT));
        let (argc, parameters) = ((*frame).argc as usize, (*(*frame).code).parameters as usize);
        if to.add(argc) >= vm.context.stack_limit.get() {
            return Err(vm.throw_stack_overflow());
        }
        copy_words(from.cast(), to.cast(), argc.min(parameters));
        if argc > parameters
            && let Some(rest) = (*frame.cast::<Value>().add((*(*frame).code).rest_register as usize)).as_object()
        {
            for i in parameters..argc {
                *to.add(i) = rest.fast_element((i - parameters) as u32).unwrap_or(Value::UNDEFINED);
            }
        }
        (*new).argc = argc as u32;
    }
    Ok(())
}

/// What a frame gives back that returns a value: a base constructor's instance, where the value is no object. (Derived constructors have checked
/// theirs.)
///
/// # Safety
/// The frame is live.
#[inline(always)]
pub unsafe fn result(frame: *const Frame, value: Value) -> Value {
    // SAFETY: the caller's promise.
    unsafe { if (*frame).flags & FLAG_CONSTRUCT != 0 && !value.is_object() { (*frame).this } else { value } }
}

/// Whether calling the object is entering a frame: it is a function written in JavaScript, and no class.
pub fn is_plain_function(f: Object) -> bool {
    f.is_kind(CellKind::Function) && function::code_of(f).flags() & CODE_FLAG_CLASS_CONSTRUCTOR == 0
}

/// A tail call: moves the outgoing area over the running frame. False if the callee is not a plain function: the frame of who calls a built-in stays.
///
/// # Safety
/// `new` is the outgoing area of the running frame `old`.
pub unsafe fn replace_frame(_vm: &mut Vm, old: *mut Frame, new: *mut Frame) -> bool {
    // SAFETY: the caller's promise; the area lies above the old frame's start.
    unsafe {
        let Some(f) = (*new).callee.as_object() else { return false };
        if !f.is_kind(CellKind::Function)
            || function::code_of(f).flags() & (CODE_FLAG_CLASS_CONSTRUCTOR | CODE_FLAG_SELF_HOSTED) != 0
            || (*old).flags & (FLAG_CONSTRUCT | FLAG_RESUMED) != 0
        {
            return false;
        }
        let argc = (*new).argc as usize;
        (*old).callee = (*new).callee;
        (*old).this = (*new).this;
        (*old).argc = argc as u32;
        (*old).flags |= FLAG_TAIL_CALLED;
        std::ptr::copy(new.cast::<Value>().add(FIRST_ARGUMENT), old.cast::<Value>().add(FIRST_ARGUMENT), argc);
        true
    }
}

/// Lays out what Function.prototype.call or apply are to call in place of their own frame, and says so; false, without effect, if `new` is no such call,
/// or not as simple as that. That the built-in was called is then nobody's to see, so not while calls are traced.
///
/// # Safety
/// As for [`call_native`].
#[inline(always)]
pub unsafe fn unwrap_call(vm: &Vm, new: *mut Frame) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        let native = &*(*new).callee.as_cell().cast::<NativeFunction>();
        native.forwarding().is_some_and(|forwarding| unwrap(vm, new, forwarding))
    }
}

/// # Safety
/// As for [`unwrap_call`]; the callee is one of the two.
#[inline(never)]
unsafe fn unwrap(vm: &Vm, new: *mut Frame, forwarding: Forwarding) -> bool {
    // SAFETY: the caller's promise; the area holds so many arguments, and what is written lies within the stack.
    unsafe {
        let (target, argc) = ((*new).this, (*new).argc as usize);
        if vm.calls.is_on() || !target.as_object().is_some_and(is_plain_function) {
            return false;
        }
        let arguments = new.cast::<Value>().add(FIRST_ARGUMENT);
        let this = if argc > 0 { *arguments } else { Value::UNDEFINED };
        let passed = if forwarding == Forwarding::Call {
            let passed = argc.saturating_sub(1);
            std::ptr::copy(arguments.add(1), arguments, passed);
            passed
        } else if argc < 2 || (*arguments.add(1)).is_nullish() {
            0
        } else {
            let list = (*arguments.add(1)).as_object();
            let Some(values) = list.as_ref().and_then(|list| operations::plain_list(vm, list)) else { return false };
            if arguments.add(values.len() + 1) >= vm.context.stack_limit.get() {
                return false;
            }
            copy_words(values.as_ptr().cast(), arguments.cast(), values.len());
            values.len()
        };
        (*new).callee = target;
        (*new).this = this;
        (*new).argc = passed as u32;
        true
    }
}

/// Puts the target of a bound function, with what is bound, into its place in the outgoing area at `new`. False, without effect, where that is
/// for [`call_slow`].
///
/// # Safety
/// The area holds callee, this, argc and arguments, and nothing beyond it is in use.
#[inline(never)]
pub(super) unsafe fn unwrap_bound(vm: &Vm, new: *mut Frame) -> bool {
    // SAFETY: the caller's promise; what is written lies within the stack.
    unsafe {
        let Some(bound) = (*new).callee.as_object().and_then(|callee| callee.downcast::<BoundFunction>()) else {
            return false;
        };
        let Some(target) = bound.target().filter(|target| is_plain_function(*target)) else { return false };
        if vm.calls.is_on() {
            return false;
        }
        if let Some(list) = Object::from_nullable(bound.arguments.get()) {
            let Some(values) = list.packed_values() else { return false };
            let argc = (*new).argc as usize;
            let arguments = new.cast::<Value>().add(FIRST_ARGUMENT);
            if arguments.add(values.len() + argc) >= vm.context.stack_limit.get() {
                return false;
            }
            std::ptr::copy(arguments, arguments.add(values.len()), argc);
            copy_words(values.as_ptr().cast(), arguments.cast(), values.len());
            (*new).argc = (values.len() + argc) as u32;
        }
        (*new).callee = target.value();
        (*new).this = bound.this.get();
        true
    }
}

/// Calls the built-in whose frame is laid out at `new`.
///
/// # Safety
/// The area holds callee (a NativeFunction), this, argc and arguments.
#[inline(always)]
pub unsafe fn call_native(vm: &mut Vm, new: *mut Frame) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe {
        let end = new.cast::<Value>().add(FIRST_ARGUMENT + (*new).argc as usize);
        if end >= vm.context.stack_limit.get() {
            return Err(vm.throw_stack_overflow());
        }
        debug_assert!((*(*new).callee.as_cell()).is(CellKind::NativeFunction));
        vm.run_native(new, 0, Value::UNDEFINED)
    }
}
