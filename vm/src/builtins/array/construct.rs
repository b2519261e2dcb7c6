//! Array(), Array.from, Array.of, Array.isArray (ECMA-262 sec. 23.1.1, 23.1.2).

use super::access::{self, callable};
use crate::native::Args;
use crate::numeric::convert::MAX_SAFE_INTEGER;
use crate::object::Object;
use crate::object::array_words as words;
use crate::runtime::iterator::{get_iterator_from_method, iterator_step_value, or_close, plainly_iterated_array};
use crate::runtime::{convert, operations};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// `new Array(n)` has the places of so many elements from the beginning, whatever the order in which they come: stores then leave its length as it is.
const MAX_HOLES: u32 = 1 << 14;

/// Array(...values) (sec. 23.1.1.1)
pub fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let prototype = match args.new_target_object() {
        Some(new_target) if new_target != args.callee() => {
            Some(operations::get_prototype_from_constructor(vm, new_target, |realm| realm.array_prototype)?)
        }
        // The constructor's own `prototype` is a constant.
        _ => None,
    };
    let values = args.as_slice();
    if let [length] = *values {
        if !length.is_number() {
            let array = vm.array_create(0.0, prototype)?;
            array.push(vm, length)?;
            return Ok(array.value());
        }
        let n = length.as_number();
        if !(0.0..=u32::MAX as f64).contains(&n) || n.trunc() != n {
            return Err(vm.throw_range_error("Invalid array length"));
        }
        let array = vm.array_create(n, prototype)?;
        array.fill_with_holes(MAX_HOLES);
        return Ok(array.value());
    }
    if prototype.is_none() {
        return vm.new_array(values).map(Value::from);
    }
    let array = vm.array_create(0.0, prototype)?;
    for value in values {
        array.push(vm, *value)?;
    }
    Ok(array.value())
}

/// Array.isArray(arg) (sec. 23.1.2.2)
pub fn is_array(vm: &mut Vm, args: Args) -> JsResult {
    operations::is_array(vm, args.get(0)).map(Value::bool)
}

/// Construct(C, args) if C is a constructor, else a new array of length 0.
pub(super) fn make(vm: &mut Vm, constructor: Value, args: &[Value]) -> JsResult<Object> {
    match constructor.as_object() {
        Some(c) if c == vm.realm().array_constructor => match args.first() {
            Some(length) => vm.array_create(length.as_number(), None),
            None => vm.new_array_with_capacity(0),
        },
        Some(c) if c.is_constructor() => vm.construct(c, args, None),
        _ => match args.first() {
            Some(length) => vm.array_create(length.as_number(), None),
            None => vm.new_array_with_capacity(0),
        },
    }
}

/// Array.of(...items) (sec. 23.1.2.3)
pub fn of(vm: &mut Vm, args: Args) -> JsResult {
    let items = args.as_slice();
    let constructor = args.this();
    if constructor.as_object().is_none_or(|c| c == vm.realm().array_constructor || !c.is_constructor()) {
        return vm.new_array(items).map(Value::from);
    }
    let array = make(vm, constructor, &[Value::from_usize(items.len())])?;
    for (i, item) in items.iter().enumerate() {
        access::create(vm, array, i as u64, *item)?;
    }
    access::set_length(vm, array, items.len() as u64)?;
    Ok(array.value())
}

/// Array.from(items [, mapper [, thisArg]]) (sec. 23.1.2.1)
pub fn from(vm: &mut Vm, args: Args) -> JsResult {
    let (constructor, items, this_arg) = (args.this(), args.get(0), args.get(2));
    let mapper = match args.get(1) {
        v if v.is_undefined() => None,
        v => Some(callable(vm, v)?),
    };
    let plain = constructor.as_object() == Some(vm.realm().array_constructor);
    if plain
        && mapper.is_none()
        && let Some(source) = plainly_iterated_array(vm, items)
        && let Some(array) = words::readable(vm, source)
        && !source.element_kind().is_holey()
    {
        return words::copy_range(vm, source, 0, array.length.get()).map(Value::from);
    }
    let method = if items.is_nullish() {
        return Err(vm.throw_not_iterable(items));
    } else {
        match items.as_object() {
            Some(object) => operations::get_method_cached(vm, object, vm.names.sym_iterator)?,
            None => operations::get_method(vm, items, vm.names.sym_iterator)?,
        }
    };
    if let Some(method) = method {
        let array = make(vm, constructor, &[])?;
        let mut record = get_iterator_from_method(vm, items, method)?;
        let mut k = 0u64;
        while let Some(value) = iterator_step_value(vm, &mut record)? {
            let value = match mapper {
                Some(mapper) => {
                    let mapped = vm.call_back(mapper, this_arg, [value, access::number(k)]);
                    or_close(vm, &record, mapped)?
                }
                None => value,
            };
            let defined = if plain { array.push(vm, value) } else { access::create(vm, array, k, value) };
            or_close(vm, &record, defined)?;
            k += 1;
            if k >= MAX_SAFE_INTEGER {
                let error = Err(vm.throw_type_error("Invalid array length"));
                return or_close(vm, &record, error);
            }
        }
        access::set_length(vm, array, k)?;
        return Ok(array.value());
    }
    let source = convert::to_object(vm, items)?;
    let length = source.length_of_array_like(vm)?;
    if plain && length > u32::MAX as u64 {
        return Err(vm.throw_range_error("Invalid array length"));
    }
    // A plain array fills up by appending, which keeps it packed; nobody sees that its length comes last.
    let array = if plain { vm.new_array_with_capacity(0)? } else { make(vm, constructor, &[access::number(length)])? };
    for k in 0..length {
        let mut value = access::get(vm, source, k)?;
        if let Some(mapper) = mapper {
            value = vm.call_back(mapper, this_arg, [value, access::number(k)])?;
        }
        if plain {
            array.push(vm, value)?;
        } else {
            access::create(vm, array, k, value)?;
        }
    }
    access::set_length(vm, array, length)?;
    Ok(array.value())
}
