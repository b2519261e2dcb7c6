//! Shapes (hidden classes).
//!
//! A shape says which kind of object has it, its prototype, and its named properties: slot and attributes by key. Objects
//! made alike share shapes: adding a property follows a transition edge, weak, that remembers where in the source it
//! was first taken. An object that loses many properties, or gets very many, has a shape of its own: a dictionary.
//!
//! A shape's index in cell headers is its address relative to the heap's base, divided by 16.

use super::Object;
use super::table::{self, IntegrityLevel, PropertyEntry, PropertyTable};
use crate::string::PropertyKey;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, SHAPE_SHIFT};
use abi::ic::Storage;
use abi::object::{INLINE_SLOTS_OFFSET, JsObject};
use gc::{Gc, HeapCell, Visitor};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The shape belongs to one object, whose properties change in place.
pub const DICTIONARY: u8 = 1;
/// No property may be added.
pub const NOT_EXTENSIBLE: u8 = 2;
/// An inline cache knows this dictionary: it must be replaced before it changes.
pub const CACHED: u8 = 4;
/// The table holds keys that no ancestor's `key` names (marking must walk it).
const WHOLE_TABLE: u8 = 8;

/// A root that instances began with while their constructor was still learning their size: no more are made.
const OUTGROWN: u8 = 16;

/// A root whose instances' size has been learned.
const SETTLED: u8 = 128;

/// The dictionary's properties are global variables: writes are noted, since code takes those that never change for constants.
pub const GLOBALS: u8 = 32;

/// Code relies on the values of properties of an object that has the shape: writes are noted.
pub const CONSTANTS: u8 = 64;

/// Properties beyond which an object becomes a dictionary (V8: 1020 fast out-of-object ones, 128 by keyed store).
pub const MAX_FAST_PROPERTIES: u32 = 512;
/// Properties that objects lose one after the other and still share shapes; their slots stay empty (JavaScriptCore: 64 transitions).
pub const MAX_REMOVALS: usize = 8;
/// The most properties that a shape has which is copied for one that is removed.
const MAX_COPIED: usize = 64;
/// Inline slots at most.
pub const MAX_INLINE: u32 = 64;
/// Properties that are named of a shape in words.
const SHOWN_KEYS: usize = 12;

enum Transitions {
    None,
    One(TransitionKey, Gc<Shape>),
    Many(Box<FxHashMap<TransitionKey, Gc<Shape>>>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum TransitionKey {
    Add(PropertyKey, u8),
    Attributes(PropertyKey, u8),
    Remove(PropertyKey),
    Prototype(*mut JsObject),
    PreventExtensions,
    Integrity(IntegrityLevel),
}

/// Where a transition was first taken: code id and bytecode offset; zero for the runtime's own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    pub code_id: u32,
    pub offset: u32,
}

/// Objects that became dictionaries at one place, for reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dictionaries {
    pub count: u64,
    /// Names of the first one's properties, as it was before; the first [`DICTIONARY_KEYS`].
    pub keys: Vec<String>,
}

/// Names that are kept of an object that became a dictionary.
const DICTIONARY_KEYS: usize = 32;

/// A step on the way to a shape, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    pub serial: u32,
    /// None for a root shape, and for transitions that are not about a property.
    pub key: Option<PropertyKey>,
    pub origin: Origin,
}

/// A hidden class. Allocated in the heap; immutable but for transitions and, in dictionaries, the table.
#[repr(C)]
pub struct Shape {
    header: CellHeader,
    prototype: Cell<*mut JsObject>,
    table: RefCell<Rc<RefCell<PropertyTable>>>,
    /// Entries of the table that this shape sees.
    count: Cell<u32>,
    /// Slots in use; the next property gets this one.
    slot_count: Cell<u32>,
    /// Less for a while than what instances have room for, after [`Vm::shrink_root`].
    inline_capacity: Cell<u8>,
    object_kind: CellKind,
    flags: Cell<u8>,
    parent: Option<Gc<Shape>>,
    key: Option<PropertyKey>,
    transitions: RefCell<Transitions>,
    pub origin: Origin,
    /// Unique among all shapes of the VM, for reports (an index is used again).
    pub serial: u32,
}

