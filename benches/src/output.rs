//! What the runner hands out: aligned tables for people, and JSON with every single figure.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::compare::{Cell, Row, Table};
use crate::session::{Outcome, Session};
use crate::stats::Spread;
use crate::suite::{Metric, Suite};

/// From this many rounds on the spread shown is the interquartile range: the extremes of many
/// rounds say more about the machine than about the engines.
const ROUNDS_FOR_QUARTILES: usize = 8;

/// The tables as text, with what failed and which engines are missing.
pub fn text(session: &Session, tables: &[Table]) -> String {
    let mut text = String::new();
    let plan = &session.plan;
    for (engine, reason) in plan.engines.iter().zip(&session.unavailable) {
        if let Some(reason) = reason {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{} did not take part: {reason}", engine.name);
        }
    }
    if session.unavailable[0].is_some() {
        let _ = writeln!(text, "without {}, the reference, nothing was run", plan.engines[0].name);
        return text;
    }
    if tables.iter().any(|table| table.engines.len() > 1) {
        let spread = match plan.rounds {
            1 => "one round".to_owned(),
            rounds if rounds < ROUNDS_FOR_QUARTILES => {
                format!("median of {rounds} paired rounds [smallest .. largest]")
            }
            rounds => format!("median of {rounds} paired rounds [lower .. upper quartile]"),
        };
        let _ =
            writeln!(text, "ratio: how many times better {} is, above 1 it is ahead; {spread}", plan.engines[0].name,);
    }
    for table in tables {
        let _ = writeln!(text, "\n{}", table.title);
        text.push_str(&aligned(&lines(table, plan.rounds)));
    }
    let failures = failures(tables);
    if !failures.is_empty() {
        let _ = writeln!(text, "\nfailures");
        for failure in failures {
            let _ = writeln!(text, "  {failure}");
        }
    }
    text
}

/// The table as cells of text: a heading, the rows, the means.
fn lines(table: &Table, rounds: usize) -> Vec<Vec<String>> {
    let mut heading = vec![String::new()];
    for (index, engine) in table.engines.iter().enumerate() {
        heading.push(engine.clone());
        if index > 0 {
            heading.push("ratio".to_owned());
        }
    }
    let line = |row: &Row| {
        let mut line = vec![row.name.clone()];
        for (index, cell) in row.cells.iter().enumerate() {
            let (value, ratio) = words(cell, rounds);
            line.push(value);
            if index > 0 {
                line.push(ratio);
            }
        }
        line
    };
    std::iter::once(heading).chain(table.rows.iter().map(line)).chain(table.means.iter().map(line)).collect()
}

/// A cell's figure and ratio.
fn words(cell: &Cell, rounds: usize) -> (String, String) {
    match cell {
        Cell::Measured { value, ratio } => {
            (figure(*value), ratio.map_or_else(String::new, |ratio| ratio_words(&ratio, rounds)))
        }
        Cell::Failed { timeout, failed, rounds, .. } => {
            let word = if *timeout { "timeout" } else { "error" };
            let words = if failed == rounds { word.to_owned() } else { format!("{word} {failed}/{rounds}") };
            (words, String::new())
        }
        Cell::Absent => ("-".to_owned(), String::new()),
    }
}

fn ratio_words(ratio: &Spread, rounds: usize) -> String {
    let median = figure(ratio.median);
    match rounds {
        1 => median,
        rounds if rounds < ROUNDS_FOR_QUARTILES => {
            format!("{median} [{} .. {}]", figure(ratio.min), figure(ratio.max))
        }
        _ => format!("{median} [{} .. {}]", figure(ratio.q1), figure(ratio.q3)),
    }
}

/// Three significant digits at least, and no more decimals than that takes.
fn figure(value: f64) -> String {
    let size = value.abs();
    if size >= 100.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else if size >= 1.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    }
}

/// Columns padded to their widest cell: the first to the left, the others to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut padded = String::new();
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(padded, "  {cell:<width$}"),
                _ => write!(padded, "  {cell:>width$}"),
            };
        }
        text.push_str(padded.trim_end());
        text.push('\n');
    }
    text
}

/// One line for each program and engine that failed, however many tables show it.
fn failures(tables: &[Table]) -> Vec<String> {
    let mut failures: Vec<String> = Vec::new();
    for table in tables {
        for row in &table.rows {
            for (engine, cell) in table.engines.iter().zip(&row.cells) {
                let Cell::Failed { timeout, failed, rounds, message } = cell else {
                    continue;
                };
                let line = match timeout {
                    true => format!("{}, {engine}: {message}", row.name),
                    false => format!("{}, {engine}: {message} ({failed} of {rounds} rounds)", row.name),
                };
                if !failures.contains(&line) {
                    failures.push(line);
                }
            }
        }
    }
    failures
}

#[derive(Serialize)]
struct Json<'a> {
    suite: Suite,
    rounds: usize,
    seed: u64,
    timeout_s: f64,
    machine: Machine,
    engines: Vec<JsonEngine<'a>>,
    samples: Vec<JsonSample<'a>>,
    tables: &'a [Table],
}

#[derive(Serialize)]
struct Machine {
    os: &'static str,
    architecture: &'static str,
    processors: usize,
    model: Option<String>,
}

