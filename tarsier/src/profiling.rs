//! Sampling as embeddings and scripts ask for it: [`crate::Engine::start_profiling`], `console.profile`, and those who look on.

use crate::host::host;
pub use profiler as sampling;
use profiler::live::Hub;
use profiler::profile::Mark;
use profiler::sampler::signal::now_ns;
use profiler::{Options, Profile, Profiler};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use vm::{JsResult, Vm};

/// What `console.profile` does where nobody samples.
pub trait ConsoleProfiles {
    /// How it samples; the program's name is the label.
    fn sampling(&self) -> Options;

    /// Where what was seen goes.
    ///
    /// # Errors
    /// A message.
    fn publish(&self, profile: &Profile) -> Result<(), String>;
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
fn with_marks(mut profile: Profile, mut marks: Vec<Mark>) -> Profile {
    for mark in marks.iter_mut().filter(|mark| mark.end_ns == 0) {
        mark.end_ns = profile.end_ns;
    }
    // There may be very many: they stay where they are.
    marks.splice(0..0, profile.marks);
    profile.marks = marks;
    profile
}

/// What the host keeps of it.
#[derive(Default)]
pub struct State {
    /// Another thread takes it while the VM's is stuck in native code.
    running: Mutex<Option<Running>>,
    /// What `console.profile` does when nobody samples; None: nothing.
    console: Option<Rc<dyn ConsoleProfiles>>,
    /// Where those are who look on, once there were any.
    hub: Mutex<Option<Arc<Hub>>>,
}

impl State {
    pub fn new(console: Option<Rc<dyn ConsoleProfiles>>) -> State {
        State { console, ..State::default() }
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

    /// Ends whatever sampling there is at the end of a run, and tells those who look on. `ended`: how the run ended, if not well. None if nobody
    /// sampled but for those.
    pub fn end(&self, vm: &mut Vm, ended: String) -> Option<Profile> {
        let is_onlookers = self.running().as_ref().is_some_and(|running| running.owner == Owner::Onlooker);
        let hub = self.hub();
        // A short run ends before anybody came by.
        if let Some(hub) = hub.as_ref().filter(|hub| hub.is_wanted())
            && let Some(running) = self.running().as_mut()
        {
            let feed = running.profiler.follow();
            hub.show(feed, running.profiler.shared());
        }
        let profile = self.stop(vm);
        if let Some(hub) = hub {
            hub.end(profile.as_ref().map_or(&[], |profile| &profile.marks), &ended);
        }
        let mut profile = profile.filter(|_| !is_onlookers)?;
        profile.ended = ended;
        Some(profile)
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
    fn mark(&self, kind: &'static str, name: &str, ended: bool) -> bool {
        let mut running = self.running();
        let Some(running) = running.as_mut() else { return false };
        let start_ns = now_ns();
        let end_ns = if ended { start_ns } else { 0 };
        running.marks.push(Mark { name: name.into(), kind: kind.into(), start_ns, end_ns });
        true
    }

    /// Adds a part of the run that lies in the past: `start_ns` and `end_ns` nanoseconds ago.
    fn span(&self, kind: &'static str, name: &str, start_ns: u64, end_ns: u64) {
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
}

/// Has those who look on be served on this VM's thread. It costs nothing as long as there are none.
pub fn serve_onlookers(vm: &mut Vm) {
    vm.set_visitor(Some(|vm| {
        let Ok(host) = host(vm) else { return };
        let sampling = host.profiling.console.as_ref().map(|console| console.sampling()).unwrap_or_default();
        host.profiling.visit(vm, &sampling);
    }));
}

/// `console.profile(label)`: names a part of a run that is being sampled; otherwise begins to sample.
pub fn console_profile(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let host = host(vm)?;
    let state = &host.profiling;
    let name = label.unwrap_or("profile");
    let runs = state.running().as_ref().is_some_and(|running| running.owner != Owner::Onlooker);
    if !runs {
        let Some(console) = &state.console else { return Ok(()) };
        let options = Options { program: name.into(), ..console.sampling() };
        if let Err(message) = state.start_as(vm, &options, Owner::Console) {
            host.output.error_line(&format!("console.profile: {message}"));
            return Ok(());
        }
    }
    state.mark("profile", name, false);
    Ok(())
}

/// `console.profileEnd(label)`: ends that part, or the last one; writes the profile if nothing else samples.
pub fn console_profile_end(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let host = host(vm)?;
    let state = &host.profiling;
    if !state.end_mark(label) || !state.is_consoles() || state.has_open_marks() {
        return Ok(());
    }
    finish_consoles(vm, state, &host.output)
}

/// `console.timeStamp(label)`
pub fn console_time_stamp(vm: &mut Vm, label: Option<&str>) -> JsResult<()> {
    let host = host(vm)?;
    host.profiling.mark("time-stamp", label.unwrap_or(""), true);
    Ok(())
}

/// `performance.mark` and `performance.measure`: names a part of the run, in milliseconds of `performance.now()`.
pub fn performance_span(vm: &mut Vm, kind: &'static str, name: &str, start: f64, end: f64) -> JsResult<()> {
    let host = host(vm)?;
    let now = host.started.elapsed().as_nanos() as f64;
    // Casts of negative numbers, of times to come, give 0: now.
    let ago = |time: f64| (now - time * 1e6) as u64;
    host.profiling.span(kind, name, ago(start), ago(end));
    Ok(())
}

fn finish_consoles(vm: &mut Vm, state: &State, output: &crate::host::output::Output) -> JsResult<()> {
    let Some(profile) = state.stop(vm) else { return Ok(()) };
    let Some(console) = &state.console else { return Ok(()) };
    output.flush();
    if let Err(message) = console.publish(&profile) {
        output.error_line(&format!("console.profileEnd: {message}"));
    }
    Ok(())
}
