//! `Date.parse`: the date-time string format of ECMA-262 section 21.4.1.32,
//! and behind it the looser formats that browsers have always taken.
//!
//! The specification leaves the second part open; programs rely on what V8
//! accepts, so its behaviour is followed:
//!
//! - Text in parentheses is skipped, and so are words before the first number.
//! - `n:` is part of the time of day, and so is a number that completes one;
//!   every other number is part of the date. Three parts are month, day, year,
//!   or year, month, day if the first is no day; a month's name (its first
//!   three letters count) takes the place of the number.
//! - Years 0 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999, and a date
//!   without year is in 2001.
//! - AM and PM follow a time. A zone is UT, UTC, GMT, Z or one of the North
//!   American abbreviations, and after one of those or a time, a signed offset.
//! - A string that begins in the specified format but goes on otherwise is
//!   read as loose from there on, unless it has come to the "T".

use super::algorithms::{make_date, make_day, make_time, time_clip};
use super::zone::LocalZone;
use crate::numeric::{CodeUnit, is_white_space};

/// `Date.parse(text)` (section 21.4.3.2): a time value, or NaN. Text without
/// an offset is local time, except for a date alone in the specified format.
pub fn parse<U: CodeUnit>(text: &[U], zone: &mut LocalZone) -> f64 {
    if let Some(time) = instant(text) {
        return time;
    }
    let mut scanner = Scanner { text, at: 0, ahead: Token::End };
    scanner.ahead = scanner.read();
    let mut parts = Parts::default();
    let finished = match specified_format(&mut scanner, &mut parts) {
        Progress::Done => Some(()),
        Progress::Loose(token) => loose_format(&mut scanner, &mut parts, token),
        Progress::Invalid => None,
    };
    match finished.and_then(|()| parts.resolve()) {
        Some((local, Some(offset))) => time_clip(local - offset),
        Some((local, None)) => time_clip(zone.utc(local)),
        None => f64::NAN,
    }
}

/// The short way for what programs write most, `YYYY-MM-DD` and `YYYY-MM-DDTHH:mm:ss[.sss]Z`, whose parts are at fixed places. None for
/// everything else, and where a part is out of range.
fn instant<U: CodeUnit>(text: &[U]) -> Option<f64> {
    /// `0` stands for a digit.
    const FORM: &[u8; 24] = b"0000-00-00T00:00:00.000Z";
    let with_time = match text.len() {
        10 => false,
        20 | 24 => true,
        _ => return None,
    };
    let mut digits = [0u32; 24];
    for (i, unit) in text.iter().enumerate() {
        let code = unit.code();
        let last = with_time && i + 1 == text.len();
        match if last { b'Z' } else { FORM[i] } {
            b'0' if (0x30..=0x39).contains(&code) => digits[i] = code - 0x30,
            symbol if symbol != b'0' && code == symbol as u32 => {}
            _ => return None,
        }
    }
    let number = |from: usize, to: usize| digits[from..to].iter().fold(0, |number, digit| number * 10 + digit);
    let (year, month, date) = (number(0, 4), number(5, 7), number(8, 10));
    let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
    if !(1..=12).contains(&month) || !(1..=31).contains(&date) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let day = make_day(year.into(), f64::from(month - 1), date.into());
    let time = hour * 3_600_000 + minute * 60_000 + second * 1000 + number(20, 23);
    Some(day * 86_400_000.0 + f64::from(time))
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// Decimal digits: the value of the first nine after leading zeros, and
    /// how many there are in all.
    Number {
        value: u32,
        digits: usize,
    },
    /// One of `:` `-` `+` `.` `)`.
    Symbol(u8),
    Word(Word),
    Space,
    /// Any other character, or text in parentheses.
    Other,
    End,
}

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// 1 to 12.
    Month(u32),
    /// Hours to add to those of a 12-hour clock.
    HalfDay(u32),
    /// Offset in hours.
    Zone {
        hours: i32,
        zulu: bool,
    },
    /// The T between date and time.
    TimeSeparator,
    Unknown,
}

impl Token {
    fn is_symbol(self, symbol: u8) -> bool {
        self == Token::Symbol(symbol)
    }

