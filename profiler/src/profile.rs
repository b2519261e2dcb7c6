//! The native profile: everything that was seen, in one documented and versioned format (`profiler/FORMAT.md`).
//!
//! Every other output is a conversion of this; nothing is kept that cannot be read from it again.

use crate::calls::CallTree;
use crate::sampler::Clock;
use crate::sites::{At, Decision, Dictionary, Shape, Site};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// What the first field of a profile says.
pub const FORMAT: &str = "tarsier-profile";
/// Readers refuse another major version. Fields may be added without a new one.
pub const VERSION: u32 = 1;

/// "None" in a column of indices.
pub const NONE: i64 = -1;

/// Who runs a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    Interpreter,
    Baseline,
    Optimized,
    Builtin,
    /// Work of the VM on behalf of the frame below: `(gc mark)`.
    Vm,
    /// What runs the program: event loop and the like.
    Host,
}

impl Tier {
    pub const ALL: [Tier; 6] =
        [Tier::Interpreter, Tier::Baseline, Tier::Optimized, Tier::Builtin, Tier::Vm, Tier::Host];

    pub fn name(self) -> &'static str {
        match self {
            Tier::Interpreter => "interpreter",
            Tier::Baseline => "baseline",
            Tier::Optimized => "optimized",
            Tier::Builtin => "built-in",
            Tier::Vm => "vm",
            Tier::Host => "host",
        }
    }

    /// Whether its functions are the program's own.
    pub fn is_script(self) -> bool {
        self <= Tier::Optimized
    }
}

/// What the machine did when a sample was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// The interpreter's loop.
    Interpreter,
    Baseline,
    Optimized,
    /// Native code that a script's instruction called.
    Runtime,
    Builtin,
    RegExp,
    InlineCache,
    GcMark,
    GcSweep,
    Parse,
    Compile,
    Deopt,
    Idle,
    Other,
}

impl Category {
    pub const ALL: [Category; 14] = [
        Category::Interpreter,
        Category::Baseline,
        Category::Optimized,
        Category::Runtime,
        Category::Builtin,
        Category::RegExp,
        Category::InlineCache,
        Category::GcMark,
        Category::GcSweep,
        Category::Parse,
        Category::Compile,
        Category::Deopt,
        Category::Idle,
        Category::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Category::Interpreter => "interpreter",
            Category::Baseline => "baseline",
            Category::Optimized => "optimized",
            Category::Runtime => "runtime",
            Category::Builtin => "built-ins",
            Category::RegExp => "regexp",
            Category::InlineCache => "inline cache misses",
            Category::GcMark => "gc mark",
            Category::GcSweep => "gc sweep",
            Category::Parse => "parse",
            Category::Compile => "compile",
            Category::Deopt => "deopt",
            Category::Idle => "idle",
            Category::Other => "other",
        }
    }
}

/// Whether the kernel was at work for the program; where it was asked to is the sample's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    No,
    SystemCall,
    /// Memory that was not there yet.
    PageFault,
}

impl Kernel {
    pub const ALL: [Kernel; 3] = [Kernel::No, Kernel::SystemCall, Kernel::PageFault];

    pub fn name(self) -> &'static str {
        match self {
            Kernel::No => "none",
            Kernel::SystemCall => "system calls",
            Kernel::PageFault => "page faults",
        }
    }
}

/// What a function is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FunctionKind {
    Script,
    Builtin,
    /// A state of the VM, in parentheses.
    Vm,
    Host,
}

/// A text that the program came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The VM's id: distinguishes sources of one name.
    pub id: u32,
    pub name: String,
    pub text: Arc<String>,
    /// A tool's or a library's, as a source map says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignored: bool,
    /// Where the program made the text, if it did (eval, Function).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<At>,
}

