//! Strings, symbols and property keys.
//!
//! - [`JsString`]: a handle of a string cell (layout: `abi::string`). Concatenation makes ropes or appends in place
//!   (`rope`), long substrings are slices, and whoever needs the units asks for a [`StrView`].
//! - [`StringBuilder`]: for strings made of many pieces.
//! - Atoms (`table`): one cell per text, so that equal keys are equal pointers. The table is weak.
//! - [`PropertyKey`]: an atom, a symbol or an array index in one word.
//! - [`Names`]: the keys that the runtime itself uses, made when the VM starts.
//!
//! Units are UTF-16 code units throughout, kept as bytes where all are below 256.

mod build;
mod hash;
mod key;
mod layout;
mod names;
mod rope;
mod search;
mod symbol;
mod table;
mod view;

pub use build::StringBuilder;
pub use key::PropertyKey;
pub use layout::trace_string;
pub use names::Names;
pub use rope::{concat, concat_all, substring, try_concat};
pub(crate) use search::find_units;
pub use symbol::{JsSymbol, SymbolCell, trace_symbol};
pub use table::{StringTable, intern, intern_latin1, intern_str, intern_utf16};
pub use view::{CodePoint, CodePoints, StrView, is_line_terminator, is_white_space};

use crate::bytecode::data::ConstString;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::cell::{CellHeader, CellKind};
use abi::string::{STRING_ATOM, STRING_INDEX, STRING_LATIN1, StringCell, StringForm};
use gc::{Gc, OutOfMemory};
use std::cmp::Ordering;

pub use abi::string::MAX_STRING_LENGTH;

/// A handle of a string. Copying it is free; the collector finds it on the stack. Two handles of equal text may differ:
/// compare with [`equals`] or by views.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct JsString(Gc<StringCell>);

/// The exception for a string over [`MAX_STRING_LENGTH`].
#[cold]
pub fn throw_too_long(vm: &mut Vm) -> Throw {
    vm.throw_range_error("Invalid string length")
}

/// Turns the heap's refusal into an exception.
#[inline(always)]
fn or_throw<T>(vm: &mut Vm, result: Result<T, OutOfMemory>) -> JsResult<T> {
    match result {
        Ok(value) => Ok(value),
        Err(OutOfMemory { .. }) => Err(vm.throw_out_of_memory()),
    }
}

impl JsString {
    /// # Safety
    /// The pointer must be to a live string cell.
    #[inline(always)]
    pub unsafe fn from_ptr(pointer: *mut StringCell) -> JsString {
        // SAFETY: the caller's promise.
        JsString(unsafe { Gc::from_ptr(pointer) })
    }

    /// # Safety
    /// The cell must be live and of kind String.
    #[inline(always)]
    pub unsafe fn from_cell(cell: *const CellHeader) -> JsString {
        // SAFETY: the caller's promise.
        unsafe { JsString::from_ptr(cell as *mut StringCell) }
    }

    /// The value as a string, if it is one.
    #[inline(always)]
    pub fn from_value(value: Value) -> Option<JsString> {
        if !value.is_cell() {
            return None;
        }
        let cell = value.as_cell();
        // SAFETY: a value that is a cell points at a live one; the kind is tested before the handle is made.
        unsafe { if (*cell).is(CellKind::String) { Some(JsString::from_cell(cell)) } else { None } }
    }

    #[inline(always)]
    pub fn as_ptr(self) -> *mut StringCell {
        self.0.as_ptr()
    }

    #[inline(always)]
    pub fn as_cell(self) -> *mut CellHeader {
        self.as_ptr().cast()
    }

    #[inline(always)]
    pub fn cell(&self) -> &StringCell {
        &self.0
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        // SAFETY: a handle's cell is live where the collector looks.
        unsafe { Value::from_cell(self.as_cell()) }
    }

    /// In code units.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.cell().length.get() as usize
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The units are kept as bytes. A string for which this is false may still have no unit above 255.
    #[inline(always)]
    pub fn is_latin1(self) -> bool {
        self.flags() & STRING_LATIN1 != 0
    }

    /// Not a rope: [`JsString::flat_view`] has the units.
    #[inline(always)]
    pub fn is_flat(self) -> bool {
        !self.is_rope()
    }

    #[inline(always)]
    pub fn is_rope(self) -> bool {
        self.has_form(StringForm::Rope)
    }

    #[inline(always)]
    pub fn is_atom(self) -> bool {
        self.flags() & STRING_ATOM != 0
    }

    /// UTF-8 for messages; lone surrogates become U+FFFD. Neither flattens nor fails.
    pub fn to_display(self) -> String {
        if let Some(view) = self.flat_view() {
            return view.to_rust_string_lossy();
        }
        let mut text = StringBuilder::new();
        text.push_js(self);
        text.view().to_rust_string_lossy()
    }

