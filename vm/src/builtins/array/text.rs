//! join, toString, toLocaleString (ECMA-262 sec. 23.1.3).

use super::access::{self, this_and_length};
use crate::native::{Args, NativeFn, NativeFunction};
use crate::numeric::format::NumberBuffer;
use crate::object::Object;
use crate::runtime::{convert, operations};
use crate::string::{JsString, StrView, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// Whether a call of `function` on the same receiver is under way outside the running one: an array that contains itself is
/// written as the empty string there, as every engine does it (the specification would recurse for ever).
fn is_running_on(vm: &Vm, receiver: Object, function: NativeFn) -> bool {
    let mut frame = vm.top_frame();
    let mut outer = false;
    while !frame.is_null() {
        // SAFETY: frames of the chain are live.
        let current = unsafe { &*frame };
        if current.code.is_null()
            && let Some(callee) = current.callee.as_object().and_then(|f| f.downcast::<NativeFunction>())
            && callee.function as usize == function as usize
            && current.this == receiver.value()
        {
            if outer {
                return true;
            }
            // The first one is the running call itself.
            outer = true;
        }
        frame = current.caller;
    }
    false
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
    let mut text = StringBuilder::new();
    let mut buffer = NumberBuffer::new();
    let mut checked = false;
    for k in 0..length {
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
        if !checked {
            if is_running_on(vm, object, join) {
                return Ok(vm.empty_string().value());
            }
            checked = true;
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
    let mut text = StringBuilder::new();
    let mut checked = false;
    for k in 0..length {
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
        if element.is_object() && !checked {
            if is_running_on(vm, object, to_locale_string) {
                return Ok(vm.empty_string().value());
            }
            checked = true;
        }
        let string = operations::invoke(vm, element, vm.names.to_locale_string, &[])?;
        let string = convert::to_string(vm, string)?;
        text.push_js(string);
    }
    text.finish(vm).map(JsString::value)
}
