//! The suite on disk: which tests there are, and which of them are asked for.

use crate::case::Case;
use crate::cli::Cli;
use crate::frontmatter::Frontmatter;
use anyhow::{Context, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Folders that only implementations of ECMA-402 are to run.
const INTL: [&str; 2] = ["intl402", "staging/intl402"];

/// A test file.
pub struct Test {
    /// Below the suite's `test`, with slashes.
    pub path: String,
    pub frontmatter: Frontmatter,
}

/// The tests that the command line asks for, sorted by path.
///
/// # Errors
/// When the suite cannot be read.
pub fn load(cli: &Cli) -> anyhow::Result<Vec<Test>> {
    let root = cli.suite.join("test");
    if !root.is_dir() {
        bail!("{} has no folder 'test': it is no checkout of test262", cli.suite.display());
    }
    let mut paths = Vec::new();
    collect(&root, "", &mut paths)?;
    let filters: Vec<&str> = cli.filter.iter().map(|filter| clean(filter)).collect();
    paths.retain(|path| is_asked_for(path, &filters));
    if paths.is_empty() && !filters.is_empty() {
        bail!("no test matches {}", filters.join(", "));
    }
    paths.sort();
    if let Some(count) = cli.sample {
        sample(&mut paths, count, cli.seed);
    }
    read_all(&root, paths, cli.jobs())
}

/// The runs of these tests.
pub fn cases(tests: &[Test]) -> Vec<Case> {
    let of_test = |test: &Test| {
        let path = test.path.clone();
        test.frontmatter.modes().iter().map(move |mode| Case { path: path.clone(), mode: *mode })
    };
    tests.iter().flat_map(of_test).collect()
}

/// A filter as people type it: with or without `test/` before and a slash behind.
fn clean(filter: &str) -> &str {
    let filter = filter.trim_start_matches("./").trim_end_matches('/');
    match filter.strip_prefix("test") {
        Some("") => "",
        Some(rest) => rest.strip_prefix('/').unwrap_or(filter),
        None => filter,
    }
}

/// Whether the path is the folder (or file) or lies in it.
fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub fn is_asked_for(path: &str, filters: &[&str]) -> bool {
    match filters {
        [] => !INTL.iter().any(|folder| is_within(path, folder)),
        _ => filters.iter().any(|filter| is_within(path, filter)),
    }
}

/// Leaves `count` paths, in their order.
fn sample(paths: &mut Vec<String>, count: usize, seed: u64) {
    fastrand::Rng::with_seed(seed).shuffle(paths);
    paths.truncate(count);
    paths.sort();
}

fn collect(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> anyhow::Result<()> {
    let unreadable = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if entry.file_type().with_context(unreadable)?.is_dir() {
            collect(&entry.path(), &path, paths)?;
        } else if name.ends_with(".js") && !name.contains("_FIXTURE") {
            paths.push(path);
        }
    }
    Ok(())
}

fn read_all(root: &Path, paths: Vec<String>, threads: usize) -> anyhow::Result<Vec<Test>> {
    let share = paths.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = paths
            .chunks(share)
            .map(|part| scope.spawn(|| part.iter().map(|path| read(root, path)).collect::<anyhow::Result<Vec<_>>>()))
            .collect();
        let mut tests = Vec::with_capacity(paths.len());
        for part in parts {
            match part.join() {
                Ok(part) => tests.append(&mut part?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(tests)
    })
}

fn read(root: &Path, path: &str) -> anyhow::Result<Test> {
    let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
    let frontmatter = Frontmatter::parse(&text).map_err(|error| anyhow::anyhow!("{path}: {error}"))?;
    Ok(Test { path: path.into(), frontmatter })
}

/// Which suite this is, for the record: its commit, or what its package.json says where there is no repository.
pub fn version(suite: &Path, commit: Option<&str>) -> String {
    if let Some(commit) = commit {
        return format!("test262 at commit {commit}");
    }
    // Not a repository further up that happens to contain the suite's folder.
    if suite.join(".git").exists()
        && let Ok(output) = Command::new("git").arg("-C").arg(suite).args(["rev-parse", "HEAD"]).output()
        && output.status.success()
    {
        return format!("test262 at commit {}", String::from_utf8_lossy(&output.stdout).trim());
    }
    let package = fs::read_to_string(suite.join("package.json")).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_str(&package).unwrap_or_default();
    match package["version"].as_str() {
        Some(version) => format!("test262 {version}, commit unknown"),
        None => "test262, commit unknown".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters() {
        let asked = |path, filter| is_asked_for(path, &[clean(filter)]);
        assert!(asked("language/a/b.js", "language"));
        assert!(asked("language/a/b.js", "test/language/a/"));
        assert!(asked("language/a/b.js", "./test/language/a/b.js"));
        assert!(asked("language/a/b.js", "test/"));
        assert!(!asked("language/ab/b.js", "language/a"));
        assert!(!asked("language/a/b.js", "a"));
        assert!(asked("intl402/a.js", "intl402"));
        assert!(!is_asked_for("intl402/a.js", &[]));
        assert!(!is_asked_for("staging/intl402/a.js", &[]));
        assert!(is_asked_for("staging/sm/a.js", &[]));
    }

    #[test]
    fn samples_depend_on_the_seed_alone() {
        let all: Vec<String> = (100..200).map(|i| i.to_string()).collect();
        let pick = |seed| {
            let mut paths = all.clone();
            sample(&mut paths, 10, seed);
            paths
        };
        assert_eq!(pick(1), pick(1));
        assert_ne!(pick(1), pick(2));
        assert_eq!(pick(1).len(), 10);
        assert!(pick(1).is_sorted());
    }
}
