//! What is inside of arrays, typed arrays, Maps, Sets and buffers; what dates, regular expressions and errors hold.

use super::layout::Text;
use super::{Inspector, MAX_BYTES, MAX_ITEMS, Style, plural};
use abi::cell::CellKind;
use vm::builtins::date::DateObject;
use vm::builtins::regexp::RegExpObject;
use vm::object::array_buffer;
use vm::object::collections::map::MapObject;
use vm::object::collections::set::SetObject;
use vm::object::typed_array::{self, TypedArrayObject};
use vm::{JsResult, Object, PropertyKey, Value, ValueExt, Vm};

pub fn map_size(object: Object) -> usize {
    object.downcast::<MapObject>().map_or(0, |map| map.table.borrow().len())
}

pub fn set_size(object: Object) -> usize {
    object.downcast::<SetObject>().map_or(0, |set| set.table.borrow().len())
}

pub fn typed_array_name(object: Object) -> &'static str {
    object.downcast::<TypedArrayObject>().map_or("TypedArray", |a| typed_array::type_name(a.array_type()))
}

/// The date in ISO form, as far as it has one.
pub fn date_text(object: Object) -> String {
    let mut text = String::new();
    let time = object.downcast::<DateObject>().map_or(f64::NAN, |date| date.time.get());
    if !vm::time::format::to_iso_string(time, &mut text) {
        text = String::from("Invalid Date");
    }
    text
}

/// `/source/flags`
pub fn regexp_text(vm: &mut Vm, object: Object) -> String {
    match object.downcast::<RegExpObject>() {
        Some(regexp) => {
            let source = regexp.source(vm).to_display();
            format!("/{}/{}", if source.is_empty() { "(?:)" } else { &source }, regexp.flags().to_text())
        }
        None => String::from("/(?:)/"),
    }
}

/// What an error carries beside its stack: the errors that it is made of, and its cause.
pub fn error_extras(vm: &mut Vm, object: Object) -> Vec<(&'static str, Value)> {
    let mut extras = Vec::new();
    for (name, key) in [("cause", vm.names.cause), ("errors", vm.names.errors)] {
        if let Some(property) = object.shape().lookup(key)
            && !property.is_accessor()
            && let Some(value) = vm.peek(object, key)
        {
            extras.push((name, value));
        }
    }
    extras
}

