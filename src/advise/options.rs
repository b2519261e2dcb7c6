//! The command line of `tarsier advise`, and what `tarsier report --advise` shares with it.

use crate::compare::options::{StandardOutput, Words, parse_words};
use crate::document::Document;
use clap::{Args, Parser};
use profiler::advise::Gate;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The options.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "tarsier advise",
    bin_name = "tarsier advise",
    about = "Tells which lines the compilers dislike, what each costs, and what to write instead",
    override_usage = "tarsier advise [OPTIONS] PROGRAM.js [ARGS]",
    after_help = "Exit codes: the program's own; 2 usage or file; 5 --fail-on.",
    max_term_width = 120
)]
pub struct Advise {
    /// The program, and what it finds in scriptArgs
    #[arg(value_name = "PROGRAM", required = true, trailing_var_arg = true, hide = true)]
    pub program: Vec<OsString>,

    /// Options of the engine that runs the program (--with='--timeout=5 --max-heap=64m')
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = parse_words)]
    pub with: Option<Words>,

    /// Time between two samples
    #[arg(long, value_name = "TIME", default_value = "250us", value_parser = crate::cli::parse_interval)]
    pub prof_interval: Duration,

    /// Count executions as well, by JITProf's definitions; the program takes several times as long
    #[arg(long)]
    pub count: bool,

    /// What standard output gets
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: StandardOutput,

    #[command(flatten)]
    pub telling: Telling,
}

/// What is told, to whom.
#[derive(Args, Clone, Debug, Default)]
pub struct Telling {
    /// Where the advice goes, by the extension: .md, .json, .html (the whole report), .txt; may be given several times
    #[arg(long, value_name = "FILE", value_parser = parse_out)]
    pub out: Vec<PathBuf>,

    /// A pattern of your own (`profiler/ADVISE.md` is its interface); may be given several times
    #[arg(long, value_name = "FILE.js")]
    pub pattern: Vec<PathBuf>,

    /// Show what is below the line, too: what costs less than 0.5 % of the run, or could not be measured
    #[arg(long)]
    pub all: bool,

    /// Exit code 5 if a pattern is found (by its name), or a finding costs at least so many milliseconds (`20ms`)
    #[arg(long, value_name = "PATTERN|MS", value_parser = parse_gate)]
    pub fail_on: Vec<Gate>,
}

/// A file whose extension says what it is to hold.
pub fn parse_out(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_known = Document::of(&path).is_some_and(|document| document != Document::Svg);
    is_known.then_some(path).ok_or_else(|| format!("'{text}' is no .md, .json, .html or .txt file"))
}

/// A number is milliseconds, anything else a pattern's name.
pub fn parse_gate(text: &str) -> Result<Gate, String> {
    let digits = text.strip_suffix("ms").unwrap_or(text).trim();
    match digits.parse::<f64>() {
        Ok(ms) if ms >= 0.0 && ms.is_finite() => Ok(Gate::Cost(ms)),
        Ok(_) => Err(format!("'{text}' is no time; write 20ms")),
        Err(_) if text.is_empty() => Err("a pattern's name, or milliseconds".into()),
        Err(_) => Ok(Gate::Pattern(text.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_program_is_the_programs() {
        let parsed = Advise::try_parse_from(["advise", "--all", "a.js", "--all", "-x"]).expect("valid");
        assert!(parsed.telling.all);
        assert_eq!(parsed.program, ["a.js", "--all", "-x"]);
    }

    #[test]
    fn gates() {
        assert_eq!(parse_gate("20ms"), Ok(Gate::Cost(20.0)));
        assert_eq!(parse_gate("0.5"), Ok(Gate::Cost(0.5)));
        assert_eq!(parse_gate("deopt-loop"), Ok(Gate::Pattern("deopt-loop".into())));
        assert!(parse_gate("-1ms").is_err() && parse_gate("").is_err() && parse_gate("inf").is_err());
    }

    #[test]
    fn the_table_is_consistent() {
        use clap::CommandFactory;
        Advise::command().debug_assert();
    }
}
