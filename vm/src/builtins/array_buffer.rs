//! ArrayBuffer and SharedArrayBuffer (ECMA-262 sec. 25.1, 25.2): constructors and methods.

use crate::native::{Args, method};
use crate::object::array_buffer::{
    ArrayBufferObject, FIXED, INVALID_LENGTH, INVALID_MAX_LENGTH, SharedArrayBufferObject, account, allocate,
    allocate_shared, byte_length, check_mutable, copy, create, detach, from_value, has_inline_bytes, is_detached,
    is_fixed_length, max_byte_length, new_array_buffer, new_detached, object_of, reserve, throw_no_memory,
};
use crate::runtime::convert;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use gc::Gc;
use std::ptr::null_mut;
use std::sync::atomic::Ordering;

// ---- ArrayBuffer

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().array_buffer_prototype = prototype;
    prototype.define_getter(vm, "byteLength", get_byte_length)?;
    prototype.define_getter(vm, "maxByteLength", get_max_byte_length)?;
    prototype.define_getter(vm, "resizable", get_resizable)?;
    prototype.define_getter(vm, "detached", get_detached)?;
    prototype.define_getter(vm, "immutable", get_immutable)?;
    prototype.define_methods(
        vm,
        &[
            method("resize", 1, resize),
            method("slice", 2, slice),
            method("sliceToImmutable", 2, slice_to_immutable),
            method("transfer", 0, transfer),
            method("transferToFixedLength", 0, transfer_to_fixed_length),
            method("transferToImmutable", 0, transfer_to_immutable),
        ],
    )?;
    prototype.define_to_string_tag(vm, "ArrayBuffer")?;
    let constructor = vm.define_global_constructor("ArrayBuffer", 1, construct, prototype)?;
    constructor.define_methods(vm, &[method("isView", 1, is_view)])?;
    constructor.define_getter(vm, "@@species", |_, args| Ok(args.this()))?;
    vm.realm_mut().array_buffer_constructor = constructor;

    let prototype = vm.new_object()?;
    vm.realm_mut().shared_array_buffer_prototype = prototype;
    prototype.define_getter(vm, "byteLength", shared_get_byte_length)?;
    prototype.define_getter(vm, "maxByteLength", shared_get_max_byte_length)?;
    prototype.define_getter(vm, "growable", get_growable)?;
    prototype.define_methods(vm, &[method("grow", 1, grow), method("slice", 2, shared_slice)])?;
    prototype.define_to_string_tag(vm, "SharedArrayBuffer")?;
    let constructor = vm.define_global_constructor("SharedArrayBuffer", 1, construct_shared, prototype)?;
    constructor.define_getter(vm, "@@species", |_, args| Ok(args.this()))?;
    vm.realm_mut().shared_array_buffer_constructor = constructor;
    Ok(())
}

/// GetArrayBufferMaxByteLengthOption (sec. 25.1.3.7)
fn max_byte_length_option(vm: &mut Vm, options: Value) -> JsResult<Option<u64>> {
    let Some(options) = options.as_object() else { return Ok(None) };
    let max = options.get(vm, vm.names.max_byte_length)?;
    if max.is_undefined() {
        return Ok(None);
    }
    convert::to_index_or(vm, max, INVALID_MAX_LENGTH).map(Some)
}

/// ArrayBuffer(length [, options]) (sec. 25.1.4.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("ArrayBuffer"));
    };
    let byte_length = convert::to_index_or(vm, args.get(0), INVALID_LENGTH)?;
    let max = max_byte_length_option(vm, args.get(1))?;
    allocate(vm, new_target, byte_length, max).map(Value::from)
}

/// ArrayBuffer.isView(arg) (sec. 25.1.5.1)
fn is_view(_: &mut Vm, args: Args) -> JsResult {
    let view = args.get(0);
    Ok(Value::bool(view.is_kind(CellKind::TypedArray) || view.is_kind(CellKind::DataView)))
}

/// The receiver as an ArrayBuffer that is not shared.
fn this_buffer(vm: &mut Vm, value: Value, name: &str) -> JsResult<Gc<ArrayBufferObject>> {
    match value.as_object().and_then(|o| o.downcast::<ArrayBufferObject>()) {
        Some(buffer) => Ok(buffer),
        None => Err(vm.throw_incompatible_receiver(&format!("ArrayBuffer.prototype.{name}"), value)),
    }
}

fn throw_detached(vm: &mut Vm, name: &str) -> crate::Throw {
    vm.throw_type_error(format!("Cannot perform ArrayBuffer.prototype.{name} on a detached ArrayBuffer"))
}

fn get_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "byteLength")?;
    Ok(Value::from_usize(this.buffer.byte_length.get()))
}

fn get_max_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "maxByteLength")?;
    Ok(Value::from_usize(max_byte_length(&this.buffer)))
}

fn get_resizable(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "resizable")?;
    Ok(Value::bool(!is_fixed_length(&this.buffer)))
}

fn get_detached(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "detached")?;
    Ok(Value::bool(is_detached(&this.buffer)))
}

fn get_immutable(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "immutable")?;
    Ok(Value::bool(this.immutable.get()))
}

