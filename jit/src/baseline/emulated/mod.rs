//! aarch64's baseline tier on an emulator: a whole VM whose compiled code is aarch64's, in a process of another machine.
//!
//! The emulator sees this process's memory at its own addresses, so that stencils work on the real heap, frames and inline caches. Where they call
//! the runtime, through its table, the emulator stops, the function is called natively, and the code goes on behind the call.
//!
//! The tests need Unicorn's library, and are ignored where nobody asks for them:
//! `TARSIER_UNICORN=/path/to/libunicorn.so.2 cargo test --release -p tarsier-jit emulated -- --ignored`.

mod programs;
mod unicorn;

use super::architecture::Aarch64;
use crate::memory::RESERVED;
use crate::tiers::install_for;
use abi::frame::Frame;
use abi::opcode::Op;
use std::cell::{Cell, RefCell};
use std::path::Path;
use unicorn::{Register, Stop, Unicorn};
use vm::options::{Options, Tier};
use vm::{Value, Vm};

/// Native stack of the emulated code, in bytes.
const STACK: usize = 4 << 20;
/// Where the outermost call returns to: nothing is there.
const BACK: u64 = 0x10;
/// Before the programs: what shells have.
const PRELUDE: &str =
    "var printed = []; function print(...values) { printed.push(values.map(String).join(' ') + '\\n'); }\n";

struct Emulator {
    unicorn: Unicorn,
    /// The thunk by which the runtime calls compiled code.
    call: u64,
    /// The runtime's functions.
    runtime: [u64; abi::runtime::COUNT],
    /// Calls into compiled code, and out of it.
    calls: u64,
    exits: u64,
}

thread_local! {
    static EMULATOR: RefCell<Option<Emulator>> = const { RefCell::new(None) };
    /// Code was written since the emulator ran last.
    static WRITTEN: Cell<bool> = const { Cell::new(false) };
}

/// What was translated may not be true any more.
pub fn published() {
    WRITTEN.set(true);
}

/// Uses the emulator, while it does not run.
fn with<R>(work: impl FnOnce(&mut Emulator) -> R) -> R {
    EMULATOR.with_borrow_mut(|e| work(e.as_mut().expect("an emulator")))
}

/// Calls compiled code: what the thunk does where the code is this machine's.
unsafe extern "C" fn call_compiled(vm: *mut Vm, frame: *mut Frame, address: *const u8) -> Value {
    let (mut pc, back, sp) = with(|e| {
        e.calls += 1;
        let (back, sp) = (e.unicorn.read(Register::LR), e.unicorn.read(Register::SP));
        for (n, argument) in [vm as u64, frame as u64, address as u64].into_iter().enumerate() {
            e.unicorn.write(Register::x(n), argument);
        }
        e.unicorn.write(Register::LR, BACK);
        (e.call, back, sp)
    });
    loop {
        let call = with(|e| {
            if WRITTEN.replace(false) {
                e.unicorn.forget_translations();
            }
            match e.unicorn.run(pc, BACK) {
                Stop::Until => None,
                Stop::Outside(address) => {
                    assert!(e.runtime.contains(&address), "compiled code went to {address:#x}");
                    e.exits += 1;
                    let arguments = [0, 1, 2, 3, 4].map(|n| e.unicorn.read(Register::x(n)));
                    Some((address, arguments, e.unicorn.read(Register::LR)))
                }
            }
        });
        let Some((address, [a, b, c, d, f], behind)) = call else { break };
        // SAFETY: it is one of the runtime's functions, which take at most so many words and answer with one.
        let result = unsafe {
            let function: unsafe extern "C" fn(u64, u64, u64, u64, u64) -> u64 = std::mem::transmute(address as usize);
            function(a, b, c, d, f)
        };
        with(|e| e.unicorn.write(Register::x(0), result));
        pc = behind;
    }
    with(|e| {
        assert_eq!(e.unicorn.read(Register::SP), sp, "the stack pointer comes back");
        e.unicorn.write(Register::LR, back);
        Value(e.unicorn.read(Register::x(0)))
    })
}

/// What a program did.
struct Run {
    /// What it printed, or what it did not catch.
    outcome: Result<String, String>,
    calls: u64,
    exits: u64,
    /// Instructions that compiled code handed to the runtime, by opcode.
    handed_back: Vec<u64>,
}

/// Runs a program in the interpreter, or in code for the emulator in the library.
fn run(text: &str, library: Option<&Path>) -> Run {
    let work = || {
        // The emulated stack is part of this thread's: above the VM's limit, which counts from further down.
        let mut stack = [const { std::mem::MaybeUninit::<u64>::uninit() }; STACK / 8];
        run_here(text, library, stack.as_mut_ptr_range().end as u64 & !15)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

fn run_here(text: &str, library: Option<&Path>, stack: u64) -> Run {
    let tier = if library.is_some() { Tier::Baseline } else { Tier::Interpreter };
    let options = Options { tier, baseline_threshold: 0, ..Options::default() };
    let mut vm = Vm::new(options).expect("a VM");
    if let Some(library) = library {
        install_for::<Aarch64>(&mut vm);
        let call = vm.tiers.call.expect("memory for code") as usize as u64;
        let mut unicorn = Unicorn::open(library);
        // The thunk was the first that was written.
        unicorn.map_code(call, RESERVED as u64);
        unicorn.write(Register::SP, stack);
        let runtime = std::array::from_fn(|n| vm.context.runtime[n].get() as u64);
        EMULATOR.set(Some(Emulator { unicorn, call, runtime, calls: 0, exits: 0 }));
        vm.tiers.call = Some(call_compiled);
    }
    let outcome = execute(&mut vm, text);
    let handed_back = vm.tiers.handed_back.to_vec();
    let (calls, exits) = EMULATOR.take().map_or((0, 0), |e| (e.calls, e.exits));
    Run { outcome, calls, exits, handed_back }
}

fn execute(vm: &mut Vm, text: &str) -> Result<String, String> {
    let text_of = |vm: &mut Vm, value: Value| {
        let text = vm::runtime::convert::to_string(vm, value).and_then(|s| s.to_rust_string_lossy(vm));
        text.unwrap_or_else(|_| "no text".into())
    };
    let begun = vm.run_script("print.js", PRELUDE).and_then(|_| vm.run_script("program.js", text));
    let done = begun.and_then(|_| vm.run_jobs());
    match done.and_then(|()| vm.run_script("end.js", "printed.join('')")) {
        Ok(value) => Ok(text_of(vm, value)),
        Err(_) => {
            let exception = vm.context.exception.replace(Value::EMPTY);
            Err(text_of(vm, exception))
        }
    }
}
