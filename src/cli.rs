//! The command line: every option with its help in one table, and what the options say.

use crate::advise::beside::Wanted;
use crate::advise::options::{Advise, Telling};
use crate::compare::options::{Compare, StandardOutput};
use crate::exit_code;
use crate::profiling::{self, Settings};
use crate::top::Top;
use clap::{Parser, ValueEnum};
use profiler::{Clock, Format};
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use tarsier::host::output::complain;
use tarsier::source_file::Goal;
use vm::options::PrintIr;

/// The options.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "tarsier",
    bin_name = "tarsier",
    version,
    about = "A JavaScript virtual machine that watches itself run",
    after_help = "Exit codes: 0; 1 uncaught exception or syntax error; 2 usage or file; 3 out of memory; 4 time limit; 5 a gate \
                  of compare or advise that does not hold; quit(code) ends with that code.",
    override_usage = "tarsier [OPTIONS] [FILE | -] [ARGS]...\n       tarsier report PROFILE [--format=FORMAT] [--out=FILE]\n       \
                      tarsier compare BEFORE AFTER (tarsier compare --help)\n       \
                      tarsier advise PROGRAM [ARGS]... (tarsier advise --help)\n       tarsier top PID (tarsier top --help)",
    disable_help_subcommand = true,
    max_term_width = 120
)]
pub struct Cli {
    /// The program (`-` for standard input), and what it finds in scriptArgs. Without one: a prompt
    #[arg(value_name = "FILE", trailing_var_arg = true, hide = true)]
    program: Vec<OsString>,

    /// Run CODE instead of a file
    #[arg(short = 'e', long = "eval", value_name = "CODE")]
    code: Option<String>,

    /// The program is an ES module (a file named .mjs is one anyway, and one whose package.json says "type": "module")
    #[arg(long, conflicts_with = "commonjs")]
    pub module: bool,

    /// The program is a CommonJS module (a file named .cjs is one anyway, and one whose package.json says "type": "commonjs")
    #[arg(long)]
    pub commonjs: bool,

    /// Sample the program as it runs; print where the time went
    #[arg(long)]
    prof: bool,

    #[arg(long, value_name = "FILE", help = prof_out_help())]
    prof_out: Option<PathBuf>,

    /// The profile's format, whatever the file is called
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    prof_format: Option<Format>,

