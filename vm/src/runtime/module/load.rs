//! Loading (sec. 16.2.1.6.1.1): from a request to a module record, and the whole graph that it asks for.
//!
//! The host answers at once, so requests are loaded depth first. A module is [`Status::New`] until everything that it asks for,
//! directly or not, is loaded; a later import tries again what failed.

use super::{Module, ORDER_UNSET, PHASE_SOURCE, Status, link::throw_no_source};
use crate::bytecode::data::{ConstString, ModuleData, ModuleRequest};
use crate::frontend;
use crate::object::Object;
use crate::runtime::host::LoadedModule;
use crate::runtime::script::throw_syntax_error;
use crate::string::JsString;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value};
use abi::cell::CellKind;
use gc::Gc;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;
use std::rc::Rc;

impl Vm {
    pub(super) fn parse_module(&mut self, name: &str, text: String) -> JsResult<Gc<Module>> {
        let source = self.new_source(name, text);
        let state = abi::context::VmState::Parse;
        let compiled = self.compiling(state, 0, source.id, |_| frontend::compile_module(source.clone()));
        let data = match compiled {
            Ok(data) => data,
            Err(error) => return Err(throw_syntax_error(self, &source, &error)),
        };
        self.new_module(name, Some(Rc::new(data)))
    }

    fn new_module(&mut self, name: &str, data: Option<Rc<ModuleData>>) -> JsResult<Gc<Module>> {
        self.new_module_with(name, data, Vec::new())
    }

    fn new_module_with(
        &mut self,
        name: &str,
        data: Option<Rc<ModuleData>>,
        synthetic_exports: Vec<ConstString>,
    ) -> JsResult<Gc<Module>> {
        let realm = self.realm_cell();
        let has_top_level_await = data.as_ref().is_some_and(|d| d.has_top_level_await);
        let requests = data.as_ref().map_or(0, |d| d.requests.len());
        self.alloc(Module {
            header: new_header(CellKind::Module, 0),
            name: name.to_string(),
            data,
            synthetic_exports,
            steps: Cell::new(Value::UNDEFINED),
            status: Cell::new(Status::New),
            environment: Cell::new(null_mut()),
            namespace: Cell::new(Value::UNDEFINED),
            deferred_namespace: Cell::new(Value::UNDEFINED),
            source_object: Cell::new(Value::UNDEFINED),
            meta: Cell::new(Value::UNDEFINED),
            code: Cell::new(null_mut()),
            realm: Cell::new(realm),
            requested: RefCell::new(vec![None; requests]),
            imports: RefCell::default(),
            error: Cell::new(Value::EMPTY),
            dfs_index: Cell::new(0),
            dfs_ancestor: Cell::new(0),
            cycle_root: Cell::new(null_mut()),
            has_top_level_await,
            async_order: Cell::new(ORDER_UNSET),
            pending_dependencies: Cell::new(0),
            async_parents: RefCell::default(),
            top_level: Cell::new(Value::UNDEFINED),
        })
    }

    /// A module whose only export is `default`.
    fn synthetic_module(&mut self, name: &str, value: Value) -> JsResult<Gc<Module>> {
        let module = self.new_synthetic(name, vec![ConstString::from("default")])?;
        module.set_slot(0, value);
        self.heap.barrier(module.environment.get().cast());
        module.status.set(Status::Evaluated);
        Ok(module)
    }

    /// A module whose exports the host's function gives; until then they are undefined.
    fn evaluated_by_host(&mut self, name: &str, exports: &[String], steps: Object) -> JsResult<Gc<Module>> {
        let names = exports.iter().map(|name| ConstString::from(name.as_str())).collect();
        let module = self.new_synthetic(name, names)?;
        module.steps.set(steps.value());
        self.heap.barrier(module.header());
        Ok(module)
    }

    fn new_synthetic(&mut self, name: &str, exports: Vec<ConstString>) -> JsResult<Gc<Module>> {
        let count = u16::try_from(exports.len()).map_err(|_| self.throw_range_error("Too many exports"))?;
        let module = self.new_module_with(name, None, exports)?;
        let environment = self.alloc_environment(null_mut(), count.into())?;
        for slot in 0..count {
            super::slot_of(&environment, slot).set(Value::UNDEFINED);
        }
        module.environment.set(environment);
        self.heap.barrier(module.header());
        Ok(module)
    }

    /// A module that exports nothing and has a source object of the given class.
    fn source_module(&mut self, name: &str, class: String) -> JsResult<Gc<Module>> {
        let module = self.new_module(name, None)?;
        let parent = self.realm().abstract_module_source_prototype;
        let prototype = self.new_object_with_prototype(Some(parent))?;
        let object = self.new_object_with_prototype(Some(prototype))?;
        module.source_object.set(object.value());
        self.heap.barrier(module.header());
        module.status.set(Status::Evaluated);
        self.modules.sources.push((module, class));
        Ok(module)
    }

