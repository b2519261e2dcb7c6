//! How far `tarsier compare` can be trusted: how often it takes chance for a change, how often it finds a change that was planted, and what it says
//! of the twelve programs that JITProf's authors changed. See README.md.

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Measures how often `tarsier compare` is right
#[derive(Debug, Parser)]
struct Arguments {
    /// The command that is looked at
    #[arg(long, global = true, default_value = "target/release/tarsier")]
    tarsier: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Programs against themselves: whatever is found is a false alarm
    Alarms {
        /// Comparisons, the programs in turn
        #[arg(long, default_value_t = 300)]
        times: usize,
        /// Of each
        #[arg(long, default_value = "5s")]
        budget: String,
        #[arg(long, default_value = "benches/programs/compare")]
        dir: PathBuf,
    },
    /// One function of planted.js takes more: it should be found, and blamed
    Power {
        #[arg(long, default_value_t = 20)]
        times: usize,
        /// What is planted, in percent of the whole
        #[arg(long, default_value_t = 2.0)]
        percent: f64,
        /// Processes of each version
        #[arg(long, conflicts_with = "budget")]
        runs: Option<u32>,
        /// Or the time of a comparison
        #[arg(long)]
        budget: Option<String>,
        #[arg(long, default_value = "benches/programs/compare/planted.js")]
        program: PathBuf,
    },
    /// The patterns of JITProf's Table 3, unfriendly against friendly: a table
    Evaluation {
        /// Processes of each version
        #[arg(long, default_value_t = 20)]
        runs: u32,
        /// These only, separated by commas
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        #[arg(long, default_value = "tests/jitprof/evaluation")]
        dir: PathBuf,
    },
}

/// The function of planted.js that takes more, its part of the program's time, and its iterations.
const PLANTED: &str = "third";
const PART: f64 = 0.2;
const ITERATIONS: f64 = 160_000.0;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("trust: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool> {
    match &arguments.what {
        What::Alarms { times, budget, dir } => alarms(&arguments.tarsier, *times, budget, dir),
        What::Power { times, percent, runs, budget, program } => {
            let limit = match (runs, budget) {
                (Some(runs), _) => format!("--runs={runs}"),
                (None, Some(budget)) => format!("--budget={budget}"),
                (None, None) => "--runs=30".into(),
            };
            power(&arguments.tarsier, *times, *percent, &limit, program)
        }
        What::Evaluation { runs, only, dir } => evaluation(&arguments.tarsier, *runs, only, dir),
    }
}

