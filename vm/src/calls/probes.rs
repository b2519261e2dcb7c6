//! What tracing takes itself (the cost of its probes): measured at the start, and once more at the end, since the machine may have been slow at one of them.
//! The least counts.

use super::clock::ticks;
use super::script::node_of;
use super::tree::Tree;
use crate::Value;
use crate::interp::stack::copy_words;
use crate::vm::Vm;
use abi::calls::{CallNode, ROOT, place_of, second_place_of};
use abi::frame::{CodeHeader, FIRST_ARGUMENT, Frame};
use abi::opcode::Opcode;
use std::cell::Cell;

/// Calls one within the other whose nodes fill the first cache of processors, and more.
pub const DEEP: usize = 1024;

/// What tracing takes itself, in ticks.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct ProbeCost {
    /// Of a timed call and its return together.
    pub call: CallCost,
    /// The same of a built-in that calls back.
    pub native: CallCost,
    /// Of a call that is counted alone and whose node is looked for in the tree's table: it counts for the caller.
    pub search: f64,
    /// Of a short function's call by one that is not, which is not timed, and its return; with what it takes that the processor cannot foretell which calls are.
    pub outermost: f64,
    /// The same of a generator that is resumed and yields.
    pub resumption: f64,
    /// Of a call within such a call, and its return, where the program does not wait for them.
    pub untimed: f64,
    /// The same in a recursion [`DEEP`] calls deep: each looks for its node in the one before, while its frame is made.
    pub deep: f64,
    /// Looking for the short ones, all together.
    pub walks: f64,
}

impl ProbeCost {
    /// The less of two measurements, each figure for itself.
    fn least(self, other: ProbeCost) -> ProbeCost {
        let call = |a: CallCost, b: CallCost| if a.inside + a.outside <= b.inside + b.outside { a } else { b };
        ProbeCost {
            call: call(self.call, other.call),
            native: call(self.native, other.native),
            search: self.search.min(other.search),
            outermost: self.outermost.min(other.outermost),
            resumption: self.resumption.min(other.resumption),
            untimed: self.untimed.min(other.untimed),
            deep: self.deep.min(other.deep),
            walks: self.walks,
        }
    }
}

/// What a call takes, by whose time it is part of.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct CallCost {
    /// The function's,
    pub inside: f64,
    /// and its caller's.
    pub outside: f64,
}

/// Words of a small frame.
const FRAME_WORDS: usize = FIRST_ARGUMENT + 5;
/// Functions that are called by turns.
const FUNCTIONS: usize = 8;
/// Calls that are measured together, and how often.
const CALLS: usize = 4096;
const TIMES: usize = 16;

/// The shortest of some measurements, in ticks for each of so many calls.
fn least(times: usize, calls: usize, mut run: impl FnMut()) -> f64 {
    let mut best = u64::MAX;
    for _ in 0..times {
        let start = ticks();
        run();
        best = best.min(ticks() - start);
    }
    best as f64 / calls as f64
}

impl Vm {
    /// Measures what tracing takes.
    pub(super) fn calibrate_calls(&mut self) -> std::io::Result<()> {
        let tree = std::mem::replace(&mut self.calls.tree, Tree::new(false, true)?);
        let (events, since) = (self.calls.events.take(), self.calls.since.get());
        let (node, untimed) = (self.context.call_node.get(), self.context.calls_untimed.get());
        let sampling = std::mem::take(&mut self.calls.sampling);
        self.context.call_node.set(ROOT);
        let cost = self.measure_probes();
        self.calls.cost = Some(self.calls.cost.map_or(cost, |before| before.least(cost)));
        self.calls.sampling = sampling;
        self.calls.sampling.tell(&self.context);
        self.context.call_node.set(node);
        self.context.calls_untimed.set(untimed);
        (self.calls.tree, self.calls.events) = (tree, events);
        self.calls.since.set(since);
        Ok(())
    }

