//! Which kind of module a file is, by its extension and the nearest package.json ("Determining module system" in node's documentation).

use super::error::ResolveError;
use super::package_json::{PackageType, Packages, parent};

/// What a file is loaded as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    CommonJs,
    Module,
    /// A `.js` file without a package.json that says what it is: what its syntax says. TypeScript and JSX, too, unless a package.json says that they are
    /// modules.
    Ambiguous,
    Json,
    /// A native addon.
    Addon,
    /// An extension that means nothing to `import`.
    Unknown,
}

/// What follows the last dot of a file's name, with that dot; empty if there is none.
pub fn extension(path: &str) -> &str {
    let name = &path[path.rfind('/').map_or(0, |slash| slash + 1)..];
    match name.rfind('.') {
        Some(dot) if dot > 0 => &name[dot..],
        _ => "",
    }
}

/// The format of a file, given by its real path.
///
/// # Errors
/// If its package.json cannot be read.
pub fn of_file(packages: &Packages, path: &str) -> Result<Format, ResolveError> {
    Ok(match extension(path) {
        ".mjs" | ".mts" => Format::Module,
        ".cjs" | ".cts" => Format::CommonJs,
        ".json" => Format::Json,
        ".node" => Format::Addon,
        ".js" | "" => match packages.scope(parent(path).unwrap_or("/"))?.map(|package| package.kind) {
            Some(PackageType::Module) => Format::Module,
            Some(PackageType::CommonJs) => Format::CommonJs,
            _ => Format::Ambiguous,
        },
        ".ts" | ".tsx" | ".jsx" => match packages.scope(parent(path).unwrap_or("/"))?.map(|package| package.kind) {
            Some(PackageType::Module) => Format::Module,
            // Compilers write CommonJS of imports and exports for packages that say so; here they are a module's in any case.
            _ => Format::Ambiguous,
        },
        _ => Format::Unknown,
    })
}

/// Whether a file lies in a package that was installed.
pub fn is_in_node_modules(path: &str) -> bool {
    path.contains("/node_modules/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions() {
        for (path, expected) in [
            ("/a/b.js", ".js"),
            ("/a.b/c", ""),
            ("/a/.hidden", ""),
            ("/a/b.tar.gz", ".gz"),
            ("/a/b.", "."),
            ("x.cjs", ".cjs"),
        ] {
            assert_eq!(extension(path), expected, "{path}");
        }
    }
}
