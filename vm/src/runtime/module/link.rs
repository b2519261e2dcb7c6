//! Linking (sec. 16.2.1.6.1.2 and 16.2.1.7): exports are resolved, environments made, functions instantiated.

use super::{Module, PHASE_DEFER, PHASE_EVALUATION, PHASE_SOURCE, Status, Target, slot_of};
use crate::bytecode::data::ConstString;
use crate::code::install::{closure_of_template, new_code, new_scope_info};
use crate::frontend;
use crate::realm::Realm;
use crate::runtime::script::throw_syntax_error;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use gc::Gc;
use rustc_hash::FxHashSet;
use std::ptr::null_mut;

pub enum Resolution {
    Found(Target),
    NotFound,
    Ambiguous,
}

fn same_target(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::Slot(e, s), Target::Slot(f, t)) => e == f && s == t,
        (Target::Namespace(m), Target::Namespace(n))
        | (Target::DeferredNamespace(m), Target::DeferredNamespace(n))
        | (Target::Source(m), Target::Source(n)) => m.ptr_eq(*n),
        _ => false,
    }
}

pub fn throw_no_source(vm: &mut Vm, module: Gc<Module>) -> Throw {
    vm.throw_syntax_error(format!("Source phase import is not available for module '{}'", module.name))
}

/// GetModuleSource
pub fn module_source(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    let object = module.source_object.get();
    if object.is_undefined() { Err(throw_no_source(vm, module)) } else { Ok(object) }
}

/// What a request gives that asks for no export: a namespace or a source.
fn whole_module(module: Gc<Module>, phase: u16) -> Target {
    match phase {
        PHASE_SOURCE => Target::Source(module),
        PHASE_DEFER => Target::DeferredNamespace(module),
        _ => Target::Namespace(module),
    }
}

