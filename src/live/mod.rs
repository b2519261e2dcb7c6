//! Looking at a program while it runs: `--live`, a page in a browser, and what `tarsier top` stands on.
//!
//! ```text
//! server    listens on the loopback address, a thread for each connection, some at a time
//! request   one request's head, and whether it may be answered: token, host, origin
//! answer    the page, the stream of pieces, what is saved, the buttons
//! ```
//!
//! What is between the VM's thread and those who look on is a [`Hub`]. Four times a second whoever looks on asks for a visit ([`vm::runtime::request::Terminator::visit`]). The VM's thread comes by where it looks at
//! requests, resolves what the sampler saw since, and goes on; other threads make text of it and send it. A VM that does not come by (one long call
//! of native code) holds nobody up: what it said last is shown, with its age.

mod answer;
mod request;
mod server;

pub use server::Server;

use profiler::live::{Hub, TICK};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;
use tarsier::host::output::complain;
use vm::Vm;

/// Whoever reloads the page is away for less.
const AWAY: Duration = Duration::from_secs(2);
/// Between two looks at whether a wait is over.
const LOOK: Duration = Duration::from_millis(50);

/// The port of `--live[=PORT]`; 0: any.
pub fn parse_port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("'{text}' is no port; write 0 to 65535"))
}

/// Until somebody has the page open. There is no program yet: a signal ends the process.
pub fn wait_for_page(hub: &Arc<Hub>) {
    while !hub.is_looked_at() {
        std::thread::park_timeout(LOOK);
    }
}

/// After the end: as long as the page is open. On a terminal also until it is opened; everywhere until Ctrl-C. Says whether a signal ended it.
pub fn stay(hub: &Arc<Hub>, url: &str, vm: &mut Vm) -> bool {
    // Visits are over: what may still be asked for is the end.
    vm.set_visitor(None);
    let mut is_asked = || vm.handle_requests().is_err();
    let waits = std::io::stderr().is_terminal();
    if is_asked() {
        // The signal ended the program. Open pages are told how it ended.
        std::thread::sleep(if hub.is_looked_at() { 2 * TICK } else { Duration::ZERO });
        return false;
    }
    if !waits && !hub.is_looked_at() {
        return false;
    }
    if waits {
        complain(&format!("The program has ended. The page stays until it is closed, or Ctrl-C: {url}"));
    }
    let mut was_open = hub.is_looked_at();
    let mut closed = Duration::ZERO;
    while !is_asked() {
        if hub.is_looked_at() {
            (was_open, closed) = (true, Duration::ZERO);
        } else if was_open {
            closed += LOOK;
            if closed >= AWAY {
                return false;
            }
        }
        std::thread::park_timeout(LOOK);
    }
    true
}
