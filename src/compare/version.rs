//! One version: a program in an engine with options, and the command that runs it.
//!
//! Where a process's stack begins depends on the size of its arguments and environment, and with it the alignment of what lies there, which can be worth
//! more than the change that is measured (Mytkowicz, Diwan, Hauswirth and Sweeney, ASPLOS 2009). So both versions' are of one size.

use super::process;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The variable that makes environments equally large.
const PADDING: &str = "TARSIER_COMPARE_PADDING";
/// How long an engine has to say who it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a version is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    pub name: String,
    pub engine: PathBuf,
    pub options: Vec<OsString>,
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Version {
    /// The engine's options `more` come before the program, after the version's own.
    fn words(&self, more: &[OsString]) -> Vec<OsString> {
        let program = OsString::from(&self.program);
        self.options.iter().chain(more).chain([&program]).chain(&self.arguments).cloned().collect()
    }

    /// What the words take on the new process's stack: their bytes, the engine's name twice, and a pointer each.
    fn size(&self, more: &[OsString]) -> usize {
        let words = self.words(more);
        2 * self.engine.as_os_str().len() + words.iter().map(|word| word.len() + 1 + size_of::<usize>()).sum::<usize>()
    }

    /// The command, as large as the larger one of this and `other`'s.
    pub fn command(&self, more: &[OsString], other: &Version, others_more: &[OsString]) -> Command {
        let (here, there) = (self.size(more), other.size(others_more));
        let mut command = Command::new(&self.engine);
        command.args(self.words(more)).env(PADDING, "x".repeat(1 + here.max(there) - here));
        command
    }

    /// Whether the engine is a Tarsier, whose processes can be sampled.
    ///
    /// # Errors
    /// A message, if it cannot be started.
    pub fn is_tarsier(&self) -> Result<bool, String> {
        let mut command = Command::new(&self.engine);
        command.arg("--version");
        let finished = process::run(command, PATIENCE, &AtomicBool::new(false), beginning).map_err(|error| {
            format!("cannot run {}: {}", self.engine.display(), tarsier::failure::describe_io(&error))
        })?;
        Ok(finished.stdout.starts_with("tarsier "))
    }
}

fn beginning(stream: &mut dyn Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.take(4096).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Names for two versions: what they differ by.
pub fn names(a: &Version, b: &Version) -> (String, String) {
    let text = |words: &[OsString]| {
        let quoted = |word: &OsString| {
            let word = word.to_string_lossy().into_owned();
            // Not what a shell would leave alone anyway: names are for reading.
            if word.contains([' ', '\'', '"', '\\']) || word.is_empty() {
                shell_words::quote(&word).into_owned()
            } else {
                word
            }
        };
        words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    };
    let file = |path: &Path| {
        path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
    };
    let parts = |version: &Version| {
        let mut parts = Vec::new();
        if a.engine != b.engine {
            parts.push(if file(&a.engine) == file(&b.engine) {
                version.engine.display().to_string()
            } else {
                file(&version.engine)
            });
        }
        if a.options != b.options && !version.options.is_empty() {
            parts.push(text(&version.options));
        }
        if a.program != b.program {
            parts.push(if file(&a.program) == file(&b.program) {
                version.program.display().to_string()
            } else {
                file(&version.program)
            });
        }
        parts.join(" ")
    };
    let name = |version: &Version, otherwise: &str| match parts(version) {
        parts if parts.is_empty() => format!("{} ({otherwise})", file(&version.program)),
        parts => parts,
    };
    if a.engine == b.engine && a.options == b.options && a.program == b.program {
        return (name(a, "first"), name(b, "second"));
    }
    (name(a, "no options"), name(b, "no options"))
}

/// Whether a word is the option or gives its value.
pub fn gives(words: &[OsString], option: &str) -> bool {
    words.iter().any(|word| {
        word == OsStr::new(option)
            || word.as_bytes().strip_prefix(option.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(engine: &str, options: &[&str], program: &str) -> Version {
        Version {
            name: String::new(),
            engine: engine.into(),
            options: options.iter().map(OsString::from).collect(),
            program: program.into(),
            arguments: vec!["x".into()],
        }
    }

    #[test]
    fn both_are_equally_large() {
        let (a, b) = (version("/t", &["--jitless", "--y"], "before.js"), version("/other/t", &[], "a.js"));
        let size = |command: &Command| {
            let words = command.get_args().map(|word| word.len() + 1 + size_of::<usize>()).sum::<usize>();
            let padding = command.get_envs().next().and_then(|(_, value)| value).map_or(0, OsStr::len);
            words + padding + 2 * command.get_program().len()
        };
        let more = [OsString::from("--prof-out=x")];
        let (first, second) = (a.command(&more, &b, &more), b.command(&more, &a, &more));
        assert_eq!(size(&first), size(&second));
        let words: Vec<_> = first.get_args().collect();
        assert_eq!(words, ["--jitless", "--y", "--prof-out=x", "before.js", "x"]);
    }

    #[test]
    fn names_say_what_differs() {
        let of = |a: &Version, b: &Version| names(a, b);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(of(&version("/t", &[], "d/a.js"), &version("/t", &[], "d/b.js")), pair("a.js", "b.js"));
        assert_eq!(of(&version("/t", &[], "d/a.js"), &version("/t", &[], "e/a.js")), pair("d/a.js", "e/a.js"));
        assert_eq!(
            of(&version("/t", &["--x=1"], "a.js"), &version("/t", &[], "a.js")),
            pair("--x=1", "a.js (no options)")
        );
        assert_eq!(of(&version("/x/t", &[], "a.js"), &version("/y/t", &[], "a.js")), pair("/x/t", "/y/t"));
        assert_eq!(of(&version("/t", &[], "a.js"), &version("/t", &[], "a.js")), pair("a.js (first)", "a.js (second)"));
    }

    #[test]
    fn options_are_found() {
        let words = ["--prof".into(), "--prof-out=x".into()];
        assert!(gives(&words, "--prof") && gives(&words, "--prof-out") && !gives(&words, "--prof-o"));
    }
}
