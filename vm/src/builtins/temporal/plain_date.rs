//! Temporal.PlainDate (sec. 3).

use super::arithmetic::{add_duration, date_difference};
use super::calendar::{
    calendar_argument, get_temporal_calendar_identifier_with_iso_default, to_temporal_calendar_identifier,
};
use super::class::{
    Definition, checked, component, create, create_for, date_getters, define, get, ordering, require_new_target,
    require_string, text, this_value, to_integer_with_truncation, value_of,
};
use super::fields::{Names, Required, prepare_calendar_fields, require_partial_temporal_object};
use super::options::{get_options_object, get_overflow, get_temporal_show_calendar_name_option};
use super::plain_time::{to_temporal_time, to_time_record_or_midnight};
use super::time_zone::to_temporal_time_zone_identifier;
use super::zones::ZONES;
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::options::DisplayCalendar;
use temporal_rs::parsed_intermediates::ParsedDate;
use temporal_rs::{PlainDate, PlainDateTime, ZonedDateTime};

const DEFINITION: Definition = Definition {
    constructor: (construct, 3),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[date_getters!(PlainDate)],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("since", 1, since),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toPlainDateTime", 0, to_plain_date_time),
        method("toPlainMonthDay", 0, to_plain_month_day),
        method("toPlainYearMonth", 0, to_plain_year_month),
        method("toString", 0, to_string),
        method("toZonedDateTime", 1, to_zoned_date_time),
        method("until", 1, until),
        method("with", 1, with),
        method("withCalendar", 1, with_calendar),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<PlainDate>(vm, namespace, &DEFINITION)
}

/// `Temporal.PlainDate(isoYear, isoMonth, isoDay, calendar)` (sec. 3.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<PlainDate>(vm, args)?;
    let year = to_integer_with_truncation(vm, args.get(0))?;
    let month = to_integer_with_truncation(vm, args.get(1))?;
    let day = to_integer_with_truncation(vm, args.get(2))?;
    let calendar = calendar_argument(vm, args.get(3))?;
    let (year, month, day) = (component(vm, year)?, component(vm, month)?, component(vm, day)?);
    let date = checked(vm, PlainDate::try_new(year, month, day, calendar))?;
    create_for(vm, date, new_target)
}

/// ToTemporalDate (sec. 3.5.3)
pub fn to_temporal_date(vm: &mut Vm, item: Value, options: Value) -> JsResult<PlainDate> {
    let known = if let Some(date) = value_of::<PlainDate>(item) {
        Some((**date).clone())
    } else if let Some(zoned) = value_of::<ZonedDateTime>(item) {
        Some(zoned.to_plain_date())
    } else {
        value_of::<PlainDateTime>(item).map(|date_time| date_time.to_plain_date())
    };
    if let Some(date) = known {
        get_overflow(vm, options)?;
        return Ok(date);
    }
    if let Some(object) = item.as_object() {
        let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
        let fields = prepare_calendar_fields(vm, &calendar, object, Names::DATE, Required::Nothing)?;
        let overflow = get_overflow(vm, options)?;
        return checked(vm, calendar.date_from_fields(fields.date(), overflow));
    }
    let text = require_string(vm, item)?;
    let parsed = checked(vm, ParsedDate::from_utf8(text.as_bytes()))?;
    get_overflow(vm, options)?;
    checked(vm, PlainDate::from_parsed(parsed))
}

/// `Temporal.PlainDate.from(item, options)` (sec. 3.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let date = to_temporal_date(vm, args.get(0), args.get(1))?;
    create(vm, date)
}

/// `Temporal.PlainDate.compare(one, two)` (sec. 3.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_date(vm, args.get(0), Value::UNDEFINED)?;
    let two = to_temporal_date(vm, args.get(1), Value::UNDEFINED)?;
    Ok(ordering(one.compare_iso(&two)))
}