    /// Time between two samples, on average: 50us to 100ms (microseconds without a unit)
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = parse_interval)]
    prof_interval: Duration,

    /// Weigh samples by elapsed time, or by the CPU time of the program's thread
    #[arg(long, value_enum, value_name = "CLOCK", default_value = "wall")]
    prof_clock: ClockName,

    /// Sample, and show what is seen while the program runs on a page at 127.0.0.1, whose address is told on standard error; PORT: any that is
    /// free. The page stays at the end as long as it is open
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = crate::live::parse_port)]
    live: Option<u16>,

    /// --live, and nothing of the program runs before the page is open
    #[arg(long)]
    live_wait: bool,

    /// At the end tell which lines the compilers dislike, what each costs and what to write instead: on standard error, or in FILE (.md,
    /// .json, .html, .txt). Samples, as --prof does; `tarsier advise` tells more
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", value_parser = parse_advise)]
    advise: Option<PathBuf>,

    /// Count, by JITProf's definitions, what property accesses and operations come across in all their executions; with --advise, --prof or a native
    /// profile, for whoever reads that. Implies --prof if neither is there. The program takes several times as long
    #[arg(long)]
    count: bool,

    /// Trace every call: exact numbers and times by calling context, in the summary and the profile, and in FILE (.folded, .dot, .json for
    /// Perfetto). `counts`: numbers alone, cheaper; `timeline`: each call with its begin and end, as far as `timeline:SIZE` reaches back; `fold`:
    /// recursion goes on in the same node; `all`: the .dot file has what matters little, too. Words are separated by commas. Implies --prof
    #[arg(long, value_name = "WORDS|FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = crate::calls::Wanted::parse)]
    trace_calls: Option<crate::calls::Wanted>,

    /// Sample, write the native profile there, say nothing
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "advise")]
    advise_profile: Option<PathBuf>,

    /// Tell Linux's perf of machine code: /tmp/perf-PID.map, and jit-PID.dump in the working folder (`perf record -k mono`, `perf inject
    /// --jit`). Interpreted functions get an entry of their own each, for call graphs
    #[arg(long)]
    pub perf_prof: bool,

    /// Name places in the text that runs, whatever its source map says
    #[arg(long)]
    pub no_source_maps: bool,

    /// Add gc() and $vm, for tests and research
    #[arg(long)]
    expose_vm: bool,

    /// Add $262, what test262 asks of its host
    #[arg(long = "expose-test262")]
    pub expose_test262: bool,

    /// Memory that the program's objects may take; k, m and g are understood
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = parse_size)]
    max_heap: usize,

    /// Stack for calls
    #[arg(long, value_name = "SIZE", default_value = "8m", value_parser = parse_size)]
    stack_size: usize,

    /// End the program after so long, with exit code 4
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,

    /// Collect garbage at every N-th allocation
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    gc_stress: u32,

    /// Collect what is new after every so many bytes of allocation, instead of as pauses and survival suggest; k, m and g are understood
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    nursery: Option<usize>,

    /// Fill free memory with a pattern before it is allocated from, to find what reads words that nobody wrote
    #[arg(long)]
    gc_poison: bool,

    /// The highest tier that code may reach
    #[arg(long, value_enum, default_value = "opt")]
    tier: TierName,

    /// Never generate machine code, whatever --tier says
    #[arg(long)]
    jitless: bool,

    /// Calls and loop iterations before the baseline compiler takes a function
    #[arg(long, value_name = "N", default_value = "24", hide_default_value = true)]
    baseline_threshold: i32,

    /// Tell on standard error which functions are compiled, how long that takes and how large their code is
    #[arg(long)]
    trace_compile: bool,

    /// Tell on standard error what the optimizing compiler decides: what it compiles, inlines or doesn't, delays and gives up
    #[arg(long)]
    trace_opt: bool,

    /// Tell on standard error where and why optimized code is left, what was expected, what came, and what followed
    #[arg(long)]
    trace_deopt: bool,

    /// Tell on standard error what changes for the worse, by line and column: inline caches, kinds of elements and of operands, objects
    /// that become dictionaries; all of it, with the shapes that are made: --trace-ic=all
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "worse")]
    trace_ic: Option<TraceIc>,

    /// Write what is traced (everything, without another --trace option) as JSON lines instead, to FILE or standard error
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    trace_json: Option<PathBuf>,

    /// Let guards of optimized code fail at random, one of N on average
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    deopt_every: u32,

    /// Where the random numbers of --deopt-every begin
    #[arg(long, value_name = "SEED", default_value = "0", hide_default_value = true)]
    deopt_seed: u64,

    #[arg(long, value_name = "NAME[:PASS]", value_parser = parse_print_ir, help = print_ir_help())]
    print_ir: Option<PrintIr>,

    /// Optimize on the program's own thread, so that what is compiled when does not depend on time
    #[arg(long)]
    compile_sync: bool,

    /// Calls and loop iterations of compiled code before the optimizing compiler takes a function, about
    #[arg(long, value_name = "N", default_value = "20480", hide_default_value = true)]
    optimizer_threshold: i32,

    /// Steps of matching before a regular expression becomes machine code, about
    #[arg(long, value_name = "N", default_value = "8192", hide_default_value = true)]
    regexp_threshold: u64,

    /// Machine code that there may be at a time; code that has not run lately makes room for other
    #[arg(long, value_name = "SIZE", default_value = "64m", value_parser = parse_size)]
    code_memory: usize,

    /// Print the machine code of functions of this name, with the bytecode and the source lines that it is for, and why optimized code is left where it may be
    #[arg(long, value_name = "NAME")]
    print_code: Option<String>,

    /// Print the bytecode of every function as it is compiled
    #[arg(long)]
    dump_bytecode: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TierName {
    Interp,
    Baseline,
    Opt,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TraceIc {
    Worse,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ClockName {
    Wall,
    Cpu,
}

/// `tarsier report`: converts a profile.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "tarsier report",
    bin_name = "tarsier report",
    about = "Prints a native profile (.tprof), or converts it",
    max_term_width = 120
)]
struct Report {
    /// The profile
    #[arg(value_name = "IN")]
    input: PathBuf,

