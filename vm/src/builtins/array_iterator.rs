//! Array iterators (ECMA-262 sec. 23.1.5): `keys`, `values` and `entries` of arrays, typed arrays and all that borrow them, and the
//! question whether iterating over an array still does what the specification says by default.

use super::array::words;
use crate::native::{Args, NativeFn, NativeFunction, method};
use crate::object::Object;
use crate::object::table::DEFAULT;
use crate::object::typed_array::{self, TypedArrayObject};
use crate::runtime::convert;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::watch::Validity;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Rooted, Visitor};
use std::cell::Cell;

/// What an iterator gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum IterationKind {
    Keys,
    Values,
    Entries,
}

/// An array iterator.
#[repr(C)]
pub struct ArrayIterator {
    object: JsObject,
    /// What is iterated over; null once it is exhausted.
    array: Cell<*mut JsObject>,
    index: Cell<u64>,
    kind: IterationKind,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ArrayIterator {
    const KIND: CellKind = CellKind::ArrayIterator;
}

impl ArrayIterator {
    // What compiled code needs to know of the layout.
    pub const ARRAY: usize = std::mem::offset_of!(ArrayIterator, array);
    pub const INDEX: usize = std::mem::offset_of!(ArrayIterator, index);
    pub const KIND: usize = std::mem::offset_of!(ArrayIterator, kind);

    /// # Safety
    /// To be called by the collector only, on a live ArrayIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<ArrayIterator>() };
        crate::vm::trace_object(&this.object, visitor);
        visitor.visit_cell(this.array.get().cast());
    }
}

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    vm.realm_mut().array_iterator_prototype = prototype;
    prototype.define_methods(vm, &[method("next", 0, next)])?;
    prototype.define_to_string_tag(vm, "Array Iterator")
}

impl Vm {
    /// CreateArrayIterator (sec. 23.1.5.1)
    pub fn new_array_iterator(&mut self, array: Object, kind: IterationKind) -> JsResult<Object> {
        let prototype = self.realm().array_iterator_prototype;
        self.new_exotic(Some(prototype), |object| ArrayIterator {
            object,
            array: Cell::new(array.as_ptr()),
            index: Cell::new(0),
            kind,
        })
    }

    /// An iterator over an array's values that has come to an index.
    pub fn new_array_iterator_at(&mut self, array: Object, index: u32) -> JsResult<Object> {
        let iterator = self.new_array_iterator(array, IterationKind::Values)?;
        if let Some(iterator) = iterator.downcast::<ArrayIterator>() {
            iterator.index.set(index.into());
        }
        Ok(iterator)
    }

    /// CreateIterResultObject, with the shape that all results have at hand.
    pub fn iterator_result(&mut self, value: Value, done: bool) -> JsResult<Object> {
        if let Some(shape) = self.realm().iterator_result_shape {
            let result = self.alloc_object_of_shape(shape)?;
            result.set_slot(self, 0, value);
            result.set_slot(self, 1, Value::bool(done));
            return Ok(result);
        }
        let result = self.new_object()?;
        result.add_named(self, self.names.value, value, DEFAULT)?;
        result.add_named(self, self.names.done, Value::bool(done), DEFAULT)?;
        // Both in the object itself, so that allocating the shape is all there is to do.
        let shape = result.shape();
        if shape.inline_capacity() >= 2 && !shape.is_dictionary() {
            self.realm_mut().iterator_result_shape = Some(shape);
        }
        Ok(result)
    }

    /// Whether iterating over a plain array by the language's rules still only reads its elements: Array.prototype[@@iterator] and
    /// %ArrayIteratorPrototype%.next are the built-in ones, and nothing has added a `return` that leaving early would call.
    pub fn array_iteration_is_intact(&mut self) -> bool {
        self.intact_next().is_some()
    }

    /// If that was so when it was last asked for and still is: the bytes that are 1 for as long as it stays so.
    pub fn array_iteration_bytes(&self) -> Option<[*const u8; 4]> {
        let known = self.array_iteration.as_ref()?;
        (known.realm == self.realm_cell() && known.holds()).then_some(known.bytes)
    }

    /// If that is so: %ArrayIteratorPrototype%.next.
    pub(crate) fn intact_next(&mut self) -> Option<Value> {
        let realm = self.realm_cell();
        if let Some(known) = &self.array_iteration
            && known.realm == realm
            && known.holds()
        {
            return Some(known.next);
        }
        self.array_iteration = self.find_array_iteration(realm);
        self.array_iteration.as_ref().map(|known| known.next)
    }

    /// %ArrayIteratorPrototype%.next of the current realm, if plain arrays have been iterated over.
    pub fn array_iterator_next(&self) -> Option<Value> {
        let known = self.array_iteration.as_ref()?;
        (known.realm == self.realm_cell() && known.holds()).then_some(known.next)
    }

    fn find_array_iteration(&mut self, realm: *mut CellHeader) -> Option<Intact> {
        let (array, iterator) = (self.realm().array_prototype, self.realm().array_iterator_prototype);
        let chain = |vm: &mut Vm, first: Object| match vm.chain_validity(Some(first)) {
            Ok(chain) => chain.map(|chain| vm.heap.rooted(chain)),
            Err(_) => {
                vm.take_exception();
                None
            }
        };
        let chains = [chain(self, array)?, chain(self, iterator)?];
        let (values, first) = self.constant_property(array.as_ptr(), self.names.sym_iterator.bits())?;
        let (next, second) = self.constant_property(iterator.as_ptr(), self.names.next.bits())?;
        let is_next = |f: &NativeFunction| f.function as usize == self::next as NativeFn as usize;
        let intact = values == self.realm().array_values.value()
            && next.as_object()?.downcast::<NativeFunction>().is_some_and(is_next);
        let mut link = Some(iterator);
        while let Some(object) = link {
            if object.is_exotic() || object.own_named(self.names.return_).is_some() {
                return None;
            }
            link = object.shape().prototype();
        }
        let valid = |chain: &Rooted<Validity>| chain.get().valid.as_ptr().cast_const();
        let bytes = [valid(&chains[0]), valid(&chains[1]), first, second];
        intact.then_some(Intact { realm, bytes, _chains: chains, next })
    }
}

