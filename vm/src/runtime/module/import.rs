//! Dynamic imports (sec. 13.3.10): `import()`, `import.defer()`, `import.source()`.

use super::evaluate::{Seen, evaluate, gather_asynchronous};
use super::load::load_requested_modules;
use super::namespace::namespace;
use super::{Module, PHASE_DEFER, PHASE_EVALUATION, PHASE_SOURCE, link, module_of};
use crate::code::Code;
use crate::object::Object;
use crate::runtime::{convert, promise};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{Args, JsResult, Value, ValueExt};
use gc::Gc;

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

/// Calls `work`; what it throws rejects the promise (IfAbruptRejectPromise).
fn or_reject(vm: &mut Vm, capability: Object, work: impl FnOnce(&mut Vm) -> JsResult<()>) -> JsResult<()> {
    match work(vm) {
        Ok(()) => Ok(()),
        Err(throw) if vm.is_terminating() => Err(throw),
        Err(_) => {
            let error = vm.take_exception();
            promise::reject_promise(vm, capability, error)
        }
    }
}

/// EvaluateImportCall: a promise of the namespace, or of the module source.
pub fn import_call(vm: &mut Vm, code: &Code, specifier: Value, options: Value, phase: u16) -> JsResult {
    let capability = promise::new_promise(vm)?;
    or_reject(vm, capability, |vm| start_import(vm, code, specifier, options, phase, capability))?;
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
    let referrer = name_of(vm, code);
    let module = vm.load(&specifier, &kind, &referrer)?;
    continue_dynamic_import(vm, module, phase, capability)
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
    vm.program_code().map_or(String::new(), |code| name_of(vm, &code))
}

/// Imports a module into the current realm: a promise of the namespace.
pub fn import_by_name(vm: &mut Vm, specifier: &str, referrer: &str) -> JsResult<Object> {
    let capability = promise::new_promise(vm)?;
    or_reject(vm, capability, |vm| {
        let module = vm.load(specifier, "", referrer)?;
        continue_dynamic_import(vm, module, PHASE_EVALUATION, capability)
    })?;
    Ok(capability)
}

/// ContinueDynamicImport: linking and evaluation are jobs of their own, since loading may take time.
fn continue_dynamic_import(vm: &mut Vm, module: Gc<Module>, phase: u16, capability: Object) -> JsResult<()> {
    if phase == PHASE_SOURCE {
        let source = link::module_source(vm, module)?;
        return promise::resolve_promise(vm, capability, source);
    }
    let loaded = promise::new_promise(vm)?;
    or_reject(vm, loaded, |vm| load_requested_modules(vm, module))?;
    if promise::state(loaded) == promise::PromiseState::Pending {
        promise::resolve_promise(vm, loaded, Value::UNDEFINED)?;
    }
    let captured = [module.value(), capability.value(), Value::int(i32::from(phase))];
    let link_and_evaluate = vm.new_native_closure(0, link_and_evaluate, &captured)?;
    let rejected = vm.new_native_closure(1, import_rejected, &captured)?;
    promise::then_native(vm, loaded, link_and_evaluate, rejected)
}

/// What the closures of an import captured.
struct Import {
    module: Gc<Module>,
    capability: Object,
    phase: u16,
}

impl Import {
    fn of(args: &Args) -> Option<Import> {
        // SAFETY: the closure captured a Module cell.
        let module = unsafe { Gc::from_ptr(args.captured(0).as_cell().cast::<Module>()) };
        let phase = if args.captured(2) == Value::int(i32::from(PHASE_DEFER)) { PHASE_DEFER } else { PHASE_EVALUATION };
        Some(Import { module, capability: args.captured(1).as_object()?, phase })
    }

    fn resolve(&self, vm: &mut Vm) -> JsResult<()> {
        let namespace = namespace(vm, self.module, self.phase)?;
        promise::resolve_promise(vm, self.capability, namespace)
    }
}

