//! Which file, or which built-in module, a specifier means: node's two algorithms, for `import` ("Resolution Algorithm Specification") and
//! for `require` ("All together"), over the file system as it is now.
//!
//! Paths are absolute and UTF-8. Packages, and the real paths of folders, are looked up once; what is not there is looked for again each
//! time, since a program may make it.

use super::builtin;
use super::error::ResolveError;
use super::exports::Lookup;
use super::package_json::{Packages, Target, join, parent};
use crate::failure::describe_io;
use crate::transform::resolve::source_of;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::Path;
use url::Url;

/// Conditions that hold for `import`, besides `default`. There is no `node-addons`: native addons cannot be loaded.
pub const IMPORT_CONDITIONS: &[&str] = &["node", "import", "module-sync"];
/// Those for `require`.
pub const REQUIRE_CONDITIONS: &[&str] = &["node", "require", "module-sync"];

/// What a specifier means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    File {
        path: String,
        /// Query and fragment of an import, which make another module of the same file.
        suffix: String,
        /// The URL had an encoded slash or backslash in its path, which is shown instead of the path.
        encoded_separator: bool,
    },
    /// By its name without `node:`.
    Builtin(String),
    /// A data: URL.
    Data(String),
}

impl Location {
    pub fn file(path: String) -> Location {
        Location::File { path, suffix: String::new(), encoded_separator: false }
    }

    /// What a relative or absolute URL reference means beside a file; None if nothing.
    pub fn beside(base: &str, reference: &str) -> Option<Location> {
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"_./@+~$-".contains(&c);
        if reference.bytes().all(is_plain) && !reference.starts_with("//") {
            let start = if reference.starts_with('/') { "/" } else { parent(base)? };
            return Some(Location::file(normalize(start, reference)));
        }
        Location::of_url(&Url::from_file_path(base).ok()?.join(reference).ok()?)
    }

    /// Of a file: URL.
    fn of_url(url: &Url) -> Option<Location> {
        let lower = url.path().to_ascii_lowercase();
        let encoded_separator = lower.contains("%2f") || lower.contains("%5c");
        let path = if encoded_separator {
            url.path().to_string()
        } else {
            let path = url.to_file_path().ok()?.into_os_string().into_string().ok()?;
            // The URL's last slash says that a folder is meant.
            if url.path().ends_with('/') && !path.ends_with('/') { path + "/" } else { path }
        };
        let mut suffix = String::new();
        if let Some(query) = url.query() {
            suffix += &format!("?{query}");
        }
        if let Some(fragment) = url.fragment() {
            suffix += &format!("#{fragment}");
        }
        Some(Location::File { path, suffix, encoded_separator })
    }

    /// The URL: what `import.meta.resolve` gives.
    pub fn url(&self) -> String {
        match self {
            Location::File { path, suffix, .. } => {
                let slash = if path.ends_with('/') && path.len() > 1 { "/" } else { "" };
                let url = Url::from_file_path(path).map_or_else(|()| format!("file://{path}"), String::from);
                format!("{}{slash}{suffix}", if slash.is_empty() { &url } else { url.trim_end_matches('/') })
            }
            Location::Builtin(name) => format!("node:{name}"),
            Location::Data(url) => url.clone(),
        }
    }
}

/// A path from a folder, without `.`, `..` and empty parts; a slash at the end stays.
pub fn normalize(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let before = if path.starts_with('/') { "" } else { folder };
    for part in before.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let mut result = String::with_capacity(folder.len() + path.len() + 1);
    for part in &parts {
        result.push('/');
        result.push_str(part);
    }
    let folder = path.ends_with('/') || matches!(path, "." | "..") || path.ends_with("/.") || path.ends_with("/..");
    if folder || result.is_empty() {
        result.push('/');
    }
    result
}

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    File,
    Folder,
    Nothing,
}

fn entry(path: &str) -> Entry {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Entry::Folder,
        Ok(_) => Entry::File,
        Err(_) => Entry::Nothing,
    }
}

/// Who calls `require`.
pub struct Requirer<'a> {
    /// Its file, if it is one.
    pub file: Option<&'a str>,
    pub folder: &'a str,
    /// The node_modules folders to look into, nearest first.
    pub paths: &'a [String],
    /// What may follow a name, in the order in which it is tried.
    pub extensions: &'a [String],
}

/// The resolver, with what it has looked up.
#[derive(Default)]
pub struct Resolver {
    pub packages: Packages,
    /// Real paths of folders.
    folders: RefCell<FxHashMap<String, String>>,
    /// What `require` found: by folder and specifier.
    required: RefCell<FxHashMap<(String, String), String>>,
}

