//! A text as the body of a function whose parameters are given beside it: the tree of [`Goal::FunctionBody`](super::Goal).
//!
//! The text is parsed as a script and its statements become the body, so that lines and columns are the text's own.

use crate::frontend::early_errors::FIRST_BYTE;
use swc_atoms::Atom;
use swc_common::{BytePos, Span, SyntaxContext};
use swc_ecma_ast::{BindingIdent, Decl, FnDecl, Function, FunctionBody, Ident, Param, Pat, Program, Script, Stmt};

/// A script that declares the function and does nothing else.
pub fn wrap(program: Program, parameters: &[&str], source: &str) -> Program {
    let Program::Script(script) = program else { return program };
    let (first, last) = (BytePos(FIRST_BYTE), BytePos(FIRST_BYTE + source.len() as u32));
    let (start, whole) = (Span::new(first, first), Span::new(first, last));
    let ident = |name: &str| Ident::new(Atom::from(name), start, SyntaxContext::empty());
    let parameter = |name: &&str| Param {
        span: start,
        decorators: Vec::new(),
        pat: Pat::Ident(BindingIdent { id: ident(name), type_ann: None }),
    };
    let function = Function {
        params: parameters.iter().map(parameter).collect(),
        span: whole,
        body: Some(FunctionBody { span: whole, stmts: script.body }),
        ..Function::default()
    };
    let declaration = FnDecl { ident: ident("anonymous"), declare: false, function: Box::new(function) };
    Program::Script(Script { body: vec![Stmt::Decl(Decl::Fn(declaration))], ..script })
}
