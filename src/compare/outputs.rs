//! What the two versions print, compared before anything is measured: a version that does something else is no faster one.

use std::io::Read;

/// Bytes that are kept; what comes after counts in the fingerprint alone.
const KEPT: usize = 1 << 20;
/// Characters of a line that are shown.
const SHOWN: usize = 60;

/// What a process wrote to a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// The beginning.
    pub kept: Vec<u8>,
    pub length: u64,
    fingerprint: u64,
}

impl Output {
    /// Reads a stream to its end.
    pub fn read(stream: &mut dyn Read) -> Output {
        use std::hash::Hasher;
        let mut output = Output::default();
        let mut hasher = rustc_hash::FxHasher::default();
        let mut buffer = vec![0; 64 << 10];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => {
                    // By bytes: pieces may come in any size.
                    buffer[..n].iter().for_each(|&byte| hasher.write_u8(byte));
                    output.length += n as u64;
                    let room = KEPT.saturating_sub(output.kept.len());
                    output.kept.extend_from_slice(&buffer[..n.min(room)]);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        output.fingerprint = hasher.finish();
        output
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }

    /// The first line that says something.
    pub fn first_line(&self) -> Option<String> {
        let text = self.text();
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        Some(shown(line))
    }
}

fn shown(line: &str) -> String {
    let cut: String = line.chars().take(SHOWN).collect();
    if cut.len() < line.len() { format!("{cut}...") } else { cut }
}

/// How the outputs of two versions differ; None if they are the same.
pub fn difference(a: (&str, &Output), b: (&str, &Output)) -> Option<String> {
    let ((name_a, a), (name_b, b)) = (a, b);
    if a == b {
        return None;
    }
    let nothing = |name: &str, other: &str| Some(format!("the outputs differ: {name} prints nothing, {other} does"));
    if a.length == 0 {
        return nothing(name_a, name_b);
    }
    if b.length == 0 {
        return nothing(name_b, name_a);
    }
    let (text_a, text_b) = (a.text(), b.text());
    let (mut lines_a, mut lines_b) = (text_a.lines(), text_b.lines());
    for number in 1.. {
        let quoted =
            |line: Option<&str>| line.map_or("nothing".into(), |line| format!("'{}'", shown(line).escape_debug()));
        match (lines_a.next(), lines_b.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                return Some(format!(
                    "the outputs differ, first at line {number}: {name_a} prints {}, {name_b} {}",
                    quoted(a),
                    quoted(b)
                ));
            }
        }
    }
    Some(format!("the outputs differ: {} bytes of {name_a}'s, {} of {name_b}'s", a.length, b.length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        Output::read(&mut text.as_bytes())
    }

    fn told(a: &str, b: &str) -> Option<String> {
        difference(("a.js", &output(a)), ("b.js", &output(b)))
    }

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(told("1\n2\n", "1\n2\n"), None);
        let text = "the outputs differ, first at line 2: a.js prints '2', b.js 'x'";
        assert_eq!(told("1\n2\n3\n", "1\nx\n3\n").as_deref(), Some(text));
        let text = "the outputs differ, first at line 2: a.js prints '2', b.js nothing";
        assert_eq!(told("1\n2\n", "1\n").as_deref(), Some(text));
        assert_eq!(told("", "1\n").as_deref(), Some("the outputs differ: a.js prints nothing, b.js does"));
        assert_eq!(told("1", "1\n").as_deref(), Some("the outputs differ: 1 bytes of a.js's, 2 of b.js's"));
    }

    #[test]
    fn what_is_long_is_told_apart_at_its_end() {
        let long = "x".repeat(KEPT + 10);
        let (a, b) = (output(&format!("{long}a")), output(&format!("{long}b")));
        assert!(a != b && a.kept.len() == KEPT && difference(("a", &a), ("b", &b)).is_some());
    }

    #[test]
    fn first_lines() {
        assert_eq!(output("\n  Error: x\n    at y\n").first_line().as_deref(), Some("Error: x"));
        assert_eq!(output(" \n").first_line(), None);
    }
}
