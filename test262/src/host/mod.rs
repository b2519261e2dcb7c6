//! The host that tests see: `print` and `$262` (test262's INTERPRETING.md, "Host-Defined Functions").
//!
//! A thread runs one test at a time; what the test prints is kept with the thread.

pub mod agent;
pub mod modules;

use abi::cell::FLAG_HTMLDDA;
use std::cell::RefCell;
use vm::builtins::array_buffer;
use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

thread_local! {
    static PRINTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Forgets what earlier tests printed.
pub fn reset() {
    PRINTED.take();
}

/// What the test printed.
pub fn printed() -> Vec<String> {
    PRINTED.take()
}

/// Gives the current realm `print` and `$262`; the latter is the result.
pub fn install(vm: &mut Vm) -> JsResult<Object> {
    let global = vm.realm().global;
    global.define_method(vm, "print", 1, print)?;
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

fn print(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    PRINTED.with_borrow_mut(|printed| printed.push(text));
    Ok(Value::UNDEFINED)
}

/// A new realm with this same host: its `$262`.
fn create_realm(vm: &mut Vm, _args: Args) -> JsResult {
    let realm = vm.create_realm()?;
    let before = vm.realm();
    vm.set_realm(realm);
    let object = install(vm);
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