const _: () = assert!(std::mem::offset_of!(Shape, prototype) == abi::object::SHAPE_PROTOTYPE_OFFSET);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Shape {
    const KIND: CellKind = CellKind::Shape;
    const NEEDS_DROP: bool = true;
}

/// Where a property is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    pub slot: u32,
    pub attributes: u8,
}

impl Property {
    pub fn is_accessor(self) -> bool {
        self.attributes & table::ACCESSOR != 0
    }
    pub fn is_writable(self) -> bool {
        self.attributes & table::WRITABLE != 0
    }
    pub fn is_enumerable(self) -> bool {
        self.attributes & table::ENUMERABLE != 0
    }
    pub fn is_configurable(self) -> bool {
        self.attributes & table::CONFIGURABLE != 0
    }
}

/// Byte offset of a slot: from the object if inline, else from the slots cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotPlace {
    Inline(u32),
    Slots(u32),
}

impl SlotPlace {
    /// As entries of inline caches say it.
    pub fn storage(self) -> (Storage, u32) {
        match self {
            SlotPlace::Inline(offset) => (Storage::Inline, offset),
            SlotPlace::Slots(offset) => (Storage::Slots, offset),
        }
    }
}

impl Shape {
    #[inline(always)]
    pub fn prototype(&self) -> Option<Object> {
        Object::from_nullable(self.prototype.get())
    }

    #[inline(always)]
    pub fn flags(&self) -> u8 {
        self.flags.get()
    }

    #[inline(always)]
    pub fn is_dictionary(&self) -> bool {
        self.flags.get() & DICTIONARY != 0
    }

    #[inline(always)]
    pub fn is_extensible(&self) -> bool {
        self.flags.get() & NOT_EXTENSIBLE == 0
    }

    /// Of a dictionary.
    pub(crate) fn mark_globals(&self) {
        self.flags.set(self.flags.get() | GLOBALS);
    }

    pub(crate) fn mark_constants(&self) {
        self.flags.set(self.flags.get() | CONSTANTS);
    }

    /// Inline caches write the property. Shapes that share a table share what is known of it.
    pub(crate) fn note_written(&self, key: PropertyKey) {
        self.table.borrow().borrow_mut().note_written(key);
    }

    /// Whether inline caches write the property.
    pub(crate) fn is_written(&self, key: PropertyKey) -> bool {
        self.table.borrow().borrow().find(key, self.count.get() as usize).is_some_and(|(_, entry)| entry.is_written)
    }

    pub fn mark_cached(&self) {
        self.flags.set(self.flags.get() | CACHED);
    }

    pub(crate) fn mark_settled(&self) {
        self.flags.set(self.flags.get() | SETTLED);
    }

    /// Slack tracking has ended for a constructor whose instances begin with this root.
    pub(crate) fn is_settled(&self) -> bool {
        self.flags.get() & SETTLED != 0
    }

    /// A constructor makes no more instances that begin with this root. Nothing, if others do, which have the same prototype.
    pub(crate) fn mark_outgrown(&self) {
        if !self.is_settled() {
            self.flags.set(self.flags.get() | OUTGROWN);
        }
    }

    /// Objects of this shape are few, and no more are made: they were their constructor's first.
    pub fn is_outgrown(&self) -> bool {
        let Some(mut root) = self.parent else { return self.flags.get() & OUTGROWN != 0 };
        while let Some(parent) = root.parent {
            root = parent;
        }
        root.flags.get() & OUTGROWN != 0
    }

    #[inline(always)]
    pub fn inline_capacity(&self) -> u32 {
        self.inline_capacity.get() as u32
    }

    /// Bytes that a new object of this shape takes.
    #[inline(always)]
    pub fn instance_bytes(&self) -> usize {
        abi::object::INLINE_SLOTS_OFFSET + self.inline_capacity.get() as usize * 8
    }

    pub fn slot_count(&self) -> u32 {
        self.slot_count.get()
    }

    pub fn object_kind(&self) -> CellKind {
        self.object_kind
    }

    #[inline]
    pub fn lookup(&self, key: PropertyKey) -> Option<Property> {
        let count = self.count.get() as usize;
        if count == 0 {
            return None;
        }
        // SAFETY: the references are gone when this returns, and searching a table changes nothing and calls nobody.
        let found = unsafe {
            let table = self.table.try_borrow_unguarded().expect("nobody changes it meanwhile");
            table.try_borrow_unguarded().expect("nobody changes it meanwhile").find(key, count)
        };
        found.map(|(_, entry)| Property { slot: entry.slot, attributes: entry.attributes })
    }

