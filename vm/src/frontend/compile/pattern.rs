//! Destructuring: binding and assignment patterns.

use super::assignment::Reference;
use super::exceptions::ControlKind;
use super::function::FunctionName;
use super::literal::{StaticKey, static_key};
use super::*;
use swc_ecma_ast::*;

/// What a part of a pattern gives its value to.
enum Target<'a> {
    /// A binding's first value.
    Binding(&'a Ident),
    /// A name that is assigned to; what resolving it gave.
    Name(&'a Ident, Option<Reg>),
    Reference(Reference),
    Pattern(&'a mut Pat),
}

impl Compiler<'_> {
    /// Initializes the names of a pattern from a value.
    pub(super) fn bind_pattern(&mut self, pattern: &mut Pat, value: Reg) {
        self.pattern(pattern, value, true);
    }

    /// Assigns a value to the targets of a pattern (`var` declarations, too).
    pub(super) fn assign_pattern(&mut self, pattern: &mut Pat, value: Reg) {
        self.pattern(pattern, value, false);
    }

    /// The left side of an assignment, if it is a pattern.
    pub(super) fn assign_pattern_target(&mut self, target: &mut AssignTarget, value: Reg) {
        let mut pattern = match std::mem::take(target) {
            AssignTarget::Pat(AssignTargetPat::Array(array)) => Pat::Array(array),
            AssignTarget::Pat(AssignTargetPat::Object(object)) => Pat::Object(object),
            _ => return,
        };
        self.pattern(&mut pattern, value, false);
    }

    fn pattern(&mut self, pattern: &mut Pat, value: Reg, binding: bool) {
        let top = self.b.top();
        match pattern {
            Pat::Array(array) => self.array_pattern(array, value, binding),
            Pat::Object(object) => {
                // The pattern's own targets must not change the value.
                let value = self.unaliased(value);
                self.object_pattern(object, value, binding);
            }
            Pat::Assign(assign) => {
                let target = self.target(&mut assign.left, binding);
                let t = self.b.temporary();
                self.mov(t, value);
                self.default(&target, &mut assign.right, t);
                self.put_target(target, t, binding);
            }
            other => {
                let target = self.target(other, binding);
                self.put_target(target, value, binding);
            }
        }
        self.b.release(top);
    }

    /// Evaluates what comes before a target's value.
    fn target<'p>(&mut self, pattern: &'p mut Pat, binding: bool) -> Target<'p> {
        match pattern {
            Pat::Ident(ident) => self.name_target(&ident.id, binding),
            Pat::Expr(e) => match unparen(e) {
                Expr::Ident(ident) => self.name_target(ident, false),
                other => Target::Reference(self.held_reference(other)),
            },
            other => Target::Pattern(other),
        }
    }

    fn name_target<'p>(&mut self, ident: &'p Ident, binding: bool) -> Target<'p> {
        if binding {
            Target::Binding(ident)
        } else {
            let base = self.resolve_name(ident);
            Target::Name(ident, base)
        }
    }

    /// A property reference whose parts stay as they are, whatever is evaluated before it is used.
    fn held_reference(&mut self, e: &mut Expr) -> Reference {
        let mut reference = self.reference(e, &[], false);
        let hold = |c: &mut Self, reg: &mut Reg| {
            if c.is_variable(*reg) {
                let copy = c.b.temporary();
                c.mov(copy, *reg);
                *reg = copy;
            }
        };
        match &mut reference {
            Reference::Field { object, .. } | Reference::Private { object, .. } => hold(self, object),
            Reference::Index { object, key, .. } => {
                hold(self, object);
                hold(self, key);
            }
            Reference::Super { .. } | Reference::Invalid(_) => {}
        }
        reference
    }

    fn put_target(&mut self, target: Target<'_>, value: Reg, binding: bool) {
        match target {
            Target::Binding(ident) => self.initialize(ident, value),
            Target::Name(ident, base) => self.store(ident, base, value),
            Target::Reference(reference) => self.put(&reference, value),
            Target::Pattern(pattern) => self.pattern(pattern, value, binding),
        }
    }

    /// Replaces an undefined value by the default.
    fn default(&mut self, target: &Target<'_>, default: &mut Expr, value: Reg) {
        let given = self.b.label();
        self.e(Opcode::JumpNotUndefined, &[value as u32, given.0]);
        match target {
            Target::Binding(ident) | Target::Name(ident, _) => {
                self.to_named(default, FunctionName::Static(ConstString::Utf8(ident.sym.clone())), value);
            }
            _ => self.to(default, value),
        }
        self.b.bind(given);
    }

    /// A register for a part's value: the binding's own if nothing can see it early.
    fn part_register(&mut self, target: &Target<'_>) -> Reg {
        match target {
            Target::Binding(ident) => match self.initial_register(ident) {
                Some(reg) => reg,
                None => self.b.temporary(),
            },
            _ => self.b.temporary(),
        }
    }

    // ---- objects

    fn object_pattern(&mut self, object: &mut ObjectPat, value: Reg, binding: bool) {
        self.at(object.span);
        let rest = matches!(object.props.last(), Some(ObjectPatProp::Rest(_)));
        let first_checks = match object.props.first() {
            // Its access fails for undefined and null before anything else happens.
            Some(ObjectPatProp::Assign(_)) => binding,
            Some(ObjectPatProp::KeyValue(p)) => {
                !matches!(p.key, PropName::Computed(_)) && matches!(&*p.value, Pat::Ident(_)) && binding
            }
            _ => false,
        };
        if !first_checks {
            self.e(Opcode::CheckObjectCoercible, &[value as u32]);
        }
        let count = object.props.len() as u32 - u32::from(rest);
        let keys = if rest { self.b.allocate(count) } else { 0 };
        for (i, property) in object.props.iter_mut().enumerate() {
            let top = self.b.top();
            let excluded = rest.then_some(keys + i as Reg);
            match property {
                ObjectPatProp::Assign(p) => {
                    let key = ConstString::Utf8(p.key.id.sym.clone());
                    self.exclude(excluded, &key);
                    let target = self.name_target(&p.key.id, binding);
                    let part = self.part_register(&target);
                    self.get_part(value, key, p.key.id.span, part);
                    if let Some(default) = &mut p.value {
                        self.default(&target, default, part);
                    }
                    self.put_target(target, part, binding);
                }
                ObjectPatProp::KeyValue(p) => {
                    let static_key = static_key(&p.key);
                    let span = swc_common::Spanned::span(&p.key);
                    let mut computed = None;
                    match &static_key {
                        Some(StaticKey::Name(key)) => self.exclude(excluded, key),
                        None => {
                            let key = self.computed_key(&mut p.key);
                            if let Some(excluded) = excluded {
                                self.mov(excluded, key);
                            }
                            computed = Some(key);
                        }
                    }
                    let (target, default) = match &mut *p.value {
                        Pat::Assign(assign) => (self.target(&mut assign.left, binding), Some(&mut assign.right)),
                        other => (self.target(other, binding), None),
                    };
                    let part = self.part_register(&target);
                    match (static_key, computed) {
                        (_, Some(key)) => {
                            let site = self.site(SiteKind::GetIndex);
                            self.at(span);
                            self.counted(Opcode::GetIndex, &[part as u32, value as u32, key as u32, site]);
                        }
                        (Some(StaticKey::Name(key)), None) => self.get_part(value, key, span, part),
                        (None, None) => {}
                    }
                    if let Some(default) = default {
                        self.default(&target, default, part);
                    }
                    self.put_target(target, part, binding);
                }
                ObjectPatProp::Rest(p) => {
                    let target = self.target(&mut p.arg, binding);
                    let part = self.b.temporary();
                    let site = self.site(SiteKind::NewObject);
                    self.e(Opcode::NewObject, &[part as u32, 0, site]);
                    self.at(p.span);
                    self.e(Opcode::CopyDataProperties, &[part as u32, value as u32, keys as u32, count]);
                    self.put_target(target, part, binding);
                }
            }
            self.b.release(top);
        }
    }

    fn exclude(&mut self, register: Option<Reg>, key: &ConstString) {
        if let Some(register) = register {
            let k = self.b.string(key);
            self.e(Opcode::LoadConst, &[register as u32, k]);
        }
    }

    fn get_part(&mut self, object: Reg, key: ConstString, span: Span, dst: Reg) {
        let site = self.b.site(SiteKind::GetField, Some(key), self.strict);
        self.at(span);
        self.counted(Opcode::GetField, &[dst as u32, object as u32, site]);
    }

    // ---- arrays

    fn array_pattern(&mut self, array: &mut ArrayPat, value: Reg, binding: bool) {
        self.at(array.span);
        let record = self.b.allocate(2);
        self.e(Opcode::StartIteration, &[record as u32, value as u32, 0]);
        // Steps that fail finish the record; everything else that fails closes the iterator.
        let plain = binding && array.elems.iter().flatten().all(|e| matches!(e, Pat::Ident(_)));
        if !plain {
            self.push_control(ControlKind::Iterator { record, asynchronous: false });
        }
        for element in &mut array.elems {
            let top = self.b.top();
            let Some(element) = element else {
                self.e(Opcode::IteratorSkip, &[record as u32]);
                continue;
            };
            match element {
                Pat::Rest(rest) => {
                    let target = self.target(&mut rest.arg, binding);
                    let part = self.part_register(&target);
                    self.e(Opcode::IteratorRest, &[part as u32, record as u32]);
                    self.put_target(target, part, binding);
                }
                Pat::Assign(assign) => {
                    let target = self.target(&mut assign.left, binding);
                    let part = self.part_register(&target);
                    self.step(record, part);
                    self.default(&target, &mut assign.right, part);
                    self.put_target(target, part, binding);
                }
                other => {
                    let target = self.target(other, binding);
                    let part = self.part_register(&target);
                    self.step(record, part);
                    self.put_target(target, part, binding);
                }
            }
            self.b.release(top);
        }
        let control = if plain { None } else { self.pop_control() };
        self.e(Opcode::IteratorClose, &[record as u32, 0]);
        if let Some(control) = control {
            let (handler, end) = (self.b.label(), self.b.label());
            self.b.jump(end);
            self.cover(&control, handler);
            self.b.bind(handler);
            self.close_on_throw(record, false);
            self.b.bind(end);
        }
    }

    /// The next value, undefined at the end.
    fn step(&mut self, record: Reg, dst: Reg) {
        let next = self.b.label();
        self.e(Opcode::IteratorStep, &[dst as u32, record as u32, next.0, 0]);
        self.b.bind(next);
    }
}
