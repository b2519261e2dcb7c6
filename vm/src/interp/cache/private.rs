//! Private elements.

use super::entry::{set_own_place, set_place, valid_pointer};
use super::{add_entry, empty_entry};
use crate::JsResult;
use crate::object::Object;
use crate::object::shape::Shape;
use crate::string::PropertyKey;
use crate::vm::Vm;
use abi::cell::{FLAG_LAZY, FLAG_PROTOTYPE};
use abi::ic::*;
use gc::Gc;

/// Remembers a private field's place at its site.
pub fn learn_private(vm: &mut Vm, site: &Site, object: Object, key: PropertyKey, slot: u32) {
    if object.shape().is_dictionary() {
        return;
    }
    let entry = empty_entry();
    entry.shape.set(object.header().shape.get());
    set_own_place(&entry, object.shape().place(slot));
    site.key.set(key.bits());
    site.state.set(SITE_UNINITIALIZED);
    add_entry(vm, site, &entry);
}

/// The same for a site that writes the element, which no code takes for a constant from now on.
pub fn learn_private_store(vm: &mut Vm, site: &Site, object: Object, key: PropertyKey, slot: u32) {
    vm.will_be_written(object.shape(), key, slot);
    learn_private(vm, site, object, key, slot);
}

/// Remembers that an object of the shape `before` got a private field at a site, as others of the shape had: where it is, and the shape since.
pub fn learn_private_add(
    vm: &mut Vm,
    site: &Site,
    object: Object,
    before: Gc<Shape>,
    key: PropertyKey,
) -> JsResult<()> {
    let (after, slot) = (object.shape(), before.slot_count());
    let odd = object.is_exotic() || object.header().has_flag(FLAG_LAZY | FLAG_PROTOTYPE);
    if odd || before.is_dictionary() || after.is_dictionary() || after.slot_count() != slot + 1 {
        return Ok(());
    }
    let entry = empty_entry();
    entry.shape.set(vm.shape_index(before));
    entry.new_shape.set(vm.shape_index(after));
    // No prototype has a say.
    entry.validity.set(valid_pointer(vm.always_valid()?));
    set_place(&entry, Access::Add, after.place(slot));
    site.key.set(key.bits());
    site.state.set(SITE_UNINITIALIZED);
    add_entry(vm, site, &entry);
    Ok(())
}
