//! Modules (ECMA-262 sec. 16.2): loading, linking, evaluation with top-level await, namespaces, dynamic import.
//!
//! A module record is a cell. The host resolves and reads; requests are loaded at once, depth first. Linking and evaluation
//! follow the specification's cyclic module records, with its names.

use crate::bytecode::data::{ConstString, ModuleData, ModuleRequest};
use crate::code::Code;
use crate::code_install::{closure_of_template, new_code, new_scope_info};
use crate::frontend;
use crate::object::{KeyList, Object, PropertyDescriptor, ordinary};
use crate::realm::Realm;
use crate::runtime::script::throw_syntax_error;
use crate::runtime::{convert, promise};
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, new_header};
use crate::{Args, JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, ElementKind, Environment, JsObject};
use gc::{Gc, HeapCell, Visitor};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
enum Status {
    Unlinked,
    Linking,
    Linked,
    Evaluating,
    EvaluatingAsync,
    Evaluated,
}

/// Where an import's value is.
#[derive(Clone, Copy)]
enum Target {
    Slot(*mut Environment, u16),
    Namespace(Gc<Module>),
}

/// A module record: from source text, or synthetic with a default export (JSON, text, bytes).
#[repr(C)]
pub struct Module {
    header: CellHeader,
    name: String,
    data: Option<Rc<ModuleData>>,
    status: Cell<Status>,
    environment: Cell<*mut Environment>,
    namespace: Cell<Value>,
    meta: Cell<Value>,
    /// The code of the body, from linking on.
    code: Cell<*mut Code>,
    realm: Cell<*mut CellHeader>,
    /// By request.
    requested: RefCell<Vec<Gc<Module>>>,
    imports: RefCell<Vec<Option<Target>>>,
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
            visitor.visit_value(module.namespace.get());
            visitor.visit_value(module.meta.get());
            visitor.visit_cell(module.code.get().cast());
            visitor.visit_cell(module.realm.get());
            visitor.visit_value(module.error.get());
            visitor.visit_cell(module.cycle_root.get().cast());
            visitor.visit_value(module.top_level.get());
            for other in (*module.requested.as_ptr()).iter().chain((*module.async_parents.as_ptr()).iter()) {
                visitor.visit_cell(other.header());
            }
            for target in (*module.imports.as_ptr()).iter().flatten() {
                match target {
                    Target::Slot(environment, _) => visitor.visit_cell((*environment).cast()),
                    Target::Namespace(module) => visitor.visit_cell(module.header()),
                }
            }
        }
    }

    fn slot<'a>(&self, slot: u16) -> &'a Cell<Value> {
        slot_of(self.environment.get(), slot)
    }

    fn has_async_order(&self) -> bool {
        self.async_order.get() != 0
    }
}

fn slot_of<'a>(environment: *mut Environment, slot: u16) -> &'a Cell<Value> {
    // SAFETY: slots come from the module's own scope; environments live while something points at them.
    unsafe { &*environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Cell<Value>>().add(slot as usize) }
}

/// All modules by canonical name and type attribute, and counters.
#[derive(Default)]
pub struct ModuleMap {
    modules: FxHashMap<(String, String), Gc<Module>>,
    next_async_order: u64,
}

impl ModuleMap {
    pub fn trace(&self, visitor: &mut Visitor) {
        for module in self.modules.values() {
            visitor.visit_cell(module.header());
        }
    }
}

/// A module namespace exotic object (sec. 10.4.6).
#[repr(C)]
pub struct Namespace {
    pub object: JsObject,
    module: Gc<Module>,
    /// Sorted by code units, with where the value is.
    exports: RefCell<Vec<(PropertyKey, Target)>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Namespace {
    const KIND: CellKind = CellKind::ModuleNamespace;
    const NEEDS_DROP: bool = true;
}

impl Namespace {
    /// # Safety
    /// To be called by the collector only, on a live ModuleNamespace cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: as for `Module::trace`.
        unsafe {
            let namespace = &*cell.cast::<Namespace>();
            crate::vm::trace_object(&namespace.object, visitor);
            visitor.visit_cell(namespace.module.header());
            for (key, target) in (*namespace.exports.as_ptr()).iter() {
                if !key.is_index() {
                    visitor.visit_value(Value(key.bits()));
                }
                match target {
                    Target::Slot(environment, _) => visitor.visit_cell((*environment).cast()),
                    Target::Namespace(module) => visitor.visit_cell(module.header()),
                }
            }
        }
    }
}

