//! Times by function, now and since the beginning, made of pieces. Samples are added up and let go of.

use super::Order;
use profiler::live::{Piece, Rate, Status};
use profiler::profile::{Category, Function, NONE, Profile, Tier};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Shares of a function's self time before now that its trend is told from.
const PAST: f64 = 0.3;
/// A share that has changed by so much has a trend.
const CHANGE: f64 = 0.02;

/// What a function's samples were in.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Times {
    pub own_ns: u64,
    pub total_ns: u64,
    /// Self time by the tier of its code; the rest is built-ins, the runtime and the like.
    pub tiers: [u64; 3],
    /// Self time in inline-cache misses, which its lines caused.
    pub missing_ns: u64,
}

/// Where a function's share goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    Up,
    Down,
    Same,
}

/// A function, as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub name: String,
    /// `file:line`; empty for what is no script's.
    pub place: String,
    pub now: Times,
    pub all: Times,
    pub deopts_per_second: f64,
    pub deopts: u64,
    pub trend: Trend,
}

/// Everything at a moment.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    pub rows: Vec<Row>,
    /// What "now" is, and all: sums of weights, idle time included.
    pub now_ns: u64,
    pub all_ns: u64,
    /// Shares of now by category, most first.
    pub categories: Vec<(Category, u64)>,
    pub misses_per_second: f64,
    pub deopts_per_second: f64,
    pub heap_bytes: u64,
    pub collections: usize,
    pub collecting_ns: u64,
    pub functions: usize,
    /// Nothing comes after it.
    pub is_last: bool,
}

/// What is known of a program.
#[derive(Default)]
pub struct Model {
    profile: Profile2,
    pub status: Status,
    pub idle_since_ns: u64,
    pub moment_ns: u64,
    /// Time by stack and category: since the beginning, and since the last picture.
    all: FxHashMap<(i64, u8), u64>,
    now: FxHashMap<(i64, u8), u64>,
    /// The samples of the last piece: their weights may still grow.
    last: Vec<(i64, u8, u64)>,
    /// Samples before those.
    before: usize,
    rates: VecDeque<Rate>,
    /// By function: failed guards when the last picture was made, and the share that it mostly had.
    deopts: FxHashMap<u32, u64>,
    shares: FxHashMap<u32, f64>,
    collections: (usize, u64),
}

/// The tables of a profile, without samples.
struct Profile2(Profile);

impl Default for Profile2 {
    fn default() -> Profile2 {
        Profile2(Profile::empty())
    }
}

impl Model {
    pub fn profile(&self) -> &Profile {
        &self.profile.0
    }

    /// Takes a piece in.
    ///
    /// # Errors
    /// It is not consistent.
    pub fn add(&mut self, mut piece: Piece) -> Result<(), String> {
        if piece.whole {
            // What was there came before; "now" goes on only with what is new.
            self.all.clear();
            self.before = 0;
            self.last.clear();
            self.rates.clear();
        }
        for (i, weight) in std::mem::take(&mut piece.grown) {
            if let Some((stack, category, known)) = i.checked_sub(self.before).and_then(|i| self.last.get_mut(i)) {
                let more = weight.saturating_sub(*known);
                *known = weight;
                *self.all.entry((*stack, *category)).or_default() += more;
                *self.now.entry((*stack, *category)).or_default() += more;
            }
        }
        let samples = std::mem::take(&mut piece.profile.samples);
        self.before += self.last.len();
        self.last = samples
            .stack
            .iter()
            .zip(&samples.category)
            .zip(&samples.weight_ns)
            .map(|((&stack, &category), &weight)| (stack, category, weight))
            .collect();
        let seen_ns = self.moment_ns;
        for (&(stack, category, weight), &time) in self.last.iter().zip(&samples.time_ns) {
            *self.all.entry((stack, category)).or_default() += weight;
            if !piece.whole || time > seen_ns {
                *self.now.entry((stack, category)).or_default() += weight;
            }
        }
        self.rates.extend(piece.rates.drain(..));
        self.status = piece.status.clone();
        (self.idle_since_ns, self.moment_ns) = (piece.idle_since_ns, piece.now_ns);
        piece.add_to(&mut self.profile.0)
    }

