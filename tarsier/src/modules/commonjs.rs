//! `require`: CommonJS modules, as node loads them (lib/internal/modules/cjs/loader of its sources, and "Modules: CommonJS modules" of its
//! documentation).

use super::error::ResolveError;
use super::format::{self, Format};
use super::package_json::parent;
use super::resolve::{Location, Requirer, node_modules_paths};
use super::{Loader, Objects, builtin, get, loader, module_object, put, put_hidden, set, string_of, text};
use crate::failure::describe_io;
use crate::source_file::Goal;
use std::rc::Rc;
use vm::native::NativeKind;
use vm::object::lazy;
use vm::runtime::module::Required;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// The parameters of the function that a module is.
pub(super) const PARAMETERS: &[&str] = &["exports", "require", "module", "__filename", "__dirname"];
/// What may follow a name, unless a script has added to that.
const EXTENSIONS: [&str; 3] = [".js", ".json", ".node"];

/// Gives the global object `require`, which is made when it is first looked at.
pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, "require")?;
    global.define_lazy(vm, key, access_require, Value::UNDEFINED)
}

fn access_require(vm: &mut Vm, args: Args) -> JsResult {
    lazy::access(vm, args, |vm, _| {
        let loader = loader(vm)?;
        if loader.script.borrow().is_none() {
            loader.set_script(None);
        }
        let (file, folder) = loader.script.borrow().clone().unwrap_or_default();
        let module = loader.new_module(vm, file.as_deref().unwrap_or("<script>"), &folder, Value::UNDEFINED)?;
        let paths = super::array_of(vm, node_modules_paths(&folder))?;
        put(vm, module, "paths", paths.value())?;
        if let Some(file) = file {
            let file = text(vm, &file)?;
            set(vm, module, "filename", file)?;
        }
        Ok(loader.make_require(vm, module)?.value())
    })
}

impl Loader {
    pub(super) fn objects(&self, vm: &mut Vm) -> JsResult<&Objects> {
        if self.objects.get().is_none() {
            let objects = module_object::make(vm)?;
            // Making them asks for nothing of this.
            let _ = self.objects.set(objects);
        }
        match self.objects.get() {
            Some(objects) => Ok(objects),
            None => Err(vm.throw_plain_error("The module loader has no objects")),
        }
    }

    /// `new Module(id, parent)`, which lies in this folder.
    pub(super) fn new_module(&self, vm: &mut Vm, id: &str, folder: &str, parent: Value) -> JsResult<Object> {
        let prototype = self.objects(vm)?.prototype;
        let module = vm.new_object_with_prototype(Some(prototype))?;
        let id = text(vm, id)?;
        self.initialize_module(vm, module, id, folder, parent)?;
        Ok(module)
    }

    pub(super) fn initialize_module(
        &self,
        vm: &mut Vm,
        module: Object,
        id: Value,
        folder: &str,
        parent: Value,
    ) -> JsResult<()> {
        let folder = text(vm, folder)?;
        let (exports, children) = (vm.new_object()?, vm.new_array_with_capacity(0)?);
        put(vm, module, "id", id)?;
        put(vm, module, "path", folder)?;
        put(vm, module, "exports", exports.value())?;
        put(vm, module, "filename", Value::NULL)?;
        put(vm, module, "loaded", Value::FALSE)?;
        put(vm, module, "children", children.value())?;
        put_hidden(vm, module, "parent", parent)?;
        add_child(vm, parent, module)
    }

    /// The `require` of a module.
    pub(super) fn make_require(&self, vm: &mut Vm, module: Object) -> JsResult<Object> {
        let name = PropertyKey::from_str(vm, "require")?;
        let captured = [module.value()];
        let require = vm.new_native_with(name, None, 1, require, NativeKind::Function, &captured)?;
        let name = PropertyKey::from_str(vm, "resolve")?;
        let resolve = vm.new_native_with(name, None, 2, require_resolve, NativeKind::Function, &captured)?;
        let name = PropertyKey::from_str(vm, "paths")?;
        let paths = vm.new_native_with(name, None, 1, require_resolve_paths, NativeKind::Function, &captured)?;
        put(vm, resolve, "paths", paths.value())?;
        put(vm, require, "resolve", resolve.value())?;
        put(vm, require, "main", self.main.get())?;
        let objects = self.objects(vm)?;
        put(vm, require, "extensions", objects.extensions.value())?;
        put(vm, require, "cache", objects.cache.value())?;
        Ok(require)
    }

