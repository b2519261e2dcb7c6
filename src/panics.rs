//! Panics of the engine itself: one line and an exit code of their own, never a trace of Rust frames or a signal.

use crate::exit_code;
use crate::supervisor;
use std::panic::PanicHookInfo;
use tarsier::host::output::complain;

/// From here on a panic on any thread ends the process. Set `TARSIER_BACKTRACE` to see where it came from.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        if supervisor::is_copy() {
            supervisor::defect(exit_code::INTERNAL);
        }
        complain(&format!("internal error: {}", describe(info)));
        if std::env::var_os("TARSIER_BACKTRACE").is_some() {
            complain(&std::backtrace::Backtrace::force_capture().to_string());
        }
        supervisor::defect(exit_code::INTERNAL);
        std::process::exit(exit_code::INTERNAL);
    }));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("panic");
    let place = info.location().map(|l| format!(" ({}:{}:{})", l.file(), l.line(), l.column())).unwrap_or_default();
    format!("{}{place}", message.split_whitespace().collect::<Vec<_>>().join(" "))
}
