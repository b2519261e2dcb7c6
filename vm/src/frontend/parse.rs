//! Parsing: source text to syntax tree, with every early error reported.
//!
//! `swc_ecma_parser` does the parsing, [`early_errors`](super::early_errors) the checks that it leaves out. What
//! comes out of [`parse`] is a program that the specification accepts, in a tree whose depth is known.
//!
//! **Positions.** `BytePos(n)` is byte `n - 1` of the source ([`byte_offset`]); swc keeps 0 for "no position".
//!
//! **Strings.** The source is valid UTF-8. Strings and templates in the tree are `Wtf8Atom`s: UTF-8 in which an
//! unpaired surrogate from an escape is the three bytes that a code point of its value would take (WTF-8);
//! `as_str()` is `None` exactly then, and `to_ill_formed_utf16()` gives the code units. Identifiers are `Atom`s,
//! plain UTF-8, with their escapes decoded. Parentheses are kept (`Expr::Paren`), comments are not.
//!
//! **Deep programs.** Parsing, walking and freeing a tree all recurse. [`parse`] never overflows the stack: it
//! bounds the depth of the program from its text ([`nesting`]), and runs on a stack segment of that size where the
//! current stack has not enough left. What is deeper than [`MAX_NESTING`] or [`MAX_TREE_DEPTH`] is a syntax error.
//! A later pass that recurses over the tree runs inside [`Parsed::with_stack`], which provides stack for the depth
//! that this tree has. Dropping a [`Parsed`] takes care of itself.
//!
//! **What the parser gets wrong.** It rejects a few valid programs. For those the text is altered without moving
//! anything and parsed again, and the tree has shapes that JavaScript itself does not give rise to: see
//! [`Rewrite`], which [`Parsed::rewrites`] lists. Errors that it reports wrongly, or that are checked better
//! here, are ignored.

mod function_body;
mod nesting;
mod template;

use std::borrow::Cow;
use std::mem::ManuallyDrop;

use swc_atoms::Atom;
use swc_common::input::StringInput;
use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{Decl, EsVersion, Program, Stmt};
use swc_ecma_parser::error::SyntaxError as ParserError;
use swc_ecma_parser::{Context, EsSyntax, Lexer, Parser, Syntax};

use self::nesting::Demand;
use super::early_errors::{self, FIRST_BYTE, Shape};
pub use super::early_errors::{MAX_NESTING, MAX_TREE_DEPTH, Rewrite};

/// What the text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// A script (ECMA-262 section 16.1).
    #[default]
    Script,
    /// A module (section 16.2).
    Module,
    /// Code for `eval`, direct or indirect (section 19.2.1.1).
    Eval,
    /// The text that [`dynamic_function_source`] made: one function declaration and nothing else, whose body's
    /// brace stands at this byte offset (section 20.2.1.1.1).
    DynamicFunction {
        /// Offset of the body's opening brace.
        body: u32,
    },
    /// The body of a function whose parameters stand nowhere in the text, as hosts wrap modules. The tree is a script of that
    /// function's declaration; positions are the text's own.
    FunctionBody {
        /// Plain identifiers.
        parameters: &'static [&'static str],
    },
}

/// How a text is to be parsed, and what surrounds it. The flags describe the surroundings of a direct eval.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'a> {
    /// What the text is.
    pub goal: Goal,
    /// The surroundings are strict mode code.
    pub strict: bool,
    /// `new.target` is allowed: the eval is in a function that is no arrow, or in a class field initializer.
    pub new_target: bool,
    /// `super.name` is allowed: the eval is in a method, accessor, constructor or class field initializer.
    pub super_property: bool,
    /// `super()` is allowed: the eval is in the constructor of a derived class.
    pub super_call: bool,
    /// `arguments` is forbidden: the eval is in a class field initializer.
    pub in_class_field_initializer: bool,
    /// The private names, without `#`, that the classes around the eval declare.
    pub private_names: &'a [Atom],
}

