//! The record of deoptimizations: where optimized code was left and why, what was expected and what came, and what followed.
//!
//! Plain data: no record keeps a cell alive, and all are there after their code has died. A guard keeps its first [`SITE_RECORDS`] records
//! and counts the rest, so that a program that deoptimizes for hours takes no more memory than one that does so for a second.

use crate::object::shape::Origin;
use crate::observe::trace::{Json, Trace};
use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::cell::CellKind;

/// Why optimized code was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Reason {
    NotInt,
    NotNumber,
    NotString,
    Overflow,
    /// The result is no int32, because it has a fraction or is no number.
    LostPrecision,
    MinusZero,
    WrongShape,
    WrongKind,
    WrongTarget,
    /// The code, or what was inlined, is for one closure of a function.
    OtherClosure,
    ConstantChanged,
    ElementKind,
    OutOfBounds,
    Hole,
    DeadZone,
    PrototypeChanged,
    Uninitialized,
    Unsupported,
    /// `--deopt-every`.
    Forced,
    /// Another thread wants something: no deoptimization.
    Interrupt,
    /// An exception is pending, and a handler of the function's own catches it.
    Exception,
    /// The same, where what is pending is the error of a stack that is full.
    StackLimit,
    /// What throws is left to the lower tiers.
    Throw,
}

impl Reason {
    pub const ALL: [Reason; 23] = [
        Reason::NotInt,
        Reason::NotNumber,
        Reason::NotString,
        Reason::Overflow,
        Reason::LostPrecision,
        Reason::MinusZero,
        Reason::WrongShape,
        Reason::WrongKind,
        Reason::WrongTarget,
        Reason::OtherClosure,
        Reason::ConstantChanged,
        Reason::ElementKind,
        Reason::OutOfBounds,
        Reason::Hole,
        Reason::DeadZone,
        Reason::PrototypeChanged,
        Reason::Uninitialized,
        Reason::Unsupported,
        Reason::Forced,
        Reason::Interrupt,
        Reason::Exception,
        Reason::StackLimit,
        Reason::Throw,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reason::NotInt => "not an int32",
            Reason::NotNumber => "not a number",
            Reason::NotString => "not a string",
            Reason::Overflow => "overflow",
            Reason::LostPrecision => "lost precision",
            Reason::MinusZero => "minus zero",
            Reason::WrongShape => "wrong shape",
            Reason::WrongKind => "wrong kind of object",
            Reason::WrongTarget => "wrong call target",
            Reason::OtherClosure => "another closure",
            Reason::ConstantChanged => "constant changed",
            Reason::ElementKind => "wrong element kind",
            Reason::OutOfBounds => "out of bounds",
            Reason::Hole => "hole",
            Reason::DeadZone => "uninitialized binding",
            Reason::PrototypeChanged => "prototype changed",
            Reason::Uninitialized => "uninitialized feedback",
            Reason::Unsupported => "not compiled",
            Reason::Forced => "forced",
            Reason::Interrupt => "interrupt",
            Reason::Exception => "bailout in try",
            Reason::StackLimit => "stack limit",
            Reason::Throw => "throw",
        }
    }

    /// Whether the code is not to blame.
    pub fn is_harmless(self) -> bool {
        matches!(self, Reason::Interrupt | Reason::Exception | Reason::StackLimit | Reason::Throw | Reason::Forced)
    }
}

/// A bytecode in words that stay when its function is gone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub code_id: u32,
    /// Bytecode offset, in 16-bit units.
    pub offset: u32,
    pub function: String,
    pub file: String,
    /// 1-based; 0 for unknown. Columns count UTF-16 code units.
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.file.is_empty() {
            // The engine's own.
            return f.write_str(&self.function);
        }
        write!(f, "{} ({}:{}:{})", self.function, self.file, self.line, self.column)
    }
}

/// A shape in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeText {
    /// The shape's number, which no other shape ever gets.
    pub serial: u32,
    pub text: String,
}

/// What a guard wants, or what it found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    pub text: String,
    /// "int32", "double", "string", "Array", ...; empty where there is no one type.
    pub kind: String,
    /// Shapes that were expected, or the one that came.
    pub shapes: Vec<ShapeText>,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The code is entered no more; else it was kept.
    pub thrown_away: bool,
    /// Places that are not speculated on from now on.
    pub given_up: Vec<Place>,
    /// The function was optimized and left so often that it stays in the baseline tier.
    pub loop_ended: bool,
    /// Time that went into the code that was thrown away, nanoseconds.
    pub compile_ns: u64,
    /// Time until new optimized code took its place, nanoseconds.
    pub reoptimized_ns: Option<u64>,
}

