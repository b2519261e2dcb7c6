//! Native code of patterns: what it works with, and what it calls.
//!
//! A compiler turns [`Code`] into a function over a [`Run`]; [`Scratch::find_native`] calls it. What it means is what the machine
//! (`matcher`) does. Its backtracking stack lies in memory that the functions here let grow; positions on it are addresses.

use super::code::{Code, Set};
use super::matcher::{ABSENT, BUDGET, Scratch, Stop, units};
use crate::string::StrView;
use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::sync::atomic::{AtomicU32, Ordering};

/// Something to come back to.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct NativeStackEntry {
    /// [`RESTORE`], [`BOTTOM`], or where to go on: the compiler's numbering.
    pub what: u32,
    /// The register to be restored; or the index of the first place that a greedy loop can give back to.
    pub a: u32,
    /// The register's value; or the address to go on at.
    pub b: u64,
}

/// A register is set to what it was.
pub const RESTORE: u32 = 0;
/// Below all others: the attempt has failed.
pub const BOTTOM: u32 = 1;
/// The first number that is the compiler's.
pub const FIRST: u32 = 2;

/// Entries of the stack at most: as many as the machine's.
const MAX_STACK: usize = 1 << 24;
/// Entries that are kept for the next match.
const KEPT_STACK: usize = 1 << 14;
/// Entries at first.
const FIRST_STACK: usize = 1 << 10;

/// What a function answers.
pub const NOT_FOUND: u32 = 0;
pub const FOUND: u32 = 1;
pub const ENDED: u32 = 2;
pub const TOO_DEEP: u32 = 3;

/// One search. All addresses are of the subject's units, unless told otherwise.
#[repr(C)]
pub struct Run {
    pub text: *const u8,
    pub end: *const u8,
    /// Where it begins.
    pub at: *const u8,
    /// Where the current attempt began.
    pub start: *const u8,
    pub registers: *mut u32,
    pub stack: *mut NativeStackEntry,
    pub stack_end: *mut NativeStackEntry,
    /// As the machine's.
    pub budget: i64,
    /// 1: there is one attempt, at the beginning.
    pub sticky: u64,
    /// A second answer of [`scan`].
    pub least: *const u8,
    code: *const Code,
    /// The subject's units are 16 bits wide.
    wide: bool,
    memory: *mut Vec<NativeStackEntry>,
    host: Host,
}

/// Who is asked whether to go on when there are requests.
#[derive(Clone, Copy)]
pub struct Host {
    /// Not 0 if there are; outlives the search.
    pub requests: *const AtomicU32,
    pub data: *mut (),
    pub goes_on: fn(*mut ()) -> bool,
}

/// The platform's C convention. The second argument is the code's address, which the code itself does not look at.
pub type Call = unsafe extern "C" fn(*mut Run, *const u8) -> u32;

/// Machine code, and what calls it: itself, or whoever runs it in this machine's stead.
#[derive(Clone, Copy)]
pub struct Function {
    pub call: Call,
    pub address: *const u8,
}

/// A function, and what it lives by.
pub struct NativeCode {
    pub function: Function,
    /// Frees the code when it is dropped.
    pub owner: Box<dyn Any>,
}

/// The place of a program's native code for one kind of subject.
#[derive(Default)]
pub struct Slot {
    pub code: OnceCell<NativeCode>,
    /// Steps that were done by the machine.
    pub steps: Cell<u64>,
    /// A compiler has been asked, and has not refused.
    pub asked: Cell<bool>,
    /// It is not compiled.
    pub refused: Cell<bool>,
}

