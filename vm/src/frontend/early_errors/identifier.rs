//! Identifiers: which words are reserved where (ECMA-262 section 13.1.1).

use swc_atoms::Atom;
use swc_common::Span;
use swc_ecma_ast::{Ident, IdentName};

use super::literal::has_separator_in_escape;
use super::{Check, Checker, error, offset_of};

/// ReservedWord (section 12.7.2), without the words that are reserved in some contexts only.
pub(super) fn is_reserved_word(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "catch"
            | "class"
            | "const"
            | "continue"
            | "debugger"
            | "default"
            | "delete"
            | "do"
            | "else"
            | "enum"
            | "export"
            | "extends"
            | "false"
            | "finally"
            | "for"
            | "function"
            | "if"
            | "import"
            | "in"
            | "instanceof"
            | "new"
            | "null"
            | "return"
            | "super"
            | "switch"
            | "this"
            | "throw"
            | "true"
            | "try"
            | "typeof"
            | "var"
            | "void"
            | "while"
            | "with"
    )
}

impl<'a> Checker<'a> {
    /// IdentifierReference.
    #[inline]
    pub(super) fn identifier_reference(&self, name: &Ident) -> Check {
        if self.function.forbid_arguments && &*name.sym == "arguments" {
            return error(name.span, "'arguments' is not allowed in a class field initializer or static block");
        }
        self.identifier(&name.sym, name.span)
    }

    /// BindingIdentifier.
    pub(super) fn binding_identifier(&self, name: &Ident) -> Check {
        if self.strict && is_eval_or_arguments(&name.sym) {
            return error(name.span, format!("Unexpected '{}' as a name in strict mode", name.sym));
        }
        self.identifier(&name.sym, name.span)
    }

    /// A target of an assignment.
    pub(super) fn assigned_identifier(&self, name: &Ident) -> Check {
        if self.strict && is_eval_or_arguments(&name.sym) {
            return error(name.span, format!("Cannot assign to '{}' in strict mode", name.sym));
        }
        self.identifier_reference(name)
    }

    /// Identifier: any of the above, and labels.
    #[inline]
    pub(super) fn identifier(&self, name: &Atom, span: Span) -> Check {
        if !self.escapes.unicode {
            // The name is its text, which is at hand; the atom is not.
            if matches!(span.hi.0 - span.lo.0, 3..=10)
                && let Some(b'l' | b's' | b'y' | b'p' | b'i' | b'a' | b'e') =
                    self.source.get(offset_of(span.lo) as usize)
            {
                return self.contextual_word(name, span);
            }
            return Ok(());
        }
        self.contextual_word(name, span)?;
        if (span.hi.0 - span.lo.0) as usize != name.len() {
            // A name that is shorter than its text holds escapes, which do not make a reserved word an identifier.
            if is_reserved_word(name) {
                return error(span, format!("Keyword '{name}' must not contain escapes"));
            }
            return self.check_escaped_name(name, span);
        }
        Ok(())
    }

    /// IdentifierName: any word, as in `a.name` and `{ name: 0 }`.
    #[inline]
    pub(super) fn identifier_name(&self, name: &IdentName) -> Check {
        if self.escapes.unicode && (name.span.hi.0 - name.span.lo.0) as usize != name.sym.len() {
            return self.check_escaped_name(&name.sym, name.span);
        }
        Ok(())
    }

    /// What the parser lets pass in a name with escapes (section 12.7.1.1).
    #[cold]
    pub(super) fn check_escaped_name(&self, name: &str, span: Span) -> Check {
        if name.starts_with(['\u{200c}', '\u{200d}']) || has_separator_in_escape(self.slice(span)) {
            return error(span, "Invalid Unicode escape sequence");
        }
        Ok(())
    }

    fn contextual_word(&self, name: &str, span: Span) -> Check {
        let reserved = match name {
            "let" | "static" | "public" | "package" | "private" | "interface" | "protected" | "implements" => {
                self.strict
            }
            "yield" => self.strict || self.function.yield_reserved,
            "await" => self.module || self.function.await_reserved,
            "enum" => true,
            _ => false,
        };
        if reserved {
            return error(span, format!("Unexpected reserved word '{name}'"));
        }
        Ok(())
    }

    /// The identifier of a shorthand property, where the parser takes any IdentifierName.
    pub(super) fn shorthand(&self, name: &Ident) -> Check {
        if is_reserved_word(&name.sym) {
            return error(name.span, format!("Unexpected token '{}'", name.sym));
        }
        Ok(())
    }
}

pub(super) fn is_eval_or_arguments(name: &str) -> bool {
    matches!(name, "eval" | "arguments")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, module_accepts, module_rejects, rejects};

    #[test]
    fn reserved_by_context() {
        accepts(&[
            "var let, yield, await, static, implements;",
            "function* yield() {} async function await() {}",
            "var async, of, get, set, from, as, using;",
            "(function yield() {}); (function await() {});",
            "a.let; a.class; ({ if: 0, class() {} });",
            "yield: await: ;",
            r"var l\u0065t; a.cl\u0061ss;",
        ]);
        rejects(&[
            "'use strict'; var yield;",
            "'use strict'; implements;",
            "'use strict'; function static() {}",
            "function public() { 'use strict'; }",
            "function f(package) { 'use strict'; }",
            "'use strict'; ({ yield });",
            "'use strict'; l\\u0065t: 0;",
            "function* g() { var yield; }",
            "function* g() { function yield() {} }",
            "async function f() { var await; }",
            "(function* yield() {});",
            "(async function await() {});",
            "class let {}",
            "class C extends yield {}",
            "let let;",
            "const [let] = [];",
            "for (let let of []) ;",
            "({ if });",
            r"var cl\u0061ss;",
            r"({ v\u0061r });",
            r"({ v\u0061r } = {});",
            r"\u0074his;",
            "var enum;",
            r"var \u200Ca;",
            r"a.\u{200D}a;",
            r"({ \u200Ca: 0 });",
            r"class C { #\u200Ca; }",
            r"var \u{6_1};",
        ]);
        accepts(&[r"var a\u200Cb, \u{61}; a.\u{62}; class C { #\u0061; }"]);
        module_accepts(&["a.await; ({ await: 0 });"]);
        module_rejects(&["var await;", "function await() {}", "await: 0;", "({ await });"]);
    }

    #[test]
    fn eval_and_arguments() {
        accepts(&["eval = arguments = 0; var eval, arguments;", "'use strict'; eval(arguments);"]);
        rejects(&[
            "'use strict'; eval = 0;",
            "'use strict'; arguments++;",
            "'use strict'; ({ eval } = {});",
            "'use strict'; [...arguments] = [];",
            "'use strict'; for (eval of []) ;",
            "'use strict'; (eval) = 0;",
            "'use strict'; try {} catch (eval) {}",
            "'use strict'; var arguments;",
            "function eval() { 'use strict'; }",
            "(function (arguments) { 'use strict'; });",
            "class arguments {}",
        ]);
    }
}
