//! Dates to text: the `to…String` methods of `Date` (ECMA-262 section
//! 21.4.4), and the `toLocale…String` ones as V8 prints them for en-US.

use super::algorithms::Fields;
use super::zone::LocalZone;

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What the methods that do not throw print for NaN.
const INVALID: &str = "Invalid Date";

/// Appends `value` with zeros in front, to at least `width` (at most 10) digits.
pub(super) fn push_padded(value: u32, width: usize, out: &mut String) {
    let mut digits = [b'0'; 10];
    let mut rest = value;
    let mut at = digits.len();
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let from = at.min(digits.len() - width);
    out.extend(digits[from..].iter().map(|&digit| char::from(digit)));
}

/// The fields of `t` in local time, or "Invalid Date".
fn local_fields(t: f64, zone: &mut LocalZone, out: &mut String) -> Option<Fields> {
    let fields = Fields::new(zone.local_time(t));
    if fields.is_none() {
        out.push_str(INVALID);
    }
    fields
}

/// A year with at least four digits, a minus in front if it is before 1 BC.
fn push_year(year: i64, out: &mut String) {
    if year < 0 {
        out.push('-');
    }
    push_padded(year.unsigned_abs() as u32, 4, out);
}

/// `DateString(tv)` (section 21.4.4.41.2).
fn push_date(fields: &Fields, out: &mut String) {
    out.push_str(WEEKDAYS[fields.weekday as usize]);
    out.push(' ');
    out.push_str(MONTHS[fields.month as usize]);
    out.push(' ');
    push_padded(fields.date, 2, out);
    out.push(' ');
    push_year(fields.year, out);
}

/// `hh:mm:ss`.
fn push_clock(fields: &Fields, out: &mut String) {
    push_padded(fields.hour, 2, out);
    out.push(':');
    push_padded(fields.minute, 2, out);
    out.push(':');
    push_padded(fields.second, 2, out);
}

/// `TimeString(tv)` and `TimeZoneString(tv)` (sections 21.4.4.41.1 and .3).
fn push_time(t: f64, fields: &Fields, zone: &mut LocalZone, out: &mut String) {
    push_clock(fields, out);
    let offset = zone.offset_ms(t);
    let minutes = (offset.abs() / 60_000.0) as u32;
    out.push_str(if offset < 0.0 { " GMT-" } else { " GMT+" });
    push_padded(minutes / 60, 2, out);
    push_padded(minutes % 60, 2, out);
    out.push_str(" (");
    zone.push_name(t, out);
    out.push(')');
}

/// `ToDateString(tv)` (section 21.4.4.41.4), for `toString`: "Thu Jan 01 1970
/// 01:00:00 GMT+0100 (Central European Standard Time)".
pub fn to_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_date(&fields, out);
        out.push(' ');
        push_time(t, &fields, zone, out);
    }
}

/// `toDateString` (section 21.4.4.35).
pub fn to_date_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_date(&fields, out);
    }
}

/// `toTimeString` (section 21.4.4.42).
pub fn to_time_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_time(t, &fields, zone, out);
    }
}

/// `toUTCString` (section 21.4.4.43): "Thu, 01 Jan 1970 00:00:00 GMT".
pub fn to_utc_string(t: f64, out: &mut String) {
    let Some(fields) = Fields::new(t) else {
        out.push_str(INVALID);
        return;
    };
    out.push_str(WEEKDAYS[fields.weekday as usize]);
    out.push_str(", ");
    push_padded(fields.date, 2, out);
    out.push(' ');
    out.push_str(MONTHS[fields.month as usize]);
    out.push(' ');
    push_year(fields.year, out);
    out.push(' ');
    push_clock(&fields, out);
    out.push_str(" GMT");
}

/// `toISOString` (section 21.4.4.36). Appends nothing and returns false for
/// NaN, where the caller throws the RangeError.
#[must_use]
pub fn to_iso_string(t: f64, out: &mut String) -> bool {
    let Some(fields) = Fields::new(t) else {
        return false;
    };
    if (0..=9999).contains(&fields.year) {
        push_padded(fields.year as u32, 4, out);
    } else {
        out.push(if fields.year < 0 { '-' } else { '+' });
        push_padded(fields.year.unsigned_abs() as u32, 6, out);
    }
    out.push('-');
    push_padded(fields.month + 1, 2, out);
    out.push('-');
    push_padded(fields.date, 2, out);
    out.push('T');
    push_clock(&fields, out);
    out.push('.');
    push_padded(fields.millisecond, 3, out);
    out.push('Z');
    true
}

