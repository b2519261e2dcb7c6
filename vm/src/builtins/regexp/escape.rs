//! RegExp.escape (ECMA-262 sec. 22.2.5.1).

use crate::native::{Args, method};
use crate::object::Object;
use crate::string::{JsString, StringBuilder, is_line_terminator, is_white_space};
use crate::vm::Vm;
use crate::{JsResult, ValueExt};

pub(super) fn init(vm: &mut Vm, constructor: Object) -> JsResult<()> {
    constructor.define_methods(vm, &[method("escape", 1, escape)])
}

/// `RegExp.escape(S)`
fn escape(vm: &mut Vm, args: Args) -> JsResult {
    let Some(text) = args.get(0).as_string() else {
        let what = vm.describe(args.get(0));
        return Err(vm.throw_type_error(format!("{what} is not a string")));
    };
    let view = text.view(vm)?;
    let mut out = StringBuilder::with_capacity(view.len());
    for point in view.chars() {
        match char::from_u32(point) {
            // A digit or letter could belong to an escape in front of it.
            Some(c) if out.is_empty() && c.is_ascii_alphanumeric() => out.push_str(&format!("\\x{point:02x}")),
            c => encode(point, c, &mut out),
        }
    }
    out.finish(vm).map(JsString::value)
}

/// EncodeForRegExpEscape (sec. 22.2.5.1.1); `c` is None for a lone surrogate.
fn encode(point: u32, c: Option<char>, out: &mut StringBuilder) {
    let control = match point {
        0x09 => "\\t",
        0x0a => "\\n",
        0x0b => "\\v",
        0x0c => "\\f",
        0x0d => "\\r",
        _ => "",
    };
    let Some(c) = c else { return out.push_str(&format!("\\u{point:04x}")) };
    if !control.is_empty() {
        out.push_str(control);
    } else if "^$\\.*+?()[]{}|/".contains(c) {
        out.push_str("\\");
        out.push_code_point(point);
    } else if ",-=<>#&!%:;@~'`\"".contains(c)
        || u16::try_from(point).is_ok_and(|unit| is_white_space(unit) || is_line_terminator(unit))
    {
        let escaped = if point < 0x100 { format!("\\x{point:02x}") } else { format!("\\u{point:04x}") };
        out.push_str(&escaped);
    } else {
        out.push_code_point(point);
    }
}