/// The `type` attribute, empty for JavaScript.
fn type_of(request: &ModuleRequest) -> String {
    request.attributes.iter().find(|(k, _)| k.to_text() == "type").map_or(String::new(), |(_, v)| v.to_text())
}

impl Vm {
    /// Loads, links and evaluates a module given as text; the result is the promise of its evaluation.
    pub fn run_module(&mut self, name: &str, text: impl Into<String>) -> JsResult {
        let module = self.parse_module(name, text.into())?;
        self.modules.modules.insert((name.to_string(), String::new()), module);
        self.load_requests(module)?;
        link(self, module)?;
        evaluate(self, module)
    }

    fn parse_module(&mut self, name: &str, text: String) -> JsResult<Gc<Module>> {
        let source = self.new_source(name, text);
        let before = self.enter_state(abi::context::VmState::Parse);
        let compiled = frontend::compile_module(source.clone());
        self.leave_state(before);
        let data = match compiled {
            Ok(data) => data,
            Err(error) => return Err(throw_syntax_error(self, &source, &error)),
        };
        self.new_module(name, Some(Rc::new(data)))
    }

    fn new_module(&mut self, name: &str, data: Option<Rc<ModuleData>>) -> JsResult<Gc<Module>> {
        let realm = self.realm_cell();
        let has_top_level_await = data.as_ref().is_some_and(|d| d.has_top_level_await);
        self.alloc(Module {
            header: new_header(CellKind::Module, 0),
            name: name.to_string(),
            data,
            status: Cell::new(Status::Unlinked),
            environment: Cell::new(null_mut()),
            namespace: Cell::new(Value::UNDEFINED),
            meta: Cell::new(Value::UNDEFINED),
            code: Cell::new(null_mut()),
            realm: Cell::new(realm),
            requested: RefCell::default(),
            imports: RefCell::default(),
            error: Cell::new(Value::EMPTY),
            dfs_index: Cell::new(0),
            dfs_ancestor: Cell::new(0),
            cycle_root: Cell::new(null_mut()),
            has_top_level_await,
            async_order: Cell::new(0),
            pending_dependencies: Cell::new(0),
            async_parents: RefCell::default(),
            top_level: Cell::new(Value::UNDEFINED),
        })
    }

    /// A module whose only export is `default`.
    fn synthetic_module(&mut self, name: &str, value: Value) -> JsResult<Gc<Module>> {
        let module = self.new_module(name, None)?;
        let environment = self.alloc_environment(null_mut(), 1)?;
        module.environment.set(environment);
        self.heap.barrier(module.header());
        slot_of(environment, 0).set(value);
        module.status.set(Status::Evaluated);
        Ok(module)
    }

    /// The module of a request, loaded with all that it asks for.
    fn load(&mut self, specifier: &str, kind: &str, referrer: &str) -> JsResult<Gc<Module>> {
        self.check_native_stack()?;
        if !matches!(kind, "" | "json" | "text" | "bytes") {
            return Err(self.throw_type_error(format!("Import attribute type \"{kind}\" is not supported")));
        }
        let loaded = match self.host.load_module(specifier, referrer) {
            Ok(loaded) => loaded,
            Err(message) => return Err(self.throw_type_error(message)),
        };
        let key = (loaded.name.clone(), kind.to_string());
        if let Some(&module) = self.modules.modules.get(&key) {
            return Ok(module);
        }
        let module = match kind {
            "bytes" => {
                let value = self.bytes_value(&loaded.bytes)?;
                self.synthetic_module(&loaded.name, value)?
            }
            _ => {
                let Ok(text) = String::from_utf8(loaded.bytes) else {
                    return Err(self.throw_syntax_error(format!("{} is not valid UTF-8", loaded.name)));
                };
                match kind {
                    "json" => {
                        let text = JsString::from_str(self, &text)?;
                        let value = crate::builtins::json::parse_text(self, text)?;
                        self.synthetic_module(&loaded.name, value)?
                    }
                    "text" => {
                        let value = JsString::from_str(self, &text)?.value();
                        self.synthetic_module(&loaded.name, value)?
                    }
                    _ => self.parse_module(&loaded.name, text)?,
                }
            }
        };
        self.modules.modules.insert(key.clone(), module);
        if let Err(throw) = self.load_requests(module) {
            self.modules.modules.remove(&key);
            return Err(throw);
        }
        Ok(module)
    }