/// Optimized code was left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deopt {
    /// CLOCK_MONOTONIC, nanoseconds.
    pub at_ns: u64,
    /// The machine code's id.
    pub code: u32,
    /// The guard and those it is inlined into, innermost first.
    pub guard: Vec<Place>,
    /// The frames that the lower tiers go on in, innermost first.
    pub resumption: Vec<Place>,
    pub reason: Reason,
    pub expected: Finding,
    pub came: Finding,
    /// Since the code was installed, nanoseconds.
    pub age_ns: u64,
    /// How often the code had been left before, and how often by this guard.
    pub exits: u64,
    pub times: u64,
    pub outcome: Outcome,
}

/// A guard that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeoptSite {
    pub code: u32,
    pub place: Place,
    /// The first failure's.
    pub reason: Reason,
    pub count: u64,
}

/// Full records of one guard.
pub const SITE_RECORDS: u64 = 8;
/// Full records of all guards, and guards that are told apart.
pub const MAX_RECORDS: usize = 1 << 12;
pub const MAX_SITES: usize = 1 << 14;

/// All that is on record.
#[derive(Default)]
pub struct Deopts {
    pub records: Vec<Deopt>,
    pub sites: Vec<DeoptSite>,
    /// Failures of guards beyond [`MAX_SITES`].
    pub others: u64,
}

impl Deopts {
    /// A guard that fails for the first time: its number.
    pub fn add_site(&mut self, site: DeoptSite) -> u32 {
        if self.sites.len() >= MAX_SITES {
            return u32::MAX;
        }
        self.sites.push(site);
        self.sites.len() as u32 - 1
    }

    /// A guard has failed; how often by now, if there is room for a record. There is more room for the one that ends its code.
    pub fn count(&mut self, site: u32, is_last: bool) -> Option<u64> {
        let Some(site) = self.sites.get_mut(site as usize) else {
            self.others += 1;
            return None;
        };
        site.count += 1;
        ((site.count <= SITE_RECORDS || is_last) && self.records.len() < MAX_RECORDS).then_some(site.count)
    }

    pub fn total(&self) -> u64 {
        self.sites.iter().map(|s| s.count).sum::<u64>() + self.others
    }
}

impl Deopt {
    /// A line, and another where something followed.
    pub fn text(&self, trace: &Trace) -> String {
        let mut text = format!("[deopt] {:.3} ms: ", trace.since_start_ms(self.at_ns));
        for (i, place) in self.guard.iter().enumerate() {
            text += &format!("{}{place}", if i > 0 { " inlined into " } else { "" });
        }
        text += &format!(": {}", self.reason.name());
        if !self.expected.text.is_empty() {
            text += &format!("; expected {}", self.expected.text);
        }
        if !self.came.text.is_empty() {
            text += &format!(", came {}", self.came.text);
        }
        let (guard, resume) = (self.guard.first(), self.resumption.first());
        if let (Some(guard), Some(resume)) = (guard, resume) {
            text += &format!("; bytecode {} resumes at {}", guard.offset, resume.offset);
            if (resume.code_id, resume.line) != (guard.code_id, guard.line) {
                text += &format!(" in {resume}");
            }
        }
        let frames = self.resumption.len();
        text += &format!(
            "; {frames} frame{}, code {:#x}, {:.1} ms old, left {} times before, time {} here",
            if frames == 1 { "" } else { "s" },
            self.code,
            self.age_ns as f64 / 1e6,
            self.exits,
            self.times
        );
        if self.outcome.thrown_away {
            text += &format!(
                "\n[deopt]   the code is thrown away ({:.1} ms of compiling)",
                self.outcome.compile_ns as f64 / 1e6
            );
            for place in &self.outcome.given_up {
                text += &format!("; no more speculation at {place}");
            }
            if self.outcome.loop_ended {
                text += "; the function stays in the baseline tier: a loop of deoptimizations has ended";
            }
        }
        text
    }

