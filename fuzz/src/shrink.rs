//! Makes a program smaller as long as it stays interesting: statements first, then expressions.

use crate::program::{Block, Statement};

/// Where a block is: from the top, the statement and which of its blocks, level by level.
type Path = Vec<(usize, usize)>;

/// Shrinks a program. `interesting` is asked of every attempt, at most `attempts` times.
pub fn shrink(program: Block, attempts: usize, interesting: &mut dyn FnMut(&[Statement]) -> bool) -> Block {
    let mut shrinker = Shrinker { program, left: attempts, interesting };
    loop {
        let before = shrinker.program.clone();
        shrinker.leave_out_statements();
        shrinker.unwrap_statements();
        shrinker.simplify_expressions();
        if shrinker.program == before || shrinker.left == 0 {
            return shrinker.program;
        }
    }
}

struct Shrinker<'a> {
    program: Block,
    left: usize,
    interesting: &'a mut dyn FnMut(&[Statement]) -> bool,
}

impl Shrinker<'_> {
    /// Keeps the attempt if it is still interesting.
    fn attempt(&mut self, attempt: Block) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let good = (self.interesting)(&attempt);
        if good {
            self.program = attempt;
        }
        good
    }

    /// Runs of statements, long ones first, in every block.
    fn leave_out_statements(&mut self) {
        let mut n = 0;
        // Paths change as statements go: the n-th is asked for again each time.
        while let Some(path) = paths(&self.program).into_iter().nth(n) {
            let mut size = block(&self.program, &path).len();
            while size > 0 {
                let mut at = 0;
                while at < block(&self.program, &path).len() {
                    let mut attempt = self.program.clone();
                    let target = block_mut(&mut attempt, &path);
                    let end = (at + size).min(target.len());
                    target.drain(at..end);
                    if !self.attempt(attempt) {
                        at += size;
                    }
                }
                size /= 2;
            }
            n += 1;
        }
    }

    /// Compound statements become what is in them, or lose one of their blocks.
    fn unwrap_statements(&mut self) {
        let mut n = 0;
        while let Some(path) = paths(&self.program).into_iter().nth(n) {
            let mut at = 0;
            while at < block(&self.program, &path).len() {
                let statement = block(&self.program, &path)[at].clone();
                let mut unwrapped = false;
                for part in 0..statement.parts.len() {
                    let mut attempt = self.program.clone();
                    block_mut(&mut attempt, &path).splice(at..=at, statement.parts[part].1.clone());
                    if self.attempt(attempt) {
                        unwrapped = true;
                        break;
                    }
                }
                for part in (1..statement.parts.len()).rev() {
                    if unwrapped {
                        break;
                    }
                    let mut attempt = self.program.clone();
                    block_mut(&mut attempt, &path)[at].parts.remove(part);
                    unwrapped = self.attempt(attempt);
                }
                at += usize::from(!unwrapped);
            }
            n += 1;
        }
    }

    /// Whatever is in brackets becomes a zero, nothing, or what is in inner brackets.
    fn simplify_expressions(&mut self) {
        for path in paths(&self.program) {
            for at in 0..block(&self.program, &path).len() {
                for text in 0..=block(&self.program, &path)[at].parts.len() {
                    self.simplify(&path, at, text);
                }
            }
        }
    }

    fn simplify(&mut self, path: &Path, at: usize, which: usize) {
        let mut start = 0;
        while let Some(group) = next_group(text(&block(&self.program, path)[at], which), start) {
            let whole = text(&block(&self.program, path)[at], which).to_owned();
            let (open, close) = group;
            let inner = &whole[open + 1..close];
            let mut candidates =
                vec!["0".to_owned(), String::new(), format!("{}0{}", &whole[open..=open], &whole[close..=close])];
            candidates.push(format!("{}{}", &whole[open..=open], &whole[close..=close]));
            for operand in operands(inner) {
                candidates.push(format!("({operand})"));
                candidates.push(operand);
            }
            let mut simplified = false;
            for candidate in candidates {
                if candidate.len() >= close + 1 - open {
                    continue;
                }
                let mut attempt = self.program.clone();
                let target = text_mut(&mut block_mut(&mut attempt, path)[at], which);
                target.replace_range(open..=close, &candidate);
                if self.attempt(attempt) {
                    simplified = true;
                    break;
                }
            }
            if !simplified {
                start = open + 1;
            }
        }
    }
}

