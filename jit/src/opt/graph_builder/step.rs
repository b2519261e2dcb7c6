//! One instruction, by family.

use super::*;
use crate::opt::cfg::{Access, accesses, jump_target};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, JsFunction};
use abi::opcode::*;
use arithmetic::{Binary, binary};
use call::CallKind;

impl<'a> Builder<'a> {
    /// Builds the instruction at hand; where the next one is. The block is none afterwards where control has gone elsewhere.
    pub(super) fn step(&mut self, a: &mut Activation<'a>) -> usize {
        use abi::opcode::Op;
        let code = &a.body.bytecode[..];
        let op = Op::from_u16(code[a.pc]).expect("verified bytecode");
        let next = a.pc + op.length();
        let target = jump_target(code, a.pc, op).unwrap_or(0);
        if let Some((kind, sense, immediate)) = comparison(op) {
            self.compare_and_jump(a, op, (kind, sense, immediate), [target, next]);
            return next;
        }
        match op {
            Op::Jump => self.go(a, target),
            Op::JumpTrue | Op::JumpFalse => {
                let truth = self.truth(a.register(1));
                let condition = if op == Op::JumpTrue { truth } else { self.not(truth) };
                self.jump_if(a, condition, target, next);
            }
            Op::JumpNullish | Op::JumpNotNullish => {
                let condition = self.nullish(a.register(1), op == Op::JumpNullish);
                self.jump_if(a, condition, target, next);
            }
            Op::JumpUndefined | Op::JumpNotUndefined => {
                let undefined = self.constant(Value::UNDEFINED);
                let value = a.register(1);
                let same = match self.same_constants(value, undefined) {
                    Some(same) => self.constant(Value::bool(same)),
                    None => self.add(super::Op::Identical, smallvec![value, undefined]),
                };
                let condition = if op == Op::JumpUndefined { same } else { self.not(same) };
                self.jump_if(a, condition, target, next);
            }
            Op::SwitchInt => self.switch(a, next),
            Op::Return => self.returns(a, a.register(1)),
            Op::IteratorStep => return self.iterator_step(a, op, target, next),
            Op::ForInNext => return self.operate_jump(a, op, target, next),
            // What unwinds, suspends or replaces the frame is left to the lower tiers.
            Op::Throw | Op::ThrowError | Op::ThrowConstAssignment => self.leave(a, Reason::Throw),
            Op::TailCall => self.tail_call(a),
            Op::Catch
            | Op::CreateGenerator
            | Op::Yield
            | Op::YieldDelegate
            | Op::Await
            | Op::GeneratorReturn
            | Op::DisposeStep
            | Op::DisposeAll
            | Op::AddDisposable
            | Op::AddError
            | Op::RunInitializers
            | Op::DecorateClass
            | Op::DecorateElements => self.leave(a, Reason::Unsupported),
            _ => {
                let done = self.move_step(a, op)
                    || self.number_step(a, op, next)
                    || self.property_step(a, op)
                    || self.object_step(a, op)
                    || self.call_step(a, op)
                    || self.iteration_step(a, op);
                if !done {
                    self.operate(a, op);
                }
            }
        }
        next
    }

    // ---- families of instructions: each tells whether it has done the instruction; what none does, the runtime does

