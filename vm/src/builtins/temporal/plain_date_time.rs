//! Temporal.PlainDateTime (sec. 5).

use super::arithmetic::{add_duration, date_difference, round_value};
use super::calendar::{
    calendar_argument, get_temporal_calendar_identifier_with_iso_default, to_temporal_calendar_identifier,
};
use super::class::{
    Definition, checked, component, create, create_for, date_getters, define, ordering, require_new_target,
    require_string, text, this_value, time_getters, to_integer_with_truncation, value_of,
};
use super::fields::{Names, Required, prepare_calendar_fields, require_partial_temporal_object};
use super::options::{
    check_smallest_unit_of_text, get_options_object, get_overflow, get_rounding_mode_option,
    get_temporal_disambiguation_option, get_temporal_fractional_second_digits_option,
    get_temporal_show_calendar_name_option, get_temporal_unit_valued_option,
};
use super::plain_time::{time_arguments, time_of_components, to_time_record_or_midnight};
use super::time_zone::to_temporal_time_zone_identifier;
use super::zones::ZONES;
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::options::{DisplayCalendar, RoundingMode, ToStringRoundingOptions};
use temporal_rs::parsed_intermediates::ParsedDateTime;
use temporal_rs::partial::PartialDateTime;
use temporal_rs::{PlainDate, PlainDateTime, ZonedDateTime};

const DEFINITION: Definition = Definition {
    constructor: (construct, 3),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[date_getters!(PlainDateTime), time_getters!(PlainDateTime)],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("round", 1, round),
        method("since", 1, since),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toPlainDate", 0, to_plain_date),
        method("toPlainTime", 0, to_plain_time),
        method("toString", 0, to_string),
        method("toZonedDateTime", 1, to_zoned_date_time),
        method("until", 1, until),
        method("with", 1, with),
        method("withCalendar", 1, with_calendar),
        method("withPlainTime", 0, with_plain_time),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<PlainDateTime>(vm, namespace, &DEFINITION)
}

/// `Temporal.PlainDateTime(isoYear, isoMonth, isoDay, hour, minute, second, millisecond, microsecond, nanosecond, calendar)`
/// (sec. 5.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<PlainDateTime>(vm, args)?;
    let year = to_integer_with_truncation(vm, args.get(0))?;
    let month = to_integer_with_truncation(vm, args.get(1))?;
    let day = to_integer_with_truncation(vm, args.get(2))?;
    let time = time_arguments(vm, args, 3)?;
    let calendar = calendar_argument(vm, args.get(9))?;
    let (year, month, day) = (component(vm, year)?, component(vm, month)?, component(vm, day)?);
    let date = checked(vm, PlainDate::try_new(year, month, day, calendar))?;
    let time = time_of_components(vm, time)?;
    let date_time = checked(vm, PlainDateTime::from_date_and_time(date, time))?;
    create_for(vm, date_time, new_target)
}

/// ToTemporalDateTime (sec. 5.5.5)
pub fn to_temporal_date_time(vm: &mut Vm, item: Value, options: Value) -> JsResult<PlainDateTime> {
    if let Some(date_time) = value_of::<PlainDateTime>(item) {
        get_overflow(vm, options)?;
        return Ok((**date_time).clone());
    }
    if let Some(zoned) = value_of::<ZonedDateTime>(item) {
        get_overflow(vm, options)?;
        return Ok(zoned.to_plain_date_time());
    }
    if let Some(date) = value_of::<PlainDate>(item) {
        get_overflow(vm, options)?;
        return checked(vm, date.to_plain_date_time(None));
    }
    if let Some(object) = item.as_object() {
        let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
        let fields = prepare_calendar_fields(vm, &calendar, object, Names::DATE_TIME, Required::Nothing)?;
        let overflow = get_overflow(vm, options)?;
        let partial = PartialDateTime { fields: fields.date_time(overflow), calendar };
        return checked(vm, PlainDateTime::from_partial(partial, Some(overflow)));
    }
    let text = require_string(vm, item)?;
    let parsed = checked(vm, ParsedDateTime::from_utf8(text.as_bytes()))?;
    get_overflow(vm, options)?;
    checked(vm, PlainDateTime::from_parsed(parsed))
}

/// `Temporal.PlainDateTime.from(item, options)` (sec. 5.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let date_time = to_temporal_date_time(vm, args.get(0), args.get(1))?;
    create(vm, date_time)
}

/// `Temporal.PlainDateTime.compare(one, two)` (sec. 5.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_date_time(vm, args.get(0), Value::UNDEFINED)?;
    let two = to_temporal_date_time(vm, args.get(1), Value::UNDEFINED)?;
    Ok(ordering(one.compare_iso(&two)))
}

