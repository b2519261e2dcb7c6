//! Generators, async functions and async generators: frames that are put away and taken up again.
//!
//! A suspended call is a copy of its frame in a cell. Resuming copies it on top of the VM stack and goes on
//! in the interpreter. While the frame exists, its new-target word (which such functions have no use for) holds the generator
//! or the async function's state object.

use crate::interp;
use crate::interp::stack::copy_words;
use crate::object::{Object, function};
use crate::runtime::iterator::{create_iter_result_object, iterator_complete, iterator_value};
use crate::runtime::{operations, promise};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::generator::{
    GIVEN_RESULT, GIVEN_RETURNED, GIVEN_YIELDED, GeneratorHead, GeneratorState, SAVED_WORDS_OFFSET, SavedFrame,
};
use abi::object::{JsFunction, JsObject};
use abi::opcode::Opcode;
use gc::{Gc, HeapCell, Visitor};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ptr::null_mut;

/// # Safety
/// To be called by the collector only, on a live SavedFrame cell.
pub unsafe fn trace_saved_frame(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector registers this function for cells of that kind. Registers may be stale, as on the stack.
    unsafe {
        let words = (*cell.cast::<SavedFrame>()).words as usize;
        let first = cell.byte_add(SAVED_WORDS_OFFSET).cast::<Value>();
        visitor.visit_conservative(first.add(CALLEE).cast(), first.add(words).cast());
    }
}

/// A generator object, or the state of an async function (which no script sees).
#[repr(C)]
pub struct GeneratorObject {
    head: GeneratorHead,
    /// The promise of an async function, else undefined.
    promise: Cell<Value>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for GeneratorObject {
    const KIND: CellKind = CellKind::Generator;
}

impl GeneratorObject {
    /// # Safety
    /// To be called by the collector only, on a live Generator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let generator = unsafe { &*cell.cast::<GeneratorObject>() };
        crate::vm::trace_object(&generator.head.object, visitor);
        visitor.visit_cell(generator.head.frame.get().cast());
        visitor.visit_value(generator.promise.get());
    }
}

/// A request to an async generator.
struct Request {
    mode: u8,
    value: Value,
    promise: Value,
}

/// An async generator object (sec. 27.6.3).
#[repr(C)]
pub struct AsyncGeneratorObject {
    pub object: JsObject,
    state: Cell<GeneratorState>,
    frame: Cell<*mut SavedFrame>,
    queue: RefCell<VecDeque<Request>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for AsyncGeneratorObject {
    const KIND: CellKind = CellKind::AsyncGenerator;
    const NEEDS_DROP: bool = true;
}

impl AsyncGeneratorObject {
    /// # Safety
    /// To be called by the collector only, on a live AsyncGenerator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let generator = unsafe { &*cell.cast::<AsyncGeneratorObject>() };
        crate::vm::trace_object(&generator.object, visitor);
        visitor.visit_cell(generator.frame.get().cast());
        // SAFETY: nobody allocates while the queue is borrowed mutably.
        for request in unsafe { (*generator.queue.as_ptr()).iter() } {
            visitor.visit_value(request.value);
            visitor.visit_value(request.promise);
        }
    }
}

/// The beginning of an object that has no frame yet.
fn head(object: JsObject, state: GeneratorState) -> GeneratorHead {
    GeneratorHead { object, frame: Cell::new(null_mut()), state: Cell::new(state), bare: Cell::new(true) }
}

/// What CreateGenerator did.
pub enum Created {
    /// The call is over; this is its result.
    Suspended(Value),
    /// An async function goes on; this is its state object.
    Running(Value),
}

const NEXT: u8 = 0;
const THROW: u8 = 1;
const RETURN: u8 = 2;

/// Copies the frame away, to go on at `position`.
unsafe fn save(vm: &mut Vm, frame: *mut Frame, position: usize) -> JsResult<*mut SavedFrame> {
    // SAFETY: the frame is live and of a compiled function; all of the cell is written here.
    unsafe {
        let words = (*(*frame).code).frame_words as usize;
        let bytes = SAVED_WORDS_OFFSET + words * 8;
        let cell: *mut SavedFrame = vm.alloc_uninit(CellKind::SavedFrame, bytes)?.as_ptr().cast();
        copy_words(frame.cast::<u64>(), cell.byte_add(SAVED_WORDS_OFFSET).cast::<u64>(), words);
        (*cell).words = words as u32;
        (*cell).position = position as u32;
        Ok(cell)
    }
}

