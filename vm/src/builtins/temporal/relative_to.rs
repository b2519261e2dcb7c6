//! The relativeTo option of durations: GetTemporalRelativeToOption (sec. 13.19).

use super::calendar::get_temporal_calendar_identifier_with_iso_default;
use super::class::{checked, require_string, value_of};
use super::fields::{Names, Required, prepare_calendar_fields};
use super::options::Options;
use super::zones::ZONES;
use crate::vm::Vm;
use crate::{JsResult, ValueExt};
use temporal_rs::options::{Disambiguation, OffsetDisambiguation, Overflow, RelativeTo};
use temporal_rs::partial::PartialZonedDateTime;
use temporal_rs::{PlainDate, PlainDateTime, ZonedDateTime};

/// GetTemporalRelativeToOption: None where it is undefined.
pub fn get_temporal_relative_to_option(vm: &mut Vm, options: Options) -> JsResult<Option<RelativeTo>> {
    let value = options.get(vm, "relativeTo")?;
    if value.is_undefined() {
        return Ok(None);
    }
    if let Some(zoned) = value_of::<ZonedDateTime>(value) {
        return Ok(Some((**zoned).clone().into()));
    }
    if let Some(date) = value_of::<PlainDate>(value) {
        return Ok(Some((**date).clone().into()));
    }
    if let Some(date_time) = value_of::<PlainDateTime>(value) {
        return Ok(Some(date_time.to_plain_date().into()));
    }
    let Some(object) = value.as_object() else {
        let text = require_string(vm, value)?;
        return checked(vm, RelativeTo::try_from_str_with_provider(&text, &*ZONES)).map(Some);
    };
    let calendar = get_temporal_calendar_identifier_with_iso_default(vm, object)?;
    let fields = prepare_calendar_fields(vm, &calendar, object, Names::ZONED_DATE_TIME, Required::Nothing)?;
    let overflow = Overflow::Constrain;
    if fields.time_zone.is_none() {
        return checked(vm, calendar.date_from_fields(fields.date(), overflow)).map(|date| Some(date.into()));
    }
    let partial =
        PartialZonedDateTime { fields: fields.zoned_date_time(overflow), timezone: fields.time_zone, calendar };
    let zoned = ZonedDateTime::from_partial_with_provider(
        partial,
        Some(overflow),
        Some(Disambiguation::Compatible),
        Some(OffsetDisambiguation::Reject),
        &*ZONES,
    );
    checked(vm, zoned).map(|zoned| Some(zoned.into()))
}
