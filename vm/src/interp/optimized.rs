//! What optimized code asks of the runtime: instructions and calls on its behalf, entry in the middle, and leaving it.

use super::running::Flow;
use super::step;
use super::{cache, call, ops};
use crate::code::{Code, ScopeInfoCell};
use crate::object::arguments;
use crate::object::collections::map::MapIterator;
use crate::runtime::generator::{self, GeneratorObject};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::context::VmState;
use abi::frame::*;
use abi::ic::Site;
use abi::object::ElementKind;
use abi::object::{Environment, JsObject, Slots};
use abi::opcode::Opcode;

/// The longest strings whose atom optimized code looks for to compare them, in units.
pub const ATOM_UNITS: usize = 64;

impl Vm {
    /// Does the instruction at `pc`, which neither ends nor suspends its function; whether it jumped.
    ///
    /// # Safety
    /// The frame is live, complete and on top; `pc` is the offset of such an instruction.
    #[inline(always)]
    pub unsafe fn operate(&mut self, frame: *mut Frame, pc: usize) -> JsResult<bool> {
        // SAFETY: the caller's promise; opcodes are valid.
        unsafe {
            let op = std::mem::transmute::<u16, Opcode>(*(*(*frame).code).bytecode.add(pc));
            match step::perform(self, frame, op, pc)? {
                Flow::Next => Ok(false),
                Flow::Jump(offset) => {
                    step::jumped(self, frame, offset, pc.wrapping_add(offset as isize as usize))?;
                    Ok(true)
                }
                Flow::Skip(_) => Ok(true),
                Flow::Enter(..) | Flow::Return(_) | Flow::Tail => {
                    unreachable!("optimized code leaves such instructions alone")
                }
            }
        }
    }

    /// Does the instruction at `pc`, which suspends or ends its function, and is no async generator's yield; what the activation returns.
    ///
    /// # Safety
    /// As for `operate`.
    pub unsafe fn suspend(&mut self, frame: *mut Frame, pc: usize) -> JsResult {
        // SAFETY: the caller's promise; opcodes are valid.
        unsafe {
            let op = std::mem::transmute::<u16, Opcode>(*(*(*frame).code).bytecode.add(pc));
            match step::perform(self, frame, op, pc)? {
                Flow::Return(value) => Ok(value),
                _ => unreachable!("{op:?} goes on at once"),
            }
        }
    }

    /// Calls the built-in whose frame is laid out at `new`.
    ///
    /// # Safety
    /// The area is laid out, its callee is a built-in; the caller's frame is on top.
    pub unsafe fn call_native_frame(&mut self, frame: *mut Frame, new: *mut Frame) -> JsResult {
        // SAFETY: the caller's promise.
        unsafe { step::call_native_frame(self, frame, new) }
    }

    /// Calls whatever is the callee of the frame laid out at `new`.
    ///
    /// # Safety
    /// The area is laid out; `frame` is on top.
    pub unsafe fn call_frame(&mut self, frame: *mut Frame, new: *mut Frame) -> JsResult {
        // SAFETY: the caller's promise.
        let callee = unsafe { (*new).callee };
        match callee.as_object() {
            Some(f) if call::is_plain_function(f) => step::enter(self, frame, new, 0),
            // SAFETY: the caller's promise.
            Some(f) if f.is_kind(CellKind::NativeFunction) => unsafe { step::call_native_frame(self, frame, new) },
            // SAFETY: the caller's promise.
            Some(f) if f.is_kind(CellKind::BoundFunction) && unsafe { call::unwrap_bound(self, new) } => {
                step::enter(self, frame, new, 0)
            }
            _ => call::call_slow(self, new),
        }
    }