/// The two parts of a bare specifier: a package's name, and a subpath that begins with a dot. None if the name is not valid.
fn package_parts(specifier: &str) -> Option<(&str, String)> {
    let mut slashes = specifier.match_indices('/').map(|(place, _)| place);
    let end = if specifier.starts_with('@') {
        slashes.next()?;
        slashes.next()
    } else {
        slashes.next()
    };
    let name = &specifier[..end.unwrap_or(specifier.len())];
    if name.starts_with('.') || name.contains(['\\', '%']) {
        return None;
    }
    Some((name, format!(".{}", &specifier[name.len()..])))
}

fn is_relative(specifier: &str) -> bool {
    specifier.starts_with("./") || specifier.starts_with("../") || matches!(specifier, "." | "..")
}

/// The folders called node_modules that a file's folder sees, nearest first.
pub fn node_modules_paths(folder: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut at = Some(folder);
    while let Some(folder) = at {
        if !folder.ends_with("/node_modules") {
            paths.push(join(folder, "node_modules"));
        }
        at = parent(folder);
    }
    paths
}

impl Resolver {
    /// The path without symbolic links.
    ///
    /// # Errors
    /// If there is nothing, or the path is not UTF-8.
    fn real(&self, path: &str) -> Result<String, String> {
        let canonical = |path: &str| {
            let real = Path::new(path).canonicalize().map_err(|error| describe_io(&error))?;
            real.into_os_string().into_string().map_err(|_| String::from("its path is not valid UTF-8"))
        };
        let (Some(folder), Some(slash)) = (parent(path), path.rfind('/')) else { return canonical(path) };
        let is_link = std::fs::symlink_metadata(path).map_err(|error| describe_io(&error))?.file_type().is_symlink();
        if is_link || path.ends_with('/') {
            return canonical(path);
        }
        if let Some(real) = self.folders.borrow().get(folder) {
            return Ok(join(real, &path[slash + 1..]));
        }
        let real = canonical(folder)?;
        let file = join(&real, &path[slash + 1..]);
        self.folders.borrow_mut().insert(folder.into(), real);
        Ok(file)
    }

    /// ESM_RESOLVE, without the look whether there is such a file.
    ///
    /// # Errors
    /// If the specifier means nothing.
    fn locate(&self, specifier: &str, base: &str) -> Result<Location, ResolveError> {
        if is_relative(specifier) || specifier.starts_with('/') {
            let located = Location::beside(base, specifier);
            return located.ok_or_else(|| ResolveError::invalid_specifier(specifier, "is not a path", Some(base)));
        }
        if specifier.starts_with('#') {
            return self.internal(specifier, base, IMPORT_CONDITIONS);
        }
        if let Ok(url) = Url::parse(specifier) {
            return match url.scheme() {
                "file" => {
                    let located = Location::of_url(&url);
                    located.ok_or_else(|| ResolveError::invalid_specifier(specifier, "is not a file's URL", Some(base)))
                }
                "node" => {
                    let name = &specifier["node:".len()..];
                    match builtin::is_builtin(specifier) {
                        true => Ok(Location::Builtin(name.into())),
                        false => Err(ResolveError::unknown_builtin(specifier)),
                    }
                }
                "data" => Ok(Location::Data(url.into())),
                scheme => Err(ResolveError::unsupported_scheme(scheme)),
            };
        }
        self.package(specifier, base, IMPORT_CONDITIONS)
    }

    /// What `import` of a specifier means to a file.
    ///
    /// # Errors
    /// If that is nothing, or no file.
    pub fn import(&self, specifier: &str, base: &str) -> Result<Location, ResolveError> {
        let location = self.locate(specifier, base)?;
        let Location::File { path, suffix, encoded_separator } = location else { return Ok(location) };
        if encoded_separator {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            return Err(ResolveError::invalid_specifier(&path, reason, Some(base)));
        }
        let missing = |mut error: ResolveError| {
            error.url = Some(Location::File { path: path.clone(), suffix: suffix.clone(), encoded_separator }.url());
            if let Some(hint) = self.hint(specifier, base) {
                error.message += &format!("\nDid you mean to import {hint:?}?");
            }
            error
        };
        let there = entry(&path);
        if there != Entry::File
            && (is_relative(specifier) || specifier.starts_with('/') || specifier.starts_with("file:"))
            && let Some(source) = source_for(&path, Some(base))
        {
            let path = self.real(&source).map_err(|what| ResolveError::io(specifier, Some(base), &what))?;
            return Ok(Location::File { path, suffix, encoded_separator });
        }
        match there {
            Entry::Folder => Err(missing(ResolveError::directory(&path, base))),
            Entry::Nothing => Err(missing(ResolveError::not_found("module", &path, base))),
            Entry::File if path.ends_with('/') => Err(missing(ResolveError::not_found("module", &path, base))),
            Entry::File => match self.real(&path) {
                Ok(path) => Ok(Location::File { path, suffix, encoded_separator }),
                Err(what) => Err(ResolveError::io(specifier, Some(base), &what)),
            },
        }
    }

