//! The optimizing compiler by hand, and the record of where its code was left.

use super::code_argument;
use tarsier::host::{put, put_text};
use vm::tiering::deopt::{Deopt, Finding, Place};
use vm::{Args, JsResult, Object, Value, Vm};

/// Optimizes a function that has run before; its next call is of optimized code. False where that cannot be.
pub fn optimize_on_next_call(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    Ok(Value::bool(vm.optimize_now(&code)))
}

/// Leaves a function to the lower tiers.
pub fn never_optimize(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    vm.never_optimize(&code);
    Ok(Value::UNDEFINED)
}

/// The records of deoptimizations with a guard in the function, or in one that was inlined into it; oldest first.
pub fn deopts(vm: &mut Vm, args: Args) -> JsResult {
    let id = code_argument(vm, args)?.machine().code_id;
    let records: Vec<Deopt> =
        vm.deopts.records.iter().filter(|d| d.guard.iter().any(|p| p.code_id == id)).cloned().collect();
    let list = vm.new_array_with_capacity(records.len() as u32)?;
    for record in records {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put(vm, object, "ms", Value::number(vm.trace.since_start_ms(record.at_ns)))?;
        put_text(vm, object, "reason", record.reason.name())?;
        put_finding(vm, object, "expected", &record.expected)?;
        put_finding(vm, object, "came", &record.came)?;
        put_places(vm, object, "guard", &record.guard)?;
        put_places(vm, object, "resumption", &record.resumption)?;
        put(vm, object, "code", Value::from_u32(record.code))?;
        put(vm, object, "ageMs", Value::number(record.age_ns as f64 / 1e6))?;
        put(vm, object, "exits", Value::number(record.exits as f64))?;
        put(vm, object, "times", Value::number(record.times as f64))?;
        put(vm, object, "thrownAway", Value::bool(record.outcome.thrown_away))?;
        put(vm, object, "loopEnded", Value::bool(record.outcome.loop_ended))?;
        put_places(vm, object, "givenUp", &record.outcome.given_up)?;
        put(vm, object, "compileMs", Value::number(record.outcome.compile_ns as f64 / 1e6))?;
        let again = record.outcome.reoptimized_ns.map_or(Value::NULL, |ns| Value::number(ns as f64 / 1e6));
        put(vm, object, "optimizedAgainAfterMs", again)?;
    }
    Ok(list.value())
}

fn put_finding(vm: &mut Vm, object: Object, name: &str, finding: &Finding) -> JsResult<()> {
    let inner = vm.new_object()?;
    put(vm, object, name, inner.value())?;
    put_text(vm, inner, "text", &finding.text)?;
    put_text(vm, inner, "type", &finding.kind)?;
    let shapes = vm.new_array_with_capacity(finding.shapes.len() as u32)?;
    put(vm, inner, "shapes", shapes.value())?;
    for shape in &finding.shapes {
        shapes.push(vm, Value::from_u32(shape.serial))?;
    }
    Ok(())
}

fn put_places(vm: &mut Vm, object: Object, name: &str, places: &[Place]) -> JsResult<()> {
    let list = vm.new_array_with_capacity(places.len() as u32)?;
    put(vm, object, name, list.value())?;
    for place in places {
        let inner = vm.new_object()?;
        list.push(vm, inner.value())?;
        put_text(vm, inner, "function", &place.function)?;
        put_text(vm, inner, "file", &place.file)?;
        put(vm, inner, "line", Value::from_u32(place.line))?;
        put(vm, inner, "column", Value::from_u32(place.column))?;
        put(vm, inner, "offset", Value::from_u32(place.offset))?;
    }
    Ok(())
}
