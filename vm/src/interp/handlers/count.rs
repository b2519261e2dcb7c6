//! What the next instruction comes across is counted (`--count`).

use super::super::running::Running;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline]
pub fn count_field(vm: &mut Vm, i: CountField<Running>) {
    let tally = vm.counts.tally(i.tally());
    // SAFETY: the tally is the VM's, as in all that follow.
    unsafe { vm.count_field(i.object(), tally) }
}

#[inline]
pub fn count_get_index(vm: &mut Vm, i: CountGetIndex<Running>) {
    let tally = vm.counts.tally(i.tally());
    // SAFETY: as above.
    unsafe { vm.count_get_index(i.object(), i.key(), tally) }
}

#[inline]
pub fn count_set_index(vm: &mut Vm, i: CountSetIndex<Running>) {
    let tally = vm.counts.tally(i.tally());
    // SAFETY: as above.
    unsafe { vm.count_set_index(i.object(), i.key(), i.value(), tally) }
}

#[inline]
pub fn count_operands(vm: &mut Vm, i: CountOperands<Running>) {
    let tally = vm.counts.tally(i.tally());
    // SAFETY: as above.
    unsafe { vm.count_operands(i.left(), i.right(), tally) }
}

#[inline]
pub fn count_operand(vm: &mut Vm, i: CountOperand<Running>) {
    let tally = vm.counts.tally(i.tally());
    // SAFETY: as above.
    unsafe { vm.count_operand(i.src(), i.number() as u32, tally) }
}
