//! Names of native code: the process's own mappings, and the symbol tables of the files that they come from.

use crate::profile::NativeSymbol;
use memmap2::Mmap;
use object::{Object, ObjectSymbol, SymbolKind};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// An executable mapping of a file.
struct Mapping {
    start: u64,
    end: u64,
    offset: u64,
    file: String,
}

/// A file's functions: address, end (0: to the next), name.
struct Table {
    functions: Vec<(u64, u64, String)>,
    /// Executable segments: file offset, size, address.
    segments: Vec<(u64, u64, u64)>,
}

/// The names of a file's functions; none of what is no program.
pub fn functions(path: &Path) -> Vec<String> {
    let table = table(&path.to_string_lossy());
    let demangled = |name: &String| shorten(&format!("{:#}", rustc_demangle::demangle(name)));
    table.map_or_else(Vec::new, |table| table.functions.iter().map(|(.., name)| demangled(name)).collect())
}

/// Whether a file is a program with a section of this name.
pub fn has_section(path: &Path, name: &str) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    // SAFETY: as in `table`.
    let Ok(bytes) = (unsafe { Mmap::map(&file) }) else { return false };
    object::File::parse(&*bytes).is_ok_and(|program| program.section_by_name(name).is_some())
}

/// Finds symbols of this process.
pub struct Symbols {
    mappings: Vec<Mapping>,
    tables: FxHashMap<String, Option<Table>>,
}

impl Symbols {
    /// Of the process as it is mapped now.
    pub fn of_this_process() -> Symbols {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        Symbols { mappings: maps.lines().filter_map(mapping).collect(), tables: FxHashMap::default() }
    }

    /// The function that a PC is in, and its library.
    pub fn find(&mut self, pc: u64) -> NativeSymbol {
        let Some(mapping) = self.mappings.iter().find(|m| (m.start..m.end).contains(&pc)) else {
            return NativeSymbol { name: "(unknown)".into(), library: String::new() };
        };
        let library = Path::new(&mapping.file).file_name().map_or(mapping.file.clone(), |n| n.to_string_lossy().into());
        let table = self.tables.entry(mapping.file.clone()).or_insert_with(|| table(&mapping.file));
        let name = table.as_ref().and_then(|table| {
            let offset = pc - mapping.start + mapping.offset;
            let segment = table.segments.iter().find(|(at, size, _)| (*at..at + size).contains(&offset))?;
            table.name(offset - segment.0 + segment.2)
        });
        NativeSymbol { name: name.unwrap_or_else(|| format!("({library})")), library }
    }
}

fn mapping(line: &str) -> Option<Mapping> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let executable = fields.next()?.contains('x');
    let offset = u64::from_str_radix(fields.next()?, 16).ok()?;
    // What follows device and inode is the path, which may hold blanks.
    let file = fields.skip(2).collect::<Vec<_>>().join(" ");
    let address = |text| u64::from_str_radix(text, 16).ok();
    let file = file.trim_end_matches(" (deleted)").to_string();
    executable.then_some(Mapping { start: address(start)?, end: address(end)?, offset, file })
}

impl Table {
    fn name(&self, address: u64) -> Option<String> {
        let next = self.functions.partition_point(|(start, ..)| *start <= address);
        let (_, end, name) = self.functions.get(next.checked_sub(1)?)?;
        // Hand-written assembly often has no size.
        let inside = *end == 0 || address < *end;
        inside.then(|| shorten(&format!("{:#}", rustc_demangle::demangle(name))))
    }
}

/// Without versions such as `@@GLIBC_2.29`.
fn shorten(name: &str) -> String {
    name.split("@@").next().unwrap_or(name).to_string()
}

fn table(path: &str) -> Option<Table> {
    let file = std::fs::File::open(PathBuf::from(path)).ok()?;
    // SAFETY: the file is mapped to be read; somebody who truncates a running program's file could do so with or without us.
    let bytes = unsafe { Mmap::map(&file) }.ok()?;
    let object = object::File::parse(&*bytes).ok()?;
    let mut functions: Vec<(u64, u64, String)> = object
        .symbols()
        .chain(object.dynamic_symbols())
        .filter(|s| s.kind() == SymbolKind::Text && s.is_definition())
        .filter_map(|s| {
            let end = if s.size() == 0 { 0 } else { s.address() + s.size() };
            Some((s.address(), end, s.name().ok()?.to_string()))
        })
        .collect();
    functions.sort();
    functions.dedup_by_key(|(start, ..)| *start);
    use object::ObjectSegment;
    let segments = object.segments().map(|s| (s.file_range().0, s.file_range().1, s.address())).collect();
    Some(Table { functions, segments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_function_of_its_own() {
        let mut symbols = Symbols::of_this_process();
        let place = finds_a_function_of_its_own as fn() as usize as u64;
        let found = symbols.find(place + 1);
        assert!(found.name.contains("finds_a_function_of_its_own"), "{found:?}");
        assert_eq!(symbols.find(1).name, "(unknown)");
    }

    #[test]
    fn lines_of_maps() {
        let line = "7f00-7f10 r-xp 00001000 08:01 123    /lib/a b.so (deleted)";
        let found = mapping(line).expect("a mapping");
        assert_eq!(
            (found.start, found.end, found.offset, found.file.as_str()),
            (0x7f00, 0x7f10, 0x1000, "/lib/a b.so")
        );
        assert!(mapping("7f00-7f10 rw-p 0 08:01 123 /lib/a.so").is_none());
        assert!(mapping("").is_none());
    }
}
