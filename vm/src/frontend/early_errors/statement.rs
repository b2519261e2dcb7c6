//! Statements and declarations: where each may stand, loop heads, labels and jumps (ECMA-262 section 14).

use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    ArrowFunctionBody, AssignOp, AssignTarget, BinaryOp, BindingIdent, Decl, Expr, ExprStmt, ForHead, ForInStmt,
    ForOfStmt, ForStmt, Ident, LabeledStmt, Pat, SimpleAssignTarget, Stmt, SwitchStmt, TryStmt, UsingDecl, VarDecl,
    VarDeclKind, VarDeclOrExpr, VarDeclarator,
};

use super::pattern::{Binding, redeclared};
use super::scope::{Lexical, VarOutcome};
use super::{Check, Checker, Label, Rewrite, error, is_identifier_byte, offset_of};

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// In the list of a script.
    Script,
    /// In the list of a module.
    Module,
    /// In the list of a function body or static block.
    FunctionBody,
    /// In the list of a block.
    Block,
    /// In the list of a `case` or `default` clause.
    Case,
    /// The body of an `if`, where sloppy code may have a function (Annex B.3.3).
    IfBody,
    /// The body of a loop or `with`.
    Body,
}

impl Position {
    fn is_list(self) -> bool {
        !matches!(self, Position::IfBody | Position::Body)
    }
}

impl<'a> Checker<'a> {
    pub(super) fn statement(&mut self, statement: &'a Stmt, position: Position) -> Check {
        let outer = self.depth;
        self.descend(statement)?;
        self.statement_spine(statement, position)?;
        self.depth = outer;
        Ok(())
    }

    fn statement_spine(&mut self, mut statement: &'a Stmt, mut position: Position) -> Check {
        loop {
            match statement {
                Stmt::Expr(statement) => {
                    self.check_let_bracket(statement.span)?;
                    self.check_import_statement(statement)?;
                    return self.expression(&statement.expr);
                }
                Stmt::Decl(declaration) => return self.declaration(declaration, position),
                Stmt::Block(block) => return self.block(&block.stmts),
                Stmt::If(branch) => {
                    self.expression(&branch.test)?;
                    self.statement(&branch.cons, Position::IfBody)?;
                    let Some(alternative) = &branch.alt else {
                        return Ok(());
                    };
                    self.step(&branch.span)?;
                    statement = alternative;
                    position = Position::IfBody;
                }
                Stmt::Return(statement) => {
                    if !self.function.in_function {
                        return error(statement.span, "Illegal return statement");
                    }
                    return self.optional(statement.arg.as_deref());
                }
                Stmt::For(statement) => return self.for_statement(statement),
                Stmt::ForIn(statement) => return self.for_in(statement),
                Stmt::ForOf(statement) => return self.for_of(statement),
                Stmt::While(statement) => {
                    self.expression(&statement.test)?;
                    return self.loop_body(&statement.body);
                }
                Stmt::DoWhile(statement) => {
                    self.expression(&statement.test)?;
                    return self.loop_body(&statement.body);
                }
                Stmt::Break(statement) => {
                    return self.jump(statement.label.as_ref(), statement.span, false);
                }
                Stmt::Continue(statement) => {
                    return self.jump(statement.label.as_ref(), statement.span, true);
                }
                Stmt::Throw(statement) => return self.expression(&statement.arg),
                Stmt::Try(statement) => return self.try_statement(statement),
                Stmt::Switch(statement) => return self.switch(statement),
                Stmt::Labeled(statement) => return self.labeled(statement, position),
                Stmt::With(statement) => {
                    if self.strict {
                        return error(statement.span, "Strict mode code may not include a with statement");
                    }
                    self.expression(&statement.obj)?;
                    return self.statement(&statement.body, Position::Body);
                }
                Stmt::Empty(_) | Stmt::Debugger(_) => return Ok(()),
            }
        }
    }

    fn optional(&mut self, expression: Option<&'a Expr>) -> Check {
        match expression {
            Some(expression) => self.expression(expression),
            None => Ok(()),
        }
    }

    /// An ExpressionStatement may not begin with `let [`.
    fn check_let_bracket(&self, span: Span) -> Check {
        let start = offset_of(span.lo) as usize;
        if self.source.get(start) == Some(&b'l')
            && self.source[start..].starts_with(b"let")
            && self.source.get(self.skip_trivia(start + 3)) == Some(&b'[')
        {
            return error(span, "Lexical declaration cannot appear here");
        }
        Ok(())
    }

