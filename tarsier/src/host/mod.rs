//! The globals that programs expect of any host (console, timers, jobs; those of the web and of node beside them), and what they keep.
//!
//! A realm gets them by [`install`]; what they keep is a [`Host`], found through the realm's `host_defined`.

pub mod console;
pub mod inspect;
pub mod jobs;
pub mod output;
pub mod performance;
pub mod print;
pub mod timers;

use crate::host_cell::{self, HostData, HostHandle};
use crate::modules::{Loader, commonjs};
use crate::profiling::{self, ConsoleProfiles};
use crate::source_maps::Maps;
use crate::{library, node};
use gc::Visitor;
use output::Output;
use std::cell::{RefCell, RefMut};
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};
use vm::{JsResult, Object, PropertyKey, Value, Vm};

/// What an embedding can choose.
pub struct Settings {
    /// What scripts find in `process.argv` behind the program.
    pub script_args: Vec<String>,
    /// The program's file, for `process.argv`; None if it has none.
    pub program: Option<PathBuf>,
    pub output: Output,
    /// What scripts read of standard input.
    pub input: Box<dyn Read>,
    /// What `console.profile` does where nobody samples; None: nothing.
    pub profiles: Option<Rc<dyn ConsoleProfiles>>,
    /// Stacks, profiles and traces name what texts were made from, as their source maps say.
    pub source_maps: bool,
    /// What gives a VM its compiled tiers.
    pub tiers: fn(&mut Vm),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            script_args: Vec::new(),
            program: None,
            output: Output::standard(),
            input: Box::new(std::io::stdin()),
            profiles: None,
            source_maps: true,
            tiers: jit::install,
        }
    }
}

/// What the globals keep.
pub struct Host {
    pub output: Output,
    pub timers: RefCell<timers::Timers>,
    console: console::State,
    input: RefCell<BufReader<Box<dyn Read>>>,
    /// Zero of `performance.now()`.
    pub started: Instant,
    /// The same moment in milliseconds since 1970.
    pub time_origin: f64,
    /// Whoever samples.
    pub profiling: profiling::State,
    /// Where texts come from.
    pub maps: Rc<Maps>,
    pub modules: Rc<Loader>,
    /// What `process` is told of.
    pub node: node::process::State,
    /// The files that `node:fs` has open.
    pub files: node::fs::OpenFiles,
    /// As in [`Settings`].
    pub script_args: Vec<String>,
    pub program: Option<PathBuf>,
}

impl Host {
    /// Time since the host was made.
    pub fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }

    /// Reads standard input, as much as there is.
    ///
    /// # Errors
    /// The system's.
    pub fn read_input(&self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.input.borrow_mut().read(bytes)
    }

    /// Reads standard input up to a line's end, or its own.
    ///
    /// # Errors
    /// The system's.
    pub fn read_line(&self, line: &mut Vec<u8>) -> std::io::Result<usize> {
        self.input.borrow_mut().read_until(b'\n', line)
    }
}

/// What a realm keeps of its host.
pub(crate) struct RealmHost {
    host: Rc<Host>,
    library: RefCell<library::State>,
}

impl RealmHost {
    /// What the realm has of the library. Not to be held while anything is allocated.
    pub(crate) fn library(&self) -> RefMut<'_, library::State> {
        self.library.borrow_mut()
    }
}

impl HostData for RealmHost {
    fn trace(&self, visitor: &mut Visitor) {
        self.library.borrow().trace(visitor);
    }
}

/// The host of the running function's realm; a TypeError in a realm that has none.
pub fn host(vm: &mut Vm) -> JsResult<Rc<Host>> {
    Ok(realm_host(vm)?.host.clone())
}

/// What the running function's realm keeps of its host; a TypeError in a realm that has none.
pub(crate) fn realm_host(vm: &mut Vm) -> JsResult<HostHandle<RealmHost>> {
    match host_cell::data(vm.realm().host_defined) {
        Some(host) => Ok(host),
        None => Err(vm.throw_type_error("This realm has no shell")),
    }
}

/// Gives the current realm the host's globals, and the VM a loader of modules from files.
pub fn install(vm: &mut Vm, settings: Settings) -> JsResult<Rc<Host>> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let maps = Maps::new(settings.source_maps);
    vm.source_maps = Some(maps.clone());
    let host = Rc::new(Host {
        output: settings.output,
        timers: RefCell::default(),
        console: console::State::default(),
        input: RefCell::new(BufReader::new(settings.input)),
        started: Instant::now(),
        time_origin: now.as_secs_f64() * 1e3,
        profiling: profiling::State::new(settings.profiles),
        maps: maps.clone(),
        modules: Rc::new(Loader::new(maps)),
        node: node::process::State::default(),
        files: node::fs::OpenFiles::default(),
        script_args: settings.script_args,
        program: settings.program,
    });
    host_cell::register(vm);
    let cell = host_cell::new(vm, RealmHost { host: host.clone(), library: RefCell::default() })?;
    vm.realm_mut().host_defined = cell.value();
    vm.module_loader = host.modules.clone();

    let global = vm.realm().global;
    console::install(vm, global)?;
    timers::install(vm, global)?;
    jobs::install(vm, global)?;
    node::install(vm, global)?;
    commonjs::install(vm, global)?;
    crate::web::install(vm, global)?;
    Ok(host)
}

/// Defines a property as assignment would.
pub fn put(vm: &mut Vm, object: Object, name: &str, value: impl Into<Value>) -> JsResult<()> {
    let value = value.into();
    let key = PropertyKey::from_str(vm, name)?;
    object.define_raw(vm, key, value, vm::object::table::DEFAULT)
}

/// As [`put`], of a string.
pub fn put_text(vm: &mut Vm, object: Object, name: &str, text: &str) -> JsResult<()> {
    let text = vm::JsString::from_str(vm, text)?;
    put(vm, object, name, text.value())
}

#[cfg(test)]
mod tests;
