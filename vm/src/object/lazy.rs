//! Data properties whose value is made when it is first looked at.
//!
//! Until then the slot holds an accessor pair whose two halves are one built-in, which replaces the pair: called without arguments
//! it makes the value, called with one it takes that instead. So inline caches and lookups need to know nothing of it; only where a
//! property is described or redefined, the pair is replaced first ([`settle`], [`discard`]), and scripts never see it.

use super::property::Accessor;
use super::{Object, ordinary, table};
use crate::native::{Args, NativeFn};
use crate::runtime::convert::to_property_key;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::FLAG_LAZY;

/// What the built-in captures: the object, the key, and what the embedding wants to know.
const HOLDER: usize = 0;
const KEY: usize = 1;
const TOKEN: usize = 2;

impl Object {
    /// Defines a hidden data property (writable, configurable, not enumerable) of an ordinary object that has none of that name. `access` is called
    /// when the property is read or written first, and has only to call [`access`] with what makes the value.
    pub fn define_lazy(self, vm: &mut Vm, key: PropertyKey, access: NativeFn, token: Value) -> JsResult<()> {
        let name = key.to_value(vm)?;
        let function = vm.new_native_with(
            key,
            None,
            0,
            access,
            crate::native::NativeKind::Function,
            &[self.value(), name, token],
        )?;
        let pair = vm.new_accessor(function.value(), function.value())?;
        // SAFETY: a value that is a cell points at a live one.
        unsafe { (*pair.as_cell()).set_flag(FLAG_LAZY) };
        self.define_raw(vm, key, pair, table::CONFIGURABLE | table::ACCESSOR)
    }
}

/// The body of the built-in of a lazy property: `make` gets the token of [`Object::define_lazy`].
pub fn access(vm: &mut Vm, args: Args, make: impl FnOnce(&mut Vm, Value) -> JsResult) -> JsResult {
    let Some(holder) = holder(args) else { return Ok(Value::UNDEFINED) };
    let key = to_property_key(vm, args.captured(KEY))?;
    if args.is_empty() {
        let value = make(vm, args.captured(TOKEN))?;
        replace(vm, holder, key, value)?;
        return Ok(value);
    }
    // What inherits the property gets one of its own.
    if args.this() == holder.value() {
        replace(vm, holder, key, args.get(0))?;
    } else {
        ordinary::set_on_receiver(vm, key, args.get(0), args.this())?;
    }
    Ok(Value::UNDEFINED)
}

/// The object of the lazy property whose built-in is called.
pub fn holder(args: Args) -> Option<Object> {
    args.captured(HOLDER).as_object()
}

/// Whether a slot with ACCESSOR among its attributes holds the pair of a property that has no value yet.
pub(crate) fn is_pending(slot: Value) -> bool {
    Accessor::of(slot).header.has_flag(FLAG_LAZY)
}

fn replace(vm: &mut Vm, holder: Object, key: PropertyKey, value: Value) -> JsResult<()> {
    let pending = holder.own_named(key).is_some_and(|p| p.is_accessor() && is_pending(holder.slot(p.slot)));
    // Whoever made the value may have defined or deleted the property.
    if pending { holder.define_raw(vm, key, value, table::HIDDEN) } else { Ok(()) }
}

/// Makes the value of a property that is about to be described.
#[cold]
pub(crate) fn settle(vm: &mut Vm, holder: Object, slot: Value) -> JsResult<()> {
    vm.call(Accessor::of(slot).get.get(), holder.value(), &[])?;
    Ok(())
}

/// Takes undefined for the value of a property that is about to get another one.
#[cold]
pub(crate) fn discard(vm: &mut Vm, holder: Object, key: PropertyKey) -> JsResult<()> {
    replace(vm, holder, key, Value::UNDEFINED)
}

const _: () = assert!(TOKEN < crate::native::CAPTURED);
