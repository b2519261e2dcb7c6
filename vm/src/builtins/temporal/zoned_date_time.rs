//! Temporal.ZonedDateTime (sec. 6).

use super::arithmetic::require_same_calendar;
use super::calendar::{
    calendar_argument, check_difference, get_temporal_calendar_identifier_with_iso_default,
    to_temporal_calendar_identifier,
};
use super::class::{
    Definition, checked, create, create_for, date_getters, define, getters, ordering, require_new_target,
    require_string, text, this_value, time_getters, value_of,
};
use super::duration::to_temporal_duration;
use super::fields::{Names, Required, prepare_calendar_fields, require_partial_temporal_object};
use super::instant::to_epoch_nanoseconds;
use super::options::{
    Options, check_smallest_unit_of_text, get_difference_settings, get_direction_option, get_options_object,
    get_options_or_shorthand, get_overflow, get_rounding_mode_option, get_rounding_options,
    get_temporal_disambiguation_option, get_temporal_fractional_second_digits_option, get_temporal_offset_option,
    get_temporal_overflow_option, get_temporal_show_calendar_name_option, get_temporal_unit_valued_option,
};
use super::plain_time::to_temporal_time;
use super::time_zone::{time_zone_argument, to_temporal_time_zone_identifier};
use super::zones::ZONES;
use crate::native::{Args, method};
use crate::numeric::bigint::BigInt;
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::options::{
    Disambiguation, DisplayCalendar, DisplayOffset, DisplayTimeZone, OffsetDisambiguation, Overflow, RoundingMode,
    ToStringRoundingOptions,
};
use temporal_rs::parsed_intermediates::ParsedZonedDateTime;
use temporal_rs::partial::PartialZonedDateTime;
use temporal_rs::{Duration, ZonedDateTime};

const DEFINITION: Definition = Definition {
    constructor: (construct, 2),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[
        date_getters!(ZonedDateTime),
        time_getters!(ZonedDateTime),
        getters!(ZonedDateTime {
            "timeZoneId": |vm, this| {
                let identifier = checked(vm, this.time_zone().identifier_with_provider(&*ZONES))?;
                text(vm, &identifier)
            },
            "epochMilliseconds": |_vm, this| Ok(Value::number(this.epoch_milliseconds() as f64)),
            "epochNanoseconds": |vm, this| Ok(vm.new_bigint(BigInt::from(this.epoch_nanoseconds().as_i128()))?.value()),
            "hoursInDay": |vm, this| checked(vm, this.hours_in_day_with_provider(&*ZONES)).map(Value::number),
            "offsetNanoseconds": |_vm, this| Ok(Value::number(this.offset_nanoseconds() as f64)),
            "offset": |vm, this| text(vm, &this.offset()),
        }),
    ],
    methods: &[
        method("add", 1, add),
        method("equals", 1, equals),
        method("getTimeZoneTransition", 1, get_time_zone_transition),
        method("round", 1, round),
        method("since", 1, since),
        method("startOfDay", 0, start_of_day),
        method("subtract", 1, subtract),
        method("toInstant", 0, to_instant),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toPlainDate", 0, to_plain_date),
        method("toPlainDateTime", 0, to_plain_date_time),
        method("toPlainTime", 0, to_plain_time),
        method("toString", 0, to_string),
        method("until", 1, until),
        method("with", 1, with),
        method("withCalendar", 1, with_calendar),
        method("withPlainTime", 0, with_plain_time),
        method("withTimeZone", 1, with_time_zone),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<ZonedDateTime>(vm, namespace, &DEFINITION)
}

/// `Temporal.ZonedDateTime(epochNanoseconds, timeZone, calendar)` (sec. 6.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<ZonedDateTime>(vm, args)?;
    let nanoseconds = to_epoch_nanoseconds(vm, args.get(0))?;
    let time_zone = time_zone_argument(vm, args.get(1))?;
    let calendar = calendar_argument(vm, args.get(2))?;
    let zoned = checked(vm, ZonedDateTime::try_new_with_provider(nanoseconds, time_zone, calendar, &*ZONES))?;
    create_for(vm, zoned, new_target)
}

/// disambiguation, offset and overflow, in this order.
fn get_resolution(
    vm: &mut Vm,
    options: Options,
    offset: OffsetDisambiguation,
) -> JsResult<(Disambiguation, OffsetDisambiguation, Overflow)> {
    let disambiguation = get_temporal_disambiguation_option(vm, options)?;
    let offset = get_temporal_offset_option(vm, options, offset)?;
    let overflow = get_temporal_overflow_option(vm, options)?;
    Ok((disambiguation, offset, overflow))
}

