//! The signal: its handler, keeping it off, the alternate stack.
//!
//! The handler copies one sample as raw words: no allocation, no lock, no thread-local, no lazily made static. Layout of a record:
//!
//! ```text
//! word 0   VmState | end of walk << 8 | flags << 16, length in words in the upper half
//! word 1   CLOCK_MONOTONIC, nanoseconds
//! word 2   machine PC
//! word 3   samples missed before it | async origin << 32
//! word 4   the thread's CPU time, nanoseconds (0 with the wall clock)
//! word 5   what the handler took for the sample before, nanoseconds by the profile's clock
//! word 6   when it, or the last one missed with it, was due: CLOCK_MONOTONIC, nanoseconds
//! word 7.. a position word per frame, innermost first
//! ```

use super::affinity::processor;
use super::timers::Slot;
use super::walk::{MAX_DEPTH, walk};
use super::{COOKIE, Shared};
use abi::context::VmContext;
use abi::frame::Frame;
use memmap2::{MmapMut, MmapOptions};
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use vm::observe::CompiledPlaces;

pub use vm::observe::now_ns;

/// Words before the frames.
pub const HEADER_WORDS: usize = 7;

/// The machine PC was in the interpreter's loop.
pub const IN_INTERPRETER: u32 = 1;
/// The machine PC was in compiled code.
pub const IN_COMPILED: u32 = 2;
/// The thread was in a system call.
pub const IN_SYSTEM_CALL: u32 = 4;
/// The thread was in a page fault.
pub const IN_PAGE_FAULT: u32 = 8;

/// The signal. SIGPROF is what profilers use; nothing else in the process does.
pub const SIGNAL: libc::c_int = libc::SIGPROF;

pub fn clock_ns(clock: libc::clockid_t) -> u64 {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the kernel fills the struct; the clock exists on every Linux.
    let time = unsafe {
        libc::clock_gettime(clock, time.as_mut_ptr());
        time.assume_init()
    };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The calling thread's CPU time in nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    clock_ns(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The clock of the calling thread's CPU time, which other threads can read, too.
pub fn this_threads_cpu_clock() -> libc::clockid_t {
    let mut clock = libc::CLOCK_THREAD_CPUTIME_ID;
    // SAFETY: the calling thread lives; the clock is filled in.
    unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
    clock
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
    _timer: libc::c_int,
    _overrun: libc::c_int,
    value: *const Slot,
}

/// The timer of ours whose signal this is. Async-signal-safe.
///
/// # Safety
/// The kernel has filled in the siginfo.
#[inline(always)]
unsafe fn slot_of<'a>(info: *const libc::siginfo_t) -> Option<&'a Slot> {
    // SAFETY: `si_value` is what the timer was made with, checked against the cookie; slots outlive their signals.
    unsafe {
        if (*info).si_code != libc::SI_TIMER {
            return None;
        }
        let slot = (*info.cast::<TimerInfo>()).value;
        (!slot.is_null() && (*slot).cookie == COOKIE).then(|| &*slot)
    }
}

extern "C" fn handler(_signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes a siginfo and a context; the VM whose timer it is runs on this thread. errno is saved.
    unsafe {
        let errno = *libc::__errno_location();
        if let Some(slot) = slot_of(info) {
            stop(slot, &registers(context));
        }
        *libc::__errno_location() = errno;
    }
}

fn the_signal() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call fills the set in.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), SIGNAL);
        set.assume_init()
    }
}

/// Takes in what signals of ours are pending for this thread, on which they are blocked. Returns how many there were, and when the last of
/// them was due. Async-signal-safe.
#[cold]
pub fn take_pending() -> (u64, u64) {
    let set = the_signal();
    let now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let (mut taken, mut last_due) = (0, 0);
    loop {
        let mut info = MaybeUninit::<libc::siginfo_t>::uninit();
        // SAFETY: the kernel reads the set (64 bits of it) and the time, and fills in the struct if it returns a signal.
        let slot = unsafe {
            let (set, now) = (&raw const set, &raw const now);
            if libc::syscall(libc::SYS_rt_sigtimedwait, set, info.as_mut_ptr(), now, 8) < 0 {
                return (taken, last_due);
            }
            slot_of(info.as_ptr())
        };
        if let Some(slot) = slot {
            last_due = slot.fired().max(last_due);
            taken += 1;
        }
    }
}

/// The signal is kept off this thread, until it is dropped there.
pub struct Blocked {
    before: libc::sigset_t,
}

impl Blocked {
    pub fn on_this_thread() -> Blocked {
        let mut before = the_signal();
        // SAFETY: both sets are initialized.
        unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const before, &raw mut before) };
        Blocked { before }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the mask that was in force before.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, std::ptr::null_mut()) };
    }
}

/// What is looked at of the interrupted thread.
struct Registers {
    pc: u64,
    /// The register that compiled code pins the frame in.
    pinned: u64,
    /// The PC is behind a system call, or on one that the kernel wants done again: a signal that came during one is delivered there.
    after_system_call: bool,
}

