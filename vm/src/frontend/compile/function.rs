//! Functions: closures, their templates, and what a function does before its body.

use super::assignment::is_anonymous_function;
use super::class::Element;
use super::*;
use crate::frontend::LazyBody;
use crate::frontend::scope::declare::function_declaration;
use abi::frame::*;
use swc_ecma_ast::*;

/// A function's own part of the syntax tree, which its compilation consumes.
pub enum Node {
    Script(Vec<Stmt>),
    Eval(Vec<Stmt>),
    Module(Vec<ModuleItem>),
    Function {
        parameters: Vec<Pat>,
        body: Vec<Stmt>,
    },
    Expression {
        parameters: Vec<Pat>,
        body: Box<Expr>,
    },
    DefaultConstructor,
    /// The initializer of a class's instance fields, or of its static ones.
    Initializer(Vec<Element>),
}

/// Arguments that a derived class without a constructor of its own passes on without an array.
const FORWARDED: u32 = 6;

/// The name that an anonymous function gets where it is defined.
#[derive(Clone)]
pub(super) enum FunctionName {
    Static(ConstString),
    /// A property key in a register; prefix as in SetFunctionName.
    Computed(Reg, u32),
}

/// CODE_FLAG_* of a function.
pub fn code_flags(unit: &Unit, id: FunctionId) -> u32 {
    let f = unit.function(id);
    let mut flags = 0;
    let mut set = |condition: bool, flag: u32| {
        if condition {
            flags |= flag;
        }
    };
    let (generator, asynchronous, strict) = (f.is(FUNCTION_GENERATOR), f.is(FUNCTION_ASYNC), f.is(FUNCTION_STRICT));
    set(strict, CODE_FLAG_STRICT);
    set(generator, CODE_FLAG_GENERATOR);
    set(asynchronous, CODE_FLAG_ASYNC);
    let ordinary =
        matches!(f.kind, FunctionKind::Normal | FunctionKind::Method | FunctionKind::Getter | FunctionKind::Setter);
    set(ordinary && !strict && f.is(FUNCTION_USES_THIS), CODE_FLAG_COERCE_THIS);
    if f.arguments != NONE && f.is(FUNCTION_USES_ARGUMENTS | FUNCTION_INSPECTED) {
        let mapped = !strict && f.is(FUNCTION_SIMPLE_PARAMETERS);
        set(mapped, CODE_FLAG_ARGUMENTS_MAPPED);
        set(!mapped, CODE_FLAG_ARGUMENTS_UNMAPPED);
        let kept = FUNCTION_ARGUMENTS_NAMED | FUNCTION_INSPECTED | FUNCTION_GENERATOR | FUNCTION_ASYNC;
        set(f.is(FUNCTION_SIMPLE_PARAMETERS) && !f.is(kept), CODE_FLAG_ARGUMENTS_LAZY);
    }
    set(f.is(FUNCTION_INSPECTED), CODE_FLAG_INSPECTED);
    // A direct eval runs like an arrow function: its `this` is the running frame's.
    set(f.kind == FunctionKind::Arrow || f.kind == FunctionKind::Eval, CODE_FLAG_ARROW);
    let class = matches!(f.kind, FunctionKind::ClassConstructor | FunctionKind::DerivedConstructor);
    set(class, CODE_FLAG_CLASS_CONSTRUCTOR);
    set(f.kind == FunctionKind::DerivedConstructor, CODE_FLAG_DERIVED);
    set(class || (f.kind == FunctionKind::Normal && !generator && !asynchronous), CODE_FLAG_CONSTRUCTOR);
    set(f.kind.has_home_object() && !class, CODE_FLAG_METHOD);
    flags
}

/// ExpectedArgumentCount (sec. 15.1.5).
fn expected_arguments(parameters: &[Pat]) -> u32 {
    parameters.iter().take_while(|p| !matches!(p, Pat::Assign(_) | Pat::Rest(_))).count() as u32
}

/// A template for function `id` of a unit, with its `name` and what reports call it.
pub fn make_template(
    unit: &Rc<Unit>,
    id: FunctionId,
    node: Node,
    (name, report_name): (ConstString, ConstString),
    span: (u32, u32),
    position: u32,
) -> Rc<FunctionTemplate> {
    let (length, rest) = match &node {
        Node::Function { parameters, .. } | Node::Expression { parameters, .. } => {
            (expected_arguments(parameters), matches!(parameters.last(), Some(Pat::Rest(_))))
        }
        _ => (0, false),
    };
    let flags = code_flags(unit, id) | if rest { CODE_FLAG_REST } else { 0 };
    Rc::new(FunctionTemplate {
        name,
        report_name,
        length,
        flags,
        source: unit.source.clone(),
        span,
        position,
        expected_properties: unit.function(id).expected_properties.min(64),
        environments: Default::default(),
        body: LazyBody::of(unit.clone(), id, node),
    })
}

