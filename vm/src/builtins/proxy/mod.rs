//! The Proxy constructor (ECMA-262 sec. 28.2). What proxies do is in [`crate::object::proxy`].

use crate::native::{Args, NativeKind, method};
use crate::object::{Object, proxy, table};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// Creates Proxy, which has no prototype property.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let name = vm.names.class_proxy;
    let constructor = vm.new_native_with(name, None, 2, construct, NativeKind::Constructor, &[])?;
    vm.realm_mut().proxy_constructor = constructor;
    // What call sites have copies of; scripts never see it.
    vm.realm_mut().proxy_get = vm.new_self_hosted("proxy get", 1, include_str!("self_hosted/get.js"))?;
    vm.realm_mut().proxy_set = vm.new_self_hosted("proxy set", 3, include_str!("self_hosted/set.js"))?;
    constructor.define_methods(vm, &[method("revocable", 2, revocable)])?;
    let global = vm.realm().global;
    global.define_hidden(vm, name, constructor.value())
}

/// `new Proxy(target, handler)` (sec. 28.2.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    if args.new_target_object().is_none() {
        return Err(vm.throw_constructor_needs_new("Proxy"));
    }
    vm.new_proxy(args.get(0), args.get(1)).map(Object::value)
}

/// `Proxy.revocable(target, handler)` (sec. 28.2.2.1)
fn revocable(vm: &mut Vm, args: Args) -> JsResult {
    let proxy = vm.new_proxy(args.get(0), args.get(1))?;
    let revoker = vm.new_native_closure(0, revoke, &[proxy.value()])?;
    let result = vm.new_object()?;
    result.define_raw(vm, vm.names.proxy, proxy.value(), table::DEFAULT)?;
    result.define_raw(vm, vm.names.revoke, revoker.value(), table::DEFAULT)?;
    Ok(result.value())
}

/// A proxy revocation function (sec. 28.2.2.1.1): only its first call does something.
fn revoke(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(proxy) = args.captured(0).as_object() {
        args.set_captured(vm, 0, Value::NULL);
        proxy::revoke(proxy);
    }
    Ok(Value::UNDEFINED)
}
