//! `print`: the arguments as strings, separated by spaces.

use super::shell;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    global.define_method(vm, "print", 0, print)?;
    global.define_method(vm, "printErr", 0, print_err)?;
    global.define_method(vm, "write", 0, write)?;
    Ok(())
}

fn print(vm: &mut Vm, args: Args) -> JsResult {
    let line = joined(vm, args)?;
    write_line(vm, &line)
}

fn print_err(vm: &mut Vm, args: Args) -> JsResult {
    let line = joined(vm, args)?;
    shell(vm)?.output.error_line(&line);
    Ok(Value::UNDEFINED)
}

/// `print` without the line's end.
fn write(vm: &mut Vm, args: Args) -> JsResult {
    let text = joined(vm, args)?;
    let good = shell(vm)?.output.text(&text);
    go_on_if(vm, good)
}

/// Writes a line to standard output; ends the script once that is impossible.
pub(super) fn write_line(vm: &mut Vm, line: &str) -> JsResult {
    let good = shell(vm)?.output.line(line);
    go_on_if(vm, good)
}

fn go_on_if(vm: &mut Vm, good: bool) -> JsResult {
    // Nobody will ever read what else the script prints; what it is that failed is told in the end.
    if good { Ok(Value::UNDEFINED) } else { Err(vm.throw_exit(crate::cli::exit_code::UNCAUGHT)) }
}

fn joined(vm: &mut Vm, args: Args) -> JsResult<String> {
    let mut line = String::new();
    for i in 0..args.len() {
        if i > 0 {
            line.push(' ');
        }
        line.push_str(&text_of(vm, args.get(i))?.to_display());
    }
    Ok(line)
}

/// String(v): symbols too have one.
pub(super) fn text_of(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    match v.as_symbol() {
        Some(symbol) => symbol.descriptive_string(vm),
        None => convert::to_string(vm, v),
    }
}
