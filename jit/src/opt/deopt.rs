//! Deopt policy: what happens when optimized code is left, and when it is left too often.

use super::blocklist::{TOO_OFTEN, of_constant};
use super::exit::{Exit, FoundValue};
use super::ir::Reason;
use super::tier_up::CALL;
use super::{EXIT_BITS, Optimizer, record};
use abi::Value;
use abi::frame::Frame;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use vm::observe::now_ns;
use vm::tiering::Leave;
use vm::tiering::deopt::Outcome;
use vm::{ValueExt, Vm};

/// Failed guards before code is thrown away.
const FAILURES: u32 = 30;
/// The same of one guard.
const FAILURES_OF_ONE: u32 = 10;
/// Failures that come no faster than this cost less than other code would: as many again are let pass, and so on, so many times.
const BEARABLE_NS: u64 = 1_000_000;
const LENIENCE: u32 = 30;
/// How often what follows an exit is interpreted, which notes feedback of what is different.
const FEEDBACK_EXITS: u32 = 2;
/// Codes that failed at something new each: after so many the next one waits as long again.
const RECOMPILES_A_WAIT: u32 = 4;

impl Optimizer {
    /// See [`vm::tiering::Compiler::leave`].
    ///
    /// # Safety
    /// As there.
    pub unsafe fn leave(&mut self, vm: &mut Vm, frame: *mut Frame, number: u64) -> Leave {
        let (code, exit_number) = ((number >> EXIT_BITS) as usize, (number & ((1 << EXIT_BITS) - 1)) as usize);
        let installed = self.codes[code].as_mut().expect("code that ran is kept");
        let exit = &installed.exits[exit_number];
        // SAFETY: the caller's promise.
        let mut leave = unsafe { exit.rebuild(frame) };
        if let Some(verifier) = self.verifier.clone() {
            let (inner, pending, make) = (leave.frame, leave.pending, leave.make.take());
            leave.make = Some(Box::new(move |vm| {
                let done = make.is_none_or(|make| make(vm));
                if done {
                    // SAFETY: the frames are complete now, and stay as they are until then.
                    unsafe { verifier.borrow_mut().frames(vm, inner, frame, pending) };
                }
                done
            }));
        }
        vm.set_top_frame(leave.frame);
        let reason = exit.reason;
        if reason == Reason::Interrupt {
            vm.context.counter.set(-1);
            return leave;
        }
        if reason == Reason::Forced {
            vm.context.deopt_countdown.set(self.forced.next());
        }
        let found = vm.context.deopt_value.get();
        if reason == Reason::WrongTarget
            && let Some(code_id) = exit.other_closure(found)
        {
            self.blame.add_closure(code_id, found);
        }
        installed.counts[exit_number] += 1;
        installed.left += 1;
        leave.teaches = !reason.is_harmless() && installed.counts[exit_number] <= FEEDBACK_EXITS;
        let mut is_last = false;
        if !reason.is_harmless() && reason != Reason::Unsupported {
            installed.failures += 1;
            // What feedback tells has been learnt by now.
            let patience = match reason {
                Reason::Uninitialized => FEEDBACK_EXITS,
                Reason::WrongShape | Reason::WrongTarget | Reason::ElementKind => 2 * FEEDBACK_EXITS,
                _ => FAILURES_OF_ONE,
            };
            let times = 1 + installed.repeats + installed.lenient;
            let worst = installed.counts[exit_number] > patience * times;
            is_last = installed.is_valid && (worst || installed.failures > FAILURES * times);
            // What is done at once is done the same way each time.
            if is_last && !self.sync && installed.lenient < LENIENCE {
                let now = now_ns();
                let (failures, since) = std::mem::replace(&mut installed.passed, (installed.failures, now));
                if now.saturating_sub(since) > u64::from(installed.failures - failures) * BEARABLE_NS {
                    installed.lenient += 1;
                    is_last = false;
                }
            }
        }
        let mut record = installed.record(vm, exit_number, &leave, is_last);
        if is_last {
            let cloned = self.cloned_shapes(vm, code, exit_number, found);
            let is_news = self.blame_alike(code, exit_number, &cloned);
            let next = vm.deopts.records.len();
            let outcome = self.discard(vm, code, "guards failed too often", is_news);
            if let Some(record) = &mut record {
                record.outcome = outcome;
            }
            let kept = record.is_some().then_some(next);
            self.note_thrown_away(code, kept);
        }
        if let Some(record) = record {
            record::keep(vm, record);
        }
        if !reason.is_harmless() {
            self.left.wait_for(vm, [leave.frame, frame]);
        }
        leave
    }

    /// The shapes that a guard expected, if an object came that is like theirs but for its prototype: constructors that are made anew (by a factory, or by a
    /// module that is loaded again) have a prototype each time.
    fn cloned_shapes(&self, vm: &Vm, code: usize, exit: usize, found: u64) -> SmallVec<[u32; 4]> {
        let Some(exit) = self.codes[code].as_ref().map(|installed| &installed.exits[exit]) else {
            return SmallVec::new();
        };
        if exit.reason != Reason::WrongShape || exit.found != FoundValue::Tagged {
            return SmallVec::new();
        }
        // SAFETY: the exit has passed on a value.
        let Some(object) = (unsafe { Value::from_bits(found) }).as_object() else { return SmallVec::new() };
        let expected = exit.expected_shapes().iter().copied().filter(|shape| *shape != 0);
        expected.filter(|shape| object.shape().differs_in_prototype(&vm.shape_at(*shape))).collect()
    }

