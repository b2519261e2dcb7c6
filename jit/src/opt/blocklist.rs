//! Places where speculation has failed too often.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Code id and bytecode offset.
type Place = (u32, u32);

/// Where a property was taken for a constant in vain: that says nothing of what else is speculated on there, as what a place's shapes are says
/// nothing of constants.
pub fn of_constant((code_id, pc): Place) -> Place {
    (code_id, pc | 1 << 31)
}

/// Where it was taken for granted that a function's code has one closure, and another was called.
pub fn of_closures(code_id: u32) -> Place {
    (code_id, u32::MAX)
}

/// Places that are not speculated on as feedback says: true if they are not at all.
pub type Blocklist = FxHashMap<Place, bool>;

/// How often a place may throw code away before it is not speculated on any more.
pub const TOO_OFTEN: u32 = 2;

/// How often each place has thrown code away, and those that did it too often.
#[derive(Default)]
pub struct Blame {
    places: FxHashMap<Place, Blamed>,
    pub blocklist: Arc<Blocklist>,
    /// By code id: the closure that came last where another one was expected, and how many have.
    closures: FxHashMap<u32, (u64, u32)>,
    /// Grows whenever a place is blamed: what was blamed by then is known to the code that is made next.
    pub epoch: u32,
}

#[derive(Default)]
struct Blamed {
    count: u32,
    /// When it was blamed last.
    epoch: u32,
}

impl Blame {
    pub fn of(&self, place: Place) -> u32 {
        self.places.get(&place).map_or(0, |blamed| blamed.count)
    }

    /// Whether code that was made at an epoch could not know of what happens at a place now: the next code will.
    pub fn is_new(&self, place: Place, epoch: u32) -> bool {
        self.of(place) == 0 || self.is_known_since(place, epoch)
    }

    /// Blames a place so many times for what code did that was made at an epoch; whether it is blocked now. Where other code
    /// has told the same meanwhile, it need not be told again.
    pub fn add(&mut self, place: Place, times: u32, epoch: u32) -> bool {
        if self.is_known_since(place, epoch) {
            return false;
        }
        self.epoch += 1;
        let blamed = self.places.entry(place).or_default();
        blamed.count += times;
        blamed.epoch = self.epoch;
        if blamed.count < TOO_OFTEN {
            return false;
        }
        Arc::make_mut(&mut self.blocklist).insert(place, blamed.count >= 2 * TOO_OFTEN);
        true
    }

    /// A closure (its address) came where another one of its code was expected. A module that is made once more has closures to go by again; where one
    /// comes after the other, none of them is speculated on any more.
    pub fn add_closure(&mut self, code_id: u32, closure: u64) {
        let (last, count) = self.closures.entry(code_id).or_default();
        if std::mem::replace(last, closure) != closure {
            *count += 1;
            if *count == TOO_OFTEN {
                Arc::make_mut(&mut self.blocklist).insert(of_closures(code_id), false);
            }
        }
    }

    fn is_known_since(&self, place: Place, epoch: u32) -> bool {
        self.places.get(&place).is_some_and(|blamed| blamed.epoch > epoch)
    }

    /// Functions have died.
    pub fn forget(&mut self, code_ids: &FxHashSet<u32>) {
        self.places.retain(|(id, _), _| !code_ids.contains(id));
        self.closures.retain(|id, _| !code_ids.contains(id));
        Arc::make_mut(&mut self.blocklist).retain(|(id, _), _| !code_ids.contains(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_blocked_after_a_while_and_then_wholly() {
        let (place, mut blame) = ((7, 12), Blame::default());
        let fail = |blame: &mut Blame, times| blame.add(place, times, blame.epoch);
        assert!(!fail(&mut blame, 1) && blame.blocklist.is_empty());
        assert!(fail(&mut blame, 1) && !blame.blocklist[&place]);
        assert!(fail(&mut blame, TOO_OFTEN) && blame.blocklist[&place]);
        blame.forget(&FxHashSet::from_iter([7]));
        assert!(blame.blocklist.is_empty() && blame.of(place) == 0);
    }

    #[test]
    fn closures_are_blocked_at_the_second_one_that_comes() {
        let mut blame = Blame::default();
        blame.add_closure(7, 0x10);
        blame.add_closure(7, 0x10);
        assert!(blame.blocklist.is_empty());
        blame.add_closure(7, 0x20);
        assert!(blame.blocklist.contains_key(&of_closures(7)));
        blame.forget(&FxHashSet::from_iter([7]));
        assert!(blame.blocklist.is_empty());
    }

    #[test]
    fn a_place_is_new_to_code_that_was_made_before_it_was_blamed() {
        let (place, other, mut blame) = ((7, 12), (7, 20), Blame::default());
        let first = blame.epoch;
        assert!(blame.is_new(place, first));
        blame.add(place, 1, first);
        let second = blame.epoch;
        assert!(blame.is_new(place, first) && !blame.is_new(place, second) && blame.is_new(other, second));
        assert!(!blame.add(place, TOO_OFTEN, first) && blame.blocklist.is_empty(), "another code's, which is no news");
        blame.add(place, TOO_OFTEN, second);
        assert!(blame.is_new(place, second) && !blame.blocklist[&place]);
    }
}
