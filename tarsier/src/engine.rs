//! A VM with a host's globals, and how its programs run: the program itself, then jobs and timers until nothing is left.

use crate::failure::{Failure, describe_io};
use crate::host::timers::{Timer, Turn};
use crate::host::{self, Host, Settings, inspect};
use crate::node::process::{self, Event};
use crate::source_file::{Goal, Source};
use crate::thread;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;
use vm::object::Object;
use vm::options::Options;
use vm::runtime::promise::{self, PromiseState};
use vm::{JsResult, Throw, Value, ValueExt, Vm};

/// Runs a file, as what its name and package.json say it is, with jobs and timers to its end, on a thread and with a VM of its own.
///
/// # Errors
/// Why it did not come to a good end; `process.exit(0)` is one.
pub fn run_file(path: &Path, options: Options) -> Result<(), Failure> {
    let source = Source::file(path, None)?;
    let result = thread::with_stack(options.stack_size, move || {
        let mut engine = Engine::new(options)?;
        let result = engine.run(source);
        engine.host().output.flush();
        result
    });
    match result.map_err(|error| Failure::Start(format!("no thread with such a stack: {}", describe_io(&error))))? {
        Err(Failure::Exit(0)) => Ok(()),
        result => result,
    }
}

/// A VM whose realm has a host's globals. It belongs to the thread that made it.
pub struct Engine {
    vm: Box<Vm>,
    host: Rc<Host>,
}

impl Engine {
    /// With standard input and output, and no arguments for scripts.
    ///
    /// # Errors
    /// When the VM cannot be had with these options.
    pub fn new(options: Options) -> Result<Engine, Failure> {
        Engine::with_settings(options, Settings::default())
    }

    /// As [`Engine::new`], with the host as the settings say.
    ///
    /// # Errors
    /// As there.
    pub fn with_settings(options: Options, settings: Settings) -> Result<Engine, Failure> {
        let mut vm = Vm::new(options).map_err(Failure::Start)?;
        (settings.tiers)(&mut vm);
        let installed = host::install(&mut vm, settings);
        let host = installed.map_err(|_| Failure::Start("the heap limit is too small for the built-ins".into()))?;
        Ok(Engine { vm, host })
    }

    pub fn vm(&mut self) -> &mut Vm {
        &mut self.vm
    }

    pub fn host(&self) -> &Rc<Host> {
        &self.host
    }

    /// Begins to sample this VM on the calling thread.
    ///
    /// # Errors
    /// A message, when this system cannot be sampled or it is being sampled already.
    pub fn start_profiling(&mut self, options: &profiler::Options) -> Result<(), String> {
        self.host.profiling.start(&mut self.vm, options)
    }

    /// Ends what [`Engine::start_profiling`] or a script's `console.profile` began; None if nobody samples.
    pub fn stop_profiling(&mut self) -> Option<profiler::Profile> {
        self.host.profiling.stop(&mut self.vm)
    }

    /// Runs a script in the global scope; the result is its completion value. Jobs and timers are left for
    /// [`Engine::run_event_loop`].
    ///
    /// # Errors
    /// What the script did not catch.
    pub fn eval(&mut self, name: &str, text: impl Into<String>) -> Result<Value, Failure> {
        let result = self.vm.run_script(name, text);
        result.map_err(|throw| self.failure(throw))
    }

    /// Runs a whole program: script or module, then jobs and timers until none is left.
    ///
    /// # Errors
    /// Why it ended early.
    pub fn run(&mut self, source: Source) -> Result<(), Failure> {
        let Source { name, text, goal, map } = source;
        if let Some(map) = map {
            self.host.maps.remember(&name, map);
        }
        let result = match goal {
            Goal::Script | Goal::ScriptOrModule => self.run_script(&name, text, goal),
            Goal::Module => self.run_module(&name, text),
            Goal::CommonJs => {
                let modules = self.host.modules.clone();
                let result = modules.run_main(&mut self.vm, &name, text);
                self.settle(result).and_then(|()| self.run_to_end())
            }
        };
        self.say_goodbye(result)
    }

    /// Runs a script, or a module that is not said to be one, as node does: what is no script and is a module.
    fn run_script(&mut self, name: &str, text: String, goal: Goal) -> Result<(), Failure> {
        let is_file = !name.starts_with(['<', '[']);
        self.host.modules.set_script(is_file.then_some(name));
        let function = match goal {
            Goal::Script => self.vm.compile_script(name, text),
            _ => match self.vm.compile_script(name, text.as_str()) {
                Err(_) if !self.vm.is_terminating() => {
                    let error = self.vm.take_exception();
                    if self.vm.is_module_syntax(name, &text) {
                        let path = std::fs::canonicalize(name).ok().filter(|_| is_file);
                        let path = path.unwrap_or_else(|| std::env::current_dir().unwrap_or_default().join(name));
                        return self.run_module(&path.to_string_lossy(), text);
                    }
                    Err(self.vm.throw(error))
                }
                result => result,
            },
        };
        let result = function.and_then(|function| self.vm.run_compiled_script(function));
        self.settle(result.map(drop)).and_then(|()| self.run_to_end())
    }

