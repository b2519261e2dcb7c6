//! Operands: the roles that they have in instructions, and what they are to those who look at one.

use crate::ic::SiteKind;

/// The role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register that is read.
    Read,
    /// A register that is written.
    Write,
    /// A register that is read, and written after that.
    Change,
    /// Two registers that an iterator record is put into.
    NewRecord,
    /// The two registers of an iterator record, which is read and changed.
    Record,
    /// The first of a run of registers, whose number is the `count` that follows.
    Run,
    /// A call's outgoing area, with as many arguments as the `argc` that follows says: callee, this and arguments are read.
    CallArea,
    /// The area of a `new`: callee and arguments are read.
    ConstructArea,
    /// The area of a `super`: callee, new.target and arguments are read.
    SuperArea,
    /// The area of a `super` that passes on the running frame's arguments: callee and new.target are read, and `argc` parameters of the frame.
    ForwardArea,
    /// A 16-bit unsigned number.
    Number,
    /// A 16-bit signed number, an operand as an int32 in a register is.
    Immediate,
    /// A 32-bit signed number.
    Long,
    /// The number of a constant, 32 bits.
    Constant,
    /// The number of one of the module's imports, 32 bits.
    Import,
    /// The number of a jump table.
    Table,
    /// The number of a feedback site, 32 bits.
    Site,
    /// The number of a tally, 32 bits.
    Tally,
    /// A jump offset in units, 32 bits signed.
    Jump,
    /// Feedback, kept in the instruction and written as it runs: kinds of operands and results, ARITH_* bits.
    Operands,
    /// What was iterated over, ITERATES_* bits.
    Iterables,
    /// SEEN_* bits and kinds of elements, as in element sites.
    Elements,
}

/// What a constant is that an instruction needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantKind {
    /// A number, a string or a BigInt.
    Primitive,
    /// A name, a description, a message.
    String,
    Function,
    Scope,
    Array,
    RegExp,
    Template,
    GlobalDeclarations,
    EvalDeclarations,
    EvalScope,
}

/// What an operand refers to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reference {
    Constant(ConstantKind),
    Site(SiteKind),
}

/// The kinds that go with a role, by its name.
pub(super) mod kind {
    pub use super::ConstantKind as Constant;
    pub use crate::ic::SiteKind as Site;
}

impl Operand {
    /// Length in units.
    #[inline]
    pub const fn units(self) -> usize {
        match self {
            Operand::Long | Operand::Constant | Operand::Import | Operand::Site | Operand::Tally | Operand::Jump => 2,
            _ => 1,
        }
    }

    /// Whether it names one register or more.
    pub const fn is_register(self) -> bool {
        use Operand::*;
        matches!(
            self,
            Read | Write | Change | NewRecord | Record | Run | CallArea | ConstructArea | SuperArea | ForwardArea
        )
    }

    pub const fn is_area(self) -> bool {
        matches!(self, Operand::CallArea | Operand::ConstructArea | Operand::SuperArea | Operand::ForwardArea)
    }

    /// Whether it is feedback, which the compiler does not give.
    pub const fn is_feedback(self) -> bool {
        matches!(self, Operand::Operands | Operand::Iterables | Operand::Elements)
    }

    /// Its value in `code`, where its units begin: signed ones are sign-extended.
    #[inline]
    pub fn value(self, code: &[u16], at: usize) -> i64 {
        let long = || code[at] as u32 | (code[at + 1] as u32) << 16;
        match self {
            Operand::Long | Operand::Jump => long() as i32 as i64,
            Operand::Constant | Operand::Import | Operand::Site | Operand::Tally => long() as i64,
            Operand::Immediate => code[at] as i16 as i64,
            _ => code[at] as i64,
        }
    }
}

/// What the operands of an instruction are to somebody: in the interpreter, values and sites; to a compiler, numbers; to who makes machine code without
/// knowing the instruction, their places in it. A [view](super::view) asks this for its operands by their places.
pub trait Decode: Copy {
    type Read;
    type Write;
    type Change;
    /// The first of several registers.
    type Range;
    /// A call's outgoing area.
    type Area;
    type Number;
    type Immediate;
    type Long;
    type Constant;
    type Table;
    type Site;
    type Jump;
    type Feedback;

