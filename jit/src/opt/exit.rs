//! Leaving optimized code: what each exit stored, and how the interpreter's frames are rebuilt.

use super::ir::{Op, Reason};
use abi::Value;
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::object::JsFunction;
use smallvec::SmallVec;
use std::sync::Arc;
use vm::Vm;
use vm::object::function::machine_of;
use vm::tiering::Leave;

/// How a value is recovered from the word that an exit stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueRecovery {
    /// An int32 in the low half.
    Int,
    Double,
    /// A byte, 0 or 1.
    Bool,
    /// It was not stored: these bits.
    Constant(u64),
    /// The object of this number among those that the exit makes.
    Object(u32),
}

impl ValueRecovery {
    /// The value that a word becomes, unless it is an object.
    fn value(self, word: u64) -> Value {
        match self {
            ValueRecovery::Int => Value::int(word as u32 as i32),
            ValueRecovery::Double => Value::number(f64::from_bits(word)),
            ValueRecovery::Bool => Value::bool(word as u8 != 0),
            // SAFETY: what the code names is alive as long as it is.
            ValueRecovery::Constant(bits) => unsafe { Value::from_bits(bits) },
            ValueRecovery::Object(_) => Value::UNDEFINED,
        }
    }
}

/// An object that the code did not make, since nobody but the frames has it.
#[derive(Clone, Debug)]
pub struct SunkObject {
    pub kind: ObjectKind,
    /// What it is made of: an environment's parent, a closure's environment and what an arrow captures, an array's elements.
    pub inputs: Vec<StoredValue>,
    /// What is stored in it then, by offset.
    pub fields: Vec<(u32, StoredValue)>,
}

/// The objects of an exit, and the words of its frames that they belong in.
#[derive(Debug)]
pub struct Objects {
    pub list: Vec<SunkObject>,
    /// Word, counted from the outermost frame, and object.
    pub places: Vec<(u32, u32)>,
}

/// What an object is made as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// An ordinary object: the shape that it is allocated with, and the one that it has.
    Object {
        first: u32,
        shape: u32,
    },
    /// Address of its ScopeInfo cell.
    Environment {
        info: u64,
    },
    /// Address of its Code cell.
    Function {
        code: u64,
    },
    Array,
}

/// Something in such an object.
#[derive(Clone, Copy, Debug)]
pub struct StoredValue {
    /// Where the exit stored it, in words from the outermost frame.
    pub word: u32,
    /// None if the word is the value.
    pub recovery: Option<ValueRecovery>,
}

/// What the word is that a guard found wrong and passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundValue {
    Nothing,
    Tagged,
    Int,
    Double,
    Bool,
    /// Two int32s, the first in the low half.
    Pair,
}

/// One frame of those that an exit leaves.
#[derive(Clone, Debug)]
pub struct ExitFrame {
    /// Where it is, in words from the outermost.
    pub word: u32,
    /// Address of its function's CodeHeader.
    pub machine: u64,
    pub pc: u32,
    pub argc: u32,
    pub construct: bool,
    /// Words that are not values yet, counted from the outermost frame.
    pub words: Vec<(u32, ValueRecovery)>,
}

/// A place where code may be left.
#[derive(Clone, Debug)]
pub struct Exit {
    pub reason: Reason,
    /// Outermost first.
    pub frames: Vec<ExitFrame>,
    /// Objects that the frames lead to and that are still to be made.
    pub objects: Option<Arc<Objects>>,
    /// The bytecode whose guard failed.
    pub code_id: u32,
    pub pc: u32,
    /// Index of its origin.
    pub origin: u32,
    /// The guard, unless control just ends here; what it passes on; and the shape that a comparison was with, or 0.
    pub guard: Option<Op>,
    pub found: FoundValue,
    pub shape: u32,
}

impl Exit {
    /// The shapes that the guard lets pass.
    pub fn expected_shapes(&self) -> &[u32] {
        match &self.guard {
            Some(Op::CheckShape(shapes, _)) => shapes,
            _ => std::slice::from_ref(&self.shape),
        }
    }

    /// The code id of the function that was expected, if another closure of its code came.
    pub fn other_closure(&self, found: u64) -> Option<u32> {
        let (Some(Op::CheckIdentical(expected)), FoundValue::Tagged) = (&self.guard, self.found) else { return None };
        let [expected, found] = [*expected, found].map(|bits| {
            let cell = bits as *const CellHeader;
            // SAFETY: the code names a live cell, and found a value.
            (Value::is_cell_word(bits) && unsafe { (*cell).is(CellKind::Function) }).then(|| cell.cast::<JsFunction>())
        });
        // SAFETY: the kinds say that both are functions.
        let [expected, found] = unsafe { [machine_of(&*expected?), machine_of(&*found?)] };
        // SAFETY: functions' code is live.
        (expected == found).then(|| unsafe { (*expected).code_id })
    }

