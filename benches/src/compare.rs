//! From samples to tables: per program and engine the median over the rounds, and against the
//! reference (the first engine) the paired ratios with their spread. A ratio says how many times
//! better the reference is, whatever the metric: above 1 it is ahead. Means are taken over the
//! programs that all engines ran in every round, so that they compare the same work.

use serde::Serialize;

use crate::session::{Outcome, Sample, Session};
use crate::stats::{self, Spread};
use crate::suite::{Kind, Metric, Suite};

/// One table: a column for each engine that took part, the reference first.
#[derive(Debug, Serialize)]
pub struct Table {
    pub title: String,
    pub engines: Vec<String>,
    pub rows: Vec<Row>,
    /// What sums the rows up, printed below them.
    pub means: Vec<Row>,
}

/// One program, or one mean.
#[derive(Debug, PartialEq, Serialize)]
pub struct Row {
    pub name: String,
    pub cells: Vec<Cell>,
}

/// One engine's place in a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Cell {
    /// It ran in every round.
    Measured {
        /// The median over the rounds, or for a mean, the mean of medians.
        value: f64,
        /// How many times better the reference is; `None` for the reference and where it failed.
        ratio: Option<Spread>,
    },
    /// It failed in `failed` of `rounds` rounds, the first time like this.
    Failed { timeout: bool, failed: usize, rounds: usize, message: String },
    /// There is nothing to say.
    Absent,
}

/// The figures of one row before they are compared.
struct Series {
    name: String,
    /// Left out of the plain mean: Octane's latency scores.
    extra: bool,
    higher_is_better: bool,
    /// By engine that took part: a figure for each round, or why not.
    engines: Vec<Result<Vec<f64>, Cell>>,
}

/// The tables that belong to the session's suite.
pub fn tables(session: &Session) -> Vec<Table> {
    let suite = session.plan.suite;
    let mut tables = Vec::new();
    let metrics: &[(Metric, &str)] = match suite {
        Suite::Octane => &[
            (Metric::Score, "octane: score, higher is better"),
            (Metric::PeakMb, "octane: peak memory in MB, lower is better"),
        ],
        Suite::Sunspider => &[
            (Metric::InsideMs, "sunspider: time inside the script in ms, lower is better"),
            (Metric::WallMs, "sunspider: whole process in ms, lower is better"),
            (Metric::PeakMb, "sunspider: peak memory in MB, lower is better"),
        ],
        Suite::Library => &[
            (Metric::InsideMs, "library: time inside the script in ms, lower is better"),
            (Metric::PeakMb, "library: peak memory in MB, lower is better"),
        ],
        Suite::Packages => &[
            (Metric::InsideMs, "packages: warm rounds in ms, lower is better"),
            (Metric::FirstMs, "packages: loading and the first round in ms, lower is better"),
            (Metric::PeakMb, "packages: peak memory in MB, lower is better"),
        ],
        Suite::Startup | Suite::Overhead => &[],
    };
    for &(metric, title) in metrics {
        let mut series = Vec::new();
        for (index, program) in session.plan.programs.iter().enumerate() {
            if program.kind == Kind::Empty {
                continue;
            }
            series.push(session.series(index, metric, program.name.clone()));
            if metric == Metric::Score && session.has(index, Metric::Latency) {
                let name = format!("{}-latency", program.name);
                series.push(session.series(index, Metric::Latency, name));
            }
        }
        let sums = matches!(metric, Metric::InsideMs | Metric::FirstMs | Metric::WallMs);
        let means = means(&series, sums);
        tables.push(session.table(title, &series, means));
    }
    if let Some(empty) = session.plan.programs.iter().position(|program| program.kind == Kind::Empty) {
        let series = [
            session.series(empty, Metric::WallMs, "whole process, ms".to_owned()),
            session.series(empty, Metric::PeakMb, "peak memory, MB".to_owned()),
        ];
        let title = "start-up: an empty file, lower is better";
        tables.push(session.table(title, &series, Vec::new()));
    }
    tables
}

impl Session {
    /// The engines that took part.
    fn participants(&self) -> impl Iterator<Item = usize> {
        (0..self.plan.engines.len()).filter(|&engine| self.unavailable[engine].is_none())
    }

    fn samples_of(&self, engine: usize, program: usize) -> Vec<&Sample> {
        let mut samples: Vec<&Sample> =
            self.samples.iter().filter(|sample| sample.engine == engine && sample.program == program).collect();
        samples.sort_by_key(|sample| sample.round);
        samples
    }

    fn has(&self, program: usize, metric: Metric) -> bool {
        self.samples.iter().any(|sample| {
            sample.program == program
                && matches!(&sample.outcome, Outcome::Ok(figures) if figures.contains_key(&metric))
        })
    }

    fn series(&self, program: usize, metric: Metric, name: String) -> Series {
        Series {
            name,
            extra: metric == Metric::Latency,
            higher_is_better: metric.higher_is_better(),
            engines: self.participants().map(|engine| figures(&self.samples_of(engine, program), metric)).collect(),
        }
    }

