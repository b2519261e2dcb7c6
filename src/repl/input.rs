//! What was typed: whether it is a whole program, and how it is to be run.

use std::borrow::Cow;
use vm::frontend::parse::{ParseOptions, parse};

/// Whether more lines could make a program of the text: it ends where something is still open.
pub fn is_unfinished(text: &str) -> bool {
    match parse(text, &ParseOptions::script()) {
        Ok(_) => false,
        Err(error) => {
            let open = ["Unterminated template", "Unterminated block comment"];
            error.offset as usize >= text.trim_end().len() || open.iter().any(|what| error.message.starts_with(what))
        }
    }
}

/// The program that a text stands for: what looks like a block but can be an object literal is one.
pub fn program(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.starts_with('{') && !trimmed.ends_with(';') {
        let expression = format!("({text}\n)");
        if parse(&expression, &ParseOptions::script()).is_ok() {
            return expression.into();
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_more() {
        for text in [
            "function f() {",
            "f(",
            "[1, 2,",
            "1 +",
            "if (x)",
            "`abc",
            "`a${",
            "/* comment",
            "x = {\n  a: 1,\n",
            "class A {\n  m() {\n    return 1;\n  }\n",
            "() =>",
            "do { x() }",
        ] {
            assert!(is_unfinished(text), "{text}");
        }
        for text in ["", "1", "f()", "let x = 1;", ")", "1 + * 2", "'abc", "let 1", "{}", "// comment", "x }", "a b"] {
            assert!(!is_unfinished(text), "{text}");
        }
    }

    #[test]
    fn blocks_that_are_objects() {
        assert_eq!(program("{ a: 1, b: 2 }"), "({ a: 1, b: 2 }\n)");
        assert_eq!(program("{ }"), "({ }\n)");
        for text in ["{ let x = 1 }", "{ a: 1 };", "1 + 1", "if (x) {}"] {
            assert_eq!(program(text), text);
        }
    }
}