impl ParseOptions<'_> {
    /// A script.
    #[must_use]
    pub fn script() -> Self {
        Self::default()
    }

    /// A module.
    #[must_use]
    pub fn module() -> Self {
        Self { goal: Goal::Module, ..Self::default() }
    }
}

/// Why a text was rejected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// Where, as a byte offset into the UTF-8 text that was given.
    pub offset: u32,
}

/// A program that the specification accepts.
#[derive(Debug)]
pub struct Parsed {
    program: ManuallyDrop<Program>,
    depth: u32,
    rewrites: Box<[Rewrite]>,
}

/// Native stack that freeing one level of a tree takes at most.
const DROP_STACK: usize = if cfg!(debug_assertions) { 2 << 10 } else { 512 };

impl Parsed {
    /// The tree: a script, or a module for [`Goal::Module`].
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Expressions, statements and patterns on the longest way from the root to a leaf; at most
    /// [`MAX_TREE_DEPTH`].
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Where the tree differs from the source; nearly always empty.
    #[must_use]
    pub fn rewrites(&self) -> &[Rewrite] {
        &self.rewrites
    }

    /// The tree itself, for a pass that consumes it. Who takes it sees to the stack that freeing it needs, see
    /// [`Parsed::depth`].
    #[must_use]
    pub fn into_program(self) -> Program {
        let mut parsed = ManuallyDrop::new(self);
        // SAFETY: `parsed` is never dropped, and its other fields own nothing but the list freed here.
        unsafe {
            std::ptr::drop_in_place(&raw mut parsed.rewrites);
            ManuallyDrop::take(&mut parsed.program)
        }
    }

    /// Runs `pass` with enough native stack to recurse over the tree, when one level takes it `bytes_per_level`
    /// bytes at most. Nearly always that is a plain call; for very deep trees `pass` runs on another stack segment,
    /// where nothing may look for values on the stack that it does not know of.
    pub fn with_stack<R>(&self, bytes_per_level: usize, pass: impl FnOnce(&Program) -> R) -> R {
        let bytes = self.depth as usize * bytes_per_level;
        with_stack(bytes, || pass(&self.program))
    }
}

impl Drop for Parsed {
    fn drop(&mut self) {
        let program = &mut self.program;
        with_stack(self.depth as usize * DROP_STACK, || {
            // SAFETY: nothing uses the program after this; `self` is being dropped.
            unsafe { ManuallyDrop::drop(program) }
        });
    }
}

/// Calls `work` with at least `bytes` of stack, and some to spare.
fn with_stack<R>(bytes: usize, work: impl FnOnce() -> R) -> R {
    let bytes = bytes + (128 << 10);
    stacker::maybe_grow(bytes, bytes, work)
}

/// Byte offset of a position in the tree.
#[must_use]
pub fn byte_offset(pos: BytePos) -> u32 {
    pos.0.saturating_sub(FIRST_BYTE)
}

/// Native stack that the parser may take for a text, in bytes. The text may be in a language that is much like JavaScript.
///
/// # Errors
///
/// The text is nested too deeply.
pub fn native_stack(source: &str) -> Result<usize, SyntaxError> {
    Demand::of_dialect(source).map(Demand::bytes)
}

/// Parses `source` and checks every early error.
///
/// # Errors
///
/// The first syntax error found, early errors included.
pub fn parse(source: &str, options: &ParseOptions<'_>) -> Result<Parsed, SyntaxError> {
    if source.len() > (u32::MAX - 16) as usize {
        return Err(SyntaxError { message: "Source is too long".into(), offset: 0 });
    }
    super::atoms::note_parse(source.len());
    if let Some(offset) = template::invalid_template(source) {
        return Err(SyntaxError { message: "Invalid escape sequence in template".into(), offset });
    }
    let demand = Demand::of(source)?;
    with_stack(demand.bytes(), || parse_and_check(source, options))
}

