//! Classes: a scope with the inner name, the private names and nameless bindings for what initializers need later.

use super::analyze::{Analyzer, Body};
use super::*;
use crate::frontend::parse::Rewrite;
use swc_ecma_ast::*;

/// What a class element is to the scope analysis and to the compiler, which must agree on the nameless bindings.
pub struct ElementNeeds {
    /// A computed field's key.
    pub key: bool,
    /// A private instance method's or accessor's function.
    pub function: bool,
    /// A decorated field's initializers, and its extra initializers: two bindings.
    pub decorated: bool,
}

impl ElementNeeds {
    fn count(&self) -> u32 {
        u32::from(self.key) + u32::from(self.function) + 2 * u32::from(self.decorated)
    }
}

/// The nameless bindings that an element takes, in order: its key, then its function, then its initializers.
pub fn element_needs(member: &ClassMember) -> ElementNeeds {
    match member {
        ClassMember::ClassProp(p) => ElementNeeds {
            key: matches!(p.key, PropName::Computed(_)),
            function: false,
            decorated: !p.decorators.is_empty(),
        },
        ClassMember::PrivateMethod(m) => ElementNeeds { key: false, function: !m.is_static, decorated: false },
        ClassMember::PrivateProp(p) => {
            ElementNeeds { key: false, function: false, decorated: !p.decorators.is_empty() }
        }
        _ => ElementNeeds { key: false, function: false, decorated: false },
    }
}

/// `#x` as a name.
pub fn private_name(name: &str) -> Atom {
    let mut text = String::with_capacity(name.len() + 1);
    text.push('#');
    text.push_str(name);
    Atom::from(text)
}

impl Analyzer {
    pub(super) fn class(&mut self, class: &mut swc_ecma_ast::Class, name: Option<&mut Ident>) -> ClassId {
        super::accessors::expand(class);
        self.decorators(&mut class.decorators);
        let strict = std::mem::replace(&mut self.strict, true);
        let decorated =
            !class.decorators.is_empty() || class.body.iter_mut().any(|member| !member_decorators(member).is_empty());
        let scope = self.push_scope(ScopeKind::Class);
        let id = self.unit.classes.len() as ClassId;
        self.unit.classes.push(super::Class {
            scope,
            name: NONE,
            constructor: NONE,
            instance_initializer: NONE,
            static_initializer: NONE,
            hidden: NONE,
            decorated,
            instance_extras: NONE,
        });
        class.ctxt = index_ctxt(id);
        if let Some(name) = name {
            let binding = self.declare(&name.sym, BindingKind::ClassName);
            self.unit.classes[id as usize].name = binding;
        }
        self.declare_private_names(class);
        let hidden = self.unit.bindings.len() as BindingId;
        self.unit.classes[id as usize].hidden = hidden;
        for member in &class.body {
            for _ in 0..element_needs(member).count() {
                self.declare(&Atom::default(), BindingKind::Hidden);
            }
        }
        let instance_extras = class.body.iter().any(is_decorated_instance_method);
        if instance_extras {
            let binding = self.declare(&Atom::default(), BindingKind::Hidden);
            self.unit.classes[id as usize].instance_extras = binding;
        }
        // Heritage and keys are evaluated before the class has its name.
        if let Some(heritage) = &mut class.super_class {
            self.expression(heritage);
        }
        for member in &mut class.body {
            self.decorators(member_decorators(member));
            match member {
                ClassMember::Method(m) => self.property_name(&mut m.key),
                ClassMember::ClassProp(p) => self.property_name(&mut p.key),
                _ => {}
            }
        }
        let name = self.unit.classes[id as usize].name;
        self.initialize(name);
        let constructor_kind =
            if class.super_class.is_some() { FunctionKind::DerivedConstructor } else { FunctionKind::ClassConstructor };
        let mut constructor = NONE;
        for member in &mut class.body {
            match member {
                ClassMember::Constructor(c) => {
                    let mut parameters: Vec<&mut Pat> = c
                        .params
                        .iter_mut()
                        .filter_map(|p| match p {
                            ParamOrTsParamProp::Param(p) => Some(&mut p.pat),
                            ParamOrTsParamProp::TsParamProp(_) => None,
                        })
                        .collect();
                    let mut none = Vec::new();
                    let body = c.body.as_mut().map_or(&mut none, |b| &mut b.stmts);
                    constructor = self.function_parts(
                        &mut parameters,
                        Body::Statements(body),
                        constructor_kind,
                        0,
                        None,
                        u32::MAX,
                    );
                    c.ctxt = index_ctxt(constructor);
                }
                ClassMember::Method(m) => {
                    self.function(&mut m.function, method_kind(m.kind), None, u32::MAX);
                }
                ClassMember::PrivateMethod(m) => {
                    self.function(&mut m.function, method_kind(m.kind), None, u32::MAX);
                }
                _ => {}
            }
        }
        if constructor == NONE {
            constructor = self.function_parts(&mut [], Body::Statements(&mut []), constructor_kind, 0, None, u32::MAX);
        }
        self.unit.functions[constructor as usize].class = id;
        self.unit.classes[id as usize].constructor = constructor;
        let fields = class.body.iter().filter(|m| is_instance_element(m)).count();
        if fields > 0 || instance_extras {
            let f = self.initializer(class, id, false);
            self.unit.classes[id as usize].instance_initializer = f;
            self.unit.functions[constructor as usize].expected_properties += fields as u32;
        }
        if class.body.iter().any(is_static_element) {
            let f = self.initializer(class, id, true);
            self.unit.classes[id as usize].static_initializer = f;
        }
        self.pop_scope();
        self.strict = strict;
        id
    }