    /// What `require` of a specifier means to a module. `paths` instead of the module's own, if they are given.
    ///
    /// # Errors
    /// MODULE_NOT_FOUND and its kin, with the require stack.
    pub(super) fn resolve_for(
        &self,
        vm: &mut Vm,
        module: Value,
        specifier: &str,
        paths: Option<&[String]>,
    ) -> JsResult<Location> {
        let (mut file, mut folder, mut own_paths) = (None, None, Vec::new());
        if let Some(module) = module.as_object() {
            let (filename, path) = (get(vm, module, "filename")?, get(vm, module, "path")?);
            file = string_of(vm, filename)?;
            folder = match file.as_deref().and_then(parent) {
                Some(folder) => Some(folder.to_string()),
                None => string_of(vm, path)?.filter(|path| path.starts_with('/')),
            };
            if paths.is_none() && !specifier.starts_with(['.', '/']) {
                own_paths = string_list(vm, module, "paths")?;
            }
        }
        let folder = folder.unwrap_or_else(super::working_folder);
        let extensions = self.extensions(vm)?;
        let requirer = Requirer {
            file: file.as_deref(),
            folder: &folder,
            paths: paths.unwrap_or(&own_paths),
            extensions: &extensions,
        };
        match self.resolver.require(specifier, &requirer) {
            Ok(location) => Ok(location),
            Err(error) => Err(throw_not_found(vm, error, specifier, module)),
        }
    }

    fn extensions(&self, vm: &mut Vm) -> JsResult<Vec<String>> {
        if !self.exposed.get() {
            return Ok(EXTENSIONS.map(String::from).into());
        }
        let extensions = self.objects(vm)?.extensions;
        let keys = extensions.own_property_keys(vm)?;
        Ok(keys.iter().filter(|key| !key.is_symbol()).map(|key| key.to_display(vm)).collect())
    }

    /// `module.require(specifier)`
    ///
    /// # Errors
    /// If there is no such module, and what it throws.
    pub(super) fn require_from(self: &Rc<Loader>, vm: &mut Vm, module: Value, specifier: Value) -> JsResult {
        vm.check_native_stack()?;
        let Some(name) = string_of(vm, specifier)? else {
            let received = received(vm, specifier);
            let message = format!("The \"id\" argument must be of type string. Received {received}");
            return Err(ResolveError::invalid_argument(message).throw(vm));
        };
        if name.is_empty() {
            let message = "The argument 'id' must be a non-empty string. Received ''";
            return Err(ResolveError::invalid_value(message.into()).throw(vm));
        }
        if self.exposed.get() {
            let objects = self.objects(vm)?;
            let (constructor, own) = (objects.constructor, objects.hooks[0]);
            let load = get(vm, constructor, "_load")?;
            if load != own.value() {
                return vm.call(load, constructor.value(), &[specifier, module, Value::FALSE]);
            }
        }
        self.load(vm, module, &name)
    }

    /// `Module._load`
    pub(super) fn load(self: &Rc<Loader>, vm: &mut Vm, parent: Value, specifier: &str) -> JsResult {
        let location = self.hooked_resolve(vm, parent, specifier)?;
        match location {
            Location::Builtin(name) => builtin::value(vm, &name),
            Location::File { path, .. } => {
                let module = self.load_file(vm, &path, parent, None)?;
                get(vm, module, "exports")
            }
            Location::Data(_) => Err(ResolveError::cannot_find(specifier).throw(vm)),
        }
    }

    /// As [`Loader::resolve_for`], by way of a `Module._resolveFilename` that a script has replaced.
    fn hooked_resolve(&self, vm: &mut Vm, parent: Value, specifier: &str) -> JsResult<Location> {
        if self.exposed.get() {
            let objects = self.objects(vm)?;
            let (constructor, own) = (objects.constructor, objects.hooks[1]);
            let resolve = get(vm, constructor, "_resolveFilename")?;
            if resolve != own.value() {
                let name = text(vm, specifier)?;
                let found = vm.call(resolve, constructor.value(), &[name, parent, Value::FALSE])?;
                let found = string_of(vm, found)?.unwrap_or_default();
                let name = found.strip_prefix("node:").unwrap_or(&found);
                return Ok(match builtin::is_builtin(&found) {
                    true => Location::Builtin(name.into()),
                    false => Location::file(found),
                });
            }
        }
        self.resolve_for(vm, parent, specifier, None)
    }