    /// The same cell.
    #[inline(always)]
    pub fn is(self, other: JsString) -> bool {
        self.as_ptr() == other.as_ptr()
    }

    /// The units; flattens a rope first. The view lives as long as a handle is held.
    #[inline]
    pub fn view(&self, vm: &mut Vm) -> JsResult<StrView<'_>> {
        if let Some(view) = self.flat_view() {
            return Ok(view);
        }
        rope::flatten(vm, *self)?;
        Ok(self.flat_view().unwrap_or(StrView::Latin1(&[])))
    }

    /// A copy of the units of a string that is kept as bytes. A rope stays a rope, so that there is no other copy.
    pub fn to_latin1(self) -> Option<Vec<u8>> {
        if !self.is_latin1() {
            return None;
        }
        let mut bytes = Vec::with_capacity(self.len());
        // SAFETY: there is room for as many units as the string has, all of them bytes, and all are written.
        unsafe {
            rope::write_units(self, bytes.as_mut_ptr());
            bytes.set_len(self.len());
        }
        Some(bytes)
    }

    /// The same string, no longer a rope.
    #[inline]
    pub fn flatten(self, vm: &mut Vm) -> JsResult<JsString> {
        if self.is_rope() {
            rope::flatten(vm, self)?;
        }
        Ok(self)
    }

    /// The unit at `index`, which must be below the length (charCodeAt's fast path).
    #[inline]
    pub fn unit_at(self, vm: &mut Vm, index: usize) -> JsResult<u16> {
        match self.flat_view() {
            Some(view) => Ok(view.at(index)),
            None => Ok(self.view(vm)?.at(index)),
        }
    }

    /// From UTF-8.
    pub fn from_str(vm: &mut Vm, text: &str) -> JsResult<JsString> {
        let made = vm.strings.make_str(&mut vm.heap, text);
        finish(vm, made)
    }

    /// From bytes that each are one unit.
    pub fn from_latin1(vm: &mut Vm, bytes: &[u8]) -> JsResult<JsString> {
        let made = vm.strings.make_latin1(&mut vm.heap, bytes);
        finish(vm, made)
    }

    /// From code units, as Latin-1 where possible.
    pub fn from_utf16(vm: &mut Vm, units: &[u16]) -> JsResult<JsString> {
        let made = vm.strings.make_utf16(&mut vm.heap, units);
        finish(vm, made)
    }

    /// A copy of the units, as Latin-1 where possible.
    pub fn from_view(vm: &mut Vm, view: StrView<'_>) -> JsResult<JsString> {
        match view {
            StrView::Latin1(bytes) => JsString::from_latin1(vm, bytes),
            StrView::Utf16(units) => JsString::from_utf16(vm, units),
        }
    }

    /// The atom of a constant.
    pub fn from_const(vm: &mut Vm, constant: &ConstString) -> JsResult<JsString> {
        match constant {
            ConstString::Utf8(text) => intern_str(vm, text),
            ConstString::Utf16(units) => intern_utf16(vm, units),
        }
    }

    /// The string of one code unit.
    #[inline]
    pub fn from_char(vm: &mut Vm, unit: u16) -> JsResult<JsString> {
        match vm.strings.char_atom(unit) {
            Some(atom) => Ok(atom),
            None => JsString::from_utf16(vm, &[unit]),
        }
    }

    /// The string of one code point, at most U+10FFFF; surrogates are taken as they are.
    pub fn from_code_point(vm: &mut Vm, code_point: u32) -> JsResult<JsString> {
        if code_point < 0x10000 {
            return JsString::from_char(vm, code_point as u16);
        }
        JsString::from_utf16(vm, &view::surrogate_pair(code_point))
    }

    /// The decimal digits of an integer; recent ones come from a cache.
    #[inline]
    pub fn from_u32(vm: &mut Vm, number: u32) -> JsResult<JsString> {
        let made = vm.strings.make_u32(&mut vm.heap, number);
        or_throw(vm, made)
    }

    /// The atom with the same text.
    #[inline]
    pub fn intern(self, vm: &mut Vm) -> JsResult<JsString> {
        if self.is_atom() { Ok(self) } else { intern(vm, self) }
    }

    /// The concatenation; see [`concat`].
    #[inline]
    pub fn concat(vm: &mut Vm, a: JsString, b: JsString) -> JsResult<JsString> {
        concat(vm, a, b)
    }

    /// The concatenation of several; see [`concat_all`].
    #[inline]
    pub fn concat_all(vm: &mut Vm, parts: &[Value]) -> JsResult<JsString> {
        concat_all(vm, parts)
    }

    /// Units `start..end`; see [`substring`].
    #[inline]
    pub fn substring(vm: &mut Vm, s: JsString, start: usize, end: usize) -> JsResult<JsString> {
        substring(vm, s, start, end)
    }

    /// The hash of the text: the same for equal strings in whatever form, within one VM. Kept in the cell.
    #[inline]
    pub fn hash(self, vm: &mut Vm) -> JsResult<u32> {
        if let Some(hash) = vm.strings.cached_hash(self) {
            return Ok(hash);
        }
        self.flatten(vm)?;
        Ok(vm.strings.hash_flat(self))
    }

    /// The same, if it has been asked for before.
    #[inline(always)]
    pub fn known_hash(self, vm: &Vm) -> Option<u32> {
        vm.strings.cached_hash(self)
    }

    /// The index, if the text is a canonical array index (ECMA-262 sec. 6.1.7).
    pub fn as_index(self, vm: &mut Vm) -> JsResult<Option<u32>> {
        if self.flags() & STRING_INDEX != 0 {
            return Ok(Some(self.cell().hash.get()));
        }
        if self.is_atom() || self.len() > hash::MAX_INDEX_DIGITS {
            return Ok(None);
        }
        Ok(hash::parse_index(self.view(vm)?))
    }

    /// UTF-8; lone surrogates become U+FFFD.
    pub fn to_rust_string_lossy(self, vm: &mut Vm) -> JsResult<String> {
        Ok(self.view(vm)?.to_rust_string_lossy())
    }

    /// Whether two strings are equal, as far as pointers, lengths, hashes and units at hand can tell: None if a rope has to be
    /// flattened.
    #[inline]
    pub fn equals_flat(self, other: JsString) -> Option<bool> {
        if self.is(other) {
            return Some(true);
        }
        if self.len() != other.len() || (self.flags() & other.flags() & STRING_ATOM != 0) {
            return Some(false);
        }
        let (a, b) = (self.cell().hash.get(), other.cell().hash.get());
        if a != 0 && b != 0 && a != b {
            return Some(false);
        }
        Some(self.flat_view()? == other.flat_view()?)
    }
}

