//! The optimizer's graph: values in SSA form, blocks, and what the interpreter's frames hold wherever optimized code may be left.
//!
//! It is plain data: addresses in it are numbers, so that it can be optimized and compiled on another thread. What they are
//! addresses of is kept alive by the job and then by the code.

use abi::cell::CellKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;
pub use vm::deopt::Reason;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            pub const NONE: $name = $name(u32::MAX);
            pub fn is_none(self) -> bool { self == $name::NONE }
            pub fn is_some(self) -> bool { self != $name::NONE }
            pub fn index(self) -> usize { self.0 as usize }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_none() { f.write_str("none") } else { write!(f, concat!($letter, "{}"), self.0) }
            }
        }
    };
}

index!(
    /// A value or an effect.
    NodeId, "v"
);
index!(
    /// A basic block.
    BlockId, "b"
);
index!(
    /// What the frames hold at a place.
    StateId, "s"
);
index!(
    /// One inlined activation, or the function itself (number 0).
    InlineId, "i"
);

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
    Sin,
    Cos,
    Tan,
    Exp,
    Log,
    Atan,
}

/// Functions of two doubles that are calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DoubleFunction2 {
    Mod,
    Pow,
    Atan2,
    Min,
    Max,
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

/// How elements are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ElementRep {
    Tagged,
    Int,
    Double,
    /// Int32s in some objects and doubles in others, which are told apart by the object: a third argument.
    Number,
}