    /// The number, if it is written with exactly that many digits.
    fn fixed(self, digits: usize) -> Option<u32> {
        match self {
            Token::Number { value, digits: count } if count == digits => Some(value),
            _ => None,
        }
    }

    /// 1 or -1 for a plus or minus.
    fn sign(self) -> Option<i32> {
        match self {
            Token::Symbol(b'+') => Some(1),
            Token::Symbol(b'-') => Some(-1),
            _ => None,
        }
    }
}

/// Divides the text into tokens, one ahead.
struct Scanner<'a, U> {
    text: &'a [U],
    at: usize,
    ahead: Token,
}

impl<U: CodeUnit> Scanner<'_, U> {
    fn next(&mut self) -> Token {
        let token = self.ahead;
        self.ahead = self.read();
        token
    }

    /// Takes the next token if it is that symbol.
    fn skip(&mut self, symbol: u8) -> bool {
        let found = self.ahead.is_symbol(symbol);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next token if it is a number of exactly `digits` digits that
    /// lies in the range.
    fn fixed_in(&mut self, digits: usize, low: u32, high: u32) -> Option<u32> {
        let value = self.ahead.fixed(digits).filter(|value| (low..=high).contains(value))?;
        self.next();
        Some(value)
    }

    fn code(&self) -> Option<u32> {
        self.text.get(self.at).map(|unit| unit.code())
    }

    fn read(&mut self) -> Token {
        let Some(code) = self.code() else {
            return Token::End;
        };
        match code {
            0x30..=0x39 => self.number(),
            _ if is_white_space(code) => {
                self.at += 1;
                Token::Space
            }
            // Letters, and all above them in ASCII and beyond.
            0x41.. => self.word(),
            0x28 => {
                self.parentheses();
                Token::Other
            }
            0x3A | 0x2D | 0x2B | 0x2E | 0x29 => {
                self.at += 1;
                Token::Symbol(code as u8)
            }
            _ => {
                self.at += 1;
                Token::Other
            }
        }
    }

    fn number(&mut self) -> Token {
        let from = self.at;
        let (mut value, mut significant) = (0u32, 0);
        while let Some(code @ 0x30..=0x39) = self.code() {
            if (value > 0 || code > 0x30) && significant < 9 {
                value = value * 10 + (code - 0x30);
                significant += 1;
            }
            self.at += 1;
        }
        Token::Number { value, digits: self.at - from }
    }

    fn parentheses(&mut self) {
        let mut depth = 0u32;
        while let Some(code) = self.code() {
            match code {
                0x28 => depth += 1,
                0x29 => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn word(&mut self) -> Token {
        let mut prefix = [0u8; 3];
        let mut length = 0;
        while let Some(code) = self.code() {
            if code < 0x41 || is_white_space(code) {
                break;
            }
            if let Some(slot) = prefix.get_mut(length) {
                *slot = u8::try_from(code).map_or(0xFF, |byte| byte.to_ascii_lowercase());
            }
            length += 1;
            self.at += 1;
        }
        Token::Word(meaning(&prefix, length))
    }
}

/// Looks a word up by its first three letters; only months may go on.
fn meaning(prefix: &[u8; 3], length: usize) -> Word {
    const MONTHS: &[u8; 36] = b"janfebmaraprmayjunjulaugsepoctnovdec";
    if let Some(index) = MONTHS.chunks(3).position(|month| month == prefix) {
        return Word::Month(index as u32 + 1);
    }
    let zone = |hours| Word::Zone { hours, zulu: false };
    match &prefix[..length.min(3)] {
        _ if length > 3 => Word::Unknown,
        b"am" => Word::HalfDay(0),
        b"pm" => Word::HalfDay(12),
        b"ut" | b"utc" | b"gmt" => zone(0),
        b"z" => Word::Zone { hours: 0, zulu: true },
        b"est" => zone(-5),
        b"edt" => zone(-4),
        b"cst" => zone(-6),
        b"cdt" => zone(-5),
        b"mst" => zone(-7),
        b"mdt" => zone(-6),
        b"pst" => zone(-8),
        b"pdt" => zone(-7),
        b"t" => Word::TimeSeparator,
        _ => Word::Unknown,
    }
}

/// What has been found so far.
#[derive(Default)]
struct Parts {
    day: [i32; 3],
    day_count: usize,
    month_name: Option<u32>,
    /// The year comes first, and is what it says.
    specified: bool,
    /// Hour, minute, second, millisecond.
    time: [u32; 4],
    time_count: usize,
    half_day: Option<u32>,
    zone: Zone,
}

/// An offset that is being read: sign, hours, minutes.
#[derive(Default)]
struct Zone {
    sign: Option<i32>,
    hours: Option<u32>,
    minutes: Option<u32>,
}

impl Zone {
    fn set(&mut self, hours: i32) {
        self.sign = Some(if hours < 0 { -1 } else { 1 });
        self.hours = Some(hours.unsigned_abs());
        self.minutes = Some(0);
    }

    fn is_utc(&self) -> bool {
        self.hours == Some(0) && self.minutes == Some(0)
    }

    fn expects_minutes(&self) -> bool {
        self.hours.is_some() && self.minutes.is_none()
    }
}

impl Parts {
    fn add_day(&mut self, value: i32) -> Option<()> {
        *self.day.get_mut(self.day_count)? = value;
        self.day_count += 1;
        Some(())
    }

    fn add_time(&mut self, value: u32) -> Option<()> {
        *self.time.get_mut(self.time_count)? = value;
        self.time_count += 1;
        Some(())
    }

    /// Adds the last part of the time; the rest is 0. A part too many is
    /// ignored: "1:2:3:4.5" has its milliseconds before the point.
    fn end_time(&mut self, value: u32) {
        self.add_time(value);
        self.time_count = self.time.len();
    }

    /// Whether a bare number can be the next part of a time that has begun.
    fn expects_time(&self, value: u32) -> bool {
        match self.time_count {
            1 | 2 => value < 60,
            3 => value < 1000,
            _ => false,
        }
    }

    /// The local time in milliseconds, and the offset if there was one.
    fn resolve(&self) -> Option<(f64, Option<f64>)> {
        let (year, month, date) = self.resolve_day()?;
        let [mut hour, minute, second, millisecond] = self.time;
        if let Some(half) = self.half_day {
            if hour > 12 {
                return None;
            }
            hour = hour % 12 + half;
        }
        let valid = hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
        // Midnight at the end of a day.
        let midnight = (hour, minute, second, millisecond) == (24, 0, 0, 0);
        if !valid && !midnight {
            return None;
        }
        let day = make_day(f64::from(year), f64::from(month - 1), f64::from(date));
        let time = make_time(hour.into(), minute.into(), second.into(), f64::from(millisecond));
        let offset = match self.zone.sign {
            None => None,
            Some(sign) => {
                let hours = i64::from(self.zone.hours.unwrap_or(0));
                let minutes = i64::from(self.zone.minutes.unwrap_or(0));
                let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
                Some(f64::from(sign) * f64::from(seconds) * 1000.0)
            }
        };
        Some((make_date(day, time), offset))
    }

    /// Year, month from 1, and day of the month.
    fn resolve_day(&self) -> Option<(i32, i32, i32)> {
        if self.day_count == 0 {
            return None;
        }
        let is_day = |value: i32| (1..=31).contains(&value);
        let mut parts = [1; 3];
        parts[..self.day_count].copy_from_slice(&self.day[..self.day_count]);
        let [first, second, third] = parts;
        let (mut year, month, date) = match self.month_name {
            None if self.specified || !is_day(first) => (first, second, third),
            // Without a year, 2001.
            None => (third, first, second),
            Some(month) if !is_day(first) => (first, month as i32, second),
            Some(month) => (second, month as i32, first),
        };
        if !self.specified {
            match year {
                0..=49 => year += 2000,
                50..=99 => year += 1900,
                _ => {}
            }
        }
        ((1..=12).contains(&month) && is_day(date)).then_some((year, month, date))
    }
}

/// How far the specified format got.
enum Progress {
    Done,
    /// The rest, from this token on, has to be read as loose.
    Loose(Token),
    Invalid,
}

/// `[+-YY]YYYY[-MM[-DD]][THH:mm[:ss[.sss]][Z|±hh[:]mm]]`.
fn specified_format<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts) -> Progress {
    if let Some(sign) = scanner.ahead.sign() {
        let token = scanner.next();
        let Some(year) = scanner.fixed_in(6, 0, 999_999) else {
            return Progress::Loose(token);
        };
        // There is no year -0.
        if sign < 0 && year == 0 {
            return Progress::Loose(token);
        }
        parts.add_day(sign * year as i32);
    } else {
        match scanner.fixed_in(4, 0, 9999) {
            Some(year) => parts.add_day(year as i32),
            None => return Progress::Loose(scanner.next()),
        };
    }
    for high in [12, 31] {
        if !scanner.skip(b'-') {
            break;
        }
        match scanner.fixed_in(2, 1, high) {
            Some(part) => parts.add_day(part as i32),
            None => return Progress::Loose(scanner.next()),
        };
    }
    match scanner.ahead {
        Token::End => parts.zone.set(0),
        Token::Word(Word::TimeSeparator) => {
            scanner.next();
            if specified_time(scanner, parts).is_none() {
                return Progress::Invalid;
            }
        }
        _ => return Progress::Loose(scanner.next()),
    }
    parts.specified = true;
    Progress::Done
}

/// What follows the "T", up to the end of the text.
fn specified_time<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts) -> Option<()> {
    let hour = scanner.fixed_in(2, 0, 24)?;
    // Only midnight has an hour 24.
    let highest = if hour == 24 { 0 } else { 59 };
    parts.add_time(hour)?;
    if !scanner.skip(b':') {
        return None;
    }
    parts.add_time(scanner.fixed_in(2, 0, highest)?)?;
    if scanner.skip(b':') {
        parts.add_time(scanner.fixed_in(2, 0, highest)?)?;
        if scanner.skip(b'.') {
            let Token::Number { value, digits } = scanner.next() else {
                return None;
            };
            if hour == 24 && value > 0 {
                return None;
            }
            parts.add_time(milliseconds(value, digits))?;
        }
    }
    if let Some(sign) = scanner.ahead.sign() {
        scanner.next();
        let (hours, minutes) = match scanner.ahead.fixed(4) {
            Some(both) => {
                scanner.next();
                (both / 100, both % 100)
            }
            None => {
                let hours = scanner.fixed_in(2, 0, 23)?;
                if !scanner.skip(b':') {
                    return None;
                }
                (hours, scanner.fixed_in(2, 0, 59)?)
            }
        };
        if hours > 23 || minutes > 59 {
            return None;
        }
        parts.zone = Zone { sign: Some(sign), hours: Some(hours), minutes: Some(minutes) };
    } else if let Token::Word(Word::Zone { zulu: true, .. }) = scanner.ahead {
        scanner.next();
        parts.zone.set(0);
    }
    (scanner.ahead == Token::End).then_some(())
}

/// The first three digits of a fraction of a second. `value` holds nine
/// digits at most, without leading zeros.
fn milliseconds(value: u32, digits: usize) -> u32 {
    match digits {
        1 => value * 100,
        2 => value * 10,
        3 => value,
        _ => value / 10u32.pow(digits.min(9) as u32 - 3),
    }
}

/// Everything else. `token` is the first that has not been used.
fn loose_format<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts, mut token: Token) -> Option<()> {
    let mut seen_number = parts.day_count > 0;
    while token != Token::End {
        match token {
            Token::Number { value, .. } => {
                seen_number = true;
                loose_number(scanner, parts, value)?;
            }
            Token::Word(word) => loose_word(scanner, parts, word, seen_number)?,
            Token::Symbol(b'+' | b'-') if parts.zone.is_utc() || parts.time_count > 0 => {
                parts.zone.sign = token.sign();
                seen_number = true;
                loose_offset(scanner, parts)?;
            }
            // A stray sign or parenthesis is an error after a number.
            Token::Symbol(b'+' | b'-' | b')') if seen_number => return None,
            Token::Symbol(_) | Token::Space | Token::Other | Token::End => {}
        }
        token = scanner.next();
    }
    Some(())
}