    /// What `require` would have found, as an import has to say it.
    fn hint(&self, specifier: &str, base: &str) -> Option<String> {
        let folder = parent(base)?;
        let extensions = [".js", ".json"].map(String::from);
        let paths = node_modules_paths(folder);
        let requirer = Requirer { file: Some(base), folder, paths: &paths, extensions: &extensions };
        let Ok(Location::File { path, .. }) = self.require(specifier, &requirer) else { return None };
        if is_relative(specifier) {
            let folder = join(&self.real(folder).ok()?, "");
            return path.strip_prefix(&folder).map(|inside| format!("./{inside}"));
        }
        path.rsplit_once("/node_modules/").map(|(_, inside)| inside.to_string())
    }

    /// PACKAGE_IMPORTS_RESOLVE
    fn internal(&self, specifier: &str, base: &str, conditions: &[&str]) -> Result<Location, ResolveError> {
        if specifier == "#" || specifier.ends_with('/') {
            let reason = "is not a valid internal imports specifier name";
            return Err(ResolveError::invalid_specifier(specifier, reason, Some(base)));
        }
        let package = self.packages.scope(parent(base).unwrap_or("/"))?;
        if let Some(package) = &package {
            let lookup = Lookup { resolver: self, package, conditions, base: Some(base), internal: true };
            if let Some(location) = lookup.imports(specifier)? {
                return Ok(location);
            }
        }
        let path = package.map(|package| package.path());
        Err(ResolveError::import_not_defined(specifier, path.as_deref(), base))
    }

    /// PACKAGE_RESOLVE: a bare specifier that a file imports.
    ///
    /// # Errors
    /// If there is no such package, or it does not export that.
    pub fn package(&self, specifier: &str, base: &str, conditions: &[&str]) -> Result<Location, ResolveError> {
        if builtin::is_builtin_without_scheme(specifier) {
            return Ok(Location::Builtin(specifier.into()));
        }
        let Some((name, subpath)) = package_parts(specifier) else {
            return Err(ResolveError::invalid_specifier(specifier, "is not a valid package name", Some(base)));
        };
        let folder = parent(base).unwrap_or("/");
        // PACKAGE_SELF_RESOLVE
        if let Some(package) = self.packages.scope(folder)?
            && package.name.as_deref() == Some(name)
            && let Some(exports) = &package.exports
        {
            let lookup = Lookup { resolver: self, package: &package, conditions, base: Some(base), internal: false };
            return lookup.exports(exports, &subpath);
        }
        let mut at = Some(folder);
        while let Some(folder) = at {
            let root = join(&join(folder, "node_modules"), name);
            at = parent(folder);
            if entry(&root) != Entry::Folder {
                continue;
            }
            let package = self.packages.read(&root)?;
            if let Some(package) = &package
                && let Some(exports) = &package.exports
            {
                let lookup = Lookup { resolver: self, package, conditions, base: Some(base), internal: false };
                return lookup.exports(exports, &subpath);
            }
            if subpath != "." {
                let located = Location::beside(&join(&root, "package.json"), &subpath);
                return located.ok_or_else(|| ResolveError::not_found("package", specifier, base));
            }
            let main = package.as_ref().and_then(|package| package.main.as_deref());
            return main_of(&root, main).map(Location::file).ok_or_else(|| {
                let wanted = normalize(&root, main.unwrap_or("index.js"));
                ResolveError::not_found("package", &wanted, base)
            });
        }
        Err(ResolveError::not_found("package", name, base))
    }

    /// What `import.meta.resolve` gives: a URL, whether there is such a file or not.
    ///
    /// # Errors
    /// If the specifier means nothing.
    pub fn import_url(&self, specifier: &str, base: &str) -> Result<String, ResolveError> {
        match self.import(specifier, base) {
            Ok(location) => Ok(location.url()),
            // Both are no error until something is imported.
            Err(error) if matches!(error.code, "ERR_UNKNOWN_BUILTIN_MODULE" | "ERR_UNSUPPORTED_ESM_URL_SCHEME") => {
                Ok(specifier.into())
            }
            Err(ResolveError { url: Some(url), .. }) => Ok(url),
            Err(error) => Err(error),
        }
    }