/// What an operation does. Arguments are in [`Node::args`]; what is said of them here is in their order.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Op {
    /// A value, its bits.
    Constant(u64),
    Int(i32),
    /// A double, its bits.
    Double(u64),
    /// A word of the frame, as it is when the code is entered.
    Word(u16),
    /// One argument per predecessor.
    Phi,

    // ---- conversions, from whatever representation the argument has
    /// To int32; leaves unless it is one.
    ToInt,
    /// To a double; leaves unless it is a number.
    ToDouble,
    /// ToInt32; leaves unless it is a number.
    Truncate,
    /// To a JavaScript value.
    Box,
    /// ToBoolean.
    Truth,

    // ---- arithmetic
    /// Leaves where the result is no int32.
    IntArithmetic(Arithmetic),
    /// As above, modulo 2^32.
    IntWrapping(Arithmetic),
    IntBitwise(Bitwise),
    /// A >>> of which the result is a double.
    IntUShrDouble,
    IntNegate,
    IntNot,
    DoubleArithmetic(Arithmetic),
    Double1(DoubleFunction),
    Double2(DoubleFunction2),
    IntCompare(Condition),
    DoubleCompare(Condition),
    /// The same bits.
    Identical,
    /// IsStrictlyEqual of anything.
    StrictEqual,
    /// IsLooselyEqual; leaves where that would convert anything.
    LooseEqual,
    /// A string and a string or number, in either order, one after the other; leaves if they are something else.
    Concat,
    Not,
    /// One condition or the other.
    Either,
    /// Equal to null, loosely.
    IsNullish,
    /// The lesser or (true) the greater of two int32s.
    IntPick(bool),
    /// A Function with this Code cell.
    IsCode(u64),
    /// value, this: the value if it is an object, else this.
    ObjectOr,
    /// Undefined, null and booleans as the int32s that they count as; other values as they are.
    OddToInt,
    /// 1 for true, 0 for false.
    BoolToInt,

    // ---- guards: they leave unless what they say holds of their argument
    /// One of these shapes; whether it is known to be a cell.
    CheckShape(SmallVec<[u32; 4]>, bool),
    CheckKind(u8),
    /// The elements are of one of these kinds (bits); whether it is known to be an object.
    CheckElements(u8, bool),
    CheckIdentical(u64),
    /// A Function with this Code cell.
    CheckCode(u64),
    CheckNotEmpty,
    CheckObject,
    CheckCell,
    CheckTyped(u8),
    /// Everything still holds that the code relies on.
    CheckValid,
    /// index, length: the index is less, unsigned.
    CheckBounds,
    /// The flags of an object's header do not have these.
    CheckFlags(u8),
    /// Leaves if the condition does not hold.
    CheckTrue,

    // ---- memory
    /// A JavaScript value at an offset from a cell.
    Load(u32),
    /// The address of another cell.
    LoadPointer(u32),
    LoadInt(u32),
    /// cell, value.
    Store(u32),
    /// The cell gets this shape.
    StoreShape(u32),
    /// A cell has been stored into the cell.
    Barrier,
    /// elements, index. Leaves at a hole, if holes are to be looked for.
    LoadElement(ElementRep, bool),
    /// elements, index, value.
    StoreElement(ElementRep),
    /// elements, index: leaves if there is a hole.
    CheckNoHole(ElementRep),
    /// The length of a typed array; leaves where that is not simple.
    TypedLength,
    /// typed array: where its elements are; leaves if they are nowhere.
    TypedData,
    /// typed array: indices are less, as 64 bits.
    TypedLimit,
    /// data, limit, index of a typed array: leaves if the index is too great.
    LoadTyped(u8),
    /// data, limit, index of a typed array, value.
    StoreTyped(u8),
    /// string, index (in bounds): the code unit.
    CharCode,
    /// code unit: the string of it.
    CharString,

    // ---- calls
    /// callee, this, arguments, and of constructors new.target; the outgoing area is at a word of the activation's frame.
    Call {
        area: u16,
        target: Target,
    },
    /// callee, arguments, new.target.
    Construct {
        area: u16,
    },
    /// array: Array.prototype.pop; leaves if that is more than taking the last element.
    Pop,
    /// array, value: Array.prototype.push of one value; leaves if that is more than appending. The new length.
    Push,
    /// callee, this, arguments: takes the place of the function's frame; a value only if the callee is none that has one.
    TailCall {
        area: u16,
    },
    /// object, key: the element, whatever its kind; what has no fast way is done by the runtime, which finds the operands in these registers.
    GetElement {
        registers: [u16; 2],
        result: u16,
    },
    /// iterator, its `next`: the next value of an array's elements, or the empty value where there is none; other iterators, and ends, are the runtime's.
    Iterate {
        /// %ArrayIteratorPrototype%.next
        next: u64,
        registers: [u16; 2],
        result: u16,
    },
    /// object, key, value.
    SetElement {
        registers: [u16; 3],
    },
    /// object: a property by its key's bits, through the cache that megamorphic sites share, or by the runtime.
    GetShared {
        key: u64,
        register: u16,
        result: u16,
    },
    /// Whether the comparison at hand holds, loosely or strictly; what is not seen at a glance the runtime does.
    Equal {
        strict: bool,
        registers: [u16; 2],
        outcome: Outcome,
    },
    /// The instruction is done by the runtime; arguments are stored in the registers first. It may be one that does nothing but make a new
    /// object, which can be done again.
    Operate {
        registers: SmallVec<[u16; 4]>,
        allocates: bool,
    },
    /// The value that the last Operate left in a register.
    Written(u16),
    /// Whether the last Operate jumped.
    Jumped,
    /// new.target, a function: the instance that a base constructor starts with.
    NewThis,
    /// An empty object of this kind and shape, with so many bytes (0: not known) from the allocator that is so far into the VM.
    NewObject {
        kind: CellKind,
        shape: u32,
        allocator: u32,
        bytes: u32,
    },
    /// parent (or undefined): an environment of so many bindings, none initialized, as a ScopeInfo cell tells.
    NewEnvironment {
        length: u32,
        info: u64,
        allocator: u32,
        bytes: u32,
    },
    /// environment (or undefined), and of arrows this and the home object: a closure of this Code cell, the upper half of whose header is known.
    NewFunction {
        code: u64,
        header: u32,
        allocator: u32,
        bytes: u32,
    },
    /// callee, arguments: the arguments object of a call whose outgoing area is there.
    NewArguments {
        mapped: bool,
        area: u16,
    },
    /// An array of the values, which are put into words of the frame from this one on for that, as the literal with a site (or 0) makes it.
    NewArray {
        first: u16,
        site: u64,
    },
    /// value, prototype: whether the prototype is on the value's chain; leaves at a Proxy.
    HasPrototype,
    /// callee, this, and new.target if there is one: the frame of an inlined activation is set up for those who look at the stack.
    Enter(InlineId),
    /// Looks at the requests of other threads.
    Poll,
}

