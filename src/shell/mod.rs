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

use crate::modules::{Loader, commonjs};
use crate::{library, node};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use output::Output;
use std::cell::{RefCell, RefMut};
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};
use vm::{JsResult, Object, PropertyKey, Value, ValueExt, Vm};

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
    started: Instant,
    /// The same moment in milliseconds since 1970.
    time_origin: f64,
    /// Whoever samples.
    pub profiling: crate::profiling::State,
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

/// Where a realm keeps its shell.
#[repr(C)]
struct ShellCell {
    object: JsObject,
    shell: Rc<Shell>,
    library: RefCell<library::State>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ShellCell {
    const KIND: CellKind = CellKind::Host;
    const NEEDS_DROP: bool = true;
}

impl ShellCell {
    /// # Safety
    /// To be called by the collector only, on a live Host cell.
    unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind, which only `install` makes.
        let cell = unsafe { &*cell.cast::<ShellCell>() };
        vm::vm::trace_object(&cell.object, visitor);
        cell.library.borrow().trace(visitor);
    }

    /// # Safety
    /// To be called by the collector only, once, on a dead Host cell.
    unsafe fn drop(cell: *mut CellHeader) {
        // SAFETY: as above.
        unsafe { std::ptr::drop_in_place(cell.cast::<ShellCell>()) }
    }
}

/// The shell of the running function's realm; a TypeError in a realm that has none.
pub fn shell(vm: &mut Vm) -> JsResult<Rc<Shell>> {
    Ok(shell_cell(vm)?.shell.clone())
}

fn shell_cell<'a>(vm: &mut Vm) -> JsResult<&'a ShellCell> {
    match vm.realm().host_defined.as_object().and_then(|o| o.downcast::<ShellCell>()) {
        Some(cell) => Ok(cell),
        None => Err(vm.throw_type_error("This realm has no shell")),
    }
}

/// What the running function's realm has of the library. Not to be held while anything is allocated.
pub(crate) fn library_state<'a>(vm: &mut Vm) -> JsResult<RefMut<'a, library::State>> {
    Ok(shell_cell(vm)?.library.borrow_mut())
}

/// Gives the current realm the shell's globals, and the VM a loader of modules from files.
pub fn install(vm: &mut Vm, settings: Settings) -> JsResult<Rc<Shell>> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let shell = Rc::new(Shell {
        output: settings.output,
        timers: RefCell::default(),
        console: console::State::default(),
        input: RefCell::new(BufReader::new(settings.input)),
        started: Instant::now(),
        time_origin: now.as_secs_f64() * 1e3,
        profiling: crate::profiling::State::new(settings.profiling),
        modules: Rc::new(Loader::new(settings.expose_test262)),
        node: node::process::State::default(),
        files: node::fs::OpenFiles::default(),
        script_args: settings.script_args,
        program: settings.program,
    });
    vm.heap.set_kind(CellKind::Host, Some(ShellCell::trace), Some(ShellCell::drop));
    let kept = shell.clone();
    let cell = vm.new_exotic(None, |object| ShellCell { object, shell: kept, library: RefCell::default() })?;
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