    #[arg(long, value_name = "FORMAT", value_parser = parse_format, help = report_formats())]
    format: Option<Format>,

    /// A file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Tell which lines the compilers dislike, what each costs and what to write instead; FORMAT: text, markdown or json. --out's extension is
    /// .md, .json, .html or .txt then
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text", conflicts_with = "format")]
    advise: Option<StandardOutput>,

    /// With --advise: a pattern of your own; may be given several times
    #[arg(long, value_name = "FILE.js", requires = "advise")]
    pattern: Vec<PathBuf>,

    /// With --advise: show what is below the line, too
    #[arg(long, requires = "advise")]
    all: bool,

    /// With --advise: exit code 5 if a pattern is found, or a finding costs at least so many milliseconds
    #[arg(long, value_name = "PATTERN|MS", requires = "advise", value_parser = crate::advise::options::parse_gate)]
    fail_on: Vec<profiler::advise::Gate>,
}

impl Report {
    fn run(&self) -> i32 {
        let Some(format) = self.advise else {
            return profiling::report(&self.input, self.format, self.out.as_deref());
        };
        let out: Result<Vec<PathBuf>, String> =
            self.out.iter().map(|path| crate::advise::options::parse_out(&path.to_string_lossy())).collect();
        match out {
            Ok(out) => {
                let telling =
                    Telling { out, pattern: self.pattern.clone(), all: self.all, fail_on: self.fail_on.clone() };
                crate::advise::report(&self.input, &telling, format)
            }
            Err(message) => {
                complain(&format!("tarsier: {message}"));
                exit_code::USAGE
            }
        }
    }
}

/// What is to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    File(PathBuf),
    StandardInput,
    Code(String),
    /// Nothing was named: a prompt on a terminal, else standard input.
    Nothing,
}

impl Cli {
    /// Options of the VM.
    pub fn vm_options(&self) -> vm::options::Options {
        vm::options::Options {
            max_heap: self.max_heap,
            stack_size: self.stack_size,
            gc_stress: self.gc_stress,
            nursery: self.nursery.unwrap_or(0),
            gc_poison: self.gc_poison,
            tier: match self.tier {
                TierName::Interp => vm::options::Tier::Interpreter,
                TierName::Baseline => vm::options::Tier::Baseline,
                TierName::Opt => vm::options::Tier::Optimizer,
            },
            jitless: self.jitless,
            expose_vm: self.expose_vm,
            baseline_threshold: self.baseline_threshold.max(0),
            named_entries: self.perf_prof,
            trace_compile: self.trace_compile,
            trace_opt: self.trace_opt,
            trace_deopt: self.trace_deopt,
            trace_ic: self.trace_ic.is_some(),
            trace_ic_all: self.trace_ic == Some(TraceIc::All),
            trace_json: self.trace_json.clone(),
            keep_decisions: self.advice().is_some(),
            deopt_every: self.deopt_every,
            deopt_seed: self.deopt_seed,
            print_ir: self.print_ir.clone(),
            compile_sync: self.compile_sync,
            optimizer_threshold: self.optimizer_threshold,
            regexp_threshold: self.regexp_threshold,
            code_memory: self.code_memory,
            print_code: self.print_code.clone(),
            dump_bytecode: self.dump_bytecode,
            count: self.count,
            trace_calls: self.trace_calls.as_ref().map(crate::calls::Wanted::traced),
            ..vm::options::Options::default()
        }
    }

    /// What is traced of calls.
    pub fn traced_calls(&self) -> Option<&crate::calls::Wanted> {
        self.trace_calls.as_ref()
    }

    /// What the program is, if an option says so.
    pub fn goal(&self) -> Option<Goal> {
        match (self.module, self.commonjs) {
            (true, _) => Some(Goal::Module),
            (_, true) => Some(Goal::CommonJs),
            _ => None,
        }
    }