/// `Temporal.PlainDate.prototype.toPlainYearMonth()` (sec. 3.3.19)
fn to_plain_year_month(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toPlainYearMonth")?;
    let year_month = checked(vm, this.to_plain_year_month())?;
    create(vm, year_month)
}

/// `Temporal.PlainDate.prototype.toPlainMonthDay()` (sec. 3.3.20)
fn to_plain_month_day(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toPlainMonthDay")?;
    let month_day = checked(vm, this.to_plain_month_day())?;
    create(vm, month_day)
}

/// `Temporal.PlainDate.prototype.add(temporalDurationLike, options)` (sec. 3.3.21)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "add", |this: &PlainDate, duration, overflow| this.add(duration, Some(overflow)))
}

/// `Temporal.PlainDate.prototype.subtract(temporalDurationLike, options)` (sec. 3.3.22)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "subtract", |this: &PlainDate, duration, overflow| this.subtract(duration, Some(overflow)))
}

/// `Temporal.PlainDate.prototype.with(temporalDateLike, options)` (sec. 3.3.23)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let fields = prepare_calendar_fields(vm, this.calendar(), object, Names::DATE, Required::Partial)?;
    let overflow = get_overflow(vm, args.get(1))?;
    let date = checked(vm, this.with(fields.date(), Some(overflow)))?;
    create(vm, date)
}

/// `Temporal.PlainDate.prototype.withCalendar(calendarLike)` (sec. 3.3.24)
fn with_calendar(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "withCalendar")?;
    let calendar = to_temporal_calendar_identifier(vm, args.get(0))?;
    create(vm, this.with_calendar(calendar))
}

/// `Temporal.PlainDate.prototype.until(other, options)` (sec. 3.3.25)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "until", to_temporal_date, PlainDate::until)
}

/// `Temporal.PlainDate.prototype.since(other, options)` (sec. 3.3.26)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "since", to_temporal_date, PlainDate::since)
}

/// `Temporal.PlainDate.prototype.equals(other)` (sec. 3.3.27)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "equals")?;
    let other = to_temporal_date(vm, args.get(0), Value::UNDEFINED)?;
    Ok(Value::bool(**this == other))
}

/// `Temporal.PlainDate.prototype.toPlainDateTime(temporalTime)` (sec. 3.3.28)
fn to_plain_date_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toPlainDateTime")?;
    let time = to_time_record_or_midnight(vm, args.get(0))?;
    let date_time = checked(vm, this.to_plain_date_time(time))?;
    create(vm, date_time)
}

/// `Temporal.PlainDate.prototype.toZonedDateTime(item)` (sec. 3.3.29)
fn to_zoned_date_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toZonedDateTime")?;
    let item = args.get(0);
    let (time_zone, time_like) = match item.as_object() {
        None => (to_temporal_time_zone_identifier(vm, item)?, Value::UNDEFINED),
        Some(object) => match get(vm, object, "timeZone")? {
            Value::UNDEFINED => (to_temporal_time_zone_identifier(vm, item)?, Value::UNDEFINED),
            time_zone_like => {
                let time_zone = to_temporal_time_zone_identifier(vm, time_zone_like)?;
                (time_zone, get(vm, object, "plainTime")?)
            }
        },
    };
    let time = if time_like.is_undefined() { None } else { Some(to_temporal_time(vm, time_like, Value::UNDEFINED)?) };
    let zoned = checked(vm, this.to_zoned_date_time_with_provider(time_zone, time, &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.PlainDate.prototype.toString(options)` (sec. 3.3.30)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let show_calendar = get_temporal_show_calendar_name_option(vm, options)?;
    text(vm, &this.to_ixdtf_string(show_calendar))
}

/// `Temporal.PlainDate.prototype.toLocaleString()` (sec. 3.3.31)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toLocaleString")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}

/// `Temporal.PlainDate.prototype.toJSON()` (sec. 3.3.32)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainDate>(vm, args, "toJSON")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}
