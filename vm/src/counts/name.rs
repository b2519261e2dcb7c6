//! Names of properties as numbers, which outlive the strings and symbols that they are the names of.

use crate::numeric::format::number_to_string;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{Value, ValueExt};
use rustc_hash::FxHashMap;

/// A name: an array index, or the number of a text or symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Name {
    Index(u32),
    Text(u32),
}

/// All names but array indices.
#[derive(Default)]
pub(super) struct Names {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
    /// By the bits of keys, until the next collection.
    keys: FxHashMap<u64, u32>,
}

impl Names {
    pub fn of_text(&mut self, text: &str) -> Name {
        Name::Text(self.number(text))
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.to_string());
        self.numbers.insert(text.to_string(), number);
        number
    }

    pub fn of_key(&mut self, key: PropertyKey) -> Name {
        if let Some(index) = key.as_index() {
            return Name::Index(index);
        }
        if let Some(&number) = self.keys.get(&key.bits()) {
            return Name::Text(number);
        }
        // Two symbols may have one description.
        let text = match key.as_symbol() {
            Some(symbol) => format!("{symbol}\0{:x}", symbol.hash()),
            None => key.to_string(),
        };
        let number = self.number(&text);
        self.keys.insert(key.bits(), number);
        Name::Text(number)
    }

    /// What the name is called in reports.
    pub fn shown(&self, name: Name) -> String {
        match name {
            Name::Index(index) => index.to_string(),
            Name::Text(number) => {
                let text = &self.texts[number as usize];
                text.split_once('\0').map_or(text.as_str(), |(symbol, _)| symbol).to_string()
            }
        }
    }

    pub fn text(&self, number: u32) -> String {
        self.shown(Name::Text(number))
    }

    pub fn forget_addresses(&mut self) {
        self.keys.clear();
    }
}

impl Vm {
    /// The name that a computed key stands for. Nothing is converted that JavaScript would have to run for: all keys that are objects have one name.
    pub(super) fn name_of(&mut self, key: Value) -> Name {
        if let Some(key) = PropertyKey::from_value(self, key) {
            return self.counts.names.of_key(key);
        }
        let text = if key.is_int() {
            key.as_int().to_string()
        } else if key.is_double() {
            number_to_string(key.as_double())
        } else if let Some(string) = key.as_string() {
            return self.name_of_string(string);
        } else {
            match key {
                Value::UNDEFINED => "undefined",
                Value::NULL => "null",
                Value::TRUE => "true",
                Value::FALSE => "false",
                _ if key.is_bigint() => "(a bigint)",
                _ => "(an object)",
            }
            .to_string()
        };
        self.counts.names.of_text(&text)
    }

    /// Of a string of which no key has been made yet.
    fn name_of_string(&mut self, string: JsString) -> Name {
        let text = string.to_display();
        match text.parse::<u32>() {
            Ok(index) if index != u32::MAX && index.to_string() == text => Name::Index(index),
            _ => self.counts.names.of_text(&text),
        }
    }
}
