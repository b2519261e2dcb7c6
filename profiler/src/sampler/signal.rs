//! The kernel's side: the timers aimed at the VM's thread, the handler, the alternate stack.
//!
//! The handler copies one sample as raw words and sets the timer's next time: no allocation, no lock, no thread-local, no lazily made static. Layout of a record:
//!
//! ```text
//! word 0   VmState | end of walk << 8 | flags << 16, length in words in the upper half
//! word 1   CLOCK_MONOTONIC, nanoseconds
//! word 2   machine PC
//! word 3   samples missed before it | async origin << 32
//! word 4   the thread's CPU time, nanoseconds (0 with the wall clock)
//! word 5.. a position word per frame, innermost first
//! ```

use super::walk::{MAX_DEPTH, walk};
use super::{COOKIE, Shared};
use abi::frame::Frame;
use memmap2::{MmapMut, MmapOptions};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Words before the frames.
pub const HEADER_WORDS: usize = 5;

/// The machine PC was in the interpreter's loop.
pub const IN_INTERPRETER: u32 = 1;
/// The machine PC was in compiled code.
pub const IN_COMPILED: u32 = 2;

/// The signal. SIGPROF is what profilers use; nothing else in the process does.
const SIGNAL: libc::c_int = libc::SIGPROF;

fn clock_ns(clock: libc::clockid_t) -> u64 {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the kernel fills the struct; the clock exists on every Linux.
    let time = unsafe {
        libc::clock_gettime(clock, time.as_mut_ptr());
        time.assume_init()
    };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// CLOCK_MONOTONIC in nanoseconds.
pub fn now_ns() -> u64 {
    clock_ns(libc::CLOCK_MONOTONIC)
}

/// The calling thread's CPU time in nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    clock_ns(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Installs the process-wide handler, once.
pub fn install() -> Result<(), String> {
    static INSTALLED: OnceLock<bool> = OnceLock::new();
    let installed = INSTALLED.get_or_init(|| {
        // SAFETY: a zeroed sigaction is valid; the handler keeps to what signal handlers may do.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as extern "C" fn(_, _, _) as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(SIGNAL, &raw const action, std::ptr::null_mut()) == 0
        }
    });
    if *installed { Ok(()) } else { Err("cannot install the sampling signal's handler".into()) }
}

/// What a timer's siginfo holds (sigaction(2)).
#[repr(C)]
struct TimerInfo {
    _signo: libc::c_int,
    _errno: libc::c_int,
    _code: libc::c_int,
    _pad: libc::c_int,
    timer: libc::c_int,
    _overrun: libc::c_int,
    value: *const Shared,
}

extern "C" fn handler(_signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes a siginfo; `si_value` is what the timer was made with, checked against the cookie. errno is saved.
    unsafe {
        let errno = *libc::__errno_location();
        if (*info).si_code == libc::SI_TIMER {
            let timer = &*info.cast::<TimerInfo>();
            let shared = timer.value;
            if !shared.is_null() && (*shared).cookie == COOKIE {
                let (pc, pinned) = registers(context);
                stop(&*shared, timer.timer, pc, pinned);
            }
        }
        *libc::__errno_location() = errno;
    }
}

/// The machine PC and the register that compiled code pins the frame in.
#[cfg(target_arch = "x86_64")]
unsafe fn registers(context: *mut libc::c_void) -> (u64, u64) {
    // SAFETY: the third argument of an SA_SIGINFO handler is a ucontext.
    let registers = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    (registers[libc::REG_RIP as usize] as u64, registers[libc::REG_R15 as usize] as u64)
}

/// The machine PC and the register that compiled code pins the frame in.
#[cfg(target_arch = "aarch64")]
unsafe fn registers(context: *mut libc::c_void) -> (u64, u64) {
    // SAFETY: the third argument of an SA_SIGINFO handler is a ucontext.
    let machine = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
    (machine.pc, machine.regs[21])
}

/// Takes one sample, and arms the timer again.
unsafe fn stop(shared: &Shared, timer: libc::c_int, pc: u64, pinned: u64) {
    let time = now_ns();
    let due = shared.schedule.fired(time);
    if shared.empty.load(Ordering::Relaxed) {
        shared.times.count_empty();
    } else if due.sample {
        // SAFETY: the caller's conditions.
        unsafe { sample(shared, time, pc, pinned) };
        shared.times.note(now_ns() - time);
    }
    // A pending signal does not fire twice: whoever pauses disarms both.
    if !shared.paused.load(Ordering::Relaxed) {
        set(timer, Some(due.next_ns));
    }
}

#[inline(always)]
unsafe fn sample(shared: &Shared, time: u64, pc: u64, pinned: u64) {
    // SAFETY: the handler is the only producer: the signal is blocked while it runs.
    let Some(mut record) = (unsafe { shared.ring.begin(HEADER_WORDS + MAX_DEPTH) }) else {
        shared.alarm.raise();
        return;
    };
    // SAFETY: the context is the VM's on whose thread this runs.
    let context = unsafe { &*shared.context };
    let state = context.state.load(Ordering::Relaxed);
    // SAFETY: both words are in the VM, which outlives the timer.
    let (origin, [pinned_from, first, end]) =
        unsafe { ((*shared.async_origin).load(Ordering::Relaxed), &*shared.compiled) };
    let place = pc as usize;
    let is_pinned = place >= pinned_from.load(Ordering::Relaxed) && place < end.load(Ordering::Relaxed);
    let in_compiled = is_pinned && place >= first.load(Ordering::Relaxed);
    record.push(time);
    record.push(pc);
    record.push(shared.schedule.take_missed().min(u32::MAX.into()) | u64::from(origin) << 32);
    record.push(if shared.cpu_clock { thread_cpu_ns() } else { 0 });
    // Only compiled code and its thunks keep a frame in the register.
    let top = if is_pinned { pinned as *mut Frame } else { context.top_call_frame.load(Ordering::Acquire) };
    // SAFETY: as above; the record has room.
    let walked = unsafe { walk(context, top, &mut record) };
    let flags = if in_compiled {
        IN_COMPILED
    } else if shared.interpreter.contains(&place) {
        IN_INTERPRETER
    } else {
        0
    };
    if record.finish(state & 0xff | (walked as u32) << 8 | flags << 16) {
        shared.alarm.raise();
    }
}

