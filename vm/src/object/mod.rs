//! Objects: the handle, and the essential internal methods dispatched by kind.
//!
//! Ordinary objects are in `ordinary`; named properties live in slots laid out by a [`shape::Shape`], indexed ones in
//! elements ([`elements`]). Exotic kinds answer in files of their own and fall back on the ordinary methods.

pub mod arguments;
pub mod array;
pub mod array_buffer;
pub mod array_iterator;
pub(crate) mod array_words;
pub mod call_site;
pub mod collections;
pub(crate) mod constness;
pub mod elements;
pub mod function;
pub mod inherited_elements;
pub mod iteration_kind;
mod keys;
pub mod lazy;
pub mod lookup;
pub mod ordinary;
pub mod property;
pub mod proxy;
pub mod shape;
pub(crate) mod slack_tracking;
pub mod slots;
pub mod string_iterator;
pub mod string_object;
pub mod table;
pub mod typed_array;
pub mod watchpoints;

pub use keys::KeyList;
pub use property::PropertyDescriptor;

use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC, FLAG_LAZY};
use abi::object::{ElementKind, Elements, JsObject, Slots};
use gc::Gc;
use shape::Shape;

/// A handle of a JavaScript object. Copying it is free; the collector finds it on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Object(Gc<JsObject>);

impl Object {
    /// # Safety
    /// The pointer must be to a live cell of an object kind.
    #[inline(always)]
    pub unsafe fn from_ptr(pointer: *mut JsObject) -> Object {
        // SAFETY: the caller's promise.
        Object(unsafe { Gc::from_ptr(pointer) })
    }

    /// None for null. The pointer comes from a live cell's field.
    #[inline(always)]
    pub(crate) fn from_nullable(pointer: *mut JsObject) -> Option<Object> {
        // SAFETY: fields of live cells that point at objects hold null or live objects.
        if pointer.is_null() { None } else { Some(unsafe { Object::from_ptr(pointer) }) }
    }

    #[inline(always)]
    pub fn as_ptr(self) -> *mut JsObject {
        self.0.as_ptr()
    }

    #[inline(always)]
    pub fn cell(&self) -> &JsObject {
        &self.0
    }

    #[inline(always)]
    pub fn header(&self) -> &CellHeader {
        &self.cell().header
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        // SAFETY: a handle's cell is live where the collector looks.
        unsafe { Value::from_cell(self.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn kind(self) -> CellKind {
        self.header().kind()
    }

    #[inline(always)]
    pub fn is_kind(self, kind: CellKind) -> bool {
        self.header().is(kind)
    }

    /// The object as the cell type of its kind.
    ///
    /// # Safety
    /// `T` must be the layout of the object's kind.
    #[inline(always)]
    pub unsafe fn cast<T>(self) -> Gc<T> {
        // SAFETY: the caller's promise.
        unsafe { self.0.cast() }
    }

    /// The object as `T` if it has T's kind.
    #[inline(always)]
    pub fn downcast<T: gc::HeapCell>(self) -> Option<Gc<T>> {
        // SAFETY: the kind says that the layout is T's.
        if self.is_kind(T::KIND) { Some(unsafe { self.cast::<T>() }) } else { None }
    }

    /// As [`Object::cast`], for a function that returns a part of the cell: the borrow is of this handle.
    ///
    /// # Safety
    /// `T` must be the layout of the object's kind.
    #[inline(always)]
    pub unsafe fn cast_ref<T>(&self) -> &T {
        // SAFETY: the caller's promise; the cell lives while this handle is where the collector looks.
        unsafe { &*self.as_ptr().cast::<T>() }
    }

    /// As [`Object::downcast`], for a function that returns a part of the cell.
    #[inline(always)]
    pub fn downcast_ref<T: gc::HeapCell>(&self) -> Option<&T> {
        // SAFETY: the kind says that the layout is T's.
        if self.is_kind(T::KIND) { Some(unsafe { self.cast_ref::<T>() }) } else { None }
    }

    #[inline(always)]
    pub fn element_kind(self) -> ElementKind {
        ElementKind::from_u8(self.header().detail.get())
    }

    #[inline(always)]
    pub fn set_element_kind(self, kind: ElementKind) {
        self.header().detail.set(kind as u8);
    }

    #[inline(always)]
    pub fn elements(&self) -> &Elements {
        // SAFETY: `elements` is never null and points at a live cell, which stays one where the object gets another: the
        // reference is on the stack.
        unsafe { &*self.cell().elements.get() }
    }

    #[inline(always)]
    pub(crate) fn slots_ptr(self) -> *mut Slots {
        self.cell().slots.get()
    }

    /// The shape, through the heap base kept in the block directory.
    #[inline(always)]
    pub fn shape(self) -> Gc<Shape> {
        let base = gc::heap_base_of(self.as_ptr() as usize);
        let address = base + ((self.header().shape.get() as usize) << abi::cell::SHAPE_SHIFT);
        // SAFETY: a live object's shape index names a live shape.
        unsafe { Gc::from_ptr(address as *mut Shape) }
    }

    #[inline(always)]
    pub(crate) fn is_exotic(self) -> bool {
        self.header().has_flag(FLAG_EXOTIC)
    }

    #[inline(always)]
    pub fn is_callable(self) -> bool {
        self.header().has_flag(abi::cell::FLAG_CALLABLE)
    }

    #[inline(always)]
    pub fn is_constructor(self) -> bool {
        self.header().has_flag(abi::cell::FLAG_CONSTRUCTOR)
    }

    /// Materializes own properties that are made on demand.
    #[inline(always)]
    pub fn reify(self, vm: &mut Vm) -> JsResult<()> {
        if self.header().has_flag(FLAG_LAZY) { function::reify(self, vm) } else { Ok(()) }
    }

    /// Materializes them if a name may be one of theirs. Functions whose `call`, `apply` or `bind` are all that is asked for stay as they are.
    #[inline(always)]
    pub fn reify_for(self, vm: &mut Vm, key: PropertyKey) -> JsResult<()> {
        if self.header().has_flag(FLAG_LAZY) && (!self.is_callable() || function::is_own_name(vm, key)) {
            return self.reify(vm);
        }
        Ok(())
    }
}

impl From<Object> for Value {
    #[inline(always)]
    fn from(object: Object) -> Value {
        object.value()
    }
}

impl std::fmt::Debug for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:p}", self.kind().name(), self.as_ptr())
    }
}

