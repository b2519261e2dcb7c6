//! `tarsier top PID`: looks at a program that runs already, as top looks at processes.
//!
//! ```text
//! target    which process that is, and whether it may be sent the signal
//! folder    where sockets lie: a folder of the user's alone
//! attach    the program's side: a socket, once the signal came, and pieces to whoever connects
//! client    this side of the socket
//! model     times by function, now and since the beginning
//! batch     as text, a number of times
//! screen    on a terminal; keys: what is typed there
//! ```
//!
//! Every program has a handler of [`SIGNAL`]; nothing else is there before the signal comes, and nothing is left when the last client has gone.

mod attach;
mod batch;
mod client;
mod folder;
mod keys;
mod model;
mod screen;
mod target;

pub use attach::{attach, detach_all};

use crate::cli::parse_seconds;
use crate::exit_code;
use clap::{Parser, ValueEnum};
use std::io::IsTerminal;
use std::time::Duration;
use tarsier::host::output::complain;

/// What a program hears when somebody wants to attach. It does nothing by itself: its handler wakes the supervising thread, which opens the socket.
pub const SIGNAL: i32 = libc::SIGUSR1;

/// What comes first, in both directions.
const GREETING: &str = "tarsier top 1\n";

/// `tarsier top`: what runs in a process, and where its time goes.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "tarsier top",
    bin_name = "tarsier top",
    about = "Attaches to a running tarsier of yours, and shows where its time goes",
    after_help = "The program need not have been prepared. It is sampled (every millisecond) from attaching to leaving, and runs on as before then.\n\
                  Keys: q quits, h helps. Exit codes: 0; 2 no such process, not yours, or not a tarsier that runs a program.",
    max_term_width = 120
)]
pub struct Top {
    /// The process
    #[arg(value_name = "PID")]
    pid: i32,

    /// Write text instead of taking the terminal
    #[arg(short, long)]
    batch: bool,

    /// With --batch: so many times (without end, otherwise)
    #[arg(short = 'n', long, value_name = "N", requires = "batch")]
    iterations: Option<u64>,

    /// Time between two pictures, which is also what "now" is
    #[arg(short, long, value_name = "SECONDS", default_value = "1", value_parser = parse_delay)]
    delay: Duration,

    /// What the first rows have most of
    #[arg(short, long, value_enum, default_value = "self")]
    sort: Order,

    /// Only functions whose name or file has this in it
    #[arg(short, long, value_name = "TEXT", default_value = "")]
    filter: String,
}

/// What rows are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    #[value(name = "self")]
    Own,
    Total,
    /// Self time since the beginning.
    All,
    Deopts,
    Misses,
    Name,
}

impl Order {
    const EACH: [Order; 6] = [Order::Own, Order::Total, Order::All, Order::Deopts, Order::Misses, Order::Name];

    fn name(self) -> &'static str {
        match self {
            Order::Own => "self",
            Order::Total => "total",
            Order::All => "self since the start",
            Order::Deopts => "deopts",
            Order::Misses => "misses",
            Order::Name => "name",
        }
    }

    fn next(self) -> Order {
        let at = Order::EACH.iter().position(|order| *order == self).unwrap_or(0);
        Order::EACH[(at + 1) % Order::EACH.len()]
    }
}

fn parse_delay(text: &str) -> Result<Duration, String> {
    let time = parse_seconds(text)?;
    let range = Duration::from_millis(250)..=Duration::from_secs(60);
    if range.contains(&time) { Ok(time) } else { Err(format!("'{text}' is not from 0.25 to 60 seconds")) }
}

/// Runs the command; returns the exit code.
pub fn run(top: &Top) -> i32 {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !is_terminal && !top.batch {
        complain("tarsier: top needs a terminal; --batch writes text");
        return exit_code::USAGE;
    }
    let result = target::check(top.pid)
        .and_then(|target| client::Client::attach(&target))
        .and_then(|client| if top.batch { batch::run(top, client) } else { screen::run(top, client) });
    match result {
        Ok(()) => 0,
        Err(message) => {
            complain(&format!("tarsier: {message}"));
            exit_code::USAGE
        }
    }
}
