//! Checks that bytecode is well-formed, so that interpreter and compilers need not.

use super::data::*;
use super::environments::{self, Environments};
use abi::frame::FIRST_ARGUMENT;
use abi::opcode::{Opcode, Operand, SPREAD_ARGC};

/// One decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub offset: u32,
    pub op: Opcode,
}

/// The instructions of a function, in order; an error where an opcode is unknown or cut off.
pub fn decode(code: &[u16]) -> Result<Vec<Instruction>, String> {
    let mut instructions = Vec::new();
    let mut offset = 0;
    while offset < code.len() {
        let op = Opcode::from_u16(code[offset]).ok_or_else(|| format!("{offset}: no opcode {}", code[offset]))?;
        if offset + op.length() > code.len() {
            return Err(format!("{offset}: {} is cut off", op.name()));
        }
        instructions.push(Instruction { offset: offset as u32, op });
        offset += op.length();
    }
    Ok(instructions)
}

/// Bytecode that was verified: all that interpreter and compilers rely on without looking holds of it. [`verify`] alone makes it, and
/// nothing else is [installed](crate::code::install).
#[derive(Debug)]
pub struct Verified(FunctionData);

impl Verified {
    pub fn into_data(self) -> FunctionData {
        self.0
    }
}

impl std::ops::Deref for Verified {
    type Target = FunctionData;

    fn deref(&self) -> &FunctionData {
        &self.0
    }
}

/// A set of offsets.
pub(super) struct Offsets(Vec<u64>);

impl Offsets {
    fn new(code: &[u16]) -> Offsets {
        Offsets(vec![0; code.len().div_ceil(64)])
    }

    fn insert(&mut self, offset: usize) {
        self.0[offset / 64] |= 1 << (offset % 64);
    }

    pub(super) fn contains(&self, offset: i64) -> bool {
        let word = usize::try_from(offset / 64).ok().and_then(|word| self.0.get(word));
        offset >= 0 && word.is_some_and(|word| word >> (offset % 64) & 1 != 0)
    }
}

/// Places in bytecode.
pub(super) struct Places {
    /// Where instructions begin,
    starts: Offsets,
    /// where jumps and handlers lead,
    pub targets: Offsets,
    /// where back edges lead,
    pub loops: Vec<usize>,
    /// and whether anything in it depends on environments.
    pub uses_environments: bool,
}

impl Places {
    /// A jump: whether it leads to an instruction.
    fn jump(&mut self, from: usize, by: i64) -> bool {
        let target = from as i64 + by;
        let leads = self.starts.contains(target);
        if leads {
            self.targets.insert(target as usize);
            if by <= 0 {
                self.loops.push(target as usize);
            }
        }
        leads
    }
}

/// Verifies a function: opcodes are whole and known, jumps and handlers lead to instructions, registers and areas are in the frame, constants and sites
/// are there and of the kind that the instruction takes, environments have the slots. `outer` is what the function's closures are made over.
///
/// # Errors
///
/// The first thing that is wrong, and the function as it came.
pub fn verify(data: FunctionData, outer: &Environments) -> Result<Verified, Box<(String, FunctionData)>> {
    match check(&data).and_then(|places| environments::check(&data, &places, outer)) {
        Ok(()) => Ok(Verified(data)),
        Err(message) => Err(Box::new((message, data))),
    }
}

pub(super) fn check(data: &FunctionData) -> Result<Places, String> {
    let code = &data.bytecode;
    let (starts, targets) = (Offsets::new(code), Offsets::new(code));
    let mut places = Places { starts, targets, loops: Vec::new(), uses_environments: false };
    let mut last = None;
    let mut offset = 0;
    while offset < code.len() {
        let op = op_at(code, offset)?;
        places.starts.insert(offset);
        places.uses_environments |= environments::USED[op as usize];
        offset += op.length();
        last = Some(op);
    }
    let Some(last) = last else { return Err("no code".into()) };
    if !last.is_terminator() {
        return Err(format!("runs off its end after {}", last.name()));
    }
    if data.frame_words > 0x1_0000 {
        return Err(format!("frame of {} words", data.frame_words));
    }
    let parameters_end = FIRST_ARGUMENT as u32 + data.parameters;
    if parameters_end + data.locals > data.frame_words {
        return Err("locals beyond the frame".into());
    }
    let mut offset = 0;
    while offset < code.len() {
        let op = op_at(code, offset)?;
        check_instruction(data, offset, op, &mut places).map_err(|e| format!("{offset}: {}: {e}", op.name()))?;
        offset += op.length();
    }
    for handler in &data.handlers {
        let catches = code.get(handler.handler as usize) == Some(&(Opcode::Catch as u16));
        let starts = &places.starts;
        let end = handler.end as usize == code.len() || starts.contains(handler.end.into());
        if handler.start >= handler.end || !starts.contains(handler.start.into()) || !end {
            return Err(format!("handler range {}..{}", handler.start, handler.end));
        }
        if !starts.contains(handler.handler.into()) || !catches {
            return Err(format!("handler at {} is no Catch", handler.handler));
        }
        places.targets.insert(handler.handler as usize);
        if handler.handler < handler.end {
            places.loops.push(handler.handler as usize);
        }
    }
    if data.positions.windows(2).any(|w| w[0].offset >= w[1].offset) {
        return Err("positions out of order".into());
    }
    if data.positions.iter().any(|p| !places.starts.contains(p.offset.into())) {
        return Err("position inside of an instruction".into());
    }
    for register in [data.arguments_register, data.rest_register] {
        if register as u32 >= data.frame_words || (register != 0 && (register as usize) < FIRST_ARGUMENT) {
            return Err(format!("entry register {register}"));
        }
    }
    Ok(places)
}

