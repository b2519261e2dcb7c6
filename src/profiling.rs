//! Sampling as scripts, embeddings and the command line ask for it: `--prof` around a run, `console.profile` around a part of it,
//! [`crate::Engine::start_profiling`], and where the results go.

use crate::live::Hub;
use crate::shell::output::complain;
use crate::shell::shell;
pub use profiler as sampling;
use profiler::profile::Mark;
use profiler::{Format, Options, Profile, Profiler};
use std::cell::RefCell;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use vm::{JsResult, Vm};

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

/// Who samples at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Host,
    Console,
    /// Whoever looks on: nothing is written in the end.
    Onlooker,
}

struct Running {
    profiler: Profiler,
    owner: Owner,
    /// Parts that the script named; those that have no end are open.
    marks: Vec<Mark>,
}

/// Sampling that another thread has ended.
pub struct Halted(Option<(profiler::sampler::Halted, Vec<Mark>)>);

impl Halted {
    /// What was seen; None if nobody sampled. See [`profiler::sampler::Halted::resolve`].
    pub fn resolve(self, vm: &mut Vm) -> Option<Profile> {
        self.0.map(|(sampling, marks)| with_marks(sampling.resolve(vm), marks))
    }

    /// See [`profiler::sampler::Halted::without_evidence`].
    pub fn without_evidence(&mut self, without: bool) {
        if let Some((sampling, _)) = &mut self.0 {
            sampling.without_evidence = without;
        }
    }
}

/// Adds marks; the open ones end where the profile does.
fn with_marks(mut profile: Profile, marks: Vec<Mark>) -> Profile {
    for mut mark in marks {
        if mark.end_ns == 0 {
            mark.end_ns = profile.end_ns;
        }
        profile.marks.push(mark);
    }
    profile
}

/// What the shell keeps of it.
#[derive(Default)]
pub struct State {
    /// Another thread takes it while the VM's is stuck in native code.
    running: Mutex<Option<Running>>,
    /// What `console.profile` does when nobody samples; None: nothing.
    settings: Option<Settings>,
    /// Names that `console.profile` gave files.
    used: RefCell<Vec<PathBuf>>,
    /// Where those are who look on, once there were any.
    hub: Mutex<Option<Arc<Hub>>>,
}

fn now_ns() -> u64 {
    profiler::sampler::signal::now_ns()
}

