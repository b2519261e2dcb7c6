//! URL records (https://url.spec.whatwg.org/#url-representation): their parts, their text, their setters.

use super::parser::{self, State};
use super::percent::{self, USERINFO};
use std::fmt::Write;

/// A URL by its parts, which are percent-encoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub scheme: String,
    pub username: String,
    pub password: String,
    /// As it is serialized.
    pub host: Option<String>,
    /// None for the scheme's default.
    pub port: Option<u16>,
    pub path: Path,
    pub query: Option<String>,
    pub fragment: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    Opaque(String),
    Segments(Vec<String>),
}

impl Default for Path {
    fn default() -> Path {
        Path::Segments(Vec::new())
    }
}

/// The default port of a special scheme; None for others and for file.
pub fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

pub fn is_special(scheme: &str) -> bool {
    scheme == "file" || default_port(scheme).is_some()
}

/// Where the parts are in a URL's text, in the order in which they are there. The text is ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    pub scheme_end: usize,
    pub username: [usize; 2],
    pub password: [usize; 2],
    pub host: [usize; 2],
    pub port: [usize; 2],
    pub path: [usize; 2],
    pub query_end: usize,
}

/// What a setter sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Protocol,
    Username,
    Password,
    Host,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
}

impl Record {
    /// The URL parser.
    pub fn parse(input: &str, base: Option<&Record>) -> Option<Record> {
        parser::parse(input, base)
    }

    pub fn is_special(&self) -> bool {
        is_special(&self.scheme)
    }

    pub fn has_opaque_path(&self) -> bool {
        matches!(self.path, Path::Opaque(_))
    }

    pub fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    fn cannot_have_credentials_or_port(&self) -> bool {
        self.scheme == "file" || self.host.as_ref().is_none_or(String::is_empty)
    }

    /// The segments of a path; none of an opaque one.
    pub fn segments(&mut self) -> &mut Vec<String> {
        if self.has_opaque_path() {
            self.path = Path::default();
        }
        match &mut self.path {
            Path::Segments(segments) => segments,
            Path::Opaque(_) => unreachable!("it was replaced"),
        }
    }

    /// The URL serializer, with where things are.
    pub fn serialize(&self) -> (String, Offsets) {
        let mut text = String::with_capacity(64);
        let mut at = Offsets::default();
        text.push_str(&self.scheme);
        at.scheme_end = text.len();
        text.push(':');
        if let Some(host) = &self.host {
            text.push_str("//");
            at.username[0] = text.len();
            text.push_str(&self.username);
            at.username[1] = text.len();
            at.password = [text.len(); 2];
            if !self.password.is_empty() {
                text.push(':');
                at.password[0] = text.len();
                text.push_str(&self.password);
                at.password[1] = text.len();
            }
            if self.includes_credentials() {
                text.push('@');
            }
            at.host[0] = text.len();
            text.push_str(host);
            at.host[1] = text.len();
            at.port = [text.len(); 2];
            if let Some(port) = self.port {
                // Writing to a String cannot fail.
                let _ = write!(text, ":{port}");
                at.port = [at.host[1] + 1, text.len()];
            }
        } else {
            let end = [text.len(); 2];
            (at.username, at.password, at.host, at.port) = (end, end, end, end);
        }
        if let Path::Segments(segments) = &self.path
            && self.host.is_none()
            && segments.len() > 1
            && segments[0].is_empty()
        {
            text.push_str("/.");
        }
        at.path[0] = text.len();
        match &self.path {
            Path::Opaque(path) => text.push_str(path),
            Path::Segments(segments) => {
                for segment in segments {
                    text.push('/');
                    text.push_str(segment);
                }
            }
        }
        at.path[1] = text.len();
        if let Some(query) = &self.query {
            text.push('?');
            text.push_str(query);
        }
        at.query_end = text.len();
        if let Some(fragment) = &self.fragment {
            text.push('#');
            text.push_str(fragment);
        }
        (text, at)
    }

    /// The serialization of the origin.
    pub fn origin(&self) -> String {
        match self.scheme.as_str() {
            "ftp" | "http" | "https" | "ws" | "wss" => {
                let host = self.host.as_deref().unwrap_or("");
                match self.port {
                    Some(port) => format!("{}://{host}:{port}", self.scheme),
                    None => format!("{}://{host}", self.scheme),
                }
            }
            "blob" => match &self.path {
                Path::Opaque(path) => match Record::parse(path, None) {
                    Some(inner) if matches!(inner.scheme.as_str(), "http" | "https") => inner.origin(),
                    _ => "null".into(),
                },
                Path::Segments(_) => "null".into(),
            },
            _ => "null".into(),
        }
    }

    /// A setter of the class URL. What it refuses changes nothing, or as much as the standard says.
    pub fn set(&mut self, part: Part, value: &str) {
        match part {
            Part::Protocol => self.reparse(&format!("{value}:"), State::SchemeStart),
            Part::Username | Part::Password if self.cannot_have_credentials_or_port() => {}
            Part::Username => self.username = percent::encode(value, USERINFO),
            Part::Password => self.password = percent::encode(value, USERINFO),
            Part::Host | Part::Hostname | Part::Pathname if self.has_opaque_path() => {}
            Part::Host => self.reparse(value, State::Host),
            Part::Hostname => self.reparse(value, State::Hostname),
            Part::Port if self.cannot_have_credentials_or_port() => {}
            Part::Port if value.is_empty() => self.port = None,
            Part::Port => self.reparse(value, State::Port),
            Part::Pathname => {
                self.path = Path::default();
                self.reparse(value, State::PathStart);
            }
            Part::Search if value.is_empty() => self.query = None,
            Part::Search => {
                self.query = Some(String::new());
                self.reparse(value.strip_prefix('?').unwrap_or(value), State::Query);
            }
            Part::Hash if value.is_empty() => self.fragment = None,
            Part::Hash => {
                self.fragment = Some(String::new());
                self.reparse(value.strip_prefix('#').unwrap_or(value), State::Fragment);
            }
        }
    }

    fn reparse(&mut self, value: &str, state: State) {
        // A failure leaves what was set before it.
        let _ = parser::parse_into(self, value, state);
    }
}