    /// All properties in insertion order.
    pub fn for_each(&self, mut f: impl FnMut(PropertyKey, Property)) {
        let table = self.table.borrow();
        let table = table.borrow();
        for entry in &table.entries()[..self.count.get() as usize] {
            if let Some(key) = entry.key {
                f(key, Property { slot: entry.slot, attributes: entry.attributes });
            }
        }
    }

    /// The n-th table entry (with removed ones counted), for iteration while the object may change.
    pub fn entry(&self, n: usize) -> Option<PropertyEntry> {
        if n >= self.count.get() as usize { None } else { Some(self.table.borrow().borrow().entries()[n]) }
    }

    /// What of the table the shape sees, and how often something was taken out of it: while both are the same, so are the properties.
    pub(crate) fn table_version(&self) -> (usize, usize) {
        (self.count.get() as usize, self.table.borrow().borrow().removals())
    }

    pub fn property_count(&self) -> usize {
        let mut n = 0;
        self.for_each(|_, _| n += 1);
        n
    }

    #[inline(always)]
    pub fn place(&self, slot: u32) -> SlotPlace {
        if slot < self.inline_capacity.get() as u32 {
            SlotPlace::Inline(INLINE_SLOTS_OFFSET as u32 + slot * 8)
        } else {
            SlotPlace::Slots(abi::object::SLOTS_VALUES_OFFSET as u32 + (slot - self.inline_capacity.get() as u32) * 8)
        }
    }

    /// The shapes that lead here, oldest first, each with the key that its transition added or changed.
    pub fn lineage(&self) -> Vec<Transition> {
        let transition = |shape: &Shape| Transition { serial: shape.serial, key: shape.key, origin: shape.origin };
        let mut all = vec![transition(self)];
        let mut next = self.parent;
        while let Some(shape) = next {
            all.push(transition(&shape));
            next = shape.parent;
        }
        all.reverse();
        all
    }

    /// For reports: the code id of the function that the prototype has as its `constructor`.
    pub fn constructor_id(&self, vm: &Vm) -> Option<u32> {
        let prototype = self.prototype()?;
        let property = prototype.own_named(vm.names.constructor).filter(|p| !p.is_accessor())?;
        let constructor = prototype.slot(property.slot).as_object()?;
        match constructor.kind() {
            CellKind::Function => Some(super::function::code_of(constructor).machine().code_id),
            _ => None,
        }
    }

    /// For reports: `Entry {x, y, next}`, and since when it is a dictionary.
    pub fn describe(&self, vm: &mut Vm) -> String {
        let mut keys = Vec::new();
        self.for_each(|key, _| keys.push(key));
        let shown: Vec<String> = keys.iter().take(SHOWN_KEYS).map(|k| k.to_display(vm)).collect();
        let more = if keys.len() > SHOWN_KEYS { ", ..." } else { "" };
        let dictionary = match self.is_dictionary() {
            true if self.origin.code_id != 0 => format!(" (a dictionary since the {})", vm.origin_text(self.origin)),
            true => " (a dictionary)".into(),
            false => String::new(),
        };
        format!("{} {{{}{}}}{}", self.maker(vm), shown.join(", "), more, dictionary)
    }

    /// The name of the constructor if it is the program's, or of the kind of object.
    fn maker(&self, vm: &Vm) -> String {
        let constructor = self.constructor_id(vm).and_then(|id| Some(vm.code.get(id)?.shown_name().into_owned()));
        constructor.filter(|name| !name.is_empty()).unwrap_or_else(|| self.object_kind.name().into())
    }

    fn keys_and_attributes(&self) -> Vec<(PropertyKey, u8)> {
        let mut entries = Vec::new();
        self.for_each(|key, property| entries.push((key, property.attributes)));
        entries
    }

    /// Whether objects of the other shape have the same properties, in the same order, and only another prototype.
    pub fn differs_in_prototype(&self, other: &Shape) -> bool {
        let is_alike = self.object_kind == other.object_kind && !self.is_dictionary() && !other.is_dictionary();
        is_alike
            && self.prototype.get() != other.prototype.get()
            && self.keys_and_attributes() == other.keys_and_attributes()
    }