    /// A Uint8Array with these bytes.
    fn bytes_value(&mut self, bytes: &[u8]) -> JsResult {
        let buffer = crate::builtins::array_buffer::new_array_buffer(self, bytes.len() as u64)?;
        // SAFETY: a fresh array buffer of that length.
        unsafe {
            let data = (*buffer.as_ptr().cast::<abi::object::JsArrayBuffer>()).data.get();
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len());
        }
        let constructor = self.realm().uint8_array_constructor;
        Ok(self.construct(constructor, &[buffer.value()], None)?.value())
    }

    fn load_requests(&mut self, module: Gc<Module>) -> JsResult<()> {
        let Some(data) = module.data.clone() else { return Ok(()) };
        for request in &data.requests {
            if request.phase == 1 {
                return Err(self.throw_syntax_error("Source phase import is not available for this module"));
            }
            let name = module.name.clone();
            let loaded = self.load(&request.specifier.to_text(), &type_of(request), &name)?;
            module.requested.borrow_mut().push(loaded);
            self.heap.barrier(module.header());
        }
        Ok(())
    }
}

// ---- linking (sec. 16.2.1.6.2 ff.)

enum Resolution {
    Found(Target),
    NotFound,
    Ambiguous,
}

fn same_target(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::Slot(e, s), Target::Slot(f, t)) => e == f && s == t,
        (Target::Namespace(m), Target::Namespace(n)) => m.ptr_eq(*n),
        _ => false,
    }
}

/// ResolveExport
fn resolve_export(
    vm: &mut Vm,
    module: Gc<Module>,
    name: &ConstString,
    seen: &mut Vec<(*mut Module, ConstString)>,
) -> JsResult<Resolution> {
    vm.check_native_stack()?;
    if seen.iter().any(|(m, n)| *m == module.as_ptr() && n == name) {
        return Ok(Resolution::NotFound);
    }
    seen.push((module.as_ptr(), name.clone()));
    let Some(data) = &module.data else {
        return Ok(if name.to_text() == "default" {
            Resolution::Found(Target::Slot(module.environment.get(), 0))
        } else {
            Resolution::NotFound
        });
    };
    if let Some(export) = data.local_exports.iter().find(|e| e.name == *name) {
        return Ok(Resolution::Found(Target::Slot(module.environment.get(), export.slot)));
    }
    if let Some(export) = data.indirect_exports.iter().find(|e| e.name == *name) {
        let other = module.requested.borrow()[export.request as usize];
        return match &export.import {
            None => Ok(Resolution::Found(Target::Namespace(other))),
            Some(import) => resolve_export(vm, other, import, seen),
        };
    }
    if name.to_text() == "default" {
        return Ok(Resolution::NotFound);
    }
    let mut found: Option<Target> = None;
    for &request in &data.star_exports {
        let other = module.requested.borrow()[request as usize];
        match resolve_export(vm, other, name, seen)? {
            Resolution::Ambiguous => return Ok(Resolution::Ambiguous),
            Resolution::NotFound => {}
            Resolution::Found(target) => match &found {
                None => found = Some(target),
                Some(before) if same_target(before, &target) => {}
                Some(_) => return Ok(Resolution::Ambiguous),
            },
        }
    }
    Ok(found.map_or(Resolution::NotFound, Resolution::Found))
}

