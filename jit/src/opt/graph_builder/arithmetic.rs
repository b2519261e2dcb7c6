//! Numbers: conversions, arithmetic, comparison, truth.

use super::*;
use abi::opcode::{
    ARITH_BIGINT, ARITH_DOUBLE, ARITH_OBJECT, ARITH_OTHER, ARITH_OVERFLOW, ARITH_STRING, ARITH_UNDEFINED, Meaning,
};
use vm::builtins::intrinsic::Direct;

/// Operand types that are no numbers.
const NOT_NUMBERS: u16 = ARITH_STRING | ARITH_BIGINT | ARITH_OTHER | ARITH_UNDEFINED | ARITH_OBJECT;
const DOUBLES: u16 = ARITH_DOUBLE | ARITH_OVERFLOW;

/// An arithmetic opcode, without saying what its right side is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Arithmetic(Arithmetic),
    Bitwise(Bitwise),
    /// `**`: of doubles, whatever the operands are.
    Power,
}

/// What an instruction of two operands computes; none where the runtime does it.
pub fn binary(op: Opcode) -> Option<Binary> {
    use abi::opcode::Arithmetic as Computed;
    let Meaning::Computes(computed) = op.meaning() else { return None };
    Some(match computed {
        Computed::Add => Binary::Arithmetic(Arithmetic::Add),
        Computed::Sub => Binary::Arithmetic(Arithmetic::Sub),
        Computed::Mul => Binary::Arithmetic(Arithmetic::Mul),
        Computed::Div => Binary::Arithmetic(Arithmetic::Div),
        Computed::Mod => Binary::Arithmetic(Arithmetic::Mod),
        Computed::BitAnd => Binary::Bitwise(Bitwise::And),
        Computed::BitOr => Binary::Bitwise(Bitwise::Or),
        Computed::BitXor => Binary::Bitwise(Bitwise::Xor),
        Computed::Shl => Binary::Bitwise(Bitwise::Shl),
        Computed::Shr => Binary::Bitwise(Bitwise::Shr),
        Computed::UShr => Binary::Bitwise(Bitwise::UShr),
        Computed::Exp => Binary::Power,
    })
}

impl<'a> Builder<'a> {
    /// The value as an int32.
    pub(super) fn int(&mut self, a: &mut Activation<'a>, value: NodeId) -> NodeId {
        if self.rep(value) == Rep::Int {
            return value;
        }
        if let Some(constant) = self.constant_value(value).filter(|v| v.is_double())
            && Value::number(constant.as_double()).is_int()
        {
            return self.int_constant(constant.as_double() as i32);
        }
        let known = self.facts.get(value).int;
        if known.is_some() {
            return known;
        }
        let node = self.guard(a, Op::ToInt, smallvec![value], Reason::NotInt);
        self.facts.of(value).int = node;
        node
    }

    /// The value as a double.
    pub(super) fn double(&mut self, a: &mut Activation<'a>, value: NodeId) -> NodeId {
        if self.rep(value) == Rep::Double {
            return value;
        }
        if let Op::Int(i) = self.op(value) {
            let bits = (*i as f64).to_bits();
            return self.shared(Op::Double(bits));
        }
        let fact = self.facts.get(value);
        if fact.double.is_some() {
            return fact.double;
        }
        let node = self.guard(a, Op::ToDouble, smallvec![value], Reason::NotNumber);
        self.facts.of(value).double = node;
        node
    }

    /// ToInt32 of a number.
    pub(super) fn truncated(&mut self, a: &mut Activation<'a>, value: NodeId, feedback: u16) -> NodeId {
        if self.rep(value) == Rep::Int {
            return value;
        }
        if self.rep(value) == Rep::Tagged && feedback & DOUBLES == 0 {
            return self.int(a, value);
        }
        let fact = self.facts.get(value);
        for known in [fact.int, fact.truncated] {
            if known.is_some() {
                return known;
            }
        }
        let node = self.guard(a, Op::Truncate, smallvec![value], Reason::NotNumber);
        self.facts.of(value).truncated = node;
        node
    }

    pub(super) fn is_number(&self, value: NodeId) -> bool {
        let fact = self.facts.get(value);
        matches!(self.rep(value), Rep::Int | Rep::Double) || fact.int.is_some() || fact.double.is_some()
    }

