//! Early errors: what the specification rejects before anything runs and `swc_ecma_parser` lets pass.
//!
//! One walk over the parsed tree checks every "It is a Syntax Error if" rule of ECMA-262 (and Annex B's
//! relaxations) that the parser leaves out, and measures how deep the tree is, so that whoever walks it later
//! knows how much native stack that takes. Where the parser checks a rule only in some contexts (strict mode is
//! known too late for what precedes `"use strict"`), the rule is checked here for all.
//!
//! The walk goes down left spines (`a.b.c`, `a + b + c`) and other tail positions in a loop, so its own recursion
//! follows real nesting only. It stops at the first error found, which in a chain need not be the leftmost.

mod class;
mod expression;
mod function;
mod identifier;
mod literal;
mod module;
mod pattern;
mod private_names;
mod regexp;
mod scope;
mod statement;

use std::borrow::Cow;

use swc_atoms::Atom;
use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{ModuleItem, Program};

pub use self::literal::cooked;
use self::private_names::PrivateNames;
use self::scope::Scopes;
use self::statement::Position;

/// Position that stands for byte 0 of the source: swc reserves [`BytePos`] 0 for "no position".
pub const FIRST_BYTE: u32 = 1;

/// Deepest tree that [`check`] lets pass, counted in expressions, statements and patterns from the root, left
/// spines included.
pub const MAX_TREE_DEPTH: u32 = 65_536;

/// Deepest nesting that [`check`] lets pass: as [`MAX_TREE_DEPTH`], but the left operand of a binary operator, the
/// object of a member access, the callee of a call, the tag of a template and the `else` branch of an `if` add
/// nothing. A pass that follows those in a loop recurses this deep at most.
pub const MAX_NESTING: u32 = 6_000;

/// A place where the text that was parsed differs from the source, because the parser rejects the source wrongly.
///
/// [`check`] insists on meeting each rewritten construct in exactly the shape described here, so that a rewrite
/// never turns an invalid program into a valid one. Offsets are byte offsets into the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// `for (using x = ...; ...)`, parsed as `const`: the `VarDecl` whose span begins at `offset` declares
    /// resources. `is_await` for `await using`.
    UsingInFor {
        /// Where the declaration begins.
        offset: u32,
        /// Whether it says `await using`.
        is_await: bool,
    },
    /// `for (var x = init in object)` (Annex B.3.5), parsed without its `var`: the left side is a
    /// `Pat::Expr(Expr::Assign)`.
    ForInInitializer {
        /// Where `var` stands.
        offset: u32,
    },
    /// `f() = value` in sloppy code, parsed as `f() | value`: the call, once evaluated, throws a ReferenceError.
    CallTarget {
        /// Where the call begins.
        start: u32,
        /// Where the call ends.
        end: u32,
    },
    /// `@await` where `await` is a name, parsed as `@a_ait`.
    AwaitDecorator {
        /// Where the name stands.
        offset: u32,
    },
}

/// What surrounds the code to be checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The text that the tree's positions refer to.
    pub source: &'a str,
    /// Strict mode is inherited (direct eval from strict code) or asked for.
    pub strict: bool,
    /// `new.target` may appear outside functions (direct eval within one).
    pub new_target: bool,
    /// `super.name` may appear outside methods (direct eval within one).
    pub super_property: bool,
    /// `super()` may appear outside constructors (direct eval within a derived one).
    pub super_call: bool,
    /// `arguments` may not appear (direct eval within a class field initializer).
    pub forbid_arguments: bool,
    /// Private names, without `#`, of the classes around a direct eval.
    pub private_names: &'a [Atom],
    /// Rewrites that the parsed text went through.
    pub rewrites: &'a [Rewrite],
}

/// What [`check`] learned about a tree that it accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Expressions, statements and patterns on the longest way down, at most [`MAX_TREE_DEPTH`].
    pub depth: u32,
    /// How many decorators there are.
    pub decorators: usize,
}

/// An early error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyError {
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// Byte offset into the source.
    pub offset: u32,
}

/// The outcome of each step of the walk. The error is boxed to keep the common case in a register.
type Check = Result<(), Box<EarlyError>>;

