//! Minor collections, the barrier, drop functions, built-in layouts.

use super::*;
use crate::GcReason;
use abi::object::{Elements, Environment, JsArray, JsObject, Slots};
use abi::string::{ROPE_LEFT_OFFSET, ROPE_RIGHT_OFFSET, StringCell, StringForm};
use abi::value::Value;

#[test]
fn minor_collections_keep_what_is_old_and_free_what_is_young() {
    let mut heap = heap();
    let root = rooted_node(&mut heap, 0);
    heap.collect_minor(GcReason::Requested);
    let old = node(&mut heap, 1);
    root.left.set(Some(old));
    heap.barrier(root.get().header());
    heap.collect_minor(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 2);
    // Old garbage stays in a minor collection, young garbage goes.
    root.left.set(None);
    node(&mut heap, 2);
    heap.collect_minor(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 2);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 1);
    heap.verify().unwrap();
}

#[test]
fn a_missing_barrier_is_found_by_verify_and_loses_the_cell() {
    let mut heap = heap();
    let root = rooted_node(&mut heap, 0);
    heap.collect_minor(GcReason::Requested);
    root.left.set(Some(node(&mut heap, 1)));
    let error = heap.verify().unwrap_err();
    assert_eq!(error.count, 1);
    assert!(error.problems[0].contains("no barrier"), "{error}");
    heap.collect_minor(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 1);
    assert!(heap.verify().unwrap_err().problems[0].contains("no cell"));
    root.left.set(Some(node(&mut heap, 1)));
    heap.barrier(root.get().header());
    heap.verify().unwrap();
    heap.collect_minor(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 2);
    heap.verify().unwrap();
}

#[test]
fn drop_functions_run_exactly_once() {
    let drops = Rc::new(Cell::new(0));
    let mut heap = heap();
    let mut roots = heap.rooted_vec();
    let mut random = Random(5);
    let mut made = 0;
    for round in 0..60 {
        for _ in 0..random.below(3000) {
            let cell = counted(&mut heap, &drops);
            made += 1;
            if random.below(3) == 0 {
                roots.push(cell);
            }
        }
        for _ in 0..roots.len() / 3 {
            let n = random.below(roots.len());
            roots.as_mut_slice().swap(n, 0);
            roots.pop();
        }
        match round % 3 {
            0 => heap.collect_minor(GcReason::Requested),
            1 => heap.collect_full(GcReason::Requested),
            _ => {}
        }
        assert!(drops.get() <= made - roots.len());
        heap.verify().unwrap();
    }
    heap.collect_full(GcReason::Requested);
    heap.sweep_all_drop_blocks();
    assert_eq!(drops.get(), made - roots.len());
    assert_eq!(Rc::strong_count(&drops), roots.len() + 1);
    drop(roots);
    drop(heap);
    assert_eq!(drops.get(), made);
    assert_eq!(Rc::strong_count(&drops), 1);
}

#[test]
fn a_shape_lives_while_a_cell_names_it() {
    let mut heap = heap();
    let shape = heap.alloc_raw(CellKind::Shape, 64, false).unwrap();
    let index = ((shape.as_ptr() as usize - heap.base()) >> abi::cell::SHAPE_SHIFT) as u32;
    let cell = node(&mut heap, 0);
    cell.header().shape.set(index);
    let root = heap.rooted(cell);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Shape), 1);
    // While a cell with the shape is being allocated, too.
    let header = header();
    header.shape.set(index);
    let value = Node { header, left: Cell::new(None), right: Cell::new(None), id: Cell::new(1) };
    root.get().header().shape.set(0);
    heap.set_stress(1);
    let second = heap.alloc(value).unwrap();
    let second = heap.rooted(second);
    heap.set_stress(0);
    assert_eq!(count(&heap, CellKind::Shape), 1);
    heap.verify().unwrap();
    drop(second);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Shape), 0);
}

fn raw<T>(heap: &mut Heap, kind: CellKind, bytes: usize) -> Gc<T> {
    // SAFETY: zeroed cells are valid values of the abi's layouts.
    unsafe { Gc::from_ptr(heap.alloc_raw(kind, bytes, false).unwrap().as_ptr().cast()) }
}

fn store(cell: *const CellHeader, offset: usize, value: Value) {
    // SAFETY: the tests store within their cells.
    unsafe { *cell.cast_mut().cast::<u8>().add(offset).cast::<Value>() = value };
}

