//! The suites: which programs there are, which files make up each, and the driver script that
//! runs one of them and reports in the form that [`crate::protocol`] reads. The programs
//! themselves stay in the folder that the user names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::protocol::Report;

/// Octane 2's programs and the files of each, in loading order (after `base.js`), as in the
/// suite's own `run.js`.
const OCTANE: &[(&str, &[&str])] = &[
    ("richards", &["richards.js"]),
    ("deltablue", &["deltablue.js"]),
    ("crypto", &["crypto.js"]),
    ("raytrace", &["raytrace.js"]),
    ("earley-boyer", &["earley-boyer.js"]),
    ("regexp", &["regexp.js"]),
    ("splay", &["splay.js"]),
    ("navier-stokes", &["navier-stokes.js"]),
    ("pdfjs", &["pdfjs.js"]),
    ("mandreel", &["mandreel.js"]),
    ("gbemu", &["gbemu-part1.js", "gbemu-part2.js"]),
    ("code-load", &["code-load.js"]),
    ("box2d", &["box2d.js"]),
    ("zlib", &["zlib.js", "zlib-data.js"]),
    ("typescript", &["typescript.js", "typescript-input.js", "typescript-compiler.js"]),
];

const OCTANE_DRIVER: &str = include_str!("drivers/octane.js");
const SUNSPIDER_DRIVER: &str = include_str!("drivers/sunspider.js");
const PACKAGES_DRIVER: &str = include_str!("drivers/packages.js");
const PROBE_DRIVER: &str = include_str!("drivers/probe.js");

/// The name under which the empty file appears among the programs.
pub const EMPTY: &str = "(empty file)";

/// What can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Suite {
    /// Octane 2: the npm package benchmark-octane 1.0.1, or chromium/octane.
    Octane,
    /// SunSpider 1.0 as in ChakraCore's repository, test/benchmarks/SunSpider.
    Sunspider,
    /// Our own programs over the standard library, in programs/library beside this crate's sources.
    Library,
    /// The workloads of tests/packages, which run npm packages; `node tests/packages/layout.mjs target/packages` lays them out.
    Packages,
    /// An empty file, whole processes; needs no folder.
    Startup,
    /// What sampling costs: an Octane program or a script, in this process.
    Overhead,
}

/// One figure that a run yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Octane's score; higher is better.
    Score,
    /// Octane's second score, of programs that measure pauses; higher is better.
    Latency,
    /// Milliseconds around loading and running the program, taken inside the script; of packages, around warm rounds.
    InsideMs,
    /// Milliseconds around loading a package and its workload's first round, taken inside the script.
    FirstMs,
    /// Milliseconds from starting the process to its end.
    WallMs,
    /// Largest resident set of the process in mebibytes.
    PeakMb,
}

impl Metric {
    /// True when a larger figure is the better one.
    pub fn higher_is_better(self) -> bool {
        matches!(self, Metric::Score | Metric::Latency)
    }
}

/// One program of a suite, with the driver that runs it.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in tables, in the JSON output and for `--only`.
    pub name: String,
    /// What its process yields besides wall time and memory.
    pub kind: Kind,
    /// The script that the engine is given.
    pub driver: PathBuf,
}

/// How a program reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Through Octane's framework: a score, perhaps a latency score.
    Octane,
    /// One time inside the script.
    Timed,
    /// Two: until the first round's end, and of warm rounds.
    Package,
    /// Not at all: the empty file.
    Empty,
    /// It only says that the driver ran to its end.
    Probe,
}

impl Suite {
    /// Rounds when the user names no number. Start-up takes milliseconds and varies most.
    pub fn default_rounds(self) -> usize {
        match self {
            Suite::Octane => 3,
            Suite::Sunspider | Suite::Library => 5,
            Suite::Packages => 3,
            Suite::Startup => 20,
            Suite::Overhead => 220,
        }
    }

    /// The suite's programs and, last, the empty file; their drivers are written into `drivers`.
    /// `only` picks programs by name; an unknown name or a missing file is an error.
    pub fn programs(self, folder: Option<&Path>, only: &[String], drivers: &Path) -> Result<Vec<Program>> {
        let mut programs = match self {
            Suite::Octane => octane(&named(folder)?, only, drivers)?,
            Suite::Sunspider => scripts(&named(folder)?, only, drivers, SUNSPIDER_DRIVER, Kind::Timed)?,
            Suite::Library => {
                let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/library");
                scripts(&named(folder.or(Some(&own)))?, only, drivers, SUNSPIDER_DRIVER, Kind::Timed)?
            }
            Suite::Packages => {
                let laid_out = Path::new("target/packages/bundles");
                let folder = named(folder.or(Some(laid_out)))?;
                if !folder.is_dir() {
                    bail!("{} is missing: `node tests/packages/layout.mjs target/packages` makes it", folder.display());
                }
                scripts(&folder, only, drivers, PACKAGES_DRIVER, Kind::Package)?
            }
            Suite::Startup if !only.is_empty() => bail!("the start-up suite has nothing to pick"),
            Suite::Startup => Vec::new(),
            Suite::Overhead => bail!("the overhead suite runs no processes"),
        };
        programs.push(program(EMPTY, Kind::Empty, String::new(), drivers)?);
        Ok(programs)
    }
}

