//! Date (ECMA-262 sec. 21.4, annex B.2.3), over [`crate::time`].
//!
//! Local time is the system's zone, kept with the VM. Setters read the time value before they convert their arguments, as the
//! specification does, and touch nothing if it or an argument is NaN.

use crate::native::{Args, method};
use crate::numeric::convert::to_integer_or_infinity;
use crate::object::Object;
use crate::runtime::convert::{Hint, ordinary_to_primitive, to_number, to_object, to_primitive};
use crate::runtime::operations::{get_prototype_from_constructor, invoke};
use crate::string::{JsString, PropertyKey, StrView};
use crate::time::algorithms::*;
use crate::time::zone::LocalZone;
use crate::time::{format, parse};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;
use std::time::{SystemTime, UNIX_EPOCH};

/// A Date.
#[repr(C)]
pub struct DateObject {
    pub object: JsObject,
    /// [[DateValue]]: milliseconds since the epoch in UTC, or NaN.
    pub time: Cell<f64>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for DateObject {
    const KIND: CellKind = CellKind::Date;
}

impl DateObject {
    /// # Safety
    /// To be called by the collector only, on a live Date cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind Date.
        crate::vm::trace_object(unsafe { &(*cell.cast::<DateObject>()).object }, visitor);
    }
}

/// What the VM keeps for dates.
#[derive(Default)]
pub struct DateState {
    /// Local time: the system's zone.
    pub zone: LocalZone,
}

/// Creates Date and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let prototype = vm.new_object_with_prototype(Some(object_prototype))?;
    vm.realm_mut().date_prototype = prototype;
    let constructor = vm.define_global_constructor("Date", 7, date, prototype)?;
    vm.realm_mut().date_constructor = constructor;
    constructor.define_methods(
        vm,
        &[method("now", 0, date_now), method("parse", 1, date_parse), method("UTC", 7, date_utc)],
    )?;
    prototype.define_methods(
        vm,
        &[
            method("getDate", 0, get_date),
            method("getDay", 0, get_day),
            method("getFullYear", 0, get_full_year),
            method("getHours", 0, get_hours),
            method("getMilliseconds", 0, get_milliseconds),
            method("getMinutes", 0, get_minutes),
            method("getMonth", 0, get_month),
            method("getSeconds", 0, get_seconds),
            method("getTime", 0, get_time),
            method("getTimezoneOffset", 0, get_timezone_offset),
            method("getUTCDate", 0, get_utc_date),
            method("getUTCDay", 0, get_utc_day),
            method("getUTCFullYear", 0, get_utc_full_year),
            method("getUTCHours", 0, get_utc_hours),
            method("getUTCMilliseconds", 0, get_utc_milliseconds),
            method("getUTCMinutes", 0, get_utc_minutes),
            method("getUTCMonth", 0, get_utc_month),
            method("getUTCSeconds", 0, get_utc_seconds),
            method("getYear", 0, get_year),
            method("setDate", 1, set_date),
            method("setFullYear", 3, set_full_year),
            method("setHours", 4, set_hours),
            method("setMilliseconds", 1, set_milliseconds),
            method("setMinutes", 3, set_minutes),
            method("setMonth", 2, set_month),
            method("setSeconds", 2, set_seconds),
            method("setTime", 1, set_time),
            method("setUTCDate", 1, set_utc_date),
            method("setUTCFullYear", 3, set_utc_full_year),
            method("setUTCHours", 4, set_utc_hours),
            method("setUTCMilliseconds", 1, set_utc_milliseconds),
            method("setUTCMinutes", 3, set_utc_minutes),
            method("setUTCMonth", 2, set_utc_month),
            method("setUTCSeconds", 2, set_utc_seconds),
            method("setYear", 1, set_year),
            method("toDateString", 0, to_date_string),
            method("toISOString", 0, to_iso_string),
            method("toJSON", 1, to_json),
            method("toLocaleDateString", 0, to_locale_date_string),
            method("toLocaleString", 0, to_locale_string),
            method("toLocaleTimeString", 0, to_locale_time_string),
            method("toString", 0, to_string_method),
            method("toTemporalInstant", 0, to_temporal_instant),
            method("toTimeString", 0, to_time_string),
            method("valueOf", 0, get_time),
        ],
    )?;
    // Annex B.2.3.3: the same function object.
    let to_utc_string = prototype.define_method(vm, "toUTCString", 0, to_utc_string)?;
    let alias = PropertyKey::from_str(vm, "toGMTString")?;
    prototype.define_hidden(vm, alias, to_utc_string.value())?;
    let key = vm.names.sym_to_primitive;
    let to_primitive = vm.new_native(key, 1, date_to_primitive)?;
    prototype.define_raw(vm, key, to_primitive.value(), crate::object::table::CONFIGURABLE)
}

