//! RegExp (ECMA-262 sec. 22.2, annex B.2.4) and its legacy static properties.
//!
//! ```text
//! mod          the object, its constructor, what makes the fast paths possible
//! pattern      patterns as text
//! program      compiled patterns, their cache, matching (the machinery is `crate::regexp`)
//! exec         RegExpExec, RegExpBuiltinExec, result arrays
//! prototype    exec, test, toString, compile, the flag getters
//! symbols      @@match, @@matchAll, @@replace, @@search, @@split
//! iterator     RegExp String iterators
//! substitution replacement templates
//! escape       RegExp.escape
//! legacy       RegExp.$1 and the like
//! ```
//!
//! While nobody has touched RegExp.prototype, and a regular expression is as it was made, the methods match without
//! looking up `exec`, `flags` and so on: see [`Vm::is_pristine_regexp`].

mod escape;
mod exec;
mod iterator;
mod legacy;
pub mod pattern;
pub mod program;
mod prototype;
pub mod substitution;
mod symbols;

pub use exec::{builtin_exec, builtin_test, regexp_exec};
pub use iterator::RegExpStringIterator;
pub(crate) use prototype::intrinsic;
pub use symbols::{match_string, replace_with_text, search_string, split_string};

use crate::native::Args;
use crate::object::Object;
use crate::object::shape::Shape;
use crate::object::table::WRITABLE;
use crate::realm::Realm;
use crate::regexp::Flags;
use crate::runtime::convert::{to_boolean, to_string};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::{INLINE_SLOTS_OFFSET, JsObject};
use gc::{Gc, HeapCell, RootedVec, Visitor};
use legacy::Legacy;
use program::{Cache, Program};
use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

/// A RegExp object.
#[repr(C)]
pub struct RegExpObject {
    pub object: JsObject,
    /// The own property `lastIndex`: the one inline slot of the shapes of this kind.
    last_index: Cell<Value>,
    /// [[OriginalSource]], a string.
    source: Cell<Value>,
    /// [[RegExpMatcher]] and [[OriginalFlags]]
    program: Cell<Gc<ProgramCell>>,
    /// [[Realm]], by number.
    realm: u32,
    /// [[LegacyFeaturesEnabled]]
    legacy: Cell<bool>,
}

/// The program of a regular expression and its copies: those are many, and need not be dropped one by one.
#[repr(C)]
pub struct ProgramCell {
    header: CellHeader,
    /// Bytes of the program that were reported to the heap.
    reported: Cell<u32>,
    program: Rc<Program>,
}

impl ProgramCell {
    /// It has no references.
    ///
    /// # Safety
    /// To be called by the collector only.
    pub unsafe fn trace(_: *mut CellHeader, _: &mut Visitor) {}
}

