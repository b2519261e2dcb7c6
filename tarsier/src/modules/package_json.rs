//! `package.json`: what resolving needs of it, read once for each folder.
//!
//! The order of the keys of `exports` and `imports` decides, so these are kept as lists.

use super::error::ResolveError;
use rustc_hash::FxHashMap;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// A package's `type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PackageType {
    /// There is none, or it is neither of these.
    #[default]
    None,
    CommonJs,
    Module,
}

/// A value of an `exports` or `imports` map.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    Null,
    String(String),
    Array(Vec<Target>),
    /// In the order of the file; no key twice.
    Object(Vec<(String, Target)>),
    /// A number or a boolean, as text: never valid.
    Other(String),
}

/// A package's configuration.
#[derive(Debug, Default)]
pub struct PackageJson {
    /// The folder that it lies in.
    pub folder: String,
    pub name: Option<String>,
    pub main: Option<String>,
    pub kind: PackageType,
    /// None if it is missing or null.
    pub exports: Option<Target>,
    /// None if it is missing or no object.
    pub imports: Option<Vec<(String, Target)>>,
}

impl PackageJson {
    pub fn path(&self) -> String {
        join(&self.folder, "package.json")
    }
}

/// A name in a folder.
pub fn join(folder: &str, name: &str) -> String {
    if folder.ends_with('/') { format!("{folder}{name}") } else { format!("{folder}/{name}") }
}

/// The folder that a path lies in; None of the root.
pub fn parent(path: &str) -> Option<&str> {
    match path.trim_end_matches('/').rfind('/')? {
        0 if path.len() > 1 => Some("/"),
        0 => None,
        end => Some(&path[..end]),
    }
}

/// The packages that were looked for.
#[derive(Default)]
pub struct Packages {
    /// By folder, of those that have a package.json.
    known: RefCell<FxHashMap<String, Rc<PackageJson>>>,
    /// The package that a folder's files belong to, if there is one.
    scopes: RefCell<FxHashMap<String, Rc<PackageJson>>>,
}

impl Packages {
    /// The package.json in a folder.
    ///
    /// # Errors
    /// If it is no JSON object.
    pub fn read(&self, folder: &str) -> Result<Option<Rc<PackageJson>>, ResolveError> {
        if let Some(package) = self.known.borrow().get(folder) {
            return Ok(Some(package.clone()));
        }
        let path = join(folder, "package.json");
        let Ok(text) = std::fs::read(&path) else { return Ok(None) };
        let mut package = parse(&text).map_err(|error| ResolveError::invalid_package_config(&path, &error))?;
        package.folder = folder.into();
        let package = Rc::new(package);
        self.known.borrow_mut().insert(folder.into(), package.clone());
        Ok(Some(package))
    }

    /// The package that files of a folder belong to: the nearest package.json, not beyond a node_modules folder.
    ///
    /// # Errors
    /// If that is no JSON object.
    pub fn scope(&self, folder: &str) -> Result<Option<Rc<PackageJson>>, ResolveError> {
        if let Some(package) = self.scopes.borrow().get(folder) {
            return Ok(Some(package.clone()));
        }
        let mut at = folder;
        let found = loop {
            if at.ends_with("/node_modules") {
                break None;
            }
            if let Some(package) = self.read(at)? {
                break Some(package);
            }
            match parent(at) {
                Some(above) => at = above,
                None => break None,
            }
        };
        if let Some(package) = &found {
            self.scopes.borrow_mut().insert(folder.into(), package.clone());
        }
        Ok(found)
    }
}

fn parse(bytes: &[u8]) -> Result<PackageJson, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    serde_json::from_str::<PackageJson>(&text).map_err(|error| error.to_string())
}

impl<'de> Deserialize<'de> for PackageJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PackageJson, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = PackageJson;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PackageJson, A::Error> {
                let mut package = PackageJson::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "name" => package.name = text(map.next_value()?),
                        "main" => package.main = text(map.next_value()?),
                        "type" => {
                            package.kind = match text(map.next_value()?).as_deref() {
                                Some("module") => PackageType::Module,
                                Some("commonjs") => PackageType::CommonJs,
                                _ => PackageType::None,
                            }
                        }
                        "exports" => package.exports = Some(map.next_value()?).filter(|value| *value != Target::Null),
                        "imports" => {
                            package.imports = match map.next_value()? {
                                Target::Object(entries) => Some(entries),
                                _ => None,
                            }
                        }
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(package)
            }
        }
        fn text(value: Target) -> Option<String> {
            if let Target::String(text) = value { Some(text) } else { None }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Target, D::Error> {
        struct Values;
        impl<'de> Visitor<'de> for Values {
            type Value = Target;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E>(self) -> Result<Target, E> {
                Ok(Target::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Target, E> {
                Ok(Target::Other(value.to_string()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Target, E> {
                Ok(Target::Other(value.to_string()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Target, E> {
                Ok(Target::Other(value.to_string()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Target, E> {
                Ok(Target::Other(value.to_string()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Target, E> {
                Ok(Target::String(value.into()))
            }

            fn visit_string<E>(self, value: String) -> Result<Target, E> {
                Ok(Target::String(value))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Target, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Target::Array(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Target, A::Error> {
                let mut entries: Vec<(String, Target)> = Vec::new();
                let mut places = FxHashMap::default();
                while let Some((key, value)) = map.next_entry::<String, Target>()? {
                    // The last one wins, at the first one's place.
                    match places.get(&key) {
                        Some(&place) => entries[place as usize].1 = value,
                        None => {
                            places.insert(key.clone(), entries.len() as u32);
                            entries.push((key, value));
                        }
                    }
                }
                Ok(Target::Object(entries))
            }
        }
        deserializer.deserialize_any(Values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        let text = "\u{feff}{\"name\":\"a\",\"version\":\"1\",\"main\":7,\"type\":\"module\",\"files\":[{}],\
            \"exports\":{\"z\":1,\"b\":null,\"a\":[\"./x\",true],\"z\":\"./z\"},\"imports\":[]}";
        let package = parse(text.as_bytes()).expect("JSON");
        assert_eq!((package.name.as_deref(), package.main, package.kind), (Some("a"), None, PackageType::Module));
        let string = |text: &str| Target::String(text.into());
        let array = Target::Array(vec![string("./x"), Target::Other("true".into())]);
        let exports = vec![("z".into(), string("./z")), ("b".into(), Target::Null), ("a".into(), array)];
        assert_eq!(package.exports, Some(Target::Object(exports)));
        assert_eq!(package.imports, None);
        assert_eq!(parse(b"{\"exports\":null}").expect("JSON").exports, None);
        for wrong in ["", "[]", "7", "{", "{\"a\":}", "null"] {
            assert!(parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn folders() {
        assert_eq!((parent("/a/b"), parent("/a"), parent("/")), (Some("/a"), Some("/"), None));
        assert_eq!((join("/", "x"), join("/a", "x")), ("/x".into(), "/a/x".into()));
    }
}
