//! Temporal (ECMA-262's chapter on Temporal; section numbers are those of https://tc39.es/proposal-temporal/), over the crate
//! temporal_rs: calendars from ICU4X, time zones from the IANA database that is compiled in ([`zones`]).
//!
//! ```text
//! class, options, fields      what all classes share: cells, GetOption and its kind, PrepareCalendarFields
//! arithmetic                  adding durations, and differences, of all classes that do it alike
//! calendar, time_zone         identifiers
//! zones                       the rules of time zones, as the crate asks for them
//! one file per class          its constructor, conversions to it, its properties; `now` for Temporal.Now
//! ```
//!
//! Here is what scripts can observe: conversions, the order of property reads, kinds of errors. The crate does the arithmetic
//! and the grammar of strings. An object's cell holds the crate's value, which owns no memory.
//!
//! The namespace object is made with its realm; all it contains is made when one of its properties is first looked up
//! ([`materialize`]).

mod arithmetic;
mod calendar;
mod class;
mod duration;
mod fields;
mod instant;
mod now;
mod options;
mod plain_date;
mod plain_date_time;
mod plain_month_day;
mod plain_time;
mod plain_year_month;
mod relative_to;
mod time_zone;
mod zoned_date_time;
mod zones;

use crate::JsResult;
use crate::object::Object;
use crate::realm::Realm;
use crate::string::PropertyKey;
use crate::vm::Vm;
use abi::cell::FLAG_LAZY;
use gc::Gc;

pub use class::{describe, trace};
pub use instant::from_epoch_milliseconds;

/// Creates the namespace object, empty.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let namespace = vm.new_object()?;
    namespace.header().set_flag(FLAG_LAZY);
    vm.realm_mut().temporal = namespace;
    let key = PropertyKey::from_str(vm, "Temporal")?;
    let global = vm.realm().global;
    global.define_hidden(vm, key, namespace.value())
}

/// Fills a lazy namespace object.
#[cold]
pub fn materialize(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    match vm.realms.iter().copied().find(|realm| realm.temporal == namespace) {
        Some(realm) => realize(vm, realm),
        None => {
            namespace.header().clear_flag(FLAG_LAZY);
            Ok(())
        }
    }
}

/// Sees to it that a realm's Temporal has its contents.
fn realize(vm: &mut Vm, realm: Gc<Realm>) -> JsResult<()> {
    if !realm.temporal.header().has_flag(FLAG_LAZY) {
        return Ok(());
    }
    let before = vm.realm();
    vm.set_realm(realm);
    realm.temporal.header().clear_flag(FLAG_LAZY);
    let done = fill(vm, realm.temporal);
    if done.is_err() {
        // Out of memory: the next lookup tries again.
        realm.temporal.header().set_flag(FLAG_LAZY);
    }
    vm.set_realm(before);
    done
}

fn fill(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    duration::init(vm, namespace)?;
    instant::init(vm, namespace)?;
    now::init(vm, namespace)?;
    plain_date::init(vm, namespace)?;
    plain_date_time::init(vm, namespace)?;
    plain_month_day::init(vm, namespace)?;
    plain_time::init(vm, namespace)?;
    plain_year_month::init(vm, namespace)?;
    zoned_date_time::init(vm, namespace)?;
    namespace.define_to_string_tag(vm, "Temporal")
}
