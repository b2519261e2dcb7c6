//! One line on standard error that tells how far a measurement is, if that is a terminal.

use std::io::{IsTerminal, Write};

/// The line.
pub struct Progress {
    is_shown: bool,
    /// Characters that stand there.
    width: usize,
}

impl Progress {
    pub fn new(quiet: bool) -> Progress {
        Progress { is_shown: !quiet && std::io::stderr().is_terminal(), width: 0 }
    }

    /// Shows a text in place of the one before.
    pub fn show(&mut self, text: &str) {
        if self.is_shown {
            let width = unicode_width::UnicodeWidthStr::width(text);
            // Spaces cover what is longer; nobody is left to tell if standard error is closed.
            let _ = write!(std::io::stderr(), "\r{text}{}", " ".repeat(self.width.saturating_sub(width)));
            let _ = std::io::stderr().flush();
            self.width = width;
        }
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(std::io::stderr(), "\r{}\r", " ".repeat(self.width));
            self.width = 0;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
