//! `structuredClone` (HTML sec. 2.7: StructuredSerializeWithTransfer and StructuredDeserializeWithTransfer in one go).
//!
//! Copies are made as the originals are met; what was met before, cycles included, is looked up in a Map from originals to copies, which
//! also keeps both alive. Transferred buffers are copied like others and detached once all has been cloned, so that a clone that
//! fails leaves its input as it was.

use super::data_view::DataViewObject;
use super::date::DateObject;
use super::regexp::RegExpObject;
use crate::object::array_buffer::{self, byte_length, is_detached, is_fixed_length, is_shared};
use crate::object::collections::map::MapObject;
use crate::object::collections::set::SetObject;
use crate::object::string_object::primitive_value;
use crate::object::typed_array::TypedArrayObject;
use crate::object::{Object, PropertyDescriptor};
use crate::realm::Realm;
use crate::runtime::convert::{to_property_key, to_string};
use crate::runtime::error::ErrorKind;
use crate::runtime::operations::{
    PropertyCollection, create_data_property_or_throw, enumerable_own_properties, has_own_property,
};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use abi::object::{ArrayType, JsArrayBuffer};
use std::cell::Cell;

/// What the embedding knows of platform objects, and how it throws.
pub struct Platform {
    /// A copy of a platform object; None for what is none, Some(null) for what cannot be cloned. Asked for objects with private names only.
    pub clone: fn(&mut Vm, Object) -> JsResult<Option<Value>>,
    /// The object that is to take over what is transferred; undefined for what is not transferable, null for what has been transferred before.
    pub receiver: fn(&mut Vm, Object) -> JsResult,
    /// Moves what is transferred from the first object to the second.
    pub transfer: fn(&mut Vm, Object, Object) -> JsResult<()>,
    /// Throws a DataCloneError with this message.
    pub throw: fn(&mut Vm, &str) -> Throw,
}

/// Clones a value; what `transfer` lists is moved. The platform objects among the latter have their receivers in the list that is returned, in that order.
///
/// # Errors
/// A DataCloneError where something can be neither cloned nor transferred, or what a getter throws.
pub fn structured_clone(
    vm: &mut Vm,
    value: Value,
    transfer: &[Value],
    platform: &Platform,
) -> JsResult<(Value, gc::RootedVec)> {
    let clones = vm.new_map()?;
    // SAFETY: `new_map` makes MapObject cells.
    let mut cloner = Cloner { clones: unsafe { clones.cast_ref::<MapObject>() }, platform };
    let mut received = vm.heap.rooted_vec();
    for (i, &item) in transfer.iter().enumerate() {
        if transfer[..i].contains(&item) {
            return Err((platform.throw)(vm, &format!("The object at index {i} is a duplicate.")));
        }
        if let Some(receiver) = cloner.receiver(vm, item)? {
            cloner.clones.set(vm, item, receiver.value())?;
            received.push(receiver.value());
        }
    }
    let clone = cloner.clone_value(vm, value)?;
    let mut receivers = received.iter();
    for &item in transfer {
        if array_buffer::from_value(item).is_none() {
            if let (Some(from), Some(to)) = (item.as_object(), receivers.next().and_then(|v| v.as_object())) {
                (platform.transfer)(vm, from, to)?;
            }
        } else if array_buffer::from_value(item).as_deref().is_some_and(is_detached) {
            return Err((platform.throw)(vm, DETACHED));
        } else {
            array_buffer::detach(vm, item, Value::UNDEFINED)?;
        }
    }
    Ok((clone, received))
}

const DETACHED: &str = "An ArrayBuffer is detached and could not be cloned.";

/// Whether an object has fields that only the code of a class sees.
pub fn has_private_names(object: Object) -> bool {
    let mut found = false;
    if !object.is_kind(CellKind::Proxy) {
        object.shape().for_each(|key, _| found |= key.is_private());
    }
    found
}

struct Cloner<'a> {
    /// From originals to copies.
    clones: &'a MapObject,
    platform: &'a Platform,
}

