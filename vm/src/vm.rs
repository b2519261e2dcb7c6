//! The virtual machine: one heap, one VM stack, one thread.

use crate::code::{Code, CodeRegistry};
use crate::interp::stack::VmStack;
use crate::native::NumberGetter;
use crate::object::Object;
use crate::object::constness::Constants;
use crate::object::elements::DictionaryElements;
use crate::object::inherited_elements::ArrayPrototypes;
use crate::object::shape::{Origin, RootShapes, Shape};
use crate::object::watchpoints::Watchpoints;
use crate::options::Options;
use crate::realm::Realm;
use crate::string::{Names, StringTable};
use crate::{JsResult, Throw, Value};
use abi::cell::{CellHeader, CellKind};
use abi::context::{VmContext, VmState};
use abi::object::{ElementKind, Elements, JsArray, JsObject, Slots};
use gc::{Gc, Heap, HeapCell, OutOfMemory, Visitor};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A JavaScript virtual machine. It stays where it was made ([`Vm::new`] boxes it): compiled code, the collector and the
/// profiler hold its address.
#[repr(C)]
pub struct Vm {
    /// What compiled code and the signal handler see. First, so that its address is the VM's.
    pub context: VmContext,
    pub heap: Heap,
    pub strings: StringTable,
    pub names: Names,
    pub shapes: RootShapes,
    pub watch: Watchpoints,
    pub(crate) constants: Constants,
    pub(crate) array_prototypes: ArrayPrototypes,
    /// `Error.prepareStackTrace` is running.
    pub(crate) preparing_stack_trace: bool,
    pub code: CodeRegistry,
    pub realms: Vec<Gc<Realm>>,
    /// 1 until there is a second realm.
    pub(crate) one_realm: Box<Cell<u8>>,
    pub(crate) array_iteration: Option<crate::runtime::array_iteration::Intact>,
    pub options: Options,
    pub jobs: crate::runtime::job::JobQueue,
    pub modules: crate::runtime::module::ModuleMap,
    pub host: Box<dyn crate::runtime::host::Host>,
    pub module_loader: Rc<dyn crate::runtime::host::ModuleLoader>,
    /// Element-kind transitions by place in the program and kinds.
    pub element_transitions: FxHashMap<(Origin, ElementKind, ElementKind), u32>,
    /// Objects that became dictionaries, by place in the program.
    pub dictionaries: FxHashMap<Origin, crate::object::shape::Dictionaries>,
    /// What sites went through.
    pub histories: crate::feedback::Histories,
    /// Data that built-in families keep with the VM.
    pub builtins: crate::builtins::BuiltinState,
    /// Getters that only read a number of their receiver, which is of the kind, and how inline caches read it.
    pub(crate) number_getters: &'static [NumberGetter],
    /// Fills a namespace object whose contents are made when one of its properties is first looked up.
    pub(crate) materialize_namespace: fn(&mut Vm, Object) -> JsResult<()>,
    /// Index of the shape that all BigInts have: no value that is a cell has shape 0, which is an empty cache entry's.
    pub(crate) bigint_shape: u32,
    pub(crate) empty_slots: *mut Slots,
    pub(crate) empty_elements: *mut Elements,
    /// What objects have that are not extensible and have no elements.
    pub(crate) no_elements: Option<Gc<DictionaryElements>>,
    pub(crate) all_code: Vec<Gc<Code>>,
    /// Functions whose instances' size is being learned from one that was made.
    pub(crate) samples: Vec<Gc<crate::object::function::FunctionRare>>,
    pub(crate) next_source: u32,
    pub(crate) megamorphic: crate::interp::cache::MegamorphicCache,
    pub(crate) enumerations: crate::interp::ops::Enumerations,
    pub(crate) copies: crate::runtime::copy_properties::Copies,
    pub(crate) splits: crate::runtime::split_cache::SplitCache,
    pub(crate) hash_keys: crate::object::collections::HashKeys,
    /// `Atomics.waitAsync`'s.
    pub async_waits: crate::runtime::async_waits::AsyncWaits,
    /// The RangeError that is thrown when there is no memory for a new one.
    pub(crate) out_of_memory_error: Value,
    /// Bits of the last error that a full stack was told by. Nothing keeps it alive: they are compared with the pending exception alone.
    stack_limit_error: u64,
    refusals: Refusals,
    /// Where texts come from, if the embedding knows.
    pub source_maps: Option<Rc<dyn crate::source::SourceMaps>>,
    /// Bytes of source texts, and what of them the heap has been told.
    sources: Rc<Cell<usize>>,
    reported_sources: usize,
    pub termination: crate::runtime::request::Termination,
    pub observed: crate::observe::Observation,
    pub(crate) stack: VmStack,
    /// The compiled tiers, if there are any.
    pub tiers: crate::tiering::Tiers,
    pub started: std::time::Instant,
    /// Code of evals that may run again.
    pub(crate) evals: crate::runtime::eval::EvalCache,
    /// What was counted, if anything is.
    pub counts: crate::counts::Counts,
    /// The calls that were traced, if any are.
    pub calls: crate::calls::Calls,
    /// Where optimized code was left.
    pub deopts: crate::tiering::deopt::Deopts,
    pub trace: crate::observe::trace::Trace,
}