impl Op {
    /// What the argument must be represented as; None: as it comes.
    pub fn wants(&self, argument: usize) -> Option<Rep> {
        use Op::*;
        Some(match self {
            Phi | ToInt | ToDouble | Truncate | Box | Truth | IsNullish => return None,
            IntArithmetic(_) | IntWrapping(_) | IntBitwise(_) | IntUShrDouble | IntNegate | IntNot | IntCompare(_)
            | CheckBounds | IntPick(_) | CharString => Rep::Int,
            DoubleArithmetic(_) | Double1(_) | Double2(_) | DoubleCompare(_) => Rep::Double,
            Not | Either | CheckTrue | BoolToInt => Rep::Bool,
            Load(_) | LoadPointer(_) | LoadInt(_) | StoreShape(_) | Barrier => return None,
            Store(_) => return if argument == 0 { None } else { Some(Rep::Tagged) },
            LoadElement(..) | CheckNoHole(_) => {
                return match argument {
                    0 => None,
                    1 => Some(Rep::Int),
                    _ => Some(Rep::Tagged),
                };
            }
            StoreElement(rep) => match argument {
                0 => return None,
                1 => Rep::Int,
                _ => match rep {
                    ElementRep::Double => Rep::Double,
                    _ => Rep::Tagged,
                },
            },
            CharCode => return if argument == 0 { Some(Rep::Tagged) } else { Some(Rep::Int) },
            NewEnvironment { .. } => return None,
            NewFunction { .. } => return if argument == 1 { Some(Rep::Tagged) } else { None },
            LoadTyped(_) => return if argument == 2 { Some(Rep::Int) } else { None },
            StoreTyped(ty) => match argument {
                0 | 1 => return None,
                2 => Rep::Int,
                _ if is_float(*ty) => Rep::Double,
                _ => Rep::Int,
            },
            _ => Rep::Tagged,
        })
    }

    /// It does nothing but make a value (or leave).
    pub fn is_pure(&self) -> bool {
        use Op::*;
        matches!(
            self,
            Constant(_)
                | Int(_)
                | Double(_)
                | Word(_)
                | Phi
                | Box
                | Truth
                | IntWrapping(_)
                | IntBitwise(_)
                | IntUShrDouble
                | IntNot
                | DoubleArithmetic(_)
                | Double1(_)
                | Double2(_)
                | IntCompare(_)
                | DoubleCompare(_)
                | Identical
                | Not
                | Either
                | IntPick(_)
                | IsNullish
                | IsCode(_)
                | StrictEqual
                | ObjectOr
                | OddToInt
                | BoolToInt
                | Load(_)
                | LoadPointer(_)
                | LoadInt(_)
                | TypedLimit
                | Written(_)
                | Jumped
        )
    }

    /// Doing it twice is not the same as doing it once.
    pub fn is_effect(&self) -> bool {
        use Op::*;
        matches!(
            self,
            Store(_)
                | StoreShape(_)
                | StoreElement(_)
                | StoreTyped(_)
                | Call { .. }
                | Construct { .. }
                | TailCall { .. }
                | Pop
                | Push
                | GetElement { .. }
                | Iterate { .. }
                | SetElement { .. }
                | GetShared { .. }
                | Equal { .. }
                | Operate { allocates: false, .. }
                | Poll
        )
    }

    /// An object that nobody has but who asked for it.
    pub fn is_allocation(&self) -> bool {
        use Op::*;
        matches!(
            self,
            NewThis
                | NewObject { .. }
                | NewArguments { .. }
                | NewArray { .. }
                | NewEnvironment { .. }
                | NewFunction { .. }
        )
    }

    /// It makes no way to its first argument that there was not.
    pub fn keeps(&self) -> bool {
        use Op::*;
        matches!(
            self,
            Truth
                | IsNullish
                | IsCode(_)
                | CheckShape(..)
                | CheckKind(_)
                | CheckElements(..)
                | CheckIdentical(_)
                | CheckCode(_)
                | CheckNotEmpty
                | CheckObject
                | CheckCell
                | CheckTyped(_)
                | CheckFlags(_)
                | Load(_)
                | LoadPointer(_)
                | LoadInt(_)
                | TypedData
                | TypedLimit
                | Store(_)
                | StoreShape(_)
                | Barrier
                | HasPrototype
        )
    }

    /// It does something to its first argument alone.
    pub fn only_changes(&self) -> bool {
        matches!(self, Op::Store(_) | Op::StoreShape(_) | Op::Barrier)
    }

