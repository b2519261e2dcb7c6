//! Goes through the seeds, and writes down what differs.

use crate::Cli;
use crate::configurations::CONFIGURATIONS;
use crate::generate::{generate, source};
use crate::node;
use crate::outcome::{End, Fault, Outcome, compare, first_difference};
use crate::process::Runner;
use crate::program::Block;
use crate::shrink::shrink;
use anyhow::{Context, bail};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// So many time limits a program gets before it is said to hang.
const PATIENCE: u32 = 10;

/// What all children found.
#[derive(Default)]
struct Tally {
    run: u64,
    /// Too long or too large for the oracle.
    skipped: u64,
    /// Ended by an exception: they tested less than they should.
    uncaught: u64,
    found: u64,
    /// By configuration: programs and milliseconds.
    spent: [(u64, u64); CONFIGURATIONS.len()],
}

/// Who disagrees with the oracle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suspect {
    Configuration(usize),
    Node,
}

/// A difference.
struct Finding {
    suspect: Suspect,
    fault: Fault,
    detail: String,
}

/// Runs the programs that the options ask for; returns how many differ.
///
/// # Errors
/// When a configuration is unknown, a child cannot be started or a file cannot be written.
pub fn search(cli: &Cli) -> anyhow::Result<u64> {
    let mut chosen = vec![0];
    for name in &cli.configurations {
        match CONFIGURATIONS.iter().position(|c| c.name == name) {
            Some(index) => chosen.push(index),
            None => bail!("there is no configuration {name} (--list shows them)"),
        }
    }
    if cli.configurations.is_empty() {
        chosen.extend(1..CONFIGURATIONS.len());
    }
    chosen.dedup();
    let next = AtomicU64::new(cli.seed);
    let tally = Mutex::new(Tally::default());
    let start = Instant::now();
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..cli.jobs.max(1)).map(|_| scope.spawn(|| work(cli, &chosen, &next, &tally, start))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a thread panicked")))
    })?;
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    println!(
        "{} programs in {:.0} s: {} differ, {} were too large, {} ended by an exception",
        tally.run,
        start.elapsed().as_secs_f64(),
        tally.found,
        tally.skipped,
        tally.uncaught
    );
    for (configuration, (programs, milliseconds)) in CONFIGURATIONS.iter().zip(tally.spent) {
        if programs > 0 {
            let each = milliseconds as f64 / programs as f64;
            println!("{:12} {programs} programs, {each:.1} ms each", configuration.name);
        }
    }
    Ok(tally.found)
}

fn work(cli: &Cli, chosen: &[usize], next: &AtomicU64, tally: &Mutex<Tally>, start: Instant) -> anyhow::Result<()> {
    let mut runner = Runner::new(Duration::from_millis(cli.limit));
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= cli.seed + cli.programs {
            return Ok(());
        }
        let program = generate(seed, cli.about);
        let text = source(&program);
        let chosen = &in_turn(chosen, cli.take, seed);
        let mut outcomes = runner.run(&text, &chosen[..1])?;
        let too_large = matches!(outcomes[0].end, End::TimeLimit | End::OutOfMemory);
        if too_large {
            eprintln!("seed {seed}: too large");
        } else {
            outcomes.extend(runner.run(&text, &chosen[1..])?);
        }
        let mut finding = if too_large { None } else { find(cli, chosen, &text, &outcomes, node_of(cli, seed))? };
        if matches!(finding, Some(Finding { fault: Fault::Hang, .. })) {
            // Perhaps others had the processor.
            runner.limit *= PATIENCE;
            outcomes = runner.run(&text, chosen)?;
            runner.limit /= PATIENCE;
            finding = find(cli, chosen, &text, &outcomes, node_of(cli, seed))?;
        }
        if let Some(finding) = &finding {
            report(cli, seed, &program, finding, &mut runner)?;
        }
        let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        tally.run += 1;
        tally.found += u64::from(finding.is_some());
        tally.skipped += u64::from(too_large);
        tally.uncaught += u64::from(matches!(outcomes[0].end, End::Uncaught(_)));
        for (&index, outcome) in chosen.iter().zip(&outcomes) {
            tally.spent[index].0 += 1;
            tally.spent[index].1 += outcome.milliseconds;
        }
        if tally.run.is_multiple_of(1000) {
            eprintln!("{} programs, {:.0} s, {} differ", tally.run, start.elapsed().as_secs_f64(), tally.found);
        }
    }
}

