//! What the VM did otherwise: guards that fail, inline caches, kinds of elements, inlining and tiers that differ between two versions. Such things hardly vary
//! from run to run, so that they are told apart from chance by counting processes: new is what nearly all of one version's show and
//! nearly none of the other's.

use super::matching::Matching;
use super::side::{Call, Decision, Fact, Side, What};
use crate::profile::Tier;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Nearly all, and nearly none, of the processes.
const NEARLY_ALL: f64 = 0.9;
const NEARLY_NONE: f64 = 0.1;
/// Guards count as failing more often from so many times on, and so many a process.
const MORE_OFTEN: f64 = 3.0;
const MORE: f64 = 20.0;
/// A call with this share of the time below it is hot.
const HOT: f64 = 0.02;
/// A function is mostly in a tier, or mostly inlined, from this share on.
const MOSTLY: f64 = 0.8;

/// What kind of difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    DeoptLoop,
    Megamorphic,
    Inlining,
    Deopts,
    Cache,
    Elements,
    Tier,
}

/// One difference, in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
    /// The second version is the worse one.
    pub is_worse: bool,
    /// `--gate-structure` fails on it.
    pub gates: bool,
    /// Of pairs of functions: where it is, and what else it explains.
    #[serde(skip)]
    pub pair: u32,
    #[serde(skip)]
    pub also: Option<u32>,
    /// Stable from one comparison to the next.
    pub id: String,
    pub function: String,
    pub file: String,
    /// In the second version, or in the first if it is gone; 0 for none.
    pub line: u32,
    pub text: String,
}

struct Finder<'s> {
    a: &'s Side,
    b: &'s Side,
    matching: &'s Matching,
    found: Vec<Finding>,
}

/// All differences, what is worse first.
pub fn find(a: &Side, b: &Side, matching: &Matching) -> Vec<Finding> {
    let mut finder = Finder { a, b, matching, found: Vec::new() };
    if a.is_profiled() && b.is_profiled() {
        finder.facts();
        finder.calls();
        finder.tiers();
    }
    finder.decisions();
    let mut found = finder.found;
    found.sort_by(|x, y| (!x.gates, !x.is_worse, x.kind, &x.id).cmp(&(!y.gates, !y.is_worse, y.kind, &y.id)));
    found.dedup_by(|x, y| x.id == y.id && x.text == y.text);
    found
}

