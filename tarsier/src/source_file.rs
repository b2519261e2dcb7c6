//! Where programs come from: files, standard input, texts; and what kind of program a file is.

use crate::failure::{Failure, describe_io};
use crate::modules::format::is_in_node_modules;
use crate::modules::package_json::{PackageType, Packages};
use crate::transform::{Language, TransformMap, transform};
use std::io::Read;
use std::path::Path;
use vm::source::SourceText;

/// What a text is to be parsed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A script in the global scope.
    Script,
    /// A script, unless its syntax is a module's: then that.
    ScriptOrModule,
    Module,
    CommonJs,
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
    /// Reads a file, and transforms TypeScript and JSX. `goal` is what the caller says it is; otherwise its extension decides, then, of
    /// what was transformed, whether it imports or exports, then the nearest package.json, then whether it lies in a node_modules folder.
    pub fn file(path: &Path, goal: Option<Goal>) -> Result<Source, Failure> {
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| cannot_read(&shown, &error))?;
        let text = decode(&shown, bytes)?;
        let language = Language::of(path);
        let (text, made) = match language {
            None => (text, None),
            Some(language) => {
                let made =
                    transform(&shown, language, text).map_err(|refusal| Failure::Uncaught(refusal.to_string()))?;
                (made.text, Some((made.goal, made.map)))
            }
        };
        let goal = match (goal, &made) {
            (Some(goal), _) => goal,
            // Whatever its package says.
            (None, Some((Goal::Module, _))) if language != Some(Language::TypeScriptCommonJs) => Goal::Module,
            (None, made) => match goal_of(path)? {
                Goal::ScriptOrModule if made.is_some() => Goal::Script,
                goal => goal,
            },
        };
        let mut map = made.map(|(_, map)| map);
        if matches!(goal, Goal::Script | Goal::ScriptOrModule) {
            return Ok(Source { name: shown, text, goal, map });
        }
        let canonical = path.canonicalize().map_err(|error| cannot_read(&shown, &error))?;
        let name = canonical.to_string_lossy().into_owned();
        if let Some(map) = &mut map {
            map.rename(&name);
        }
        Ok(Source { name, text, goal, map })
    }

    /// Reads standard input to its end.
    pub fn standard_input(goal: Option<Goal>) -> Result<Source, Failure> {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| cannot_read("standard input", &error))?;
        let text = decode("<stdin>", bytes)?;
        Ok(Source::text("<stdin>", text, goal))
    }

    /// A text without a file: a script unless `goal` says something else. A module imports relative to the working folder.
    pub fn text(name: &str, text: String, goal: Option<Goal>) -> Source {
        let goal = goal.unwrap_or(Goal::ScriptOrModule);
        if matches!(goal, Goal::Script | Goal::ScriptOrModule) {
            return Source { name: name.into(), text, goal, map: None };
        }
        let folder = std::env::current_dir().unwrap_or_default();
        Source { name: folder.join(name).to_string_lossy().into_owned(), text, goal, map: None }
    }
}

/// What a file is, as far as its place tells.
fn goal_of(path: &Path) -> Result<Goal, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mjs" | "mts") => return Ok(Goal::Module),
        Some("cjs" | "cts") => return Ok(Goal::CommonJs),
        Some("js" | "ts" | "tsx" | "jsx") | None => {}
        Some(_) => return Ok(Goal::Script),
    }
    let Some(path) = path.canonicalize().ok().and_then(|path| path.into_os_string().into_string().ok()) else {
        return Ok(Goal::Script);
    };
    let folder = crate::modules::package_json::parent(&path).unwrap_or("/");
    let package = Packages::default().scope(folder).map_err(|error| Failure::File(error.message))?;
    Ok(match package.map(|package| package.kind) {
        Some(PackageType::Module) => Goal::Module,
        Some(PackageType::CommonJs) => Goal::CommonJs,
        _ if is_in_node_modules(&path) => Goal::CommonJs,
        _ => Goal::ScriptOrModule,
    })
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
        assert_eq!(failure, Failure::Source("a.js:2:5: the text is not valid UTF-8 (byte 0xff)".into()));
        assert!(decode("a.js", b"\xe2\x82".to_vec()).is_err());
    }

    #[test]
    fn what_a_file_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            path
        };
        write("package.json", "{}");
        write("m/package.json", "{\"type\":\"module\"}");
        write("c/package.json", "{\"type\":\"commonjs\"}");
        write("m/node_modules/x/package.json", "{}");
        for (path, goal) in [
            ("a.js", Goal::ScriptOrModule),
            ("a", Goal::ScriptOrModule),
            ("a.mjs", Goal::Module),
            ("a.cjs", Goal::CommonJs),
            ("m/a.js", Goal::Module),
            ("m/b/a.js", Goal::Module),
            ("m/a.cjs", Goal::CommonJs),
            ("m/a.txt", Goal::Script),
            ("c/a.js", Goal::CommonJs),
            ("c/a.mjs", Goal::Module),
            ("m/node_modules/x/a.js", Goal::CommonJs),
            ("a.ts", Goal::Script),
            ("a.mts", Goal::Module),
            ("a.cts", Goal::CommonJs),
            ("m/a.tsx", Goal::Module),
            ("c/a.jsx", Goal::CommonJs),
        ] {
            let path = write(path, "0");
            assert_eq!(Source::file(&path, None).map(|source| source.goal), Ok(goal), "{}", path.display());
            let forced = Source::file(&path, Some(Goal::CommonJs));
            assert_eq!(forced.map(|source| source.goal), Ok(Goal::CommonJs));
        }
        let broken = write("broken/package.json", "{").with_file_name("a.js");
        std::fs::write(&broken, "0").expect("a file");
        assert!(matches!(Source::file(&broken, None), Err(Failure::File(_))));
    }

    #[test]
    fn what_cannot_be_read() {
        for path in ["/nonexistent.js", "/"] {
            let Err(failure) = Source::file(path.as_ref(), None) else { panic!("no error for {path}") };
            assert!(matches!(failure, Failure::File(_)));
            assert!(!failure.to_string().contains('\n'), "{failure}");
        }
    }
}
