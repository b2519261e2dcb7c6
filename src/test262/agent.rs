//! `$262.agent`: agents are threads with a VM of their own. The parent broadcasts shared memory to them, they report strings back.
//!
//! Everybody who waits here looks at the VM's requests meanwhile, so that the time limit ends all of them.

use super::thrown::{Stop, Thrown};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vm::native::method;
use vm::numeric::bigint::BigInt;
use vm::object::array_buffer::{self, SharedBlock};
use vm::options::Options;
use vm::runtime::convert;
use vm::runtime::request::Terminator;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// Address space of an agent's stack, in bytes.
const STACK: usize = 256 << 20;
/// An agent's heap, in bytes.
const HEAP: usize = 64 << 20;
/// Longest sleep between two looks at the VM's requests.
const NAP: Duration = Duration::from_millis(10);
/// Longest `sleep`.
const LONGEST: Duration = Duration::from_secs(3600);

/// What agents leave for their parent.
#[derive(Default)]
struct Mail {
    reports: Mutex<VecDeque<String>>,
    errors: Mutex<Vec<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number that goes with a broadcast.
#[derive(Clone)]
enum Number {
    Int(i32),
    Big(BigInt),
}

/// Shared memory on its way to an agent. Dropping it tells the parent as much as `received` does.
struct Broadcast {
    block: Arc<SharedBlock>,
    number: Number,
    received: Sender<()>,
}

/// An agent, as its parent sees it.
struct Agent {
    inbox: Sender<Broadcast>,
    terminator: Terminator,
    thread: JoinHandle<()>,
}

/// The agents of the running test.
#[derive(Default)]
struct Agents {
    options: Options,
    members: Vec<Agent>,
    mail: Arc<Mail>,
}

/// An agent, as it sees itself.
struct Own {
    inbox: Receiver<Broadcast>,
    mail: Arc<Mail>,
}

thread_local! {
    static AGENTS: RefCell<Agents> = RefCell::default();
    static OWN: RefCell<Option<Rc<Own>>> = const { RefCell::new(None) };
}

/// What agents' VMs are to be made with.
pub fn set_options(options: &Options) {
    let options = Options { max_heap: options.max_heap.min(HEAP), can_block: true, ..options.clone() };
    AGENTS.with_borrow_mut(|agents| agents.options = options);
}

/// Ends the test's agents and waits for their threads: the errors that they did not catch.
pub fn stop_all() -> Vec<String> {
    let agents = AGENTS.take();
    agents.members.iter().for_each(|agent| agent.terminator.terminate());
    for Agent { inbox, thread, .. } in agents.members {
        drop(inbox);
        // An agent cannot panic without ending the process.
        let _ = thread.join();
    }
    std::mem::take(&mut lock(&agents.mail.errors))
}

/// Repeats `wait` (each time for the given time at most) until it has a result or the VM is told to end.
fn patiently<T>(vm: &mut Vm, mut wait: impl FnMut(Duration) -> Option<T>) -> JsResult<T> {
    loop {
        let before = vm.enter_idle();
        let result = wait(NAP);
        vm.leave_idle(before);
        if let Some(result) = result {
            return Ok(result);
        }
        vm.handle_requests()?;
    }
}

// ---- both sides

fn sleep(vm: &mut Vm, args: Args) -> JsResult {
    let milliseconds = convert::to_number(vm, args.get(0))?.max(0.0);
    let time = Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(LONGEST).min(LONGEST);
    let until = Instant::now() + time;
    patiently(vm, |nap| {
        let left = until.saturating_duration_since(Instant::now());
        std::thread::sleep(left.min(nap));
        (left <= nap).then_some(())
    })?;
    Ok(Value::UNDEFINED)
}

/// Milliseconds since some moment that is the same for all agents.
fn monotonic_now(_: &mut Vm, _args: Args) -> JsResult {
    static START: OnceLock<Instant> = OnceLock::new();
    Ok(Value::number(START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3))
}

// ---- the parent

/// `$262.agent` of the test itself.
pub fn main_object(vm: &mut Vm) -> JsResult<Object> {
    let object = vm.new_object()?;
    object.define_methods(
        vm,
        &[
            method("start", 1, start),
            method("broadcast", 2, broadcast),
            method("getReport", 0, get_report),
            method("sleep", 1, sleep),
            method("monotonicNow", 0, monotonic_now),
        ],
    )?;
    Ok(object)
}

/// Starts an agent; returns once it runs.
fn start(vm: &mut Vm, args: Args) -> JsResult {
    let script = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let (inbox, theirs) = channel();
    let (started, has_started) = channel();
    let (options, mail) = AGENTS.with_borrow(|agents| (agents.options.clone(), agents.mail.clone()));
    let work = move || run_agent(script, options, Own { inbox: theirs, mail }, &started);
    let thread = match std::thread::Builder::new().name("agent".into()).stack_size(STACK).spawn(work) {
        Ok(thread) => thread,
        Err(error) => return Err(vm.throw_plain_error(format!("Cannot start an agent: {error}"))),
    };
    // Making a VM takes no time that the limit would need to be watched for.
    match has_started.recv() {
        Ok(Ok(terminator)) => {
            AGENTS.with_borrow_mut(|agents| agents.members.push(Agent { inbox, terminator, thread }));
            Ok(Value::UNDEFINED)
        }
        Ok(Err(error)) => Err(vm.throw_plain_error(format!("Cannot start an agent: {error}"))),
        Err(_) => Err(vm.throw_plain_error("Cannot start an agent")),
    }
}

/// Sends shared memory to all agents; returns once all have it (or have ended).
fn broadcast(vm: &mut Vm, args: Args) -> JsResult {
    let Some(block) = array_buffer::from_value(args.get(0)).as_deref().and_then(array_buffer::shared_block) else {
        return Err(vm.throw_type_error("Only a SharedArrayBuffer can be broadcast"));
    };
    let number = match args.get(1).as_bigint() {
        Some(big) => Number::Big(big.integer()),
        None => Number::Int(convert::to_int32(vm, args.get(1))?),
    };
    let (received, receipts) = channel();
    AGENTS.with_borrow(|agents| {
        for agent in &agents.members {
            // An agent that has ended receives nothing.
            let _ = agent.inbox.send(Broadcast {
                block: block.clone(),
                number: number.clone(),
                received: received.clone(),
            });
        }
    });
    drop(received);
    patiently(vm, |nap| match receipts.recv_timeout(nap) {
        Err(RecvTimeoutError::Disconnected) => Some(()),
        Ok(()) | Err(RecvTimeoutError::Timeout) => None,
    })?;
    Ok(Value::UNDEFINED)
}

fn get_report(vm: &mut Vm, _args: Args) -> JsResult {
    let report = AGENTS.with_borrow(|agents| lock(&agents.mail.reports).pop_front());
    match report {
        Some(report) => Ok(JsString::from_str(vm, &report)?.value()),
        None => Ok(Value::NULL),
    }
}

// ---- the agents

fn run_agent(script: String, options: Options, own: Own, started: &Sender<Result<Terminator, String>>) {
    let made = Vm::new(options).and_then(|mut vm| {
        jit::install(&mut vm);
        match install(&mut vm) {
            Ok(()) => Ok(vm),
            Err(_) => Err("its objects do not fit in the heap".into()),
        }
    });
    let mut vm = match made {
        Ok(vm) => vm,
        Err(error) => {
            // Nobody waits any longer if this fails.
            let _ = started.send(Err(error));
            return;
        }
    };
    let mail = own.mail.clone();
    OWN.set(Some(Rc::new(own)));
    let _ = started.send(Ok(vm.terminator()));
    const NAME: &str = "<agent>";
    let result = vm.run_script(NAME, script).and_then(|_| vm.run_jobs_and_async_waits());
    if let Err(throw) = result
        && let Stop::Thrown(Thrown { message, .. }) = Stop::pending(&mut vm, throw, NAME)
    {
        lock(&mail.errors).push(message);
    }
    // What was sent and not received is dropped here, which the parent notices.
    OWN.set(None);
}

fn install(vm: &mut Vm) -> JsResult<()> {
    let agent = vm.new_object()?;
    agent.define_methods(
        vm,
        &[
            method("receiveBroadcast", 1, receive_broadcast),
            method("report", 1, report),
            method("sleep", 1, sleep),
            method("leaving", 0, |_, _| Ok(Value::UNDEFINED)),
            method("monotonicNow", 0, monotonic_now),
        ],
    )?;
    let object = vm.new_object()?;
    super::define(vm, object, "agent", agent.value())?;
    let global = vm.realm().global;
    super::define(vm, global, "$262", object.value())
}

/// Waits for a broadcast and calls the function with it.
fn receive_broadcast(vm: &mut Vm, args: Args) -> JsResult {
    let Some(own) = OWN.with_borrow(Clone::clone) else { return Ok(Value::UNDEFINED) };
    let message = patiently(vm, |nap| match own.inbox.recv_timeout(nap) {
        Ok(message) => Some(Some(message)),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(None),
    })?;
    // The test is over.
    let Some(Broadcast { block, number, received }) = message else { return Ok(Value::UNDEFINED) };
    let buffer = array_buffer::new_shared_array_buffer(vm, block)?;
    let number = match number {
        Number::Int(n) => Value::int(n),
        Number::Big(big) => vm.new_bigint(big)?.value(),
    };
    drop(received);
    vm.call(args.get(0), Value::UNDEFINED, &[buffer.value(), number])?;
    Ok(Value::UNDEFINED)
}

fn report(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    if let Some(own) = OWN.with_borrow(Clone::clone) {
        lock(&own.mail.reports).push_back(text);
    }
    Ok(Value::UNDEFINED)
}
