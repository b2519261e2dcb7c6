//! Expressions: where each may stand and what it may be applied to (ECMA-262 section 13).

use swc_common::Spanned;
use swc_ecma_ast::{
    ArrayLit, AssignOp, BinaryOp, CallExpr, Callee, Expr, ExprOrSpread, Function, ImportPhase, MemberProp,
    MetaPropKind, ObjectLit, OptChainBase, Prop, PropName, PropOrSpread, UnaryExpr, UnaryOp,
};

use super::function::FunctionKind;
use super::{Check, Checker, Rewrite, error, offset_of};

impl<'a> Checker<'a> {
    pub(super) fn expression(&mut self, expression: &'a Expr) -> Check {
        match expression {
            Expr::Ident(name) => self.identifier_reference(name),
            Expr::Lit(literal) => self.literal(literal),
            Expr::This(_) => Ok(()),
            _ => {
                let outer = self.depth;
                self.descend(expression)?;
                self.expression_spine(expression)?;
                self.depth = outer;
                Ok(())
            }
        }
    }

    /// Follows operands in tail position without recursion: the left ones of chains in particular.
    fn expression_spine(&mut self, mut expression: &'a Expr) -> Check {
        loop {
            match expression {
                Expr::Ident(name) => return self.identifier_reference(name),
                Expr::Lit(literal) => return self.literal(literal),
                Expr::This(_) => return Ok(()),
                Expr::Member(member) => {
                    self.member_property(&member.prop)?;
                    self.step(&member.span)?;
                    expression = &member.obj;
                }
                Expr::Call(call) => {
                    self.call(call)?;
                    let Callee::Expr(callee) = &call.callee else {
                        return Ok(());
                    };
                    self.step(&call.span)?;
                    expression = callee;
                }
                Expr::Bin(binary) => {
                    self.expression(&binary.right)?;
                    if let Expr::PrivateName(name) = &*binary.left {
                        if binary.op != BinaryOp::In {
                            return error(name.span, "Unexpected private name");
                        }
                        return self.private_reference(name);
                    }
                    self.step(&binary.span)?;
                    expression = &binary.left;
                }
                Expr::Assign(assign) => {
                    let plain = assign.op == AssignOp::Assign;
                    let logical =
                        matches!(assign.op, AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign);
                    self.assignment_target(&assign.left, plain, logical)?;
                    self.descend(&assign.span)?;
                    expression = &assign.right;
                }
                Expr::Cond(conditional) => {
                    self.expression(&conditional.test)?;
                    self.expression(&conditional.cons)?;
                    self.descend(&conditional.span)?;
                    expression = &conditional.alt;
                }
                Expr::Paren(paren) => {
                    self.descend(&paren.span)?;
                    expression = &paren.expr;
                }
                Expr::Unary(unary) => {
                    if unary.op == UnaryOp::Delete {
                        self.check_delete(unary)?;
                    }
                    self.descend(&unary.span)?;
                    expression = &unary.arg;
                }
                Expr::Update(update) => return self.simple_target(&update.arg, true),
                Expr::Await(operand) => {
                    self.check_await(operand.span)?;
                    self.descend(&operand.span)?;
                    expression = &operand.arg;
                }
                Expr::Yield(operand) => {
                    if self.function.parameters || !self.function.yield_reserved {
                        return error(operand.span, "Yield expression not allowed here");
                    }
                    let Some(argument) = &operand.arg else {
                        return Ok(());
                    };
                    self.descend(&operand.span)?;
                    expression = argument;
                }
                Expr::OptChain(chain) => {
                    let object = match &*chain.base {
                        OptChainBase::Member(member) => {
                            self.member_property(&member.prop)?;
                            &member.obj
                        }
                        OptChainBase::Call(call) => {
                            self.arguments(&call.args)?;
                            &call.callee
                        }
                    };
                    if chain.optional {
                        // The parser takes `? .` for `?.`.
                        let start = self.skip_trivia(offset_of(object.span_hi()) as usize);
                        if !self.source[start.min(self.source.len())..].starts_with(b"?.") {
                            return error(chain.span, "Unexpected token '.'");
                        }
                    }
                    self.step(&chain.span)?;
                    expression = object;
                }
                Expr::TaggedTpl(tagged) => {
                    if tagged.tag.is_opt_chain() {
                        return error(tagged.span, "Invalid tagged template on optional chain");
                    }
                    self.template_expressions(&tagged.tpl)?;
                    self.step(&tagged.span)?;
                    expression = &tagged.tag;
                }
                Expr::New(new) => {
                    if let Some(arguments) = &new.args {
                        self.arguments(arguments)?;
                    }
                    if is_import_call(&new.callee) {
                        return error(new.span, "Cannot use new with import");
                    }
                    if new.callee.is_opt_chain() {
                        return error(new.span, "Invalid optional chain from new expression");
                    }
                    self.descend(&new.span)?;
                    expression = &new.callee;
                }
                Expr::Array(array) => return self.array(array),
                Expr::Object(object) => return self.object(object),
                Expr::Seq(sequence) => {
                    for expression in &sequence.exprs {
                        self.expression(expression)?;
                    }
                    return Ok(());
                }
                Expr::Tpl(template) => return self.template(template),
                Expr::Fn(function) => return self.function_expression(function),
                Expr::Arrow(arrow) => return self.arrow(arrow),
                Expr::Class(class) => return self.class(&class.class, class.ident.as_ref()),
                Expr::SuperProp(property) => return self.super_property(property),
                Expr::MetaProp(meta) => {
                    let allowed = match meta.kind {
                        MetaPropKind::NewTarget => self.function.new_target,
                        MetaPropKind::ImportMeta => self.module,
                    };
                    if !allowed {
                        return match meta.kind {
                            MetaPropKind::NewTarget => error(meta.span, "new.target expression is not allowed here"),
                            MetaPropKind::ImportMeta => error(meta.span, "Cannot use 'import.meta' outside a module"),
                        };
                    }
                    if self.slice(meta.span).contains(&b'\\') {
                        return error(meta.span, "Meta properties must not contain escapes");
                    }
                    return Ok(());
                }
                Expr::PrivateName(name) => return error(name.span, "Unexpected private name"),
                Expr::Invalid(_)
                | Expr::JSXMember(_)
                | Expr::JSXNamespacedName(_)
                | Expr::JSXEmpty(_)
                | Expr::JSXElement(_)
                | Expr::JSXFragment(_)
                | Expr::TsTypeAssertion(_)
                | Expr::TsConstAssertion(_)
                | Expr::TsNonNull(_)
                | Expr::TsAs(_)
                | Expr::TsInstantiation(_)
                | Expr::TsSatisfies(_) => return error(expression.span(), "Unexpected token"),
            }
        }
    }

