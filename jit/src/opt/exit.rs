//! Leaving optimized code: what each exit stored, and how the interpreter's frames are made of it.

use super::graph::{Op, Reason};
use abi::Value;
use abi::frame::*;
use vm::tier::Leave;

/// How a word that an exit stored becomes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// An int32 in the low half.
    Int,
    Double,
    /// A byte, 0 or 1.
    Bool,
    /// It was not stored: these bits.
    Constant(u64),
}

/// What the word is that a guard found wrong and passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came {
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
    pub words: Vec<(u32, How)>,
}

/// A place where code may be left.
#[derive(Clone, Debug)]
pub struct Exit {
    pub reason: Reason,
    /// Outermost first.
    pub frames: Vec<ExitFrame>,
    /// The bytecode whose guard failed.
    pub code_id: u32,
    pub pc: u32,
    /// Index of its origin.
    pub origin: u32,
    /// The guard, unless control just ends here; what it passes on; and the shape that a comparison was with, or 0.
    pub guard: Option<Op>,
    pub came: Came,
    pub shape: u32,
}

impl Exit {
    /// Makes the frames complete; `frame` is the outermost.
    ///
    /// # Safety
    /// The exit's code has just stored its state in the live frame, within whose extent all frames lie.
    pub unsafe fn rebuild(&self, frame: *mut Frame) -> Leave {
        let words = frame.cast::<u64>();
        let mut inner = frame;
        for (i, f) in self.frames.iter().enumerate() {
            // SAFETY: the caller's promise; the stack was checked for all words of the code's frames when it was entered.
            unsafe {
                for &(word, how) in &f.words {
                    let place = words.add(word as usize);
                    let raw = *place;
                    *place = match how {
                        How::Int => Value::int(raw as u32 as i32).0,
                        How::Double => Value::number(f64::from_bits(raw)).0,
                        How::Bool => Value::bool(raw as u8 != 0).0,
                        How::Constant(bits) => bits,
                    };
                }
                let this = words.add(f.word as usize).cast::<Frame>();
                if i > 0 {
                    let machine = f.machine as *const CodeHeader;
                    (*this).caller = inner;
                    (*this).code = machine;
                    (*this).code_id = (*machine).code_id;
                    (*this).argc = f.argc;
                    (*this).flags = if f.construct { FLAG_CONSTRUCT } else { 0 };
                    (*this).new_target = (*this).callee;
                }
                (*this).position = f.pc;
                inner = this;
            }
        }
        Leave { frame: inner, frames: self.frames.len(), pending: self.reason == Reason::Exception, teaches: false }
    }
}
