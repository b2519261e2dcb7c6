//! Intrinsics of self-hosted built-ins: what the language cannot say, or not without asking what a program may have changed. They look like calls, and
//! each is an instruction.

use super::*;
use abi::frame::{CALLEE, THIS};
use abi::opcode::{Family, Operand};
use swc_ecma_ast::{CallExpr, Callee, Lit};

/// The instruction of self-hosted code that has the name: it reads registers, and may write one.
fn instruction(name: &str) -> Option<Opcode> {
    Opcode::ALL.iter().copied().find(|op| op.family() == Family::SelfHosted && op.name() == name)
}

impl Compiler<'_> {
    /// A call in a self-hosted built-in. Besides the instructions there are `CallWith(function, this, ...arguments)` and `ThrowTypeError(message)`.
    pub(super) fn intrinsic(&mut self, call: &mut CallExpr, dst: Reg) {
        let Callee::Expr(callee) = &call.callee else { return };
        let Expr::Ident(name) = &**callee else { panic!("a call of what is no intrinsic") };
        let name = &*name.sym;
        let mut arguments: Vec<&mut Expr> = call.args.iter_mut().map(|argument| &mut *argument.expr).collect();
        let top = self.b.top();
        match (name, &mut arguments[..]) {
            ("CallWith", [function, this, arguments @ ..]) => {
                let base = self.b.call_area(0);
                self.to(function, base + CALLEE as Reg);
                self.to(this, base + THIS as Reg);
                for argument in arguments.iter_mut() {
                    let reg = self.b.temporary();
                    self.to(argument, reg);
                }
                let site = self.site(SiteKind::Call);
                self.e(Opcode::Call, &[dst as u32, base as u32, arguments.len() as u32, site]);
            }
            ("ThrowTypeError", [Expr::Lit(Lit::Str(message))]) => {
                let message = self.b.string(&const_string(&message.value));
                self.e(Opcode::ThrowError, &[1, message]);
            }
            _ => {
                let op = instruction(name).unwrap_or_else(|| panic!("there is no intrinsic {name}"));
                let site = op.site_kind();
                let mut arguments = arguments.into_iter();
                let operands: Vec<u32> = op
                    .operands()
                    .iter()
                    .map(|(_, role)| match role {
                        Operand::Write => dst as u32,
                        Operand::Site => self.site(site.expect("an operand that is a site has a kind")),
                        _ => self.any(arguments.next().expect("an argument")) as u32,
                    })
                    .collect();
                self.e(op, &operands);
            }
        }
        self.b.release(top);
    }
}
