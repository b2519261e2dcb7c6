//! Standard output, buffered, and standard error.
//!
//! What scripts print is gathered in a buffer of its own; it is written where somebody may be waiting for it: on a terminal after every line,
//! elsewhere if nothing was written for [`QUIET`], before anything goes to standard error or is read from standard input, before each turn of the
//! event loop, and at the end.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

const BUFFER: usize = 64 << 10;
/// Lines that come so long after others are written at once: a program that tells how far it is, in a pipe.
const QUIET: Duration = Duration::from_millis(50);

/// Where scripts print to. Clones share the buffer; another thread may flush it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Streams>>);

struct Streams {
    out: BufWriter<Box<dyn Write + Send>>,
    error: Box<dyn Write + Send>,
    /// Flush after every line.
    prompt: bool,
    /// When the buffer was last written.
    written: Instant,
    color: bool,
    failure: Option<io::Error>,
}

impl Output {
    /// The process's own streams.
    pub fn standard() -> Output {
        let terminal = io::stdout().is_terminal();
        let mut output = Streams::new(Box::new(io::stdout()), Box::new(io::stderr()));
        output.prompt = terminal;
        output.color = terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        Output(Arc::new(Mutex::new(output)))
    }

    /// Streams of the embedding's.
    pub fn to(out: Box<dyn Write + Send>, error: Box<dyn Write + Send>) -> Output {
        Output(Arc::new(Mutex::new(Streams::new(out, error))))
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Values are shown in colour.
    pub fn has_color(&self) -> bool {
        self.streams().color
    }

    /// Writes a line to standard output. False once nothing can be written any more.
    pub fn line(&self, text: &str) -> bool {
        self.write(&[text.as_bytes(), b"\n"])
    }

    /// Writes text to standard output as it is. False once nothing can be written any more.
    pub fn text(&self, text: &str) -> bool {
        self.write(&[text.as_bytes()])
    }

    /// Writes bytes to standard output as they are. False once nothing can be written any more.
    pub fn bytes(&self, bytes: &[u8]) -> bool {
        self.write(&[bytes])
    }

    /// Writes bytes to standard error, after what was printed before them.
    pub fn error_bytes(&self, bytes: &[u8]) {
        let mut streams = self.streams();
        streams.flush();
        // There is nobody to tell that standard error is gone.
        let _ = streams.error.write_all(bytes).and_then(|()| streams.error.flush());
    }

    fn write(&self, parts: &[&[u8]]) -> bool {
        let mut streams = self.streams();
        if streams.failure.is_some() {
            return false;
        }
        let written = parts.iter().try_for_each(|part| streams.out.write_all(part));
        let good = streams.note(written);
        if streams.prompt || streams.written.elapsed() > QUIET {
            streams.flush();
        }
        good && streams.failure.is_none()
    }

    /// Writes a line to standard error, after what was printed before it.
    pub fn error_line(&self, text: &str) {
        let mut streams = self.streams();
        streams.flush();
        // There is nobody to tell that standard error is gone.
        let _ = streams.error.write_all(format!("{text}\n").as_bytes()).and_then(|()| streams.error.flush());
    }

    /// Writes what is in the buffer.
    pub fn flush(&self) {
        self.streams().flush();
    }

    /// As [`Output::flush`], unless another thread is at it.
    pub fn flush_if_free(&self) {
        match self.0.try_lock() {
            Ok(mut streams) => streams.flush(),
            Err(TryLockError::Poisoned(streams)) => streams.into_inner().flush(),
            Err(TryLockError::WouldBlock) => {}
        }
    }

    /// Why nothing can be written to standard output any more; returned once.
    pub fn failure(&self) -> Option<io::Error> {
        self.streams().failure.take()
    }
}

impl Streams {
    fn new(out: Box<dyn Write + Send>, error: Box<dyn Write + Send>) -> Streams {
        Streams {
            out: BufWriter::with_capacity(BUFFER, out),
            error,
            prompt: false,
            written: Instant::now(),
            color: false,
            failure: None,
        }
    }

    fn note(&mut self, written: io::Result<()>) -> bool {
        let good = written.is_ok();
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
        good
    }

    fn flush(&mut self) {
        if self.failure.is_none() {
            let flushed = self.out.flush();
            self.written = Instant::now();
            self.note(flushed);
        }
    }
}

/// A line on standard error, for those without an [`Output`]; never fails.
pub fn complain(text: &str) {
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A stream whose content can be looked at.
    #[derive(Clone, Default)]
    pub struct Capture(Arc<Mutex<Vec<u8>>>);

    impl Capture {
        pub fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("not poisoned").clone()).expect("UTF-8")
        }
    }

    impl Write for Capture {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_wait_until_they_must_be_seen() {
        let (out, error) = (Capture::default(), Capture::default());
        let output = Output::to(Box::new(out.clone()), Box::new(error.clone()));
        assert!(output.line("a") && output.text("b"));
        assert_eq!(out.text(), "");
        output.error_line("e");
        assert_eq!((out.text().as_str(), error.text().as_str()), ("a\nb", "e\n"));
        assert!(output.line(&"x".repeat(BUFFER)));
        output.flush_if_free();
        assert_eq!(out.text().len(), 4 + BUFFER);
        assert!(output.failure().is_none());
    }

    #[test]
    fn lines_after_a_while_are_written_at_once() {
        let out = Capture::default();
        let output = Output::to(Box::new(out.clone()), Box::new(Capture::default()));
        output.streams().written -= QUIET * 2;
        assert!(output.line("a") && output.line("b"));
        assert_eq!(out.text(), "a\n");
    }

    #[test]
    fn a_full_disk_is_noticed() {
        let output = Output::to(Box::new(Full), Box::new(Capture::default()));
        assert!(output.line("a"));
        output.flush();
        assert!(!output.line("b"));
        assert_eq!(output.failure().map(|e| e.kind()), Some(io::ErrorKind::StorageFull));
    }
}
