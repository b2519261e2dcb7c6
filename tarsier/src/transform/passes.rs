//! From TypeScript or JSX to JavaScript, by swc: parser, passes, and the printer with the places that it notes.

use super::check::{self, Findings};
use super::tsconfig::{Runtime, Settings};
use super::{Language, Mapping};
use crate::source_file::Goal;
use std::sync::{Arc, Mutex};
use swc_atoms::Atom;
use swc_common::comments::SingleThreadedComments;
use swc_common::errors::{DiagnosticBuilder, Emitter as DiagnosticEmitter, HANDLER, Handler};
use swc_common::input::StringInput;
use swc_common::sync::Lrc;
use swc_common::{BytePos, FileName, GLOBALS, Globals, LineCol, Mark, SourceMap, Spanned};
use swc_ecma_ast::{EsVersion, Module, ModuleItem, Pass, Program};
use swc_ecma_codegen::text_writer::JsWriter;
use swc_ecma_codegen::{Config, Emitter};
use swc_ecma_parser::{EsSyntax, Lexer, Parser, Syntax, TsSyntax};
use swc_ecma_transforms_base::fixer::fixer;
use swc_ecma_transforms_base::hygiene::hygiene;
use swc_ecma_transforms_base::resolver;
use swc_ecma_transforms_react as react;
use swc_ecma_transforms_typescript as typescript;
use typescript::TsImportExportAssignConfig;
use vm::frontend::SyntaxError;
use vm::frontend::parse;
use vm::source::{LineColumn, SourceText};

/// TypeScript's grammar and the passes take so many times the stack that the parser takes for JavaScript.
const STACK_FACTOR: usize = 3;

/// What was made.
pub struct Made {
    pub text: String,
    pub goal: Goal,
    pub mappings: Vec<Mapping>,
}

/// Transforms a text.
///
/// # Errors
/// The first syntax error.
pub fn run(language: Language, text: &str, settings: &Settings) -> Result<Made, SyntaxError> {
    let bytes = parse::native_stack(text)? * STACK_FACTOR + (1 << 20);
    stacker::maybe_grow(bytes, bytes, || GLOBALS.set(&Globals::new(), || run_here(language, text, settings)))
}

fn run_here(language: Language, text: &str, settings: &Settings) -> Result<Made, SyntaxError> {
    // swc's texts have no mark at the beginning; its positions begin at 1.
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = (text.len() - bare.len()) as u32;
    let cm: Lrc<SourceMap> = Lrc::default();
    let file = cm.new_source_file(Lrc::new(FileName::Anon), bare.to_string());
    let (start, end) = (file.start_pos, file.end_pos);
    let offset = |pos: BytePos| pos.0.clamp(start.0, end.0) - start.0 + shift;
    let comments = SingleThreadedComments::default();
    let input = StringInput::new(bare, start, end);
    let mut program =
        parse_text(language, input, &comments).map_err(|(message, pos)| SyntaxError::new(message, offset(pos)))?;
    let findings = check::check(&program);
    if let Some((pos, message)) = findings.error {
        return Err(SyntaxError::new(message, offset(pos)));
    }
    let classic = settings.runtime == Runtime::Classic || has_classic_pragma(&program, &comments);
    let mut goal = if language == Language::TypeScriptModule || findings.has_module_syntax || is_module(&program) {
        Goal::Module
    } else {
        Goal::Script
    };
    if findings.has_jsx && !classic && goal == Goal::Script && !uses_common_js(bare) {
        // What JSX becomes is imported.
        program = into_module(program);
        goal = Goal::Module;
    }
    let told = Told::default();
    let handler = Handler::with_emitter(false, false, Box::new(told.clone()));
    HANDLER.set(&handler, || apply(&mut program, language, &cm, &comments, &findings, goal, classic, settings));
    if let Some((message, pos)) = told.first() {
        return Err(SyntaxError::new(message, offset(pos)));
    }
    let mut out = Vec::with_capacity(bare.len());
    let mut places = Vec::new();
    let mut emitter = Emitter {
        cfg: Config::default().with_target(EsVersion::EsNext).with_reduce_escaped_newline(false),
        cm: cm.clone(),
        comments: None,
        wr: JsWriter::new(cm, "\n", &mut out, Some(&mut places)),
    };
    let printed = emitter.emit_program(&program);
    drop(emitter);
    let text = printed.ok().and_then(|()| String::from_utf8(out).ok());
    let Some(text) = text else { return Err(SyntaxError::new("The program cannot be written as JavaScript", 0)) };
    let known = places.into_iter().filter(|(pos, _)| (start..=end).contains(pos));
    let mut mappings: Vec<Mapping> = known.map(|(pos, at)| Mapping { at: place(at), offset: offset(pos) }).collect();
    if text.contains(['\u{2028}', '\u{2029}']) {
        recount_lines(&text, &mut mappings);
    }
    if !mappings.is_sorted_by_key(|m| m.at) {
        mappings.sort_by_key(|m| m.at);
    }
    Ok(Made { text, goal, mappings })
}

fn place(at: LineCol) -> LineColumn {
    LineColumn { line: at.line + 1, column: at.col + 1 }
}

/// The printer does not count U+2028 and U+2029, which end lines, too.
fn recount_lines(text: &str, mappings: &mut [Mapping]) {
    let source = SourceText::new("", text, 0);
    let mut starts = vec![0];
    let bytes = text.as_bytes();
    let ends_line = |i: &usize| bytes[*i] == b'\n' || bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    starts.extend((0..bytes.len()).filter(ends_line).map(|i| i + 1));
    for mapping in mappings {
        let Some(&start) = starts.get(mapping.at.line as usize - 1) else { continue };
        let (mut at, mut units) = (start, 1);
        for c in text[start..].chars() {
            if units >= mapping.at.column {
                break;
            }
            units += c.len_utf16() as u32;
            at += c.len_utf8();
        }
        mapping.at = source.line_column(at as u32);
    }
}

