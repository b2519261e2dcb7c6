//! ArrayBuffer and SharedArrayBuffer (ECMA-262 sec. 25.1, 25.2): the cells, their memory, and the constructors.
//!
//! The memory is malloc's and zeroed. A resizable or growable buffer gets all that it may ever need at once, so that its address
//! never changes; the system backs it with pages as they are touched. The block of a SharedArrayBuffer is counted by
//! an `Arc`, so that agents on other threads can hold it.

use super::atomics::WaiterLists;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::convert;
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::{JsArrayBuffer, JsObject};
use gc::{HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that a buffer may have at most. Typed arrays then have at most 2^32 elements.
pub const MAX_BYTE_LENGTH: u64 = 1 << 32;

/// [[ArrayBufferMaxByteLength]] of a buffer of fixed length.
const FIXED: usize = usize::MAX;

const ALLOCATION_FAILED: &str = "Array buffer allocation failed";
const INVALID_LENGTH: &str = "Invalid array buffer length";
const INVALID_MAX_LENGTH: &str = "Invalid array buffer max length";

/// Zeroed malloc memory, freed when dropped. Heaps count of it what their buffers can reach.
struct Memory {
    data: NonNull<u8>,
    bytes: usize,
}

impl Memory {
    /// None if there is not enough.
    fn zeroed(bytes: usize) -> Option<Memory> {
        // SAFETY: calloc has no preconditions. At least one byte, so that the address is never null.
        let data = unsafe { libc::calloc(bytes.max(1), 1) };
        NonNull::new(data.cast()).map(|data| Memory { data, bytes })
    }

    /// Gives the memory away.
    fn into_raw(self) -> *mut u8 {
        let data = self.data.as_ptr();
        std::mem::forget(self);
        data
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated by calloc, and not given away.
        unsafe { libc::free(self.data.as_ptr().cast()) };
    }
}

/// Counts bytes that buffers of this VM can reach from now on, or no longer (negative). The C library's memory is unknown to Rust's allocator.
fn account(vm: &mut Vm, bytes: isize) {
    vm.heap.adjust_external(bytes);
    gc::native_memory::count(bytes);
}

/// The same for bytes that are about to be had; false, and nothing is counted, where the heap's limit does not allow them.
fn reserve(vm: &mut Vm, bytes: usize) -> bool {
    let fits = vm.heap.reserve_external(bytes).is_ok();
    if fits {
        gc::native_memory::count(bytes as isize);
    }
    fits
}

/// The same for a buffer that dies.
///
/// # Safety
/// The buffer is in a heap, which has counted the bytes.
unsafe fn note_freed(buffer: &JsArrayBuffer, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { gc::note_external_freed(&buffer.object.header, bytes) };
    gc::native_memory::count(-(bytes as isize));
}

/// An ArrayBuffer.
#[repr(C)]
pub struct ArrayBufferObject {
    pub buffer: JsArrayBuffer,
    /// Bytes, or [`FIXED`].
    max_byte_length: Cell<usize>,
    /// [[ArrayBufferDetachKey]]
    detach_key: Cell<Value>,
    /// [[ArrayBufferIsImmutable]]
    immutable: Cell<bool>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ArrayBufferObject {
    const KIND: CellKind = CellKind::ArrayBuffer;
    const NEEDS_DROP: bool = true;
}

impl Drop for ArrayBufferObject {
    /// Memory is only ever given to cells in the heap: a buffer that never got there has none.
    fn drop(&mut self) {
        let data = self.buffer.data.replace(null_mut());
        if !data.is_null() {
            // SAFETY: the buffer owns its memory, which calloc allocated, and its heap has counted its length.
            unsafe {
                libc::free(data.cast());
                note_freed(&self.buffer, self.buffer.byte_length.get());
            }
        }
    }
}

impl ArrayBufferObject {
    /// # Safety
    /// To be called by the collector only, on a live ArrayBuffer cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<ArrayBufferObject>() };
        crate::vm::trace_object(&this.buffer.object, visitor);
        visitor.visit_value(this.detach_key.get());
    }
}

/// A Shared Data Block, which any number of agents may hold.
pub struct SharedBlock {
    memory: Memory,
    byte_length: AtomicUsize,
    growable: bool,
    waiters: WaiterLists,
}

impl SharedBlock {
    /// Who waits in `Atomics.wait` for an element of the block.
    pub fn waiters(&self) -> &WaiterLists {
        &self.waiters
    }
}

// SAFETY: the memory has no owner but the block, and is only accessed as the language's memory model says.
unsafe impl Send for SharedBlock {}
// SAFETY: as above; the length is atomic.
unsafe impl Sync for SharedBlock {}

/// A SharedArrayBuffer. Its part `buffer` is an ArrayBuffer's, except that the byte length of a growable one is the block's.
#[repr(C)]
pub struct SharedArrayBufferObject {
    pub buffer: JsArrayBuffer,
    block: Arc<SharedBlock>,
    /// Bytes that this heap counts; 0 until the cell is in it.
    counted: Cell<usize>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for SharedArrayBufferObject {
    const KIND: CellKind = CellKind::SharedArrayBuffer;
    const NEEDS_DROP: bool = true;
}

impl Drop for SharedArrayBufferObject {
    fn drop(&mut self) {
        let counted = self.counted.replace(0);
        if counted > 0 {
            // SAFETY: only cells in a heap have something counted.
            unsafe { note_freed(&self.buffer, counted) };
        }
    }
}

impl SharedArrayBufferObject {
    /// # Safety
    /// To be called by the collector only, on a live SharedArrayBuffer cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<SharedArrayBufferObject>() };
        crate::vm::trace_object(&this.buffer.object, visitor);
    }

    /// The block, to be given to another agent.
    pub fn block(&self) -> Arc<SharedBlock> {
        self.block.clone()
    }
}

// ---- what typed arrays, DataView and Atomics ask

/// A buffer of either kind.
#[inline]
pub fn from_value<'a>(value: Value) -> Option<&'a JsArrayBuffer> {
    let object = value.as_object()?;
    if matches!(object.kind(), CellKind::ArrayBuffer | CellKind::SharedArrayBuffer) {
        // SAFETY: cells of both kinds begin with a JsArrayBuffer.
        Some(unsafe { object.cast::<JsArrayBuffer>() })
    } else {
        None
    }
}

/// A buffer as an object.
#[inline(always)]
pub fn object_of(buffer: &JsArrayBuffer) -> Object {
    // SAFETY: the reference is to a live cell of an object kind.
    unsafe { Object::from_ptr(std::ptr::from_ref(&buffer.object).cast_mut()) }
}

/// IsSharedArrayBuffer
#[inline(always)]
pub fn is_shared(buffer: &JsArrayBuffer) -> bool {
    buffer.object.header.is(CellKind::SharedArrayBuffer)
}

/// IsDetachedBuffer
#[inline(always)]
pub fn is_detached(buffer: &JsArrayBuffer) -> bool {
    buffer.data.get().is_null()
}

/// The block of a SharedArrayBuffer.
pub fn shared_block(buffer: &JsArrayBuffer) -> Option<Arc<SharedBlock>> {
    shared(buffer).map(|shared| shared.block())
}

fn shared(buffer: &JsArrayBuffer) -> Option<&SharedArrayBufferObject> {
    object_of(buffer).downcast::<SharedArrayBufferObject>()
}

fn plain(buffer: &JsArrayBuffer) -> Option<&ArrayBufferObject> {
    object_of(buffer).downcast::<ArrayBufferObject>()
}

/// ArrayBufferByteLength; 0 when detached.
#[inline]
pub fn byte_length(buffer: &JsArrayBuffer) -> usize {
    match shared(buffer) {
        Some(shared) if shared.block.growable => shared.block.byte_length.load(Ordering::SeqCst),
        _ => buffer.byte_length.get(),
    }
}

/// IsFixedLengthArrayBuffer
pub fn is_fixed_length(buffer: &JsArrayBuffer) -> bool {
    match shared(buffer) {
        Some(shared) => !shared.block.growable,
        None => plain(buffer).is_none_or(|b| b.max_byte_length.get() == FIXED),
    }
}

/// IsImmutableBuffer
#[inline]
pub fn is_immutable(buffer: &JsArrayBuffer) -> bool {
    plain(buffer).is_some_and(|b| b.immutable.get())
}

/// Makes an ArrayBuffer immutable, once its maker has filled it.
pub fn make_immutable(buffer: &JsArrayBuffer) {
    if let Some(buffer) = plain(buffer) {
        buffer.immutable.set(true);
    }
}

/// TypeError if the buffer is immutable.
pub fn check_mutable(vm: &mut Vm, buffer: &JsArrayBuffer, name: &str) -> JsResult<()> {
    if is_immutable(buffer) {
        return Err(vm.throw_type_error(format!("Cannot perform {name} on an immutable ArrayBuffer")));
    }
    Ok(())
}

/// The greatest byte length that the buffer can get; 0 when detached.
pub fn max_byte_length(buffer: &JsArrayBuffer) -> usize {
    if is_detached(buffer) {
        return 0;
    }
    match shared(buffer) {
        Some(shared) => shared.block.memory.bytes,
        None => match plain(buffer).map_or(FIXED, |b| b.max_byte_length.get()) {
            FIXED => buffer.byte_length.get(),
            max => max,
        },
    }
}

/// Memory for a buffer of `bytes` that may become `max` long; `bytes` are counted as the heap's.
fn create_memory(vm: &mut Vm, bytes: u64, max: Option<u64>) -> JsResult<Memory> {
    let all = max.unwrap_or(bytes);
    if all <= MAX_BYTE_LENGTH && reserve(vm, bytes as usize) {
        if let Some(memory) = Memory::zeroed(all as usize) {
            return Ok(memory);
        }
        account(vm, -(bytes as isize));
    }
    Err(throw_no_memory(vm))
}

/// The RangeError for memory that there is not.
fn throw_no_memory(vm: &mut Vm) -> Throw {
    if vm.note_refused_memory() { vm.throw_out_of_memory() } else { vm.throw_range_error(ALLOCATION_FAILED) }
}

/// A detached ArrayBuffer, to be given memory.
fn new_detached(vm: &mut Vm, prototype: Object, max: usize) -> JsResult<Object> {
    vm.new_exotic(Some(prototype), |object: JsObject| ArrayBufferObject {
        buffer: JsArrayBuffer { object, data: Cell::new(null_mut()), byte_length: Cell::new(0) },
        max_byte_length: Cell::new(max),
        detach_key: Cell::new(Value::UNDEFINED),
        immutable: Cell::new(false),
    })
}

/// Makes an ArrayBuffer with memory of its own.
fn create(vm: &mut Vm, prototype: Object, byte_length: u64, max: Option<u64>) -> JsResult<Object> {
    let made = new_detached(vm, prototype, max.map_or(FIXED, |max| max as usize))?;
    let memory = create_memory(vm, byte_length, max)?;
    if let Some(cell) = made.downcast::<ArrayBufferObject>() {
        cell.buffer.data.set(memory.into_raw());
        cell.buffer.byte_length.set(byte_length as usize);
    }
    Ok(made)
}

/// AllocateArrayBuffer (sec. 25.1.3.1)
pub fn allocate(vm: &mut Vm, constructor: Object, byte_length: u64, max: Option<u64>) -> JsResult<Object> {
    if max.is_some_and(|max| byte_length > max) {
        return Err(vm.throw_range_error(INVALID_MAX_LENGTH));
    }
    let prototype = get_prototype_from_constructor(vm, constructor, |realm| realm.array_buffer_prototype)?;
    create(vm, prototype, byte_length, max)
}

/// AllocateArrayBuffer(%ArrayBuffer%, byteLength)
pub fn new_array_buffer(vm: &mut Vm, byte_length: u64) -> JsResult<Object> {
    let prototype = vm.realm().array_buffer_prototype;
    create(vm, prototype, byte_length, None)
}

/// AllocateSharedArrayBuffer (sec. 25.2.2.1)
fn allocate_shared(vm: &mut Vm, constructor: Object, byte_length: u64, max: Option<u64>) -> JsResult<Object> {
    if max.is_some_and(|max| byte_length > max) {
        return Err(vm.throw_range_error(INVALID_MAX_LENGTH));
    }
    let prototype = get_prototype_from_constructor(vm, constructor, |realm| realm.shared_array_buffer_prototype)?;
    let memory = create_memory(vm, byte_length, max)?;
    let block = SharedBlock {
        memory,
        byte_length: AtomicUsize::new(byte_length as usize),
        growable: max.is_some(),
        waiters: WaiterLists::default(),
    };
    let made = adopt_shared(vm, prototype, Arc::new(block));
    if made.is_err() {
        account(vm, -(byte_length as isize));
    }
    made
}

/// A SharedArrayBuffer over a block whose length is counted already.
fn adopt_shared(vm: &mut Vm, prototype: Object, block: Arc<SharedBlock>) -> JsResult<Object> {
    let data = block.memory.data.as_ptr();
    let byte_length = block.byte_length.load(Ordering::SeqCst);
    let made = vm.new_exotic(Some(prototype), |object| SharedArrayBufferObject {
        buffer: JsArrayBuffer { object, data: Cell::new(data), byte_length: Cell::new(byte_length) },
        block,
        counted: Cell::new(0),
    })?;
    if let Some(cell) = made.downcast::<SharedArrayBufferObject>() {
        cell.counted.set(byte_length);
    }
    Ok(made)
}

/// A SharedArrayBuffer over a block that came from another agent.
pub fn new_shared_array_buffer(vm: &mut Vm, block: Arc<SharedBlock>) -> JsResult<Object> {
    let prototype = vm.realm().shared_array_buffer_prototype;
    let bytes = block.byte_length.load(Ordering::SeqCst) as isize;
    let made = adopt_shared(vm, prototype, block)?;
    account(vm, bytes);
    Ok(made)
}

/// DetachArrayBuffer (sec. 25.1.3.5) with the buffer's key, undefined unless the host gave it one. TypeError for shared buffers.
pub fn detach(vm: &mut Vm, buffer: Value, key: Value) -> JsResult<()> {
    let Some(cell) = from_value(buffer).and_then(|b| plain(b)) else {
        return Err(vm.throw_incompatible_receiver("ArrayBuffer.prototype.detach", buffer));
    };
    check_mutable(vm, &cell.buffer, "detach")?;
    if !crate::runtime::operators::same_value(vm, cell.detach_key.get(), key)? {
        return Err(vm.throw_type_error("Provided key does not match [[ArrayBufferDetachKey]]"));
    }
    let data = cell.buffer.data.replace(null_mut());
    let byte_length = cell.buffer.byte_length.replace(0);
    if !data.is_null() {
        // SAFETY: the buffer owned the memory, and no longer points at it.
        unsafe { libc::free(data.cast()) };
        account(vm, -(byte_length as isize));
    }
    Ok(())
}

/// CloneArrayBuffer (sec. 25.1.3.6): a new buffer with `length` bytes of `source` from `offset` on.
pub fn clone(vm: &mut Vm, source: &JsArrayBuffer, offset: usize, length: usize) -> JsResult<Object> {
    let target = new_array_buffer(vm, length as u64)?;
    if let Some(to) = from_value(target.value()) {
        // SAFETY: the caller's range lies within the source, which no allocation detaches; the target has that length.
        unsafe { std::ptr::copy_nonoverlapping(source.data.get().add(offset), to.data.get(), length) };
    }
    Ok(target)
}

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
fn this_buffer<'a>(vm: &mut Vm, value: Value, name: &str) -> JsResult<&'a ArrayBufferObject> {
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
    if std::ptr::eq(target, this) {
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

/// Copies what there is, of `length` bytes from `first` on, to the beginning of another buffer that has room for it.
fn copy(source: &JsArrayBuffer, first: usize, target: &JsArrayBuffer, length: usize) {
    let count = length.min(byte_length(source).saturating_sub(first));
    if count > 0 {
        // SAFETY: the range lies within the source as it is now, and the target has `length` bytes. Two buffers may be one block
        // (shared ones): the copy bears overlap.
        unsafe { std::ptr::copy(source.data.get().add(first), target.data.get(), count) };
    }
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
    // The block itself can go where nothing but the length of a resizable buffer changes.
    if max != old_max || (max == FIXED && new_length != old_length as u64) {
        let made = create(vm, prototype, new_length, if max == FIXED { None } else { Some(max as u64) })?;
        if let Some(target) = from_value(made.value()) {
            copy(&this.buffer, 0, target, new_length as usize);
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

fn this_shared<'a>(vm: &mut Vm, value: Value, name: &str) -> JsResult<&'a SharedArrayBufferObject> {
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