    /// Of no use but for its value, though it may leave: it can go if nobody wants the value and its guard is not leant on.
    pub fn is_removable(&self) -> bool {
        use Op::*;
        self.is_pure()
            || matches!(
                self,
                IntArithmetic(_) | IntNegate | TypedData | LoadTyped(_) | CharCode | CharString | Truncate
            )
    }
}

/// Whether a typed array's elements are floating-point numbers.
pub fn is_float(ty: u8) -> bool {
    ty == abi::object::ArrayType::Float32 as u8 || ty == abi::object::ArrayType::Float64 as u8
}

#[derive(Clone, Debug)]
pub struct Node {
    pub op: Op,
    pub args: SmallVec<[NodeId; 4]>,
    pub rep: Rep,
    /// Where the interpreter goes on if the node leaves; for calls, where it is if they throw.
    pub state: StateId,
    /// What is said if it leaves.
    pub reason: Reason,
    /// Index into [`Graph::origins`].
    pub origin: u32,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum End {
    /// Not built yet.
    Open,
    Jump(BlockId),
    Branch {
        condition: NodeId,
        yes: BlockId,
        no: BlockId,
    },
    /// An int32, the least case, targets, and where all others go.
    Switch {
        value: NodeId,
        least: i32,
        targets: Vec<BlockId>,
        other: BlockId,
    },
    Return(NodeId),
    Leave(StateId, Reason, u32),
}

impl End {
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            End::Jump(b) => SmallVec::from_slice(&[*b]),
            End::Branch { yes, no, .. } => SmallVec::from_slice(&[*yes, *no]),
            End::Switch { targets, other, .. } => {
                let mut all: SmallVec<[BlockId; 2]> = SmallVec::from_slice(targets);
                all.push(*other);
                all
            }
            _ => SmallVec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Block {
    pub phis: Vec<NodeId>,
    pub nodes: Vec<NodeId>,
    pub end: End,
    pub predecessors: Vec<BlockId>,
    /// What the frames hold on entry of a loop, for conversions of what it starts with.
    pub entry_state: StateId,
    pub is_loop: bool,
    pub origin: u32,
}

/// One frame of a state: an activation, where it is, and its registers that are alive.
#[derive(Clone, Debug)]
pub struct State {
    pub inline: InlineId,
    pub pc: u32,
    /// The state of the caller at the call, for inlined activations.
    pub caller: StateId,
    pub registers: Vec<(u16, NodeId)>,
}

/// An activation: the function itself, or one that was inlined.
#[derive(Clone, Debug)]
pub struct Inline {
    pub code_id: u32,
    /// The code id that frames carry.
    pub native_id: u32,
    /// Address of the function's CodeHeader.
    pub machine: u64,
    /// Where its frame begins, in words from the function's.
    pub word: u32,
    pub caller: InlineId,
    /// Where the caller calls it.
    pub call_pc: u32,
    pub callee: NodeId,
    pub this: NodeId,
    pub argc: u32,
    /// What `new.target` is, if it was called by `new` or `super`.
    pub new_target: NodeId,
    /// It may be called by `new`.
    pub is_constructor: bool,
    /// Entering it makes an object of `this`, or takes it from the closure.
    pub coerces_this: bool,
    pub is_arrow: bool,
    /// Somebody may look at its frame.
    pub is_seen: bool,
}

impl Inline {
    /// A function itself, which nothing is known of.
    pub fn outermost(code_id: u32) -> Inline {
        Inline {
            code_id,
            native_id: 0,
            machine: 0,
            word: 0,
            caller: InlineId::NONE,
            call_pc: 0,
            callee: NodeId::NONE,
            this: NodeId::NONE,
            argc: 0,
            new_target: NodeId::NONE,
            is_constructor: false,
            coerces_this: false,
            is_arrow: false,
            is_seen: true,
        }
    }
}

/// A bytecode, through inlining.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub inline: InlineId,
    pub pc: u32,
}

#[derive(Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub blocks: Vec<Block>,
    pub states: Vec<State>,
    pub inlines: Vec<Inline>,
    pub origins: Vec<Origin>,
    /// Calls that are covered by a handler: the state of the activation that has it.
    pub catches: FxHashMap<NodeId, StateId>,
    /// Words that the deepest chain of frames takes.
    pub words: u32,
    /// The code relies on it that there is one realm.
    pub in_one_realm: bool,
    /// Cells whose addresses are in it.
    pub cells: Vec<u64>,
    /// What the code relies on without looking.
    pub assumptions: Vec<Assumption>,
    /// Address of the byte that is 1 while all of it holds.
    pub valid: u64,
    /// What was inlined and what not, if somebody wants to know.
    pub decisions: Vec<Decision>,
    /// What was built and then left out.
    pub removals: Vec<Removal>,
    /// Objects that are made only where code is left, by the state that the frames are then in.
    pub sunk: FxHashMap<StateId, Vec<Sunk>>,
    /// Where the words begin that exits leave their contents in, behind all frames.
    pub sunk_word: u32,
    /// Blocks and states' registers of an earlier graph, for their memory's sake.
    spare: Vec<Block>,
    spare_registers: Vec<Vec<(u16, NodeId)>>,
}

