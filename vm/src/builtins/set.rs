//! Set and its iterators (ECMA-262 sec. 24.2).

use super::collections::{fill_set, new_iterator_prototype};
use super::map::test;
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::numeric::convert::to_integer_or_infinity;
use crate::object::collections::iterator::Collection;
use crate::object::collections::set::{SetIterator, SetObject};
use crate::object::collections::{self, Cursor};
use crate::object::iteration_kind::IterationKind;
use crate::object::{Object, table};
use crate::runtime::convert::to_number;
use crate::runtime::iterator::{IteratorRecord, get_iterator_direct, iterator_close, iterator_step_value};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::Gc;
use std::cell::RefCell;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 3] = [
        (has, Intrinsic::Direct(Direct::SetHas)),
        (add, Intrinsic::Direct(Direct::SetAdd)),
        (delete, Intrinsic::Direct(Direct::SetDelete)),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates Set, %SetPrototype% and %SetIteratorPrototype%.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("Set", 0, construct, prototype)?;
    vm.realm_mut().set_prototype = prototype;
    vm.realm_mut().set_constructor = constructor;
    constructor.define_getter(vm, "@@species", |_, args| Ok(args.this()))?;
    prototype.define_methods(
        vm,
        &[
            method("has", 1, has),
            method("add", 1, add),
            method("delete", 1, delete),
            method("clear", 0, clear),
            method("entries", 0, entries),
            method("forEach", 1, for_each),
        ],
    )?;
    prototype.define_getter(vm, "size", size)?;
    let values = prototype.define_method(vm, "values", 0, values)?;
    for key in [vm.names.keys, vm.names.sym_iterator] {
        prototype.define_raw(vm, key, values.value(), table::HIDDEN)?;
    }
    prototype.define_methods(
        vm,
        &[
            method("union", 1, union),
            method("intersection", 1, intersection),
            method("difference", 1, difference),
            method("symmetricDifference", 1, symmetric_difference),
            method("isSubsetOf", 1, is_subset_of),
            method("isSupersetOf", 1, is_superset_of),
            method("isDisjointFrom", 1, is_disjoint_from),
        ],
    )?;
    prototype.define_to_string_tag(vm, "Set")?;

    let (iterator_prototype, next) = new_iterator_prototype::<SetObject>(vm)?;
    vm.realm_mut().set_iterator_prototype = iterator_prototype;
    vm.realm_mut().set_iterator_next = next;
    Ok(())
}

/// `Set([iterable])` (sec. 24.2.2.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("Set"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.set_prototype)?;
    let object = vm.new_exotic(Some(prototype), |object| SetObject { object, table: RefCell::default() })?;
    fill_set(vm, object, args.get(0), add, SetObject::add)
}

/// RequireInternalSlot(S, [[SetData]])
#[inline(always)]
fn this_set(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<SetObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<SetObject>()) {
        Some(set) => Ok(set),
        None => Err(vm.throw_incompatible_receiver(&format!("Set.prototype.{name}"), args.this())),
    }
}

/// `Set.prototype.has(value)` (sec. 24.2.4.8)
pub fn has(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "has")?;
    set.contains(vm, args.get(0)).map(Value::bool)
}

/// `Set.prototype.add(value)` (sec. 24.2.4.1)
pub fn add(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "add")?;
    set.add(vm, args.get(0))?;
    Ok(args.this())
}

/// `Set.prototype.delete(value)` (sec. 24.2.4.4)
pub fn delete(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "delete")?;
    set.delete(vm, args.get(0)).map(Value::bool)
}

/// `Set.prototype.clear()` (sec. 24.2.4.2)
fn clear(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "clear")?;
    collections::clear(vm, &set.table);
    Ok(Value::UNDEFINED)
}

/// `get Set.prototype.size` (sec. 24.2.4.14)
fn size(vm: &mut Vm, args: Args) -> JsResult {
    match args.this().as_object().and_then(|o| o.downcast::<SetObject>()) {
        Some(set) => Ok(Value::from_usize(set.size())),
        None => Err(vm.throw_incompatible_receiver("get Set.prototype.size", args.this())),
    }
}

