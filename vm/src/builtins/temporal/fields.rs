//! Property bags: PrepareCalendarFields (sec. 12.3.3), ToTemporalTimeRecord (sec. 4.5.12), IsPartialTemporalObject (sec. 13.32).

use super::calendar::calendar_supports_era;
use super::class::{
    checked, get, to_integer_with_truncation, to_positive_integer_with_truncation, to_primitive_and_require_string,
    value_of,
};
use super::time_zone::to_temporal_time_zone_identifier;
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::fields::{CalendarFields, DateTimeFields, YearMonthCalendarFields, ZonedDateTimeFields};
use temporal_rs::options::Overflow;
use temporal_rs::partial::PartialTime;
use temporal_rs::{
    Calendar, MonthCode, PlainDate, PlainDateTime, PlainMonthDay, PlainTime, PlainYearMonth, TimeZone, TinyAsciiStr,
    UtcOffset, ZonedDateTime,
};

/// Names of fields, as a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Names(u8);

impl Names {
    pub const YEAR: Names = Names(1);
    /// month and monthCode.
    pub const MONTH: Names = Names(2);
    pub const DAY: Names = Names(4);
    /// hour to nanosecond.
    pub const TIME: Names = Names(8);
    pub const OFFSET: Names = Names(16);
    pub const TIME_ZONE: Names = Names(32);
    /// era and eraYear.
    const ERA: Names = Names(64);

    pub const DATE: Names = Names::YEAR.and(Names::MONTH).and(Names::DAY);
    pub const DATE_TIME: Names = Names::DATE.and(Names::TIME);
    pub const ZONED_DATE_TIME: Names = Names::DATE_TIME.and(Names::OFFSET).and(Names::TIME_ZONE);

    pub const fn and(self, other: Names) -> Names {
        Names(self.0 | other.0)
    }

    const fn contain(self, other: Names) -> bool {
        self.0 & other.0 != 0
    }
}

/// requiredFieldNames of PrepareCalendarFields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Required {
    /// Any field may be missing, but not all.
    Partial,
    Nothing,
    TimeZone,
}

/// hour to nanosecond, integers if given.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct TimeFields {
    hour: Option<f64>,
    minute: Option<f64>,
    second: Option<f64>,
    millisecond: Option<f64>,
    microsecond: Option<f64>,
    nanosecond: Option<f64>,
}

impl TimeFields {
    /// The crate's record. What its types cannot hold becomes something that is equally out of range, so that the crate can
    /// constrain or reject it.
    pub fn partial(&self, overflow: Overflow) -> PartialTime {
        let clamp = |integer: f64, greatest: f64| {
            if integer < 0.0 && overflow == Overflow::Reject { greatest } else { integer.clamp(0.0, greatest) }
        };
        let byte = |integer: Option<f64>| integer.map(|integer| clamp(integer, 255.0) as u8);
        let short = |integer: Option<f64>| integer.map(|integer| clamp(integer, 65535.0) as u16);
        PartialTime {
            hour: byte(self.hour),
            minute: byte(self.minute),
            second: byte(self.second),
            millisecond: short(self.millisecond),
            microsecond: short(self.microsecond),
            nanosecond: short(self.nanosecond),
        }
    }
}

/// A Calendar Fields Record, integers if given.
#[derive(Default)]
pub struct Fields {
    day: Option<f64>,
    era: Option<TinyAsciiStr<19>>,
    era_year: Option<f64>,
    month: Option<f64>,
    month_code: Option<MonthCode>,
    pub offset: Option<UtcOffset>,
    pub time: TimeFields,
    pub time_zone: Option<TimeZone>,
    year: Option<f64>,
}

impl Fields {
    /// The fields of a date. Casts saturate, and what is at the end of a type is out of range.
    pub fn date(&self) -> CalendarFields {
        CalendarFields {
            year: self.year.map(|year| year as i32),
            month: self.month.map(|month| month as u8),
            month_code: self.month_code,
            day: self.day.map(|day| day as u8),
            era: self.era,
            era_year: self.era_year.map(|year| year as i32),
        }
    }

    pub fn year_month(&self) -> YearMonthCalendarFields {
        self.date().into()
    }

    /// The fields of a PlainMonthDay, whose year has no limits in the ISO calendar: only whether it is a leap year matters.
    pub fn month_day(&self, calendar: &Calendar) -> CalendarFields {
        let mut fields = self.date();
        if calendar.is_iso() {
            fields.year = self.year.map(|year| 2000 + year.rem_euclid(400.0) as i32);
        }
        fields
    }

    pub fn date_time(&self, overflow: Overflow) -> DateTimeFields {
        DateTimeFields { calendar_fields: self.date(), time: self.time.partial(overflow) }
    }

    pub fn zoned_date_time(&self, overflow: Overflow) -> ZonedDateTimeFields {
        ZonedDateTimeFields { calendar_fields: self.date(), time: self.time.partial(overflow), offset: self.offset }
    }
}

