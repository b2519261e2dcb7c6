//! The database that patterns look at (`ADVISE.md`): the profile's sites with their time, in one JSON object.

use super::cost::{Cost, Tally};
use super::lower_tiers::{self, Speedups};
use super::times::{SiteTime, Times};
use crate::counts::Counts;
use crate::lines;
use crate::profile::{Profile, Tier};
use crate::sites::{Case, Decision, Transition};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::sync::Arc;

/// Characters of a source line that are shown.
const MOST_OF_A_LINE: usize = 160;
/// Bytes of source texts that patterns can look at.
const MOST_SOURCE: usize = 8 << 20;
/// Native functions that a site's time is told of.
const MOST_NATIVES: usize = 8;
/// Fewer other instructions with time in the function are no measure of what one takes.
const LEAST_PEERS: usize = 3;

/// What `run` is in a pattern.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Database {
    pub program: String,
    /// Time of all samples but idle ones.
    pub ms: f64,
    pub samples: u64,
    pub interval_ms: f64,
    /// Empty: well, or not known.
    pub ended: String,
    /// Executions were counted.
    pub counted: bool,
    pub functions: Vec<Function>,
    pub sites: Vec<Site>,
    pub shapes: Vec<Shape>,
    pub deopts: Vec<Deopt>,
    pub dictionaries: Vec<Dictionary>,
    pub decisions: Vec<Decision>,
    /// Regular expressions whose machine code was sampled.
    pub regexps: Vec<String>,
    pub sources: Vec<Source>,
}

/// A text that the program came from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Source {
    pub file: String,
    pub text: Arc<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Function {
    pub name: String,
    pub kind: &'static str,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Where it begins.
    pub at: Place,
    pub interpreter: Cost,
    pub baseline: Cost,
    pub optimized: Cost,
    /// What its time in the lower tiers is more than optimized code would take, about.
    pub lower: Cost,
}

/// A place with its text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Site {
    pub id: usize,
    pub function: u32,
    pub offset: u32,
    pub at: Place,
    pub op: String,
    pub kind: String,
    pub key: String,
    pub state: String,
    pub cases: Vec<Case>,
    pub targets: Vec<u32>,
    pub seen: Vec<String>,
    pub operands: Vec<String>,
    /// Ids of sites.
    pub inputs: Vec<usize>,
    pub transitions: Vec<Transition>,
    pub learned: Vec<(u64, String)>,
    /// Exact counts; null where none were made.
    pub counts: Option<Counts>,
    pub cost: Costs,
    /// Native functions of the runtime and of built-ins that ran for it, with their milliseconds.
    pub natives: Vec<(String, f64)>,
    pub builtins: Vec<(String, f64)>,
}

/// A site's time, by what was done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Costs {
    pub all: Cost,
    pub interpreter: Cost,
    /// Machine code of both tiers.
    pub compiled: Cost,
    /// Machine code, beyond what the function's other instructions take in the middle (median).
    pub excess: Cost,
    pub slow: Cost,
    pub dispatch: Cost,
    pub handler: Cost,
    pub arguments: Cost,
    pub enumeration: Cost,
    pub builtin: Cost,
    pub generic: Cost,
    pub builtin_dispatch: Cost,
    pub regexp: Cost,
    pub gc: Cost,
    /// Machine code of what it called and is not inlined, of its own.
    pub callees: Cost,
    /// The part of it that enters and leaves.
    pub entering: Cost,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shape {
    pub id: u32,
    pub kind: String,
    pub constructor: String,
    pub dictionary: bool,
    pub properties: Vec<Property>,
    pub made: Option<Place>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Property {
    pub name: String,
    pub at: Option<Place>,
}

/// All deoptimizations of one guard of the program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Deopt {
    pub id: usize,
    /// The site, if it is one.
    pub site: Option<usize>,
    pub at: Place,
    /// The function whose code was left.
    pub function: u32,
    pub reason: String,
    /// In the whole run.
    pub count: u64,
    pub expected: String,
    pub came: Vec<String>,
    /// Of the records (eight a guard at most).
    pub thrown_away: u64,
    pub given_up: bool,
    pub loop_ended: bool,
    /// Compiling what was thrown away, on the compiler's own thread.
    pub compile_ms: f64,
    /// Time in lower tiers that followed, less what the same work takes optimized, about.
    pub lower: Cost,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Dictionary {
    pub at: Place,
    pub op: String,
    pub count: u64,
    pub keys: Vec<String>,
}

impl Database {
    pub fn new(profile: &Profile) -> Database {
        let times = Times::new(profile);
        let speedups = Speedups::new(&times);
        let of = |text| lines::lines(text).into_iter().map(|(_, line)| line.trim()).collect();
        let lines = profile.sources.iter().map(|source| of(source.text.as_str())).collect();
        Builder { profile, times, speedups, lines }.build()
    }
}

struct Builder<'p> {
    profile: &'p Profile,
    times: Times,
    speedups: Speedups,
    /// The lines of each source.
    lines: Vec<Vec<&'p str>>,
}

