//! Sizes, zeroing, large cells, conservative addresses, external memory, the limit, events.

use super::*;
use crate::{BLOCK_BYTES, GcKind, GcReason, MAX_SMALL, OutOfMemory, heap_base_of};
use abi::cell::CELL_ALIGN;
use abi::context::VmState;
use abi::value::Value;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn cells_of_all_sizes_are_zeroed_aligned_and_apart() {
    let mut heap = heap();
    let mut sizes: Vec<usize> = (8..600).chain((600..40_000).step_by(577)).collect();
    sizes.extend([MAX_SMALL, MAX_SMALL + 1, BLOCK_BYTES, BLOCK_BYTES + 1, 1 << 20, 5 << 20]);
    for round in 0..3 {
        let mut cells = Vec::new();
        let mut roots = heap.rooted_vec();
        for (n, &size) in sizes.iter().enumerate() {
            let cell = heap.alloc_raw(CellKind::BigInt, size, n % 2 == 0).unwrap().as_ptr();
            assert_eq!(cell as usize % CELL_ALIGN, 0);
            assert_eq!(heap_base_of(cell as usize), heap.base());
            // SAFETY: the cell is `size` bytes long.
            let bytes = unsafe { std::slice::from_raw_parts_mut(cell, size) };
            assert_eq!(bytes[4], CellKind::BigInt as u8);
            assert!(bytes[..4].iter().chain(&bytes[5..]).all(|&b| b == 0), "{size} bytes, round {round}");
            bytes[8..].fill(0xa5);
            cells.push((cell as usize, size));
            roots.push(value_of(cell));
        }
        cells.sort_unstable();
        assert!(cells.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
        assert_eq!(count(&heap, CellKind::BigInt), sizes.len());
        heap.verify().unwrap();
        drop(roots);
        heap.collect_full(GcReason::Requested);
        heap.sweep_all_drop_blocks();
        assert_eq!(count(&heap, CellKind::BigInt), 0);
        assert_eq!(heap.stats().used, 0);
        heap.verify().unwrap();
    }
}

#[test]
fn free_memory_is_poisoned_and_holds_no_cells() {
    let mut heap = heap();
    heap.set_poison(true);
    for size in [24, 40, 264, 5000] {
        // SAFETY: nobody scans a BigInt.
        let cell = unsafe { heap.alloc_uninit(CellKind::BigInt, size, false) }.unwrap().as_ptr() as usize;
        let bytes = heap.space.size_of(heap.space.index(cell as *const CellHeader));
        // SAFETY: the cell is so many bytes long.
        let words = unsafe { std::slice::from_raw_parts(cell as *const u64, bytes / 8) };
        assert_eq!(words[0], (CellKind::BigInt as u64) << 32, "{size}: the header");
        assert!(words[1..size / 8].iter().all(|&word| word == crate::alloc::POISON), "{size}: what the caller writes");
        assert!(words[size / 8..].iter().all(|&word| word == 0), "{size}: what nobody writes");
        // The next free cell has a header of the pattern, until somebody asks.
        assert!(heap.is_cell(cell) && !heap.is_cell(cell + bytes), "{size}");
    }
    heap.verify().unwrap();
}

#[test]
fn addresses_inside_a_cell_keep_it_and_others_do_not() {
    let mut heap = heap();
    for size in [16, 48, 304, 5000, 16_384, 20_000, 200_000] {
        let cell = heap.alloc_raw(CellKind::BigInt, size, false).unwrap().as_ptr() as usize;
        let index = heap.space.index(cell as *const CellHeader);
        for inside in [0, 1, 8, size / 2, size - 1] {
            assert_eq!(heap.space.find(cell + inside), Some(index), "{size} + {inside}");
        }
        let next = cell + heap.space.size_of(index).next_multiple_of(16);
        assert_ne!(heap.space.find(next), Some(index));
        assert_ne!(heap.space.find(cell.wrapping_sub(1)), Some(index));
    }
    for nonsense in [0, 1, 0x7ff8_0000_0000_0000, heap.base(), heap.base() + 4096, usize::MAX] {
        assert_eq!(heap.space.find(nonsense), None);
    }
    let top = heap.space.address(heap.space.top);
    assert_eq!(heap.space.find(top), None);
    // A dead cell of a block that is not yet swept is no cell.
    let dead = node(&mut heap, 1);
    let kept = node(&mut heap, 2);
    let _root = heap.rooted(kept);
    heap.collect_full(GcReason::Requested);
    assert_eq!(heap.space.find(dead.as_ptr() as usize), None);
    assert!(heap.space.find(kept.as_ptr() as usize).is_some());
    heap.clear_marks();
    assert_eq!(heap.space.find(dead.as_ptr() as usize), None);
    assert!(heap.space.find(kept.as_ptr() as usize).is_some());
}

#[test]
fn the_native_stack_keeps_cells() {
    let mut heap = Heap::new().unwrap();
    heap.set_kind(CellKind::Internal, Some(trace_node), None);
    let first = node(&mut heap, 7);
    first.left.set(Some(node(&mut heap, 8)));
    let interior = &raw const first.left.get().unwrap().id;
    for n in 0..20_000 {
        node(&mut heap, n);
    }
    heap.collect_full(GcReason::Requested);
    heap.collect_minor(GcReason::Requested);
    for n in 0..20_000 {
        node(&mut heap, n);
    }
    // SAFETY: the cell must be alive: its parent is on the stack.
    assert_eq!(unsafe { (*interior).get() }, 8);
    assert_eq!(std::hint::black_box(first).id.get(), 7);
    assert!(count(&heap, CellKind::Internal) < 20_100);
    heap.verify().unwrap();
}

#[test]
fn the_vm_stack_keeps_cells() {
    let mut heap = heap();
    let stack = Rc::new([const { Cell::new(Value::EMPTY) }; 4]);
    for slot in stack.iter() {
        slot.set(node(&mut heap, 1).value());
    }
    let shared = stack.clone();
    heap.set_vm_stack_top_callback(Box::new(move || {
        let base = shared.as_ptr().cast::<Value>();
        (base, base.wrapping_add(3))
    }));
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 3);
}