/// Saves into a cell that is there already and has the size, else into a new one.
unsafe fn save_again(
    vm: &mut Vm,
    owner: *const CellHeader,
    place: &Cell<*mut SavedFrame>,
    frame: *mut Frame,
    position: usize,
) -> JsResult<()> {
    let old = place.get();
    // SAFETY: the frame is live; a cell once made for this frame has its size.
    unsafe {
        let words = (*(*frame).code).frame_words;
        if !old.is_null() && (*old).words == words {
            copy_words(frame.cast::<u64>(), old.byte_add(SAVED_WORDS_OFFSET).cast::<u64>(), words as usize);
            (*old).position = position as u32;
            vm.heap.barrier(old.cast());
        } else {
            let cell = save(vm, frame, position)?;
            place.set(cell);
            vm.heap.barrier(owner);
        }
    }
    Ok(())
}

/// CreateGenerator; `resume_at` is the offset behind it.
///
/// # Safety
/// `frame` must be the running frame, of a generator or async function.
pub unsafe fn create(vm: &mut Vm, frame: *mut Frame, resume_at: usize) -> JsResult<Created> {
    // SAFETY: the caller's promise.
    let (flags, callee) = unsafe { ((*(*frame).code).flags, Object::from_ptr((*frame).callee.as_cell().cast())) };
    let is_async = flags & CODE_FLAG_ASYNC != 0;
    if flags & CODE_FLAG_GENERATOR == 0 {
        let promise = promise::new_promise(vm)?;
        let prototype = vm.realm().object_prototype;
        let state = vm.new_exotic(Some(prototype), |object| GeneratorObject {
            head: head(object, GeneratorState::Executing),
            promise: Cell::new(promise.value()),
        })?;
        // SAFETY: as above.
        unsafe { (*frame).new_target = state.value() };
        return Ok(Created::Running(state.value()));
    }
    let prototype = match interp::cache::get_named(vm, callee, vm.names.prototype)?.as_object() {
        Some(prototype) => prototype,
        None => {
            let realm = operations::get_function_realm(vm, callee)?;
            if is_async { realm.async_generator_prototype } else { realm.generator_prototype }
        }
    };
    let object = if is_async {
        vm.new_exotic(Some(prototype), |object| AsyncGeneratorObject {
            object,
            state: Cell::new(GeneratorState::SuspendedStart),
            frame: Cell::new(null_mut()),
            queue: RefCell::default(),
        })?
    } else {
        vm.new_exotic(Some(prototype), |object| GeneratorObject {
            head: head(object, GeneratorState::SuspendedStart),
            promise: Cell::new(Value::UNDEFINED),
        })?
    };
    // SAFETY: as above.
    unsafe {
        (*frame).new_target = object.value();
        *register(frame, const { Opcode::CreateGenerator.unit("dst") }) = object.value();
        let saved = save(vm, frame, resume_at)?;
        frame_place(&object).set(saved);
        vm.suspend_call(frame);
    }
    vm.heap.barrier(object.as_ptr().cast());
    Ok(Created::Suspended(object.value()))
}

fn frame_place(object: &Object) -> &Cell<*mut SavedFrame> {
    // SAFETY: the kind says which layout it is.
    unsafe {
        if object.is_kind(CellKind::AsyncGenerator) {
            &object.cast_ref::<AsyncGeneratorObject>().frame
        } else {
            &object.cast_ref::<GeneratorObject>().head.frame
        }
    }
}

fn state_place(object: &Object) -> &Cell<GeneratorState> {
    // SAFETY: the kind says which layout it is.
    unsafe {
        if object.is_kind(CellKind::AsyncGenerator) {
            &object.cast_ref::<AsyncGeneratorObject>().state
        } else {
            &object.cast_ref::<GeneratorObject>().head.state
        }
    }
}

