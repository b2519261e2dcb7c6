//! The sampling thread: wakes every 20 ms, drains the ring and draws the timer's next period.
//!
//! A fixed period locks onto programs with a period of their own; one drawn at random from 0.8 to 1.2 of the interval
//! does not.

use super::Shared;
use super::signal::{TimerId, arm};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time between two drains.
const WAKE: Duration = Duration::from_millis(20);

pub struct Drainer {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Vec<u64>>,
}

impl Drainer {
    pub fn start(shared: Arc<Shared>, timer: TimerId, interval: Duration) -> Result<Drainer, String> {
        let stop = Arc::new(AtomicBool::new(false));
        let (theirs, flag) = (shared.clone(), stop.clone());
        let thread = std::thread::Builder::new()
            .name("tarsier-sampler".into())
            .spawn(move || run(&theirs, timer, interval, &flag))
            .map_err(|e| format!("cannot start the sampling thread: {e}"))?;
        Ok(Drainer { shared, stop, thread })
    }

    /// Stops the thread (the timer is disarmed already) and returns the whole log.
    pub fn finish(self) -> Vec<u64> {
        self.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
        let mut log = self.thread.join().unwrap_or_default();
        // SAFETY: the consumer thread has ended.
        unsafe { self.shared.ring.drain(&mut log) };
        log
    }
}

fn run(shared: &Shared, timer: TimerId, interval: Duration, stop: &AtomicBool) -> Vec<u64> {
    let mut log = Vec::new();
    let mut random = fastrand::Rng::new();
    while !stop.load(Ordering::Acquire) {
        std::thread::park_timeout(WAKE);
        // SAFETY: this thread is the only consumer while it runs.
        unsafe { shared.ring.drain(&mut log) };
        if !stop.load(Ordering::Acquire) && !shared.paused.load(Ordering::SeqCst) {
            arm(timer, interval.mul_f64(0.8 + 0.4 * random.f64()));
        }
    }
    log
}
