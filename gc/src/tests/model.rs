//! A random object graph, checked against a model of it made of indices.

use super::*;
use crate::GcReason;
use abi::value::Value;

/// What the graph should be: for each node its edges; None once it is unreachable and forgotten.
#[derive(Default)]
struct Model {
    nodes: Vec<Option<[Option<usize>; 2]>>,
}

impl Model {
    fn reachable(&self, roots: &[usize]) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = roots.to_vec();
        while let Some(n) = stack.pop() {
            if !std::mem::replace(&mut seen[n], true) {
                stack.extend(self.nodes[n].expect("a reachable node was forgotten").into_iter().flatten());
            }
        }
        seen
    }
}

/// Checks that the heap's graph from the roots on is the model's.
fn compare(model: &Model, roots: &[Value], root_ids: &[usize]) {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<(Gc<Node>, usize)> =
        // SAFETY: the roots are Nodes.
        roots.iter().zip(root_ids).map(|(v, &id)| (unsafe { Gc::from_ptr(v.as_cell().cast()) }, id)).collect();
    while let Some((cell, id)) = stack.pop() {
        assert_eq!(cell.id.get(), id);
        if !seen.insert(id) {
            continue;
        }
        let expected = model.nodes[id].expect("known");
        for (edge, expected) in [cell.left.get(), cell.right.get()].into_iter().zip(expected) {
            assert_eq!(edge.map(|e| e.id.get()), expected);
            stack.extend(edge.zip(expected));
        }
    }
}

fn run(seed: u64, stress: u32, steps: usize) {
    let mut heap = heap();
    heap.set_stress(stress);
    let mut random = Random(seed);
    let mut model = Model::default();
    let mut roots = heap.rooted_vec();
    let mut root_ids = Vec::new();
    let mut large = heap.rooted_vec();
    for step in 0..steps {
        // A walk from a random root to some node.
        let walk = |roots: &[Value], root_ids: &[usize], random: &mut Random| -> Option<(Gc<Node>, usize)> {
            let n = if roots.is_empty() { return None } else { random.below(roots.len()) };
            // SAFETY: the roots are Nodes.
            let mut at: Gc<Node> = unsafe { Gc::from_ptr(roots[n].as_cell().cast()) };
            let mut id = root_ids[n];
            for _ in 0..random.below(12) {
                let next = if random.below(2) == 0 { at.left.get() } else { at.right.get() };
                let Some(next) = next else { break };
                (at, id) = (next, next.id.get());
            }
            Some((at, id))
        };
        match random.below(100) {
            0..50 => {
                // A new node that points at an old one, hung somewhere.
                let id = model.nodes.len();
                let new = node(&mut heap, id);
                let target = walk(&roots, &root_ids, &mut random);
                new.left.set(target.map(|t| t.0));
                model.nodes.push(Some([target.map(|t| t.1), None]));
                match walk(&roots, &root_ids, &mut random) {
                    Some((parent, parent_id)) if random.below(20) != 0 => {
                        let side = random.below(2);
                        [&parent.left, &parent.right][side].set(Some(new));
                        heap.barrier(parent.header());
                        model.nodes[parent_id].as_mut().unwrap()[side] = Some(id);
                    }
                    _ => {
                        roots.push(new);
                        root_ids.push(id);
                    }
                }
            }
            50..80 => {
                if let (Some(from), Some(to)) =
                    (walk(&roots, &root_ids, &mut random), walk(&roots, &root_ids, &mut random))
                {
                    from.0.right.set(Some(to.0));
                    heap.barrier(from.0.header());
                    model.nodes[from.1].as_mut().unwrap()[1] = Some(to.1);
                }
            }
            80..90 => {
                if let Some(from) = walk(&roots, &root_ids, &mut random) {
                    from.0.left.set(None);
                    model.nodes[from.1].as_mut().unwrap()[0] = None;
                }
            }
            90..93 => {
                if roots.len() > 4 {
                    let n = random.below(roots.len());
                    roots.remove(n);
                    root_ids.remove(n);
                }
            }
            93..95 => {
                // Garbage and a little that lives, of other sizes.
                for _ in 0..random.below(50) {
                    let bytes = 16 + random.below(40_000);
                    let cell = heap.alloc_raw(CellKind::BigInt, bytes, false).unwrap();
                    if random.below(10) == 0 {
                        large.push(value_of(cell.as_ptr()));
                    }
                }
                large.truncate(20);
            }
            95 if step % 7 == 0 => heap.collect_minor(GcReason::Requested),
            96 if step % 11 == 0 => heap.collect_full(GcReason::Requested),
            97 if step % 3 == 0 => heap.start_incremental(GcReason::Requested),
            98 => {
                if heap.is_marking() {
                    heap.visitor.drain(Some(0));
                }
            }
            _ => heap.collect_slice(GcReason::Requested),
        }
        if step % 512 == 511 {
            if let Err(error) = heap.verify() {
                panic!("seed {seed}, step {step}: {error}");
            }
            compare(&model, &roots, &root_ids);
        }
    }
    heap.collect_full(GcReason::Requested);
    heap.verify().unwrap();
    compare(&model, &roots, &root_ids);
    let reachable = model.reachable(&root_ids).into_iter().filter(|&r| r).count();
    assert_eq!(count(&heap, CellKind::Internal), reachable);
}

#[test]
fn a_random_graph_is_what_the_model_says() {
    for seed in 1..=12 {
        run(seed * 7919, 0, 6000);
    }
}

#[test]
fn so_it_is_under_stress() {
    for (seed, stress) in [(1, 1), (2, 3), (3, 17), (4, 100)] {
        run(seed * 104_729, stress, 2500);
    }
}
