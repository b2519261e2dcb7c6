//! What the graph builder makes of functions that have run: every file of `tests/graphs` (see its README).

use super::suite::check_folder;
use crate::opt::blocklist::Blocklist;
use crate::opt::check::check;
use crate::opt::graph_builder::{Request, Workspace, build};
use abi::cell::CellKind;
use abi::object::JsFunction;
use std::collections::HashMap;
use vm::code::Code;
use vm::options::{Options, Tier};
use vm::{Value, Vm};

/// Words behind which a number names something that is another from run to run, or from build to build, and what kind of thing.
const NAMED: [(&str, char); 10] = [
    ("0x", 'a'),
    ("code ", 'c'),
    (", for ", 'c'),
    ("check_shape(", 's'),
    ("|", 's'),
    ("store_shape(", 's'),
    ("shape ", 's'),
    ("header ", 'h'),
    // Where an allocator is in a heap.
    ("allocator ", 'l'),
    // Shapes that are compared one after the other.
    ("int(", 's'),
];

/// No int32 of the programs has so many digits, and all shapes have.
const SHAPE_DIGITS: usize = 7;

/// The graph of the function that a program ends with.
fn graph(source: &str) -> Result<String, String> {
    let options = Options { tier: Tier::Interpreter, compile_sync: true, ..Options::default() };
    let mut vm = Vm::new(options).map_err(|_| "no VM")?;
    let value = vm.run_script("case.js", source).map_err(|_| "the program throws")?;
    // SAFETY: a cell tells its kind, and a Function has a live Code cell.
    let code = unsafe {
        if !value.is_cell() || !(*value.as_cell()).is(CellKind::Function) {
            return Err("the program does not end with a function".into());
        }
        &*(*value.as_cell().cast::<JsFunction>()).code.get().cast::<Code>()
    };
    let blocklist = Blocklist::default();
    let request =
        Request { code, entry: None, frame: None, callee: value, new_target: Value::UNDEFINED, blocklist: &blocklist };
    let graph = build(&vm, &request, &mut Workspace::default()).ok_or("no graph")?;
    check(&graph)?;
    Ok(renumbered(&graph.print()))
}

/// The text with what differs from run to run numbered in order of appearance.
fn renumbered(text: &str) -> String {
    let mut numbers: HashMap<(char, String), usize> = HashMap::new();
    let mut counts: HashMap<char, usize> = HashMap::new();
    let (mut out, mut at) = (String::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        let found = NAMED.iter().find(|(word, kind)| {
            rest.starts_with(word) && (*word != "|" || is_in_shapes(&text[..at])) && (*kind != 'a' || rest.len() > 2)
        });
        let Some((word, kind)) = found else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..next]);
            at += next;
            continue;
        };
        out.push_str(word);
        at += word.len();
        let number: String = text[at..].chars().take_while(char::is_ascii_hexdigit).collect();
        if number.is_empty() || number == "0" || *word == "int(" && number.len() < SHAPE_DIGITS {
            continue;
        }
        at += number.len();
        let count = counts.entry(*kind).or_default();
        let its = *numbers.entry((*kind, number)).or_insert_with(|| {
            *count += 1;
            *count
        });
        out += &its.to_string();
    }
    out
}

/// Whether what precedes a bar are the shapes of a guard.
fn is_in_shapes(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    line.rfind("check_shape(").is_some_and(|start| !line[start..].contains([',', ')']))
}

#[test]
fn the_builder_makes_of_functions_what_is_expected() {
    check_folder("tests/graphs", "txt", |case| graph(case.input));
}

#[test]
fn numbers_are_those_of_first_appearance() {
    let text =
        "code 77 words 9\ncheck_shape(310|311, cell) 0x7f00 code 77, shape 311, header 5, shape 0 int(12) int(7238095)";
    let expected = "code 1 words 9\ncheck_shape(1|2, cell) 0x1 code 1, shape 2, header 1, shape 0 int(12) int(3)";
    assert_eq!(renumbered(text), expected);
}
