//! This side of the socket.

use super::target::Target;
use super::{GREETING, folder};
use profiler::live::Piece;
use serde::Deserialize;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};
use tarsier::failure::describe_io;

/// How long the program has to open its socket.
const OPEN: Duration = Duration::from_secs(5);
/// How long it has to end sampling.
const END: Duration = Duration::from_secs(2);
/// How often attaching is tried: the socket of clients before may just be taken away.
const ATTEMPTS: u32 = 4;

/// A connection to a program, which samples as long as it is there.
pub struct Client {
    stream: BufReader<UnixStream>,
    line: Vec<u8>,
    pub pid: i32,
}

/// What comes.
pub enum News {
    Piece(Box<Piece>),
    /// Nothing yet.
    Nothing,
    /// The program has ended, or has closed the connection.
    Gone,
}

#[derive(Deserialize)]
struct Failure {
    failure: String,
}

impl Client {
    /// Attaches.
    ///
    /// # Errors
    /// A line that says why that cannot be.
    pub fn attach(target: &Target) -> Result<Client, String> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            target.signal()?;
            let stream = connect(target)?;
            match greet(stream) {
                Ok(stream) => return Ok(Client { stream, line: Vec::new(), pid: target.pid }),
                Err(error) => last = Some(error),
            }
        }
        let why = last.map_or_else(String::new, |error| format!(": {}", describe_io(&error)));
        Err(format!("process {} does not let anybody attach{why}", target.pid))
    }

    /// Waits for the next piece, so long.
    ///
    /// # Errors
    /// The program says that it cannot be sampled, or what it sends is no piece.
    pub fn next(&mut self, longest: Duration) -> Result<News, String> {
        let broken = |error: io::Error| format!("the connection broke: {}", describe_io(&error));
        self.stream.get_ref().set_read_timeout(Some(longest.max(Duration::from_millis(1)))).map_err(broken)?;
        match self.stream.read_until(b'\n', &mut self.line) {
            Ok(0) => return Ok(News::Gone),
            Ok(_) => {}
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
            {
                return Ok(News::Nothing);
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(News::Gone),
            Err(error) => return Err(broken(error)),
        }
        let line = std::mem::take(&mut self.line);
        if line == b"{}\n" {
            return Ok(News::Nothing);
        }
        if let Ok(Failure { failure }) = serde_json::from_slice(&line) {
            return Err(format!("cannot sample process {}: {failure}", self.pid));
        }
        let piece = serde_json::from_slice(&line);
        piece.map(|piece| News::Piece(Box::new(piece))).map_err(|error| format!("the program says nonsense: {error}"))
    }

    /// Leaves: returns when the program is as it was before, or does not answer.
    pub fn detach(mut self) {
        let stream = self.stream.get_ref();
        if stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        let end = Instant::now() + END;
        while Instant::now() < end {
            let _ = self.stream.get_ref().set_read_timeout(Some(Duration::from_millis(200)));
            match self.stream.fill_buf().map(<[u8]>::len) {
                Ok(0) => return,
                Ok(count) => self.stream.consume(count),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(_) => return,
            }
        }
    }
}

fn connect(target: &Target) -> Result<UnixStream, String> {
    let end = Instant::now() + OPEN;
    let mut asked = Instant::now();
    loop {
        match UnixStream::connect(&target.socket) {
            Ok(stream) => {
                let folder = target.socket.parent().ok_or("no folder")?;
                folder::check(folder).map_err(|error| error.to_string())?;
                let (_, pid) = folder::peer(&stream).map_err(|error| describe_io(&error))?;
                if pid != target.pid {
                    return Err(format!("the socket of process {} is another's", target.pid));
                }
                return Ok(stream);
            }
            Err(error) if Instant::now() >= end => {
                return Err(format!("process {} does not answer: {}", target.pid, describe_io(&error)));
            }
            Err(_) if asked.elapsed() > Duration::from_secs(1) => {
                // It may have ended meanwhile.
                target.signal()?;
                asked = Instant::now();
            }
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn greet(stream: UnixStream) -> io::Result<BufReader<UnixStream>> {
    stream.set_read_timeout(Some(OPEN))?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line)?;
    match line.as_str() {
        GREETING => Ok(stream),
        "" => Err(ErrorKind::ConnectionReset.into()),
        _ => Err(io::Error::other("it is of another version")),
    }
}