/// Checks `program`, which was parsed from `context.source` with positions beginning at [`FIRST_BYTE`].
///
/// The caller provides native stack for [`MAX_NESTING`] levels of recursion (512 bytes to 1 KiB each in optimized
/// builds).
///
/// # Errors
///
/// The first early error found, or "too deeply nested".
pub fn check(program: &Program, context: &Context<'_>) -> Result<Shape, Box<EarlyError>> {
    let mut checker = Checker {
        source: context.source.as_bytes(),
        text: context.source,
        escapes: Escapes::of(context.source.as_bytes()),
        strict: context.strict,
        module: matches!(program, Program::Module(_)),
        function: FunctionState {
            yield_reserved: false,
            await_reserved: false,
            parameters: false,
            new_target: context.new_target,
            super_property: context.super_property,
            super_call: context.super_call,
            forbid_arguments: context.forbid_arguments,
            forbid_await: false,
            in_function: false,
            in_iteration: false,
            breakable: false,
            labels_start: 0,
        },
        depth: Depth { total: 0, nesting: 0 },
        deepest: 0,
        labels: Vec::new(),
        scopes: Scopes::new(),
        private_names: PrivateNames::new(context.private_names),
        exports: module::Exports::default(),
        rewrites: context.rewrites,
        rewrites_met: 0,
        decorators: 0,
    };
    checker.program(program)?;
    if checker.rewrites_met != context.rewrites.len() {
        return Err(Box::new(EarlyError { message: UNMET_REWRITE.into(), offset: 0 }));
    }
    Ok(Shape { depth: checker.deepest, decorators: checker.decorators })
}

/// The walk's state.
struct Checker<'a> {
    source: &'a [u8],
    text: &'a str,
    escapes: Escapes,
    /// The code being visited is strict mode code.
    strict: bool,
    /// The goal symbol is Module.
    module: bool,
    function: FunctionState,
    depth: Depth,
    deepest: u32,
    labels: Vec<Label<'a>>,
    scopes: Scopes<'a>,
    private_names: PrivateNames<'a>,
    exports: module::Exports<'a>,
    rewrites: &'a [Rewrite],
    rewrites_met: usize,
    decorators: usize,
}

/// Which escapes there are in the source at all. Most sources have few, and checks for them would have to look at the
/// text of every name and string.
#[derive(Clone, Copy)]
struct Escapes {
    /// `\u`: names may differ from their text.
    unicode: bool,
    /// A backslash before a digit.
    decimal: bool,
}

impl Escapes {
    fn of(source: &[u8]) -> Self {
        let mut escapes = Self { unicode: false, decimal: false };
        for index in memchr::memchr_iter(b'\\', source) {
            match source.get(index + 1) {
                Some(b'u') => escapes.unicode = true,
                Some(b'0'..=b'9') => escapes.decimal = true,
                _ => {}
            }
            if escapes.unicode && escapes.decimal {
                break;
            }
        }
        escapes
    }
}

/// How deep the walk is: see [`MAX_TREE_DEPTH`] and [`MAX_NESTING`].
#[derive(Clone, Copy)]
struct Depth {
    total: u32,
    nesting: u32,
}

/// What the innermost function (or class field initializer, static block, script) allows.
#[derive(Clone, Copy)]
struct FunctionState {
    /// The grammar's \[Yield\] parameter.
    yield_reserved: bool,
    /// The grammar's \[Await\] parameter; modules reserve `await` on top of it.
    await_reserved: bool,
    /// Within formal parameters that may hold neither `yield` nor `await` expressions.
    parameters: bool,
    new_target: bool,
    super_property: bool,
    super_call: bool,
    forbid_arguments: bool,
    forbid_await: bool,
    /// `return` is allowed.
    in_function: bool,
    in_iteration: bool,
    breakable: bool,
    /// Labels below this index belong to enclosing functions.
    labels_start: usize,
}

struct Label<'a> {
    name: &'a Atom,
    is_loop: bool,
}

/// Bytes until the end of the line.
fn line_length(text: &[u8]) -> usize {
    let mut length = 0;
    while let [first, rest @ ..] = &text[length..] {
        if matches!((first, rest), (b'\n' | b'\r', _) | (0xe2, [0x80, 0xa8 | 0xa9, ..])) {
            break;
        }
        length += 1;
    }
    length
}

/// Whether a byte of UTF-8 can be part of an identifier, an escape included. Some cannot that are not ASCII; where it
/// matters the parser has looked.
fn is_identifier_byte(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'\\' | 0x80..))
}

/// Byte offset of a position.
fn offset_of(pos: BytePos) -> u32 {
    pos.0.saturating_sub(FIRST_BYTE)
}

#[cold]
fn error(span: Span, message: impl Into<Cow<'static, str>>) -> Check {
    Err(Box::new(EarlyError { message: message.into(), offset: offset_of(span.lo) }))
}

impl<'a> Checker<'a> {
    fn program(&mut self, program: &'a Program) -> Check {
        match program {
            Program::Script(script) => {
                self.strict |= self.use_strict_directive(&script.body).is_some();
                self.scopes.enter_function();
                for statement in &script.body {
                    self.statement(statement, Position::Script)?;
                }
                self.scopes.leave_function();
            }
            Program::Module(module) => {
                self.strict = true;
                self.scopes.enter_function();
                for item in &module.body {
                    match item {
                        ModuleItem::Stmt(statement) => self.statement(statement, Position::Module)?,
                        ModuleItem::ModuleDecl(declaration) => self.module_declaration(declaration)?,
                    }
                }
                self.check_exports()?;
                self.scopes.leave_function();
            }
        }
        Ok(())
    }

