//! The heap's figures, those of code, and the collector's events.

use tarsier::host::{put, put_text};
use vm::options::Tier;
use vm::{Args, JsResult, Value, Vm};

fn number(n: u64) -> Value {
    Value::number(n as f64)
}

/// Bytes, counts and nanoseconds; see [`gc::event::HeapStats`] for what they mean.
pub fn heap_stats(vm: &mut Vm, _args: Args) -> JsResult {
    let stats = vm.heap.stats();
    let object = vm.new_object()?;
    for (name, n) in [
        ("live", stats.live as u64),
        ("allocated", stats.allocated as u64),
        ("totalAllocated", stats.total_allocated),
        ("used", stats.used as u64),
        ("external", stats.external as u64),
        ("peak", stats.peak as u64),
        ("freeResident", stats.free_resident as u64),
        ("limit", vm.options.max_heap as u64),
        ("minorCollections", stats.minor_collections),
        ("fullCollections", stats.full_collections),
        ("totalPauseNs", stats.total_pause_ns),
        ("longestPauseNs", stats.longest_pause_ns),
    ] {
        put(vm, object, name, number(n))?;
    }
    Ok(object.value())
}

/// Functions that are there, pieces and bytes of the machine code that they have, and cells that code keeps alive.
pub fn code_stats(vm: &mut Vm, _args: Args) -> JsResult {
    let (mut functions, mut embedded) = (0, 0);
    for code in vm.live_code() {
        functions += 1;
        embedded += code.embedded.borrow().len() as u64;
    }
    let mut pieces = [(0, 0); 2];
    for code in vm.observed.machine_code.iter().filter(|code| code.freed.is_none()) {
        let (count, bytes) = &mut pieces[usize::from(code.tier == Tier::Optimizer)];
        *count += 1;
        *bytes += (code.end - code.start) as u64;
    }
    let [baseline, optimized] = pieces;
    let object = vm.new_object()?;
    for (name, n) in [
        ("functions", functions),
        ("baselinePieces", baseline.0),
        ("baselineBytes", baseline.1),
        ("optimizedPieces", optimized.0),
        ("optimizedBytes", optimized.1),
        ("embedded", embedded),
    ] {
        put(vm, object, name, number(n))?;
    }
    Ok(object.value())
}

/// The collector's pauses since the last call, oldest first.
pub fn gc_events(vm: &mut Vm, _args: Args) -> JsResult {
    let events = vm.heap.take_events();
    let list = vm.new_array_with_capacity(events.len() as u32)?;
    for event in events {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put_text(vm, object, "kind", event.kind.name())?;
        put_text(vm, object, "reason", event.reason.name())?;
        put(vm, object, "startNs", number(event.start_ns))?;
        put(vm, object, "pauseNs", number(event.pause_ns))?;
        put(vm, object, "bytesBefore", number(event.bytes_before as u64))?;
        put(vm, object, "bytesAfter", number(event.bytes_after as u64))?;
    }
    Ok(list.value())
}
