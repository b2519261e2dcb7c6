//! What was traced, as plain data.

use super::tree::MORE;
use super::{Event, ProbeCost, clock};
use crate::observe::now_ns;
use crate::vm::Vm;
use abi::calls::{IDLE, NODE_BYTES, RESUMED};

/// A node of [`CallTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The parent's index, which is less than the node's own; the root is its own.
    pub parent: u32,
    /// The function's code id; None of what is no function.
    pub code_id: Option<u32>,
    /// It is what went on after a suspension: `calls` are resumptions.
    pub is_resumed: bool,
    pub calls: u64,
    /// Those at which the clock was read: not those of short functions in optimized code, whose time is their callers'.
    pub timed: u64,
    /// As a short function that is called by one that is not: calls that were not timed, whose time is the parent's in `ticks`,
    pub skipped: u64,
    /// and those that were timed from outside.
    pub spanned: u64,
    /// Their ticks, which are nobody's in `ticks`, and the calls within, with themselves, that told the tree.
    pub span: u64,
    pub within: u64,
    /// Calls for which it was looked for in a table, since its caller calls too many functions.
    pub searches: u64,
    /// Ticks in which it was the innermost one, without what it calls.
    pub ticks: u64,
}

/// The calling context tree of a run.
#[derive(Clone, Debug)]
pub struct CallTree {
    /// The first is the root: what runs outside of functions.
    pub nodes: Vec<TreeNode>,
    /// The node of the program's waiting, and the one of functions whose contexts were too many to be told apart.
    pub idle: u32,
    pub more: u32,
    pub is_timed: bool,
    /// Calls of short functions that were not timed, or within others.
    pub untimed: u64,
    /// Nanoseconds of a tick.
    pub tick_ns: f64,
    /// Nanoseconds, of the clock of [`now_ns`], when tracing began, and when this was made.
    pub start_ns: u64,
    pub end_ns: u64,
    pub cost: ProbeCost,
    /// The last events, oldest first, if they were kept, and how many were lost.
    pub events: Vec<Event>,
    pub lost_events: u64,
}

/// The index of a node, by its offset.
fn index_of(offset: u32) -> u32 {
    offset / NODE_BYTES
}

impl Vm {
    /// The calls up to now; None if they are not traced.
    pub fn call_tree(&mut self) -> Option<CallTree> {
        if !self.calls.is_on {
            return None;
        }
        let (end_ticks, end_ns) = (clock::ticks(), now_ns());
        if self.calls.is_timed {
            // Without memory for it, what was measured at the start has to do.
            _ = self.calibrate_calls();
        }
        let calls = &self.calls;
        let (start_ticks, start_ns) = calls.start;
        if calls.is_timed {
            // What runs now has run up to now.
            calls.settle(calls.node_of_time(self.context.call_node.get()), end_ticks);
        }
        let nodes = calls
            .tree
            .offsets()
            .map(|offset| {
                let node = calls.tree.node(offset);
                let time = calls.tree.time(offset);
                let function = node.function.get();
                TreeNode {
                    parent: index_of(node.parent.get()),
                    code_id: if offset > MORE { calls.tree.code_id(function) } else { None },
                    is_resumed: offset > MORE && function & RESUMED != 0,
                    calls: node.calls.get(),
                    searches: time.map_or(0, |time| time.searches.get()),
                    timed: time.map_or(0, |time| time.timed.get()),
                    within: time.map_or(0, |time| time.within.get()),
                    skipped: time.map_or(0, |time| time.skipped.get()),
                    spanned: time.map_or(0, |time| time.spanned.get()),
                    span: time.map_or(0, |time| time.span.get()),
                    ticks: time.map_or(0, |time| time.ticks.get()),
                }
            })
            .collect();
        let by_index = |event: Event| Event { node: index_of(event.node), ..event };
        let ticks = end_ticks.saturating_sub(start_ticks).max(1);
        Some(CallTree {
            nodes,
            idle: index_of(IDLE),
            more: index_of(MORE),
            is_timed: calls.is_timed,
            untimed: if calls.is_timed { self.context.calls_untimed.get() } else { 0 },
            tick_ns: end_ns.saturating_sub(start_ns) as f64 / ticks as f64,
            start_ns,
            end_ns,
            cost: ProbeCost { walks: calls.sampling.walked() as f64, ..calls.cost.unwrap_or_default() },
            events: calls.events.as_ref().map_or(Vec::new(), |events| events.list(start_ticks).map(by_index).collect()),
            lost_events: calls.events.as_ref().map_or(0, |events| events.lost()),
        })
    }
}
