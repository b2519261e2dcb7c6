//! What `navigator` tells.

use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_method(vm, "concurrency", 0, concurrency)?;
    let platform = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", arch) => format!("Linux {arch}"),
        (os, _) => os.to_string(),
    };
    for (name, text) in [
        ("userAgent", concat!("Tarsier/", env!("CARGO_PKG_VERSION"))),
        // There is no Intl: all that depends on a locale is as in English.
        ("language", "en-US"),
        ("platform", &platform),
    ] {
        let text = JsString::from_str(vm, text)?;
        let key = PropertyKey::from_str(vm, name)?;
        native.define_hidden(vm, key, text.value())?;
    }
    Ok(())
}

/// Processors that this process may run on.
fn concurrency(_: &mut Vm, _args: Args) -> JsResult {
    Ok(Value::from_usize(std::thread::available_parallelism().map_or(1, |n| n.get())))
}
