//! The `tarsier` command, above the library of that name.
//!
//! It is a library, too, for the command's relatives: the one on an emulator runs the same [`cli::main_with`], conformance runner, benches and
//! fuzzer use parts of it.
//!
//! - [`cli`]: the options, in one table. [`run`]: a program from start to end. [`supervisor`]: how that ends when it has to.
//! - [`ended`], [`exit_code`]: how a run ended, for people and for other processes.
//! - [`globals`]: what only a shell has (print, load, readline, `$vm`, ...). [`repl`]: the prompt.
//! - [`profiling`]: `--prof`. [`calls`]: `--trace-calls`. [`live`]: `--live`. [`top`]: `tarsier top`.
//! - [`compare`]: `tarsier compare`. [`advise`]: `tarsier advise`.
//! - [`test262`]: what the conformance suite asks of its host.

pub mod advise;
pub mod calls;
pub mod cli;
pub mod compare;
mod document;
pub mod ended;
pub mod exit_code;
pub mod globals;
pub mod live;
mod malloc;
pub mod panics;
pub mod profiling;
pub mod repl;
pub mod run;
pub mod supervisor;
pub mod test262;
pub mod top;