/// The generator or state object of a frame; None before CreateGenerator ran.
unsafe fn object_of(frame: *mut Frame) -> Option<Object> {
    // SAFETY: the caller's frame is live; `enter` made the word empty for such functions.
    unsafe { (*frame).new_target.as_object() }
}

/// Yield and YieldDelegate: puts the frame away. The result is what the resumption returns; None: an async generator with further requests
/// waiting goes on at once, with the next one received.
///
/// # Safety
/// `frame` must be the running frame, of a generator, stopped at the instruction.
pub unsafe fn suspend_yield(vm: &mut Vm, frame: *mut Frame, value: Value, raw: bool) -> JsResult<Option<Value>> {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(object) = object_of(frame) else { return Ok(Some(Value::UNDEFINED)) };
        let is_async = object.is_kind(CellKind::AsyncGenerator);
        if is_async {
            async_settle(vm, object, Ok(value), false)?;
            if let Some((mode, received, _)) = first_request(object) {
                if mode == THROW && !raw {
                    return Err(vm.throw(received));
                }
                put_received(frame, instruction(frame), received, mode);
                vm.count_resumption();
                return Ok(None);
            }
        } else if raw {
            object.cast_ref::<GeneratorObject>().head.bare.set(false);
        }
        let position = (*frame).position as usize;
        save_again(vm, object.as_ptr().cast(), frame_place(&object), frame, position)?;
        state_place(&object).set(GeneratorState::SuspendedYield);
        // Before another Yield there is a LeaveCall.
        if is_async || raw {
            vm.suspend_call(frame);
        }
        Ok(Some(if is_async { Value::UNDEFINED } else { value }))
    }
}

/// Await: puts the frame away until the promise of `value` settles. The result is what the call (or resumption) returns.
///
/// # Safety
/// `frame` must be the running frame, of an async function or generator, stopped at the instruction.
pub unsafe fn suspend_await(vm: &mut Vm, frame: *mut Frame, value: Value) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(object) = object_of(frame) else { return Ok(Value::UNDEFINED) };
        // Of a primitive value nobody would see the promise.
        let awaited = match value.is_object() {
            true => promise::promise_resolve_native(vm, value)?.value(),
            false => value,
        };
        let position = (*frame).position as usize;
        save_again(vm, object.as_ptr().cast(), frame_place(&object), frame, position)?;
        promise::await_promise(vm, awaited, object)?;
        vm.suspend_call(frame);
        Ok(promise_of(object))
    }
}

fn promise_of(object: Object) -> Value {
    object.downcast::<GeneratorObject>().map_or(Value::UNDEFINED, |g| g.promise.get())
}

/// GeneratorReturn.
///
/// # Safety
/// `frame` must be the running frame, of a generator or async function.
pub unsafe fn complete(vm: &mut Vm, frame: *mut Frame, value: Value) -> JsResult {
    // SAFETY: the caller's promise.
    let (flags, object) = unsafe {
        vm.suspend_call(frame);
        ((*(*frame).code).flags, object_of(frame))
    };
    let Some(object) = object else { return Ok(value) };
    if flags & CODE_FLAG_GENERATOR == 0 {
        let promise = promise_of(object);
        state_place(&object).set(GeneratorState::Completed);
        if let Some(p) = promise.as_object() {
            promise::resolve_promise(vm, p, value)?;
        }
        return Ok(promise);
    }
    if flags & CODE_FLAG_ASYNC != 0 {
        state_place(&object).set(GeneratorState::Completed);
        frame_place(&object).set(null_mut());
        async_settle(vm, object, Ok(value), true)?;
        async_drain(vm, object)?;
        return Ok(Value::UNDEFINED);
    }
    state_place(&object).set(GeneratorState::Completed);
    frame_place(&object).set(null_mut());
    Ok(value)
}