    fn table(&self, title: &str, series: &[Series], means: Vec<Row>) -> Table {
        Table {
            title: title.to_owned(),
            engines: self.participants().map(|engine| self.plan.engines[engine].name.clone()).collect(),
            rows: series.iter().map(Series::row).collect(),
            means,
        }
    }
}

/// One engine's figures for one program, a figure for each round; or the cell that says why not.
fn figures(samples: &[&Sample], metric: Metric) -> Result<Vec<f64>, Cell> {
    let failures: Vec<&Outcome> =
        samples.iter().map(|sample| &sample.outcome).filter(|outcome| !matches!(outcome, Outcome::Ok(_))).collect();
    if let Some(first) = failures.first() {
        let (timeout, message) = match first {
            Outcome::Error(message) => (false, message.clone()),
            _ => (true, "its time was up".to_owned()),
        };
        return Err(Cell::Failed { timeout, failed: failures.len(), rounds: samples.len(), message });
    }
    let figures: Vec<f64> = samples
        .iter()
        .filter_map(|sample| match &sample.outcome {
            Outcome::Ok(figures) => figures.get(&metric).copied(),
            _ => None,
        })
        .collect();
    if figures.is_empty() || figures.len() != samples.len() {
        return Err(Cell::Absent);
    }
    Ok(figures)
}

impl Series {
    fn row(&self) -> Row {
        let cells = self
            .engines
            .iter()
            .enumerate()
            .map(|(engine, figures)| match figures {
                Ok(figures) => Cell::Measured {
                    value: stats::median(figures).unwrap_or(f64::NAN),
                    ratio: self.ratios(engine).and_then(|ratios| Spread::of(&ratios)),
                },
                Err(cell) => cell.clone(),
            })
            .collect();
        Row { name: self.name.clone(), cells }
    }

    /// For each round, how many times better the reference is than `engine`.
    fn ratios(&self, engine: usize) -> Option<Vec<f64>> {
        let (Ok(reference), Ok(figures)) = (self.engines.first()?, self.engines.get(engine)?) else {
            return None;
        };
        match (engine, self.higher_is_better) {
            (0, _) => None,
            (_, true) => stats::paired_ratios(reference, figures),
            (_, false) => stats::paired_ratios(figures, reference),
        }
    }

    fn ran_in(&self, engine: usize) -> bool {
        self.engines[engine].is_ok()
    }
}

/// The rows below a table: the geometric mean over the programs that all engines ran, the same
/// with Octane's latency scores where there are any, each engine against the reference alone
/// where that covers more programs, and for times the plain sum.
fn means(series: &[Series], sums: bool) -> Vec<Row> {
    let Some(engines) = series.first().map(|series| series.engines.len()) else {
        return Vec::new();
    };
    let by_all = |series: &&Series| (0..engines).all(|engine| series.ran_in(engine));
    let plain: Vec<&Series> = series.iter().filter(|series| !series.extra && by_all(series)).collect();
    let everything: Vec<&Series> = series.iter().filter(by_all).collect();
    let mut rows = Vec::new();
    if !plain.is_empty() {
        rows.push(Row {
            name: format!("geometric mean of {}", plain.len()),
            cells: (0..engines).map(|engine| geometric_cell(&plain, engine)).collect(),
        });
    }
    if everything.len() > plain.len() {
        rows.push(Row {
            name: format!("with latencies, of {}", everything.len()),
            cells: (0..engines).map(|engine| geometric_cell(&everything, engine)).collect(),
        });
    }
    for engine in 1..engines {
        let both: Vec<&Series> =
            series.iter().filter(|series| !series.extra && series.ran_in(0) && series.ran_in(engine)).collect();
        if both.len() > plain.len() {
            let mut cells = vec![Cell::Absent; engines];
            cells[0] = geometric_cell(&both, 0);
            cells[engine] = geometric_cell(&both, engine);
            rows.push(Row { name: format!("these two alone, of {}", both.len()), cells });
        }
    }
    if sums && !plain.is_empty() {
        rows.push(Row {
            name: format!("sum of {}", plain.len()),
            cells: (0..engines).map(|engine| sum_cell(&plain, engine)).collect(),
        });
    }
    rows
}

fn figures_of<'a>(series: &[&'a Series], engine: usize) -> Vec<&'a Vec<f64>> {
    series.iter().filter_map(|series| series.engines[engine].as_ref().ok()).collect()
}

fn geometric_cell(series: &[&Series], engine: usize) -> Cell {
    let medians: Option<Vec<f64>> =
        figures_of(series, engine).into_iter().map(|figures| stats::median(figures)).collect();
    let Some(value) = medians.and_then(|medians| stats::geometric_mean(&medians)) else {
        return Cell::Absent;
    };
    let ratios: Option<Vec<Vec<f64>>> = series.iter().map(|series| series.ratios(engine)).collect();
    let ratio = ratios.and_then(|ratios| stats::geometric_means_by_round(&ratios)).and_then(|means| Spread::of(&means));
    Cell::Measured { value, ratio }
}