/// Allocations that failed without much having been freed in between.
#[derive(Default)]
struct Refusals {
    /// In a row, in a nearly full heap.
    in_full_heap: u32,
    /// In a row, with nothing much having been let go of from one to the next.
    in_vain: u32,
    /// [`Heap::roomy_collections`] at the last one.
    roomy_collections: u64,
}

/// Failed allocations in a full heap that a script may catch.
const MAX_REFUSALS: u32 = 16;
const MAX_VAIN_REFUSALS: u32 = 64;

/// A header for a cell about to be allocated.
pub fn new_header(kind: CellKind, shape: u32) -> CellHeader {
    CellHeader {
        shape: Cell::new(shape),
        kind: Cell::new(kind as u8),
        detail: Cell::new(0),
        flags: Cell::new(0),
        gc: AtomicU8::new(0),
    }
}

/// Marks what every object has.
pub fn trace_object(object: &JsObject, visitor: &mut Visitor) {
    visitor.visit_cell(object.slots.get().cast());
    visitor.visit_cell(object.elements.get().cast());
}

/// Reserve of native stack below which scripts may not go, for built-ins and the runtime itself.
const NATIVE_RESERVE: usize = 256 << 10;

impl Vm {
    /// A new VM with one realm. The native stack may be used down to `options.stack_size` below here.
    ///
    /// # Errors
    /// When the heap cannot be reserved or the built-ins do not fit in it.
    pub fn new(options: Options) -> Result<Box<Vm>, String> {
        let trace = crate::observe::trace::Trace::new(&options)?;
        let mut heap = Heap::new().map_err(|e| format!("cannot reserve the heap: {e}"))?;
        heap.set_limit(options.max_heap);
        if options.compile_sync {
            heap.set_repeatable();
        }
        let stack = VmStack::new(options.stack_size).map_err(|e| format!("cannot reserve the stack: {e}"))?;
        let base = stack.base();
        let limit = stack.limit();
        let here = native_stack_pointer();
        let context = VmContext::new(base, limit);
        context.native_limit.set(here.saturating_sub(options.stack_size.max(NATIVE_RESERVE * 2)) + NATIVE_RESERVE);
        context.heap_base.set(heap.base());
        let empty = |heap: &mut Heap, kind, bytes| {
            heap.alloc_raw(kind, bytes, false).map_err(|_| "the heap limit is too small".to_string())
        };
        let empty_slots = empty(&mut heap, CellKind::Slots, size_of::<Slots>())?.as_ptr().cast();
        let empty_elements = empty(&mut heap, CellKind::Elements, size_of::<Elements>())?.as_ptr().cast();
        let (gc_stress, nursery) = (options.gc_stress, options.nursery);
        if options.gc_poison || gc_stress != 0 {
            heap.set_poison(true);
        }
        let mut vm = Box::new(Vm {
            context,
            heap,
            strings: StringTable::new(),
            names: Names::uninitialized(),
            shapes: RootShapes::default(),
            watch: Watchpoints::default(),
            constants: Constants::default(),
            array_prototypes: ArrayPrototypes::default(),
            preparing_stack_trace: false,
            code: CodeRegistry::default(),
            realms: Vec::new(),
            one_realm: Box::new(Cell::new(1)),
            array_iteration: None,
            options,
            jobs: Default::default(),
            modules: Default::default(),
            host: Box::new(crate::runtime::host::NoHost),
            module_loader: Rc::new(crate::runtime::host::NoModules),
            element_transitions: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
            histories: Default::default(),
            builtins: Default::default(),
            number_getters: &crate::builtins::NUMBER_GETTERS,
            materialize_namespace: crate::builtins::temporal::materialize,
            bigint_shape: 0,
            empty_slots,
            empty_elements,
            no_elements: None,
            all_code: Vec::new(),
            samples: Vec::new(),
            next_source: 0,
            megamorphic: Default::default(),
            enumerations: Default::default(),
            copies: Default::default(),
            splits: Default::default(),
            hash_keys: Default::default(),
            async_waits: Default::default(),
            out_of_memory_error: Value::UNDEFINED,
            stack_limit_error: 0,
            refusals: Refusals::default(),
            source_maps: None,
            sources: Rc::default(),
            reported_sources: 0,
            termination: Default::default(),
            observed: Default::default(),
            stack,
            tiers: crate::tiering::Tiers::default(),
            started: std::time::Instant::now(),
            evals: Default::default(),
            counts: Default::default(),
            calls: Default::default(),
            deopts: Default::default(),
            trace,
        });
        if vm.options.count || vm.options.trace_calls.is_some() {
            // What was counted in code that died is in the report.
            vm.code.keep_dead();
        }
        // Code id 0 is nobody's.
        vm.code.register(crate::code::CodeInfo {
            name: "(native)".into(),
            is_self_hosted: false,
            source: None,
            position: 0,
            end: 0,
            positions: Vec::new(),
        });
        vm.context.megamorphic.set(vm.megamorphic.address());
        crate::interp::step::install(&mut vm);
        vm.trace_calls().map_err(|e| format!("cannot trace calls: {e}"))?;
        crate::runtime::roots::register(&mut vm);
        crate::builtins::register_kinds(&mut vm.heap);
        let failed = |_: Throw| "the heap limit is too small for the built-ins".to_string();
        vm.init_strings().map_err(failed)?;
        vm.context.empty_slots.set(empty_slots);
        vm.context.empty_elements.set(empty_elements);
        let names = &vm.names;
        // In the order of abi::context::TYPEOF_*.
        let answers = [
            names.number,
            names.string,
            names.boolean,
            names.undefined,
            names.object,
            names.function,
            names.symbol,
            names.bigint,
        ];
        for (place, name) in vm.context.typeof_names.iter().zip(answers) {
            place.set(name.word());
        }
        vm.create_realm().map_err(failed)?;
        let kind = crate::runtime::error::ErrorKind::RangeError;
        let error = vm.new_error(kind, "Out of memory").map_err(failed)?;
        vm.out_of_memory_error = error.value();
        vm.heap.set_stress(gc_stress);
        if nursery != 0 {
            vm.heap.set_nursery(nursery);
        }
        Ok(vm)
    }

