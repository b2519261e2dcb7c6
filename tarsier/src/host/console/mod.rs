//! `console` (WHATWG Console Standard): messages, groups, counters and stopwatches.
//!
//! log, info, debug, dir, table and the counters print to standard output; error, warn, trace and failed assertions to standard error.

mod format;
mod table;
mod timing;

pub use format::{format_arguments, join_arguments};

use super::host;
use super::inspect::{self, Options};
use super::print::{text_of, write_line};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Instant;
use vm::runtime::convert::{to_boolean, to_number};
use vm::{Args, JsResult, Object, PropertyKey, Value, ValueExt, Vm};

/// Columns by which a group is indented.
const GROUP: usize = 2;
/// Groups inside of groups that still indent.
const MAX_GROUPS: usize = 100;

/// What the console remembers.
#[derive(Default)]
pub struct State {
    groups: Cell<usize>,
    counts: RefCell<BTreeMap<String, u64>>,
    timers: RefCell<BTreeMap<String, Instant>>,
}

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    // A namespace object: its prototype is an object without properties (https://console.spec.whatwg.org/#console-namespace).
    let prototype = vm.new_object()?;
    let console = vm.new_object_with_prototype(Some(prototype))?;
    for (name, function) in [
        ("log", log as vm::native::NativeFn),
        ("info", log),
        ("debug", log),
        ("error", error),
        ("warn", error),
        ("trace", trace),
        ("assert", assert),
        ("count", count),
        ("countReset", count_reset),
        ("group", group),
        ("groupCollapsed", group),
        ("groupEnd", group_end),
        ("dir", dir),
        ("dirxml", log),
        ("table", table::table),
        ("time", timing::time),
        ("timeLog", timing::time_log),
        ("timeEnd", timing::time_end),
        ("profile", profile),
        ("profileEnd", profile_end),
        ("timeStamp", time_stamp),
        ("clear", clear),
    ] {
        let method = console.define_method(vm, name, 0, function)?;
        let key = PropertyKey::from_str(vm, name)?;
        console.define_raw(vm, key, method.value(), vm::object::table::DEFAULT)?;
    }
    console.define_to_string_tag(vm, "console")?;
    vm.realm_mut().console = console;
    let key = PropertyKey::from_str(vm, "console")?;
    global.define_hidden(vm, key, console.value())
}

/// What values look like here.
fn options(vm: &mut Vm) -> JsResult<Options> {
    Ok(Options { color: host(vm)?.output.has_color(), custom: true, ..Options::default() })
}

/// Prints a message, indented by the groups that are open.
fn say(vm: &mut Vm, text: &str) -> JsResult {
    let text = indented(vm, text)?;
    write_line(vm, &text)
}

/// As [`say`], on standard error.
fn complain(vm: &mut Vm, text: &str) -> JsResult {
    let text = indented(vm, text)?;
    host(vm)?.output.error_line(&text);
    Ok(Value::UNDEFINED)
}

fn indented<'a>(vm: &mut Vm, text: &'a str) -> JsResult<std::borrow::Cow<'a, str>> {
    let groups = host(vm)?.console.groups.get();
    if groups == 0 {
        return Ok(text.into());
    }
    let indentation = " ".repeat(groups.min(MAX_GROUPS) * GROUP);
    Ok(format!("{indentation}{}", text.replace('\n', &format!("\n{indentation}"))).into())
}

fn log(vm: &mut Vm, args: Args) -> JsResult {
    let options = options(vm)?;
    let text = format_arguments(vm, args.as_slice(), &options)?;
    say(vm, &text)
}

fn error(vm: &mut Vm, args: Args) -> JsResult {
    let text = format_arguments(vm, args.as_slice(), &Options { custom: true, ..Options::default() })?;
    complain(vm, &text)
}

/// The message and where it is.
fn trace(vm: &mut Vm, args: Args) -> JsResult {
    let text = format_arguments(vm, args.as_slice(), &Options { custom: true, ..Options::default() })?;
    let stack = vm.stack_text();
    let colon = if text.is_empty() { "" } else { ": " };
    complain(vm, &format!("Trace{colon}{text}{stack}"))
}

