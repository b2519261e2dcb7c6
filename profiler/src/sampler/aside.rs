//! Keeps the sampling thread off the processor that the VM's thread runs on: it would stand in its way, and so would the timers that it arms.

use std::mem::MaybeUninit;

/// The processor that the calling thread runs on. Async-signal-safe.
#[inline(always)]
pub fn processor() -> i32 {
    // SAFETY: it has no conditions, and reads what the kernel keeps for the thread.
    unsafe { libc::sched_getcpu() }
}

/// The processors of the calling thread.
pub struct Aside {
    allowed: libc::cpu_set_t,
}

impl Aside {
    /// None if there is but one, or if the system does not say.
    pub fn new() -> Option<Aside> {
        let mut allowed = MaybeUninit::<libc::cpu_set_t>::zeroed();
        // SAFETY: the kernel fills in the set, which is valid as zeros, too.
        unsafe {
            let got = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), allowed.as_mut_ptr());
            let allowed = allowed.assume_init();
            (got == 0 && libc::CPU_COUNT(&allowed) > 1).then_some(Aside { allowed })
        }
    }

    /// The calling thread steps aside if it is on this processor.
    pub fn step(&self, from: i32) {
        let Ok(number) = usize::try_from(from) else { return };
        if processor() != from || number >= libc::CPU_SETSIZE as usize {
            return;
        }
        let mut others = self.allowed;
        // SAFETY: the number is below the set's size; the calling thread's own processors are set, and if that fails it stays.
        unsafe {
            libc::CPU_CLR(number, &mut others);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_steps_aside_where_there_is_room() {
        std::thread::spawn(|| {
            let Some(aside) = Aside::new() else { return };
            for _ in 0..10 {
                let from = processor();
                aside.step(from);
                assert_ne!(processor(), from);
                aside.step(-1);
            }
        })
        .join()
        .unwrap();
    }
}
