//! The process, for `node:process`, `node:path` and `node:tty`; and what the event loop asks of `process`: ticks, its last events, errors that nobody caught.

use super::system::{fail, path_argument};
use crate::host::{host, put, put_text};
use gc::RootedVec;
use std::cell::{Cell, RefCell};
use std::io::IsTerminal;
use vm::native::method;
use vm::object::array_buffer;
use vm::object::typed_array;
use vm::runtime::convert::{to_int32, to_number};
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// What the event loop tells the script's `process` of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Run what `process.nextTick` has put in its queue.
    Ticks,
    /// Nothing is left to do.
    BeforeExit,
    /// The program ends with this code; the result is the code that it ends with.
    Exit,
    /// An exception that nobody caught; the result says whether somebody has now.
    Uncaught,
    /// A promise that was rejected and has no handler; as before.
    Rejection,
}

/// The exit code that a program asks for which cannot go on, and that 'exit' tells of after an exception that nobody caught.
pub const FAILED: i32 = 1;

/// What a host keeps for `process`.
#[derive(Default)]
pub struct State {
    /// The function of `library/node/process.js` that takes events; there is none before that file runs.
    listener: RefCell<Option<RootedVec>>,
    /// There are ticks to run.
    ticks: Cell<bool>,
}

impl State {
    /// Whether `process.nextTick` was called since the queue was last empty.
    pub fn has_ticks(&self) -> bool {
        self.ticks.get()
    }

    /// Whether the script has looked at `process`.
    pub fn listens(&self) -> bool {
        self.listener.borrow().is_some()
    }
}

/// Tells `process` of an event; undefined if the script has never looked at it.
///
/// # Errors
/// What its handlers throw.
pub fn emit(vm: &mut Vm, state: &State, event: Event, value: Value, origin: Value) -> JsResult {
    let listener = state.listener.borrow().as_ref().map(|listener| listener.as_slice()[0]);
    let Some(listener) = listener else { return Ok(Value::UNDEFINED) };
    if event == Event::Ticks {
        state.ticks.set(false);
    }
    let name = match event {
        Event::Ticks => "ticks",
        Event::BeforeExit => "beforeExit",
        Event::Exit => "exit",
        Event::Uncaught => "uncaughtException",
        Event::Rejection => "unhandledRejection",
    };
    let name = vm.intern(name)?;
    vm.call(listener, Value::UNDEFINED, &[name.value(), value, origin])
}

/// Built-ins of `library/node/path.js`.
///
/// # Errors
/// For want of memory.
pub fn install_path(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("cwd", 0, cwd), method("env", 1, env)])
}

/// Built-ins of `library/node/internal/terminal.js`.
///
/// # Errors
/// For want of memory.
pub fn install_terminal(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("isTerminal", 1, is_terminal), method("columns", 1, columns)])
}

/// Built-ins of `library/node/process.js`.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    // Node's names for what Rust has others for.
    let platform = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    let arch = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    put_text(vm, native, "version", env!("CARGO_PKG_VERSION"))?;
    put_text(vm, native, "platform", platform)?;
    put_text(vm, native, "arch", arch)?;
    native.define_methods(
        vm,
        &[
            method("listen", 1, listen),
            method("wakeTicks", 0, wake_ticks),
            method("arguments", 0, arguments),
            method("environment", 0, environment),
            method("cwd", 0, cwd),
            method("chdir", 1, chdir),
            method("exit", 1, exit),
            method("now", 0, now),
            method("write", 2, write),
            method("isTerminal", 1, is_terminal),
            method("columns", 1, columns),
            method("memory", 0, memory),
            method("cpu", 0, cpu),
            method("umask", 1, umask),
            method("ids", 0, ids),
        ],
    )
}

fn listen(vm: &mut Vm, args: Args) -> JsResult {
    let mut listener = vm.heap.rooted_vec();
    listener.push(args.get(0));
    *host(vm)?.node.listener.borrow_mut() = Some(listener);
    Ok(Value::UNDEFINED)
}

fn wake_ticks(vm: &mut Vm, _args: Args) -> JsResult {
    host(vm)?.node.ticks.set(true);
    Ok(Value::UNDEFINED)
}

/// [path of the engine, absolute path of the program (or undefined), arguments...]
fn arguments(vm: &mut Vm, _args: Args) -> JsResult {
    let host = host(vm)?;
    let list = vm.new_array_with_capacity(0)?;
    let engine = std::env::current_exe().map_or_else(|_| "tarsier".into(), |path| path.to_string_lossy().into_owned());
    let text = JsString::from_str(vm, &engine)?;
    list.push(vm, text.value())?;
    match &host.program {
        None => list.push(vm, Value::UNDEFINED)?,
        Some(program) => {
            let absolute = std::path::absolute(program).unwrap_or_else(|_| program.clone());
            let absolute = absolute.canonicalize().unwrap_or(absolute);
            let text = JsString::from_str(vm, &absolute.to_string_lossy())?;
            list.push(vm, text.value())?;
        }
    }
    for argument in &host.script_args {
        let text = JsString::from_str(vm, argument)?;
        list.push(vm, text.value())?;
    }
    Ok(list.value())
}

/// All variables of the environment.
fn environment(vm: &mut Vm, _args: Args) -> JsResult {
    let object = vm.new_object_with_prototype(None)?;
    for (name, value) in std::env::vars_os() {
        put_text(vm, object, &name.to_string_lossy(), &value.to_string_lossy())?;
    }
    Ok(object.value())
}

