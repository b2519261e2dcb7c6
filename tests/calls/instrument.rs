//! Source-to-source instrumentation for an independent count of calls: each function tells when it is entered, left, suspended and resumed (`runtime.js`). It
//! shares a parser with the engine and nothing else. Functions are known by where their text ends.
//!
//! Not told are calls that default values of parameters make, and resumptions that throw: programs that do such things are counted by hand.

use swc_common::{BytePos, Spanned};
use swc_ecma_ast::*;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax};
use swc_ecma_visit::{Visit, VisitWith};

/// Where a function's text ends: line and column from 1 on, in UTF-16 units.
pub type End = (u32, u32);

/// Instruments a script. The functions in the order of their numbers.
pub fn instrument(text: &str) -> Result<(String, Vec<End>), String> {
    // Parsers count from 1: 0 is nowhere.
    let input = StringInput::new(text, BytePos(1), BytePos(1 + text.len() as u32));
    let mut parser = Parser::new(Syntax::Es(EsSyntax::default()), input, None);
    let script = parser.parse_script().map_err(|error| format!("{error:?}"))?;
    let mut rewriter = Rewriter { text, ends: Vec::new(), edits: Vec::new(), number: 0 };
    script.visit_with(&mut rewriter);
    let Rewriter { ends, mut edits, .. } = rewriter;
    edits.sort_by_key(|(at, ..)| *at);
    let (mut out, mut last) = (String::new(), 0);
    for (at, edit) in edits {
        out.push_str(&text[last..at]);
        out.push_str(&edit);
        last = at;
    }
    out.push_str(&text[last..]);
    Ok((out, ends))
}

struct Rewriter<'a> {
    text: &'a str,
    ends: Vec<End>,
    /// What is inserted where; at one place in this order.
    edits: Vec<(usize, String)>,
    /// The function that is looked at.
    number: usize,
}

impl Rewriter<'_> {
    fn insert(&mut self, position: BytePos, text: impl Into<String>) {
        self.edits.push((position.0 as usize - 1, text.into()));
    }

    fn end(&self, position: BytePos) -> End {
        let before = &self.text[..position.0 as usize - 1];
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() as u32 + 1, before[start..].encode_utf16().count() as u32 + 1)
    }

    /// A function whose text ends there; what is in it belongs to it.
    fn function(&mut self, end: BytePos, inside: impl FnOnce(&mut Self, usize)) {
        let number = self.ends.len();
        let end = self.end(end);
        self.ends.push(end);
        let outer = std::mem::replace(&mut self.number, number);
        inside(self, number);
        self.number = outer;
    }

    /// The body of a function; of a generator what goes on when it is resumed first.
    fn body(&mut self, body: &FunctionBody, number: usize, is_generator: bool) {
        let is_directive = |s: &&Stmt| matches!(s, Stmt::Expr(e) if matches!(&*e.expr, Expr::Lit(Lit::Str(_))));
        let first =
            body.stmts.iter().take_while(is_directive).last().map_or(body.span.lo + BytePos(1), |s| s.span().hi);
        let enter = if is_generator { "resume" } else { "enter" };
        self.insert(first, format!("; let $$c = $$.{enter}({number}); try {{ "));
        body.visit_children_with(self);
        self.insert(body.span.hi - BytePos(1), " } finally { $$.at = $$c; } ");
    }

    fn whole(&mut self, function: &Function, end: BytePos) {
        self.function(end, |it, number| {
            function.params.visit_with(it);
            let Some(body) = &function.body else { return };
            if function.is_generator {
                // Called when it is made: a parameter's default value is evaluated then.
                let comma = if function.params.is_empty() { "" } else { ", " };
                let close = it.text[..body.span.lo.0 as usize - 1].rfind(')').expect("parameters");
                it.edits.push((close, format!("{comma}$$p = $$.made({number})")));
            }
            it.body(body, number, function.is_generator);
        });
    }
}

impl Visit for Rewriter<'_> {
    fn visit_function(&mut self, function: &Function) {
        self.whole(function, function.span.hi);
    }

    fn visit_class_method(&mut self, method: &ClassMethod) {
        method.key.visit_with(self);
        self.whole(&method.function, method.span.hi);
    }

    fn visit_private_method(&mut self, method: &PrivateMethod) {
        self.whole(&method.function, method.span.hi);
    }

    fn visit_class(&mut self, class: &Class) {
        class.super_class.visit_with(self);
        for member in &class.body {
            match member {
                // The text of a constructor is its class's.
                ClassMember::Constructor(constructor) => self.function(class.span.hi, |it, number| {
                    if let Some(body) = &constructor.body {
                        it.body(body, number, false);
                    }
                }),
                other => other.visit_with(self),
            }
        }
    }

    fn visit_method_prop(&mut self, method: &MethodProp) {
        method.key.visit_with(self);
        self.whole(&method.function, method.span().hi);
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        getter.key.visit_with(self);
        if let Some(body) = &getter.function.body {
            self.function(getter.span.hi, |it, number| it.body(body, number, false));
        }
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        setter.key.visit_with(self);
        if let Some(body) = &setter.function.body {
            self.function(setter.span.hi, |it, number| it.body(body, number, false));
        }
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.function(arrow.span.hi, |it, number| {
            arrow.params.visit_with(it);
            match &*arrow.body {
                ArrowFunctionBody::FunctionBody(body) => it.body(body, number, false),
                ArrowFunctionBody::Expr(body) => {
                    it.insert(body.span().lo, format!("{{ let $$c = $$.enter({number}); try {{ return (",));
                    body.visit_with(it);
                    it.insert(body.span().hi, "); } finally { $$.at = $$c; } }");
                }
            }
        });
    }

    fn visit_yield_expr(&mut self, expression: &YieldExpr) {
        let number = self.number;
        if expression.delegate {
            return expression.visit_children_with(self);
        }
        self.insert(expression.span.lo, "($$c = $$.resume(");
        self.insert(expression.span.lo, format!("{number}, "));
        let Some(argument) = &expression.arg else {
            self.insert(expression.span.lo, "($$.at = $$c, ");
            return self.insert(expression.span.hi, ")), $$.value)");
        };
        self.insert(argument.span().lo, "$$.left(");
        argument.visit_with(self);
        self.insert(argument.span().hi, ", $$c)), $$.value)");
    }

    fn visit_await_expr(&mut self, expression: &AwaitExpr) {
        let number = self.number;
        self.insert(expression.span.lo, format!("($$c = $$.resume({number}, "));
        self.insert(expression.arg.span().lo, "$$.left(");
        expression.arg.visit_with(self);
        self.insert(expression.arg.span().hi, ", $$c)), $$.value)");
    }
}
