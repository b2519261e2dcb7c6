//! Where a match can begin: the loop around the attempts.
//!
//! Of every match (but those at the subject's start) the units at its first places are known as sets ([`vm::regexp::first::ahead`]). Sixteen bytes of the subject at a time are
//! compared with the most telling of them. Else a table says for each unit at which places it may be, and a word of as many bits as
//! there are places tells how far a match has come that began so many units ago.

use super::lower::Lower;
use super::sets::{Table, Units};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I8X16, I16, I16X8, I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, Value};
use vm::regexp::code::Insn;
use vm::regexp::first::First;
use vm::regexp::native;
use vm::regexp::search::Search;

const TRUSTED: MemFlags = MemFlags::trusted();
/// Loads of vectors from anywhere.
const UNALIGNED: MemFlags = MemFlags::new().with_notrap();

/// Bytes of a vector.
const VECTOR: usize = 16;
/// Comparisons of vectors at most.
const COMPARISONS: usize = 12;
/// Of so much weight, a set counts as telling nothing.
const COMMON: usize = 64;
/// More places are not compared where so small a share of all would be attempted.
const RARE: f64 = 1.0 / 4096.0;

/// A range of units to compare a vector with.
struct Compared {
    from: Value,
    /// What the distance from the first may be; None for just the first.
    span: Option<Value>,
}

/// A place and its ranges.
struct Place {
    offset: usize,
    ranges: Vec<Compared>,
}

/// What the search needs, made at the function's start.
pub struct Plan {
    places: Vec<Place>,
    table: u64,
    length: usize,
}

impl Lower<'_, '_> {
    /// Prepares what [`Lower::search`] uses, in the function's first block.
    pub(super) fn plan_search(&mut self) -> Plan {
        let mut ahead: Vec<First> = self.code.ahead.to_vec();
        if ahead.is_empty() {
            ahead.extend(match &self.code.search {
                Search::Few(bytes) => Some(of_bytes(|unit| bytes.contains(&unit), false)),
                Search::Units { low, high } => Some(of_bytes(|unit| low[unit as usize], *high)),
                _ => None,
            });
        }
        if matches!(self.code.search, Search::Start | Search::Prefix { .. } | Search::Alternatives(_)) {
            ahead.clear();
        }
        let mut units: Vec<Units> = ahead.iter().map(|first| Units::of_first(first, self.wide)).collect();
        while units.last().is_some_and(Units::is_all) {
            units.pop();
        }
        let places = self.places(&units);
        let mut table: Table = [0; 257];
        for (i, units) in units.iter().enumerate() {
            for (entry, has) in table.iter_mut().zip(units.table()) {
                *entry |= has << i;
            }
        }
        let table = if units.is_empty() { 0 } else { self.tests.keep(table) };
        Plan { places, table, length: units.len() }
    }

    /// The most telling places.
    fn places(&mut self, units: &[Units]) -> Vec<Place> {
        let weight = |units: &Units| units.ranges.iter().map(|&(from, to)| weight(from, to)).sum::<usize>();
        let cost = |units: &Units| units.ranges.iter().map(|&(from, to)| if from == to { 1 } else { 3 }).sum::<usize>();
        let mut order: Vec<usize> = (0..units.len()).filter(|&i| weight(&units[i]) < COMMON).collect();
        order.sort_by_key(|&i| (weight(&units[i]), i));
        let (mut sum, mut share) = (0, 1.0);
        order.retain(|&i| {
            let fits = share > RARE && sum + cost(&units[i]) <= COMPARISONS;
            if fits {
                sum += cost(&units[i]);
                share *= weight(&units[i]) as f64 / COMMON as f64;
            }
            fits
        });
        // Attempts everywhere would cost more than the table.
        if share > 0.125 {
            return Vec::new();
        }
        let (unit, vector) = if self.wide { (I16, I16X8) } else { (I8, I8X16) };
        let splat = |lower: &mut Self, value: u32| {
            let value = lower.fb.ins().iconst(unit, value as i64);
            lower.fb.ins().splat(vector, value)
        };
        let mut places = Vec::new();
        for i in order {
            let ranges = units[i].ranges.iter().map(|&(from, to)| Compared {
                from: splat(self, from),
                span: (to > from).then(|| splat(self, to - from)),
            });
            let ranges = ranges.collect();
            places.push(Place { offset: i, ranges });
        }
        places
    }

