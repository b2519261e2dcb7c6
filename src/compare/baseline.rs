//! A version that was measured, kept in a file to be compared with later, on the machine that it was measured on.

use profiler::compare::Side;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

const FORMAT: &str = "tarsier-baseline";
const VERSION: u32 = 1;

/// What times depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub processor: String,
    /// How many of them.
    pub processors: usize,
    /// In 2^30 bytes, rounded.
    pub memory_gb: u64,
    pub system: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let field = |text: &str, names: &[&str]| {
            let value = |line: &str| {
                let (name, value) = line.split_once(':')?;
                names.contains(&name.trim()).then(|| value.trim().to_owned())
            };
            text.lines().find_map(value)
        };
        let kilobytes =
            field(&read("/proc/meminfo"), &["MemTotal"]).and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        let processor = field(&read("/proc/cpuinfo"), &["model name", "CPU part", "Hardware"]);
        Machine {
            processor: processor.unwrap_or_else(|| std::env::consts::ARCH.into()),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            memory_gb: (kilobytes.unwrap_or(0) + (1 << 19)) >> 20,
            system: format!("{} {}", std::env::consts::OS, read("/proc/sys/kernel/osrelease").trim()),
        }
    }

    fn text(&self) -> String {
        format!("{} x {}, {} GB, {}", self.processors, self.processor, self.memory_gb, self.system)
    }
}

/// The file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Baseline {
    format: String,
    version: u32,
    pub machine: Machine,
    /// The engine's options and the program's arguments.
    pub options: Vec<String>,
    pub arguments: Vec<String>,
    /// Time between two samples; 0 if nothing was sampled.
    pub interval_us: u64,
    /// The expression of the score, empty for none, and which way it is better.
    pub metric: String,
    pub lower_is_better: bool,
    pub side: Side,
}

impl Baseline {
    pub fn new(side: Side, interval_us: u64) -> Baseline {
        Baseline {
            format: FORMAT.into(),
            version: VERSION,
            machine: Machine::here(),
            options: Vec::new(),
            arguments: Vec::new(),
            interval_us,
            metric: String::new(),
            lower_is_better: false,
            side,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A message, if it cannot be read or is something else.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let wrong = |why: &str| format!("cannot read {}: {why}", path.display());
        let file = File::open(path).map_err(|error| wrong(&tarsier::failure::describe_io(&error)))?;
        let baseline: Baseline = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| wrong(&format!("not a {FORMAT} of version {VERSION}: {error}")))?;
        if baseline.format != FORMAT || baseline.version != VERSION {
            return Err(wrong(&format!("not a {FORMAT} of version {VERSION}")));
        }
        baseline.side.check().map_err(|why| wrong(&why))?;
        Ok(baseline)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A message.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let write = || {
            let mut out = BufWriter::new(File::create(path)?);
            serde_json::to_writer(&mut out, self).map_err(std::io::Error::other)?;
            out.flush()
        };
        write().map_err(|error| format!("cannot write {}: {}", path.display(), tarsier::failure::describe_io(&error)))
    }

    /// Why its figures say nothing about this machine; None if it is the one that they were measured on.
    pub fn foreign(&self) -> Option<String> {
        let here = Machine::here();
        (self.machine != here).then(|| {
            format!("the baseline was measured on another machine ({}; this is {})", self.machine.text(), here.text())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_machines_is_known() {
        let mut baseline = Baseline::new(Side::new("a", "a.js"), 250);
        assert_eq!(baseline.foreign(), None);
        baseline.machine.processors += 1;
        assert!(baseline.foreign().is_some_and(|text| text.contains("another machine")));
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("base.json");
        let baseline = Baseline::new(Side::new("a", "a.js"), 250);
        baseline.write(&path).expect("written");
        assert_eq!(Baseline::read(&path), Ok(baseline));
        std::fs::write(&path, "{}").expect("written");
        assert!(Baseline::read(&path).is_err_and(|why| why.contains("not a tarsier-baseline")));
        assert!(Baseline::read(&folder.path().join("none")).is_err());
    }
}