    /// What `require` of a specifier means.
    ///
    /// # Errors
    /// If that is nothing; MODULE_NOT_FOUND says so without the require stack.
    pub fn require(&self, specifier: &str, by: &Requirer) -> Result<Location, ResolveError> {
        if builtin::is_builtin(specifier) {
            return Ok(Location::Builtin(specifier.strip_prefix("node:").unwrap_or(specifier).into()));
        }
        let key = (by.folder.to_string(), specifier.to_string());
        if let Some(path) = self.required.borrow().get(&key)
            && entry(path) == Entry::File
        {
            return Ok(Location::file(path.clone()));
        }
        let found = self.find_required(specifier, by)?;
        if let Location::File { path, .. } = &found {
            self.required.borrow_mut().insert(key, path.clone());
        }
        Ok(found)
    }

    fn find_required(&self, specifier: &str, by: &Requirer) -> Result<Location, ResolveError> {
        if specifier.starts_with('/') {
            return self.file_folder_or_source(specifier, by, specifier);
        }
        if is_relative(specifier) {
            let path = normalize(by.folder, specifier);
            return self.file_folder_or_source(&path, by, specifier);
        }
        if specifier.starts_with('#')
            && let Some(file) = by.file
            && self.packages.scope(by.folder)?.is_some_and(|package| package.imports.is_some())
        {
            return match self.internal(specifier, file, REQUIRE_CONDITIONS) {
                Ok(location) => self.existing(location, by.file),
                Err(error) if error.code == "ERR_MODULE_NOT_FOUND" => Err(ResolveError::cannot_find(specifier)),
                Err(error) => Err(error),
            };
        }
        if let Some(file) = by.file
            && let Some((name, subpath)) = package_parts(specifier)
            && let Some(package) = self.packages.scope(by.folder)?
            && package.name.as_deref() == Some(name)
            && let Some(exports) = &package.exports
        {
            let base = Some(file);
            let lookup =
                Lookup { resolver: self, package: &package, conditions: REQUIRE_CONDITIONS, base, internal: false };
            return self.existing(lookup.exports(exports, &subpath)?, by.file);
        }
        for folder in by.paths {
            if entry(folder) != Entry::Folder {
                continue;
            }
            // LOAD_PACKAGE_EXPORTS
            if let Some((name, subpath)) = package_parts(specifier)
                && !name.is_empty()
                && let root = join(folder, name)
                && let Some(package) = self.packages.read(&root)?
                && let Some(exports) = &package.exports
            {
                return self.exported(&package, exports, &subpath);
            }
            let path = normalize(folder, specifier);
            if let Some(found) = self.file_or_folder(&path, by, specifier)? {
                return Ok(found);
            }
        }
        Err(ResolveError::cannot_find(specifier))
    }

    fn exported(
        &self,
        package: &super::package_json::PackageJson,
        exports: &Target,
        subpath: &str,
    ) -> Result<Location, ResolveError> {
        let lookup = Lookup { resolver: self, package, conditions: REQUIRE_CONDITIONS, base: None, internal: false };
        self.existing(lookup.exports(exports, subpath)?, None)
    }

    /// A file that a map leads to, which must be there as it is.
    fn existing(&self, location: Location, base: Option<&str>) -> Result<Location, ResolveError> {
        let Location::File { path, encoded_separator, .. } = location else { return Ok(location) };
        if encoded_separator {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            return Err(ResolveError::invalid_specifier(&path, reason, base));
        }
        match entry(&path) {
            Entry::File => self.real_file(&path),
            _ => Err(ResolveError::cannot_find(&path)),
        }
    }

    fn real_file(&self, path: &str) -> Result<Location, ResolveError> {
        self.real(path).map(Location::file).map_err(|what| ResolveError::io(path, None, &what))
    }

    /// What a path means, or else the file that it would be made of.
    fn file_folder_or_source(&self, path: &str, by: &Requirer, specifier: &str) -> Result<Location, ResolveError> {
        if let Some(found) = self.file_or_folder(path, by, specifier)? {
            return Ok(found);
        }
        match source_for(path, by.file) {
            Some(source) => self.real_file(&source),
            None => Err(ResolveError::cannot_find(specifier)),
        }
    }