/// Whether a file can be written, which need not be there yet: who finds out at the end of a run has lost its results.
///
/// # Errors
/// A message that names it.
pub fn check_writable(path: &Path) -> Result<(), String> {
    let told =
        |error: std::io::Error| format!("cannot write {}: {}", path.display(), crate::failure::describe_io(&error));
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

impl State {
    /// `settings` are for `console.profile`.
    pub fn new(settings: Option<Settings>) -> State {
        State { settings, ..State::default() }
    }

    /// Begins to sample the VM's thread, which must be the calling one.
    ///
    /// # Errors
    /// A message, when this system cannot be sampled or somebody samples already.
    pub fn start(&self, vm: &mut Vm, options: &Options) -> Result<(), String> {
        self.start_as(vm, options, Owner::Host)
    }

    fn start_as(&self, vm: &mut Vm, options: &Options, owner: Owner) -> Result<(), String> {
        // Those who look on go on with what comes.
        self.leave_onlookers(vm);
        if self.running().is_some() {
            return Err("the program is being sampled already".into());
        }
        let profiler = Profiler::start(vm, options)?;
        *self.running() = Some(Running { profiler, owner, marks: Vec::new() });
        Ok(())
    }

    /// Ends the sampling that was only for those who look on.
    fn leave_onlookers(&self, vm: &mut Vm) {
        let running = self.running().take_if(|running| running.owner == Owner::Onlooker);
        if let Some(running) = running {
            running.profiler.discard(vm);
            if let Some(hub) = self.hub() {
                hub.hide();
            }
        }
    }

    /// Where those are who look on; None: there were none yet.
    pub fn hub(&self) -> Option<Arc<Hub>> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same; `make` makes it.
    pub fn hub_or(&self, make: impl FnOnce() -> Arc<Hub>) -> Arc<Hub> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(make).clone()
    }

    /// On the VM's thread, where it looks at requests: somebody who looks on has asked for a visit.
    fn visit(&self, vm: &mut Vm, settings: &Options) {
        let Some(hub) = self.hub() else { return };
        if !hub.is_wanted() {
            self.leave_onlookers(vm);
            hub.tell();
            return;
        }
        if self.running().is_none() {
            let is_idle =
                vm.context.state.load(std::sync::atomic::Ordering::Relaxed) == abi::context::VmState::Idle as u32;
            match self.start_as(vm, settings, Owner::Onlooker) {
                // Whoever waits for samples is told when it gets none.
                Err(message) => hub.fail(&message),
                Ok(()) => {
                    if let Some(running) = self.running().as_ref().filter(|_| is_idle) {
                        running.profiler.began_idle();
                    }
                }
            }
        }
        if let Some(running) = self.running().as_mut() {
            let feed = running.profiler.follow();
            if hub.show(feed, running.profiler.shared()) {
                let Running { profiler, marks, .. } = running;
                profiler.update(vm, |feed, vm, control| {
                    marks.extract_if(.., |mark| mark.end_ns != 0).for_each(|mark| feed.mark(mark));
                    hub.fulfil(feed, vm, control);
                });
            }
        }
        hub.tell();
    }

    /// Ends the sampling. None if there was none.
    pub fn stop(&self, vm: &mut Vm) -> Option<Profile> {
        let running = self.running().take()?;
        Some(with_marks(running.profiler.stop(vm), running.marks))
    }

    /// Ends the sampling from another thread, while the VM's is stuck in native code.
    pub fn halt(&self) -> Halted {
        let running = self.running().take();
        Halted(running.map(|running| (running.profiler.halt(), running.marks)))
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the clock while something is done that is not the program's; false if nobody samples.
    pub fn pause(&self) -> bool {
        self.running().as_ref().map(|r| r.profiler.pause()).is_some()
    }

    pub fn resume(&self) {
        if let Some(running) = &*self.running() {
            running.profiler.resume();
        }
    }

    /// Adds a mark; false if nobody samples.
    fn mark(&self, kind: &str, name: &str, ended: bool) -> bool {
        let mut running = self.running();
        let Some(running) = running.as_mut() else { return false };
        let start_ns = now_ns();
        let end_ns = if ended { start_ns } else { 0 };
        running.marks.push(Mark { name: name.into(), kind: kind.into(), start_ns, end_ns });
        true
    }

    /// Adds a part of the run that lies in the past: `start_ns` and `end_ns` nanoseconds ago.
    fn span(&self, kind: &str, name: &str, start_ns: u64, end_ns: u64) {
        if let Some(running) = self.running().as_mut() {
            let now = now_ns();
            let (start_ns, end_ns) = (now.saturating_sub(start_ns), now.saturating_sub(end_ns));
            running.marks.push(Mark { name: name.into(), kind: kind.into(), start_ns, end_ns });
        }
    }

    /// Ends the last open mark, or the last of that name; false if there is none.
    fn end_mark(&self, name: Option<&str>) -> bool {
        let mut running = self.running();
        let marks = running.as_mut().map(|r| &mut r.marks);
        let open = marks
            .and_then(|marks| marks.iter_mut().rev().find(|m| m.end_ns == 0 && name.is_none_or(|name| m.name == name)));
        open.map(|mark| mark.end_ns = now_ns()).is_some()
    }

    fn is_consoles(&self) -> bool {
        self.running().as_ref().is_some_and(|r| r.owner == Owner::Console)
    }

    fn has_open_marks(&self) -> bool {
        self.running().as_ref().is_some_and(|r| r.marks.iter().any(|m| m.end_ns == 0))
    }

    /// A file name that no other part of this run has.
    fn unused(&self, settings: &Settings, name: &str) -> PathBuf {
        let mut used = self.used.borrow_mut();
        let mut path = settings.file(name);
        let mut n = 1;
        while used.contains(&path) {
            n += 1;
            path = settings.file(&format!("{name}-{n}"));
        }
        used.push(path.clone());
        path
    }
}

/// Has those who look on be served on this VM's thread. It costs nothing as long as there are none.
pub fn serve_onlookers(vm: &mut Vm) {
    vm.set_visitor(Some(|vm| {
        let Ok(shell) = shell(vm) else { return };
        let sampling = shell.profiling.settings.as_ref().map(|settings| settings.sampling.clone()).unwrap_or_default();
        shell.profiling.visit(vm, &sampling);
    }));
}

/// `console.profile(label)`: names a part of a run that is being sampled; otherwise begins to sample.
pub fn console_profile(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let shell = shell(vm)?;
    let state = &shell.profiling;
    let name = label.unwrap_or("profile");
    let runs = state.running().as_ref().is_some_and(|running| running.owner != Owner::Onlooker);
    if !runs {
        let Some(settings) = &state.settings else { return Ok(()) };
        let options = Options { program: name.into(), ..settings.sampling.clone() };
        if let Err(message) = state.start_as(vm, &options, Owner::Console) {
            shell.output.error_line(&format!("console.profile: {message}"));
            return Ok(());
        }
    }
    state.mark("profile", name, false);
    Ok(())
}

/// `console.profileEnd(label)`: ends that part, or the last one; writes the profile if nothing else samples.
pub fn console_profile_end(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let shell = shell(vm)?;
    let state = &shell.profiling;
    if !state.end_mark(label) || !state.is_consoles() || state.has_open_marks() {
        return Ok(());
    }
    finish_consoles(vm, state, &shell.output)
}

/// `console.timeStamp(label)`
pub fn console_time_stamp(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let shell = shell(vm)?;
    shell.profiling.mark("time-stamp", label.unwrap_or(""), true);
    Ok(())
}

/// `performance.mark` and `performance.measure`: names a part of the run, in milliseconds of `performance.now()`.
pub fn performance_span(vm: &mut Vm, kind: &str, name: &str, start: f64, end: f64) -> JsResult<()> {
    let shell = shell(vm)?;
    let now = shell.started.elapsed().as_nanos() as f64;
    // Casts of negative numbers, of times to come, give 0: now.
    let ago = |time: f64| (now - time * 1e6) as u64;
    shell.profiling.span(kind, name, ago(start), ago(end));
    Ok(())
}

fn finish_consoles(vm: &mut Vm, state: &State, output: &crate::shell::output::Output) -> JsResult<()> {
    let Some(profile) = state.stop(vm) else { return Ok(()) };
    let Some(settings) = &state.settings else { return Ok(()) };
    output.flush();
    let path = settings.out.clone().unwrap_or_else(|| state.unused(settings, &profile.program));
    if let Err(message) = publish(&profile, settings, &path) {
        output.error_line(&format!("console.profileEnd: {message}"));
    }
    Ok(())
}

/// Ends whatever sampling there is at the end of a run: prints the summary on standard error and writes the profile. `ended`: how the run ended, if
/// not well.
///
/// # Errors
/// A message, when the file cannot be written.
pub fn finish(vm: &mut Vm, state: &State, ended: String) -> Result<(), String> {
    let is_onlookers = state.running().as_ref().is_some_and(|running| running.owner == Owner::Onlooker);
    let hub = state.hub();
    // A short run ends before anybody came by.
    if let Some(hub) = hub.as_ref().filter(|hub| hub.is_wanted())
        && let Some(running) = state.running().as_mut()
    {
        let feed = running.profiler.follow();
        hub.show(feed, running.profiler.shared());
    }
    let profile = state.stop(vm);
    if let Some(hub) = hub {
        hub.end(profile.as_ref().map_or(&[], |profile| &profile.marks), &ended);
    }
    let Some(mut profile) = profile.filter(|_| !is_onlookers) else { return Ok(()) };
    profile.ended = ended;
    finish_profile(state, &profile)
}

/// Prints a profile's summary on standard error and writes it.
///
/// # Errors
/// As there.
pub fn finish_profile(state: &State, profile: &Profile) -> Result<(), String> {
    let Some(settings) = &state.settings else { return Ok(()) };
    if !settings.is_quiet {
        let path = settings.out.clone().unwrap_or_else(|| state.unused(settings, &profile.program));
        publish(profile, settings, &path)?;
    }
    settings.advice.as_ref().map_or(Ok(()), |wanted| wanted.publish(profile))
}

fn publish(profile: &Profile, settings: &Settings, path: &Path) -> Result<(), String> {
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
    write(profile, settings.format(Some(path)), path)?;
    let _ = writeln!(stderr, "\nprofile written to {}", path.display());
    calls
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
            crate::cli::exit_code::USAGE
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
        let state = State::default();
        let names: Vec<PathBuf> = (0..3).map(|_| state.unused(&settings, "a")).collect();
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
