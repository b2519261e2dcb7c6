//! Sampling: starting, stopping, and the state that handler and thread share.

pub mod affinity;
pub mod alarm;
pub mod ended;
pub mod faults;
pub mod log;
pub mod ring;
pub mod schedule;
pub mod signal;
pub mod thread;
pub mod timers;
pub mod times;
pub mod walk;

use crate::live::Feed;
use crate::profile::Profile;
use crate::resolve::{Resolver, Seen};
use alarm::Alarm;
use ended::Ended;
use faults::Faults;
use log::{Drained, Log};
use ring::Ring;
use serde::{Deserialize, Serialize};
use signal::Blocked;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timers::Timers;
use times::Times;
use vm::Vm;
use vm::observe::{CompiledPlaces, Observer};

/// What a sample's weight is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The time that has passed.
    #[default]
    Wall,
    /// The CPU time that the VM's thread has used.
    Cpu,
}

/// How to sample.
#[derive(Clone, Debug)]
pub struct Options {
    /// Mean time between samples; each period is drawn at random around it. 50 µs to 100 ms.
    pub interval: Duration,
    pub clock: Clock,
    /// What the profile says was run.
    pub program: String,
}

impl Default for Options {
    fn default() -> Options {
        Options { interval: Duration::from_millis(1), clock: Clock::Wall, program: String::new() }
    }
}

/// What the handler sees. It stays where it is while timers point at it.
pub struct Shared {
    pub context: *const abi::context::VmContext,
    /// The origin of the running job.
    pub async_origin: *const AtomicU32,
    pub compiled: *const CompiledPlaces,
    pub ring: Ring,
    pub interpreter: std::ops::Range<usize>,
    /// The page faults of the VM's thread, where the kernel tells.
    pub faults: Option<Faults>,
    pub cpu_clock: bool,
    /// The handler only counts.
    pub empty: AtomicBool,
    pub times: Times,
    /// Samples that were due and not taken since the last one was.
    pub missed: AtomicU64,
    /// The processor that the VM's thread was last seen on.
    pub processor: AtomicI32,
    /// Wakes the sampling thread before the ring is full, or before the timers have run out.
    pub alarm: Alarm,
    /// Not touched by the handler.
    state: Mutex<TimerState>,
    /// Nor this: what came out of the ring. Who has it is the ring's consumer.
    drained: Mutex<Drained>,
}

/// What the VM's thread and the sampling thread agree on.
#[derive(Default)]
struct TimerState {
    timers: Option<Timers>,
    /// How often sampling was asked to pause; it goes on at 0.
    pauses_under_way: u32,
    /// The signal does not come while it pauses.
    blocked: Option<Blocked>,
    /// The sampling thread sleeps until it goes on.
    dormant: bool,
    /// Begin and end of each time in which nothing was sampled: idle or paused.
    pauses: Vec<Pause>,
}

/// A time without samples.
#[derive(Clone, Copy, Debug)]
pub struct Pause {
    pub start_ns: u64,
    /// 0 while it lasts.
    pub end_ns: u64,
    /// The VM was idle; otherwise somebody did not want samples.
    pub idle: bool,
    /// It was the profiler that worked, on the VM's thread: nobody is told. CPU time that it used.
    pub own_cpu_ns: Option<u64>,
}

/// `Slot::cookie`.
pub const COOKIE: u64 = 0x7461_7273_6965_7221;

/// Words of the ring: what the deepest recursion writes in 0.2 s at 10 kHz, if the sampling thread gets no processor. They take memory once they are
/// written.
const RING_WORDS: usize = 1 << 21;

