//! Slack tracking: how many inline slots the objects of a constructor or a literal get is a guess at first, and learned from the first of them.
//!
//! What they do not need is given back (their shapes stay the same: [`Vm::shrink_root`]). More of it takes another root shape, hence other shapes for
//! the same properties: inline caches and machine code that know the first objects would meet new ones. So the room grows only while the first
//! objects are made one soon after the other; a constructor or literal whose objects are few, and each long at work, keeps what it began with.

use super::Object;
use super::shape::{MAX_INLINE, Shape};
use crate::vm::Vm;
use abi::cell::CellKind;
use gc::Gc;

/// How much may be allocated after the first object, in KiB, until its shapes are taken to be well known.
const SOON: u32 = 256;

/// When the first object is made: KiB allocated so far.
pub fn moment(vm: &Vm) -> u32 {
    (vm.heap.total_allocated() >> 10) as u32
}

/// Whether objects may still get another root, the first having been made at that moment.
pub fn may_grow(vm: &Vm, began: u32) -> bool {
    moment(vm).wrapping_sub(began) <= SOON
}

/// The root that instances with this prototype begin with, where another constructor has learned it already.
pub fn settled_root(vm: &Vm, prototype: Object) -> Option<Gc<Shape>> {
    (0..=MAX_INLINE)
        .filter_map(|capacity| vm.known_root(prototype, CellKind::Object, capacity))
        .find(|root| root.is_settled())
}
