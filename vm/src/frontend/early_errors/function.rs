//! Functions: parameters, bodies and arrows (ECMA-262 sections 15.1 to 15.6, 15.8, 15.9).

use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, Expr, FnDecl, FnExpr, Function, FunctionBody, Ident, Lit, Param, Pat, Stmt,
};

use super::pattern::Binding;
use super::statement::Position;
use super::{Check, Checker, FunctionState, error, offset_of};

/// How a function was written, as far as the rules differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FunctionKind {
    /// Declarations and expressions.
    Plain,
    /// Methods of classes and object literals.
    Method,
    Getter,
    Setter,
    /// Class constructors.
    Constructor {
        derived: bool,
    },
}

/// The parts of a function that the rules speak of.
pub(super) struct FunctionParts<'a, P> {
    pub(super) span: Span,
    pub(super) name: Option<&'a Ident>,
    pub(super) parameters: P,
    pub(super) body: Option<&'a FunctionBody>,
    pub(super) is_async: bool,
    pub(super) is_generator: bool,
}

impl<'a> Checker<'a> {
    /// The "use strict" directive of a body, if it has one (section 11.2.1).
    pub(super) fn use_strict_directive(&self, body: &[Stmt]) -> Option<Span> {
        for statement in body {
            let Stmt::Expr(statement) = statement else {
                return None;
            };
            let Expr::Lit(Lit::Str(string)) = &*statement.expr else {
                return None;
            };
            if matches!(self.slice(string.span), b"'use strict'" | b"\"use strict\"") {
                return Some(string.span);
            }
        }
        None
    }

    pub(super) fn function_declaration(&mut self, declaration: &'a FnDecl) -> Check {
        self.check_strict_name(Some(&declaration.ident), &declaration.function)?;
        self.function(&declaration.function, None, FunctionKind::Plain)
    }

    pub(super) fn function_expression(&mut self, expression: &'a FnExpr) -> Check {
        self.function(&expression.function, expression.ident.as_ref(), FunctionKind::Plain)
    }

    /// The name of a declaration: the surroundings say whether `yield` and `await` are names, but the body's own
    /// strictness counts.
    pub(super) fn check_strict_name(&mut self, name: Option<&'a Ident>, function: &'a Function) -> Check {
        let Some(name) = name else { return Ok(()) };
        let strict = self.strict;
        if let Some(body) = &function.body {
            self.strict |= self.use_strict_directive(&body.stmts).is_some();
        }
        self.binding_identifier(name)?;
        self.strict = strict;
        Ok(())
    }

    pub(super) fn function(&mut self, function: &'a Function, name: Option<&'a Ident>, kind: FunctionKind) -> Check {
        let expected = match kind {
            FunctionKind::Getter => Some(0),
            FunctionKind::Setter => Some(1),
            _ => None,
        };
        if expected.is_some_and(|count| function.params.len() != count)
            || kind == FunctionKind::Setter && function.params.iter().any(|param| param.pat.is_rest())
        {
            return error(function.span, "Wrong number of parameters for an accessor");
        }
        self.function_parts(
            FunctionParts {
                span: function.span,
                name,
                parameters: function.params.iter(),
                body: function.body.as_ref(),
                is_async: function.is_async,
                is_generator: function.is_generator,
            },
            kind,
        )
    }

    pub(super) fn function_parts(
        &mut self,
        parts: FunctionParts<'a, impl Iterator<Item = &'a Param> + Clone>,
        kind: FunctionKind,
    ) -> Check {
        let Some(FunctionBody { stmts: body, span: braces }) = parts.body else {
            return error(parts.span, "Function body expected");
        };
        self.check_brace(*braces)?;
        let outer = (self.function, self.strict);
        let directive = self.use_strict_directive(body);
        self.strict |= directive.is_some();
        let simple = parts.parameters.clone().all(|parameter| parameter.pat.is_ident());
        if let Some(directive) = directive
            && !simple
        {
            return non_simple(directive);
        }
        let method = kind != FunctionKind::Plain;
        let restricted = parts.is_async || parts.is_generator;
        self.function = FunctionState {
            yield_reserved: parts.is_generator,
            await_reserved: parts.is_async,
            parameters: restricted,
            new_target: true,
            super_property: method,
            super_call: kind == FunctionKind::Constructor { derived: true },
            forbid_arguments: false,
            forbid_await: false,
            in_function: true,
            in_iteration: false,
            breakable: false,
            labels_start: self.labels.len(),
        };
        if let Some(name) = parts.name {
            self.binding_identifier(name)?;
        }
        self.scopes.enter_function();
        let binding = Binding::Parameter { duplicates: simple && !self.strict && !method };
        let mut parameters = parts.parameters.peekable();
        while let Some(parameter) = parameters.next() {
            if parameter.pat.is_rest() && parameters.peek().is_some() {
                return error(parameter.span, "Rest parameter must be last");
            }
            if let Some(decorator) = parameter.decorators.first() {
                return error(decorator.span, "Unexpected token '@'");
            }
            self.binding_pattern(&parameter.pat, binding)?;
        }
        self.function.parameters = false;
        self.function_body(body)?;
        self.scopes.leave_function();
        (self.function, self.strict) = outer;
        Ok(())
    }

