//! Deoptimizations and decisions, put on record and told.

use super::explain::explain;
use super::install::Installed;
use super::ir::Decision;
use vm::Vm;
use vm::code::origin::CodeOrigin;
use vm::observe::now_ns;
use vm::observe::trace::Json;
use vm::tiering::Leave;
use vm::tiering::deopt::{Deopt, DeoptSite, Outcome, Place};

/// A guard that has no number yet.
pub const UNKNOWN: u32 = u32::MAX - 1;

impl Installed {
    /// Counts a failed guard; its record, if there is room for one, or it is the last, which tells why the code is thrown away. The frames that the
    /// exit left are on top.
    pub fn record(&mut self, vm: &mut Vm, number: usize, leave: &Leave, is_last: bool) -> Option<Deopt> {
        let exit = &self.exits[number];
        let found = vm.context.deopt_value.get();
        let mut explained = None;
        if self.sites[number] == UNKNOWN {
            let (reason, ..) = *explained.insert(explain(vm, exit, self.broken, found));
            let place = vm.place(exit.code_id, exit.pc);
            self.sites[number] = vm.deopts.add_site(DeoptSite { code: self.id, place, reason, count: 0 });
        }
        let times = vm.deopts.count(self.sites[number], is_last)?;
        let (reason, expected, came) = explained.unwrap_or_else(|| explain(vm, exit, self.broken, found));
        let at_ns = now_ns();
        Some(Deopt {
            at_ns,
            code: self.id,
            guard: self.chain(exit.origin, vm),
            resumption: frames(vm, leave),
            reason,
            expected,
            came,
            age_ns: at_ns.saturating_sub(self.installed_ns),
            exits: self.left - 1,
            times,
            outcome: Outcome::default(),
        })
    }

    /// An origin and those it is inlined into, innermost first.
    fn chain(&self, mut origin: u32, vm: &Vm) -> Vec<Place> {
        let mut places = Vec::new();
        while let Some(CodeOrigin { code_id, offset, caller }) = self.origins.get(origin as usize) {
            places.push(vm.place(*code_id, *offset));
            origin = *caller;
        }
        places
    }
}

/// The frames in which the lower tiers go on, innermost first.
fn frames(vm: &Vm, leave: &Leave) -> Vec<Place> {
    let mut places = Vec::with_capacity(leave.frames);
    let mut frame = leave.frame;
    for _ in 0..leave.frames {
        // SAFETY: the exit has just made these frames.
        unsafe {
            places.push(vm.place((*(*frame).code).code_id, (*frame).position));
            frame = (*frame).caller;
        }
    }
    places
}

/// Puts a record on record.
pub fn keep(vm: &mut Vm, record: Deopt) {
    if vm.trace.deopt {
        let text = record.text(&vm.trace);
        vm.trace.tell(|| text, || record.json());
    }
    vm.deopts.records.push(record);
}

/// New code has taken the place of some that was thrown away.
pub fn optimized_again(vm: &mut Vm, code_id: u32, since_ns: u64, record: Option<usize>) {
    let now = now_ns();
    let after = now.saturating_sub(since_ns);
    if let Some(record) = record.and_then(|number| vm.deopts.records.get_mut(number)) {
        record.outcome.reoptimized_ns = Some(after);
    }
    if vm.trace.deopt {
        let place = vm.place(code_id, 0);
        vm.trace.tell(
            || format!("[deopt] {place} is optimized again after {:.1} ms", after as f64 / 1e6),
            || Json::event("reoptimized", now).place(&place).number("after_ns", after),
        );
    }
}

/// Tells a decision, if somebody wants to know.
pub fn decided(vm: &mut Vm, code_id: u32, offset: u32, decision: &str, why: &str, figures: &[(&str, u64)]) {
    if !vm.trace.opt {
        return;
    }
    let place = vm.place(code_id, offset);
    vm.trace.tell(
        || {
            let figures: Vec<String> = figures.iter().map(|(name, figure)| format!("{name} {figure}")).collect();
            let figures = if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
            format!("[opt] {place}: {decision}: {why}{figures}")
        },
        || {
            let json = Json::event("opt", now_ns()).text("decision", decision).text("why", why).place(&place);
            figures.iter().fold(json, |json, (name, figure)| json.number(name, *figure))
        },
    );
}

/// Code was thrown away: what is given up with it, and how long the function has to wait.
pub fn thrown_away(vm: &mut Vm, code_id: u32, offset: u32, why: &str, outcome: &Outcome, wait: u32) {
    if !vm.trace.opt {
        return;
    }
    decided(vm, code_id, offset, "thrown-away", why, &[]);
    for place in &outcome.given_up {
        decided(vm, place.code_id, place.offset, "given-up", "no more speculation here", &[]);
    }
    if outcome.loop_ended {
        decided(vm, code_id, offset, "given-up", "the function stays in the baseline tier", &[]);
    } else {
        decided(vm, code_id, offset, "delayed", "it waits before it is optimized again", &[("looks", wait.into())]);
    }
}

pub fn inlining(vm: &mut Vm, decision: &Decision) {
    let callee = vm.place(decision.callee, 0);
    let (word, why) = match decision.refused {
        None => ("inlined", callee.to_string()),
        Some(why) => ("not-inlined", format!("{callee}: {why}")),
    };
    decided(vm, decision.code_id, decision.pc, word, &why, &[("units", decision.units as u64)]);
}