/// A function, built-in or state as reports show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub kind: FunctionKind,
    /// Index into the sources, or −1.
    pub source: i64,
    /// 1-based place of the function; 0 for none. Columns count UTF-16 code units.
    pub line: u32,
    pub column: u32,
    /// Where its text ends, behind the last character; 0 if that is not known, or in another file.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub end_line: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub end_column: u32,
    /// The ids under which the VM ran it.
    pub code_ids: Vec<u32>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A place in a function in a tier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: u32,
    /// 1-based; 0 for unknown. A state has the line that caused it.
    pub line: u32,
    pub column: u32,
    /// Bytecode offset in 16-bit units.
    pub offset: u32,
    /// Index into the opcodes' names, or −1.
    pub opcode: i32,
    pub tier: Tier,
    /// Part of the compiled code of the frame below.
    pub inlined: bool,
}

/// Stacks as a tree: columns of one length. A stack's parent comes before it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stacks {
    /// Index of the caller's stack, or −1.
    pub parent: Vec<i64>,
    pub frame: Vec<u32>,
}

impl Stacks {
    pub fn len(&self) -> usize {
        self.frame.len()
    }

    pub fn is_empty(&self) -> bool {
        self.frame.is_empty()
    }

    /// The frames of a stack, innermost first.
    pub fn walk(&self, stack: i64) -> impl Iterator<Item = u32> + '_ {
        let mut at = stack;
        std::iter::from_fn(move || {
            let i = usize::try_from(at).ok()?;
            at = self.parent[i];
            Some(self.frame[i])
        })
    }

    /// The frames of a stack, outermost first.
    pub fn frames(&self, stack: i64) -> Vec<u32> {
        let mut frames: Vec<u32> = self.walk(stack).collect();
        frames.reverse();
        frames
    }
}

/// Samples in the order of their times: columns of one length.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Samples {
    /// CLOCK_MONOTONIC, nanoseconds; in the file, the first from the profile's start and each other from the one before.
    #[serde(with = "deltas")]
    pub time_ns: Vec<u64>,
    /// The time that a sample stands for, by the profile's clock.
    pub weight_ns: Vec<u64>,
    pub stack: Vec<i64>,
    /// Index into [`Category::ALL`].
    pub category: Vec<u8>,
    /// Index into the native symbols, or −1.
    pub native: Vec<i64>,
    /// Number of the async origin, 0 for none: index + 1.
    #[serde(rename = "async")]
    pub origin: Vec<u32>,
    /// Index into [`Kernel::ALL`]; empty if it is not known.
    #[serde(default)]
    pub kernel: Vec<u8>,
}

/// One of the [`Samples`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    pub time_ns: u64,
    pub weight_ns: u64,
    pub stack: i64,
    pub category: Category,
    pub native: i64,
    pub origin: u32,
    pub kernel: Kernel,
}

impl Samples {
    pub fn push(&mut self, sample: Sample) {
        self.time_ns.push(sample.time_ns);
        self.weight_ns.push(sample.weight_ns);
        self.stack.push(sample.stack);
        self.category.push(sample.category as u8);
        self.native.push(sample.native);
        self.origin.push(sample.origin);
        self.kernel.push(sample.kernel as u8);
    }

    pub fn len(&self) -> usize {
        self.time_ns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.time_ns.is_empty()
    }

    pub fn category(&self, i: usize) -> Category {
        Category::ALL[usize::from(self.category[i]).min(Category::ALL.len() - 1)]
    }

    pub fn kernel(&self, i: usize) -> Kernel {
        self.kernel.get(i).and_then(|&k| Kernel::ALL.get(usize::from(k))).copied().unwrap_or(Kernel::No)
    }
}

/// A place that scheduled a job or a timer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AsyncOrigin {
    /// "await", "timer", ...
    pub kind: String,
    pub stack: i64,
    /// Number of the origin of the job that scheduled it; 0 for none.
    pub parent: u32,
}

/// Code of a native library that samples were in.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct NativeSymbol {
    pub name: String,
    pub library: String,
}