impl Deref for ProgramCell {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

impl Drop for ProgramCell {
    fn drop(&mut self) {
        let bytes = self.reported.get() as usize;
        // What found no place in the heap has reported nothing.
        if bytes > 0 {
            // SAFETY: only cells report memory, and a cell is dropped by its heap.
            unsafe { gc::note_external_freed(&self.header, bytes) };
        }
    }
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ProgramCell {
    const KIND: CellKind = CellKind::RegExpProgram;
    const NEEDS_DROP: bool = true;
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for RegExpObject {
    const KIND: CellKind = CellKind::RegExp;
}

const _: () = assert!(std::mem::offset_of!(RegExpObject, last_index) == INLINE_SLOTS_OFFSET);

impl RegExpObject {
    /// # Safety
    /// To be called by the collector only, on a live RegExp cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind RegExp.
        let regexp = unsafe { &*cell.cast::<RegExpObject>() };
        crate::vm::trace_object(&regexp.object, visitor);
        visitor.visit_value(regexp.last_index.get());
        visitor.visit_value(regexp.source.get());
        visitor.visit_cell(regexp.program.get().as_ptr().cast());
    }

    /// The compiled pattern.
    #[inline]
    pub fn program(&self) -> Gc<ProgramCell> {
        self.program.get()
    }

    #[inline]
    pub fn flags(&self) -> Flags {
        self.program.get().flags
    }

    /// [[OriginalSource]]
    pub fn source(&self, vm: &Vm) -> JsString {
        self.source.get().as_string().unwrap_or(vm.empty_string())
    }
}

/// The RegExpObject that a value is.
#[inline]
fn regexp_of(v: Value) -> Option<Gc<RegExpObject>> {
    v.as_object()?.downcast::<RegExpObject>()
}

/// What the VM keeps for regular expressions.
#[derive(Default)]
pub struct RegExpState {
    cache: Cache,
    /// By realm id.
    realms: Vec<Option<RealmRecord>>,
}

/// Places in [`RealmRecord::roots`].
const ROOT_INPUT: usize = 0;
const ROOT_SUBJECT: usize = 1;
const FIXED_ROOTS: usize = 2;

/// What a realm's regular expressions look like, and what they matched last.
struct RealmRecord {
    /// `RegExp.input`, the subject of the last match, and what the other fields name.
    roots: RootedVec,
    /// RegExp objects as they are made: `lastIndex`, writable.
    instance_shape: Gc<Shape>,
    /// Result arrays: index, input, groups.
    result_shape: Gc<Shape>,
    prototype: Untouched,
    /// The prototype's methods whose names are symbols: slot and function, by [`SymbolMethod`].
    methods: [(u32, Value); 4],
    constructor: Untouched,
    legacy: Legacy,
}

/// What String.prototype's methods hand over to.
#[derive(Clone, Copy)]
pub enum SymbolMethod {
    Match,
    Replace,
    Search,
    Split,
}

/// The properties of an object that a fast path takes for granted.
struct Untouched {
    shape: Gc<Shape>,
    /// Keys, slots, and what they held.
    properties: Vec<(PropertyKey, u32, Value)>,
    /// While no constant has changed since then, all is as it was.
    constants: Cell<Option<u32>>,
}

impl Untouched {
    fn new(object: Object, keys: &[PropertyKey], roots: &mut RootedVec) -> Untouched {
        let shape = object.shape();
        roots.push(shape.value());
        let mut properties = Vec::with_capacity(keys.len());
        for &key in keys {
            if let Some(property) = shape.lookup(key) {
                let value = object.slot(property.slot);
                roots.push(value);
                properties.push((key, property.slot, value));
            }
        }
        Untouched { shape, properties, constants: Cell::new(None) }
    }

    #[inline]
    fn holds(&self, vm: &Vm, object: Object) -> bool {
        object.shape().ptr_eq(self.shape)
            && (self.constants.get() == Some(vm.constants.changes()) || self.holds_still(vm, object))
    }

    #[inline(never)]
    fn holds_still(&self, vm: &Vm, object: Object) -> bool {
        let holds = self.properties.iter().all(|&(_, slot, value)| object.slot(slot) == value);
        // What may be written without anybody's hearing of it is looked at each time.
        if holds && self.properties.iter().all(|&(key, ..)| vm.expect_constant(object, key)) {
            self.constants.set(Some(vm.constants.changes()));
        }
        holds
    }
}

/// Creates RegExp, its prototype, and the prototype of RegExp String iterators.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let prototype = vm.new_object_with_prototype(Some(object_prototype))?;
    vm.realm_mut().regexp_prototype = prototype;
    let constructor = vm.define_global_constructor("RegExp", 2, regexp, prototype)?;
    vm.realm_mut().regexp_constructor = constructor;
    constructor.define_getter(vm, "@@species", |_, args| Ok(args.this()))?;
    escape::init(vm, constructor)?;
    legacy::init(vm, constructor)?;
    prototype::init(vm, prototype)?;
    symbols::init(vm, prototype)?;
    iterator::init(vm)?;
    // So that it is not made to be later, by which its shape would change.
    constructor.reify(vm)?;
    record(vm, prototype, constructor)
}

fn record(vm: &mut Vm, prototype: Object, constructor: Object) -> JsResult<()> {
    let mut roots = vm.heap.rooted_vec();
    let empty = vm.empty_string().value();
    roots.resize(FIXED_ROOTS, empty);
    let instance_shape = instance_shape(vm, prototype)?;
    roots.push(instance_shape.value());
    let mut result_shape = vm.realm().array_shape;
    for key in [vm.names.index, vm.names.input, vm.names.groups] {
        if let Some(next) = vm.shape_adding(result_shape, key, crate::object::table::DEFAULT)? {
            result_shape = next;
        }
    }
    roots.push(result_shape.value());
    let names = &vm.names;
    let keys: Vec<_> =
        [names.exec, names.flags, names.constructor].into_iter().chain(prototype::flag_names(names)).collect();
    let species = names.sym_species;
    let symbols = [names.sym_match_, names.sym_replace, names.sym_search, names.sym_split];
    let methods = symbols.map(|key| {
        let slot = prototype.shape().lookup(key).map_or(0, |property| property.slot);
        roots.push(prototype.slot(slot));
        (slot, prototype.slot(slot))
    });
    let prototype = Untouched::new(prototype, &keys, &mut roots);
    let constructor = Untouched::new(constructor, &[species], &mut roots);
    let realm = vm.realm().id as usize;
    let realms = &mut vm.builtins.regexp.realms;
    if realms.len() <= realm {
        realms.resize_with(realm + 1, || None);
    }
    realms[realm] = Some(RealmRecord {
        roots,
        instance_shape,
        result_shape,
        prototype,
        methods,
        constructor,
        legacy: Legacy::default(),
    });
    Ok(())
}

/// The shape of a RegExp object with this prototype.
fn instance_shape(vm: &mut Vm, prototype: Object) -> JsResult<Gc<Shape>> {
    vm.note_prototype(prototype);
    let root = vm.root_shape(Some(prototype), CellKind::RegExp, 1)?;
    let key = vm.names.last_index;
    Ok(vm.shape_adding(root, key, WRITABLE)?.unwrap_or(root))
}

impl RegExpState {
    #[inline]
    fn record(&self, realm: u32) -> Option<&RealmRecord> {
        self.realms.get(realm as usize)?.as_ref()
    }

