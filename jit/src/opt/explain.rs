//! What a guard wanted and what it found, in words, and the reason as exactly as the value tells it.

use super::exit::{Exit, FoundValue};
use super::ir::{Arithmetic, Expected, Found, Op, Reason};
use abi::Value;
use abi::cell::{CellHeader, CellKind};
use abi::object::{ArrayType, ElementKind, JsFunction};
use vm::code::Code;
use vm::tiering::deopt::Finding;
use vm::{ValueExt, Vm};

/// The reason, what was expected, and what came: `raw` is what the exit has stored, `broken` why the code is not valid, if it is not.
pub fn explain(vm: &mut Vm, exit: &Exit, broken: Reason, raw: u64) -> (Reason, Finding, Finding) {
    if exit.reason == Reason::Exception {
        let pending = vm.context.exception.get();
        let reason = if vm.is_stack_limit_error(pending) { Reason::StackLimit } else { Reason::Exception };
        return (reason, Finding::of("no exception"), vm.summary(pending));
    }
    let pair = (raw as u32 as i32, (raw >> 32) as i32);
    let value = match exit.found {
        // SAFETY: the code that was left found a value.
        FoundValue::Tagged => Some(unsafe { Value::from_bits(raw) }),
        FoundValue::Int => Some(Value::int(raw as u32 as i32)),
        FoundValue::Double => Some(Value::number(f64::from_bits(raw))),
        FoundValue::Bool => Some(Value::bool(raw as u8 != 0)),
        FoundValue::Nothing | FoundValue::Pair => None,
    };
    let guard = exit.guard.as_ref().and_then(Op::guard);
    let mut came = match (guard.map(|guard| guard.found), exit.found) {
        (Some(Found::IndexAndLength), FoundValue::Pair) => {
            Finding::of(format!("index {} of length {}", pair.0, pair.1))
        }
        (Some(Found::Operands(kind)), FoundValue::Pair) => {
            Finding::of(format!("{} {} {}", pair.0, sign(kind), parenthesized(pair.1)))
        }
        (Some(Found::Index(_)), FoundValue::Int) => Finding::of(format!("index {}", pair.0)),
        _ => value.map_or(Finding::default(), |value| vm.summary(value)),
    };
    // A double that was kept as one, though it is an int32.
    if let (Some(Op::ToInt), FoundValue::Double) = (&exit.guard, exit.found) {
        came.kind = "double".into();
    }
    let shapes: &[u32] = match guard.map(|guard| guard.expected) {
        Some(Expected::Shapes(shapes)) => shapes,
        Some(Expected::ComparedShape) if exit.shape != 0 => std::slice::from_ref(&exit.shape),
        _ => &[],
    };
    if let Some(value) = value.filter(|value| !shapes.is_empty() && !value.is_empty()) {
        let difference = vm.shape_difference(shapes, value);
        if !difference.is_empty() {
            came.text += &format!(": {difference}");
        }
    }
    let reason = refined(exit, broken, value, pair);
    (reason, expected(vm, exit, reason), came)
}

/// One of the kinds in a set.
fn element_kinds(kinds: u8) -> Finding {
    let is_wanted = |kind: &&ElementKind| kinds & 1 << **kind as u8 != 0;
    let names: Vec<&str> = ElementKind::ALL.iter().filter(is_wanted).map(|kind| kind.name()).collect();
    Finding::of(format!("elements: {}", names.join(" or ")))
}

/// An exit in words, for listings: what leaves by it, and where the lower tiers go on.
pub fn exit_text(vm: &mut Vm, exits: &[Exit], number: u32) -> String {
    let exit = &exits[number as usize];
    let mut text = format!("exit {number}: {}", exit.reason.name());
    let wanted = expected(vm, exit, exit.reason).text;
    if !wanted.is_empty() {
        text += &format!("; expected {wanted}");
    }
    text += &format!("; bytecode {} of {}", exit.pc, vm.place(exit.code_id, exit.pc));
    if let Some(frame) = exit.frames.last() {
        text += &format!(", resumes at {}", frame.pc);
    }
    if exit.frames.len() > 1 {
        text += &format!(" in {} frames", exit.frames.len());
    }
    text
}

