//! Functions of ours that optimized code calls, in the platform's C convention.

use super::ir::{DoubleFunction, DoubleFunction2};
use abi::Value;
use abi::cell::CellHeader;
use abi::frame::Frame;
use abi::ic::Site;
use abi::object::{ElementKind, Environment, JsObject, Slots};
use abi::tally::Tally;
use vm::Vm;
use vm::numeric::math;

/// What [`operate`] answers: the instruction jumped, or threw; else 0.
pub const JUMPED: u32 = 1;
pub const THROWN: u32 = 2;

/// The instruction at `pc` of the frame is done, whatever it is.
pub unsafe extern "C" fn operate(vm: *mut Vm, frame: *mut Frame, pc: u32) -> u32 {
    // SAFETY: compiled code calls this with its own VM and a frame that is complete and published.
    match unsafe { (*vm).and_scrub_stack(|vm| vm.operate(frame, pc as usize)) } {
        Ok(false) => 0,
        Ok(true) => JUMPED,
        Err(_) => THROWN,
    }
}

/// The instruction at `pc` of the frame, which suspends or ends its activation, is done; what that returns, empty if it threw.
pub unsafe extern "C" fn suspend(vm: *mut Vm, frame: *mut Frame, pc: u32) -> Value {
    // SAFETY: as for `operate`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.suspend(frame, pc as usize)) }.unwrap_or(Value::EMPTY)
}

pub unsafe extern "C" fn call_native(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: as for `operate`; the outgoing area is laid out, with a built-in as callee.
    unsafe { (*vm).and_scrub_stack(|vm| vm.call_native_frame(frame, new)) }.unwrap_or(Value::EMPTY)
}

pub unsafe extern "C" fn call_any(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: as for `operate`; the outgoing area is laid out.
    unsafe { (*vm).and_scrub_stack(|vm| vm.call_frame(frame, new)) }.unwrap_or(Value::EMPTY)
}

/// Makes `this` for a `new` of a JavaScript function and gives its entry; null where the general way must be gone.
pub unsafe extern "C" fn construct(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> *const u8 {
    // SAFETY: as for `call_any`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.prepare_construct_frame(frame, new)) }
}

pub unsafe extern "C" fn construct_any(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: as for `call_any`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.construct_frame(frame, new)) }.unwrap_or(Value::EMPTY)
}

/// The instance that the constructor starts with; empty if it could not be made.
pub unsafe extern "C" fn new_this(vm: *mut Vm, new_target: Value) -> Value {
    // SAFETY: as for `operate`; the new target is a Function.
    unsafe { &mut *vm }.and_scrub_stack(|vm| vm.new_this(new_target)).unwrap_or(Value::EMPTY)
}

/// An ordinary object; empty if there is no memory for it.
pub unsafe extern "C" fn new_object(vm: *mut Vm, shape: u32) -> Value {
    // SAFETY: as for `operate`; the shape is alive.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_object_of_shape(shape)) }.unwrap_or(Value::EMPTY)
}

/// A typed array of zeros; empty if there is no memory for it.
pub unsafe extern "C" fn new_typed_array(vm: *mut Vm, ty: u32, length: u32) -> Value {
    // SAFETY: as for `operate`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_array_of_type(ty as u8, length)) }.unwrap_or(Value::EMPTY)
}

/// A closure; empty if there is no memory for it.
pub unsafe extern "C" fn new_function(
    vm: *mut Vm,
    code: *mut CellHeader,
    environment: *mut Environment,
    this: Value,
    home: *mut JsObject,
) -> Value {
    // SAFETY: as for `operate`; the graph keeps the code, and says what the others are.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_closure(code, environment, this, home)) }.unwrap_or(Value::EMPTY)
}

/// An environment; empty if there is no memory for it.
pub unsafe extern "C" fn new_environment(vm: *mut Vm, parent: *mut Environment, info: *mut CellHeader) -> Value {
    // SAFETY: as for `operate`; the graph keeps the ScopeInfo cell.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_environment(parent, info)) }.unwrap_or(Value::EMPTY)
}

