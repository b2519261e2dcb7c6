//! Decorators (proposal Decorators): calling them, and what their results change in the class.
//!
//! The compiler gathers a decorated class's elements in an array, [`STRIDE`] values for each, and leaves methods and accessors to
//! be defined here, after all decorators have been called. Initializers go back the same way: fields and auto-accessors
//! find theirs in their own part of the array.

use crate::bytecode::decorated_element::*;
use crate::interp::ops::class;
use crate::native::NativeKind;
use crate::object::{Object, PropertyDescriptor};
use crate::runtime::operations;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{Args, JsResult, Value, ValueExt};

const KIND_NAMES: [&str; 6] = ["method", "getter", "setter", "accessor", "field", "class"];

/// One element in the array.
#[derive(Clone, Copy)]
struct Element {
    list: Object,
    first: u32,
    flags: i32,
    key: PropertyKey,
}

impl Element {
    fn get(&self, word: u32) -> Value {
        self.list.fast_element(self.first + word).unwrap_or(Value::UNDEFINED)
    }

    fn set(&self, vm: &mut Vm, word: u32, value: Value) -> JsResult<()> {
        self.list.set(vm, PropertyKey::from_index(self.first + word), value, true)
    }

    fn kind(&self) -> i32 {
        self.flags & KIND_MASK
    }

    fn is(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }
}

fn elements(vm: &mut Vm, list: Object) -> JsResult<Vec<Element>> {
    let length = list.as_array().map_or(0, |a| a.length.get());
    let mut elements = Vec::new();
    for first in (0..length - length % STRIDE).step_by(STRIDE as usize) {
        let word = |word: u32| list.fast_element(first + word).unwrap_or(Value::UNDEFINED);
        let (flags, key) = (word(FLAGS), word(KEY));
        let flags = if flags.is_int() { flags.as_int() } else { 0 };
        let key = if key.is_symbol() {
            PropertyKey::from_bits(key.bits())
        } else {
            crate::runtime::convert::to_property_key(vm, key)?
        };
        elements.push(Element { list, first, flags, key });
    }
    Ok(elements)
}

/// Calls the decorators of a class's elements, then defines its methods and accessors. The extra initializers of instance methods
/// and those of static methods are appended to the array.
pub fn decorate_elements(vm: &mut Vm, constructor: Object, prototype: Object, list: Object) -> JsResult<()> {
    let elements = elements(vm, list)?;
    for e in &elements {
        // Home objects and names come before the decorators.
        let home = if e.is(STATIC) { constructor } else { prototype };
        let name = e.key.word();
        let key = if e.is(PRIVATE) { name } else { e.get(KEY) };
        for (word, prefix) in [(FUNCTION, e.kind()), (SETTER, SETTER_METHOD)] {
            let f = e.get(word);
            if f.is_object() {
                class::set_home_object(vm, f, home.value());
                class::set_function_name(vm, f, key, if prefix == ACCESSOR { 1 } else { prefix as u16 })?;
            }
        }
    }
    let instance_extras = vm.new_array_with_capacity(0)?;
    let static_extras = vm.new_array_with_capacity(0)?;
    for (fields, is_static) in [(false, true), (false, false), (true, true), (true, false)] {
        for e in elements.iter().filter(|e| (e.kind() == FIELD) == fields && e.is(STATIC) == is_static) {
            let extras = match e.kind() {
                FIELD | ACCESSOR => vm.new_array_with_capacity(0)?,
                _ if is_static => static_extras,
                _ => instance_extras,
            };
            let initializers = vm.new_array_with_capacity(0)?;
            if let Some(decorators) = e.get(DECORATORS).as_object() {
                decorate_element(vm, e, decorators, initializers, extras)?;
            }
            e.set(vm, INITIALIZERS, initializers.value())?;
            e.set(vm, EXTRA_INITIALIZERS, extras.value())?;
        }
    }
    for e in elements.iter().filter(|e| !e.is(PRIVATE)) {
        let home = if e.is(STATIC) { constructor } else { prototype };
        define(vm, e, home)?;
    }
    list.push(vm, instance_extras.value())?;
    list.push(vm, static_extras.value())
}

/// DefineMethodProperty, and the like for accessors.
fn define(vm: &mut Vm, e: &Element, home: Object) -> JsResult<()> {
    let accessor = || PropertyDescriptor { enumerable: Some(false), configurable: Some(true), ..Default::default() };
    let f = e.get(FUNCTION);
    let descriptor = match e.kind() {
        METHOD => PropertyDescriptor::data(f, true, false, true),
        GETTER => PropertyDescriptor { get: Some(f), ..accessor() },
        SETTER_METHOD => PropertyDescriptor { set: Some(f), ..accessor() },
        ACCESSOR => PropertyDescriptor { get: Some(f), set: Some(e.get(SETTER)), ..accessor() },
        _ => return Ok(()),
    };
    operations::define_property_or_throw(vm, home, e.key, &descriptor)
}

