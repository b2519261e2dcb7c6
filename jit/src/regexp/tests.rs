//! The machine and native code say the same of generated patterns and subjects.

use super::lower;
use crate::memory::CodeMemory;
use crate::target::Target;
use cranelift_codegen::isa::OwnedTargetIsa;
use std::sync::atomic::AtomicU32;
use vm::regexp::native::{Call, Function, Host};
use vm::regexp::{Code, Flags, Scratch, Stop};
use vm::string::StrView;

/// Steele and Vigna's splitmix64: the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const CHARACTERS: &[&str] =
    &["a", "a", "b", "b", "c", "A", "\u{e9}", "\u{c9}", "\u{17f}", "\u{1f600}", "\n", "_", "ab", "abcabcab"];
const CLASSES: &[&str] = &[
    ".",
    "[ab]",
    "[^a]",
    "[a-c]",
    "\\w",
    "\\d",
    "\\s",
    "[^]",
    "[]",
    "[A-Za-z\\d]",
    "[^\\w]",
    "[\\u0100-\\uffff]",
    "[\\w\\u0101\\u0103\\u0105\\u0107]",
    "\\ud83d",
    "[\\ud800-\\udfff]",
    "[a\u{1f600}]",
];
const ASSERTIONS: &[&str] = &["^", "$", "\\b", "\\B"];
const REFERENCES: &[&str] = &["\\1", "\\2", "\\3"];
const QUANTIFIERS: &[&str] =
    &["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?", "{2,}", "{2,}?", "{0}", "{3,5}"];
const GROUPS: &[&str] = &["(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?-s:"];

fn pattern(numbers: &mut Numbers, depth: u32, out: &mut String) {
    for i in 0..=numbers.below(3) {
        if i > 0 && numbers.below(3) == 0 {
            out.push('|');
        }
        match numbers.below(12) {
            0..4 => out.push_str(numbers.pick(CHARACTERS)),
            4..7 => out.push_str(numbers.pick(CLASSES)),
            7 => {
                out.push_str(numbers.pick(ASSERTIONS));
                continue;
            }
            8 => out.push_str(numbers.pick(REFERENCES)),
            _ if depth == 0 => out.push('b'),
            _ => {
                let group = numbers.pick(GROUPS);
                out.push_str(group);
                pattern(numbers, depth - 1, out);
                out.push(')');
                if group.starts_with("(?<") {
                    continue;
                }
            }
        }
        if numbers.below(2) == 0 {
            out.push_str(numbers.pick(QUANTIFIERS));
        }
    }
}

fn subject(numbers: &mut Numbers, wide: bool) -> Vec<u16> {
    const NARROW: &[&str] =
        &["a", "a", "b", "b", "c", "A", "B", "ab", "abcab", "\u{e9}", "\u{c9}", "\n", " ", "_", "1"];
    const WIDE: &[&str] = &["\u{17f}", "\u{101}", "\u{1f600}", "\u{1f601}", "\u{2028}", "\u{212a}"];
    let mut units = Vec::new();
    for _ in 0..numbers.below(14) {
        match numbers.below(6) {
            0 if wide => units.push(0xd83d),
            1 if wide => units.push(0xde00),
            2 if wide => units.extend(numbers.pick(WIDE).encode_utf16()),
            _ => units.extend(numbers.pick(NARROW).encode_utf16()),
        }
    }
    // Sometimes there is much in front of it: what searches by sixteen has something to do.
    if numbers.below(4) == 0 {
        let fill = *b"x_\n ".get(numbers.below(4)).unwrap_or(&b'x');
        let front = std::iter::repeat_n(u16::from(fill), 10 + numbers.below(60));
        units = front.chain(units).collect();
    }
    units
}

/// What came of a search: the groups, or that there is none.
type Answer = Result<Option<Vec<u32>>, Stop>;

/// Budgets of the machine after which a search takes too long to be compared.
const PATIENCE: u32 = 8;

/// Everything that is needed to run a pattern both ways.
struct Both<'a> {
    code: &'a Code,
    function: Function,
    wide: bool,
    sticky: bool,
}

