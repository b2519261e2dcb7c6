//! The child's side: reads one test a line from standard input, answers one outcome a line on standard output.

use crate::case::Case;
use crate::cli::Cli;
use crate::run::Runner;
use crate::watchdog::Watchdog;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use vm::options::Options;

/// Address space of the stack that tests run on, in bytes: parsers recurse as deep as a test is nested.
const STACK: usize = 1 << 30;
/// A test's heap, in bytes.
const HEAP: usize = 256 << 20;

/// Runs tests until standard input ends.
pub fn main(cli: &Cli) -> ExitCode {
    no_core_files();
    std::panic::set_hook(Box::new(|info| {
        let message = info.payload_as_str().unwrap_or("panic").replace('\n', " ");
        let place = info.location().map(|l| format!(" ({}:{}:{})", l.file(), l.line(), l.column())).unwrap_or_default();
        eprintln!("panic: {message}{place}");
        // Whatever profile this was built with: the parent starts another child.
        std::process::abort();
    }));
    let default = Options::default();
    let options = Options {
        max_heap: HEAP,
        gc_stress: cli.gc_stress,
        tier: cli.tier(),
        baseline_threshold: cli.baseline_threshold.unwrap_or(default.baseline_threshold),
        optimizer_threshold: cli.optimizer_threshold.unwrap_or(default.optimizer_threshold),
        regexp_threshold: cli.regexp_threshold.unwrap_or(default.regexp_threshold),
        compile_sync: cli.optimizer_threshold.is_some() || cli.regexp_threshold.is_some(),
        deopt_every: cli.deopt_every,
        ..default
    };
    let (suite, limit) = (cli.suite.clone(), cli.limit());
    let work = move || -> io::Result<()> {
        let suite = suite.canonicalize()?;
        serve(Runner::new(suite, options, limit, Watchdog::start()?))
    };
    let thread = std::thread::Builder::new().name("tests".into()).stack_size(STACK).spawn(work);
    let result = thread.and_then(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("panic"))));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(mut runner: Runner) -> io::Result<()> {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let case: Case = serde_json::from_str(&line?)?;
        let outcome = runner.run(&case);
        let mut answer = serde_json::to_vec(&outcome)?;
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
    }
    Ok(())
}

/// A crash is an outcome like others, not worth a file of all memory.
fn no_core_files() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is valid for the call. Should it fail, core files are written, which does no harm.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const none) };
}
