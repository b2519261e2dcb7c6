//! Calls, member accesses and the chains they form, `new`, `super()`, direct eval, tagged templates.
//!
//! A chain such as `a.b(c)?.d[e]()` is compiled link by link from its head, however long it is. If it holds a call, all
//! links work in one call area: intermediate values are computed straight into its `this` or callee word.

use super::*;
use abi::frame::{CALLEE, NEW_TARGET, THIS};
use swc_ecma_ast::*;

/// Calls with more arguments than this pass them in an array.
const MAX_ARGUMENTS: usize = 30_000;
/// Calls with more arguments than this gather them in an array if the last one is spread.
const MAX_BEFORE_LIST: usize = 64;
/// `argc` of a CallEval or TailCall whose arguments are in an array.
const SPREAD: u32 = abi::opcode::SPREAD_ARGC as u32;

/// Methods that are self-hosted built-ins, perhaps: a call in tail position looks which it is, so that it can be an ordinary call.
const SELF_HOSTED: [&str; 11] = [
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "forEach",
    "map",
    "reduce",
    "reduceRight",
    "some",
];

/// What stands where a call is compiled: an ordinary one, or one that replaces the frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Ordinary,
    Tail,
    /// The same of a method with a self-hosted built-in's name.
    TailOrBuiltIn,
}

enum LinkKind {
    Member(MemberProp),
    Call(Vec<ExprOrSpread>),
}

struct Link {
    kind: LinkKind,
    /// `?.` stands before it.
    optional: bool,
    /// Of the whole expression up to here.
    span: Span,
}

impl Link {
    fn is_call(&self) -> bool {
        matches!(self.kind, LinkKind::Call(_))
    }
}

/// Where the last property's object goes, too, if the chain is called.
#[derive(Clone, Copy)]
struct Method {
    this: Reg,
}

