//! Self-hosted built-ins: the instructions that only they have, and the copies that call sites have of them (`vm/src/code/specialize.rs`), which are what
//! is inlined.

use super::*;
use abi::ic::SITE_UNINITIALIZED;
use abi::object::JsFunction;
use vm::builtins::intrinsic::Direct;

impl<'a> Builder<'a> {
    /// The copy of a self-hosted built-in that the call at a place has for itself.
    pub(super) fn specialized(code: &'a Code, pc: usize, callee: &'a Code) -> Option<&'a JsFunction> {
        if callee.flags() & CODE_FLAG_SELF_HOSTED == 0 {
            return None;
        }
        // SAFETY: a copy lives as long as the code that has the call.
        code.specialized_at(pc as u32, callee).map(|function| unsafe { &*function.as_ptr().cast::<JsFunction>() })
    }

    /// Whether a loop has another in it: that of a built-in which is called there, and of which the call has a copy. What is done for a proxy has none.
    pub(super) fn calls_self_hosted(a: &Activation<'a>, header: usize) -> bool {
        let inside = &a.cfg.blocks[header].inside;
        let is_in = |pc: &u32| {
            let mut blocks = a.cfg.blocks.iter().zip(inside).filter(|(_, inside)| **inside);
            blocks.any(|(block, _)| (block.start..block.end).contains(&(*pc as usize)))
        };
        let is_call = |pc: &&u32| a.body.bytecode[**pc as usize] == Opcode::Call as u16;
        a.code.specialized.borrow().keys().filter(is_call).any(is_in)
    }

    /// An instruction of self-hosted code; false where the runtime does it.
    pub(super) fn self_hosted_step(&mut self, a: &mut Activation<'a>, op: Opcode) -> bool {
        let operands = a.operands();
        let is_blocked = self.is_blocked(a);
        let value = match op {
            Opcode::GetPresent => {
                let i = view::GetPresent(operands);
                let site = a.site(i.site());
                match self.get_present(a, a.get(i.object()), a.get(i.key()), site) {
                    Some(value) => Some(value),
                    None => Some(self.get_any_present(a)),
                }
            }
            Opcode::IsPresent => Some(self.is_present(a.get(view::IsPresent(operands).src()))),
            Opcode::ArgumentCount if a.inline != InlineId(0) => {
                let count = self.graph.inlines[a.inline.index()].argc;
                Some(self.int_constant(count as i32))
            }
            Opcode::IsSelfHosted => self.is_self_hosted(a.get(view::IsSelfHosted(operands).callee())),
            Opcode::ProxyHandler => Some(self.proxy_handler(a, a.get(view::ProxyHandler(operands).proxy()))),
            Opcode::ProxyTarget => {
                let i = view::ProxyTarget(operands);
                Some(self.proxy_target(a, a.get(i.proxy()), a.site(i.site())))
            }
            Opcode::CheckGetTrap => {
                let i = view::CheckGetTrap(operands);
                return self.check_trap_invariants(a, a.get(i.target()), a.get(i.key()), a.get(i.answer()));
            }
            Opcode::CheckSetTrap => {
                let i = view::CheckSetTrap(operands);
                return self.check_trap_invariants(a, a.get(i.target()), a.get(i.key()), a.get(i.value()));
            }
            Opcode::GetFrom => {
                let i = view::GetFrom(operands);
                if a.site(i.site()).state.get() == SITE_UNINITIALIZED && !is_blocked {
                    self.leave(a, Reason::Uninitialized);
                    return true;
                }
                if is_blocked {
                    return false;
                }
                self.get_known(a, a.get(i.object()), a.get(i.key()))
            }
            Opcode::SetFrom
                if !is_blocked && a.site(view::SetFrom(operands).site()).state.get() == SITE_UNINITIALIZED =>
            {
                self.leave(a, Reason::Uninitialized);
                return true;
            }
            Opcode::RefuseSet => match self.constant_value(a.get(view::RefuseSet(operands).strict())) {
                Some(Value::FALSE) => return true,
                Some(Value::TRUE) => {
                    self.leave(a, Reason::Throw);
                    return true;
                }
                _ => return false,
            },
            _ if self.is_blocked(a) => return false,
            Opcode::ToObject => {
                let value = a.get(view::ToObject(operands).src());
                self.check_object(a, value);
                Some(value)
            }
            Opcode::ToLength => {
                let length = self.int(a, a.get(view::ToLength(operands).src()));
                // A length that was read is none below zero.
                let is_read = matches!(self.op(length), Op::LoadInt(_));
                let zero = self.int_constant(0);
                Some(if is_read { length } else { self.add(Op::IntPick(true), smallvec![length, zero]) })
            }
            Opcode::CheckCallable | Opcode::CheckTrap => {
                let value = match op {
                    Opcode::CheckTrap => a.get(view::CheckTrap(operands).trap()),
                    _ => a.get(view::CheckCallable(operands).value()),
                };
                if self.constant_kind(value) != Some(CellKind::NativeFunction as u8) && self.facts.get(value).code == 0
                {
                    self.check_kind(a, value, CellKind::Function);
                }
                return true;
            }
            Opcode::NextPresent | Opcode::PreviousPresent if !is_blocked => {
                let i = view::NextPresent(operands);
                let args = smallvec![a.get(i.object()), a.get(i.key())];
                let function = if op == Opcode::NextPresent { Direct::NextPresent } else { Direct::PreviousPresent };
                let next = self.guard(a, Op::Direct(function), args, Reason::WrongKind);
                Some(self.int(a, next))
            }
            Opcode::SpeciesList if !is_blocked => {
                let i = view::SpeciesList(operands);
                let (object, length) = (a.get(i.object()), a.get(i.length()));
                self.check_kind(a, object, CellKind::Array);
                let op = Op::Direct(Direct::SpeciesList);
                let list = self.guard(a, op, smallvec![object, length], Reason::WrongKind);
                let fact = self.facts.of(list);
                fact.kind = CellKind::Array as u8;
                fact.is_object = true;
                fact.is_not_empty = true;
                Some(list)
            }
            Opcode::AppendElement if !is_blocked => {
                let i = view::AppendElement(operands);
                self.append_element(a, a.get(i.array()), a.get(i.key()), a.get(i.value()));
                return true;
            }
            _ => return false,
        };
        self.written(a, op, value)
    }

    /// Whether a callee is a self-hosted built-in; None where that is not known.
    fn is_self_hosted(&mut self, callee: NodeId) -> Option<NodeId> {
        let code = self.constant_code(callee).unwrap_or_else(|| self.facts.get(callee).code);
        let is_other = self.constant_value(callee).is_some() || self.is_number(callee);
        // SAFETY: a function's code is a live Code cell.
        let known = match unsafe { (code as *const Code).as_ref() } {
            Some(code) => Some(code.flags() & CODE_FLAG_SELF_HOSTED != 0),
            None => is_other.then_some(false),
        };
        known.map(|known| self.constant(Value::bool(known)))
    }

    /// Whether a value is not the empty one.
    fn is_present(&mut self, value: NodeId) -> NodeId {
        let fact = self.facts.get(value);
        let is_known = self.rep(value) != Rep::Tagged || fact.is_not_empty || fact.is_object || self.is_number(value);
        if let Some(present) = self.constant_value(value).map(|v| !v.is_empty()).or(is_known.then_some(true)) {
            return self.constant(Value::bool(present));
        }
        let empty = self.constant(Value::EMPTY);
        let absent = self.add(Op::Identical, smallvec![value, empty]);
        self.not(absent)
    }

    /// AppendElement, mostly behind the last element.
    fn append_element(&mut self, a: &mut Activation<'a>, array: NodeId, key: NodeId, value: NodeId) {
        self.check_kind(a, array, CellKind::Array);
        let key = self.int(a, key);
        self.seen(a.inline);
        let offset = offset_of!(JsArray, length);
        if !matches!(self.op(array), Op::Direct(Direct::SpeciesList)) {
            let length = self.load_int(array, offset);
            let is_last = self.add(Op::IntCompare(Condition::Equal), smallvec![length, key]);
            self.guard(a, Op::CheckTrue, smallvec![is_last], Reason::OutOfBounds);
            self.guard(a, Op::Push, smallvec![array, value], Reason::WrongKind);
            return self.resized();
        }
        // A list that was made for this is nobody else's: what is known of other arrays stays true. Of the list itself nothing is remembered.
        let length = self.add(Op::LoadInt(offset as u32), smallvec![array]);
        let is_last = self.add(Op::IntCompare(Condition::Equal), smallvec![length, key]);
        let (last, behind) = self.branch(is_last);
        let facts = self.copy_of_facts();
        let undefined = self.constant(Value::UNDEFINED);
        self.block = last;
        self.guard(a, Op::Push, smallvec![array, value], Reason::WrongKind);
        let first = (self.block, undefined, std::mem::replace(&mut self.facts, facts));
        self.block = behind;
        let op = Op::Direct(Direct::AppendElement);
        self.guard(a, op, smallvec![array, key, value], Reason::WrongKind);
        let second = (self.block, undefined, std::mem::take(&mut self.facts));
        self.join_edges(vec![first, second]);
    }
}
