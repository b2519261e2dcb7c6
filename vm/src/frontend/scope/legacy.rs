//! Which functions a program asks for the arguments of their activations, by the legacy property that sloppy functions have in every engine:
//! `f.arguments`. Those make an arguments object when they are called, as if they named `arguments`, and their frames keep it.
//!
//! It goes by names: who reads `f.arguments` means a function that is declared, or named, `f`. What another name leads to is answered as far as its frame tells.

use super::analyze::Analyzer;
use super::*;
use swc_ecma_ast::{Expr, MemberExpr, MemberProp};

/// What has been met so far.
#[derive(Default)]
pub(super) struct Inspected {
    /// Names whose `arguments` are read.
    names: FxHashSet<Atom>,
    /// Sloppy functions with a name of their own.
    functions: Vec<(Atom, FunctionId)>,
}

impl Analyzer {
    /// A member expression is read.
    pub(super) fn note_inspection(&mut self, member: &MemberExpr) {
        if let (Expr::Ident(object), MemberProp::Ident(property)) = (&*member.obj, &member.prop)
            && property.sym == self.arguments
        {
            self.inspected.names.insert(object.sym.clone());
        }
    }

    /// A function has a name.
    pub(super) fn note_named(&mut self, name: &Atom, id: FunctionId) {
        let f = &self.unit.functions[id as usize];
        if f.kind == FunctionKind::Normal && !f.is(FUNCTION_STRICT | FUNCTION_GENERATOR | FUNCTION_ASYNC) {
            self.inspected.functions.push((name.clone(), id));
        }
    }

    /// At the end of the program.
    pub(super) fn mark_inspected(&mut self) {
        let Inspected { names, functions } = std::mem::take(&mut self.inspected);
        if names.is_empty() {
            return;
        }
        for (name, id) in functions {
            let f = &mut self.unit.functions[id as usize];
            if names.contains(&name) && f.arguments != NONE {
                f.flags |= FUNCTION_INSPECTED;
            }
        }
    }
}
