//! One run of the command: thread, VM, supervisor, profiler around a program, and the exit code in the end.

use crate::cli::{Cli, Program};
use crate::ended::Ended;
use crate::exit_code;
use crate::live::{self, Server};
use crate::profiling::{self, Publisher};
use crate::supervisor::{self, Link, Reason};
use crate::{globals, panics, repl, test262, top};
use profiler::live::Hub;
use profiler::perf_prof;
use std::io::IsTerminal;
use std::path::Path;
use std::rc::Rc;
use tarsier::failure::describe_io;
use tarsier::host::Settings;
use tarsier::host::output::complain;
use tarsier::source_file::Source;
use tarsier::{Engine, Failure, thread};
use vm::Vm;

/// Does what the command line says; returns the exit code.
pub fn run(cli: &Cli) -> i32 {
    run_with(cli, jit::install)
}

/// As [`run`], with other compiled tiers.
pub fn run_with(cli: &Cli, tiers: fn(&mut Vm)) -> i32 {
    panics::install();
    let source = match cli.program() {
        Program::Nothing if std::io::stdin().is_terminal() => Ok(None),
        Program::Nothing | Program::StandardInput => Source::standard_input(cli.goal()).map(Some),
        Program::File(path) => Source::file(&path, cli.goal()).map(Some),
        Program::Code(code) => Ok(Some(Source::text("[eval]", code, cli.goal()))),
    };
    let source = match source {
        Ok(source) => source,
        Err(failure) => return tell(failure),
    };
    if let Err(message) = check_outputs(cli) {
        return tell(Failure::File(message));
    }
    let (supervisor, link) = match supervisor::prepare(source.is_none()) {
        Ok(made) => made,
        Err(error) => return tell(Failure::Start(format!("no descriptor for events: {}", describe_io(&error)))),
    };
    let work = move || {
        let link = link;
        on_script_thread(cli, tiers, source, &link)
    };
    let done = thread::with_stack_beside(cli.vm_options().stack_size, work, || supervisor.supervise());
    supervisor.die_of_signal();
    match done {
        Ok(code) => code,
        Err(error) => tell(Failure::Start(format!("no thread with such a stack: {}", describe_io(&error)))),
    }
}

/// Whether what the run is to write can be written.
fn check_outputs(cli: &Cli) -> Result<(), String> {
    if cli.profiles() {
        let (settings, name) = (cli.prof_settings(), cli.prof_settings().sampling.program);
        if !settings.is_quiet {
            settings.check_format(cli.traced_calls().is_some())?;
            let out = settings.out.clone().unwrap_or_else(|| settings.file(&name));
            profiling::check_writable(&out)?;
            if let Some((path, _)) = &settings.calls {
                profiling::check_writable(path)?;
                if *path == out {
                    return Err(format!("{} cannot hold both the profile and the calls", path.display()));
                }
            }
        }
        if let Some(path) = settings.advice.as_ref().and_then(|wanted| wanted.file()) {
            profiling::check_writable(path)?;
        }
    }
    match cli.vm_options().trace_json {
        Some(path) if path != Path::new("-") => profiling::check_writable(&path),
        _ => Ok(()),
    }
}