    fn record_mut(&mut self, realm: u32) -> Option<&mut RealmRecord> {
        self.realms.get_mut(realm as usize)?.as_mut()
    }
}

impl Vm {
    #[inline]
    fn regexp_record(&self) -> Option<&RealmRecord> {
        self.builtins.regexp.record(self.realm().id)
    }

    /// A RegExp object whose `exec`, `flags`, flag getters and `constructor` are the current realm's own, and whose `lastIndex` is
    /// writable: calling those would show nobody anything.
    #[inline]
    pub fn is_pristine_regexp(&self, object: Object) -> bool {
        self.regexp_record().is_some_and(|record| {
            object.header().shape.get() == self.shape_index(record.instance_shape)
                && record.prototype.holds(self, self.realm().regexp_prototype)
        })
    }

    /// A pristine regular expression whose `lastIndex` is a number: matching runs no JavaScript.
    #[inline]
    pub fn is_matched_plainly(&self, object: Object) -> bool {
        self.is_pristine_regexp(object)
            && object.downcast::<RegExpObject>().is_some_and(|regexp| regexp.last_index.get().is_number())
    }

    /// As [`Vm::is_pristine_regexp`], and what a method of String.prototype would hand over to is the realm's own, too.
    #[inline]
    pub fn is_pristine_for(&self, object: Object, method: SymbolMethod) -> bool {
        self.is_pristine_regexp(object)
            && self.regexp_record().is_some_and(|record| {
                let (slot, function) = record.methods[method as usize];
                self.realm().regexp_prototype.slot(slot) == function
            })
    }

    /// SpeciesConstructor of a pristine regular expression would be %RegExp%.
    fn is_regexp_species_intact(&self) -> bool {
        self.regexp_record().is_some_and(|record| record.constructor.holds(self, self.realm().regexp_constructor))
    }

    /// RegExpCreate of strings: what a literal evaluates to. A SyntaxError if pattern or flags are malformed.
    pub fn new_regexp(&mut self, pattern: JsString, flags: JsString) -> JsResult<Object> {
        let prototype = self.realm().regexp_prototype;
        let program = self.program_of(pattern, flags)?;
        self.alloc_regexp(prototype, pattern, program, true)
    }

    /// A regular expression of the current realm like one that is as it was made.
    pub fn copy_regexp(&mut self, original: Object) -> JsResult<Object> {
        let Some(regexp) = original.downcast::<RegExpObject>() else { return Ok(original) };
        let prototype = self.realm().regexp_prototype;
        let source = regexp.source(self);
        self.alloc_regexp(prototype, source, regexp.program(), true)
    }

