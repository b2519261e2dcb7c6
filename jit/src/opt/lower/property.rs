//! Properties that inline caches of their own do not know.

use super::*;
use abi::ic::{Entry, EntryKind, MEGAMORPHIC_ENTRIES, MEGAMORPHIC_FACTOR, MegamorphicEntry};

impl Lower<'_, '_> {
    /// A property through the cache that megamorphic sites share.
    pub(super) fn get_shared(&mut self, id: NodeId, key: u64, register: u16, result: u16) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, slow);
        let key = self.word(key);
        self.shared_property(object, key, slow, done);
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
        let at = offset_of!(MegamorphicEntry, entry);
        let its = self.load(I32, slot, at + offset_of!(Entry, shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, its);
        self.go_on(same, slow);
        let kind = self.load8(slot, at + offset_of!(Entry, kind));
        let place = self.load(I32, slot, at + offset_of!(Entry, offset));
        let place = self.fb.ins().uextend(I64, place);
        // By kind: from which cell, and whether its slots are apart.
        for (case, holder, slots) in [
            (EntryKind::HolderSlots, true, true),
            (EntryKind::HolderInline, true, false),
            (EntryKind::OwnInline, false, false),
            (EntryKind::OwnSlots, false, true),
        ] {
            let (this, other) = (self.fb.create_block(), self.fb.create_block());
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, case as i64);
            self.fb.ins().brif(is, this, &[], other, &[]);
            self.fb.switch_to_block(this);
            let mut base = object;
            if holder {
                let validity = self.load(I64, slot, at + offset_of!(Entry, validity));
                let valid = self.load8(validity, 0);
                let valid = self.fb.ins().icmp_imm_u(IntCC::NotEqual, valid, 0);
                self.go_on(valid, slow);
                base = self.load(I64, slot, at + offset_of!(Entry, holder));
            }
            if slots {
                base = self.load(I64, base, offset_of!(JsObject, slots));
            }
            let place = self.fb.ins().iadd(base, place);
            let value = self.load(I64, place, 0);
            self.jump_with(done, value);
            self.fb.switch_to_block(other);
        }
        self.fb.ins().jump(slow, &[]);
    }
}
