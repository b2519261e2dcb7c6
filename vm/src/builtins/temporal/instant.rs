//! Temporal.Instant (sec. 8).

use super::arithmetic::{add_time, round_value, time_difference};
use super::class::{
    Definition, checked, create, create_for, define, getters, ordering, require_new_target, require_string, text,
    this_value, value_of,
};
use super::options::{
    check_smallest_unit_of_text, get_options_object, get_rounding_mode_option,
    get_temporal_fractional_second_digits_option, get_temporal_unit_valued_option,
};
use super::time_zone::to_temporal_time_zone_identifier;
use super::zones::ZONES;
use crate::native::{Args, method};
use crate::numeric::bigint::BigInt;
use crate::numeric::convert::is_integral;
use crate::object::Object;
use crate::runtime::convert::{Hint, to_bigint, to_number, to_primitive};
use crate::vm::Vm;
use crate::{JsResult, Value};
use num_traits::ToPrimitive;
use temporal_rs::options::{RoundingMode, ToStringRoundingOptions};
use temporal_rs::{Instant, TimeZone, ZonedDateTime};

const DEFINITION: Definition = Definition {
    constructor: (construct, 1),
    statics: &[
        method("compare", 2, compare),
        method("from", 1, from),
        method("fromEpochMilliseconds", 1, from_epoch_milliseconds_method),
        method("fromEpochNanoseconds", 1, from_epoch_nanoseconds),
    ],
    getters: &[getters!(Instant {
        "epochMilliseconds": |_vm, this| Ok(Value::number(this.epoch_milliseconds() as f64)),
        "epochNanoseconds": |vm, this| Ok(vm.new_bigint(BigInt::from(this.as_i128()))?.value()),
    })],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("round", 1, round),
        method("since", 1, since),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toString", 0, to_string),
        method("toZonedDateTimeISO", 1, to_zoned_date_time_iso),
        method("until", 1, until),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<Instant>(vm, namespace, &DEFINITION)
}

/// ToBigInt, and IsValidEpochNanoseconds of it.
pub fn to_epoch_nanoseconds(vm: &mut Vm, v: Value) -> JsResult<i128> {
    let integer = to_bigint(vm, v)?;
    // What has no 128 bits is out of range too.
    let instant = Instant::try_new(integer.integer().to_i128().unwrap_or(i128::MAX));
    Ok(checked(vm, instant)?.as_i128())
}

/// `Temporal.Instant(epochNanoseconds)` (sec. 8.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<Instant>(vm, args)?;
    let nanoseconds = to_epoch_nanoseconds(vm, args.get(0))?;
    let instant = checked(vm, Instant::try_new(nanoseconds))?;
    create_for(vm, instant, new_target)
}

/// ToTemporalInstant (sec. 8.5.3)
fn to_temporal_instant(vm: &mut Vm, item: Value) -> JsResult<Instant> {
    if let Some(instant) = value_of::<Instant>(item) {
        return Ok(**instant);
    }
    if let Some(zoned) = value_of::<ZonedDateTime>(item) {
        return Ok(zoned.to_instant());
    }
    let item = to_primitive(vm, item, Hint::String)?;
    let text = require_string(vm, item)?;
    checked(vm, Instant::from_utf8(text.as_bytes()))
}

/// `Temporal.Instant.from(item)` (sec. 8.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let instant = to_temporal_instant(vm, args.get(0))?;
    create(vm, instant)
}

/// NumberToBigInt of milliseconds, times 10^6, as an Instant: what `Date.prototype.toTemporalInstant` does too (sec. 14.9.1).
pub fn from_epoch_milliseconds(vm: &mut Vm, milliseconds: f64) -> JsResult {
    if !is_integral(milliseconds) {
        return Err(vm.throw_range_error(format!("{milliseconds} is not an integer")));
    }
    // The cast saturates, out of range.
    let instant = checked(vm, Instant::from_epoch_milliseconds(milliseconds as i64))?;
    create(vm, instant)
}

