//! Generators and asynchronous functions: what resumes a generator, and what suspends or ends the function that is compiled. The code of a resumption ends there; each place where the function goes on is an
//! entry of its own, with the frame as it was put away.

use super::call::Continuation;
use super::*;
use crate::opt::cfg::{Access, Registers, accesses};
use abi::generator::{GIVEN_RESULT, GIVEN_RETURNED};
use abi::object::INLINE_SLOTS_OFFSET;

impl<'a> Builder<'a> {
    /// CreateGenerator, Yield, YieldDelegate, Await and GeneratorReturn.
    pub(super) fn suspend(&mut self, a: &mut Activation<'a>, op: Opcode) {
        let is_asynchronous = a.code.flags() & CODE_FLAG_ASYNC != 0;
        match op {
            // An asynchronous function goes on at once.
            Opcode::CreateGenerator if a.code.flags() & CODE_FLAG_GENERATOR == 0 => self.operate(a, op),
            // A request that was waiting is served at once: control may go on here.
            Opcode::Yield | Opcode::YieldDelegate if is_asynchronous => self.leave(a, Reason::Unsupported),
            Opcode::Yield | Opcode::YieldDelegate => self.yield_value(a, op),
            _ => {
                let (words, values) = self.resumed_registers(a, op);
                let value = self.call_node(a, Op::Suspend { registers: words }, values);
                self.returns(a, value);
            }
        }
    }

    /// A generator has had a cell for its frame since it was made: what is alive goes there.
    fn yield_value(&mut self, a: &mut Activation<'a>, op: Opcode) {
        let value = a.get(view::Yield(a.operands()).value());
        let (registers, values) = self.resumed_registers(a, op);
        let (bare, words) = (op == Opcode::Yield, a.code.machine().frame_words);
        self.add(Op::SaveFrame { position: a.pc as u32, bare, words, registers }, values);
        self.returns(a, value);
    }

    /// The words that the frame must have when the instruction at hand suspends it: what is read where it goes on, or where an exception is
    /// caught that it goes on with, and what the instruction reads.
    fn resumed_registers(&mut self, a: &mut Activation<'a>, op: Opcode) -> (SmallVec<[u16; 4]>, SmallVec<[NodeId; 4]>) {
        let mut live = self.live_registers(a, a.pc, usize::MAX);
        if matches!(op, Opcode::Yield | Opcode::YieldDelegate) {
            // What it yields it returns.
            let next = a.pc + op.length();
            let is_handled = a.body.handlers.iter().any(|h| (h.start..h.end).contains(&(a.pc as u32)));
            let is_read =
                |r: u16| a.cfg.alive_before(next).is_none_or(|alive| alive.iter().any(|its| its == r as usize));
            live.retain(|(r, _)| is_handled || is_read(*r));
        } else if op == Opcode::GeneratorReturn {
            let mut read = Registers::new(a.cfg.words);
            accesses(&a.body.bytecode, a.pc, op, |access| {
                if let Access::Read(r) = access {
                    read.insert(r);
                }
            });
            live.retain(|(r, _)| read.contains(*r as usize));
        }
        let words = live.iter().map(|(r, _)| a.word_of(*r as usize)).collect();
        (words, live.into_iter().map(|(_, value)| value).collect())
    }

    /// The `next` of a generator, which gives a result object: nobody but this code has it, so that it may never be made.
    pub(super) fn generator_next(
        &mut self,
        a: &mut Activation<'a>,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
        after: Continuation,
    ) -> Option<NodeId> {
        let Continuation::Instruction { next, dst: Some(dst) } = after else { return None };
        // SAFETY: what has an intrinsic is a live NativeFunction.
        if self.vm.calls.is_on() || !unsafe { self.vm.is_of_realm(native, a.code) } {
            return None;
        }
        let (shape, allocator, bytes) = self.vm.iterator_result_allocation(a.code)?;
        self.check_identical(a, callee, native, Reason::WrongTarget);
        self.check_kind(a, this, CellKind::Generator);
        let value = args.first().copied().unwrap_or_else(|| self.constant(Value::UNDEFINED));
        let given = self.call_node(a, Op::ResumeGenerator, smallvec![this, value]);
        self.forget();
        self.facts.of(given).is_not_empty = true;
        let what = self.add(Op::Given, smallvec![]);
        let other = self.int_constant(GIVEN_RESULT as i32);
        let is_other = self.add(Op::IntCompare(Condition::Equal), smallvec![what, other]);
        let (delegates, gives) = self.branch(is_other);
        let known = self.copy_of_facts();
        self.block = gives;
        let returned = self.int_constant(GIVEN_RETURNED as i32);
        let done = self.add(Op::IntCompare(Condition::Equal), smallvec![what, returned]);
        self.keep_shape(shape);
        let result = self.call_node(a, Op::NewObject { kind: CellKind::Object, shape, allocator, bytes }, smallvec![]);
        self.facts.allocated(result);
        let fact = self.facts.of(result);
        (fact.is_object, fact.is_not_empty, fact.is_fresh) = (true, true, true);
        (fact.shape, fact.kind) = (shape, CellKind::Object as u8);
        self.store(Region::Object, result, INLINE_SLOTS_OFFSET, given);
        self.store(Region::Object, result, INLINE_SLOTS_OFFSET + size_of::<Value>(), done);
        // Of a generator that delegates to an iterator, the iterator's result object is the result. In `yield*` there is often one more of them; else nobody
        // is likely to have this object.
        let is_delegate = Opcode::from_u16(a.body.bytecode[next]) == Some(Opcode::CheckObject);
        if is_delegate || self.is_blocked(a) {
            let here = (self.block, result, std::mem::take(&mut self.facts));
            return Some(self.join_edges(vec![here, (delegates, given, known)]));
        }
        self.workspace.recycle_facts(known);
        let before = std::mem::replace(&mut a.registers[dst], given);
        let state = self.state_at(a, next);
        a.registers[dst] = before;
        let origin = self.graph.origins.len() as u32 - 1;
        self.graph.blocks[delegates.index()].terminator = Terminator::Leave(state, Reason::WrongKind, origin);
        Some(result)
    }
}