    /// For reports: how this shape is not the other, in words. Two shapes always differ.
    pub fn difference(&self, other: &Shape, vm: &mut Vm) -> String {
        let (own, others) = (self.keys_and_attributes(), other.keys_and_attributes());
        let by_key = |entries: &[(PropertyKey, u8)]| entries.iter().copied().collect::<FxHashMap<_, _>>();
        let (own_by_key, others_by_key) = (by_key(&own), by_key(&others));
        let list = |keys: Vec<PropertyKey>, what: &str| {
            let names: Vec<String> = keys.iter().take(SHOWN_KEYS).map(|key| key.to_display(vm)).collect();
            (!names.is_empty()).then(|| format!("{what}{}", names.join(", ")))
        };
        let missing = others.iter().map(|(key, _)| *key).filter(|key| !own_by_key.contains_key(key)).collect();
        let more = own.iter().map(|(key, _)| *key).filter(|key| !others_by_key.contains_key(key)).collect();
        let is_changed =
            |(key, attributes): &&(PropertyKey, u8)| others_by_key.get(key).is_some_and(|of| of != attributes);
        let changed = own.iter().filter(is_changed).map(|(key, _)| *key).collect();
        let mut words: Vec<String> =
            [list(missing, "without "), list(more, "with also "), list(changed, "another kind of property ")]
                .into_iter()
                .flatten()
                .collect();
        if words.is_empty() && own != others {
            words.push("the same properties in another order".into());
        }
        if self.object_kind != other.object_kind {
            words.push(format!("{} in place of {}", self.object_kind.name(), other.object_kind.name()));
        }
        if self.prototype.get() != other.prototype.get() {
            words.push("another prototype".into());
        }
        if self.is_dictionary() != other.is_dictionary() {
            words.push(if self.is_dictionary() { "a dictionary" } else { "no dictionary" }.into());
        }
        if self.is_extensible() != other.is_extensible() {
            words.push(if self.is_extensible() { "extensible" } else { "not extensible" }.into());
        }
        if words.is_empty() && self.inline_capacity.get() != other.inline_capacity.get() {
            words.push(format!(
                "room for {} properties in place of {}",
                self.inline_capacity(),
                other.inline_capacity()
            ));
        }
        if words.is_empty() {
            words.push("the same properties, made separately".into());
        }
        words.join("; ")
    }

    /// # Safety
    /// To be called by the collector only, on a live Shape cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind Shape.
        let shape = unsafe { &*cell.cast::<Shape>() };
        visitor.visit_cell(shape.prototype.get().cast());
        if let Some(parent) = shape.parent {
            visitor.visit_cell(parent.header());
        }
        if let Some(key) = shape.key {
            visitor.visit_value(key_cell(key));
        }
        if shape.flags.get() & (WHOLE_TABLE | DICTIONARY) != 0 {
            shape.for_each(|key, _| visitor.visit_value(key_cell(key)));
        }
    }

    /// Forgets transitions to shapes that died.
    fn children(&self) -> Vec<Gc<Shape>> {
        match &*self.transitions.borrow() {
            Transitions::None => Vec::new(),
            Transitions::One(_, shape) => vec![*shape],
            Transitions::Many(map) => map.values().copied().collect(),
        }
    }

    pub fn sweep_transitions(&self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        let mut transitions = self.transitions.borrow_mut();
        match &mut *transitions {
            Transitions::None => {}
            Transitions::One(_, shape) => {
                if !is_marked(shape.header()) {
                    *transitions = Transitions::None;
                }
            }
            Transitions::Many(map) => map.retain(|_, shape| is_marked(shape.header())),
        }
    }

    fn transition(&self, key: TransitionKey) -> Option<Gc<Shape>> {
        // SAFETY: the reference is gone when this returns, and looking at transitions changes nothing and calls nobody.
        match unsafe { self.transitions.try_borrow_unguarded() }.expect("nobody changes them meanwhile") {
            Transitions::None => None,
            Transitions::One(k, shape) => (*k == key).then_some(*shape),
            Transitions::Many(map) => map.get(&key).copied(),
        }
    }

    /// The shape that some object of this one has got by adding a property.
    #[inline]
    pub(crate) fn after_adding(&self, key: PropertyKey, attributes: u8) -> Option<Gc<Shape>> {
        self.transition(TransitionKey::Add(key, attributes))
    }

    /// Whether objects of this shape that lose the property have the other one.
    pub(crate) fn is_transition_without(&self, key: PropertyKey, next: Gc<Shape>) -> bool {
        let next = Some(next);
        self.key == Some(key) && self.parent == next || self.transition(TransitionKey::Remove(key)) == next
    }

    fn add_transition(&self, key: TransitionKey, shape: Gc<Shape>) {
        let mut transitions = self.transitions.borrow_mut();
        match &mut *transitions {
            Transitions::None => *transitions = Transitions::One(key, shape),
            Transitions::One(k, s) => {
                let mut map = FxHashMap::default();
                map.insert(*k, *s);
                map.insert(key, shape);
                *transitions = Transitions::Many(Box::new(map));
            }
            Transitions::Many(map) => {
                map.insert(key, shape);
            }
        }
    }
}

