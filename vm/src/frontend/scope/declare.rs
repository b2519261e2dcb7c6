//! Scopes and names: pushing a scope, declaring what is hoisted into it, and giving places to its bindings when it ends.

use super::analyze::Analyzer;
use super::*;
use swc_ecma_ast::*;

/// Scopes with more bindings than this keep them in an environment, so that registers never run out.
const MANY_BINDINGS: u32 = 20_000;
/// Likewise for a function's bindings together.
const MANY_LOCALS: u32 = 40_000;

impl Analyzer {
    pub(super) fn push_scope(&mut self, kind: ScopeKind) -> ScopeId {
        let id = self.unit.scopes.len() as ScopeId;
        let flags = match kind {
            ScopeKind::Function | ScopeKind::Body | ScopeKind::StaticBlock => SCOPE_VARIABLE,
            ScopeKind::With => SCOPE_ENVIRONMENT,
            _ => 0,
        };
        let depth = if self.scope == NONE { 0 } else { self.unit.scopes[self.scope as usize].depth + 1 };
        self.unit.scopes.push(Scope {
            parent: self.scope,
            function: self.function,
            depth,
            first: self.unit.bindings.len() as BindingId,
            count: 0,
            slots: 0,
            kind,
            flags,
            entered: self.count,
        });
        self.scope = id;
        id
    }

    /// Ends the innermost scope: its bindings get their places and its names go out of sight.
    pub(super) fn pop_scope(&mut self) {
        let id = self.scope;
        let (first, count, flags, kind, parent) = {
            let s = &self.unit.scopes[id as usize];
            (s.first, s.count, s.flags, s.kind, s.parent)
        };
        let function = &mut self.unit.functions[self.function as usize];
        let outermost = function.scope == id;
        let all = flags & SCOPE_EVAL != 0
            || count > MANY_BINDINGS
            || function.locals + count > MANY_LOCALS
            || kind == ScopeKind::Module;
        let mut slot = u32::from(flags & SCOPE_EXTENSIBLE != 0);
        for index in (first..first + count).rev() {
            let binding = &self.unit.bindings[index as usize];
            if !binding.name.is_empty() && binding.kind != BindingKind::PrivateName {
                let shadowed = binding.shadowed;
                if shadowed == NONE {
                    self.names.remove(&binding.name);
                } else if let Some(head) = self.names.get_mut(&binding.name) {
                    *head = shadowed;
                }
            }
        }
        for index in first..first + count {
            let binding = &mut self.unit.bindings[index as usize];
            if binding.kind == BindingKind::Import {
                continue;
            }
            if all || binding.kind == BindingKind::PrivateName || binding.kind == BindingKind::Hidden {
                binding.flags |= CAPTURED | CHECKED;
            }
            if binding.captured() {
                binding.slot = slot;
                slot += 1;
            } else {
                binding.slot = function.locals;
                function.locals += 1;
            }
        }
        if outermost && !function.kind.is_root() {
            for capture in &mut function.captures {
                if *capture == WANTED {
                    *capture = slot;
                    slot += 1;
                }
            }
        }
        let scope = &mut self.unit.scopes[id as usize];
        scope.slots = slot;
        if slot > 0 || kind == ScopeKind::Module {
            scope.flags |= SCOPE_ENVIRONMENT;
        }
        self.scope = parent;
    }

    /// The innermost binding of a name.
    #[inline]
    pub(super) fn lookup(&self, name: &Atom) -> BindingId {
        self.names.get(name).copied().unwrap_or(NONE)
    }

    /// The binding of a name in the innermost scope itself.
    pub(super) fn lookup_here(&self, name: &Atom) -> BindingId {
        let id = self.lookup(name);
        if id != NONE && self.unit.bindings[id as usize].scope == self.scope { id } else { NONE }
    }