    pub fn program(&self) -> Program {
        match (&self.code, self.program.first()) {
            (Some(code), _) => Program::Code(code.clone()),
            (None, Some(name)) if name == OsStr::new("-") => Program::StandardInput,
            (None, Some(name)) => Program::File(name.into()),
            (None, None) => Program::Nothing,
        }
    }

    /// What the script finds in `scriptArgs`.
    pub fn script_args(&self) -> Vec<String> {
        let skip = usize::from(self.code.is_none());
        self.program.iter().skip(skip).map(|arg| arg.to_string_lossy().into_owned()).collect()
    }

    /// The whole run is to be sampled.
    pub fn profiles(&self) -> bool {
        self.summarizes() || self.advice().is_some() || self.live().is_some()
    }

    /// The port of the live page, if one is wanted; 0: any.
    pub fn live(&self) -> Option<u16> {
        self.live.or_else(|| self.live_wait.then_some(0))
    }

    /// The program waits for the page.
    pub fn live_wait(&self) -> bool {
        self.live_wait
    }

    /// A summary and a profile are wanted.
    fn summarizes(&self) -> bool {
        let is_for_others = self.advice().is_some();
        self.prof
            || self.prof_out.is_some()
            || self.prof_format.is_some()
            || self.trace_calls.is_some()
            || self.count && !is_for_others
    }

    /// What advice the run is to give.
    fn advice(&self) -> Option<Wanted> {
        match (&self.advise, &self.advise_profile) {
            (_, Some(path)) => Some(Wanted::Profile(path.clone())),
            (Some(path), _) if path == std::path::Path::new("-") => Some(Wanted::Print),
            (Some(path), _) => Some(Wanted::File(path.clone())),
            (None, None) => None,
        }
    }

    /// How to sample, whether by `--prof` or because the script asks for it.
    pub fn prof_settings(&self) -> Settings {
        let program = match self.program() {
            Program::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Program::Code(_) => "eval".into(),
            Program::Nothing if std::io::stdin().is_terminal() => "repl".into(),
            Program::StandardInput | Program::Nothing => "stdin".into(),
        };
        let clock = if self.prof_clock == ClockName::Cpu { Clock::Cpu } else { Clock::Wall };
        Settings {
            sampling: profiler::Options { interval: self.prof_interval, clock, program },
            out: self.prof_out.clone(),
            format: self.prof_format,
            advice: self.advice(),
            is_quiet: self.profiles() && !self.summarizes(),
            calls: self.trace_calls.as_ref().and_then(crate::calls::Wanted::output),
        }
    }
}

/// The help of `--prof-out`.
fn prof_out_help() -> String {
    let formats = Format::ALL.iter().filter(|format| !format.is_of_calls());
    let extensions = formats.map(|format| format!(".{} ({})", format.extension(), format.name()));
    let extensions = extensions.collect::<Vec<String>>().join(", ");
    format!("Where the profile goes, its format by the extension: {extensions}; /dev/null for nowhere. Implies --prof")
}

/// The help of `--print-ir`.
fn print_ir_help() -> String {
    let passes = jit::opt::passes::names().collect::<Vec<&str>>().join(", ");
    format!(
        "Print the optimizing compiler's graph of every function of this name, as it was built and as it is compiled, or after a pass ({passes})"
    )
}

/// The help of `tarsier report --format`.
fn report_formats() -> String {
    let names = |of_calls: bool| {
        let formats = Format::ALL.iter().filter(|f| f.is_of_calls() == of_calls && **f != Format::Native);
        formats.map(|f| f.name()).collect::<Vec<&str>>().join(", ")
    };
    let native = Format::Native.name();
    format!("{} or {native}; of traced calls: {}; otherwise by --out's extension", names(false), names(true))
}

fn parse_format(text: &str) -> Result<Format, String> {
    let names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
    Format::from_name(text).ok_or_else(|| format!("'{text}' is no format; there are {}", names.join(", ")))
}

/// A file of advice, or "-" for standard error.
fn parse_advise(text: &str) -> Result<PathBuf, String> {
    if text == "-" { Ok(text.into()) } else { crate::advise::options::parse_out(text) }
}

