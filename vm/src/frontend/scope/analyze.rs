//! The walk: resolves every identifier, counts what each function captures, and writes the answers into the tree.

use super::declare::{each_name, has_expression, lexical_kind, lexical_names};
use super::legacy::Inspected;
use super::*;
use crate::bytecode::data::ConstString;
use crate::bytecode::eval_scope::EvalLayer;
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
            root_names: FxHashSet::default(),
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
        loops: 0,
        arguments: Atom::from("arguments"),
        eval: Atom::from("eval"),
        inspected: Inspected::default(),
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
    a.mark_inspected();
    if kind == FunctionKind::Script
        && let Program::Script(script) = program
    {
        let mut names: FxHashSet<Atom> = a.root_declarations.vars.iter().cloned().collect();
        for statement in &mut script.body {
            lexical_names(statement, false, &mut |name| {
                names.insert(name.clone());
            });
        }
        a.unit.root_names = names;
    }
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
    pub(super) rewrites: Vec<Rewrite>,
    /// Depths of the `with` scopes around.
    pub(super) withs: Vec<u32>,
    /// Loops of the function around.
    pub(super) loops: u32,
    pub(super) arguments: Atom,
    pub(super) eval: Atom,
    pub(super) inspected: Inspected,
    pub(super) root_declarations: RootDeclarations,
}

/// How an identifier is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// `arguments[...]` or `arguments.x`, for reading.
    ReadOfMember,
    /// By what an eval may run.
    ReadByEval,
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
    pub(super) fn awaits(&mut self) {
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

    pub(super) fn capture(&mut self, what: usize) {
        let f = self.this_function();
        if f != NONE && f != self.function {
            self.want(f, what);
        }
    }

    pub(super) fn want(&mut self, f: FunctionId, what: usize) {
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
            // A `var` is undefined at first, and code outside of loops is executed once in an environment.
            let is_first = kind == BindingKind::Var
                && scope_kind != ScopeKind::Body
                && owner == self.function
                && self.loops == 0
                && !self.unit.bindings[id as usize].is(ASSIGNED);
            flags |= if is_first { ASSIGNED } else { ASSIGNED | REASSIGNED };
            if kind == BindingKind::Parameter {
                self.unit.functions[owner as usize].flags |= FUNCTION_PARAMETER_ASSIGNED;
            }
        }
        if kind == BindingKind::Arguments {
            let mut used = FUNCTION_USES_ARGUMENTS;
            if usage != Use::ReadOfMember {
                used |= FUNCTION_ARGUMENTS_ESCAPE;
            }
            // An arrow function may run an eval when the frame that has the arguments is gone.
            if usage != Use::ReadByEval || owner != self.function {
                used |= FUNCTION_ARGUMENTS_NAMED;
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
    pub(super) fn direct_eval(&mut self) {
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
        self.reference(&mut arguments, Use::ReadByEval);
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
        let saved = (self.function, self.strict, std::mem::take(&mut self.loops));
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
                    let binding = &mut self.unit.bindings[b as usize];
                    if binding.kind != BindingKind::FunctionName {
                        binding.flags |= CONFLICTS;
                    }
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
        (self.function, self.strict, self.loops) = saved;
        id
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
