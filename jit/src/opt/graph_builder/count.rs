//! What counts (`--count`). Each is an effect, and the last thing that its instruction does: so where code is left afterwards, the lower tiers do not count
//! again.

use super::*;
use abi::ic::SITE_MONOMORPHIC;

impl<'a> Builder<'a> {
    /// An instruction that counts; false if it is none.
    pub(super) fn count_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        let operands = a.operands();
        let (op, args): (super::Op, SmallVec<[NodeId; 4]>) = match op {
            Op::CountField => {
                let i = view::CountField(operands);
                let object = a.get(i.object());
                self.expect_shape_of_next(a, op, object);
                let tally = self.tally(i.tally());
                let shape = self.facts.get(object).shape;
                match shape != 0 && self.vm.is_layout_of_shape(shape) {
                    true => (super::Op::CountShape { tally, shape }, smallvec![]),
                    false => (super::Op::CountField { tally }, smallvec![object]),
                }
            }
            Op::CountGetIndex => {
                let i = view::CountGetIndex(operands);
                let op = super::Op::CountGetIndex { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.object()), a.get(i.key())])
            }
            Op::CountSetIndex => {
                let i = view::CountSetIndex(operands);
                let op = super::Op::CountSetIndex { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.object()), a.get(i.key()), a.get(i.value())])
            }
            Op::CountOperands => {
                let i = view::CountOperands(operands);
                let op = super::Op::CountOperands { tally: self.tally(i.tally()) };
                (op, smallvec![a.get(i.left()), a.get(i.right())])
            }
            Op::CountOperand => {
                let i = view::CountOperand(operands);
                let op = super::Op::CountOperand { tally: self.tally(i.tally()), number: i.number() as u32 };
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
    fn expect_shape_of_next(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op, object: NodeId) {
        use abi::opcode::Op;
        let units = &a.body.bytecode[a.pc + op.length()..];
        let site = match Op::from_u16(units[0]) {
            Some(Op::GetField) => a.site(view::GetField(Units(units)).site()),
            Some(Op::SetField) => a.site(view::SetField(Units(units)).site()),
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
