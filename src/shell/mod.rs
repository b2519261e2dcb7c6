//! The globals that people expect of an engine's shell, and what they keep.
//!
//! A realm gets them by [`install`]; what they keep is a [`Shell`], found through the realm's `host_defined`.

pub mod console;
pub mod files;
pub mod inspect;
pub mod jobs;
pub mod output;
pub mod performance;
pub mod print;
pub mod process;
pub mod timers;
pub mod vm_object;

use crate::host_cell::{self, HostData};
use crate::modules::{Loader, commonjs};
use crate::source_maps::Maps;
use crate::{library, node};
use gc::Visitor;
use output::Output;
use std::cell::{RefCell, RefMut};
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};
use vm::{JsResult, Object, PropertyKey, Value, Vm};

/// What an embedding can choose.
pub struct Settings {
    /// What scripts find in `scriptArgs` and `arguments`.
    pub script_args: Vec<String>,
    /// The program's file, for `process.argv`; None if it has none.
    pub program: Option<PathBuf>,
    pub output: Output,
    /// What `readline` reads.
    pub input: Box<dyn Read>,
    /// Adds `$262`.
    pub expose_test262: bool,
    /// How `console.profile` samples, and where that goes; None: it does nothing unless the embedding samples.
    pub profiling: Option<crate::profiling::Settings>,
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
            expose_test262: false,
            profiling: None,
            source_maps: true,
            tiers: jit::install,
        }
    }
}

/// What the globals keep.
pub struct Shell {
    pub output: Output,
    pub timers: RefCell<timers::Timers>,
    console: console::State,
    input: RefCell<BufReader<Box<dyn Read>>>,
    /// Zero of `performance.now()`.
    pub(crate) started: Instant,
    /// The same moment in milliseconds since 1970.
    pub(crate) time_origin: f64,
    /// Whoever samples.
    pub profiling: crate::profiling::State,
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

impl Shell {
    /// Time since the shell was made.
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
}

/// What a realm keeps of its shell.
struct RealmShell {
    shell: Rc<Shell>,
    library: RefCell<library::State>,
}

impl HostData for RealmShell {
    fn trace(&self, visitor: &mut Visitor) {
        self.library.borrow().trace(visitor);
    }
}

/// The shell of the running function's realm; a TypeError in a realm that has none.
pub fn shell(vm: &mut Vm) -> JsResult<Rc<Shell>> {
    Ok(realm_shell(vm)?.shell.clone())
}

fn realm_shell<'a>(vm: &mut Vm) -> JsResult<&'a RealmShell> {
    match host_cell::data(vm.realm().host_defined) {
        Some(shell) => Ok(shell),
        None => Err(vm.throw_type_error("This realm has no shell")),
    }
}

/// What the running function's realm has of the library. Not to be held while anything is allocated.
pub(crate) fn library_state<'a>(vm: &mut Vm) -> JsResult<RefMut<'a, library::State>> {
    Ok(realm_shell(vm)?.library.borrow_mut())
}

/// Gives the current realm the shell's globals, and the VM a loader of modules from files.
pub fn install(vm: &mut Vm, settings: Settings) -> JsResult<Rc<Shell>> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let maps = Maps::new(settings.source_maps);
    vm.source_maps = Some(maps.clone());
    let shell = Rc::new(Shell {
        output: settings.output,
        timers: RefCell::default(),
        console: console::State::default(),
        input: RefCell::new(BufReader::new(settings.input)),
        started: Instant::now(),
        time_origin: now.as_secs_f64() * 1e3,
        profiling: crate::profiling::State::new(settings.profiling),
        maps: maps.clone(),
        modules: Rc::new(Loader::new(settings.expose_test262, maps)),
        node: node::process::State::default(),
        files: node::fs::OpenFiles::default(),
        script_args: settings.script_args,
        program: settings.program,
    });
    host_cell::register(vm);
    let cell = host_cell::new(vm, RealmShell { shell: shell.clone(), library: RefCell::default() })?;
    vm.realm_mut().host_defined = cell.value();
    vm.module_loader = shell.modules.clone();

    let global = vm.realm().global;
    print::install(vm, global)?;
    console::install(vm, global)?;
    files::install(vm, global)?;
    performance::install(vm, global)?;
    timers::install(vm, global)?;
    jobs::install(vm, global)?;
    process::install(vm, global, &shell.script_args)?;
    node::install(vm, global)?;
    commonjs::install(vm, global)?;
    crate::web::install(vm, global)?;
    if vm.options.expose_vm {
        vm_object::install(vm, global)?;
    }
    if settings.expose_test262 {
        crate::test262::install(vm)?;
    }
    Ok(shell)
}

/// Defines a property as assignment would.
pub(crate) fn put(vm: &mut Vm, object: Object, name: &str, value: impl Into<Value>) -> JsResult<()> {
    let value = value.into();
    let key = PropertyKey::from_str(vm, name)?;
    object.define_raw(vm, key, value, vm::object::table::DEFAULT)
}

/// As [`put`], of a string.
pub(crate) fn put_text(vm: &mut Vm, object: Object, name: &str, text: &str) -> JsResult<()> {
    let text = vm::JsString::from_str(vm, text)?;
    put(vm, object, name, text.value())
}

#[cfg(test)]
mod tests;
