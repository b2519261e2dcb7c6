//! The library: code of ours in JavaScript, which is compiled and run when it is first asked for, in each realm for itself.
//!
//! A file `src/library/<area>/<name>.js` is the body of a function with the parameters `require` and `native`, in strict mode, which ends in
//! `return { ... }`: its exports. Its id is `<area>/<name>`. `require(id)` gives another file's exports; `native` holds the built-ins that its line in
//! [`FILES`] installs. Scripts get at neither.
//!
//! What such a file needs of the language's own objects it takes from `internal/primordials`, since a script may have replaced globals before the file first runs.
//! Methods it takes when it is loaded. State of objects lies in private fields.

mod primordials;

use crate::host::realm_host;
use crate::node;
use crate::web;
use vm::object::lazy;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// Installs a file's built-ins on the object that it gets as `native`.
type Natives = fn(&mut Vm, Object) -> JsResult<()>;

struct File {
    id: &'static str,
    /// A script whose completion value is the function.
    text: &'static str,
    natives: Option<Natives>,
}

/// A line of the table. The function's head is on the first line of the text, so that line numbers are those of the file.
macro_rules! file {
    ($id:literal) => {
        file!($id, None)
    };
    ($id:literal, $natives:expr) => {
        File {
            id: $id,
            text: concat!("(function (require, native) {'use strict';", include_str!(concat!($id, ".js")), "\n})"),
            natives: $natives,
        }
    };
}

/// All files.
static FILES: &[File] = &[
    file!("internal/primordials", Some(primordials::install)),
    file!("internal/webidl", Some(web::webidl::install)),
    file!("internal/platform"),
    file!("web/abort", Some(web::tasks::install)),
    file!("web/base64", Some(web::base64::install)),
    file!("web/blob", Some(web::blob::install)),
    file!("web/crypto", Some(web::crypto::install)),
    file!("web/dom_exception", Some(web::dom_exception::install)),
    file!("web/encoding", Some(web::encoding::install)),
    file!("web/events", Some(web::tasks::install)),
    file!("web/message_channel", Some(web::messages::install)),
    file!("web/navigator", Some(web::navigator::install)),
    file!("web/performance", Some(web::performance::install)),
    file!("web/url", Some(web::url::install)),
    file!("node/assert"),
    file!("node/buffer", Some(node::bytes::install)),
    file!("node/constants"),
    file!("node/events"),
    file!("node/fs", Some(node::fs::install)),
    file!("node/internal/assertion_error"),
    file!("node/internal/builtins", Some(node::install_builtins)),
    file!("node/internal/comparisons"),
    file!("node/internal/constants"),
    file!("node/internal/errors"),
    file!("node/internal/inspect"),
    file!("node/internal/parse_args"),
    file!("node/internal/source_text"),
    file!("node/internal/system", Some(node::system::install)),
    file!("node/internal/terminal", Some(node::process::install_terminal)),
    file!("node/internal/types"),
    file!("node/internal/values", Some(node::values::install)),
    file!("node/os", Some(node::system::install_os)),
    file!("node/path", Some(node::process::install_path)),
    file!("node/perf_hooks"),
    file!("node/process", Some(node::process::install)),
    file!("node/punycode"),
    file!("node/querystring"),
    file!("node/string_decoder"),
    file!("node/timers"),
    file!("node/timers/promises"),
    file!("node/tty"),
    file!("node/url"),
    file!("node/util"),
];

/// What a realm's host keeps of the library: the exports of the files that have run, by their place in the table.
#[derive(Default)]
pub struct State {
    exports: Vec<Value>,
}

/// The exports of a file that runs right now.
const RUNNING: Value = Value::NULL;

impl State {
    pub fn trace(&self, visitor: &mut gc::Visitor) {
        self.exports.iter().for_each(|value| visitor.visit_value(*value));
    }

    fn get(&self, index: usize) -> Value {
        self.exports.get(index).copied().unwrap_or(Value::UNDEFINED)
    }

