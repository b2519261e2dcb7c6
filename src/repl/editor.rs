//! The line editor: history in the user's data folder, completion of global names, lines until a program is whole.

use super::input;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Helper};
use std::path::PathBuf;

const PROMPT: &str = "> ";
/// Entries of the history file.
const HISTORY: usize = 10_000;

/// What the user did.
pub enum Line {
    Text(String),
    /// Ctrl-C
    Dropped,
    /// Ctrl-D, or Ctrl-C twice in a row.
    End,
}

pub struct Editor {
    editor: rustyline::Editor<Names, FileHistory>,
    history: Option<PathBuf>,
    dropped: bool,
}

impl Editor {
    pub fn new() -> rustyline::Result<Editor> {
        let config = Config::builder().max_history_size(HISTORY)?.history_ignore_dups(true)?.build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Names(Vec::new())));
        let history = history_file();
        if let Some(path) = &history {
            // The first time there is none.
            let _ = editor.load_history(path);
        }
        Ok(Editor { editor, history, dropped: false })
    }

    /// What completion offers, sorted.
    pub fn set_names(&mut self, names: Vec<String>) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = names;
        }
    }

    /// The next program, or what the user did instead.
    pub fn read(&mut self) -> rustyline::Result<Line> {
        let dropped = std::mem::replace(&mut self.dropped, false);
        match self.editor.readline(PROMPT) {
            Ok(line) => {
                self.editor.add_history_entry(line.as_str())?;
                if let Some(path) = &self.history {
                    // A history that cannot be written is no reason to stop.
                    let _ = self.editor.append_history(path);
                }
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Interrupted) if dropped => Ok(Line::End),
            Err(ReadlineError::Interrupted) => {
                self.dropped = true;
                Ok(Line::Dropped)
            }
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(error),
        }
    }
}

/// The history file, in a folder that is made if need be.
fn history_file() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    let data = match std::env::var_os("XDG_DATA_HOME").filter(|v| !v.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None if cfg!(target_os = "macos") => home()?.join("Library/Application Support"),
        None => home()?.join(".local/share"),
    };
    let folder = data.join("tarsier");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Completes names, and asks for more lines where a program goes on.
struct Names(Vec<String>);

impl Helper for Names {}
impl Highlighter for Names {}
impl Hinter for Names {
    type Hint = String;
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let command = text.trim_start().starts_with('.');
        Ok(if !command && input::is_unfinished(text) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.0, &line[..at]))
    }
}

/// Where the word before the cursor begins, and the names that begin like it. A property's name is nothing that we know.
fn complete(names: &[String], before: &str) -> (usize, Vec<String>) {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let start = before.rfind(|c| !word(c)).map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
    let prefix = &before[start..];
    if prefix.is_empty() || before[..start].ends_with('.') {
        return (start, Vec::new());
    }
    (start, names.iter().filter(|name| name.starts_with(prefix)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed() {
        let names: Vec<String> = ["Array", "ArrayBuffer", "print"].map(String::from).into();
        let all = |text| complete(&names, text);
        assert_eq!(all("x = Arr"), (4, vec!["Array".into(), "ArrayBuffer".into()]));
        assert_eq!(all("pri"), (0, vec!["print".into()]));
        assert_eq!(all("ä(pr"), (3, vec!["print".into()]));
        assert_eq!(all("x.Arr").1, Vec::<String>::new());
        assert_eq!(all("").1, Vec::<String>::new());
    }
}
