//! Printing for scripts: values as strings, and what becomes of a script that nobody can read any more.

use super::host;
use crate::node::process::FAILED;
use vm::runtime::convert;
use vm::{JsResult, JsString, Value, ValueExt, Vm};

/// Writes a line to standard output; ends the script once that is impossible.
pub fn write_line(vm: &mut Vm, line: &str) -> JsResult {
    let good = host(vm)?.output.line(line);
    go_on_if(vm, good)
}

/// As [`write_line`], without the line's end.
pub fn write_text(vm: &mut Vm, text: &str) -> JsResult {
    let good = host(vm)?.output.text(text);
    go_on_if(vm, good)
}

fn go_on_if(vm: &mut Vm, good: bool) -> JsResult {
    // Nobody will ever read what else the script prints; what it is that failed is told in the end.
    if good { Ok(Value::UNDEFINED) } else { Err(vm.throw_exit(FAILED)) }
}

/// String(v): symbols too have one.
pub fn text_of(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    match v.as_symbol() {
        Some(symbol) => symbol.descriptive_string(vm),
        None => convert::to_string(vm, v),
    }
}
