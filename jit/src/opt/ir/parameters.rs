//! Representations of values, and what operations have as parameters.

/// How a value is kept in a machine register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Rep {
    /// As a JavaScript value, 64 bits.
    Tagged,
    /// 32 bits.
    Int,
    Double,
    /// 0 or 1.
    Bool,
    /// The address of a cell that is no JavaScript value.
    Pointer,
    /// No value.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Condition {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bitwise {
    And,
    Or,
    Xor,
    Shl,
    Shr,
    UShr,
}

/// Functions of one double.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DoubleFunction {
    Negate,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Round,
    Sin,
    Cos,
    Tan,
    Exp,
    Log,
    Atan,
    Trunc,
    Asin,
    Acos,
    Log2,
    Log10,
}

/// Functions of two doubles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DoubleFunction2 {
    Mod,
    Pow,
    Atan2,
    Min,
    Max,
    Hypot,
}

/// What typeof says of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TypeName {
    Number,
    String,
    Boolean,
    Undefined,
    Object,
    Function,
    Symbol,
    BigInt,
}

impl TypeName {
    pub const ALL: [TypeName; 8] = [
        TypeName::Number,
        TypeName::String,
        TypeName::Boolean,
        TypeName::Undefined,
        TypeName::Object,
        TypeName::Function,
        TypeName::Symbol,
        TypeName::BigInt,
    ];

    /// Where its string is among `VmContext::typeof_names`.
    pub fn place(self) -> usize {
        use abi::context::*;
        match self {
            TypeName::Number => TYPEOF_NUMBER,
            TypeName::String => TYPEOF_STRING,
            TypeName::Boolean => TYPEOF_BOOLEAN,
            TypeName::Undefined => TYPEOF_UNDEFINED,
            TypeName::Object => TYPEOF_OBJECT,
            TypeName::Function => TYPEOF_FUNCTION,
            TypeName::Symbol => TYPEOF_SYMBOL,
            TypeName::BigInt => TYPEOF_BIGINT,
        }
    }
}

/// Where the runtime leaves what a comparison came to, and whether that is the opposite of equality.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// In a register, as a boolean.
    Written(u16, bool),
    /// It jumped or not.
    Jumped(bool),
}

/// What is known of a function that is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Target {
    Unknown,
    /// A closure of this Code cell, which calls may enter.
    Code(u64),
    /// The same, called as a constructor with the instance that it starts with.
    Constructor(u64),
    /// A built-in.
    Native,
}

/// The order of the bytes of an access to a DataView.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ByteOrder {
    Little,
    Big,
    /// A further argument tells whether it is little-endian.
    Told,
}

/// How elements are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ElementRep {
    Tagged,
    Int,
    Double,
    /// Int32s in some objects and doubles in others, which are told apart by the object: a third argument.
    Number,
}

/// Whether a typed array's elements are floating-point numbers.
pub fn is_float(ty: u8) -> bool {
    ty == abi::object::ArrayType::Float32 as u8 || ty == abi::object::ArrayType::Float64 as u8
}
