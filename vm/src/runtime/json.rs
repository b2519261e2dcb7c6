//! Reading JSON texts.
//!
//! One pass without recursion: what is nested waits on a stack of values (keys among them), from which an array or an object is
//! made when its bracket closes. So each comes into being with its final length or shape. Objects alike share their shape: the
//! shapes of the last few are remembered with their keys, and a key that is where the last object of the same depth had it is
//! recognized by its text without looking for its atom.

use crate::numeric::CodeUnit;
use crate::numeric::parse::string_to_number;
use crate::object::Object;
use crate::object::shape::{MAX_INLINE, Shape};
use crate::object::table::DEFAULT;
use crate::runtime::operations::create_data_property;
use crate::string::{JsString, PropertyKey, StrView, StringBuilder, intern_latin1, intern_utf16};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::cell::CellKind;
use gc::{Gc, RootedVec};

/// A unit of the text.
trait Unit: CodeUnit + Eq {
    fn view(units: &[Self]) -> StrView<'_>;
    fn intern(vm: &mut Vm, units: &[Self]) -> JsResult<JsString>;
}

impl Unit for u8 {
    #[inline(always)]
    fn view(units: &[u8]) -> StrView<'_> {
        StrView::Latin1(units)
    }
    fn intern(vm: &mut Vm, units: &[u8]) -> JsResult<JsString> {
        intern_latin1(vm, units)
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn view(units: &[u16]) -> StrView<'_> {
        StrView::Utf16(units)
    }
    fn intern(vm: &mut Vm, units: &[u16]) -> JsResult<JsString> {
        intern_utf16(vm, units)
    }
}

/// ParseJSON (ECMA-262 sec. 25.5.1.1): the value of a text; a SyntaxError if it is no JSON.
pub fn parse(vm: &mut Vm, text: JsString) -> JsResult {
    match text.view(vm)? {
        StrView::Latin1(units) => Parser::new(vm, units, None).run(),
        StrView::Utf16(units) => Parser::new(vm, units, None).run(),
    }
}

/// The value of a text and where its parts come from.
pub(crate) fn parse_with_records(vm: &mut Vm, text: JsString) -> JsResult<(Value, Records)> {
    let records = Records { values: vm.heap.rooted_vec(), all: Vec::new(), pending: Vec::new() };
    match text.view(vm)? {
        StrView::Latin1(units) => Parser::new(vm, units, Some(records)).run_with_records(),
        StrView::Utf16(units) => Parser::new(vm, units, Some(records)).run_with_records(),
    }
}

/// JSON Parse Records: the values as they were read, and the source of those that are primitive.
pub(crate) struct Records {
    values: RootedVec,
    all: Vec<Record>,
    /// Records of values that wait for their container, as the values do.
    pending: Vec<u32>,
}

struct Record {
    source: Source,
}

enum Source {
    /// Start and end in the text.
    Primitive(u32, u32),
    Array(Box<[u32]>),
    /// Keys, as places among the values, and records.
    Object(Box<[(u32, u32)]>),
}

/// A record of one value.
#[derive(Clone, Copy)]
pub(crate) struct RecordId(u32);

impl Records {
    /// The record of the whole text.
    pub(crate) fn root(&self) -> Option<RecordId> {
        self.pending.first().map(|&id| RecordId(id))
    }

    /// The value as it was read.
    pub(crate) fn value(&self, id: RecordId) -> Value {
        self.values[id.0 as usize]
    }

    pub(crate) fn source(&self, id: RecordId) -> Option<std::ops::Range<usize>> {
        match self.all[id.0 as usize].source {
            Source::Primitive(start, end) => Some(start as usize..end as usize),
            _ => None,
        }
    }

    pub(crate) fn element(&self, id: RecordId, index: usize) -> Option<RecordId> {
        match &self.all[id.0 as usize].source {
            Source::Array(elements) => elements.get(index).map(|&id| RecordId(id)),
            _ => None,
        }
    }

    /// The entries of an object by key; a later one with the same key replaces one before.
    pub(crate) fn entries(&self, id: RecordId) -> rustc_hash::FxHashMap<u64, RecordId> {
        match &self.all[id.0 as usize].source {
            Source::Object(entries) => {
                let entry = |&(key, id): &(u32, u32)| (self.values[key as usize].bits(), RecordId(id));
                entries.iter().map(entry).collect()
            }
            _ => Default::default(),
        }
    }

    fn add(&mut self, value: Value, source: Source) -> u32 {
        self.values.push(value);
        self.all.push(Record { source });
        self.all.len() as u32 - 1
    }