/// Lets a timer of the kernel's fire at a time of CLOCK_MONOTONIC, once, or not at all; returns what was left until it would have fired.
/// Async-signal-safe.
fn set(timer: libc::c_int, at_ns: Option<u64>) -> Duration {
    let at = Duration::from_nanos(at_ns.unwrap_or(0));
    let value = libc::timespec { tv_sec: at.as_secs() as libc::time_t, tv_nsec: at.subsec_nanos() as libc::c_long };
    let setting = libc::itimerspec { it_interval: libc::timespec { tv_sec: 0, tv_nsec: 0 }, it_value: value };
    let mut before = setting;
    // SAFETY: the number is a timer's, or nobody's any more; the kernel fills the second struct.
    unsafe {
        libc::syscall(libc::SYS_timer_settime, timer, libc::TIMER_ABSTIME, &raw const setting, &raw mut before);
    }
    Duration::new(before.it_value.tv_sec.max(0) as u64, before.it_value.tv_nsec.clamp(0, 999_999_999) as u32)
}

/// Two of the kernel's timers, whose signals come on the thread that made them (see [`super::schedule`]).
pub struct Timers {
    /// The kernel's numbers, which its signals carry.
    timers: [libc::c_int; 2],
    /// The handler's pointer stays valid as long as the timers.
    shared: Arc<Shared>,
}

impl Timers {
    pub fn new(shared: &Arc<Shared>) -> Result<Timers, String> {
        let first = create(shared)?;
        let second = create(shared).inspect_err(|_| delete(first))?;
        Ok(Timers { timers: [first, second], shared: shared.clone() })
    }

    /// The first signal comes after `first`.
    pub fn arm(&self, first: Duration) {
        let at = self.shared.schedule.begin(now_ns() + first.as_nanos() as u64);
        for (timer, at) in self.timers.into_iter().zip(at) {
            set(timer, Some(at));
        }
    }

    /// Stops them; returns what was left until the next signal, or nothing if it has come.
    pub fn disarm(&self) -> Option<Duration> {
        let left = self.timers.map(|timer| set(timer, None));
        if left.contains(&Duration::ZERO) { None } else { left.into_iter().min() }
    }
}

impl Drop for Timers {
    fn drop(&mut self) {
        // Deleting discards a pending signal's timer, but one may be queued already: it is delivered at the latest when this
        // thread returns from the next system call, so make one while `shared` is alive.
        self.timers.into_iter().for_each(delete);
        // SAFETY: it has no arguments and no conditions.
        unsafe { libc::sched_yield() };
    }
}

fn create(shared: &Arc<Shared>) -> Result<libc::c_int, String> {
    let mut timer: libc::c_int = 0;
    // SAFETY: the event is fully set up for SIGEV_THREAD_ID with the calling thread's id; the kernel fills in the number.
    let made = unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = SIGNAL;
        event.sigev_value = libc::sigval { sival_ptr: Arc::as_ptr(shared).cast_mut().cast() };
        event.sigev_notify_thread_id = libc::syscall(libc::SYS_gettid) as libc::c_int;
        libc::syscall(libc::SYS_timer_create, libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer)
    };
    if made != 0 {
        return Err(format!("cannot create the sampling timer: {}", std::io::Error::last_os_error()));
    }
    Ok(timer)
}

fn delete(timer: libc::c_int) {
    // SAFETY: the number is a timer's.
    unsafe { libc::syscall(libc::SYS_timer_delete, timer) };
}

/// A guarded alternate signal stack for the VM's thread; the one before comes back when it is dropped.
pub struct AlternateStack {
    _memory: MmapMut,
    before: libc::stack_t,
}

impl AlternateStack {
    pub fn new() -> Result<AlternateStack, String> {
        // SAFETY: getauxval only reads.
        let minimum = unsafe { libc::getauxval(libc::AT_MINSIGSTKSZ) } as usize;
        let size = (minimum + (32 << 10)).next_multiple_of(4096);
        let memory =
            MmapOptions::new().len(size + 4096).map_anon().map_err(|e| format!("cannot map a signal stack: {e}"))?;
        // SAFETY: the first page becomes the guard, the rest the stack; it is unmapped only after the old stack is back.
        unsafe {
            let start = memory.as_ptr().cast_mut();
            libc::mprotect(start.cast(), 4096, libc::PROT_NONE);
            let stack = libc::stack_t { ss_sp: start.add(4096).cast(), ss_flags: 0, ss_size: size };
            let mut before: libc::stack_t = std::mem::zeroed();
            if libc::sigaltstack(&raw const stack, &raw mut before) != 0 {
                return Err(format!("cannot set the signal stack: {}", std::io::Error::last_os_error()));
            }
            Ok(AlternateStack { _memory: memory, before })
        }
    }
}

impl Drop for AlternateStack {
    fn drop(&mut self) {
        // SAFETY: the stack that was in force before.
        unsafe { libc::sigaltstack(&raw const self.before, std::ptr::null_mut()) };
    }
}
