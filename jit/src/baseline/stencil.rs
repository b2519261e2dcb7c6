//! The stencils, as the build script wrote them.

/// Where a stencil may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The next instruction.
    Next,
    /// The instruction's jump target.
    Target,
    /// The stub by which the runtime does the instruction.
    Step,
    /// The thunk for a pending exception.
    Exception,
    /// The thunk that sets the frame up.
    EnterSlow,
    /// The thunk behind the stubs.
    StepThunk,
}

/// How the patcher derives what fills a hole; numbers are operand units of the instruction, and bytes to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Register(u8, u16),
    Signed(u8),
    Shift(u8),
    TaggedLong(u8),
    Site(u8, u16),
    Constant(u8),
    Position,
    UnitAddress(u8),
    Vm,
    Code,
    PositionWord,
    FrameBytes,
    Parameters,
    Slot,
    SlotEnd,
    EnvironmentSlot(u8),
    SwitchTable(u8),
    Argc(u8),
}

/// Where a displacement leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Exit(Exit),
    /// Into the stencil's own hot or cold part.
    Hot(u32),
    Cold(u32),
}

pub struct Hole {
    pub offset: u32,
    pub source: Source,
}

pub struct Fixup {
    /// Of the 32-bit displacement.
    pub offset: u32,
    pub target: Target,
}

pub struct Part {
    pub code: &'static [u8],
    pub holes: &'static [Hole],
    pub fixups: &'static [Fixup],
}

pub struct Stencil {
    pub name: &'static str,
    pub hot: Part,
    pub cold: Part,
}

include!(concat!(env!("OUT_DIR"), "/stencils.rs"));
