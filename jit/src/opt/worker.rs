//! The thread on which graphs become machine code, beside the program.

use super::blocklist::Blocklist;
use super::check;
use super::exit::Exit;
use super::ir::{Assumption, Graph, InlineId, Origin, RemovalReason};
use super::lower::{self, Addresses, CodeEntry, Machine, Workspace};
use super::passes::{PASSES, Printing};
use super::schedule::Schedule;
use crate::stopwatch::Stopwatch;
use crate::target::Target;
use cranelift_codegen::isa::OwnedTargetIsa;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use vm::code::origin::{CodeOrigin, OriginRange, fill_gaps};

/// A graph to be compiled.
pub struct Job {
    /// Address of the function's CodeHeader, by which the VM's thread knows it again.
    pub machine: usize,
    pub entry: u32,
    pub kind: CodeEntry,
    pub graph: Graph,
    pub blocklist: Arc<Blocklist>,
    pub number: u32,
    pub building: Duration,
    /// What is to be printed of it.
    pub printing: Printing,
    pub code_id: u32,
    /// The id of the code.
    pub id: u32,
    /// Exits of code that is gone, to be freed where there is time for it.
    pub gone: Vec<Vec<Exit>>,
}

/// What became of it.
pub struct Done {
    pub machine: usize,
    pub entry: u32,
    pub number: u32,
    pub words: u32,
    pub code_id: u32,
    pub id: u32,
    /// Inlined ones and the function itself.
    pub activations: u32,
    pub nodes: usize,
    pub building: Duration,
    pub compiling: Duration,
    pub origins: Vec<CodeOrigin>,
    /// Where which one begins.
    pub ranges: Vec<OriginRange>,
    /// What was left out: code id, bytecode offset, why, and how often.
    pub removals: Vec<(u32, u32, RemovalReason, u64)>,
    /// Cells that the code names by address.
    pub cells: Vec<u64>,
    /// See [`Graph::owner`].
    pub owner: u64,
    /// What it relies on.
    pub assumptions: Vec<Assumption>,
    /// Empty, for its memory.
    pub graph: Graph,
    pub compiled: Result<Machine, String>,
}

/// The thread, started when there is something to do.
pub struct Worker {
    isa: OwnedTargetIsa,
    addresses: Addresses,
    running: Option<(Sender<Job>, Receiver<Done>)>,
    waiting: usize,
    /// For what is compiled at once.
    workspace: Workspace,
    /// A graph that breaks a rule ends the program, instead of leaving its function to the baseline.
    verify: bool,
}

impl Worker {
    pub fn new(target: Target, addresses: Addresses, verify: bool) -> Option<Worker> {
        let isa = target.isa(verify, true)?;
        Some(Worker { isa, addresses, running: None, waiting: 0, workspace: Workspace::default(), verify })
    }

    pub fn send(&mut self, job: Job) {
        let (isa, addresses) = (self.isa.clone(), self.addresses);
        let (jobs, _) = self.running.get_or_insert_with(|| {
            let (jobs, work) = channel::<Job>();
            let (finished, done) = channel();
            let thread = std::thread::Builder::new().name("tarsier-opt".into()).stack_size(16 << 20);
            // Without a thread the jobs are never done, and the program stays in the baseline tier.
            let _ = thread.spawn(move || {
                let mut workspace = Workspace::default();
                for job in Schedule::new(work, |job| job.graph.nodes.len()) {
                    if finished.send(compile(&mut workspace, job, addresses, &isa, false)).is_err() {
                        return;
                    }
                }
            });
            (jobs, done)
        });
        if jobs.send(job).is_ok() {
            self.waiting += 1;
        }
    }

    /// Compiles a graph while the program waits.
    ///
    /// # Panics
    /// If the graph breaks a rule, and the worker verifies.
    pub fn compile_now(&mut self, job: Job) -> Done {
        compile(&mut self.workspace, job, self.addresses, &self.isa, self.verify)
    }

