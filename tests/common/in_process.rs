//! Programs of the corpus that run in this process, so that tests can look at the VM that they leave.

use crate::common::programs::Program;
use tarsier::host::Settings;
use tarsier::host::output::Output;
use tarsier::source_file::Source;
use tarsier::{Failure, Options, thread, vm};
use tarsier_shell::globals;

/// Runs a program and looks at its VM. Whatever ends it other than its own end, or exit 0, is an error.
pub fn run<T: Send + 'static>(
    program: &Program,
    options: Options,
    look: impl FnOnce(&mut vm::Vm) -> T + Send + 'static,
) -> Result<T, String> {
    let path = std::path::PathBuf::from(&program.path);
    let run = move || {
        let source = Source::file(&path, None).map_err(|failure| format!("{failure:?}"))?;
        let output = Output::to(Box::new(std::io::sink()), Box::new(std::io::sink()));
        let settings = Settings { output, input: Box::new(std::io::empty()), ..Settings::default() };
        let mut engine = globals::engine(options, settings).map_err(|failure| format!("{failure:?}"))?;
        match engine.run(source) {
            Ok(()) | Err(Failure::Exit(0)) => Ok(look(engine.vm())),
            Err(failure) => Err(format!("{failure:?}")),
        }
    };
    thread::with_stack(16 << 20, run).map_err(|error| error.to_string())?
}

/// Whether two runs of it do the same, and it leaves the process as it is.
pub fn is_suitable(program: &Program) -> bool {
    program.code == 0
        && program.configurations.is_none()
        && program.flags.is_empty()
        && program.zone == "UTC"
        && !["node/", "web/", "limits/"].iter().any(|area| program.path.starts_with(area))
}
