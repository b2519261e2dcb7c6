//! Time zone identifiers (secs. 11.1 and 11.2).

use super::class::{checked, require_string, value_of};
use super::zones::ZONES;
use crate::vm::Vm;
use crate::{JsResult, Value};
use std::time::{SystemTime, UNIX_EPOCH};
use temporal_rs::{TimeZone, UtcOffset, ZonedDateTime};

/// ToTemporalTimeZoneIdentifier: a zone's name, or a date's text that tells it.
pub fn to_temporal_time_zone_identifier(vm: &mut Vm, v: Value) -> JsResult<TimeZone> {
    if let Some(zoned) = value_of::<ZonedDateTime>(v) {
        return Ok(*zoned.time_zone());
    }
    let text = require_string(vm, v)?;
    checked(vm, TimeZone::try_from_str_with_provider(&text, &*ZONES))
}

/// The time zone argument of a constructor: a name or an offset.
pub fn time_zone_argument(vm: &mut Vm, v: Value) -> JsResult<TimeZone> {
    let text = require_string(vm, v)?;
    checked(vm, TimeZone::try_from_identifier_str_with_provider(&text, &*ZONES))
}

/// SystemTimeZoneIdentifier: the primary name of the system's zone. One that the database doesn't know (the TZ variable may hold a rule) counts as its present offset.
pub fn system_time_zone(vm: &mut Vm) -> TimeZone {
    let zone = &mut vm.builtins.date.zone;
    let known = TimeZone::try_from_identifier_str_with_provider(zone.identifier(), &*ZONES);
    match known.and_then(|known| known.primary_identifier_with_provider(&*ZONES)) {
        Ok(primary) => primary,
        Err(_) => {
            let milliseconds = (system_utc_epoch_nanoseconds() / 1_000_000) as f64;
            UtcOffset::from_minutes((zone.offset_ms(milliseconds) / 60_000.0) as i16).into()
        }
    }
}

/// SystemUTCEpochNanoseconds
pub fn system_utc_epoch_nanoseconds() -> i128 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}