// SAFETY: the VM's words are only read, by atomics; the ring is made for two threads.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    fn state(&self) -> MutexGuard<'_, TimerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Samples missed since the last call. Async-signal-safe.
    #[inline(always)]
    fn take_missed(&self) -> u64 {
        if self.missed.load(Ordering::Relaxed) == 0 { 0 } else { self.missed.swap(0, Ordering::Relaxed) }
    }

    /// No samples until [`Shared::resume`]: the signal is blocked, so that it interrupts nobody's waiting. What is armed goes on, and with it
    /// the schedule: a program whose work comes in pieces shorter than the interval is sampled like any other.
    fn pause(&self, idle: bool) {
        let mut state = self.state();
        state.pauses_under_way += 1;
        if state.pauses_under_way > 1 {
            return;
        }
        state.blocked = Some(Blocked::on_this_thread());
        state.pauses.push(Pause { start_ns: signal::now_ns(), end_ns: 0, idle, own_cpu_ns: None });
    }

    /// The same for the profiler's own work. Returns the thread's CPU time.
    fn pause_for_own(&self) -> u64 {
        let begin = signal::thread_cpu_ns();
        self.pause(false);
        let mut state = self.state();
        if state.pauses_under_way == 1
            && let Some(pause) = state.pauses.last_mut()
        {
            pause.own_cpu_ns = Some(0);
        }
        begin
    }

    /// Goes on after [`Shared::pause_for_own`], which gave `begin`.
    fn resume_after_own(&self, begin: u64) {
        let mut state = self.state();
        if state.pauses_under_way == 1
            && let Some(cpu_ns) = state.pauses.last_mut().and_then(|pause| pause.own_cpu_ns.as_mut())
        {
            *cpu_ns = signal::thread_cpu_ns().saturating_sub(begin);
        }
        drop(state);
        self.resume();
    }

    /// Within [`Shared::pause_for_own`]: sampling stays paused afterwards, until somebody resumes, and that is told.
    fn stay_paused(&self) {
        let mut state = self.state();
        state.pauses_under_way += 1;
        if let Some(pause) = state.pauses.last_mut().filter(|pause| pause.end_ns == 0) {
            pause.own_cpu_ns = None;
        }
    }

    /// The pauses that have ended since the last call; all, at the end.
    fn take_pauses(&self, all: bool) -> Vec<Pause> {
        let mut state = self.state();
        let ended = state.pauses.iter().position(|pause| pause.end_ns == 0).filter(|_| !all);
        let open = ended.map_or_else(Vec::new, |at| state.pauses.split_off(at));
        std::mem::replace(&mut state.pauses, open)
    }

    /// Since when the VM has been idle; 0 if it is not.
    pub fn idle_since_ns(&self) -> u64 {
        self.state().pauses.last().filter(|pause| pause.end_ns == 0 && pause.idle).map_or(0, |pause| pause.start_ns)
    }

    fn drained(&self) -> MutexGuard<'_, Drained> {
        self.drained.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything up to now that was not taken yet.
    fn take_log(&self) -> Log {
        let mut drained = self.drained();
        drained.drain(&self.ring);
        drained.take()
    }

    fn resume(&self) {
        let mut state = self.state();
        // Sampling may have begun in the middle of an idle time.
        if state.pauses_under_way == 0 {
            return;
        }
        state.pauses_under_way -= 1;
        if state.pauses_under_way > 0 {
            return;
        }
        if let Some(pause) = state.pauses.last_mut() {
            pause.end_ns = signal::now_ns();
        }
        self.processor.store(affinity::processor(), Ordering::Relaxed);
        signal::take_pending();
        let more = state.timers.as_mut().is_some_and(Timers::go_on) | state.dormant;
        let blocked = state.blocked.take();
        drop(state);
        drop(blocked);
        if more {
            self.alarm.raise();
        }
    }

    /// The sampling thread's part: arms timers. Returns whether it came too late, and how long it may sleep; none while sampling pauses.
    fn arm_ahead(&self) -> Option<(bool, Duration)> {
        let mut state = self.state();
        state.dormant = state.pauses_under_way > 0;
        if state.dormant {
            return None;
        }
        let (missed, sleep) = state.timers.as_mut()?.arm_ahead();
        self.missed.fetch_add(missed, Ordering::Relaxed);
        Some((missed > 0, sleep))
    }

    /// For samples from now on, while it pauses.
    fn set_interval(&self, interval: Duration) {
        if let Some(timers) = &mut self.state().timers {
            timers.set_interval(interval);
        }
    }
}

