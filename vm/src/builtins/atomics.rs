//! Atomics (ECMA-262 sec. 25.4): sequentially consistent accesses to the elements of integer typed arrays, and waiting for them.
//!
//! Every access is a machine atomic, whether the buffer is shared or not. Waiters wait on a list that belongs to the block, so that
//! agents need nothing but the block in common.

use crate::native::{Args, method};
use crate::numeric::convert as number;
use crate::object::array_buffer::{self, NAP, SharedBlock};
use crate::object::table::DEFAULT;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::runtime::async_waits::AsyncWait;
use crate::runtime::convert;
use crate::runtime::promise::new_promise;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::object::ArrayType;
use gc::Gc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let atomics = vm.new_object()?;
    atomics.define_methods(
        vm,
        &[
            method("add", 3, |vm, args| read_modify_write(vm, args, Operation::Add)),
            method("and", 3, |vm, args| read_modify_write(vm, args, Operation::And)),
            method("compareExchange", 4, compare_exchange),
            method("exchange", 3, |vm, args| read_modify_write(vm, args, Operation::Exchange)),
            method("isLockFree", 1, is_lock_free),
            method("load", 2, load),
            method("notify", 3, notify),
            method("or", 3, |vm, args| read_modify_write(vm, args, Operation::Or)),
            method("pause", 0, pause),
            method("store", 3, store),
            method("sub", 3, |vm, args| read_modify_write(vm, args, Operation::Sub)),
            method("wait", 4, wait),
            method("waitAsync", 4, wait_async),
            method("xor", 3, |vm, args| read_modify_write(vm, args, Operation::Xor)),
        ],
    )?;
    atomics.define_to_string_tag(vm, "Atomics")?;
    vm.realm_mut().atomics = atomics;
    let key = PropertyKey::from_str(vm, "Atomics")?;
    let global = vm.realm().global;
    global.define_hidden(vm, key, atomics.value())
}

// ---- accesses

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    And,
    Exchange,
    Or,
    Sub,
    Xor,
}

/// Runs `$body` with `$cell` bound to the atomic of `$size` bytes at `$place`.
macro_rules! with_atomic {
    ($place:expr, $size:expr, |$cell:ident| $body:expr) => {
        // SAFETY: places come from `Access::place`: within their buffers, aligned to their size. Other accesses at the same time
        // are another agent's, which are what the language's memory model allows.
        unsafe {
            match $size {
                1 => {
                    let $cell = AtomicU8::from_ptr($place);
                    $body
                }
                2 => {
                    let $cell = AtomicU16::from_ptr($place.cast());
                    $body
                }
                4 => {
                    let $cell = AtomicU32::from_ptr($place.cast());
                    $body
                }
                _ => {
                    let $cell = AtomicU64::from_ptr($place.cast());
                    $body
                }
            }
        }
    };
}

/// An element about to be accessed.
struct Access {
    array: Gc<TypedArrayObject>,
    index: usize,
}

impl Access {
    /// RevalidateAtomicAccess (sec. 25.4.3.4): the element's address, after conversions that may have detached or resized.
    fn place(&self, vm: &mut Vm) -> JsResult<*mut u8> {
        let Some(length) = self.array.current_length() else { return Err(throw_detached(vm)) };
        if self.index >= length {
            return Err(throw_index(vm));
        }
        Ok(self.array.data().wrapping_add(self.index * self.array.element_size()))
    }

    fn ty(&self) -> ArrayType {
        self.array.array_type()
    }

    fn size(&self) -> usize {
        self.array.element_size()
    }
}

#[cold]
fn throw_detached(vm: &mut Vm) -> Throw {
    vm.throw_type_error("Cannot perform Atomics operation on a detached ArrayBuffer")
}

#[cold]
fn throw_index(vm: &mut Vm) -> Throw {
    vm.throw_range_error("Invalid atomic access index")
}