/// An exception leaves the frame of a generator or async function. Some: it ended as a rejection, and this is what the call
/// (or resumption) returns; None: it goes on to the caller.
pub(crate) fn uncaught(vm: &mut Vm, frame: *mut Frame) -> Option<Value> {
    // SAFETY: the frame is live and of such a function.
    let (flags, object) = unsafe {
        vm.suspend_call(frame);
        ((*(*frame).code).flags, object_of(frame))
    };
    if flags & CODE_FLAG_GENERATOR == 0 {
        let Some(object) = object else { return reject_pending(vm) };
        state_place(&object).set(GeneratorState::Completed);
        let reason = vm.take_exception();
        let promise = promise_of(object);
        if let Some(p) = promise.as_object() {
            return match promise::reject_promise(vm, p, reason) {
                Ok(()) => Some(promise),
                Err(_) => None,
            };
        }
        return Some(promise);
    }
    let object = object?;
    state_place(&object).set(GeneratorState::Completed);
    frame_place(&object).set(null_mut());
    if flags & CODE_FLAG_ASYNC == 0 {
        return None;
    }
    let reason = vm.take_exception();
    let settled = async_settle(vm, object, Err(reason), true).and_then(|()| async_drain(vm, object));
    match settled {
        Ok(()) => Some(Value::UNDEFINED),
        Err(_) => None,
    }
}

/// A promise rejected with the pending exception; None if even that fails.
pub fn reject_pending(vm: &mut Vm) -> Option<Value> {
    let reason = vm.take_exception();
    let made = promise::new_promise(vm).and_then(|p| {
        promise::reject_promise(vm, p, reason)?;
        Ok(p.value())
    });
    made.ok()
}

/// The register that a unit of the instruction names which the frame is stopped at.
///
/// # Safety
/// The frame is live or saved, and its position an instruction's that has such an operand.
unsafe fn register(frame: *mut Frame, unit: usize) -> *mut Value {
    // SAFETY: the caller's promise.
    unsafe {
        let number = *instruction(frame).add(unit);
        frame.cast::<Value>().add(number as usize)
    }
}

/// Gives a frame that is stopped at a Yield or YieldDelegate, which is at `instruction`, what it goes on with.
///
/// # Safety
/// The frame is live, and the instruction is one of its code's.
#[inline(always)]
unsafe fn put_received(frame: *mut Frame, instruction: *const u16, value: Value, mode: u8) {
    const { assert!(Opcode::YieldDelegate.is_laid_out_as(Opcode::Yield)) };
    let put = |unit: usize, value: Value| {
        // SAFETY: the caller's promise; the operand is a register of the frame.
        unsafe { *frame.cast::<Value>().add(*instruction.add(unit) as usize) = value }
    };
    put(const { Opcode::Yield.unit("dst") }, value);
    put(const { Opcode::Yield.unit("mode") }, Value::int(mode as i32));
}

/// The instruction that a frame is stopped at.
///
/// # Safety
/// The frame is live or saved.
unsafe fn instruction(frame: *const Frame) -> *const u16 {
    // SAFETY: the caller's promise.
    unsafe { (*(*frame).code).bytecode.add((*frame).position as usize) }
}

/// The flags of a frame that is taken up again, by those that it had.
fn resumed_flags(flags: u32) -> u32 {
    (flags & !(FLAG_REALM | FLAG_LOOPS)) | FLAG_ENTRY | FLAG_RESUMED
}

