//! What is known of constants while building.

use super::*;
use abi::cell::CellKind;
use abi::object::{ArrayType, JsFunction, JsObject, JsTypedArray};
use abi::string::StringCell;
use vm::numeric::math::js_pow;

/// The int32 that arithmetic gives, if it gives one and no guard is needed.
pub(super) fn int_arithmetic(kind: Arithmetic, x: i32, y: i32) -> Option<i32> {
    match kind {
        Arithmetic::Add => x.checked_add(y),
        Arithmetic::Sub => x.checked_sub(y),
        // A zero may be a negative one.
        Arithmetic::Mul => x.checked_mul(y).filter(|product| *product != 0 || (x >= 0 && y >= 0)),
        Arithmetic::Div | Arithmetic::Mod => None,
    }
}

/// The int32 that a bitwise operation gives.
pub(super) fn int_bitwise(kind: Bitwise, x: i32, y: i32) -> Option<i32> {
    match kind {
        Bitwise::And => Some(x & y),
        Bitwise::Or => Some(x | y),
        Bitwise::Xor => Some(x ^ y),
        Bitwise::Shl => Some(x.wrapping_shl(y as u32)),
        Bitwise::Shr => Some(x.wrapping_shr(y as u32)),
        Bitwise::UShr => None,
    }
}

/// Whether the relation holds.
pub(super) fn int_compare(condition: Condition, x: i32, y: i32) -> bool {
    match condition {
        Condition::Less => x < y,
        Condition::LessOrEqual => x <= y,
        Condition::Greater => x > y,
        Condition::GreaterOrEqual => x >= y,
        Condition::Equal => x == y,
    }
}

/// ToBoolean of a value that has one truth for good.
pub(super) fn truth(value: Value) -> Option<bool> {
    if value.is_bool() {
        return Some(value.is_true());
    }
    if value.is_nullish() {
        return Some(false);
    }
    if value.is_number() {
        let number = value.as_number();
        return Some(number != 0.0 && !number.is_nan());
    }
    if !value.is_cell() {
        return None;
    }
    let cell = value.as_cell().cast_const();
    // SAFETY: constants of a graph are alive; the kind says what the cell is.
    unsafe {
        match (*cell).kind.get() {
            kind if kind >= CellKind::Object as u8 => {
                Some(!(*cell.cast::<JsObject>()).header.has_flag(abi::cell::FLAG_HTMLDDA))
            }
            kind if kind == CellKind::String as u8 => Some((*cell.cast::<StringCell>()).length.get() != 0),
            _ => None,
        }
    }
}