    /// The parser takes a semicolon between a function's parameters and its body.
    fn check_brace(&self, braces: Span) -> Check {
        let before = self.text.get(..offset_of(braces.lo) as usize).unwrap_or_default();
        // A semicolon there may still be the end of a line's comment.
        if let Some(before) = before.trim_end().strip_suffix(';') {
            let line = before.rsplit(['\n', '\r', '\u{2028}', '\u{2029}']).next().unwrap_or_default();
            if !line.contains("//") && !line.contains("--") {
                return error(braces, "Unexpected token ';'");
            }
        }
        Ok(())
    }

    fn function_body(&mut self, body: &'a [Stmt]) -> Check {
        for statement in body {
            self.statement(statement, Position::FunctionBody)?;
        }
        Ok(())
    }

    pub(super) fn arrow(&mut self, arrow: &'a ArrowExpr) -> Check {
        let outer = (self.function, self.strict);
        let body = match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Some(&body.stmts[..]),
            ArrowFunctionBody::Expr(_) => None,
        };
        if let Some(directive) = body.and_then(|body| self.use_strict_directive(body)) {
            self.strict = true;
            if !arrow.params.iter().all(Pat::is_ident) {
                return non_simple(directive);
            }
        }
        // Neither may the parameters use what an enclosing generator or async function gives them.
        self.function.parameters = true;
        self.function.await_reserved |= arrow.is_async;
        self.scopes.enter_function();
        for (index, parameter) in arrow.params.iter().enumerate() {
            if parameter.is_rest() && index + 1 < arrow.params.len() {
                return error(parameter.span(), "Rest parameter must be last");
            }
            self.binding_pattern(parameter, Binding::Parameter { duplicates: false })?;
        }
        self.function = FunctionState {
            yield_reserved: false,
            await_reserved: arrow.is_async,
            parameters: false,
            forbid_await: false,
            in_function: true,
            in_iteration: false,
            breakable: false,
            labels_start: self.labels.len(),
            ..self.function
        };
        match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => self.function_body(&body.stmts)?,
            ArrowFunctionBody::Expr(body) => self.expression(body)?,
        }
        self.scopes.leave_function();
        (self.function, self.strict) = outer;
        Ok(())
    }
}

fn non_simple(directive: Span) -> Check {
    error(directive, "Illegal 'use strict' directive in function with non-simple parameter list")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};

    #[test]
    fn parameters() {
        accepts(&[
            "function f(a, a) {}",
            "function f(a, { b }, ...c) {}",
            "(function (a) { 'use strict'; });",
            "(a => { 'use strict'; });",
            "function* g(a = function* () { yield; }) {}",
            "async function f(a = async () => { await 0; }) {}",
            "function f(a) { var a; function a() {} }",
        ]);
        rejects(&[
            "'use strict'; function f(a, a) {}",
            "function f(a, a) { 'use strict'; }",
            "function f(a, [a]) {}",
            "function f(a, ...a) {}",
            "(a, a) => 0;",
            "({ m(a, a) {} });",
            "class C { m(a, a) {} }",
            "function f(a = 0) { 'use strict'; }",
            "function f(...a) { 'use strict'; }",
            "({ m([a]) { 'use strict'; } });",
            "([a]) => { 'use strict'; };",
            "async ({ a }) => { 'use strict'; };",
            "({ get a(b) {} });",
            "({ set a() {} });",
            "({ set a(b, c) {} });",
            "({ set a(...b) {} });",
            "function f(@a b) {}",
            "function f();{}",
            "({ a() ; {} });",
            "class C { constructor();{} }",
        ]);
        accepts(&["function f() // a;\n{}", "function f() /* a; */ {}"]);
    }

    #[test]
    fn yield_and_await_in_parameters() {
        rejects(&[
            "function* g(a = yield) {}",
            "async function f(a = await 0) {}",
            "async (a = await 0) => 0;",
            "async (await) => 0;",
            "async await => 0;",
            "function* g() { (a = yield) => 0; }",
            "async function f() { (a = await 0) => 0; }",
            "({ *m(a = yield) {} });",
            "class C { async m(a = await 0) {} }",
        ]);
    }

    #[test]
    fn strictness_reaches_back() {
        rejects(&[
            "function f() { 'use strict'; 010; }",
            "() => { 'use strict'; with (0) ; };",
            "() => { 'use strict'; delete a; };",
            "() => { 'use strict'; yield; };",
        ]);
        accepts(&[
            "function f() { ('use strict'); 010; }",
            "function f() { 'use\\x20strict'; 010; }",
            "function f() { 0; 'use strict'; 010; }",
        ]);
    }
}
