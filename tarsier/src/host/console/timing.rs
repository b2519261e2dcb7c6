//! Stopwatches: `console.time`, `timeLog`, `timeEnd`.

use super::super::host;
use super::super::inspect::Options;
use super::{complain, join_arguments, label, say};
use std::time::{Duration, Instant};
use vm::{Args, JsResult, Value, Vm};

pub fn time(vm: &mut Vm, args: Args) -> JsResult {
    let label = label(vm, args.get(0))?;
    let host = host(vm)?;
    if host.console.timers.borrow().contains_key(&label) {
        return complain(vm, &format!("Warning: Label '{label}' already exists for console.time()"));
    }
    host.console.timers.borrow_mut().insert(label, Instant::now());
    Ok(Value::UNDEFINED)
}

pub fn time_log(vm: &mut Vm, args: Args) -> JsResult {
    let label = label(vm, args.get(0))?;
    let started = host(vm)?.console.timers.borrow().get(&label).copied();
    report(vm, &label, started, args.rest(1), "timeLog")
}

pub fn time_end(vm: &mut Vm, args: Args) -> JsResult {
    let label = label(vm, args.get(0))?;
    let started = host(vm)?.console.timers.borrow_mut().remove(&label);
    report(vm, &label, started, &[], "timeEnd")
}

fn report(vm: &mut Vm, label: &str, started: Option<Instant>, data: &[Value], method: &str) -> JsResult {
    let Some(started) = started else {
        return complain(vm, &format!("Warning: No such label '{label}' for console.{method}()"));
    };
    let mut text = format!("{label}: {}", duration(started.elapsed()));
    if !data.is_empty() {
        text.push(' ');
        text.push_str(&join_arguments(vm, data, &Options::default())?);
    }
    say(vm, &text)
}

/// A time in the unit that suits it.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        return format!("{}ms", trimmed(seconds * 1e3));
    }
    if seconds < 60.0 {
        return format!("{seconds:.3}s");
    }
    let whole = time.as_secs();
    let (hours, minutes) = (whole / 3600, whole / 60 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02} (h:mm:ss)", whole % 60)
    } else {
        format!("{minutes}:{:06.3} (m:ss.mmm)", seconds - 60.0 * (whole / 60) as f64)
    }
}

/// Three decimals at most.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_their_units() {
        for (ms, text) in [
            (0.0, "0ms"),
            (0.05, "0.05ms"),
            (12.5, "12.5ms"),
            (999.0, "999ms"),
            (1500.0, "1.500s"),
            (61_250.0, "1:01.250 (m:ss.mmm)"),
            (3_723_000.0, "1:02:03 (h:mm:ss)"),
        ] {
            assert_eq!(duration(Duration::from_secs_f64(ms / 1e3)), text);
        }
    }
}
