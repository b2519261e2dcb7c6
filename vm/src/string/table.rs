//! What the strings of one VM share: the atoms, the strings of one unit, recent numerals, the symbol registry.

use super::hash::{HashKeys, MAX_INDEX_DIGITS, parse_index, write_decimal};
use super::layout::{alloc_latin1, alloc_utf16};
use super::rope::{copy_bytes, flatten_rope};
use super::search::is_narrow;
use super::symbol::{JsSymbol, SYMBOL_REGISTERED, alloc_symbol};
use super::view::StrView;
use super::{JsString, MAX_STRING_LENGTH, PropertyKey, finish, or_throw};
use crate::JsResult;
use crate::vm::Vm;
use abi::cell::CellHeader;
use abi::string::{STRING_ATOM, STRING_INDEX, STRING_NOT_INDEX, StringCell, StringForm};
use gc::{Heap, OutOfMemory, Visitor};
use hashbrown::{HashMap, HashTable};
use std::ptr::{NonNull, null_mut};

/// Why a string could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    TooLong,
    OutOfMemory,
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Refusal {
        Refusal::OutOfMemory
    }
}

/// Numerals that are remembered.
const NUMERALS: usize = 256;
/// Strings whose atoms are remembered, a power of two.
const RECENT: usize = 1024;

/// A text's hash as the cell keeps it and as the table uses it.
#[derive(Clone, Copy)]
struct Hashed {
    /// The hash, or the index.
    field: u32,
    is_index: bool,
    table: u32,
}

/// An atom and its hash, which is here too so that growing, sweeping and most failing comparisons need not touch the cell.
#[derive(Clone, Copy)]
struct Atom {
    cell: *mut StringCell,
    hash: u32,
}

/// The strings' side of a VM. The atom table and the caches are weak; the rest is traced.
pub struct StringTable {
    keys: HashKeys,
    /// Shape index in the headers of strings and of symbols.
    shape: u32,
    symbol_shape: u32,
    shape_cells: [*mut CellHeader; 2],
    /// `empty` and `chars` are there.
    ready: bool,
    atoms: HashTable<Atom>,
    /// Atoms since the last collection.
    young: Vec<Atom>,
    empty: JsString,
    /// Atoms of the Latin-1 units.
    chars: [JsString; 256],
    /// Strings that were interned while an equal atom existed, by address.
    recent: Box<[(*mut StringCell, *mut StringCell); RECENT]>,
    /// Numerals, by number.
    numerals: Box<[(u32, *mut StringCell); NUMERALS]>,
    /// Keys that live as long as the VM.
    permanent: Vec<PropertyKey>,
    /// Symbol.for, by atom.
    registry: HashMap<*mut StringCell, JsSymbol>,
    symbols: u32,
}

impl Default for StringTable {
    fn default() -> StringTable {
        StringTable::new()
    }
}

