//! A generated program: a tree of statements, so that parts of it can be left out.

use std::fmt::Write;

/// Statements in a row.
pub type Block = Vec<Statement>;

/// A statement: braces with blocks between them, or a text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What opens each block (`if (x) {`, `} else {`) and the block.
    pub parts: Vec<(String, Block)>,
    /// What closes the last block, or the whole statement if it has none.
    pub close: String,
}

impl Statement {
    pub fn line(text: impl Into<String>) -> Statement {
        Statement { parts: Vec::new(), close: text.into() }
    }

    /// With one block, closed by a brace.
    pub fn block(open: impl Into<String>, body: Block) -> Statement {
        Statement { parts: vec![(open.into(), body)], close: "}".into() }
    }

    pub fn blocks(parts: Vec<(String, Block)>, close: impl Into<String>) -> Statement {
        Statement { parts, close: close.into() }
    }

    fn write(&self, depth: usize, text: &mut String) {
        for (open, body) in &self.parts {
            write_line(open, depth, text);
            for statement in body {
                statement.write(depth + 1, text);
            }
        }
        write_line(&self.close, depth, text);
    }
}

fn write_line(line: &str, depth: usize, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:1$}{line}", "", 2 * depth);
}

/// The source text of a program.
pub fn render(block: &[Statement]) -> String {
    let mut text = String::new();
    for statement in block {
        statement.write(0, &mut text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_indented() {
        let body = vec![Statement::line("x();")];
        let parts = vec![("if (a) {".to_owned(), body.clone()), ("} else {".to_owned(), Vec::new())];
        let program = [Statement::block("{", vec![Statement::blocks(parts, "}")]), Statement::line("y();")];
        assert_eq!(render(&program), "{\n  if (a) {\n    x();\n  } else {\n  }\n}\ny();\n");
    }
}