#[inline]
fn op_at(code: &[u16], offset: usize) -> Result<Opcode, String> {
    let op = Opcode::from_u16(code[offset]).ok_or_else(|| format!("{offset}: no opcode {}", code[offset]))?;
    if offset + op.length() > code.len() {
        return Err(format!("{offset}: {} is cut off", op.name()));
    }
    Ok(op)
}

#[inline]
fn check_instruction(data: &FunctionData, offset: usize, op: Opcode, places: &mut Places) -> Result<(), String> {
    let units = &data.bytecode[offset..];
    let frame_words = data.frame_words as i64;
    // What only the instruction itself names: `this`, arguments and locals, and words of an outgoing area.
    let is_frames = |first: i64, words: i64| first >= abi::frame::THIS as i64 && first + words <= frame_words;
    // How many words a run of registers or an area has: the first number.
    let count = || Operand::Number.value(units, op.place_of(Operand::Number));
    let mut at = 1;
    for &(name, role) in op.operands() {
        let value = role.value(units, at);
        at += role.units();
        let fits = match role {
            Operand::Read | Operand::Write | Operand::Change => is_frames(value, 1),
            Operand::NewRecord | Operand::Record => is_frames(value, 2),
            Operand::Run => value + count() <= frame_words,
            Operand::CallArea | Operand::ConstructArea | Operand::SuperArea | Operand::ForwardArea => {
                let argc = if count() == SPREAD_ARGC as i64 { 1 } else { count() };
                value + FIRST_ARGUMENT as i64 + argc <= frame_words
            }
            Operand::Jump => places.jump(offset, value),
            Operand::Constant => data
                .constants
                .get(value as usize)
                .is_some_and(|constant| op.constant_kind().is_some_and(|kind| constant.is(kind))),
            Operand::Site => data.sites.get(value as usize).is_some_and(|site| op.site_kind() == Some(site.kind)),
            Operand::Tally => value < data.tallies.len() as i64,
            Operand::Table => data.jump_tables.get(value as usize).is_some_and(|table| {
                table.targets.iter().all(|&target| target == 0 || places.jump(offset, target.into()))
            }),
            // The module has as many imports as it has; they are looked up with a check.
            Operand::Import => true,
            Operand::Number | Operand::Immediate | Operand::Long => true,
            Operand::Operands | Operand::Iterables | Operand::Elements => true,
        };
        if !fits {
            return Err(format!("{name} = {role:?} {value}, in a frame of {frame_words} words"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(bytecode: Vec<u16>) -> FunctionData {
        FunctionData { bytecode, frame_words: 9, ..FunctionData::default() }
    }

    #[test]
    fn what_is_wrong_is_found() {
        assert!(verify(data(vec![Opcode::Return as u16, 7]), &None).is_ok());
        assert!(verify(data(vec![]), &None).is_err());
        assert!(verify(data(vec![Opcode::Return as u16]), &None).is_err());
        assert!(verify(data(vec![Opcode::Return as u16, 9]), &None).is_err());
        assert!(verify(data(vec![Opcode::LoadNull as u16, 7]), &None).is_err());
        assert!(verify(data(vec![Opcode::Jump as u16, 1, 0]), &None).is_err());
        assert!(verify(data(vec![Opcode::Jump as u16, 0, 0]), &None).is_ok());
        assert!(verify(data(vec![0xffff]), &None).is_err());
        let mut d = data(vec![Opcode::Return as u16, 7]);
        d.handlers.push(Handler { start: 0, end: 2, handler: 0 });
        assert!(verify(d, &None).is_err());
    }
}