    /// A key, kept alive; it takes a record's place among the values.
    fn add_key(&mut self, key: Value) -> u32 {
        self.add(key, Source::Primitive(0, 0))
    }
}

/// An array or object that has not been closed.
struct Frame {
    is_object: bool,
    /// Where its values begin on the stack.
    base: usize,
    /// Where the records of its parts begin among the pending ones.
    records: usize,
}

/// Shapes remembered.
const SHAPES: usize = 16;
/// Depths for which the last shape is remembered.
const DEPTHS: usize = 16;
/// Properties beyond which an object's shape is not remembered.
const MAX_REMEMBERED: usize = 64;

/// The shapes of the last objects.
struct Shapes {
    known: Vec<(Vec<PropertyKey>, Gc<Shape>)>,
    /// Keeps the shapes, and by them the keys, alive.
    roots: RootedVec,
    /// Which one to forget next.
    next: usize,
    /// The last shape at each depth.
    last: [u8; DEPTHS],
}

const NO_SHAPE: u8 = u8::MAX;

impl Shapes {
    /// The key that the last object at this depth had at this place.
    #[inline]
    fn predicted(&self, depth: usize, place: usize) -> Option<PropertyKey> {
        let last = *self.last.get(depth)?;
        self.known.get(last as usize)?.0.get(place).copied()
    }

    /// The shape of an object whose keys and values are these.
    #[inline]
    fn find(&mut self, depth: usize, items: &[Value]) -> Option<Gc<Shape>> {
        let same = |keys: &[PropertyKey]| {
            keys.len() * 2 == items.len()
                && keys.iter().zip(items.chunks_exact(2)).all(|(k, v)| k.bits() == v[0].bits())
        };
        if let Some(&last) = self.last.get(depth)
            && let Some((keys, shape)) = self.known.get(last as usize)
            && same(keys)
        {
            return Some(*shape);
        }
        let place = self.known.iter().position(|(keys, _)| same(keys))?;
        self.note(depth, place);
        Some(self.known[place].1)
    }

    fn note(&mut self, depth: usize, place: usize) {
        if let Some(last) = self.last.get_mut(depth) {
            *last = place as u8;
        }
    }

    fn remember(&mut self, depth: usize, keys: Vec<PropertyKey>, shape: Gc<Shape>) {
        let place = if self.known.len() < SHAPES {
            self.known.push((keys, shape));
            self.roots.push(shape.value());
            self.known.len() - 1
        } else {
            let place = self.next;
            self.next = (place + 1) % SHAPES;
            self.known[place] = (keys, shape);
            self.roots.set(place, shape.value());
            place
        };
        self.note(depth, place);
    }
}

struct Parser<'a, U> {
    vm: &'a mut Vm,
    text: &'a [U],
    at: usize,
    stack: RootedVec,
    frames: Vec<Frame>,
    shapes: Shapes,
    records: Option<Records>,
}

/// What a text breaks off with, or where it goes wrong.
#[derive(Clone, Copy)]
enum Complaint {
    /// Names the character.
    Token,
    /// Says what was expected or is wrong, "in JSON at position ..." behind it.
    Message(&'static str),
    /// The value is complete, the text goes on.
    Rest,
}

impl<'a, U: Unit> Parser<'a, U> {
    fn new(vm: &'a mut Vm, text: &'a [U], records: Option<Records>) -> Parser<'a, U> {
        let stack = vm.heap.rooted_vec();
        let roots = vm.heap.rooted_vec();
        let shapes = Shapes { known: Vec::new(), roots, next: 0, last: [NO_SHAPE; DEPTHS] };
        Parser { vm, text, at: 0, stack, frames: Vec::new(), shapes, records }
    }

    fn run_with_records(mut self) -> JsResult<(Value, Records)> {
        let value = self.value()?;
        match self.records.take() {
            Some(records) => Ok((value, records)),
            None => Err(self.fail(Complaint::Token)),
        }
    }

    fn run(mut self) -> JsResult {
        self.value()
    }

    /// The unit at hand; 0 at the end of the text, and for what is no ASCII.
    #[inline(always)]
    fn peek(&self) -> u8 {
        self.text.get(self.at).map_or(0, |unit| u8::try_from(unit.code()).unwrap_or(0))
    }

    #[inline(always)]
    fn skip_white_space(&mut self) {
        while let Some(unit) = self.text.get(self.at)
            && matches!(unit.code(), 0x20 | 0x0a | 0x0d | 0x09)
        {
            self.at += 1;
        }
    }

