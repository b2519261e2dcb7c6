//! Why a module was not found or not loaded, in node's words and with its codes, for people and programs match on them.

use vm::runtime::error::ErrorKind;
use vm::{JsResult, JsString, Object, PropertyKey, Throw, Vm};

/// A failure that becomes an error object with a `code`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolveError {
    pub code: &'static str,
    pub message: String,
    /// A TypeError instead of an Error.
    pub is_type_error: bool,
    /// What an import would ask for, of an ES module that is not there (ERR_MODULE_NOT_FOUND, ERR_UNSUPPORTED_DIR_IMPORT).
    pub url: Option<String>,
}

/// ` imported from BASE`, where there is a base.
fn imported_from(base: Option<&str>) -> String {
    base.map_or(String::new(), |base| format!(" imported from {base}"))
}

impl ResolveError {
    fn new(code: &'static str, message: String) -> ResolveError {
        ResolveError { code, message, is_type_error: false, url: None }
    }

    fn type_error(code: &'static str, message: String) -> ResolveError {
        ResolveError { code, message, is_type_error: true, url: None }
    }

    pub fn invalid_package_config(path: &str, what: &str) -> ResolveError {
        Self::new("ERR_INVALID_PACKAGE_CONFIG", format!("Invalid package config {path}. {what}"))
    }

    pub fn invalid_specifier(specifier: &str, reason: &str, base: Option<&str>) -> ResolveError {
        let message = format!("Invalid module \"{specifier}\" {reason}{}", imported_from(base));
        Self::type_error("ERR_INVALID_MODULE_SPECIFIER", message)
    }

    /// `what` is "module" or "package".
    pub fn not_found(what: &str, specifier: &str, base: &str) -> ResolveError {
        Self::new("ERR_MODULE_NOT_FOUND", format!("Cannot find {what} '{specifier}' imported from {base}"))
    }

    pub fn directory(path: &str, base: &str) -> ResolveError {
        let message = format!("Directory import '{path}' is not supported resolving ES modules imported from {base}");
        Self::new("ERR_UNSUPPORTED_DIR_IMPORT", message)
    }

    pub fn not_exported(package: &str, subpath: &str, base: Option<&str>) -> ResolveError {
        let what = match subpath {
            "." => String::from("No \"exports\" main defined"),
            _ => format!("Package subpath '{subpath}' is not defined by \"exports\""),
        };
        Self::new("ERR_PACKAGE_PATH_NOT_EXPORTED", format!("{what} in {package}{}", imported_from(base)))
    }

    pub fn import_not_defined(specifier: &str, package: Option<&str>, base: &str) -> ResolveError {
        let within = package.map_or(String::new(), |package| format!(" in package {package}"));
        let message = format!("Package import specifier \"{specifier}\" is not defined{within} imported from {base}");
        Self::type_error("ERR_PACKAGE_IMPORT_NOT_DEFINED", message)
    }

    /// `target` as JSON, for a key of `exports` or (internal) `imports`.
    pub fn invalid_target(package: &str, key: &str, target: &str, internal: bool, base: Option<&str>) -> ResolveError {
        let relative = target.trim_matches('"').starts_with("./");
        let hint = if internal || relative { "" } else { "; targets must start with \"./\"" };
        let map = if internal { "imports" } else { "exports" };
        let target = if target.starts_with('"') { target.to_string() } else { format!("\"{target}\"") };
        let message = format!(
            "Invalid \"{map}\" target {target} defined for '{key}' in the package config {package}{}{hint}",
            imported_from(base)
        );
        Self::new("ERR_INVALID_PACKAGE_TARGET", message)
    }

    pub fn unsupported_scheme(scheme: &str) -> ResolveError {
        let message = format!(
            "Only URLs with a scheme in: file and data are supported by the default ESM loader. Received protocol '{scheme}:'"
        );
        Self::new("ERR_UNSUPPORTED_ESM_URL_SCHEME", message)
    }

