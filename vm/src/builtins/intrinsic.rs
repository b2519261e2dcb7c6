//! Built-ins that the optimizing compiler knows.

use crate::code::Code;
use crate::native::{NativeFn, NativeFunction};
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind};
use abi::object::ArrayType;

/// A built-in of which a compiler knows what it does with numbers and strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Intrinsic {
    Array,
    ArrayPop,
    ArrayPush,
    /// The constructor, called.
    Boolean,
    /// Called without a frame.
    Direct(Direct),
    FunctionApply,
    FunctionCall,
    GeneratorNext,
    /// The global functions; of numbers, Number's own do the same.
    IsFinite,
    IsNan,
    MathAbs,
    MathAcos,
    MathAsin,
    MathAtan,
    MathAtan2,
    MathCeil,
    MathCos,
    MathExp,
    MathFloor,
    MathHypot,
    MathImul,
    MathLog,
    MathLog10,
    MathLog2,
    MathMax,
    MathMin,
    MathPow,
    MathRound,
    MathSin,
    MathSqrt,
    MathTan,
    MathTrunc,
    /// The constructor, called.
    Number,
    ParseInt,
    ReflectGet,
    ReflectHas,
    ReflectSet,
    /// The constructor, called.
    String,
    StringCharAt,
    StringCharCodeAt,
    StringFromCharCode,
    /// The constructor of such arrays.
    TypedArray(ArrayType),
    /// DataView's getters and setters.
    ViewGet(ArrayType),
    ViewSet(ArrayType),
}

/// A built-in that runs no JavaScript, and that optimized code calls with its operands: [`crate::interp::built_in`] has what is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Direct {
    /// AppendElement of self-hosted code, to an array that nobody has seen.
    AppendElement,
    /// With one argument.
    ArrayConcat,
    /// With one argument, as ArrayIndexOf.
    ArrayIncludes,
    ArrayIndexOf,
    ArrayIsArray,
    ArraySlice,
    /// Operators of BigInts, and what is BigInt's own.
    BigIntAdd,
    BigIntAnd,
    BigIntAsIntN,
    BigIntAsUintN,
    BigIntDiv,
    BigIntMul,
    BigIntOr,
    BigIntRem,
    BigIntShl,
    BigIntShr,
    BigIntSub,
    BigIntXor,
    /// The operator `in`.
    In,
    MapDelete,
    MapGet,
    MapHas,
    MapSet,
    MathRandom,
    /// What `new` makes of a typed array's constructor with one argument, and the element type's number.
    NewTypedArray,
    /// NextPresent and PreviousPresent of self-hosted code.
    NextPresent,
    PreviousPresent,
    NumberIsFinite,
    NumberIsInteger,
    /// With one argument.
    ObjectCreate,
    ObjectGetPrototypeOf,
    ObjectHasOwn,
    ObjectHasOwnProperty,
    ObjectKeys,
    /// Object.prototype.toString.
    ObjectToString,
    /// With radix 10, or none.
    ParseInt,
    /// CheckGetTrap and CheckSetTrap of self-hosted code, where the target says nothing of the property.
    IsFree,
    /// Of a property that is no accessor.
    ReflectGet,
    /// What a literal evaluates to, of one that is as it was made.
    RegExpCopy,
    /// RegExp.prototype's methods, of a pristine regular expression.
    RegExpExec,
    RegExpTest,
    SetAdd,
    SetDelete,
    SetHas,
    /// SpeciesList of self-hosted code.
    SpeciesList,
    StringCodePointAt,
    /// Which of two strings comes first: -1, 0 or 1.
    StringCompare,
    StringEndsWith,
    StringFromCodePoint,
    StringIncludes,
    StringIndexOf,
    StringLastIndexOf,
    StringSlice,
    StringStartsWith,
    StringSubstring,
    StringToLowerCase,
    StringToUpperCase,
    StringTrim,
    /// ToNumber of a primitive value that is no BigInt.
    ToNumber,
    /// ToString of a primitive value.
    ToString,
    WeakMapGet,
    WeakMapHas,
    WeakMapSet,
    WeakSetAdd,
    WeakSetHas,
}

impl Direct {
    /// What the first operand has to be; None where it is looked at.
    pub fn receiver(self) -> Option<CellKind> {
        Some(match self {
            Direct::ArrayConcat
            | Direct::ArrayIncludes
            | Direct::ArrayIndexOf
            | Direct::ArraySlice
            | Direct::SpeciesList => CellKind::Array,
            Direct::MapDelete | Direct::MapGet | Direct::MapHas | Direct::MapSet => CellKind::Map,
            Direct::RegExpExec | Direct::RegExpTest => CellKind::RegExp,
            Direct::SetAdd | Direct::SetDelete | Direct::SetHas => CellKind::Set,
            Direct::StringCodePointAt
            | Direct::StringEndsWith
            | Direct::StringIncludes
            | Direct::StringIndexOf
            | Direct::StringLastIndexOf
            | Direct::StringSlice
            | Direct::StringStartsWith
            | Direct::StringSubstring
            | Direct::StringToLowerCase
            | Direct::StringToUpperCase
            | Direct::StringTrim => CellKind::String,
            Direct::WeakMapGet | Direct::WeakMapHas | Direct::WeakMapSet => CellKind::WeakMap,
            Direct::WeakSetAdd | Direct::WeakSetHas => CellKind::WeakSet,
            Direct::BigIntAdd
            | Direct::BigIntAnd
            | Direct::BigIntAsIntN
            | Direct::BigIntAsUintN
            | Direct::BigIntDiv
            | Direct::BigIntMul
            | Direct::BigIntOr
            | Direct::BigIntRem
            | Direct::BigIntShl
            | Direct::BigIntShr
            | Direct::BigIntSub
            | Direct::BigIntXor
            | Direct::AppendElement
            | Direct::ArrayIsArray
            | Direct::In
            | Direct::NextPresent
            | Direct::NumberIsFinite
            | Direct::NumberIsInteger
            | Direct::PreviousPresent
            | Direct::ObjectGetPrototypeOf
            | Direct::ObjectHasOwn
            | Direct::ObjectHasOwnProperty
            | Direct::MathRandom
            | Direct::ObjectCreate
            | Direct::ObjectKeys
            | Direct::ObjectToString
            | Direct::ParseInt
            | Direct::IsFree
            | Direct::NewTypedArray
            | Direct::ReflectGet
            | Direct::RegExpCopy
            | Direct::StringCompare
            | Direct::StringFromCodePoint
            | Direct::ToNumber
            | Direct::ToString => return None,
        })
    }

