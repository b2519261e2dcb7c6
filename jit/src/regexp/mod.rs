//! Native code for regular expressions.
//!
//! ```text
//! lower    a pattern's code to machine code, by Cranelift       state    what is known of the backtracking stack meanwhile
//! sets     units compared with sets                             search   where a match can begin
//! ```
//!
//! Patterns become code on a thread of their own, beside the program. The code has a range of memory for itself: within it no register holds
//! a frame, and to the profiler it is the runtime's, in the state of matching. It goes with the program that it was made for.

mod lower;
mod search;
mod sets;
mod state;
#[cfg(test)]
mod tests;

use crate::memory::CodeMemory;
use crate::target::Target;
use cranelift_codegen::isa::OwnedTargetIsa;
use lower::Machine;
use rustc_hash::FxHashMap;
use sets::Table;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use vm::Vm;
use vm::code::origin::PatternCode;
use vm::observe::now_ns;
use vm::regexp::Code;
use vm::regexp::native::{Call, Function, NativeCode, Slot};
use vm::tiering::RegExpCompiler;

/// Of the budget for machine code, regular expressions may have so much again: a quarter.
const SHARE: usize = 4;

/// Gives the VM a compiler for regular expressions.
pub fn install(vm: &mut Vm, target: Target) {
    vm.tiers.regexp_threshold = vm.options.regexp_threshold;
    vm.tiers.regexps = Some(Box::new(RegExps {
        memory: None,
        budget: vm.options.code_memory / SHARE,
        target,
        isa: None,
        running: None,
        waiting: FxHashMap::default(),
        asked: 0,
        freed: Rc::default(),
        sync: vm.options.compile_sync,
        trace: vm.options.trace_compile,
    }));
}

struct Job {
    number: u64,
    code: Arc<Code>,
    wide: bool,
}

struct Done {
    number: u64,
    wide: bool,
    compiling: Duration,
    compiled: Result<Machine, String>,
}

/// A pattern that code is being made of.
struct Waiting {
    slots: Weak<[Slot; 2]>,
    name: String,
}

/// Offsets and bytes of code that nobody needs any more.
type Freed = Rc<RefCell<Vec<(usize, usize)>>>;

/// What a program's code lives by.
struct Owner {
    piece: (usize, usize),
    freed: Freed,
    #[expect(clippy::vec_box, reason = "machine code holds their addresses")]
    _tables: Vec<Box<Table>>,
    /// The code names its pattern's sets.
    _code: Arc<Code>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.freed.borrow_mut().push(self.piece);
    }
}

struct RegExps {
    /// Made when it is needed first.
    memory: Option<CodeMemory>,
    /// Bytes of it.
    budget: usize,
    target: Target,
    /// As the memory.
    isa: Option<OwnedTargetIsa>,
    running: Option<(Sender<Job>, Receiver<Done>)>,
    waiting: FxHashMap<u64, (Waiting, Arc<Code>)>,
    asked: u64,
    freed: Freed,
    sync: bool,
    trace: bool,
}

fn compile(job: &Job, isa: &OwnedTargetIsa) -> Done {
    let started = Instant::now();
    let compiled = lower::compile(&job.code, job.wide, &**isa);
    Done { number: job.number, wide: job.wide, compiling: started.elapsed(), compiled }
}

impl RegExpCompiler for RegExps {
    fn compile(&mut self, vm: &mut Vm, code: &Arc<Code>, slots: &Rc<[Slot; 2]>, wide: bool, name: &dyn Fn() -> String) {
        if self.isa.is_none() {
            self.isa = self.target.isa(self.sync, false);
        }
        let Some(isa) = self.isa.clone() else {
            slots[wide as usize].refused.set(true);
            return;
        };
        self.asked += 1;
        let name = name();
        let job = Job { number: self.asked, code: code.clone(), wide };
        self.waiting.insert(job.number, (Waiting { slots: Rc::downgrade(slots), name }, code.clone()));
        if self.sync {
            let done = compile(&job, &isa);
            self.install(vm, done);
            return;
        }
        let (jobs, _) = self.running.get_or_insert_with(|| {
            let (jobs, work) = channel::<Job>();
            let (finished, done) = channel();
            let thread = std::thread::Builder::new().name("tarsier-regexp".into()).stack_size(16 << 20);
            // Without a thread the jobs are never done, and patterns stay with the machine.
            let _ = thread.spawn(move || {
                for job in work {
                    if finished.send(compile(&job, &isa)).is_err() {
                        return;
                    }
                }
            });
            (jobs, done)
        });
        // If the thread is gone, nothing comes.
        let _ = jobs.send(job);
    }

    fn link(&mut self, vm: &mut Vm) {
        while let Some(done) = self.running.as_ref().and_then(|running| running.1.try_recv().ok()) {
            self.install(vm, done);
        }
    }
}

impl RegExps {
    fn install(&mut self, vm: &mut Vm, done: Done) {
        let Some((Waiting { slots, name }, code)) = self.waiting.remove(&done.number) else { return };
        // The program may have died since.
        let Some(slots) = slots.upgrade() else { return };
        let slot = &slots[done.wide as usize];
        let units = if done.wide { "16-bit units" } else { "bytes" };
        let (offset, machine) = match done.compiled.and_then(|machine| Ok((self.place(vm, &machine.code)?, machine))) {
            Ok(placed) => placed,
            Err(why) => {
                slot.refused.set(true);
                if self.trace {
                    vm::observe::trace::say(&format!("[regexp] {name} for {units}: not compiled: {why}"));
                }
                return;
            }
        };
        let bytes = machine.code.len();
        if self.trace {
            let micros = done.compiling.as_secs_f64() * 1e6;
            vm::observe::trace::say(&format!("[regexp] {name} for {units}: {micros:.0} us, {bytes} bytes"));
        }
        let Some(address) = self.memory.as_ref().map(|memory| memory.address(offset)) else { return };
        vm.pattern_installed(PatternCode {
            pattern: name,
            start: address as usize,
            end: address as usize + bytes,
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        });
        // SAFETY: the code was compiled with that convention; it does not look at the second argument.
        let itself = unsafe { std::mem::transmute::<*const u8, Call>(address) };
        let function = Function { call: vm.tiers.call_pattern.unwrap_or(itself), address };
        let owner = Owner { piece: (offset, bytes), freed: self.freed.clone(), _tables: machine.tables, _code: code };
        let _ = slot.code.set(NativeCode { function, owner: Box::new(owner) });
    }

    /// Copies code to a place for it: the offset.
    fn place(&mut self, vm: &mut Vm, code: &[u8]) -> Result<usize, String> {
        if self.memory.is_none() {
            self.memory = Some(CodeMemory::new(self.budget).map_err(|error| error.to_string())?);
        }
        let memory = self.memory.as_mut().ok_or("there is no memory for code")?;
        let freed = self.freed.take();
        if !freed.is_empty() {
            let starts: Vec<usize> = freed.iter().map(|&(offset, _)| memory.address(offset) as usize).collect();
            vm.observed.patterns_freed(&starts);
        }
        for (offset, bytes) in freed {
            memory.release(offset, bytes);
        }
        if !memory.fits(code.len()) {
            memory.coalesce();
        }
        let offset = memory.allocate(code.len()).ok_or("there is no memory for its code")?;
        memory.write(offset, code);
        Ok(offset)
    }
}
