//! Says where two outputs part, in a few lines that can be read in a terminal.

use std::fmt::Write;

/// Lines before the first difference that a report repeats.
const CONTEXT: usize = 2;
/// Lines from the first difference on that a report shows of each side.
const SHOWN: usize = 4;
/// Characters of a line that a report shows.
const WIDTH: usize = 200;

/// `None` if both are equal, else the first differing line with its surroundings.
pub fn difference(expected: &[u8], actual: &[u8]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let expected_text = String::from_utf8_lossy(expected);
    let actual_text = String::from_utf8_lossy(actual);
    let expected: Vec<&str> = expected_text.split('\n').collect();
    let actual: Vec<&str> = actual_text.split('\n').collect();
    let first = expected
        .iter()
        .zip(&actual)
        .position(|(expected, actual)| expected != actual)
        .unwrap_or(expected.len().min(actual.len()));
    let mut report = format!(
        "first difference at line {} ({} lines expected, {} written)\n",
        first + 1,
        expected.len() - 1,
        actual.len() - 1
    );
    for line in &expected[first.saturating_sub(CONTEXT)..first] {
        show(&mut report, ' ', line);
    }
    for line in expected.iter().skip(first).take(SHOWN) {
        show(&mut report, '-', line);
    }
    for line in actual.iter().skip(first).take(SHOWN) {
        show(&mut report, '+', line);
    }
    Some(report.trim_end().to_owned())
}

fn show(report: &mut String, mark: char, line: &str) {
    let cut: String = line.chars().take(WIDTH).collect();
    let dots = if cut.len() < line.len() { " ..." } else { "" };
    writeln!(report, "  {mark} {}{dots}", cut.escape_debug()).expect("a string takes all that is written to it");
}

#[test]
fn a_difference_names_its_line() {
    assert_eq!(difference(b"a\nb\n", b"a\nb\n"), None);
    let report = difference(b"a\nb\nc\n", b"a\nb\nd\n").expect("they differ");
    assert!(report.starts_with("first difference at line 3 (3 lines expected, 3 written)"), "{report}");
    assert!(report.contains("- c") && report.contains("+ d"), "{report}");
    let report = difference(b"a\nb\n", b"a\n").expect("one is shorter");
    assert!(report.starts_with("first difference at line 2 "), "{report}");
}