/// The cell of a key as a value, for marking (an index has none).
fn key_cell(key: PropertyKey) -> Value {
    if key.is_index() { Value::EMPTY } else { key.word() }
}

/// Prototype, kind and inline capacity.
type RootKey = (*mut JsObject, CellKind, u8);

const RECENT_ROOTS: usize = 16;

/// Where a root shape is in the cache (Fibonacci hashing: prototypes lie some words apart).
fn recent_root(key: &RootKey) -> usize {
    let key = key.0 as usize + ((key.1 as usize) << 48) + ((key.2 as usize) << 56);
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (usize::BITS - RECENT_ROOTS.ilog2())
}

/// Root shapes by prototype, kind and inline capacity; weak.
#[derive(Default)]
pub struct RootShapes {
    map: FxHashMap<RootKey, Gc<Shape>>,
    /// A direct-mapped cache of the map.
    recent: [Option<(RootKey, Gc<Shape>)>; RECENT_ROOTS],
    /// Shapes that have transitions: theirs are swept.
    with_transitions: Vec<Gc<Shape>>,
    next_serial: u32,
}

impl RootShapes {
    pub fn sweep(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.recent = Default::default();
        self.map.retain(|key, shape| is_marked(shape.header()) && (key.0.is_null() || is_marked(key.0.cast())));
        self.with_transitions.retain(|shape| {
            let live = is_marked(shape.header());
            if live {
                shape.sweep_transitions(is_marked);
            }
            live
        });
    }
}

struct NewShape {
    prototype: *mut JsObject,
    table: Rc<RefCell<PropertyTable>>,
    count: u32,
    slot_count: u32,
    inline_capacity: u8,
    object_kind: CellKind,
    flags: u8,
    parent: Option<Gc<Shape>>,
    key: Option<PropertyKey>,
}

impl Vm {
    /// The index that headers carry for a shape.
    #[inline(always)]
    pub fn shape_index(&self, shape: Gc<Shape>) -> u32 {
        ((shape.as_ptr() as usize - self.context.heap_base.get()) >> SHAPE_SHIFT) as u32
    }

    /// The shape that an index names. The index must come from a live header.
    #[inline(always)]
    pub fn shape_at(&self, index: u32) -> Gc<Shape> {
        let address = self.context.heap_base.get() + ((index as usize) << SHAPE_SHIFT);
        // SAFETY: indices in live headers name live shapes: a live cell keeps its shape alive.
        unsafe { Gc::from_ptr(address as *mut Shape) }
    }

    fn alloc_shape(&mut self, new: NewShape) -> JsResult<Gc<Shape>> {
        let serial = self.shapes.next_serial;
        self.shapes.next_serial += 1;
        let origin = self.current_origin();
        if self.trace.ic && origin.code_id != 0 {
            let is_dictionary = new.flags & DICTIONARY != 0;
            self.trace_shape(serial, new.parent, new.key, is_dictionary, origin);
        }
        self.alloc(Shape {
            header: new_header(CellKind::Shape, 0),
            prototype: Cell::new(new.prototype),
            table: RefCell::new(new.table),
            count: Cell::new(new.count),
            slot_count: Cell::new(new.slot_count),
            inline_capacity: Cell::new(new.inline_capacity),
            object_kind: new.object_kind,
            flags: Cell::new(new.flags),
            parent: new.parent,
            key: new.key,
            transitions: RefCell::new(Transitions::None),
            origin,
            serial,
        })
    }

