//! The corpus `tests/programs`: what a program is, what it demands, and whether it got it.
//!
//! `<area>/<name>.js` is a script and `<area>/<name>.mjs` a module; `<area>/lib/` holds what
//! modules import. Beside each stands `<name>.out`, its exact standard output; a program that
//! ends with an uncaught exception also has `<name>.code`, the exit code, and `<name>.err`,
//! whose every line must occur in standard error. The comment lines at the very top may hold
//! directives, one a line:
//!
//! - `// gc-stress: N`  collect at every Nth allocation in the stress configuration, instead
//!   of every [`DEFAULT_STRESS`]th, because the program allocates much;
//! - `// configs: a, b` run in these configurations only;
//! - `// tz: Zone`      the time zone to run in, UTC unless told;
//! - `// flags: --a --b` further options of the shell, whatever the configuration.

use std::fs;
use std::path::{Path, PathBuf};

use super::compare::difference;
use super::run::{End, run, tests_directory};

/// Every how many allocations the stress configuration collects, unless a program says.
pub const DEFAULT_STRESS: u32 = 50;

/// The extensions of programs.
const EXTENSIONS: [&str; 7] = ["js", "mjs", "ts", "mts", "cts", "tsx", "jsx"];

/// One program of the corpus.
pub struct Program {
    /// Path relative to `tests/programs`, as it is given to the shell.
    pub path: String,
    pub stress: u32,
    /// The configurations it runs in; all of them if `None`.
    pub configurations: Option<Vec<String>>,
    pub zone: String,
    pub flags: Vec<String>,
    pub stdout: Vec<u8>,
    pub code: i32,
    pub stderr: Vec<String>,
}

/// The directory that holds the areas; the working directory of every run.
pub fn directory() -> PathBuf {
    tests_directory().join("programs")
}

/// All programs, in the order of their names; those whose path contains the value of the
/// environment variable `TARSIER_PROGRAMS` if that is set.
pub fn all() -> Vec<Program> {
    let root = directory();
    let only = std::env::var("TARSIER_PROGRAMS").unwrap_or_default();
    let mut programs: Vec<Program> = entries(&root)
        .into_iter()
        .filter(|area| area.is_dir())
        .flat_map(|area| entries(&area))
        .filter(|path| is_source(path))
        .map(|path| load(&root, &path))
        .filter(|program| program.path.contains(&only))
        .collect();
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!programs.is_empty(), "no program has {only:?} in its path");
    programs
}

/// Expectation files without a program, which would never be looked at.
pub fn orphans() -> Vec<PathBuf> {
    entries(&directory())
        .into_iter()
        .filter(|area| area.is_dir())
        .flat_map(|area| entries(&area))
        .filter(|path| path.is_file() && !is_source(path))
        .filter(|path| !EXTENSIONS.iter().any(|extension| path.with_extension(extension).is_file()))
        .collect()
}

/// The entries of a directory, sorted.
pub fn entries(directory: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("a directory entry can be read").path()).collect();
    paths.sort();
    paths
}

fn is_source(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|e| extension == *e))
}

fn load(root: &Path, path: &Path) -> Program {
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let beside = |extension: &str| path.with_extension(extension);
    let mut program = Program {
        path: path.strip_prefix(root).expect("programs lie below the root").to_string_lossy().replace('\\', "/"),
        stress: DEFAULT_STRESS,
        configurations: None,
        zone: "UTC".to_owned(),
        flags: Vec::new(),
        stdout: fs::read(beside("out")).unwrap_or_else(|error| panic!("{}: {error}", beside("out").display())),
        code: 0,
        stderr: Vec::new(),
    };
    for line in source.lines().map_while(|line| line.strip_prefix("//")) {
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match key.trim() {
            "gc-stress" => program.stress = value.parse().expect("gc-stress is a number"),
            "configs" => {
                program.configurations = Some(value.split(',').map(|name| name.trim().to_owned()).collect());
            }
            "tz" => value.clone_into(&mut program.zone),
            "flags" => program.flags = value.split_whitespace().map(str::to_owned).collect(),
            _ => {}
        }
    }
    if let Ok(code) = fs::read_to_string(beside("code")) {
        program.code = code.trim().parse().expect("a .code file holds a number");
    }
    if let Ok(lines) = fs::read_to_string(beside("err")) {
        program.stderr = lines.lines().map(str::to_owned).collect();
    }
    program
}

impl Program {
    /// Runs the program with the options of a configuration and compares everything.
    pub fn check(&self, options: &[&str]) -> Result<(), String> {
        let mut arguments: Vec<&str> = options.to_vec();
        arguments.extend(self.flags.iter().map(String::as_str));
        arguments.push(&self.path);
        let outcome = run(&arguments, &directory(), &self.zone);
        let mut complaints = Vec::new();
        if let Err(complaint) = outcome.check_survival() {
            complaints.push(complaint);
        } else if outcome.end != End::Code(self.code) {
            complaints.push(format!(
                "ended with {:?} instead of code {}\n{}",
                outcome.end,
                self.code,
                outcome.stderr_head()
            ));
        }
        if let Some(difference) = difference(&self.stdout, &outcome.stdout) {
            complaints.push(difference);
        }
        for wanted in self.stderr.iter().filter(|wanted| !outcome.stderr.contains(wanted.as_str())) {
            complaints.push(format!("standard error lacks {wanted:?}\n{}", outcome.stderr_head()));
        }
        if complaints.is_empty() {
            Ok(())
        } else {
            Err(format!("{} ({})\n{}", self.path, options.join(" "), complaints.join("\n")))
        }
    }
}
