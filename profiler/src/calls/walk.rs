//! The way through a tree from the root down, and back up.

use super::Nodes;

/// A step of the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Down(u32),
    /// Everything below the node has been visited.
    Up(u32),
}

impl Nodes {
    /// Takes every step: callers before what they call, siblings in the order of their first calls.
    pub fn walk(&self, mut step: impl FnMut(Step)) {
        if self.is_empty() {
            return;
        }
        // The root is nobody's child: 0 stands for none.
        let mut first = vec![0u32; self.len()];
        let mut next = vec![0u32; self.len()];
        for node in (1..self.len()).rev() {
            let parent = self.parent[node] as usize;
            next[node] = first[parent];
            first[parent] = node as u32;
        }
        let mut at = 0u32;
        step(Step::Down(at));
        loop {
            if first[at as usize] != 0 {
                at = first[at as usize];
                step(Step::Down(at));
                continue;
            }
            loop {
                step(Step::Up(at));
                if at == 0 {
                    return;
                }
                if next[at as usize] != 0 {
                    at = next[at as usize];
                    step(Step::Down(at));
                    break;
                }
                at = self.parent[at as usize];
            }
        }
    }

    /// Calls in each node and below it.
    pub fn calls_below(&self) -> Vec<u64> {
        let mut sums = self.calls.clone();
        for node in (1..self.len()).rev() {
            sums[self.parent[node] as usize] += sums[node];
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::Step::{Down, Up};
    use super::*;

    #[test]
    fn every_node_is_entered_and_left() {
        let nodes = Nodes { parent: vec![0, 0, 0, 1, 1], ..Nodes::default() };
        let mut steps = Vec::new();
        nodes.walk(|step| steps.push(step));
        let expected = [Down(0), Down(1), Down(3), Up(3), Down(4), Up(4), Up(1), Down(2), Up(2), Up(0)];
        assert_eq!(steps, expected);
        Nodes::default().walk(|_| unreachable!());
    }
}