/// Parses, altering the text and trying again as long as that is known to help.
fn parse_and_check(source: &str, options: &ParseOptions<'_>) -> Result<Parsed, SyntaxError> {
    let mut text = Cow::Borrowed(source);
    let mut rewrites = Vec::new();
    let mut decorators = false;
    let mut last: Option<SyntaxError> = None;
    loop {
        match parse_text(&text, options, decorators) {
            Ok(program) => {
                return match check(program, source, &rewrites, options) {
                    // The parser forgets decorators that no class follows.
                    Ok((_, shape)) if decorators && shape.decorators != nesting::count_decorators(&text) => {
                        Err(last.unwrap_or_default())
                    }
                    Ok((program, shape)) => Ok(Parsed {
                        program: ManuallyDrop::new(program),
                        depth: shape.depth,
                        rewrites: rewrites.into(),
                    }),
                    // The parser was right then.
                    Err(error) if error.message == early_errors::UNMET_REWRITE => Err(last.unwrap_or(error)),
                    Err(error) => Err(error),
                };
            }
            Err((error, hint)) => {
                if !decorators && text.as_bytes().get(error.offset as usize) == Some(&b'@') {
                    decorators = true;
                    last = Some(SyntaxError { message: "Unexpected token '@'".into(), ..error });
                    continue;
                }
                // What was altered helped if the parser got further.
                match last {
                    Some(last) if last.offset >= error.offset => return Err(last),
                    _ => {}
                }
                if !hint.is_some_and(|hint| alter(&mut text, &mut rewrites, hint, options)) {
                    return Err(error);
                }
                last = Some(error);
            }
        }
    }
}

/// A parser error that may be the parser's fault.
#[derive(Clone, Copy, Debug)]
enum Hint {
    /// "Expected ;" where something else stands.
    ExpectedSemicolon(Span),
    /// A target of an assignment that it has no tree for.
    AssignTarget(Span),
    /// Something unexpected that may be an operator after an arrow function's body.
    Operator(Span),
    /// Anything else.
    Other(Span),
}

type ParseFailure = (SyntaxError, Option<Hint>);

/// Runs the parser on `text`, first of all without decorators.
fn parse_text(text: &str, options: &ParseOptions<'_>, decorators: bool) -> Result<Program, ParseFailure> {
    let syntax = Syntax::Es(EsSyntax {
        jsx: false,
        fn_bind: false,
        decorators,
        decorators_before_export: decorators,
        export_default_from: false,
        import_attributes: true,
        allow_super_outside_method: true,
        allow_return_outside_function: true,
        auto_accessors: true,
        explicit_resource_management: true,
    });
    let end = FIRST_BYTE + text.len() as u32;
    let input = StringInput::new(text, BytePos(FIRST_BYTE), BytePos(end));
    let mut lexer = Lexer::new(syntax, EsVersion::EsNext, input, None);
    lexer.ctx.set(Context::Strict, options.strict);
    let mut parser = Parser::new_from(lexer);
    let result = match options.goal {
        Goal::Module => parser.parse_module().map(Program::Module),
        _ => parser.parse_script().map(Program::Script),
    };
    let fatal = match result {
        Ok(program) => match parser.take_errors().into_iter().find(|error| !is_checked_here(error.kind())) {
            None => return Ok(program),
            Some(error) => error,
        },
        // Errors that it went on after come before the one that stopped it.
        Err(fatal) => parser.take_errors().into_iter().find(|error| !is_checked_here(error.kind())).unwrap_or(fatal),
    };
    let span = fatal.span();
    let hint = match fatal.kind() {
        ParserError::Expected(expected, _) if expected.contains(';') => Some(Hint::ExpectedSemicolon(span)),
        ParserError::InvalidAssignTarget => Some(Hint::AssignTarget(span)),
        ParserError::TS1005 => Some(Hint::Operator(span)),
        _ => Some(Hint::Other(span)),
    };
    let error = SyntaxError { message: fatal.kind().msg(), offset: byte_offset(span.lo).min(text.len() as u32) };
    Err((error, hint))
}