/// The hash table wants 64 bits with entropy at both ends.
#[inline(always)]
fn spread(hash: u32) -> u64 {
    (hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl StringTable {
    /// An empty table, of no use until [`StringTable::init`].
    pub fn new() -> StringTable {
        // SAFETY: never used before `init`, which the VM calls before anything else makes a string.
        let nothing = unsafe { JsString::from_ptr(NonNull::<StringCell>::dangling().as_ptr()) };
        StringTable {
            keys: HashKeys::random(),
            shape: 0,
            symbol_shape: 0,
            shape_cells: [null_mut(); 2],
            ready: false,
            atoms: HashTable::with_capacity(4096),
            young: Vec::new(),
            empty: nothing,
            chars: [nothing; 256],
            recent: Box::new([(null_mut(), null_mut()); RECENT]),
            numerals: Box::new([(0, null_mut()); NUMERALS]),
            permanent: Vec::new(),
            registry: HashMap::new(),
            symbols: 0,
        }
    }

    /// Index of the shape that all strings have.
    pub fn shape_index(&self) -> u32 {
        self.shape
    }

    /// Makes the strings that the table always has. The shapes are those of all strings and of all symbols: index and cell.
    pub(super) fn init(
        &mut self,
        heap: &mut Heap,
        string_shape: (u32, *mut CellHeader),
        symbol_shape: (u32, *mut CellHeader),
    ) -> Result<(), OutOfMemory> {
        (self.shape, self.symbol_shape) = (string_shape.0, symbol_shape.0);
        self.shape_cells = [string_shape.1, symbol_shape.1];
        let empty = self.intern_view(heap, StrView::EMPTY)?;
        self.empty = empty;
        self.chars = [empty; 256];
        self.ready = true;
        for unit in 0..=255u8 {
            self.chars[unit as usize] = self.intern_view(heap, StrView::Latin1(&[unit]))?;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn shape(&self) -> u32 {
        self.shape
    }

    #[inline(always)]
    pub fn empty(&self) -> JsString {
        self.empty
    }

    /// The atom of a unit below 256.
    #[inline(always)]
    pub fn char_atom(&self, unit: u16) -> Option<JsString> {
        self.chars.get(unit as usize).copied()
    }

    /// The atoms of the units below 256.
    pub(crate) fn chars(&self) -> *const JsString {
        self.chars.as_ptr()
    }

    /// How many atoms there are.
    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    #[inline]
    pub(super) fn make_latin1(&self, heap: &mut Heap, bytes: &[u8]) -> Result<JsString, Refusal> {
        match *bytes {
            [] => return Ok(self.empty),
            [byte] => return Ok(self.chars[byte as usize]),
            _ if bytes.len() > MAX_STRING_LENGTH => return Err(Refusal::TooLong),
            _ => {}
        }
        Ok(self.copy_latin1(heap, bytes)?)
    }

    #[inline]
    pub(super) fn copy_latin1(&self, heap: &mut Heap, bytes: &[u8]) -> Result<JsString, OutOfMemory> {
        let cell = alloc_latin1(heap, self.shape, bytes.len(), bytes.len())?;
        // SAFETY: the cell is new and has room for the bytes.
        unsafe { copy_bytes(bytes, cell.data()) };
        Ok(cell)
    }

    pub(super) fn make_utf16(&self, heap: &mut Heap, units: &[u16]) -> Result<JsString, Refusal> {
        match *units {
            [] => return Ok(self.empty),
            [unit] if unit < 256 => return Ok(self.chars[unit as usize]),
            _ if units.len() > MAX_STRING_LENGTH => return Err(Refusal::TooLong),
            _ => {}
        }
        Ok(self.copy_utf16(heap, units)?)
    }

    fn copy_utf16(&self, heap: &mut Heap, units: &[u16]) -> Result<JsString, OutOfMemory> {
        if is_narrow(units) {
            let cell = alloc_latin1(heap, self.shape, units.len(), units.len())?;
            for (i, &unit) in units.iter().enumerate() {
                // SAFETY: the cell is new and has room for a byte of each unit.
                unsafe { *cell.data().add(i) = unit as u8 };
            }
            return Ok(cell);
        }
        let cell = alloc_utf16(heap, self.shape, units.len(), units.len())?;
        // SAFETY: the cell is new and has room for the units.
        unsafe { std::ptr::copy_nonoverlapping(units.as_ptr(), cell.data().cast(), units.len()) };
        Ok(cell)
    }

    pub(super) fn make_str(&self, heap: &mut Heap, text: &str) -> Result<JsString, Refusal> {
        if text.is_ascii() {
            return self.make_latin1(heap, text.as_bytes());
        }
        let (mut length, mut highest) = (0, '\0');
        for c in text.chars() {
            length += c.len_utf16();
            highest = highest.max(c);
        }
        if length > MAX_STRING_LENGTH {
            return Err(Refusal::TooLong);
        }
        if (highest as u32) < 256 {
            if length == 1 {
                return Ok(self.chars[highest as usize]);
            }
            let cell = alloc_latin1(heap, self.shape, length, length)?;
            for (i, c) in text.chars().enumerate() {
                // SAFETY: the cell is new and has room for a byte of each character.
                unsafe { *cell.data().add(i) = c as u8 };
            }
            return Ok(cell);
        }
        let cell = alloc_utf16(heap, self.shape, length, length)?;
        for (i, unit) in text.encode_utf16().enumerate() {
            // SAFETY: the cell is new and has room for `length` units, which is how many there are.
            unsafe { *cell.data().cast::<u16>().add(i) = unit };
        }
        Ok(cell)
    }

    /// Decimal digits that are in the cache.
    #[inline(always)]
    pub fn cached_u32(&self, number: u32) -> Option<JsString> {
        if number < 10 {
            return Some(self.chars[b'0' as usize + number as usize]);
        }
        let (cached, cell) = self.numerals[number as usize % NUMERALS];
        // SAFETY: the cache is emptied before what died is swept.
        (cached == number && !cell.is_null()).then(|| unsafe { JsString::from_ptr(cell) })
    }

    /// Decimal digits, marked as the index that they are.
    #[inline]
    pub(super) fn make_u32(&mut self, heap: &mut Heap, number: u32) -> Result<JsString, OutOfMemory> {
        if let Some(cached) = self.cached_u32(number) {
            return Ok(cached);
        }
        let mut digits = [0; 20];
        let used = write_decimal(number as u64, &mut digits);
        let string = self.copy_latin1(heap, &digits[20 - used..])?;
        if number < u32::MAX {
            string.cell().hash.set(number);
            string.cell().header.set_flag(STRING_INDEX);
        }
        self.numerals[number as usize % NUMERALS] = (number, string.as_ptr());
        Ok(string)
    }

    #[inline]
    fn hash_view(&self, view: StrView<'_>) -> Hashed {
        match parse_index(view) {
            Some(index) => Hashed { field: index, is_index: true, table: self.keys.index(index) },
            None => {
                let hash = self.keys.text(view);
                Hashed { field: hash, is_index: false, table: hash }
            }
        }
    }

    /// What is known of a cell's hash without reading its units.
    #[inline]
    pub(super) fn cached_hash(&self, string: JsString) -> Option<u32> {
        let field = string.cell().hash.get();
        if string.flags() & STRING_INDEX != 0 {
            return Some(self.keys.index(field));
        }
        (field != 0).then_some(field)
    }

    /// The hash of a flat string, kept in the cell from now on.
    pub(super) fn hash_flat(&self, string: JsString) -> u32 {
        self.hashed(string).table
    }

    #[inline]
    fn hashed(&self, string: JsString) -> Hashed {
        let cell = string.cell();
        let field = cell.hash.get();
        if string.flags() & STRING_INDEX != 0 {
            return Hashed { field, is_index: true, table: self.keys.index(field) };
        }
        if field != 0 {
            return Hashed { field, is_index: false, table: field };
        }
        let hashed = self.hash_view(string.flat_view().unwrap_or(StrView::EMPTY));
        cell.hash.set(hashed.field);
        if hashed.is_index {
            cell.header.set_flag(STRING_INDEX);
        }
        hashed
    }

    #[inline]
    fn find(&self, view: StrView<'_>, hash: u32) -> Option<JsString> {
        let found = self.atoms.find(spread(hash), |atom| {
            if atom.hash != hash {
                return false;
            }
            // SAFETY: the table holds live cells only: it is swept before their memory is.
            let atom = unsafe { JsString::from_ptr(atom.cell) };
            atom.len() == view.len() && atom.flat_view().is_some_and(|other| other == view)
        })?;
        // SAFETY: as above.
        Some(unsafe { JsString::from_ptr(found.cell) })
    }

    /// Makes a flat string, which is in nobody's hands or not shared in form with another, the atom of its text.
    fn insert(&mut self, string: JsString, hashed: Hashed) {
        let cell = string.cell();
        cell.hash.set(hashed.field);
        cell.header.set_flag(STRING_ATOM | if hashed.is_index { STRING_INDEX } else { STRING_NOT_INDEX });
        let atom = Atom { cell: string.as_ptr(), hash: hashed.table };
        self.atoms.insert_unique(spread(atom.hash), atom, |atom| spread(atom.hash));
        self.young.push(atom);
    }

    /// The atom of a text.
    pub fn intern_view(&mut self, heap: &mut Heap, view: StrView<'_>) -> Result<JsString, OutOfMemory> {
        let hashed = self.hash_view(view);
        if let Some(atom) = self.find(view, hashed.table) {
            return Ok(atom);
        }
        let atom = match view {
            StrView::Latin1(bytes) => self.copy_latin1(heap, bytes)?,
            StrView::Utf16(units) => self.copy_utf16(heap, units)?,
        };
        self.insert(atom, hashed);
        Ok(atom)
    }

    /// The atom of a string, if that can be told without looking for it in the table.
    #[inline]
    pub(super) fn known_atom(&self, string: JsString) -> Option<JsString> {
        if string.is_atom() {
            return Some(string);
        }
        if string.has_form(StringForm::Slice) {
            let base = string.base();
            return (base.is_atom() && base.len() == string.len()).then_some(base);
        }
        let (from, to) = self.recent[recent_slot(string)];
        // SAFETY: the cache is emptied before what died is swept.
        (from == string.as_ptr()).then(|| unsafe { JsString::from_ptr(to) })
    }

    /// The atom of a string. The string itself becomes the atom where it can; otherwise it remembers which one it is, or
    /// the table does for a while.
    pub fn intern(&mut self, heap: &mut Heap, string: JsString) -> Result<JsString, OutOfMemory> {
        if let Some(atom) = self.atom_of(heap, string)? {
            return Ok(atom);
        }
        let hashed = self.hashed(string);
        let atom = match string.flat_view().unwrap_or(StrView::EMPTY) {
            StrView::Latin1(_) if string.has_form(StringForm::Latin1) => string,
            StrView::Utf16(units) if string.has_form(StringForm::Utf16) && !is_narrow(units) => string,
            StrView::Latin1(bytes) => self.copy_latin1(heap, bytes)?,
            StrView::Utf16(units) => self.copy_utf16(heap, units)?,
        };
        self.insert(atom, hashed);
        self.remember_atom(heap, string, atom);
        Ok(atom)
    }

    /// The atom of a string's text, if there is one. The string is flat afterwards.
    pub fn atom_of(&mut self, heap: &mut Heap, string: JsString) -> Result<Option<JsString>, OutOfMemory> {
        if let Some(atom) = self.known_atom(string) {
            return Ok(Some(atom));
        }
        if string.is_rope() {
            flatten_rope(heap, self, string)?;
        }
        let hashed = self.hashed(string);
        let found = self.find(string.flat_view().unwrap_or(StrView::EMPTY), hashed.table);
        if let Some(atom) = found {
            self.remember_atom(heap, string, atom);
        }
        Ok(found)
    }

    fn remember_atom(&mut self, heap: &mut Heap, string: JsString, atom: JsString) {
        if string.has_form(StringForm::Slice) {
            string.become_slice(heap, atom, 0);
        } else if !atom.is(string) {
            self.recent[recent_slot(string)] = (string.as_ptr(), atom.as_ptr());
        }
    }

    /// The key of a name that the runtime uses for as long as it lives.
    pub fn permanent_key(&mut self, heap: &mut Heap, name: &str) -> Result<PropertyKey, OutOfMemory> {
        let atom = self.intern_text(heap, name)?;
        let key = PropertyKey::from_atom(atom);
        self.permanent.push(key);
        Ok(key)
    }

    /// A symbol that lives as long as the VM.
    pub(super) fn permanent_symbol(
        &mut self,
        heap: &mut Heap,
        description: &str,
        flags: u8,
    ) -> Result<PropertyKey, OutOfMemory> {
        let description = self.intern_text(heap, description)?;
        let symbol = self.make_symbol(heap, Some(description), flags)?;
        let key = PropertyKey::from_symbol(symbol);
        self.permanent.push(key);
        Ok(key)
    }

    pub(super) fn make_symbol(
        &mut self,
        heap: &mut Heap,
        description: Option<JsString>,
        flags: u8,
    ) -> Result<JsSymbol, OutOfMemory> {
        self.symbols = self.symbols.wrapping_add(1);
        alloc_symbol(heap, self.symbol_shape, self.keys.index(self.symbols), description, flags)
    }

    fn intern_text(&mut self, heap: &mut Heap, text: &str) -> Result<JsString, OutOfMemory> {
        if text.is_ascii() {
            return self.intern_view(heap, StrView::Latin1(text.as_bytes()));
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern_view(heap, StrView::Utf16(&units))
    }

    /// GlobalSymbolRegistry (ECMA-262 sec. 20.4.2.2): the symbol of an atom.
    pub(super) fn registered_symbol(&mut self, heap: &mut Heap, key: JsString) -> Result<JsSymbol, OutOfMemory> {
        if let Some(&symbol) = self.registry.get(&key.as_ptr()) {
            return Ok(symbol);
        }
        let symbol = self.make_symbol(heap, Some(key), SYMBOL_REGISTERED)?;
        self.registry.insert(key.as_ptr(), symbol);
        Ok(symbol)
    }

    /// Visits what the table keeps alive.
    pub fn trace(&self, visitor: &mut Visitor) {
        for shape in self.shape_cells {
            visitor.visit_cell(shape);
        }
        if self.ready {
            visitor.visit_cell(self.empty.as_cell());
            for char_atom in &self.chars {
                visitor.visit_cell(char_atom.as_cell());
            }
        }
        for key in &self.permanent {
            if !key.is_index() {
                visitor.visit_cell(key.bits() as *mut CellHeader);
            }
        }
        for (&atom, symbol) in &self.registry {
            visitor.visit_cell(atom.cast());
            visitor.visit_cell(symbol.as_cell());
        }
    }

    /// Forgets atoms that died; after a full marking, before sweeping.
    pub fn sweep_atoms(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.atoms.retain(|atom| is_marked(atom.cell.cast()));
        self.young.clear();
        if self.atoms.capacity() > 4096 && self.atoms.len() < self.atoms.capacity() / 4 {
            self.atoms.shrink_to(self.atoms.len() * 2, |atom| spread(atom.hash));
        }
        self.clear_caches();
    }

    /// The same after a collection that only frees what was allocated since the last one: looks at new atoms only.
    pub fn sweep_young_atoms(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        for atom in self.young.drain(..) {
            if !is_marked(atom.cell.cast())
                && let Ok(entry) = self.atoms.find_entry(spread(atom.hash), |other| std::ptr::eq(other.cell, atom.cell))
            {
                entry.remove();
            }
        }
        self.clear_caches();
    }

    fn clear_caches(&mut self) {
        self.recent.fill((null_mut(), null_mut()));
        self.numerals.fill((0, null_mut()));
    }
}

#[inline(always)]
fn recent_slot(string: JsString) -> usize {
    // Cells that were allocated one after the other get places of their own: Fibonacci hashing.
    let mixed = (string.as_ptr() as u64 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - RECENT.ilog2())) as usize
}

/// The atom of a string's text.
#[inline]
pub fn intern(vm: &mut Vm, string: JsString) -> JsResult<JsString> {
    if string.is_atom() {
        return Ok(string);
    }
    let atom = vm.strings.intern(&mut vm.heap, string);
    or_throw(vm, atom)
}

/// The atom of a UTF-8 text.
pub fn intern_str(vm: &mut Vm, text: &str) -> JsResult<JsString> {
    if text.len() > MAX_STRING_LENGTH {
        // Longer only if it is not ASCII, perhaps: let the length be judged in units.
        let string = JsString::from_str(vm, text)?;
        return intern(vm, string);
    }
    let atom = vm.strings.intern_text(&mut vm.heap, text);
    or_throw(vm, atom)
}

/// The atom of a Latin-1 text.
pub fn intern_latin1(vm: &mut Vm, bytes: &[u8]) -> JsResult<JsString> {
    intern_units(vm, StrView::Latin1(bytes))
}

/// The atom of a UTF-16 text.
pub fn intern_utf16(vm: &mut Vm, units: &[u16]) -> JsResult<JsString> {
    intern_units(vm, StrView::Utf16(units))
}

fn intern_units(vm: &mut Vm, view: StrView<'_>) -> JsResult<JsString> {
    if view.len() > MAX_STRING_LENGTH {
        return finish(vm, Err(Refusal::TooLong));
    }
    let atom = vm.strings.intern_view(&mut vm.heap, view);
    or_throw(vm, atom)
}

/// The index of a string that may not have been asked before.
#[inline]
pub(super) fn index_of(table: &StringTable, string: JsString) -> Option<u32> {
    if string.flags() & STRING_INDEX != 0 {
        return Some(string.cell().hash.get());
    }
    if string.is_atom() || string.len() > MAX_INDEX_DIGITS || string.cell().hash.get() != 0 {
        return None;
    }
    let first = string.flat_view()?.get(0)?;
    if !(b'0' as u16..=b'9' as u16).contains(&first) {
        return None;
    }
    let hashed = table.hashed(string);
    hashed.is_index.then_some(hashed.field)
}
