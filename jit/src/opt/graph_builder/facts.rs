//! What is known at a place in the code: of values, which never change, and of memory, which does.

use super::RESIZED;
use crate::opt::ir::{ElementRep, NodeId, StateId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What is known of one value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fact {
    /// It as an int32 and as a double, if it was converted.
    pub int: NodeId,
    pub double: NodeId,
    pub truncated: NodeId,
    /// It is an object.
    pub is_object: bool,
    pub is_not_empty: bool,
    /// Kind of cell, 0 for unknown.
    pub kind: u8,
    /// Its code, for functions; else 0.
    pub code: u64,
    /// It is this very constant.
    pub identity: u64,
    pub typed: u8,
    /// How often it was compared with an atom, and the atom that it equals, if that was looked for.
    pub comparisons: u8,
    pub atom: NodeId,
    /// The enumeration whose last key it is.
    pub enumeration: NodeId,
    // From here on: until something unknown happens.
    /// Its shape; 0 for unknown.
    pub shape: u32,
    /// The element kinds it may have, as bits; 0 for unknown.
    pub elements: u8,
    /// It is fresh and nobody's prototype.
    pub is_fresh: bool,
}

impl Default for Fact {
    fn default() -> Fact {
        Fact {
            int: NodeId::NONE,
            double: NodeId::NONE,
            truncated: NodeId::NONE,
            is_object: false,
            is_not_empty: false,
            kind: 0,
            code: 0,
            identity: 0,
            typed: u8::MAX,
            comparisons: 0,
            atom: NodeId::NONE,
            enumeration: NodeId::NONE,
            shape: 0,
            elements: 0,
            is_fresh: false,
        }
    }
}

impl Fact {
    /// Keeps what holds of another value, or of this one elsewhere, too.
    pub fn meet(&mut self, other: &Fact) {
        let same = |a: NodeId, b: NodeId| if a == b { a } else { NodeId::NONE };
        self.int = same(self.int, other.int);
        self.double = same(self.double, other.double);
        self.truncated = same(self.truncated, other.truncated);
        self.is_object &= other.is_object;
        self.is_not_empty &= other.is_not_empty;
        let keep = |a: u64, b: u64| if a == b { a } else { 0 };
        self.kind = keep(self.kind as u64, other.kind as u64) as u8;
        self.code = keep(self.code, other.code);
        self.identity = keep(self.identity, other.identity);
        self.comparisons = self.comparisons.min(other.comparisons);
        self.atom = same(self.atom, other.atom);
        self.enumeration = same(self.enumeration, other.enumeration);
        self.typed = if self.typed == other.typed { self.typed } else { u8::MAX };
        self.shape = keep(self.shape as u64, other.shape as u64) as u32;
        self.elements = if self.elements == 0 || other.elements == 0 { 0 } else { self.elements | other.elements };
        self.is_fresh &= other.is_fresh;
    }
}

pub struct Facts {
    /// A state from which everything up to here can be done again, since nothing was done that can be seen.
    pub checkpoint: StateId,
    /// Objects that were allocated here and that nothing else leads to, and whether that was after the checkpoint: what is stored in those is not
    /// seen if it is all done again.
    unescaped: SmallVec<[(NodeId, bool); 4]>,
    values: FxHashMap<NodeId, Fact>,
    /// Words of memory by base and offset.
    fields: FxHashMap<(NodeId, u32), NodeId>,
    /// Those that never change.
    fixed: FxHashMap<(NodeId, u32), NodeId>,
    /// Elements by the cell that holds them, index, and how they are kept: there is none of a hole.
    elements: SmallVec<[(NodeId, NodeId, ElementRep, NodeId); 4]>,
    /// What the code relies on holds: it was looked at.
    pub is_valid: bool,
    /// Of a value that is one of several: if it is this constant, another value has this shape.
    implied: SmallVec<[(NodeId, u64, NodeId, u32); 4]>,
    /// Indices known to be within the bounds of a length, and elements without a hole.
    bounds: Vec<(NodeId, NodeId)>,
    /// The node that those who are called find to be the current one (`--trace-calls`), if that is known.
    pub call: NodeId,
    /// Nodes that were called since the checkpoint, and are not counted yet: who goes on from there calls them again.
    pub uncounted: SmallVec<[NodeId; 2]>,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            checkpoint: StateId::NONE,
            unescaped: SmallVec::new(),
            values: FxHashMap::default(),
            fields: FxHashMap::default(),
            fixed: FxHashMap::default(),
            elements: SmallVec::new(),
            is_valid: false,
            implied: SmallVec::new(),
            bounds: Vec::new(),
            call: NodeId::NONE,
            uncounted: SmallVec::new(),
        }
    }
}

