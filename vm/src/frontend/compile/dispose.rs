//! `using` and `await using`: a scope whose resources are disposed of when it is left, like a finally block.

use super::exceptions::Finally;
use super::*;
use swc_ecma_ast::*;

/// A scope with resources.
pub(super) struct Resources {
    finally: Finally,
    stack: Reg,
    error: Reg,
    asynchronous: bool,
}

/// Whether a statement list declares resources, and whether some of them asynchronously.
pub(super) fn resources_in(statements: &[Stmt]) -> Option<bool> {
    let mut found = None;
    for statement in statements {
        if let Stmt::Decl(Decl::Using(declaration)) = statement {
            found = Some(found.unwrap_or(false) || declaration.is_await);
        }
    }
    found
}

impl Compiler<'_> {
    pub(super) fn begin_resources(&mut self, asynchronous: bool) -> Resources {
        let stack = self.b.temporary();
        let error = self.b.temporary();
        self.e(Opcode::LoadEmpty, &[stack as u32]);
        let saved = self.resources.replace(stack);
        debug_assert!(saved != Some(stack));
        self.outer_resources.push(saved);
        let finally = self.begin_finally();
        Resources { finally, stack, error, asynchronous }
    }

    pub(super) fn end_resources(&mut self, resources: Resources) {
        let Resources { finally, stack, error, asynchronous } = resources;
        self.resources = self.outer_resources.pop().flatten();
        // A throw's value is the error; other ways have none yet.
        let (exits, end) = self.enter_finally(&finally, true);
        let (thrown, ready) = (self.b.label(), self.b.label());
        self.e(Opcode::JumpStrictEqInt, &[finally.kind as u32, super::exceptions::KIND_THROW as u32, thrown.0]);
        self.e(Opcode::LoadEmpty, &[error as u32]);
        self.b.jump(ready);
        self.b.bind(thrown);
        self.mov(error, finally.value);
        self.b.bind(ready);
        if asynchronous {
            self.dispose_asynchronously(stack, error);
        } else {
            self.e(Opcode::DisposeAll, &[error as u32, stack as u32]);
        }
        self.e(Opcode::ThrowIfError, &[error as u32]);
        self.dispatch(&finally, &exits, end, true);
    }

    fn dispose_asynchronously(&mut self, stack: Reg, error: Reg) {
        let top = self.b.top();
        let value = self.b.temporary();
        let head = self.b.label_here();
        let (done, handler) = (self.b.label(), self.b.label());
        self.e(Opcode::DisposeStep, &[error as u32, stack as u32, value as u32, done.0]);
        let begin = self.b.offset();
        self.await_register(value, value);
        let finish = self.b.offset();
        self.b.jump(head);
        self.b.handler(begin, finish, handler);
        self.b.bind(handler);
        self.e(Opcode::Catch, &[value as u32]);
        self.e(Opcode::AddError, &[error as u32, value as u32]);
        self.b.jump(head);
        self.b.bind(done);
        self.b.release(top);
    }

    pub(super) fn using_declaration(&mut self, declaration: &mut UsingDecl) {
        let asynchronous = declaration.is_await;
        for declarator in &mut declaration.decls {
            self.using_declarator(declarator, asynchronous);
        }
    }

    pub(super) fn using_declarator(&mut self, declarator: &mut VarDeclarator, asynchronous: bool) {
        let top = self.b.top();
        let value = self.b.temporary();
        let Pat::Ident(ident) = &declarator.name else { return };
        if let Some(init) = &mut declarator.init {
            let name = super::function::FunctionName::Static(ConstString::Utf8(ident.id.sym.clone()));
            self.to_named(init, name, value);
        }
        self.add_resource(value, asynchronous, declarator.span);
        self.initialize(&ident.id, value);
        self.b.release(top);
    }

    /// AddDisposableResource (sec. 27.3.1.1).
    pub(super) fn add_resource(&mut self, value: Reg, asynchronous: bool, span: Span) {
        if let Some(stack) = self.resources {
            self.at(span);
            self.e(Opcode::AddDisposable, &[stack as u32, value as u32, u32::from(asynchronous)]);
        }
    }
}
