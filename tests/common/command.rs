//! The command under test, run to its end, and what it printed.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

pub fn tarsier(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tarsier")).args(args).current_dir(folder).output().expect("the command runs")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Standard output as JSON.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {} {}", text(&output.stdout), text(&output.stderr)))
}
