//! One instruction, by family.

use super::*;
use crate::opt::cfg::{Access, accesses, jump_target};
use abi::ic::EntryKind;
use abi::object::{ENVIRONMENT_VALUES_OFFSET, JsFunction};
use abi::opcode::{ARITH_DOUBLE, ARITH_OVERFLOW, Meaning};
use arithmetic::{Binary, binary};
use call::CallKind;

impl<'a> Builder<'a> {
    /// Builds the instruction at hand; where the next one is. The block is none afterwards where control has gone elsewhere.
    pub(super) fn step(&mut self, a: &mut Activation<'a>) -> usize {
        let code = &a.body.bytecode[..];
        let op = Opcode::from_u16(code[a.pc]).expect("verified bytecode");
        let next = a.pc + op.length();
        let target = jump_target(code, a.pc, op).unwrap_or(0);
        let operands = a.operands();
        if let Some((kind, sense)) = comparison(op)
            && op.jump_offset(operands.0).is_some()
        {
            self.compare_and_jump(a, op, (kind, sense), [target, next]);
            return next;
        }
        match op {
            Opcode::Jump => self.go(a, target),
            Opcode::JumpTrue | Opcode::JumpFalse => {
                let truth = self.truth(a.get(view::JumpTrue(operands).cond()));
                let condition = if op == Opcode::JumpTrue { truth } else { self.not(truth) };
                self.jump_if(a, condition, target, next);
            }
            Opcode::JumpNullish | Opcode::JumpNotNullish => {
                let condition = self.nullish(a.get(view::JumpNullish(operands).value()), op == Opcode::JumpNullish);
                self.jump_if(a, condition, target, next);
            }
            Opcode::JumpUndefined | Opcode::JumpNotUndefined => {
                let undefined = self.constant(Value::UNDEFINED);
                let value = a.get(view::JumpUndefined(operands).value());
                let same = match self.known_identical(value, undefined) {
                    Some(same) => self.constant(Value::bool(same)),
                    None => self.add(Op::Identical, smallvec![value, undefined]),
                };
                let condition = if op == Opcode::JumpUndefined { same } else { self.not(same) };
                self.jump_if(a, condition, target, next);
            }
            Opcode::SwitchInt => self.switch(a, next),
            Opcode::Return => self.returns(a, a.get(view::Return(operands).value())),
            Opcode::IteratorStep => return self.iterator_step(a, op, target, next),
            Opcode::ForInNext => self.enumerate(a, target),
            // What unwinds, suspends or replaces the frame is left to the lower tiers.
            Opcode::Throw | Opcode::ThrowError | Opcode::ThrowConstAssignment => self.leave(a, Reason::Throw),
            Opcode::TailCall => self.tail_call(a),
            Opcode::CreateGenerator
            | Opcode::Yield
            | Opcode::YieldDelegate
            | Opcode::Await
            | Opcode::GeneratorReturn => self.suspend(a, op),
            Opcode::Catch
            | Opcode::DisposeStep
            | Opcode::DisposeAll
            | Opcode::AddDisposable
            | Opcode::AddError
            | Opcode::RunInitializers
            | Opcode::DecorateClass
            | Opcode::DecorateElements => self.leave(a, Reason::Unsupported),
            _ => {
                let done = self.move_step(a, op)
                    || self.number_step(a, op, next)
                    || self.property_step(a, op)
                    || self.object_step(a, op)
                    || self.call_step(a, op)
                    || self.iteration_step(a, op)
                    || self.self_hosted_step(a, op)
                    || self.count_step(a, op)
                    || self.trace_step(a, op);
                if !done {
                    self.operate(a, op);
                }
            }
        }
        next
    }

    // ---- families of instructions: each tells whether it has done the instruction; what none does, the runtime does

