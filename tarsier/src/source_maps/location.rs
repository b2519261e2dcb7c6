//! Names in maps: where a map is, and which files it is about. They are URLs, relative to the map's.

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use std::path::{Component, Path, PathBuf};

/// Maps larger than this are not read.
const MOST_BYTES: u64 = 1 << 30;

/// What a URL names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A path, absolute or relative to the working folder.
    File(PathBuf),
    /// A `data:` URL without its scheme, and the name of the text that it stands in.
    Data(String, String),
    /// Something that only others can read: `webpack:`, `https:`.
    Elsewhere(String),
}

impl Location {
    /// What `url` names in a file or map called `base`.
    pub fn of(base: &str, url: &str) -> Location {
        if let Some(data) = strip_scheme(url, "data") {
            return Location::Data(data.to_string(), base.to_string());
        }
        if strip_scheme(url, "file").is_some() {
            let path = url::Url::parse(url).ok().and_then(|url| url.to_file_path().ok());
            return path.map_or_else(|| Location::Elsewhere(url.into()), Location::File);
        }
        if has_scheme(url) {
            return Location::Elsewhere(url.into());
        }
        if has_scheme(base) {
            // A file: URL as a text's name, or a map from elsewhere.
            return match url::Url::parse(base).and_then(|base| base.join(url)) {
                Ok(joined) => match joined.to_file_path() {
                    Ok(path) if joined.scheme() == "file" => Location::File(path),
                    _ => Location::Elsewhere(joined.into()),
                },
                Err(_) => Location::Elsewhere(url.into()),
            };
        }
        let folder = if base.starts_with(['<', '[']) { None } else { Path::new(base).parent() };
        let path = decoded(url);
        Location::File(clean(&folder.unwrap_or(Path::new("")).join(path)))
    }

    /// How people are shown it.
    pub fn shown(&self) -> String {
        match self {
            Location::File(path) => path.to_string_lossy().into_owned(),
            Location::Data(_, base) => base.clone(),
            Location::Elsewhere(url) => url.clone(),
        }
    }

    /// The bytes there, and what names in them are relative to. None if nothing is there, or nothing that can be read.
    ///
    /// # Errors
    /// What is wrong with what is there.
    pub fn read(self) -> Result<Option<(Vec<u8>, String)>, String> {
        match self {
            Location::Elsewhere(_) => Ok(None),
            Location::Data(data, base) => Ok(Some((decode_data(&data)?, base))),
            Location::File(path) => {
                // A device or a pipe may never end.
                let Some(found) = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file) else {
                    return Ok(None);
                };
                if found.len() > MOST_BYTES {
                    return Err(format!("{} is too large", path.display()));
                }
                Ok(std::fs::read(&path).ok().map(|bytes| (bytes, path.to_string_lossy().into_owned())))
            }
        }
    }

    /// The text of the file, if it can be read.
    pub fn text(&self) -> Option<String> {
        match self {
            Location::File(_) => String::from_utf8(self.clone().read().ok()??.0).ok(),
            _ => None,
        }
    }
}

fn strip_scheme<'a>(url: &'a str, scheme: &str) -> Option<&'a str> {
    let head = url.get(..scheme.len())?;
    if head.eq_ignore_ascii_case(scheme) { url[scheme.len()..].strip_prefix(':') } else { None }
}

/// Begins as a URL does; one letter is a drive of Windows.
fn has_scheme(name: &str) -> bool {
    let Some((scheme, _)) = name.split_once(':') else { return false };
    scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// A URL's path as a file's; what is no escape, or does not give UTF-8, stays.
fn decoded(url: &str) -> String {
    percent_decode_str(url).decode_utf8().map_or_else(|_| url.to_string(), std::borrow::Cow::into_owned)
}

/// Without `.`, and without `..` where there is something before it.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::RootDir)) => {}
            part => out.push(part),
        }
    }
    out
}

/// The content of a `data:` URL (RFC 2397), behind the scheme.
fn decode_data(data: &str) -> Result<Vec<u8>, String> {
    let Some((kind, body)) = data.split_once(',') else { return Err("its data: URL has no comma".into()) };
    let is_base64 = kind.rsplit(';').next().is_some_and(|last| last.trim().eq_ignore_ascii_case("base64"));
    let bytes: Vec<u8> = percent_decode_str(body).collect();
    if !is_base64 {
        return Ok(bytes);
    }
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoder = GeneralPurpose::new(&base64::alphabet::STANDARD, lenient);
    decoder.decode(&bytes).map_err(|error| format!("its data: URL is not valid base64 ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_map() {
        for (base, url, shown) in [
            ("out/a.js", "a.js.map", "out/a.js.map"),
            ("out/a.js.map", "../src/a.ts", "src/a.ts"),
            ("a.js", "../a.ts", "../a.ts"),
            ("/x/out/a.js", "../../../a.ts", "/a.ts"),
            ("/x/a.js", "./b/./c.ts", "/x/b/c.ts"),
            ("a.js", "/abs/a.ts", "/abs/a.ts"),
            ("a.js", "my%20file.ts", "my file.ts"),
            ("a.js", "100%.ts", "100%.ts"),
            ("a.js", "file:///x/a%20b.ts", "/x/a b.ts"),
            ("file:///x/out/a.js", "../a.ts", "/x/a.ts"),
            ("a.js", "webpack://app/./src/a.ts", "webpack://app/./src/a.ts"),
            ("https://x.org/out/a.js", "../a.ts", "https://x.org/a.ts"),
            ("<eval>", "a.ts", "a.ts"),
        ] {
            assert_eq!(Location::of(base, url).shown(), shown, "{base} {url}");
        }
    }

    #[test]
    fn data_urls() {
        let read = |url| {
            Location::of("a.js", url).read().map(|found| found.map(|(bytes, base)| (String::from_utf8(bytes), base)))
        };
        let found = |text: &str| Ok(Some((Ok(text.to_string()), "a.js".to_string())));
        assert_eq!(read("data:application/json;base64,e30="), found("{}"));
        assert_eq!(read("data:application/json;charset=utf-8;base64,e30"), found("{}"));
        assert_eq!(read("DATA:application/json,%7B%7D"), found("{}"));
        assert_eq!(read("data:,{}"), found("{}"));
        assert!(read("data:;base64,e").is_err());
        assert!(read("data:x").is_err());
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        for url in ["nothing.map", "https://example.org/a.map", "/dev/zero", "."] {
            assert_eq!(Location::of("/nonexistent/a.js", url).read(), Ok(None), "{url}");
        }
    }
}
