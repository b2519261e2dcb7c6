//! Assignment, update, delete.

use super::function::FunctionName;
use super::*;
use swc_ecma_ast::*;

/// The key of a property of `super`.
pub(super) enum SuperKey {
    Named(Atom),
    Computed(Reg),
}

/// The parts of a property reference, evaluated.
pub(super) enum Reference {
    Field {
        object: Reg,
        key: ConstString,
        span: Span,
    },
    Index {
        object: Reg,
        key: Reg,
        span: Span,
    },
    Private {
        object: Reg,
        name: Reg,
        span: Span,
    },
    Super {
        this: Reg,
        home: Reg,
        key: SuperKey,
        span: Span,
    },
    /// Nothing that can be assigned to.
    Invalid(Span),
}

impl Compiler<'_> {
    /// Assignment for its effect only.
    pub(super) fn assign_for_effect(&mut self, assign: &mut AssignExpr) {
        if let AssignTarget::Pat(_) = assign.left {
            let value = self.any(&mut assign.right);
            self.assign_pattern_target(&mut assign.left, value);
            return;
        }
        self.assign(assign, None);
    }

    /// Gives the register that holds the value: `dst` if it was of use, a variable's own, or a temporary.
    pub(super) fn assign(&mut self, assign: &mut AssignExpr, dst: Option<Reg>) -> Reg {
        match assign.op {
            AssignOp::Assign => self.plain_assign(assign, dst),
            AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign => self.logical_assign(assign, dst),
            op => self.compound_assign(assign, operator(op), dst),
        }
    }

    fn scratch(&mut self, dst: Option<Reg>) -> Reg {
        match dst {
            Some(reg) if !self.is_variable(reg) => reg,
            _ => self.b.temporary(),
        }
    }

    fn plain_assign(&mut self, assign: &mut AssignExpr, dst: Option<Reg>) -> Reg {
        match &mut assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) => {
                self.infer_from_name(&ident.id.sym, &assign.right);
                let name = FunctionName::Static(ConstString::Utf8(ident.id.sym.clone()));
                self.assign_name(&ident.id, &mut assign.right, Some(name), dst)
            }
            AssignTarget::Simple(target) => {
                if let SimpleAssignTarget::Paren(paren) = target
                    && let Expr::Ident(ident) = unparen(&mut paren.expr)
                {
                    let ident = ident.clone();
                    return self.assign_name(&ident, &mut assign.right, None, dst);
                }
                self.infer_from_target(target, &assign.right);
                let right = [&*assign.right];
                let reference = self.simple_reference(target, &right, false);
                // A temporary made here must outlive the reference's own: it is allocated before by the caller if it matters.
                let value = match dst {
                    Some(reg) if !self.is_variable(reg) => {
                        self.to(&mut assign.right, reg);
                        reg
                    }
                    _ => self.any(&mut assign.right),
                };
                self.put(&reference, value);
                value
            }
            AssignTarget::Pat(_) => {
                let value = match dst {
                    Some(reg) if !self.is_variable(reg) => {
                        self.to(&mut assign.right, reg);
                        reg
                    }
                    _ => {
                        let t = self.b.temporary();
                        self.to(&mut assign.right, t);
                        t
                    }
                };
                self.assign_pattern_target(&mut assign.left, value);
                value
            }
        }
    }

    fn assign_name(&mut self, ident: &Ident, right: &mut Expr, name: Option<FunctionName>, dst: Option<Reg>) -> Reg {
        let (binding, check) = decode(ident.ctxt);
        if binding != NONE
            && !check
            && let Place::Register(reg) = self.place(binding)
            && !self.unit.binding(binding).kind.is_constant()
            && self.unit.binding(binding).kind != BindingKind::FunctionName
        {
            match name {
                Some(name) if is_anonymous_function(right) => self.to_named(right, name, reg),
                _ => self.to_variable(right, reg),
            }
            return reg;
        }
        let base = self.resolve_assigned(ident, right);
        let value = match dst {
            Some(reg) if !self.is_variable(reg) => {
                self.to_maybe_named(right, name, reg);
                reg
            }
            _ => match name {
                Some(name) => self.any_named(right, name),
                None => self.any(right),
            },
        };
        self.store(ident, base, value);
        value
    }

    fn to_maybe_named(&mut self, e: &mut Expr, name: Option<FunctionName>, dst: Reg) {
        match name {
            Some(name) => self.to_named(e, name, dst),
            None => self.to(e, dst),
        }
    }

    /// Loads a name whose base, if it has one, was resolved before.
    fn load_resolved(&mut self, ident: &Ident, base: Option<Reg>, dst: Reg) {
        match base {
            Some(base) => {
                self.at(ident.span);
                let name = self.b.atom(&ident.sym);
                self.e(Opcode::GetResolved, &[dst as u32, base as u32, name]);
            }
            None => self.load(ident, dst),
        }
    }

    fn compound_assign(&mut self, assign: &mut AssignExpr, op: BinaryOp, dst: Option<Reg>) -> Reg {
        let span = assign.span;
        if let Some(ident) = target_name(&mut assign.left) {
            let (binding, _) = decode(ident.ctxt);
            if let Some(reg) = self.variable(&ident) {
                let kind = self.unit.binding(binding).kind;
                if !kind.is_constant() && kind != BindingKind::FunctionName {
                    let top = self.b.top();
                    let left = self.protect(reg, &[&assign.right]);
                    self.binary_operation(op, reg, left, &mut assign.right, span);
                    self.b.release(top);
                    return reg;
                }
            }
            let value = self.scratch(dst);
            let base = self.resolve_name(&ident);
            self.load_resolved(&ident, base, value);
            self.binary_operation(op, value, value, &mut assign.right, span);
            self.store(&ident, base, value);
            return value;
        }
        let value = self.scratch(dst);
        let AssignTarget::Simple(target) = &mut assign.left else { return value };
        let right = [&*assign.right];
        let reference = self.simple_reference(target, &right, true);
        self.get(&reference, value);
        self.binary_operation(op, value, value, &mut assign.right, span);
        self.put(&reference, value);
        value
    }

    fn logical_assign(&mut self, assign: &mut AssignExpr, dst: Option<Reg>) -> Reg {
        let jump = match assign.op {
            AssignOp::AndAssign => Opcode::JumpFalse,
            AssignOp::OrAssign => Opcode::JumpTrue,
            _ => Opcode::JumpNotNullish,
        };
        let value = self.scratch(dst);
        let end = self.b.label();
        let plain = matches!(assign.left, AssignTarget::Simple(SimpleAssignTarget::Ident(_)));
        if let Some(ident) = target_name(&mut assign.left) {
            let base = self.resolve_name(&ident);
            self.load_resolved(&ident, base, value);
            self.e(jump, &[value as u32, end.0]);
            let name = plain.then(|| FunctionName::Static(ConstString::Utf8(ident.sym.clone())));
            self.to_maybe_named(&mut assign.right, name, value);
            self.store(&ident, base, value);
        } else {
            let AssignTarget::Simple(target) = &mut assign.left else { return value };
            let right = [&*assign.right];
            let reference = self.simple_reference(target, &right, true);
            self.get(&reference, value);
            self.e(jump, &[value as u32, end.0]);
            self.to(&mut assign.right, value);
            self.put(&reference, value);
        }
        self.b.bind(end);
        value
    }

    // ---- references

    fn simple_reference(&mut self, target: &mut SimpleAssignTarget, rest: &[&Expr], both: bool) -> Reference {
        match target {
            SimpleAssignTarget::Member(member) => self.member_reference(member, rest, both),
            SimpleAssignTarget::SuperProp(property) => self.super_reference(property, both),
            SimpleAssignTarget::Paren(paren) => self.reference(&mut paren.expr, rest, both),
            other => Reference::Invalid(swc_common::Spanned::span(other)),
        }
    }

    /// Evaluates the parts of a reference that is no name. `rest`: what is evaluated while they are held; `both`:
    /// it is read and then written, so its key must be converted once only.
    pub(super) fn reference(&mut self, e: &mut Expr, rest: &[&Expr], both: bool) -> Reference {
        match unparen(e) {
            Expr::Member(member) => self.member_reference(member, rest, both),
            Expr::SuperProp(property) => self.super_reference(property, both),
            other => {
                let span = swc_common::Spanned::span(other);
                self.effect(other);
                self.invalid_target(span);
                Reference::Invalid(span)
            }
        }
    }

    fn member_reference(&mut self, member: &mut MemberExpr, rest: &[&Expr], both: bool) -> Reference {
        match &mut member.prop {
            MemberProp::Ident(name) => {
                let object = self.operand(&mut member.obj, rest);
                Reference::Field { object, key: ConstString::Utf8(name.sym.clone()), span: name.span }
            }
            MemberProp::PrivateName(name) => {
                let object = self.operand(&mut member.obj, rest);
                let span = name.span;
                let name = self.private_name(name);
                Reference::Private { object, name, span }
            }
            MemberProp::Computed(computed) => {
                let object = self.any(&mut member.obj);
                let object = self.protect(object, rest);
                let object = self.protect(object, &[&computed.expr]);
                if let Expr::Lit(Lit::Str(s)) = unparen_ref(&computed.expr)
                    && !is_array_index(&s.value)
                {
                    return Reference::Field { object, key: const_string(&s.value), span: s.span };
                }
                let span = swc_common::Spanned::span(&*computed.expr);
                let mut key = self.operand(&mut computed.expr, rest);
                if both && !is_primitive_key(&computed.expr) {
                    let converted = self.b.temporary();
                    self.at(span);
                    self.e(Opcode::ToPropertyKeyFor, &[converted as u32, object as u32, key as u32]);
                    key = converted;
                }
                Reference::Index { object, key, span }
            }
        }
    }

    fn super_reference(&mut self, property: &mut SuperPropExpr, both: bool) -> Reference {
        let this = self.this(property.span);
        let span = property.span;
        let key = match &mut property.prop {
            SuperProp::Ident(name) => SuperKey::Named(name.sym.clone()),
            SuperProp::Computed(computed) => {
                let key = self.b.temporary();
                self.to(&mut computed.expr, key);
                SuperKey::Computed(key)
            }
        };
        let home = self.b.temporary();
        self.captured(CAPTURE_HOME, home);
        // The prototype is looked up before the key is converted.
        let holder = self.b.temporary();
        self.at(span);
        self.e(Opcode::GetPrototypeOf, &[holder as u32, home as u32]);
        if both && let SuperKey::Computed(key) = key {
            self.e(Opcode::ToPropertyKey, &[key as u32, key as u32]);
        }
        Reference::Super { this, home: holder, key, span }
    }

    pub(super) fn super_get(&mut self, property: &mut SuperPropExpr, dst: Reg) {
        let top = self.b.top();
        let reference = self.super_reference(property, false);
        self.get(&reference, dst);
        self.b.release(top);
    }

    pub(super) fn get(&mut self, reference: &Reference, dst: Reg) {
        match reference {
            Reference::Field { object, key, span } => {
                let site = self.b.site(SiteKind::GetField, Some(key.clone()), self.strict);
                self.at(*span);
                self.counted(Opcode::GetField, &[dst as u32, *object as u32, site]);
            }
            Reference::Index { object, key, span } => {
                let site = self.site(SiteKind::GetIndex);
                self.at(*span);
                self.counted(Opcode::GetIndex, &[dst as u32, *object as u32, *key as u32, site]);
            }
            Reference::Private { object, name, span } => {
                let site = self.site(SiteKind::Private);
                self.at(*span);
                self.e(Opcode::GetPrivate, &[dst as u32, *object as u32, *name as u32, site]);
            }
            Reference::Super { this, home, key: SuperKey::Named(key), span } => {
                let site = self.key_site(SiteKind::GetField, key);
                self.at(*span);
                self.e(Opcode::GetSuperField, &[dst as u32, *home as u32, site, *this as u32]);
            }
            Reference::Super { this, home, key: SuperKey::Computed(key), span } => {
                self.at(*span);
                self.e(Opcode::GetSuper, &[dst as u32, *this as u32, *home as u32, *key as u32]);
            }
            Reference::Invalid(span) => self.invalid_target(*span),
        }
    }

    pub(super) fn put(&mut self, reference: &Reference, value: Reg) {
        match reference {
            Reference::Field { object, key, span } => {
                let site = self.b.site(SiteKind::SetField, Some(key.clone()), self.strict);
                self.at(*span);
                self.counted(Opcode::SetField, &[*object as u32, value as u32, site]);
            }
            Reference::Index { object, key, span } => {
                let site = self.site(SiteKind::SetIndex);
                self.at(*span);
                self.counted(Opcode::SetIndex, &[*object as u32, *key as u32, value as u32, site]);
            }
            Reference::Private { object, name, span } => {
                let site = self.site(SiteKind::Private);
                self.at(*span);
                self.e(Opcode::SetPrivate, &[*object as u32, *name as u32, value as u32, site]);
            }
            Reference::Super { this, home, key, span } => {
                let top = self.b.top();
                let key = match key {
                    SuperKey::Computed(key) => *key,
                    SuperKey::Named(name) => {
                        let key = self.b.temporary();
                        let name = self.b.atom(name);
                        self.e(Opcode::LoadConst, &[key as u32, name]);
                        key
                    }
                };
                self.at(*span);
                self.e(Opcode::SetSuper, &[*this as u32, *home as u32, key as u32, value as u32]);
                self.b.release(top);
            }
            Reference::Invalid(span) => self.invalid_target(*span),
        }
    }

    // ---- update

    /// `x++` and the like; `dst` gets the value if somebody wants it.
    pub(super) fn update(&mut self, update: &mut UpdateExpr, dst: Option<Reg>) {
        let top = self.b.top();
        let op = if update.op == UpdateOp::PlusPlus { Opcode::Inc } else { Opcode::Dec };
        let span = update.span;
        if let Expr::Ident(ident) = unparen(&mut update.arg) {
            let ident = ident.clone();
            let (binding, _) = decode(ident.ctxt);
            if let Some(reg) = self.variable(&ident) {
                let kind = self.unit.binding(binding).kind;
                if !kind.is_constant() && kind != BindingKind::FunctionName {
                    self.at(span);
                    match dst {
                        Some(dst) if !update.prefix => {
                            let old = if self.is_variable(dst) { self.b.temporary() } else { dst };
                            self.counted(Opcode::ToNumeric, &[old as u32, reg as u32]);
                            self.e(op, &[reg as u32, old as u32]);
                            self.mov(dst, old);
                        }
                        _ => {
                            self.counted(op, &[reg as u32, reg as u32]);
                            if let Some(dst) = dst {
                                self.mov(dst, reg);
                            }
                        }
                    }
                    return self.b.release(top);
                }
            }
            let base = self.resolve_name(&ident);
            let old = self.b.temporary();
            match base {
                Some(base) => {
                    self.at(ident.span);
                    let name = self.b.atom(&ident.sym);
                    self.e(Opcode::GetResolved, &[old as u32, base as u32, name]);
                }
                None => self.load(&ident, old),
            }
            let new = self.updated(op, old, update.prefix, dst, span);
            self.store(&ident, base, new);
            self.update_result(dst, old, new, update.prefix);
            return self.b.release(top);
        }
        let reference = self.reference(&mut update.arg, &[], true);
        if let Reference::Invalid(_) = reference {
            return self.b.release(top);
        }
        let old = self.b.temporary();
        self.get(&reference, old);
        let new = self.updated(op, old, update.prefix, dst, span);
        self.put(&reference, new);
        self.update_result(dst, old, new, update.prefix);
        self.b.release(top);
    }

    fn updated(&mut self, op: Opcode, old: Reg, prefix: bool, dst: Option<Reg>, span: Span) -> Reg {
        self.at(span);
        if prefix || dst.is_none() {
            self.counted(op, &[old as u32, old as u32]);
            return old;
        }
        self.counted(Opcode::ToNumeric, &[old as u32, old as u32]);
        let new = self.b.temporary();
        self.e(op, &[new as u32, old as u32]);
        new
    }

    fn update_result(&mut self, dst: Option<Reg>, old: Reg, new: Reg, prefix: bool) {
        if let Some(dst) = dst {
            self.mov(dst, if prefix { new } else { old });
        }
    }

    // ---- delete

    pub(super) fn delete(&mut self, e: &mut Expr, dst: Reg) {
        let top = self.b.top();
        match unparen(e) {
            Expr::Ident(ident) => {
                let (binding, _) = decode(ident.ctxt);
                match self.place(binding) {
                    Place::Global | Place::Dynamic => {
                        self.at(ident.span);
                        let name = self.b.atom(&ident.sym);
                        let environment = self.environment();
                        self.e(Opcode::DeleteName, &[dst as u32, environment as u32, name]);
                    }
                    _ => self.e(Opcode::LoadFalse, &[dst as u32]),
                }
            }
            Expr::Member(member) => {
                let object = self.any(&mut member.obj);
                self.delete_property(object, &mut member.prop, dst);
            }
            Expr::OptChain(_) => self.delete_chain(unparen(e), dst),
            Expr::SuperProp(property) => {
                // The key is evaluated, then the reference is found to be one to super.
                let span = property.span;
                self.this(span);
                if let SuperProp::Computed(computed) = &mut property.prop {
                    self.effect(&mut computed.expr);
                }
                self.at(span);
                let message = self.b.string(&ConstString::from("Unsupported reference to 'super'"));
                self.e(Opcode::ThrowError, &[2, message]);
            }
            other => {
                self.effect(other);
                self.e(Opcode::LoadTrue, &[dst as u32]);
            }
        }
        self.b.release(top);
    }

    pub(super) fn delete_property(&mut self, object: Reg, property: &mut MemberProp, dst: Reg) {
        match property {
            MemberProp::Ident(name) => {
                self.at(name.span);
                let site = self.key_site(SiteKind::DeleteField, &name.sym);
                self.e(Opcode::DeleteField, &[dst as u32, object as u32, site]);
            }
            MemberProp::Computed(computed) => {
                let object = self.protect(object, &[&computed.expr]);
                let key = self.any(&mut computed.expr);
                self.at(computed.span);
                self.e(Opcode::DeleteIndex, &[dst as u32, object as u32, key as u32]);
            }
            MemberProp::PrivateName(_) => self.e(Opcode::LoadTrue, &[dst as u32]),
        }
    }
}