/// Every block of the program, outer ones first.
fn paths(program: &Block) -> Vec<Path> {
    let mut all = vec![Vec::new()];
    let mut n = 0;
    while n < all.len() {
        let path: Path = all[n].clone();
        for (i, statement) in block(program, &path).iter().enumerate() {
            for part in 0..statement.parts.len() {
                let mut inner = path.clone();
                inner.push((i, part));
                all.push(inner);
            }
        }
        n += 1;
    }
    all
}

fn block<'a>(program: &'a Block, path: &Path) -> &'a Block {
    path.iter().fold(program, |block, &(statement, part)| &block[statement].parts[part].1)
}

fn block_mut<'a>(program: &'a mut Block, path: &Path) -> &'a mut Block {
    path.iter().fold(program, |block, &(statement, part)| &mut block[statement].parts[part].1)
}

/// A statement's texts: what opens its blocks, and what closes it.
fn text(statement: &Statement, which: usize) -> &str {
    statement.parts.get(which).map_or(&statement.close, |part| &part.0)
}

fn text_mut(statement: &mut Statement, which: usize) -> &mut String {
    match statement.parts.get_mut(which) {
        Some(part) => &mut part.0,
        None => &mut statement.close,
    }
}

/// The first bracket at `start` or later that is closed in the same text, and where. Strings are not understood: an attempt that breaks one
/// is not interesting.
fn next_group(text: &str, start: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    for open in start..bytes.len() {
        let closing = match bytes[open] {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            _ => continue,
        };
        let mut depth = 0;
        for (close, &byte) in bytes.iter().enumerate().skip(open) {
            if byte == bytes[open] {
                depth += 1;
            } else if byte == closing {
                depth -= 1;
                if depth == 0 {
                    return Some((open, close));
                }
            }
        }
    }
    None
}

/// What stands between spaces and commas at the outer level: operands, operators left out.
fn operands(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == ' ' || c == ',') {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    found.retain(|operand| operand.contains(|c: char| c.is_alphanumeric() || c == '\''));
    if found.len() < 2 {
        found.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::render;

    #[test]
    fn what_matters_stays() {
        let line = Statement::line;
        let body = vec![line("a();"), line("log((1 + (bug(2, (x - 3)) * 4)));"), line("b();")];
        let program = vec![
            line("var x;"),
            Statement::block(
                "for (;;) {",
                vec![Statement::blocks(vec![("if (x) {".into(), body), ("} else {".into(), vec![])], "}")],
            ),
            line("c();"),
        ];
        let mut asked = 0;
        let small = shrink(program, 1000, &mut |attempt| {
            asked += 1;
            render(attempt).contains("bug")
        });
        // Nothing is left of the loop, the branch and the other operands; a few brackets are.
        assert_eq!(render(&small).trim(), "log(((bug0)));");
        assert!(asked < 200);
    }

    #[test]
    fn attempts_are_limited() {
        let program: Block = (0..50).map(|n| Statement::line(format!("s{n};"))).collect();
        let mut asked = 0;
        shrink(program, 7, &mut |_| {
            asked += 1;
            true
        });
        assert_eq!(asked, 7.min(asked));
    }

    #[test]
    fn brackets_are_matched() {
        assert_eq!(next_group("a(b[1](2))", 0), Some((1, 9)));
        assert_eq!(next_group("a(b[1](2))", 2), Some((3, 5)));
        assert_eq!(next_group("if (x) {", 7), None);
        assert_eq!(operands("a + b(c, d)"), ["a", "b(c, d)"]);
    }
}