    /// Moves and constants.
    fn move_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        match op {
            Op::Nop | Op::Debugger => {}
            Op::Move => a.set(1, a.register(2)),
            Op::LoadUndefined => self.load_constant(a, Value::UNDEFINED),
            Op::LoadNull => self.load_constant(a, Value::NULL),
            Op::LoadTrue => self.load_constant(a, Value::TRUE),
            Op::LoadFalse => self.load_constant(a, Value::FALSE),
            Op::LoadEmpty => self.load_constant(a, Value::EMPTY),
            Op::LoadInt => {
                let value = self.int_constant(a.long(2) as i32);
                a.set(1, value);
            }
            Op::LoadConst => self.load_constant(a, a.body.constants[a.long(2) as usize]),
            Op::LoadThis => a.set(1, a.registers[THIS]),
            Op::LoadCallee => {
                let callee = self.callee(a);
                a.set(1, callee);
            }
            Op::LoadCalleeEnvironment => {
                let callee = self.callee(a);
                let environment = match self.constant_environment(callee) {
                    Some(environment) => self.cell(environment),
                    None => self.load_fixed(callee, offset_of!(JsFunction, environment), Rep::Tagged),
                };
                self.expect_environment(a, environment, callee);
                a.set(1, environment);
            }
            Op::NewTarget => {
                let target = self.new_target(a);
                return self.written(a, target);
            }
            Op::CheckInitialized | Op::CheckThisBound => self.check_not_empty(a, a.register(1)),
            _ => return false,
        }
        true
    }

    /// Numbers, truth and comparisons.
    fn number_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op, next: usize) -> bool {
        use abi::opcode::Op;
        if let Some((kind, immediate)) = binary(op) {
            let l = a.register(2);
            let r = if immediate { self.int_constant(a.unit(3) as i16 as i32) } else { a.register(3) };
            let value = match self.arithmetic(a, kind, l, r, a.unit(4)) {
                Some(value) => Some(value),
                None => self.concatenation(a, l, r, a.unit(4)).filter(|_| op == Op::Add),
            };
            return self.written(a, value);
        }
        let value = match op {
            Op::Inc | Op::Dec => {
                let one = self.int_constant(1);
                let kind = if op == Op::Inc { Arithmetic::Add } else { Arithmetic::Sub };
                self.arithmetic(a, Binary::Arithmetic(kind), a.register(2), one, a.unit(3))
            }
            Op::Neg => self.negate(a, a.register(2), a.unit(3)),
            Op::BitNot => {
                if a.unit(3) & !ARITH_DOUBLE != 0 || self.is_blocked(a) {
                    return false;
                }
                let x = self.truncated(a, a.register(2), ARITH_DOUBLE);
                Some(self.add(super::Op::IntNot, smallvec![x]))
            }
            Op::ToNumber | Op::ToNumeric => {
                self.as_number(a, op, next);
                return true;
            }
            Op::Not => {
                let truth = self.truth(a.register(2));
                Some(self.not(truth))
            }
            Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                self.relation(a, condition(op), a.register(2), a.register(3), a.unit(4))
            }
            Op::Eq | Op::Ne | Op::StrictEq | Op::StrictNe => {
                let strict = matches!(op, Op::StrictEq | Op::StrictNe);
                let not = matches!(op, Op::Ne | Op::StrictNe);
                let (l, r) = (a.register(2), a.register(3));
                let equal = match self.equality(a, strict, l, r, a.unit(4)) {
                    Some(equal) => equal,
                    None => {
                        let word = |i: usize| (a.word + a.unit(i) as u32) as u16;
                        let (registers, outcome) = ([word(2), word(3)], Outcome::Written(word(1), not));
                        self.equal_any(a, strict, l, r, registers, outcome)
                    }
                };
                Some(if not { self.not(equal) } else { equal })
            }
            _ => None,
        };
        self.written(a, value)
    }

    /// Properties, elements and globals.
    fn property_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        let value = match op {
            Op::GetField => {
                let site = a.site(3);
                match self.get_field(a, a.register(2), site) {
                    Some(value) => Some(value),
                    None => Some(self.get_shared(a, site)),
                }
            }
            Op::SetField | Op::DefineField => {
                let site = a.site(3);
                return self.set_field(a, a.register(1), a.register(2), site);
            }
            Op::LoadHomeObject => self.home_object(a),
            Op::GetPrototypeOf => self.prototype_of(a, a.register(2)),
            Op::GetSuper => self.get_super(a, a.register(3), a.register(4)),
            Op::GetPrivate => {
                let (object, site) = (a.register(2), a.site(4));
                self.private_case(a, object, a.register(3), site).and_then(|case| self.load_case(a, object, &case))
            }
            Op::SetPrivate => {
                let (object, site) = (a.register(1), a.site(4));
                let Some(case) = self.private_case(a, object, a.register(2), site) else { return false };
                self.store_case(a, object, a.register(3), &case);
                return true;
            }
            Op::GetIndex => {
                let site = a.site(4);
                match self.get_index(a, a.register(2), a.register(3), site) {
                    Some(value) => Some(value),
                    None => Some(self.get_any_index(a)),
                }
            }
            Op::SetIndex => {
                let site = a.site(4);
                if !self.set_index(a, a.register(1), a.register(2), a.register(3), site) {
                    self.set_any_index(a);
                }
                return true;
            }
            Op::InstanceOf => {
                let site = a.site(4);
                self.instance_of(a, a.register(2), a.register(3), site)
            }
            Op::ToPropertyKeyFor => {
                let key = a.register(3);
                if self.rep(key) != Rep::Int && self.facts.get(key).int.is_none() || self.is_blocked(a) {
                    return false;
                }
                self.check_object(a, a.register(2));
                Some(key)
            }
            Op::GetGlobal => {
                let site = a.site(2);
                self.get_global(a, site)
            }
            Op::SetGlobal => {
                let site = a.site(2);
                return self.set_global(a, site, a.register(1));
            }
            _ => None,
        };
        self.written(a, value)
    }

    /// Objects, closures and environments.
    fn object_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        let value = match op {
            Op::NewObject => {
                let first = &a.site(3).first;
                let (shape, allocator, bytes) = (first.shape.get(), first.offset.get(), first.bytes.get() as u32);
                (shape != 0).then(|| self.new_object(a, abi::cell::CellKind::Object, shape, allocator, bytes))
            }
            Op::NewEnvironment => self.new_environment(a, a.register(2), a.long(3)),
            Op::NewFunction => self.new_function(a, a.register(4), a.long(2)),
            Op::GetScoped | Op::GetScopedChecked => {
                let (depth, slot) = (a.unit(3) as usize, a.unit(4) as usize);
                let environment = self.environment(a.register(2), depth);
                let value = self.load(Region::Environment, environment, ENVIRONMENT_VALUES_OFFSET + 8 * slot);
                self.expect_binding(value, a.register(2), depth, slot);
                if op == Op::GetScopedChecked {
                    self.check_not_empty(a, value);
                }
                Some(value)
            }
            Op::SetScoped | Op::SetScopedChecked => {
                let environment = self.environment(a.register(1), a.unit(2) as usize);
                let offset = ENVIRONMENT_VALUES_OFFSET + 8 * a.unit(3) as usize;
                if op == Op::SetScopedChecked {
                    let old = self.load(Region::Environment, environment, offset);
                    self.check_not_empty(a, old);
                }
                let value = a.register(4);
                self.store(Region::Environment, environment, offset, value);
                self.barrier(environment, value);
                return true;
            }
            _ => None,
        };
        self.written(a, value)
    }

    /// Calls, and what constructors do besides.
    fn call_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        match op {
            Op::Call => self.call(a, CallKind::Call),
            Op::Construct => self.call(a, CallKind::New),
            Op::SuperCall => self.call(a, CallKind::Super),
            Op::SuperForward => self.forward(a),
            Op::CheckThisUnbound => return self.check_unbound(a, a.register(1)),
            Op::CheckDerivedResult => {
                let value = self.derived_result(a, a.register(2), a.register(3));
                return self.written(a, value);
            }
            Op::RunFieldInitializer => {
                let callee = self.callee(a);
                return self.initialize_fields(a, callee, a.register(1));
            }
            Op::RunFieldInitializerOf => return self.initialize_fields(a, a.register(1), a.register(2)),
            _ => return false,
        }
        true
    }

    /// Iteration over arrays, and lists.
    fn iteration_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        match op {
            Op::StartIteration => self.start_iteration(a),
            Op::IteratorSkip => self.iterator_skip(a),
            Op::IteratorRest => self.iterator_rest(a),
            Op::IteratorClose => self.iterator_close(a),
            Op::NewArray => self.array_literal(a),
            Op::SpreadList => self.spread_list(a),
            Op::CallSpread | Op::ConstructSpread => self.call_spread(a, op == Op::ConstructSpread),
            _ => false,
        }
    }

    /// A comparison that jumps: what it compares, on which outcome it jumps, and whether its right side is in the instruction.
    fn compare_and_jump(
        &mut self,
        a: &mut Activation<'a>,
        op: abi::opcode::Op,
        (kind, sense, immediate): (Comparison, bool, bool),
        [target, next]: [usize; 2],
    ) {
        let l = a.register(1);
        let r = if immediate { self.int_constant(a.unit(2) as i16 as i32) } else { a.register(2) };
        let feedback = a.unit(3);
        let holds = match kind {
            Comparison::Relation(condition) => self.relation(a, condition, l, r, feedback),
            Comparison::Equality(strict) => self.equality(a, strict, l, r, feedback),
        };
        let holds = match (holds, kind) {
            (Some(holds), _) => holds,
            (None, Comparison::Equality(strict)) => {
                let word = |i: usize| (a.word + a.unit(i) as u32) as u16;
                // An immediate is in the instruction; its register is not looked at.
                let registers = [word(1), if immediate { u16::MAX } else { word(2) }];
                self.equal_any(a, strict, l, r, registers, Outcome::Jumped(!sense))
            }
            (None, Comparison::Relation(_)) => {
                self.operate_jump(a, op, target, next);
                return;
            }
        };
        let condition = if sense { holds } else { self.not(holds) };
        self.jump_if(a, condition, target, next);
    }

    /// Whether a value is undefined or null, or (false) is not.
    fn nullish(&mut self, value: NodeId, sense: bool) -> NodeId {
        if let Some(known) = self.constant_value(value) {
            return self.constant(Value::bool(known.is_nullish() == sense));
        }
        let (undefined, null) = (self.constant(Value::UNDEFINED), self.constant(Value::NULL));
        let x = self.add(super::Op::Identical, smallvec![value, undefined]);
        let y = self.add(super::Op::Identical, smallvec![value, null]);
        let either = self.add(super::Op::Either, smallvec![x, y]);
        if sense { either } else { self.not(either) }
    }

    /// Writes an instruction's result, if there is one, unless the way to it was left; whether there is one.
    fn written(&mut self, a: &mut Activation<'a>, value: Option<NodeId>) -> bool {
        if let Some(value) = value
            && self.block.is_some()
        {
            a.set(1, value);
        }
        value.is_some()
    }

    /// Control goes back to the activation's caller.
    pub(super) fn returns(&mut self, a: &mut Activation<'a>, value: NodeId) {
        let edge = Edge {
            from: self.block,
            registers: SmallVec::new(),
            this: NodeId::NONE,
            facts: std::mem::take(&mut self.facts),
        };
        a.returns.push((edge, value));
        self.block = BlockId::NONE;
    }

    fn load_constant(&mut self, a: &mut Activation<'a>, value: Value) {
        let value = self.constant(value);
        a.set(1, value);
    }

    pub(super) fn callee(&mut self, a: &Activation<'a>) -> NodeId {
        if a.inline != InlineId(0) {
            return self.graph.inlines[a.inline.index()].callee;
        }
        self.shared(super::Op::Word(CALLEE as u16))
    }

    /// `x++` asks for the number first: what follows tells which kind.
    fn as_number(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op, next: usize) {
        let value = a.register(2);
        if matches!(self.rep(value), Rep::Int | Rep::Double) {
            return a.set(1, value);
        }
        let code = &a.body.bytecode[..];
        let follows = code.get(next).and_then(|&u| abi::opcode::Op::from_u16(u));
        let steps = matches!(follows, Some(abi::opcode::Op::Inc | abi::opcode::Op::Dec)) && code[next + 2] == a.unit(1);
        if !steps || self.is_blocked(a) {
            return self.operate(a, op);
        }
        let feedback = code[next + 3];
        let value = if feedback == 0 {
            self.int(a, value)
        } else if feedback & !(ARITH_DOUBLE | ARITH_OVERFLOW) == 0 {
            self.double(a, value)
        } else {
            return self.operate(a, op);
        };
        a.set(1, value);
    }

    fn switch(&mut self, a: &mut Activation<'a>, next: usize) {
        let table = &a.body.jump_tables[a.unit(2) as usize];
        if self.is_blocked(a) {
            return self.leave(a, Reason::Unsupported);
        }
        let value = self.int(a, a.register(1));
        let from = self.block;
        let facts = std::mem::take(&mut self.facts);
        let mut blocks: FxHashMap<i32, BlockId> = FxHashMap::default();
        let mut targets = Vec::new();
        let other = self.new_block();
        for &target in &table.targets {
            let block = if target == 0 {
                other
            } else {
                match blocks.get(&target) {
                    Some(&block) => block,
                    None => {
                        let block = self.new_block();
                        blocks.insert(target, block);
                        block
                    }
                }
            };
            targets.push(block);
        }
        let least = table.min;
        let end = Terminator::Switch { value, least, targets, other };
        for block in end.successors() {
            let predecessors = &mut self.graph.blocks[block.index()].predecessors;
            if !predecessors.contains(&from) {
                predecessors.push(from);
            }
        }
        self.graph.blocks[from.index()].terminator = end;
        let mut sorted: Vec<(i32, BlockId)> = blocks.into_iter().collect();
        sorted.sort_unstable();
        for (target, block) in sorted {
            self.block = block;
            self.facts.clone_from(&facts);
            self.go(a, (a.pc as i64 + target as i64) as usize);
        }
        self.block = other;
        self.facts = facts;
        self.go(a, next);
    }

    // ---- by the runtime

    /// The runtime does the instruction at hand.
    pub(super) fn operate(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) {
        self.operate_node(a, op);
    }

    fn operate_node(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) {
        let code = &a.body.bytecode[..];
        let (mut registers, mut args): (SmallVec<[u16; 4]>, SmallVec<[NodeId; 4]>) = Default::default();
        let mut writes: SmallVec<[usize; 4]> = SmallVec::new();
        accesses(code, a.pc, op, |access| match access {
            Access::Read(r) => {
                let word = (a.word as usize + r) as u16;
                if r != THIS && a.registers[r].is_some() && !registers.contains(&word) {
                    registers.push(word);
                    args.push(a.registers[r]);
                }
            }
            Access::Write(r) => writes.push(r),
        });
        // The frame has `this` already; whoever reads it there may change it.
        let mut takes_this = matches!(op, abi::opcode::Op::NewFunction | abi::opcode::Op::CallEval);
        accesses(code, a.pc, op, |access| takes_this |= access == Access::Read(THIS));
        if takes_this {
            self.facts.escape(a.registers[THIS]);
        }
        let allocates = allocates(op);
        if allocates {
            self.checkpoint(a);
        }
        self.call_node(a, super::Op::Operate { registers, allocates }, args);
        if !allocates {
            self.forget();
        }
        for r in writes {
            let word = (a.word as usize + r) as u16;
            a.registers[r] = self.add(super::Op::Written(word), smallvec![]);
        }
    }

    /// The runtime does the instruction at hand, which may jump.
    pub(super) fn operate_jump(
        &mut self,
        a: &mut Activation<'a>,
        op: abi::opcode::Op,
        target: usize,
        next: usize,
    ) -> usize {
        self.operate_node(a, op);
        let jumped = self.add(super::Op::Jumped, smallvec![]);
        self.jump_if(a, jumped, target, next);
        next
    }

    /// Equality of anything.
    fn equal_any(
        &mut self,
        a: &mut Activation<'a>,
        strict: bool,
        l: NodeId,
        r: NodeId,
        registers: [u16; 2],
        outcome: Outcome,
    ) -> NodeId {
        let equal = self.call_node(a, super::Op::Equal { strict, registers, outcome }, smallvec![l, r]);
        self.forget();
        equal
    }
}

