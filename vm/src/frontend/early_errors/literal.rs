//! Literals: legacy octal numbers and escapes (ECMA-262 sections 12.9.3.1 and 12.9.4.1), and templates.

use swc_atoms::Wtf8Atom;
use swc_common::Span;
use swc_ecma_ast::{BigInt, Lit, Str, Tpl, TplElement};

use super::{Check, Checker, error, is_identifier_byte, offset_of};

/// The value of a template's part, TV (section 12.9.6.1): none if it has an invalid escape, some of which the parser
/// takes for valid.
#[must_use]
pub fn cooked(element: &TplElement) -> Option<&Wtf8Atom> {
    let value = element.cooked.as_ref()?;
    let raw = element.raw.as_bytes();
    if raw.contains(&b'\\') && (has_decimal_escape(raw) || has_separator_in_escape(raw)) {
        return None;
    }
    Some(value)
}

/// Whether a template has `\8` or `\9`.
fn has_decimal_escape(raw: &[u8]) -> bool {
    let mut bytes = raw.iter();
    while let Some(byte) = bytes.next() {
        if *byte == b'\\' && matches!(bytes.next(), Some(b'8' | b'9')) {
            return true;
        }
    }
    false
}

/// Whether there is a numeric separator in a `\u{...}`, which the parser allows.
pub(super) fn has_separator_in_escape(text: &[u8]) -> bool {
    let mut index = 0;
    while index < text.len() {
        if text[index] != b'\\' {
            index += 1;
            continue;
        }
        if text[index + 1..].starts_with(b"u{") {
            let digits = text[index + 3..].iter().take_while(|byte| **byte != b'}');
            if digits.clone().any(|byte| *byte == b'_') {
                return true;
            }
        }
        index += 2;
    }
    false
}

impl<'a> Checker<'a> {
    pub(super) fn literal(&mut self, literal: &'a Lit) -> Check {
        match literal {
            Lit::Str(string) => self.string(string),
            Lit::Num(number) => self.number(number.span),
            Lit::Regex(regexp) => self.regexp(regexp),
            Lit::BigInt(number) => self.big_int(number),
            Lit::Bool(_) | Lit::Null(_) => Ok(()),
            Lit::JSXText(text) => error(text.span, "Unexpected token"),
        }
    }

    /// NumericLiteral: no `010` and `08` in strict mode.
    pub(super) fn number(&self, span: Span) -> Check {
        if self.strict && matches!(self.slice(span), [b'0', b'0'..=b'9', ..]) {
            return error(span, "Legacy octal literals are not allowed in strict mode");
        }
        Ok(())
    }

    /// No identifier may follow directly, which the parser does not check.
    pub(super) fn big_int(&self, number: &BigInt) -> Check {
        if is_identifier_byte(self.source.get(offset_of(number.span.hi) as usize)) {
            return error(number.span, "Identifier cannot follow number");
        }
        Ok(())
    }

    /// StringLiteral: no `\01` and `\8` in strict mode.
    pub(super) fn string(&self, string: &Str) -> Check {
        if !(self.escapes.unicode || self.strict && self.escapes.decimal) {
            return Ok(());
        }
        // Without escapes the text is the value between quotes.
        if (string.span.hi.0 - string.span.lo.0) as usize == string.value.len() + 2 {
            return Ok(());
        }
        self.escapes(string)
    }

    fn escapes(&self, string: &Str) -> Check {
        if has_separator_in_escape(self.slice(string.span)) {
            return error(string.span, "Invalid Unicode escape sequence");
        }
        if !self.strict {
            return Ok(());
        }
        let mut bytes = self.slice(string.span).iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if byte != b'\\' {
                continue;
            }
            match bytes.next() {
                Some(b'0') if !matches!(bytes.peek(), Some(b'0'..=b'9')) => {}
                Some(b'0'..=b'9') => {
                    return error(string.span, "Octal escape sequences are not allowed in strict mode");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// TemplateLiteral without a tag: every escape must be valid.
    pub(super) fn template(&mut self, template: &'a Tpl) -> Check {
        for quasi in &template.quasis {
            if cooked(quasi).is_none() {
                return error(quasi.span, "Invalid escape sequence in template");
            }
        }
        self.template_expressions(template)
    }

    pub(super) fn template_expressions(&mut self, template: &'a Tpl) -> Check {
        for expression in &template.exprs {
            self.expression(expression)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};

    #[test]
    fn octals() {
        accepts(&[
            r"010; 08; '\01'; '\8';",
            r"'use strict'; 0; 0.5; '\0'; '\\01'; 'a\0b';",
            r"tag`\01`; tag`\u{`; `\0`;",
            "({ 010: 0 });",
        ]);
        rejects(&[
            "'use strict'; 010;",
            "'use strict'; 08;",
            r"'use strict'; '\01';",
            r"'use strict'; '\08';",
            r"'use strict'; '\9';",
            r"function f() { '\01'; 'use strict'; }",
            "'use strict'; ({ 010: 0 });",
            r"'use strict'; ({ '\01': 0 });",
            r"`\01`;",
            r"`\u{`;",
            r"`${0}\xg`;",
            r"`\8`;",
            r"`\u{6_1}`;",
            r"'\u{6_1}';",
            "1nin;",
            "({ 1na: 0 });",
        ]);
        accepts(&[r"tag`\8`; '\u{61}_'; `\\8`;"]);
    }
}
