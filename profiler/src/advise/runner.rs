//! Runs patterns. They are programs: each file of a user's has a VM of its own, in a bare realm (no files, no output), with a limit on time and
//! memory, so that nothing that one does reaches another.

use super::cost::Cost;
use super::database::{Database, Place};
use serde::{Deserialize, Serialize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use vm::options::Options;
use vm::{JsString, Value, ValueExt, Vm};

const API: &str = include_str!("api.js");

/// What the files may take together.
const LIMIT: Duration = Duration::from_secs(20);
const HEAP: usize = 1 << 30;
/// Stack of the thread that they run on, and what the parser needs beside it.
const STACK: usize = 2 << 20;
const RESERVE: usize = 32 << 20;

/// A file of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternFile {
    /// As errors name it.
    pub name: String,
    pub text: String,
}

/// What a pattern found.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Found {
    pub pattern: String,
    pub title: String,
    pub at: FoundPlace,
    pub parts: Vec<Part>,
    pub seen: Vec<String>,
    pub why: String,
    pub instead: String,
    /// Findings that share one are one.
    pub cause: String,
    pub because: Vec<Because>,
}

/// Who costs what.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Part {
    /// Two parts with one key are the same time.
    pub key: String,
    pub at: FoundPlace,
    #[serde(default)]
    pub cost: Option<Cost>,
}

/// A place as patterns hand it back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FoundPlace {
    #[serde(default)]
    pub function: String,
    pub file: String,
    pub line: u32,
    #[serde(default)]
    pub column: u32,
    #[serde(default)]
    pub text: String,
}

impl From<&Place> for FoundPlace {
    fn from(place: &Place) -> FoundPlace {
        let Place { function, file, line, column, text } = place.clone();
        FoundPlace { function, file, line, column, text }
    }
}

/// A place that brought it about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Because {
    pub at: FoundPlace,
    pub what: String,
}

/// A file of patterns that went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PatternError {
    pub file: String,
    /// 1-based; 0 where it is not known.
    #[serde(default)]
    pub line: u32,
    pub message: String,
    #[serde(default, skip_serializing)]
    stack: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    findings: Vec<Found>,
    error: Option<PatternError>,
}

/// Runs files in one VM, one after the other.
pub fn run(database: &str, files: &[PatternFile]) -> (Vec<Found>, Vec<PatternError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let failed = |file: &PatternFile, message: String| PatternError {
        file: file.name.clone(),
        line: 0,
        message,
        stack: String::new(),
    };
    for (file, answer) in files.iter().zip(answers(database, files)) {
        match answer.and_then(|text| serde_json::from_str::<Answer>(&text).map_err(|e| format!("not a finding: {e}"))) {
            Ok(Answer { error: Some(mut error), .. }) => {
                error.line = line_of(&error, &file.name);
                errors.push(error);
            }
            Ok(answer) => found.extend(answer.findings),
            Err(message) => errors.push(failed(file, message)),
        }
    }
    (found, errors)
}

/// The line that the first mention of the file in a stack names.
fn line_of(error: &PatternError, file: &str) -> u32 {
    let mut rests = error.stack.split(file).skip(1);
    rests
        .find_map(|rest| rest.strip_prefix(':')?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .unwrap_or(0)
}

/// One for each file: JSON, or what went wrong beside exceptions.
fn answers(database: &str, files: &[PatternFile]) -> Vec<Result<String, String>> {
    let work = || {
        let mut made = prepared(database);
        files
            .iter()
            .map(|file| match &mut made {
                Ok(vm) => evaluate(vm, file),
                Err(message) => Err(message.clone()),
            })
            .collect()
    };
    let builder = std::thread::Builder::new().name("patterns".into()).stack_size(STACK + RESERVE);
    std::thread::scope(|scope| match builder.spawn_scoped(scope, work) {
        Ok(thread) => thread.join().unwrap_or_else(|_| vec![Err("a defect of the engine".into()); files.len()]),
        Err(error) => vec![Err(format!("no thread for patterns: {error}")); files.len()],
    })
}

fn prepared(database: &str) -> Result<Box<Vm>, String> {
    let mut vm = Vm::new(Options { max_heap: HEAP, stack_size: STACK, jitless: true, ..Options::default() })?;
    vm.run_script("advise-api.js", API).map_err(|_| "the patterns' library does not run".to_owned())?;
    call(&mut vm, "prepare", &[database])?;
    Ok(vm)
}

/// Runs a file under a limit on time.
fn evaluate(vm: &mut Vm, file: &PatternFile) -> Result<String, String> {
    let terminator = vm.terminator();
    let (done, ended) = channel::<()>();
    let watchdog = std::thread::spawn(move || {
        if ended.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
            terminator.terminate();
        }
    });
    let answer = call(vm, "evaluate", &[&file.name, &file.text]);
    drop(done);
    let _ = watchdog.join();
    if vm.is_terminating() {
        return Err(format!("it did not end within {} seconds", LIMIT.as_secs()));
    }
    answer
}

/// Calls a function of the library with strings.
fn call(vm: &mut Vm, name: &str, arguments: &[&str]) -> Result<String, String> {
    let failed = |_| "out of memory, or ended".to_owned();
    let function = vm.run_script("advise-call.js", name).map_err(failed)?;
    let mut values = vm.heap.rooted_vec();
    for text in arguments {
        let value = JsString::from_str(vm, text).map_err(failed)?.value();
        values.push(value);
    }
    let result = vm.call(function, Value::UNDEFINED, values.as_slice()).map_err(failed)?;
    Ok(result.as_string().map_or_else(String::new, JsString::to_display))
}

/// The database as patterns get it.
pub fn json(database: &Database) -> String {
    serde_json::to_string(database).unwrap_or_default()
}