/// The arguments object of a call whose frame is laid out; empty if there is no memory for it.
pub unsafe extern "C" fn new_arguments(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: as for `call_any`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_arguments(frame, new, false)) }.unwrap_or(Value::EMPTY)
}

/// The same, of a function in sloppy mode.
pub unsafe extern "C" fn new_mapped_arguments(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: as for `call_any`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_arguments(frame, new, true)) }.unwrap_or(Value::EMPTY)
}

/// What [`loose_equal`] answers where a value would be converted.
pub const CONVERTS: u32 = 2;

/// Whether two values are loosely equal.
pub unsafe extern "C" fn loose_equal(vm: *mut Vm, l: Value, r: Value) -> u32 {
    // SAFETY: as for `operate`.
    unsafe { &mut *vm }.loosely_equal(l, r).map_or(CONVERTS, u32::from)
}

/// Strings and numbers one after the other; empty if they are something else, or too long.
pub unsafe extern "C" fn concat(vm: *mut Vm, l: Value, r: Value) -> Value {
    // SAFETY: as for `operate`.
    let vm = unsafe { &mut *vm };
    match vm.try_concatenate(l, r) {
        Some(whole) => whole,
        None => concat_slowly(vm, l, r),
    }
}

#[inline(never)]
fn concat_slowly(vm: &mut Vm, l: Value, r: Value) -> Value {
    vm.and_scrub_stack(|vm| vm.concatenate(l, r)).unwrap_or(Value::EMPTY)
}

/// The concatenation of some words of a frame, all of them strings; empty if there is no memory for it.
pub unsafe extern "C" fn concat_all(vm: *mut Vm, parts: *const Value, count: u32) -> Value {
    // SAFETY: as for `operate`; compiled code has just written as many words of a frame.
    unsafe {
        let parts = std::slice::from_raw_parts(parts, count as usize);
        (&mut *vm).and_scrub_stack(|vm| vm.concatenate_all(parts)).unwrap_or(Value::EMPTY)
    }
}

/// Nodes of the calling context tree ([`vm::calls`]). Neither allocates or looks at frames.
pub unsafe extern "C" fn child_call(vm: *mut Vm, parent: u32, function: u32) -> u32 {
    // SAFETY: as for `operate`.
    unsafe { (*vm).child_call(parent, function) }
}

pub unsafe extern "C" fn enter_node(vm: *mut Vm, node: u32) -> u32 {
    // SAFETY: as for `operate`.
    unsafe { (*vm).enter_node(node) }
    node
}

/// What [`vm::counts`] counts. None of these allocates or looks at frames.
pub unsafe extern "C" fn count_shape(vm: *mut Vm, shape: u32, tally: *const Tally) {
    // SAFETY: as for `operate`; the tally is the instruction's, and the code keeps the shape.
    unsafe { (*vm).count_shape(shape, tally) }
}

pub unsafe extern "C" fn count_field(vm: *mut Vm, object: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_field(object, tally) }
}

pub unsafe extern "C" fn count_get_index(vm: *mut Vm, object: Value, key: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_get_index(object, key, tally) }
}

pub unsafe extern "C" fn count_set_index(vm: *mut Vm, object: Value, key: Value, value: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_set_index(object, key, value, tally) }
}

pub unsafe extern "C" fn count_operands(vm: *mut Vm, left: Value, right: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_operands(left, right, tally) }
}

pub unsafe extern "C" fn count_operand(vm: *mut Vm, operand: Value, number: u32, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_operand(operand, number, tally) }
}

/// An empty array; empty if there is no memory for it.
pub unsafe extern "C" fn new_array(vm: *mut Vm) -> Value {
    // SAFETY: as for `operate`.
    unsafe { &mut *vm }.and_scrub_stack(|vm| vm.new_array(&[])).map_or(Value::EMPTY, Value::from)
}