    /// The module of a file: the one that is there, loaded or on the way, or a new one, which is loaded. `main`: the program's text, whose module
    /// this is.
    pub(super) fn load_file(
        self: &Rc<Loader>,
        vm: &mut Vm,
        path: &str,
        parent: Value,
        main: Option<String>,
    ) -> JsResult<Object> {
        let cache = self.objects(vm)?.cache;
        let key = PropertyKey::from_str(vm, path)?;
        if let Some(module) = cache.get(vm, key)?.as_object() {
            if self.requiring.borrow().contains(path) {
                let from = self.filename_of_module(vm, parent)?;
                return Err(ResolveError::require_cycle(path, from.as_deref()).throw(vm));
            }
            add_child(vm, parent, module)?;
            return Ok(module);
        }
        let folder = super::package_json::parent(path).unwrap_or("/");
        let id = if main.is_some() { "." } else { path };
        let module = self.new_module(vm, id, folder, parent)?;
        if main.is_some() {
            self.main.set(module.value());
        }
        cache.create_data_property_or_throw(vm, key, module.value())?;
        match self.load_module(vm, module, path, main) {
            Ok(()) => Ok(module),
            Err(throw) => {
                if !vm.is_terminating() {
                    // What failed is tried again next time.
                    let error = vm.take_exception();
                    if cache.get(vm, key)? == module.value() {
                        cache.delete(vm, key)?;
                    }
                    remove_child(vm, parent, module)?;
                    return Err(vm.throw(error));
                }
                Err(throw)
            }
        }
    }

    /// `module.load(filename)`
    pub(super) fn load_module(
        self: &Rc<Loader>,
        vm: &mut Vm,
        module: Object,
        path: &str,
        main: Option<String>,
    ) -> JsResult<()> {
        let filename = text(vm, path)?;
        set(vm, module, "filename", filename)?;
        let paths = super::array_of(vm, node_modules_paths(parent(path).unwrap_or("/")))?;
        put(vm, module, "paths", paths.value())?;
        if let Some(source) = main {
            self.compile_source(vm, module, path, source, Format::CommonJs)?;
        } else {
            let kind = format::extension(path);
            let own = EXTENSIONS.iter().position(|extension| *extension == kind);
            let mut handled = false;
            if self.exposed.get() {
                let objects = self.objects(vm)?;
                let (extensions, handlers) = (objects.extensions, objects.handlers);
                let handler = longest_extension(vm, extensions, path)?;
                if handler.is_callable() && !handlers.iter().any(|own| own.value() == handler) {
                    vm.call(handler, extensions.value(), &[module.value(), filename])?;
                    handled = true;
                }
            }
            if !handled {
                match own {
                    Some(1) => self.load_json(vm, module, path)?,
                    Some(2) => return Err(throw_addon(vm, path)),
                    _ => self.load_script(vm, module, path)?,
                }
            }
        }
        set(vm, module, "loaded", Value::TRUE)
    }

    /// `.js`, and whatever has no meaning of its own.
    pub(super) fn load_script(self: &Rc<Loader>, vm: &mut Vm, module: Object, path: &str) -> JsResult<()> {
        let kind = match format::of_file(&self.resolver.packages, path) {
            Ok(kind) => kind,
            Err(error) => return Err(error.throw(vm)),
        };
        if kind == Format::Module {
            return self.require_es_module(vm, module, path);
        }
        let source = read(vm, path)?;
        let (source, goal) = match self.maps.load(path, source) {
            Ok(loaded) => loaded,
            Err(refusal) => return Err(refusal.throw(vm)),
        };
        if kind == Format::Ambiguous && goal == Some(Goal::Module) {
            return self.require_es_module(vm, module, path);
        }
        self.compile_source(vm, module, path, source, kind)
    }

