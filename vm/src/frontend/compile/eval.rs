//! The outermost code of scripts and evals: what it declares, and its completion value.

use super::function::{code_flags, make_template, take_function};
use super::*;
use crate::frontend::scope::declare::{each_name, function_declaration};
use rustc_hash::FxHashSet;
use swc_ecma_ast::*;

impl Compiler<'_> {
    /// A script (sec. 16.1.6): its declarations, then its statements.
    pub(super) fn script(mut self, mut statements: Vec<Stmt>) -> Result<FunctionData, TooLarge> {
        let mut lexical = Vec::new();
        for statement in &mut statements {
            match statement {
                Stmt::Decl(Decl::Var(declaration)) if declaration.kind != VarDeclKind::Var => {
                    let constant = declaration.kind == VarDeclKind::Const;
                    for declarator in &mut declaration.decls {
                        each_name(&mut declarator.name, &mut |ident| {
                            lexical.push((ConstString::Utf8(ident.sym.clone()), constant));
                        });
                    }
                }
                Stmt::Decl(Decl::Class(declaration)) => {
                    lexical.push((ConstString::Utf8(declaration.ident.sym.clone()), false));
                }
                _ => {}
            }
        }
        let (functions, vars, annex_b) = self.outer_declarations(&mut statements);
        let declarations = GlobalDeclarations { lexical, functions, vars, annex_b };
        let k = self.b.constant(Constant::GlobalDeclarations(Rc::new(declarations)));
        self.e(Opcode::DeclareGlobals, &[k]);
        self.completed(statements)
    }

    /// An eval (sec. 19.2.1.3, EvalDeclarationInstantiation): sloppy ones declare variables around themselves.
    pub(super) fn eval(mut self, mut statements: Vec<Stmt>) -> Result<FunctionData, TooLarge> {
        let scope = self.scope;
        self.enter_scope(scope);
        self.scope = scope;
        if self.strict {
            self.hoisted_functions(&mut statements);
        } else {
            let (functions, vars, annex_b) = self.outer_declarations(&mut statements);
            if !(functions.is_empty() && vars.is_empty() && annex_b.is_empty()) {
                let declarations = EvalDeclarations { functions, vars, annex_b };
                let environment = self.environment();
                let k = self.b.constant(Constant::EvalDeclarations(Rc::new(declarations)));
                self.e(Opcode::DeclareEvalVars, &[environment as u32, k]);
            }
        }
        self.completed(statements)
    }

    /// Statements whose completion value is the result.
    fn completed(mut self, mut statements: Vec<Stmt>) -> Result<FunctionData, TooLarge> {
        let completion = self.b.temporary();
        self.completion = Some(completion);
        self.undefined(completion);
        self.body(&mut statements);
        self.e(Opcode::Return, &[completion as u32]);
        let flags = code_flags(self.unit, self.id);
        self.finish(0, 0, flags)
    }

    /// Top-level functions (the last of each name, by constant), `var` names, and annex B's names, each once.
    fn outer_declarations(
        &mut self,
        statements: &mut [Stmt],
    ) -> (Vec<(ConstString, u32)>, Vec<ConstString>, Vec<ConstString>) {
        let mut functions = Vec::new();
        let mut known: FxHashSet<Atom> = FxHashSet::default();
        for statement in statements.iter_mut().rev() {
            let Some(declaration) = function_declaration(statement) else { continue };
            if !known.insert(declaration.ident.sym.clone()) {
                continue;
            }
            let name = ConstString::Utf8(declaration.ident.sym.clone());
            let id = index_of(declaration.function.ctxt);
            let span = (start(declaration.function.span), end(declaration.function.span));
            let node = take_function(&mut declaration.function);
            let position = start(declaration.ident.span);
            let template = make_template(self.unit, id, node, (name.clone(), name.clone()), span, position);
            functions.push((name, self.b.constant(Constant::Function(template))));
        }
        functions.reverse();
        let unique = |names: &[Atom], known: &mut FxHashSet<Atom>| -> Vec<ConstString> {
            names.iter().filter(|n| known.insert((*n).clone())).map(|n| ConstString::Utf8(n.clone())).collect()
        };
        let vars = unique(&self.unit.root.vars, &mut known);
        let annex_b = unique(&self.unit.root.annex_b, &mut known);
        (functions, vars, annex_b)
    }
}
