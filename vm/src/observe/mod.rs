//! What the VM tells whoever observes it: idle times, parses and compiles, and which place in the program scheduled the running job.
//!
//! The profiler attaches an [`Observer`]; without one, nothing here costs more than a test. None of it changes what is compiled or
//! how it runs.

pub mod trace;

use crate::code::origin::{MachineCode, PatternCode};
use crate::vm::Vm;
use abi::context::VmState;
use abi::frame::Frame;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

pub use gc::now_ns;

/// Who observes. Called on the VM's thread, outside of signal handlers.
pub trait Observer {
    /// The VM waits for something outside of it from here on.
    fn idle_begins(&self);
    /// It goes on.
    fn idle_ends(&self);
    /// How many samples there have been: what installs or frees code stamps it with this, so that a PC is resolved against the
    /// code that was there at its time.
    fn sample_index(&self) -> u64;
}

/// Who is told of machine code as it is installed (native profilers). Called on the VM's thread.
pub trait CodeListener {
    /// The code is in its place and will run from here on.
    fn installed(&mut self, vm: &Vm, code: &MachineCode);
    /// The same of a regular expression's code.
    fn pattern_installed(&mut self, code: &PatternCode);
}

/// A parse or a compile that has ended.
#[derive(Clone, Copy, Debug)]
pub struct CompileEvent {
    /// CLOCK_MONOTONIC, nanoseconds.
    pub start_ns: u64,
    pub duration_ns: u64,
    /// Parse or one of the Compile states.
    pub state: VmState,
    /// The code compiled; 0 for a parse.
    pub code_id: u32,
    /// The source parsed, an id of [`crate::source::SourceText`]; 0 for a compile.
    pub source: u32,
}

/// By what a job or a timer was scheduled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum AsyncKind {
    Then = 0,
    Await = 1,
    Microtask = 2,
    Timer = 3,
    Immediate = 4,
    Thenable = 5,
    Cleanup = 6,
}

impl AsyncKind {
    pub fn name(self) -> &'static str {
        match self {
            AsyncKind::Then => "promise then",
            AsyncKind::Await => "await",
            AsyncKind::Microtask => "microtask",
            AsyncKind::Timer => "timer",
            AsyncKind::Immediate => "immediate",
            AsyncKind::Thenable => "thenable job",
            AsyncKind::Cleanup => "finalization",
        }
    }
}

/// A place in the program that scheduled something.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct AsyncOrigin {
    /// The origin of the job in which this was scheduled; 0 for none.
    pub parent: u32,
    pub kind: AsyncKind,
    /// Position words (bytecode offset, code id in the upper half) of the scheduling stack, innermost first.
    pub frames: Vec<u64>,
}

/// Frames that an origin names at most.
const ORIGIN_FRAMES: usize = 12;
/// Origins that follow from each other at most; what comes later counts as scheduled by the last of them.
const LONGEST_CHAIN: usize = 32;
/// Origins at most; later ones are not told apart.
const MOST_ORIGINS: usize = 1 << 18;

/// All origins seen; 0 is none.
#[derive(Default)]
pub struct AsyncOrigins {
    /// Ids up to this one are from earlier observations: jobs and timers keep them.
    base: u32,
    origins: Vec<AsyncOrigin>,
    /// By hash: origins are few, and what is looked up is mostly there.
    index: FxHashMap<u64, u32>,
}

impl AsyncOrigins {
    /// The origin of an id that [`Vm::async_origin`] gave during this observation.
    pub fn get(&self, id: u32) -> Option<&AsyncOrigin> {
        self.nth(self.number(id))
    }

    /// The n-th, counted from 1.
    pub fn nth(&self, n: u32) -> Option<&AsyncOrigin> {
        self.origins.get((n as usize).checked_sub(1)?)
    }

