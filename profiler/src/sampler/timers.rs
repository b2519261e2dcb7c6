//! The kernel's timers: many that fire once, armed ahead of time by the sampling thread.
//!
//! A timer's interrupt comes on the processor that armed it. If that is the VM's, each sample costs the program the interrupt and a way to
//! program the clock chip again: on a virtual machine, ways out to the host, ten times what the handler takes. So the sampling thread,
//! which runs elsewhere if there is an elsewhere, arms a stretch of time at once and sleeps through most of it; the VM's thread gets
//! nothing but the signal, and its handler arms nothing. (A timer with a period would not do: the kernel arms it again where its
//! signal is delivered.) Measured on such a machine (KVM on AMD Zen 4, Linux 6.18), what one stop of a loop takes: an interrupt from another
//! processor that does nothing 7.2 us, a signal by these timers 8.1; an interrupt of its own processor's clock 12, a perf event's signal
//! (`sigtrap`) 14.8, a timer with a period 17.8.
//!
//! A timer whose signal has not been delivered is not armed again: the kernel would forget the signal.

use super::schedule::Schedule;
use super::signal::{self, Blocked};
use super::{COOKIE, Shared};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A timer as the handler sees it; `si_value` of its signals points here.
#[repr(C)]
pub struct Slot {
    /// Tells a signal of ours from a stranger's with a wild pointer.
    pub cookie: u64,
    pub shared: *const Shared,
    /// When it fires (CLOCK_MONOTONIC, nanoseconds); 0 from when its signal was dealt with until it is armed again.
    due_ns: AtomicU64,
    /// The one that is armed after it.
    after: *const Slot,
}

impl Slot {
    /// Its signal is being dealt with. When it was due; 0 if that is not known any more. Async-signal-safe.
    #[inline(always)]
    pub fn fired(&self) -> u64 {
        let due = self.due_ns.load(Ordering::Relaxed);
        self.due_ns.store(0, Ordering::Release);
        due
    }

    /// The next timer should have fired as well. Async-signal-safe.
    #[inline(always)]
    pub fn is_followed(&self, now_ns: u64) -> bool {
        // SAFETY: slots are in one ring, which lives as long as any of their signals.
        let due = unsafe { (*self.after).due_ns.load(Ordering::Acquire) };
        due != 0 && due <= now_ns
    }
}

/// The most timers, and the fewest.
const MOST: u64 = 1024;
const FEWEST: u64 = 16;
/// Time that the timers are for, if there are enough.
const SPAN: Duration = Duration::from_millis(128);
/// For how long the sampling thread sleeps: time, and samples, whichever is longer. A wake costs what several samples do; but what is armed and not
/// needed, since the program waits, costs something, too.
const SLEEP: Duration = Duration::from_millis(32);
const SLEEP_SAMPLES: u64 = 8;
/// Time that is armed ahead of the end of its sleep, at first.
const MARGIN: Duration = Duration::from_millis(4);
/// What is due so soon the VM's thread arms itself when it goes on: the sampling thread has to wake first.
const SOON: Duration = Duration::from_micros(200);

/// The timers of one VM, whose signals come on the thread that made them.
pub struct Timers {
    /// In the order in which they are armed; the last is followed by the first.
    slots: Box<[Slot]>,
    /// The kernel's numbers.
    numbers: Vec<libc::c_int>,
    /// The next one to arm.
    next: usize,
    schedule: Schedule,
    /// How long the sampling thread sleeps, and how much more it arms before: more once it has come too late.
    sleep_ns: u64,
    margin_ns: u64,
    /// The stretch has begun anew: if the sampling thread is late now, it is not because it slept too long.
    begun: bool,
}

// SAFETY: the pointers in slots are to the slots themselves and to what all threads share.
unsafe impl Send for Timers {}

impl Timers {
    /// For samples at this interval on the calling thread.
    ///
    /// # Errors
    /// The kernel grants no timers.
    ///
    /// # Safety
    /// `shared` outlives the timers.
    pub unsafe fn new(shared: *const Shared, interval: Duration) -> Result<Timers, String> {
        let count = (SPAN.as_nanos() / interval.as_nanos().max(1)).clamp(FEWEST.into(), MOST.into()) as usize;
        let slot = || Slot { cookie: COOKIE, shared, due_ns: AtomicU64::new(0), after: ptr::null() };
        let mut timers = Timers {
            slots: (0..count).map(|_| slot()).collect(),
            numbers: Vec::with_capacity(count),
            next: 0,
            schedule: Schedule::new(interval, fastrand::u64(..)),
            sleep_ns: 0,
            margin_ns: 0,
            begun: false,
        };
        for slot in &timers.slots {
            match create(slot) {
                Ok(number) => timers.numbers.push(number),
                // A user has so many timers only (RLIMIT_SIGPENDING). Fewer do.
                Err(_) if timers.numbers.len() >= FEWEST as usize => break,
                Err(message) => return Err(message),
            }
        }
        let count = timers.numbers.len();
        let first: *const Slot = timers.slots.as_ptr();
        for (i, slot) in timers.slots.iter_mut().enumerate() {
            // SAFETY: the index is below the number of slots.
            slot.after = unsafe { first.add((i + 1) % count) };
        }
        timers.plan();
        Ok(timers)
    }

