//! Is this unit one of these? Sets as comparisons, where few do, or as tables.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value};
use cranelift_frontend::FunctionBuilder;
use vm::regexp::code::Set;
use vm::regexp::first::First;

/// A byte for each unit below 256, and one for all others.
pub type Table = [u8; 257];

/// Units of a subject.
pub struct Units {
    /// In order, without neighbours.
    pub ranges: Vec<(u32, u32)>,
    /// The last unit that a subject can have.
    last: u32,
    /// The set that knows what is above, if the ranges do not tell in a few comparisons.
    set: u64,
}

impl Units {
    fn new(low: &[u64; 4], high: impl IntoIterator<Item = (u32, u32)>, wide: bool, set: u64) -> Units {
        let last = if wide { 0xffff } else { 0xff };
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut add = |from: u32, to: u32| match ranges.last_mut() {
            Some(range) if range.1 + 1 == from => range.1 = to,
            _ => ranges.push((from, to)),
        };
        for c in (0..256u32).filter(|&c| low[c as usize / 64] >> (c % 64) & 1 != 0) {
            add(c, c);
        }
        if wide {
            for (from, to) in high.into_iter().filter(|range| range.0 <= last) {
                add(from, to.min(last));
            }
        }
        Units { ranges, last, set }
    }

    pub fn of_set(set: &Set, wide: bool) -> Units {
        Units::new(&set.low, set.high.iter().copied(), wide, std::ptr::from_ref(set) as u64)
    }

    pub fn of_first(first: &First, wide: bool) -> Units {
        Units::new(&first.low, first.high.then_some((256, 0xffff)), wide, 0)
    }

    pub fn is_all(&self) -> bool {
        self.ranges == [(0, self.last)]
    }

    fn complement(&self) -> Vec<(u32, u32)> {
        let mut next = 0;
        let mut others = Vec::new();
        for &(from, to) in &self.ranges {
            if from > next {
                others.push((next, from - 1));
            }
            next = to + 1;
        }
        if next <= self.last {
            others.push((next, self.last));
        }
        others
    }

    pub fn table(&self) -> Table {
        let has = |c: u32| self.ranges.iter().any(|&(from, to)| (from..=to).contains(&c));
        std::array::from_fn(|c| has(c as u32).into())
    }
}

/// Emits tests; keeps the tables that they refer to.
#[derive(Default)]
pub struct Tests {
    /// Boxed, since code names their addresses.
    #[expect(clippy::vec_box, reason = "machine code holds their addresses")]
    pub tables: Vec<Box<Table>>,
}

const TRUSTED: MemFlags = MemFlags::trusted();
/// Ranges that are compared one by one.
const FEW: usize = 2;

impl Tests {
    /// The address of a table.
    pub fn keep(&mut self, table: Table) -> u64 {
        self.tables.push(Box::new(table));
        self.tables.last().map_or(0, |table| table.as_ptr() as u64)
    }

    /// Ends the block: goes to `yes` if the unit is one of these, else to `no`. `has` tells it of units from 256 on.
    pub fn branch(
        &mut self,
        fb: &mut FunctionBuilder<'_>,
        units: &Units,
        unit: Value,
        (yes, no): (Block, Block),
        has: &dyn Fn(&mut FunctionBuilder<'_>, u64, Value) -> Value,
    ) {
        let others = units.complement();
        if units.ranges.is_empty() {
            fb.ins().jump(no, &[]);
        } else if others.is_empty() {
            fb.ins().jump(yes, &[]);
        } else if let [(a, b), (c, d)] = units.ranges[..]
            && a == b
            && c == d
            && (a ^ c).is_power_of_two()
        {
            // Letters in both cases.
            let both = fb.ins().bor_imm_u(unit, (a ^ c) as i64);
            let is = fb.ins().icmp_imm_u(IntCC::Equal, both, c as i64);
            fb.ins().brif(is, yes, &[], no, &[]);
        } else if units.ranges.len() <= FEW {
            ranges(fb, &units.ranges, units.last, unit, yes, no);
        } else if others.len() <= FEW {
            ranges(fb, &others, units.last, unit, no, yes);
        } else {
            self.by_table(fb, units, unit, yes, no, has);
        }
    }

    fn by_table(
        &mut self,
        fb: &mut FunctionBuilder<'_>,
        units: &Units,
        unit: Value,
        yes: Block,
        no: Block,
        has: &dyn Fn(&mut FunctionBuilder<'_>, u64, Value) -> Value,
    ) {
        let high: Vec<(u32, u32)> =
            units.ranges.iter().filter(|range| range.1 > 255).map(|&(from, to)| (from.max(256), to)).collect();
        let mut table = units.table();
        let whole = high == [(256, units.last)];
        table[256] = whole.into();
        let address = self.keep(table);
        let mut index = unit;
        if units.last > 255 {
            let is_low = fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, unit, 256);
            if high.is_empty() || whole {
                let rest = fb.ins().iconst(I32, 256);
                index = fb.ins().select(is_low, unit, rest);
            } else {
                let (below, above) = (fb.create_block(), fb.create_block());
                fb.ins().brif(is_low, below, &[], above, &[]);
                fb.switch_to_block(above);
                if high.len() <= FEW + 1 || units.set == 0 {
                    ranges(fb, &high, units.last, unit, yes, no);
                } else {
                    let found = has(fb, units.set, unit);
                    fb.ins().brif(found, yes, &[], no, &[]);
                }
                fb.switch_to_block(below);
            }
        }
        let index = fb.ins().uextend(I64, index);
        let place = fb.ins().iadd_imm_s(index, address as i64);
        let entry = fb.ins().uload8(I32, TRUSTED, place, 0);
        fb.ins().brif(entry, yes, &[], no, &[]);
    }
}

/// Ends the block by comparisons.
fn ranges(fb: &mut FunctionBuilder<'_>, ranges: &[(u32, u32)], last: u32, unit: Value, yes: Block, no: Block) {
    for (i, &range) in ranges.iter().enumerate() {
        let within = within(fb, range, last, unit);
        if i + 1 == ranges.len() {
            fb.ins().brif(within, yes, &[], no, &[]);
        } else {
            let next = fb.create_block();
            fb.ins().brif(within, yes, &[], next, &[]);
            fb.switch_to_block(next);
        }
    }
}

fn within(fb: &mut FunctionBuilder<'_>, (from, to): (u32, u32), last: u32, unit: Value) -> Value {
    if from == to {
        fb.ins().icmp_imm_u(IntCC::Equal, unit, from as i64)
    } else if from == 0 {
        fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, unit, to as i64)
    } else if to == last {
        fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, unit, from as i64)
    } else {
        let from_there = fb.ins().iadd_imm_s(unit, -(from as i64));
        fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, from_there, (to - from) as i64)
    }
}