    fn measure_probes(&mut self) -> ProbeCost {
        let call = self.measure_timed(call_by_address);
        let native = self.measure_timed(|vm, code| {
            let node = vm.native_began(code.code_id);
            let child = vm.before_script();
            vm.native_ended(node);
            child
        });
        let outermost = self.measure_outermost(call, |vm, frame| {
            // SAFETY: the frame's code is alive.
            call_by_address(vm, unsafe { &*(*frame).code })
        });
        let saved = [const { Cell::new(0u64) }; 2];
        let saved: *mut u64 = saved.as_ptr().cast::<u64>().cast_mut();
        let resumption = self.measure_outermost(call, |vm, frame| {
            // The frame is copied there and back, with the registers of its nodes.
            // SAFETY: both are two words; those of the frame are registers.
            unsafe { copy_words(saved, frame.cast::<u64>().add(FIRST_ARGUMENT), 2) };
            let node = vm.before_script();
            // SAFETY: the frame is live, and has what is looked at.
            unsafe { vm.resume_call(frame) };
            let child = vm.context.call_node.get();
            vm.leave_call(node);
            vm.after_script(node);
            // SAFETY: as above.
            unsafe { copy_words(frame.cast::<u64>().add(FIRST_ARGUMENT), saved, 2) };
            child
        });
        let untimed = self.measure_untimed();
        let deep = self.measure_recursion();
        let search = self.measure_searches();
        ProbeCost { call, native, search, outermost, resumption, untimed, deep: deep.max(untimed), walks: 0.0 }
    }

    /// Timed calls, each of which gives its node.
    fn measure_timed(&mut self, mut call: impl FnMut(&mut Vm, &CodeHeader) -> u32) -> CallCost {
        let mut best = CallCost { inside: f64::MAX, outside: 0.0 };
        for _ in 0..TIMES {
            self.calls.tree.clear();
            let code = CodeHeader::new(1, 0);
            let start = ticks();
            self.calls.since.set(start);
            let mut child = ROOT;
            for _ in 0..CALLS {
                child = call(self, &code);
            }
            let both = (ticks() - start) as f64 / CALLS as f64;
            let inside = self.calls.tree.time(child).map_or(0, |time| time.ticks.get()) as f64 / CALLS as f64;
            if both < best.inside + best.outside {
                best = CallCost { inside, outside: (both - inside).max(0.0) };
            }
        }
        best
    }

    /// Calls of a short function by one that is not, that are not timed; each gives its node. There is a frame of the function's. The others are timed as always, at random, which
    /// the processor cannot foretell: what that takes beyond the timing counts for those that are not.
    fn measure_outermost(&mut self, timed: CallCost, mut call: impl FnMut(&mut Vm, *mut Frame) -> u32) -> f64 {
        self.calls.tree.clear();
        let mut bytecode = [Opcode::EnterCall as u16, FIRST_ARGUMENT as u16, FIRST_ARGUMENT as u16 + 1];
        let mut code = CodeHeader::new(1, 0);
        code.bytecode = bytecode.as_mut_ptr();
        let mut words = [Value::UNDEFINED; FRAME_WORDS];
        let frame: *mut Frame = words.as_mut_ptr().cast();
        // SAFETY: the words are a frame's and its registers.
        unsafe { (*frame).code = &raw const code };
        let child = call(self, frame);
        self.calls.sampling.begin();
        let mut best = f64::MAX;
        for _ in 0..TIMES {
            let Some(time) = self.calls.tree.time(child) else { break };
            time.clear();
            time.is_short.set(true);
            let start = ticks();
            for _ in 0..CALLS {
                call(self, frame);
            }
            let all = (ticks() - start) as f64;
            let Some(time) = self.calls.tree.time(child) else { break };
            let timing = (time.timed.get() + time.spanned.get()) as f64 * (timed.inside + timed.outside);
            best = best.min((all - timing).max(0.0) / time.skipped.get().max(1) as f64);
        }
        self.calls.sampling = Default::default();
        self.calls.sampling.tell(&self.context);
        best
    }

