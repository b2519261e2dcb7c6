//! One request's head, and whether it may be answered.
//!
//! What keeps others out: the address is the loopback one; the path begins with a random token; the Host is ours, so that no name of a stranger's that
//! leads to this machine is answered (DNS rebinding); an Origin, if there is one, is ours, and so is whatever the browser says of where the request
//! comes from (Sec-Fetch-Site). What changes something is a POST, for which all that holds, too.

use std::io::{self, Read};
use std::time::{Duration, Instant};

/// Bytes of a head at most.
const MOST: usize = 8 << 10;
/// Time to send it in.
const LONGEST: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Get,
    Post,
}

/// What is asked for, behind the token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub method: Method,
    pub path: String,
    pub query: String,
}

/// Why a request is not answered: a status and a line.
pub type Refusal = (u16, &'static str);

/// Reads a head. None: it broke off.
pub fn read(stream: &mut (impl Read + Timed)) -> Result<Option<String>, Refusal> {
    let end = Instant::now() + LONGEST;
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err((408, "the request takes too long"));
        }
        stream.limit(left);
        let count = match stream.read(&mut piece) {
            Ok(0) => return Ok(None),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Err((408, "the request takes too long"));
            }
            Err(_) => return Ok(None),
        };
        head.extend(&piece[..count]);
        if let Some(end) = head.windows(4).position(|w| w == b"\r\n\r\n") {
            if end > MOST {
                return Err((431, "the request's head is too large"));
            }
            head.truncate(end);
            return String::from_utf8(head).map(Some).map_err(|_| (400, "the request's head is no text"));
        }
        if head.len() > MOST {
            return Err((431, "the request's head is too large"));
        }
    }
}

/// Something that can be read from for so long.
pub trait Timed {
    fn limit(&mut self, longest: Duration);
}

impl Timed for std::net::TcpStream {
    fn limit(&mut self, longest: Duration) {
        // If it fails, the kernel's own limits hold.
        let _ = self.set_read_timeout(Some(longest));
    }
}

/// Takes a head apart; refuses what is not for whoever knows `token` at `port`.
pub fn parse(head: &str, port: u16, token: &str) -> Result<Request, Refusal> {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err((400, "no request"));
    };
    if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return Err((505, "this is HTTP/1.1"));
    }
    let method = match method {
        "GET" => Method::Get,
        "POST" => Method::Post,
        _ => return Err((405, "GET, and POST for buttons")),
    };
    let (mut hosts, mut has_body) = (0, false);
    for line in lines {
        let Some((name, value)) = line.split_once(':') else { return Err((400, "no header")) };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => {
                hosts += 1;
                if !is_ours(value, port) {
                    return Err((403, "another host"));
                }
            }
            "origin" if !value.strip_prefix("http://").is_some_and(|host| is_ours(host, port)) => {
                return Err((403, "another origin"));
            }
            "sec-fetch-site" if !matches!(value, "same-origin" | "none") => return Err((403, "another site")),
            "transfer-encoding" => has_body = true,
            "content-length" => has_body |= value != "0",
            _ => {}
        }
    }
    if hosts != 1 {
        return Err((400, "one host"));
    }
    if has_body {
        return Err((413, "no body is wanted"));
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let rest = path.strip_prefix('/').and_then(|path| path.split_once('/'));
    match rest {
        Some((given, rest)) if is_same(given, token) => {
            Ok(Request { method, path: rest.to_string(), query: query.to_string() })
        }
        _ => Err((404, "nothing here")),
    }
}

fn is_ours(host: &str, port: u16) -> bool {
    let Some((name, number)) = host.rsplit_once(':') else { return port == 80 && is_loopback(host) };
    is_loopback(name) && number == port.to_string()
}

fn is_loopback(name: &str) -> bool {
    name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")
}

/// In a time that does not tell where they differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str, headers: &[&str]) -> Result<Request, u16> {
        let head = [&[line], headers].concat().join("\r\n");
        parse(&head, 8080, "abc").map_err(|(status, _)| status)
    }

    #[test]
    fn who_knows_the_token_is_answered() {
        let host = "Host: 127.0.0.1:8080";
        let request = asked("GET /abc/save?from=1 HTTP/1.1", &[host]).expect("a request");
        assert_eq!((request.method, &*request.path, &*request.query), (Method::Get, "save", "from=1"));
        let headers = ["host: localhost:8080", "Origin: http://localhost:8080", "Sec-Fetch-Site: same-origin"];
        assert_eq!(asked("POST /abc/pause HTTP/1.1", &headers).map(|r| r.path), Ok("pause".into()));
        for (line, headers, status) in [
            ("GET / HTTP/1.1", &[host][..], 404),
            ("GET /abd/ HTTP/1.1", &[host], 404),
            ("GET /abc HTTP/1.1", &[host], 404),
            ("GET /abc/ HTTP/1.1", &["Host: evil.example:8080"], 403),
            ("GET /abc/ HTTP/1.1", &["Host: 127.0.0.1:8081"], 403),
            ("GET /abc/ HTTP/1.1", &["Host: 127.0.0.1"], 403),
            ("GET /abc/ HTTP/1.1", &[], 400),
            ("GET /abc/ HTTP/1.1", &[host, host], 400),
            ("GET /abc/ HTTP/1.1", &[host, "Origin: http://evil.example"], 403),
            ("GET /abc/ HTTP/1.1", &[host, "Origin: null"], 403),
            ("GET /abc/ HTTP/1.1", &[host, "Sec-Fetch-Site: cross-site"], 403),
            ("POST /abc/reset HTTP/1.1", &[host, "Content-Length: 5"], 413),
            ("PUT /abc/ HTTP/1.1", &[host], 405),
            ("GET /abc/", &[host], 400),
            ("GET /abc/ HTTP/2", &[host], 505),
            ("GET /abc/ HTTP/1.1", &[host, "nonsense"], 400),
        ] {
            assert_eq!(asked(line, headers), Err(status), "{line} {headers:?}");
        }
    }

    struct Text(io::Cursor<Vec<u8>>);

    impl Read for Text {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    impl Timed for Text {
        fn limit(&mut self, _: Duration) {}
    }

    #[test]
    fn heads_are_small() {
        let read = |text: String| read(&mut Text(io::Cursor::new(text.into_bytes())));
        assert_eq!(read("GET / HTTP/1.1\r\nA: b\r\n\r\nrest".into()), Ok(Some("GET / HTTP/1.1\r\nA: b".into())));
        assert_eq!(read("GET / HTTP/1.1\r\n".into()), Ok(None));
        assert_eq!(read(format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(1 << 20))).map_err(|e| e.0), Err(431));
    }
}