/// A piece of machine code that was there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MachineCode {
    pub id: u32,
    pub function: u32,
    pub tier: Tier,
    pub address: u64,
    pub bytes: u64,
    /// Nanoseconds; 0 for before the profile.
    pub installed_ns: u64,
    /// 0: still there at the end.
    pub freed_ns: u64,
}

/// A pause of the collector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GcEvent {
    pub start_ns: u64,
    pub duration_ns: u64,
    pub kind: String,
    pub reason: String,
    pub bytes_before: u64,
    pub bytes_after: u64,
}

/// A parse or compile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CompileEvent {
    pub start_ns: u64,
    pub duration_ns: u64,
    /// "parse", "bytecode", "baseline", "optimized"
    pub phase: String,
    /// The function compiled, or −1.
    pub function: i64,
    /// The source parsed, or −1.
    pub source: i64,
}

/// Compiled code that gave up a speculation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeoptEvent {
    pub time_ns: u64,
    /// Innermost first, as the code was inlined.
    pub stack: i64,
    pub tier: Tier,
    pub reason: String,
    /// What was expected and what came.
    pub detail: String,
    #[serde(default)]
    pub expected: String,
    #[serde(default)]
    pub came: String,
    /// The frames that the lower tiers went on in, or −1.
    #[serde(default = "none")]
    pub resumption: i64,
    /// Id of the machine code.
    #[serde(default)]
    pub code: u32,
    /// Since the code was installed.
    #[serde(default)]
    pub age_ns: u64,
    /// How often the code had been left before; how often by this guard, this time included.
    #[serde(default)]
    pub exits: u64,
    #[serde(default)]
    pub times: u64,
    #[serde(default)]
    pub thrown_away: bool,
    /// Places that are not speculated on any more: a function and a line each.
    #[serde(default)]
    pub given_up: Vec<(u32, u32)>,
    /// The function stays in the baseline tier.
    #[serde(default)]
    pub loop_ended: bool,
    /// What went into the code that was thrown away.
    #[serde(default)]
    pub compile_ns: u64,
    /// Until new code took its place; 0: it never did.
    #[serde(default)]
    pub reoptimized_ns: u64,
}

fn none() -> i64 {
    NONE
}

/// A guard that failed, and how often: of the later failures there is no [`DeoptEvent`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeoptSite {
    pub function: u32,
    pub line: u32,
    pub column: u32,
    pub reason: String,
    pub count: u64,
}

/// A part of the run that the program named (`console.profile`, `console.timeStamp`, `performance.mark`, `performance.measure`) or in which it was not sampled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    pub name: String,
    /// "profile", "time-stamp", "mark", "measure", "idle", "paused"
    pub kind: Cow<'static, str>,
    pub start_ns: u64,
    pub end_ns: u64,
}

/// What an inline cache came to, at the end of the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CacheSite {
    pub function: u32,
    pub line: u32,
    pub column: u32,
    /// "GetField", "Call", ...
    pub kind: String,
    pub key: String,
    /// "monomorphic", "polymorphic", "megamorphic", "generic"
    pub state: String,
    /// The shapes that it knows.
    pub shapes: Vec<String>,
    /// What an element access came across: kinds of elements, "hole", "out of bounds", ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
}

/// Arrays whose elements became more general at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ElementTransition {
    pub function: u32,
    pub line: u32,
    /// 0: not known.
    #[serde(default)]
    pub column: u32,
    pub from: String,
    pub to: String,
    pub count: u64,
}

/// What sampling cost, and what it could not see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sampling {
    /// Stops of the program, and the time in the handler.
    pub stops: u64,
    pub handler_ns: u64,
    pub handler_median_ns: u64,
    pub handler_p99_ns: u64,
    /// One stop by a handler that only counts, measured before the start.
    pub empty_stop_ns: u64,
    /// Samples that were due while the thread was not running or was long in the kernel, or while no timer was armed.
    pub overruns: u64,
    /// Samples that found the ring full.
    pub lost: u64,
    /// Samples that could not be walked to their end, by cause.
    pub unwalked: Vec<(String, u64)>,
    /// Samples deeper than a sample holds: their innermost frames are there.
    pub truncated: u64,
    /// Samples in compiled code that was not known at their time.
    pub unresolved: u64,
    /// Samples in optimized code, and those of them between two instructions, which count as a neighbour's.
    #[serde(default)]
    pub optimized: u64,
    #[serde(default)]
    pub approximate: u64,
}

