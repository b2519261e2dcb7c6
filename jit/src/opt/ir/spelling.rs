//! How operations and their parameters are written as text.

use super::InlineId;
use super::parameters::*;
use abi::Value;
use abi::cell::CellKind;
use abi::ic::EntryKind;
use abi::object::{ArrayType, ElementKind};
use smallvec::SmallVec;
use std::marker::PhantomData;
use vm::builtins::intrinsic::Direct;

/// Something that has a text by which it is known again. It contains neither ", " nor parentheses.
pub trait Spelled: Sized {
    fn spell(&self) -> String;
    #[cfg(test)]
    fn read(text: &str) -> Option<Self>;
}

/// A parameter that is kept as a `T`, but spelled as something else.
pub trait SpelledAs<T> {
    fn spell(value: &T) -> String;
    #[cfg(test)]
    fn read(text: &str) -> Option<T>;
}

/// A parameter that is spelled as what it is.
pub struct Own<T>(PhantomData<T>);

impl<T: Spelled> SpelledAs<T> for Own<T> {
    fn spell(value: &T) -> String {
        value.spell()
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<T> {
        T::read(text)
    }
}

/// A name that ends in a point is continued by the first parameter.
pub fn with_parameters(name: &str, parameters: &[String]) -> String {
    let (kind, parameters) = if name.ends_with('.') { parameters.split_at(1) } else { parameters.split_at(0) };
    let list = if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
    format!("{name}{}{list}", kind.concat())
}

/// The parameters of an operation, if it has this name.
#[cfg(test)]
pub fn parameters<'t>(text: &'t str, name: &str) -> Option<impl Iterator<Item = &'t str> + use<'t>> {
    let (head, list) = match text.split_once('(') {
        Some((head, list)) => (head, Some(list.strip_suffix(')')?)),
        None => (text, None),
    };
    let kind = if name.ends_with('.') { Some(head.strip_prefix(name)?) } else { None };
    (kind.is_some() || head == name).then(|| kind.into_iter().chain(list.into_iter().flat_map(|list| list.split(", "))))
}

pub fn words(field: &str) -> String {
    field.replace('_', " ")
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl Spelled for $ty {
            fn spell(&self) -> String {
                self.to_string()
            }
            #[cfg(test)]
            fn read(text: &str) -> Option<$ty> {
                text.parse().ok()
            }
        }
    )*};
}

numbers!(u8, u16, u32, i32, bool);

macro_rules! names {
    ($($ty:ident: $($variant:ident $name:literal),*;)*) => {$(
        impl Spelled for $ty {
            fn spell(&self) -> String {
                match self { $($ty::$variant => $name.to_string()),* }
            }
            #[cfg(test)]
            fn read(text: &str) -> Option<$ty> {
                match text { $($name => Some($ty::$variant),)* _ => None }
            }
        }
    )*};
}