#[test]
fn rooted_lists_and_handles_are_roots_while_they_live() {
    let mut heap = heap();
    let mut list = heap.rooted_vec();
    let mut other = heap.rooted_vec();
    for n in 0..10 {
        list.push(node(&mut heap, n));
        other.push(node(&mut heap, n));
    }
    let handle = rooted_node(&mut heap, 99);
    let second = handle.clone();
    drop(handle);
    list.truncate(8);
    let copy = list.clone();
    assert_eq!(list.drain(2..5).count(), 3);
    assert_eq!(list.len(), 5);
    drop(other);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 9);
    assert_eq!(second.id.get(), 99);
    drop(copy);
    second.set(node(&mut heap, 100));
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 6);
    drop((list, second));
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 0);
    let outlives = heap.rooted_vec();
    drop(heap);
    drop(outlives);
}

#[test]
fn what_is_being_drained_is_still_rooted() {
    let mut heap = heap();
    let mut list = heap.rooted_vec();
    for n in 0..5 {
        list.push(node(&mut heap, n));
    }
    let mut sum = 0;
    for value in list.drain(..) {
        heap.collect_full(GcReason::Requested);
        assert_eq!(count(&heap, CellKind::Internal), 5);
        // SAFETY: the list holds Nodes.
        sum += unsafe { (*value.as_cell().cast::<Node>()).id.get() };
    }
    assert_eq!(sum, 10);
    assert!(list.is_empty());
}

#[test]
fn root_callbacks_are_asked_until_removed() {
    let mut heap = heap();
    let cell = node(&mut heap, 1);
    let id = heap.add_root_callback(Box::new(move |visitor| visitor.visit_cell(cell.header())));
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 1);
    heap.remove_root_callback(id);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), 0);
}

#[test]
fn a_full_heap_is_an_error_and_leaves_a_reserve() {
    let mut heap = heap();
    heap.set_limit(8 << 20);
    let mut roots = heap.rooted_vec();
    let mut n = 0;
    let fill = |heap: &mut Heap, roots: &mut crate::RootedVec, n: &mut usize| {
        loop {
            match heap.alloc_raw(CellKind::BigInt, 1024, false) {
                Ok(cell) => roots.push(value_of(cell.as_ptr())),
                Err(OutOfMemory) => return,
            }
            *n += 1;
        }
    };
    fill(&mut heap, &mut roots, &mut n);
    assert!((7 << 10..=8 << 10).contains(&n), "{n}");
    assert_eq!(heap.alloc_raw(CellKind::BigInt, 9 << 20, false), Err(OutOfMemory));
    // The reserve, then nothing.
    assert!(heap.alloc_raw(CellKind::BigInt, 1024, false).is_ok());
    fill(&mut heap, &mut roots, &mut n);
    assert!(n <= 10 << 10, "{n}");
    roots.clear();
    fill(&mut heap, &mut roots, &mut n);
    assert!(n >= 15 << 10, "{n}");
    // Garbage alone never fills the heap.
    roots.clear();
    for _ in 0..40_000 {
        heap.alloc_raw(CellKind::BigInt, 1024, false).unwrap();
    }
    heap.alloc_raw(CellKind::BigInt, 7 << 20, false).unwrap();
    heap.alloc_raw(CellKind::BigInt, 7 << 20, false).unwrap();
    heap.verify().unwrap();
}

