//! Ephemerons, ephemeron callbacks and weak callbacks.

use super::*;
use crate::{GcReason, LiveTest};
use abi::value::Value;
use std::cell::RefCell;

/// A weak map.
#[repr(C)]
struct Table {
    header: CellHeader,
    entries: RefCell<Vec<(Gc<Node>, Gc<Node>)>>,
    calls: Cell<usize>,
}

// SAFETY: repr(C), header first.
unsafe impl HeapCell for Table {
    const KIND: CellKind = CellKind::WeakMap;
    const NEEDS_DROP: bool = true;
}

fn table_of(cell: *mut CellHeader) -> Gc<Table> {
    // SAFETY: called for WeakMap cells, which are Tables here.
    unsafe { Gc::from_ptr(cell.cast::<Table>()) }
}

unsafe fn trace_table(cell: *mut CellHeader, visitor: &mut Visitor) {
    visitor.ephemeron_table(cell);
}

unsafe fn mark_table(cell: *mut CellHeader, visitor: &mut Visitor) -> bool {
    let table = table_of(cell);
    table.calls.set(table.calls.get() + 1);
    let mut progress = false;
    for (key, value) in table.entries.borrow().iter() {
        progress |= visitor.visit_ephemeron(key.header(), value.value());
    }
    progress
}

unsafe fn sweep_table(cell: *mut CellHeader, live: &LiveTest) {
    table_of(cell).entries.borrow_mut().retain(|(key, value)| {
        assert!(!live.is_marked(key.header()) || live.is_marked(value.header()));
        live.is_marked(key.header())
    });
}

unsafe fn drop_table(cell: *mut CellHeader) {
    // SAFETY: a dead WeakMap cell.
    unsafe { cell.cast::<Table>().drop_in_place() };
}

fn weak_heap() -> Heap {
    let mut heap = heap();
    heap.set_kind(CellKind::WeakMap, Some(trace_table), Some(drop_table));
    heap.set_ephemeron_functions(mark_table, sweep_table);
    heap
}

fn table(heap: &mut Heap) -> crate::Rooted<Table> {
    let table = Table { header: header(), entries: RefCell::default(), calls: Cell::new(0) };
    let table = heap.alloc(table).unwrap();
    heap.rooted(table)
}

#[test]
fn ephemerons_live_by_their_keys() {
    let mut heap = weak_heap();
    let map = table(&mut heap);
    let other = table(&mut heap);
    let key = rooted_node(&mut heap, 0);
    // key -> a (in map), a -> b (in other), b -> c (in map); x -> y and y -> x are garbage, and so is a self-loop.
    let cells: Vec<_> = (1..=6).map(|n| node(&mut heap, n)).collect();
    let [a, b, c, x, y, own] = cells[..] else { unreachable!() };
    map.entries.borrow_mut().extend([(b, c), (key.get(), a), (x, y), (own, own)]);
    other.entries.borrow_mut().extend([(a, b), (y, x)]);
    for full in [false, true, false, true] {
        if full {
            heap.collect_full(GcReason::Requested)
        } else {
            heap.collect_minor(GcReason::Requested)
        }
        assert_eq!(count(&heap, CellKind::Internal), 4);
        assert_eq!((map.entries.borrow().len(), other.entries.borrow().len()), (2, 1));
        heap.verify().unwrap();
    }
    drop(key);
    heap.collect_minor(GcReason::Requested);
    assert_eq!(map.entries.borrow().len(), 2);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 0);
    assert!(map.entries.borrow().is_empty() && other.entries.borrow().is_empty());
}

#[test]
fn entries_made_between_minor_collections_are_kept() {
    let mut heap = weak_heap();
    let map = table(&mut heap);
    let mut keys = heap.rooted_vec();
    for n in 0..50 {
        let (key, value) = (node(&mut heap, n), node(&mut heap, n));
        keys.push(key);
        let garbage = (node(&mut heap, n), node(&mut heap, n));
        map.entries.borrow_mut().extend([(key, value), garbage]);
        heap.barrier(map.get().header());
        heap.collect_minor(GcReason::Requested);
        assert_eq!(map.entries.borrow().len(), n + 1);
        assert_eq!(count(&heap, CellKind::Internal), 2 * (n + 1));
        heap.verify().unwrap();
    }
}

