//! Tests of the heap as its users see it. What they share: a small graph cell, a cell that counts its drops, and heaps whose
//! native stack is not scanned, so that what is dead is certain to be found so.

mod allocation;
mod generations;
mod incremental;
mod model;
mod weakness;

use crate::{Gc, Heap, HeapCell, Visitor};
use abi::cell::{CellHeader, CellKind};
use abi::value::Value;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicU8;

pub fn header() -> CellHeader {
    CellHeader {
        shape: Cell::new(0),
        kind: Cell::new(0),
        detail: Cell::new(0),
        flags: Cell::new(0),
        gc: AtomicU8::new(0),
    }
}

/// The value of a cell that the caller has at hand, and that is alive.
pub fn value_of<T>(cell: *const T) -> Value {
    // SAFETY: what is at hand is alive, and the collector finds it on the stack.
    unsafe { Value::from_cell(cell.cast()) }
}

/// A cell with two edges.
#[repr(C)]
pub struct Node {
    header: CellHeader,
    pub left: Cell<Option<Gc<Node>>>,
    pub right: Cell<Option<Gc<Node>>>,
    pub id: Cell<usize>,
}

// SAFETY: repr(C), header first.
unsafe impl HeapCell for Node {
    const KIND: CellKind = CellKind::Internal;
}

unsafe fn trace_node(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: called for Internal cells, which are Nodes here.
    let node = unsafe { &*cell.cast::<Node>() };
    for edge in [node.left.get(), node.right.get()].into_iter().flatten() {
        visitor.visit_cell(edge.header());
    }
}

/// A cell that counts its drops.
#[repr(C)]
pub struct Counted {
    header: CellHeader,
    drops: Rc<Cell<usize>>,
    dropped: Cell<bool>,
}

// SAFETY: repr(C), header first.
unsafe impl HeapCell for Counted {
    const KIND: CellKind = CellKind::Host;
    const NEEDS_DROP: bool = true;
}

unsafe fn trace_nothing(_: *mut CellHeader, _: &mut Visitor) {}

unsafe fn drop_counted(cell: *mut CellHeader) {
    let counted = cell.cast::<Counted>();
    // SAFETY: called once for dead Host cells, which are Counted here.
    unsafe {
        assert!(!(*counted).dropped.replace(true), "dropped twice");
        (*counted).drops.set((*counted).drops.get() + 1);
        counted.drop_in_place();
    }
}

pub fn heap() -> Heap {
    let mut heap = Heap::new().unwrap();
    heap.scan_native_stack = false;
    heap.set_kind(CellKind::Internal, Some(trace_node), None);
    heap.set_kind(CellKind::Host, Some(trace_nothing), Some(drop_counted));
    heap
}

pub fn node(heap: &mut Heap, id: usize) -> Gc<Node> {
    heap.alloc(Node { header: header(), left: Cell::new(None), right: Cell::new(None), id: Cell::new(id) }).unwrap()
}

pub fn rooted_node(heap: &mut Heap, id: usize) -> crate::Rooted<Node> {
    let cell = node(heap, id);
    heap.rooted(cell)
}

pub fn counted(heap: &mut Heap, drops: &Rc<Cell<usize>>) -> Gc<Counted> {
    heap.alloc(Counted { header: header(), drops: drops.clone(), dropped: Cell::new(false) }).unwrap()
}

/// Allocated cells of a kind.
pub fn count(heap: &Heap, kind: CellKind) -> usize {
    let mut n = 0;
    heap.for_each_cell(|header, _| n += usize::from(header.is(kind)));
    n
}

/// A small generator of random numbers (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}
