//! Exact calls (`--trace-calls`): the calling context tree of a run (Ammons, Ball and Larus), with the number of calls in each context and the time that
//! passed there.
//!
//! The bytecode compiler begins each function with EnterCall and puts LeaveCall before what ends it; under the option alone there are any. So an inlined call
//! is a call, and where code is left or entered in the middle, the registers of these instructions go along. The current node is in the VM's context.
//! EnterCall keeps the caller's node and the function's own in registers of the frame: a return makes the first the current one again, and a handler the second,
//! however many frames the exception has passed. Where the runtime runs JavaScript ([`Vm::before_script`]) the current node is afterwards what it was, whatever happened.
//!
//! A built-in is in the tree where it runs JavaScript: its node is entered when it first does. What it took until then is its own all the same.
//! Generators and async functions are left where they suspend; what goes on is a node of its own, under whoever resumes.
//!
//! Nothing here allocates cells or runs JavaScript.

mod clock;
mod events;
mod nodes;
mod probes;
mod report;
mod sampling;
mod script;
mod tree;

pub use events::{Event, EventKind, Events};
pub use probes::{CallCost, DEEP, ProbeCost};
pub use report::{CallTree, TreeNode};
pub use script::{Enter, node_of};

use crate::vm::Vm;
use abi::calls::ROOT;
use abi::opcode::{Family, Opcode};
use sampling::Sampling;
use std::cell::Cell;
use std::fs::File;
use std::sync::Arc;
use tree::Tree;

/// What is traced of calls.
#[derive(Clone, Debug)]
pub struct TraceCalls {
    /// Time, too, not numbers alone.
    pub is_timed: bool,
    /// A function that calls itself, by others or not, goes on in the node that it has already.
    pub folds_recursion: bool,
    /// A file for the last events, and its size in bytes.
    pub events: Option<(Arc<File>, u64)>,
}

/// A built-in that runs.
struct NativeCall {
    code_id: u32,
    /// When it began, if time is measured.
    start: u64,
}

/// The calls of a VM.
#[derive(Default)]
pub struct Calls {
    is_on: bool,
    is_timed: bool,
    tree: Tree,
    /// The built-ins that run, and how many of them, from the first on, are in the tree.
    natives: Vec<NativeCall>,
    entered: usize,
    /// When the current node became that.
    since: Cell<u64>,
    /// When tracing began, in ticks and in nanoseconds.
    start: (u64, u64),
    /// None until it was measured.
    cost: Option<ProbeCost>,
    events: Option<Events>,
    sampling: Sampling,
}

impl Calls {
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    pub fn is_timed(&self) -> bool {
        self.is_timed
    }
}

/// Units of bytecode that trace calls.
pub(crate) fn tracing_units(bytecode: &[u16]) -> usize {
    let (mut at, mut units) = (0, 0);
    while let Some(op) = bytecode.get(at).and_then(|unit| Opcode::from_u16(*unit)) {
        if op.family() == Family::Calls {
            units += op.length();
        }
        at += op.length();
    }
    units
}

impl Vm {
    /// Begins to trace calls, before anything has run.
    pub(crate) fn trace_calls(&mut self) -> std::io::Result<()> {
        let Some(options) = self.options.trace_calls.clone() else { return Ok(()) };
        self.calls.tree = Tree::new(options.folds_recursion, options.is_timed)?;
        self.calls.is_timed = options.is_timed;
        self.context.calls_untimed_from.set(if options.is_timed { u32::MAX } else { ROOT });
        self.context.call_nodes.set(self.calls.tree.nodes());
        self.calls.is_on = true;
        if options.is_timed {
            self.calibrate_calls()?;
        }
        if let Some((file, bytes)) = &options.events {
            self.calls.events = Some(Events::new(file, *bytes)?);
        }
        if options.is_timed && !options.folds_recursion && options.events.is_none() {
            self.calls.sampling.begin();
        }
        self.calls.start = (clock::ticks(), crate::observe::now_ns());
        self.calls.since.set(self.calls.start.0);
        Ok(())
    }
}