/// Errors that the parser goes on after with a usable tree, and that are checked more exactly by `early_errors`.
fn is_checked_here(error: &ParserError) -> bool {
    matches!(
        error,
        ParserError::DeclNotAllowed
            | ParserError::InvalidNewTarget
            | ParserError::InvalidSuper
            | ParserError::InvalidSuperCall
            | ParserError::TS2406
            | ParserError::NotSimpleAssign
            | ParserError::ReservedWordInObjShorthandOrPat
            | ParserError::DuplicateLabel(_)
            | ParserError::ReturnNotAllowed
    )
}

/// Checks early errors and what the goal demands of the tree as a whole.
fn check(
    program: Program,
    source: &str,
    rewrites: &[Rewrite],
    options: &ParseOptions<'_>,
) -> Result<(Program, Shape), SyntaxError> {
    let program = match options.goal {
        Goal::FunctionBody { parameters } => function_body::wrap(program, parameters, source),
        _ => program,
    };
    if let (Goal::DynamicFunction { body }, Program::Script(script)) = (options.goal, &program) {
        check_dynamic_function(&script.body, body, source)?;
    }
    let context = early_errors::Context {
        source,
        strict: options.strict,
        new_target: options.new_target,
        super_property: options.super_property,
        super_call: options.super_call,
        forbid_arguments: options.in_class_field_initializer,
        private_names: options.private_names,
        rewrites,
    };
    match early_errors::check(&program, &context) {
        Ok(shape) => Ok((program, shape)),
        Err(error) => Err(SyntaxError { message: error.message, offset: error.offset }),
    }
}

/// The kinds of function that the Function constructor and its kin make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DynamicFunctionKind {
    /// `Function`.
    Normal,
    /// `GeneratorFunction`.
    Generator,
    /// `AsyncFunction`.
    Async,
    /// `AsyncGeneratorFunction`.
    AsyncGenerator,
}

/// The source text of a function made by `Function(parameters, body)` and its kin (CreateDynamicFunction, ECMA-262
/// section 20.2.1.1.1), and the goal to parse it with. `parameters` are those given, joined with commas.
#[must_use]
pub fn dynamic_function_source(kind: DynamicFunctionKind, parameters: &str, body: &str) -> (String, Goal) {
    let prefix = match kind {
        DynamicFunctionKind::Normal => "function",
        DynamicFunctionKind::Generator => "function*",
        DynamicFunctionKind::Async => "async function",
        DynamicFunctionKind::AsyncGenerator => "async function*",
    };
    let mut text = format!("{prefix} anonymous({parameters}\n) ");
    let brace = u32::try_from(text.len()).unwrap_or(u32::MAX);
    text.push_str("{\n");
    text.push_str(body);
    text.push_str("\n}");
    (text, Goal::DynamicFunction { body: brace })
}

/// Parameters and body must each be complete, as if they had been parsed alone: then the body's braces are ours.
fn check_dynamic_function(statements: &[Stmt], body: u32, source: &str) -> Result<(), SyntaxError> {
    let ours = match statements {
        [Stmt::Decl(Decl::Fn(declaration))] => declaration.function.body.as_ref().is_some_and(|block| {
            byte_offset(block.span.lo) == body && byte_offset(block.span.hi) as usize == source.len()
        }),
        _ => false,
    };
    if ours {
        return Ok(());
    }
    Err(SyntaxError { message: "Parameters or body of the function are incomplete".into(), offset: body })
}

