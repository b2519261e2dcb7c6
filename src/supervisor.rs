//! How the process ends when it has to: a time limit, a signal, memory used up, a defect of the engine.
//!
//! Scripts run on a thread of their own; the first thread supervises. When something ends the program, the VM is asked to end its script,
//! and then ends in order itself: what was printed, the profile and the traces are written, and the exit code is returned. A VM that does not answer
//! within [`GRACE`] is stuck in native code. Then the process is copied (`fork`): the child has the VM's memory as it is at that moment, with no
//! thread that goes on changing it, and writes all that in its stead; the parent waits for it and ends as if it had done so itself.
//!
//! The second SIGINT or SIGTERM ends the process at once. Signals that were ignored when the process began stay ignored (`nohup`).

use crate::ended::Ended;
use crate::exit_code;
use crate::profiling::Publisher;
use crate::top;
use profiler::live::Hub;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};
use tarsier::host::Host;
use tarsier::host::output::complain;
use tarsier::profiling::{self, Halted};
use tarsier::{Engine, Failure};
use vm::Vm;
use vm::runtime::request::Terminator;

/// How long the VM has to answer.
pub const GRACE: Duration = Duration::from_millis(15);
/// How often it is reminded meanwhile.
const KICK: Duration = Duration::from_millis(2);
/// Native memory beyond the heap's limit that a process may come to: parser, compilers, profiler and what no limit sees.
const BEYOND_HEAP: usize = 40 << 20;

/// An eventfd that wakes the supervising thread; -1 before there is one.
static WAKE: AtomicI32 = AtomicI32::new(-1);
/// The first signal that came; 0 before.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// Memory is used up.
static MEMORY: AtomicBool = AtomicBool::new(false);
/// The script's thread waits for the supervisor, and does nothing any more.
static STUCK: AtomicBool = AtomicBool::new(false);
/// The exit code of a defect that a thread has come upon; 0 before.
static DEFECT: AtomicI32 = AtomicI32::new(0);

/// Somebody wants to attach (`tarsier top`).
static ATTACH: AtomicBool = AtomicBool::new(false);

/// This process is a copy, and has not written anything yet.
static IS_COPY: AtomicBool = AtomicBool::new(false);

/// How a copy ends that was made in the middle of a change.
const IN_VAIN: i32 = 254;
/// Copies that are tried.
const ATTEMPTS: u32 = 10;

thread_local! {
    static IS_SCRIPT_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Why the program is being ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    TimeLimit(Duration),
    Signal(i32),
    OutOfMemory,
    Defect,
}

/// What is being watched.
struct Watched {
    vm: *mut Vm,
    host: *const Host,
    publisher: *const Publisher,
    terminator: Terminator,
    thread: Thread,
    deadline: Option<(Instant, Duration)>,
}

// SAFETY: the pointers are used in a child process alone, which has no other thread; but for the host's profiling, which has a lock.
unsafe impl Send for Watched {}

#[derive(Default)]
struct State {
    watched: Option<Watched>,
    reason: Option<Reason>,
}

/// What script thread and supervisor share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    done: AtomicBool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first thread's part.
pub struct Supervisor(Arc<Shared>);

/// The script thread's part. Dropped, it says that the thread is done.
pub struct Link(Arc<Shared>);

/// Prepares for signals, from here on. With a prompt Ctrl-C is the line editor's matter.
///
/// # Errors
/// The system grants no event descriptor.
pub fn prepare(prompt: bool) -> io::Result<(Supervisor, Link)> {
    // SAFETY: a system call without pointers.
    let descriptor = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    WAKE.store(descriptor, Ordering::Release);
    let signals: &[i32] = if prompt { &[] } else { &[libc::SIGINT] };
    for &signal in [libc::SIGTERM, libc::SIGHUP].iter().chain(signals) {
        listen(signal);
    }
    handle_with(top::SIGNAL, handle_attach);
    let shared = Arc::new(Shared::default());
    Ok((Supervisor(shared.clone()), Link(shared)))
}

/// Has a signal end the program, unless it is ignored.
fn listen(signal: i32) {
    // SAFETY: the structure is whole.
    unsafe {
        let mut before: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(signal, std::ptr::null(), &raw mut before) != 0 || before.sa_sigaction == libc::SIG_IGN {
            return;
        }
    }
    handle_with(signal, handle);
}

fn handle_with(signal: i32, handler: extern "C" fn(i32)) {
    // SAFETY: the structure is whole, and the handlers do only what handlers may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
        libc::sigaction(signal, &raw const action, std::ptr::null_mut());
    }
}

/// Async-signal-safe.
extern "C" fn handle_attach(_: i32) {
    ATTACH.store(true, Ordering::Release);
    wake();
}

