//! JSON.stringify (ECMA-262 sec. 25.5.2).
//!
//! Plain objects are read slot by slot as their shape says, plain arrays element by element, as long as nothing that ran meanwhile
//! (a toJSON method, a getter, the replacer) gave them another shape. While nothing has run at all, a shape that was seen to have no
//! toJSON on its chain is not searched again.

use crate::native::Args;
use crate::numeric::format::NumberBuffer;
use crate::object::Object;
use crate::object::shape::Shape;
use crate::object::string_object::primitive_value;
use crate::object::table::{ACCESSOR, DEFAULT, ENUMERABLE};
use crate::runtime::convert::{to_integer_or_infinity, to_number, to_property_key, to_string};
use crate::runtime::operations::{
    PropertyCollection, enumerable_own_properties, get_v, is_array, length_of_array_like,
};
use crate::string::{JsString, PropertyKey, StrView, StringBuilder, throw_too_long};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use gc::{Gc, RootedVec};

/// `JSON.stringify(value, replacer, space)` (sec. 25.5.2)
pub(super) fn stringify(vm: &mut Vm, args: Args) -> JsResult {
    let (value, replacer, space) = (args.get(0), args.get(1), args.get(2));
    let mut function = Value::UNDEFINED;
    let mut properties = None;
    if replacer.is_callable() {
        function = replacer;
    } else if let Some(list) = replacer.as_object()
        && is_array(vm, replacer)?
    {
        properties = Some(property_list(vm, list)?);
    }
    let gap = gap(vm, space)?;
    let mut holder = Value::UNDEFINED;
    let empty = vm.names.empty;
    if !function.is_undefined() {
        let wrapper = vm.new_object()?;
        wrapper.define_raw(vm, empty, value, DEFAULT)?;
        holder = wrapper.value();
    }
    let stack = vm.heap.rooted_vec();
    let mut writer = Writer {
        out: StringBuilder::with_capacity(128),
        gap,
        function,
        properties,
        stack,
        keys: Vec::new(),
        without_to_json: None,
    };
    let value = writer.prepared(vm, holder, empty, value)?;
    if !writer.value(vm, Step::Key(empty), value)? {
        return Ok(Value::UNDEFINED);
    }
    writer.out.finish(vm).map(JsString::value)
}

/// PropertyList: the names that a replacer array lists, each once.
fn property_list(vm: &mut Vm, list: Object) -> JsResult<RootedVec> {
    let mut keys = vm.heap.rooted_vec();
    let mut seen = rustc_hash::FxHashSet::default();
    let length = length_of_array_like(vm, list)?;
    for i in 0..length {
        let index = PropertyKey::from_u64_index(vm, i)?;
        let element = list.get(vm, index)?;
        let wrapper = element.as_object().map(Object::kind);
        let is_name = element.is_string()
            || element.is_number()
            || matches!(wrapper, Some(CellKind::StringObject | CellKind::NumberObject));
        if is_name {
            let name = to_string(vm, element)?;
            let key = PropertyKey::from_string(vm, name)?;
            if seen.insert(key.bits()) {
                keys.push(key.word());
            }
        }
    }
    Ok(keys)
}

/// What each level is indented by.
fn gap(vm: &mut Vm, space: Value) -> JsResult<Vec<u16>> {
    let space = match space.as_object().map(Object::kind) {
        Some(CellKind::NumberObject) => Value::number(to_number(vm, space)?),
        Some(CellKind::StringObject) => to_string(vm, space)?.value(),
        _ => space,
    };
    if space.is_number() {
        let count = to_integer_or_infinity(vm, space)?.clamp(0.0, 10.0) as usize;
        return Ok(vec![b' ' as u16; count]);
    }
    match space.as_string() {
        Some(text) => Ok(text.view(vm)?.units().take(10).collect()),
        None => Ok(Vec::new()),
    }
}

/// The state of a serialization.
struct Writer {
    out: StringBuilder,
    gap: Vec<u16>,
    /// The replacer function, or undefined.
    function: Value,
    /// Keys.
    properties: Option<RootedVec>,
    /// The objects being written, from the outermost, and the keys by which each was reached.
    stack: RootedVec,
    keys: Vec<Step>,
    /// The last shape that has no toJSON on its chain; None as soon as anything may have changed.
    without_to_json: Option<Gc<Shape>>,
}

/// How an object was reached, for the message about cycles.
#[derive(Clone, Copy)]
enum Step {
    Index(u64),
    Key(PropertyKey),
}