/// Whether a value is a key as it is: converting it twice cannot be noticed.
fn is_primitive_key(e: &Expr) -> bool {
    match unparen_ref(e) {
        Expr::Lit(_) | Expr::Tpl(_) | Expr::Update(_) => true,
        Expr::Unary(u) => !matches!(u.op, UnaryOp::Void),
        Expr::Bin(b) => !matches!(b.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing),
        _ => false,
    }
}

/// A canonical array index: such keys go by GetIndex.
pub(super) fn is_array_index(s: &swc_atoms::Wtf8Atom) -> bool {
    s.as_str().is_some_and(|s| {
        !s.is_empty() && s.len() <= 10 && s.bytes().all(|b| b.is_ascii_digit()) && (s == "0" || !s.starts_with('0'))
    })
}

fn target_name(target: &mut AssignTarget) -> Option<Ident> {
    match target {
        AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) => Some(ident.id.clone()),
        AssignTarget::Simple(SimpleAssignTarget::Paren(paren)) => match unparen(&mut paren.expr) {
            Expr::Ident(ident) => Some(ident.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn operator(op: AssignOp) -> BinaryOp {
    match op {
        AssignOp::AddAssign => BinaryOp::Add,
        AssignOp::SubAssign => BinaryOp::Sub,
        AssignOp::MulAssign => BinaryOp::Mul,
        AssignOp::DivAssign => BinaryOp::Div,
        AssignOp::ModAssign => BinaryOp::Mod,
        AssignOp::LShiftAssign => BinaryOp::LShift,
        AssignOp::RShiftAssign => BinaryOp::RShift,
        AssignOp::ZeroFillRShiftAssign => BinaryOp::ZeroFillRShift,
        AssignOp::BitOrAssign => BinaryOp::BitOr,
        AssignOp::BitXorAssign => BinaryOp::BitXor,
        AssignOp::BitAndAssign => BinaryOp::BitAnd,
        AssignOp::ExpAssign => BinaryOp::Exp,
        AssignOp::Assign | AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign => BinaryOp::Add,
    }
}

/// IsAnonymousFunctionDefinition (sec. 8.4.3).
pub(super) fn is_anonymous_function(e: &Expr) -> bool {
    match unparen_ref(e) {
        Expr::Fn(f) => f.ident.is_none(),
        Expr::Class(c) => c.ident.is_none(),
        Expr::Arrow(_) => true,
        _ => false,
    }
}
