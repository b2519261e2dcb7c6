//! Code cells, and the registry by which the profiler and stack traces know code.
//!
//! A Code cell is a function's code shared by all its closures: first only the template, then, from the first call on, the
//! bytecode with its constants and feedback. Every piece of code that can appear in a frame has an id that is never used
//! again; what reports need of it (name, source, positions) lives in the registry, apart from the heap.

pub(crate) mod infos;
pub mod install;
pub mod origin;
pub mod specialize;

use crate::bytecode::data::{FunctionTemplate, Handler, JumpTable, Position};
use crate::native::NativeFn;
use crate::source::{LineColumn, ShownPlace, SourceText};
use crate::string::JsString;
use crate::{Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::frame::{CodeHeader, NATIVE_ID};
use abi::ic::{CacheEntry, EntryKind, Site};
use gc::{Gc, HeapCell, Visitor};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A function's code.
#[repr(C)]
pub struct Code {
    pub header: CellHeader,
    /// What machine code sees.
    pub machine: std::cell::UnsafeCell<CodeHeader>,
    pub template: Rc<FunctionTemplate>,
    /// Filled at the first call.
    pub body: std::cell::OnceCell<Box<CodeBody>>,
    /// The script or module that the code belongs to: its Module cell, or null.
    pub module: Cell<*mut CellHeader>,
    pub realm: Cell<*mut CellHeader>,
    /// What is made once for each constant: template objects, and what array and regular-expression literals are copies of.
    pub templates: RefCell<FxHashMap<u32, Value>>,
    /// The copies of self-hosted built-ins that its call sites have for themselves, by the call's offset: function objects.
    pub specialized: RefCell<FxHashMap<u32, Value>>,
    /// Bytes of the body that were reported to the heap as external memory.
    pub reported: Cell<usize>,
    /// Closures that the interpreter has made of it: none, one, or more. Compiled code counts none, since it comes after several.
    pub closures: Cell<Closures>,
    /// Cells whose addresses are in its optimized code.
    pub embedded: RefCell<Vec<*mut CellHeader>>,
    /// The closure that all of its optimized code is for, if there is one, and null otherwise. It is held weakly, and keeps `embedded` alive: what
    /// the closure alone refers to is not to live as long as the code that made the closure.
    pub owner: Cell<*mut CellHeader>,
}

/// How many closures of a code there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Closures {
    #[default]
    None,
    One,
    Many,
}

impl Code {
    /// One more closure.
    #[inline]
    pub fn count_closure(&self) {
        self.closures.set(if self.closures.get() == Closures::None { Closures::One } else { Closures::Many });
    }
}

/// What compiling adds.
pub struct CodeBody {
    pub bytecode: Box<[u16]>,
    pub constants: Box<[Value]>,
    pub constant_data: Box<[crate::bytecode::data::Constant]>,
    pub sites: Box<[Site]>,
    pub handlers: Box<[Handler]>,
    pub jump_tables: Box<[JumpTable]>,
    pub mapped_parameters: Box<[Option<u16>]>,
    /// Units of the bytecode that trace calls.
    pub tracing_units: usize,
}

impl CodeBody {
    /// How long it is, for those who decide by that: in units of bytecode, without those that trace calls, so that tracing changes no decision.
    pub fn units(&self) -> usize {
        self.bytecode.len() - self.tracing_units
    }

    /// Memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<CodeBody>()
            + size_of_val(&self.bytecode[..])
            + size_of_val(&self.constants[..])
            + size_of_val(&self.constant_data[..])
            + size_of_val(&self.sites[..])
            + size_of_val(&self.handlers[..])
            + size_of_val(&self.mapped_parameters[..])
            + self.jump_tables.iter().map(|t| size_of_val(&t.targets[..])).sum::<usize>()
    }
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Code {
    const KIND: CellKind = CellKind::Code;
    const NEEDS_DROP: bool = true;
}

/// Offset of the machine-visible part in a Code cell.
pub const MACHINE_OFFSET: usize = std::mem::offset_of!(Code, machine);
const _: () = assert!(MACHINE_OFFSET == abi::frame::CODE_MACHINE_OFFSET);

impl Code {
    #[inline(always)]
    pub fn machine(&self) -> &CodeHeader {
        // SAFETY: fields are changed only by the VM's own thread, between uses of this reference.
        unsafe { &*self.machine.get() }
    }

    /// The Code cell that a frame's machine part belongs to.
    ///
    /// # Safety
    /// `machine` must be the machine part of a live Code cell.
    #[inline(always)]
    pub unsafe fn from_machine(machine: *const CodeHeader) -> Gc<Code> {
        // SAFETY: the caller's promise.
        unsafe { Gc::from_ptr(machine.byte_sub(MACHINE_OFFSET).cast::<Code>().cast_mut()) }
    }

