//! Programs in VMs of this process.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tarsier::host::Settings;
use tarsier::host::output::Output;
use tarsier::{Engine, Options, Vm, thread};
use tarsier_emulated::{Counts, counts};
use tarsier_shell::globals;
use vm::options::Tier;
use vm::tiering::deopt::Deopt;

/// What a program did.
pub struct Done {
    pub output: String,
    /// What it did not catch.
    pub failure: Option<String>,
    pub counts: Counts,
    /// Instructions that compiled code handed to the runtime, by opcode.
    pub handed_back: Vec<u64>,
    pub deopts: Vec<Deopt>,
}

/// The output of a program that has come to a good end.
pub fn settled(done: &Done) -> &str {
    assert_eq!(done.failure, None, "{}", done.output);
    &done.output
}

/// Runs a script, with jobs and timers, in a VM whose machine code is this machine's or on the emulator.
pub fn run(options: Options, emulated: bool, text: &str) -> Done {
    run_in(options, emulated, |engine| {
        let result = engine.eval("program.js", text).and_then(|_| engine.run_event_loop());
        result.err().map(|failure| failure.to_string())
    })
}

/// The same of whatever is to be done with the VM, which says what failed.
pub fn run_in(options: Options, emulated: bool, work: impl FnOnce(&mut Engine) -> Option<String> + Send) -> Done {
    let run = move || {
        let compiles = emulated && options.tier > Tier::Interpreter;
        let printed = Printed::default();
        let output = Output::to(Box::new(printed.clone()), Box::new(io::sink()));
        let tiers: fn(&mut Vm) = if emulated { tarsier_emulated::install } else { Settings::default().tiers };
        let settings = Settings { output: output.clone(), input: Box::new(io::empty()), tiers, ..Settings::default() };
        let mut engine = globals::engine(options, settings).expect("a VM");
        let failure = work(&mut engine);
        output.flush();
        let counts = if compiles { counts() } else { Counts::default() };
        let vm = engine.vm();
        let handed_back = vm.tiers.handed_back.to_vec();
        Done { output: printed.text(), failure, counts, handed_back, deopts: std::mem::take(&mut vm.deopts.records) }
    };
    thread::with_stack(Options::default().stack_size, run).expect("a thread")
}

/// What a program printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