/// Puts a saved frame back on the stack and goes on in it.
fn resume_frame(vm: &mut Vm, object: Object, value: Value, mode: u8) -> JsResult {
    let saved = frame_place(&object).get();
    let top = vm.stack_top();
    // SAFETY: the saved cell holds a whole frame of a compiled function.
    unsafe {
        let words = (*saved).words as usize;
        if top.add(words) >= vm.context.stack_limit.get()
            || crate::vm::native_stack_pointer() < vm.context.native_limit.get()
        {
            return Err(vm.throw_stack_overflow());
        }
        let frame: *mut Frame = top.cast();
        copy_words(saved.byte_add(SAVED_WORDS_OFFSET).cast::<u64>(), frame.cast::<u64>(), words);
        let caller = vm.top_frame();
        let position = (*saved).position as usize;
        (*frame).caller = caller;
        (*frame).position = position as u32;
        (*frame).flags = resumed_flags((*frame).flags);
        let started = state_place(&object).get() != GeneratorState::SuspendedStart;
        state_place(&object).set(GeneratorState::Executing);
        let realm = vm.realm();
        let callee = Object::from_ptr((*frame).callee.as_cell().cast());
        vm.set_realm(Gc::from_ptr(function::fields(callee).realm.get().cast()));
        let before = vm.enter_state(abi::context::VmState::Script);
        vm.set_top_frame(frame);
        let node = vm.before_script();
        if vm.calls.is_on() {
            vm.resume_call(frame);
        }
        let mut at = position;
        let mut thrown = false;
        if started {
            let ip = (*(*frame).code).bytecode.add(position);
            let op = Opcode::from_u16(*ip);
            at = position + op.map_or(0, Opcode::length);
            match op {
                Some(Opcode::Yield | Opcode::YieldDelegate) if mode != THROW || op == Some(Opcode::YieldDelegate) => {
                    put_received(frame, instruction(frame), value, mode);
                }
                Some(Opcode::Await) if mode != THROW => *register(frame, const { Opcode::Await.unit("dst") }) = value,
                _ => thrown = true,
            }
        }
        let result = if thrown {
            let _ = vm.throw(value);
            interp::resume_throw(vm, frame)
        } else {
            interp::resume(vm, frame, at)
        };
        vm.after_script(node);
        vm.leave_state(before);
        vm.set_top_frame(caller);
        vm.set_realm(realm);
        result
    }
}

/// As [`resume_frame`] by `next`, of a generator that has not ended and does not run, where nothing is out of the ordinary: its function has compiled code, and is
/// of the realm that runs. None: nothing was done.
#[inline(always)]
fn resume_compiled(vm: &mut Vm, generator: &GeneratorObject, value: Value) -> Option<JsResult> {
    let saved = generator.head.frame.get();
    let frame: *mut Frame = vm.stack_top().cast();
    // SAFETY: the saved cell holds a whole frame of a compiled function, and there is room for it.
    unsafe {
        let from: *const Frame = saved.byte_add(SAVED_WORDS_OFFSET).cast();
        let (machine, words) = ((*from).code, (*saved).words as usize);
        let callee: *const JsFunction = (*from).callee.as_cell().cast();
        if (*machine).native.is_null()
            || vm.is_interpreted_to_learn(machine)
            || (*callee).realm.get() != vm.realm_cell()
            || frame.cast::<Value>().add(words) >= vm.context.stack_limit.get()
            || crate::vm::native_stack_pointer() < vm.context.native_limit.get()
        {
            return None;
        }
        (*frame).caller = vm.top_frame();
        copy_words(from.cast::<u64>().add(CODE), frame.cast::<u64>().add(CODE), words - CODE);
        // What was just copied is not loaded back: that would wait for it.
        (*frame).flags = resumed_flags((*from).flags);
        let mut pc = (*saved).position;
        if generator.head.state.replace(GeneratorState::Executing) == GeneratorState::SuspendedYield {
            put_received(frame, (*machine).bytecode.add(pc as usize), value, NEXT);
            pc += const { Opcode::Yield.length() as u32 };
        }
        (*frame).position = pc;
        (*frame).code_id = (*machine).native_id;
        vm.note_use(machine.cast_mut());
        let before = vm.enter_state(abi::context::VmState::Script);
        vm.set_top_frame(frame);
        let node = vm.calls.is_on().then(|| {
            let node = vm.before_script();
            vm.resume_call(frame);
            node
        });
        let address = vm.resumption_address(frame, pc as usize);
        let result = vm.call_compiled(frame, address);
        if let Some(node) = node {
            vm.after_script(node);
        }
        vm.leave_state(before);
        Some(result)
    }
}

/// What a generator gave that was resumed.
enum Given {
    Yielded(Value),
    Returned(Value),
    /// The result object of an iterator that it delegates to.
    Result(Value),
}

/// GeneratorResume and GeneratorResumeAbrupt (sec. 27.5.3.3), without the result object: next (0), throw (1), return (2).
#[inline(always)]
fn resume(vm: &mut Vm, object: Object, generator: &GeneratorObject, value: Value, mode: u8) -> JsResult<Given> {
    let before = generator.head.state.get();
    match before {
        GeneratorState::SuspendedStart | GeneratorState::SuspendedYield if mode == NEXT => {
            generator.head.bare.set(true);
            if let Some(result) = resume_compiled(vm, generator, value) {
                if result.is_err() {
                    generator.head.state.set(GeneratorState::Completed);
                }
                return result.map(|value| given(generator, value));
            }
        }
        GeneratorState::Executing | GeneratorState::AwaitingReturn => {
            return Err(vm.throw_type_error("Generator is already running"));
        }
        _ => {}
    }
    resume_any(vm, object, generator, value, mode)
}