/// Async-signal-safe.
extern "C" fn handle(signal: i32) {
    let first = SIGNAL.compare_exchange(0, signal, Ordering::AcqRel, Ordering::Acquire);
    if first.is_err() && signal != libc::SIGHUP {
        // SAFETY: async-signal-safe calls. The signal is delivered when this returns.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        return;
    }
    wake();
}

/// Async-signal-safe.
fn wake() {
    let one = 1u64;
    // SAFETY: eight bytes that are there; errno is the interrupted code's, and is put back.
    unsafe {
        let errno = *libc::__errno_location();
        libc::write(WAKE.load(Ordering::Acquire), (&raw const one).cast(), 8);
        *libc::__errno_location() = errno;
    }
}

/// An allocation finds that the process has more memory than it may have. Does not return on the script's thread.
fn memory_exceeded() {
    vm::native_memory::disarm();
    MEMORY.store(true, Ordering::Release);
    if IS_SCRIPT_THREAD.get() {
        wait_to_be_ended();
    }
    wake();
}

/// Whether this process is a copy whose panics are nobody's business: another one is made.
pub fn is_copy() -> bool {
    IS_COPY.load(Ordering::Acquire)
}

/// A panic. What there is to write is written by the supervisor, if a program runs.
pub fn defect(code: i32) {
    if is_copy() {
        // SAFETY: ends the process.
        unsafe { libc::_exit(IN_VAIN) };
    }
    if WAKE.load(Ordering::Acquire) < 0 || DEFECT.swap(code, Ordering::AcqRel) != 0 {
        return;
    }
    if IS_SCRIPT_THREAD.get() {
        wait_to_be_ended();
    }
}

fn wait_to_be_ended() -> ! {
    STUCK.store(true, Ordering::Release);
    wake();
    loop {
        // SAFETY: waits for a signal.
        unsafe { libc::pause() };
    }
}

impl Link {
    /// The calling thread is the script's, and its engine's program begins now.
    pub fn watch(&self, engine: &mut Engine, publisher: &Rc<Publisher>, limit: Option<Duration>) {
        IS_SCRIPT_THREAD.set(true);
        let host: *const Host = &raw const **engine.host();
        let vm = engine.vm();
        vm::native_memory::arm(vm.options.max_heap.saturating_add(BEYOND_HEAP), memory_exceeded);
        let watched = Watched {
            terminator: vm.terminator(),
            vm: &raw mut *vm,
            host,
            publisher: &raw const **publisher,
            thread: std::thread::current(),
            deadline: limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit))),
        };
        self.0.state().watched = Some(watched);
        // Only a deadline is news to the supervisor. Woken for nothing, it and the script would share a processor, which the compiler's
        // thread is then put on as well, while another processor is idle.
        if limit.is_some() || ATTACH.load(Ordering::Acquire) {
            wake();
        }
        profiling::serve_onlookers(vm);
    }

    /// A signal that came after the end has done its work: the process does not end by it.
    pub fn forget_signal(&self) {
        SIGNAL.store(0, Ordering::Release);
    }

    /// The program has ended. Why it was ended, if anything outside it did that. Does not return if the supervisor ends the process.
    pub fn ended(&self, vm: &Vm) -> Option<Reason> {
        vm.answer();
        vm::native_memory::disarm();
        let mut state = self.0.state();
        if let Some(watched) = &mut state.watched {
            watched.deadline = None;
        }
        state.reason
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.0.state().watched = None;
        self.0.done.store(true, Ordering::Release);
        wake();
    }
}

