//! Temporal.PlainTime (sec. 4).

use super::arithmetic::{add_time, round_value, time_difference};
use super::class::{
    Definition, checked, component, create, create_for, define, ordering, require_new_target, require_string, text,
    this_value, time_getters, to_integer_with_truncation, value_of,
};
use super::fields::{require_partial_temporal_object, to_temporal_time_record};
use super::options::{get_options_object, get_overflow, get_text_precision};
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::options::ToStringRoundingOptions;
use temporal_rs::{PlainDateTime, PlainTime, ZonedDateTime};

const DEFINITION: Definition = Definition {
    constructor: (construct, 0),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[time_getters!(PlainTime)],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("round", 1, round),
        method("since", 1, since),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toString", 0, to_string),
        method("until", 1, until),
        method("with", 1, with),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<PlainTime>(vm, namespace, &DEFINITION)
}

/// The time arguments of a constructor from the i-th on, 0 where they are missing.
pub fn time_arguments(vm: &mut Vm, args: Args, first: usize) -> JsResult<[f64; 6]> {
    let mut integers = [0.0; 6];
    for (i, integer) in integers.iter_mut().enumerate() {
        let argument = args.get(first + i);
        if !argument.is_undefined() {
            *integer = to_integer_with_truncation(vm, argument)?;
        }
    }
    Ok(integers)
}

/// A time of six components; a RangeError if there is no such time.
pub fn time_of_components(vm: &mut Vm, components: [f64; 6]) -> JsResult<PlainTime> {
    let [hour, minute, second, millisecond, microsecond, nanosecond] = components;
    let time = PlainTime::try_new(
        component(vm, hour)?,
        component(vm, minute)?,
        component(vm, second)?,
        component(vm, millisecond)?,
        component(vm, microsecond)?,
        component(vm, nanosecond)?,
    );
    checked(vm, time)
}

/// `Temporal.PlainTime(hour, minute, second, millisecond, microsecond, nanosecond)` (sec. 4.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<PlainTime>(vm, args)?;
    let components = time_arguments(vm, args, 0)?;
    let time = time_of_components(vm, components)?;
    create_for(vm, time, new_target)
}

/// ToTemporalTime (sec. 4.5.6)
pub fn to_temporal_time(vm: &mut Vm, item: Value, options: Value) -> JsResult<PlainTime> {
    let known = if let Some(time) = value_of::<PlainTime>(item) {
        Some(**time)
    } else if let Some(date_time) = value_of::<PlainDateTime>(item) {
        Some(date_time.to_plain_time())
    } else {
        value_of::<ZonedDateTime>(item).map(|zoned| zoned.to_plain_time())
    };
    if let Some(time) = known {
        get_overflow(vm, options)?;
        return Ok(time);
    }
    if let Some(object) = item.as_object() {
        let fields = to_temporal_time_record(vm, object)?;
        let overflow = get_overflow(vm, options)?;
        return checked(vm, PlainTime::from_partial(fields.partial(overflow), Some(overflow)));
    }
    let text = require_string(vm, item)?;
    let time = checked(vm, PlainTime::from_utf8(text.as_bytes()))?;
    get_overflow(vm, options)?;
    Ok(time)
}

/// ToTimeRecordOrMidnight (sec. 4.5.7): None for undefined.
pub fn to_time_record_or_midnight(vm: &mut Vm, item: Value) -> JsResult<Option<PlainTime>> {
    if item.is_undefined() { Ok(None) } else { to_temporal_time(vm, item, Value::UNDEFINED).map(Some) }
}

/// `Temporal.PlainTime.from(item, options)` (sec. 4.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let time = to_temporal_time(vm, args.get(0), args.get(1))?;
    create(vm, time)
}

/// `Temporal.PlainTime.compare(one, two)` (sec. 4.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_time(vm, args.get(0), Value::UNDEFINED)?;
    let two = to_temporal_time(vm, args.get(1), Value::UNDEFINED)?;
    Ok(ordering(one.cmp(&two)))
}

/// `Temporal.PlainTime.prototype.add(temporalDurationLike)` (sec. 4.3.9)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    add_time(vm, args, "add", PlainTime::add)
}

/// `Temporal.PlainTime.prototype.subtract(temporalDurationLike)` (sec. 4.3.10)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    add_time(vm, args, "subtract", PlainTime::subtract)
}

/// `Temporal.PlainTime.prototype.with(temporalTimeLike, options)` (sec. 4.3.11)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainTime>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let fields = to_temporal_time_record(vm, object)?;
    let overflow = get_overflow(vm, args.get(1))?;
    let time = checked(vm, this.with(fields.partial(overflow), Some(overflow)))?;
    create(vm, time)
}

/// `Temporal.PlainTime.prototype.until(other, options)` (sec. 4.3.12)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    time_difference(vm, args, "until", |vm, item| to_temporal_time(vm, item, Value::UNDEFINED), PlainTime::until)
}

/// `Temporal.PlainTime.prototype.since(other, options)` (sec. 4.3.13)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    time_difference(vm, args, "since", |vm, item| to_temporal_time(vm, item, Value::UNDEFINED), PlainTime::since)
}

/// `Temporal.PlainTime.prototype.round(roundTo)` (sec. 4.3.14)
fn round(vm: &mut Vm, args: Args) -> JsResult {
    round_value(vm, args, PlainTime::round)
}

/// `Temporal.PlainTime.prototype.equals(other)` (sec. 4.3.15)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainTime>(vm, args, "equals")?;
    let other = to_temporal_time(vm, args.get(0), Value::UNDEFINED)?;
    Ok(Value::bool(**this == other))
}

/// TimeRecordToString (sec. 4.5.13)
fn to_text(vm: &mut Vm, time: &PlainTime, rounding: ToStringRoundingOptions) -> JsResult {
    let string = checked(vm, time.to_ixdtf_string(rounding))?;
    text(vm, &string)
}

/// `Temporal.PlainTime.prototype.toString(options)` (sec. 4.3.16)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainTime>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let rounding = get_text_precision(vm, options)?;
    to_text(vm, &this, rounding)
}

/// `Temporal.PlainTime.prototype.toLocaleString()` (sec. 4.3.17)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainTime>(vm, args, "toLocaleString")?;
    to_text(vm, &this, ToStringRoundingOptions::default())
}

/// `Temporal.PlainTime.prototype.toJSON()` (sec. 4.3.18)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainTime>(vm, args, "toJSON")?;
    to_text(vm, &this, ToStringRoundingOptions::default())
}