    /// What the VM is doing from here on; returns what it did before.
    #[inline(always)]
    pub fn enter_state(&self, state: VmState) -> u32 {
        let before = self.context.state.load(Ordering::Relaxed);
        self.context.state.store(state as u32, Ordering::Relaxed);
        before
    }

    #[inline(always)]
    pub fn leave_state(&self, before: u32) {
        self.context.state.store(before, Ordering::Relaxed);
    }

    // ---- allocation

    /// Runs what code in JavaScript needs of the runtime; if there was a collection, what it left on the native stack is forgotten.
    #[inline(always)]
    pub fn and_scrub_stack<R>(&mut self, run: impl FnOnce(&mut Vm) -> R) -> R {
        let result = run(self);
        self.heap.scrub_stack();
        result
    }

    /// Allocates a cell; a RangeError when the heap is full.
    #[inline(always)]
    pub fn alloc<T: HeapCell>(&mut self, value: T) -> JsResult<Gc<T>> {
        match self.heap.alloc(value) {
            Ok(cell) => Ok(cell),
            Err(OutOfMemory { .. }) => Err(self.throw_out_of_memory()),
        }
    }

    /// Zeroed memory for a cell of variable size; a RangeError when the heap is full.
    #[inline(always)]
    pub fn alloc_raw(&mut self, kind: CellKind, bytes: usize, needs_drop: bool) -> JsResult<NonNull<u8>> {
        match self.heap.alloc_raw(kind, bytes, needs_drop) {
            Ok(cell) => Ok(cell),
            Err(OutOfMemory { .. }) => Err(self.throw_out_of_memory()),
        }
    }

