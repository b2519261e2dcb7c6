//! Statements.

use super::dispose::resources_in;
use super::exceptions::ControlKind;
use super::expression::small_int;
use super::function::FunctionName;
use super::*;
use swc_ecma_ast::*;

/// A switch over int literals takes a jump table from this many cases on.
const TABLE_CASES: usize = 4;
/// And if the table is at most this many times as long as there are cases.
const TABLE_SPARSENESS: i64 = 4;

impl Compiler<'_> {
    /// A function's own statements, after its functions are made.
    pub(super) fn body(&mut self, statements: &mut [Stmt]) {
        match resources_in(statements) {
            None => {
                let derived = self.kind == FunctionKind::DerivedConstructor;
                for statement in statements {
                    self.statement(statement);
                    if derived && is_super_call(statement) {
                        self.this_bound = true;
                    }
                }
            }
            Some(asynchronous) => {
                let resources = self.begin_resources(asynchronous);
                self.statements(statements);
                self.end_resources(resources);
            }
        }
    }

    pub(super) fn statements(&mut self, statements: &mut [Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// The completion value is undefined from here on, until a statement gives one.
    pub(super) fn clear_completion(&mut self) {
        if let Some(completion) = self.completion {
            self.undefined(completion);
        }
    }

    pub(super) fn block(&mut self, block: &mut BlockStmt) {
        if index_of(block.ctxt) == NONE {
            return self.statements(&mut block.stmts);
        }
        self.scoped_block(block);
    }

    /// A block with a scope of its own.
    pub(super) fn scoped_block(&mut self, block: &mut BlockStmt) {
        let scope = index_of(block.ctxt);
        let top = self.enter_scope(scope);
        self.hoisted_functions(&mut block.stmts);
        match resources_in(&block.stmts) {
            None => self.statements(&mut block.stmts),
            Some(asynchronous) => {
                let resources = self.begin_resources(asynchronous);
                self.statements(&mut block.stmts);
                self.end_resources(resources);
            }
        }
        self.leave_scope(scope, top);
    }

    pub(super) fn statement(&mut self, statement: &mut Stmt) {
        let top = self.b.top();
        let labels = std::mem::take(&mut self.labels);
        let span = swc_common::Spanned::span(statement);
        self.at(span);
        match statement {
            Stmt::Expr(s) => match self.completion {
                Some(completion) => {
                    let reg = self.any(&mut s.expr);
                    self.mov(completion, reg);
                }
                None => self.effect(&mut s.expr),
            },
            Stmt::Decl(declaration) => self.declaration(declaration),
            Stmt::Block(block) => {
                if labels.is_empty() {
                    self.block(block);
                } else {
                    self.labelled(labels, |c| c.block(block));
                }
            }
            Stmt::If(_) => {
                if labels.is_empty() {
                    self.if_statement(statement);
                } else {
                    self.labelled(labels, |c| c.if_statement(statement));
                }
            }
            Stmt::Return(s) => match &mut s.arg {
                Some(value) => self.return_expression(value),
                None => {
                    let t = self.b.temporary();
                    self.undefined(t);
                    self.return_value(t);
                }
            },
            Stmt::Throw(s) => self.throw_statement(s),
            Stmt::Try(s) => {
                if labels.is_empty() {
                    self.try_statement(s);
                } else {
                    self.labelled(labels, |c| c.try_statement(s));
                }
            }
            Stmt::While(s) => self.while_statement(s, labels),
            Stmt::DoWhile(s) => self.do_while_statement(s, labels),
            Stmt::For(s) => self.for_statement(s, labels),
            Stmt::ForIn(s) => self.for_in_statement(s, labels),
            Stmt::ForOf(s) => self.for_of_statement(s, labels),
            Stmt::Switch(s) => self.switch_statement(s, labels),
            Stmt::With(s) => {
                if labels.is_empty() {
                    self.with_statement(s);
                } else {
                    self.labelled(labels, |c| c.with_statement(s));
                }
            }
            Stmt::Labeled(s) => {
                self.labels = labels;
                self.labels.push(s.label.sym.clone());
                self.statement(&mut s.body);
                self.labels.clear();
            }
            Stmt::Break(s) => self.break_statement(s.label.as_ref().map(|l| &l.sym)),
            Stmt::Continue(s) => self.continue_statement(s.label.as_ref().map(|l| &l.sym)),
            Stmt::Debugger(_) => self.e(Opcode::Debugger, &[]),
            Stmt::Empty(_) => {}
        }
        self.b.release(top);
    }

    /// A labelled statement that is no loop and no switch.
    fn labelled(&mut self, labels: Vec<Atom>, body: impl FnOnce(&mut Self)) {
        let end = self.b.label();
        self.push_control(ControlKind::Target { labels, break_to: Some(end), continue_to: None, plain: false });
        body(self);
        self.pop_control();
        self.b.bind(end);
    }

    fn if_statement(&mut self, statement: &mut Stmt) {
        let end = self.b.label();
        let mut statement = statement;
        // An else-if chain is a loop.
        loop {
            let Stmt::If(s) = statement else {
                self.statement(statement);
                break;
            };
            self.clear_completion();
            let otherwise = self.b.label();
            self.at(swc_common::Spanned::span(&*s.test));
            self.condition(&mut s.test, otherwise, false);
            self.statement(&mut s.cons);
            match &mut s.alt {
                Some(alternative) => {
                    self.b.jump(end);
                    self.b.bind(otherwise);
                    statement = alternative;
                }
                None => {
                    self.b.bind(otherwise);
                    break;
                }
            }
        }
        self.b.bind(end);
    }

    // ---- declarations

    pub(super) fn declaration(&mut self, declaration: &mut Decl) {
        match declaration {
            Decl::Var(declaration) => self.variables(declaration),
            Decl::Using(declaration) => self.using_declaration(declaration),
            Decl::Fn(declaration) => self.annex_b_function(declaration),
            Decl::Class(declaration) => {
                let top = self.b.top();
                let reg = self.b.temporary();
                self.class(&mut declaration.class, Some(&declaration.ident), None, reg);
                self.initialize(&declaration.ident, reg);
                self.b.release(top);
            }
            Decl::TsInterface(_) | Decl::TsTypeAlias(_) | Decl::TsEnum(_) | Decl::TsModule(_) => {}
        }
    }

    /// Annex B.3.2: where a function declaration in a block stands, its variable gets the block's value.
    fn annex_b_function(&mut self, declaration: &mut FnDecl) {
        let id = index_of(declaration.function.ctxt);
        let function = self.unit.function(id);
        let (target, global) = (function.annex_b, function.is(FUNCTION_ANNEX_B_GLOBAL));
        if target == NONE && !global {
            return;
        }
        let top = self.b.top();
        let value = match self.variable(&declaration.ident) {
            Some(reg) => reg,
            None => {
                let t = self.b.temporary();
                self.load(&declaration.ident, t);
                t
            }
        };
        if !global {
            self.initialize_binding(target, value);
        } else if self.unit.is_dynamic(self.unit.function(0).scope, NONE) {
            let base = self.b.temporary();
            let name = self.b.atom(&declaration.ident.sym);
            self.callee_environment_used = true;
            let environment = self.callee_environment;
            self.e(Opcode::ResolveName, &[base as u32, environment as u32, name]);
            self.e(Opcode::PutResolved, &[base as u32, name, value as u32]);
        } else {
            let site = self.b.global_site(&declaration.ident.sym, true, false);
            self.e(Opcode::SetGlobal, &[value as u32, site]);
        }
        self.b.release(top);
    }

    pub(super) fn variables(&mut self, declaration: &mut VarDecl) {
        let var = declaration.kind == VarDeclKind::Var;
        for declarator in &mut declaration.decls {
            let top = self.b.top();
            self.declarator(declarator, var);
            self.b.release(top);
        }
    }

    fn declarator(&mut self, declarator: &mut VarDeclarator, var: bool) {
        self.at(declarator.span);
        match (&mut declarator.name, &mut declarator.init) {
            (Pat::Ident(ident), Some(init)) => {
                let ident = &ident.id;
                self.infer_from_name(&ident.sym, init);
                let name = FunctionName::Static(ConstString::Utf8(ident.sym.clone()));
                if var {
                    let (binding, _) = decode(ident.ctxt);
                    if binding != NONE
                        && let Place::Register(reg) = self.place(binding)
                        && self.unit.binding(binding).kind != BindingKind::FunctionName
                    {
                        if super::assignment::is_anonymous_function(init) {
                            self.to_named(init, name, reg);
                        } else {
                            self.to_variable(init, reg);
                        }
                        return;
                    }
                    let base = self.resolve_name(ident);
                    let value = self.any_named(init, name);
                    return self.store(ident, base, value);
                }
                if let Some(reg) = self.initial_register(ident) {
                    return self.to_named(init, name, reg);
                }
                let value = self.any_named(init, name);
                self.initialize(ident, value);
            }
            (Pat::Ident(ident), None) => {
                if !var {
                    let ident = &ident.id;
                    match self.initial_register(ident) {
                        Some(reg) => self.undefined(reg),
                        None => {
                            let t = self.b.temporary();
                            self.undefined(t);
                            self.initialize(ident, t);
                        }
                    }
                }
            }
            (pattern, Some(init)) => {
                let value = self.b.temporary();
                self.to(init, value);
                if var {
                    self.assign_pattern(pattern, value);
                } else {
                    self.bind_pattern(pattern, value);
                }
            }
            (_, None) => {}
        }
    }

    // ---- return

    /// `return e`: calls in tail position may replace the frame.
    pub(super) fn return_expression(&mut self, e: &mut Expr) {
        if !self.may_tail_call() {
            let top = self.b.top();
            let mut value = self.any(e);
            if self.asynchronous && self.generator {
                let t = self.b.temporary();
                self.await_register(t, value);
                value = t;
            }
            self.return_value(value);
            return self.b.release(top);
        }
        let top = self.b.top();
        match unparen(e) {
            Expr::Cond(cond) => {
                let otherwise = self.b.label();
                self.condition(&mut cond.test, otherwise, false);
                self.return_expression(&mut cond.cons);
                self.b.bind(otherwise);
                self.return_expression(&mut cond.alt);
            }
            Expr::Bin(binary)
                if matches!(binary.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing)
                    && ends_in_call(&binary.right) =>
            {
                let jump = match binary.op {
                    BinaryOp::LogicalAnd => Opcode::JumpFalse,
                    BinaryOp::LogicalOr => Opcode::JumpTrue,
                    _ => Opcode::JumpNotNullish,
                };
                let value = self.any(&mut binary.left);
                let short = self.b.label();
                self.e(jump, &[value as u32, short.0]);
                self.return_expression(&mut binary.right);
                self.b.bind(short);
                self.e(Opcode::Return, &[value as u32]);
            }
            Expr::Seq(sequence) => {
                if let Some((last, rest)) = sequence.exprs.split_last_mut() {
                    for e in rest {
                        self.effect(e);
                    }
                    self.return_expression(last);
                }
            }
            call @ (Expr::Call(CallExpr { callee: Callee::Expr(_), .. }) | Expr::OptChain(_)) => {
                // A direct eval, or `new`, is no tail call; the chain knows.
                let dst = self.b.temporary();
                self.chain(call, dst, true);
                self.return_value(dst);
            }
            Expr::TaggedTpl(tagged) => {
                let dst = self.b.temporary();
                self.tagged_template(tagged, dst, true);
            }
            other => {
                let value = self.any(other);
                self.return_value(value);
            }
        }
        self.b.release(top);
    }

    // ---- with

    fn with_statement(&mut self, s: &mut WithStmt) {
        let top = self.b.top();
        self.clear_completion();
        let object = self.any(&mut s.obj);
        let Some(&scope) = self.unit.with_scopes.get(&s.span.lo.0) else { return };
        let parent = self.environment();
        let reg = self.b.temporary();
        self.at(s.span);
        self.e(Opcode::NewWithEnvironment, &[reg as u32, parent as u32, object as u32]);
        let outer = std::mem::replace(&mut self.scope, scope);
        self.environments.push((scope, reg));
        self.statement(&mut s.body);
        self.environments.pop();
        self.scope = outer;
        self.b.release(top);
    }

    // ---- switch

    fn switch_statement(&mut self, s: &mut SwitchStmt, labels: Vec<Atom>) {
        self.clear_completion();
        let top = self.b.top();
        let scope = index_of(s.body_ctxt);
        let value = self.any(&mut s.discriminant);
        // The cases may assign to it.
        let value = self.unaliased(value);
        let inner = if scope == NONE { self.b.top() } else { self.enter_scope(scope) };
        if scope != NONE {
            for case in &mut s.cases {
                self.hoisted_functions(&mut case.cons);
            }
        }
        let end = self.b.label();
        let case_labels: Vec<Label> = s.cases.iter().map(|_| self.b.label()).collect();
        let default = s.cases.iter().position(|c| c.test.is_none()).map_or(end, |i| case_labels[i]);
        if !self.switch_table(s, value, &case_labels) {
            for (case, label) in s.cases.iter_mut().zip(&case_labels) {
                let Some(test) = &mut case.test else { continue };
                if let Some(immediate) = small_int(test) {
                    self.e(Opcode::JumpStrictEqInt, &[value as u32, immediate as u32, label.0]);
                } else {
                    let top = self.b.top();
                    let test = self.any(test);
                    self.e(Opcode::JumpStrictEq, &[value as u32, test as u32, label.0]);
                    self.b.release(top);
                }
            }
        }
        self.b.jump(default);
        self.push_control(ControlKind::Target { labels, break_to: Some(end), continue_to: None, plain: true });
        for (case, label) in s.cases.iter_mut().zip(case_labels) {
            self.b.bind(label);
            self.statements(&mut case.cons);
        }
        self.pop_control();
        self.b.bind(end);
        if scope != NONE {
            self.leave_scope(scope, inner);
        }
        self.b.release(top);
    }

    /// A jump table, if all cases are int literals close to each other.
    fn switch_table(&mut self, s: &SwitchStmt, value: Reg, labels: &[Label]) -> bool {
        let mut cases = Vec::with_capacity(s.cases.len());
        for (case, label) in s.cases.iter().zip(labels) {
            if let Some(test) = &case.test {
                let Some(number) = super::expression::numeric(test, 4) else { return false };
                let int = number as i32;
                if int as f64 != number {
                    return false;
                }
                cases.push((int, *label));
            }
        }
        let (Some(min), Some(max)) = (cases.iter().map(|c| c.0).min(), cases.iter().map(|c| c.0).max()) else {
            return false;
        };
        let span = max as i64 - min as i64 + 1;
        if cases.len() < TABLE_CASES
            || span > TABLE_SPARSENESS * cases.len() as i64
            || self.b.jump_table_count() >= 0xffff
        {
            return false;
        }
        let mut targets = vec![None; span as usize];
        for (int, label) in cases {
            // The first of equal cases is meant.
            targets[(int as i64 - min as i64) as usize].get_or_insert(label);
        }
        self.b.switch_int(value, min, targets);
        true
    }
}

/// Whether a statement is `super(...);`.
fn is_super_call(statement: &Stmt) -> bool {
    match statement {
        Stmt::Expr(s) => matches!(&*s.expr, Expr::Call(CallExpr { callee: Callee::Super(_), .. })),
        _ => false,
    }
}

fn ends_in_call(e: &Expr) -> bool {
    match unparen_ref(e) {
        Expr::Call(CallExpr { callee: Callee::Expr(_), .. }) | Expr::TaggedTpl(_) => true,
        Expr::Cond(cond) => ends_in_call(&cond.cons) || ends_in_call(&cond.alt),
        Expr::Bin(binary) => {
            matches!(binary.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing)
                && ends_in_call(&binary.right)
        }
        Expr::Seq(sequence) => sequence.exprs.last().is_some_and(|e| ends_in_call(e)),
        _ => false,
    }
}
