//! Prefaulting: a thread of the process has the system make pages before the program comes to them.
//!
//! A page fault takes 0.5 to 3 µs on the thread that meets it, most in virtual machines, and a huge page up to 8 ms where the host has to find its
//! memory first. Whoever fills memory from one end to the other (cells, code, syntax trees) asks for what comes next.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// What addresses and sizes are multiples of, in bytes: pages are as large at most.
pub const PAGE: usize = 64 << 10;
/// What is populated at a time, in bytes: whoever changes mappings waits meanwhile.
const AT_ONCE: usize = 256 << 10;
/// Requests that may wait.
const CAPACITY: usize = 32;

/// Requests, oldest first. Of fixed size, since allocators ask: asking allocates nothing but the thread.
struct Queue {
    /// Address and bytes.
    parts: [(usize, usize); CAPACITY],
    length: usize,
    started: bool,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue { parts: [(0, 0); CAPACITY], length: 0, started: false });
static ASKED: Condvar = Condvar::new();

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has pages of private or shared anonymous memory made soon, whose contents stay what they are; address and bytes are multiples of [`PAGE`]. What has
/// been unmapped since is left alone, and where there is no thread to be had or much is asked for already, pages come one by one.
pub fn ahead(address: usize, bytes: usize) {
    let mut asked = queue();
    let length = asked.length;
    if length == CAPACITY {
        return;
    }
    asked.parts[length] = (address, bytes);
    asked.length += 1;
    let starts = !std::mem::replace(&mut asked.started, true);
    drop(asked);
    if starts {
        let _ = Builder::new().name("tarsier-pages".into()).stack_size(64 << 10).spawn(serve);
    } else {
        ASKED.notify_one();
    }
}

fn serve() {
    loop {
        let mut asked = queue();
        while asked.length == 0 {
            asked = ASKED.wait(asked).unwrap_or_else(PoisonError::into_inner);
        }
        let (address, bytes) = asked.parts[0];
        asked.parts.rotate_left(1);
        asked.length -= 1;
        drop(asked);
        for at in (0..bytes).step_by(AT_ONCE) {
            populate(address + at, AT_ONCE.min(bytes - at));
        }
    }
}

/// Has pages made at once. Kernels before 5.14 refuse, which changes nothing.
pub fn populate(address: usize, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: what is mapped there keeps its contents, whoever's it is; what is not mapped or not writable is left alone.
    unsafe {
        libc::madvise(address as *mut libc::c_void, bytes, libc::MADV_POPULATE_WRITE)
    };
    #[cfg(not(target_os = "linux"))]
    let _ = (address, bytes);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Whether all pages of a part of a mapping are there.
    fn is_resident(address: usize, bytes: usize) -> bool {
        // SAFETY: a question.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let mut there = vec![0u8; bytes / page];
        // SAFETY: a mapping of the test's, and a byte for each of its pages.
        let failed = unsafe { libc::mincore(address as *mut libc::c_void, bytes, there.as_mut_ptr()) };
        assert_eq!(failed, 0);
        there.iter().all(|page| page & 1 == 1)
    }

    #[test]
    fn pages_asked_for_come_and_keep_their_contents() {
        const BYTES: usize = 1 << 20;
        // SAFETY: a new mapping.
        let mapping = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            libc::mmap(std::ptr::null_mut(), BYTES + PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0)
        };
        assert_ne!(mapping, libc::MAP_FAILED);
        let address = (mapping as usize).next_multiple_of(PAGE);
        let word = (address + 8192) as *mut u64;
        // SAFETY: within the mapping.
        unsafe { word.write(77) };
        // On an old kernel nothing happens.
        populate(address + PAGE, PAGE);
        let is_known = is_resident(address + PAGE, PAGE);
        while is_known && !is_resident(address, BYTES) {
            // (Others may ask for so much that a request is dropped.)
            ahead(address, BYTES);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // SAFETY: as above.
        assert_eq!(unsafe { word.read() }, 77);
        // SAFETY: nobody uses it.
        unsafe { libc::munmap(mapping, BYTES + PAGE) };
        // Neither is a fault.
        ahead(address, BYTES);
        populate(address, BYTES);
    }
}
