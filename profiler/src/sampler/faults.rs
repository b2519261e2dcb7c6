//! Which stops found the program in a page fault.
//!
//! A signal is only delivered on the way back to the program, so that a stop while the kernel gets a page looks like one at the instruction
//! that wanted it. The kernel's performance events tell them apart: it notes each of the thread's page faults, when it has dealt with it,
//! in a ring that the handler reads (perf_event_open(2)). Where the kernel grants no such events (`kernel.perf_event_paranoid`, containers)
//! page faults count as the program's own time. Noting one takes the kernel a fraction of a microsecond.

use memmap2::{Mmap, MmapOptions};
use std::fs::File;
use std::mem::MaybeUninit;
use std::os::fd::FromRawFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Bytes of the ring, at least: the kernel has work to do whenever half of it has been filled.
const RING_BYTES: usize = 64 << 10;
/// What the way out of the kernel takes after a fault has been noted.
const EXIT_NS: u64 = 2_000;
/// A stop that comes so long after it was due found the thread not running. If it lost the processor on its way out of a fault, the time is
/// the fault's.
const LATE_NS: u64 = 100_000;

/// `struct perf_event_attr`, as of PERF_ATTR_SIZE_VER3.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_watermark: u32,
    breakpoint_type: u32,
    config1: u64,
    config2: u64,
    branch_sample_type: u64,
    sample_regs_user: u64,
    sample_stack_user: u32,
    clock: i32,
}

const _: () = assert!(size_of::<Attributes>() == 96);

const PERF_TYPE_SOFTWARE: u32 = 1;
/// Counted when the fault has been dealt with, while PERF_COUNT_SW_PAGE_FAULTS is before that. (Faults that wait for a disk are another's.)
const PERF_COUNT_SW_PAGE_FAULTS_MIN: u64 = 5;
const PERF_SAMPLE_IP: u64 = 1;
const PERF_SAMPLE_TIME: u64 = 1 << 2;
const EXCLUDE_KERNEL: u64 = 1 << 5;
const WATERMARK: u64 = 1 << 14;
const USE_CLOCKID: u64 = 1 << 25;
const PERF_FLAG_FD_CLOEXEC: libc::c_ulong = 8;
/// `data_head` in `struct perf_event_mmap_page`.
const DATA_HEAD: usize = 1024;

/// A record: its header (PERF_RECORD_SAMPLE in the lower half, its bytes in the topmost 16 bits), the instruction, the time.
const RECORD_WORDS: u64 = 3;
const PERF_RECORD_SAMPLE: u32 = 9;

/// The calling thread's page faults.
pub struct Faults {
    /// A page of the kernel's, and the ring.
    memory: Mmap,
    page: usize,
    _event: File,
}

impl Faults {
    /// None where the kernel does not grant it.
    pub fn of_this_thread() -> Option<Faults> {
        let attributes = Attributes {
            kind: PERF_TYPE_SOFTWARE,
            size: size_of::<Attributes>() as u32,
            config: PERF_COUNT_SW_PAGE_FAULTS_MIN,
            sample_period: 1,
            sample_type: PERF_SAMPLE_IP | PERF_SAMPLE_TIME,
            flags: EXCLUDE_KERNEL | WATERMARK | USE_CLOCKID,
            wakeup_watermark: u32::MAX,
            clock: libc::CLOCK_MONOTONIC,
            ..Attributes::default()
        };
        // SAFETY: sysconf only reads; the kernel reads the attributes, and the new descriptor is nobody else's.
        let (page, event) = unsafe {
            let (thread, processor, group) = (0, -1, -1);
            let number = libc::syscall(
                libc::SYS_perf_event_open,
                &raw const attributes,
                thread,
                processor,
                group,
                PERF_FLAG_FD_CLOEXEC,
            );
            if number < 0 {
                return None;
            }
            (libc::sysconf(libc::_SC_PAGESIZE) as usize, File::from_raw_fd(number as libc::c_int))
        };
        let ring = RING_BYTES.max(page).next_power_of_two();
        // SAFETY: the kernel's ring, mapped to be read: it overwrites what is old. It is read by volatile and atomic accesses.
        let memory = unsafe { MmapOptions::new().len(page + ring).map(&event) }.ok()?;
        Some(Faults { memory, page, _event: event })
    }