    /// Calls that are not timed, of some functions by turns. Each has a current node of its own, so that none waits for another, as a program that does something else
    /// between two calls does not.
    fn measure_untimed(&mut self) -> f64 {
        let numbers = self.some_functions();
        let nodes = self.calls.tree.nodes();
        let current = [const { Cell::new(ROOT) }; FUNCTIONS];
        let (from, untimed) = (Cell::new(ROOT), [const { Cell::new(0) }; FUNCTIONS]);
        let times = CALLS / FUNCTIONS;
        least(TIMES, times * FUNCTIONS, || {
            for _ in 0..times {
                for (number, (current, untimed)) in numbers.iter().zip(current.iter().zip(&untimed)) {
                    // SAFETY: the nodes are the tree's, and the functions have some.
                    let caller = unsafe { enter_untimed(nodes, current, &from, untimed, *number) };
                    leave_untimed(current, &from, caller);
                }
            }
        })
    }

    /// The same of calls one within the other, each of which has a frame: what tracing adds to a recursion. (Some of what the probes wait for memory goes by while
    /// the call is made.)
    fn measure_recursion(&mut self) -> f64 {
        self.calls.tree.clear();
        let number = self.calls.tree.function_number(ROOT, 1);
        (0..DEEP).fold(ROOT, |parent, _| self.calls.tree.child(parent, number));
        let recursion = Recursion {
            nodes: self.calls.tree.nodes(),
            number,
            current: Cell::new(ROOT),
            from: Cell::new(ROOT),
            untimed: Cell::new(0),
        };
        let frames = vec![[const { Cell::new(0) }; FRAME_WORDS]; DEEP];
        let times = CALLS / DEEP;
        let [alone, traced] = [descend::<false> as Descend, descend::<true>].map(|descend| {
            least(TIMES, times * DEEP, || {
                for _ in 0..times {
                    std::hint::black_box(descend(&recursion, &frames));
                }
            })
        });
        (traced - alone).max(0.0)
    }

    /// Functions that have nodes below the root.
    fn some_functions(&mut self) -> [u32; FUNCTIONS] {
        self.calls.tree.clear();
        let numbers = std::array::from_fn(|id| self.calls.tree.function_number(ROOT, 1 + id as u32));
        numbers.iter().for_each(|number| _ = self.calls.tree.child(ROOT, *number));
        numbers
    }

    /// Calls that are counted alone and whose node is looked for in the table: as compiled code does it, which looks at both of the child's places first. (A call that is
    /// counted alone and whose node is in its place takes nothing that could be told from nothing: the processor counts beside what the program does.)
    fn measure_searches(&mut self) -> f64 {
        const FUNCTIONS: u32 = 128;
        self.calls.tree.clear();
        let numbers: Vec<u32> = (1..=FUNCTIONS).map(|id| self.calls.tree.function_number(ROOT, id)).collect();
        least(4 * TIMES, numbers.len(), || {
            for number in &numbers {
                let current = self.context.call_node.get();
                self.count_child(current, *number);
                self.context.call_node.set(std::hint::black_box(current));
            }
        })
    }

    /// What optimized code does at a call whose node may be in neither of its places.
    #[inline(always)]
    fn count_child(&mut self, parent: u32, number: u32) {
        let known = [place_of(number), second_place_of(number)].into_iter().find_map(|place| {
            let child = self.calls.tree.node(parent).children[place].get();
            (self.calls.tree.node(child).function.get() == number).then_some(child)
        });
        let find = std::hint::black_box(Vm::child_call as fn(&mut Vm, u32, u32) -> u32);
        let child = known.unwrap_or_else(|| find(self, parent, number));
        let node = self.calls.tree.node(child);
        node.calls.set(node.calls.get() + 1);
    }
}

/// A word of memory, which is loaded each time, as compiled code does.
#[inline(always)]
fn load<T: Copy>(word: &Cell<T>) -> T {
    // SAFETY: it is a reference's.
    unsafe { word.as_ptr().read_volatile() }
}

