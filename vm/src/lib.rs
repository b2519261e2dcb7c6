//! Values, shapes, the frontend, bytecode, the interpreter and the runtime.
//!
//! The crate knows compiled tiers and the profiler only through small traits and plain data, so it builds and runs without
//! either. There is no mutable global state: several VMs can live in one process, each on its own thread.

pub mod builtins;
pub mod bytecode;
pub mod calls;
pub mod code;
pub mod counts;
pub mod feedback;
pub mod frontend;
pub mod interp;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod lifetimes;
pub mod native;
pub mod numeric;
pub mod object;
pub mod observe;
pub mod options;
pub mod realm;
pub mod regexp;
pub mod runtime;
pub mod source;
pub mod string;
pub mod tiering;
pub mod time;
pub mod value;
pub mod vm;

pub use abi::Value;
pub use gc::{native_memory, prefault};
pub use native::Args;
pub use object::{Object, PropertyDescriptor};
pub use string::{JsString, JsSymbol, PropertyKey};
pub use value::ValueExt;
pub use vm::Vm;

/// A pending exception. The exception's value is in the VM; this says only that there is one, so that `?` propagates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Throw(());

impl Throw {
    /// To be called only once the exception is set in the VM.
    pub(crate) const fn pending() -> Throw {
        Throw(())
    }
}

/// The result of anything that can run JavaScript.
pub type JsResult<T = Value> = Result<T, Throw>;