    /// `this` is the first operand.
    pub fn takes_this(self) -> bool {
        !matches!(
            self,
            Direct::ArrayIsArray
                | Direct::BigIntAsIntN
                | Direct::BigIntAsUintN
                | Direct::MathRandom
                | Direct::NumberIsFinite
                | Direct::NumberIsInteger
                | Direct::ObjectCreate
                | Direct::ObjectGetPrototypeOf
                | Direct::ObjectHasOwn
                | Direct::ObjectKeys
                | Direct::ParseInt
                | Direct::ReflectGet
                | Direct::StringFromCodePoint
                | Direct::ToNumber
                | Direct::ToString
        )
    }

    /// How many arguments it looks at.
    pub fn arguments(self) -> usize {
        match self {
            Direct::AppendElement
            | Direct::ArraySlice
            | Direct::BigIntAsIntN
            | Direct::BigIntAsUintN
            | Direct::MapSet
            | Direct::ObjectHasOwn
            | Direct::ReflectGet
            | Direct::StringEndsWith
            | Direct::StringIncludes
            | Direct::StringIndexOf
            | Direct::StringLastIndexOf
            | Direct::StringSlice
            | Direct::StringStartsWith
            | Direct::StringSubstring
            | Direct::WeakMapSet => 2,
            Direct::MathRandom
            | Direct::ObjectToString
            | Direct::StringToLowerCase
            | Direct::StringToUpperCase
            | Direct::StringTrim => 0,
            _ => 1,
        }
    }

    /// It writes the receiver's lastIndex, which is its first inline slot.
    pub fn writes_last_index(self) -> bool {
        matches!(self, Direct::RegExpExec | Direct::RegExpTest)
    }

    /// It changes its receiver.
    pub fn changes(self) -> bool {
        matches!(
            self,
            Direct::MapDelete
                | Direct::MapSet
                | Direct::SetAdd
                | Direct::SetDelete
                | Direct::WeakMapSet
                | Direct::WeakSetAdd
        )
    }
}

/// Finds a function in a table. A function that was merged with another one does the same.
pub(crate) fn find(table: &[(NativeFn, Intrinsic)], function: NativeFn) -> Option<Intrinsic> {
    table.iter().find(|(f, _)| *f as usize == function as usize).map(|(_, intrinsic)| *intrinsic)
}

impl Vm {
    /// Whether a NativeFunction, given by its address, is of the realm that code runs in.
    ///
    /// # Safety
    /// The address must be that of a live NativeFunction.
    pub unsafe fn is_of_realm(&self, native: u64, code: &Code) -> bool {
        // SAFETY: the caller's promise.
        let realm = unsafe { (*(native as *const NativeFunction)).realm.get() };
        std::ptr::eq(realm, code.realm.get())
    }

    /// What a NativeFunction, given by its address, is to compilers.
    ///
    /// # Safety
    /// The address must be that of a live cell.
    pub unsafe fn intrinsic(&self, native: u64) -> Option<Intrinsic> {
        let cell = native as *const CellHeader;
        // SAFETY: the caller's promise; the kind says what the cell is.
        let function = unsafe {
            if !(*cell).is(CellKind::NativeFunction) {
                return None;
            }
            (*cell.cast::<NativeFunction>()).function
        };
        crate::builtins::math::intrinsic(function)
            .or_else(|| crate::builtins::bigint::intrinsic(function))
            .or_else(|| crate::builtins::string::intrinsic(function))
            .or_else(|| crate::builtins::array::intrinsic(function))
            .or_else(|| crate::builtins::map::intrinsic(function))
            .or_else(|| crate::builtins::number::intrinsic(function))
            .or_else(|| crate::builtins::object::intrinsic(function))
            .or_else(|| crate::builtins::reflect::intrinsic(function))
            .or_else(|| crate::builtins::regexp::intrinsic(function))
            .or_else(|| crate::builtins::set::intrinsic(function))
            .or_else(|| crate::builtins::typed_array::intrinsic(function))
            .or_else(|| crate::builtins::weak_map::intrinsic(function))
            .or_else(|| crate::builtins::weak_set::intrinsic(function))
            .or_else(|| crate::builtins::function::intrinsic(function))
            .or_else(|| crate::builtins::boolean::intrinsic(function))
            .or_else(|| crate::builtins::generator::intrinsic(function))
            .or_else(|| crate::builtins::global::intrinsic(function))
            .or_else(|| crate::builtins::data_view::intrinsic(function))
    }
}
