//! Messages made of arguments: the `%` formats of the Console Standard (section 2.2), then the rest, separated by blanks.

use super::super::inspect::{self, Options};
use abi::cell::CellKind;
use vm::runtime::convert;
use vm::{JsResult, JsString, PropertyKey, Value, ValueExt, Vm};

/// The text of a message.
pub fn format_arguments(vm: &mut Vm, args: &[Value], options: &Options) -> JsResult<String> {
    let Some(pattern) = args.first().and_then(|v| v.as_string()).filter(|_| args.len() > 1) else {
        return join_arguments(vm, args, options);
    };
    let pattern = pattern.to_display();
    if !pattern.contains('%') {
        return join_arguments(vm, args, options);
    }
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut rest = &args[1..];
    let mut text = pattern.as_str();
    while let Some(at) = text.find('%') {
        out.push_str(&text[..at]);
        let directive = text[at + 1..].chars().next();
        let known = match directive {
            Some('%') => {
                out.push('%');
                true
            }
            Some(c @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c')) if !rest.is_empty() => {
                directive_text(vm, c, rest[0], options, &mut out)?;
                rest = &rest[1..];
                true
            }
            _ => {
                out.push('%');
                false
            }
        };
        text = &text[at + if known { 2 } else { 1 }..];
    }
    out.push_str(text);
    if !rest.is_empty() {
        out.push(' ');
        out.push_str(&join_arguments(vm, rest, options)?);
    }
    Ok(out)
}

/// Strings as they are, everything else inspected, with blanks between.
pub fn join_arguments(vm: &mut Vm, args: &[Value], options: &Options) -> JsResult<String> {
    let mut out = String::new();
    for (i, &arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        match arg.as_string() {
            Some(text) => out.push_str(&text.to_display()),
            None => out.push_str(&inspect::inspect(vm, arg, options)?),
        }
    }
    Ok(out)
}

fn directive_text(vm: &mut Vm, directive: char, arg: Value, options: &Options, out: &mut String) -> JsResult<()> {
    let text = match directive {
        's' => string(vm, arg)?,
        'd' | 'i' | 'f' => number(vm, directive, arg)?,
        'j' => json(vm, arg)?,
        'o' => inspect::inspect(vm, arg, &Options { hidden: true, proxies: true, depth: Some(4), ..*options })?,
        'O' => inspect::inspect(vm, arg, options)?,
        // %c: a style that a terminal does not have.
        _ => String::new(),
    };
    out.push_str(&text);
    Ok(())
}

/// %s: primitives and what has a `toString` of a script as strings; other objects briefly.
fn string(vm: &mut Vm, arg: Value) -> JsResult<String> {
    let Some(object) = arg.as_object() else {
        let plain = arg.is_string() || (arg.is_number() && arg.as_number() != 0.0);
        return if plain {
            Ok(convert::to_string(vm, arg)?.to_display())
        } else {
            inspect::inspect(vm, arg, &Options::default())
        };
    };
    let key = vm.names.to_string;
    let method = vm.peek(object, key).and_then(|v| v.as_object());
    if method.is_some_and(|m| m.is_kind(CellKind::Function)) && !object.is_callable() {
        return Ok(convert::to_string(vm, arg)?.to_display());
    }
    inspect::inspect(vm, arg, &Options { depth: Some(0), ..Options::default() })
}

/// %d, %i and %f.
fn number(vm: &mut Vm, directive: char, arg: Value) -> JsResult<String> {
    if arg.is_symbol() || (arg.is_object() && directive != 'f') {
        return Ok("NaN".into());
    }
    if arg.is_bigint() && directive != 'f' {
        return inspect::inspect(vm, arg, &Options::default());
    }
    let number = match directive {
        'd' => convert::to_number(vm, arg)?,
        _ => {
            let name = if directive == 'i' { "parseInt" } else { "parseFloat" };
            let key = PropertyKey::from_str(vm, name)?;
            let global = vm.realm().global;
            let parse = vm.peek(global, key).unwrap_or(Value::UNDEFINED);
            let result = vm.call(parse, Value::UNDEFINED, &[arg])?;
            if result.is_number() { result.as_number() } else { f64::NAN }
        }
    };
    inspect::inspect(vm, Value::number(number), &Options::default())
}

/// %j: JSON.
fn json(vm: &mut Vm, arg: Value) -> JsResult<String> {
    let key = PropertyKey::from_str(vm, "stringify")?;
    let json = vm.realm().json;
    let stringify = vm.peek(json, key).unwrap_or(Value::UNDEFINED);
    match vm.call(stringify, json.value(), &[arg]) {
        Ok(text) => Ok(text.as_string().map_or("undefined".into(), JsString::to_display)),
        Err(throw) => {
            if vm.is_terminating() {
                return Err(throw);
            }
            let error = vm.take_exception();
            let circular = error.as_object().is_some_and(|e| vm.error_header(e).contains("circular"));
            if circular { Ok("[Circular]".into()) } else { Err(vm.throw(error)) }
        }
    }
}
