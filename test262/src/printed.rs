//! `print`, as tests see it: what the test of this thread prints is kept.

use std::cell::RefCell;
use vm::runtime::convert;
use vm::{Args, JsResult, Value, Vm};

thread_local! {
    static PRINTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What the test printed; it is forgotten.
pub fn take() -> Vec<String> {
    PRINTED.take()
}

/// Gives the current realm `print`.
pub fn install(vm: &mut Vm) -> JsResult<()> {
    take();
    let global = vm.realm().global;
    global.define_method(vm, "print", 1, print)?;
    Ok(())
}

fn print(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    PRINTED.with_borrow_mut(|printed| printed.push(text));
    Ok(Value::UNDEFINED)
}