/// Maps what a constructor of the string table says to a result or an exception.
#[inline(always)]
fn finish(vm: &mut Vm, made: Result<JsString, table::Refusal>) -> JsResult<JsString> {
    match made {
        Ok(string) => Ok(string),
        Err(table::Refusal::TooLong) => Err(throw_too_long(vm)),
        Err(table::Refusal::OutOfMemory) => Err(vm.throw_out_of_memory()),
    }
}

/// Whether two strings have the same units. Fails only where a rope cannot be flattened for want of memory.
#[inline]
pub fn equals(vm: &mut Vm, a: JsString, b: JsString) -> JsResult<bool> {
    if let Some(answer) = a.equals_flat(b) {
        return Ok(answer);
    }
    a.flatten(vm)?;
    b.flatten(vm)?;
    Ok(a.flat_view() == b.flat_view())
}

/// The order by code units (IsLessThan, ECMA-262 sec. 7.2.13).
pub fn compare(vm: &mut Vm, a: JsString, b: JsString) -> JsResult<Ordering> {
    if a.is(b) {
        return Ok(Ordering::Equal);
    }
    a.flatten(vm)?;
    Ok(a.view(vm)?.cmp(&b.view(vm)?))
}

impl From<JsString> for Value {
    #[inline(always)]
    fn from(string: JsString) -> Value {
        string.value()
    }
}

impl std::fmt::Debug for JsString {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.flat_view() {
            Some(view) => write!(f, "{:?}", view.to_rust_string_lossy()),
            None => write!(f, "rope of {} units", self.len()),
        }
    }
}

impl Vm {
    /// Makes the strings that every VM has, and the shapes of primitive values, once there can be shapes and the collector knows the VM's roots.
    pub(crate) fn init_strings(&mut self) -> JsResult<()> {
        let bigint_shape = self.root_shape(None, CellKind::BigInt, 0)?;
        self.bigint_shape = self.shape_index(bigint_shape);
        let string_shape = self.root_shape(None, CellKind::String, 0)?;
        let symbol_shape = self.root_shape(None, CellKind::Symbol, 0)?;
        let [string, symbol] =
            [string_shape, symbol_shape].map(|shape| (self.shape_index(shape), shape.as_ptr().cast()));
        let made = self
            .strings
            .init(&mut self.heap, string, symbol)
            .and_then(|()| Names::new(&mut self.heap, &mut self.strings));
        self.names = or_throw(self, made)?;
        Ok(())
    }

    #[inline(always)]
    pub fn empty_string(&self) -> JsString {
        self.strings.empty()
    }

    /// The atom of a text.
    #[inline]
    pub fn intern(&mut self, text: &str) -> JsResult<JsString> {
        intern_str(self, text)
    }
}

#[cfg(test)]
mod tests;
