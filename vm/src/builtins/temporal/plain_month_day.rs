//! Temporal.PlainMonthDay (sec. 10).

use super::calendar::{calendar_argument, get_temporal_calendar_identifier_with_iso_default};
use super::class::{
    Definition, checked, component, create, create_for, define, getters, require_new_target, require_string, text,
    this_value, to_integer_with_truncation, value_of,
};
use super::fields::{Names, Required, prepare_calendar_fields, require_partial_temporal_object};
use super::options::{get_options_object, get_overflow, get_temporal_show_calendar_name_option};
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::PlainMonthDay;
use temporal_rs::options::{DisplayCalendar, Overflow};
use temporal_rs::parsed_intermediates::ParsedDate;

const DEFINITION: Definition = Definition {
    constructor: (construct, 2),
    statics: &[method("from", 1, from)],
    getters: &[getters!(PlainMonthDay {
        "calendarId": |vm, this| text(vm, this.calendar_id()),
        "monthCode": |vm, this| text(vm, this.month_code().as_str()),
        "day": |_vm, this| Ok(Value::int(this.day().into())),
    })],
    methods: &[
        method("equals", 1, equals),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toPlainDate", 1, to_plain_date),
        method("toString", 0, to_string),
        method("with", 1, with),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<PlainMonthDay>(vm, namespace, &DEFINITION)
}

/// `Temporal.PlainMonthDay(isoMonth, isoDay, calendar, referenceISOYear)` (sec. 10.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<PlainMonthDay>(vm, args)?;
    let month = to_integer_with_truncation(vm, args.get(0))?;
    let day = to_integer_with_truncation(vm, args.get(1))?;
    let calendar = calendar_argument(vm, args.get(2))?;
    let year = match args.get(3) {
        // The first leap year after the epoch.
        Value::UNDEFINED => 1972.0,
        year => to_integer_with_truncation(vm, year)?,
    };
    let (month, day, year) = (component(vm, month)?, component(vm, day)?, component(vm, year)?);
    let month_day = PlainMonthDay::new_with_overflow(month, day, calendar, Overflow::Reject, Some(year));
    let month_day = checked(vm, month_day)?;
    create_for(vm, month_day, new_target)
}

/// ToTemporalMonthDay (sec. 10.5.1)
fn to_temporal_month_day(vm: &mut Vm, item: Value, options: Value) -> JsResult<PlainMonthDay> {
    if let Some(month_day) = value_of::<PlainMonthDay>(item) {
        get_overflow(vm, options)?;
        return Ok((**month_day).clone());
    }
    if let Some(object) = item.as_object() {
        let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
        let fields = prepare_calendar_fields(vm, &calendar, object, Names::DATE, Required::Nothing)?;
        let overflow = get_overflow(vm, options)?;
        return checked(vm, calendar.month_day_from_fields(fields.month_day(&calendar), overflow));
    }
    let text = require_string(vm, item)?;
    let parsed = checked(vm, ParsedDate::month_day_from_utf8(text.as_bytes()))?;
    get_overflow(vm, options)?;
    checked(vm, PlainMonthDay::from_parsed(parsed))
}

/// `Temporal.PlainMonthDay.from(item, options)` (sec. 10.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let month_day = to_temporal_month_day(vm, args.get(0), args.get(1))?;
    create(vm, month_day)
}

/// `Temporal.PlainMonthDay.prototype.with(temporalMonthDayLike, options)` (sec. 10.3.6)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let fields = prepare_calendar_fields(vm, this.calendar(), object, Names::DATE, Required::Partial)?;
    let overflow = get_overflow(vm, args.get(1))?;
    let month_day = checked(vm, this.with(fields.month_day(this.calendar()), Some(overflow)))?;
    create(vm, month_day)
}

/// `Temporal.PlainMonthDay.prototype.equals(other)` (sec. 10.3.7)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "equals")?;
    let other = to_temporal_month_day(vm, args.get(0), Value::UNDEFINED)?;
    Ok(Value::bool(**this == other))
}

/// `Temporal.PlainMonthDay.prototype.toString(options)` (sec. 10.3.8)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let show_calendar = get_temporal_show_calendar_name_option(vm, options)?;
    text(vm, &this.to_ixdtf_string(show_calendar))
}

/// `Temporal.PlainMonthDay.prototype.toLocaleString()` (sec. 10.3.9)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "toLocaleString")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}

/// `Temporal.PlainMonthDay.prototype.toJSON()` (sec. 10.3.10)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "toJSON")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}

/// `Temporal.PlainMonthDay.prototype.toPlainDate(item)` (sec. 10.3.12)
fn to_plain_date(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainMonthDay>(vm, args, "toPlainDate")?;
    let Some(item) = args.get(0).as_object() else {
        return Err(vm.throw_not_an_object(args.get(0)));
    };
    let fields = prepare_calendar_fields(vm, this.calendar(), item, Names::YEAR, Required::Nothing)?;
    let date = checked(vm, this.to_plain_date(Some(fields.date())))?;
    create(vm, date)
}
