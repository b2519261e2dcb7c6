//! Which code goes when memory for code is short, and when older code of functions that were compiled anew goes.
//!
//! Code stays as long as a frame on the VM stack names its function: it may be running, or be returned to. Of the rest, what has not run since the
//! last time that memory was short goes first. To tell that from what has, the entry of each function that stays is set to the thunk of functions
//! without code, which puts it right at the next call (`Vm::note_use`).

use super::Baseline;
use crate::memory::CodeMemory;
use abi::frame::CodeHeader;
use rustc_hash::FxHashSet;
use vm::Vm;

/// When even code that runs has to go, so much of the budget is made free at once: a quarter.
const SHARE: usize = 4;
/// Older code that may lie about, as a part of the budget, before somebody looks whether it is still named. Little: new memory costs more than
/// looking does.
const SHARE_OF_OLDER: usize = 256;

/// Requests that are refused without looking, at most, after looking was in vain.
const MOST_REFUSALS: u32 = 256;

type Functions = FxHashSet<*const CodeHeader>;

impl<A> Baseline<A> {
    /// Throws code away until `bytes` fit, if they can; `compiling` keeps its code.
    pub(super) fn make_room(
        &mut self,
        vm: &mut Vm,
        memory: &mut CodeMemory,
        bytes: usize,
        compiling: *const CodeHeader,
    ) {
        if self.refusals > 0 {
            self.refusals -= 1;
            return;
        }
        let mut named = self.named(vm);
        named.insert(compiling);
        let interpret = vm.tiers.interpret;
        // SAFETY: what is installed belongs to live functions: `forget` is told of the others.
        let unused = |m: *const CodeHeader| unsafe { (*m).unused && (*m).entry == interpret };
        let mut freed = self.older_pieces(&named);
        let unused: Vec<_> = self.installed.keys().copied().filter(|&m| !named.contains(&m) && unused(m)).collect();
        let mut functions = unused.len();
        for machine in unused {
            freed.extend(self.evict(vm, machine));
        }
        memory.release_all(&freed);
        if !memory.fits(bytes) {
            // SAFETY: as above.
            let own = |m: *const CodeHeader| unsafe { (*m).entry == (*m).native && (*m).optimized.is_null() };
            let mut rest: Vec<_> = self
                .installed
                .iter()
                .filter(|(m, _)| !named.contains(*m) && own(**m))
                .map(|(m, i)| (i.made, *m))
                .collect();
            rest.sort_unstable();
            let wanted = self.budget - self.budget / SHARE;
            for (_, machine) in rest {
                if memory.taken() <= wanted && memory.fits(bytes) {
                    break;
                }
                let pieces = self.evict(vm, machine);
                memory.release_all(&pieces);
                freed.extend(pieces);
                functions += 1;
            }
        }
        // Looking costs time, and the frames that are in the way stay for a while.
        self.patience = if memory.fits(bytes) { 1 } else { (2 * self.patience).min(MOST_REFUSALS) };
        self.refusals = self.patience - 1;
        for machine in self.installed.keys().filter(|m| !named.contains(*m)) {
            let machine = machine.cast_mut();
            // SAFETY: as above. Entries of a higher tier stay.
            unsafe {
                if (*machine).entry == (*machine).native && (*machine).optimized.is_null() {
                    (*machine).entry = interpret;
                    (*machine).unused = true;
                }
            }
        }
        if self.trace {
            let bytes: usize = freed.iter().map(|(_, bytes)| bytes).sum();
            vm::observe::trace::say(&format!(
                "[baseline] code memory is short: {bytes} bytes thrown away, all code of {functions} functions"
            ));
        }
        memory.stamp_freed(&freed, &mut vm.observed);
    }

    /// Throws away older code of functions that have no frame, once it is much; `compiling` keeps its own.
    pub(super) fn drop_older_code(&mut self, vm: &mut Vm, memory: &mut CodeMemory, compiling: *const CodeHeader) {
        if self.older < self.older_limit.max(self.budget / SHARE_OF_OLDER) {
            return;
        }
        let mut named = self.named(vm);
        named.insert(compiling);
        let freed = self.older_pieces(&named);
        memory.release_all(&freed);
        memory.stamp_freed(&freed, &mut vm.observed);
        // What could not go now is not looked for again at once.
        self.older_limit = 2 * self.older;
    }

    /// The functions with code that words on the VM stack name.
    fn named(&self, vm: &Vm) -> Functions {
        let known = || self.installed.keys().copied();
        let (Some(least), Some(greatest)) = (known().min(), known().max()) else { return Functions::default() };
        // Stacks may be deep, and most of their words are something else.
        let words = vm.stack_words().map(|word| word as *const CodeHeader).filter(|m| (least..=greatest).contains(m));
        words.filter(|m| self.installed.contains_key(m)).collect()
    }

    /// Takes all but the newest code from functions that are not named.
    fn older_pieces(&mut self, named: &Functions) -> Vec<(usize, usize)> {
        let mut freed = Vec::new();
        for (machine, installed) in &mut self.installed {
            if !named.contains(machine) {
                let older = installed.pieces.len() - 1;
                freed.extend(installed.pieces.drain(..older));
                installed.tables.drain(..older);
            }
        }
        self.older -= freed.iter().map(|(_, bytes)| bytes).sum::<usize>();
        freed
    }

    /// Takes a function's code from it; the interpreter has it again. Its pieces are still to be released.
    fn evict(&mut self, vm: &Vm, machine: *const CodeHeader) -> Vec<(usize, usize)> {
        let Some(installed) = self.installed.remove(&machine) else { return Vec::new() };
        let machine = machine.cast_mut();
        // SAFETY: the function is live, and no frame names it.
        unsafe {
            (*machine).native = std::ptr::null();
            (*machine).native_offsets = std::ptr::null();
            (*machine).entry = vm.tiers.interpret;
            (*machine).unused = false;
            (*machine).tier_up_budget = vm.tiers.threshold;
            (*machine).compiles = 0;
            (*machine).handed_back = 0;
        }
        self.older -= installed.older();
        installed.pieces
    }
}
