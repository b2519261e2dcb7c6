//! Files: `load`, `read`, `readbuffer`, and `readline` from standard input. Paths are relative to the working folder.

use crate::ended::Ended;
use tarsier::failure::describe_io;
use tarsier::host::host;
use tarsier::source_file;
use vm::object::array_buffer;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    global.define_method(vm, "load", 1, load)?;
    global.define_method(vm, "read", 1, read)?;
    global.define_method(vm, "readFile", 1, read)?;
    global.define_method(vm, "readbuffer", 1, read_buffer)?;
    global.define_method(vm, "readline", 0, readline)?;
    Ok(())
}

/// Path and content of the file that an argument names; an Error if it cannot be read.
fn content(vm: &mut Vm, path: Value) -> JsResult<(String, Vec<u8>)> {
    let path = convert::to_string(vm, path)?.to_rust_string_lossy(vm)?;
    match std::fs::read(&path) {
        Ok(bytes) => Ok((path, bytes)),
        Err(error) => Err(vm.throw_plain_error(format!("cannot read '{path}': {}", describe_io(&error)))),
    }
}

/// Runs scripts in the global scope; the completion value of the last one.
fn load(vm: &mut Vm, args: Args) -> JsResult {
    let mut result = Value::UNDEFINED;
    for i in 0..args.len() {
        let (path, bytes) = content(vm, args.get(i))?;
        let text = match source_file::decode(&path, bytes) {
            Ok(text) => text,
            Err(failure) => return Err(vm.throw_syntax_error(Ended::from(failure).to_string())),
        };
        let loaded = host(vm)?.maps.load(&path, text);
        let (text, _) = match loaded {
            Ok(loaded) => loaded,
            Err(refusal) => return Err(refusal.throw(vm)),
        };
        result = vm.run_script(&path, text)?;
    }
    Ok(result)
}

/// `read(path)`: the text, with U+FFFD for what is no UTF-8. `read(path, "binary")`: a Uint8Array.
fn read(vm: &mut Vm, args: Args) -> JsResult {
    let (_, bytes) = content(vm, args.get(0))?;
    let binary = args.get(1).as_string().is_some_and(|mode| mode.to_display() == "binary");
    if binary {
        let buffer = buffer_of(vm, &bytes)?;
        let constructor = vm.realm().uint8_array_constructor;
        return Ok(vm.construct(constructor, &[buffer], None)?.value());
    }
    Ok(JsString::from_str(vm, &String::from_utf8_lossy(&bytes))?.value())
}

/// An ArrayBuffer with the file's bytes.
fn read_buffer(vm: &mut Vm, args: Args) -> JsResult {
    let (_, bytes) = content(vm, args.get(0))?;
    buffer_of(vm, &bytes)
}

fn buffer_of(vm: &mut Vm, bytes: &[u8]) -> JsResult {
    let buffer = array_buffer::new_array_buffer(vm, bytes.len() as u64)?.value();
    if let Some(cell) = array_buffer::from_value(buffer) {
        // SAFETY: a new buffer has its data, of the length asked for, which nobody else knows yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), cell.data.get(), bytes.len()) };
    }
    Ok(buffer)
}

/// The next line of standard input without its end; null at the end of the input.
fn readline(vm: &mut Vm, _args: Args) -> JsResult {
    let host = host(vm)?;
    host.output.flush();
    let mut line = Vec::new();
    let state = vm.enter_idle();
    let result = host.read_line(&mut line);
    vm.leave_idle(state);
    match result {
        Ok(0) => Ok(Value::NULL),
        Ok(_) => {
            let text = String::from_utf8_lossy(&line);
            Ok(JsString::from_str(vm, text.trim_end_matches(['\n', '\r']))?.value())
        }
        Err(error) => Err(vm.throw_plain_error(format!("cannot read standard input: {}", describe_io(&error)))),
    }
}