/// `1/31/2000`. Years before 1 count from 1 BC, without saying so.
fn push_locale_date(fields: &Fields, out: &mut String) {
    let year = if fields.year > 0 { fields.year } else { 1 - fields.year };
    push_padded(fields.month + 1, 1, out);
    out.push('/');
    push_padded(fields.date, 1, out);
    out.push('/');
    push_padded(year as u32, 1, out);
}

/// `1:02:03 PM`.
fn push_locale_time(fields: &Fields, out: &mut String) {
    push_padded((fields.hour + 11) % 12 + 1, 1, out);
    out.push(':');
    push_padded(fields.minute, 2, out);
    out.push(':');
    push_padded(fields.second, 2, out);
    out.push_str(if fields.hour < 12 { " AM" } else { " PM" });
}

/// `toLocaleString` without arguments, in en-US: "1/31/2000, 1:02:03 PM".
pub fn to_locale_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_locale_date(&fields, out);
        out.push_str(", ");
        push_locale_time(&fields, out);
    }
}

/// `toLocaleDateString` without arguments, in en-US: "1/31/2000".
pub fn to_locale_date_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_locale_date(&fields, out);
    }
}

/// `toLocaleTimeString` without arguments, in en-US: "1:02:03 PM".
pub fn to_locale_time_string(t: f64, zone: &mut LocalZone, out: &mut String) {
    if let Some(fields) = local_fields(t, zone, out) {
        push_locale_time(&fields, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Print = fn(f64, &mut LocalZone, &mut String);

    fn all(t: f64, zone: &str) -> Vec<String> {
        let functions: [Print; 8] = [
            to_string,
            to_date_string,
            to_time_string,
            |t, _, out| to_utc_string(t, out),
            |t, _, out| assert_eq!(to_iso_string(t, out), !out.is_empty()),
            to_locale_string,
            to_locale_date_string,
            to_locale_time_string,
        ];
        let mut zone = LocalZone::named(zone);
        functions
            .iter()
            .map(|print| {
                let mut out = String::new();
                print(t, &mut zone, &mut out);
                out
            })
            .collect()
    }

    #[test]
    fn prints_what_v8_prints() {
        assert_eq!(
            all(0.0, "UTC"),
            [
                "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Thu Jan 01 1970",
                "00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "1970-01-01T00:00:00.000Z",
                "1/1/1970, 12:00:00 AM",
                "1/1/1970",
                "12:00:00 AM"
            ]
        );
        assert_eq!(
            all(1784000000123.0, "Europe/Berlin"),
            [
                "Tue Jul 14 2026 05:33:20 GMT+0200 (Central European Summer Time)",
                "Tue Jul 14 2026",
                "05:33:20 GMT+0200 (Central European Summer Time)",
                "Tue, 14 Jul 2026 03:33:20 GMT",
                "2026-07-14T03:33:20.123Z",
                "7/14/2026, 5:33:20 AM",
                "7/14/2026",
                "5:33:20 AM"
            ]
        );
        assert_eq!(
            all(1768000000000.0, "America/New_York"),
            [
                "Fri Jan 09 2026 18:06:40 GMT-0500 (Eastern Standard Time)",
                "Fri Jan 09 2026",
                "18:06:40 GMT-0500 (Eastern Standard Time)",
                "Fri, 09 Jan 2026 23:06:40 GMT",
                "2026-01-09T23:06:40.000Z",
                "1/9/2026, 6:06:40 PM",
                "1/9/2026",
                "6:06:40 PM"
            ]
        );
        assert_eq!(
            all(-62198755200000.0, "UTC"),
            [
                "Fri Jan 01 -0001 00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Fri Jan 01 -0001",
                "00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Fri, 01 Jan -0001 00:00:00 GMT",
                "-000001-01-01T00:00:00.000Z",
                "1/1/2, 12:00:00 AM",
                "1/1/2",
                "12:00:00 AM"
            ]
        );
        assert_eq!(
            all(8640000000000000.0, "UTC"),
            [
                "Sat Sep 13 275760 00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Sat Sep 13 275760",
                "00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Sat, 13 Sep 275760 00:00:00 GMT",
                "+275760-09-13T00:00:00.000Z",
                "9/13/275760, 12:00:00 AM",
                "9/13/275760",
                "12:00:00 AM"
            ]
        );
        assert_eq!(
            all(-8640000000000000.0, "UTC"),
            [
                "Tue Apr 20 -271821 00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Tue Apr 20 -271821",
                "00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Tue, 20 Apr -271821 00:00:00 GMT",
                "-271821-04-20T00:00:00.000Z",
                "4/20/271822, 12:00:00 AM",
                "4/20/271822",
                "12:00:00 AM"
            ]
        );
        assert_eq!(
            all(951782399999.0, "Asia/Kolkata"),
            [
                "Tue Feb 29 2000 05:29:59 GMT+0530 (India Standard Time)",
                "Tue Feb 29 2000",
                "05:29:59 GMT+0530 (India Standard Time)",
                "Mon, 28 Feb 2000 23:59:59 GMT",
                "2000-02-28T23:59:59.999Z",
                "2/29/2000, 5:29:59 AM",
                "2/29/2000",
                "5:29:59 AM"
            ]
        );
        assert_eq!(
            all(-1.0, "America/St_Johns"),
            [
                "Wed Dec 31 1969 20:29:59 GMT-0330 (Newfoundland Standard Time)",
                "Wed Dec 31 1969",
                "20:29:59 GMT-0330 (Newfoundland Standard Time)",
                "Wed, 31 Dec 1969 23:59:59 GMT",
                "1969-12-31T23:59:59.999Z",
                "12/31/1969, 8:29:59 PM",
                "12/31/1969",
                "8:29:59 PM"
            ]
        );
        assert_eq!(
            all(-100000000000000.0, "Europe/Berlin"),
            [
                "Thu Feb 15 -1199 15:06:48 GMT+0053 (Central European Standard Time)",
                "Thu Feb 15 -1199",
                "15:06:48 GMT+0053 (Central European Standard Time)",
                "Thu, 15 Feb -1199 14:13:20 GMT",
                "-001199-02-15T14:13:20.000Z",
                "2/15/1200, 3:06:48 PM",
                "2/15/1200",
                "3:06:48 PM"
            ]
        );
        assert_eq!(
            all(1768000000000.0, "Africa/Casablanca"),
            [
                "Sat Jan 10 2026 00:06:40 GMT+0100 (GMT+01:00)",
                "Sat Jan 10 2026",
                "00:06:40 GMT+0100 (GMT+01:00)",
                "Fri, 09 Jan 2026 23:06:40 GMT",
                "2026-01-09T23:06:40.000Z",
                "1/10/2026, 12:06:40 AM",
                "1/10/2026",
                "12:06:40 AM"
            ]
        );
        assert_eq!(
            all(-62167219200000.0, "UTC"),
            [
                "Sat Jan 01 0000 00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Sat Jan 01 0000",
                "00:00:00 GMT+0000 (Coordinated Universal Time)",
                "Sat, 01 Jan 0000 00:00:00 GMT",
                "0000-01-01T00:00:00.000Z",
                "1/1/1, 12:00:00 AM",
                "1/1/1",
                "12:00:00 AM"
            ]
        );
    }

    #[test]
    fn invalid_dates() {
        let got = all(f64::NAN, "UTC");
        for (index, text) in got.iter().enumerate() {
            assert_eq!(text, if index == 4 { "" } else { "Invalid Date" });
        }
    }

    #[test]
    fn pads() {
        let mut out = String::new();
        for (value, width) in [(0, 1), (0, 3), (7, 2), (123, 2), (4_294_967_295, 4)] {
            push_padded(value, width, &mut out);
            out.push(' ');
        }
        assert_eq!(out, "0 000 07 123 4294967295 ");
    }
}
