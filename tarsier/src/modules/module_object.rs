//! `node:module`: `Module` itself, with `createRequire`, and what packages that change how modules are loaded take hold of (`_load`,
//! `_resolveFilename`, `_extensions`, `_cache`, `Module.prototype._compile`).

use super::error::ResolveError;
use super::package_json::{join, parent};
use super::resolve::{Location, node_modules_paths};
use super::{Loader, Objects, array_of, commonjs, get, loader, put, string_of, text};
use std::rc::Rc;
use url::Url;
use vm::runtime::operations::get_prototype_from_constructor;
use vm::{Args, JsResult, Object, PropertyKey, Value, ValueExt, Vm};

/// Makes what CommonJS modules share.
pub(super) fn make(vm: &mut Vm) -> JsResult<Objects> {
    let prototype = vm.new_object()?;
    let constructor = vm.new_constructor("Module", 2, construct, prototype)?;
    let cache = vm.new_object_with_prototype(None)?;
    let extensions = vm.new_object_with_prototype(None)?;
    let handlers = [handler(vm, extensions, ".js", load_script)?, handler(vm, extensions, ".json", load_json)?, {
        handler(vm, extensions, ".node", load_addon)?
    }];
    for (name, length, function) in
        [("require", 1, require as vm::native::NativeFn), ("load", 1, load), ("_compile", 2, compile)]
    {
        method(vm, prototype, name, length, function)?;
    }
    let hooks = [
        method(vm, constructor, "_load", 3, load_by_name)?,
        method(vm, constructor, "_resolveFilename", 4, resolve_filename)?,
    ];
    for (name, length, function) in [
        ("createRequire", 1, create_require as vm::native::NativeFn),
        ("isBuiltin", 1, is_builtin),
        ("_nodeModulePaths", 1, paths_of),
        ("_initPaths", 0, nothing),
        ("syncBuiltinESMExports", 0, nothing),
        ("findSourceMap", 1, nothing),
        ("findPackageJSON", 2, find_package_json),
        ("wrap", 1, wrap),
    ] {
        method(vm, constructor, name, length, function)?;
    }
    put(vm, constructor, "_cache", cache.value())?;
    put(vm, constructor, "_extensions", extensions.value())?;
    let (path_cache, global_paths) = (vm.new_object_with_prototype(None)?, vm.new_array_with_capacity(0)?);
    put(vm, constructor, "_pathCache", path_cache.value())?;
    put(vm, constructor, "globalPaths", global_paths.value())?;
    let wrapper = array_of(vm, WRAPPER)?;
    put(vm, constructor, "wrapper", wrapper.value())?;
    let mut names: Vec<&str> = crate::node::builtin_modules().collect();
    names.sort_unstable();
    let names = array_of(vm, names)?;
    put(vm, constructor, "builtinModules", names.value())?;
    put(vm, constructor, "Module", constructor.value())?;
    Ok(Objects { constructor, prototype, cache, extensions, handlers, hooks })
}

/// Gives scripts `Module` itself: from here on they may have replaced its functions.
pub(super) fn expose(vm: &mut Vm, loader: &Loader) -> JsResult<Object> {
    let constructor = loader.objects(vm)?.constructor;
    loader.exposed.set(true);
    Ok(constructor)
}

const WRAPPER: [&str; 2] = ["(function (exports, require, module, __filename, __dirname) { ", "\n});"];

/// An enumerable method, as node's are.
fn method(vm: &mut Vm, object: Object, name: &str, length: u32, function: vm::native::NativeFn) -> JsResult<Object> {
    let key = PropertyKey::from_str(vm, name)?;
    let function = vm.new_native(key, length, function)?;
    object.define_raw(vm, key, function.value(), vm::object::table::DEFAULT)?;
    Ok(function)
}

fn handler(vm: &mut Vm, extensions: Object, name: &str, function: vm::native::NativeFn) -> JsResult<Object> {
    method(vm, extensions, name, 2, function)
}