fn parse_text(
    language: Language,
    input: StringInput,
    comments: &SingleThreadedComments,
) -> Result<Program, (String, BytePos)> {
    let syntax = if language == Language::Jsx {
        Syntax::Es(EsSyntax {
            jsx: true,
            decorators: true,
            decorators_before_export: true,
            import_attributes: true,
            allow_return_outside_function: true,
            auto_accessors: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        })
    } else {
        Syntax::Typescript(TsSyntax {
            tsx: language == Language::TypeScriptJsx,
            decorators: true,
            disallow_ambiguous_jsx_like: matches!(language, Language::TypeScriptModule | Language::TypeScriptCommonJs),
            ..TsSyntax::default()
        })
    };
    let lexer = Lexer::new(syntax, EsVersion::EsNext, input, Some(comments));
    let mut parser = Parser::new_from(lexer);
    let result = if language == Language::TypeScriptModule {
        parser.parse_module().map(Program::Module)
    } else {
        parser.parse_program()
    };
    let first = parser.take_errors().into_iter().min_by_key(|error| error.span().lo);
    match (result, first) {
        (Ok(program), None) => Ok(program),
        // What it went on after comes before what stopped it.
        (Ok(_), Some(error)) | (Err(_), Some(error)) | (Err(error), None) => {
            Err((error.kind().msg().into_owned(), error.span().lo))
        }
    }
}

/// A program that has to be a module though it neither imports nor exports: `import.meta`, `await` outside of functions.
fn is_module(program: &Program) -> bool {
    program.as_module().is_some_and(|module| !module.body.iter().any(|item| matches!(item, ModuleItem::ModuleDecl(_))))
}

/// The program means to be loaded by `require`.
fn uses_common_js(text: &str) -> bool {
    ["require(", "module.exports", "exports."].iter().any(|word| text.contains(word))
}

fn into_module(program: Program) -> Program {
    match program {
        Program::Script(script) => Program::Module(Module {
            span: script.span,
            body: script.body.into_iter().map(ModuleItem::Stmt).collect(),
            shebang: script.shebang,
        }),
        module => module,
    }
}

/// `@jsx` or `@jsxFrag` in a comment at the head of the file, and nothing that asks for the automatic runtime.
fn has_classic_pragma(program: &Program, comments: &SingleThreadedComments) -> bool {
    let (leading, _) = comments.borrow_all();
    let first = program.span_lo();
    let mut classic = false;
    for comment in leading.get(&first).into_iter().flatten() {
        for line in comment.text.lines() {
            let line = line.trim().trim_start_matches('*').trim_start();
            match line.split_whitespace().next() {
                Some("@jsx" | "@jsxFrag") => classic = true,
                Some("@jsxRuntime" | "@jsxImportSource") => return line.contains("classic"),
                _ => {}
            }
        }
    }
    classic
}

fn apply(
    program: &mut Program,
    language: Language,
    cm: &Lrc<SourceMap>,
    comments: &SingleThreadedComments,
    findings: &Findings,
    goal: Goal,
    classic: bool,
    settings: &Settings,
) {
    let (unresolved, top_level) = (Mark::new(), Mark::new());
    let is_typescript = language != Language::Jsx;
    resolver(unresolved, top_level, is_typescript).process(program);
    if is_typescript {
        let config = typescript::Config {
            verbatim_module_syntax: settings.verbatim_module_syntax,
            native_class_properties: true,
            import_export_assign_config: match goal {
                Goal::Module => TsImportExportAssignConfig::NodeNext,
                _ => TsImportExportAssignConfig::Classic,
            },
            ..typescript::Config::default()
        };
        if classic && findings.has_jsx {
            // What the elements become is used, even if only they use it.
            let jsx = typescript::TsxConfig {
                pragma: settings.pragma.clone().map(Into::into),
                pragma_frag: settings.pragma_fragment.clone().map(Into::into),
            };
            typescript::tsx(cm.clone(), config, jsx, comments.clone(), unresolved, top_level).process(program);
        } else {
            typescript::typescript(config, unresolved, top_level).process(program);
        }
    }
    if findings.has_jsx {
        let options = react::Options {
            runtime: Some(if classic { react::Runtime::Classic } else { react::Runtime::Automatic }),
            import_source: settings.import_source.as_deref().map(Atom::from),
            pragma: settings.pragma.clone().filter(|_| classic).map(Into::into),
            pragma_frag: settings.pragma_fragment.clone().filter(|_| classic).map(Into::into),
            // A name with a colon is an element's or an attribute's that the page knows.
            throw_if_namespace: Some(false),
            ..react::Options::default()
        };
        react::jsx(cm.clone(), Some(comments.clone()), options, top_level, unresolved).process(program);
    }
    hygiene().process(program);
    fixer(None).process(program);
}

/// The first error that a pass told.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Option<(String, BytePos)>>>);

impl Told {
    fn first(&self) -> Option<(String, BytePos)> {
        self.0.lock().ok()?.take()
    }
}

impl DiagnosticEmitter for Told {
    fn emit(&mut self, diagnostic: &mut DiagnosticBuilder<'_>) {
        if let Ok(mut first) = self.0.lock() {
            let pos = diagnostic.span.primary_span().map_or(BytePos(0), |span| span.lo);
            first.get_or_insert_with(|| (diagnostic.message(), pos));
        }
    }
}