    /// Makes `this` for a `new` whose frame is laid out at `new`, and gives the callee's entry; null where [`Vm::construct_frame`] must do it all.
    ///
    /// # Safety
    /// As for `call_frame`, with the new target in its word.
    pub unsafe fn prepare_construct_frame(&mut self, _frame: *mut Frame, new: *mut Frame) -> *const u8 {
        // SAFETY: the caller's promise.
        let Some(callee) = (unsafe { (*new).callee }).as_object() else { return std::ptr::null() };
        if !callee.is_kind(CellKind::Function) || !callee.is_constructor() {
            return std::ptr::null();
        }
        match call::prepare_construct(self, new) {
            // SAFETY: the machine part is the live callee's.
            Ok(call::Prepared::Enter(_)) => unsafe { (*crate::object::function::code_of(callee).machine.get()).entry },
            _ => {
                // Out of memory: the general way meets it again.
                self.take_exception();
                std::ptr::null()
            }
        }
    }

    /// [[Construct]] of the frame laid out at `new`.
    ///
    /// # Safety
    /// As for `prepare_construct_frame`.
    pub unsafe fn construct_frame(&mut self, frame: *mut Frame, new: *mut Frame) -> JsResult {
        match call::prepare_construct(self, new)? {
            call::Prepared::Enter(flags) => step::enter(self, frame, new, flags),
            call::Prepared::Done(value) => Ok(value),
        }
    }

    /// The instance that [[Construct]] of a base constructor starts with, by its new target.
    pub fn new_this(&mut self, new_target: Value) -> JsResult {
        let Some(new_target) = new_target.as_object() else {
            return Err(ops::throw_construct_of_non_constructor(self, new_target));
        };
        call::instance_for(self, new_target)
    }

    /// Makes something that a script has had for some time already, as far as it knows: it cannot be told now that there is no memory. A first
    /// failure opens a reserve; a second ends the script. An exception that is pending stays so.
    pub fn rematerialize(&mut self, make: impl Fn(&mut Vm) -> JsResult) -> Option<Value> {
        let mut pending = self.heap.rooted_vec();
        pending.push(self.take_exception());
        let made = make(self).or_else(|refused| {
            // A failure too many has ended the script already.
            if self.is_terminating() {
                return Err(refused);
            }
            self.take_exception();
            make(self)
        });
        match made {
            Ok(made) => {
                self.context.exception.set(pending.as_slice()[0]);
                Some(made)
            }
            Err(_) => {
                self.termination.out_of_memory = true;
                let _ = self.throw_termination();
                None
            }
        }
    }

    /// An ordinary object of a shape, given by its index.
    ///
    /// # Safety
    /// The shape is alive, and one that ordinary objects begin with.
    pub unsafe fn new_object_of_shape(&mut self, shape: u32) -> JsResult {
        let shape = self.shape_at(shape);
        Ok(self.alloc_object_of_shape(shape)?.value())
    }

    /// A closure of a function's code; `this` is what an arrow captures.
    ///
    /// # Safety
    /// `code` is a live Code cell; `environment` and `home` are null or live cells of their kinds.
    pub unsafe fn new_closure(
        &mut self,
        code: *mut CellHeader,
        environment: *mut Environment,
        this: Value,
        home: *mut JsObject,
    ) -> JsResult {
        Ok(self.new_function(code.cast(), environment, this, home)?.value())
    }

    /// An environment with the bindings that a ScopeInfo cell tells of, none of them initialized.
    ///
    /// # Safety
    /// `info` is a live ScopeInfo cell; `parent` is null or a live environment.
    pub unsafe fn new_environment(&mut self, parent: *mut Environment, info: *mut CellHeader) -> JsResult {
        // SAFETY: the caller's promise.
        unsafe {
            let environment = self.alloc_environment(parent, (*info.cast::<ScopeInfoCell>()).length)?;
            (*environment).info.set(info);
            Ok(Value::from_cell(environment.cast()))
        }
    }

    /// The arguments object of a call that has no frame: callee and arguments are laid out at `new`.
    ///
    /// # Safety
    /// As for `call_frame`.
    pub unsafe fn new_arguments(&mut self, frame: *mut Frame, new: *mut Frame, mapped: bool) -> JsResult {
        // SAFETY: the caller's promise.
        let object = unsafe {
            (*new).caller = frame;
            self.with_outgoing(new, |vm| crate::object::arguments::create(vm, new, mapped))?
        };
        Ok(object.value())
    }

