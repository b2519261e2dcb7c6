//! Roots outside the heap and the stacks: lists of values, and single handles, alive while their owner is.
//!
//! They borrow nothing from the heap, so that it can be used while they are alive. Lists are kept in a ring of nodes that the
//! collector walks; the nodes of lists that were dropped are used again with their memory.

use crate::handle::Gc;
use crate::heap::Heap;
use crate::visitor::Visitor;
use abi::value::Value;
use std::cell::{Cell, RefCell, UnsafeCell};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, Deref, DerefMut, RangeBounds};
use std::ptr::NonNull;
use std::rc::Rc;

/// Nodes kept for lists to come, and the longest memory kept with one, in values.
const SPARE_NODES: usize = 64;
const SPARE_VALUES: usize = 1024;

struct Node {
    /// Position among the registry's nodes.
    position: Cell<usize>,
    values: UnsafeCell<Vec<Value>>,
}

/// All rooted lists and handles of a heap.
#[derive(Default)]
pub(crate) struct Registry {
    nodes: RefCell<Vec<NonNull<Node>>>,
    spare: RefCell<Vec<NonNull<Node>>>,
    handles: RefCell<Handles>,
}

#[derive(Default)]
struct Handles {
    values: Vec<Value>,
    free: Vec<u32>,
}

impl Registry {
    pub fn visit(&self, visitor: &mut Visitor) {
        for node in self.nodes.borrow().iter() {
            // SAFETY: registered nodes are alive, and no list is being changed while the collector runs.
            visitor.visit_values(unsafe { &*node.as_ref().values.get() });
        }
        visitor.visit_values(&self.handles.borrow().values);
    }

    fn add(&self) -> NonNull<Node> {
        let node = self.spare.borrow_mut().pop().unwrap_or_else(|| {
            let node = Node { position: Cell::new(0), values: UnsafeCell::new(Vec::new()) };
            NonNull::from(Box::leak(Box::new(node)))
        });
        let mut nodes = self.nodes.borrow_mut();
        // SAFETY: the node is alive until `free_node`.
        unsafe { node.as_ref() }.position.set(nodes.len());
        nodes.push(node);
        node
    }

    fn remove(&self, node: NonNull<Node>) {
        let mut nodes = self.nodes.borrow_mut();
        // SAFETY: registered, therefore alive.
        let position = unsafe { node.as_ref() }.position.get();
        nodes.swap_remove(position);
        if let Some(moved) = nodes.get(position) {
            // SAFETY: as above.
            unsafe { moved.as_ref() }.position.set(position);
        }
        // SAFETY: the list that owned the node is being dropped, so nobody else looks at the values.
        let values = unsafe { &mut *node.as_ref().values.get() };
        let mut spare = self.spare.borrow_mut();
        if spare.len() < SPARE_NODES && values.capacity() <= SPARE_VALUES {
            values.clear();
            spare.push(node);
        } else {
            free_node(node);
        }
    }
}

fn free_node(node: NonNull<Node>) {
    // SAFETY: nodes are leaked boxes, and this one has just been taken out of every list.
    drop(unsafe { Box::from_raw(node.as_ptr()) });
}

impl Drop for Registry {
    fn drop(&mut self) {
        // Lists hold the registry, so that there are only spare nodes left.
        self.spare.get_mut().drain(..).for_each(free_node);
    }
}

/// A growable list of values, each of which lives while the list does and holds it.
pub struct RootedVec {
    registry: Rc<Registry>,
    node: NonNull<Node>,
}

impl RootedVec {
    #[inline(always)]
    fn vec(&self) -> &Vec<Value> {
        // SAFETY: the node is this list's; its values are changed through `&mut self` only.
        unsafe { &*self.node.as_ref().values.get() }
    }

    #[inline(always)]
    fn vec_mut(&mut self) -> &mut Vec<Value> {
        // SAFETY: as above; the collector reads them only inside allocation functions.
        unsafe { &mut *self.node.as_ref().values.get() }
    }

