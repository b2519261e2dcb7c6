//! From source text to bytecode: parsing, early errors, scope analysis, the bytecode compiler.
//!
//! A program is parsed and analyzed as a whole. Its functions are compiled one at a time, when they are first called:
//! each [`FunctionTemplate`] owns its part of the syntax tree, which compiling consumes, and shares the flat tables
//! of the scope analysis. So nothing of a tree stays once its functions are compiled or dropped.

pub(crate) mod atoms;
mod compile;
pub mod early_errors;
pub mod parse;
pub mod scope;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod tests;

pub use compile::Node;
pub use parse::{DynamicFunctionKind, SyntaxError};

use crate::bytecode::data::*;
use crate::bytecode::environments;
use crate::bytecode::eval_scope::{EvalLayer, EvalScope};
use crate::bytecode::verify::{Verified, verify};
use crate::source::{Encoded, SourceText, Surrogates};
use parse::{Goal, ParseOptions, Parsed, Rewrite};
use scope::{FUNCTION_ASYNC, FunctionId, Root, Unit};
use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use swc_atoms::Atom;
use swc_ecma_ast::{Module, Program, Script};

/// Native stack that scope analysis and compilation take for one level of the tree.
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) { 12 << 10 } else { 4 << 10 };
/// Levels that they recurse at most: chains are loops.
const MAX_LEVELS: usize = 3 * parse::MAX_NESTING as usize;
/// Native stack that freeing one level takes.
const DROP_STACK: usize = if cfg!(debug_assertions) { 2 << 10 } else { 512 };

/// Calls `work` with stack for a tree of the given depth.
fn with_stack<R>(depth: u32, work: impl FnOnce() -> R) -> R {
    let bytes = (depth as usize).min(MAX_LEVELS) * STACK_PER_LEVEL + depth as usize * DROP_STACK + (64 << 10);
    stacker::maybe_grow(bytes, bytes, work)
}

/// What compiles a function later ([`FunctionTemplate::body`]): its part of the syntax tree, and the tables of its program.
struct LazyBody {
    unit: Rc<Unit>,
    id: FunctionId,
    node: Option<Node>,
}

impl LazyBody {
    fn of(unit: Rc<Unit>, id: FunctionId, node: Node) -> RefCell<Option<Box<dyn Any>>> {
        RefCell::new(Some(Box::new(LazyBody { unit, id, node: Some(node) })))
    }
}

impl Drop for LazyBody {
    fn drop(&mut self) {
        if let Some(node) = self.node.take() {
            with_stack(self.unit.depth, || drop(node));
        }
    }
}

/// What a script is compiled with.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScriptOptions {
    /// As if it began with "use strict".
    pub strict: bool,
}

impl SyntaxError {
    pub fn new(message: impl Into<Cow<'static, str>>, offset: u32) -> SyntaxError {
        SyntaxError { message: message.into(), offset }
    }
}

fn too_large() -> SyntaxError {
    SyntaxError::new("Function is too large", 0)
}

/// Analyzes a parsed program: its tables, and the tree with the answers in it.
fn analyze(source: Rc<SourceText>, parsed: Parsed, root: Root<'_>, strict: bool) -> (Rc<Unit>, Program) {
    let depth = parsed.depth();
    let rewrites = parsed.rewrites().to_vec();
    let mut program = parsed.into_program();
    with_stack(depth, || {
        let mut unit = scope::analyze(source, &mut program, root, strict, &rewrites);
        unit.depth = depth;
        for rewrite in rewrites {
            if let Rewrite::CallTarget { start, .. } = rewrite {
                unit.call_targets.push(start);
            }
        }
        (Rc::new(unit), program)
    })
}

fn statements(program: Program) -> Vec<swc_ecma_ast::Stmt> {
    match program {
        Program::Script(Script { body, .. }) => body,
        Program::Module(_) => Vec::new(),
    }
}