fn link_and_evaluate(vm: &mut Vm, args: Args) -> JsResult {
    let Some(import) = Import::of(&args) else { return Ok(Value::UNDEFINED) };
    or_reject(vm, import.capability, |vm| {
        link::link(vm, import.module)?;
        let evaluation = if import.phase == PHASE_DEFER {
            let mut list = Vec::new();
            gather_asynchronous(vm, import.module, &mut Seen::default(), &mut list)?;
            if list.is_empty() {
                return import.resolve(vm);
            }
            all_evaluated(vm, &list)?
        } else {
            let evaluation = evaluate(vm, import.module)?;
            let Some(promise) = promise::as_promise(evaluation) else { return Ok(()) };
            promise
        };
        let captured = [args.captured(0), args.captured(1), args.captured(2)];
        let fulfilled = vm.new_native_closure(0, import_fulfilled, &captured)?;
        let rejected = vm.new_native_closure(1, import_rejected, &captured)?;
        promise::then_native(vm, evaluation, fulfilled, rejected)
    })?;
    Ok(Value::UNDEFINED)
}

/// SafePerformPromiseAll over the evaluations of these modules: a promise that is fulfilled, with nothing, when all are.
fn all_evaluated(vm: &mut Vm, modules: &[Gc<Module>]) -> JsResult<Object> {
    let all = promise::new_promise(vm)?;
    // The count of those that are left, shared by the closures: the length of an array.
    let left = vm.new_array_with_capacity(modules.len() as u32)?;
    for _ in modules {
        left.push(vm, Value::UNDEFINED)?;
    }
    for &module in modules {
        let evaluation = evaluate(vm, module)?;
        let captured = [all.value(), left.value()];
        let fulfilled = vm.new_native_closure(1, one_evaluated, &captured)?;
        let rejected = vm.new_native_closure(1, one_failed, &captured)?;
        if let Some(promise) = promise::as_promise(evaluation) {
            promise::then_native(vm, promise, fulfilled, rejected)?;
        }
    }
    Ok(all)
}

fn one_evaluated(vm: &mut Vm, args: Args) -> JsResult {
    if let (Some(all), Some(left)) = (args.captured(0).as_object(), args.captured(1).as_object()) {
        let length = left.as_array().map_or(0, |a| a.length.get());
        if length <= 1 {
            promise::resolve_promise(vm, all, Value::UNDEFINED)?;
        } else {
            left.set(vm, vm.names.length, Value::number(f64::from(length - 1)), true)?;
        }
    }
    Ok(Value::UNDEFINED)
}

fn one_failed(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(all) = args.captured(0).as_object()
        && promise::state(all) == promise::PromiseState::Pending
    {
        promise::reject_promise(vm, all, args.get(0))?;
    }
    Ok(Value::UNDEFINED)
}

fn import_fulfilled(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(import) = Import::of(&args) {
        or_reject(vm, import.capability, |vm| import.resolve(vm))?;
    }
    Ok(Value::UNDEFINED)
}

fn import_rejected(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(import) = Import::of(&args) {
        promise::reject_promise(vm, import.capability, args.get(0))?;
    }
    Ok(Value::UNDEFINED)
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
    // EnumerableOwnProperties: all values are read before any is judged.
    let keys = attributes.own_property_keys(vm)?;
    let mut values = vm.heap.rooted_vec();
    let mut names = Vec::new();
    for i in 0..keys.len() {
        let key = keys.get(i);
        if key.is_symbol() {
            continue;
        }
        if attributes.get_own_property(vm, key)?.is_some_and(|d| d.enumerable == Some(true)) {
            values.push(attributes.get(vm, key)?);
            names.push(key.to_display(vm));
        }
    }
    if !values.iter().all(|value| value.is_string()) {
        return Err(vm.throw_type_error("Import attribute value must be a string"));
    }
    let mut kind = String::new();
    for (name, value) in names.iter().zip(values.iter()) {
        if name != "type" {
            return Err(vm.throw_type_error(format!("Invalid import attribute \"{name}\"")));
        }
        if let Some(text) = value.as_string() {
            kind = text.to_rust_string_lossy(vm)?;
        }
    }
    Ok(kind)
}