    pub fn unknown_builtin(name: &str) -> ResolveError {
        Self::new("ERR_UNKNOWN_BUILTIN_MODULE", format!("No such built-in module: {name}"))
    }

    /// node has it, and here it is not.
    pub fn missing_builtin(name: &str) -> ResolveError {
        let message = format!("The built-in module 'node:{name}' of Node.js is not provided by Tarsier");
        Self::new("ERR_UNKNOWN_BUILTIN_MODULE", message)
    }

    pub fn unknown_extension(extension: &str, path: &str) -> ResolveError {
        Self::type_error("ERR_UNKNOWN_FILE_EXTENSION", format!("Unknown file extension \"{extension}\" for {path}"))
    }

    pub fn attribute_missing(url: &str) -> ResolveError {
        let message = format!("Module \"{url}\" needs an import attribute of \"type: json\"");
        Self::type_error("ERR_IMPORT_ATTRIBUTE_MISSING", message)
    }

    /// A CommonJS module that is not there, as `require` says it.
    pub fn cannot_find(what: &str) -> ResolveError {
        Self::new("MODULE_NOT_FOUND", format!("Cannot find module '{what}'"))
    }

    pub fn require_async(name: &str, from: Option<&str>) -> ResolveError {
        let from = from.map_or(String::new(), |from| format!("\n  From {from}"));
        let message = format!(
            "require() cannot be used on an ESM graph with top-level await. Use import() instead.{from}\n  Requiring {name}"
        );
        Self::new("ERR_REQUIRE_ASYNC_MODULE", message)
    }

    pub fn require_cycle(name: &str, from: Option<&str>) -> ResolveError {
        let from = from.map_or(String::new(), |from| format!(" (from {from})"));
        let message = format!(
            "Cannot require() ES Module {name} in a cycle. A cycle involving require(esm) is disallowed to maintain \
             invariants mandated by the ECMAScript specification. Try making at least part of the dependency in the graph \
             lazily loaded.{from}"
        );
        Self::new("ERR_REQUIRE_CYCLE_MODULE", message)
    }

    pub fn io(specifier: &str, base: Option<&str>, what: &str) -> ResolveError {
        Self::new("ERR_MODULE_NOT_FOUND", format!("Cannot load module '{specifier}'{}: {what}", imported_from(base)))
    }

    pub fn invalid_argument(message: String) -> ResolveError {
        Self::type_error("ERR_INVALID_ARG_TYPE", message)
    }

    pub fn invalid_value(message: String) -> ResolveError {
        Self::type_error("ERR_INVALID_ARG_VALUE", message)
    }

    /// The error object, with its `code`; its stack begins with that, too, as node's does.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn to_object(&self, vm: &mut Vm) -> JsResult<Object> {
        let kind = if self.is_type_error { ErrorKind::TypeError } else { ErrorKind::Error };
        let error = vm.new_error(kind, &self.message)?;
        if self.code.starts_with("ERR_") {
            let trace = vm.stack_text();
            let stack = format!("{} [{}]: {}{trace}", kind.name(), self.code, self.message);
            let stack = JsString::from_str(vm, &stack)?;
            let key = vm.names.stack;
            error.define_hidden(vm, key, stack.value())?;
        }
        put(vm, error, "code", self.code)?;
        if let Some(url) = &self.url {
            put(vm, error, "url", url)?;
        }
        Ok(error)
    }

    /// Throws it.
    #[cold]
    pub fn throw(&self, vm: &mut Vm) -> Throw {
        match self.to_object(vm) {
            Ok(error) => vm.throw(error.value()),
            Err(throw) => throw,
        }
    }
}

fn put(vm: &mut Vm, object: Object, name: &str, text: &str) -> JsResult<()> {
    let (key, text) = (PropertyKey::from_str(vm, name)?, JsString::from_str(vm, text)?);
    object.define_raw(vm, key, text.value(), vm::object::table::DEFAULT)
}
