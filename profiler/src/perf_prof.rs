//! `--perf-prof`: tells Linux's perf of machine code as it is installed, by perf map and jitdump.
//!
//! Names begin with the tier's sign, as perf's users know them from V8: `~` interpreted (the function's entry; the code is the interpreter's),
//! `^` baseline, `*` optimized. Regular expressions' code is named by the pattern; thunks, which stand between
//! machine code and the runtime, have names in parentheses. Code of inlined functions has their file and line under the host's name.

use crate::formats::perf::{JitDump, Row, map_line, map_path};
use std::fs::File;
use std::io;
use std::path::Path;
use vm::Vm;
use vm::code::origin::{MachineCode, OriginRange, PatternCode};
use vm::observe::CodeListener;
use vm::options::Tier;

struct PerfProf {
    /// None once it is closed, or could not be written any more.
    dump: Option<JitDump>,
    map: File,
}

/// Tells perf of all machine code from here on, until the VM gets another listener: `/tmp/perf-PID.map`, and `jit-PID.dump` in a folder.
///
/// # Errors
/// When a file cannot be made.
pub fn attach(vm: &mut Vm, folder: &Path) -> io::Result<()> {
    let mut listener = PerfProf { dump: Some(JitDump::create(folder)?), map: File::create(map_path())? };
    for (name, range) in &vm.observed.thunks {
        listener.tell(range.start, range.end, name, &[]);
    }
    drop(vm.listen_for_code(Some(Box::new(listener))));
    Ok(())
}

impl CodeListener for PerfProf {
    fn installed(&mut self, vm: &Vm, code: &MachineCode) {
        self.tell(code.start, code.end, &name(vm, code), &rows(vm, code));
    }

    fn pattern_installed(&mut self, code: &PatternCode) {
        self.tell(code.start, code.end, &code.pattern, &[]);
    }
}

impl PerfProf {
    fn tell(&mut self, start: usize, end: usize, name: &str, rows: &[Row]) {
        // SAFETY: the code is in its place, readable, and nobody changes it while this runs.
        let bytes = unsafe { std::slice::from_raw_parts(start as *const u8, end - start) };
        // A disk that is full takes perf's view away, not the program's result.
        let _ = map_line(&mut self.map, start as u64, bytes.len() as u64, name);
        if let Some(dump) = &mut self.dump
            && dump.load(start as u64, bytes, name, rows).is_err()
        {
            self.dump = None;
        }
    }
}

impl Drop for PerfProf {
    fn drop(&mut self) {
        if let Some(dump) = self.dump.take() {
            // As above.
            let _ = dump.close();
        }
    }
}

/// Tier's sign, name, file and line.
fn name(vm: &Vm, code: &MachineCode) -> String {
    let sign = match code.tier {
        Tier::Interpreter => '~',
        Tier::Baseline => '^',
        Tier::Optimizer => '*',
    };
    let Some(info) = vm.code.get(code.code_id) else { return format!("{sign}(code {})", code.code_id) };
    let name = info.shown_name();
    match (&info.source, info.shown_start()) {
        (Some(source), Some(place)) => format!("{sign}{name} {}:{}", place.file_name(source), place.line),
        _ => format!("{sign}{name}"),
    }
}

/// The line table: where each range's innermost function is. What comes from no bytecode belongs to what stands before it.
fn rows(vm: &Vm, code: &MachineCode) -> Vec<Row> {
    let file_and_line = |code_id: u32, offset: Option<u32>| {
        let info = vm.code.get(code_id)?;
        let source = info.source.as_ref()?;
        let place = source.shown(offset.map_or(info.position, |offset| info.position_at(offset)));
        Some((place.file_name(source).to_string(), place.line))
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut push = |offset: u32, place: Option<(String, u32)>| {
        let Some((file, line)) = place else { return };
        match rows.last_mut() {
            Some(last) if last.line == line && last.file == file => {}
            Some(last) if last.offset == u64::from(offset) => (last.file, last.line) = (file, line),
            _ => rows.push(Row { offset: offset.into(), line, file }),
        }
    };
    push(0, file_and_line(code.code_id, None));
    for range in code.ranges.iter().filter(|range| range.origin != OriginRange::NOWHERE) {
        if let Some(origin) = code.chain(range.origin).next() {
            let offset = (code.tier != Tier::Interpreter).then_some(origin.offset);
            push(range.start, file_and_line(origin.code_id, offset));
        }
    }
    rows
}
