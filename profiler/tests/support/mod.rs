//! Programs that clock their own phases while they are sampled, and the comparison of both.
//!
//! What is compared are shares of the same run, by the same clock as the samples': how fast the machine is changes both alike. Mostly it is
//! the thread's CPU time, so that what else the machine does falls out: a program that another one interrupts between reading the
//! clock and doing what it clocks would count that for the wrong side. With TARSIER_TRUTH=full, for an idle machine, it is the wall clock.

use profiler::profile::{Category, Profile};
use profiler::{Clock, Options, Profiler};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use vm::{Args, JsResult, Value, ValueExt, Vm};

/// A run: the profile, and milliseconds by phase from the program's own clock.
pub struct Run {
    pub profile: Profile,
    pub clock: BTreeMap<String, f64>,
}

/// What every program begins with. `timed` clocks a phase, which should last a millisecond or so: what reading the
/// clock takes counts half for it, and a stop lengthens the phase that it is in by what it takes there, which only evens out over several stops; `busy` lasts so many milliseconds; `run` repeats a round until the run is long
/// enough.
const PRELUDE: &str = "\
const clock = {};
function timed(name, phase) { const t = now(); phase(); clock[name] = (clock[name] ?? 0) + (now() - t); }
function run(round) { const end = now() + LENGTH; do round(); while (now() < end); }
function result() { return Object.entries(clock).map(([k, v]) => k + '=' + v).join('\\n'); }
";

fn now(_vm: &mut Vm, _args: Args) -> JsResult {
    Ok(Value::number(profiler::sampler::signal::now_ns() as f64 / 1e6))
}

fn cpu_now(_vm: &mut Vm, _args: Args) -> JsResult {
    Ok(Value::number(profiler::sampler::signal::thread_cpu_ns() as f64 / 1e6))
}

/// Waits as an embedding's event loop does.
fn sleep(vm: &mut Vm, args: Args) -> JsResult {
    let end = Instant::now() + Duration::from_secs_f64(args.get(0).as_number() / 1e3);
    let before = vm.enter_idle();
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        std::thread::sleep(left);
    }
    vm.leave_idle(before);
    Ok(Value::UNDEFINED)
}

/// Milliseconds that a program runs: 0.6 s, or 2.5 s (more than 20,000 samples) with TARSIER_TRUTH=full.
fn length() -> u32 {
    if is_full() { 2500 } else { 600 }
}

fn is_full() -> bool {
    std::env::var("TARSIER_TRUTH").is_ok_and(|v| v == "full")
}

/// Runs a program while it is sampled; its functions are in `truth.js`, from line 1 on.
pub fn run(program: &str, options: &Options) -> Run {
    let program = program.to_string();
    let options = options.clone();
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let handle = thread.spawn(move || {
        let mut vm = Vm::new(vm::options::Options::default()).expect("a VM");
        if is_compiled() {
            jit::install(&mut vm);
        }
        let global = vm.realm().global;
        let clock = if options.clock == Clock::Cpu { cpu_now } else { now };
        global.define_method(&mut vm, "now", 0, clock).expect("now");
        global.define_method(&mut vm, "sleep", 1, sleep).expect("sleep");
        evaluate(&mut vm, "prelude.js", &PRELUDE.replace("LENGTH", &length().to_string()));
        let profiler = Profiler::start(&mut vm, &options).expect("sampling");
        evaluate(&mut vm, "truth.js", &program);
        vm.run_jobs().expect("jobs");
        let profile = profiler.stop(&mut vm);
        let text = evaluate(&mut vm, "result.js", "result()");
        let pair = |line: &str| line.split_once('=').map(|(k, v)| (k.to_string(), v.parse().expect("a number")));
        Run { profile, clock: text.lines().filter_map(pair).collect() }
    });
    handle.expect("a thread").join().expect("the program runs")
}

/// This is the test with the compiler (`truth_baseline.rs`).
pub fn is_compiled() -> bool {
    env!("CARGO_CRATE_NAME") == "truth_baseline"
}

/// Every 100 µs, by CPU time unless the machine is said to be idle.
pub fn often() -> Options {
    Options { clock: if is_full() { Clock::Wall } else { Clock::Cpu }, ..on_the_wall() }
}

/// Every 100 µs of elapsed time.
pub fn on_the_wall() -> Options {
    Options { interval: Duration::from_micros(100), ..Options::default() }
}