/// `Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)` (sec. 8.2.3)
fn from_epoch_milliseconds_method(vm: &mut Vm, args: Args) -> JsResult {
    let milliseconds = to_number(vm, args.get(0))?;
    from_epoch_milliseconds(vm, milliseconds)
}

/// `Temporal.Instant.fromEpochNanoseconds(epochNanoseconds)` (sec. 8.2.4)
fn from_epoch_nanoseconds(vm: &mut Vm, args: Args) -> JsResult {
    let nanoseconds = to_epoch_nanoseconds(vm, args.get(0))?;
    let instant = checked(vm, Instant::try_new(nanoseconds))?;
    create(vm, instant)
}

/// `Temporal.Instant.compare(one, two)` (sec. 8.2.5)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_instant(vm, args.get(0))?;
    let two = to_temporal_instant(vm, args.get(1))?;
    Ok(ordering(one.cmp(&two)))
}

/// `Temporal.Instant.prototype.add(temporalDurationLike)` (sec. 8.3.5)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    add_time(vm, args, "add", Instant::add)
}

/// `Temporal.Instant.prototype.subtract(temporalDurationLike)` (sec. 8.3.6)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    add_time(vm, args, "subtract", Instant::subtract)
}

/// `Temporal.Instant.prototype.until(other, options)` (sec. 8.3.7)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    time_difference(vm, args, "until", to_temporal_instant, Instant::until)
}

/// `Temporal.Instant.prototype.since(other, options)` (sec. 8.3.8)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    time_difference(vm, args, "since", to_temporal_instant, Instant::since)
}

/// `Temporal.Instant.prototype.round(roundTo)` (sec. 8.3.9)
fn round(vm: &mut Vm, args: Args) -> JsResult {
    round_value(vm, args, Instant::round)
}

/// `Temporal.Instant.prototype.equals(other)` (sec. 8.3.10)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Instant>(vm, args, "equals")?;
    let other = to_temporal_instant(vm, args.get(0))?;
    Ok(Value::bool(**this == other))
}

/// `Temporal.Instant.prototype.toString(options)` (sec. 8.3.11)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Instant>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let precision = get_temporal_fractional_second_digits_option(vm, options)?;
    let rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::Trunc)?);
    let smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    let time_zone = options.get(vm, "timeZone")?;
    check_smallest_unit_of_text(vm, smallest_unit)?;
    let time_zone = match time_zone {
        Value::UNDEFINED => None,
        time_zone => Some(to_temporal_time_zone_identifier(vm, time_zone)?),
    };
    to_text(vm, &this, time_zone, ToStringRoundingOptions { precision, smallest_unit, rounding_mode })
}

/// RoundTemporalInstant and TemporalInstantToString (sec. 8.5.8)
fn to_text(vm: &mut Vm, instant: &Instant, time_zone: Option<TimeZone>, rounding: ToStringRoundingOptions) -> JsResult {
    let string = checked(vm, instant.to_ixdtf_string_with_provider(time_zone, rounding, &*ZONES))?;
    text(vm, &string)
}

/// `Temporal.Instant.prototype.toLocaleString()` (sec. 8.3.12)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Instant>(vm, args, "toLocaleString")?;
    to_text(vm, &this, None, ToStringRoundingOptions::default())
}

/// `Temporal.Instant.prototype.toJSON()` (sec. 8.3.13)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Instant>(vm, args, "toJSON")?;
    to_text(vm, &this, None, ToStringRoundingOptions::default())
}

/// `Temporal.Instant.prototype.toZonedDateTimeISO(timeZone)` (sec. 8.3.15)
fn to_zoned_date_time_iso(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Instant>(vm, args, "toZonedDateTimeISO")?;
    let time_zone = to_temporal_time_zone_identifier(vm, args.get(0))?;
    let zoned = checked(vm, this.to_zoned_date_time_iso_with_provider(time_zone, &*ZONES))?;
    create(vm, zoned)
}
