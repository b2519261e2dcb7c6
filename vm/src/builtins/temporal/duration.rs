//! Temporal.Duration (sec. 7).

use super::calendar::require_countable_months;
use super::class::{
    Definition, checked, create, create_for, define, get, getters, ordering, require_new_target, require_string, text,
    this_value, to_integer_if_integral, value_of,
};
use super::options::{
    get_options_object, get_options_or_shorthand, get_required_unit, get_rounding_increment_option,
    get_rounding_mode_option, get_temporal_unit_valued_option, get_text_precision,
};
use super::relative_to::get_temporal_relative_to_option;
use super::zones::ZONES;
use crate::native::{Args, method};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use temporal_rs::Duration;
use temporal_rs::options::{RelativeTo, RoundingMode, RoundingOptions, ToStringRoundingOptions, Unit, UnitGroup};

const DEFINITION: Definition = Definition {
    constructor: (construct, 0),
    statics: &[method("compare", 2, compare), method("from", 1, from)],
    getters: &[getters!(Duration {
        "years": |_vm, this| Ok(Value::number(this.years() as f64)),
        "months": |_vm, this| Ok(Value::number(this.months() as f64)),
        "weeks": |_vm, this| Ok(Value::number(this.weeks() as f64)),
        "days": |_vm, this| Ok(Value::number(this.days() as f64)),
        "hours": |_vm, this| Ok(Value::number(this.hours() as f64)),
        "minutes": |_vm, this| Ok(Value::number(this.minutes() as f64)),
        "seconds": |_vm, this| Ok(Value::number(this.seconds() as f64)),
        "milliseconds": |_vm, this| Ok(Value::number(this.milliseconds() as f64)),
        "microseconds": |_vm, this| Ok(Value::number(this.microseconds() as f64)),
        "nanoseconds": |_vm, this| Ok(Value::number(this.nanoseconds() as f64)),
        "sign": |_vm, this| Ok(Value::int(this.sign() as i32)),
        "blank": |_vm, this| Ok(Value::bool(this.is_zero())),
    })],
    methods: &[
        method("abs", 0, abs),
        method("add", 1, add),
        method("negated", 0, negated),
        method("round", 1, round),
        method("subtract", 1, subtract),
        method("toJSON", 0, to_json),
        method("toLocaleString", 0, to_locale_string),
        method("toString", 0, to_string),
        method("total", 1, total),
        method("with", 1, with),
    ],
};

pub fn init(vm: &mut Vm, namespace: Object) -> JsResult<()> {
    define::<Duration>(vm, namespace, &DEFINITION)
}

/// Years to nanoseconds.
type Components = [f64; 10];

/// The components' properties in the order of the alphabet, with their places in [`Components`].
const PROPERTIES: [(&str, usize); 10] = [
    ("days", 3),
    ("hours", 4),
    ("microseconds", 8),
    ("milliseconds", 7),
    ("minutes", 5),
    ("months", 1),
    ("nanoseconds", 9),
    ("seconds", 6),
    ("weeks", 2),
    ("years", 0),
];

/// CreateTemporalDuration (sec. 7.5.19) without the object: a RangeError if it is not valid.
fn duration_of_components(vm: &mut Vm, components: Components) -> JsResult<Duration> {
    // The casts saturate, out of range; what has 128 bits is limited to what may be added up.
    let long = |i: usize| components[i] as i64;
    let wide = |i: usize| components[i].clamp(-1e30, 1e30) as i128;
    let duration =
        Duration::new(long(0), long(1), long(2), long(3), long(4), long(5), long(6), long(7), wide(8), wide(9));
    checked(vm, duration)
}

fn components(duration: &Duration) -> Components {
    [
        duration.years() as f64,
        duration.months() as f64,
        duration.weeks() as f64,
        duration.days() as f64,
        duration.hours() as f64,
        duration.minutes() as f64,
        duration.seconds() as f64,
        duration.milliseconds() as f64,
        duration.microseconds() as f64,
        duration.nanoseconds() as f64,
    ]
}

/// `Temporal.Duration(years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds)` (sec. 7.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = require_new_target::<Duration>(vm, args)?;
    let mut components = Components::default();
    for (i, component) in components.iter_mut().enumerate() {
        let argument = args.get(i);
        if !argument.is_undefined() {
            *component = to_integer_if_integral(vm, argument)?;
        }
    }
    let duration = duration_of_components(vm, components)?;
    create_for(vm, duration, new_target)
}

/// ToTemporalPartialDurationRecord (sec. 7.5.18): what the object has replaces what is there.
fn read_partial_duration(vm: &mut Vm, like: Value, components: &mut Components) -> JsResult<()> {
    let Some(object) = like.as_object() else {
        return Err(vm.throw_not_an_object(like));
    };
    let mut any = false;
    for (property, place) in PROPERTIES {
        let value = get(vm, object, property)?;
        if !value.is_undefined() {
            any = true;
            components[place] = to_integer_if_integral(vm, value)?;
        }
    }
    if any { Ok(()) } else { Err(vm.throw_type_error("The object has none of the properties of a duration")) }
}

/// ToTemporalDuration (sec. 7.5.12)
pub fn to_temporal_duration(vm: &mut Vm, item: Value) -> JsResult<Duration> {
    if let Some(duration) = value_of::<Duration>(item) {
        return Ok(**duration);
    }
    if !item.is_object() {
        let text = require_string(vm, item)?;
        return checked(vm, Duration::from_utf8(text.as_bytes()));
    }
    let mut components = Components::default();
    read_partial_duration(vm, item, &mut components)?;
    duration_of_components(vm, components)
}

