//! Built-ins that the optimizing compiler knows.

use crate::native::{NativeFn, NativeFunction};
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind};

/// A built-in of which a compiler knows what it does with numbers and strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Intrinsic {
    Array,
    ArrayPop,
    ArrayPush,
    FunctionApply,
    FunctionCall,
    MathAbs,
    MathAtan,
    MathAtan2,
    MathCeil,
    MathCos,
    MathExp,
    MathFloor,
    MathImul,
    MathLog,
    MathMax,
    MathMin,
    MathPow,
    MathRound,
    MathSin,
    MathSqrt,
    MathTan,
    ParseInt,
    StringCharAt,
    StringCharCodeAt,
    StringFromCharCode,
}

/// Finds a function in a table. A function that was merged with another one does the same.
pub(crate) fn find(table: &[(NativeFn, Intrinsic)], function: NativeFn) -> Option<Intrinsic> {
    table.iter().find(|(f, _)| *f as usize == function as usize).map(|(_, intrinsic)| *intrinsic)
}

impl Vm {
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
            .or_else(|| crate::builtins::string::intrinsic(function))
            .or_else(|| crate::builtins::array::intrinsic(function))
            .or_else(|| crate::builtins::function::intrinsic(function))
            .or_else(|| crate::builtins::global::intrinsic(function))
    }
}