#[derive(Serialize)]
struct JsonEngine<'a> {
    name: &'a str,
    command: &'a str,
    reference: bool,
    unavailable: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonSample<'a> {
    engine: &'a str,
    program: &'a str,
    round: usize,
    outcome: &'static str,
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<&'a BTreeMap<Metric, f64>>,
    wall_ms: Option<f64>,
    user_ms: Option<f64>,
    system_ms: Option<f64>,
    peak_bytes: Option<u64>,
}

/// The whole session as JSON: every sample in the order of running, and the tables.
pub fn json(session: &Session, tables: &[Table]) -> serde_json::Result<String> {
    let plan = &session.plan;
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let engines = plan
        .engines
        .iter()
        .enumerate()
        .map(|(index, engine)| JsonEngine {
            name: &engine.name,
            command: &engine.template,
            reference: index == 0,
            unavailable: session.unavailable[index].as_deref(),
        })
        .collect();
    let samples = session
        .samples
        .iter()
        .map(|sample| {
            let (outcome, message, figures) = match &sample.outcome {
                Outcome::Ok(figures) => ("ok", None, Some(figures)),
                Outcome::Error(message) => ("error", Some(message.as_str()), None),
                Outcome::Timeout => ("timeout", None, None),
                Outcome::Skipped => ("skipped", None, None),
            };
            let resources = sample.resources;
            JsonSample {
                engine: &plan.engines[sample.engine].name,
                program: &plan.programs[sample.program].name,
                round: sample.round,
                outcome,
                message,
                figures,
                wall_ms: resources.map(|used| milliseconds(used.wall)),
                user_ms: resources.map(|used| milliseconds(used.user)),
                system_ms: resources.map(|used| milliseconds(used.system)),
                peak_bytes: resources.map(|used| used.peak_bytes),
            }
        })
        .collect();
    serde_json::to_string_pretty(&Json {
        suite: plan.suite,
        rounds: plan.rounds,
        seed: plan.seed,
        timeout_s: plan.timeout.as_secs_f64(),
        machine: machine(),
        engines,
        samples,
        tables,
    })
}

fn machine() -> Machine {
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    Machine {
        os: std::env::consts::OS,
        architecture: std::env::consts::ARCH,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::session::{Plan, Sample};
    use crate::suite::{Kind, Program};
    use std::time::Duration;

    /// Two engines, two programs, two rounds; the peer fails one program once.
    fn session() -> Session {
        let program = |name: &str| Program { name: name.to_owned(), kind: Kind::Octane, driver: "driver.js".into() };
        let mut samples = Vec::new();
        for round in 0..2 {
            for program in 0..2 {
                for engine in 0..2 {
                    let fails = (engine, program, round) == (1, 1, 1);
                    samples.push(Sample {
                        engine,
                        program,
                        round,
                        outcome: if fails {
                            Outcome::Error("Error: wrong".to_owned())
                        } else {
                            let score = [3000.0, 1000.0][engine];
                            Outcome::Ok([(Metric::Score, score), (Metric::PeakMb, 8.0)].into())
                        },
                        resources: None,
                    });
                }
            }
        }
        let engine = |argument: &str| Engine::parse(argument).unwrap();
        Session {
            plan: Plan {
                suite: Suite::Octane,
                programs: vec![program("richards"), program("splay")],
                engines: vec![engine("tarsier"), engine("jsc"), engine("gone=nowhere")],
                rounds: 2,
                timeout: Duration::from_secs(1),
                seed: 1,
            },
            unavailable: vec![None, None, Some("cannot start nowhere".to_owned())],
            samples,
        }
    }

    #[test]
    fn text_shows_figures_ratios_and_failures() {
        let session = session();
        let text = text(&session, &crate::compare::tables(&session));
        let expected = "\
gone did not take part: cannot start nowhere
ratio: how many times better tarsier is, above 1 it is ahead; median of 2 paired rounds [smallest .. largest]

octane: score, higher is better
                       tarsier        jsc                ratio
  richards                3000       1000  3.00 [3.00 .. 3.00]
  splay                   3000  error 1/2
  geometric mean of 1     3000       1000  3.00 [3.00 .. 3.00]

octane: peak memory in MB, lower is better
                       tarsier        jsc                ratio
  richards                8.00       8.00  1.00 [1.00 .. 1.00]
  splay                   8.00  error 1/2
  geometric mean of 1     8.00       8.00  1.00 [1.00 .. 1.00]

failures
  splay, jsc: Error: wrong (1 of 2 rounds)
";
        assert_eq!(text, expected);
        assert!(session.reference_is_sound());
    }

    #[test]
    fn json_holds_every_sample() {
        let session = session();
        let text = json(&session, &crate::compare::tables(&session)).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["samples"].as_array().unwrap().len(), 8);
        assert_eq!(value["samples"][0]["figures"]["score"], 3000.0);
        assert_eq!(value["samples"][7]["outcome"], "error");
        assert_eq!(value["engines"][2]["unavailable"], "cannot start nowhere");
        assert_eq!(value["tables"][0]["rows"][1]["cells"][1]["state"], "failed");
    }

    #[test]
    fn figures_keep_three_digits() {
        assert_eq!(figure(24817.4), "24817");
        assert_eq!(figure(12.34), "12.3");
        assert_eq!(figure(1.534), "1.53");
        assert_eq!(figure(0.0414), "0.041");
    }
}
