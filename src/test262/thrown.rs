//! What a test threw, in words. Nothing here runs code of the test.

use abi::cell::CellKind;
use vm::{PropertyKey, Throw, Value, ValueExt, Vm};

/// An uncaught exception.
pub struct Thrown {
    /// The name of its constructor; empty if it has none.
    pub kind: String,
    pub message: String,
}

/// Why a program did not come to its end.
pub enum Stop {
    /// The time limit.
    Terminated,
    Thrown(Thrown),
}

impl Thrown {
    /// `source` is the test's name in stack traces.
    pub fn of(vm: &mut Vm, value: Value, source: &str) -> Thrown {
        let Some(object) = value.as_object() else {
            return Thrown { kind: String::new(), message: format!("{} thrown", vm.describe_with_type(value)) };
        };
        let kind = vm.constructor_name(object).unwrap_or_default();
        let text = |vm: &mut Vm, name: &str| {
            let key = PropertyKey::from_str(vm, name).ok()?;
            let text = vm.peek(object, key)?.as_string()?;
            text.to_rust_string_lossy(vm).ok()
        };
        let mut message = if object.is_kind(CellKind::Error) {
            vm.error_header(object)
        } else {
            match text(vm, "message") {
                Some(message) => format!("{kind}: {message}"),
                None => format!("{} thrown", vm.describe(value)),
            }
        };
        if let Some(place) = text(vm, "stack").and_then(|stack| place(&stack, source)) {
            message.push_str(" @ ");
            message.push_str(&place);
        }
        Thrown { kind, message }
    }
}

impl Stop {
    /// The pending exception, which is no longer pending.
    pub fn pending(vm: &mut Vm, _throw: Throw, source: &str) -> Stop {
        let value = vm.take_exception();
        if vm.is_terminating() { Stop::Terminated } else { Stop::Thrown(Thrown::of(vm, value, source)) }
    }
}

/// Line and column of the first place in a trace that lies in the source.
fn place(stack: &str, source: &str) -> Option<String> {
    let (_, rest) = stack.split_once(source)?;
    let place: String = rest.strip_prefix(':')?.chars().take_while(|c| c.is_ascii_digit() || *c == ':').collect();
    Some(place.trim_end_matches(':').into())
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn the_innermost_place_in_the_test() {
        let stack = "TypeError: x\n    at f (harness/assert.js:1:2)\n    at g (/t/a.js:10:20)\n    at /t/a.js:1:1";
        assert_eq!(place(stack, "/t/a.js").as_deref(), Some("10:20"));
        assert_eq!(place("/t/a.js:3:4\nlet 1", "/t/a.js").as_deref(), Some("3:4"));
        assert_eq!(place(stack, "/t/b.js"), None);
    }
}