    #[inline]
    pub fn push(&mut self, value: impl Into<Value>) {
        let value = value.into();
        self.vec_mut().push(value);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Value> {
        self.vec_mut().pop()
    }

    /// # Panics
    /// If `index` is beyond the length.
    pub fn insert(&mut self, index: usize, value: Value) {
        self.vec_mut().insert(index, value);
    }

    /// # Panics
    /// If `index` is not below the length.
    pub fn remove(&mut self, index: usize) -> Value {
        self.vec_mut().remove(index)
    }

    pub fn truncate(&mut self, length: usize) {
        self.vec_mut().truncate(length);
    }

    pub fn clear(&mut self) {
        self.vec_mut().clear();
    }

    pub fn reserve(&mut self, additional: usize) {
        self.vec_mut().reserve(additional);
    }

    pub fn resize(&mut self, length: usize, value: Value) {
        self.vec_mut().resize(length, value);
    }

    pub fn extend_from_slice(&mut self, values: &[Value]) {
        self.vec_mut().extend_from_slice(values);
    }

    pub fn retain(&mut self, keep: impl FnMut(&Value) -> bool) {
        self.vec_mut().retain(keep);
    }

    /// # Panics
    /// If `index` is not below the length.
    #[inline]
    pub fn set(&mut self, index: usize, value: Value) {
        self.vec_mut()[index] = value;
    }

    pub fn as_slice(&self) -> &[Value] {
        self.vec()
    }

    /// For sorting and the like. A comparison that may allocate needs a second list as backup: sorting keeps values in
    /// memory of its own meanwhile.
    pub fn as_mut_slice(&mut self) -> &mut [Value] {
        self.vec_mut()
    }

    /// Takes the values of a range out. They stay rooted until the iterator is dropped.
    ///
    /// # Panics
    /// If the range goes beyond the length.
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> RootedDrain<'_> {
        let start = match range.start_bound() {
            Bound::Included(&n) => n,
            Bound::Excluded(&n) => n + 1,
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&n) => n + 1,
            Bound::Excluded(&n) => n,
            Bound::Unbounded => self.len(),
        };
        assert!(start <= end && end <= self.len(), "range {start}..{end} of {} values", self.len());
        RootedDrain { list: self, start, at: start, end }
    }
}

impl Drop for RootedVec {
    fn drop(&mut self) {
        self.registry.remove(self.node);
    }
}

impl Clone for RootedVec {
    fn clone(&self) -> Self {
        let mut copy = RootedVec { registry: self.registry.clone(), node: self.registry.add() };
        copy.extend_from_slice(self);
        copy
    }
}

impl Deref for RootedVec {
    type Target = [Value];
    #[inline(always)]
    fn deref(&self) -> &[Value] {
        self.vec()
    }
}

impl DerefMut for RootedVec {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Value] {
        self.vec_mut()
    }
}

impl Extend<Value> for RootedVec {
    /// Value by value: the iterator may allocate.
    fn extend<I: IntoIterator<Item = Value>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl<'a> IntoIterator for &'a RootedVec {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for RootedVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.vec().fmt(f)
    }
}

/// See [`RootedVec::drain`].
pub struct RootedDrain<'a> {
    list: &'a mut RootedVec,
    start: usize,
    at: usize,
    end: usize,
}

impl Iterator for RootedDrain<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        if self.at == self.end {
            return None;
        }
        self.at += 1;
        Some(self.list[self.at - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.at, Some(self.end - self.at))
    }
}

impl ExactSizeIterator for RootedDrain<'_> {}

impl Drop for RootedDrain<'_> {
    fn drop(&mut self) {
        let (start, end) = (self.start, self.end);
        self.list.vec_mut().drain(start..end);
    }
}

/// One handle that keeps its cell alive wherever the handle is kept.
pub struct Rooted<T> {
    registry: Rc<Registry>,
    position: u32,
    of: PhantomData<Gc<T>>,
}

impl<T> Rooted<T> {
    #[inline]
    pub fn get(&self) -> Gc<T> {
        let cell = self.registry.handles.borrow().values[self.position as usize].as_cell();
        // SAFETY: the place holds the live T that this handle was made with or set to.
        unsafe { Gc::from_ptr(cell.cast()) }
    }

    pub fn set(&self, cell: Gc<T>) {
        self.registry.handles.borrow_mut().values[self.position as usize] = cell.value();
    }
}

impl<T> Clone for Rooted<T> {
    fn clone(&self) -> Self {
        Rooted::new(&self.registry, self.get())
    }
}

impl<T> Rooted<T> {
    fn new(registry: &Rc<Registry>, cell: Gc<T>) -> Rooted<T> {
        let mut handles = registry.handles.borrow_mut();
        let position = match handles.free.pop() {
            Some(position) => {
                handles.values[position as usize] = cell.value();
                position
            }
            None => {
                handles.values.push(cell.value());
                handles.values.len() as u32 - 1
            }
        };
        Rooted { registry: registry.clone(), position, of: PhantomData }
    }
}

impl<T> Drop for Rooted<T> {
    fn drop(&mut self) {
        let mut handles = self.registry.handles.borrow_mut();
        handles.values[self.position as usize] = Value::EMPTY;
        handles.free.push(self.position);
    }
}

impl<T> Deref for Rooted<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the cell lives while the handle does and is not set to another; the borrow of the handle outlasts the
        // result, and `set` while a result is in use leaves the old cell to the stack that holds it.
        unsafe { &*self.get().as_ptr() }
    }
}

impl Heap {
    /// An empty list whose values are roots while it lives.
    #[inline]
    pub fn rooted_vec(&self) -> RootedVec {
        RootedVec { registry: self.registry.clone(), node: self.registry.add() }
    }

    /// A handle that keeps `cell` alive while it lives itself.
    pub fn rooted<T>(&self, cell: Gc<T>) -> Rooted<T> {
        Rooted::new(&self.registry, cell)
    }
}
