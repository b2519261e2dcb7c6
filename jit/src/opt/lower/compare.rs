//! Equality and truth of anything, and prototype chains.

use super::*;
use abi::string::TRUTH_OFFSET;

/// The greatest word of a value that is neither a cell nor a number.
const LAST_WORD: u64 = JsValue::UNDEFINED.bits();

const _: () = assert!(
    JsValue::TRUE.bits() < LAST_WORD
        && JsValue::FALSE.bits() < LAST_WORD
        && JsValue::NULL.bits() < LAST_WORD
        && LAST_WORD < abi::cell::CELL_ALIGN as u64
);

impl Lower<'_, '_> {
    /// Goes on in one of two blocks, by the strict equality of two values.
    pub(super) fn branch_on_equality(&mut self, l: NodeId, r: NodeId, yes: ClifBlock, no: ClifBlock) {
        let (x, y) = (self.value(l), self.value(r));
        let (cells, strings, call) = (self.fb.create_block(), self.fb.create_block(), self.cold());
        let (same, different) = (self.fb.create_block(), self.fb.create_block());
        let identical = self.fb.ins().icmp(IntCC::Equal, x, y);
        self.fb.ins().brif(identical, same, &[], different, &[]);
        self.fb.switch_to_block(same);
        let nan = self.word(JsValue::NAN.bits());
        let equal = self.fb.ins().icmp(IntCC::NotEqual, x, nan);
        self.fb.ins().brif(equal, yes, &[], no, &[]);
        self.fb.switch_to_block(different);
        let both = self.fb.ins().bor(x, y);
        let are_cells = self.is_cell(both);
        let (others, mixed) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(are_cells, cells, &[], others, &[]);
        self.fb.switch_to_block(others);
        // Different bits are different values, but for numbers that are no int32s both.
        let both = self.fb.ins().band(x, y);
        let ints = self.is_int(both);
        self.fb.ins().brif(ints, no, &[], mixed, &[]);
        self.fb.switch_to_block(mixed);
        let (a, b) = (self.is_number(x), self.is_number(y));
        let numbers = self.fb.ins().band(a, b);
        self.fb.ins().brif(numbers, call, &[], no, &[]);
        self.fb.switch_to_block(cells);
        let kind = self.load8(x, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.fb.ins().brif(object, no, &[], strings, &[]);
        self.fb.switch_to_block(strings);
        let other_kind = self.load8(y, offset_of!(CellHeader, kind));
        let alike = self.fb.ins().icmp(IntCC::Equal, kind, other_kind);
        let same_kind = self.fb.create_block();
        self.fb.ins().brif(alike, same_kind, &[], no, &[]);
        self.fb.switch_to_block(same_kind);
        let texts = self.cold();
        self.lengths(x, y, kind, (no, &[]), [texts, call]);
        self.fb.switch_to_block(texts);
        self.branch_by(helpers::equal_strings as *const () as usize, x, y, yes, no);
        self.fb.switch_to_block(call);
        self.branch_by(helpers::strict_equal as *const () as usize, x, y, yes, no);
    }

    /// A function of ours finds out.
    fn branch_by(&mut self, function: usize, x: Value, y: Value, yes: ClifBlock, no: ClifBlock) {
        let vm = self.vm();
        let equal = self.leaf_call(function, &[vm, x, y], I32);
        self.fb.ins().brif(equal, yes, &[], no, &[]);
    }

    /// Goes on in one of two blocks, by the strict equality with an atom of a length.
    pub(super) fn branch_on_atom(&mut self, x: NodeId, atom: NodeId, length: u32, yes: ClifBlock, no: ClifBlock) {
        let (x, atom) = (self.value(x), self.value(atom));
        let [different, cell, string, other] = [(); 4].map(|()| self.fb.create_block());
        let call = self.cold();
        let same = self.fb.ins().icmp(IntCC::Equal, x, atom);
        self.fb.ins().brif(same, yes, &[], different, &[]);
        self.fb.switch_to_block(different);
        let is_cell = self.is_cell(x);
        self.fb.ins().brif(is_cell, cell, &[], no, &[]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(x, offset_of!(CellHeader, kind));
        let is_string = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::String as i64);
        self.fb.ins().brif(is_string, string, &[], no, &[]);
        self.fb.switch_to_block(string);
        let flags = self.load8(x, offset_of!(CellHeader, flags));
        let is_atom = self.fb.ins().band_imm_u(flags, STRING_ATOM as i64);
        self.fb.ins().brif(is_atom, no, &[], other, &[]);
        self.fb.switch_to_block(other);
        let its = self.load(I32, x, offset_of!(StringCell, length));
        let alike = self.fb.ins().icmp_imm_u(IntCC::Equal, its, length as i64);
        self.fb.ins().brif(alike, call, &[], no, &[]);
        self.fb.switch_to_block(call);
        self.branch_by(helpers::equal_strings as *const () as usize, x, atom, yes, no);
    }

    /// The atom that a string is, or is equal to.
    pub(super) fn atom_of(&mut self, arg: NodeId) -> Value {
        let x = self.value(arg);
        let [cell, string, done] = [(); 3].map(|()| self.fb.create_block());
        let call = self.cold();
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(x);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(x)]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(x, offset_of!(CellHeader, kind));
        let is_string = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::String as i64);
        self.fb.ins().brif(is_string, string, &[], done, &[BlockArg::Value(x)]);
        self.fb.switch_to_block(string);
        let flags = self.load8(x, offset_of!(CellHeader, flags));
        let is_atom = self.fb.ins().band_imm_u(flags, STRING_ATOM as i64);
        self.fb.ins().brif(is_atom, done, &[BlockArg::Value(x)], call, &[]);
        self.fb.switch_to_block(call);
        let vm = self.vm();
        let atom = self.leaf_call(helpers::atom_of as *const () as usize, &[vm, x], I64);
        self.jump_with(done, atom);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Two cells of a kind: strings of different lengths are different, and so are two atoms. Other strings go on to the first block, other cells to
    /// the second.
    fn lengths(
        &mut self,
        x: Value,
        y: Value,
        kind: Value,
        (different, args): (ClifBlock, &[BlockArg]),
        [texts, call]: [ClifBlock; 2],
    ) {
        let is_string = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::String as i64);
        self.go_on(is_string, call);
        let [a, b] = [x, y].map(|string| self.load(I32, string, offset_of!(StringCell, length)));
        let (same, alike) = (self.fb.ins().icmp(IntCC::Equal, a, b), self.fb.create_block());
        self.fb.ins().brif(same, alike, &[], different, args);
        self.fb.switch_to_block(alike);
        let [a, b] = [x, y].map(|string| self.load8(string, offset_of!(CellHeader, flags)));
        let both = self.fb.ins().band(a, b);
        let atoms = self.fb.ins().band_imm_u(both, STRING_ATOM as i64);
        self.fb.ins().brif(atoms, different, args, texts, &[]);
    }

    /// Goes on where two values have different bits; the same bits are the same value, unless they are NaN's.
    fn if_different(&mut self, x: Value, y: Value, done: ClifBlock) {
        let (same, different) = (self.fb.create_block(), self.fb.create_block());
        let identical = self.fb.ins().icmp(IntCC::Equal, x, y);
        self.fb.ins().brif(identical, same, &[], different, &[]);
        self.fb.switch_to_block(same);
        let nan = self.word(JsValue::NAN.bits());
        let equal = self.fb.ins().icmp(IntCC::NotEqual, x, nan);
        self.jump_with(done, equal);
        self.fb.switch_to_block(different);
    }

    /// What is seen of two values' equality at a glance goes to a new block, as its parameter; else control goes on here.
    fn glance(&mut self, x: Value, y: Value, strict: bool) -> ClifBlock {
        let i8 = ir::types::I8;
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, i8);
        self.if_different(x, y, done);
        let no = self.fb.ins().iconst(i8, 0);
        // Two int32s.
        let both = self.fb.ins().band(x, y);
        let ints = self.is_int(both);
        let others = self.fb.create_block();
        self.fb.ins().brif(ints, done, &[BlockArg::Value(no)], others, &[]);
        self.fb.switch_to_block(others);
        // Two objects.
        let either = self.fb.ins().bor(x, y);
        let cells = self.is_cell(either);
        let check = self.fb.create_block();
        self.fb.ins().brif(cells, check, &[], slow, &[]);
        self.fb.switch_to_block(check);
        let kinds = [x, y].map(|cell| self.load8(cell, offset_of!(CellHeader, kind)));
        let [a, b] = kinds
            .map(|kind| self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64));
        let objects = if strict { self.fb.ins().bor(a, b) } else { self.fb.ins().band(a, b) };
        let (others, same_kind) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(objects, done, &[BlockArg::Value(no)], others, &[]);
        self.fb.switch_to_block(others);
        let alike = self.fb.ins().icmp(IntCC::Equal, kinds[0], kinds[1]);
        self.fb.ins().brif(alike, same_kind, &[], slow, &[]);
        self.fb.switch_to_block(same_kind);
        self.lengths(x, y, kinds[0], (done, &[BlockArg::Value(no)]), [slow, slow]);
        self.fb.switch_to_block(slow);
        done
    }

    /// Loose equality of values that it does not convert.
    pub(super) fn loose_equal(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let done = self.glance(x, y, false);
        let vm = self.vm();
        let equal = self.leaf_call(helpers::loose_equal as *const () as usize, &[vm, x, y], I32);
        let simple = self.fb.ins().icmp_imm_u(IntCC::NotEqual, equal, helpers::CONVERTS as i64);
        self.require(simple, id);
        let equal = self.fb.ins().ireduce(ir::types::I8, equal);
        self.jump_with(done, equal);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Undefined or null, as a condition that is not 0; other objects that count as such are not asked for.
    pub(super) fn is_nullish_word(&mut self, value: Value) -> Value {
        let even = self.fb.ins().band_imm_s(value, !8);
        self.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::NULL.bits() as i64)
    }

    /// Goes on in one of two blocks: whether a value is undefined, null, or an object that counts as undefined.
    pub(super) fn branch_on_nullish(&mut self, arg: NodeId, yes: ClifBlock, no: ClifBlock) {
        if self.graph.node(arg).rep != Rep::Tagged {
            self.fb.ins().jump(no, &[]);
            return;
        }
        let value = self.value(arg);
        let nullish = self.is_nullish_word(value);
        if !self.graph.undetectable_objects {
            self.fb.ins().brif(nullish, yes, &[], no, &[]);
            return;
        }
        let (other, cell) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(nullish, yes, &[], other, &[]);
        self.fb.switch_to_block(other);
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], no, &[]);
        self.fb.switch_to_block(cell);
        let odd = self.is_undetectable(value);
        self.fb.ins().brif(odd, yes, &[], no, &[]);
    }

    /// Not 0 if a cell is an object that counts as undefined.
    fn is_undetectable(&mut self, cell: Value) -> Value {
        let flags = self.load8(cell, offset_of!(CellHeader, flags));
        self.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64)
    }

    /// Goes on in one of two blocks, by the truth of a value.
    pub(super) fn branch_on_truth(&mut self, arg: NodeId, yes: ClifBlock, no: ClifBlock) {
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Bool | Rep::Int => {
                self.fb.ins().brif(value, yes, &[], no, &[]);
            }
            Rep::Double => {
                let zero = self.fb.ins().f64const(0.0);
                let some = self.fb.ins().fcmp(FloatCC::OrderedNotEqual, value, zero);
                self.fb.ins().brif(some, yes, &[], no, &[]);
            }
            _ => self.branch_on_truth_of_any(value, yes, no),
        }
    }

    fn branch_on_truth_of_any(&mut self, value: Value, yes: ClifBlock, no: ClifBlock) {
        let [small, large, cell, primitive, number] = [(); 5].map(|()| self.fb.create_block());
        // Booleans, undefined, null, and what is no value.
        let is_small = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, value, LAST_WORD as i64);
        self.fb.ins().brif(is_small, small, &[], large, &[]);
        self.fb.switch_to_block(small);
        let is_true = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::TRUE.bits() as i64);
        self.fb.ins().brif(is_true, yes, &[], no, &[]);
        self.fb.switch_to_block(large);
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], number, &[]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(value, offset_of!(CellHeader, kind));
        let is_object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        let object = if self.graph.undetectable_objects { self.fb.create_block() } else { yes };
        self.fb.ins().brif(is_object, object, &[], primitive, &[]);
        if object != yes {
            self.fb.switch_to_block(object);
            let odd = self.is_undetectable(value);
            self.fb.ins().brif(odd, no, &[], yes, &[]);
        }
        self.fb.switch_to_block(primitive);
        let word = self.load(I32, value, TRUTH_OFFSET);
        self.fb.ins().brif(word, yes, &[], no, &[]);
        self.fb.switch_to_block(number);
        let (is_int, int) = (self.is_int(value), self.fb.ins().ireduce(I32, value));
        let of_int = self.fb.ins().icmp_imm_u(IntCC::NotEqual, int, 0);
        let (unboxed, zero) = (self.unbox_double(value), self.fb.ins().f64const(0.0));
        let of_double = self.fb.ins().fcmp(FloatCC::OrderedNotEqual, unboxed, zero);
        let some = self.fb.ins().select(is_int, of_int, of_double);
        self.fb.ins().brif(some, yes, &[], no, &[]);
    }

    /// Walks the prototype chain.
    pub(super) fn has_prototype(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (value, prototype) = (self.value(args[0]), self.value(args[1]));
        let i8 = ir::types::I8;
        let (cell, head, done) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, i8);
        self.fb.append_block_param(head, I64);
        let (no, yes) = (self.fb.ins().iconst(i8, 0), self.fb.ins().iconst(i8, 1));
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(value, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.fb.ins().brif(object, head, &[BlockArg::Value(value)], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(head);
        let object = self.fb.block_params(head)[0];
        let kind = self.load8(object, offset_of!(CellHeader, kind));
        let plain = self.fb.ins().icmp_imm_u(IntCC::NotEqual, kind, CellKind::Proxy as i64);
        self.require(plain, id);
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        let shape = self.fb.ins().uextend(I64, shape);
        let offset = self.fb.ins().ishl_imm_u(shape, abi::cell::SHAPE_SHIFT as i64);
        let vm = self.vm();
        let base = self.load(I64, vm, offset_of!(VmContext, heap_base));
        let shape = self.fb.ins().iadd(base, offset);
        let next = self.load(I64, shape, SHAPE_PROTOTYPE_OFFSET);
        let found = self.fb.ins().icmp(IntCC::Equal, next, prototype);
        let more = self.fb.create_block();
        self.fb.ins().brif(found, done, &[BlockArg::Value(yes)], more, &[]);
        self.fb.switch_to_block(more);
        self.fb.ins().brif(next, head, &[BlockArg::Value(next)], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn equal(&mut self, id: NodeId, strict: bool, registers: [u16; 2], outcome: Outcome) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let done = self.glance(x, y, strict);
        let flow = self.operate(id, &registers);
        let holds = match outcome {
            Outcome::Jumped(not) => {
                let condition = if not { IntCC::NotEqual } else { IntCC::Equal };
                self.fb.ins().icmp_imm_u(condition, flow, helpers::JUMPED as i64)
            }
            Outcome::Written(word, not) => {
                let frame = self.frame();
                let value = self.load(I64, frame, 8 * word as usize);
                let expected = if not { JsValue::FALSE } else { JsValue::TRUE };
                self.fb.ins().icmp_imm_u(IntCC::Equal, value, expected.bits() as i64)
            }
        };
        self.jump_with(done, holds);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn int_compare(&mut self, id: NodeId, condition: Condition) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        self.fb.ins().icmp(int_condition(condition), x, y)
    }

    pub(super) fn double_compare(&mut self, id: NodeId, condition: Condition) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        self.fb.ins().fcmp(float_condition(condition), x, y)
    }

    pub(super) fn identical(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        self.fb.ins().icmp(IntCC::Equal, x, y)
    }

    pub(super) fn not(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let x = self.value(args[0]);
        self.fb.ins().bxor_imm_u(x, 1)
    }

    pub(super) fn either(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        self.fb.ins().bor(x, y)
    }

    pub(super) fn is_code(&mut self, id: NodeId, code: u64) -> Value {
        let args = &self.graph.node(id).args;
        let callee = self.value(args[0]);
        let (check, done) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, ir::types::I8);
        let is_cell = self.is_cell(callee);
        let no = self.fb.ins().iconst(ir::types::I8, 0);
        self.fb.ins().brif(is_cell, check, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(check);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        let load = self.fb.create_block();
        self.fb.ins().brif(function, load, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(load);
        let its = self.load(I64, callee, offset_of!(JsFunction, code));
        let expected = self.word(code);
        let same = self.fb.ins().icmp(IntCC::Equal, its, expected);
        self.jump_with(done, same);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn object_or_this(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (value, this) = (self.value(args[0]), self.value(args[1]));
        self.object_or(value, this)
    }
}
