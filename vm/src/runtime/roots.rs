//! What the collector must know of the VM: kinds of cells, roots, and weak tables.

use crate::code::{Code, ScopeInfoCell};
use crate::interp::ops;
use crate::native::NativeFunction;
use crate::object::arguments::ArgumentsObject;
use crate::object::elements::DictionaryElements;
use crate::object::function::{BoundFunction, FunctionRare};
use crate::object::property::Accessor;
use crate::object::shape::Shape;
use crate::realm::Realm;
use crate::vm::{Vm, trace_object};
use abi::cell::{CellHeader, CellKind};
use abi::object::{INLINE_SLOTS_OFFSET, JsObject};
use gc::{HeapCell, Visitor};

/// Drops a cell's Rust parts.
unsafe fn drop_cell<T: HeapCell>(cell: *mut CellHeader) {
    // SAFETY: the collector calls this once, when the cell is dead; the kind is T's.
    unsafe { std::ptr::drop_in_place(cell.cast::<T>()) }
}

/// Ordinary objects: inline slots up to the shape's capacity.
unsafe fn trace_ordinary(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector calls this on live cells of object kinds without fields of their own.
    unsafe {
        let object = &*cell.cast::<JsObject>();
        trace_object(object, visitor);
        let shape = crate::object::Object::from_ptr(cell.cast()).shape();
        let slots = cell.byte_add(INLINE_SLOTS_OFFSET).cast::<crate::Value>();
        for i in 0..shape.inline_capacity() as usize {
            visitor.visit_value(*slots.add(i));
        }
    }
}

/// Registers everything with the heap but what is the built-ins' own. The VM must not move afterwards.
pub fn register(vm: &mut Box<Vm>) {
    use CellKind as K;
    let heap = &mut vm.heap;
    // Ordinary objects, arrays, functions, strings, slots, elements and environments: the collector knows their layouts.
    for kind in [K::Error, K::Global] {
        heap.set_kind(kind, Some(trace_ordinary), None);
    }
    heap.set_kind(K::Symbol, Some(crate::string::trace_symbol), None);
    heap.set_kind(K::Shape, Some(Shape::trace), Some(drop_cell::<Shape>));
    heap.set_kind(K::DictionaryElements, Some(DictionaryElements::trace), Some(drop_cell::<DictionaryElements>));
    heap.set_kind(K::Code, Some(Code::trace), Some(drop_cell::<Code>));
    heap.set_kind(K::ScopeInfo, Some(ScopeInfoCell::trace), Some(drop_cell::<ScopeInfoCell>));
    heap.set_kind(K::Accessor, Some(Accessor::trace), None);
    heap.set_kind(K::FunctionRare, Some(FunctionRare::trace), None);
    heap.set_kind(K::ForIn, Some(ops::Enumeration::trace), None);
    heap.set_kind(K::Realm, Some(Realm::trace), None);
    heap.set_kind(K::NativeFunction, Some(NativeFunction::trace), None);
    heap.set_kind(K::BoundFunction, Some(BoundFunction::trace), None);
    heap.set_kind(K::Arguments, Some(ArgumentsObject::trace), None);
    heap.set_kind(K::SavedFrame, Some(crate::runtime::generator::trace_saved_frame), None);
    heap.set_kind(K::Generator, Some(crate::runtime::generator::GeneratorObject::trace), None);
    heap.set_kind(
        K::AsyncGenerator,
        Some(crate::runtime::generator::AsyncGeneratorObject::trace),
        Some(drop_cell::<crate::runtime::generator::AsyncGeneratorObject>),
    );
    heap.set_kind(
        K::Module,
        Some(crate::runtime::module::Module::trace),
        Some(drop_cell::<crate::runtime::module::Module>),
    );
    heap.set_kind(
        K::ModuleNamespace,
        Some(crate::runtime::module::Namespace::trace),
        Some(drop_cell::<crate::runtime::module::Namespace>),
    );
    let pointer: *mut Vm = &raw mut **vm;
    if let Some((_, high)) = gc::current_stack_bounds() {
        vm.heap.set_native_stack(high);
    }
    // SAFETY: the word lives as long as the heap, both in the boxed VM.
    unsafe { vm.heap.set_state_word(&raw const vm.context.state) };
    vm.heap.set_vm_stack_top_callback(Box::new(move || {
        // SAFETY: the VM is boxed and outlives its heap's collections.
        let vm = unsafe { &*pointer };
        (vm.context.stack_base.get().cast_const(), vm.stack_top().cast_const())
    }));
    vm.heap.add_root_callback(Box::new(move |visitor: &mut Visitor| {
        // SAFETY: as above.
        unsafe { &*pointer }.trace_roots(visitor);
    }));
    vm.heap.add_ephemeron_callback(move |visitor| {
        // SAFETY: as above.
        unsafe { &*pointer }.watch.trace_chains(visitor);
    });
    vm.heap.add_weak_callback(move |live| {
        // SAFETY: as above; a collection happens inside an allocation, which holds no borrow of what this touches.
        unsafe { &mut *pointer }.sweep_weak(live);
    });
}