#[test]
fn layouts_of_the_abi_are_traced_without_trace_functions() {
    let mut heap = heap();
    let mut leaves = 0;
    let mut leaf = |heap: &mut Heap| {
        leaves += 1;
        node(heap, leaves).value()
    };
    let object: Gc<JsObject> = raw(&mut heap, CellKind::Object, 24 + 8 * 5);
    let root = heap.rooted_vec();
    let mut root = root;
    root.push(value_of(&object.header));
    let slots: Gc<Slots> = raw(&mut heap, CellKind::Slots, 16 + 8 * 7);
    slots.capacity.set(7);
    let elements: Gc<Elements> = raw(&mut heap, CellKind::Elements, 16 + 8 * 10_000);
    elements.capacity.set(10_000);
    object.slots.set(slots.as_ptr());
    object.elements.set(elements.as_ptr());
    store(&object.header, 24, leaf(&mut heap));
    store(&object.header, 24 + 8 * 4, leaf(&mut heap));
    store(&slots.header, 16 + 8 * 6, leaf(&mut heap));
    store(&slots.header, 16, Value::int(5));
    for n in [0, 4095, 4096, 9_999] {
        store(&elements.header, 16 + 8 * n, leaf(&mut heap));
    }
    store(&elements.header, 16 + 8, Value::double(1.5));
    let array: Gc<JsArray> = raw(&mut heap, CellKind::Array, 32);
    array.length.set(0x50);
    array.object.slots.set(object.slots.get());
    array.object.elements.set(object.elements.get());
    store(&object.header, 24 + 8, value_of(&array.object.header));
    let environment: Gc<Environment> = raw(&mut heap, CellKind::Environment, 32 + 16);
    environment.length.set(2);
    store(&environment.header, 32 + 8, leaf(&mut heap));
    let inner: Gc<Environment> = raw(&mut heap, CellKind::Environment, 32);
    inner.parent.set(environment.as_ptr());
    store(&object.header, 24 + 16, value_of(&inner.header));
    let flat: Gc<StringCell> = raw(&mut heap, CellKind::String, 40);
    let slice: Gc<StringCell> = raw(&mut heap, CellKind::String, 32);
    slice.header.detail.set(StringForm::Slice as u8);
    store(&slice.header, ROPE_LEFT_OFFSET, value_of(&flat.header));
    // SAFETY: an offset, whose bits are no cell's.
    store(&slice.header, ROPE_RIGHT_OFFSET, unsafe { Value::from_bits(3) });
    let rope: Gc<StringCell> = raw(&mut heap, CellKind::String, 32);
    rope.header.detail.set(StringForm::Rope as u8);
    store(&rope.header, ROPE_LEFT_OFFSET, value_of(&slice.header));
    store(&rope.header, ROPE_RIGHT_OFFSET, value_of(&slice.header));
    store(&environment.header, 32, value_of(&rope.header));
    for _ in 0..3 {
        heap.verify().unwrap();
        heap.collect_full(GcReason::Requested);
        heap.verify().unwrap();
        assert_eq!(count(&heap, CellKind::Internal), leaves);
        assert_eq!(count(&heap, CellKind::String), 3);
        assert_eq!(count(&heap, CellKind::Environment), 2);
        assert_eq!(count(&heap, CellKind::Array), 1);
        heap.collect_minor(GcReason::Requested);
    }
    root.clear();
    heap.collect_full(GcReason::Requested);
    assert_eq!(heap.stats().live, 0);
}

#[test]
fn cells_without_a_trace_function_are_scanned_conservatively() {
    let mut heap = heap();
    let cell: Gc<[Cell<u64>; 6]> = raw(&mut heap, CellKind::Error, 48);
    let mut roots = heap.rooted_vec();
    roots.push(value_of(cell[..].as_ptr()));
    cell[1].set(0x50);
    cell[2].set(u64::MAX);
    cell[5].set(node(&mut heap, 1).value().bits());
    cell[4].set(node(&mut heap, 2).value().bits() + 8);
    node(&mut heap, 3);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 2);
    heap.verify().unwrap();
}

/// What such a cell holds behind its byte was there before it. A cell that this marked would be marked after ephemeron callbacks had asked for it.
#[test]
fn validity_cells_name_nobody() {
    let mut heap = heap();
    let cell: Gc<[Cell<u64>; 2]> = raw(&mut heap, CellKind::Validity, 16);
    let mut roots = heap.rooted_vec();
    roots.push(value_of(cell[..].as_ptr()));
    cell[1].set(node(&mut heap, 1).value().bits() | 1);
    heap.collect_full(GcReason::Requested);
    assert_eq!((count(&heap, CellKind::Validity), count(&heap, CellKind::Internal)), (1, 0));
}

#[test]
fn blocks_of_one_size_are_used_for_another_after_they_died() {
    let mut heap = heap();
    let mut used = Vec::new();
    for round in 0..6 {
        let mut roots = heap.rooted_vec();
        for _ in 0..(8 << 20) / (100 + round * 800) {
            let cell = heap.alloc_raw(CellKind::BigInt, 100 + round * 800, round % 2 == 1).unwrap();
            roots.push(value_of(cell.as_ptr()));
        }
        used.push(heap.stats().used);
        drop(roots);
        heap.collect_full(GcReason::Requested);
        heap.sweep_all_drop_blocks();
    }
    assert!(heap.stats().used == 0 && heap.stats().peak <= 2 * used[0], "{used:?}");
    let blocks = (heap.space.top - heap.space.first) as usize * crate::BLOCK_BYTES;
    assert!(blocks <= 2 * used[0], "{blocks}");
}
