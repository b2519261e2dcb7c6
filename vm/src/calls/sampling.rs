//! Which calls are timed. Reading the clock at each call of a short function would take longer than the function does, and so it is with one that is nothing but
//! such calls. So one in eight of their calls is timed, at random: half of these from outside, which tells how long such a call takes with all that it calls, and
//! half with each call within, which tells who takes it. The time of the other calls is in their caller's, until the profiler divides it. All calls are counted.

use super::Calls;
use super::clock::ticks;
use super::tree::CallTime;
use crate::observe::now_ns;
use abi::calls::{NODE_BYTES, ROOT};
use abi::context::VmContext;
use std::cell::Cell;

/// What a call with all that it calls takes less than, in nanoseconds, if it is short.
const SHORT_NS: f64 = 2000.0;
/// The same of a call that is dense in others: reading the clock takes more than this share of it.
const DENSE_NS: f64 = 20_000.0;
const DENSE_SHARE: f64 = 0.4;
/// Calls that a function is judged by, at least.
const JUDGED_BY: u64 = 16;
/// Calls that are not timed between two that are: fewer than this, each number as likely as the other, so that no rhythm of the program's is met.
const GAP: u32 = 15;
/// Timed calls between two walks over the tree: at first, at last, and by the number of nodes.
const FIRST_WALK: u64 = 1 << 12;
const LAST_WALK: u64 = 1 << 20;
const CALLS_A_NODE: u64 = 16;

/// How a short function's call is timed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Timing {
    /// With each call within,
    #[default]
    Within,
    /// from outside,
    Outside,
    /// or not.
    Skipped,
}

/// The choice of calls that are timed.
#[derive(Default)]
pub struct Sampling {
    is_on: bool,
    /// The short function's node that was entered from one that is not; [`ROOT`] for none. Where code was left by an exception it may be stale: nodes come after
    /// their parents, so that what is below has a larger offset.
    outermost: Cell<u32>,
    timing: Cell<Timing>,
    /// How many calls were not timed for themselves when the one that is timed from outside began.
    untimed_before: Cell<u64>,
    random: Cell<u32>,
    /// Timed calls until the next walk, and how many there are between two.
    until_walk: Cell<u64>,
    walk_after: Cell<u64>,
    /// What walks took, in ticks.
    walked: Cell<u64>,
}

impl Sampling {
    pub fn begin(&mut self) {
        self.is_on = true;
        self.random.set(0x9E37_79B9);
        self.walk_after.set(FIRST_WALK);
        self.until_walk.set(FIRST_WALK);
    }

    /// Ticks.
    pub fn walked(&self) -> u64 {
        self.walked.get()
    }

    /// From now on the outermost short function is this node's.
    fn set(&self, context: &VmContext, outermost: u32, timing: Timing) {
        self.outermost.set(outermost);
        self.timing.set(timing);
        self.tell(context);
    }

    /// Tells compiled code from which node on calls are not timed.
    pub fn tell(&self, context: &VmContext) {
        let outermost = self.outermost.get();
        let is_timed = outermost == ROOT || self.timing.get() == Timing::Within;
        context.calls_untimed_from.set(if is_timed { u32::MAX } else { outermost });
    }

    fn next_random(&self) -> u32 {
        // Xorshift (Marsaglia).
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.random.set(x);
        x
    }
}

fn count_untimed(context: &VmContext) {
    context.calls_untimed.set(context.calls_untimed.get() + 1);
}

impl Calls {
    /// Whether the current node is part of a call that is not timed within.
    #[inline]
    pub fn is_skipped(&self, current: u32) -> bool {
        let outermost = self.sampling.outermost.get();
        outermost != ROOT && current >= outermost && self.sampling.timing.get() != Timing::Within
    }

    /// Whether the clock is read at this call of the node.
    #[inline(always)]
    pub fn is_call_timed(&self, context: &VmContext, current: u32, child: u32) -> bool {
        let outermost = self.sampling.outermost.get();
        if outermost != ROOT && current >= outermost {
            let is_timed = self.sampling.timing.get() == Timing::Within;
            if !is_timed {
                count_untimed(context);
            }
            return is_timed;
        }
        self.enter_from_long(context, current, child)
    }

