//! One engine process: what the runner keeps of its output. Running and measuring is `tarsier_shell::compare::process`.

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use tarsier_shell::compare::process;
pub use tarsier_shell::compare::process::{End, Resources};

use crate::protocol;

/// A process that has ended.
#[derive(Debug)]
pub struct Finished {
    pub end: End,
    pub resources: Resources,
    /// The lines on standard output that carry the runner's mark.
    pub marked: Vec<String>,
    /// The beginning of what else it wrote, standard error first: material for an error message.
    pub remarks: Vec<String>,
}

/// Of lines without a mark this many are kept per stream,
const KEPT_LINES: usize = 40;
/// and of every line this many bytes.
const KEPT_BYTES: usize = 16 * 1024;

/// Runs `command` with no input for at most `timeout`. An error means that it could not be
/// started or observed; everything else is in [`Finished`].
pub fn run(command: Command, timeout: Duration) -> Result<Finished> {
    let program = command.get_program().to_owned();
    let finished = process::run(command, timeout, &AtomicBool::new(false), lines)
        .with_context(|| format!("cannot run {}", program.display()))?;
    let mut remarks = finished.stderr.others;
    remarks.extend(finished.stdout.others);
    Ok(Finished { end: finished.end, resources: finished.resources, marked: finished.stdout.marked, remarks })
}

#[derive(Default)]
struct Lines {
    marked: Vec<String>,
    others: Vec<String>,
}

/// Reads a stream to its end and keeps of it only what is needed.
fn lines(stream: &mut dyn Read) -> Lines {
    let mut lines = Lines::default();
    let mut reader = BufReader::new(stream);
    while let Some(line) = next_line(&mut reader) {
        if protocol::is_marked(&line) {
            lines.marked.push(line);
        } else if lines.others.len() < KEPT_LINES && !line.trim().is_empty() {
            lines.others.push(line);
        }
    }
    lines
}

/// The next line without its end, cut at [`KEPT_BYTES`]; `None` at the end of the stream.
fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let (used, ended) = {
            let buffer = match reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let text = &buffer[..end.unwrap_or(buffer.len())];
            let room = KEPT_BYTES.saturating_sub(line.len());
            line.extend_from_slice(&text[..text.len().min(room)]);
            (end.map_or(buffer.len(), |end| end + 1), end.is_some())
        };
        reader.consume(used);
        if ended {
            break;
        }
    }
    any.then(|| String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Finished {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, Duration::from_secs(60)).unwrap()
    }

    #[test]
    fn marked_lines_and_remarks() {
        let finished = shell("echo to be read; printf '@benches\\tdone\\n'; echo wrong >&2; exit 3");
        assert_eq!(finished.end, End::Exit(3));
        assert_eq!(finished.marked, ["@benches\tdone"]);
        assert_eq!(finished.remarks, ["wrong", "to be read"]);
    }

    #[test]
    fn floods_are_read_to_the_end_and_cut() {
        let finished = shell("yes | head -n 200000; head -c 100000 /dev/zero; printf '\\n@benches\\tdone\\n'");
        assert_eq!(finished.marked, ["@benches\tdone"]);
        assert_eq!(finished.remarks.len(), KEPT_LINES);
    }

    #[test]
    fn what_does_not_exist_cannot_start() {
        let error = run(Command::new("/nonexistent/engine"), Duration::from_secs(60)).unwrap_err();
        assert!(error.to_string().contains("/nonexistent/engine"));
    }
}
