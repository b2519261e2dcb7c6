//! `structuredClone` (HTML sec. 2.7: StructuredSerializeWithTransfer and StructuredDeserializeWithTransfer in one go).
//!
//! Copies are made as the originals are met; what was met before, cycles included, is looked up in a Map from originals to copies, which
//! also keeps both alive. Transferred buffers are copied like others and detached once all has been cloned, so that a clone that
//! fails leaves its input as it was.

use super::array_buffer::{self, byte_length, is_detached, is_fixed_length, is_shared};
use super::date::DateObject;
use super::map::MapObject;
use super::regexp::RegExpObject;
use super::set::SetObject;
use crate::native::Args;
use crate::object::string_object::primitive_value;
use crate::object::typed_array::TypedArrayObject;
use crate::object::{Object, PropertyDescriptor};
use crate::realm::Realm;
use crate::runtime::convert::{to_property_key, to_string};
use crate::runtime::error::ErrorKind;
use crate::runtime::iterator::iterable_to_list;
use crate::runtime::operations::{
    PropertyCollection, create_data_property_or_throw, enumerable_own_properties, has_own_property,
};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use abi::object::{ArrayType, JsArrayBuffer};
use std::cell::Cell;

/// Defines the global function.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let global = vm.realm().global;
    global.define_method(vm, "structuredClone", 1, structured_clone)?;
    Ok(())
}

/// `structuredClone(value [, { transfer }])`
pub fn structured_clone(vm: &mut Vm, args: Args) -> JsResult {
    if args.is_empty() {
        return Err(vm.throw_type_error("The \"value\" argument must be specified"));
    }
    let transfer = transfer_list(vm, args.get(1))?;
    let clones = vm.new_map()?;
    // SAFETY: `new_map` makes MapObject cells.
    let mut cloner = Cloner { clones: unsafe { clones.cast::<MapObject>() } };
    let clone = cloner.clone_value(vm, args.get(0))?;
    for &buffer in transfer.iter() {
        array_buffer::detach(vm, buffer, Value::UNDEFINED)?;
    }
    Ok(clone)
}

/// The buffers to transfer, checked.
fn transfer_list(vm: &mut Vm, options: Value) -> JsResult<gc::RootedVec> {
    let none = vm.heap.rooted_vec();
    if options.is_nullish() {
        return Ok(none);
    }
    let Some(options) = options.as_object() else {
        return Err(vm.throw_type_error("The \"options\" argument must be of type object"));
    };
    let key = PropertyKey::from_str(vm, "transfer")?;
    let transfer = options.get(vm, key)?;
    if transfer.is_undefined() {
        return Ok(none);
    }
    let list = iterable_to_list(vm, transfer)?;
    for (i, &item) in list.iter().enumerate() {
        let transferable = array_buffer::from_value(item).filter(|buffer| !is_shared(buffer));
        match transferable {
            None => {
                let what = vm.describe(item);
                return Err(throw_data_clone_error(vm, &format!("{what} could not be transferred.")));
            }
            Some(buffer) if is_detached(buffer) => {
                return Err(throw_data_clone_error(vm, "An ArrayBuffer is detached and could not be cloned."));
            }
            Some(_) if list[..i].contains(&item) => {
                return Err(throw_data_clone_error(vm, &format!("ArrayBuffer at index {i} is a duplicate.")));
            }
            Some(_) => {}
        }
    }
    Ok(list)
}

/// Throws an error with the name and the code that a DOMException of this kind has.
#[cold]
fn throw_data_clone_error(vm: &mut Vm, message: &str) -> Throw {
    match data_clone_error(vm, message) {
        Ok(error) => vm.throw(error),
        Err(throw) => throw,
    }
}

fn data_clone_error(vm: &mut Vm, message: &str) -> JsResult {
    let prototype = vm.realm().error_prototype;
    let error = vm.new_error_object(prototype)?;
    let message = JsString::from_str(vm, message)?;
    error.define_hidden(vm, vm.names.message, message.value())?;
    let name = vm.intern("DataCloneError")?;
    error.define_hidden(vm, vm.names.name, name.value())?;
    let code = PropertyKey::from_str(vm, "code")?;
    error.define_hidden(vm, code, Value::int(25))?;
    vm.install_stack(error)?;
    Ok(error.value())
}

struct Cloner<'a> {
    /// From originals to copies.
    clones: &'a MapObject,
}

impl Cloner<'_> {
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
        throw_data_clone_error(vm, &format!("{what} could not be cloned."))
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
        if let Some(block) = array_buffer::shared_block(buffer) {
            return array_buffer::new_shared_array_buffer(vm, block);
        }
        if is_detached(buffer) {
            return Err(throw_data_clone_error(vm, "An ArrayBuffer is detached and could not be cloned."));
        }
        let length = byte_length(buffer);
        if is_fixed_length(buffer) {
            return array_buffer::clone(vm, buffer, 0, length);
        }
        let key = vm.names.max_byte_length;
        let max = slot_by_getter(vm, vm.realm().array_buffer_prototype, key, object)?.unwrap_or(length);
        let constructor = vm.realm().array_buffer_constructor;
        let clone = array_buffer::allocate(vm, constructor, length as u64, Some(max as u64))?;
        if let Some(target) = array_buffer::from_value(clone.value()) {
            copy_bytes(buffer, target, length);
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
        let prototype = vm.realm().data_view_prototype;
        let buffer = prototype.get_with_receiver(vm, vm.names.buffer, object.value())?;
        let offset = slot_by_getter(vm, prototype, vm.names.byte_offset, object)?;
        let length = slot_by_getter(vm, prototype, vm.names.byte_length, object)?;
        let (Some(buffer), Some(offset), Some(length)) = (buffer.as_object(), offset, length) else {
            return Err(self.refuse(vm, object.value()));
        };
        let buffer = self.clone_viewed(vm, buffer)?;
        let constructor = vm.realm().data_view_constructor;
        let arguments = [buffer.value(), Value::from_usize(offset), Value::from_usize(length)];
        vm.construct(constructor, &arguments, None)
    }
}

/// What a prototype's getter says of a number in an internal slot.
fn slot_by_getter(vm: &mut Vm, prototype: Object, key: PropertyKey, object: Object) -> JsResult<Option<usize>> {
    let number = prototype.get_with_receiver(vm, key, object.value())?;
    Ok(number.is_number().then(|| number.as_number() as usize))
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