fn nothing(_: &mut Vm, _: Args) -> JsResult {
    Ok(Value::UNDEFINED)
}

/// A string that an argument must be; a TypeError that names the argument otherwise.
fn string_argument(vm: &mut Vm, value: Value, name: &str) -> JsResult<String> {
    match string_of(vm, value)? {
        Some(text) => Ok(text),
        None => {
            let message = format!("The \"{name}\" argument must be of type string");
            Err(ResolveError::invalid_argument(message).throw(vm))
        }
    }
}

fn this_module(vm: &mut Vm, args: Args) -> JsResult<Object> {
    match args.this().as_object() {
        Some(module) => Ok(module),
        None => Err(vm.throw_type_error("This is no Module")),
    }
}

/// `new Module(id = '', parent)`
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let module = match args.new_target_object() {
        Some(target) => {
            // A subclass has its own prototype.
            let prototype = get_prototype_from_constructor(vm, target, |realm| realm.object_prototype)?;
            vm.new_object_with_prototype(Some(prototype))?
        }
        None => this_module(vm, args)?,
    };
    let id = if args.get(0).is_undefined() { text(vm, "")? } else { args.get(0) };
    let name = string_of(vm, id)?.unwrap_or_default();
    let folder = parent(&name).unwrap_or(".");
    loader.initialize_module(vm, module, id, folder, args.get(1))?;
    Ok(module.value())
}

/// `module.require(id)`
fn require(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    loader.require_from(vm, args.this(), args.get(0))
}

/// `module.load(filename)`
fn load(vm: &mut Vm, args: Args) -> JsResult {
    let (loader, module) = (loader(vm)?, this_module(vm, args)?);
    let path = string_argument(vm, args.get(0), "filename")?;
    loader.load_module(vm, module, &path, None)?;
    Ok(Value::UNDEFINED)
}

/// `module._compile(content, filename)`
fn compile(vm: &mut Vm, args: Args) -> JsResult {
    let (loader, module) = (loader(vm)?, this_module(vm, args)?);
    let content = string_argument(vm, args.get(0), "content")?;
    let path = string_argument(vm, args.get(1), "filename")?;
    loader.compile(vm, module, &path, content)
}

/// `Module._load(request, parent)`
fn load_by_name(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let request = string_argument(vm, args.get(0), "request")?;
    loader.load(vm, args.get(1), &request)
}

/// `Module._resolveFilename(request, parent)`
fn resolve_filename(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let request = string_argument(vm, args.get(0), "request")?;
    let location = loader.resolve_for(vm, args.get(1), &request, None)?;
    commonjs::filename_of(vm, &request, location)
}

fn extension_arguments(vm: &mut Vm, args: Args) -> JsResult<(Rc<Loader>, Object, String)> {
    let Some(module) = args.get(0).as_object() else {
        return Err(vm.throw_type_error("The first argument is no Module"));
    };
    Ok((loader(vm)?, module, string_argument(vm, args.get(1), "filename")?))
}

/// `Module._extensions['.js'](module, filename)`
fn load_script(vm: &mut Vm, args: Args) -> JsResult {
    let (loader, module, path) = extension_arguments(vm, args)?;
    let compile = get(vm, module, "_compile")?;
    let own = loader.objects(vm)?.prototype;
    if compile == get(vm, own, "_compile")? {
        loader.load_script(vm, module, &path)?;
    } else {
        // Whoever gave the module another one wants to see its text.
        let content = commonjs::read(vm, &path)?;
        let (content, filename) = (text(vm, &content)?, text(vm, &path)?);
        vm.call(compile, module.value(), &[content, filename])?;
    }
    Ok(Value::UNDEFINED)
}

fn load_json(vm: &mut Vm, args: Args) -> JsResult {
    let (loader, module, path) = extension_arguments(vm, args)?;
    loader.load_json(vm, module, &path)?;
    Ok(Value::UNDEFINED)
}

