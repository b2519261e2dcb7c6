//! Function objects: closures, bound functions, and the properties that they get on demand.

use super::shape::{MAX_INLINE, Property, Shape, SlotPlace};
use super::slack_tracking;
use super::{Object, table};
use crate::code::{Code, MACHINE_OFFSET};
use crate::native::NativeFunction;
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_CALLABLE, FLAG_CONSTRUCTOR, FLAG_LAZY};
use abi::frame::*;
use abi::object::{Environment, FunctionInstances, INLINE_SLOTS_OFFSET, JsFunction, JsObject};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null_mut;

/// What few functions need.
#[repr(C)]
pub struct FunctionRare {
    /// What compiled code sees.
    machine: FunctionInstances,
    /// The shape that instances begin with, made for `machine.prototype`.
    initial_shape: Cell<*mut Shape>,
    /// Instances made so far, while their size is being learned.
    instances: Cell<u32>,
    /// The instance whose shape tells the size. Weak: the VM clears it when the instance has died (`Vm::sweep_samples`).
    sample: Cell<*mut JsObject>,
    /// Slots that a sample had when it died.
    grown: Cell<u32>,
    /// When the first instance was made (`slack_tracking::moment`).
    began: Cell<u32>,
    /// The synthesized method that initializes a class's fields, or undefined.
    pub field_initializer: Cell<Value>,
    /// A name given at run time (SetFunctionName), or empty.
    pub name: Cell<Value>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for FunctionRare {
    const KIND: CellKind = CellKind::FunctionRare;
}

#[repr(transparent)]
struct FunctionCell(JsFunction);
// SAFETY: JsFunction begins with its header, in C's layout.
unsafe impl HeapCell for FunctionCell {
    const KIND: CellKind = CellKind::Function;
}

impl FunctionRare {
    /// # Safety
    /// To be called by the collector only, on a live FunctionRare cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let rare = unsafe { &*cell.cast::<FunctionRare>() };
        visitor.visit_value(rare.machine.lazy_prototype.get());
        visitor.visit_cell(rare.initial_shape.get().cast());
        visitor.visit_cell(rare.machine.prototype.get().cast());
        visitor.visit_value(rare.field_initializer.get());
        visitor.visit_value(rare.name.get());
    }
}

/// A bound function (sec. 10.4.1).
#[repr(C)]
pub struct BoundFunction {
    pub object: JsObject,
    /// The inline slots: `length`, `name`.
    slots: [Cell<Value>; BOUND_SLOTS],
    pub target: Cell<*mut JsObject>,
    pub this: Cell<Value>,
    /// The bound arguments, as an array; null where there are none.
    pub arguments: Cell<*mut JsObject>,
}

const BOUND_SLOTS: usize = 2;
const _: () = assert!(std::mem::offset_of!(BoundFunction, slots) == INLINE_SLOTS_OFFSET);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for BoundFunction {
    const KIND: CellKind = CellKind::BoundFunction;
}

impl BoundFunction {
    /// # Safety
    /// To be called by the collector only, on a live BoundFunction cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let bound = unsafe { &*cell.cast::<BoundFunction>() };
        crate::vm::trace_object(&bound.object, visitor);
        bound.slots.iter().for_each(|slot| visitor.visit_value(slot.get()));
        visitor.visit_cell(bound.target.get().cast());
        visitor.visit_value(bound.this.get());
        visitor.visit_cell(bound.arguments.get().cast());
    }

    pub fn target(&self) -> Option<Object> {
        Object::from_nullable(self.target.get())
    }
}

/// A Function object's own fields.
#[inline(always)]
pub fn fields(function: Object) -> Gc<JsFunction> {
    debug_assert!(function.is_kind(CellKind::Function));
    // SAFETY: callers have checked the kind.
    unsafe { function.cast::<JsFunction>() }
}

/// A Function object's code.
#[inline(always)]
pub fn code_of(function: Object) -> Gc<Code> {
    // SAFETY: a function's code is a live Code cell.
    unsafe { Gc::from_ptr(fields(function).code.get().cast::<Code>()) }
}

