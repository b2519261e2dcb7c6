//! Values seen as what they point at.

use crate::object::Object;
use crate::runtime::bigint::JsBigInt;
use crate::string::{JsString, JsSymbol};
pub use abi::Value;
use abi::cell::{CellHeader, CellKind, FLAG_CALLABLE, FLAG_CONSTRUCTOR};

/// The checked views of a [`Value`] that points at a cell.
pub trait ValueExt: Copy {
    fn header(&self) -> Option<&CellHeader>;
    fn is_kind(self, kind: CellKind) -> bool;
    fn is_object(self) -> bool;
    fn is_string(self) -> bool;
    fn is_symbol(self) -> bool;
    fn is_bigint(self) -> bool;
    fn as_object(self) -> Option<Object>;
    fn as_string(self) -> Option<JsString>;
    fn as_symbol(self) -> Option<JsSymbol>;
    fn as_bigint(self) -> Option<JsBigInt>;
    fn is_callable(self) -> bool;
    fn is_constructor(self) -> bool;
}

impl ValueExt for Value {
    #[inline(always)]
    fn header(&self) -> Option<&CellHeader> {
        if self.is_cell() {
            // SAFETY: a value that is a cell points at a live cell: values are only made from live handles, and the
            // collector keeps alive what registers, stacks and live cells hold.
            Some(unsafe { &*self.as_cell() })
        } else {
            None
        }
    }

    #[inline(always)]
    fn is_kind(self, kind: CellKind) -> bool {
        self.header().is_some_and(|h| h.is(kind))
    }

    #[inline(always)]
    fn is_object(self) -> bool {
        self.header().is_some_and(|h| h.is_object())
    }

    #[inline(always)]
    fn is_string(self) -> bool {
        self.is_kind(CellKind::String)
    }

    #[inline(always)]
    fn is_symbol(self) -> bool {
        self.is_kind(CellKind::Symbol)
    }

    #[inline(always)]
    fn is_bigint(self) -> bool {
        self.is_kind(CellKind::BigInt)
    }

    #[inline(always)]
    fn as_object(self) -> Option<Object> {
        // SAFETY: the header says that the cell is an object.
        if self.is_object() { Some(unsafe { Object::from_ptr(self.as_cell().cast()) }) } else { None }
    }

    #[inline(always)]
    fn as_string(self) -> Option<JsString> {
        // SAFETY: the header says that the cell is a string.
        if self.is_string() { Some(unsafe { JsString::from_ptr(self.as_cell().cast()) }) } else { None }
    }

    #[inline(always)]
    fn as_symbol(self) -> Option<JsSymbol> {
        // SAFETY: the header says that the cell is a symbol.
        if self.is_symbol() { Some(unsafe { JsSymbol::from_ptr(self.as_cell().cast()) }) } else { None }
    }

    #[inline(always)]
    fn as_bigint(self) -> Option<JsBigInt> {
        // SAFETY: the header says that the cell is a BigInt.
        if self.is_bigint() { Some(unsafe { JsBigInt::from_ptr(self.as_cell().cast()) }) } else { None }
    }

    #[inline(always)]
    fn is_callable(self) -> bool {
        self.header().is_some_and(|h| h.is_object() && h.has_flag(FLAG_CALLABLE))
    }

    #[inline(always)]
    fn is_constructor(self) -> bool {
        self.header().is_some_and(|h| h.is_object() && h.has_flag(FLAG_CONSTRUCTOR))
    }
}