/// A function's name, perhaps with a pass.
fn parse_print_ir(text: &str) -> Result<PrintIr, String> {
    let (function, pass) = text.rsplit_once(':').map_or((text, None), |(function, pass)| (function, Some(pass)));
    if let Some(pass) = pass {
        jit::opt::passes::check_name(pass).map_err(|names| format!("'{pass}' is no pass; there are {names}"))?;
    }
    Ok(PrintIr { function: function.into(), pass: pass.map(Into::into) })
}

/// A sampling interval: a number with us (or nothing) or ms.
pub fn parse_interval(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix("us").unwrap_or(text), 1e-6),
    };
    let number: f64 = digits.parse().map_err(|_| format!("'{text}' is no time; write 250us or 1ms"))?;
    let interval = Duration::try_from_secs_f64(number * unit).unwrap_or_default();
    if (Duration::from_micros(50)..=Duration::from_millis(100)).contains(&interval) {
        Ok(interval)
    } else {
        Err(format!("'{text}' is not from 50us to 100ms"))
    }
}

/// A size in bytes: digits, perhaps a fraction, perhaps k, m or g (binary, in either case).
pub fn parse_size(text: &str) -> Result<usize, String> {
    let wrong = || format!("'{text}' is no size; write 65536, 512k, 256m or 4g");
    let lower = text.trim().to_ascii_lowercase();
    let (digits, shift) = match lower.strip_suffix(['k', 'm', 'g']) {
        Some(digits) => (
            digits,
            if lower.ends_with('k') {
                10
            } else if lower.ends_with('m') {
                20
            } else {
                30
            },
        ),
        None => (lower.as_str(), 0),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Err(wrong());
    }
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let bytes = number * (1u64 << shift) as f64;
    if bytes < 1.0 || bytes >= (1u64 << 47) as f64 {
        return Err(format!("'{text}' is out of range"));
    }
    Ok(bytes as usize)
}

/// A time in seconds, fractions allowed.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.trim().parse().map_err(|_| format!("'{text}' is no number of seconds"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && seconds <= 1e9 => Ok(time),
        _ => Err(format!("'{text}' is out of range")),
    }
}

enum Asked {
    Run(Box<Cli>),
    Report(Report),
    Compare(Box<Compare>),
    Advise(Box<Advise>),
    Top(Top),
}

/// Reads the command line, runs what it says; returns the exit code.
pub fn main() -> i32 {
    main_with(jit::install)
}

/// As [`main`], with other compiled tiers for the program that it runs.
pub fn main_with(tiers: fn(&mut vm::Vm)) -> i32 {
    crate::malloc::prepare();
    let rest = || std::env::args_os().skip(1);
    let parsed = match rest().next() {
        Some(word) if word == "report" => Report::try_parse_from(rest()).map(Asked::Report),
        Some(word) if word == "compare" => {
            Compare::try_parse_from(rest()).map(|compare| Asked::Compare(Box::new(compare)))
        }
        Some(word) if word == "top" => Top::try_parse_from(rest()).map(Asked::Top),
        Some(word) if word == "advise" => Advise::try_parse_from(rest()).map(|advise| Asked::Advise(Box::new(advise))),
        _ => Cli::try_parse().map(|cli| Asked::Run(Box::new(cli))),
    };
    match parsed {
        Ok(Asked::Run(cli)) => crate::run::run_with(&cli, tiers),
        Ok(Asked::Report(report)) => report.run(),
        Ok(Asked::Advise(advise)) => crate::advise::run(&advise),
        Ok(Asked::Top(top)) => crate::top::run(&top),
        Ok(Asked::Compare(compare)) => crate::compare::run(&compare),
        Err(error) if !error.use_stderr() => {
            // --help and --version. Nobody is left to tell if standard output is closed.
            let _ = error.print();
            0
        }
        Err(error) => {
            complain(&format!("tarsier: {} (--help lists the options)", first_line(&error)));
            exit_code::USAGE
        }
    }
}

