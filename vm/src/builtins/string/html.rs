//! The HTML methods of String.prototype (ECMA-262 annex B.2.2.2 to B.2.2.14).

use super::this_string;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::string::{JsString, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value};

macro_rules! html_methods {
    ($($function:ident $name:literal $tag:literal $attribute:literal;)*) => {
        pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
            prototype.define_methods(
                vm,
                &[$(method($name, !$attribute.is_empty() as u32, $function)),*],
            )
        }

        $(fn $function(vm: &mut Vm, args: Args) -> JsResult {
            create_html(vm, args, $name, $tag, $attribute)
        })*
    };
}

html_methods! {
    anchor "anchor" "a" "name";
    big "big" "big" "";
    blink "blink" "blink" "";
    bold "bold" "b" "";
    fixed "fixed" "tt" "";
    fontcolor "fontcolor" "font" "color";
    fontsize "fontsize" "font" "size";
    italics "italics" "i" "";
    link "link" "a" "href";
    small "small" "small" "";
    strike "strike" "strike" "";
    sub "sub" "sub" "";
    sup "sup" "sup" "";
}

/// CreateHTML (annex B.2.2.2.1)
fn create_html(vm: &mut Vm, args: Args, name: &str, tag: &str, attribute: &str) -> JsResult {
    let text = this_string(vm, &args, name)?;
    let mut result = StringBuilder::new();
    result.push_str("<");
    result.push_str(tag);
    if !attribute.is_empty() {
        let value: Value = args.get(0);
        let value = to_string(vm, value)?;
        result.push_str(" ");
        result.push_str(attribute);
        result.push_str("=\"");
        for unit in value.view(vm)?.units() {
            vm.spend(1)?;
            if unit == b'"' as u16 {
                result.push_str("&quot;");
            } else {
                result.push_u16(unit);
            }
        }
        result.push_str("\"");
    }
    result.push_str(">");
    result.push_js(text);
    result.push_str("</");
    result.push_str(tag);
    result.push_str(">");
    result.finish(vm).map(JsString::value)
}
