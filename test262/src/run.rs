//! Runs one test in one mode, in a VM of its own, and judges how it ends (test262's INTERPRETING.md).

use crate::case::{Case, Mode, Outcome, one_line};
use crate::frontmatter::{Frontmatter, Negative, Phase};
use crate::modules::FileLoader;
use crate::printed;
use crate::watchdog::Watchdog;
use std::cell::Cell;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;
use tarsier_shell::test262::thrown::{Stop, Thrown};
use tarsier_shell::test262::{self, agent};
use vm::frontend;
use vm::options::Options;
use vm::runtime::promise::{self, PromiseState};
use vm::source::SourceText;
use vm::{ValueExt, Vm};

/// What the harness prints when an asynchronous test ends.
const COMPLETE: &str = "Test262:AsyncTestComplete";
const FAILURE: &str = "Test262:AsyncTestFailure:";

/// Runs tests, one after the other.
pub struct Runner {
    suite: PathBuf,
    /// Texts of harness files, each read once.
    harness: HashMap<String, Rc<str>>,
    options: Options,
    limit: Duration,
    watchdog: Watchdog,
}

/// A test about to be run.
struct Program {
    /// Absolute path, which modules are resolved against.
    name: String,
    text: String,
    mode: Mode,
    frontmatter: Frontmatter,
}

/// An end other than the good one, and when.
struct Abrupt {
    phase: Phase,
    thrown: Thrown,
}

/// Why a run is over before its verdict could be asked for.
enum Early {
    Abrupt(Abrupt),
    Verdict(Outcome),
}

impl Early {
    fn fail(message: impl Into<String>) -> Early {
        Early::Verdict(Outcome::Fail(message.into()))
    }

    fn of(stop: Stop, phase: Phase) -> Early {
        match stop {
            Stop::Terminated => Early::Verdict(Outcome::TimeLimit),
            Stop::Thrown(thrown) => Early::Abrupt(Abrupt { phase, thrown }),
        }
    }
}

impl Runner {
    pub fn new(suite: PathBuf, options: Options, limit: Duration, watchdog: Watchdog) -> Runner {
        Runner { suite, harness: HashMap::new(), options, limit, watchdog }
    }

    /// Runs the test and says how it ended.
    pub fn run(&mut self, case: &Case) -> Outcome {
        let outcome = self.program(case).and_then(|program| self.outcome(&program));
        match outcome {
            Ok(Outcome::Fail(message)) | Err(message) => Outcome::Fail(one_line(&message)),
            Ok(outcome) => outcome,
        }
    }

    fn program(&self, case: &Case) -> Result<Program, String> {
        let path = self.suite.join("test").join(&case.path);
        let text = fs::read_to_string(&path).map_err(|error| format!("cannot read the test: {error}"))?;
        let frontmatter = Frontmatter::parse(&text)?;
        let text = if case.mode == Mode::Strict { format!("\"use strict\";\n{text}") } else { text };
        let Ok(name) = path.into_os_string().into_string() else { return Err("the path is not UTF-8".into()) };
        Ok(Program { name, text, mode: case.mode, frontmatter })
    }

    fn outcome(&mut self, program: &Program) -> Result<Outcome, String> {
        if let Some(negative) = &program.frontmatter.negative
            && negative.phase == Phase::Parse
        {
            return Ok(judge_early_error(program, negative));
        }
        let harness = self.harness_of(program)?;
        let can_block = !program.frontmatter.cannot_block;
        let mut vm = Vm::new(Options { can_block, ..self.options.clone() })?;
        jit::install(&mut vm);
        self.watchdog.arm(self.limit, vm.terminator());
        let end = run(&mut vm, program, &harness);
        let mut outcome = match end {
            Ok(()) => judge_normal_end(&program.frontmatter),
            Err(Early::Verdict(outcome)) => outcome,
            Err(Early::Abrupt(abrupt)) => judge_abrupt_end(program, &abrupt),
        };
        // Agents belong to the test: its time is theirs, and their errors explain its failure.
        let agent_errors = agent::stop_all();
        if self.watchdog.disarm() {
            outcome = Outcome::TimeLimit;
        }
        if let (Outcome::Fail(message), [error, ..]) = (&mut outcome, agent_errors.as_slice()) {
            message.push_str(&format!("; an agent: {error}"));
        }
        Ok(outcome)
    }

    /// The scripts to be run before the test: names and texts.
    fn harness_of(&mut self, program: &Program) -> Result<Vec<(String, Rc<str>)>, String> {
        let frontmatter = &program.frontmatter;
        if frontmatter.raw {
            return Ok(Vec::new());
        }
        let mut names = vec!["assert.js", "sta.js"];
        if frontmatter.is_async {
            names.push("doneprintHandle.js");
        }
        names.extend(frontmatter.includes.iter().map(String::as_str));
        let mut scripts = Vec::with_capacity(names.len());
        for name in names {
            let text = match self.harness.get(name) {
                Some(text) => text.clone(),
                None => {
                    let path = self.suite.join("harness").join(name);
                    let text = fs::read_to_string(path).map_err(|error| format!("harness file {name}: {error}"))?;
                    let text: Rc<str> = text.into();
                    self.harness.insert(name.into(), text.clone());
                    text
                }
            };
            scripts.push((format!("harness/{name}"), text));
        }
        Ok(scripts)
    }
}

