//! Which file TypeScript means where the named one is not there.
//!
//! Programs name the files that the compiler will make, `./x.js` for `./x.ts`; written for bundlers they leave extensions out.

use super::Language;
use std::path::{Path, PathBuf};

/// A file that stands for one that is not there: `x.ts` or `x.tsx` for `x.js`, `x.mts` for `x.mjs`, `x.cts` for `x.cjs`, `x.tsx` for `x.jsx`. Importers that are
/// transformed themselves may leave the extension out, or name a folder with an `index`.
pub fn source_of(path: &Path, importer: &str) -> Option<PathBuf> {
    let others: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
        Some("js") => &["ts", "tsx", "jsx"],
        Some("mjs") => &["mts"],
        Some("cjs") => &["cts"],
        Some("jsx") => &["tsx"],
        _ => &[],
    };
    let replaced = others.iter().map(|other| path.with_extension(other)).find(|other| other.is_file());
    if replaced.is_some() || Language::of(Path::new(importer)).is_none() {
        return replaced;
    }
    const EXTENSIONS: [&str; 8] = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
    let with = |path: &Path, extension: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        PathBuf::from(name)
    };
    let index = path.join("index");
    let candidates = EXTENSIONS.iter().map(|e| with(path, e)).chain(EXTENSIONS.iter().map(|e| with(&index, e)));
    candidates.into_iter().find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_stand_for_others() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir(at("folder")).expect("a folder");
        for name in ["a.ts", "b.tsx", "c.mts", "d.cts", "folder/index.ts", "e.f.ts"] {
            std::fs::write(at(name), "").expect("written");
        }
        let found = |name: &str, importer| {
            source_of(&at(name), importer).map(|path| path.strip_prefix(root.path()).expect("inside").to_path_buf())
        };
        for (name, wanted) in
            [("a.js", "a.ts"), ("b.js", "b.tsx"), ("b.jsx", "b.tsx"), ("c.mjs", "c.mts"), ("d.cjs", "d.cts")]
        {
            assert_eq!(found(name, "x.js"), Some(wanted.into()), "{name}");
        }
        for (name, wanted) in [("a", "a.ts"), ("folder", "folder/index.ts"), ("e.f", "e.f.ts")] {
            assert_eq!((found(name, "x.js"), found(name, "x.ts")), (None, Some(wanted.into())), "{name}");
        }
        assert_eq!(found("c.js", "x.ts"), None);
    }
}
