//! The language's own constructors, as the realm has them, whatever a script has made of its globals.

use vm::realm::Realm;
use vm::{Args, JsResult, Object, PropertyKey, Vm};

/// Puts them on `native`, each by its name.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    let intrinsics: &[(&str, fn(&Realm) -> Object)] = &[
        ("Array", |realm| realm.array_constructor),
        ("ArrayBuffer", |realm| realm.array_buffer_constructor),
        ("BigInt", |realm| realm.bigint_constructor),
        ("Boolean", |realm| realm.boolean_constructor),
        ("DataView", |realm| realm.data_view_constructor),
        ("Date", |realm| realm.date_constructor),
        ("Error", |realm| realm.error_constructor),
        ("AggregateError", |realm| realm.aggregate_error_constructor),
        ("EvalError", |realm| realm.eval_error_constructor),
        ("RangeError", |realm| realm.range_error_constructor),
        ("ReferenceError", |realm| realm.reference_error_constructor),
        ("SyntaxError", |realm| realm.syntax_error_constructor),
        ("TypeError", |realm| realm.type_error_constructor),
        ("URIError", |realm| realm.uri_error_constructor),
        ("FinalizationRegistry", |realm| realm.finalization_registry_constructor),
        ("Function", |realm| realm.function_constructor),
        ("JSON", |realm| realm.json),
        ("Map", |realm| realm.map_constructor),
        ("Math", |realm| realm.math),
        ("Number", |realm| realm.number_constructor),
        ("Object", |realm| realm.object_constructor),
        ("Promise", |realm| realm.promise_constructor),
        ("Proxy", |realm| realm.proxy_constructor),
        ("Reflect", |realm| realm.reflect),
        ("RegExp", |realm| realm.regexp_constructor),
        ("Set", |realm| realm.set_constructor),
        ("SharedArrayBuffer", |realm| realm.shared_array_buffer_constructor),
        ("String", |realm| realm.string_constructor),
        ("Symbol", |realm| realm.symbol_constructor),
        ("TypedArray", |realm| realm.typed_array_constructor),
        ("BigInt64Array", |realm| realm.big_int64_array_constructor),
        ("BigUint64Array", |realm| realm.big_uint64_array_constructor),
        ("Float32Array", |realm| realm.float32_array_constructor),
        ("Float64Array", |realm| realm.float64_array_constructor),
        ("Int8Array", |realm| realm.int8_array_constructor),
        ("Int16Array", |realm| realm.int16_array_constructor),
        ("Int32Array", |realm| realm.int32_array_constructor),
        ("Uint8Array", |realm| realm.uint8_array_constructor),
        ("Uint8ClampedArray", |realm| realm.uint8_clamped_array_constructor),
        ("Uint16Array", |realm| realm.uint16_array_constructor),
        ("Uint32Array", |realm| realm.uint32_array_constructor),
        ("WeakMap", |realm| realm.weak_map_constructor),
        ("WeakRef", |realm| realm.weak_ref_constructor),
        ("WeakSet", |realm| realm.weak_set_constructor),
        ("IteratorPrototype", |realm| realm.iterator_prototype),
        ("AsyncIteratorPrototype", |realm| realm.async_iterator_prototype),
        ("globalThis", |realm| realm.global),
    ];
    for (name, get) in intrinsics {
        let object = get(&vm.realm());
        let key = PropertyKey::from_str(vm, name)?;
        native.define_raw(vm, key, object.value(), vm::object::table::DEFAULT)?;
    }
    native.define_method(vm, "uncurryThis", 1, uncurry_this)?;
    Ok(())
}

/// `uncurryThis(f)(self, ...rest)` is `f.call(self, ...rest)`, whatever has become of Function.prototype.call.
fn uncurry_this(vm: &mut Vm, args: Args) -> JsResult {
    let function =
        vm.new_native_closure(1, |vm, args| vm.call(args.captured(0), args.get(0), args.rest(1)), &[args.get(0)])?;
    Ok(function.value())
}
