//! The tree's nodes, and how a child is found.

use super::nodes::Nodes;
use abi::calls::{CACHED_CHILDREN, CallNode, IDLE, NODE_BYTES, PLACE_BITS, RESUMED, ROOT, place_of, second_place_of};
use memmap2::{MmapMut, MmapOptions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Contexts that are told apart, in bytes of nodes. Beyond that a function is in its innermost caller's node that is its own, or under [`MORE`].
const LIMIT: u32 = (1 << 21) * NODE_BYTES;
/// Nodes that there is room for, in bytes: a function takes one more at most.
const ROOM: u32 = LIMIT + (1 << 21) * NODE_BYTES;
/// The parent of functions in contexts beyond the limit.
pub const MORE: u32 = 2 * NODE_BYTES;
/// Where the nodes end that are there from the beginning.
const FIRST: u32 = 3 * NODE_BYTES;

/// Numbers of functions. Below the bits that count are a function's two places among children; 0 is nobody's.
#[derive(Default)]
struct Numbers {
    code_ids: Vec<u32>,
    /// 0 of those that have none yet.
    by_code_id: Vec<u32>,
    /// How many functions have each place first, and second.
    users: [[u32; CACHED_CHILDREN]; 2],
}

/// The bits of both places in a function's number.
const PLACES: u32 = 2 * PLACE_BITS;

/// Children that were found in the table lately, of all parents.
const RECENT: usize = 1 << RECENT_BITS;
const RECENT_BITS: u32 = 11;

/// How long a node was the innermost one.
pub struct CallTime {
    /// Ticks of the clock.
    pub ticks: Cell<u64>,
    /// Calls at which the clock was read.
    pub timed: Cell<u64>,
    /// Calls at which it was in none of its places under its parent.
    pub searches: Cell<u64>,
    /// As a short function that is called by one that is not: calls that were not timed,
    pub skipped: Cell<u64>,
    /// and those that were timed from outside: the clock was read at their beginning and end, and at no call within.
    pub spanned: Cell<u64>,
    /// Their ticks, and the calls within, with themselves, that told the tree.
    pub span: Cell<u64>,
    pub within: Cell<u64>,
    /// It takes so little with all it calls that few of its calls are timed: those that come after so many more.
    pub is_short: Cell<bool>,
    pub until_timed: Cell<u32>,
}

impl CallTime {
    pub fn clear(&self) {
        let CallTime { ticks, timed, searches, skipped, spanned, span, within, .. } = self;
        [ticks, timed, searches, skipped, spanned, span, within].iter().for_each(|count| count.set(0));
        self.is_short.set(false);
        self.until_timed.set(0);
    }
}

/// A calling context tree. Its nodes are where they are for good.
#[derive(Default)]
pub struct Tree {
    memory: Option<Nodes>,
    /// The nodes' times, if they are measured.
    times: Option<MmapMut>,
    end: u32,
    folds_recursion: bool,
    /// Children by parent and function, of parents that had no place for one of them; these have an entry for function 0. Others are found by their places alone.
    crowded: FxHashMap<u64, u32>,
    /// A direct-mapped cache of that table; [`ROOT`], which is nobody's child, for none.
    recent: Vec<Cell<u32>>,
    numbers: RefCell<Numbers>,
}

/// Of a child in the table.
fn key(parent: u32, function: u32) -> u64 {
    u64::from(parent) << 32 | u64::from(function)
}

/// Where a child is in the cache of the table.
fn recent_place(parent: u32, function: u32) -> usize {
    let mixed = (parent / NODE_BYTES).wrapping_mul(0x9E37_79B1) ^ (function >> PLACES).wrapping_mul(0x85EB_CA6B);
    (mixed >> (u32::BITS - RECENT_BITS)) as usize
}

impl Tree {
    /// A tree without calls. Memory is reserved, and taken as it is needed.
    pub fn new(folds_recursion: bool, is_timed: bool) -> std::io::Result<Tree> {
        let memory = Nodes::reserve(ROOM as usize)?;
        let bytes = (ROOM / NODE_BYTES) as usize * size_of::<CallTime>();
        let times = is_timed.then(|| MmapOptions::new().len(bytes).no_reserve_swap().map_anon()).transpose()?;
        let recent = vec![Cell::new(ROOT); RECENT];
        let mut tree = Tree { memory: Some(memory), times, end: FIRST, folds_recursion, recent, ..Tree::default() };
        tree.clear();
        Ok(tree)
    }

    /// Removes all calls, and the functions' numbers. What is left are nodes that nobody calls.
    pub fn clear(&mut self) {
        self.numbers.take();
        self.crowded.clear();
        self.recent.iter().for_each(|child| child.set(ROOT));
        for offset in self.offsets() {
            let node = self.node(offset);
            node.calls.set(0);
            node.children.iter().for_each(|child| child.set(ROOT));
            if let Some(time) = self.time(offset) {
                time.clear();
            }
        }
        self.end = FIRST;
        for offset in [ROOT, IDLE, MORE] {
            self.node(offset).parent.set(ROOT);
            self.node(offset).function.set(u32::MAX);
        }
    }

    #[inline(always)]
    pub fn nodes(&self) -> *const CallNode {
        self.memory.as_ref().map_or(std::ptr::null(), Nodes::start)
    }

    /// All nodes, in the order in which they were made.
    pub fn offsets(&self) -> impl Iterator<Item = u32> + use<> {
        (0..self.end).step_by(NODE_BYTES as usize)
    }

    #[inline(always)]
    pub fn node(&self, offset: u32) -> &CallNode {
        debug_assert!(offset < self.end && offset.is_multiple_of(NODE_BYTES));
        // SAFETY: offsets are those of nodes that were made; the memory holds zeros or nodes, is the tree's alone, and is never moved. A tree that was never
        // begun has none.
        unsafe { &*self.nodes().byte_add(offset as usize) }
    }

    /// None if times are not measured.
    #[inline]
    pub fn time(&self, offset: u32) -> Option<&CallTime> {
        debug_assert!(offset < self.end);
        let times = self.times.as_ref()?.as_ptr().cast::<CallTime>();
        // SAFETY: as for the node; there is one for each that there is room for.
        Some(unsafe { &*times.add((offset / NODE_BYTES) as usize) })
    }

    /// Whether the nodes' parents may be others than who called them: beyond the limit.
    pub fn is_full(&self) -> bool {
        self.end >= LIMIT
    }

    /// The number of a function: a new one has its places where they are free under this node, and where fewer functions are otherwise.
    pub fn function_number(&self, parent: u32, code_id: u32) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let Numbers { code_ids, by_code_id, users } = &mut *numbers;
        let index = code_id as usize;
        if index >= by_code_id.len() {
            by_code_id.resize(index + 1, 0);
        }
        if by_code_id[index] == 0 {
            code_ids.push(code_id);
            let mut number = (code_ids.len() as u32) << PLACES;
            let mut taken = self.node(parent).children.each_ref().map(|child| child.get() != ROOT);
            for (nth, users) in users.iter_mut().enumerate() {
                let place = (0..CACHED_CHILDREN).min_by_key(|place| (taken[*place], users[*place])).unwrap_or(0);
                number |= (place as u32) << (nth as u32 * PLACE_BITS);
                users[place] += 1;
                taken[place] = true;
            }
            by_code_id[index] = number;
        }
        by_code_id[index]
    }

    /// The code id of a function by its number.
    pub fn code_id(&self, function: u32) -> Option<u32> {
        let number = ((function & !RESUMED) >> PLACES).checked_sub(1)?;
        self.numbers.borrow().code_ids.get(number as usize).copied()
    }

    /// The child for a function, by its number; it is made if there is none.
    #[inline]
    pub fn child(&mut self, parent: u32, function: u32) -> u32 {
        let known = self.node(parent).children[place_of(function)].get();
        if self.node(known).function.get() == function { known } else { self.find_child(parent, function) }
    }

    /// The child, which is not in its first place.
    fn find_child(&mut self, parent: u32, function: u32) -> u32 {
        let second = self.node(parent).children[second_place_of(function)].get();
        if self.node(second).function.get() == function {
            return second;
        }
        let place = recent_place(parent, function);
        let recent = self.recent[place].get();
        let its = self.node(recent);
        let is_it = its.function.get() == function && its.parent.get() == parent;
        if let Some(child) = if is_it { Some(recent) } else { self.crowded.get(&key(parent, function)).copied() } {
            self.recent[place].set(child);
            self.node(parent).children[place_of(function)].set(child);
            if let Some(time) = self.time(child) {
                time.searches.set(time.searches.get() + 1);
            }
            return child;
        }
        let child = self.new_child(parent, function);
        if self.node(child).function.get() == function {
            self.put_child(parent, child);
        }
        child
    }

    /// Gives a child one of its places. Who is there already moves to its other place if that is free (cuckoo hashing); where that does not help, the parent's
    /// children are in the table from now on.
    fn put_child(&mut self, parent: u32, child: u32) {
        let places = self.places(child);
        let free = places.into_iter().find(|place| self.vacate(parent, *place));
        let marker = key(parent, 0);
        if free.is_none() && self.crowded.insert(marker, ROOT).is_none() {
            (0..CACHED_CHILDREN).for_each(|place| self.list_child(parent, self.node(parent).children[place].get()));
        }
        if self.crowded.contains_key(&marker) {
            self.list_child(parent, child);
        }
        self.node(parent).children[free.unwrap_or(places[0])].set(child);
    }

    fn places(&self, node: u32) -> [usize; 2] {
        let function = self.node(node).function.get();
        [place_of(function), second_place_of(function)]
    }

    /// Whether a place among a node's children is free, or could be made so.
    fn vacate(&self, parent: u32, place: usize) -> bool {
        let children = &self.node(parent).children;
        let occupant = children[place].get();
        if occupant == ROOT {
            return true;
        }
        let [first, second] = self.places(occupant);
        let other = if first == place { second } else { first };
        if children[other].get() != ROOT {
            return false;
        }
        children[other].set(occupant);
        true
    }

    /// Puts a child in the table. What stands for it beyond the limit, or where recursion is folded, is found by its ancestors again.
    fn list_child(&mut self, parent: u32, child: u32) {
        if child != ROOT && self.node(child).parent.get() == parent {
            self.crowded.insert(key(parent, self.node(child).function.get()), child);
        }
    }

    #[cold]
    fn new_child(&mut self, parent: u32, function: u32) -> u32 {
        let is_full = self.is_full();
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
        if self.end == ROOM {
            return MORE;
        }
        let offset = self.end;
        self.end += NODE_BYTES;
        let node = self.node(offset);
        node.parent.set(parent);
        node.function.set(function);
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_context_has_a_node() {
        let mut tree = Tree::new(false, false).unwrap();
        let a = tree.child(ROOT, 7);
        let b = tree.child(a, 7);
        assert_ne!(a, b);
        assert_eq!(tree.child(ROOT, 7), a);
        let c = tree.child(ROOT, 8);
        assert_eq!((tree.child(a, 7), tree.child(ROOT, 8), tree.child(ROOT, 7)), (b, c, a));
        assert_eq!(tree.node(b).parent.get(), a);
        tree.clear();
        assert_eq!(tree.offsets().count(), 3);
        assert_eq!(tree.child(ROOT, 8), FIRST);
    }

    #[test]
    fn functions_that_meet_under_a_node_have_places_of_their_own() {
        let mut tree = Tree::new(false, false).unwrap();
        let a = tree.child(ROOT, tree.function_number(ROOT, 100));
        let mut children = Vec::new();
        for code_id in 0..CACHED_CHILDREN as u32 {
            let function = tree.function_number(a, 16 * code_id);
            assert_eq!(
                (tree.function_number(ROOT, 16 * code_id), tree.code_id(function)),
                (function, Some(16 * code_id))
            );
            assert_eq!(tree.code_id(function | RESUMED), Some(16 * code_id));
            assert_ne!(place_of(function), second_place_of(function));
            children.push((function, tree.child(a, function)));
        }
        assert!(tree.node(a).children.iter().all(|child| child.get() != ROOT));
        assert!(tree.crowded.is_empty());
        // One more has to share.
        let function = tree.function_number(a, 1);
        children.push((function, tree.child(a, function)));
        for _ in 0..2 {
            children.iter().for_each(|(function, child)| assert_eq!(tree.child(a, *function), *child));
        }
        assert_eq!(tree.crowded.len(), CACHED_CHILDREN + 2);
        assert_eq!(tree.code_id(0), None);
    }

    #[test]
    fn children_move_to_their_other_place() {
        let mut tree = Tree::new(false, false).unwrap();
        let number = |count: u32, first: u32, second: u32| count << PLACES | second << PLACE_BITS | first;
        // The third takes the second's place, which moves; the fourth finds nobody who can.
        let functions = [number(1, 0, 1), number(2, 1, 2), number(3, 0, 1), number(4, 0, 1)];
        let children = functions.map(|function| tree.child(ROOT, function));
        for _ in 0..2 {
            assert_eq!(functions.map(|function| tree.child(ROOT, function)), children);
        }
        assert_eq!(tree.node(ROOT).children[2].get(), children[1]);
        assert_eq!(tree.crowded.len(), 5);
    }

    #[test]
    fn recursion_goes_on_in_the_same_node_if_asked() {
        let mut tree = Tree::new(true, true).unwrap();
        let a = tree.child(ROOT, 7);
        let b = tree.child(a, 8);
        assert_eq!(tree.child(b, 7), a);
        assert_eq!(tree.child(a, 7), a);
        assert_eq!(tree.child(b, 9), b + NODE_BYTES);
        assert_eq!(tree.time(b).map(|time| time.ticks.get()), Some(0));
    }
}
