//! The basic URL parser (https://url.spec.whatwg.org/#concept-basic-url-parser), state by state as the standard has it.

use super::host;
use super::percent::{self, C0_CONTROL, FRAGMENT, PATH, QUERY, SPECIAL_QUERY, USERINFO, encode_char};
use super::record::{Path, Record, default_port, is_special};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

/// A text that is no URL.
pub struct Failure;

/// What comes next.
enum Step {
    /// The next code point.
    Next,
    /// This one again, in another state.
    Again,
    Done,
}

pub fn parse(input: &str, base: Option<&Record>) -> Option<Record> {
    let input = input.trim_matches(|c: char| c <= ' ');
    let mut url = Record::default();
    run(&mut url, input, base, State::SchemeStart, false).ok()?;
    Some(url)
}

/// Parses a part of a URL, beginning in a state ("state override").
///
/// # Errors
/// When the part was refused; the record keeps what was good before that.
pub fn parse_into(url: &mut Record, input: &str, state: State) -> Result<(), Failure> {
    run(url, input, None, state, true)
}

fn run(url: &mut Record, input: &str, base: Option<&Record>, state: State, is_override: bool) -> Result<(), Failure> {
    let input: Vec<char> = input.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let start = is_override.then_some(state);
    let mut parser = Parser {
        url,
        input: &input,
        base,
        state,
        start,
        at: 0,
        buffer: String::new(),
        at_sign: false,
        brackets: false,
        password: false,
    };
    loop {
        let c = parser.input.get(parser.at).copied();
        match parser.step(c)? {
            Step::Done => return Ok(()),
            Step::Again => {}
            Step::Next if c.is_none() => return Ok(()),
            Step::Next => parser.at += 1,
        }
    }
}

struct Parser<'a> {
    url: &'a mut Record,
    input: &'a [char],
    base: Option<&'a Record>,
    state: State,
    /// The state override.
    start: Option<State>,
    at: usize,
    buffer: String,
    at_sign: bool,
    brackets: bool,
    password: bool,
}

fn is_windows_drive_letter(text: &[char]) -> bool {
    matches!(text, [letter, ':' | '|'] if letter.is_ascii_alphabetic())
}

fn is_normalized_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

fn is_double_dot(segment: &str) -> bool {
    ["..", ".%2e", "%2e.", "%2e%2e"].iter().any(|dots| segment.eq_ignore_ascii_case(dots))
}

/// Shorten a URL's path
fn shorten(url: &mut Record) {
    let is_file = url.scheme == "file";
    let segments = url.segments();
    if is_file && segments.len() == 1 && is_normalized_windows_drive_letter(&segments[0]) {
        return;
    }
    segments.pop();
}

