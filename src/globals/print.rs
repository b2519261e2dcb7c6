//! `print`: the arguments as strings, separated by spaces.

use tarsier::host::host;
use tarsier::host::print::{text_of, write_line, write_text};
use vm::{Args, JsResult, Object, Value, Vm};

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
    host(vm)?.output.error_line(&line);
    Ok(Value::UNDEFINED)
}

/// `print` without the line's end.
fn write(vm: &mut Vm, args: Args) -> JsResult {
    let text = joined(vm, args)?;
    write_text(vm, &text)
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