/// Everything that was seen. Times are CLOCK_MONOTONIC nanoseconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    pub format: String,
    pub version: u32,
    pub program: String,
    /// What relative names of sources are relative to; empty if it is not known.
    #[serde(default)]
    pub folder: String,
    /// The VM and its version.
    pub vm: String,
    pub machine: String,
    pub process: u32,
    pub clock: Clock,
    pub interval_ns: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    /// Milliseconds since 1970 at the start.
    pub start_unix_ms: u64,
    /// CPU time of the VM's thread from start to end.
    pub cpu_ns: u64,
    /// CPU time of the whole process, from its own start until sampling ended; 0 if it is not known.
    #[serde(default)]
    pub process_cpu_ns: u64,
    /// The part of it before sampling began.
    #[serde(default)]
    pub process_cpu_start_ns: u64,
    /// The most memory that the process had until sampling ended (resident set); 0 if it is not known.
    #[serde(default)]
    pub peak_bytes: u64,
    pub sampling: Sampling,
    pub sources: Vec<Source>,
    pub functions: Vec<Function>,
    pub opcodes: Vec<String>,
    pub frames: Vec<Frame>,
    pub stacks: Stacks,
    pub natives: Vec<NativeSymbol>,
    pub samples: Samples,
    pub async_origins: Vec<AsyncOrigin>,
    pub machine_code: Vec<MachineCode>,
    pub gc: Vec<GcEvent>,
    pub compiles: Vec<CompileEvent>,
    pub deopts: Vec<DeoptEvent>,
    #[serde(default)]
    pub deopt_sites: Vec<DeoptSite>,
    pub marks: Vec<Mark>,
    pub caches: Vec<CacheSite>,
    pub element_transitions: Vec<ElementTransition>,
    /// How the run ended: empty for well or not known, else in words ("time limit of 2s reached").
    #[serde(default)]
    pub ended: String,
    /// The site database ([`crate::sites`]).
    #[serde(default)]
    pub sites: Vec<Site>,
    #[serde(default)]
    pub shapes: Vec<Shape>,
    #[serde(default)]
    pub dictionaries: Vec<Dictionary>,
    #[serde(default)]
    pub decisions: Vec<Decision>,
    /// Executions were counted (`--count`): sites without counts have none.
    #[serde(default)]
    pub counted: bool,
    /// Every call, by context (`--trace-calls`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<CallTree>,
}

