//! `tarsier compare`: runs two versions of a program, or a program in two ways, and tells whether the second is faster, by how much, and why.
//!
//! ```text
//! options     the command line
//! version     a program in an engine with options, and its command
//! process     one process from start to end                      (benches, too)
//! session     warm-up, rounds, when to stop
//! outputs     whether both print the same
//! trace       what the optimizing compiler decided
//! recorded    versions that are native profiles
//! baseline    a version kept in a file
//! progress, interrupts
//! ```
//!
//! What the figures mean is the profiler's: `profiler::compare` and `profiler::statistics`.

mod baseline;
pub mod interrupts;
pub mod options;
mod outputs;
pub mod process;
mod progress;
mod recorded;
mod session;
mod trace;
mod version;

use crate::document::Document;
use crate::exit_code;
use baseline::Baseline;
use options::{Compare, StandardOutput, Task};
use profiler::compare::{Comparison, Conditions, Side};
use session::{Outcome, Plan, Session, Stop};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tarsier::failure::describe_io;
use tarsier::host::output::complain;
use version::{Version, gives, names};

/// Both versions as they were measured, and what is to be told of them.
struct Measurement {
    a: Side,
    b: Side,
    conditions: Conditions,
    stop: Option<Stop>,
}

/// Does what the command line says; returns the exit code.
pub fn run(compare: &Compare) -> i32 {
    match compared(compare) {
        Ok(code) => code,
        Err(message) => {
            complain(&format!("tarsier: {message}"));
            exit_code::USAGE
        }
    }
}

fn compared(compare: &Compare) -> Result<i32, String> {
    let task = compare.task()?;
    for path in compare.out.iter().chain(&compare.save) {
        crate::profiling::check_writable(path)?;
    }
    let measurement = match &task {
        Task::Recorded(a, b) => {
            let (a, b) = (recorded::side(a)?, recorded::side(b)?);
            let mut conditions = Conditions::default();
            if a.runs.len().min(b.runs.len()) < profiler::statistics::bootstrap::LEAST {
                conditions
                    .notes
                    .push("of so few recorded runs differences can be told, but not whether they are chance".into());
            }
            Some(Measurement { a, b, conditions, stop: None })
        }
        Task::Programs(a, b) => Some(measure(compare, Some(a), b)?),
        Task::One(program) => match &compare.baseline {
            Some(_) => Some(measure(compare, None, program)?),
            None => return save_alone(compare, program),
        },
    };
    let Some(Measurement { a, b, conditions, stop }) = measurement else { return Ok(0) };
    let told = stop.as_ref().map(|stop| match stop {
        Stop::Interrupted => ("interrupted".to_owned(), exit_code::UNCAUGHT),
        Stop::Failed(message, code) => (message.clone(), *code),
    });
    if let Some((message, _)) = &told {
        complain(&format!("tarsier: {message}"));
    }
    let mut gated = false;
    if !a.runs.is_empty() && !b.runs.is_empty() {
        let comparison = Comparison::new(&a, &b, &conditions);
        publish(compare, &comparison, &a, &b)?;
        gated = gate(compare, &comparison);
    }
    if stop == Some(Stop::Interrupted) {
        interrupts::die_of_signal();
    }
    Ok(match told {
        Some((_, code)) => code,
        None if gated => exit_code::GATE,
        None => 0,
    })
}