    fn read(self, at: usize) -> Self::Read;
    fn write(self, at: usize) -> Self::Write;
    fn change(self, at: usize) -> Self::Change;
    fn range(self, at: usize) -> Self::Range;
    fn area(self, at: usize) -> Self::Area;
    fn number(self, at: usize) -> Self::Number;
    fn immediate(self, at: usize) -> Self::Immediate;
    fn long(self, at: usize) -> Self::Long;
    fn constant(self, at: usize) -> Self::Constant;
    fn table(self, at: usize) -> Self::Table;
    fn site(self, at: usize) -> Self::Site;
    fn jump(self, at: usize) -> Self::Jump;
    fn feedback(self, at: usize) -> Self::Feedback;
}

/// The roles as types: how each is asked for.
pub mod role {
    use super::Decode;

    pub trait Role<S: Decode> {
        type Value;
        fn of(operands: S, at: usize) -> Self::Value;
    }

    macro_rules! roles {
        ($( $role:ident: $value:ident, $ask:ident; )*) => {
            $(
                pub struct $role;

                impl<S: Decode> Role<S> for $role {
                    type Value = S::$value;

                    #[inline(always)]
                    fn of(operands: S, at: usize) -> S::$value {
                        operands.$ask(at)
                    }
                }
            )*
        };
    }

    roles! {
        Read: Read, read;
        Write: Write, write;
        Change: Change, change;
        NewRecord: Range, range;
        Record: Range, range;
        Run: Range, range;
        CallArea: Area, area;
        ConstructArea: Area, area;
        SuperArea: Area, area;
        ForwardArea: Area, area;
        Number: Number, number;
        Immediate: Immediate, immediate;
        Long: Long, long;
        Constant: Constant, constant;
        Import: Constant, constant;
        Table: Table, table;
        Site: Site, site;
        Tally: Constant, constant;
        Jump: Jump, jump;
        Operands: Feedback, feedback;
        Iterables: Feedback, feedback;
        Elements: Feedback, feedback;
    }
}

/// Operands as the numbers that they are in an instruction's units.
#[derive(Clone, Copy)]
pub struct Units<'a>(pub &'a [u16]);

impl Units<'_> {
    #[inline(always)]
    fn two(self, at: usize) -> u32 {
        self.0[at] as u32 | (self.0[at + 1] as u32) << 16
    }
}

macro_rules! operands {
    ($self:ident, $at:ident: $( $value:ident, $ask:ident: $type:ty = $get:expr; )*) => {
        $(
            type $value = $type;
        )*
        $(
            #[inline(always)]
            fn $ask($self, $at: usize) -> $type {
                $get
            }
        )*
    };
}

impl Decode for Units<'_> {
    operands! {
        self, at:
        Read, read: usize = self.0[at] as usize;
        Write, write: usize = self.0[at] as usize;
        Change, change: usize = self.0[at] as usize;
        Range, range: usize = self.0[at] as usize;
        Area, area: usize = self.0[at] as usize;
        Number, number: u16 = self.0[at];
        Immediate, immediate: i32 = self.0[at] as i16 as i32;
        Long, long: i32 = self.two(at) as i32;
        Constant, constant: u32 = self.two(at);
        Table, table: usize = self.0[at] as usize;
        Site, site: usize = self.two(at) as usize;
        Jump, jump: i32 = self.two(at) as i32;
        Feedback, feedback: u16 = self.0[at];
    }
}

/// Operands as the numbers of their first units.
#[derive(Clone, Copy)]
pub struct Places;

impl Decode for Places {
    operands! {
        self, at:
        Read, read: u8 = at as u8;
        Write, write: u8 = at as u8;
        Change, change: u8 = at as u8;
        Range, range: u8 = at as u8;
        Area, area: u8 = at as u8;
        Number, number: u8 = at as u8;
        Immediate, immediate: u8 = at as u8;
        Long, long: u8 = at as u8;
        Constant, constant: u8 = at as u8;
        Table, table: u8 = at as u8;
        Site, site: u8 = at as u8;
        Jump, jump: u8 = at as u8;
        Feedback, feedback: u8 = at as u8;
    }
}
