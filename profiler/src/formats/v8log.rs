//! V8's log, as `node --prof-process` and Deopt Explorer read it: the grammar of V8 11.3.
//!
//! Every (function, tier), inlined function, built-in and state gets an address range of its own, with an address for each place in it; there
//! is one tick for every interval that has passed. The readers stop in silence at an empty line, and know neither commas nor
//! newlines in a field but as \x2C and \n.

use super::one_line;
use crate::lines::lines;
use crate::profile::{Category, Frame, Function, FunctionKind, NONE, Profile, Tier};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// First of the synthetic addresses, which stay below 2^47.
const FIRST_ADDRESS: u64 = 0x1000_0000;

/// A piece of "code".
struct Entry {
    address: u64,
    /// Places in it, in order of first appearance: line and column.
    places: Vec<(u32, u32)>,
    function: u32,
    tier: Tier,
    inlined: bool,
}

struct Addresses {
    entries: Vec<Entry>,
    /// Entry and address in it of each frame.
    frames: Vec<(usize, u64)>,
    /// The first of the native symbols' addresses; each has two.
    natives: u64,
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ',' => out.push_str("\\x2C"),
            '\n' => out.push_str("\\n"),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => {
                let _ = write!(out, "\\x{:02X}", c as u32);
            }
            c if (c as u32) > 0x7f => {
                let mut units = [0; 2];
                c.encode_utf16(&mut units).iter().for_each(|unit| {
                    let _ = write!(out, "\\u{unit:04x}");
                });
            }
            c => out.push(c),
        }
    }
    out
}

/// V8's number of a state of the VM.
fn vm_state(category: Category) -> u32 {
    match category {
        Category::GcMark | Category::GcSweep => 1,
        Category::Parse => 2,
        Category::Compile => 4,
        Category::Other => 5,
        Category::Builtin | Category::RegExp => 6,
        Category::Idle => 7,
        _ => 0,
    }
}

/// UTF-16 offset of a 1-based place.
fn offset(lines: &[(usize, &str)], line: u32, column: u32) -> usize {
    lines.get(line.saturating_sub(1) as usize).map_or(0, |(start, _)| start + column.saturating_sub(1) as usize)
}

impl Profile {
    fn addresses(&self) -> Addresses {
        let mut entries: Vec<Entry> = Vec::new();
        let mut index: FxHashMap<(u32, Tier, bool), usize> = FxHashMap::default();
        let mut place_of = Vec::with_capacity(self.frames.len());
        for Frame { function, tier, inlined, line, column, .. } in &self.frames {
            let entry = *index.entry((*function, *tier, *inlined)).or_insert_with(|| {
                let (function, tier, inlined) = (*function, *tier, *inlined);
                entries.push(Entry { address: 0, places: Vec::new(), function, tier, inlined });
                entries.len() - 1
            });
            let places = &mut entries[entry].places;
            let place = places.iter().position(|p| *p == (*line, *column)).unwrap_or_else(|| {
                places.push((*line, *column));
                places.len() - 1
            });
            place_of.push((entry, place as u64 + 1));
        }
        let mut next = FIRST_ADDRESS;
        for entry in &mut entries {
            entry.address = next;
            next += (entry.places.len() as u64 + 2).next_multiple_of(16);
        }
        let frames = place_of.into_iter().map(|(entry, place)| (entry, entries[entry].address + place)).collect();
        Addresses { entries, frames, natives: next }
    }

