//! What a driver script tells the runner: lines of tab-separated fields that begin with
//! [`MARK`], between whatever else the benchmark prints. Nothing an engine writes makes the
//! reader fail; lines it cannot read are kept as errors.
//!
//! ```text
//! @benches  result  NAME  NUMBER     a score that Octane's framework reported
//! @benches  error   NAME  MESSAGE    a benchmark that threw or failed its own check
//! @benches  time    NUMBER           milliseconds inside the script
//! @benches  done                     the driver ran to its end
//! ```

/// The first field of every line that is meant for the runner.
pub const MARK: &str = "@benches";

/// Everything that one process told the runner.
#[derive(Debug, Default, PartialEq)]
pub struct Report {
    /// Name and score, in the order they came.
    pub results: Vec<(String, f64)>,
    /// Milliseconds inside the script.
    pub time: Option<f64>,
    /// What went wrong inside the script, one line each.
    pub errors: Vec<String>,
    /// The driver ran to its end.
    pub done: bool,
}

/// True for a line that [`Report::read`] wants to see.
pub fn is_marked(line: &str) -> bool {
    line.strip_prefix(MARK).is_some_and(|rest| rest.starts_with('\t'))
}

impl Report {
    /// Reads all marked lines and passes over the others.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Report {
        let mut report = Report::default();
        for line in lines {
            let line = line.trim_end_matches(['\r', '\n']);
            if !is_marked(line) {
                continue;
            }
            let fields: Vec<&str> = line.splitn(4, '\t').collect();
            match fields[1..] {
                ["result", name, number] => match number.trim().parse() {
                    Ok(number) => report.results.push((name.to_owned(), number)),
                    Err(_) => report.errors.push(format!("{name}: not a score: {number}")),
                },
                ["error", name, message] => report.errors.push(format!("{name}: {message}")),
                ["time", number] => match number.trim().parse() {
                    Ok(number) => report.time = Some(number),
                    Err(_) => report.errors.push(format!("not a time: {number}")),
                },
                ["done"] => report.done = true,
                _ => report.errors.push(format!("not understood: {line}")),
            }
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_marked_lines_between_others() {
        let report = Report::read([
            "### TIME: 12 ms",
            "@benches\tresult\tSplay\t5603.25",
            "noise @benches\tdone",
            "@benches\tresult\tSplayLatency\t1e4",
            "@benches\tdone\r",
        ]);
        assert_eq!(report.results, [("Splay".to_owned(), 5603.25), ("SplayLatency".to_owned(), 1e4)]);
        assert!(report.done && report.errors.is_empty() && report.time.is_none());
    }

    #[test]
    fn keeps_errors_with_their_text() {
        let report = Report::read(["@benches\terror\tRayTrace\tError: a\tb", "    at frame"]);
        assert_eq!(report.errors, ["RayTrace: Error: a\tb"]);
        assert!(!report.done);
    }

    #[test]
    fn reads_a_time() {
        assert_eq!(Report::read(["@benches\ttime\t 3.5 "]).time, Some(3.5));
        assert_eq!(Report::read(["@benchesx\ttime\t3.5"]).time, None);
    }

    #[test]
    fn what_is_no_number_becomes_an_error() {
        let report = Report::read(["@benches\tresult\tBox2D\tSkipped", "@benches\ttime\tundefined", "@benches\tnews"]);
        assert_eq!(report.errors.len(), 3);
        assert!(report.results.is_empty() && report.time.is_none());
    }
}
