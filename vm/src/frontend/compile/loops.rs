//! Loops. The test stands at the bottom: one conditional jump an iteration.

use super::exceptions::ControlKind;
use super::expression::truth;
use super::*;
use crate::frontend::scope::SCOPE_HEAD_CLOSURES;
use swc_ecma_ast::*;

impl Compiler<'_> {
    fn loop_body(&mut self, body: &mut Stmt, labels: Vec<Atom>, end: Label, next: Label) {
        self.push_control(ControlKind::Target { labels, break_to: Some(end), continue_to: Some(next), plain: true });
        self.statement(body);
        self.pop_control();
    }

    pub(super) fn while_statement(&mut self, s: &mut WhileStmt, labels: Vec<Atom>) {
        self.clear_completion();
        let (next, end) = (self.b.label(), self.b.label());
        let reachable = self.b.reachable();
        if truth(unparen_ref(&s.test)) != Some(true) {
            self.b.jump(next);
        }
        let head = self.loop_head(reachable);
        self.loop_body(&mut s.body, labels, end, next);
        self.b.bind(next);
        self.at(swc_common::Spanned::span(&*s.test));
        self.condition(&mut s.test, head, true);
        self.b.bind(end);
    }

    /// The head of a loop whose test, at the bottom, is jumped to first: reachable only through that test.
    fn loop_head(&mut self, reachable: bool) -> Label {
        let head = self.b.label();
        self.b.bind_loop(head, reachable);
        head
    }

    pub(super) fn do_while_statement(&mut self, s: &mut DoWhileStmt, labels: Vec<Atom>) {
        self.clear_completion();
        let (next, end) = (self.b.label(), self.b.label());
        let head = self.b.label_here();
        self.loop_body(&mut s.body, labels, end, next);
        self.b.bind(next);
        self.at(swc_common::Spanned::span(&*s.test));
        self.condition(&mut s.test, head, true);
        self.b.bind(end);
    }

    pub(super) fn for_statement(&mut self, s: &mut ForStmt, labels: Vec<Atom>) {
        let top = self.b.top();
        let mut scope = NONE;
        let mut resources = None;
        let mut inner = top;
        match &mut s.init {
            Some(VarDeclOrExpr::VarDecl(declaration)) => {
                scope = index_of(declaration.ctxt);
                if scope != NONE {
                    inner = self.enter_scope(scope);
                }
                // `declare` marks what the parser was shown as `const` and is `using` (`definite`: `await using`).
                if declaration.declare {
                    let asynchronous = declaration.decls.iter().any(|d| d.definite);
                    resources = Some(self.begin_resources(asynchronous));
                    for declarator in &mut declaration.decls {
                        self.using_declarator(declarator, asynchronous);
                    }
                } else {
                    self.variables(declaration);
                }
            }
            Some(VarDeclOrExpr::Expr(e)) => self.effect(e),
            None => {}
        }
        self.clear_completion();
        let constants = match &s.init {
            Some(VarDeclOrExpr::VarDecl(declaration)) => declaration.kind == VarDeclKind::Const,
            _ => true,
        };
        // CreatePerIterationEnvironment (sec. 14.7.4.4): constants need none.
        let copied = match self.environments.last() {
            Some(&(of, reg)) if of == scope && !constants => Some(reg),
            _ => None,
        };
        if let Some(reg) = copied {
            self.e(Opcode::CopyEnvironment, &[reg as u32, reg as u32]);
        }
        let (next, test_label, end) = (self.b.label(), self.b.label(), self.b.label());
        let endless = s.test.as_ref().is_none_or(|t| truth(unparen_ref(t)) == Some(true));
        let reachable = self.b.reachable();
        if !endless {
            self.b.jump(test_label);
        }
        let head = self.loop_head(reachable);
        self.loop_body(&mut s.body, labels, end, next);
        self.b.bind(next);
        if let Some(reg) = copied {
            self.e(Opcode::CopyEnvironment, &[reg as u32, reg as u32]);
        }
        if let Some(update) = &mut s.update {
            self.at(swc_common::Spanned::span(&**update));
            self.effect(update);
        }
        self.b.bind(test_label);
        match &mut s.test {
            Some(test) if !endless => {
                self.at(swc_common::Spanned::span(&**test));
                self.condition(test, head, true);
            }
            _ => self.b.jump(head),
        }
        self.b.bind(end);
        if let Some(resources) = resources {
            self.end_resources(resources);
        }
        if scope != NONE {
            self.leave_scope(scope, inner);
        }
        self.b.release(top);
    }

    // ---- for-in, for-of

    /// Evaluates the object of a for-in or for-of, in a scope where the loop's names are in their dead zone. Where nobody can
    /// tell there is no such scope: the names must not be used before they have values, and closures must not count its environment.
    fn head_object(&mut self, scope: ScopeId, right: &mut Expr) -> Reg {
        let object = self.b.temporary();
        let checked = scope != NONE && self.unit.bindings_of(scope).any(|b| self.unit.binding(b).is(CHECKED));
        let counted =
            scope != NONE && self.unit.scope(scope).has_environment() && self.unit.scope(scope).is(SCOPE_HEAD_CLOSURES);
        if checked || counted {
            let top = self.enter_scope(scope);
            self.to(right, object);
            self.leave_scope(scope, top);
        } else {
            self.to(right, object);
        }
        object
    }

    /// Gives the loop's variables their value for an iteration.
    fn head_bind(&mut self, left: &mut ForHead, value: Reg) {
        let top = self.b.top();
        match left {
            ForHead::VarDecl(declaration) => {
                let var = declaration.kind == VarDeclKind::Var;
                if let Some(declarator) = declaration.decls.first_mut() {
                    self.at(declarator.span);
                    if var {
                        self.assign_pattern(&mut declarator.name, value);
                    } else {
                        self.bind_pattern(&mut declarator.name, value);
                    }
                }
            }
            ForHead::UsingDecl(declaration) => {
                let asynchronous = declaration.is_await;
                if let Some(declarator) = declaration.decls.first_mut() {
                    self.add_resource(value, asynchronous, declarator.span);
                    self.bind_pattern(&mut declarator.name, value);
                }
            }
            ForHead::Pat(pattern) => self.assign_pattern(pattern, value),
        }
        self.b.release(top);
    }

    pub(super) fn for_in_statement(&mut self, s: &mut ForInStmt, labels: Vec<Atom>) {
        let top = self.b.top();
        if let ForHead::VarDecl(declaration) = &mut s.left
            && let Some(declarator) = declaration.decls.first_mut()
            && declarator.init.is_some()
        {
            // Annex B.3.5.
            self.variables(declaration);
            if let Some(declarator) = declaration.decls.first_mut() {
                declarator.init = None;
            }
        }
        self.clear_completion();
        let scope = self.scope_of_head(&mut s.left);
        let object = self.head_object(scope, &mut s.right);
        self.at(swc_common::Spanned::span(&*s.right));
        self.e(Opcode::ForInStart, &[object as u32, object as u32]);
        let (next, end) = (self.b.label(), self.b.label());
        self.b.bind(next);
        let value = self.b.temporary();
        self.e(Opcode::ForInNext, &[value as u32, object as u32, end.0]);
        let inner = if scope == NONE { self.b.top() } else { self.enter_scope(scope) };
        self.head_bind(&mut s.left, value);
        self.loop_body(&mut s.body, labels, end, next);
        if scope != NONE {
            self.leave_scope(scope, inner);
        }
        self.b.jump(next);
        self.b.bind(end);
        self.b.release(top);
    }

    /// The scope of the head's declaration, if it is lexical.
    fn scope_of_head(&self, left: &mut ForHead) -> ScopeId {
        match left {
            ForHead::VarDecl(declaration) => index_of(declaration.ctxt),
            ForHead::UsingDecl(declaration) => {
                let mut scope = NONE;
                for declarator in &mut declaration.decls {
                    crate::frontend::scope::declare::each_name(&mut declarator.name, &mut |ident| {
                        scope = self.unit.binding(decode(ident.ctxt).0).scope;
                    });
                }
                scope
            }
            ForHead::Pat(_) => NONE,
        }
    }

    pub(super) fn for_of_statement(&mut self, s: &mut ForOfStmt, labels: Vec<Atom>) {
        let top = self.b.top();
        self.clear_completion();
        let scope = self.scope_of_head(&mut s.left);
        let asynchronous = s.is_await;
        let object = self.head_object(scope, &mut s.right);
        let record = self.b.allocate(2);
        self.at(swc_common::Spanned::span(&*s.right));
        if asynchronous {
            self.e(Opcode::GetAsyncIterator, &[record as u32, object as u32]);
        } else {
            self.e(Opcode::StartIteration, &[record as u32, object as u32, 0]);
        }
        let (next, end, broken) = (self.b.label(), self.b.label(), self.b.label());
        let value = self.b.temporary();
        self.push_control(ControlKind::Target {
            labels: labels.clone(),
            break_to: Some(broken),
            continue_to: None,
            plain: true,
        });
        let head = self.b.label_here();
        self.at(swc_common::Spanned::span(&*s.right));
        if asynchronous {
            self.async_step(record, value, end);
        } else {
            self.e(Opcode::IteratorStep, &[value as u32, record as u32, end.0, 0]);
        }
        self.push_control(ControlKind::Iterator { record, asynchronous });
        let inner = if scope == NONE { self.b.top() } else { self.enter_scope(scope) };
        self.push_control(ControlKind::Target { labels, break_to: None, continue_to: Some(next), plain: false });
        let resources = match &s.left {
            ForHead::UsingDecl(declaration) => Some(self.begin_resources(declaration.is_await)),
            _ => None,
        };
        self.head_bind(&mut s.left, value);
        self.statement(&mut s.body);
        if let Some(resources) = resources {
            self.end_resources(resources);
        }
        self.pop_control();
        if scope != NONE {
            self.leave_scope(scope, inner);
        }
        self.b.bind(next);
        let control = self.pop_control();
        self.b.jump(head);
        self.pop_control();
        if let Some(control) = control {
            let handler = self.b.label();
            self.cover(&control, handler);
            self.b.bind(handler);
            self.close_on_throw(record, asynchronous);
        }
        self.b.bind(end);
        self.b.bind(broken);
        self.b.release(top);
    }

    /// The handler of a loop or pattern whose iterator must be closed: the exception goes on.
    pub(super) fn close_on_throw(&mut self, record: Reg, asynchronous: bool) {
        let top = self.b.top();
        let exception = self.b.temporary();
        self.e(Opcode::Catch, &[exception as u32]);
        if asynchronous {
            self.async_iterator_close(record, true);
        } else {
            self.e(Opcode::IteratorClose, &[record as u32, 1]);
        }
        self.e(Opcode::Throw, &[exception as u32]);
        self.b.release(top);
    }

    /// The next value of an async iterator; jumps when it is done.
    fn async_step(&mut self, record: Reg, value: Reg, done: Label) {
        let top = self.b.top();
        let base = self.b.call_area(0);
        let flag = self.b.temporary();
        self.mov(base + abi::frame::CALLEE as Reg, record + 1);
        self.mov(base + abi::frame::THIS as Reg, record);
        let site = self.site(SiteKind::Call);
        self.e(Opcode::Call, &[value as u32, base as u32, 0, site]);
        self.await_register(value, value);
        self.e(Opcode::CheckObject, &[value as u32, 0]);
        let site = self.key_site(SiteKind::GetField, &Atom::from("done"));
        self.e(Opcode::GetField, &[flag as u32, value as u32, site]);
        self.e(Opcode::JumpTrue, &[flag as u32, done.0]);
        let site = self.key_site(SiteKind::GetField, &Atom::from("value"));
        self.e(Opcode::GetField, &[value as u32, value as u32, site]);
        self.b.release(top);
    }
}