impl Builder<'_> {
    /// Both values, if they are int32 constants.
    pub(super) fn int_constants(&self, x: NodeId, y: NodeId) -> Option<(i32, i32)> {
        match (self.op(x), self.op(y)) {
            (Op::Int(x), Op::Int(y)) => Some((*x, *y)),
            _ => None,
        }
    }

    fn double_constant(&self, node: NodeId) -> Option<f64> {
        match self.op(node) {
            Op::Double(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    fn shared_double(&mut self, value: f64) -> NodeId {
        // NaN has one encoding.
        let bits = if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() };
        self.shared(Op::Double(bits))
    }

    /// A power of constants.
    pub(super) fn fold_power(&mut self, x: NodeId, y: NodeId) -> Option<NodeId> {
        let value = js_pow(self.double_constant(x)?, self.double_constant(y)?);
        Some(self.shared_double(value))
    }

    /// Arithmetic of doubles that are constants, or one of which is neutral.
    pub(super) fn fold_double(&mut self, kind: Arithmetic, x: NodeId, y: NodeId) -> Option<NodeId> {
        let value = match (kind, self.double_constant(x), self.double_constant(y)) {
            (Arithmetic::Add, Some(x), Some(y)) => x + y,
            (Arithmetic::Sub, Some(x), Some(y)) => x - y,
            (Arithmetic::Mul, Some(x), Some(y)) => x * y,
            (Arithmetic::Div, Some(x), Some(y)) => x / y,
            (Arithmetic::Mul | Arithmetic::Div, None, Some(1.0)) => return Some(x),
            (Arithmetic::Mul, Some(1.0), None) => return Some(y),
            _ => return None,
        };
        Some(self.shared_double(value))
    }

    /// Whether a relation to 0 holds for a value that is never negative.
    pub(super) fn sign_tells(&self, condition: Condition, x: NodeId, y: NodeId) -> Option<bool> {
        let is_zero = |node: NodeId| matches!(self.op(node), Op::Int(0));
        match condition {
            Condition::GreaterOrEqual if is_zero(y) && self.is_natural(x) => Some(true),
            Condition::Less if is_zero(y) && self.is_natural(x) => Some(false),
            Condition::LessOrEqual if is_zero(x) && self.is_natural(y) => Some(true),
            Condition::Greater if is_zero(x) && self.is_natural(y) => Some(false),
            _ => None,
        }
    }

    /// An int32 that is not negative, whatever the program does.
    fn is_natural(&self, value: NodeId) -> bool {
        const NATURAL: [ArrayType; 3] = [ArrayType::Uint8, ArrayType::Uint8Clamped, ArrayType::Uint16];
        let args = &self.graph.node(value).args;
        match self.op(value) {
            Op::Int(n) => *n >= 0,
            Op::CharCode => true,
            Op::LoadTyped(ty) | Op::LoadView(ty, _) => NATURAL.iter().any(|natural| *natural as u8 == *ty),
            Op::IntBitwise(Bitwise::And) => self.is_natural(args[0]) || self.is_natural(args[1]),
            Op::IntBitwise(Bitwise::Shr) => self.is_natural(args[0]),
            Op::IntBitwise(Bitwise::UShr) => matches!(self.op(args[1]), Op::Int(n) if n & 31 != 0),
            _ => false,
        }
    }

    /// The kind of a constant that is a cell: it is of no other as long as it lives.
    pub(super) fn constant_kind(&self, value: NodeId) -> Option<u8> {
        let value = self.constant_value(value).filter(|value| value.is_cell())?;
        // SAFETY: as above.
        Some(unsafe { (*value.as_cell()).kind.get() })
    }

    /// The type of a constant typed array.
    pub(super) fn constant_array_type(&self, value: NodeId) -> Option<u8> {
        (self.constant_kind(value) == Some(CellKind::TypedArray as u8)).then(|| {
            let array = self.constant_value(value).expect("a constant").as_cell().cast::<JsTypedArray>();
            // SAFETY: as above.
            unsafe { (*array).array_type.get() as u8 }
        })
    }

    /// The address of a constant closure's Code cell.
    pub(super) fn constant_code(&self, value: NodeId) -> Option<u64> {
        (self.constant_kind(value) == Some(CellKind::Function as u8)).then(|| {
            let function = self.constant_value(value).expect("a constant").as_cell().cast::<JsFunction>();
            // SAFETY: as above.
            unsafe { (*function).code.get() as u64 }
        })
    }

    /// The address of the environment of a constant closure that has one.
    pub(super) fn constant_environment(&self, value: NodeId) -> Option<u64> {
        self.constant_code(value)?;
        let function = self.constant_value(value).expect("a constant").as_cell().cast::<JsFunction>();
        // SAFETY: as above.
        let environment = unsafe { (*function).environment.get() as u64 };
        (environment != 0).then_some(environment)
    }

    /// Whether two constants are the same; None where only running can tell.
    pub(super) fn same_constants(&self, x: NodeId, y: NodeId) -> Option<bool> {
        let (x, y) = (self.constant_value(x)?, self.constant_value(y)?);
        // Of other cells, and numbers, there are more with the same value.
        let is_one = |v: Value| {
            // SAFETY: as above.
            !v.is_number() && (!v.is_cell() || unsafe { (*v.as_cell()).kind.get() >= CellKind::Object as u8 })
        };
        (is_one(x) || is_one(y)).then_some(x == y)
    }

    /// Whether two values are strictly equal; None where only running can tell.
    pub(super) fn known_identical(&self, x: NodeId, y: NodeId) -> Option<bool> {
        let never = |value: NodeId, constant: NodeId| {
            let fits = |constant: Value| match self.rep(value) {
                Rep::Int | Rep::Double => constant.is_number(),
                Rep::Bool => constant.is_bool(),
                _ => constant.is_cell() || !self.facts.get(value).is_object,
            };
            self.constant_value(constant).is_some_and(|constant| !fits(constant))
        };
        self.same_constants(x, y).or_else(|| (never(x, y) || never(y, x)).then_some(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_no_guard() {
        use Arithmetic::*;
        assert_eq!(int_arithmetic(Add, i32::MAX, 1), None);
        assert_eq!(int_arithmetic(Mul, -3, 0), None);
        assert_eq!(int_arithmetic(Mul, 3, 0), Some(0));
        assert_eq!(int_arithmetic(Sub, 3, 5), Some(-2));
        assert_eq!(int_bitwise(Bitwise::Shl, 1, 33), Some(2));
        assert_eq!(int_bitwise(Bitwise::Shr, -8, 1), Some(-4));
        assert_eq!(int_bitwise(Bitwise::UShr, -1, 0), None);
    }

    #[test]
    fn truth_of_constants() {
        for (value, expected) in [
            (Value::UNDEFINED, Some(false)),
            (Value::NULL, Some(false)),
            (Value::TRUE, Some(true)),
            (Value::double(f64::NAN), Some(false)),
            (Value::double(-0.0), Some(false)),
            (Value::int(-1), Some(true)),
            (Value::EMPTY, None),
        ] {
            assert_eq!(truth(value), expected, "{value:?}");
        }
    }
}
