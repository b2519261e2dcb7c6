//! Modules (ECMA-262 sec. 16.2): records, live bindings, `import.meta`.
//!
//! A module record is a cell, kept by the VM's module map for as long as the VM lives: lists of records need no other root.
//! Loading ([`load`]), linking ([`link`]) and evaluation with top-level await and deferred imports ([`evaluate`]) follow the
//! specification's cyclic module records, with its names; [`namespace`] has the namespace objects, [`import`] the dynamic
//! imports, [`require`] what a CommonJS loader does with modules.

mod evaluate;
mod import;
mod link;
mod load;
mod namespace;
mod require;

pub use import::{active_name, import_by_name, import_call};
pub use namespace::{
    Namespace, namespace_define_own_property, namespace_delete, namespace_get, namespace_get_own_property,
    namespace_has_property, namespace_own_property_keys,
};
pub use require::Required;

use crate::bytecode::data::{ConstString, ModuleData};
use crate::code::Code;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment};
use gc::{Gc, HeapCell, Visitor};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// [[Phase]] of a request.
pub const PHASE_EVALUATION: u16 = 0;
pub const PHASE_SOURCE: u16 = 1;
pub const PHASE_DEFER: u16 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
enum Status {
    /// Its requests, or theirs, are not all loaded.
    New,
    Unlinked,
    Linked,
    Evaluating,
    EvaluatingAsync,
    Evaluated,
}

/// [[AsyncEvaluationOrder]]: unset, done, or a number between.
const ORDER_UNSET: u64 = 0;
const ORDER_DONE: u64 = u64::MAX;

/// Where an import's value is: a ResolvedBinding.
#[derive(Clone, Copy)]
enum Target {
    Slot(*mut Environment, u16),
    Namespace(Gc<Module>),
    DeferredNamespace(Gc<Module>),
    Source(Gc<Module>),
}

impl Target {
    fn visit(&self, visitor: &mut Visitor) {
        match self {
            Target::Slot(environment, _) => visitor.visit_cell((*environment).cast()),
            Target::Namespace(module) | Target::DeferredNamespace(module) | Target::Source(module) => {
                visitor.visit_cell(module.header());
            }
        }
    }
}

/// A module record: from source text, or synthetic: with a default export (JSON, text, bytes), with nothing but a source object, or with
/// exports that a function of the host's gives.
#[repr(C)]
pub struct Module {
    header: CellHeader,
    name: String,
    /// None: synthetic.
    data: Option<Rc<ModuleData>>,
    /// What a synthetic module exports, by slot of its environment.
    synthetic_exports: Vec<ConstString>,
    /// What evaluates a synthetic module, if anything must.
    steps: Cell<Value>,
    status: Cell<Status>,
    environment: Cell<*mut Environment>,
    namespace: Cell<Value>,
    deferred_namespace: Cell<Value>,
    /// [[ModuleSource]]; undefined if its kind of module has none.
    source_object: Cell<Value>,
    meta: Cell<Value>,
    /// The code of the body, from linking on.
    code: Cell<*mut Code>,
    realm: Cell<*mut CellHeader>,
    /// By request; None until it is loaded.
    requested: RefCell<Vec<Option<Gc<Module>>>>,
    imports: RefCell<Vec<Target>>,
    /// Thrown by evaluation; empty if nothing was.
    error: Cell<Value>,
    dfs_index: Cell<u32>,
    dfs_ancestor: Cell<u32>,
    cycle_root: Cell<*mut Module>,
    has_top_level_await: bool,
    async_order: Cell<u64>,
    pending_dependencies: Cell<u32>,
    async_parents: RefCell<Vec<Gc<Module>>>,
    /// The promise of Evaluate(), or undefined.
    top_level: Cell<Value>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Module {
    const KIND: CellKind = CellKind::Module;
    const NEEDS_DROP: bool = true;
}

impl Module {
    /// # Safety
    /// To be called by the collector only, on a live Module cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind; nobody allocates while a list is borrowed mutably.
        unsafe {
            let module = &*cell.cast::<Module>();
            visitor.visit_cell(module.environment.get().cast());
            for value in
                [&module.namespace, &module.deferred_namespace, &module.source_object, &module.meta, &module.steps]
            {
                visitor.visit_value(value.get());
            }
            visitor.visit_cell(module.code.get().cast());
            visitor.visit_cell(module.realm.get());
            visitor.visit_value(module.error.get());
            visitor.visit_cell(module.cycle_root.get().cast());
            visitor.visit_value(module.top_level.get());
            for other in (*module.requested.as_ptr()).iter().flatten().chain((*module.async_parents.as_ptr()).iter()) {
                visitor.visit_cell(other.header());
            }
            for target in (*module.imports.as_ptr()).iter() {
                target.visit(visitor);
            }
        }
    }