impl Builder<'_> {
    fn build(&self) -> Database {
        let p = self.profile;
        let ids: FxHashMap<(u32, u32), usize> =
            p.sites.iter().enumerate().map(|(id, site)| ((site.function, site.offset), id)).collect();
        let usual = self.usual_times();
        let nothing = SiteTime::default();
        let sites = p.sites.iter().enumerate().map(|(id, site)| {
            let time = self.times.sites.get(&(site.function, site.offset)).unwrap_or(&nothing);
            let natives = top(&time.natives, |&n| {
                let native = p.natives.get(usize::try_from(n).ok()?)?;
                Some(native.name.clone()).filter(|name| !name.starts_with('('))
            });
            let builtins = top(&time.builtins, |&f| p.functions.get(f as usize).map(|f| f.name.clone()));
            Site {
                id,
                function: site.function,
                offset: site.offset,
                at: self.place(site.function, site.line, site.column),
                op: site.op.clone(),
                kind: site.kind.clone(),
                key: site.key.clone(),
                state: site.state.clone(),
                cases: site.cases.clone(),
                targets: site.targets.clone(),
                seen: site.seen.clone(),
                operands: site.operands.clone(),
                inputs: site.inputs.iter().filter_map(|&o| ids.get(&(site.function, o)).copied()).collect(),
                transitions: site.transitions.clone(),
                learned: site.learned.clone(),
                counts: site.counts.clone(),
                cost: self.costs(time, usual.get(&site.function), ways(site)),
                natives,
                builtins,
            }
        });
        let sites: Vec<Site> = sites.collect();
        let functions = (0..).zip(&p.functions).map(|(i, f)| {
            let time = self.times.functions.get(&i).copied().unwrap_or_default();
            let called = time.called.less(time.called_from_optimized);
            let lower = time.interpreter.plus(time.baseline).less(called);
            Function {
                name: f.name.clone(),
                kind: match f.kind {
                    crate::profile::FunctionKind::Script => "script",
                    crate::profile::FunctionKind::Builtin => "builtin",
                    crate::profile::FunctionKind::Vm => "vm",
                    crate::profile::FunctionKind::Host => "host",
                },
                file: p.file_of(f).into(),
                line: f.line,
                column: f.column,
                at: self.place(i, f.line, f.column),
                interpreter: self.cost(time.interpreter),
                baseline: self.cost(time.baseline),
                optimized: self.cost(time.optimized),
                lower: self.speedups.lower(i, self.cost(lower)),
            }
        });
        let at = |at: &crate::sites::At| self.place(at.function, at.line, at.column);
        let shapes = p.shapes.iter().map(|shape| Shape {
            id: shape.id,
            kind: shape.kind.clone(),
            constructor: usize::try_from(shape.constructor)
                .map_or_else(|_| String::new(), |f| p.functions[f].name.clone()),
            dictionary: shape.dictionary,
            properties: shape
                .properties
                .iter()
                .map(|added| Property { name: added.name.clone(), at: added.at.as_ref().map(at) })
                .collect(),
            made: shape.made.as_ref().map(at),
        });
        let dictionaries = p.dictionaries.iter().map(|d| Dictionary {
            at: self.place(d.function, d.line, d.column),
            op: d.op.clone(),
            count: d.count,
            keys: d.keys.clone(),
        });
        Database {
            program: p.program.clone(),
            ms: self.times.run.ms(),
            samples: self.times.run.samples,
            interval_ms: p.interval_ns as f64 / 1e6,
            ended: p.ended.clone(),
            counted: p.counted,
            functions: functions.collect(),
            deopts: self.deopts(&ids),
            sites,
            shapes: shapes.collect(),
            dictionaries: dictionaries.collect(),
            decisions: p.decisions.clone(),
            sources: self.sources(),
            regexps: p.natives.iter().filter(|n| n.library == "(regexp)").map(|n| n.name.clone()).collect(),
        }
    }

    /// The texts, the first ones while there is room.
    fn sources(&self) -> Vec<Source> {
        let mut room = MOST_SOURCE;
        let fitting = self.profile.sources.iter().take_while(|source| {
            let fits = source.text.len() <= room;
            room = room.saturating_sub(source.text.len());
            fits
        });
        fitting.map(|source| Source { file: source.name.clone(), text: source.text.clone() }).collect()
    }

    fn cost(&self, tally: Tally) -> Cost {
        tally.cost(self.profile.interval_ns)
    }

    fn place(&self, function: u32, line: u32, column: u32) -> Place {
        let of = &self.profile.functions[function as usize];
        let lines = usize::try_from(of.source).ok().and_then(|i| self.lines.get(i));
        let text = lines.and_then(|lines| lines.get((line as usize).wrapping_sub(1))).copied().unwrap_or("");
        Place {
            function: of.name.clone(),
            file: self.profile.file_of(of).into(),
            line,
            column,
            text: text.chars().take(MOST_OF_A_LINE).collect(),
        }
    }

    /// By function, the times that its instructions take in machine code, sorted.
    fn usual_times(&self) -> FxHashMap<u32, Vec<Tally>> {
        let mut usual: FxHashMap<u32, Vec<Tally>> = FxHashMap::default();
        for (&(function, _), time) in &self.times.sites {
            let compiled = time.compiled();
            if compiled.samples > 0 {
                usual.entry(function).or_default().push(compiled);
            }
        }
        usual.values_mut().for_each(|all| all.sort_by_key(|tally| tally.ns));
        usual
    }

    fn costs(&self, time: &SiteTime, usual: Option<&Vec<Tally>>, ways: Option<usize>) -> Costs {
        let compiled = self.cost(time.compiled());
        let others = usual.map_or(0, |all| all.len().saturating_sub(1));
        let excess = match usual {
            Some(all) if others >= LEAST_PEERS => {
                // The site is one of them: it takes itself out.
                let own = all.iter().position(|tally| *tally == time.compiled()).unwrap_or(all.len());
                let middle = others / 2;
                compiled.beyond(self.cost(all[if own <= middle { middle + 1 } else { middle }]))
            }
            // One of two ways, at least, is what it takes in any case.
            _ => Cost { low: 0.0, ..beyond_one_way(compiled, 2.0) },
        };
        // An access of one layout compares once, and half of those not at all: another one of the same object has done so.
        let excess = match ways.map(|ways| beyond_one_way(compiled, 2.0 * ways as f64)) {
            Some(by_ways) if by_ways.ms > excess.ms => by_ways,
            _ => excess,
        };
        Costs {
            all: self.cost(time.all()),
            interpreter: self.cost(time.interpreter),
            compiled,
            excess,
            slow: self.cost(time.slow),
            dispatch: self.cost(time.dispatch),
            handler: self.cost(time.handler),
            arguments: self.cost(time.arguments),
            enumeration: self.cost(time.enumeration),
            builtin: self.cost(time.builtin),
            generic: self.cost(time.generic),
            builtin_dispatch: self.cost(time.builtin_dispatch),
            regexp: self.cost(time.regexp),
            gc: self.cost(time.gc),
            callees: self.cost(time.callees),
            entering: self.cost(time.entering),
        }
    }

    fn deopts(&self, ids: &FxHashMap<(u32, u32), usize>) -> Vec<Deopt> {
        let p = self.profile;
        let after = lower_tiers::after(p);
        let counts: FxHashMap<(u32, u32, u32, &str), u64> =
            p.deopt_sites.iter().map(|s| ((s.function, s.line, s.column, s.reason.as_str()), s.count)).collect();
        let mut found: Vec<Deopt> = Vec::new();
        let mut lower: Vec<Tally> = Vec::new();
        let mut index: FxHashMap<(u32, u32, &str), usize> = FxHashMap::default();
        for (event, after) in p.deopts.iter().zip(after) {
            let mut frames = p.stacks.walk(event.stack);
            let Some(guard) = frames.next().map(|f| p.frames[f as usize]) else { continue };
            let root = frames.last().map_or(guard, |f| p.frames[f as usize]);
            if guard.tier == Tier::Builtin {
                continue;
            }
            let key = (guard.function, guard.offset, event.reason.as_str());
            let i = *index.entry(key).or_insert_with(|| {
                let place = (guard.function, guard.line, guard.column, event.reason.as_str());
                found.push(Deopt {
                    id: found.len(),
                    site: ids.get(&(guard.function, guard.offset)).copied(),
                    at: self.place(guard.function, guard.line, guard.column),
                    function: root.function,
                    reason: event.reason.clone(),
                    count: counts.get(&place).copied().unwrap_or(0),
                    expected: event.expected.clone(),
                    came: Vec::new(),
                    thrown_away: 0,
                    given_up: false,
                    loop_ended: false,
                    compile_ms: 0.0,
                    lower: Cost::default(),
                });
                lower.push(Tally::default());
                found.len() - 1
            });
            let deopt = &mut found[i];
            if !event.came.is_empty() && !deopt.came.contains(&event.came) {
                deopt.came.push(event.came.clone());
            }
            deopt.count = deopt.count.max(event.times);
            deopt.thrown_away += u64::from(event.thrown_away);
            deopt.given_up |= !event.given_up.is_empty();
            deopt.loop_ended |= event.loop_ended;
            deopt.compile_ms += event.compile_ns as f64 / 1e6;
            lower[i] = lower[i].plus(after);
        }
        for (deopt, lower) in found.iter_mut().zip(lower) {
            // No time in lower tiers where nothing was thrown away.
            if deopt.thrown_away > 0 {
                deopt.lower = self.speedups.lower(deopt.function, self.cost(lower));
            }
        }
        found
    }
}

/// The layouts that an access of a property compares with, if there are several.
fn ways(site: &crate::sites::Site) -> Option<usize> {
    let is_several = matches!(site.state.as_str(), "polymorphic" | "megamorphic" | "generic");
    (is_several && matches!(site.kind.as_str(), "GetField" | "SetField")).then(|| site.cases.len().max(2))
}

fn beyond_one_way(compiled: Cost, ways: f64) -> Cost {
    Cost { high: compiled.high, ..compiled.times(1.0 - 1.0 / ways) }
}

fn top<K>(tallies: &FxHashMap<K, Tally>, name: impl Fn(&K) -> Option<String>) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = tallies.iter().filter_map(|(k, t)| Some((name(k)?, t.ms()))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all.truncate(MOST_NATIVES);
    all
}
