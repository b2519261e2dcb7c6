//! The walk: resolves every identifier, counts what each function captures, and writes the answers into the tree.

use super::declare::{ANNEX_B_MARK, each_name, has_expression, lexical_kind};
use super::*;
use crate::bytecode::data::ConstString;
use crate::frontend::parse::Rewrite;
use swc_ecma_ast::*;

/// What the root's code declares outside of itself.
#[derive(Default)]
pub struct RootDeclarations {
    pub vars: Vec<Atom>,
    pub annex_b: Vec<Atom>,
    pub functions: usize,
}

/// What kind of code the root is.
pub enum Root<'a> {
    Script,
    /// With the local names of the imports, in order.
    Module(&'a [Atom]),
    /// None: indirect.
    Eval(Option<&'a EvalScope>),
}

/// Analyzes a program in place.
pub fn analyze(
    source: Rc<SourceText>,
    program: &mut Program,
    root: Root<'_>,
    strict: bool,
    rewrites: &[Rewrite],
) -> Unit {
    let kind = match root {
        Root::Script => FunctionKind::Script,
        Root::Module(_) => FunctionKind::Module,
        Root::Eval(_) => FunctionKind::Eval,
    };
    let size = source.text.len();
    let mut a = Analyzer {
        unit: Unit {
            source,
            bindings: Vec::with_capacity(size / 64),
            scopes: Vec::with_capacity(size / 256),
            functions: Vec::with_capacity(size / 512),
            classes: Vec::new(),
            with_scopes: FxHashMap::default(),
            dynamic: false,
            call_targets: Vec::new(),
            root: RootDeclarations::default(),
            depth: 0,
            eval: EvalContext::default(),
            eval_captures: [NONE; 4],
            infos: RefCell::default(),
        },
        names: FxHashMap::default(),
        scope: NONE,
        function: NONE,
        strict,
        count: 1,
        rewrites: rewrites.to_vec(),
        withs: Vec::new(),
        arguments: Atom::from("arguments"),
        eval: Atom::from("eval"),
        root_declarations: RootDeclarations::default(),
    };
    a.new_function(kind, if strict { FUNCTION_STRICT } else { 0 }, u32::MAX);
    if let Root::Eval(Some(scope)) = &root {
        a.outer_layers(scope);
    }
    let scope = a.push_scope(match kind {
        FunctionKind::Script => ScopeKind::Script,
        FunctionKind::Module => ScopeKind::Module,
        _ => ScopeKind::Eval,
    });
    a.unit.functions[0].scope = scope;
    a.unit.functions[0].body_scope = scope;
    match program {
        Program::Script(script) => {
            a.hoist(&mut script.body);
            if kind == FunctionKind::Eval {
                a.declare_lexical(&mut script.body, true);
            }
            a.statements(&mut script.body);
        }
        Program::Module(module) => a.module(module, &root),
    }
    a.pop_scope();
    a.unit.root = a.root_declarations;
    a.unit
}

pub(super) struct Analyzer {
    pub(super) unit: Unit,
    /// The innermost binding of every name in sight.
    pub(super) names: FxHashMap<Atom, BindingId>,
    pub(super) scope: ScopeId,
    pub(super) function: FunctionId,
    pub(super) strict: bool,
    /// Initializations so far.
    pub(super) count: u32,
    /// Where the tree differs from the source.
    rewrites: Vec<Rewrite>,
    /// Depths of the `with` scopes around.
    pub(super) withs: Vec<u32>,
    arguments: Atom,
    eval: Atom,
    pub(super) root_declarations: RootDeclarations,
}

/// How an identifier is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// `arguments[...]` or `arguments.x`, for reading.
    ReadOfMember,
    Write,
    /// The declaration's own initialization.
    Initialize,
}

impl Analyzer {
    pub(super) fn new_function(&mut self, kind: FunctionKind, flags: u32, limit: u32) -> FunctionId {
        let id = self.unit.functions.len() as FunctionId;
        self.unit.functions.push(super::Function {
            parent: self.function,
            scope: NONE,
            body_scope: NONE,
            kind,
            flags,
            locals: 0,
            captures: [NONE; 4],
            arguments: NONE,
            name: NONE,
            class: NONE,
            annex_b: NONE,
            expected_properties: 0,
            limit,
        });
        self.function = id;
        id
    }