    /// Where code expects one of these shapes it will fail as well, at one place after the other: all are blamed with the exit that has failed, and from the
    /// second prototype on wholly, since more will come. Whether that blocks any.
    fn blame_alike(&mut self, code: usize, failed: usize, shapes: &[u32]) -> bool {
        let Some(installed) = self.codes[code].as_ref().filter(|_| !shapes.is_empty()) else { return false };
        let alike = |exit: &Exit| {
            exit.reason == Reason::WrongShape && exit.expected_shapes().iter().any(|shape| shapes.contains(shape))
        };
        let place = |exit: &Exit| (exit.code_id, exit.pc);
        let mut places: FxHashSet<(u32, u32)> = installed.exits.iter().filter(|exit| alike(exit)).map(place).collect();
        let times = if shapes.len() > 1 { 2 * TOO_OFTEN } else { 1 };
        if times == 1 {
            // It is blamed as any that fails.
            places.remove(&place(&installed.exits[failed]));
        }
        let epoch = installed.epoch;
        places.into_iter().filter(|place| self.blame.add(*place, times, epoch)).count() > 0
    }

    /// Code that fails too often is entered no more; what it failed at is remembered. Where that was not known when the code was made (of what
    /// the caller blamed, `is_news` says it), the next code is another: only repeated deoptimizations make the function wait longer (exponential back-off), or end its tries.
    pub(super) fn discard(&mut self, vm: &mut Vm, code: usize, why: &str, mut is_news: bool) -> Outcome {
        let mut outcome = Outcome { thrown_away: true, ..Outcome::default() };
        let Some(installed) = self.codes[code].as_mut() else { return outcome };
        outcome.compile_ns = installed.compile_ns;
        // What failed once is not to blame, unless nothing failed twice.
        let failed = installed.exits.iter().zip(&installed.counts).filter(|(exit, _)| !exit.reason.is_harmless());
        let least = failed.clone().map(|(_, count)| *count).max().unwrap_or(0).clamp(1, 2);
        for (exit, _) in failed.filter(|(_, count)| **count >= least) {
            let mut place = (exit.code_id, exit.pc);
            if exit.reason == Reason::ConstantChanged {
                place = of_constant(place);
            }
            is_news |= self.blame.is_new(place, installed.epoch);
            // Some things the interpreter's feedback does not tell.
            let untold = matches!(
                exit.reason,
                Reason::OutOfBounds | Reason::Hole | Reason::NotInt | Reason::NotNumber | Reason::MinusZero
            );
            let guessed = exit.reason == Reason::WrongShape && self.blame.of(place) == 0;
            if self.blame.add(place, if untold || guessed { TOO_OFTEN } else { 1 }, installed.epoch) {
                let place = vm.place(exit.code_id, exit.pc);
                if !outcome.given_up.contains(&place) {
                    outcome.given_up.push(place);
                }
            }
        }
        let (machine, entry) = (installed.machine, installed.entry);
        self.close(code, vm.tiers.interpret);
        if let Some(function) = self.functions.get_mut(&machine) {
            function.ticks = 0;
            let place = function.entries.entry(entry).or_default();
            place.repeats += u32::from(!is_news);
            let taught = place.tries.saturating_sub(place.repeats);
            function.wait = (self.ticks + self.ticks * taught / RECOMPILES_A_WAIT) << place.repeats.min(9);
            outcome.loop_ended = place.is_given_up();
            let (wait, at) = (function.wait, if entry == CALL { 0 } else { entry });
            // SAFETY: functions that are known are alive.
            let code_id = unsafe { (*machine).code_id };
            record::thrown_away(vm, code_id, at, why, &outcome, wait);
        }
        outcome
    }

    /// See [`vm::tiering::Compiler::invalidate`].
    pub fn invalidate(&mut self, vm: &mut Vm, number: u32, byte: *const u8, reason: Reason) {
        let Some(installed) = self.codes[number as usize].as_mut() else { return };
        installed.broken = reason;
        if !installed.is_valid {
            return;
        }
        // What was relied on again and again, and changed, is not relied on any more.
        let mut is_news = false;
        for assumption in installed.assumptions.iter().filter(|a| a.byte == byte as u64) {
            let mut place = (assumption.code_id, assumption.pc);
            if reason == Reason::ConstantChanged {
                place = of_constant(place);
            }
            is_news |= self.blame.is_new(place, installed.epoch);
            self.blame.add(place, 1, installed.epoch);
        }
        self.discard(vm, number as usize, reason.name(), is_news);
        self.note_thrown_away(number as usize, None);
    }

    /// Remembers when code was thrown away, and the number of the record that says so.
    fn note_thrown_away(&mut self, code: usize, record: Option<usize>) {
        let Some(installed) = &self.codes[code] else { return };
        if let Some(function) = self.functions.get_mut(&installed.machine) {
            let place = function.entries.entry(installed.entry).or_default();
            place.thrown_away = Some((now_ns(), record));
        }
    }
}