impl Clone for Facts {
    fn clone(&self) -> Facts {
        let mut copy = Facts::default();
        copy.clone_from(self);
        copy
    }

    /// Copies others into the memory that these take.
    fn clone_from(&mut self, other: &Facts) {
        let Facts {
            checkpoint,
            unescaped,
            values,
            fields,
            fixed,
            is_valid,
            bounds,
            implied,
            elements,
            call,
            uncounted,
        } = other;
        self.checkpoint = *checkpoint;
        self.unescaped.clone_from(unescaped);
        self.values.clone_from(values);
        self.fields.clone_from(fields);
        self.fixed.clone_from(fixed);
        self.is_valid = *is_valid;
        self.bounds.clone_from(bounds);
        self.implied.clone_from(implied);
        self.elements.clone_from(elements);
        self.call = *call;
        self.uncounted.clone_from(uncounted);
    }
}

impl Facts {
    pub fn get(&self, value: NodeId) -> Fact {
        self.values.get(&value).copied().unwrap_or_default()
    }

    pub fn of(&mut self, value: NodeId) -> &mut Fact {
        self.values.entry(value).or_default()
    }

    pub fn field(&self, base: NodeId, offset: u32) -> Option<NodeId> {
        self.fields.get(&(base, offset)).or_else(|| self.fixed.get(&(base, offset))).copied()
    }

    /// The word has been read.
    pub fn loaded(&mut self, base: NodeId, offset: u32, value: NodeId) {
        self.fields.insert((base, offset), value);
    }

    /// The word has been read, and is never written again.
    pub fn loaded_fixed(&mut self, base: NodeId, offset: u32, value: NodeId) {
        self.fixed.insert((base, offset), value);
    }

    /// The word has been written: others at that offset may be the same.
    pub fn stored(&mut self, base: NodeId, offset: u32, value: NodeId) {
        if !self.is_unescaped(base) {
            self.forget_word(offset, self.shape(base));
        }
        self.fields.insert((base, offset), value);
    }

    /// An enumeration goes on.
    pub fn forget_key(&mut self, enumeration: NodeId) {
        for fact in self.values.values_mut().filter(|fact| fact.enumeration == enumeration) {
            fact.enumeration = NodeId::NONE;
        }
    }

    /// The value's shape; 0 for unknown.
    pub fn shape(&self, value: NodeId) -> u32 {
        self.values.get(&value).map_or(0, |fact| fact.shape)
    }

    /// The word may have been written in any object, of this shape (0: of any), that somebody else may have.
    pub fn forget_word(&mut self, offset: u32, shape: u32) {
        let (unescaped, values) = (&self.unescaped, &self.values);
        let is_another = |base: &NodeId| are_others(shape, values.get(base).map_or(0, |fact| fact.shape));
        self.fields.retain(|(b, o), _| *o != offset || unescaped.iter().any(|u| u.0 == *b) || is_another(b));
    }

    /// An element that has been read, or written, since anything may have changed it.
    pub fn element(&self, elements: NodeId, index: NodeId, rep: ElementRep) -> Option<NodeId> {
        let its = |e: &&(NodeId, NodeId, ElementRep, NodeId)| (e.0, e.1, e.2) == (elements, index, rep);
        self.elements.iter().find(its).map(|e| e.3)
    }

    /// The element has been read.
    pub fn loaded_element(&mut self, elements: NodeId, index: NodeId, rep: ElementRep, value: NodeId) {
        self.elements.push((elements, index, rep, value));
    }

    /// The element has been written: others may be the same. What holds doubles never holds anything else.
    pub fn stored_element(&mut self, elements: NodeId, index: NodeId, rep: ElementRep, value: NodeId) {
        self.elements.retain(|e| (e.2 == ElementRep::Double) != (rep == ElementRep::Double));
        self.loaded_element(elements, index, rep, value);
    }

    /// Any element may have changed.
    pub fn forget_elements(&mut self) {
        self.elements.clear();
    }