/// `Set.prototype.forEach(callback [, thisArg])` (sec. 24.2.4.7)
fn for_each(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "forEach")?;
    let callback = args.get(0);
    if !callback.is_callable() {
        return Err(vm.throw_not_callable(callback));
    }
    let mut cursor = Cursor::START;
    while let Some((value, _)) = set.step(&mut cursor) {
        vm.spend(1)?;
        vm.call_back(callback, args.get(1), [value, value, args.this()])?;
    }
    Ok(Value::UNDEFINED)
}

fn create_iterator(vm: &mut Vm, args: Args, name: &str, kind: IterationKind) -> JsResult {
    let set = this_set(vm, args, name)?;
    SetIterator::create(vm, &set, kind).map(Object::value)
}

/// `Set.prototype.entries()` (sec. 24.2.4.6)
fn entries(vm: &mut Vm, args: Args) -> JsResult {
    create_iterator(vm, args, "entries", IterationKind::Entries)
}

/// `Set.prototype.values()` (sec. 24.2.4.17), also `keys` and `[Symbol.iterator]`.
fn values(vm: &mut Vm, args: Args) -> JsResult {
    create_iterator(vm, args, "values", IterationKind::Values)
}

// ---- operations of sets with set-likes

/// A Set Record (sec. 24.2.1.1).
#[derive(Clone, Copy)]
struct SetRecord {
    object: Object,
    /// Not negative; possibly infinite.
    size: f64,
    has: Value,
    keys: Value,
}

/// GetSetRecord (sec. 24.2.1.2)
fn get_set_record(vm: &mut Vm, v: Value) -> JsResult<SetRecord> {
    let Some(object) = v.as_object() else {
        return Err(vm.throw_not_an_object(v));
    };
    let size = object.get(vm, vm.names.size)?;
    let size = to_number(vm, size)?;
    if size.is_nan() {
        return Err(vm.throw_type_error("The 'size' property must be a number, but is NaN"));
    }
    let size = to_integer_or_infinity(size);
    if size < 0.0 {
        let text = crate::numeric::format::number_to_string(size);
        return Err(vm.throw_range_error(format!("'{text}' is an invalid size")));
    }
    let has = object.get(vm, vm.names.has)?;
    if !has.is_callable() {
        return Err(vm.throw_type_error("The 'has' property must be a function"));
    }
    let keys = object.get(vm, vm.names.keys)?;
    if !keys.is_callable() {
        return Err(vm.throw_type_error("The 'keys' property must be a function"));
    }
    Ok(SetRecord { object, size, has, keys })
}

impl SetRecord {
    /// ToBoolean(? Call(otherRec.[[Has]], otherRec.[[SetObject]], « value »))
    fn contains(&self, vm: &mut Vm, value: Value) -> JsResult<bool> {
        test(vm, self.has, self.object.value(), value)
    }

    /// GetIteratorFromMethod(otherRec.[[SetObject]], otherRec.[[Keys]])
    fn iterate_keys(&self, vm: &mut Vm) -> JsResult<IteratorRecord> {
        let iterator = vm.call(self.keys, self.object.value(), &[])?;
        match iterator.as_object() {
            Some(iterator) => get_iterator_direct(vm, iterator),
            None => Err(vm.throw_not_an_object(iterator)),
        }
    }
}

/// What all seven methods begin with: the receiver, and the argument's record.
fn operands(vm: &mut Vm, args: Args, name: &str) -> JsResult<(Gc<SetObject>, SetRecord)> {
    let set = this_set(vm, args, name)?;
    let other = get_set_record(vm, args.get(0))?;
    Ok((set, other))
}

fn not_larger(set: &SetObject, other: &SetRecord) -> bool {
    set.size() as f64 <= other.size
}

/// A new Set (with %Set.prototype%, whatever the receiver's class) that has the elements of `source`, if any.
fn new_result(vm: &mut Vm, source: Option<&SetObject>) -> JsResult<(Object, Gc<SetObject>)> {
    let object = vm.new_set()?;
    // SAFETY: `new_set` makes SetObject cells.
    let set = unsafe { object.cast::<SetObject>() };
    if let Some(source) = source {
        let copy = source.table.borrow().try_clone();
        let Ok(copy) = copy else { return Err(vm.throw_range_error("Set maximum size exceeded")) };
        let bytes = copy.bytes();
        *set.table.borrow_mut() = copy;
        vm.heap.barrier(&set.object.header);
        vm.heap.adjust_external(bytes as isize);
    }
    Ok((object, set))
}