    /// The moment; "now" begins anew.
    pub fn picture(&mut self, order: Order, filter: &str) -> Picture {
        let now = std::mem::take(&mut self.now);
        let (now_times, all_times) = (self.times(&now), self.times(&self.all));
        let mut by_category = [0; Category::ALL.len()];
        for ((_, category), weight) in &now {
            by_category[usize::from(*category).min(Category::ALL.len() - 1)] += weight;
        }
        let mut categories: Vec<_> = Category::ALL.into_iter().zip(by_category).filter(|(_, ns)| *ns > 0).collect();
        categories.sort_by_key(|(_, ns)| std::cmp::Reverse(*ns));
        let (first, last) = (self.rates.front().copied(), self.rates.back().copied());
        let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
        let seconds = last.at_ns.saturating_sub(first.at_ns) as f64 / 1e9;
        let rate = |from: u64, to: u64| if seconds > 0.0 { to.saturating_sub(from) as f64 / seconds } else { 0.0 };
        // The last point is where the next picture begins.
        self.rates.drain(..self.rates.len().saturating_sub(1));
        let now_ns: u64 = now.values().sum();
        let deopts = self.deopts_by_function();
        let filter = filter.to_lowercase();
        let profile = &self.profile.0;
        let mut rows = Vec::new();
        for (&function, &all) in &all_times {
            let now = now_times.get(&function).copied().unwrap_or_default();
            let f = &profile.functions[function as usize];
            let place = place(profile, f);
            let share = if now_ns > 0 { now.own_ns as f64 / now_ns as f64 } else { 0.0 };
            let usual = self.shares.entry(function).or_insert(share);
            let trend = if share > *usual + CHANGE {
                Trend::Up
            } else if share < *usual - CHANGE {
                Trend::Down
            } else {
                Trend::Same
            };
            *usual += (share - *usual) * PAST;
            if !filter.is_empty() && !f.name.to_lowercase().contains(&filter) && !place.to_lowercase().contains(&filter)
            {
                continue;
            }
            let count = deopts.get(&function).copied().unwrap_or(0);
            let known = self.deopts.get(&function).copied().unwrap_or(count);
            rows.push(Row {
                name: printable(&f.name),
                place,
                now,
                all,
                deopts_per_second: rate(known, count),
                deopts: count,
                trend,
            });
        }
        self.deopts = deopts;
        sort(&mut rows, order);
        let collecting_ns: u64 = profile.gc.iter().map(|event| event.duration_ns).sum();
        let (count, ns) = std::mem::replace(&mut self.collections, (profile.gc.len(), collecting_ns));
        Picture {
            functions: rows.len(),
            rows,
            now_ns,
            all_ns: self.all.values().sum(),
            categories,
            misses_per_second: rate(first.cache_misses, last.cache_misses),
            deopts_per_second: rate(first.deopts, last.deopts),
            heap_bytes: last.heap_bytes,
            collections: profile.gc.len().saturating_sub(count),
            collecting_ns: collecting_ns.saturating_sub(ns),
            is_last: false,
        }
    }

    /// By function: self time, and total time, counted once in each stack.
    fn times(&self, by_stack: &FxHashMap<(i64, u8), u64>) -> FxHashMap<u32, Times> {
        let profile = &self.profile.0;
        let mut times: FxHashMap<u32, Times> = FxHashMap::default();
        let mut seen: Vec<u32> = Vec::new();
        for (&(stack, category), &weight) in by_stack {
            if stack == NONE || weight == 0 {
                continue;
            }
            seen.clear();
            let missed = usize::from(category) == Category::InlineCache as usize;
            let mut is_credited = false;
            for (depth, frame) in profile.stacks.walk(stack).enumerate() {
                let frame = &profile.frames[frame as usize];
                let its = times.entry(frame.function).or_default();
                if depth == 0 {
                    its.own_ns += weight;
                }
                if frame.tier.is_script() && !is_credited {
                    is_credited = true;
                    if missed {
                        its.missing_ns += weight;
                    }
                    // A function's tier is that of its code, whatever it called for.
                    its.tiers[frame.tier as usize] += weight;
                }
                if !seen.contains(&frame.function) {
                    its.total_ns += weight;
                    seen.push(frame.function);
                }
            }
        }
        times
    }

    fn deopts_by_function(&self) -> FxHashMap<u32, u64> {
        let mut deopts: FxHashMap<u32, u64> = FxHashMap::default();
        for site in &self.profile.0.deopt_sites {
            *deopts.entry(site.function).or_default() += site.count;
        }
        deopts
    }
}

/// `I`, `B`, `O`: the tier that most of the time was in; empty for what has none.
pub fn tier(times: &Times) -> &'static str {
    let (at, &most) = times.tiers.iter().enumerate().max_by_key(|(_, ns)| **ns).unwrap_or((0, &0));
    if most == 0 { "" } else { Tier::ALL[at].name() }
}

pub fn sort(rows: &mut [Row], order: Order) {
    let size = |row: &Row| {
        let rest = (row.now.own_ns, row.now.total_ns, row.all.own_ns, row.all.total_ns);
        match order {
            Order::Own | Order::Name => (0, rest),
            Order::Total => (row.now.total_ns, rest),
            Order::All => (row.all.own_ns, rest),
            Order::Deopts => ((row.deopts_per_second * 1000.0) as u64, (row.deopts, rest.0, rest.1, rest.2)),
            Order::Misses => (row.now.missing_ns, (row.all.missing_ns, rest.0, rest.1, rest.2)),
        }
    };
    match order {
        Order::Name => rows.sort_by(|a, b| (&a.name, &a.place).cmp(&(&b.name, &b.place))),
        _ => rows.sort_by(|a, b| size(b).cmp(&size(a)).then_with(|| (&a.name, &a.place).cmp(&(&b.name, &b.place)))),
    }
}

fn place(profile: &Profile, function: &Function) -> String {
    let file = profile.file_of(function);
    let file = file.rsplit('/').next().unwrap_or(file);
    if file.is_empty() { String::new() } else { printable(&format!("{file}:{}", function.line)) }
}

/// A terminal would take control characters of a name as its own.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
