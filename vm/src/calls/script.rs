//! What enters and leaves nodes: functions, built-ins that run JavaScript, suspended frames that go on, and the host's waiting.

use super::clock::ticks;
use super::tree::Tree;
use super::{CallCost, Calls, DEEP, EventKind, NativeCall, ProbeCost};
use crate::Value;
use crate::code::{Code, CodeBody};
use crate::vm::Vm;
use abi::calls::{IDLE, RESUMED, ROOT, place_of, second_place_of};
use abi::frame::{CODE_FLAG_ASYNC, CodeHeader, Frame};
use abi::opcode::view::EnterCall;
use abi::opcode::{Op, Units};

/// What a function's EnterCall says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enter {
    /// The instruction's offset.
    pub offset: usize,
    /// The registers of the caller's node, and of the function's own.
    pub caller: usize,
    pub own: usize,
}

impl Enter {
    /// None if the function has no such instruction.
    pub fn of(body: &CodeBody) -> Option<Enter> {
        let bytecode = &body.bytecode[..];
        // Built-ins begin with a Specialize, copies of them with a Nop.
        let first =
            [Op::LoadCalleeEnvironment, Op::Specialize, Op::Nop].into_iter().find(|op| bytecode[0] == *op as u16);
        let offset = first.map_or(0, Op::length);
        let is_traced = bytecode.get(offset) == Some(&(Op::EnterCall as u16));
        let enter = EnterCall(Units(&bytecode[offset..]));
        is_traced.then(|| Enter { offset, caller: enter.caller(), own: enter.node() })
    }

    /// # Safety
    /// The machine part is in a live Code cell.
    unsafe fn of_machine(machine: *const CodeHeader) -> Option<Enter> {
        // SAFETY: the caller's promise.
        Enter::of(unsafe { Code::from_machine(machine) }.body.get()?)
    }
}

impl Calls {
    /// Ticks up to `now` are the node's that was the current one.
    #[inline]
    pub(super) fn settle(&self, current: u32, now: u64) {
        if let Some(time) = self.tree.time(current) {
            time.ticks.set(time.ticks.get() + now.saturating_sub(self.since.get()));
        }
        self.since.set(now);
    }

    /// The node is entered at a time that is known.
    #[inline]
    fn count_timed(&self, node: u32) {
        if let Some(time) = self.tree.time(node) {
            time.timed.set(time.timed.get() + 1);
        }
    }
}

impl Vm {
    /// EnterCall: a function is called; its node.
    #[inline]
    pub fn enter_call(&mut self, code: &CodeHeader) -> u32 {
        let parent = self.context.call_node.get();
        let function = self.call_number(parent, code);
        let child = self.child_call(parent, function);
        self.enter_node(child);
        child
    }

    /// A function's number in the tree.
    #[inline]
    pub fn call_number(&self, parent: u32, code: &CodeHeader) -> u32 {
        if code.call_number.get() == 0 {
            code.call_number.set(self.calls.tree.function_number(parent, code.code_id));
        }
        code.call_number.get()
    }

    /// The child of a node for a function, by its number.
    #[inline]
    pub fn child_call(&mut self, parent: u32, function: u32) -> u32 {
        self.calls.tree.child(parent, function)
    }

    /// The node is called, and the current one.
    #[inline]
    pub fn enter_node(&mut self, child: u32) {
        let current = self.context.call_node.get();
        let node = self.calls.tree.node(child);
        node.calls.set(node.calls.get() + 1);
        self.context.call_node.set(child);
        if self.calls.is_timed && self.calls.is_call_timed(&self.context, current, child) {
            let now = ticks();
            self.calls.count_timed(child);
            self.calls.settle(current, now);
            if let Some(events) = &self.calls.events {
                events.push(now, child, EventKind::Enter);
            }
        }
    }

    /// LeaveCall: the node is the current one again.
    #[inline]
    pub fn leave_call(&self, node: u32) {
        let current = self.context.call_node.get();
        if self.calls.is_timed && self.calls.is_return_timed(&self.context, current) {
            let now = ticks();
            self.calls.settle(current, now);
            if let Some(events) = &self.calls.events {
                events.push(now, node, EventKind::Leave);
            }
        }
        self.context.call_node.set(node);
    }

    /// The runtime is about to run JavaScript: built-ins that run enter the tree. The current node, for [`Vm::after_script`].
    #[inline]
    pub(crate) fn before_script(&mut self) -> u32 {
        if self.calls.is_on && self.calls.entered < self.calls.natives.len() {
            self.enter_natives();
        }
        self.context.call_node.get()
    }

