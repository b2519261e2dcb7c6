//! The kernel's side: the timer aimed at the VM's thread, the handler, the alternate stack.
//!
//! The handler copies one sample as raw words: no allocation, no lock, no thread-local, no lazily made static. Layout of a record:
//!
//! ```text
//! word 0   length in words, this one included
//! word 1   CLOCK_MONOTONIC, nanoseconds
//! word 2   machine PC
//! word 3   VmState | end of walk << 8 | PC is in the interpreter << 16 | overrun << 32
//! word 4.. a position word per frame, innermost first
//! ```

use super::walk::{MAX_DEPTH, walk};
use super::{COOKIE, Shared};
use memmap2::{MmapMut, MmapOptions};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Words before the frames.
pub const HEADER_WORDS: usize = 4;

/// The signal. SIGPROF is what profilers use; nothing else in the process does.
const SIGNAL: libc::c_int = libc::SIGPROF;

/// CLOCK_MONOTONIC in nanoseconds.
pub fn now_ns() -> u64 {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the kernel fills the struct; the clock exists on every Linux.
    let time = unsafe {
        libc::clock_gettime(libc::CLOCK_MONOTONIC, time.as_mut_ptr());
        time.assume_init()
    };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Installs the process-wide handler, once.
pub fn install() -> Result<(), String> {
    static INSTALLED: Once = Once::new();
    let mut failed = false;
    INSTALLED.call_once(|| {
        // SAFETY: a zeroed sigaction is valid; the handler keeps to what signal handlers may do.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as extern "C" fn(_, _, _) as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            failed = libc::sigaction(SIGNAL, &raw const action, std::ptr::null_mut()) != 0;
        }
    });
    if failed { Err("cannot install the sampling signal's handler".into()) } else { Ok(()) }
}

/// What a timer's siginfo holds (sigaction(2)).
#[repr(C)]
struct TimerInfo {
    _signo: libc::c_int,
    _errno: libc::c_int,
    _code: libc::c_int,
    _pad: libc::c_int,
    _timer: libc::c_int,
    overrun: libc::c_int,
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
                sample(&*shared, timer.overrun, machine_pc(context));
            }
        }
        *libc::__errno_location() = errno;
    }
}

#[cfg(target_arch = "x86_64")]
unsafe fn machine_pc(context: *mut libc::c_void) -> u64 {
    // SAFETY: the third argument of an SA_SIGINFO handler is a ucontext.
    unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs[libc::REG_RIP as usize] as u64 }
}

#[cfg(target_arch = "aarch64")]
unsafe fn machine_pc(context: *mut libc::c_void) -> u64 {
    // SAFETY: the third argument of an SA_SIGINFO handler is a ucontext.
    unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.pc }
}

/// Takes one sample.
unsafe fn sample(shared: &Shared, overrun: libc::c_int, pc: u64) {
    let mut frames = [0u64; MAX_DEPTH];
    // SAFETY: the context is the VM's on whose thread this runs.
    let context = unsafe { &*shared.context };
    // SAFETY: as above.
    let (n, end) = unsafe { walk(context, &mut frames) };
    let state = context.state.load(Ordering::Relaxed) as u64;
    let in_interpreter = shared.interpreter.contains(&(pc as usize)) as u64;
    let mut record = [0u64; HEADER_WORDS + MAX_DEPTH];
    record[0] = (HEADER_WORDS + n) as u64;
    record[1] = now_ns();
    record[2] = pc;
    record[3] = state | (end as u64) << 8 | in_interpreter << 16 | (overrun.max(0) as u64) << 32;
    record[HEADER_WORDS..HEADER_WORDS + n].copy_from_slice(&frames[..n]);
    // SAFETY: the handler is the only producer: the signal is blocked while it runs.
    unsafe { shared.ring.push(&record[..HEADER_WORDS + n]) };
}

/// A POSIX timer whose signal the kernel delivers on the thread that made it.
pub struct Timer {
    id: libc::timer_t,
    /// The handler's pointer stays valid as long as the timer.
    _shared: Arc<Shared>,
}

/// A timer's id, which the sampling thread re-arms it by.
#[derive(Clone, Copy)]
pub struct TimerId(libc::timer_t);

// SAFETY: the id is a number to the kernel; any thread of the process may use it.
unsafe impl Send for TimerId {}

impl Timer {
    pub fn new(shared: &Arc<Shared>) -> Result<Timer, String> {
        let mut id: libc::timer_t = std::ptr::null_mut();
        // SAFETY: the event is fully set up for SIGEV_THREAD_ID with the calling thread's id.
        let made = unsafe {
            let mut event: libc::sigevent = std::mem::zeroed();
            event.sigev_notify = libc::SIGEV_THREAD_ID;
            event.sigev_signo = SIGNAL;
            event.sigev_value = libc::sigval { sival_ptr: Arc::as_ptr(shared).cast_mut().cast() };
            event.sigev_notify_thread_id = libc::syscall(libc::SYS_gettid) as libc::c_int;
            libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut id)
        };
        if made != 0 {
            return Err(format!("cannot create the sampling timer: {}", std::io::Error::last_os_error()));
        }
        Ok(Timer { id, _shared: shared.clone() })
    }

    pub fn id(&self) -> TimerId {
        TimerId(self.id)
    }

    pub fn arm(&self, period: Duration) {
        arm(self.id(), period);
    }

    pub fn disarm(&self) {
        arm(self.id(), Duration::ZERO);
    }
}

/// Sets a timer's period; zero disarms it.
pub fn arm(timer: TimerId, period: Duration) {
    let time =
        libc::timespec { tv_sec: period.as_secs() as libc::time_t, tv_nsec: period.subsec_nanos() as libc::c_long };
    let setting = libc::itimerspec { it_interval: time, it_value: time };
    // SAFETY: the timer exists: whoever holds its id stops before the Timer is dropped.
    unsafe { libc::timer_settime(timer.0, 0, &raw const setting, std::ptr::null_mut()) };
}

impl Drop for Timer {
    fn drop(&mut self) {
        // Deleting discards a pending signal's timer, but one may be queued already: it is delivered at the latest when this
        // thread returns from the next system call, so make one while `shared` is alive.
        // SAFETY: the timer exists until here.
        unsafe {
            libc::timer_delete(self.id);
            libc::sched_yield();
        }
    }
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
        let size = (minimum.max(libc::MINSIGSTKSZ) + (32 << 10)).next_multiple_of(4096);
        let memory = MmapOptions::new()
            .len(size + 4096)
            .map_anon()
            .map_err(|e| format!("cannot allocate the signal stack: {e}"))?;
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