    /// A job that is done.
    pub fn receive(&mut self) -> Option<Done> {
        if self.waiting == 0 {
            return None;
        }
        let done = self.running.as_ref()?.1.try_recv().ok()?;
        self.waiting -= 1;
        Some(done)
    }
}

/// Compiles a graph.
fn compile(workspace: &mut Workspace, mut job: Job, addresses: Addresses, isa: &OwnedTargetIsa, verify: bool) -> Done {
    let started = Stopwatch::start();
    for (i, pass) in PASSES.iter().enumerate() {
        let order = job.graph.order();
        (pass.run)(&mut job.graph, &order, &job.blocklist);
        job.printing.after(i, &job.graph);
    }
    let checked = check::check(&job.graph).and_then(|()| check::check_representations(&job.graph));
    if let (true, Err(broken)) = (verify, &checked) {
        panic!("the graph of {} breaks a rule: {broken}", job.code_id);
    }
    let compiled =
        checked.and_then(|()| lower::compile(workspace, &job.graph, job.kind, addresses, job.number, &**isa));
    let origins = origins(&job.graph);
    let ranges = compiled.iter().flat_map(|machine| &machine.ranges);
    let mut ranges: Vec<_> = ranges.map(|&(start, origin)| OriginRange::exact(start, origin)).collect();
    fill_gaps(&origins, &mut ranges);
    drop(job.gone);
    Done {
        machine: job.machine,
        entry: job.entry,
        number: job.number,
        words: job.graph.words,
        code_id: job.code_id,
        id: job.id,
        activations: job.graph.inlines.len() as u32,
        nodes: job.graph.nodes.len(),
        building: job.building,
        compiling: started.elapsed(),
        origins,
        ranges,
        removals: removals(&job.graph),
        cells: std::mem::take(&mut job.graph.cells),
        owner: job.graph.owner,
        assumptions: std::mem::take(&mut job.graph.assumptions),
        graph: job.graph.recycled(),
        compiled,
    }
}

fn removals(graph: &Graph) -> Vec<(u32, u32, RemovalReason, u64)> {
    let mut counts: BTreeMap<(u32, u32, RemovalReason), u64> = BTreeMap::new();
    for removal in &graph.removals {
        let Origin { inline, pc } = graph.origins[removal.origin as usize];
        *counts.entry((graph.inlines[inline.index()].code_id, pc, removal.why)).or_default() += 1;
    }
    counts.into_iter().map(|((code_id, pc, why), count)| (code_id, pc, why, count)).collect()
}

/// The origins of a graph; each inlined activation's call is one, too.
fn origins(graph: &Graph) -> Vec<CodeOrigin> {
    let none = CodeOrigin { code_id: 0, offset: 0, caller: u32::MAX };
    let mut all: Vec<CodeOrigin> = graph.origins.iter().map(|_| none).collect();
    let mut calls: FxHashMap<InlineId, u32> = FxHashMap::default();
    fn call(graph: &Graph, inline: InlineId, calls: &mut FxHashMap<InlineId, u32>, all: &mut Vec<CodeOrigin>) -> u32 {
        let i = &graph.inlines[inline.index()];
        if i.caller.is_none() {
            return u32::MAX;
        }
        if let Some(&index) = calls.get(&inline) {
            return index;
        }
        let caller = call(graph, i.caller, calls, all);
        all.push(CodeOrigin { code_id: graph.inlines[i.caller.index()].code_id, offset: i.call_pc, caller });
        let index = all.len() as u32 - 1;
        calls.insert(inline, index);
        index
    }
    for (i, Origin { inline, pc }) in graph.origins.iter().enumerate() {
        let caller = call(graph, *inline, &mut calls, &mut all);
        all[i] = CodeOrigin { code_id: graph.inlines[inline.index()].code_id, offset: *pc, caller };
    }
    all
}
