//! TypeScript and JSX become JavaScript while they are loaded.
//!
//! Types are erased, and what TypeScript adds to run (enums, namespaces, parameter properties, `import x = require()`, `export =`) and JSX are
//! put into JavaScript's own words, file by file as `isolatedModules` has it; nothing is checked. Decorators stay: the engine has the
//! standard's. A `tsconfig.json` says what JSX becomes. Where everything came from is kept beside the text ([`TransformMap`]), so that stacks
//! and profiles name the file on disk.

mod check;
mod passes;
pub mod resolve;
mod tsconfig;

use crate::source_file::Goal;
use crate::source_maps::{File, Location, Maps};
use std::fmt;
use std::path::Path;
use std::rc::{Rc, Weak};
use vm::frontend::SyntaxError;
use vm::runtime::script::{caret_frame, throw_syntax_error};
use vm::source::{LineColumn, OriginalFile, OriginalPlace, SourceMap, SourceText};
use vm::{Throw, Vm};

/// Languages that are transformed, by the extension of a file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.ts`
    TypeScript,
    /// `.mts`: a module in any case.
    TypeScriptModule,
    /// `.cts`: CommonJS.
    TypeScriptCommonJs,
    /// `.tsx`
    TypeScriptJsx,
    /// `.jsx`
    Jsx,
}

impl Language {
    /// The language of a file with this name; None if it is to be run as it is.
    pub fn of(path: &Path) -> Option<Language> {
        Some(match path.extension()?.to_str()? {
            "ts" => Language::TypeScript,
            "mts" => Language::TypeScriptModule,
            "cts" => Language::TypeScriptCommonJs,
            "tsx" => Language::TypeScriptJsx,
            "jsx" => Language::Jsx,
            _ => return None,
        })
    }
}

/// JavaScript that was made.
pub struct Transformed {
    pub text: String,
    /// Whether it has to be a module: it imports or exports.
    pub goal: Goal,
    pub map: TransformMap,
}

/// Transforms the text of a file; its name says the language, and where `tsconfig.json` is looked for.
///
/// # Errors
/// The first syntax error.
pub fn transform(name: &str, language: Language, text: String) -> Result<Transformed, Refusal> {
    let settings = tsconfig::settings_for(Path::new(name));
    match passes::run(language, &text, &settings) {
        Ok(made) => {
            let map = TransformMap { name: name.into(), text, mappings: made.mappings };
            Ok(Transformed { text: made.text, goal: made.goal, map })
        }
        Err(error) => Err(Refusal { source: Box::new(SourceText::new(name, text, 0)), error }),
    }
}

/// A text that is not in the language that it should be in. `Display` gives the place, the line with a caret, and the message.
#[derive(Debug)]
pub struct Refusal {
    source: Box<SourceText>,
    error: SyntaxError,
}

impl Refusal {
    /// Throws the SyntaxError that says so.
    pub fn throw(&self, vm: &mut Vm) -> Throw {
        throw_syntax_error(vm, &self.source, &self.error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&caret_frame(&self.source, &self.error))
    }
}

/// From a place in the text that was made, 1-based, to a byte of the original.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapping {
    pub at: LineColumn,
    pub offset: u32,
}

/// Where a transformed text came from. Plain data, until [`Maps::remember`] takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransformMap {
    name: String,
    text: String,
    /// In order of their places.
    mappings: Vec<Mapping>,
}

impl TransformMap {
    /// The text is going to run under this name.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    pub(crate) fn into_source_map(self, maps: Weak<Maps>) -> Rc<dyn SourceMap> {
        let location = Location::File(self.name.clone().into());
        let file = File::new(location, Some(self.text), false, maps, 0);
        Rc::new(TransformedText { file: Rc::new(file), mappings: self.mappings })
    }
}

struct TransformedText {
    file: Rc<File>,
    mappings: Vec<Mapping>,
}

impl SourceMap for TransformedText {
    fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
        // All of the text was made of this file: what was added belongs to what stands before it.
        let next = self.mappings.partition_point(|m| m.at <= at);
        let mapping = self.mappings.get(next.saturating_sub(1))?;
        Some(self.file.clone().place(self.file.text()?.line_column(mapping.offset), None, mapping.at == at))
    }
}

#[cfg(test)]
mod tests;
