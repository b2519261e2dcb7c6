//! Remembers what splitting texts gave (`String.prototype.split`).

use crate::object::Object;
use crate::string::JsString;
use abi::cell::CellHeader;
use std::ptr::null;

/// What splitting texts has given; programs split the same ones again and again. Holds nothing alive: to be cleared by every collection.
#[derive(Default)]
pub struct SplitCache {
    entries: Vec<Split>,
}

#[derive(Clone)]
struct Split {
    text: *const CellHeader,
    separator: *const CellHeader,
    /// An array that nobody else has; None until the text has been split twice.
    parts: Option<Object>,
}

impl SplitCache {
    /// Entries, a power of two.
    const COUNT: usize = 32;

    fn place(text: JsString) -> usize {
        (text.as_ptr().addr() >> 4) % Self::COUNT
    }

    fn entry(&self, text: JsString, separator: JsString) -> Option<&Split> {
        let entry = self.entries.get(Self::place(text))?;
        (std::ptr::eq(entry.text, text.as_cell()) && std::ptr::eq(entry.separator, separator.as_cell()))
            .then_some(entry)
    }

    pub(crate) fn find(&self, text: JsString, separator: JsString) -> Option<Object> {
        self.entry(text, separator)?.parts
    }

    /// Whether the text has been split so before. If not, it has now.
    pub(crate) fn should_keep(&mut self, text: JsString, separator: JsString) -> bool {
        if self.entry(text, separator).is_some() {
            return true;
        }
        if self.entries.is_empty() {
            self.entries.resize(Self::COUNT, Split { text: null(), separator: null(), parts: None });
        }
        self.entries[Self::place(text)] = Split { text: text.as_cell(), separator: separator.as_cell(), parts: None };
        false
    }

    /// What is kept may have been forgotten since.
    pub(crate) fn keep(&mut self, text: JsString, separator: JsString, parts: Object) {
        if self.entry(text, separator).is_some() {
            self.entries[Self::place(text)].parts = Some(parts);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}