    /// The how-manieth of this observation's an id is; 0 if it is none of them.
    pub fn number(&self, id: u32) -> u32 {
        Some(id.saturating_sub(self.base)).filter(|&n| n as usize <= self.origins.len()).unwrap_or(0)
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    fn intern(&mut self, parent: u32, kind: AsyncKind, frames: &[u64]) -> u32 {
        let parent = if parent > self.base { parent } else { 0 };
        let mut hasher = FxHasher::default();
        (parent, kind, frames).hash(&mut hasher);
        let hash = hasher.finish();
        if let Some(&id) = self.index.get(&hash) {
            return id;
        }
        // A loop that awaits is scheduled by itself over and over: one place is on a chain once.
        let mut at = parent;
        let mut length = 0;
        while let Some(origin) = self.get(at) {
            if origin.kind == kind && origin.frames == frames {
                self.index.insert(hash, at);
                return at;
            }
            at = origin.parent;
            length += 1;
        }
        if length >= LONGEST_CHAIN || self.origins.len() >= MOST_ORIGINS {
            return parent;
        }
        self.origins.push(AsyncOrigin { parent, kind, frames: frames.to_vec() });
        let id = self.base + self.origins.len() as u32;
        self.index.insert(hash, id);
        id
    }
}

/// Where the pinned register holds the frame that is on top, for whoever stops the program anywhere. Nowhere until it is set.
#[derive(Default)]
pub struct CompiledPlaces {
    /// The thunks that compiled code goes through begin here, functions' code after them; where both end.
    pinned: AtomicUsize,
    code: AtomicUsize,
    end: AtomicUsize,
    /// In the thunk by which the runtime calls compiled code: from where that returns to until the frame on top has been published. What
    /// the context still has there is a frame that has gone.
    returned: AtomicUsize,
    published: AtomicUsize,
}

impl CompiledPlaces {
    pub fn set(&self, pinned: usize, code: Range<usize>, returned: Range<usize>) {
        let words = [&self.pinned, &self.code, &self.end, &self.returned, &self.published];
        for (word, address) in words.into_iter().zip([pinned, code.start, code.end, returned.start, returned.end]) {
            word.store(address, Ordering::Relaxed);
        }
    }

    /// The register holds the frame there. Async-signal-safe.
    #[inline(always)]
    pub fn is_pinned(&self, pc: usize) -> bool {
        let within = |from: &AtomicUsize, to: &AtomicUsize| {
            pc >= from.load(Ordering::Relaxed) && pc < to.load(Ordering::Relaxed)
        };
        within(&self.pinned, &self.end) || within(&self.returned, &self.published)
    }

    /// It is a function's code. Async-signal-safe.
    #[inline(always)]
    pub fn is_code(&self, pc: usize) -> bool {
        pc >= self.code.load(Ordering::Relaxed) && pc < self.end.load(Ordering::Relaxed)
    }
}

/// The VM's side of being observed.
#[derive(Default)]
pub struct Observation {
    observer: Option<Arc<dyn Observer>>,
    listener: Option<Box<dyn CodeListener>>,
    compiles: Vec<CompileEvent>,
    /// How often an inline cache had to learn, since the VM was made.
    pub cache_misses: u64,
    pub origins: AsyncOrigins,
    /// The origin of the job that runs; the signal handler reads it.
    current: AtomicU32,
    pub compiled: CompiledPlaces,
    /// Names and addresses of the thunks, for who looks at machine code from outside.
    pub thunks: Vec<(&'static str, std::ops::Range<usize>)>,
    /// All machine code that there was since the VM was made, and is still of interest to an observer. Added to by [`Vm::code_installed`].
    pub machine_code: Vec<MachineCode>,
    /// The same of regular expressions. Added to by [`Vm::pattern_installed`].
    pub pattern_code: Vec<PatternCode>,
}

impl Observation {
    /// Where the running job's origin is, for the signal handler.
    pub fn current_word(&self) -> *const AtomicU32 {
        &raw const self.current
    }

    /// Regular expressions' code that begins at these addresses has been freed.
    pub fn patterns_freed(&mut self, starts: &[usize]) {
        let (stamp, keep) = ((self.sample_index(), now_ns()), self.is_observed());
        self.pattern_code.retain_mut(|code| {
            if code.freed.is_some() || !starts.contains(&code.start) {
                return true;
            }
            code.freed = Some(stamp);
            keep
        });
    }

    /// What an earlier observer's samples may have been in is of no interest to the next, nor is how many samples it had.
    fn forget_freed_code(&mut self) {
        self.machine_code.retain_mut(|code| {
            code.installed.0 = 0;
            code.freed.is_none()
        });
        self.pattern_code.retain_mut(|code| {
            code.installed.0 = 0;
            code.freed.is_none()
        });
    }

    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// The observer's count of samples; 0 without one.
    pub fn sample_index(&self) -> u64 {
        self.observer.as_ref().map_or(0, |observer| observer.sample_index())
    }

    /// What was parsed and compiled since the last call, while observed.
    pub fn take_compiles(&mut self) -> Vec<CompileEvent> {
        std::mem::take(&mut self.compiles)
    }
}

impl Vm {
    /// Attaches an observer or, with None, detaches the one that is there.
    pub fn observe(&mut self, observer: Option<Arc<dyn Observer>>) {
        self.observed.observer = observer;
        self.observed.compiles = Vec::new();
        let base = self.observed.origins.base + self.observed.origins.len() as u32;
        self.observed.origins = AsyncOrigins { base, ..AsyncOrigins::default() };
        self.observed.forget_freed_code();
        self.observed.current.store(0, Ordering::Relaxed);
    }