/// `Temporal.Duration.from(item)` (sec. 7.2.2)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let duration = to_temporal_duration(vm, args.get(0))?;
    create(vm, duration)
}

/// `Temporal.Duration.compare(one, two, options)` (sec. 7.2.3)
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let one = to_temporal_duration(vm, args.get(0))?;
    let two = to_temporal_duration(vm, args.get(1))?;
    let options = get_options_object(vm, args.get(2))?;
    let relative_to = get_temporal_relative_to_option(vm, options)?;
    checked(vm, one.compare_with_provider(&two, relative_to, &*ZONES)).map(ordering)
}

/// `Temporal.Duration.prototype.with(temporalDurationLike)` (sec. 7.3.15)
fn with(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "with")?;
    let mut components = components(&this);
    read_partial_duration(vm, args.get(0), &mut components)?;
    let duration = duration_of_components(vm, components)?;
    create(vm, duration)
}

/// `Temporal.Duration.prototype.negated()` (sec. 7.3.16)
fn negated(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "negated")?;
    create(vm, this.negated())
}

/// `Temporal.Duration.prototype.abs()` (sec. 7.3.17)
fn abs(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "abs")?;
    create(vm, this.abs())
}

/// `Temporal.Duration.prototype.add(other)` (sec. 7.3.18)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "add")?;
    let other = to_temporal_duration(vm, args.get(0))?;
    let sum = checked(vm, this.add(&other))?;
    create(vm, sum)
}

/// `Temporal.Duration.prototype.subtract(other)` (sec. 7.3.19)
fn subtract(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "subtract")?;
    let other = to_temporal_duration(vm, args.get(0))?;
    let difference = checked(vm, this.subtract(&other))?;
    create(vm, difference)
}

/// [`require_countable_months`] of a duration from a date on, if months may be counted.
fn check_relative_to(
    vm: &mut Vm,
    duration: &Duration,
    relative_to: &Option<RelativeTo>,
    units: &[Unit],
) -> JsResult<()> {
    let calendar = match relative_to {
        Some(RelativeTo::PlainDate(date)) => date.calendar(),
        Some(RelativeTo::ZonedDateTime(zoned)) => zoned.calendar(),
        None => return Ok(()),
    };
    if !units.contains(&Unit::Month) {
        return Ok(());
    }
    const DAYS: Components = [
        365.0,
        30.0,
        7.0,
        1.0,
        1.0 / 24.0,
        1.0 / 1440.0,
        1.0 / 86_400.0,
        1.0 / 86_400e3,
        1.0 / 86_400e6,
        1.0 / 86_400e9,
    ];
    let days = components(duration).iter().zip(DAYS).map(|(component, days)| component * days).sum();
    require_countable_months(vm, calendar, days)
}

/// `Temporal.Duration.prototype.round(roundTo)` (sec. 7.3.20)
fn round(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "round")?;
    let options = get_options_or_shorthand(vm, args.get(0), "smallestUnit")?;
    let mut rounding = RoundingOptions::default();
    rounding.largest_unit = get_temporal_unit_valued_option(vm, options, "largestUnit")?;
    let relative_to = get_temporal_relative_to_option(vm, options)?;
    rounding.increment = Some(get_rounding_increment_option(vm, options)?);
    rounding.rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::HalfExpand)?);
    rounding.smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    let largest = rounding.largest_unit.filter(|unit| *unit != Unit::Auto);
    let units = [largest.unwrap_or(Unit::Month), rounding.smallest_unit.unwrap_or(Unit::Nanosecond)];
    check_relative_to(vm, &this, &relative_to, &units)?;
    let duration = checked(vm, this.round_with_provider(rounding, relative_to, &*ZONES))?;
    create(vm, duration)
}

/// `Temporal.Duration.prototype.total(totalOf)` (sec. 7.3.21)
fn total(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "total")?;
    let options = get_options_or_shorthand(vm, args.get(0), "unit")?;
    let relative_to = get_temporal_relative_to_option(vm, options)?;
    let unit = get_required_unit(vm, options, "unit")?;
    checked(vm, UnitGroup::DateTime.validate_unit(Some(unit), None))?;
    check_relative_to(vm, &this, &relative_to, &[unit])?;
    let total = checked(vm, this.total_with_provider(unit, relative_to, &*ZONES))?;
    Ok(Value::number(total.as_inner()))
}

/// RoundTimeDuration and TemporalDurationToString (sec. 7.5.39)
fn to_text(vm: &mut Vm, duration: &Duration, rounding: ToStringRoundingOptions) -> JsResult {
    let string = checked(vm, duration.as_temporal_string(rounding))?;
    text(vm, &string)
}

/// `Temporal.Duration.prototype.toString(options)` (sec. 7.3.22)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "toString")?;
    let options = get_options_object(vm, args.get(0))?;
    let rounding = get_text_precision(vm, options)?;
    if rounding.smallest_unit == Some(Unit::Minute) {
        return Err(vm.throw_range_error("smallestUnit must not be minute"));
    }
    to_text(vm, &this, rounding)
}

/// `Temporal.Duration.prototype.toJSON()` (sec. 7.3.23)
fn to_json(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "toJSON")?;
    to_text(vm, &this, ToStringRoundingOptions::default())
}

/// `Temporal.Duration.prototype.toLocaleString()` (sec. 7.3.24)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = this_value::<Duration>(vm, args, "toLocaleString")?;
    to_text(vm, &this, ToStringRoundingOptions::default())
}
