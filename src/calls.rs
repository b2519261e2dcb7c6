//! `--trace-calls`: what the option asks for.

use profiler::Format;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tarsier::failure::describe_io;
use vm::calls::TraceCalls;

/// Bytes of the events that are kept, unless told otherwise.
const EVENTS_BYTES: u64 = 64 << 20;

/// What is traced, and where what is seen goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Time, too.
    pub is_timed: bool,
    pub folds_recursion: bool,
    /// Bytes for the last events.
    pub events: Option<u64>,
    /// A file of calls; its format by the extension.
    pub out: Option<PathBuf>,
    /// The call graph in it is to be whole.
    pub is_whole: bool,
}

/// The format of a file of calls. Here `.folded` and `.json` are those of calls.
fn format_of(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "folded" => Some(Format::CallsFolded),
        "dot" => Some(Format::CallsDot),
        "json" => Some(Format::ChromeTrace),
        _ => None,
    }
}

impl Wanted {
    /// Words, separated by commas: `counts`, `times` (unless told otherwise), `timeline`, `timeline:SIZE`, `fold`, `all`, or a file's name.
    ///
    /// # Errors
    /// What cannot be.
    pub fn parse(text: &str) -> Result<Wanted, String> {
        let mut wanted = Wanted { is_timed: true, folds_recursion: false, events: None, out: None, is_whole: false };
        for word in text.split(',').filter(|word| !word.is_empty()) {
            match word {
                "counts" => wanted.is_timed = false,
                "times" => wanted.is_timed = true,
                "timeline" => wanted.events = Some(EVENTS_BYTES),
                "fold" => wanted.folds_recursion = true,
                "all" => wanted.is_whole = true,
                _ => match word.strip_prefix("timeline:") {
                    Some(size) => wanted.events = Some(crate::cli::parse_size(size)? as u64),
                    None if word.contains('.') || word.contains('/') => {
                        let path = PathBuf::from(word);
                        if format_of(&path).is_none() {
                            return Err(format!("'{word}' is no .folded, .dot or .json file"));
                        }
                        if wanted.out.replace(path).is_some() {
                            return Err("calls can go into one file; `tarsier report` makes others of a .tprof".into());
                        }
                    }
                    None => {
                        return Err(format!(
                            "'{word}' is none of counts, times, timeline, fold and all, and no file's name with its extension"
                        ));
                    }
                },
            }
        }
        if wanted.is_whole && wanted.format() != Some(Format::CallsDot) {
            return Err("all is for a .dot file: others have everything".into());
        }
        match wanted.events {
            Some(_) if !wanted.is_timed => Err("a timeline needs times: counts alone have none".into()),
            _ => Ok(wanted),
        }
    }

    fn format(&self) -> Option<Format> {
        self.out.as_deref().and_then(format_of)
    }

    /// The file of calls, and what it is to hold.
    pub fn output(&self) -> Option<(PathBuf, Format)> {
        let format = match self.format()? {
            Format::CallsDot if self.is_whole => Format::CallsDotAll,
            format => format,
        };
        Some((self.out.clone()?, format))
    }

    /// What the VM is to trace, but for events.
    pub fn traced(&self) -> TraceCalls {
        TraceCalls { is_timed: self.is_timed, folds_recursion: self.folds_recursion, events: None }
    }

    /// A file for events, if they are wanted, and its size. It has no name: it goes with the process.
    ///
    /// # Errors
    /// A message, where there is no room for it.
    pub fn events(&self) -> Result<Option<(Arc<File>, u64)>, String> {
        let Some(bytes) = self.events else { return Ok(None) };
        let file = tempfile::tempfile().map_err(|e| format!("no file for events: {}", describe_io(&e)))?;
        Ok(Some((Arc::new(file), bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_traced() {
        let wanted = Wanted::parse("").unwrap();
        assert!(wanted.is_timed && wanted.out.is_none() && wanted.events.is_none());
        let wanted = Wanted::parse("counts,fold,a/b.dot").unwrap();
        assert!(!wanted.is_timed && wanted.folds_recursion);
        assert_eq!(wanted.output(), Some(("a/b.dot".into(), Format::CallsDot)));
        assert_eq!(Wanted::parse("all,x.dot").unwrap().output(), Some(("x.dot".into(), Format::CallsDotAll)));
        assert_eq!(Wanted::parse("x.json").unwrap().output(), Some(("x.json".into(), Format::ChromeTrace)));
        assert_eq!(Wanted::parse("./x.folded").unwrap().output(), Some(("./x.folded".into(), Format::CallsFolded)));
        assert_eq!(Wanted::parse("timeline:1m").unwrap().events, Some(1 << 20));
        assert!(Wanted::parse("counts,timeline").is_err());
        for text in ["nothing", "x.csv", "a/b", "x.", ".json", "all", "all,x.json", "a.dot,b.dot", "timeline:lots"] {
            assert!(Wanted::parse(text).is_err(), "{text}");
        }
    }
}
