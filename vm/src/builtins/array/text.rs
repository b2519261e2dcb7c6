//! join, toString, toLocaleString (ECMA-262 sec. 23.1.3).

use super::access::{self, this_and_length};
use crate::native::{Args, NativeFn};
use crate::numeric::format::NumberBuffer;
use crate::object::Object;
use crate::runtime::{convert, operations};
use crate::string::{JsString, StrView, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::object::JsObject;
use rustc_hash::FxHashSet;

/// The calls under way that convert elements which are objects: an array that contains itself is written as the empty string
/// inside itself, as every engine does it (the specification would recurse for ever).
#[derive(Default)]
pub struct UnderWay {
    calls: FxHashSet<(usize, *mut JsObject)>,
}

/// A call's part in that: entered at the first element that is an object.
struct JoinCall {
    call: (usize, *mut JsObject),
    entered: bool,
}

impl JoinCall {
    fn new(receiver: Object, function: NativeFn) -> JoinCall {
        JoinCall { call: (function as usize, receiver.as_ptr()), entered: false }
    }

    /// False if the same call is under way already.
    fn enter(&mut self, vm: &mut Vm) -> bool {
        self.entered = self.entered || vm.builtins.joins.calls.insert(self.call);
        self.entered
    }

    fn leave(&self, vm: &mut Vm) {
        if self.entered {
            vm.builtins.joins.calls.remove(&self.call);
        }
    }
}

/// What an element contributes: nothing if nullish, a number or a string as it is. None for what needs ToString.
#[inline]
fn push_simple(text: &mut StringBuilder, buffer: &mut NumberBuffer, v: Value) -> bool {
    if let Some(string) = v.as_string() {
        text.push_js(string);
    } else if v.is_int() {
        text.push_view(StrView::Latin1(buffer.format_int32(v.as_int()).as_bytes()));
    } else if v.is_number() {
        text.push_view(StrView::Latin1(buffer.format(v.as_double()).as_bytes()));
    } else if v.is_bool() {
        text.push_view(StrView::Latin1(if v.is_true() { b"true" } else { b"false" }));
    } else {
        return v.is_nullish();
    }
    true
}

/// join(separator) (sec. 23.1.3.18)
pub fn join(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let separator = match args.get(0) {
        v if v.is_undefined() => JsString::from_char(vm, b',' as u16)?,
        v => convert::to_string(vm, v)?.flatten(vm)?,
    };
    let mut entry = JoinCall::new(object, join);
    let result = join_elements(vm, object, length, separator, &mut entry);
    entry.leave(vm);
    result
}

fn join_elements(vm: &mut Vm, object: Object, length: u64, separator: JsString, entry: &mut JoinCall) -> JsResult {
    let mut text = StringBuilder::new();
    let mut buffer = NumberBuffer::new();
    for k in 0..length {
        vm.spend(1)?;
        if k > 0 && !separator.is_empty() {
            text.push_js(separator);
            if text.is_refused() {
                break;
            }
        }
        let element = access::get(vm, object, k)?;
        if push_simple(&mut text, &mut buffer, element) {
            continue;
        }
        if !entry.enter(vm) {
            return Ok(vm.empty_string().value());
        }
        let string = convert::to_string(vm, element)?;
        text.push_js(string);
    }
    text.finish(vm).map(JsString::value)
}

/// toString() (sec. 23.1.3.36)
pub fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let array = convert::to_object(vm, args.this())?;
    let join = array.get(vm, vm.names.join)?;
    if join.is_callable() {
        return vm.call(join, array.value(), &[]);
    }
    // %Object.prototype.toString%, whatever Object.prototype now has under that name.
    crate::builtins::object::to_string(vm, args)
}

/// toLocaleString() (sec. 23.1.3.32), separated by commas.
pub fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let mut entry = JoinCall::new(object, to_locale_string);
    let result = join_locale_strings(vm, object, length, &mut entry);
    entry.leave(vm);
    result
}

fn join_locale_strings(vm: &mut Vm, object: Object, length: u64, entry: &mut JoinCall) -> JsResult {
    let mut text = StringBuilder::new();
    for k in 0..length {
        vm.spend(1)?;
        if k > 0 {
            text.push_u16(b',' as u16);
            if text.is_refused() {
                break;
            }
        }
        let element = access::get(vm, object, k)?;
        if element.is_nullish() {
            continue;
        }
        if element.is_object() && !entry.enter(vm) {
            return Ok(vm.empty_string().value());
        }
        let string = operations::invoke(vm, element, vm.names.to_locale_string, &[])?;
        let string = convert::to_string(vm, string)?;
        text.push_js(string);
    }
    text.finish(vm).map(JsString::value)
}
