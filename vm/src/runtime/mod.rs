//! The runtime: what the specification calls abstract operations, calls, jobs, modules, errors.

pub mod bigint;
pub mod call;
pub mod convert;
pub(crate) mod copy_properties;
pub mod decorators;
pub mod error;
pub mod eval;
pub mod generator;
pub mod host;
pub mod iterator;
pub mod job;
pub mod module;
pub mod operations;
pub mod operators;
pub mod promise;
pub mod request;
pub mod roots;
pub mod script;
pub mod stack_trace;
