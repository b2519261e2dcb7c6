//! ArrayBuffer and SharedArrayBuffer (ECMA-262 sec. 25.1, 25.2): the cells and their memory.
//!
//! The memory of small buffers of fixed length is behind their cell; that of others is malloc's, and zeroed. A resizable or growable buffer gets all that it may ever need at once, so that its address
//! never changes; the system backs it with pages as they are touched. The block of a SharedArrayBuffer is counted by
//! an `Arc`, so that agents on other threads can hold it.

mod waiters;

pub use waiters::{NAP, Waiter, WaiterLists};

use crate::object::Object;
use crate::object::shape::Shape;
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::{Vm, opaque};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::{JsArrayBuffer, JsObject};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;
use std::mem::offset_of;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that a buffer may have at most. Typed arrays then have at most 2^32 elements.
pub const MAX_BYTE_LENGTH: u64 = 1 << 32;

/// [[ArrayBufferMaxByteLength]] of a buffer of fixed length.
pub(crate) const FIXED: usize = usize::MAX;

/// Buffers of fixed length have so many bytes behind their cell: no malloc, and nothing to be dropped.
pub(super) const MAX_INLINE_BYTES: u64 = 128;
pub(super) const INLINE_OFFSET: usize = size_of::<ArrayBufferObject>();

const ALLOCATION_FAILED: &str = "Array buffer allocation failed";
pub(crate) const INVALID_LENGTH: &str = "Invalid array buffer length";
pub(crate) const INVALID_MAX_LENGTH: &str = "Invalid array buffer max length";