/// Those in the context of a signal.
///
/// # Safety
/// It is the third argument of an SA_SIGINFO handler.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn registers(context: *mut libc::c_void) -> Registers {
    // SAFETY: the argument is a ucontext.
    let registers = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    let register = |number: libc::c_int| registers[number as usize] as u64;
    let pc = register(libc::REG_RIP);
    // The instruction `syscall`, of two bytes, leaves the place behind it in rcx and the flags in r11. Whoever debugs steps by the flag TF.
    const TRAP_FLAG: u64 = 1 << 8;
    let behind = register(libc::REG_RCX).wrapping_sub(pc);
    Registers {
        pc,
        pinned: register(libc::REG_R15),
        after_system_call: matches!(behind, 0 | 2)
            && (register(libc::REG_R11) ^ register(libc::REG_EFL)) & !TRAP_FLAG == 0,
    }
}

/// Those in the context of a signal.
///
/// # Safety
/// It is the third argument of an SA_SIGINFO handler.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
unsafe fn registers(context: *mut libc::c_void) -> Registers {
    // SAFETY: the argument is a ucontext.
    let machine = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
    let pc = machine.pc;
    const SVC_0: u32 = 0xd400_0001;
    // SAFETY: instructions can be read where they are run, and the one before is on the same page.
    let is_call = |at: u64| unsafe { (at as *const u32).read() } == SVC_0;
    Registers { pc, pinned: machine.regs[21], after_system_call: pc & 0xfff != 0 && is_call(pc - 4) || is_call(pc) }
}

/// Takes one sample.
unsafe fn stop(slot: &Slot, registers: &Registers) {
    let time = now_ns();
    // SAFETY: what the slots are for outlives them.
    let shared = unsafe { &*slot.shared };
    let due = slot.fired();
    let (mut last_due, mut others) = (due, 0);
    shared.processor.store(processor(), Ordering::Relaxed);
    if slot.is_followed(time) {
        // The thread was not running, or long in the kernel: that time is told by one stop.
        let (taken, due) = take_pending();
        shared.missed.fetch_add(taken, Ordering::Relaxed);
        last_due = last_due.max(due);
        others = taken;
    }
    if shared.empty.load(Ordering::Relaxed) {
        shared.times.count_empty();
    } else {
        // While it handles the signal the thread may be kept from running.
        let cpu = if shared.cpu_clock { thread_cpu_ns() } else { 0 };
        // SAFETY: the caller's conditions.
        unsafe { sample(shared, [time, cpu, due, last_due, others], registers) };
        let took = now_ns() - time;
        shared.times.note(took, if shared.cpu_clock { thread_cpu_ns() - cpu } else { took });
    }
}

/// The frame on top where the program was stopped at `pc`, with `pinned` in the pinned register: compiled code and its thunks keep it there, everybody
/// else in the context. Async-signal-safe.
#[inline(always)]
pub fn top_frame(context: &VmContext, compiled: &CompiledPlaces, pc: u64, pinned: u64) -> *mut Frame {
    if compiled.is_pinned(pc as usize) { pinned as *mut Frame } else { context.top_call_frame.load(Ordering::Acquire) }
}

#[inline(always)]
unsafe fn sample(shared: &Shared, [time, cpu, due, last_due, others]: [u64; 5], registers: &Registers) {
    let &Registers { pc, pinned, after_system_call } = registers;
    // SAFETY: the handler is the only producer: the signal is blocked while it runs.
    let Some(mut record) = (unsafe { shared.ring.begin(HEADER_WORDS + MAX_DEPTH) }) else {
        shared.alarm.raise();
        return;
    };
    // SAFETY: the context is the VM's on whose thread this runs.
    let context = unsafe { &*shared.context };
    let state = context.state.load(Ordering::Relaxed);
    // SAFETY: both words are in the VM, which outlives the timer.
    let (origin, compiled) = unsafe { ((*shared.async_origin).load(Ordering::Relaxed), &*shared.compiled) };
    let place = pc as usize;
    // The record may be written to pages that are not there yet: the program's faults first.
    let kernel = if after_system_call {
        IN_SYSTEM_CALL
    } else if shared.faults.as_ref().is_some_and(|faults| faults.was_in_one(pc, time, due)) {
        IN_PAGE_FAULT
    } else {
        0
    };
    record.push(time);
    record.push(pc);
    record.push(shared.take_missed().min(u32::MAX.into()) | u64::from(origin) << 32);
    record.push(cpu);
    record.push(shared.times.last_ns().min(u32::MAX.into()) | others << 32);
    record.push(last_due);
    let top = top_frame(context, compiled, pc, pinned);
    // SAFETY: as above; the record has room.
    let walked = unsafe { walk(context, top, &mut record) };
    let code = if compiled.is_code(place) {
        IN_COMPILED
    } else if shared.interpreter.contains(&place) {
        IN_INTERPRETER
    } else {
        0
    };
    let flags = code | kernel;
    if record.finish(state & 0xff | (walked as u32) << 8 | flags << 16) {
        shared.alarm.raise();
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