impl Cloner<'_> {
    /// What a platform object is transferred to; None for an ArrayBuffer, which is copied.
    fn receiver(&self, vm: &mut Vm, item: Value) -> JsResult<Option<Object>> {
        if let Some(buffer) = array_buffer::from_value(item).filter(|buffer| !is_shared(buffer)) {
            return if is_detached(&buffer) { Err((self.platform.throw)(vm, DETACHED)) } else { Ok(None) };
        }
        let receiver = match item.as_object() {
            Some(object) if has_private_names(object) => (self.platform.receiver)(vm, object)?,
            _ => Value::UNDEFINED,
        };
        if let Some(receiver) = receiver.as_object() {
            return Ok(Some(receiver));
        }
        let what = vm.describe(item);
        let why = if receiver.is_null() { "has been transferred before" } else { "could not be transferred" };
        Err((self.platform.throw)(vm, &format!("{what} {why}.")))
    }

    fn clone_value(&mut self, vm: &mut Vm, value: Value) -> JsResult {
        let Some(object) = value.as_object() else {
            return if value.is_symbol() { Err(self.refuse(vm, value)) } else { Ok(value) };
        };
        if let Some(clone) = self.clones.get(vm, value)? {
            return Ok(clone);
        }
        vm.check_native_stack()?;
        self.clone_object(vm, object).map(Object::value)
    }

    #[cold]
    fn refuse(&self, vm: &mut Vm, value: Value) -> Throw {
        let what = vm.describe(value);
        (self.platform.throw)(vm, &format!("{what} could not be cloned."))
    }

    /// From now on the original is known. To be called before anything inside of it is cloned.
    fn remember(&mut self, vm: &mut Vm, original: Object, clone: Object) -> JsResult<Object> {
        self.clones.set(vm, original.value(), clone.value())?;
        Ok(clone)
    }

    fn clone_object(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        if object.is_callable() {
            return Err(self.refuse(vm, object.value()));
        }
        if matches!(object.kind(), CellKind::Object | CellKind::Error) && has_private_names(object) {
            match (self.platform.clone)(vm, object)? {
                None => {}
                Some(clone) => match clone.as_object() {
                    Some(clone) => return self.remember(vm, object, clone),
                    None => return Err(self.refuse(vm, object.value())),
                },
            }
        }
        let clone = match object.kind() {
            CellKind::Object | CellKind::Arguments => {
                let clone = vm.new_object()?;
                self.remember(vm, object, clone)?;
                return self.clone_properties(vm, object, clone);
            }
            CellKind::Array => {
                let length = object.as_array().map_or(0, |array| array.length.get());
                let clone = vm.new_array_with_length(length)?;
                self.remember(vm, object, clone)?;
                return self.clone_properties(vm, object, clone);
            }
            CellKind::Map => return self.clone_map(vm, object),
            CellKind::Set => return self.clone_set(vm, object),
            CellKind::Error => return self.clone_error(vm, object),
            CellKind::BooleanObject | CellKind::NumberObject | CellKind::StringObject | CellKind::BigIntObject => {
                vm.new_primitive_wrapper(primitive_value(object).unwrap_or(Value::UNDEFINED))?
            }
            CellKind::Date => clone_date(vm, object)?,
            CellKind::RegExp => clone_regexp(vm, object)?,
            CellKind::ArrayBuffer | CellKind::SharedArrayBuffer => self.clone_buffer(vm, object)?,
            CellKind::TypedArray => self.clone_typed_array(vm, object)?,
            CellKind::DataView => self.clone_data_view(vm, object)?,
            _ => return Err(self.refuse(vm, object.value())),
        };
        self.remember(vm, object, clone)
    }

    /// Clones the enumerable own properties that have strings as keys.
    fn clone_properties(&mut self, vm: &mut Vm, object: Object, clone: Object) -> JsResult<Object> {
        let keys = enumerable_own_properties(vm, object, PropertyCollection::Keys)?;
        for &key in keys.iter() {
            vm.spend(1)?;
            let key = to_property_key(vm, key)?;
            // A getter may have deleted it.
            if has_own_property(vm, object, key)? {
                let value = object.get(vm, key)?;
                let value = self.clone_value(vm, value)?;
                create_data_property_or_throw(vm, clone, key, value)?;
            }
        }
        Ok(clone)
    }

    fn clone_map(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let clone = vm.new_map()?;
        self.remember(vm, object, clone)?;
        let mut entries = vm.heap.rooted_vec();
        if let Some(map) = object.downcast::<MapObject>() {
            entries.extend(map.table.borrow().iter().flat_map(|(key, value)| [key, value]));
        }
        for entry in entries.chunks_exact(2) {
            vm.spend(1)?;
            let key = self.clone_value(vm, entry[0])?;
            let value = self.clone_value(vm, entry[1])?;
            if let Some(map) = clone.downcast::<MapObject>() {
                map.set(vm, key, value)?;
            }
        }
        Ok(clone)
    }

    fn clone_set(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let clone = vm.new_set()?;
        self.remember(vm, object, clone)?;
        let mut values = vm.heap.rooted_vec();
        if let Some(set) = object.downcast::<SetObject>() {
            values.extend(set.table.borrow().iter().map(|(value, ())| value));
        }
        for &value in values.iter() {
            vm.spend(1)?;
            let value = self.clone_value(vm, value)?;
            if let Some(set) = clone.downcast::<SetObject>() {
                set.add(vm, value)?;
            }
        }
        Ok(clone)
    }

    /// Name and message, as HTML says; and what other engines also copy: stack and cause.
    fn clone_error(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let name = object.get(vm, vm.names.name)?;
        let name = if name.is_undefined() {
            String::new()
        } else {
            let name = to_string(vm, name)?;
            name.to_rust_string_lossy(vm)?
        };
        let kind = match name.as_str() {
            "TypeError" => ErrorKind::TypeError,
            "RangeError" => ErrorKind::RangeError,
            "ReferenceError" => ErrorKind::ReferenceError,
            "SyntaxError" => ErrorKind::SyntaxError,
            "EvalError" => ErrorKind::EvalError,
            "URIError" => ErrorKind::URIError,
            _ => ErrorKind::Error,
        };
        let prototype = kind.prototype(&vm.realm());
        let clone = vm.new_error_object(prototype)?;
        self.remember(vm, object, clone)?;
        for key in [vm.names.message, vm.names.stack] {
            if let Some(PropertyDescriptor { value: Some(text), .. }) = object.get_own_property(vm, key)? {
                let text = to_string(vm, text)?;
                clone.define_hidden(vm, key, text.value())?;
            }
        }
        let cause = vm.names.cause;
        if let Some(PropertyDescriptor { value: Some(value), .. }) = object.get_own_property(vm, cause)? {
            let value = self.clone_value(vm, value)?;
            clone.define_hidden(vm, cause, value)?;
        }
        Ok(clone)
    }

    fn clone_buffer(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let Some(buffer) = array_buffer::from_value(object.value()) else {
            return Err(self.refuse(vm, object.value()));
        };
        if let Some(block) = array_buffer::shared_block(&buffer) {
            return array_buffer::new_shared_array_buffer(vm, block);
        }
        if is_detached(&buffer) {
            return Err((self.platform.throw)(vm, DETACHED));
        }
        let length = byte_length(&buffer);
        if is_fixed_length(&buffer) {
            return array_buffer::clone(vm, &buffer, 0, length);
        }
        let max = array_buffer::max_byte_length(&buffer);
        let constructor = vm.realm().array_buffer_constructor;
        let clone = array_buffer::allocate(vm, constructor, length as u64, Some(max as u64))?;
        if let Some(target) = array_buffer::from_value(clone.value()) {
            copy_bytes(&buffer, &target, length);
        }
        Ok(clone)
    }

    /// The copy of a view's buffer.
    fn clone_viewed(&mut self, vm: &mut Vm, buffer: Object) -> JsResult<Object> {
        let clone = self.clone_value(vm, buffer.value())?;
        match clone.as_object() {
            Some(clone) => Ok(clone),
            None => Err(self.refuse(vm, buffer.value())),
        }
    }

    fn clone_typed_array(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let Some(array) = object.downcast::<TypedArrayObject>().filter(|array| array.current_length().is_some()) else {
            return Err(self.refuse(vm, object.value()));
        };
        let buffer = self.clone_viewed(vm, array.buffer_object())?;
        let ty = array.array_type();
        let prototype = typed_array_prototype(ty, &vm.realm());
        let (offset, length) = (array.array.byte_offset.get(), array.array_length.get());
        vm.new_typed_array(ty, prototype, buffer, offset, length)
    }

    fn clone_data_view(&mut self, vm: &mut Vm, object: Object) -> JsResult<Object> {
        let Some(view) = object.downcast::<DataViewObject>().filter(|view| view.current_length().is_some()) else {
            return Err(self.refuse(vm, object.value()));
        };
        let buffer = self.clone_viewed(vm, view.buffer_object())?;
        let (offset, length) = (Value::from_usize(view.byte_offset()), view.fixed_length().map(Value::from_usize));
        let constructor = vm.realm().data_view_constructor;
        vm.construct(constructor, &[buffer.value(), offset, length.unwrap_or(Value::UNDEFINED)], None)
    }
}

