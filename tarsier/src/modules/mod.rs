//! Modules as node has them: packages, CommonJS, ES modules, and each in the other.
//!
//! A [`Loader`] belongs to a VM. [`resolve`] says which file a specifier means ([`package_json`], [`exports`]), [`format`](mod@format) which kind of module
//! a file is, [`commonjs`] is `require`, [`esm`] loads for `import`, and [`lexer`] finds the names that a CommonJS module exports. [`builtin`] are
//! node's own modules, of which [`module_object`] is one. Nothing here runs before a program asks for a module.

pub mod builtin;
pub mod commonjs;
mod data_url;
pub mod error;
pub mod esm;
pub mod exports;
pub mod format;
pub mod lexer;
pub mod module_object;
pub mod package_json;
pub mod resolve;

use crate::host::host;
use crate::source_maps::Maps;
use resolve::Resolver;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use vm::{JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// What a VM's module loaders know and keep.
pub struct Loader {
    pub resolver: Resolver,
    /// CommonJS's own objects, made when they are first needed.
    objects: OnceCell<Objects>,
    /// The program's own module, if it is one; undefined before.
    main: Cell<Value>,
    /// The script that the program is: its file, if it has one, and the folder that its specifiers are relative to.
    script: RefCell<Option<(Option<String>, String)>>,
    /// The name of the program's ES module.
    main_name: RefCell<Option<String>>,
    /// Files of ES modules whose name is not the path, since a query or fragment makes them others.
    suffixed: RefCell<FxHashMap<String, (String, String)>>,
    /// Files of ES modules that are being required.
    requiring: RefCell<FxHashSet<String>>,
    /// The script has `Module` itself, and may have put functions of its own in the place of ours.
    exposed: Cell<bool>,
    /// What makes JavaScript of TypeScript and JSX.
    maps: Rc<Maps>,
}

/// What CommonJS modules share, as node's `Module` has it.
struct Objects {
    /// `Module`
    constructor: Object,
    /// `Module.prototype`
    prototype: Object,
    /// `require.cache`
    cache: Object,
    /// `require.extensions`
    extensions: Object,
    /// Our own functions there, to be told from others: of `.js`, `.json`, `.node`.
    handlers: [Object; 3],
    /// Our own `Module._load` and `Module._resolveFilename`.
    hooks: [Object; 2],
}

impl Loader {
    pub fn new(maps: Rc<Maps>) -> Loader {
        Loader {
            resolver: Resolver::default(),
            objects: OnceCell::new(),
            main: Cell::new(Value::UNDEFINED),
            script: RefCell::default(),
            main_name: RefCell::default(),
            suffixed: RefCell::default(),
            requiring: RefCell::default(),
            exposed: Cell::new(false),
            maps,
        }
    }

    /// Tells which script the program is: `require` in it is relative to that.
    pub fn set_script(&self, path: Option<&str>) {
        let working = working_folder();
        let file = path.map(|path| resolve::normalize(&working, path));
        let real = file.as_ref().and_then(|file| std::fs::canonicalize(file).ok()?.into_os_string().into_string().ok());
        let folder = real.as_deref().and_then(package_json::parent).map(String::from);
        *self.script.borrow_mut() = Some((real.or(file), folder.unwrap_or(working)));
    }

    /// Tells which ES module the program is.
    pub fn set_main_name(&self, name: &str) {
        *self.main_name.borrow_mut() = Some(name.into());
    }

    fn trace(&self, visitor: &mut gc::Visitor) {
        visitor.visit_value(self.main.get());
        if let Some(objects) = self.objects.get() {
            let Objects { constructor, prototype, cache, extensions, handlers, hooks } = objects;
            for object in [constructor, prototype, cache, extensions].into_iter().chain(handlers).chain(hooks) {
                visitor.visit_value(object.value());
            }
        }
    }
}

/// The loader of the running function's realm; a TypeError in a realm without a host.
pub fn loader(vm: &mut Vm) -> JsResult<Rc<Loader>> {
    Ok(host(vm)?.modules.clone())
}

/// The working folder, `/` if there is none.
fn working_folder() -> String {
    let folder = std::env::current_dir().ok().and_then(|folder| folder.into_os_string().into_string().ok());
    folder.unwrap_or_else(|| "/".into())
}

fn text(vm: &mut Vm, text: &str) -> JsResult<Value> {
    Ok(JsString::from_str(vm, text)?.value())
}

/// A string's text; None of any other value.
fn string_of(vm: &mut Vm, value: Value) -> JsResult<Option<String>> {
    match value.as_string() {
        Some(string) => string.to_rust_string_lossy(vm).map(Some),
        None => Ok(None),
    }
}

fn get(vm: &mut Vm, object: Object, name: &str) -> JsResult<Value> {
    let key = PropertyKey::from_str(vm, name)?;
    object.get(vm, key)
}

/// Defines a property as assignment would.
fn put(vm: &mut Vm, object: Object, name: &str, value: Value) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    object.define_raw(vm, key, value, vm::object::table::DEFAULT)
}

/// Defines a property that is not enumerable.
fn put_hidden(vm: &mut Vm, object: Object, name: &str, value: Value) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    object.define_hidden(vm, key, value)
}

/// Assigns to a property.
fn set(vm: &mut Vm, object: Object, name: &str, value: Value) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    object.set(vm, key, value, false)
}

/// An array of strings.
fn array_of(vm: &mut Vm, texts: impl IntoIterator<Item = impl AsRef<str>>) -> JsResult<Object> {
    let array = vm.new_array_with_capacity(0)?;
    for item in texts {
        let item = text(vm, item.as_ref())?;
        array.push(vm, item)?;
    }
    Ok(array)
}
