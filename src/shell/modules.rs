//! The host's part in modules: specifiers become files, files become texts.
//!
//! A specifier is a path that begins with `/`, `./` or `../`, or a file: URL. A module's name, its key in the module map, is the
//! canonical path.

use crate::failure::describe_io;
use std::path::{Path, PathBuf};
use url::Url;
use vm::runtime::host::{Host, LoadedModule};

/// Loads modules from the file system.
#[derive(Default)]
pub struct FileHost {
    /// There is a module source for tests of source-phase imports.
    pub test262: bool,
}

impl Host for FileHost {
    fn load_module(&mut self, specifier: &str, referrer: &str) -> Result<LoadedModule, String> {
        if self.test262 && specifier == crate::test262::MODULE_SOURCE {
            return Ok(crate::test262::module_source());
        }
        let path = resolve(specifier, referrer)?;
        let wrong = |what: &str| format!("Cannot load module '{specifier}' imported from {referrer}: {what}");
        let canonical = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("Cannot find module '{}' imported from {referrer}", path.display())
            }
            _ => wrong(&describe_io(&error)),
        })?;
        let bytes = std::fs::read(&canonical).map_err(|error| wrong(&describe_io(&error)))?;
        match canonical.into_os_string().into_string() {
            Ok(name) => Ok(LoadedModule { name, bytes, source_class: None }),
            Err(_) => Err(wrong("its path is not valid UTF-8")),
        }
    }

    fn module_url(&mut self, name: &str) -> String {
        Url::from_file_path(name).map_or_else(|()| format!("file://{name}"), Url::into)
    }
}

/// The path that a specifier names. The referrer is a module's canonical path, a script's path as it was given, or a description such as
/// `<eval>`, which stands for the working folder.
fn resolve(specifier: &str, referrer: &str) -> Result<PathBuf, String> {
    if specifier.starts_with("file:") {
        let path = Url::parse(specifier).ok().and_then(|url| url.to_file_path().ok());
        return path.ok_or_else(|| format!("Invalid file URL '{specifier}' imported from {referrer}"));
    }
    if specifier.starts_with('/') {
        return Ok(specifier.into());
    }
    let relative = specifier.starts_with("./") || specifier.starts_with("../") || matches!(specifier, "." | "..");
    if !relative {
        return Err(format!(
            "Cannot find module '{specifier}' imported from {referrer}: it must begin with '/', './', '../' or 'file:'"
        ));
    }
    let folder = match referrer.starts_with(['<', '[']) {
        true => Path::new(""),
        false => Path::new(referrer).parent().unwrap_or(Path::new("")),
    };
    // Without the "." in the middle.
    Ok(folder.join(specifier).components().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers() {
        let path = |specifier, referrer| resolve(specifier, referrer).map(|p| p.to_string_lossy().into_owned());
        assert_eq!(path("./b.mjs", "/x/a.mjs").as_deref(), Ok("/x/b.mjs"));
        assert_eq!(path("../b.mjs", "/x/y/a.mjs").as_deref(), Ok("/x/y/../b.mjs"));
        assert_eq!(path("/b.mjs", "/x/a.mjs").as_deref(), Ok("/b.mjs"));
        assert_eq!(path("./b.mjs", "a.js").as_deref(), Ok("./b.mjs"));
        assert_eq!(path("./b.mjs", "<stdin>").as_deref(), Ok("./b.mjs"));
        assert_eq!(path("file:///x/a%20b.mjs", "/y.mjs").as_deref(), Ok("/x/a b.mjs"));
        for bare in ["b", "b.mjs", "@x/y", "", "node:fs", "https://example.org/a.js", ".hidden"] {
            assert!(path(bare, "/x/a.mjs").is_err(), "{bare}");
        }
    }

    #[test]
    fn names_are_canonical_and_errors_name_both_sides() {
        let folder = std::env::temp_dir().join(format!("tarsier-modules-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sub")).expect("a folder");
        std::fs::write(folder.join("b.mjs"), "export {}").expect("a file");
        let referrer = folder.join("a.mjs").to_string_lossy().into_owned();
        let straight = FileHost::default().load_module("./b.mjs", &referrer).expect("a module");
        let around = FileHost::default().load_module("./sub/../b.mjs", &referrer).expect("a module");
        assert_eq!((straight.name.as_str(), straight.bytes.as_slice()), (around.name.as_str(), &b"export {}"[..]));
        assert!(FileHost::default().module_url(&straight.name).starts_with("file:///"));
        for specifier in ["./nothing.mjs", "./sub"] {
            let Err(message) = FileHost::default().load_module(specifier, &referrer) else {
                panic!("no error for {specifier}")
            };
            assert!(message.contains(specifier.trim_start_matches("./")) && message.contains(&referrer), "{message}");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
