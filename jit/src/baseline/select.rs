//! Which stencils an instruction gets.

use super::contract::DEPTHS;
use super::stencil::id;
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ARROW, CODE_FLAG_ASYNC, CODE_FLAG_DERIVED};
use abi::ic::{
    Base, EntryKind, SEEN_GROWTH, SEEN_HOLE, SEEN_NAMED_KEY, SEEN_OUT_OF_BOUNDS, SEEN_STRING, SEEN_TYPED_ARRAY,
    SITE_GENERIC, SITE_MEGAMORPHIC, SITE_UNINITIALIZED, Site, Storage,
};
use abi::object::{ArrayType, ENVIRONMENT_VALUES_OFFSET, ElementKind};
use abi::opcode::{
    ARITH_DOUBLE, ARITH_OBJECT, ARITH_OTHER, ARITH_OVERFLOW, ARITH_STRING, ARITH_UNDEFINED, Arithmetic, Comparison,
    Meaning, Opcode, SPREAD_ARGC, Units, view,
};
use vm::Vm;
use vm::code::{Code, CodeBody};

/// An instruction, decoded as far as choosing needs.
pub struct Instruction<'a> {
    pub op: Opcode,
    pub units: &'a [u16],
    pub body: &'a CodeBody,
    /// Its jump goes back.
    pub back: bool,
    /// CODE_FLAG_* of the function.
    pub flags: u32,
}

/// Operands that addition does not take for numbers.
const NO_NUMBERS: u16 = ARITH_STRING | ARITH_OBJECT | ARITH_OTHER | ARITH_UNDEFINED;
/// Operands and results that are no int32.
const NO_INTS: u16 = ARITH_DOUBLE | ARITH_OVERFLOW | ARITH_OTHER | ARITH_UNDEFINED;

impl Instruction<'_> {
    fn site(&self, number: usize) -> &Site {
        &self.body.sites[number]
    }
}

/// The stencil of an instruction, or the first of several.
#[inline(always)]
pub fn select(i: &Instruction) -> usize {
    one(i).unwrap_or(id::STEP)
}

/// The stencil that goes on with what this one began, where nothing may live across calls or registers are few.
pub fn following(number: usize) -> Option<usize> {
    match number {
        id::CONSTRUCT | id::CONSTRUCT_INSTANCE | id::SUPER | id::SUPER_INSTANCE => Some(id::CONSTRUCT_ENTER),
        id::SUPER_FORWARD => Some(id::SUPER_FORWARD_ENTER),
        id::CALL_SPREAD => Some(id::CALL_SPREAD_ENTER),
        id::GET_FIELD_MEGAMORPHIC => Some(id::GET_FIELD_FOUND),
        id::SET_FIELD_MEGAMORPHIC => Some(id::SET_FIELD_FOUND),
        _ => None,
    }
}

/// The opcode's own stencil, for what it has seen: none, if there is none for a jump that goes back.
#[inline(always)]
fn own(i: &Instruction, seen: usize) -> Option<usize> {
    let numbers = &id::OPCODES[i.op as usize];
    let back = i.back as usize;
    let number = if numbers[seen][back] == u16::MAX { numbers[0][back] } else { numbers[seen][back] };
    (number != u16::MAX).then_some(number as usize)
}

/// Which of an opcode's stencils its operands ask for.
#[inline(always)]
fn seen(op: Opcode, feedback: u16) -> usize {
    const DOUBLES: u16 = ARITH_DOUBLE | ARITH_OVERFLOW;
    use Arithmetic::*;
    match op.meaning() {
        Meaning::Compares(Comparison::Equal | Comparison::StrictEqual, _) if feedback & ARITH_STRING != 0 => 2,
        Meaning::Computes(BitAnd | BitOr | BitXor | Shl | Shr) => (feedback & NO_INTS != 0) as usize,
        _ if op == Opcode::BitNot => (feedback & NO_INTS != 0) as usize,
        _ => (feedback & DOUBLES != 0) as usize,
    }
}

