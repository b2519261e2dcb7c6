//! The life of optimized code: when it is freed.

use super::Optimizer;
use super::install::Installed;
use super::tier_up::CALL;
use crate::memory::CodeMemory;
use abi::cell::CellHeader;
use abi::frame::CodeHeader;
use rustc_hash::{FxHashMap, FxHashSet};
use vm::Vm;
use vm::code::Code;
use vm::object::watchpoints::Watchpoints;

/// Code that was thrown away and may lie about, as a part of the memory for code, before somebody looks whether it still runs.
const SHARE_OF_OLDER: usize = 256;

impl Optimizer {
    /// Functions have died: their pieces of code.
    pub fn forget(&mut self, dead: &[*const CodeHeader], watch: &mut Watchpoints) -> Vec<(usize, usize)> {
        let mut pieces = Vec::new();
        let mut ids = FxHashSet::default();
        for machine in dead {
            self.never.remove(machine);
            let Some(function) = self.functions.remove(machine) else { continue };
            ids.insert(function.code_id);
            for number in function.codes {
                pieces.extend(self.take(number, watch).map(|code| code.piece));
            }
        }
        if !ids.is_empty() {
            self.blame.forget(&ids);
        }
        pieces
    }

    /// What a function's code names lives as long as the closure that all of it is for, if that is so, and as long as the function otherwise.
    pub(super) fn set_owner(&self, machine: *const CodeHeader) {
        let Some(function) = self.functions.get(&machine) else { return };
        let mut owners =
            function.codes.iter().filter_map(|&number| self.codes[number as usize].as_ref()).map(|code| code.owner);
        let first = owners.next().unwrap_or(0);
        let is_sole = owners.all(|owner| owner == first) && function.entries.values().all(|place| !place.waiting);
        // SAFETY: functions that are known are alive.
        let code = unsafe { Code::from_machine(machine) };
        code.owner.set(if is_sole { first as *mut CellHeader } else { std::ptr::null_mut() });
    }

    /// See [`vm::tiering::Compiler::retire`].
    pub fn retire(&mut self, orphaned: &[*const CodeHeader], interpret: *const u8) {
        for &machine in orphaned {
            let Some(function) = self.functions.get(&machine) else { continue };
            for number in function.codes.clone() {
                // What was installed since is for others.
                let Some(code) = self.codes[number as usize].as_mut().filter(|code| code.owner != 0) else { continue };
                code.cells.clear();
                code.owner = 0;
                if code.is_valid {
                    self.close(number as usize, interpret);
                }
            }
        }
    }

    /// Sees to it that code is entered no more.
    pub(super) fn close(&mut self, number: usize, interpret: *const u8) {
        let Some(installed) = self.codes[number].as_mut() else { return };
        installed.is_valid = false;
        self.older += installed.piece.1;
        let machine = installed.machine.cast_mut();
        // SAFETY: functions that are known are alive.
        unsafe {
            if installed.entry == CALL {
                (*machine).optimized = std::ptr::null();
                if (*machine).entry == installed.address {
                    (*machine).entry = if (*machine).native.is_null() { interpret } else { (*machine).native };
                }
            } else if installed.entry == 0 {
                (*machine).optimized_body = std::ptr::null();
            }
        }
        let Some(function) = self.functions.get_mut(&machine.cast_const()) else { return };
        let place = function.entries.entry(installed.entry).or_default();
        place.code = None;
        (place.stays, place.arrivals) = (0, 0);
        if place.is_resumption {
            self.list_resumptions(machine);
        }
    }

    /// Takes code away for good; its number is free.
    fn take(&mut self, number: u32, watch: &mut Watchpoints) -> Option<Installed> {
        let mut installed = self.codes[number as usize].take()?;
        self.gone.push(std::mem::take(&mut installed.exits));
        installed.assumptions.iter().for_each(|a| watch.withdraw(a.byte as *const u8, number));
        self.free.push(number);
        if !installed.is_valid {
            self.older -= installed.piece.1;
        }
        Some(installed)
    }

    /// Frees code that was thrown away, once it is much, and no frame is left that it may be running for. The frame that code was entered with
    /// carries its id for as long as it runs.
    pub(super) fn drop_older_code(&mut self, vm: &mut Vm, memory: &mut CodeMemory) {
        if self.older <= self.older_limit.max(memory.limit() / SHARE_OF_OLDER) {
            return;
        }
        let is_older = |code: &Option<Installed>| code.as_ref().is_some_and(|c| !c.is_valid);
        let older = || (0..self.codes.len()).filter(|&number| is_older(&self.codes[number]));
        let by_id: FxHashMap<u32, u32> =
            older().filter_map(|number| Some((self.codes[number].as_ref()?.id, number as u32))).collect();
        let running: FxHashSet<u32> =
            vm.stack_words().filter_map(|word| by_id.get(&((word >> 32) as u32)).copied()).collect();
        let mut freed = Vec::new();
        for number in by_id.into_values().filter(|number| !running.contains(number)) {
            let Some(installed) = self.take(number, &mut vm.watch) else { continue };
            let Some(function) = self.functions.get_mut(&installed.machine) else { continue };
            function.codes.retain(|n| *n != number);
            freed.push(installed.piece);
            if function.entries.values().all(|place| !place.waiting) {
                let codes = function.codes.iter().filter_map(|&n| self.codes[n as usize].as_ref());
                let mut cells: Vec<u64> = codes.flat_map(|code| code.cells.iter().copied()).collect();
                cells.sort_unstable();
                cells.dedup();
                // SAFETY: functions that are known are alive.
                let code = unsafe { Code::from_machine(installed.machine) };
                *code.embedded.borrow_mut() = cells.into_iter().map(|cell| cell as *mut CellHeader).collect();
            }
        }
        memory.release_all(&freed);
        memory.stamp_freed(&freed, &mut vm.observed);
        // What could not go now is not looked for again at once.
        self.older_limit = 2 * self.older;
    }
}
