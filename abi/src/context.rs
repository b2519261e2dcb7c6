//! The VM context: the first bytes of a `Vm`, which the interpreter, compiled code and the profiler's signal handler share.

use crate::cell::CellHeader;
use crate::frame::Frame;
use crate::object::{Elements, Slots};
use crate::value::Value;
use core::cell::Cell;
use core::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// What the VM is doing, for the profiler: who is to be credited when the machine PC is in native code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u32)]
pub enum VmState {
    Script = 0,
    Parse = 1,
    CompileBytecode = 2,
    CompileBaseline = 3,
    CompileOptimized = 4,
    GcMark = 5,
    GcSweep = 6,
    InlineCacheMiss = 7,
    Builtin = 8,
    RegExp = 9,
    RegExpCompile = 10,
    Idle = 11,
    Deopt = 12,
    Other = 13,
}

impl VmState {
    pub const ALL: [VmState; 14] = [
        VmState::Script,
        VmState::Parse,
        VmState::CompileBytecode,
        VmState::CompileBaseline,
        VmState::CompileOptimized,
        VmState::GcMark,
        VmState::GcSweep,
        VmState::InlineCacheMiss,
        VmState::Builtin,
        VmState::RegExp,
        VmState::RegExpCompile,
        VmState::Idle,
        VmState::Deopt,
        VmState::Other,
    ];

    /// The name that reports show, in parentheses, as a child of the JavaScript frame that caused the work.
    pub fn name(self) -> &'static str {
        match self {
            VmState::Script => "(script)",
            VmState::Parse => "(parse)",
            VmState::CompileBytecode => "(compile bytecode)",
            VmState::CompileBaseline => "(compile baseline)",
            VmState::CompileOptimized => "(compile optimized)",
            VmState::GcMark => "(gc mark)",
            VmState::GcSweep => "(gc sweep)",
            VmState::InlineCacheMiss => "(inline cache miss)",
            VmState::Builtin => "(builtin)",
            VmState::RegExp => "(regexp)",
            VmState::RegExpCompile => "(regexp compile)",
            VmState::Idle => "(idle)",
            VmState::Deopt => "(deopt)",
            VmState::Other => "(vm)",
        }
    }
}

/// A count that its thread counts down without a locked instruction, so that another thread's value may get lost: who wants it to be seen sets it again.
#[repr(transparent)]
pub struct Counter(AtomicI32);

impl Counter {
    pub const fn new(count: i32) -> Counter {
        Counter(AtomicI32::new(count))
    }