/// The parts of a `Function` node, taken out of the tree.
pub fn take_function(function: &mut swc_ecma_ast::Function) -> Node {
    Node::Function {
        parameters: std::mem::take(&mut function.params).into_iter().map(|p| p.pat).collect(),
        body: function.body.take().map(|b| b.stmts).unwrap_or_default(),
    }
}

/// The function that a dynamic function's program declares, and nothing else.
pub fn dynamic_function(unit: &Rc<Unit>, program: Program) -> Option<Rc<FunctionTemplate>> {
    declared_function(unit, program, |name| ConstString::Utf8(name.clone()))
}

/// The function whose body a text is. It has no name.
pub fn function_of_body(unit: &Rc<Unit>, program: Program) -> Option<Rc<FunctionTemplate>> {
    declared_function(unit, program, |_| ConstString::default())
}

/// The function that a program declares, which does nothing else; its name is made of that in the program.
fn declared_function(
    unit: &Rc<Unit>,
    program: Program,
    name: impl FnOnce(&Atom) -> ConstString,
) -> Option<Rc<FunctionTemplate>> {
    let Program::Script(mut script) = program else { return None };
    let declaration = function_declaration(script.body.first_mut()?)?;
    let span = declaration.function.span;
    let id = index_of(declaration.function.ctxt);
    let node = take_function(&mut declaration.function);
    let name = name(&declaration.ident.sym);
    let names = (name.clone(), name);
    Some(make_template(unit, id, node, names, (start(span), end(span)), start(declaration.ident.span)))
}