/// ArrayBuffer.prototype.resize(newLength) (sec. 25.1.6.6)
fn resize(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "resize")?;
    if this.max_byte_length.get() == FIXED {
        return Err(vm.throw_incompatible_receiver("ArrayBuffer.prototype.resize", args.this()));
    }
    let length = convert::to_index_or(vm, args.get(0), "ArrayBuffer.prototype.resize: Invalid length parameter")?;
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, "resize"));
    }
    if length > this.max_byte_length.get() as u64 {
        return Err(vm.throw_range_error("ArrayBuffer.prototype.resize: Invalid length parameter"));
    }
    let (old, new) = (this.buffer.byte_length.get(), length as usize);
    if new < old {
        // What grows back must be zero.
        // SAFETY: both lengths are within the buffer's memory.
        unsafe { this.buffer.data.get().add(new).write_bytes(0, old - new) };
        account(vm, -((old - new) as isize));
    } else if !reserve(vm, new - old) {
        return Err(throw_no_memory(vm));
    }
    this.buffer.byte_length.set(new);
    Ok(Value::UNDEFINED)
}

/// The range that `slice` copies: first byte and number of bytes.
fn slice_range(vm: &mut Vm, args: Args, length: usize) -> JsResult<(usize, usize)> {
    let start = super::array::relative(vm, args.get(0), length as u64)?;
    let end = super::array::relative_end(vm, args.get(1), length as u64)?;
    Ok((start as usize, end.saturating_sub(start) as usize))
}

/// ArrayBuffer.prototype.slice(start, end) (sec. 25.1.6.7)
fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "slice")?;
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, "slice"));
    }
    let (first, new_length) = slice_range(vm, args, this.buffer.byte_length.get())?;
    let default = vm.realm().array_buffer_constructor;
    let constructor = object_of(&this.buffer).species_constructor(vm, default)?;
    let made = vm.construct(constructor, &[Value::from_usize(new_length)], None)?;
    let Some(target) = made.downcast::<ArrayBufferObject>() else {
        return Err(vm.throw_incompatible_receiver("ArrayBuffer.prototype.slice", made.value()));
    };
    if is_detached(&target.buffer) {
        return Err(throw_detached(vm, "slice"));
    }
    check_mutable(vm, &target.buffer, "ArrayBuffer.prototype.slice")?;
    if target.ptr_eq(this) {
        return Err(vm.throw_type_error("ArrayBuffer subclass returned this from species constructor"));
    }
    if target.buffer.byte_length.get() < new_length {
        return Err(vm.throw_type_error("Species constructor returned a too small ArrayBuffer"));
    }
    // The species constructor may have done anything to this buffer.
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, "slice"));
    }
    copy(&this.buffer, first, &target.buffer, new_length);
    Ok(made.value())
}

/// ArrayBuffer.prototype.sliceToImmutable(start, end) (proposal "Immutable ArrayBuffer")
fn slice_to_immutable(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_buffer(vm, args.this(), "sliceToImmutable")?;
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, "sliceToImmutable"));
    }
    let (first, new_length) = slice_range(vm, args, this.buffer.byte_length.get())?;
    // The conversions may have done anything to this buffer.
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, "sliceToImmutable"));
    }
    if this.buffer.byte_length.get() < first + new_length {
        return Err(vm.throw_range_error(INVALID_LENGTH));
    }
    let made = new_array_buffer(vm, new_length as u64)?;
    if let Some(target) = made.downcast::<ArrayBufferObject>() {
        copy(&this.buffer, first, &target.buffer, new_length);
        target.immutable.set(true);
    }
    Ok(made.value())
}

fn transfer(vm: &mut Vm, args: Args) -> JsResult {
    copy_and_detach(vm, args, "transfer", true)
}

fn transfer_to_fixed_length(vm: &mut Vm, args: Args) -> JsResult {
    copy_and_detach(vm, args, "transferToFixedLength", false)
}

/// ArrayBuffer.prototype.transferToImmutable([newLength]) (proposal "Immutable ArrayBuffer")
fn transfer_to_immutable(vm: &mut Vm, args: Args) -> JsResult {
    let made = copy_and_detach(vm, args, "transferToImmutable", false)?;
    if let Some(buffer) = made.as_object().and_then(|object| object.downcast::<ArrayBufferObject>()) {
        buffer.immutable.set(true);
    }
    Ok(made)
}

