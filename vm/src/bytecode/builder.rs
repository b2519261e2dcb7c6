//! Emission of bytecode: instructions, labels, registers, constants, sites.
//!
//! The builder promises that jumps are patched, that what cannot be reached is not emitted, and that a function which
//! does not fit the encoding is reported by [`Builder::finish`] instead of being encoded wrongly.

use super::data::*;
use super::positions::PositionTable;
use abi::frame::FIRST_ARGUMENT;
use abi::ic::SiteKind;
use abi::opcode::{Opcode, Operand};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use swc_atoms::Atom;

/// A frame word.
pub type Reg = u16;

/// A place in the code that jumps can name before it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// Registers may not go beyond this, so that a call area always fits 16 bits.
const MAX_REGISTER: u32 = 0xfff0;
/// Code units; jumps are 32-bit.
const MAX_CODE: usize = 1 << 30;
const UNBOUND: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct LabelState {
    offset: u32,
    used: bool,
}

struct Patch {
    /// Index of the operand's first unit.
    at: u32,
    instruction: u32,
    label: u32,
}

struct PendingTable {
    min: i32,
    instruction: u32,
    targets: Vec<Option<Label>>,
}

/// The function does not fit the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

#[derive(Default)]
pub struct Builder {
    code: Vec<u16>,
    labels: Vec<LabelState>,
    patches: Vec<Patch>,
    constants: Vec<Constant>,
    strings: FxHashMap<Atom, u32>,
    numbers: FxHashMap<u64, u32>,
    sites: Vec<SiteInit>,
    global_sites: FxHashMap<(Atom, bool, bool), u32>,
    /// Offsets of the instructions that count, by their tallies' numbers.
    tallies: Vec<u32>,
    handlers: Vec<(u32, u32, Label)>,
    tables: Vec<PendingTable>,
    positions: PositionTable,
    unreachable: bool,
    too_large: bool,
    top: u32,
    max_top: u32,
}

impl Builder {
    /// `top` is the first free register.
    pub fn new(top: u32) -> Builder {
        Builder { top, max_top: top, ..Builder::default() }
    }

    // ---- registers, a stack

    /// The first of `count` new registers in a row.
    #[inline]
    pub fn allocate(&mut self, count: u32) -> Reg {
        let first = self.top;
        self.top += count;
        if self.top > MAX_REGISTER {
            self.too_large = true;
            self.top = MAX_REGISTER.min(first);
            self.max_top = MAX_REGISTER;
            return self.top as Reg;
        }
        self.max_top = self.max_top.max(self.top);
        first as Reg
    }

    #[inline]
    pub fn temporary(&mut self) -> Reg {
        self.allocate(1)
    }

    #[inline]
    pub fn top(&self) -> u32 {
        self.top
    }

    /// Frees everything allocated since [`Builder::top`] gave `top`.
    #[inline]
    pub fn release(&mut self, top: u32) {
        debug_assert!(top <= self.top || self.too_large);
        self.top = top.min(self.top);
    }

    /// Reserves room for a call with `argc` arguments at the top; gives its base. The caller releases it.
    pub fn call_area(&mut self, argc: u32) -> Reg {
        self.allocate(FIRST_ARGUMENT as u32 + argc)
    }

    // ---- code

    /// Whether the next instruction can be reached.
    #[inline]
    pub fn reachable(&self) -> bool {
        !self.unreachable
    }