    /// The parser demands no semicolon after a statement that begins with `import`.
    fn check_import_statement(&self, statement: &ExprStmt) -> Check {
        let start = offset_of(statement.span.lo) as usize;
        if self.source.get(start) == Some(&b'i')
            && self.source[start..].starts_with(b"import")
            && !is_identifier_byte(self.source.get(start + 6))
        {
            return self.terminated(statement.span);
        }
        Ok(())
    }

    /// A statement ends in a semicolon, before a brace, at the end of its line, or at the end of the text.
    pub(super) fn terminated(&self, span: Span) -> Check {
        let end = offset_of(span.hi) as usize;
        if self.slice(span).ends_with(b";") {
            return Ok(());
        }
        let next = self.skip_trivia(end);
        if matches!(self.source.get(next), None | Some(b';' | b'}')) || self.has_line_terminator(end, next) {
            return Ok(());
        }
        error(span, "Missing semicolon after statement")
    }

    pub(super) fn block(&mut self, statements: &'a [Stmt]) -> Check {
        self.scopes.enter_block();
        for statement in statements {
            self.statement(statement, Position::Block)?;
        }
        self.scopes.leave_block();
        Ok(())
    }

    pub(super) fn declaration(&mut self, declaration: &'a Decl, position: Position) -> Check {
        match declaration {
            Decl::Var(variables) => {
                if !position.is_list() && variables.kind != VarDeclKind::Var {
                    return error(variables.span, "Lexical declaration cannot appear in a single-statement context");
                }
                self.variables(variables)
            }
            Decl::Fn(function) => {
                let plain = !function.function.is_async && !function.function.is_generator;
                match position {
                    Position::Body => return misplaced(function.function.span),
                    Position::IfBody if self.strict || !plain => {
                        return misplaced(function.function.span);
                    }
                    Position::IfBody => {
                        self.scopes.enter_block();
                        self.declare_function(&function.ident, plain, Position::Block)?;
                        self.scopes.leave_block();
                    }
                    _ => self.declare_function(&function.ident, plain, position)?,
                }
                self.function_declaration(function)
            }
            Decl::Class(class) => {
                if !position.is_list() {
                    return misplaced(class.class.span);
                }
                self.declare_lexical(&class.ident)?;
                self.class(&class.class, Some(&class.ident))
            }
            Decl::Using(using) => {
                match position {
                    Position::Script => {
                        return error(using.span, "'using' declarations are not allowed at the top level of a script");
                    }
                    Position::Case => {
                        return error(using.span, "'using' declarations are not allowed in a case clause");
                    }
                    Position::IfBody | Position::Body => return misplaced(using.span),
                    _ => {}
                }
                self.using(using, false)
            }
            Decl::TsInterface(_) | Decl::TsTypeAlias(_) | Decl::TsEnum(_) | Decl::TsModule(_) => {
                error(declaration.span(), "Unexpected token")
            }
        }
    }

    pub(super) fn declare_lexical(&mut self, name: &'a Ident) -> Check {
        if !self.scopes.declare_lexical(&name.sym, Lexical::Plain) {
            return redeclared(name.span, &name.sym);
        }
        Ok(())
    }

    /// Declares a function: at the top level of functions and scripts as `var` does, elsewhere lexically.
    pub(super) fn declare_function(&mut self, name: &'a Ident, plain: bool, position: Position) -> Check {
        let free = match position {
            Position::Script | Position::FunctionBody => self.scopes.declare_var(&name.sym) != VarOutcome::Clash,
            Position::Module => self.scopes.declare_lexical(&name.sym, Lexical::Plain),
            _ if plain && !self.strict => self.scopes.declare_lexical(&name.sym, Lexical::SloppyFunction),
            _ => self.scopes.declare_lexical(&name.sym, Lexical::Plain),
        };
        if !free {
            return redeclared(name.span, &name.sym);
        }
        Ok(())
    }