    /// Any object's elements may be of another kind now.
    pub fn forget_kinds(&mut self) {
        self.forget_kinds_but(|_| false);
    }

    /// Those may whose kinds are not among the ones that stay.
    pub fn forget_kinds_but(&mut self, stays: impl Fn(u8) -> bool) {
        self.values.values_mut().filter(|fact| !stays(fact.elements)).for_each(|fact| fact.elements = 0);
    }

    /// Something was done that can be seen.
    pub fn effect(&mut self) {
        debug_assert!(self.uncounted.is_empty(), "calls are counted before the checkpoint goes");
        self.checkpoint = StateId::NONE;
        self.unescaped.iter_mut().for_each(|u| u.1 = false);
    }

    /// An object was allocated.
    pub fn allocated(&mut self, object: NodeId) {
        self.unescaped.push((object, self.checkpoint.is_some()));
    }

    pub fn is_unescaped(&self, object: NodeId) -> bool {
        self.unescaped.iter().any(|u| u.0 == object)
    }

    /// Nothing leads to the object, and it was not there at the checkpoint.
    pub fn is_private(&self, object: NodeId) -> bool {
        self.unescaped.contains(&(object, true))
    }

    /// Something else may lead to the object now.
    pub fn escape(&mut self, object: NodeId) {
        self.unescaped.retain(|u| u.0 != object);
    }

    /// If the one value is the constant, the other has the shape.
    pub fn imply(&mut self, value: NodeId, constant: u64, object: NodeId, shape: u32) {
        self.implied.push((value, constant, object, shape));
    }

    /// The value is the constant. Strings are the only cells with their shape that are no objects.
    pub fn is_constant(&mut self, value: NodeId, constant: u64, strings: u32) {
        for (_, _, object, shape) in self.implied.clone().iter().filter(|i| (i.0, i.1) == (value, constant)) {
            let fact = self.of(*object);
            fact.shape = *shape;
            fact.is_not_empty = true;
            fact.is_object |= *shape != strings;
        }
    }

    pub fn is_within(&mut self, index: NodeId, length: NodeId) -> bool {
        if self.bounds.contains(&(index, length)) {
            return true;
        }
        self.bounds.push((index, length));
        false
    }

    /// What a loop does to memory, at most: all that is known besides stays true in it.
    pub fn enter_loop(&mut self, effects: &LoopEffects) {
        self.effect();
        // They may escape in the loop, before what comes first in it.
        self.unescaped.clear();
        self.call = NodeId::NONE;
        self.values.values_mut().for_each(|fact| fact.enumeration = NodeId::NONE);
        if effects.anything {
            return self.forget();
        }
        self.values.values_mut().filter(|f| effects.shapes.contains(&f.shape)).for_each(|f| f.shape = 0);
        self.implied.retain(|implied| !effects.shapes.contains(&implied.3));
        let values = &self.values;
        self.fields.retain(|(base, offset), _| {
            let shape = values.get(base).map_or(0, |fact| fact.shape);
            effects.stores.iter().all(|(stored, its)| stored != offset || are_others(*its, shape))
        });
        if effects.fresh {
            self.forget_fresh();
        }
        if effects.kinds {
            self.forget_kinds();
        }
        if effects.elements {
            self.forget_elements();
        }
    }

    /// Something unknown happens: any object may change.
    pub fn forget(&mut self) {
        self.effect();
        let unescaped = &self.unescaped;
        let is_unescaped = |object: &NodeId| unescaped.iter().any(|u| u.0 == *object);
        self.fields.retain(|(base, _), _| is_unescaped(base));
        self.elements.clear();
        self.is_valid = false;
        self.implied.clear();
        for (_, fact) in self.values.iter_mut().filter(|(value, _)| !is_unescaped(value)) {
            fact.shape = 0;
            fact.elements = 0;
            fact.is_fresh = false;
        }
    }

    /// The object's shape has changed: others may be the same object.
    pub fn forget_shapes(&mut self, object: NodeId, shape: u32) {
        // It may be the very object that a shape is implied of.
        self.implied.retain(|implied| implied.3 != shape);
        if self.is_unescaped(object) {
            return;
        }
        let unescaped = &self.unescaped;
        for (value, fact) in &mut self.values {
            if fact.shape == shape && !unescaped.iter().any(|u| u.0 == *value) {
                fact.shape = 0;
            }
        }
    }

