//! Day numbers, time within the day, and the abstract operations that put
//! time values together (ECMA-262 sections 21.4.1.2 to 21.4.1.31).
//!
//! The calendar is the proleptic Gregorian one with a year 0. Inside, days and
//! milliseconds are `i64`: a finite time value is an integer below 2^53.

use crate::numeric::convert::to_integer_or_infinity;

/// Milliseconds in a day.
pub const MS_PER_DAY: i64 = 86_400_000;
/// Milliseconds in an hour.
pub const MS_PER_HOUR: i64 = 3_600_000;
/// Milliseconds in a minute.
pub const MS_PER_MINUTE: i64 = 60_000;
/// Milliseconds in a second.
pub const MS_PER_SECOND: i64 = 1_000;
/// The largest magnitude of a time value: 100,000,000 days (section 21.4.1.1).
pub const MAX_TIME: f64 = 8.64e15;

/// The parts of a time value, in whichever zone it was shifted to before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// Astronomical year: 0 is 1 BC.
    pub year: i64,
    /// 0 to 11.
    pub month: u32,
    /// 1 to 31.
    pub date: u32,
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
    /// 0 to 59.
    pub second: u32,
    /// 0 to 999.
    pub millisecond: u32,
    /// 0 to 6, 0 is Sunday.
    pub weekday: u32,
}

impl Fields {
    /// The parts of `t`, None for NaN and anything else that is not finite. Inlined, so that parts that nobody asks for are not computed.
    #[inline(always)]
    pub fn new(t: f64) -> Option<Fields> {
        if !t.is_finite() {
            return None;
        }
        let t = t as i64;
        let days = t.div_euclid(MS_PER_DAY);
        let within = t.rem_euclid(MS_PER_DAY) as u32;
        let (year, month, date) = civil_from_days(days);
        Some(Fields {
            year,
            month,
            date,
            hour: within / MS_PER_HOUR as u32,
            minute: within / MS_PER_MINUTE as u32 % 60,
            second: within / MS_PER_SECOND as u32 % 60,
            millisecond: within % 1000,
            weekday: weekday_of_days(days),
        })
    }
}

/// The date of a day number (days since the epoch): year, month from 0, day
/// of the month from 1.
///
/// Counted in years that begin on the first of March, so that the leap day is
/// the last of its year, and in eras of 400 years, which all have 146,097 days.
pub const fn civil_from_days(days: i64) -> (i64, u32, u32) {
    if -MOST_DAYS < days && days < MOST_DAYS { civil_from_few_days(days as i32) } else { civil_from_many_days(days) }
}

const fn civil_from_many_days(days: i64) -> (i64, u32, u32) {
    // 719,468 days lie between 0000-03-01 and the epoch.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    // Takes the leap days of 4, 100 and 400 years out before dividing.
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Five months from March always have 153 days.
    let march_month = (5 * day_of_year + 2) / 153;
    let date = day_of_year - (153 * march_month + 2) / 5 + 1;
    let (month, carry) = if march_month < 10 { (march_month + 2, 0) } else { (march_month - 10, 1) };
    (era * 400 + year_of_era + carry, month as u32, date as u32)
}

/// More than ECMAScript's dates are from the epoch, and whole eras of 400 years.
const ERAS: u32 = 700;
const MOST_DAYS: i64 = ERAS as i64 * 146_097;

/// The same in 32 bits, with divisions by multiplications that give quotient and remainder at once. (Source: C. Neri, L. Schneider, "Euclidean affine functions
/// and their application to calendar algorithms", Software: Practice and Experience 53, 2023.)
const fn civil_from_few_days(days: i32) -> (i64, u32, u32) {
    let shifted = (days + 719_468 + ERAS as i32 * 146_097) as u32;
    // Centuries, of 36,524.25 days.
    let quarters = 4 * shifted + 3;
    let century = quarters / 146_097;
    let day_of_century = quarters % 146_097 / 4;
    // Years, of 365.25 days.
    let product = 2_939_745 * (4 * day_of_century + 3) as u64;
    let year_of_century = (product >> 32) as u32;
    let day_of_year = product as u32 / 2_939_745 / 4;
    // Months, of 30.6 days, from March on.
    let scaled = 2_141 * day_of_year + 197_913;
    let (month, date) = (scaled >> 16, (scaled & 0xffff) / 2_141 + 1);
    let is_next_year = day_of_year >= 306;
    let year = 100 * century as i64 + year_of_century as i64 - ERAS as i64 * 400 + is_next_year as i64;
    (year, if is_next_year { month - 13 } else { month - 1 }, date)
}

