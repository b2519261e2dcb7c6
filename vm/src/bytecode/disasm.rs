//! Bytecode as text, for `--dump-bytecode` and for messages.

use super::data::*;
use super::positions::lookup;
use super::verify::decode;
use crate::source::SourceText;
use abi::frame::FIRST_ARGUMENT;
use abi::opcode::{Opcode, Operand};
use std::fmt::Write;

/// The listing of a function: its name and place, then its instructions with offset, line:column where it changes,
/// opcode, operands.
pub fn disassemble(data: &FunctionData, template: &FunctionTemplate) -> String {
    let place = template.source.line_column(template.position);
    let name = template.name.to_text();
    let name = if name.is_empty() { "(anonymous)" } else { &name };
    format!(
        "function {name} at {}:{}:{}\n{}",
        template.source.name,
        place.line,
        place.column,
        listing(data, Some(&template.source))
    )
}

/// One instruction of installed bytecode, constants and sites by number; None where none starts.
pub fn instruction(bytecode: &[u16], offset: usize) -> Option<String> {
    let op = Opcode::from_u16(*bytecode.get(offset)?)?;
    let mut out = format!("{offset:5} {:<22}", op.name());
    operands(bytecode, offset, op, &mut out, |_, _| None);
    Some(out)
}

/// The instructions alone.
pub fn listing(data: &FunctionData, source: Option<&SourceText>) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "; {} words, {} parameters, {} locals, flags {:#x}{}{}",
        data.frame_words,
        data.parameters,
        data.locals,
        data.flags,
        if data.arguments_register != 0 { format!(", arguments r{}", data.arguments_register) } else { String::new() },
        if data.rest_register != 0 { format!(", rest r{}", data.rest_register) } else { String::new() },
    );
    let instructions = match decode(&data.bytecode) {
        Ok(instructions) => instructions,
        Err(message) => {
            let _ = writeln!(out, "; {message}");
            return out;
        }
    };
    let mut place = None;
    for instruction in instructions {
        let offset = instruction.offset;
        let position = lookup(&data.positions, offset);
        let column = match (position, source) {
            (Some(position), Some(source)) if Some(position) != place => {
                let at = source.line_column(position);
                format!("{}:{}", at.line, at.column)
            }
            (Some(position), None) if Some(position) != place => format!("@{position}"),
            _ => String::new(),
        };
        place = position;
        let _ = write!(out, "{offset:5} {column:>9}  {:<22}", instruction.op.name());
        let offset = offset as usize;
        operands(&data.bytecode, offset, instruction.op, &mut out, |kind, value| operand(data, offset, kind, value));
        out.push('\n');
    }
    for handler in &data.handlers {
        let _ = writeln!(out, "; {}..{} handled at {}", handler.start, handler.end, handler.handler);
    }
    out
}

/// Writes an instruction's operands but its feedback. `tell` says more of one than its number, if it can.
fn operands(
    bytecode: &[u16],
    offset: usize,
    op: Opcode,
    out: &mut String,
    tell: impl Fn(Operand, i64) -> Option<String>,
) {
    let mut at = offset + 1;
    let mut separator = "";
    for &(name, kind) in op.operands() {
        let value = kind.value(bytecode, at);
        at += kind.units();
        if kind.is_feedback() {
            continue;
        }
        out.push_str(separator);
        separator = ", ";
        let _ = match kind {
            _ if kind.is_register() && value == abi::frame::THIS as i64 => write!(out, "this"),
            Operand::Jump => write!(out, "->{}", offset as i64 + value),
            _ => match tell(kind, value) {
                Some(text) => write!(out, "{text}"),
                None if kind.is_register() => write!(out, "r{value}"),
                None => write!(out, "{name} {value}"),
            },
        };
    }
}

/// What a function's data tell of an operand.
fn operand(data: &FunctionData, offset: usize, kind: Operand, value: i64) -> Option<String> {
    match kind {
        _ if kind.is_register() => Some(register(data, value as u16)),
        Operand::Import => Some(format!("import {value}")),
        Operand::Constant => Some(constant(data, value as usize)),
        Operand::Site => Some(site(data, value as usize)),
        Operand::Table => Some(table(data, offset, value as usize)),
        _ => None,
    }
}

fn register(data: &FunctionData, register: u16) -> String {
    let name = data.register_names.iter().find(|(r, _)| *r == register).map(|(_, name)| name.to_text());
    match name {
        Some(name) => format!("{name}#{register}"),
        None if (register as u32) < FIRST_ARGUMENT as u32 + data.parameters => format!("a{register}"),
        None => format!("r{register}"),
    }
}

fn constant(data: &FunctionData, index: usize) -> String {
    match data.constants.get(index) {
        Some(Constant::Number(n)) => format!("{n:?}"),
        Some(Constant::String(s)) => format!("{:?}", s.to_text()),
        Some(Constant::BigInt(digits)) => format!("{digits}n"),
        Some(Constant::Function(f)) => format!("{f:?}"),
        Some(Constant::Scope(scope)) => format!("scope [{}]", names(scope)),
        Some(Constant::Array(elements)) => format!("array of {}", elements.len()),
        Some(Constant::RegExp { pattern, flags }) => format!("/{}/{}", pattern.to_text(), flags.to_text()),
        Some(Constant::Template { raw, .. }) => format!("template of {}", raw.len()),
        Some(Constant::GlobalDeclarations(d)) => format!(
            "declarations: {} lexical, {} functions, {} vars, {} annex B",
            d.lexical.len(),
            d.functions.len(),
            d.vars.len(),
            d.annex_b.len()
        ),
        Some(Constant::EvalDeclarations(d)) => {
            format!("declarations: {} functions, {} vars, {} annex B", d.functions.len(), d.vars.len(), d.annex_b.len())
        }
        Some(Constant::EvalScope(scope)) => format!("scope of {} layers", scope.layers.len()),
        None => format!("constant {index}?"),
    }
}

fn names(scope: &ScopeInfo) -> String {
    scope.names.iter().map(|n| n.name.to_text()).collect::<Vec<_>>().join(" ")
}

fn site(data: &FunctionData, index: usize) -> String {
    match data.sites.get(index) {
        Some(SiteInit { key: Some(key), .. }) => format!(".{} [{index}]", key.to_text()),
        _ => format!("[{index}]"),
    }
}

fn table(data: &FunctionData, offset: usize, index: usize) -> String {
    let Some(table) = data.jump_tables.get(index) else { return format!("table {index}?") };
    let mut text = String::from("{");
    for (i, target) in table.targets.iter().enumerate() {
        if *target != 0 {
            let _ = write!(text, " {}->{}", table.min as i64 + i as i64, offset as i64 + *target as i64);
        }
    }
    text.push_str(" }");
    text
}
