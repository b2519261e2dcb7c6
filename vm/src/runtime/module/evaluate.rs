//! Evaluation (sec. 16.2.1.6.1.3): in depth-first order, with top-level await; and what deferred imports leave for later (proposal
//! Deferred Imports Evaluation).

use super::{Module, ORDER_DONE, ORDER_UNSET, PHASE_DEFER, Status};
use crate::object::Object;
use crate::runtime::promise::{self, PromiseState};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{Args, JsResult, Value, ValueExt};
use gc::Gc;
use rustc_hash::FxHashSet;
use std::ptr::null_mut;

/// Modules that a walk has been to.
pub type Seen = FxHashSet<*mut Module>;

/// Evaluate: the promise of the module's evaluation.
pub fn evaluate(vm: &mut Vm, module: Gc<Module>) -> JsResult {
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
            if module.data.is_none() || module.status.get() == Status::Evaluated {
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

fn contains(list: &[Gc<Module>], module: Gc<Module>) -> bool {
    list.iter().any(|m| m.ptr_eq(module))
}

/// The modules that must be evaluated before this one: of deferred imports only what is asynchronous.
fn evaluation_list(vm: &mut Vm, module: Gc<Module>) -> JsResult<Vec<Gc<Module>>> {
    let mut list = Vec::new();
    for (other, phase) in module.imported_modules() {
        if phase == PHASE_DEFER {
            gather_asynchronous(vm, other, &mut Seen::default(), &mut list)?;
        } else if !contains(&list, other) {
            list.push(other);
        }
    }
    Ok(list)
}

/// IsModuleSCCEvaluated: a cycle is evaluated when its root is.
fn is_cycle_evaluated(module: Gc<Module>) -> bool {
    cycle_root(module).unwrap_or(module).status.get() == Status::Evaluated
}

/// GatherAsynchronousTransitiveDependencies
pub fn gather_asynchronous(
    vm: &mut Vm,
    module: Gc<Module>,
    seen: &mut Seen,
    result: &mut Vec<Gc<Module>>,
) -> JsResult<()> {
    vm.check_native_stack()?;
    if !seen.insert(module.as_ptr()) {
        return Ok(());
    }
    if module.data.is_none() || module.status.get() == Status::Evaluating || is_cycle_evaluated(module) {
        return Ok(());
    }
    if module.has_top_level_await {
        if !contains(result, module) {
            result.push(module);
        }
        return Ok(());
    }
    for (other, _) in module.imported_modules() {
        gather_asynchronous(vm, other, seen, result)?;
    }
    Ok(())
}

/// ReadyForSyncExecution
fn ready_for_sync_execution(vm: &mut Vm, module: Gc<Module>, seen: &mut Seen) -> JsResult<bool> {
    vm.check_native_stack()?;
    if module.data.is_none() || !seen.insert(module.as_ptr()) {
        return Ok(true);
    }
    if is_cycle_evaluated(module) {
        return Ok(true);
    }
    if module.status.get() != Status::Linked || module.has_top_level_await {
        return Ok(false);
    }
    for (other, _) in module.imported_modules() {
        if !ready_for_sync_execution(vm, other, seen)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// EvaluateModuleSync
pub fn evaluate_sync(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    if is_cycle_evaluated(module) && cycle_root(module).unwrap_or(module).error.get().is_empty() {
        return Ok(());
    }
    if !ready_for_sync_execution(vm, module, &mut Seen::default())? {
        let message = format!("Module '{}' cannot be evaluated now: it is being evaluated, or awaits", module.name);
        return Err(vm.throw_type_error(message));
    }
    let evaluation = evaluate(vm, module)?;
    let Some(promise) = promise::as_promise(evaluation) else { return Ok(()) };
    if promise::state(promise) != PromiseState::Rejected {
        return Ok(());
    }
    if !promise::is_handled(promise) {
        vm.host.promise_rejection_tracker(promise.value(), true);
    }
    promise::mark_handled(promise);
    Err(vm.throw(promise::result(promise)))
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
    for other in evaluation_list(vm, module)? {
        index = inner_evaluation(vm, other, stack, index)?;
        if other.data.is_none() {
            continue;
        }
        let mut required = other;
        if required.status.get() == Status::Evaluating {
            module.dfs_ancestor.set(module.dfs_ancestor.get().min(required.dfs_ancestor.get()));
        } else {
            required = cycle_root(required).unwrap_or(required);
            let error = required.error.get();
            if !error.is_empty() {
                return Err(vm.throw(error));
            }
        }
        if required.has_async_order() {
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
        run_body(vm, module)?;
    }
    if module.dfs_ancestor.get() == module.dfs_index.get() {
        while let Some(required) = stack.pop() {
            let asynchronous = required.async_order.get() != ORDER_UNSET;
            required.status.set(if asynchronous { Status::EvaluatingAsync } else { Status::Evaluated });
            required.cycle_root.set(module.as_ptr());
            vm.heap.barrier(required.header());
            if required.ptr_eq(module) {
                break;
            }
        }
    }
    Ok(index)
}

/// ExecuteModule: for a module that awaits, the promise of its end.
fn run_body(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    if module.data.is_none() {
        return evaluate_synthetic(vm, module);
    }
    let f = vm.new_function(module.code.get(), module.environment.get(), Value::EMPTY, null_mut())?;
    vm.call(f.value(), Value::UNDEFINED, &[])
}

/// Evaluate of a synthetic module record: the host's function gives the values of its exports.
fn evaluate_synthetic(vm: &mut Vm, module: Gc<Module>) -> JsResult {
    let steps = module.steps.get();
    if steps.is_undefined() {
        return Ok(Value::UNDEFINED);
    }
    let values = vm.call(steps, Value::UNDEFINED, &[])?;
    for slot in 0..module.synthetic_exports.len() {
        let key = PropertyKey::from_u64_index(vm, slot as u64)?;
        let value = match values.as_object() {
            Some(values) => values.get(vm, key)?,
            None => Value::UNDEFINED,
        };
        module.set_slot(slot as u16, value);
        vm.heap.barrier(module.environment.get().cast());
    }
    module.steps.set(Value::UNDEFINED);
    Ok(Value::UNDEFINED)
}

/// ExecuteAsyncModule
fn execute_async(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    let result = run_body(vm, module)?;
    let captured = [module.value()];
    let fulfilled = vm.new_native_closure(1, |vm, args| settle(vm, args, true), &captured)?;
    let rejected = vm.new_native_closure(1, |vm, args| settle(vm, args, false), &captured)?;
    match result.as_object() {
        Some(promise) => promise::then_native(vm, promise, fulfilled, rejected),
        None => Ok(()),
    }
}

fn settle(vm: &mut Vm, args: Args, fulfilled: bool) -> JsResult {
    let cell = args.captured(0);
    // SAFETY: the closure captured a Module cell.
    let module = unsafe { Gc::from_ptr(cell.as_cell().cast::<Module>()) };
    if fulfilled {
        execution_fulfilled(vm, module)?
    } else {
        execution_rejected(vm, module, args.get(0))?
    }
    Ok(Value::UNDEFINED)
}

/// GatherAvailableAncestors
fn gather_available_ancestors(vm: &mut Vm, module: Gc<Module>, list: &mut Vec<Gc<Module>>) -> JsResult<()> {
    vm.check_native_stack()?;
    let parents = module.async_parents.borrow().clone();
    for parent in parents {
        let failed = cycle_root(parent).is_some_and(|r| !r.error.get().is_empty());
        if contains(list, parent) || failed {
            continue;
        }
        parent.pending_dependencies.set(parent.pending_dependencies.get().saturating_sub(1));
        if parent.pending_dependencies.get() == 0 {
            list.push(parent);
            if !parent.has_top_level_await {
                gather_available_ancestors(vm, parent, list)?;
            }
        }
    }
    Ok(())
}

/// The end of a module's own evaluation.
fn complete(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    module.async_order.set(ORDER_DONE);
    module.status.set(Status::Evaluated);
    match capability(module) {
        Some(promise) => promise::resolve_promise(vm, promise, Value::UNDEFINED),
        None => Ok(()),
    }
}

/// [[TopLevelCapability]]
fn capability(module: Gc<Module>) -> Option<Object> {
    module.top_level.get().as_object()
}

/// AsyncModuleExecutionFulfilled
fn execution_fulfilled(vm: &mut Vm, module: Gc<Module>) -> JsResult<()> {
    if module.status.get() == Status::Evaluated {
        return Ok(());
    }
    complete(vm, module)?;
    let mut list = Vec::new();
    gather_available_ancestors(vm, module, &mut list)?;
    list.sort_by_key(|m| m.async_order.get());
    for m in list {
        if m.status.get() == Status::Evaluated {
            continue;
        }
        if m.has_top_level_await {
            execute_async(vm, m)?;
            continue;
        }
        match run_body(vm, m) {
            Ok(_) => complete(vm, m)?,
            Err(throw) => {
                if vm.is_terminating() {
                    return Err(throw);
                }
                let error = vm.take_exception();
                execution_rejected(vm, m, error)?;
            }
        }
    }
    Ok(())
}

/// AsyncModuleExecutionRejected
fn execution_rejected(vm: &mut Vm, module: Gc<Module>, error: Value) -> JsResult<()> {
    vm.check_native_stack()?;
    if module.status.get() == Status::Evaluated {
        return Ok(());
    }
    module.error.set(error);
    vm.heap.barrier(module.header());
    module.status.set(Status::Evaluated);
    module.async_order.set(ORDER_DONE);
    if let Some(promise) = capability(module) {
        promise::reject_promise(vm, promise, error)?;
    }
    let parents = module.async_parents.borrow().clone();
    for parent in parents {
        execution_rejected(vm, parent, error)?;
    }
    Ok(())
}
