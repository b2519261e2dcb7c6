//! Where programs come from: files, standard input, the command line.

use crate::failure::{Failure, describe_io};
use crate::transform::{Language, TransformMap, transform};
use std::io::Read;
use std::path::Path;
use vm::source::SourceText;

/// What a text is to be parsed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Script,
    Module,
}

/// A program's text, with its name in reports. A module's name is its canonical path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
    pub goal: Goal,
    /// Where the text came from, if it was transformed when it was read.
    pub map: Option<TransformMap>,
}

impl Source {
    /// Reads a file, and transforms TypeScript and JSX. One named `.mjs` or `.mts` is a module in any case, and what was transformed if it
    /// imports or exports.
    pub fn file(path: &Path, module: bool) -> Result<Source, Failure> {
        let bytes = std::fs::read(path).map_err(|error| cannot_read(&path.display().to_string(), &error))?;
        let module = module || path.extension().is_some_and(|extension| extension == "mjs");
        let shown = path.display().to_string();
        let text = decode(&shown, bytes)?;
        let canonical = || {
            let path = path.canonicalize().map_err(|error| cannot_read(&shown, &error))?;
            Ok(path.to_string_lossy().into_owned())
        };
        let Some(language) = Language::of(path) else {
            let (name, goal) = if module { (canonical()?, Goal::Module) } else { (shown, Goal::Script) };
            return Ok(Source { name, text, goal, map: None });
        };
        let made = transform(&shown, language, text).map_err(|refusal| Failure::Uncaught(refusal.to_string()))?;
        let (mut map, mut name) = (made.map, shown.clone());
        let goal = if module { Goal::Module } else { made.goal };
        if goal == Goal::Module {
            name = canonical()?;
            map.rename(&name);
        }
        Ok(Source { name, text: made.text, goal, map: Some(map) })
    }

    /// Reads standard input to its end.
    pub fn standard_input(module: bool) -> Result<Source, Failure> {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| cannot_read("standard input", &error))?;
        let text = decode("<stdin>", bytes)?;
        Ok(Source::text("<stdin>", text, module))
    }

    /// A text without a file. A module imports relative to the working folder.
    pub fn text(name: &str, text: String, module: bool) -> Source {
        if !module {
            return Source { name: name.into(), text, goal: Goal::Script, map: None };
        }
        let folder = std::env::current_dir().unwrap_or_default();
        let name = folder.join(name).to_string_lossy().into_owned();
        Source { name, text, goal: Goal::Module, map: None }
    }
}

fn cannot_read(name: &str, error: &std::io::Error) -> Failure {
    Failure::File(format!("cannot read '{name}': {}", describe_io(error)))
}

/// The text of a source file, which must be UTF-8.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let before = SourceText::new(name, String::from_utf8_lossy(&bytes[..valid]), 0);
        let place = before.line_column(valid as u32);
        Failure::Source(format!(
            "{name}:{}:{}: the text is not valid UTF-8 (byte 0x{:02x})",
            place.line, place.column, bytes[valid]
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_has_a_place() {
        assert_eq!(decode("a.js", b"let x".to_vec()).as_deref(), Ok("let x"));
        let Err(failure) = decode("a.js", b"let x;\n  'a\xffb'".to_vec()) else { panic!("no error") };
        assert_eq!(failure.to_string(), "tarsier: a.js:2:5: the text is not valid UTF-8 (byte 0xff)");
        assert_eq!(failure.exit_code(), 1);
        assert!(decode("a.js", b"\xe2\x82".to_vec()).is_err());
    }

    #[test]
    fn what_cannot_be_read() {
        for path in ["/nonexistent.js", "/"] {
            let Err(failure) = Source::file(path.as_ref(), false) else { panic!("no error for {path}") };
            assert_eq!(failure.exit_code(), 2);
            assert!(!failure.to_string().contains('\n'), "{failure}");
        }
    }
}