/// The oracle, and so many of the others; those that follow each other get different ones.
fn in_turn(chosen: &[usize], take: usize, seed: u64) -> Vec<usize> {
    let others = &chosen[1..];
    let count = if take == 0 { others.len() } else { take.min(others.len()) };
    let first = if take == 0 { 0 } else { seed as usize * count };
    std::iter::once(chosen[0]).chain((first..first + count).map(|n| others[n % others.len()])).collect()
}

/// The node that this program is shown to, if it is.
fn node_of(cli: &Cli, seed: u64) -> Option<&str> {
    cli.oracle.as_deref().filter(|_| seed.is_multiple_of(cli.oracle_every.max(1)))
}

/// What is wrong with these outcomes, if anything is.
fn find(
    cli: &Cli,
    chosen: &[usize],
    text: &str,
    outcomes: &[Outcome],
    node: Option<&str>,
) -> anyhow::Result<Option<Finding>> {
    for (&index, outcome) in chosen.iter().zip(outcomes) {
        if let Some(fault) = compare(&outcomes[0], outcome, cli.limit) {
            let detail = match &outcome.end {
                End::Crash(how) => how.clone(),
                _ => first_difference(&outcomes[0], outcome),
            };
            return Ok(Some(Finding { suspect: Suspect::Configuration(index), fault, detail }));
        }
    }
    let Some(command) = node else { return Ok(None) };
    let theirs = node::run(command, text)?;
    // How an exception is reported is each engine's own affair.
    let ours = match &outcomes[0].end {
        End::Uncaught(_) => Outcome { end: End::Uncaught(String::new()), ..outcomes[0].clone() },
        _ => outcomes[0].clone(),
    };
    Ok(compare(&theirs, &ours, cli.limit).map(|fault| Finding {
        suspect: Suspect::Node,
        fault,
        detail: first_difference(&theirs, &ours),
    }))
}

/// Shrinks the program and writes it to a file.
fn report(cli: &Cli, seed: u64, program: &Block, finding: &Finding, runner: &mut Runner) -> anyhow::Result<()> {
    let who = match finding.suspect {
        Suspect::Configuration(index) => CONFIGURATIONS[index].name,
        Suspect::Node => "node",
    };
    println!("seed {seed}: {who}: {}", finding.detail);
    let asked = match finding.suspect {
        Suspect::Configuration(index) if index > 0 => vec![0, index],
        _ => vec![0],
    };
    let mut last = finding.detail.clone();
    let small = shrink(program.clone(), cli.attempts, &mut |attempt| {
        let text = source(attempt);
        // An attempt that cannot be run is not interesting.
        let outcomes = runner.run(&text, &asked).unwrap_or_default();
        if outcomes.iter().all(|o| matches!(o.end, End::Uncaught(_))) {
            return false;
        }
        match find(cli, &asked, &text, &outcomes, node_of(cli, seed)) {
            Ok(Some(found)) if found.suspect == finding.suspect && found.fault == finding.fault => {
                last = found.detail;
                true
            }
            _ => false,
        }
    });
    let options = match finding.suspect {
        Suspect::Configuration(index) => CONFIGURATIONS[index].options.join(" "),
        Suspect::Node => "--jitless".into(),
    };
    let head = format!(
        "// seed {seed}, {who}: {last}\n// tarsier --expose-vm {options} seed-{seed}.js\n// tarsier --expose-vm --jitless seed-{seed}.js\n"
    );
    fs::create_dir_all(&cli.out).with_context(|| format!("cannot make {}", cli.out.display()))?;
    let path = cli.out.join(format!("seed-{seed}.js"));
    fs::write(&path, head + &source(&small)).with_context(|| format!("cannot write {}", path.display()))?;
    println!("  {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::in_turn;

    #[test]
    fn every_configuration_has_its_turn() {
        let chosen = [0, 2, 3, 5, 7];
        assert_eq!(in_turn(&chosen, 0, 9), chosen);
        assert_eq!(in_turn(&chosen, 9, 9).len(), 5);
        let two: Vec<_> = (10..12).map(|seed| in_turn(&chosen, 2, seed)).collect();
        assert_eq!(two, [[0, 2, 3], [0, 5, 7]]);
        assert_eq!(in_turn(&chosen[..1], 3, 4), [0]);
    }
}