/// Zeroed malloc memory, freed when dropped. Heaps count of it what their buffers can reach.
pub(crate) struct Memory {
    data: NonNull<u8>,
    pub bytes: usize,
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
pub(crate) fn account(vm: &mut Vm, bytes: isize) {
    vm.heap.adjust_external(bytes);
    gc::native_memory::count(bytes);
}

/// The same for bytes that are about to be had; false, and nothing is counted, where the heap's limit does not allow them.
pub(crate) fn reserve(vm: &mut Vm, bytes: usize) -> bool {
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
    pub(crate) max_byte_length: Cell<usize>,
    /// [[ArrayBufferDetachKey]]
    pub(crate) detach_key: Cell<Value>,
    /// [[ArrayBufferIsImmutable]]
    pub(crate) immutable: Cell<bool>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ArrayBufferObject {
    const KIND: CellKind = CellKind::ArrayBuffer;
    const NEEDS_DROP: bool = true;
}

impl Drop for ArrayBufferObject {
    /// Memory is only ever given to cells in the heap: a buffer that never got there has none. One with its bytes inline is never dropped.
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
    pub(crate) memory: Memory,
    pub(crate) byte_length: AtomicUsize,
    pub(crate) growable: bool,
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
    pub(crate) block: Arc<SharedBlock>,
    /// Bytes that this heap counts; 0 until the cell is in it.
    pub(crate) counted: Cell<usize>,
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
pub fn from_value(value: Value) -> Option<Gc<JsArrayBuffer>> {
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

fn shared(buffer: &JsArrayBuffer) -> Option<Gc<SharedArrayBufferObject>> {
    object_of(buffer).downcast()
}

fn plain(buffer: &JsArrayBuffer) -> Option<Gc<ArrayBufferObject>> {
    object_of(buffer).downcast()
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
pub(crate) fn throw_no_memory(vm: &mut Vm) -> Throw {
    if vm.note_refused_memory() { vm.throw_out_of_memory() } else { vm.throw_range_error(ALLOCATION_FAILED) }
}

/// A detached ArrayBuffer, to be given memory.
pub(crate) fn new_detached(vm: &mut Vm, prototype: Object, max: usize) -> JsResult<Object> {
    vm.new_exotic(Some(prototype), |object: JsObject| ArrayBufferObject {
        buffer: JsArrayBuffer { object, data: Cell::new(null_mut()), byte_length: Cell::new(0) },
        max_byte_length: Cell::new(max),
        detach_key: Cell::new(Value::UNDEFINED),
        immutable: Cell::new(false),
    })
}

/// The shape of new ArrayBuffers of the realm.
fn realm_shape(vm: &mut Vm) -> JsResult<Gc<Shape>> {
    if let Some(shape) = vm.realm().array_buffer_shape {
        return Ok(shape);
    }
    let prototype = vm.realm().array_buffer_prototype;
    vm.note_prototype(prototype);
    let shape = vm.root_shape(Some(prototype), CellKind::ArrayBuffer, 0)?;
    vm.realm_mut().array_buffer_shape = Some(shape);
    Ok(shape)
}

/// An ArrayBuffer of the realm's, of fixed length, with its zeroed bytes behind the cell: there are not many.
pub(super) fn new_small(vm: &mut Vm, byte_length: usize) -> JsResult<Object> {
    debug_assert!(byte_length as u64 <= MAX_INLINE_BYTES);
    let shape = realm_shape(vm)?;
    alloc_inline(vm, shape, byte_length)
}

/// The same with any prototype.
fn new_inline(vm: &mut Vm, prototype: Object, byte_length: usize) -> JsResult<Object> {
    vm.note_prototype(prototype);
    let shape = vm.root_shape(Some(prototype), CellKind::ArrayBuffer, 0)?;
    alloc_inline(vm, shape, byte_length)
}

fn alloc_inline(vm: &mut Vm, shape: Gc<Shape>, byte_length: usize) -> JsResult<Object> {
    let shape = opaque(shape);
    let bytes = INLINE_OFFSET + byte_length.next_multiple_of(size_of::<u64>());
    let cell: *mut ArrayBufferObject = vm.alloc_raw(CellKind::ArrayBuffer, bytes, false)?.as_ptr().cast();
    let index = vm.shape_index(opaque(shape));
    // SAFETY: freshly allocated with that size, and zeroed; all that is not zero is set.
    unsafe {
        let object = &raw mut (*cell).buffer.object;
        (*object).header.shape.set(index);
        vm.init_js_object(object);
        (*cell).buffer.data.set(cell.cast::<u8>().add(INLINE_OFFSET));
        (*cell).buffer.byte_length.set(byte_length);
        (*cell).max_byte_length.set(FIXED);
        (*cell).detach_key.set(Value::UNDEFINED);
        Ok(Object::from_ptr(cell.cast()))
    }
}

/// What a new buffer has in other words than those that machine code knows, and where. The rest is zero.
pub(super) const WORDS: [(u64, usize); 2] = [
    (FIXED as u64, offset_of!(ArrayBufferObject, max_byte_length)),
    (Value::UNDEFINED.bits(), offset_of!(ArrayBufferObject, detach_key)),
];

/// Whether the bytes are part of the cell, and cannot be given away.
pub(crate) fn has_inline_bytes(buffer: &ArrayBufferObject) -> bool {
    std::ptr::from_ref(buffer).addr() + INLINE_OFFSET == buffer.buffer.data.get().addr()
}

/// Makes an ArrayBuffer with memory of its own.
pub(crate) fn create(vm: &mut Vm, prototype: Object, byte_length: u64, max: Option<u64>) -> JsResult<Object> {
    if max.is_none() && byte_length <= MAX_INLINE_BYTES {
        return new_inline(vm, prototype, byte_length as usize);
    }
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
pub(crate) fn allocate_shared(
    vm: &mut Vm,
    constructor: Object,
    byte_length: u64,
    max: Option<u64>,
) -> JsResult<Object> {
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
    let Some(cell) = from_value(buffer).and_then(|b| plain(&b)) else {
        return Err(vm.throw_incompatible_receiver("ArrayBuffer.prototype.detach", buffer));
    };
    check_mutable(vm, &cell.buffer, "detach")?;
    if !crate::runtime::operators::same_value(vm, cell.detach_key.get(), key)? {
        return Err(vm.throw_type_error("Provided key does not match [[ArrayBufferDetachKey]]"));
    }
    let is_inline = has_inline_bytes(&cell);
    let data = cell.buffer.data.replace(null_mut());
    let byte_length = cell.buffer.byte_length.replace(0);
    if !data.is_null() && !is_inline {
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

/// Copies what there is, of `length` bytes from `first` on, to the beginning of another buffer that has room for it.
pub(crate) fn copy(source: &JsArrayBuffer, first: usize, target: &JsArrayBuffer, length: usize) {
    let count = length.min(byte_length(source).saturating_sub(first));
    if count > 0 {
        // SAFETY: the range lies within the source as it is now, and the target has `length` bytes. Two buffers may be one block
        // (shared ones): the copy bears overlap.
        unsafe { std::ptr::copy(source.data.get().add(first), target.data.get(), count) };
    }
}