/// The machine-visible part of a Function object's code.
#[inline(always)]
pub fn machine_of(function: &JsFunction) -> *mut CodeHeader {
    function.code.get().cast::<CodeHeader>().wrapping_byte_add(MACHINE_OFFSET)
}

/// The header flags of closures of code with these flags.
fn closure_flags(flags: u32) -> u8 {
    FLAG_CALLABLE | FLAG_LAZY | if flags & CODE_FLAG_CONSTRUCTOR != 0 { FLAG_CONSTRUCTOR } else { 0 }
}

/// The upper half of the header of closures of this code, which compiled code makes itself; None for generators and async functions.
pub fn closure_header(code: &Code) -> Option<u32> {
    let plain = code.flags() & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) == 0;
    plain.then(|| CellKind::Function as u32 | (closure_flags(code.flags()) as u32) << 16)
}

/// Bytes of a closure's cell.
pub const CLOSURE_BYTES: usize = size_of::<FunctionCell>();
const _: () = assert!(!FunctionCell::NEEDS_DROP);

impl Vm {
    /// OrdinaryFunctionCreate: a closure. `this` is what an arrow captures.
    pub(crate) fn new_function(
        &mut self,
        code: *const Code,
        environment: *mut Environment,
        this: Value,
        home: *mut JsObject,
    ) -> JsResult<Object> {
        // SAFETY: `code` is a live Code cell.
        let flags = unsafe { (*code).flags() };
        let plain = flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) == 0;
        let shape = if plain {
            self.realm().function_shape
        } else {
            let realm = self.realm();
            let prototype = match (flags & CODE_FLAG_ASYNC != 0, flags & CODE_FLAG_GENERATOR != 0) {
                (true, true) => realm.async_generator_function_prototype,
                (true, false) => realm.async_function_prototype,
                _ => realm.generator_function_prototype,
            };
            self.root_shape(Some(prototype), CellKind::Function, 0)?
        };
        let header = new_header(CellKind::Function, self.shape_index(shape));
        header.flags.set(closure_flags(flags));
        let object = self.new_js_object(header);
        let realm = self.realm_cell();
        let cell = self.alloc(FunctionCell(JsFunction {
            object,
            code: Cell::new(code as *mut CellHeader),
            environment: Cell::new(environment),
            home_object: Cell::new(home),
            rare: Cell::new(null_mut()),
            realm: Cell::new(realm),
            this: Cell::new(this),
        }))?;
        // SAFETY: just allocated with that kind.
        Ok(unsafe { Object::from_ptr(cell.as_ptr().cast()) })
    }

    /// BoundFunctionCreate (sec. 10.4.1.3) of a target with that prototype, and its `length` and `name`.
    pub fn new_bound_function(
        &mut self,
        target: Object,
        prototype: Option<Object>,
        this: Value,
        args: &[Value],
        [length, name]: [Value; BOUND_SLOTS],
    ) -> JsResult<Object> {
        let arguments = if args.is_empty() { null_mut() } else { self.new_array(args)?.as_ptr() };
        let is_usual = prototype.is_some_and(|p| p == self.realm().function_prototype);
        let known = self.realm().bound_function_shape.filter(|_| is_usual);
        let shape = match known {
            Some(shape) => shape,
            None => {
                if let Some(p) = prototype {
                    self.note_prototype(p);
                }
                self.root_shape(prototype, CellKind::BoundFunction, BOUND_SLOTS as u32)?
            }
        };
        let header = new_header(CellKind::BoundFunction, self.shape_index(crate::vm::opaque(shape)));
        header.set_flag(FLAG_CALLABLE | if target.is_constructor() { FLAG_CONSTRUCTOR } else { 0 });
        let object = self.new_js_object(header);
        let cell = self.alloc(BoundFunction {
            object,
            slots: [Cell::new(length), Cell::new(name)],
            target: Cell::new(target.as_ptr()),
            this: Cell::new(this),
            arguments: Cell::new(arguments),
        })?;
        // SAFETY: object kinds begin with a JsObject.
        let bound = unsafe { Object::from_ptr(cell.as_ptr().cast()) };
        if known.is_none() {
            bound.define_raw(self, self.names.length, length, table::CONFIGURABLE)?;
            bound.define_raw(self, self.names.name, name, table::CONFIGURABLE)?;
            if is_usual {
                self.realm_mut().bound_function_shape = Some(bound.shape());
            }
        }
        Ok(bound)
    }

    fn rare_of(&mut self, function: Object) -> JsResult<Gc<FunctionRare>> {
        let f = fields(function);
        if f.rare.get().is_null() {
            let rare = self.alloc(FunctionRare {
                machine: FunctionInstances {
                    header: new_header(CellKind::FunctionRare, 0),
                    lazy_prototype: Cell::new(Value::EMPTY),
                    prototype: Cell::new(null_mut()),
                    checked_shape: Cell::new(0),
                    place: Cell::new(0),
                    shape: Cell::new(0),
                    bytes: Cell::new(0),
                    allocator: Cell::new(0),
                    _pad: 0,
                },
                initial_shape: Cell::new(null_mut()),
                instances: Cell::new(0),
                sample: Cell::new(null_mut()),
                grown: Cell::new(0),
                began: Cell::new(0),
                field_initializer: Cell::new(Value::UNDEFINED),
                name: Cell::new(Value::EMPTY),
            })?;
            f.rare.set(rare.as_ptr().cast());
            self.heap.barrier(function.as_ptr().cast());
        }
        // SAFETY: the rare cell lives as long as its function, which the caller holds.
        Ok(unsafe { Gc::from_ptr(f.rare.get().cast::<FunctionRare>()) })
    }

    fn rare_barrier(&mut self, rare: &FunctionRare) {
        self.heap.barrier(&raw const rare.machine.header);
    }

    /// SetFunctionName on a closure whose properties are not materialized, else as an own property.
    pub fn set_function_name(&mut self, function: Object, name: JsString) -> JsResult<()> {
        if function.is_kind(CellKind::Function) && function.header().has_flag(FLAG_LAZY) {
            let rare = self.rare_of(function)?;
            rare.name.set(name.value());
            self.rare_barrier(&rare);
            return Ok(());
        }
        function.define_raw(self, self.names.name, name.value(), table::CONFIGURABLE)
    }

    pub fn set_field_initializer(&mut self, constructor: Object, initializer: Value) -> JsResult<()> {
        let rare = self.rare_of(constructor)?;
        rare.field_initializer.set(initializer);
        self.rare_barrier(&rare);
        Ok(())
    }

    /// The `prototype` of a function that is to have `prototype` set without materializing (classes).
    pub fn set_class_prototype(&mut self, constructor: Object, prototype: Object) -> JsResult<()> {
        let rare = self.rare_of(constructor)?;
        rare.machine.lazy_prototype.set(prototype.value());
        self.rare_barrier(&rare);
        Ok(())
    }
}