    /// The empty shape for a prototype, kind and number of inline slots.
    pub fn root_shape(
        &mut self,
        prototype: Option<Object>,
        kind: CellKind,
        inline_capacity: u32,
    ) -> JsResult<Gc<Shape>> {
        let pointer = prototype.map_or(std::ptr::null_mut(), |p| p.as_ptr());
        let capacity = inline_capacity.min(MAX_INLINE) as u8;
        let key = (pointer, kind, capacity);
        let place = recent_root(&key);
        if let Some((_, shape)) = self.shapes.recent[place].filter(|(recent, _)| *recent == key) {
            return Ok(shape);
        }
        if let Some(&shape) = self.shapes.map.get(&key) {
            self.shapes.recent[place] = Some((key, shape));
            return Ok(shape);
        }
        if let Some(p) = prototype {
            p.header().set_flag(abi::cell::FLAG_PROTOTYPE);
        }
        let shape = self.alloc_shape(NewShape {
            prototype: pointer,
            table: Rc::default(),
            count: 0,
            slot_count: 0,
            inline_capacity: capacity,
            object_kind: kind,
            flags: 0,
            parent: None,
            key: None,
        })?;
        self.shapes.map.insert(key, shape);
        Ok(shape)
    }

    /// The same where it is there already.
    pub(crate) fn known_root(&self, prototype: Object, kind: CellKind, inline_capacity: u32) -> Option<Gc<Shape>> {
        self.shapes.map.get(&(prototype.as_ptr(), kind, inline_capacity as u8)).copied()
    }

    /// A dictionary shape with the same properties, for one object alone.
    pub fn dictionary_shape(&mut self, of: Gc<Shape>) -> JsResult<Gc<Shape>> {
        if !of.is_dictionary() {
            self.note_dictionary(of);
        }
        let table = if of.is_dictionary() {
            // The table moves: the old shape is no longer used by its object.
            of.table.borrow().clone()
        } else {
            Rc::new(RefCell::new(of.table.borrow().borrow().prefix(of.count.get() as usize)))
        };
        let count = table.borrow().len() as u32;
        let shape = self.alloc_shape(NewShape {
            prototype: of.prototype.get(),
            table,
            count,
            slot_count: of.slot_count.get(),
            inline_capacity: of.inline_capacity.get(),
            object_kind: of.object_kind,
            flags: DICTIONARY | (of.flags.get() & (NOT_EXTENSIBLE | GLOBALS)),
            parent: None,
            key: None,
        })?;
        if of.is_dictionary() {
            // Whoever still holds the old shape must not see the shared table change.
            *of.table.borrow_mut() = Rc::default();
            of.count.set(0);
        }
        Ok(shape)
    }

    /// Counts an object that becomes a dictionary against the running place.
    fn note_dictionary(&mut self, of: Gc<Shape>) {
        let origin = self.current_origin();
        if origin.code_id == 0 {
            return;
        }
        if let Some(known) = self.dictionaries.get_mut(&origin) {
            known.count += 1;
            return;
        }
        let mut keys = Vec::new();
        of.for_each(|key, _| keys.push(key));
        let keys = keys.iter().take(DICTIONARY_KEYS).map(|key| key.to_display(self)).collect();
        self.dictionaries.insert(origin, Dictionaries { count: 1, keys });
    }

    /// The shape after adding `key`, which is not there. None: too many properties, the object should become a dictionary.
    pub fn shape_adding(&mut self, shape: Gc<Shape>, key: PropertyKey, attributes: u8) -> JsResult<Option<Gc<Shape>>> {
        let edge = TransitionKey::Add(key, attributes);
        if let Some(next) = shape.transition(edge) {
            return Ok(Some(next));
        }
        if shape.slot_count.get() >= MAX_FAST_PROPERTIES + shape.inline_capacity() {
            return Ok(None);
        }
        let count = shape.count.get() as usize;
        let slot = shape.slot_count.get();
        let shared = shape.table.borrow().clone();
        let (table, whole) = if shared.borrow().len() == count {
            (shared, false)
        } else {
            (Rc::new(RefCell::new(shared.borrow().prefix(count))), true)
        };
        table.borrow_mut().push(key, slot, attributes);
        // A copied table's keys are all named by the ancestors still, through `parent`.
        let _ = whole;
        let next = self.alloc_shape(NewShape {
            prototype: shape.prototype.get(),
            table,
            count: count as u32 + 1,
            slot_count: slot + 1,
            inline_capacity: shape.inline_capacity.get(),
            object_kind: shape.object_kind,
            flags: shape.flags.get() & NOT_EXTENSIBLE,
            parent: Some(shape),
            key: Some(key),
        })?;
        self.remember_transition(shape, edge, next);
        Ok(Some(next))
    }