impl Writer {
    /// Steps 2 and 3 of SerializeJSONProperty (sec. 25.5.2.2): what toJSON and the replacer function make of the value that the holder has
    /// there. The holder is wanted by a replacer function only.
    #[inline]
    fn prepared(&mut self, vm: &mut Vm, holder: Value, key: PropertyKey, value: Value) -> JsResult {
        let mut value = value;
        if value.is_object() || value.is_bigint() {
            value = self.apply_to_json(vm, key, value)?;
        }
        if !self.function.is_undefined() {
            let name = key.to_value(vm)?;
            value = vm.call(self.function, holder, &[name, value])?;
            self.without_to_json = None;
        }
        Ok(value)
    }

    /// Step 2: toJSON.
    fn apply_to_json(&mut self, vm: &mut Vm, key: PropertyKey, value: Value) -> JsResult {
        let name = vm.names.to_json;
        if let Some(object) = value.as_object() {
            let shape = object.shape();
            if self.without_to_json.is_some_and(|known| known.ptr_eq(shape)) {
                return Ok(value);
            }
            if has_no_plain_property(object, name) {
                self.without_to_json = (!shape.is_dictionary()).then_some(shape);
                return Ok(value);
            }
        }
        self.without_to_json = None;
        let method = get_v(vm, value, name)?;
        if !method.is_callable() {
            return Ok(value);
        }
        let name = key.to_value(vm)?;
        vm.call(method, value, &[name])
    }