    /// Makes the frames complete, but for the objects that are to be made; `frame` is the outermost.
    ///
    /// # Safety
    /// The exit's code has just stored its state in the live frame, within whose extent all frames lie.
    pub unsafe fn rebuild(&self, frame: *mut Frame) -> Leave {
        let words = frame.cast::<u64>();
        let mut inner = frame;
        for (i, f) in self.frames.iter().enumerate() {
            // SAFETY: the caller's promise; the stack was checked for all words of the code's frames when it was entered.
            unsafe {
                for &(word, recovery) in &f.words {
                    let place = words.add(word as usize);
                    *place = recovery.value(*place).bits();
                }
                let this = words.add(f.word as usize).cast::<Frame>();
                if i > 0 {
                    let machine = f.machine as *const CodeHeader;
                    (*this).caller = inner;
                    (*this).code = machine;
                    (*this).code_id = (*machine).code_id;
                    (*this).argc = f.argc;
                    (*this).flags = if f.construct { FLAG_CONSTRUCT } else { 0 };
                }
                (*this).position = f.pc;
                inner = this;
            }
        }
        let make = self.objects.clone().map(|objects| {
            // SAFETY: the frames stay as they are until that is done.
            Box::new(move |vm: &mut Vm| unsafe { objects.make(vm, frame) }) as Box<dyn FnOnce(&mut Vm) -> bool>
        });
        let (frames, pending) = (self.frames.len(), self.reason == Reason::Exception);
        Leave { frame: inner, frames, pending, teaches: false, make }
    }
}

impl Objects {
    /// Makes the objects that the frames lead to; false if there is no memory for them, which ends the script. This may collect garbage.
    ///
    /// # Safety
    /// [`Exit::rebuild`] of the same frame has just been done, and the frame that it gave is on top.
    unsafe fn make(&self, vm: &mut Vm, frame: *mut Frame) -> bool {
        let words = frame.cast::<u64>();
        // What they are made of, which the collector would not find beyond the frames; then the objects.
        let mut values = vm.heap.rooted_vec();
        for object in self.list.iter() {
            for part in object.inputs.iter().chain(object.fields.iter().map(|field| &field.1)) {
                // SAFETY: the exit stored it there, within the extent of the code's frames; without a recovery it is a value.
                values.push(unsafe {
                    let word = *words.add(part.word as usize);
                    part.recovery.map_or(Value::from_bits(word), |recovery| recovery.value(word))
                });
            }
        }
        let parts = values.len();
        let mut part = 0;
        for object in self.list.iter() {
            let inputs: SmallVec<[Value; 3]> =
                object.inputs.iter().enumerate().map(|(i, its)| its.of(&values[part + i], &values[parts..])).collect();
            part += object.inputs.len() + object.fields.len();
            // SAFETY: the code that was left keeps shapes, code and scopes; a cell among the inputs is of the kind that the instruction takes.
            let made = vm.rematerialize(|vm| unsafe {
                match (object.kind, inputs.as_slice()) {
                    (ObjectKind::Array, elements) => vm.new_array(elements).map(Value::from),
                    (ObjectKind::Object { first, .. }, []) => vm.new_object_of_shape(first),
                    (ObjectKind::Environment { info }, [parent]) => {
                        vm.new_environment(cell(*parent).cast(), info as *mut CellHeader)
                    }
                    (ObjectKind::Function { code }, [outer]) => {
                        vm.new_closure(code as *mut CellHeader, cell(*outer).cast(), Value::EMPTY, std::ptr::null_mut())
                    }
                    (ObjectKind::Function { code }, [outer, this, home]) => {
                        vm.new_closure(code as *mut CellHeader, cell(*outer).cast(), *this, cell(*home).cast())
                    }
                    _ => unreachable!("{:?} of {} parts", object.kind, inputs.len()),
                }
            });
            let Some(made) = made else { return false };
            values.push(made);
        }
        let mut part = 0;
        let made = &values[parts..];
        for (object, &value) in self.list.iter().zip(made) {
            let cell = value.as_cell();
            part += object.inputs.len();
            for (offset, its) in &object.fields {
                // SAFETY: the cell is new and has the word, since the code would have stored there.
                unsafe { cell.byte_add(*offset as usize).cast::<Value>().write(its.of(&values[part], made)) };
                part += 1;
            }
            if let ObjectKind::Object { shape, .. } = object.kind {
                // SAFETY: the cell is an object, and its words are those of the shape.
                unsafe { (*cell).shape.set(shape) };
            }
            vm.heap.barrier(cell);
        }
        for &(word, object) in &self.places {
            // SAFETY: as for `rebuild`.
            unsafe { *words.add(word as usize) = made[object as usize].bits() };
        }
        true
    }
}

impl StoredValue {
    /// The value, given what its word was and the objects that have been made.
    fn of(&self, word: &Value, made: &[Value]) -> Value {
        match self.recovery {
            Some(ValueRecovery::Object(i)) => made[i as usize],
            _ => *word,
        }
    }
}

/// The cell that a value is; null for others.
fn cell(value: Value) -> *mut CellHeader {
    if value.is_cell() { value.as_cell() } else { std::ptr::null_mut() }
}