impl Observer for Shared {
    fn idle_begins(&self) {
        self.pause(true);
    }

    fn idle_ends(&self) {
        self.resume();
    }

    fn sample_index(&self) -> u64 {
        self.ring.records()
    }
}

/// A running profiler of one VM. It must be stopped on the VM's thread, where it was started; dropped, it forgets what it saw.
pub struct Profiler {
    shared: Arc<Shared>,
    thread: Option<thread::Drainer>,
    _stack: signal::AlternateStack,
    options: Options,
    start_ns: u64,
    start_cpu_ns: u64,
    process_cpu_start_ns: u64,
    start_unix_ms: u64,
    /// The clock of the VM's thread's CPU time, for others.
    cpu_clock: libc::clockid_t,
    empty_stop_ns: u64,
    /// What has been resolved while the program ran, where somebody looks.
    feed: Option<Arc<Mutex<Feed>>>,
    /// [`vm::code::CodeRegistry::keeps_dead`] before.
    kept_dead: bool,
}

impl Profiler {
    /// Starts sampling the VM on the calling thread.
    ///
    /// # Errors
    /// When the interval is out of range, the VM is being sampled already, or the system refuses a timer, a thread or memory.
    pub fn start(vm: &mut Vm, options: &Options) -> Result<Profiler, String> {
        if !(Duration::from_micros(50)..=Duration::from_millis(100)).contains(&options.interval) {
            return Err("the sampling interval must be from 50 to 100000 microseconds".into());
        }
        if vm.observed.is_observed() {
            return Err("the program is being sampled already".into());
        }
        let shared = Arc::new(Shared {
            context: &raw const vm.context,
            async_origin: vm.observed.current_word(),
            compiled: &raw const vm.observed.compiled,
            ring: Ring::new(RING_WORDS).map_err(|e| format!("cannot map memory for samples: {e}"))?,
            interpreter: vm::interp::machine_range(),
            faults: Faults::of_this_thread(),
            cpu_clock: options.clock == Clock::Cpu,
            empty: AtomicBool::new(false),
            times: Times::default(),
            missed: AtomicU64::new(0),
            processor: AtomicI32::new(affinity::processor()),
            alarm: Alarm::default(),
            state: Mutex::default(),
            drained: Mutex::default(),
        });
        signal::install()?;
        let stack = signal::AlternateStack::new()?;
        // SAFETY: they are dropped before `shared` is let go: `Profiler::end`.
        let timers = unsafe { Timers::new(Arc::as_ptr(&shared), options.interval)? };
        let mut profiler = Profiler {
            thread: None,
            _stack: stack,
            options: options.clone(),
            start_ns: 0,
            start_cpu_ns: 0,
            process_cpu_start_ns: 0,
            start_unix_ms: 0,
            cpu_clock: signal::this_threads_cpu_clock(),
            empty_stop_ns: 0,
            shared,
            feed: None,
            kept_dead: vm.code.keeps_dead(),
        };
        vm.code.keep_dead();
        profiler.begin(timers)?;
        vm.heap.take_events();
        vm.heap.keep_events(Some(1 << 22));
        vm.observe(Some(profiler.shared.clone()));
        Ok(profiler)
    }

