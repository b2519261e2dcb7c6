//! `--prof` and `tarsier report`: how to sample, and where the results go.

use crate::exit_code;
use profiler::{Format, Options, Profile};
use std::cell::RefCell;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use tarsier::failure::describe_io;
use tarsier::host::output::complain;
use tarsier::profiling::ConsoleProfiles;

/// How to sample, and what comes of it.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub sampling: Options,
    /// None: a file in the working folder named after the program. /dev/null: none.
    pub out: Option<PathBuf>,
    /// None: by the file's extension, or a .cpuprofile.
    pub format: Option<Format>,
    /// What advice the end of the run is to give.
    pub advice: Option<crate::advise::beside::Wanted>,
    /// Neither summary nor profile are wanted.
    pub is_quiet: bool,
    /// A file of traced calls, and its format.
    pub calls: Option<(PathBuf, Format)>,
}

impl Settings {
    /// The format in which `path` is to be written.
    fn format(&self, path: Option<&Path>) -> Format {
        self.format.or_else(|| path.and_then(Format::of_path)).unwrap_or(Format::CpuProfile)
    }

    /// Whether the profile can be written in its format: of calls only if they are traced.
    ///
    /// # Errors
    /// A message.
    pub fn check_format(&self, traces_calls: bool) -> Result<(), String> {
        if !traces_calls && self.format(self.out.as_deref()).is_of_calls() {
            return Err("a profile in a format of calls needs --trace-calls".into());
        }
        Ok(())
    }

    /// Where a profile called `name` goes, unless a file was asked for.
    pub fn file(&self, name: &str) -> PathBuf {
        let keep = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let name: String = name.chars().take(100).map(keep).collect();
        let name = name.trim_start_matches('.');
        let name = if name.is_empty() { "profile" } else { name };
        PathBuf::from(format!("{name}.{}", self.format(None).extension()))
    }
}

/// Whether a file can be written, which need not be there yet: who finds out at the end of a run has lost its results.
///
/// # Errors
/// A message that names it.
pub fn check_writable(path: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("cannot write {}: {}", path.display(), describe_io(&error));
    match std::fs::metadata(path) {
        Ok(_) => File::options().append(true).open(path).map(drop).map_err(told),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // Made and taken away again: only that answers for every kind of folder and user.
            File::options().write(true).create_new(true).open(path).map_err(told)?;
            std::fs::remove_file(path).map_err(told)
        }
        Err(error) => Err(told(error)),
    }
}

/// Publishes the profiles of a run: its own, and those of `console.profile`.
#[derive(Default)]
pub struct Publisher {
    settings: Settings,
    /// Names that `console.profile` gave files.
    used: RefCell<Vec<PathBuf>>,
}

impl Publisher {
    pub fn new(settings: Settings) -> Publisher {
        Publisher { settings, used: RefCell::default() }
    }

    /// At the end of a run: prints the profile's summary on standard error and writes it, with all that is to be made of it.
    ///
    /// # Errors
    /// A message, when a file cannot be written.
    pub fn finish(&self, profile: &Profile) -> Result<(), String> {
        if !self.settings.is_quiet {
            self.publish(profile)?;
        }
        self.settings.advice.as_ref().map_or(Ok(()), |wanted| wanted.publish(profile))
    }

    /// A file name that no other part of this run has.
    fn unused(&self, name: &str) -> PathBuf {
        let mut used = self.used.borrow_mut();
        let mut path = self.settings.file(name);
        let mut n = 1;
        while used.contains(&path) {
            n += 1;
            path = self.settings.file(&format!("{name}-{n}"));
        }
        used.push(path.clone());
        path
    }
}

impl ConsoleProfiles for Publisher {
    fn sampling(&self) -> Options {
        self.settings.sampling.clone()
    }

    fn publish(&self, profile: &Profile) -> Result<(), String> {
        let settings = &self.settings;
        let path = settings.out.clone().unwrap_or_else(|| self.unused(&profile.program));
        let stderr = std::io::stderr().lock();
        let color = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let mut stderr = std::io::BufWriter::new(stderr);
        // Nobody reads the summary if standard error is closed.
        let _ = print(profile, &mut stderr, color);
        let _ = stderr.flush();
        // One that cannot be written does not keep the other from being.
        let calls = settings.calls.as_ref().map_or(Ok(()), |(path, format)| {
            write(profile, *format, path)?;
            let _ = writeln!(stderr, "\ncalls written to {}", path.display());
            Ok(())
        });
        if path == Path::new("/dev/null") {
            return calls;
        }
        write(profile, settings.format(Some(&path)), &path)?;
        let _ = writeln!(stderr, "\nprofile written to {}", path.display());
        calls
    }
}

/// The summary, with what was counted and traced.
fn print(profile: &Profile, out: &mut impl Write, color: bool) -> std::io::Result<()> {
    profile.print_summary(out, color)?;
    profile.print_counts(out)?;
    profile.print_calls(out, color)
}

fn write(profile: &Profile, format: Format, path: &Path) -> Result<(), String> {
    if format.is_of_calls() && profile.calls.is_none() {
        return Err(format!("cannot write {}: {}", path.display(), profiler::formats::NO_CALLS));
    }
    let written = File::create(path).and_then(|file| profile.write(format, file));
    written.map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// `tarsier report`: converts a native profile. Returns the exit code.
pub fn report(input: &Path, format: Option<Format>, out: Option<&Path>) -> i32 {
    let done = Profile::read(input).map_err(|e| format!("cannot read {}: {e}", input.display())).and_then(|profile| {
        let format = format.or_else(|| out.and_then(Format::of_path)).unwrap_or(Format::Summary);
        match out {
            Some(path) => write(&profile, format, path),
            None => {
                let stdout = std::io::stdout().lock();
                let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
                let mut stdout = std::io::BufWriter::new(stdout);
                let written = match format {
                    Format::Summary => print(&profile, &mut stdout, color),
                    format => profile.write(format, &mut stdout),
                };
                match written.and_then(|()| stdout.flush()) {
                    // Whoever read it has seen enough.
                    Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
                    result => result.map_err(|e| format!("cannot write to standard output: {e}")),
                }
            }
        }
    });
    match done {
        Ok(()) => 0,
        Err(message) => {
            complain(&format!("tarsier: {message}"));
            exit_code::USAGE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_what_they_are_of() {
        let settings = Settings::default();
        assert_eq!(settings.file("a b/../c"), PathBuf::from("a_b_.._c.cpuprofile"));
        assert_eq!(settings.file("../x"), PathBuf::from("_x.cpuprofile"));
        let settings = Settings { format: Some(Format::Html), ..Settings::default() };
        assert_eq!(settings.file(""), PathBuf::from("profile.html"));
        let publisher = Publisher::new(settings);
        let names: Vec<PathBuf> = (0..3).map(|_| publisher.unused("a")).collect();
        assert_eq!(names, [PathBuf::from("a.html"), "a-2.html".into(), "a-3.html".into()]);
    }

    #[test]
    fn the_format_is_asked_for_or_the_files() {
        let mut settings = Settings::default();
        assert_eq!(settings.format(None), Format::CpuProfile);
        assert_eq!(settings.format(Some("x.svg".as_ref())), Format::Svg);
        settings.format = Some(Format::Native);
        assert_eq!(settings.format(Some("x.svg".as_ref())), Format::Native);
    }
}
