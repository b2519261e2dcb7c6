//! The operations. [`ops!`] says everything of each in one row; nothing has a default, so that an operation of which something is not said does not
//! compile.
//!
//! ```text
//! Name(parameters) "spelling" [arguments] => result,
//!     reads: regions, writes: regions, exits: .., collects: .., escapes: .., moves: .., unused: .., numbered: ..;
//! ```
//!
//! Behind `exits: Guards` stands what such an exit tells: `{ found: .., expected: .. }`, see [`Found`] and [`Expected`].
//!
//! A parameter that is not spelled as its type says is followed by `as` and who spells it. Arguments are the representations that they must have
//! ([`ANY`]: as they come); `?` begins those that may be missing, `..` stands before what all further ones must have. Parameters may be
//! used, by reference, in all that follows the spelling.

use super::guard::{Expected, Found, Guard};
use super::parameters::*;
use super::region::{Region, Regions};
use super::spelling::*;
use super::{Graph, InlineId, Node};
use abi::cell::CellKind;
use abi::ic::EntryKind;
use abi::object::{ArrayType, DOUBLE_ELEMENTS, INT_ELEMENTS};
use smallvec::SmallVec;
use vm::builtins::intrinsic::Direct;

/// Whether an operation can fail or throw; only then does its node have a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exits {
    Never,
    /// By a guard: the lower tiers go on in the node's state.
    Guards,
    /// It is a call: the state is where the frames are during it, and where exceptions are caught.
    Calls,
}

/// Something holds of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Always,
    Never,
    /// Where the first argument is a machine number, or a JavaScript value.
    OfNumber,
    OfTagged,
}

/// Which arguments an operation may make reachable by a way that there was not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    Nothing,
    AllButFirst,
    All,
}

/// Where an operation may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// Wherever its arguments are there: it depends on nothing else, and cannot fail.
    Freely,
    Not,
}

/// What becomes of an operation whose value nobody uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unused {
    Removed,
    /// Removed if the first argument is a machine number.
    RemovedOfNumber,
    /// It allocates an object that nobody else has: removed, with what is only done to that object.
    RemovedObject,
    /// It does something to its first argument alone: removed with it, if that is such an object.
    RemovedWithObject,
    /// Removed unless somebody may look at the frame.
    RemovedUnlessSeen,
    Kept,
}

/// What is said of an operation besides its parameters and arguments.
#[derive(Clone, Copy, Debug)]
pub struct Properties {
    pub reads: Regions,
    pub writes: Regions,
    pub exits: Exits,
    /// It may begin a collection.
    pub collects: When,
    pub escapes: Escapes,
    pub moves: Moves,
    pub unused: Unused,
    /// What it gives, or demands, depends on nothing but its arguments: a second one of the same can give way to the first.
    pub numbered: When,
}

/// How an argument, or a result, is represented.
type Wanted = Option<Rep>;

/// As it comes, or as representation selection decides.
const ANY: Wanted = None;
const TAGGED: Wanted = Some(Rep::Tagged);
const INT: Wanted = Some(Rep::Int);
const DOUBLE: Wanted = Some(Rep::Double);
const BOOL: Wanted = Some(Rep::Bool);
const POINTER: Wanted = Some(Rep::Pointer);
const NOTHING: Wanted = Some(Rep::Nothing);

const NONE: Regions = Regions::NONE;
const ALL: Regions = Regions::ALL;
/// Words that are known by cell and offset.
const WORDS: Regions = Regions::of(&[Region::Object, Region::Slots, Region::Environment]);
const WORDS_AND_SHAPE: Regions = Regions::of(&[Region::Object, Region::Slots, Region::Environment, Region::Shape]);
const OBJECT: Regions = Regions::of(&[Region::Object]);
const ARRAY: Regions = Regions::of(&[Region::Object, Region::Elements]);
const SHAPE: Regions = Regions::of(&[Region::Shape]);
const FLAGS: Regions = Regions::of(&[Region::Flags]);
const ELEMENTS: Regions = Regions::of(&[Region::Elements]);
const BYTES: Regions = Regions::of(&[Region::Bytes]);
const COLLECTION: Regions = Regions::of(&[Region::Collection]);
const FRAME: Regions = Regions::of(&[Region::Frame]);
const FRAME_AND_COLLECTOR: Regions = Regions::of(&[Region::Frame, Region::Collector]);
const COLLECTOR: Regions = Regions::of(&[Region::Collector]);
const WORLD: Regions = Regions::of(&[Region::World]);
const COUNTS: Regions = Regions::of(&[Region::Counts]);
const CURRENT_CALL: Regions = Regions::of(&[Region::CurrentCall]);
const CALLS: Regions = Regions::of(&[Region::Counts, Region::CurrentCall]);
/// What is looked at to count an access to an element.
const ARRAY_AND_COUNTS: Regions = Regions::of(&[Region::Object, Region::Elements, Region::Counts]);
const SHAPE_AND_COUNTS: Regions = Regions::of(&[Region::Shape, Region::Counts]);