/// Alters the text where the parser is known to be wrong, keeping every position. False if nothing is to be done.
fn alter(text: &mut Cow<'_, str>, rewrites: &mut Vec<Rewrite>, hint: Hint, options: &ParseOptions<'_>) -> bool {
    match hint {
        Hint::ExpectedSemicolon(span) => {
            let offset = byte_offset(span.lo) as usize;
            if let Some(using) = using_before(text, offset) {
                return alter_using(text, rewrites, using);
            }
            alter_for_in(text, rewrites, offset, options)
        }
        Hint::Other(span) if await_decorator(text, byte_offset(span.lo) as usize) => {
            let offset = byte_offset(span.lo);
            overwrite(text, offset as usize, b"a_ait") && push(rewrites, Rewrite::AwaitDecorator { offset })
        }
        Hint::Other(span) => {
            // `for (using of = a;;)`, taken for the head of a for-of loop.
            let offset = byte_offset(span.lo) as usize;
            let of = text
                .get(..offset)
                .filter(|_| text.as_bytes().get(offset) == Some(&b'='))
                .and_then(|before| before.trim_end().strip_suffix("of"))
                .map(str::len);
            match of.and_then(|of| using_before(text, of)) {
                Some(using) => alter_using(text, rewrites, using),
                None => alter_for_in(text, rewrites, offset, options),
            }
        }
        Hint::AssignTarget(span) => {
            let (start, end) = (byte_offset(span.lo) as usize, byte_offset(span.hi) as usize);
            if options.strict || options.goal == Goal::Module || text.as_bytes().get(end.wrapping_sub(1)) != Some(&b')')
            {
                return false;
            }
            let operator = skip_space(text, end);
            let length = ASSIGNMENT_OPERATORS
                .iter()
                .find(|known| text[operator..].starts_with(**known))
                .map_or(0, |known| known.len());
            if length == 0 {
                return false;
            }
            let mut patch = [b' '; 4];
            patch[0] = b'|';
            overwrite(text, operator, &patch[..length])
                && push(rewrites, Rewrite::CallTarget { start: start as u32, end: end as u32 })
        }
        Hint::Operator(span) => {
            // `() => {}` and, on the next line, `+a` or `/a/`: the line break ends the statement.
            let offset = byte_offset(span.lo) as usize;
            let before = text[..offset].trim_end_matches([' ', '\t', '\n', '\r']);
            if !before.ends_with('}') || !text[before.len()..offset].contains(['\n', '\r']) {
                return false;
            }
            overwrite(text, before.len(), b";")
        }
    }
}

/// `@await` in code where that is a name, which the parser takes for a keyword.
fn await_decorator(text: &str, offset: usize) -> bool {
    let (Some(before), Some(rest)) = (text.get(..offset), text.get(offset..)) else { return false };
    let after = rest.strip_prefix("await").and_then(|rest| rest.chars().next());
    rest.starts_with("await")
        && before.trim_end().ends_with('@')
        && !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '\\'))
}

/// Assignment operators that a call may stand before in sloppy code, longest first.
const ASSIGNMENT_OPERATORS: [&str; 13] =
    [">>>=", ">>=", "<<=", "**=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="];

fn push(rewrites: &mut Vec<Rewrite>, rewrite: Rewrite) -> bool {
    rewrites.push(rewrite);
    true
}

/// Puts ASCII over whole characters.
fn overwrite(text: &mut Cow<'_, str>, start: usize, patch: &[u8]) -> bool {
    let end = start + patch.len();
    let (Some(old), Ok(new)) = (text.get(start..end), std::str::from_utf8(patch)) else {
        return false;
    };
    if old == new {
        return false;
    }
    text.to_mut().replace_range(start..end, new);
    true
}

fn skip_space(text: &str, offset: usize) -> usize {
    let rest = &text[offset..];
    offset + (rest.len() - rest.trim_start().len())
}

/// A `using` declaration in the head of a `for`.
struct UsingHead {
    start: usize,
    /// Where its words end.
    end: usize,
    is_await: bool,
}

fn alter_using(text: &mut Cow<'_, str>, rewrites: &mut Vec<Rewrite>, using: UsingHead) -> bool {
    let mut patch = vec![b' '; using.end - using.start];
    patch[..5].copy_from_slice(b"const");
    overwrite(text, using.start, &patch)
        && push(rewrites, Rewrite::UsingInFor { offset: using.start as u32, is_await: using.is_await })
}

/// Takes the `var` from the last `for (var` before `offset`: perhaps the parser took `in` for an operator.
fn alter_for_in(
    text: &mut Cow<'_, str>,
    rewrites: &mut Vec<Rewrite>,
    offset: usize,
    options: &ParseOptions<'_>,
) -> bool {
    if options.strict || options.goal == Goal::Module {
        return false;
    }
    match for_var_before(text, offset) {
        Some(start) => {
            overwrite(text, start, b"   ") && push(rewrites, Rewrite::ForInInitializer { offset: start as u32 })
        }
        None => false,
    }
}