    /// The event loop, and what `beforeExit` sets going.
    fn run_to_end(&mut self) -> Result<(), Failure> {
        loop {
            self.run_event_loop()?;
            if !self.host.node.listens() {
                return Ok(());
            }
            self.emit(Event::BeforeExit, Value::UNDEFINED)?;
            let idle = self.host.timers.borrow().wait(Instant::now()).is_none();
            if idle && self.vm.jobs.is_empty() && !self.host.node.has_ticks() {
                return Ok(());
            }
        }
    }

    /// Tells `process` of an event.
    fn emit(&mut self, event: Event, value: Value) -> Result<Value, Failure> {
        let host = self.host.clone();
        let result = process::emit(&mut self.vm, &host.node, event, value, Value::UNDEFINED);
        result.map_err(|throw| self.failure(throw))
    }

    /// The last that a script hears: 'exit', unless it has ended itself. `process.exitCode` counts for an end that is otherwise good.
    fn say_goodbye(&mut self, result: Result<(), Failure>) -> Result<(), Failure> {
        let code = match &result {
            Ok(()) => Value::UNDEFINED,
            Err(Failure::Uncaught(_)) => Value::int(process::FAILED),
            Err(_) => return result,
        };
        if !self.host.node.listens() {
            return result;
        }
        let code = self.emit(Event::Exit, code)?;
        match result {
            Ok(()) if code.is_number() && code.as_number() != 0.0 => Err(Failure::Exit(code.as_number() as i32)),
            result => result,
        }
    }

    /// An exception that nobody caught is a failure, unless a handler of 'uncaughtException' takes it.
    fn settle(&mut self, result: JsResult<()>) -> Result<(), Failure> {
        let Err(throw) = result else { return Ok(()) };
        if self.vm.is_terminating() || !self.host.node.listens() {
            return Err(self.failure(throw));
        }
        let value = self.vm.take_exception();
        // The heap is full: no handler would get far.
        if self.vm.is_out_of_memory_error(value) || self.emit(Event::Uncaught, value)? != Value::TRUE {
            return Err(self.uncaught(value, "Uncaught "));
        }
        Ok(())
    }

    /// Runs a module, with jobs and timers. Its name is the canonical path that relative imports are resolved against.
    ///
    /// # Errors
    /// Why it ended early.
    pub fn run_module(&mut self, name: &str, text: impl Into<String>) -> Result<(), Failure> {
        self.host.modules.set_main_name(name);
        let result = self.vm.run_module(name, text);
        let evaluation = match result {
            Ok(value) => value.as_object().and_then(|o| promise::as_promise(o.value())),
            Err(throw) => return Err(self.failure(throw)),
        };
        let Some(evaluation) = evaluation else { return self.run_to_end() };
        // Its rejection is the program's own failure, not a promise that somebody forgot.
        promise::mark_handled(evaluation);
        self.check_evaluation(evaluation)?;
        // A module is run by a job, so that the other jobs come before what it has left for the next tick.
        let result = self.vm.run_jobs();
        self.settle(result)?;
        self.check_evaluation(evaluation)?;
        self.run_jobs()?;
        self.check_evaluation(evaluation)?;
        self.run_to_end()?;
        self.check_evaluation(evaluation)?;
        match promise::state(evaluation) {
            PromiseState::Pending => Err(Failure::Uncaught(format!("{name}: the top-level await never ends"))),
            _ => Ok(()),
        }
    }

    fn check_evaluation(&mut self, evaluation: Object) -> Result<(), Failure> {
        match promise::state(evaluation) {
            PromiseState::Rejected => Err(self.uncaught(promise::result(evaluation), "Uncaught ")),
            _ => Ok(()),
        }
    }

