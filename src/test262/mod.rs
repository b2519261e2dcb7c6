//! What test262 asks of its host: `$262` (its INTERPRETING.md, "Host-Defined Functions").
//!
//! A thread runs one test at a time; what belongs to the test is kept with the thread.

pub mod agent;
mod modules;
pub mod thrown;

use abi::cell::FLAG_HTMLDDA;
use std::rc::Rc;
use tarsier::Engine;
use vm::native::method;
use vm::object::array_buffer;
use vm::runtime::convert;
use vm::runtime::host::LoadedModule;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// The specifier of a module that has a source object (INTERPRETING.md, "Modules").
pub const MODULE_SOURCE: &str = "<module source>";

/// What a host loads for [`MODULE_SOURCE`].
pub fn module_source() -> LoadedModule {
    LoadedModule::Source("TestModule".into())
}

/// `--expose-test262`: what an engine's programs get.
pub fn expose(engine: &mut Engine) -> JsResult<()> {
    let files = engine.host().modules.clone();
    let vm = engine.vm();
    vm.module_loader = Rc::new(modules::Loader(files));
    install(vm).map(drop)
}

/// Gives the current realm `$262`, which is the result. It must have `print` already.
pub fn install(vm: &mut Vm) -> JsResult<Object> {
    agent::set_options(&vm.options);
    let global = vm.realm().global;
    let object = vm.new_object()?;
    object.define_methods(
        vm,
        &[
            method("createRealm", 0, create_realm),
            method("detachArrayBuffer", 1, detach_array_buffer),
            method("evalScript", 1, eval_script),
            method("gc", 0, collect_garbage),
        ],
    )?;
    let global_this = vm.realm().global_this;
    define(vm, object, "global", global_this.value())?;
    vm.options.undetectable_objects = true;
    let all = object.define_method(vm, "IsHTMLDDA", 0, document_all)?;
    all.header().set_flag(FLAG_HTMLDDA);
    let source = vm.realm().abstract_module_source_constructor;
    define(vm, object, "AbstractModuleSource", source.value())?;
    let agent = agent::main_object(vm)?;
    define(vm, object, "agent", agent.value())?;
    define(vm, global, "$262", object.value())?;
    Ok(object)
}

/// A property that can be written and deleted and is not enumerable.
fn define(vm: &mut Vm, object: Object, name: &str, value: Value) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    object.define_hidden(vm, key, value)
}

/// A new realm with this same host: its `$262`.
fn create_realm(vm: &mut Vm, _args: Args) -> JsResult {
    let key = PropertyKey::from_str(vm, "print")?;
    let print = vm.peek(vm.realm().global, key).unwrap_or(Value::UNDEFINED);
    let realm = vm.create_realm()?;
    let before = vm.realm();
    vm.set_realm(realm);
    let global = realm.global;
    let object = define(vm, global, "print", print).and_then(|()| install(vm));
    vm.set_realm(before);
    Ok(object?.value())
}

fn detach_array_buffer(vm: &mut Vm, args: Args) -> JsResult {
    array_buffer::detach(vm, args.get(0), args.get(1))?;
    Ok(Value::NULL)
}

/// Runs a script in the realm of this function, which is the current one.
fn eval_script(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    vm.run_script("<evalScript>", text)
}

fn collect_garbage(vm: &mut Vm, _args: Args) -> JsResult {
    vm.collect_garbage();
    Ok(Value::UNDEFINED)
}

/// What `document.all` does when called: null for nothing and for the empty string.
fn document_all(_: &mut Vm, args: Args) -> JsResult {
    let nothing = args.is_empty() || args.get(0).as_string().is_some_and(JsString::is_empty);
    Ok(if nothing { Value::NULL } else { Value::UNDEFINED })
}