    /// An array of so many values, as array literals make it, for a site if there is one.
    ///
    /// # Safety
    /// The values lie on the VM stack, the activation that runs is published, and the site is null or a live code's.
    pub unsafe fn new_list(&mut self, first: *const Value, count: usize, site: *const Site) -> JsResult {
        // SAFETY: the caller's promise.
        let (values, end) = unsafe {
            let top = self.top_frame();
            (std::slice::from_raw_parts(first, count), top.cast::<Value>().add((*(*top).code).frame_words as usize))
        };
        // What lies beyond the frame the collector would not find.
        let array = if values.as_ptr_range().end > end {
            let mut held = self.heap.rooted_vec();
            held.extend_from_slice(values);
            self.new_array(&held)?
        } else {
            self.new_array(values)?
        };
        // SAFETY: the caller's promise.
        if let Some(site) = unsafe { site.as_ref() } {
            let kind = 1 << array.element_kind() as u16;
            if site.seen.get() & kind == 0 {
                crate::interp::ops::note_element(self, site, kind);
            }
        }
        Ok(array.value())
    }

    /// The code unit at an index within a string; -1 if there is no memory to flatten it.
    ///
    /// # Safety
    /// The value is a string, the index within it.
    pub unsafe fn char_code(&mut self, string: Value, index: u32) -> i32 {
        // SAFETY: the caller's promise.
        let string = unsafe { JsString::from_ptr(string.as_cell().cast()) };
        match string.unit_at(self, index as usize) {
            Ok(unit) => unit as i32,
            Err(_) => {
                self.take_exception();
                -1
            }
        }
    }

    /// The string of one code unit, if there is memory for it.
    pub fn char_string(&mut self, unit: u16) -> Option<Value> {
        JsString::from_char(self, unit).map_or_else(
            |_| {
                self.take_exception();
                None
            },
            |string| Some(string.value()),
        )
    }

    /// Where the strings of one unit below 256 are listed. They stay there as long as the VM does.
    pub fn char_strings(&self) -> *const JsString {
        self.strings.chars()
    }

    /// IsStrictlyEqual where nothing but memory can fail; then the values count as different.
    pub fn strictly_equal(&mut self, l: Value, r: Value) -> bool {
        crate::runtime::operators::is_strictly_equal(self, l, r).unwrap_or_else(|_| {
            self.take_exception();
            false
        })
    }

    /// The next value of an iterator of a Map or Set whose `next` is the built-in one; None at the end, and without the memory for an entry: nothing
    /// has changed then.
    pub fn step_collection(&mut self, iterator: Value, next: Value) -> Option<Value> {
        let step = crate::runtime::iterator::built_in_step(self, iterator, next)?;
        step.unwrap_or_else(|_| {
            self.take_exception();
            None
        })
    }

