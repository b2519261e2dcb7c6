//! The thread that scripts run on, whose native stack is sized for them.
//!
//! Parser, early-error pass, compiler and the freeing of syntax trees recurse as deep as the source is nested; calls of
//! scripts are limited by the VM itself. Both need room on the native stack, of which only what is used is ever touched.

use std::io;
use std::sync::Mutex;

/// Address space beyond the scripts' own stack, in bytes; the first that the system grants.
const RESERVES: [usize; 4] = [512 << 20, 128 << 20, 32 << 20, 4 << 20];

/// Runs `work` on a thread of its own whose native stack has room for `stack_size` bytes of calls and what the frontend takes.
///
/// # Errors
/// When no thread with such a stack can be had.
///
/// # Panics
/// If `work` does.
pub fn with_stack<R: Send>(stack_size: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    with_stack_beside(stack_size, work, || ())
}

/// As [`with_stack`]; the calling thread does `beside` meanwhile.
///
/// # Errors
/// As there.
///
/// # Panics
/// If `work` does.
pub fn with_stack_beside<R: Send>(
    stack_size: usize,
    work: impl FnOnce() -> R + Send,
    beside: impl Fn(),
) -> io::Result<R> {
    let work = Mutex::new(Some(work));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    let mut refused = io::Error::from(io::ErrorKind::OutOfMemory);
    for reserve in RESERVES {
        let Some(bytes) = stack_size.checked_add(reserve) else { continue };
        let builder = std::thread::Builder::new().name("script".into()).stack_size(bytes);
        let done = std::thread::scope(|scope| {
            let thread = builder.spawn_scoped(scope, || take().map(|work| work()))?;
            beside();
            match thread.join() {
                Ok(result) => Ok(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        match done {
            Ok(Some(result)) => return Ok(result),
            Ok(None) => break,
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses about a KiB of stack a level.
    fn deep(levels: usize) -> usize {
        let block = std::hint::black_box([levels; 128]);
        if levels == 0 { block[0] } else { deep(levels - 1) + usize::from(block[127] == levels) }
    }

    #[test]
    fn the_stack_is_as_large_as_asked() {
        assert_eq!(with_stack(8 << 20, || deep(60_000)).expect("a thread"), 60_000);
    }

    #[test]
    fn an_impossible_stack_is_an_error() {
        assert!(with_stack(1 << 60, || ()).is_err());
        assert!(with_stack(usize::MAX, || ()).is_err());
    }
}