/// `Set.prototype.union(other)` (sec. 24.2.4.16)
fn union(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "union")?;
    let mut keys = other.iterate_keys(vm)?;
    let (object, result) = new_result(vm, Some(&set))?;
    while let Some(next) = iterator_step_value(vm, &mut keys)? {
        result.add(vm, next)?;
    }
    Ok(object.value())
}

/// `Set.prototype.intersection(other)` (sec. 24.2.4.9)
fn intersection(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "intersection")?;
    let (object, result) = new_result(vm, None)?;
    if not_larger(&set, &other) {
        let mut cursor = Cursor::START;
        while let Some((value, _)) = set.step(&mut cursor) {
            vm.spend(1)?;
            if other.contains(vm, value)? {
                result.add(vm, value)?;
            }
        }
    } else {
        let mut keys = other.iterate_keys(vm)?;
        while let Some(next) = iterator_step_value(vm, &mut keys)? {
            if set.contains(vm, next)? {
                result.add(vm, next)?;
            }
        }
    }
    Ok(object.value())
}

/// `Set.prototype.difference(other)` (sec. 24.2.4.5)
fn difference(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "difference")?;
    let (object, result) = new_result(vm, Some(&set))?;
    if not_larger(&set, &other) {
        // The copy is walked: what `has` does to the receiver does not count.
        let mut cursor = Cursor::START;
        while let Some((value, _)) = result.step(&mut cursor) {
            vm.spend(1)?;
            if other.contains(vm, value)? {
                result.delete(vm, value)?;
            }
        }
    } else {
        let mut keys = other.iterate_keys(vm)?;
        while let Some(next) = iterator_step_value(vm, &mut keys)? {
            result.delete(vm, next)?;
        }
    }
    Ok(object.value())
}

/// `Set.prototype.symmetricDifference(other)` (sec. 24.2.4.15)
fn symmetric_difference(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "symmetricDifference")?;
    let mut keys = other.iterate_keys(vm)?;
    let (object, result) = new_result(vm, Some(&set))?;
    while let Some(next) = iterator_step_value(vm, &mut keys)? {
        // The receiver is asked as it is now: what the iterator did to it counts.
        if set.contains(vm, next)? {
            result.delete(vm, next)?;
        } else {
            result.add(vm, next)?;
        }
    }
    Ok(object.value())
}

/// `Set.prototype.isSubsetOf(other)` (sec. 24.2.4.11)
fn is_subset_of(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "isSubsetOf")?;
    if !not_larger(&set, &other) {
        return Ok(Value::FALSE);
    }
    let mut cursor = Cursor::START;
    while let Some((value, _)) = set.step(&mut cursor) {
        vm.spend(1)?;
        if !other.contains(vm, value)? {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}

/// `Set.prototype.isSupersetOf(other)` (sec. 24.2.4.12)
fn is_superset_of(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "isSupersetOf")?;
    if (set.size() as f64) < other.size {
        return Ok(Value::FALSE);
    }
    let mut keys = other.iterate_keys(vm)?;
    while let Some(next) = iterator_step_value(vm, &mut keys)? {
        if !set.contains(vm, next)? {
            return iterator_close(vm, &keys, Ok(Value::FALSE));
        }
    }
    Ok(Value::TRUE)
}

/// `Set.prototype.isDisjointFrom(other)` (sec. 24.2.4.10)
fn is_disjoint_from(vm: &mut Vm, args: Args) -> JsResult {
    let (set, other) = operands(vm, args, "isDisjointFrom")?;
    if not_larger(&set, &other) {
        let mut cursor = Cursor::START;
        while let Some((value, _)) = set.step(&mut cursor) {
            vm.spend(1)?;
            if other.contains(vm, value)? {
                return Ok(Value::FALSE);
            }
        }
    } else {
        let mut keys = other.iterate_keys(vm)?;
        while let Some(next) = iterator_step_value(vm, &mut keys)? {
            if set.contains(vm, next)? {
                return iterator_close(vm, &keys, Ok(Value::FALSE));
            }
        }
    }
    Ok(Value::TRUE)
}
