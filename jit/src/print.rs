//! `--print-code`: machine code as text, under the bytecode and the source line that it is for. Any tier's: the listing follows the code's
//! origins.

use crate::target::Target;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use vm::Vm;
use vm::bytecode::disasm;
use vm::code::origin::{MachineCode, OriginRange};
use vm::code::{CodeBody, CodeInfo};

/// The exits of the code by the offset that they begin at, in words: what a jump there is for.
pub type WaysOut = BTreeMap<u32, String>;

/// Whether the machine code of this function was asked for.
pub fn is_wanted(vm: &Vm, code_id: u32) -> bool {
    vm.code.get(code_id).zip(vm.options.print_code.as_ref()).is_some_and(|(info, name)| info.is_called(name))
}

/// Prints the code to standard output. `body` is its function's, `bytes` are the code itself.
pub fn print(vm: &Vm, target: Target, code: &MachineCode, body: &CodeBody, bytes: &[u8], ways_out: &WaysOut) {
    if let Some(info) = vm.code.get(code.code_id) {
        // Nobody reads the listing if standard output is closed.
        let _ = writeln!(std::io::stdout().lock(), "{}", listing(vm, target, info, code, body, bytes, ways_out));
    }
}

fn listing(
    vm: &Vm,
    target: Target,
    info: &CodeInfo,
    code: &MachineCode,
    body: &CodeBody,
    bytes: &[u8],
    ways_out: &WaysOut,
) -> String {
    let mut out = format!("code of {} ({:?}), {} bytes\n", info.name, code.tier, bytes.len());
    let (mut line, mut last) = (None, None);
    let mut ranges = code.ranges.iter().peekable();
    while let Some(range) = ranges.next() {
        let end = ranges.peek().map_or(bytes.len(), |next| next.start as usize);
        if last.replace(range.origin) != Some(range.origin) {
            if range.origin == OriginRange::NOWHERE {
                out.push_str("; no bytecode\n");
            } else {
                origin(vm, code, body, range.origin, &mut line, &mut out);
            }
        }
        instructions(target, bytes, range.start as usize..end, code.start, ways_out, &mut out);
    }
    out
}

/// The source line, where it is another than the last one, and the bytecode; what is inlined says into what.
fn origin(vm: &Vm, code: &MachineCode, body: &CodeBody, origin: u32, line: &mut Option<(u32, u32)>, out: &mut String) {
    let mut chain = code.chain(origin);
    let Some(innermost) = chain.next() else { return };
    let Some(info) = vm.code.get(innermost.code_id) else { return };
    if let Some(place) = info.shown(innermost.offset)
        && *line != Some((innermost.code_id, place.line))
    {
        *line = Some((innermost.code_id, place.line));
        let original = place.file.as_ref().and_then(|file| file.text());
        let source = original.as_deref().or(info.source.as_deref());
        let text = source.map_or("", |source| source.line_text(place.line));
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

/// An instruction's line, behind it the exit that it jumps to.
fn instruction(at: u32, text: &str, target: Option<u32>, ways_out: &WaysOut, out: &mut String) {
    if let Some(way_out) = ways_out.get(&at) {
        let _ = writeln!(out, "; {way_out}");
    }
    let _ = match target.and_then(|target| ways_out.get(&target)) {
        Some(way_out) => writeln!(out, "    {at:06x}  {text:<38}; {way_out}"),
        None => writeln!(out, "    {at:06x}  {text}"),
    };
}

/// Bytes as instructions of the machine that they are for.
pub fn instructions(
    target: Target,
    bytes: &[u8],
    range: Range<usize>,
    address: usize,
    ways_out: &WaysOut,
    out: &mut String,
) {
    match target {
        #[cfg(target_arch = "x86_64")]
        Target::X86_64 => instructions_x86_64(bytes, range, address, ways_out, out),
        Target::Aarch64 => instructions_aarch64(bytes, range, ways_out, out),
        #[allow(unreachable_patterns, reason = "of the machines that this build makes code for, there are all")]
        _ => {
            let _ = (bytes, range, address, ways_out, out);
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn instructions_x86_64(bytes: &[u8], range: Range<usize>, address: usize, ways_out: &WaysOut, out: &mut String) {
    use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter, OpKind};
    let mut formatter = IntelFormatter::new();
    let ip = (address + range.start) as u64;
    for decoded in &mut Decoder::with_ip(64, &bytes[range], ip, DecoderOptions::NONE) {
        let mut text = String::new();
        formatter.format(&decoded, &mut text);
        let is_branch = decoded.op_count() == 1 && decoded.op0_kind() == OpKind::NearBranch64;
        let target = is_branch.then(|| decoded.near_branch_target().wrapping_sub(address as u64));
        let target = target.filter(|target| *target < bytes.len() as u64).map(|target| target as u32);
        if let (Some(target), Some((mnemonic, _))) = (target, text.split_once(' ')) {
            text = format!("{mnemonic} {target:06x}");
        }
        instruction((decoded.ip() - address as u64) as u32, &text, target, ways_out, out);
    }
}

fn instructions_aarch64(bytes: &[u8], range: Range<usize>, ways_out: &WaysOut, out: &mut String) {
    use yaxpeax_arch::{Decoder, U8Reader};
    let decoder = yaxpeax_arm::armv8::a64::InstDecoder::default();
    let start = range.start;
    for (n, word) in bytes[range].chunks_exact(4).enumerate() {
        let at = start + 4 * n;
        let mut text = match decoder.decode(&mut U8Reader::new(word)) {
            Ok(decoded) => decoded.to_string(),
            Err(_) => format!(".byte {word:02x?}"),
        };
        let branch = crate::aarch64::branch(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let target = branch.and_then(|branch| usize::try_from(at as i64 + branch.distance).ok());
        let target = target.filter(|target| *target < bytes.len()).map(|target| target as u32);
        // The distance is the last operand.
        if let (Some(target), Some((rest, _))) = (target, text.rsplit_once(' ')) {
            text = format!("{rest} {target:06x}");
        }
        instruction(at as u32, &text, target, ways_out, out);
    }
}