/// Measures the second version, and the first unless a baseline holds it.
fn measure(compare: &Compare, a: Option<&Path>, b: &Path) -> Result<Measurement, String> {
    let kept = compare.baseline.as_deref().map(Baseline::read).transpose()?;
    let (mut first, mut second) = (
        version(compare.engine_a.as_deref(), compare.a.as_ref(), a.unwrap_or(b), &compare.arguments)?,
        version(compare.engine_b.as_deref(), compare.b.as_ref(), b, &compare.arguments)?,
    );
    (first.name, second.name) = names(&first, &second);
    if kept.is_some() {
        second.name = b.display().to_string();
    }
    let mut notes = Vec::new();
    if let Some(kept) = &kept {
        notes.extend(check_baseline(compare, kept)?);
    }
    let profiled =
        profiled(compare, &[&first, &second], &mut notes)? && kept.as_ref().is_none_or(|kept| kept.interval_us > 0);
    let interval = kept.as_ref().filter(|_| profiled).map(|kept| Duration::from_micros(kept.interval_us));
    let plan = Plan { options: compare, a: kept.is_none().then_some(first), b: second, profiled, interval };
    let outcome = session(plan, kept.as_ref().map(|kept| &kept.side))?;
    if let Some(path) = compare.save.as_deref().filter(|_| !outcome.b.runs.is_empty()) {
        keep(compare, &outcome, profiled).write(path)?;
    }
    let Outcome { a, b, mut conditions, stop, .. } = outcome;
    notes.append(&mut conditions.notes);
    conditions.notes = notes;
    let a = match kept {
        Some(Baseline { mut side, .. }) => {
            side.name = format!("the baseline ({})", side.name);
            side
        }
        None => a,
    };
    Ok(Measurement { a, b, conditions, stop })
}

/// Whether what a baseline holds may be compared with what is measured here; what is to be told of it.
fn check_baseline(compare: &Compare, kept: &Baseline) -> Result<Vec<String>, String> {
    let mut notes = vec!["the two versions were not measured in alternation: what else changed on the machine in between is in the difference".into()];
    if let Some(foreign) = kept.foreign() {
        if !compare.any_machine {
            return Err(format!("{foreign}; --any-machine compares nevertheless"));
        }
        notes.push(foreign);
    }
    let metric = compare.metric.as_ref().map_or("", |metric| metric.as_str());
    if kept.metric != metric {
        return Err(format!("the baseline was measured with --metric='{}'", kept.metric));
    }
    let words =
        |words: &[std::ffi::OsString]| words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    if kept.arguments != words(&compare.arguments) {
        notes.push(format!("the baseline's program had other arguments: {}", shell_words::join(&kept.arguments)));
    }
    Ok(notes)
}

/// Measures one version, to keep it.
fn save_alone(compare: &Compare, program: &Path) -> Result<i32, String> {
    if compare.gate.is_some() || compare.gate_structure {
        return Err("there is nothing to gate without a second version".into());
    }
    let Some(path) = &compare.save else { return Ok(0) };
    let mut only = version(compare.engine_b.as_deref(), compare.b.as_ref(), program, &compare.arguments)?;
    only.name = program.display().to_string();
    let mut notes = Vec::new();
    let profiled = profiled(compare, &[&only], &mut notes)?;
    let plan = Plan { options: compare, a: None, b: only, profiled, interval: None };
    let outcome = session(plan, None)?;
    let runs = outcome.b.runs.len();
    if runs > 0 {
        keep(compare, &outcome, profiled).write(path)?;
    }
    let kept =
        if runs > 0 { format!("{runs} processes kept in {}", path.display()) } else { "nothing was measured".into() };
    match outcome.stop {
        None => {
            complain(&kept);
            Ok(0)
        }
        Some(Stop::Failed(message, code)) => {
            complain(&format!("tarsier: {message}; {kept}"));
            Ok(code)
        }
        Some(Stop::Interrupted) => {
            complain(&format!("tarsier: interrupted; {kept}"));
            interrupts::die_of_signal();
            Ok(exit_code::UNCAUGHT)
        }
    }
}

fn session(plan: Plan, against: Option<&Side>) -> Result<Outcome, String> {
    interrupts::watch();
    interrupts::randomize_layout();
    let mut outcome = Session::new(plan)?.run(against);
    if interrupts::is_layout_random() == Some(false) {
        outcome.conditions.notes.push(
            "this system does not randomize addresses: how code and data happen to lie is the same in all processes"
                .into(),
        );
    }
    Ok(outcome)
}