/// ToTemporalZonedDateTime (sec. 6.5.2)
fn to_temporal_zoned_date_time(vm: &mut Vm, item: Value, options: Value) -> JsResult<ZonedDateTime> {
    const OFFSET: OffsetDisambiguation = OffsetDisambiguation::Reject;
    if let Some(zoned) = value_of::<ZonedDateTime>(item) {
        let options = get_options_object(vm, options)?;
        get_resolution(vm, options, OFFSET)?;
        return Ok((**zoned).clone());
    }
    if let Some(object) = item.as_object() {
        let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
        let fields = prepare_calendar_fields(vm, &calendar, object, Names::ZONED_DATE_TIME, Required::TimeZone)?;
        let options = get_options_object(vm, options)?;
        let (disambiguation, offset, overflow) = get_resolution(vm, options, OFFSET)?;
        let partial =
            PartialZonedDateTime { fields: fields.zoned_date_time(overflow), timezone: fields.time_zone, calendar };
        let zoned = ZonedDateTime::from_partial_with_provider(
            partial,
            Some(overflow),
            Some(disambiguation),
            Some(offset),
            &*ZONES,
        );
        return checked(vm, zoned);
    }
    let text = require_string(vm, item)?;
    let parsed = checked(vm, ParsedZonedDateTime::from_utf8_with_provider(text.as_bytes(), &*ZONES))?;
    let options = get_options_object(vm, options)?;
    let (disambiguation, offset, _) = get_resolution(vm, options, OFFSET)?;
    checked(vm, ZonedDateTime::from_parsed_with_provider(parsed, disambiguation, offset, &*ZONES))
}

/// `Temporal.ZonedDateTime.from(item, options)` (sec. 6.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let zoned = to_temporal_zoned_date_time(vm, args.get(0), args.get(1))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.compare(one, two)` (sec. 6.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_zoned_date_time(vm, args.get(0), Value::UNDEFINED)?;
    let two = to_temporal_zoned_date_time(vm, args.get(1), Value::UNDEFINED)?;
    Ok(ordering(one.compare_instant(&two)))
}

/// `Temporal.ZonedDateTime.prototype.with(temporalZonedDateTimeLike, options)` (sec. 6.3.31)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "with")?;
    let object = require_partial_temporal_object(vm, args.get(0))?;
    let names = Names::DATE_TIME.and(Names::OFFSET);
    let fields = prepare_calendar_fields(vm, this.calendar(), object, names, Required::Partial)?;
    let options = get_options_object(vm, args.get(1))?;
    let (disambiguation, offset, overflow) = get_resolution(vm, options, OffsetDisambiguation::Prefer)?;
    let zoned = this.with_with_provider(
        fields.zoned_date_time(overflow),
        Some(disambiguation),
        Some(offset),
        Some(overflow),
        &*ZONES,
    );
    let zoned = checked(vm, zoned)?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.withPlainTime(plainTimeLike)` (sec. 6.3.32)
fn with_plain_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "withPlainTime")?;
    let time = match args.get(0) {
        // The start of the day, which need not be midnight.
        Value::UNDEFINED => None,
        time => Some(to_temporal_time(vm, time, Value::UNDEFINED)?),
    };
    let zoned = checked(vm, this.with_plain_time_and_provider(time, &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.withTimeZone(timeZoneLike)` (sec. 6.3.33)
fn with_time_zone(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "withTimeZone")?;
    let time_zone = to_temporal_time_zone_identifier(vm, args.get(0))?;
    let zoned = checked(vm, this.with_time_zone_with_provider(time_zone, &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.withCalendar(calendarLike)` (sec. 6.3.34)
fn with_calendar(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "withCalendar")?;
    let calendar = to_temporal_calendar_identifier(vm, args.get(0))?;
    create(vm, this.with_calendar(calendar))
}

/// `Temporal.ZonedDateTime.prototype.add(temporalDurationLike, options)` (sec. 6.3.35)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "add")?;
    add_duration(vm, args, &this, |duration| duration)
}

/// `Temporal.ZonedDateTime.prototype.subtract(temporalDurationLike, options)` (sec. 6.3.36)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "subtract")?;
    add_duration(vm, args, &this, |duration| duration.negated())
}

/// AddDurationToZonedDateTime (sec. 6.5.10)
fn add_duration(vm: &mut Vm, args: Args, this: &ZonedDateTime, signed: fn(Duration) -> Duration) -> JsResult {
    let duration = signed(to_temporal_duration(vm, args.get(0))?);
    let overflow = get_overflow(vm, args.get(1))?;
    let zoned = checked(vm, this.add_with_provider(&duration, Some(overflow), &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.until(other, options)` (sec. 6.3.37)
fn until(vm: &mut Vm, args: Args) -> JsResult {
    difference(vm, args, "until", false)
}

/// `Temporal.ZonedDateTime.prototype.since(other, options)` (sec. 6.3.38)
fn since(vm: &mut Vm, args: Args) -> JsResult {
    difference(vm, args, "since", true)
}

/// DifferenceTemporalZonedDateTime (sec. 6.5.9)
fn difference(vm: &mut Vm, args: Args, name: &str, since: bool) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, name)?;
    let other = to_temporal_zoned_date_time(vm, args.get(0), Value::UNDEFINED)?;
    require_same_calendar(vm, this.calendar() == other.calendar())?;
    let options = get_options_object(vm, args.get(1))?;
    let settings = get_difference_settings(vm, options)?;
    check_difference(vm, this.calendar(), &settings, (*this.epoch_nanoseconds(), *other.epoch_nanoseconds()))?;
    let duration = if since {
        this.since_with_provider(&other, settings, &*ZONES)
    } else {
        this.until_with_provider(&other, settings, &*ZONES)
    };
    let duration = checked(vm, duration)?;
    create(vm, duration)
}

