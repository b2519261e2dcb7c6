//! The calls of a timeline, each with its begin and end.

use super::{CallTree, NodeKind};

/// A call, a resumption, or an idle time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub node: u32,
    /// How many calls were open when it began.
    pub depth: u32,
    /// Nanoseconds since tracing began. Of what had begun before the first event that is kept that event's time is the start; what had not ended ends
    /// with the trace.
    pub start_ns: u64,
    pub end_ns: u64,
}

/// Takes begins (`true`) and ends of spans in the order in which they happened.
pub fn boundaries(spans: &[Span], mut visit: impl FnMut(&Span, bool)) {
    let mut open: Vec<&Span> = Vec::new();
    for span in spans {
        while open.len() > span.depth as usize {
            open.pop().into_iter().for_each(|ended| visit(ended, false));
        }
        visit(span, true);
        open.push(span);
    }
    while let Some(ended) = open.pop() {
        visit(ended, false);
    }
}

/// What is being put together.
struct Open {
    spans: Vec<Span>,
    /// Indices of those that have not ended, from the outermost.
    stack: Vec<usize>,
}

impl Open {
    fn push(&mut self, node: u32, now: u64) {
        self.stack.push(self.spans.len());
        let depth = self.stack.len() as u32 - 1;
        self.spans.push(Span { node, depth, start_ns: now, end_ns: now });
    }

    /// Ends all but the outermost `keep`.
    fn end(&mut self, keep: usize, now: u64) {
        for index in self.stack.drain(keep.min(self.stack.len())..) {
            self.spans[index].end_ns = now;
        }
    }

    fn node(&self, at: usize) -> u32 {
        self.spans[self.stack[at]].node
    }
}

impl CallTree {
    /// All calls that the events tell of, in the order of their begins, callers before what they call; none without a timeline.
    pub fn spans(&self) -> Vec<Span> {
        let Some(events) = &self.events else { return Vec::new() };
        let mut open = Open { spans: Vec::with_capacity(events.node.len() / 2 + 1), stack: Vec::new() };
        let mut now = 0;
        for (i, (&time, &node)) in events.time_ns.iter().zip(&events.node).enumerate() {
            now = time.max(now);
            let has_entered = events.entered[i] != 0;
            if i == 0 && events.lost > 0 {
                // What was open then is on the way to the node.
                let mut path = self.path(node);
                if has_entered {
                    path.pop();
                }
                path.into_iter().for_each(|node| open.push(node, now));
            }
            if has_entered {
                open.push(node, now);
            } else {
                self.leave(&mut open, node, now);
            }
        }
        open.end(0, now.max(self.end_ns.saturating_sub(self.start_ns)));
        open.spans
    }

    /// The node is the innermost one again.
    fn leave(&self, open: &mut Open, node: u32, now: u64) {
        let kind = self.nodes.kind[node as usize];
        if kind == NodeKind::Idle {
            return open.push(node, now);
        }
        let Some(at) = (0..open.stack.len()).rev().find(|&at| open.node(at) == node) else {
            // The root, or what began before the first event without being on the way to it.
            open.end(0, now);
            return self.path(node).into_iter().for_each(|node| open.push(node, now));
        };
        // Where recursion is folded a function returns to itself: its node is there twice, one above the other. (Or an exception was caught, which is
        // rare, and right again at the next return.)
        let is_own_return = at + 1 == open.stack.len() && at > 0 && open.node(at - 1) == node;
        open.end(if is_own_return { at } else { at + 1 }, now);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::super::{CallTree, Events};
    use super::*;

    /// Nodes 3, 4, 5 are main, f and f in f; 1 is the idle time.
    fn spans(tree: &mut CallTree, lost: u64, events: &[(u64, u32, u8)]) -> Vec<(u32, u32, u64, u64)> {
        tree.end_ns = tree.start_ns + 100;
        tree.events = Some(Events {
            time_ns: events.iter().map(|e| e.0).collect(),
            node: events.iter().map(|e| e.1).collect(),
            entered: events.iter().map(|e| e.2).collect(),
            lost,
        });
        tree.spans().iter().map(|s| (s.node, s.depth, s.start_ns, s.end_ns)).collect()
    }

    #[test]
    fn calls_begin_and_end() {
        let mut tree = tree();
        // An exception passes f twice; waiting; what is open at the end.
        let events = [
            (1, 3, 1),
            (2, 4, 1),
            (3, 5, 1),
            (9, 3, 0),
            (10, 4, 1),
            (12, 3, 0),
            (13, 0, 0),
            (20, 1, 0),
            (30, 0, 0),
            (31, 3, 1),
        ];
        let expected = [(3, 0, 1, 13), (4, 1, 2, 9), (5, 2, 3, 9), (4, 1, 10, 12), (1, 0, 20, 30), (3, 0, 31, 100)];
        assert_eq!(spans(&mut tree, 0, &events), expected);
        assert_eq!(spans(&mut tree, 0, &[]), []);
    }

    #[test]
    fn what_began_before_the_first_event_is_open() {
        let mut tree = tree();
        assert_eq!(spans(&mut tree, 7, &[(5, 5, 1), (6, 4, 0), (8, 0, 0)]), [(3, 0, 5, 8), (4, 1, 5, 8), (5, 2, 5, 6)]);
        assert_eq!(spans(&mut tree, 7, &[(5, 4, 0), (6, 3, 0)]), [(3, 0, 5, 100), (4, 1, 5, 6)]);
        // Nothing was open then.
        assert_eq!(spans(&mut tree, 7, &[(5, 0, 0), (6, 3, 1)]), [(3, 0, 6, 100)]);
    }

    #[test]
    fn folded_recursion_returns_to_itself() {
        let mut tree = tree();
        let events = [(1, 3, 1), (2, 4, 1), (3, 4, 1), (4, 4, 1), (5, 4, 0), (6, 4, 0), (7, 3, 0), (8, 0, 0)];
        assert_eq!(spans(&mut tree, 0, &events), [(3, 0, 1, 8), (4, 1, 2, 7), (4, 2, 3, 6), (4, 3, 4, 5)]);
    }

    #[test]
    fn calls_lie_within_their_callers() {
        let mut tree = tree();
        // Times that go back are taken for the one before.
        let events = [(5, 3, 1), (4, 4, 1), (9, 5, 1), (8, 3, 0)];
        spans(&mut tree, 0, &events);
        let (mut depth, mut last) = (0, 0);
        boundaries(&tree.spans(), |span, begins| {
            let now = if begins { span.start_ns } else { span.end_ns };
            depth -= u32::from(!begins);
            assert!(depth == span.depth && last <= now);
            depth += u32::from(begins);
            last = now;
        });
        assert_eq!((depth, last), (0, 100));
    }
}