    /// Memory for a cell of variable size of which the header alone is written; a RangeError when the heap is full.
    ///
    /// # Safety
    /// The caller writes the rest before the next allocation.
    #[inline(always)]
    pub(crate) unsafe fn alloc_uninit(&mut self, kind: CellKind, bytes: usize) -> JsResult<NonNull<u8>> {
        // SAFETY: the caller's promise.
        match unsafe { self.heap.alloc_uninit(kind, bytes, false) } {
            Ok(cell) => Ok(cell),
            Err(OutOfMemory { .. }) => Err(self.throw_out_of_memory()),
        }
    }

    /// The common part of an object about to be allocated, with the given header.
    pub fn new_js_object(&self, header: CellHeader) -> JsObject {
        JsObject { header, slots: Cell::new(self.empty_slots), elements: Cell::new(self.empty_elements) }
    }

    /// Gives a zeroed object its empty slots and elements.
    ///
    /// # Safety
    /// It is freshly allocated.
    pub(crate) unsafe fn init_js_object(&self, object: *mut JsObject) {
        // SAFETY: the caller's promise.
        unsafe {
            (*object).slots.set(self.empty_slots);
            (*object).elements.set(self.empty_elements);
        }
    }

    /// The common part of an object of `kind` (whose cell has no inline slots) with a prototype.
    pub fn js_object(&mut self, kind: CellKind, prototype: Option<Object>) -> JsResult<JsObject> {
        let shape = self.root_shape(prototype, kind, 0)?;
        Ok(self.new_js_object(new_header(kind, self.shape_index(shape))))
    }

    /// An ordinary object (or one whose kind adds no fields) of an empty shape.
    #[inline]
    pub fn alloc_object_of_shape(&mut self, shape: Gc<Shape>) -> JsResult<Object> {
        let shape = opaque(shape);
        let kind = shape.object_kind();
        let cell: *mut JsObject = self.alloc_raw(kind, shape.instance_bytes(), false)?.as_ptr().cast();
        let index = self.shape_index(opaque(shape));
        // SAFETY: freshly allocated with room for the object part.
        unsafe {
            (*cell).header.shape.set(index);
            (*cell).slots.set(self.empty_slots);
            (*cell).elements.set(self.empty_elements);
            Ok(Object::from_ptr(cell))
        }
    }

    /// Of cells of so many bytes, for compiled code: how many bytes into the VM their allocator is, and what they really take. None for large
    /// cells.
    pub fn allocator_of(bytes: usize) -> Option<(u32, u32)> {
        let (allocator, bytes) = Heap::allocator_of(bytes)?;
        Some(((std::mem::offset_of!(Vm, heap) + allocator) as u32, bytes as u32))
    }

    /// OrdinaryObjectCreate(%Object.prototype%)
    pub fn new_object(&mut self) -> JsResult<Object> {
        let shape = self.realm().object_shape;
        self.alloc_object_of_shape(shape)
    }

    /// OrdinaryObjectCreate(prototype)
    pub fn new_object_with_prototype(&mut self, prototype: Option<Object>) -> JsResult<Object> {
        if let Some(p) = prototype {
            self.note_prototype(p);
        }
        let shape = self.root_shape(prototype, CellKind::Object, 4)?;
        self.alloc_object_of_shape(shape)
    }

    /// An object of a kind of its own: `make` gets the common part and returns the whole cell.
    pub fn new_exotic<T: HeapCell>(
        &mut self,
        prototype: Option<Object>,
        make: impl FnOnce(JsObject) -> T,
    ) -> JsResult<Object> {
        if let Some(p) = prototype {
            self.note_prototype(p);
        }
        let object = self.js_object(T::KIND, prototype)?;
        let cell = self.alloc(make(object))?;
        // SAFETY: object kinds begin with a JsObject.
        Ok(unsafe { Object::from_ptr(cell.as_ptr().cast()) })
    }

    pub(crate) fn alloc_array(&mut self, shape: Gc<Shape>) -> JsResult<Object> {
        let shape = opaque(shape);
        let cell: *mut JsArray = self.alloc_raw(CellKind::Array, size_of::<JsArray>(), false)?.as_ptr().cast();
        let index = self.shape_index(opaque(shape));
        // SAFETY: freshly allocated with that size.
        unsafe {
            (*cell).object.header.shape.set(index);
            (*cell).object.slots.set(self.empty_slots);
            (*cell).object.elements.set(self.empty_elements);
            Ok(Object::from_ptr(cell.cast()))
        }
    }

    // ---- exceptions

