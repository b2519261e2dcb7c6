//! Node as a further opinion, where it is installed.

use crate::outcome::{End, Outcome};
use anyhow::Context;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs standard input as a script, not as a module, and prints in one go.
const HOST: &str = "{ let text = ''; globalThis.print = x => { text += x + '\\n'; };
const write = require('fs').writeSync.bind(null, 1), slice = Function.prototype.call.bind(String.prototype.slice);
process.on('beforeExit', () => { while (text) { write(slice(text, 0, 16384)); text = slice(text, 16384); } });
ArrayBuffer.prototype.transfer ??= function () { return structuredClone(this, { transfer: [this] }); };
try { require('vm').runInThisContext(require('fs').readFileSync(0, 'utf8'), { filename: 'generated.js' }); }
catch (e) { process.exitCode = 1; } }";

/// The program's outcome under `command`, which is node or takes its options.
///
/// # Errors
/// When it cannot be run.
pub fn run(command: &str, text: &str) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let mut process = Command::new(command)
        .args(["-e", HOST])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {command}"))?;
    if let Some(mut input) = process.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    let done = process.wait_with_output()?;
    let end = if done.status.success() { End::Good } else { End::Uncaught(String::new()) };
    let milliseconds = start.elapsed().as_millis() as u64;
    Ok(Outcome { end, output: String::from_utf8_lossy(&done.stdout).into_owned(), milliseconds })
}
