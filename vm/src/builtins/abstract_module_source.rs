//! %AbstractModuleSource% (proposal Source Phase Imports, sec. 28.1): what module source objects inherit from. It is no global.

use crate::native::Args;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value};

/// Creates the constructor and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    prototype.define_getter(vm, "@@toStringTag", to_string_tag)?;
    let constructor = vm.new_constructor("AbstractModuleSource", 0, construct, prototype)?;
    let realm = vm.realm_mut();
    realm.abstract_module_source_constructor = constructor;
    realm.abstract_module_source_prototype = prototype;
    Ok(())
}

fn construct(vm: &mut Vm, _: Args) -> JsResult {
    Err(vm.throw_type_error("AbstractModuleSource is not constructible"))
}

/// The class name of a module source object.
fn to_string_tag(vm: &mut Vm, args: Args) -> JsResult {
    match vm.modules.source_class(args.this()).map(String::from) {
        Some(class) => Ok(JsString::from_str(vm, &class)?.value()),
        None => Ok(Value::UNDEFINED),
    }
}
