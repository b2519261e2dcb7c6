//! Private elements.

use super::entry::set_own_place;
use super::{add_entry, empty_entry};
use crate::object::Object;
use crate::string::PropertyKey;
use crate::vm::Vm;
use abi::ic::*;

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
