//! Symbol and Symbol.prototype (ECMA-262 sec. 20.4).

use crate::native::{Args, method};
use crate::object::string_object::wrapped;
use crate::object::table;
use crate::runtime::convert::to_string as value_to_string;
use crate::string::{JsString, JsSymbol};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;

/// Creates Symbol and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("Symbol", 0, symbol, prototype)?;
    vm.realm_mut().symbol_prototype = prototype;
    vm.realm_mut().symbol_constructor = constructor;
    constructor.define_methods(vm, &[method("for", 1, symbol_for), method("keyFor", 1, key_for)])?;
    let well_known: Vec<_> = vm.names.well_known_symbols().collect();
    for (name, key) in well_known {
        let value = key.to_value(vm)?;
        constructor.define_constant(vm, name, value)?;
    }
    prototype.define_methods(vm, &[method("toString", 0, to_string), method("valueOf", 0, value_of)])?;
    prototype.define_getter(vm, "description", description)?;
    prototype.define_to_string_tag(vm, "Symbol")?;
    let key = vm.names.sym_to_primitive;
    let to_primitive = vm.new_native(key, 1, to_primitive)?;
    prototype.define_raw(vm, key, to_primitive.value(), table::CONFIGURABLE)
}

/// `Symbol(description)` (sec. 20.4.1.1)
fn symbol(vm: &mut Vm, args: Args) -> JsResult {
    if args.new_target_object().is_some() {
        return Err(vm.throw_not_a_constructor("Symbol"));
    }
    let description = match args.get(0) {
        Value::UNDEFINED => None,
        value => Some(value_to_string(vm, value)?),
    };
    JsSymbol::new(vm, description).map(JsSymbol::value)
}

/// `Symbol.for(key)` (sec. 20.4.2.2)
fn symbol_for(vm: &mut Vm, args: Args) -> JsResult {
    let key = value_to_string(vm, args.get(0))?;
    JsSymbol::registered(vm, key).map(JsSymbol::value)
}

/// `Symbol.keyFor(sym)` (sec. 20.4.2.6)
fn key_for(vm: &mut Vm, args: Args) -> JsResult {
    match args.get(0).as_symbol() {
        Some(symbol) => Ok(symbol.registry_key().map_or(Value::UNDEFINED, JsString::value)),
        None => {
            let what = vm.describe(args.get(0));
            Err(vm.throw_type_error(format!("{what} is not a symbol")))
        }
    }
}

/// ThisSymbolValue (sec. 20.4.3.4.1)
fn this_symbol(vm: &mut Vm, args: Args, method: &str) -> JsResult<JsSymbol> {
    let this = args.this();
    let symbol = this.as_symbol().or_else(|| wrapped(this, CellKind::SymbolObject)?.as_symbol());
    match symbol {
        Some(symbol) => Ok(symbol),
        None => Err(vm.throw_type_error(format!("Symbol.prototype{method} requires that 'this' be a Symbol"))),
    }
}

/// `Symbol.prototype.toString()` (sec. 20.4.3.3)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let symbol = this_symbol(vm, args, ".toString")?;
    symbol.descriptive_string(vm).map(JsString::value)
}

/// `Symbol.prototype.valueOf()` (sec. 20.4.3.4)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    this_symbol(vm, args, ".valueOf").map(JsSymbol::value)
}

/// `get Symbol.prototype.description` (sec. 20.4.3.2)
fn description(vm: &mut Vm, args: Args) -> JsResult {
    this_symbol(vm, args, ".description").map(JsSymbol::description_value)
}

/// `Symbol.prototype[%Symbol.toPrimitive%](hint)` (sec. 20.4.3.5)
fn to_primitive(vm: &mut Vm, args: Args) -> JsResult {
    this_symbol(vm, args, " [ @@toPrimitive ]").map(JsSymbol::value)
}
