//! Property descriptors (ECMA-262 sec. 6.2.6) and accessor pairs.

use super::Object;
use super::table::{ACCESSOR, CONFIGURABLE, ENUMERABLE, WRITABLE};
use crate::{Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;

/// A getter and a setter, in one property slot or dictionary element.
#[repr(C)]
pub struct Accessor {
    pub header: CellHeader,
    /// Undefined or a function.
    pub get: Cell<Value>,
    pub set: Cell<Value>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Accessor {
    const KIND: CellKind = CellKind::Accessor;
}

impl Accessor {
    /// # Safety
    /// To be called by the collector only, on a live Accessor cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind Accessor.
        let accessor = unsafe { &*cell.cast::<Accessor>() };
        visitor.visit_value(accessor.get.get());
        visitor.visit_value(accessor.set.get());
    }

    /// The pair that a slot holds.
    #[inline(always)]
    pub fn of(value: Value) -> Gc<Accessor> {
        debug_assert!(value.is_kind(CellKind::Accessor));
        // SAFETY: slots whose attributes say ACCESSOR hold Accessor cells.
        unsafe { Gc::from_ptr(value.as_cell().cast::<Accessor>()) }
    }
}

/// A property descriptor; fields that are absent are None. Lives on the stack only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropertyDescriptor {
    pub value: Option<Value>,
    pub get: Option<Value>,
    pub set: Option<Value>,
    pub writable: Option<bool>,
    pub enumerable: Option<bool>,
    pub configurable: Option<bool>,
}

impl PropertyDescriptor {
    pub fn data(value: Value, writable: bool, enumerable: bool, configurable: bool) -> PropertyDescriptor {
        PropertyDescriptor {
            value: Some(value),
            writable: Some(writable),
            enumerable: Some(enumerable),
            configurable: Some(configurable),
            ..Default::default()
        }
    }

    pub fn accessor(get: Value, set: Value, enumerable: bool, configurable: bool) -> PropertyDescriptor {
        PropertyDescriptor {
            get: Some(get),
            set: Some(set),
            enumerable: Some(enumerable),
            configurable: Some(configurable),
            ..Default::default()
        }
    }

    /// What a slot with these attributes holds.
    pub fn from_slot(value: Value, attributes: u8) -> PropertyDescriptor {
        let enumerable = attributes & ENUMERABLE != 0;
        let configurable = attributes & CONFIGURABLE != 0;
        if attributes & ACCESSOR != 0 {
            let pair = Accessor::of(value);
            PropertyDescriptor::accessor(pair.get.get(), pair.set.get(), enumerable, configurable)
        } else {
            PropertyDescriptor::data(value, attributes & WRITABLE != 0, enumerable, configurable)
        }
    }

    /// IsAccessorDescriptor
    pub fn is_accessor(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }

    /// IsDataDescriptor
    pub fn is_data(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }

    /// IsGenericDescriptor
    pub fn is_generic(&self) -> bool {
        !self.is_accessor() && !self.is_data()
    }

    /// Attribute bits, absent fields counting as false.
    pub fn attributes(&self) -> u8 {
        let bit = |b: Option<bool>, mask: u8| if b == Some(true) { mask } else { 0 };
        bit(self.enumerable, ENUMERABLE)
            | bit(self.configurable, CONFIGURABLE)
            | if self.is_accessor() { ACCESSOR } else { bit(self.writable, WRITABLE) }
    }

    /// The getter or setter as an object, if there is one.
    pub fn getter(&self) -> Option<Object> {
        self.get.and_then(|v| v.as_object())
    }

    /// CompletePropertyDescriptor
    pub fn complete(mut self) -> PropertyDescriptor {
        if self.is_accessor() {
            self.get.get_or_insert(Value::UNDEFINED);
            self.set.get_or_insert(Value::UNDEFINED);
        } else {
            self.value.get_or_insert(Value::UNDEFINED);
            self.writable.get_or_insert(false);
        }
        self.enumerable.get_or_insert(false);
        self.configurable.get_or_insert(false);
        self
    }
}