    /// Whether a stop at this PC and time, due at another (CLOCK_MONOTONIC), was in a page fault: at the instruction of the last one, and due
    /// before that was over. Async-signal-safe, for the thread itself.
    #[inline(always)]
    pub fn was_in_one(&self, pc: u64, time_ns: u64, due_ns: u64) -> bool {
        self.last().is_some_and(|(at, ended_ns)| {
            at == pc && (due_ns < ended_ns + EXIT_NS || time_ns.saturating_sub(due_ns) >= LATE_NS)
        })
    }

    /// The last page fault: its instruction's address, and when it had been dealt with. Async-signal-safe, for the thread itself.
    #[inline(always)]
    fn last(&self) -> Option<(u64, u64)> {
        let base = self.memory.as_ptr();
        // SAFETY: the word is in the first page; the kernel writes it, on this thread, when what it stands for has been written.
        let head = unsafe { (*base.add(DATA_HEAD).cast::<AtomicU64>()).load(Ordering::Acquire) } / 8;
        if head < RECORD_WORDS {
            return None;
        }
        let words = (self.memory.len() - self.page) as u64 / 8;
        let [header, pc, time] = [3, 2, 1].map(|back| {
            let at = (head - back) & (words - 1);
            // SAFETY: the place is within the ring, behind the first page, and aligned.
            unsafe { base.add(self.page).cast::<u64>().add(at as usize).read_volatile() }
        });
        (header as u32 == PERF_RECORD_SAMPLE && header >> 48 == RECORD_WORDS * 8).then_some((pc, time))
    }
}

/// So many page faults of the process in a second are many.
const MANY: f64 = 1000.0;
/// Over so much time at least.
const SPAN: Duration = Duration::from_millis(16);

/// Whether the process has many page faults these days.
pub struct Frequency {
    since: Instant,
    count: i64,
    many: bool,
}

impl Frequency {
    pub fn from_now() -> Frequency {
        Frequency { since: Instant::now(), count: of_the_process(), many: false }
    }

    /// It is asked now and then.
    pub fn are_many(&mut self) -> bool {
        let passed = self.since.elapsed();
        if passed >= SPAN {
            let count = of_the_process();
            self.many = (count - self.count) as f64 > MANY * passed.as_secs_f64();
            (self.since, self.count) = (self.since + passed, count);
        }
        self.many
    }
}

/// Page faults that waited for no disk.
fn of_the_process() -> i64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the kernel fills in the struct, which is valid as zeros, too.
    unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init().ru_minflt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampler::signal::now_ns;

    #[test]
    fn the_last_fault_is_known_by_its_instruction_and_its_time() {
        // Not everybody may have events: there is nothing to test then.
        let Some(faults) = Faults::of_this_thread() else { return };
        let before = faults.last();
        let pages = 3000;
        let mut memory = memmap2::MmapMut::map_anon(pages * faults.page).expect("memory");
        for i in 0..pages {
            // SAFETY: within the mapping.
            unsafe { memory.as_mut_ptr().add(i * faults.page).write_volatile(1) };
            let (pc, time) = faults.last().expect("a record");
            assert_ne!(Some((pc, time)), before);
            let later = time + LATE_NS;
            assert!(faults.was_in_one(pc, time + 3000, time - 1000));
            assert!(!faults.was_in_one(pc + 1, time + 3000, time - 1000));
            assert!(!faults.was_in_one(pc, later + 1000, later));
            assert!(faults.was_in_one(pc, later + LATE_NS, later));
            assert!(now_ns() >= time, "CLOCK_MONOTONIC");
        }
    }

    #[test]
    fn many_are_many() {
        let mut frequency = Frequency::from_now();
        let mut memory = memmap2::MmapMut::map_anon(4096 * 4096).expect("memory");
        let _ = memory.advise(memmap2::Advice::NoHugePage);
        (0..4096).for_each(|i| memory[i * 4096] = 1);
        std::thread::sleep(SPAN);
        assert!(frequency.are_many());
    }
}