    #[inline(always)]
    pub fn get(&self) -> i32 {
        self.0.load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub fn set(&self, count: i32) {
        self.0.store(count, Ordering::Relaxed);
    }
}

#[repr(C)]
pub struct VmContext {
    /// The innermost JavaScript frame, kept by the interpreter at every frame switch and by every call out of
    /// compiled code; the signal handler starts its walk here.
    pub top_call_frame: AtomicPtr<Frame>,
    /// A [`VmState`].
    pub state: AtomicU32,
    /// Loop and call budget until the slow path looks at what other threads request. Those may set it, to be looked at sooner.
    pub counter: Counter,
    /// First address that a frame must not reach.
    pub stack_limit: Cell<*mut Value>,
    pub stack_base: Cell<*mut Value>,
    /// The native stack pointer must stay above this.
    pub native_limit: Cell<usize>,
    pub exception: Cell<Value>,
    /// Base address that shape indices are relative to.
    pub heap_base: Cell<usize>,
    /// The highest frame word ever used, so that a walk knows where the stack may lie.
    pub stack_high_water: AtomicU64,
    /// The current realm's cell.
    pub realm: Cell<*mut CellHeader>,
    /// What a compiled function that the runtime ended returns, or what a function of the runtime gave that compiled code calls from a rare place: it is
    /// read at once.
    pub return_value: Cell<Value>,
    /// What the first stencil of an instruction leaves for the second, or the runtime for a stencil: an address.
    pub scratch: Cell<usize>,
    /// What the guard by which optimized code is being left found, raw.
    pub deopt_value: Cell<u64>,
    /// Guards until one fails that need not (`--deopt-every`).
    pub deopt_countdown: Cell<u32>,
    /// Whether some object on some prototype chain has or may have indexed properties, so that holes must be looked up: [`INHERITED_BY_ARRAYS`],
    /// [`INHERITED_BY_OTHERS`].
    pub inherited_elements: Cell<u8>,
    pub _pad3: [u8; 3],
    /// The cache of megamorphic sites.
    pub megamorphic: Cell<*const crate::ic::MegamorphicEntry>,
    /// What objects without slots or elements have.
    pub empty_slots: Cell<*mut Slots>,
    pub empty_elements: Cell<*mut Elements>,
    /// Index of the shape of the current realm's plain functions.
    pub function_shape: Cell<u32>,
    /// How many full collections there were, and one.
    pub collections: Cell<u32>,
    /// Where the nodes of the calling context tree are, and the current one ([`crate::calls`]).
    pub call_nodes: Cell<*const crate::calls::CallNode>,
    pub call_node: Cell<u32>,
    /// The nodes from this one on are entered, and those after it left, without the clock being read, and without a call of the runtime; [`u32::MAX`] for none.
    pub calls_untimed_from: Cell<u32>,
    /// How many were entered so.
    pub calls_untimed: Cell<u64>,
    /// The value of the entry whose key the last step of a Map's iterator gave to optimized code.
    pub entry_value: Cell<Value>,
    /// What the generator that optimized code resumed last has given: [`GIVEN_YIELDED`](crate::generator::GIVEN_YIELDED) and so on.
    pub given: Cell<u32>,
    /// What typeof answers: [`TYPEOF_NUMBER`] and so on.
    pub typeof_names: [Cell<Value>; 8],
    /// 64-bit constants for code that cannot hold them: [`CONSTANTS`].
    pub constants: [u64; 5],
    /// Addresses of the runtime's functions, see [`crate::runtime`].
    pub runtime: [Cell<usize>; crate::runtime::COUNT],
}

/// What the counter is reloaded with: back edges and calls between two looks at the requests.
pub const COUNTER_RELOAD: i32 = 1 << 12;

/// Bits of [`VmContext::inherited_elements`]: on the chain of some array,
pub const INHERITED_BY_ARRAYS: u8 = 1;
/// on a chain that no array is known to have.
pub const INHERITED_BY_OTHERS: u8 = 2;

impl VmContext {
    /// A context for a stack between two addresses, with nothing running.
    pub fn new(stack_base: *mut Value, stack_limit: *mut Value) -> VmContext {
        VmContext {
            top_call_frame: AtomicPtr::new(core::ptr::null_mut()),
            state: AtomicU32::new(VmState::Script as u32),
            counter: Counter::new(COUNTER_RELOAD),
            stack_limit: Cell::new(stack_limit),
            stack_base: Cell::new(stack_base),
            native_limit: Cell::new(0),
            exception: Cell::new(Value::EMPTY),
            heap_base: Cell::new(0),
            stack_high_water: AtomicU64::new(stack_base as u64),
            realm: Cell::new(core::ptr::null_mut()),
            return_value: Cell::new(Value::EMPTY),
            scratch: Cell::new(0),
            deopt_value: Cell::new(0),
            deopt_countdown: Cell::new(0),
            inherited_elements: Cell::new(0),
            _pad3: [0; 3],
            megamorphic: Cell::new(core::ptr::null()),
            empty_slots: Cell::new(core::ptr::null_mut()),
            empty_elements: Cell::new(core::ptr::null_mut()),
            function_shape: Cell::new(0),
            collections: Cell::new(1),
            call_nodes: Cell::new(core::ptr::null()),
            call_node: Cell::new(crate::calls::ROOT),
            calls_untimed_from: Cell::new(u32::MAX),
            calls_untimed: Cell::new(0),
            entry_value: Cell::new(Value::UNDEFINED),
            given: Cell::new(0),
            typeof_names: [const { Cell::new(Value::UNDEFINED) }; 8],
            constants: CONSTANTS,
            runtime: [const { Cell::new(0) }; crate::runtime::COUNT],
        }
    }
}

pub const TYPEOF_NUMBER: usize = 0;
pub const TYPEOF_STRING: usize = 1;
pub const TYPEOF_BOOLEAN: usize = 2;
pub const TYPEOF_UNDEFINED: usize = 3;
pub const TYPEOF_OBJECT: usize = 4;
pub const TYPEOF_FUNCTION: usize = 5;
pub const TYPEOF_SYMBOL: usize = 6;
pub const TYPEOF_BIGINT: usize = 7;

/// What [`VmContext::constants`] holds: the doubles 1 and -1, the NaN value, the hole among raw doubles, a double's sign bit.
pub const CONSTANTS: [u64; 5] =
    [0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000, Value::NAN.bits(), crate::object::DOUBLE_HOLE, 1 << 63];
pub const CONSTANT_ONE: usize = 0;
pub const CONSTANT_MINUS_ONE: usize = 1;
pub const CONSTANT_NAN: usize = 2;
pub const CONSTANT_HOLE: usize = 3;
pub const CONSTANT_SIGN: usize = 4;
