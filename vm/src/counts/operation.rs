//! Operations: how often operands of other types come than the last time (JITProf's c_poly), and how often those of each type, undefined ones among
//! them (c_undef).

use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::cell::CellKind;
use abi::tally::{Tally, Type, of_types, types};

/// The type of a value, as `typeof` has it.
#[inline]
fn type_of(value: Value) -> Type {
    if value.is_number() {
        return Type::Number;
    }
    match value.header().map(|header| header.kind()) {
        Some(CellKind::String) => Type::String,
        Some(CellKind::Symbol) => Type::Symbol,
        Some(CellKind::BigInt) => Type::BigInt,
        Some(_) if value.is_callable() => Type::Function,
        Some(_) => Type::Object,
        None if value.is_undefined() => Type::Undefined,
        None if value.is_bool() => Type::Boolean,
        None => Type::Object,
    }
}

impl Vm {
    /// An operation on operands of these types.
    ///
    /// # Safety
    /// The tally is one of this VM's.
    pub unsafe fn count_types(&mut self, types: u32, tally: *const Tally) {
        // SAFETY: the caller's promise: tallies are never freed.
        let tally = unsafe { &*tally };
        if tally.last.get() == types {
            tally.alike.set(tally.alike.get() + 1);
            return;
        }
        let site = &mut self.counts.sites[tally.number as usize];
        site.settle();
        site.tally.last.set(types);
        if site.came(types) {
            site.changes += 1;
        }
    }

    /// An operation on one operand, with these types if it is a number.
    ///
    /// # Safety
    /// As for [`Vm::count_types`].
    pub unsafe fn count_operand(&mut self, operand: Value, number: u32, tally: *const Tally) {
        let types = types(type_of(operand), of_types(number).1);
        // SAFETY: the caller's promise.
        unsafe { self.count_types(types, tally) }
    }

    /// An operation on these operands.
    ///
    /// # Safety
    /// As for [`Vm::count_types`].
    pub unsafe fn count_operands(&mut self, left: Value, right: Value, tally: *const Tally) {
        // SAFETY: the caller's promise.
        unsafe { self.count_types(types(type_of(left), type_of(right)), tally) }
    }
}
