//! Wherever the program is stopped, its frames can be walked from the one that is on top: run instruction by instruction, and looked at behind each.
#![cfg(target_arch = "x86_64")]

use abi::cell::CellKind;
use abi::frame::{CODE_MACHINE_OFFSET, CodeHeader, Frame};
use abi::object::JsFunction;
use profiler::sampler::ring::Ring;
use profiler::sampler::signal::top_frame;
use profiler::sampler::walk::{End, MAX_DEPTH, walk};
use std::ops::Range;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use vm::{PropertyKey, Value, Vm};

/// What the handler looks at, and what it has seen.
struct Stepped {
    vm: *const Vm,
    ring: Ring,
    /// The thunk by which the runtime calls compiled code.
    call: Range<usize>,
    /// Of the calls by it that are under way: the frame that is on top when they return, and whether they have.
    calls: Vec<(*mut Frame, bool)>,
    steps: u64,
    /// Steps in that thunk.
    in_call: u64,
    /// Stops whose frames could not be walked, and such in the thunk where a frame was on top that had gone.
    unwalked: u64,
    gone: u64,
    /// Stops in compiled code where the frame on top says that it is another function's.
    strange: u64,
}

static STEPPED: AtomicPtr<Stepped> = AtomicPtr::new(std::ptr::null_mut());
/// Where the first wrong one was.
static WRONG_AT: AtomicU64 = AtomicU64::new(0);

