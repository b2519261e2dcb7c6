//! Which folder may import which: lower ones know nothing of those above.

use std::path::Path;

/// Folders, and those that they must not import.
const FORBIDDEN: [(&str, &[&str]); 8] = [
    ("bytecode", &["builtins", "interp", "runtime", "object", "frontend"]),
    ("frontend", &["builtins", "interp", "runtime", "object"]),
    ("numeric", &["builtins", "interp", "runtime", "object", "frontend", "vm"]),
    ("regexp", &["builtins", "interp", "runtime", "object", "frontend", "vm"]),
    ("string", &["builtins", "interp", "frontend"]),
    ("object", &["builtins", "interp", "frontend"]),
    ("runtime", &["builtins"]),
    ("interp", &["builtins", "frontend"]),
];

/// Calls `f` with the path and the text of every Rust file below a folder.
pub(crate) fn each_file(folder: &Path, f: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_file(&path, f);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            f(&path, &std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The modules of this crate that a line names.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
}

#[test]
fn lower_folders_do_not_import_higher_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for (folder, forbidden) in FORBIDDEN {
        each_file(&root.join(folder), &mut |path, text| {
            // Tests may go all the way from a text to its bytecode.
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            if path.ends_with("tests.rs") {
                return;
            }
            for (number, line) in text.lines().enumerate() {
                if let Some(module) = imported(line).find(|module| forbidden.contains(module)) {
                    found.push(format!("{}:{}: {module}", path.display(), number + 1));
                }
            }
        });
    }
    assert!(found.is_empty(), "imports of higher layers:\n{}", found.join("\n"));
}
