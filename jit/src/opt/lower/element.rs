//! Indexed access: by one kind of elements that was checked, by any kind, typed arrays, strings, and appending.

use super::*;
use abi::cell::FLAG_EXOTIC;
use abi::context::INHERITED_BY_ARRAYS;

impl Lower<'_, '_> {
    /// The place of an element, but for the offset of the first.
    pub(super) fn element(&mut self, elements: NodeId, index: NodeId) -> Value {
        let (elements, index) = (self.value(elements), self.value(index));
        let index = self.fb.ins().uextend(I64, index);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        self.fb.ins().iadd(elements, bytes)
    }

    pub(super) fn load_element(&mut self, id: NodeId, rep: ElementRep, holes: bool) -> Value {
        let args = &self.graph.node(id).args;
        let place = self.element(args[0], args[1]);
        match rep {
            ElementRep::Double => {
                if holes {
                    let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
                    let hole = self.word(DOUBLE_HOLE);
                    let is_hole = self.fb.ins().icmp(IntCC::Equal, raw, hole);
                    self.refuse(is_hole, id);
                    return self.fb.ins().bitcast(F64, MemFlags::new(), raw);
                }
                self.load(F64, place, ELEMENTS_VALUES_OFFSET)
            }
            ElementRep::Number => {
                let object = self.value(args[2]);
                let (ints, doubles, done) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
                self.fb.append_block_param(done, F64);
                let kind = self.load8(object, offset_of!(CellHeader, detail));
                let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
                let are_doubles = self.are_doubles(kind);
                self.fb.ins().brif(are_doubles, doubles, &[], ints, &[]);
                self.fb.switch_to_block(ints);
                if holes {
                    let is_hole = self.is_zero(raw);
                    self.refuse(is_hole, id);
                }
                let low = self.fb.ins().ireduce(I32, raw);
                let converted = self.fb.ins().fcvt_from_sint(F64, low);
                self.jump_with(done, converted);
                self.fb.switch_to_block(doubles);
                if holes {
                    let hole = self.word(DOUBLE_HOLE);
                    let is_hole = self.fb.ins().icmp(IntCC::Equal, raw, hole);
                    self.refuse(is_hole, id);
                }
                let double = self.fb.ins().bitcast(F64, MemFlags::new(), raw);
                self.jump_with(done, double);
                self.fb.switch_to_block(done);
                self.fb.block_params(done)[0]
            }
            ElementRep::Int | ElementRep::Tagged => {
                let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
                if holes {
                    let is_hole = self.is_zero(value);
                    self.refuse(is_hole, id);
                }
                if rep == ElementRep::Int { self.fb.ins().ireduce(I32, value) } else { value }
            }
        }
    }