    /// Any object may have become a prototype.
    pub fn forget_fresh(&mut self) {
        let unescaped = &self.unescaped;
        let escaped = self.values.iter_mut().filter(|(value, _)| !unescaped.iter().any(|u| u.0 == **value));
        escaped.for_each(|(_, fact)| fact.is_fresh = false);
    }

    /// What holds here and there.
    pub fn intersect(&mut self, other: &Facts) {
        if self.checkpoint != other.checkpoint {
            self.effect();
        }
        self.unescaped.retain(|u| other.is_unescaped(u.0));
        self.unescaped.iter_mut().for_each(|u| u.1 &= other.is_private(u.0));
        self.values.retain(|value, fact| {
            let Some(there) = other.values.get(value) else { return false };
            fact.meet(there);
            true
        });
        self.fields.retain(|key, value| other.fields.get(key) == Some(value));
        self.fixed.retain(|key, value| other.fixed.get(key) == Some(value));
        self.elements.retain(|element| other.elements.contains(element));
        self.is_valid &= other.is_valid;
        self.implied.retain(|implied| other.implied.contains(implied));
        self.bounds.retain(|b| other.bounds.contains(b));
        if self.call != other.call {
            self.call = NodeId::NONE;
        }
    }
}

/// Objects of these shapes, known at the same time (0: not known), cannot be the same one.
fn are_others(shape: u32, other: u32) -> bool {
    shape != 0 && other != 0 && shape != other
}

/// What a stretch of code does to memory.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct LoopEffects {
    /// Calls and the like: there is no telling.
    pub anything: bool,
    /// Offsets of words that are stored to, and the shape of the object that has the word (0: not known).
    pub stores: Vec<(u32, u32)>,
    /// Shapes that objects leave.
    pub shapes: Vec<u32>,
    /// Objects may become prototypes.
    pub fresh: bool,
    /// Elements may become of other kinds.
    pub kinds: bool,
    /// Elements are stored to.
    pub elements: bool,
}

impl LoopEffects {
    /// A word is stored to, in an object of a shape, if that is known.
    pub fn store(&mut self, word: u32, shape: u32) {
        if !self.stores.contains(&(word, shape)) {
            self.stores.push((word, shape));
        }
    }

    /// An object leaves a shape.
    pub fn leave_shape(&mut self, shape: u32) {
        if !self.shapes.contains(&shape) {
            self.shapes.push(shape);
        }
    }

    /// An array grows or shrinks: its elements may move, and become of another kind.
    pub fn resize(&mut self) {
        RESIZED.iter().for_each(|word| self.store(*word, 0));
        self.kinds = true;
        self.elements = true;
    }