/// The field initializer of a class constructor, or undefined.
pub fn field_initializer(function: Object) -> Value {
    field_initializer_of(&fields(function))
}

/// The same of a function that is in the heap.
pub fn field_initializer_of(function: &JsFunction) -> Value {
    let rare = function.rare.get();
    if rare.is_null() {
        return Value::UNDEFINED;
    }
    // SAFETY: `rare` points at the function's FunctionRare cell.
    unsafe { (*rare.cast::<FunctionRare>()).field_initializer.get() }
}

/// A function's name for reports, without running anything.
pub fn display_name(function: Object) -> String {
    match function.kind() {
        CellKind::Function => {
            let rare = fields(function).rare.get();
            if !rare.is_null() {
                // SAFETY: `rare` points at the function's FunctionRare cell.
                let name = unsafe { (*rare.cast::<FunctionRare>()).name.get() };
                if let Some(name) = name.as_string() {
                    return name.to_display();
                }
            }
            code_of(function).template.name.to_text()
        }
        CellKind::NativeFunction => match function.downcast::<NativeFunction>().map(|f| f.name.get()) {
            Some(name) => name.as_string().map_or(String::new(), |s| s.to_display()),
            None => String::new(),
        },
        _ => String::new(),
    }
}

/// `length` and `name` of a closure that has not materialized them; None of others.
pub fn lazy_length_and_name(function: Object, vm: &mut Vm) -> JsResult<Option<(u32, Value)>> {
    if !function.is_kind(CellKind::Function) || !function.header().has_flag(FLAG_LAZY) {
        return Ok(None);
    }
    let code = code_of(function);
    let rare = fields(function).rare.get();
    // SAFETY: `rare` is null or points at the function's FunctionRare cell.
    let rare_name = unsafe { rare.cast::<FunctionRare>().as_ref() }.map_or(Value::EMPTY, |r| r.name.get());
    let name = if rare_name.is_empty() { JsString::from_const(vm, &code.template.name)?.value() } else { rare_name };
    Ok(Some((code.template.length, name)))
}