    /// The whole text.
    fn value(&mut self) -> JsResult {
        loop {
            self.skip_white_space();
            self.vm.spend(1)?;
            let start = self.at;
            let mut value = match self.peek() {
                b'"' => {
                    self.at += 1;
                    self.string()?.value()
                }
                b'{' => {
                    self.at += 1;
                    self.open(true);
                    self.skip_white_space();
                    if self.peek() == b'}' {
                        self.at += 1;
                        self.close_object()?
                    } else {
                        self.key(
                            Complaint::Message("Expected property name or '}'"),
                            Complaint::Message("Expected ':' after property name"),
                        )?;
                        continue;
                    }
                }
                b'[' => {
                    self.at += 1;
                    self.open(false);
                    self.skip_white_space();
                    if self.peek() == b']' {
                        self.at += 1;
                        self.close_array()?
                    } else {
                        continue;
                    }
                }
                b'-' | b'0'..=b'9' => self.number()?,
                b't' => self.literal(b"true", Value::TRUE)?,
                b'f' => self.literal(b"false", Value::FALSE)?,
                b'n' => self.literal(b"null", Value::NULL)?,
                _ => return Err(self.fail(Complaint::Token)),
            };
            if !matches!(self.text.get(start).map(|unit| unit.code()), Some(0x5b | 0x7b)) {
                self.record_primitive(value, start);
            }
            // The value goes to its container, which may be complete by it, and so on.
            loop {
                let Some(frame) = self.frames.last() else {
                    self.skip_white_space();
                    if self.at < self.text.len() {
                        return Err(self.fail(Complaint::Rest));
                    }
                    return Ok(value);
                };
                let is_object = frame.is_object;
                self.stack.push(value);
                self.skip_white_space();
                match (self.peek(), is_object) {
                    (b',', true) => {
                        self.at += 1;
                        self.skip_white_space();
                        self.key(Complaint::Message("Expected double-quoted property name"), Complaint::Token)?;
                        break;
                    }
                    (b',', false) => {
                        self.at += 1;
                        break;
                    }
                    (b'}', true) => {
                        self.at += 1;
                        value = self.close_object()?;
                    }
                    (b']', false) => {
                        self.at += 1;
                        value = self.close_array()?;
                    }
                    (_, true) => {
                        return Err(self.fail(Complaint::Message("Expected ',' or '}' after property value")));
                    }
                    (_, false) => {
                        return Err(self.fail(Complaint::Message("Expected ',' or ']' after array element")));
                    }
                }
            }
        }
    }

    fn open(&mut self, is_object: bool) {
        let records = self.records.as_ref().map_or(0, |records| records.pending.len());
        self.frames.push(Frame { is_object, base: self.stack.len(), records });
    }

    fn record_primitive(&mut self, value: Value, start: usize) {
        if let Some(records) = &mut self.records {
            let id = records.add(value, Source::Primitive(start as u32, self.at as u32));
            records.pending.push(id);
        }
    }

    fn close_array(&mut self) -> JsResult {
        let Some(frame) = self.frames.pop() else { return Ok(Value::UNDEFINED) };
        let array = self.vm.new_array(&self.stack[frame.base..])?.value();
        self.stack.truncate(frame.base);
        if let Some(records) = &mut self.records {
            let elements = records.pending.drain(frame.records..).collect();
            let id = records.add(array, Source::Array(elements));
            records.pending.push(id);
        }
        Ok(array)
    }

    fn close_object(&mut self) -> JsResult {
        let Some(frame) = self.frames.pop() else { return Ok(Value::UNDEFINED) };
        let object = self.object(frame.base)?.value();
        if let Some(records) = &mut self.records {
            let parts: Vec<u32> = records.pending.drain(frame.records..).collect();
            let entries = parts
                .into_iter()
                .zip(self.stack[frame.base..].chunks_exact(2))
                .map(|(part, item)| (records.add_key(item[0]), part))
                .collect();
            let id = records.add(object, Source::Object(entries));
            records.pending.push(id);
        }
        self.stack.truncate(frame.base);
        Ok(object)
    }

    /// The object of the keys and values from `base` on.
    fn object(&mut self, base: usize) -> JsResult<Object> {
        let depth = self.frames.len();
        let items = &self.stack[base..];
        let count = items.len() / 2;
        if count == 0 {
            return self.vm.new_object();
        }
        let shape = match self.shapes.find(depth, items) {
            Some(shape) => shape,
            None => match new_shape(self.vm, items)? {
                Some(shape) => {
                    if count <= MAX_REMEMBERED {
                        let keys = items.chunks_exact(2).map(|item| PropertyKey::from_bits(item[0].bits())).collect();
                        self.shapes.remember(depth, keys, shape);
                    }
                    shape
                }
                None => return self.object_by_property(base),
            },
        };
        let object = self.vm.alloc_object_of_shape(shape)?;
        object.ensure_slots(self.vm, count as u32)?;
        for (slot, item) in (0..).zip(self.stack[base..].chunks_exact(2)) {
            object.set_slot(self.vm, slot, item[1]);
        }
        Ok(object)
    }

