//! The child's side: runs what comes on standard input, one request a line, in a VM of its own for each configuration.

use crate::configurations::CONFIGURATIONS;
use crate::outcome::{End, Outcome};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tarsier::gc::GcReason;
use tarsier::host::Settings;
use tarsier::host::output::Output;
use tarsier::{Failure, Options, Vm, thread};
use tarsier_shell::globals;

/// A program and the configurations, by their place in the table, that are to run it.
#[derive(Serialize, Deserialize)]
pub struct Request {
    pub text: String,
    pub configurations: Vec<usize>,
    pub limit_milliseconds: u64,
}

/// Answers one line for each configuration asked for.
pub fn main() -> ExitCode {
    no_core_files();
    std::panic::set_hook(Box::new(|info| {
        eprintln!("{}", info.to_string().replace('\n', " "));
        // Whatever profile this was built with: the parent starts another child.
        std::process::abort();
    }));
    match thread::with_stack(Options::default().stack_size, serve) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) | Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> io::Result<()> {
    let mut answers = io::stdout();
    for line in io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        for &index in &request.configurations {
            let options = CONFIGURATIONS[index].vm_options();
            let limit = Duration::from_millis(request.limit_milliseconds);
            let outcome = run(options, Settings::default().tiers, &request.text, limit)?;
            let mut answer = serde_json::to_vec(&outcome)?;
            answer.push(b'\n');
            answers.write_all(&answer)?;
            answers.flush()?;
        }
    }
    Ok(())
}

/// Runs a program on this thread, in a VM of its own.
///
/// # Errors
/// When there can be no VM, or no thread that watches it.
pub fn run(options: Options, tiers: fn(&mut Vm), text: &str, limit: Duration) -> io::Result<Outcome> {
    let printed = Printed::default();
    let output = Output::to(Box::new(printed.clone()), Box::new(io::sink()));
    let settings = Settings { output: output.clone(), input: Box::new(io::empty()), tiers, ..Settings::default() };
    let start = Instant::now();
    let mut engine = globals::engine(options, settings).map_err(|failure| io::Error::other(failure.to_string()))?;
    engine.vm().heap.keep_events(Some(1 << 20));
    let terminator = engine.vm().terminator();
    let watch = Watch::start(limit, move || terminator.terminate())?;
    let result = engine.eval("generated.js", text).and_then(|_| engine.run_event_loop());
    // The program may have caught the error; when it comes depends on what stale words on the stack keep.
    let is_full = engine.vm().heap.take_events().iter().any(|event| event.reason == GcReason::Limit);
    let end = match result {
        _ if is_full => End::OutOfMemory,
        Ok(()) => End::Good,
        Err(Failure::OutOfMemory { .. }) => End::OutOfMemory,
        Err(Failure::Terminated { .. }) if watch.has_fired() => End::TimeLimit,
        Err(failure) => End::Uncaught(failure.to_string()),
    };
    output.flush();
    let milliseconds = start.elapsed().as_millis() as u64;
    Ok(Outcome { end, output: printed.text(), milliseconds })
}

/// What a program printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A crash is an outcome like others, not worth a file of all memory.
fn no_core_files() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is valid for the call. Should it fail, core files are written, which does no harm.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const none) };
}
