//! Dates without a VM: the arithmetic of time values, time zones, and the
//! text of dates, as ECMA-262 section 21.4 needs them.
//!
//! A time value is an `f64` of milliseconds since the epoch in UTC, or NaN.
//! What depends on the local time zone takes a [`zone::LocalZone`], which the
//! caller owns; there is no global state, and nothing is read from the system
//! before the first local time is asked for.

pub mod algorithms;
pub mod format;
pub mod parse;
pub mod zone;
mod zone_names;
