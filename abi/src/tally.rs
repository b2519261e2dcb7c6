//! What an instruction that counts keeps (`--count`), as far as compiled code sees it.

use core::cell::Cell;

/// The first part of a tally. Whoever finds an execution to be like the last one adds one to `alike`; all else is the runtime's.
#[repr(C)]
pub struct Tally {
    /// What the last execution came across: at a property access the index of the object's shape, at an operation the types of its operands
    /// ([`types`]). 0 where that does not say enough.
    pub last: Cell<u32>,
    /// The tally's own number, which the VM knows it by.
    pub number: u32,
    /// Executions since then that came across the same.
    pub alike: Cell<u64>,
}

/// The type of a value, as `typeof` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Type {
    /// There is no second operand.
    None = 0,
    Undefined = 1,
    Boolean = 2,
    Number = 3,
    String = 4,
    /// Null, too.
    Object = 5,
    Function = 6,
    Symbol = 7,
    BigInt = 8,
}

impl Type {
    pub const ALL: [Type; 9] = [
        Type::None,
        Type::Undefined,
        Type::Boolean,
        Type::Number,
        Type::String,
        Type::Object,
        Type::Function,
        Type::Symbol,
        Type::BigInt,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Type::None => "",
            Type::Undefined => "undefined",
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::String => "string",
            Type::Object => "object",
            Type::Function => "function",
            Type::Symbol => "symbol",
            Type::BigInt => "bigint",
        }
    }
}

/// Types of operands as one number, which is never 0.
pub const fn types(left: Type, right: Type) -> u32 {
    (left as u32) << 4 | right as u32
}

/// The types that a number stands for.
pub fn of_types(types: u32) -> (Type, Type) {
    let of = |n: u32| Type::ALL.get(n as usize & 15).copied().unwrap_or(Type::None);
    (of(types >> 4), of(types))
}

const _: () = assert!(size_of::<Tally>() == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_apart() {
        for left in Type::ALL.into_iter().skip(1) {
            for right in Type::ALL {
                let both = types(left, right);
                assert_ne!(both, 0);
                assert_eq!(of_types(both), (left, right));
            }
        }
    }
}