    /// HostLoadImportedModule: the module of a request, without what it asks for.
    pub(super) fn load(&mut self, specifier: &str, kind: &str, referrer: &str) -> JsResult<Gc<Module>> {
        if !matches!(kind, "" | "json" | "text" | "bytes") {
            return Err(self.throw_type_error(format!("Import attribute type \"{kind}\" is not supported")));
        }
        let loader = self.module_loader.clone();
        let name = loader.resolve(self, specifier, referrer, kind)?;
        self.load_named(name, kind)
    }

    /// The module of this name, which the host gave it.
    pub(super) fn load_named(&mut self, name: String, kind: &str) -> JsResult<Gc<Module>> {
        let key = (self.realm().id, name, kind.to_string());
        if let Some(&module) = self.modules.modules.get(&key) {
            return Ok(module);
        }
        let name = &key.1;
        let loader = self.module_loader.clone();
        let module = match loader.load(self, name, kind)? {
            LoadedModule::Source(class) => self.source_module(name, class)?,
            LoadedModule::Synthetic { exports, steps } => self.evaluated_by_host(name, &exports, steps)?,
            LoadedModule::Text(bytes) if kind == "bytes" => {
                let value = self.bytes_value(&bytes)?;
                self.synthetic_module(name, value)?
            }
            LoadedModule::Text(bytes) => {
                let Ok(text) = String::from_utf8(bytes) else {
                    return Err(self.throw_syntax_error(format!("{name} is not valid UTF-8")));
                };
                match kind {
                    "json" => {
                        let text = JsString::from_str(self, text.strip_prefix('\u{feff}').unwrap_or(&text))?;
                        let value = crate::runtime::json::parse(self, text)?;
                        self.synthetic_module(name, value)?
                    }
                    "text" => {
                        let value = JsString::from_str(self, &text)?.value();
                        self.synthetic_module(name, value)?
                    }
                    _ => self.parse_module(name, text)?,
                }
            }
        };
        self.modules.modules.insert(key, module);
        Ok(module)
    }

    /// A Uint8Array with these bytes, over an immutable buffer.
    fn bytes_value(&mut self, bytes: &[u8]) -> JsResult {
        let buffer = crate::object::array_buffer::new_array_buffer(self, bytes.len() as u64)?;
        // SAFETY: a fresh array buffer of that length.
        unsafe {
            let cell = &*buffer.as_ptr().cast::<abi::object::JsArrayBuffer>();
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), cell.data.get(), bytes.len());
            crate::object::array_buffer::make_immutable(cell);
        }
        let constructor = self.realm().uint8_array_constructor;
        Ok(self.construct(constructor, &[buffer.value()], None)?.value())
    }
}

/// The `type` attribute, empty for JavaScript.
fn type_of(request: &ModuleRequest) -> String {
    request.attributes.iter().find(|(k, _)| k.to_text() == "type").map_or(String::new(), |(_, v)| v.to_text())
}

/// LoadRequestedModules, whose promise is settled at once.
pub fn load_requested_modules(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    let mut visited = FxHashSet::default();
    inner_loading(vm, module, &mut visited)?;
    // SAFETY: they are in the module map, which keeps them.
    let modules = visited.into_iter().map(|module| unsafe { Gc::<Module>::from_ptr(module) });
    modules.filter(|m| m.status.get() == Status::New).for_each(|m| m.status.set(Status::Unlinked));
    Ok(())
}

/// InnerModuleLoading
fn inner_loading(vm: &mut Vm, module: Gc<Module>, visited: &mut FxHashSet<*mut Module>) -> JsResult<()> {
    vm.check_native_stack()?;
    if module.status.get() != Status::New || !visited.insert(module.as_ptr()) {
        return Ok(());
    }
    let Some(data) = module.data.clone() else { return Ok(()) };
    for (index, request) in data.requests.iter().enumerate() {
        let loaded = match module.imported(index as u32) {
            Some(loaded) => loaded,
            None => {
                let loaded = vm.load(&request.specifier.to_text(), &type_of(request), &module.name)?;
                module.requested.borrow_mut()[index] = Some(loaded);
                vm.heap.barrier(module.header());
                loaded
            }
        };
        if request.phase == PHASE_SOURCE {
            if loaded.source_object.get().is_undefined() {
                return Err(throw_no_source(vm, loaded));
            }
            continue;
        }
        inner_loading(vm, loaded, visited)?;
    }
    Ok(())
}
