//! Which stencils an instruction gets.

use super::contract::DEPTHS;
use super::stencil::id;
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ARROW, CODE_FLAG_DERIVED};
use abi::ic::{
    EntryKind, SEEN_GROWTH, SEEN_HOLE, SEEN_NAMED_KEY, SEEN_OUT_OF_BOUNDS, SEEN_STRING, SEEN_TYPED_ARRAY, SITE_GENERIC,
    SITE_MEGAMORPHIC, SITE_UNINITIALIZED, Site,
};
use abi::object::{ArrayType, ENVIRONMENT_VALUES_OFFSET, ElementKind};
use abi::opcode::{ARITH_DOUBLE, ARITH_OBJECT, ARITH_OTHER, ARITH_OVERFLOW, ARITH_STRING, ARITH_UNDEFINED, Op};
use vm::Vm;
use vm::code::{Code, CodeBody};

/// An instruction, decoded as far as choosing needs.
pub struct Instruction<'a> {
    pub op: Op,
    pub units: &'a [u16],
    pub body: &'a CodeBody,
    /// Its jump goes back.
    pub back: bool,
}

/// Operands that addition does not take for numbers.
const NO_NUMBERS: u16 = ARITH_STRING | ARITH_OBJECT | ARITH_OTHER | ARITH_UNDEFINED;
/// Operands and results that are no int32.
const NO_INTS: u16 = ARITH_DOUBLE | ARITH_OVERFLOW | ARITH_OTHER | ARITH_UNDEFINED;