    pub(super) fn variables(&mut self, variables: &'a VarDecl) -> Check {
        let binding = binding_of(variables.kind);
        for declarator in &variables.decls {
            self.binding_pattern(&declarator.name, binding)?;
            self.optional(declarator.init.as_deref())?;
            if declarator.init.is_none() && (variables.kind == VarDeclKind::Const || !declarator.name.is_ident()) {
                return error(declarator.span, "Missing initializer in declaration");
            }
        }
        Ok(())
    }

    fn using(&mut self, using: &'a UsingDecl, loop_head: bool) -> Check {
        self.resources(using.span, &using.decls, using.is_await, loop_head)
    }

    fn resources(&mut self, span: Span, declarators: &'a [VarDeclarator], is_await: bool, loop_head: bool) -> Check {
        if is_await {
            self.check_await(span)?;
        }
        for declarator in declarators {
            if !declarator.name.is_ident() {
                return error(declarator.span, "'using' declarations may not have binding patterns");
            }
            if declarator.init.is_none() && !loop_head {
                return error(declarator.span, "Missing initializer in 'using' declaration");
            }
            self.binding_pattern(&declarator.name, Binding::Lexical)?;
            self.optional(declarator.init.as_deref())?;
        }
        Ok(())
    }

    fn loop_body(&mut self, body: &'a Stmt) -> Check {
        let outer = (self.function.in_iteration, self.function.breakable);
        self.function.in_iteration = true;
        self.function.breakable = true;
        self.statement(body, Position::Body)?;
        (self.function.in_iteration, self.function.breakable) = outer;
        Ok(())
    }

    fn for_statement(&mut self, statement: &'a ForStmt) -> Check {
        self.scopes.enter_block();
        match &statement.init {
            Some(VarDeclOrExpr::VarDecl(variables)) => {
                variables.decls.iter().filter_map(|decl| decl.init.as_deref()).try_for_each(check_no_in)?;
                let start = offset_of(variables.span.lo);
                let mut is_await = None;
                for rewrite in self.rewrites {
                    if let Rewrite::UsingInFor { offset, is_await: asynchronous } = *rewrite
                        && offset == start
                    {
                        is_await = Some(asynchronous);
                    }
                }
                match is_await {
                    Some(is_await) => {
                        self.rewrites_met += 1;
                        self.resources(variables.span, &variables.decls, is_await, false)?;
                    }
                    None => self.variables(variables)?,
                }
            }
            Some(VarDeclOrExpr::Expr(init)) => {
                check_no_in(init)?;
                self.check_let_bracket(init.span())?;
                self.expression(init)?;
            }
            None => {}
        }
        if let Some(test) = &statement.test {
            // The parser takes this semicolon as optional.
            if self.token_after(test.span_hi()) != Some(b';') {
                return error(test.span(), "Expected ';' in for statement");
            }
            self.expression(test)?;
        }
        self.optional(statement.update.as_deref())?;
        self.loop_body(&statement.body)?;
        self.scopes.leave_block();
        Ok(())
    }

    fn for_in(&mut self, statement: &'a ForInStmt) -> Check {
        // The object is evaluated where the loop's names are not initialized yet, outside of its body's scope.
        self.expression(&statement.right)?;
        self.scopes.enter_block();
        match &statement.left {
            ForHead::VarDecl(variables) => {
                let annex_b = variables.kind == VarDeclKind::Var && !self.strict;
                self.for_declaration(variables, annex_b)?;
            }
            ForHead::UsingDecl(using) => {
                return error(using.span, "'using' declarations are not allowed in for-in loops");
            }
            ForHead::Pat(pattern) => self.for_target(pattern, true)?,
        }
        self.loop_body(&statement.body)?;
        self.scopes.leave_block();
        Ok(())
    }

    fn for_of(&mut self, statement: &'a ForOfStmt) -> Check {
        if statement.is_await {
            self.check_await(statement.span)?;
        }
        self.expression(&statement.right)?;
        self.scopes.enter_block();
        match &statement.left {
            ForHead::VarDecl(variables) => self.for_declaration(variables, false)?,
            ForHead::UsingDecl(using) => self.using(using, true)?,
            ForHead::Pat(pattern) => {
                let start = offset_of(pattern.span_lo()) as usize;
                let text = &self.source[start.min(self.source.len())..];
                if text.starts_with(b"let") && !is_identifier_byte(text.get(3)) {
                    return error(pattern.span(), "The left side of a for-of loop may not begin with 'let'");
                }
                self.for_target(pattern, false)?;
            }
        }
        self.loop_body(&statement.body)?;
        self.scopes.leave_block();
        Ok(())
    }