fn assert(vm: &mut Vm, args: Args) -> JsResult {
    if to_boolean(args.get(0)) {
        return Ok(Value::UNDEFINED);
    }
    let rest = args.rest(1);
    let text = format_arguments(vm, rest, &Options::default())?;
    let colon = match rest.first() {
        None => "",
        Some(first) if first.is_string() => ": ",
        Some(_) => " ",
    };
    complain(vm, &format!("Assertion failed{colon}{text}"))
}

/// A label: "default" unless there is another.
fn label(vm: &mut Vm, v: Value) -> JsResult<String> {
    // What is kept by labels is no heap's: its growth is looked after here.
    vm.spend(16)?;
    if v.is_undefined() { Ok("default".into()) } else { Ok(text_of(vm, v)?.to_display()) }
}

fn count(vm: &mut Vm, args: Args) -> JsResult {
    let label = label(vm, args.get(0))?;
    let host = host(vm)?;
    let n = {
        let mut counts = host.console.counts.borrow_mut();
        let n = counts.entry(label.clone()).or_insert(0);
        *n += 1;
        *n
    };
    say(vm, &format!("{label}: {n}"))
}

fn count_reset(vm: &mut Vm, args: Args) -> JsResult {
    let label = label(vm, args.get(0))?;
    let there = host(vm)?.console.counts.borrow_mut().remove(&label).is_some();
    if there { Ok(Value::UNDEFINED) } else { complain(vm, &format!("Warning: Count for '{label}' does not exist")) }
}

fn group(vm: &mut Vm, args: Args) -> JsResult {
    if !args.is_empty() {
        log(vm, args)?;
    }
    let host = host(vm)?;
    host.console.groups.set(host.console.groups.get() + 1);
    Ok(Value::UNDEFINED)
}

fn group_end(vm: &mut Vm, _args: Args) -> JsResult {
    let host = host(vm)?;
    host.console.groups.set(host.console.groups.get().saturating_sub(1));
    Ok(Value::UNDEFINED)
}

/// `console.dir(value, { depth, showHidden, colors })`
fn dir(vm: &mut Vm, args: Args) -> JsResult {
    let mut options = options(vm)?;
    if let Some(given) = args.get(1).as_object() {
        let mut get = |name: &str| -> JsResult {
            let key = PropertyKey::from_str(vm, name)?;
            given.get(vm, key)
        };
        let (depth, hidden, colors) = (get("depth")?, get("showHidden")?, get("colors")?);
        if depth.is_null() {
            options.depth = None;
        } else if !depth.is_undefined() {
            let depth = to_number(vm, depth)?;
            options.depth = if depth.is_finite() { Some(depth.max(0.0) as usize) } else { None };
        }
        options.hidden = to_boolean(hidden);
        if !colors.is_undefined() {
            options.color = to_boolean(colors);
        }
    }
    let text = inspect::inspect(vm, args.get(0), &options)?;
    say(vm, &text)
}

/// The label that a profile is to have.
fn profile_label(vm: &mut Vm, args: Args) -> JsResult<Option<String>> {
    let label = args.get(0);
    if label.is_undefined() { Ok(None) } else { Ok(Some(text_of(vm, label)?.to_display())) }
}

fn profile(vm: &mut Vm, args: Args) -> JsResult {
    let label = profile_label(vm, args)?;
    crate::profiling::console_profile(vm, label.as_deref())?;
    Ok(Value::UNDEFINED)
}

fn profile_end(vm: &mut Vm, args: Args) -> JsResult {
    let label = profile_label(vm, args)?;
    crate::profiling::console_profile_end(vm, label.as_deref())?;
    Ok(Value::UNDEFINED)
}

fn time_stamp(vm: &mut Vm, args: Args) -> JsResult {
    let label = profile_label(vm, args)?;
    crate::profiling::console_time_stamp(vm, label.as_deref())?;
    Ok(Value::UNDEFINED)
}

/// Clears a terminal; does nothing elsewhere.
fn clear(vm: &mut Vm, _args: Args) -> JsResult {
    let host = host(vm)?;
    if host.output.has_color() {
        host.output.text("\x1b[1;1H\x1b[0J");
    }
    Ok(Value::UNDEFINED)
}