/// Materializes `length`, `name` and `prototype` of a function, or what a lazy namespace has.
#[cold]
pub fn reify(function: Object, vm: &mut Vm) -> JsResult<()> {
    match function.kind() {
        CellKind::Function => {
            let Some((length, name)) = lazy_length_and_name(function, vm)? else { return Ok(()) };
            let flags = code_of(function).flags();
            let needs_prototype = has_prototype_property(flags);
            let prototype = if needs_prototype { Some(lazy_prototype(vm, function)?) } else { None };
            function.header().clear_flag(FLAG_LAZY);
            function.define_raw(vm, vm.names.length, Value::from_u32(length), table::CONFIGURABLE)?;
            function.define_raw(vm, vm.names.name, name, table::CONFIGURABLE)?;
            if has_legacy_properties(flags) {
                define_legacy_properties(vm, function)?;
            }
            if let Some(prototype) = prototype {
                let class = flags & CODE_FLAG_CLASS_CONSTRUCTOR != 0;
                let attributes = if class { 0 } else { table::WRITABLE };
                function.define_raw(vm, vm.names.prototype, prototype, attributes)?;
            }
            Ok(())
        }
        CellKind::NativeFunction => {
            function.header().clear_flag(FLAG_LAZY);
            let Some(native) = function.downcast::<NativeFunction>() else { return Ok(()) };
            function.define_raw(vm, vm.names.length, Value::from_u32(native.length), table::CONFIGURABLE)?;
            function.define_raw(vm, vm.names.name, native.name.get(), table::CONFIGURABLE)
        }
        _ => (vm.materialize_namespace)(vm, function),
    }
}

/// Whether functions may have an own property of this name from the beginning.
#[inline]
pub(super) fn is_own_name(vm: &Vm, key: PropertyKey) -> bool {
    let names = &vm.names;
    [names.length, names.name, names.prototype, names.arguments, names.caller].contains(&key)
}

pub(crate) fn has_prototype_property(flags: u32) -> bool {
    flags & (CODE_FLAG_CONSTRUCTOR | CODE_FLAG_GENERATOR) != 0
}

/// Whether a function of these CODE_FLAG_* has own `arguments` and `caller`: ordinary sloppy functions, as in other engines (sec. 17.1 forbids them to all
/// others).
pub(crate) fn has_legacy_properties(flags: u32) -> bool {
    let others =
        CODE_FLAG_STRICT | CODE_FLAG_CLASS_CONSTRUCTOR | CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC | CODE_FLAG_ARROW;
    flags & (CODE_FLAG_CONSTRUCTOR | others) == CODE_FLAG_CONSTRUCTOR
}

/// Gives a sloppy function its own `arguments` and `caller`: read-only, and computed when they are read.
pub(crate) fn define_legacy_properties(vm: &mut Vm, function: Object) -> JsResult<()> {
    for (place, key) in [vm.names.arguments, vm.names.caller].into_iter().enumerate() {
        let pair = vm.realm().legacy_accessors[place];
        function.define_raw(vm, key, pair, table::ACCESSOR)?;
    }
    Ok(())
}