    fn program_of(&mut self, pattern: JsString, flags: JsString) -> JsResult<Gc<ProgramCell>> {
        let Some(parsed) = Flags::parse(flags.view(self)?) else {
            let flags = flags.to_display();
            return Err(self.throw_syntax_error(format!("Invalid flags supplied to RegExp constructor '{flags}'")));
        };
        let program = self.regexp_program(pattern, parsed)?;
        // The cache has the other reference.
        let bytes = if Rc::strong_count(&program) <= 2 { program.bytes() as u32 } else { 0 };
        let header = new_header(CellKind::RegExpProgram, 0);
        let cell = self.alloc(ProgramCell { header, reported: Cell::new(0), program })?;
        if bytes > 0 {
            cell.reported.set(bytes);
            self.heap.adjust_external(bytes as isize);
        }
        Ok(cell)
    }

    /// RegExpAlloc and the end of RegExpInitialize (sec. 22.2.3.2, 22.2.3.3).
    fn alloc_regexp(
        &mut self,
        prototype: Object,
        source: JsString,
        program: Gc<ProgramCell>,
        legacy: bool,
    ) -> JsResult<Object> {
        let shape = match self.regexp_record() {
            Some(record) if prototype == self.realm().regexp_prototype => record.instance_shape,
            _ => instance_shape(self, prototype)?,
        };
        let object = self.new_js_object(new_header(CellKind::RegExp, self.shape_index(shape)));
        let cell = self.alloc(RegExpObject {
            object,
            last_index: Cell::new(Value::ZERO),
            source: Cell::new(source.value()),
            program: Cell::new(program),
            realm: self.realm().id,
            legacy: Cell::new(legacy),
        })?;
        // SAFETY: just allocated with that kind.
        Ok(unsafe { Object::from_ptr(cell.as_ptr().cast()) })
    }
}

/// RegExpCreate(P, F) (sec. 22.2.3.1), P being any value.
pub fn regexp_create(vm: &mut Vm, pattern: Value, flags: &str) -> JsResult<Object> {
    let pattern = pattern_text(vm, pattern)?;
    let flags = JsString::from_str(vm, flags)?;
    vm.new_regexp(pattern, flags)
}

fn pattern_text(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    if v.is_undefined() { Ok(vm.empty_string()) } else { to_string(vm, v) }
}

/// IsRegExp(argument) (sec. 7.2.8)
pub fn is_regexp(vm: &mut Vm, v: Value) -> JsResult<bool> {
    let Some(object) = v.as_object() else { return Ok(false) };
    let matcher = object.get(vm, vm.names.sym_match_)?;
    if !matcher.is_undefined() {
        return Ok(to_boolean(matcher));
    }
    Ok(object.is_kind(CellKind::RegExp))
}

/// What a pattern argument that is a regular expression, or is not, says: source and flags, each any value.
fn source_and_flags(vm: &mut Vm, pattern: Value, flags: Value, is_regexp: bool) -> JsResult<(Value, Value)> {
    if let Some(regexp) = regexp_of(pattern) {
        let source = regexp.source.get();
        let flags =
            if flags.is_undefined() { JsString::from_str(vm, &regexp.flags().to_text())?.value() } else { flags };
        return Ok((source, flags));
    }
    match pattern.as_object() {
        Some(object) if is_regexp => {
            let source = object.get(vm, vm.names.source)?;
            let flags = if flags.is_undefined() { object.get(vm, vm.names.flags)? } else { flags };
            Ok((source, flags))
        }
        _ => Ok((pattern, flags)),
    }
}

/// `RegExp(pattern, flags)` (sec. 22.2.4.1)
fn regexp(vm: &mut Vm, args: Args) -> JsResult {
    let (pattern, flags) = (args.get(0), args.get(1));
    let pattern_is_regexp = is_regexp(vm, pattern)?;
    let new_target = match args.new_target_object() {
        Some(new_target) => new_target,
        None => {
            let callee = args.callee();
            if pattern_is_regexp
                && flags.is_undefined()
                && let Some(object) = pattern.as_object()
                && object.get(vm, vm.names.constructor)? == callee.value()
            {
                return Ok(pattern);
            }
            callee
        }
    };
    let (source, flags) = source_and_flags(vm, pattern, flags, pattern_is_regexp)?;
    let prototype = get_prototype_from_constructor(vm, new_target, |realm: &Realm| realm.regexp_prototype)?;
    let source = pattern_text(vm, source)?;
    let flags = pattern_text(vm, flags)?;
    let program = vm.program_of(source, flags)?;
    let legacy = new_target == vm.realm().regexp_constructor;
    vm.alloc_regexp(prototype, source, program, legacy).map(Object::value)
}
