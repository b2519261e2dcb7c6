//! `tarsier advise`: runs a program, sampled, and tells which of its lines the compilers dislike, what each costs, and what to write instead.
//!
//! ```text
//! options  the command line
//! process  the program in a process of its own
//! beside   advice at the end of a run that goes on otherwise as ever (`--advise`)
//! ```
//!
//! What is told is the profiler's matter (`profiler::advise`). It is made of a native profile, never in the process that is looked at.

pub mod beside;
pub mod options;
mod process;

use crate::compare::options::StandardOutput;
use crate::document::Document;
use crate::exit_code;
use options::{Advise, Telling};
use profiler::Profile;
use profiler::advise::{Advice, Gate, PatternFile, is_shipped};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use tarsier::failure::describe_io;
use tarsier::host::output::complain;

/// Does what the command line says; returns the exit code.
pub fn run(advise: &Advise) -> i32 {
    let done = advised(advise);
    done.unwrap_or_else(|message| {
        complain(&format!("tarsier: {message}"));
        exit_code::USAGE
    })
}

fn advised(advise: &Advise) -> Result<i32, String> {
    let files = prepare(&advise.telling)?;
    let (profile, code) = process::run(advise)?;
    let gated = tell(&profile, &advise.telling, &files, advise.format)?;
    crate::compare::interrupts::die_of_signal();
    Ok(if gated && code == 0 { exit_code::GATE } else { code })
}

/// `tarsier report --advise`: returns the exit code.
pub fn report(input: &Path, telling: &Telling, format: StandardOutput) -> i32 {
    let done = prepare(telling).and_then(|files| {
        let profile = Profile::read(input).map_err(|e| format!("cannot read {}: {e}", input.display()))?;
        tell(&profile, telling, &files, format)
    });
    match done {
        Ok(true) => exit_code::GATE,
        Ok(false) => 0,
        Err(message) => {
            complain(&format!("tarsier: {message}"));
            exit_code::USAGE
        }
    }
}

/// What can go wrong before a program runs.
fn prepare(telling: &Telling) -> Result<Vec<PatternFile>, String> {
    for gate in &telling.fail_on {
        // Files of the user's may register any.
        if let Gate::Pattern(name) = gate
            && telling.pattern.is_empty()
            && !is_shipped(name)
        {
            return Err(format!("'{name}' is no pattern (profiler/patterns/ has them), and no time"));
        }
    }
    for path in &telling.out {
        crate::profiling::check_writable(path)?;
    }
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| format!("cannot read {}: {}", path.display(), describe_io(&error)))?;
        Ok(PatternFile { name: path.display().to_string(), text })
    };
    telling.pattern.iter().map(read).collect()
}

/// Tells the advice on a profile; whether `--fail-on` fails.
fn tell(profile: &Profile, telling: &Telling, files: &[PatternFile], format: StandardOutput) -> Result<bool, String> {
    let advice = Advice::new(profile, files);
    let stdout = io::stdout().lock();
    let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut stdout = BufWriter::new(stdout);
    let written = match format {
        StandardOutput::Text => advice.print(&mut stdout, color, telling.all),
        StandardOutput::Markdown => advice.write_markdown(&mut stdout),
        StandardOutput::Json => write_json(&advice, &mut stdout),
    };
    match written.and_then(|()| stdout.flush()) {
        // Whoever read it has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        result => result.map_err(|error| format!("cannot write to standard output: {}", describe_io(&error)))?,
    }
    for path in &telling.out {
        write_file(profile, &advice, telling, path)
            .map_err(|error| format!("cannot write {}: {}", path.display(), describe_io(&error)))?;
    }
    let mut gated = false;
    for gate in &telling.fail_on {
        for finding in advice.failing(gate) {
            complain(&format!("tarsier: --fail-on: {}: {} ({})", finding.place(), finding.title, finding.pattern));
            gated = true;
        }
    }
    Ok(gated)
}

fn write_file(profile: &Profile, advice: &Advice, telling: &Telling, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    match Document::of(path) {
        Some(Document::Markdown) => advice.write_markdown(&mut out),
        Some(Document::Json) => write_json(advice, &mut out),
        Some(Document::Html) => profile.write_html_with(Some(advice), &mut out),
        Some(Document::Text | Document::Svg) | None => advice.print(&mut out, false, telling.all),
    }?;
    out.flush()
}

fn write_json(advice: &Advice, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, advice).map_err(io::Error::from)?;
    writeln!(out)
}
