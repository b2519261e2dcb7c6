//! Checks that bytecode is well-formed, so that interpreter and compilers need not.

use super::data::*;
use abi::frame::FIRST_ARGUMENT;
use abi::opcode::{Op, Operand, SPREAD_ARGC};

/// One decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub offset: u32,
    pub op: Op,
}

/// The instructions of a function, in order; an error where an opcode is unknown or cut off.
pub fn decode(code: &[u16]) -> Result<Vec<Instruction>, String> {
    let mut instructions = Vec::new();
    let mut offset = 0;
    while offset < code.len() {
        let op = Op::from_u16(code[offset]).ok_or_else(|| format!("{offset}: no opcode {}", code[offset]))?;
        if offset + op.length() > code.len() {
            return Err(format!("{offset}: {} is cut off", op.name()));
        }
        instructions.push(Instruction { offset: offset as u32, op });
        offset += op.length();
    }
    Ok(instructions)
}

/// The first thing wrong with a function, if anything is.
pub fn verify(data: &FunctionData) -> Result<(), String> {
    let code = &data.bytecode;
    let instructions = decode(code)?;
    let Some(last) = instructions.last() else { return Err("no code".into()) };
    if !last.op.is_terminator() {
        return Err(format!("runs off its end after {}", last.op.name()));
    }
    if data.frame_words > 0x1_0000 {
        return Err(format!("frame of {} words", data.frame_words));
    }
    let parameters_end = FIRST_ARGUMENT as u32 + data.parameters;
    if parameters_end + data.locals > data.frame_words {
        return Err("locals beyond the frame".into());
    }
    let mut starts = vec![false; code.len()];
    for instruction in &instructions {
        starts[instruction.offset as usize] = true;
    }
    let is_start = |offset: i64| offset >= 0 && starts.get(offset as usize).copied().unwrap_or(false);
    for instruction in &instructions {
        check(data, *instruction, &is_start)
            .map_err(|e| format!("{}: {}: {e}", instruction.offset, instruction.op.name()))?;
    }
    for handler in &data.handlers {
        let catches = code.get(handler.handler as usize) == Some(&(Op::Catch as u16));
        let end = handler.end as usize == code.len() || is_start(handler.end as i64);
        if handler.start >= handler.end || !is_start(handler.start as i64) || !end {
            return Err(format!("handler range {}..{}", handler.start, handler.end));
        }
        if !is_start(handler.handler as i64) || !catches {
            return Err(format!("handler at {} is no Catch", handler.handler));
        }
    }
    if data.positions.windows(2).any(|w| w[0].offset >= w[1].offset) {
        return Err("positions out of order".into());
    }
    if data.positions.iter().any(|p| !is_start(p.offset as i64)) {
        return Err("position inside of an instruction".into());
    }
    for register in [data.arguments_register, data.rest_register] {
        if register as u32 >= data.frame_words || (register != 0 && (register as usize) < FIRST_ARGUMENT) {
            return Err(format!("entry register {register}"));
        }
    }
    Ok(())
}

fn check(data: &FunctionData, instruction: Instruction, is_start: &dyn Fn(i64) -> bool) -> Result<(), String> {
    let code = &data.bytecode;
    let offset = instruction.offset as usize;
    let units = &code[offset..];
    // What only the instruction itself names: `this`, arguments and locals, and words of an outgoing area.
    let is_frames = |first: i64, words: i64| first >= 6 && first + words <= data.frame_words as i64;
    // How many words a run of registers or an area has.
    let count = |name: &str| Operand::Number.value(units, instruction.op.unit(name));
    for ((name, _), (at, role)) in instruction.op.operands().iter().zip(instruction.op.places()) {
        let value = role.value(units, at);
        let fits = match role {
            Operand::Read | Operand::Write | Operand::Change => is_frames(value, 1),
            Operand::NewRecord | Operand::Record => is_frames(value, 2),
            Operand::Run => value + count("count") <= data.frame_words as i64,
            _ if role.is_area() => {
                let argc = if count("argc") == SPREAD_ARGC as i64 { 1 } else { count("argc") };
                value + FIRST_ARGUMENT as i64 + argc <= data.frame_words as i64
            }
            Operand::Jump => is_start(offset as i64 + value),
            Operand::Constant => value < data.constants.len() as i64,
            Operand::Site => value < data.sites.len() as i64,
            Operand::Tally => value < data.tallies.len() as i64,
            Operand::Table => {
                let table = data.jump_tables.get(value as usize).ok_or("no such jump table")?;
                table.targets.iter().all(|&target| target == 0 || is_start(offset as i64 + target as i64))
            }
            _ => true,
        };
        if !fits {
            return Err(format!("{name} = {role:?} {value}, in a frame of {} words", data.frame_words));
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
        assert!(verify(&data(vec![Op::Return as u16, 7])).is_ok());
        assert!(verify(&data(vec![])).is_err());
        assert!(verify(&data(vec![Op::Return as u16])).is_err());
        assert!(verify(&data(vec![Op::Return as u16, 9])).is_err());
        assert!(verify(&data(vec![Op::LoadNull as u16, 7])).is_err());
        assert!(verify(&data(vec![Op::Jump as u16, 1, 0])).is_err());
        assert!(verify(&data(vec![Op::Jump as u16, 0, 0])).is_ok());
        assert!(verify(&data(vec![0xffff])).is_err());
        let mut d = data(vec![Op::Return as u16, 7]);
        d.handlers.push(Handler { start: 0, end: 2, handler: 0 });
        assert!(verify(&d).is_err());
    }
}
