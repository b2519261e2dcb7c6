//! Values as text, for people: what console.log, the prompt and reports of uncaught errors show.
//!
//! Nothing here runs a script's code, no getter, no trap, no `toString`, but for objects that say themselves how they are shown
//! (`Symbol.for('nodejs.util.inspect.custom')`), and those only where that is asked for; what objects of our own interfaces say of themselves is ours. Whatever the value, the text ends: depth, items and the length of
//! strings are limited, and circles are named.

mod collections;
mod layout;
mod names;
mod style;

pub use layout::{Limits, Text};
pub use style::{Style, quote};

use crate::library;
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ASYNC, CODE_FLAG_CLASS_CONSTRUCTOR, CODE_FLAG_GENERATOR};
use layout::{Block, Columns};
use names::Names;
use vm::object::{KeyList, function, proxy, string_object};
use vm::runtime::promise::{self, PromiseState};
use vm::string::JsSymbol;
use vm::{JsResult, JsString, Object, PropertyDescriptor, PropertyKey, Value, ValueExt, Vm};

/// What to show, and how.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Levels of objects inside of objects; None for all (that anybody could read).
    pub depth: Option<usize>,
    pub color: bool,
    /// Show properties that are not enumerable.
    pub hidden: bool,
    /// Show what a proxy is made of, not just what its target is.
    pub proxies: bool,
    /// Ask objects that have a method for it how they are shown.
    pub custom: bool,
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            depth: Some(2),
            color: false,
            hidden: false,
            proxies: false,
            custom: false,
            limits: Limits { line: 80, nested: 3 },
        }
    }
}

impl Options {
    /// All on one line.
    pub fn one_line(self) -> Options {
        Options { limits: Limits { line: usize::MAX / 2, nested: usize::MAX / 8 }, ..self }
    }
}

/// Levels of objects inside of objects at most, even where all are asked for: what is deeper cannot be read anyway, and every level
/// around it copies its text once more.
const MAX_DEPTH: usize = 200;
/// Items of a collection at most.
const MAX_ITEMS: usize = 100;
/// The name of the symbol whose method says how an object is shown.
const CUSTOM: &str = "nodejs.util.inspect.custom";
/// Code units of a string at most.
const MAX_STRING: usize = 10_000;
/// Bytes of a buffer at most.
const MAX_BYTES: usize = 50;

/// The text of a value; strings in quotes.
///
/// # Errors
/// For want of memory only.
pub fn inspect(vm: &mut Vm, value: Value, options: &Options) -> JsResult<String> {
    Ok(inspect_text(vm, value, options)?.string)
}

/// As [`inspect`], with the text's width.
///
/// # Errors
/// As there.
pub fn inspect_text(vm: &mut Vm, value: Value, options: &Options) -> JsResult<Text> {
    Inspector::new(vm, options).value(value, 0)
}

/// The text of a value where nothing may go wrong.
pub fn inspect_or_describe(vm: &mut Vm, value: Value) -> String {
    match inspect(vm, value, &Options::default()) {
        Ok(text) => text,
        Err(_) => {
            vm.take_exception();
            vm.describe(value)
        }
    }
}

/// Whether an object is an Error (has [[ErrorData]]).
pub fn is_error(_vm: &Vm, object: Object) -> bool {
    object.is_kind(CellKind::Error)
}

/// What is told of an error that nobody caught: its stack, its cause, its own properties.
pub fn error_report(vm: &mut Vm, error: Object) -> String {
    let mut inspector = Inspector::new(vm, &Options::default());
    inspector.bare_errors = true;
    match inspector.value(error.value(), 0) {
        Ok(text) => text.string,
        Err(_) => {
            vm.take_exception();
            vm.describe(error.value())
        }
    }
}

struct Inspector<'a> {
    vm: &'a mut Vm,
    options: Options,
    /// The objects around the one at hand. The outermost keeps them alive.
    seen: Vec<Object>,
    /// Those that contain themselves, by number.
    circles: Vec<Object>,
    /// Columns by which lines are indented.
    indentation: usize,
    /// Depth of the object shown last.
    last_depth: usize,
    /// An error without frames gets no brackets.
    bare_errors: bool,
}

/// What comes between an object's brackets before its named properties.
enum Body {
    Nothing,
    Array,
    TypedArray,
    Map,
    Set,
    Promise,
    Buffer,
    DataView,
    Weak,
    Error,
    Proxy,
}