/// An array of values that lie in a row; empty if there is no memory for it.
pub unsafe extern "C" fn new_list(vm: *mut Vm, first: *const Value, count: u64, site: *const Site) -> Value {
    // SAFETY: as for `operate`; the values are words of the code's frames.
    unsafe { (*vm).and_scrub_stack(|vm| vm.new_list(first, count as usize, site)) }.unwrap_or(Value::EMPTY)
}

/// The last element, taken off an array; empty if it is none that this can be done to.
pub unsafe extern "C" fn pop(vm: *mut Vm, array: *mut CellHeader) -> Value {
    // SAFETY: as for `operate`; the cell is a live Array.
    unsafe { (*vm).take_last(array) }.unwrap_or(Value::EMPTY)
}

/// The length of an array to which a value was appended; 0 if it is none that this can be done to.
pub unsafe extern "C" fn push(vm: *mut Vm, array: *mut CellHeader, value: Value) -> u32 {
    // SAFETY: as for `operate`; the cell is a live Array.
    unsafe {
        match (*vm).try_append(array, value) {
            Some(length) => length,
            None => push_slowly(&mut *vm, array, value),
        }
    }
}

/// # Safety
/// The cell is a live Array.
#[inline(never)]
unsafe fn push_slowly(vm: &mut Vm, array: *mut CellHeader, value: Value) -> u32 {
    // SAFETY: the caller's promise.
    vm.and_scrub_stack(|vm| unsafe { vm.append(array, value) }).unwrap_or(0)
}

/// The slots cell of an object, made to have room for so many values; null if there is no memory for it.
pub unsafe extern "C" fn grow_slots(vm: *mut Vm, object: *mut CellHeader, capacity: u32) -> *const Slots {
    // SAFETY: as for `operate`; the cell is a live object.
    unsafe { (*vm).and_scrub_stack(|vm| vm.grow_slots(object, capacity)) }
}

/// Makes an object's elements, which are int32s, doubles; 0 if there is no memory for them.
pub unsafe extern "C" fn double_elements(vm: *mut Vm, object: *mut CellHeader) -> u32 {
    // SAFETY: as for `operate`; the cell is a live object.
    unsafe { (*vm).and_scrub_stack(|vm| vm.transition_ints(object, ElementKind::PackedDouble)) as u32 }
}

/// Lets an object's elements, which are int32s, be any values.
pub unsafe extern "C" fn tagged_elements(vm: *mut Vm, object: *mut CellHeader) -> u32 {
    // SAFETY: as above.
    unsafe { (*vm).and_scrub_stack(|vm| vm.transition_ints(object, ElementKind::PackedTagged)) as u32 }
}

/// The string of one code unit; empty if there is no memory for it.
pub unsafe extern "C" fn char_string(vm: *mut Vm, unit: u32) -> Value {
    // SAFETY: as for `operate`.
    unsafe { (*vm).and_scrub_stack(|vm| vm.char_string(unit as u16)) }.unwrap_or(Value::EMPTY)
}

/// The write barrier's slow way.
pub unsafe extern "C" fn remember(vm: *mut Vm, owner: *mut CellHeader) -> u64 {
    // SAFETY: the owner is a live cell.
    unsafe { (*vm).heap.remember(owner) };
    0
}

pub unsafe extern "C" fn strict_equal(vm: *mut Vm, l: Value, r: Value) -> u32 {
    // SAFETY: as for `operate`.
    unsafe { (*vm).strictly_equal(l, r) as u32 }
}

/// The next value of an iterator of a Map or Set; empty where the instruction itself has to look.
pub unsafe extern "C" fn step_collection(vm: *mut Vm, iterator: Value, next: Value) -> Value {
    // SAFETY: as for `operate`.
    unsafe { &mut *vm }.and_scrub_stack(|vm| vm.step_collection(iterator, next)).unwrap_or(Value::EMPTY)
}

