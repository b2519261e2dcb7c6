//! The time limit within a child process: one thread that ends the script of whoever runs too long.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use vm::runtime::request::Terminator;

/// How often the watch looks; limits are a few hundred times that.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Default)]
struct Watch {
    watched: Option<(Instant, Terminator)>,
    fired: bool,
}

/// The watch. Its thread lives as long as the process.
pub struct Watchdog {
    watch: Arc<Mutex<Watch>>,
}

fn lock(watch: &Mutex<Watch>) -> MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// # Errors
    /// When there can be no further thread.
    pub fn start() -> io::Result<Watchdog> {
        let watch = Arc::new(Mutex::new(Watch::default()));
        let theirs = watch.clone();
        std::thread::Builder::new().name("watchdog".into()).stack_size(256 << 10).spawn(move || {
            loop {
                std::thread::sleep(LOOK);
                let mut watch = lock(&theirs);
                if watch.watched.as_ref().is_some_and(|(deadline, _)| *deadline <= Instant::now())
                    && let Some((_, terminator)) = watch.watched.take()
                {
                    watch.fired = true;
                    terminator.terminate();
                }
            }
        })?;
        Ok(Watchdog { watch })
    }

    /// Gives a VM so long from now.
    pub fn arm(&self, limit: Duration, terminator: Terminator) {
        *lock(&self.watch) = Watch { watched: Some((Instant::now() + limit, terminator)), fired: false };
    }

    /// Ends the watch: whether the time had run out.
    pub fn disarm(&self) -> bool {
        let mut watch = lock(&self.watch);
        watch.watched = None;
        watch.fired
    }
}