/// A number: part of the time, of an offset, or of the date.
fn loose_number<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts, value: u32) -> Option<()> {
    if scanner.skip(b':') {
        if scanner.skip(b':') {
            // "n::" leaves the minutes out.
            if parts.time_count > 0 {
                return None;
            }
            parts.add_time(value)?;
            return parts.add_time(0);
        }
        parts.add_time(value)?;
        scanner.skip(b'.');
        return Some(());
    }
    if scanner.skip(b'.') && parts.expects_time(value) {
        parts.add_time(value)?;
        let Token::Number { value, digits } = scanner.next() else {
            return None;
        };
        parts.end_time(milliseconds(value, digits));
        return Some(());
    }
    if parts.zone.expects_minutes() && value < 60 {
        parts.zone.minutes = Some(value);
        return Some(());
    }
    if parts.expects_time(value) {
        parts.end_time(value);
        // A time may not run into what follows.
        return match scanner.ahead {
            Token::End | Token::Space | Token::Symbol(b'+' | b'-') => Some(()),
            Token::Word(Word::Zone { zulu: true, .. }) => Some(()),
            _ => None,
        };
    }
    // Nine digits at most, so that this fits.
    parts.add_day(value as i32)?;
    scanner.skip(b'-');
    Some(())
}

/// A word: a month, half of the day, a zone, or something before the first
/// number that is passed over.
fn loose_word<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts, word: Word, seen_number: bool) -> Option<()> {
    match word {
        Word::HalfDay(hours) if parts.time_count > 0 => parts.half_day = Some(hours),
        Word::Month(month) => {
            parts.month_name = Some(month);
            scanner.skip(b'-');
        }
        Word::Zone { hours, .. } if seen_number => parts.zone.set(hours),
        _ if seen_number || matches!(scanner.ahead, Token::Number { .. }) => return None,
        _ => {}
    }
    Some(())
}