    /// Declares a name in the innermost scope; a second declaration there joins the first.
    pub(super) fn declare(&mut self, name: &Atom, kind: BindingKind) -> BindingId {
        let hidden_by = self.lookup(name);
        if hidden_by != NONE && self.unit.bindings[hidden_by as usize].scope == self.scope {
            let binding = &mut self.unit.bindings[hidden_by as usize];
            match (binding.kind, kind) {
                (BindingKind::Parameter, BindingKind::Function) => {
                    binding.flags |= ASSIGNED | REASSIGNED;
                    self.unit.functions[self.function as usize].flags |= FUNCTION_PARAMETER_ASSIGNED;
                }
                (BindingKind::Arguments, BindingKind::Var) => {}
                (BindingKind::Arguments | BindingKind::FunctionName, _) => {
                    if binding.kind == BindingKind::FunctionName {
                        self.unit.functions[self.function as usize].name = NONE;
                    } else {
                        self.unit.functions[self.function as usize].arguments = NONE;
                    }
                    binding.kind = kind;
                    binding.initialized = if kind.has_dead_zone() { 0 } else { 1 };
                }
                (BindingKind::Var, BindingKind::Function) => binding.kind = kind,
                _ => {}
            }
            return hidden_by;
        }
        let id = self.unit.bindings.len() as BindingId;
        let scope = &mut self.unit.scopes[self.scope as usize];
        debug_assert_eq!(scope.first + scope.count, id, "a scope's bindings are in a row");
        scope.count += 1;
        self.unit.bindings.push(Binding {
            name: name.clone(),
            scope: self.scope,
            slot: NONE,
            kind,
            flags: 0,
            shadowed: hidden_by,
            initialized: if kind.has_dead_zone() { 0 } else { 1 },
        });
        if !name.is_empty() && kind != BindingKind::PrivateName {
            self.names.insert(name.clone(), id);
        }
        id
    }

    /// The binding may be read from here on.
    pub(super) fn initialize(&mut self, id: BindingId) {
        if id != NONE && self.unit.bindings[id as usize].initialized == 0 {
            self.count += 1;
            self.unit.bindings[id as usize].initialized = self.count;
        }
    }

    /// Declares what a statement list declares lexically, in a new scope if there is anything.
    pub(super) fn enter_block(&mut self, statements: &mut [Stmt], kind: ScopeKind) -> ScopeId {
        if !statements.iter().any(is_lexical_declaration) {
            return NONE;
        }
        let scope = self.push_scope(kind);
        self.declare_lexical(statements, false);
        scope
    }

    /// Let, const, class, using and (below the top of a function) functions.
    pub(super) fn declare_lexical(&mut self, statements: &mut [Stmt], top: bool) {
        for statement in statements {
            self.declare_lexical_statement(statement, top);
        }
    }

    pub(super) fn declare_lexical_statement(&mut self, statement: &mut Stmt, top: bool) {
        match statement {
            Stmt::Decl(Decl::Var(declaration)) if declaration.kind != VarDeclKind::Var => {
                let kind = lexical_kind(declaration.kind);
                for declarator in &mut declaration.decls {
                    self.declare_pattern(&mut declarator.name, kind);
                }
            }
            Stmt::Decl(Decl::Using(declaration)) => {
                for declarator in &mut declaration.decls {
                    self.declare_pattern(&mut declarator.name, BindingKind::Const);
                }
            }
            Stmt::Decl(Decl::Class(declaration)) => {
                self.declare(&declaration.ident.sym.clone(), BindingKind::Class);
            }
            Stmt::Decl(Decl::Fn(declaration)) if !top => {
                self.declare(&declaration.ident.sym.clone(), BindingKind::BlockFunction);
            }
            Stmt::Labeled(_) if !top => {
                if let Some(declaration) = labelled_function(statement) {
                    self.declare(&declaration.ident.sym.clone(), BindingKind::BlockFunction);
                }
            }
            _ => {}
        }
    }

    /// Declares all names that a pattern binds.
    pub(super) fn declare_pattern(&mut self, pattern: &mut Pat, kind: BindingKind) {
        each_name(pattern, &mut |ident| {
            self.declare(&ident.sym, kind);
        });
    }

    /// Declares a function body's (or static block's) `var`s and top-level functions: a walk over statements only.
    pub(super) fn hoist(&mut self, statements: &mut [Stmt]) {
        let mut hoister = Hoister { blocks: Vec::new(), top: Vec::new() };
        if !self.strict {
            // Names that forbid annex B's hoisting.
            for statement in statements.iter_mut() {
                lexical_names(statement, true, &mut |name| hoister.top.push(name.clone()));
            }
        }
        for statement in statements {
            self.hoist_statement(statement, true, &mut hoister);
        }
    }

