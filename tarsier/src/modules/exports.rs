//! `exports` and `imports` maps: node's PACKAGE_EXPORTS_RESOLVE, PACKAGE_IMPORTS_RESOLVE and PACKAGE_TARGET_RESOLVE ("Resolution
//! Algorithm Specification" of its documentation of ES modules).

use super::error::ResolveError;
use super::package_json::{PackageJson, Target};
use super::resolve::{Location, Resolver};
use url::Url;

/// What stands in a map, resolved.
enum Outcome {
    Found(Location),
    /// No condition holds.
    Undefined,
    /// It says that there is nothing.
    Null,
}

/// One look into a map.
pub struct Lookup<'a> {
    pub resolver: &'a Resolver,
    pub package: &'a PackageJson,
    pub conditions: &'a [&'a str],
    /// Who asks, for messages; `require` does not say.
    pub base: Option<&'a str>,
    /// It is the map of imports.
    pub internal: bool,
}

/// PATTERN_KEY_COMPARE: whether `a` is the more specific key.
fn is_better(a: &str, b: &str) -> bool {
    let base = |key: &str| key.find('*').map_or(key.len(), |star| star + 1);
    let (base_a, base_b) = (base(a), base(b));
    if base_a != base_b {
        return base_a > base_b;
    }
    match (a.contains('*'), b.contains('*')) {
        (false, _) => false,
        (true, false) => true,
        (true, true) => a.len() > b.len(),
    }
}

/// A key that JavaScript takes for an index of an array.
fn is_index(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|index| index < u32::MAX && index.to_string() == key)
}

/// A segment that may not stand in a path: `.`, `..` or `node_modules`, percent-encoded or not. An empty one is deprecated, and allowed.
fn has_invalid_segment(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| {
        let plain = plain_segment(segment);
        matches!(plain.as_str(), "." | ".." | "node_modules")
    })
}