#[inline(always)]
fn one(i: &Instruction) -> Option<usize> {
    use view::*;
    let units = Units(i.units);
    if let Some(feedback) = i.op.operand_feedback(i.units) {
        return match i.op {
            Opcode::Add if feedback & NO_NUMBERS != 0 => Some(id::ADD_ANY),
            Opcode::AddInt if feedback & NO_NUMBERS != 0 => Some(id::ADD_INT_ANY),
            op => own(i, seen(op, feedback)),
        };
    }
    match i.op {
        Opcode::CheckThisBound => Some(id::CHECK_INITIALIZED),
        Opcode::ToNumeric => Some(id::TO_NUMBER),
        Opcode::InstanceOf => match i.site(InstanceOf(units).site()).first.kind.get().word()? {
            (Base::Receiver, Storage::Inline) => Some(id::INSTANCE_OF_INLINE),
            (Base::Receiver, Storage::Slots) => Some(id::INSTANCE_OF_SLOTS),
            (Base::Holder, _) => None,
        },
        Opcode::GetField => get_field(i.site(GetField(units).site())),
        // Where getters are called, the receiver matters.
        Opcode::GetSuperField => {
            get_field(i.site(GetSuperField(units).site())).filter(|stencil| *stencil != id::GET_FIELD_DIRECT)
        }
        Opcode::SetField | Opcode::DefineField => {
            set_field(i.site(SetField(units).site()), i.op == Opcode::DefineField)
        }
        Opcode::DeleteField => id::DELETE_FIELD_CASES[i.site(DeleteField(units).site()).first.kind.get() as usize],
        Opcode::GetIndex => {
            let site = i.site(GetIndex(units).site());
            element(site, SEEN_HOLE | SEEN_OUT_OF_BOUNDS, id::GET_INDEX, id::GET_INDEX_ANY, id::GET_INDEX_INT8)
        }
        Opcode::SetIndex => {
            let site = i.site(SetIndex(units).site());
            let is_adding = site.seen.get() & (SEEN_HOLE | SEEN_GROWTH) != 0;
            let fast = if is_adding { id::SET_INDEX_ADDING } else { id::SET_INDEX };
            element(site, 0, fast, id::SET_INDEX_ANY, id::SET_INDEX_INT8)
        }
        Opcode::GetScoped => scoped(id::GET_SCOPED_0, GetScoped(units).depth()),
        Opcode::GetScopedChecked => scoped(id::GET_SCOPED_CHECKED_0, GetScopedChecked(units).depth()),
        Opcode::SetScoped => scoped(id::SET_SCOPED_0, SetScoped(units).depth()),
        Opcode::SetScopedChecked => scoped(id::SET_SCOPED_CHECKED_0, SetScopedChecked(units).depth()),

        Opcode::Call => call(i.site(Call(units).site())),
        // The first call is the runtime's, as above.
        Opcode::TailCall if TailCall(units).argc() == SPREAD_ARGC => None,
        Opcode::TailCall if i.site(TailCall(units).site()).state.get() == SITE_UNINITIALIZED => None,
        Opcode::Construct => {
            construct(i.site(Construct(units).site()), [id::CONSTRUCT_INSTANCE, id::CONSTRUCT, id::CONSTRUCT_NATIVE])
        }
        Opcode::SuperCall => {
            construct(i.site(SuperCall(units).site()), [id::SUPER_INSTANCE, id::SUPER, id::SUPER_NATIVE])
        }
        // The first times are the runtime's, which notes what is iterated over and called.
        // Async generators have requests to settle.
        Opcode::Yield if i.flags & CODE_FLAG_ASYNC != 0 => None,
        Opcode::StartIteration if StartIteration(units).feedback() == 0 => None,
        Opcode::IteratorStep if IteratorStep(units).feedback() == 0 => None,
        Opcode::CallSpread if i.site(CallSpread(units).site()).state.get() == SITE_UNINITIALIZED => None,
        Opcode::NewEnvironment => {
            let bytes = environment_bytes(i.body, NewEnvironment(units).scope());
            Vm::allocator_of(bytes).map(|_| id::NEW_ENVIRONMENT)
        }
        Opcode::NewFunction => {
            let function = NewFunction(units).function();
            let stencil = if is_arrow(i.body, function) { id::NEW_ARROW } else { id::NEW_FUNCTION };
            closure_header(i.body, function).map(|_| stencil)
        }
        _ => own(i, 0),
    }
}

/// By what the site has seen: the typed array's stencil, or the one that asks the runtime where the fast path does not do. What was not done yet is
/// left to the runtime, which notes it.
fn element(site: &Site, also: u16, fast: usize, any: usize, typed_base: usize) -> Option<usize> {
    const DICTIONARY_OR_EXOTIC: u16 = 1 << ElementKind::Dictionary as u16 | 1 << ElementKind::Exotic as u16;
    if let Some(k) = typed(site) {
        return Some(typed_base + 2 * k);
    }
    if site.seen.get() == 0 {
        return None;
    }
    // A typed array's stencil comes once the runtime has seen of which type it is.
    if site.seen.get() & SEEN_TYPED_ARRAY != 0 {
        return Some(fast);
    }
    let slow = also | SEEN_STRING | SEEN_NAMED_KEY | DICTIONARY_OR_EXOTIC;
    Some(if site.seen.get() & slow != 0 { any } else { fast })
}

/// By whom the site has called. The first call is the runtime's, which notes it.
fn call(site: &Site) -> Option<usize> {
    let callee = site.first.holder.get();
    if site.first.kind.get() != EntryKind::Callee || callee.is_null() || !site.more.get().is_null() {
        return (site.state.get() != SITE_UNINITIALIZED).then_some(id::CALL);
    }
    // SAFETY: the entry's holder is a live cell, the Code of a function or a built-in.
    Some(if unsafe { (*callee).header.is(CellKind::Code) } { id::CALL_FUNCTION } else { id::CALL_NATIVE })
}

