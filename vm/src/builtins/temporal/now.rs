//! Temporal.Now (sec. 2): the clock and the system's time zone.

use super::class::{checked, create, text};
use super::time_zone::{system_time_zone, system_utc_epoch_nanoseconds, to_temporal_time_zone_identifier};
use super::zones::ZONES;
use crate::JsResult;
use crate::native::{Args, method};
use crate::object::Object;
use crate::string::PropertyKey;
use crate::vm::Vm;
use temporal_rs::{Calendar, Instant, ZonedDateTime};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    let now = vm.new_object()?;
    now.define_methods(
        vm,
        &[
            method("instant", 0, instant),
            method("plainDateISO", 0, plain_date_iso),
            method("plainDateTimeISO", 0, plain_date_time_iso),
            method("plainTimeISO", 0, plain_time_iso),
            method("timeZoneId", 0, time_zone_id),
            method("zonedDateTimeISO", 0, zoned_date_time_iso),
        ],
    )?;
    now.define_to_string_tag(vm, "Temporal.Now")?;
    let key = PropertyKey::from_str(vm, "Now")?;
    namespace.define_hidden(vm, key, now.value())
}

/// `Temporal.Now.timeZoneId()` (sec. 2.2.1)
fn time_zone_id(vm: &mut Vm, _args: Args) -> JsResult {
    let zone = system_time_zone(vm);
    let identifier = checked(vm, zone.identifier_with_provider(&*ZONES))?;
    text(vm, &identifier)
}

/// `Temporal.Now.instant()` (sec. 2.2.2)
fn instant(vm: &mut Vm, _args: Args) -> JsResult {
    let instant = checked(vm, Instant::try_new(system_utc_epoch_nanoseconds()))?;
    create(vm, instant)
}

/// SystemDateTime (sec. 2.3.4), with its time zone: the first argument or the system's.
fn system_date_time(vm: &mut Vm, args: Args) -> JsResult<ZonedDateTime> {
    let zone = args.get(0);
    let zone = if zone.is_undefined() { system_time_zone(vm) } else { to_temporal_time_zone_identifier(vm, zone)? };
    let nanoseconds = system_utc_epoch_nanoseconds();
    checked(vm, ZonedDateTime::try_new_with_provider(nanoseconds, zone, Calendar::ISO, &*ZONES))
}

/// `Temporal.Now.plainDateTimeISO(temporalTimeZoneLike)` (sec. 2.2.3)
fn plain_date_time_iso(vm: &mut Vm, args: Args) -> JsResult {
    let now = system_date_time(vm, args)?;
    create(vm, now.to_plain_date_time())
}

/// `Temporal.Now.zonedDateTimeISO(temporalTimeZoneLike)` (sec. 2.2.4)
fn zoned_date_time_iso(vm: &mut Vm, args: Args) -> JsResult {
    let now = system_date_time(vm, args)?;
    create(vm, now)
}

/// `Temporal.Now.plainDateISO(temporalTimeZoneLike)` (sec. 2.2.5)
fn plain_date_iso(vm: &mut Vm, args: Args) -> JsResult {
    let now = system_date_time(vm, args)?;
    create(vm, now.to_plain_date())
}

/// `Temporal.Now.plainTimeISO(temporalTimeZoneLike)` (sec. 2.2.6)
fn plain_time_iso(vm: &mut Vm, args: Args) -> JsResult {
    let now = system_date_time(vm, args)?;
    create(vm, now.to_plain_time())
}