    /// Compiles and runs a module's text. What turns out to be an ES module, and may be one, is loaded as that.
    fn compile_source(
        self: &Rc<Loader>,
        vm: &mut Vm,
        module: Object,
        path: &str,
        source: String,
        kind: Format,
    ) -> JsResult<()> {
        let function = match kind {
            Format::Ambiguous => match vm.compile_function_body(path, source.as_str(), PARAMETERS) {
                Ok(function) => function,
                Err(throw) if vm.is_terminating() => return Err(throw),
                Err(_) => {
                    let error = vm.take_exception();
                    if !vm.is_module_syntax(path, &source) {
                        return Err(vm.throw(error));
                    }
                    return self.require_es_module(vm, module, path);
                }
            },
            _ => vm.compile_function_body(path, source, PARAMETERS)?,
        };
        self.run_wrapper(vm, module, path, function).map(drop)
    }

    fn run_wrapper(self: &Rc<Loader>, vm: &mut Vm, module: Object, path: &str, function: Object) -> JsResult {
        let require = self.make_require(vm, module)?;
        let exports = get(vm, module, "exports")?;
        let filename = text(vm, path)?;
        let folder = text(vm, parent(path).unwrap_or("/"))?;
        vm.call(function.value(), exports, &[exports, require.value(), module.value(), filename, folder])
    }

    /// `module._compile(content, filename)`
    pub(super) fn compile(self: &Rc<Loader>, vm: &mut Vm, module: Object, path: &str, source: String) -> JsResult {
        let function = vm.compile_function_body(path, source, PARAMETERS)?;
        self.run_wrapper(vm, module, path, function)
    }

    pub(super) fn load_json(&self, vm: &mut Vm, module: Object, path: &str) -> JsResult<()> {
        let source = read(vm, path)?;
        let source = JsString::from_str(vm, source.strip_prefix('\u{feff}').unwrap_or(&source))?;
        match vm::runtime::json::parse(vm, source) {
            Ok(value) => set(vm, module, "exports", value),
            Err(throw) if vm.is_terminating() => Err(throw),
            Err(_) => {
                let error = vm.take_exception();
                if let Some(error) = error.as_object() {
                    let message = get(vm, error, "message")?;
                    let message = string_of(vm, message)?.unwrap_or_default();
                    let message = text(vm, &format!("{path}: {message}"))?;
                    put_hidden(vm, error, "message", message)?;
                    vm.install_stack(error, 0)?;
                }
                Err(vm.throw(error))
            }
        }
    }

    /// `require` of an ES module: its namespace, or what it exports as `module.exports`; with `__esModule` where there is a default export.
    pub(super) fn require_es_module(&self, vm: &mut Vm, module: Object, path: &str) -> JsResult<()> {
        self.requiring.borrow_mut().insert(path.into());
        let namespace = self.namespace_of(vm, module, path);
        self.requiring.borrow_mut().remove(path);
        let namespace = namespace?;
        let Some(object) = namespace.as_object() else { return Ok(()) };
        let has = |vm: &mut Vm, name: &str| {
            let key = PropertyKey::from_str(vm, name)?;
            object.has_property(vm, key)
        };
        let exports = if has(vm, "module.exports")? {
            get(vm, object, "module.exports")?
        } else if !has(vm, "default")? || has(vm, "__esModule")? {
            namespace
        } else {
            self.namespace_of(vm, module, &super::esm::facade_name(path))?
        };
        set(vm, module, "exports", exports)
    }

    fn namespace_of(&self, vm: &mut Vm, module: Object, name: &str) -> JsResult {
        let required = vm.require_module(name)?;
        if let Required::Namespace(namespace) = required {
            return Ok(namespace);
        }
        let parent = get(vm, module, "parent")?;
        let from = self.filename_of_module(vm, parent)?;
        let error = match required {
            Required::Cycle(_) => ResolveError::require_cycle(name, from.as_deref()),
            _ => ResolveError::require_async(name, from.as_deref()),
        };
        Err(error.throw(vm))
    }

    fn filename_of_module(&self, vm: &mut Vm, module: Value) -> JsResult<Option<String>> {
        let Some(module) = module.as_object() else { return Ok(None) };
        let filename = get(vm, module, "filename")?;
        string_of(vm, filename)
    }

    /// Runs the program as a CommonJS module.
    ///
    /// # Errors
    /// What it throws.
    pub fn run_main(self: &Rc<Loader>, vm: &mut Vm, path: &str, source: String) -> JsResult<()> {
        self.load_file(vm, path, Value::NULL, Some(source)).map(drop)
    }
}

