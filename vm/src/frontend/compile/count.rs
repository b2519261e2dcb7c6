//! `--count`: instructions that count, in front of what they count. What the language does by itself (iteration, destructuring of arrays,
//! definitions in literals and classes) is no access of the program's.

use super::*;
use abi::opcode::Operand;
use abi::tally::{Type, types};

impl Compiler<'_> {
    /// Emits an access or an operation of the program's, and before it what counts it, if anything is counted.
    pub(super) fn counted(&mut self, op: Op, operands: &[u32]) {
        let is_access = matches!(op, Op::GetField | Op::SetField | Op::GetIndex | Op::SetIndex);
        if self.unit.source.is_counted.get() && self.b.reachable() && (is_access || op.is_operation()) {
            let tally = self.b.tally();
            match (op, operands) {
                (Op::GetField, [_, object, _]) | (Op::SetField, [object, ..]) => {
                    self.e(Op::CountField, &[*object, tally]);
                }
                (Op::GetIndex, [_, object, key, _]) => self.e(Op::CountGetIndex, &[*object, *key, tally]),
                (Op::SetIndex, [object, key, value, _]) => self.e(Op::CountSetIndex, &[*object, *key, *value, tally]),
                (_, [_, left, right]) if op.place_of(Operand::Immediate) == 0 => {
                    self.e(Op::CountOperands, &[*left, *right, tally]);
                }
                (_, [_, left, _]) => self.e(Op::CountOperand, &[*left, types(Type::Number, Type::Number), tally]),
                (_, [_, src]) => self.e(Op::CountOperand, &[*src, types(Type::Number, Type::None), tally]),
                _ => unreachable!("{op:?} is not counted"),
            }
        }
        self.e(op, operands);
    }
}