impl Vm {
    fn trace_roots(&self, visitor: &mut Visitor) {
        self.strings.trace(visitor);
        self.watch.trace(visitor);
        visitor.visit_shape(self.bigint_shape);
        visitor.visit_cell(self.empty_slots.cast());
        visitor.visit_cell(self.empty_elements.cast());
        if let Some(shared) = self.no_elements {
            visitor.visit_cell(shared.header());
        }
        visitor.visit_value(self.context.exception.get());
        visitor.visit_value(self.out_of_memory_error);
        for realm in &self.realms {
            visitor.visit_cell(realm.header());
            // Realms are written without a barrier.
            // SAFETY: the realm is live.
            unsafe { Realm::trace(realm.as_ptr().cast(), visitor) };
        }
        self.jobs.trace(visitor);
        self.modules.trace(visitor);
        self.host.trace(visitor);
        self.module_loader.trace(visitor);
        self.evals.trace(visitor);
    }

    fn sweep_weak(&mut self, live: &gc::LiveTest) {
        let is_marked: &dyn Fn(*const CellHeader) -> bool = &|cell| live.is_marked(cell);
        if live.is_full() {
            let collections = &self.context.collections;
            collections.set(collections.get().wrapping_add(1));
            self.strings.sweep_atoms(is_marked);
        } else {
            self.strings.sweep_young_atoms(is_marked);
        }
        self.evals.sweep(live.is_full(), is_marked);
        self.sweep_samples(is_marked);
        self.shapes.sweep(is_marked);
        self.watch.sweep(is_marked);
        self.constants.sweep(is_marked);
        self.array_prototypes.sweep(is_marked);
        self.megamorphic.clear();
        self.enumerations.clear();
        self.copies.clear();
        self.splits.clear();
        self.counts.forget_addresses(is_marked);
        let base = self.context.heap_base.get();
        let mut dead = Vec::new();
        let mut orphaned = Vec::new();
        self.all_code.retain(|code| {
            let marked = is_marked(code.header());
            // A minor collection has marked what caches name (`Code::trace`).
            if marked && live.is_full() {
                let (histories, started) = (&mut self.histories, self.started);
                code.sweep_sites(base, is_marked, |site, cases| {
                    histories.note_cleared(site, started, cases);
                });
                if code.is_orphaned(is_marked) {
                    orphaned.push(code.machine.get().cast_const());
                }
            }
            if !marked {
                self.code.forget(code.machine().code_id);
                dead.push(*code);
            }
            marked
        });
        // Not swept yet: what they held can still be read.
        for code in &dead {
            self.release_histories(code);
        }
        self.note_deaths(dead.iter().map(|code| code.machine.get().cast_const()), orphaned.into_iter());
        if !dead.is_empty() {
            let code = &self.code;
            self.element_transitions.retain(|(origin, _, _), _| code.get(origin.code_id).is_some());
            self.dictionaries.retain(|origin, _| code.get(origin.code_id).is_some());
        }
        crate::frontend::atoms::sweep();
        self.report_sources();
    }
}