impl Inspector<'_> {
    /// The items of an array or arguments object; whether all are numbers.
    pub(super) fn array_items(&mut self, object: Object, depth: usize, entries: &mut Vec<Text>) -> JsResult<bool> {
        let length = match object.as_array() {
            Some(array) => array.length.get(),
            None => self.vm.peek(object, self.vm.names.length).map_or(0, |v| v.as_number() as u32),
        };
        // Only sparse arrays need a list of what is there.
        let present = if object.element_kind().is_fast() {
            None
        } else {
            let keys = object.own_property_keys(self.vm)?;
            Some(keys.iter().map_while(|key| key.as_index()).collect::<Vec<u32>>())
        };
        let next = |from: u32| match &present {
            Some(indices) => indices.get(indices.partition_point(|&i| i < from)).copied().unwrap_or(length).min(length),
            None => (from..object.elements().length.get().min(length))
                .find(|&i| object.fast_element(i).is_some())
                .unwrap_or(length),
        };
        let mut numbers = true;
        let mut index = 0;
        while index < length && entries.len() < MAX_ITEMS {
            let there = next(index);
            if there > index {
                let holes = there - index;
                let text = format!("<{holes} empty item{}>", plural(holes as usize));
                entries.push(self.paint(Style::Undefined, text));
                numbers = false;
                index = there;
                continue;
            }
            let entry = match object.get_own_property(self.vm, PropertyKey::from_index(index))? {
                Some(descriptor) if descriptor.is_accessor() => {
                    numbers = false;
                    let what = if descriptor.getter().is_some() { "[Getter]" } else { "[Setter]" };
                    self.paint(Style::Special, what)
                }
                Some(descriptor) => {
                    let value = descriptor.value.unwrap_or(Value::UNDEFINED);
                    numbers &= value.is_number() || value.is_bigint();
                    self.value(value, depth + 1)?
                }
                None => self.paint(Style::Undefined, "<1 empty item>"),
            };
            entries.push(entry);
            index += 1;
        }
        self.more((length - index) as usize, entries);
        Ok(numbers)
    }

    pub(super) fn typed_array_items(&mut self, object: Object, entries: &mut Vec<Text>) -> JsResult<()> {
        let Some(array) = object.downcast::<TypedArrayObject>() else { return Ok(()) };
        let length = array.length();
        for i in 0..length.min(MAX_ITEMS) {
            let value = typed_array::get_element(self.vm, &array, i)?;
            let entry = self.primitive(value, 1)?;
            entries.push(entry);
        }
        self.more(length.saturating_sub(MAX_ITEMS), entries);
        Ok(())
    }

    pub(super) fn map_items(&mut self, object: Object, depth: usize, entries: &mut Vec<Text>) -> JsResult<()> {
        let Some(map) = object.downcast::<MapObject>() else { return Ok(()) };
        let mut items = self.vm.heap.rooted_vec();
        for (key, value) in map.table.borrow().iter().take(MAX_ITEMS) {
            items.push(key);
            items.push(value);
        }
        for pair in items.as_slice().chunks_exact(2) {
            let key = self.value(pair[0], depth + 1)?;
            let value = self.value(pair[1], depth + 1)?;
            entries.push(key.then(" => ").then(value));
        }
        self.more(map_size(object).saturating_sub(MAX_ITEMS), entries);
        Ok(())
    }

    pub(super) fn set_items(&mut self, object: Object, depth: usize, entries: &mut Vec<Text>) -> JsResult<()> {
        let Some(set) = object.downcast::<SetObject>() else { return Ok(()) };
        let mut items = self.vm.heap.rooted_vec();
        for (value, ()) in set.table.borrow().iter().take(MAX_ITEMS) {
            items.push(value);
        }
        for value in items.as_slice() {
            let value = self.value(*value, depth + 1)?;
            entries.push(value);
        }
        self.more(set_size(object).saturating_sub(MAX_ITEMS), entries);
        Ok(())
    }

    /// The bytes of a buffer, and how many there are.
    pub(super) fn buffer_items(&mut self, object: Object, entries: &mut Vec<Text>) {
        let Some(buffer) = array_buffer::from_value(object.value()) else { return };
        if object.is_kind(CellKind::ArrayBuffer) && array_buffer::is_detached(&buffer) {
            entries.push(self.paint(Style::Special, "<detached>"));
            return;
        }
        let length = array_buffer::byte_length(&buffer);
        let shown = length.min(MAX_BYTES);
        // Another thread may be writing to a shared buffer, so each byte is read by itself, as a volatile one.
        let bytes: Vec<String> = (0..shown)
            // SAFETY: the buffer has that many bytes while nothing runs that could shrink or detach it.
            .map(|i| format!("{:02x}", unsafe { buffer.data.get().add(i).read_volatile() }))
            .collect();
        let more = if length > shown { format!(" ... {} more bytes", length - shown) } else { String::new() };
        let name = self.paint(Style::Special, "[Uint8Contents]");
        entries.push(name.then(format!(": <{}{more}>", bytes.join(" "))));
        let number = self.paint(Style::Number, length.to_string());
        entries.push(Text::from("byteLength: ").then(number));
    }

    pub(super) fn data_view_items(&mut self, object: Object, depth: usize, entries: &mut Vec<Text>) -> JsResult<()> {
        for name in ["byteLength", "byteOffset", "buffer"] {
            let key = PropertyKey::from_str(self.vm, name)?;
            let prototype = self.vm.realm().data_view_prototype;
            let getter = prototype.get_own_property(self.vm, key)?.and_then(|d| d.getter());
            // The engine's own getters only: a script's are not run.
            let Some(getter) = getter.filter(|g| g.is_kind(CellKind::NativeFunction)) else { continue };
            match self.vm.call(getter.value(), object.value(), &[]) {
                Ok(value) => {
                    let value = self.value(value, depth + 1)?;
                    entries.push(Text::from(format!("{name}: ")).then(value));
                }
                Err(throw) if self.vm.is_terminating() => return Err(throw),
                Err(_) => {
                    // The buffer is detached, or has become too short.
                    self.vm.take_exception();
                }
            }
        }
        Ok(())
    }

    pub(super) fn more(&mut self, left: usize, entries: &mut Vec<Text>) {
        if left > 0 {
            entries.push(format!("... {left} more item{}", plural(left)).into());
        }
    }
}