    fn set(&mut self, index: usize, value: Value) {
        if self.exports.is_empty() {
            self.exports = vec![Value::UNDEFINED; FILES.len()];
        }
        self.exports[index] = value;
    }
}

/// What stacks and profiles call a file.
fn source_name(id: &str) -> String {
    match id.strip_prefix("node/") {
        Some(name) => format!("node:{name}"),
        None => format!("tarsier:{id}"),
    }
}

/// The exports of a file in the current realm; it runs when it is first asked for.
///
/// # Errors
/// An Error if there is no such file, or it is running already; a TypeError in a realm without a host; what the file throws (for want of memory).
pub fn load(vm: &mut Vm, id: &str) -> JsResult<Object> {
    let Some(index) = FILES.iter().position(|file| file.id == id) else {
        return Err(vm.throw_plain_error(format!("The library has no '{id}'")));
    };
    let state = realm_host(vm)?.library().get(index);
    if let Some(exports) = state.as_object() {
        return Ok(exports);
    }
    if state == RUNNING {
        return Err(vm.throw_plain_error(format!("'{id}' of the library needs itself")));
    }
    set_exports(vm, index, RUNNING)?;
    let result = run(vm, &FILES[index]);
    set_exports(vm, index, result.map_or(Value::UNDEFINED, Object::value))?;
    result
}

/// The exports of a file that has run in the current realm.
pub fn loaded(vm: &mut Vm, id: &str) -> Option<Object> {
    let index = FILES.iter().position(|file| file.id == id)?;
    let exports = realm_host(vm).map(|host| host.library().get(index));
    match exports {
        Ok(exports) => exports.as_object(),
        Err(_) => {
            vm.take_exception();
            None
        }
    }
}

fn set_exports(vm: &mut Vm, index: usize, value: Value) -> JsResult<()> {
    realm_host(vm)?.library().set(index, value);
    let owner = vm.realm().host_defined;
    if owner.is_cell() {
        vm.heap.barrier(owner.as_cell());
    }
    Ok(())
}

fn run(vm: &mut Vm, file: &File) -> JsResult<Object> {
    // What is ours is not counted: counts are the program's.
    let counts = std::mem::replace(&mut vm.options.count, false);
    let function = vm.run_script(&source_name(file.id), file.text);
    vm.options.count = counts;
    let function = function?;
    let native = vm.new_object_with_prototype(None)?;
    if let Some(install) = file.natives {
        install(vm, native)?;
    }
    let key = PropertyKey::from_str(vm, "require")?;
    let require = vm.new_native(key, 1, require)?;
    let exports = vm.call(function, Value::UNDEFINED, &[require.value(), native.value()])?;
    match exports.as_object() {
        Some(exports) => Ok(exports),
        None => Err(vm.throw_plain_error(format!("'{}' of the library exports nothing", file.id))),
    }
}

/// `require(id)` inside of a file.
fn require(vm: &mut Vm, args: Args) -> JsResult {
    let id = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    load(vm, &id).map(Object::value)
}

/// A file's export by name.
///
/// # Errors
/// As [`load`].
pub fn export(vm: &mut Vm, id: &str, name: &str) -> JsResult {
    let exports = load(vm, id)?;
    let key = PropertyKey::from_str(vm, name)?;
    exports.get(vm, key)
}

/// Gives the global object a data property (writable, configurable, not enumerable) whose value is a file's export; the file runs when the property is
/// looked at first. What a script writes to it before replaces it.
///
/// # Errors
/// For want of memory.
pub fn lazy_global(vm: &mut Vm, global: Object, name: &str, id: &str, export: &str) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    let token = JsString::from_str(vm, &format!("{id}#{export}"))?;
    global.define_lazy(vm, key, access_global, token.value())
}

fn access_global(vm: &mut Vm, args: Args) -> JsResult {
    lazy::access(vm, args, |vm, token| {
        let token = convert::to_string(vm, token)?.to_rust_string_lossy(vm)?;
        let (id, name) = token.split_once('#').unwrap_or((&token, ""));
        export(vm, id, name)
    })
}

#[cfg(test)]
mod tests;