    pub fn flags(&self) -> u32 {
        self.machine().flags
    }

    /// # Safety
    /// To be called by the collector only, on a live Code cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind Code.
        let code = unsafe { &*cell.cast::<Code>() };
        visitor.visit_cell(code.module.get());
        visitor.visit_cell(code.realm.get());
        // SAFETY: nobody allocates while the map is borrowed mutably.
        for value in unsafe { (*code.templates.as_ptr()).values() } {
            visitor.visit_value(*value);
        }
        // SAFETY: as above.
        for value in unsafe { (*code.specialized.as_ptr()).values() } {
            visitor.visit_value(*value);
        }
        if visitor.is_full() && !code.owner.get().is_null() {
            visitor.ephemeron_table(cell);
        } else {
            visitor.visit_cell(code.owner.get());
            // SAFETY: nobody allocates while the list is borrowed mutably.
            for cell in unsafe { &*code.embedded.as_ptr() } {
                visitor.visit_cell(*cell);
            }
        }
        let Some(body) = code.body.get() else { return };
        for constant in &body.constants {
            visitor.visit_value(*constant);
        }
        let strong = !visitor.is_full();
        for site in &body.sites {
            visitor.visit_value(key_value(site.key.get()));
            if strong && site.state.get() != 0 {
                // A minor collection keeps what caches name; a full one clears them of what died (see `sweep_sites`).
                entries(site, |e| trace_entry(e, visitor));
            } else {
                entries(site, |e| {
                    if !e.validity.get().is_null() {
                        visitor.visit_cell(validity_cell(e));
                    }
                });
            }
        }
    }

    /// Marks what optimized code names, if the closure is marked that it is for; whether that marked anything.
    ///
    /// # Safety
    /// To be called by the collector only, on a live Code cell.
    pub unsafe fn mark_embedded(cell: *mut CellHeader, visitor: &mut Visitor) -> bool {
        // SAFETY: the caller's promise.
        let code = unsafe { &*cell.cast::<Code>() };
        let owner = code.owner.get();
        // The owner may have been given up since the code was traced.
        let key = if owner.is_null() { cell } else { owner };
        let mut is_more = false;
        // SAFETY: nobody allocates while the list is borrowed mutably; what it names was alive before this collection.
        for &embedded in unsafe { &*code.embedded.as_ptr() } {
            // SAFETY: as above.
            is_more |= visitor.visit_ephemeron(key, unsafe { Value::from_cell(embedded) });
        }
        is_more
    }

    /// After a full marking: whether the closure has died that the optimized code is for. No frame runs that code, and none may enter it any more.
    pub(crate) fn is_orphaned(&self, is_marked: &dyn Fn(*const CellHeader) -> bool) -> bool {
        let owner = self.owner.get();
        let has_died = !owner.is_null() && !is_marked(owner);
        if has_died {
            self.owner.set(std::ptr::null_mut());
            self.embedded.borrow_mut().clear();
            // The next one would be for a closure that lives no longer.
            self.closures.set(Closures::Many);
        }
        has_died
    }

    /// Clears cache entries whose shape or holder died; `cleared` is told of the sites and how many entries that were.
    pub fn sweep_sites(
        &self,
        heap_base: usize,
        is_marked: &dyn Fn(*const CellHeader) -> bool,
        mut cleared: impl FnMut(&Site, u32),
    ) {
        let Some(body) = self.body.get() else { return };
        let dead_shape = |index: u32| {
            index != 0 && !is_marked((heap_base + ((index as usize) << abi::cell::SHAPE_SHIFT)) as *const CellHeader)
        };
        for site in &body.sites {
            let mut cases = 0;
            entries(site, |e| {
                let holder = e.holder.get();
                if dead_shape(e.shape.get())
                    || dead_shape(e.new_shape.get())
                    || (!holder.is_null() && !is_marked(holder.cast()))
                {
                    clear_entry(e);
                    cases += 1;
                }
            });
            if cases > 0 {
                cleared(site, cases);
            }
        }
    }
}

impl crate::vm::Vm {
    /// All code that is alive and has bytecode, by code id.
    pub fn live_code(&self) -> impl Iterator<Item = &Code> {
        self.all_code.iter().map(|code| &**code).filter(|code| code.body.get().is_some())
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        let bytes = self.reported.get();
        // What found no place in the heap has reported nothing.
        if bytes > 0 {
            // SAFETY: only cells report memory, and a cell is dropped by its heap.
            unsafe { gc::note_external_freed(&self.header, bytes) };
        }
        if let Some(body) = self.body.get() {
            for site in &body.sites {
                let more = site.more.get();
                if !more.is_null() {
                    // SAFETY: `more` is a boxed array made by `crate::interp::cache::add_entry`, owned by the site.
                    drop(unsafe { Box::from_raw(more.cast::<[CacheEntry; abi::ic::MAX_ENTRIES - 1]>()) });
                }
            }
        }
    }
}

