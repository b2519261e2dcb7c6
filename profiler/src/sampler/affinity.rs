//! On which processor the sampling thread runs, and with it the interrupts of the timers that it arms.
//!
//! Away from the VM's: it would stand in its way, and so would the interrupts. But a signal from another processor comes some microseconds
//! after it has been sent, and if the program enters the kernel meanwhile, for a page fault above all, it is delivered there: such places would
//! seem to take more time than they do. So while there are many page faults the thread is on the VM's processor, whose own interrupts stop
//! the program where it is.

use std::mem::MaybeUninit;

/// The processor that the calling thread runs on. Async-signal-safe.
#[inline(always)]
pub fn processor() -> i32 {
    // SAFETY: it has no conditions, and reads what the kernel keeps for the thread.
    unsafe { libc::sched_getcpu() }
}

/// What coming too late once counts for; each time that the thread is there in time takes one off.
const LATE: u32 = 4;
/// So much of it, and the other processors are too busy.
const TOO_LATE: u32 = 12;
/// Wakes for which the thread then takes any processor.
const FREE: u32 = 64;

/// The processors of the calling thread, and which of them it keeps to.
pub struct Affinity {
    allowed: libc::cpu_set_t,
    /// How late it was of late.
    lateness: u32,
    /// Steps still not to be made.
    free: u32,
}

impl Affinity {
    /// None if there is but one, or if the system does not say.
    pub fn new() -> Option<Affinity> {
        let mut allowed = MaybeUninit::<libc::cpu_set_t>::zeroed();
        // SAFETY: the kernel fills in the set, which is valid as zeros, too.
        unsafe {
            let got = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), allowed.as_mut_ptr());
            let allowed = allowed.assume_init();
            (got == 0 && libc::CPU_COUNT(&allowed) > 1).then_some(Affinity { allowed, lateness: 0, free: 0 })
        }
    }

    /// The calling thread goes to this processor.
    pub fn join(&mut self, of_vm: i32) {
        let Ok(number) = usize::try_from(of_vm) else { return };
        if processor() == of_vm || number >= libc::CPU_SETSIZE as usize {
            return;
        }
        let mut only = MaybeUninit::<libc::cpu_set_t>::zeroed();
        // SAFETY: the set is valid as zeros, and the number is below its size.
        unsafe {
            libc::CPU_SET(number, only.assume_init_mut());
            move_to(only.assume_init_ref());
        }
    }

    /// The calling thread steps aside if it is on this processor. If it came too `late` again and again, the other processors are busy, and it
    /// takes any that the system has for it, for some time. (Once is nothing: a processor that sleeps may take long to wake.)
    pub fn step(&mut self, from: i32, late: bool) {
        if self.free > 0 {
            self.free -= 1;
            return;
        }
        self.lateness = if late { self.lateness + LATE } else { self.lateness.saturating_sub(1) };
        if self.lateness >= TOO_LATE {
            (self.lateness, self.free) = (0, FREE);
            move_to(&self.allowed);
            return;
        }
        let Ok(number) = usize::try_from(from) else { return };
        if processor() != from || number >= libc::CPU_SETSIZE as usize {
            return;
        }
        let mut others = self.allowed;
        // SAFETY: the number is below the set's size.
        unsafe { libc::CPU_CLR(number, &mut others) };
        move_to(&others);
    }
}

/// The calling thread runs on these processors from now on; if the system refuses, it stays.
fn move_to(processors: &libc::cpu_set_t) {
    // SAFETY: the set is initialized; 0 is the calling thread.
    unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), std::ptr::from_ref(processors)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn processors() -> i32 {
        // SAFETY: the kernel fills in the set.
        unsafe {
            let mut set = MaybeUninit::<libc::cpu_set_t>::zeroed();
            libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), set.as_mut_ptr());
            libc::CPU_COUNT(&set.assume_init())
        }
    }

    #[test]
    fn it_steps_aside_where_there_is_room() {
        std::thread::spawn(|| {
            let all = processors();
            let Some(mut affinity) = Affinity::new() else { return };
            for _ in 0..10 {
                let from = processor();
                affinity.step(from, false);
                assert_ne!(processor(), from);
                affinity.step(-1, false);
            }
            assert_eq!(processors(), all - 1);
            affinity.step(processor(), true);
            assert_eq!(processors(), all - 1);
            for _ in 1..TOO_LATE / LATE {
                affinity.step(-1, true);
            }
            for _ in 0..FREE {
                assert_eq!(processors(), all);
                affinity.step(processor(), true);
            }
            for _ in 0..10 {
                let left = processor();
                affinity.step(left, false);
                affinity.join(left);
                assert_eq!((processor(), processors()), (left, 1));
                affinity.step(left, false);
                assert_eq!(processors(), all - 1);
                move_to(&affinity.allowed);
            }
            // It may be moved between the question and the step.
            let stepped = (0..1000).any(|_| {
                affinity.step(processor(), false);
                processors() == all - 1
            });
            assert!(stepped);
        })
        .join()
        .unwrap();
    }
}
