//! Built-ins that the optimizer knows.

use super::call::Continuation;
use super::*;
use abi::cell::CellKind;
use vm::builtins::intrinsic::{Direct, Intrinsic};

/// Arguments of Math.min and Math.max that are compared one after the other.
const MANY: usize = 8;

impl<'a> Builder<'a> {
    /// A built-in of which the compiler knows what it does. None: it is called.
    pub(super) fn intrinsic(
        &mut self,
        a: &mut Activation<'a>,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
        base: usize,
        after: Continuation,
    ) -> Option<NodeId> {
        use Intrinsic as I;
        // SAFETY: the holder of a call site's case is a live cell.
        let intrinsic = unsafe { self.vm.intrinsic(native) }?;
        let has_other_way = intrinsic == I::GeneratorNext && !self.is_blocked_wholly(a);
        if self.is_blocked(a) && !has_other_way {
            let function = match intrinsic {
                // It was no int32: perhaps a string.
                I::ParseInt => Direct::ParseInt,
                // It had another shape.
                I::Direct(Direct::ObjectKeys) if !self.is_blocked_wholly(a) => Direct::ObjectKeys,
                _ => return None,
            };
            return self.direct(a, function, native, callee, this, args);
        }
        let one = |f: DoubleFunction| (Op::Double1(f), 1);
        let two = |f: DoubleFunction2| (Op::Double2(f), 2);
        let (op, count) = match intrinsic {
            I::MathSqrt => one(DoubleFunction::Sqrt),
            I::MathAbs => one(DoubleFunction::Abs),
            I::MathFloor => one(DoubleFunction::Floor),
            I::MathCeil => one(DoubleFunction::Ceil),
            I::MathRound => one(DoubleFunction::Round),
            I::MathSin => one(DoubleFunction::Sin),
            I::MathCos => one(DoubleFunction::Cos),
            I::MathTan => one(DoubleFunction::Tan),
            I::MathExp => one(DoubleFunction::Exp),
            I::MathLog => one(DoubleFunction::Log),
            I::MathAtan => one(DoubleFunction::Atan),
            I::MathTrunc => one(DoubleFunction::Trunc),
            I::MathAsin => one(DoubleFunction::Asin),
            I::MathAcos => one(DoubleFunction::Acos),
            I::MathLog2 => one(DoubleFunction::Log2),
            I::MathLog10 => one(DoubleFunction::Log10),
            I::MathHypot => two(DoubleFunction2::Hypot),
            I::MathPow => two(DoubleFunction2::Pow),
            I::MathAtan2 => two(DoubleFunction2::Atan2),
            I::MathMin | I::MathMax if args.len() > 2 && args.len() <= MANY => {
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let picked = args.iter().copied().reduce(|x, y| self.pick(a, intrinsic == I::MathMax, x, y));
                return picked;
            }
            I::MathMin => two(DoubleFunction2::Min),
            I::MathMax => two(DoubleFunction2::Max),
            I::FunctionCall => {
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let (first, rest) = match args {
                    [] => (self.constant(Value::UNDEFINED), args),
                    [first, rest @ ..] => (*first, rest),
                };
                return Some(self.call_value(a, base, this, first, rest, after));
            }
            I::FunctionApply => {
                let [first, list] = args else { return None };
                let list = self.values_of(*list)?;
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return Some(self.call_value(a, base, this, *first, &list, after));
            }
            I::GeneratorNext => return self.generator_next(a, native, callee, this, args, after),
            I::Array | I::TypedArray(_) => return None,
            I::Direct(function) => return self.direct(a, function, native, callee, this, args),
            I::ReflectGet => {
                let [target, key, ..] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let known = self.get_known(a, *target, *key);
                return known.or_else(|| self.direct(a, Direct::ReflectGet, native, callee, this, args));
            }
            I::ReflectHas => {
                let [target, key] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return self.has_property(a, *key, *target);
            }
            I::ReflectSet => {
                let (target, key, value) = match args {
                    [target, key, value] => (*target, *key, *value),
                    [target, key, value, receiver] if receiver == target => (*target, *key, *value),
                    _ => return None,
                };
                self.known_store(target, key)?;
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return self.set_known(a, target, key, value).then(|| self.constant(Value::TRUE));
            }
            I::ArrayPop => {
                let [] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                self.check_kind(a, this, CellKind::Array);
                self.seen(a.inline);
                let value = self.guard(a, Op::Pop, smallvec![this], Reason::WrongKind);
                self.resized();
                self.facts.of(value).is_not_empty = true;
                return Some(value);
            }
            I::ArrayPush => {
                let [value] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                self.check_kind(a, this, CellKind::Array);
                self.seen(a.inline);
                let length = self.guard(a, Op::Push, smallvec![this, *value], Reason::WrongKind);
                self.resized();
                return Some(length);
            }
            I::ViewGet(ty) => return self.view_access(a, ty as u8, false, native, callee, this, args),
            I::ViewSet(ty) => return self.view_access(a, ty as u8, true, native, callee, this, args),
            I::MathImul => {
                let [x, y] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let (x, y) = (
                    self.truncated(a, *x, abi::opcode::ARITH_DOUBLE),
                    self.truncated(a, *y, abi::opcode::ARITH_DOUBLE),
                );
                return Some(self.add(Op::IntWrapping(Arithmetic::Mul), smallvec![x, y]));
            }
            I::ParseInt => {
                // Of an int32, the number that its text says is it.
                let value = match args {
                    [value] => *value,
                    [value, radix] if matches!(self.op(*radix), Op::Int(10)) => *value,
                    _ => return None,
                };
                let is_string = self.facts.get(value).kind == CellKind::String as u8;
                if is_string || self.constant_kind(value) == Some(CellKind::String as u8) {
                    return self.direct(a, Direct::ParseInt, native, callee, this, args);
                }
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return Some(self.int(a, value));
            }
            I::IsFinite | I::IsNan => {
                let [value] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                if self.rep(*value) == Rep::Int {
                    return Some(self.constant(Value::bool(intrinsic == I::IsFinite)));
                }
                let number = self.double(a, *value);
                if intrinsic == I::IsNan {
                    let is_number = self.add(Op::DoubleCompare(Condition::Equal), smallvec![number, number]);
                    return Some(self.not(is_number));
                }
                let size = self.add(Op::Double1(DoubleFunction::Abs), smallvec![number]);
                let infinity = self.add(Op::Double(f64::INFINITY.to_bits()), smallvec![]);
                return Some(self.add(Op::DoubleCompare(Condition::Less), smallvec![size, infinity]));
            }
            I::StringCharCodeAt | I::StringCharAt => {
                let [index] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let unit = self.char_code(a, this, *index);
                return Some(if intrinsic == I::StringCharAt { self.char_string(a, unit) } else { unit });
            }
            I::Boolean => {
                let [value] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return Some(self.truth(*value));
            }
            I::Number => {
                let [value] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return self.number_of(a, *value);
            }
            I::String => {
                let [value] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                return self.string(a, *value);
            }
            I::StringFromCharCode => {
                let [unit] = args else { return None };
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let unit = self.int(a, *unit);
                let low = self.int_constant(0xffff);
                let unit = self.add(Op::IntBitwise(Bitwise::And), smallvec![unit, low]);
                return Some(self.char_string(a, unit));
            }
        };
        if args.len() != count {
            return None;
        }
        self.check_identical(a, callee, native, Reason::WrongTarget);
        // Of int32s, what these give are int32s.
        if matches!(intrinsic, I::MathFloor | I::MathCeil | I::MathRound | I::MathTrunc)
            && self.rep(args[0]) == Rep::Int
        {
            return Some(args[0]);
        }
        if matches!(intrinsic, I::MathMin | I::MathMax) {
            return Some(self.pick(a, intrinsic == I::MathMax, args[0], args[1]));
        }
        let args: SmallVec<[NodeId; 4]> = args.iter().map(|n| self.double(a, *n)).collect();
        let value = self.add(op, args);
        Some(value)
    }

