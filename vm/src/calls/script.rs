//! What enters and leaves nodes: functions, built-ins that run JavaScript, suspended frames that go on, and the host's waiting.

use super::clock::ticks;
use super::{Calls, EventKind, NativeCall};
use crate::Value;
use crate::code::{Code, CodeBody};
use crate::vm::Vm;
use abi::calls::{IDLE, RESUMED};
use abi::frame::{CODE_FLAG_ASYNC, CodeHeader, Frame};
use abi::opcode::view::EnterCall;
use abi::opcode::{Opcode, Units};

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
        // SAFETY: bytecode is installed only once it was verified.
        unsafe { Enter::of_bytecode(body.bytecode.as_ptr()) }
    }

    /// # Safety
    /// The bytecode is verified.
    #[inline(always)]
    unsafe fn of_bytecode(bytecode: *const u16) -> Option<Enter> {
        // SAFETY: the caller's promise. There are whole instructions, and the last one neither goes on behind itself nor is one of those that are passed over.
        unsafe {
            // Built-ins begin with a Specialize, copies of them with a Nop.
            let first = [Opcode::LoadCalleeEnvironment, Opcode::Specialize, Opcode::Nop]
                .into_iter()
                .find(|op| *bytecode == *op as u16);
            let offset = first.map_or(0, Opcode::length);
            if *bytecode.add(offset) != Opcode::EnterCall as u16 {
                return None;
            }
            let enter = EnterCall(Units(std::slice::from_raw_parts(bytecode.add(offset), Opcode::EnterCall.length())));
            Some(Enter { offset, caller: enter.caller(), own: enter.node() })
        }
    }

    /// None, too, of a function that has no bytecode yet.
    ///
    /// # Safety
    /// The machine part is a live Code cell's, or has such bytecode.
    #[inline(always)]
    unsafe fn of_machine(machine: *const CodeHeader) -> Option<Enter> {
        // SAFETY: the caller's promise.
        unsafe { if (*machine).bytecode.is_null() { None } else { Enter::of_bytecode((*machine).bytecode) } }
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
                    let op = Opcode::from_u16(body.bytecode[position]);
                    // Before these it was left already.
                    let node = match op {
                        Some(Opcode::Return | Opcode::TailCall) => caller,
                        Some(Opcode::Yield) if code.flags() & CODE_FLAG_ASYNC == 0 => caller,
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
}

/// The node that a register of EnterCall holds.
pub fn node_of(value: Value) -> u32 {
    value.bits() as u32
}