    /// Begins anew with another interval. On the thread that made them, while the signal is blocked there.
    pub fn set_interval(&mut self, interval: Duration) {
        for (slot, &number) in self.slots.iter().zip(&self.numbers) {
            if slot.due_ns.swap(0, Ordering::AcqRel) != 0 {
                set(number, 0);
            }
        }
        signal::take_pending();
        self.schedule = Schedule::new(interval, fastrand::u64(..));
        self.plan();
    }

    /// How far ahead to arm at first.
    fn plan(&mut self) {
        let span = self.span_ns();
        self.sleep_ns = (SLEEP.as_nanos() as u64).max(SLEEP_SAMPLES * self.schedule.interval_ns()).min(span / 3 * 2);
        self.margin_ns = (MARGIN.as_nanos() as u64).min(span / 3);
    }

    /// The time that all the timers cover, as long as some signals are on their way.
    fn span_ns(&self) -> u64 {
        self.numbers.len() as u64 * self.schedule.interval_ns() / 4 * 3
    }

    /// The sampling thread's part: arms what is not armed yet of the time ahead. Returns how many samples were due before it came, and how
    /// long it may sleep.
    pub fn arm_ahead(&mut self) -> (u64, Duration) {
        let now = signal::now_ns();
        let missed = self.schedule.skip(now);
        self.arm(now + self.sleep_ns + self.margin_ns);
        let begun = std::mem::take(&mut self.begun);
        if missed > 0 && !begun {
            self.margin_ns = (self.margin_ns * 2).min(self.span_ns() - self.sleep_ns);
        }
        (missed, Duration::from_nanos(self.sleep_ns))
    }

    /// Samples that are due and were never armed.
    pub fn missed(&mut self) -> u64 {
        self.schedule.skip(signal::now_ns())
    }

    /// The VM's part, when it goes on after a pause: if the timers have run out, they begin anew. Says whether the sampling thread is needed
    /// before long.
    pub fn go_on(&mut self) -> bool {
        let now = signal::now_ns();
        if self.schedule.next_ns() <= now {
            self.schedule.begin(now);
            self.begun = true;
        }
        self.arm(now + SOON.as_nanos() as u64);
        self.schedule.next_ns() < now + self.margin_ns
    }

    /// What is due until then, as far as there are timers.
    fn arm(&mut self, until_ns: u64) {
        loop {
            let slot = &self.slots[self.next];
            if self.schedule.next_ns() > until_ns || slot.due_ns.load(Ordering::Acquire) != 0 {
                return;
            }
            slot.due_ns.store(self.schedule.next_ns(), Ordering::Release);
            set(self.numbers[self.next], self.schedule.next_ns());
            self.schedule.advance();
            self.next = (self.next + 1) % self.numbers.len();
        }
    }
}

impl Timers {
    /// From another thread than the one that made them, which runs on: no further signal is sent. One may be under way, so that the slots have to stay
    /// for ever.
    pub fn abandon(self) {
        let timers = std::mem::ManuallyDrop::new(self);
        for &number in &timers.numbers {
            // SAFETY: the number is a timer's.
            unsafe { libc::syscall(libc::SYS_timer_delete, number) };
        }
    }
}

impl Drop for Timers {
    /// On the thread that made them: signals that are on their way are taken in here.
    fn drop(&mut self) {
        let blocked = Blocked::on_this_thread();
        for &number in &self.numbers {
            // SAFETY: the number is a timer's.
            unsafe { libc::syscall(libc::SYS_timer_delete, number) };
        }
        signal::take_pending();
        drop(blocked);
    }
}

