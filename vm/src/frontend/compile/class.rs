//! Classes (sec. 15.7.14, ClassDefinitionEvaluation).
//!
//! Instance fields and private methods are installed by one synthesized method of the class, the field initializer;
//! static fields and blocks run in another, called once with the class as `this`. What these need from the time of
//! definition (computed keys, the functions of private methods) is in nameless bindings of the class's scope.

use super::function::{FunctionName, make_template};
use super::literal::{StaticKey, accessor_name, static_key};
use super::*;
use crate::frontend::scope::accessors::STORAGE;
use crate::frontend::scope::classes::{element_needs, is_instance_element, is_static_element, private_name};
use abi::frame::{CALLEE, THIS};
use swc_ecma_ast::*;

/// One step of an initializer.
pub enum Element {
    Field {
        key: FieldKey,
        value: Option<Box<Expr>>,
        span: Span,
    },
    /// A private instance method: its function is in a nameless binding. kind as in DefinePrivateMethod.
    Method {
        name: PrivateName,
        function: BindingId,
        kind: u32,
    },
    Block(BlockStmt),
}

pub enum FieldKey {
    Static(ConstString),
    Computed(BindingId),
    Private(PrivateName),
}

impl Compiler<'_> {
    /// A class; `name` is its own, `inferred` the one it gets from where it stands.
    pub(super) fn class(
        &mut self,
        class: &mut swc_ecma_ast::Class,
        name: Option<&Ident>,
        inferred: Option<FunctionName>,
        dst: Reg,
    ) {
        let top = self.b.top();
        let strict = std::mem::replace(&mut self.strict, true);
        let unit = self.unit;
        let info = &unit.classes[index_of(class.ctxt) as usize];
        let constructor = self.b.temporary();
        let prototype = self.b.temporary();
        let inner = self.enter_scope(info.scope);
        for binding in unit.bindings_of(info.scope) {
            if unit.binding(binding).kind == BindingKind::PrivateName {
                let top = self.b.top();
                let t = self.b.temporary();
                let k = self.b.atom(&unit.binding(binding).name);
                self.e(Op::NewPrivateName, &[t as u32, k]);
                self.initialize_binding(binding, t);
                self.b.release(top);
            }
        }
        let heritage = self.b.temporary();
        match &mut class.super_class {
            Some(parent) => self.to(parent, heritage),
            None => self.e(Op::LoadEmpty, &[heritage as u32]),
        }
        let text = match (name, &inferred) {
            (Some(name), _) => ConstString::Utf8(name.sym.clone()),
            (None, Some(FunctionName::Static(name))) => name.clone(),
            _ => ConstString::from(""),
        };
        let span = (start(class.span), end(class.span));
        let position = name.map_or(span.0, |n| start(n.span));
        let report_name = self.report_name(info.constructor, &text);
        let outer_class = match &report_name {
            ConstString::Utf8(name) => std::mem::replace(&mut self.class_name, name.clone()),
            ConstString::Utf16(_) => std::mem::take(&mut self.class_name),
        };
        let template =
            make_template(unit, info.constructor, constructor_node(class), (text, report_name), span, position);
        let k = self.b.function_constant(template);
        let environment = self.environment();
        self.at(class.span);
        self.e(Op::NewClass, &[constructor as u32, prototype as u32, heritage as u32, environment as u32, k]);
        if let Some(FunctionName::Computed(key, prefix)) = inferred
            && name.is_none()
        {
            self.e(Op::SetFunctionName, &[constructor as u32, key as u32, prefix]);
        }
        // Elements, in order.
        let mut hidden = info.hidden;
        let mut instance = Vec::new();
        let mut instance_methods = Vec::new();
        let mut statics = Vec::new();
        let mut static_methods = Vec::new();
        // The key of an auto-accessor's getter, for its setter.
        let mut accessor_key: Option<Reg> = None;
        for mut member in std::mem::take(&mut class.body) {
            let needs = element_needs(&member);
            let (is_instance, is_static) = (is_instance_element(&member), is_static_element(&member));
            let member_top = self.b.top();
            match &mut member {
                ClassMember::Method(m) => {
                    let target = if m.is_static { constructor } else { prototype };
                    let text = static_key(&m.key).map(|StaticKey::Name(name)| name);
                    let again = matches!(&m.key, PropName::Computed(c) if matches!(&*c.expr, Expr::Invalid(_)));
                    let key = match accessor_key {
                        Some(key) if again => key,
                        _ => self.key(&mut m.key),
                    };
                    self.method_definition(&mut m.function, m.kind, m.is_static, text, target, key);
                    accessor_key = None;
                    if m.kind == MethodKind::Getter && matches!(m.key, PropName::Computed(_)) {
                        // An auto-accessor's setter comes next, with the same key.
                        accessor_key = Some(key);
                        continue;
                    }
                }
                ClassMember::PrivateMethod(m) => {
                    let (kind, text) = private_kind(m.kind, &m.key);
                    let function = self.b.temporary();
                    let span = method_span(&self.unit.source.text, m.function.span, m.is_static);
                    m.function.span = span;
                    let text = Some(text);
                    self.infer_method(index_of(m.function.ctxt), &text);
                    self.method(&mut m.function, text, span, function);
                    let home = if m.is_static { constructor } else { prototype };
                    self.e(Op::SetHomeObject, &[function as u32, home as u32]);
                    if m.is_static {
                        static_methods.push((m.key.clone(), function, kind));
                        continue;
                    }
                    self.initialize_binding(hidden, function);
                    instance_methods.push(Element::Method { name: m.key.clone(), function: hidden, kind });
                    hidden += 1;
                }
                ClassMember::ClassProp(p) => {
                    let key = match static_key(&p.key) {
                        Some(StaticKey::Name(name)) => FieldKey::Static(name),
                        None => {
                            let key = self.computed_key(&mut p.key);
                            self.initialize_binding(hidden, key);
                            hidden += 1;
                            FieldKey::Computed(hidden - 1)
                        }
                    };
                    debug_assert_eq!(needs.key, matches!(key, FieldKey::Computed(_)));
                    let element = Element::Field { key, value: p.value.take(), span: p.span };
                    if is_instance { instance.push(element) } else { statics.push(element) }
                }
                ClassMember::PrivateProp(p) => {
                    let key = FieldKey::Private(p.key.clone());
                    let element = Element::Field { key, value: p.value.take(), span: p.span };
                    if is_static { statics.push(element) } else { instance.push(element) }
                }
                ClassMember::StaticBlock(block) => {
                    statics.push(Element::Block(std::mem::take(&mut block.body)));
                }
                ClassMember::AutoAccessor(_)
                | ClassMember::Constructor(_)
                | ClassMember::Empty(_)
                | ClassMember::TsIndexSignature(_) => {}
            }
            self.b.release(member_top);
        }
        if info.name != NONE {
            self.initialize_binding(info.name, constructor);
        }
        // Private methods are there before the first field's value is evaluated.
        instance_methods.append(&mut instance);
        if info.instance_initializer != NONE {
            let top = self.b.top();
            let function = self.b.temporary();
            let node = Node::Initializer(instance_methods);
            let name = ConstString::from("<instance_members_initializer>");
            let names = self.initializer_names(name);
            let template = make_template(unit, info.instance_initializer, node, names, span, position);
            self.closure(template, function);
            self.e(Op::SetHomeObject, &[function as u32, prototype as u32]);
            self.e(Op::SetFieldInitializer, &[constructor as u32, function as u32]);
            self.b.release(top);
        }
        for (name, function, kind) in static_methods {
            let top = self.b.top();
            let key = self.private_name(&name);
            self.at(name.span);
            self.e(Op::DefinePrivateMethod, &[constructor as u32, key as u32, function as u32, kind]);
            self.b.release(top);
        }
        if info.static_initializer != NONE {
            let top = self.b.top();
            let base = self.b.call_area(0);
            let function = base + CALLEE as Reg;
            let name = ConstString::from("<static_initializer>");
            let node = Node::Initializer(statics);
            let names = self.initializer_names(name);
            let template = make_template(unit, info.static_initializer, node, names, span, position);
            self.closure(template, function);
            self.e(Op::SetHomeObject, &[function as u32, constructor as u32]);
            self.mov(base + THIS as Reg, constructor);
            let site = self.site(SiteKind::Call);
            let result = self.b.temporary();
            self.at(class.span);
            self.e(Op::Call, &[result as u32, base as u32, 0, site]);
            self.b.release(top);
        }
        self.leave_scope(info.scope, inner);
        self.class_name = outer_class;
        self.strict = strict;
        self.mov(dst, constructor);
        self.b.release(top);
    }

    /// `name` and report name of the function that initializes fields.
    fn initializer_names(&self, name: ConstString) -> (ConstString, ConstString) {
        let report_name = format!("{}.{}", self.class_name, name.to_text());
        (name, ConstString::from(report_name.trim_start_matches('.')))
    }

    fn method_definition(
        &mut self,
        function: &mut swc_ecma_ast::Function,
        kind: MethodKind,
        is_static: bool,
        text: Option<ConstString>,
        target: Reg,
        key: Reg,
    ) {
        let span = method_span(&self.unit.source.text, function.span, is_static);
        function.span = span;
        let closure = self.b.temporary();
        let text = match kind {
            MethodKind::Method => text,
            MethodKind::Getter => text.map(|t| accessor_name(&t, false)),
            MethodKind::Setter => text.map(|t| accessor_name(&t, true)),
        };
        self.infer_method(index_of(function.ctxt), &text);
        self.method(function, text, span, closure);
        self.at(span);
        let operands = |flags: u32| [target as u32, key as u32, closure as u32, flags];
        match kind {
            MethodKind::Method => self.e(Op::DefineMethod, &operands(0)),
            MethodKind::Getter => self.e(Op::DefineAccessor, &operands(0)),
            MethodKind::Setter => self.e(Op::DefineAccessor, &operands(2)),
        }
    }

    // ---- initializers

    /// The code of a field initializer (or of the static elements).
    pub(super) fn initializer(mut self, elements: Vec<Element>) -> Result<FunctionData, TooLarge> {
        self.initializer_prologue();
        for element in elements {
            let top = self.b.top();
            match element {
                Element::Method { name, function, kind } => {
                    let closure = self.b.temporary();
                    let b = self.unit.binding(function);
                    let place = self.slot_place(b.scope, b.slot);
                    self.get_slot(place, closure, false);
                    let key = self.private_name(&name);
                    self.at(name.span);
                    self.e(Op::DefinePrivateMethod, &[THIS_REGISTER as u32, key as u32, closure as u32, kind]);
                }
                Element::Field { key, value, span } => self.field(key, value, span),
                Element::Block(mut block) => self.static_block(&mut block),
            }
            self.b.release(top);
        }
        self.end_of_function();
        let flags = super::function::code_flags(self.unit, self.id);
        self.finish(0, 0, flags)
    }

    fn field(&mut self, key: FieldKey, value: Option<Box<Expr>>, span: Span) {
        self.at(span);
        let this = THIS_REGISTER as u32;
        match key {
            FieldKey::Static(name) => {
                if let Some(value) = &value {
                    self.infer_field(&name, value);
                }
                let value = self.field_value(value, FunctionName::Static(name.clone()));
                let site = self.b.site(SiteKind::DefineField, Some(name), true);
                self.at(span);
                self.e(Op::DefineField, &[this, value as u32, site]);
            }
            FieldKey::Computed(hidden) => {
                let key = self.b.temporary();
                let b = self.unit.binding(hidden);
                let place = self.slot_place(b.scope, b.slot);
                self.get_slot(place, key, false);
                let value = self.field_value(value, FunctionName::Computed(key, 0));
                self.at(span);
                self.e(Op::DefineIndex, &[this, key as u32, value as u32]);
            }
            FieldKey::Private(name) => {
                let text = match name.name.strip_prefix(STORAGE).and_then(|rest| rest.split_once(' ')) {
                    Some((_, accessor)) => Atom::from(accessor),
                    None => private_name(&name.name),
                };
                let text = ConstString::Utf8(text);
                if let Some(value) = &value {
                    self.infer_field(&text, value);
                }
                let value = self.field_value(value, FunctionName::Static(text));
                let key = self.private_name(&name);
                self.at(span);
                self.e(Op::DefinePrivate, &[this, key as u32, value as u32]);
            }
        }
    }

    fn field_value(&mut self, value: Option<Box<Expr>>, name: FunctionName) -> Reg {
        match value {
            Some(mut value) => self.any_named(&mut value, name),
            None => {
                let t = self.b.temporary();
                self.undefined(t);
                t
            }
        }
    }

    fn static_block(&mut self, block: &mut BlockStmt) {
        let scope = index_of(block.ctxt);
        let top = self.enter_scope(scope);
        self.hoisted_functions(&mut block.stmts);
        match super::dispose::resources_in(&block.stmts) {
            None => self.statements(&mut block.stmts),
            Some(asynchronous) => {
                let resources = self.begin_resources(asynchronous);
                self.statements(&mut block.stmts);
                self.end_resources(resources);
            }
        }
        self.leave_scope(scope, top);
    }
}

