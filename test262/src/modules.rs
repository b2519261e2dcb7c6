//! Modules of tests: files beside the test.

use std::cell::Cell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use tarsier::test262;
use vm::runtime::host::{Host, LoadedModule};

/// Loads modules relative to who asks for them, or to the test if that is not a file.
pub struct FileHost {
    /// The test's folder.
    folder: PathBuf,
    /// How many modules were asked for.
    loads: Rc<Cell<u32>>,
}

impl FileHost {
    pub fn new(test: &str, loads: Rc<Cell<u32>>) -> FileHost {
        FileHost { folder: folder(test), loads }
    }
}

impl Host for FileHost {
    fn load_module(&mut self, specifier: &str, referrer: &str) -> Result<LoadedModule, String> {
        if specifier == test262::MODULE_SOURCE {
            return Ok(test262::module_source());
        }
        self.loads.set(self.loads.get() + 1);
        let base = if Path::new(referrer).is_absolute() { folder(referrer) } else { self.folder.clone() };
        let path = normalize(&base.join(specifier));
        let bytes = std::fs::read(&path).map_err(|error| format!("Cannot load module '{specifier}': {error}"))?;
        Ok(LoadedModule { name: path.to_string_lossy().into_owned(), bytes, source_class: None })
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