fn keep(compare: &Compare, outcome: &Outcome, profiled: bool) -> Baseline {
    let words = |words: &[std::ffi::OsString]| words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut baseline = Baseline::new(outcome.b.clone(), if profiled { outcome.interval.as_micros() as u64 } else { 0 });
    baseline.options = compare.b.as_ref().map_or_else(Vec::new, |options| words(&options.0));
    baseline.arguments = words(&compare.arguments);
    baseline.metric = compare.metric.as_ref().map_or_else(String::new, |metric| metric.as_str().to_owned());
    baseline.lower_is_better = compare.lower_is_better;
    baseline
}

fn version(
    engine: Option<&Path>,
    options: Option<&options::Words>,
    program: &Path,
    arguments: &[std::ffi::OsString],
) -> Result<Version, String> {
    let told = |error: io::Error| format!("cannot read {}: {}", program.display(), describe_io(&error));
    let is_file = std::fs::metadata(program).map_err(told)?.is_file();
    if !is_file {
        return Err(format!("cannot read {}: not a file", program.display()));
    }
    let engine = match engine {
        Some(path) => path.to_owned(),
        None => {
            std::env::current_exe().map_err(|error| format!("cannot find this program: {}", describe_io(&error)))?
        }
    };
    let options = options.map_or_else(Vec::new, |words| words.0.clone());
    Ok(Version { name: String::new(), engine, options, program: program.to_owned(), arguments: arguments.to_vec() })
}

/// Whether processes are sampled: all versions' or none's.
fn profiled(compare: &Compare, versions: &[&Version], notes: &mut Vec<String>) -> Result<bool, String> {
    let mut profiled = !compare.no_profile;
    for version in versions {
        if let Some(option) =
            ["--prof", "--prof-out", "--prof-format", "--prof-interval", "--prof-clock", "--trace-json"]
                .iter()
                .find(|o| gives(&version.options, o))
        {
            return Err(format!("the versions are sampled and traced as it is: leave out {option}"));
        }
        if profiled && !version.is_tarsier()? {
            notes.push(format!("{} is no Tarsier, so that only times are known", version.engine.display()));
            profiled = false;
        }
    }
    Ok(profiled)
}

/// Writes the result to wherever it is wanted.
fn publish(compare: &Compare, comparison: &Comparison, a: &Side, b: &Side) -> Result<(), String> {
    let stdout = io::stdout().lock();
    let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut stdout = BufWriter::new(stdout);
    let written = match compare.format {
        StandardOutput::Text => comparison.print(&mut stdout, color),
        StandardOutput::Markdown => comparison.write_markdown(&mut stdout),
        StandardOutput::Json => write_json(comparison, &mut stdout),
    };
    match written.and_then(|()| stdout.flush()) {
        // Whoever read it has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        result => result.map_err(|error| format!("cannot write to standard output: {}", describe_io(&error)))?,
    }
    compare.out.iter().try_for_each(|path| {
        write_file(comparison, a, b, path)
            .map_err(|error| format!("cannot write {}: {}", path.display(), describe_io(&error)))
    })
}

fn write_file(comparison: &Comparison, a: &Side, b: &Side, path: &PathBuf) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    match Document::of(path) {
        Some(Document::Markdown) => comparison.write_markdown(&mut out),
        Some(Document::Json) => write_json(comparison, &mut out),
        Some(Document::Html) => comparison.write_html(a, b, &mut out),
        Some(Document::Svg) => comparison.write_svg(a, b, &mut out),
        Some(Document::Text) | None => comparison.print(&mut out, false),
    }?;
    out.flush()
}

fn write_json(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, comparison).map_err(io::Error::from)?;
    writeln!(out)
}

/// Whether a gate is closed; says why on standard error.
fn gate(compare: &Compare, comparison: &Comparison) -> bool {
    let mut closed = false;
    if let Some(share) = compare.gate.filter(|&share| comparison.is_regression(share)) {
        complain(&format!("tarsier: gate: worse by more than {} %: {}", share * 100.0, comparison.headline()));
        closed = true;
    }
    if compare.gate_structure {
        for finding in comparison.gating_findings() {
            let place = format!("{} {}:{}", finding.function, finding.file, finding.line);
            complain(&format!("tarsier: gate: {place}: {}", finding.text));
            closed = true;
        }
    }
    closed
}
