//! Versions that have been recorded: native profiles, or folders of them.

use profiler::Profile;
use profiler::compare::{Measured, Side};
use std::path::{Path, PathBuf};

/// A side of the profiles in `paths`.
///
/// # Errors
/// A message, if one cannot be read, or there is none.
pub fn side(paths: &[PathBuf]) -> Result<Side, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else {
            files.push(path.clone());
        }
    }
    let name = paths.first().map_or_else(String::new, |path| path.display().to_string());
    let name = if paths.len() > 1 { format!("{name} and {} more", paths.len() - 1) } else { name };
    let mut side = Side::new(name, "");
    for file in files {
        let profile = Profile::read(&file)
            .map_err(|error| format!("cannot read {}: {}", file.display(), tarsier::failure::describe_io(&error)))?;
        if side.main.is_empty() {
            side.main = main_file(&profile, None);
        }
        side.add(&profile, Measured::default());
    }
    Ok(side)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told =
        |error: std::io::Error| format!("cannot read {}: {}", folder.display(), tarsier::failure::describe_io(&error));
    let entries = std::fs::read_dir(folder).map_err(told)?.collect::<Result<Vec<_>, _>>().map_err(told)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tprof"));
    files.sort();
    if files.is_empty() { Err(format!("{} has no .tprof files", folder.display())) } else { Ok(files) }
}

/// What a profile calls the program's own file: the one that was run, or whose name without its extension the profile has.
pub fn main_file(profile: &Profile, program: Option<&Path>) -> String {
    let is_same = |name: &str| program.is_some_and(|program| Path::new(name) == program);
    let is_called = |name: &str| Path::new(name).file_stem().is_some_and(|stem| stem == profile.program.as_str());
    let names = || profile.sources.iter().map(|source| source.name.as_str());
    names().find(|name| is_same(name)).or_else(|| names().find(|name| is_called(name))).unwrap_or_default().to_owned()
}
