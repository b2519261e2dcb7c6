//! `--advise`: advice at the end of a run. Another process makes it of the native profile, so that what is looked at stays as it was.

use profiler::Profile;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tarsier::failure::describe_io;

/// What `--advise` and its kin ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The advice on standard error.
    Print,
    /// In a file, by its extension.
    File(PathBuf),
    /// The native profile alone, for who advises.
    Profile(PathBuf),
}

impl Wanted {
    /// The file that is written.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Wanted::Print => None,
            Wanted::File(path) | Wanted::Profile(path) => Some(path),
        }
    }

    /// Does it.
    ///
    /// # Errors
    /// A message.
    pub fn publish(&self, profile: &Profile) -> Result<(), String> {
        let done = match self {
            Wanted::Profile(path) => File::create(path).and_then(|file| profile.write_native(file)),
            Wanted::Print => advise(profile, None),
            Wanted::File(path) => advise(profile, Some(path)),
        };
        done.map_err(|error| format!("cannot write the advice: {}", describe_io(&error)))
    }
}

fn advise(profile: &Profile, out: Option<&Path>) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("run.tprof");
    profile.write_native(File::create(&path)?)?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("report").arg("--advise").stdin(Stdio::null());
    match out {
        Some(out) => {
            command.arg(std::ffi::OsString::from_iter(["--out=".as_ref(), out.as_os_str()])).stdout(Stdio::null());
        }
        None => {
            command.stdout(Stdio::from(io::stderr()));
        }
    }
    let status = command.arg(&path).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("it could not be made")) }
}