/// Lets a timer fire once at a time of CLOCK_MONOTONIC, or not at all (0).
fn set(timer: libc::c_int, at_ns: u64) {
    let at = Duration::from_nanos(at_ns);
    let setting = libc::itimerspec {
        it_interval: libc::timespec { tv_sec: 0, tv_nsec: 0 },
        it_value: libc::timespec { tv_sec: at.as_secs() as libc::time_t, tv_nsec: at.subsec_nanos().into() },
    };
    let before: *mut libc::itimerspec = ptr::null_mut();
    // SAFETY: the number is a timer's.
    unsafe { libc::syscall(libc::SYS_timer_settime, timer, libc::TIMER_ABSTIME, &raw const setting, before) };
}

fn create(slot: &Slot) -> Result<libc::c_int, String> {
    let mut timer: libc::c_int = 0;
    // SAFETY: the event is fully set up for SIGEV_THREAD_ID with the calling thread's id; the kernel fills in the number.
    let made = unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = signal::SIGNAL;
        event.sigev_value = libc::sigval { sival_ptr: ptr::from_ref(slot).cast_mut().cast() };
        event.sigev_notify_thread_id = libc::syscall(libc::SYS_gettid) as libc::c_int;
        libc::syscall(libc::SYS_timer_create, libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer)
    };
    if made != 0 {
        return Err(format!("cannot create a sampling timer: {}", std::io::Error::last_os_error()));
    }
    Ok(timer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Timers on a thread where the signal is blocked: who asks finds out what is pending, and no handler runs.
    fn with_timers(interval: Duration, test: impl FnOnce(&mut Timers) + Send) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let blocked = Blocked::on_this_thread();
                // SAFETY: only a handler would look at what the slots are for.
                let mut timers = unsafe { Timers::new(ptr::null(), interval) }.unwrap();
                test(&mut timers);
                drop(timers);
                assert_eq!(signal::take_pending().0, 0);
                drop(blocked);
            });
        });
    }

    fn armed(timers: &Timers) -> u64 {
        timers.slots.iter().filter(|slot| slot.due_ns.load(Ordering::Acquire) != 0).count() as u64
    }

    fn sleep_until(ns: u64) {
        while signal::now_ns() < ns {
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// Takes signals in until there were so many, for a minute at most; what comes later shows in the next call.
    fn take(count: u64) -> u64 {
        let end = signal::now_ns() + 60_000_000_000;
        let mut taken = 0;
        while taken < count && signal::now_ns() < end {
            taken += signal::take_pending().0;
            std::thread::sleep(Duration::from_micros(200));
        }
        taken
    }

    #[test]
    fn each_armed_timer_fires_once() {
        with_timers(Duration::from_micros(500), |timers| {
            let mut sum = 0;
            for _ in 0..4 {
                timers.go_on();
                assert!(timers.arm_ahead().1 > Duration::ZERO);
                let count = armed(timers);
                assert!(count > 0);
                assert_eq!(take(count), count);
                assert_eq!((armed(timers), signal::take_pending().0), (0, 0));
                sum += count;
            }
            assert!(sum >= 4 * 60, "{sum}");
        });
    }

    #[test]
    fn a_timer_whose_signal_is_pending_is_left_alone() {
        with_timers(Duration::from_millis(4), |timers| {
            timers.go_on();
            let all = timers.numbers.len() as u64;
            let mut missed = 0;
            while armed(timers) < all {
                missed += timers.arm_ahead().0;
                sleep_until(signal::now_ns() + 1_000_000);
            }
            sleep_until(timers.schedule.next_ns() + 1_000_000);
            let again = timers.arm_ahead().0;
            assert!(again > 0, "what is due meanwhile is missed, {missed} before");
            assert_eq!(armed(timers), all);
            assert_eq!(take(all), all);
            assert_eq!((armed(timers), signal::take_pending().0), (0, 0));
        });
    }

    #[test]
    fn going_on_after_a_long_time_begins_anew() {
        with_timers(Duration::from_millis(1), |timers| {
            timers.go_on();
            sleep_until(signal::now_ns() + 30_000_000);
            signal::take_pending();
            let now = signal::now_ns();
            assert!(timers.go_on(), "the sampling thread is needed");
            assert_eq!(timers.schedule.skip(now), 0);
            timers.arm_ahead();
            assert!(!timers.go_on() || signal::now_ns() - now > 20_000_000, "it is not needed again at once");
        });
    }

    #[test]
    fn another_interval_takes_back_what_was_armed() {
        with_timers(Duration::from_micros(100), |timers| {
            timers.go_on();
            timers.arm_ahead();
            assert!(armed(timers) > 0);
            timers.set_interval(Duration::from_millis(50));
            assert_eq!((armed(timers), signal::take_pending().0), (0, 0));
            assert_eq!(timers.schedule.interval_ns(), 50_000_000);
        });
    }
}