/// The words `using` or `await using` right before `offset`, if they begin the head of a `for`.
fn using_before(text: &str, offset: usize) -> Option<UsingHead> {
    let words = text.get(..offset)?.trim_end();
    let before = words.strip_suffix("using")?;
    let mut start = before.len();
    let mut head = before.trim_end();
    let mut is_await = false;
    if let Some(rest) = head.strip_suffix("await")
        && head.len() < before.len()
    {
        is_await = true;
        start = rest.len();
        head = rest.trim_end();
    }
    head.strip_suffix('(')?.trim_end().strip_suffix("for")?;
    Some(UsingHead { start, end: words.len(), is_await })
}

/// The `var` of the last `for (var` before `offset`.
fn for_var_before(text: &str, offset: usize) -> Option<usize> {
    let mut end = offset;
    loop {
        let start = text.get(..end)?.rfind("var")?;
        let before = text[..start].trim_end();
        let after = text[start + 3..].chars().next();
        if after.is_some_and(char::is_whitespace)
            && before.strip_suffix('(').is_some_and(|rest| rest.trim_end().ends_with("for"))
        {
            return Some(start);
        }
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(source: &str) -> Result<Parsed, SyntaxError> {
        parse(source, &ParseOptions::script())
    }

    #[test]
    fn positions_are_byte_offsets() {
        let parsed = script("'é'; abc").unwrap();
        let Program::Script(script) = parsed.program() else { panic!("not a script") };
        assert_eq!(byte_offset(script.body[1].span().lo), 6);
        assert_eq!(byte_offset(script.body[1].span().hi), 9);
    }

    #[test]
    fn lone_surrogates_are_wtf8() {
        let parsed = script(r"'\uD800'; '\uD83D\uDE00'").unwrap();
        let Program::Script(script) = parsed.program() else { panic!("not a script") };
        let value = |index: usize| match &script.body[index] {
            Stmt::Expr(statement) => match &*statement.expr {
                swc_ecma_ast::Expr::Lit(swc_ecma_ast::Lit::Str(string)) => string.value.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        assert_eq!(value(0).as_str(), None);
        assert_eq!(value(0).to_ill_formed_utf16().collect::<Vec<_>>(), [0xd800]);
        assert_eq!(value(1).as_str(), Some("\u{1f600}"));
    }

    #[test]
    fn script_and_module_syntax() {
        for source in ["#!hashbang\n0", "a <!-- b\n--> c\n", "", "\u{feff}0;", "@a class C {}"] {
            assert!(script(source).is_ok(), "{source}");
        }
        assert!(parse("a <!-- b\n0", &ParseOptions::module()).is_err());
        assert!(script("import 'a'").is_err());
    }

    #[test]
    fn the_parser_never_panics() {
        for source in ["-`\\u{0`", "+\n`\\u{0`", "var a = +`\\x`;b", "typeof `\\1${a}`\n`b`", "+`${-<\n`\\u{`...!"] {
            let error = script(source).unwrap_err();
            assert!(error.message.contains("escape"), "{}", error.message);
        }
    }

    #[test]
    fn eval_surroundings() {
        let eval = ParseOptions { goal: Goal::Eval, ..ParseOptions::default() };
        let names = [Atom::from("a")];
        type Grant<'a> = fn(&mut ParseOptions<'a>);
        let table: [(&str, Grant<'_>); 4] = [
            ("new.target; () => new.target", |options| options.new_target = true),
            ("super.a; () => super.a", |options| options.super_property = true),
            ("super(); () => super()", |options| options.super_call = true),
            ("with (a) ;", |_| {}),
        ];
        for (source, grant) in table {
            let mut options = eval;
            let before = parse(source, &options).is_ok();
            grant(&mut options);
            assert!(parse(source, &options).is_ok(), "{source}");
            assert!(!before || source.starts_with("with"), "{source}");
        }
        assert!(parse("this.#a", &eval).is_err());
        assert!(parse("this.#a", &ParseOptions { private_names: &names, ..eval }).is_ok());
        assert!(parse("with (a) ;", &ParseOptions { strict: true, ..eval }).is_err());
        let field = ParseOptions { in_class_field_initializer: true, ..eval };
        assert!(parse("arguments", &eval).is_ok());
        assert!(parse("arguments", &field).is_err());
        assert!(parse("() => arguments", &field).is_err());
        assert!(parse("(function () { arguments; })", &field).is_ok());
        assert!(parse("return", &eval).is_err());
    }

    #[test]
    fn dynamic_functions() {
        let accepts = |kind, parameters: &str, body: &str| {
            let (source, goal) = dynamic_function_source(kind, parameters, body);
            parse(&source, &ParseOptions { goal, ..ParseOptions::default() }).is_ok()
        };
        use DynamicFunctionKind::{Async, AsyncGenerator, Generator, Normal};
        assert!(accepts(Normal, "", ""));
        assert!(accepts(Normal, "a, b = 1 // comment", "return a // comment"));
        assert!(accepts(Normal, "", "-->"));
        assert!(accepts(Generator, "a", "yield a"));
        assert!(accepts(Async, "a", "await a"));
        assert!(accepts(AsyncGenerator, "a", "yield await a"));
        assert!(!accepts(Normal, "/*", "*/) {"));
        assert!(!accepts(Normal, "a) { }, function (b", ""));
        assert!(!accepts(Normal, "", "}, function () {"));
        assert!(!accepts(Normal, "", "} function f() {"));
        assert!(!accepts(Normal, "a = function () {", "}) {"));
        assert!(!accepts(Normal, "", "super.a"));
        assert!(!accepts(Normal, "a, a", "'use strict'"));
        assert!(!accepts(Generator, "a = yield", ""));
    }

    #[test]
    fn rewrites() {
        let source = "for (using a = null;;) break; async () => { for (await  using b = null;;) ; }";
        assert_eq!(
            script(source).unwrap().rewrites(),
            [Rewrite::UsingInFor { offset: 5, is_await: false }, Rewrite::UsingInFor { offset: 49, is_await: true },]
        );
        let parsed = script("(function () { for (var a = 0 in b, {}) ; })").unwrap();
        assert_eq!(parsed.rewrites(), [Rewrite::ForInInitializer { offset: 20 }]);
        let parsed = script("f() = 1").unwrap();
        assert_eq!(parsed.rewrites(), [Rewrite::CallTarget { start: 0, end: 3 }]);
        for source in [
            "a = f(b) += c => 1, d",
            "'use strict'; f() = 1",
            "await f() = 1",
            "new f() = 1",
            "f() &&= 1",
            "f(...)() = 1",
            "x => { 'use strict'; f() = 1 }",
            "for (var a = 0, b in {}) ;",
            "for (using a b;;) ;",
        ] {
            assert!(script(source).is_err(), "{source}");
        }
        assert!(script("a = () => {}\n+b; c = () => {}\n/d/.e").is_ok());
        assert!(script("a = () => {} + b").is_err());
    }

    #[test]
    fn shallow_programs_have_their_depth() {
        assert_eq!(script("").unwrap().depth(), 0);
        let flat = script(&"a;".repeat(10_000)).unwrap();
        assert!(flat.depth() < 5, "{}", flat.depth());
        let chain = script(&format!("a{}", ".b".repeat(10_000))).unwrap();
        assert!((10_000..10_010).contains(&chain.depth()), "{}", chain.depth());
        assert!(chain.with_stack(64, |program| program.is_script()));
    }

    fn nested(open: &str, middle: &str, close: &str, times: usize) -> String {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    }

    const SHAPES: &[(&str, &str, &str)] = &[
        ("(", "a", ")"),
        ("[", "a", "]"),
        ("{", "a", "}"),
        ("`${", "a", "}`"),
        ("a[", "a", "]"),
        ("a(", "a", ")"),
        ("a?.(", "a", ")"),
        ("({a:", "a", "})"),
        ("function f(){", "a", "}"),
        ("(function(){", "a", "})"),
        ("()=>{", "a", "}"),
        ("(a=", "a", ")=>a"),
        ("class A{a(){", "a", "}}"),
        ("class A extends ", "a", "{}"),
        ("if(a)", "a", ""),
        ("if(a){}else ", "a", ""),
        ("if(a)a;else ", "a", ""),
        ("if(a){", "a", "}"),
        ("while(a)", "a", ""),
        ("for(;;)", "a", ""),
        ("do ", "a", " while(a)"),
        ("with(a)", "a", ""),
        ("try{", "a", "}catch{}"),
        ("switch(a){case 0:", "a", "}"),
        ("a?", "a", ":a"),
        ("a?a:", "a", ""),
        ("a=", "a", ""),
        ("a=>", "a", ""),
        ("async a=>", "a", ""),
        ("!", "a", ""),
        ("- ", "a", ""),
        ("typeof ", "a", ""),
        ("new ", "a", ""),
        ("new a(", "a", ")"),
        ("a**", "a", ""),
        ("a+", "a", ""),
        ("a.", "a", ""),
        ("a ", "", ""),
        ("a``", "", ""),
        ("a?.", "a", ""),
        ("a&&", "a", ""),
        ("a,", "a", ""),
        ("[", "", ""),
        ("(", "", ""),
        ("{a:", "", ""),
        ("({a:[", "", ""),
        ("`${", "", ""),
        ("a(", "", ""),
        ("-", "", "**2"),
        ("[...", "a", "]=a"),
        ("[", "a", "]=a"),
        ("var[", "a", "]=a"),
        ("function f(a=", "a", "){}"),
        ("import(", "a", ")"),
        ("@a(", "a", ") class A{}"),
        ("a:", "a", ""),
        ("for(a of ", "a", ")"),
        ("static{", "", "}"),
        ("+", "", ""),
        ("...", "a", ""),
        ("/*", "", ""),
        ("'", "", ""),
        ("/", "", ""),
        ("{/a", "", ""),
        ("}/(", "", ""),
        ("\\", "", ""),
        ("async(", "a", ")"),
        ("yield ", "a", ""),
        ("await ", "a", ""),
    ];

    /// Whatever the shape, the outcome is a tree or an error, at every size.
    #[test]
    fn depth_never_overflows() {
        for &(open, middle, close) in SHAPES {
            for times in [1_000, 20_000, 200_000] {
                let source = nested(open, middle, close, times);
                let _ = script(&source);
                let wrapped = format!("function* f() {{ async function g() {{ {source} }} }} @");
                let _ = script(&wrapped);
            }
        }
    }

    #[test]
    fn reasonable_depth_is_accepted() {
        for (open, middle, close) in [
            ("(", "a", ")"),
            ("[", "a", "]"),
            ("{", "a", "}"),
            ("`${", "a", "}`"),
            ("!", "a", ""),
            ("a=>", "a", ""),
            ("a?a:", "a", ""),
            ("if(a)", "a", ""),
            ("(function(){", "a", "})"),
        ] {
            let source = nested(open, middle, close, 1_000);
            assert!(script(&source).is_ok(), "{open}");
        }
        for link in [".b", "()", "[0]", "+1", "&&a", "?.b", "``"] {
            let tail = if link == "``" { 20_000 } else { 60_000 };
            let source = format!("a{}", link.repeat(tail));
            assert!(script(&source).is_ok(), "{link}");
        }
    }

    #[test]
    fn too_deep_is_an_error() {
        for source in
            [nested("(", "a", ")", 200_000), nested("[", "a", "]", 7_000), format!("a{}", "+1".repeat(200_000))]
        {
            let error = script(&source).unwrap_err();
            assert_eq!(error.message, early_errors::TOO_DEEP);
        }
    }
}
