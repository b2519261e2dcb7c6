//! Runs test262 on the VM: every test in a fresh VM, the tests in child processes of this same binary, so that a crash or a hang
//! of one test costs that test alone. See README.md beside the sources.

mod case;
mod child;
mod cli;
mod expected;
mod failures;
mod frontmatter;
mod modules;
mod pool;
mod printed;
mod report;
mod run;
mod suite;
mod watchdog;
mod worker;

use anyhow::Context;
use clap::Parser;
use cli::Cli;
use expected::Expected;
use report::Results;
use std::process::ExitCode;
use std::time::Instant;

/// Exit code when the failures are not the expected ones.
const DIFFERENT: u8 = 1;
/// Exit code when the run itself did not come off.
const BROKEN: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.worker {
        return worker::main(&cli);
    }
    match run(&cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(DIFFERENT),
        Err(error) => {
            eprintln!("tarsier-test262: {error:#}");
            ExitCode::from(BROKEN)
        }
    }
}

/// Whether the failures are the expected ones.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let started = Instant::now();
    let list = cli.expected_failures();
    let mut expected = Expected::read(&list)?;
    let tests = suite::load(cli)?;
    let cases = suite::cases(&tests);
    let version = suite::version(&cli.suite, cli.commit.as_deref());
    println!("{version}: {} tests, {} runs", tests.len(), cases.len());
    let outcomes = pool::run_all(&cases, cli)?;
    let results = Results::new(&tests, &cases, &outcomes);
    results.print_folders(cli.depth);
    results.print_features();
    if cli.list_failures {
        results.print_failures();
    }
    results.print_messages(cli.messages);
    results.print_slowest(cli.slowest);
    results.print_totals(started.elapsed());
    if cli.update {
        expected.update(&results, &cli.suite);
        std::fs::write(&list, expected.render(&version)).with_context(|| format!("cannot write {}", list.display()))?;
        println!("{}: {} entries, {} unexplained", list.display(), expected.len(), expected.unexplained());
        return Ok(true);
    }
    let difference = expected.compare(&results, &cli.suite);
    difference.print();
    Ok(difference.is_empty())
}
