//! One node.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn node(&mut self, id: NodeId) {
        let graph = self.graph;
        self.force(id);
        let node = graph.node(id);
        let args = &node.args;
        let value = match &node.op {
            Op::Constant(_) | Op::Int(_) | Op::Double(_) => None,
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
            Op::LooseEqual => Some(self.loose_equal(id)),
            Op::Concat => Some(self.concat(id)),
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
            Op::OddToInt => {
                const ODD: u64 = 16;
                const { assert!(JsValue::UNDEFINED.0 < ODD && JsValue::NULL.0 < ODD && JsValue::TRUE.0 < ODD) };
                let value = self.value(args[0]);
                let odd = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, value, ODD as i64);
                let truth = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::TRUE.0 as i64);
                let truth = self.fb.ins().uextend(I32, truth);
                let its = self.box_int(truth);
                Some(self.fb.ins().select(odd, its, value))
            }
            Op::BoolToInt => {
                let value = self.value(args[0]);
                Some(self.fb.ins().uextend(I32, value))
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
            Op::CheckElements(kinds, is_object) => {
                let object = self.value(args[0]);
                if !is_object {
                    let is_cell = self.is_cell(object);
                    self.require(is_cell, id);
                    self.require_object(object, id);
                }
                let fits = self.has_elements(object, *kinds);
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
            Op::CheckValid => {
                let address = self.word(graph.valid);
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
            Op::TypedData => Some(self.typed_data(id)),
            Op::TypedLimit => {
                let array = self.value(args[0]);
                Some(self.load(I64, array, offset_of!(JsTypedArray, fast_length)))
            }
            Op::LoadTyped(ty) => Some(self.load_typed(id, *ty)),
            Op::StoreTyped(ty) => {
                self.store_typed(id, *ty);
                None
            }
            Op::CharString => Some(self.char_string(id)),
            Op::CharCode => Some(self.char_code(id)),

            Op::TailCall { area } => Some(self.tail_call(id, *area)),
            Op::Pop => Some(self.pop(id)),
            Op::Push => Some(self.push(id)),
            Op::Iterate { next, registers, result } => Some(self.iterate(id, *next, *registers, *result)),
            Op::GetElement { registers, result } => Some(self.get_element(id, *registers, *result)),
            Op::SetElement { registers } => {
                self.set_element(id, *registers);
                None
            }
            Op::GetShared { key, register, result } => Some(self.get_shared(id, *key, *register, *result)),
            Op::Equal { strict, registers, outcome } => Some(self.equal(id, *strict, *registers, *outcome)),
            Op::Call { area, target } => Some(self.call(id, *area, *target)),
            Op::Construct { area } => Some(self.construct(id, *area)),
            Op::Operate { registers, .. } => {
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
            Op::NewArguments { mapped, area } => Some(self.new_arguments(id, *mapped, *area)),
            Op::NewArray { first, site } => Some(self.new_list(id, *first, *site)),
            Op::NewEnvironment { length, info, allocator, bytes } => {
                Some(self.new_environment(id, *length, *info, [*allocator, *bytes]))
            }
            Op::NewFunction { code, header, allocator, bytes } => {
                Some(self.new_function(id, *code, *header, [*allocator, *bytes]))
            }
            Op::NewObject { kind, shape, allocator, bytes } => {
                Some(self.new_object(id, *kind, *shape, *allocator, *bytes))
            }
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
}