/// The day number of the first of a month; `month` from 0 to 11.
pub const fn days_from_civil(year: i64, month: u32, date: u32) -> i64 {
    let (march_year, march_month) = if month >= 2 { (year, month as i64 - 2) } else { (year - 1, month as i64 + 10) };
    let era = march_year.div_euclid(400);
    let year_of_era = march_year.rem_euclid(400);
    let day_of_year = (153 * march_month + 2) / 5 + date as i64 - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The day of the week of a day number, 0 is Sunday. The epoch is a Thursday.
pub const fn weekday_of_days(days: i64) -> u32 {
    (days + 4).rem_euclid(7) as u32
}

/// `Day(t)` (section 21.4.1.3).
pub fn day(t: f64) -> f64 {
    (t / MS_PER_DAY as f64).floor()
}

/// `TimeWithinDay(t)` (section 21.4.1.4).
pub fn time_within_day(t: f64) -> f64 {
    modulo(t, MS_PER_DAY as f64)
}

/// The specification's modulo: the sign of the divisor, never -0.
fn modulo(x: f64, y: f64) -> f64 {
    let rest = x % y;
    if rest < 0.0 { rest + y } else { rest + 0.0 }
}

/// `YearFromTime(t)` (section 21.4.1.8), NaN for NaN.
pub fn year_from_time(t: f64) -> f64 {
    Fields::new(t).map_or(f64::NAN, |fields| fields.year as f64)
}

/// `MonthFromTime(t)` (section 21.4.1.11), 0 to 11, NaN for NaN.
pub fn month_from_time(t: f64) -> f64 {
    Fields::new(t).map_or(f64::NAN, |fields| f64::from(fields.month))
}

/// `DateFromTime(t)` (section 21.4.1.12), 1 to 31, NaN for NaN.
pub fn date_from_time(t: f64) -> f64 {
    Fields::new(t).map_or(f64::NAN, |fields| f64::from(fields.date))
}

/// `WeekDay(t)` (section 21.4.1.13), 0 is Sunday, NaN for NaN.
pub fn week_day(t: f64) -> f64 {
    modulo(day(t) + 4.0, 7.0)
}

/// `HourFromTime(t)` (section 21.4.1.14).
pub fn hour_from_time(t: f64) -> f64 {
    modulo((t / MS_PER_HOUR as f64).floor(), 24.0)
}

/// `MinFromTime(t)` (section 21.4.1.15).
pub fn min_from_time(t: f64) -> f64 {
    modulo((t / MS_PER_MINUTE as f64).floor(), 60.0)
}

/// `SecFromTime(t)` (section 21.4.1.16).
pub fn sec_from_time(t: f64) -> f64 {
    modulo((t / MS_PER_SECOND as f64).floor(), 60.0)
}

/// `msFromTime(t)` (section 21.4.1.17).
pub fn ms_from_time(t: f64) -> f64 {
    modulo(t, 1000.0)
}

/// `MakeTime(hour, min, sec, ms)` (section 21.4.1.27).
pub fn make_time(hour: f64, min: f64, sec: f64, ms: f64) -> f64 {
    if !(hour.is_finite() && min.is_finite() && sec.is_finite() && ms.is_finite()) {
        return f64::NAN;
    }
    to_integer_or_infinity(hour) * MS_PER_HOUR as f64
        + to_integer_or_infinity(min) * MS_PER_MINUTE as f64
        + to_integer_or_infinity(sec) * MS_PER_SECOND as f64
        + to_integer_or_infinity(ms)
}

/// `MakeDay(year, month, date)` (section 21.4.1.28).
pub fn make_day(year: f64, month: f64, date: f64) -> f64 {
    if !(year.is_finite() && month.is_finite() && date.is_finite()) {
        return f64::NAN;
    }
    let (year, month) = (to_integer_or_infinity(year), to_integer_or_infinity(month));
    let month_year = year + (month / 12.0).floor();
    // No date that is a time value is this far away, whatever is added to it.
    if month_year.abs() > 1_000_000.0 {
        return f64::NAN;
    }
    let days = days_from_civil(month_year as i64, modulo(month, 12.0) as u32, 1);
    days as f64 + to_integer_or_infinity(date) - 1.0
}

/// `MakeDate(day, time)` (section 21.4.1.29).
pub fn make_date(day: f64, time: f64) -> f64 {
    let t = day * MS_PER_DAY as f64 + time;
    if t.is_finite() { t } else { f64::NAN }
}

/// `MakeFullYear(year)` (section 21.4.1.30): 0 to 99 mean 1900 to 1999.
pub fn make_full_year(year: f64) -> f64 {
    if year.is_nan() {
        return f64::NAN;
    }
    let truncated = to_integer_or_infinity(year);
    if (0.0..=99.0).contains(&truncated) { 1900.0 + truncated } else { truncated }
}

/// `TimeClip(time)` (section 21.4.1.31).
pub fn time_clip(time: f64) -> f64 {
    // False for NaN.
    if time.abs() <= MAX_TIME { to_integer_or_infinity(time) } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_is_its_own_inverse() {
        // Two eras around the epoch day by day, against plain counting.
        let (mut year, mut month, mut date) = (1570i64, 0u32, 1u32);
        let mut days = days_from_civil(1570, 0, 1);
        while year < 2400 {
            assert_eq!(civil_from_days(days), (year, month, date));
            assert_eq!(days_from_civil(year, month, date), days);
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                1 => 28 + u32::from(leap),
                3 | 5 | 8 | 10 => 30,
                _ => 31,
            };
            date += 1;
            if date > length {
                (date, month) = (1, month + 1);
            }
            if month > 11 {
                (month, year) = (0, year + 1);
            }
            days += 1;
        }
        for days in (-MOST_DAYS + 1..MOST_DAYS).step_by(997).chain(-800_000..800_000) {
            assert_eq!(civil_from_few_days(days as i32), civil_from_many_days(days), "{days}");
        }
        assert_eq!(days_from_civil(1970, 0, 1), 0);
        assert_eq!(civil_from_days(100_000_000), (275_760, 8, 13));
        assert_eq!(civil_from_days(-100_000_000), (-271_821, 3, 20));
    }

    #[test]
    fn fields_of_times_before_the_epoch() {
        let fields = Fields::new(-1.0);
        let want =
            Fields { year: 1969, month: 11, date: 31, hour: 23, minute: 59, second: 59, millisecond: 999, weekday: 3 };
        assert_eq!(fields, Some(want));
        assert_eq!(Fields::new(f64::NAN), None);
        let t = -62_198_755_200_000.0 + 12_345_678.0;
        assert_eq!((year_from_time(t), month_from_time(t), date_from_time(t), week_day(t)), (-1.0, 0.0, 1.0, 5.0));
        assert_eq!((hour_from_time(t), min_from_time(t), sec_from_time(t), ms_from_time(t)), (3.0, 25.0, 45.0, 678.0));
        assert_eq!((day(-1.0), time_within_day(-1.0)), (-1.0, 86_399_999.0));
        assert!(year_from_time(f64::NAN).is_nan() && week_day(f64::NAN).is_nan());
    }

    #[test]
    fn makes_dates() {
        assert_eq!(make_day(1970.0, 0.0, 1.0), 0.0);
        assert_eq!(make_day(2000.0, 13.0, 29.0), 11382.0);
        assert_eq!(make_day(2000.0, -1.0, 31.0), 10956.0);
        assert_eq!(make_day(1970.9, 0.9, 1.9), 0.0);
        assert!(make_day(f64::INFINITY, 0.0, 1.0).is_nan());
        assert!(make_day(1e20, 0.0, 1.0).is_nan());
        assert!(make_day(1970.0, 1e300, 1.0).is_nan());
        assert_eq!(make_day(275_760.0, 8.0, 13.0), 1e8);
        assert_eq!(make_time(1.0, 2.0, 3.0, 4.5), 3_723_004.0);
        assert!(make_time(1.0, f64::NAN, 3.0, 4.0).is_nan());
        assert_eq!(make_date(1.0, 5.0), 86_400_005.0);
        assert!(make_date(1e308, 5.0).is_nan());
        assert_eq!(make_full_year(99.9), 1999.0);
        assert_eq!(make_full_year(-0.5), 1900.0);
        assert_eq!(make_full_year(100.0), 100.0);
        assert_eq!(make_full_year(-1.0), -1.0);
        assert_eq!(time_clip(-0.0).to_bits(), 0);
        assert_eq!(time_clip(8.64e15), 8.64e15);
        assert!(time_clip(8.640000000000001e15).is_nan());
        assert!(time_clip(f64::NEG_INFINITY).is_nan());
        assert_eq!(time_clip(-1.9), -1.0);
    }
}