/// The `prototype` object of a function that still is lazy, made at the first need.
fn lazy_prototype(vm: &mut Vm, function: Object) -> JsResult {
    let rare = vm.rare_of(function)?;
    if !rare.machine.lazy_prototype.get().is_empty() {
        return Ok(rare.machine.lazy_prototype.get());
    }
    let flags = code_of(function).flags();
    // SAFETY: a function's realm is a live Realm cell.
    let realm = unsafe { &*fields(function).realm.get().cast::<crate::realm::Realm>() };
    let prototype = if flags & CODE_FLAG_GENERATOR != 0 {
        let parent =
            if flags & CODE_FLAG_ASYNC != 0 { realm.async_generator_prototype } else { realm.generator_prototype };
        vm.new_object_with_prototype(Some(parent))?
    } else {
        let shape = vm.root_shape(Some(realm.object_prototype), CellKind::Object, 4)?;
        let prototype = vm.alloc_object_of_shape(shape)?;
        prototype.define_hidden(vm, vm.names.constructor, function.value())?;
        prototype
    };
    rare.machine.lazy_prototype.set(prototype.value());
    vm.rare_barrier(&rare);
    Ok(prototype.value())
}

/// How many instances are looked at before their size is settled.
const LEARN: u32 = 8;

/// Inline slots beyond those that the source shows, until then: what they do not take is given back, but what has no room in them cannot get it.
const SLACK: u32 = 6;

/// The shape for an instance made by the base constructor `function` itself (new.target is the function): prototype looked up,
/// inline slots predicted. None: `prototype` is no object (the realm's default applies).
#[inline]
pub fn initial_shape(vm: &mut Vm, function: Object) -> JsResult<Option<Gc<Shape>>> {
    let rare_ptr = fields(function).rare.get().cast::<FunctionRare>();
    if !rare_ptr.is_null() {
        // SAFETY: `rare` points at the function's FunctionRare cell.
        let rare = unsafe { &*rare_ptr };
        if !rare.initial_shape.get().is_null() && rare.instances.get() > LEARN {
            let current = if function.header().has_flag(FLAG_LAZY) {
                rare.machine.lazy_prototype.get()
            } else if rare.machine.checked_shape.get() == function.header().shape.get() {
                // SAFETY: the place was found in the function's present shape.
                unsafe { *function.slots_ptr().byte_add(rare.machine.place.get() as usize).cast::<Value>() }
            } else {
                Value::EMPTY
            };
            if current.bits() == rare.machine.prototype.get() as u64 {
                // SAFETY: the initial shape is a live Shape cell, kept by `rare`.
                return Ok(Some(unsafe { Gc::from_ptr(rare.initial_shape.get()) }));
            }
        }
    }
    initial_shape_slow(vm, function)
}

