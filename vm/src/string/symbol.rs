//! Symbols, private names among them.

use super::view::StrView;
use super::{JsString, StringBuilder, intern, or_throw};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use gc::{Gc, Heap, HeapCell, OutOfMemory, Visitor};
use std::cell::Cell;

/// A private name (`#name`): never seen by reflection or proxies.
const SYMBOL_PRIVATE: u8 = 1;
/// In the global symbol registry: its description is its key.
pub(super) const SYMBOL_REGISTERED: u8 = 2;
pub(super) const SYMBOL_WELL_KNOWN: u8 = 4;

/// ```text
/// 0 header (shape: the VM's one symbol shape; flags: private, registered, well-known)
/// 8 hash u32, not 0 | 16 description: a flat string or undefined
/// ```
#[repr(C)]
pub struct SymbolCell {
    pub header: CellHeader,
    hash: Cell<u32>,
    _pad: u32,
    description: Cell<Value>,
}

const _: () = assert!(size_of::<SymbolCell>() == 24);
const _: () = assert!(std::mem::offset_of!(SymbolCell, hash) == abi::string::TRUTH_OFFSET);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for SymbolCell {
    const KIND: CellKind = CellKind::Symbol;
}

/// A handle of a symbol. Symbols are equal if they are the same cell.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct JsSymbol(Gc<SymbolCell>);

pub(super) fn alloc_symbol(
    heap: &mut Heap,
    shape: u32,
    hash: u32,
    description: Option<JsString>,
    flags: u8,
) -> Result<JsSymbol, OutOfMemory> {
    let pointer = heap.alloc_raw(CellKind::Symbol, size_of::<SymbolCell>(), false)?.cast::<SymbolCell>();
    // SAFETY: the cell is new, zeroed (valid, as the empty value is 0) and large enough.
    let cell = unsafe { pointer.as_ref() };
    cell.header.shape.set(shape);
    cell.header.flags.set(flags);
    // Where a string has its length: as truth goes, symbols are no empty strings.
    cell.hash.set(hash.max(1));
    cell.description.set(description.map_or(Value::UNDEFINED, |text| text.value()));
    // SAFETY: the cell is now a symbol.
    Ok(unsafe { JsSymbol::from_ptr(pointer.as_ptr()) })
}

impl JsSymbol {
    /// # Safety
    /// The pointer must be to a live symbol cell.
    #[inline(always)]
    pub unsafe fn from_ptr(pointer: *mut SymbolCell) -> JsSymbol {
        // SAFETY: the caller's promise.
        JsSymbol(unsafe { Gc::from_ptr(pointer) })
    }

    /// # Safety
    /// The cell must be live and of kind Symbol.
    #[inline(always)]
    pub unsafe fn from_cell(cell: *const CellHeader) -> JsSymbol {
        // SAFETY: the caller's promise.
        unsafe { JsSymbol::from_ptr(cell as *mut SymbolCell) }
    }

    /// A new symbol.
    pub fn new(vm: &mut Vm, description: Option<JsString>) -> JsResult<JsSymbol> {
        JsSymbol::with_flags(vm, description, 0)
    }

    /// A new private name; the description has the `#`.
    pub fn new_private(vm: &mut Vm, description: JsString) -> JsResult<JsSymbol> {
        JsSymbol::with_flags(vm, Some(description), SYMBOL_PRIVATE)
    }

    fn with_flags(vm: &mut Vm, description: Option<JsString>, flags: u8) -> JsResult<JsSymbol> {
        if let Some(text) = description {
            text.flatten(vm)?;
        }
        let symbol = vm.strings.make_symbol(&mut vm.heap, description, flags);
        or_throw(vm, symbol)
    }

    /// Symbol.for (ECMA-262 sec. 20.4.2.2).
    pub fn registered(vm: &mut Vm, key: JsString) -> JsResult<JsSymbol> {
        let key = intern(vm, key)?;
        let symbol = vm.strings.registered_symbol(&mut vm.heap, key);
        or_throw(vm, symbol)
    }

    /// KeyForSymbol (ECMA-262 sec. 20.4.5.1).
    pub fn registry_key(self) -> Option<JsString> {
        if self.is_registered() { self.description() } else { None }
    }

    #[inline(always)]
    pub fn as_ptr(self) -> *mut SymbolCell {
        self.0.as_ptr()
    }

    #[inline(always)]
    pub fn as_cell(self) -> *mut CellHeader {
        self.as_ptr().cast()
    }

    #[inline(always)]
    pub fn cell(&self) -> &SymbolCell {
        &self.0
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        // SAFETY: a handle's cell is live where the collector looks.
        unsafe { Value::from_cell(self.as_cell()) }
    }

    /// A random number that stays the same.
    #[inline(always)]
    pub fn hash(self) -> u32 {
        self.cell().hash.get()
    }

    /// [[Description]], flat; None for undefined.
    #[inline]
    pub fn description(self) -> Option<JsString> {
        JsString::from_value(self.cell().description.get())
    }

    /// [[Description]]: a string or undefined.
    #[inline]
    pub fn description_value(self) -> Value {
        self.cell().description.get()
    }

    #[inline]
    pub fn is_private(self) -> bool {
        self.cell().header.has_flag(SYMBOL_PRIVATE)
    }

    /// In the global symbol registry.
    #[inline]
    pub fn is_registered(self) -> bool {
        self.cell().header.has_flag(SYMBOL_REGISTERED)
    }

    #[inline]
    pub fn is_well_known(self) -> bool {
        self.cell().header.has_flag(SYMBOL_WELL_KNOWN)
    }

    /// CanBeHeldWeakly's condition (ECMA-262 sec. 9.13): not in the registry.
    #[inline]
    pub fn can_be_held_weakly(self) -> bool {
        !self.is_registered()
    }

    /// SymbolDescriptiveString (ECMA-262 sec. 20.4.3.3.1).
    pub fn descriptive_string(self, vm: &mut Vm) -> JsResult<JsString> {
        let mut text = StringBuilder::new();
        text.push_str("Symbol(");
        if let Some(description) = self.description() {
            text.push_js(description);
        }
        text.push_u16(b')' as u16);
        text.finish(vm)
    }
}

/// `Symbol(description)`, or a private name's description.
impl std::fmt::Display for JsSymbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let description = self.description();
        let view = description.as_ref().and_then(|text| text.flat_view()).unwrap_or(StrView::EMPTY);
        if self.is_private() { f.write_str(&view.to_str_lossy()) } else { write!(f, "Symbol({})", view.to_str_lossy()) }
    }
}

impl std::fmt::Debug for JsSymbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl PartialEq for JsSymbol {
    #[inline(always)]
    fn eq(&self, other: &JsSymbol) -> bool {
        self.as_ptr() == other.as_ptr()
    }
}

impl Eq for JsSymbol {}

impl std::hash::Hash for JsSymbol {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_ptr().hash(state);
    }
}

impl From<JsSymbol> for Value {
    #[inline(always)]
    fn from(symbol: JsSymbol) -> Value {
        symbol.value()
    }
}

/// Visits what a symbol cell points at; to be registered with the heap for [`CellKind::Symbol`].
///
/// # Safety
/// To be called by the collector only, on a live Symbol cell.
pub unsafe fn trace_symbol(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector calls this for cells of kind Symbol.
    let symbol = unsafe { &*cell.cast::<SymbolCell>() };
    visitor.visit_value(symbol.description.get());
}
