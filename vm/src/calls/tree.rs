//! The tree's nodes, and how a child is found.

use abi::calls::{CallNode, IDLE, NODE_SHIFT, ROOT, place_of};
use memmap2::{MmapMut, MmapOptions};
use rustc_hash::FxHashMap;

/// Contexts that are told apart. Beyond that a function is in its innermost caller's node that is its own, or under [`MORE`].
const LIMIT: u32 = 1 << 21;
/// Nodes that there is room for: a function takes one more at most.
const ROOM: u32 = LIMIT + (1 << 21);
/// The parent of functions in contexts beyond the limit.
pub const MORE: u32 = 2;
/// Nodes that are there from the beginning.
const FIRST: u32 = 3;

/// A calling context tree. Its nodes are where they are for good.
#[derive(Default)]
pub struct Tree {
    memory: Option<MmapMut>,
    length: u32,
    folds_recursion: bool,
    /// Children by parent and function, but for those that another node stands for beyond the limit.
    children: FxHashMap<(u32, u32), u32>,
}

impl Tree {
    /// A tree without calls. Memory is reserved, and taken as it is needed.
    pub fn new(folds_recursion: bool) -> std::io::Result<Tree> {
        let bytes = (ROOM as usize) << NODE_SHIFT;
        let memory = MmapOptions::new().len(bytes).no_reserve_swap().map_anon()?;
        let mut tree = Tree { memory: Some(memory), length: FIRST, folds_recursion, children: FxHashMap::default() };
        tree.clear();
        Ok(tree)
    }

    /// Removes all calls. What is left are nodes that nobody calls.
    pub fn clear(&mut self) {
        self.children.clear();
        for number in 0..self.length {
            let node = self.node(number);
            node.calls.set(0);
            node.ticks.set(0);
            node.timed.set(0);
            node.children.iter().for_each(|child| child.set(0));
        }
        self.length = FIRST;
        for number in [ROOT, IDLE, MORE] {
            self.node(number).parent.set(ROOT);
            self.node(number).function.set(u32::MAX);
        }
    }

    pub fn nodes(&self) -> *const CallNode {
        self.memory.as_ref().map_or(std::ptr::null(), |memory| memory.as_ptr().cast())
    }

    pub fn len(&self) -> u32 {
        self.length
    }

    pub fn node(&self, number: u32) -> &CallNode {
        debug_assert!(number < self.length);
        // SAFETY: numbers are those of nodes that were made; the memory holds zeros or nodes, is the tree's alone, and is never moved. A tree that was never
        // begun has no numbers.
        unsafe { &*self.nodes().add(number as usize) }
    }

    /// The child for a function; it is made if there is none.
    #[inline]
    pub fn child(&mut self, parent: u32, function: u32) -> u32 {
        let known = self.node(parent).children[place_of(function)].get();
        if known as u32 == function && known != 0 { (known >> 32) as u32 } else { self.find_child(parent, function) }
    }

    fn find_child(&mut self, parent: u32, function: u32) -> u32 {
        let child = match self.children.get(&(parent, function)) {
            Some(child) => *child,
            None => self.new_child(parent, function),
        };
        self.node(parent).children[place_of(function)].set(u64::from(child) << 32 | u64::from(function));
        child
    }

    #[cold]
    fn new_child(&mut self, parent: u32, function: u32) -> u32 {
        let is_full = self.length >= LIMIT;
        if self.folds_recursion || is_full {
            let mut ancestor = parent;
            while ancestor != ROOT {
                if self.node(ancestor).function.get() == function {
                    if !is_full {
                        self.children.insert((parent, function), ancestor);
                    }
                    return ancestor;
                }
                ancestor = self.node(ancestor).parent.get();
            }
        }
        let parent = if is_full { MORE } else { parent };
        if let Some(child) = self.children.get(&(parent, function)) {
            return *child;
        }
        if self.length == ROOM {
            return MORE;
        }
        let number = self.length;
        self.length += 1;
        let node = self.node(number);
        node.parent.set(parent);
        node.function.set(function);
        self.children.insert((parent, function), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_context_has_a_node() {
        let mut tree = Tree::new(false).unwrap();
        let a = tree.child(ROOT, 7);
        let b = tree.child(a, 7);
        assert_ne!(a, b);
        assert_eq!(tree.child(ROOT, 7), a);
        let c = tree.child(ROOT, 8);
        assert_eq!((tree.child(a, 7), tree.child(ROOT, 8), tree.child(ROOT, 7)), (b, c, a));
        assert_eq!(tree.node(b).parent.get(), a);
        tree.clear();
        assert_eq!(tree.len(), FIRST);
        assert_eq!(tree.child(ROOT, 8), FIRST);
    }

    #[test]
    fn recursion_goes_on_in_the_same_node_if_asked() {
        let mut tree = Tree::new(true).unwrap();
        let a = tree.child(ROOT, 7);
        let b = tree.child(a, 8);
        assert_eq!(tree.child(b, 7), a);
        assert_eq!(tree.child(a, 7), a);
        assert_eq!(tree.child(b, 9), b + 1);
    }
}
