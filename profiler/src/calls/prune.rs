//! The part of a tree that matters.

use super::CallTree;
use std::cmp::Reverse;

impl CallTree {
    /// The nodes, at most so many, with most time in and below them (most calls where time was not measured), callers of what is kept
    /// among them; in the tree's order.
    pub fn heaviest(&self, most: usize) -> Vec<u32> {
        let nodes = &self.nodes;
        let mut kept: Vec<u32> = (0..nodes.len() as u32).collect();
        if kept.len() > most {
            let weights = if self.timed { nodes.totals() } else { nodes.calls_below() };
            // A caller weighs no less than what it calls, and has the smaller number.
            kept.select_nth_unstable_by_key(most, |&node| (Reverse(weights[node as usize]), node));
            kept.truncate(most);
            kept.sort_unstable();
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;

    #[test]
    fn callers_are_kept_with_what_they_call() {
        let mut tree = tree();
        assert_eq!(tree.heaviest(9), [0, 1, 2, 3, 4, 5]);
        for most in 1..=6 {
            let kept = tree.heaviest(most);
            assert_eq!(kept.len(), most);
            assert!(kept.iter().all(|&node| kept.contains(&tree.nodes.parent[node as usize])), "{kept:?}");
        }
        assert_eq!(tree.heaviest(3), [0, 3, 4]);
        tree.timed = false;
        assert_eq!(tree.heaviest(4), [0, 3, 4, 5]);
    }
}
