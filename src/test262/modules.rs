//! Modules as `--expose-test262` has them: found as ever, every file an ES module, and one that has a source object.

use super::{MODULE_SOURCE, module_source};
use std::rc::Rc;
use tarsier::modules;
use vm::runtime::host::{LoadedModule, ModuleLoader};
use vm::{JsResult, Object, Vm};

pub struct Loader(pub Rc<modules::Loader>);

impl ModuleLoader for Loader {
    fn trace(&self, visitor: &mut gc::Visitor) {
        ModuleLoader::trace(&*self.0, visitor);
    }

    fn resolve(&self, vm: &mut Vm, specifier: &str, referrer: &str, kind: &str) -> JsResult<String> {
        if specifier == MODULE_SOURCE { Ok(specifier.into()) } else { self.0.resolve(vm, specifier, referrer, kind) }
    }

    fn load(&self, vm: &mut Vm, name: &str, kind: &str) -> JsResult<LoadedModule> {
        if name == MODULE_SOURCE {
            return Ok(module_source());
        }
        match self.0.file_of(name).map(std::fs::read) {
            Some(Ok(bytes)) => Ok(LoadedModule::Text(bytes)),
            Some(Err(_)) | None => self.0.load(vm, name, kind),
        }
    }

    fn initialize_meta(&self, vm: &mut Vm, meta: Object, name: &str) -> JsResult<()> {
        self.0.initialize_meta(vm, meta, name)
    }
}