    /// ToNumber of a primitive value. None where the runtime must do it.
    pub(super) fn number_of(&mut self, a: &mut Activation<'a>, value: NodeId) -> Option<NodeId> {
        if self.rep(value) == Rep::Bool {
            return Some(self.add(Op::BoolToInt, smallvec![value]));
        }
        if self.is_number(value) {
            return Some(value);
        }
        if self.facts.get(value).is_object || self.is_blocked(a) {
            return None;
        }
        let number = self.guard(a, Op::Direct(Direct::ToNumber), smallvec![value], Reason::WrongKind);
        self.facts.of(number).is_not_empty = true;
        Some(number)
    }

    /// A double that is computed with as one although the operands of an operation were always int32s: quotients and whole parts become int32s in the
    /// lower tiers where they can, so that those are taken for int32s as their users have seen them.
    fn stays_fractional(&self, value: NodeId) -> bool {
        use super::Op::*;
        let is_normalized = matches!(
            self.op(value),
            Double1(DoubleFunction::Floor | DoubleFunction::Ceil | DoubleFunction::Round | DoubleFunction::Trunc)
                | Double2(DoubleFunction2::Pow)
                | DoubleArithmetic(Arithmetic::Div)
                | IntUShrDouble
        );
        self.rep(value) == Rep::Double && !is_normalized
    }

    /// Undefined, null and booleans as what bitwise operations take them for.
    fn odd_to_int(&mut self, value: NodeId) -> NodeId {
        match self.constant_value(value) {
            Some(constant) if constant.is_nullish() || constant.is_bool() => {
                self.int_constant(constant.is_true() as i32)
            }
            Some(_) => value,
            None if self.is_number(value) => value,
            None if self.rep(value) == Rep::Bool => self.add(Op::BoolToInt, smallvec![value]),
            None => self.add(Op::OddToInt, smallvec![value]),
        }
    }

    /// Arithmetic on two values; None if it is not for numbers.
    pub(super) fn arithmetic(
        &mut self,
        a: &mut Activation<'a>,
        kind: Binary,
        l: NodeId,
        r: NodeId,
        feedback: u16,
    ) -> Option<NodeId> {
        let (mut l, mut r, mut feedback) = (l, r, feedback);
        const ODD: u16 = ARITH_UNDEFINED | ARITH_OTHER;
        if matches!(kind, Binary::Bitwise(_)) && feedback & ODD != 0 && feedback & NOT_NUMBERS & !ODD == 0 {
            (l, r) = (self.odd_to_int(l), self.odd_to_int(r));
            feedback &= !ODD;
        }
        let numbers = self.is_number(l) && self.is_number(r);
        if !numbers && (feedback & NOT_NUMBERS != 0 || self.is_blocked_wholly(a)) {
            return None;
        }
        let feedback = if self.is_blocked(a) { feedback | ARITH_DOUBLE } else { feedback };
        if let Binary::Bitwise(kind) = kind {
            let (x, y) = (self.truncated(a, l, feedback), self.truncated(a, r, feedback));
            if kind == Bitwise::UShr {
                let constant = matches!(self.op(y), Op::Int(n) if n & 31 != 0);
                if feedback & DOUBLES != 0 && !constant {
                    return Some(self.add(Op::IntUShrDouble, smallvec![x, y]));
                }
                return Some(self.guard(a, Op::IntBitwise(kind), smallvec![x, y], Reason::Overflow));
            }
            // `x | 0` is x. Of sums it stays, and tells range analysis that they may wrap around.
            if matches!(kind, Bitwise::Or | Bitwise::Xor | Bitwise::Shl | Bitwise::Shr)
                && matches!(self.op(y), Op::Int(0))
                && !matches!(self.op(x), Op::IntArithmetic(_))
            {
                return Some(x);
            }
            if let Some((x, y)) = self.int_constants(x, y)
                && let Some(value) = fold::int_bitwise(kind, x, y)
            {
                return Some(self.int_constant(value));
            }
            return Some(self.add(Op::IntBitwise(kind), smallvec![x, y]));
        }
        let Binary::Arithmetic(kind) = kind else {
            let (x, y) = (self.double(a, l), self.double(a, r));
            return Some(self.power(x, y));
        };
        let doubles =
            feedback & DOUBLES != 0 || self.is_blocked(a) || self.stays_fractional(l) || self.stays_fractional(r);
        if !doubles {
            let (x, y) = (self.int(a, l), self.int(a, r));
            if let Some((x, y)) = self.int_constants(x, y)
                && let Some(value) = fold::int_arithmetic(kind, x, y)
            {
                return Some(self.int_constant(value));
            }
            return Some(self.guard(a, Op::IntArithmetic(kind), smallvec![x, y], Reason::Overflow));
        }
        let (x, y) = (self.double(a, l), self.double(a, r));
        if let Some(value) = self.fold_double(kind, x, y) {
            return Some(value);
        }
        let op = match kind {
            Arithmetic::Mod => Op::Double2(DoubleFunction2::Mod),
            kind => Op::DoubleArithmetic(kind),
        };
        Some(self.add(op, smallvec![x, y]))
    }

