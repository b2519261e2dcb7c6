//! The engines of a comparison: a name and a command template for each, the presets among them,
//! and how a template becomes the command that runs one script.
//!
//! A template is written like a shell's command line, without a shell behind it: leading
//! `NAME=VALUE` words are environment variables, quotes and backslashes work as in a POSIX
//! shell. `{script}` stands for the script (it is appended when the template lacks it),
//! `{node}` and `{quickjs}` for the runner's host scripts, which give node and the Python module
//! `quickjs` the globals `print`, `read` and `load` that an engine's own shell has.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

const NODE_HOST: &str = include_str!("hosts/node.cjs");
const QUICKJS_HOST: &str = include_str!("hosts/quickjs.py");

/// Name, template and description of the engines that need no command on the command line.
pub const PRESETS: &[(&str, &str, &str)] = &[
    ("tarsier", "{tarsier}", "Tarsier, all tiers"),
    ("tarsier-interp", "{tarsier} --jitless", "Tarsier, interpreter only"),
    ("jsc", "jsc", "JavaScriptCore, all tiers"),
    ("jsc-interp", "JSC_useJIT=0 jsc", "JavaScriptCore, interpreter only"),
    ("jsc-baseline", "JSC_useDFGJIT=0 jsc", "JavaScriptCore, interpreter and baseline compiler"),
    ("node", "node {node}", "V8, all tiers"),
    ("node-jitless", "node --jitless {node}", "V8, interpreter only"),
    ("node-sparkplug", "node --no-opt --no-maglev --always-sparkplug {node}", "V8, baseline compiler only"),
    ("quickjs", "python3 {quickjs}", "QuickJS, as the Python module `quickjs`"),
];

/// One engine: what it is called and how it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The name in tables and in the JSON output.
    pub name: String,
    /// The template as given or preset, for the record.
    pub template: String,
    environment: Vec<(String, String)>,
    words: Vec<String>,
}

/// The host scripts and Tarsier's own binary, as paths that templates can refer to.
#[derive(Debug)]
pub struct Hosts {
    node: PathBuf,
    quickjs: PathBuf,
    tarsier: PathBuf,
}

impl Hosts {
    /// Writes the host scripts into `folder`.
    pub fn write(folder: &Path) -> Result<Hosts> {
        let node = folder.join("node-host.cjs");
        let quickjs = folder.join("quickjs-host.py");
        std::fs::write(&node, NODE_HOST).context("writing node's host script")?;
        std::fs::write(&quickjs, QUICKJS_HOST).context("writing the host script of quickjs")?;
        Ok(Hosts { node, quickjs, tarsier: tarsier_binary() })
    }

    fn of(&self, placeholder: &str) -> Option<&Path> {
        match placeholder {
            "{node}" => Some(&self.node),
            "{quickjs}" => Some(&self.quickjs),
            "{tarsier}" => Some(&self.tarsier),
            _ => None,
        }
    }
}

impl Engine {
    /// Reads `NAME`, which must be a preset, or `NAME=COMMAND`.
    pub fn parse(argument: &str) -> Result<Engine> {
        let (name, template) = match argument.split_once('=') {
            Some((name, template)) => (name, template),
            None => match PRESETS.iter().find(|(name, ..)| *name == argument) {
                Some((name, template, _)) => (*name, *template),
                None => {
                    let names: Vec<&str> = PRESETS.iter().map(|(name, ..)| *name).collect();
                    bail!("no preset is called `{argument}`: give NAME=COMMAND or one of {}", names.join(", "));
                }
            },
        };
        if name.is_empty() {
            bail!("an engine needs a name before the `=`: `{argument}`");
        }
        let mut words = shell_words::split(template).with_context(|| format!("reading the command of `{name}`"))?;
        let variables = words.iter().take_while(|word| is_assignment(word)).count();
        let environment = words
            .drain(..variables)
            .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        if words.is_empty() {
            bail!("engine `{name}` has no command");
        }
        Ok(Engine { name: name.to_owned(), template: template.to_owned(), environment, words })
    }

    /// The command that runs `script`. Without `hosted` the node host is left out: node runs an
    /// empty file by itself, and its start-up should not count our host. (The Python module has
    /// no other way to run a file.)
    pub fn command(&self, hosts: &Hosts, script: &Path, hosted: bool) -> Command {
        let mut words: Vec<OsString> = Vec::new();
        let mut placed = false;
        for word in &self.words {
            if word == "{node}" && !hosted {
                continue;
            }
            if let Some(host) = hosts.of(word) {
                words.push(host.into());
            } else if word.contains("{script}") {
                placed = true;
                words.push(word.replace("{script}", &script.to_string_lossy()).into());
            } else {
                words.push(word.into());
            }
        }
        if !placed {
            words.push(script.into());
        }
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        command
    }
}

/// True for a shell's `NAME=VALUE` word.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    })
}

/// The release build of Tarsier beside this runner's own, wherever the target folder is; or else
/// where Cargo puts it by default, seen from the workspace's root.
fn tarsier_binary() -> PathBuf {
    let beside = std::env::current_exe().ok().and_then(|own| {
        let folder = own.parent()?;
        let binary = folder.join("tarsier");
        (folder.ends_with("release") && binary.is_file()).then_some(binary)
    });
    beside.unwrap_or_else(|| PathBuf::from("target/release/tarsier"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts() -> Hosts {
        Hosts { node: "/hosts/node.cjs".into(), quickjs: "/hosts/quickjs.py".into(), tarsier: "/build/tarsier".into() }
    }

    fn words(command: &Command) -> Vec<String> {
        std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn every_preset_can_be_read() {
        for (name, template, _) in PRESETS {
            let engine = Engine::parse(name).unwrap();
            assert_eq!((engine.name.as_str(), engine.template.as_str()), (*name, *template));
        }
        assert!(Engine::parse("rhino").is_err());
    }

    #[test]
    fn environment_and_quotes() {
        let engine = Engine::parse("mine=A_1=x B='y z' /bin/my\\ shell --flag=1 'a b'").unwrap();
        let command = engine.command(&hosts(), Path::new("/s.js"), true);
        assert_eq!(words(&command), ["/bin/my shell", "--flag=1", "a b", "/s.js"]);
        let variables: Vec<_> = command
            .get_envs()
            .map(|(name, value)| (name.to_str().unwrap(), value.unwrap().to_str().unwrap()))
            .collect();
        assert_eq!(variables, [("A_1", "x"), ("B", "y z")]);
    }

    #[test]
    fn script_is_placed_or_appended() {
        let script = Path::new("/s.js");
        let placed = Engine::parse("e=run --file={script} --quiet").unwrap();
        assert_eq!(words(&placed.command(&hosts(), script, true)), ["run", "--file=/s.js", "--quiet"]);
        let appended = Engine::parse("tarsier-interp").unwrap();
        assert_eq!(words(&appended.command(&hosts(), script, true)), ["/build/tarsier", "--jitless", "/s.js"]);
    }

    #[test]
    fn node_runs_bare_where_no_shell_globals_are_needed() {
        let engine = Engine::parse("node").unwrap();
        let script = Path::new("/s.js");
        assert_eq!(words(&engine.command(&hosts(), script, true)), ["node", "/hosts/node.cjs", "/s.js"]);
        assert_eq!(words(&engine.command(&hosts(), script, false)), ["node", "/s.js"]);
    }

    #[test]
    fn nameless_or_empty_is_refused() {
        for argument in ["=jsc", "a=", "a=X=1", "a='unclosed"] {
            assert!(Engine::parse(argument).is_err(), "{argument}");
        }
    }
}