impl Supervisor {
    /// Watches until the script's thread is done. Does not return if that is stuck.
    pub fn supervise(&self) {
        let mut grace: Option<Instant> = None;
        while !self.0.done.load(Ordering::Acquire) {
            let mut state = self.0.state();
            let now = Instant::now();
            if let Some(watched) = state.watched.as_ref().filter(|_| ATTACH.swap(false, Ordering::AcqRel)) {
                let make = || Hub::new(watched.terminator.clone(), watched.thread.clone(), false);
                // SAFETY: the host lives as long as it is watched; what is used here has a lock.
                top::attach(unsafe { &(*watched.host).profiling }.hub_or(make));
            }
            if STUCK.load(Ordering::Acquire) {
                let reason = if MEMORY.load(Ordering::Acquire) { Reason::OutOfMemory } else { Reason::Defect };
                if let Some(watched) = state.watched.take() {
                    watched.terminator.take_over_anyway();
                    drop(state);
                    abandon(&watched, reason);
                }
                std::process::exit(exit_code::INTERNAL);
            }
            if state.reason.is_none()
                && let Some(reason) = due(&state, now)
            {
                state.reason = Some(reason);
                grace = Some(now + GRACE);
                match &state.watched {
                    Some(watched) => {
                        if reason == Reason::OutOfMemory {
                            watched.terminator.terminate_out_of_memory();
                        } else {
                            watched.terminator.terminate();
                        }
                        // It may be asleep until the next timer.
                        watched.thread.unpark();
                    }
                    // There is no program yet, and nothing to write.
                    None => end_by(reason, exit_code::INTERNAL),
                }
            }
            if let (Some(end), Some(reason)) = (grace, state.reason)
                && now >= end
            {
                // Who has answered may run on, at a prompt.
                grace = Some(now + GRACE);
                if state.watched.as_ref().is_some_and(|watched| watched.terminator.take_over())
                    && let Some(watched) = state.watched.take()
                {
                    drop(state);
                    abandon(&watched, reason);
                }
            }
            let deadline = state.watched.as_ref().and_then(|watched| watched.deadline).map(|(at, _)| at);
            let next = if state.reason.is_some() {
                if let Some(watched) = state.watched.as_ref().filter(|watched| !watched.terminator.is_answered()) {
                    // A loop whose steps are long would not look for thousands of them.
                    // SAFETY: the VM lives as long as it is watched, and the counter is an atomic.
                    unsafe { &(*watched.vm).context.counter }.set(-1);
                    Some(now + KICK)
                } else {
                    grace
                }
            } else {
                deadline
            };
            drop(state);
            wait(next.map(|at| at.saturating_duration_since(Instant::now())));
        }
    }

    /// Ends the process as the first signal would have, if one came: its parent sees that.
    pub fn die_of_signal(&self) {
        let signal = SIGNAL.load(Ordering::Acquire);
        if signal != 0 {
            raise(signal);
        }
    }
}

/// What ends the program now.
fn due(state: &State, now: Instant) -> Option<Reason> {
    let signal = SIGNAL.load(Ordering::Acquire);
    if signal != 0 {
        return Some(Reason::Signal(signal));
    }
    if MEMORY.load(Ordering::Acquire) {
        return Some(Reason::OutOfMemory);
    }
    let (at, limit) = state.watched.as_ref()?.deadline?;
    (at <= now).then_some(Reason::TimeLimit(limit))
}

/// Until somebody calls [`wake`], or so long.
fn wait(longest: Option<Duration>) {
    let mut descriptor = libc::pollfd { fd: WAKE.load(Ordering::Acquire), events: libc::POLLIN, revents: 0 };
    let longest = longest.map(|time| libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos() as libc::c_long,
    });
    let time = longest.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    let mut count = 0u64;
    // SAFETY: one descriptor, a time or none, and eight bytes to read into.
    unsafe {
        libc::ppoll(&raw mut descriptor, 1, time, std::ptr::null());
        libc::read(descriptor.fd, (&raw mut count).cast(), 8);
    }
}

/// Ends the process while the script's thread is stuck.
fn abandon(watched: &Watched, reason: Reason) -> ! {
    vm::native_memory::disarm();
    // SAFETY: the host lives as long as it is watched, and its thread does not end it any more; what is used here has a lock.
    let mut halted = unsafe { &(*watched.host).profiling }.halt();
    for attempt in 0..ATTEMPTS {
        // The copy tells here what it ends with as soon as all is written: taking its memory down takes a while.
        let mut ends = [-1; 2];
        // SAFETY: room for two descriptors. Without them the copy's end is waited for.
        unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) };
        // SAFETY: the child ends by `_exit`, below.
        let child = unsafe { libc::fork() };
        if child == 0 {
            IS_COPY.store(true, Ordering::Release);
            // A lock that was held by a thread which is not here is held for ever.
            // SAFETY: a system call without pointers.
            unsafe { libc::alarm(if attempt == 0 { 60 } else { 20 }) };
            halted.without_evidence(attempt >= ATTEMPTS / 2);
            // SAFETY: this process has one thread, and nobody else has the VM.
            let code = unsafe { write_all(&mut *watched.vm, &*watched.host, &*watched.publisher, reason, halted) };
            let code_byte = code as u8;
            // SAFETY: a byte is written, all descriptors are closed, so that whoever reads what was written sees its end, and the process
            // ends; whatever `exit` would run is the parent's.
            unsafe {
                if code != IN_VAIN {
                    libc::write(ends[1], (&raw const code_byte).cast(), 1);
                }
                libc::close_range(0, u32::MAX, 0);
                libc::_exit(code)
            };
        }
        // SAFETY: a descriptor of ours, or none.
        unsafe { libc::close(ends[1]) };
        if child < 0 {
            break;
        }
        if let Some(code) = told(ends[0]) {
            end_by(reason, i32::from(code));
        }
        // SAFETY: a descriptor of ours, or none.
        unsafe { libc::close(ends[0]) };
        let mut status = 0;
        // SAFETY: waits for our child.
        while unsafe { libc::waitpid(child, &raw mut status, 0) } < 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) != IN_VAIN {
            end_by(reason, libc::WEXITSTATUS(status));
        }
        // The copy was made in the middle of a change. The script's thread goes on, and the next one may be whole.
        std::thread::sleep(Duration::from_micros(300 << attempt));
    }
    // SAFETY: the VM lives as long as it is watched; the option does not change.
    let limit = unsafe { (*watched.vm).options.max_heap };
    if let Some(ended) = ended(reason, limit, String::new()) {
        complain(&ended.to_string());
    }
    complain("tarsier: the program was stuck in native code, and what was to be written could not be");
    end_by(reason, exit_code::INTERNAL)
}