/// Whether a program begins with "use strict".
fn is_strict(parsed: &Parsed) -> bool {
    match parsed.program() {
        Program::Script(script) => scope::has_use_strict(&script.body),
        Program::Module(_) => true,
    }
}

/// Compiles a script (sec. 16.1) to a function whose code begins with DeclareGlobals and returns the completion value.
///
/// # Errors
///
/// The first syntax error.
pub fn compile_script(source: Rc<SourceText>) -> Result<Rc<FunctionTemplate>, SyntaxError> {
    compile_script_with(source, ScriptOptions::default())
}

/// [`compile_script`] with options.
///
/// # Errors
///
/// The first syntax error.
pub fn compile_script_with(
    source: Rc<SourceText>,
    options: ScriptOptions,
) -> Result<Rc<FunctionTemplate>, SyntaxError> {
    let parsed = parse::parse(&source.text, &ParseOptions { strict: options.strict, ..ParseOptions::script() })?;
    let strict = options.strict || is_strict(&parsed);
    let (unit, program) = analyze(source, parsed, Root::Script, strict);
    let span = (0, unit.source.text.len() as u32);
    let node = Node::Script(statements(program));
    Ok(compile::make_template(&unit, 0, node, Default::default(), span, 0))
}

/// Compiles a module (sec. 16.2).
///
/// # Errors
///
/// The first syntax error.
pub fn compile_module(source: Rc<SourceText>) -> Result<ModuleData, SyntaxError> {
    let parsed = parse::parse(&source.text, &ParseOptions::module())?;
    let empty = Module::default();
    let names = match parsed.program() {
        Program::Module(module) => compile::import_names(module),
        Program::Script(_) => Vec::new(),
    };
    let (unit, program) = analyze(source, parsed, Root::Module(&names), true);
    let asynchronous = unit.function(0).is(FUNCTION_ASYNC);
    let module = match program {
        Program::Module(module) => module,
        Program::Script(_) => empty,
    };
    compile::module_data(&unit, module, asynchronous).map_err(|_| too_large())
}

/// Compiles code for eval (sec. 19.2.1.1). `scope` is what the CallEval instruction gave for a direct eval, None for an
/// indirect one. The function's [[Environment]] is CallEval's environment, or none; it is called like an arrow
/// function: with the `this` of the running frame (indirect: the global object).
///
/// # Errors
///
/// The first syntax error.
pub fn compile_eval(source: Rc<SourceText>, scope: Option<&EvalScope>) -> Result<Rc<FunctionTemplate>, SyntaxError> {
    let private_names = scope.map(private_names).unwrap_or_default();
    let mut options = ParseOptions { goal: Goal::Eval, ..ParseOptions::default() };
    if let Some(scope) = scope {
        options.strict = scope.strict;
        options.new_target = scope.context.in_function;
        options.super_property = scope.context.in_method;
        options.super_call = scope.context.in_derived_constructor;
        options.in_class_field_initializer = scope.context.in_class_field;
        options.private_names = &private_names;
    }
    let parsed = parse::parse(&source.text, &options)?;
    let strict = options.strict || is_strict(&parsed);
    let (unit, program) = analyze(source, parsed, Root::Eval(scope), strict);
    let span = (0, unit.source.text.len() as u32);
    let node = Node::Eval(statements(program));
    let names = (ConstString::default(), ConstString::Utf8(Atom::from("eval")));
    let template = compile::make_template(&unit, 0, node, names, span, 0);
    if let Some(scope) = scope {
        let _ = template.environments.set(environments::around_eval(&scope.layers));
    }
    Ok(template)
}

/// The private names, without `#`, that an eval may use.
fn private_names(scope: &EvalScope) -> Vec<Atom> {
    let mut names = Vec::new();
    for layer in &scope.layers {
        let EvalLayer::Environment(info) = layer else { continue };
        for name in &info.names {
            if let ConstString::Utf8(atom) = &name.name
                && let Some(bare) = atom.strip_prefix('#')
            {
                names.push(Atom::from(bare));
            }
        }
    }
    names
}