    /// Whoever listens for machine code from here on, or nobody; returns who did before.
    pub fn listen_for_code(&mut self, listener: Option<Box<dyn CodeListener>>) -> Option<Box<dyn CodeListener>> {
        std::mem::replace(&mut self.observed.listener, listener)
    }

    /// A compiler has put code in its place.
    pub fn code_installed(&mut self, code: MachineCode) {
        if let Some(mut listener) = self.observed.listener.take() {
            listener.installed(self, &code);
            self.observed.listener = Some(listener);
        }
        self.observed.machine_code.push(code);
    }

    /// A compiler has put a regular expression's code in its place.
    pub fn pattern_installed(&mut self, code: PatternCode) {
        if let Some(listener) = &mut self.observed.listener {
            listener.pattern_installed(&code);
        }
        self.observed.pattern_code.push(code);
    }

    /// An inline cache learns something until [`Vm::leave_state`], which gets what this returns.
    pub(crate) fn enter_cache_miss(&mut self) -> u32 {
        self.observed.cache_misses += 1;
        self.enter_state(VmState::InlineCacheMiss)
    }

    /// The VM waits for something outside of it until [`Vm::leave_idle`], which gets what this returns.
    pub fn enter_idle(&self) -> (u32, u32) {
        if let Some(observer) = &self.observed.observer {
            observer.idle_begins();
        }
        (self.enter_state(VmState::Idle), self.idle_call())
    }

    pub fn leave_idle(&self, (before, node): (u32, u32)) {
        if self.calls.is_on() {
            self.leave_call(node);
        }
        self.leave_state(before);
        if let Some(observer) = &self.observed.observer {
            observer.idle_ends();
        }
    }

    /// Parses or compiles: `work` in that state, noted as an event for the code (see [`CompileEvent`]).
    pub fn compiling<T>(&mut self, state: VmState, code_id: u32, source: u32, work: impl FnOnce(&mut Vm) -> T) -> T {
        let before = self.enter_state(state);
        if !self.observed.is_observed() {
            let result = work(self);
            self.leave_state(before);
            return result;
        }
        let start_ns = now_ns();
        let result = work(self);
        let duration_ns = now_ns() - start_ns;
        self.leave_state(before);
        self.observed.compiles.push(CompileEvent { start_ns, duration_ns, state, code_id, source });
        result
    }

    /// What is being scheduled here is scheduled by this place; 0 while nobody observes.
    #[inline]
    pub fn async_origin(&mut self, kind: AsyncKind) -> u32 {
        if self.observed.observer.is_none() { 0 } else { self.note_async_origin(kind) }
    }

    #[cold]
    #[inline(never)]
    fn note_async_origin(&mut self, kind: AsyncKind) -> u32 {
        let mut frames = [0u64; ORIGIN_FRAMES];
        let mut n = 0;
        let mut frame: *mut Frame = self.top_frame();
        while !frame.is_null() && n < ORIGIN_FRAMES {
            // SAFETY: frames of the chain are live.
            unsafe {
                // The built-in that schedules is named by `kind`.
                if n > 0 || !(*frame).code.is_null() {
                    frames[n] = u64::from((*frame).position) | u64::from((*frame).code_id) << 32;
                    n += 1;
                }
                frame = (*frame).caller;
            }
        }
        let parent = self.observed.current.load(Ordering::Relaxed);
        self.observed.origins.intern(parent, kind, &frames[..n])
    }

    /// What runs from here on was scheduled by `origin`; returns the one before.
    #[inline]
    pub fn set_async_origin(&self, origin: u32) -> u32 {
        let before = self.observed.current.load(Ordering::Relaxed);
        self.observed.current.store(origin, Ordering::Relaxed);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_on_a_chain_once() {
        let mut origins = AsyncOrigins::default();
        let a = origins.intern(0, AsyncKind::Await, &[1, 2]);
        let b = origins.intern(a, AsyncKind::Await, &[3]);
        assert_eq!(origins.intern(b, AsyncKind::Await, &[1, 2]), a);
        assert_eq!(origins.intern(a, AsyncKind::Await, &[3]), b);
        assert_ne!(origins.intern(b, AsyncKind::Timer, &[1, 2]), a);
        assert_eq!(origins.get(b).map(|o| o.parent), Some(a));
        assert_eq!(origins.get(0), None);
    }

    #[test]
    fn chains_end() {
        let mut origins = AsyncOrigins::default();
        let mut id = 0;
        for place in 0..1000 {
            id = origins.intern(id, AsyncKind::Then, &[place]);
        }
        assert_eq!(origins.len(), LONGEST_CHAIN);
    }
}