    pub fn json(&self) -> Json {
        let places = |places: &[Place]| places.iter().map(|p| Json::object().place(p)).collect::<Vec<_>>();
        let mut json = Json::event("deopt", self.at_ns);
        if let Some(guard) = self.guard.first() {
            json = json.place(guard);
        }
        json.number("machine_code", self.code.into())
            .text("tier", "optimized")
            .text("reason", self.reason.name())
            .with("expected", self.expected.json())
            .with("came", self.came.json())
            .list("guard", places(&self.guard))
            .list("resumption", places(&self.resumption))
            .number("age_ns", self.age_ns)
            .number("exits", self.exits)
            .number("times", self.times)
            .flag("thrown_away", self.outcome.thrown_away)
            .flag("loop_ended", self.outcome.loop_ended)
            .number("compile_ns", self.outcome.compile_ns)
            .list("given_up", places(&self.outcome.given_up))
    }
}

impl Finding {
    /// Something for which there are only words.
    pub fn of(text: impl Into<String>) -> Finding {
        Finding { text: text.into(), ..Finding::default() }
    }

    fn json(&self) -> Json {
        let shape = |s: &ShapeText| Json::object().number("id", s.serial.into()).text("text", &s.text);
        Json::object().text("text", &self.text).text("type", &self.kind).list("shapes", self.shapes.iter().map(shape))
    }
}

/// Characters of a string that are shown.
const SHOWN: usize = 40;

impl Vm {
    /// A place in words: as people are shown it if somebody looks, so that no source map is read for records that nobody does.
    pub fn place(&self, code_id: u32, offset: u32) -> Place {
        let mut place = Place { code_id, offset, ..Place::default() };
        let Some(info) = self.code.get(code_id) else { return place };
        let Some(source) = &info.source else {
            place.function = info.shown_name().into();
            return place;
        };
        if self.is_looked_at() {
            place.function = info.shown_name().into();
            let at = source.shown(info.position_at(offset));
            (place.line, place.column) = (at.line, at.column);
            at.file_name(source).clone_into(&mut place.file);
        } else {
            place.function = info.own_name().into();
            let at = source.line_column(info.position_at(offset));
            (place.line, place.column) = (at.line, at.column);
            place.file.clone_from(&source.name);
        }
        place
    }

    /// Whether somebody may read what is put on record.
    fn is_looked_at(&self) -> bool {
        let Trace { deopt, ic, opt, .. } = self.trace;
        let options = &self.options;
        let printed = options.print_code.is_some() || options.print_ir.is_some();
        deopt || ic || opt || printed || options.expose_vm || options.trace_compile || self.observed.is_observed()
    }

    /// The live shape with this index.
    pub fn shape_text(&mut self, index: u32) -> ShapeText {
        let shape = self.shape_at(index);
        ShapeText { serial: shape.serial, text: shape.describe(self) }
    }

    /// What of a value's shape is none of those that were expected: its difference from the nearest. Empty if it is no object.
    pub fn shape_difference(&mut self, expected: &[u32], came: Value) -> String {
        let Some(came) = came.as_object().map(|object| object.shape()) else { return String::new() };
        let differences = expected.iter().map(|index| self.shape_at(*index)).collect::<Vec<_>>();
        let differences = differences.into_iter().map(|shape| came.difference(&shape, self));
        differences.min_by_key(String::len).unwrap_or_default()
    }

