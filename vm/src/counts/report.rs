//! Counts as plain data, for reports.

use super::{Counts, Site};
use abi::opcode::Opcode;
use abi::tally::{Type, of_types};

/// Layouts of one instruction that are told.
pub const MOST_LAYOUTS: usize = 64;

/// What was counted at one instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteCounts {
    pub code_id: u32,
    /// Of the instruction, in 16-bit units.
    pub offset: u32,
    pub op: Opcode,
    /// The property that an access by name asks for; else empty.
    pub key: String,
    /// Executions: of operations all, of accesses those to objects that have a layout and to elements of arrays.
    pub executions: u64,
    /// JITProf's c_icm of an access, c_poly of an operation: executions with another layout, name or types of operands than the one before.
    pub changes: u64,
    /// Executions of an access with the same layout and name, but an object of another prototype.
    pub prototypes: u64,
    /// Types of operands or layouts, the most frequent first; of layouts the first [`MOST_LAYOUTS`], since an object that grows has very many.
    pub cases: Vec<(Case, u64)>,
    /// c_uninit, c_non-cont, c_non-num.
    pub absent: u64,
    pub gaps: u64,
    pub non_numeric: u64,
}

/// What came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Case {
    /// The names of the object's properties, in order.
    Layout(Vec<String>),
    /// The second is [`Type::None`] where there is one operand.
    Types(Type, Type),
}

impl SiteCounts {
    /// c_second: how often the second of the cases came.
    pub fn second(&self) -> u64 {
        self.cases.get(1).map_or(0, |(_, count)| *count)
    }

    /// c_undef: executions of a binary operation with an operand that was undefined.
    pub fn undefined(&self) -> u64 {
        let is_counted = |case: &Case| match case {
            Case::Types(left, right) => *right != Type::None && [*left, *right].contains(&Type::Undefined),
            Case::Layout(_) => false,
        };
        self.cases.iter().filter(|(case, _)| is_counted(case)).map(|(_, count)| count).sum()
    }
}

impl Counts {
    /// All that was counted, of instructions that were executed at all.
    pub fn report(&self) -> impl Iterator<Item = SiteCounts> + '_ {
        self.sites.iter().map(|site| self.of_site(site)).filter(|counts| counts.executions > 0)
    }

    fn of_site(&self, site: &Site) -> SiteCounts {
        let alike = site.tally.alike.get();
        let (elements, alike) = if site.is_indexed() { (alike, 0) } else { (0, alike) };
        let mut numbers = site.cases.with_present(alike);
        // What came first stands first among equals.
        numbers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let case = |number: u32| match site.op.is_operation() {
            true => {
                let (left, right) = of_types(number);
                Case::Types(left, right)
            }
            false => {
                let names = self.layouts.names(number);
                Case::Layout(names.into_iter().map(|name| self.names.text(name)).collect())
            }
        };
        let executions = numbers.iter().map(|(_, count)| count).sum::<u64>() + elements;
        if !site.op.is_operation() {
            numbers.truncate(MOST_LAYOUTS);
        }
        SiteCounts {
            code_id: site.code_id,
            offset: site.offset,
            op: site.op,
            key: site.name.filter(|_| !site.is_indexed()).map_or_else(String::new, |name| self.names.shown(name)),
            executions,
            changes: site.changes,
            prototypes: site.prototypes,
            cases: numbers.into_iter().map(|(number, count)| (case(number), count)).collect(),
            absent: site.absent,
            gaps: site.gaps,
            non_numeric: site.non_numeric,
        }
    }
}