impl Scratch {
    /// As [`Scratch::find`], by native code of `code` for subjects like this one. [`Stop::Requested`] says that the host wants no more.
    ///
    /// # Safety
    /// The function was compiled from `code`, for such subjects.
    // Inlined, so that the host's words go into the run as they are: by a call they would be stored one by one and loaded two at once, which waits for both.
    #[inline(always)]
    pub unsafe fn find_native(
        &mut self,
        function: Function,
        code: &Code,
        text: StrView<'_>,
        start: usize,
        sticky: bool,
        host: Host,
    ) -> Result<bool, Stop> {
        let (units, bytes, wide) = match text {
            StrView::Latin1(text) => (text.as_ptr(), text.len(), false),
            StrView::Utf16(text) => (text.as_ptr().cast::<u8>(), 2 * text.len(), true),
        };
        if self.registers.len() < code.registers as usize {
            self.registers.resize(code.registers as usize, ABSENT);
        }
        self.registers[..2 * (code.groups as usize + 1)].fill(ABSENT);
        let memory = &mut self.native_stack;
        if memory.capacity() == 0 && memory.try_reserve_exact(FIRST_STACK).is_err() {
            return Err(Stop::TooDeep);
        }
        let stack = memory.as_mut_ptr();
        let mut run = Run {
            text: units,
            end: units.wrapping_add(bytes),
            at: units.wrapping_add(start << wide as u32),
            start: units,
            registers: self.registers.as_mut_ptr(),
            stack,
            stack_end: stack.wrapping_add(memory.capacity()),
            budget: self.budget,
            sticky: sticky.into(),
            least: units,
            code,
            wide,
            memory,
            host,
        };
        // SAFETY: the caller's promise; all that the run names outlives the call.
        let answer = unsafe { (function.call)(&raw mut run, function.address) };
        self.budget = run.budget;
        if self.native_stack.capacity() > KEPT_STACK {
            self.native_stack = Vec::new();
        }
        match answer {
            NOT_FOUND => Ok(false),
            FOUND => Ok(true),
            ENDED => Err(Stop::Requested),
            _ => Err(Stop::TooDeep),
        }
    }
}

/// The budget is used up: whether to go on.
///
/// # Safety
/// Native code calls this, and the following, with its run, and with addresses within the subject.
pub unsafe extern "C" fn look(run: *mut Run) -> u32 {
    // SAFETY: the caller's promise.
    let run = unsafe { &mut *run };
    run.budget = BUDGET;
    // SAFETY: it outlives the run.
    let requested = unsafe { (*run.host.requests).load(Ordering::Relaxed) } != 0;
    (!requested || (run.host.goes_on)(run.host.data)).into()
}

/// Makes room for more entries: the stack's top, which was `top`; null if there may not be more.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn grow(run: *mut Run, top: *mut NativeStackEntry) -> *mut NativeStackEntry {
    // SAFETY: the caller's promise; entries below the top are written.
    unsafe {
        let run = &mut *run;
        let memory = &mut *run.memory;
        let used = top.offset_from(run.stack) as usize;
        if memory.capacity() >= MAX_STACK {
            return std::ptr::null_mut();
        }
        memory.set_len(used);
        let more = memory.capacity();
        if memory.try_reserve_exact(more + (more - used)).is_err() {
            return std::ptr::null_mut();
        }
        run.stack = memory.as_mut_ptr();
        run.stack_end = run.stack.add(memory.capacity());
        memory.set_len(0);
        run.stack.add(used)
    }
}

/// The subject's units, and a position as an index.
///
/// # Safety
/// As for [`look`].
unsafe fn subject<'a>(run: &Run, at: *const u8) -> (StrView<'a>, usize) {
    let (bytes, index) = (run.end as usize - run.text as usize, at as usize - run.text as usize);
    // SAFETY: the run's text is that of a view that outlives it.
    unsafe {
        if run.wide {
            (StrView::Utf16(std::slice::from_raw_parts(run.text.cast(), bytes / 2)), index / 2)
        } else {
            (StrView::Latin1(std::slice::from_raw_parts(run.text, bytes)), index)
        }
    }
}

fn address(run: &Run, at: Option<usize>) -> *const u8 {
    at.map_or(std::ptr::null(), |at| run.text.wrapping_add(at << run.wide as u32))
}

/// The first place from `at` on where a match can begin; null for none.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn candidate(run: *mut Run, at: *const u8) -> *const u8 {
    // SAFETY: the caller's promise.
    let (run, code) = unsafe { (&*run, &*(*run).code) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    address(run, units::candidate(code, text, at))
}