/// Only for metrics of which less is better.
fn sum_cell(series: &[&Series], engine: usize) -> Cell {
    let by_round = |engine: usize| -> Vec<f64> {
        let figures = figures_of(series, engine);
        let rounds = figures.iter().map(|figures| figures.len()).min().unwrap_or(0);
        (0..rounds).map(|round| figures.iter().map(|figures| figures[round]).sum()).collect()
    };
    let medians: Option<Vec<f64>> =
        figures_of(series, engine).into_iter().map(|figures| stats::median(figures)).collect();
    let Some(medians) = medians else {
        return Cell::Absent;
    };
    let ratio = (engine != 0)
        .then(|| stats::paired_ratios(&by_round(engine), &by_round(0)))
        .flatten()
        .and_then(|ratios| Spread::of(&ratios));
    Cell::Measured { value: medians.iter().sum(), ratio }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Cell {
        Cell::Failed { timeout: false, failed: 1, rounds: 2, message: "Error".to_owned() }
    }

    fn series(name: &str, engines: Vec<Result<Vec<f64>, Cell>>) -> Series {
        Series { name: name.to_owned(), extra: false, higher_is_better: true, engines }
    }

    fn ratio_of(cell: &Cell) -> f64 {
        match cell {
            Cell::Measured { ratio: Some(ratio), .. } => ratio.median,
            other => panic!("no ratio in {other:?}"),
        }
    }

    #[test]
    fn above_one_the_reference_is_ahead_in_either_direction() {
        let scores = series("s", vec![Ok(vec![20.0, 30.0]), Ok(vec![10.0, 10.0])]);
        assert_eq!(ratio_of(&scores.row().cells[1]), 2.5);
        let times = Series { higher_is_better: false, ..series("t", vec![Ok(vec![5.0]), Ok(vec![20.0])]) };
        assert_eq!(ratio_of(&times.row().cells[1]), 4.0);
    }

    #[test]
    fn failures_stay_visible_and_leave_no_ratio() {
        let row = series("s", vec![Err(failed()), Ok(vec![10.0])]).row();
        assert_eq!(row.cells[0], failed());
        assert_eq!(row.cells[1], Cell::Measured { value: 10.0, ratio: None });
    }

    #[test]
    fn means_cover_what_all_ran_and_then_what_two_ran() {
        let rows = [
            series("a", vec![Ok(vec![8.0]), Ok(vec![2.0]), Ok(vec![1.0])]),
            series("b", vec![Ok(vec![9.0]), Ok(vec![9.0]), Err(failed())]),
        ];
        let means = means(&rows, false);
        assert_eq!(means.len(), 2);
        assert_eq!(means[0].name, "geometric mean of 1");
        assert!((ratio_of(&means[0].cells[1]) - 4.0).abs() < 1e-12);
        assert!((ratio_of(&means[0].cells[2]) - 8.0).abs() < 1e-12);
        assert_eq!(means[1].name, "these two alone, of 2");
        assert!((ratio_of(&means[1].cells[1]) - 2.0).abs() < 1e-12);
        assert_eq!(means[1].cells[2], Cell::Absent);
    }

    #[test]
    fn sums_compare_round_by_round() {
        let lower = |series: Series| Series { higher_is_better: false, ..series };
        let rows = [
            lower(series("a", vec![Ok(vec![1.0, 2.0]), Ok(vec![4.0, 4.0])])),
            lower(series("b", vec![Ok(vec![1.0, 2.0]), Ok(vec![4.0, 4.0])])),
        ];
        let means = means(&rows, true);
        let sum = means.last().unwrap();
        assert_eq!(sum.name, "sum of 2");
        assert_eq!(ratio_of(&sum.cells[1]), 3.0);
    }

    #[test]
    fn nothing_in_common_yields_no_mean() {
        let rows = [series("a", vec![Err(failed()), Ok(vec![1.0])])];
        assert!(means(&rows, true).is_empty());
    }

    #[test]
    fn one_failed_round_of_two_fails_the_cell() {
        let sample = |round, outcome| Sample { engine: 0, program: 0, round, outcome, resources: None };
        let good = sample(0, Outcome::Ok([(Metric::Score, 5.0)].into()));
        let bad = sample(1, Outcome::Error("Error".to_owned()));
        assert_eq!(figures(&[&good, &bad], Metric::Score), Err(failed()));
        assert_eq!(figures(&[&good], Metric::Score), Ok(vec![5.0]));
        assert_eq!(figures(&[&good], Metric::Latency), Err(Cell::Absent));
        let late = sample(0, Outcome::Timeout);
        let skipped = sample(1, Outcome::Skipped);
        assert!(matches!(
            figures(&[&late, &skipped], Metric::Score),
            Err(Cell::Failed { timeout: true, failed: 2, rounds: 2, .. })
        ));
    }
}