/// A line of the Calendar Fields table (sec. 12.3.1): the property, the set it belongs to, its conversion.
type Row = (&'static str, Names, fn(&mut Vm, Value, &mut Fields) -> JsResult<()>);

macro_rules! rows {
    ($($property:literal $set:ident |$vm:ident, $value:ident| $($field:ident).+ = $convert:expr;)*) => {
        [$(($property, Names::$set, |$vm, $value, fields| {
            fields.$($field).+ = Some($convert);
            Ok(())
        }),)*]
    };
}

/// All fields, by the names of their properties.
const ROWS: [Row; 14] = rows! {
    "day" DAY |vm, value| day = to_positive_integer_with_truncation(vm, value)?;
    "era" ERA |vm, value| era = to_era(vm, value)?;
    "eraYear" ERA |vm, value| era_year = to_integer_with_truncation(vm, value)?;
    "hour" TIME |vm, value| time.hour = to_integer_with_truncation(vm, value)?;
    "microsecond" TIME |vm, value| time.microsecond = to_integer_with_truncation(vm, value)?;
    "millisecond" TIME |vm, value| time.millisecond = to_integer_with_truncation(vm, value)?;
    "minute" TIME |vm, value| time.minute = to_integer_with_truncation(vm, value)?;
    "month" MONTH |vm, value| month = to_positive_integer_with_truncation(vm, value)?;
    "monthCode" MONTH |vm, value| month_code = to_month_code(vm, value)?;
    "nanosecond" TIME |vm, value| time.nanosecond = to_integer_with_truncation(vm, value)?;
    "offset" OFFSET |vm, value| offset = to_offset(vm, value)?;
    "second" TIME |vm, value| time.second = to_integer_with_truncation(vm, value)?;
    "timeZone" TIME_ZONE |vm, value| time_zone = to_temporal_time_zone_identifier(vm, value)?;
    "year" YEAR |vm, value| year = to_integer_with_truncation(vm, value)?;
};

/// An era is any text; of those that the crate cannot hold none is an era's name.
fn to_era(vm: &mut Vm, v: Value) -> JsResult<TinyAsciiStr<19>> {
    const UNKNOWN: TinyAsciiStr<19> = TinyAsciiStr::from_utf8_lossy(b"?", b'?');
    let era = to_string(vm, v)?.to_rust_string_lossy(vm)?;
    Ok(TinyAsciiStr::try_from_str(&era).unwrap_or(UNKNOWN))
}

/// ToMonthCode
fn to_month_code(vm: &mut Vm, v: Value) -> JsResult<MonthCode> {
    let code = to_primitive_and_require_string(vm, v)?;
    checked(vm, MonthCode::try_from_utf8(code.as_bytes()))
}

/// ToOffsetString, and what it means.
fn to_offset(vm: &mut Vm, v: Value) -> JsResult<UtcOffset> {
    let offset = to_primitive_and_require_string(vm, v)?;
    checked(vm, UtcOffset::from_utf8(offset.as_bytes()))
}

/// PrepareCalendarFields: reads the named properties in the order of the alphabet and converts each at once.
pub fn prepare_calendar_fields(
    vm: &mut Vm,
    calendar: &Calendar,
    object: Object,
    names: Names,
    required: Required,
) -> JsResult<Fields> {
    // CalendarExtraFields
    let eras = names.contain(Names::YEAR) && calendar_supports_era(calendar);
    let names = if eras { names.and(Names::ERA) } else { names };
    let mut fields = Fields::default();
    let mut any = false;
    for (property, set, convert) in ROWS {
        if !names.contain(set) {
            continue;
        }
        let value = get(vm, object, property)?;
        if !value.is_undefined() {
            any = true;
            convert(vm, value, &mut fields)?;
        } else if set == Names::TIME_ZONE && required == Required::TimeZone {
            return Err(vm.throw_type_error("timeZone is missing"));
        }
    }
    if required == Required::Partial && !any {
        return Err(vm.throw_type_error("The object has none of the properties that are looked for"));
    }
    Ok(fields)
}

/// ToTemporalTimeRecord, complete or partial: the crate puts zeros where fields are missing.
pub fn to_temporal_time_record(vm: &mut Vm, object: Object) -> JsResult<TimeFields> {
    let fields = prepare_calendar_fields(vm, &Calendar::ISO, object, Names::TIME, Required::Partial)?;
    Ok(fields.time)
}

/// IsPartialTemporalObject; a TypeError where it is false.
pub fn require_partial_temporal_object(vm: &mut Vm, v: Value) -> JsResult<Object> {
    let Some(object) = v.as_object() else {
        let what = vm.describe(v);
        return Err(vm.throw_type_error(format!("{what} is not an object")));
    };
    let complete = value_of::<PlainDate>(v).is_some()
        || value_of::<PlainDateTime>(v).is_some()
        || value_of::<PlainMonthDay>(v).is_some()
        || value_of::<PlainTime>(v).is_some()
        || value_of::<PlainYearMonth>(v).is_some()
        || value_of::<ZonedDateTime>(v).is_some();
    if complete {
        return Err(vm.throw_type_error("with takes no Temporal object"));
    }
    for name in ["calendar", "timeZone"] {
        if !get(vm, object, name)?.is_undefined() {
            return Err(vm.throw_type_error(format!("with takes no {name}")));
        }
    }
    Ok(object)
}