    fn power(&mut self, x: NodeId, y: NodeId) -> NodeId {
        if let Some(value) = self.fold_power(x, y) {
            return value;
        }
        self.add(Op::Double2(DoubleFunction2::Pow), smallvec![x, y])
    }

    pub(super) fn negate(&mut self, a: &mut Activation<'a>, value: NodeId, feedback: u16) -> Option<NodeId> {
        if feedback & NOT_NUMBERS != 0 && !self.is_number(value) {
            return None;
        }
        if feedback & DOUBLES != 0 || self.rep(value) == Rep::Double || self.is_blocked(a) {
            let x = self.double(a, value);
            return Some(self.add(Op::Double1(DoubleFunction::Negate), smallvec![x]));
        }
        let x = self.int(a, value);
        Some(self.guard(a, Op::IntNegate, smallvec![x], Reason::MinusZero))
    }

    /// A relation of numbers, as a condition.
    pub(super) fn relation(
        &mut self,
        a: &mut Activation<'a>,
        condition: Condition,
        l: NodeId,
        r: NodeId,
        feedback: u16,
    ) -> Option<NodeId> {
        let numbers = self.is_number(l) && self.is_number(r);
        if !numbers && feedback == ARITH_STRING && !self.is_blocked(a) {
            self.check_kind(a, l, abi::cell::CellKind::String);
            self.check_kind(a, r, abi::cell::CellKind::String);
            let order = self.guard(a, Op::Direct(Direct::StringCompare), smallvec![l, r], Reason::NotString);
            let (order, zero) = (self.int(a, order), self.int_constant(0));
            return Some(self.int_relation(condition, order, zero));
        }
        if !numbers && (feedback & NOT_NUMBERS != 0 || self.is_blocked_wholly(a)) {
            return None;
        }
        if feedback & DOUBLES == 0 && !self.is_blocked(a) && self.rep(l) != Rep::Double && self.rep(r) != Rep::Double {
            let (x, y) = (self.int(a, l), self.int(a, r));
            return Some(self.int_relation(condition, x, y));
        }
        // Two int32s need no doubles.
        if self.rep(l) == Rep::Int && self.rep(r) == Rep::Int {
            return Some(self.int_relation(condition, l, r));
        }
        let (x, y) = (self.double(a, l), self.double(a, r));
        Some(self.add(Op::DoubleCompare(condition), smallvec![x, y]))
    }

    fn int_relation(&mut self, condition: Condition, x: NodeId, y: NodeId) -> NodeId {
        let known = match self.int_constants(x, y) {
            Some((x, y)) => Some(fold::int_compare(condition, x, y)),
            None => self.sign_tells(condition, x, y),
        };
        match known {
            Some(holds) => self.constant(Value::bool(holds)),
            None => self.add(Op::IntCompare(condition), smallvec![x, y]),
        }
    }