fn sign(kind: Arithmetic) -> char {
    match kind {
        Arithmetic::Add => '+',
        Arithmetic::Sub => '-',
        Arithmetic::Mul => '*',
        Arithmetic::Div => '/',
        Arithmetic::Mod => '%',
    }
}

fn parenthesized(n: i32) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

fn refined(exit: &Exit, broken: Reason, value: Option<Value>, pair: (i32, i32)) -> Reason {
    match (&exit.guard, exit.reason) {
        (Some(Op::CheckValid), _) => broken,
        (Some(Op::IntArithmetic(kind)), Reason::Overflow) => of_operands(*kind, pair),
        (Some(Op::ToInt), Reason::NotInt) => match value {
            Some(value) if value.is_double() => of_double(value.as_double()),
            _ => Reason::NotInt,
        },
        (Some(Op::CheckKind(kind)), Reason::WrongKind) if *kind == CellKind::String as u8 => Reason::NotString,
        (Some(Op::CheckIdentical(bits)), Reason::WrongTarget) => match code_of(compared(*bits)) {
            Some(code) if value.and_then(code_of) == Some(code) => Reason::OtherClosure,
            None if !is_function(compared(*bits)) => Reason::ConstantChanged,
            _ => Reason::WrongTarget,
        },
        (_, reason) => reason,
    }
}

fn of_double(number: f64) -> Reason {
    if number == 0.0 && number.is_sign_negative() {
        Reason::MinusZero
    } else if number.fract() != 0.0 {
        Reason::LostPrecision
    } else if number.abs() > f64::from(i32::MAX) {
        Reason::Overflow
    } else {
        Reason::NotInt
    }
}

/// Why an operation on two int32s has no int32 as its result, as compiled code looks at it.
fn of_operands(kind: Arithmetic, (x, y): (i32, i32)) -> Reason {
    let minus_zero = match kind {
        Arithmetic::Add | Arithmetic::Sub => false,
        Arithmetic::Mul => x == 0 || y == 0,
        Arithmetic::Div => x == 0 && y < 0,
        Arithmetic::Mod => x < 0 && y != 0,
    };
    let inexact = match kind {
        Arithmetic::Div => y == 0 || i64::from(x) % i64::from(y) != 0,
        Arithmetic::Mod => y == 0,
        _ => false,
    };
    if minus_zero {
        Reason::MinusZero
    } else if inexact {
        Reason::LostPrecision
    } else {
        Reason::Overflow
    }
}

/// What a guard of the code that was left compares with.
fn compared(bits: u64) -> Value {
    // SAFETY: code keeps the cells alive that it names, itself included, as long as its exits are explained.
    unsafe { Value::from_bits(bits) }
}

/// The Code cell of a closure.
fn code_of(value: Value) -> Option<*const CellHeader> {
    let function = value.as_object().filter(|object| object.is_kind(CellKind::Function))?;
    // SAFETY: the kind says the layout.
    Some(unsafe { (*function.as_ptr().cast::<JsFunction>()).code.get().cast_const().cast() })
}

fn is_function(value: Value) -> bool {
    if !value.is_cell() {
        return false;
    }
    // SAFETY: the function's Code cell keeps what its optimized code names.
    let kind = unsafe { (*(value.as_cell() as *const CellHeader)).kind.get() };
    kind == CellKind::Function as u8 || kind == CellKind::NativeFunction as u8
}