#[cold]
fn initial_shape_slow(vm: &mut Vm, function: Object) -> JsResult<Option<Gc<Shape>>> {
    let rare = vm.rare_of(function)?;
    let prototype = if function.header().has_flag(FLAG_LAZY) {
        lazy_prototype(vm, function)?
    } else {
        match function.own_named(vm.names.prototype) {
            Some(p) if !p.is_accessor() => {
                note_place(function, &rare, p);
                function.slot(p.slot)
            }
            _ => return Ok(None),
        }
    };
    let Some(prototype) = prototype.as_object() else { return Ok(None) };
    let n = rare.instances.get();
    let same = rare.machine.prototype.get() == prototype.as_ptr() && !rare.initial_shape.get().is_null();
    // SAFETY: the initial shape is null or a live Shape cell, kept by `rare`.
    let before = same.then(|| unsafe { Gc::from_ptr(rare.initial_shape.get()) });
    let used = Object::from_nullable(rare.sample.get()).map_or(0, |sample| sample.shape().slot_count());
    let used = used.max(rare.grown.get());
    if let Some(before) = before
        && n != LEARN
    {
        if n > LEARN {
            return Ok(Some(before));
        }
        rare.instances.set(n + 1);
        if used <= before.inline_capacity() || !slack_tracking::may_grow(vm, rare.began.get()) {
            return Ok(Some(before));
        }
        return grow_instances(vm, &rare, before, prototype, used).map(Some);
    }
    vm.note_prototype(prototype);
    let shape = match before {
        // After LEARN instances the size of one that was made decides.
        Some(before) => {
            let may_grow = slack_tracking::may_grow(vm, rare.began.get());
            let room = if may_grow { MAX_INLINE } else { before.inline_capacity() };
            match used.min(room) {
                0 => before,
                capacity if vm.shrink_root(before, capacity) => before,
                capacity => vm.root_shape(Some(prototype), CellKind::Object, capacity)?,
            }
        }
        // The first guess counts assignments in the source, if no other constructor has learned better.
        None => match slack_tracking::settled_root(vm, prototype) {
            Some(root) => root,
            None => {
                let capacity = code_of(function).template.expected_properties.max(2) + SLACK;
                vm.root_shape(Some(prototype), CellKind::Object, capacity.min(MAX_INLINE))?
            }
        },
    };
    if before.is_some() {
        shape.mark_settled();
    } else {
        rare.began.set(slack_tracking::moment(vm));
    }
    if let Some(before) = before
        && !before.ptr_eq(shape)
    {
        before.mark_outgrown();
    }
    rare.initial_shape.set(shape.as_ptr());
    rare.machine.prototype.set(prototype.as_ptr());
    rare.machine.shape.set(0);
    rare.instances.set(if same { LEARN + 1 } else { 0 });
    if same && let Some((allocator, bytes)) = Vm::allocator_of(shape.instance_bytes()) {
        rare.machine.allocator.set(allocator);
        rare.machine.bytes.set(bytes);
        rare.machine.shape.set(vm.shape_index(shape));
    }
    rare.sample.set(null_mut());
    rare.grown.set(0);
    vm.rare_barrier(&rare);
    // Optimized code relies on the `prototype` of a function only where it is a property. (A class keeps it.)
    if same && function.header().has_flag(FLAG_LAZY) && code_of(function).flags() & CODE_FLAG_CLASS_CONSTRUCTOR == 0 {
        function.reify(vm)?;
        if let Some(property) = function.own_named(vm.names.prototype) {
            note_place(function, &rare, property);
        }
    }
    Ok(Some(shape))
}

/// Gives instances from now on a root with more room.
fn grow_instances(
    vm: &mut Vm,
    rare: &Gc<FunctionRare>,
    before: Gc<Shape>,
    prototype: Object,
    used: u32,
) -> JsResult<Gc<Shape>> {
    let shape = vm.root_shape(Some(prototype), CellKind::Object, (used + SLACK).min(MAX_INLINE))?;
    if !before.ptr_eq(shape) {
        before.mark_outgrown();
    }
    rare.initial_shape.set(shape.as_ptr());
    rare.sample.set(null_mut());
    rare.grown.set(0);
    vm.rare_barrier(rare);
    Ok(shape)
}

/// Remembers where a function of its present shape has its `prototype`.
fn note_place(function: Object, rare: &FunctionRare, property: Property) {
    // Functions have no inline slots.
    if let SlotPlace::Slots(place) = function.shape().place(property.slot) {
        rare.machine.checked_shape.set(function.header().shape.get());
        rare.machine.place.set(place);
    }
}

/// A new instance for a base constructor, also counted for size prediction.
pub fn make_instance(vm: &mut Vm, function: Object) -> JsResult<Option<Object>> {
    let Some(shape) = initial_shape(vm, function)? else { return Ok(None) };
    let object = vm.alloc_object_of_shape(shape)?;
    // SAFETY: `initial_shape` made the rare cell.
    let rare = unsafe { &*fields(function).rare.get().cast::<FunctionRare>() };
    if rare.instances.get() <= LEARN && rare.sample.get().is_null() {
        rare.sample.set(object.as_ptr());
        // SAFETY: the rare cell is alive, and swept from the list when it is not.
        vm.samples.push(unsafe { Gc::from_ptr(std::ptr::from_ref(rare).cast_mut()) });
    }
    Ok(Some(object))
}

