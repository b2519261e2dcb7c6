//! What suspends a generator or an asynchronous function, or ends it. The code of a resumption ends there; each place where the function goes on is an
//! entry of its own, with the frame as it was put away.

use super::*;
use crate::opt::cfg::{Access, Registers, accesses};

impl<'a> Builder<'a> {
    /// CreateGenerator, Yield, YieldDelegate, Await and GeneratorReturn.
    pub(super) fn suspend(&mut self, a: &mut Activation<'a>, op: Opcode) {
        let is_asynchronous = a.code.flags() & CODE_FLAG_ASYNC != 0;
        match op {
            // An asynchronous function goes on at once.
            Opcode::CreateGenerator if a.code.flags() & CODE_FLAG_GENERATOR == 0 => self.operate(a, op),
            // A request that was waiting is served at once: control may go on here.
            Opcode::Yield | Opcode::YieldDelegate if is_asynchronous => self.leave(a, Reason::Unsupported),
            Opcode::Yield => self.yield_value(a),
            _ => {
                let (words, values) = self.resumed_registers(a, op);
                let value = self.call_node(a, Op::Suspend { registers: words }, values);
                self.returns(a, value);
            }
        }
    }

    /// A generator has had a cell for its frame since it was made: what is alive goes there.
    fn yield_value(&mut self, a: &mut Activation<'a>) {
        let value = a.get(view::Yield(a.operands()).value());
        let (registers, values) = self.resumed_registers(a, Opcode::Yield);
        self.add(Op::SaveFrame { position: a.pc as u32, registers }, values);
        self.returns(a, value);
    }

    /// The words that the frame must have when the instruction at hand suspends it: what is read where it goes on, or where an exception is
    /// caught that it goes on with, and what the instruction reads.
    fn resumed_registers(
        &mut self,
        a: &mut Activation<'a>,
        op: Opcode,
    ) -> (SmallVec<[u16; 4]>, SmallVec<[NodeId; 4]>) {
        let mut live = self.live_registers(a, a.pc, usize::MAX);
        if op == Opcode::Yield {
            // What it yields it returns.
            let next = a.pc + op.length();
            let is_handled = a.body.handlers.iter().any(|h| (h.start..h.end).contains(&(a.pc as u32)));
            let is_read = |r: u16| a.cfg.alive_before(next).is_none_or(|alive| alive.iter().any(|its| its == r as usize));
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
}