/// ArrayBufferCopyAndDetach (sec. 25.1.3.2). Where the new buffer is as large as the old one, the memory itself changes hands.
fn copy_and_detach(vm: &mut Vm, args: Args, name: &str, preserve: bool) -> JsResult {
    let this = this_buffer(vm, args.this(), name)?;
    let new_length = match args.get(0) {
        v if v.is_undefined() => this.buffer.byte_length.get() as u64,
        v => convert::to_index_or(vm, v, INVALID_LENGTH)?,
    };
    if is_detached(&this.buffer) {
        return Err(throw_detached(vm, name));
    }
    check_mutable(vm, &this.buffer, name)?;
    let max = if preserve { this.max_byte_length.get() } else { FIXED };
    if max != FIXED && new_length > max as u64 {
        return Err(vm.throw_range_error(INVALID_LENGTH));
    }
    if !this.detach_key.get().is_undefined() {
        return Err(vm.throw_type_error("Cannot detach an ArrayBuffer that has a key"));
    }
    let old_length = this.buffer.byte_length.get();
    let old_max = this.max_byte_length.get();
    let prototype = vm.realm().array_buffer_prototype;
    // The block itself can go where nothing but the length of a resizable buffer changes, and it is no part of the cell.
    if max != old_max || (max == FIXED && new_length != old_length as u64) || has_inline_bytes(&this) {
        let made = create(vm, prototype, new_length, if max == FIXED { None } else { Some(max as u64) })?;
        if let Some(target) = from_value(made.value()) {
            copy(&this.buffer, 0, &target, new_length as usize);
        }
        detach(vm, args.this(), Value::UNDEFINED)?;
        return Ok(made.value());
    }
    let made = new_detached(vm, prototype, max)?;
    let new_length = new_length as usize;
    if new_length > old_length && !reserve(vm, new_length - old_length) {
        return Err(throw_no_memory(vm));
    }
    if let Some(target) = made.downcast::<ArrayBufferObject>() {
        let data = this.buffer.data.replace(null_mut());
        this.buffer.byte_length.set(0);
        target.buffer.data.set(data);
        target.buffer.byte_length.set(new_length);
        if new_length < old_length {
            // SAFETY: both lengths are within the memory.
            unsafe { data.add(new_length).write_bytes(0, old_length - new_length) };
            account(vm, -((old_length - new_length) as isize));
        }
    }
    Ok(made.value())
}

// ---- SharedArrayBuffer

/// SharedArrayBuffer(length [, options]) (sec. 25.2.3.1)
fn construct_shared(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("SharedArrayBuffer"));
    };
    let byte_length = convert::to_index_or(vm, args.get(0), INVALID_LENGTH)?;
    let max = max_byte_length_option(vm, args.get(1))?;
    allocate_shared(vm, new_target, byte_length, max).map(Value::from)
}

fn this_shared(vm: &mut Vm, value: Value, name: &str) -> JsResult<Gc<SharedArrayBufferObject>> {
    match value.as_object().and_then(|o| o.downcast::<SharedArrayBufferObject>()) {
        Some(buffer) => Ok(buffer),
        None => Err(vm.throw_incompatible_receiver(&format!("SharedArrayBuffer.prototype.{name}"), value)),
    }
}

fn shared_get_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_shared(vm, args.this(), "byteLength")?;
    Ok(Value::from_usize(byte_length(&this.buffer)))
}

fn shared_get_max_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_shared(vm, args.this(), "maxByteLength")?;
    Ok(Value::from_usize(max_byte_length(&this.buffer)))
}

fn get_growable(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_shared(vm, args.this(), "growable")?;
    Ok(Value::bool(this.block.growable))
}

/// SharedArrayBuffer.prototype.grow(newLength) (sec. 25.2.5.3)
fn grow(vm: &mut Vm, args: Args) -> JsResult {
    const INVALID: &str = "SharedArrayBuffer.prototype.grow: Invalid length parameter";
    let this = this_shared(vm, args.this(), "grow")?;
    if !this.block.growable {
        return Err(vm.throw_incompatible_receiver("SharedArrayBuffer.prototype.grow", args.this()));
    }
    let new_length = convert::to_index_or(vm, args.get(0), INVALID)?;
    if new_length > this.block.memory.bytes as u64 {
        return Err(vm.throw_range_error(INVALID));
    }
    let new_length = new_length as usize;
    let grown = this.block.byte_length.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |current| {
        if new_length >= current { Some(new_length) } else { None }
    });
    if grown.is_err() {
        return Err(vm.throw_range_error(INVALID));
    }
    this.buffer.byte_length.set(new_length);
    let counted = this.counted.replace(new_length);
    account(vm, new_length as isize - counted as isize);
    Ok(Value::UNDEFINED)
}

/// SharedArrayBuffer.prototype.slice(start, end) (sec. 25.2.5.6)
fn shared_slice(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_shared(vm, args.this(), "slice")?;
    let (first, new_length) = slice_range(vm, args, byte_length(&this.buffer))?;
    let default = vm.realm().shared_array_buffer_constructor;
    let constructor = object_of(&this.buffer).species_constructor(vm, default)?;
    let made = vm.construct(constructor, &[Value::from_usize(new_length)], None)?;
    let Some(target) = made.downcast::<SharedArrayBufferObject>() else {
        return Err(vm.throw_incompatible_receiver("SharedArrayBuffer.prototype.slice", made.value()));
    };
    if target.buffer.data.get() == this.buffer.data.get() {
        return Err(vm.throw_type_error("SharedArrayBuffer subclass returned this from species constructor"));
    }
    if byte_length(&target.buffer) < new_length {
        return Err(vm.throw_type_error("Species constructor returned a too small SharedArrayBuffer"));
    }
    copy(&this.buffer, first, &target.buffer, new_length);
    Ok(made.value())
}
