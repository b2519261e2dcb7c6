//! What an embedding does for the VM.

use crate::object::Object;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value};

/// Host hooks (ECMA-262 sec. 9.5). All have a default that suits an embedding without timers.
pub trait Host {
    /// Marks what the host holds on behalf of scripts (timer callbacks and the like).
    fn trace(&self, _visitor: &mut gc::Visitor) {}

    /// A promise was rejected without a handler (`handled` false), or got its first handler after that (true).
    fn promise_rejection_tracker(&mut self, _promise: Value, _handled: bool) {}
}

/// What an embedding does for modules (ECMA-262 sec. 16.2.1.10, 13.3.12.1.1). It may run scripts.
pub trait ModuleLoader {
    /// Marks what the loader holds on behalf of scripts.
    fn trace(&self, _visitor: &mut gc::Visitor) {}

    /// The first half of HostLoadImportedModule: the name of the module that a specifier means to `referrer`, which is the name of a module
    /// or script. Equal names are one module. `kind` is the `type` attribute, empty for none.
    ///
    /// # Errors
    /// An exception, when there is no such module.
    fn resolve(&self, vm: &mut Vm, specifier: &str, referrer: &str, kind: &str) -> JsResult<String>;

    /// The second half: what the module of this name is. It is asked once for each name and kind, until it does not fail.
    ///
    /// # Errors
    /// An exception, when it cannot be had.
    fn load(&self, vm: &mut Vm, name: &str, kind: &str) -> JsResult<LoadedModule>;

    /// HostGetImportMetaProperties: gives a new `import.meta` its properties.
    ///
    /// # Errors
    /// An exception.
    fn initialize_meta(&self, vm: &mut Vm, meta: Object, name: &str) -> JsResult<()> {
        let url = JsString::from_str(vm, &format!("file://{name}"))?;
        let key = PropertyKey::from_str(vm, "url")?;
        meta.define_raw(vm, key, url.value(), crate::object::table::DEFAULT)
    }
}

/// A module as the host found it.
pub enum LoadedModule {
    /// A text: JavaScript, or what the type attribute says.
    Text(Vec<u8>),
    /// A module that exports nothing and has a source object, of this class (HostGetModuleSourceName).
    Source(String),
    /// A synthetic module record (sec. 16.2.1.8).
    Synthetic {
        /// The names of its exports, each once.
        exports: Vec<String>,
        /// A function that evaluates it: it returns an array with the values of the exports, in the same order.
        steps: Object,
    },
}

/// The loader of an embedding without modules.
pub struct NoModules;

impl ModuleLoader for NoModules {
    fn resolve(&self, vm: &mut Vm, specifier: &str, _referrer: &str, _kind: &str) -> JsResult<String> {
        Err(vm.throw_type_error(format!("Cannot find module '{specifier}'")))
    }

    fn load(&self, vm: &mut Vm, name: &str, _kind: &str) -> JsResult<LoadedModule> {
        Err(vm.throw_type_error(format!("Cannot find module '{name}'")))
    }
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
