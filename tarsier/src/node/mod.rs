//! Node's built-in modules, as far as programs without network and processes use them: `node:path`, `node:fs` and their like.
//!
//! They are files of the library (`src/library/node`), which run when they are first asked for; what they need of the system and of the engine's
//! inside is in the modules here, one for each file that has built-ins.

pub mod bytes;
pub mod fs;
pub mod process;
pub mod system;
pub mod values;

use crate::library;
use vm::native::method;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// What node has by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Provided {
    /// A file of the library, or one of its exports.
    File(&'static str),
    Export(&'static str, &'static str),
    /// A global.
    Global(&'static str),
    /// What loads modules has it.
    Loader,
    /// Node has it; we do not.
    No,
}

use Provided::{Export, File, Global, Loader, No};

/// All names without `node:`, in order. Those that node has behind that prefix only are in [`PREFIXED`].
static MODULES: &[(&str, Provided)] = &[
    ("_http_agent", No),
    ("_http_client", No),
    ("_http_common", No),
    ("_http_incoming", No),
    ("_http_outgoing", No),
    ("_http_server", No),
    ("_stream_duplex", No),
    ("_stream_passthrough", No),
    ("_stream_readable", No),
    ("_stream_transform", No),
    ("_stream_wrap", No),
    ("_stream_writable", No),
    ("_tls_common", No),
    ("_tls_wrap", No),
    ("assert", File("node/assert")),
    ("assert/strict", Export("node/assert", "strict")),
    ("async_hooks", No),
    ("buffer", File("node/buffer")),
    ("child_process", No),
    ("cluster", No),
    ("console", Global("console")),
    ("constants", File("node/constants")),
    ("crypto", No),
    ("dgram", No),
    ("diagnostics_channel", No),
    ("dns", No),
    ("dns/promises", No),
    ("domain", No),
    ("events", File("node/events")),
    ("fs", File("node/fs")),
    ("fs/promises", Export("node/fs", "promises")),
    ("http", No),
    ("http2", No),
    ("https", No),
    ("inspector", No),
    ("inspector/promises", No),
    ("module", Loader),
    ("net", No),
    ("os", File("node/os")),
    ("path", File("node/path")),
    ("path/posix", Export("node/path", "posix")),
    ("path/win32", Export("node/path", "win32")),
    ("perf_hooks", File("node/perf_hooks")),
    ("process", File("node/process")),
    ("punycode", File("node/punycode")),
    ("querystring", File("node/querystring")),
    ("readline", No),
    ("readline/promises", No),
    ("repl", No),
    ("stream", No),
    ("stream/consumers", No),
    ("stream/promises", No),
    ("stream/web", No),
    ("string_decoder", File("node/string_decoder")),
    ("sys", File("node/util")),
    ("timers", File("node/timers")),
    ("timers/promises", Export("node/timers", "promises")),
    ("tls", No),
    ("trace_events", No),
    ("tty", File("node/tty")),
    ("url", File("node/url")),
    ("util", File("node/util")),
    ("util/types", File("node/internal/types")),
    ("v8", No),
    ("vm", No),
    ("wasi", No),
    ("worker_threads", No),
    ("zlib", No),
];

/// What node has as `node:...` only.
static PREFIXED: &[&str] = &["sea", "sqlite", "test", "test/reporters"];

fn find(name: &str) -> Option<Provided> {
    if let Some(bare) = name.strip_prefix("node:")
        && PREFIXED.contains(&bare)
    {
        return Some(No);
    }
    let bare = name.strip_prefix("node:").unwrap_or(name);
    let index = MODULES.binary_search_by_key(&bare, |(name, _)| name).ok()?;
    Some(MODULES[index].1)
}

/// Whether node has a built-in module by this name, with or without `node:`, be it provided here or not.
pub fn is_builtin(name: &str) -> bool {
    find(name).is_some()
}

/// All names without `node:`: what node calls `builtinModules`.
pub fn builtin_modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}

/// The exports of a built-in module, by its name with or without `node:`; None if node has none by this name.
///
/// # Errors
/// An Error with the code `ERR_UNKNOWN_BUILTIN_MODULE` for what node has and Tarsier does not; what the module throws (for want of memory).
pub fn builtin(vm: &mut Vm, name: &str) -> JsResult<Option<Value>> {
    match find(name) {
        None => Ok(None),
        Some(File(id)) => Ok(Some(library::load(vm, id)?.value())),
        Some(Export(id, export)) => library::export(vm, id, export).map(Some),
        Some(Global(global)) => {
            let key = PropertyKey::from_str(vm, global)?;
            let object = vm.realm().global;
            object.get(vm, key).map(Some)
        }
        Some(Loader) => crate::modules::builtin::value(vm, "module").map(Some),
        Some(No) => {
            let bare = name.strip_prefix("node:").unwrap_or(name);
            let message =
                format!("The module 'node:{bare}' is known but not provided: Tarsier does not have this part of node");
            let error = vm.new_error(vm::runtime::error::ErrorKind::Error, &message)?;
            crate::host::put_text(vm, error, "code", "ERR_UNKNOWN_BUILTIN_MODULE")?;
            Err(vm.throw(error.value()))
        }
    }
}

/// Node's globals: `process`, `Buffer` and `global`; the first two are loaded when they are looked at.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    library::lazy_global(vm, global, "process", "node/process", "process")?;
    library::lazy_global(vm, global, "Buffer", "node/buffer", "Buffer")?;
    let key = PropertyKey::from_str(vm, "global")?;
    global.define_hidden(vm, key, global.value())
}

/// Built-ins of `library/node/internal/builtins.js`: what `process.getBuiltinModule` and `node:module` need.
///
/// # Errors
/// For want of memory.
pub fn install_builtins(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[method("get", 1, get_builtin), method("names", 0, names), method("isBuiltin", 1, is_name)],
    )
}

fn get_builtin(vm: &mut Vm, args: Args) -> JsResult {
    let Some(name) = args.get(0).as_string() else { return Ok(Value::UNDEFINED) };
    let name = name.to_rust_string_lossy(vm)?;
    Ok(builtin(vm, &name)?.unwrap_or(Value::UNDEFINED))
}

fn is_name(vm: &mut Vm, args: Args) -> JsResult {
    let Some(name) = args.get(0).as_string() else { return Ok(Value::FALSE) };
    let name = name.to_rust_string_lossy(vm)?;
    Ok(Value::bool(is_builtin(&name)))
}

fn names(vm: &mut Vm, _args: Args) -> JsResult {
    let list = vm.new_array_with_capacity(MODULES.len() as u32)?;
    for name in builtin_modules() {
        let name = JsString::from_str(vm, name)?;
        list.push(vm, name.value())?;
    }
    Ok(list.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(MODULES.is_sorted_by(|a, b| a.0 < b.0), "they are looked for by halves");
        for (name, is) in [
            ("path", true),
            ("node:path", true),
            ("node:fs/promises", true),
            ("http", true),
            ("node:test", true),
            ("test", false),
            ("paths", false),
            ("node:", false),
            ("node:node:path", false),
        ] {
            assert_eq!(is_builtin(name), is, "{name}");
        }
    }
}