/// What the iteration of plain arrays relies on, in a realm.
pub(crate) struct Intact {
    realm: *mut CellHeader,
    /// The prototype chains of arrays and of their iterators have the properties that they had; Array.prototype[@@iterator] and `next` have the
    /// values.
    bytes: [*const u8; 4],
    _chains: [Rooted<Validity>; 2],
    next: Value,
}

impl Intact {
    #[inline]
    fn holds(&self) -> bool {
        // SAFETY: the cells of the chains are rooted here; realms stay, and so do their prototypes' constants.
        self.bytes.iter().all(|byte| unsafe { **byte } == 1)
    }
}

fn create(vm: &mut Vm, args: Args, kind: IterationKind) -> JsResult {
    let object = convert::to_object(vm, args.this())?;
    vm.new_array_iterator(object, kind).map(Value::from)
}

/// Array.prototype.entries() (sec. 23.1.3.5)
pub fn entries(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Entries)
}

/// Array.prototype.keys() (sec. 23.1.3.19)
pub fn keys(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Keys)
}

/// Array.prototype.values() (sec. 23.1.3.38)
pub fn values(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Values)
}

/// %ArrayIteratorPrototype%.next() (sec. 23.1.5.2.1)
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub fn next(vm: &mut Vm, args: Args) -> JsResult {
    let Some(iterator) = args.this().as_object().and_then(|o| o.downcast::<ArrayIterator>()) else {
        return Err(vm.throw_incompatible_receiver("Array Iterator.prototype.next", args.this()));
    };
    match step(vm, iterator)? {
        Some(value) => vm.iterator_result(value, false).map(Value::from),
        None => vm.iterator_result(Value::UNDEFINED, true).map(Value::from),
    }
}

/// One step: the next value, or None at the end, which stays the end.
pub fn step(vm: &mut Vm, iterator: &ArrayIterator) -> JsResult<Option<Value>> {
    let array = iterator.array.get();
    if array.is_null() {
        return Ok(None);
    }
    // SAFETY: a field of a live iterator is null or a live object.
    let array = unsafe { Object::from_ptr(array) };
    let index = iterator.index.get();
    let length = if let Some(array) = array.as_array() {
        array.length.get() as u64
    } else if let Some(array) = array.downcast::<TypedArrayObject>() {
        match array.current_length() {
            Some(length) => length as u64,
            None => {
                return Err(
                    vm.throw_type_error("Cannot perform %ArrayIteratorPrototype%.next on a detached ArrayBuffer")
                );
            }
        }
    } else {
        array.length_of_array_like(vm)?
    };
    if index >= length {
        iterator.array.set(std::ptr::null_mut());
        return Ok(None);
    }
    iterator.index.set(index + 1);
    if iterator.kind == IterationKind::Keys {
        return Ok(Some(Value::from_usize(index as usize)));
    }
    let value = match array.fast_element(index.min(u32::MAX as u64 - 1) as u32) {
        Some(value) if index < u32::MAX as u64 => value,
        _ if array.is_kind(CellKind::TypedArray) => {
            // SAFETY: the kind says so.
            typed_array::get_element(vm, unsafe { array.cast::<TypedArrayObject>() }, index as usize)?
        }
        _ => {
            let key = PropertyKey::from_u64_index(vm, index)?;
            array.get(vm, key)?
        }
    };
    if iterator.kind == IterationKind::Values {
        return Ok(Some(value));
    }
    let entry = vm.new_array(&[Value::from_usize(index as usize), value])?;
    Ok(Some(entry.value()))
}

/// All that an iterator over the values of a packed array has left, as a new array; the iterator has ended then. None for others.
pub fn take_rest(vm: &mut Vm, iterator: Value, next: Value) -> JsResult<Option<Object>> {
    let Some(iterator) = iterator.as_object().and_then(|o| o.downcast::<ArrayIterator>()) else { return Ok(None) };
    let native = next.as_object().and_then(|f| f.downcast::<NativeFunction>());
    if iterator.kind != IterationKind::Values
        || iterator.array.get().is_null()
        || native.is_none_or(|f| !std::ptr::fn_addr_eq(f.function, self::next as NativeFn))
    {
        return Ok(None);
    }
    // SAFETY: a field of a live iterator is null or a live object.
    let array = unsafe { Object::from_ptr(iterator.array.get()) };
    let rest = rest_of(vm, array, iterator.index.get().min(u32::MAX.into()) as u32)?;
    if rest.is_some() {
        iterator.array.set(std::ptr::null_mut());
    }
    Ok(rest)
}

/// The elements of a packed array from an index on, as a new array; None for others.
pub fn rest_of(vm: &mut Vm, array: Object, index: u32) -> JsResult<Option<Object>> {
    if !array.is_packed_array() {
        return Ok(None);
    }
    let length = array.as_array().map_or(0, |a| a.length.get());
    let start = index.min(length);
    words::copy_range(vm, array, start, length - start).map(Some)
}
