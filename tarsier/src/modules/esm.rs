//! What ES modules load: files, CommonJS modules and built-in modules with the exports that they will have, data: URLs; and `import.meta`.
//!
//! A module's name is its file's real path, with the query and fragment of its URL behind it; of the others it is the URL.

use super::error::ResolveError;
use super::format::{self, Format};
use super::package_json::{join, parent};
use super::resolve::{Location, Requirer, node_modules_paths};
use super::{Loader, array_of, builtin, data_url, get, lexer, loader, put, string_of, text};
use crate::failure::describe_io;
use crate::source_file::Goal;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use vm::native::NativeKind;
use vm::runtime::convert;
use vm::runtime::host::{LoadedModule, ModuleLoader};
use vm::{Args, JsResult, Object, PropertyKey, Value, ValueExt, Vm};

/// What follows the name of an ES module in that of its facade for `require`.
const FACADE: &str = "\0required";

/// The name of a module that exports what the one of this path does, and `__esModule`.
pub(super) fn facade_name(path: &str) -> String {
    format!("{path}{FACADE}")
}

/// What a facade asks for.
const ORIGINAL: &str = "\0original";

impl ModuleLoader for Loader {
    fn trace(&self, visitor: &mut gc::Visitor) {
        self.trace(visitor);
    }

    fn resolve(&self, vm: &mut Vm, specifier: &str, referrer: &str, _kind: &str) -> JsResult<String> {
        if specifier == ORIGINAL
            && let Some(original) = referrer.strip_suffix(FACADE)
        {
            return Ok(original.into());
        }
        match self.resolver.import(specifier, &self.base_of(referrer)) {
            Ok(Location::File { path, suffix, .. }) if suffix.is_empty() => Ok(path),
            Ok(Location::File { path, suffix, .. }) => {
                let name = format!("{path}{suffix}");
                self.suffixed.borrow_mut().insert(name.clone(), (path, suffix));
                Ok(name)
            }
            Ok(location) => Ok(location.url()),
            Err(error) => Err(error.throw(vm)),
        }
    }

    fn load(&self, vm: &mut Vm, name: &str, kind: &str) -> JsResult<LoadedModule> {
        if name.ends_with(FACADE) {
            let source = format!(
                "export * from '{ORIGINAL}'; export {{ default }} from '{ORIGINAL}'; export const __esModule = true;"
            );
            return Ok(LoadedModule::Text(source.into_bytes()));
        }
        if let Some(builtin) = name.strip_prefix("node:") {
            return load_builtin(vm, builtin);
        }
        if name.starts_with("data:") {
            return load_data(vm, name, kind);
        }
        let path = self.path_of(name);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => return Err(ResolveError::io(&path, None, &describe_io(&error)).throw(vm)),
        };
        if matches!(kind, "text" | "bytes") {
            return Ok(LoadedModule::Text(bytes));
        }
        self.load_file_as(vm, name, &path, bytes, kind)
    }

    fn initialize_meta(&self, vm: &mut Vm, meta: Object, name: &str) -> JsResult<()> {
        if name.starts_with('/') {
            let path = self.path_of(name);
            let (folder, file) = (text(vm, parent(&path).unwrap_or("/"))?, text(vm, &path)?);
            put(vm, meta, "dirname", folder)?;
            put(vm, meta, "filename", file)?;
        }
        let is_main = self.main_name.borrow().as_deref() == Some(name);
        put(vm, meta, "main", Value::bool(is_main))?;
        let (key, captured) = (PropertyKey::from_str(vm, "resolve")?, [text(vm, name)?]);
        let resolve = vm.new_native_with(key, None, 1, meta_resolve, NativeKind::Function, &captured)?;
        put(vm, meta, "resolve", resolve.value())?;
        let url = text(vm, &self.url_of(name))?;
        put(vm, meta, "url", url)
    }
}

impl Loader {
    /// The file that an importer's specifiers are relative to. Code that is in no file stands for one in the working folder.
    fn base_of(&self, referrer: &str) -> String {
        if let Some((path, _)) = self.suffixed.borrow().get(referrer) {
            return path.clone();
        }
        if referrer.starts_with('/') || referrer.starts_with("data:") {
            return referrer.into();
        }
        if referrer.starts_with(['<', '[']) {
            return join(&super::working_folder(), referrer);
        }
        super::resolve::normalize(&super::working_folder(), referrer)
    }

    /// The file of the module of this name; None if there is none: built-in modules, `data:` URLs, what `require` gets of an ES module.
    pub fn file_of(&self, name: &str) -> Option<String> {
        let is_file = !name.ends_with(FACADE) && !name.starts_with("node:") && !name.starts_with("data:");
        is_file.then(|| self.path_of(name))
    }