    fn set_slot(&self, slot: u16, value: Value) {
        slot_of(&self.environment.get(), slot).set(value);
    }

    /// GetImportedModule: the module of a request, if it is loaded.
    fn imported(&self, request: u32) -> Option<Gc<Module>> {
        self.requested.borrow().get(request as usize).copied().flatten()
    }

    /// The modules of all requests of these phases, with their phases.
    fn imported_modules(&self) -> Vec<(Gc<Module>, u16)> {
        let Some(data) = &self.data else { return Vec::new() };
        let requested = self.requested.borrow();
        let pairs = requested.iter().zip(&data.requests);
        pairs
            .filter(|(_, request)| request.phase != PHASE_SOURCE)
            .filter_map(|(module, request)| Some(((*module)?, request.phase)))
            .collect()
    }

    fn phase_of(&self, request: u32) -> u16 {
        self.data.as_ref().map_or(PHASE_EVALUATION, |data| data.requests[request as usize].phase)
    }

    fn has_async_order(&self) -> bool {
        !matches!(self.async_order.get(), ORDER_UNSET | ORDER_DONE)
    }
}

/// A slot of an environment. The borrow is of the pointer, which keeps the environment alive on the stack.
fn slot_of(environment: &*mut Environment, slot: u16) -> &Cell<Value> {
    // SAFETY: slots come from the module's own scope; environments live while something points at them.
    unsafe { &*environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Cell<Value>>().add(slot as usize) }
}

/// Realm, canonical name, type attribute.
type ModuleKey = (u32, String, String);

/// All modules, and counters.
#[derive(Default)]
pub struct ModuleMap {
    modules: FxHashMap<ModuleKey, Gc<Module>>,
    /// The modules that have a source object, and the class name of that.
    sources: Vec<(Gc<Module>, String)>,
    next_async_order: u64,
}

impl ModuleMap {
    pub fn trace(&self, visitor: &mut Visitor) {
        for module in self.modules.values().chain(self.sources.iter().map(|(module, _)| module)) {
            visitor.visit_cell(module.header());
        }
    }

    /// HostGetModuleSourceName: the class name of a module source object.
    pub fn source_class(&self, object: Value) -> Option<&str> {
        self.sources.iter().find(|(module, _)| module.source_object.get() == object).map(|(_, class)| class.as_str())
    }
}

impl Vm {
    /// Loads, links and evaluates a module given as text; the result is the promise of its evaluation.
    pub fn run_module(&mut self, name: &str, text: impl Into<String>) -> JsResult {
        let module = self.parse_module(name, text.into())?;
        let key = (self.realm().id, name.to_string(), String::new());
        self.modules.modules.insert(key, module);
        load::load_requested_modules(self, module)?;
        link::link(self, module)?;
        evaluate::evaluate(self, module)
    }
}

fn module_of(code: &Code) -> Option<Gc<Module>> {
    let module = code.module.get();
    // SAFETY: the field is null or points at a live module.
    if module.is_null() { None } else { Some(unsafe { Gc::from_ptr(module.cast()) }) }
}

/// What a target holds; `name` is for the error in the dead zone.
fn read_target(vm: &mut Vm, target: Target, name: impl FnOnce(&mut Vm) -> String) -> JsResult {
    match target {
        Target::Slot(environment, slot) => {
            let value = slot_of(&environment, slot).get();
            if value.is_empty() {
                let name = name(vm);
                return Err(vm.throw_uninitialized(&name));
            }
            Ok(value)
        }
        Target::Namespace(module) => namespace::namespace(vm, module, PHASE_EVALUATION),
        Target::DeferredNamespace(module) => namespace::namespace(vm, module, PHASE_DEFER),
        Target::Source(module) => link::module_source(vm, module),
    }
}

/// The value of an import; ReferenceError in the dead zone.
pub fn get_import(vm: &mut Vm, code: &Code, index: u32) -> JsResult {
    let Some(module) = module_of(code) else { return Ok(Value::UNDEFINED) };
    let target = module.imports.borrow().get(index as usize).copied();
    let Some(target) = target else { return Ok(Value::UNDEFINED) };
    read_target(vm, target, |_| {
        module.data.as_ref().map_or(String::new(), |data| data.imports[index as usize].local.to_text())
    })
}

/// `import.meta`
pub fn import_meta(vm: &mut Vm, code: &Code) -> JsResult {
    let Some(module) = module_of(code) else { return Ok(Value::UNDEFINED) };
    if module.meta.get().is_undefined() {
        let meta = vm.new_object_with_prototype(None)?;
        let loader = vm.module_loader.clone();
        loader.initialize_meta(vm, meta, &module.name)?;
        module.meta.set(meta.value());
        vm.heap.barrier(module.header());
    }
    Ok(module.meta.get())
}