/// A script that uses what the drivers need of an engine, `load` and `print`: run before
/// anything is measured, it tells an engine that cannot take part from a benchmark that fails.
pub fn probe(drivers: &Path) -> Result<Program> {
    let loaded = drivers.join("probe-loaded.js");
    std::fs::write(&loaded, "var benchesProbe = 6 * 7;\n").context("writing the probe")?;
    let text = PROBE_DRIVER.replace("\"{file}\"", &quoted(&loaded)?);
    program("probe", Kind::Probe, text, drivers)
}

impl Program {
    /// The figures in what a process reported, or what is wrong with the report.
    pub fn figures(&self, report: &Report) -> Result<BTreeMap<Metric, f64>, String> {
        if let Some(error) = report.errors.first() {
            return Err(error.clone());
        }
        let mut figures = BTreeMap::new();
        match self.kind {
            Kind::Octane => {
                for (name, score) in &report.results {
                    let metric = if name.ends_with("Latency") { Metric::Latency } else { Metric::Score };
                    figures.insert(metric, *score);
                }
                if !figures.contains_key(&Metric::Score) {
                    return Err("no score was reported".to_owned());
                }
            }
            Kind::Timed | Kind::Package => {
                if self.kind == Kind::Package {
                    let (_, first) = report.results.first().ok_or("the first round was not reported")?;
                    figures.insert(Metric::FirstMs, *first);
                }
                let time = report.time.ok_or("no time was reported")?;
                figures.insert(Metric::InsideMs, time);
            }
            Kind::Empty => return Ok(figures),
            Kind::Probe => {}
        }
        if !report.done {
            return Err("the driver did not run to its end".to_owned());
        }
        match figures.values().find(|&&figure| !crate::stats::is_positive(figure)) {
            Some(figure) => Err(format!("a figure of {figure} can't be compared")),
            None => Ok(figures),
        }
    }
}

fn named(folder: Option<&Path>) -> Result<PathBuf> {
    let folder = folder.context("this suite needs --dir, the folder with its programs")?;
    // Absolute, because drivers name the files and an engine may run elsewhere.
    std::path::absolute(folder).with_context(|| format!("finding {}", folder.display()))
}

/// The folder with Octane's files, in or below the one that was named.
fn octane_folder(folder: &Path) -> Result<PathBuf> {
    [folder.to_owned(), folder.join("lib/octane"), folder.join("octane")]
        .into_iter()
        .find(|folder| folder.join("base.js").is_file())
        .with_context(|| format!("no base.js in {} or its lib/octane", folder.display()))
}

/// The files of one of Octane's programs, in loading order.
pub fn octane_files(folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let folder = octane_folder(folder)?;
    let (_, files) =
        OCTANE.iter().find(|(known, _)| *known == name).with_context(|| format!("no program is called `{name}`"))?;
    std::iter::once(&"base.js").chain(*files).map(|file| existing(&folder, file)).collect()
}

fn octane(folder: &Path, only: &[String], drivers: &Path) -> Result<Vec<Program>> {
    let folder = octane_folder(folder)?;
    let known: Vec<&str> = OCTANE.iter().map(|(name, _)| *name).collect();
    let picked = pick(&known, only)?;
    OCTANE
        .iter()
        .filter(|(name, _)| picked.contains(name))
        .map(|(name, _)| {
            let paths = octane_files(&folder, name)?;
            let list = paths.iter().map(|path| quoted(path)).collect::<Result<Vec<_>>>()?;
            let text = OCTANE_DRIVER.replace("\"{files}\"", &list.join(", "));
            program(name, Kind::Octane, text, drivers)
        })
        .collect()
}

/// Every script of a folder, run by one driver.
fn scripts(folder: &Path, only: &[String], drivers: &Path, driver: &str, kind: Kind) -> Result<Vec<Program>> {
    let mut names = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js")
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
        {
            names.push(stem.to_owned());
        }
    }
    if names.is_empty() {
        bail!("no .js file in {}", folder.display());
    }
    names.sort();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    pick(&known, only)?
        .into_iter()
        .map(|name| {
            let file = existing(folder, &format!("{name}.js"))?;
            let text = driver.replace("\"{file}\"", &quoted(&file)?);
            program(name, kind, text, drivers)
        })
        .collect()
}

/// The names in `only`, in the suite's order; all when `only` is empty.
fn pick<'a>(known: &[&'a str], only: &[String]) -> Result<Vec<&'a str>> {
    if let Some(unknown) = only.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("no program is called `{unknown}`: there are {}", known.join(", "));
    }
    Ok(known.iter().filter(|known| only.is_empty() || only.iter().any(|name| name == *known)).copied().collect())
}