    fn remember_transition(&mut self, shape: Gc<Shape>, edge: TransitionKey, next: Gc<Shape>) {
        if matches!(*shape.transitions.borrow(), Transitions::None) {
            self.shapes.with_transitions.push(shape);
        }
        shape.add_transition(edge, next);
    }

    fn derived_shape(
        &mut self,
        shape: Gc<Shape>,
        edge: TransitionKey,
        prototype: *mut JsObject,
        flags: u8,
        change: impl FnOnce(&mut PropertyTable),
    ) -> JsResult<Gc<Shape>> {
        if let Some(next) = shape.transition(edge) {
            return Ok(next);
        }
        let mut table = shape.table.borrow().borrow().prefix(shape.count.get() as usize);
        change(&mut table);
        let next = self.alloc_shape(NewShape {
            prototype,
            table: Rc::new(RefCell::new(table)),
            count: shape.count.get(),
            slot_count: shape.slot_count.get(),
            inline_capacity: shape.inline_capacity.get(),
            object_kind: shape.object_kind,
            flags: flags | WHOLE_TABLE,
            parent: None,
            key: None,
        })?;
        self.remember_transition(shape, edge, next);
        Ok(next)
    }

    /// The (shared) shape with a property's attributes changed.
    pub fn shape_with_attributes(&mut self, shape: Gc<Shape>, key: PropertyKey, attributes: u8) -> JsResult<Gc<Shape>> {
        let Some((i, _)) = shape.table.borrow().borrow().find(key, shape.count.get() as usize) else {
            return Ok(shape);
        };
        let edge = TransitionKey::Attributes(key, attributes);
        self.derived_shape(shape, edge, shape.prototype.get(), shape.flags.get() & NOT_EXTENSIBLE, |table| {
            table.set_attributes(i, attributes)
        })
    }

    /// The (shared) shape without a property, which is there. None: the object has lost so many that it should become a dictionary.
    pub fn shape_without(&mut self, shape: Gc<Shape>, key: PropertyKey) -> JsResult<Option<Gc<Shape>>> {
        // The last one that was added: back to what it was added to.
        if let Some(parent) = shape.parent.filter(|_| shape.key == Some(key)) {
            return Ok(Some(parent));
        }
        let edge = TransitionKey::Remove(key);
        if let Some(next) = shape.transition(edge) {
            return Ok(Some(next));
        }
        let count = shape.count.get() as usize;
        let Some((i, _)) = shape.table.borrow().borrow().find(key, count) else { return Ok(Some(shape)) };
        if count > MAX_COPIED || shape.table.borrow().borrow().removals() >= MAX_REMOVALS {
            return Ok(None);
        }
        let table = shape.table.borrow().borrow().without(i, count);
        let next = self.alloc_shape(NewShape {
            prototype: shape.prototype.get(),
            table: Rc::new(RefCell::new(table)),
            count: count as u32 - 1,
            slot_count: shape.slot_count.get(),
            inline_capacity: shape.inline_capacity.get(),
            object_kind: shape.object_kind,
            flags: shape.flags.get() & NOT_EXTENSIBLE | WHOLE_TABLE,
            parent: None,
            key: None,
        })?;
        self.remember_transition(shape, edge, next);
        Ok(Some(next))
    }