    /// Makes `value` the pending exception.
    #[cold]
    pub fn throw(&mut self, value: Value) -> Throw {
        self.context.exception.set(value);
        Throw::pending()
    }

    /// The pending exception, which is no longer pending.
    pub fn take_exception(&mut self) -> Value {
        self.context.exception.replace(Value::EMPTY)
    }

    /// A RangeError that needs no memory; or the end of the script, if it has caught that again and again without letting go of
    /// anything (see [`Vm::note_refused_memory`]).
    #[cold]
    pub fn throw_out_of_memory(&mut self) -> Throw {
        if self.note_refused_memory() {
            self.termination.out_of_memory = true;
            return self.throw_termination();
        }
        let error = self.out_of_memory_error;
        self.throw(error)
    }

    /// Counts an allocation that failed. True once many have with the heap nearly full, and no collection between them found
    /// much to free: a script that goes on nevertheless would spend its time in collections.
    #[cold]
    pub(crate) fn note_refused_memory(&mut self) -> bool {
        let stats = self.heap.stats();
        let (roomy, limit) = (self.heap.roomy_collections(), self.options.max_heap);
        let refusals = &mut self.refusals;
        let in_full_heap = self.heap.is_nearly_full() && roomy == refusals.roomy_collections;
        refusals.in_full_heap = if in_full_heap { refusals.in_full_heap + 1 } else { 0 };
        // Large allocations can fail long before the heap is full, each after a full collection.
        let live = stats.live + stats.external;
        let in_vain = live > limit / 8 && self.heap.take_lowest_live().is_some_and(|lowest| lowest + limit / 8 >= live);
        refusals.in_vain = if in_vain { refusals.in_vain + 1 } else { 0 };
        refusals.roomy_collections = roomy;
        refusals.in_full_heap > MAX_REFUSALS || refusals.in_vain > MAX_VAIN_REFUSALS
    }

    /// Whether a value is the RangeError that [`Vm::throw_out_of_memory`] throws.
    pub fn is_out_of_memory_error(&self, value: Value) -> bool {
        value == self.out_of_memory_error
    }

    // ---- native stack

    /// A RangeError if the native stack is used up. For every Rust path that recurses on script-controlled depth.
    #[inline(always)]
    pub fn check_native_stack(&mut self) -> JsResult<()> {
        if native_stack_pointer() < self.context.native_limit.get() {
            return Err(self.throw_stack_overflow());
        }
        Ok(())
    }

    #[cold]
    pub fn throw_stack_overflow(&mut self) -> Throw {
        // Room for making the error itself.
        let limit = self.context.native_limit.replace(0);
        let result = self.throw_range_error("Maximum call stack size exceeded");
        self.stack_limit_error = self.context.exception.get().bits();
        self.context.native_limit.set(limit);
        result
    }

    /// Whether a pending exception tells that a stack is full.
    pub fn is_stack_limit_error(&self, pending: Value) -> bool {
        pending.bits() == self.stack_limit_error && !self.is_out_of_memory_error(pending)
    }

    /// Counts a source text as memory of the heap's, and lets it know what the host has.
    pub(crate) fn adopt_source(&mut self, source: &crate::source::SourceText) {
        source.undetectable_objects.set(self.options.undetectable_objects);
        source.is_counted.set(self.options.count);
        source.traces_calls.set(self.options.trace_calls.is_some());
        source.count_at(&self.sources);
        if let Some(maps) = &self.source_maps {
            source.set_maps(maps.clone());
        }
        if self.observed.is_observed() {
            source.index_if_long();
        }
        self.report_sources();
    }

    /// Tells the heap what has become of source texts since the last time.
    pub(crate) fn report_sources(&mut self) {
        let bytes = self.sources.get();
        self.heap.adjust_external(bytes as isize - self.reported_sources as isize);
        self.reported_sources = bytes;
    }

    /// A new source id.
    pub fn next_source_id(&mut self) -> u32 {
        self.next_source += 1;
        self.next_source
    }
}

/// The shape as a pointer that the compiler cannot replace by its index: what an allocation must not collect has to be on the stack as
/// an address.
#[inline(always)]
pub(crate) fn opaque(shape: Gc<Shape>) -> Gc<Shape> {
    std::hint::black_box(shape)
}

/// The native stack pointer, roughly.
#[inline(always)]
pub fn native_stack_pointer() -> usize {
    let marker = 0u8;
    std::hint::black_box(&raw const marker) as usize
}