macro_rules! speller {
    ($ty:ty) => {
        Own::<$ty>
    };
    ($ty:ty, $speller:ident) => {
        $speller
    };
}

macro_rules! guard {
    (Guards $found:expr, $expected:expr) => {
        Some(Guard { found: $found, expected: $expected })
    };
    (Never) => {
        None
    };
    (Calls) => {
        None
    };
}

macro_rules! ops {
    ($(
        $(#[$doc:meta])*
        $op:ident
        $(($($part:ident: $ty:ty $(as $speller:ident)?),+))?
        $({$($(#[$field_doc:meta])* $field:ident: $its:ty $(as $its_speller:ident)?),+})?
        $name:literal [$($arg:expr),*] $(? [$($optional:expr),+])? $(.. $rest:expr)? => $result:expr,
        reads: $reads:expr, writes: $writes:expr, exits: $exits:ident $({ found: $found:expr, expected: $expected:expr })?, collects: $collects:ident, escapes: $escapes:ident,
        moves: $moves:ident, unused: $unused:ident, numbered: $numbered:ident;
    )*) => {
        /// What a node does. What is said of arguments is in the order of [`Node::args`].
        #[derive(Clone, PartialEq, Eq, Debug, Hash)]
        pub enum Op {
            $($(#[$doc])* $op $(($($ty),+))? $({$($(#[$field_doc])* $field: $its),+})?,)*
        }

        #[allow(unused_variables)] // Most rows say the same whatever their parameters are.
        impl Op {
            /// What the argument must be represented as; None: as it comes.
            pub fn wants(&self, argument: usize) -> Option<Rep> {
                let wanted: (&[Wanted], Wanted) = match self {
                    $(Op::$op $(($($part),+))? $({$($field),+})? =>
                        (&[$($arg,)* $($($optional),+)?], { let rest = ANY; $(let rest = $rest;)? rest }),)*
                };
                wanted.0.get(argument).copied().unwrap_or(wanted.1)
            }

            /// How many arguments it has, at least and at most.
            pub fn arity(&self) -> (usize, usize) {
                match self {
                    $(Op::$op $(($($part),+))? $({$($field),+})? => {
                        let least: &[Wanted] = &[$($arg),*];
                        let most: &[Wanted] = &[$($arg,)* $($($optional),+)?];
                        let unlimited: &[Wanted] = &[$($rest)?];
                        (least.len(), if unlimited.is_empty() { most.len() } else { usize::MAX })
                    })*
                }
            }

            /// How its value is represented; None: as representation selection decides.
            pub fn result(&self) -> Option<Rep> {
                match self { $(Op::$op $(($($part),+))? $({$($field),+})? => $result,)* }
            }

            pub fn properties(&self) -> Properties {
                match self {
                    $(Op::$op $(($($part),+))? $({$($field),+})? => Properties {
                        reads: $reads,
                        writes: $writes,
                        exits: Exits::$exits,
                        collects: When::$collects,
                        escapes: Escapes::$escapes,
                        moves: Moves::$moves,
                        unused: Unused::$unused,
                        numbered: When::$numbered,
                    },)*
                }
            }

            /// What its exits tell, if it is a guard.
            pub fn guard(&self) -> Option<Guard<'_>> {
                use Expected::*;
                use Found::*;
                match self {
                    $(Op::$op $(($($part),+))? $({$($field),+})? => guard!($exits $($found, $expected)?),)*
                }
            }

            /// It with its parameters, as text.
            pub fn spell(&self) -> String {
                match self {
                    $(Op::$op $(($($part),+))? $({$($field),+})? => with_parameters($name, &[
                        $($(<speller!($ty $(, $speller)?)>::spell($part)),+)?
                        $($(format!("{} {}", words(stringify!($field)), <speller!($its $(, $its_speller)?)>::spell($field))),+)?
                    ]),)*
                }
            }

            #[cfg(test)]
            pub fn read(text: &str) -> Option<Op> {
                $(
                    let mut list = parameters(text, $name);
                    let mut read = || -> Option<Op> {
                        let op = Op::$op $(($({
                            let $part = list.as_mut()?.next()?;
                            <speller!($ty $(, $speller)?)>::read($part)?
                        }),+))? $({$(
                            $field: {
                                let text = list.as_mut()?.next()?;
                                <speller!($its $(, $its_speller)?)>::read(text.strip_prefix(&words(stringify!($field)))?.trim_start())?
                            }
                        ),+})?;
                        list.as_mut()?.next().is_none().then_some(op)
                    };
                    if let Some(op) = read() {
                        return Some(op);
                    }
                )*
                None
            }
        }
    };
}

ops! {
    /// A value, its bits.
    Constant(value: u64 as Bits) "constant" [] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Never;
    Int(value: i32) "int" [] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Never;
    /// A double, its bits.
    Double(value: u64 as DoubleBits) "double" [] => DOUBLE,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Never;
    /// A word of the frame, as it is when the code is entered.
    Word(word: u16) "word" [] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Never;
    /// One argument for each predecessor.
    Phi "phi" [] .. ANY => ANY,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: All, moves: Not, unused: Removed, numbered: Never;

    // ---- conversions, from whatever representation the argument has
    /// To int32; leaves unless it is one.
    ToInt "to_int" [ANY] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("an int32", "int32") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Always;
    /// To a double; leaves unless it is a number.
    ToDouble "to_double" [ANY] => DOUBLE,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("a number", "number") },
        collects: Never, escapes: All, moves: Not, unused: RemovedOfNumber, numbered: Always;
    /// What a switch over int32s takes a value for: for the int32 that it equals, if it is such a number, else for one that no case has.
    SwitchIndex(other: i32) "switch_index" [ANY] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// ToInt32; leaves unless it is a number. Of anything else than a machine number it may be a call.
    Truncate "truncate" [ANY] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("a number", "number") },
        collects: OfTagged, escapes: All, moves: Not, unused: RemovedOfNumber, numbered: OfNumber;
    /// To a JavaScript value.
    Box "box" [ANY] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: All, moves: Freely, unused: Removed, numbered: Always;
    /// ToBoolean.
    Truth "truth" [ANY] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Freely, unused: Removed, numbered: Always;

    // ---- arithmetic
    /// Leaves where the result is no int32.
    IntArithmetic(kind: Arithmetic) "int." [INT, INT] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Operands(*kind), expected: Type("an int32 as result", "int32") },
        collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Always;
    /// As above, modulo 2^32.
    IntWrapping(kind: Arithmetic) "wrapping." [INT, INT] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// Leaves where the result of >>> is no int32.
    IntBitwise(kind: Bitwise) "bits." [INT, INT] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("an int32 as result", "int32") },
        collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Always;
    /// A >>> of which the result is a double.
    IntUShrDouble "ushr_double" [INT, INT] => DOUBLE,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// Leaves where the result is no int32.
    IntNegate "int_negate" [INT] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("an int32 as result", "int32") },
        collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Always;
    IntNot "int_not" [INT] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    DoubleArithmetic(kind: Arithmetic) "double." [DOUBLE, DOUBLE] => DOUBLE,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    Double1(function: DoubleFunction) "math." [DOUBLE] => DOUBLE,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    Double2(function: DoubleFunction2) "math2." [DOUBLE, DOUBLE] => DOUBLE,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    IntCompare(condition: Condition) "int_compare." [INT, INT] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    DoubleCompare(condition: Condition) "double_compare." [DOUBLE, DOUBLE] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// The same bits.
    Identical "identical" [TAGGED, TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: All, moves: Freely, unused: Removed, numbered: Always;
    /// IsStrictlyEqual of anything. Strings may have to be made of their parts.
    StrictEqual "strict_equal" [TAGGED, TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Always, escapes: All, moves: Not, unused: Removed, numbered: Never;
    /// The same where the second is a constant string that is an atom, so long.
    EqualsAtom(length: u32) "equals_atom" [TAGGED, TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Always, escapes: All, moves: Not, unused: Removed, numbered: Never;
    /// The atom that a string of at most [`ATOM_UNITS`] units is equal to, if there is one; anything else is itself.
    AtomOf "atom_of" [TAGGED] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Always, escapes: All, moves: Not, unused: Removed, numbered: Never;
    /// IsLooselyEqual; leaves where that would convert anything.
    LooseEqual "loose_equal" [TAGGED, TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// A string and a string or number, in either order, one after the other; leaves if they are something else.
    Concat "concat" [TAGGED, TAGGED] => TAGGED,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Words("strings, or a string and a number") },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// Strings, one after the other. They are in the frame meanwhile, from this word on.
    ConcatAll { first: u16 } "concat_all" [] .. TAGGED => TAGGED,
        reads: NONE, writes: FRAME, exits: Guards { found: Nothing, expected: Words("strings, and memory for all of them") },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// typeof: a string.
    TypeOf "type_of" [TAGGED] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Always;
    /// Whether typeof is this.
    HasType(name: TypeName) "has_type." [TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Always;
    Not "not" [BOOL] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// One condition or the other.
    Either "either" [BOOL, BOOL] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// Equal to null, loosely.
    IsNullish "is_nullish" [ANY] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Freely, unused: Removed, numbered: Always;
    /// The lesser or (true) the greater of two int32s.
    IntPick(greater: bool as Greater) "int_pick." [INT, INT] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;
    /// A Function with this Code cell.
    IsCode(code: u64 as Address) "is_code" [TAGGED] => BOOL,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Freely, unused: Removed, numbered: Never;
    /// value, this: the value if it is an object, else this.
    ObjectOr "object_or" [TAGGED, TAGGED] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: All, moves: Freely, unused: Removed, numbered: Never;
    /// Undefined, null and booleans as the int32s that they count as; other values as they are.
    OddToInt "odd_to_int" [TAGGED] => TAGGED,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: All, moves: Freely, unused: Removed, numbered: Always;
    /// 1 for true, 0 for false.
    BoolToInt "bool_to_int" [BOOL] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Freely, unused: Removed, numbered: Always;

    // ---- guards: they leave unless what they say holds of their argument
    /// One of these shapes; whether it is known to be a cell.
    CheckShape(shapes: SmallVec<[u32; 4]>, cell: bool as KnownCell) "check_shape" [TAGGED] => NOTHING,
        reads: SHAPE, writes: NONE, exits: Guards { found: Argument(0), expected: Shapes(shapes) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    CheckKind(kind: u8 as Kind) "check_kind" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Kind(*kind) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    /// The elements are of one of these kinds (bits); whether it is known to be an object.
    CheckElements(kinds: u8 as Kinds, object: bool as KnownObject) "check_elements" [TAGGED] => NOTHING,
        reads: ARRAY, writes: NONE, exits: Guards { found: Argument(0), expected: Elements(*kinds) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    CheckIdentical(value: u64 as Bits) "check_identical" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Value(*value) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    /// A Function with this Code cell.
    CheckCode(code: u64 as Address) "check_code" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Code(*code) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    CheckNotEmpty "check_not_empty" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Words("an initialized binding") },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    CheckObject "check_object" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Type("an object", "object") },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    CheckCell "check_cell" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Words("an object or a string") },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    CheckTyped(kind: u8 as Typed) "check_typed" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: TypedArray(*kind) },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Always;
    /// Everything still holds that the code relies on.
    CheckValid "check_valid" [] => NOTHING,
        reads: WORLD, writes: NONE, exits: Guards { found: Nothing, expected: Validity },
        collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// Strings inherit no elements: what is behind the end of one is undefined.
    CheckNoStringElements "check_no_string_elements" [] => NOTHING,
        reads: WORLD, writes: NONE, exits: Guards { found: Nothing, expected: Words("strings that inherit no elements") },
        collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// index, length: the index is less, unsigned.
    CheckBounds "check_bounds" [INT, INT] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: IndexAndLength, expected: Words("an index below the length") },
        collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Always;
    /// The flags of an object's header do not have these.
    CheckFlags(flags: u8) "check_flags" [TAGGED] => NOTHING,
        reads: FLAGS, writes: NONE, exits: Guards { found: Argument(0), expected: Words("an object that is nobody's prototype") },
        collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    /// Leaves if the condition does not hold.
    CheckTrue "check_true" [BOOL] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: ComparedObject, expected: ComparedShape },
        collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;

    // ---- memory
    /// A JavaScript value at an offset from a cell.
    Load(offset: u32) "load" [ANY] => TAGGED,
        reads: WORDS, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Never;
    /// The address of another cell.
    LoadPointer(offset: u32) "load_pointer" [ANY] => POINTER,
        reads: WORDS, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Never;
    LoadInt(offset: u32) "load_int" [ANY] => INT,
        reads: WORDS_AND_SHAPE, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Never;
    /// cell, value.
    Store(offset: u32) "store" [ANY, TAGGED] => NOTHING,
        reads: NONE, writes: WORDS, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: RemovedWithObject, numbered: Never;
    /// The cell gets this shape.
    StoreShape(shape: u32) "store_shape" [ANY] => NOTHING,
        reads: NONE, writes: SHAPE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: RemovedWithObject, numbered: Never;
    /// A cell has been stored into the cell.
    Barrier "barrier" [ANY] => NOTHING,
        reads: COLLECTOR, writes: COLLECTOR, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: RemovedWithObject, numbered: Never;
    /// elements, index, and where the object tells how they are kept that object. Leaves at a hole, if holes are to be looked for.
    LoadElement(rep: ElementRep, holey: bool as Holey) "load_element" [ANY, INT] ? [TAGGED] => element(*rep),
        reads: ARRAY, writes: NONE, exits: Guards { found: Index(1), expected: Words("an element") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// elements, index, length of the elements, object: undefined at a hole and behind the end. Leaves there if the object is no array, the index is negative, or
    /// arrays inherit elements.
    LoadElementOrUndefined(rep: ElementRep, holey: bool as Holey) "load_element_or_undefined" [ANY, INT, INT, TAGGED] => TAGGED,
        reads: ARRAY, writes: NONE, exits: Guards { found: Index(1), expected: Words("an element, or an array that inherits none") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The same, but the empty value.
    LoadElementOrEmpty(rep: ElementRep, holey: bool as Holey) "load_element_or_empty" [ANY, INT, INT, TAGGED] => TAGGED,
        reads: ARRAY, writes: NONE, exits: Guards { found: Index(1), expected: Words("an element, or an array that inherits none") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// elements, index, value.
    StoreElement(rep: ElementRep) "store_element" [ANY, INT, stored_element(*rep)] => NOTHING,
        reads: NONE, writes: ELEMENTS, exits: Never, collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// elements, index: leaves if there is a hole.
    CheckNoHole(rep: ElementRep) "check_no_hole" [ANY, INT] => NOTHING,
        reads: ELEMENTS, writes: NONE, exits: Guards { found: Index(1), expected: Words("an element") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// elements, index, object: leaves if there is a hole that a store may not just fill, because elements are inherited or the object hands its own down.
    CheckFillable(rep: ElementRep) "check_fillable" [ANY, INT, TAGGED] => NOTHING,
        reads: ELEMENTS, writes: NONE, exits: Guards { found: Index(1), expected: Words("an element") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// data, limit, index of a DataView, and where the order is told, whether it is little-endian: leaves if not all bytes are within the limit.
    LoadView(kind: u8 as Typed, order: ByteOrder) "load_view" [ANY, ANY, INT] ? [BOOL] => typed_element(*kind),
        reads: BYTES, writes: NONE, exits: Guards { found: Index(2), expected: Words("an index below the length") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// data, limit, index of a DataView, value, order.
    StoreView(kind: u8 as Typed, order: ByteOrder) "store_view" [ANY, ANY, INT, if is_float(*kind) { DOUBLE } else { INT }] ? [BOOL] => NOTHING,
        reads: NONE, writes: BYTES, exits: Guards { found: Index(2), expected: Words("an index below the length") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The number that cases of inline caches of this kind read from a cell; leaves where that is not simple.
    NumberOf(kind: EntryKind) "number_of." [TAGGED] => INT,
        reads: OBJECT, writes: NONE, exits: Guards { found: Argument(0), expected: Words(kind.number().map_or("", |field| field.of)) },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// typed array or DataView: where its elements are; leaves if they are nowhere.
    TypedData "typed_data" [TAGGED] => POINTER,
        reads: OBJECT, writes: NONE, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Never;
    /// typed array or DataView: indices are less, as 64 bits.
    TypedLimit "typed_limit" [TAGGED] => POINTER,
        reads: OBJECT, writes: NONE, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Removed, numbered: Never;
    /// data, limit, index of a typed array: leaves if the index is too great. (Kept without uses, too: what was folded by its type
    /// holds only behind its bounds check.)
    LoadTyped(kind: u8 as Typed) "load_typed" [ANY, ANY, INT] => typed_element(*kind),
        reads: BYTES, writes: NONE, exits: Guards { found: Index(2), expected: Words("an index below the length") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// data, limit, index of a typed array, value.
    StoreTyped(kind: u8 as Typed) "store_typed" [ANY, ANY, INT, if is_float(*kind) { DOUBLE } else { INT }] => NOTHING,
        reads: NONE, writes: BYTES, exits: Guards { found: Index(2), expected: Words("an index below the length") },
        collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// string, index (in bounds): the code unit.
    CharCode "char_code" [TAGGED, INT] => INT,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: All, moves: Not, unused: Removed, numbered: Never;
    /// code unit: the string of it.
    CharString "char_string" [INT] => TAGGED,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;

    // ---- calls
    /// callee, this, arguments, and of constructors new.target; the outgoing area is at a word of the activation's frame.
    Call { area: u16, target: Target } "call" [TAGGED, TAGGED] .. TAGGED => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// Operands: a built-in that runs no JavaScript; leaves where it throws, or would do more. What it gives, or undefined where that is its receiver.
    Direct(function: Direct) "direct." [TAGGED] .. TAGGED => TAGGED,
        reads: ALL, writes: direct_writes(*function),
        exits: Guards { found: Argument(0), expected: Words("operands for which nothing is thrown or called") },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// callee, arguments, new.target.
    Construct { area: u16 } "construct" [TAGGED] .. TAGGED => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// array: Array.prototype.pop; leaves if that is more than taking the last element.
    Pop "pop" [TAGGED] => TAGGED,
        reads: ARRAY, writes: ARRAY, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The object's elements are doubles from now on, if they were int32s or doubles; leaves if they are something else, or there is no memory.
    /// Whether it is known to be an object.
    DoubleElements(object: bool as KnownObject) "double_elements" [TAGGED] => NOTHING,
        reads: ARRAY, writes: ARRAY, exits: Guards { found: Argument(0), expected: Elements(INT_ELEMENTS | DOUBLE_ELEMENTS) },
        collects: Always, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    /// object, value: the object's elements, of these kinds, all of them words, may hold the value from now on: int32s become any values, unless it
    /// is one; leaves if they are of another kind. Whether it is known to be an object.
    TaggedElements(kinds: u8 as Kinds, object: bool as KnownObject) "tagged_elements" [TAGGED, TAGGED] => NOTHING,
        reads: ARRAY, writes: ARRAY, exits: Guards { found: Argument(0), expected: Elements(*kinds) },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The object's slots cell, with room for so many values.
    GrowSlots(capacity: u32) "grow_slots" [TAGGED] => POINTER,
        reads: OBJECT, writes: OBJECT, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// array, value: Array.prototype.push of one value; leaves if that is more than appending. The new length.
    Push "push" [TAGGED, TAGGED] => INT,
        reads: ARRAY, writes: ARRAY, exits: Guards { found: Argument(0), expected: Unsaid },
        collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// callee, this, arguments: takes the place of the function's frame; a value only if the callee is none that has one.
    TailCall { area: u16 } "tail_call" [TAGGED, TAGGED] .. TAGGED => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// object, key, and where the key is the last one that an enumeration gave, that: the element, whatever its kind, or (where that has been seen) a
    /// property by name; what has no fast way is done by the runtime, which finds the operands in these registers.
    GetElement { registers: [u16; 2], result: u16, named: bool } "get_element" [TAGGED, TAGGED] ? [TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// object, key: the element, or the empty value where there is none, whatever the kind; as for the operation above otherwise.
    GetPresent { registers: [u16; 2], result: u16 } "get_present" [TAGGED, TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// iterator, its `next`: the next value of an array's elements, or the empty value where there is none; other iterators, and ends, are the runtime's.
    Iterate {
        /// %ArrayIteratorPrototype%.next
        next: u64 as Address,
        registers: [u16; 2],
        result: u16
    } "iterate" [TAGGED, TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// iterator: leaves if it is none of a Map's entries.
    CheckEntries "check_entries" [TAGGED] => NOTHING,
        reads: NONE, writes: NONE, exits: Guards { found: Argument(0), expected: Words("an iterator of a Map's entries") },
        collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Always;
    /// iterator of a Map's entries: the key of the next entry, or the empty value where there is none.
    StepEntry "step_entry" [TAGGED] => TAGGED,
        reads: COLLECTION, writes: COLLECTION, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// The value of the entry that the last StepEntry came to.
    EntryValue "entry_value" [] => TAGGED,
        reads: COLLECTION, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// generator, value: what its `next` gives, without a result object.
    ResumeGenerator "resume_generator" [TAGGED, TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// What the generator has given that was resumed last: [`GIVEN_YIELDED`](abi::generator::GIVEN_YIELDED) and so on.
    Given "given" [] => INT,
        reads: FRAME, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// A value: its enumeration by for-in.
    StartEnumeration { register: u16, result: u16 } "start_enumeration" [TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// A for-in enumeration: the next key, or the empty value where there is none.
    Enumerate { register: u16, result: u16 } "enumerate" [TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// object, key, value.
    SetElement { registers: [u16; 3] } "set_element" [TAGGED, TAGGED, TAGGED] => NOTHING,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// object: a property by its key's bits, through the cache that megamorphic sites share, or by the runtime.
    GetShared { key: u64 as Address, register: u16, result: u16 } "get_shared" [TAGGED] => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// object, value: stores to a property by its key's bits, likewise.
    SetShared { key: u64 as Address, registers: [u16; 2] } "set_shared" [TAGGED, TAGGED] => NOTHING,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// Whether the comparison at hand holds, loosely or strictly; what is not seen at a glance the runtime does.
    Equal { strict: bool, registers: [u16; 2], outcome: Outcome } "equal" [TAGGED, TAGGED] => BOOL,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// callee, this, arguments, of which the last is a list: a call whose outgoing area is there, and whose value the runtime leaves in a word.
    CallSpread { area: u16, result: u16 } "call_spread" [TAGGED, TAGGED, TAGGED] .. TAGGED => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The instruction is done by the runtime; arguments are stored in the registers first. It may be one that does nothing but make a new
    /// object, which can be done again.
    Operate { registers: SmallVec<[u16; 4]>, allocates: bool } "operate" [] .. TAGGED => NOTHING,
        reads: ALL, writes: if *allocates { FRAME } else { ALL },
        exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The runtime does an instruction that suspends or ends the activation, with the arguments in the registers; what the activation returns.
    Suspend { registers: SmallVec<[u16; 4]> } "suspend" [] .. TAGGED => TAGGED,
        reads: ALL, writes: ALL, exits: Calls, collects: Always, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// A generator yields at this offset, a bare value or a result object: the arguments are put into these registers of its saved frame, of so many words, and
    /// the others are cleared.
    SaveFrame { position: u32, bare: bool, words: u32, registers: SmallVec<[u16; 4]> } "save_frame" [] .. TAGGED => NOTHING,
        reads: COLLECTOR, writes: FRAME_AND_COLLECTOR, exits: Never, collects: Never, escapes: All, moves: Not, unused: Kept, numbered: Never;
    /// The value that the last Operate left in a register.
    Written(register: u16) "written" [] => TAGGED,
        reads: FRAME, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// Whether the last Operate jumped.
    Jumped "jumped" [] => BOOL,
        reads: FRAME, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// new.target, a function: the instance that a base constructor starts with.
    NewThis "new_this" [TAGGED] => TAGGED,
        reads: ALL, writes: NONE, exits: Calls, collects: Always, escapes: All, moves: Not, unused: RemovedObject, numbered: Never;
    /// An empty object of this kind and shape, with so many bytes (0: not known) from the allocator that is so far into the VM.
    NewObject { kind: CellKind, shape: u32, allocator: u32, bytes: u32 } "new_object" [] => TAGGED,
        reads: NONE, writes: NONE, exits: Calls, collects: Always, escapes: Nothing, moves: Not, unused: RemovedObject, numbered: Never;
    /// A typed array of this type and length, of a shape, with its zeros in a new buffer of another.
    NewTypedArray { ty: u8, length: u32, shape: u32, buffer_shape: u32 } "new_typed_array" [] => TAGGED,
        reads: NONE, writes: NONE, exits: Calls, collects: Always, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// parent (or undefined): an environment of so many bindings, none initialized, as a ScopeInfo cell tells.
    NewEnvironment { length: u32, info: u64 as Address, allocator: u32, bytes: u32 } "new_environment" [ANY] => TAGGED,
        reads: NONE, writes: NONE, exits: Calls, collects: Always, escapes: All, moves: Not, unused: RemovedObject, numbered: Never;
    /// environment (or undefined), and of arrows this and the home object: a closure of this Code cell, the upper half of whose header is known.
    NewFunction { code: u64 as Address, header: u32, allocator: u32, bytes: u32 } "new_function" [ANY] ? [TAGGED, ANY] => TAGGED,
        reads: NONE, writes: NONE, exits: Calls, collects: Always, escapes: All, moves: Not, unused: RemovedObject, numbered: Never;
    /// callee, arguments: the arguments object of a call whose outgoing area is there; its shape, 0 if that is not known, and the values of its
    /// @@iterator and `callee` (0: the function).
    NewArguments { mapped: bool, area: u16, shape: u32, iterator: u64 as Address, callee: u64 as Address } "new_arguments" [TAGGED] .. TAGGED => TAGGED,
        reads: NONE, writes: FRAME, exits: Calls, collects: Always, escapes: All, moves: Not, unused: RemovedObject, numbered: Never;
    /// An array of the values, which are put into words of the frame from this one on for that, as the literal with a site (or 0) makes it; its shape, 0 if
    /// that is not known.
    NewArray { first: u16, site: u64 as Address, shape: u32 } "new_array" [] .. TAGGED => TAGGED,
        reads: NONE, writes: FRAME, exits: Calls, collects: Always, escapes: All, moves: Not, unused: RemovedObject, numbered: Never;
    /// value, prototype: whether the prototype is on the value's chain; leaves at a Proxy.
    HasPrototype "has_prototype" [TAGGED, TAGGED] => BOOL,
        reads: SHAPE, writes: NONE, exits: Guards { found: Argument(0), expected: Words("no Proxy on the way") },
        collects: Always, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    /// callee, this, and new.target if there is one: the frame of an inlined activation is set up for those who look at the stack.
    Enter(inline: InlineId) "enter" [] .. TAGGED => NOTHING,
        reads: NONE, writes: FRAME, exits: Never, collects: Always, escapes: Nothing, moves: Not, unused: RemovedUnlessSeen, numbered: Never;
    /// Looks at the requests of other threads.
    Poll "poll" [] => NOTHING,
        reads: WORLD, writes: ALL, exits: Guards { found: Nothing, expected: Unsaid },
        collects: Always, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;

    // ---- `--count`
    /// An access to a property of an object of this shape,
    CountShape { tally: u64 as Address, shape: u32 } "count_shape" [] => NOTHING,
        reads: COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// or of whatever it is.
    CountField { tally: u64 as Address } "count_field" [ANY] => NOTHING,
        reads: SHAPE_AND_COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// object, key: a read.
    CountGetIndex { tally: u64 as Address } "count_get_index" [ANY, ANY] => NOTHING,
        reads: ARRAY_AND_COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// object, key, value.
    CountSetIndex { tally: u64 as Address } "count_set_index" [ANY, ANY, ANY] => NOTHING,
        reads: ARRAY_AND_COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// An operation on two operands,
    CountOperands { tally: u64 as Address } "count_operands" [ANY, ANY] => NOTHING,
        reads: COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// or on one, with these types if it is a number.
    CountOperand { tally: u64 as Address, number: u32 } "count_operand" [ANY] => NOTHING,
        reads: COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;

    // ---- `--trace-calls`: nodes of the calling context tree, by their offsets. Where code is left, the runtime makes the innermost frame's the current one.
    /// The current node.
    CurrentCall "current_call" [] => INT,
        reads: CURRENT_CALL, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Never;
    /// node: its child for a function, by its number, which is made if there is none.
    ChildCall(function: u32) "child_call" [ANY] => INT,
        reads: NONE, writes: NONE, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Removed, numbered: Always;
    /// node: one more call of it.
    CountCall "count_call" [ANY] => NOTHING,
        reads: COUNTS, writes: COUNTS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// node: it is the current one, for those who are called from here.
    SetCall "set_call" [ANY] => NOTHING,
        reads: NONE, writes: CURRENT_CALL, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// node: as CountCall and SetCall, and its time begins.
    EnterCall "enter_call" [ANY] => NOTHING,
        reads: CALLS, writes: CALLS, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
    /// node, value: the current one's time ends, and this one's goes on; the value. A function that returns it has it in a general register meanwhile: doubles
    /// that live across calls may be spilled in the loops that compute them.
    LeaveCall "leave_call" [ANY, TAGGED] => TAGGED,
        reads: CALLS, writes: CALLS, exits: Never, collects: Never, escapes: AllButFirst, moves: Not, unused: Kept, numbered: Never;
    /// A node as a value, which the frame's register holds from here on: exits find it there, and who wants it later reads it, so that it is in no machine register
    /// meanwhile.
    SpillCall(register: u16) "spill_call" [INT] => TAGGED,
        reads: NONE, writes: FRAME, exits: Never, collects: Never, escapes: Nothing, moves: Not, unused: Kept, numbered: Never;
}

/// What a built-in without a frame changes of what others look at.
fn direct_writes(function: Direct) -> Regions {
    match function {
        Direct::AppendElement => ARRAY,
        function if function.writes_last_index() => OBJECT,
        function if function.changes() => COLLECTION,
        _ => NONE,
    }
}

/// What is loaded from elements, and stored in them.
fn element(rep: ElementRep) -> Wanted {
    match rep {
        ElementRep::Tagged => TAGGED,
        ElementRep::Int => INT,
        ElementRep::Double | ElementRep::Number => DOUBLE,
    }
}

/// Only doubles are stored otherwise than as JavaScript values.
fn stored_element(rep: ElementRep) -> Wanted {
    if rep == ElementRep::Double { DOUBLE } else { TAGGED }
}

/// What is loaded from a typed array.
fn typed_element(kind: u8) -> Wanted {
    if is_float(kind) || kind == ArrayType::Uint32 as u8 { DOUBLE } else { INT }
}

impl Op {
    /// Doing it twice is not the same as doing it once: it writes what somebody else sees.
    pub fn is_effect(&self) -> bool {
        const REPEATABLE: Regions = Regions::of(&[Region::Frame, Region::Collector, Region::CurrentCall]);
        !self.properties().writes.are_within(REPEATABLE)
    }

    /// It makes an object that nobody has but who asked for it.
    pub fn is_allocation(&self) -> bool {
        self.properties().unused == Unused::RemovedObject
    }

    /// It does something to its first argument alone.
    pub fn only_changes(&self) -> bool {
        self.properties().unused == Unused::RemovedWithObject
    }

    /// It makes a way to an argument, by number, that there was not.
    pub fn lets_escape(&self, argument: usize) -> bool {
        match self.properties().escapes {
            Escapes::Nothing => false,
            Escapes::AllButFirst => argument > 0,
            Escapes::All => true,
        }
    }
}

impl When {
    pub fn holds(self, graph: &Graph, node: &Node) -> bool {
        let is_tagged = || graph.node(node.args[0]).rep == Rep::Tagged;
        match self {
            When::Always => true,
            When::Never => false,
            When::OfNumber => !is_tagged(),
            When::OfTagged => is_tagged(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::Value;
    use smallvec::smallvec;

    #[test]
    fn what_is_spelled_is_read() {
        let ops = [
            (Op::Constant(Value::UNDEFINED.bits()), "constant(undefined)"),
            (Op::Constant(0x7f00), "constant(0x7f00)"),
            (Op::Int(-3), "int(-3)"),
            (Op::Double((-0.0f64).to_bits()), "double(-0.0)"),
            (Op::Double(f64::INFINITY.to_bits()), "double(inf)"),
            (Op::IntArithmetic(Arithmetic::Add), "int.add"),
            (Op::IntPick(true), "int_pick.max"),
            (Op::CheckShape(smallvec![17, 18], true), "check_shape(17|18, cell)"),
            (Op::CheckKind(CellKind::Array as u8), "check_kind(Array)"),
            (Op::LoadElement(ElementRep::Int, true), "load_element(int, holey)"),
            (Op::LoadTyped(ArrayType::Uint8Clamped as u8), "load_typed(uint8_clamped)"),
            (Op::StoreView(ArrayType::Float32 as u8, ByteOrder::Big), "store_view(float32, big)"),
            (Op::Call { area: 12, target: Target::Code(0x40) }, "call(area 12, target code 0x40)"),
            (Op::Operate { registers: smallvec![], allocates: true }, "operate(registers , allocates true)"),
            (Op::SetElement { registers: [3, 4, 5] }, "set_element(registers r3|r4|r5)"),
            (
                Op::Equal { strict: false, registers: [1, 2], outcome: Outcome::Written(7, true) },
                "equal(strict false, registers r1|r2, outcome not r7)",
            ),
            (Op::HasType(TypeName::BigInt), "has_type.bigint"),
            (Op::Direct(Direct::MapGet), "direct.map_get"),
            (Op::Enter(InlineId(3)), "enter(i3)"),
            (Op::CountShape { tally: 0x40, shape: 17 }, "count_shape(tally 0x40, shape 17)"),
            (Op::CountOperand { tally: 0x40, number: 3 }, "count_operand(tally 0x40, number 3)"),
        ];
        for (op, text) in ops {
            assert_eq!(op.spell(), text);
            assert_eq!(Op::read(text), Some(op));
        }
        assert_eq!(Op::CheckElements(1 << 1 | 1 << 4, false).spell().matches('|').count(), 1);
        for wrong in ["int.pow", "int", "load(x)", "load(8, 9)", "phi(1)", "add", "load(8"] {
            assert_eq!(Op::read(wrong), None, "{wrong}");
        }
    }
}