    /// The offset of the next instruction, in units.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.code.len() as u32
    }

    #[inline]
    pub fn position(&mut self, position: u32) {
        self.positions.set(position);
    }

    /// Emits an instruction with its operands in order, feedback left out; a jump's operand is a label.
    pub fn emit(&mut self, op: Opcode, operands: &[u32]) {
        if self.unreachable {
            return;
        }
        let start = self.code.len();
        if start > MAX_CODE {
            self.too_large = true;
            return;
        }
        self.positions.instruction(start as u32);
        self.code.push(op as u16);
        let mut given = operands.iter();
        for (_, kind) in op.operands() {
            if kind.is_feedback() {
                self.code.push(0);
                continue;
            }
            let value = given.next().copied().unwrap_or_default();
            match kind {
                Operand::Jump => {
                    let at = self.code.len() as u32;
                    self.labels[value as usize].used = true;
                    self.patches.push(Patch { at, instruction: start as u32, label: value });
                    self.code.extend_from_slice(&[0, 0]);
                }
                _ if kind.units() == 2 => {
                    self.code.extend_from_slice(&[value as u16, (value >> 16) as u16]);
                }
                _ => {
                    debug_assert!(
                        value <= 0xffff || (*kind == Operand::Immediate && value >= 0xffff_8000) || self.too_large,
                        "{op:?} {operands:?}"
                    );
                    self.code.push(value as u16);
                }
            }
        }
        debug_assert!(given.next().is_none(), "too many operands for {op:?}");
        debug_assert_eq!(self.code.len() - start, op.length());
        if op.is_terminator() {
            self.unreachable = true;
        }
    }

    // ---- labels

    pub fn label(&mut self) -> Label {
        self.labels.push(LabelState { offset: UNBOUND, used: false });
        Label(self.labels.len() as u32 - 1)
    }

    /// A label that is bound here: a loop's head.
    pub fn label_here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    pub fn bind(&mut self, label: Label) {
        let state = &mut self.labels[label.0 as usize];
        debug_assert_eq!(state.offset, UNBOUND, "label bound twice");
        state.offset = self.code.len() as u32;
        if state.used {
            self.unreachable = false;
        }
    }

    /// Binds the head of a loop that only a later jump leads to; `reachable` says whether that jump will be there.
    pub fn bind_loop(&mut self, label: Label, reachable: bool) {
        self.bind(label);
        self.unreachable = !reachable;
    }

    /// Whether a jump to the label has been emitted.
    pub fn is_used(&self, label: Label) -> bool {
        self.labels[label.0 as usize].used
    }

    #[inline]
    pub fn jump(&mut self, label: Label) {
        self.emit(Opcode::Jump, &[label.0]);
    }

    /// SwitchInt over `targets`, the first for the value `min`; None falls through.
    pub fn switch_int(&mut self, value: Reg, min: i32, targets: Vec<Option<Label>>) {
        if self.unreachable {
            return;
        }
        for label in targets.iter().flatten() {
            self.labels[label.0 as usize].used = true;
        }
        let table = self.tables.len() as u32;
        if table > 0xffff {
            self.too_large = true;
            return;
        }
        self.tables.push(PendingTable { min, instruction: self.code.len() as u32, targets });
        self.emit(Opcode::SwitchInt, &[value as u32, table]);
    }

    pub fn jump_table_count(&self) -> usize {
        self.tables.len()
    }

    // ---- handlers

    /// Covers `start..end` by the handler at `label`. Ranges of inner statements must be added before those of outer ones.
    pub fn handler(&mut self, start: u32, end: u32, label: Label) {
        if start < end {
            self.labels[label.0 as usize].used = true;
            self.handlers.push((start, end, label));
        }
    }

    // ---- constants and sites

    pub fn constant(&mut self, constant: Constant) -> u32 {
        self.constants.push(constant);
        self.constants.len() as u32 - 1
    }

    pub fn string(&mut self, string: &ConstString) -> u32 {
        match string {
            ConstString::Utf8(atom) => self.atom(atom),
            ConstString::Utf16(_) => self.constant(Constant::String(string.clone())),
        }
    }

    pub fn atom(&mut self, atom: &Atom) -> u32 {
        if let Some(&index) = self.strings.get(atom) {
            return index;
        }
        let index = self.constant(Constant::String(ConstString::Utf8(atom.clone())));
        self.strings.insert(atom.clone(), index);
        index
    }

    pub fn number(&mut self, number: f64) -> u32 {
        if let Some(&index) = self.numbers.get(&number.to_bits()) {
            return index;
        }
        let index = self.constant(Constant::Number(number));
        self.numbers.insert(number.to_bits(), index);
        index
    }

    pub fn site(&mut self, kind: SiteKind, key: Option<ConstString>, strict: bool) -> u32 {
        self.sites.push(SiteInit { kind, key, strict });
        self.sites.len() as u32 - 1
    }

    /// The tally of the next instruction, which counts.
    pub fn tally(&mut self) -> u32 {
        self.tallies.push(self.offset());
        self.tallies.len() as u32 - 1
    }

    /// Reads of one global share a site, and so do writes: the cached cell is the same.
    pub fn global_site(&mut self, name: &Atom, write: bool, strict: bool) -> u32 {
        let key = (name.clone(), write, strict);
        if let Some(&site) = self.global_sites.get(&key) {
            return site;
        }
        let kind = if write { SiteKind::SetGlobal } else { SiteKind::GetGlobal };
        let site = self.site(kind, Some(ConstString::Utf8(name.clone())), strict);
        self.global_sites.insert(key, site);
        site
    }

    /// Patches everything; the first `drop` units (a prologue that turned out unnecessary) are removed.
    pub fn finish(mut self, drop: u32) -> Result<FunctionData, TooLarge> {
        if self.too_large {
            return Err(TooLarge);
        }
        for patch in &self.patches {
            let target = self.labels[patch.label as usize].offset;
            debug_assert_ne!(target, UNBOUND, "jump to an unbound label");
            let offset = target.wrapping_sub(patch.instruction);
            self.code[patch.at as usize] = offset as u16;
            self.code[patch.at as usize + 1] = (offset >> 16) as u16;
        }
        let labels = &self.labels;
        let jump_tables = self
            .tables
            .iter()
            .map(|table| JumpTable {
                min: table.min,
                targets: table
                    .targets
                    .iter()
                    .map(|t| t.map_or(0, |l| labels[l.0 as usize].offset.wrapping_sub(table.instruction) as i32))
                    .collect(),
            })
            .collect();
        let handlers = self
            .handlers
            .iter()
            .map(|&(start, end, label)| Handler {
                start: start.saturating_sub(drop),
                end: end - drop,
                handler: labels[label.0 as usize].offset - drop,
            })
            .collect();
        if drop > 0 {
            self.code.drain(..drop as usize);
        }
        self.code.shrink_to_fit();
        Ok(FunctionData {
            bytecode: self.code,
            constants: self.constants,
            sites: self.sites,
            tallies: self.tallies.iter().map(|offset| offset - drop).collect(),
            handlers,
            jump_tables,
            positions: self.positions.finish(drop),
            frame_words: self.max_top.max(FIRST_ARGUMENT as u32),
            ..FunctionData::default()
        })
    }

    pub fn function_constant(&mut self, template: Rc<FunctionTemplate>) -> u32 {
        self.constant(Constant::Function(template))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_patched_and_dead_code_is_dropped() {
        let mut b = Builder::new(FIRST_ARGUMENT as u32);
        let r = b.temporary();
        b.emit(Opcode::LoadCalleeEnvironment, &[r as u32]);
        let head = b.label_here();
        let exit = b.label();
        b.emit(Opcode::JumpTrue, &[r as u32, exit.0]);
        b.jump(head);
        b.emit(Opcode::LoadNull, &[r as u32]);
        b.bind(exit);
        b.emit(Opcode::Return, &[r as u32]);
        let data = b.finish(2).unwrap();
        assert_eq!(data.bytecode[0], Opcode::JumpTrue as u16);
        assert_eq!(Opcode::JumpTrue.jump_offset(&data.bytecode), Some(7));
        assert_eq!(data.bytecode[4], Opcode::Jump as u16);
        assert_eq!(Opcode::Jump.jump_offset(&data.bytecode[4..]), Some(-4));
        assert_eq!(&data.bytecode[7..], &[Opcode::Return as u16, r]);
        assert_eq!(data.frame_words, FIRST_ARGUMENT as u32 + 1);
    }

    #[test]
    fn constants_are_shared() {
        let mut b = Builder::new(7);
        assert_eq!(b.number(1.5), b.number(1.5));
        assert_ne!(b.number(0.0), b.number(-0.0));
        assert_eq!(b.atom(&Atom::from("x")), b.atom(&Atom::from("x")));
        assert_eq!(b.global_site(&Atom::from("x"), false, true), b.global_site(&Atom::from("x"), false, true));
        assert_ne!(b.global_site(&Atom::from("x"), false, true), b.global_site(&Atom::from("x"), true, true));
    }

    #[test]
    fn too_many_registers_are_an_error() {
        let mut b = Builder::new(7);
        for _ in 0..70000 {
            b.temporary();
        }
        assert_eq!(b.finish(0).unwrap_err(), TooLarge);
    }
}
