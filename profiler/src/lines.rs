//! Lines of source texts, as the VM counts them.

use vm::source::line_starts;

/// Where each line begins, in UTF-16 code units, and its text with its terminator.
pub fn lines(text: &str) -> Vec<(usize, &str)> {
    let starts = line_starts(text);
    let ends = starts[1..].iter().map(|&end| end as usize).chain([text.len()]);
    let mut at = 0;
    let with_text = |(&start, end): (&u32, usize)| {
        let line = &text[start as usize..end];
        let begins = at;
        at += line.encode_utf16().count();
        (begins, line)
    };
    starts.iter().zip(ends).map(with_text).collect()
}

/// The text of a 1-based line.
pub fn line(text: &str, number: u32) -> &str {
    lines(text).get((number as usize).wrapping_sub(1)).map_or("", |(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_vms() {
        let text = "a\u{1f600}\nb\r\nc\rd\u{2028}e\u{2029}\nf";
        let starts: Vec<usize> = lines(text).iter().map(|(start, _)| *start).collect();
        assert_eq!(starts, [0, 4, 7, 9, 11, 13, 14]);
        let source = vm::source::SourceText::new("a.js", text, 1);
        assert_eq!(source.line_count() as usize, starts.len());
        for number in 1..=source.line_count() {
            assert_eq!(line(text, number).trim_end(), source.line_text(number), "{number}");
        }
        assert_eq!((line(text, 0), line(text, 8), lines("").len()), ("", "", 1));
    }
}
