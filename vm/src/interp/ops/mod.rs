//! The operations that handlers are made of, where they take more than a few lines. Compiled code's runtime calls some of them directly.

pub(crate) mod class;
mod element;
mod for_in;
pub(super) mod global;
pub(super) mod iterate;
pub(super) mod literal;
pub(crate) mod scope;

pub use element::{
    get_index, get_present, note_element, note_typed, ordinary_element, set_index, throw_nullish_read, typed_load,
    typed_store,
};
pub(crate) use for_in::own_names;
pub use for_in::{Enumeration, Enumerations, for_in_next, for_in_start, start_known_enumeration};
pub use global::{get_global, set_global};
pub use iterate::{array_spread, iterator_close, iterator_step, spread_list, start_iteration};
pub use literal::{new_array, new_array_const, new_environment, new_function, new_object};
pub use scope::{throw_dead_zone, throw_uninitialized_constant};

use crate::bytecode::data::Constant;
use crate::code::Code;
use crate::vm::Vm;
use crate::{Throw, Value};
use abi::frame::Frame;
use gc::Gc;

/// The running function's code.
///
/// # Safety
/// `frame` must be a live JavaScript frame.
pub(super) unsafe fn code_of(frame: *mut Frame) -> Gc<Code> {
    // SAFETY: the caller's promise.
    unsafe { Code::from_machine((*frame).code) }
}

pub(super) fn constant(code: &Code, index: u32) -> Value {
    code.body.get().map_or(Value::UNDEFINED, |b| b.constants[index as usize])
}

pub(super) fn constant_data(code: &Code, index: u32) -> Option<&Constant> {
    code.body.get().map(|b| &b.constant_data[index as usize])
}

/// A constant name for messages.
pub(super) fn constant_text(code: &Code, index: u32) -> String {
    match constant_data(code, index) {
        Some(Constant::String(s)) => s.to_text(),
        _ => String::new(),
    }
}

/// `f` is not a function, told with the source text of the callee.
#[cold]
pub fn throw_call_of_non_function(vm: &mut Vm, callee: Value) -> Throw {
    match callee_text(vm) {
        Some(text) => vm.throw_type_error(format!("{text} is not a function")),
        None => vm.throw_not_callable(callee),
    }
}

#[cold]
pub fn throw_construct_of_non_constructor(vm: &mut Vm, callee: Value) -> Throw {
    match callee_text(vm) {
        Some(text) => vm.throw_type_error(format!("{text} is not a constructor")),
        None => vm.throw_not_constructor(callee),
    }
}

/// The callee of the running call as the source has it, if it is a chain of names.
fn callee_text(vm: &Vm) -> Option<String> {
    let frame = vm.top_frame();
    if frame.is_null() {
        return None;
    }
    // SAFETY: the top frame is live.
    let (id, offset) = unsafe { ((*frame).code_id, (*frame).position) };
    let info = vm.code.get(id)?;
    let source = info.source.as_ref()?;
    let at = info.position_at(offset) as usize;
    let text = source.text.get(at..)?;
    let text = text.strip_prefix("new ").map_or(text, str::trim_start);
    let at = source.text.len() - text.len();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '#';
    let end = at + text.find(|c: char| !is_name(c) && c != '.').unwrap_or(text.len());
    let mut start = at;
    for (i, c) in source.text[..at].char_indices().rev() {
        if !(is_name(c) || c == '.') {
            break;
        }
        start = i;
    }
    let name = source.text.get(start..end)?.trim_matches('.');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if source.text[start..end].starts_with('.') {
        return Some(format!("(intermediate value).{name}"));
    }
    Some(name.to_string())
}
