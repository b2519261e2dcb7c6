//! DataView (ECMA-262 sec. 25.3).

use crate::builtins::intrinsic::Intrinsic;
use crate::native::{Args, NativeFn, method};
use crate::object::Object;
use crate::object::array_buffer;
use crate::object::typed_array::{AUTO, element_size, raw_from_value, value_from_raw};
use crate::runtime::convert::{self, to_boolean};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::{ArrayType, JsArrayBuffer, JsDataView};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;

/// A DataView.
#[repr(C)]
pub struct DataViewObject {
    view: JsDataView,
    /// Bytes, or [`AUTO`].
    byte_length: usize,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for DataViewObject {
    const KIND: CellKind = CellKind::DataView;
}

impl DataViewObject {
    /// # Safety
    /// To be called by the collector only, on a live DataView cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<DataViewObject>() };
        crate::vm::trace_object(&this.view.object, visitor);
        visitor.visit_cell(this.view.buffer.get().cast());
    }

    fn buffer(&self) -> &JsArrayBuffer {
        // SAFETY: a view always points at its live buffer.
        unsafe { &*self.view.buffer.get() }
    }

    /// [[ViewedArrayBuffer]] as an object.
    pub fn buffer_object(&self) -> Object {
        array_buffer::object_of(self.buffer())
    }

    /// [[ByteOffset]]
    pub fn byte_offset(&self) -> usize {
        self.view.byte_offset.get()
    }

    /// [[ByteLength]]; None where it is that of the buffer's rest.
    pub fn fixed_length(&self) -> Option<usize> {
        (self.byte_length != AUTO).then_some(self.byte_length)
    }

    /// GetViewByteLength, or None if IsViewOutOfBounds (a detached buffer included).
    pub fn current_length(&self) -> Option<usize> {
        let buffer = self.buffer();
        if array_buffer::is_detached(buffer) {
            return None;
        }
        let available = array_buffer::byte_length(buffer).checked_sub(self.byte_offset())?;
        match self.byte_length {
            AUTO => Some(available),
            length if length <= available => Some(length),
            _ => None,
        }
    }
}

macro_rules! accessors {
    ($($ty:ident $get:ident $get_name:literal $set:ident $set_name:literal;)*) => {
        $(
            fn $get(vm: &mut Vm, args: Args) -> JsResult {
                get_view_value(vm, args, ArrayType::$ty, $get_name)
            }

            fn $set(vm: &mut Vm, args: Args) -> JsResult {
                set_view_value(vm, args, ArrayType::$ty, $set_name)
            }
        )*

        /// The getters and setters of element types.
        fn define_accessors(vm: &mut Vm, prototype: Object) -> JsResult<()> {
            prototype.define_methods(vm, &[$(method($get_name, 1, $get), method($set_name, 2, $set)),*])
        }

        /// What a function is to compilers.
        pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
            let table = [
                $(($get as NativeFn, Intrinsic::ViewGet(ArrayType::$ty)), ($set, Intrinsic::ViewSet(ArrayType::$ty)),)*
            ];
            crate::builtins::intrinsic::find(&table, function)
        }
    };
}

accessors! {
    BigInt64 get_big_int64 "getBigInt64" set_big_int64 "setBigInt64";
    BigUint64 get_big_uint64 "getBigUint64" set_big_uint64 "setBigUint64";
    Float16 get_float16 "getFloat16" set_float16 "setFloat16";
    Float32 get_float32 "getFloat32" set_float32 "setFloat32";
    Float64 get_float64 "getFloat64" set_float64 "setFloat64";
    Int8 get_int8 "getInt8" set_int8 "setInt8";
    Int16 get_int16 "getInt16" set_int16 "setInt16";
    Int32 get_int32 "getInt32" set_int32 "setInt32";
    Uint8 get_uint8 "getUint8" set_uint8 "setUint8";
    Uint16 get_uint16 "getUint16" set_uint16 "setUint16";
    Uint32 get_uint32 "getUint32" set_uint32 "setUint32";
}

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().data_view_prototype = prototype;
    prototype.define_getter(vm, "buffer", get_buffer)?;
    prototype.define_getter(vm, "byteLength", get_byte_length)?;
    prototype.define_getter(vm, "byteOffset", get_byte_offset)?;
    define_accessors(vm, prototype)?;
    prototype.define_to_string_tag(vm, "DataView")?;
    let constructor = vm.define_global_constructor("DataView", 1, construct, prototype)?;
    vm.realm_mut().data_view_constructor = constructor;
    Ok(())
}

#[cold]
fn throw_start(vm: &mut Vm, offset: u64) -> Throw {
    vm.throw_range_error(format!("Start offset {offset} is outside the bounds of the buffer"))
}