/// The time value of the clock.
fn now() -> f64 {
    let milliseconds = match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as f64,
        // Before the epoch: rounded down.
        Err(before) => -(before.duration().as_micros().div_ceil(1000) as f64),
    };
    time_clip(milliseconds)
}

fn this_date(vm: &mut Vm, args: Args) -> JsResult<Gc<DateObject>> {
    match args.this().as_object().and_then(|object| object.downcast::<DateObject>()) {
        Some(date) => Ok(date),
        None => Err(vm.throw_type_error("this is not a Date object.")),
    }
}

fn zone(vm: &mut Vm) -> &mut LocalZone {
    &mut vm.builtins.date.zone
}

/// The time value of a text.
fn parse_text(vm: &mut Vm, text: JsString) -> JsResult<f64> {
    let view = text.view(vm)?;
    Ok(match view {
        StrView::Latin1(units) => parse::parse(units, zone(vm)),
        StrView::Utf16(units) => parse::parse(units, zone(vm)),
    })
}

/// The day and the time within it that up to seven components name (sec. 21.4.2.1 step 5, sec. 21.4.3.4).
fn components(vm: &mut Vm, args: Args) -> JsResult<f64> {
    let mut parts = [f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    for (part, &v) in parts.iter_mut().zip(args.as_slice()) {
        *part = to_number(vm, v)?;
    }
    let [year, month, day, hours, minutes, seconds, milliseconds] = parts;
    let day = make_day(make_full_year(year), month, day);
    Ok(make_date(day, make_time(hours, minutes, seconds, milliseconds)))
}

/// `Date(...values)` (sec. 21.4.2.1)
fn date(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        let mut text = String::new();
        format::to_string(now(), zone(vm), &mut text);
        return JsString::from_str(vm, &text).map(JsString::value);
    };
    let time = match args.len() {
        0 => now(),
        1 => {
            let value = args.get(0);
            match value.as_object().and_then(|object| object.downcast::<DateObject>()) {
                Some(other) => other.time.get(),
                None => {
                    let value = to_primitive(vm, value, Hint::Default)?;
                    match value.as_string() {
                        Some(text) => parse_text(vm, text)?,
                        None => time_clip(to_number(vm, value)?),
                    }
                }
            }
        }
        _ => {
            let local = components(vm, args)?;
            time_clip(zone(vm).utc(local))
        }
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.date_prototype)?;
    vm.new_exotic(Some(prototype), |object| DateObject { object, time: Cell::new(time) }).map(Object::value)
}

/// `Date.now()` (sec. 21.4.3.1)
fn date_now(_vm: &mut Vm, _args: Args) -> JsResult {
    Ok(Value::number(now()))
}

/// `Date.parse(string)` (sec. 21.4.3.2)
fn date_parse(vm: &mut Vm, args: Args) -> JsResult {
    let text = crate::runtime::convert::to_string(vm, args.get(0))?;
    parse_text(vm, text).map(Value::number)
}

/// `Date.UTC(year, month, date, hours, minutes, seconds, ms)` (sec. 21.4.3.4)
fn date_utc(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::number(time_clip(components(vm, args)?)))
}

// ---- getters

macro_rules! getters {
    ($($local:ident $utc:ident $field:ident;)*) => {$(
        fn $local(vm: &mut Vm, args: Args) -> JsResult {
            let time = this_date(vm, args)?.time.get();
            let local = zone(vm).local_time(time);
            Ok(Fields::new(local).map_or(Value::NAN, |fields| Value::number(fields.$field as f64)))
        }

        fn $utc(vm: &mut Vm, args: Args) -> JsResult {
            let time = this_date(vm, args)?.time.get();
            Ok(Fields::new(time).map_or(Value::NAN, |fields| Value::number(fields.$field as f64)))
        }
    )*};
}