/// The text of a file. What is not UTF-8 in it becomes U+FFFD, as in node.
pub(super) fn read(vm: &mut Vm, path: &str) -> JsResult<String> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
        Err(error) => Err(ResolveError::io(path, None, &describe_io(&error)).throw(vm)),
    }
}

fn string_list(vm: &mut Vm, object: Object, name: &str) -> JsResult<Vec<String>> {
    let Some(array) = get(vm, object, name)?.as_object() else { return Ok(Vec::new()) };
    let mut list = Vec::new();
    for index in 0..array.length_of_array_like(vm)? {
        let key = PropertyKey::from_u64_index(vm, index)?;
        let item = array.get(vm, key)?;
        list.extend(string_of(vm, item)?);
    }
    Ok(list)
}

/// A value as node's messages about arguments name it.
fn received(vm: &mut Vm, value: Value) -> String {
    if value.is_undefined() || value.is_null() {
        return vm.describe(value);
    }
    if let Some(object) = value.as_object() {
        if object.is_callable() {
            return String::from("function ") + &vm::object::function::display_name(object);
        }
        let constructor = PropertyKey::from_str(vm, "constructor").ok().and_then(|key| vm.peek(object, key));
        let name = constructor.and_then(|c| c.as_object()).filter(|c| c.is_callable());
        return match name.map(vm::object::function::display_name).filter(|name| !name.is_empty()) {
            Some(name) => format!("an instance of {name}"),
            None => vm.describe(value),
        };
    }
    let kind = vm::runtime::operators::typeof_key(vm, value).to_display(vm);
    format!("type {kind} ({})", vm.describe(value))
}

/// The handler of the longest extension that has one; undefined if none has.
fn longest_extension(vm: &mut Vm, extensions: Object, path: &str) -> JsResult {
    let name = &path[path.rfind('/').map_or(0, |slash| slash + 1)..];
    for (dot, _) in name.match_indices('.').filter(|(dot, _)| *dot > 0) {
        let handler = get(vm, extensions, &name[dot..])?;
        if !handler.is_undefined() {
            return Ok(handler);
        }
    }
    Ok(Value::UNDEFINED)
}

pub(super) fn throw_addon(vm: &mut Vm, path: &str) -> vm::Throw {
    let message = format!("{path}: native addons are not supported by Tarsier");
    ResolveError { code: "ERR_DLOPEN_FAILED", message, is_type_error: false, url: None }.throw(vm)
}

/// Throws; what is not found has the files that asked for it, innermost first.
fn throw_not_found(vm: &mut Vm, mut error: ResolveError, specifier: &str, module: Value) -> vm::Throw {
    let has_stack = error.code == "MODULE_NOT_FOUND"
        && error.message == ResolveError::cannot_find(specifier).message
        && !specifier.starts_with('#');
    if !has_stack {
        return error.throw(vm);
    }
    let made = require_stack(vm, module).and_then(|stack| {
        if !stack.is_empty() {
            error.message += &format!("\nRequire stack:\n- {}", stack.join("\n- "));
        }
        let object = error.to_object(vm)?;
        let stack = super::array_of(vm, stack)?;
        put(vm, object, "requireStack", stack.value())?;
        Ok(object)
    });
    match made {
        Ok(object) => vm.throw(object.value()),
        Err(throw) => throw,
    }
}

fn require_stack(vm: &mut Vm, module: Value) -> JsResult<Vec<String>> {
    const LONGEST: usize = 1000;
    let (mut stack, mut at) = (Vec::new(), module);
    while let Some(module) = at.as_object()
        && stack.len() < LONGEST
    {
        let filename = get(vm, module, "filename")?;
        let name = match string_of(vm, filename)? {
            Some(name) => Some(name),
            None => {
                let id = get(vm, module, "id")?;
                string_of(vm, id)?
            }
        };
        stack.extend(name);
        at = get(vm, module, "parent")?;
    }
    Ok(stack)
}

