//! Steps of enumerations and iterators.

use super::*;
use abi::object::{ForIn, INLINE_SLOTS_OFFSET, OUT_OF_ORDER, SLOTS_VALUES_OFFSET};
use vm::object::array_iterator::ArrayIterator;
use vm::object::collections::map::MapIterator;
use vm::object::iteration_kind::IterationKind;

impl Lower<'_, '_> {
    /// The enumeration of a value.
    pub(super) fn start_enumeration(&mut self, id: NodeId, register: u16, result: u16) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let vm = self.vm();
        let known = self.leaf_call(helpers::start_enumeration as *const () as usize, &[vm, object], I64);
        self.fb.ins().brif(known, done, &[BlockArg::Value(known)], slow, &[]);
        self.fb.switch_to_block(slow);
        self.operate(id, &[register]);
        let frame = self.frame();
        let enumeration = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, enumeration);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The next key of an enumeration.
    pub(super) fn enumerate(&mut self, id: NodeId, register: u16, result: u16) -> Value {
        let enumeration = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let keys = self.load(I64, enumeration, offset_of!(ForIn, keys));
        let elements = self.load(I64, keys, offset_of!(JsObject, elements));
        let count = self.load(I32, elements, offset_of!(Elements, length));
        let next = self.load(I32, enumeration, offset_of!(ForIn, next));
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, next, count);
        let (more, empty) = (self.fb.create_block(), self.word(JsValue::EMPTY.bits()));
        self.fb.ins().brif(inside, more, &[], done, &[BlockArg::Value(empty)]);
        self.fb.switch_to_block(more);
        // There are keys, so that it is an object.
        let object = self.load(I64, enumeration, offset_of!(ForIn, object));
        let its = self.load(I32, object, offset_of!(CellHeader, shape));
        let expected = self.load(I32, enumeration, offset_of!(ForIn, shape));
        let same = self.fb.ins().icmp(IntCC::Equal, its, expected);
        self.go_on(same, slow);
        let index = self.fb.ins().uextend(I64, next);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        let key = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let after = self.fb.ins().iadd_imm_s(next, 1);
        self.store(after, enumeration, offset_of!(ForIn, next));
        self.jump_with(done, key);
        self.fb.switch_to_block(slow);
        let flow = self.operate(id, &[register]);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        let ended = self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::JUMPED as i64);
        let value = self.fb.ins().select(ended, empty, value);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// One step of an iterator.
    pub(super) fn iterate(&mut self, id: NodeId, next: u64, registers: [u16; 2], result: u16) -> Value {
        let args = &self.graph.node(id).args;
        let (iterator, method) = (self.value(args[0]), self.value(args[1]));
        let (slow, found, done) = (self.cold(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(found, I64);
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(iterator);
        self.go_on(is_cell, slow);
        let (array, other) = (self.fb.create_block(), self.fb.create_block());
        let expected = self.word(next);
        let built_in = self.fb.ins().icmp(IntCC::Equal, method, expected);
        self.fb.ins().brif(built_in, array, &[], other, &[]);
        self.fb.switch_to_block(other);
        self.step_other(id, [iterator, method], slow, done);
        self.fb.switch_to_block(array);
        for (offset, expected) in [
            (offset_of!(CellHeader, kind), CellKind::ArrayIterator as u8),
            (ArrayIterator::KIND, IterationKind::Values as u8),
        ] {
            let kind = self.load8(iterator, offset);
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, expected as i64);
            self.go_on(is, slow);
        }
        let array = self.load(I64, iterator, ArrayIterator::ARRAY);
        let there = self.fb.ins().icmp_imm_u(IntCC::NotEqual, array, 0);
        self.go_on(there, slow);
        self.must_be_array(array, slow);
        let index = self.load(I64, iterator, ArrayIterator::INDEX);
        let length = self.load(I32, array, offset_of!(JsArray, length));
        let length = self.fb.ins().uextend(I64, length);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.go_on(inside, slow);
        let tag = self.word(NUMBER_TAG);
        let key = self.fb.ins().bor(index, tag);
        self.load_fast_element(array, key, JsValue::UNDEFINED, slow, found);
        self.fb.switch_to_block(found);
        let value = self.fb.block_params(found)[0];
        let after = self.fb.ins().iadd_imm_s(index, 1);
        self.store(after, iterator, ArrayIterator::INDEX);
        self.jump_with(done, value);
        self.fb.switch_to_block(slow);
        let flow = self.operate(id, &registers);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        let ended = self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::JUMPED as i64);
        let empty = self.word(JsValue::EMPTY.bits());
        let value = self.fb.ins().select(ended, empty, value);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The next value of a generator, or of a Map's or Set's iterator, goes to a block; anything else, and the end of a collection, to `slow`.
    fn step_other(&mut self, id: NodeId, [iterator, method]: [Value; 2], slow: ClifBlock, done: ClifBlock) {
        let kind = self.load8(iterator, offset_of!(CellHeader, kind));
        let is_generator = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Generator as i64);
        let (generator, other) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(is_generator, generator, &[], other, &[]);
        self.fb.switch_to_block(generator);
        self.step_generator(id, [iterator, method], slow, done);
        self.fb.switch_to_block(other);
        let [map, set] = [CellKind::MapIterator, CellKind::SetIterator]
            .map(|expected| self.fb.ins().icmp_imm_u(IntCC::Equal, kind, expected as i64));
        let either = self.fb.ins().bor(map, set);
        self.go_on(either, slow);
        let vm = self.vm();
        let value = self.leaf_call(helpers::step_collection as *const () as usize, &[vm, iterator, method], I64);
        self.fb.ins().brif(value, done, &[BlockArg::Value(value)], slow, &[]);
    }

    /// The next value of a generator, or the empty one, goes to a block.
    fn step_generator(&mut self, id: NodeId, [iterator, method]: [Value; 2], slow: ClifBlock, done: ClifBlock) {
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let value = self.system_call(helpers::step_generator as *const () as usize, &[vm, iterator, method], I64);
        let odd = self.cold();
        let none = helpers::GENERATOR_OTHER as i64;
        let is_value = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, value, none);
        self.fb.ins().brif(is_value, done, &[BlockArg::Value(value)], odd, &[]);
        self.fb.switch_to_block(odd);
        let is_done = self.fb.ins().icmp_imm_u(IntCC::NotEqual, value, none);
        self.go_on(is_done, slow);
        let threw = self.fb.ins().icmp_imm_u(IntCC::Equal, value, helpers::GENERATOR_THREW as i64);
        self.throw_if(threw, id);
        let ended = self.word(helpers::GENERATOR_ENDED);
        self.jump_with(done, ended);
    }

    /// The property whose name is the last key that an enumeration gave goes to a block, if the object has the shape that was enumerated and the values are
    /// in the order of the keys; else control goes on here.
    pub(super) fn enumerated_value(&mut self, object: Value, enumeration: Value, done: ClifBlock) {
        let otherwise = self.fb.create_block();
        self.check_enumerated(object, enumeration, otherwise);
        let inline = self.load8(enumeration, offset_of!(CellHeader, detail));
        let in_order = self.fb.ins().icmp_imm_u(IntCC::NotEqual, inline, i64::from(OUT_OF_ORDER));
        self.go_on(in_order, otherwise);
        let next = self.load(I32, enumeration, offset_of!(ForIn, next));
        let slot = self.fb.ins().iadd_imm_s(next, -1);
        let (slot, inline) = (self.fb.ins().uextend(I64, slot), self.fb.ins().uextend(I64, inline));
        let is_inline = self.fb.ins().icmp(IntCC::UnsignedLessThan, slot, inline);
        let (inside, outside) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(is_inline, inside, &[], outside, &[]);
        self.fb.switch_to_block(inside);
        let value = self.word_at(object, slot, INLINE_SLOTS_OFFSET);
        self.jump_with(done, value);
        self.fb.switch_to_block(outside);
        let slots = self.load(I64, object, offset_of!(JsObject, slots));
        let slot = self.fb.ins().isub(slot, inline);
        let value = self.word_at(slots, slot, SLOTS_VALUES_OFFSET);
        self.jump_with(done, value);
        self.fb.switch_to_block(otherwise);
    }

    /// True goes to a block if the object has the shape that was enumerated, so that the last key that an enumeration gave is its own; else control goes on here.
    pub(super) fn if_has_enumerated(&mut self, object: Value, enumeration: Value, done: ClifBlock) {
        let otherwise = self.fb.create_block();
        self.check_enumerated(object, enumeration, otherwise);
        let yes = self.word(JsValue::TRUE.bits());
        self.jump_with(done, yes);
        self.fb.switch_to_block(otherwise);
    }

    /// Goes on with an object of the shape whose own keys an enumeration gives.
    fn check_enumerated(&mut self, object: Value, enumeration: Value, otherwise: ClifBlock) {
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, otherwise);
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        let expected = self.load(I32, enumeration, offset_of!(ForIn, shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, expected);
        self.go_on(same, otherwise);
    }

    /// One of the words that begin so far into a cell.
    fn word_at(&mut self, cell: Value, index: Value, offset: usize) -> Value {
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(cell, bytes);
        self.load(I64, place, offset)
    }

    /// Leaves if the argument is no iterator of a Map's entries.
    pub(super) fn check_entries(&mut self, id: NodeId) {
        let iterator = self.value(self.graph.node(id).args[0]);
        let is_cell = self.is_cell(iterator);
        self.require(is_cell, id);
        for (offset, expected) in [
            (offset_of!(CellHeader, kind), CellKind::MapIterator as u8),
            (MapIterator::KIND_OFFSET, IterationKind::Entries as u8),
        ] {
            let kind = self.load8(iterator, offset);
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, i64::from(expected));
            self.require(is, id);
        }
    }

    /// The key of the next entry.
    pub(super) fn step_entry(&mut self, iterator: NodeId) -> Value {
        let (vm, iterator) = (self.vm(), self.value(iterator));
        self.leaf_call(helpers::step_entry as *const () as usize, &[vm, iterator], I64)
    }

    /// Its value.
    pub(super) fn entry_value(&mut self) -> Value {
        let vm = self.vm();
        self.load(I64, vm, offset_of!(VmContext, entry_value))
    }
}
