//! Values as keys under SameValueZero.
//!
//! A value is put into canonical form and hashed once, which may flatten a string and so allocate; comparing two keys afterwards
//! neither allocates nor fails, so that tables can be searched while they are borrowed. The hash is keyed with random bits of the VM:
//! nobody can prepare numbers or strings that collide.

use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use std::hash::{BuildHasher, RandomState};

/// The random bits of a VM's collections.
#[derive(Clone, Copy)]
pub struct HashKeys([u64; 2]);

impl Default for HashKeys {
    fn default() -> HashKeys {
        let state = RandomState::new();
        // Odd, so that the multiplication loses nothing.
        HashKeys([state.hash_one(1u64), state.hash_one(2u64) | 1])
    }
}

impl HashKeys {
    /// A folded 64 by 64 bit multiplication, as in the wyhash family.
    #[inline(always)]
    fn mix(&self, word: u64) -> u64 {
        let product = (word ^ self.0[0]) as u128 * self.0[1] as u128;
        product as u64 ^ (product >> 64) as u64
    }

    #[inline(always)]
    fn hash(&self, word: u64) -> u32 {
        let hash = self.mix(word);
        (hash ^ (hash >> 32)) as u32
    }
}

/// A value in canonical form, with its hash.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    value: Value,
    hash: u32,
}

impl Key {
    /// CanonicalizeKeyedCollectionKey (ECMA-262 sec. 24.5.1), and the hash of the result.
    #[inline(always)]
    pub fn new(vm: &mut Vm, value: Value) -> JsResult<Key> {
        if value.is_int() || value.is_object() {
            return Ok(Key { value, hash: vm.hash_keys.hash(value.bits()) });
        }
        if let Some(text) = value.as_string()
            && text.is_flat()
            && let Some(hash) = text.known_hash(vm)
        {
            return Ok(Key { value, hash: vm.hash_keys.hash(hash as u64) });
        }
        Key::of_other(vm, value)
    }

    #[inline(never)]
    fn of_other(vm: &mut Vm, value: Value) -> JsResult<Key> {
        let keys = vm.hash_keys;
        if value.is_double() {
            // -0 becomes 0, and what is an int32 gets the form of one.
            let value = Value::number(value.as_double() + 0.0);
            return Ok(Key { value, hash: keys.hash(value.bits()) });
        }
        let hash = if let Some(text) = value.as_string() {
            // Flat, so that comparing needs no memory.
            let text = text.flatten(vm)?;
            keys.hash(text.hash(vm)? as u64)
        } else if let Some(integer) = value.as_bigint() {
            let sign = integer.is_negative() as u64;
            keys.hash(integer.digits().iter().fold(sign, |state, &digit| keys.mix(state) ^ digit))
        } else {
            keys.hash(value.bits())
        };
        Ok(Key { value, hash })
    }

    #[cfg(test)]
    pub(super) fn for_test(value: Value, hash: u32) -> Key {
        Key { value, hash }
    }

    /// The value as the collection keeps it.
    #[inline(always)]
    pub fn value(self) -> Value {
        self.value
    }

    #[inline(always)]
    pub fn hash(self) -> u32 {
        self.hash
    }
}

/// SameValueZero of two canonical values.
#[inline(always)]
pub fn same(a: Value, b: Value) -> bool {
    a == b || (a.is_cell() && b.is_cell() && same_cells(a, b))
}

fn same_cells(a: Value, b: Value) -> bool {
    if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
        return a.equals_flat(b) == Some(true);
    }
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return a.equals(b);
    }
    false
}