    /// The same where the caller is no short function.
    fn enter_from_long(&self, context: &VmContext, current: u32, child: u32) -> bool {
        let time = self.tree.time(child).filter(|_| self.sampling.is_on);
        if let Some(time) = time.filter(|time| time.is_short.get()) {
            return self.enter_short(context, current, child, time);
        }
        self.sampling.set(context, ROOT, Timing::Within);
        if time.is_none() {
            return true;
        }
        match self.sampling.until_walk.get() {
            0 => self.find_short(current),
            more => self.sampling.until_walk.set(more - 1),
        }
        true
    }

    fn enter_short(&self, context: &VmContext, current: u32, child: u32, time: &CallTime) -> bool {
        let until = time.until_timed.get();
        let timing = if until > 0 {
            time.until_timed.set(until - 1);
            Timing::Skipped
        } else {
            let random = self.sampling.next_random();
            time.until_timed.set((random >> 1) % GAP);
            if random & 1 == 0 { Timing::Outside } else { Timing::Within }
        };
        self.sampling.set(context, child, timing);
        match timing {
            Timing::Within => return true,
            Timing::Outside => {
                self.sampling.untimed_before.set(context.calls_untimed.get());
                self.settle(current, ticks());
            }
            Timing::Skipped => time.skipped.set(time.skipped.get() + 1),
        }
        count_untimed(context);
        false
    }

    /// Whether the clock is read where the current node is left.
    #[inline]
    pub fn is_return_timed(&self, context: &VmContext, current: u32) -> bool {
        let outermost = self.sampling.outermost.get();
        if outermost == ROOT {
            return true;
        }
        let timing = self.sampling.timing.get();
        if current > outermost {
            return timing == Timing::Within;
        }
        self.sampling.set(context, ROOT, Timing::Within);
        if current < outermost {
            // An exception ended the call.
            return true;
        }
        if timing == Timing::Outside
            && let Some(time) = self.tree.time(outermost)
        {
            let now = ticks();
            time.spanned.set(time.spanned.get() + 1);
            time.span.set(time.span.get() + now.saturating_sub(self.since.get()));
            time.within.set(time.within.get() + context.calls_untimed.get() - self.sampling.untimed_before.get());
            self.since.set(now);
        }
        timing == Timing::Within
    }

    /// Whether a built-in that calls back has a time of its own.
    pub fn is_built_in_timed(&self, context: &VmContext, current: u32) -> bool {
        let is_skipped = self.is_skipped(current);
        if is_skipped {
            count_untimed(context);
        }
        !is_skipped
    }

    /// The node whose time goes by.
    pub fn node_of_time(&self, current: u32) -> u32 {
        if self.is_skipped(current) { self.tree.node(self.sampling.outermost.get()).parent.get() } else { current }
    }

    /// Finds out which functions are short, in which contexts.
    #[cold]
    fn find_short(&self, current: u32) {
        let began = ticks();
        self.settle(current, began);
        let (start, start_ns) = self.start;
        let tick_ns = now_ns().saturating_sub(start_ns) as f64 / began.saturating_sub(start).max(1) as f64;
        let offsets: Vec<u32> = self.tree.offsets().collect();
        let reading = self.cost.map_or(0.0, |cost| cost.call.inside + cost.call.outside);
        // Of each node with those below: ticks, and calls at which the clock was read.
        let mut totals = vec![(0, 0); offsets.len()];
        for (index, offset) in offsets.iter().enumerate().rev() {
            let Some(time) = self.tree.time(*offset) else { continue };
            let (mut ticks, mut readings) = totals[index];
            (ticks, readings) = (ticks + time.ticks.get(), readings + time.timed.get());
            let is_dense = readings as f64 * reading > ticks as f64 * DENSE_SHARE;
            ticks += time.span.get();
            let timed = time.timed.get() + time.spanned.get();
            let most = if is_dense { DENSE_NS } else { SHORT_NS };
            let is_short = timed >= JUDGED_BY && ticks as f64 * tick_ns < most * timed as f64;
            time.is_short.set(is_short && !self.tree.is_full());
            let parent = self.tree.node(*offset).parent.get();
            if parent < *offset {
                let (above, within) = &mut totals[(parent / NODE_BYTES) as usize];
                *above += ticks;
                *within += readings;
            }
        }
        let after = (2 * self.sampling.walk_after.get()).min(LAST_WALK);
        self.sampling.walk_after.set(after);
        self.sampling.until_walk.set(after.max(CALLS_A_NODE * offsets.len() as u64));
        let ended = ticks();
        self.sampling.walked.set(self.sampling.walked.get() + ended.saturating_sub(began));
        self.since.set(ended);
    }
}