impl Compiler<'_> {
    /// A closure of the template over the current environment.
    pub(super) fn closure(&mut self, template: Rc<FunctionTemplate>, dst: Reg) {
        let environment = self.environment();
        let k = self.b.function_constant(template);
        self.e(Opcode::NewFunction, &[dst as u32, k, environment as u32]);
    }

    pub(super) fn function_template(
        &mut self,
        function: &mut swc_ecma_ast::Function,
        name: ConstString,
        position: u32,
    ) -> Rc<FunctionTemplate> {
        let id = index_of(function.ctxt);
        let span = (start(function.span), end(function.span));
        let node = take_function(function);
        let report_name = self.report_name(id, &name);
        make_template(self.unit, id, node, (name, report_name), span, position)
    }

    fn static_name(name: &Option<FunctionName>) -> ConstString {
        match name {
            Some(FunctionName::Static(name)) => name.clone(),
            _ => ConstString::from(""),
        }
    }

    fn set_computed_name(&mut self, name: &Option<FunctionName>, function: Reg) {
        if let Some(FunctionName::Computed(key, prefix)) = name {
            self.e(Opcode::SetFunctionName, &[function as u32, *key as u32, *prefix]);
        }
    }

    pub(super) fn function_expression(&mut self, f: &mut FnExpr, name: Option<FunctionName>, dst: Reg) {
        let (text, position) = match &f.ident {
            Some(ident) => (ConstString::Utf8(ident.sym.clone()), start(ident.span)),
            None => (Self::static_name(&name), start(f.function.span)),
        };
        let template = self.function_template(&mut f.function, text, position);
        self.closure(template, dst);
        if f.ident.is_none() {
            self.set_computed_name(&name, dst);
        }
    }

    pub(super) fn arrow(&mut self, arrow: &mut ArrowExpr, name: Option<FunctionName>, dst: Reg) {
        let id = index_of(arrow.ctxt);
        let parameters = std::mem::take(&mut arrow.params);
        let node = match &mut *arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                Node::Function { parameters, body: std::mem::take(&mut body.stmts) }
            }
            ArrowFunctionBody::Expr(body) => Node::Expression { parameters, body: std::mem::take(body) },
        };
        let span = (start(arrow.span), end(arrow.span));
        let text = Self::static_name(&name);
        let report_name = self.report_name(id, &text);
        let template = make_template(self.unit, id, node, (text, report_name), span, span.0);
        self.closure(template, dst);
        self.set_computed_name(&name, dst);
    }

    /// The closure of a method or accessor; its home object and name are set where it is defined.
    pub(super) fn method(
        &mut self,
        function: &mut swc_ecma_ast::Function,
        name: Option<ConstString>,
        span: Span,
        dst: Reg,
    ) {
        let position = start(span);
        let template = self.function_template(function, name.unwrap_or_else(|| ConstString::from("")), position);
        self.closure(template, dst);
    }

    /// Compiles an expression; an anonymous function or class gets the name.
    pub(super) fn to_named(&mut self, e: &mut Expr, name: FunctionName, dst: Reg) {
        if !is_anonymous_function(e) {
            return self.to(e, dst);
        }
        match unparen(e) {
            Expr::Fn(f) => self.function_expression(f, Some(name), dst),
            Expr::Arrow(arrow) => self.arrow(arrow, Some(name), dst),
            Expr::Class(class) => self.class(&mut class.class, None, Some(name), dst),
            _ => {}
        }
    }

    pub(super) fn any_named(&mut self, e: &mut Expr, name: FunctionName) -> Reg {
        if !is_anonymous_function(e) {
            return self.any(e);
        }
        let dst = self.b.temporary();
        self.to_named(e, name, dst);
        dst
    }

    /// Makes the closures of the functions that a statement list declares, and takes them out of it.
    pub(super) fn hoisted_functions(&mut self, statements: &mut [Stmt]) {
        for statement in statements {
            let Some(declaration) = function_declaration(statement) else { continue };
            let top = self.b.top();
            let name = ConstString::Utf8(declaration.ident.sym.clone());
            let position = start(declaration.ident.span);
            let template = self.function_template(&mut declaration.function, name, position);
            let (binding, _) = decode(declaration.ident.ctxt);
            if binding == NONE {
                continue;
            }
            let b = self.unit.binding(binding);
            let reg = if b.captured() { self.b.temporary() } else { self.registers[b.slot as usize] };
            self.closure(template, reg);
            self.initialize_binding(binding, reg);
            self.b.release(top);
        }
    }

    // ---- a function's beginning

    /// Registers that a function's code needs before its body: see the order in [`Compiler::prologue`].
    fn function_registers(&mut self, scopes: &[ScopeId]) -> u32 {
        // Variables first: entry sets them to undefined in one go.
        let before = self.b.top();
        for &scope in scopes {
            for binding in self.unit.bindings_of(scope) {
                let b = self.unit.binding(binding);
                if !b.captured() && b.kind == BindingKind::Var {
                    let reg = self.b.temporary();
                    self.assign_register(binding, reg);
                }
            }
        }
        let cleared = self.b.top() > before;
        let end = self.b.top();
        for &scope in scopes {
            for binding in self.unit.bindings_of(scope) {
                let b = self.unit.binding(binding);
                if b.captured() || matches!(b.kind, BindingKind::Var | BindingKind::Parameter) {
                    continue;
                }
                if matches!(b.kind, BindingKind::Arguments | BindingKind::FunctionName) && !b.is(USED) {
                    continue;
                }
                let reg = self.b.temporary();
                self.assign_register(binding, reg);
            }
        }
        if cleared { end } else { 0 }
    }

    /// Everything before the body. Gives what [`FunctionData`] wants: locals to clear, arguments and rest registers.
    fn prologue(&mut self, parameters: &mut [Pat], count: u32) -> (u32, Reg, Reg) {
        let f = self.unit.function(self.id);
        let (scope, body_scope) = (f.scope, f.body_scope);
        let separate = scope != body_scope;
        let expressions = f.is(FUNCTION_PARAMETER_EXPRESSIONS);
        let first = FIRST_ARGUMENT as u32 + count;
        self.scope = scope;
        let scopes = [scope, body_scope];
        let cleared = self.function_registers(if separate { &scopes } else { &scopes[..1] });
        let locals = cleared.saturating_sub(first);
        // Parameters: their argument's register, where nothing can tell the difference.
        for (i, parameter) in parameters.iter_mut().enumerate() {
            if let Pat::Ident(BindingIdent { id, .. }) = parameter_target(parameter) {
                let (binding, _) = decode(id.ctxt);
                let b = self.unit.binding(binding);
                if !b.captured() && b.kind == BindingKind::Parameter && !b.is(CHECKED) && i < count as usize {
                    self.assign_register(binding, FIRST_ARGUMENT as Reg + i as Reg);
                }
            }
        }
        for binding in self.unit.bindings_of(scope) {
            let b = self.unit.binding(binding);
            if b.kind == BindingKind::Parameter && !b.captured() && self.registers[b.slot as usize] == 0 {
                let reg = self.b.temporary();
                self.assign_register(binding, reg);
            }
        }
        let arguments_register = if f.arguments != NONE && f.is(FUNCTION_USES_ARGUMENTS) {
            let b = self.unit.binding(f.arguments);
            if b.captured() { self.b.temporary() } else { self.registers[b.slot as usize] }
        } else if f.arguments != NONE && f.is(FUNCTION_INSPECTED) {
            self.b.temporary()
        } else {
            0
        };
        let rest_register = match parameters.last() {
            Some(Pat::Rest(rest)) => match &*rest.arg {
                Pat::Ident(ident) => {
                    let (binding, _) = decode(ident.id.ctxt);
                    let b = self.unit.binding(binding);
                    let own = !b.captured() && b.kind == BindingKind::Parameter && !b.is(CHECKED);
                    if own { self.registers[b.slot as usize] } else { self.b.temporary() }
                }
                _ => self.b.temporary(),
            },
            _ => 0,
        };

        if self.asynchronous && !self.generator {
            self.create_generator();
        }
        // The environment, and what inner functions capture beside names.
        if self.unit.scope(scope).has_environment() {
            let parent = self.environment();
            let reg = self.b.temporary();
            self.new_environment(scope, reg, parent);
            self.environments.push((scope, reg));
        }
        for what in [CAPTURE_NEW_TARGET, CAPTURE_HOME, CAPTURE_FUNCTION] {
            let slot = f.captures[what];
            if slot != NONE {
                let top = self.b.top();
                let t = self.b.temporary();
                self.captured(what, t);
                let place = self.slot_place(scope, slot & 0xffff);
                self.set_slot(place, t, false);
                self.b.release(top);
            }
        }
        if f.kind == FunctionKind::DerivedConstructor && f.captures[CAPTURE_THIS] == NONE {
            let reg = self.b.temporary();
            self.e(Opcode::LoadEmpty, &[reg as u32]);
            self.derived_this = Some(reg);
        }
        if f.kind == FunctionKind::ClassConstructor
            && f.class != NONE
            && self.unit.classes[f.class as usize].instance_initializer != NONE
        {
            self.e(Opcode::RunFieldInitializer, &[THIS_REGISTER as u32]);
        }
        if f.name != NONE && self.unit.binding(f.name).flags & (USED | CAPTURED) != 0 {
            let b = self.unit.binding(f.name);
            if b.captured() {
                let top = self.b.top();
                let t = self.b.temporary();
                self.e(Opcode::LoadCallee, &[t as u32]);
                self.initialize_binding(f.name, t);
                self.b.release(top);
            } else {
                let reg = self.registers[b.slot as usize];
                self.e(Opcode::LoadCallee, &[reg as u32]);
            }
        }
        if arguments_register != 0 && self.unit.binding(f.arguments).captured() {
            self.initialize_binding(f.arguments, arguments_register);
        }
        // Lexical registers that may be read too early, and parameters likewise.
        for &s in if separate { &scopes[..] } else { &scopes[..1] } {
            for binding in self.unit.bindings_of(s) {
                let b = self.unit.binding(binding);
                if !b.captured() && b.is(CHECKED) && (b.kind.has_dead_zone() || b.is(DEAD_ZONE)) {
                    let reg = self.registers[b.slot as usize];
                    self.e(Opcode::LoadEmpty, &[reg as u32]);
                }
            }
        }
        self.parameters(parameters, rest_register, expressions);
        if f.is(FUNCTION_MAPPED) {
            self.mapped(parameters, arguments_register, scope);
        }
        if separate {
            self.body_scope(body_scope, scope);
        } else {
            self.captured_variables(scope);
        }
        if self.generator {
            self.create_generator();
        }
        (locals, arguments_register, rest_register)
    }

    fn create_generator(&mut self) {
        let reg = self.b.temporary();
        self.e(Opcode::CreateGenerator, &[reg as u32]);
    }

    /// Binds the parameters to their arguments.
    fn parameters(&mut self, parameters: &mut [Pat], rest_register: Reg, expressions: bool) {
        let count = parameters.len();
        for (i, parameter) in parameters.iter_mut().enumerate() {
            let top = self.b.top();
            let argument =
                if i + 1 == count && rest_register != 0 { rest_register } else { FIRST_ARGUMENT as Reg + i as Reg };
            match parameter {
                Pat::Ident(ident) => {
                    let (binding, _) = decode(ident.id.ctxt);
                    // A parameter whose name a function declaration takes is still set first: it may be captured.
                    self.initialize_parameter(binding, argument);
                }
                Pat::Rest(rest) => {
                    if let Pat::Ident(ident) = &*rest.arg {
                        let (binding, _) = decode(ident.id.ctxt);
                        self.initialize_parameter(binding, argument);
                    } else {
                        self.bind_pattern(&mut rest.arg, argument);
                    }
                }
                Pat::Assign(assign) => {
                    let given = self.b.label();
                    // The argument's own register takes the default.
                    self.e(Opcode::JumpNotUndefined, &[argument as u32, given.0]);
                    match &*assign.left {
                        Pat::Ident(ident) => {
                            let name = FunctionName::Static(ConstString::Utf8(ident.id.sym.clone()));
                            self.to_named(&mut assign.right, name, argument);
                        }
                        _ => self.to(&mut assign.right, argument),
                    }
                    self.b.bind(given);
                    match &mut *assign.left {
                        Pat::Ident(ident) => {
                            let (binding, _) = decode(ident.id.ctxt);
                            self.initialize_parameter(binding, argument);
                        }
                        pattern => self.bind_pattern(pattern, argument),
                    }
                }
                pattern => self.bind_pattern(pattern, argument),
            }
            self.b.release(top);
        }
        debug_assert!(expressions || parameters.iter().all(|p| !matches!(p, Pat::Assign(_))));
    }

    fn initialize_parameter(&mut self, binding: BindingId, argument: Reg) {
        let b = self.unit.binding(binding);
        if b.captured() || self.registers[b.slot as usize] != argument {
            // `function f(a, a)`: the last one's register is the binding's; an earlier one must not overwrite it.
            if !b.captured() && (self.registers[b.slot as usize] as u32) < self.callee_environment as u32 {
                return;
            }
            self.initialize_binding(binding, argument);
        }
    }

    fn mapped(&mut self, parameters: &[Pat], arguments: Reg, scope: ScopeId) {
        let mut slots: Vec<Option<u16>> = Vec::with_capacity(parameters.len());
        for (i, parameter) in parameters.iter().enumerate() {
            let Pat::Ident(ident) = parameter else { continue };
            let (binding, _) = decode(ident.id.ctxt);
            let again = parameters[i + 1..]
                .iter()
                .any(|later| matches!(later, Pat::Ident(other) if other.id.sym == ident.id.sym));
            let slot = self.unit.binding(binding).slot;
            slots.push((!again && slot <= 0xffff).then_some(slot as u16));
        }
        self.mapped_parameters = slots;
        if let Place::Slot { environment, .. } = self.slot_place(scope, 0) {
            self.e(Opcode::MapArguments, &[arguments as u32, environment as u32]);
        }
    }

    /// The body's own scope, where parameters have theirs: its variables begin with the parameters' values.
    fn body_scope(&mut self, scope: ScopeId, parameters: ScopeId) {
        if self.unit.scope(scope).has_environment() {
            let parent = self.environment();
            let reg = self.b.temporary();
            self.new_environment(scope, reg, parent);
            self.environments.push((scope, reg));
        }
        self.scope = scope;
        self.captured_variables(scope);
        for binding in self.unit.bindings_of(scope) {
            let b = self.unit.binding(binding);
            if b.kind != BindingKind::Var {
                continue;
            }
            let outer = self.unit.find_in_scope(parameters, &b.name);
            if outer == NONE {
                continue;
            }
            let o = self.unit.binding(outer);
            if o.kind == BindingKind::FunctionName
                || (o.kind == BindingKind::Arguments && !self.unit.function(self.id).is(FUNCTION_USES_ARGUMENTS))
            {
                continue;
            }
            let top = self.b.top();
            let value = if o.captured() {
                let t = self.b.temporary();
                let place = self.slot_place(o.scope, o.slot);
                self.get_slot(place, t, false);
                t
            } else {
                self.registers[o.slot as usize]
            };
            self.initialize_binding(binding, value);
            self.b.release(top);
        }
    }

    /// Variables in an environment begin undefined; its slots begin empty.
    pub(super) fn captured_variables(&mut self, scope: ScopeId) {
        let top = self.b.top();
        let mut undefined = None;
        for binding in self.unit.bindings_of(scope) {
            let b = self.unit.binding(binding);
            if b.captured() && b.kind == BindingKind::Var {
                let reg = *undefined.get_or_insert_with(|| {
                    let reg = self.b.temporary();
                    self.b.emit(Opcode::LoadUndefined, &[reg as u32]);
                    reg
                });
                self.initialize_binding(binding, reg);
            }
        }
        self.b.release(top);
    }

    pub(super) fn initializer_prologue(&mut self) {
        self.prologue(&mut [], 0);
    }

    /// A whole function.
    fn function_code(mut self, mut parameters: Vec<Pat>, body: Code) -> Result<FunctionData, TooLarge> {
        let rest = matches!(parameters.last(), Some(Pat::Rest(_)));
        let count = parameters.len() as u32 - u32::from(rest);
        let (locals, arguments, rest_register) = self.prologue(&mut parameters, count);
        match body {
            Code::Statements(mut statements) => {
                self.hoisted_functions(&mut statements);
                self.body(&mut statements);
                self.end_of_function();
            }
            Code::Expression(mut e) => self.return_expression(&mut e),
        }
        let flags = code_flags(self.unit, self.id) | if rest { CODE_FLAG_REST } else { 0 };
        let mut data = self.finish(count, locals, flags)?;
        data.arguments_register = arguments;
        data.rest_register = rest_register;
        Ok(data)
    }

    /// What a function that ends without `return` does.
    pub(super) fn end_of_function(&mut self) {
        if self.b.reachable() {
            let top = self.b.top();
            let t = self.b.temporary();
            self.undefined(t);
            self.return_now(t);
            self.b.release(top);
        }
    }

    fn default_constructor(mut self) -> Result<FunctionData, TooLarge> {
        let derived = self.kind == FunctionKind::DerivedConstructor;
        if !derived {
            return self.function_code(Vec::new(), Code::Statements(Vec::new()));
        }
        // constructor(...args) { super(...args); }, without asking the array for its iterator, or making one for a few arguments.
        let rest = self.b.temporary();
        let function = self.b.temporary();
        let this = self.b.temporary();
        self.derived_this = Some(this);
        self.e(Opcode::LoadEmpty, &[this as u32]);
        self.captured(CAPTURE_FUNCTION, function);
        let base = self.b.call_area(FORWARDED);
        self.captured(CAPTURE_NEW_TARGET, base + NEW_TARGET as Reg);
        self.e(Opcode::GetPrototypeOf, &[base as u32 + CALLEE as u32, function as u32]);
        self.super_construct(Opcode::SuperForward, function, base, FORWARDED, Span::default(), this);
        self.e(Opcode::Return, &[this as u32]);
        let flags = code_flags(self.unit, self.id) | CODE_FLAG_FORWARD;
        let mut data = self.finish(FORWARDED, 0, flags)?;
        data.rest_register = rest;
        Ok(data)
    }
}

