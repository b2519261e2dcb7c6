//! Elements that are there, read and written without running anything: what the interpreter does before it asks the runtime.

use super::ops;
use crate::Value;
use crate::object::elements::canonical_bits;
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind};
use abi::ic::Site;
use abi::object::{DOUBLE_HOLE, ELEMENTS_VALUES_OFFSET, ElementKind, JsObject};

/// An own element that can be read without running anything. The site gets to know of the object's kind of elements.
#[inline(always)]
pub fn get(vm: &mut Vm, cell: *mut CellHeader, index: u32, site: &Site) -> Option<Value> {
    // SAFETY: the value was a cell; its kind says what it is; elements cells know their length.
    unsafe {
        if (*cell).kind.get() < CellKind::Object as u8 {
            return None;
        }
        let object: *mut JsObject = cell.cast();
        let kind = (*cell).detail.get();
        if kind < ElementKind::Dictionary as u8 {
            let elements = (*object).elements.get();
            if index >= (*elements).length.get() {
                return None;
            }
            let place = elements.byte_add(ELEMENTS_VALUES_OFFSET);
            if kind & 6 == ElementKind::PackedDouble as u8 {
                let bits = *place.cast::<u64>().add(index as usize);
                if bits == DOUBLE_HOLE {
                    return None;
                }
                note_kind(vm, site, kind);
                Some(Value::double(f64::from_bits(bits)))
            } else {
                let value = *place.cast::<Value>().add(index as usize);
                if value.is_empty() {
                    return None;
                }
                note_kind(vm, site, kind);
                Some(value)
            }
        } else if (*cell).is(CellKind::TypedArray) {
            ops::note_typed(vm, site, object.cast());
            ops::typed_load(object.cast(), index)
        } else {
            None
        }
    }
}

/// Stores into an own element that is there already, where no transition is needed.
#[inline(always)]
pub fn set(vm: &mut Vm, cell: *mut CellHeader, index: u32, value: Value, site: &Site) -> bool {
    // SAFETY: as for [`get`].
    unsafe {
        if (*cell).kind.get() < CellKind::Object as u8 {
            return false;
        }
        let object: *mut JsObject = cell.cast();
        let kind = (*cell).detail.get();
        if kind < ElementKind::Dictionary as u8 {
            let elements = (*object).elements.get();
            if index >= (*elements).length.get() {
                return false;
            }
            let place = elements.byte_add(ELEMENTS_VALUES_OFFSET);
            if kind & 6 == ElementKind::PackedDouble as u8 {
                let slot = place.cast::<u64>().add(index as usize);
                if !value.is_number() || *slot == DOUBLE_HOLE {
                    return false;
                }
                *slot = canonical_bits(value.as_number());
                note_kind(vm, site, kind);
                return true;
            }
            let slot = place.cast::<Value>().add(index as usize);
            if (*slot).is_empty() {
                return false;
            }
            if kind >= ElementKind::PackedTagged as u8 {
                *slot = value;
                vm.heap.barrier(elements.cast());
            } else if value.is_int() {
                *slot = value;
            } else {
                return false;
            }
            note_kind(vm, site, kind);
            true
        } else if (*cell).is(CellKind::TypedArray) {
            ops::note_typed(vm, site, object.cast());
            ops::typed_store(object.cast(), index, value)
        } else {
            false
        }
    }
}

/// Lets the site know of a kind of elements, which is new to it once.
#[inline(always)]
fn note_kind(vm: &mut Vm, site: &Site, kind: u8) {
    let bits = 1 << kind;
    if site.seen.get() & bits == 0 {
        ops::note_element(vm, site, bits);
    }
}