names! {
    Rep: Tagged "tagged", Int "int", Double "double", Bool "bool", Pointer "pointer", Nothing "nothing";
    Condition: Equal "equal", Less "less", LessOrEqual "less_or_equal", Greater "greater", GreaterOrEqual "greater_or_equal";
    Arithmetic: Add "add", Sub "sub", Mul "mul", Div "div", Mod "mod";
    Bitwise: And "and", Or "or", Xor "xor", Shl "shl", Shr "shr", UShr "ushr";
    DoubleFunction: Negate "negate", Abs "abs", Sqrt "sqrt", Floor "floor", Ceil "ceil", Round "round", Sin "sin", Cos "cos", Tan "tan", Exp "exp",
        Log "log", Atan "atan", Trunc "trunc", Asin "asin", Acos "acos", Log2 "log2", Log10 "log10";
    DoubleFunction2: Mod "mod", Pow "pow", Atan2 "atan2", Min "min", Max "max", Hypot "hypot";
    Direct: AppendElement "append_element", ArrayConcat "array_concat", ArrayIncludes "array_includes", ArrayIndexOf "array_index_of", ArrayIsArray "array_is_array", ArraySlice "array_slice", BigIntAdd "bigint_add", BigIntAnd "bigint_and", BigIntAsIntN "bigint_as_int_n", BigIntAsUintN "bigint_as_uint_n", BigIntDiv "bigint_div",
        BigIntMul "bigint_mul", BigIntOr "bigint_or", BigIntRem "bigint_rem", BigIntShl "bigint_shl", BigIntShr "bigint_shr",
        BigIntSub "bigint_sub", BigIntXor "bigint_xor",
        In "in", MapDelete "map_delete", MapGet "map_get", MapHas "map_has", MapSet "map_set", MathRandom "math_random", NewTypedArray "new_typed_array", NextPresent "next_present", PreviousPresent "previous_present", IsFree "is_free", NumberIsFinite "number_is_finite",
        NumberIsInteger "number_is_integer", ObjectCreate "object_create", ObjectGetPrototypeOf "object_get_prototype_of", ObjectHasOwn "object_has_own",
        ObjectHasOwnProperty "object_has_own_property", ObjectKeys "object_keys",
        ObjectToString "object_to_string", RegExpCopy "regexp_copy", RegExpExec "regexp_exec", RegExpTest "regexp_test", ParseInt "parse_int", ReflectGet "reflect_get", SetAdd "set_add", SetDelete "set_delete",
        SetHas "set_has", SpeciesList "species_list", StringCodePointAt "string_code_point_at", StringCompare "string_compare", StringEndsWith "string_ends_with", StringFromCodePoint "string_from_code_point",
        StringIncludes "string_includes", StringLastIndexOf "string_last_index_of", StringToLowerCase "string_to_lower_case",
        StringToUpperCase "string_to_upper_case", StringIndexOf "string_index_of", StringSlice "string_slice",
        StringStartsWith "string_starts_with", StringSubstring "string_substring", StringTrim "string_trim", ToNumber "to_number", ToString "to_string", WeakMapGet "weak_map_get",
        WeakMapHas "weak_map_has", WeakMapSet "weak_map_set", WeakSetAdd "weak_set_add", WeakSetHas "weak_set_has";
    TypeName: Number "number", String "string", Boolean "boolean", Undefined "undefined", Object "object", Function "function",
        Symbol "symbol", BigInt "bigint";
    ByteOrder: Little "little", Big "big", Told "told";
    ElementRep: Tagged "tagged", Int "int", Double "double", Number "number";
}

/// Parameters that say yes or no.
macro_rules! flags {
    ($($name:ident: $yes:literal, $no:literal;)*) => {$(
        pub struct $name;
        impl SpelledAs<bool> for $name {
            fn spell(value: &bool) -> String {
                if *value { $yes } else { $no }.to_string()
            }
            #[cfg(test)]
            fn read(text: &str) -> Option<bool> {
                match text { $yes => Some(true), $no => Some(false), _ => None }
            }
        }
    )*};
}

flags! {
    Greater: "max", "min";
    KnownCell: "cell", "any";
    KnownObject: "object", "any";
    Holey: "holey", "packed";
}

/// The bits of a JavaScript value.
pub struct Bits;

const VALUES: [(Value, &str); 5] = [
    (Value::UNDEFINED, "undefined"),
    (Value::NULL, "null"),
    (Value::TRUE, "true"),
    (Value::FALSE, "false"),
    (Value::EMPTY, "empty"),
];

