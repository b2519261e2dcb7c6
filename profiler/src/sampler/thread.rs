//! The sampling thread: drains the ring every few milliseconds, and draws the timer's next period.
//!
//! A fixed period locks onto programs with a period of their own; one drawn at random does not. The *rate* is drawn evenly from 0.8 to 1.2
//! of the nominal one, so that the mean rate is the nominal one (an even draw of the period would give 1.4 % more).

use super::Shared;
use super::log::Log;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time between two drains: the longest, and the shortest when the ring fills quickly.
const WAKE: Duration = Duration::from_millis(20);
const WAKE_OFTEN: Duration = Duration::from_millis(2);

pub struct Drainer {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Log>,
}

impl Drainer {
    pub fn start(shared: Arc<Shared>) -> Result<Drainer, String> {
        let stop = Arc::new(AtomicBool::new(false));
        let (theirs, flag) = (shared.clone(), stop.clone());
        let thread = std::thread::Builder::new()
            .name("tarsier-sampler".into())
            .spawn(move || run(&theirs, &flag))
            .map_err(|e| format!("cannot start the sampling thread: {e}"))?;
        Ok(Drainer { shared, stop, thread })
    }

    /// Stops the thread (the timer is disarmed already) and returns the whole log.
    pub fn finish(self) -> Log {
        self.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
        let mut log = self.thread.join().unwrap_or_default();
        let mut words = Vec::new();
        // SAFETY: the consumer thread has ended.
        unsafe { self.shared.ring.drain(&mut words) };
        log.append(&words);
        log
    }
}

/// A period whose mean rate is that of the interval.
pub fn draw(interval: Duration, random: &mut fastrand::Rng) -> Duration {
    interval.div_f64(0.8 + 0.4 * random.f64())
}

fn run(shared: &Shared, stop: &AtomicBool) -> Log {
    let mut log = Log::default();
    let mut words = Vec::new();
    let mut random = fastrand::Rng::new();
    let mut wake = WAKE;
    while !stop.load(Ordering::Acquire) {
        std::thread::park_timeout(wake);
        words.clear();
        // SAFETY: this thread is the only consumer while it runs.
        let full = unsafe { shared.ring.drain(&mut words) };
        wake = if full > 0.25 { WAKE_OFTEN } else { WAKE };
        log.append(&words);
        if !stop.load(Ordering::Acquire) {
            shared.set_period(draw(shared.interval, &mut random));
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_rate_is_the_nominal_one() {
        let mut random = fastrand::Rng::with_seed(7);
        let interval = Duration::from_millis(1);
        let rates: f64 = (0..100_000).map(|_| 1.0 / draw(interval, &mut random).as_secs_f64()).sum();
        assert!((rates / 100_000.0 - 1000.0).abs() < 3.0, "{rates}");
    }
}