    fn hoist_block(&mut self, statements: &mut [Stmt], hoister: &mut Hoister) {
        let before = hoister.blocks.len();
        if !self.strict {
            for statement in statements.iter_mut() {
                lexical_names(statement, false, &mut |name| hoister.blocks.push(name.clone()));
            }
        }
        let own = before..hoister.blocks.len();
        for statement in statements.iter_mut() {
            if let Some(declaration) = function_declaration(statement) {
                self.hoist_annex_b(declaration, own.start, hoister);
            } else {
                self.hoist_statement(statement, false, hoister);
            }
        }
        hoister.blocks.truncate(before);
    }

    /// Annex B.3.2: a function in a block is also a `var` if that conflicts with nothing. `own` is where its block's names begin.
    fn hoist_annex_b(&mut self, declaration: &mut FnDecl, own: usize, hoister: &Hoister) {
        if self.strict || declaration.function.is_async || declaration.function.is_generator {
            return;
        }
        let name = &declaration.ident.sym;
        if hoister.blocks[..own].contains(name) || hoister.top.contains(name) {
            return;
        }
        let name = name.clone();
        if self.global_variables() {
            if self.conflicts_around(&name) {
                return;
            }
            self.root_declarations.annex_b.push(name);
        } else {
            // Not if it is a parameter's name or that of the arguments object. Parameters may have a scope of their own.
            let known = self.lookup(&name);
            if known != NONE {
                let binding = &self.unit.bindings[known as usize];
                let own =
                    binding.scope == self.scope || binding.scope == self.unit.functions[self.function as usize].scope;
                if own && matches!(binding.kind, BindingKind::Parameter | BindingKind::Arguments) {
                    return;
                }
            }
            self.declare(&name, BindingKind::Var);
        }
        declaration.ident.ctxt = SyntaxContext::from_u32(ANNEX_B_MARK);
    }

    /// Whether between an eval and the function around it something lexical has the name.
    fn conflicts_around(&self, name: &Atom) -> bool {
        let mut binding = self.lookup(name);
        while binding != NONE {
            let b = &self.unit.bindings[binding as usize];
            if b.kind.has_dead_zone() || b.is(CONFLICTS) {
                return true;
            }
            if self.unit.scopes[b.scope as usize].is(SCOPE_VARIABLE) {
                return false;
            }
            binding = b.shadowed;
        }
        false
    }

