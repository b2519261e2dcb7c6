//! `--print-code`: machine code as text, under the bytecode and the source line that it is for. Any tier's: the listing follows the code's
//! origins.

use std::fmt::Write as _;
use std::io::Write as _;
use vm::Vm;
use vm::bytecode::disasm;
use vm::code::{CodeBody, CodeInfo};
use vm::code_origin::{MachineCode, OriginRange};

/// Prints the code to standard output if its function is the one asked for. `body` is that function's, `bytes` are the code itself.
pub fn print(vm: &Vm, code: &MachineCode, body: &CodeBody, bytes: &[u8]) {
    let Some(info) = vm.code.get(code.code_id) else { return };
    if vm.options.print_code.as_ref() == Some(&info.name) {
        // Nobody reads the listing if standard output is closed.
        let _ = writeln!(std::io::stdout().lock(), "{}", listing(vm, info, code, body, bytes));
    }
}

fn listing(vm: &Vm, info: &CodeInfo, code: &MachineCode, body: &CodeBody, bytes: &[u8]) -> String {
    let mut out = format!("code of {} ({:?}), {} bytes\n", info.name, code.tier, bytes.len());
    let mut line = None;
    let mut ranges = code.ranges.iter().peekable();
    while let Some(range) = ranges.next() {
        let end = ranges.peek().map_or(bytes.len(), |next| next.start as usize);
        if range.origin == OriginRange::NOWHERE {
            out.push_str("; no bytecode\n");
        } else {
            origin(vm, code, body, range.origin, &mut line, &mut out);
        }
        instructions(bytes, range.start as usize, end, code.start, &mut out);
    }
    out
}

/// The source line, where it is another than the last one, and the bytecode; what is inlined says into what.
fn origin(vm: &Vm, code: &MachineCode, body: &CodeBody, origin: u32, line: &mut Option<(u32, u32)>, out: &mut String) {
    let mut chain = code.chain(origin);
    let Some(innermost) = chain.next() else { return };
    let Some(info) = vm.code.get(innermost.code_id) else { return };
    if let Some(place) = info.line_column(innermost.offset)
        && *line != Some((innermost.code_id, place.line))
    {
        *line = Some((innermost.code_id, place.line));
        let text = info.source.as_ref().map_or("", |source| source.line_text(place.line));
        // Writing to a string cannot fail.
        let _ = write!(out, "; {}: {}", place.line, text.trim());
        for caller in chain {
            let name = vm.code.get(caller.code_id).map_or("", |info| info.name.as_str());
            let _ = write!(out, " (inlined into {name} at {})", caller.offset);
        }
        out.push('\n');
    }
    if innermost.code_id == code.code_id
        && let Some(text) = disasm::instruction(&body.bytecode, innermost.offset as usize)
    {
        let _ = writeln!(out, "; {text}");
    } else {
        let _ = writeln!(out, "; {:5} of {}", innermost.offset, info.name);
    }
}

#[cfg(target_arch = "x86_64")]
fn instructions(bytes: &[u8], start: usize, end: usize, address: usize, out: &mut String) {
    use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
    let mut formatter = IntelFormatter::new();
    let ip = (address + start) as u64;
    for instruction in &mut Decoder::with_ip(64, &bytes[start..end], ip, DecoderOptions::NONE) {
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        let _ = writeln!(out, "    {:06x}  {text}", instruction.ip() - address as u64);
    }
}

#[cfg(target_arch = "aarch64")]
fn instructions(bytes: &[u8], start: usize, end: usize, _address: usize, out: &mut String) {
    use yaxpeax_arch::{Decoder, U8Reader};
    let decoder = yaxpeax_arm::armv8::a64::InstDecoder::default();
    for (n, word) in bytes[start..end].chunks_exact(4).enumerate() {
        let place = start + 4 * n;
        let _ = match decoder.decode(&mut U8Reader::new(word)) {
            Ok(instruction) => writeln!(out, "    {place:06x}  {instruction}"),
            Err(_) => writeln!(out, "    {place:06x}  .byte {word:02x?}"),
        };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn instructions(_bytes: &[u8], _start: usize, _end: usize, _address: usize, _out: &mut String) {}