/// An object that no machine code makes, and what is in it when code is left.
#[derive(Clone, PartialEq, Debug)]
pub struct Sunk {
    /// The allocation, which is in no block; what it takes is needed where code is left.
    pub object: NodeId,
    /// Its shape then, of ordinary objects.
    pub shape: u32,
    /// Words by offset.
    pub fields: SmallVec<[(u32, NodeId); 8]>,
}

/// A validity byte that the code relies on, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    pub byte: u64,
    pub code_id: u32,
    pub pc: u32,
}

/// A guard or an allocation that is left out.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// The node's.
    pub origin: u32,
    pub why: Superfluous,
}

/// Why something can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Superfluous {
    /// A guard, of what has been found to hold on every way there.
    Repeated,
    /// A guard against an overflow that the operands' ranges exclude.
    InRange,
    /// A guard against an overflow that nobody would notice.
    LowBits,
    /// An allocation, of what nobody looks at.
    Unseen,
    /// An allocation, of what only the frames have.
    Sunk,
}

impl Superfluous {
    /// The decision and the reason, in words.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Superfluous::Repeated => ("guard-removed", "it holds on every way there"),
            Superfluous::InRange => ("guard-removed", "the operands are too small to overflow"),
            Superfluous::LowBits => ("guard-removed", "only the low 32 bits are looked at"),
            Superfluous::Unseen => ("allocation-removed", "nobody looks at what it makes"),
            Superfluous::Sunk => ("allocation-sunk", "nobody looks at what it makes until code is left"),
        }
    }
}

/// A call that was inlined or not.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The caller.
    pub code_id: u32,
    pub pc: u32,
    pub callee: u32,
    /// Bytecode units of the callee.
    pub units: usize,
    /// Why not.
    pub refused: Option<&'static str>,
}

impl Graph {
    /// An empty graph, with room for what most take.
    pub fn with_room() -> Graph {
        let mut graph = Graph::default();
        graph.nodes.reserve(512);
        graph.blocks.reserve(128);
        graph.states.reserve(128);
        graph.origins.reserve(1024);
        graph
    }

    /// An empty graph in the memory that this one took.
    pub fn recycled(self) -> Graph {
        let Graph {
            mut nodes,
            mut blocks,
            mut states,
            mut inlines,
            mut origins,
            mut catches,
            mut cells,
            mut assumptions,
            mut decisions,
            mut removals,
            mut sunk,
            mut spare,
            mut spare_registers,
            ..
        } = self;
        for block in &mut blocks {
            block.phis.clear();
            block.nodes.clear();
            block.predecessors.clear();
        }
        spare.append(&mut blocks);
        nodes.clear();
        spare_registers.extend(states.drain(..).map(|state| state.registers));
        spare_registers.iter_mut().for_each(Vec::clear);
        inlines.clear();
        origins.clear();
        catches.clear();
        cells.clear();
        assumptions.clear();
        decisions.clear();
        removals.clear();
        sunk.clear();
        let (words, valid, sunk_word, in_one_realm) = (0, 0, 0, false);
        Graph {
            nodes,
            blocks,
            states,
            inlines,
            origins,
            catches,
            words,
            in_one_realm,
            cells,
            assumptions,
            valid,
            decisions,
            removals,
            sunk,
            sunk_word,
            spare,
            spare_registers,
        }
    }

