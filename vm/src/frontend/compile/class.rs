//! Classes (sec. 15.7.14, ClassDefinitionEvaluation).
//!
//! Instance fields and private methods are installed by one synthesized method of the class, the field initializer;
//! static fields and blocks run in another, called once with the class as `this`. What these need from the time of
//! definition (computed keys, the functions of private methods) is in nameless bindings of the class's scope.

use super::decorators::DecoratedName;
use super::function::{FunctionName, make_template};
use super::literal::{StaticKey, accessor_name, static_key};
use super::*;
use crate::bytecode::decorated_element as element;
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
        /// Of a decorated field: the nameless binding of its initializers; that of its extra initializers follows.
        initializers: Option<BindingId>,
    },
    /// The extra initializers of decorated methods, in a nameless binding.
    Initializers(BindingId),
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
        let unit = self.unit;
        let info = &unit.classes[index_of(class.ctxt) as usize];
        let class_decorators =
            if class.decorators.is_empty() { None } else { Some(self.decorator_list(&mut class.decorators)) };
        let strict = std::mem::replace(&mut self.strict, true);
        let constructor = self.b.temporary();
        let prototype = self.b.temporary();
        let inner = self.enter_scope(info.scope);
        for binding in unit.bindings_of(info.scope) {
            if unit.binding(binding).kind == BindingKind::PrivateName {
                let top = self.b.top();
                let t = self.b.temporary();
                let k = self.b.atom(&unit.binding(binding).name);
                self.e(Opcode::NewPrivateName, &[t as u32, k]);
                self.initialize_binding(binding, t);
                self.b.release(top);
            }
        }
        let heritage = self.b.temporary();
        match &mut class.super_class {
            Some(parent) => self.to(parent, heritage),
            None => self.e(Opcode::LoadEmpty, &[heritage as u32]),
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
        let decorated_name = match (name, &inferred) {
            (None, None) => DecoratedName::None,
            (None, Some(FunctionName::Computed(..))) => DecoratedName::Computed,
            _ => DecoratedName::Static(template.name.clone()),
        };
        let k = self.b.function_constant(template);
        let environment = self.environment();
        self.at(class.span);
        self.e(Opcode::NewClass, &[constructor as u32, prototype as u32, heritage as u32, environment as u32, k]);
        if let Some(FunctionName::Computed(key, prefix)) = inferred
            && name.is_none()
        {
            self.e(Opcode::SetFunctionName, &[constructor as u32, key as u32, prefix]);
        }
        // Elements, in order.
        let mut hidden = info.hidden;
        let mut instance = Vec::new();
        let mut instance_methods = Vec::new();
        let mut statics = Vec::new();
        let mut static_methods = Vec::new();
        // The key of an auto-accessor's getter, for its setter.
        let mut accessor_key: Option<Reg> = None;
        let mut decorations = if info.decorated { Some(self.begin_decorations()) } else { None };
        let mut members = std::mem::take(&mut class.body).into_iter();
        while let Some(mut member) = members.next() {
            let needs = element_needs(&member);
            let (is_instance, is_static) = (is_instance_element(&member), is_static_element(&member));
            let member_top = self.b.top();
            match &mut member {
                ClassMember::Method(m) if let Some(d) = &mut decorations => {
                    let again = matches!(&m.key, PropName::Computed(c) if matches!(&*c.expr, Expr::Invalid(_)));
                    let known = accessor_key.take().filter(|_| again);
                    let (key, setter_too) = self.decorated_method(d, m, known, members.as_mut_slice());
                    if setter_too {
                        members.next();
                    } else if m.kind == MethodKind::Getter && matches!(m.key, PropName::Computed(_)) {
                        accessor_key = Some(key);
                        continue;
                    }
                }
                ClassMember::PrivateMethod(m) if let Some(d) = &mut decorations => {
                    let setter_too = self.decorated_private_method(d, m, hidden, members.as_mut_slice());
                    if !m.is_static {
                        for i in 0..if setter_too { 2 } else { 1 } {
                            let kind = if i == 1 { 2 } else { private_kind(m.kind, &m.key).0 };
                            instance_methods.push(Element::Method { name: m.key.clone(), function: hidden, kind });
                            hidden += 1;
                        }
                    }
                    if setter_too {
                        members.next();
                    }
                }
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
                    self.e(Opcode::SetHomeObject, &[function as u32, home as u32]);
                    if m.is_static {
                        static_methods.push((m.key.clone(), function, kind));
                        continue;
                    }
                    self.initialize_binding(hidden, function);
                    instance_methods.push(Element::Method { name: m.key.clone(), function: hidden, kind });
                    hidden += 1;
                }
                ClassMember::ClassProp(p) => {
                    let decorators = self.field_decorators(&mut p.decorators);
                    let mut key_register = None;
                    let key = match static_key(&p.key) {
                        Some(StaticKey::Name(name)) => {
                            if needs.decorated {
                                key_register = Some(self.key(&mut p.key));
                            }
                            FieldKey::Static(name)
                        }
                        None => {
                            let key = self.computed_key(&mut p.key);
                            self.initialize_binding(hidden, key);
                            key_register = Some(key);
                            hidden += 1;
                            FieldKey::Computed(hidden - 1)
                        }
                    };
                    debug_assert_eq!(needs.key, matches!(key, FieldKey::Computed(_)));
                    let mut initializers = None;
                    if let (true, Some(d), Some(key)) = (needs.decorated, &mut decorations, key_register) {
                        let flags = if p.is_static { element::STATIC } else { 0 };
                        self.decorated_field(d, hidden, Some((flags, key, decorators)));
                        initializers = Some(hidden);
                        hidden += 2;
                    }
                    let element = Element::Field { key, value: p.value.take(), span: p.span, initializers };
                    if is_instance { instance.push(element) } else { statics.push(element) }
                }
                ClassMember::PrivateProp(p) => {
                    let mut initializers = None;
                    if needs.decorated
                        && let Some(d) = &mut decorations
                    {
                        let field = if p.key.name.starts_with(STORAGE) {
                            None
                        } else {
                            let decorators = self.field_decorators(&mut p.decorators);
                            let flags = element::PRIVATE | if p.is_static { element::STATIC } else { 0 };
                            let key = self.private_name(&p.key);
                            Some((flags, key, decorators))
                        };
                        self.decorated_field(d, hidden, field);
                        initializers = Some(hidden);
                        hidden += 2;
                    }
                    let key = FieldKey::Private(p.key.clone());
                    let element = Element::Field { key, value: p.value.take(), span: p.span, initializers };
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
        // Private methods are there before the first field's value is evaluated.
        if info.instance_extras != NONE {
            instance_methods.push(Element::Initializers(info.instance_extras));
        }
        instance_methods.append(&mut instance);
        if info.instance_initializer != NONE {
            let node = Node::Initializer(instance_methods);
            let names = self.initializer_names(ConstString::from("<instance_members_initializer>"));
            let template = make_template(unit, info.instance_initializer, node, names, span, position);
            self.set_field_initializer(template, constructor, prototype);
        }
        let home = constructor;
        let mut constructor = constructor;
        let mut class_extras = None;
        if let Some(d) = &mut decorations {
            self.at(class.span);
            self.decorate_elements(d, home, prototype, info.instance_extras);
            if let Some(decorators) = class_decorators {
                constructor = self.b.temporary();
                self.mov(constructor, home);
                class_extras = Some(self.decorate_class(constructor, decorators, decorated_name));
            }
            for (name, word, kind) in std::mem::take(&mut d.static_methods) {
                let function = self.decorated_word(d, word);
                static_methods.push((name, function, kind));
            }
        }
        if info.name != NONE {
            self.initialize_binding(info.name, constructor);
        }
        for (name, function, kind) in static_methods {
            let top = self.b.top();
            let key = self.private_name(&name);
            self.at(name.span);
            self.e(Opcode::DefinePrivateMethod, &[constructor as u32, key as u32, function as u32, kind]);
            self.b.release(top);
        }
        if let Some(d) = &decorations {
            self.static_extras(d, constructor);
        }
        if info.static_initializer != NONE {
            let names = self.initializer_names(ConstString::from("<static_initializer>"));
            let node = Node::Initializer(statics);
            let template = make_template(unit, info.static_initializer, node, names, span, position);
            self.run_static_initializer(template, home, constructor, class.span);
        }
        if let Some(extras) = class_extras {
            self.e(Opcode::RunInitializers, &[extras as u32, constructor as u32, extras as u32, 1]);
        }
        self.leave_scope(info.scope, inner);
        self.class_name = outer_class;
        self.strict = strict;
        self.mov(dst, constructor);
        self.b.release(top);
    }

    /// The function that initializes instances.
    fn set_field_initializer(&mut self, template: Rc<FunctionTemplate>, constructor: Reg, prototype: Reg) {
        let top = self.b.top();
        let function = self.b.temporary();
        self.closure(template, function);
        self.e(Opcode::SetHomeObject, &[function as u32, prototype as u32]);
        self.e(Opcode::SetFieldInitializer, &[constructor as u32, function as u32]);
        self.b.release(top);
    }

    /// The function that initializes static fields and runs static blocks, on the class (which decorators may have replaced).
    fn run_static_initializer(&mut self, template: Rc<FunctionTemplate>, home: Reg, class: Reg, span: Span) {
        let top = self.b.top();
        let base = self.b.call_area(0);
        let function = base + CALLEE as Reg;
        self.closure(template, function);
        self.e(Opcode::SetHomeObject, &[function as u32, home as u32]);
        self.mov(base + THIS as Reg, class);
        let site = self.site(SiteKind::Call);
        let result = self.b.temporary();
        self.at(span);
        self.e(Opcode::Call, &[result as u32, base as u32, 0, site]);
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
            MethodKind::Method => self.e(Opcode::DefineMethod, &operands(0)),
            MethodKind::Getter => self.e(Opcode::DefineAccessor, &operands(0)),
            MethodKind::Setter => self.e(Opcode::DefineAccessor, &operands(2)),
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
                    self.e(Opcode::DefinePrivateMethod, &[THIS_REGISTER as u32, key as u32, closure as u32, kind]);
                }
                Element::Field { key, value, span, initializers } => {
                    self.field(key, value, span, initializers);
                    if let Some(initializers) = initializers {
                        self.run_initializers(initializers + 1, None);
                    }
                }
                Element::Initializers(hidden) => self.run_initializers(hidden, None),
                Element::Block(mut block) => self.static_block(&mut block),
            }
            self.b.release(top);
        }
        self.end_of_function();
        let flags = super::function::code_flags(self.unit, self.id);
        self.finish(0, 0, flags)
    }

    /// Runs the initializers in a nameless binding on `this`: with a value they give the next one, without one nothing.
    fn run_initializers(&mut self, hidden: BindingId, value: Option<Reg>) {
        let top = self.b.top();
        let list = self.b.temporary();
        let b = self.unit.binding(hidden);
        let place = self.slot_place(b.scope, b.slot);
        self.get_slot(place, list, false);
        let operands = |value: Reg, mode| [value as u32, THIS_REGISTER as u32, list as u32, mode];
        match value {
            Some(value) => self.e(Opcode::RunInitializers, &operands(value, 0)),
            None => self.e(Opcode::RunInitializers, &operands(list, 1)),
        }
        self.b.release(top);
    }

    fn field(&mut self, key: FieldKey, value: Option<Box<Expr>>, span: Span, initializers: Option<BindingId>) {
        self.at(span);
        let this = THIS_REGISTER as u32;
        match key {
            FieldKey::Static(name) => {
                if let Some(value) = &value {
                    self.infer_field(&name, value);
                }
                let value = self.field_value(value, FunctionName::Static(name.clone()), initializers);
                let site = self.b.site(SiteKind::DefineField, Some(name), true);
                self.at(span);
                self.e(Opcode::DefineField, &[this, value as u32, site]);
            }
            FieldKey::Computed(hidden) => {
                let key = self.b.temporary();
                let b = self.unit.binding(hidden);
                let place = self.slot_place(b.scope, b.slot);
                self.get_slot(place, key, false);
                let value = self.field_value(value, FunctionName::Computed(key, 0), initializers);
                self.at(span);
                self.e(Opcode::DefineIndex, &[this, key as u32, value as u32]);
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
                let value = self.field_value(value, FunctionName::Static(text), initializers);
                let key = self.private_name(&name);
                let site = self.site(SiteKind::Private);
                self.at(span);
                self.e(Opcode::DefinePrivate, &[this, key as u32, value as u32, site]);
            }
        }
    }

    fn field_value(&mut self, value: Option<Box<Expr>>, name: FunctionName, initializers: Option<BindingId>) -> Reg {
        let value = match value {
            Some(mut value) => self.any_named(&mut value, name),
            None => {
                let t = self.b.temporary();
                self.undefined(t);
                t
            }
        };
        let Some(initializers) = initializers else { return value };
        let t = self.b.temporary();
        self.mov(t, value);
        self.run_initializers(initializers, Some(t));
        t
    }

    fn static_block(&mut self, block: &mut BlockStmt) {
        self.scoped_block(block);
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

/// `#x`, as a constant.
pub(super) fn private_name_text(key: &PrivateName) -> ConstString {
    ConstString::Utf8(private_name(&key.name))
}

/// DefinePrivateMethod's kind, and the function's name.
pub(super) fn private_kind(kind: MethodKind, key: &PrivateName) -> (u32, ConstString) {
    let name = ConstString::Utf8(private_name(&key.name));
    match kind {
        MethodKind::Method => (0, name),
        MethodKind::Getter => (1, accessor_name(&name, false)),
        MethodKind::Setter => (2, accessor_name(&name, true)),
    }
}

/// The source of a method as Function.prototype.toString shows it: without `static`.
pub(super) fn method_span(source: &str, span: Span, is_static: bool) -> Span {
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