    /// An element, or what stands for one that is missing.
    pub(super) fn load_element_or(&mut self, id: NodeId, rep: ElementRep, holes: bool, missing: JsValue) -> Value {
        let args = &self.graph.node(id).args;
        let [index, length, object] = [args[1], args[2], args[3]].map(|arg| self.value(arg));
        let [inside, absent, done] = [(); 3].map(|()| self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.fb.ins().brif(is_inside, inside, &[], absent, &[]);
        self.fb.switch_to_block(inside);
        let place = self.element(args[0], args[1]);
        let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let (is_hole, value) = if rep == ElementRep::Double {
            let (hole, tag) = (self.word(DOUBLE_HOLE), self.word(NUMBER_TAG));
            (self.fb.ins().icmp(IntCC::Equal, raw, hole), self.fb.ins().isub(raw, tag))
        } else {
            (self.is_zero(raw), raw)
        };
        if holes {
            self.fb.ins().brif(is_hole, absent, &[], done, &[BlockArg::Value(value)]);
        } else {
            self.jump_with(done, value);
        }
        self.fb.switch_to_block(absent);
        let exit = self.exit(id);
        // A negative number is a name.
        let is_index = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, index, 0);
        self.go_on(is_index, exit);
        self.inherits_none(object, exit);
        let missing = self.word(missing.bits());
        self.jump_with(done, missing);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// A double as memory that scripts look into holds it: NaNs made canonical, so that none is taken for a hole, and all tiers write the same bits.
    pub(super) fn canonical(&mut self, id: NodeId) -> Value {
        let value = self.value(id);
        // Doubles of values and of arrays are canonical already.
        let is_canonical = match self.graph.node(id).op {
            Op::ToDouble | Op::LoadElement(ElementRep::Double | ElementRep::Number, _) => true,
            Op::Double(bits) => !f64::from_bits(bits).is_nan(),
            _ => false,
        };
        if is_canonical {
            return value;
        }
        let ordered = self.fb.ins().fcmp(FloatCC::Ordered, value, value);
        let nan = self.fb.ins().f64const(f64::NAN);
        self.fb.ins().select(ordered, value, nan)
    }

    pub(super) fn char_code(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (string, index) = (self.value(args[0]), self.value(args[1]));
        let [flat, narrow, other, wide, odd, slice, done] = [(); 7].map(|()| self.fb.create_block());
        let call = self.cold();
        let cell = self.fb.append_block_param(flat, I64);
        let position = self.fb.append_block_param(flat, I64);
        self.fb.append_block_param(done, I32);
        let start = self.fb.ins().uextend(I64, index);
        self.fb.ins().jump(flat, &[string, start].map(BlockArg::Value));
        self.fb.switch_to_block(flat);
        let form = self.load8(cell, offset_of!(CellHeader, detail));
        let is_narrow = self.fb.ins().icmp_imm_u(IntCC::Equal, form, StringForm::Latin1 as i64);
        self.fb.ins().brif(is_narrow, narrow, &[], other, &[]);
        self.fb.switch_to_block(narrow);
        let place = self.fb.ins().iadd(cell, position);
        let code = self.load8(place, STRING_DATA_OFFSET);
        self.jump_with(done, code);
        self.fb.switch_to_block(other);
        let is_wide = self.fb.ins().icmp_imm_u(IntCC::Equal, form, StringForm::Utf16 as i64);
        self.fb.ins().brif(is_wide, wide, &[], odd, &[]);
        self.fb.switch_to_block(odd);
        // The base of a slice is flat, so that this is gone through once.
        let is_slice = self.fb.ins().icmp_imm_u(IntCC::Equal, form, StringForm::Slice as i64);
        self.fb.ins().brif(is_slice, slice, &[], call, &[]);
        self.fb.switch_to_block(slice);
        let base = self.load(I64, cell, SLICE_BASE_OFFSET);
        let offset = self.load(I32, cell, SLICE_OFFSET_OFFSET);
        let offset = self.fb.ins().uextend(I64, offset);
        let within = self.fb.ins().iadd(position, offset);
        self.fb.ins().jump(flat, &[base, within].map(BlockArg::Value));
        self.fb.switch_to_block(wide);
        let bytes = self.fb.ins().ishl_imm_u(position, 1);
        let place = self.fb.ins().iadd(cell, bytes);
        let code = self.fb.ins().uload16(I32, TRUSTED, place, STRING_DATA_OFFSET as i32);
        self.jump_with(done, code);
        self.fb.switch_to_block(call);
        let vm = self.vm();
        let code = self.cold_leaf_call(helpers::char_code as *const () as usize, &[vm, string, index], I32);
        let there = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, code, 0);
        self.require(there, id);
        self.jump_with(done, code);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The elements cell of an object with fast elements and the place of one within its length (but for the offset of the first), and the
    /// elements' kind; anything else goes to `slow`. Behind the last one it goes to the block that is given, if there is one: its parameters are the elements
    /// cell, its length and the index.
    pub(super) fn fast_element(
        &mut self,
        object: Value,
        key: Value,
        slow: ClifBlock,
        beyond: Option<ClifBlock>,
    ) -> (Value, Value, Value) {
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, slow);
        let is_int = self.is_int(key);
        self.go_on(is_int, slow);
        let kind = self.load8(object, offset_of!(CellHeader, kind));
        let is_object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.go_on(is_object, slow);
        let kind = self.load8(object, offset_of!(CellHeader, detail));
        let fast = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, kind, ElementKind::Dictionary as i64);
        self.go_on(fast, slow);
        let elements = self.load(I64, object, offset_of!(JsObject, elements));
        let length = self.load(I32, elements, offset_of!(Elements, length));
        let index = self.fb.ins().ireduce(I32, key);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        match beyond {
            None => self.go_on(inside, slow),
            Some(beyond) => {
                let next = self.fb.create_block();
                let args = [elements, length, index].map(BlockArg::Value);
                self.fb.ins().brif(inside, next, &[], beyond, &args);
                self.fb.switch_to_block(next);
            }
        }
        let index = self.fb.ins().uextend(I64, index);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        (elements, place, kind)
    }

    pub(super) fn are_doubles(&mut self, kind: Value) -> Value {
        let pair = self.fb.ins().band_imm_u(kind, 6);
        self.fb.ins().icmp_imm_u(IntCC::Equal, pair, ElementKind::PackedDouble as i64)
    }

    pub(super) fn get_element(&mut self, id: NodeId, registers: [u16; 2], result: u16, named: bool) -> Value {
        let args = &self.graph.node(id).args;
        let (object, key) = (self.value(args[0]), self.value(args[1]));
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        if let Some(enumeration) = self.graph.node(id).args.get(2) {
            let enumeration = self.value(*enumeration);
            self.enumerated_value(object, enumeration, done);
        }
        if named {
            let is_int = self.is_int(key);
            self.go_on(is_int, slow);
        }
        self.load_fast_element(object, key, JsValue::UNDEFINED, slow, done);
        self.fb.switch_to_block(slow);
        let vm = self.vm();
        let value = self.leaf_call(helpers::element_at_hand as *const () as usize, &[vm, object, key], I64);
        let general = self.cold();
        self.fb.ins().brif(value, done, &[BlockArg::Value(value)], general, &[]);
        self.operated_element(id, registers, result, general, done)
    }

    pub(super) fn get_present(&mut self, id: NodeId, registers: [u16; 2], result: u16) -> Value {
        let args = &self.graph.node(id).args;
        let (object, key) = (self.value(args[0]), self.value(args[1]));
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        self.load_fast_element(object, key, JsValue::EMPTY, slow, done);
        self.operated_element(id, registers, result, slow, done)
    }

    /// At `slow` the runtime does the instruction; the value at `done`.
    fn operated_element(
        &mut self,
        id: NodeId,
        registers: [u16; 2],
        result: u16,
        slow: ClifBlock,
        done: ClifBlock,
    ) -> Value {
        self.fb.switch_to_block(slow);
        self.operate(id, &registers);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// An element of an object that keeps it in one of the usual ways goes to a block; else `slow`.
    pub(super) fn load_fast_element(
        &mut self,
        object: Value,
        key: Value,
        missing: JsValue,
        slow: ClifBlock,
        done: ClifBlock,
    ) {
        let [doubles, words, beyond, absent] = [(); 4].map(|()| self.fb.create_block());
        let [_, _, its_index] = [I64, I32, I32].map(|ty| self.fb.append_block_param(beyond, ty));
        let (_, place, kind) = self.fast_element(object, key, slow, Some(beyond));
        let are_doubles = self.are_doubles(kind);
        self.fb.ins().brif(are_doubles, doubles, &[], words, &[]);
        self.fb.switch_to_block(beyond);
        // A negative number is a name.
        let is_name = self.fb.ins().icmp_imm_s(IntCC::SignedLessThan, its_index, 0);
        self.fb.ins().brif(is_name, slow, &[], absent, &[]);
        self.fb.switch_to_block(absent);
        self.must_be_array(object, slow);
        self.inherits_no_elements(object, 0, slow);
        let missing = self.word(missing.bits());
        self.jump_with(done, missing);
        self.fb.switch_to_block(words);
        let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.is_zero(value);
        self.fb.ins().brif(hole, absent, &[], done, &[BlockArg::Value(value)]);
        self.fb.switch_to_block(doubles);
        let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.word(DOUBLE_HOLE);
        let is_hole = self.fb.ins().icmp(IntCC::Equal, raw, hole);
        let tag = self.word(NUMBER_TAG);
        let value = self.fb.ins().isub(raw, tag);
        self.fb.ins().brif(is_hole, absent, &[], done, &[BlockArg::Value(value)]);
    }

    pub(super) fn must_be_array(&mut self, object: Value, slow: ClifBlock) {
        let kind = self.load8(object, offset_of!(CellHeader, kind));
        let is_array = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Array as i64);
        self.go_on(is_array, slow);
    }

    pub(super) fn check_no_string_elements(&mut self, id: NodeId) {
        let vm = self.vm();
        let inherited = self.leaf_call(helpers::strings_inherit_elements as *const () as usize, &[vm], I32);
        let none = self.is_zero(inherited);
        self.require(none, id);
    }

    /// Goes on where an element that an array lacks is nowhere on its prototype chain: no array inherits elements, and it has none of these flags; else
    /// `slow`.
    fn inherits_no_elements(&mut self, object: Value, odd_flags: u8, slow: ClifBlock) {
        let vm = self.vm();
        let inherited = self.load8(vm, offset_of!(VmContext, inherited_elements));
        let mut odd = self.fb.ins().band_imm_u(inherited, INHERITED_BY_ARRAYS as i64);
        if odd_flags != 0 {
            let flags = self.load8(object, offset_of!(CellHeader, flags));
            let flags = self.fb.ins().band_imm_u(flags, odd_flags as i64);
            odd = self.fb.ins().bor(odd, flags);
        }
        let usual = self.is_zero(odd);
        self.go_on(usual, slow);
    }

    /// The same for any object with elements of a fast kind.
    fn inherits_none(&mut self, object: Value, slow: ClifBlock) {
        let (array, other, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        self.must_be_array(object, other);
        self.fb.ins().jump(array, &[]);
        self.fb.switch_to_block(array);
        self.inherits_no_elements(object, 0, slow);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(other);
        let vm = self.vm();
        let inherited = self.load8(vm, offset_of!(VmContext, inherited_elements));
        let flags = self.load8(object, offset_of!(CellHeader, flags));
        let exotic = self.fb.ins().band_imm_u(flags, FLAG_EXOTIC as i64);
        let odd = self.fb.ins().bor(inherited, exotic);
        let usual = self.is_zero(odd);
        self.go_on(usual, slow);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// Goes on where a hole, if it is one, may be filled as any element is changed; else `slow`.
    fn hole_may_be_filled(&mut self, is_hole: Value, object: Value, slow: ClifBlock) {
        let (hole, there) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(is_hole, hole, &[], there, &[]);
        self.fb.switch_to_block(hole);
        self.must_be_array(object, slow);
        self.inherits_no_elements(object, FLAG_PROTOTYPE, slow);
        self.fb.ins().jump(there, &[]);
        self.fb.switch_to_block(there);
    }

    pub(super) fn set_element(&mut self, id: NodeId, registers: [u16; 3]) {
        let args = &self.graph.node(id).args;
        let (object, key, value) = (self.value(args[0]), self.value(args[1]), self.value(args[2]));
        let (slow, done, doubles, words, store, tagged) = (
            self.cold(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
        );
        let beyond = self.fb.create_block();
        let [its_elements, its_length, its_index] = [I64, I32, I32].map(|ty| self.fb.append_block_param(beyond, ty));
        let (elements, place, kind) = self.fast_element(object, key, slow, Some(beyond));
        let are_doubles = self.are_doubles(kind);
        self.fb.ins().brif(are_doubles, doubles, &[], words, &[]);
        self.fb.switch_to_block(words);
        let old = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let is_hole = self.is_zero(old);
        self.hole_may_be_filled(is_hole, object, slow);
        // Int32s fit everywhere; anything else needs tagged elements, and may need the barrier.
        let is_int = self.is_int(value);
        self.fb.ins().brif(is_int, store, &[], tagged, &[]);
        self.fb.switch_to_block(tagged);
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, ElementKind::PackedTagged as i64);
        self.go_on(fits, slow);
        self.barrier_on(elements);
        self.fb.ins().jump(store, &[]);
        self.fb.switch_to_block(store);
        self.store(value, place, ELEMENTS_VALUES_OFFSET);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(doubles);
        let old = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.word(DOUBLE_HOLE);
        let is_hole = self.fb.ins().icmp(IntCC::Equal, old, hole);
        self.hole_may_be_filled(is_hole, object, slow);
        let number = self.is_number(value);
        self.go_on(number, slow);
        let (int, double, put) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(put, F64);
        let is_int = self.is_int(value);
        self.fb.ins().brif(is_int, int, &[], double, &[]);
        self.fb.switch_to_block(int);
        let low = self.fb.ins().ireduce(I32, value);
        let converted = self.fb.ins().fcvt_from_sint(F64, low);
        self.jump_with(put, converted);
        self.fb.switch_to_block(double);
        // A value's NaN is the canonical one.
        let unboxed = self.unbox_double(value);
        self.jump_with(put, unboxed);
        self.fb.switch_to_block(put);
        let number = self.fb.block_params(put)[0];
        self.store(number, place, ELEMENTS_VALUES_OFFSET);
        self.fb.ins().jump(done, &[]);
        // Arrays that are filled one by one, whatever their length.
        self.fb.switch_to_block(beyond);
        let next = self.fb.ins().icmp(IntCC::Equal, its_index, its_length);
        self.go_on(next, slow);
        self.must_be_array(object, slow);
        self.append(object, its_elements, its_length, args[2], slow);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let is_done = self.system_call(helpers::store_element as *const () as usize, &[vm, object, key, value], I32);
        let general = self.cold();
        self.fb.ins().brif(is_done, done, &[], general, &[]);
        self.fb.switch_to_block(general);
        self.operate(id, &registers);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// Whether an object's elements are of one of these kinds (bits).
    pub(super) fn has_elements(&mut self, object: Value, kinds: u8) -> Value {
        let kind = self.load8(object, offset_of!(CellHeader, detail));
        if kinds.count_ones() == 1 {
            return self.fb.ins().icmp_imm_u(IntCC::Equal, kind, kinds.trailing_zeros() as i64);
        }
        // A packed kind and its holey one differ in the last bit.
        let first = kinds.trailing_zeros();
        if first.is_multiple_of(2) && kinds == 0b11 << first {
            let packed = self.fb.ins().band_imm_u(kind, 0xfe);
            return self.fb.ins().icmp_imm_u(IntCC::Equal, packed, first as i64);
        }
        let kinds = self.fb.ins().iconst(I32, kinds as i64);
        let bit = self.fb.ins().ushr(kinds, kind);
        self.fb.ins().band_imm_u(bit, 1)
    }

    /// Makes elements that are int32s doubles.
    pub(super) fn double_elements(&mut self, id: NodeId, is_object: bool) {
        let done = self.fb.create_block();
        let kinds = INT_ELEMENTS | DOUBLE_ELEMENTS;
        let object = self.object_of_ints(id, kinds, is_object, done);
        self.transition_ints(id, object, helpers::double_elements as *const () as usize, done);
    }

    pub(super) fn tagged_elements(&mut self, id: NodeId, kinds: u8, is_object: bool) {
        let (done, other) = (self.fb.create_block(), self.cold());
        let object = self.object_of_ints(id, kinds, is_object, done);
        let value = self.tagged(self.graph.node(id).args[1]);
        let fits = self.is_int(value);
        self.fb.ins().brif(fits, done, &[], other, &[]);
        self.fb.switch_to_block(other);
        self.transition_ints(id, object, helpers::tagged_elements as *const () as usize, done);
    }

    /// The node's first argument, where its elements are int32s; `done` is where it goes if they are of another of the kinds, and it leaves if they are
    /// of none.
    fn object_of_ints(&mut self, id: NodeId, kinds: u8, is_object: bool, done: ClifBlock) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        if !is_object {
            let is_cell = self.is_cell(object);
            self.require(is_cell, id);
            self.require_object(object, id);
        }
        let others = self.cold();
        let are = self.has_elements(object, kinds & !INT_ELEMENTS);
        self.fb.ins().brif(are, done, &[], others, &[]);
        self.fb.switch_to_block(others);
        let ints = self.has_elements(object, kinds & INT_ELEMENTS);
        self.require(ints, id);
        object
    }

    fn transition_ints(&mut self, id: NodeId, object: Value, helper: usize, done: ClifBlock) {
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let converted = self.cold_call(helper, &[vm, object], I32);
        self.require(converted, id);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// Takes the last element of an array.
    pub(super) fn pop(&mut self, id: NodeId) -> Value {
        let array = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let flags = self.load8(array, offset_of!(CellHeader, flags));
        let fixed = self.fb.ins().band_imm_u(flags, FLAG_LENGTH_READONLY as i64);
        let usual = self.is_zero(fixed);
        self.go_on(usual, slow);
        let are_values =
            self.has_elements(array, 1 << ElementKind::PackedInt as u8 | 1 << ElementKind::PackedTagged as u8);
        self.go_on(are_values, slow);
        let elements = self.load(I64, array, offset_of!(JsObject, elements));
        let length = self.load(I32, array, offset_of!(JsArray, length));
        let its = self.load(I32, elements, offset_of!(Elements, length));
        let same = self.fb.ins().icmp(IntCC::Equal, length, its);
        self.go_on(same, slow);
        let some = self.fb.ins().icmp_imm_u(IntCC::NotEqual, length, 0);
        self.go_on(some, slow);
        let less = self.fb.ins().iadd_imm_s(length, -1);
        let index = self.fb.ins().uextend(I64, less);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let empty = self.word(JsValue::EMPTY.bits());
        self.store(empty, place, ELEMENTS_VALUES_OFFSET);
        self.store(less, elements, offset_of!(Elements, length));
        self.store(less, array, offset_of!(JsArray, length));
        self.jump_with(done, value);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let value = self.system_call(helpers::pop as *const () as usize, &[vm, array], I64);
        self.require(value, id);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Appends to an array that has room, as its kind of elements allows.
    pub(super) fn push(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (array, value) = (self.value(args[0]), self.value(args[1]));
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I32);
        let elements = self.load(I64, array, offset_of!(JsObject, elements));
        let its = self.load(I32, elements, offset_of!(Elements, length));
        let length = self.load(I32, array, offset_of!(JsArray, length));
        let all_there = self.fb.ins().icmp(IntCC::Equal, length, its);
        self.go_on(all_there, slow);
        let longer = self.append(array, elements, its, args[1], slow);
        self.jump_with(done, longer);
        // There is no room, or not for such a value.
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let longer = self.system_call(helpers::push as *const () as usize, &[vm, array, value], I32);
        self.require(longer, id);
        self.jump_with(done, longer);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Puts a value behind the last of an array's elements, `its` in number, which the array may be longer than; how many there are then. What is not simple
    /// goes to `slow`.
    fn append(&mut self, array: Value, elements: Value, its: Value, item: NodeId, slow: ClifBlock) -> Value {
        self.inherits_no_elements(array, FLAG_LENGTH_READONLY | FLAG_PROTOTYPE, slow);
        let capacity = self.load(I32, elements, offset_of!(Elements, capacity));
        let room = self.fb.ins().icmp(IntCC::UnsignedLessThan, its, capacity);
        self.go_on(room, slow);
        let word = self.word_that_fits(array, elements, item, slow);
        let index = self.fb.ins().uextend(I64, its);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        self.store(word, place, ELEMENTS_VALUES_OFFSET);
        let longer = self.fb.ins().iadd_imm_s(its, 1);
        self.store(longer, elements, offset_of!(Elements, length));
        let length = self.load(I32, array, offset_of!(JsArray, length));
        let length = self.fb.ins().umax(length, longer);
        self.store(length, array, offset_of!(JsArray, length));
        longer
    }

    /// A value as the elements that an array has hold it, with the barrier for it. What is not simple goes to `slow`: another kind of elements than what
    /// the value was, as far as that is known, and numbers that may be doubles in elements that are.
    fn word_that_fits(&mut self, array: Value, elements: Value, item: NodeId, slow: ClifBlock) -> Value {
        let [ints, doubles, tagged] =
            [ElementKind::PackedInt, ElementKind::PackedDouble, ElementKind::PackedTagged].map(|kind| kind as i64 >> 1);
        let kind = self.load8(array, offset_of!(CellHeader, detail));
        let pair = self.fb.ins().ushr_imm_u(kind, 1);
        let number = match self.graph.node(item).op {
            Op::Box => Some(self.graph.node(item).args[0]),
            _ => None,
        };
        if let Some(number) = number.filter(|number| self.graph.node(*number).rep == Rep::Double) {
            let fits = self.fb.ins().icmp_imm_u(IntCC::Equal, pair, doubles);
            self.go_on(fits, slow);
            let number = self.canonical(number);
            return self.fb.ins().bitcast(I64, MemFlags::new(), number);
        }
        let value = self.value(item);
        let store = self.fb.create_block();
        let is_tagged = self.fb.ins().icmp_imm_u(IntCC::Equal, pair, tagged);
        let are_ints = self.fb.ins().icmp_imm_u(IntCC::Equal, pair, ints);
        if self.is_int_for_sure(item) {
            let fits = self.fb.ins().bor(is_tagged, are_ints);
            self.fb.ins().brif(fits, store, &[], slow, &[]);
        } else {
            let (may_need_barrier, others) = (self.fb.create_block(), self.fb.create_block());
            self.fb.ins().brif(is_tagged, may_need_barrier, &[], others, &[]);
            self.fb.switch_to_block(others);
            let is_int = self.is_int(value);
            let fits = self.fb.ins().band(are_ints, is_int);
            self.fb.ins().brif(fits, store, &[], slow, &[]);
            self.fb.switch_to_block(may_need_barrier);
            self.barrier_on(elements);
            self.fb.ins().jump(store, &[]);
        }
        self.fb.switch_to_block(store);
        value
    }

    /// The string of one code unit.
    pub(super) fn char_string(&mut self, id: NodeId) -> Value {
        let unit = self.value(self.graph.node(id).args[0]);
        let (atom, other, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let small = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, unit, 256);
        self.fb.ins().brif(small, atom, &[], other, &[]);
        self.fb.switch_to_block(atom);
        let index = self.fb.ins().uextend(I64, unit);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let table = self.word(self.addresses.chars);
        let place = self.fb.ins().iadd(table, bytes);
        let string = self.load(I64, place, 0);
        self.jump_with(done, string);
        self.fb.switch_to_block(other);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let string = self.cold_call(helpers::char_string as *const () as usize, &[vm, unit], I64);
        self.require(string, id);
        self.jump_with(done, string);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn store_element(&mut self, id: NodeId, rep: ElementRep) {
        let args = &self.graph.node(id).args;
        let place = self.element(args[0], args[1]);
        let value = if rep == ElementRep::Double { self.canonical(args[2]) } else { self.value(args[2]) };
        self.store(value, place, ELEMENTS_VALUES_OFFSET);
    }

    pub(super) fn check_no_hole(&mut self, id: NodeId, rep: ElementRep) {
        let hole = self.is_hole(id, rep);
        self.refuse(hole, id);
    }

    pub(super) fn check_fillable(&mut self, id: NodeId, rep: ElementRep) {
        let object = self.value(self.graph.node(id).args[2]);
        let (is_hole, exit) = (self.is_hole(id, rep), self.exit(id));
        self.hole_may_be_filled(is_hole, object, exit);
    }

    /// Whether there is no element where an operation looks, whose first operands are elements and an index.
    fn is_hole(&mut self, id: NodeId, rep: ElementRep) -> Value {
        let args = &self.graph.node(id).args;
        let place = self.element(args[0], args[1]);
        let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        if rep == ElementRep::Double {
            let hole = self.word(DOUBLE_HOLE);
            self.fb.ins().icmp(IntCC::Equal, value, hole)
        } else {
            self.is_zero(value)
        }
    }
}