/// What a backreference leads to, forward or back; null if it does not match.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn refer(run: *mut Run, reference: u32, at: *const u8, back: u32) -> *const u8 {
    // SAFETY: the caller's promise.
    let (code, run) = unsafe { (&*(*run).code, &mut *run) };
    // SAFETY: as above; there are as many registers as the code has.
    let ((text, index), registers) =
        unsafe { (subject(run, at), std::slice::from_raw_parts(run.registers, code.registers as usize)) };
    let place = units::reference(code, text, index, &code.references[reference as usize], registers, back != 0);
    run.budget -= place.map_or(0, |place| place.abs_diff(index)) as i64;
    address(run, place)
}

/// The place behind one character of a set, or in front of it; null if there is none.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn step(run: *mut Run, set: *const Set, at: *const u8, back: u32) -> *const u8 {
    // SAFETY: the caller's promise; sets live as long as their code.
    let (run, code, set) = unsafe { (&*run, &*(*run).code, &*set) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    let found = units::character(code, text, at, back != 0).filter(|found| set.has(found.0));
    address(run, found.map(|found| found.1))
}

/// The same for a certain character.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn step_point(run: *mut Run, point: u32, at: *const u8, back: u32) -> *const u8 {
    // SAFETY: the caller's promise.
    let (run, code) = unsafe { (&*run, &*(*run).code) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    let found = units::character(code, text, at, back != 0).filter(|found| found.0 == point);
    address(run, found.map(|found| found.1))
}

/// Whether a unit of 256 or more is in a set.
///
/// # Safety
/// The set is one of a code's.
pub unsafe extern "C" fn has(set: *const Set, unit: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { (*set).has(unit).into() }
}

/// A loop over characters that may be pairs: how far it reaches; null if not far enough.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn scan(run: *mut Run, each: u32, at: *const u8) -> *const u8 {
    // SAFETY: the caller's promise.
    let (code, run) = unsafe { (&*(*run).code, &mut *run) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    let reached = units::reach(code, text, at, &code.loops[each as usize]);
    run.least = address(run, reached.map(|reached| reached.0));
    address(run, reached.map(|reached| reached.1))
}

/// The next place further back at which such a greedy loop can stop, not before the index `least`; null for none.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn give_back(run: *mut Run, each: u32, least: u32, at: *const u8) -> *const u8 {
    // SAFETY: the caller's promise.
    let (run, code) = unsafe { (&*run, &*(*run).code) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    address(run, units::shorter(code, text, &code.loops[each as usize], least as usize, at))
}

/// The next place further on at which such a lazy loop can stop; null for none.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn take_more(run: *mut Run, each: u32, at: *const u8) -> *const u8 {
    // SAFETY: the caller's promise.
    let (run, code) = unsafe { (&*run, &*(*run).code) };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    address(run, units::longer(code, text, &code.loops[each as usize], at))
}

/// Whether a word begins or ends at a place.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn is_boundary(run: *mut Run, at: *const u8, wide: u32) -> u32 {
    // SAFETY: the caller's promise.
    let run = unsafe { &*run };
    // SAFETY: as above.
    let (text, at) = unsafe { subject(run, at) };
    units::is_boundary(text, at, wide != 0).into()
}

/// The end of a lookahead or lookbehind that matched: of what it left above `kept` entries, only what restores registers stays.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn keep_restores(run: *mut Run, kept: u32, top: *mut NativeStackEntry) -> *mut NativeStackEntry {
    // SAFETY: the caller's promise; entries from the stack's beginning to its top are written.
    unsafe {
        let mut end = (*run).stack.add(kept as usize);
        let mut from = end;
        while from < top {
            if (*from).what == RESTORE {
                *end = *from;
                end = end.add(1);
            }
            from = from.add(1);
        }
        end
    }
}

/// The end of a negative one that matched: all above `kept` entries is taken back.
///
/// # Safety
/// As for [`look`].
pub unsafe extern "C" fn take_back(run: *mut Run, kept: u32, mut top: *mut NativeStackEntry) -> *mut NativeStackEntry {
    // SAFETY: the caller's promise, as above.
    unsafe {
        let end = (*run).stack.add(kept as usize);
        while top > end {
            top = top.sub(1);
            if (*top).what == RESTORE {
                *(*run).registers.add((*top).a as usize) = (*top).b as u32;
            }
        }
        end
    }
}