    /// It has run, to its end or to an exception.
    #[inline]
    pub(crate) fn after_script(&mut self, node: u32) {
        if self.context.call_node.get() != node {
            self.leave_call(node);
        }
    }

    #[cold]
    fn enter_natives(&mut self) {
        while let Some(NativeCall { code_id, start }) = self.calls.natives.get(self.calls.entered) {
            let (code_id, start) = (*code_id, *start);
            self.calls.entered += 1;
            let current = self.context.call_node.get();
            let function = self.calls.tree.function_number(current, code_id);
            let child = self.calls.tree.child(current, function);
            let node = self.calls.tree.node(child);
            node.calls.set(node.calls.get() + 1);
            self.context.call_node.set(child);
            if self.calls.is_timed && self.calls.is_built_in_timed(&self.context, current) {
                self.calls.count_timed(child);
                // It has run since then.
                self.calls.settle(current, start.max(self.calls.since.get()));
                if let Some(events) = &self.calls.events {
                    events.push(self.calls.since.get(), child, EventKind::Enter);
                }
            }
        }
    }

    /// A built-in begins; the current node, for [`Vm::native_ended`].
    #[cold]
    pub(crate) fn native_began(&mut self, code_id: u32) -> u32 {
        let current = self.context.call_node.get();
        let start = if self.calls.is_timed && !self.calls.is_skipped(current) { ticks() } else { 0 };
        self.calls.natives.push(NativeCall { code_id, start });
        current
    }

    #[cold]
    pub(crate) fn native_ended(&mut self, node: u32) {
        self.calls.natives.pop();
        self.calls.entered = self.calls.entered.min(self.calls.natives.len());
        self.after_script(node);
    }

    /// A suspended frame goes on, under whatever is the current node.
    ///
    /// # Safety
    /// The frame is live and of a function written in JavaScript.
    pub(crate) unsafe fn resume_call(&mut self, frame: *mut Frame) {
        // SAFETY: the caller's promise.
        unsafe {
            let Some(Enter { caller, own, .. }) = Enter::of_machine((*frame).code) else { return };
            let current = self.context.call_node.get();
            let function = self.call_number(current, &*(*frame).code);
            let child = self.calls.tree.child(current, function | RESUMED);
            self.enter_node(child);
            *frame.cast::<Value>().add(caller) = Value::int(current as i32);
            *frame.cast::<Value>().add(own) = Value::int(child as i32);
        }
    }

    /// A frame suspends, or ends otherwise than by a Return.
    ///
    /// # Safety
    /// As for [`Vm::resume_call`].
    #[inline]
    pub(crate) unsafe fn suspend_call(&mut self, frame: *mut Frame) {
        if self.calls.is_on {
            // SAFETY: the caller's promise. The register holds the caller's node since the function was entered.
            unsafe {
                let Some(Enter { caller, .. }) = Enter::of_machine((*frame).code) else { return };
                self.leave_call(node_of(*frame.cast::<Value>().add(caller)));
            }
        }
    }

    /// An async generator that has suspended goes on at once.
    #[inline]
    pub(crate) fn count_resumption(&mut self) {
        if self.calls.is_on {
            let node = self.calls.tree.node(self.context.call_node.get());
            node.calls.set(node.calls.get() + u64::from(node.function.get() & RESUMED != 0));
        }
    }

    /// The host waits; the current node, for [`Vm::leave_call`].
    pub(crate) fn idle_call(&self) -> u32 {
        let node = self.context.call_node.get();
        if self.calls.is_on {
            self.leave_call(IDLE);
        }
        node
    }

    /// Optimized code, which tells only whom it calls where it is, was left: the innermost of so many frames says which node is the current one.
    ///
    /// # Safety
    /// The frames are live, whole, and of functions written in JavaScript.
    pub(crate) unsafe fn code_left(&mut self, innermost: *mut Frame, frames: usize) {
        let mut frame = innermost;
        for _ in 0..frames {
            // SAFETY: the caller's promise. Once the function was entered its register holds the caller's node.
            unsafe {
                let (code, position) = (Code::from_machine((*frame).code), (*frame).position as usize);
                let entered = code.body.get().and_then(|body| Some((body, Enter::of(body)?)));
                if let Some((body, enter)) = entered.filter(|(_, enter)| position > enter.offset) {
                    let caller = node_of(*frame.cast::<Value>().add(enter.caller));
                    let op = Op::from_u16(body.bytecode[position]);
                    // Before these it was left already.
                    let node = match op {
                        Some(Op::Return | Op::TailCall) => caller,
                        Some(Op::Yield) if code.flags() & CODE_FLAG_ASYNC == 0 => caller,
                        _ => {
                            let function = self.call_number(caller, code.machine());
                            self.calls.tree.child(caller, function)
                        }
                    };
                    return self.context.call_node.set(node);
                }
                frame = (*frame).caller;
            }
        }
    }

