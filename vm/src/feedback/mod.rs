//! Feedback: what sites have learned, and how they came to it.
//!
//! What is true of a site now is in the site ([`abi::ic::Site`]): cases by shape or callee, kinds of elements seen; operand types of
//! arithmetic are in the instruction itself. What it went through is here, in a side table that only learning
//! writes to: the later tiers weigh it, reports show it.

mod calls;
mod history;
mod operands;
mod trace;

pub use calls::{note_call, target_code_id};
pub use history::{Change, Event, Histories, MAX_EVENTS, SITE_EVENTS};
pub use operands::{FeedbackUnit, OPERANDS, OperandEvent, operand_words};
pub use trace::{SEEN, site_kind, state_name};

use crate::code::Code;
use crate::vm::Vm;
use abi::ic::Site;
use abi::opcode::Opcode;

impl Vm {
    /// Adds to a site's history.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(&mut self, site: &Site, change: Change) {
        if self.trace.ic {
            self.trace_change(site, change);
        }
        if self.histories.repeats(site, change) {
            return;
        }
        let at_ns = self.started.elapsed().as_nanos() as u64;
        self.histories.add(site, at_ns, change);
    }

    /// Code that died takes the histories of its sites along.
    pub(crate) fn release_histories(&mut self, code: &Code) {
        self.histories.release_operands(code.machine().code_id);
        if let Some(body) = code.body.get() {
            body.sites.iter().for_each(|site| self.histories.release(site));
        }
    }

    /// All code that is alive, compiled or not.
    pub fn for_each_code(&self, mut f: impl FnMut(&Code)) {
        self.all_code.iter().for_each(|code| f(code));
    }
}

/// The site of the instruction at `offset`.
pub fn site_at(code: &Code, offset: u32) -> Option<&Site> {
    let body = code.body.get()?;
    let units = body.bytecode.get(offset as usize..)?;
    let op = Opcode::from_u16(*units.first()?)?;
    body.sites.get(op.site(units)?)
}
