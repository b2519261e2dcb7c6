//! `--trace-calls`: what the option asks for.

use crate::failure::describe_io;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
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
}

impl Wanted {
    /// Words, separated by commas: `counts`, `times` (unless told otherwise), `timeline`, `timeline:SIZE`, `fold`, or a file's name.
    ///
    /// # Errors
    /// What cannot be.
    pub fn parse(text: &str) -> Result<Wanted, String> {
        let mut wanted = Wanted { is_timed: true, folds_recursion: false, events: None, out: None };
        for word in text.split(',').filter(|word| !word.is_empty()) {
            match word {
                "counts" => wanted.is_timed = false,
                "times" => wanted.is_timed = true,
                "timeline" => wanted.events = Some(EVENTS_BYTES),
                "fold" => wanted.folds_recursion = true,
                _ => match word.strip_prefix("timeline:") {
                    Some(size) => wanted.events = Some(crate::cli::parse_size(size)? as u64),
                    None if word.contains('.') || word.contains('/') => wanted.out = Some(word.into()),
                    None => {
                        return Err(format!(
                            "'{word}' is neither counts, times, timeline nor fold, nor a file's name with its extension"
                        ));
                    }
                },
            }
        }
        match wanted.events {
            Some(_) if !wanted.is_timed => Err("a timeline needs times: counts alone have none".into()),
            _ => Ok(wanted),
        }
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
        assert_eq!(wanted.out, Some("a/b.dot".into()));
        assert_eq!(Wanted::parse("timeline:1m").unwrap().events, Some(1 << 20));
        assert!(Wanted::parse("counts,timeline").is_err());
        assert!(Wanted::parse("nothing").is_err());
    }
}