#[test]
fn long_chains_take_few_rounds() {
    let mut heap = weak_heap();
    let map = table(&mut heap);
    let start = rooted_node(&mut heap, 0);
    let mut key = start.get();
    const CHAIN: usize = 10_000;
    for n in 0..CHAIN {
        let value = node(&mut heap, n);
        map.entries.borrow_mut().push((key, value));
        key = value;
    }
    // The worst order: each round over the table would find one.
    map.entries.borrow_mut().reverse();
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), CHAIN + 1);
    assert!(map.calls.get() < 20, "{} rounds", map.calls.get());
    heap.verify().unwrap();
    drop(start);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 0);
}

#[test]
fn a_table_reached_through_an_ephemeron_counts() {
    let mut heap = weak_heap();
    let map = table(&mut heap);
    let key = rooted_node(&mut heap, 0);
    let inner = table(&mut heap);
    let value = node(&mut heap, 1);
    inner.entries.borrow_mut().push((key.get(), value));
    let inner_cell = inner.get();
    // SAFETY: tables and nodes are told apart by their kind; the handle is only shown to the visitor.
    map.entries.borrow_mut().push((key.get(), unsafe { inner_cell.cast() }));
    drop(inner);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::WeakMap), 2);
    assert_eq!(count(&heap, CellKind::Internal), 2);
}

#[test]
fn ephemeron_callbacks_keep_what_hangs_on_the_living() {
    let mut heap = heap();
    let pairs: Rc<RefCell<Vec<(Gc<Node>, Gc<Node>)>>> = Rc::default();
    let (shown, swept) = (pairs.clone(), pairs.clone());
    heap.add_ephemeron_callback(move |visitor| {
        for (owner, leaf) in shown.borrow().iter() {
            if visitor.is_marked(owner.header()) {
                visitor.visit_cell(leaf.header());
            }
        }
    });
    heap.add_weak_callback(move |live| swept.borrow_mut().retain(|(owner, _)| live.is_marked(owner.header())));
    let owner = rooted_node(&mut heap, 0);
    for n in 0..3 {
        let (of_the_living, garbage) = (node(&mut heap, n), (node(&mut heap, n), node(&mut heap, n)));
        pairs.borrow_mut().extend([(owner.get(), of_the_living), garbage]);
        if n == 1 {
            heap.collect_full(GcReason::Requested)
        } else {
            heap.collect_minor(GcReason::Requested)
        }
        assert_eq!(pairs.borrow().len(), n + 1);
        assert_eq!(count(&heap, CellKind::Internal), n + 2);
        heap.verify().unwrap();
    }
    drop(owner);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 0);
}

#[test]
fn weak_callbacks_see_what_died() {
    let mut heap = heap();
    let cache: Rc<RefCell<Vec<Gc<Node>>>> = Rc::default();
    let seen = cache.clone();
    heap.add_weak_callback(move |live| {
        assert!(live.is_shape_marked(0));
        assert!(!live.is_address_marked(8) && !live.is_address_marked(usize::MAX));
        seen.borrow_mut().retain(|cell| {
            assert_eq!(live.is_marked(cell.header()), live.is_address_marked(cell.as_ptr() as usize));
            live.is_marked(cell.header())
        });
    });
    let mut roots = heap.rooted_vec();
    for n in 0..100 {
        let cell = node(&mut heap, n);
        cache.borrow_mut().push(cell);
        if n % 4 == 0 {
            roots.push(cell);
        }
    }
    heap.collect_minor(GcReason::Requested);
    assert_eq!(cache.borrow().len(), 25);
    assert!(cache.borrow().iter().all(|cell| cell.id.get() % 4 == 0));
    roots.truncate(10);
    heap.collect_minor(GcReason::Requested);
    assert_eq!(cache.borrow().len(), 25);
    heap.collect_full(GcReason::Requested);
    assert_eq!(cache.borrow().len(), 10);
    assert_eq!(Value::from(cache.borrow()[3]), roots[3]);
}