    /// A value in words. Runs no code of the script and allocates nothing in the heap.
    pub fn summary(&mut self, value: Value) -> Finding {
        let plain = |text: String, kind: &str| Finding { text, kind: kind.into(), shapes: Vec::new() };
        if value.is_int() {
            return plain(value.as_int().to_string(), "int32");
        }
        if value.is_double() {
            let number = value.as_double();
            let text = if number == 0.0 && number.is_sign_negative() { "-0".into() } else { number.to_string() };
            return plain(text, "double");
        }
        if value.is_empty() {
            return plain("nothing".into(), "hole");
        }
        // A register that nothing was written to yet holds whatever the stack held.
        let shape_of = |cell: *mut abi::cell::CellHeader| {
            // SAFETY: there is a cell.
            let index = unsafe { (*cell).shape.get() };
            self.heap.base() + ((index as usize) << abi::cell::SHAPE_SHIFT)
        };
        let cell = value.is_cell().then(|| value.as_cell());
        let is_there = |cell: *mut abi::cell::CellHeader| {
            self.heap.is_cell(cell as usize) && (!value.is_object() || self.heap.is_cell(shape_of(cell)))
        };
        if cell.is_some_and(|cell| !is_there(cell)) {
            return plain("nothing that was written".into(), "unwritten");
        }
        if let Some(string) = value.as_string() {
            let text = if string.len() > 1 << 12 { String::new() } else { string.to_display() };
            let mut shown: String = text.chars().take(SHOWN).collect();
            if string.len() > SHOWN {
                shown += "...";
            }
            return plain(format!("the string '{shown}' of length {}", string.len()), "string");
        }
        let Some(object) = value.as_object() else {
            let (text, kind) = if value.is_undefined() {
                ("undefined", "undefined")
            } else if value.is_null() {
                ("null", "null")
            } else if value.is_bool() {
                (if value.is_true() { "true" } else { "false" }, "boolean")
            } else if value.is_bigint() {
                ("a BigInt", "bigint")
            } else {
                ("a Symbol", "symbol")
            };
            return plain(text.into(), kind);
        };
        let kind = object.kind();
        let shape = object.shape();
        let shape = ShapeText { serial: shape.serial, text: shape.describe(self) };
        let text = if kind == CellKind::Function {
            let code = crate::object::function::code_of(object).machine().code_id;
            format!("the function {}", self.place(code, 0))
        } else if kind == CellKind::NativeFunction {
            // SAFETY: the kind says what it is.
            let id = unsafe { (*object.as_ptr().cast::<crate::native::NativeFunction>()).code_id };
            format!("the built-in function {}", self.place(id, 0).function)
        } else if kind == CellKind::Array {
            let elements = object.element_kind();
            format!("an Array of {} elements{}", elements.name(), self.elements_cause(elements))
        } else {
            format!("an object {}", shape.text)
        };
        Finding { text, kind: kind.name().into(), shapes: vec![shape] }
    }

    /// The place that made most arrays' elements this kind, in words; none where nobody did.
    fn elements_cause(&self, kind: abi::object::ElementKind) -> String {
        let made = self.element_transitions.iter().filter(|((_, _, to), _)| *to == kind);
        let most = made.max_by_key(|((origin, ..), count)| (**count, origin.code_id, origin.offset));
        most.map_or_else(String::new, |((origin, ..), count)| {
            let times = if *count == 1 { "once".into() } else { format!("{count} times") };
            format!(" (made so by {}, {times})", self.origin_text(*origin))
        })
    }

    /// The operation that a place is, and where: "DeleteField at start (a.js:4:30)".
    pub fn origin_text(&self, origin: Origin) -> String {
        let place = self.place(origin.code_id, origin.offset);
        self.op_name(origin).map_or_else(|| place.to_string(), |op| format!("{op} at {place}"))
    }

    fn op_name(&self, origin: Origin) -> Option<&'static str> {
        let code = self.live_code().find(|code| code.machine().code_id == origin.code_id)?;
        let unit = *code.body.get()?.bytecode.get(origin.offset as usize)?;
        abi::opcode::Opcode::from_u16(unit).map(abi::opcode::Opcode::name)
    }

    /// The program has ended: how often there was what was told once, and how often each guard failed.
    pub fn finish_trace(&mut self) {
        self.trace.tell_counts();
        if !self.trace.deopt {
            return;
        }
        let mut sites = self.deopts.sites.clone();
        sites.sort_by_key(|s| std::cmp::Reverse(s.count));
        for site in sites {
            self.trace.tell(
                || format!("[deopt] {} in all at {}: {}", site.count, site.place, site.reason.name()),
                || {
                    Json::event("deopt-site", crate::observe::now_ns())
                        .place(&site.place)
                        .number("machine_code", site.code.into())
                        .text("reason", site.reason.name())
                        .number("count", site.count)
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> DeoptSite {
        DeoptSite { code: 1, place: Place::default(), reason: Reason::Overflow, count: 0 }
    }

    #[test]
    fn a_guard_has_a_few_records_and_a_count() {
        let mut deopts = Deopts::default();
        let site = deopts.add_site(site());
        let records = (0..100).filter_map(|_| deopts.count(site, false)).collect::<Vec<_>>();
        assert_eq!(records, (1..=SITE_RECORDS).collect::<Vec<_>>());
        assert_eq!((deopts.sites[0].count, deopts.total()), (100, 100));
    }

    #[test]
    fn guards_beyond_the_limit_are_counted_together() {
        let mut deopts = Deopts::default();
        let last = (0..=MAX_SITES).map(|_| deopts.add_site(site())).last();
        assert_eq!(last, Some(u32::MAX));
        assert_eq!(deopts.count(u32::MAX, true), None);
        assert_eq!((deopts.others, deopts.total()), (1, 1));
    }
}
