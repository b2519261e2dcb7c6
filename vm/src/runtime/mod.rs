//! The runtime: what the specification calls abstract operations, calls, jobs, modules, errors.

pub mod array_iteration;
pub mod async_from_sync_iterator;
pub mod async_waits;
pub mod bigint;
pub mod call;
pub mod convert;
pub(crate) mod copy_properties;
pub mod decorators;
pub mod disposal;
pub mod error;
pub mod eval;
pub mod finalization;
pub mod generator;
pub mod host;
pub mod iterator;
pub mod job;
pub mod json;
pub mod module;
pub mod operations;
pub mod operators;
pub mod promise;
pub mod request;
pub mod roots;
pub mod script;
pub(crate) mod split_cache;
pub mod stack_trace;