/// `Temporal.ZonedDateTime.prototype.round(roundTo)` (sec. 6.3.39)
fn round(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "round")?;
    let options = get_options_or_shorthand(vm, args.get(0), "smallestUnit")?;
    let rounding = get_rounding_options(vm, options)?;
    let zoned = checked(vm, this.round_with_provider(rounding, &*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.equals(other)` (sec. 6.3.40)
fn equals(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "equals")?;
    let other = to_temporal_zoned_date_time(vm, args.get(0), Value::UNDEFINED)?;
    checked(vm, this.equals_with_provider(&other, &*ZONES)).map(Value::bool)
}

/// `Temporal.ZonedDateTime.prototype.toString(options)` (sec. 6.3.41)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let show_calendar = get_temporal_show_calendar_name_option(vm, options)?;
    let precision = get_temporal_fractional_second_digits_option(vm, options)?;
    // GetTemporalShowOffsetOption
    let show_offset = options.choice(vm, "offset")?.unwrap_or_default();
    let rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::Trunc)?);
    let smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    // GetTemporalShowTimeZoneNameOption
    let show_time_zone = options.choice(vm, "timeZoneName")?.unwrap_or_default();
    check_smallest_unit_of_text(vm, smallest_unit)?;
    let rounding = ToStringRoundingOptions { precision, smallest_unit, rounding_mode };
    to_text(vm, &this, show_offset, show_time_zone, show_calendar, rounding)
}

/// TemporalZonedDateTimeToString (sec. 6.5.4)
fn to_text(
    vm: &mut Vm,
    zoned: &ZonedDateTime,
    show_offset: DisplayOffset,
    show_time_zone: DisplayTimeZone,
    show_calendar: DisplayCalendar,
    rounding: ToStringRoundingOptions,
) -> JsResult {
    let string = zoned.to_ixdtf_string_with_provider(show_offset, show_time_zone, show_calendar, rounding, &*ZONES);
    let string = checked(vm, string)?;
    text(vm, &string)
}

/// [`to_text`] with every option auto.
fn to_plain_text(vm: &mut Vm, zoned: &ZonedDateTime) -> JsResult {
    let (offset, time_zone, calendar) = (DisplayOffset::Auto, DisplayTimeZone::Auto, DisplayCalendar::Auto);
    to_text(vm, zoned, offset, time_zone, calendar, ToStringRoundingOptions::default())
}

/// `Temporal.ZonedDateTime.prototype.toLocaleString()` (sec. 6.3.42)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toLocaleString")?;
    to_plain_text(vm, &this)
}

/// `Temporal.ZonedDateTime.prototype.toJSON()` (sec. 6.3.43)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toJSON")?;
    to_plain_text(vm, &this)
}

/// `Temporal.ZonedDateTime.prototype.startOfDay()` (sec. 6.3.45)
fn start_of_day(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "startOfDay")?;
    let zoned = checked(vm, this.start_of_day_with_provider(&*ZONES))?;
    create(vm, zoned)
}

/// `Temporal.ZonedDateTime.prototype.getTimeZoneTransition(directionParam)` (sec. 6.3.46)
fn get_time_zone_transition(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "getTimeZoneTransition")?;
    let options = get_options_or_shorthand(vm, args.get(0), "direction")?;
    let direction = get_direction_option(vm, options)?;
    match checked(vm, this.get_time_zone_transition_with_provider(direction, &*ZONES))? {
        Some(zoned) => create(vm, zoned),
        None => Ok(Value::NULL),
    }
}

/// `Temporal.ZonedDateTime.prototype.toInstant()` (sec. 6.3.47)
fn to_instant(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toInstant")?;
    create(vm, this.to_instant())
}

/// `Temporal.ZonedDateTime.prototype.toPlainDate()` (sec. 6.3.48)
fn to_plain_date(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toPlainDate")?;
    create(vm, this.to_plain_date())
}

/// `Temporal.ZonedDateTime.prototype.toPlainTime()` (sec. 6.3.49)
fn to_plain_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toPlainTime")?;
    create(vm, this.to_plain_time())
}

/// `Temporal.ZonedDateTime.prototype.toPlainDateTime()` (sec. 6.3.50)
fn to_plain_date_time(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<ZonedDateTime>(vm, args, "toPlainDateTime")?;
    create(vm, this.to_plain_date_time())
}