fn existing(folder: &Path, file: &str) -> Result<PathBuf> {
    let path = folder.join(file);
    if !path.is_file() {
        bail!("{} is missing", path.display());
    }
    Ok(path)
}

fn program(name: &str, kind: Kind, text: String, drivers: &Path) -> Result<Program> {
    let stem = if kind == Kind::Empty { "empty" } else { name };
    let driver = drivers.join(format!("run-{stem}.js"));
    std::fs::write(&driver, text).with_context(|| format!("writing {}", driver.display()))?;
    Ok(Program { name: name.to_owned(), kind, driver })
}

/// A path as a JavaScript string literal (JSON's strings are a subset of them).
fn quoted(path: &Path) -> Result<String> {
    let text = path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?;
    Ok(serde_json::to_string(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind) -> Program {
        Program { name: "p".to_owned(), kind, driver: PathBuf::new() }
    }

    #[test]
    fn octane_figures() {
        let report =
            Report::read(["@benches\tresult\tSplay\t5000", "@benches\tresult\tSplayLatency\t7000", "@benches\tdone"]);
        let figures = of(Kind::Octane).figures(&report).unwrap();
        assert_eq!(figures[&Metric::Score], 5000.0);
        assert_eq!(figures[&Metric::Latency], 7000.0);
    }

    #[test]
    fn a_report_without_its_end_is_an_error() {
        let score = Report::read(["@benches\tresult\tBox2D\t5000"]);
        assert!(of(Kind::Octane).figures(&score).unwrap_err().contains("end"));
        let end = Report::read(["@benches\tdone"]);
        assert!(of(Kind::Octane).figures(&end).is_err());
        assert!(of(Kind::Timed).figures(&end).is_err());
        assert!(of(Kind::Probe).figures(&end).is_ok());
        assert!(of(Kind::Empty).figures(&Report::default()).is_ok());
    }

    #[test]
    fn an_error_outweighs_a_score() {
        let report =
            Report::read(["@benches\tresult\tBox2D\t5000", "@benches\terror\tBox2D\tError: wrong", "@benches\tdone"]);
        let error = of(Kind::Octane).figures(&report).unwrap_err();
        assert_eq!(error, "Box2D: Error: wrong");
    }

    #[test]
    fn packages_report_two_times() {
        let both = ["@benches\tresult\tfirst\t90", "@benches\ttime\t12", "@benches\tdone"];
        let figures = of(Kind::Package).figures(&Report::read(both)).unwrap();
        assert_eq!((figures[&Metric::FirstMs], figures[&Metric::InsideMs]), (90.0, 12.0));
        assert!(of(Kind::Package).figures(&Report::read(both[1..].to_vec())).is_err());
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.js.js"), "").unwrap();
        let drivers = tempfile::tempdir().unwrap();
        let programs = Suite::Packages.programs(Some(folder.path()), &[], drivers.path()).unwrap();
        assert_eq!((programs[0].name.as_str(), programs[0].kind), ("a.js", Kind::Package));
    }

    #[test]
    fn a_time_of_nothing_is_an_error() {
        let report = Report::read(["@benches\ttime\t0", "@benches\tdone"]);
        assert!(of(Kind::Timed).figures(&report).is_err());
    }

    #[test]
    fn octane_is_found_in_the_package_and_drivers_name_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let octane = folder.path().join("lib/octane");
        std::fs::create_dir_all(&octane).unwrap();
        for file in ["base.js", "gbemu-part1.js", "gbemu-part2.js"] {
            std::fs::write(octane.join(file), "").unwrap();
        }
        let only = ["gbemu".to_owned()];
        let programs = Suite::Octane.programs(Some(folder.path()), &only, folder.path()).unwrap();
        assert_eq!(programs.len(), 2);
        assert_eq!(programs[1].kind, Kind::Empty);
        let driver = std::fs::read_to_string(&programs[0].driver).unwrap();
        let places: Vec<_> =
            ["base.js", "gbemu-part1.js", "gbemu-part2.js"].iter().map(|file| driver.find(file).unwrap()).collect();
        assert!(places.is_sorted());
        // Another program's files are missing, and that is said before anything runs.
        let all = Suite::Octane.programs(Some(folder.path()), &[], folder.path());
        assert!(all.unwrap_err().to_string().contains("richards.js"));
    }

    #[test]
    fn sunspider_is_what_lies_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["b.js", "a.js", "c.txt"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let drivers = tempfile::tempdir().unwrap();
        let list = |only: &[String]| {
            Suite::Sunspider
                .programs(Some(folder.path()), only, drivers.path())
                .map(|programs| programs.into_iter().map(|program| program.name).collect::<Vec<_>>())
        };
        assert_eq!(list(&[]).unwrap(), ["a", "b", EMPTY]);
        assert_eq!(list(&["b".to_owned()]).unwrap(), ["b", EMPTY]);
        assert!(list(&["z".to_owned()]).is_err());
        assert!(Suite::Sunspider.programs(None, &[], drivers.path()).is_err());
    }
}