fn copy_bytes(source: &JsArrayBuffer, target: &JsArrayBuffer, count: usize) {
    let count = count.min(byte_length(source)).min(byte_length(target));
    // SAFETY: both blocks have so many bytes, and they are two.
    unsafe { std::ptr::copy_nonoverlapping(source.data.get(), target.data.get(), count) };
}

fn clone_date(vm: &mut Vm, object: Object) -> JsResult<Object> {
    let time = object.downcast::<DateObject>().map_or(f64::NAN, |date| date.time.get());
    let prototype = vm.realm().date_prototype;
    vm.new_exotic(Some(prototype), |object| DateObject { object, time: Cell::new(time) })
}

/// Source and flags; lastIndex begins anew.
fn clone_regexp(vm: &mut Vm, object: Object) -> JsResult<Object> {
    let Some(regexp) = object.downcast::<RegExpObject>() else { return Ok(object) };
    let source = regexp.source(vm);
    let flags = regexp.flags().to_text();
    let flags = JsString::from_str(vm, &flags)?;
    vm.new_regexp(source, flags)
}

fn typed_array_prototype(ty: ArrayType, realm: &Realm) -> Object {
    match ty {
        ArrayType::Int8 => realm.int8_array_prototype,
        ArrayType::Uint8 => realm.uint8_array_prototype,
        ArrayType::Uint8Clamped => realm.uint8_clamped_array_prototype,
        ArrayType::Int16 => realm.int16_array_prototype,
        ArrayType::Uint16 => realm.uint16_array_prototype,
        ArrayType::Int32 => realm.int32_array_prototype,
        ArrayType::Uint32 => realm.uint32_array_prototype,
        ArrayType::Float16 => realm.float16_array_prototype,
        ArrayType::Float32 => realm.float32_array_prototype,
        ArrayType::Float64 => realm.float64_array_prototype,
        ArrayType::BigInt64 => realm.big_int64_array_prototype,
        ArrayType::BigUint64 => realm.big_uint64_array_prototype,
    }
}
