//! Properties of which inline caches tell when the code runs, and numbers that are read as their cases say.

use super::*;
use abi::ic::access::{self, Load, Machine, Numbers};
use abi::ic::{
    Access, CacheEntry, ENTRY_STORABLE, EntryKind, Field, MEGAMORPHIC_ENTRIES, MEGAMORPHIC_FACTOR, MegamorphicEntry,
    Storage,
};

impl Lower<'_, '_> {
    /// A property through the cache that megamorphic sites share.
    pub(super) fn get_shared(&mut self, id: NodeId, key: u64, register: u16, result: u16) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        let (slow, no_cell, number, done) = (self.cold(), self.cold(), self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let key = self.word(key);
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, no_cell);
        self.shared_property(object, key, slow, done);
        self.fb.switch_to_block(no_cell);
        let is_number = self.is_number(object);
        self.fb.ins().brif(is_number, number, &[], slow, &[]);
        self.fb.switch_to_block(number);
        let vm = self.vm();
        let value = self.leaf_call(helpers::property_of_numbers as *const () as usize, &[vm, key], I64);
        self.fb.ins().brif(value, done, &[BlockArg::Value(value)], slow, &[]);
        self.fb.switch_to_block(slow);
        self.operate(id, &[register]);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// A cell's property, by a key's bits, goes to a block; to `slow` if the shared cache does not know it.
    pub(super) fn shared_property(&mut self, object: Value, key: Value, slow: ClifBlock, done: ClifBlock) {
        let slot = self.shared_entry(object, key, slow);
        let at = offset_of!(MegamorphicEntry, entry);
        let kind = self.load8(slot, at + offset_of!(CacheEntry, kind));
        let place = self.load(I32, slot, at + offset_of!(CacheEntry, offset));
        let place = self.fb.ins().uextend(I64, place);
        // What is inherited, methods above all, comes first.
        let kinds = |of: fn(EntryKind) -> bool| EntryKind::ALL.iter().copied().filter(move |kind| of(*kind));
        let inherited_and_own = kinds(EntryKind::is_inherited).chain(kinds(EntryKind::is_own));
        for case in inherited_and_own.chain(kinds(|kind| kind.access() == Access::Undefined)) {
            let (this, other) = (self.fb.create_block(), self.fb.create_block());
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, case as i64);
            self.fb.ins().brif(is, this, &[], other, &[]);
            self.fb.switch_to_block(this);
            let value = access::load(&mut Shared { lower: self, object, slot, place, slow }, case).expect("a load");
            self.jump_with(done, value);
            self.fb.switch_to_block(other);
        }
        self.fb.ins().jump(slow, &[]);
    }

    /// Stores to a property of the object's own through that cache.
    pub(super) fn set_shared(&mut self, id: NodeId, key: u64, registers: [u16; 2]) {
        let args = &self.graph.node(id).args;
        let (object, value) = (self.value(args[0]), self.value(args[1]));
        let (slow, store, in_slots, done) =
            (self.cold(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        let cell = self.fb.append_block_param(store, I64);
        let key = self.word(key);
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, slow);
        let slot = self.shared_entry(object, key, slow);
        let at = offset_of!(MegamorphicEntry, entry);
        // The entry may be a load's, of a property that cannot be written.
        let flags = self.load8(slot, at + offset_of!(CacheEntry, flags));
        let storable = self.fb.ins().icmp_imm_u(IntCC::Equal, flags, i64::from(ENTRY_STORABLE));
        self.go_on(storable, slow);
        let kind = self.load8(slot, at + offset_of!(CacheEntry, kind));
        let is_inline = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, EntryKind::OwnInline as i64);
        self.fb.ins().brif(is_inline, store, &[BlockArg::Value(object)], in_slots, &[]);
        self.fb.switch_to_block(in_slots);
        let is_own = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, EntryKind::OwnSlots as i64);
        self.go_on(is_own, slow);
        let slots = self.load(I64, object, offset_of!(JsObject, slots));
        self.jump_with(store, slots);
        self.fb.switch_to_block(store);
        let place = self.load(I32, slot, at + offset_of!(CacheEntry, offset));
        let place = self.fb.ins().uextend(I64, place);
        let place = self.fb.ins().iadd(cell, place);
        self.store(value, place, 0);
        self.barrier_on(cell);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let (vm, general) = (self.vm(), self.cold());
        let arguments = [vm, object, key, value];
        let is_done = self.system_call(helpers::store_property as *const () as usize, &arguments, I32);
        self.fb.ins().brif(is_done, done, &[], general, &[]);
        self.fb.switch_to_block(general);
        self.operate(id, &registers);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// The shared cache's slot of a cell's shape and a key; to `slow` if it has none.
    fn shared_entry(&mut self, object: Value, key: Value, slow: ClifBlock) -> Value {
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        let factor = self.fb.ins().imul_imm_s(shape, MEGAMORPHIC_FACTOR as i64);
        let bits = self.fb.ins().ushr_imm_u(key, 4);
        let bits = self.fb.ins().ireduce(I32, bits);
        let mixed = self.fb.ins().bxor(factor, bits);
        let index = self.fb.ins().band_imm_u(mixed, MEGAMORPHIC_ENTRIES as i64 - 1);
        let index = self.fb.ins().uextend(I64, index);
        let offset = self.fb.ins().imul_imm_s(index, size_of::<MegamorphicEntry>() as i64);
        let vm = self.vm();
        let table = self.load(I64, vm, offset_of!(VmContext, megamorphic));
        let slot = self.fb.ins().iadd(table, offset);
        let held = self.load(I64, slot, offset_of!(MegamorphicEntry, key));
        let same = self.fb.ins().icmp(IntCC::Equal, held, key);
        self.go_on(same, slow);
        let its = self.load(I32, slot, offset_of!(MegamorphicEntry, entry) + offset_of!(CacheEntry, shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, its);
        self.go_on(same, slow);
        slot
    }

    /// See [`Op::NumberOf`].
    pub(super) fn number_of(&mut self, id: NodeId, kind: EntryKind) -> Value {
        let cell = self.value(self.graph.node(id).args[0]);
        let field = kind.number().expect("a case of numbers");
        field.read(&mut Reader { lower: self, id }, cell).expect("it is left by exits")
    }
}