#[test]
fn external_memory_drives_collections_and_counts_toward_the_limit() {
    #[repr(C)]
    struct Buffer {
        header: CellHeader,
        bytes: usize,
    }
    // SAFETY: repr(C), header first.
    unsafe impl HeapCell for Buffer {
        const KIND: CellKind = CellKind::ArrayBuffer;
        const NEEDS_DROP: bool = true;
    }
    unsafe fn drop_buffer(cell: *mut CellHeader) {
        // SAFETY: an ArrayBuffer cell, which is a Buffer here, of a heap that exists.
        unsafe { crate::note_external_freed(cell, (*cell.cast::<Buffer>()).bytes) };
    }
    let mut heap = heap();
    heap.set_limit(256 << 20);
    heap.set_kind(CellKind::ArrayBuffer, Some(trace_nothing), Some(drop_buffer));
    for _ in 0..1000 {
        heap.reserve_external(10 << 20).unwrap();
        heap.alloc(Buffer { header: header(), bytes: 10 << 20 }).unwrap();
        assert!(heap.external() <= 256 << 20);
    }
    assert!(heap.stats().minor_collections + heap.stats().full_collections > 10);
    assert_eq!(heap.reserve_external(300 << 20), Err(OutOfMemory));
    heap.collect_full(GcReason::Requested);
    heap.sweep_all_drop_blocks();
    assert_eq!(heap.external(), 0);
}

#[test]
fn external_memory_of_the_dead_does_not_put_collections_off() {
    const MB: usize = 1 << 20;
    #[repr(C)]
    struct Buffer {
        header: CellHeader,
        bytes: usize,
    }
    // SAFETY: repr(C), header first.
    unsafe impl HeapCell for Buffer {
        const KIND: CellKind = CellKind::ArrayBuffer;
        const NEEDS_DROP: bool = true;
    }
    unsafe fn drop_buffer(cell: *mut CellHeader) {
        // SAFETY: an ArrayBuffer cell, which is a Buffer here, of a heap that exists.
        let bytes = unsafe { (*cell.cast::<Buffer>()).bytes };
        if bytes > 0 {
            // Longer than the end of a collection spends on dropping.
            std::thread::sleep(std::time::Duration::from_millis(2));
            // SAFETY: as above.
            unsafe { crate::note_external_freed(cell, bytes) };
        }
    }
    let mut heap = heap();
    heap.set_kind(CellKind::ArrayBuffer, Some(trace_nothing), Some(drop_buffer));
    // Twenty megabytes (less than a nursery), which nothing refers to, spread over many blocks.
    let allocate = |heap: &mut Heap, n: usize| {
        let bytes = if n.is_multiple_of(1000) { MB } else { 0 };
        heap.reserve_external(bytes).unwrap();
        heap.alloc(Buffer { header: header(), bytes }).unwrap();
    };
    (1..=20_000).for_each(|n| allocate(&mut heap, n));
    heap.collect_full(GcReason::Requested);
    assert!(heap.unswept_drop_blocks > 0 && heap.external() > 10 * MB, "{} MB are left", heap.external() / MB);
    // What the collection found dead is dropped while the program goes on.
    let collections = heap.stats().full_collections;
    while heap.unswept_drop_blocks > 0 || heap.dropped.is_some() {
        allocate(&mut heap, 1);
    }
    assert_eq!((heap.external(), heap.stats().full_collections), (0, collections));
    // Next to nothing lives, so that the heap may grow by as much as a new one.
    assert!(heap.policy.wants_full(66 * MB));
}