    fn decorators(&mut self, decorators: &mut [Decorator]) {
        for decorator in decorators {
            if let Some(name) = decorator_name(&mut decorator.expr) {
                let offset = name.span.lo.0.saturating_sub(1);
                if self.rewrites.iter().any(|r| matches!(r, Rewrite::AwaitDecorator { offset: o } if *o == offset)) {
                    name.sym = Atom::from("await");
                }
            }
            self.expression(&mut decorator.expr);
        }
    }

    fn declare_private_names(&mut self, class: &swc_ecma_ast::Class) {
        let mut known = FxHashSet::default();
        for member in &class.body {
            let name = match member {
                ClassMember::PrivateProp(p) => &p.key.name,
                ClassMember::PrivateMethod(m) => &m.key.name,
                _ => continue,
            };
            let name = private_name(name);
            // A getter and a setter share their name.
            if known.insert(name.clone()) {
                self.declare(&name, BindingKind::PrivateName);
            }
        }
    }

    /// The function that evaluates all instance (or static) fields' values and static blocks.
    fn initializer(&mut self, class: &mut swc_ecma_ast::Class, id: ClassId, statics: bool) -> FunctionId {
        let saved = self.function;
        let kind = if statics { FunctionKind::StaticInitializer } else { FunctionKind::FieldInitializer };
        let f = self.new_function(kind, FUNCTION_STRICT | FUNCTION_SIMPLE_PARAMETERS | FUNCTION_USES_THIS, u32::MAX);
        let scope = self.push_scope(ScopeKind::Function);
        let function = &mut self.unit.functions[f as usize];
        function.scope = scope;
        function.body_scope = scope;
        function.class = id;
        for member in &mut class.body {
            match member {
                ClassMember::ClassProp(ClassProp { is_static, value: Some(value), .. })
                | ClassMember::PrivateProp(PrivateProp { is_static, value: Some(value), .. })
                    if *is_static == statics =>
                {
                    self.expression(value);
                }
                ClassMember::StaticBlock(block) if statics => {
                    let scope = self.push_scope(ScopeKind::StaticBlock);
                    self.hoist(&mut block.body.stmts);
                    self.declare_lexical(&mut block.body.stmts, true);
                    block.body.ctxt = index_ctxt(scope);
                    self.statements(&mut block.body.stmts);
                    self.pop_scope();
                }
                _ => {}
            }
        }
        self.pop_scope();
        self.function = saved;
        f
    }
}

fn method_kind(kind: MethodKind) -> FunctionKind {
    match kind {
        MethodKind::Method => FunctionKind::Method,
        MethodKind::Getter => FunctionKind::Getter,
        MethodKind::Setter => FunctionKind::Setter,
    }
}

/// The name that a decorator begins with.
fn decorator_name(expression: &mut Expr) -> Option<&mut Ident> {
    let mut e = expression;
    loop {
        e = match e {
            Expr::Ident(name) => return Some(name),
            Expr::Member(member) => &mut member.obj,
            Expr::Call(CallExpr { callee: Callee::Expr(callee), .. }) => callee,
            _ => return None,
        };
    }
}

/// A method or accessor that may have extra initializers for instances.
fn is_decorated_instance_method(member: &ClassMember) -> bool {
    match member {
        ClassMember::Method(m) => !m.is_static && !m.function.decorators.is_empty(),
        ClassMember::PrivateMethod(m) => !m.is_static && !m.function.decorators.is_empty(),
        _ => false,
    }
}

/// Fields and private methods of instances.
pub fn is_instance_element(member: &ClassMember) -> bool {
    match member {
        ClassMember::ClassProp(p) => !p.is_static,
        ClassMember::PrivateProp(p) => !p.is_static,
        ClassMember::PrivateMethod(m) => !m.is_static,
        _ => false,
    }
}

/// Static fields and blocks.
pub fn is_static_element(member: &ClassMember) -> bool {
    match member {
        ClassMember::ClassProp(p) => p.is_static,
        ClassMember::PrivateProp(p) => p.is_static,
        ClassMember::StaticBlock(_) => true,
        _ => false,
    }
}

pub fn member_decorators(member: &mut ClassMember) -> &mut [Decorator] {
    match member {
        ClassMember::Method(m) => &mut m.function.decorators,
        ClassMember::PrivateMethod(m) => &mut m.function.decorators,
        ClassMember::ClassProp(p) => &mut p.decorators,
        ClassMember::PrivateProp(p) => &mut p.decorators,
        _ => &mut [],
    }
}
