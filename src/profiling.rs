//! `--prof`: the profiler around a run, and where its results go.

use crate::cli::ProfOptions;
pub use profiler as sampling;
use profiler::Profiler;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use vm::Vm;

/// A run that is being sampled.
pub struct Session {
    profiler: Profiler,
    out: PathBuf,
}

/// Begins to sample the VM's thread, which must be the calling one.
///
/// # Errors
/// A message, when this system cannot be sampled.
pub fn start(vm: &mut Vm, options: &ProfOptions) -> Result<Session, String> {
    let profiler = Profiler::start(vm, &profiler::Options { interval: options.interval })?;
    Ok(Session { profiler, out: out_file(options) })
}

impl Session {
    /// Ends the sampling, prints the summary on standard error and writes the profile; nothing goes to /dev/null.
    ///
    /// # Errors
    /// A message, when the file cannot be written.
    pub fn finish(self, vm: &Vm) -> Result<(), String> {
        let profile = self.profiler.stop(vm);
        let mut stderr = std::io::stderr().lock();
        let color = stderr.is_terminal();
        // Nobody reads the summary if standard error is closed.
        let _ = profile.print_summary(&mut stderr, color);
        if self.out == Path::new("/dev/null") {
            return Ok(());
        }
        profile.write_cpuprofile(&self.out).map_err(|e| format!("cannot write {}: {e}", self.out.display()))?;
        let _ = writeln!(stderr, "profile written to {}", self.out.display());
        Ok(())
    }
}

/// Where the profile goes: as asked, or a file in the working folder named after the program.
fn out_file(options: &ProfOptions) -> PathBuf {
    options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.cpuprofile", options.program)))
}
