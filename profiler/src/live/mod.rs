//! Looking while the program runs: what was seen so far, kept in bounded space, and pieces of it for those who look on.
//!
//! ```text
//! the VM's thread   Profiler::update: resolves what came, some times a second           (Feed, under its lock)
//! any other         Feed::piece: a copy of what is new to whoever asks, a Profile again (a moment under the lock)
//! between them      Hub: who asks for what, what is known
//! ```
//!
//! A piece holds the rows that were added since the last one, under the numbers that they have in the whole. Where rows were put together or forgotten
//! the feed has a new epoch, and the next piece is the whole.

mod hub;
mod piece;
mod rates;
mod thin;

pub use hub::{Hub, TICK, Wish};
pub use piece::{Cursor, Piece};
pub use rates::Rate;
pub use thin::cut;

use crate::profile::{Mark, Profile};
use crate::resolve::{Resolver, Seen};
use rates::Rates;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};
use vm::Vm;

/// Epochs of all feeds: an onlooker may be given another feed, and none of its rows.
static EPOCHS: AtomicU64 = AtomicU64::new(0);

/// What a profile is that grows.
pub struct Feed {
    resolver: Resolver,
    /// Changes where numbers of rows do.
    epoch: u64,
    /// Samples whose weight grew after they were there, and to what: the handler's time comes with the next sample.
    grown: Vec<(usize, u64)>,
    rates: Rates,
    status: Status,
    limits: thin::Limits,
}

/// How things stand.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// When the VM looked the last time (CLOCK_MONOTONIC, nanoseconds).
    pub updated_ns: u64,
    /// Updates, and what they took of the VM's thread.
    pub updates: u64,
    pub updates_ns: u64,
    /// Nobody samples, because somebody asked for that.
    pub paused: bool,
    /// The program has ended, and this is all.
    pub ended: bool,
}

impl Default for Feed {
    fn default() -> Feed {
        Feed {
            resolver: Resolver::default(),
            epoch: EPOCHS.fetch_add(1, Ordering::Relaxed),
            grown: Vec::new(),
            rates: Rates::default(),
            status: Status::default(),
            limits: thin::Limits::default(),
        }
    }
}

impl Feed {
    /// What is known so far.
    pub fn profile(&self) -> &Profile {
        self.resolver.profile()
    }

    pub fn status(&self) -> &Status {
        &self.status
    }

    /// What takes long the first time, on another thread than the VM's.
    pub fn prepare(&mut self) {
        self.resolver.prepare();
    }

    /// Takes in what was seen since the last time.
    pub(crate) fn update(&mut self, vm: &Vm, seen: &Seen) {
        let open = self.resolver.unsettled().map(|i| (i, self.profile().samples.weight_ns[i]));
        self.resolver.feed(vm, seen);
        if let Some((i, before)) = open {
            let weight = self.profile().samples.weight_ns[i];
            if weight != before {
                self.grown.push((i, weight));
            }
        }
        self.rates.note(Rate {
            at_ns: seen.end_ns,
            cache_misses: vm.observed.cache_misses,
            deopts: vm.deopts.total(),
            heap_bytes: vm.heap.stats().used as u64,
        });
        self.status.updated_ns = seen.end_ns;
        self.status.updates += 1;
        if self.limits.apply(&mut self.resolver) {
            self.begin_anew();
        }
    }

    /// What an update took.
    pub(crate) fn took(&mut self, ns: u64) {
        self.status.updates_ns += ns;
    }

    /// Forgets what was seen until now.
    pub fn forget(&mut self, now_ns: u64, cpu_ns: u64) {
        self.resolver.forget(now_ns, cpu_ns);
        self.rates.forget();
        self.begin_anew();
    }

    /// Tells that sampling pauses, or goes on.
    pub fn set_paused(&mut self, paused: bool) {
        self.status.paused = paused;
    }

    /// The whole as it is now, with what the VM's inline caches know, to be saved.
    pub fn save(&mut self, vm: &Vm) -> Profile {
        self.resolver.gather(vm, true);
        self.begin_anew();
        self.profile().clone()
    }

    /// The last of it; the profile.
    pub(crate) fn end(&mut self, vm: &mut Vm, seen: &Seen, evidence: bool) -> Profile {
        self.resolver.end(vm, seen, evidence);
        self.status.updated_ns = seen.end_ns;
        self.begin_anew();
        self.profile().clone()
    }

    /// Adds a part of the run that the program named.
    pub fn mark(&mut self, mark: Mark) {
        self.resolver.profile_mut().marks.push(mark);
    }

    /// The program has ended.
    pub fn set_ended(&mut self) {
        self.status.ended = true;
    }

    /// Changes what the profile says; everybody who looks on gets the whole again.
    pub fn amend(&mut self, change: impl FnOnce(&mut Profile)) {
        change(self.resolver.profile_mut());
        self.begin_anew();
    }

    fn begin_anew(&mut self) {
        self.epoch = EPOCHS.fetch_add(1, Ordering::Relaxed);
        self.grown.clear();
    }
}

#[cfg(test)]
mod tests;