    /// Goes one level down that costs walkers a recursion.
    #[inline]
    fn descend(&mut self, node: &impl Spanned) -> Check {
        self.depth.nesting += 1;
        if self.depth.nesting > MAX_NESTING {
            return too_deep(node);
        }
        self.step(node)
    }

    /// Goes one level down a spine.
    #[inline]
    fn step(&mut self, node: &impl Spanned) -> Check {
        self.depth.total += 1;
        if self.depth.total > self.deepest {
            self.deepest = self.depth.total;
            if self.deepest > MAX_TREE_DEPTH {
                return too_deep(node);
            }
        }
        Ok(())
    }

    /// The source text of a span.
    fn slice(&self, span: Span) -> &'a [u8] {
        let (start, end) = (offset_of(span.lo) as usize, offset_of(span.hi) as usize);
        self.source.get(start..end).unwrap_or_default()
    }

    /// Offset of the first token at or after `offset`: skips white space and comments.
    fn skip_trivia(&self, mut offset: usize) -> usize {
        let mut line_start = false;
        loop {
            let rest = self.source.get(offset..).unwrap_or_default();
            offset += match rest {
                [b' ' | b'\t' | 0x0b | 0x0c, ..] => 1,
                [b'\n' | b'\r', ..] => {
                    line_start = true;
                    1
                }
                [b'/', b'*', comment @ ..] => match comment.windows(2).position(|pair| pair == b"*/") {
                    Some(length) => {
                        line_start |= self.has_line_terminator(offset, offset + length + 2);
                        length + 4
                    }
                    None => rest.len(),
                },
                [b'/', b'/', ..] => line_length(rest),
                [b'<', b'!', b'-', b'-', ..] if !self.module => line_length(rest),
                [b'-', b'-', b'>', ..] if !self.module && line_start => line_length(rest),
                [0x80..=0xff, ..] => match self.text.get(offset..).and_then(|rest| rest.chars().next()) {
                    Some(c @ ('\u{2028}' | '\u{2029}')) => {
                        line_start = true;
                        c.len_utf8()
                    }
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => c.len_utf8(),
                    _ => return offset,
                },
                _ => return offset,
            };
        }
    }

    /// Whether a line ends between two offsets.
    fn has_line_terminator(&self, start: usize, end: usize) -> bool {
        self.text.get(start..end).is_some_and(|gap| gap.contains(['\n', '\r', '\u{2028}', '\u{2029}']))
    }

    /// The byte that begins the token after `pos`.
    fn token_after(&self, pos: BytePos) -> Option<u8> {
        self.source.get(self.skip_trivia(offset_of(pos) as usize)).copied()
    }

    /// Whether a rewrite was made here; counts it as met.
    fn met_rewrite(&mut self, wanted: impl Fn(&Rewrite) -> bool) -> bool {
        if self.rewrites.iter().any(wanted) {
            self.rewrites_met += 1;
            return true;
        }
        false
    }
}

#[cold]
fn too_deep(node: &impl Spanned) -> Check {
    error(node.span(), TOO_DEEP)
}

/// The message for a program in which a rewrite did not have the effect that it was made for.
pub(super) const UNMET_REWRITE: &str = "Unexpected token";

/// The message for a program that is nested too deeply to be compiled.
pub const TOO_DEEP: &str = "Program is too deeply nested";

#[cfg(test)]
mod tests {
    use crate::frontend::parse::{ParseOptions, parse};

    /// What each goal accepts and rejects, by the source's first failing rule.
    #[track_caller]
    pub(super) fn accepts(sources: &[&str]) {
        for source in sources {
            if let Err(error) = parse(source, &ParseOptions::script()) {
                panic!("{source:?} was rejected: {error:?}");
            }
        }
    }

    #[track_caller]
    pub(super) fn rejects(sources: &[&str]) {
        for source in sources {
            assert!(parse(source, &ParseOptions::script()).is_err(), "{source:?} was accepted");
        }
    }

    #[track_caller]
    pub(super) fn module_accepts(sources: &[&str]) {
        for source in sources {
            if let Err(error) = parse(source, &ParseOptions::module()) {
                panic!("{source:?} was rejected: {error:?}");
            }
        }
    }

    #[track_caller]
    pub(super) fn module_rejects(sources: &[&str]) {
        for source in sources {
            assert!(parse(source, &ParseOptions::module()).is_err(), "{source:?} was accepted");
        }
    }

    #[test]
    fn errors_say_where() {
        let error = parse("let a;\nlet é, a;", &ParseOptions::script()).unwrap_err();
        assert_eq!(error.offset, 15);
        assert!(error.message.contains('a'), "{}", error.message);
    }
}