/// `Temporal.PlainDateTime.prototype.with(temporalDateTimeLike, options)` (sec. 5.3.25)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let fields = prepare_calendar_fields(vm, this.calendar(), object, Names::DATE_TIME, Required::Partial)?;
    let overflow = get_overflow(vm, args.get(1))?;
    let date_time = checked(vm, this.with(fields.date_time(overflow), Some(overflow)))?;
    create(vm, date_time)
}

/// `Temporal.PlainDateTime.prototype.withPlainTime(plainTimeLike)` (sec. 5.3.26)
fn with_plain_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "withPlainTime")?;
    let time = to_time_record_or_midnight(vm, args.get(0))?;
    let date_time = checked(vm, this.with_time(time))?;
    create(vm, date_time)
}

/// `Temporal.PlainDateTime.prototype.withCalendar(calendarLike)` (sec. 5.3.27)
fn with_calendar(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "withCalendar")?;
    let calendar = to_temporal_calendar_identifier(vm, args.get(0))?;
    create(vm, this.with_calendar(calendar))
}

/// `Temporal.PlainDateTime.prototype.add(temporalDurationLike, options)` (sec. 5.3.28)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "add", |this: &PlainDateTime, duration, overflow| this.add(duration, Some(overflow)))
}

/// `Temporal.PlainDateTime.prototype.subtract(temporalDurationLike, options)` (sec. 5.3.29)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "subtract", |this: &PlainDateTime, duration, overflow| {
        this.subtract(duration, Some(overflow))
    })
}

/// `Temporal.PlainDateTime.prototype.until(other, options)` (sec. 5.3.30)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "until", to_temporal_date_time, PlainDateTime::until)
}

/// `Temporal.PlainDateTime.prototype.since(other, options)` (sec. 5.3.31)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "since", to_temporal_date_time, PlainDateTime::since)
}

/// `Temporal.PlainDateTime.prototype.round(roundTo)` (sec. 5.3.32)
fn round(vm: &mut Vm, args: Args) -> JsResult {
    round_value(vm, args, PlainDateTime::round)
}

/// `Temporal.PlainDateTime.prototype.equals(other)` (sec. 5.3.33)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "equals")?;
    let other = to_temporal_date_time(vm, args.get(0), Value::UNDEFINED)?;
    Ok(Value::bool(**this == other))
}

/// `Temporal.PlainDateTime.prototype.toString(options)` (sec. 5.3.34)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let show_calendar = get_temporal_show_calendar_name_option(vm, options)?;
    let precision = get_temporal_fractional_second_digits_option(vm, options)?;
    let rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::Trunc)?);
    let smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    check_smallest_unit_of_text(vm, smallest_unit)?;
    to_text(vm, &this, ToStringRoundingOptions { precision, smallest_unit, rounding_mode }, show_calendar)
}

/// RoundISODateTime and ISODateTimeToString (sec. 5.5.9)
fn to_text(
    vm: &mut Vm,
    date_time: &PlainDateTime,
    rounding: ToStringRoundingOptions,
    show_calendar: DisplayCalendar,
) -> JsResult {
    let string = checked(vm, date_time.to_ixdtf_string(rounding, show_calendar))?;
    text(vm, &string)
}

/// `Temporal.PlainDateTime.prototype.toLocaleString()` (sec. 5.3.35)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toLocaleString")?;
    to_text(vm, &this, ToStringRoundingOptions::default(), DisplayCalendar::Auto)
}

/// `Temporal.PlainDateTime.prototype.toJSON()` (sec. 5.3.36)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toJSON")?;
    to_text(vm, &this, ToStringRoundingOptions::default(), DisplayCalendar::Auto)
}

/// `Temporal.PlainDateTime.prototype.toZonedDateTime(temporalTimeZoneLike, options)` (sec. 5.3.38)
fn to_zoned_date_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toZonedDateTime")?;
    let time_zone = to_temporal_time_zone_identifier(vm, args.get(0))?;
    let options = get_options_object(vm, args.get(1))?;
    let disambiguation = get_temporal_disambiguation_option(vm, options)?;
    let zoned = checked(vm, this.to_zoned_date_time_with_provider(time_zone, disambiguation, &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.PlainDateTime.prototype.toPlainDate()` (sec. 5.3.39)
fn to_plain_date(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toPlainDate")?;
    create(vm, this.to_plain_date())
}

/// `Temporal.PlainDateTime.prototype.toPlainTime()` (sec. 5.3.40)
fn to_plain_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDateTime>(vm, args, "toPlainTime")?;
    create(vm, this.to_plain_time())
}
