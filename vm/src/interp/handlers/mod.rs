//! What each opcode means: one handler for each, in the file of its family, called by the name that the table gives it. The interpreter's loop and
//! compiled code's runtime ([`super::step`]) perform instructions by these and nothing else.
//!
//! A handler knows its operands and the frame. It does not know what runs it: where control goes is for whoever called it ([`Flow`]). Those of
//! the table's `inline` part are inlined there.

mod arithmetic;
mod call;
mod calls;
mod class;
mod compare;
mod count;
mod decorator;
mod disposal;
mod element;
mod exception;
mod generator;
mod global;
mod iteration;
mod literal;
mod load;
mod module;
mod property;
mod scope;
mod self_hosted;

pub use arithmetic::*;
pub use call::*;
pub use calls::*;
pub use class::*;
pub use compare::*;
pub use count::*;
pub use decorator::*;
pub use disposal::*;
pub use element::*;
pub use exception::*;
pub use generator::*;
pub use global::*;
pub use iteration::*;
pub use literal::*;
pub use load::*;
pub use module::*;
pub use property::*;
pub use scope::*;
pub use self_hosted::*;

use super::ops::{constant, constant_text};
use super::running::{Flow, Outcome, Running};
use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::object::Object;
use crate::runtime::convert;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::frame::Frame;
use abi::opcode::*;
use abi::value::NUMBER_TAG;

#[inline(always)]
fn both_int(a: Value, b: Value) -> bool {
    a.bits() & b.bits() >= NUMBER_TAG
}

#[inline(always)]
fn both_number(a: Value, b: Value) -> bool {
    a.is_number() && b.is_number()
}

/// An operation on values that are not both numbers, with feedback.
#[cold]
#[inline(never)]
fn slow_binary(
    vm: &mut Vm,
    operation: fn(&mut Vm, Value, Value) -> JsResult,
    left: Value,
    right: Value,
    feedback: FeedbackUnit,
) -> JsResult {
    vm.note_operands(feedback, operand_kind(left) | operand_kind(right));
    operation(vm, left, right)
}

#[cold]
#[inline(never)]
fn slow_compare(
    vm: &mut Vm,
    operation: fn(&mut Vm, Value, Value) -> JsResult<bool>,
    left: Value,
    right: Value,
    feedback: FeedbackUnit,
) -> JsResult<bool> {
    vm.note_operands(feedback, operand_kind(left) | operand_kind(right));
    operation(vm, left, right)
}

/// The kind of an operand, as ARITH_* bits.
fn operand_kind(v: Value) -> u16 {
    if v.is_int() {
        0
    } else if v.is_double() {
        ARITH_DOUBLE
    } else if v.is_string() {
        ARITH_STRING
    } else if v.is_bigint() {
        ARITH_BIGINT
    } else if v.is_undefined() {
        ARITH_UNDEFINED
    } else if v.is_object() {
        ARITH_OBJECT
    } else {
        ARITH_OTHER
    }
}

/// The object that an instruction of a literal or class works on.
fn object(v: Value) -> Object {
    v.as_object().expect("an object that the code itself made")
}

fn is_strict(code: &Code) -> bool {
    code.flags() & abi::frame::CODE_FLAG_STRICT != 0
}

/// A property-key constant.
fn key_constant(vm: &mut Vm, code: &Code, index: u32) -> JsResult<PropertyKey> {
    convert::to_property_key(vm, constant(code, index))
}

/// Performs an instruction of one opcode.
pub type Performer = for<'a> fn(&mut Vm, Running<'a>) -> JsResult<Flow>;

macro_rules! define_performers {
    (
        inline { $( $family:ident { $(
            $(#[doc = $doc:literal])*
            $name:ident $function:ident ( $($operands:tt)* ) [ $($effects:tt)* ] $( $meaning:ident($($fact:tt)*) )? ;
        )* } )* }
        outline { $( $other_family:ident { $(
            $(#[doc = $other_doc:literal])*
            $other:ident $other_function:ident ( $($other_operands:tt)* ) [ $($other_effects:tt)* ] $( $other_meaning:ident($($other_fact:tt)*) )? ;
        )* } )* }
    ) => {
        /// What performs an instruction, by opcode. Each is a function of its own, which saves no more registers than it needs: one for all of them would
        /// save them all for the cheapest.
        pub static PERFORMERS: [Performer; Opcode::COUNT] = [
            $($( |vm, i| $function(vm, view::$name(i)).flow(), )*)*
            $($( |vm, i| $other_function(vm, view::$other(i)).flow(), )*)*
        ];
    };
}

abi::opcodes!(define_performers);

/// Performs an instruction that is not worth a place in the interpreter's loop: none of these jumps, or enters a frame. It takes what the loop has in
/// registers.
///
/// # Safety
/// As for [`Running::new`].
#[inline(never)]
pub unsafe fn perform_outline(
    vm: &mut Vm,
    op: Opcode,
    frame: *mut Frame,
    ip: *const u16,
    is_compiled: bool,
) -> JsResult<()> {
    // SAFETY: the caller's promise; the sites are those of the frame's function.
    let i = unsafe { Running::new(frame.cast(), ip, (*(*frame).code).sites, is_compiled) };
    PERFORMERS[op as usize](vm, i).map(|_| ())
}
