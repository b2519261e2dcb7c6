//! What happened beside samples: jobs scheduled, collections, compiles, deopts, and the code table.

use super::Seen;
use super::tables::{Tables, tier_of};
use crate::profile::*;
use abi::context::VmState;
use rustc_hash::FxHashMap;
use vm::tiering::deopt::Deopt;

/// How far events have been taken in.
#[derive(Default)]
pub(super) struct Events {
    /// Of the VM's records of deopts.
    deopts: usize,
    /// Row of each guard that failed; each compilation has guards of its own.
    guards: Vec<usize>,
    by_place: FxHashMap<(u32, u32, u32, &'static str), usize>,
    /// Counts of the rows, in the order in which they were found, and of all.
    sites: Vec<DeoptSite>,
    count: u64,
    /// When sources were parsed of which nothing had been seen yet, and their ids.
    unseen: Vec<(u64, u32)>,
}

impl Events {
    pub(super) fn feed(&mut self, tables: &mut Tables, seen: &Seen) {
        for event in &seen.gc {
            tables.known.profile.gc.push(GcEvent {
                start_ns: event.start_ns,
                duration_ns: event.pause_ns,
                kind: event.kind.name().into(),
                reason: event.reason.name().into(),
                bytes_before: event.bytes_before as u64,
                bytes_after: event.bytes_after as u64,
            });
        }
        for event in &seen.compiles {
            let phase = match event.state {
                VmState::Parse => "parse",
                VmState::CompileBytecode => "bytecode",
                VmState::CompileBaseline => "baseline",
                _ => "optimized",
            };
            let function = if event.code_id == 0 { NONE } else { tables.function(event.code_id).into() };
            let source = tables.known.sources.get(&event.source).copied().unwrap_or(NONE);
            let (start_ns, duration_ns) = (event.start_ns, event.duration_ns);
            if source == NONE && event.source != 0 {
                self.unseen.push((start_ns, event.source));
            }
            tables.known.profile.compiles.push(CompileEvent {
                start_ns,
                duration_ns,
                phase: phase.into(),
                function,
                source,
            });
        }
        self.deopts(tables);
        self.count_deopts(tables);
    }

    /// What optimized code was left for while the program was sampled.
    fn deopts(&mut self, tables: &mut Tables) {
        let vm = tables.vm();
        let first = self.deopts.min(vm.deopts.records.len());
        self.deopts = vm.deopts.records.len();
        for deopt in &vm.deopts.records[first..] {
            tables.deopt(deopt);
        }
    }

    fn count_deopts(&mut self, tables: &mut Tables) {
        let sites = &tables.vm().deopts.sites;
        let count = tables.vm().deopts.total();
        if std::mem::replace(&mut self.count, count) == count && self.guards.len() == sites.len() {
            return;
        }
        for site in &sites[self.guards.len().min(sites.len())..] {
            let (function, line, column) = tables.place(site.place.code_id, site.place.offset);
            let reason = site.reason.name();
            let row = *self.by_place.entry((function, line, column, reason)).or_insert(self.sites.len());
            if row == self.sites.len() {
                self.sites.push(DeoptSite { function, line, column, reason: reason.into(), count: 0 });
            }
            self.guards.push(row);
        }
        self.sites.iter_mut().for_each(|row| row.count = 0);
        for (&row, site) in self.guards.iter().zip(sites) {
            self.sites[row].count += site.count;
        }
        let mut sites = self.sites.clone();
        sites.sort_by(|a, b| {
            let place = |s: &DeoptSite| (std::cmp::Reverse(s.count), s.function, s.line, s.column);
            place(a).cmp(&place(b)).then_with(|| a.reason.cmp(&b.reason))
        });
        tables.known.profile.deopt_sites = sites;
    }

    /// What is known better by now, and what is only asked for in the end: outcomes of deopts, the code table.
    pub(super) fn refresh(&mut self, tables: &mut Tables) {
        tables.known.profile.deopts.clear();
        self.deopts = 0;
        self.deopts(tables);
        for (start_ns, id) in std::mem::take(&mut self.unseen) {
            let source = tables.known.sources.get(&id).copied().unwrap_or(NONE);
            let found = tables.known.profile.compiles.iter_mut().find(|c| c.start_ns == start_ns && c.source == NONE);
            match found {
                Some(parse) if source != NONE => parse.source = source,
                Some(_) => self.unseen.push((start_ns, id)),
                None => {}
            }
        }
        tables.known.profile.machine_code.clear();
        for number in tables.known.code_by_address.clone() {
            let code = tables.code(number);
            let function = tables.function(code.code_id);
            tables.known.profile.machine_code.push(MachineCode {
                id: code.id,
                function,
                tier: tier_of(code),
                address: code.start as u64,
                bytes: (code.end - code.start) as u64,
                installed_ns: code.installed.1,
                freed_ns: code.freed.map_or(0, |f| f.1),
            });
        }
    }
}

impl Tables<'_> {
    /// The places that scheduled jobs, as far as they are new.
    pub(super) fn origins(&mut self) {
        let origins = &self.vm().observed.origins;
        for n in self.known.profile.async_origins.len() as u32 + 1..=origins.len() as u32 {
            let Some(origin) = origins.nth(n) else { return };
            let stack = origin.frames.iter().rev().fold(NONE, |stack, &word| self.push_word(stack, word));
            let kind = origin.kind.name().into();
            let parent = origins.number(origin.parent);
            self.known.profile.async_origins.push(AsyncOrigin { kind, stack, parent });
        }
    }

    fn deopt(&mut self, deopt: &Deopt) {
        let profile = &self.known.profile;
        if !(profile.start_ns..=profile.end_ns).contains(&deopt.at_ns) {
            return;
        }
        let mut stack = NONE;
        for (i, place) in deopt.guard.iter().rev().enumerate() {
            stack = self.push_place(stack, place.code_id, place.offset, Tier::Optimized, i > 0);
        }
        let mut resumption = NONE;
        for (i, place) in deopt.resumption.iter().rev().enumerate() {
            let tier = if deopt.resumption.len() > 1 || i > 0 { Tier::Interpreter } else { Tier::Baseline };
            resumption = self.push_place(resumption, place.code_id, place.offset, tier, false);
        }
        let (expected, came) = (deopt.expected.text.clone(), deopt.came.text.clone());
        let detail = match (expected.as_str(), came.as_str()) {
            ("", "") => String::new(),
            (expected, "") => format!("expected {expected}"),
            ("", came) => format!("came {came}"),
            _ => format!("expected {expected}, came {came}"),
        };
        let given_up = deopt.outcome.given_up.iter().map(|p| self.place(p.code_id, p.offset));
        let given_up = given_up.map(|(function, line, _)| (function, line)).collect();
        self.known.profile.deopts.push(DeoptEvent {
            time_ns: deopt.at_ns,
            stack,
            tier: Tier::Optimized,
            reason: deopt.reason.name().into(),
            detail,
            expected,
            came,
            resumption,
            code: deopt.code,
            age_ns: deopt.age_ns,
            exits: deopt.exits,
            times: deopt.times,
            thrown_away: deopt.outcome.thrown_away,
            given_up,
            loop_ended: deopt.outcome.loop_ended,
            compile_ns: deopt.outcome.compile_ns,
            reoptimized_ns: deopt.outcome.reoptimized_ns.unwrap_or(0),
        });
    }
}