impl Compiler<'_> {
    /// Takes a chain apart: its head and its links, the last one first.
    fn links(e: &mut Expr) -> (Expr, Vec<Link>) {
        let mut links = Vec::new();
        let mut e = std::mem::take(e);
        loop {
            match e {
                Expr::Member(member) => {
                    links.push(Link { kind: LinkKind::Member(member.prop), optional: false, span: member.span });
                    e = *member.obj;
                    // Parentheses end an optional chain.
                    if matches!(e, Expr::OptChain(_)) {
                        return (e, links);
                    }
                }
                Expr::Call(CallExpr { callee: Callee::Expr(callee), args, span, .. }) => {
                    links.push(Link { kind: LinkKind::Call(args), optional: false, span });
                    e = *callee;
                    if Self::is_opaque_callee(&mut e) {
                        return (e, links);
                    }
                }
                Expr::OptChain(chain) => match *chain.base {
                    OptChainBase::Member(member) => {
                        links.push(Link {
                            kind: LinkKind::Member(member.prop),
                            optional: chain.optional,
                            span: chain.span,
                        });
                        e = *member.obj;
                    }
                    OptChainBase::Call(call) => {
                        links.push(Link {
                            kind: LinkKind::Call(call.args),
                            optional: chain.optional,
                            span: chain.span,
                        });
                        e = *call.callee;
                        if matches!(e, Expr::Paren(_)) && Self::is_opaque_callee(&mut e) {
                            return (e, links);
                        }
                    }
                },
                other => return (other, links),
            }
        }
    }

    /// Strips the parentheses of a callee: `(a.b)()` passes `a` as this. True if what is left does not belong to the chain.
    fn is_opaque_callee(e: &mut Expr) -> bool {
        let parenthesized = matches!(e, Expr::Paren(_));
        while let Expr::Paren(paren) = e {
            *e = std::mem::take(&mut *paren.expr);
        }
        matches!(e, Expr::OptChain(_)) || (parenthesized && !matches!(e, Expr::Member(_)))
    }

    /// A chain of member accesses and calls. `tail`: its last call replaces the frame.
    pub(super) fn chain(&mut self, e: &mut Expr, dst: Reg, tail: bool) {
        match e {
            Expr::Call(call) => match call.callee {
                Callee::Super(_) => return self.super_call(call, dst),
                Callee::Import(import) => return self.import_call(call, import.phase, dst),
                Callee::Expr(_) if self.unit.source.is_self_hosted => return self.intrinsic(call, dst),
                Callee::Expr(_) => {}
            },
            Expr::Member(member) if !matches!(&*member.obj, Expr::Call(_) | Expr::Member(_) | Expr::OptChain(_)) => {
                return self.member(member, dst);
            }
            _ => {}
        }
        let (head, links) = Self::links(e);
        self.links_to(head, links, dst, None, tail, None);
    }

    /// `head.name`, the short way.
    fn member(&mut self, member: &mut MemberExpr, dst: Reg) {
        let top = self.b.top();
        let object = match &member.prop {
            MemberProp::Computed(computed) => {
                let object = self.any(&mut member.obj);
                self.protect(object, &[&computed.expr])
            }
            _ => self.any(&mut member.obj),
        };
        self.get_property(object, &mut member.prop, dst);
        self.b.release(top);
    }

    pub(super) fn get_property(&mut self, object: Reg, property: &mut MemberProp, dst: Reg) {
        let top = self.b.top();
        match property {
            MemberProp::Ident(name) => {
                let site = self.key_site(SiteKind::GetField, &name.sym);
                self.at(name.span);
                self.counted(Opcode::GetField, &[dst as u32, object as u32, site]);
            }
            MemberProp::Computed(computed) => {
                if let Expr::Lit(Lit::Str(s)) = unparen_ref(&computed.expr)
                    && !super::assignment::is_array_index(&s.value)
                {
                    let site = self.b.site(SiteKind::GetField, Some(const_string(&s.value)), self.strict);
                    self.at(s.span);
                    self.counted(Opcode::GetField, &[dst as u32, object as u32, site]);
                } else {
                    let span = swc_common::Spanned::span(&*computed.expr);
                    let key = self.any(&mut computed.expr);
                    let site = self.site(SiteKind::GetIndex);
                    self.at(span);
                    self.counted(Opcode::GetIndex, &[dst as u32, object as u32, key as u32, site]);
                }
            }
            MemberProp::PrivateName(name) => {
                let key = self.private_name(name);
                let site = self.site(SiteKind::Private);
                self.at(name.span);
                self.e(Opcode::GetPrivate, &[dst as u32, object as u32, key as u32, site]);
            }
        }
        self.b.release(top);
    }

    /// A private name's symbol, fetched from its class's environment.
    pub(super) fn private_name(&mut self, name: &PrivateName) -> Reg {
        let t = self.b.temporary();
        let binding = self.unit.private_binding(self.scope, &name.name);
        if binding == NONE {
            self.undefined(t);
        } else {
            let b = self.unit.binding(binding);
            let place = self.slot_place(b.scope, b.slot);
            self.get_slot(place, t, false);
        }
        t
    }

    /// Compiles the links (last first) from the head on. `method`: where the object of the last property goes too.
    /// `cut`: where to go if a `?.` cuts the chain short; else the value is then undefined.
    fn links_to(
        &mut self,
        mut head: Expr,
        mut links: Vec<Link>,
        dst: Reg,
        method: Option<Method>,
        tail: bool,
        cut: Option<Label>,
    ) {
        let top = self.b.top();
        let calls = links.iter().any(Link::is_call);
        let area = if calls { Some(self.b.call_area(0)) } else { None };
        let middle = match area {
            Some(base) => base + THIS as Reg,
            None => self.b.temporary(),
        };
        let short = cut.unwrap_or_else(|| self.b.label());
        let mut eval = false;
        // The value so far; for a call: the callee is in the area, and so is `this`.
        let mut value;
        if let Some(base) = area
            && links.last().is_some_and(Link::is_call)
        {
            let base = base as u32;
            value = base as Reg + CALLEE as Reg;
            let optional = links.last().is_some_and(|l| l.optional);
            match &mut head {
                Expr::Ident(ident) => {
                    eval = &*ident.sym == "eval" && !optional;
                    let (binding, _) = decode(ident.ctxt);
                    if self.place(binding) == Place::Dynamic {
                        self.at(ident.span);
                        let name = self.b.atom(&ident.sym);
                        let environment = self.environment();
                        self.e(
                            Opcode::LookupCallee,
                            &[base + CALLEE as u32, base + THIS as u32, environment as u32, name],
                        );
                    } else {
                        self.load(ident, value);
                        self.undefined(base as Reg + THIS as Reg);
                    }
                }
                Expr::SuperProp(property) => {
                    self.super_get(property, value);
                    let inner = self.b.top();
                    let this = self.raw_this();
                    self.mov(base as Reg + THIS as Reg, this);
                    self.b.release(inner);
                }
                Expr::OptChain(_) => {
                    let (inner_head, inner) = Self::links(&mut head);
                    let this = base as Reg + THIS as Reg;
                    self.undefined(this);
                    self.links_to(inner_head, inner, value, Some(Method { this }), false, None);
                }
                other => {
                    self.to(other, value);
                    self.undefined(base as Reg + THIS as Reg);
                }
            }
        } else {
            // The head is an object. A variable's register will do, if nothing assigns to it meanwhile.
            let variable = match &head {
                Expr::Ident(ident) => {
                    let called = links.len() > 1 && links[links.len() - 2].is_call();
                    if called { None } else { self.variable(ident) }
                }
                Expr::This(this) => {
                    let called = links.len() > 1 && links[links.len() - 2].is_call();
                    let before = self.b.top();
                    let reg = self.this(this.span);
                    if called || self.b.top() > before {
                        self.mov(middle, reg);
                        self.b.release(before);
                        Some(middle)
                    } else {
                        Some(reg)
                    }
                }
                _ => None,
            };
            match variable {
                Some(reg) => {
                    let assigned = match links.last() {
                        Some(Link { kind: LinkKind::Member(MemberProp::Computed(computed)), .. }) => {
                            may_assign(&computed.expr, &mut BUDGET.clone())
                        }
                        _ => false,
                    };
                    value = reg;
                    if assigned {
                        self.mov(middle, reg);
                        value = middle;
                    }
                }
                None => {
                    self.to(&mut head, middle);
                    value = middle;
                }
            }
        }
        // Where stack traces show a call: its property's name, or where the callee is called.
        let mut position = match &head {
            Expr::Ident(ident) => start(ident.span),
            other => end(swc_common::Spanned::span(other)),
        };
        let mut is_named_as_built_in = false;
        while let Some(link) = links.pop() {
            if link.optional {
                self.e(Opcode::JumpNullish, &[value as u32, short.0]);
            }
            let last = links.is_empty();
            // Where the result goes: to the end, to be called, or to be looked into.
            let next_is_call = links.last().is_some_and(Link::is_call);
            let target = if last {
                dst
            } else if next_is_call {
                area.unwrap_or(middle) + CALLEE as Reg
            } else {
                middle
            };
            match link.kind {
                LinkKind::Member(mut property) => {
                    if next_is_call && let Some(base) = area {
                        let this = base + THIS as Reg;
                        self.mov(this, value);
                        value = this;
                    }
                    if last && let Some(method) = method {
                        self.mov(method.this, value);
                        value = method.this;
                    }
                    position = start(swc_common::Spanned::span(&property));
                    is_named_as_built_in =
                        matches!(&property, MemberProp::Ident(name) if SELF_HOSTED.contains(&&*name.sym));
                    self.get_property(value, &mut property, target);
                }
                LinkKind::Call(mut arguments) => {
                    let Some(base) = area else { break };
                    let direct_eval = std::mem::take(&mut eval);
                    let kind = match (tail && last, std::mem::take(&mut is_named_as_built_in)) {
                        (false, _) => Position::Ordinary,
                        (true, false) => Position::Tail,
                        (true, true) => Position::TailOrBuiltIn,
                    };
                    self.call_link(base, &mut arguments, target, position, direct_eval, kind);
                    position = end(link.span);
                    if next_is_call {
                        self.undefined(base + THIS as Reg);
                    }
                }
            }
            value = target;
        }
        if cut.is_none() && self.b.is_used(short) {
            let end = self.b.label();
            self.b.jump(end);
            self.b.bind(short);
            self.undefined(dst);
            self.b.bind(end);
        }
        self.b.release(top);
    }

    /// A call whose callee and `this` are in place.
    fn call_link(
        &mut self,
        base: Reg,
        arguments: &mut [ExprOrSpread],
        dst: Reg,
        position: u32,
        eval: bool,
        kind: Position,
    ) {
        let tail = kind != Position::Ordinary;
        let top = self.b.top();
        debug_assert_eq!(
            top,
            base as u32 + abi::frame::FIRST_ARGUMENT as u32,
            "arguments belong right behind the header"
        );
        let (argc, spread) = self.arguments(arguments, eval || tail);
        self.b.position(position);
        if eval {
            let marked = if spread { SPREAD } else { argc };
            if tail {
                // A function that only has eval's name is called as any other.
                let direct = self.b.label();
                let is_eval = self.b.temporary();
                self.e(Opcode::IsEval, &[is_eval as u32, base as u32 + CALLEE as u32]);
                self.e(Opcode::JumpTrue, &[is_eval as u32, direct.0]);
                let site = self.site(SiteKind::Call);
                self.e(Opcode::TailCall, &[base as u32, marked, site]);
                self.b.bind(direct);
            }
            let environment = self.environment();
            let scope = self.unit.eval_scope(self.scope, self.id, self.strict);
            let k = self.b.constant(Constant::EvalScope(Rc::new(scope)));
            self.e(Opcode::CallEval, &[dst as u32, base as u32, marked, environment as u32, k]);
        } else if kind == Position::TailOrBuiltIn && !spread {
            let built_in = self.b.label();
            let is_built_in = self.b.temporary();
            self.e(Opcode::IsSelfHosted, &[is_built_in as u32, base as u32 + CALLEE as u32]);
            self.e(Opcode::JumpTrue, &[is_built_in as u32, built_in.0]);
            self.call_or_tail_call(Opcode::Call, base, argc, dst, true);
            self.b.bind(built_in);
            self.call_or_tail_call(Opcode::Call, base, argc, dst, false);
        } else {
            let call = if spread { Opcode::CallSpread } else { Opcode::Call };
            self.call_or_tail_call(call, base, argc, dst, tail);
        }
        self.b.release(top);
    }

    fn call_or_tail_call(&mut self, call: Opcode, base: Reg, argc: u32, dst: Reg, tail: bool) {
        let site = self.site(SiteKind::Call);
        if tail {
            let argc = if call == Opcode::CallSpread { SPREAD } else { argc };
            self.e(Opcode::TailCall, &[base as u32, argc, site]);
        } else {
            self.e(call, &[dst as u32, base as u32, argc, site]);
        }
    }

    /// Arguments, straight into the area that ends at the top of the registers: how many, and whether the last one is a list. `alone`: a list must be
    /// the only one.
    fn arguments(&mut self, arguments: &mut [ExprOrSpread], alone: bool) -> (u32, bool) {
        let spread = arguments.len() > MAX_ARGUMENTS || arguments.iter().any(|a| a.spread.is_some());
        let most = if alone { 1 } else { MAX_BEFORE_LIST };
        if spread
            && arguments.len() <= most
            && let Some((last, others)) = arguments.split_last_mut()
            && last.spread.is_some()
            && others.iter().all(|a| a.spread.is_none())
        {
            for argument in others {
                let reg = self.b.temporary();
                self.to(&mut argument.expr, reg);
            }
            let list = self.b.temporary();
            let top = self.b.top();
            let value = self.any(&mut last.expr);
            self.at(swc_common::Spanned::span(&*last.expr));
            self.e(Opcode::SpreadList, &[list as u32, value as u32]);
            self.b.release(top);
            return (arguments.len() as u32, true);
        }
        if spread {
            let array = self.b.temporary();
            let mut elements: Vec<Option<ExprOrSpread>> = arguments
                .iter_mut()
                .map(|a| Some(ExprOrSpread { spread: a.spread, expr: std::mem::take(&mut a.expr) }))
                .collect();
            self.array_elements(&mut elements, array);
        } else {
            for argument in arguments.iter_mut() {
                let reg = self.b.temporary();
                self.to(&mut argument.expr, reg);
            }
            return (arguments.len() as u32, false);
        }
        (1, true)
    }

    pub(super) fn new_expression(&mut self, new: &mut NewExpr, dst: Reg) {
        let top = self.b.top();
        let base = self.b.call_area(0);
        self.to(&mut new.callee, base + CALLEE as Reg);
        let mut none = Vec::new();
        let arguments = new.args.as_mut().unwrap_or(&mut none);
        let (argc, spread) = self.arguments(arguments, false);
        self.at(new.span);
        let site = self.site(SiteKind::Construct);
        let op = if spread { Opcode::ConstructSpread } else { Opcode::Construct };
        self.e(op, &[dst as u32, base as u32, argc, site]);
        self.b.release(top);
    }

    /// super(...) (sec. 13.3.7.1).
    fn super_call(&mut self, call: &mut CallExpr, dst: Reg) {
        let top = self.b.top();
        let function = self.b.temporary();
        self.captured(CAPTURE_FUNCTION, function);
        let base = self.b.call_area(0);
        self.captured(CAPTURE_NEW_TARGET, base + NEW_TARGET as Reg);
        self.at(call.span);
        self.e(Opcode::GetPrototypeOf, &[base as u32 + CALLEE as u32, function as u32]);
        let (argc, spread) = self.arguments(&mut call.args, false);
        let op = if spread { Opcode::SuperCallSpread } else { Opcode::SuperCall };
        self.super_construct(op, function, base, argc, call.span, dst);
        self.b.release(top);
    }

    /// The call itself and what follows it: binding `this`, initializing fields.
    pub(super) fn super_construct(&mut self, op: Opcode, function: Reg, base: Reg, argc: u32, span: Span, dst: Reg) {
        self.at(span);
        let site = self.site(SiteKind::Construct);
        let result = self.b.temporary();
        self.e(op, &[result as u32, base as u32, argc, site]);
        let this = self.raw_this();
        self.at(span);
        self.e(Opcode::CheckThisUnbound, &[this as u32]);
        self.bind_this(result);
        if self.has_fields() {
            self.e(Opcode::RunFieldInitializerOf, &[function as u32, result as u32]);
        }
        self.mov(dst, result);
    }

    /// Whether the class whose super() this is has an initializer for its instances.
    fn has_fields(&self) -> bool {
        let f = self.unit.this_function(self.id);
        if f == NONE {
            return self.unit.eval.has_fields;
        }
        let class = self.unit.function(f).class;
        class != NONE && self.unit.classes[class as usize].instance_initializer != NONE
    }

    /// import(specifier, options) (sec. 13.3.10).
    fn import_call(&mut self, call: &mut CallExpr, phase: ImportPhase, dst: Reg) {
        let top = self.b.top();
        let registers = self.b.allocate(2);
        self.undefined(registers + 1);
        for (i, argument) in call.args.iter_mut().enumerate() {
            if i < 2 {
                self.to(&mut argument.expr, registers + i as Reg);
            } else {
                self.effect(&mut argument.expr);
            }
        }
        self.at(call.span);
        let phase = super::module::phase(phase);
        self.e(Opcode::ImportCall, &[dst as u32, registers as u32, registers as u32 + 1, phase as u32]);
        self.b.release(top);
    }

    pub(super) fn tagged_template(&mut self, tagged: &mut TaggedTpl, dst: Reg, tail: bool) {
        let top = self.b.top();
        let base = self.b.call_area(0);
        let (callee, this) = (base + CALLEE as Reg, base + THIS as Reg);
        let span = tagged.span;
        match unparen(&mut tagged.tag) {
            Expr::Member(member) => {
                self.to(&mut member.obj, this);
                self.get_property(this, &mut member.prop, callee);
            }
            Expr::Ident(ident) if self.place(decode(ident.ctxt).0) == Place::Dynamic => {
                let name = self.b.atom(&ident.sym);
                let environment = self.environment();
                self.at(ident.span);
                self.e(Opcode::LookupCallee, &[callee as u32, this as u32, environment as u32, name]);
            }
            Expr::SuperProp(property) => {
                self.super_get(property, callee);
                let inner = self.b.top();
                let reg = self.raw_this();
                self.mov(this, reg);
                self.b.release(inner);
            }
            tag => {
                self.to(tag, callee);
                self.undefined(this);
            }
        }
        let first = self.b.temporary();
        if tagged.tpl.exprs.len() >= MAX_ARGUMENTS {
            let object = self.b.temporary();
            self.template_object(&tagged.tpl, object);
            let site = self.site(SiteKind::NewArray);
            self.e(Opcode::NewArray, &[first as u32, object as u32, 1, site]);
            for expression in &mut tagged.tpl.exprs {
                self.to(expression, object);
                self.e(Opcode::ArrayPush, &[first as u32, object as u32]);
            }
            self.at(span);
            self.call_or_tail_call(Opcode::CallSpread, base, 1, dst, tail);
            return self.b.release(top);
        }
        self.template_object(&tagged.tpl, first);
        for expression in &mut tagged.tpl.exprs {
            let reg = self.b.temporary();
            self.to(expression, reg);
        }
        let argc = 1 + tagged.tpl.exprs.len() as u32;
        self.at(span);
        self.call_or_tail_call(Opcode::Call, base, argc, dst, tail);
        self.b.release(top);
    }

    /// `delete a?.b`: true where the chain is cut short.
    pub(super) fn delete_chain(&mut self, e: &mut Expr, dst: Reg) {
        let (head, mut links) = Self::links(e);
        let top = self.b.top();
        let (short, end) = (self.b.label(), self.b.label());
        // The last link is deleted; the rest gives its object, undefined where the chain is cut short: which
        // cannot be told from a real undefined, so the cut is watched here.
        let last = links.remove(0);
        let object = self.b.temporary();
        if links.is_empty() {
            let mut head = head;
            self.to(&mut head, object);
        } else {
            self.links_to(head, links, object, None, false, Some(short));
        }
        if last.optional {
            self.e(Opcode::JumpNullish, &[object as u32, short.0]);
        }
        match last.kind {
            LinkKind::Member(mut property) => self.delete_property(object, &mut property, dst),
            LinkKind::Call(mut arguments) => {
                // `delete a?.()`: the call is made, and the result is true.
                let base = self.b.call_area(0);
                self.mov(base + CALLEE as Reg, object);
                self.undefined(base + THIS as Reg);
                self.call_link(base, &mut arguments, object, start(last.span), false, Position::Ordinary);
                self.e(Opcode::LoadTrue, &[dst as u32]);
            }
        }
        if self.b.is_used(short) {
            self.b.jump(end);
            self.b.bind(short);
            self.e(Opcode::LoadTrue, &[dst as u32]);
        }
        self.b.bind(end);
        self.b.release(top);
    }
}