    /// Gives the instances of a root shape `wanted` inline slots from now on, or as many more as one of them has in use: it and all shapes that came
    /// of it stay what they are, so that instances made before and after are alike. False where that cannot be done.
    pub(crate) fn shrink_root(&mut self, root: Gc<Shape>, wanted: u32) -> bool {
        const MAX_SHAPES: usize = 256;
        let mut tree = vec![root];
        let mut next = 0;
        while let Some(shape) = tree.get(next) {
            tree.extend(shape.children());
            next += 1;
            if tree.len() > MAX_SHAPES {
                return false;
            }
        }
        let used = tree.iter().map(|shape| shape.slot_count.get()).max().unwrap_or(0);
        let (capacity, before) = (wanted.max(used), root.inline_capacity());
        if capacity >= before {
            return capacity == before;
        }
        let key = |capacity: u32| (root.prototype.get(), root.object_kind, capacity as u8);
        let is_root = self.shapes.map.get(&key(before)).is_some_and(|shape| shape.ptr_eq(root));
        if !is_root || self.shapes.map.contains_key(&key(capacity)) {
            return false;
        }
        self.shapes.recent = Default::default();
        self.shapes.map.remove(&key(before));
        self.shapes.map.insert(key(capacity), root);
        tree.iter().for_each(|shape| shape.inline_capacity.set(capacity as u8));
        true
    }

    /// The (shared) shape with another prototype.
    pub fn shape_with_prototype(&mut self, shape: Gc<Shape>, prototype: Option<Object>) -> JsResult<Gc<Shape>> {
        let pointer = prototype.map_or(std::ptr::null_mut(), |p| p.as_ptr());
        if let Some(p) = prototype {
            p.header().set_flag(abi::cell::FLAG_PROTOTYPE);
        }
        if shape.count.get() == 0 && shape.is_extensible() {
            return self.root_shape(prototype, shape.object_kind, shape.inline_capacity());
        }
        let flags = shape.flags.get() & NOT_EXTENSIBLE;
        self.derived_shape(shape, TransitionKey::Prototype(pointer), pointer, flags, |_| {})
    }

    /// The (shared) shape that is not extensible.
    pub fn shape_not_extensible(&mut self, shape: Gc<Shape>) -> JsResult<Gc<Shape>> {
        let pointer = shape.prototype.get();
        self.derived_shape(shape, TransitionKey::PreventExtensions, pointer, NOT_EXTENSIBLE, |_| {})
    }

    /// The (shared) shape that is not extensible and whose properties are sealed or frozen, private ones as they were.
    pub fn shape_with_integrity(&mut self, shape: Gc<Shape>, level: IntegrityLevel) -> JsResult<Gc<Shape>> {
        let pointer = shape.prototype.get();
        self.derived_shape(shape, TransitionKey::Integrity(level), pointer, NOT_EXTENSIBLE, |table| {
            table.set_integrity(level);
        })
    }
}

/// Changes in place; only on a dictionary that no inline cache knows.
impl Shape {
    pub(super) fn dictionary_add(&self, key: PropertyKey, attributes: u8) -> u32 {
        debug_assert!(self.is_dictionary());
        let table = self.table.borrow();
        let mut table = table.borrow_mut();
        let (slot, fresh) = table.take_slot(self.slot_count.get());
        if fresh {
            self.slot_count.set(slot + 1);
        }
        table.push(key, slot, attributes);
        self.count.set(table.len() as u32);
        slot
    }

    pub(super) fn dictionary_remove(&self, key: PropertyKey) {
        let table = self.table.borrow();
        let mut table = table.borrow_mut();
        if let Some((i, _)) = table.find(key, self.count.get() as usize) {
            table.remove(i);
        }
        self.count.set(table.len() as u32);
    }

    pub(super) fn dictionary_set_attributes(&self, key: PropertyKey, attributes: u8) {
        let table = self.table.borrow();
        let mut table = table.borrow_mut();
        if let Some((i, _)) = table.find(key, self.count.get() as usize) {
            table.set_attributes(i, attributes);
        }
    }

    pub(super) fn dictionary_set_prototype(&self, prototype: Option<Object>) {
        self.prototype.set(prototype.map_or(std::ptr::null_mut(), |p| p.as_ptr()));
    }

    pub(super) fn dictionary_prevent_extensions(&self) {
        self.flags.set(self.flags.get() | NOT_EXTENSIBLE);
    }

    pub(super) fn dictionary_set_integrity(&self, level: IntegrityLevel) {
        self.dictionary_prevent_extensions();
        self.table.borrow().borrow_mut().set_integrity(level);
    }
}
