//! What a test says about itself: the YAML between `/*---` and `---*/` (test262's INTERPRETING.md, "Metadata").

use crate::case::Mode;
use yaml_rust2::{Yaml, YamlLoader};

/// When the error of a negative test must come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Parse,
    Resolution,
    Runtime,
}

impl Phase {
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Parse => "parse",
            Phase::Resolution => "resolution",
            Phase::Runtime => "runtime",
        }
    }
}

/// The error that a test must end with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Negative {
    pub phase: Phase,
    /// Name of the error's constructor.
    pub kind: String,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Frontmatter {
    pub negative: Option<Negative>,
    pub includes: Vec<String>,
    pub features: Vec<String>,
    /// Locales without whose data the test cannot pass.
    pub locale: Vec<String>,
    pub only_strict: bool,
    pub no_strict: bool,
    pub module: bool,
    pub raw: bool,
    pub is_async: bool,
    /// For agents that may not block.
    pub cannot_block: bool,
}

impl Frontmatter {
    /// The modes that the test is to be run in.
    pub fn modes(&self) -> &'static [Mode] {
        if self.module {
            &[Mode::Module]
        } else if self.raw {
            &[Mode::Raw]
        } else if self.only_strict {
            &[Mode::Strict]
        } else if self.no_strict {
            &[Mode::Sloppy]
        } else {
            &[Mode::Sloppy, Mode::Strict]
        }
    }

    /// The frontmatter of a test's text; what nothing is said about has its default.
    ///
    /// # Errors
    /// When there is something that cannot be understood: the test cannot be run as it wants to be.
    pub fn parse(text: &str) -> Result<Frontmatter, String> {
        let mut result = Frontmatter::default();
        let Some((_, rest)) = text.split_once("/*---") else { return Ok(result) };
        let Some((yaml, _)) = rest.split_once("---*/") else { return Err("the frontmatter does not end".into()) };
        let documents = YamlLoader::load_from_str(yaml).map_err(|error| error.to_string())?;
        let Some(document) = documents.first() else { return Ok(result) };
        result.includes = list(document, "includes")?;
        result.features = list(document, "features")?;
        result.locale = list(document, "locale")?;
        for flag in list(document, "flags")? {
            match flag.as_str() {
                "onlyStrict" => result.only_strict = true,
                "noStrict" => result.no_strict = true,
                "module" => result.module = true,
                "raw" => result.raw = true,
                "async" => result.is_async = true,
                "CanBlockIsFalse" => result.cannot_block = true,
                "CanBlockIsTrue" | "generated" | "non-deterministic" => {}
                _ => return Err(format!("unknown flag '{flag}'")),
            }
        }
        let negative = &document["negative"];
        if !negative.is_badvalue() {
            let phase = match negative["phase"].as_str() {
                Some("parse") => Phase::Parse,
                Some("resolution") => Phase::Resolution,
                Some("runtime") => Phase::Runtime,
                other => return Err(format!("unknown phase {other:?}")),
            };
            let Some(kind) = negative["type"].as_str() else { return Err("a negative test without a type".into()) };
            result.negative = Some(Negative { phase, kind: kind.into() });
        }
        Ok(result)
    }
}

/// The strings under a key; none if it is not there.
fn list(document: &Yaml, key: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("'{key}' is not a list of strings");
    match &document[key] {
        Yaml::BadValue | Yaml::Null => Ok(Vec::new()),
        Yaml::String(one) => Ok(vec![one.clone()]),
        Yaml::Array(items) => items.iter().map(|item| item.as_str().map(String::from).ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(yaml: &str) -> Frontmatter {
        Frontmatter::parse(&format!("// Copyright\n/*---\n{yaml}\n---*/\ncode();")).expect("frontmatter")
    }

    #[test]
    fn nothing_said() {
        let nothing = Frontmatter::parse("code();").expect("frontmatter");
        assert_eq!(nothing, Frontmatter::default());
        assert_eq!(nothing.modes(), [Mode::Sloppy, Mode::Strict]);
        assert_eq!(parse("description: a test"), nothing);
    }

    #[test]
    fn lists_of_both_styles() {
        let test = parse("includes: [a.js, b.js]\nfeatures:\n  - Symbol.iterator\n  - class\nlocale: [de, en]");
        assert_eq!(test.includes, ["a.js", "b.js"]);
        assert_eq!(test.features, ["Symbol.iterator", "class"]);
        assert_eq!(test.locale, ["de", "en"]);
        assert_eq!(parse("features: [\n  a,\n  b,\n]\nincludes:\n- c.js").features, ["a", "b"]);
    }

    #[test]
    fn carriage_returns_end_lines_too() {
        let test = Frontmatter::parse("/*---\rflags: [onlyStrict]\r---*/\rx").expect("frontmatter");
        assert_eq!(test.modes(), [Mode::Strict]);
    }

    #[test]
    fn flags_choose_modes() {
        assert_eq!(parse("flags: [onlyStrict]").modes(), [Mode::Strict]);
        assert_eq!(parse("flags: [noStrict, generated]").modes(), [Mode::Sloppy]);
        assert_eq!(parse("flags: [module, async]").modes(), [Mode::Module]);
        assert_eq!(parse("flags: [raw]").modes(), [Mode::Raw]);
        assert_eq!(parse("flags: [raw, module]").modes(), [Mode::Module]);
        assert!(parse("flags: [CanBlockIsFalse]").cannot_block);
        assert!(parse("flags: [async]").is_async);
        assert!(Frontmatter::parse("/*--- flags: [unheardOf] ---*/").is_err());
    }

    #[test]
    fn negative_tests() {
        let negative = parse("negative:\n  phase: resolution\n  type: ReferenceError").negative.expect("negative");
        assert_eq!((negative.phase, negative.kind.as_str()), (Phase::Resolution, "ReferenceError"));
        assert!(Frontmatter::parse("/*---\nnegative:\n  phase: early\n  type: SyntaxError\n---*/").is_err());
        assert!(Frontmatter::parse("/*---\nnegative:\n  phase: parse\n---*/").is_err());
        assert!(Frontmatter::parse("/*---\nflags: []").is_err());
    }
}