    fn hoist_statement(&mut self, statement: &mut Stmt, top: bool, hoister: &mut Hoister) {
        let mut statement = statement;
        loop {
            match statement {
                Stmt::Decl(Decl::Var(declaration)) if declaration.kind == VarDeclKind::Var => {
                    self.hoist_variables(declaration);
                }
                Stmt::Decl(Decl::Fn(declaration)) if top => {
                    if self.global_variables() {
                        self.root_declarations.functions += 1;
                    } else {
                        self.declare(&declaration.ident.sym.clone(), BindingKind::Function);
                    }
                }
                Stmt::Block(block) => self.hoist_block(&mut block.stmts, hoister),
                Stmt::If(s) => {
                    // Annex B.3.3: as if the function were in a block.
                    wrap_function(&mut s.cons);
                    self.hoist_statement(&mut s.cons, false, hoister);
                    if let Some(alternative) = &mut s.alt {
                        wrap_function(alternative);
                        statement = alternative;
                        continue;
                    }
                }
                Stmt::Labeled(s) => {
                    statement = &mut s.body;
                    continue;
                }
                Stmt::With(s) => {
                    statement = &mut s.body;
                    continue;
                }
                Stmt::While(s) => {
                    statement = &mut s.body;
                    continue;
                }
                Stmt::DoWhile(s) => {
                    statement = &mut s.body;
                    continue;
                }
                Stmt::For(s) => {
                    let before = hoister.blocks.len();
                    match &mut s.init {
                        Some(VarDeclOrExpr::VarDecl(declaration)) if declaration.kind == VarDeclKind::Var => {
                            self.hoist_variables(declaration);
                        }
                        Some(VarDeclOrExpr::VarDecl(declaration)) if !self.strict => {
                            for declarator in &mut declaration.decls {
                                each_name(&mut declarator.name, &mut |i| hoister.blocks.push(i.sym.clone()));
                            }
                        }
                        _ => {}
                    }
                    self.hoist_statement(&mut s.body, false, hoister);
                    hoister.blocks.truncate(before);
                }
                Stmt::ForIn(ForInStmt { left, body, .. }) | Stmt::ForOf(ForOfStmt { left, body, .. }) => {
                    restore_initializer(left);
                    let before = hoister.blocks.len();
                    match left {
                        ForHead::VarDecl(declaration) if declaration.kind == VarDeclKind::Var => {
                            self.hoist_variables(declaration);
                        }
                        ForHead::VarDecl(declaration) if !self.strict => {
                            for declarator in &mut declaration.decls {
                                each_name(&mut declarator.name, &mut |i| hoister.blocks.push(i.sym.clone()));
                            }
                        }
                        ForHead::UsingDecl(declaration) if !self.strict => {
                            for declarator in &mut declaration.decls {
                                each_name(&mut declarator.name, &mut |i| hoister.blocks.push(i.sym.clone()));
                            }
                        }
                        _ => {}
                    }
                    self.hoist_statement(body, false, hoister);
                    hoister.blocks.truncate(before);
                }
                Stmt::Switch(s) => {
                    let before = hoister.blocks.len();
                    if !self.strict {
                        for statement in s.cases.iter_mut().flat_map(|c| &mut c.cons) {
                            lexical_names(statement, false, &mut |name| hoister.blocks.push(name.clone()));
                        }
                    }
                    for statement in s.cases.iter_mut().flat_map(|c| &mut c.cons) {
                        if let Some(declaration) = function_declaration(statement) {
                            self.hoist_annex_b(declaration, before, hoister);
                        } else {
                            self.hoist_statement(statement, false, hoister);
                        }
                    }
                    hoister.blocks.truncate(before);
                }
                Stmt::Try(s) => {
                    self.hoist_block(&mut s.block.stmts, hoister);
                    if let Some(handler) = &mut s.handler {
                        let before = hoister.blocks.len();
                        if let Some(pattern) = &mut handler.param
                            && !self.strict
                            && !matches!(pattern, Pat::Ident(_))
                        {
                            each_name(pattern, &mut |i| hoister.blocks.push(i.sym.clone()));
                        }
                        self.hoist_block(&mut handler.body.stmts, hoister);
                        hoister.blocks.truncate(before);
                    }
                    if let Some(finalizer) = &mut s.finalizer {
                        self.hoist_block(&mut finalizer.stmts, hoister);
                    }
                }
                _ => {}
            }
            return;
        }
    }

    fn hoist_variables(&mut self, declaration: &mut VarDecl) {
        let global = self.global_variables();
        for declarator in &mut declaration.decls {
            each_name(&mut declarator.name, &mut |ident| {
                if global {
                    self.root_declarations.vars.push(ident.sym.clone());
                } else {
                    self.declare(&ident.sym, BindingKind::Var);
                }
            });
        }
    }

    /// Whether the innermost scope's `var`s are no bindings of ours: a script's, or a sloppy eval's.
    pub(super) fn global_variables(&self) -> bool {
        match self.unit.scopes[self.scope as usize].kind {
            ScopeKind::Script => true,
            ScopeKind::Eval => !self.strict,
            _ => false,
        }
    }
}

struct Hoister {
    /// Names declared by the blocks around, outside in.
    blocks: Vec<Atom>,
    /// Names that the function's own top level declares lexically.
    top: Vec<Atom>,
}

/// In the `ctxt` of a function declaration's name between hoisting and the walk.
pub(super) const ANNEX_B_MARK: u32 = u32::MAX;

pub(super) fn lexical_kind(kind: VarDeclKind) -> BindingKind {
    if kind == VarDeclKind::Const { BindingKind::Const } else { BindingKind::Let }
}

fn is_lexical_declaration(statement: &Stmt) -> bool {
    match statement {
        Stmt::Decl(Decl::Var(declaration)) => declaration.kind != VarDeclKind::Var,
        Stmt::Decl(Decl::Class(_) | Decl::Fn(_) | Decl::Using(_)) => true,
        Stmt::Labeled(s) => is_labelled_function(&s.body),
        _ => false,
    }
}

fn is_labelled_function(mut statement: &Stmt) -> bool {
    while let Stmt::Labeled(inner) = statement {
        statement = &inner.body;
    }
    matches!(statement, Stmt::Decl(Decl::Fn(_)))
}