fn on_script_thread(cli: &Cli, tiers: fn(&mut Vm), source: Option<Source>, link: &Link) -> i32 {
    let publisher = Rc::new(Publisher::new(cli.prof_settings()));
    let settings = Settings {
        script_args: cli.script_args(),
        program: match cli.program() {
            Program::File(path) => Some(path),
            _ => None,
        },
        profiles: Some(publisher.clone()),
        source_maps: !cli.no_source_maps,
        tiers,
        ..Settings::default()
    };
    let mut options = cli.vm_options();
    if let (Some(traced), Some(wanted)) = (&mut options.trace_calls, cli.traced_calls()) {
        match wanted.events() {
            Ok(events) => traced.events = events,
            Err(message) => return tell(Failure::Start(message)),
        }
    }
    let mut engine = match globals::engine(options, settings) {
        Ok(engine) => engine,
        Err(failure) => return tell(failure),
    };
    if cli.expose_test262 && test262::expose(&mut engine).is_err() {
        return tell(globals::too_small());
    }
    if cli.perf_prof
        && let Err(error) = perf_prof::attach(engine.vm(), Path::new("."))
    {
        return tell(Failure::Start(format!("cannot write for perf: {}", describe_io(&error))));
    }
    let live = match cli.live() {
        Some(port) => match open_page(&mut engine, port) {
            Ok(server) => Some(server),
            Err(message) => return tell(Failure::Start(message)),
        },
        None => None,
    };
    if let Some(server) = live.as_ref().filter(|_| cli.live_wait()) {
        live::wait_for_page(&server.hub);
    }
    if cli.profiles()
        && let Err(message) = engine.start_profiling(&cli.prof_settings().sampling)
    {
        return tell(Failure::Start(format!("cannot profile: {message}")));
    }
    link.watch(&mut engine, &publisher, cli.timeout.filter(|_| source.is_some()));
    let (code, ended) = match source {
        None => {
            supervisor::remember_terminal();
            (repl::run(&mut engine), String::new())
        }
        Some(source) => run_program(&mut engine, source, link),
    };
    link.ended(engine.vm());
    let host = engine.host().clone();
    let profile = host.profiling.end(engine.vm(), ended);
    let code = match profile.map_or(Ok(()), |profile| publisher.finish(&profile)) {
        Err(message) => tell(Failure::File(message)),
        Ok(()) => code,
    };
    let output = host.output.clone();
    output.flush();
    if let Some(server) = &live
        && live::stay(&server.hub, &server.url, engine.vm())
    {
        link.forget_signal();
    }
    top::detach_all(&host.profiling);
    let code = match output.failure() {
        // Whoever read standard output has gone: nothing to tell anybody.
        Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => code.max(exit_code::UNCAUGHT),
        Some(error) => tell(Failure::File(format!("cannot write to standard output: {}", describe_io(&error)))),
        None => code,
    };
    // The process ends: the heap need not be freed cell by cell.
    if engine.vm().options.trace_compile {
        complain(engine.vm().handed_back_report().trim_end());
    }
    engine.vm().finish_trace();
    drop(engine.vm().listen_for_code(None));
    std::mem::forget(engine);
    code
}

/// `--live`: the page, whose address is told on standard error.
fn open_page(engine: &mut Engine, port: u16) -> Result<Server, String> {
    let terminator = engine.vm().terminator();
    let hub = engine.host().profiling.hub_or(|| Hub::new(terminator, std::thread::current(), true));
    let server = Server::start(port, hub)?;
    complain(&format!("tarsier: live at {}", server.url));
    Ok(server)
}

/// Exit code, and how the run ended, if not well.
fn run_program(engine: &mut Engine, source: Source, link: &Link) -> (i32, String) {
    let result = engine.run(source);
    let reason = link.ended(engine.vm());
    engine.host().output.flush();
    let ended = match (result, reason) {
        (Ok(()), _) => return (0, String::new()),
        (Err(Failure::Exit(code)), _) => return (code, String::new()),
        (Err(Failure::Terminated { place }), Some(Reason::TimeLimit(limit))) => Ended::TimeLimit { limit, place },
        // Whoever sent it knows; the process ends by it.
        (Err(Failure::Terminated { .. }), Some(Reason::Signal(signal))) => {
            return (128 + signal, format!("ended by signal {signal}"));
        }
        (Err(failure), _) => failure.into(),
    };
    let in_short = ended.in_short();
    (tell(ended), in_short)
}

/// Says on standard error what went wrong; returns the exit code.
fn tell(ended: impl Into<Ended>) -> i32 {
    let ended = ended.into();
    complain(&ended.to_string());
    ended.exit_code()
}
