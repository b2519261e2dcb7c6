//! Tests that are texts: files of cases, each a title behind `==`, an input, and behind `--` what is expected of it.
//!
//! `TARSIER_BLESS=1` writes what is found into the files.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One case of a file.
pub struct Case<'t> {
    pub title: &'t str,
    pub input: &'t str,
    expected: &'t str,
}

/// What comes before the first case, and the cases.
fn split(text: &str) -> (&str, Vec<&str>) {
    let mut parts = text.split("\n== ");
    (parts.next().unwrap_or(""), parts.collect())
}

fn read(text: &str) -> Result<Case<'_>, String> {
    let (title, rest) = text.split_once('\n').ok_or("a case is a title and an input")?;
    let (input, expected) = rest.split_once("\n--\n").ok_or("no line -- before what is expected")?;
    Ok(Case { title, input, expected })
}

/// Lines that are only in one of two texts, with the others around them.
pub fn difference(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    // The longest common subsequence of what is left from each pair of places.
    let mut common = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for k in (0..b.len()).rev() {
            common[i][k] = if a[i] == b[k] { common[i + 1][k + 1] + 1 } else { common[i + 1][k].max(common[i][k + 1]) };
        }
    }
    let (mut i, mut k, mut text) = (0, 0, String::new());
    while i < a.len() || k < b.len() {
        let (sign, line) = if i < a.len() && k < b.len() && a[i] == b[k] {
            (i, k) = (i + 1, k + 1);
            (' ', a[i - 1])
        } else if k == b.len() || i < a.len() && common[i + 1][k] >= common[i][k + 1] {
            i += 1;
            ('-', a[i - 1])
        } else {
            k += 1;
            ('+', b[k - 1])
        };
        let _ = writeln!(text, "{sign} {line}");
    }
    text
}

/// What is wrong with the cases of a file, and the file as it should be.
fn try_file(text: &str, run: &impl Fn(&Case<'_>) -> Result<String, String>) -> (Vec<String>, String) {
    let (head, cases) = split(text);
    let (mut errors, mut blessed) = (Vec::new(), head.to_string());
    for text in cases {
        let found = read(text).and_then(|case| Ok((run(&case)?, case)));
        let _ = match found {
            Ok((found, case)) => {
                let found = format!("\n{found}");
                if found.trim() != case.expected.trim() {
                    errors.push(format!("{}\n{}", case.title, difference(case.expected.trim(), found.trim())));
                }
                let before = text.split("\n--\n").next().unwrap_or("");
                write!(blessed, "\n== {before}\n--\n{}\n", found.trim_matches('\n'))
            }
            Err(error) => {
                errors.push(format!("{}: {error}", text.lines().next().unwrap_or("")));
                write!(blessed, "\n== {text}")
            }
        };
    }
    (errors, blessed)
}

/// Runs the cases of every file in a folder of the crate's that has the extension.
pub fn check_folder(folder: &str, extension: &str, run: impl Fn(&Case<'_>) -> Result<String, String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|its| its == extension));
    files.sort();
    assert!(!files.is_empty());
    let bless = std::env::var_os("TARSIER_BLESS").is_some();
    let mut errors = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let (wrong, blessed) = try_file(&text, &run);
        if bless && blessed != text {
            std::fs::write(&file, blessed).expect("it can be written");
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wrong.iter().for_each(|error| errors += &format!("\n{name}: {error}"));
    }
    assert!(bless || errors.is_empty(), "- is expected, + is found{errors}");
    assert!(errors.matches(": it is not").count() == 0, "{errors}");
}

#[test]
fn a_difference_is_shown_by_line() {
    assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d\n");
    let text = "; head\n\n== T\nab\n--\nab\n";
    let doubled = |case: &Case<'_>| Ok(case.input.repeat(2));
    let (errors, blessed) = try_file(text, &doubled);
    assert_eq!(errors, ["T\n- ab\n+ abab\n"]);
    assert!(try_file(&blessed, &doubled).0.is_empty());
}