    /// Runs jobs and timers until none is left.
    ///
    /// # Errors
    /// What a job or a timer did not catch; what is left then stays.
    pub fn run_event_loop(&mut self) -> Result<(), Failure> {
        self.run_jobs()?;
        loop {
            // Somebody may be waiting for it, and a turn may never end.
            self.host.output.flush();
            let turn = self.host.timers.borrow_mut().begin_turn(Instant::now());
            self.run_turn(&turn)?;
            let now = Instant::now();
            let async_wait = self.vm.async_waits.time(now);
            if async_wait.is_some_and(|wait| wait.is_zero()) {
                self.run_jobs()?;
                continue;
            }
            let wait = self.host.timers.borrow().wait(now);
            match wait.into_iter().chain(async_wait).min() {
                None => return Ok(()),
                Some(wait) if wait.is_zero() => {}
                Some(wait) => {
                    self.host.output.flush();
                    let before = self.vm.enter_idle();
                    // Whoever ends the script unparks its thread.
                    std::thread::park_timeout(wait);
                    self.vm.leave_idle(before);
                    let requests = self.vm.handle_requests();
                    requests.map_err(|throw| self.failure(throw))?;
                    if async_wait.is_some() {
                        self.run_jobs()?;
                    }
                }
            }
        }
    }

    fn run_turn(&mut self, turn: &Turn) -> Result<(), Failure> {
        loop {
            let due = self.host.timers.borrow_mut().take_due(turn);
            let Some((id, timer)) = due else { return Ok(()) };
            self.run_timer(&timer)?;
            self.run_jobs()?;
            self.host.timers.borrow_mut().again(id, timer, Instant::now());
        }
    }

    fn run_timer(&mut self, timer: &Timer) -> Result<(), Failure> {
        let before = self.vm.set_async_origin(timer.origin());
        let result = self.vm.call(timer.callback(), Value::UNDEFINED, timer.arguments());
        self.vm.set_async_origin(before);
        self.settle(result.map(drop))
    }

    /// Runs the jobs that wait, and before them what `process.nextTick` has put off. A promise that is rejected and has no handler afterwards is a
    /// failure.
    ///
    /// # Errors
    /// As said, or what a job did not catch.
    pub fn run_jobs(&mut self) -> Result<(), Failure> {
        loop {
            while self.host.node.has_ticks() {
                let host = self.host.clone();
                let result = process::emit(&mut self.vm, &host.node, Event::Ticks, Value::UNDEFINED, Value::UNDEFINED);
                self.settle(result.map(drop))?;
                let result = self.vm.run_jobs();
                self.settle(result)?;
            }
            let result = self.vm.run_jobs();
            self.settle(result)?;
            if self.host.node.has_ticks() || !self.vm.jobs.is_empty() {
                continue;
            }
            let Some((promise, reason)) = self.vm.take_unhandled_rejection() else { return Ok(()) };
            if !self.host.node.listens() || !self.is_handled(promise, reason)? {
                return Err(self.uncaught(reason, "Uncaught (in promise) "));
            }
        }
    }

    /// Whether a handler of 'unhandledRejection' or 'uncaughtException' takes a rejection.
    fn is_handled(&mut self, promise: Object, reason: Value) -> Result<bool, Failure> {
        let host = self.host.clone();
        let result = process::emit(&mut self.vm, &host.node, Event::Rejection, reason, promise.value());
        match result {
            Ok(handled) => Ok(handled == Value::TRUE),
            Err(throw) => Err(self.failure(throw)),
        }
    }

    /// What a pending exception means for the program. It is no longer pending.
    pub fn failure(&mut self, _throw: Throw) -> Failure {
        let value = self.vm.take_exception();
        if self.vm.is_terminating() {
            return match self.vm.termination.exit_code.take() {
                Some(code) => Failure::Exit(code),
                None if self.vm.termination.out_of_memory => Failure::OutOfMemory { limit: self.vm.options.max_heap },
                None => Failure::Terminated { place: std::mem::take(&mut self.vm.termination.place) },
            };
        }
        self.uncaught(value, "Uncaught ")
    }

    fn uncaught(&mut self, value: Value, prefix: &str) -> Failure {
        if self.vm.is_out_of_memory_error(value) {
            return Failure::OutOfMemory { limit: self.vm.options.max_heap };
        }
        Failure::Uncaught(report(&mut self.vm, value, prefix))
    }
}

/// What standard error shows of an uncaught exception: an error's stack, else the value. Runs no code of the script.
fn report(vm: &mut Vm, value: Value, prefix: &str) -> String {
    let error = value.as_object().filter(|object| inspect::is_error(vm, *object));
    let in_promise = prefix.contains("promise");
    match error {
        Some(error) => {
            let stack = inspect::error_report(vm, error);
            // A syntax error's first line is its place.
            if in_promise { format!("{prefix}{stack}") } else { stack }
        }
        None => {
            let text = match value.as_string() {
                Some(text) => text.to_display(),
                None => inspect::inspect_or_describe(vm, value),
            };
            format!("{prefix}{text}")
        }
    }
}