impl Finder<'_> {
    /// `line` is of the side that shows it.
    fn push(&mut self, kind: Kind, is_worse: bool, pair: u32, of_b: bool, line: u32, what: &str, text: String) {
        let (side, index) = match (of_b, &self.matching.pairs[pair as usize]) {
            (true, pair) => (self.b, pair.b),
            (false, pair) => (self.a, pair.a),
        };
        let Some(code) = index.map(|index| &side.functions[index as usize]) else { return };
        let id = format!("{}:{what}", self.matching.pairs[pair as usize].id);
        let file = code.file.map_or("", |file| side.files[file as usize].name.as_str());
        let gates = is_worse && matches!(kind, Kind::DeoptLoop | Kind::Megamorphic);
        let (function, file) = (code.name.clone(), file.to_owned());
        self.found.push(Finding { kind, is_worse, gates, pair, also: None, id, function, file, line, text });
    }

    /// The function was seen in nearly all processes of a side, so that what is not on record there was not there.
    fn was_looked_at(&self, side: &Side, function: Option<u32>) -> bool {
        let Some(function) = function else { return true };
        let seen = side.runs.iter().filter(|run| run.functions.binary_search_by_key(&function, |f| f.0).is_ok());
        seen.count() as f64 >= NEARLY_ALL * side.runs.len() as f64
    }

    fn facts(&mut self) {
        #[derive(Default)]
        struct Both<'f> {
            a: Option<&'f Fact>,
            b: Option<&'f Fact>,
        }
        // Lines by what they are in B, or by minus what they are in A.
        let mut facts: FxHashMap<(u32, i64, &What), Both> = FxHashMap::default();
        let key = |line: super::matching::LinePair| line.b.map_or_else(|| -line.a.map_or(0, i64::from), i64::from);
        for fact in &self.a.facts {
            let line = self.matching.line_of_a(Some(fact.function), fact.line);
            facts.entry((self.matching.of_a[fact.function as usize], key(line), &fact.what)).or_default().a =
                Some(fact);
        }
        for fact in &self.b.facts {
            let line = self.matching.line_of_b(Some(fact.function), fact.line);
            facts.entry((self.matching.of_b[fact.function as usize], key(line), &fact.what)).or_default().b =
                Some(fact);
        }
        let share = |fact: Option<&Fact>, side: &Side| fact.map_or(0.0, |f| f64::from(f.runs) / side.runs.len() as f64);
        let a_run = |fact: Option<&Fact>, side: &Side| fact.map_or(0.0, |f| f.count as f64 / side.runs.len() as f64);
        for ((pair, _, what), Both { a, b }) in facts {
            let (share_a, share_b) = (share(a, self.a), share(b, self.b));
            let of = &self.matching.pairs[pair as usize];
            let (is_new, is_gone) = (
                share_b >= NEARLY_ALL && share_a <= NEARLY_NONE && self.was_looked_at(self.a, of.a),
                share_a >= NEARLY_ALL && share_b <= NEARLY_NONE && self.was_looked_at(self.b, of.b),
            );
            let (often_a, often_b) = (a_run(a, self.a), a_run(b, self.b));
            let is_often = |more: f64, less: f64| more >= MORE_OFTEN * less && more - less >= MORE;
            let counts = matches!(what, What::Deopt { .. });
            let more = share_b >= NEARLY_ALL && counts && is_often(often_b, often_a);
            let less = share_a >= NEARLY_ALL && counts && is_often(often_a, often_b);
            if !(is_new || is_gone || more || less) {
                continue;
            }
            let is_worse = is_new || more;
            let Some(fact) = (if is_worse { b } else { a }) else { continue };
            let detail = if fact.detail.is_empty() { String::new() } else { format!(": {}", fact.detail) };
            let (kind, name, text) = match what {
                What::DeoptLoop => {
                    let text = format!("optimized and thrown away again and again{detail}");
                    (Kind::DeoptLoop, "deopt-loop".into(), if is_worse { text } else { format!("no longer {text}") })
                }
                What::Deopt { reason } => {
                    let text = format!("deopts: {reason}, {often_a:.0} a run before, {often_b:.0} after{detail}");
                    (Kind::Deopts, format!("deopt:{reason}"), text)
                }
                What::Cache { kind, key, state } => {
                    let too_many = matches!(state.as_str(), "megamorphic" | "generic");
                    let of = if key.is_empty() { kind.clone() } else { format!("{kind} {key}") };
                    let shapes = if too_many || fact.detail.is_empty() { String::new() } else { detail };
                    let text = format!(
                        "inline cache of {of} {} {state}{shapes}",
                        if is_worse { "is now" } else { "is no longer" }
                    );
                    (
                        if too_many { Kind::Megamorphic } else { Kind::Cache },
                        format!("cache:{kind}:{key}:{state}"),
                        text,
                    )
                }
                What::Elements { from, to } => {
                    let text = format!(
                        "arrays {} from {from} to {to} here, {:.0} a run",
                        if is_worse { "now go" } else { "no longer go" },
                        often_a.max(often_b)
                    );
                    (Kind::Elements, format!("elements:{from}:{to}"), text)
                }
            };
            self.push(kind, is_worse, pair, is_worse, fact.line, &name, text);
        }
    }

    /// Hot calls that are inlined in one version alone.
    fn calls(&mut self) {
        let mut calls: FxHashMap<(u32, u32), [Option<Call>; 2]> = FxHashMap::default();
        for (side, of, at) in [(self.a, &self.matching.of_a, 0), (self.b, &self.matching.of_b, 1)] {
            for call in &side.calls {
                calls.entry((of[call.caller as usize], of[call.callee as usize])).or_default()[at] = Some(*call);
            }
        }
        let wall = |side: &Side| side.runs.iter().map(|run| run.wall_ns).sum::<u64>().max(1) as f64;
        let (wall_a, wall_b) = (wall(self.a), wall(self.b));
        for ((caller, callee), both) in calls {
            let [Some(a), Some(b)] = both else { continue };
            let share = |call: Call, wall: f64| (call.inlined_ns + call.called_ns) as f64 / wall;
            let inlined = |call: Call| call.inlined_ns as f64 / (call.inlined_ns + call.called_ns).max(1) as f64;
            let is_hot = share(a, wall_a).max(share(b, wall_b)) >= HOT;
            let (lost, gained) = (
                inlined(a) >= MOSTLY && inlined(b) <= 1.0 - MOSTLY,
                inlined(b) >= MOSTLY && inlined(a) <= 1.0 - MOSTLY,
            );
            // Of a call with a few samples the share that is inlined is chance.
            let is_seen = share(a, wall_a).min(share(b, wall_b)) >= HOT / 10.0;
            if !(is_hot && is_seen && (lost || gained)) {
                continue;
            }
            let name = self.b.functions[b.callee as usize].name.clone();
            let why = if lost { self.why_not(b) } else { String::new() };
            let text = if lost {
                format!("the call of {name} is no longer inlined{why}")
            } else {
                format!("the call of {name} is now inlined")
            };
            let what = format!("inlining:{name}");
            let line = self.b.functions[b.caller as usize].line;
            self.push(Kind::Inlining, lost, caller, true, line, &what, text);
            if let Some(finding) = self.found.last_mut().filter(|finding| finding.kind == Kind::Inlining) {
                finding.gates = lost;
                finding.also = Some(callee);
            }
        }
    }

    /// What the compiler said of a call in the second version, if it was asked.
    fn why_not(&self, call: Call) -> String {
        let (caller, callee) = (&self.b.functions[call.caller as usize], &self.b.functions[call.callee as usize]);
        let is_its = |d: &&Decision| !d.inlined && d.function == caller.name && d.callee == callee.name;
        self.b.decisions.iter().rev().find(is_its).map_or(String::new(), |d| format!(": {}", d.why))
    }

    /// Other decisions about inlining that differ: what they explain is seen where a function's time differs.
    fn decisions(&mut self) {
        let of = |side: &Side, of: &[u32], decision: &Decision| {
            let is_its = |code: &super::side::Code| {
                let file = code.file.map_or("", |file| side.files[file as usize].name.as_str());
                let end = if code.end_line == 0 { u32::MAX } else { code.end_line };
                code.name == decision.function && file == decision.file && (code.line..=end).contains(&decision.line)
            };
            side.functions.iter().position(is_its).map(|function| (function as u32, of[function]))
        };
        let mut last: FxHashMap<(u32, Option<u32>, String), [Option<&Decision>; 2]> = FxHashMap::default();
        for decision in &self.a.decisions {
            let Some((function, pair)) = of(self.a, &self.matching.of_a, decision) else { continue };
            let line = self.matching.line_of_a(Some(function), decision.line).b;
            let name = self.name_in_b(&decision.callee);
            last.entry((pair, line, name)).or_default()[0] = Some(decision);
        }
        for decision in &self.b.decisions {
            let Some((_, pair)) = of(self.b, &self.matching.of_b, decision) else { continue };
            last.entry((pair, Some(decision.line), decision.callee.clone())).or_default()[1] = Some(decision);
        }
        for ((pair, _, callee), both) in last {
            let [Some(a), Some(b)] = both else { continue };
            if a.inlined == b.inlined
                || self.found.iter().any(|f| f.kind == Kind::Inlining && f.pair == pair && f.id.ends_with(&callee))
            {
                continue;
            }
            let text = if b.inlined {
                format!("the compiler now inlines the call of {callee}")
            } else {
                format!("the compiler no longer inlines the call of {callee}: {}", b.why)
            };
            self.push(Kind::Inlining, !b.inlined, pair, true, b.line, &format!("inlining:{callee}"), text);
        }
    }

    /// What the second version calls a function that has this name in the first.
    fn name_in_b(&self, name: &str) -> String {
        let pair =
            self.matching.pairs.iter().find(|pair| pair.a.is_some_and(|a| self.a.functions[a as usize].name == name));
        pair.and_then(|pair| pair.b).map_or_else(|| name.into(), |b| self.b.functions[b as usize].name.clone())
    }

    /// Functions that are mostly in another tier.
    fn tiers(&mut self) {
        let wall = |side: &Side| side.runs.iter().map(|run| run.wall_ns).sum::<u64>().max(1) as f64;
        let (wall_a, wall_b) = (wall(self.a), wall(self.b));
        for (index, pair) in (0..).zip(&self.matching.pairs) {
            let (Some(a), Some(b)) = (pair.a, pair.b) else { continue };
            let mostly = |times: &[u64; Tier::ALL.len()], wall: f64| {
                let sum: u64 = times.iter().sum();
                let (tier, most) = Tier::ALL.into_iter().zip(times).max_by_key(|(_, ns)| **ns)?;
                let is_mostly = *most as f64 >= MOSTLY * sum as f64 && sum as f64 >= wall * HOT / 2.0;
                (is_mostly && tier.is_script()).then_some(tier)
            };
            let tiers = (mostly(&self.a.tiers[a as usize], wall_a), mostly(&self.b.tiers[b as usize], wall_b));
            if let (Some(before), Some(after)) = tiers
                && before != after
            {
                let text = format!("runs mostly in the {} tier, before in the {} tier", after.name(), before.name());
                let line = self.b.functions[b as usize].line;
                self.push(Kind::Tier, after < before, index, true, line, "tier", text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample_sides::{Planted, planted};

    fn sides() -> (Side, Side) {
        planted(&Planted { functions: 10, processes: 20, planted_ms: 5.0, seed: 3 })
    }

    fn fact(function: u32, what: What, runs: u32, count: u64) -> Fact {
        Fact { function, line: function + 1, what, runs, count, detail: String::new() }
    }

    fn texts(a: &Side, b: &Side) -> Vec<(Kind, bool, String)> {
        let found = find(a, b, &Matching::new(a, b));
        found.into_iter().map(|f| (f.kind, f.gates, format!("{}:{} {}", f.function, f.line, f.text))).collect()
    }

    #[test]
    fn what_is_new_in_nearly_all_processes_gates() {
        let (mut a, mut b) = sides();
        assert!(texts(&a, &b).is_empty());
        let cache = What::Cache { kind: "GetField".into(), key: "x".into(), state: "megamorphic".into() };
        b.facts.push(fact(3, cache.clone(), 20, 20));
        b.facts.push(fact(4, What::DeoptLoop, 19, 70));
        // Here in some processes, there in some: chance.
        a.facts.push(fact(5, cache.clone(), 6, 6));
        b.facts.push(fact(5, cache, 15, 15));
        let expected = [
            (Kind::DeoptLoop, true, "f4:5 optimized and thrown away again and again"),
            (Kind::Megamorphic, true, "f3:4 inline cache of GetField x is now megamorphic"),
        ];
        assert_eq!(texts(&a, &b), expected.map(|(kind, gates, text)| (kind, gates, text.to_owned())));
        // The other way round it is an improvement, which no gate stops.
        assert!(texts(&b, &a).iter().all(|(_, gates, text)| !gates && text.contains("no longer")));
    }

    #[test]
    fn guards_that_fail_more_often() {
        let (mut a, mut b) = sides();
        let deopt = What::Deopt { reason: "not an int32".into() };
        a.facts.push(fact(2, deopt.clone(), 20, 40));
        b.facts.push(fact(2, deopt, 20, 4000));
        let text = "f2:3 deopts: not an int32, 2 a run before, 200 after".to_owned();
        assert_eq!(texts(&a, &b), [(Kind::Deopts, false, text)]);
    }

    #[test]
    fn a_hot_call_that_is_not_inlined_any_more_and_why() {
        let (mut a, mut b) = sides();
        let call = |inlined_ns, called_ns| Call { caller: 7, callee: 1, inlined_ns, called_ns };
        a.calls.push(call(90_000_000, 1_000_000));
        b.calls.push(call(0, 95_000_000));
        b.decisions.push(Decision {
            function: "f7".into(),
            file: "after.js".into(),
            line: 8,
            callee: "f1".into(),
            inlined: false,
            why: "too large".into(),
        });
        let text = "f7:8 the call of f1 is no longer inlined: too large".to_owned();
        assert_eq!(texts(&a, &b), [(Kind::Inlining, true, text)]);
        // Cold calls are nobody's concern.
        (a.calls[0].inlined_ns, b.calls[0].called_ns) = (900_000, 900_000);
        assert!(texts(&a, &b).is_empty());
    }

    #[test]
    fn decisions_are_compared_line_by_line() {
        let (mut a, mut b) = sides();
        let decision = |file: &str, inlined| Decision {
            function: "f2".into(),
            file: file.into(),
            line: 3,
            callee: "f1".into(),
            inlined,
            why: if inlined { String::new() } else { "too deep".into() },
        };
        a.decisions.push(decision("before.js", true));
        b.decisions.push(decision("after.js", false));
        let text = "f2:3 the compiler no longer inlines the call of f1: too deep".to_owned();
        assert_eq!(texts(&a, &b), [(Kind::Inlining, false, text)]);
    }

    #[test]
    fn a_function_in_another_tier() {
        let (mut a, mut b) = sides();
        a.tiers[9] = [0, 0, 300_000_000, 0, 0, 0];
        b.tiers[9] = [1_000_000, 300_000_000, 0, 0, 0, 0];
        let text = "f9:10 runs mostly in the baseline tier, before in the optimized tier".to_owned();
        assert_eq!(texts(&a, &b), [(Kind::Tier, false, text)]);
    }
}
