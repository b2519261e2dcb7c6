//! Calling-context trees: from the top down (who calls whom, with what total) and from the bottom up (who calls what takes the time).

use crate::profile::{NONE, Profile};
use rustc_hash::FxHashMap;

/// A node; its key says what it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// `usize::MAX` at a root.
    pub parent: usize,
    pub key: u32,
    pub own_ns: u64,
    pub total_ns: u64,
}

/// A forest whose parents come before their children; node 0 is the root of all.
pub struct Tree {
    pub nodes: Vec<Node>,
    index: FxHashMap<(usize, u32), usize>,
}

impl Tree {
    fn new() -> Tree {
        Tree {
            nodes: vec![Node { parent: usize::MAX, key: u32::MAX, own_ns: 0, total_ns: 0 }],
            index: FxHashMap::default(),
        }
    }

    fn child(&mut self, parent: usize, key: u32) -> usize {
        let next = self.nodes.len();
        let node = *self.index.entry((parent, key)).or_insert(next);
        if node == next {
            self.nodes.push(Node { parent, key, own_ns: 0, total_ns: 0 });
        }
        node
    }

    fn sum_up(&mut self) {
        for i in (1..self.nodes.len()).rev() {
            let Node { parent, total_ns, .. } = self.nodes[i];
            self.nodes[parent].total_ns += total_ns;
        }
    }

    /// Each node's children, most time first.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.parent].push(i);
        }
        for list in &mut children {
            list.sort_by_key(|&i| std::cmp::Reverse(self.nodes[i].total_ns));
        }
        children
    }
}

impl Profile {
    /// Time by stack.
    pub fn own_by_stack(&self) -> Vec<u64> {
        let mut own = vec![0; self.stacks.len()];
        for (stack, weight) in self.samples.stack.iter().zip(&self.samples.weight_ns) {
            if *stack != NONE {
                own[*stack as usize] += weight;
            }
        }
        own
    }

    /// The tree from the top down, with frames of one key merged; also the node of each stack.
    pub fn top_down(&self, key: impl Fn(u32) -> u32) -> (Tree, Vec<usize>) {
        let own = self.own_by_stack();
        let mut tree = Tree::new();
        let mut nodes = Vec::with_capacity(own.len());
        for (stack, &own) in own.iter().enumerate() {
            let parent = self.stacks.parent[stack];
            let below = if parent == NONE { 0 } else { nodes[parent as usize] };
            let node = tree.child(below, key(self.stacks.frame[stack]));
            tree.nodes[node].own_ns += own;
            tree.nodes[node].total_ns += own;
            nodes.push(node);
        }
        tree.sum_up();
        (tree, nodes)
    }

    /// The tree from the bottom up: the first level is who has the time itself, below each its callers. A node's total is the time that
    /// the first level's function took when called so. Of nodes with less than `least_ns` the callers are left out: most stacks differ
    /// somewhere, and deep ones would be nodes of their own from there on.
    pub fn bottom_up(&self, key: impl Fn(u32) -> u32, least_ns: u64) -> Tree {
        let mut tree = Tree::new();
        let stacks = (0..).zip(self.own_by_stack()).filter(|(_, own)| *own > 0);
        // What a node's callers are made of: the stacks that lead there, without the frames on the way.
        let mut open: Vec<(usize, Vec<(i64, u64)>)> = vec![(0, stacks.collect())];
        tree.nodes[0].total_ns = open[0].1.iter().map(|(_, own)| own).sum();
        while let Some((node, group)) = open.pop() {
            let first = tree.nodes.len();
            let mut groups: Vec<Vec<(i64, u64)>> = Vec::new();
            for (stack, own) in group.into_iter().filter(|(stack, _)| *stack != NONE) {
                let stack = stack as usize;
                let child = tree.child(node, key(self.stacks.frame[stack]));
                groups.resize_with(tree.nodes.len() - first, Vec::new);
                groups[child - first].push((self.stacks.parent[stack], own));
                tree.nodes[child].total_ns += own;
            }
            let groups = (first..).zip(groups);
            open.extend(groups.filter(|(child, _)| tree.nodes[*child].total_ns >= least_ns));
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::sample_profile::sample_profile;

    #[test]
    fn both_trees_have_all_the_time() {
        let profile = sample_profile();
        let function = |f: u32| profile.frames[f as usize].function;
        let (down, _) = profile.top_down(function);
        let up = profile.bottom_up(function, 0);
        assert_eq!((down.nodes[0].total_ns, up.nodes[0].total_ns), (20_000_000, 20_000_000));
        let name = |key: u32| profile.functions[key as usize].name.as_str();
        let children = down.children();
        let main = children[0].iter().copied().find(|&n| name(down.nodes[n].key) == "<main>").expect("main");
        assert_eq!((down.nodes[main].total_ns, down.nodes[main].own_ns), (16_000_000, 2_000_000));
        // Both tiers of f are one node: 4 interpreted, 1 optimized, 2 collecting, 4 in g.
        assert_eq!(down.nodes[children[main][0]].total_ns, 11_000_000);
        let first: Vec<(&str, u64)> =
            up.children()[0].iter().map(|&n| (name(up.nodes[n].key), up.nodes[n].total_ns / 1_000_000)).collect();
        assert_eq!(first[..2], [("f", 8), ("g", 4)]);
        // The same without the callers of what has too little.
        let large = profile.bottom_up(function, 5_000_000);
        let row = |tree: &Tree, node: usize| (tree.nodes[node].key, tree.nodes[node].total_ns);
        let rows = |tree: &Tree| tree.children()[0].iter().map(|&n| row(tree, n)).collect::<Vec<_>>();
        assert_eq!(rows(&large), rows(&up));
        let callers = |tree: &Tree, n: usize| tree.children()[tree.children()[0][n]].len();
        assert!(callers(&large, 0) > 0 && callers(&up, 1) > 0);
        assert_eq!((callers(&large, 0), callers(&large, 1)), (callers(&up, 0), 0));
    }
}
