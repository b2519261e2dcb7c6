//! What the build script, which makes the stencils, and the patcher agree on. Both compile this file.

/// Environments of this many parents have stencils; deeper ones go to the runtime.
pub const DEPTHS: usize = 6;

/// What an instruction has seen besides int32s, as its stencil's name says: little, doubles, strings. Behind that comes `_BACK` for a jump that goes back.
pub const SEEN: [&str; 3] = ["", "_DOUBLE", "_STRING"];

/// Hot parts are copied in pieces of so many bytes: most are one.
pub const HOT_CHUNK: usize = 96;

/// Parts of stencils begin at multiples of so many bytes.
pub const PART_ALIGNMENT: usize = 16;

/// Where a stencil may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// The next instruction.
    Next = 0,
    /// The instruction's jump target.
    Target = 1,
    /// An exception is pending.
    Exception = 2,
    /// The runtime sets the frame up.
    EnterSlow = 3,
    /// The runtime does the instruction, whose offset is the thunk's fifth parameter.
    Step = 4,
}

/// What fills a hole: how the patcher derives it from an instruction. Numbers are operand units of the instruction, and bytes to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Byte offset in the frame of the register that operand unit `0` names, plus bytes.
    Register(u8, u16),
    /// The unit as a sign-extended int32.
    Signed(u8),
    /// The unit's low five bits: a shift count, one byte.
    Shift(u8),
    /// Two units as an int32 Value (64 bits).
    TaggedLong(u8),
    /// Address of the site that two units index, plus bytes.
    Site(u8, u16),
    /// Address of the tally that two units number.
    Tally(u8),
    /// The constant that two units index (64 bits).
    Constant(u8),
    /// The instruction's offset.
    Position,
    /// Address of the unit itself (feedback).
    UnitAddress(u8),
    /// Address of the VM context.
    Vm,
    /// Address of the function's CodeHeader.
    Code,
    /// The function's code id for compiled frames, in the upper half, over a position of 0.
    PositionWord,
    /// frame_words * 8.
    FrameBytes,
    /// The number of parameters that have registers.
    Parameters,
    /// What an entry or a back edge takes off the count of what runs, as a negative number: large bodies and large functions take more.
    Countdown,
    /// Byte offset of the frame slot that the prologue sets (one stencil each).
    Slot,
    /// Byte offset of the slot behind the last one to be filled.
    SlotEnd,
    /// Byte offset of environment slot number unit.
    EnvironmentSlot(u8),
    /// Address of the jump table that the unit numbers.
    SwitchTable(u8),
    /// The argument count in the unit, over flags of 0.
    Argc(u8),
    /// Two units as they are.
    Long(u8),
    /// How many bytes into the VM the allocator of the instruction's cell is, plus bytes; and how many bytes the cell takes.
    Allocator(u16),
    CellBytes,
    /// The slots of the environment that the constant describes.
    EnvironmentLength(u8),
    /// The upper half of the header of closures of the code that is the constant.
    ClosureHeader(u8),
}

/// How a value sits in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// On x86-64: little-endian bytes, as many as the value has. All else is aarch64's, and begins at an instruction.
    Bytes,
    /// Eights, in the 12 bits of a load's or store's offset.
    Scaled,
    /// 16 bits of one instruction.
    Half,
    /// 32 bits in two instructions.
    Word,
    /// 64 bits in four.
    Long,
    /// The count of a shift of 32 bits to the left.
    ShiftLeft,
    /// And of one to the right.
    ShiftRight,
    /// The distance of a jump.
    Branch26,
    /// The distance of a conditional branch, which reaches a megabyte.
    Branch19,
}