    fn for_declaration(&mut self, variables: &'a VarDecl, annex_b_initializer: bool) -> Check {
        let [declarator] = &variables.decls[..] else {
            return error(variables.span, "A for-in or for-of loop must declare exactly one variable");
        };
        if let Some(initializer) = &declarator.init {
            if !annex_b_initializer || !declarator.name.is_ident() {
                return error(declarator.span, "A for-in or for-of loop variable may not have an initializer");
            }
            self.expression(initializer)?;
        }
        self.binding_pattern(&declarator.name, binding_of(variables.kind))
    }

    /// A target that is no declaration. In for-in loops it may be the name and initializer of a `var`, rewritten.
    fn for_target(&mut self, pattern: &'a Pat, for_in: bool) -> Check {
        match pattern {
            Pat::Expr(target) => match &**target {
                Expr::Assign(assign) if for_in && assign.op == AssignOp::Assign => match &assign.left {
                    AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                        self.rewritten_for_in(assign.span, name, &assign.right)
                    }
                    _ => error(assign.span, INVALID_HEAD),
                },
                _ => self.simple_target(target, true),
            },
            Pat::Assign(assign) => error(assign.span, INVALID_HEAD),
            _ => self.assignment_pattern(pattern),
        }
    }

    fn rewritten_for_in(&mut self, span: Span, name: &'a BindingIdent, initializer: &'a Expr) -> Check {
        let source = self.source;
        let start = offset_of(span.lo) as usize;
        let end_of_var = |offset: u32| {
            // Nothing but white space and comments lies between `var` and the name.
            let mut gap = offset as usize + 3;
            while gap < start && source[gap].is_ascii_whitespace() {
                gap += 1;
            }
            gap
        };
        if self.strict
            || !self.met_rewrite(
                |rewrite| matches!(rewrite, Rewrite::ForInInitializer { offset } if end_of_var(*offset) == start),
            )
        {
            return error(span, INVALID_HEAD);
        }
        self.binding_identifier(&name.id)?;
        if self.scopes.declare_var(&name.sym) == VarOutcome::Clash {
            return redeclared(name.span, &name.sym);
        }
        self.expression(initializer)
    }

    fn try_statement(&mut self, statement: &'a TryStmt) -> Check {
        self.block(&statement.block.stmts)?;
        if let Some(handler) = &statement.handler {
            self.scopes.enter_block();
            if let Some(parameter) = &handler.param {
                let simple = parameter.is_ident();
                if parameter.is_assign() || parameter.is_rest() {
                    return error(parameter.span(), "Invalid catch parameter");
                }
                self.binding_pattern(parameter, Binding::Catch { simple })?;
            }
            // The parameter's scope and the block's share one: no name may be in both.
            for statement in &handler.body.stmts {
                self.statement(statement, Position::Block)?;
            }
            self.scopes.leave_block();
        }
        if let Some(finalizer) = &statement.finalizer {
            self.block(&finalizer.stmts)?;
        }
        if statement.handler.is_none() && statement.finalizer.is_none() {
            return error(statement.span, "Missing catch or finally after try");
        }
        Ok(())
    }

    fn switch(&mut self, statement: &'a SwitchStmt) -> Check {
        self.expression(&statement.discriminant)?;
        let outer = self.function.breakable;
        self.function.breakable = true;
        self.scopes.enter_block();
        let mut has_default = false;
        for case in &statement.cases {
            match &case.test {
                Some(test) => self.expression(test)?,
                None if has_default => {
                    return error(case.span, "More than one default clause in switch statement");
                }
                None => has_default = true,
            }
            for statement in &case.cons {
                self.statement(statement, Position::Case)?;
            }
        }
        self.scopes.leave_block();
        self.function.breakable = outer;
        Ok(())
    }

    fn labeled(&mut self, statement: &'a LabeledStmt, position: Position) -> Check {
        let outer = (self.labels.len(), self.depth);
        let mut body = statement;
        loop {
            self.identifier(&body.label.sym, body.label.span)?;
            let visible = &self.labels[self.function.labels_start..];
            if visible.iter().any(|label| *label.name == body.label.sym) {
                return error(body.label.span, format!("Label '{}' has already been declared", body.label.sym));
            }
            self.labels.push(Label { name: &body.label.sym, is_loop: false });
            self.descend(&body.span)?;
            match &*body.body {
                Stmt::Labeled(inner) => body = inner,
                _ => break,
            }
        }
        match &*body.body {
            Stmt::Decl(Decl::Fn(function)) => {
                if self.strict || function.function.is_async || function.function.is_generator || !position.is_list() {
                    return misplaced(function.function.span);
                }
                self.statement(&body.body, position)?;
            }
            Stmt::For(_) | Stmt::ForIn(_) | Stmt::ForOf(_) | Stmt::While(_) | Stmt::DoWhile(_) => {
                for label in &mut self.labels[outer.0..] {
                    label.is_loop = true;
                }
                self.statement(&body.body, Position::Body)?;
            }
            _ => self.statement(&body.body, Position::Body)?,
        }
        self.labels.truncate(outer.0);
        self.depth = outer.1;
        Ok(())
    }

    fn jump(&mut self, label: Option<&'a Ident>, span: Span, is_continue: bool) -> Check {
        let Some(label) = label else {
            if is_continue && !self.function.in_iteration {
                return error(span, "Illegal continue statement: no surrounding iteration statement");
            }
            if !is_continue && !self.function.breakable {
                return error(span, "Illegal break statement");
            }
            return Ok(());
        };
        self.identifier(&label.sym, label.span)?;
        match self.labels[self.function.labels_start..].iter().find(|known| *known.name == label.sym) {
            None => error(label.span, format!("Undefined label '{}'", label.sym)),
            Some(known) if is_continue && !known.is_loop => error(
                label.span,
                format!("Illegal continue statement: '{}' does not denote an iteration statement", label.sym),
            ),
            Some(_) => Ok(()),
        }
    }
}