impl<'a> Inspector<'a> {
    fn new(vm: &'a mut Vm, options: &Options) -> Inspector<'a> {
        Inspector {
            vm,
            options: *options,
            seen: Vec::new(),
            circles: Vec::new(),
            indentation: 0,
            last_depth: 0,
            bare_errors: false,
        }
    }

    fn paint(&self, style: Style, text: impl Into<Text>) -> Text {
        style.paint(text, self.options.color)
    }

    fn value(&mut self, v: Value, depth: usize) -> JsResult<Text> {
        match v.as_object() {
            Some(object) => self.object(object, depth),
            None => self.primitive(v, depth),
        }
    }

    fn primitive(&mut self, v: Value, depth: usize) -> JsResult<Text> {
        if let Some(text) = v.as_string() {
            return self.string(text, depth);
        }
        Ok(if v.is_number() {
            let number = v.as_number();
            let text = if number == 0.0 && number.is_sign_negative() {
                String::from("-0")
            } else {
                vm::numeric::format::number_to_string(number)
            };
            self.paint(Style::Number, text)
        } else if let Some(bigint) = v.as_bigint() {
            self.paint(Style::Number, format!("{}n", bigint.to_text(10)))
        } else if v.is_symbol() {
            let text = self.vm.describe(v);
            self.paint(Style::Symbol, text)
        } else if v.is_bool() {
            self.paint(Style::Number, if v.is_true() { "true" } else { "false" })
        } else if v.is_null() {
            self.paint(Style::Null, "null")
        } else {
            self.paint(Style::Undefined, "undefined")
        })
    }

    fn string(&mut self, text: JsString, depth: usize) -> JsResult<Text> {
        let view = text.view(self.vm)?;
        let shown = view.slice(0..view.len().min(MAX_STRING));
        let more = view.len() - shown.len();
        let mut lines = vec![shown];
        // A long text of several lines gets its lines back, unless it is all there is to show.
        let room = self.options.limits.line.saturating_sub(self.indentation + 4);
        if depth > 0 && shown.len() > room.max(16) {
            while let Some(&last) = lines.last()
                && let Some(end) = last.index_of_unit(u16::from(b'\n'), 0)
                && end + 1 < last.len()
            {
                lines.pop();
                lines.push(last.slice(0..end + 1));
                lines.push(last.slice_from(end + 1));
            }
        }
        let separator = format!(" +\n{}", " ".repeat(self.indentation + 2));
        let mut all = Text::default();
        for (i, line) in lines.into_iter().enumerate() {
            if i > 0 {
                all = all.then(separator.as_str());
            }
            all = all.then(self.paint(Style::String, quote(line)));
        }
        if more > 0 {
            all = all.then(format!("... {more} more character{}", plural(more)));
        }
        Ok(all)
    }

    fn object(&mut self, object: Object, depth: usize) -> JsResult<Text> {
        if self.vm.check_native_stack().is_err() {
            self.vm.take_exception();
            return Ok(self.paint(Style::Special, "[...]"));
        }
        let mut object = object;
        if !self.options.proxies {
            while object.is_kind(CellKind::Proxy) {
                match proxy::target(object) {
                    Some(target) => object = target,
                    None => return Ok(self.paint(Style::Special, "<Revoked Proxy>")),
                }
            }
        }
        if self.options.custom
            && let Some(text) = self.custom(object, depth)?
        {
            return Ok(text);
        }
        if self.seen.contains(&object) {
            let number = match self.circles.iter().position(|o| *o == object) {
                Some(i) => i + 1,
                None => {
                    self.circles.push(object);
                    self.circles.len()
                }
            };
            return Ok(self.paint(Style::Special, format!("[Circular *{number}]")));
        }
        self.contents(object, depth)
    }

    /// What an object says of itself, if it does; node:util has the rules.
    fn custom(&mut self, object: Object, depth: usize) -> JsResult<Option<Text>> {
        let name = self.vm.intern(CUSTOM)?;
        let key = PropertyKey::from_symbol(JsSymbol::registered(self.vm, name)?);
        if !self.vm.peek(object, key).is_some_and(|method| method.is_callable()) {
            return Ok(None);
        }
        let function = library::export(self.vm, "node/internal/inspect", "customText")?;
        let left = self.options.depth.map_or(Value::NULL, |most| Value::number(most as f64 - depth as f64));
        let indentation = Value::number(self.indentation as f64);
        let arguments = [object.value(), left, indentation, Value::bool(self.options.color)];
        let text = self.vm.call(function, Value::UNDEFINED, &arguments)?;
        let Some(text) = text.as_string() else { return Ok(None) };
        let string = text.to_rust_string_lossy(self.vm)?;
        let width = if self.options.color { plain_width(&string) } else { string.chars().count() };
        Ok(Some(Text { string, width }))
    }

    fn contents(&mut self, object: Object, depth: usize) -> JsResult<Text> {
        if object.is_kind(CellKind::Object)
            && let Some(text) = self.platform_object(object, depth)?
        {
            return Ok(text);
        }
        let mut keys = self.shown_keys(object)?;
        let names = Names::of(self.vm, object)?;
        let mut head = Text::default();
        let mut close = "}";
        // What an empty one looks like is known only here; the rest is looked at later.
        let (open, body, items) = match object.kind() {
            CellKind::Array => {
                let length = object.as_array().map_or(0, |a| a.length.get() as usize);
                close = "]";
                (names.array_prefix("Array", length) + "[", Body::Array, length)
            }
            CellKind::Arguments => {
                let length = self.vm.peek(object, self.vm.names.length).filter(|v| v.is_number());
                close = "]";
                (String::from("[Arguments] ["), Body::Array, length.map_or(0, |v| v.as_number().max(0.0) as usize))
            }
            CellKind::TypedArray => {
                let length = vm::object::typed_array::length(object);
                let kind = collections::typed_array_name(object);
                close = "]";
                (names.sized_prefix(kind, length) + "[", Body::TypedArray, length)
            }
            CellKind::Map => {
                let size = collections::map_size(object);
                (names.sized_prefix("Map", size) + "{", Body::Map, size)
            }
            CellKind::Set => {
                let size = collections::set_size(object);
                (names.sized_prefix("Set", size) + "{", Body::Set, size)
            }
            CellKind::Promise => (names.prefix("Promise") + "{", Body::Promise, 1),
            CellKind::ArrayBuffer | CellKind::SharedArrayBuffer => {
                let kind = if object.is_kind(CellKind::ArrayBuffer) { "ArrayBuffer" } else { "SharedArrayBuffer" };
                (names.prefix(kind) + "{", Body::Buffer, 1)
            }
            CellKind::DataView => (names.prefix("DataView") + "{", Body::DataView, 1),
            CellKind::WeakMap => (names.prefix("WeakMap") + "{", Body::Weak, 1),
            CellKind::WeakSet => (names.prefix("WeakSet") + "{", Body::Weak, 1),
            CellKind::WeakRef => (names.prefix("WeakRef") + "{", Body::Weak, 1),
            CellKind::Proxy => (String::from("Proxy ["), Body::Proxy, 2),
            CellKind::ModuleNamespace => (String::from("[Module: null prototype] {"), Body::Nothing, 0),
            CellKind::Error => {
                let stack = self.error_text(object, &names, &mut keys)?;
                head = stack;
                let extras = collections::error_extras(self.vm, object).len();
                (String::from("{"), Body::Error, extras)
            }
            CellKind::RegExp => {
                let text = collections::regexp_text(self.vm, object);
                head = self.paint(Style::RegExp, text);
                (String::from("{"), Body::Nothing, 0)
            }
            CellKind::Date => {
                let text = collections::date_text(object);
                head = self.paint(Style::Date, text);
                (String::from("{"), Body::Nothing, 0)
            }
            _ if let Some(text) = vm::builtins::temporal::describe(object) => {
                head = self.paint(Style::Date, text);
                (String::from("{"), Body::Nothing, 0)
            }
            _ if object.is_callable() => {
                let text = self.function_text(object, &names)?;
                head = self.paint(Style::Special, text);
                (String::from("{"), Body::Nothing, 0)
            }
            _ => match string_object::primitive_value(object) {
                Some(primitive) => {
                    head = self.boxed(primitive, &names)?;
                    (String::from("{"), Body::Nothing, 0)
                }
                None => (names.object_prefix() + "{", Body::Nothing, 0),
            },
        };
        if object.is_kind(CellKind::Proxy) {
            close = "]";
        }
        if keys.is_empty() && items == 0 {
            return Ok(if head.string.is_empty() { Text::from(open).then(close) } else { head });
        }
        if depth > self.options.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            return Ok(self.paint(Style::Special, format!("[{}]", names.short(object))));
        }
        self.seen.push(object);
        self.last_depth = depth;
        let inside = self.inside(object, body, &keys, depth);
        self.seen.pop();
        let (entries, columns) = inside?;
        if let Some(i) = self.circles.iter().position(|o| *o == object) {
            let reference = self.paint(Style::Special, format!("<ref *{}>", i + 1));
            head = if head.string.is_empty() { reference } else { reference.then(" ").then(head) };
        }
        let block = Block { head, open: open.into(), close, entries, columns };
        Ok(block.lay_out(self.options.limits, self.indentation, self.last_depth.saturating_sub(depth)))
    }

