//! BufferSource and AllowSharedBufferSource (WebIDL): the bytes of buffers and of views of them.

use std::borrow::Cow;
use std::marker::PhantomData;
use vm::builtins::data_view::DataViewObject;
use vm::object::array_buffer;
use vm::object::typed_array::TypedArrayObject;
use vm::{Args, JsResult, Object, Value, ValueExt, Vm};

/// Where the bytes of a buffer or view lie. It borrows the value, which keeps the buffer alive on the stack.
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    data: *mut u8,
    length: usize,
    shared: bool,
    owner: PhantomData<&'a Value>,
}

/// The bytes of a buffer or a view; none where it is detached or out of bounds. None for other values.
pub fn bytes(value: &Value) -> Option<Bytes<'_>> {
    let object = value.as_object()?;
    if let Some(array) = object.downcast::<TypedArrayObject>() {
        let length = array.length() * array.element_size();
        let shared = array_buffer::is_shared(array.buffer());
        return Some(Bytes { data: array.data(), length, shared, owner: PhantomData });
    }
    if let Some(view) = object.downcast::<DataViewObject>() {
        let buffer = array_buffer::from_value(view.buffer_object().value())?;
        let data = buffer.data.get().wrapping_add(view.byte_offset());
        return Some(Bytes {
            data,
            length: view.current_length().unwrap_or(0),
            shared: array_buffer::is_shared(&buffer),
            owner: PhantomData,
        });
    }
    let buffer = array_buffer::from_value(*value)?;
    let length = if array_buffer::is_detached(&buffer) { 0 } else { array_buffer::byte_length(&buffer) };
    Some(Bytes { data: buffer.data.get(), length, shared: array_buffer::is_shared(&buffer), owner: PhantomData })
}

impl<'a> Bytes<'a> {
    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// The bytes, copied where another thread may be writing to them. Not to be held while JavaScript runs or anything is allocated in the heap.
    pub fn read(self) -> Cow<'a, [u8]> {
        if self.length == 0 {
            return Cow::Borrowed(&[]);
        }
        if self.shared {
            // SAFETY: the block has that many bytes as long as the buffer is alive; shared ones never shrink.
            return Cow::Owned((0..self.length).map(|i| unsafe { self.data.add(i).read_volatile() }).collect());
        }
        // SAFETY: the buffer has that many bytes, and nobody else writes to it meanwhile, by what is said above.
        Cow::Borrowed(unsafe { std::slice::from_raw_parts(self.data, self.length) })
    }

    /// Writes from the beginning on; what is too long is left out.
    pub fn write(self, bytes: &[u8]) {
        for (i, byte) in bytes.iter().take(self.length).enumerate() {
            // SAFETY: within the buffer's bytes, as above; volatile for the sake of shared ones.
            unsafe { self.data.add(i).write_volatile(*byte) };
        }
    }
}

/// An ArrayBuffer with these bytes.
///
/// # Errors
/// A RangeError if they are too many for the heap.
pub fn new_buffer(vm: &mut Vm, bytes: &[u8]) -> JsResult<Object> {
    let buffer = array_buffer::new_array_buffer(vm, bytes.len() as u64)?;
    if let Some(cell) = array_buffer::from_value(buffer.value())
        && !bytes.is_empty()
    {
        // SAFETY: a new buffer has its data, of the length asked for, which nobody else knows yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), cell.data.get(), bytes.len()) };
    }
    Ok(buffer)
}

/// A Uint8Array with these bytes.
///
/// # Errors
/// As [`new_buffer`].
pub fn new_uint8_array(vm: &mut Vm, bytes: &[u8]) -> JsResult<Object> {
    let buffer = new_buffer(vm, bytes)?;
    let prototype = vm.realm().uint8_array_prototype;
    vm.new_typed_array(abi::object::ArrayType::Uint8, prototype, buffer, 0, bytes.len())
}

/// `isBufferSource(value)`: a buffer or a view, not a shared one.
pub fn is_buffer_source(_: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(bytes(&args.get(0)).is_some_and(|bytes| !bytes.is_shared())))
}