/// GetExportedNames
fn exported_names(
    vm: &mut Vm,
    module: Gc<Module>,
    seen: &mut Vec<*mut Module>,
    names: &mut Vec<ConstString>,
) -> JsResult<()> {
    vm.check_native_stack()?;
    if seen.contains(&module.as_ptr()) {
        return Ok(());
    }
    seen.push(module.as_ptr());
    let Some(data) = module.data.clone() else {
        names.push("default".into());
        return Ok(());
    };
    names.extend(data.local_exports.iter().map(|e| e.name.clone()));
    names.extend(data.indirect_exports.iter().map(|e| e.name.clone()));
    for &request in &data.star_exports {
        let other = module.requested.borrow()[request as usize];
        let mut starred = Vec::new();
        exported_names(vm, other, seen, &mut starred)?;
        for name in starred {
            if name.to_text() != "default" && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(())
}

/// Link
fn link(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    // Environments first, so that exports can be resolved in any order.
    let mut graph = Vec::new();
    make_environments(vm, module, &mut graph)?;
    for m in &graph {
        m.status.set(Status::Linking);
    }
    for &m in graph.iter().rev() {
        if let Err(throw) = initialize_environment(vm, m) {
            for m in &graph {
                m.status.set(Status::Unlinked);
            }
            return Err(throw);
        }
    }
    for m in &graph {
        m.status.set(Status::Linked);
    }
    Ok(())
}

/// Gives every unlinked module of the graph its environment; `graph` gets them in depth-first order.
fn make_environments(vm: &mut Vm, module: Gc<Module>, graph: &mut Vec<Gc<Module>>) -> JsResult<()> {
    vm.check_native_stack()?;
    if module.status.get() != Status::Unlinked || graph.iter().any(|m| m.ptr_eq(module)) {
        return Ok(());
    }
    graph.push(module);
    if let Some(data) = &module.data
        && module.environment.get().is_null()
    {
        let info = new_scope_info(vm, data.scope.clone())?;
        let environment = vm.alloc_environment(null_mut(), info.length)?;
        // SAFETY: just allocated.
        unsafe { (*environment).info.set(info.as_ptr().cast()) };
        module.environment.set(environment);
        vm.heap.barrier(module.header());
    }
    let requested = module.requested.borrow().clone();
    for other in requested {
        make_environments(vm, other, graph)?;
    }
    Ok(())
}

/// InitializeEnvironment
fn initialize_environment(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    let Some(data) = module.data.clone() else { return Ok(()) };
    let source = data.body.source.clone();
    let missing = |vm: &mut Vm, what: &str, name: &ConstString, request: u32, position: u32| {
        let specifier = data.requests[request as usize].specifier.to_text();
        let message = match what {
            "ambiguous" => format!(
                "The requested module '{specifier}' contains conflicting star exports for name '{}'",
                name.to_text()
            ),
            _ => format!("The requested module '{specifier}' does not provide an export named '{}'", name.to_text()),
        };
        throw_syntax_error(vm, &source, &frontend::SyntaxError { message: message.into(), offset: position })
    };
    for export in &data.indirect_exports {
        let Some(import) = &export.import else { continue };
        match resolve_export(vm, module, &export.name, &mut Vec::new())? {
            Resolution::Found(_) => {}
            Resolution::NotFound => return Err(missing(vm, "missing", import, export.request, export.position)),
            Resolution::Ambiguous => return Err(missing(vm, "ambiguous", import, export.request, export.position)),
        }
    }
    module.imports.borrow_mut().clear();
    for import in &data.imports {
        let other = module.requested.borrow()[import.request as usize];
        let target = match &import.name {
            None => Target::Namespace(other),
            Some(name) => match resolve_export(vm, other, name, &mut Vec::new())? {
                Resolution::Found(target) => target,
                Resolution::NotFound => return Err(missing(vm, "missing", name, import.request, import.position)),
                Resolution::Ambiguous => return Err(missing(vm, "ambiguous", name, import.request, import.position)),
            },
        };
        module.imports.borrow_mut().push(Some(target));
        vm.heap.barrier(module.header());
    }
    // SAFETY: a module's realm is a live Realm cell.
    let realm = unsafe { Gc::from_ptr(module.realm.get().cast::<Realm>()) };
    let code = new_code(vm, data.body.clone(), module.as_ptr().cast(), realm)?;
    module.code.set(code.as_ptr());
    vm.heap.barrier(module.header());
    for &slot in &data.vars {
        module.slot(slot).set(Value::UNDEFINED);
    }
    for (slot, template) in &data.functions {
        let f = closure_of_template(vm, template.clone(), module.environment.get(), Some(&code))?;
        module.slot(*slot).set(f.value());
        vm.heap.barrier(module.environment.get().cast());
    }
    Ok(())
}

// ---- evaluation (sec. 16.2.1.6.3)

/// Evaluate: the promise of the module's evaluation.
fn evaluate(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    let mut module = module;
    if matches!(module.status.get(), Status::EvaluatingAsync | Status::Evaluated)
        && let Some(root) = cycle_root(module)
    {
        module = root;
    }
    if !module.top_level.get().is_undefined() {
        return Ok(module.top_level.get());
    }
    let capability = promise::new_promise(vm)?;
    module.top_level.set(capability.value());
    vm.heap.barrier(module.header());
    let mut stack = Vec::new();
    match inner_evaluation(vm, module, &mut stack, 0) {
        Ok(_) => {
            if !module.has_async_order() {
                promise::resolve_promise(vm, capability, Value::UNDEFINED)?;
            }
        }
        Err(throw) => {
            if vm.is_terminating() {
                return Err(throw);
            }
            let error = vm.take_exception();
            for m in stack {
                m.status.set(Status::Evaluated);
                m.error.set(error);
                vm.heap.barrier(m.header());
                if m.cycle_root.get().is_null() {
                    m.cycle_root.set(m.as_ptr());
                }
            }
            promise::reject_promise(vm, capability, error)?;
        }
    }
    Ok(capability.value())
}

fn cycle_root(module: Gc<Module>) -> Option<Gc<Module>> {
    let root = module.cycle_root.get();
    // SAFETY: the field is null or points at a live module.
    if root.is_null() { None } else { Some(unsafe { Gc::from_ptr(root) }) }
}

/// InnerModuleEvaluation
fn inner_evaluation(vm: &mut Vm, module: Gc<Module>, stack: &mut Vec<Gc<Module>>, index: u32) -> JsResult<u32> {
    vm.check_native_stack()?;
    match module.status.get() {
        Status::EvaluatingAsync | Status::Evaluated => {
            let error = module.error.get();
            return if error.is_empty() { Ok(index) } else { Err(vm.throw(error)) };
        }
        Status::Evaluating => return Ok(index),
        _ => {}
    }
    module.status.set(Status::Evaluating);
    module.dfs_index.set(index);
    module.dfs_ancestor.set(index);
    module.pending_dependencies.set(0);
    let mut index = index + 1;
    stack.push(module);
    let requested = module.requested.borrow().clone();
    for other in requested {
        index = inner_evaluation(vm, other, stack, index)?;
        if other.data.is_none() {
            continue;
        }
        let mut required = other;
        if required.status.get() == Status::Evaluating {
            module.dfs_ancestor.set(module.dfs_ancestor.get().min(required.dfs_ancestor.get()));
        } else {
            required = cycle_root(required).unwrap_or(required);
            if !required.error.get().is_empty() {
                let error = required.error.get();
                return Err(vm.throw(error));
            }
        }
        if required.has_async_order() && required.status.get() != Status::Evaluated {
            module.pending_dependencies.set(module.pending_dependencies.get() + 1);
            required.async_parents.borrow_mut().push(module);
            vm.heap.barrier(required.header());
        }
    }
    if module.pending_dependencies.get() > 0 || module.has_top_level_await {
        vm.modules.next_async_order += 1;
        module.async_order.set(vm.modules.next_async_order);
        if module.pending_dependencies.get() == 0 {
            execute_async(vm, module)?;
        }
    } else {
        execute_sync(vm, module)?;
    }
    if module.dfs_ancestor.get() == module.dfs_index.get() {
        while let Some(required) = stack.pop() {
            required.status.set(if required.has_async_order() { Status::EvaluatingAsync } else { Status::Evaluated });
            required.cycle_root.set(module.as_ptr());
            vm.heap.barrier(required.header());
            if required.ptr_eq(module) {
                break;
            }
        }
    }
    Ok(index)
}

fn run_body(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    let f = vm.new_function(module.code.get(), module.environment.get(), Value::EMPTY, null_mut())?;
    vm.call(f.value(), Value::UNDEFINED, &[])
}

fn execute_sync(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    run_body(vm, module)?;
    Ok(())
}

/// ExecuteAsyncModule
fn execute_async(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    let result = if module.has_top_level_await {
        run_body(vm, module)?
    } else {
        let done = promise::new_promise(vm)?;
        match run_body(vm, module) {
            Ok(_) => promise::resolve_promise(vm, done, Value::UNDEFINED)?,
            Err(throw) => {
                if vm.is_terminating() {
                    return Err(throw);
                }
                let error = vm.take_exception();
                promise::reject_promise(vm, done, error)?;
            }
        }
        done.value()
    };
    let fulfilled =
        vm.new_native_closure(1, |vm, args| settle(vm, args, true), &[Value::from_cell(module.header())])?;
    let rejected =
        vm.new_native_closure(1, |vm, args| settle(vm, args, false), &[Value::from_cell(module.header())])?;
    if let Some(p) = result.as_object() {
        promise::then_native(vm, p, fulfilled, rejected)?;
    }
    Ok(())
}

fn settle(vm: &mut Vm, args: Args, fulfilled: bool) -> JsResult {
    let cell = args.captured(0);
    // SAFETY: the closure captured a Module cell.
    let module = unsafe { Gc::from_ptr(cell.as_cell().cast::<Module>()) };
    if fulfilled {
        async_fulfilled(vm, module)?
    } else {
        async_rejected(vm, module, args.get(0))?
    }
    Ok(Value::UNDEFINED)
}

/// GatherAvailableAncestors
fn gather(module: Gc<Module>, list: &mut Vec<Gc<Module>>) {
    for parent in module.async_parents.borrow().iter().copied() {
        let failed = cycle_root(parent).is_some_and(|r| !r.error.get().is_empty());
        if list.iter().any(|m| m.ptr_eq(parent)) || failed {
            continue;
        }
        parent.pending_dependencies.set(parent.pending_dependencies.get().saturating_sub(1));
        if parent.pending_dependencies.get() == 0 {
            list.push(parent);
            if !parent.has_top_level_await {
                gather(parent, list);
            }
        }
    }
}

/// AsyncModuleExecutionFulfilled
fn async_fulfilled(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    if module.status.get() == Status::Evaluated {
        return Ok(());
    }
    module.status.set(Status::Evaluated);
    resolve_top_level(vm, module)?;
    let mut list = Vec::new();
    gather(module, &mut list);
    list.sort_by_key(|m| m.async_order.get());
    for m in list {
        if m.status.get() == Status::Evaluated {
            continue;
        }
        if m.has_top_level_await {
            execute_async(vm, m)?;
            continue;
        }
        match execute_sync(vm, m) {
            Ok(()) => {
                m.status.set(Status::Evaluated);
                resolve_top_level(vm, m)?;
            }
            Err(throw) => {
                if vm.is_terminating() {
                    return Err(throw);
                }
                let error = vm.take_exception();
                async_rejected(vm, m, error)?;
            }
        }
    }
    Ok(())
}

fn resolve_top_level(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    match module.top_level.get().as_object() {
        Some(p) => promise::resolve_promise(vm, p, Value::UNDEFINED),
        None => Ok(()),
    }
}

/// AsyncModuleExecutionRejected
fn async_rejected(vm: &mut Vm, module: Gc<Module>, error: Value) -> JsResult<()> {
    vm.check_native_stack()?;
    if module.status.get() == Status::Evaluated {
        return Ok(());
    }
    module.error.set(error);
    vm.heap.barrier(module.header());
    module.status.set(Status::Evaluated);
    let parents = module.async_parents.borrow().clone();
    for parent in parents {
        async_rejected(vm, parent, error)?;
    }
    match module.top_level.get().as_object() {
        Some(p) => promise::reject_promise(vm, p, error),
        None => Ok(()),
    }
}

// ---- what bytecode asks for

impl Vm {
    /// The name of the script that runs, for code from an eval or a Function the one around it.
    fn script_name(&self, code: &Code) -> String {
        let named = |name: &str| !name.starts_with('<') && name != "anonymous";
        let own = &code.template.source.name;
        if named(own) {
            return own.clone();
        }
        let frames = self.stack_frames(usize::MAX);
        frames.into_iter().map(|f| f.file).find(|file| named(file)).unwrap_or_else(|| own.clone())
    }
}

fn module_of(code: &Code) -> Option<Gc<Module>> {
    let module = code.module.get();
    // SAFETY: the field is null or points at a live module.
    if module.is_null() { None } else { Some(unsafe { Gc::from_ptr(module.cast()) }) }
}

/// The value of an import; ReferenceError in the dead zone.
pub fn get_import(vm: &mut Vm, code: &Code, index: u32) -> JsResult {
    let Some(module) = module_of(code) else { return Ok(Value::UNDEFINED) };
    let target = module.imports.borrow().get(index as usize).copied().flatten();
    match target {
        Some(Target::Slot(environment, slot)) => {
            let value = slot_of(environment, slot).get();
            if value.is_empty() {
                let name = module.data.as_ref().map_or(String::new(), |d| d.imports[index as usize].local.to_text());
                return Err(vm.throw_uninitialized(&name));
            }
            Ok(value)
        }
        Some(Target::Namespace(module)) => namespace(vm, module),
        None => Ok(Value::UNDEFINED),
    }
}

/// `import.meta`
pub fn import_meta(vm: &mut Vm, code: &Code) -> JsResult {
    let Some(module) = module_of(code) else { return Ok(Value::UNDEFINED) };
    if module.meta.get().is_undefined() {
        let meta = vm.new_object_with_prototype(None)?;
        let url = vm.host.module_url(&module.name);
        let url = JsString::from_str(vm, &url)?;
        let key = PropertyKey::from_str(vm, "url")?;
        meta.define_raw(vm, key, url.value(), crate::object::table::DEFAULT)?;
        module.meta.set(meta.value());
        vm.heap.barrier(module.header());
    }
    Ok(module.meta.get())
}

/// `import(specifier, options)`: a promise of the namespace.
pub fn import_call(vm: &mut Vm, code: &Code, specifier: Value, options: Value, phase: u16) -> JsResult {
    let capability = promise::new_promise(vm)?;
    match start_import(vm, code, specifier, options, phase, capability) {
        Ok(()) => {}
        Err(throw) => {
            if vm.is_terminating() {
                return Err(throw);
            }
            let error = vm.take_exception();
            promise::reject_promise(vm, capability, error)?;
        }
    }
    Ok(capability.value())
}

fn start_import(
    vm: &mut Vm,
    code: &Code,
    specifier: Value,
    options: Value,
    phase: u16,
    capability: Object,
) -> JsResult<()> {
    let specifier = convert::to_string(vm, specifier)?.to_rust_string_lossy(vm)?;
    let kind = import_type(vm, options)?;
    if phase == 1 {
        return Err(vm.throw_syntax_error("Source phase import is not available for this module"));
    }
    let referrer = name_of(vm, code);
    import_into(vm, &specifier, &kind, &referrer, capability)
}

/// What a script or module is called.
fn name_of(vm: &Vm, code: &Code) -> String {
    match module_of(code) {
        Some(module) => module.name.clone(),
        None => vm.script_name(code),
    }
}

/// What the running script or module is called.
pub fn active_name(vm: &Vm) -> String {
    let mut frame = vm.top_frame();
    while !frame.is_null() {
        // SAFETY: frames of the chain are live; those of JavaScript functions have their code.
        unsafe {
            if !(*frame).code.is_null() {
                return name_of(vm, Code::from_machine((*frame).code));
            }
            frame = (*frame).caller;
        }
    }
    String::new()
}

/// Imports a module into the current realm: a promise of the namespace.
pub fn import_by_name(vm: &mut Vm, specifier: &str, referrer: &str) -> JsResult<Object> {
    let capability = promise::new_promise(vm)?;
    if let Err(throw) = import_into(vm, specifier, "", referrer, capability) {
        if vm.is_terminating() {
            return Err(throw);
        }
        let error = vm.take_exception();
        promise::reject_promise(vm, capability, error)?;
    }
    Ok(capability)
}

fn import_into(vm: &mut Vm, specifier: &str, kind: &str, referrer: &str, capability: Object) -> JsResult<()> {
    let module = vm.load(specifier, kind, referrer)?;
    if module.data.is_some() {
        link(vm, module)?;
    }
    let value = Value::from_cell(module.header());
    let fulfilled = vm.new_native_closure(0, import_evaluated, &[value, capability.value()])?;
    let rejected = vm.new_native_closure(1, import_failed, &[value, capability.value()])?;
    let done = if module.data.is_some() {
        evaluate(vm, module)?
    } else {
        let done = promise::new_promise(vm)?;
        promise::resolve_promise(vm, done, Value::UNDEFINED)?;
        done.value()
    };
    if let Some(p) = done.as_object() {
        promise::then_native(vm, p, fulfilled, rejected)?;
    }
    Ok(())
}

/// The `with: { type }` of an import's options.
fn import_type(vm: &mut Vm, options: Value) -> JsResult<String> {
    if options.is_undefined() {
        return Ok(String::new());
    }
    let Some(options) = options.as_object() else {
        return Err(vm.throw_type_error("The second argument of import() must be an object"));
    };
    let with = PropertyKey::from_str(vm, "with")?;
    let attributes = options.get(vm, with)?;
    if attributes.is_undefined() {
        return Ok(String::new());
    }
    let Some(attributes) = attributes.as_object() else {
        return Err(vm.throw_type_error("The 'with' option must be an object"));
    };
    let mut kind = String::new();
    let keys = attributes.own_property_keys(vm)?;
    for i in 0..keys.len() {
        let key = keys.get(i);
        if key.is_symbol() {
            continue;
        }
        let enumerable = attributes.get_own_property(vm, key)?.is_some_and(|d| d.enumerable == Some(true));
        if !enumerable {
            continue;
        }
        let value = attributes.get(vm, key)?;
        let Some(text) = value.as_string() else {
            return Err(vm.throw_type_error("Import attribute value must be a string"));
        };
        if key.to_display(vm) != "type" {
            let name = key.to_display(vm);
            return Err(vm.throw_type_error(format!("Invalid import attribute \"{name}\"")));
        }
        kind = text.to_rust_string_lossy(vm)?;
    }
    Ok(kind)
}

fn import_evaluated(vm: &mut Vm, args: Args) -> JsResult {
    // SAFETY: the closure captured a Module cell.
    let module = unsafe { Gc::from_ptr(args.captured(0).as_cell().cast::<Module>()) };
    if let Some(capability) = args.captured(1).as_object() {
        match namespace(vm, module) {
            Ok(namespace) => promise::resolve_promise(vm, capability, namespace)?,
            Err(throw) => {
                if vm.is_terminating() {
                    return Err(throw);
                }
                let error = vm.take_exception();
                promise::reject_promise(vm, capability, error)?;
            }
        }
    }
    Ok(Value::UNDEFINED)
}

fn import_failed(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(capability) = args.captured(1).as_object() {
        promise::reject_promise(vm, capability, args.get(0))?;
    }
    Ok(Value::UNDEFINED)
}

// ---- namespaces

/// GetModuleNamespace
pub fn namespace(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    if !module.namespace.get().is_undefined() {
        return Ok(module.namespace.get());
    }
    let mut names = Vec::new();
    exported_names(vm, module, &mut Vec::new(), &mut names)?;
    let mut exports = Vec::new();
    for name in &names {
        if let Resolution::Found(target) = resolve_export(vm, module, name, &mut Vec::new())? {
            let units: Vec<u16> = match name {
                ConstString::Utf8(text) => text.encode_utf16().collect(),
                ConstString::Utf16(units) => units.to_vec(),
            };
            exports.push((units, name, target));
        }
    }
    exports.sort_by(|a, b| a.0.cmp(&b.0));
    let object = vm.new_exotic(None, |object| Namespace { object, module, exports: RefCell::default() })?;
    object.header().set_flag(FLAG_EXOTIC);
    object.set_element_kind(ElementKind::Exotic);
    if let Some(namespace) = object.downcast::<Namespace>() {
        for (_, name, target) in exports {
            let key = PropertyKey::from_const(vm, name)?;
            namespace.exports.borrow_mut().push((key, target));
            vm.heap.barrier(object.as_ptr().cast());
        }
    }
    let tag = JsString::from_str(vm, "Module")?;
    object.define_raw(vm, vm.names.sym_to_string_tag, tag.value(), 0)?;
    module.namespace.set(object.value());
    vm.heap.barrier(module.header());
    Ok(object.value())
}

fn export_of(object: Object, key: PropertyKey) -> Option<Target> {
    let namespace = object.downcast::<Namespace>()?;
    let exports = namespace.exports.borrow();
    exports.iter().find(|(k, _)| *k == key).map(|(_, target)| *target)
}

fn read_target(vm: &mut Vm, target: Target, key: PropertyKey) -> JsResult {
    match target {
        Target::Namespace(module) => namespace(vm, module),
        Target::Slot(environment, slot) => {
            let value = slot_of(environment, slot).get();
            if value.is_empty() {
                let name = key.to_display(vm);
                return Err(vm.throw_uninitialized(&name));
            }
            Ok(value)
        }
    }
}

pub fn namespace_get_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
) -> JsResult<Option<PropertyDescriptor>> {
    if key.is_symbol() {
        return ordinary::get_own_property(object, vm, key);
    }
    match export_of(object, key) {
        None => Ok(None),
        Some(target) => {
            let value = read_target(vm, target, key)?;
            Ok(Some(PropertyDescriptor::data(value, true, true, false)))
        }
    }
}

pub fn namespace_define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    d: &PropertyDescriptor,
) -> JsResult<bool> {
    if key.is_symbol() {
        return ordinary::define_own_property(object, vm, key, d);
    }
    let Some(current) = namespace_get_own_property(object, vm, key)? else { return Ok(false) };
    if d.configurable == Some(true) || d.enumerable == Some(false) || d.is_accessor() || d.writable == Some(false) {
        return Ok(false);
    }
    match d.value {
        None => Ok(true),
        Some(value) => {
            ordinary::is_compatible(vm, true, &PropertyDescriptor { value: Some(value), ..Default::default() }, {
                let mut frozen = current;
                frozen.writable = Some(false);
                Some(frozen)
            })
        }
    }
}

pub fn namespace_has_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    if key.is_symbol() {
        return ordinary::has_property(object, vm, key);
    }
    Ok(export_of(object, key).is_some())
}

pub fn namespace_get(object: Object, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
    if key.is_symbol() {
        return ordinary::get(object, vm, key, receiver);
    }
    match export_of(object, key) {
        None => Ok(Value::UNDEFINED),
        Some(target) => read_target(vm, target, key),
    }
}

pub fn namespace_delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    if key.is_symbol() {
        return ordinary::delete(object, vm, key);
    }
    Ok(export_of(object, key).is_none())
}

pub fn namespace_own_property_keys(object: Object, vm: &mut Vm) -> JsResult<KeyList> {
    let mut list = KeyList::new(vm);
    if let Some(namespace) = object.downcast::<Namespace>() {
        for (key, _) in namespace.exports.borrow().iter() {
            list.push(*key);
        }
    }
    object.shape().for_each(|key, _| list.push(key));
    Ok(list)
}
