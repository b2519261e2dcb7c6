//! The sampling thread: arms timers ahead of time, drains the ring now and then, and keeps what was in it in less space, for whoever takes it.

use super::Shared;
use super::affinity::Affinity;
use super::faults::Frequency;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The longest sleep; the alarm ends it if the ring fills sooner, or if sampling goes on.
const LONGEST: Duration = Duration::from_secs(1);

pub struct Drainer {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
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

    /// Stops the thread (there are no timers any more).
    pub fn finish(self) {
        self.stop.store(true, Ordering::Release);
        self.shared.alarm.raise();
        // A panic of that thread has been told.
        let _ = self.thread.join();
    }
}

fn run(shared: &Shared, stop: &AtomicBool) {
    // The limits of a script do not bear on what is noted of it.
    vm::native_memory::exempt_this_thread();
    let mut affinity = Affinity::new();
    let mut faults = Frequency::from_now();
    let mut late = false;
    while !stop.load(Ordering::Acquire) {
        if let Some(affinity) = &mut affinity {
            let of_vm = shared.processor.load(Ordering::Relaxed);
            if faults.are_many() { affinity.join(of_vm) } else { affinity.step(of_vm, late) }
        }
        let sleep;
        (late, sleep) = shared.arm_ahead().unwrap_or((false, LONGEST));
        shared.alarm.wait(sleep.min(LONGEST));
        shared.drained().drain(&shared.ring);
    }
}