    /// Moves and constants.
    fn move_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        let value = match op {
            Opcode::Nop | Opcode::Debugger => return true,
            Opcode::Move => a.get(view::Move(operands).src()),
            Opcode::LoadUndefined => self.constant(Value::UNDEFINED),
            Opcode::LoadNull => self.constant(Value::NULL),
            Opcode::LoadTrue => self.constant(Value::TRUE),
            Opcode::LoadFalse => self.constant(Value::FALSE),
            Opcode::LoadEmpty => self.constant(Value::EMPTY),
            Opcode::LoadInt => self.int_constant(view::LoadInt(operands).value()),
            Opcode::LoadConst => self.constant(a.body.constants[view::LoadConst(operands).constant() as usize]),
            Opcode::LoadThis => a.get(THIS),
            Opcode::LoadCallee => self.callee(a),
            Opcode::LoadCalleeEnvironment => {
                let callee = self.callee(a);
                let environment = match self.constant_environment(callee) {
                    Some(environment) => self.cell(environment),
                    None => self.load_fixed(callee, offset_of!(JsFunction, environment), Rep::Tagged),
                };
                self.expect_environment(a, environment, callee);
                environment
            }
            Opcode::NewTarget => {
                let target = self.new_target(a);
                return self.written(a, op, target);
            }
            Opcode::CheckInitialized => {
                self.check_not_empty(a, a.get(view::CheckInitialized(operands).value()));
                return true;
            }
            Opcode::CheckThisBound => {
                self.check_not_empty(a, a.get(view::CheckThisBound(operands).this()));
                return true;
            }
            _ => return false,
        };
        self.written(a, op, Some(value))
    }

    /// Numbers, truth and comparisons.
    fn number_step(&mut self, a: &mut Activation<'a>, op: Opcode, next: usize) -> bool {
        let operands = a.operands();
        if let Some(kind) = binary(op) {
            let i = view::Add(operands);
            let l = a.get(i.left());
            let r = match op.has_immediate() {
                true => self.int_constant(view::AddInt(operands).right()),
                false => a.get(i.right()),
            };
            let value = match self.arithmetic(a, kind, l, r, i.feedback()) {
                Some(value) => Some(value),
                None => match self.of_bigints(a, kind, l, r, i.feedback()) {
                    Some(value) => Some(value),
                    None => self.concatenation(a, l, r, i.feedback()).filter(|_| op == Opcode::Add),
                },
            };
            return self.written(a, op, value);
        }
        if let Some((kind, sense)) = comparison(op) {
            let value = self.compare(a, kind, sense);
            return self.written(a, op, value);
        }
        let value = match op {
            Opcode::Inc | Opcode::Dec => {
                let one = self.int_constant(1);
                let kind = if op == Opcode::Inc { Arithmetic::Add } else { Arithmetic::Sub };
                let i = view::Inc(operands);
                self.arithmetic(a, Binary::Arithmetic(kind), a.get(i.src()), one, i.feedback())
            }
            Opcode::Neg => {
                let i = view::Neg(operands);
                self.negate(a, a.get(i.src()), i.feedback())
            }
            Opcode::BitNot => {
                let i = view::BitNot(operands);
                if i.feedback() & !ARITH_DOUBLE != 0 || self.is_blocked(a) {
                    return false;
                }
                let x = self.truncated(a, a.get(i.src()), ARITH_DOUBLE);
                Some(self.add(Op::IntNot, smallvec![x]))
            }
            Opcode::ToNumber | Opcode::ToNumeric => {
                self.as_number(a, op, next);
                return true;
            }
            Opcode::ToString => self.string(a, a.get(view::ToString(operands).src())),
            Opcode::Concat => {
                let i = view::Concat(operands);
                self.concatenation_of_strings(a, i.first(), i.count() as usize)
            }
            Opcode::Typeof => {
                let value = a.get(view::Typeof(operands).src());
                Some(self.type_of(value))
            }
            Opcode::Not => {
                let truth = self.truth(a.get(view::Not(operands).src()));
                Some(self.not(truth))
            }
            _ => None,
        };
        self.written(a, op, value)
    }

    /// Properties, elements and globals.
    fn property_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        let value = match op {
            Opcode::GetField => {
                let i = view::GetField(operands);
                let site = a.site(i.site());
                let object = a.get(i.object());
                match self.get_field(a, object, object, site) {
                    Some(value) => Some(value),
                    None => Some(self.get_shared(a, site)),
                }
            }
            Opcode::SetField | Opcode::DefineField => {
                let i = view::SetField(operands);
                let site = a.site(i.site());
                if self.set_field(a, a.get(i.object()), a.get(i.value()), site) {
                    return true;
                }
                let is_shared = op == Opcode::SetField && site.state.get() == abi::ic::SITE_MEGAMORPHIC;
                if is_shared {
                    self.set_shared(a, site);
                }
                return is_shared;
            }
            Opcode::DeleteField => {
                let i = view::DeleteField(operands);
                self.delete_field(a, a.get(i.object()), a.site(i.site()))
            }
            Opcode::CheckObjectCoercible => {
                let value = a.get(view::CheckObjectCoercible(operands).value());
                return self.check_object_coercible(a, value);
            }
            Opcode::LoadHomeObject => self.home_object(a),
            Opcode::GetPrototypeOf => self.prototype_of(a, a.get(view::GetPrototypeOf(operands).object())),
            Opcode::GetSuper => {
                let i = view::GetSuper(operands);
                self.get_super(a, a.get(i.home()), a.get(i.key()))
            }
            Opcode::GetSuperField => {
                let i = view::GetSuperField(operands);
                self.get_super_field(a, a.get(i.base()), a.get(i.this()), a.site(i.site()))
            }
            Opcode::GetPrivate => {
                let i = view::GetPrivate(operands);
                let (object, site) = (a.get(i.object()), a.site(i.site()));
                let case = self.private_case(a, object, a.get(i.name()), site, EntryKind::is_own);
                case.and_then(|case| self.load_case(a, object, &case))
            }
            Opcode::SetPrivate | Opcode::DefinePrivate => {
                let i = view::SetPrivate(operands);
                let (object, site) = (a.get(i.object()), a.site(i.site()));
                let may = |kind: EntryKind| kind.is_own() == (op == Opcode::SetPrivate) && kind.can_store();
                let Some(case) = self.private_case(a, object, a.get(i.name()), site, may) else { return false };
                self.store_case(a, object, a.get(i.value()), &case);
                return true;
            }
            Opcode::GetIndex => {
                let i = view::GetIndex(operands);
                let site = a.site(i.site());
                match self.get_index(a, a.get(i.object()), a.get(i.key()), site) {
                    Some(value) => Some(value),
                    None => Some(self.get_any_index(a)),
                }
            }
            Opcode::SetIndex => {
                let i = view::SetIndex(operands);
                let site = a.site(i.site());
                if !self.set_index(a, a.get(i.object()), a.get(i.key()), a.get(i.value()), site) {
                    self.set_any_index(a);
                }
                return true;
            }
            Opcode::InstanceOf => {
                let i = view::InstanceOf(operands);
                let site = a.site(i.site());
                self.instance_of(a, a.get(i.left()), a.get(i.right()), site)
            }
            Opcode::In => {
                let i = view::In(operands);
                self.has_property(a, a.get(i.left()), a.get(i.right()))
            }
            Opcode::ToPropertyKeyFor => {
                let i = view::ToPropertyKeyFor(operands);
                let key = a.get(i.key());
                let is_int = self.rep(key) == Rep::Int || self.facts.get(key).int.is_some();
                if self.is_blocked(a) || !is_int && !is_index(a, i.dst()) {
                    return false;
                }
                self.check_object(a, a.get(i.object()));
                Some(if is_int { key } else { self.int(a, key) })
            }
            Opcode::GetGlobal => {
                let site = a.site(view::GetGlobal(operands).site());
                self.get_global(a, site)
            }
            Opcode::GetGlobalOrUndefined => {
                let site = a.site(view::GetGlobalOrUndefined(operands).site());
                // What has never been found may not be there.
                if property::cases(site).is_empty() { None } else { self.get_global(a, site) }
            }
            Opcode::SetGlobal => {
                let i = view::SetGlobal(operands);
                let site = a.site(i.site());
                return self.set_global(a, site, a.get(i.value()));
            }
            _ => None,
        };
        self.written(a, op, value)
    }

    /// Objects, closures and environments.
    fn object_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        let value = match op {
            Opcode::NewObject => {
                let first = &a.site(view::NewObject(operands).site()).first;
                let (shape, allocator, bytes) = (first.shape.get(), first.offset.get(), first.bytes.get() as u32);
                (shape != 0).then(|| self.new_object(a, abi::cell::CellKind::Object, shape, allocator, bytes))
            }
            Opcode::NewRegExp => self.regexp_literal(a, view::NewRegExp(operands).constant()),
            Opcode::NewEnvironment => {
                let i = view::NewEnvironment(operands);
                self.new_environment(a, a.get(i.parent()), i.scope())
            }
            Opcode::NewFunction => {
                let i = view::NewFunction(operands);
                self.new_function(a, a.get(i.environment()), i.function())
            }
            Opcode::GetScoped | Opcode::GetScopedChecked => {
                let i = view::GetScoped(operands);
                let (depth, slot) = (i.depth() as usize, i.slot() as usize);
                let environment = self.environment(a.get(i.environment()), depth);
                if let Some(value) = self.settled_binding(environment, slot) {
                    return self.written(a, op, Some(value));
                }
                let value = self.load(Region::Environment, environment, ENVIRONMENT_VALUES_OFFSET + 8 * slot);
                self.expect_binding(value, a.get(i.environment()), depth, slot);
                if op == Opcode::GetScopedChecked {
                    self.check_not_empty(a, value);
                }
                Some(value)
            }
            Opcode::SetScoped | Opcode::SetScopedChecked => {
                let i = view::SetScoped(operands);
                let environment = self.environment(a.get(i.environment()), i.depth() as usize);
                let offset = ENVIRONMENT_VALUES_OFFSET + 8 * i.slot() as usize;
                if op == Opcode::SetScopedChecked {
                    let old = self.load(Region::Environment, environment, offset);
                    self.check_not_empty(a, old);
                }
                let value = a.get(i.value());
                self.store(Region::Environment, environment, offset, value);
                self.barrier(environment, value);
                return true;
            }
            _ => None,
        };
        self.written(a, op, value)
    }

    /// Calls, and what constructors do besides.
    fn call_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        match op {
            Opcode::Call => self.call(a, CallKind::Call),
            Opcode::Construct => self.call(a, CallKind::New),
            Opcode::SuperCall => self.call(a, CallKind::Super),
            Opcode::SuperForward => self.forward(a),
            Opcode::CheckThisUnbound => return self.check_unbound(a, a.get(view::CheckThisUnbound(operands).this())),
            Opcode::CheckDerivedResult => {
                let i = view::CheckDerivedResult(operands);
                let value = self.derived_result(a, a.get(i.value()), a.get(i.this()));
                return self.written(a, op, value);
            }
            Opcode::RunFieldInitializer => {
                let callee = self.callee(a);
                return self.initialize_fields(a, callee, a.get(view::RunFieldInitializer(operands).this()));
            }
            Opcode::RunFieldInitializerOf => {
                let i = view::RunFieldInitializerOf(operands);
                return self.initialize_fields(a, a.get(i.function()), a.get(i.this()));
            }
            _ => return false,
        }
        true
    }

    /// Iteration over arrays, and lists.
    fn iteration_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        match op {
            Opcode::StartIteration => self.start_iteration(a),
            Opcode::ForInStart => self.start_enumeration(a),
            Opcode::IteratorSkip => self.iterator_skip(a),
            Opcode::IteratorRest => self.iterator_rest(a),
            Opcode::IteratorClose => self.iterator_close(a),
            Opcode::NewArray => self.array_literal(a),
            Opcode::NewArrayConst => self.constant_array_literal(a),
            Opcode::SpreadList => self.spread_list(a),
            Opcode::CallSpread | Opcode::ConstructSpread => self.call_spread(a, op == Opcode::ConstructSpread),
            _ => false,
        }
    }

    /// The next key of an enumeration, or the way on behind the last.
    fn enumerate(&mut self, a: &mut Activation<'a>, target: usize) {
        let i = view::ForInNext(a.operands());
        let enumeration = a.get(i.enumeration());
        self.facts.forget_key(enumeration);
        let op = Op::Enumerate { register: a.word_of(i.enumeration()), result: a.word_of(i.key()) };
        let key = self.call_node(a, op, smallvec![enumeration]);
        self.forget();
        let empty = self.constant(Value::EMPTY);
        let ended = self.add(Op::Identical, smallvec![key, empty]);
        let (yes, no) = self.branch(ended);
        let facts = self.copy_of_facts();
        self.block = yes;
        self.go(a, target);
        self.facts = facts;
        self.block = no;
        a.set(i.key(), key);
        let fact = self.facts.of(key);
        fact.kind = abi::cell::CellKind::String as u8;
        fact.is_not_empty = true;
        fact.enumeration = enumeration;
    }

    /// ForInStart.
    fn start_enumeration(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::ForInStart(a.operands());
        let op = Op::StartEnumeration { register: a.word_of(i.object()), result: a.word_of(i.dst()) };
        let enumeration = self.call_node(a, op, smallvec![a.get(i.object())]);
        self.forget();
        a.set(i.dst(), enumeration);
        true
    }

    /// A comparison whose outcome is the result; None where the runtime must do it.
    fn compare(&mut self, a: &mut Activation<'a>, kind: Comparison, sense: bool) -> Option<NodeId> {
        let i = view::Eq(a.operands());
        let (l, r) = (a.get(i.left()), a.get(i.right()));
        let holds = match kind {
            Comparison::Relation(condition) => self.relation(a, condition, l, r, i.feedback())?,
            Comparison::Equality(strict) => match self.equality(a, strict, l, r, i.feedback()) {
                Some(equal) => equal,
                None => {
                    let registers = [a.word_of(i.left()), a.word_of(i.right())];
                    self.equal_any(a, strict, l, r, registers, Outcome::Written(a.word_of(i.dst()), !sense))
                }
            },
        };
        Some(if sense { holds } else { self.not(holds) })
    }

    /// A comparison that jumps: what it compares, and on which outcome it jumps.
    fn compare_and_jump(
        &mut self,
        a: &mut Activation<'a>,
        op: Opcode,
        (kind, sense): (Comparison, bool),
        [target, next]: [usize; 2],
    ) {
        let (i, immediate) = (view::JumpLt(a.operands()), op.has_immediate());
        let l = a.get(i.left());
        let r = match immediate {
            true => self.int_constant(view::JumpLtInt(a.operands()).right()),
            false => a.get(i.right()),
        };
        let feedback = i.feedback();
        let holds = match kind {
            Comparison::Relation(condition) => self.relation(a, condition, l, r, feedback),
            Comparison::Equality(strict) => self.equality(a, strict, l, r, feedback),
        };
        let holds = match (holds, kind) {
            (Some(holds), _) => holds,
            (None, Comparison::Equality(strict)) => {
                // An immediate is in the instruction; its register is not looked at.
                let registers = [a.word_of(i.left()), if immediate { u16::MAX } else { a.word_of(i.right()) }];
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
        if self.rep(value) != Rep::Tagged || self.facts.get(value).is_object {
            return self.constant(Value::bool(!sense));
        }
        let (undefined, null) = (self.constant(Value::UNDEFINED), self.constant(Value::NULL));
        let x = self.add(Op::Identical, smallvec![value, undefined]);
        let y = self.add(Op::Identical, smallvec![value, null]);
        let either = self.add(Op::Either, smallvec![x, y]);
        if sense { either } else { self.not(either) }
    }

    /// Undefined and null are left to the lower tiers, which throw; whether that can be done.
    fn check_object_coercible(&mut self, a: &mut Activation<'a>, value: NodeId) -> bool {
        if self.rep(value) != Rep::Tagged || self.facts.get(value).is_object {
            return true;
        }
        if self.is_blocked(a) {
            return false;
        }
        let is_coercible = self.nullish(value, false);
        match self.constant_value(is_coercible) {
            Some(known) if known.is_true() => {}
            Some(_) => self.leave(a, Reason::Throw),
            None => {
                self.guard(a, Op::CheckTrue, smallvec![is_coercible], Reason::Throw);
            }
        }
        true
    }

    /// Writes an instruction's result, if there is one, unless the way to it was left; whether there is one.
    pub(super) fn written(&mut self, a: &mut Activation<'a>, op: Opcode, value: Option<NodeId>) -> bool {
        if let Some(value) = value
            && self.block.is_some()
            && let Some(dst) = op.result(a.operands().0)
        {
            a.set(dst, value);
        }
        value.is_some()
    }

    /// Control goes back to the activation's caller.
    pub(super) fn returns(&mut self, a: &mut Activation<'a>, value: NodeId) {
        if a.inline == InlineId(0) {
            self.count_calls();
        }
        let edge = Edge {
            from: self.block,
            registers: SmallVec::new(),
            this: NodeId::NONE,
            facts: std::mem::take(&mut self.facts),
        };
        a.returns.push((edge, value));
        self.block = BlockId::NONE;
    }

    pub(super) fn callee(&mut self, a: &Activation<'a>) -> NodeId {
        if a.inline != InlineId(0) {
            return self.graph.inlines[a.inline.index()].callee;
        }
        if self.closure.is_some() {
            return self.closure;
        }
        self.shared(Op::Word(CALLEE as u16))
    }

    /// `x++` asks for the number first: what follows tells which kind.
    fn as_number(&mut self, a: &mut Activation<'a>, op: Opcode, next: usize) {
        let i = view::ToNumber(a.operands());
        let value = a.get(i.src());
        if matches!(self.rep(value), Rep::Int | Rep::Double) {
            return a.set(i.dst(), value);
        }
        let code = &a.body.bytecode[..];
        let follows = code.get(next).and_then(|&u| Opcode::from_u16(u));
        let step = matches!(follows, Some(Opcode::Inc | Opcode::Dec))
            .then(|| view::Inc(Units(&code[next..])))
            .filter(|step| step.src() == i.dst());
        let Some(step) = step.filter(|_| !self.is_blocked(a)) else {
            return match self.number_of(a, value) {
                Some(number) => a.set(i.dst(), number),
                None => self.operate(a, op),
            };
        };
        let feedback = step.feedback();
        let value = if feedback == 0 {
            self.int(a, value)
        } else if feedback & !(ARITH_DOUBLE | ARITH_OVERFLOW) == 0 {
            self.double(a, value)
        } else {
            return self.operate(a, op);
        };
        a.set(i.dst(), value);
    }

    fn switch(&mut self, a: &mut Activation<'a>, next: usize) {
        let i = view::SwitchInt(a.operands());
        let table = &a.body.jump_tables[i.table()];
        let value = a.get(i.value());
        let value = if self.is_blocked(a) {
            // No table reaches from end to end.
            let other = if table.min > i32::MIN { i32::MIN } else { i32::MAX };
            self.add(Op::SwitchIndex(other), smallvec![value])
        } else {
            self.int(a, value)
        };
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
    pub(super) fn operate(&mut self, a: &mut Activation<'a>, op: Opcode) {
        self.operate_node(a, op);
    }

    fn operate_node(&mut self, a: &mut Activation<'a>, op: Opcode) {
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
        let mut takes_this = matches!(op, Opcode::NewFunction | Opcode::CallEval);
        accesses(code, a.pc, op, |access| takes_this |= access == Access::Read(THIS));
        if takes_this {
            self.facts.escape(a.registers[THIS]);
        }
        let allocates = allocates(op);
        if allocates {
            self.checkpoint(a);
        }
        self.call_node(a, Op::Operate { registers, allocates }, args);
        if !allocates {
            self.forget();
        }
        for r in writes {
            let word = (a.word as usize + r) as u16;
            a.registers[r] = self.add(Op::Written(word), smallvec![]);
        }
    }

    /// The runtime does the instruction at hand, which may jump.
    pub(super) fn operate_jump(&mut self, a: &mut Activation<'a>, op: Opcode, target: usize, next: usize) -> usize {
        self.operate_node(a, op);
        let jumped = self.add(Op::Jumped, smallvec![]);
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
        let equal = self.call_node(a, Op::Equal { strict, registers, outcome }, smallvec![l, r]);
        self.forget();
        equal
    }
}

/// It does nothing that can be seen but make an object.
fn allocates(op: Opcode) -> bool {
    op.effects().only_allocates()
}

/// A comparison as it is built.
#[derive(Clone, Copy)]
enum Comparison {
    Relation(Condition),
    /// Strict or not.
    Equality(bool),
}

/// What an instruction compares, and on which outcome it jumps or gives true.
fn comparison(op: Opcode) -> Option<(Comparison, bool)> {
    use abi::opcode::Comparison as Compared;
    let Meaning::Compares(compared, sense) = op.meaning() else { return None };
    let comparison = match compared {
        Compared::Equal => Comparison::Equality(false),
        Compared::StrictEqual => Comparison::Equality(true),
        Compared::Less => Comparison::Relation(Condition::Less),
        Compared::LessOrEqual => Comparison::Relation(Condition::LessOrEqual),
        Compared::Greater => Comparison::Relation(Condition::Greater),
        Compared::GreaterOrEqual => Comparison::Relation(Condition::GreaterOrEqual),
    };
    Some((comparison, sense))
}

/// The next instruction reads an element by what this one writes, and has seen only int32s there.
fn is_index(a: &Activation, key: usize) -> bool {
    let next = &a.body.bytecode[a.pc + Opcode::ToPropertyKeyFor.length()..];
    let i = view::GetIndex(Units(next));
    next.first() == Some(&(Opcode::GetIndex as u16)) && i.key() == key && {
        let seen = a.site(i.site()).seen.get();
        seen != 0 && seen & abi::ic::SEEN_NAMED_KEY == 0
    }
}
