//! Strings of which something is known while building: those of one code unit, and what typeof says.

use super::*;
use crate::opt::ir::spelling::Spelled;
use abi::cell::CellKind;
use vm::builtins::intrinsic::Direct;
use vm::interp::ATOM_UNITS;
use vm::string::JsString;

/// Strings that are concatenated one after the other; of more, the runtime copies all at once.
const CONCATENATED: usize = 16;

impl<'a> Builder<'a> {
    /// ToString of a primitive value. None where the runtime must do it.
    pub(super) fn string(&mut self, a: &mut Activation<'a>, value: NodeId) -> Option<NodeId> {
        if self.is_string(value) {
            return Some(value);
        }
        if self.is_blocked(a) {
            return None;
        }
        let op = Op::Direct(Direct::ToString);
        let text = self.guard(a, op, smallvec![value], Reason::WrongKind);
        self.becomes_string(text);
        Some(text)
    }

    /// The strings of some registers, as one.
    pub(super) fn concatenation_of_strings(
        &mut self,
        a: &mut Activation<'a>,
        first: usize,
        count: usize,
    ) -> Option<NodeId> {
        if count > CONCATENATED || self.is_blocked(a) {
            return None;
        }
        self.seen(a.inline);
        let parts: SmallVec<[NodeId; 4]> = (first..first + count).map(|register| a.get(register)).collect();
        let whole = match parts[..] {
            [x, y] => self.guard(a, Op::Concat, smallvec![x, y], Reason::NotString),
            _ => self.guard(a, Op::ConcatAll { first: a.word_of(first) }, parts, Reason::NotString),
        };
        self.becomes_string(whole);
        Some(whole)
    }

    fn is_string(&self, value: NodeId) -> bool {
        let kind = CellKind::String as u8;
        self.facts.get(value).kind == kind || self.constant_kind(value) == Some(kind)
    }

    fn becomes_string(&mut self, value: NodeId) {
        let fact = self.facts.of(value);
        fact.kind = CellKind::String as u8;
        fact.is_not_empty = true;
    }

    /// typeof of a value: a string.
    pub(super) fn type_of(&mut self, value: NodeId) -> NodeId {
        if let Some(name) = self.known_type(value) {
            return self.type_name(name);
        }
        let text = self.add(Op::TypeOf, smallvec![value]);
        let fact = self.facts.of(text);
        fact.kind = CellKind::String as u8;
        fact.is_not_empty = true;
        text
    }

    fn known_type(&self, value: NodeId) -> Option<TypeName> {
        if self.is_number(value) {
            return Some(TypeName::Number);
        }
        if self.rep(value) == Rep::Bool {
            return Some(TypeName::Boolean);
        }
        let kind = self.constant_kind(value).unwrap_or(self.facts.get(value).kind);
        if kind == CellKind::String as u8 {
            Some(TypeName::String)
        } else if kind == CellKind::Function as u8 {
            Some(TypeName::Function)
        } else {
            None
        }
    }

    fn type_name(&mut self, name: TypeName) -> NodeId {
        let text = self.vm.context.typeof_names[name.place()].get();
        self.constant(text)
    }

    /// Equality, loose or strict, of two strings, where one is of one code unit or a type's name; None where that is not known of either.
    pub(super) fn strings_equal(&mut self, l: NodeId, r: NodeId) -> Option<NodeId> {
        for (one, other) in [(l, r), (r, l)] {
            match *self.op(one) {
                Op::CharString => {
                    let unit = self.graph.node(one).args[0];
                    let other = if let Op::CharString = self.op(other) {
                        self.graph.node(other).args[0]
                    } else {
                        let text = self.constant_string(other)?;
                        if text.len() != 1 {
                            return Some(self.constant(Value::FALSE));
                        }
                        self.int_constant(text.flat_view()?.at(0).into())
                    };
                    return Some(self.add(Op::IntCompare(Condition::Equal), smallvec![unit, other]));
                }
                Op::TypeOf => {
                    let value = self.graph.node(one).args[0];
                    let text = self.constant_string(other)?;
                    let text = text.flat_view()?;
                    return Some(match TypeName::ALL.into_iter().find(|name| text.eq_str(&name.spell())) {
                        Some(name) => self.add(Op::HasType(name), smallvec![value]),
                        None => self.constant(Value::FALSE),
                    });
                }
                _ => {}
            }
        }
        None
    }

    /// IsStrictlyEqual of anything.
    pub(super) fn strictly_equal(&mut self, l: NodeId, r: NodeId) -> NodeId {
        for (one, other) in [(l, r), (r, l)] {
            if let Some(text) = self.constant_string(other)
                && text.is_atom()
            {
                if text.len() <= ATOM_UNITS
                    && let Some(atom) = self.atom_of(one)
                {
                    return self.add(Op::Identical, smallvec![atom, other]);
                }
                return self.add(Op::EqualsAtom(text.len() as u32), smallvec![one, other]);
            }
        }
        self.add(Op::StrictEqual, smallvec![l, r])
    }

    /// A value that has been compared with several atoms is an atom in all likelihood, or it pays to find the one that it equals, which only atoms
    /// are identical to then.
    fn atom_of(&mut self, value: NodeId) -> Option<NodeId> {
        const COMPARISONS: u8 = 2;
        let fact = self.facts.of(value);
        if fact.atom.is_some() {
            return Some(fact.atom);
        }
        if fact.comparisons < COMPARISONS {
            fact.comparisons += 1;
            return None;
        }
        let atom = self.add(Op::AtomOf, smallvec![value]);
        self.facts.of(value).atom = atom;
        Some(atom)
    }

    fn constant_string(&self, value: NodeId) -> Option<JsString> {
        JsString::from_value(self.constant_value(value)?)
    }
}
