//! Exact counts (`--count`): what each property access and each operation came across in every one of its executions, in whatever tier. The counters are
//! those of JITProf (Gong, Pradel, Sen), section 3.
//!
//! The bytecode compiler puts an instruction that counts in front of what is counted; under the option alone there are any. Each has a tally
//! ([`abi::tally::Tally`]), of which compiled code sees what the last execution was like: one that is like it is an increment. All else comes here. Nothing here
//! allocates cells or runs JavaScript, so that counting cannot be told from outside, and nothing keeps cells alive: names and layouts are numbers,
//! and what is known by address is forgotten at each collection.

mod access;
mod cases;
mod element;
mod layout;
mod name;
mod operation;
mod report;

pub use report::{Case, SiteCounts};

use crate::vm::Vm;
use abi::cell::CellHeader;
use abi::opcode::Opcode;
use abi::tally::Tally;
use cases::Cases;
use layout::Layouts;
use name::{Name, Names};
use std::cell::Cell;

/// What is counted at one instruction.
#[repr(C)]
pub(crate) struct Site {
    /// What compiled code sees. First, so that its address is the site's.
    tally: Tally,
    code_id: u32,
    /// Of the instruction that is counted.
    offset: u32,
    op: Opcode,
    /// The name that an access by name asks for; of computed ones the last that came.
    name: Option<Name>,
    /// The layout, or the types of operands, that came last.
    last: Option<u32>,
    cases: Cases,
    /// How often something else came than before.
    changes: u64,
    /// The last object's prototype, and how often that alone was another than before.
    prototype: Option<u32>,
    prototypes: u64,
    /// Accesses to elements of arrays that are counted for something.
    absent: u64,
    gaps: u64,
    non_numeric: u64,
}

/// The counts of a VM.
#[derive(Default)]
pub struct Counts {
    /// Boxed, since machine code has their addresses.
    #[allow(clippy::vec_box)]
    sites: Vec<Box<Site>>,
    layouts: Layouts,
    names: Names,
}

impl Site {
    /// Executions that compiled code found to be like the last one are that one's.
    fn settle(&mut self) {
        if !self.is_indexed() {
            self.cases.add(self.tally.alike.take());
        }
    }

    /// The name is computed. Its tally counts the accesses to elements of arrays of which there is nothing to say.
    fn is_indexed(&self) -> bool {
        matches!(self.op, Opcode::GetIndex | Opcode::SetIndex)
    }

    /// Something came: the layout or the types, of this number. True if it is not what came before.
    fn came(&mut self, number: u32) -> bool {
        self.cases.enter(number);
        self.cases.add(1);
        self.last.replace(number).is_some_and(|last| last != number)
    }
}

impl Counts {
    /// A new tally for the instruction at an offset; its number.
    pub(crate) fn add(&mut self, code_id: u32, offset: u32, op: Opcode, name: Option<&str>) -> u32 {
        let number = self.sites.len() as u32;
        let name = name.map(|name| self.names.of_text(name));
        self.sites.push(Box::new(Site {
            tally: Tally { last: Cell::new(0), number, alike: Cell::new(0) },
            code_id,
            offset,
            op,
            name,
            last: None,
            cases: Cases::default(),
            changes: 0,
            prototype: None,
            prototypes: 0,
            absent: 0,
            gaps: 0,
            non_numeric: 0,
        }));
        number
    }

    /// The tally of a number, for machine code.
    pub fn tally(&self, number: u32) -> *const Tally {
        &raw const self.sites[number as usize].tally
    }

    /// A collection has freed cells: what was known by their addresses is known no more.
    pub(crate) fn forget_addresses(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        for site in &mut self.sites {
            if !site.op.is_operation() && site.tally.last.get() != 0 {
                site.settle();
                site.tally.last.set(0);
            }
        }
        self.layouts.forget_addresses(is_marked);
        self.names.forget_addresses();
    }
}

impl Vm {
    /// Whether anything is counted.
    pub fn counts(&self) -> bool {
        self.options.count
    }
}
