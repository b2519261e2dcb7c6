//! What is known of opcodes beyond their operands: what they may do, and what those that compute or compare have in common.

/// Something that an instruction may do to what is outside of its registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An exception may come of it.
    Throws,
    /// Memory is taken; it throws where there is none.
    Allocates,
    /// JavaScript may run, which does everything.
    Calls,
    /// Properties and shapes of objects are looked at,
    ReadsObjects,
    /// or changed.
    WritesObjects,
    WritesElements,
    ReadsEnvironment,
    WritesEnvironment,
    /// Control never goes on behind it.
    Ends,
    /// The frame may be taken off the stack, to go on later.
    Suspends,
}

/// A set of effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u16);

impl Effects {
    /// The listed ones, and what they entail.
    pub const fn of(listed: &[Effect]) -> Effects {
        let (mut bits, mut i) = (0, 0);
        while i < listed.len() {
            bits |= match listed[i] {
                Effect::Calls => {
                    bit(Effect::Calls)
                        | bit(Effect::Throws)
                        | bit(Effect::Allocates)
                        | bit(Effect::ReadsObjects)
                        | bit(Effect::WritesObjects)
                        | bit(Effect::WritesElements)
                        | bit(Effect::ReadsEnvironment)
                        | bit(Effect::WritesEnvironment)
                }
                Effect::Allocates => bit(Effect::Allocates) | bit(Effect::Throws),
                effect => bit(effect),
            };
            i += 1;
        }
        Effects(bits)
    }

    pub const fn contains(self, effect: Effect) -> bool {
        self.0 & bit(effect) != 0
    }

    /// Nothing can be seen of it but that something is there that was not before: it may as well be done again.
    pub const fn only_allocates(self) -> bool {
        self.0 == Effects::of(&[Effect::Allocates]).0
    }
}

const fn bit(effect: Effect) -> u16 {
    1 << effect as u16
}

/// What two numbers are made into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Exp,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    UShr,
}

impl Arithmetic {
    pub const ALL: [Arithmetic; 12] = {
        use Arithmetic::*;
        [Add, Sub, Mul, Div, Mod, Exp, BitAnd, BitOr, BitXor, Shl, Shr, UShr]
    };
}

/// What two values are compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// IsLooselyEqual.
    Equal,
    /// IsStrictlyEqual.
    StrictEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub const ALL: [Comparison; 6] = {
        use Comparison::*;
        [Equal, StrictEqual, Less, LessOrEqual, Greater, GreaterOrEqual]
    };
}

/// What an opcode has in common with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Itself,
    Computes(Arithmetic),
    /// Gives the outcome of a comparison, or jumps by it: true, where the comparison holds or does not, as the second says.
    Compares(Comparison, bool),
}

/// What belongs together, in the interpreter and in the documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Load,
    Arithmetic,
    Compare,
    Jump,
    Property,
    Element,
    Class,
    Scope,
    Global,
    Call,
    Exception,
    Iteration,
    SelfHosted,
    Literal,
    Generator,
    Module,
    Disposal,
    Decorator,
    Count,
    Calls,
}