    /// Steps 4 to 12. False for what has no JSON text.
    fn value(&mut self, vm: &mut Vm, step: Step, value: Value) -> JsResult<bool> {
        vm.spend(1)?;
        let mut value = value;
        if let Some(object) = value.as_object() {
            match object.kind() {
                CellKind::NumberObject => {
                    value = Value::number(to_number(vm, value)?);
                    self.without_to_json = None;
                }
                CellKind::StringObject => {
                    value = to_string(vm, value)?.value();
                    self.without_to_json = None;
                }
                CellKind::BooleanObject | CellKind::BigIntObject => {
                    value = primitive_value(object).unwrap_or(value);
                }
                CellKind::RawJson => {
                    if let Some(text) = super::raw_text(vm, object)? {
                        self.out.push_js(text);
                        return Ok(true);
                    }
                }
                _ if object.is_callable() => return Ok(false),
                _ => return self.object(vm, step, object).map(|()| true),
            }
        }
        if value.is_number() {
            self.number(value);
        } else if let Some(text) = value.as_string() {
            vm.spend(text.len() / 16)?;
            self.quote(text.view(vm)?);
        } else if value.is_null() {
            self.out.push_str("null");
        } else if value.is_bool() {
            self.out.push_str(if value.is_true() { "true" } else { "false" });
        } else if value.is_bigint() {
            return Err(vm.throw_type_error("Do not know how to serialize a BigInt"));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn number(&mut self, value: Value) {
        let mut buffer = NumberBuffer::new();
        let text = if value.is_int() {
            buffer.format_int32(value.as_int())
        } else if value.as_double().is_finite() {
            buffer.format(value.as_double())
        } else {
            "null"
        };
        self.out.push_view(StrView::ascii(text));
    }

    /// QuoteJSONString (sec. 25.5.2.3)
    fn quote(&mut self, text: StrView<'_>) {
        self.out.push_u16(b'"' as u16);
        let mut done = 0;
        let mut from = 0;
        while let Some(at) = next_special(text, from) {
            let unit = text.at(at);
            let escape = match unit {
                0x22 => "\\\"",
                0x5c => "\\\\",
                0x08 => "\\b",
                0x0c => "\\f",
                0x0a => "\\n",
                0x0d => "\\r",
                0x09 => "\\t",
                0xd800.. => {
                    let point = text.code_point_at(at);
                    if point.units == 2 {
                        from = at + 2;
                        continue;
                    }
                    ""
                }
                _ => "",
            };
            self.out.push_view(text.slice(done..at));
            if escape.is_empty() {
                self.out.push_str(&format!("\\u{unit:04x}"));
            } else {
                self.out.push_view(StrView::ascii(escape));
            }
            done = at + 1;
            from = done;
        }
        self.out.push_view(text.slice_from(done));
        self.out.push_u16(b'"' as u16);
    }

    /// A line break and the indentation of the innermost object, if there is a gap.
    fn new_line(&mut self, depth: usize) {
        if !self.gap.is_empty() {
            self.out.push_u16(b'\n' as u16);
            for _ in 0..depth {
                self.out.push_view(StrView::Utf16(&self.gap));
            }
        }
    }

    /// SerializeJSONObject and SerializeJSONArray with what they have in common.
    fn object(&mut self, vm: &mut Vm, step: Step, object: Object) -> JsResult<()> {
        vm.check_native_stack()?;
        if self.out.is_refused() {
            // The text is too long already. Nothing more has to be run to know what becomes of it.
            return Err(throw_too_long(vm));
        }
        if self.stack.contains(&object.value()) {
            return Err(self.throw_circular(vm, step, object));
        }
        self.stack.push(object.value());
        self.keys.push(step);
        if is_array(vm, object.value())? {
            self.elements(vm, object)?;
        } else {
            self.out.push_u16(b'{' as u16);
            let any = if self.properties.is_some() {
                self.listed_properties(vm, object)?
            } else if is_plain(object) {
                self.plain_properties(vm, object)?
            } else {
                self.properties(vm, object)?
            };
            if any {
                self.new_line(self.stack.len() - 1);
            }
            self.out.push_u16(b'}' as u16);
        }
        self.stack.pop();
        self.keys.pop();
        Ok(())
    }

    /// One member of an object; whether it was written.
    fn member(&mut self, vm: &mut Vm, object: Object, key: PropertyKey, value: Value, any: bool) -> JsResult<bool> {
        let value = self.prepared(vm, object.value(), key, value)?;
        if !is_written(value) {
            return Ok(false);
        }
        if any {
            self.out.push_u16(b',' as u16);
        }
        self.new_line(self.stack.len());
        match key.as_string_cell() {
            Some(name) => self.quote(name.view(vm)?),
            None => {
                let name = key.to_js_string(vm)?;
                self.quote(name.view(vm)?);
            }
        }
        self.out.push_u16(b':' as u16);
        if !self.gap.is_empty() {
            self.out.push_u16(b' ' as u16);
        }
        self.value(vm, Step::Key(key), value)
    }

    /// The properties of a plain object. Their keys are those that its shape has now, whatever happens to the object meanwhile.
    fn plain_properties(&mut self, vm: &mut Vm, object: Object) -> JsResult<bool> {
        let shape = object.shape();
        let mut any = false;
        let mut n = 0;
        while let Some(entry) = shape.entry(n) {
            n += 1;
            let Some(key) = entry.key else { continue };
            if key.is_symbol() || entry.attributes & ENUMERABLE == 0 {
                continue;
            }
            let plain = entry.attributes & ACCESSOR == 0 && object.shape().ptr_eq(shape);
            let value = if plain {
                object.slot(entry.slot)
            } else {
                self.without_to_json = None;
                object.get(vm, key)?
            };
            any |= self.member(vm, object, key, value, any)?;
        }
        Ok(any)
    }

    /// The properties of any object.
    fn properties(&mut self, vm: &mut Vm, object: Object) -> JsResult<bool> {
        self.without_to_json = None;
        let keys = enumerable_own_properties(vm, object, PropertyCollection::Keys)?;
        let mut any = false;
        for &name in keys.iter() {
            let key = to_property_key(vm, name)?;
            let value = object.get(vm, key)?;
            self.without_to_json = None;
            any |= self.member(vm, object, key, value, any)?;
        }
        Ok(any)
    }

    /// The properties that the replacer array lists.
    fn listed_properties(&mut self, vm: &mut Vm, object: Object) -> JsResult<bool> {
        let mut any = false;
        for i in 0..self.properties.as_ref().map_or(0, |list| list.len()) {
            let Some(key) = self.properties.as_ref().map(|list| PropertyKey::from_bits(list[i].bits())) else { break };
            let value = object.get(vm, key)?;
            self.without_to_json = None;
            any |= self.member(vm, object, key, value, any)?;
        }
        Ok(any)
    }

    /// SerializeJSONArray (sec. 25.5.2.6)
    fn elements(&mut self, vm: &mut Vm, array: Object) -> JsResult<()> {
        let length = length_of_array_like(vm, array)?;
        let is_plain = array.as_array().is_some();
        self.out.push_u16(b'[' as u16);
        for i in 0..length {
            if i > 0 {
                self.out.push_u16(b',' as u16);
            }
            self.new_line(self.stack.len());
            let element = if is_plain { array.fast_element(i as u32) } else { None };
            let value = match element {
                Some(value) => value,
                None => {
                    let key = PropertyKey::from_u64_index(vm, i)?;
                    self.without_to_json = None;
                    array.get(vm, key)?
                }
            };
            if !self.element(vm, array, i, value)? {
                self.out.push_str("null");
            }
            if self.out.is_refused() {
                return Err(throw_too_long(vm));
            }
        }
        if length > 0 {
            self.new_line(self.stack.len() - 1);
        }
        self.out.push_u16(b']' as u16);
        Ok(())
    }

    fn element(&mut self, vm: &mut Vm, array: Object, index: u64, value: Value) -> JsResult<bool> {
        if self.function.is_undefined() && !value.is_object() && !value.is_bigint() {
            return self.value(vm, Step::Index(index), value);
        }
        let key = PropertyKey::from_u64_index(vm, index)?;
        let value = self.prepared(vm, array.value(), key, value)?;
        self.value(vm, Step::Index(index), value)
    }

    /// V8's message: the objects of the circle, from the one that closes it.
    #[cold]
    fn throw_circular(&mut self, vm: &mut Vm, last: Step, object: Object) -> Throw {
        /// Lines that follow the first one before the rest is left out, and lines at the end.
        const PREFIX: usize = 2;
        const POSTFIX: usize = 1;
        let start = self.stack.iter().position(|&v| v == object.value()).unwrap_or(0);
        let mut message =
            String::from("Converting circular structure to JSON\n    --> starting at object with constructor ");
        message.push_str(&constructor_name(vm, object));
        let line = |vm: &mut Vm, i: usize, message: &mut String| {
            message.push_str("\n    |     ");
            message.push_str(&step_text(vm, self.keys[i]));
            message.push_str(" -> object with constructor ");
            let name = self.stack[i].as_object().map(|object| constructor_name(vm, object));
            message.push_str(&name.unwrap_or_default());
        };
        let end = self.stack.len();
        let prefix_end = end.min(start + 1 + PREFIX);
        for i in start + 1..prefix_end {
            line(vm, i, &mut message);
        }
        if end > prefix_end + POSTFIX {
            message.push_str("\n    |     ...");
        }
        for i in prefix_end.max(end.saturating_sub(POSTFIX))..end {
            line(vm, i, &mut message);
        }
        message.push_str("\n    --- ");
        message.push_str(&step_text(vm, last));
        message.push_str(" closes the circle");
        vm.throw_type_error(message)
    }
}

fn constructor_name(vm: &mut Vm, object: Object) -> String {
    let name = vm.constructor_name(object).unwrap_or_else(|| "Object".to_string());
    format!("'{name}'")
}

fn step_text(vm: &mut Vm, step: Step) -> String {
    match step {
        Step::Index(i) => format!("index {i}"),
        Step::Key(key) if key == vm.names.empty => "<anonymous>".to_string(),
        Step::Key(key) => format!("property '{}'", vm.describe_key(key)),
    }
}

/// Whether a value has a JSON text (BigInts, which throw, count as having one).
fn is_written(value: Value) -> bool {
    !(value.is_undefined() || value.is_symbol() || value.is_callable())
}

/// Whether an object has named data or accessor properties in a shape, and nothing else.
fn is_plain(object: Object) -> bool {
    object.is_kind(CellKind::Object)
        && !object.is_exotic()
        && object.element_kind().is_fast()
        && object.elements().length.get() == 0
        && !object.shape().is_dictionary()
}

/// Whether ordinary objects only make up the chain and none of them has the property.
fn has_no_plain_property(object: Object, key: PropertyKey) -> bool {
    let mut link = Some(object);
    while let Some(holder) = link {
        if !matches!(holder.kind(), CellKind::Object | CellKind::Array) || holder.is_exotic() {
            return false;
        }
        if holder.shape().lookup(key).is_some() {
            return false;
        }
        link = holder.shape().prototype();
    }
    true
}

/// The next unit that cannot stand in a JSON string as it is, or may not: a surrogate that has to be looked at.
fn next_special(text: StrView<'_>, from: usize) -> Option<usize> {
    let found = match text {
        StrView::Latin1(bytes) => bytes[from..].iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\'),
        StrView::Utf16(units) => units[from..].iter().position(|&unit| {
            unit < 0x20 || unit == b'"' as u16 || unit == b'\\' as u16 || (0xd800..0xe000).contains(&unit)
        }),
    };
    found.map(|at| from + at)
}