impl Both<'_> {
    /// The machine's answer and the native code's; none if it takes too long.
    fn answers(&self, units: &[u16]) -> Option<[Answer; 2]> {
        let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        let text = if self.wide { StrView::Utf16(units) } else { StrView::Latin1(&bytes) };
        let requests = AtomicU32::new(1);
        let mut scratch = Scratch::default();
        let mut resume = false;
        let mut budgets = 0;
        let machine = loop {
            match scratch.find(self.code, text, 0, self.sticky, resume, &requests) {
                Err(Stop::Warm) => {}
                Err(Stop::Requested) if budgets == PATIENCE => return None,
                Err(Stop::Requested) => budgets += 1,
                answer => break answer.map(|found| found.then(|| scratch.groups(self.code).to_vec())),
            }
            resume = true;
        };
        let host = Host { requests: &raw const requests, data: std::ptr::null_mut(), goes_on: |_| true };
        // SAFETY: the function was compiled from this code for such subjects.
        let native = unsafe { scratch.find_native(self.function, self.code, text, 0, self.sticky, host) };
        let native = native.map(|found| found.then(|| scratch.groups(self.code).to_vec()));
        Some([machine, native])
    }

    /// None if both agree; else the shortest subject found, by leaving out units, about which they do not.
    fn dispute(&self, units: &[u16]) -> Option<String> {
        let differ = |units: &[u16]| self.answers(units).is_some_and(|[machine, native]| machine != native);
        if !differ(units) {
            return None;
        }
        let mut units = units.to_vec();
        let mut at = 0;
        while at < units.len() {
            let mut shorter = units.clone();
            shorter.remove(at);
            if differ(&shorter) {
                (units, at) = (shorter, 0);
            } else {
                at += 1;
            }
        }
        let [machine, native] = self.answers(&units)?;
        Some(format!("on {:?} {units:x?}: machine {machine:?}, native {native:?}", String::from_utf16_lossy(&units)))
    }
}

struct Compiler {
    isa: OwnedTargetIsa,
    memory: CodeMemory,
}

impl Compiler {
    fn new() -> Compiler {
        let isa = Target::HOST.and_then(|target| target.isa(true, false)).expect("Cranelift knows this machine");
        Compiler { isa, memory: CodeMemory::new(64 << 20).expect("memory for code") }
    }

    /// Runs a pattern over subjects; panics where machine and native code differ.
    fn check(&mut self, source: &str, flags: &str, wide: bool, sticky: bool, subjects: &[Vec<u16>]) -> bool {
        let units: Vec<u16> = source.encode_utf16().collect();
        let parsed = Flags::parse(StrView::ascii(flags)).expect("flags");
        let Ok(code) = vm::regexp::parse(StrView::Utf16(&units), parsed).and_then(vm::regexp::compile) else {
            return false;
        };
        let machine = lower::compile(&code, wide, &*self.isa)
            .unwrap_or_else(|why| panic!("/{source}/{flags} is not compiled: {why}\n{:?}", code.insns));
        let offset = self.memory.allocate(machine.code.len()).expect("room for code");
        self.memory.write(offset, &machine.code);
        let address = self.memory.address(offset);
        // SAFETY: the code was compiled with that convention; it does not look at the second argument.
        let function = Function { call: unsafe { std::mem::transmute::<*const u8, Call>(address) }, address };
        let both = Both { code: &code, function, wide, sticky };
        for subject in subjects {
            if let Some(dispute) = both.dispute(subject) {
                panic!("/{source}/{flags} (sticky: {sticky}) {dispute}\n{:?}", code.insns);
            }
        }
        self.memory.release(offset, machine.code.len());
        drop(machine.tables);
        true
    }
}

#[test]
#[cfg(target_os = "linux")]
fn machine_and_native_code_agree() {
    let mut numbers = Numbers(20_261_122);
    let mut compiler = Compiler::new();
    let mut checked = 0;
    for _ in 0..6000 {
        let mut source = String::new();
        pattern(&mut numbers, 2, &mut source);
        let flags = numbers.pick(&["", "", "i", "m", "s", "u", "u", "iu", "ims", "v", "im", "su"]);
        let (wide, sticky) = (numbers.below(2) == 0, numbers.below(4) == 0);
        let subjects: Vec<Vec<u16>> = (0..6).map(|_| subject(&mut numbers, wide)).collect();
        checked += compiler.check(&source, flags, wide, sticky, &subjects) as u32;
    }
    assert!(checked > 3000, "{checked} patterns are valid");
}

#[test]
#[cfg(target_os = "linux")]
fn deep_stacks_grow_and_end() {
    let mut compiler = Compiler::new();
    let text = |unit: &str, count: usize| unit.repeat(count).encode_utf16().collect::<Vec<u16>>();
    for (source, unit) in
        [("(?:a|ab)*c", "ab"), ("(?:a|b)*?c", "ab"), ("((a)|(b))*\\2$", "ab"), ("(?=((a)|b)*)ab", "ab")]
    {
        for wide in [false, true] {
            assert!(compiler.check(source, "", wide, true, &[text(unit, 20_000), text(unit, 3)]), "{source}");
        }
    }
}
