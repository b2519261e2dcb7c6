//! What entries of inline caches say to do, as code: the machine of [`abi::ic::access`] that makes stencils. Where a check fails the runtime does the
//! instruction.

use crate::emit::Emit;
use abi::cell::{CellHeader, FLAG_PROTOTYPE};
use abi::ic::access::{self, Load, Machine, Numbers, Store};
use abi::ic::{CacheEntry, EntryKind, Field, Storage};
use abi::object::{JsObject, SLOTS_VALUES_OFFSET, Slots};
use abi::opcode::Places;
use abi::opcode::view::SetField;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// What an access needs of an entry, loaded at once: in the block in which its address is a constant.
#[derive(Clone, Copy)]
pub struct Fields {
    offset: Option<Value>,
    holder: Option<Value>,
    validity: Option<Value>,
    /// For what is wanted late.
    entry: Value,
}

impl Fields {
    /// Loads what this kind of entry has.
    pub fn load(e: &mut Emit, entry: Value, kind: EntryKind) -> Fields {
        let offset = kind.has_offset().then(|| e.load32_wide(entry, offset_of!(CacheEntry, offset)));
        let holder = kind.is_inherited().then(|| e.load(I64, entry, offset_of!(CacheEntry, holder)));
        let validity = kind.needs_validity().then(|| e.load(I64, entry, offset_of!(CacheEntry, validity)));
        Fields { offset, holder, validity, entry }
    }

    /// A word at the entry's offset from a cell.
    pub fn place(self, e: &mut Emit, cell: Value) -> Value {
        e.fb.ins().iadd(cell, self.offset.expect("such entries have an offset"))
    }
}

/// The property of a receiver that has the entry's shape.
pub fn load(e: &mut Emit, kind: EntryKind, receiver: Value, fields: Fields) -> Value {
    access::load(&mut Access { e, receiver, fields, kind }, kind).expect("a load")
}

/// Stores the value, an operand of SetField.
pub fn store(e: &mut Emit, kind: EntryKind, receiver: Value, fields: Fields) {
    access::store(&mut Access { e, receiver, fields, kind }, kind).expect("a store");
}

/// Removes the property of a receiver that has the entry's shape.
pub fn remove(e: &mut Emit, kind: EntryKind, receiver: Value, fields: Fields) {
    access::remove(&mut Access { e, receiver, fields, kind }, kind).expect("a removal");
}

/// The validity cell has not been fired.
pub fn require_valid(e: &mut Emit, validity: Value) {
    let valid = e.load8(validity, 0);
    let holds = e.fb.ins().icmp_imm_u(IntCC::NotEqual, valid, 0);
    e.require(holds);
}

struct Access<'e, 'f> {
    e: &'e mut Emit<'f>,
    receiver: Value,
    fields: Fields,
    kind: EntryKind,
}

impl Machine for Access<'_, '_> {
    type Cell = Value;

    fn receiver(&mut self) -> Value {
        self.receiver
    }

    fn check_validity(&mut self) -> Option<()> {
        require_valid(self.e, self.fields.validity.expect("such entries have a validity cell"));
        Some(())
    }

    fn slots(&mut self, object: Value) -> Value {
        self.e.load(I64, object, offset_of!(JsObject, slots))
    }
}

impl Load for Access<'_, '_> {
    type Value = Value;

    fn holder(&mut self) -> Value {
        self.fields.holder.expect("such entries have a holder")
    }

    fn word(&mut self, cell: Value, _: Storage) -> Value {
        let place = self.fields.place(self.e, cell);
        self.e.load(I64, place, 0)
    }

    fn number(&mut self, field: &'static Field) -> Option<Value> {
        let receiver = self.receiver;
        field.read(self, receiver)
    }

    fn undefined(&mut self) -> Value {
        self.e.js(abi::Value::UNDEFINED)
    }
}

/// Numbers that are no int32s are the runtime's.
impl Numbers for Access<'_, '_> {
    type Cell = Value;
    type Number = Value;

    fn pointer(&mut self, cell: Value, offset: usize) -> Value {
        self.e.load(I64, cell, offset)
    }

    fn check_not_null(&mut self, pointer: Value) -> Option<()> {
        let there = self.e.fb.ins().icmp_imm_u(IntCC::NotEqual, pointer, 0);
        self.e.require(there);
        Some(())
    }

    fn fixed32(&mut self, cell: Value, offset: usize) -> Value {
        let number = self.e.load(I32, cell, offset);
        self.e.box_int(number)
    }

    fn uint32(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let number = self.e.load(I32, cell, offset);
        let fits = self.e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, number, 0);
        self.e.require(fits);
        Some(self.e.box_int(number))
    }

    fn size(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let size = self.e.load(I64, cell, offset);
        let less = self.e.fb.ins().iadd_imm_s(size, -1);
        let fits = self.e.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, less, i32::MAX as i64);
        self.e.require(fits);
        let tag = self.e.tag;
        Some(self.e.fb.ins().bor(size, tag))
    }
}

impl Store for Access<'_, '_> {
    fn check_not_prototype(&mut self, object: Value) -> Option<()> {
        let flags = self.e.load8(object, offset_of!(CellHeader, flags));
        let prototype = self.e.fb.ins().band_imm_u(flags, FLAG_PROTOTYPE as i64);
        let usual = self.e.equal_u32(prototype, 0);
        self.e.require(usual);
        Some(())
    }

    fn check_barrier(&mut self, owner: Value) -> Option<()> {
        self.e.require_no_barrier(owner);
        Some(())
    }

    fn check_room(&mut self, slots: Value) -> Option<()> {
        let capacity = self.e.load32_wide(slots, offset_of!(Slots, capacity));
        let bytes = self.e.fb.ins().ishl_imm_u(capacity, 3);
        let offset = self.fields.offset.expect("such entries have an offset");
        let end = self.e.fb.ins().iadd_imm_s(offset, 8 - SLOTS_VALUES_OFFSET as i64);
        let fits = self.e.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, end, bytes);
        self.e.require(fits);
        Some(())
    }

    fn store(&mut self, cell: Value, _: Storage) {
        let place = self.fields.place(self.e, cell);
        let value = if self.kind.can_remove() {
            self.e.js(abi::Value::UNDEFINED)
        } else {
            // Loaded late: registers are few.
            self.e.reg(SetField(Places).value())
        };
        self.e.store(value, place, 0);
    }

    /// None is due.
    fn barrier(&mut self, _: Value) {}

    fn change_shape(&mut self, object: Value) {
        let shape = self.e.load(I32, self.fields.entry, offset_of!(CacheEntry, new_shape));
        self.e.store(shape, object, offset_of!(CellHeader, shape));
    }
}