fn binding_of(kind: VarDeclKind) -> Binding {
    match kind {
        VarDeclKind::Var => Binding::Var,
        VarDeclKind::Let | VarDeclKind::Const => Binding::Lexical,
    }
}

const INVALID_HEAD: &str = "Invalid left side in for loop";

/// The head of a `for` statement with semicolons has no `in` outside of brackets (the parameter In of section 14.7.4), which the
/// parser lets pass.
fn check_no_in(init: &Expr) -> Check {
    match init {
        Expr::Bin(binary) if binary.op == BinaryOp::In => error(binary.span, "Unexpected token 'in'"),
        Expr::Bin(binary) => {
            check_no_in(&binary.left)?;
            check_no_in(&binary.right)
        }
        Expr::Assign(assign) => check_no_in(&assign.right),
        Expr::Cond(conditional) => {
            check_no_in(&conditional.test)?;
            check_no_in(&conditional.alt)
        }
        Expr::Seq(sequence) => sequence.exprs.iter().try_for_each(|expression| check_no_in(expression)),
        Expr::Yield(operand) => operand.arg.as_deref().map_or(Ok(()), check_no_in),
        Expr::Arrow(arrow) => match &*arrow.body {
            ArrowFunctionBody::Expr(body) => check_no_in(body),
            ArrowFunctionBody::FunctionBody(_) => Ok(()),
        },
        _ => Ok(()),
    }
}

