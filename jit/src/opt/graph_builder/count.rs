//! What counts (`--count`). Each is an effect, and the last thing that its instruction does: so where code is left afterwards, the lower tiers do not count
//! again.

use super::*;
use abi::ic::SITE_MONOMORPHIC;

impl<'a> Builder<'a> {
    /// An instruction that counts; false if it is none.
    pub(super) fn count_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        let (op, args): (super::Op, SmallVec<[NodeId; 4]>) = match op {
            Opcode::CountField => {
                let i = view::CountField(operands);
                let object = a.get(i.object());
                self.expect_shape_of_next(a, op, object);
                let tally = self.tally(i.tally());
                let shape = self.facts.get(object).shape;
                match shape != 0 && self.vm.is_layout_of_shape(shape) {
                    true => (Op::CountShape { tally, shape }, smallvec![]),
                    false => (Op::CountField { tally }, smallvec![object]),
                }
            }
            Opcode::CountGetIndex => {
                let i = view::CountGetIndex(operands);
                let op = Op::CountGetIndex { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.object()), a.get(i.key())])
            }
            Opcode::CountSetIndex => {
                let i = view::CountSetIndex(operands);
                let op = Op::CountSetIndex { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.object()), a.get(i.key()), a.get(i.value())])
            }
            Opcode::CountOperands => {
                let i = view::CountOperands(operands);
                let op = Op::CountOperands { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.left()), a.get(i.right())])
            }
            Opcode::CountOperand => {
                let i = view::CountOperand(operands);
                let op = Op::CountOperand { tally: self.tally(i.tally()), number: i.number() as u32 };
                (op, smallvec![a.get(i.src())])
            }
            _ => return false,
        };
        self.add(op, args);
        true
    }

    fn tally(&self, number: u32) -> u64 {
        self.vm.counts.tally(number) as u64
    }

    /// The access that is counted looks whether the object has its site's only shape. If that is done here, the shape is known where it is counted.
    fn expect_shape_of_next(&mut self, a: &mut Activation<'a>, op: Opcode, object: NodeId) {
        let units = &a.body.bytecode[a.pc + op.length()..];
        let site = match Opcode::from_u16(units[0]) {
            Some(Opcode::GetField) => a.site(view::GetField(Units(units)).site()),
            Some(Opcode::SetField) => a.site(view::SetField(Units(units)).site()),
            _ => return,
        };
        if self.facts.get(object).shape != 0 || self.is_blocked(a) || site.state.get() != SITE_MONOMORPHIC {
            return;
        }
        if let [case] = self.current_cases(false, site)[..]
            && case.shape != 0
        {
            self.check_shape(a, object, case.shape);
        }
    }
}
