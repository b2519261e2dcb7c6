//! The tables of a profile, and what finds their rows.

use crate::profile::*;
use crate::sampler::walk::TAIL_CALLED;
use crate::sites::At;
use crate::symbols::Symbols;
use abi::frame::{NATIVE_ID, POSITION_IS_ORIGIN};
use abi::opcode::Opcode;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vm::Vm;
use vm::code::origin::{MachineCode as Code, OriginRanges};
use vm::source::{ShownPlace, SourceText};

/// Ids of files that texts were made from follow this; no VM has had so many texts.
const FIRST_ORIGINAL: u32 = 1 << 30;
/// Name of the frame that stands for those that proper tail calls replaced.
pub(super) const ELIDED: &str = "elided by tail calls";

/// What is known so far: plain data, which another thread may look at between two pieces. Of the VM's machine code it has numbers in the
/// VM's list, to which things are only added while the VM is observed.
pub struct Known {
    pub profile: Profile,
    functions_by_code: FxHashMap<u32, u32>,
    /// Scripts' functions, and built-ins without names, by source, line, column and (native) name.
    functions_by_place: FxHashMap<(i64, u32, u32, String), u32>,
    functions_by_name: FxHashMap<&'static str, u32>,
    pub(super) sources: FxHashMap<u32, i64>,
    /// Files that texts were made from, by name.
    originals: FxHashMap<String, i64>,
    /// What of a function is in another file than its beginning, by function and source.
    parts: FxHashMap<(u32, i64), u32>,
    frames: FxHashMap<Frame, u32>,
    stacks: FxHashMap<(i64, u32), i64>,
    opcodes: FxHashMap<Opcode, i32>,
    /// Machine code by the id that frames carry, and by address.
    code_by_id: FxHashMap<u32, u32>,
    pub(super) code_by_address: Vec<u32>,
    /// Bytes of the longest piece.
    longest: usize,
    pub(super) symbols: Symbols,
    /// The ranges of code that was sampled, listed, by piece: all of the baseline tier's for a function have one id.
    ranges: FxHashMap<u32, OriginRanges>,
}

impl Default for Known {
    fn default() -> Known {
        Known {
            profile: Profile::empty(),
            functions_by_code: FxHashMap::default(),
            functions_by_place: FxHashMap::default(),
            functions_by_name: FxHashMap::default(),
            sources: FxHashMap::default(),
            originals: FxHashMap::default(),
            parts: FxHashMap::default(),
            frames: FxHashMap::default(),
            stacks: FxHashMap::default(),
            opcodes: FxHashMap::default(),
            code_by_id: FxHashMap::default(),
            code_by_address: Vec::new(),
            longest: 0,
            symbols: Symbols::of_this_process(),
            ranges: FxHashMap::default(),
        }
    }
}

/// Builds the tables of a profile, with the VM at hand.
pub struct Tables<'v> {
    vm: &'v Vm,
    pub known: &'v mut Known,
    /// Bytecode by code id, once it was asked for.
    bytecode: Option<FxHashMap<u32, &'v [u16]>>,
}