    /// As [`Parser::object`], for indices as keys, keys given twice, and very many.
    #[cold]
    fn object_by_property(&mut self, base: usize) -> JsResult<Object> {
        let object = self.vm.new_object()?;
        for item in self.stack[base..].chunks_exact(2) {
            let key = PropertyKey::from_bits(item[0].bits());
            create_data_property(self.vm, object, key, item[1])?;
        }
        Ok(object)
    }

    /// A property's name and the colon; the key goes onto the stack. The complaints are for what is not the one or the other.
    fn key(&mut self, no_name: Complaint, no_colon: Complaint) -> JsResult<()> {
        if self.peek() != b'"' {
            return Err(self.fail(no_name));
        }
        self.at += 1;
        let depth = self.frames.len() - 1;
        let place = (self.stack.len() - self.frames[depth].base) / 2;
        let key = match self.predicted_key(depth, place) {
            Some(key) => key,
            None => self.new_key()?,
        };
        self.stack.push(key.word());
        self.skip_white_space();
        if self.peek() != b':' {
            return Err(self.fail(no_colon));
        }
        self.at += 1;
        Ok(())
    }

    /// The key expected here, if it is what the text has.
    #[inline]
    fn predicted_key(&mut self, depth: usize, place: usize) -> Option<PropertyKey> {
        let key = self.shapes.predicted(depth, place)?;
        let atom = key.as_string_cell()?;
        let expected = atom.flat_view()?;
        let end = self.at + expected.len();
        let is_plain = self.text.get(end)?.code() == b'"' as u32 && U::view(&self.text[self.at..end]) == expected;
        // A key with a backslash, a quote or a control character is never written as it is.
        if !is_plain || expected.units().any(|unit| unit < 0x20 || unit == b'\\' as u16 || unit == b'"' as u16) {
            return None;
        }
        self.at = end + 1;
        Some(key)
    }

    fn new_key(&mut self) -> JsResult<PropertyKey> {
        let start = self.at;
        let end = self.plain_end();
        let atom = if self.text.get(end).map(|unit| unit.code()) == Some(b'"' as u32) {
            self.at = end + 1;
            U::intern(self.vm, &self.text[start..end])?
        } else {
            self.string()?
        };
        PropertyKey::from_string(self.vm, atom)
    }

    /// Where the stretch of characters that stand for themselves ends.
    #[inline]
    fn plain_end(&self) -> usize {
        let rest = &self.text[self.at..];
        let plain = |unit: &U| {
            let code = unit.code();
            code >= 0x20 && code != b'"' as u32 && code != b'\\' as u32
        };
        self.at + rest.iter().position(|unit| !plain(unit)).unwrap_or(rest.len())
    }