/// A comparison as JSON.
fn compare(tarsier: &Path, limit: &str, a: &Path, b: &Path) -> Result<Value> {
    let output = Command::new(tarsier)
        .args(["compare", "--format=json", "--quiet", limit])
        .args([a, b])
        .output()
        .with_context(|| format!("running {}", tarsier.display()))?;
    if !output.status.success() {
        bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The functions that are said to have changed.
fn found(comparison: &Value) -> Vec<String> {
    let rows = comparison["functions"]["rows"].as_array().map_or(&[][..], Vec::as_slice);
    let name = |row: &Value| row["b"]["name"].as_str().or(row["a"]["name"].as_str()).unwrap_or("?").to_owned();
    rows.iter().filter(|row| row["is_significant"] == true).map(name).collect()
}

/// How far the functions' differences are from adding up to the whole's, and whether that is within its interval.
fn adds_up(comparison: &Value) -> (f64, bool) {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let total = &comparison["total"];
    let sum = number(&comparison["functions"]["sum_ms"]);
    let interval = &total["interval_ms"];
    let within = interval.is_null() || (number(&interval["low"])..=number(&interval["high"])).contains(&sum);
    ((sum - number(&total["delta_ms"])).abs(), within)
}

fn programs(dir: &Path, is_one: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(dir)
        .with_context(|| format!("reading {}", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&is_one))
        .collect();
    programs.sort();
    if programs.is_empty() { bail!("{} has no programs", dir.display()) } else { Ok(programs) }
}

fn alarms(tarsier: &Path, times: usize, budget: &str, dir: &Path) -> Result<bool> {
    let programs = programs(dir, |name| name.ends_with(".js") && name != "planted.js")?;
    let (mut alarms, mut wholes, mut uneven) = (0, 0, 0);
    for i in 0..times {
        let program = &programs[i % programs.len()];
        let comparison = compare(tarsier, &format!("--budget={budget}"), program, program)?;
        let functions = found(&comparison);
        let whole = comparison["verdict"] == "faster" || comparison["verdict"] == "slower";
        if whole || !functions.is_empty() {
            alarms += 1;
            wholes += usize::from(whole);
            let what = if functions.is_empty() { "the whole".into() } else { functions.join(", ") };
            println!("  alarm {} in {}: {what}: {}", i + 1, program.display(), comparison["measures"][0]["ratio"]);
        }
        uneven += usize::from(!adds_up(&comparison).1);
    }
    let share = alarms as f64 * 100.0 / times as f64;
    println!(
        "{alarms} of {times} comparisons of a program with itself gave an alarm ({share:.1} %), {wholes} of them for the whole; in {uneven} the functions \
         did not add up"
    );
    Ok(share <= 5.0 && uneven == 0)
}

fn power(tarsier: &Path, times: usize, percent: f64, limit: &str, program: &Path) -> Result<bool> {
    let text = std::fs::read_to_string(program).with_context(|| format!("reading {}", program.display()))?;
    let extra = (percent / 100.0 / PART * ITERATIONS).round();
    let slower = text.replace("const EXTRA = 0;", &format!("const EXTRA = {extra};"));
    if slower == text {
        bail!("{} has nowhere to plant", program.display());
    }
    let folder = tempfile::tempdir()?;
    let planted = folder.path().join("planted-more.js");
    std::fs::write(&planted, slower)?;
    let (mut right, mut whole, mut uneven) = (0, 0, 0);
    let mut ratios = Vec::new();
    for i in 0..times {
        let comparison = compare(tarsier, limit, program, &planted)?;
        let functions = found(&comparison);
        let ratio = comparison["measures"][0]["ratio"].as_f64().unwrap_or(f64::NAN);
        ratios.push(ratio);
        right += usize::from(functions.iter().any(|name| name == PLANTED));
        whole += usize::from(comparison["verdict"] == "slower");
        uneven += usize::from(!adds_up(&comparison).1);
        let (verdict, interval) = (&comparison["verdict"], &comparison["measures"][0]["interval"]);
        println!(
            "  {}: {verdict}, ratio {ratio:.4} ({interval}), {} processes, blamed: {}",
            i + 1,
            comparison["b"]["processes"],
            functions.join(", ")
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "{right} of {times} found a planted {percent} % in {PLANTED}, {whole} in the whole, too ({limit}; median ratio {:.4}); in {uneven} the functions did not add up",
        ratios.get(times / 2).copied().unwrap_or(f64::NAN)
    );
    Ok(right * 10 >= times * 9 && uneven == 0)
}

fn evaluation(tarsier: &Path, runs: u32, only: &[String], dir: &Path) -> Result<bool> {
    let unfriendly = programs(dir, |name| name.ends_with(".unfriendly.js"))?;
    println!("| pattern of | unfriendly | friendly | gain | 95 % interval |\n| --- | ---: | ---: | ---: | --- |");
    let mut good = true;
    for a in unfriendly {
        let name = a
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
            .trim_end_matches(".unfriendly.js")
            .to_owned();
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        let b = dir.join(format!("{name}.friendly.js"));
        let comparison = compare(tarsier, &format!("--runs={runs}"), &a, &b)?;
        let wall = &comparison["measures"][0];
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        // As the paper has it: the share of the time that is saved.
        let gain = |ratio: &Value| (1.0 - number(ratio)) * 100.0;
        let told = match comparison["verdict"].as_str() {
            Some("faster" | "slower") => format!("{:+.1} %", gain(&wall["ratio"])),
            _ => "none seen".to_owned(),
        };
        println!(
            "| {name} | {:.1} ms | {:.1} ms | {told} | {:+.1} .. {:+.1} % |",
            number(&wall["a"]),
            number(&wall["b"]),
            gain(&wall["interval"]["high"]),
            gain(&wall["interval"]["low"])
        );
        good &= comparison["outputs"].is_null() && adds_up(&comparison).1;
    }
    Ok(good)
}