    /// Equality as a condition; None where the runtime must look.
    pub(super) fn equality(
        &mut self,
        a: &mut Activation<'a>,
        strict: bool,
        l: NodeId,
        r: NodeId,
        feedback: u16,
    ) -> Option<NodeId> {
        let numeric = |b: &Self, n: NodeId| b.is_number(n);
        if numeric(self, l) && numeric(self, r) {
            if self.rep(l) == Rep::Int && self.rep(r) == Rep::Int {
                return Some(self.int_relation(Condition::Equal, l, r));
            }
            let (fl, fr) = (self.facts.get(l).int, self.facts.get(r).int);
            let (il, ir) = (if self.rep(l) == Rep::Int { l } else { fl }, if self.rep(r) == Rep::Int { r } else { fr });
            if il.is_some() && ir.is_some() {
                return Some(self.add(Op::IntCompare(Condition::Equal), smallvec![il, ir]));
            }
            let (x, y) = (self.double(a, l), self.double(a, r));
            return Some(self.add(Op::DoubleCompare(Condition::Equal), smallvec![x, y]));
        }
        if let Some(equal) = self.strings_equal(l, r) {
            return Some(equal);
        }
        if strict && let Some(same) = self.known_identical(l, r) {
            return Some(self.constant(Value::bool(same)));
        }
        let special = |b: &Self, n: NodeId| b.constant_value(n).filter(|v| !v.is_number() && !v.is_cell());
        for (one, other) in [(l, r), (r, l)] {
            let Some(value) = special(self, one) else { continue };
            if strict {
                let one = self.constant(value);
                return Some(self.add(Op::Identical, smallvec![other, one]));
            }
            if value.is_nullish() {
                if self.rep(other) != Rep::Tagged {
                    return Some(self.constant(Value::FALSE));
                }
                return Some(self.add(Op::IsNullish, smallvec![other]));
            }
            if value.is_bool() && self.rep(other) == Rep::Bool {
                return Some(if value.is_true() { other } else { self.not(other) });
            }
        }
        let seen = feedback & (NOT_NUMBERS | DOUBLES);
        // The baseline tier does not say what it compares, only the first runs do: a number on one side is what to go by.
        if seen & NOT_NUMBERS == 0 && (numeric(self, l) || numeric(self, r)) && !self.is_blocked(a) {
            return self.relation(a, Condition::Equal, l, r, feedback);
        }
        // Objects are equal to nothing but themselves.
        for (one, other) in [(l, r), (r, l)] {
            let fact = self.facts.get(one);
            if (fact.is_object || fact.identity != 0) && (strict || self.facts.get(other).is_object) {
                return Some(self.add(Op::Identical, smallvec![one, other]));
            }
        }
        if strict {
            // An object is identical to what equals it: where a variable holds one now (a sentinel), that it is one is a guard.
            if seen & ARITH_OBJECT != 0
                && !self.is_blocked(a)
                && let Some(one) = [r, l].into_iter().find(|one| self.known.sentinels.contains(one))
            {
                self.check_object(a, one);
                return Some(self.add(Op::Identical, smallvec![l, r]));
            }
            return Some(self.strictly_equal(l, r));
        }
        if self.is_blocked(a) {
            return None;
        }
        if seen == ARITH_OBJECT {
            self.check_object(a, l);
            self.check_object(a, r);
            return Some(self.add(Op::Identical, smallvec![l, r]));
        }
        if seen == ARITH_STRING {
            self.check_kind(a, l, abi::cell::CellKind::String);
            self.check_kind(a, r, abi::cell::CellKind::String);
            return Some(self.strictly_equal(l, r));
        }
        Some(self.guard(a, Op::LooseEqual, smallvec![l, r], Reason::WrongKind))
    }

    /// What + makes of strings and numbers; None where something else has been seen.
    pub(super) fn concatenation(
        &mut self,
        a: &mut Activation<'a>,
        l: NodeId,
        r: NodeId,
        feedback: u16,
    ) -> Option<NodeId> {
        if feedback & ARITH_STRING == 0
            || feedback & (NOT_NUMBERS & !ARITH_STRING) != 0
            || self.is_number(l) && self.is_number(r)
            || self.is_blocked(a)
        {
            return None;
        }
        self.seen(a.inline);
        let value = self.guard(a, Op::Concat, smallvec![l, r], Reason::NotString);
        let fact = self.facts.of(value);
        fact.kind = abi::cell::CellKind::String as u8;
        fact.is_not_empty = true;
        Some(value)
    }

    pub(super) fn truth(&mut self, value: NodeId) -> NodeId {
        if self.rep(value) == Rep::Bool {
            return value;
        }
        if let Some(truth) = self.constant_value(value).and_then(fold::truth) {
            return self.constant(Value::bool(truth));
        }
        self.add(Op::Truth, smallvec![value])
    }

    /// The other outcome of a condition.
    pub(super) fn not(&mut self, condition: NodeId) -> NodeId {
        if let Op::Not = self.op(condition) {
            return self.graph.node(condition).args[0];
        }
        if let Some(value) = self.constant_value(condition) {
            return self.constant(Value::bool(!value.is_true()));
        }
        self.add(Op::Not, smallvec![condition])
    }
}