fn evaluate(vm: &mut Vm, name: &str, text: &str) -> String {
    match vm.run_script(name, text) {
        Ok(value) => value.as_string().map_or(String::new(), |s| s.to_display()),
        Err(_) => {
            let value = vm.take_exception();
            panic!("{name}: {}", vm::runtime::host::display(vm, value))
        }
    }
}

impl Run {
    pub fn total(&self) -> f64 {
        self.profile.total_ns() as f64
    }

    /// The share of the samples' time for which `of` holds.
    pub fn share(&self, of: impl Fn(&Profile, usize) -> bool) -> f64 {
        let weights = &self.profile.samples.weight_ns;
        let time: u64 = (0..weights.len()).filter(|&i| of(&self.profile, i)).map(|i| weights[i]).sum();
        time as f64 / self.total()
    }

    /// The share of time with a function on the stack.
    pub fn with(&self, name: &str) -> f64 {
        self.share(|p, i| p.stacks.walk(p.samples.stack[i]).any(|f| p.function_of(f).name == name))
    }

    /// The share of time credited to a line of the program.
    pub fn on_line(&self, line: u32) -> f64 {
        self.share(|p, i| p.credited(p.samples.stack[i]).is_some_and(|f| f.line == line && is_program(p, f)))
    }

    /// The share of time in native code whose name has this in it.
    pub fn in_native(&self, name: &str) -> f64 {
        self.share(|p, i| usize::try_from(p.samples.native[i]).is_ok_and(|n| p.natives[n].name.contains(name)))
    }

    pub fn in_category(&self, categories: &[Category]) -> f64 {
        self.share(|p, i| categories.contains(&p.samples.category(i)))
    }

    /// By the program's clock, the share of the time that the samples stand for.
    pub fn clocked(&self, name: &str) -> f64 {
        self.clock[name] * 1e6 / self.total()
    }

    /// How far a share may be from the truth: 1 point or 4 standard errors. Samples stand for unequal times on a machine that does other
    /// things too, so their number is the effective one.
    pub fn tolerance(&self, share: f64) -> f64 {
        // Several samples of one stop, which have one time, tell as much as one.
        let samples = &self.profile.samples;
        let mut stops: BTreeMap<u64, f64> = BTreeMap::new();
        for (&time, &weight) in samples.time_ns.iter().zip(&samples.weight_ns) {
            *stops.entry(time).or_default() += weight as f64;
        }
        let squares: f64 = stops.values().map(|weight| weight.powi(2)).sum();
        let effective = self.total().powi(2) / squares.max(1.0);
        (4.0 * (share * (1.0 - share) / effective).sqrt()).max(0.01)
    }

    pub fn check(&self, what: &str, measured: f64, truth: f64) {
        let tolerance = self.tolerance(truth);
        let text = format!(
            "{what}: {:.2} % by samples, {:.2} % by the clock, may differ by {:.2} ({} samples)",
            measured * 100.0,
            truth * 100.0,
            tolerance * 100.0,
            self.profile.samples.len()
        );
        println!("{text}");
        assert!((measured - truth).abs() <= tolerance, "{text}");
    }

    /// Each clocked phase is a function of that name: its share, and that nothing else takes more than it should.
    pub fn check_functions(&self) {
        let mut sum = 0.0;
        let mut clocked = 0.0;
        for name in self.clock.keys() {
            let (measured, truth) = (self.with(name), self.clocked(name));
            self.check(name, measured, truth);
            sum += measured;
            clocked += truth;
        }
        if self.profile.clock == Clock::Cpu || is_full() {
            let outside = clocked - sum;
            assert!(
                outside <= if is_full() { 0.005 } else { 0.02 },
                "{:.2} points outside of every phase",
                outside * 100.0
            );
        }
        self.check_walks();
    }

    /// Fewer than 0.1 % could not be walked, and none is from a place that is not known.
    pub fn check_walks(&self) {
        let s = &self.profile.sampling;
        let unwalked: u64 = s.unwalked.iter().map(|(_, n)| n).sum();
        assert!(unwalked * 1000 < s.stops.max(1000), "{unwalked} of {} not walked: {:?}", s.stops, s.unwalked);
        assert_eq!((s.lost, s.unresolved), (0, 0));
        assert_eq!(self.profile.check(), Ok(()));
    }
}

fn is_program(p: &Profile, frame: &profiler::profile::Frame) -> bool {
    p.file_of(&p.functions[frame.function as usize]) == "truth.js"
}