impl<'v> Tables<'v> {
    pub(super) fn new(vm: &'v Vm, known: &'v mut Known) -> Tables<'v> {
        let code = &vm.observed.machine_code;
        let first = known.code_by_address.len();
        if first < code.len() {
            for (number, code) in (0u32..).zip(code).skip(first) {
                known.code_by_id.extend((0..code.activations.max(1)).map(|i| (code.id + i, number)));
                known.longest = known.longest.max(code.end - code.start);
                known.code_by_address.push(number);
            }
            let place = |&number: &u32| (code[number as usize].start, code[number as usize].installed.0);
            known.code_by_address.sort_by_key(place);
        }
        Tables { vm, known, bytecode: None }
    }

    pub(super) fn code(&self, number: u32) -> &'v Code {
        &self.vm.observed.machine_code[number as usize]
    }

    pub fn vm(&self) -> &'v Vm {
        self.vm
    }

    /// The name of the instruction at a bytecode offset; empty if there is none.
    pub fn op_name(&mut self, code_id: u32, offset: u32) -> String {
        usize::try_from(self.opcode(code_id, offset))
            .map_or_else(|_| String::new(), |i| self.known.profile.opcodes[i].clone())
    }

    /// The source that people are shown a place of `source` in.
    fn source(&mut self, source: &SourceText, place: &ShownPlace) -> i64 {
        let next = self.known.profile.sources.len() as i64;
        let Some(file) = &place.file else {
            let index = *self.known.sources.entry(source.id).or_insert(next);
            if index == next {
                let (name, text) = (source.shown_name().into(), source.text.clone());
                self.known.profile.sources.push(Source { id: source.id, name, text, ignored: false, made: None });
                let (code_id, offset) = source.made_at.get();
                if code_id != 0 {
                    let (function, line, column) = self.place(code_id, offset);
                    self.known.profile.sources[index as usize].made = Some(At { function, line, column });
                }
            }
            return index;
        };
        if let Some(&index) = self.known.originals.get(file.name()) {
            return index;
        }
        self.known.originals.insert(file.name().into(), next);
        let text = file.text().map_or_else(Arc::default, |source| source.text.clone());
        let id = FIRST_ORIGINAL + self.known.originals.len() as u32;
        let (name, ignored) = (file.name().into(), file.is_ignored());
        self.known.profile.sources.push(Source { id, name, text, ignored, made: None });
        next
    }

    /// The function of a code id. Closures of one place are one function, and so are copies of a self-hosted built-in.
    pub fn function(&mut self, code_id: u32) -> u32 {
        if let Some(&index) = self.known.functions_by_code.get(&code_id) {
            return index;
        }
        let vm = self.vm;
        let mut function = Function {
            name: format!("(code {code_id})"),
            kind: FunctionKind::Builtin,
            source: NONE,
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            code_ids: vec![code_id],
        };
        let mut is_self_hosted = false;
        if let Some(info) = vm.code.get(code_id) {
            is_self_hosted = info.is_self_hosted;
            function.name = info.shown_name().into_owned();
            if let Some(source) = &info.source {
                let place = source.shown(info.position);
                function.kind = FunctionKind::Script;
                function.source = self.source(source, &place);
                (function.line, function.column) = (place.line, place.column);
                let end = source.shown(info.end);
                if end.file_name(source) == place.file_name(source) && end.line >= place.line {
                    (function.end_line, function.end_column) = (end.line, end.column);
                }
            }
        }
        // Reactions to promises and the like.
        let unnamed = vm.code.unnamed_native(code_id);
        if let Some(address) = unnamed {
            let symbol = self.known.symbols.find(address as u64);
            if !symbol.name.starts_with('(') {
                function.name = symbol.name;
            }
        }
        let next = self.known.profile.functions.len() as u32;
        let index = if function.kind == FunctionKind::Script || unnamed.is_some() || is_self_hosted {
            let place = (function.source, function.line, function.column, function.name.clone());
            *self.known.functions_by_place.entry(place).or_insert(next)
        } else {
            next
        };
        if index == next {
            self.known.profile.functions.push(function);
        } else {
            self.known.profile.functions[index as usize].code_ids.push(code_id);
        }
        self.known.functions_by_code.insert(code_id, index);
        index
    }

    fn named(&mut self, name: &'static str, kind: FunctionKind) -> u32 {
        let next = self.known.profile.functions.len() as u32;
        let index = *self.known.functions_by_name.entry(name).or_insert(next);
        if index == next {
            let function = Function {
                name: name.into(),
                kind,
                source: NONE,
                line: 0,
                column: 0,
                end_line: 0,
                end_column: 0,
                code_ids: vec![],
            };
            self.known.profile.functions.push(function);
        }
        index
    }

    fn opcode(&mut self, code_id: u32, offset: u32) -> i32 {
        let vm = self.vm;
        let bytecode = self.bytecode.get_or_insert_with(|| {
            vm.live_code().filter_map(|code| Some((code.machine().code_id, &*code.body.get()?.bytecode))).collect()
        });
        let Some(op) = bytecode.get(&code_id).and_then(|b| b.get(offset as usize)).and_then(|&u| Opcode::from_u16(u))
        else {
            return -1;
        };
        let next = self.known.profile.opcodes.len() as i32;
        let index = *self.known.opcodes.entry(op).or_insert(next);
        if index == next {
            self.known.profile.opcodes.push(op.name().into());
        }
        index
    }

    fn push_frame(&mut self, stack: i64, frame: Frame) -> i64 {
        let next = self.known.profile.frames.len() as u32;
        let index = *self.known.frames.entry(frame).or_insert(next);
        if index == next {
            self.known.profile.frames.push(frame);
        }
        let next = self.known.profile.stacks.len() as i64;
        let id = *self.known.stacks.entry((stack, index)).or_insert(next);
        if id == next {
            self.known.profile.stacks.parent.push(stack);
            self.known.profile.stacks.frame.push(index);
        }
        id
    }

    /// Function, line and column of a bytecode offset; zeros where there are none. A function that was put together from several files is
    /// one in each of them.
    pub fn place(&mut self, code_id: u32, offset: u32) -> (u32, u32, u32) {
        let function = self.function(code_id);
        let vm = self.vm;
        let info = vm.code.get(code_id);
        let Some((source, place)) = info.and_then(|info| Some((info.source.as_ref()?, info.shown(offset)?))) else {
            return (function, 0, 0);
        };
        let (line, column) = (place.line, place.column);
        let index = self.source(source, &place);
        let whole = &self.known.profile.functions[function as usize];
        if whole.source == index {
            return (function, line, column);
        }
        let next = self.known.profile.functions.len() as u32;
        let part = *self.known.parts.entry((function, index)).or_insert(next);
        if part == next {
            let (end_line, end_column, code_ids) = (0, 0, vec![code_id]);
            let part = Function { source: index, line, column, end_line, end_column, code_ids, ..whole.clone() };
            self.known.profile.functions.push(part);
        } else if !self.known.profile.functions[part as usize].code_ids.contains(&code_id) {
            self.known.profile.functions[part as usize].code_ids.push(code_id);
        }
        (part, line, column)
    }

    pub(super) fn push_place(&mut self, stack: i64, code_id: u32, offset: u32, tier: Tier, inlined: bool) -> i64 {
        let (function, line, column) = self.place(code_id, offset);
        let tier = if self.known.profile.functions[function as usize].kind == FunctionKind::Builtin {
            Tier::Builtin
        } else {
            tier
        };
        let opcode = if tier == Tier::Builtin { -1 } else { self.opcode(code_id, offset) };
        self.push_frame(stack, Frame { function, line, column, offset, opcode, tier, inlined })
    }

    pub(super) fn push_named(&mut self, stack: i64, name: &'static str, tier: Tier, line: u32) -> i64 {
        let kind = if tier == Tier::Host { FunctionKind::Host } else { FunctionKind::Vm };
        let function = self.named(name, kind);
        self.push_frame(stack, Frame { function, line, column: 0, offset: 0, opcode: -1, tier, inlined: false })
    }

    /// The frames of one position word on top of `stack`: several if it is an origin of compiled code with inlined functions.
    pub(super) fn push_word(&mut self, stack: i64, word: u64) -> i64 {
        let (position, code_id) = ((word & !TAIL_CALLED) as u32, (word >> 32) as u32);
        if code_id == 0 {
            // Not a frame yet: its arguments are being laid out.
            return stack;
        }
        let stack = if word & TAIL_CALLED != 0 { self.push_named(stack, ELIDED, Tier::Host, 0) } else { stack };
        let Some(code) = self.known.code_by_id.get(&code_id).map(|&number| self.code(number)) else {
            let tier = if code_id & NATIVE_ID == 0 { Tier::Interpreter } else { Tier::Baseline };
            return self.push_place(stack, self.vm.code.function_of(code_id), position, tier, false);
        };
        if code.id != code_id {
            // A frame of an activation that is inlined.
            return self.push_place(stack, self.vm.code.function_of(code_id), position, tier_of(code), true);
        }
        if position & POSITION_IS_ORIGIN != 0 {
            return self.push_origin(stack, code, position & !POSITION_IS_ORIGIN);
        }
        self.push_place(stack, code.code_id, position, tier_of(code), false)
    }

    pub(super) fn push_origin(&mut self, stack: i64, code: &Code, origin: u32) -> i64 {
        let mut chain: Vec<_> = code.chain(origin).collect();
        chain.reverse();
        let mut at = stack;
        for (i, origin) in chain.iter().enumerate() {
            at = self.push_place(at, origin.code_id, origin.offset, tier_of(code), i > 0);
        }
        at
    }

    /// The machine code that a sample's PC was in, and its number.
    pub(super) fn code_at(&self, pc: u64, index: u64) -> Option<(u32, &'v Code)> {
        let pc = pc as usize;
        let all = &self.known.code_by_address;
        let mut before = &all[..all.partition_point(|&c| self.code(c).start <= pc)];
        // Addresses are used again. Of the pieces that begin at one, only the last can still be there.
        loop {
            let start = before.last().map(|&c| self.code(c).start).filter(|start| pc - start < self.known.longest)?;
            let (others, here) = before.split_at(before.partition_point(|&c| self.code(c).start < start));
            let last = here[..here.partition_point(|&c| self.code(c).installed.0 <= index)].last();
            if let Some(&number) = last.filter(|&&c| self.code(c).holds(pc, index)) {
                return Some((number, self.code(number)));
            }
            before = others;
        }
    }

    /// The ranges of a piece of machine code in the form that is searched quickly.
    pub(super) fn ranges(&mut self, number: u32) -> &OriginRanges {
        let code = self.code(number);
        self.known.ranges.entry(number).or_insert_with(|| code.ranges.listed())
    }
}

pub(super) fn tier_of(code: &Code) -> Tier {
    match code.tier {
        vm::options::Tier::Interpreter => Tier::Interpreter,
        vm::options::Tier::Baseline => Tier::Baseline,
        vm::options::Tier::Optimizer => Tier::Optimized,
    }
}