enum Code {
    Statements(Vec<Stmt>),
    Expression(Box<Expr>),
}

fn parameter_target(parameter: &Pat) -> &Pat {
    match parameter {
        Pat::Assign(assign) => &assign.left,
        other => other,
    }
}

/// Compiles a function that reports know by this name.
pub fn compile(
    unit: &Rc<Unit>,
    id: FunctionId,
    node: Node,
    report_name: &ConstString,
) -> Result<FunctionData, TooLarge> {
    let parameters = match &node {
        Node::Function { parameters, .. } | Node::Expression { parameters, .. } => {
            let rest = matches!(parameters.last(), Some(Pat::Rest(_)));
            parameters.len() as u32 - u32::from(rest)
        }
        Node::DefaultConstructor if unit.function(id).kind == FunctionKind::DerivedConstructor => FORWARDED,
        _ => 0,
    };
    let mut c = Compiler::new(unit, id, parameters);
    if let ConstString::Utf8(name) = report_name {
        c.own_name = name.clone();
    }
    match node {
        Node::Function { parameters, body } => c.function_code(parameters, Code::Statements(body)),
        Node::Expression { parameters, body } => c.function_code(parameters, Code::Expression(body)),
        Node::DefaultConstructor => c.default_constructor(),
        Node::Initializer(elements) => c.initializer(elements),
        Node::Script(statements) => c.script(statements),
        Node::Eval(statements) => c.eval(statements),
        Node::Module(items) => c.module(items),
    }
}