/// What a generator's `next` gives, empty if it threw.
pub unsafe extern "C" fn resume_generator(vm: *mut Vm, generator: Value, value: Value) -> Value {
    // SAFETY: as for `operate`; the cell is a Generator.
    unsafe { (*vm).and_scrub_stack(|vm| vm.resume_generator(generator, value)) }.unwrap_or(Value::EMPTY)
}

/// What [`step_generator`] answers instead of a value: the generator has ended, it threw, or its `next` is another.
pub const GENERATOR_ENDED: u64 = Value::EMPTY.bits();
pub const GENERATOR_THREW: u64 = 1;
pub const GENERATOR_OTHER: u64 = 2;
const _: () = assert!(Value::NULL.bits() >= GENERATOR_OTHER);

/// The bits of the next value of a generator.
pub unsafe extern "C" fn step_generator(vm: *mut Vm, iterator: Value, next: Value) -> u64 {
    // SAFETY: as for `operate`; the cell is a Generator.
    match unsafe { (*vm).and_scrub_stack(|vm| vm.step_generator(iterator, next)) } {
        Some(Ok(Some(value))) => value.bits(),
        Some(Ok(None)) => GENERATOR_ENDED,
        Some(Err(_)) => GENERATOR_THREW,
        None => GENERATOR_OTHER,
    }
}

pub unsafe extern "C" fn equal_strings(vm: *mut Vm, l: Value, r: Value) -> u32 {
    // SAFETY: as for `operate`; both are strings.
    unsafe { (*vm).equal_strings(l, r) as u32 }
}

/// The key of the next entry of a Map's iterator; empty at the end.
pub unsafe extern "C" fn step_entry(vm: *mut Vm, iterator: Value) -> Value {
    // SAFETY: as for `operate`; the value is a Map's iterator.
    unsafe { (*vm).step_entry(iterator) }
}

/// An enumeration of the object; empty where the instruction itself has to look.
pub unsafe extern "C" fn start_enumeration(vm: *mut Vm, object: Value) -> Value {
    // SAFETY: as for `operate`.
    unsafe { &mut *vm }.and_scrub_stack(|vm| vm.start_known_enumeration(object)).unwrap_or(Value::EMPTY)
}

/// The atom that a string is equal to, if there is one and the string is not long; else the string.
pub unsafe extern "C" fn atom_of(vm: *mut Vm, string: Value) -> Value {
    // SAFETY: as for `operate`; the value is a string.
    unsafe { &mut *vm }.and_scrub_stack(|vm| unsafe { vm.atom_of(string) })
}

/// See [`Vm::element_at_hand`]; empty where the instruction itself has to look.
pub unsafe extern "C" fn element_at_hand(vm: *mut Vm, object: Value, key: Value) -> Value {
    // SAFETY: as for `operate`.
    unsafe { (*vm).element_at_hand(object, key) }.unwrap_or(Value::EMPTY)
}

/// See [`Vm::property_at_hand`]; empty where the instruction itself has to look.
pub unsafe extern "C" fn property_at_hand(vm: *mut Vm, receiver: Value, key: u64) -> Value {
    // SAFETY: as for `operate`.
    unsafe { (*vm).property_at_hand(receiver, key) }.unwrap_or(Value::EMPTY)
}

/// See [`Vm::store_property`].
pub unsafe extern "C" fn store_property(vm: *mut Vm, object: Value, key: u64, value: Value) -> u32 {
    // SAFETY: as for `operate`.
    u32::from(unsafe { (*vm).and_scrub_stack(|vm| vm.store_property(object, key, value)) })
}

/// See [`Vm::store_element`].
pub unsafe extern "C" fn store_element(vm: *mut Vm, object: Value, key: Value, value: Value) -> u32 {
    // SAFETY: as for `operate`.
    u32::from(unsafe { (*vm).and_scrub_stack(|vm| vm.store_element(object, key, value)) })
}

