//! Stacks: emulated code and the native functions that it calls share the thread's, the emulator has one of its own.
//!
//! So whoever looks at the thread's stack finds what would be there on the machine: the collector emulated frames between native ones, and those who ask how
//! much is left the same amount. The emulator cannot run there, since what it runs is below.

use std::cell::Cell;
use std::io;

/// Bytes of the emulator's stack. It has the frames of all calls into compiled code that are under way.
const BYTES: usize = 256 << 20;

/// What is done on another stack.
#[repr(C)]
pub struct Switch<T> {
    /// Where the stack that was left ends.
    pub left_at: usize,
    pub data: T,
}

/// Calls a function with the switch, on the stack that ends at `top`, which is a multiple of 16.
///
/// # Safety
/// Below `top` there must be enough memory that nobody uses meanwhile. The function must not unwind.
pub unsafe fn on<T>(top: usize, switch: &mut Switch<T>, function: unsafe extern "C" fn(&mut Switch<T>)) {
    // SAFETY: the caller's promise; a pointer to a function is passed as one to any.
    unsafe { change((&raw mut *switch).cast(), top, function as *const ()) }
}

/// Stores the stack pointer where the first argument points, sets it to the second, calls the third with the first, and sets it back.
#[unsafe(naked)]
unsafe extern "C" fn change(switch: *mut (), top: usize, function: *const ()) {
    core::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "call rdx",
        "mov rsp, rbp",
        "pop rbp",
        "ret",
    )
}

thread_local! {
    /// Where the emulator's stack of this thread is free: what is in that word. None if there is no such stack yet.
    static FREE: Cell<Option<&'static Cell<usize>>> = const { Cell::new(None) };
}

/// Where the emulator's stack is free.
pub fn free() -> usize {
    FREE.get().expect("a stack").get()
}

/// What is below `left_at` is free while `work` is done.
pub fn free_below<R>(left_at: usize, work: impl FnOnce() -> R) -> R {
    let word = FREE.get().expect("a stack");
    let before = word.replace(left_at);
    let result = work();
    word.set(before);
    result
}

/// Makes the thread's emulator stack, if it has none. It stays.
///
/// # Errors
/// When the system does not give the memory.
pub fn prepare() -> io::Result<()> {
    if FREE.get().is_some() {
        return Ok(());
    }
    let (protection, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    // SAFETY: a mapping at an address that the system chooses.
    let stack = unsafe { libc::mmap(std::ptr::null_mut(), BYTES, protection, flags, -1, 0) };
    if stack == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the lowest page is the mapping's: who comes so far is stopped.
    unsafe { libc::mprotect(stack, 4096, libc::PROT_NONE) };
    FREE.set(Some(Box::leak(Box::new(Cell::new(stack as usize + BYTES)))));
    Ok(())
}
