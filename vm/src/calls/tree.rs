//! The tree's nodes, and how a child is found.

use abi::calls::{CACHED_CHILDREN, CallNode, IDLE, NODE_SHIFT, RESUMED, ROOT, place_of, second_place_of};
use memmap2::{MmapMut, MmapOptions};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Contexts that are told apart. Beyond that a function is in its innermost caller's node that is its own, or under [`MORE`].
const LIMIT: u32 = 1 << 21;
/// Nodes that there is room for: a function takes one more at most.
const ROOM: u32 = LIMIT + (1 << 21);
/// The parent of functions in contexts beyond the limit.
pub const MORE: u32 = 2;
/// Nodes that are there from the beginning.
const FIRST: u32 = 3;

/// Numbers of functions. Above the bits that are a function's place among children they count; 0 is nobody's.
#[derive(Default)]
struct Numbers {
    /// Code ids, by place and by the rest of the number.
    code_ids: [Vec<u32>; CACHED_CHILDREN],
    by_code_id: FxHashMap<u32, u32>,
}

/// A calling context tree. Its nodes are where they are for good.
#[derive(Default)]
pub struct Tree {
    memory: Option<MmapMut>,
    length: u32,
    folds_recursion: bool,
    /// Children by parent and function where more than two have shared two places in their parent. Others are found by their places alone.
    crowded: FxHashMap<(u32, u32), u32>,
    numbers: RefCell<Numbers>,
}

impl Tree {
    /// A tree without calls. Memory is reserved, and taken as it is needed.
    pub fn new(folds_recursion: bool) -> std::io::Result<Tree> {
        let bytes = (ROOM as usize) << NODE_SHIFT;
        let memory = MmapOptions::new().len(bytes).no_reserve_swap().map_anon()?;
        let mut tree = Tree { memory: Some(memory), length: FIRST, folds_recursion, ..Tree::default() };
        tree.clear();
        Ok(tree)
    }

    /// Removes all calls, and the functions' numbers. What is left are nodes that nobody calls.
    pub fn clear(&mut self) {
        self.numbers.take();
        self.crowded.clear();
        for number in 0..self.length {
            let node = self.node(number);
            node.calls.set(0);
            node.ticks.set(0);
            node.timed.set(0);
            node.children.iter().for_each(|child| child.set(ROOT));
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

    #[inline(always)]
    pub fn node(&self, number: u32) -> &CallNode {
        debug_assert!(number < self.length);
        // SAFETY: numbers are those of nodes that were made; the memory holds zeros or nodes, is the tree's alone, and is never moved. A tree that was never
        // begun has no numbers.
        unsafe { &*self.nodes().add(number as usize) }
    }

    /// The number of a function: a new one has its place where it is free under this node, and where fewer functions are otherwise.
    pub fn function_number(&self, parent: u32, code_id: u32) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let Numbers { code_ids, by_code_id } = &mut *numbers;
        *by_code_id.entry(code_id).or_insert_with(|| {
            let taken = |place: usize| self.node(parent).children[place].get() != ROOT;
            let place = (0..CACHED_CHILDREN).min_by_key(|place| (taken(*place), code_ids[*place].len())).unwrap_or(0);
            code_ids[place].push(code_id);
            (code_ids[place].len() * CACHED_CHILDREN + place) as u32
        })
    }

    /// The code id of a function by its number.
    pub fn code_id(&self, function: u32) -> Option<u32> {
        let function = function & !RESUMED;
        let number = (function as usize / CACHED_CHILDREN).checked_sub(1)?;
        self.numbers.borrow().code_ids[place_of(function)].get(number).copied()
    }

    /// The child for a function, by its number; it is made if there is none.
    #[inline]
    pub fn child(&mut self, parent: u32, function: u32) -> u32 {
        let known = self.node(parent).children[place_of(function)].get();
        if self.node(known).function.get() == function { known } else { self.find_child(parent, function, known) }
    }

    /// The child, which is not in its first place.
    fn find_child(&mut self, parent: u32, function: u32, first: u32) -> u32 {
        let second = self.node(parent).children[second_place_of(function)].get();
        if self.node(second).function.get() == function {
            return second;
        }
        let is_crowded = first != ROOT && second != ROOT;
        let child = if is_crowded {
            self.find_crowded_child(parent, function, [first, second])
        } else {
            self.new_child(parent, function)
        };
        if self.node(child).function.get() == function {
            let place = if first != ROOT && second == ROOT { second_place_of(function) } else { place_of(function) };
            self.node(parent).children[place].set(child);
        }
        child
    }

    /// Once two places have had a third child, all that they had are in the table.
    fn find_crowded_child(&mut self, parent: u32, function: u32, known: [u32; 2]) -> u32 {
        if let Some(child) = self.crowded.get(&(parent, function)) {
            return *child;
        }
        let child = self.new_child(parent, function);
        for child in [child, known[0], known[1]] {
            // What stands for others beyond the limit is found by its ancestors again.
            if self.length < LIMIT || self.node(child).parent.get() == parent {
                self.crowded.insert((parent, self.node(child).function.get()), child);
            }
        }
        child
    }

    #[cold]
    fn new_child(&mut self, parent: u32, function: u32) -> u32 {
        let is_full = self.length >= LIMIT;
        if self.folds_recursion || is_full {
            let mut ancestor = parent;
            while ancestor != ROOT {
                if self.node(ancestor).function.get() == function {
                    return ancestor;
                }
                ancestor = self.node(ancestor).parent.get();
            }
        }
        if is_full && parent != MORE {
            return self.child(MORE, function);
        }
        if self.length == ROOM {
            return MORE;
        }
        let number = self.length;
        self.length += 1;
        let node = self.node(number);
        node.parent.set(parent);
        node.function.set(function);
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
    fn functions_that_meet_under_a_node_have_places_of_their_own() {
        let mut tree = Tree::new(false).unwrap();
        let a = tree.child(ROOT, tree.function_number(ROOT, 100));
        let mut places = 0;
        for code_id in 0..CACHED_CHILDREN as u32 {
            let function = tree.function_number(a, 8 * code_id);
            assert_eq!(
                (tree.function_number(ROOT, 8 * code_id), tree.code_id(function)),
                (function, Some(8 * code_id))
            );
            assert_eq!(tree.code_id(function | RESUMED), Some(8 * code_id));
            tree.child(a, function);
            places |= 1 << place_of(function);
        }
        assert_eq!(places, (1 << CACHED_CHILDREN) - 1);
        assert!(tree.crowded.is_empty());
        // One more has to share.
        let function = tree.function_number(a, 1);
        let child = tree.child(a, function);
        let first = tree.child(a, tree.function_number(a, 8 * place_of(function) as u32));
        assert_eq!((tree.child(a, function), tree.child(a, tree.node(first).function.get())), (child, first));
        assert_eq!(tree.crowded.len(), 3);
        // Two have two places.
        let b = tree.child(ROOT, function);
        let (one, other) = (function, function + CACHED_CHILDREN as u32);
        let (first, second) = (tree.child(b, one), tree.child(b, other));
        assert_eq!((tree.child(b, one), tree.child(b, other), tree.crowded.len()), (first, second, 3));
        assert_eq!(tree.code_id(0), None);
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
