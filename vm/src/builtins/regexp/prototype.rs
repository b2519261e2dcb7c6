//! The methods and getters of RegExp.prototype that have names (ECMA-262 sec. 22.2.6, annex B.2.4).

use super::exec::{builtin_exec, builtin_test, regexp_exec};
use super::pattern::escape_pattern;
use super::{RegExpObject, pattern_text, regexp_of, source_and_flags};
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::object::Object;
use crate::regexp::Flags;
use crate::runtime::convert::{to_boolean, to_string};
use crate::string::{JsString, Names, PropertyKey, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 2] =
        [(exec, Intrinsic::Direct(Direct::RegExpExec)), (test, Intrinsic::Direct(Direct::RegExpTest))];
    crate::builtins::intrinsic::find(&table, function)
}

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    let exec = prototype.define_method(vm, "exec", 1, exec)?;
    vm.realm_mut().regexp_exec = exec;
    prototype.define_getter(vm, "dotAll", dot_all)?;
    prototype.define_getter(vm, "flags", flags)?;
    prototype.define_getter(vm, "global", global)?;
    prototype.define_getter(vm, "hasIndices", has_indices)?;
    prototype.define_getter(vm, "ignoreCase", ignore_case)?;
    prototype.define_getter(vm, "multiline", multiline)?;
    prototype.define_getter(vm, "source", source)?;
    prototype.define_getter(vm, "sticky", sticky)?;
    prototype.define_getter(vm, "unicode", unicode)?;
    prototype.define_getter(vm, "unicodeSets", unicode_sets)?;
    prototype.define_methods(
        vm,
        &[method("compile", 2, compile), method("toString", 0, to_string_method), method("test", 1, test)],
    )
}

/// `RegExp.prototype.exec(string)` (sec. 22.2.6.2)
fn exec(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(object) = this.as_object().filter(|o| o.downcast::<RegExpObject>().is_some()) else {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.exec", this));
    };
    let text = to_string(vm, args.get(0))?;
    builtin_exec(vm, object, text)
}

/// `RegExp.prototype.test(string)` (sec. 22.2.6.16)
fn test(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(object) = this.as_object() else {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.test", this));
    };
    let text = to_string(vm, args.get(0))?;
    let is_match = if vm.is_pristine_regexp(object) {
        builtin_test(vm, object, text)?
    } else {
        regexp_exec(vm, object, text)?.is_some()
    };
    Ok(Value::bool(is_match))
}

/// `RegExp.prototype.toString()` (sec. 22.2.6.17)
fn to_string_method(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(object) = this.as_object() else {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.toString", this));
    };
    let source = object.get(vm, vm.names.source)?;
    let source = to_string(vm, source)?;
    let flags = object.get(vm, vm.names.flags)?;
    let flags = to_string(vm, flags)?;
    let mut text = StringBuilder::with_capacity(source.len() + flags.len() + 2);
    text.push_str("/");
    text.push_js(source);
    text.push_str("/");
    text.push_js(flags);
    text.finish(vm).map(JsString::value)
}

/// `RegExp.prototype.compile(pattern, flags)` (annex B.2.4.1), for regular expressions of this realm's RegExp itself only (proposal
/// "Legacy RegExp features").
fn compile(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let (Some(object), Some(regexp)) = (this.as_object(), regexp_of(this)) else {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.compile", this));
    };
    if regexp.realm != vm.realm().id || !regexp.legacy.get() {
        return Err(vm.throw_incompatible_receiver("RegExp.prototype.compile", this));
    }
    let (pattern, flags) = (args.get(0), args.get(1));
    if regexp_of(pattern).is_some() && !flags.is_undefined() {
        return Err(vm.throw_type_error("Cannot supply flags when constructing one RegExp from another"));
    }
    let (source, flags) = source_and_flags(vm, pattern, flags, false)?;
    let source = pattern_text(vm, source)?;
    let flags = pattern_text(vm, flags)?;
    let program = vm.program_of(source, flags)?;
    regexp.program.set(program);
    regexp.source.set(source.value());
    vm.heap.barrier(object.as_ptr().cast());
    regexp.set_last_index(vm, object, 0)?;
    Ok(this)
}

macro_rules! flag_getters {
    ($($function:ident $name:literal $flag:ident;)*) => {
        $(fn $function(vm: &mut Vm, args: Args) -> JsResult {
            has_flag(vm, args, $name, Flags::$flag)
        })*
    };
}

flag_getters! {
    has_indices "hasIndices" HAS_INDICES;
    global "global" GLOBAL;
    ignore_case "ignoreCase" IGNORE_CASE;
    multiline "multiline" MULTILINE;
    dot_all "dotAll" DOT_ALL;
    unicode "unicode" UNICODE;
    unicode_sets "unicodeSets" UNICODE_SETS;
    sticky "sticky" STICKY;
}

/// RegExpHasFlag (sec. 22.2.6.4.1)
fn has_flag(vm: &mut Vm, args: Args, name: &str, flag: Flags) -> JsResult {
    let this = args.this();
    match regexp_of(this) {
        Some(regexp) => Ok(Value::bool(regexp.flags().has(flag))),
        None if this == vm.realm().regexp_prototype.value() => Ok(Value::UNDEFINED),
        None => Err(throw_not_regexp(vm, name, this)),
    }
}

fn throw_not_regexp(vm: &mut Vm, name: &str, this: Value) -> crate::Throw {
    if this.is_object() {
        return vm.throw_type_error(format!("RegExp.prototype.{name} getter called on non-RegExp object"));
    }
    let what = vm.describe(this);
    vm.throw_type_error(format!("RegExp.prototype.{name} getter called on non-object {what}"))
}

/// The names of the flags' getters, in the order of [`Flags::LETTERS`].
pub(super) fn flag_names(names: &Names) -> [PropertyKey; 8] {
    [
        names.has_indices,
        names.global,
        names.ignore_case,
        names.multiline,
        names.dot_all,
        names.unicode,
        names.unicode_sets,
        names.sticky,
    ]
}

/// `get RegExp.prototype.flags` (sec. 22.2.6.4)
fn flags(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(object) = this.as_object() else { return Err(throw_not_regexp(vm, "flags", this)) };
    if vm.is_pristine_regexp(object)
        && let Some(regexp) = object.downcast::<RegExpObject>()
    {
        let text = regexp.flags().to_text();
        return JsString::from_latin1(vm, text.as_bytes()).map(JsString::value);
    }
    let mut text = Vec::new();
    for (key, letter) in flag_names(&vm.names).into_iter().zip(Flags::LETTERS) {
        let flag = object.get(vm, key)?;
        if to_boolean(flag) {
            text.push(*letter);
        }
    }
    JsString::from_latin1(vm, &text).map(JsString::value)
}

/// `get RegExp.prototype.source` (sec. 22.2.6.13)
fn source(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    match regexp_of(this) {
        Some(regexp) => {
            let source = regexp.source(vm);
            match escape_pattern(source.view(vm)?) {
                Some(text) => text.finish(vm).map(JsString::value),
                None => Ok(source.value()),
            }
        }
        None if this == vm.realm().regexp_prototype.value() => JsString::from_str(vm, "(?:)").map(JsString::value),
        None => Err(throw_not_regexp(vm, "source", this)),
    }
}