/// The exit code that a copy tells of; None if it ended without.
fn told(descriptor: i32) -> Option<u8> {
    let mut code = 0u8;
    loop {
        // SAFETY: room for a byte. The pipe's other end is closed when the copy is gone.
        match unsafe { libc::read(descriptor, (&raw mut code).cast(), 1) } {
            1 => return Some(code),
            count if count < 0 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return None,
        }
    }
}

/// What belongs on standard error; None: nothing. The heap's limit is in bytes.
fn ended(reason: Reason, max_heap: usize, place: String) -> Option<Ended> {
    match reason {
        Reason::TimeLimit(limit) => Some(Ended::TimeLimit { limit, place }),
        Reason::OutOfMemory => Some(Failure::OutOfMemory { limit: max_heap }.into()),
        Reason::Signal(_) | Reason::Defect => None,
    }
}

/// The child's part: what an end in order would have written. Returns the exit code. All that looks at the VM comes before the first word is
/// written, since it may fail.
fn write_all(vm: &mut Vm, host: &Host, publisher: &Publisher, reason: Reason, halted: Halted) -> i32 {
    let place = vm.stack_text();
    let mut profile = halted.resolve(vm);
    let report = if vm.options.trace_compile { vm.handed_back_report() } else { String::new() };
    IS_COPY.store(false, Ordering::Release);
    host.output.flush_if_free();
    let mut code = match reason {
        Reason::Defect => DEFECT.load(Ordering::Acquire),
        Reason::Signal(signal) => 128 + signal,
        Reason::TimeLimit(_) | Reason::OutOfMemory => {
            let ended = ended(reason, vm.options.max_heap, format!(" (in native code){place}"));
            ended.map_or(exit_code::INTERNAL, |ended| {
                complain(&ended.to_string());
                ended.exit_code()
            })
        }
    };
    if let Some(profile) = &mut profile {
        profile.ended = match reason {
            Reason::Signal(signal) => format!("ended by signal {signal}"),
            Reason::Defect => "a defect of the engine".into(),
            _ => ended(reason, vm.options.max_heap, String::new()).map_or_else(String::new, |ended| ended.in_short()),
        };
    }
    if let Some(profile) = profile
        && let Err(message) = publisher.finish(&profile)
    {
        complain(&format!("tarsier: {message}"));
        code = exit_code::USAGE;
    }
    if !report.is_empty() {
        complain(report.trim_end());
    }
    vm.finish_trace();
    code
}

fn end_by(reason: Reason, code: i32) -> ! {
    if let Reason::Signal(signal) = reason {
        raise(signal);
    }
    // SAFETY: ends the process. The script's thread may hold what `exit` would wait for.
    unsafe { libc::_exit(code) }
}

/// Ends the process by a signal's default action.
fn raise(signal: i32) -> ! {
    restore_terminal();
    // SAFETY: the signal's default action is put back and the signal let through, on this thread.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
        libc::_exit(128 + signal)
    }
}

/// How the terminal was set before a prompt changed that.
static TERMINAL: Mutex<Option<libc::termios>> = Mutex::new(None);

/// Remembers how the terminal is set, for an end in the middle of a line.
pub fn remember_terminal() {
    // SAFETY: the structure is filled in by the call.
    unsafe {
        let mut settings: libc::termios = std::mem::zeroed();
        if libc::tcgetattr(0, &raw mut settings) == 0 {
            *TERMINAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(settings);
        }
    }
}

fn restore_terminal() {
    if let Some(settings) = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        // SAFETY: settings that the terminal had.
        unsafe { libc::tcsetattr(0, libc::TCSANOW, settings) };
    }
}