/// What follows the sign of an offset: `h`, `hh`, `hmm`, `hhmm`, or `hh:`,
/// whose minutes come as the next number.
fn loose_offset<U: CodeUnit>(scanner: &mut Scanner<U>, parts: &mut Parts) -> Option<()> {
    let (mut value, mut digits) = (0, 0);
    if let Token::Number { value: found, digits: count } = scanner.ahead {
        (value, digits) = (found, count);
        scanner.next();
    }
    let (hours, minutes) = if scanner.ahead.is_symbol(b':') {
        (value, None)
    } else {
        match digits {
            1 | 2 => (value, Some(0)),
            3 | 4 => (value / 100, Some(value % 100)),
            _ => return None,
        }
    };
    parts.zone.hours = Some(hours);
    parts.zone.minutes = minutes;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::utf16;

    /// What V8 makes of these in New York.
    #[rustfmt::skip]
    const VALID: &[(&str, i64)] = &[
        ("\u{A0}Jan\u{3000}1\n2000", 946_702_800_000),
        ("2000", 946_684_800_000),
        ("2000-01", 946_684_800_000),
        ("2000-01-01", 946_684_800_000),
        ("2000-02-29T12:34", 951_845_640_000),
        ("2000-02-29T12:34:56", 951_845_696_000),
        ("2000-02-29T12:34:56.7", 951_845_696_700),
        ("2000-02-29T12:34:56.789Z", 951_827_696_789),
        ("2000-02-29T12:34:56.789123Z", 951_827_696_789),
        ("2000-02-29T12:34:56+05:30", 951_807_896_000),
        ("2000-02-29T12:34:56-0530", 951_847_496_000),
        ("2000-02-29T24:00", 951_886_800_000),
        ("2000-02-29T24:00:00.000Z", 951_868_800_000),
        ("2000-02-29T12:34z", 951_827_640_000),
        ("2000-02-29t12:34Z", 951_827_640_000),
        ("2000-02-30", 951_868_800_000),
        ("2000-02-30T00:00Z", 951_868_800_000),
        ("+002000-01-01", 946_684_800_000),
        ("+275760-09-13T00:00:00.000Z", 8_640_000_000_000_000),
        ("-271821-04-20T00:00:00.000Z", -8_640_000_000_000_000),
        ("-000001-01-01T00:00:00Z", -62_198_755_200_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ("+2000-01-01", 946_702_800_000),
        ("02000-01-01", 946_702_800_000),
        ("2000-01-01 ", 946_702_800_000),
        ("2000-01-01 10:00", 946_738_800_000),
        ("2000-01-01 10:00Z", 946_720_800_000),
        ("2000-1-1", 946_702_800_000),
        ("2000-1-1 10:00", 946_738_800_000),
        ("2000/1/2", 946_789_200_000),
        ("2000/01/02 03:04:05", 946_800_245_000),
        ("1/2/2000", 946_789_200_000),
        ("1/2/00", 946_789_200_000),
        ("1/2/49", 2_493_176_400_000),
        ("1/2/50", -631_047_600_000),
        ("1/2/99", 915_253_200_000),
        ("1/2/100", -59_011_355_038_000),
        ("1/2", 978_411_600_000),
        ("1/2/2000 10:00 PM", 946_868_400_000),
        ("1/2/2000 12:00 AM", 946_789_200_000),
        ("1/2/2000 12:00 pm", 946_832_400_000),
        ("1/2/2000 0:30 AM", 946_791_000_000),
        ("1/2/2000, 10:00:00 PM", 946_868_400_000),
        ("Jan 1 2000", 946_702_800_000),
        ("Jan 1, 2000", 946_702_800_000),
        ("January 1, 2000 10:00", 946_738_800_000),
        ("1 January 2000", 946_702_800_000),
        ("1-Jan-2000", 946_702_800_000),
        ("Jan-1-2000", 946_702_800_000),
        ("2000 Jan 1", 946_702_800_000),
        ("Jan 2000", 946_702_800_000),
        ("Jan 1", 978_325_200_000),
        ("Janvier 1 2000", 946_702_800_000),
        ("Sat, 1 Jan 2000", 946_702_800_000),
        ("Saturday 1 Jan 2000 10:00", 946_738_800_000),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT+0200", -7_200_000),
        ("Thu Jan 01 1970 00:00:00 GMT+0100 (Central European Standard Time)", -3_600_000),
        ("Thu Jan 01 1970 00:00:00 GMT-0330", 12_600_000),
        ("Thu Jan 01 1970 00:00:00 UTC", 0),
        ("Thu Jan 01 1970 00:00:00 UT", 0),
        ("Thu Jan 01 1970 00:00:00 Z", 0),
        ("Thu Jan 01 1970 00:00:00 EST", 18_000_000),
        ("Thu Jan 01 1970 00:00:00 EDT", 14_400_000),
        ("Thu Jan 01 1970 00:00:00 CST", 21_600_000),
        ("Thu Jan 01 1970 00:00:00 PDT", 25_200_000),
        ("Thu Jan 01 1970 00:00:00 MST", 25_200_000),
        ("Thu Jan 01 1970 00:00:00 GMT-8", 28_800_000),
        ("Thu Jan 01 1970 00:00:00 GMT-08:30", 30_600_000),
        ("Thu Jan 01 1970 00:00:00 -500", 18_000_000),
        ("(comment) Jan 1 2000", 946_702_800_000),
        ("Jan 1 2000 (a (nested) one) 10:00", 946_738_800_000),
        ("Jan 1 2000 (unclosed", 946_702_800_000),
        ("1", 978_325_200_000),
        ("12", 1_007_182_800_000),
        ("32", 1_956_546_000_000),
        ("2001", 978_307_200_000),
        ("100", -59_011_441_438_000),
        ("0", 946_702_800_000),
        ("1 2 3", 1_041_483_600_000),
        ("2000-06-15 02:30:45.678", 961_050_645_678),
        ("Feb 30 2000", 951_886_800_000),
        ("Jan 1 2000 24:00", 946_789_200_000),
        ("Jan 1 2000 10:00:60", 946_738_800_000),
        ("Jan 1 2000 10:00:00.5", 946_738_800_500),
        ("Jan 1 2000 10::", 946_738_800_000),
        ("Jan 1 2000 1:2:3.4.5", 946_706_523_400),
        ("2026-03-08T02:30", 1_772_955_000_000),
        ("2026-11-01T01:30", 1_793_511_000_000),
        ("Mar 8 2026 02:30", 1_772_955_000_000),
        ("1.2.2000", 946_789_200_000),
        ("2000.1.2", 946_789_200_000),
        ("1-2-2000", 946_789_200_000),
        ("2000-01-01T00:00:00.0001Z", 946_684_800_000),
        ("Tue Nov 21 2026 10:00:00 GMT+0000 (Coordinated Universal Time)", 1_795_255_200_000),
        ("10:00 Jan 1 2000", 946_738_800_000),
        ("Jan 1 10:00 2000", 946_738_800_000),
        ("June 5 1:00 PM 2010", 1_275_757_200_000),
        ("2010-06-05 1:00 PM EST", 1_275_760_800_000),
        ("-1", 978_325_200_000),
        ("+1", 978_325_200_000),
        ("Jan 1 2000 10:00+1:30", 946_715_400_000),
        ("Jan 1 2000 10:00 +01:", 946_717_200_000),
    ];

    #[rustfmt::skip]
    const INVALID: &[&str] = &[
        "2000-02-29T24:00:01",
        "2000-02-29T25:00",
        "2000-02-29T12:60",
        "2000-02-29T12",
        "2000-02-29T12:34+24:00",
        "2000-02-32",
        "2000-13-01",
        "2000-00-01",
        "+275760-09-13T00:00:00.001Z",
        "-271821-04-19T23:59:59.999Z",
        "-000000-01-01T00:00:00Z",
        "-000000",
        "2000-01-01T00:00:00Zx",
        "2000-1-1T10:00",
        "13/2/2000",
        "31/12/1999",
        "1/2/2000 10:00PM",
        "1/2/2000 13:00 PM",
        "Foo 1 2000",
        "Thu Jan 01 -0001 00:00:00 GMT+0000",
        "Thu Jan 01 1970 00:00:00 CET",
        "Thu Jan 01 1970 00:00:00 -12345",
        "Jan 1 2000)",
        "Jan 1st 2000",
        "13",
        "1 2 3 4",
        "12:00",
        "",
        "   ",
        "foo",
        "Jan",
        "2000-06-15T10:00:00 PM",
        "Jan 32 2000",
        "Jan 1 2000 24:01",
        "J\u{E4}n 1 2000",
        "Jan 1 2000 10:00 Uhr",
        "20000101",
        "12/25/1995 +02:00",
        "T10:00",
    ];

    fn in_new_york(text: &str) -> f64 {
        let mut zone = LocalZone::named("America/New_York");
        let wide = parse(&utf16(text), &mut zone);
        if text.is_ascii() {
            let narrow = parse(text.as_bytes(), &mut zone);
            assert_eq!(narrow.to_bits(), wide.to_bits(), "{text:?}");
        }
        wide
    }

    #[test]
    fn reads_what_v8_reads() {
        for &(text, want) in VALID {
            assert_eq!(in_new_york(text), want as f64, "{text:?}");
        }
    }

    #[test]
    fn refuses_what_v8_refuses() {
        for text in INVALID {
            assert!(in_new_york(text).is_nan(), "{text:?} is {}", in_new_york(text));
        }
    }

    #[test]
    fn reads_its_own_output() {
        use crate::time::format::{to_iso_string, to_string, to_utc_string};
        let mut zone = LocalZone::named("Asia/Kolkata");
        for t in [0.0, -1_000.0, 1e12, 1_784_000_000_000.0, -55_000_000_000_000.0] {
            let mut texts = [String::new(), String::new(), String::new()];
            to_string(t, &mut zone, &mut texts[0]);
            to_utc_string(t, &mut texts[1]);
            assert!(to_iso_string(t, &mut texts[2]));
            // The offset before 1906 had seconds, which toString leaves out.
            let from = usize::from(t < -2e12);
            for text in &texts[from..] {
                assert_eq!(parse(text.as_bytes(), &mut zone), t, "{text}");
            }
        }
    }

    #[test]
    fn extreme_offsets_are_no_panic() {
        for text in ["1 Jan 2000 10:00 +999999999:59", "1 Jan 999999999", "1 Jan 2000 -999999999:"] {
            let _ = in_new_york(text);
        }
        assert!(in_new_york("1 Jan 2000 10:00 +999999999:59").is_nan());
    }
}