impl SpelledAs<u64> for Bits {
    fn spell(bits: &u64) -> String {
        let name = VALUES.iter().find(|(value, _)| value.bits() == *bits);
        name.map_or_else(|| Address::spell(bits), |(_, name)| name.to_string())
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u64> {
        let value = VALUES.iter().find(|(_, name)| *name == text);
        value.map_or_else(|| Address::read(text), |(value, _)| Some(value.bits()))
    }
}

/// An address, or bits of which nothing else is said.
pub struct Address;

impl SpelledAs<u64> for Address {
    fn spell(bits: &u64) -> String {
        format!("{bits:#x}")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u64> {
        u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
    }
}

/// The bits of a double.
pub struct DoubleBits;

impl SpelledAs<u64> for DoubleBits {
    fn spell(bits: &u64) -> String {
        format!("{:?}", f64::from_bits(*bits))
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u64> {
        text.parse::<f64>().ok().map(f64::to_bits)
    }
}

/// A kind of cell.
pub struct Kind;

impl SpelledAs<u8> for Kind {
    fn spell(kind: &u8) -> String {
        CellKind::from_u8(*kind).name().to_string()
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u8> {
        CellKind::read(text).map(|kind| kind as u8)
    }
}

impl Spelled for CellKind {
    fn spell(&self) -> String {
        self.name().to_string()
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<CellKind> {
        CellKind::ALL.iter().find(|kind| kind.name() == text).copied()
    }
}

impl Spelled for EntryKind {
    fn spell(&self) -> String {
        self.name().to_string()
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<EntryKind> {
        EntryKind::ALL.iter().find(|kind| kind.name() == text).copied()
    }
}

/// Kinds of elements, as bits.
pub struct Kinds;

impl SpelledAs<u8> for Kinds {
    fn spell(kinds: &u8) -> String {
        let names = ElementKind::ALL.iter().filter(|kind| kinds & 1 << **kind as u8 != 0).map(|kind| kind.name());
        names.collect::<Vec<_>>().join("|").replace(' ', "_")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u8> {
        let bit = |name: &str| {
            let kind = ElementKind::ALL.iter().find(|kind| kind.name().replace(' ', "_") == name)?;
            Some(1 << *kind as u8)
        };
        text.split('|').map(bit).try_fold(0, |kinds, kind| Some(kinds | kind?))
    }
}

/// A kind of typed array.
pub struct Typed;

const TYPED: [(ArrayType, &str); 12] = [
    (ArrayType::Int8, "int8"),
    (ArrayType::Uint8, "uint8"),
    (ArrayType::Uint8Clamped, "uint8_clamped"),
    (ArrayType::Int16, "int16"),
    (ArrayType::Uint16, "uint16"),
    (ArrayType::Int32, "int32"),
    (ArrayType::Uint32, "uint32"),
    (ArrayType::Float16, "float16"),
    (ArrayType::Float32, "float32"),
    (ArrayType::Float64, "float64"),
    (ArrayType::BigInt64, "bigint64"),
    (ArrayType::BigUint64, "biguint64"),
];

impl SpelledAs<u8> for Typed {
    fn spell(ty: &u8) -> String {
        TYPED.iter().find(|(array, _)| *array as u8 == *ty).map_or("", |(_, name)| name).to_string()
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<u8> {
        TYPED.iter().find(|(_, name)| *name == text).map(|(array, _)| *array as u8)
    }
}

impl Spelled for InlineId {
    fn spell(&self) -> String {
        format!("{self:?}")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<InlineId> {
        text.strip_prefix('i')?.parse().ok().map(InlineId)
    }
}

impl Spelled for Target {
    fn spell(&self) -> String {
        match self {
            Target::Unknown => "unknown".to_string(),
            Target::Native => "native".to_string(),
            Target::Code(code) => format!("code {}", Address::spell(code)),
            Target::Constructor(code) => format!("constructor {}", Address::spell(code)),
        }
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<Target> {
        match text.split_once(' ') {
            None if text == "unknown" => Some(Target::Unknown),
            None if text == "native" => Some(Target::Native),
            Some(("code", code)) => Address::read(code).map(Target::Code),
            Some(("constructor", code)) => Address::read(code).map(Target::Constructor),
            _ => None,
        }
    }
}

impl Spelled for Outcome {
    fn spell(&self) -> String {
        let not = |negated: &bool| if *negated { "not " } else { "" };
        match self {
            Outcome::Written(register, negated) => format!("{}r{register}", not(negated)),
            Outcome::Jumped(negated) => format!("{}jumped", not(negated)),
        }
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<Outcome> {
        let (negated, text) = text.strip_prefix("not ").map_or((false, text), |rest| (true, rest));
        if text == "jumped" {
            return Some(Outcome::Jumped(negated));
        }
        Some(Outcome::Written(text.strip_prefix('r')?.parse().ok()?, negated))
    }
}

fn joined(numbers: &[impl std::fmt::Display], prefix: &str) -> String {
    numbers.iter().map(|n| format!("{prefix}{n}")).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
fn taken_apart<T: std::str::FromStr>(text: &str, prefix: &str) -> Option<Vec<T>> {
    text.split('|').filter(|n| !n.is_empty()).map(|n| n.strip_prefix(prefix)?.parse().ok()).collect()
}

impl Spelled for SmallVec<[u32; 4]> {
    fn spell(&self) -> String {
        joined(self, "")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<Self> {
        taken_apart(text, "").map(SmallVec::from_vec)
    }
}

impl Spelled for SmallVec<[u16; 4]> {
    fn spell(&self) -> String {
        joined(self, "r")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<Self> {
        taken_apart(text, "r").map(SmallVec::from_vec)
    }
}

impl<const N: usize> Spelled for [u16; N] {
    fn spell(&self) -> String {
        joined(self, "r")
    }
    #[cfg(test)]
    fn read(text: &str) -> Option<Self> {
        taken_apart(text, "r")?.try_into().ok()
    }
}