fn env(vm: &mut Vm, args: Args) -> JsResult {
    let Some(name) = args.get(0).as_string() else { return Ok(Value::UNDEFINED) };
    let name = name.to_rust_string_lossy(vm)?;
    // A name with one of these is none.
    if name.is_empty() || name.contains(['=', '\0']) {
        return Ok(Value::UNDEFINED);
    }
    match std::env::var_os(&name) {
        Some(value) => Ok(JsString::from_str(vm, &value.to_string_lossy())?.value()),
        None => Ok(Value::UNDEFINED),
    }
}

fn cwd(vm: &mut Vm, _args: Args) -> JsResult {
    match std::env::current_dir() {
        Ok(path) => Ok(JsString::from_str(vm, &path.to_string_lossy())?.value()),
        Err(error) => Ok(fail(&error)),
    }
}

fn chdir(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    Ok(std::env::set_current_dir(path).map_or_else(|error| fail(&error), |()| Value::UNDEFINED))
}

fn exit(vm: &mut Vm, args: Args) -> JsResult {
    let code = to_int32(vm, args.get(0))?;
    Err(vm.throw_exit(code))
}

/// [seconds, nanoseconds] of a clock that never goes back.
fn now(vm: &mut Vm, _args: Args) -> JsResult {
    let elapsed = host(vm)?.monotonic();
    let seconds = Value::number(elapsed.as_secs() as f64);
    Ok(vm.new_array(&[seconds, Value::from_u32(elapsed.subsec_nanos())])?.value())
}

/// write(fd, text or bytes): false once standard output takes nothing any more.
fn write(vm: &mut Vm, args: Args) -> JsResult {
    let to_error = to_number(vm, args.get(0))? == 2.0;
    let output = host(vm)?.output.clone();
    let bytes = match args.get(1).as_string() {
        Some(text) => text.to_rust_string_lossy(vm)?.into_bytes(),
        None => bytes_of(args.get(1)),
    };
    if to_error {
        output.error_bytes(&bytes);
        return Ok(Value::TRUE);
    }
    if output.bytes(&bytes) {
        return Ok(Value::TRUE);
    }
    // As print: nobody will ever read what else comes.
    Err(vm.throw_exit(FAILED))
}

/// A copy of a view's or buffer's bytes; none of what is neither.
pub(super) fn bytes_of(v: Value) -> Vec<u8> {
    let (data, length) = if let Some(array) = typed_array::from_value(v) {
        (array.data(), array.length() * array.element_size())
    } else if let Some(buffer) = array_buffer::from_value(v) {
        (buffer.data.get(), array_buffer::byte_length(&buffer))
    } else {
        return Vec::new();
    };
    // SAFETY: within the view's bounds; byte by byte, since another thread may write to shared memory.
    (0..length).map(|i| unsafe { data.add(i).read_volatile() }).collect()
}

fn is_terminal(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(match to_number(vm, args.get(0))? as i32 {
        0 => std::io::stdin().is_terminal(),
        1 => std::io::stdout().is_terminal(),
        2 => std::io::stderr().is_terminal(),
        _ => false,
    }))
}

/// [columns, rows] of the terminal behind a descriptor; undefined without one.
fn columns(vm: &mut Vm, args: Args) -> JsResult {
    let fd = to_number(vm, args.get(0))? as i32;
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the request writes a winsize, and that is what it is given.
    let got = (0..=2).contains(&fd) && unsafe { libc::ioctl(fd, libc::TIOCGWINSZ, &mut size) } == 0;
    if !got || size.ws_col == 0 {
        return Ok(Value::UNDEFINED);
    }
    Ok(vm.new_array(&[Value::from_u32(size.ws_col.into()), Value::from_u32(size.ws_row.into())])?.value())
}

/// Bytes: { rss, heapTotal, heapUsed, external }.
fn memory(vm: &mut Vm, _args: Args) -> JsResult {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
    // SAFETY: asks for a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(0) as u64;
    let stats = vm.heap.stats();
    let object = vm.new_object()?;
    for (name, bytes) in [
        ("rss", resident * page),
        ("heapTotal", (stats.used + stats.free_resident) as u64),
        ("heapUsed", (stats.live + stats.allocated) as u64),
        ("external", stats.external as u64),
    ] {
        put(vm, object, name, Value::number(bytes as f64))?;
    }
    Ok(object.value())
}

/// [user, system] time that the process has used, in microseconds.
fn cpu(vm: &mut Vm, _args: Args) -> JsResult {
    // SAFETY: a structure of numbers, for which zeros will do.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the call writes an rusage, and that is what it is given.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    let micros = |time: libc::timeval| Value::number(time.tv_sec as f64 * 1e6 + time.tv_usec as f64);
    Ok(vm.new_array(&[micros(usage.ru_utime), micros(usage.ru_stime)])?.value())
}

/// The mask before; sets another if there is an argument.
fn umask(vm: &mut Vm, args: Args) -> JsResult {
    let given = args.get(0);
    let mask = if given.is_undefined() { 0 } else { to_int32(vm, given)? as u32 & 0o777 };
    // SAFETY: changes a number of the process, and gives the one before.
    let before = unsafe { libc::umask(mask) };
    if given.is_undefined() {
        // SAFETY: as above; there is no call that only asks.
        unsafe { libc::umask(before) };
    }
    Ok(Value::from_u32(before))
}

/// [pid, ppid, uid, gid, euid, egid]
fn ids(vm: &mut Vm, _args: Args) -> JsResult {
    // SAFETY: these calls have no arguments and cannot fail.
    let ids = unsafe { [libc::getuid(), libc::getgid(), libc::geteuid(), libc::getegid()] };
    let mut all = vec![Value::from_u32(std::process::id()), Value::from_u32(std::os::unix::process::parent_id())];
    all.extend(ids.map(Value::from_u32));
    Ok(vm.new_array(&all)?.value())
}
