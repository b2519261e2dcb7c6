//! Incremental marking with a mutator that does its worst between the slices.

use super::*;
use crate::heap::Phase;
use crate::{GcKind, GcReason};

/// A binary tree, rooted at every moment of its making.
fn tree(heap: &mut Heap, depth: usize, id: &mut usize) -> Gc<Node> {
    *id += 1;
    let root = rooted_node(heap, *id);
    if depth > 0 {
        let left = tree(heap, depth - 1, id);
        root.left.set(Some(left));
        heap.barrier(root.get().header());
        let right = tree(heap, depth - 1, id);
        root.right.set(Some(right));
        heap.barrier(root.get().header());
    }
    root.get()
}

fn size(node: Gc<Node>) -> usize {
    1 + node.left.get().map_or(0, size) + node.right.get().map_or(0, size)
}

/// A slice that is over at the first look at the clock.
fn small_slice(heap: &mut Heap) {
    // A deadline in the past ends the slice at the first look at the clock.
    heap.visitor.drain(Some(0));
}

#[test]
fn a_subtree_moved_behind_the_wavefront_is_kept() {
    let mut heap = heap();
    let mut id = 0;
    let grown = tree(&mut heap, 14, &mut id);
    let root = heap.rooted(grown);
    let hook = rooted_node(&mut heap, 0);
    heap.collect_full(GcReason::Requested);
    heap.start_incremental(GcReason::Requested);
    assert!(heap.is_marking());
    let mut random = Random(3);
    let mut moves = 0;
    while !heap.visitor.is_drained() {
        small_slice(&mut heap);
        // Takes a subtree off somewhere and hangs it, with a new node in between, where all is scanned already.
        let mut parent = root.get();
        for _ in 0..2 + random.below(8) {
            parent = if random.below(2) == 0 { parent.left.get().unwrap() } else { parent.right.get().unwrap() };
        }
        let moved = parent.left.get();
        let carrier = node(&mut heap, 0);
        carrier.left.set(hook.left.get());
        carrier.right.set(moved);
        hook.left.set(Some(carrier));
        heap.barrier(hook.get().header());
        parent.left.set(parent.right.get());
        heap.barrier(parent.header());
        moves += 1;
        heap.verify().unwrap();
    }
    assert!(moves > 5, "{moves}");
    let expected = reachable(&[root.get(), hook.get()]);
    heap.finish_incremental(GcReason::Requested);
    assert_eq!(heap.phase, Phase::Idle);
    heap.verify().unwrap();
    assert_eq!(reachable(&[root.get(), hook.get()]), expected);
    heap.collect_full(GcReason::Requested);
    assert_eq!(count(&heap, CellKind::Internal), expected);
    heap.verify().unwrap();
}

fn reachable(roots: &[Gc<Node>]) -> usize {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(node) = stack.pop() {
        if seen.insert(node) {
            stack.extend(node.left.get().into_iter().chain(node.right.get()));
        }
    }
    seen.len()
}

#[test]
fn a_missing_barrier_during_marking_is_found_by_verify() {
    let mut heap = heap();
    let mut id = 0;
    let grown = tree(&mut heap, 12, &mut id);
    let root = heap.rooted(grown);
    heap.start_incremental(GcReason::Requested);
    while !heap.visitor.is_drained() {
        small_slice(&mut heap);
    }
    heap.verify().unwrap();
    root.left.set(Some(node(&mut heap, 1)));
    let error = heap.verify().unwrap_err();
    assert!(error.problems[0].contains("no barrier"), "{error}");
    heap.barrier(root.get().header());
    heap.verify().unwrap();
    heap.finish_incremental(GcReason::Requested);
    heap.verify().unwrap();
    assert_eq!(size(root.get()), reachable(&[root.get()]));
}

#[test]
fn allocation_drives_an_incremental_collection_to_its_end() {
    let mut heap = heap();
    let mut id = 0;
    let mut roots = heap.rooted_vec();
    // Enough that marking at the assumed rate takes longer than a pause may.
    for _ in 0..20 {
        let grown = tree(&mut heap, 13, &mut id);
        roots.push(grown);
    }
    heap.collect_full(GcReason::Requested);
    heap.take_events();
    heap.start_incremental(GcReason::Requested);
    let mut n = 0;
    while heap.is_marking() {
        let young = node(&mut heap, n);
        if n % 100 == 0 {
            roots.push(young);
        }
        n += 1;
    }
    assert!(heap.take_events().iter().any(|e| e.kind == GcKind::Finish));
    heap.verify().unwrap();
    let all: Vec<_> = roots.iter().map(|v| node_of(*v)).collect();
    assert_eq!(reachable(&all), id + n.div_ceil(100));
}

fn node_of(value: abi::value::Value) -> Gc<Node> {
    // SAFETY: the lists of these tests hold Nodes.
    unsafe { Gc::from_ptr(value.as_cell().cast()) }
}

#[test]
fn drop_cells_and_saved_blocks_survive_a_collection_in_slices() {
    let drops = Rc::new(Cell::new(0));
    let mut heap = heap();
    let mut roots = heap.rooted_vec();
    let mut random = Random(11);
    let mut made = 0;
    let mut kept_nodes = heap.rooted_vec();
    for round in 0..30 {
        for n in 0..4000 {
            let cell = counted(&mut heap, &drops);
            let other = node(&mut heap, n);
            made += 1;
            if random.below(4) == 0 {
                roots.push(cell);
                kept_nodes.push(other);
            }
            if n == 1000 && round % 2 == 0 {
                heap.start_incremental(GcReason::Requested);
            }
            if n % 500 == 0 && heap.is_marking() {
                small_slice(&mut heap);
            }
            if n == 3000 && round % 4 == 0 {
                heap.finish_incremental(GcReason::Requested);
            }
        }
        if round % 5 == 4 {
            // Gives up the marking under way and begins anew.
            heap.collect_full(GcReason::Requested);
        }
        let keep = roots.len() / 2;
        roots.truncate(keep);
        kept_nodes.truncate(keep);
        heap.verify().unwrap();
        assert!(drops.get() <= made - roots.len());
    }
    heap.finish_incremental(GcReason::Requested);
    heap.collect_full(GcReason::Requested);
    heap.sweep_all_drop_blocks();
    assert_eq!(drops.get(), made - roots.len());
    assert_eq!(count(&heap, CellKind::Internal), kept_nodes.len());
}