#[test]
fn large_cells_come_and_go() {
    let mut heap = heap();
    let mut roots = heap.rooted_vec();
    let mut random = Random(9);
    let mut expected = 0;
    for round in 0..600 {
        let bytes = 16_400 + random.below(if round % 50 == 0 { 20 << 20 } else { 300_000 });
        let cell = heap.alloc_raw(CellKind::DoubleElements, bytes, false).unwrap().as_ptr();
        // SAFETY: the cell has `bytes` bytes.
        let all = unsafe { std::slice::from_raw_parts_mut(cell, bytes) };
        assert!(all[8..].iter().all(|&b| b == 0));
        all[8..].fill(0xee);
        if random.below(4) == 0 {
            roots.push(value_of(cell));
            expected += 1;
        }
        if random.below(30) == 0 && !roots.is_empty() {
            let n = random.below(roots.len());
            roots.remove(n);
            expected -= 1;
        }
        if round % 100 == 99 {
            heap.collect_full(GcReason::Requested);
            assert_eq!(count(&heap, CellKind::DoubleElements), expected);
            heap.verify().unwrap();
        }
    }
    roots.clear();
    heap.collect_full(GcReason::Requested);
    assert_eq!((heap.stats().used, heap.stats().live), (0, 0));
}

#[test]
fn pauses_are_recorded_and_the_state_word_restored() {
    let word = AtomicU32::new(VmState::Builtin as u32);
    let word_address = &raw const word as usize;
    let mut heap = heap();
    // SAFETY: the word outlives the heap, which is dropped below.
    unsafe { heap.set_state_word(&word) };
    heap.add_root_callback(Box::new(move |_| {
        // SAFETY: alive, as above.
        let word = unsafe { &*(word_address as *const AtomicU32) };
        assert_eq!(word.load(Ordering::Relaxed), VmState::GcMark as u32);
    }));
    node(&mut heap, 1);
    heap.collect_minor(GcReason::Requested);
    heap.collect_full(GcReason::Idle);
    assert_eq!(word.load(Ordering::Relaxed), VmState::Builtin as u32);
    let events = heap.take_events();
    assert_eq!(events.iter().map(|e| e.kind).collect::<Vec<_>>(), [GcKind::Minor, GcKind::Full]);
    assert_eq!(events[1].reason, GcReason::Idle);
    assert!(events[0].bytes_before > 0 && events[1].bytes_after == 0);
    assert!(events[0].start_ns + events[0].pause_ns <= events[1].start_ns);
    drop(heap);
}

#[test]
fn two_heaps_live_in_one_process() {
    let threads: Vec<_> = (0..3)
        .map(|n| {
            std::thread::spawn(move || {
                let mut heap = heap();
                let root = rooted_node(&mut heap, n);
                heap.set_stress(50);
                for k in 0..2000 {
                    let next = node(&mut heap, k);
                    next.left.set(root.left.get());
                    root.left.set(Some(next));
                    heap.barrier(root.get().header());
                }
                heap.verify().unwrap();
                assert_eq!(count(&heap, CellKind::Internal), 2001);
            })
        })
        .collect();
    threads.into_iter().for_each(|t| t.join().unwrap());
}

/// Of so many nodes every n-th one survives a full collection; how many intervals the next nodes come from, a thousand of them.
fn intervals_after_survival_of_every(n: usize, nodes: usize) -> usize {
    let mut heap = heap();
    let mut roots = heap.rooted_vec();
    for id in 0..nodes {
        let cell = node(&mut heap, id);
        if id % n == 0 {
            roots.push(cell.value());
        }
    }
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), nodes.div_ceil(n));
    let mut addresses: Vec<_> = (0..1000).map(|id| node(&mut heap, id).as_ptr() as usize).collect();
    heap.verify().unwrap();
    addresses.sort_unstable();
    let apart = addresses.windows(2).map(|pair| pair[1] - pair[0]);
    let cell = apart.clone().min().unwrap();
    1 + apart.filter(|&bytes| bytes != cell).count()
}

#[test]
fn fragmented_blocks_are_left_alone_until_they_are_too_many() {
    // Three free cells between every two: empty blocks come first.
    assert!(intervals_after_survival_of_every(4, 100_000) <= 10);
    // Long gaps are as good as empty blocks.
    let few = intervals_after_survival_of_every(100, 100_000);
    assert!((8..=20).contains(&few), "{few}");
    // A quarter of so much memory is in use, if that: gaps are filled.
    let many = intervals_after_survival_of_every(4, 1_000_000);
    assert!(many > 200, "{many}");
}
