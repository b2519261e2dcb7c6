//! What an embedding does for the VM.

use crate::vm::Vm;
use crate::{JsResult, Throw, Value};

/// Host hooks (ECMA-262 sec. 9.5, 16.2). All have a default that suits an embedding without files, timers or modules.
pub trait Host {
    /// Marks what the host holds on behalf of scripts (timer callbacks and the like).
    fn trace(&self, _visitor: &mut gc::Visitor) {}

    /// A promise was rejected without a handler (`handled` false), or got its first handler after that (true).
    fn promise_rejection_tracker(&mut self, _promise: Value, _handled: bool) {}

    /// HostLoadImportedModule: resolves a specifier against the referrer's name and reads the text.
    /// Returns the canonical name (equal for the same module) and the source text or bytes; an error is a message for a TypeError.
    fn load_module(&mut self, specifier: &str, _referrer: &str) -> Result<LoadedModule, String> {
        Err(format!("Cannot find module '{specifier}'"))
    }

    /// Throws what is the matter with the module that could not be loaded last, if that is not for a TypeError to say.
    fn take_refusal(&mut self, _vm: &mut Vm) -> Option<Throw> {
        None
    }

    /// `import.meta.url` of a module with this name.
    fn module_url(&mut self, name: &str) -> String {
        format!("file://{name}")
    }
}

/// A module's text as the host found it.
pub struct LoadedModule {
    /// The canonical name: the module map's key.
    pub name: String,
    pub bytes: Vec<u8>,
    /// For a kind of module that has a source object and no exports: that object's class name (HostGetModuleSourceName).
    pub source_class: Option<String>,
}

/// The embedding that does nothing.
pub struct NoHost;
impl Host for NoHost {}

/// Formats a value for a host's messages; never throws.
pub fn display(vm: &mut Vm, value: Value) -> String {
    let shown: JsResult<String> = (|| {
        let s = crate::runtime::convert::to_string(vm, value)?;
        Ok(s.to_display())
    })();
    match shown {
        Ok(s) => s,
        Err(_) => {
            vm.take_exception();
            vm.describe(value)
        }
    }
}