    /// The lesser or the greater of two numbers: of int32s, if they are that now.
    fn pick(&mut self, a: &mut Activation<'a>, greater: bool, x: NodeId, y: NodeId) -> NodeId {
        let is_int = |n: NodeId| self.rep(n) == Rep::Int || self.is_expected_int(n) && !self.is_blocked(a);
        if is_int(x) && is_int(y) {
            let args = smallvec![self.int(a, x), self.int(a, y)];
            return self.add(Op::IntPick(greater), args);
        }
        let function = if greater { DoubleFunction2::Max } else { DoubleFunction2::Min };
        let args = smallvec![self.double(a, x), self.double(a, y)];
        self.add(Op::Double2(function), args)
    }

    /// The code unit at an index within a string.
    pub(super) fn char_code(&mut self, a: &mut Activation<'a>, string: NodeId, index: NodeId) -> NodeId {
        self.check_kind(a, string, CellKind::String);
        let index = self.int(a, index);
        let length = self.load_string_length(string);
        self.guard(a, Op::CheckBounds, smallvec![index, length], Reason::OutOfBounds);
        self.guard(a, Op::CharCode, smallvec![string, index], Reason::Unsupported)
    }

    /// The string of one code unit.
    pub(super) fn char_string(&mut self, a: &mut Activation<'a>, unit: NodeId) -> NodeId {
        self.seen(a.inline);
        let string = self.guard(a, Op::CharString, smallvec![unit], Reason::Unsupported);
        let fact = self.facts.of(string);
        fact.kind = CellKind::String as u8;
        fact.is_not_empty = true;
        string
    }

    pub(super) fn load_string_length(&mut self, string: NodeId) -> NodeId {
        self.load_fixed_int(string, offset_of!(abi::string::StringCell, length))
    }
}