/// ValidateIntegerTypedArray (sec. 25.4.3.1): the array and its length.
fn validate(vm: &mut Vm, v: Value, waitable: bool) -> JsResult<(Gc<TypedArrayObject>, usize)> {
    let allowed = |ty: ArrayType| match ty {
        ArrayType::Int32 | ArrayType::BigInt64 => true,
        ArrayType::Uint8Clamped | ArrayType::Float16 | ArrayType::Float32 | ArrayType::Float64 => false,
        _ => !waitable,
    };
    let Some(array) = cells::from_value(v) else {
        let what = vm.describe(v);
        return Err(vm.throw_type_error(format!("{what} is not an integer typed array")));
    };
    let Some(length) = array.current_length() else { return Err(throw_detached(vm)) };
    if !allowed(array.array_type()) {
        let wanted = if waitable { "an int32 or BigInt64 typed array" } else { "an integer typed array" };
        return Err(vm.throw_type_error(format!("{} is not {wanted}", cells::type_name(array.array_type()))));
    }
    Ok((array, length))
}

/// TypeError if the first argument is a typed array that can only be read.
fn check_mutable(vm: &mut Vm, args: Args) -> JsResult<()> {
    match cells::from_value(args.get(0)) {
        Some(array) => array_buffer::check_mutable(vm, array.buffer(), "an atomic operation"),
        None => Ok(()),
    }
}

/// ValidateAtomicAccess (sec. 25.4.3.2)
fn validate_index(vm: &mut Vm, v: Value, length: usize) -> JsResult<usize> {
    let index = convert::to_index_or(vm, v, "Invalid atomic access index")?;
    if index >= length as u64 { Err(throw_index(vm)) } else { Ok(index as usize) }
}

/// ValidateAtomicAccessOnIntegerTypedArray (sec. 25.4.3.3) of the first two arguments.
fn access(vm: &mut Vm, args: Args, waitable: bool) -> JsResult<Access> {
    let (array, length) = validate(vm, args.get(0), waitable)?;
    let index = validate_index(vm, args.get(1), length)?;
    Ok(Access { array, index })
}

/// A value converted for an array: ToBigInt or ToIntegerOrInfinity, and its bits.
fn convert_value(vm: &mut Vm, ty: ArrayType, v: Value) -> JsResult<(Value, u64)> {
    if cells::is_bigint_type(ty) {
        let big = convert::to_bigint(vm, v)?;
        return Ok((big.value(), big.to_u64_wrapping()));
    }
    // Adding zero makes 0 of -0.
    let n = convert::to_integer_or_infinity(vm, v)? + 0.0;
    Ok((Value::number(n), cells::raw_from_number(ty, n)))
}

/// AtomicReadModifyWrite (sec. 25.4.3.14)
#[allow(clippy::unnecessary_cast)] // One body for four sizes.
fn read_modify_write(vm: &mut Vm, args: Args, operation: Operation) -> JsResult {
    check_mutable(vm, args)?;
    let access = access(vm, args, false)?;
    let (_, bits) = convert_value(vm, access.ty(), args.get(2))?;
    let place = access.place(vm)?;
    let old: u64 = with_atomic!(place, access.size(), |cell| {
        let operand = bits as _;
        let old = match operation {
            Operation::Add => cell.fetch_add(operand, SeqCst),
            Operation::And => cell.fetch_and(operand, SeqCst),
            Operation::Exchange => cell.swap(operand, SeqCst),
            Operation::Or => cell.fetch_or(operand, SeqCst),
            Operation::Sub => cell.fetch_sub(operand, SeqCst),
            Operation::Xor => cell.fetch_xor(operand, SeqCst),
        };
        old as u64
    });
    cells::value_from_raw(vm, access.ty(), old)
}

