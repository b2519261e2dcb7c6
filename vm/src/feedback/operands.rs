//! Kinds of operands that arithmetic and comparisons come across. What an instruction has seen is in the instruction itself, ARITH_* bits
//! beside int32s; here is when each kind came first.

use crate::code::Code;
use crate::observe::now_ns;
use crate::observe::trace::Json;
use crate::vm::Vm;
use abi::opcode::{
    ARITH_BIGINT, ARITH_DOUBLE, ARITH_OBJECT, ARITH_OTHER, ARITH_OVERFLOW, ARITH_STRING, ARITH_UNDEFINED, Opcode,
};

/// The names of ARITH_* bits; none for int32 operands with an int32 result.
pub const OPERANDS: [(u16, &str); 7] = [
    (ARITH_DOUBLE, "double"),
    (ARITH_OVERFLOW, "overflow"),
    (ARITH_STRING, "string"),
    (ARITH_BIGINT, "bigint"),
    (ARITH_OTHER, "other"),
    (ARITH_UNDEFINED, "undefined"),
    (ARITH_OBJECT, "object"),
];

/// An instruction came across kinds of operands that it had not seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandEvent {
    /// Nanoseconds since the VM was made.
    pub at_ns: u64,
    /// Of the instruction, in 16-bit units.
    pub offset: u32,
    /// ARITH_* bits of what is new.
    pub came: u16,
}

/// Those bits in words.
pub fn operand_words(bits: u16) -> impl Iterator<Item = &'static str> {
    OPERANDS.into_iter().filter(move |(bit, _)| bits & bit != 0).map(|(_, name)| name)
}

/// The feedback unit of an instruction that runs.
#[derive(Clone, Copy)]
pub struct FeedbackUnit(*mut u16);

impl FeedbackUnit {
    /// # Safety
    /// It is an instruction's feedback unit, in the bytecode of a function that has a frame as long as this is used.
    #[inline(always)]
    pub unsafe fn new(unit: *mut u16) -> FeedbackUnit {
        FeedbackUnit(unit)
    }

    #[inline(always)]
    pub fn address(self) -> *mut u16 {
        self.0
    }
}

impl Vm {
    /// The running instruction has operands of these kinds: ARITH_* bits for its feedback unit.
    #[inline]
    pub(crate) fn note_operands(&mut self, unit: FeedbackUnit, bits: u16) {
        // SAFETY: the unit is in bytecode that is there and that only this thread writes.
        let before = unsafe { *unit.0 };
        if before & bits != bits {
            self.learn_operands(unit, before, bits & !before);
        }
    }

    #[cold]
    #[inline(never)]
    fn learn_operands(&mut self, FeedbackUnit(unit): FeedbackUnit, before: u16, came: u16) {
        // SAFETY: as above.
        unsafe { *unit = before | came };
        let frame = self.top_frame();
        // SAFETY: a frame on top is live.
        let Some((code, offset)) = (unsafe {
            (!frame.is_null() && !(*frame).code.is_null())
                .then(|| (Code::from_machine((*frame).code), (*frame).position))
        }) else {
            return;
        };
        let Some(body) = code.body.get() else { return };
        let Some(op) = body.bytecode.get(offset as usize).and_then(|&unit| Opcode::from_u16(unit)) else { return };
        let instruction = offset as usize..offset as usize + op.length();
        let at = (unit as usize).wrapping_sub(body.bytecode.as_ptr() as usize) / size_of::<u16>();
        if !instruction.contains(&at) {
            return;
        }
        let code_id = code.machine().code_id;
        let at_ns = self.started.elapsed().as_nanos() as u64;
        self.histories.add_operands(code_id, OperandEvent { at_ns, offset, came });
        if self.trace.ic {
            self.trace_operands(code_id, offset, op, before, came);
        }
    }

    fn trace_operands(&mut self, code_id: u32, offset: u32, op: Opcode, before: u16, came: u16) {
        // A double is what a number may be.
        if !self.trace.ic_all && came == ARITH_DOUBLE {
            return;
        }
        let place = self.place(code_id, offset);
        let words = |bits| operand_words(bits).collect::<Vec<_>>().join(", ");
        let seen = |bits| std::iter::once("int32").chain(operand_words(bits)).collect::<Vec<_>>().join(", ");
        let (from, to) = (seen(before), seen(before | came));
        self.trace.tell_once(format!("[ic] {place}: operands of {}: {from} -> {to}", op.name()), || {
            Json::event("operands", now_ns())
                .place(&place)
                .text("op", op.name())
                .text("from", &from)
                .text("to", &to)
                .text("came", &words(came))
        });
    }
}