    /// A string; its opening quote is read.
    fn string(&mut self) -> JsResult<JsString> {
        let start = self.at;
        let end = self.plain_end();
        if self.text.get(end).map(|unit| unit.code()) == Some(b'"' as u32) {
            self.at = end + 1;
            return JsString::from_view(self.vm, U::view(&self.text[start..end]));
        }
        let mut string = StringBuilder::with_capacity(end - start + 16);
        loop {
            let end = self.plain_end();
            self.vm.spend(1 + (end - self.at) / 16)?;
            string.push_view(U::view(&self.text[self.at..end]));
            self.at = end;
            match self.text.get(end).map(|unit| unit.code()) {
                None => return Err(self.fail(Complaint::Message("Unterminated string"))),
                Some(0x22) => {
                    self.at += 1;
                    return string.finish(self.vm);
                }
                Some(0x5c) => {
                    self.at += 1;
                    self.escape(&mut string)?;
                }
                Some(_) => {
                    return Err(self.fail(Complaint::Message("Bad control character in string literal")));
                }
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self, string: &mut StringBuilder) -> JsResult<()> {
        // V8 has words only for what is in Latin-1.
        if self.text.get(self.at).is_none_or(|unit| unit.code() > 0xff) {
            return Err(self.fail(Complaint::Token));
        }
        let unit = match self.peek() {
            c @ (b'"' | b'\\' | b'/') => c as u16,
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => 0x0a,
            b'r' => 0x0d,
            b't' => 0x09,
            b'u' => {
                let mut unit = 0;
                for _ in 0..4 {
                    self.at += 1;
                    match (self.peek() as char).to_digit(16) {
                        Some(digit) => unit = unit << 4 | digit as u16,
                        None => return Err(self.fail(Complaint::Message("Bad Unicode escape"))),
                    }
                }
                unit
            }
            _ => return Err(self.fail(Complaint::Message("Bad escaped character"))),
        };
        string.push_u16(unit);
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> JsResult {
        let start = self.at;
        if self.peek() == b'-' {
            self.at += 1;
            if !self.peek().is_ascii_digit() {
                return Err(self.fail(Complaint::Message("No number after minus sign")));
            }
        }
        let digits = self.at;
        if self.peek() == b'0' {
            self.at += 1;
            if self.peek().is_ascii_digit() {
                return Err(self.fail(Complaint::Token));
            }
        } else {
            self.digits();
        }
        let end = self.at;
        if !matches!(self.peek(), b'.' | b'e' | b'E') && end - digits <= 9 {
            let magnitude = self.text[digits..end].iter().fold(0, |n, unit| n * 10 + (unit.code() as i32 - 0x30));
            return Ok(match (digits > start, magnitude) {
                (true, 0) => Value::double(-0.0),
                (true, _) => Value::int(-magnitude),
                (false, _) => Value::int(magnitude),
            });
        }
        if self.peek() == b'.' {
            self.at += 1;
            if !self.digits() {
                return Err(self.fail(Complaint::Message("Unterminated fractional number")));
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            if !self.digits() {
                return Err(self.fail(Complaint::Message("Exponent part is missing a number")));
            }
        }
        Ok(Value::number(string_to_number(&self.text[start..self.at])))
    }

    /// Passes digits; whether there were any.
    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at > start
    }

    fn literal(&mut self, name: &[u8], value: Value) -> JsResult {
        for &byte in name {
            if self.at == self.text.len() || self.peek() != byte {
                return Err(self.fail(Complaint::Token));
            }
            self.at += 1;
        }
        Ok(value)
    }

    /// The SyntaxError for the place at hand, as V8 words it.
    #[cold]
    fn fail(&mut self, complaint: Complaint) -> Throw {
        let message = match complaint {
            Complaint::Token => self.unexpected_token(),
            Complaint::Message(what) => format!("{what} in JSON at position {}", self.at),
            Complaint::Rest => format!("Unexpected non-whitespace character after JSON at position {}", self.at),
        };
        self.vm.throw_syntax_error(message)
    }

    fn unexpected_token(&self) -> String {
        /// Characters of context on each side.
        const CONTEXT: usize = 10;
        let (length, at) = (self.text.len(), self.at);
        let part = |start: usize, end: usize| U::view(&self.text[start..end]).to_rust_string_lossy();
        if at >= length {
            return "Unexpected end of JSON input".to_string();
        }
        match self.peek() {
            b'-' | b'0'..=b'9' => return format!("Unexpected number in JSON at position {at}"),
            b'"' => return format!("Unexpected string in JSON at position {at}"),
            _ => {}
        }
        if ["NaN", "Infinity", "undefined", "[object Object]"].iter().any(|s| U::view(self.text).eq_str(s)) {
            return format!("\"{}\" is not valid JSON", part(0, length));
        }
        let token = part(at, at + 1);
        let (start, end) = if length <= 2 * CONTEXT {
            (0, length)
        } else if at < CONTEXT {
            (0, at + CONTEXT)
        } else if at < length - CONTEXT {
            (at - CONTEXT, at + CONTEXT)
        } else {
            (at - CONTEXT, length)
        };
        let before = if length > 2 * CONTEXT && at >= CONTEXT { "..." } else { "" };
        let after = if length > 2 * CONTEXT && at + CONTEXT < length { "..." } else { "" };
        format!("Unexpected token '{token}', {before}\"{}\"{after} is not valid JSON", part(start, end))
    }
}

/// The shape of an object with these keys in this order; None if it has to be built property by property.
fn new_shape(vm: &mut Vm, items: &[Value]) -> JsResult<Option<Gc<Shape>>> {
    let count = items.len() as u32 / 2;
    // As many inline slots as an object literal with these properties gets.
    let prototype = vm.realm().object_prototype;
    let mut shape = vm.root_shape(Some(prototype), CellKind::Object, count.min(MAX_INLINE))?;
    for item in items.chunks_exact(2) {
        let key = PropertyKey::from_bits(item[0].bits());
        if key.is_index() || shape.lookup(key).is_some() {
            return Ok(None);
        }
        match vm.shape_adding(shape, key, DEFAULT)? {
            Some(next) => shape = next,
            None => return Ok(None),
        }
    }
    Ok(Some(shape))
}