/// Atomics.compareExchange(typedArray, index, expectedValue, replacementValue) (sec. 25.4.6)
#[allow(clippy::unnecessary_cast)] // One body for four sizes.
fn compare_exchange(vm: &mut Vm, args: Args) -> JsResult {
    check_mutable(vm, args)?;
    let access = access(vm, args, false)?;
    let (_, expected) = convert_value(vm, access.ty(), args.get(2))?;
    let (_, replacement) = convert_value(vm, access.ty(), args.get(3))?;
    let place = access.place(vm)?;
    let old: u64 = with_atomic!(place, access.size(), |cell| {
        match cell.compare_exchange(expected as _, replacement as _, SeqCst, SeqCst) {
            Ok(old) | Err(old) => old as u64,
        }
    });
    cells::value_from_raw(vm, access.ty(), old)
}

/// Atomics.load(typedArray, index) (sec. 25.4.9)
fn load(vm: &mut Vm, args: Args) -> JsResult {
    let access = access(vm, args, false)?;
    let place = access.place(vm)?;
    let bits: u64 = with_atomic!(place, access.size(), |cell| cell.load(SeqCst) as u64);
    cells::value_from_raw(vm, access.ty(), bits)
}

/// Atomics.store(typedArray, index, value) (sec. 25.4.12)
fn store(vm: &mut Vm, args: Args) -> JsResult {
    check_mutable(vm, args)?;
    let access = access(vm, args, false)?;
    let (value, bits) = convert_value(vm, access.ty(), args.get(2))?;
    let place = access.place(vm)?;
    with_atomic!(place, access.size(), |cell| cell.store(bits as _, SeqCst));
    Ok(value)
}

/// Atomics.isLockFree(size) (sec. 25.4.8)
fn is_lock_free(vm: &mut Vm, args: Args) -> JsResult {
    let n = convert::to_integer_or_infinity(vm, args.get(0))?;
    Ok(Value::bool(matches!(n, 1.0 | 2.0 | 4.0 | 8.0)))
}

/// Atomics.pause([iterationNumber])
fn pause(vm: &mut Vm, args: Args) -> JsResult {
    let n = args.get(0);
    let integral = n.is_number() && number::is_integral(n.as_number());
    if !(n.is_undefined() || integral) {
        return Err(vm.throw_type_error("The iteration number must be an integral number"));
    }
    std::hint::spin_loop();
    Ok(Value::UNDEFINED)
}

// ---- waiting

/// What wait and waitAsync were asked for (the beginning of DoWait, sec. 25.4.3.14).
struct Wanted {
    block: Arc<SharedBlock>,
    byte_index: usize,
    place: *mut u8,
    size: usize,
    bits: u64,
    /// Milliseconds, possibly infinite.
    timeout: f64,
    /// None: for ever.
    deadline: Option<Instant>,
}

impl Wanted {
    /// The element has the value that the caller expects.
    #[allow(clippy::unnecessary_cast)] // One body for four sizes.
    fn is_as_expected(&self) -> bool {
        let bits: u64 = with_atomic!(self.place, self.size, |cell| cell.load(SeqCst) as u64);
        bits == self.bits
    }
}

fn wait_arguments(vm: &mut Vm, args: Args) -> JsResult<Wanted> {
    let (array, length) = validate(vm, args.get(0), true)?;
    let Some(block) = array_buffer::shared_block(array.buffer()) else {
        return Err(vm.throw_type_error("Waiting needs a typed array over a SharedArrayBuffer"));
    };
    let index = validate_index(vm, args.get(1), length)?;
    let bits = match array.array_type() {
        ArrayType::BigInt64 => convert::to_bigint64(vm, args.get(2))? as u64,
        _ => convert::to_int32(vm, args.get(2))? as u32 as u64,
    };
    let timeout = convert::to_number(vm, args.get(3))?;
    // NaN is for ever, and so is what no clock will reach.
    let timeout = if timeout.is_nan() { f64::INFINITY } else { timeout.max(0.0) };
    if !vm.options.can_block {
        return Err(vm.throw_type_error("Atomics.wait cannot be called in this agent"));
    }
    let deadline = Duration::try_from_secs_f64(timeout / 1000.0).ok().and_then(|d| Instant::now().checked_add(d));
    let access = Access { array, index };
    let (place, size) = (access.place(vm)?, access.size());
    let byte_index = array.array.byte_offset.get() + index * size;
    Ok(Wanted { block, byte_index, place, size, bits, timeout, deadline })
}