    /// An AwaitExpression, `for await` or `await using`.
    pub(super) fn check_await(&self, span: swc_common::Span) -> Check {
        let allowed = if self.function.in_function { self.function.await_reserved } else { self.module };
        if self.function.parameters || self.function.forbid_await || !allowed {
            return error(span, "Await is not allowed here");
        }
        Ok(())
    }

    fn check_delete(&self, unary: &'a UnaryExpr) -> Check {
        let mut operand = &*unary.arg;
        while let Expr::Paren(paren) = operand {
            operand = &paren.expr;
        }
        let private = match operand {
            Expr::Ident(name) if self.strict => {
                return error(name.span, "Delete of an unqualified identifier in strict mode");
            }
            Expr::Member(member) => matches!(member.prop, MemberProp::PrivateName(_)),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => matches!(member.prop, MemberProp::PrivateName(_)),
                OptChainBase::Call(_) => false,
            },
            _ => false,
        };
        if private {
            return error(unary.span, "Private fields cannot be deleted");
        }
        Ok(())
    }

    /// A call without its callee, unless that is a keyword.
    fn call(&mut self, call: &'a CallExpr) -> Check {
        self.arguments(&call.args)?;
        match &call.callee {
            Callee::Expr(_) => {
                if !self.rewrites.is_empty() {
                    let (lo, hi) = (offset_of(call.span.lo), offset_of(call.span.hi));
                    let met = self.met_rewrite(
                        |rewrite| matches!(rewrite, Rewrite::CallTarget { start, end } if (*start, *end) == (lo, hi)),
                    );
                    if met && self.strict {
                        return error(call.span, "Invalid assignment target");
                    }
                }
            }
            Callee::Super(keyword) => {
                if !self.function.super_call {
                    return error(keyword.span, "'super' keyword unexpected here");
                }
            }
            Callee::Import(import) => {
                let most = match import.phase {
                    ImportPhase::Evaluation => 2,
                    ImportPhase::Source | ImportPhase::Defer => 1,
                };
                if call.args.is_empty() || call.args.len() > most {
                    return error(call.span, "Wrong number of arguments for import()");
                }
                if let Some(spread) = call.args.iter().find_map(|argument| argument.spread) {
                    return error(spread, "`...` is not allowed in import()");
                }
            }
        }
        Ok(())
    }

    pub(super) fn arguments(&mut self, arguments: &'a [ExprOrSpread]) -> Check {
        for argument in arguments {
            self.expression(&argument.expr)?;
        }
        Ok(())
    }

    fn array(&mut self, array: &'a ArrayLit) -> Check {
        for element in array.elems.iter().flatten() {
            self.expression(&element.expr)?;
        }
        Ok(())
    }

    fn object(&mut self, object: &'a ObjectLit) -> Check {
        let mut has_proto = false;
        for property in &object.props {
            let property = match property {
                PropOrSpread::Spread(spread) => {
                    self.expression(&spread.expr)?;
                    continue;
                }
                PropOrSpread::Prop(property) => &**property,
            };
            match property {
                Prop::KeyValue(property) => {
                    let is_proto = match &property.key {
                        PropName::Ident(name) => &*name.sym == "__proto__",
                        PropName::Str(name) => name.value == *"__proto__",
                        _ => false,
                    };
                    if is_proto && has_proto {
                        return error(
                            property.key.span(),
                            "Duplicate __proto__ fields are not allowed in object literals",
                        );
                    }
                    has_proto |= is_proto;
                    self.property_name(&property.key)?;
                    self.expression(&property.value)?;
                }
                Prop::Shorthand(name) => {
                    self.shorthand(name)?;
                    self.identifier_reference(name)?;
                }
                Prop::Method(method) => {
                    if method.function.is_async {
                        self.check_modifier(&method.function, "async", true)?;
                    }
                    self.property_name(&method.key)?;
                    self.function(&method.function, None, FunctionKind::Method)?;
                }
                Prop::Getter(getter) => {
                    self.check_modifier(&getter.function, "get", false)?;
                    self.property_name(&getter.key)?;
                    self.function(&getter.function, None, FunctionKind::Getter)?;
                }
                Prop::Setter(setter) => {
                    self.check_modifier(&setter.function, "set", false)?;
                    self.property_name(&setter.key)?;
                    self.function(&setter.function, None, FunctionKind::Setter)?;
                }
                // `{ a = 1 }` is for patterns only.
                Prop::Assign(assign) => {
                    return error(assign.span, "Invalid shorthand property initializer");
                }
            }
        }
        Ok(())
    }
}