    /// Ends the block: from the position on, the first place where a match can begin is attempted.
    pub(super) fn search(&mut self, plan: &Plan, attempt: Block) {
        let at = self.at();
        match &self.code.search {
            Search::Start => {
                let base = self.base;
                let is_start = self.fb.ins().icmp(IntCC::Equal, at, base);
                let none = self.none;
                self.fb.ins().brif(is_start, attempt, &[], none, &[]);
            }
            Search::Prefix { .. } | Search::Alternatives(_) => {
                let run = self.run;
                let found = self.call(native::candidate as *const () as usize, &[run, at], I64);
                let none = self.none;
                self.go_on(found, none);
                self.set_at(found);
                self.fb.ins().jump(attempt, &[]);
            }
            _ if plan.length == 0 => {
                let end = self.end;
                let is_within = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, at, end);
                let none = self.none;
                self.fb.ins().brif(is_within, attempt, &[], none, &[]);
            }
            _ => {
                if self.code.insns.contains(&Insn::Start) {
                    // What is known of matches does not hold for those that begin there.
                    let (inner, base) = (self.fb.create_block(), self.base);
                    let is_start = self.fb.ins().icmp(IntCC::Equal, at, base);
                    self.fb.ins().brif(is_start, attempt, &[], inner, &[]);
                    self.fb.switch_to_block(inner);
                }
                let by_units = self.fb.create_block();
                self.fb.append_block_param(by_units, I64);
                if plan.places.is_empty() {
                    self.fb.ins().jump(by_units, &[BlockArg::Value(at)]);
                } else {
                    self.by_vector(plan, attempt, by_units);
                }
                self.fb.switch_to_block(by_units);
                let at = self.fb.block_params(by_units)[0];
                self.by_units(plan, attempt, at);
            }
        }
    }

    fn by_vector(&mut self, plan: &Plan, attempt: Block, rest: Block) {
        let vector = if self.wide { I16X8 } else { I8X16 };
        let width = self.width as usize;
        let reach = VECTOR + width * plan.places.iter().map(|place| place.offset).max().unwrap_or(0);
        let at = self.at();
        let (head, body, hit, next) =
            (self.fb.create_block(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(head, I64);
        self.fb.ins().jump(head, &[BlockArg::Value(at)]);
        self.fb.switch_to_block(head);
        let at = self.fb.block_params(head)[0];
        let left = self.fb.ins().isub(self.end, at);
        let enough = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, left, reach as i64);
        self.fb.ins().brif(enough, body, &[], rest, &[BlockArg::Value(at)]);
        self.fb.switch_to_block(body);
        let mut all = None;
        for place in &plan.places {
            let units = self.fb.ins().load(vector, UNALIGNED, at, (width * place.offset) as i32);
            let mut any = None;
            for &Compared { from, span } in &place.ranges {
                let is = match span {
                    None => self.fb.ins().icmp(IntCC::Equal, units, from),
                    Some(span) => {
                        let distance = self.fb.ins().isub(units, from);
                        let least = self.fb.ins().umin(distance, span);
                        self.fb.ins().icmp(IntCC::Equal, least, distance)
                    }
                };
                any = Some(any.map_or(is, |any| self.fb.ins().bor(any, is)));
            }
            let Some(any) = any else { continue };
            all = Some(all.map_or(any, |all| self.fb.ins().band(all, any)));
        }
        let Some(all) = all else {
            // A place that no unit can be at.
            let none = self.none;
            self.fb.ins().jump(none, &[]);
            for block in [hit, next] {
                self.fb.switch_to_block(block);
                self.fb.ins().jump(none, &[]);
            }
            return;
        };
        let bits = self.fb.ins().vhigh_bits(I32, all);
        self.fb.ins().brif(bits, hit, &[], next, &[]);
        self.fb.switch_to_block(next);
        let further = self.fb.ins().iadd_imm_s(at, VECTOR as i64);
        self.fb.ins().jump(head, &[BlockArg::Value(further)]);
        self.fb.switch_to_block(hit);
        let place = self.fb.ins().ctz(bits);
        let place = self.fb.ins().uextend(I64, place);
        let place = self.fb.ins().ishl_imm_u(place, (width / 2) as i64);
        let at = self.fb.ins().iadd(at, place);
        self.set_at(at);
        self.fb.ins().jump(attempt, &[]);
    }

    fn by_units(&mut self, plan: &Plan, attempt: Block, at: Value) {
        let (head, body, hit, found) =
            (self.fb.create_block(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(head, I64);
        self.fb.append_block_param(head, I32);
        let nothing = self.fb.ins().iconst(I32, 0);
        self.fb.ins().jump(head, &[BlockArg::Value(at), BlockArg::Value(nothing)]);
        self.fb.switch_to_block(head);
        let (at, before) = (self.fb.block_params(head)[0], self.fb.block_params(head)[1]);
        let (end, none) = (self.end, self.none);
        let is_within = self.fb.ins().icmp(IntCC::UnsignedLessThan, at, end);
        self.fb.ins().brif(is_within, body, &[], none, &[]);
        self.fb.switch_to_block(body);
        let mut unit = self.unit(at, 0);
        if self.wide {
            let is_low = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, unit, 256);
            let rest = self.fb.ins().iconst(I32, 256);
            unit = self.fb.ins().select(is_low, unit, rest);
        }
        let index = self.fb.ins().uextend(I64, unit);
        let entry = self.fb.ins().iadd_imm_s(index, plan.table as i64);
        let mut reached = self.fb.ins().uload8(I32, TRUSTED, entry, 0);
        if plan.length > 1 {
            let further = self.fb.ins().ishl_imm_u(before, 1);
            let further = self.fb.ins().bor_imm_u(further, 1);
            reached = self.fb.ins().band(reached, further);
        }
        let next = self.fb.ins().iadd_imm_s(at, self.width);
        let whole = self.fb.ins().band_imm_u(reached, 1 << (plan.length - 1));
        self.fb.ins().brif(whole, found, &[], hit, &[]);
        self.fb.switch_to_block(hit);
        self.fb.ins().jump(head, &[BlockArg::Value(next), BlockArg::Value(reached)]);
        self.fb.switch_to_block(found);
        let start = self.fb.ins().iadd_imm_s(next, -self.width * plan.length as i64);
        self.set_at(start);
        self.fb.ins().jump(attempt, &[]);
    }
}

/// How common a range of units is: what is frequent in texts counts more.
fn weight(from: u32, to: u32) -> usize {
    let frequent = |unit: u32| unit == b' ' as u32 || (b'a' as u32..=b'z' as u32).contains(&unit);
    let of_bytes: usize = (from..=to.min(255)).map(|unit| if frequent(unit) { 2 } else { 1 }).sum();
    of_bytes + (to + 1).saturating_sub(from.max(256)) as usize
}

/// The units that a function of bytes and a flag for all others tell.
fn of_bytes(has: impl Fn(u8) -> bool, high: bool) -> First {
    let mut low = [0; 4];
    for unit in (0..=255u8).filter(|&unit| has(unit)) {
        low[unit as usize / 64] |= 1 << (unit % 64);
    }
    First { low, high, empty: false }
}