getters! {
    get_date get_utc_date date;
    get_day get_utc_day weekday;
    get_full_year get_utc_full_year year;
    get_hours get_utc_hours hour;
    get_milliseconds get_utc_milliseconds millisecond;
    get_minutes get_utc_minutes minute;
    get_month get_utc_month month;
    get_seconds get_utc_seconds second;
}

/// `Date.prototype.getTime()` (sec. 21.4.4.10), and `valueOf` (sec. 21.4.4.44)
fn get_time(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::number(this_date(vm, args)?.time.get()))
}

/// `Date.prototype.getTimezoneOffset()` (sec. 21.4.4.11): minutes.
fn get_timezone_offset(vm: &mut Vm, args: Args) -> JsResult {
    let time = this_date(vm, args)?.time.get();
    if time.is_nan() {
        return Ok(Value::NAN);
    }
    Ok(Value::number((time - zone(vm).local_time(time)) / MS_PER_MINUTE as f64))
}

/// `Date.prototype.getYear()` (annex B.2.3.1)
fn get_year(vm: &mut Vm, args: Args) -> JsResult {
    let time = this_date(vm, args)?.time.get();
    let local = zone(vm).local_time(time);
    Ok(Value::number(year_from_time(local) - 1900.0))
}

// ---- setters

/// Which parts of a date a setter takes, from the first argument on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Date,
    Month,
    Year,
}

/// The setters but for setTime and setYear (sec. 21.4.4.20 to 21.4.4.34).
fn set_parts(vm: &mut Vm, args: Args, first: Part, is_utc: bool) -> JsResult {
    let date = this_date(vm, args)?;
    let mut time = date.time.get();
    // At most four arguments are looked at, and the first one always.
    let taken = match first {
        Part::Milliseconds | Part::Date => 1,
        Part::Seconds | Part::Month => 2,
        Part::Minutes | Part::Year => 3,
        Part::Hours => 4,
    };
    let mut given = [None; 4];
    for (i, place) in given.iter_mut().enumerate().take(taken.min(args.len().max(1))) {
        *place = Some(to_number(vm, args.get(i))?);
    }
    if time.is_nan() {
        if first != Part::Year {
            return Ok(Value::NAN);
        }
        time = 0.0;
    } else if !is_utc {
        time = zone(vm).local_time(time);
    }
    let part = |i: usize, old: fn(f64) -> f64| given[i].unwrap_or_else(|| old(time));
    let (day_part, time_part) = match first {
        Part::Date | Part::Month | Part::Year => {
            let (year, month, day) = match first {
                Part::Date => (year_from_time(time), month_from_time(time), part(0, date_from_time)),
                Part::Month => (year_from_time(time), part(0, month_from_time), part(1, date_from_time)),
                _ => (part(0, year_from_time), part(1, month_from_time), part(2, date_from_time)),
            };
            (make_day(year, month, day), time_within_day(time))
        }
        _ => {
            let (hour, minute, second, millisecond) = match first {
                Part::Milliseconds => {
                    (hour_from_time(time), min_from_time(time), sec_from_time(time), part(0, ms_from_time))
                }
                Part::Seconds => {
                    (hour_from_time(time), min_from_time(time), part(0, sec_from_time), part(1, ms_from_time))
                }
                Part::Minutes => {
                    (hour_from_time(time), part(0, min_from_time), part(1, sec_from_time), part(2, ms_from_time))
                }
                _ => (part(0, hour_from_time), part(1, min_from_time), part(2, sec_from_time), part(3, ms_from_time)),
            };
            (day(time), make_time(hour, minute, second, millisecond))
        }
    };
    let new = make_date(day_part, time_part);
    let new = time_clip(if is_utc { new } else { zone(vm).utc(new) });
    date.time.set(new);
    Ok(Value::number(new))
}

macro_rules! setters {
    ($($local:ident $utc:ident $part:ident;)*) => {$(
        fn $local(vm: &mut Vm, args: Args) -> JsResult {
            set_parts(vm, args, Part::$part, false)
        }

        fn $utc(vm: &mut Vm, args: Args) -> JsResult {
            set_parts(vm, args, Part::$part, true)
        }
    )*};
}