/// See [`Vm::strings_inherit_elements`].
pub unsafe extern "C" fn strings_inherit_elements(vm: *mut Vm) -> u32 {
    // SAFETY: as for `operate`.
    u32::from(unsafe { (*vm).strings_inherit_elements() })
}

/// The code unit at an index within the string; negative if there is no memory to flatten it.
pub unsafe extern "C" fn char_code(vm: *mut Vm, string: Value, index: u32) -> i32 {
    // SAFETY: as for `operate`; the value is a string, the index within it.
    unsafe { (*vm).char_code(string, index) }
}

/// ToInt32 of a double, given by its bits.
pub extern "C" fn to_int32(_: *mut Vm, bits: u64) -> i32 {
    vm::numeric::convert::to_int32(f64::from_bits(bits))
}

pub extern "C" fn modulo(x: f64, y: f64) -> f64 {
    math::js_rem(x, y)
}

/// The address of a function of one double.
pub fn function1(function: DoubleFunction) -> usize {
    extern "C" fn floor(x: f64) -> f64 {
        x.floor()
    }
    extern "C" fn ceil(x: f64) -> f64 {
        x.ceil()
    }
    extern "C" fn round(x: f64) -> f64 {
        math::round(x)
    }
    extern "C" fn sin(x: f64) -> f64 {
        math::sin(x)
    }
    extern "C" fn cos(x: f64) -> f64 {
        math::cos(x)
    }
    extern "C" fn tan(x: f64) -> f64 {
        math::tan(x)
    }
    extern "C" fn exp(x: f64) -> f64 {
        math::exp(x)
    }
    extern "C" fn log(x: f64) -> f64 {
        math::log(x)
    }
    extern "C" fn atan(x: f64) -> f64 {
        math::atan(x)
    }
    extern "C" fn trunc(x: f64) -> f64 {
        x.trunc()
    }
    extern "C" fn asin(x: f64) -> f64 {
        math::asin(x)
    }
    extern "C" fn acos(x: f64) -> f64 {
        math::acos(x)
    }
    extern "C" fn log2(x: f64) -> f64 {
        math::log2(x)
    }
    extern "C" fn log10(x: f64) -> f64 {
        math::log10(x)
    }
    let f: extern "C" fn(f64) -> f64 = match function {
        DoubleFunction::Floor => floor,
        DoubleFunction::Ceil => ceil,
        DoubleFunction::Round => round,
        DoubleFunction::Sin => sin,
        DoubleFunction::Cos => cos,
        DoubleFunction::Tan => tan,
        DoubleFunction::Exp => exp,
        DoubleFunction::Log => log,
        DoubleFunction::Atan => atan,
        DoubleFunction::Trunc => trunc,
        DoubleFunction::Asin => asin,
        DoubleFunction::Acos => acos,
        DoubleFunction::Log2 => log2,
        DoubleFunction::Log10 => log10,
        DoubleFunction::Negate | DoubleFunction::Abs | DoubleFunction::Sqrt => {
            unreachable!("these are instructions")
        }
    };
    f as usize
}

/// The address of a function of two doubles.
pub fn function2(function: DoubleFunction2) -> usize {
    extern "C" fn pow(x: f64, y: f64) -> f64 {
        math::js_pow(x, y)
    }
    extern "C" fn atan2(x: f64, y: f64) -> f64 {
        math::atan2(x, y)
    }
    extern "C" fn hypot(x: f64, y: f64) -> f64 {
        math::hypot(&[x, y])
    }
    let f: extern "C" fn(f64, f64) -> f64 = match function {
        DoubleFunction2::Mod => modulo,
        DoubleFunction2::Hypot => hypot,
        DoubleFunction2::Pow => pow,
        DoubleFunction2::Atan2 => atan2,
        DoubleFunction2::Min | DoubleFunction2::Max => unreachable!("these are instructions"),
    };
    f as usize
}
