//! `--trace-ic`: what sites learn, and what becomes of shapes and kinds of elements, told as it happens.

use super::{Change, site_at};
use crate::PropertyKey;
use crate::bytecode::verify::{self, Instruction};
use crate::code::Code;
use crate::object::shape::{Origin, Shape};
use crate::observe::now_ns;
use crate::observe::trace::Json;
use crate::tiering::deopt::Place;
use crate::vm::Vm;
use abi::ic::{
    EntryKind, SEEN_GROWTH, SEEN_HOLE, SEEN_NAMED_KEY, SEEN_OTHER, SEEN_OUT_OF_BOUNDS, SEEN_STRING, SEEN_TYPED_ARRAY,
    SITE_GENERIC, SITE_MEGAMORPHIC, SITE_MONOMORPHIC, SITE_POLYMORPHIC, Site, SiteKind,
};
use abi::object::ElementKind;
use gc::Gc;

/// What an element access may have come across besides kinds of elements.
pub const SEEN: [(u16, &str); 7] = [
    (SEEN_TYPED_ARRAY, "typed array"),
    (SEEN_STRING, "string"),
    (SEEN_NAMED_KEY, "named key"),
    (SEEN_OUT_OF_BOUNDS, "out of bounds"),
    (SEEN_HOLE, "hole"),
    (SEEN_GROWTH, "growth"),
    (SEEN_OTHER, "other"),
];

/// What the site is for.
pub fn site_kind(site: &Site) -> Option<SiteKind> {
    SiteKind::of(site.kind.get())
}

/// A site's state in a word.
pub fn state_name(state: u8) -> &'static str {
    match state {
        SITE_MONOMORPHIC => "monomorphic",
        SITE_POLYMORPHIC => "polymorphic",
        SITE_MEGAMORPHIC => "megamorphic",
        SITE_GENERIC => "generic",
        _ => "uninitialized",
    }
}

/// What an element access has come across, in words.
pub fn seen_words(bits: u16) -> Vec<&'static str> {
    const KINDS: [ElementKind; 7] = [
        ElementKind::PackedInt,
        ElementKind::HoleyInt,
        ElementKind::PackedDouble,
        ElementKind::HoleyDouble,
        ElementKind::PackedTagged,
        ElementKind::HoleyTagged,
        ElementKind::Dictionary,
    ];
    let kinds = KINDS.iter().filter(|kind| bits & 1 << **kind as u16 != 0).map(|kind| kind.name());
    kinds.chain(SEEN.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| *name)).collect()
}

fn kind_name(site: &Site) -> String {
    site_kind(site).map_or(String::new(), |kind| format!("{kind:?}"))
}

impl Vm {
    /// The instruction of a site of the function that runs.
    fn place_of_site(&self, site: &Site) -> Option<Place> {
        let mut frame = self.top_frame();
        while !frame.is_null() {
            // SAFETY: frames of the chain are live.
            unsafe {
                if !(*frame).code.is_null() {
                    let code = Code::from_machine((*frame).code);
                    let id = code.machine().code_id;
                    if site_at(&code, (*frame).position).is_some_and(|s| std::ptr::eq(s, site)) {
                        return Some(self.place(id, (*frame).position));
                    }
                    return offset_of(&code, site).map(|offset| self.place(id, offset));
                }
                frame = (*frame).caller;
            }
        }
        None
    }

    #[cold]
    pub(super) fn trace_change(&mut self, site: &Site, change: Change) {
        // Kinds of elements are told with their place (`trace_elements`), whether it is a site or not.
        if matches!(change, Change::Elements { .. }) {
            return;
        }
        if !self.trace.ic_all && !is_worse(site, change) {
            return;
        }
        let Some(place) = self.place_of_site(site) else { return };
        let from = self.histories.of(site).last().map_or("uninitialized", |event| state_name(event.state));
        let to = state_name(site.state.get());
        let key = match kind_name(site).as_str() {
            "GetField" | "SetField" | "DefineField" | "GetGlobal" | "SetGlobal" | "Private" if site.key.get() != 0 => {
                PropertyKey::from_bits(site.key.get()).to_display(self)
            }
            _ => String::new(),
        };
        let mut shape = None;
        let (name, came) = match change {
            Change::Case { shape: serial, kind } | Change::CaseAgain { shape: serial, kind } => {
                let again = if matches!(change, Change::CaseAgain { .. }) { "case-again" } else { "case" };
                shape = Some(serial);
                (again, format!("{}, {}", self.shape_of_site(site, serial), kind.name()))
            }
            Change::TooManyShapes { shape: serial } => {
                shape = Some(serial);
                ("too-many-shapes", "one more than an inline cache holds".into())
            }
            Change::Uncachable => ("uncachable", "something that cannot be cached".into()),
            Change::Cleared { cases } => ("cleared", format!("{cases} cases whose objects died")),
            Change::Target { code_id } => ("target", format!("the function {}", self.place(code_id, 0))),
            Change::TooManyTargets { code_id } => {
                ("too-many-targets", format!("the function {}", self.place(code_id, 0)))
            }
            Change::OddTarget => ("odd-target", "a bound function, a Proxy or the like".into()),
            Change::Seen { bits } => ("seen", seen_words(bits).join(", ")),
            Change::Resized { slots } => ("resized", format!("{slots} inline slots")),
            Change::Elements { .. } => return,
        };
        let kind = kind_name(site);
        let of = if key.is_empty() { String::new() } else { format!(" '{key}'") };
        self.trace.tell_once(format!("[ic] {place}: {kind}{of}: {from} -> {to}: {name}: {came}"), || {
            let line = Json::event("ic", now_ns())
                .place(&place)
                .text("kind", &kind)
                .text("key", &key)
                .text("from", from)
                .text("to", to)
                .text("change", name)
                .text("came", &came);
            match shape {
                Some(shape) => line.number("shape", shape.into()),
                None => line,
            }
        });
    }