/// The essential internal methods (ECMA-262 sec. 6.1.7.2).
impl Object {
    /// [[GetPrototypeOf]]
    pub fn get_prototype_of(self, vm: &mut Vm) -> JsResult<Option<Object>> {
        match self.kind() {
            CellKind::Proxy => proxy::get_prototype_of(self, vm),
            _ => Ok(self.shape().prototype()),
        }
    }

    /// [[SetPrototypeOf]]
    pub fn set_prototype_of(self, vm: &mut Vm, prototype: Option<Object>) -> JsResult<bool> {
        match self.kind() {
            CellKind::Proxy => proxy::set_prototype_of(self, vm, prototype),
            CellKind::ModuleNamespace => Ok(prototype.is_none()),
            _ => ordinary::set_prototype_of(self, vm, prototype),
        }
    }

    /// [[IsExtensible]]
    pub fn is_extensible(self, vm: &mut Vm) -> JsResult<bool> {
        match self.kind() {
            CellKind::Proxy => proxy::is_extensible(self, vm),
            CellKind::ModuleNamespace => Ok(false),
            _ => Ok(self.shape().is_extensible()),
        }
    }

    /// [[PreventExtensions]]
    pub fn prevent_extensions(self, vm: &mut Vm) -> JsResult<bool> {
        self.reify(vm)?;
        match self.kind() {
            CellKind::Proxy => proxy::prevent_extensions(self, vm),
            CellKind::ModuleNamespace => Ok(true),
            CellKind::TypedArray if !typed_array::is_fixed_length(self) => Ok(false),
            _ => ordinary::prevent_extensions(self, vm),
        }
    }

    /// [[GetOwnProperty]]
    pub fn get_own_property(self, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
        self.reify(vm)?;
        match self.kind() {
            CellKind::Proxy => proxy::get_own_property(self, vm, key),
            CellKind::Array => array::get_own_property(self, vm, key),
            CellKind::StringObject => string_object::get_own_property(self, vm, key),
            CellKind::Arguments => arguments::get_own_property(self, vm, key),
            CellKind::TypedArray => typed_array::get_own_property(self, vm, key),
            CellKind::ModuleNamespace => crate::runtime::module::namespace_get_own_property(self, vm, key),
            _ => ordinary::get_own_property(self, vm, key),
        }
    }

