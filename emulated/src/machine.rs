//! Calls into compiled code, and out of it.

use crate::stack::{self, Switch};
use crate::unicorn::{Register, Registers, Stop, Unicorn};
use abi::frame::Frame;
use jit::memory::RESERVED;
use jit::target::Target;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use vm::code::origin::{MachineCode, PatternCode};
use vm::observe::CodeListener;
use vm::regexp::native::Run;
use vm::{Value, Vm};

/// Where the outermost call returns to: nothing is there.
const BACK: u64 = 0x10;

/// How often what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Calls into compiled code, and out of it.
    pub calls: u64,
    pub exits: u64,
    /// How often optimized code was left.
    pub left: u64,
    /// Matches by the code of regular expressions.
    pub patterns: u64,
}

/// The emulator, stopped before an instruction.
pub struct Stopped {
    registers: Registers,
    pub pc: u64,
}

impl Stopped {
    /// A general register up to 28.
    pub fn x(&self, n: usize) -> u64 {
        self.registers.read(Register::x(n))
    }
}

struct Emulator {
    unicorn: Unicorn,
    /// The thunk by which the runtime calls compiled code.
    call: u64,
    /// What the runtime does when optimized code is left.
    leave: u64,
    /// Where native functions have been called.
    native: FxHashSet<u64>,
    written: Rc<Written>,
    counts: Counts,
}

thread_local! {
    static EMULATOR: RefCell<Option<Emulator>> = const { RefCell::new(None) };
}

/// Code that was written since the emulator ran last.
#[derive(Default)]
struct Written {
    any: Cell<bool>,
    /// Where the memory for regular expressions' code begins, once there is some.
    patterns: Cell<Option<u64>>,
}

struct Listener(Rc<Written>);

impl CodeListener for Listener {
    fn installed(&mut self, _: &Vm, _: &MachineCode) {
        self.0.any.set(true);
    }

    fn pattern_installed(&mut self, code: &PatternCode) {
        self.0.any.set(true);
        if self.0.patterns.get().is_none() {
            // The first piece begins where the memory does.
            assert!(code.start.is_multiple_of(4096), "{:#x}", code.start);
            self.0.patterns.set(Some(code.start as u64));
        }
    }
}

/// Gives a VM compiled tiers for aarch64, whose code runs on the emulator.
///
/// # Panics
/// If there is no emulator.
pub fn install(vm: &mut Vm) {
    jit::install_for(vm, Target::Aarch64);
    let Some(call) = vm.tiers.call else { return };
    let call = call as usize as u64;
    let library = std::env::var_os("TARSIER_UNICORN").expect("TARSIER_UNICORN names Unicorn's library");
    stack::prepare().expect("memory for the emulator's stack");
    let mut unicorn = Unicorn::open(Path::new(&library));
    // The thunk was the first that was written.
    unicorn.map_code(call, RESERVED as u64);
    let written = Rc::new(Written::default());
    drop(vm.listen_for_code(Some(Box::new(Listener(written.clone())))));
    let leave = vm.context.runtime[abi::runtime::EXIT].get() as u64;
    let emulator = Emulator { unicorn, call, leave, native: FxHashSet::default(), written, counts: Counts::default() };
    EMULATOR.set(Some(emulator));
    vm.tiers.call = Some(call_compiled);
    vm.tiers.call_pattern = Some(call_pattern);
}

/// What there was since this thread's last VM got its tiers.
pub fn counts() -> Counts {
    with(|e| e.counts)
}

/// Has the emulator stop before each instruction for a function to look at it; None: no more.
pub fn observe(observer: Option<Box<dyn FnMut(&Stopped)>>) {
    let is_wanted = observer.is_some();
    OBSERVER.set(observer);
    with(|e| e.unicorn.look_at_each(is_wanted.then_some(look)));
}

thread_local! {
    static OBSERVER: RefCell<Option<Box<dyn FnMut(&Stopped)>>> = const { RefCell::new(None) };
}

fn look(registers: Registers, pc: u64) {
    OBSERVER.with_borrow_mut(|observer| {
        if let Some(observer) = observer {
            observer(&Stopped { registers, pc });
        }
    });
}

/// Uses the emulator, while it does not run.
fn with<R>(work: impl FnOnce(&mut Emulator) -> R) -> R {
    EMULATOR.with_borrow_mut(|e| work(e.as_mut().expect("an emulator")))
}

/// A call into compiled code.
struct Activation {
    entry: u64,
    arguments: [u64; 3],
    result: u64,
}

/// Calls compiled code: what the thunk does where the code is this machine's.
unsafe extern "C" fn call_compiled(vm: *mut Vm, frame: *mut Frame, address: *const u8) -> Value {
    let entry = with(|e| {
        e.counts.calls += 1;
        e.call
    });
    // SAFETY: compiled code answers with a value.
    unsafe { Value::from_bits(activate(entry, [vm as u64, frame as u64, address as u64])) }
}

/// Calls the code of a regular expression.
unsafe extern "C" fn call_pattern(run: *mut Run, address: *const u8) -> u32 {
    with(|e| e.counts.patterns += 1);
    activate(address as u64, [run as u64, 0, 0]) as u32
}

fn activate(entry: u64, arguments: [u64; 3]) -> u64 {
    let mut switch = Switch { left_at: 0, data: Activation { entry, arguments, result: 0 } };
    // SAFETY: what is below where the emulator's stack is free, nobody uses.
    unsafe { stack::on(stack::free() & !15, &mut switch, drive) };
    switch.data.result
}