impl Parser<'_> {
    fn remaining_starts_with(&self, c: char) -> bool {
        self.input.get(self.at + 1) == Some(&c)
    }

    /// "starts with a Windows drive letter"
    fn drive_letter_here(&self) -> bool {
        let rest = &self.input[self.at.min(self.input.len())..];
        rest.len() >= 2
            && is_windows_drive_letter(&rest[..2])
            && rest.get(2).is_none_or(|c| matches!(c, '/' | '\\' | '?' | '#'))
    }

    /// A slash, or what counts as one in a special URL.
    fn is_slash(&self, c: Option<char>) -> bool {
        c == Some('/') || (c == Some('\\') && self.url.is_special())
    }

    /// The end of an authority.
    fn ends_authority(&self, c: Option<char>) -> bool {
        matches!(c, None | Some('/' | '?' | '#')) || self.is_slash(c)
    }

    fn go(&mut self, state: State) -> Result<Step, Failure> {
        self.state = state;
        Ok(Step::Next)
    }

    fn again(&mut self, state: State) -> Result<Step, Failure> {
        self.state = state;
        Ok(Step::Again)
    }

    fn begin_query(&mut self) -> Result<Step, Failure> {
        self.url.query = Some(String::new());
        self.go(State::Query)
    }

    fn begin_fragment(&mut self) -> Result<Step, Failure> {
        self.url.fragment = Some(String::new());
        self.go(State::Fragment)
    }

    fn copy_authority(&mut self, base: &Record) {
        self.url.username.clone_from(&base.username);
        self.url.password.clone_from(&base.password);
        self.url.host.clone_from(&base.host);
        self.url.port = base.port;
    }

    fn step(&mut self, c: Option<char>) -> Result<Step, Failure> {
        match self.state {
            State::SchemeStart => match c {
                Some(c) if c.is_ascii_alphabetic() => {
                    self.buffer.push(c.to_ascii_lowercase());
                    self.go(State::Scheme)
                }
                _ if self.start.is_none() => self.again(State::NoScheme),
                _ => Err(Failure),
            },
            State::Scheme => self.scheme(c),
            State::NoScheme => match self.base {
                None => Err(Failure),
                Some(base) if base.has_opaque_path() => {
                    if c != Some('#') {
                        return Err(Failure);
                    }
                    self.url.scheme.clone_from(&base.scheme);
                    self.url.path.clone_from(&base.path);
                    self.url.query.clone_from(&base.query);
                    self.begin_fragment()
                }
                Some(base) => self.again(if base.scheme == "file" { State::File } else { State::Relative }),
            },
            State::SpecialRelativeOrAuthority => {
                if c == Some('/') && self.remaining_starts_with('/') {
                    self.at += 1;
                    return self.go(State::SpecialAuthorityIgnoreSlashes);
                }
                self.again(State::Relative)
            }
            State::PathOrAuthority => {
                if c == Some('/') {
                    return self.go(State::Authority);
                }
                self.again(State::Path)
            }
            State::Relative => self.relative(c),
            State::RelativeSlash => {
                if self.url.is_special() && self.is_slash(c) {
                    return self.go(State::SpecialAuthorityIgnoreSlashes);
                }
                if c == Some('/') {
                    return self.go(State::Authority);
                }
                if let Some(base) = self.base {
                    self.copy_authority(base);
                }
                self.again(State::Path)
            }
            State::SpecialAuthoritySlashes => {
                if c == Some('/') && self.remaining_starts_with('/') {
                    self.at += 1;
                    return self.go(State::SpecialAuthorityIgnoreSlashes);
                }
                self.again(State::SpecialAuthorityIgnoreSlashes)
            }
            State::SpecialAuthorityIgnoreSlashes => {
                if matches!(c, Some('/' | '\\')) {
                    return Ok(Step::Next);
                }
                self.again(State::Authority)
            }
            State::Authority => self.authority(c),
            State::Host | State::Hostname => self.host(c),
            State::Port => self.port(c),
            State::File => self.file(c),
            State::FileSlash => {
                if matches!(c, Some('/' | '\\')) {
                    return self.go(State::FileHost);
                }
                if let Some(base) = self.base.filter(|base| base.scheme == "file") {
                    self.url.host.clone_from(&base.host);
                    if let Path::Segments(segments) = &base.path
                        && let Some(first) = segments.first()
                        && is_normalized_windows_drive_letter(first)
                        && !self.drive_letter_here()
                    {
                        self.url.segments().push(first.clone());
                    }
                }
                self.again(State::Path)
            }
            State::FileHost => self.file_host(c),
            State::PathStart => self.path_start(c),
            State::Path => self.path(c),
            State::OpaquePath => self.opaque_path(c),
            State::Query => self.query(c),
            State::Fragment => {
                if let Some(c) = c {
                    encode_char(c, FRAGMENT, self.url.fragment.get_or_insert_default());
                }
                Ok(Step::Next)
            }
        }
    }

    fn scheme(&mut self, c: Option<char>) -> Result<Step, Failure> {
        match c {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase());
                Ok(Step::Next)
            }
            Some(':') => {
                if self.start.is_some() {
                    let empty_host = self.url.host.as_ref().is_some_and(String::is_empty);
                    let has_authority = self.url.includes_credentials() || self.url.port.is_some();
                    if self.url.is_special() != is_special(&self.buffer)
                        || (has_authority && self.buffer == "file")
                        || (self.url.scheme == "file" && empty_host)
                    {
                        return Ok(Step::Done);
                    }
                }
                self.url.scheme = std::mem::take(&mut self.buffer);
                if self.start.is_some() {
                    if self.url.port == default_port(&self.url.scheme) {
                        self.url.port = None;
                    }
                    return Ok(Step::Done);
                }
                if self.url.scheme == "file" {
                    return self.go(State::File);
                }
                if self.url.is_special() {
                    let same = self.base.is_some_and(|base| base.scheme == self.url.scheme);
                    return self.go(if same {
                        State::SpecialRelativeOrAuthority
                    } else {
                        State::SpecialAuthoritySlashes
                    });
                }
                if self.remaining_starts_with('/') {
                    self.at += 1;
                    return self.go(State::PathOrAuthority);
                }
                self.url.path = Path::Opaque(String::new());
                self.go(State::OpaquePath)
            }
            _ if self.start.is_none() => {
                self.buffer.clear();
                self.at = 0;
                self.again(State::NoScheme)
            }
            _ => Err(Failure),
        }
    }

    fn relative(&mut self, c: Option<char>) -> Result<Step, Failure> {
        let Some(base) = self.base else { return Err(Failure) };
        self.url.scheme.clone_from(&base.scheme);
        if self.is_slash(c) {
            return self.go(State::RelativeSlash);
        }
        self.copy_authority(base);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            None => Ok(Step::Next),
            Some(_) => {
                self.url.query = None;
                shorten(self.url);
                self.again(State::Path)
            }
        }
    }

    fn authority(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if c == Some('@') {
            if self.at_sign {
                self.buffer.insert_str(0, "%40");
            }
            self.at_sign = true;
            for c in std::mem::take(&mut self.buffer).chars() {
                if c == ':' && !self.password {
                    self.password = true;
                    continue;
                }
                let part = if self.password { &mut self.url.password } else { &mut self.url.username };
                encode_char(c, USERINFO, part);
            }
            return Ok(Step::Next);
        }
        if !self.ends_authority(c) {
            self.buffer.extend(c);
            return Ok(Step::Next);
        }
        if self.at_sign && self.buffer.is_empty() {
            return Err(Failure);
        }
        self.at -= self.buffer.chars().count();
        self.buffer.clear();
        self.again(State::Host)
    }

    fn host(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if self.start.is_some() && self.url.scheme == "file" {
            return self.again(State::FileHost);
        }
        if c == Some(':') && !self.brackets {
            if self.buffer.is_empty() || self.start == Some(State::Hostname) {
                return Err(Failure);
            }
            self.take_host()?;
            return self.go(State::Port);
        }
        if self.ends_authority(c) {
            if self.buffer.is_empty()
                && (self.url.is_special()
                    || (self.start.is_some() && (self.url.includes_credentials() || self.url.port.is_some())))
            {
                return Err(Failure);
            }
            self.take_host()?;
            if self.start.is_some() {
                return Ok(Step::Done);
            }
            return self.again(State::PathStart);
        }
        match c {
            Some('[') => self.brackets = true,
            Some(']') => self.brackets = false,
            _ => {}
        }
        self.buffer.extend(c);
        Ok(Step::Next)
    }

    fn take_host(&mut self) -> Result<(), Failure> {
        self.url.host = Some(host::parse(&self.buffer, !self.url.is_special()).ok_or(Failure)?);
        self.buffer.clear();
        Ok(())
    }

    fn port(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if let Some(digit) = c.filter(char::is_ascii_digit) {
            self.buffer.push(digit);
            return Ok(Step::Next);
        }
        if !self.ends_authority(c) && self.start.is_none() {
            return Err(Failure);
        }
        if !self.buffer.is_empty() {
            let digits = self.buffer.trim_start_matches('0');
            let port = if digits.is_empty() { 0 } else { digits.parse::<u16>().map_err(|_| Failure)? };
            self.url.port = Some(port).filter(|_| default_port(&self.url.scheme) != Some(port));
            self.buffer.clear();
        }
        if self.start.is_some() {
            return Ok(Step::Done);
        }
        self.again(State::PathStart)
    }

    fn file(&mut self, c: Option<char>) -> Result<Step, Failure> {
        self.url.scheme = "file".into();
        self.url.host = Some(String::new());
        if matches!(c, Some('/' | '\\')) {
            return self.go(State::FileSlash);
        }
        let Some(base) = self.base.filter(|base| base.scheme == "file") else { return self.again(State::Path) };
        self.url.host.clone_from(&base.host);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            None => Ok(Step::Next),
            Some(_) => {
                self.url.query = None;
                if self.drive_letter_here() {
                    self.url.path = Path::default();
                } else {
                    shorten(self.url);
                }
                self.again(State::Path)
            }
        }
    }

    fn file_host(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if !matches!(c, None | Some('/' | '\\' | '?' | '#')) {
            self.buffer.extend(c);
            return Ok(Step::Next);
        }
        let letters: Vec<char> = self.buffer.chars().take(3).collect();
        if self.start.is_none() && is_windows_drive_letter(&letters) {
            // The buffer is the beginning of the path.
            return self.again(State::Path);
        }
        if self.buffer.is_empty() {
            self.url.host = Some(String::new());
        } else {
            self.take_host()?;
            if self.url.host.as_deref() == Some("localhost") {
                self.url.host = Some(String::new());
            }
        }
        if self.start.is_some() {
            return Ok(Step::Done);
        }
        self.again(State::PathStart)
    }

    fn path_start(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if self.url.is_special() {
            return if self.is_slash(c) { self.go(State::Path) } else { self.again(State::Path) };
        }
        match c {
            Some('?') if self.start.is_none() => self.begin_query(),
            Some('#') if self.start.is_none() => self.begin_fragment(),
            Some('/') => self.go(State::Path),
            Some(_) => self.again(State::Path),
            None => {
                if self.start.is_some() && self.url.host.is_none() {
                    self.url.segments().push(String::new());
                }
                Ok(Step::Next)
            }
        }
    }

    fn path(&mut self, c: Option<char>) -> Result<Step, Failure> {
        let is_slash = self.is_slash(c);
        let is_end = c.is_none() || (self.start.is_none() && matches!(c, Some('?' | '#')));
        if !is_slash && !is_end {
            if let Some(c) = c {
                encode_char(c, PATH, &mut self.buffer);
            }
            return Ok(Step::Next);
        }
        let mut segment = std::mem::take(&mut self.buffer);
        if is_double_dot(&segment) {
            shorten(self.url);
            if !is_slash {
                self.url.segments().push(String::new());
            }
        } else if is_single_dot(&segment) {
            if !is_slash {
                self.url.segments().push(String::new());
            }
        } else {
            let letters: Vec<char> = segment.chars().take(3).collect();
            if self.url.scheme == "file" && self.url.segments().is_empty() && is_windows_drive_letter(&letters) {
                segment.replace_range(1..2, ":");
            }
            self.url.segments().push(segment);
        }
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            _ => Ok(Step::Next),
        }
    }

    fn opaque_path(&mut self, c: Option<char>) -> Result<Step, Failure> {
        match c {
            Some('?') => return self.begin_query(),
            Some('#') => return self.begin_fragment(),
            _ => {}
        }
        let before_end = self.remaining_starts_with('?') || self.remaining_starts_with('#');
        if let (Some(c), Path::Opaque(path)) = (c, &mut self.url.path) {
            if c == ' ' && before_end {
                path.push_str("%20");
            } else {
                encode_char(c, C0_CONTROL, path);
            }
        }
        Ok(Step::Next)
    }

    fn query(&mut self, c: Option<char>) -> Result<Step, Failure> {
        if c.is_none() || (c == Some('#') && self.start.is_none()) {
            let set = if self.url.is_special() { SPECIAL_QUERY } else { QUERY };
            let encoded = percent::encode(&std::mem::take(&mut self.buffer), set);
            self.url.query.get_or_insert_default().push_str(&encoded);
            return if c.is_none() { Ok(Step::Next) } else { self.begin_fragment() };
        }
        self.buffer.extend(c);
        Ok(Step::Next)
    }
}
