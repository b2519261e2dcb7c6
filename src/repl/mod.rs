//! The prompt: lines that are run as they come, with history, several lines where a program goes on, and results in colour.

mod editor;
mod input;

use crate::ended::Ended;
use crate::exit_code;
use editor::Line;
use tarsier::host::inspect::{self, Options, Style};
use tarsier::source_file::Source;
use tarsier::{Engine, Failure};
use vm::object::table;
use vm::{PropertyKey, Value};

const HELP: &str = "\
.help        this
.load FILE   run a file
.exit        leave (or Ctrl-D)
_            the last result
Ctrl-C       end a running program, or drop the line";

/// Reads and runs lines until there are no more; returns the exit code.
pub fn run(engine: &mut Engine) -> i32 {
    let output = engine.host().output.clone();
    let mut editor = match editor::Editor::new() {
        Ok(editor) => editor,
        Err(error) => {
            output.error_line(&format!("tarsier: no prompt on this terminal: {error}"));
            return exit_code::USAGE;
        }
    };
    interrupt_on_ctrl_c(engine);
    output.line(&format!("Tarsier {} (.help for help)", env!("CARGO_PKG_VERSION")));
    let mut count = 0;
    loop {
        editor.set_names(global_names(engine));
        output.flush();
        let before = engine.vm().enter_idle();
        let read = editor.read();
        engine.vm().leave_idle(before);
        let line = match read {
            Ok(Line::Text(line)) => line,
            Ok(Line::Dropped) => continue,
            Ok(Line::End) => return 0,
            Err(error) => {
                output.error_line(&format!("tarsier: {error}"));
                return exit_code::USAGE;
            }
        };
        let trimmed = line.trim();
        let (command, argument) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let result = match command {
            "" => continue,
            ".help" => {
                output.line(HELP);
                continue;
            }
            ".exit" => return 0,
            ".load" => Source::file(argument.trim().as_ref(), None).and_then(|source| engine.run(source)),
            _ if command.starts_with('.') && command[1..].starts_with(char::is_alphabetic) => {
                output.line(&format!("There is no command {command} (.help for help)"));
                continue;
            }
            _ => {
                count += 1;
                evaluate(engine, &format!("REPL{count}"), &line)
            }
        };
        if let Err(failure) = result {
            if let Failure::Exit(code) = failure {
                return code;
            }
            if matches!(failure, Failure::Terminated { .. }) {
                engine.host().timers.borrow_mut().clear_all();
                output.error_line("(interrupted)");
            } else {
                output.error_line(&Ended::from(failure).to_string());
            }
        }
        engine.vm().clear_termination();
    }
}

/// Runs a line and what it leaves behind, then shows its value.
fn evaluate(engine: &mut Engine, name: &str, line: &str) -> Result<(), Failure> {
    let value = engine.eval(name, input::program(line))?;
    let mut kept = engine.vm().heap.rooted_vec();
    kept.push(value);
    engine.run_event_loop()?;
    let color = engine.host().output.has_color();
    show(engine, value, color).map_err(|throw| engine.failure(throw))
}

fn show(engine: &mut Engine, value: Value, color: bool) -> vm::JsResult<()> {
    let vm = engine.vm();
    let key = PropertyKey::from_str(vm, "_")?;
    let global = vm.realm().global;
    global.define_raw(vm, key, value, table::HIDDEN)?;
    let text = inspect::inspect(vm, value, &Options { color, custom: true, ..Options::default() })?;
    engine.host().output.line(&text);
    Ok(())
}

/// From here on Ctrl-C ends what the VM runs.
fn interrupt_on_ctrl_c(engine: &mut Engine) {
    let terminator = engine.vm().terminator();
    let thread = std::thread::current();
    let handler = ctrlc::set_handler(move || {
        terminator.terminate();
        // It may be asleep until the next timer.
        thread.unpark();
    });
    if handler.is_err() {
        let text = Style::Undefined.paint("(Ctrl-C ends the prompt here)", engine.host().output.has_color());
        engine.host().output.line(&text.string);
    }
}

/// What a first word can be completed to.
fn global_names(engine: &mut Engine) -> Vec<String> {
    let vm = engine.vm();
    let realm = vm.realm();
    let mut names = Vec::new();
    for object in [realm.global, realm.lexical] {
        match object.own_property_keys(vm) {
            Ok(keys) => names.extend(keys.iter().filter(|k| k.is_string()).map(|k| k.to_display(vm))),
            Err(_) => {
                vm.take_exception();
            }
        }
    }
    names.sort();
    names
}
