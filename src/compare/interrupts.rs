//! Signals that end a comparison: the process that is being measured is ended, what was measured so far is told, and then the command ends by the signal,
//! as a shell expects. The second one ends it at once.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Somebody wants an end.
pub static STOPPED: AtomicBool = AtomicBool::new(false);
/// The signal that came; 0 before.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

extern "C" fn on_signal(signal: libc::c_int) {
    // Async-signal-safe: two stores.
    SIGNAL.store(signal, Ordering::SeqCst);
    STOPPED.store(true, Ordering::SeqCst);
}

/// Watches for SIGINT, SIGTERM and SIGHUP; those that were ignored stay so.
pub fn watch() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: sigaction is plain data for which all zeroes is a value; the handler does what a handler may, and is taken away when it is called.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, &raw const action, &raw mut before);
            if before.sa_sigaction == libc::SIG_IGN {
                libc::sigaction(signal, &raw const before, std::ptr::null_mut());
            }
        }
    }
}

pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

/// Ends the process by the signal that came, if one did.
pub fn die_of_signal() {
    let signal = SIGNAL.load(Ordering::SeqCst);
    if signal != 0 {
        // SAFETY: plain integers; the handler was taken away when it was called, so that this ends the process.
        unsafe { libc::raise(signal) };
    }
}

/// Undoes `setarch -R`, which processes inherit: how code and data happen to lie is to be drawn anew for each.
pub fn randomize_layout() {
    // SAFETY: plain integers; all ones asks, and changes nothing.
    unsafe {
        let personality = libc::personality(0xffff_ffff);
        if personality != -1 && personality & libc::ADDR_NO_RANDOMIZE != 0 {
            libc::personality((personality & !libc::ADDR_NO_RANDOMIZE) as libc::c_ulong);
        }
    }
}

/// Whether the kernel draws addresses at random; None if it does not say.
pub fn is_layout_random() -> Option<bool> {
    let text = std::fs::read_to_string("/proc/sys/kernel/randomize_va_space").ok()?;
    Some(text.trim() != "0")
}