fn expected(vm: &mut Vm, exit: &Exit, reason: Reason) -> Finding {
    let typed = |text: &str, kind: &str| Finding { text: text.into(), kind: kind.into(), shapes: Vec::new() };
    let Some(guard) = &exit.guard else {
        return Finding::of(match exit.reason {
            Reason::Uninitialized => "nothing: this had not run when it was compiled",
            Reason::Unsupported => "nothing: the instruction is left to the lower tiers",
            _ => "",
        });
    };
    match guard.guard().map_or(Expected::Unsaid, |guard| guard.expected) {
        Expected::Unsaid => Finding::default(),
        Expected::Words(words) => Finding::of(words),
        Expected::Type(words, name) => typed(words, name),
        Expected::Shapes(shapes) => {
            let shapes: Vec<_> = shapes.iter().map(|shape| vm.shape_text(*shape)).collect();
            let words: Vec<String> = shapes.iter().map(|s| s.text.clone()).collect();
            Finding { text: words.join(" or "), kind: String::new(), shapes }
        }
        Expected::ComparedShape if exit.shape == 0 => Finding::default(),
        Expected::ComparedShape => {
            let shape = vm.shape_text(exit.shape);
            Finding { text: shape.text.clone(), kind: String::new(), shapes: vec![shape] }
        }
        Expected::Kind(kind) => {
            let name = CellKind::ALL.iter().find(|k| **k as u8 == kind).map_or("", |k| k.name());
            typed(&format!("a {name}"), name)
        }
        Expected::Elements(kinds) => element_kinds(kinds),
        Expected::Value(bits) if reason == Reason::OtherClosure => {
            let closure = vm.summary(compared(bits)).text;
            typed(&format!("the closure of {closure} that there was when it was compiled"), "Function")
        }
        Expected::Value(bits) => vm.summary(compared(bits)),
        Expected::Code(address) => {
            // SAFETY: as in `is_function`.
            let code = unsafe { (*(address as *const Code)).machine().code_id };
            typed(&format!("the function {}", vm.place(code, 0)), "Function")
        }
        Expected::TypedArray(ty) => {
            let name = ARRAYS.iter().find(|(array, _)| *array as u8 == ty).map_or("", |(_, name)| name);
            typed(&format!("a {name}"), name)
        }
        Expected::Validity if reason == Reason::ConstantChanged => {
            Finding::of("a global variable or a property that never changes")
        }
        Expected::Validity => Finding::of("a prototype chain as it was"),
    }
}

const ARRAYS: [(ArrayType, &str); 12] = [
    (ArrayType::Int8, "Int8Array"),
    (ArrayType::Uint8, "Uint8Array"),
    (ArrayType::Uint8Clamped, "Uint8ClampedArray"),
    (ArrayType::Int16, "Int16Array"),
    (ArrayType::Uint16, "Uint16Array"),
    (ArrayType::Int32, "Int32Array"),
    (ArrayType::Uint32, "Uint32Array"),
    (ArrayType::Float16, "Float16Array"),
    (ArrayType::Float32, "Float32Array"),
    (ArrayType::Float64, "Float64Array"),
    (ArrayType::BigInt64, "BigInt64Array"),
    (ArrayType::BigUint64, "BigUint64Array"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_tell_the_reason() {
        use Arithmetic::*;
        for (kind, x, y, reason) in [
            (Add, i32::MAX, 1, Reason::Overflow),
            (Sub, i32::MIN, 1, Reason::Overflow),
            (Mul, 1 << 20, 1 << 20, Reason::Overflow),
            (Mul, -3, 0, Reason::MinusZero),
            (Div, 7, 2, Reason::LostPrecision),
            (Div, 7, 0, Reason::LostPrecision),
            (Div, 0, -2, Reason::MinusZero),
            (Div, i32::MIN, -1, Reason::Overflow),
            (Mod, -4, 2, Reason::MinusZero),
            (Mod, 4, 0, Reason::LostPrecision),
        ] {
            assert_eq!(of_operands(kind, (x, y)), reason, "{x} {} {y}", sign(kind));
        }
    }

    #[test]
    fn a_double_tells_why_it_is_no_int32() {
        for (number, reason) in [
            (-0.0, Reason::MinusZero),
            (0.5, Reason::LostPrecision),
            (f64::NAN, Reason::LostPrecision),
            (3e9, Reason::Overflow),
            (3.0, Reason::NotInt),
        ] {
            assert_eq!(of_double(number), reason, "{number}");
        }
    }
}
