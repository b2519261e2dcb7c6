//! What the engine's own native functions are for, by their names. Whoever renames one of them is told by a test (`tests/advise.rs`): the names are held
//! against the symbols of the command.

/// What time in a function is told as. One function may be several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It finds out what is to be done, and would not be there in specialized code.
    Dispatch,
    /// It interprets an instruction for machine code.
    Handler,
    /// It takes properties or elements one at a time, as the specification has it.
    Generic,
    /// It makes arguments objects.
    Arguments,
    /// It collects the keys that for-in goes through.
    Enumeration,
}

/// What a name begins with, and what it is for.
const BEGINNINGS: [(&str, Purpose); 8] = [
    ("vm::interp::", Purpose::Dispatch),
    ("jit::opt::helpers", Purpose::Dispatch),
    ("vm::runtime::operators::", Purpose::Dispatch),
    ("vm::runtime::convert::", Purpose::Dispatch),
    ("vm::feedback::", Purpose::Dispatch),
    ("vm::builtins::direct::", Purpose::Dispatch),
    ("vm::interp::step::", Purpose::Handler),
    ("vm::interp::handlers::", Purpose::Handler),
];

/// A part of a name, and what it is for.
const PARTS: [(&str, Purpose); 11] = [
    ("vm::object::ordinary::", Purpose::Generic),
    ("own_element", Purpose::Generic),
    ("get_if_present_slow", Purpose::Generic),
    ("get_own_property", Purpose::Generic),
    ("get_with_receiver", Purpose::Generic),
    ("has_property", Purpose::Generic),
    ("::proxy::", Purpose::Generic),
    ("shape::Shape::lookup", Purpose::Generic),
    ("define_elem", Purpose::Generic),
    ("object::arguments", Purpose::Arguments),
    ("for_in::new_enumeration", Purpose::Enumeration),
];

/// Whether a function of this name is for that.
pub fn is(name: &str, purpose: Purpose) -> bool {
    BEGINNINGS.iter().any(|(beginning, of)| *of == purpose && name.starts_with(beginning))
        || PARTS.iter().any(|(part, of)| *of == purpose && name.contains(part))
}

/// The names that no function in a list has: an engine with those functions is not told of as it should be.
pub fn unknown(functions: &[String]) -> Vec<&'static str> {
    let no_beginning = BEGINNINGS.iter().filter(|(b, _)| !functions.iter().any(|name| name.starts_with(b)));
    let no_part = PARTS.iter().filter(|(part, _)| !functions.iter().any(|name| name.contains(part)));
    no_beginning.chain(no_part).map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_purposes() {
        let add = "vm::interp::handlers::arithmetic::add";
        assert!(is(add, Purpose::Dispatch) && is(add, Purpose::Handler) && !is(add, Purpose::Generic));
        assert!(is("<vm::object::proxy::Proxy as T>::get", Purpose::Generic));
        assert!(!is("other::vm::interp::x", Purpose::Dispatch));
        let there = [add.to_owned(), "vm::object::arguments::make".to_owned()];
        let unknown = unknown(&there);
        assert!(!unknown.contains(&"vm::interp::") && !unknown.contains(&"object::arguments"), "{unknown:?}");
        assert!(unknown.contains(&"jit::opt::helpers") && unknown.contains(&"own_element"), "{unknown:?}");
    }
}