extern "C" fn stepped(_signal: libc::c_int, _info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes a ucontext; only this thread steps, and the handler is not interrupted by itself.
    unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let (pc, pinned) = (registers[libc::REG_RIP as usize] as u64, registers[libc::REG_R15 as usize] as u64);
        let Some(seen) = STEPPED.load(Ordering::Relaxed).as_mut() else { return };
        seen.steps += 1;
        let vm = &*seen.vm;
        let top = top_frame(&vm.context, &vm.observed.compiled, pc, pinned);
        // Nothing is kept of it.
        let Some(mut record) = seen.ring.begin(MAX_DEPTH + 1) else { return };
        let mut is_wrong = false;
        if !matches!(walk(&vm.context, top, &mut record), End::Complete | End::Empty) {
            seen.unwalked += 1;
            is_wrong = true;
        }
        let place = pc as usize;
        if vm.observed.compiled.is_pinned(place)
            && code_of_callee(top).is_some_and(|id| id != vm.code.function_of((*top).code_id))
        {
            seen.strange += 1;
            is_wrong = true;
        }
        if seen.call.contains(&place) {
            seen.in_call += 1;
            const RET: u8 = 0xc3;
            const CALL_RAX: [u8; 2] = [0xff, 0xd0];
            if place == seen.call.start && seen.calls.len() < seen.calls.capacity() {
                let frame = registers[libc::REG_RSI as usize] as *const Frame;
                seen.calls.push(((*frame).caller, false));
            } else if let Some((caller, has_returned)) = seen.calls.last_mut() {
                *has_returned |= place >= seen.call.start + 2 && (place as *const [u8; 2]).sub(1).read() == CALL_RAX;
                if *has_returned && top != *caller {
                    seen.gone += 1;
                    is_wrong = true;
                }
                if (place as *const u8).read() == RET {
                    seen.calls.pop();
                }
            }
        }
        if is_wrong {
            let _ = WRONG_AT.compare_exchange(0, pc, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// The id of the code of the function that a frame is for; None where it is no function of the program's.
///
/// # Safety
/// The frame is null or on the VM stack, and laid out.
unsafe fn code_of_callee(frame: *const Frame) -> Option<u32> {
    // SAFETY: the caller's promise; a Function has a live Code cell.
    unsafe {
        let callee = frame.as_ref()?.callee;
        if !callee.is_cell() || callee.is_empty() || !(*callee.as_cell()).is(CellKind::Function) {
            return None;
        }
        let code = (*callee.as_cell().cast::<JsFunction>()).code.get().cast::<u8>();
        Some((*code.add(CODE_MACHINE_OFFSET).cast::<CodeHeader>()).code_id)
    }
}

/// The flag by which the processor traps after each instruction.
fn step(on: bool) {
    const TRAP: u64 = 1 << 8;
    // SAFETY: the flags are pushed and popped again; the handler is there.
    unsafe {
        if on {
            std::arch::asm!("pushfq", "or qword ptr [rsp], {}", "popfq", const TRAP);
        } else {
            std::arch::asm!("pushfq", "and qword ptr [rsp], {}", "popfq", const !(TRAP as i32));
        }
    }
}

/// Sorts, getters and iterators, by which the runtime calls compiled code; exceptions that leave some; code that is left for the tiers below.
const PROGRAM: &str = "
    class Point { constructor(x) { this.x = x; } get twice() { return this.x * 2; } plus(n) { return this.x + n; } }
    function throwing(n) { if (n % 7 === 3) throw new Error('three'); return n; }
    function caught(n) { try { return [n].map(throwing)[0]; } catch (e) { return e.message.length; } }
    function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
    function add(a, b) { return a + b; }
    function part(n, odd) {
        const list = Array.from({ length: n }, (_, i) => new Point((i * 7919) % 31));
        list.sort((a, b) => a.x - b.x);
        let sum = 0;
        list.forEach((p) => { sum = add(sum, p.twice + p.plus(1)); });
        for (const i of numbers(n)) sum = add(sum, caught(i));
        for (const i of [1, 2, 3]) sum += [3, 1, 2].reduce(add);
        if (odd) sum = add(String(sum), add(0.5, {}));
        return sum;
    }";

#[test]
fn the_frame_on_top_is_known_at_every_instruction() {
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread").join().expect("the program runs");
}

fn run() {
    let options = vm::options::Options { compile_sync: true, ..vm::options::Options::default() };
    let mut vm = Vm::new(options).expect("a VM");
    jit::install(&mut vm);
    let call =
        vm.observed.thunks.iter().find(|(name, _)| *name == "(call machine code)").expect("that thunk").1.clone();
    vm.run_script("steps.js", PROGRAM).map_err(drop).expect("the functions");
    vm.run_script("warm.js", "for (let i = 0; i < 300; i++) part(40, false);").map_err(drop).expect("the loop");
    let key = PropertyKey::from_str(&mut vm, "part").map_err(drop).expect("a key");
    let global = vm.realm().global;
    let part = global.get(&mut vm, key).map_err(drop).expect("a function");

    let mut seen = Stepped {
        vm: &raw const *vm,
        ring: Ring::new(1 << 12).unwrap(),
        call,
        calls: Vec::with_capacity(64),
        steps: 0,
        in_call: 0,
        unwalked: 0,
        gone: 0,
        strange: 0,
    };
    // SAFETY: the handler only reads, and touches what is set up for it before.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = stepped as extern "C" fn(_, _, _) as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        libc::sigemptyset(&raw mut action.sa_mask);
        assert_eq!(libc::sigaction(libc::SIGTRAP, &raw const action, std::ptr::null_mut()), 0);
    }
    STEPPED.store(&raw mut seen, Ordering::SeqCst);
    for odd in [false, false, true, false] {
        step(true);
        let result = vm.call(part, Value::UNDEFINED, &[Value::int(12), Value::bool(odd)]);
        step(false);
        assert!(result.is_ok());
    }
    STEPPED.store(std::ptr::null_mut(), Ordering::SeqCst);
    let place = WRONG_AT.load(Ordering::Relaxed);
    let Stepped { steps, in_call, unwalked, gone, strange, call, .. } = seen;
    assert!(steps > 50_000 && in_call > 1_000, "{steps} steps, {in_call} of them in the thunk");
    assert_eq!((unwalked, gone, strange), (0, 0, 0), "of {steps}, the first at {place:x}; calls at {call:x?}");
}