/// Lower case, with `%XX` of ASCII decoded.
fn plain_segment(segment: &str) -> String {
    let bytes = segment.as_bytes();
    let (mut plain, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let code = (bytes[i] == b'%').then(|| bytes.get(i + 1..i + 3)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        match code {
            Some(code) if code.is_ascii() => {
                plain.push(code.to_ascii_lowercase());
                i += 3;
            }
            _ => {
                plain.push(bytes[i].to_ascii_lowercase());
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

impl Lookup<'_> {
    /// PACKAGE_EXPORTS_RESOLVE: where the package's `exports` lead a subpath (`.`, or from `./` on).
    ///
    /// # Errors
    /// If the subpath is not exported, or the map is wrong there.
    pub fn exports(&self, exports: &Target, subpath: &str) -> Result<Location, ResolveError> {
        let entries = match exports {
            Target::Object(entries) => {
                let paths = entries.iter().filter(|(key, _)| key.starts_with('.')).count();
                if paths != 0 && paths != entries.len() {
                    let what = "\"exports\" cannot contain some keys starting with '.' and some not. The exports object must \
                                either be an object of package subpath keys or an object of main entry condition name keys only.";
                    return Err(self.invalid_config(what));
                }
                if entries.is_empty() || paths != 0 { Some(entries) } else { None }
            }
            _ => None,
        };
        let outcome = match entries {
            // Sugar: the whole is what `.` leads to.
            None if subpath == "." => self.target(exports, "", subpath, false)?,
            None => Outcome::Undefined,
            Some(entries) => self.of_map(entries, subpath)?,
        };
        match outcome {
            Outcome::Found(location) => Ok(location),
            _ => Err(ResolveError::not_exported(&self.package.path(), subpath, self.base)),
        }
    }

    /// Where the package's `imports` lead a specifier that begins with `#`; None if nowhere.
    ///
    /// # Errors
    /// If the map is wrong there, or what it leads to cannot be found.
    pub fn imports(&self, specifier: &str) -> Result<Option<Location>, ResolveError> {
        let Some(entries) = &self.package.imports else { return Ok(None) };
        match self.of_map(entries, specifier)? {
            Outcome::Found(location) => Ok(Some(location)),
            _ => Ok(None),
        }
    }

    /// PACKAGE_IMPORTS_EXPORTS_RESOLVE
    fn of_map(&self, entries: &[(String, Target)], key: &str) -> Result<Outcome, ResolveError> {
        if !key.contains('*')
            && (self.internal || !key.ends_with('/'))
            && let Some((_, target)) = entries.iter().find(|(name, _)| name == key)
        {
            return self.target(target, "", key, false);
        }
        let mut best: Option<(&str, &Target, &str)> = None;
        for (pattern, target) in entries {
            let Some((start, end)) = pattern.split_once('*') else { continue };
            let fits = key.len() >= pattern.len() && key.starts_with(start) && key.ends_with(end) && !end.contains('*');
            // What is asked for may not end with a slash unless the pattern does.
            let fits = fits && (self.internal || !key.ends_with('/') || end.ends_with('/'));
            if fits && best.is_none_or(|(before, _, _)| is_better(pattern, before)) {
                best = Some((pattern, target, &key[start.len()..key.len() - end.len()]));
            }
        }
        match best {
            None => Ok(Outcome::Undefined),
            Some((pattern, target, matched)) => self.target(target, matched, pattern, true),
        }
    }

    fn invalid_config(&self, what: &str) -> ResolveError {
        let importing = self.base.and_then(|base| Url::from_file_path(base).ok());
        let importing = importing.map_or(String::new(), |url| format!(" while importing {url}"));
        ResolveError::invalid_package_config(&format!("{}{importing}", self.package.path()), what)
    }

    /// PACKAGE_TARGET_RESOLVE
    fn target(&self, target: &Target, subpath: &str, key: &str, pattern: bool) -> Result<Outcome, ResolveError> {
        match target {
            Target::Null => Ok(Outcome::Null),
            Target::String(text) => self.path(text, subpath, key, pattern).map(Outcome::Found),
            Target::Other(text) => Err(self.invalid_target(key, text)),
            Target::Array(items) => {
                let mut last = Ok(Outcome::Null);
                for item in items {
                    match self.target(item, subpath, key, pattern) {
                        Ok(Outcome::Found(location)) => return Ok(Outcome::Found(location)),
                        Ok(Outcome::Undefined) => {}
                        Ok(Outcome::Null) => last = Ok(Outcome::Null),
                        Err(error) if error.code == "ERR_INVALID_PACKAGE_TARGET" => last = Err(error),
                        Err(error) => return Err(error),
                    }
                }
                last
            }
            Target::Object(entries) => {
                if entries.iter().any(|(key, _)| is_index(key)) {
                    return Err(self.invalid_config("\"exports\" cannot contain numeric property keys."));
                }
                for (condition, target) in entries {
                    if condition == "default" || self.conditions.contains(&condition.as_str()) {
                        match self.target(target, subpath, key, pattern)? {
                            Outcome::Undefined => {}
                            outcome => return Ok(outcome),
                        }
                    }
                }
                Ok(Outcome::Undefined)
            }
        }
    }

    fn invalid_target(&self, key: &str, target: &str) -> ResolveError {
        ResolveError::invalid_target(&self.package.path(), key, target, self.internal, self.base)
    }

    fn path(&self, target: &str, subpath: &str, key: &str, pattern: bool) -> Result<Location, ResolveError> {
        let path = self.package.path();
        let quoted = || format!("\"{target}\"");
        let Some(relative) = target.strip_prefix("./") else {
            let elsewhere = !target.starts_with("../") && !target.starts_with('/') && Url::parse(target).is_err();
            if self.internal && elsewhere {
                let specifier = if pattern { target.replace('*', subpath) } else { target.to_string() };
                return self.resolver.package(&specifier, &path, self.conditions);
            }
            return Err(self.invalid_target(key, &quoted()));
        };
        if has_invalid_segment(relative) {
            return Err(self.invalid_target(key, &quoted()));
        }
        if pattern && has_invalid_segment(subpath) {
            let request = key.replace('*', subpath);
            let map = if self.internal { "imports" } else { "exports" };
            let reason =
                format!("request is not a valid match in pattern \"{key}\" for the \"{map}\" resolution of {path}");
            return Err(ResolveError::invalid_specifier(&request, &reason, self.base));
        }
        let relative = if pattern { target.replace('*', subpath) } else { target.to_string() };
        match Location::beside(&path, &relative) {
            Some(location) => Ok(location),
            None => Err(self.invalid_target(key, &quoted())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_pattern_is_better() {
        for (better, worse) in [("./a/*", "./*"), ("./a*", "./*"), ("./*.js", "./*"), ("./a/*/b", "./a/*")] {
            assert!(is_better(better, worse) && !is_better(worse, better), "{better} {worse}");
        }
    }

    #[test]
    fn segments() {
        for wrong in
            ["..", "a/../b", "a/./b", "node_modules/x", "a/NODE_MODULES", "%2e%2E/b", "a\\..\\b", "%6eode_modules"]
        {
            assert!(has_invalid_segment(wrong), "{wrong}");
        }
        for right in ["", "a", "a//b", ".a", "...", "node_modules2/x", "a%2eb"] {
            assert!(!has_invalid_segment(right), "{right}");
        }
    }

    #[test]
    fn indices() {
        assert!(is_index("0") && is_index("12") && !is_index("01") && !is_index("-1") && !is_index("4294967295"));
    }
}
