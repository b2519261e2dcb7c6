//! node's built-in modules as the loaders see them: `module` is ours, the others are [`crate::node`]'s.

use super::error::ResolveError;
use super::{loader, module_object};
use crate::node;
use vm::{JsResult, ValueExt, Vm};

/// Whether a specifier names a built-in module of node's, whether there is one here or not.
pub fn is_builtin(specifier: &str) -> bool {
    node::is_builtin(specifier)
}

/// Whether a specifier without `node:` names one.
pub fn is_builtin_without_scheme(specifier: &str) -> bool {
    !specifier.starts_with("node:") && node::is_builtin(specifier)
}

/// The exports of the built-in module of this name, without `node:`.
///
/// # Errors
/// An exception that names it, if there is none here.
pub fn value(vm: &mut Vm, name: &str) -> JsResult {
    if name == "module" {
        let loader = loader(vm)?;
        return Ok(module_object::expose(vm, &loader)?.value());
    }
    match node::builtin(vm, &format!("node:{name}"))? {
        Some(value) => Ok(value),
        None => Err(ResolveError::unknown_builtin(&format!("node:{name}")).throw(vm)),
    }
}

/// The names of the exports that an import of it has besides `default`: those of its enumerable properties.
///
/// # Errors
/// As [`value`].
pub fn export_names(vm: &mut Vm, name: &str) -> JsResult<Vec<String>> {
    let value = value(vm, name)?;
    let Some(object) = value.as_object() else { return Ok(Vec::new()) };
    let keys = object.own_property_keys(vm)?;
    let mut names = Vec::new();
    for key in keys.iter().filter(|key| !key.is_symbol()) {
        if object.get_own_property(vm, key)?.is_some_and(|property| property.enumerable == Some(true)) {
            names.push(key.to_display(vm));
        }
    }
    names.retain(|name| name != "default");
    Ok(names)
}
