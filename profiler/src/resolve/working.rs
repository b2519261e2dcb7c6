//! The time in which the program ran: what passed, without idle times and pauses.

use super::Seen;
use super::samples::kernel;
use crate::profile::Kernel;
use crate::sampler::Pause;
use crate::sampler::log::RawSample;
use std::collections::VecDeque;

/// Gives each stop the time that it stands for. Pauses come before the samples that follow them.
#[derive(Default)]
pub(super) struct Working {
    pauses: VecDeque<Pause>,
    /// The last moment that is known of.
    end_ns: u64,
    /// Up to here time has been given to samples.
    last_ns: u64,
    last_cpu_ns: u64,
    /// Paused since, and until when.
    paused_ns: u64,
    resumed_ns: u64,
    /// CPU time that the profiler itself used since.
    own_cpu_ns: u64,
    has_begun: bool,
}

impl Working {
    /// What is known by now.
    pub(super) fn hear(&mut self, seen: &Seen) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(seen.start_ns, seen.start_cpu_ns);
        }
        self.pauses.extend(&seen.pauses);
        self.end_ns = seen.end_ns;
    }

    /// From here on time is given to samples.
    pub(super) fn begin(&mut self, now: u64, cpu_ns: u64) {
        self.has_begun = true;
        (self.last_ns, self.last_cpu_ns) = (now, cpu_ns);
        (self.paused_ns, self.resumed_ns, self.own_cpu_ns) = (0, now, 0);
    }

    /// The next pause that began before `now`, with an end.
    pub(super) fn next_pause(&mut self, now: u64) -> Option<Pause> {
        let first = *self.pauses.front().filter(|first| first.start_ns < now)?;
        self.pauses.pop_front();
        let end_ns = if first.end_ns == 0 { self.end_ns } else { first.end_ns.min(self.end_ns) };
        let start_ns = first.start_ns.min(end_ns);
        // A part of it may lie before the beginning.
        self.paused_ns += end_ns - start_ns.max(self.last_ns).min(end_ns);
        self.resumed_ns = end_ns;
        self.own_cpu_ns += first.own_cpu_ns.unwrap_or(0);
        Some(Pause { start_ns, end_ns, ..first })
    }

    /// The time until a sample was due. (When its signal was delivered tells nothing: after a long page fault or system call it stands for
    /// those samples that were due in there, and what was before the first of them is as much anybody's as before any other.)
    pub(super) fn advance(&mut self, raw: &RawSample) -> u64 {
        let now = raw.due_ns.max(self.resumed_ns).max(self.last_ns);
        let weight = (now - self.last_ns).saturating_sub(self.paused_ns);
        self.last_ns = now;
        self.paused_ns = 0;
        weight
    }

    /// The same by the CPU clock, which is read when the signal is delivered: that comes late, while the thread runs, in the kernel only.
    pub(super) fn advance_cpu(&mut self, raw: &RawSample) -> u64 {
        let late = if kernel(raw) == Kernel::No { 0 } else { raw.time_ns.saturating_sub(raw.due_ns) };
        let now = raw.cpu_ns.saturating_sub(late).max(self.last_cpu_ns);
        let weight = (now - self.last_cpu_ns).saturating_sub(self.own_cpu_ns);
        self.last_cpu_ns = now;
        self.own_cpu_ns = 0;
        weight
    }
}