    fn begin(&mut self, timers: Timers) -> Result<(), String> {
        let shared = &self.shared;
        shared.pause(false);
        shared.state().timers = Some(timers);
        self.thread = Some(thread::Drainer::start(shared.clone())?);
        shared.set_interval(times::CALIBRATION);
        self.empty_stop_ns = times::calibrate(shared);
        shared.set_interval(self.options.interval);
        shared.state().pauses.clear();
        shared.missed.store(0, Ordering::Relaxed);
        let unix = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        self.start_unix_ms = unix.as_millis() as u64;
        self.process_cpu_start_ns = signal::clock_ns(libc::CLOCK_PROCESS_CPUTIME_ID);
        self.start_cpu_ns = signal::thread_cpu_ns();
        self.start_ns = signal::now_ns();
        shared.resume();
        // What comes first is not left to a thread that may have to wait for a processor.
        shared.arm_ahead();
        Ok(())
    }

    /// The last signal has come.
    fn end(&self) -> Ended {
        let blocked = Blocked::on_this_thread();
        let ended = Ended::now(libc::CLOCK_THREAD_CPUTIME_ID);
        let mut state = self.shared.state();
        let paused = state.pauses_under_way > 0;
        if let Some(mut timers) = state.timers.take().filter(|_| !paused) {
            self.shared.missed.fetch_add(timers.missed(), Ordering::Relaxed);
        }
        drop(blocked);
        state.blocked = None;
        ended
    }

    /// Stops sampling and resolves what was seen.
    pub fn stop(mut self, vm: &mut Vm) -> Profile {
        let ended = self.end();
        if let Some(thread) = self.thread.take() {
            thread.finish();
        }
        self.resolve(vm, ended, true, false)
    }

    /// Stops sampling; what was seen is nobody's matter. The VM is as it was before.
    pub fn discard(mut self, vm: &mut Vm) {
        self.end();
        if let Some(thread) = self.thread.take() {
            thread.finish();
        }
        self.let_go(vm);
    }

    /// Stops sampling from another thread, while the VM's is stuck in native code. See [`Halted::resolve`].
    pub fn halt(mut self) -> Halted {
        let mut state = self.shared.state();
        let ended = Ended::now(self.cpu_clock);
        let paused = state.pauses_under_way > 0;
        if let Some(mut timers) = state.timers.take() {
            if !paused {
                self.shared.missed.fetch_add(timers.missed(), Ordering::Relaxed);
            }
            timers.abandon();
        }
        drop(state);
        if let Some(thread) = self.thread.take() {
            thread.finish();
        }
        Halted { profiler: std::mem::ManuallyDrop::new(self), ended, without_evidence: false }
    }

    /// What was seen since it was taken the last time; `ended`: the end, or what it is now.
    fn seen(&self, vm: &mut Vm, ended: Ended, last: bool) -> Seen {
        let mut log = self.shared.take_log();
        if last {
            log.overruns += self.shared.take_missed();
        }
        Seen {
            log,
            pauses: self.shared.take_pauses(last),
            gc: vm.heap.take_events(),
            compiles: vm.observed.take_compiles(),
            lost: self.shared.ring.lost(),
            options: self.options.clone(),
            start_ns: self.start_ns,
            end_ns: ended.at_ns,
            start_cpu_ns: self.start_cpu_ns,
            cpu_ns: ended.cpu_ns.saturating_sub(self.start_cpu_ns),
            process_cpu_ns: ended.process_cpu_ns,
            process_cpu_start_ns: self.process_cpu_start_ns,
            peak_bytes: ended.peak_bytes,
            start_unix_ms: self.start_unix_ms,
            empty_stop_ns: self.empty_stop_ns,
            handler_ns: self.shared.times.sum_ns(),
            handler_median_ns: self.shared.times.quantile_ns(0.5),
            handler_p99_ns: self.shared.times.quantile_ns(0.99),
            stops: self.shared.times.count(),
        }
    }

    fn resolve(&self, vm: &mut Vm, ended: Ended, evidence: bool, in_a_copy: bool) -> Profile {
        let seen = self.seen(vm, ended, true);
        let profile = match &self.feed {
            Some(feed) if in_a_copy => {
                // Whoever held it when the process was copied holds it for ever: another copy is made.
                feed.try_lock().expect("nobody looks at the samples").end(vm, &seen, evidence)
            }
            Some(feed) => feed.lock().unwrap_or_else(PoisonError::into_inner).end(vm, &seen, evidence),
            None => Resolver::default().finish(vm, &seen, evidence),
        };
        self.let_go(vm);
        profile
    }