/// Atomics.wait(typedArray, index, value, timeout) (sec. 25.4.13)
fn wait(vm: &mut Vm, args: Args) -> JsResult {
    let wanted = wait_arguments(vm, args)?;
    let lists = wanted.block.waiters();
    let Some(waiter) = lists.enter(wanted.byte_index, None, || wanted.is_as_expected()) else {
        return vm.names.not_equal.to_value(vm);
    };
    let before = vm.enter_idle();
    let mut interrupted = Ok(());
    loop {
        let left = wanted.deadline.map_or(NAP, |d| d.saturating_duration_since(Instant::now()));
        if left.is_zero() || waiter.nap(left.min(NAP)) {
            break;
        }
        interrupted = vm.handle_requests();
        if interrupted.is_err() {
            break;
        }
    }
    vm.leave_idle(before);
    let notified = lists.leave(&waiter);
    interrupted?;
    if notified { vm.names.ok.to_value(vm) } else { vm.names.timed_out.to_value(vm) }
}

/// Atomics.notify(typedArray, index, count) (sec. 25.4.15)
fn notify(vm: &mut Vm, args: Args) -> JsResult {
    let access = access(vm, args, true)?;
    let count = match args.get(2) {
        v if v.is_undefined() => f64::INFINITY,
        v => convert::to_integer_or_infinity(vm, v)?.max(0.0),
    };
    let byte_index = access.array.array.byte_offset.get() + access.index * access.size();
    match array_buffer::shared_block(access.array.buffer()) {
        None => Ok(Value::int(0)),
        Some(block) => Ok(Value::from_usize(block.waiters().notify(byte_index, count))),
    }
}

// ---- waiting without blocking

/// Atomics.waitAsync(typedArray, index, value, timeout) (DoWait, sec. 25.4.3.14)
fn wait_async(vm: &mut Vm, args: Args) -> JsResult {
    let wanted = wait_arguments(vm, args)?;
    let result = vm.new_object()?;
    let lists = wanted.block.waiters();
    let entered = lists.enter(wanted.byte_index, Some(std::thread::current()), || wanted.is_as_expected());
    let at_once = match &entered {
        None => Some(vm.names.not_equal),
        Some(waiter) if wanted.timeout == 0.0 => {
            lists.leave(waiter);
            Some(vm.names.timed_out)
        }
        Some(_) => None,
    };
    let value = match (at_once, entered) {
        (None, Some(waiter)) => {
            let wait = AsyncWait { block: wanted.block.clone(), waiter, deadline: wanted.deadline };
            // From here on it is taken off its list when the VM goes.
            vm.async_waits.waits.push(wait);
            let promise = new_promise(vm);
            let waits = &mut vm.async_waits;
            let Ok(promise) = promise else {
                if let Some(wait) = waits.waits.pop() {
                    lists.leave(&wait.waiter);
                }
                return promise.map(Value::from);
            };
            let heap = &mut vm.heap;
            waits.promises.get_or_insert_with(|| heap.rooted_vec()).push(promise.value());
            promise.value()
        }
        (text, _) => text.unwrap_or(vm.names.not_equal).to_value(vm)?,
    };
    let key = PropertyKey::from_str(vm, "async")?;
    result.define_raw(vm, key, Value::bool(at_once.is_none()), DEFAULT)?;
    result.define_raw(vm, vm.names.value, value, DEFAULT)?;
    Ok(result.value())
}
