//! Sampling: starting, stopping, and the state that handler and thread share.

pub mod ring;
pub mod signal;
pub mod thread;
pub mod walk;

use crate::profile::Profile;
use ring::Ring;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use vm::Vm;

/// How to sample.
#[derive(Clone, Debug)]
pub struct Options {
    /// Mean time between samples; each period is drawn from 0.8 to 1.2 of it. 50 µs to 100 ms.
    pub interval: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { interval: Duration::from_millis(1) }
    }
}

/// What the handler sees. It stays where it is while a timer points at it.
#[repr(C)]
pub struct Shared {
    /// Tells a signal of ours from a stranger's with a wild pointer.
    pub cookie: u64,
    pub context: *const abi::context::VmContext,
    pub ring: Ring,
    pub interpreter: std::ops::Range<usize>,
    /// The sampling thread leaves the timer alone.
    pub paused: AtomicBool,
}

/// `Shared::cookie`.
pub const COOKIE: u64 = 0x7461_7273_6965_7221;

// SAFETY: the context is only read, by atomics; the ring is made for two threads.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// A running profiler of one VM. It must be stopped on the VM's thread, where it was started.
pub struct Profiler {
    shared: Arc<Shared>,
    timer: signal::Timer,
    thread: thread::Drainer,
    _stack: signal::AlternateStack,
    interval: Duration,
    start_ns: u64,
}

impl Profiler {
    /// Starts sampling the VM on the calling thread.
    ///
    /// # Errors
    /// When the interval is out of range or the system refuses a timer, a thread or memory.
    pub fn start(vm: &mut Vm, options: &Options) -> Result<Profiler, String> {
        vm.code.keep_dead();
        if !(Duration::from_micros(50)..=Duration::from_millis(100)).contains(&options.interval) {
            return Err("the sampling interval must be from 50 to 100000 microseconds".into());
        }
        let shared = Arc::new(Shared {
            cookie: COOKIE,
            context: &raw const vm.context,
            ring: Ring::new(1 << 17),
            interpreter: vm::interp::machine_range(),
            paused: AtomicBool::new(false),
        });
        signal::install()?;
        let stack = signal::AlternateStack::new()?;
        let timer = signal::Timer::new(&shared)?;
        let start_ns = signal::now_ns();
        let thread = thread::Drainer::start(shared.clone(), timer.id(), options.interval)?;
        timer.arm(options.interval);
        Ok(Profiler { shared, timer, thread, _stack: stack, interval: options.interval, start_ns })
    }

    /// Stops sampling and resolves what was seen.
    pub fn stop(self, vm: &Vm) -> Profile {
        self.timer.disarm();
        let end_ns = signal::now_ns();
        let log = self.thread.finish();
        let lost = self.shared.ring.lost();
        Profile::resolve(vm, &log, lost, self.interval, self.start_ns, end_ns)
    }

    /// Stops the timer for a while (the embedding's idle times, measurements).
    pub fn pause(&self) {
        self.shared.paused.store(true, Ordering::SeqCst);
        self.timer.disarm();
    }

    /// Goes on after [`Profiler::pause`].
    pub fn resume(&self) {
        self.shared.paused.store(false, Ordering::SeqCst);
        self.timer.arm(self.interval);
    }
}