fn key_value(bits: u64) -> Value {
    // SAFETY: 0, or a key's bits.
    let key = unsafe { Value::from_bits(bits) };
    if key.is_cell() { key } else { Value::EMPTY }
}

fn validity_cell(entry: &CacheEntry) -> *const CellHeader {
    entry.validity.get().cast::<CellHeader>().wrapping_byte_sub(crate::object::watchpoints::VALID_OFFSET)
}

fn trace_entry(entry: &CacheEntry, visitor: &mut Visitor) {
    if entry.kind.get() != EntryKind::None {
        visitor.visit_shape(entry.shape.get());
        visitor.visit_shape(entry.new_shape.get());
        visitor.visit_cell(entry.holder.get().cast());
        if !entry.validity.get().is_null() {
            visitor.visit_cell(validity_cell(entry));
        }
    }
}

/// Makes an entry match nothing.
pub fn clear_entry(entry: &CacheEntry) {
    entry.shape.set(0);
    entry.new_shape.set(0);
    entry.kind.set(EntryKind::None);
    entry.holder.set(std::ptr::null_mut());
    entry.validity.set(std::ptr::null());
}

/// All entries of a site, empty ones too.
pub fn entries(site: &Site, mut f: impl FnMut(&CacheEntry)) {
    f(&site.first);
    let more = site.more.get();
    if !more.is_null() {
        for i in 0..abi::ic::MAX_ENTRIES - 1 {
            // SAFETY: `more` points at MAX_ENTRIES - 1 entries.
            f(unsafe { &*more.add(i) });
        }
    }
}

/// What reports know of a piece of code.
pub struct CodeInfo {
    pub name: String,
    /// A built-in that is written in JavaScript, or a copy of one: those of one name are one function.
    pub is_self_hosted: bool,
    /// None for built-ins.
    pub source: Option<Rc<SourceText>>,
    /// Byte offset of the function in its source.
    pub position: u32,
    /// Byte offset behind its last character; 0 for built-ins.
    pub end: u32,
    /// Bytecode offset to source position; empty until compiled.
    pub positions: Vec<Position>,
}

impl CodeInfo {
    /// The name in the text that runs, or what reports say where there is none.
    pub fn own_name(&self) -> &str {
        match self.name.as_str() {
            // No function without a name begins where its source does.
            "" if self.position == 0 && self.source.is_some() => "<top level>",
            "" => "(anonymous)",
            name => name,
        }
    }

    /// The name that people are shown, or what reports say where there is none.
    pub fn shown_name(&self) -> Cow<'_, str> {
        if self.name.is_empty() { self.own_name().into() } else { self.original_name() }
    }

    /// The source position (byte offset) of a bytecode offset.
    pub fn position_at(&self, offset: u32) -> u32 {
        let i = self.positions.partition_point(|p| p.offset <= offset);
        if i == 0 { self.position } else { self.positions[i - 1].position }
    }

    /// A bytecode offset's place as people are shown it; None for built-ins.
    pub fn shown(&self, offset: u32) -> Option<ShownPlace> {
        Some(self.source.as_ref()?.shown(self.position_at(offset)))
    }

    /// The function's own place as people are shown it; None for built-ins.
    pub fn shown_start(&self) -> Option<ShownPlace> {
        Some(self.source.as_ref()?.shown(self.position))
    }

    /// The name that the function has in the text that people are shown; empty if it has none.
    pub fn original_name(&self) -> Cow<'_, str> {
        let original = self.source.as_ref().and_then(|source| source.original_name(self.position, &self.name));
        original.map_or(Cow::Borrowed(&self.name), Cow::Owned)
    }

    /// Whether the function has this name, in the text that runs or in the one that people are shown.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.original_name() == name
    }

    /// Line and column of a bytecode offset, in the text that runs; None for built-ins.
    pub fn line_column(&self, offset: u32) -> Option<LineColumn> {
        Some(self.source.as_ref()?.line_column(self.position_at(offset)))
    }
}

/// Beside [`NATIVE_ID`]: the frame is one of optimized code.
pub const OPTIMIZED_ID: u32 = 1 << 30;

/// All code seen by this VM, by id. What is known of code that died is forgotten, unless somebody still wants it; ids are not
/// used again.
#[derive(Default)]
pub struct CodeRegistry {
    infos: crate::code::infos::Infos,
    natives: FxHashMap<(usize, String), u32>,
    /// Built-ins without a name, by function.
    unnamed_natives: FxHashMap<usize, u32>,
    /// Functions of the activations in optimized code, by number of their ids.
    optimized: Vec<u32>,
    keeps_dead: bool,
}

