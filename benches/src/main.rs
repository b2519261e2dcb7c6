//! `benches`: runs Octane, SunSpider, programs over the standard library, npm packages or an empty file on several engines side by side and prints
//! the ratio between the first engine and each of the others, with its spread; or measures what sampling costs. See README.md.

mod compare;
mod engines;
mod interrupts;
mod output;
mod overhead;
mod process;
mod protocol;
mod session;
mod suite;

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use tarsier::profiler::statistics::spread as stats;

use crate::engines::{Engine, Hosts};
use crate::session::{Plan, Session};
use crate::suite::Suite;

/// Runs benchmark suites on several JavaScript engines in alternation and compares the first
/// engine, the reference, with each of the others
#[derive(Debug, Parser)]
#[command(version, after_help = presets())]
struct Arguments {
    /// What to run
    #[arg(long)]
    suite: Suite,
    /// The folder with the suite's programs, which are not part of this repository
    #[arg(long)]
    dir: Option<PathBuf>,
    /// A preset, or NAME=COMMAND (see below); may be repeated, the first is the reference
    #[arg(long = "engine", value_name = "NAME[=COMMAND]")]
    engines: Vec<String>,
    /// How often to run everything [default: octane 3, sunspider 5, library 5, packages 3, startup 20; overhead: pairs of blocks, 220]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Run these programs only, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "PROGRAMS")]
    only: Vec<String>,
    /// Write every single figure to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Kill a process after this many seconds; its program then counts as timed out
    #[arg(long, default_value_t = 300, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Shuffle the order of running from this seed [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Of the overhead suite: this script, which defines a function work(), instead of Octane's richards (or the one that --only names)
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Of the overhead suite: mean time between two samples, such as 1ms or 100us
    #[arg(long, default_value = "1ms", value_parser = interval)]
    interval: Duration,
    /// Of the overhead suite: milliseconds of a block
    #[arg(long, default_value_t = 30, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    block: u64,
    /// Of the overhead suite: the highest tier
    #[arg(long, default_value = "opt", value_parser = ["interp", "baseline", "opt"])]
    tier: String,
    /// Don't tell on standard error what is being run
    #[arg(long)]
    quiet: bool,
}

/// A number of milliseconds or microseconds with its unit.
fn interval(text: &str) -> Result<Duration, String> {
    let (digits, microseconds) = match (text.strip_suffix("ms"), text.strip_suffix("us")) {
        (Some(digits), _) => (digits, 1000.0),
        (_, Some(digits)) => (digits, 1.0),
        _ => return Err("write 1ms or 100us".to_owned()),
    };
    match digits.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1e9 => Ok(Duration::from_nanos((number * microseconds * 1e3) as u64)),
        _ => Err(format!("`{digits}` is no number")),
    }
}

fn measure_overhead(arguments: Arguments) -> Result<bool> {
    if arguments.only.len() > 1 {
        bail!("the overhead suite runs one program");
    }
    let quiet = arguments.quiet;
    let plan = overhead::Plan {
        folder: arguments.dir,
        program: arguments.only.first().map_or("richards", String::as_str).to_owned(),
        script: arguments.script,
        pairs: arguments.rounds.map_or(arguments.suite.default_rounds(), |rounds| rounds as usize),
        block: Duration::from_millis(arguments.block),
        interval: arguments.interval,
        tier: match arguments.tier.as_str() {
            "interp" => tarsier::Tier::Interpreter,
            "baseline" => tarsier::Tier::Baseline,
            _ => tarsier::Tier::Optimizer,
        },
        seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..)),
    };
    let figures = overhead::measure(plan, move |line| {
        if !quiet {
            eprintln!("{line}");
        }
    })?;
    if let Some(path) = arguments.json {
        let text = serde_json::to_string_pretty(&figures)?;
        std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    print!("{}", overhead::text(&figures));
    Ok(true)
}

fn presets() -> String {
    let mut text = String::from("Presets:\n");
    for (name, template, description) in engines::PRESETS {
        text.push_str(&format!("  {name:<15} {template:<55} {description}\n"));
    }
    text.push_str(
        "\nIn a COMMAND, leading NAME=VALUE words set environment variables; {script} is the script \
         (appended if\nabsent), {node} and {quickjs} the runner's host scripts, {tarsier} the release \
         build beside this program.",
    );
    text
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// True when the reference engine ran everything.
fn run(arguments: Arguments) -> Result<bool> {
    if arguments.suite == Suite::Overhead {
        return measure_overhead(arguments);
    }
    if arguments.engines.is_empty() {
        bail!("this suite needs --engine, at least once");
    }
    let folder = tempfile::Builder::new().prefix("benches-").tempdir().context("making a temporary folder")?;
    let engines = arguments.engines.iter().map(|engine| Engine::parse(engine)).collect::<Result<Vec<_>>>()?;
    let mut names = HashSet::new();
    if let Some(twice) = engines.iter().find(|engine| !names.insert(&engine.name)) {
        bail!("two engines are called `{}`", twice.name);
    }
    let suite = arguments.suite;
    let plan = Plan {
        suite,
        programs: suite.programs(arguments.dir.as_deref(), &arguments.only, folder.path())?,
        engines,
        rounds: arguments.rounds.map_or(suite.default_rounds(), |rounds| rounds as usize),
        timeout: Duration::from_secs(arguments.timeout),
        seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..)),
    };
    // Opened first: an hour of measuring should not end with a file that can't be written.
    let json = arguments
        .json
        .map(|path| std::fs::File::create(&path).with_context(|| format!("writing {}", path.display())))
        .transpose()?;

    let hosts = Hosts::write(folder.path())?;
    let session = Session::run(plan, &hosts, folder.path(), |line| {
        if !arguments.quiet {
            eprintln!("{line}");
        }
    })?;
    let tables = compare::tables(&session);
    if let Some(mut file) = json {
        let text = output::json(&session, &tables)?;
        file.write_all(text.as_bytes()).context("writing the JSON")?;
    }
    std::io::stdout().write_all(output::text(&session, &tables).as_bytes()).context("writing the tables")?;
    Ok(session.reference_is_sound())
}
