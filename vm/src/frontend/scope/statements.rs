//! The walk over statements and declarations.

use super::analyze::{Analyzer, Use};
use super::declare::{ANNEX_B_MARK, each_name, lexical_kind};
use super::*;
use crate::frontend::parse::Rewrite;
use swc_ecma_ast::*;

impl Analyzer {
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

    pub(super) fn declaration(&mut self, declaration: &mut Decl) {
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
        self.note_named(&declaration.ident.sym, id);
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
        // The name of the function around an eval has its place in that scope, but is no variable.
        let is_target = |b: &Binding| b.scope == scope && b.kind != BindingKind::FunctionName;
        let mut binding = self.lookup(&ident.sym);
        while binding != NONE && (scope == NONE || !is_target(&self.unit.bindings[binding as usize])) {
            binding = self.unit.bindings[binding as usize].shadowed;
        }
        if binding != NONE {
            self.unit.functions[id as usize].annex_b = binding;
            let b = &mut self.unit.bindings[binding as usize];
            b.flags |= ASSIGNED | REASSIGNED;
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

    /// What is executed again and again.
    fn in_loop(&mut self, work: impl FnOnce(&mut Analyzer)) {
        self.loops += 1;
        work(self);
        self.loops -= 1;
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
                Stmt::While(s) => self.in_loop(|analyzer| {
                    analyzer.expression(&mut s.test);
                    analyzer.statement(&mut s.body);
                }),
                Stmt::DoWhile(s) => self.in_loop(|analyzer| {
                    analyzer.statement(&mut s.body);
                    analyzer.expression(&mut s.test);
                }),
                Stmt::For(s) => self.for_statement(s),
                Stmt::ForIn(s) => self.in_loop(|analyzer| analyzer.for_in_of(&mut s.left, &mut s.right, &mut s.body)),
                Stmt::ForOf(s) => {
                    if s.is_await {
                        self.awaits();
                    }
                    self.in_loop(|analyzer| analyzer.for_in_of(&mut s.left, &mut s.right, &mut s.body));
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
        self.in_loop(|analyzer| {
            if let Some(test) = &mut s.test {
                analyzer.expression(test);
            }
            if let Some(update) = &mut s.update {
                analyzer.expression(update);
            }
            analyzer.statement(&mut s.body);
        });
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
        let functions = self.unit.functions.len();
        self.expression(right);
        let looped = &mut self.unit.scopes[scope as usize];
        if self.unit.functions.len() > functions || looped.is(SCOPE_EVAL) {
            looped.flags |= SCOPE_HEAD_CLOSURES;
        }
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
}
