//! Modules of tests: files beside the test.

use std::cell::Cell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use tarsier_shell::test262;
use vm::runtime::host::{LoadedModule, ModuleLoader};
use vm::{JsResult, Vm};

/// Loads modules relative to who asks for them, or to the test if that is not a file.
pub struct FileLoader {
    /// The test's folder.
    folder: PathBuf,
    /// How many modules were asked for.
    loads: Rc<Cell<u32>>,
}

impl FileLoader {
    pub fn new(test: &str, loads: Rc<Cell<u32>>) -> FileLoader {
        FileLoader { folder: folder(test), loads }
    }
}

impl ModuleLoader for FileLoader {
    fn resolve(&self, _vm: &mut Vm, specifier: &str, referrer: &str, _kind: &str) -> JsResult<String> {
        if specifier == test262::MODULE_SOURCE {
            return Ok(specifier.into());
        }
        self.loads.set(self.loads.get() + 1);
        let base = if Path::new(referrer).is_absolute() { folder(referrer) } else { self.folder.clone() };
        Ok(normalize(&base.join(specifier)).to_string_lossy().into_owned())
    }

    fn load(&self, vm: &mut Vm, name: &str, _kind: &str) -> JsResult<LoadedModule> {
        if name == test262::MODULE_SOURCE {
            return Ok(test262::module_source());
        }
        match std::fs::read(name) {
            Ok(bytes) => Ok(LoadedModule::Text(bytes)),
            Err(error) => Err(vm.throw_type_error(format!("Cannot load module '{name}': {error}"))),
        }
    }
}

fn folder(file: &str) -> PathBuf {
    Path::new(file).parent().unwrap_or(Path::new("")).to_path_buf()
}

/// Without `.` and `..`, so that one file has one name.
fn normalize(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_name() {
        assert_eq!(normalize(Path::new("/a/b/../c/./d.js")), Path::new("/a/c/d.js"));
    }
}