fn misplaced(span: Span) -> Check {
    error(span, "Declarations are not allowed in a single-statement context")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, module_accepts, module_rejects, rejects};

    #[test]
    fn declarations_in_statement_position() {
        accepts(&[
            "if (0) function f() {} else function g() {}",
            "a: function f() {}",
            "a: b: function f() {}",
            "if (0) var a; while (0) var b;",
            "var let; if (0) let\n{}",
            "let\nlet2 = 0;",
        ]);
        rejects(&[
            "'use strict'; if (0) function f() {}",
            "'use strict'; a: function f() {}",
            "if (0) function* f() {}",
            "if (0) async function f() {}",
            "while (0) function f() {}",
            "for (;;) function f() {}",
            "for (var a = 1 in {}; ;) ;",
            "for (let a, b = c => d in e; ;) ;",
            "for (a = b ? c : d in e; ;) ;",
            "with (0) function f() {}",
            "do function f() {} while (0)",
            "if (0) a: function f() {}",
            "while (0) a: b: function f() {}",
            "a: function* f() {}",
            "if (0) class C {}",
            "while (0) let a;",
            "a: let b;",
            "if (0) const a = 0;",
            "if (0) let\n[a] = b;",
            "do let [a] = b; while (0)",
            "a: async function f() {}",
        ]);
    }

    #[test]
    fn loop_heads() {
        accepts(&[
            "for (var a = 0 in {}) ;",
            "for (let in {}) ; for (let = 0;;) break; for (let.a in {}) ;",
            "for (async in {}) ; for (async.a of []) ; for (l\\u0065t of []) ;",
            "for (const a of []) ; for (const a in {}) ; for (let a;;) break;",
            "function f() { for (var a = 0 in {}) ; for (var b = (1, 2) in a = 1, {}) ; }",
            "for (using a of []) ; for (using of []) ; async () => { for (await using a of []) ; }",
            "for (using a = null;;) break; for (using of = null;;) break;",
            "for (var a = (1 in {}), b = [1 in c], d = () => { 1 in e }, f = g ? h in i : j;;) break;",
            "async () => { for (await using a = null, b = null;;) break; }",
            "async () => { for await (async of []) ; }",
            "for (let of, a;;) break;",
        ]);
        rejects(&[
            "'use strict'; for (var a = 0 in {}) ;",
            "for (let a = 0 in {}) ;",
            "for (var [a] = 0 in {}) ;",
            "for (var a = 0 of []) ;",
            "for (var a, b of []) ;",
            "for (let of []) ;",
            "for (let.a of []) ;",
            "for (let() of []) ;",
            "for (async of []) ;",
            "for (using a in {}) ;",
            "for (using let of []) ;",
            "for (using a;;) ;",
            "for (await using a = null;;) ;",
            "for (;a b) ;",
            "for (;a) ;",
            "for (const a;;) ;",
            "for (a = 0 in {}) ;",
            "for await (a of []) ;",
            "for (a of b, c) ;",
            "for (var i, j of []) ;",
            "function f() { for (a = 0 in {}) ; }",
            "function f() { for (var a, b = 0 in {}) ; }",
        ]);
    }

    #[test]
    fn labels_and_jumps() {
        accepts(&[
            "a: for (;;) { b: for (;;) { continue a; break b; } }",
            "a: { break a; } a: ;",
            "a: b: while (0) { continue a; }",
            "a: { function f() { a: ; } }",
            "switch (0) { case 0: break; }",
            "while (0) switch (0) { default: continue; }",
        ]);
        rejects(&[
            "break;",
            "continue;",
            "switch (0) { case 0: continue; }",
            "a: a: ;",
            "a: { a: ; }",
            "a: { b: { continue a; } }",
            "while (0) { break a; }",
            "a: while (0) { (function () { break a; }); }",
            "while (0) { () => { break; }; }",
            "a: ; while (0) { break a; }",
            "return;",
            "{ return; }",
        ]);
    }

    #[test]
    fn using() {
        accepts(&[
            "{ using a = null; }",
            "function f() { using a = null, b = null; }",
            "using: ; using\na; var using; using[0]; using.a;",
            "async function f() { await using a = null; }",
            "switch (0) { case 0: { using a = null; } }",
        ]);
        rejects(&[
            "using a = null;",
            "{ using a; }",
            "{ using { a } = null; }",
            "{ using let = null; }",
            "{ using a = null, a = null; }",
            "switch (0) { case 0: using a = null; }",
            "if (0) using a = null;",
            "function f() { await using a = null; }",
            "class C { static { await using a = null; } }",
        ]);
        module_accepts(&["using a = null; await using b = null;"]);
        module_rejects(&["export using a = null;"]);
    }

    #[test]
    fn others() {
        accepts(&["with (a) b;", "try {} catch {} finally {}"]);
        rejects(&[
            "'use strict'; with (a) b;",
            "try {}",
            "switch (0) { default: default: }",
            "try {} catch (a = 0) {}",
            "const a;",
            "let [a];",
            "if (0) else 0;",
            "import(a) b;",
            "import(a).b(c) d;",
        ]);
        accepts(&["import(a)\nb; { import(a) } import(a) /*\n*/ b; import(a); b; importa <!-- a\nb"]);
    }
}
