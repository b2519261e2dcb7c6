//! Handles: a typed pointer to a cell, and what a type must promise to be one.

use abi::cell::{CellHeader, CellKind};
use abi::value::Value;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::ptr::NonNull;

/// The heap limit is reached, or the address range is used up, and a full collection did not help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the heap limit is reached")
    }
}

impl std::error::Error for OutOfMemory {}

/// A cell type of fixed size.
///
/// # Safety
/// The type is `repr(C)`, its first field is its [`CellHeader`], it is not more aligned than a cell, and every cell of kind
/// [`HeapCell::KIND`] begins with this layout.
pub unsafe trait HeapCell: Sized {
    const KIND: CellKind;
    /// The drop function registered for the kind must run when the cell dies.
    const NEEDS_DROP: bool = false;
}

/// A handle of a live cell: one word, free to copy, made by allocation, by a checked downcast, or by `unsafe`.
///
/// It keeps its cell alive where the collector looks (see the crate's promise): in a local variable, since stacks and registers
/// are scanned conservatively. In a `Vec`, a `Box` or anything else on Rust's heap it does not: use [`crate::RootedVec`] or
/// [`crate::Rooted`] there.
///
/// A reference into the cell borrows the handle, so that it does not outlive the local variable that keeps the cell alive. So
/// functions return the handle, never a reference whose lifetime is tied to nothing.
#[repr(transparent)]
pub struct Gc<T>(NonNull<T>);

impl<T> Gc<T> {
    /// # Safety
    /// `pointer` is the address of a live cell with the layout of `T`.
    #[inline(always)]
    pub unsafe fn from_ptr(pointer: *mut T) -> Gc<T> {
        // SAFETY: a cell's address is not null; the caller's promise.
        Gc(unsafe { NonNull::new_unchecked(pointer) })
    }

    #[inline(always)]
    pub fn as_ptr(self) -> *mut T {
        self.0.as_ptr()
    }

    #[inline(always)]
    pub fn header(&self) -> &CellHeader {
        // SAFETY: every cell begins with its header, and lives while a handle is where the collector looks.
        unsafe { &*self.as_ptr().cast() }
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        // SAFETY: a handle's cell is live where the collector looks.
        unsafe { Value::from_cell(self.as_ptr().cast()) }
    }

    /// # Safety
    /// The cell has the layout of `U` as well.
    #[inline(always)]
    pub unsafe fn cast<U>(self) -> Gc<U> {
        Gc(self.0.cast())
    }

    #[inline(always)]
    pub fn ptr_eq(self, other: Gc<T>) -> bool {
        self.0 == other.0
    }
}

impl<T> Deref for Gc<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the crate's promise: the cell lives while the handle is where the collector looks.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Clone for Gc<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Gc<T> {}

impl<T> PartialEq for Gc<T> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Gc<T> {}

impl<T> Hash for Gc<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.as_ptr() as usize).hash(state);
    }
}

impl<T> fmt::Debug for Gc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:p}", self.header().kind().name(), self.0)
    }
}

impl<T> From<Gc<T>> for Value {
    #[inline(always)]
    fn from(cell: Gc<T>) -> Value {
        cell.value()
    }
}