/// Compiles the function that `Function(parameters, body)` and its kin make (sec. 20.2.1.1.1); `parameters` are those
/// given, joined with commas; `surrogates` is what stands for lone surrogates in them. Its source is a text of its own with the number `source_id`; its closure is made over no environment.
///
/// # Errors
///
/// The first syntax error; also if parameters and body are not each complete.
pub fn compile_dynamic_function(
    parameters: &str,
    body: &str,
    kind: DynamicFunctionKind,
    surrogates: Option<Surrogates>,
    source_id: u32,
) -> Result<Rc<FunctionTemplate>, SyntaxError> {
    let (text, goal) = parse::dynamic_function_source(kind, parameters, body);
    let source = Rc::new(SourceText::of_encoded("anonymous", Encoded { text, surrogates }, source_id));
    // The body begins on the line after its brace.
    if let parse::Goal::DynamicFunction { body } = goal {
        source.head_lines.set(source.line(body));
    }
    let parsed = parse::parse(&source.text, &ParseOptions { goal, ..ParseOptions::default() })?;
    let (unit, program) = analyze(source, parsed, Root::Script, false);
    compile::dynamic_function(&unit, program).ok_or_else(too_large)
}

/// Compiles a text as the body of a function with these parameters, plain identifiers that the text does not contain: how hosts wrap
/// CommonJS modules. Its closure is made over no environment and has no name.
///
/// # Errors
///
/// The first syntax error.
pub fn compile_function_body(
    source: Rc<SourceText>,
    parameters: &'static [&'static str],
) -> Result<Rc<FunctionTemplate>, SyntaxError> {
    let options = ParseOptions { goal: Goal::FunctionBody { parameters }, ..ParseOptions::default() };
    let parsed = parse::parse(&source.text, &options)?;
    let (unit, program) = analyze(source, parsed, Root::Script, false);
    compile::function_of_body(&unit, program).ok_or_else(too_large)
}

/// Compiles a built-in that is written in JavaScript: a text that declares one function and does nothing else. Where it calls what nothing declares, it
/// means an intrinsic (`compile/intrinsics.rs`).
///
/// # Errors
///
/// The first syntax error.
///
/// # Panics
///
/// As [`compile_function`].
pub fn compile_self_hosted(source: Rc<SourceText>) -> Result<Verified, SyntaxError> {
    let parsed = parse::parse(&source.text, &ParseOptions { strict: true, ..ParseOptions::script() })?;
    let (unit, program) = analyze(source, parsed, Root::Script, true);
    compile_function(&*compile::dynamic_function(&unit, program).ok_or_else(too_large)?)
}

/// Compiles a function's bytecode, and verifies it. It consumes the function's syntax tree, so the runtime calls it once per template
/// and keeps the result.
///
/// # Errors
///
/// If the function does not fit the encoding (or was compiled before).
///
/// # Panics
///
/// If the compiler made bytecode that does not verify, whose execution would be undefined.
pub fn compile_function(template: &FunctionTemplate) -> Result<Verified, SyntaxError> {
    let error = |message: &'static str| SyntaxError::new(message, template.position);
    let body = template.body.take().and_then(|body| body.downcast::<LazyBody>().ok());
    let Some((body, node)) = body.and_then(|mut body| body.node.take().map(|node| (body, node))) else {
        return Err(error("Function was compiled already"));
    };
    let compiled = with_stack(body.unit.depth, || compile::compile(&body.unit, body.id, node, &template.report_name));
    let mut data = compiled.map_err(|_| error("Function is too large"))?;
    if let Some(surrogates) = &template.source.surrogates {
        surrogates.restore(&mut data);
    }
    let environments = template.environments.get().cloned().flatten();
    Ok(verify(data, &environments).unwrap_or_else(|refused| {
        let (message, data) = *refused;
        panic!("{message}\n{}", crate::bytecode::disasm::listing(&data, Some(&template.source)))
    }))
}