    /// [[DefineOwnProperty]]
    pub fn define_own_property(self, vm: &mut Vm, key: PropertyKey, descriptor: &PropertyDescriptor) -> JsResult<bool> {
        self.reify(vm)?;
        match self.kind() {
            CellKind::Proxy => proxy::define_own_property(self, vm, key, descriptor),
            CellKind::Array => array::define_own_property(self, vm, key, descriptor),
            CellKind::StringObject => string_object::define_own_property(self, vm, key, descriptor),
            CellKind::Arguments => arguments::define_own_property(self, vm, key, descriptor),
            CellKind::TypedArray => typed_array::define_own_property(self, vm, key, descriptor),
            CellKind::ModuleNamespace => {
                crate::runtime::module::namespace_define_own_property(self, vm, key, descriptor)
            }
            _ => ordinary::define_own_property(self, vm, key, descriptor),
        }
    }

    /// [[HasProperty]]
    pub fn has_property(self, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
        match self.kind() {
            CellKind::Proxy => proxy::has_property(self, vm, key),
            CellKind::TypedArray => typed_array::has_property(self, vm, key),
            CellKind::ModuleNamespace => crate::runtime::module::namespace_has_property(self, vm, key),
            _ => ordinary::has_property(self, vm, key),
        }
    }

    /// [[Get]]
    pub fn get_with_receiver(self, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
        match self.kind() {
            CellKind::Proxy => proxy::get(self, vm, key, receiver),
            CellKind::TypedArray => typed_array::get(self, vm, key, receiver),
            CellKind::ModuleNamespace => crate::runtime::module::namespace_get(self, vm, key, receiver),
            _ => ordinary::get(self, vm, key, receiver),
        }
    }

    /// [[Set]]: false where the assignment was refused.
    pub fn set_with_receiver(self, vm: &mut Vm, key: PropertyKey, value: Value, receiver: Value) -> JsResult<bool> {
        match self.kind() {
            CellKind::Proxy => proxy::set(self, vm, key, value, receiver),
            CellKind::TypedArray => typed_array::set(self, vm, key, value, receiver),
            CellKind::ModuleNamespace => Ok(false),
            _ => ordinary::set(self, vm, key, value, receiver),
        }
    }

    /// [[Delete]]
    pub fn delete(self, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
        self.reify(vm)?;
        match self.kind() {
            CellKind::Proxy => proxy::delete(self, vm, key),
            CellKind::StringObject => string_object::delete(self, vm, key),
            CellKind::Arguments => arguments::delete(self, vm, key),
            CellKind::TypedArray => typed_array::delete(self, vm, key),
            CellKind::ModuleNamespace => crate::runtime::module::namespace_delete(self, vm, key),
            CellKind::Array if key == vm.names.length => Ok(false),
            _ => ordinary::delete(self, vm, key),
        }
    }

    /// [[OwnPropertyKeys]]
    pub fn own_property_keys(self, vm: &mut Vm) -> JsResult<KeyList> {
        self.reify(vm)?;
        match self.kind() {
            CellKind::Proxy => proxy::own_property_keys(self, vm),
            CellKind::ModuleNamespace => crate::runtime::module::namespace_own_property_keys(self, vm),
            _ => keys::ordinary_own_property_keys(self, vm),
        }
    }

    /// Set(O, P, V, Throw)
    pub fn set(self, vm: &mut Vm, key: PropertyKey, value: Value, throw: bool) -> JsResult<()> {
        operations::set(vm, self, key, value, throw)
    }

    /// CreateDataPropertyOrThrow
    pub fn create_data_property_or_throw(self, vm: &mut Vm, key: PropertyKey, value: Value) -> JsResult<()> {
        operations::create_data_property_or_throw(vm, self, key, value)
    }

    /// DeletePropertyOrThrow
    pub fn delete_property_or_throw(self, vm: &mut Vm, key: PropertyKey) -> JsResult<()> {
        operations::delete_property_or_throw(vm, self, key)
    }

    /// LengthOfArrayLike
    pub fn length_of_array_like(self, vm: &mut Vm) -> JsResult<u64> {
        operations::length_of_array_like(vm, self)
    }

    /// SpeciesConstructor
    pub fn species_constructor(self, vm: &mut Vm, default: Object) -> JsResult<Object> {
        operations::species_constructor(vm, self, default)
    }

    /// [[Get]] with the object itself as receiver.
    #[inline]
    pub fn get(self, vm: &mut Vm, key: PropertyKey) -> JsResult {
        self.get_with_receiver(vm, key, self.value())
    }
}
