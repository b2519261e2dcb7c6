//! `--count`: instructions that count, in front of what they count. What the language does by itself (iteration, destructuring of arrays,
//! definitions in literals and classes) is no access of the program's.

use super::*;
use abi::opcode::Operand;
use abi::tally::{Type, types};

impl Compiler<'_> {
    /// Emits an access or an operation of the program's, and before it what counts it, if anything is counted.
    pub(super) fn counted(&mut self, op: Opcode, operands: &[u32]) {
        let is_access = matches!(op, Opcode::GetField | Opcode::SetField | Opcode::GetIndex | Opcode::SetIndex);
        if self.unit.source.is_counted.get() && self.b.reachable() && (is_access || op.is_operation()) {
            let tally = self.b.tally();
            match (op, operands) {
                (Opcode::GetField, [_, object, _]) | (Opcode::SetField, [object, ..]) => {
                    self.e(Opcode::CountField, &[*object, tally]);
                }
                (Opcode::GetIndex, [_, object, key, _]) => self.e(Opcode::CountGetIndex, &[*object, *key, tally]),
                (Opcode::SetIndex, [object, key, value, _]) => {
                    self.e(Opcode::CountSetIndex, &[*object, *key, *value, tally])
                }
                (_, [_, left, right]) if op.place_of(Operand::Immediate) == 0 => {
                    self.e(Opcode::CountOperands, &[*left, *right, tally]);
                }
                (_, [_, left, _]) => self.e(Opcode::CountOperand, &[*left, types(Type::Number, Type::Number), tally]),
                (_, [_, src]) => self.e(Opcode::CountOperand, &[*src, types(Type::Number, Type::None), tally]),
                _ => unreachable!("{op:?} is not counted"),
            }
        }
        self.e(op, operands);
    }
}
