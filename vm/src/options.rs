//! What an embedding may set when it makes a VM.

/// The highest tier that code may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Tier {
    Interpreter,
    Baseline,
    Optimizer,
}

/// Options of a VM. Sizes in bytes.
#[derive(Clone, Debug)]
pub struct Options {
    pub max_heap: usize,
    /// Native stack that scripts may use, and the size of the VM stack.
    pub stack_size: usize,
    /// Collect at every n-th allocation; 0 for never.
    pub gc_stress: u32,
    /// Bytes of allocation that a minor collection follows; 0 for as many as pauses and survival suggest.
    pub nursery: usize,
    /// Fill free memory with a pattern before cells are allocated from it.
    pub gc_poison: bool,
    /// The host makes objects that count as undefined (annex B, [[IsHTMLDDA]]); to be set before anything is compiled.
    pub undetectable_objects: bool,
    pub tier: Tier,
    /// No code is ever generated, whatever `tier` says.
    pub jitless: bool,
    /// Adds `$vm` to the global object.
    pub expose_vm: bool,
    /// Calls and back edges before the baseline compiler takes a function.
    pub baseline_threshold: i32,
    /// Every function that is interpreted gets an entry of its own in machine code, for native profilers: each call is a native call. Needs
    /// the compiled tiers' memory, so `jitless` undoes it.
    pub named_entries: bool,
    /// Tells on standard error what is compiled.
    pub trace_compile: bool,
    /// Tells on standard error what the optimizing compiler decides: what it compiles, inlines and gives up.
    pub trace_opt: bool,
    /// Tells on standard error where and why optimized code is left, and what follows.
    pub trace_deopt: bool,
    /// Tells on standard error what changes for the worse: inline caches, kinds of elements and of operands, dictionaries.
    pub trace_ic: bool,
    /// Tells all that they go through, and the shapes that are made.
    pub trace_ic_all: bool,
    /// What is traced is written there as JSON lines ("-": to standard error) instead; everything, if nothing else says what.
    pub trace_json: Option<std::path::PathBuf>,
    /// Keeps what the optimizing compiler decides of calls and functions, for reports ([`crate::observe::trace::Trace::kept`]).
    pub keep_decisions: bool,
    /// Guards of optimized code fail at random, one of so many; 0 for never.
    pub deopt_every: u32,
    /// Where the random numbers of `deopt_every` begin.
    pub deopt_seed: u64,
    /// Prints the optimizing compiler's graph of functions to standard output.
    pub print_ir: Option<PrintIr>,
    /// The optimizing compiler works on the VM's thread, and collections go by work in place of time, so that what is compiled
    /// when does not depend on time.
    pub compile_sync: bool,
    /// Calls and back edges of compiled code that a hot function sees before it is optimized, about.
    pub optimizer_threshold: i32,
    /// Steps of matching that a regular expression sees before it is compiled, about.
    pub regexp_threshold: u64,
    /// Bytes of machine code that the VM may hold, and a quarter as much for regular expressions.
    pub code_memory: usize,
    /// Prints the machine code of functions of this name as it is made, to standard output.
    pub print_code: Option<String>,
    /// [[CanBlock]] of the agent: Atomics.wait may suspend it.
    pub can_block: bool,
    /// Prints the bytecode of everything compiled to standard output.
    pub dump_bytecode: bool,
    /// Counts what property accesses and operations come across ([`crate::counts`]); to be set before anything is compiled.
    pub count: bool,
    /// Traces calls ([`crate::calls`]); to be set before anything is compiled.
    pub trace_calls: Option<crate::calls::TraceCalls>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_heap: 4 << 30,
            stack_size: 8 << 20,
            gc_stress: 0,
            nursery: 0,
            gc_poison: false,
            undetectable_objects: false,
            tier: Tier::Optimizer,
            jitless: false,
            expose_vm: false,
            baseline_threshold: 24,
            named_entries: false,
            trace_compile: false,
            trace_opt: false,
            trace_deopt: false,
            trace_ic: false,
            trace_ic_all: false,
            trace_json: None,
            keep_decisions: false,
            deopt_every: 0,
            deopt_seed: 0,
            print_ir: None,
            compile_sync: false,
            optimizer_threshold: 5 << 12,
            regexp_threshold: 8192,
            code_memory: 64 << 20,
            print_code: None,
            can_block: true,
            dump_bytecode: false,
            count: false,
            trace_calls: None,
        }
    }
}

/// Whose graph is printed, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintIr {
    /// The function's name.
    pub function: String,
    /// After which pass; None: as it was built and as it is compiled.
    pub pass: Option<String>,
}
