//! [[OwnPropertyKeys]] of ordinary objects, and the list that holds keys.

use super::{Object, string_object, typed_array};
use crate::JsResult;
use crate::string::PropertyKey;
use crate::vm::Vm;
use abi::cell::CellKind;
use gc::RootedVec;

/// Property keys, rooted while the list lives.
pub struct KeyList {
    keys: RootedVec,
}

impl KeyList {
    pub fn new(vm: &mut Vm) -> KeyList {
        KeyList { keys: vm.heap.rooted_vec() }
    }

    /// Keys are kept as their bits: cells are seen by the collector, indices look like int32s.
    pub fn push(&mut self, key: PropertyKey) {
        self.keys.push(key.word());
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.len() == 0
    }

    pub fn get(&self, i: usize) -> PropertyKey {
        PropertyKey::from_bits(self.keys[i].bits())
    }

    pub fn contains(&self, key: PropertyKey) -> bool {
        self.keys.iter().any(|v| v.bits() == key.bits())
    }

    pub fn iter(&self) -> impl Iterator<Item = PropertyKey> + '_ {
        self.keys.iter().map(|v| PropertyKey::from_bits(v.bits()))
    }
}

/// OrdinaryOwnPropertyKeys: indices ascending, strings, then symbols, each in order of creation. Private names are no keys.
pub fn ordinary_own_property_keys(object: Object, vm: &mut Vm) -> JsResult<KeyList> {
    let mut list = KeyList::new(vm);
    match object.kind() {
        CellKind::StringObject => string_object::push_indices(object, vm, &mut list)?,
        CellKind::TypedArray => {
            // Indices above 2^32 - 2 are strings.
            for i in 0..typed_array::length(object) as u64 {
                vm.spend(1)?;
                list.push(PropertyKey::from_u64_index(vm, i)?);
            }
        }
        _ => {}
    }
    if let Some(dictionary) = object.dictionary_elements() {
        for &i in dictionary.map().keys() {
            list.push(PropertyKey::from_index(i));
        }
    } else {
        for i in 0..object.elements_end() {
            vm.spend(1)?;
            if object.fast_element(i).is_some() {
                list.push(PropertyKey::from_index(i));
            }
        }
    }
    if object.is_kind(CellKind::Array) {
        list.push(vm.names.length);
    }
    let shape = object.shape();
    let mut symbols = false;
    shape.for_each(|key, _| {
        if key.is_symbol() {
            symbols = true;
        } else {
            list.push(key);
        }
    });
    if symbols {
        shape.for_each(|key, _| {
            if key.is_symbol() && !key.is_private() {
                list.push(key);
            }
        });
    }
    Ok(list)
}
