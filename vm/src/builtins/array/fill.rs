//! fill, copyWithin, reverse (ECMA-262 sec. 23.1.3): arrays changed in place, their length kept.

use super::access::{self, relative, relative_end, this_and_length};
use crate::JsResult;
use crate::native::Args;
use crate::object::Object;
use crate::object::array_words as words;
use crate::object::elements::MAX_PREALLOCATED;
use crate::vm::Vm;

/// fill(value [, start [, end]]) (sec. 23.1.3.7)
pub fn fill(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let value = args.get(0);
    let start = relative(vm, args.get(1), length)?;
    let end = relative_end(vm, args.get(2), length)?;
    if let Some(array) = words::writable(vm, object)
        && end <= array.length.get() as u64
        && end <= MAX_PREALLOCATED as u64
    {
        if start < end {
            words::generalize(vm, object, &[value])?;
            words::materialize(vm, object, end as u32)?;
            words::fill(vm, object, start as u32, end as u32, value);
        }
        return Ok(object.value());
    }
    for k in start..end {
        access::set(vm, object, k, value)?;
    }
    Ok(object.value())
}

/// Whether all elements of an array are places, so that ranges of it may be moved: its length, if so.
fn movable(vm: &Vm, object: Object) -> Option<u64> {
    let array = words::writable(vm, object)?;
    let length = array.length.get();
    if words::end(object) == length { Some(length as u64) } else { None }
}

/// copyWithin(target, start [, end]) (sec. 23.1.3.4)
pub fn copy_within(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let to = relative(vm, args.get(0), length)?;
    let from = relative(vm, args.get(1), length)?;
    let end = relative_end(vm, args.get(2), length)?;
    let count = end.saturating_sub(from).min(length - to);
    if movable(vm, object) == Some(length) {
        if count > 0 {
            let places = words::words(&object);
            let (to, from, count) = (to as usize, from as usize, count as usize);
            words::move_words(&places[from..from + count], &places[to..to + count]);
            words::stored(vm, object);
        }
        return Ok(object.value());
    }
    if from < to && to < from + count {
        for k in (0..count).rev() {
            access::relocate(vm, object, from + k, to + k)?;
        }
    } else {
        for k in 0..count {
            access::relocate(vm, object, from + k, to + k)?;
        }
    }
    Ok(object.value())
}

/// reverse() (sec. 23.1.3.26)
pub fn reverse(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    if movable(vm, object) == Some(length) {
        let places = &words::words(&object)[..length as usize];
        for lower in 0..places.len() / 2 {
            places[lower].swap(&places[places.len() - 1 - lower]);
        }
        words::stored(vm, object);
        return Ok(object.value());
    }
    for lower in 0..length / 2 {
        let upper = length - 1 - lower;
        let lower_value = access::get_if_present(vm, object, lower)?;
        let upper_value = access::get_if_present(vm, object, upper)?;
        match (lower_value, upper_value) {
            (Some(l), Some(u)) => {
                access::set(vm, object, lower, u)?;
                access::set(vm, object, upper, l)?;
            }
            (None, Some(u)) => {
                access::set(vm, object, lower, u)?;
                access::delete(vm, object, upper)?;
            }
            (Some(l), None) => {
                access::delete(vm, object, lower)?;
                access::set(vm, object, upper, l)?;
            }
            (None, None) => {}
        }
    }
    Ok(object.value())
}