    /// The shape with this number, if the site knows it, in words: how it is not the site's first, if it is another.
    fn shape_of_site(&mut self, site: &Site, serial: u32) -> String {
        let (mut first, mut found) = (None, None);
        crate::code::entries(site, |entry| {
            if entry.kind.get() != EntryKind::None && entry.shape.get() != 0 {
                let index = entry.shape.get();
                first = first.or(Some(index));
                found = found.or((self.shape_at(index).serial == serial).then_some(index));
            }
        });
        let (Some(first), Some(found)) = (first, found) else { return "a shape".into() };
        let text = self.shape_text(found).text;
        if first == found {
            return text;
        }
        let (first, found) = (self.shape_at(first), self.shape_at(found));
        format!("{text}: {}", found.difference(&first, self))
    }

    #[cold]
    pub(crate) fn trace_elements(&mut self, origin: Origin, from: ElementKind, to: ElementKind) {
        if origin.code_id == 0 {
            return;
        }
        let place = self.place(origin.code_id, origin.offset);
        self.trace.tell_once(format!("[ic] {place}: elements: {} -> {}", from.name(), to.name()), || {
            Json::event("elements", now_ns()).place(&place).text("from", from.name()).text("to", to.name())
        });
    }

    #[cold]
    pub(crate) fn trace_shape(
        &mut self,
        serial: u32,
        parent: Option<Gc<Shape>>,
        key: Option<PropertyKey>,
        is_dictionary: bool,
        origin: Origin,
    ) {
        if !self.trace.ic_all && !is_dictionary {
            return;
        }
        let place = self.origin_text(origin);
        let at = self.place(origin.code_id, origin.offset);
        let key = key.map_or(String::new(), |key| key.to_display(self));
        let text = match parent {
            _ if is_dictionary => format!("[ic] {place}: an object becomes a dictionary"),
            Some(parent) => format!("[ic] {place}: a shape: {} with also {key}", parent.describe(self)),
            None => format!("[ic] {place}: a shape of no properties, or one that is changed as a whole"),
        };
        let parent = parent.map_or(0, |parent| parent.serial);
        self.trace.tell_once(text, || {
            Json::event("shape", now_ns())
                .place(&at)
                .number("from", parent.into())
                .number("to", serial.into())
                .text("key", &key)
                .flag("dictionary", is_dictionary)
        });
    }
}

/// Whether code that is made for the site will be slower from now on.
fn is_worse(site: &Site, change: Change) -> bool {
    match change {
        Change::Case { .. } | Change::Target { .. } => site.state.get() > SITE_MONOMORPHIC,
        Change::TooManyShapes { .. }
        | Change::TooManyTargets { .. }
        | Change::Uncachable
        | Change::OddTarget
        | Change::Elements { .. } => true,
        Change::Seen { bits } => {
            let odd =
                SEEN_OUT_OF_BOUNDS | SEEN_HOLE | SEEN_NAMED_KEY | SEEN_OTHER | 1 << ElementKind::Dictionary as u16;
            let kinds = bits & ((1 << ElementKind::Dictionary as u16) - 1);
            bits & odd != 0 || kinds.count_ones() > 1
        }
        Change::CaseAgain { .. } | Change::Cleared { .. } | Change::Resized { .. } => false,
    }
}

/// Offset of the first instruction that has the site.
fn offset_of(code: &Code, site: &Site) -> Option<u32> {
    let body = code.body.get()?;
    let number = body.sites.iter().position(|s| std::ptr::eq(s, site))?;
    let instructions = verify::decode(&body.bytecode).ok()?;
    let has_it = |i: &Instruction| i.op.site(&body.bytecode[i.offset as usize..]) == Some(number);
    instructions.into_iter().find(has_it).map(|instruction| instruction.offset)
}