/// A load by an entry of the shared cache, of a value that is in a word.
struct Shared<'r, 'a, 'b> {
    lower: &'r mut Lower<'a, 'b>,
    object: Value,
    slot: Value,
    /// The entry's offset.
    place: Value,
    /// Where to go if it cannot be done this way.
    slow: ClifBlock,
}

impl Shared<'_, '_, '_> {
    /// A field of the entry.
    fn field(&mut self, offset: usize) -> Value {
        self.lower.load(I64, self.slot, offset_of!(MegamorphicEntry, entry) + offset)
    }
}

impl Machine for Shared<'_, '_, '_> {
    type Cell = Value;

    fn receiver(&mut self) -> Value {
        self.object
    }

    fn check_validity(&mut self) -> Option<()> {
        let validity = self.field(offset_of!(CacheEntry, validity));
        let valid = self.lower.load8(validity, 0);
        let valid = self.lower.fb.ins().icmp_imm_u(IntCC::NotEqual, valid, 0);
        self.lower.go_on(valid, self.slow);
        Some(())
    }

    fn slots(&mut self, object: Value) -> Value {
        self.lower.load(I64, object, offset_of!(JsObject, slots))
    }
}

impl Load for Shared<'_, '_, '_> {
    type Value = Value;

    fn holder(&mut self) -> Value {
        self.field(offset_of!(CacheEntry, holder))
    }

    fn word(&mut self, cell: Value, _: Storage) -> Value {
        let place = self.lower.fb.ins().iadd(cell, self.place);
        self.lower.load(I64, place, 0)
    }

    fn number(&mut self, _: &'static Field) -> Option<Value> {
        None
    }

    fn undefined(&mut self) -> Value {
        self.lower.word(JsValue::UNDEFINED.bits())
    }
}

/// Reads int32s for a node, which leaves where a number is none.
struct Reader<'r, 'a, 'b> {
    lower: &'r mut Lower<'a, 'b>,
    id: NodeId,
}

impl Numbers for Reader<'_, '_, '_> {
    type Cell = Value;
    type Number = Value;

    fn pointer(&mut self, cell: Value, offset: usize) -> Value {
        self.lower.load(I64, cell, offset)
    }

    fn check_not_null(&mut self, pointer: Value) -> Option<()> {
        let is_null = self.lower.is_zero(pointer);
        self.lower.refuse(is_null, self.id);
        Some(())
    }

    fn fixed32(&mut self, cell: Value, offset: usize) -> Value {
        self.lower.load(I32, cell, offset)
    }

    fn uint32(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let number = self.lower.load(I32, cell, offset);
        let fits = self.lower.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, number, 0);
        self.lower.require(fits, self.id);
        Some(number)
    }

    fn size(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let size = self.lower.load(I64, cell, offset);
        let less = self.lower.fb.ins().iadd_imm_s(size, -1);
        let fits = self.lower.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, less, i32::MAX as i64);
        self.lower.require(fits, self.id);
        Some(self.lower.fb.ins().ireduce(I32, size))
    }
}