/// Has the emulator run compiled code on the stack that was left, until that returns.
unsafe extern "C" fn drive(switch: &mut Switch<Activation>) {
    let Switch { left_at, data: activation } = switch;
    let stack_pointer = *left_at as u64 & !15;
    let before = with(|e| {
        let before = e.unicorn.read_all(&[Register::LR, Register::SP]);
        for (n, argument) in activation.arguments.into_iter().enumerate() {
            e.unicorn.write(Register::x(n), argument);
        }
        e.unicorn.write(Register::LR, BACK);
        e.unicorn.write(Register::SP, stack_pointer);
        before
    });
    let mut pc = activation.entry;
    while let Some(mut call) = with(|e| e.run(pc)) {
        let top = call.data.stack_pointer as usize;
        // SAFETY: emulated code uses nothing below its stack pointer. The functions are the runtime's, and don't unwind.
        unsafe { stack::on(top, &mut call, native) };
        let NativeCall { back, result, .. } = call.data;
        with(|e| {
            e.unicorn.write(Register::x(0), result.general);
            e.unicorn.write(Register::D0, result.double.to_bits());
        });
        pc = back;
    }
    with(|e| {
        assert_eq!(e.unicorn.read(Register::SP), stack_pointer, "the stack pointer comes back");
        activation.result = e.unicorn.read(Register::x(0));
        e.unicorn.write(Register::LR, before[0]);
        e.unicorn.write(Register::SP, before[1]);
    });
}

/// What a function answers, in the register that it is in.
#[derive(Clone, Copy)]
#[repr(C)]
struct Answer {
    general: u64,
    double: f64,
}

/// A call out of compiled code.
struct NativeCall {
    function: u64,
    words: [u64; 6],
    doubles: [f64; 2],
    /// What the registers hold that are the caller's.
    saved: [u64; SAVED],
    stack_pointer: u64,
    back: u64,
    result: Answer,
}

/// x19 to x29, d8 to d15.
const SAVED: usize = 11 + 8;

/// Calls a native function on the stack of emulated code.
unsafe extern "C" fn native(switch: &mut Switch<NativeCall>) {
    let call = &mut switch.data;
    // The collector finds on this stack what a function of the machine would have saved there.
    let saved = black_box(call.saved);
    let [a, b, c, d, e, f] = call.words;
    let [x, y] = call.doubles;
    call.result = stack::free_below(switch.left_at, || {
        // SAFETY: it is a function of ours, which takes at most so many words and doubles, in whichever order: each kind has registers of its own.
        // It answers with a word, a double or nothing: each has its register, too.
        unsafe {
            let function: unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, f64, f64) -> Answer =
                std::mem::transmute(call.function as usize);
            function(a, b, c, d, e, f, x, y)
        }
    });
    black_box(saved);
}

/// Whether a function of this process is there.
fn is_native(address: u64) -> bool {
    // SAFETY: the structure is the function's to fill in; addresses may be anything.
    unsafe {
        let mut found: libc::Dl_info = std::mem::zeroed();
        libc::dladdr(address as *const libc::c_void, &raw mut found) != 0
    }
}

impl Emulator {
    /// Runs from an address on, to a call of a native function. None if the code has returned.
    fn run(&mut self, pc: u64) -> Option<Switch<NativeCall>> {
        self.take_written();
        let function = match self.unicorn.run(pc, BACK) {
            Stop::Until => return None,
            Stop::Outside(function) => function,
        };
        if !self.native.contains(&function) {
            assert!(is_native(function), "compiled code went to {function:#x}");
            self.native.insert(function);
        }
        self.counts.exits += 1;
        self.counts.left += u64::from(function == self.leave);
        const REGISTERS: [Register; 8 + SAVED + 2] = {
            let mut all = [Register::SP; 8 + SAVED + 2];
            let mut n = 0;
            while n < 6 {
                all[n] = Register::x(n);
                n += 1;
            }
            (all[6], all[7]) = (Register::D0, Register::D1);
            while n < 6 + 11 {
                all[n + 2] = if n == 16 { Register::X29 } else { Register::x(n + 13) };
                n += 1;
            }
            while n < 6 + 11 + 8 {
                all[n + 2] = Register::d(n - 9);
                n += 1;
            }
            all[8 + SAVED + 1] = Register::LR;
            all
        };
        let values = self.unicorn.read_all(&REGISTERS);
        let data = NativeCall {
            function,
            words: std::array::from_fn(|n| values[n]),
            doubles: [values[6], values[7]].map(f64::from_bits),
            saved: std::array::from_fn(|n| values[8 + n]),
            stack_pointer: values[8 + SAVED],
            back: values[8 + SAVED + 1],
            result: Answer { general: 0, double: 0.0 },
        };
        assert!(data.stack_pointer.is_multiple_of(16), "the stack pointer is {:#x}", data.stack_pointer);
        Some(Switch { left_at: 0, data })
    }

    /// Lets code be run that was written, and nothing that was there before.
    fn take_written(&mut self) {
        if !self.written.any.replace(false) {
            return;
        }
        self.unicorn.forget_translations();
        if let Some(patterns) = self.written.patterns.get() {
            let range: Range<u64> = patterns..patterns + RESERVED as u64;
            self.unicorn.map_code_once(range);
        }
    }
}
