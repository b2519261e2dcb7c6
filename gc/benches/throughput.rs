//! How fast the heap allocates and marks, and how long it pauses. `cargo bench -p tarsier-gc [name]` prints figures; nothing is
//! asserted about them.

use abi::cell::CellKind;
use abi::object::{INLINE_SLOTS_OFFSET, JsObject};
use abi::value::Value;
use gc::{Gc, GcKind, GcReason, Heap};
use std::hint::black_box;
use std::time::Instant;

const MB: f64 = (1 << 20) as f64;

/// An ordinary object with inline slots, as the VM makes them, without slots and elements.
fn object(heap: &mut Heap, slots: usize) -> Gc<JsObject> {
    let cell = heap.alloc_raw(CellKind::Object, INLINE_SLOTS_OFFSET + slots * 8, false).unwrap();
    // SAFETY: zeroed memory with room for the object part.
    unsafe { Gc::from_ptr(cell.as_ptr().cast()) }
}

/// The value of a cell that the caller has at hand, and that is alive.
fn value_of<T>(cell: *const T) -> Value {
    // SAFETY: what is at hand is alive, and the collector finds it on the stack.
    unsafe { Value::from_cell(cell.cast()) }
}

fn slot(object: Gc<JsObject>, n: usize) -> *mut Value {
    object.as_ptr().cast::<u8>().wrapping_add(INLINE_SLOTS_OFFSET + n * 8).cast()
}

fn set(heap: &Heap, object: Gc<JsObject>, n: usize, value: Value) {
    // SAFETY: the object was made with more than `n` slots.
    unsafe { slot(object, n).write(value) };
    heap.barrier(object.header());
}

fn get(object: Gc<JsObject>, n: usize) -> Value {
    // SAFETY: as above.
    unsafe { slot(object, n).read() }
}

fn as_object(value: Value) -> Gc<JsObject> {
    // SAFETY: only called for the values of slots that hold objects.
    unsafe { Gc::from_ptr(value.as_cell().cast()) }
}

/// A binary tree of 48-byte objects: left, right, number.
fn tree(heap: &mut Heap, depth: usize) -> Gc<JsObject> {
    let (left, right) = if depth == 0 {
        (Value::NULL, Value::NULL)
    } else {
        (tree(heap, depth - 1).value(), tree(heap, depth - 1).value())
    };
    let node = object(heap, 3);
    set(heap, node, 0, left);
    set(heap, node, 1, right);
    set(heap, node, 2, Value::int(depth as i32));
    node
}

fn count(node: Gc<JsObject>) -> usize {
    let child = |n| if get(node, n).is_cell() { count(as_object(get(node, n))) } else { 0 };
    1 + child(0) + child(1)
}

fn report(heap: &mut Heap) -> String {
    let stats = heap.stats();
    let events = heap.take_events();
    let longest = |kind| events.iter().filter(|e| e.kind == kind).map(|e| e.pause_ns).max().unwrap_or(0) as f64 / 1e6;
    let kinds = [GcKind::Minor, GcKind::Full, GcKind::Start, GcKind::Slice, GcKind::Finish];
    let pauses: Vec<String> = kinds
        .iter()
        .filter(|&&kind| events.iter().any(|e| e.kind == kind))
        .map(|&kind| {
            let n = events.iter().filter(|e| e.kind == kind).count();
            format!("{} {n}x to {:.2} ms", kind.name(), longest(kind))
        })
        .collect();
    format!(
        "pauses {:.0} ms in all, {}; peak {:.0} MB",
        stats.total_pause_ns as f64 / 1e6,
        pauses.join(", "),
        stats.peak as f64 / MB
    )
}

fn garbage(heap: &mut Heap) {
    const N: usize = 50_000_000;
    for slots in [1, 3, 9] {
        let start = Instant::now();
        for n in 0..N {
            let cell = object(heap, slots);
            // SAFETY: a slot of the new object.
            unsafe { slot(cell, 0).write(Value::int(n as i32)) };
            black_box(cell);
        }
        let ns = start.elapsed().as_nanos() as f64 / N as f64;
        let bytes = gc::cell_bytes(gc::allocator_index(INLINE_SLOTS_OFFSET + slots * 8, false));
        println!("garbage, {bytes} bytes: {ns:.2} ns an object, {:.2} GB/s; {}", bytes as f64 / ns, report(heap));
    }
}

fn binary_trees(heap: &mut Heap) {
    let start = Instant::now();
    let mut nodes = 0usize;
    let long_lived = tree(heap, 18);
    for depth in (4..=18).step_by(2) {
        for _ in 0..1 << (18 - depth + 4) {
            let root = tree(heap, depth);
            nodes += (2 << depth) - 1;
            black_box(root);
        }
    }
    assert_eq!(count(long_lived), (2 << 18) - 1);
    let elapsed = start.elapsed();
    println!(
        "binary trees: {nodes} nodes in {:.0} ms, {:.2} ns a node; {}",
        elapsed.as_secs_f64() * 1e3,
        elapsed.as_nanos() as f64 / nodes as f64,
        report(heap)
    );
}