/// ApplyDecoratorsToElementDefinition
fn decorate_element(
    vm: &mut Vm,
    e: &Element,
    decorators: Object,
    initializers: Object,
    extras: Object,
) -> JsResult<()> {
    let count = decorators.as_array().map_or(0, |a| a.length.get()) / 2;
    // The outermost decorator's initializer comes first.
    let mut found = vm.heap.rooted_vec();
    for i in (0..count).rev() {
        let [decorator, this] = [2 * i, 2 * i + 1].map(|i| decorators.fast_element(i).unwrap_or(Value::UNDEFINED));
        let name = element_name(vm, e)?;
        let (context, add_initializer) = new_context(vm, e.flags, Some(e.key), name, extras)?;
        let value = match e.kind() {
            FIELD => Value::UNDEFINED,
            ACCESSOR => {
                let pair = vm.new_object()?;
                for (key, word) in [("get", FUNCTION), ("set", SETTER)] {
                    put(vm, pair, key, e.get(word))?;
                }
                pair.value()
            }
            _ => e.get(FUNCTION),
        };
        let result = vm.call(decorator, this, &[value, context.value()])?;
        finish(vm, add_initializer);
        match e.kind() {
            FIELD => {
                if let Some(f) = function_or_undefined(vm, result, "A field decorator")? {
                    found.push(f);
                }
            }
            ACCESSOR => {
                if result.is_undefined() {
                    continue;
                }
                let Some(object) = result.as_object() else {
                    return Err(vm.throw_type_error("An accessor decorator must return an object or undefined"));
                };
                for (name, word) in [("get", Some(FUNCTION)), ("set", Some(SETTER)), ("init", None)] {
                    let key = PropertyKey::from_str(vm, name)?;
                    let f = object.get(vm, key)?;
                    let what = "A property of what an accessor decorator returns";
                    if let Some(f) = function_or_undefined(vm, f, what)? {
                        match word {
                            Some(word) => e.set(vm, word, f)?,
                            None => found.push(f),
                        }
                    }
                }
            }
            _ => {
                if let Some(f) = function_or_undefined(vm, result, "A decorator")? {
                    e.set(vm, FUNCTION, f)?;
                }
            }
        }
    }
    for i in (0..found.len()).rev() {
        initializers.push(vm, found[i])?;
    }
    Ok(())
}

/// ApplyDecoratorsToClassDefinition: the class that comes of it. `name` is undefined for a class without one.
pub fn decorate_class(
    vm: &mut Vm,
    constructor: Value,
    decorators: Object,
    name: Value,
    extras: Object,
) -> JsResult<Value> {
    let mut class = constructor;
    let count = decorators.as_array().map_or(0, |a| a.length.get()) / 2;
    for i in (0..count).rev() {
        let [decorator, this] = [2 * i, 2 * i + 1].map(|i| decorators.fast_element(i).unwrap_or(Value::UNDEFINED));
        let (context, add_initializer) = new_context(vm, CLASS, None, name, extras)?;
        let result = vm.call(decorator, this, &[class, context.value()])?;
        finish(vm, add_initializer);
        if let Some(replacement) = function_or_undefined(vm, result, "A class decorator")? {
            class = replacement;
        }
    }
    Ok(class)
}

/// Calls initializers on `this`: each gets the value and gives the next one, or, without a value, nothing.
pub fn run_initializers(vm: &mut Vm, this: Value, list: Object, value: Option<Value>) -> JsResult {
    let mut value = value;
    let count = list.as_array().map_or(0, |a| a.length.get());
    for i in 0..count {
        let f = list.fast_element(i).unwrap_or(Value::UNDEFINED);
        let result = vm.call(f, this, value.as_slice())?;
        if value.is_some() {
            value = Some(result);
        }
    }
    Ok(value.unwrap_or(Value::UNDEFINED))
}

fn function_or_undefined(vm: &mut Vm, value: Value, what: &str) -> JsResult<Option<Value>> {
    if value.is_undefined() {
        return Ok(None);
    }
    if value.is_callable() {
        return Ok(Some(value));
    }
    Err(vm.throw_type_error(format!("{what} must be a function or undefined")))
}

fn put(vm: &mut Vm, object: Object, name: &str, value: Value) -> JsResult<()> {
    let key = PropertyKey::from_str(vm, name)?;
    object.define_raw(vm, key, value, crate::object::table::DEFAULT)
}