fn load_addon(vm: &mut Vm, args: Args) -> JsResult {
    let (_, _, path) = extension_arguments(vm, args)?;
    Err(commonjs::throw_addon(vm, &path))
}

/// The path that an argument names: an absolute path, a file: URL as text, or a URL object.
fn path_argument(vm: &mut Vm, value: Value) -> JsResult<Option<String>> {
    let named = match value.as_object() {
        Some(object) => {
            let href = get(vm, object, "href")?;
            string_of(vm, href)?
        }
        None => string_of(vm, value)?,
    };
    let Some(named) = named else { return Ok(None) };
    if named.starts_with('/') {
        return Ok(Some(named));
    }
    let path = Url::parse(&named).ok().and_then(|url| url.to_file_path().ok());
    let slash = if named.ends_with('/') { "/" } else { "" };
    Ok(path.and_then(|path| path.into_os_string().into_string().ok()).map(|path| path + slash))
}

/// `module.createRequire(filename)`
fn create_require(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let Some(path) = path_argument(vm, args.get(0))? else {
        let received = vm.describe(args.get(0));
        let message = format!(
            "The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received {received}"
        );
        return Err(ResolveError::invalid_value(message).throw(vm));
    };
    // A folder stands for a file in it.
    let path = if path.ends_with('/') { join(&path, "noop.js") } else { path };
    let folder = parent(&path).unwrap_or("/");
    let module = loader.new_module(vm, &path, folder, Value::UNDEFINED)?;
    let (filename, paths) = (text(vm, &path)?, array_of(vm, node_modules_paths(folder))?);
    super::set(vm, module, "filename", filename)?;
    put(vm, module, "paths", paths.value())?;
    Ok(loader.make_require(vm, module)?.value())
}

/// `module.isBuiltin(name)`
fn is_builtin(vm: &mut Vm, args: Args) -> JsResult {
    let name = string_of(vm, args.get(0))?.unwrap_or_default();
    Ok(Value::bool(super::builtin::is_builtin(&name)))
}

/// `Module._nodeModulePaths(folder)`
fn paths_of(vm: &mut Vm, args: Args) -> JsResult {
    let folder = string_argument(vm, args.get(0), "from")?;
    let folder = super::resolve::normalize(&super::working_folder(), &folder);
    let folder = if folder.len() > 1 { folder.trim_end_matches('/') } else { &folder };
    Ok(array_of(vm, node_modules_paths(folder))?.value())
}

/// `module.findPackageJSON(specifier, base)`: the path of the package.json that a specifier's module belongs to.
fn find_package_json(vm: &mut Vm, args: Args) -> JsResult {
    let loader = loader(vm)?;
    let specifier = string_argument(vm, args.get(0), "specifier")?;
    let base = path_argument(vm, args.get(1))?.or(path_argument(vm, args.get(0))?);
    let base = base.unwrap_or_else(|| join(&super::working_folder(), "noop.js"));
    let folder = match loader.resolver.import(&specifier, &base) {
        Ok(Location::File { path, .. }) => parent(&path).unwrap_or("/").to_string(),
        Ok(_) => return Ok(Value::UNDEFINED),
        Err(error) => return Err(error.throw(vm)),
    };
    match loader.resolver.packages.scope(&folder) {
        Ok(Some(package)) => text(vm, &package.path()),
        Ok(None) => Ok(Value::UNDEFINED),
        Err(error) => Err(error.throw(vm)),
    }
}

/// `Module.wrap(script)`: the text with node's head and end around it. Modules are compiled without it.
fn wrap(vm: &mut Vm, args: Args) -> JsResult {
    let script = string_argument(vm, args.get(0), "script")?;
    text(vm, &format!("{}{script}{}", WRAPPER[0], WRAPPER[1]))
}
