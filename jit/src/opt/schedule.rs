//! Which graph is compiled next: the one with the highest response ratio, of the time that it has waited and what it takes (P. Brinch Hansen, 1971).
//! Short compilations go first, and long ones once they have waited in proportion. What one takes counts by its square root: long functions were
//! called as often as short ones to come here, and do more each time.

use std::sync::mpsc::Receiver;
use std::time::Instant;

/// Jobs that have been sent, and what they weigh.
pub(super) struct Schedule<T> {
    sent: Receiver<T>,
    waiting: Vec<Waiting<T>>,
    nodes: fn(&T) -> usize,
}

struct Waiting<T> {
    job: T,
    since: Instant,
    /// What its waiting counts in proportion to.
    weight: f64,
}

impl<T> Schedule<T> {
    pub fn new(sent: Receiver<T>, nodes: fn(&T) -> usize) -> Schedule<T> {
        Schedule { sent, waiting: Vec::new(), nodes }
    }

    fn add(&mut self, job: T, since: Instant) {
        let weight = ((self.nodes)(&job) as f64 + 1.0).sqrt();
        self.waiting.push(Waiting { job, since, weight });
    }

    /// The job whose turn it is at that time.
    fn pick(&mut self, now: Instant) -> Option<T> {
        let ratio = |one: &Waiting<T>| now.duration_since(one.since).as_secs_f64() / one.weight;
        let next = (0..self.waiting.len()).max_by(|&a, &b| {
            let [a, b] = [&self.waiting[a], &self.waiting[b]];
            // Of two that have just come, the shorter one.
            ratio(a).total_cmp(&ratio(b)).then(b.weight.total_cmp(&a.weight))
        })?;
        Some(self.waiting.remove(next).job)
    }
}

/// Waits for a job if there is none; ends when none will come any more.
impl<T> Iterator for Schedule<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.waiting.is_empty() {
            let job = self.sent.recv().ok()?;
            self.add(job, Instant::now());
        }
        let now = Instant::now();
        while let Ok(job) = self.sent.try_recv() {
            self.add(job, now);
        }
        self.pick(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// Jobs are their numbers of nodes.
    fn schedule() -> Schedule<usize> {
        Schedule::new(channel().1, |nodes| *nodes)
    }

    #[test]
    fn short_ones_go_first_until_long_ones_have_waited() {
        let mut schedule = schedule();
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        for nodes in [2000, 50, 400] {
            schedule.add(nodes, at(0));
        }
        // All have waited as long.
        assert_eq!(schedule.pick(at(1)), Some(50));
        schedule.add(60, at(2));
        assert_eq!(schedule.pick(at(20)), Some(60));
        // A millisecond by a weight of 8, twenty by 20.
        schedule.add(60, at(19));
        assert_eq!(schedule.pick(at(20)), Some(400));
        schedule.add(60, at(990));
        assert_eq!(schedule.pick(at(1000)), Some(60));
        assert_eq!(schedule.pick(at(1000)), Some(2000));
        assert_eq!(schedule.pick(at(1000)), Some(60));
        assert_eq!(schedule.pick(at(1000)), None);
    }

    #[test]
    fn what_was_sent_is_done_though_nobody_sends_any_more() {
        let (jobs, sent) = channel();
        for nodes in [7, 5, 6] {
            jobs.send(nodes).unwrap();
        }
        drop(jobs);
        let mut done: Vec<usize> = Schedule::new(sent, |nodes| *nodes).collect();
        done.sort_unstable();
        assert_eq!(done, [5, 6, 7]);
    }
}
