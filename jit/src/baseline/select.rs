//! Which stencils an instruction gets.

use super::stencil::id;
use abi::ic::{EntryKind, SITE_GENERIC, SITE_MEGAMORPHIC, Site};
use abi::object::ArrayType;
use abi::opcode::{ARITH_DOUBLE, ARITH_OVERFLOW, Op};

/// Environments deeper than this go to the runtime; as in the build script.
const DEPTHS: u16 = 6;

/// An instruction, decoded as far as choosing needs.
pub struct Instruction<'a> {
    pub op: Op,
    pub units: &'a [u16],
    pub sites: &'a [Site],
    /// Its jump goes back.
    pub back: bool,
}

impl Instruction<'_> {
    fn doubles(&self, feedback: usize) -> usize {
        (self.units[feedback] & (ARITH_DOUBLE | ARITH_OVERFLOW) != 0) as usize
    }

    fn site(&self, i: usize) -> &Site {
        &self.sites[(self.units[i] as usize) | (self.units[i + 1] as usize) << 16]
    }
}

/// The stencil of an instruction, or the first of several.
pub fn select(i: &Instruction) -> usize {
    one(i).unwrap_or(id::STEP)
}

/// The stencil that goes on with what this one began, where nothing may live across calls or registers are few.
pub fn following(number: usize) -> Option<usize> {
    match number {
        id::CONSTRUCT => Some(id::CONSTRUCT_ENTER),
        id::GET_FIELD_MEGAMORPHIC => Some(id::GET_FIELD_FOUND),
        _ => None,
    }
}

fn one(i: &Instruction) -> Option<usize> {
    let back = i.back as usize;
    let binary = |base: usize, immediate: usize| Some(base + 2 * immediate + i.doubles(4));
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
        Op::CheckInitialized => Some(id::CHECK_INITIALIZED),

        Op::Add => binary(id::ADD, 0),
        Op::Sub => binary(id::SUB, 0),
        Op::Mul => binary(id::MUL, 0),
        Op::Div => binary(id::DIV, 0),
        Op::Mod => binary(id::MOD, 0),
        Op::BitAnd => binary(id::BIT_AND, 0),
        Op::BitOr => binary(id::BIT_OR, 0),
        Op::BitXor => binary(id::BIT_XOR, 0),
        Op::Shl => binary(id::SHL, 0),
        Op::Shr => binary(id::SHR, 0),
        Op::UShr => binary(id::U_SHR, 0),
        Op::AddInt => binary(id::ADD, 1),
        Op::SubInt => binary(id::SUB, 1),
        Op::MulInt => binary(id::MUL, 1),
        Op::DivInt => binary(id::DIV, 1),
        Op::ModInt => binary(id::MOD, 1),
        Op::BitAndInt => binary(id::BIT_AND, 1),
        Op::BitOrInt => binary(id::BIT_OR, 1),
        Op::BitXorInt => binary(id::BIT_XOR, 1),
        Op::ShlInt => binary(id::SHL, 1),
        Op::ShrInt => binary(id::SHR, 1),
        Op::UShrInt => binary(id::U_SHR, 1),
        Op::Inc => Some([id::INC, id::INC_DOUBLE][i.doubles(3)]),
        Op::Dec => Some([id::DEC, id::DEC_DOUBLE][i.doubles(3)]),
        Op::Neg => Some([id::NEG, id::NEG_DOUBLE][i.doubles(3)]),
        Op::BitNot => Some(id::BIT_NOT),
        Op::ToNumber | Op::ToNumeric => Some(id::TO_NUMBER),
        Op::Not => Some(id::NOT),

        Op::Eq => Some(id::EQ),
        Op::Ne => Some(id::NE),
        Op::StrictEq => Some(id::STRICT_EQ),
        Op::StrictNe => Some(id::STRICT_NE),
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
        Op::JumpEq => Some([id::JUMP_EQ, id::JUMP_EQ_BACK][back]),
        Op::JumpNe => Some([id::JUMP_NE, id::JUMP_NE_BACK][back]),
        Op::JumpStrictEq => Some([id::JUMP_STRICT_EQ, id::JUMP_STRICT_EQ_BACK][back]),
        Op::JumpStrictNe => Some([id::JUMP_STRICT_NE, id::JUMP_STRICT_NE_BACK][back]),
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
        Op::GetIndex => Some(typed(i.site(4)).map_or(id::GET_INDEX, |k| id::GET_INDEX_INT8 + 2 * k)),
        Op::SetIndex => Some(typed(i.site(4)).map_or(id::SET_INDEX, |k| id::SET_INDEX_INT8 + 2 * k)),
        Op::GetGlobal => Some(id::GET_GLOBAL),
        Op::SetGlobal => Some(id::SET_GLOBAL),
        Op::GetScoped => scoped(id::GET_SCOPED_0, i.units[3]),
        Op::GetScopedChecked => scoped(id::GET_SCOPED_CHECKED_0, i.units[3]),
        Op::SetScoped => scoped(id::SET_SCOPED_0, i.units[2]),
        Op::SetScopedChecked => scoped(id::SET_SCOPED_CHECKED_0, i.units[2]),

        Op::Call => Some(id::CALL),
        Op::Construct => Some(id::CONSTRUCT),
        Op::Return => Some(id::RETURN),
        _ => None,
    }
}

/// Four stencils for each depth.
fn scoped(base: usize, depth: u16) -> Option<usize> {
    (depth < DEPTHS).then_some(base + 4 * depth as usize)
}

fn get_field(site: &Site) -> Option<usize> {
    match site.state.get() {
        SITE_MEGAMORPHIC => return Some(id::GET_FIELD_MEGAMORPHIC),
        SITE_GENERIC => return None,
        _ => {}
    }
    if !site.more.get().is_null() {
        return Some(id::GET_FIELD_POLYMORPHIC);
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
        // Nothing seen yet: whatever comes.
        EntryKind::None => id::GET_FIELD_POLYMORPHIC,
        _ => return None,
    })
}

fn set_field(site: &Site, define: bool) -> Option<usize> {
    if site.state.get() == SITE_MEGAMORPHIC || site.state.get() == SITE_GENERIC {
        return None;
    }
    if !site.more.get().is_null() {
        return (!define).then_some(id::SET_FIELD_POLYMORPHIC);
    }
    Some(match site.first.kind.get() {
        EntryKind::OwnInline => id::SET_FIELD_OWN_INLINE,
        EntryKind::OwnSlots => id::SET_FIELD_OWN_SLOTS,
        EntryKind::AddInline => id::SET_FIELD_ADD_INLINE,
        EntryKind::AddSlots => id::SET_FIELD_ADD_SLOTS,
        EntryKind::None if !define => id::SET_FIELD_POLYMORPHIC,
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