/// It does nothing that can be seen but make an object.
fn allocates(op: abi::opcode::Op) -> bool {
    op.effects().only_allocates()
}

#[derive(Clone, Copy)]
enum Comparison {
    Relation(Condition),
    /// Strict or not.
    Equality(bool),
}

fn condition(op: abi::opcode::Op) -> Condition {
    use abi::opcode::Op;
    match op {
        Op::Lt => Condition::Less,
        Op::Le => Condition::LessOrEqual,
        Op::Gt => Condition::Greater,
        _ => Condition::GreaterOrEqual,
    }
}

/// What a jump compares, on which outcome it jumps, and whether its right side is in the instruction.
fn comparison(op: abi::opcode::Op) -> Option<(Comparison, bool, bool)> {
    use Comparison::*;
    use Condition::*;
    use abi::opcode::Op;
    Some(match op {
        Op::JumpEq => (Equality(false), true, false),
        Op::JumpNe => (Equality(false), false, false),
        Op::JumpStrictEq => (Equality(true), true, false),
        Op::JumpStrictNe => (Equality(true), false, false),
        Op::JumpEqInt => (Equality(false), true, true),
        Op::JumpNeInt => (Equality(false), false, true),
        Op::JumpStrictEqInt => (Equality(true), true, true),
        Op::JumpStrictNeInt => (Equality(true), false, true),
        Op::JumpLt => (Relation(Less), true, false),
        Op::JumpLe => (Relation(LessOrEqual), true, false),
        Op::JumpGt => (Relation(Greater), true, false),
        Op::JumpGe => (Relation(GreaterOrEqual), true, false),
        Op::JumpNotLt => (Relation(Less), false, false),
        Op::JumpNotLe => (Relation(LessOrEqual), false, false),
        Op::JumpNotGt => (Relation(Greater), false, false),
        Op::JumpNotGe => (Relation(GreaterOrEqual), false, false),
        Op::JumpLtInt => (Relation(Less), true, true),
        Op::JumpLeInt => (Relation(LessOrEqual), true, true),
        Op::JumpGtInt => (Relation(Greater), true, true),
        Op::JumpGeInt => (Relation(GreaterOrEqual), true, true),
        Op::JumpNotLtInt => (Relation(Less), false, true),
        Op::JumpNotLeInt => (Relation(LessOrEqual), false, true),
        Op::JumpNotGtInt => (Relation(Greater), false, true),
        Op::JumpNotGeInt => (Relation(GreaterOrEqual), false, true),
        _ => return None,
    })
}