impl Vm {
    /// Lets go of samples that died, after marking and before anything is swept: their size can still be read.
    pub(crate) fn sweep_samples(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.samples.retain(|rare| {
            if !is_marked(&raw const rare.machine.header) {
                return false;
            }
            let Some(sample) = Object::from_nullable(rare.sample.get()) else { return false };
            let live = is_marked(sample.as_ptr().cast());
            if !live {
                rare.grown.set(rare.grown.get().max(sample.shape().slot_count()));
                rare.sample.set(null_mut());
            }
            live
        });
    }
}

/// [[Call]] of a bound function.
pub fn call_bound(function: Object, vm: &mut Vm, args: &[Value]) -> JsResult {
    let Some(bound) = function.downcast::<BoundFunction>() else { return Ok(Value::UNDEFINED) };
    let Some(target) = bound.target() else { return Ok(Value::UNDEFINED) };
    vm.check_native_stack()?;
    // So many are on the stack, where the collector sees them.
    let mut few = [Value::UNDEFINED; 8];
    let list = Object::from_nullable(bound.arguments.get());
    let count = list.and_then(|list| list.as_array()).map_or(0, |array| array.length.get() as usize);
    if let Some(all) = few.get_mut(..count + args.len()) {
        for (i, value) in (0..).zip(&mut all[..count]) {
            *value = list.and_then(|list| list.fast_element(i)).unwrap_or(Value::UNDEFINED);
        }
        all[count..].copy_from_slice(args);
        return vm.call(target.value(), bound.this.get(), all);
    }
    let all = bound_arguments(vm, &bound, args)?;
    vm.call(target.value(), bound.this.get(), &all)
}

/// [[Construct]] of a bound function.
pub fn construct_bound(function: Object, vm: &mut Vm, args: &[Value], new_target: Object) -> JsResult<Object> {
    let bound = function.downcast::<BoundFunction>();
    let Some((bound, target)) = bound.and_then(|b| Some((b, b.target()?))) else {
        return Err(vm.throw_type_error("not a constructor"));
    };
    vm.check_native_stack()?;
    let all = bound_arguments(vm, &bound, args)?;
    let new_target = if new_target == function { target } else { new_target };
    vm.construct(target, &all, Some(new_target))
}

fn bound_arguments(vm: &mut Vm, bound: &BoundFunction, args: &[Value]) -> JsResult<gc::RootedVec> {
    let mut all = vm.heap.rooted_vec();
    if let Some(list) = Object::from_nullable(bound.arguments.get()) {
        for i in 0..list.as_array().map_or(0, |a| a.length.get()) {
            all.push(list.fast_element(i).unwrap_or(Value::UNDEFINED));
        }
    }
    args.iter().for_each(|v| all.push(*v));
    Ok(all)
}

/// A built-in's name as NativeFunction (ECMA-262 sec. 20.2.3.5) has it: with a property name behind `get` or `set`, which is a computed
/// one where the name is no identifier.
fn native_property_name(name: &str) -> String {
    let start = if name.starts_with("get ") || name.starts_with("set ") { 4 } else { 0 };
    let (accessor, name) = name.split_at(start);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if name.starts_with('[') || name.chars().all(is_part) {
        return format!("{accessor}{name}");
    }
    format!("{accessor}[{name:?}]")
}