/// DataView(buffer [, byteOffset [, byteLength]]) (sec. 25.3.2.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("DataView"));
    };
    let Some(buffer) = array_buffer::from_value(args.get(0)) else {
        return Err(vm.throw_type_error("First argument to DataView constructor must be an ArrayBuffer"));
    };
    let offset = convert::to_index_or(vm, args.get(1), "Start offset is outside the bounds of the buffer")?;
    if array_buffer::is_detached(&buffer) {
        return Err(vm.throw_type_error("Cannot perform DataView on a detached ArrayBuffer"));
    }
    let available = array_buffer::byte_length(&buffer) as u64;
    if offset > available {
        return Err(throw_start(vm, offset));
    }
    let wanted = match args.get(2) {
        v if v.is_undefined() => None,
        v => Some(convert::to_index_or(vm, v, "Invalid DataView length")?),
    };
    let byte_length = match wanted {
        None if !array_buffer::is_fixed_length(&buffer) => AUTO,
        None => (available - offset) as usize,
        Some(length) => {
            if offset.saturating_add(length) > available {
                return Err(vm.throw_range_error(format!("Invalid DataView length {length}")));
            }
            length as usize
        }
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.data_view_prototype)?;
    // Reading the prototype may have detached or resized the buffer.
    if array_buffer::is_detached(&buffer) {
        return Err(vm.throw_type_error("Cannot perform DataView on a detached ArrayBuffer"));
    }
    let available = array_buffer::byte_length(&buffer) as u64;
    if offset > available {
        return Err(throw_start(vm, offset));
    }
    if wanted.is_some_and(|length| offset + length > available) {
        return Err(vm.throw_range_error(format!("Invalid DataView length {byte_length}")));
    }
    let byte_offset = offset as usize;
    let is_simple = array_buffer::is_fixed_length(&buffer) && !array_buffer::is_immutable(&buffer);
    let fast_length = if is_simple && byte_length <= i32::MAX as usize { byte_length } else { 0 };
    let buffer: *mut JsArrayBuffer = array_buffer::object_of(&buffer).as_ptr().cast();
    let view = vm.new_exotic(Some(prototype), |object| DataViewObject {
        view: JsDataView {
            object,
            buffer: Cell::new(buffer),
            byte_offset: Cell::new(byte_offset),
            fast_length: Cell::new(fast_length),
        },
        byte_length,
    })?;
    Ok(view.value())
}

fn this_view(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<DataViewObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<DataViewObject>()) {
        Some(view) => Ok(view),
        None => Err(vm.throw_incompatible_receiver(&format!("DataView.prototype.{name}"), args.this())),
    }
}

#[cold]
fn throw_out_of_bounds(vm: &mut Vm, name: &str) -> Throw {
    vm.throw_type_error(format!("Cannot perform DataView.prototype.{name} on a detached ArrayBuffer"))
}

fn get_buffer(vm: &mut Vm, args: Args) -> JsResult {
    let view = this_view(vm, args, "buffer")?;
    Ok(array_buffer::object_of(view.buffer()).value())
}

fn get_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let view = this_view(vm, args, "byteLength")?;
    match view.current_length() {
        Some(length) => Ok(Value::from_usize(length)),
        None => Err(throw_out_of_bounds(vm, "byteLength")),
    }
}

fn get_byte_offset(vm: &mut Vm, args: Args) -> JsResult {
    let view = this_view(vm, args, "byteOffset")?;
    match view.current_length() {
        Some(_) => Ok(Value::from_usize(view.byte_offset())),
        None => Err(throw_out_of_bounds(vm, "byteOffset")),
    }
}

/// The address of `size` bytes at an index into the view: TypeError if it is out of bounds itself, RangeError if they are.
fn place(vm: &mut Vm, view: &DataViewObject, index: u64, size: usize, name: &str) -> JsResult<*mut u8> {
    let Some(length) = view.current_length() else { return Err(throw_out_of_bounds(vm, name)) };
    if index + size as u64 > length as u64 {
        return Err(vm.throw_range_error(OUTSIDE));
    }
    Ok(view.buffer().data.get().wrapping_add(view.byte_offset() + index as usize))
}

const OUTSIDE: &str = "Offset is outside the bounds of the DataView";

/// Turns bits in one byte order into the other, within an element's size.
#[inline]
fn swap(bits: u64, size: usize) -> u64 {
    bits.swap_bytes() >> (64 - 8 * size)
}

/// GetViewValue (sec. 25.3.1.5)
#[inline]
fn get_view_value(vm: &mut Vm, args: Args, ty: ArrayType, name: &str) -> JsResult {
    let view = this_view(vm, args, name)?;
    let index = convert::to_index_or(vm, args.get(0), OUTSIDE)?;
    let little_endian = to_boolean(args.get(1));
    let size = element_size(ty);
    let place = place(vm, &view, index, size, name)?;
    let mut bytes = [0u8; 8];
    // SAFETY: the bytes are within the view, and an element has at most eight.
    unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), size) };
    let bits = u64::from_le_bytes(bytes);
    value_from_raw(vm, ty, if little_endian { bits } else { swap(bits, size) })
}

/// SetViewValue (sec. 25.3.1.6)
#[inline]
fn set_view_value(vm: &mut Vm, args: Args, ty: ArrayType, name: &str) -> JsResult {
    let view = this_view(vm, args, name)?;
    array_buffer::check_mutable(vm, view.buffer(), name)?;
    let index = convert::to_index_or(vm, args.get(0), OUTSIDE)?;
    let bits = raw_from_value(vm, ty, args.get(1))?;
    let little_endian = to_boolean(args.get(2));
    let size = element_size(ty);
    let place = place(vm, &view, index, size, name)?;
    let bytes = if little_endian { bits } else { swap(bits, size) }.to_le_bytes();
    // SAFETY: the bytes are within the view, and an element has at most eight.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, size) };
    Ok(Value::UNDEFINED)
}