    pub fn add_block(&mut self, origin: u32) -> BlockId {
        let spare = self.spare.pop();
        let (phis, nodes, predecessors) = spare.map(|b| (b.phis, b.nodes, b.predecessors)).unwrap_or_default();
        let end = End::Open;
        self.blocks.push(Block { phis, nodes, end, predecessors, entry_state: StateId::NONE, is_loop: false, origin });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// An empty list for a state.
    pub fn registers(&mut self) -> Vec<(u16, NodeId)> {
        self.spare_registers.pop().unwrap_or_default()
    }

    /// Whether a double, as a JavaScript value, may stay one where it has an int32's value. Sums, differences and products of doubles are not looked at
    /// for that by the interpreter either; but what came from int32s, however long ago, is a whole number: it is likely to be an int32 again, and then
    /// somebody's index, operand of a bit operation, or element of an array of int32s.
    pub fn stays_double(&self, id: NodeId) -> bool {
        let is_of_doubles = |id: NodeId| {
            matches!(self.node(id).op, Op::DoubleArithmetic(Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul))
        };
        let node = self.node(id);
        let kept = is_of_doubles(id)
            || matches!(node.op, Op::Phi | Op::Double1(DoubleFunction::Negate))
                && node.args.iter().any(|arg| is_of_doubles(*arg));
        kept && !self.comes_from_int(id, 6)
    }

    /// Whether an int32 that is no constant is among what a double was computed of, in so many steps.
    fn comes_from_int(&self, id: NodeId, steps: u32) -> bool {
        let node = self.node(id);
        match node.op {
            Op::ToDouble => {
                let of = self.node(node.args[0]);
                of.rep == Rep::Int && !matches!(of.op, Op::Int(_))
            }
            Op::Double1(DoubleFunction::Floor | DoubleFunction::Ceil) | Op::IntUShrDouble => true,
            Op::DoubleArithmetic(Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul)
            | Op::Double1(DoubleFunction::Negate)
            | Op::Phi => steps > 0 && node.args.iter().any(|arg| self.comes_from_int(*arg, steps - 1)),
            _ => false,
        }
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn add_node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Lets values give way to others, in whatever uses them.
    pub fn rename(&mut self, order: &[BlockId], instead: impl Fn(NodeId) -> NodeId) {
        let rename = |args: &mut [NodeId]| args.iter_mut().for_each(|arg| *arg = instead(*arg));
        for &b in order {
            let block = &mut self.blocks[b.index()];
            for id in block.phis.iter().chain(&block.nodes) {
                rename(&mut self.nodes[id.index()].args);
            }
            match &mut block.end {
                End::Branch { condition: value, .. } | End::Switch { value, .. } | End::Return(value) => {
                    *value = instead(*value);
                }
                _ => {}
            }
        }
        for state in &mut self.states {
            state.registers.iter_mut().for_each(|(_, value)| *value = instead(*value));
        }
        for sunk in self.sunk.values_mut().flatten() {
            sunk.fields.iter_mut().for_each(|(_, value)| *value = instead(*value));
            rename(&mut self.nodes[sunk.object.index()].args);
        }
        for inline in &mut self.inlines {
            inline.callee = instead(inline.callee);
            inline.this = instead(inline.this);
            inline.new_target = instead(inline.new_target);
        }
    }

    /// What a state holds, and what is in the objects that are made when the code is left there.
    pub fn held(&self, state: StateId) -> impl Iterator<Item = NodeId> {
        let registers = self.states[state.index()].registers.iter().map(|r| r.1);
        registers.chain(self.sunk.get(&state).into_iter().flatten().flat_map(|sunk| self.contents(sunk)))
    }

    /// What an object that is made where code is left is made of, in the order in which exits leave it.
    pub fn contents<'a>(&'a self, sunk: &'a Sunk) -> impl Iterator<Item = NodeId> + 'a {
        self.node(sunk.object).args.iter().copied().chain(sunk.fields.iter().map(|field| field.1))
    }

    /// All reached blocks in reverse postorder.
    pub fn order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut postorder = Vec::new();
        let mut stack = vec![(BlockId(0), 0)];
        seen[0] = true;
        while let Some((block, next)) = stack.pop() {
            match self.blocks[block.index()].end.successors().get(next) {
                Some(&s) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[s.index()], true) {
                        stack.push((s, 0));
                    }
                }
                None => postorder.push(block),
            }
        }
        postorder.reverse();
        postorder
    }
}
