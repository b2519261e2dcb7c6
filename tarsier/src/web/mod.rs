//! The web platform's small globals. Classes are in JavaScript (`src/library/web/`); here are the built-ins that they stand on, a file for each family, and
//! the table of globals.
//!
//! All but `structuredClone`, `self` and `reportError` are lazy ([`crate::library::lazy_global`]).

pub mod base64;
pub mod blob;
pub mod clone;
pub mod crypto;
pub mod dom_exception;
pub mod encoding;
pub mod messages;
pub mod navigator;
pub mod performance;
pub mod platform;
pub mod source;
pub mod tasks;
pub mod url;
pub mod webidl;

use crate::library::lazy_global;
use vm::{JsResult, Object, PropertyKey, Vm};

/// Name and file of each lazy global; the export has the global's name.
const GLOBALS: &[(&str, &str)] = &[
    ("URL", "web/url"),
    ("URLSearchParams", "web/url"),
    ("TextEncoder", "web/encoding"),
    ("TextDecoder", "web/encoding"),
    ("Event", "web/events"),
    ("EventTarget", "web/events"),
    ("CustomEvent", "web/events"),
    ("MessageEvent", "web/events"),
    ("ErrorEvent", "web/events"),
    ("AbortController", "web/abort"),
    ("AbortSignal", "web/abort"),
    ("DOMException", "web/dom_exception"),
    ("QuotaExceededError", "web/dom_exception"),
    ("atob", "web/base64"),
    ("btoa", "web/base64"),
    ("crypto", "web/crypto"),
    ("Crypto", "web/crypto"),
    ("SubtleCrypto", "web/crypto"),
    ("MessageChannel", "web/message_channel"),
    ("MessagePort", "web/message_channel"),
    ("Blob", "web/blob"),
    ("File", "web/blob"),
    ("performance", "web/performance"),
    ("Performance", "web/performance"),
    ("PerformanceEntry", "web/performance"),
    ("PerformanceMark", "web/performance"),
    ("PerformanceMeasure", "web/performance"),
    ("PerformanceObserver", "web/performance"),
    ("PerformanceObserverEntryList", "web/performance"),
    ("navigator", "web/navigator"),
    ("Navigator", "web/navigator"),
];

/// Defines the globals.
pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    for (name, file) in GLOBALS {
        lazy_global(vm, global, name, file, name)?;
    }
    let key = PropertyKey::from_str(vm, "self")?;
    global.define_hidden(vm, key, global.value())?;
    global.define_method(vm, "structuredClone", 1, clone::structured_clone)?;
    global.define_method(vm, "reportError", 1, tasks::report_error)?;
    Ok(())
}