impl CodeRegistry {
    pub fn get(&self, id: u32) -> Option<&CodeInfo> {
        self.infos.get(self.function_of(id))
    }

    /// The function's id, given that or one that frames of its machine code carry.
    pub fn function_of(&self, id: u32) -> u32 {
        if id & OPTIMIZED_ID == 0 {
            return id & !NATIVE_ID;
        }
        self.optimized.get((id & !(NATIVE_ID | OPTIMIZED_ID)) as usize).copied().unwrap_or(0)
    }

    /// Ids for the frames of new optimized code: that of the first of its activations, and the others' in order after it.
    pub fn register_optimized(&mut self, activations: impl IntoIterator<Item = u32>) -> u32 {
        let first = self.optimized.len() as u32;
        self.optimized.extend(activations);
        first | NATIVE_ID | OPTIMIZED_ID
    }

    pub fn len(&self) -> usize {
        self.infos.len()
    }

    pub fn is_empty(&self) -> bool {
        self.infos.len() == 0
    }

    /// A new id.
    pub fn register(&mut self, info: CodeInfo) -> u32 {
        self.infos.push(info)
    }

    /// From now on, keeps what is known of code that dies: for profiles, which are resolved in the end.
    pub fn keep_dead(&mut self) {
        self.keeps_dead = true;
    }

    /// Whether it does.
    pub fn keeps_dead(&self) -> bool {
        self.keeps_dead
    }

    /// Code that dies from now on is forgotten again. What is kept already stays.
    pub fn forget_dead(&mut self) {
        self.keeps_dead = false;
    }

    /// The code died.
    pub(crate) fn forget(&mut self, id: u32) {
        if !self.keeps_dead {
            self.infos.remove(id);
        }
    }

    fn get_mut(&mut self, id: u32) -> Option<&mut CodeInfo> {
        self.infos.get_mut(id)
    }

    pub fn set_positions(&mut self, id: u32, positions: Vec<Position>) {
        if let Some(info) = self.get_mut(id) {
            info.positions = positions;
        }
    }

    /// The address of the built-in without a name that has this id.
    pub fn unnamed_native(&self, id: u32) -> Option<usize> {
        self.unnamed_natives.iter().find(|(_, of)| **of == id).map(|(&address, _)| address)
    }

    /// The id of a built-in: the same function under the same name has one id.
    pub fn native_id(&mut self, function: NativeFn, name: JsString) -> u32 {
        let unnamed = name.is_empty();
        // Built-ins without a name are mostly closures, of which many are made.
        if unnamed && let Some(&id) = self.unnamed_natives.get(&(function as usize)) {
            return id;
        }
        let name = name.to_display();
        let key = (function as usize, name.clone());
        if !unnamed && let Some(&id) = self.natives.get(&key) {
            return id;
        }
        let id = self.register(CodeInfo {
            name,
            is_self_hosted: false,
            source: None,
            position: 0,
            end: 0,
            positions: Vec::new(),
        });
        if unnamed {
            self.unnamed_natives.insert(function as usize, id);
        } else {
            self.natives.insert(key, id);
        }
        id
    }
}

/// The names of an environment's slots, as a cell that environments point at.
#[repr(C)]
pub struct ScopeInfoCell {
    pub header: CellHeader,
    /// Slots of the environment.
    pub length: u32,
    pub info: Rc<crate::bytecode::data::ScopeInfo>,
    /// The names as keys, in order.
    pub keys: RefCell<Vec<crate::PropertyKey>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ScopeInfoCell {
    const KIND: CellKind = CellKind::ScopeInfo;
    const NEEDS_DROP: bool = true;
}

/// The slots of the environments that a NewEnvironment's constant describes.
pub fn environment_length(scope: Value) -> u32 {
    debug_assert!(scope.is_kind(CellKind::ScopeInfo));
    // SAFETY: the constant is a ScopeInfo cell, which its code keeps alive.
    unsafe { (*scope.as_cell().cast::<ScopeInfoCell>()).length }
}

impl ScopeInfoCell {
    /// The slot of a name.
    pub fn slot_of(&self, name: crate::PropertyKey) -> Option<usize> {
        // An extensible scope's slot 0 has no name of its own.
        let skip = usize::from(self.info.extensible);
        self.keys.borrow().iter().skip(skip).position(|k| *k == name).map(|i| i + skip)
    }

    /// # Safety
    /// To be called by the collector only, on a live ScopeInfo cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let info = unsafe { &*cell.cast::<ScopeInfoCell>() };
        // SAFETY: nobody allocates while the list is borrowed mutably.
        for key in unsafe { (*info.keys.as_ptr()).iter() } {
            visitor.visit_value(key_value(key.bits()));
        }
    }
}