    fn path_of(&self, name: &str) -> String {
        self.suffixed.borrow().get(name).map_or_else(|| name.to_string(), |(path, _)| path.clone())
    }

    fn url_of(&self, name: &str) -> String {
        if !name.starts_with('/') {
            return name.into();
        }
        let (path, suffix) = self.suffixed.borrow().get(name).cloned().unwrap_or_else(|| (name.into(), String::new()));
        Location::File { path, suffix, encoded_separator: false }.url()
    }

    fn load_file_as(&self, vm: &mut Vm, name: &str, path: &str, bytes: Vec<u8>, kind: &str) -> JsResult<LoadedModule> {
        let format = match format::of_file(&self.resolver.packages, path) {
            Ok(format) => format,
            Err(error) => return Err(error.throw(vm)),
        };
        let url = |path: &str| Location::file(path.into()).url();
        match format {
            // The value is the one that `require` gives.
            Format::Json if kind == "json" => {
                let exports = vec!["default".to_string()];
                let (file, names) = (text(vm, path)?, array_of(vm, &exports)?);
                let steps = vm.new_native_closure(0, evaluate_commonjs, &[file, names.value()])?;
                return Ok(LoadedModule::Synthetic { exports, steps });
            }
            _ if kind == "json" => {
                let message = format!("Module \"{}\" is not of type \"json\"", url(path));
                let code = "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE";
                return Err(ResolveError { code, message, is_type_error: true, url: None }.throw(vm));
            }
            Format::Json => return Err(ResolveError::attribute_missing(&url(path)).throw(vm)),
            Format::Unknown | Format::Addon => {
                return Err(ResolveError::unknown_extension(format::extension(path), path).throw(vm));
            }
            Format::Module | Format::CommonJs | Format::Ambiguous => {}
        }
        let (bytes, goal) = match String::from_utf8(bytes) {
            Ok(text) => match self.maps.load_as(name, path, text) {
                Ok((text, goal)) => (text.into_bytes(), goal),
                Err(refusal) => return Err(refusal.throw(vm)),
            },
            // Whoever parses it will say so.
            Err(error) => (error.into_bytes(), None),
        };
        if format == Format::Module || (format == Format::Ambiguous && goal == Some(Goal::Module)) {
            return Ok(LoadedModule::Text(bytes));
        }
        let source = String::from_utf8_lossy(&bytes);
        let lexed = lexer::lex(&source);
        if format == Format::Ambiguous && (lexed.has_module_syntax || self.is_module_after_all(vm, path, &source)?) {
            return Ok(LoadedModule::Text(bytes));
        }
        let (mut exports, mut known) = (Vec::new(), FxHashSet::default());
        let mut add = |name: &str| {
            if name != "default" && name != "module.exports" && known.insert(name.to_string()) {
                exports.push(name.to_string());
            }
        };
        self.gather_names(vm, path, &lexed, &mut FxHashSet::default(), &mut add)?;
        exports.push("default".into());
        exports.push("module.exports".into());
        let (file, names) = (text(vm, path)?, array_of(vm, &exports)?);
        let steps = vm.new_native_closure(0, evaluate_commonjs, &[file, names.value()])?;
        Ok(LoadedModule::Synthetic { exports, steps })
    }

    /// A text without imports and exports may still be a module's: top-level await, or names of its own that are parameters of the function that
    /// a CommonJS module is.
    fn is_module_after_all(&self, vm: &mut Vm, path: &str, source: &str) -> JsResult<bool> {
        let suspicious = ["await", "const", "let", "class"].iter().any(|word| source.contains(word));
        Ok(suspicious
            && (source.contains("await") || super::commonjs::PARAMETERS.iter().any(|name| source.contains(name)))
            && !vm.is_function_body_syntax(path, source, super::commonjs::PARAMETERS)
            && vm.is_module_syntax(path, source))
    }