    /// The environments around a direct eval, as scopes of their own.
    fn outer_layers(&mut self, scope: &EvalScope) {
        self.unit.eval = scope.context;
        // Imports lie in the module's scope: outermost.
        self.push_scope(ScopeKind::Outer);
        for (name, number) in &scope.imports {
            let id = self.declare(name, BindingKind::Import);
            let binding = &mut self.unit.bindings[id as usize];
            binding.slot = *number;
            binding.flags |= OUTER | CAPTURED;
        }
        for layer in scope.layers.iter().rev() {
            let EvalLayer::Environment(info) = layer else {
                self.push_scope(ScopeKind::With);
                self.unit.dynamic = true;
                continue;
            };
            let id = self.push_scope(ScopeKind::Outer);
            for (slot, name) in info.names.iter().enumerate() {
                let ConstString::Utf8(atom) = &name.name else { continue };
                let kind = if name.function_name {
                    BindingKind::FunctionName
                } else if atom.starts_with('#') {
                    BindingKind::PrivateName
                } else if name.constant {
                    BindingKind::Const
                } else if name.lexical {
                    BindingKind::Let
                } else {
                    BindingKind::Var
                };
                // Nameless slots keep their place in the row, too.
                let binding = if atom.is_empty() {
                    self.declare(&Atom::default(), BindingKind::Hidden)
                } else {
                    self.declare(atom, kind)
                };
                let binding = &mut self.unit.bindings[binding as usize];
                binding.slot = slot as u32;
                binding.flags |= OUTER | CAPTURED;
                if let Some(i) = CAPTURE_NAMES.iter().position(|n| *n == &**atom) {
                    self.unit.eval_captures[i] = self.unit.bindings.len() as u32 - 1;
                }
            }
            let scope = &mut self.unit.scopes[id as usize];
            scope.slots = info.names.len() as u32;
            scope.flags |= SCOPE_ENVIRONMENT;
            if info.extensible {
                scope.flags |= SCOPE_EXTENSIBLE;
                self.unit.dynamic = true;
            }
            if info.variable_scope {
                scope.flags |= SCOPE_VARIABLE;
            }
            self.unit.infos.borrow_mut().insert(id, info.clone());
        }
    }

