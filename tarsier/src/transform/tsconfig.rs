//! What the nearest `tsconfig.json` says about JSX and imports; `extends` is followed.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What JSX elements become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Runtime {
    /// Calls of functions that the file imports by itself: what React and others of today have, and what is meant where nobody says.
    #[default]
    Automatic,
    /// Calls of a function that is in scope (`React.createElement`).
    Classic,
}

/// What matters of a configuration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    pub runtime: Runtime,
    /// `jsxImportSource`: the package whose `jsx-runtime` is imported.
    pub import_source: Option<String>,
    /// `jsxFactory` and `jsxFragmentFactory`, where they are names or chains of names.
    pub pragma: Option<String>,
    pub pragma_fragment: Option<String>,
    /// Imports stay unless they are written as imports of types.
    pub verbatim_module_syntax: bool,
}

/// How many configurations one may extend in turn.
const MOST_BASES: u32 = 16;

/// The settings for a file: those of the nearest `tsconfig.json` above it, or the defaults. A configuration that cannot be read, or says nothing
/// that is understood, says nothing.
pub fn settings_for(file: &Path) -> Settings {
    let mut settings = Settings::default();
    let folder = file.parent().unwrap_or(Path::new(""));
    let absolute = std::path::absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    for folder in absolute.iter().flat_map(|folder| folder.ancestors()) {
        let path = folder.join("tsconfig.json");
        if path.is_file() {
            apply(&path, &mut settings, 0);
            break;
        }
    }
    settings
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct File {
    extends: Option<Extends>,
    compiler_options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Extends {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    jsx: Option<String>,
    jsx_factory: Option<String>,
    jsx_fragment_factory: Option<String>,
    jsx_import_source: Option<String>,
    verbatim_module_syntax: Option<bool>,
}

fn apply(path: &Path, settings: &mut Settings, depth: u32) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let Ok(file) = serde_json::from_str::<File>(&without_comments(&text)) else { return };
    let bases = match file.extends {
        _ if depth >= MOST_BASES => Vec::new(),
        None => Vec::new(),
        Some(Extends::One(base)) => vec![base],
        Some(Extends::Several(bases)) => bases,
    };
    for base in bases {
        if let Some(base) = base_path(path, &base) {
            apply(&base, settings, depth + 1);
        }
    }
    let options = file.compiler_options;
    match options.jsx.as_deref() {
        Some("react") => settings.runtime = Runtime::Classic,
        Some("react-jsx" | "react-jsxdev") => settings.runtime = Runtime::Automatic,
        _ => {}
    }
    let replace = |old: &mut Option<String>, new: Option<String>| *old = new.or(old.take());
    replace(&mut settings.import_source, options.jsx_import_source);
    replace(&mut settings.pragma, options.jsx_factory.filter(|name| is_chain(name)));
    replace(&mut settings.pragma_fragment, options.jsx_fragment_factory.filter(|name| is_chain(name)));
    settings.verbatim_module_syntax = options.verbatim_module_syntax.unwrap_or(settings.verbatim_module_syntax);
}

/// The file that `extends` names: a path, or one in a package.
fn base_path(from: &Path, name: &str) -> Option<PathBuf> {
    let folder = from.parent()?;
    let with_extension = |path: PathBuf| {
        let mut named = path.clone().into_os_string();
        named.push(".json");
        [path.clone(), named.into(), path.join("tsconfig.json")].into_iter().find(|path| path.is_file())
    };
    if name.starts_with('.') || Path::new(name).is_absolute() {
        return with_extension(folder.join(name));
    }
    folder.ancestors().find_map(|folder| with_extension(folder.join("node_modules").join(name)))
}

/// Names with dots between them, as a pragma has to be.
fn is_chain(name: &str) -> bool {
    name.split('.').all(|part| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
            && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    })
}

/// JSON without the comments and the commas before closing brackets that TypeScript allows.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let (string, after) = rest.split_at_checked(end + 1).unwrap_or((rest, ""));
            out.push_str(string);
            rest = after;
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else {
            if matches!(c, '}' | ']') && out.trim_end().ends_with(',') {
                out.truncate(out.trim_end().len() - 1);
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_commas_go() {
        let text = "\u{feff}{ // a\n \"x\": \"/* \\\" // */\", /* b, */ \"y\": [1, 2, ], // ,\n}";
        let value: serde_json::Value = serde_json::from_str(&without_comments(text)).expect("JSON");
        assert_eq!(value, serde_json::json!({"x": "/* \" // */", "y": [1, 2]}));
        for broken in ["\"", "\"\\", "/*", "//", "{,", "\"é\\"] {
            let _ = without_comments(broken);
        }
    }

    #[test]
    fn the_nearest_configuration_counts_and_extends_others() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("written");
        };
        write(
            "node_modules/base/tsconfig.json",
            r#"{"compilerOptions": {"jsxFactory": "h", "verbatimModuleSyntax": true}}"#,
        );
        write("more.json", r#"{"extends": "./more", "compilerOptions": {"jsx": "react", "jsxFactory": "a b"}}"#);
        write(
            "a/tsconfig.json",
            r#"{"extends": ["base", "../more.json"], "compilerOptions": {"jsxImportSource": "preact"},}"#,
        );
        write("tsconfig.json", "not JSON");
        let settings = settings_for(&root.path().join("a/b/c.tsx"));
        let expected = Settings {
            runtime: Runtime::Classic,
            import_source: Some("preact".into()),
            pragma: Some("h".into()),
            pragma_fragment: None,
            verbatim_module_syntax: true,
        };
        assert_eq!(settings, expected);
        assert_eq!(settings_for(&root.path().join("c.tsx")), Settings::default());
    }
}
