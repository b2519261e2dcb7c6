//! Tarsier, a JavaScript virtual machine that watches itself run.
//!
//! This crate is what an embedding uses; the command is made of it, too. A VM belongs to one thread, whose native stack should be
//! large (see [`thread`]); several VMs can live in one process.
//!
//! The shortest way, with a thread and a VM of its own, errors as values:
//!
//! ```no_run
//! use tarsier::{Options, run_file};
//!
//! if let Err(failure) = run_file("program.js".as_ref(), Options::default()) {
//!     eprintln!("{failure}");
//!     std::process::exit(1);
//! }
//! ```
//!
//! With a VM at hand:
//!
//! ```no_run
//! use tarsier::{Engine, Options, thread};
//!
//! let options = Options::default();
//! let answer = thread::with_stack(options.stack_size, move || {
//!     let mut engine = Engine::new(options)?;
//!     let value = engine.eval("answer.js", "6 * 7")?;
//!     engine.run_event_loop()?;
//!     Ok::<f64, tarsier::Failure>(value.as_number())
//! });
//! assert_eq!(answer.expect("a thread").expect("a number"), 42.0);
//! ```
//!
//! - [`engine`]: programs, jobs, timers, and how they end ([`Failure`]).
//! - [`host`]: the globals (console, timers, jobs), where scripts print to, and the inspector of values.
//! - [`modules`]: packages, CommonJS and ES modules as node has them. [`node`]: node's own.
//! - [`library`]: code of ours in JavaScript, run when it is first asked for.
//! - [`web`]: the web platform's small globals.
//! - [`source_file`], [`transform`], [`source_maps`]: where programs come from, and what their places are called.
//! - [`profiling`]: sampling, by the embedding or by `console.profile`.
//! - [`vm`], [`gc`], [`abi`]: the machine itself.

pub mod engine;
pub mod failure;
pub mod host;
pub mod host_cell;
pub mod library;
pub mod modules;
pub mod node;
pub mod profiling;
pub mod source_file;
pub mod source_maps;
pub mod thread;
pub mod transform;
pub mod web;

pub use engine::{Engine, run_file};
pub use failure::Failure;
pub use source_file::Goal;
pub use vm::options::{Options, Tier};
pub use vm::{Args, JsResult, JsString, Object, PropertyKey, Throw, Value, ValueExt, Vm};
pub use {abi, gc, profiler, vm};
