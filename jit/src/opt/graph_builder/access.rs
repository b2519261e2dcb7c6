//! What entries of inline caches say to do, as a graph: the machine of [`abi::ic::access`] that the builder is. Where a check fails the code is left.

use super::element::FIRST_NUMBER;
use super::property::Case;
use super::*;
use abi::cell::{CellHeader, FLAG_PROTOTYPE};
use abi::ic::access::{Load, Machine, Store};
use abi::ic::{Field, Form, Storage};
use abi::object::SLOTS_VALUES_OFFSET;

/// An access to an object that has the case's shape. `S` is what is stored, if something is.
pub(super) struct Access<'b, 'a, S> {
    pub builder: &'b mut Builder<'a>,
    pub a: &'b mut Activation<'a>,
    pub object: NodeId,
    pub case: &'b Case,
    pub value: S,
}

/// The region of memory in which a property is.
pub(super) fn region(storage: Storage) -> Region {
    match storage {
        Storage::Inline => Region::Object,
        Storage::Slots => Region::Slots,
    }
}

impl<S> Machine for Access<'_, '_, S> {
    type Cell = NodeId;

    fn receiver(&mut self) -> NodeId {
        self.object
    }

    fn check_validity(&mut self) -> Option<()> {
        self.builder.check_valid(self.a, self.case.validity);
        Some(())
    }

    /// A property that is added there needs room first.
    fn slots(&mut self, object: NodeId) -> NodeId {
        if self.case.kind.may_grow() {
            let capacity = (self.case.offset as usize - SLOTS_VALUES_OFFSET) / size_of::<Value>() + 1;
            return self.builder.grow_slots(self.a, object, capacity as u32);
        }
        self.builder.load_pointer(object, offset_of!(JsObject, slots))
    }
}

impl Load for Access<'_, '_, ()> {
    type Value = NodeId;

    fn holder(&mut self) -> NodeId {
        self.builder.cell(self.case.holder)
    }

    fn word(&mut self, cell: NodeId, storage: Storage) -> NodeId {
        self.builder.load(region(storage), cell, self.case.offset as usize)
    }

    /// What is a word of 32 bits is loaded as one, and known from then on; an operation of its own reads other numbers.
    fn number(&mut self, field: &'static Field) -> Option<NodeId> {
        Some(match field.form {
            Form::Fixed32 if field.memory.is_none() => self.builder.load_fixed_int(self.object, field.offset),
            Form::Uint32 if field.memory.is_none() => self.builder.load_uint32(self.a, self.object, field.offset),
            _ => {
                // It changes as little as where a typed array's elements are.
                let place = FIRST_NUMBER - self.case.kind as u32;
                if let Some(known) = self.builder.facts.field(self.object, place) {
                    return Some(known);
                }
                let op = Op::NumberOf(self.case.kind);
                let number = self.builder.guard(self.a, op, smallvec![self.object], Reason::OutOfBounds);
                self.builder.facts.loaded(self.object, place, number);
                number
            }
        })
    }

    fn undefined(&mut self) -> NodeId {
        self.builder.constant(Value::UNDEFINED)
    }
}

impl Store for Access<'_, '_, NodeId> {
    fn check_not_prototype(&mut self, object: NodeId) -> Option<()> {
        if !self.builder.facts.get(object).is_fresh {
            self.builder.guard(self.a, Op::CheckFlags(FLAG_PROTOTYPE), smallvec![object], Reason::WrongKind);
        }
        Some(())
    }

    fn check_barrier(&mut self, _: NodeId) -> Option<()> {
        Some(())
    }

    /// There is: see `slots`.
    fn check_room(&mut self, _: NodeId) -> Option<()> {
        Some(())
    }

    fn store(&mut self, cell: NodeId, storage: Storage) {
        self.builder.store(region(storage), cell, self.case.offset as usize, self.value);
    }

    fn barrier(&mut self, owner: NodeId) {
        self.builder.barrier(owner, self.value);
    }

    fn change_shape(&mut self, object: NodeId) {
        let header = offset_of!(CellHeader, shape) as u32;
        let (builder, case) = (&mut *self.builder, self.case);
        builder.keep_shape(case.new_shape);
        builder.add(Op::StoreShape(case.new_shape), smallvec![object]);
        builder.facts.forget_shapes(object, case.shape);
        builder.note_transition(case.shape);
        builder.note_store(header, 0);
        let shape = builder.int_constant(case.new_shape as i32);
        builder.facts.stored(object, header, shape);
        builder.facts.of(object).shape = case.new_shape;
        // The shape is a cell, too.
        builder.add(Op::Barrier, smallvec![object]);
    }
}
