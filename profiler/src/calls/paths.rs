//! Hot paths, as JSProf names them: the paths of calls in which most time passes that is nobody's but the last one's.

use super::{CallTree, NodeKind};
use crate::profile::Profile;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Calls of a path that are named at its beginning, and at its end.
const NAMED: (usize, usize) = (2, 6);

impl CallTree {
    /// The nodes with most time of their own, most first; with most calls where time was not measured.
    pub fn hot_nodes(&self, most: usize) -> Vec<u32> {
        let nodes = &self.nodes;
        let heat = |node: &u32| {
            let node = *node as usize;
            if self.timed { (nodes.self_ns[node], nodes.calls[node]) } else { (nodes.calls[node], 0) }
        };
        let is_called = |&node: &u32| self.function_of(node as usize).is_some() && heat(&node) != (0, 0);
        let mut hot: Vec<u32> = (0..nodes.len() as u32).filter(is_called).collect();
        if hot.len() > most {
            hot.select_nth_unstable_by_key(most, |node| (Reverse(heat(node)), *node));
            hot.truncate(most);
        }
        hot.sort_unstable_by_key(|node| (Reverse(heat(node)), *node));
        hot
    }

    /// The nodes from the outermost call to this one.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node as usize;
        while at != 0 {
            if self.function_of(at).is_some() {
                path.push(at as u32);
            }
            at = self.nodes.parent[at] as usize;
        }
        path.reverse();
        path
    }
}

impl Profile {
    /// A path in short: a function that calls itself is named once, with how often, and the middle of a long path is left out.
    pub fn path_in_short(&self, tree: &CallTree, node: u32) -> String {
        // Name, and how often one after another.
        let mut names: Vec<(String, usize)> = Vec::new();
        let mut last = None;
        for node in tree.path(node) {
            let key = (tree.nodes.function[node as usize], tree.nodes.kind[node as usize]);
            match names.last_mut() {
                Some((_, times)) if last == Some(key) => *times += 1,
                _ => {
                    let name = tree.function_of(node as usize).map_or("", |f| &self.functions[f as usize].name);
                    let resumed = if key.1 == NodeKind::Resumption { " (resumed)" } else { "" };
                    names.push((format!("{name}{resumed}"), 1));
                }
            }
            last = Some(key);
        }
        let (first, end) = NAMED;
        let left_out = names.len().saturating_sub(first + end);
        let mut text = String::new();
        for (i, (name, times)) in names.iter().enumerate() {
            if left_out > 0 && i == first {
                let _ = write!(text, " > ({left_out} more)");
            }
            if left_out > 0 && (first..first + left_out).contains(&i) {
                continue;
            }
            let _ = write!(text, "{}{name}", if i > 0 { " > " } else { "" });
            if *times > 1 {
                let _ = write!(text, " x{times}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::traced_profile;

    #[test]
    fn the_hottest_come_first() {
        let mut profile = traced_profile();
        let mut tree = profile.calls.take().unwrap();
        assert_eq!(tree.hot_nodes(2), [5, 4]);
        assert_eq!(tree.hot_nodes(9), [5, 4, 3]);
        tree.timed = false;
        assert_eq!(tree.hot_nodes(9), [5, 4, 3]);
        assert_eq!(tree.path(5), [3, 4, 5]);
    }

    #[test]
    fn paths_are_told_in_short() {
        let mut profile = traced_profile();
        let mut tree = profile.calls.take().unwrap();
        assert_eq!(profile.path_in_short(&tree, 5), "<main> > f x2");
        // main, f and g by turns, deeper than is told.
        for n in 0..12 {
            tree.nodes.push(tree.nodes.len() as u32 - 1, 2 + n % 2, super::NodeKind::Call);
        }
        let last = tree.nodes.len() as u32 - 1;
        assert_eq!(profile.path_in_short(&tree, last), "<main> > f x3 > (5 more) > f > g > f > g > f > g");
    }
}