    /// An object of one of our own interfaces (`crate::web`): what its class tells of it, and what a script gave it.
    fn platform_object(&mut self, object: Object, depth: usize) -> JsResult<Option<Text>> {
        let Some(shown) = crate::web::platform::describe(self.vm, object)? else { return Ok(None) };
        let names = Names::of(self.vm, object)?;
        if depth > self.options.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            return Ok(Some(self.paint(Style::Special, format!("[{}]", names.short(object)))));
        }
        self.seen.push(object);
        self.last_depth = depth;
        let entries = self.platform_entries(object, shown, depth);
        self.seen.pop();
        let entries = entries?;
        let open = names.prefix("Object") + "{";
        if entries.is_empty() {
            return Ok(Some(Text::from(open).then("}")));
        }
        let block = Block { head: Text::default(), open: open.into(), close: "}", entries, columns: None };
        Ok(Some(block.lay_out(self.options.limits, self.indentation, self.last_depth.saturating_sub(depth))))
    }

    fn platform_entries(&mut self, object: Object, shown: Object, depth: usize) -> JsResult<Vec<Text>> {
        let mut entries = Vec::new();
        self.indentation += 2;
        if let Some(pairs) = shown.as_array() {
            let pairs = pairs.length.get() / 2;
            for i in 0..pairs.min(MAX_ITEMS as u32) {
                let name = shown.get(self.vm, PropertyKey::from_index(2 * i))?;
                let value = shown.get(self.vm, PropertyKey::from_index(2 * i + 1))?;
                let name = self.value(name, depth + 1)?;
                let value = self.value(value, depth + 1)?;
                entries.push(name.then(" => ").then(value));
            }
            self.more((pairs as usize).saturating_sub(MAX_ITEMS), &mut entries);
        } else {
            for key in self.shown_keys(shown)?.iter() {
                entries.push(self.property(shown, key, depth)?);
            }
        }
        for key in self.shown_keys(object)?.iter() {
            // Every event has an accessor of that name, which says nothing.
            let is_trusted = key.to_display(self.vm) == "isTrusted";
            if !is_trusted {
                entries.push(self.property(object, key, depth)?);
            }
        }
        self.indentation -= 2;
        Ok(entries)
    }

    /// What is between the brackets, and how much of it may be set in columns.
    fn inside(
        &mut self,
        object: Object,
        body: Body,
        keys: &KeyList,
        depth: usize,
    ) -> JsResult<(Vec<Text>, Option<Columns>)> {
        let mut entries = Vec::new();
        let mut columns = None;
        self.indentation += 2;
        match body {
            Body::Nothing => {}
            Body::Array => {
                let align_right = self.array_items(object, depth, &mut entries)?;
                columns = Some(Columns { count: entries.len().min(MAX_ITEMS), align_right });
            }
            Body::TypedArray => {
                self.typed_array_items(object, &mut entries)?;
                columns = Some(Columns { count: entries.len().min(MAX_ITEMS), align_right: true });
            }
            Body::Map => self.map_items(object, depth, &mut entries)?,
            Body::Set => self.set_items(object, depth, &mut entries)?,
            Body::Promise => entries.push(match promise::state(object) {
                PromiseState::Pending => self.paint(Style::Special, "<pending>"),
                PromiseState::Fulfilled => self.value(promise::result(object), depth + 1)?,
                PromiseState::Rejected => {
                    let reason = self.value(promise::result(object), depth + 1)?;
                    self.paint(Style::Special, "<rejected>").then(" ").then(reason)
                }
            }),
            Body::Buffer => self.buffer_items(object, &mut entries),
            Body::DataView => self.data_view_items(object, depth, &mut entries)?,
            Body::Weak => {
                let what = if object.is_kind(CellKind::WeakRef) { "<target unknown>" } else { "<items unknown>" };
                entries.push(self.paint(Style::Special, what));
            }
            Body::Error => {
                for (name, value) in collections::error_extras(self.vm, object) {
                    let value = self.value(value, depth + 1)?;
                    entries.push(Text::from(format!("[{name}]: ")).then(value));
                }
            }
            Body::Proxy => {
                for part in [proxy::target(object), proxy::handler(object)] {
                    let part = part.map_or(Value::NULL, Object::value);
                    entries.push(self.value(part, depth + 1)?);
                }
            }
        }
        for key in keys.iter() {
            let entry = self.property(object, key, depth)?;
            entries.push(entry);
        }
        self.indentation -= 2;
        if entries.len() > MAX_ITEMS + keys.len() + 1 || !keys.is_empty() {
            // Named properties beside the items: no columns.
            columns = None;
        }
        Ok((entries, columns))
    }

    /// The keys whose properties are shown; not the items of arrays and the like.
    fn shown_keys(&mut self, object: Object) -> JsResult<KeyList> {
        object.reify(self.vm)?;
        let mut keys = KeyList::new(self.vm);
        let hidden = self.options.hidden;
        match object.kind() {
            CellKind::Proxy => {}
            CellKind::Array | CellKind::TypedArray | CellKind::Arguments | CellKind::StringObject => {
                // There may be millions of items: the shape knows the rest.
                for symbols in [false, true] {
                    object.shape().for_each(|key, property| {
                        if (hidden || property.is_enumerable()) && key.is_symbol() == symbols && !key.is_private() {
                            keys.push(key);
                        }
                    });
                }
            }
            CellKind::ModuleNamespace => {
                for key in object.own_property_keys(self.vm)?.iter().filter(|key| hidden || !key.is_symbol()) {
                    keys.push(key);
                }
            }
            _ => {
                let all = object.own_property_keys(self.vm)?;
                for key in all.iter() {
                    let shown =
                        hidden || object.get_own_property(self.vm, key)?.is_some_and(|d| d.enumerable == Some(true));
                    if shown {
                        keys.push(key);
                    }
                }
            }
        }
        Ok(keys)
    }

    /// `key: value`
    fn property(&mut self, object: Object, key: PropertyKey, depth: usize) -> JsResult<Text> {
        let descriptor = match object.get_own_property(self.vm, key) {
            Ok(Some(descriptor)) => descriptor,
            Ok(None) => PropertyDescriptor::data(Value::UNDEFINED, true, true, true),
            Err(throw) => {
                if self.vm.is_terminating() {
                    return Err(throw);
                }
                // An export in its dead zone.
                self.vm.take_exception();
                let name = self.key(key, true)?;
                return Ok(name.then(": ").then(self.paint(Style::Special, "<uninitialized>")));
            }
        };
        let name = self.key(key, descriptor.enumerable == Some(true))?;
        let value = if descriptor.is_accessor() {
            let has = |v: Option<Value>| v.is_some_and(|v| !v.is_undefined());
            let what = match (has(descriptor.get), has(descriptor.set)) {
                (true, true) => "[Getter/Setter]",
                (true, false) => "[Getter]",
                (false, true) => "[Setter]",
                (false, false) => "undefined",
            };
            let style = if what == "undefined" { Style::Undefined } else { Style::Special };
            self.paint(style, what)
        } else {
            self.value(descriptor.value.unwrap_or(Value::UNDEFINED), depth + 1)?
        };
        Ok(name.then(": ").then(value))
    }

    fn key(&mut self, key: PropertyKey, enumerable: bool) -> JsResult<Text> {
        if key.is_symbol() {
            let name = key.to_display(self.vm);
            return Ok(Text::from("[").then(self.paint(Style::Symbol, name)).then("]"));
        }
        let text = key.to_js_string(self.vm)?;
        let view = text.view(self.vm)?;
        if !enumerable {
            return Ok(format!("[{}]", view.to_rust_string_lossy()).into());
        }
        if style::is_plain_key(view) {
            return Ok(view.to_rust_string_lossy().into());
        }
        Ok(self.paint(Style::String, quote(view)))
    }

    /// `[Function: name]`, `[class A extends B]` and their like.
    fn function_text(&mut self, object: Object, names: &Names) -> JsResult<String> {
        let flags = if object.is_kind(CellKind::Function) { function::code_of(object).flags() } else { 0 };
        let name = self.vm.names.name;
        let name = self.vm.peek(object, name).and_then(|v| v.as_string()).map_or(String::new(), JsString::to_display);
        if flags & CODE_FLAG_CLASS_CONSTRUCTOR != 0 {
            let name = if name.is_empty() { "(anonymous)" } else { &name };
            let extends = match object.get_prototype_of(self.vm)? {
                None => " extends null".into(),
                Some(parent) => {
                    let key = self.vm.names.name;
                    match self.vm.peek(parent, key).and_then(|v| v.as_string()) {
                        Some(parent) if !parent.is_empty() => format!(" extends {}", parent.to_display()),
                        _ => String::new(),
                    }
                }
            };
            return Ok(format!("[class {name}{extends}]"));
        }
        let kind = match (flags & CODE_FLAG_ASYNC != 0, flags & CODE_FLAG_GENERATOR != 0) {
            (true, true) => "AsyncGeneratorFunction",
            (true, false) => "AsyncFunction",
            (false, true) => "GeneratorFunction",
            (false, false) => "Function",
        };
        let orphan = if names.constructor.is_none() { " (null prototype)" } else { "" };
        let name = if name.is_empty() { " (anonymous)".into() } else { format!(": {name}") };
        Ok(format!("[{kind}{orphan}{name}]"))
    }

    /// `[Number: 3]`
    fn boxed(&mut self, primitive: Value, names: &Names) -> JsResult<Text> {
        let (kind, style) = match self.vm.type_name(primitive) {
            "string" => ("String", Style::String),
            "number" => ("Number", Style::Number),
            "boolean" => ("Boolean", Style::Number),
            "bigint" => ("BigInt", Style::Number),
            _ => ("Symbol", Style::Symbol),
        };
        let of = match &names.constructor {
            Some(name) if name != kind => format!(" ({name})"),
            Some(_) => String::new(),
            None => " (null prototype)".into(),
        };
        let color = std::mem::replace(&mut self.options.color, false);
        let value = self.primitive(primitive, 1);
        self.options.color = color;
        Ok(self.paint(style, format!("[{kind}{of}: {}]", value?.string)))
    }

    /// An error's stack, or what can be said of it without. Takes out of `keys` what the stack says already.
    fn error_text(&mut self, object: Object, names: &Names, keys: &mut KeyList) -> JsResult<Text> {
        let stack = self.vm.names.stack;
        let stack = self.vm.peek(object, stack).and_then(|v| v.as_string()).map(JsString::to_display);
        let header = self.vm.error_header(object);
        let mut text = stack.filter(|s| !s.is_empty()).unwrap_or(header);
        // An error of a class that has not set its own name is called by its constructor's.
        if let Some(constructor) = &names.constructor {
            let name = self.vm.names.name;
            let name =
                self.vm.peek(object, name).and_then(|v| v.as_string()).map_or(String::new(), JsString::to_display);
            let end = text.find([':', '\n']).unwrap_or(text.len());
            if text[..end] == *name && !name.is_empty() && *constructor != name {
                text.replace_range(..end, constructor);
            }
        }
        // A DOMException is called by both: what it is, and what kind of it.
        if names.constructor.as_deref() == Some("DOMException")
            && let Some(end) = text.find([':', '\n'])
            && vm::builtins::structured_clone::has_private_names(object)
        {
            text = format!("DOMException [{}]{}", &text[..end], &text[end..]);
        }
        let mut left = KeyList::new(self.vm);
        for key in keys.iter() {
            let said = [self.vm.names.name, self.vm.names.message, self.vm.names.stack].contains(&key)
                && self
                    .vm
                    .peek(object, key)
                    .and_then(|v| v.as_string())
                    .is_some_and(|s| text.contains(&s.to_display()));
            let cause = matches!(key.to_display(self.vm).as_str(), "cause" | "errors");
            if !said && !cause {
                left.push(key);
            }
        }
        *keys = left;
        if !text.contains("\n") && !self.bare_errors {
            text = format!("[{text}]");
        }
        if self.indentation > 0 {
            text = text.replace('\n', &format!("\n{}", " ".repeat(self.indentation)));
        }
        Ok(text.into())
    }
}

/// Characters of a text beside its colours (ESC [ ... m).
fn plain_width(text: &str) -> usize {
    let mut width = 0;
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        width += rest[..at].chars().count();
        rest = rest[at..].split_once('m').map_or("", |(_, rest)| rest);
    }
    width + rest.chars().count()
}

/// The ending of a noun after a number.
fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}
