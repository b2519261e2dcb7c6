//! One node.

use super::*;
use abi::allocator::{ALLOCATOR_CURSOR, ALLOCATOR_END};
use abi::cell::FLAG_LAZY;
use abi::ic::{Entry, EntryKind, MEGAMORPHIC_ENTRIES, MEGAMORPHIC_FACTOR, MegamorphicEntry};

impl Lower<'_, '_> {
    pub(super) fn node(&mut self, id: NodeId) {
        let graph = self.graph;
        let node = graph.node(id);
        let args = &node.args;
        let value = match &node.op {
            Op::Constant(bits) => Some(self.word(*bits)),
            Op::Int(i) => Some(self.fb.ins().iconst(I32, *i as i64)),
            Op::Double(bits) => Some(self.fb.ins().f64const(f64::from_bits(*bits))),
            Op::Word(word) => {
                let frame = self.frame();
                Some(self.load(I64, frame, 8 * *word as usize))
            }
            Op::Phi => None,
            Op::ToInt => Some(self.as_int(id)),
            Op::ToDouble => Some(self.as_double(id)),
            Op::Truncate => Some(self.truncate(id)),
            Op::Box => Some(self.tagged(args[0])),
            Op::Truth => Some(self.truth(args[0])),

            Op::IntArithmetic(kind) => Some(self.int_arithmetic(id, *kind)),
            Op::IntWrapping(kind) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(match kind {
                    Arithmetic::Add => self.fb.ins().iadd(x, y),
                    Arithmetic::Sub => self.fb.ins().isub(x, y),
                    _ => self.fb.ins().imul(x, y),
                })
            }
            Op::IntBitwise(kind) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(match kind {
                    Bitwise::And => self.fb.ins().band(x, y),
                    Bitwise::Or => self.fb.ins().bor(x, y),
                    Bitwise::Xor => self.fb.ins().bxor(x, y),
                    Bitwise::Shl => self.fb.ins().ishl(x, y),
                    Bitwise::Shr => self.fb.ins().sshr(x, y),
                    Bitwise::UShr => {
                        let value = self.fb.ins().ushr(x, y);
                        if !matches!(graph.node(args[1]).op, Op::Int(n) if n & 31 != 0) {
                            let fits = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, value, 0);
                            self.require(fits, id);
                        }
                        value
                    }
                })
            }
            Op::IntUShrDouble => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                let value = self.fb.ins().ushr(x, y);
                let wide = self.fb.ins().uextend(I64, value);
                Some(self.fb.ins().fcvt_from_sint(F64, wide))
            }
            Op::IntNegate => {
                let x = self.value(args[0]);
                let magnitude = self.fb.ins().band_imm_u(x, 0x7fff_ffff);
                let usual = self.fb.ins().icmp_imm_u(IntCC::NotEqual, magnitude, 0);
                self.require(usual, id);
                Some(self.fb.ins().ineg(x))
            }
            Op::IntNot => {
                let x = self.value(args[0]);
                Some(self.fb.ins().bnot(x))
            }
            Op::IntPick(greater) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(if *greater { self.fb.ins().smax(x, y) } else { self.fb.ins().smin(x, y) })
            }
            Op::DoubleArithmetic(kind) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(match kind {
                    Arithmetic::Add => self.fb.ins().fadd(x, y),
                    Arithmetic::Sub => self.fb.ins().fsub(x, y),
                    Arithmetic::Mul => self.fb.ins().fmul(x, y),
                    Arithmetic::Div => self.fb.ins().fdiv(x, y),
                    Arithmetic::Mod => self.leaf_call(helpers::modulo as *const () as usize, &[x, y], F64),
                })
            }
            Op::Double1(function) => {
                let x = self.value(args[0]);
                Some(match (function, helpers::has_rounding()) {
                    (DoubleFunction::Negate, _) => self.fb.ins().fneg(x),
                    (DoubleFunction::Abs, _) => self.fb.ins().fabs(x),
                    (DoubleFunction::Sqrt, _) => self.fb.ins().sqrt(x),
                    (DoubleFunction::Floor, true) => self.fb.ins().floor(x),
                    (DoubleFunction::Ceil, true) => self.fb.ins().ceil(x),
                    (DoubleFunction::Trunc, true) => self.fb.ins().trunc(x),
                    _ => self.leaf_call(helpers::function1(*function), &[x], F64),
                })
            }
            Op::Double2(function) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.leaf_call(helpers::function2(*function), &[x, y], F64))
            }
            Op::IntCompare(condition) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.fb.ins().icmp(int_condition(*condition), x, y))
            }
            Op::DoubleCompare(condition) => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.fb.ins().fcmp(float_condition(*condition), x, y))
            }
            Op::Identical => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.fb.ins().icmp(IntCC::Equal, x, y))
            }
            Op::StrictEqual => Some(self.strict_equal(args[0], args[1])),
            Op::Not => {
                let x = self.value(args[0]);
                Some(self.fb.ins().bxor_imm_u(x, 1))
            }
            Op::Either => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.fb.ins().bor(x, y))
            }
            Op::IsNullish => Some(self.is_nullish(args[0])),
            Op::IsCode(code) => {
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
                let expected = self.word(*code);
                let same = self.fb.ins().icmp(IntCC::Equal, its, expected);
                self.jump_with(done, same);
                self.fb.switch_to_block(done);
                Some(self.fb.block_params(done)[0])
            }
            Op::ObjectOr => {
                let (x, y) = (self.value(args[0]), self.value(args[1]));
                Some(self.object_or(x, y))
            }

            Op::CheckShape(shapes, known) => {
                let object = self.value(args[0]);
                if !known {
                    let is_cell = self.is_cell(object);
                    self.require(is_cell, id);
                }
                let shape = self.load(I32, object, offset_of!(CellHeader, shape));
                let mut any = None;
                for s in shapes {
                    let same = self.fb.ins().icmp_imm_u(IntCC::Equal, shape, *s as i64);
                    any = Some(match any {
                        None => same,
                        Some(any) => self.fb.ins().bor(any, same),
                    });
                }
                self.require(any.expect("some shape"), id);
                None
            }
            Op::CheckKind(kind) => {
                let cell = self.value(args[0]);
                let is_cell = self.is_cell(cell);
                self.require(is_cell, id);
                let its = self.load8(cell, offset_of!(CellHeader, kind));
                let same = self.fb.ins().icmp_imm_u(IntCC::Equal, its, *kind as i64);
                self.require(same, id);
                None
            }
            Op::CheckCell => {
                let cell = self.value(args[0]);
                let is_cell = self.is_cell(cell);
                self.require(is_cell, id);
                None
            }
            Op::CheckObject => {
                let cell = self.value(args[0]);
                let is_cell = self.is_cell(cell);
                self.require(is_cell, id);
                self.require_object(cell, id);
                None
            }
            Op::CheckElements(kinds) => {
                let object = self.value(args[0]);
                let is_cell = self.is_cell(object);
                self.require(is_cell, id);
                self.require_object(object, id);
                let kind = self.load8(object, offset_of!(CellHeader, detail));
                let fits = if kinds.count_ones() == 1 {
                    self.fb.ins().icmp_imm_u(IntCC::Equal, kind, kinds.trailing_zeros() as i64)
                } else {
                    let kinds = self.fb.ins().iconst(I32, *kinds as i64);
                    let bit = self.fb.ins().ushr(kinds, kind);
                    self.fb.ins().band_imm_u(bit, 1)
                };
                self.require(fits, id);
                None
            }
            Op::CheckIdentical(bits) => {
                let value = self.value(args[0]);
                let expected = self.word(*bits);
                let same = self.fb.ins().icmp(IntCC::Equal, value, expected);
                self.require(same, id);
                None
            }
            Op::CheckCode(code) => {
                let callee = self.value(args[0]);
                let is_cell = self.is_cell(callee);
                self.require(is_cell, id);
                let kind = self.load8(callee, offset_of!(CellHeader, kind));
                let function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
                self.require(function, id);
                let its = self.load(I64, callee, offset_of!(JsFunction, code));
                let expected = self.word(*code);
                let same = self.fb.ins().icmp(IntCC::Equal, its, expected);
                self.require(same, id);
                None
            }
            Op::CheckNotEmpty => {
                let value = self.value(args[0]);
                let empty = self.is_zero(value);
                self.refuse(empty, id);
                None
            }
            Op::CheckTyped(ty) => {
                let object = self.value(args[0]);
                let is_cell = self.is_cell(object);
                self.require(is_cell, id);
                let kind = self.load8(object, offset_of!(CellHeader, kind));
                let typed = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::TypedArray as i64);
                self.require(typed, id);
                let its = self.load8(object, offset_of!(JsTypedArray, array_type));
                let same = self.fb.ins().icmp_imm_u(IntCC::Equal, its, *ty as i64);
                self.require(same, id);
                None
            }
            Op::CheckValid(address) => {
                let address = self.word(*address);
                let valid = self.load8(address, 0);
                let valid = self.fb.ins().icmp_imm_u(IntCC::NotEqual, valid, 0);
                self.require(valid, id);
                None
            }
            Op::CheckBounds => {
                let (index, length) = (self.value(args[0]), self.value(args[1]));
                let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
                self.require(inside, id);
                None
            }
            Op::CheckFlags(flags) => {
                let object = self.value(args[0]);
                let its = self.load8(object, offset_of!(CellHeader, flags));
                let odd = self.fb.ins().band_imm_u(its, *flags as i64);
                let usual = self.is_zero(odd);
                self.require(usual, id);
                None
            }
            Op::CheckTrue => {
                let condition = self.value(args[0]);
                self.require(condition, id);
                None
            }

            Op::Load(offset) => {
                let base = self.address(args[0]);
                Some(self.load(I64, base, *offset as usize))
            }
            Op::LoadPointer(offset) => {
                let base = self.address(args[0]);
                Some(self.load(I64, base, *offset as usize))
            }
            Op::LoadInt(offset) => {
                let base = self.address(args[0]);
                Some(self.load(I32, base, *offset as usize))
            }
            Op::Store(offset) => {
                let base = self.address(args[0]);
                let value = self.value(args[1]);
                self.store(value, base, *offset as usize);
                None
            }
            Op::StoreInt(offset) => {
                let base = self.address(args[0]);
                let value = self.value(args[1]);
                self.store(value, base, *offset as usize);
                None
            }
            Op::StoreShape(shape) => {
                let base = self.address(args[0]);
                let shape = self.fb.ins().iconst(I32, *shape as i64);
                self.store(shape, base, offset_of!(CellHeader, shape));
                None
            }
            Op::Barrier => {
                let owner = self.address(args[0]);
                let state = self.load8(owner, offset_of!(CellHeader, gc));
                let old = self.fb.ins().icmp_imm_u(IntCC::Equal, state, CellState::OLD as i64);
                let (slow, done) = (self.cold(), self.fb.create_block());
                self.fb.ins().brif(old, slow, &[], done, &[]);
                self.fb.switch_to_block(slow);
                let vm = self.vm();
                self.leaf_call(helpers::remember as *const () as usize, &[vm, owner], I64);
                self.fb.ins().jump(done, &[]);
                self.fb.switch_to_block(done);
                None
            }
            Op::LoadElement(rep, holes) => Some(self.load_element(id, *rep, *holes)),
            Op::StoreElement(rep) => {
                let place = self.element(args[0], args[1]);
                let value = self.value(args[2]);
                let value = if *rep == ElementRep::Double { self.canonical(value) } else { value };
                self.store(value, place, ELEMENTS_VALUES_OFFSET);
                None
            }
            Op::CheckNoHole(rep) => {
                let place = self.element(args[0], args[1]);
                let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
                let hole = if *rep == ElementRep::Double {
                    let hole = self.word(DOUBLE_HOLE);
                    self.fb.ins().icmp(IntCC::Equal, value, hole)
                } else {
                    self.is_zero(value)
                };
                self.refuse(hole, id);
                None
            }
            Op::TypedLength => {
                let array = self.value(args[0]);
                let buffer = self.load(I64, array, offset_of!(JsTypedArray, buffer));
                let data = self.load(I64, buffer, offset_of!(JsArrayBuffer, data));
                let detached = self.is_zero(data);
                self.refuse(detached, id);
                let length = self.load(I64, array, offset_of!(JsTypedArray, fast_length));
                let less = self.fb.ins().iadd_imm_s(length, -1);
                let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, less, i32::MAX as i64);
                self.require(fits, id);
                Some(self.fb.ins().ireduce(I32, length))
            }
            Op::LoadTyped(ty) => Some(self.load_typed(id, *ty)),
            Op::StoreTyped(ty) => {
                self.store_typed(id, *ty);
                None
            }
            Op::CharCode => Some(self.char_code(id)),
            Op::CharString => unreachable!("no node of that kind is made"),

            Op::TailCall { area } => Some(self.tail_call(id, *area)),
            Op::Push { area } => Some(self.push(id, *area)),
            Op::GetElement { registers, result } => Some(self.get_element(id, *registers, *result)),
            Op::SetElement { registers } => {
                self.set_element(id, *registers);
                None
            }
            Op::GetShared { key, register, result } => Some(self.get_shared(id, *key, *register, *result)),
            Op::Equal { strict, registers, outcome } => Some(self.equal(id, *strict, *registers, *outcome)),
            Op::Call { area } => Some(self.call(id, *area)),
            Op::Construct { area } => Some(self.construct(id, *area)),
            Op::Operate { registers } => {
                let words: Vec<u16> = registers.to_vec();
                self.jumped = Some(self.operate(id, &words));
                None
            }
            Op::Written(word) => {
                let frame = self.frame();
                Some(self.load(I64, frame, 8 * *word as usize))
            }
            Op::Jumped => {
                let flow = self.jumped.expect("an Operate comes first");
                Some(self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::JUMPED as i64))
            }
            Op::NewThis => Some(self.new_this(id)),
            Op::NewObject { shape, allocator, bytes } => Some(self.new_object(id, *shape, *allocator, *bytes)),
            Op::HasPrototype => Some(self.has_prototype(id)),
            Op::Enter(inline) => {
                self.enter(*inline);
                None
            }
            Op::Poll => {
                let requested = self.requested();
                let none = self.is_zero(requested);
                self.require(none, id);
                None
            }
        };
        self.values[id.index()] = value.or(self.values[id.index()]);
    }

    /// A cell's address; whatever else a node that is never reached may have there.
    fn address(&mut self, id: NodeId) -> Value {
        self.tagged(id)
    }

    fn require_object(&mut self, cell: Value, id: NodeId) {
        let kind = self.load8(cell, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.require(object, id);
    }

    // ---- conversions

    fn as_int(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Int => value,
            Rep::Double => {
                let int = self.fb.ins().fcvt_to_sint_sat(I32, value);
                let back = self.fb.ins().fcvt_from_sint(F64, int);
                let bits = self.fb.ins().bitcast(I64, MemFlags::new(), value);
                let its = self.fb.ins().bitcast(I64, MemFlags::new(), back);
                // Bit by bit, so that -0 is none.
                let same = self.fb.ins().icmp(IntCC::Equal, bits, its);
                self.require(same, id);
                int
            }
            _ => {
                let value = self.tagged(arg);
                let is_int = self.is_int(value);
                self.require(is_int, id);
                self.fb.ins().ireduce(I32, value)
            }
        }
    }

    fn as_double(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Int => self.fb.ins().fcvt_from_sint(F64, value),
            Rep::Double => value,
            _ => {
                let value = self.tagged(arg);
                let (int, other, double, done) =
                    (self.fb.create_block(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
                self.fb.append_block_param(done, F64);
                let is_int = self.is_int(value);
                self.fb.ins().brif(is_int, int, &[], other, &[]);
                self.fb.switch_to_block(int);
                let low = self.fb.ins().ireduce(I32, value);
                let converted = self.fb.ins().fcvt_from_sint(F64, low);
                self.jump_with(done, converted);
                self.fb.switch_to_block(other);
                let number = self.is_number(value);
                let exit = self.exit(id);
                self.fb.ins().brif(number, double, &[], exit, &[]);
                self.fb.switch_to_block(double);
                let unboxed = self.unbox_double(value);
                self.jump_with(done, unboxed);
                self.fb.switch_to_block(done);
                self.fb.block_params(done)[0]
            }
        }
    }

    fn truncate(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Int => value,
            Rep::Double => self.truncate_double(value),
            _ => {
                let value = self.tagged(arg);
                let (int, other, double, done) =
                    (self.fb.create_block(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
                self.fb.append_block_param(done, I32);
                let is_int = self.is_int(value);
                self.fb.ins().brif(is_int, int, &[], other, &[]);
                self.fb.switch_to_block(int);
                let low = self.fb.ins().ireduce(I32, value);
                self.jump_with(done, low);
                self.fb.switch_to_block(other);
                let number = self.is_number(value);
                let exit = self.exit(id);
                self.fb.ins().brif(number, double, &[], exit, &[]);
                self.fb.switch_to_block(double);
                let unboxed = self.unbox_double(value);
                let low = self.truncate_double(unboxed);
                self.jump_with(done, low);
                self.fb.switch_to_block(done);
                self.fb.block_params(done)[0]
            }
        }
    }

    /// ToInt32 of a double.
    fn truncate_double(&mut self, value: Value) -> Value {
        let wide = self.fb.ins().fcvt_to_sint_sat(I64, value);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I32);
        let low = self.fb.ins().ireduce(I32, wide);
        // Saturated, or so large that nobody minds the call.
        let high = self.fb.ins().sshr_imm_u(wide, 53);
        let high = self.fb.ins().iadd_imm_s(high, 1);
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, high, 1);
        self.fb.ins().brif(fits, done, &[BlockArg::Value(low)], slow, &[]);
        self.fb.switch_to_block(slow);
        let low = self.leaf_call(helpers::to_int32 as *const () as usize, &[value], I32);
        self.jump_with(done, low);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    fn truth(&mut self, arg: NodeId) -> Value {
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Bool => value,
            Rep::Int => self.fb.ins().icmp_imm_u(IntCC::NotEqual, value, 0),
            Rep::Double => {
                let zero = self.fb.ins().f64const(0.0);
                self.fb.ins().fcmp(FloatCC::OrderedNotEqual, value, zero)
            }
            _ => {
                let done = self.fb.create_block();
                self.fb.append_block_param(done, ir::types::I8);
                let (is_bool, not_bool, cell, not_cell, call) = (
                    self.fb.create_block(),
                    self.fb.create_block(),
                    self.fb.create_block(),
                    self.fb.create_block(),
                    self.cold(),
                );
                let even = self.fb.ins().band_imm_s(value, !1);
                let b = self.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::FALSE.0 as i64);
                self.fb.ins().brif(b, is_bool, &[], not_bool, &[]);
                self.fb.switch_to_block(is_bool);
                let is_true = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::TRUE.0 as i64);
                self.jump_with(done, is_true);
                self.fb.switch_to_block(not_bool);
                let c = self.is_cell(value);
                self.fb.ins().brif(c, cell, &[], not_cell, &[]);
                self.fb.switch_to_block(cell);
                let object = self.fb.create_block();
                let kind = self.load8(value, offset_of!(CellHeader, kind));
                let o = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
                self.fb.ins().brif(o, object, &[], call, &[]);
                self.fb.switch_to_block(object);
                let flags = self.load8(value, offset_of!(CellHeader, flags));
                let odd = self.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64);
                let usual = self.is_zero(odd);
                self.jump_with(done, usual);
                self.fb.switch_to_block(not_cell);
                let special = self.fb.create_block();
                let n = self.is_number(value);
                self.fb.ins().brif(n, call, &[], special, &[]);
                self.fb.switch_to_block(special);
                let no = self.fb.ins().iconst(ir::types::I8, 0);
                self.jump_with(done, no);
                self.fb.switch_to_block(call);
                let truth = self.leaf_call(helpers::truth as *const () as usize, &[value], I32);
                let truth = self.fb.ins().icmp_imm_u(IntCC::NotEqual, truth, 0);
                self.jump_with(done, truth);
                self.fb.switch_to_block(done);
                self.fb.block_params(done)[0]
            }
        }
    }

    // ---- arithmetic

    fn int_arithmetic(&mut self, id: NodeId, kind: Arithmetic) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let constant = match self.graph.node(args[1]).op {
            Op::Int(n) => Some(n),
            _ => None,
        };
        match kind {
            Arithmetic::Add => {
                let (sum, over) = self.fb.ins().sadd_overflow(x, y);
                self.refuse(over, id);
                sum
            }
            Arithmetic::Sub => {
                let (difference, over) = self.fb.ins().ssub_overflow(x, y);
                self.refuse(over, id);
                difference
            }
            Arithmetic::Mul => {
                let (product, over) = self.fb.ins().smul_overflow(x, y);
                self.refuse(over, id);
                // A zero of a negative factor is -0.
                match constant {
                    Some(n) if n > 0 => {
                        // Only a negative x could bring -0, and then the product is not 0.
                    }
                    _ => {
                        let (zero, fine) = (self.cold(), self.fb.create_block());
                        let is_zero = self.is_zero(product);
                        self.fb.ins().brif(is_zero, zero, &[], fine, &[]);
                        self.fb.switch_to_block(zero);
                        let signs = self.fb.ins().bor(x, y);
                        let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, signs, 0);
                        let exit = self.exit(id);
                        self.fb.ins().brif(positive, fine, &[], exit, &[]);
                        self.fb.switch_to_block(fine);
                    }
                }
                product
            }
            Arithmetic::Div => {
                if constant.is_none_or(|n| n <= 0) {
                    let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, y, 0);
                    self.require(positive, id);
                }
                let quotient = self.fb.ins().sdiv(x, y);
                let back = self.fb.ins().imul(quotient, y);
                let exact = self.fb.ins().icmp(IntCC::Equal, back, x);
                self.require(exact, id);
                quotient
            }
            Arithmetic::Mod => {
                if constant.is_none_or(|n| n <= 0) {
                    let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, y, 0);
                    self.require(positive, id);
                }
                let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, x, 0);
                self.require(positive, id);
                self.fb.ins().urem(x, y)
            }
        }
    }

    fn strict_equal(&mut self, l: NodeId, r: NodeId) -> Value {
        let (x, y) = (self.value(l), self.value(r));
        let done = self.fb.create_block();
        self.fb.append_block_param(done, ir::types::I8);
        let (same, different, cells, strings, call) = (
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.cold(),
        );
        let no = self.fb.ins().iconst(ir::types::I8, 0);
        let identical = self.fb.ins().icmp(IntCC::Equal, x, y);
        self.fb.ins().brif(identical, same, &[], different, &[]);
        self.fb.switch_to_block(same);
        let nan = self.word(JsValue::NAN.0);
        let equal = self.fb.ins().icmp(IntCC::NotEqual, x, nan);
        self.jump_with(done, equal);
        self.fb.switch_to_block(different);
        let both = self.fb.ins().bor(x, y);
        let are_cells = self.is_cell(both);
        let others = self.fb.create_block();
        self.fb.ins().brif(are_cells, cells, &[], others, &[]);
        self.fb.switch_to_block(others);
        // Different bits are different values, but for numbers.
        let (a, b) = (self.is_number(x), self.is_number(y));
        let numbers = self.fb.ins().band(a, b);
        self.fb.ins().brif(numbers, call, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(cells);
        let kind = self.load8(x, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.fb.ins().brif(object, done, &[BlockArg::Value(no)], strings, &[]);
        self.fb.switch_to_block(strings);
        // Strings of different lengths are different.
        let other_kind = self.load8(y, offset_of!(CellHeader, kind));
        let alike = self.fb.ins().icmp(IntCC::Equal, kind, other_kind);
        self.fb.ins().brif(alike, call, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(call);
        let vm = self.vm();
        let equal = self.leaf_call(helpers::strict_equal as *const () as usize, &[vm, x, y], I32);
        let equal = self.fb.ins().icmp_imm_u(IntCC::NotEqual, equal, 0);
        self.jump_with(done, equal);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    fn is_nullish(&mut self, arg: NodeId) -> Value {
        if self.graph.node(arg).rep != Rep::Tagged {
            return self.fb.ins().iconst(ir::types::I8, 0);
        }
        let value = self.value(arg);
        let (cell, done) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, ir::types::I8);
        let even = self.fb.ins().band_imm_s(value, !8);
        let nullish = self.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::NULL.0 as i64);
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(nullish)]);
        self.fb.switch_to_block(cell);
        let flags = self.load8(value, offset_of!(CellHeader, flags));
        let odd = self.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64);
        let odd = self.fb.ins().icmp_imm_u(IntCC::NotEqual, odd, 0);
        self.jump_with(done, odd);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Walks the prototype chain.
    fn has_prototype(&mut self, id: NodeId) -> Value {
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

    // ---- elements

    /// The place of an element, but for the offset of the first.
    fn element(&mut self, elements: NodeId, index: NodeId) -> Value {
        let (elements, index) = (self.value(elements), self.value(index));
        let index = self.fb.ins().uextend(I64, index);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        self.fb.ins().iadd(elements, bytes)
    }

    fn load_element(&mut self, id: NodeId, rep: ElementRep, holes: bool) -> Value {
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

    /// NaNs made canonical, so that none is taken for a hole.
    fn canonical(&mut self, value: Value) -> Value {
        let ordered = self.fb.ins().fcmp(FloatCC::Ordered, value, value);
        let nan = self.fb.ins().f64const(f64::NAN);
        self.fb.ins().select(ordered, value, nan)
    }

    /// Where a typed array's element is, and its size's log2.
    fn typed_place(&mut self, id: NodeId, ty: u8) -> Value {
        let args = &self.graph.node(id).args;
        let (array, index) = (self.value(args[0]), self.value(args[1]));
        let length = self.load(I64, array, offset_of!(JsTypedArray, fast_length));
        let index = self.fb.ins().uextend(I64, index);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.require(inside, id);
        let buffer = self.load(I64, array, offset_of!(JsTypedArray, buffer));
        let data = self.load(I64, buffer, offset_of!(JsArrayBuffer, data));
        let detached = self.is_zero(data);
        self.refuse(detached, id);
        let offset = self.load(I64, array, offset_of!(JsTypedArray, byte_offset));
        let data = self.fb.ins().iadd(data, offset);
        let shift = match ty {
            0..=2 => 0,
            3 | 4 => 1,
            5 | 6 | 8 => 2,
            _ => 3,
        };
        let bytes = self.fb.ins().ishl_imm_u(index, shift);
        self.fb.ins().iadd(data, bytes)
    }

    fn load_typed(&mut self, id: NodeId, ty: u8) -> Value {
        let place = self.typed_place(id, ty);
        let flags = MemFlags::new().with_notrap();
        match ty {
            0 => self.fb.ins().sload8(I32, flags, place, 0),
            1 | 2 => self.fb.ins().uload8(I32, flags, place, 0),
            3 => self.fb.ins().sload16(I32, flags, place, 0),
            4 => self.fb.ins().uload16(I32, flags, place, 0),
            5 => self.fb.ins().load(I32, flags, place, 0),
            6 => {
                let value = self.fb.ins().load(I32, flags, place, 0);
                let wide = self.fb.ins().uextend(I64, value);
                self.fb.ins().fcvt_from_sint(F64, wide)
            }
            8 => {
                let value = self.fb.ins().load(F32, flags, place, 0);
                self.fb.ins().fpromote(F64, value)
            }
            _ => self.fb.ins().load(F64, flags, place, 0),
        }
    }

    fn store_typed(&mut self, id: NodeId, ty: u8) {
        let place = self.typed_place(id, ty);
        let value = self.value(self.graph.node(id).args[2]);
        let flags = MemFlags::new().with_notrap();
        match ty {
            0 | 1 => {
                self.fb.ins().istore8(flags, value, place, 0);
            }
            2 => {
                let zero = self.fb.ins().iconst(I32, 0);
                let most = self.fb.ins().iconst(I32, 255);
                let value = self.fb.ins().smax(value, zero);
                let value = self.fb.ins().smin(value, most);
                self.fb.ins().istore8(flags, value, place, 0);
            }
            3 | 4 => {
                self.fb.ins().istore16(flags, value, place, 0);
            }
            8 => {
                let value = self.fb.ins().fdemote(F32, value);
                self.fb.ins().store(flags, value, place, 0);
            }
            _ => {
                self.fb.ins().store(flags, value, place, 0);
            }
        }
    }

    fn char_code(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (string, index) = (self.value(args[0]), self.value(args[1]));
        let (narrow, other, wide, call, done) = (
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.cold(),
            self.fb.create_block(),
        );
        self.fb.append_block_param(done, I32);
        let form = self.load8(string, offset_of!(CellHeader, detail));
        let position = self.fb.ins().uextend(I64, index);
        let is_narrow = self.fb.ins().icmp_imm_u(IntCC::Equal, form, StringForm::Latin1 as i64);
        self.fb.ins().brif(is_narrow, narrow, &[], other, &[]);
        self.fb.switch_to_block(narrow);
        let place = self.fb.ins().iadd(string, position);
        let code = self.load8(place, STRING_DATA_OFFSET);
        self.jump_with(done, code);
        self.fb.switch_to_block(other);
        let is_wide = self.fb.ins().icmp_imm_u(IntCC::Equal, form, StringForm::Utf16 as i64);
        self.fb.ins().brif(is_wide, wide, &[], call, &[]);
        self.fb.switch_to_block(wide);
        let bytes = self.fb.ins().ishl_imm_u(position, 1);
        let place = self.fb.ins().iadd(string, bytes);
        let code = self.fb.ins().uload16(I32, TRUSTED, place, STRING_DATA_OFFSET as i32);
        self.jump_with(done, code);
        self.fb.switch_to_block(call);
        let vm = self.vm();
        let code = self.leaf_call(helpers::char_code as *const () as usize, &[vm, string, index], I32);
        let there = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, code, 0);
        self.require(there, id);
        self.jump_with(done, code);
        self.fb.switch_to_block(done);
        let _ = size_of::<StringCell>();
        self.fb.block_params(done)[0]
    }

    // ---- allocation

    /// A cell of so many bytes from an allocator, both in registers; where it has no room, `slow`. All but the header is zero.
    fn allocate(&mut self, allocator: Value, bytes: Value, slow: ClifBlock) -> Value {
        let vm = self.vm();
        let allocator = self.fb.ins().iadd(vm, allocator);
        let cell = self.load(I64, allocator, ALLOCATOR_CURSOR);
        let after = self.fb.ins().iadd(cell, bytes);
        let end = self.load(I64, allocator, ALLOCATOR_END);
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
        self.go_on(fits, slow);
        self.store(after, allocator, ALLOCATOR_CURSOR);
        cell
    }

    /// What an ordinary object begins with.
    fn object_header(&mut self, object: Value, shape: Value) {
        self.store(shape, object, offset_of!(CellHeader, shape));
        let kind = self.fb.ins().iconst(I32, CellKind::Object as i64);
        self.store(kind, object, offset_of!(CellHeader, kind));
        let vm = self.vm();
        let slots = self.load(I64, vm, offset_of!(VmContext, empty_slots));
        self.store(slots, object, offset_of!(JsObject, slots));
        let elements = self.load(I64, vm, offset_of!(VmContext, empty_elements));
        self.store(elements, object, offset_of!(JsObject, elements));
    }

    fn new_object(&mut self, id: NodeId, shape: u32, allocator: u32, bytes: u32) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let shape = self.fb.ins().iconst(I32, shape as i64);
        if bytes == 0 {
            self.fb.ins().jump(slow, &[]);
        } else {
            let (allocator, bytes) = (self.word(allocator as u64), self.word(bytes as u64));
            let object = self.allocate(allocator, bytes, slow);
            self.object_header(object, shape);
            self.jump_with(done, object);
        }
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let object = self.system_call(helpers::new_object as *const () as usize, &[vm, shape], I64);
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The instance of a function written in JavaScript, inline where the size of its instances is settled and its `prototype` is still the one
    /// that they were made with.
    fn new_this(&mut self, id: NodeId) -> Value {
        let callee = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let rare = self.load(I64, callee, offset_of!(JsFunction, rare));
        let there = self.fb.ins().icmp_imm_u(IntCC::NotEqual, rare, 0);
        self.go_on(there, slow);
        let (lazy, materialized, found) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(found, I64);
        let flags = self.load8(callee, offset_of!(CellHeader, flags));
        let is_lazy = self.fb.ins().band_imm_u(flags, FLAG_LAZY as i64);
        self.fb.ins().brif(is_lazy, lazy, &[], materialized, &[]);
        self.fb.switch_to_block(lazy);
        let prototype = self.load(I64, rare, offset_of!(FunctionInstances, lazy_prototype));
        self.jump_with(found, prototype);
        self.fb.switch_to_block(materialized);
        let shape = self.load(I32, callee, offset_of!(CellHeader, shape));
        let checked = self.load(I32, rare, offset_of!(FunctionInstances, checked_shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, checked);
        self.go_on(same, slow);
        let slots = self.load(I64, callee, offset_of!(JsObject, slots));
        let place = self.load(I32, rare, offset_of!(FunctionInstances, place));
        let place = self.fb.ins().uextend(I64, place);
        let place = self.fb.ins().iadd(slots, place);
        let prototype = self.load(I64, place, 0);
        self.jump_with(found, prototype);
        self.fb.switch_to_block(found);
        let prototype = self.fb.block_params(found)[0];
        let expected = self.load(I64, rare, offset_of!(FunctionInstances, prototype));
        let same = self.fb.ins().icmp(IntCC::Equal, prototype, expected);
        self.go_on(same, slow);
        let shape = self.load(I32, rare, offset_of!(FunctionInstances, shape));
        let settled = self.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
        self.go_on(settled, slow);
        let allocator = self.load(I32, rare, offset_of!(FunctionInstances, allocator));
        let allocator = self.fb.ins().uextend(I64, allocator);
        let bytes = self.load(I32, rare, offset_of!(FunctionInstances, bytes));
        let bytes = self.fb.ins().uextend(I64, bytes);
        let object = self.allocate(allocator, bytes, slow);
        self.object_header(object, shape);
        self.jump_with(done, object);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let object = self.system_call(helpers::new_this as *const () as usize, &[vm, callee], I64);
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    // ---- calls

    /// If the condition holds, an exception is pending: it goes to the handler that covers the call, or to the caller.
    fn throw_if(&mut self, condition: Value, id: NodeId) {
        let (thrown, fine) = (self.cold(), self.fb.create_block());
        self.fb.ins().brif(condition, thrown, &[], fine, &[]);
        self.fb.switch_to_block(thrown);
        match self.graph.catches.get(&id) {
            Some(&state) => {
                let origin = self.graph.node(id).origin;
                let exit = self.exit_to(state, Reason::Exception, origin);
                self.fb.ins().jump(exit, &[]);
            }
            None => {
                let frame = self.frame();
                let caller = self.load(I64, frame, 8 * CALLER);
                self.fb.ins().set_pinned_reg(caller);
                let empty = self.word(JsValue::EMPTY.0);
                self.fb.ins().return_(&[empty]);
            }
        }
        self.fb.switch_to_block(fine);
    }

    /// The runtime does the instruction that the node is of, with the arguments in these words of the frame.
    fn operate(&mut self, id: NodeId, words: &[u16]) -> Value {
        let node = self.graph.node(id);
        let frame = self.frame();
        for (word, arg) in words.iter().zip(&node.args) {
            if *word != u16::MAX {
                let value = self.value(*arg);
                self.store(value, frame, 8 * *word as usize);
            }
        }
        let origin = self.graph.origins[node.origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let frame = self.frame_of(origin.inline);
        let vm = self.vm();
        let pc = self.fb.ins().iconst(I32, origin.pc as i64);
        let flow = self.system_call(helpers::operate as *const () as usize, &[vm, frame, pc], I32);
        let thrown = self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::THROWN as i64);
        self.throw_if(thrown, id);
        flow
    }

    /// The elements cell of an object with fast elements and the place of one within its length (but for the offset of the first), and the
    /// elements' kind; anything else goes to `slow`.
    fn fast_element(&mut self, object: Value, key: Value, slow: ClifBlock) -> (Value, Value, Value) {
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
        self.go_on(inside, slow);
        let index = self.fb.ins().uextend(I64, index);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        (elements, place, kind)
    }

    fn are_doubles(&mut self, kind: Value) -> Value {
        let pair = self.fb.ins().band_imm_u(kind, 6);
        self.fb.ins().icmp_imm_u(IntCC::Equal, pair, ElementKind::PackedDouble as i64)
    }

    fn get_element(&mut self, id: NodeId, registers: [u16; 2], result: u16) -> Value {
        let args = &self.graph.node(id).args;
        let (object, key) = (self.value(args[0]), self.value(args[1]));
        let (slow, done, doubles, words) =
            (self.cold(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let (_, place, kind) = self.fast_element(object, key, slow);
        let are_doubles = self.are_doubles(kind);
        self.fb.ins().brif(are_doubles, doubles, &[], words, &[]);
        self.fb.switch_to_block(words);
        let value = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.is_zero(value);
        self.fb.ins().brif(hole, slow, &[], done, &[BlockArg::Value(value)]);
        self.fb.switch_to_block(doubles);
        let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.word(DOUBLE_HOLE);
        let is_hole = self.fb.ins().icmp(IntCC::Equal, raw, hole);
        let tag = self.word(NUMBER_TAG);
        let value = self.fb.ins().isub(raw, tag);
        self.fb.ins().brif(is_hole, slow, &[], done, &[BlockArg::Value(value)]);
        self.fb.switch_to_block(slow);
        self.operate(id, &registers);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    fn set_element(&mut self, id: NodeId, registers: [u16; 3]) {
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
        let (elements, place, kind) = self.fast_element(object, key, slow);
        let are_doubles = self.are_doubles(kind);
        self.fb.ins().brif(are_doubles, doubles, &[], words, &[]);
        self.fb.switch_to_block(words);
        let old = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.is_zero(old);
        let there = self.fb.create_block();
        self.fb.ins().brif(hole, slow, &[], there, &[]);
        self.fb.switch_to_block(there);
        // Int32s fit everywhere; anything else needs tagged elements, and may need the barrier.
        let is_int = self.is_int(value);
        self.fb.ins().brif(is_int, store, &[], tagged, &[]);
        self.fb.switch_to_block(tagged);
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, ElementKind::PackedTagged as i64);
        self.go_on(fits, slow);
        let state = self.load8(elements, offset_of!(CellHeader, gc));
        let old = self.fb.ins().icmp_imm_u(IntCC::Equal, state, CellState::OLD as i64);
        let (remember, fine) = (self.cold(), self.fb.create_block());
        self.fb.ins().brif(old, remember, &[], fine, &[]);
        self.fb.switch_to_block(remember);
        let vm = self.vm();
        self.leaf_call(helpers::remember as *const () as usize, &[vm, elements], I64);
        self.fb.ins().jump(fine, &[]);
        self.fb.switch_to_block(fine);
        self.fb.ins().jump(store, &[]);
        self.fb.switch_to_block(store);
        self.store(value, place, ELEMENTS_VALUES_OFFSET);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(doubles);
        let old = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let hole = self.word(DOUBLE_HOLE);
        let is_hole = self.fb.ins().icmp(IntCC::Equal, old, hole);
        let there = self.fb.create_block();
        self.fb.ins().brif(is_hole, slow, &[], there, &[]);
        self.fb.switch_to_block(there);
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
        self.fb.switch_to_block(slow);
        self.operate(id, &registers);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// A property through the cache that megamorphic sites share.
    fn get_shared(&mut self, id: NodeId, key: u64, register: u16, result: u16) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, slow);
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        let factor = self.fb.ins().imul_imm_s(shape, MEGAMORPHIC_FACTOR as i64);
        let mixed = self.fb.ins().bxor_imm_u(factor, (key >> 4) as u32 as i64);
        let index = self.fb.ins().band_imm_u(mixed, MEGAMORPHIC_ENTRIES as i64 - 1);
        let index = self.fb.ins().uextend(I64, index);
        let offset = self.fb.ins().imul_imm_s(index, size_of::<MegamorphicEntry>() as i64);
        let vm = self.vm();
        let table = self.load(I64, vm, offset_of!(VmContext, megamorphic));
        let slot = self.fb.ins().iadd(table, offset);
        let held = self.load(I64, slot, offset_of!(MegamorphicEntry, key));
        let expected = self.word(key);
        let same = self.fb.ins().icmp(IntCC::Equal, held, expected);
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
        self.fb.switch_to_block(slow);
        self.operate(id, &[register]);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    fn equal(&mut self, id: NodeId, strict: bool, registers: [u16; 2], outcome: Outcome) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let i8 = ir::types::I8;
        let (slow, done, same, different) =
            (self.cold(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, i8);
        let identical = self.fb.ins().icmp(IntCC::Equal, x, y);
        self.fb.ins().brif(identical, same, &[], different, &[]);
        self.fb.switch_to_block(same);
        let nan = self.word(JsValue::NAN.0);
        let equal = self.fb.ins().icmp(IntCC::NotEqual, x, nan);
        self.jump_with(done, equal);
        self.fb.switch_to_block(different);
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
        self.fb.ins().brif(objects, done, &[BlockArg::Value(no)], slow, &[]);
        self.fb.switch_to_block(slow);
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
                self.fb.ins().icmp_imm_u(IntCC::Equal, value, expected.0 as i64)
            }
        };
        self.jump_with(done, holds);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Appends to an array that has room, as its kind of elements allows.
    fn push(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let (array, value) = (self.value(args[1]), self.value(args[2]));
        let (slow, done, store) = (self.cold(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(array);
        self.go_on(is_cell, slow);
        let kind = self.load8(array, offset_of!(CellHeader, kind));
        let is_array = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Array as i64);
        self.go_on(is_array, slow);
        let flags = self.load8(array, offset_of!(CellHeader, flags));
        let fixed = self.fb.ins().band_imm_u(flags, FLAG_LENGTH_READONLY as i64);
        let usual = self.is_zero(fixed);
        self.go_on(usual, slow);
        let elements = self.load(I64, array, offset_of!(JsObject, elements));
        let length = self.load(I32, array, offset_of!(JsArray, length));
        let its = self.load(I32, elements, offset_of!(Elements, length));
        let same = self.fb.ins().icmp(IntCC::Equal, length, its);
        self.go_on(same, slow);
        let capacity = self.load(I32, elements, offset_of!(Elements, capacity));
        let room = self.fb.ins().icmp(IntCC::UnsignedLessThan, length, capacity);
        self.go_on(room, slow);
        let kind = self.load8(array, offset_of!(CellHeader, detail));
        let (tagged, ints) = (self.fb.create_block(), self.fb.create_block());
        let is_tagged = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, ElementKind::PackedTagged as i64);
        self.fb.ins().brif(is_tagged, tagged, &[], ints, &[]);
        self.fb.switch_to_block(ints);
        let are_ints = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, ElementKind::PackedInt as i64);
        self.go_on(are_ints, slow);
        let is_int = self.is_int(value);
        self.fb.ins().brif(is_int, store, &[], slow, &[]);
        self.fb.switch_to_block(tagged);
        let state = self.load8(elements, offset_of!(CellHeader, gc));
        let old = self.fb.ins().icmp_imm_u(IntCC::Equal, state, CellState::OLD as i64);
        let remember = self.cold();
        self.fb.ins().brif(old, remember, &[], store, &[]);
        self.fb.switch_to_block(remember);
        let vm = self.vm();
        self.leaf_call(helpers::remember as *const () as usize, &[vm, elements], I64);
        self.fb.ins().jump(store, &[]);
        self.fb.switch_to_block(store);
        let index = self.fb.ins().uextend(I64, length);
        let bytes = self.fb.ins().ishl_imm_u(index, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        self.store(value, place, ELEMENTS_VALUES_OFFSET);
        let longer = self.fb.ins().iadd_imm_s(length, 1);
        self.store(longer, elements, offset_of!(Elements, length));
        self.store(longer, array, offset_of!(JsArray, length));
        let boxed = self.box_int(longer);
        self.jump_with(done, boxed);
        self.fb.switch_to_block(slow);
        let value = self.call(id, area);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// A tail call: the function's frame becomes the callee's. What is no JavaScript function is called, and its value comes back.
    fn tail_call(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let callee = self.value(args[0]);
        let argc = args.len() - 2;
        let general = self.cold();
        let is_cell = self.is_cell(callee);
        self.go_on(is_cell, general);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.go_on(function, general);
        let code = self.load(I64, callee, offset_of!(JsFunction, code));
        let flags = self.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
        let class = self.fb.ins().band_imm_u(flags, CODE_FLAG_CLASS_CONSTRUCTOR as i64);
        let plain = self.is_zero(class);
        self.go_on(plain, general);
        let entry = self.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry));
        let there = self.fb.ins().icmp_imm_u(IntCC::NotEqual, entry, 0);
        self.go_on(there, general);
        let frame = self.frame();
        let flags = self.load(I32, frame, 8 * ARGC_FLAGS + 4);
        let odd = self.fb.ins().band_imm_u(flags, (FLAG_CONSTRUCT | FLAG_RESUMED) as i64);
        let usual = self.is_zero(odd);
        self.go_on(usual, general);
        let flags = self.fb.ins().bor_imm_u(flags, FLAG_TAIL_CALLED as i64);
        self.store(flags, frame, 8 * ARGC_FLAGS + 4);
        let count = self.fb.ins().iconst(I32, argc as i64);
        self.store(count, frame, 8 * ARGC_FLAGS);
        self.store(callee, frame, 8 * CALLEE);
        for (i, arg) in args[1..].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, 8 * (THIS + i));
        }
        let parameters = self.tail_arguments(frame);
        self.fb.ins().return_call_indirect(self.tail, entry, &parameters);
        self.fb.switch_to_block(general);
        let frame = self.frame();
        let at = 8 * area as usize;
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(*arg);
            let word = if i == 0 { CALLEE } else { THIS + i - 1 };
            self.store(value, frame, at + 8 * word);
        }
        let value = self.runtime_call(helpers::call_any as *const () as usize, origin, area, argc);
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// Calls compiled code with an outgoing area as its frame, which has callee, this and arguments.
    fn call_entry(&mut self, entry: Value, inline: InlineId, pc: u32, area: u16, argc: usize, flags: u32) -> Value {
        let frame = self.frame_of(inline);
        self.store_position(frame, pc);
        let outer = self.frame();
        let new = self.fb.ins().iadd_imm_s(outer, area as i64 * 8);
        self.store(frame, new, 8 * CALLER);
        let word = self.word(argc as u64 | (flags as u64) << 32);
        self.store(word, new, 8 * ARGC_FLAGS);
        let args = self.tail_arguments(new);
        let call = self.fb.ins().call_indirect(self.tail, entry, &args);
        let value = self.fb.inst_results(call)[0];
        // The callee has left its caller's frame there.
        let word = self.graph.inlines[inline.index()].word;
        if word != 0 {
            let frame = self.frame();
            let outer = self.fb.ins().iadd_imm_s(frame, -(word as i64 * 8));
            self.fb.ins().set_pinned_reg(outer);
        }
        value
    }

    fn call(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let frame = self.frame();
        let callee = self.value(args[0]);
        let at = 8 * area as usize;
        self.store(callee, frame, at + 8 * CALLEE);
        for (i, arg) in args[1..].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, at + 8 * (THIS + i));
        }
        let argc = args.len() - 2;
        let (cell, function, native, general, done) = (
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.cold(),
            self.fb.create_block(),
        );
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(callee);
        self.fb.ins().brif(is_cell, cell, &[], general, &[]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let is_function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.fb.ins().brif(is_function, function, &[], native, &[]);

        self.fb.switch_to_block(function);
        let code = self.load(I64, callee, offset_of!(JsFunction, code));
        let flags = self.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
        let class = self.fb.ins().band_imm_u(flags, CODE_FLAG_CLASS_CONSTRUCTOR as i64);
        let plain = self.is_zero(class);
        self.go_on(plain, general);
        let entry = self.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry));
        let none = self.is_zero(entry);
        let enter = self.fb.create_block();
        self.fb.ins().brif(none, general, &[], enter, &[]);
        self.fb.switch_to_block(enter);
        let value = self.call_entry(entry, origin.inline, origin.pc, area, argc, 0);
        self.jump_with(done, value);

        self.fb.switch_to_block(native);
        let is_native = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::NativeFunction as i64);
        self.go_on(is_native, general);
        let value = self.runtime_call(helpers::call_native as *const () as usize, origin, area, argc);
        self.jump_with(done, value);

        self.fb.switch_to_block(general);
        let value = self.runtime_call(helpers::call_any as *const () as usize, origin, area, argc);
        self.jump_with(done, value);

        self.fb.switch_to_block(done);
        let value = self.fb.block_params(done)[0];
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// A call that the runtime makes of the frame in the outgoing area.
    fn runtime_call(&mut self, address: usize, origin: Origin, area: u16, argc: usize) -> Value {
        self.publish(origin.inline, Some(origin.pc));
        let outer = self.frame();
        let new = self.fb.ins().iadd_imm_s(outer, area as i64 * 8);
        let word = self.word(argc as u64);
        self.store(word, new, 8 * ARGC_FLAGS);
        let frame = self.frame_of(origin.inline);
        let vm = self.vm();
        self.system_call(address, &[vm, frame, new], I64)
    }

    fn construct(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let frame = self.frame();
        let callee = self.value(args[0]);
        let at = 8 * area as usize;
        self.store(callee, frame, at + 8 * CALLEE);
        self.store(callee, frame, at + 8 * NEW_TARGET);
        for (i, arg) in args[1..].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, at + 8 * (FIRST_ARGUMENT + i));
        }
        let argc = args.len() - 1;
        let entry = self.runtime_call(helpers::construct as *const () as usize, origin, area, argc);
        let (enter, general, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        self.fb.ins().brif(entry, enter, &[], general, &[]);
        self.fb.switch_to_block(enter);
        let value = self.call_entry(entry, origin.inline, origin.pc, area, argc, FLAG_CONSTRUCT);
        self.jump_with(done, value);
        self.fb.switch_to_block(general);
        let value = self.runtime_call(helpers::construct_any as *const () as usize, origin, area, argc);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        let value = self.fb.block_params(done)[0];
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// The header of an inlined activation's frame, if somebody may look at it.
    fn enter(&mut self, inline: InlineId) {
        let Inline { word, caller, call_pc, native_id, machine, callee, this, argc, construct, is_seen, .. } =
            self.graph.inlines[inline.index()];
        if !is_seen {
            return;
        }
        let calling = self.frame_of(caller);
        self.store_position(calling, call_pc);
        let frame = self.frame();
        let at = 8 * word as usize;
        self.store(calling, frame, at + 8 * CALLER);
        let position = self.word((native_id as u64) << 32);
        self.store(position, frame, at + 8 * POSITION);
        let code = self.word(machine);
        self.store(code, frame, at + 8 * CODE);
        let (callee, this) = (self.tagged(callee), self.tagged(this));
        self.store(callee, frame, at + 8 * CALLEE);
        let flags = if construct { FLAG_CONSTRUCT } else { 0 };
        let counts = self.word(argc as u64 | (flags as u64) << 32);
        self.store(counts, frame, at + 8 * ARGC_FLAGS);
        if construct {
            self.store(callee, frame, at + 8 * NEW_TARGET);
        }
        self.store(this, frame, at + 8 * THIS);
    }
}