/// ResolveExport
pub fn resolve_export(
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
    let environment = module.environment.get();
    let Some(data) = &module.data else {
        let slot = module.synthetic_exports.iter().position(|export| export == name);
        return Ok(slot.map_or(Resolution::NotFound, |slot| Resolution::Found(Target::Slot(environment, slot as u16))));
    };
    if let Some(export) = data.local_exports.iter().find(|e| e.name == *name) {
        return Ok(Resolution::Found(Target::Slot(environment, export.slot)));
    }
    if let Some(export) = data.indirect_exports.iter().find(|e| e.name == *name) {
        let Some(other) = module.imported(export.request) else { return Ok(Resolution::NotFound) };
        let phase = module.phase_of(export.request);
        return match &export.import {
            Some(import) if phase == PHASE_EVALUATION => resolve_export(vm, other, import, seen),
            _ => Ok(Resolution::Found(whole_module(other, phase))),
        };
    }
    if name.to_text() == "default" {
        return Ok(Resolution::NotFound);
    }
    let mut found: Option<Target> = None;
    for &request in &data.star_exports {
        let Some(other) = module.imported(request) else { continue };
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

/// GetExportedNames; each name once, in order.
pub fn exported_names(vm: &mut Vm, module: Gc<Module>) -> JsResult<Vec<ConstString>> {
    let (mut seen, mut known, mut names) = (Vec::new(), FxHashSet::default(), Vec::new());
    collect_names(vm, module, false, &mut seen, &mut |name| {
        if known.insert(name.clone()) {
            names.push(name.clone());
        }
    })?;
    Ok(names)
}

fn collect_names(
    vm: &mut Vm,
    module: Gc<Module>,
    starred: bool,
    seen: &mut Vec<*mut Module>,
    add: &mut dyn FnMut(&ConstString),
) -> JsResult<()> {
    vm.check_native_stack()?;
    if seen.contains(&module.as_ptr()) {
        return Ok(());
    }
    seen.push(module.as_ptr());
    let default = ConstString::from("default");
    let Some(data) = module.data.clone() else {
        module.synthetic_exports.iter().filter(|name| !starred || **name != default).for_each(&mut *add);
        return Ok(());
    };
    let own = data.local_exports.iter().map(|e| &e.name).chain(data.indirect_exports.iter().map(|e| &e.name));
    own.filter(|name| !starred || **name != default).for_each(&mut *add);
    for &request in &data.star_exports {
        if let Some(other) = module.imported(request) {
            collect_names(vm, other, true, seen, add)?;
        }
    }
    Ok(())
}

/// Link. What fails leaves the modules unlinked, to be tried again.
pub fn link(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    // Environments first, so that exports can be resolved in any order.
    let mut order = Vec::new();
    make_environments(vm, module, &mut FxHashSet::default(), &mut order)?;
    for &m in &order {
        initialize_environment(vm, m)?;
    }
    for m in &order {
        m.status.set(Status::Linked);
    }
    Ok(())
}

/// Gives every unlinked module of the graph its environment; `order` gets them as a depth-first search leaves them.
fn make_environments(
    vm: &mut Vm,
    module: Gc<Module>,
    seen: &mut FxHashSet<*mut Module>,
    order: &mut Vec<Gc<Module>>,
) -> JsResult<()> {
    vm.check_native_stack()?;
    if module.status.get() != Status::Unlinked || !seen.insert(module.as_ptr()) {
        return Ok(());
    }
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
    for (other, _) in module.imported_modules() {
        make_environments(vm, other, seen, order)?;
    }
    order.push(module);
    Ok(())
}

/// InitializeEnvironment
fn initialize_environment(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    let Some(data) = module.data.clone() else { return Ok(()) };
    let source = data.body.source.clone();
    let missing = |vm: &mut Vm, ambiguous: bool, name: &ConstString, request: u32, position: u32| {
        let specifier = data.requests[request as usize].specifier.to_text();
        let name = name.to_text();
        let message = if ambiguous {
            format!("The requested module '{specifier}' contains conflicting star exports for name '{name}'")
        } else {
            format!("The requested module '{specifier}' does not provide an export named '{name}'")
        };
        throw_syntax_error(vm, &source, &frontend::SyntaxError { message: message.into(), offset: position })
    };
    for export in &data.indirect_exports {
        let Some(import) = &export.import else { continue };
        let ambiguous = match resolve_export(vm, module, &export.name, &mut Vec::new())? {
            Resolution::Found(_) => continue,
            Resolution::NotFound => false,
            Resolution::Ambiguous => true,
        };
        return Err(missing(vm, ambiguous, import, export.request, export.position));
    }
    module.imports.borrow_mut().clear();
    for import in &data.imports {
        let Some(other) = module.imported(import.request) else { continue };
        let phase = module.phase_of(import.request);
        let target = match &import.name {
            Some(name) if phase == PHASE_EVALUATION => match resolve_export(vm, other, name, &mut Vec::new())? {
                Resolution::Found(target) => target,
                Resolution::NotFound => return Err(missing(vm, false, name, import.request, import.position)),
                Resolution::Ambiguous => return Err(missing(vm, true, name, import.request, import.position)),
            },
            _ => whole_module(other, phase),
        };
        if let Target::Source(module) = target {
            module_source(vm, module)?;
        }
        module.imports.borrow_mut().push(target);
        vm.heap.barrier(module.header());
    }
    // SAFETY: a module's realm is a live Realm cell.
    let realm = unsafe { Gc::from_ptr(module.realm.get().cast::<Realm>()) };
    let code = new_code(vm, data.body.clone(), module.as_ptr().cast(), realm)?;
    module.code.set(code.as_ptr());
    vm.heap.barrier(module.header());
    for &slot in &data.vars {
        module.set_slot(slot, Value::UNDEFINED);
    }
    for (slot, template) in &data.functions {
        let f = closure_of_template(vm, template.clone(), module.environment.get(), Some(&code))?;
        slot_of(&module.environment.get(), *slot).set(f.value());
        vm.heap.barrier(module.environment.get().cast());
    }
    Ok(())
}