fn add_child(vm: &mut Vm, parent: Value, module: Object) -> JsResult<()> {
    let Some(parent) = parent.as_object() else { return Ok(()) };
    let Some(children) = get(vm, parent, "children")?.as_object() else { return Ok(()) };
    let length = children.length_of_array_like(vm)?;
    for index in 0..length {
        let key = PropertyKey::from_u64_index(vm, index)?;
        if children.get(vm, key)? == module.value() {
            return Ok(());
        }
    }
    if children.as_array().is_some() { children.push(vm, module.value()) } else { Ok(()) }
}

fn remove_child(vm: &mut Vm, parent: Value, module: Object) -> JsResult<()> {
    let Some(parent) = parent.as_object() else { return Ok(()) };
    let Some(children) = get(vm, parent, "children")?.as_object() else { return Ok(()) };
    let kept = vm.new_array_with_capacity(0)?;
    for index in 0..children.length_of_array_like(vm)? {
        let key = PropertyKey::from_u64_index(vm, index)?;
        let child = children.get(vm, key)?;
        if child != module.value() {
            kept.push(vm, child)?;
        }
    }
    set(vm, parent, "children", kept.value())
}

/// `require(id)`
fn require(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    loader.require_from(vm, args.captured(0), args.get(0))
}

/// `require.resolve(request, { paths })`
fn require_resolve(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let Some(specifier) = string_of(vm, args.get(0))? else {
        let received = received(vm, args.get(0));
        let message = format!("The \"request\" argument must be of type string. Received {received}");
        return Err(ResolveError::invalid_argument(message).throw(vm));
    };
    let mut paths = None;
    if let Some(options) = args.get(1).as_object()
        && !get(vm, options, "paths")?.is_undefined()
    {
        paths = Some(string_list(vm, options, "paths")?);
    }
    let location = match &paths {
        None => loader.hooked_resolve(vm, args.captured(0), &specifier)?,
        Some(paths) => loader.resolve_from_folders(vm, args.captured(0), &specifier, paths)?,
    };
    filename_of(vm, &specifier, location)
}

/// What `require.resolve` gives: a path, or a built-in's name as it was asked for.
pub(super) fn filename_of(vm: &mut Vm, specifier: &str, location: Location) -> JsResult {
    match location {
        Location::File { path, .. } => text(vm, &path),
        Location::Builtin(_) if builtin::is_builtin(specifier) => text(vm, specifier),
        Location::Builtin(name) => text(vm, &format!("node:{name}")),
        Location::Data(url) => text(vm, &url),
    }
}

impl Loader {
    /// `require.resolve` from folders instead of the module's own: the first where there is something.
    fn resolve_from_folders(
        &self,
        vm: &mut Vm,
        module: Value,
        specifier: &str,
        folders: &[String],
    ) -> JsResult<Location> {
        let extensions = self.extensions(vm)?;
        let working = super::working_folder();
        for folder in folders {
            let folder = super::resolve::normalize(&working, folder);
            let folder = if folder.len() > 1 { folder.trim_end_matches('/') } else { &folder };
            let paths = node_modules_paths(folder);
            let requirer = Requirer { file: None, folder, paths: &paths, extensions: &extensions };
            match self.resolver.require(specifier, &requirer) {
                Ok(location) => return Ok(location),
                Err(error) if error.code == "MODULE_NOT_FOUND" => {}
                Err(error) => return Err(error.throw(vm)),
            }
        }
        Err(throw_not_found(vm, ResolveError::cannot_find(specifier), specifier, module))
    }
}

/// `require.resolve.paths(request)`: where it would be looked for; null of a built-in.
fn require_resolve_paths(vm: &mut Vm, args: Args) -> JsResult {
    let Some(specifier) = string_of(vm, args.get(0))? else {
        let received = received(vm, args.get(0));
        let message = format!("The \"request\" argument must be of type string. Received {received}");
        return Err(ResolveError::invalid_argument(message).throw(vm));
    };
    if builtin::is_builtin(&specifier) {
        return Ok(Value::NULL);
    }
    let Some(module) = args.captured(0).as_object() else { return Ok(Value::NULL) };
    let relative =
        specifier.starts_with("./") || specifier.starts_with("../") || matches!(specifier.as_str(), "." | "..");
    let paths = if relative {
        let path = get(vm, module, "path")?;
        vec![string_of(vm, path)?.unwrap_or_default()]
    } else {
        string_list(vm, module, "paths")?
    };
    Ok(super::array_of(vm, paths)?.value())
}