    fn module(&mut self, module: &mut Module, root: &Root<'_>) {
        if let Root::Module(imports) = root {
            for (number, name) in imports.iter().enumerate() {
                let id = self.declare(name, BindingKind::Import);
                self.unit.bindings[id as usize].slot = number as u32;
            }
        }
        // Declarations first: `export` only wraps them.
        for item in &mut module.body {
            match item {
                ModuleItem::Stmt(statement) => self.hoist(std::slice::from_mut(statement)),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => self.hoist_exported(&mut export.decl),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => {
                    if let DefaultDecl::Fn(f) = &export.decl {
                        let name = f.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                        self.declare(&name, BindingKind::Function);
                    }
                }
                _ => {}
            }
        }
        for item in &mut module.body {
            match item {
                ModuleItem::Stmt(statement) => self.declare_lexical_statement(statement, true),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &mut export.decl {
                    Decl::Var(d) if d.kind != VarDeclKind::Var => {
                        let kind = lexical_kind(d.kind);
                        for declarator in &mut d.decls {
                            self.declare_pattern(&mut declarator.name, kind);
                        }
                    }
                    Decl::Class(d) => {
                        self.declare(&d.ident.sym.clone(), BindingKind::Class);
                    }
                    _ => {}
                },
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => {
                    if let DefaultDecl::Class(c) = &export.decl {
                        let name = c.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                        self.declare(&name, BindingKind::Class);
                    }
                }
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(_)) => {
                    self.declare(&default_name(), BindingKind::Const);
                }
                _ => {}
            }
        }
        for item in &mut module.body {
            match item {
                ModuleItem::Stmt(statement) => self.statement(statement),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => self.declaration(&mut export.decl),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &mut export.decl {
                    DefaultDecl::Fn(f) => {
                        let limit = self.unit.scopes[self.scope as usize].entered;
                        self.function(&mut f.function, FunctionKind::Normal, None, limit);
                    }
                    DefaultDecl::Class(c) => {
                        self.class(&mut c.class, c.ident.as_mut());
                        let name = c.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                        let id = self.lookup(&name);
                        self.initialize(id);
                    }
                    DefaultDecl::TsInterfaceDecl(_) => {}
                },
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(export)) => {
                    self.expression(&mut export.expr);
                    let id = self.lookup(&default_name());
                    self.initialize(id);
                }
                ModuleItem::ModuleDecl(_) => {}
            }
        }
    }

    fn hoist_exported(&mut self, declaration: &mut Decl) {
        match declaration {
            Decl::Var(d) if d.kind == VarDeclKind::Var => {
                for declarator in &mut d.decls {
                    self.declare_pattern(&mut declarator.name, BindingKind::Var);
                }
            }
            Decl::Fn(d) => {
                self.declare(&d.ident.sym.clone(), BindingKind::Function);
            }
            _ => {}
        }
    }

    /// At a module's top level, this makes the module async.
    fn awaits(&mut self) {
        let function = &mut self.unit.functions[self.function as usize];
        if function.kind == FunctionKind::Module {
            function.flags |= FUNCTION_ASYNC;
        }
    }

    // ---- references

    /// The function whose `this` the code sees; NONE if that is outside of an eval.
    pub(super) fn this_function(&self) -> FunctionId {
        let mut f = self.function;
        while f != NONE {
            match self.unit.functions[f as usize].kind {
                FunctionKind::Arrow => f = self.unit.functions[f as usize].parent,
                FunctionKind::Eval => return NONE,
                _ => return f,
            }
        }
        NONE
    }

    fn capture(&mut self, what: usize) {
        let f = self.this_function();
        if f != NONE && f != self.function {
            self.want(f, what);
        }
    }

    fn want(&mut self, f: FunctionId, what: usize) {
        let function = &mut self.unit.functions[f as usize];
        if !function.kind.is_root() && function.captures[what] == NONE {
            function.captures[what] = WANTED;
        }
    }

    pub(super) fn use_this(&mut self) {
        let f = self.this_function();
        if f != NONE {
            self.unit.functions[f as usize].flags |= FUNCTION_USES_THIS;
            if self.unit.functions[f as usize].kind == FunctionKind::DerivedConstructor {
                self.capture(CAPTURE_THIS);
            }
        }
    }

    pub(super) fn reference(&mut self, ident: &mut Ident, usage: Use) {
        let id = self.lookup(&ident.sym);
        if id == NONE {
            ident.ctxt = encode(NONE, false);
            return;
        }
        let (scope, kind, initialized) = {
            let b = &self.unit.bindings[id as usize];
            (b.scope, b.kind, b.initialized)
        };
        let (owner, depth, scope_kind) = {
            let s = &self.unit.scopes[scope as usize];
            (s.function, s.depth, s.kind)
        };
        let mut flags = if usage == Use::Initialize { 0 } else { USED };
        if owner != self.function || self.withs.last().is_some_and(|&with| with > depth) {
            flags |= CAPTURED;
        }
        if usage == Use::Write {
            flags |= ASSIGNED;
            if kind == BindingKind::Parameter {
                self.unit.functions[owner as usize].flags |= FUNCTION_PARAMETER_ASSIGNED;
            }
        }
        if kind == BindingKind::Arguments {
            let mut used = FUNCTION_USES_ARGUMENTS;
            if usage != Use::ReadOfMember {
                used |= FUNCTION_ARGUMENTS_ESCAPE;
            }
            self.unit.functions[owner as usize].flags |= used;
        }
        let binding = &mut self.unit.bindings[id as usize];
        let mut check = false;
        if usage != Use::Initialize && (kind.has_dead_zone() || binding.is(DEAD_ZONE)) {
            check = initialized == 0 || scope_kind == ScopeKind::Switch || binding.is(OUTER);
            let mut f = self.function;
            while !check && f != owner && f != NONE {
                let function = &self.unit.functions[f as usize];
                check = function.limit < initialized;
                f = function.parent;
            }
            if check {
                flags |= CHECKED;
            }
        }
        binding.flags |= flags;
        ident.ctxt = encode(id, check);
    }

    /// A call by the name `eval`: everything in sight must be found by name.
    fn direct_eval(&mut self) {
        let mut scope = self.scope;
        while scope != NONE {
            let s = &mut self.unit.scopes[scope as usize];
            if s.flags & SCOPE_EVAL != 0 {
                break;
            }
            s.flags |= SCOPE_EVAL;
            scope = s.parent;
        }
        self.unit.functions[self.function as usize].flags |= FUNCTION_EVAL;
        if !self.strict {
            let mut scope = self.scope;
            while scope != NONE {
                let s = &mut self.unit.scopes[scope as usize];
                if s.flags & SCOPE_VARIABLE != 0 {
                    if s.kind != ScopeKind::Outer {
                        s.flags |= SCOPE_EXTENSIBLE;
                    }
                    self.unit.dynamic = true;
                    break;
                }
                scope = s.parent;
            }
        }
        let f = self.this_function();
        if f != NONE {
            self.unit.functions[f as usize].flags |= FUNCTION_USES_THIS;
            let kind = self.unit.functions[f as usize].kind;
            self.want(f, CAPTURE_NEW_TARGET);
            if kind.has_home_object() {
                self.want(f, CAPTURE_HOME);
            }
            if kind == FunctionKind::DerivedConstructor {
                self.want(f, CAPTURE_THIS);
                self.want(f, CAPTURE_FUNCTION);
            }
        }
        let mut arguments = Ident { sym: self.arguments.clone(), ..Ident::default() };
        self.reference(&mut arguments, Use::Read);
    }

    // ---- functions

    /// `limit`: see [`Function::limit`]. `name`: of a function expression.
    pub(super) fn function(
        &mut self,
        function: &mut swc_ecma_ast::Function,
        kind: FunctionKind,
        name: Option<&mut Ident>,
        limit: u32,
    ) -> FunctionId {
        let mut flags = 0;
        if function.is_async {
            flags |= FUNCTION_ASYNC;
        }
        if function.is_generator {
            flags |= FUNCTION_GENERATOR;
        }
        let mut parameters: Vec<&mut Pat> = function.params.iter_mut().map(|p| &mut p.pat).collect();
        let mut none = Vec::new();
        let body = function.body.as_mut().map_or(&mut none, |b| &mut b.stmts);
        let id = self.function_parts(&mut parameters, Body::Statements(body), kind, flags, name, limit);
        function.ctxt = index_ctxt(id);
        id
    }

    pub(super) fn function_parts(
        &mut self,
        parameters: &mut [&mut Pat],
        body: Body<'_>,
        kind: FunctionKind,
        flags: u32,
        name: Option<&mut Ident>,
        limit: u32,
    ) -> FunctionId {
        let saved = (self.function, self.strict);
        if let Body::Statements(statements) = &body {
            self.strict |= has_use_strict(statements);
        }
        let id = self.new_function(kind, flags, limit);
        let scope = self.push_scope(ScopeKind::Function);
        let expressions = parameters.iter().any(|p| has_expression(p));
        let simple = parameters.iter().all(|p| matches!(p, Pat::Ident(_)));
        {
            let f = &mut self.unit.functions[id as usize];
            f.scope = scope;
            f.body_scope = scope;
            if self.strict {
                f.flags |= FUNCTION_STRICT;
            }
            if expressions {
                f.flags |= FUNCTION_PARAMETER_EXPRESSIONS;
            }
            if simple {
                f.flags |= FUNCTION_SIMPLE_PARAMETERS;
            }
        }
        for pattern in parameters.iter_mut() {
            each_name(pattern, &mut |ident| {
                let binding = self.declare(&ident.sym, BindingKind::Parameter);
                if expressions {
                    let binding = &mut self.unit.bindings[binding as usize];
                    binding.flags |= DEAD_ZONE;
                    binding.initialized = 0;
                }
            });
        }
        if let Some(name) = name
            && self.lookup_here(&name.sym) == NONE
        {
            let binding = self.declare(&name.sym, BindingKind::FunctionName);
            self.unit.functions[id as usize].name = binding;
        }
        if kind != FunctionKind::Arrow {
            let arguments = self.arguments.clone();
            let here = self.lookup_here(&arguments);
            if here == NONE || self.unit.bindings[here as usize].kind == BindingKind::FunctionName {
                let binding = self.declare(&arguments, BindingKind::Arguments);
                self.unit.functions[id as usize].arguments = binding;
            }
        }
        for pattern in parameters.iter_mut() {
            self.pattern(pattern, Use::Initialize);
            if expressions {
                each_name(pattern, &mut |ident| {
                    let binding = self.lookup(&ident.sym);
                    self.initialize(binding);
                });
            }
        }
        let separate = expressions
            && (self.unit.scopes.len() as u32 > scope + 1
                || self.unit.functions.len() as u32 > id + 1
                || self.unit.scopes[scope as usize].is(SCOPE_EVAL)
                // They may use `arguments`, which the body may declare anew.
                || self.unit.functions[id as usize].is(FUNCTION_USES_ARGUMENTS));
        if separate {
            if self.unit.scopes[scope as usize].is(SCOPE_EVAL) {
                // An eval among the parameters may not declare a parameter's name, nor `arguments`.
                let s = &self.unit.scopes[scope as usize];
                for b in s.first..s.first + s.count {
                    self.unit.bindings[b as usize].flags |= CONFLICTS;
                }
            }
            let body_scope = self.push_scope(ScopeKind::Body);
            self.unit.functions[id as usize].body_scope = body_scope;
        }
        match body {
            Body::Statements(statements) => {
                self.hoist(statements);
                self.declare_lexical(statements, true);
                self.statements(statements);
            }
            Body::Expression(expression) => self.expression(expression),
        }
        if separate {
            self.pop_scope();
        }
        {
            let f = &mut self.unit.functions[id as usize];
            let mapped = f.is(FUNCTION_USES_ARGUMENTS)
                && f.arguments != NONE
                && !f.is(FUNCTION_STRICT)
                && simple
                && !parameters.is_empty()
                && (f.is(FUNCTION_ARGUMENTS_ESCAPE) || f.is(FUNCTION_PARAMETER_ASSIGNED));
            if mapped {
                f.flags |= FUNCTION_MAPPED;
                let s = &self.unit.scopes[scope as usize];
                for b in &mut self.unit.bindings[s.first as usize..(s.first + s.count) as usize] {
                    if b.kind == BindingKind::Parameter {
                        b.flags |= CAPTURED;
                    }
                }
            }
        }
        self.pop_scope();
        (self.function, self.strict) = saved;
        id
    }

    // ---- statements

    pub(super) fn statements(&mut self, statements: &mut [Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    pub(super) fn block(&mut self, block: &mut BlockStmt) {
        let scope = self.enter_block(&mut block.stmts, ScopeKind::Block);
        block.ctxt = index_ctxt(scope);
        self.statements(&mut block.stmts);
        if scope != NONE {
            self.pop_scope();
        }
    }

    fn declaration(&mut self, declaration: &mut Decl) {
        match declaration {
            Decl::Var(declaration) => self.variables(declaration),
            Decl::Using(declaration) => {
                if declaration.is_await {
                    self.awaits();
                }
                for declarator in &mut declaration.decls {
                    if let Some(init) = &mut declarator.init {
                        self.expression(init);
                    }
                    self.bind(&mut declarator.name);
                }
            }
            Decl::Fn(declaration) => self.function_declaration(declaration),
            Decl::Class(declaration) => {
                // The class's own scope sees its name through a binding of its own.
                let mut inner = declaration.ident.clone();
                self.class(&mut declaration.class, Some(&mut inner));
                self.reference(&mut declaration.ident, Use::Initialize);
                let (binding, _) = decode(declaration.ident.ctxt);
                self.initialize(binding);
            }
            Decl::TsInterface(_) | Decl::TsTypeAlias(_) | Decl::TsEnum(_) | Decl::TsModule(_) => {}
        }
    }

    fn function_declaration(&mut self, declaration: &mut FnDecl) {
        let annex_b = declaration.ident.ctxt.as_u32() == ANNEX_B_MARK;
        let limit = self.unit.scopes[self.scope as usize].entered;
        let id = self.function(&mut declaration.function, FunctionKind::Normal, None, limit);
        self.reference(&mut declaration.ident, Use::Initialize);
        if annex_b {
            self.annex_b_target(&declaration.ident, id);
        }
    }

    /// The variable that a function in a block is copied to when its declaration is evaluated.
    fn annex_b_target(&mut self, ident: &Ident, id: FunctionId) {
        let mut scope = self.scope;
        while scope != NONE && !self.unit.scopes[scope as usize].is(SCOPE_VARIABLE) {
            let kind = self.unit.scopes[scope as usize].kind;
            if matches!(kind, ScopeKind::Script | ScopeKind::Module) {
                break;
            }
            scope = self.unit.scopes[scope as usize].parent;
        }
        let mut binding = self.lookup(&ident.sym);
        while binding != NONE && (scope == NONE || self.unit.bindings[binding as usize].scope != scope) {
            binding = self.unit.bindings[binding as usize].shadowed;
        }
        if binding != NONE {
            self.unit.functions[id as usize].annex_b = binding;
            let b = &mut self.unit.bindings[binding as usize];
            b.flags |= ASSIGNED;
            let depth = self.unit.scopes[scope as usize].depth;
            if self.withs.last().is_some_and(|&with| with > depth) {
                b.flags |= CAPTURED;
            }
        } else {
            self.unit.functions[id as usize].flags |= FUNCTION_ANNEX_B_GLOBAL;
        }
    }

    fn variables(&mut self, declaration: &mut VarDecl) {
        for declarator in &mut declaration.decls {
            if let Some(init) = &mut declarator.init {
                self.expression(init);
            }
            if declaration.kind == VarDeclKind::Var {
                if declarator.init.is_some() {
                    self.pattern(&mut declarator.name, Use::Write);
                } else {
                    self.pattern(&mut declarator.name, Use::Initialize);
                }
            } else {
                self.bind(&mut declarator.name);
            }
        }
    }

    /// A lexical declaration's pattern: its names are initialized one by one.
    fn bind(&mut self, pattern: &mut Pat) {
        self.pattern(pattern, Use::Initialize);
        self.initialize_names(pattern);
    }

    fn initialize_names(&mut self, pattern: &mut Pat) {
        each_name(pattern, &mut |ident| {
            let (binding, _) = decode(ident.ctxt);
            self.initialize(binding);
        });
    }

    pub(super) fn statement(&mut self, statement: &mut Stmt) {
        let mut statement = statement;
        loop {
            match statement {
                Stmt::Expr(s) => self.expression(&mut s.expr),
                Stmt::Block(block) => self.block(block),
                Stmt::Decl(declaration) => self.declaration(declaration),
                Stmt::If(s) => {
                    self.expression(&mut s.test);
                    self.statement(&mut s.cons);
                    if let Some(alternative) = &mut s.alt {
                        statement = alternative;
                        continue;
                    }
                }
                Stmt::Return(s) => {
                    if let Some(value) = &mut s.arg {
                        self.expression(value);
                    }
                }
                Stmt::Throw(s) => self.expression(&mut s.arg),
                Stmt::Labeled(s) => {
                    statement = &mut s.body;
                    continue;
                }
                Stmt::While(s) => {
                    self.expression(&mut s.test);
                    self.statement(&mut s.body);
                }
                Stmt::DoWhile(s) => {
                    self.statement(&mut s.body);
                    self.expression(&mut s.test);
                }
                Stmt::For(s) => self.for_statement(s),
                Stmt::ForIn(s) => self.for_in_of(&mut s.left, &mut s.right, &mut s.body),
                Stmt::ForOf(s) => {
                    if s.is_await {
                        self.awaits();
                    }
                    self.for_in_of(&mut s.left, &mut s.right, &mut s.body);
                }
                Stmt::Switch(s) => self.switch(s),
                Stmt::Try(s) => self.try_statement(s),
                Stmt::With(s) => {
                    self.expression(&mut s.obj);
                    let scope = self.push_scope(ScopeKind::With);
                    self.unit.with_scopes.insert(s.span.lo.0, scope);
                    self.unit.dynamic = true;
                    self.withs.push(self.unit.scopes[scope as usize].depth);
                    self.statement(&mut s.body);
                    self.withs.pop();
                    self.scope = self.unit.scopes[scope as usize].parent;
                }
                Stmt::Empty(_) | Stmt::Debugger(_) | Stmt::Break(_) | Stmt::Continue(_) => {}
            }
            return;
        }
    }

    fn for_statement(&mut self, s: &mut ForStmt) {
        let mut scope = NONE;
        match &mut s.init {
            Some(VarDeclOrExpr::VarDecl(declaration)) => {
                if declaration.kind != VarDeclKind::Var {
                    scope = self.push_scope(ScopeKind::Loop);
                    let kind = lexical_kind(declaration.kind);
                    for declarator in &mut declaration.decls {
                        self.declare_pattern(&mut declarator.name, kind);
                    }
                }
                declaration.ctxt = index_ctxt(scope);
                let offset = declaration.span.lo.0.saturating_sub(1);
                if let Some(Rewrite::UsingInFor { is_await, .. }) =
                    self.rewrites.iter().find(|r| matches!(r, Rewrite::UsingInFor { offset: o, .. } if *o == offset))
                {
                    // The compiler finds the declaration of resources by these marks, which JavaScript does not use.
                    declaration.declare = true;
                    let is_await = *is_await;
                    for declarator in &mut declaration.decls {
                        declarator.definite = is_await;
                    }
                    if is_await {
                        self.awaits();
                    }
                }
                self.variables(declaration);
            }
            Some(VarDeclOrExpr::Expr(e)) => self.expression(e),
            None => {}
        }
        if let Some(test) = &mut s.test {
            self.expression(test);
        }
        if let Some(update) = &mut s.update {
            self.expression(update);
        }
        self.statement(&mut s.body);
        if scope != NONE {
            self.pop_scope();
        }
    }

    fn for_in_of(&mut self, left: &mut ForHead, right: &mut Expr, body: &mut Stmt) {
        let lexical = match left {
            ForHead::VarDecl(declaration) => declaration.kind != VarDeclKind::Var,
            ForHead::UsingDecl(_) => true,
            ForHead::Pat(_) => false,
        };
        if !lexical {
            match left {
                ForHead::VarDecl(declaration) => {
                    for declarator in &mut declaration.decls {
                        if let Some(init) = &mut declarator.init {
                            // Annex B.3.5: `for (var x = 1 in o)`.
                            self.expression(init);
                        }
                        self.pattern(&mut declarator.name, Use::Write);
                    }
                    declaration.ctxt = index_ctxt(NONE);
                }
                ForHead::Pat(pattern) => self.pattern(pattern, Use::Write),
                ForHead::UsingDecl(_) => {}
            }
            self.expression(right);
            self.statement(body);
            return;
        }
        // The names are in their dead zone in the head, too.
        let scope = self.push_scope(ScopeKind::Loop);
        let (kind, declarators) = match left {
            ForHead::VarDecl(declaration) => {
                declaration.ctxt = index_ctxt(scope);
                (lexical_kind(declaration.kind), &mut declaration.decls)
            }
            ForHead::UsingDecl(declaration) => {
                if declaration.is_await {
                    self.awaits();
                }
                (BindingKind::Const, &mut declaration.decls)
            }
            ForHead::Pat(_) => return,
        };
        for declarator in declarators.iter_mut() {
            self.declare_pattern(&mut declarator.name, kind);
        }
        self.expression(right);
        for declarator in declarators.iter_mut() {
            self.bind(&mut declarator.name);
        }
        self.statement(body);
        self.pop_scope();
    }

    fn switch(&mut self, s: &mut SwitchStmt) {
        self.expression(&mut s.discriminant);
        let mut scope = NONE;
        for case in &mut s.cases {
            if scope == NONE {
                scope = self.enter_block(&mut case.cons, ScopeKind::Switch);
            } else {
                self.declare_lexical(&mut case.cons, false);
            }
        }
        s.body_ctxt = index_ctxt(scope);
        for case in &mut s.cases {
            if let Some(test) = &mut case.test {
                self.expression(test);
            }
            self.statements(&mut case.cons);
        }
        if scope != NONE {
            self.pop_scope();
        }
    }

    fn try_statement(&mut self, s: &mut TryStmt) {
        self.block(&mut s.block);
        if let Some(handler) = &mut s.handler {
            let mut scope = NONE;
            if let Some(pattern) = &mut handler.param {
                let mut names = 0;
                each_name(pattern, &mut |_| names += 1);
                if names > 0 {
                    scope = self.push_scope(ScopeKind::Catch);
                    if matches!(pattern, Pat::Ident(_)) {
                        self.declare_pattern(pattern, BindingKind::CatchParameter);
                    } else {
                        self.declare_pattern(pattern, BindingKind::Let);
                    }
                }
                self.bind(pattern);
            }
            self.block(&mut handler.body);
            if scope != NONE {
                self.pop_scope();
            }
        }
        if let Some(finalizer) = &mut s.finalizer {
            self.block(finalizer);
        }
    }

    // ---- patterns

    /// A binding or assignment pattern: its names are used as `usage` says, everything else in it is an expression.
    pub(super) fn pattern(&mut self, pattern: &mut Pat, usage: Use) {
        match pattern {
            Pat::Ident(ident) => self.reference(&mut ident.id, usage),
            Pat::Array(array) => {
                for element in array.elems.iter_mut().flatten() {
                    self.pattern(element, usage);
                    self.initialized_so_far(element, usage);
                }
            }
            Pat::Object(object) => {
                for property in &mut object.props {
                    match property {
                        ObjectPatProp::KeyValue(p) => {
                            self.property_name(&mut p.key);
                            self.pattern(&mut p.value, usage);
                            self.initialized_so_far(&mut p.value, usage);
                        }
                        ObjectPatProp::Assign(p) => {
                            if let Some(value) = &mut p.value {
                                self.expression(value);
                            }
                            self.reference(&mut p.key.id, usage);
                            if usage == Use::Initialize {
                                let (binding, _) = decode(p.key.id.ctxt);
                                self.initialize_lexical(binding);
                            }
                        }
                        ObjectPatProp::Rest(p) => self.pattern(&mut p.arg, usage),
                    }
                }
            }
            Pat::Rest(rest) => self.pattern(&mut rest.arg, usage),
            Pat::Assign(assign) => {
                self.expression(&mut assign.right);
                self.pattern(&mut assign.left, usage);
            }
            Pat::Expr(target) => self.target(target),
            Pat::Invalid(_) => {}
        }
    }

    /// Inside a declaration's pattern, later parts may read what earlier parts have initialized.
    fn initialized_so_far(&mut self, pattern: &mut Pat, usage: Use) {
        if usage == Use::Initialize {
            each_name(pattern, &mut |ident| {
                let (binding, _) = decode(ident.ctxt);
                self.initialize_lexical(binding);
            });
        }
    }

    fn initialize_lexical(&mut self, binding: BindingId) {
        if binding != NONE {
            self.initialize(binding);
        }
    }

    /// The target of an assignment, update, or for head that is an expression.
    pub(super) fn target(&mut self, target: &mut Expr) {
        match target {
            Expr::Ident(ident) => self.reference(ident, Use::Write),
            Expr::Paren(paren) => self.target(&mut paren.expr),
            Expr::Member(member) => self.member_target(member),
            other => self.expression(other),
        }
    }

    /// As a member expression, but a write: `arguments[0] = 1` changes a mapped parameter.
    fn member_target(&mut self, member: &mut MemberExpr) {
        self.member_property(&mut member.prop);
        self.expression(&mut member.obj);
    }

    fn member_property(&mut self, property: &mut MemberProp) {
        if let MemberProp::Computed(computed) = property {
            self.expression(&mut computed.expr);
        }
    }

    pub(super) fn property_name(&mut self, name: &mut PropName) {
        if let PropName::Computed(computed) = name {
            self.expression(&mut computed.expr);
        }
    }

    fn arguments_list(&mut self, arguments: &mut [ExprOrSpread]) {
        for argument in arguments {
            self.expression(&mut argument.expr);
        }
    }

    // ---- expressions

    /// Order does not matter within an expression, since nothing is initialized in it; so the deep side is iterated.
    pub(super) fn expression(&mut self, expression: &mut Expr) {
        let mut e = expression;
        loop {
            match e {
                Expr::Ident(ident) => self.reference(ident, Use::Read),
                Expr::Lit(_) => {}
                Expr::This(_) => self.use_this(),
                Expr::Member(member) => {
                    self.member_property(&mut member.prop);
                    if let Expr::Ident(ident) = &mut *member.obj {
                        self.reference(ident, Use::ReadOfMember);
                    } else {
                        e = &mut member.obj;
                        continue;
                    }
                }
                Expr::Call(call) => {
                    self.arguments_list(&mut call.args);
                    match &mut call.callee {
                        Callee::Expr(callee) => {
                            e = &mut **callee;
                            while let Expr::Paren(paren) = e {
                                e = &mut paren.expr;
                            }
                            if let Expr::Member(member) = e {
                                // The object is passed as `this`: arguments escapes.
                                self.member_property(&mut member.prop);
                                e = &mut member.obj;
                            } else if let Expr::Ident(ident) = e
                                && ident.sym == self.eval
                            {
                                self.reference(ident, Use::Read);
                                self.direct_eval();
                                return;
                            }
                            continue;
                        }
                        Callee::Super(_) => {
                            self.use_this();
                            let f = self.this_function();
                            if f != NONE {
                                self.unit.functions[f as usize].flags |= FUNCTION_USES_THIS;
                            }
                            self.capture(CAPTURE_THIS);
                            self.capture(CAPTURE_NEW_TARGET);
                            self.capture(CAPTURE_FUNCTION);
                        }
                        Callee::Import(_) => {}
                    }
                }
                Expr::Bin(binary) => {
                    self.expression(&mut binary.right);
                    e = &mut binary.left;
                    continue;
                }
                Expr::Assign(assign) => {
                    match &mut assign.left {
                        AssignTarget::Simple(target) => match target {
                            SimpleAssignTarget::Ident(ident) => self.reference(&mut ident.id, Use::Write),
                            SimpleAssignTarget::Member(member) => {
                                if matches!(&*member.obj, Expr::This(_)) && assign.op == AssignOp::Assign {
                                    let f = &mut self.unit.functions[self.function as usize];
                                    f.expected_properties += 1;
                                }
                                self.member_target(member);
                            }
                            SimpleAssignTarget::SuperProp(property) => self.super_property(property),
                            SimpleAssignTarget::Paren(paren) => self.target(&mut paren.expr),
                            SimpleAssignTarget::OptChain(chain) => self.optional_chain(chain),
                            _ => {}
                        },
                        AssignTarget::Pat(AssignTargetPat::Array(array)) => {
                            for element in array.elems.iter_mut().flatten() {
                                self.pattern(element, Use::Write);
                            }
                        }
                        AssignTarget::Pat(AssignTargetPat::Object(object)) => {
                            for property in &mut object.props {
                                match property {
                                    ObjectPatProp::KeyValue(p) => {
                                        self.property_name(&mut p.key);
                                        self.pattern(&mut p.value, Use::Write);
                                    }
                                    ObjectPatProp::Assign(p) => {
                                        if let Some(value) = &mut p.value {
                                            self.expression(value);
                                        }
                                        self.reference(&mut p.key.id, Use::Write);
                                    }
                                    ObjectPatProp::Rest(p) => self.pattern(&mut p.arg, Use::Write),
                                }
                            }
                        }
                        AssignTarget::Pat(AssignTargetPat::Invalid(_)) => {}
                    }
                    e = &mut assign.right;
                    continue;
                }
                Expr::Update(update) => self.target(&mut update.arg),
                Expr::Unary(unary) => {
                    if unary.op == UnaryOp::Delete {
                        self.delete_operand(&mut unary.arg);
                    } else {
                        e = &mut unary.arg;
                        continue;
                    }
                }
                Expr::Cond(cond) => {
                    self.expression(&mut cond.test);
                    self.expression(&mut cond.cons);
                    e = &mut cond.alt;
                    continue;
                }
                Expr::Paren(paren) => {
                    e = &mut paren.expr;
                    continue;
                }
                Expr::Seq(sequence) => {
                    for expression in &mut sequence.exprs {
                        self.expression(expression);
                    }
                }
                Expr::Fn(function) => {
                    self.function(&mut function.function, FunctionKind::Normal, function.ident.as_mut(), u32::MAX);
                }
                Expr::Arrow(arrow) => self.arrow(arrow),
                Expr::Object(object) => self.object(object),
                Expr::Array(array) => {
                    for element in array.elems.iter_mut().flatten() {
                        self.expression(&mut element.expr);
                    }
                }
                Expr::New(new) => {
                    if let Some(arguments) = &mut new.args {
                        self.arguments_list(arguments);
                    }
                    e = &mut new.callee;
                    continue;
                }
                Expr::Tpl(template) => {
                    for expression in &mut template.exprs {
                        self.expression(expression);
                    }
                }
                Expr::TaggedTpl(tagged) => {
                    for expression in &mut tagged.tpl.exprs {
                        self.expression(expression);
                    }
                    if let Expr::Member(member) = &mut *tagged.tag {
                        self.member_target(member);
                        return;
                    }
                    e = &mut tagged.tag;
                    continue;
                }
                Expr::Class(class) => {
                    self.class(&mut class.class, class.ident.as_mut());
                }
                Expr::Yield(expression) => {
                    if let Some(argument) = &mut expression.arg {
                        e = argument;
                        continue;
                    }
                }
                Expr::Await(expression) => {
                    self.awaits();
                    e = &mut expression.arg;
                    continue;
                }
                Expr::MetaProp(property) => {
                    if property.kind == MetaPropKind::NewTarget {
                        self.capture(CAPTURE_NEW_TARGET);
                    }
                }
                Expr::SuperProp(property) => self.super_property(property),
                Expr::OptChain(chain) => self.optional_chain(chain),
                _ => {}
            }
            return;
        }
    }

    fn delete_operand(&mut self, operand: &mut Expr) {
        match operand {
            Expr::Member(member) => self.member_target(member),
            Expr::Paren(paren) => self.delete_operand(&mut paren.expr),
            other => self.expression(other),
        }
    }

    fn optional_chain(&mut self, chain: &mut OptChainExpr) {
        let mut chain = chain;
        loop {
            let object = match &mut *chain.base {
                OptChainBase::Member(member) => {
                    self.member_property(&mut member.prop);
                    &mut member.obj
                }
                OptChainBase::Call(call) => {
                    self.arguments_list(&mut call.args);
                    &mut call.callee
                }
            };
            match &mut **object {
                Expr::OptChain(inner) => chain = inner,
                Expr::Member(member) => {
                    self.member_target(member);
                    return;
                }
                other => {
                    self.expression(other);
                    return;
                }
            }
        }
    }

    fn super_property(&mut self, property: &mut SuperPropExpr) {
        self.use_this();
        self.capture(CAPTURE_HOME);
        if let SuperProp::Computed(computed) = &mut property.prop {
            self.expression(&mut computed.expr);
        }
    }

    fn arrow(&mut self, arrow: &mut ArrowExpr) {
        let flags = if arrow.is_async { FUNCTION_ASYNC } else { 0 };
        let mut parameters: Vec<&mut Pat> = arrow.params.iter_mut().collect();
        let body = match &mut *arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Body::Statements(&mut body.stmts),
            ArrowFunctionBody::Expr(expression) => Body::Expression(expression),
        };
        let id = self.function_parts(&mut parameters, body, FunctionKind::Arrow, flags, None, u32::MAX);
        arrow.ctxt = index_ctxt(id);
    }

    fn object(&mut self, object: &mut ObjectLit) {
        for property in &mut object.props {
            match property {
                PropOrSpread::Spread(spread) => self.expression(&mut spread.expr),
                PropOrSpread::Prop(property) => match &mut **property {
                    Prop::Shorthand(ident) => self.reference(ident, Use::Read),
                    Prop::KeyValue(p) => {
                        self.property_name(&mut p.key);
                        self.expression(&mut p.value);
                    }
                    Prop::Assign(p) => self.expression(&mut p.value),
                    Prop::Getter(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Getter, None, u32::MAX);
                    }
                    Prop::Setter(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Setter, None, u32::MAX);
                    }
                    Prop::Method(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Method, None, u32::MAX);
                    }
                },
            }
        }
    }
}

pub(super) enum Body<'a> {
    Statements(&'a mut [Stmt]),
    Expression(&'a mut Expr),
}

/// Whether a directive prologue says "use strict".
pub fn has_use_strict(statements: &[Stmt]) -> bool {
    for statement in statements {
        let Stmt::Expr(ExprStmt { expr, .. }) = statement else { return false };
        let Expr::Lit(Lit::Str(string)) = &**expr else { return false };
        if let Some(raw) = &string.raw
            && matches!(&**raw, "'use strict'" | "\"use strict\"")
        {
            return true;
        }
    }
    false
}

/// The binding of an unnamed default export.
pub fn default_name() -> Atom {
    Atom::from("*default*")
}