setters! {
    set_milliseconds set_utc_milliseconds Milliseconds;
    set_seconds set_utc_seconds Seconds;
    set_minutes set_utc_minutes Minutes;
    set_hours set_utc_hours Hours;
    set_date set_utc_date Date;
    set_month set_utc_month Month;
    set_full_year set_utc_full_year Year;
}

/// `Date.prototype.setTime(time)` (sec. 21.4.4.27)
fn set_time(vm: &mut Vm, args: Args) -> JsResult {
    let date = this_date(vm, args)?;
    let time = time_clip(to_number(vm, args.get(0))?);
    date.time.set(time);
    Ok(Value::number(time))
}

/// `Date.prototype.setYear(year)` (annex B.2.3.2)
fn set_year(vm: &mut Vm, args: Args) -> JsResult {
    let date = this_date(vm, args)?;
    let time = date.time.get();
    let year = to_number(vm, args.get(0))?;
    if year.is_nan() {
        date.time.set(f64::NAN);
        return Ok(Value::NAN);
    }
    let local = if time.is_nan() { 0.0 } else { zone(vm).local_time(time) };
    let day = make_day(make_full_year(to_integer_or_infinity(year)), month_from_time(local), date_from_time(local));
    let new = make_date(day, time_within_day(local));
    let new = time_clip(zone(vm).utc(new));
    date.time.set(new);
    Ok(Value::number(new))
}

// ---- texts

macro_rules! texts {
    ($($function:ident $format:ident $number:literal;)*) => {$(
        #[doc = concat!("Sec. ", $number)]
        fn $function(vm: &mut Vm, args: Args) -> JsResult {
            let time = this_date(vm, args)?.time.get();
            let mut text = String::new();
            format::$format(time, zone(vm), &mut text);
            JsString::from_str(vm, &text).map(JsString::value)
        }
    )*};
}

texts! {
    to_date_string to_date_string "21.4.4.35";
    to_locale_date_string to_locale_date_string "21.4.4.38";
    to_locale_string to_locale_string "21.4.4.39";
    to_locale_time_string to_locale_time_string "21.4.4.40";
    to_string_method to_string "21.4.4.41";
    to_time_string to_time_string "21.4.4.42";
}

/// `Date.prototype.toUTCString()` (sec. 21.4.4.43)
fn to_utc_string(vm: &mut Vm, args: Args) -> JsResult {
    let time = this_date(vm, args)?.time.get();
    let mut text = String::new();
    format::to_utc_string(time, &mut text);
    JsString::from_str(vm, &text).map(JsString::value)
}

/// `Date.prototype.toISOString()` (sec. 21.4.4.36)
fn to_iso_string(vm: &mut Vm, args: Args) -> JsResult {
    let time = this_date(vm, args)?.time.get();
    let mut text = String::new();
    if !format::to_iso_string(time, &mut text) {
        return Err(vm.throw_range_error("Invalid time value"));
    }
    JsString::from_str(vm, &text).map(JsString::value)
}

/// `Date.prototype.toJSON(key)` (sec. 21.4.4.37)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.this())?;
    let value = to_primitive(vm, object.value(), Hint::Number)?;
    if value.is_number() && !value.as_number().is_finite() {
        return Ok(Value::NULL);
    }
    let key = vm.names.to_iso_string;
    invoke(vm, object.value(), key, &[])
}

/// `Date.prototype.toTemporalInstant()` (Temporal, sec. 14.9.1)
fn to_temporal_instant(vm: &mut Vm, args: Args) -> JsResult {
    let time = this_date(vm, args)?.time.get();
    super::temporal::from_epoch_milliseconds(vm, time)
}

/// `Date.prototype[@@toPrimitive](hint)` (sec. 21.4.4.45)
fn date_to_primitive(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(object) = this.as_object() else {
        return Err(vm.throw_incompatible_receiver("Date.prototype [ @@toPrimitive ]", this));
    };
    let hint = args.get(0);
    let text = hint.as_string().map(|text| text.to_display());
    let hint = match text.as_deref() {
        Some("string" | "default") => Hint::String,
        Some("number") => Hint::Number,
        _ => {
            let what = vm.describe(hint);
            return Err(vm.throw_type_error(format!("Invalid hint: {what}")));
        }
    };
    ordinary_to_primitive(vm, object, hint)
}
