//! Runs jobs on all cores, however many test functions run at once.
//!
//! `cargo test` starts several test functions in parallel, and each of them has hundreds of
//! processes to run; a process-wide set of permits keeps the number of children at the
//! number of cores, so that no run is slowed down by the harness itself.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;

struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

fn cores() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}

fn permits() -> &'static Permits {
    static PERMITS: OnceLock<Permits> = OnceLock::new();
    PERMITS.get_or_init(|| Permits { free: Mutex::new(cores()), returned: Condvar::new() })
}

/// The right to have one child process; given back when dropped.
pub struct Permit(());

impl Permit {
    /// Waits until fewer children than cores are running.
    pub fn acquire() -> Permit {
        let permits = permits();
        let free = permits.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = permits.returned.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Permit(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let permits = permits();
        *permits.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        permits.returned.notify_one();
    }
}

/// Applies `job` to every item on as many threads as there are cores and returns the
/// failures (the jobs that answered with a report), in the order of the items.
pub fn failures<T: Sync>(items: &[T], job: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    if let Err(report) = job(item) {
                        reports.lock().unwrap_or_else(PoisonError::into_inner).push((index, report));
                    }
                }
            });
        }
    });
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort();
    reports.into_iter().map(|(_, report)| report).collect()
}

/// Fails the test with all reports at once if there are any.
pub fn demand_none(failures: &[String], tried: usize, what: &str) {
    assert!(failures.is_empty(), "{} of {tried} {what} failed:\n\n{}\n", failures.len(), failures.join("\n\n"));
}
