//! Generators: yield, yield*, and what awaits.

use super::*;
use abi::frame::{CALLEE, FIRST_ARGUMENT, THIS};
use swc_ecma_ast::*;

/// How a suspended generator was resumed, in the register that Yield writes.
const MODE_NEXT: u32 = 0;
const MODE_THROW: u32 = 1;
const MODE_RETURN: u32 = 2;

impl Compiler<'_> {
    pub(super) fn await_register(&mut self, dst: Reg, value: Reg) {
        self.e(Opcode::Await, &[dst as u32, value as u32]);
    }

    pub(super) fn yield_expression(&mut self, e: &mut YieldExpr, dst: Reg) {
        let top = self.b.top();
        let value = self.b.temporary();
        match &mut e.arg {
            Some(argument) => self.to(argument, value),
            None => self.undefined(value),
        }
        if e.delegate {
            self.yield_delegate(value, dst, e.span);
            return self.b.release(top);
        }
        self.at(e.span);
        if self.asynchronous {
            self.await_register(value, value);
        }
        self.yield_value(value, dst);
        self.b.release(top);
    }

    /// Yield of a value that is already awaited; a return resumption leaves the function.
    fn yield_value(&mut self, value: Reg, dst: Reg) {
        let mode = self.b.temporary();
        let received = self.b.temporary();
        if !self.asynchronous {
            self.leave_call();
        }
        self.e(Opcode::Yield, &[received as u32, mode as u32, value as u32]);
        let go_on = self.b.label();
        self.e(Opcode::JumpStrictEqInt, &[mode as u32, MODE_NEXT, go_on.0]);
        if self.asynchronous {
            self.await_register(received, received);
        }
        self.return_value(received);
        self.b.bind(go_on);
        self.mov(dst, received);
    }

    /// yield* (sec. 15.5.5).
    fn yield_delegate(&mut self, iterable: Reg, dst: Reg, span: Span) {
        let record = self.b.allocate(2);
        let received = self.b.temporary();
        let mode = self.b.temporary();
        let result = self.b.temporary();
        let method = self.b.temporary();
        self.at(span);
        let get = if self.asynchronous { Opcode::GetAsyncIterator } else { Opcode::GetIterator };
        self.e(get, &[record as u32, iterable as u32]);
        self.undefined(received);
        self.load_int(mode, MODE_NEXT as i32);
        let (head, throwing, returning) = (self.b.label_here(), self.b.label(), self.b.label());
        let (called, check, exhausted, done) = (self.b.label(), self.b.label(), self.b.label(), self.b.label());
        self.e(Opcode::JumpStrictEqInt, &[mode as u32, MODE_THROW, throwing.0]);
        self.e(Opcode::JumpStrictEqInt, &[mode as u32, MODE_RETURN, returning.0]);
        self.mov(method, record + 1);
        self.b.jump(called);

        self.b.bind(throwing);
        let k = self.b.atom(&Atom::from("throw"));
        self.e(Opcode::GetMethod, &[method as u32, record as u32, k]);
        self.e(Opcode::JumpNotUndefined, &[method as u32, called.0]);
        // The iterator cannot take the exception: it is closed, and that is an error.
        if self.asynchronous {
            self.async_iterator_close(record, false);
        } else {
            self.e(Opcode::IteratorClose, &[record as u32, 0]);
        }
        let message = self.b.string(&ConstString::from("The iterator does not provide a 'throw' method"));
        self.e(Opcode::ThrowError, &[1, message]);

        self.b.bind(returning);
        let k = self.b.atom(&Atom::from("return"));
        self.e(Opcode::GetMethod, &[method as u32, record as u32, k]);
        self.e(Opcode::JumpNotUndefined, &[method as u32, called.0]);
        if self.asynchronous {
            self.await_register(received, received);
        }
        self.return_value(received);

        self.b.bind(called);
        let top = self.b.top();
        let base = self.b.call_area(1);
        self.mov(base + CALLEE as Reg, method);
        self.mov(base + THIS as Reg, record);
        self.mov(base + FIRST_ARGUMENT as Reg, received);
        let site = self.site(SiteKind::Call);
        self.e(Opcode::Call, &[result as u32, base as u32, 1, site]);
        self.b.release(top);
        if self.asynchronous {
            self.await_register(result, result);
        }
        self.b.bind(check);
        self.e(Opcode::CheckObject, &[result as u32, 3]);
        let key = self.key_site(SiteKind::GetField, &Atom::from("done"));
        self.e(Opcode::GetField, &[method as u32, result as u32, key]);
        self.e(Opcode::JumpTrue, &[method as u32, exhausted.0]);
        if self.asynchronous {
            let key = self.key_site(SiteKind::GetField, &Atom::from("value"));
            self.e(Opcode::GetField, &[result as u32, result as u32, key]);
        }
        self.e(Opcode::YieldDelegate, &[received as u32, mode as u32, result as u32]);
        if self.asynchronous {
            // A return's value is awaited; if that fails, it is a throw.
            self.e(Opcode::JumpStrictNeInt, &[mode as u32, MODE_RETURN, head.0]);
            let begin = self.b.offset();
            self.await_register(received, received);
            let finish = self.b.offset();
            self.b.jump(head);
            let handler = self.b.label();
            self.b.handler(begin, finish, handler);
            self.b.bind(handler);
            self.e(Opcode::Catch, &[received as u32]);
            self.load_int(mode, MODE_THROW as i32);
        }
        self.b.jump(head);

        self.b.bind(exhausted);
        let key = self.key_site(SiteKind::GetField, &Atom::from("value"));
        self.e(Opcode::GetField, &[result as u32, result as u32, key]);
        self.e(Opcode::JumpStrictNeInt, &[mode as u32, MODE_RETURN, done.0]);
        self.return_value(result);
        self.b.bind(done);
        self.mov(dst, result);
    }

    /// AsyncIteratorClose (sec. 7.4.12), inline: it awaits. `swallow`: an exception is pending, and goes first.
    pub(super) fn async_iterator_close(&mut self, record: Reg, swallow: bool) {
        let top = self.b.top();
        let done = self.b.label();
        self.e(Opcode::JumpUndefined, &[record as u32, done.0]);
        let base = self.b.call_area(0);
        let (callee, this) = (base + CALLEE as Reg, base + THIS as Reg);
        self.mov(this, record);
        // Finished from here on, whatever happens.
        self.undefined(record);
        let begin = self.b.offset();
        let k = self.b.atom(&Atom::from("return"));
        self.e(Opcode::GetMethod, &[callee as u32, this as u32, k]);
        self.e(Opcode::JumpUndefined, &[callee as u32, done.0]);
        let site = self.site(SiteKind::Call);
        let result = self.b.temporary();
        self.e(Opcode::Call, &[result as u32, base as u32, 0, site]);
        self.await_register(result, result);
        if swallow {
            let finish = self.b.offset();
            self.b.jump(done);
            let handler = self.b.label();
            self.b.handler(begin, finish, handler);
            self.b.bind(handler);
            self.e(Opcode::Catch, &[result as u32]);
        } else {
            self.e(Opcode::CheckObject, &[result as u32, 0]);
        }
        self.b.bind(done);
        self.b.release(top);
    }
}
