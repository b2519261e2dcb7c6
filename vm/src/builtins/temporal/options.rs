//! Reading options (secs. 13.4 to 13.20). Each function reads one property or several in alphabetical order, which scripts can
//! observe; a value that is none of the allowed ones is a RangeError.

use super::class::{checked, get, require_string};
use crate::object::Object;
use crate::runtime::convert::{to_number, to_string};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use std::str::FromStr;
use temporal_rs::options::{
    DifferenceSettings, Disambiguation, DisplayCalendar, OffsetDisambiguation, Overflow, RoundingIncrement,
    RoundingMode, ToStringRoundingOptions, Unit, UnitGroup,
};
use temporal_rs::parsers::Precision;
use temporal_rs::provider::TransitionDirection;

/// An options object; None stands for the empty one that undefined becomes.
#[derive(Clone, Copy)]
pub struct Options(Option<Object>);

impl Options {
    /// Get(options, name)
    pub fn get(self, vm: &mut Vm, name: &str) -> JsResult {
        match self.0 {
            Some(object) => get(vm, object, name),
            None => Ok(Value::UNDEFINED),
        }
    }

    /// GetOption(options, name, string, values, default): None where it is undefined.
    pub fn choice<T: FromStr>(self, vm: &mut Vm, name: &str) -> JsResult<Option<T>> {
        let value = self.get(vm, name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        let text = to_string(vm, value)?.to_rust_string_lossy(vm)?;
        match text.parse() {
            Ok(choice) => Ok(Some(choice)),
            Err(_) => Err(vm.throw_range_error(format!("Value {text} out of range for options property {name}"))),
        }
    }
}

/// GetOptionsObject(options): undefined is as good as an empty object, other primitives are TypeErrors.
pub fn get_options_object(vm: &mut Vm, options: Value) -> JsResult<Options> {
    if options.is_undefined() {
        return Ok(Options(None));
    }
    match options.as_object() {
        Some(object) => Ok(Options(Some(object))),
        None => {
            let what = vm.describe(options);
            Err(vm.throw_type_error(format!("options must be an object, not {what}")))
        }
    }
}

/// The parameter of `round`, `total` and `getTimeZoneTransition`: it must be there, and a string is short for an object with
/// that property.
pub fn get_options_or_shorthand(vm: &mut Vm, param: Value, property: &str) -> JsResult<Options> {
    if param.is_undefined() {
        return Err(vm.throw_type_error(format!("options or {property} must be given")));
    }
    if !param.is_string() {
        return get_options_object(vm, param);
    }
    let object = vm.new_object_with_prototype(None)?;
    let key = PropertyKey::from_str(vm, property)?;
    object.create_data_property_or_throw(vm, key, param)?;
    Ok(Options(Some(object)))
}

/// GetOptionsObject and GetTemporalOverflowOption: all that many conversions read.
pub fn get_overflow(vm: &mut Vm, options: Value) -> JsResult<Overflow> {
    let options = get_options_object(vm, options)?;
    get_temporal_overflow_option(vm, options)
}

/// GetTemporalOverflowOption
pub fn get_temporal_overflow_option(vm: &mut Vm, options: Options) -> JsResult<Overflow> {
    Ok(options.choice(vm, "overflow")?.unwrap_or(Overflow::Constrain))
}

/// GetTemporalDisambiguationOption
pub fn get_temporal_disambiguation_option(vm: &mut Vm, options: Options) -> JsResult<Disambiguation> {
    Ok(options.choice(vm, "disambiguation")?.unwrap_or(Disambiguation::Compatible))
}

/// GetTemporalOffsetOption
pub fn get_temporal_offset_option(
    vm: &mut Vm,
    options: Options,
    fallback: OffsetDisambiguation,
) -> JsResult<OffsetDisambiguation> {
    Ok(options.choice(vm, "offset")?.unwrap_or(fallback))
}

/// GetTemporalShowCalendarNameOption
pub fn get_temporal_show_calendar_name_option(vm: &mut Vm, options: Options) -> JsResult<DisplayCalendar> {
    Ok(options.choice(vm, "calendarName")?.unwrap_or_default())
}

/// GetDirectionOption
pub fn get_direction_option(vm: &mut Vm, options: Options) -> JsResult<TransitionDirection> {
    match options.choice(vm, "direction")? {
        Some(direction) => Ok(direction),
        None => Err(vm.throw_range_error("direction must be given")),
    }
}

/// GetRoundingIncrementOption
pub fn get_rounding_increment_option(vm: &mut Vm, options: Options) -> JsResult<RoundingIncrement> {
    let value = options.get(vm, "roundingIncrement")?;
    if value.is_undefined() {
        return Ok(RoundingIncrement::ONE);
    }
    let increment = to_number(vm, value)?;
    checked(vm, RoundingIncrement::try_from(increment))
}

/// GetRoundingModeOption
pub fn get_rounding_mode_option(vm: &mut Vm, options: Options, fallback: RoundingMode) -> JsResult<RoundingMode> {
    Ok(options.choice(vm, "roundingMode")?.unwrap_or(fallback))
}

/// GetTemporalUnitValuedOption
pub fn get_temporal_unit_valued_option(vm: &mut Vm, options: Options, name: &str) -> JsResult<Option<Unit>> {
    options.choice(vm, name)
}

/// GetTemporalUnitValuedOption where the unit is required.
pub fn get_required_unit(vm: &mut Vm, options: Options, name: &str) -> JsResult<Unit> {
    match options.choice(vm, name)? {
        Some(unit) => Ok(unit),
        None => Err(vm.throw_range_error(format!("{name} must be given"))),
    }
}

/// GetTemporalFractionalSecondDigitsOption
pub fn get_temporal_fractional_second_digits_option(vm: &mut Vm, options: Options) -> JsResult<Precision> {
    const NAME: &str = "fractionalSecondDigits";
    let value = options.get(vm, NAME)?;
    if value.is_undefined() {
        return Ok(Precision::Auto);
    }
    if value.is_number() {
        let digits = value.as_number().floor();
        // False for NaN.
        if (0.0..=9.0).contains(&digits) {
            return Ok(Precision::Digit(digits as u8));
        }
    } else {
        let value = to_string(vm, value)?;
        if require_string(vm, value.value())? == "auto" {
            return Ok(Precision::Auto);
        }
    }
    let what = vm.describe(value);
    Err(vm.throw_range_error(format!("Value {what} out of range for options property {NAME}")))
}

/// ValidateTemporalUnitValue(unit, time) and the rest of what smallestUnit must be in a toString: no hour.
pub fn check_smallest_unit_of_text(vm: &mut Vm, unit: Option<Unit>) -> JsResult<()> {
    checked(vm, UnitGroup::Time.validate_unit(unit, None))?;
    if unit == Some(Unit::Hour) {
        return Err(vm.throw_range_error("smallestUnit must not be hour"));
    }
    Ok(())
}

/// fractionalSecondDigits, roundingMode and smallestUnit, as toString methods without other options read them.
pub fn get_text_precision(vm: &mut Vm, options: Options) -> JsResult<ToStringRoundingOptions> {
    let precision = get_temporal_fractional_second_digits_option(vm, options)?;
    let rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::Trunc)?);
    let smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    check_smallest_unit_of_text(vm, smallest_unit)?;
    Ok(ToStringRoundingOptions { precision, smallest_unit, rounding_mode })
}

/// The part of GetDifferenceSettings (sec. 13.42) that reads; the crate checks what was read.
pub fn get_difference_settings(vm: &mut Vm, options: Options) -> JsResult<DifferenceSettings> {
    let mut settings = DifferenceSettings::default();
    settings.largest_unit = get_temporal_unit_valued_option(vm, options, "largestUnit")?;
    settings.increment = Some(get_rounding_increment_option(vm, options)?);
    settings.rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::Trunc)?);
    settings.smallest_unit = get_temporal_unit_valued_option(vm, options, "smallestUnit")?;
    Ok(settings)
}

/// roundingIncrement, roundingMode and smallestUnit, as `round` reads them; a missing smallestUnit is a RangeError.
pub fn get_rounding_options(vm: &mut Vm, options: Options) -> JsResult<temporal_rs::options::RoundingOptions> {
    let mut rounding = temporal_rs::options::RoundingOptions::default();
    rounding.increment = Some(get_rounding_increment_option(vm, options)?);
    rounding.rounding_mode = Some(get_rounding_mode_option(vm, options, RoundingMode::HalfExpand)?);
    rounding.smallest_unit = Some(get_required_unit(vm, options, "smallestUnit")?);
    Ok(rounding)
}