/// What Function.prototype.toString shows.
pub fn source_text(vm: &mut Vm, function: Object) -> JsResult<JsString> {
    match function.kind() {
        CellKind::Function if code_of(function).flags() & CODE_FLAG_SELF_HOSTED == 0 => {
            let template = code_of(function).template.clone();
            let (start, end) = template.span;
            let text = template.source.text.get(start as usize..end as usize).unwrap_or("");
            match template.source.surrogates.and_then(|s| s.decode(text)) {
                Some(units) => JsString::from_utf16(vm, &units),
                None => JsString::from_str(vm, text),
            }
        }
        CellKind::Function | CellKind::NativeFunction => {
            let name = native_property_name(&display_name(function));
            JsString::from_str(vm, &format!("function {name}() {{ [native code] }}"))
        }
        _ => JsString::from_str(vm, "function () { [native code] }"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PropertyKey;
    use crate::options::Options;

    fn shapes(source: &str) -> Vec<u32> {
        let mut vm = Vm::new(Options::default()).expect("a VM");
        let list = vm.run_script("test", source).expect("the script ends well").as_object().expect("an array");
        let count = list.length_of_array_like(&mut vm).expect("a length") as u32;
        (0..count)
            .map(|i| {
                let item = list.get(&mut vm, PropertyKey::from_index(i)).expect("an element");
                item.as_object().expect("an instance").header().shape.get()
            })
            .collect()
    }

    #[test]
    fn instances_are_alike_whenever_they_were_made() {
        let all = shapes(
            "function P(x) { this.x = x; this.y = 1 }
             var all = []; for (var i = 0; i < 40; i++) all.push(new P(i)); all",
        );
        assert!(all.iter().all(|shape| *shape == all[0]), "{all:?}");
    }

    #[test]
    fn instances_are_alike_where_others_initialize_them() {
        let own = (0..20).map(|i| format!("this.p{i} = {i};")).collect::<String>();
        for call in ["Base.apply(this, arguments)", "Base.call(this)", "init(this)"] {
            let all = shapes(&format!(
                "function Base() {{ {own} }} var init = (o) => Base.call(o);
                 function P(x) {{ {call} }}
                 var all = []; for (var i = 0; i < 40; i++) all.push(new P(i)); all"
            ));
            assert!(all.iter().all(|shape| *shape == all[0]), "{call}: {all:?}");
        }
    }

    #[test]
    fn large_instances_are_alike() {
        let own = (0..200).map(|i| format!("this.p{i} = {i};")).collect::<String>();
        let all = shapes(&format!(
            "function P() {{ {own} }}
             var all = []; for (var i = 0; i < 40; i++) all.push(new P); all"
        ));
        assert!(all.iter().all(|shape| *shape == all[0]), "{all:?}");
    }

    #[test]
    fn instances_after_the_first_are_alike_where_the_source_does_not_show_their_size() {
        let all = shapes(
            "function P() { for (var i = 0; i < 30; i++) this['p' + i] = i }
             var all = []; for (var i = 0; i < 40; i++) all.push(new P); all",
        );
        assert!(all.iter().skip(1).all(|shape| *shape == all[1]), "{all:?}");
    }

    #[test]
    fn constructors_with_one_prototype_make_instances_that_are_alike() {
        let all = shapes(
            "function P() { this.x = 1; this.y = 2 }
             function Q() { this.x = 1; this.y = 2 }
             Q.prototype = P.prototype;
             var all = []; for (var i = 0; i < 20; i++) all.push(new P); for (var i = 0; i < 20; i++) all.push(new Q); all",
        );
        assert!(all.iter().all(|shape| *shape == all[0]), "{all:?}");
    }

    #[test]
    fn instances_that_are_few_keep_the_shapes_they_began_with() {
        let all = shapes(
            "function P() { for (var i = 0; i < 30; i++) this['p' + i] = i }
             var all = [];
             for (var i = 0; i < 20; i++) { all.push(new P); for (var k = 0; k < 5e3; k++) [k, {}, k] } all",
        );
        assert!(all.iter().all(|shape| *shape == all[0]), "{all:?}");
    }

    #[test]
    fn slots_that_are_in_use_stay_inline() {
        // One of the first has more than the sample: it must keep what it has.
        let source = "function P(x) { this.x = x }
            var all = []; for (var i = 0; i < 40; i++) all.push(new P(i));
            var first = new P(1); first.a = 2; first.b = 3;
            for (var i = 0; i < 6; i++) { all[3]['k' + i] = i }
            if (all.map((p) => p.x).join() !== [...all.keys()].join()) throw 1;
            if (JSON.stringify(all[3]) !== '{\"x\":3,\"k0\":0,\"k1\":1,\"k2\":2,\"k3\":3,\"k4\":4,\"k5\":5}') throw 2;
            [all[0], all[39]]";
        let all = shapes(source);
        assert_eq!(all[0], all[1]);
    }
}