    /// Adds what another stretch does; true if that changed anything.
    pub fn extend(&mut self, other: &LoopEffects) -> bool {
        if self.anything {
            return false;
        }
        let before = (self.stores.len(), self.shapes.len(), self.fresh, self.kinds, self.elements);
        self.anything = other.anything;
        self.fresh |= other.fresh;
        self.kinds |= other.kinds;
        self.elements |= other.elements;
        other.stores.iter().for_each(|&(word, shape)| self.store(word, shape));
        other.shapes.iter().for_each(|&shape| self.leave_shape(shape));
        self.anything || before != (self.stores.len(), self.shapes.len(), self.fresh, self.kinds, self.elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: NodeId = NodeId(1);
    const OTHER: NodeId = NodeId(2);
    const VALUE: NodeId = NodeId(3);

    fn with_private() -> Facts {
        let mut facts = Facts { checkpoint: StateId(0), ..Facts::default() };
        facts.allocated(OBJECT);
        facts.loaded(OBJECT, 24, VALUE);
        facts.loaded(OTHER, 24, VALUE);
        facts.of(OBJECT).shape = 5;
        facts.of(OTHER).shape = 5;
        facts
    }

    #[test]
    fn effects_grow_until_there_is_no_telling() {
        let mut known = LoopEffects::default();
        known.store(24, 5);
        let mut seen = known.clone();
        assert!(!known.extend(&seen));
        seen.leave_shape(5);
        assert!(known.extend(&seen) && !known.extend(&seen));
        let array = LoopEffects { kinds: true, ..LoopEffects::default() };
        assert!(known.extend(&array) && known.kinds && !known.elements);
        known.resize();
        assert!(RESIZED.iter().all(|word| known.stores.contains(&(*word, 0))) && known.elements);
        assert!(known.extend(&LoopEffects { anything: true, ..LoopEffects::default() }));
        // Whatever comes then is in it.
        assert!(!known.extend(&LoopEffects { fresh: true, stores: vec![(32, 0)], ..LoopEffects::default() }));
    }

    #[test]
    fn what_nobody_else_has_is_not_changed_by_others() {
        let mut facts = with_private();
        facts.stored(NodeId(4), 24, NodeId(5));
        assert_eq!((facts.field(OBJECT, 24), facts.field(OTHER, 24)), (Some(VALUE), None));
        facts.forget_shapes(OTHER, 5);
        assert_eq!((facts.get(OBJECT).shape, facts.get(OTHER).shape), (5, 0));
        facts.forget();
        assert_eq!((facts.field(OBJECT, 24), facts.get(OBJECT).shape), (Some(VALUE), 5));
        facts.escape(OBJECT);
        facts.forget();
        assert_eq!((facts.field(OBJECT, 24), facts.get(OBJECT).shape), (None, 0));
    }

    #[test]
    fn an_effect_ends_what_can_be_done_again() {
        let mut facts = with_private();
        assert!(facts.is_private(OBJECT));
        facts.effect();
        assert!(!facts.is_private(OBJECT) && facts.is_unescaped(OBJECT));
        // Without a checkpoint before it, an object is there when things are done again.
        facts.allocated(OTHER);
        assert!(!facts.is_private(OTHER));
    }

    #[test]
    fn ways_that_meet_keep_what_both_know() {
        let (mut one, other) = (with_private(), with_private());
        one.intersect(&other);
        assert!(one.is_private(OBJECT) && one.checkpoint == StateId(0));
        let mut third = with_private();
        third.effect();
        one.intersect(&third);
        assert!(!one.is_private(OBJECT) && one.is_unescaped(OBJECT) && one.checkpoint.is_none());
        let mut fourth = with_private();
        fourth.escape(OBJECT);
        one.intersect(&fourth);
        assert!(!one.is_unescaped(OBJECT));
    }

    #[test]
    fn objects_of_other_shapes_are_others() {
        let mut facts = Facts::default();
        facts.loaded(OBJECT, 24, VALUE);
        facts.loaded(OTHER, 24, VALUE);
        facts.of(OBJECT).shape = 5;
        facts.of(OTHER).shape = 6;
        let third = NodeId(4);
        facts.of(third).shape = 6;
        let mut in_loop = facts.clone();
        facts.stored(third, 24, NodeId(5));
        assert_eq!((facts.field(OBJECT, 24), facts.field(OTHER, 24)), (Some(VALUE), None));
        facts.of(third).shape = 0;
        facts.stored(third, 24, NodeId(5));
        assert_eq!(facts.field(OBJECT, 24), None);
        let mut changing = in_loop.clone();
        in_loop.enter_loop(&LoopEffects { stores: vec![(24, 6)], ..LoopEffects::default() });
        assert_eq!((in_loop.field(OBJECT, 24), in_loop.field(OTHER, 24)), (Some(VALUE), None));
        changing.enter_loop(&LoopEffects { stores: vec![(24, 6)], shapes: vec![5], ..LoopEffects::default() });
        assert_eq!(changing.field(OBJECT, 24), None);
    }

    #[test]
    fn a_case_tells_no_shape_that_the_object_has_left() {
        let (callee, function, strings) = (NodeId(6), 0x1000, 9);
        let mut facts = with_private();
        facts.of(OBJECT).shape = 0;
        facts.imply(callee, function, OBJECT, 7);
        let mut left = facts.clone();
        facts.is_constant(callee, function, strings);
        assert_eq!(facts.get(OBJECT).shape, 7);
        assert!(left.is_unescaped(OBJECT));
        left.forget_shapes(OBJECT, 7);
        left.is_constant(callee, function, strings);
        assert_eq!(left.get(OBJECT).shape, 0);
    }

    #[test]
    fn in_a_loop_anybody_may_have_it() {
        let mut facts = with_private();
        facts.enter_loop(&LoopEffects { stores: vec![(24, 0)], ..LoopEffects::default() });
        assert!(!facts.is_unescaped(OBJECT));
        assert_eq!(facts.field(OBJECT, 24), None);
        assert_eq!(facts.get(OBJECT).shape, 5);
    }
}
