//! `Number.prototype.toString(radix)` for radices other than ten.
//!
//! ECMA-262 section 6.1.6.1.20 leaves the digits of a fraction to the
//! implementation. The choice that V8 made is the one that programs have come
//! to see, so it is followed digit for digit: stop as soon as the digits
//! written lie within half a unit in the last place of the number.

use super::DIGITS;

/// Appends the text of `x` in `radix` (2 to 36) to `out`. In radix 10 this is
/// `Number::toString`. The caller throws the RangeError for other radices.
pub fn to_string_radix(x: f64, radix: u32, out: &mut String) {
    if radix == 10 || !(2..=36).contains(&radix) || !x.is_finite() {
        super::format::push_number(x, out);
        return;
    }
    if x < 0.0 {
        out.push('-');
    }
    let magnitude = x.abs();
    if magnitude < 4294967296.0 && magnitude.trunc() == magnitude {
        push_integer(magnitude as u32, radix, out);
        return;
    }
    let mut whole = magnitude.floor();
    // A double below 2^53 has at most 52 + 1022 fraction bits, and no digit
    // settles less than one of them.
    let mut fraction = [0u8; 1100];
    let (length, carry) = fraction_digits(magnitude, whole, radix, &mut fraction);
    if carry {
        whole += 1.0;
    }
    push_whole(whole, radix, out);
    if length > 0 {
        out.push('.');
        out.extend(fraction[..length].iter().map(|&d| char::from(DIGITS[usize::from(d)])));
    }
}

/// Integers below 2^32, the usual case.
fn push_integer(mut value: u32, radix: u32, out: &mut String) {
    let mut text = [0u8; 32];
    let mut at = text.len();
    loop {
        at -= 1;
        text[at] = DIGITS[(value % radix) as usize];
        value /= radix;
        if value == 0 {
            break;
        }
    }
    out.extend(text[at..].iter().map(|&byte| char::from(byte)));
}

/// Writes the digits of the fraction: how many, and whether rounding up
/// carried into the integer part.
fn fraction_digits(magnitude: f64, whole: f64, radix: u32, digits: &mut [u8; 1100]) -> (usize, bool) {
    let base = f64::from(radix);
    let mut rest = magnitude - whole;
    // Half the distance to the next double, but never nothing.
    let mut tolerance = (0.5 * (magnitude.next_up() - magnitude)).max(f64::from_bits(1));
    let mut length = 0;
    if rest < tolerance {
        return (0, false);
    }
    loop {
        rest *= base;
        tolerance *= base;
        let digit = rest as u8;
        digits[length] = digit;
        length += 1;
        rest -= f64::from(digit);
        let above_half = rest > 0.5 || (rest == 0.5 && digit % 2 == 1);
        if above_half && rest + tolerance > 1.0 {
            // Round up; digits that overflow are dropped, not written as 0.
            while length > 0 {
                let last = &mut digits[length - 1];
                if u32::from(*last) + 1 < radix {
                    *last += 1;
                    return (length, false);
                }
                length -= 1;
            }
            return (0, true);
        }
        if rest < tolerance || length == digits.len() {
            return (length, false);
        }
    }
}

/// Appends the integer part. Far above 2^53 the low digits carry no
/// information and are written as zeros, one for each division whose result
/// still has a last bit that weighs more than one.
fn push_whole(mut whole: f64, radix: u32, out: &mut String) {
    let base = f64::from(radix);
    // 2^1024 in binary is the longest.
    let mut text = [0u8; 1100];
    let mut at = text.len();
    while whole / base >= 9007199254740992.0 {
        whole /= base;
        at -= 1;
        text[at] = b'0';
    }
    loop {
        let digit = whole % base;
        at -= 1;
        text[at] = DIGITS[digit as usize];
        whole = (whole - digit) / base;
        if whole <= 0.0 {
            break;
        }
    }
    out.extend(text[at..].iter().map(|&byte| char::from(byte)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_v8_prints() {
        for (x, radix, want) in [
            (0.0, 2, "0"),
            (-0.0, 16, "0"),
            (255.0, 16, "ff"),
            (-255.0, 2, "-11111111"),
            (4294967295.0, 36, "1z141z3"),
            (4294967296.0, 36, "1z141z4"),
            (0.5, 2, "0.1"),
            (0.1, 3, "0.0022002200220022002200220022002201"),
            (0.1, 2, "0.0001100110011001100110011001100110011001100110011001101"),
            (0.1, 16, "0.1999999999999a"),
            (-0.75, 8, "-0.6"),
            (std::f64::consts::PI, 36, "3.53i5ab8p5f"),
            (std::f64::consts::PI, 7, "3.066365143203613411"),
            (std::f64::consts::E, 12, "2.8752360698219b8"),
            (1e21, 36, "5v1j4f4ds7c000"),
            (1e21, 7, "5135235413265003022600000"),
            (9007199254740992.0, 3, "1121202011211211122211100012101112"),
            (1152921504606848000.0, 5, "34132411211412413323114000"),
            (1e-7, 16, "0.000001ad7f29abcaf48"),
            (
                5e-324,
                36,
                "0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003",
            ),
            (0.9999999999999999, 3, "0.222222222222222222222222222222222"),
            (123456789.98765433, 11, "63762a05.a9562799"),
            (
                f64::MAX,
                36,
                "1a1e4vngaiqo0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
            ),
            (
                -1e300,
                23,
                "-2eb07im6j8i290000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
            ),
            (0.000001, 32, "0.00011hnnk2qur38"),
            (0.3333333333333333, 3, "0.1"),
            (0.3333333333333333, 9, "0.3"),
            (35.99999999999999, 36, "z.zzzzzzzzz"),
            (f64::NAN, 2, "NaN"),
            (f64::NEG_INFINITY, 36, "-Infinity"),
            (1e21, 10, "1e+21"),
        ] {
            let mut out = String::new();
            to_string_radix(x, radix, &mut out);
            assert_eq!(out, want, "{x} in radix {radix}");
        }
    }
}
