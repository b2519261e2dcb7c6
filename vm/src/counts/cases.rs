//! How often each of the things came that a site has come across.

use rustc_hash::FxHashMap;

/// So many are looked through one by one.
const FEW: usize = 8;

/// Numbers of layouts or types, each with a count. One of them is the present one.
#[derive(Default)]
pub(super) struct Cases {
    list: Vec<(u32, u64)>,
    /// Places in the list, once it is long.
    places: FxHashMap<u32, u32>,
    present: Option<u32>,
}

impl Cases {
    /// A number is the present one from here on.
    pub fn enter(&mut self, number: u32) {
        let place = if self.list.len() <= FEW {
            self.list.iter().position(|(n, _)| *n == number).map(|place| place as u32)
        } else {
            self.places.get(&number).copied()
        };
        let place = place.unwrap_or_else(|| self.push(number));
        self.present = Some(place);
    }

    fn push(&mut self, number: u32) -> u32 {
        let place = self.list.len() as u32;
        self.list.push((number, 0));
        if self.list.len() == FEW + 1 {
            self.places = self.list.iter().zip(0..).map(|((n, _), place)| (*n, place)).collect();
        } else if self.list.len() > FEW {
            self.places.insert(number, place);
        }
        place
    }

    /// What comes next is none of them.
    pub fn leave(&mut self) {
        self.present = None;
    }

    /// The present one came so often.
    pub fn add(&mut self, times: u64) {
        if let Some(place) = self.present {
            self.list[place as usize].1 += times;
        }
    }

    /// All of them, if the present one came so often more.
    pub fn with_present(&self, times: u64) -> Vec<(u32, u64)> {
        let mut list = self.list.clone();
        if let Some(place) = self.present {
            list[place as usize].1 += times;
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_counted_by_itself_few_or_many() {
        let mut cases = Cases::default();
        cases.add(5);
        for round in 0..3 {
            for n in 0..50 {
                cases.enter(n);
                cases.add(u64::from(n) + round);
            }
        }
        cases.leave();
        cases.add(7);
        let list = cases.with_present(9);
        assert_eq!(list.len(), 50);
        assert!(list.iter().all(|(n, count)| *count == 3 * u64::from(*n) + 3));
        cases.enter(4);
        assert_eq!(cases.with_present(9)[4], (4, 24));
    }
}