/// As [`resume`], of a generator that does not run.
#[inline(never)]
fn resume_any(vm: &mut Vm, object: Object, generator: &GeneratorObject, value: Value, mode: u8) -> JsResult<Given> {
    let before = generator.head.state.get();
    if before == GeneratorState::SuspendedStart && mode != NEXT {
        generator.head.state.set(GeneratorState::Completed);
        generator.head.frame.set(null_mut());
    }
    if generator.head.state.get() == GeneratorState::Completed {
        return match mode {
            THROW => Err(vm.throw(value)),
            RETURN => Ok(Given::Returned(value)),
            _ => Ok(Given::Returned(Value::UNDEFINED)),
        };
    }
    generator.head.bare.set(true);
    let result = resume_frame(vm, object, value, mode);
    // Without room for the frame the generator is as it was.
    if result.is_err() && generator.head.state.get() != before {
        generator.head.state.set(GeneratorState::Completed);
    }
    result.map(|value| given(generator, value))
}

#[inline(always)]
fn given(generator: &GeneratorObject, value: Value) -> Given {
    if generator.head.state.get() == GeneratorState::Completed {
        Given::Returned(value)
    } else if generator.head.bare.get() {
        Given::Yielded(value)
    } else {
        Given::Result(value)
    }
}

/// What a generator's `next`, `throw` and `return` give (0, 1, 2).
pub fn resume_generator(vm: &mut Vm, this: Value, value: Value, mode: u8) -> JsResult {
    let Some((object, generator)) = this.as_object().and_then(|o| Some((o, o.downcast::<GeneratorObject>()?))) else {
        let method = ["next", "throw", "return"][mode as usize];
        return Err(vm.throw_incompatible_receiver(&format!("[Generator].prototype.{method}"), this));
    };
    match resume(vm, object, &generator, value, mode)? {
        Given::Yielded(value) => Ok(create_iter_result_object(vm, value, false)?.value()),
        Given::Returned(value) => Ok(create_iter_result_object(vm, value, true)?.value()),
        Given::Result(result) => Ok(result),
    }
}

/// What a generator's `next` gives, without a result object; the context tells what it is.
pub fn give(vm: &mut Vm, object: Object, generator: &GeneratorObject, value: Value) -> JsResult {
    let (value, what) = match resume(vm, object, generator, value, NEXT)? {
        Given::Yielded(value) => (value, GIVEN_YIELDED),
        Given::Returned(value) => (value, GIVEN_RETURNED),
        Given::Result(result) => (result, GIVEN_RESULT),
    };
    vm.context.given.set(what);
    Ok(value)
}

/// What a generator's `next()` gives, None at its end, without a result object wherever no script sees it.
#[inline(always)]
pub fn step(vm: &mut Vm, object: Object, generator: &GeneratorObject) -> JsResult<Option<Value>> {
    match resume(vm, object, generator, Value::UNDEFINED, NEXT)? {
        Given::Yielded(value) => Ok(Some(value)),
        Given::Returned(_) => Ok(None),
        Given::Result(result) => value_of_result(vm, result),
    }
}

#[inline(never)]
fn value_of_result(vm: &mut Vm, result: Value) -> JsResult<Option<Value>> {
    let Some(result) = result.as_object() else { return Err(vm.throw_iterator_result_not_object(result)) };
    if iterator_complete(vm, result)? { Ok(None) } else { iterator_value(vm, result).map(Some) }
}