    /// The next value of a generator whose `next` is the built-in one, None at its end; `None` around it for other methods: nothing was done.
    ///
    /// # Safety
    /// The iterator is a Generator cell; the frame on top is complete.
    pub unsafe fn step_generator(&mut self, iterator: Value, next: Value) -> Option<JsResult<Option<Value>>> {
        if next != self.realm().generator_next.value() {
            return None;
        }
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(iterator.as_cell().cast()) };
        // SAFETY: as above.
        Some(generator::step(self, object, unsafe { object.cast_ref::<GeneratorObject>() }))
    }

    /// What the `next` of a generator gives, without a result object; the context tells what it is.
    ///
    /// # Safety
    /// As for `step_generator`.
    pub unsafe fn resume_generator(&mut self, generator: Value, value: Value) -> JsResult {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(generator.as_cell().cast()) };
        // SAFETY: as above.
        generator::give(self, object, unsafe { object.cast_ref::<GeneratorObject>() }, value)
    }

    /// The key of the next entry of a Map's iterator, whose value is in the context then; empty at the end.
    ///
    /// # Safety
    /// The value is a Map's iterator.
    pub unsafe fn step_entry(&mut self, iterator: Value) -> Value {
        // SAFETY: the caller's promise.
        let iterator = unsafe { &*iterator.as_cell().cast::<MapIterator>() };
        let Some((key, value)) = iterator.step_entry() else { return Value::EMPTY };
        self.context.entry_value.set(value);
        key
    }

    /// %MapIteratorPrototype%.next of the current realm.
    pub fn map_iterator_next(&self) -> Value {
        self.realm().map_iterator_next.value()
    }

    /// The atom that a string of at most [`ATOM_UNITS`] units is equal to; others, and without the memory to find out all, are themselves.
    ///
    /// # Safety
    /// The value is a string.
    pub unsafe fn atom_of(&mut self, string: Value) -> Value {
        // SAFETY: the caller's promise.
        let text = unsafe { JsString::from_cell(string.as_cell()) };
        if text.len() > ATOM_UNITS {
            return string;
        }
        self.strings.atom_of(&mut self.heap, text).ok().flatten().map_or(string, JsString::value)
    }

    /// Starts the enumeration of an object of whose shape it is known what it enumerates.
    pub fn start_known_enumeration(&mut self, object: Value) -> Option<Value> {
        let started = ops::start_known_enumeration(self, object).transpose()?;
        started.map_or_else(
            |_| {
                self.take_exception();
                None
            },
            Some,
        )
    }

    /// Whether two strings have the same units; without the memory to find out they count as different.
    ///
    /// # Safety
    /// Both are strings.
    #[inline(always)]
    pub unsafe fn equal_strings(&mut self, l: Value, r: Value) -> bool {
        // SAFETY: the caller's promise.
        let (l, r) = unsafe { (JsString::from_cell(l.as_cell()), JsString::from_cell(r.as_cell())) };
        l.equals_flat(r).unwrap_or_else(|| {
            crate::string::equals(self, l, r).unwrap_or_else(|_| {
                self.take_exception();
                false
            })
        })
    }

    /// The value of `object[key]` where finding it needs neither memory nor a call: elements of typed arrays and of sparse arrays, units of flat
    /// strings, properties of dictionaries, and what the megamorphic cache knows.
    #[inline]
    pub fn element_at_hand(&self, object: Value, key: Value) -> Option<Value> {
        if let Some(text) = object.as_string() {
            let unit = text.flat_view()?.get(usize::try_from(key.is_int().then(|| key.as_int())?).ok()?)?;
            return self.strings.char_atom(unit).map(JsString::value);
        }
        let object = object.as_object()?;
        if key.is_int() && key.as_int() >= 0 {
            let index = key.as_int() as u32;
            return match object.kind() {
                CellKind::TypedArray => ops::typed_load(object.as_ptr(), index),
                _ => ops::ordinary_element(self, object, index),
            };
        }
        // (Undefined is what a place holds that has not been filled.)
        let key = if key.is_undefined() { Some(self.names.undefined) } else { PropertyKey::from_value(self, key) };
        let key = key.filter(|key| !key.is_index())?;
        cache::find_named(self, object, key).or_else(|| cache::load_by_lookup(self, object, key))
    }

    /// A named property of a cell, if the megamorphic cache knows it; of other values, also where the shapes on the prototype chain tell it.
    #[inline]
    pub fn property_at_hand(&self, receiver: Value, key: u64) -> Option<Value> {
        let key = PropertyKey::from_bits(key);
        if !receiver.is_cell() {
            let prototype = self.primitive_prototype(receiver)?;
            return cache::find_named(self, prototype, key).or_else(|| cache::load_by_lookup(self, prototype, key));
        }
        // What it does not know, the site itself is to learn.
        cache::find_of_cell(self, receiver.as_cell(), key)
    }

    /// Does `object.key = value` where that calls nothing and the megamorphic cache knows it, or the object is a dictionary. False, without effect, if not.
    pub fn store_property(&mut self, object: Value, key: u64, value: Value) -> bool {
        let Some(object) = object.as_object() else { return false };
        let stored = cache::set_known(self, object, PropertyKey::from_bits(key), value);
        self.unless_out_of_memory(stored)
    }

    /// What was done; nothing where there was no memory, which the general way meets again.
    fn unless_out_of_memory(&mut self, done: JsResult<bool>) -> bool {
        done.unwrap_or_else(|_| {
            self.take_exception();
            false
        })
    }

    /// Does `object[key] = value` where that calls nothing: typed arrays, what comes next in an array, dictionaries, and what the megamorphic cache knows.
    /// False, without effect, if not.
    #[inline]
    pub fn store_element(&mut self, object: Value, key: Value, value: Value) -> bool {
        let Some(object) = object.as_object() else { return false };
        if key.is_int() && key.as_int() >= 0 {
            let index = key.as_int() as u32;
            if object.is_kind(CellKind::TypedArray) {
                return ops::typed_store(object.as_ptr(), index, value);
            }
            let appended = crate::object::array_words::append_at(self, object, index, value);
            return self.unless_out_of_memory(appended);
        }
        let Some(key) = PropertyKey::from_value(self, key).filter(|key| !key.is_index()) else { return false };
        let stored = cache::set_named(self, object, key, value);
        self.unless_out_of_memory(stored)
    }

    /// The concatenation of strings, which are roots; None if there is no memory for it.
    pub fn concatenate_all(&mut self, parts: &[Value]) -> Option<Value> {
        let whole = JsString::concat_all(self, parts);
        whole.map(JsString::value).map_err(|_| self.take_exception()).ok()
    }

    /// IsLooselyEqual where it converts nothing; there, nothing but memory can fail, and then the values count as different.
    pub fn loosely_equal(&mut self, l: Value, r: Value) -> Option<bool> {
        let alike = l.is_nullish()
            || r.is_nullish()
            || l.is_number() && r.is_number()
            || l.is_string() && r.is_string()
            || l.is_object() && r.is_object()
            || l.is_bool() && r.is_bool();
        alike.then(|| {
            crate::runtime::operators::is_loosely_equal(self, l, r).unwrap_or_else(|_| {
                self.take_exception();
                false
            })
        })
    }

    /// What a literal's arrays hold, if one was made, all values are there and none is kept as a double, and they are so many at most. The code keeps them alive.
    pub fn constants_of_array(&self, code: &Code, constant: u32, most: usize) -> Option<Vec<Value>> {
        let pattern = code.templates.borrow().get(&constant)?.as_object()?;
        let is_plain = matches!(pattern.element_kind(), ElementKind::PackedInt | ElementKind::PackedTagged);
        let length = pattern.as_array()?.length.get();
        if !is_plain || length as usize > most {
            return None;
        }
        (0..length).map(|index| Some(pattern.own_element(index)?.0)).collect()
    }

    /// What + makes of two strings, or of a string and an integer whose digits are cached, where that takes no more than a new cell that is at hand.
    #[inline(always)]
    pub fn try_concatenate(&mut self, l: Value, r: Value) -> Option<Value> {
        let digits = |value: Value| match u32::try_from(value.is_int().then(|| value.as_int())?) {
            Ok(number) => self.strings.cached_u32(number),
            Err(_) => None,
        };
        let (l, r) = match (l.as_string(), r.as_string()) {
            (Some(l), Some(r)) => (l, r),
            (Some(l), None) => (l, digits(r)?),
            (None, Some(r)) => (digits(l)?, r),
            (None, None) => return None,
        };
        crate::string::try_concat(&mut self.heap, &self.strings, l, r).map(JsString::value)
    }

    /// What + makes of two strings, or of a string and a number.
    pub fn concatenate(&mut self, l: Value, r: Value) -> Option<Value> {
        if let (Some(l), Some(r)) = (l.as_string(), r.as_string()) {
            let whole = JsString::concat(self, l, r);
            return whole.map(JsString::value).map_err(|_| self.take_exception()).ok();
        }
        let strings = l.is_string() && r.is_number() || l.is_number() && r.is_string();
        if !strings {
            return None;
        }
        let value = crate::runtime::operators::add(self, l, r);
        value.map_err(|_| self.take_exception()).ok()
    }

    /// The shape of arrays, where their allocator is in the VM, and their size.
    pub fn array_allocation(&self) -> Option<(u32, u32, u32)> {
        let (allocator, bytes) = Vm::allocator_of(size_of::<abi::object::JsArray>())?;
        Some((self.shape_index(self.realm().array_shape), allocator, bytes))
    }

    /// The shape of results of iterators in a code's realm, and what is needed to allocate one; None while there are none.
    pub fn iterator_result_allocation(&self, code: &Code) -> Option<(u32, u32, u32)> {
        // SAFETY: a code's realm is a live Realm cell.
        let shape = unsafe { (*code.realm.get().cast::<crate::realm::Realm>()).iterator_result_shape? };
        let (allocator, bytes) = Vm::allocator_of(shape.instance_bytes())?;
        Some((self.shape_index(shape), allocator, bytes))
    }

    /// What arguments objects begin with in a code's realm; None while it has made none.
    pub fn arguments_template(&self, code: &Code, mapped: bool) -> Option<arguments::Template> {
        // SAFETY: a code's realm is a live Realm cell.
        let realm = unsafe { &*code.realm.get().cast::<crate::realm::Realm>() };
        arguments::Template::new(self, realm, mapped)
    }

    /// The shapes of new typed arrays of a type, and of their buffers, in a code's realm; None while there are none.
    pub fn typed_array_shapes(&self, code: &Code, ty: u8) -> Option<[u32; 2]> {
        // SAFETY: a code's realm is a live Realm cell.
        let realm = unsafe { &*code.realm.get().cast::<crate::realm::Realm>() };
        let shapes = [realm.typed_array_shapes[ty as usize]?, realm.array_buffer_shape?];
        Some(shapes.map(|shape| self.shape_index(shape)))
    }

    /// Array.prototype.pop, where that only takes the last element.
    ///
    /// # Safety
    /// The cell is a live Array.
    pub unsafe fn take_last(&mut self, array: *mut CellHeader) -> Option<Value> {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(array.cast()) };
        crate::object::array_words::pop_if_plain(self, object)
    }

    /// Makes an object's elements, which are int32s, those of a packed kind, or, where they are holey, of its holey one; false if there is no
    /// memory for them.
    ///
    /// # Safety
    /// The cell is a live object.
    pub unsafe fn transition_ints(&mut self, object: *mut CellHeader, packed: ElementKind) -> bool {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(object.cast()) };
        let to = match object.element_kind() {
            ElementKind::PackedInt => packed,
            ElementKind::HoleyInt => packed.to_holey(),
            _ => return false,
        };
        let done = object.transition_elements(self, to);
        if done.is_err() {
            self.take_exception();
        }
        done.is_ok()
    }

    /// The slots cell of an object, made to have room for so many values; null if there is no memory for it.
    ///
    /// # Safety
    /// The cell is a live object.
    pub unsafe fn grow_slots(&mut self, object: *mut CellHeader, capacity: u32) -> *const Slots {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(object.cast()) };
        match object.ensure_slots(self, object.shape().inline_capacity() + capacity) {
            Ok(()) => object.slots_ptr(),
            Err(_) => {
                self.take_exception();
                std::ptr::null()
            }
        }
    }

    /// Array.prototype.push of one value, where there is room for it at hand; the new length.
    ///
    /// # Safety
    /// The cell is a live Array.
    #[inline(always)]
    pub unsafe fn try_append(&mut self, array: *mut CellHeader, value: Value) -> Option<u32> {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(array.cast()) };
        crate::object::array_words::try_push(self, object, value)
    }

    /// Array.prototype.push of one value, where that only appends; the new length.
    ///
    /// # Safety
    /// The cell is a live Array.
    pub unsafe fn append(&mut self, array: *mut CellHeader, value: Value) -> Option<u32> {
        // SAFETY: the caller's promise.
        let object = unsafe { crate::Object::from_ptr(array.cast()) };
        crate::object::array_words::push_if_plain(self, object, value).unwrap_or_else(|_| {
            self.take_exception();
            None
        })
    }

    /// The global `this` of a function's realm.
    pub fn global_this_of(&self, code: &Code) -> Value {
        // SAFETY: code's realm is a live Realm cell.
        let realm = unsafe { &*code.realm.get().cast::<crate::realm::Realm>() };
        realm.global_this.value()
    }

    /// Where a site of the code finds its global now: the holder, its shape, and the offset in its slots cell.
    pub fn global_place(&self, code: &Code, key: u64, writes: bool) -> Option<(*mut JsObject, u32, u32)> {
        // SAFETY: as above.
        let realm = unsafe { &*code.realm.get().cast::<crate::realm::Realm>() };
        let key = PropertyKey::from_bits(key);
        let (holder, shape, offset) = crate::interp::ops::global::place(self, realm, key, writes)?;
        Some((holder.as_ptr(), shape, offset))
    }

    /// Where the heap begins: shapes are numbered from there.
    pub fn heap_base(&self) -> usize {
        self.context.heap_base.get()
    }

    /// The shape that all strings have.
    pub fn string_shape_index(&self) -> u32 {
        self.strings.shape_index()
    }

    /// A look from compiled code, every so many calls, back edges and resumptions: optimized code may be there to go on in.
    ///
    /// # Safety
    /// The frame is live and on top; `target` is the offset of the instruction it goes on at, 0 at its start.
    pub(crate) unsafe fn tick(&mut self, frame: *mut Frame, target: usize, is_resumed: bool) -> Option<*const u8> {
        // SAFETY: the caller's promise.
        let entry = self.with_compiler(|vm, compiler| unsafe { compiler.tick(vm, frame, target, is_resumed) })?;
        (!entry.is_null()).then_some(entry)
    }
}

