//! Property keys: an atom, a symbol or an array index in one word.

use super::hash::write_decimal;
use super::symbol::JsSymbol;
use super::table::{index_of, intern_latin1};
use super::{JsString, intern, intern_str};
use crate::bytecode::data::ConstString;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::string::STRING_INDEX;
use abi::value::NUMBER_TAG;
use std::num::NonZeroU64;

/// A property key (ECMA-262 sec. 6.1.7), or a private name.
///
/// The word is the address of an atom that is no array index, the address of a symbol, or `NUMBER_TAG | index` for an
/// array index 0 to 2^32 - 2. So equal keys are equal words. (For indices up to 2^31 - 1 the word is that of the int32 value.)
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PropertyKey(NonZeroU64);

/// The greatest array index.
pub const MAX_INDEX: u32 = u32::MAX - 1;

impl PropertyKey {
    /// The key of an array index; `index` must not be 2^32 - 1, which is none.
    #[inline(always)]
    pub const fn from_index(index: u32) -> PropertyKey {
        debug_assert!(index <= MAX_INDEX);
        // SAFETY: the tag's bits are set.
        PropertyKey(unsafe { NonZeroU64::new_unchecked(NUMBER_TAG | index as u64) })
    }

    /// The key of any integer: one above 2^32 - 2 is a string.
    #[inline]
    pub fn from_u64_index(vm: &mut Vm, index: u64) -> JsResult<PropertyKey> {
        if index <= MAX_INDEX as u64 {
            return Ok(PropertyKey::from_index(index as u32));
        }
        let mut digits = [0; 20];
        let used = write_decimal(index, &mut digits);
        Ok(PropertyKey::from_atom(intern_latin1(vm, &digits[20 - used..])?))
    }

    /// The key of any string.
    #[inline]
    pub fn from_string(vm: &mut Vm, string: JsString) -> JsResult<PropertyKey> {
        if string.is_atom() {
            return Ok(PropertyKey::from_atom(string));
        }
        if let Some(index) = index_of(&vm.strings, string) {
            return Ok(PropertyKey::from_index(index));
        }
        Ok(PropertyKey::from_atom(intern(vm, string)?))
    }

    /// The key of a UTF-8 text.
    pub fn from_str(vm: &mut Vm, text: &str) -> JsResult<PropertyKey> {
        Ok(PropertyKey::from_atom(intern_str(vm, text)?))
    }

    /// The key of a constant.
    pub fn from_const(vm: &mut Vm, constant: &ConstString) -> JsResult<PropertyKey> {
        Ok(PropertyKey::from_atom(JsString::from_const(vm, constant)?))
    }

    #[inline]
    pub(super) fn from_atom(atom: JsString) -> PropertyKey {
        debug_assert!(atom.is_atom());
        if atom.flags() & STRING_INDEX != 0 {
            return PropertyKey::from_index(atom.cell().hash.get());
        }
        PropertyKey::from_address(atom.as_cell())
    }

    #[inline(always)]
    pub fn from_symbol(symbol: JsSymbol) -> PropertyKey {
        PropertyKey::from_address(symbol.as_cell())
    }

    #[inline(always)]
    fn from_address(cell: *mut CellHeader) -> PropertyKey {
        debug_assert!(!cell.is_null());
        // SAFETY: only called with the address of a handle's cell, which is not null.
        PropertyKey(unsafe { NonZeroU64::new_unchecked(cell as u64) })
    }

    /// ToPropertyKey where it is easy: integers, symbols, and strings whose atom or index is known. For None go by ToString and
    /// [`PropertyKey::from_string`].
    #[inline]
    pub fn from_value(vm: &Vm, value: Value) -> Option<PropertyKey> {
        if value.is_int() {
            let int = value.as_int();
            return if int >= 0 { Some(PropertyKey::from_index(int as u32)) } else { None };
        }
        if value.is_cell() {
            // SAFETY: a value that is a cell points at a live one.
            let header = unsafe { &*value.as_cell() };
            if header.is(CellKind::String) {
                // SAFETY: the kind says so.
                let string = unsafe { JsString::from_cell(header) };
                if string.flags() & STRING_INDEX != 0 {
                    return Some(PropertyKey::from_index(string.cell().hash.get()));
                }
                return vm.strings.known_atom(string).map(PropertyKey::from_atom);
            }
            return if header.is(CellKind::Symbol) { Some(PropertyKey::from_address(value.as_cell())) } else { None };
        }
        if value.is_double() {
            let number = value.as_double();
            let index = number as u32;
            if index as f64 == number && index <= MAX_INDEX {
                return Some(PropertyKey::from_index(index));
            }
        }
        None
    }