/// By whom the site has called with `new` or `super`: the stencils for base constructors, for derived ones and for built-ins.
fn construct(site: &Site, [instance, any, native]: [usize; 3]) -> Option<usize> {
    let callee = site.first.holder.get();
    if site.first.kind.get() != EntryKind::Callee || callee.is_null() {
        return (site.state.get() != SITE_UNINITIALIZED).then_some(instance);
    }
    // SAFETY: the entry's holder is a live cell, the Code of a function or a built-in.
    Some(unsafe {
        match (*callee).header.kind() {
            CellKind::NativeFunction => native,
            CellKind::Code if (*callee.cast::<Code>()).flags() & CODE_FLAG_DERIVED != 0 => any,
            _ => instance,
        }
    })
}

/// Bytes of the environments that a constant describes.
pub fn environment_bytes(body: &CodeBody, constant: u32) -> usize {
    ENVIRONMENT_VALUES_OFFSET + 8 * vm::code::environment_length(body.constants[constant as usize]) as usize
}

/// The code whose closures a NewFunction makes.
fn inner(body: &CodeBody, constant: u32) -> &Code {
    // SAFETY: the constant is a Code cell, which the body keeps alive.
    unsafe { &*body.constants[constant as usize].as_cell().cast::<Code>() }
}

/// See [`vm::object::function::closure_header`].
pub fn closure_header(body: &CodeBody, constant: u32) -> Option<u32> {
    vm::object::function::closure_header(inner(body, constant))
}

fn is_arrow(body: &CodeBody, constant: u32) -> bool {
    inner(body, constant).flags() & CODE_FLAG_ARROW != 0
}

/// Four stencils for each depth.
fn scoped(base: usize, depth: u16) -> Option<usize> {
    ((depth as usize) < DEPTHS).then_some(base + 4 * depth as usize)
}

/// Something holds of the kinds of all of a site's entries.
fn all(site: &Site, holds: impl Fn(EntryKind) -> bool) -> bool {
    let mut all = true;
    vm::code::entries(site, |entry| all &= entry.kind.get() == EntryKind::None || holds(entry.kind.get()));
    all
}

fn get_field(site: &Site) -> Option<usize> {
    match site.state.get() {
        SITE_MEGAMORPHIC => return Some(id::GET_FIELD_MEGAMORPHIC),
        SITE_GENERIC => return Some(id::GET_FIELD_DIRECT),
        _ => {}
    }
    if !site.more.get().is_null() {
        let is_named = |kind: EntryKind| kind.word().is_some();
        return Some(if all(site, EntryKind::is_own) {
            id::GET_FIELD_POLYMORPHIC_OWN
        } else if all(site, is_named) {
            id::GET_FIELD_POLYMORPHIC_NAMED
        } else {
            id::GET_FIELD_POLYMORPHIC
        });
    }
    match site.first.kind.get() {
        EntryKind::None => id::GET_FIELD_CASES[EntryKind::LIKELIEST as usize],
        EntryKind::Accessor | EntryKind::Proxy => Some(id::GET_FIELD_DIRECT),
        kind => id::GET_FIELD_CASES[kind as usize],
    }
}

fn set_field(site: &Site, define: bool) -> Option<usize> {
    match site.state.get() {
        SITE_MEGAMORPHIC => return (!define).then_some(id::SET_FIELD_MEGAMORPHIC),
        SITE_GENERIC => return (!define).then_some(id::SET_FIELD_DIRECT),
        _ => {}
    }
    if !site.more.get().is_null() {
        let is_own = all(site, EntryKind::is_own);
        let polymorphic = if is_own { id::SET_FIELD_POLYMORPHIC_OWN } else { id::SET_FIELD_POLYMORPHIC };
        return (!define).then_some(polymorphic);
    }
    match site.first.kind.get() {
        EntryKind::None | EntryKind::Accessor | EntryKind::Proxy if define => None,
        EntryKind::None => id::SET_FIELD_CASES[EntryKind::LIKELIEST as usize],
        EntryKind::Accessor | EntryKind::Proxy => Some(id::SET_FIELD_DIRECT),
        kind => id::SET_FIELD_CASES[kind as usize],
    }
}

/// The number of the typed array's stencils, if that is what the site sees.
fn typed(site: &Site) -> Option<usize> {
    let n = site.count.get();
    const FLOAT16: u8 = ArrayType::Float16 as u8;
    match n.checked_sub(1)? {
        k if k < FLOAT16 => Some(k as usize),
        k if k == ArrayType::Float32 as u8 || k == ArrayType::Float64 as u8 => Some(k as usize - 1),
        _ => None,
    }
}
