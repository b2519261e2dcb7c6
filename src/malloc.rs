//! The C library's allocator, which has the memory of buffers alone (`calloc` gets it zeroed by the system), set up for one busy thread.

/// To be called before there are other threads.
///
/// glibc gives every thread but the first an arena that grows by single pages, with a system call for each, and that is given back and
/// asked for again as buffers come and go. Scripts run on a thread of their own, so all threads share the first arena, which
/// grows in larger steps and keeps what it has.
pub fn prepare() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (parameter, value) in [
        (libc::M_ARENA_MAX, 1),
        (libc::M_TOP_PAD, 1 << 20),
        (libc::M_TRIM_THRESHOLD, 64 << 20),
        (libc::M_MMAP_THRESHOLD, 16 << 20),
    ] {
        // SAFETY: sets a parameter of the allocator; there is no other thread yet. A refusal leaves things as they were.
        unsafe { libc::mallopt(parameter, value) };
    }
}