    #[inline(always)]
    pub const fn is_index(self) -> bool {
        self.0.get() >= NUMBER_TAG
    }

    #[inline(always)]
    pub const fn as_index(self) -> Option<u32> {
        if self.is_index() { Some(self.0.get() as u32) } else { None }
    }

    #[inline(always)]
    fn has_kind(self, kind: CellKind) -> bool {
        // SAFETY: what is no index is the address of a cell that lives while somebody holds the key where the collector looks.
        !self.is_index() && unsafe { (*(self.0.get() as *const CellHeader)).is(kind) }
    }

    /// An atom. False for indices, though they are strings to a script.
    #[inline]
    pub fn is_string(self) -> bool {
        self.has_kind(CellKind::String)
    }

    /// A symbol or a private name.
    #[inline]
    pub fn is_symbol(self) -> bool {
        self.has_kind(CellKind::Symbol)
    }

    /// A private name: not seen by reflection or proxies.
    #[inline]
    pub fn is_private(self) -> bool {
        self.as_symbol().is_some_and(|symbol| symbol.is_private())
    }

    /// The atom; None for indices and symbols.
    #[inline]
    pub fn as_string_cell(self) -> Option<JsString> {
        // SAFETY: the kind says so.
        if self.is_string() { Some(unsafe { JsString::from_cell(self.0.get() as *const CellHeader) }) } else { None }
    }

    #[inline]
    pub fn as_symbol(self) -> Option<JsSymbol> {
        // SAFETY: the kind says so.
        if self.is_symbol() { Some(unsafe { JsSymbol::from_cell(self.0.get() as *const CellHeader) }) } else { None }
    }

    /// The key as a script sees it: a string or a symbol.
    pub fn to_value(self, vm: &mut Vm) -> JsResult<Value> {
        match self.as_index() {
            Some(index) => Ok(JsString::from_u32(vm, index)?.value()),
            None => Ok(self.word()),
        }
    }

    /// The string of a string or an index; for a symbol what String(symbol) gives.
    pub fn to_js_string(self, vm: &mut Vm) -> JsResult<JsString> {
        if let Some(index) = self.as_index() {
            return JsString::from_u32(vm, index);
        }
        match self.as_symbol() {
            Some(symbol) => symbol.descriptive_string(vm),
            // SAFETY: what is neither index nor symbol is an atom.
            None => Ok(unsafe { JsString::from_cell(self.0.get() as *const CellHeader) }),
        }
    }

    /// For messages: the text, the index, `Symbol(description)` or a private name's `#name`.
    pub fn to_display(self, _vm: &Vm) -> String {
        self.to_string()
    }

    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0.get()
    }

    /// The key's word, for whoever keeps keys where the collector looks: an atom, a symbol, or a number that stands for an index.
    #[inline(always)]
    pub const fn word(self) -> Value {
        // SAFETY: a key's cell is live, and the other words have a number's tag.
        unsafe { Value::from_bits(self.bits()) }
    }

    /// The key of which these are the [`PropertyKey::bits`]; like a [`Value`]'s, they must come from a key whose cell, if it has
    /// one, is live.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> PropertyKey {
        match NonZeroU64::new(bits) {
            Some(bits) => PropertyKey(bits),
            // No key's bits are 0.
            None => PropertyKey::from_index(0),
        }
    }
}

impl std::fmt::Display for PropertyKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(index) = self.as_index() {
            return write!(f, "{index}");
        }
        if let Some(symbol) = self.as_symbol() {
            return write!(f, "{symbol}");
        }
        match self.as_string_cell().as_ref().and_then(|atom| atom.flat_view()) {
            Some(view) => f.write_str(&view.to_str_lossy()),
            None => Ok(()),
        }
    }
}

impl std::fmt::Debug for PropertyKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{self}]")
    }
}

impl From<JsSymbol> for PropertyKey {
    #[inline(always)]
    fn from(symbol: JsSymbol) -> PropertyKey {
        PropertyKey::from_symbol(symbol)
    }
}