    /// The names that a CommonJS module exports, and those of modules whose exports it takes over.
    fn gather_names(
        &self,
        vm: &mut Vm,
        path: &str,
        lexed: &lexer::Lexed,
        seen: &mut FxHashSet<String>,
        add: &mut dyn FnMut(&str),
    ) -> JsResult<()> {
        vm.check_native_stack()?;
        if !seen.insert(path.into()) {
            return Ok(());
        }
        lexed.exports.iter().for_each(|name| add(name));
        for specifier in &lexed.reexports {
            let folder = parent(path).unwrap_or("/");
            let (paths, extensions) = (node_modules_paths(folder), [".js", ".json", ".node"].map(String::from));
            let requirer = Requirer { file: Some(path), folder, paths: &paths, extensions: &extensions };
            // What is not there is an error when the module runs.
            let Ok(Location::File { path, .. }) = self.resolver.require(specifier, &requirer) else { continue };
            let kind = format::of_file(&self.resolver.packages, &path);
            if !matches!(kind, Ok(Format::CommonJs | Format::Ambiguous)) {
                continue;
            }
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let source = String::from_utf8_lossy(&bytes).into_owned();
            // What is wrong with it is an error when it runs.
            let Ok((source, _)) = self.maps.load(&path, source) else { continue };
            let lexed = lexer::lex(&source);
            self.gather_names(vm, &path, &lexed, seen, add)?;
        }
        Ok(())
    }
}

/// The evaluation of a CommonJS module that was imported: an array of what it exports by these names.
fn evaluate_commonjs(vm: &mut Vm, args: Args) -> JsResult {
    let loader: Rc<Loader> = loader(vm)?;
    let path = string_of(vm, args.captured(0))?.unwrap_or_default();
    let module = loader.load_file(vm, &path, Value::UNDEFINED, None)?;
    let exports = get(vm, module, "exports")?;
    values_of(vm, exports, args.captured(1), &["default", "module.exports"])
}

/// An array of the values of properties of these names; `whole` are the names of all of it.
fn values_of(vm: &mut Vm, exports: Value, names: Value, whole: &[&str]) -> JsResult {
    let values = vm.new_array_with_capacity(0)?;
    let Some(names) = names.as_object() else { return Ok(values.value()) };
    for index in 0..names.length_of_array_like(vm)? {
        let key = PropertyKey::from_u64_index(vm, index)?;
        let name = names.get(vm, key)?;
        let key = convert::to_property_key(vm, name)?;
        let value = if whole.contains(&key.to_display(vm).as_str()) {
            exports
        } else {
            match exports.as_object() {
                Some(object) => property(vm, object, key)?,
                None => Value::UNDEFINED,
            }
        };
        values.push(vm, value)?;
    }
    Ok(values.value())
}

/// An own property; undefined if it is not there or throws.
fn property(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    let read = |vm: &mut Vm| match object.get_own_property(vm, key)? {
        Some(_) => object.get(vm, key),
        None => Ok(Value::UNDEFINED),
    };
    match read(vm) {
        Ok(value) => Ok(value),
        Err(throw) if vm.is_terminating() => Err(throw),
        Err(_) => {
            vm.take_exception();
            Ok(Value::UNDEFINED)
        }
    }
}

fn load_builtin(vm: &mut Vm, name: &str) -> JsResult<LoadedModule> {
    let mut exports = builtin::export_names(vm, name)?;
    exports.push("default".into());
    let (builtin, names) = (text(vm, name)?, array_of(vm, &exports)?);
    let steps = vm.new_native_closure(0, evaluate_builtin, &[builtin, names.value()])?;
    Ok(LoadedModule::Synthetic { exports, steps })
}

fn evaluate_builtin(vm: &mut Vm, args: Args) -> JsResult {
    let name = string_of(vm, args.captured(0))?.unwrap_or_default();
    let value = builtin::value(vm, &name)?;
    values_of(vm, value, args.captured(1), &["default"])
}

fn load_data(vm: &mut Vm, url: &str, kind: &str) -> JsResult<LoadedModule> {
    let Some(data) = data_url::parse(url) else {
        return Err(ResolveError::invalid_specifier(url, "is not a valid data URL", None).throw(vm));
    };
    match (data.media_type.as_str(), kind) {
        (_, "text" | "bytes") | ("application/json", "json") | ("text/javascript", "") => {
            Ok(LoadedModule::Text(data.bytes))
        }
        ("application/json", "") => Err(ResolveError::attribute_missing(url).throw(vm)),
        (media_type, _) => {
            let message = format!("Unknown module format: {media_type} for URL {url}");
            let code = "ERR_UNKNOWN_MODULE_FORMAT";
            Err(ResolveError { code, message, is_type_error: false, url: None }.throw(vm))
        }
    }
}

/// `import.meta.resolve(specifier)`
fn meta_resolve(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let specifier = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let name = string_of(vm, args.captured(0))?.unwrap_or_default();
    match loader.resolver.import_url(&specifier, &loader.base_of(&name)) {
        Ok(url) => text(vm, &url),
        Err(error) => Err(error.throw(vm)),
    }
}