    /// LOAD_AS_FILE, then LOAD_AS_DIRECTORY.
    fn file_or_folder(&self, path: &str, by: &Requirer, specifier: &str) -> Result<Option<Location>, ResolveError> {
        let wants_folder = specifier.ends_with('/')
            || matches!(specifier, "." | "..")
            || specifier.ends_with("/.")
            || specifier.ends_with("/..");
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let there = entry(path);
        if !wants_folder {
            if there == Entry::File {
                return self.real_file(path).map(Some);
            }
            if let Some(found) = with_extension(path, by.extensions) {
                return self.real_file(&found).map(Some);
            }
        }
        if there != Entry::Folder {
            return Ok(None);
        }
        let package = self.packages.read(path)?;
        let index = join(path, "index");
        let Some(main) = package.as_ref().and_then(|package| package.main.as_deref()).filter(|main| !main.is_empty())
        else {
            return with_extension(&index, by.extensions).map(|found| self.real_file(&found)).transpose();
        };
        let wanted = normalize(path, main);
        let wanted = wanted.trim_end_matches('/');
        let exact = (entry(wanted) == Entry::File).then(|| wanted.to_string());
        let found = exact
            .or_else(|| with_extension(wanted, by.extensions))
            .or_else(|| with_extension(&join(wanted, "index"), by.extensions))
            .or_else(|| with_extension(&index, by.extensions));
        match found {
            Some(found) => self.real_file(&found).map(Some),
            None => {
                let mut error = ResolveError::cannot_find(wanted);
                error.message += ". Please verify that the package.json has a valid \"main\" entry";
                Err(error)
            }
        }
    }
}

/// The TypeScript or JSX file that a path stands for, where there is no such file.
fn source_for(path: &str, importer: Option<&str>) -> Option<String> {
    let importer = importer.unwrap_or_default();
    let found = match path.strip_suffix('/') {
        // A folder is meant.
        Some(folder) => source_of(Path::new(&join(folder, "index")), importer),
        None => source_of(Path::new(path), importer),
    };
    found?.into_os_string().into_string().ok()
}

fn with_extension(path: &str, extensions: &[String]) -> Option<String> {
    extensions.iter().map(|extension| format!("{path}{extension}")).find(|path| entry(path) == Entry::File)
}

/// The main file of a package without exports, as `import` looks for it.
fn main_of(root: &str, main: Option<&str>) -> Option<String> {
    let is_file = |path: &String| entry(path) == Entry::File;
    let after_main = ["", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"];
    let of_main = main.and_then(|main| {
        let main = normalize(root, main);
        let main = main.trim_end_matches('/');
        after_main.iter().map(|end| format!("{main}{end}")).find(is_file)
    });
    of_main.or_else(|| ["index.js", "index.json", "index.node"].iter().map(|name| join(root, name)).find(is_file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (folder, path, whole) in [
            ("/a/b", "./c", "/a/b/c"),
            ("/a/b", "../c/", "/a/c/"),
            ("/a", "../../..", "/"),
            ("/", "x//y/./z", "/x/y/z"),
            ("/a", "/b", "/b"),
            ("/a", ".", "/a/"),
        ] {
            assert_eq!(normalize(folder, path), whole, "{folder} {path}");
        }
        assert_eq!(
            node_modules_paths("/a/node_modules/b"),
            ["/a/node_modules/b/node_modules", "/a/node_modules", "/node_modules"]
        );
    }

    #[test]
    fn references() {
        let located = |reference: &str| Location::beside("/x/a b.mjs", reference);
        let file = |path: &str, suffix: &str| {
            Some(Location::File { path: path.into(), suffix: suffix.into(), encoded_separator: false })
        };
        assert_eq!(located("./b.mjs"), file("/x/b.mjs", ""));
        assert_eq!(located("../b%20c.mjs?d#e"), file("/b c.mjs", "?d#e"));
        assert_eq!(located("./é"), file("/x/é", ""));
        assert_eq!(located("./"), file("/x/", ""));
        let url = |reference: &str| located(reference).map(|location| location.url());
        assert_eq!(url("./b c.mjs?d").as_deref(), Some("file:///x/b%20c.mjs?d"));
        assert_eq!(url("./").as_deref(), Some("file:///x/"));
        assert_eq!(url("/").as_deref(), Some("file:///"));
        assert!(matches!(located("./a%2Fb"), Some(Location::File { encoded_separator: true, .. })));
    }

    #[test]
    fn package_names() {
        let parts = |specifier| package_parts(specifier).map(|(name, subpath)| (name.to_string(), subpath));
        let some = |name: &str, subpath: &str| Some((name.to_string(), subpath.to_string()));
        assert_eq!(parts("a"), some("a", "."));
        assert_eq!(parts("a/b/c"), some("a", "./b/c"));
        assert_eq!(parts("a/"), some("a", "./"));
        assert_eq!(parts("@a/b"), some("@a/b", "."));
        assert_eq!(parts("@a/b/c"), some("@a/b", "./c"));
        for wrong in ["@a", ".a", "a\\b", "a%2fb"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }
}