/// The function declared by a statement, labels aside.
pub fn function_declaration(statement: &mut Stmt) -> Option<&mut FnDecl> {
    match statement {
        Stmt::Decl(Decl::Fn(declaration)) => Some(declaration),
        Stmt::Labeled(_) => labelled_function(statement),
        _ => None,
    }
}

fn labelled_function(mut statement: &mut Stmt) -> Option<&mut FnDecl> {
    while let Stmt::Labeled(inner) = statement {
        statement = &mut inner.body;
    }
    match statement {
        Stmt::Decl(Decl::Fn(declaration)) => Some(declaration),
        _ => None,
    }
}

fn wrap_function(statement: &mut Box<Stmt>) {
    if function_declaration(statement).is_some() {
        let inner = std::mem::replace(&mut **statement, Stmt::Empty(EmptyStmt { span: Default::default() }));
        **statement = Stmt::Block(BlockStmt { span: Default::default(), ctxt: Default::default(), stmts: vec![inner] });
    }
}

/// `for (var x = 1 in o)` (annex B.3.5) reaches us without its `var`: an assignment, which nothing else gives there.
fn restore_initializer(left: &mut ForHead) {
    if let ForHead::Pat(pattern) = left
        && let Pat::Expr(e) = &mut **pattern
        && let Expr::Assign(AssignExpr { left: target, right, span, .. }) = &mut **e
        && let AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) = target
    {
        let declarator = VarDeclarator {
            span: *span,
            name: Pat::Ident(ident.clone()),
            init: Some(std::mem::take(right)),
            definite: false,
        };
        let declaration =
            VarDecl { span: *span, kind: VarDeclKind::Var, decls: vec![declarator], ..Default::default() };
        *left = ForHead::VarDecl(Box::new(declaration));
    }
}

/// Calls `f` with the names that a statement declares lexically in its list.
pub(super) fn lexical_names(statement: &mut Stmt, top: bool, f: &mut dyn FnMut(&Atom)) {
    match statement {
        Stmt::Decl(Decl::Var(declaration)) if declaration.kind != VarDeclKind::Var => {
            for declarator in &mut declaration.decls {
                each_name(&mut declarator.name, &mut |ident| f(&ident.sym));
            }
        }
        Stmt::Decl(Decl::Using(declaration)) => {
            for declarator in &mut declaration.decls {
                each_name(&mut declarator.name, &mut |ident| f(&ident.sym));
            }
        }
        Stmt::Decl(Decl::Class(declaration)) => f(&declaration.ident.sym),
        Stmt::Decl(Decl::Fn(declaration)) if !top => f(&declaration.ident.sym),
        Stmt::Labeled(_) if !top => {
            if let Some(declaration) = labelled_function(statement) {
                f(&declaration.ident.sym);
            }
        }
        _ => {}
    }
}

/// Calls `f` with every identifier that a binding pattern binds, in order.
pub fn each_name(pattern: &mut Pat, f: &mut dyn FnMut(&mut Ident)) {
    match pattern {
        Pat::Ident(ident) => f(&mut ident.id),
        Pat::Array(array) => {
            for element in array.elems.iter_mut().flatten() {
                each_name(element, f);
            }
        }
        Pat::Object(object) => {
            for property in &mut object.props {
                match property {
                    ObjectPatProp::KeyValue(p) => each_name(&mut p.value, f),
                    ObjectPatProp::Assign(p) => f(&mut p.key.id),
                    ObjectPatProp::Rest(p) => each_name(&mut p.arg, f),
                }
            }
        }
        Pat::Rest(rest) => each_name(&mut rest.arg, f),
        Pat::Assign(assign) => each_name(&mut assign.left, f),
        Pat::Expr(_) | Pat::Invalid(_) => {}
    }
}

/// Whether a pattern holds an expression: a default or a computed key.
pub fn has_expression(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(_) | Pat::Invalid(_) => false,
        Pat::Array(array) => array.elems.iter().flatten().any(has_expression),
        Pat::Object(object) => object.props.iter().any(|property| match property {
            ObjectPatProp::KeyValue(p) => matches!(p.key, PropName::Computed(_)) || has_expression(&p.value),
            ObjectPatProp::Assign(p) => p.value.is_some(),
            ObjectPatProp::Rest(p) => has_expression(&p.arg),
        }),
        Pat::Rest(rest) => has_expression(&rest.arg),
        Pat::Assign(_) | Pat::Expr(_) => true,
    }
}
