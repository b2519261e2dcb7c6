//! The built-in objects, one file or folder per family.

pub mod abstract_module_source;
pub mod array;
pub mod array_buffer;
pub mod array_iterator;
pub mod atomics;
pub mod bigint;
pub mod boolean;
pub mod call_site;
mod collections;
pub mod data_view;
pub mod date;
pub mod direct;
pub mod disposable_stack;
pub mod error;
pub mod finalization_registry;
pub mod function;
pub mod generator;
pub mod global;
pub mod intrinsic;
pub mod iterator;
pub mod iterator_helper;
pub mod iterator_zip;
pub mod json;
pub mod map;
pub mod math;
pub mod number;
pub mod object;
pub mod promise;
pub mod proxy;
pub mod reflect;
pub mod regexp;
pub mod set;
pub mod shadow_realm;
pub mod string;
pub mod structured_clone;
pub mod symbol;
pub mod temporal;
pub mod typed_array;
mod weak;
pub mod weak_map;
pub mod weak_ref;
pub mod weak_set;

use crate::JsResult;
use crate::native::NumberGetter;
use crate::runtime::eval;
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind};
use abi::ic::EntryKind;
use gc::Heap;

/// Data that families keep with the VM.
#[derive(Default)]
pub struct BuiltinState {
    pub random: math::Random,
    pub regexp: regexp::RegExpState,
    pub date: date::DateState,
    pub joins: array::UnderWay,
    pub species: Option<array::SpeciesPlaces>,
    /// Versions of Array.prototype and Object.prototype without `Symbol.isConcatSpreadable`.
    pub plainly_concatenated: Option<[array::Version; 2]>,
}

/// Drops a cell's Rust parts.
unsafe fn drop_cell<T: gc::HeapCell>(cell: *mut CellHeader) {
    // SAFETY: the collector calls this once, when the cell is dead; the kind is T's.
    unsafe { std::ptr::drop_in_place(cell.cast::<T>()) }
}

/// See [`NumberGetter`].
pub(crate) const NUMBER_GETTERS: [NumberGetter; 1] =
    [(CellKind::TypedArray, typed_array::get_length, EntryKind::TypedArrayLength)];

/// Registers the families' kinds of cells, and what is weak of them.
pub fn register_kinds(heap: &mut Heap) {
    use crate::object::{
        array_buffer, array_iterator, call_site, collections as keyed, proxy, string_iterator, string_object,
        typed_array as typed,
    };
    use crate::runtime::{async_from_sync_iterator, disposal, finalization};
    use abi::CellKind as K;
    macro_rules! kinds {
        ($($kind:ident: $trace:path, $drop:expr;)*) => { $(heap.set_kind(K::$kind, Some($trace), $drop);)* };
    }
    kinds! {
        Proxy: proxy::trace, None;
        StringObject: string_object::StringObject::trace, None;
        BooleanObject: string_object::PrimitiveWrapper::trace, None;
        NumberObject: string_object::PrimitiveWrapper::trace, None;
        SymbolObject: string_object::PrimitiveWrapper::trace, None;
        BigIntObject: string_object::PrimitiveWrapper::trace, None;
        TypedArray: typed::TypedArrayObject::trace, None;
        ArrayBuffer: array_buffer::ArrayBufferObject::trace, Some(drop_cell::<array_buffer::ArrayBufferObject>);
        SharedArrayBuffer: array_buffer::SharedArrayBufferObject::trace, Some(drop_cell::<array_buffer::SharedArrayBufferObject>);
        RegExp: regexp::RegExpObject::trace, None;
        RegExpProgram: regexp::ProgramCell::trace, Some(drop_cell::<regexp::ProgramCell>);
        Date: date::DateObject::trace, None;
        RawJson: json::trace_raw_json, None;
        CallSite: call_site::CallSiteObject::trace, None;
        RegExpStringIterator: regexp::RegExpStringIterator::trace, None;
        StringIterator: string_iterator::StringIterator::trace, None;
        ArrayIterator: array_iterator::ArrayIterator::trace, None;
        ShadowRealm: shadow_realm::ShadowRealmObject::trace, None;
        WrapForValidIterator: iterator::WrapForValidIterator::trace, None;
        IteratorHelper: iterator_helper::IteratorHelper::trace, None;
        Map: keyed::map::MapObject::trace, Some(drop_cell::<keyed::map::MapObject>);
        MapIterator: keyed::map::MapIterator::trace, None;
        Set: keyed::set::SetObject::trace, Some(drop_cell::<keyed::set::SetObject>);
        SetIterator: keyed::set::SetIterator::trace, None;
        WeakMap: weak_map::WeakMapObject::trace, Some(drop_cell::<weak_map::WeakMapObject>);
        WeakSet: weak_set::WeakSetObject::trace, Some(drop_cell::<weak_set::WeakSetObject>);
        WeakRef: weak_ref::WeakRefObject::trace, None;
        FinalizationRegistry: finalization::FinalizationRegistryObject::trace, Some(drop_cell::<finalization::FinalizationRegistryObject>);
        AsyncFromSyncIterator: async_from_sync_iterator::AsyncFromSyncIteratorObject::trace, None;
        DisposableStack: disposal::DisposableStackObject::trace, Some(drop_cell::<disposal::DisposableStackObject>);
        AsyncDisposableStack: disposal::DisposableStackObject::trace, Some(drop_cell::<disposal::DisposableStackObject>);
        TemporalDuration: temporal::trace, None;
        TemporalInstant: temporal::trace, None;
        TemporalPlainDate: temporal::trace, None;
        TemporalPlainDateTime: temporal::trace, None;
        TemporalPlainMonthDay: temporal::trace, None;
        TemporalPlainTime: temporal::trace, None;
        TemporalPlainYearMonth: temporal::trace, None;
        TemporalZonedDateTime: temporal::trace, None;
        Promise: crate::runtime::promise::PromiseObject::trace, Some(drop_cell::<crate::runtime::promise::PromiseObject>);
    }
    heap.set_ephemeron_functions(weak::mark_ephemerons, weak::sweep_ephemerons);
}

/// Fills the current realm.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    object::init(vm)?;
    function::init(vm)?;
    symbol::init(vm)?;
    error::init(vm)?;
    call_site::init(vm)?;
    global::init(vm)?;
    let name = vm.names.eval;
    let f = vm.new_native(name, 1, eval::indirect_eval)?;
    vm.realm_mut().eval = f;
    let global = vm.realm().global;
    global.define_hidden(vm, name, f.value())?;
    iterator::init(vm)?;
    array::init(vm)?;
    array_iterator::init(vm)?;
    boolean::init(vm)?;
    number::init(vm)?;
    bigint::init(vm)?;
    math::init(vm)?;
    string::init(vm)?;
    regexp::init(vm)?;
    shadow_realm::init(vm)?;
    date::init(vm)?;
    json::init(vm)?;
    reflect::init(vm)?;
    proxy::init(vm)?;
    map::init(vm)?;
    set::init(vm)?;
    weak_map::init(vm)?;
    weak_set::init(vm)?;
    weak_ref::init(vm)?;
    finalization_registry::init(vm)?;
    promise::init(vm)?;
    generator::init(vm)?;
    array_buffer::init(vm)?;
    typed_array::init(vm)?;
    data_view::init(vm)?;
    atomics::init(vm)?;
    disposable_stack::init(vm)?;
    abstract_module_source::init(vm)?;
    temporal::init(vm)?;
    Ok(())
}