#[cfg(test)]
mod tests {
    use crate::calls::TraceCalls;
    use crate::options::Options;
    use crate::vm::Vm;
    use abi::calls::ROOT;
    use abi::frame::CodeHeader;

    fn vm(folds_recursion: bool) -> Box<Vm> {
        let trace_calls = Some(TraceCalls { is_timed: true, folds_recursion, events: None });
        Vm::new(Options { trace_calls, ..Options::default() }).expect("a VM")
    }

    /// A function that is called often and calls another one, both of them short.
    fn run(vm: &mut Vm, calls: u32) -> [u32; 2] {
        let [outer, inner] = [7, 8].map(|id| CodeHeader::new(id, 0));
        let mut nodes = [ROOT; 2];
        for _ in 0..calls {
            let a = vm.enter_call(&outer);
            let b = vm.enter_call(&inner);
            vm.leave_call(a);
            vm.leave_call(ROOT);
            nodes = [a, b];
        }
        nodes
    }

    #[test]
    fn few_calls_of_short_functions_are_timed_and_all_are_counted() {
        let mut vm = vm(false);
        let nodes = run(&mut vm, 100);
        for node in nodes {
            vm.calls.tree.time(node).unwrap().is_short.set(true);
        }
        run(&mut vm, 16_000);
        let [outer, inner] = nodes.map(|node| vm.calls.tree.time(node).unwrap());
        assert_eq!(nodes.map(|node| vm.calls.tree.node(node).calls.get()), [16_100; 2]);
        // Whoever is timed within is so with all calls.
        assert_eq!(outer.timed.get(), inner.timed.get());
        let within = outer.timed.get() - 100;
        assert_eq!(within + outer.spanned.get() + outer.skipped.get(), 16_000);
        assert!((700..1300).contains(&within) && (700..1300).contains(&outer.spanned.get()), "{within}");
        assert_eq!((outer.within.get(), inner.spanned.get(), inner.skipped.get()), (2 * outer.spanned.get(), 0, 0));
        assert_eq!(vm.context.calls_untimed.get(), 2 * (outer.spanned.get() + outer.skipped.get()));
        assert_eq!(vm.context.calls_untimed_from.get(), u32::MAX);
    }

    #[test]
    fn an_exception_ends_a_call_that_is_not_timed() {
        let mut vm = vm(false);
        let handler = vm.enter_call(&CodeHeader::new(5, 0));
        let thrower = CodeHeader::new(6, 0);
        let node = vm.enter_call(&thrower);
        vm.leave_call(handler);
        let time = |vm: &Vm| vm.calls.tree.time(node).map(|time| (time.timed.get(), time.skipped.get())).unwrap();
        vm.calls.tree.time(node).unwrap().is_short.set(true);
        vm.calls.tree.time(node).unwrap().until_timed.set(1);
        let inner = CodeHeader::new(9, 0);
        vm.enter_call(&thrower);
        vm.enter_call(&inner);
        assert_eq!(time(&vm), (1, 1));
        assert!(vm.calls.is_skipped(vm.context.call_node.get()));
        // Two frames are unwound; the handler is the current one again.
        vm.leave_call(handler);
        let other = vm.enter_call(&inner);
        assert_eq!(vm.calls.tree.time(other).unwrap().timed.get(), 1);
        assert_eq!(vm.context.calls_untimed_from.get(), u32::MAX);
        assert!(!vm.calls.is_skipped(other));
    }

    #[test]
    fn all_calls_are_timed_where_recursion_is_folded() {
        let mut vm = vm(true);
        let nodes = run(&mut vm, 10);
        for node in nodes {
            vm.calls.tree.time(node).unwrap().is_short.set(true);
        }
        run(&mut vm, 1000);
        assert_eq!(nodes.map(|node| vm.calls.tree.time(node).unwrap().timed.get()), [1010; 2]);
    }
}
