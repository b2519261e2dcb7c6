//! The host's part in modules: specifiers become files, files become texts.
//!
//! A specifier is a path that begins with `/`, `./` or `../`, or a file: URL. A module's name, its key in the module map, is the
//! canonical path.

use crate::failure::describe_io;
use crate::source_maps::Maps;
use crate::transform::resolve::source_of;
use crate::transform::{Language, Refusal};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use url::Url;
use vm::runtime::host::{Host, LoadedModule};
use vm::{Throw, Vm};

/// Loads modules from the file system.
pub struct FileHost {
    /// There is a module source for tests of source-phase imports.
    test262: bool,
    maps: Rc<Maps>,
    /// Of the module that was loaded last.
    refusal: Option<Refusal>,
}

impl FileHost {
    pub fn new(test262: bool, maps: Rc<Maps>) -> FileHost {
        FileHost { test262, maps, refusal: None }
    }
}

impl Host for FileHost {
    fn load_module(&mut self, specifier: &str, referrer: &str) -> Result<LoadedModule, String> {
        if self.test262 && specifier == crate::test262::MODULE_SOURCE {
            return Ok(crate::test262::module_source());
        }
        let path = resolve(specifier, referrer)?;
        let wrong = |what: &str| format!("Cannot load module '{specifier}' imported from {referrer}: {what}");
        let found = if path.is_file() { None } else { source_of(&path, referrer) };
        let path = found.unwrap_or(path);
        let canonical = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("Cannot find module '{}' imported from {referrer}", path.display())
            }
            _ => wrong(&describe_io(&error)),
        })?;
        let bytes = std::fs::read(&canonical).map_err(|error| wrong(&describe_io(&error)))?;
        match canonical.into_os_string().into_string() {
            Ok(name) => match self.transformed(&name, bytes) {
                Ok(bytes) => Ok(LoadedModule { name, bytes, source_class: None }),
                Err(refusal) => {
                    let message = refusal.to_string();
                    self.refusal = Some(refusal);
                    Err(message)
                }
            },
            Err(_) => Err(wrong("its path is not valid UTF-8")),
        }
    }

    fn take_refusal(&mut self, vm: &mut Vm) -> Option<Throw> {
        Some(self.refusal.take()?.throw(vm))
    }

    fn module_url(&mut self, name: &str) -> String {
        Url::from_file_path(name).map_or_else(|()| format!("file://{name}"), Url::into)
    }
}

impl FileHost {
    /// TypeScript and JSX as JavaScript.
    fn transformed(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        if Language::of(Path::new(name)).is_none() {
            return Ok(bytes);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(self.maps.load(name, text)?.0.into_bytes()),
            // Whoever parses it will say so.
            Err(error) => Ok(error.into_bytes()),
        }
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

    fn host() -> FileHost {
        FileHost::new(false, Maps::new(true))
    }

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
        let straight = host().load_module("./b.mjs", &referrer).expect("a module");
        let around = host().load_module("./sub/../b.mjs", &referrer).expect("a module");
        assert_eq!((straight.name.as_str(), straight.bytes.as_slice()), (around.name.as_str(), &b"export {}"[..]));
        assert!(host().module_url(&straight.name).starts_with("file:///"));
        for specifier in ["./nothing.mjs", "./sub"] {
            let Err(message) = host().load_module(specifier, &referrer) else { panic!("no error for {specifier}") };
            assert!(message.contains(specifier.trim_start_matches("./")) && message.contains(&referrer), "{message}");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
