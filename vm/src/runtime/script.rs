//! Running scripts: ParseScript and ScriptEvaluation (sec. 16.1).

use crate::bytecode::data::FunctionTemplate;
use crate::frontend::{self, SyntaxError};
use crate::object::Object;
use crate::runtime::error::ErrorKind;
use crate::source::{Encoded, SourceText};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::context::VmState;
use std::ptr::null_mut;
use std::rc::Rc;

impl Vm {
    /// Parses and runs a script in the current realm; the result is its completion value.
    pub fn run_script(&mut self, name: &str, text: impl Into<String>) -> JsResult {
        let f = self.compile_script(name, text)?;
        self.run_compiled_script(f)
    }

    /// Parses a script. The function is for [`Vm::run_compiled_script`] alone.
    ///
    /// # Errors
    /// A SyntaxError.
    pub fn compile_script(&mut self, name: &str, text: impl Into<String>) -> JsResult<Object> {
        let source = self.new_source(name, text.into());
        let compiled = self.compiling(VmState::Parse, 0, source.id, |_| frontend::compile_script(source.clone()));
        self.closure_of_source(&source, compiled)
    }

    /// Runs what [`Vm::compile_script`] made, once, in the same realm.
    pub fn run_compiled_script(&mut self, f: Object) -> JsResult {
        let this = self.realm().global_this.value();
        self.call(f.value(), this, &[])
    }

    /// A function whose body is a text, and whose parameters, plain identifiers, are not part of it.
    ///
    /// # Errors
    /// A SyntaxError.
    pub fn compile_function_body(
        &mut self,
        name: &str,
        text: impl Into<String>,
        parameters: &'static [&'static str],
    ) -> JsResult<Object> {
        let source = self.new_source(name, text.into());
        let compiled = self
            .compiling(VmState::Parse, 0, source.id, |_| frontend::compile_function_body(source.clone(), parameters));
        self.closure_of_source(&source, compiled)
    }

    /// A closure over no environment.
    fn closure_of_source(
        &mut self,
        source: &SourceText,
        compiled: Result<Rc<FunctionTemplate>, SyntaxError>,
    ) -> JsResult<Object> {
        let template = match compiled {
            Ok(template) => template,
            Err(error) => return Err(throw_syntax_error(self, source, &error)),
        };
        let realm = self.realm();
        let code = crate::code::install::new_code(self, template, null_mut(), realm)?;
        self.new_function(code.as_ptr(), null_mut(), Value::EMPTY, null_mut())
    }

    pub fn new_source(&mut self, name: &str, text: impl Into<Encoded>) -> Rc<SourceText> {
        let id = self.next_source_id();
        let source = Rc::new(SourceText::of_encoded(name, text.into(), id));
        self.adopt_source(&source);
        source
    }
}

/// Throws a SyntaxError whose stack names the place, with a caret frame as its first lines.
pub fn throw_syntax_error(vm: &mut Vm, source: &SourceText, error: &SyntaxError) -> Throw {
    let made = vm.new_error(ErrorKind::SyntaxError, &error.message);
    let object = match made {
        Ok(object) => object,
        Err(throw) => return throw,
    };
    let text = caret_frame(source, error);
    let with_stack = JsString::from_str(vm, &text).and_then(|text| {
        let key = vm.names.stack;
        object.define_hidden(vm, key, text.value())
    });
    match with_stack {
        Ok(()) => vm.throw(object.value()),
        Err(throw) => throw,
    }
}

/// `file:line:column`, the line, a caret under the column, and the message.
pub fn caret_frame(source: &SourceText, error: &SyntaxError) -> String {
    /// Characters of the line shown on either side of the error.
    const AROUND: usize = 60;
    let place = source.shown(error.offset);
    let original = place.file.as_ref().and_then(|file| file.text());
    let line = original.as_deref().unwrap_or(source).line_text(place.line);
    let mut column = 0usize;
    let mut units = 1;
    for c in line.chars() {
        if units >= place.column {
            break;
        }
        units += c.len_utf16() as u32;
        column += 1;
    }
    let first = column.saturating_sub(AROUND);
    let shown: String =
        line.chars().skip(first).take(AROUND * 2).map(|c| if c == '\t' || !c.is_control() { c } else { ' ' }).collect();
    let indent: String = shown.chars().take(column - first).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let file = place.file_name(source);
    format!("{file}:{}:{}\n{shown}\n{indent}^\nSyntaxError: {}", place.line, place.column, error.message)
}