    /// Writes a V8 log.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_v8_log(&self, mut out: impl Write) -> io::Result<()> {
        let addresses = self.addresses();
        writeln!(out, "v8-version,11,3,244,8,-node.38,0")?;
        let lines: Vec<Vec<(usize, &str)>> = self.sources.iter().map(|s| lines(&s.text)).collect();
        for source in &self.sources {
            let name = escape(&self.whole_path(&source.name));
            writeln!(out, "script-source,{},{name},{}", source.id, escape(&source.text))?;
            writeln!(out, "script-details,{},{name},0,0,", source.id)?;
        }
        for (number, entry) in addresses.entries.iter().enumerate() {
            self.write_code(&mut out, number, entry, &lines)?;
        }
        for (symbol, address) in self.natives.iter().zip((addresses.natives..).step_by(2)) {
            writeln!(out, "code-creation,Builtin,2,0,0x{address:x},2,{}", escape(&one_line(&symbol.name)))?;
        }
        self.write_deopts(&mut out, &addresses, &lines)?;
        for (point, sample) in self.grid().into_iter().enumerate() {
            let i = sample as usize;
            let Ok(stack) = usize::try_from(self.samples.stack[i]) else { continue };
            let pc = addresses.frames[self.stacks.frame[stack] as usize].1;
            let state = vm_state(self.samples.category(i));
            // The native symbol stands where V8 has the top of the machine's stack: time in it is the caller's own, as in all our outputs.
            let native = u64::try_from(self.samples.native[i]).map_or(0, |n| addresses.natives + 2 * n);
            write!(out, "tick,0x{pc:x},{},0,0x{native:x},{state}", self.grid_us(point))?;
            for frame in self.stacks.walk(self.stacks.parent[stack]) {
                write!(out, ",0x{:x}", addresses.frames[frame as usize].1)?;
            }
            writeln!(out)?;
        }
        out.flush()
    }

    fn escaped_file(&self, function: &Function) -> String {
        escape(&self.whole_path(self.file_of(function)))
    }

    fn write_code(
        &self,
        out: &mut impl Write,
        number: usize,
        entry: &Entry,
        lines: &[Vec<(usize, &str)>],
    ) -> io::Result<()> {
        let function = &self.functions[entry.function as usize];
        let (address, size) = (entry.address, entry.places.len() + 1);
        if function.kind != FunctionKind::Script {
            return writeln!(
                out,
                "code-creation,Builtin,2,0,0x{address:x},{size},{}",
                escape(&one_line(&function.name))
            );
        }
        let kind = if function.name.starts_with('<') { "Script" } else { "Function" };
        let state = match entry.tier {
            Tier::Baseline => "^",
            Tier::Optimized => "*",
            _ => "~",
        };
        let place = format!("{}:{}:{}", self.escaped_file(function), function.line, function.column);
        // One SharedFunctionInfo for all tiers of a function, another for its inlined copies; readers add up by the name, which they share.
        let info = FIRST_ADDRESS / 2 + 64 * u64::from(entry.function) + 32 * u64::from(entry.inlined);
        writeln!(
            out,
            "code-creation,{kind},{},{number},0x{address:x},{size},{} {place},0x{info:x},{state}",
            if entry.tier == Tier::Interpreter { 11 } else { 0 },
            escape(&one_line(&function.name)),
        )?;
        let source = &self.sources[function.source as usize];
        let text = &lines[function.source as usize];
        let mut table = String::new();
        for (i, &(line, column)) in entry.places.iter().enumerate() {
            let _ = write!(table, "C{}O{}", i + 1, offset(text, line, column));
        }
        let start = offset(text, function.line, function.column);
        let end = text.last().map_or(0, |(start, line)| start + line.encode_utf16().count());
        writeln!(out, "code-source-info,0x{address:x},{},{start},{end},{table},,", source.id)
    }

    /// A line per deopt: the code of the outermost function, and the guard's place with those that it is inlined at.
    fn write_deopts(
        &self,
        out: &mut impl Write,
        addresses: &Addresses,
        lines: &[Vec<(usize, &str)>],
    ) -> io::Result<()> {
        for deopt in self.deopts.iter().filter(|d| d.stack != NONE) {
            let frames = self.stacks.frames(deopt.stack);
            // The code that was left, and what is inlined into it.
            let code = frames.iter().rposition(|f| !self.frames[*f as usize].inlined).unwrap_or(0);
            let frames = &frames[code..];
            let (Some(&outermost), Some(&innermost)) = (frames.first(), frames.last()) else { continue };
            let mut location = String::new();
            for index in frames.iter().rev() {
                let frame = &self.frames[*index as usize];
                let function = &self.functions[frame.function as usize];
                let inlined = if location.is_empty() { "" } else { " inlined at " };
                let _ = write!(location, "{inlined}<{}:{}:{}>", self.escaped_file(function), frame.line, frame.column);
            }
            let frame = &self.frames[innermost as usize];
            let source = self.functions[frame.function as usize].source;
            let place = usize::try_from(source).map_or(0, |s| offset(&lines[s], frame.line, frame.column));
            let (entry, _) = addresses.frames[outermost as usize];
            let entry = &addresses.entries[entry];
            let time = deopt.time_ns.saturating_sub(self.start_ns) / 1000;
            let (size, address) = (entry.places.len() + 1, entry.address);
            let reason = escape(&deopt.reason);
            // Frames that are inlined are told by the location.
            writeln!(out, "code-deopt,{time},{size},0x{address:x},-1,{place},deopt-eager,{location},{reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_profile::sample_profile;

    #[test]
    fn lines_have_the_grammar() {
        let mut out = Vec::new();
        sample_profile().write_v8_log(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "v8-version,11,3,244,8,-node.38,0");
        assert!(lines.iter().all(|l| !l.is_empty()));
        assert!(!text.contains("shared-library"));
        assert_eq!(lines.iter().filter(|l| l.starts_with("tick,")).count(), 20);
        // f interpreted, f optimized, g inlined, main, sort, gc, idle, parse, host; and the native symbol.
        let codes: Vec<&&str> = lines.iter().filter(|l| l.starts_with("code-creation,")).collect();
        assert_eq!(codes.len(), 10);
        let native = codes.iter().find(|l| l.ends_with(",vm::sort::merge")).expect("the native symbol");
        let native = native.split(',').nth(4).expect("its address");
        let on_top = lines.iter().filter(|l| l.starts_with("tick,") && l.split(',').nth(4) == Some(native)).count();
        assert!(on_top > 0 && on_top < 20, "{on_top}");
        assert!(codes.iter().any(|l| l.contains(",f dir/a\\x2C b.js:1:1,0x") && l.ends_with(",*")), "{codes:?}");
        let mut ranges: Vec<(u64, u64)> = codes
            .iter()
            .map(|l| {
                let fields: Vec<&str> = l.split(',').collect();
                let start = u64::from_str_radix(&fields[4][2..], 16).expect("an address");
                (start, start + fields[5].parse::<u64>().expect("a size"))
            })
            .collect();
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|w| w[0].1 <= w[1].0) && ranges.iter().all(|r| r.1 < 1 << 47));
        for tick in lines.iter().filter(|l| l.starts_with("tick,")) {
            let pc = u64::from_str_radix(&tick.split(',').nth(1).expect("a PC")[2..], 16).expect("a PC");
            assert!(ranges.iter().any(|r| (r.0..r.1).contains(&pc)), "{tick}");
        }
    }

    #[test]
    fn deopts_name_the_code_and_where_it_is_inlined() {
        let mut profile = sample_profile();
        let stack =
            profile.stacks.frame.iter().position(|f| profile.frames[*f as usize].inlined).expect("inlined") as i64;
        profile.deopts.push(crate::sample_profile::deopt(stack));
        assert_eq!(profile.check(), Ok(()));
        let mut out = Vec::new();
        profile.write_v8_log(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let line = text.lines().find(|l| l.starts_with("code-deopt,")).expect("a deopt");
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!((fields.len(), fields[4], fields[6], fields[8]), (9, "-1", "deopt-eager", "wrong shape"));
        assert!(fields[7].contains("> inlined at <dir/a\\x2C b.js:"), "{line}");
        let code = format!(",{},{},", fields[3], fields[2]);
        let created = text.lines().find(|l| l.starts_with("code-creation,") && l.contains(&code)).expect("its code");
        assert!(created.ends_with(",*"), "{created}");
    }

    #[test]
    fn files_have_whole_paths() {
        let mut profile = sample_profile();
        profile.folder = "/home/x".into();
        let mut out = Vec::new();
        profile.write_v8_log(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(
            text.contains(",f /home/x/dir/a\\x2C b.js:1:1,0x")
                && text.contains("script-details,3,/home/x/dir/a\\x2C b.js,0,0,")
        );
    }

    /// Deopt Explorer loses functions whose names go on behind a line's end.
    #[test]
    fn names_are_one_line() {
        let mut profile = sample_profile();
        profile.functions.iter_mut().find(|f| f.name == "f").expect("the function").name = "f\nx\u{2028}y".into();
        let mut out = Vec::new();
        profile.write_v8_log(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.contains(",f x y dir/a\\x2C b.js:1:1,0x"), "{text}");
    }

    #[test]
    fn fields_are_escaped() {
        assert_eq!(escape("a,b\n\\c\u{1}é😀"), "a\\x2Cb\\n\\\\c\\x01\\u00e9\\ud83d\\ude00");
    }
}