/// The first line of a usage error, with the hint that it may have.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("wrong usage");
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let named: Vec<&str> =
        if first.ends_with(':') { lines.take_while(|l| !l.starts_with("Usage")).collect() } else { Vec::new() };
    if named.is_empty() { first.to_string() } else { format!("{first} {}", named.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Cli {
        Cli::try_parse_from([&["tarsier"], args].concat()).expect("a valid command line")
    }

    fn error(args: &[&str]) -> String {
        first_line(&Cli::try_parse_from([&["tarsier"], args].concat()).expect_err("an error"))
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("65536", 65536),
            ("1k", 1024),
            ("8m", 8 << 20),
            ("256M", 256 << 20),
            ("4g", 4 << 30),
            ("1.5k", 1536),
            ("0.5G", 512 << 20),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "k", "-1", "1x", "1kb", "0", "0.0001", "1e9", "999999999g", "1..2", ".", "inf", "nan", "+5"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds() {
        assert_eq!(parse_seconds("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["", "0", "-1", "x", "nan", "inf", "1e300"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_follows_the_program_is_the_programs() {
        let cli = parse(&["--jitless", "a.js", "--prof", "-e", "x", "-"]);
        assert_eq!(cli.program(), Program::File("a.js".into()));
        assert_eq!(cli.script_args(), ["--prof", "-e", "x", "-"]);
        assert!(cli.vm_options().jitless && !cli.profiles());
        let cli = parse(&["-", "a"]);
        assert_eq!(cli.program(), Program::StandardInput);
        assert_eq!(cli.script_args(), ["a"]);
        let cli = parse(&["-e", "1 + 1", "a", "b"]);
        assert_eq!(cli.program(), Program::Code("1 + 1".into()));
        assert_eq!(cli.script_args(), ["a", "b"]);
        assert_eq!(parse(&[]).program(), Program::Nothing);
        assert_eq!(parse(&["--", "--x.js"]).program(), Program::File("--x.js".into()));
    }

    #[test]
    fn values_reach_the_vm() {
        let options =
            parse(&["--max-heap=256m", "--stack-size=1m", "--gc-stress=7", "--tier=baseline", "x.js"]).vm_options();
        assert_eq!((options.max_heap, options.stack_size, options.gc_stress), (256 << 20, 1 << 20, 7));
        assert_eq!(options.tier, vm::options::Tier::Baseline);
        let options = parse(&["x.js"]).vm_options();
        assert_eq!((options.max_heap, options.stack_size), (4 << 30, 8 << 20));
        assert_eq!(options.tier, vm::options::Tier::Optimizer);
    }

    #[test]
    fn profiling_is_asked_for_by_either_option() {
        let cli = parse(&["--prof", "dir/richards.js"]);
        let settings = cli.prof_settings();
        assert!(cli.profiles());
        assert_eq!((settings.out, settings.sampling.program.as_str()), (None, "richards"));
        assert_eq!((settings.sampling.interval, settings.sampling.clock), (Duration::from_millis(1), Clock::Wall));
        let cli = parse(&["--prof-out=/dev/null", "--prof-interval=100", "--prof-clock=cpu", "x.js"]);
        let settings = cli.prof_settings();
        assert!(cli.profiles());
        assert_eq!((settings.out, settings.sampling.clock), (Some("/dev/null".into()), Clock::Cpu));
        assert_eq!(settings.sampling.interval, Duration::from_micros(100));
        assert_eq!(parse(&["--prof-format=html", "x.js"]).prof_settings().format, Some(Format::Html));
    }

    #[test]
    fn intervals() {
        for (text, us) in [("50", 50), ("250us", 250), ("1ms", 1000), ("0.5ms", 500), ("100ms", 100_000)] {
            assert_eq!(parse_interval(text), Ok(Duration::from_micros(us)), "{text}");
        }
        for text in ["", "49us", "101ms", "-1ms", "x", "1s", "nan", "1e300"] {
            assert!(parse_interval(text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_are_one_line() {
        for args in [
            &["--nonsense", "x.js"][..],
            &["--max-heap=lots"],
            &["--tier=fast"],
            &["--timeout"],
            &["-e"],
            &["--prof-interval=0", "x.js"],
        ] {
            let line = error(args);
            assert!(!line.is_empty() && !line.contains('\n'), "{line}");
        }
        assert!(error(&["--nonsense"]).contains("--nonsense"));
        assert!(error(&["--max-heap=lots"]).contains("lots"));
    }

    #[test]
    fn the_table_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
