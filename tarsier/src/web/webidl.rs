//! Conversions of WebIDL (https://webidl.spec.whatwg.org) that JavaScript does slowly.

use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("usv", 1, usv)])
}

/// USVString: the value as a string whose lone surrogates are U+FFFD.
fn usv(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    if text.is_latin1() {
        return Ok(text.value());
    }
    let view = text.view(vm)?;
    if view.is_well_formed() {
        return Ok(text.value());
    }
    let well_formed = view.to_rust_string_lossy();
    Ok(JsString::from_str(vm, &well_formed)?.value())
}