/// Runs harness and test to the end of the jobs.
fn run(vm: &mut Vm, program: &Program, harness: &[(String, Rc<str>)]) -> Result<(), Early> {
    let loads = Rc::new(Cell::new(0));
    vm.module_loader = Rc::new(FileLoader::new(&program.name, loads.clone()));
    if printed::install(vm).and_then(|()| test262::install(vm)).is_err() {
        vm.take_exception();
        return Err(Early::fail("the host's objects do not fit in the heap"));
    }
    for (name, text) in harness {
        if let Err(throw) = vm.run_script(name, &**text) {
            return Err(match Stop::pending(vm, throw, name) {
                Stop::Terminated => Early::Verdict(Outcome::TimeLimit),
                Stop::Thrown(thrown) => Early::fail(format!("{name}: {}", thrown.message)),
            });
        }
    }
    match program.mode {
        Mode::Module => run_module(vm, program, &loads),
        _ => run_script(vm, program),
    }
}

fn run_script(vm: &mut Vm, program: &Program) -> Result<(), Early> {
    let name = &program.name;
    if let Err(throw) = vm.run_script(name, program.text.as_str()) {
        let stop = Stop::pending(vm, throw, name);
        let may_be_early = matches!(&stop, Stop::Thrown(thrown) if thrown.kind == "SyntaxError");
        let phase = if may_be_early && early_error(program).is_some() { Phase::Parse } else { Phase::Runtime };
        return Err(Early::of(stop, phase));
    }
    run_jobs(vm, name)
}

fn run_jobs(vm: &mut Vm, name: &str) -> Result<(), Early> {
    vm.run_jobs_and_async_waits().map_err(|throw| Early::of(Stop::pending(vm, throw, name), Phase::Runtime))
}

fn run_module(vm: &mut Vm, program: &Program, loads: &Cell<u32>) -> Result<(), Early> {
    let name = &program.name;
    let evaluation = match vm.run_module(name, program.text.as_str()) {
        Ok(value) => value.as_object().and_then(|object| promise::as_promise(object.value())),
        Err(throw) => {
            // Evaluation rejects its promise. What is thrown comes from parsing or linking, and a module that asks for no other
            // always links.
            let phase = if loads.get() == 0 { Phase::Parse } else { Phase::Resolution };
            return Err(Early::of(Stop::pending(vm, throw, name), phase));
        }
    };
    let Some(evaluation) = evaluation else { return Err(Early::fail("a module's evaluation gave no promise")) };
    promise::mark_handled(evaluation);
    run_jobs(vm, name)?;
    match promise::state(evaluation) {
        PromiseState::Fulfilled => Ok(()),
        PromiseState::Rejected => {
            let thrown = Thrown::of(vm, promise::result(evaluation), name);
            Err(Early::Abrupt(Abrupt { phase: Phase::Runtime, thrown }))
        }
        // An asynchronous test says itself when it is done.
        PromiseState::Pending if program.frontmatter.is_async => Ok(()),
        PromiseState::Pending => Err(Early::fail("the top-level await never ends")),
    }
}

/// The early error of the program, if it has one.
fn early_error(program: &Program) -> Option<String> {
    let source = Rc::new(SourceText::new(program.name.as_str(), program.text.as_str(), 0));
    let error = match program.mode {
        Mode::Module => frontend::compile_module(source).err(),
        _ => frontend::compile_script(source).err(),
    };
    error.map(|error| error.message.into_owned())
}

/// A program that must not even begin to run: the parser alone decides. Early errors are always SyntaxErrors.
fn judge_early_error(program: &Program, negative: &Negative) -> Outcome {
    match early_error(program) {
        Some(_) if negative.kind == "SyntaxError" => Outcome::Pass,
        Some(message) => Outcome::Fail(format!("expected an early {}, got SyntaxError: {message}", negative.kind)),
        None => Outcome::Fail(format!("no early error, expected {}", negative.kind)),
    }
}

fn judge_normal_end(frontmatter: &Frontmatter) -> Outcome {
    if let Some(Negative { phase, kind }) = &frontmatter.negative {
        return Outcome::Fail(format!("no error, expected {kind} ({})", phase.name()));
    }
    if !frontmatter.is_async {
        return Outcome::Pass;
    }
    let printed = printed::take();
    if let Some(failure) = printed.iter().find_map(|line| line.strip_prefix(FAILURE)) {
        return Outcome::Fail(failure.into());
    }
    if printed.iter().any(|line| line == COMPLETE) {
        return Outcome::Pass;
    }
    Outcome::Fail("the jobs ended without a call of $DONE".into())
}

fn judge_abrupt_end(program: &Program, abrupt: &Abrupt) -> Outcome {
    let Abrupt { phase, thrown } = abrupt;
    match &program.frontmatter.negative {
        None => Outcome::Fail(thrown.message.clone()),
        Some(expected) if expected.phase == *phase && expected.kind == thrown.kind => Outcome::Pass,
        Some(expected) => Outcome::Fail(format!(
            "expected {} ({}), got {} ({})",
            expected.kind,
            expected.phase.name(),
            thrown.message,
            phase.name()
        )),
    }
}