fn marking(heap: &mut Heap) {
    for shuffled in [false, true] {
        let mut root = tree(heap, 20);
        if shuffled {
            root = shuffle(heap, root);
        }
        heap.collect_full(GcReason::Requested);
        let live = heap.stats().live as f64;
        heap.take_events();
        let rounds = 5;
        let start = Instant::now();
        for _ in 0..rounds {
            heap.collect_full(GcReason::Requested);
        }
        let ms = start.elapsed().as_secs_f64() * 1e3 / rounds as f64;
        let nodes = count(root);
        println!(
            "marking {:.0} MB, {nodes} objects{}: {ms:.1} ms, {:.2} GB/s, {:.1} ns an object",
            live / MB,
            if shuffled { ", shuffled" } else { "" },
            live / ms / 1e6,
            ms * 1e6 / nodes as f64
        );
        black_box(root);
    }
}

/// A tree of the same cells, linked in random order.
fn shuffle(heap: &mut Heap, root: Gc<JsObject>) -> Gc<JsObject> {
    let mut all = vec![root];
    let mut n = 0;
    while n < all.len() {
        for side in 0..2 {
            if get(all[n], side).is_cell() {
                all.push(as_object(get(all[n], side)));
            }
        }
        n += 1;
    }
    let mut random = Random(1);
    for n in (1..all.len()).rev() {
        all.swap(n, random.below(n + 1));
    }
    for n in 0..all.len() {
        for side in 0..2 {
            let child = all.get(2 * n + 1 + side).map_or(Value::NULL, |c| c.value());
            set(heap, all[n], side, child);
        }
    }
    all[0]
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// What a node of Octane's splay holds: a tree of depth 5 with an array of ten numbers and a string at each leaf.
fn payload(heap: &mut Heap, depth: usize) -> Value {
    if depth == 0 {
        let elements = heap.alloc_raw(CellKind::Elements, 16 + 80, false).unwrap();
        // SAFETY: a zeroed Elements cell with ten values.
        unsafe { (*elements.as_ptr().cast::<abi::object::Elements>()).capacity.set(10) };
        let array = heap.alloc_raw(CellKind::Array, 32, false).unwrap().cast::<JsObject>();
        // SAFETY: a zeroed array cell.
        unsafe { array.as_ref().elements.set(elements.as_ptr().cast()) };
        let string = heap.alloc_raw(CellKind::String, 48, false).unwrap();
        let leaf = object(heap, 2);
        set(heap, leaf, 0, value_of(array.as_ptr()));
        set(heap, leaf, 1, value_of(string.as_ptr()));
        return leaf.value();
    }
    let left = payload(heap, depth - 1);
    let right = payload(heap, depth - 1);
    let node = object(heap, 2);
    set(heap, node, 0, left);
    set(heap, node, 1, right);
    node.value()
}

/// An array of so many values, rooted.
struct Table {
    _root: gc::RootedVec,
    elements: *mut abi::object::Elements,
}

impl Table {
    fn new(heap: &mut Heap, entries: usize) -> Table {
        let cell = heap.alloc_raw(CellKind::Elements, 16 + entries * 8, false).unwrap();
        let elements = cell.as_ptr().cast::<abi::object::Elements>();
        let mut root = heap.rooted_vec();
        root.push(value_of(elements));
        // SAFETY: a zeroed Elements cell with so many values.
        unsafe { (*elements).capacity.set(entries as u32) };
        Table { _root: root, elements }
    }

    fn set(&self, heap: &Heap, n: usize, value: Value) {
        // SAFETY: the table is rooted and has more than `n` values.
        unsafe { self.elements.cast::<Value>().add(2 + n).write(value) };
        heap.barrier(self.elements.cast());
    }
}

/// Replaces random entries of a table of payloads, as splay does with its tree.
fn splay(heap: &mut Heap) {
    let entries = 8000;
    let table = Table::new(heap, entries);
    for n in 0..entries {
        let value = payload(heap, 5);
        table.set(heap, n, value);
    }
    let mut random = Random(2);
    let steps = 100_000;
    let start = Instant::now();
    for _ in 0..steps {
        let value = payload(heap, 5);
        let n = random.below(entries);
        table.set(heap, n, value);
    }
    let elapsed = start.elapsed();
    println!(
        "splay-like: {:.2} us a payload of 159 cells, {:.0} MB live; {}",
        elapsed.as_secs_f64() * 1e6 / steps as f64,
        heap.stats().live as f64 / MB,
        report(heap)
    );
}

/// A heap of a gigabyte that changes all the time.
fn gigabyte(heap: &mut Heap) {
    let entries = 115_000;
    let table = Table::new(heap, entries);
    let start = Instant::now();
    for n in 0..entries {
        let value = payload(heap, 5);
        table.set(heap, n, value);
    }
    println!("gigabyte, growing: {:.1} s; {}", start.elapsed().as_secs_f64(), report(heap));
    let mut random = Random(3);
    let start = Instant::now();
    let steps = 300_000;
    for _ in 0..steps {
        let value = payload(heap, 5);
        let n = random.below(entries);
        table.set(heap, n, value);
    }
    println!(
        "gigabyte, changing: {:.2} us a payload, {:.0} MB live; {}",
        start.elapsed().as_secs_f64() * 1e6 / steps as f64,
        heap.stats().live as f64 / MB,
        report(heap)
    );
}

fn main() {
    let benches: [(&str, fn(&mut Heap)); 5] =
        [("garbage", garbage), ("trees", binary_trees), ("marking", marking), ("splay", splay), ("gigabyte", gigabyte)];
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    for (name, bench) in benches {
        if wanted.as_deref().is_none_or(|w| w == name) {
            let mut heap = Heap::new().expect("no address space");
            bench(&mut heap);
        }
    }
}
