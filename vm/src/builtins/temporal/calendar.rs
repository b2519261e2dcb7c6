//! Calendar identifiers (secs. 12.2 and 12.3).

use super::class::{checked, get, require_string, value_of};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value};
use temporal_rs::options::{DifferenceSettings, Unit};
use temporal_rs::unix_time::EpochNanoseconds;
use temporal_rs::{Calendar, PlainDate, PlainDateTime, PlainMonthDay, PlainYearMonth, ZonedDateTime};

/// [[Calendar]] of an object that has that slot.
fn slot(v: Value) -> Option<Calendar> {
    Some(if let Some(date) = value_of::<PlainDate>(v) {
        date.calendar().clone()
    } else if let Some(date_time) = value_of::<PlainDateTime>(v) {
        date_time.calendar().clone()
    } else if let Some(month_day) = value_of::<PlainMonthDay>(v) {
        month_day.calendar().clone()
    } else if let Some(year_month) = value_of::<PlainYearMonth>(v) {
        year_month.calendar().clone()
    } else {
        value_of::<ZonedDateTime>(v)?.calendar().clone()
    })
}

/// ToTemporalCalendarIdentifier: a calendar's name, or a date's text that tells it.
pub fn to_temporal_calendar_identifier(vm: &mut Vm, v: Value) -> JsResult<Calendar> {
    if let Some(calendar) = slot(v) {
        return Ok(calendar);
    }
    let text = require_string(vm, v)?;
    reject_ambiguous(vm, &text)?;
    checked(vm, text.parse())
}

/// GetTemporalCalendarIdentifierWithISODefault
pub fn get_temporal_calendar_identifier_with_iso_default(vm: &mut Vm, object: Object) -> JsResult<Calendar> {
    if let Some(calendar) = slot(object.value()) {
        return Ok(calendar);
    }
    let calendar = get(vm, object, "calendar")?;
    if calendar.is_undefined() { Ok(Calendar::ISO) } else { to_temporal_calendar_identifier(vm, calendar) }
}

/// The calendar argument of constructors: CanonicalizeCalendar of a string, by default iso8601.
pub fn calendar_argument(vm: &mut Vm, v: Value) -> JsResult<Calendar> {
    if v.is_undefined() {
        return Ok(Calendar::ISO);
    }
    let text = require_string(vm, v)?;
    reject_ambiguous(vm, &text)?;
    checked(vm, Calendar::try_from_utf8(text.as_bytes()))
}

/// "islamic" is one of several calendars, and only ECMA-402's formatting may choose one; the crate would take the civil one.
fn reject_ambiguous(vm: &mut Vm, name: &str) -> JsResult<()> {
    if name.eq_ignore_ascii_case("islamic") { Err(vm.throw_range_error("unknown calendar")) } else { Ok(()) }
}

/// CalendarSupportsEra
pub fn calendar_supports_era(calendar: &Calendar) -> bool {
    !matches!(calendar.identifier(), "iso8601" | "chinese" | "dangi")
}

/// The crate counts the months of these calendars one after another, each from the year where the count began: a thousand years
/// take some milliseconds, all years there are would take hours, in which nothing could end the script. The calendars are
/// defined by astronomy anyway, which says nothing about such times.
const MOST_DAYS_IN_MONTHS: f64 = 20_000.0 * 365.0;

/// A RangeError for a span that [`MOST_DAYS_IN_MONTHS`] forbids to count in months.
pub fn require_countable_months(vm: &mut Vm, calendar: &Calendar, days: f64) -> JsResult<()> {
    if days.abs() > MOST_DAYS_IN_MONTHS && matches!(calendar.identifier(), "chinese" | "dangi") {
        return Err(vm.throw_range_error("The dates are too far apart to count months of this calendar"));
    }
    Ok(())
}

/// [`require_countable_months`] for a difference, if it is one in months.
pub fn check_difference(
    vm: &mut Vm,
    calendar: &Calendar,
    settings: &DifferenceSettings,
    (from, to): (EpochNanoseconds, EpochNanoseconds),
) -> JsResult<()> {
    let months = match settings.largest_unit {
        None | Some(Unit::Auto) => settings.smallest_unit == Some(Unit::Month),
        Some(unit) => unit == Unit::Month,
    };
    let days = (to.as_i128() - from.as_i128()) as f64 / 86_400e9;
    if months { require_countable_months(vm, calendar, days) } else { Ok(()) }
}
