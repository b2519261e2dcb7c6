//! T2: the optimizing compiler.
//!
//! ```text
//! cfg            bytecode as basic blocks, loops, live registers     graph_builder/ bytecode and feedback to the graph, with inlining
//! ir/            operations, SSA values, blocks, frame states        text/          graphs as text: printed, and read by tests
//! passes/        the passes, in order                                check          whether a graph is well formed
//! dominators     which blocks are on every way to which              environments   whether walks of environment chains are guarded
//! lower/         the graph to Cranelift's IR                         helpers        what code calls
//! exit           what exits stored, and how frames are rebuilt       explain        what a failed guard wanted and found, in words
//! worker         the compiler's thread                               schedule       which graph is compiled next
//! budget         how much time compilations may take on the VM's thread
//! blocklist      where speculation has failed too often              record         deoptimizations and decisions on record
//! forced         guards that fail at random, for tests               verify         whether rebuilt frames are what their bytecode expects
//! tier_up        when a function is optimized                       install        installing compiled code
//! deopt          leaving code, and throwing it away                 code_life      when code is freed
//! ```
//!
//! The graph is built on the VM's thread, since only that may read the heap; what follows needs nothing but the graph, and happens on another
//! thread. Code is entered at a function's start, in the middle of a loop that does not end, or where a suspended call goes on ([`Optimizer::tick`]). It is left where a guard
//! fails; the lower tiers go on at that bytecode, or before it where nothing was done between that could be seen. Places that fail again and again are not speculated on any more, and functions of which the
//! code was thrown away often enough stay in the baseline tier.

mod blocklist;
mod budget;
mod cfg;
mod check;
mod code_life;
mod deopt;
mod dominators;
mod environments;
mod exit;
mod explain;
mod forced;
mod graph_builder;
mod helpers;
mod install;
mod ir;
mod left_loop;
mod lower;
pub mod passes;
mod record;
mod schedule;
mod text;
mod tier_up;
mod verify;
mod worker;

use crate::stopwatch::worked;
use crate::target::Target;
use abi::frame::CodeHeader;
use blocklist::Blame;
use budget::Budget;
use exit::Exit;
use forced::Forced;
use install::Installed;
use left_loop::LeftLoop;
use lower::Addresses;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tier_up::{Function, LOOK};
use verify::Verifier;
use vm::Vm;
use worker::Worker;

/// Bits of an exit's number that are its place in its code's list.
const EXIT_BITS: u32 = 20;

pub struct Optimizer {
    functions: FxHashMap<*const CodeHeader, Function>,
    /// By number, which exits carry. Numbers without code are being compiled, or free.
    codes: Vec<Option<Installed>>,
    free: Vec<u32>,
    /// By number: the byte that is 1 while the code may rely on what it does.
    relies: Vec<Rc<Cell<u8>>>,
    /// Bytes of code that was thrown away and is still there, and how many there may be until somebody looks.
    older: usize,
    older_limit: usize,
    blame: Blame,
    /// Exits of code that is gone, until the worker frees them.
    gone: Vec<Vec<Exit>>,
    workspace: graph_builder::Workspace,
    worker: Worker,
    budget: Budget,
    forced: Forced,
    /// What looks at rebuilt frames, where that is wanted.
    verifier: Option<Rc<RefCell<Verifier>>>,
    /// Functions that are to be left to the lower tiers.
    never: FxHashSet<*const CodeHeader>,
    target: Target,
    sync: bool,
    ticks: u32,
    /// Where optimized code was left last.
    left: LeftLoop,
}

impl Optimizer {
    /// None if Cranelift cannot compile for the machine.
    pub fn new(vm: &mut Vm, target: Target, [enter, exit, preserve]: [u64; 3]) -> Option<Optimizer> {
        vm.tiers.look_every = vm.options.optimizer_threshold.clamp(0, LOOK);
        vm.context.counter.set(vm.tiers.look_every);
        let mut forced = Forced::new(vm.options.deopt_every, vm.options.deopt_seed);
        vm.context.deopt_countdown.set(forced.next());
        let addresses = Addresses {
            vm: std::ptr::from_ref(vm) as u64,
            requests: vm.requests().as_ptr() as u64,
            chars: vm.char_strings() as u64,
            call_nodes: vm.context.call_nodes.get() as u64,
            enter,
            exit,
            preserve,
            forced: forced.is_on(),
            of_function: |address| address as u64,
        };
        Some(Optimizer {
            functions: FxHashMap::default(),
            codes: Vec::new(),
            free: Vec::new(),
            relies: Vec::new(),
            older: 0,
            older_limit: 0,
            blame: Blame::default(),
            gone: Vec::new(),
            workspace: graph_builder::Workspace::default(),
            worker: Worker::new(target, addresses, vm.options.compile_sync)?,
            budget: Budget::new(worked()),
            forced,
            verifier: Verifier::is_wanted(vm).then(Rc::default),
            never: FxHashSet::default(),
            target,
            sync: vm.options.compile_sync,
            ticks: (vm.options.optimizer_threshold / LOOK).max(1) as u32,
            left: LeftLoop::default(),
        })
    }
}
