//! `--trace-calls`: what tells that a function is entered and left. Initializers of fields are no functions of the program's.

use super::*;

impl Compiler<'_> {
    pub(super) fn enter_call(&mut self) {
        let is_initializer = matches!(self.kind, FunctionKind::FieldInitializer | FunctionKind::StaticInitializer);
        if self.unit.source.traces_calls.get() && !is_initializer {
            let (caller, node) = (self.b.temporary(), self.b.temporary());
            self.b.emit(Opcode::EnterCall, &[caller as u32, node as u32]);
            self.call_nodes = Some((caller, node));
        }
    }

    /// The function is about to end, or a generator to yield. (What else ends or suspends generators and async functions is the runtime's: an async generator may
    /// go on at once where it yields.)
    pub(super) fn leave_call(&mut self) {
        if let Some((caller, _)) = self.call_nodes {
            self.b.emit(Opcode::LeaveCall, &[caller as u32]);
        }
    }

    /// An exception was caught, perhaps of what was called.
    pub(super) fn return_to_own_call(&mut self) {
        if let Some((_, own)) = self.call_nodes {
            self.b.emit(Opcode::LeaveCall, &[own as u32]);
        }
    }
}