    /// Measures what tracing takes: at the start, and once more at the end, since the machine may have been slow at one of them. The least counts.
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
        let by_address = |vm: &mut Vm, code: &CodeHeader| {
            // As compiled code does it: by address.
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
        };
        let call = self.measure_calls(by_address);
        let native = self.measure_calls(|vm, code| {
            let node = vm.native_began(code.code_id);
            let child = vm.before_script();
            vm.native_ended(node);
            child
        });
        self.context.call_node.set(IDLE);
        self.calls.sampling.skip_below(&self.context, IDLE);
        let untimed = self.measure_calls(|vm, code| {
            let (caller, child) = enter_untimed(vm, code);
            leave_untimed(vm, caller);
            child
        });
        let untimed = untimed.inside + untimed.outside;
        let deep = self.measure_recursion();
        self.calls.sampling.skip_below(&self.context, ROOT);
        self.context.call_node.set(ROOT);
        ProbeCost { call, native, search: self.measure_searches(), untimed, deep: deep.max(untimed), walks: 0.0 }
    }

    /// The shortest of some measurements of calls, each of which gives its node.
    fn measure_calls(&mut self, mut call: impl FnMut(&mut Vm, &CodeHeader) -> u32) -> CallCost {
        const CALLS: u64 = 4096;
        let mut best = CallCost { inside: f64::MAX, outside: 0.0 };
        for _ in 0..16 {
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

    /// What a call takes that is not timed, in a recursion so deep that its nodes are not in the processor's first cache.
    fn measure_recursion(&mut self) -> f64 {
        let code = CodeHeader::new(1, 0);
        let mut callers = vec![ROOT; DEEP];
        let mut best = f64::MAX;
        for _ in 0..16 {
            let start = ticks();
            for caller in &mut callers {
                *caller = enter_untimed(self, &code).0;
            }
            for caller in callers.iter().rev() {
                leave_untimed(self, *caller);
            }
            best = best.min((ticks() - start) as f64 / DEEP as f64);
        }
        best
    }

    /// What a call takes that is counted alone and whose node is looked for in the table: as compiled code does it, which looks at both of the child's places first.
    fn measure_searches(&mut self) -> f64 {
        const FUNCTIONS: u32 = 128;
        self.calls.tree.clear();
        let numbers: Vec<u32> = (1..=FUNCTIONS).map(|id| self.calls.tree.function_number(ROOT, id)).collect();
        let find = std::hint::black_box(Vm::child_call as fn(&mut Vm, u32, u32) -> u32);
        let mut best = f64::MAX;
        for _ in 0..64 {
            let start = ticks();
            for number in &numbers {
                let current = self.context.call_node.get();
                let mut child = ROOT;
                for place in [place_of(*number), second_place_of(*number)] {
                    let known = self.calls.tree.node(current).children[place].get();
                    if self.calls.tree.node(known).function.get() == *number {
                        child = known;
                    }
                }
                if child == ROOT {
                    child = find(self, current, *number);
                }
                let node = self.calls.tree.node(child);
                node.calls.set(node.calls.get() + 1);
                self.context.call_node.set(std::hint::black_box(current));
            }
            best = best.min((ticks() - start) as f64 / f64::from(FUNCTIONS));
        }
        best
    }
}

/// What compiled code does at a call that is not timed for itself. The caller's node, and the function's.
#[inline(always)]
fn enter_untimed(vm: &mut Vm, code: &CodeHeader) -> (u32, u32) {
    let caller = vm.context.call_node.get();
    let function = vm.call_number(caller, code);
    let child = vm.child_call(caller, function);
    let context = std::hint::black_box(&vm.context);
    if caller >= context.calls_untimed_from.get() {
        let node = vm.calls.tree.node(child);
        node.calls.set(node.calls.get() + 1);
        context.calls_untimed.set(context.calls_untimed.get() + 1);
        context.call_node.set(child);
    }
    (caller, child)
}

/// And at its return.
#[inline(always)]
fn leave_untimed(vm: &mut Vm, caller: u32) {
    let context = std::hint::black_box(&vm.context);
    if context.call_node.get() > context.calls_untimed_from.get() {
        context.call_node.set(caller);
    }
}

/// The node that a register of EnterCall holds.
pub fn node_of(value: Value) -> u32 {
    value.bits() as u32
}