/// The constructor's parameters and body, taken out of the class.
fn constructor_node(class: &mut swc_ecma_ast::Class) -> Node {
    for member in &mut class.body {
        if let ClassMember::Constructor(c) = member {
            let parameters = std::mem::take(&mut c.params)
                .into_iter()
                .filter_map(|p| match p {
                    ParamOrTsParamProp::Param(p) => Some(p.pat),
                    ParamOrTsParamProp::TsParamProp(_) => None,
                })
                .collect();
            let body = c.body.take().map(|b| b.stmts).unwrap_or_default();
            return Node::Function { parameters, body };
        }
    }
    Node::DefaultConstructor
}

/// DefinePrivateMethod's kind, and the function's name.
fn private_kind(kind: MethodKind, key: &PrivateName) -> (u32, ConstString) {
    let name = ConstString::Utf8(private_name(&key.name));
    match kind {
        MethodKind::Method => (0, name),
        MethodKind::Getter => (1, accessor_name(&name, false)),
        MethodKind::Setter => (2, accessor_name(&name, true)),
    }
}

/// The source of a method as Function.prototype.toString shows it: without `static`.
fn method_span(source: &str, span: Span, is_static: bool) -> Span {
    if !is_static {
        return span;
    }
    let begin = start(span) as usize;
    let Some(text) = source.get(begin..end(span) as usize) else { return span };
    let Some(mut rest) = text.strip_prefix("static") else { return span };
    loop {
        let trimmed = rest.trim_start();
        if let Some(comment) = trimmed.strip_prefix("/*") {
            let Some(close) = comment.find("*/") else { return span };
            rest = &comment[close + 2..];
        } else if let Some(comment) = trimmed.strip_prefix("//") {
            let close = comment.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(comment.len());
            rest = &comment[close..];
        } else {
            let skipped = text.len() - trimmed.len();
            return Span { lo: swc_common::BytePos(span.lo.0 + skipped as u32), hi: span.hi };
        }
    }
}
