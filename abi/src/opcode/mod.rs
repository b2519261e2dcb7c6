//! Opcodes: what they are called, what operands they have, and what is known of them.
//!
//! All of it is made of the [table](table). Whoever works on instructions asks here, or has the table given to a macro of their own
//! ([`opcodes!`](crate::opcodes)): decoder, disassembler, verifier, liveness, the interpreter's dispatch, the builder's emitters.

mod facts;
mod operand;
#[macro_use]
mod table;

pub use facts::{Arithmetic, Comparison, Effect, Effects, Family, Meaning};
pub use operand::{ConstantKind, Decode, Operand, Places, Units};

use crate::ic::SiteKind;
use operand::Reference;

/// Outcomes of an arithmetic or comparison instruction other than int32 with int32 giving int32. An operand is a double,
pub const ARITH_DOUBLE: u16 = 1;
/// both are int32s but the result is none,
pub const ARITH_OVERFLOW: u16 = 2;
/// an operand is a string, and so on.
pub const ARITH_STRING: u16 = 4;
pub const ARITH_BIGINT: u16 = 8;
pub const ARITH_OTHER: u16 = 16;
pub const ARITH_UNDEFINED: u16 = 64;
pub const ARITH_OBJECT: u16 = 128;

macro_rules! define {
    (
        $( $part:ident { $( $family:ident { $(
            $(#[doc = $doc:literal])*
            $name:ident $function:ident ( $( $operand:ident : $role:ident $( ($kind:ident) )? ),* ) [ $( $effect:ident ),* ]
            $( computes($arithmetic:ident) )? $( compares($comparison:ident, $sense:literal) )? ;
        )* } )* } )*
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Opcode { $($($( $(#[doc = $doc])* $name ),*),*),* }

        impl Opcode {
            pub const ALL: &'static [Opcode] = &[$($($(Opcode::$name),*),*),*];

            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($($(stringify!($name)),*),*),*];
                NAMES[self as usize]
            }

            /// The operands in order, with their names.
            #[inline]
            pub const fn operands(self) -> &'static [(&'static str, Operand)] {
                const OPERANDS: &[&[(&str, Operand)]] =
                    &[$($($( &[$( (stringify!($operand), Operand::$role) ),*] ),*),*),*];
                OPERANDS[self as usize]
            }

            /// What its operands refer to, of those that refer to something of a kind.
            const fn references(self) -> &'static [Reference] {
                use operand::kind;
                const REFERENCES: &[&[Reference]] =
                    &[$($($( &[$( $( Reference::$role(kind::$role::$kind), )? )*] ),*),*),*];
                REFERENCES[self as usize]
            }

            /// Length in units, the opcode's own included.
            #[inline(always)]
            pub const fn length(self) -> usize {
                const LENGTHS: &[u8] = &[$($($( (1 $( + Operand::$role.units() )*) as u8 ),*),*),*];
                LENGTHS[self as usize] as usize
            }

            #[inline]
            pub const fn effects(self) -> Effects {
                const EFFECTS: &[Effects] = &[$($($( Effects::of(&[$( Effect::$effect ),*]) ),*),*),*];
                EFFECTS[self as usize]
            }

            pub const fn meaning(self) -> Meaning {
                const MEANINGS: &[Meaning] = &[$($($( {
                    #[allow(unused_mut, unused_assignments)]
                    let mut meaning = Meaning::Itself;
                    $( meaning = Meaning::Computes(Arithmetic::$arithmetic); )?
                    $( meaning = Meaning::Compares(Comparison::$comparison, $sense); )?
                    meaning
                } ),*),*),*];
                MEANINGS[self as usize]
            }

            pub const fn family(self) -> Family {
                const FAMILIES: &[Family] = &[$($($( { let _ = stringify!($name); Family::$family } ),*),*),*];
                FAMILIES[self as usize]
            }
        }

        /// Instructions with their operands by name. What an operand is depends on who decodes them ([`Decode`]).
        pub mod view {
            use super::operand::role::{self, Role};
            use super::{Decode, Opcode};

            $($($(
                #[derive(Clone, Copy)]
                pub struct $name<S>(pub S);

                impl<S: Decode> $name<S> {
                    pub const OP: Opcode = Opcode::$name;

                    $(
                        #[inline(always)]
                        pub fn $operand(self) -> <role::$role as Role<S>>::Value {
                            <role::$role as Role<S>>::of(self.0, const { Opcode::$name.unit(stringify!($operand)) })
                        }
                    )*
                }
            )*)*)*
        }
    };
}

opcodes!(define);

/// What the constant and the feedback site of each opcode are.
const REFERENCES: [(Option<ConstantKind>, Option<SiteKind>); Opcode::COUNT] = {
    let mut kinds = [(None, None); Opcode::COUNT];
    let mut n = 0;
    while n < Opcode::COUNT {
        let references = Opcode::ALL[n].references();
        let mut i = 0;
        while i < references.len() {
            match references[i] {
                Reference::Constant(kind) => kinds[n].0 = Some(kind),
                Reference::Site(kind) => kinds[n].1 = Some(kind),
            }
            i += 1;
        }
        n += 1;
    }
    kinds
};

impl Opcode {
    pub const COUNT: usize = Self::ALL.len();

    #[inline(always)]
    pub fn from_u16(n: u16) -> Option<Opcode> {
        Self::ALL.get(n as usize).copied()
    }

    /// The first unit of the operand of a name.
    pub const fn unit(self, name: &str) -> usize {
        let operands = self.operands();
        let (mut at, mut i) = (1, 0);
        while i < operands.len() {
            if is_same(operands[i].0, name) {
                return at;
            }
            at += operands[i].1.units();
            i += 1;
        }
        panic!("there is no such operand")
    }

    /// The operands' roles, and the units that they begin at.
    #[inline]
    pub fn places(self) -> impl Iterator<Item = (usize, Operand)> {
        let mut at = 1;
        self.operands().iter().map(move |(_, operand)| {
            let place = at;
            at += operand.units();
            (place, *operand)
        })
    }

    /// The first unit of the first operand that has the role, 0 if none has.
    pub const fn place_of(self, role: Operand) -> usize {
        let operands = self.operands();
        let (mut at, mut i) = (1, 0);
        while i < operands.len() {
            if operands[i].1 as u8 == role as u8 {
                return at;
            }
            at += operands[i].1.units();
            i += 1;
        }
        0
    }

    /// Where it goes, as an offset from its own place, if it is a jump.
    #[inline]
    pub fn jump_offset(self, units: &[u16]) -> Option<i32> {
        const PLACES: [u8; Opcode::COUNT] = places_of(Operand::Jump);
        match PLACES[self as usize] as usize {
            0 => None,
            at => Some(Operand::Jump.value(units, at) as i32),
        }
    }

    /// The number of its site, if it has one.
    #[inline]
    pub fn site(self, units: &[u16]) -> Option<usize> {
        const PLACES: [u8; Opcode::COUNT] = places_of(Operand::Site);
        match PLACES[self as usize] as usize {
            0 => None,
            at => Some(Operand::Site.value(units, at) as usize),
        }
    }

    /// The register that its result is put into, if it has one.
    #[inline]
    pub fn result(self, units: &[u16]) -> Option<usize> {
        const PLACES: [u8; Opcode::COUNT] = places_of(Operand::Write);
        match PLACES[self as usize] as usize {
            0 => None,
            at => Some(Operand::Write.value(units, at) as usize),
        }
    }

    /// What kinds of operands it has seen, ARITH_* bits, if it notes them.
    #[inline]
    pub fn operand_feedback(self, units: &[u16]) -> Option<u16> {
        const PLACES: [u8; Opcode::COUNT] = places_of(Operand::Operands);
        match PLACES[self as usize] as usize {
            0 => None,
            at => Some(units[at]),
        }
    }

    /// The kind of its feedback site, if it has one.
    #[inline]
    pub const fn site_kind(self) -> Option<SiteKind> {
        REFERENCES[self as usize].1
    }

    /// The kind of its constant, if it has one.
    #[inline]
    pub const fn constant_kind(self) -> Option<ConstantKind> {
        REFERENCES[self as usize].0
    }

    /// It computes something of one operand or two.
    pub const fn is_operation(self) -> bool {
        matches!(self.family(), Family::Arithmetic) && !matches!(self, Opcode::Not | Opcode::Typeof)
    }

    /// Execution never goes on to the next instruction.
    #[inline]
    pub const fn is_terminator(self) -> bool {
        self.effects().contains(Effect::Ends)
    }

    const fn has(self, role: Operand) -> bool {
        self.place_of(role) != 0
    }

    /// One of its operands is a number in the instruction, where others of its meaning have a register.
    #[inline]
    pub const fn has_immediate(self) -> bool {
        self.has(Operand::Immediate)
    }

    /// Whether its operands have the names and the places of another's, whose view then does for both.
    pub const fn is_laid_out_as(self, other: Opcode) -> bool {
        let (operands, others) = (self.operands(), other.operands());
        let mut i = 0;
        while i < operands.len() && i < others.len() {
            if !is_same(operands[i].0, others[i].0) || operands[i].1.units() != others[i].1.units() {
                return false;
            }
            i += 1;
        }
        operands.len() == others.len()
    }

    /// The opcode that does the same with a number in the instruction in place of the right register.
    pub const fn with_immediate(self) -> Option<Opcode> {
        const TWINS: [Option<Opcode>; Opcode::COUNT] = {
            let mut twins = [None; Opcode::COUNT];
            let mut n = 0;
            while n < Opcode::COUNT {
                let op = Opcode::ALL[n];
                twins[n] = find(op.meaning(), op.has(Operand::Jump), true);
                n += 1;
            }
            twins
        };
        if self.has_immediate() { None } else { TWINS[self as usize] }
    }

    /// The opcode that gives the outcome of a comparison.
    pub const fn comparing(comparison: Comparison, sense: bool) -> Option<Opcode> {
        const OPCODES: [[Option<Opcode>; 2]; Comparison::ALL.len()] = by_comparison(false);
        OPCODES[comparison as usize][sense as usize]
    }

    /// The one that jumps if the comparison holds, or does not.
    pub const fn jumping(comparison: Comparison, sense: bool) -> Option<Opcode> {
        const OPCODES: [[Option<Opcode>; 2]; Comparison::ALL.len()] = by_comparison(true);
        OPCODES[comparison as usize][sense as usize]
    }

    /// The one that computes this of two registers.
    pub const fn computing(arithmetic: Arithmetic) -> Option<Opcode> {
        const OPCODES: [Option<Opcode>; Arithmetic::ALL.len()] = {
            let mut opcodes = [None; Arithmetic::ALL.len()];
            let mut n = 0;
            while n < opcodes.len() {
                opcodes[n] = find(Meaning::Computes(Arithmetic::ALL[n]), false, false);
                n += 1;
            }
            opcodes
        };
        OPCODES[arithmetic as usize]
    }
}

const fn by_comparison(jumps: bool) -> [[Option<Opcode>; 2]; Comparison::ALL.len()] {
    let mut opcodes = [[None; 2]; Comparison::ALL.len()];
    let mut n = 0;
    while n < opcodes.len() {
        opcodes[n][0] = find(Meaning::Compares(Comparison::ALL[n], false), jumps, false);
        opcodes[n][1] = find(Meaning::Compares(Comparison::ALL[n], true), jumps, false);
        n += 1;
    }
    opcodes
}

/// The opcode of a meaning that others have, too: that jumps or does not, and has an immediate operand or has none.
const fn find(meaning: Meaning, jumps: bool, immediate: bool) -> Option<Opcode> {
    let mut n = 0;
    while n < Opcode::COUNT {
        let op = Opcode::ALL[n];
        let same = match (meaning, op.meaning()) {
            (Meaning::Computes(a), Meaning::Computes(b)) => a as u8 == b as u8,
            (Meaning::Compares(a, x), Meaning::Compares(b, y)) => a as u8 == b as u8 && x == y,
            _ => false,
        };
        if same && op.has(Operand::Jump) == jumps && op.has_immediate() == immediate {
            return Some(op);
        }
        n += 1;
    }
    None
}

const fn places_of(role: Operand) -> [u8; Opcode::COUNT] {
    let mut places = [0; Opcode::COUNT];
    let mut n = 0;
    while n < Opcode::COUNT {
        places[n] = Opcode::ALL[n].place_of(role) as u8;
        n += 1;
    }
    places
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    a.len() == b.len()
}

/// What StartIteration began to iterate over: an array with the shape that arrays begin with, another array, by an iterator.
pub const ITERATES_ARRAY: u16 = 1;
pub const ITERATES_SHAPED_ARRAY: u16 = 2;
pub const ITERATES_OTHER: u16 = 4;

/// `argc` of a TailCall or a CallEval whose arguments are in a list in the area's first argument word.
pub const SPREAD_ARGC: u16 = u16::MAX;

/// Instructions that make the interpreter push a frame: a view of Call does for all of them.
pub const CALLS: [Opcode; 7] = [
    Opcode::Call,
    Opcode::Construct,
    Opcode::SuperCall,
    Opcode::SuperForward,
    Opcode::CallSpread,
    Opcode::ConstructSpread,
    Opcode::SuperCallSpread,
];

/// Their length in units.
pub const CALL_LENGTH: usize = Opcode::Call.length();
/// Where they have the register of their result. So have GetField and GetSuperField, at which the caller of an accessor may wait.
pub const RESULT: usize = Opcode::Call.unit("dst");

// Whoever has one view for several opcodes relies on this.
const _: () = {
    let mut n = 0;
    while n < CALLS.len() {
        assert!(CALLS[n].is_laid_out_as(Opcode::Call));
        n += 1;
    }
    assert!(Opcode::GetField.unit("dst") == RESULT && Opcode::GetSuperField.unit("dst") == RESULT);
    n = 0;
    while n < Opcode::COUNT {
        let op = Opcode::ALL[n];
        assert!(op.has(Operand::Site) == op.site_kind().is_some(), "a site without a kind");
        assert!(op.has(Operand::Constant) == op.constant_kind().is_some(), "a constant without a kind");
        match op.meaning() {
            Meaning::Itself => {}
            // The outcome of a comparison has the operands of a sum.
            _ if op.has(Operand::Jump) => assert!(op.is_laid_out_as(Opcode::JumpLt)),
            _ => assert!(op.is_laid_out_as(Opcode::Add)),
        }
        n += 1;
    }
    assert!(Opcode::DefineField.is_laid_out_as(Opcode::SetField));
    assert!(
        Opcode::GetScopedChecked.is_laid_out_as(Opcode::GetScoped)
            && Opcode::SetScopedChecked.is_laid_out_as(Opcode::SetScoped)
    );
    assert!(
        Opcode::JumpFalse.is_laid_out_as(Opcode::JumpTrue)
            && Opcode::JumpNotNullish.is_laid_out_as(Opcode::JumpNullish)
    );
    assert!(
        Opcode::JumpUndefined.is_laid_out_as(Opcode::JumpNullish)
            && Opcode::JumpNotUndefined.is_laid_out_as(Opcode::JumpNullish)
    );
    assert!(
        Opcode::Dec.is_laid_out_as(Opcode::Inc)
            && Opcode::Neg.is_laid_out_as(Opcode::Inc)
            && Opcode::BitNot.is_laid_out_as(Opcode::Inc)
    );
    assert!(Opcode::GetPresent.is_laid_out_as(Opcode::GetIndex) && Opcode::Specialize.is_laid_out_as(Opcode::Nop));
    assert!(Opcode::ToNumeric.is_laid_out_as(Opcode::ToNumber));
};
