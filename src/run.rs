//! One run of the command: thread, VM, watchdog, profiler around a program, and the exit code in the end.

use crate::cli::{Cli, Program, exit_code};
use crate::engine::Engine;
use crate::failure::{Failure, describe_io};
use crate::shell::Settings;
use crate::shell::output::complain;
use crate::source_file::Source;
use crate::watchdog::Watchdog;
use crate::{panics, profiling, repl, thread};
use profiler::perf_prof;
use std::io::IsTerminal;
use std::path::Path;

/// Does what the command line says; returns the exit code.
pub fn run(cli: &Cli) -> i32 {
    panics::install();
    let source = match cli.program() {
        Program::Nothing if std::io::stdin().is_terminal() => Ok(None),
        Program::Nothing | Program::StandardInput => Source::standard_input(cli.goal()).map(Some),
        Program::File(path) => Source::file(&path, cli.goal()).map(Some),
        Program::Code(code) => Ok(Some(Source::text("[eval]", code, cli.goal()))),
    };
    let source = match source {
        Ok(source) => source,
        Err(failure) => return tell(&failure),
    };
    match thread::with_stack(cli.vm_options().stack_size, || on_script_thread(cli, source)) {
        Ok(code) => code,
        Err(error) => tell(&Failure::Start(format!("no thread with such a stack: {}", describe_io(&error)))),
    }
}

fn on_script_thread(cli: &Cli, source: Option<Source>) -> i32 {
    let profiling = Some(cli.prof_settings());
    let settings = Settings {
        script_args: cli.script_args(),
        program: match cli.program() {
            Program::File(path) => Some(path),
            _ => None,
        },
        profiling,
        expose_test262: cli.expose_test262,
        ..Settings::default()
    };
    let mut engine = match Engine::with_settings(cli.vm_options(), settings) {
        Ok(engine) => engine,
        Err(failure) => return tell(&failure),
    };
    if cli.perf_prof
        && let Err(error) = perf_prof::attach(engine.vm(), Path::new("."))
    {
        return tell(&Failure::Start(format!("cannot write for perf: {}", describe_io(&error))));
    }
    if cli.profiles()
        && let Err(message) = engine.start_profiling(&cli.prof_settings().sampling)
    {
        return tell(&Failure::Start(format!("cannot profile: {message}")));
    }
    let code = match source {
        None => repl::run(&mut engine),
        Some(source) => run_program(cli, &mut engine, source),
    };
    let shell = engine.shell().clone();
    let code = match profiling::finish(engine.vm(), &shell.profiling) {
        Err(message) => tell(&Failure::File(message)),
        Ok(()) => code,
    };
    let output = engine.shell().output.clone();
    output.flush();
    let code = match output.failure() {
        // Whoever read standard output has gone: nothing to tell anybody.
        Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => code.max(exit_code::UNCAUGHT),
        Some(error) => tell(&Failure::File(format!("cannot write to standard output: {}", describe_io(&error)))),
        None => code,
    };
    // The process ends: the heap need not be freed cell by cell.
    if engine.vm().options.trace_compile {
        eprint!("{}", engine.vm().handed_back_report());
    }
    engine.vm().finish_trace();
    drop(engine.vm().listen_for_code(None));
    std::mem::forget(engine);
    code
}

fn run_program(cli: &Cli, engine: &mut Engine, source: Source) -> i32 {
    let watchdog = match cli.timeout {
        None => None,
        Some(limit) => match Watchdog::start(limit, engine.vm().terminator(), engine.shell().output.clone()) {
            Ok(watchdog) => Some(watchdog),
            Err(error) => return tell(&Failure::Start(format!("cannot make a thread for --timeout: {error}"))),
        },
    };
    let result = engine.run(source);
    let fired = watchdog.as_ref().is_some_and(Watchdog::has_fired);
    drop(watchdog);
    engine.shell().output.flush();
    match (result, cli.timeout) {
        (Ok(()), _) => 0,
        (Err(Failure::Exit(code)), _) => code,
        (Err(Failure::Terminated), Some(limit)) if fired => {
            let place = std::mem::take(&mut engine.vm().termination.place);
            tell(&Failure::TimeLimit { limit, place })
        }
        (Err(failure), _) => tell(&failure),
    }
}

/// Says on standard error what went wrong; returns the exit code.
fn tell(failure: &Failure) -> i32 {
    complain(&failure.to_string());
    failure.exit_code()
}
