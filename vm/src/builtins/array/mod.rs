//! Array (ECMA-262 sec. 23.1): the constructor and the prototype's table of methods.
//!
//! ```text
//! construct  Array(), from, of, isArray             from_async fromAsync
//! stack      push pop shift unshift splice        fill       fill copyWithin reverse
//! copy       at with slice concat flat flatMap toReversed toSpliced
//! find       indexOf lastIndexOf includes         text       join toString toLocaleString
//! self_hosted  forEach map filter reduce some every find..., in JavaScript (see `self_hosted.rs`)
//! sort       sort toSorted, and the sort that typed arrays share
//! ```
//!
//! One element by index on any object, lengths and species are in `runtime/array_like.rs`. `object/array_words.rs` copies and moves whole
//! ranges of elements.
//!
//! A method is the specification's algorithm on any object; before it stands a short way for arrays with elements of a
//! fast kind. After anything that may have run JavaScript the short way is entered again from its checks.

mod construct;
mod copy;
mod fill;
mod find;
mod from_async;
pub mod sort;
mod stack;
mod text;
pub mod timsort;

use crate::runtime::array_like as access;
pub use crate::runtime::array_like::{SpeciesPlaces, Version, array_species_create, callable, relative, relative_end};
pub(crate) use copy::{concat_words, slice_plainly};
pub(crate) use find::find_plainly;
pub use text::UnderWay;

use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{NativeFn, method, self_hosted};
use crate::object::table::DEFAULT;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table = [
        (construct::construct as NativeFn, Intrinsic::Array),
        (copy::concat, Intrinsic::Direct(Direct::ArrayConcat)),
        (find::includes, Intrinsic::Direct(Direct::ArrayIncludes)),
        (find::index_of, Intrinsic::Direct(Direct::ArrayIndexOf)),
        (construct::is_array, Intrinsic::Direct(Direct::ArrayIsArray)),
        (copy::slice, Intrinsic::Direct(Direct::ArraySlice)),
        (stack::pop, Intrinsic::ArrayPop),
        (stack::push, Intrinsic::ArrayPush),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.realm().array_prototype;
    let constructor = vm.define_global_constructor("Array", 1, construct::construct, prototype)?;
    vm.realm_mut().array_constructor = constructor;
    // So that it is not made to be later, by which its shape would change.
    constructor.reify(vm)?;
    constructor.define_methods(
        vm,
        &[
            method("from", 1, construct::from),
            method("fromAsync", 1, from_async::from_async),
            method("isArray", 1, construct::is_array),
            method("of", 0, construct::of),
        ],
    )?;
    constructor.define_getter(vm, "@@species", access::species)?;
    prototype.define_methods(
        vm,
        &[
            method("at", 1, copy::at),
            method("concat", 1, copy::concat),
            method("copyWithin", 2, fill::copy_within),
            method("entries", 0, super::array_iterator::entries),
            self_hosted("every", 1, include_str!("self_hosted/every.js")),
            method("fill", 1, fill::fill),
            self_hosted("filter", 1, include_str!("self_hosted/filter.js")),
            self_hosted("find", 1, include_str!("self_hosted/find.js")),
            self_hosted("findIndex", 1, include_str!("self_hosted/find_index.js")),
            self_hosted("findLast", 1, include_str!("self_hosted/find_last.js")),
            self_hosted("findLastIndex", 1, include_str!("self_hosted/find_last_index.js")),
            method("flat", 0, copy::flat),
            method("flatMap", 1, copy::flat_map),
            self_hosted("forEach", 1, include_str!("self_hosted/for_each.js")),
            method("includes", 1, find::includes),
            method("indexOf", 1, find::index_of),
            method("join", 1, text::join),
            method("keys", 0, super::array_iterator::keys),
            method("lastIndexOf", 1, find::last_index_of),
            self_hosted("map", 1, include_str!("self_hosted/map.js")),
            method("pop", 0, stack::pop),
            method("push", 1, stack::push),
            self_hosted("reduce", 1, include_str!("self_hosted/reduce.js")),
            self_hosted("reduceRight", 1, include_str!("self_hosted/reduce_right.js")),
            method("reverse", 0, fill::reverse),
            method("shift", 0, stack::shift),
            method("slice", 2, copy::slice),
            self_hosted("some", 1, include_str!("self_hosted/some.js")),
            method("sort", 1, sort::sort),
            method("splice", 2, stack::splice),
            method("toLocaleString", 0, text::to_locale_string),
            method("toReversed", 0, copy::to_reversed),
            method("toSorted", 1, sort::to_sorted),
            method("toSpliced", 2, copy::to_spliced),
            method("toString", 0, text::to_string),
            method("unshift", 1, stack::unshift),
            method("with", 2, copy::with),
        ],
    )?;
    let values = prototype.define_method(vm, "values", 0, super::array_iterator::values)?;
    vm.realm_mut().array_values = values;
    prototype.define_hidden(vm, vm.names.sym_iterator, values.value())?;
    let unscopables = vm.new_object_with_prototype(None)?;
    for name in [
        "at",
        "copyWithin",
        "entries",
        "fill",
        "find",
        "findIndex",
        "findLast",
        "findLastIndex",
        "flat",
        "flatMap",
        "includes",
        "keys",
        "toReversed",
        "toSorted",
        "toSpliced",
        "values",
    ] {
        let key = PropertyKey::from_str(vm, name)?;
        unscopables.define_raw(vm, key, Value::TRUE, DEFAULT)?;
    }
    prototype.define_raw(vm, vm.names.sym_unscopables, unscopables.value(), crate::object::table::CONFIGURABLE)
}