/// Back edges that the interpreter goes round after optimized code was left, to learn.
const LESSON: i32 = 16;

/// Optimized code was left: its frames are made whole, and a lower tier goes on. (vm, frame, exit's number) -> address
pub(super) unsafe extern "C" fn exit(vm: *mut Vm, frame: *mut Frame, number: u64) -> *const u8 {
    // SAFETY: compiled code calls this with its own VM and frame, having stored the exit's state.
    unsafe {
        let vm = &mut *vm;
        let before = vm.enter_state(VmState::Deopt);
        let Some(mut leave) = vm.with_compiler(|vm, compiler| compiler.leave(vm, frame, number)) else {
            unreachable!("optimized code without its compiler")
        };
        let inner = leave.frame;
        vm.set_top_frame(inner);
        if vm.calls.is_on() {
            vm.code_left(inner, leave.frames);
        }
        if let Some(make) = leave.make.take() {
            leave.pending |= !make(vm);
        }
        vm.leave_state(before);
        let machine = (*frame).code;
        if leave.teaches {
            (*(*inner).code.cast_mut()).tier_up_budget = LESSON;
        }
        if leave.frames == 1 && !(*machine).native.is_null() && !leave.teaches {
            (*frame).code_id = (*machine).native_id;
            if leave.pending {
                return step::thrown(vm, frame);
            }
            return step::go_on(vm, frame, (*frame).position as usize);
        }
        // The interpreter runs the frames to the end of the outermost, unless a loop gets hot in there.
        (*frame).code_id = (*machine).code_id;
        (*frame).flags |= FLAG_ENTRY;
        let result = if leave.pending {
            super::resume_throw_interpreted(vm, inner)
        } else {
            super::execute(vm, inner, (*inner).position as usize)
        };
        step::interpreted(vm, frame, result)
    }
}