#[inline(always)]
fn store<T>(word: &Cell<T>, value: T) {
    // SAFETY: as above; nobody has a reference to what a Cell holds.
    unsafe { word.as_ptr().write_volatile(value) };
}

/// What compiled code does to find a node: it looks at one place. The root, where it would look further.
///
/// # Safety
/// The nodes are a tree's, and the parent is one of them.
#[inline(always)]
unsafe fn known_child<'a>(nodes: *const CallNode, parent: u32, number: u32) -> &'a CallNode {
    // SAFETY: the caller's promise; what a place holds is a node, and the places of numbers are some.
    unsafe {
        let places = (&raw const (*nodes.byte_add(parent as usize)).children).cast::<Cell<u32>>();
        let child = &*nodes.byte_add(load(&*places.add(place_of(number))) as usize);
        if load(&child.function) == number { child } else { &*nodes }
    }
}

#[inline(always)]
fn count(node: &CallNode) {
    store(&node.calls, load(&node.calls) + 1);
}

/// What compiled code does at a call that is not timed for itself. The caller's node.
///
/// # Safety
/// As for [`known_child`]; the parent is the current node.
#[inline(always)]
unsafe fn enter_untimed(
    nodes: *const CallNode,
    current: &Cell<u32>,
    from: &Cell<u32>,
    untimed: &Cell<u64>,
    number: u32,
) -> u32 {
    let caller = load(current);
    if caller >= load(from) {
        // SAFETY: the caller's promise.
        let child = unsafe { known_child(nodes, caller, number) };
        count(child);
        store(untimed, load(untimed) + 1);
        store(current, (&raw const *child as usize - nodes as usize) as u32);
    }
    caller
}

/// And at its return.
#[inline(always)]
fn leave_untimed(current: &Cell<u32>, from: &Cell<u32>, caller: u32) {
    if load(current) > load(from) {
        store(current, caller);
    }
}

/// What a recursion uses, as compiled code does.
struct Recursion {
    nodes: *const CallNode,
    number: u32,
    current: Cell<u32>,
    from: Cell<u32>,
    untimed: Cell<u64>,
}

type Descend = fn(&Recursion, &[[Cell<u64>; FRAME_WORDS]]) -> u64;

/// Calls itself for each frame, and says how often.
#[inline(never)]
fn descend<const TRACED: bool>(recursion: &Recursion, frames: &[[Cell<u64>; FRAME_WORDS]]) -> u64 {
    let Some((frame, rest)) = frames.split_first() else { return 0 };
    frame[..FIRST_ARGUMENT].iter().for_each(|word| store(word, rest.len() as u64));
    let Recursion { nodes, number, current, from, untimed } = recursion;
    if TRACED {
        // SAFETY: the nodes are a tree's, one below the other.
        let caller = unsafe { enter_untimed(*nodes, current, from, untimed, *number) };
        store(&frame[FRAME_WORDS - 1], u64::from(caller));
    }
    let callee = std::hint::black_box(descend::<TRACED> as Descend);
    let calls = 1 + callee(recursion, rest);
    load(&frame[0]);
    if TRACED {
        leave_untimed(current, from, load(&frame[FRAME_WORDS - 1]) as u32);
    }
    calls
}

/// A call and its return by the functions that compiled code calls; its node.
fn call_by_address(vm: &mut Vm, code: &CodeHeader) -> u32 {
    let (enter, leave) = std::hint::black_box((
        crate::interp::enter_call as unsafe extern "C" fn(*mut Vm, *const CodeHeader) -> Value,
        crate::interp::leave_call as unsafe extern "C" fn(*mut Vm, u32) -> u32,
    ));
    let caller = vm.context.call_node.get();
    // SAFETY: the VM is this one.
    unsafe {
        let child = node_of(enter(vm, code));
        leave(vm, caller);
        child
    }
}
