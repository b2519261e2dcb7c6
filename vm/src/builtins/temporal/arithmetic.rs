//! `add`, `subtract`, `until` and `since`: the steps that the classes other than ZonedDateTime and Duration have in common. Each brings its
//! conversion and the crate's operation.

use super::calendar::check_difference;
use super::class::{Class, checked, create, this_value};
use super::duration::to_temporal_duration;
use super::options::{
    get_difference_settings, get_options_object, get_options_or_shorthand, get_overflow, get_rounding_options,
};
use crate::native::Args;
use crate::vm::Vm;
use crate::{JsResult, Value};
use temporal_rs::options::{DifferenceSettings, Overflow, RoundingOptions};
use temporal_rs::unix_time::EpochNanoseconds;
use temporal_rs::{Calendar, Duration, PlainDate, PlainDateTime, PlainYearMonth, TemporalResult};

/// A value with a calendar.
pub trait Dated: Class {
    fn calendar(&self) -> &Calendar;
    /// Since the epoch, as if its time were UTC.
    fn epoch_nanoseconds(&self) -> EpochNanoseconds;
}

macro_rules! dated {
    ($($class:ident)*) => {
        $(impl Dated for $class {
            fn calendar(&self) -> &Calendar {
                $class::calendar(self)
            }
            fn epoch_nanoseconds(&self) -> EpochNanoseconds {
                self.epoch_ns_for_utc()
            }
        })*
    };
}

dated!(PlainDate PlainDateTime PlainYearMonth);

/// AddDurationToInstant (sec. 8.5.10) and AddDurationToTime (sec. 4.5.17), or subtraction.
pub fn add_time<T: Class>(
    vm: &mut Vm,
    args: Args,
    name: &str,
    operation: impl FnOnce(&T, &Duration) -> TemporalResult<T>,
) -> JsResult {
    let this = this_value::<T>(vm, args, name)?;
    let duration = to_temporal_duration(vm, args.get(0))?;
    let sum = checked(vm, operation(&this, &duration))?;
    create(vm, sum)
}

/// AddDurationToDate (sec. 3.5.14), AddDurationToDateTime (sec. 5.5.15), AddDurationToYearMonth (sec. 9.5.8), or subtraction.
pub fn add_duration<T: Dated>(
    vm: &mut Vm,
    args: Args,
    name: &str,
    operation: impl FnOnce(&T, &Duration, Overflow) -> TemporalResult<T>,
) -> JsResult {
    let this = this_value::<T>(vm, args, name)?;
    let duration = to_temporal_duration(vm, args.get(0))?;
    let overflow = get_overflow(vm, args.get(1))?;
    let sum = checked(vm, operation(&this, &duration, overflow))?;
    create(vm, sum)
}

/// What `round` does of classes whose units need no calendar.
pub fn round_value<T: Class>(
    vm: &mut Vm,
    args: Args,
    operation: impl FnOnce(&T, RoundingOptions) -> TemporalResult<T>,
) -> JsResult {
    let this = this_value::<T>(vm, args, "round")?;
    let options = get_options_or_shorthand(vm, args.get(0), "smallestUnit")?;
    let rounding = get_rounding_options(vm, options)?;
    let rounded = checked(vm, operation(&this, rounding))?;
    create(vm, rounded)
}

/// DifferenceTemporalPlainTime (sec. 4.5.16) and DifferenceTemporalInstant (sec. 8.5.9).
pub fn time_difference<T: Class>(
    vm: &mut Vm,
    args: Args,
    name: &str,
    convert: impl FnOnce(&mut Vm, Value) -> JsResult<T>,
    operation: impl FnOnce(&T, &T, DifferenceSettings) -> TemporalResult<Duration>,
) -> JsResult {
    let this = this_value::<T>(vm, args, name)?;
    let other = convert(vm, args.get(0))?;
    let options = get_options_object(vm, args.get(1))?;
    let settings = get_difference_settings(vm, options)?;
    let duration = checked(vm, operation(&this, &other, settings))?;
    create(vm, duration)
}

/// DifferenceTemporalPlainDate (sec. 3.5.13), DifferenceTemporalPlainDateTime (sec. 5.5.14), DifferenceTemporalPlainYearMonth (sec. 9.5.7).
pub fn date_difference<T: Dated>(
    vm: &mut Vm,
    args: Args,
    name: &str,
    convert: impl FnOnce(&mut Vm, Value, Value) -> JsResult<T>,
    operation: impl FnOnce(&T, &T, DifferenceSettings) -> TemporalResult<Duration>,
) -> JsResult {
    let this = this_value::<T>(vm, args, name)?;
    let other = convert(vm, args.get(0), Value::UNDEFINED)?;
    require_same_calendar(vm, this.calendar() == other.calendar())?;
    let options = get_options_object(vm, args.get(1))?;
    let settings = get_difference_settings(vm, options)?;
    check_difference(vm, this.calendar(), &settings, (this.epoch_nanoseconds(), other.epoch_nanoseconds()))?;
    let duration = checked(vm, operation(&this, &other, settings))?;
    create(vm, duration)
}

/// A RangeError for differences between calendars, before options are read.
pub fn require_same_calendar(vm: &mut Vm, same: bool) -> JsResult<()> {
    if same { Ok(()) } else { Err(vm.throw_range_error("Both dates must have the same calendar")) }
}
