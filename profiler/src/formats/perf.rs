//! Linux perf: `/tmp/perf-PID.map`, and the jitdump that `perf inject --jit` reads.
//!
//! What was seen to lose names or lines in silence, and is kept to here: stamps are CLOCK_MONOTONIC; the dump's first page is mapped
//! PROT_READ | PROT_EXEC for the life of the process (that is how perf finds the file); DEBUG_INFO comes directly before its
//! CODE_LOAD and ends in a row at the code's end; each installation has a CODE_LOAD with a code index of its own; CODE_CLOSE comes at the end.

use super::one_line;
use crate::sampler::signal::now_ns;
use memmap2::{Mmap, MmapOptions};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

const MAGIC: u32 = 0x4a69_5444;
const VERSION: u32 = 1;
const CODE_LOAD: u32 = 0;
const DEBUG_INFO: u32 = 2;
const CODE_CLOSE: u32 = 3;

/// ELF's number of this machine.
const MACHINE: u32 = if cfg!(target_arch = "aarch64") { 183 } else { 62 };

/// A row of the line table: code from this offset on comes from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Bytes from the start of the code.
    pub offset: u64,
    pub line: u32,
    /// An inlined function's rows name its own file.
    pub file: String,
}

/// One line of a perf map.
pub fn map_line(out: &mut impl Write, address: u64, bytes: u64, name: &str) -> io::Result<()> {
    writeln!(out, "{address:x} {bytes:x} {}", one_line(name))
}

/// Where perf looks for this process's map.
pub fn map_path() -> PathBuf {
    PathBuf::from(format!("/tmp/perf-{}.map", std::process::id()))
}

/// A jitdump being written. It must live as long as the code that it describes may run.
pub struct JitDump {
    out: BufWriter<File>,
    /// Its existence is what perf records.
    _marker: Mmap,
    next_index: u64,
}

impl JitDump {
    /// Creates `jit-PID.dump` in a folder.
    ///
    /// # Errors
    /// When the file cannot be made or mapped executable.
    pub fn create(folder: &Path) -> io::Result<JitDump> {
        let path = folder.join(format!("jit-{}.dump", std::process::id()));
        let mut file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut header = Vec::new();
        for word in [MAGIC, VERSION, 40, MACHINE, 0, std::process::id()] {
            header.extend(word.to_le_bytes());
        }
        header.extend(now_ns().to_le_bytes());
        header.extend(0u64.to_le_bytes());
        file.write_all(&header)?;
        // SAFETY: nobody reads or runs the mapping; perf notes that it was made.
        let marker = unsafe { MmapOptions::new().len(header.len()).map_exec(&file) }?;
        Ok(JitDump { out: BufWriter::new(file), _marker: marker, next_index: 1 })
    }

    fn record(&mut self, kind: u32, body: &[u8]) -> io::Result<()> {
        self.out.write_all(&kind.to_le_bytes())?;
        self.out.write_all(&(16 + body.len() as u32).to_le_bytes())?;
        self.out.write_all(&now_ns().to_le_bytes())?;
        self.out.write_all(body)
    }

    /// Code was installed.
    ///
    /// # Errors
    /// What writing gives.
    pub fn load(&mut self, address: u64, code: &[u8], name: &str, rows: &[Row]) -> io::Result<()> {
        if let Some(last) = rows.last() {
            let end = Row { offset: code.len() as u64, ..last.clone() };
            let mut body = Vec::new();
            body.extend(address.to_le_bytes());
            body.extend((rows.len() as u64 + 1).to_le_bytes());
            for row in rows.iter().chain([&end]) {
                body.extend((address + row.offset).to_le_bytes());
                body.extend(row.line.to_le_bytes());
                body.extend(0u32.to_le_bytes());
                text(&mut body, &row.file);
            }
            self.record(DEBUG_INFO, &body)?;
        }
        let mut body = Vec::new();
        body.extend(std::process::id().to_le_bytes());
        // SAFETY: gettid has no arguments and no conditions.
        let thread = unsafe { libc::syscall(libc::SYS_gettid) } as u32;
        body.extend(thread.to_le_bytes());
        for word in [address, address, code.len() as u64, self.next_index] {
            body.extend(word.to_le_bytes());
        }
        text(&mut body, name);
        body.extend(code);
        self.next_index += 1;
        self.record(CODE_LOAD, &body)?;
        // What is not in the file when the process is killed is lost.
        self.out.flush()
    }

    /// Ends the dump, as the process ends.
    ///
    /// # Errors
    /// What writing gives.
    pub fn close(mut self) -> io::Result<()> {
        self.record(CODE_CLOSE, &[])?;
        self.out.flush()
    }
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend(one_line(text).bytes());
    out.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn u32_at(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"))
    }

    fn u64_at(bytes: &[u8], at: usize) -> u64 {
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"))
    }

    #[test]
    fn a_dump_is_a_header_and_whole_records() {
        let folder = std::env::temp_dir().join(format!("tarsier-jitdump-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut dump = JitDump::create(&folder).expect("a dump");
        let row = |offset, line| Row { offset, line, file: "a.js".into() };
        dump.load(0x1000, &[0x90; 32], "*f a.js:1", &[row(0, 1), row(8, 2)]).expect("written");
        dump.load(0x1000, &[0x90; 16], "*g a.js:9", &[]).expect("written");
        let maps = std::fs::read_to_string("/proc/self/maps").expect("maps");
        assert!(maps.lines().any(|l| l.contains("jit-") && l.contains(" r-x")), "{maps}");
        dump.close().expect("closed");
        let bytes = std::fs::read(folder.join(format!("jit-{}.dump", std::process::id()))).expect("the dump");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!((u32_at(&bytes, 0), u32_at(&bytes, 8)), (MAGIC, 40));
        let mut at = 40;
        let mut kinds = Vec::new();
        let mut indices = Vec::new();
        while at < bytes.len() {
            let (kind, size) = (u32_at(&bytes, at), u32_at(&bytes, at + 4) as usize);
            if kind == DEBUG_INFO {
                assert_eq!((u64_at(&bytes, at + 16), u64_at(&bytes, at + 24)), (0x1000, 3));
                // Each row: address, line, discriminator, "a.js\0".
                assert_eq!(u64_at(&bytes, at + 32 + 2 * 21), 0x1020);
            }
            if kind == CODE_LOAD {
                indices.push(u64_at(&bytes, at + 48));
            }
            kinds.push(kind);
            at += size;
        }
        assert_eq!(at, bytes.len());
        assert_eq!((kinds, indices), (vec![DEBUG_INFO, CODE_LOAD, CODE_LOAD, CODE_CLOSE], vec![1, 2]));
    }

    #[test]
    fn map_lines_are_one_line() {
        let mut out = Vec::new();
        map_line(&mut out, 0x7f00, 0x20, "*f\u{2028}x a.js:1").expect("written");
        text(&mut out, "*g\0\ny");
        assert_eq!(out, b"7f00 20 *f x a.js:1\n*g  y\0");
    }
}