/// An awaited promise settled: goes on in the async function, generator or module that waits.
pub fn resume_await(vm: &mut Vm, object: Object, value: Value, rejected: bool) -> JsResult<()> {
    if object.is_kind(CellKind::AsyncGenerator) && state_place(&object).get() == GeneratorState::AwaitingReturn {
        return async_return_awaited(vm, object, value, rejected);
    }
    // A frame that awaits is neither at its start nor at a yield.
    state_place(&object).set(GeneratorState::Executing);
    resume_frame(vm, object, value, if rejected { THROW } else { NEXT })?;
    Ok(())
}

// ---- async generators

/// AsyncGeneratorEnqueue and what follows: next (0), throw (1), return (2). The result is the request's promise.
pub fn async_generator_enqueue(vm: &mut Vm, this: Value, value: Value, mode: u8) -> JsResult {
    let promise = promise::new_promise(vm)?;
    let Some((object, generator)) = this.as_object().and_then(|o| Some((o, o.downcast::<AsyncGeneratorObject>()?)))
    else {
        let method = ["next", "throw", "return"][mode as usize];
        let _: Throw = vm.throw_incompatible_receiver(&format!("[AsyncGenerator].prototype.{method}"), this);
        let reason = vm.take_exception();
        promise::reject_promise(vm, promise, reason)?;
        return Ok(promise.value());
    };
    generator.queue.borrow_mut().push_back(Request { mode, value, promise: promise.value() });
    vm.heap.barrier(object.as_ptr().cast());
    match generator.state.get() {
        GeneratorState::Executing | GeneratorState::AwaitingReturn => {}
        _ => async_drain(vm, object)?,
    }
    Ok(promise.value())
}

fn first_request(object: Object) -> Option<(u8, Value, Gc<AsyncGeneratorObject>)> {
    let generator = object.downcast::<AsyncGeneratorObject>()?;
    let queue = generator.queue.borrow();
    let request = queue.front()?;
    Some((request.mode, request.value, generator))
}

/// AsyncGeneratorCompleteStep: settles the request at the head of the queue.
fn async_settle(vm: &mut Vm, object: Object, completion: Result<Value, Value>, done: bool) -> JsResult<()> {
    let Some(generator) = object.downcast::<AsyncGeneratorObject>() else { return Ok(()) };
    let Some(request) = generator.queue.borrow_mut().pop_front() else { return Ok(()) };
    let Some(promise) = request.promise.as_object() else { return Ok(()) };
    match completion {
        Ok(value) => {
            let result = create_iter_result_object(vm, value, done)?;
            promise::resolve_promise(vm, promise, result.value())
        }
        Err(reason) => promise::reject_promise(vm, promise, reason),
    }
}

/// Serves requests as long as that needs no running code, else resumes the generator (AsyncGeneratorDrainQueue and AsyncGeneratorResume).
pub fn async_drain(vm: &mut Vm, object: Object) -> JsResult<()> {
    while let Some((mode, value, generator)) = first_request(object) {
        match generator.state.get() {
            GeneratorState::Executing | GeneratorState::AwaitingReturn => return Ok(()),
            GeneratorState::SuspendedStart if mode != NEXT => {
                generator.state.set(GeneratorState::Completed);
                generator.frame.set(null_mut());
            }
            GeneratorState::SuspendedStart | GeneratorState::SuspendedYield => {
                resume_frame(vm, object, value, mode)?;
                return Ok(());
            }
            GeneratorState::Completed => match mode {
                NEXT => async_settle(vm, object, Ok(Value::UNDEFINED), true)?,
                THROW => async_settle(vm, object, Err(value), true)?,
                _ => {
                    generator.state.set(GeneratorState::AwaitingReturn);
                    let constructor = vm.realm().promise_constructor;
                    match promise::promise_resolve(vm, constructor, value) {
                        Ok(awaited) => return promise::await_promise(vm, awaited, object),
                        Err(_) => {
                            generator.state.set(GeneratorState::Completed);
                            let reason = vm.take_exception();
                            async_settle(vm, object, Err(reason), true)?;
                        }
                    }
                }
            },
        }
    }
    Ok(())
}

fn async_return_awaited(vm: &mut Vm, object: Object, value: Value, rejected: bool) -> JsResult<()> {
    state_place(&object).set(GeneratorState::Completed);
    async_settle(vm, object, if rejected { Err(value) } else { Ok(value) }, true)?;
    async_drain(vm, object)
}