/// Sorted times as differences.
mod deltas {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(times: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let mut last = 0;
        serializer.collect_seq(times.iter().map(|&time| {
            let delta = time.saturating_sub(last);
            last = time;
            delta
        }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let mut times = Vec::<u64>::deserialize(deserializer)?;
        let mut last = 0u64;
        for time in &mut times {
            last = last.saturating_add(*time);
            *time = last;
        }
        Ok(times)
    }
}

impl Profile {
    /// A profile of nothing.
    pub fn empty() -> Profile {
        Profile {
            format: FORMAT.into(),
            version: VERSION,
            program: String::new(),
            folder: String::new(),
            vm: concat!("Tarsier ", env!("CARGO_PKG_VERSION")).into(),
            machine: std::env::consts::ARCH.into(),
            process: std::process::id(),
            clock: Clock::Wall,
            interval_ns: 1_000_000,
            start_ns: 0,
            end_ns: 0,
            start_unix_ms: 0,
            cpu_ns: 0,
            process_cpu_ns: 0,
            process_cpu_start_ns: 0,
            peak_bytes: 0,
            sampling: Sampling::default(),
            sources: Vec::new(),
            functions: Vec::new(),
            opcodes: Vec::new(),
            frames: Vec::new(),
            stacks: Stacks::default(),
            natives: Vec::new(),
            samples: Samples::default(),
            async_origins: Vec::new(),
            machine_code: Vec::new(),
            gc: Vec::new(),
            compiles: Vec::new(),
            deopts: Vec::new(),
            deopt_sites: Vec::new(),
            marks: Vec::new(),
            caches: Vec::new(),
            element_transitions: Vec::new(),
            ended: String::new(),
            sites: Vec::new(),
            shapes: Vec::new(),
            dictionaries: Vec::new(),
            decisions: Vec::new(),
            counted: false,
            calls: None,
        }
    }

    /// Sum of all weights, idle time included, nanoseconds.
    pub fn total_ns(&self) -> u64 {
        self.samples.weight_ns.iter().sum()
    }

    pub fn function_of(&self, frame: u32) -> &Function {
        &self.functions[self.frames[frame as usize].function as usize]
    }

    /// The source's name; empty for none.
    pub fn file_of(&self, function: &Function) -> &str {
        usize::try_from(function.source).ok().and_then(|i| self.sources.get(i)).map_or("", |s| s.name.as_str())
    }

    /// A source's name as readers want it that take it for a URL or a whole path. Names that are no files', like `<eval>`, stay what they are.
    pub fn whole_path(&self, name: &str) -> String {
        // The sources of `new Function` are called anonymous.
        let is_file = !name.is_empty() && !name.starts_with('<') && !name.contains("://") && name != "anonymous";
        if !is_file || self.folder.is_empty() || Path::new(name).is_absolute() {
            return name.into();
        }
        Path::new(&self.folder).join(name).to_string_lossy().into_owned()
    }

    /// The innermost frame of the program's own in a stack: who a sample's time is credited to.
    pub fn credited(&self, stack: i64) -> Option<&Frame> {
        self.stacks.walk(stack).map(|f| &self.frames[f as usize]).find(|f| f.tier.is_script())
    }

    /// Writes the native format.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_native(&self, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        serde_json::to_writer(&mut out, self).map_err(io::Error::other)?;
        out.flush()
    }

    /// Reads the native format.
    ///
    /// # Errors
    /// What reading gives, or a message if the file is no profile of this version or not consistent.
    pub fn read(path: &Path) -> io::Result<Profile> {
        // Whole, which is read several times as fast as a stream.
        let profile: Profile = serde_json::from_slice(&std::fs::read(path)?)
            .map_err(|e| io::Error::other(format!("not a {FORMAT} of version {VERSION}: {e}")))?;
        profile.check().map_err(io::Error::other)?;
        Ok(profile)
    }

    /// Whether all indices are in range and all columns of one length.
    ///
    /// # Errors
    /// The first defect, in words.
    pub fn check(&self) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("the profile is damaged: {what}"));
        if self.format != FORMAT || self.version != VERSION {
            return Err(format!("not a {FORMAT} of version {VERSION}"));
        }
        let (stacks, samples) = (&self.stacks, &self.samples);
        let index = |i: i64, length: usize| i == NONE || usize::try_from(i).is_ok_and(|i| i < length);
        if self.functions.iter().any(|f| !index(f.source, self.sources.len())) {
            return wrong("a function's source");
        }
        let functions = self.functions.len();
        if self.frames.iter().any(|f| f.function as usize >= functions || !index(f.opcode.into(), self.opcodes.len())) {
            return wrong("a frame");
        }
        if stacks.parent.len() != stacks.frame.len()
            || stacks.parent.iter().enumerate().any(|(i, &parent)| !index(parent, i))
            || stacks.frame.iter().any(|&f| f as usize >= self.frames.len())
        {
            return wrong("a stack");
        }
        let n = samples.len();
        if [samples.weight_ns.len(), samples.stack.len(), samples.category.len(), samples.native.len()] != [n; 4]
            || samples.origin.len() != n
            || samples.stack.iter().any(|&s| !index(s, stacks.len()))
            || samples.native.iter().any(|&s| !index(s, self.natives.len()))
            || samples.origin.iter().any(|&o| o as usize > self.async_origins.len())
            || samples.category.iter().any(|&c| usize::from(c) >= Category::ALL.len())
            || !samples.kernel.is_empty() && samples.kernel.len() != n
            || samples.kernel.iter().any(|&k| usize::from(k) >= Kernel::ALL.len())
        {
            return wrong("a sample");
        }
        if self.calls.as_ref().is_some_and(|calls| !calls.is_consistent(functions)) {
            return wrong("the calls");
        }
        let origin = |(i, o): (usize, &AsyncOrigin)| !index(o.stack, stacks.len()) || o.parent as usize > i;
        if self.async_origins.iter().enumerate().any(origin) {
            return wrong("an async origin");
        }
        if self.machine_code.iter().any(|c| c.function as usize >= functions)
            || self.caches.iter().any(|c| c.function as usize >= functions)
            || self.element_transitions.iter().any(|t| t.function as usize >= functions)
            || self.deopts.iter().any(|d| !index(d.stack, stacks.len()) || !index(d.resumption, stacks.len()))
            || self.deopts.iter().any(|d| d.given_up.iter().any(|(f, _)| *f as usize >= functions))
            || self.deopt_sites.iter().any(|s| s.function as usize >= functions)
            || self.compiles.iter().any(|c| !index(c.function, functions) || !index(c.source, self.sources.len()))
        {
            return wrong("an event");
        }
        let at = |at: &Option<At>| at.as_ref().is_none_or(|at| (at.function as usize) < functions);
        let shape =
            |s: &Shape| index(s.constructor, functions) && at(&s.made) && s.properties.iter().all(|p| at(&p.at));
        let site = |s: &Site| {
            (s.function as usize) < functions
                && s.targets.iter().all(|&t| (t as usize) < functions)
                && s.cases.iter().all(|c| (c.shape as usize) < self.shapes.len())
        };
        if !self.shapes.iter().all(shape)
            || !self.sites.iter().all(site)
            || self.dictionaries.iter().any(|d| d.function as usize >= functions)
        {
            return wrong("a site");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_profile::sample_profile;

    #[test]
    fn files_have_whole_paths_if_the_folder_is_known() {
        let mut profile = sample_profile();
        assert_eq!(profile.whole_path("dir/a.js"), "dir/a.js");
        profile.folder = "/home/x".into();
        for (name, whole) in [
            ("dir/a.js", "/home/x/dir/a.js"),
            ("/b.js", "/b.js"),
            ("<eval>", "<eval>"),
            ("anonymous", "anonymous"),
            ("file:///c.js", "file:///c.js"),
            ("", ""),
        ] {
            assert_eq!(profile.whole_path(name), whole);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let profile = sample_profile();
        let folder = std::env::temp_dir().join(format!("tarsier-profile-{}", std::process::id()));
        profile.write_native(std::fs::File::create(&folder).expect("a file")).expect("written");
        let read = Profile::read(&folder);
        std::fs::remove_file(&folder).expect("removed");
        assert_eq!(read.expect("read"), profile);
    }

    #[test]
    fn damage_is_found() {
        let damages: [fn(&mut Profile); 10] = [
            |p| p.version = 2,
            |p| p.stacks.parent[0] = 0,
            |p| p.stacks.frame[0] = 99,
            |p| p.frames[0].function = 99,
            |p| p.samples.stack[0] = 99,
            |p| p.samples.category.push(0),
            |p| p.samples.category[0] = 200,
            |p| p.samples.origin[0] = 99,
            |p| p.samples.kernel[0] = 3,
            |p| p.samples.kernel.push(0),
        ];
        assert_eq!(sample_profile().check(), Ok(()));
        for (i, damage) in damages.iter().enumerate() {
            let mut profile = sample_profile();
            damage(&mut profile);
            assert!(profile.check().is_err(), "{i}");
        }
    }
}
