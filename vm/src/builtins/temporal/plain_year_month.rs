//! Temporal.PlainYearMonth (sec. 9).

use super::arithmetic::{add_duration, date_difference};
use super::calendar::{calendar_argument, get_temporal_calendar_identifier_with_iso_default};
use super::class::{
    Definition, checked, component, create, create_for, define, getters, optional_int, optional_text, ordering,
    require_new_target, require_string, text, this_value, to_integer_with_truncation, value_of,
};
use super::fields::{Names, Required, prepare_calendar_fields, require_partial_temporal_object};
use super::options::{get_options_object, get_overflow, get_temporal_show_calendar_name_option};
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::PlainYearMonth;
use temporal_rs::options::DisplayCalendar;
use temporal_rs::parsed_intermediates::ParsedDate;

const DEFINITION: Definition = Definition {
    constructor: (construct, 2),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[getters!(PlainYearMonth {
        "calendarId": |vm, this| text(vm, this.calendar_id()),
        "era": |vm, this| optional_text(vm, this.era()),
        "eraYear": |_vm, this| Ok(optional_int(this.era_year())),
        "year": |_vm, this| Ok(Value::int(this.year())),
        "month": |_vm, this| Ok(Value::int(this.month().into())),
        "monthCode": |vm, this| text(vm, this.month_code().as_str()),
        "daysInYear": |_vm, this| Ok(Value::int(this.days_in_year().into())),
        "daysInMonth": |_vm, this| Ok(Value::int(this.days_in_month().into())),
        "monthsInYear": |_vm, this| Ok(Value::int(this.months_in_year().into())),
        "inLeapYear": |_vm, this| Ok(Value::bool(this.in_leap_year())),
    })],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("since", 1, since),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toPlainDate", 1, to_plain_date),
        method("toString", 0, to_string),
        method("until", 1, until),
        method("with", 1, with),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<PlainYearMonth>(vm, namespace, &DEFINITION)
}

/// `Temporal.PlainYearMonth(isoYear, isoMonth, calendar, referenceISODay)` (sec. 9.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<PlainYearMonth>(vm, args)?;
    let year = to_integer_with_truncation(vm, args.get(0))?;
    let month = to_integer_with_truncation(vm, args.get(1))?;
    let calendar = calendar_argument(vm, args.get(2))?;
    let day = match args.get(3) {
        Value::UNDEFINED => 1.0,
        day => to_integer_with_truncation(vm, day)?,
    };
    let (year, month, day) = (component(vm, year)?, component(vm, month)?, component(vm, day)?);
    let year_month = checked(vm, PlainYearMonth::try_new(year, month, Some(day), calendar))?;
    create_for(vm, year_month, new_target)
}

/// ToTemporalYearMonth (sec. 9.5.2)
fn to_temporal_year_month(vm: &mut Vm, item: Value, options: Value) -> JsResult<PlainYearMonth> {
    if let Some(year_month) = value_of::<PlainYearMonth>(item) {
        get_overflow(vm, options)?;
        return Ok((**year_month).clone());
    }
    if let Some(object) = item.as_object() {
        let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
        let names = Names::YEAR.and(Names::MONTH);
        let fields = prepare_calendar_fields(vm, &calendar, object, names, Required::Nothing)?;
        let overflow = get_overflow(vm, options)?;
        return checked(vm, calendar.year_month_from_fields(fields.year_month(), overflow));
    }
    let text = require_string(vm, item)?;
    let parsed = checked(vm, ParsedDate::year_month_from_utf8(text.as_bytes()))?;
    get_overflow(vm, options)?;
    checked(vm, PlainYearMonth::from_parsed(parsed))
}

/// `Temporal.PlainYearMonth.from(item, options)` (sec. 9.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let year_month = to_temporal_year_month(vm, args.get(0), args.get(1))?;
    create(vm, year_month)
}

/// `Temporal.PlainYearMonth.compare(one, two)` (sec. 9.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_year_month(vm, args.get(0), Value::UNDEFINED)?;
    let two = to_temporal_year_month(vm, args.get(1), Value::UNDEFINED)?;
    Ok(ordering(one.compare_iso(&two)))
}

/// `Temporal.PlainYearMonth.prototype.with(temporalYearMonthLike, options)` (sec. 9.3.13)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let names = Names::YEAR.and(Names::MONTH);
    let fields = prepare_calendar_fields(vm, this.calendar(), object, names, Required::Partial)?;
    let overflow = get_overflow(vm, args.get(1))?;
    let year_month = checked(vm, this.with(fields.year_month(), Some(overflow)))?;
    create(vm, year_month)
}

/// `Temporal.PlainYearMonth.prototype.add(temporalDurationLike, options)` (sec. 9.3.14)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "add", PlainYearMonth::add)
}

/// `Temporal.PlainYearMonth.prototype.subtract(temporalDurationLike, options)` (sec. 9.3.15)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    add_duration(vm, args, "subtract", PlainYearMonth::subtract)
}

/// `Temporal.PlainYearMonth.prototype.until(other, options)` (sec. 9.3.16)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "until", to_temporal_year_month, PlainYearMonth::until)
}

/// `Temporal.PlainYearMonth.prototype.since(other, options)` (sec. 9.3.17)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    date_difference(vm, args, "since", to_temporal_year_month, PlainYearMonth::since)
}

/// `Temporal.PlainYearMonth.prototype.equals(other)` (sec. 9.3.18)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "equals")?;
    let other = to_temporal_year_month(vm, args.get(0), Value::UNDEFINED)?;
    Ok(Value::bool(**this == other))
}

/// `Temporal.PlainYearMonth.prototype.toString(options)` (sec. 9.3.19)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let show_calendar = get_temporal_show_calendar_name_option(vm, options)?;
    text(vm, &this.to_ixdtf_string(show_calendar))
}

/// `Temporal.PlainYearMonth.prototype.toLocaleString()` (sec. 9.3.20)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "toLocaleString")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}

/// `Temporal.PlainYearMonth.prototype.toJSON()` (sec. 9.3.21)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "toJSON")?;
    text(vm, &this.to_ixdtf_string(DisplayCalendar::Auto))
}

/// `Temporal.PlainYearMonth.prototype.toPlainDate(item)` (sec. 9.3.23)
fn to_plain_date(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<PlainYearMonth>(vm, args, "toPlainDate")?;
    let Some(item) = args.get(0).as_object() else {
        return Err(vm.throw_not_an_object(args.get(0)));
    };
    let fields = prepare_calendar_fields(vm, this.calendar(), item, Names::DAY, Required::Nothing)?;
    let date = checked(vm, this.to_plain_date(Some(fields.date())))?;
    create(vm, date)
}