    fn let_go(&self, vm: &mut Vm) {
        vm.observe(None);
        vm.heap.keep_events(None);
        if !self.kept_dead {
            vm.code.forget_dead();
        }
    }

    /// From now on what is seen can be looked at while the program runs, as far as [`Profiler::update`] has come. On the VM's thread.
    pub fn follow(&mut self) -> Arc<Mutex<Feed>> {
        self.feed.get_or_insert_with(|| Arc::new(Mutex::new(Feed::default()))).clone()
    }

    /// Resolves what was seen since the last time, and does what is asked for. On the VM's thread, wherever it looks at requests; nothing is sampled
    /// meanwhile. False if somebody else has the feed, or there is none: then the next time.
    pub fn update(&self, vm: &mut Vm, mut then: impl FnMut(&mut Feed, &Vm, &Control)) -> bool {
        let Some(mut feed) = self.feed.as_ref().and_then(|feed| feed.try_lock().ok()) else { return false };
        let begin_ns = signal::now_ns();
        let begin = self.shared.pause_for_own();
        let ended = Ended {
            at_ns: begin_ns,
            cpu_ns: begin,
            process_cpu_ns: signal::clock_ns(libc::CLOCK_PROCESS_CPUTIME_ID),
            peak_bytes: 0,
        };
        let seen = self.seen(vm, ended, false);
        feed.update(vm, &seen);
        then(&mut feed, vm, &Control { shared: &self.shared, at_ns: begin_ns, at_cpu_ns: begin });
        feed.took(signal::now_ns() - begin_ns);
        drop(feed);
        self.shared.resume_after_own(begin);
        true
    }

    /// The VM idles, and did when sampling began: it pauses until the VM goes on.
    pub fn began_idle(&self) {
        self.shared.pause(true);
    }

    /// What another thread may ask: [`Shared::idle_since_ns`].
    pub fn shared(&self) -> Arc<Shared> {
        self.shared.clone()
    }

    /// No samples for a while (measurements); what passes until [`Profiler::resume`] is nobody's.
    pub fn pause(&self) {
        self.shared.pause(false);
    }

    /// Instead of sampling, the handler returns at once, or samples again (measurements): what stopping the program costs by itself.
    pub fn only_stop(&self, empty: bool) {
        self.shared.empty.store(empty, Ordering::SeqCst);
    }

    /// Goes on after [`Profiler::pause`].
    pub fn resume(&self) {
        self.shared.resume();
    }
}

/// What may be done while a feed is updated.
pub struct Control<'p> {
    shared: &'p Shared,
    /// When the update began.
    pub at_ns: u64,
    /// CPU time of the VM's thread then.
    pub at_cpu_ns: u64,
}

impl Control<'_> {
    /// No samples after this until [`Control::go_on`].
    pub fn pause(&self) {
        self.shared.stay_paused();
    }

    pub fn go_on(&self) {
        self.shared.resume();
    }
}

/// A profiler that another thread than the VM's has stopped. It keeps what the VM's thread may still look at.
pub struct Halted {
    profiler: std::mem::ManuallyDrop<Profiler>,
    ended: Ended,
    /// What inline caches know is left out: nothing of the heap is touched.
    pub without_evidence: bool,
}

impl Halted {
    /// Resolves what was seen. The VM must be one that nothing happens to meanwhile: the copy that a child process has of it.
    pub fn resolve(self, vm: &mut Vm) -> Profile {
        vm.heap.forbid_collections();
        self.profiler.resolve(vm, self.ended, !self.without_evidence, true)
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        self.end();
        if let Some(thread) = self.thread.take() {
            thread.finish();
        }
    }
}