impl Instruction<'_> {
    fn doubles(&self, feedback: usize) -> usize {
        (self.units[feedback] & (ARITH_DOUBLE | ARITH_OVERFLOW) != 0) as usize
    }

    fn has_feedback(&self, unit: usize, bits: u16) -> bool {
        self.units[unit] & bits != 0
    }

    fn site(&self, i: usize) -> &Site {
        &self.body.sites[self.long(i) as usize]
    }

    fn long(&self, i: usize) -> u32 {
        (self.units[i] as u32) | (self.units[i + 1] as u32) << 16
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

#[inline(always)]
fn one(i: &Instruction) -> Option<usize> {
    let back = i.back as usize;
    let binary = |base: usize, immediate: usize| Some(base + 2 * immediate + i.doubles(4));
    let bits = |base: usize, immediate: usize| Some(base + 2 * immediate + i.has_feedback(4, NO_INTS) as usize);
    // Equality's stencils: for little, for doubles, for strings.
    let equality = |base: usize, feedback: usize| {
        let doubles = i.has_feedback(feedback, ARITH_DOUBLE) as usize;
        Some(base + if i.has_feedback(feedback, ARITH_STRING) { 2 } else { doubles })
    };
    let compare =
        |base: usize, not: usize, immediate: usize| Some(base + 8 * not + 4 * immediate + 2 * i.doubles(3) + back);
    match i.op {
        Op::Move => Some(id::MOVE),
        Op::LoadUndefined => Some(id::LOAD_UNDEFINED),
        Op::LoadNull => Some(id::LOAD_NULL),
        Op::LoadTrue => Some(id::LOAD_TRUE),
        Op::LoadFalse => Some(id::LOAD_FALSE),
        Op::LoadEmpty => Some(id::LOAD_EMPTY),
        Op::LoadInt => Some(id::LOAD_INT),
        Op::LoadConst => Some(id::LOAD_CONST),
        Op::LoadCallee => Some(id::LOAD_CALLEE),
        Op::LoadThis => Some(id::LOAD_THIS),
        Op::LoadCalleeEnvironment => Some(id::LOAD_CALLEE_ENVIRONMENT),
        Op::CheckInitialized | Op::CheckThisBound => Some(id::CHECK_INITIALIZED),
        Op::NewTarget => Some(id::NEW_TARGET),
        Op::GetPrototypeOf => Some(id::GET_PROTOTYPE_OF),
        Op::CheckThisUnbound => Some(id::CHECK_THIS_UNBOUND),
        Op::CheckDerivedResult => Some(id::CHECK_DERIVED_RESULT),

        Op::Add if i.has_feedback(4, NO_NUMBERS) => Some(id::ADD_ANY),
        Op::AddInt if i.has_feedback(4, NO_NUMBERS) => Some(id::ADD_INT_ANY),
        Op::Add => binary(id::ADD, 0),
        Op::Sub => binary(id::SUB, 0),
        Op::Mul => binary(id::MUL, 0),
        Op::Div => binary(id::DIV, 0),
        Op::Mod => binary(id::MOD, 0),
        Op::BitAnd => bits(id::BIT_AND, 0),
        Op::BitOr => bits(id::BIT_OR, 0),
        Op::BitXor => bits(id::BIT_XOR, 0),
        Op::Shl => bits(id::SHL, 0),
        Op::Shr => bits(id::SHR, 0),
        Op::UShr => binary(id::U_SHR, 0),
        Op::AddInt => binary(id::ADD, 1),
        Op::SubInt => binary(id::SUB, 1),
        Op::MulInt => binary(id::MUL, 1),
        Op::DivInt => binary(id::DIV, 1),
        Op::ModInt => binary(id::MOD, 1),
        Op::BitAndInt => bits(id::BIT_AND, 1),
        Op::BitOrInt => bits(id::BIT_OR, 1),
        Op::BitXorInt => bits(id::BIT_XOR, 1),
        Op::ShlInt => bits(id::SHL, 1),
        Op::ShrInt => bits(id::SHR, 1),
        Op::UShrInt => binary(id::U_SHR, 1),
        Op::Inc => Some([id::INC, id::INC_DOUBLE][i.doubles(3)]),
        Op::Dec => Some([id::DEC, id::DEC_DOUBLE][i.doubles(3)]),
        Op::Neg => Some([id::NEG, id::NEG_DOUBLE][i.doubles(3)]),
        Op::BitNot => Some(if i.has_feedback(3, NO_INTS) { id::BIT_NOT_DOUBLE } else { id::BIT_NOT }),
        Op::ToNumber | Op::ToNumeric => Some(id::TO_NUMBER),
        Op::Not => Some(id::NOT),

        Op::Eq => equality(id::EQ, 4),
        Op::Ne => equality(id::NE, 4),
        Op::StrictEq => equality(id::STRICT_EQ, 4),
        Op::StrictNe => equality(id::STRICT_NE, 4),
        Op::Lt => Some(id::LT + i.doubles(4)),
        Op::Le => Some(id::LE + i.doubles(4)),
        Op::Gt => Some(id::GT + i.doubles(4)),
        Op::Ge => Some(id::GE + i.doubles(4)),

        Op::Jump => Some(id::JUMP + back),
        Op::JumpTrue => Some(id::JUMP_TRUE + back),
        Op::JumpFalse => Some(id::JUMP_FALSE + back),
        Op::JumpNullish => Some(id::JUMP_NULLISH + back),
        Op::JumpNotNullish => Some(id::JUMP_NOT_NULLISH + back),
        Op::JumpUndefined => Some(id::JUMP_UNDEFINED + back),
        Op::JumpNotUndefined => Some(id::JUMP_NOT_UNDEFINED + back),
        Op::JumpEq => equality([id::JUMP_EQ, id::JUMP_EQ_BACK][back], 3),
        Op::JumpNe => equality([id::JUMP_NE, id::JUMP_NE_BACK][back], 3),
        Op::JumpStrictEq => equality([id::JUMP_STRICT_EQ, id::JUMP_STRICT_EQ_BACK][back], 3),
        Op::JumpStrictNe => equality([id::JUMP_STRICT_NE, id::JUMP_STRICT_NE_BACK][back], 3),
        Op::JumpEqInt => Some([id::JUMP_EQ_INT, id::JUMP_EQ_INT_BACK][back]),
        Op::JumpNeInt => Some([id::JUMP_NE_INT, id::JUMP_NE_INT_BACK][back]),
        Op::JumpStrictEqInt => Some([id::JUMP_STRICT_EQ_INT, id::JUMP_STRICT_EQ_INT_BACK][back]),
        Op::JumpStrictNeInt => Some([id::JUMP_STRICT_NE_INT, id::JUMP_STRICT_NE_INT_BACK][back]),
        Op::JumpLt => compare(id::JUMP_LT, 0, 0),
        Op::JumpLe => compare(id::JUMP_LE, 0, 0),
        Op::JumpGt => compare(id::JUMP_GT, 0, 0),
        Op::JumpGe => compare(id::JUMP_GE, 0, 0),
        Op::JumpNotLt => compare(id::JUMP_LT, 1, 0),
        Op::JumpNotLe => compare(id::JUMP_LE, 1, 0),
        Op::JumpNotGt => compare(id::JUMP_GT, 1, 0),
        Op::JumpNotGe => compare(id::JUMP_GE, 1, 0),
        Op::JumpLtInt => compare(id::JUMP_LT, 0, 1),
        Op::JumpLeInt => compare(id::JUMP_LE, 0, 1),
        Op::JumpGtInt => compare(id::JUMP_GT, 0, 1),
        Op::JumpGeInt => compare(id::JUMP_GE, 0, 1),
        Op::JumpNotLtInt => compare(id::JUMP_LT, 1, 1),
        Op::JumpNotLeInt => compare(id::JUMP_LE, 1, 1),
        Op::JumpNotGtInt => compare(id::JUMP_GT, 1, 1),
        Op::JumpNotGeInt => compare(id::JUMP_GE, 1, 1),

        Op::SwitchInt => Some(id::SWITCH_INT),
        Op::InstanceOf => match i.site(4).first.kind.get() {
            EntryKind::OwnInline => Some(id::INSTANCE_OF_INLINE),
            EntryKind::OwnSlots => Some(id::INSTANCE_OF_SLOTS),
            _ => None,
        },
        Op::ToPropertyKeyFor => Some(id::TO_PROPERTY_KEY_FOR),
        Op::GetField => get_field(i.site(3)),
        Op::SetField | Op::DefineField => set_field(i.site(3), i.op == Op::DefineField),
        Op::GetIndex => {
            element(i.site(4), SEEN_HOLE | SEEN_OUT_OF_BOUNDS, id::GET_INDEX, id::GET_INDEX_ANY, id::GET_INDEX_INT8)
        }
        Op::SetIndex => {
            let is_adding = i.site(4).seen.get() & (SEEN_HOLE | SEEN_GROWTH) != 0;
            let fast = if is_adding { id::SET_INDEX_ADDING } else { id::SET_INDEX };
            element(i.site(4), 0, fast, id::SET_INDEX_ANY, id::SET_INDEX_INT8)
        }
        Op::GetGlobal => Some(id::GET_GLOBAL),
        Op::SetGlobal => Some(id::SET_GLOBAL),
        Op::GetScoped => scoped(id::GET_SCOPED_0, i.units[3]),
        Op::GetScopedChecked => scoped(id::GET_SCOPED_CHECKED_0, i.units[3]),
        Op::SetScoped => scoped(id::SET_SCOPED_0, i.units[2]),
        Op::SetScopedChecked => scoped(id::SET_SCOPED_CHECKED_0, i.units[2]),

        Op::Call => call(i.site(4)),
        Op::Construct => construct(i.site(4), [id::CONSTRUCT_INSTANCE, id::CONSTRUCT, id::CONSTRUCT_NATIVE]),
        Op::SuperCall => construct(i.site(4), [id::SUPER_INSTANCE, id::SUPER, id::SUPER_NATIVE]),
        Op::SuperForward => Some(id::SUPER_FORWARD),
        // The first times are the runtime's, which notes what is iterated over and called.
        Op::StartIteration => (i.units[3] != 0).then_some(id::START_ITERATION),
        Op::IteratorStep => (!i.back && i.units[5] != 0).then_some(id::ITERATOR_STEP),
        Op::IteratorClose => Some(id::ITERATOR_CLOSE),
        Op::SpreadList => Some(id::SPREAD_LIST),
        Op::ArraySpread => Some(id::ARRAY_SPREAD),
        Op::CallSpread => (i.site(4).state.get() != SITE_UNINITIALIZED).then_some(id::CALL_SPREAD),
        Op::ForInStart => Some(id::FOR_IN_START),
        Op::ForInNext => (!i.back).then_some(id::FOR_IN_NEXT),
        Op::NewObject => Some(id::NEW_OBJECT),
        Op::NewEnvironment => Vm::allocator_of(environment_bytes(i.body, i.long(3))).map(|_| id::NEW_ENVIRONMENT),
        Op::NewFunction => closure_header(i.body, i.long(2))
            .map(|_| if is_arrow(i.body, i.long(2)) { id::NEW_ARROW } else { id::NEW_FUNCTION }),
        Op::NewArray => Some(id::NEW_ARRAY),
        Op::NewArrayConst => Some(id::NEW_ARRAY_CONST),
        Op::Typeof => Some(id::TYPEOF),
        Op::Return => Some(id::RETURN),
        _ => None,
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

/// Kinds of entries, as bits.
const OWN: u32 = 1 << EntryKind::None as u32 | 1 << EntryKind::OwnInline as u32 | 1 << EntryKind::OwnSlots as u32;
const NAMED: u32 = OWN | 1 << EntryKind::HolderInline as u32 | 1 << EntryKind::HolderSlots as u32;

/// The kinds of a site's entries.
fn kinds(site: &Site) -> u32 {
    let mut kinds = 0;
    vm::code::entries(site, |entry| kinds |= 1 << entry.kind.get() as u32);
    kinds
}

fn get_field(site: &Site) -> Option<usize> {
    match site.state.get() {
        SITE_MEGAMORPHIC => return Some(id::GET_FIELD_MEGAMORPHIC),
        SITE_GENERIC => return Some(id::GET_FIELD_DIRECT),
        _ => {}
    }
    if !site.more.get().is_null() {
        return Some(match kinds(site) {
            kinds if kinds & !OWN == 0 => id::GET_FIELD_POLYMORPHIC_OWN,
            kinds if kinds & !NAMED == 0 => id::GET_FIELD_POLYMORPHIC_NAMED,
            _ => id::GET_FIELD_POLYMORPHIC,
        });
    }
    Some(match site.first.kind.get() {
        EntryKind::OwnInline => id::GET_FIELD_OWN_INLINE,
        EntryKind::OwnSlots => id::GET_FIELD_OWN_SLOTS,
        EntryKind::HolderSlots => id::GET_FIELD_HOLDER_SLOTS,
        EntryKind::HolderInline => id::GET_FIELD_HOLDER_INLINE,
        EntryKind::ArrayLength => id::GET_FIELD_ARRAY_LENGTH,
        EntryKind::StringLength => id::GET_FIELD_STRING_LENGTH,
        EntryKind::Absent => id::GET_FIELD_ABSENT,
        EntryKind::TypedArrayLength => id::GET_FIELD_TYPED_ARRAY_LENGTH,
        EntryKind::Accessor => id::GET_FIELD_DIRECT,
        // Nothing seen yet: the likeliest.
        EntryKind::None => id::GET_FIELD_OWN_INLINE,
        _ => return None,
    })
}

fn set_field(site: &Site, define: bool) -> Option<usize> {
    match site.state.get() {
        SITE_MEGAMORPHIC => return (!define).then_some(id::SET_FIELD_MEGAMORPHIC),
        SITE_GENERIC => return (!define).then_some(id::SET_FIELD_DIRECT),
        _ => {}
    }
    if !site.more.get().is_null() {
        let polymorphic =
            if kinds(site) & !OWN == 0 { id::SET_FIELD_POLYMORPHIC_OWN } else { id::SET_FIELD_POLYMORPHIC };
        return (!define).then_some(polymorphic);
    }
    Some(match site.first.kind.get() {
        EntryKind::OwnInline => id::SET_FIELD_OWN_INLINE,
        EntryKind::OwnSlots => id::SET_FIELD_OWN_SLOTS,
        EntryKind::AddInline => id::SET_FIELD_ADD_INLINE,
        EntryKind::AddSlots => id::SET_FIELD_ADD_SLOTS,
        EntryKind::Accessor if !define => id::SET_FIELD_DIRECT,
        EntryKind::None if !define => id::SET_FIELD_OWN_INLINE,
        _ => return None,
    })
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