/// What a context calls the element: of a private one the description.
fn element_name(vm: &mut Vm, e: &Element) -> JsResult {
    if e.is(PRIVATE) {
        return Ok(vm.function_name_string(e.key, None)?.value());
    }
    e.key.to_value(vm)
}

/// CreateDecoratorContextObject, and its `addInitializer`.
fn new_context(
    vm: &mut Vm,
    flags: i32,
    key: Option<PropertyKey>,
    name: Value,
    extras: Object,
) -> JsResult<(Object, Object)> {
    let kind = flags & KIND_MASK;
    let context = vm.new_object()?;
    let text = JsString::from_str(vm, KIND_NAMES[kind as usize])?;
    put(vm, context, "kind", text.value())?;
    if let Some(key) = key {
        let access = new_access(vm, flags, key)?;
        put(vm, context, "access", access.value())?;
        put(vm, context, "static", Value::bool(flags & STATIC != 0))?;
        put(vm, context, "private", Value::bool(flags & PRIVATE != 0))?;
    }
    put(vm, context, "name", name)?;
    let key = PropertyKey::from_str(vm, "addInitializer")?;
    let f = vm.new_native_with(key, None, 1, add_initializer, NativeKind::Function, &[extras.value()])?;
    put(vm, context, "addInitializer", f.value())?;
    Ok((context, f))
}

/// Captures the list of extra initializers; undefined once the decorator has returned.
fn add_initializer(vm: &mut Vm, args: Args) -> JsResult {
    let Some(extras) = args.captured(0).as_object() else {
        return Err(vm.throw_type_error("addInitializer was called after the decorator had finished"));
    };
    if !args.get(0).is_callable() {
        return Err(vm.throw_type_error("An initializer must be a function"));
    }
    extras.push(vm, args.get(0))?;
    Ok(Value::UNDEFINED)
}

/// The decorator has returned.
fn finish(vm: &mut Vm, add_initializer: Object) {
    if let Some(f) = add_initializer.downcast::<crate::native::NativeFunction>() {
        f.captured[0].set(Value::UNDEFINED);
        vm.heap.barrier(add_initializer.as_ptr().cast());
    }
}

/// CreateDecoratorAccessObject
fn new_access(vm: &mut Vm, flags: i32, key: PropertyKey) -> JsResult<Object> {
    let kind = flags & KIND_MASK;
    let access = vm.new_object()?;
    let captured = [key.word(), Value::bool(flags & PRIVATE != 0)];
    let captured = if key.is_index() { [key.to_value(vm)?, captured[1]] } else { captured };
    let add = |vm: &mut Vm, name: &str, length: u32, function: crate::native::NativeFn| {
        let key = PropertyKey::from_str(vm, name)?;
        let f = vm.new_native_with(key, None, length, function, NativeKind::Function, &captured)?;
        put(vm, access, name, f.value())
    };
    if kind != SETTER_METHOD {
        add(vm, "get", 1, access_get)?;
    }
    if matches!(kind, FIELD | ACCESSOR | SETTER_METHOD) {
        add(vm, "set", 2, access_set)?;
    }
    add(vm, "has", 1, access_has)?;
    Ok(access)
}

/// The element's key, whether it is private, and the object that is asked.
fn accessed(vm: &mut Vm, args: &Args) -> JsResult<(PropertyKey, bool, Object)> {
    let Some(object) = args.get(0).as_object() else { return Err(vm.throw_not_an_object(args.get(0))) };
    let key = args.captured(0);
    let private = args.captured(1) == Value::bool(true);
    let key = if key.is_symbol() {
        PropertyKey::from_bits(key.bits())
    } else {
        crate::runtime::convert::to_property_key(vm, key)?
    };
    Ok((key, private, object))
}

fn access_get(vm: &mut Vm, args: Args) -> JsResult {
    let (key, private, object) = accessed(vm, &args)?;
    if private { class::private_get(vm, object.value(), key) } else { object.get(vm, key) }
}

fn access_set(vm: &mut Vm, args: Args) -> JsResult {
    let (key, private, object) = accessed(vm, &args)?;
    if private {
        class::private_set(vm, object.value(), key, args.get(1))?;
    } else {
        object.set(vm, key, args.get(1), true)?;
    }
    Ok(Value::UNDEFINED)
}

fn access_has(vm: &mut Vm, args: Args) -> JsResult {
    let (key, private, object) = accessed(vm, &args)?;
    let has = if private { object.own_named(key).is_some() } else { object.has_property(vm, key)? };
    Ok(Value::bool(has))
}
