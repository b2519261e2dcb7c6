//! What traces calls (`--trace-calls`). An inlined call counts, and that is all: which node is the current one is told only where somebody is called
//! ([`Builder::tell_current_call`]), and where code is left the runtime finds out. Calls that are timed tell the runtime, but for short ones: reading the clock twice takes longer
//! than they do, and their time is their callers'.

use super::inlining::SMALL;
use super::*;
use abi::calls::ROOT;
use abi::opcode::Family;
use vm::calls::Enter;

/// How an activation traces its calls.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    enter: Enter,
    /// The function's number.
    function: u32,
    /// The runtime is told when it is entered and left.
    is_told: bool,
    /// The caller's node and its own, as they were at its entry.
    entered: (NodeId, NodeId),
}

/// Takes less than reading the clock twice: it has no loop, by its bytecode, and no call either, or is small and inlined. Then what it calls has a time of its own.
fn is_short(body: &CodeBody, is_inlined: bool) -> bool {
    let may_call = is_inlined && body.units() <= SMALL;
    let code = &body.bytecode[..];
    let mut at = 0;
    while let Some(op) = code.get(at).and_then(|unit| Opcode::from_u16(*unit)) {
        let calls = matches!(op.family(), Family::Call | Family::Iteration | Family::Generator) && op != Opcode::Return;
        if calls && !may_call || op.jump_offset(&code[at..]).is_some_and(|offset| offset <= 0) {
            return false;
        }
        at += op.length();
    }
    true
}

impl<'a> Builder<'a> {
    pub(super) fn trace_of(&self, code: &Code, body: &CodeBody, is_inlined: bool) -> Option<Trace> {
        if !self.vm.calls.is_on() {
            return None;
        }
        let enter = Enter::of(body)?;
        let is_told = self.vm.calls.is_timed() && !is_short(body, is_inlined);
        Some(Trace {
            enter,
            function: self.vm.call_number(ROOT, code.machine()),
            is_told,
            entered: (NodeId::NONE, NodeId::NONE),
        })
    }

    /// The current node at the instruction at hand. None if calls are not traced, or in what is no function of the program's.
    pub(super) fn current_call(&mut self, a: &Activation<'a>) -> NodeId {
        let Some(trace) = a.trace else { return a.outer_call };
        let caller = a.get(trace.enter.caller);
        let op = Opcode::from_u16(a.body.bytecode[a.pc]);
        if caller.is_none() || a.pc <= trace.enter.offset {
            return a.outer_call;
        }
        match op {
            // It was left before.
            Some(Opcode::TailCall) => caller,
            _ if trace.entered.0 == caller => trace.entered.1,
            _ => self.add(Op::ChildCall(trace.function), smallvec![caller]),
        }
    }

    /// Somebody is about to be called who asks for the current node.
    pub(super) fn tell_current_call(&mut self, a: &Activation<'a>) {
        let current = self.current_call(a);
        self.tell_call(current);
    }

    fn tell_call(&mut self, node: NodeId) {
        if node.is_some() && self.facts.call != node {
            self.add(Op::SetCall, smallvec![node]);
            self.facts.call = node;
        }
    }

    /// An instruction that traces calls; false if it is none. What it counts or tells cannot be done twice: either code is left behind it from then on, or the
    /// count waits until that is so (`Facts::uncounted`), and who goes on from before counts for itself.
    pub(super) fn trace_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        match op {
            Opcode::EnterCall => self.enter_call(a),
            Opcode::LeaveCall => self.leave_call(a),
            _ => return false,
        }
        true
    }

    fn enter_call(&mut self, a: &mut Activation<'a>) {
        let Some(Trace { enter, function, is_told, .. }) = a.trace else { return };
        let mut caller = a.outer_call;
        if caller.is_none() {
            caller = self.add(Op::CurrentCall, smallvec![]);
            self.facts.call = caller;
        }
        let own = self.add(Op::ChildCall(function), smallvec![caller]);
        if is_told {
            self.tell_call(caller);
            self.add(Op::EnterCall, smallvec![own]);
            self.facts.call = own;
            if a.outer_call.is_none() {
                caller = self.add(Op::SpillCall(a.word_of(enter.caller)), smallvec![caller]);
            }
        } else if self.facts.checkpoint.is_some() {
            self.facts.uncounted.push(own);
        } else {
            self.add(Op::CountCall, smallvec![own]);
        }
        a.set(enter.caller, caller);
        a.set(enter.own, own);
        a.trace = Some(Trace { enter, function, is_told, entered: (caller, own) });
    }

    /// Before the function returns, or once it has caught an exception.
    fn leave_call(&mut self, a: &mut Activation<'a>) {
        let node = a.get(view::LeaveCall(a.operands()).node());
        match a.trace {
            Some(trace) if trace.is_told => {
                self.tell_current_call(a);
                let returned = self.returned_next(a).filter(|_| a.outer_call.is_none());
                let value = returned.map_or_else(|| self.constant(Value::UNDEFINED), |register| a.get(register));
                let node = match *self.op(node) {
                    Op::SpillCall(word) => self.add(Op::Written(word), smallvec![]),
                    _ => node,
                };
                let value = self.add(Op::LeaveCall, smallvec![node, value]);
                if let Some(register) = returned {
                    a.set(register, value);
                }
                self.facts.call = node;
            }
            // Who has inlined it knows.
            Some(_) if a.outer_call.is_some() => {}
            _ => {
                self.count_calls();
                self.tell_call(node);
            }
        }
    }

    /// The register that the next instruction returns, if it is a Return.
    fn returned_next(&self, a: &Activation<'a>) -> Option<usize> {
        let next = a.pc + Opcode::LeaveCall.length();
        let returns = Opcode::from_u16(a.body.bytecode[next]) == Some(Opcode::Return);
        returns.then(|| view::Return(Units(&a.body.bytecode[next..])).value())
    }

    /// Counts the calls that are not counted yet: what comes next cannot be done again.
    pub(super) fn count_calls(&mut self) {
        if !self.facts.uncounted.is_empty() {
            let uncounted = std::mem::take(&mut self.facts.uncounted);
            self.count_at_end(self.block, uncounted);
            self.facts.effect();
        }
    }

    /// Where ways meet that have other calls not counted yet, or another checkpoint, each counts its own.
    pub(super) fn count_calls_where_ways_differ(&mut self, mut ways: SmallVec<[(BlockId, &mut Facts); 4]>) {
        let alike = |a: &Facts, b: &Facts| a.uncounted == b.uncounted && a.checkpoint == b.checkpoint;
        let none = ways.iter().all(|(_, facts)| facts.uncounted.is_empty());
        if none || ways.iter().all(|(_, facts)| alike(facts, ways[0].1)) {
            return;
        }
        for (from, facts) in &mut ways {
            let uncounted = std::mem::take(&mut facts.uncounted);
            self.count_at_end(*from, uncounted);
            facts.effect();
        }
    }

    fn count_at_end(&mut self, block: BlockId, calls: SmallVec<[NodeId; 2]>) {
        let origin = self.graph.origins.len() as u32 - 1;
        for call in calls {
            let (args, rep) = (smallvec![call], Rep::Nothing);
            let node = Node { op: Op::CountCall, args, rep, state: StateId::NONE, reason: Reason::Unsupported, origin };
            let id = self.graph.add_node(node);
            self.graph.blocks[block.index()].nodes.push(id);
        }
    }
}