impl Checker<'_> {
    /// The word before a method's name: without escapes, and `async` on the same line as what follows.
    fn check_modifier(&self, method: &Function, word: &str, same_line: bool) -> Check {
        let start = offset_of(method.span.lo) as usize;
        let text = self.source.get(start..).unwrap_or_default();
        if !text.starts_with(word.as_bytes()) {
            return error(method.span, format!("Keyword '{word}' must not contain escapes"));
        }
        let end = start + word.len();
        if same_line && self.has_line_terminator(end, self.skip_trivia(end)) {
            return error(method.span, "Unexpected line break after 'async'");
        }
        Ok(())
    }
}

/// Whether a `new` expression's callee is, or begins with, an `import()` without parentheses.
fn is_import_call(callee: &Expr) -> bool {
    let mut callee = callee;
    loop {
        callee = match callee {
            Expr::Call(call) => match &call.callee {
                Callee::Import(_) => return true,
                Callee::Expr(callee) => callee,
                Callee::Super(_) => return false,
            },
            Expr::Member(member) => &member.obj,
            Expr::TaggedTpl(tagged) => &tagged.tag,
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, module_accepts, module_rejects, rejects};

    #[test]
    fn object_literals() {
        accepts(&[
            "({ __proto__: 0, ['__proto__']: 1, __proto__() {}, get __proto__() {} });",
            "({ __proto__: a, __proto__: b } = {});",
            "({ a = 1 } = {}); ({ a = 1 }) => 0; [{ a = 1 }] = [];",
            "var __proto__; ({ __proto__, __proto__: 0 });",
        ]);
        rejects(&[
            "({ __proto__: 0, __proto__: 1 });",
            "({ __proto__: 0, '__proto__': 1 });",
            "({ a = 1 });",
            "f({ a = 1 });",
            "({ a: { b = 1 } });",
            "async ({ a = 1 });",
            "[{ a = 1 }];",
            "({ a = 1 }).b = 2;",
            "({ async\na() {} });",
            "({ async /*\n*/ *a() {} });",
            r"({ g\u0065t a() {} });",
            r"({ \u0073et a(b) {} });",
            r"({ \u0061sync a() {} });",
        ]);
        accepts(&["({ async a\n() {}, async *b() {}, get\na() {}, \\u0061sync: 0, g\\u0065t() {} });"]);
    }

    #[test]
    fn operators() {
        accepts(&[
            "delete a; delete a.b; delete (a.b); delete a?.b; (-1) ** 2; 2 ** -1;",
            "(a?.b)`c`; a /**/ ?.b\n?.[c]?.(d); a ?.5:1; a? .5:1;",
        ]);
        rejects(&[
            "'use strict'; delete a;",
            "'use strict'; delete (a);",
            "'use strict'; delete ((a));",
            "-1 ** 2;",
            "a ?? b || c;",
            "a && b ?? c;",
            "a?.b`c`;",
            "a?.`c`;",
            "new a?.b();",
            "a? .b;",
            "a?/**/.b();",
            "() => {} || 1;",
        ]);
    }

    #[test]
    fn import_calls() {
        accepts(&[
            "import(a); import(a, b); import(a,); import(a, b,); new (import(a)); import(a).then();",
            "import.source(a); import.defer(a);",
        ]);
        rejects(&[
            "import();",
            "import(...a);",
            "import(a, ...b);",
            "import(a, b, c);",
            "new import(a);",
            "new import(a).b;",
            "new import(a)(b)[c]();",
            "import.source();",
            "import.defer(...a);",
            "import(a) = 1;",
            "import(a)++;",
            "import;",
            "import.meta;",
            "import.foo(a);",
        ]);
        module_accepts(&["import.meta; import.meta.a = 1; function f() { import.meta; }"]);
        module_rejects(&["import.meta = 1;", "import.meta++;", "[import.meta] = [];", "new import.meta?.a();"]);
    }

    #[test]
    fn await_and_yield() {
        accepts(&[
            "async () => await 0; async function f() { for await (a of b) ; }",
            "function* g() { yield; yield* 0; (yield); } async function* h() { yield await 0; }",
            "await; yield; await(0); yield(0);",
            "async function f() { function g() { await; } }",
        ]);
        rejects(&[
            "await 0;",
            "yield 0;",
            "function* g() { function f() { yield 0; } }",
            "async function f() { function g() { await 0; } }",
            "async function f() { class C { a = await 0; } }",
            "function* g() { void yield; }",
            r"function f() { new.t\u0061rget; }",
        ]);
        module_accepts(&["await 0; for await (const a of []) ; export default await 0;"]);
        module_rejects(&[
            "function f() { await 0; }",
            "() => await 0;",
            "class C { a = await 0; }",
            "class C { static { await 0; } }",
        ]);
    }
}
