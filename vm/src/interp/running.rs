//! The running instruction as handlers see it: operands are registers, values and sites.

use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::{JsResult, Value};
use abi::frame::Frame;
use abi::ic::Site;
use abi::opcode::Decode;
use gc::Gc;
use std::marker::PhantomData;

/// An instruction of a frame, which is on top.
#[derive(Clone, Copy)]
pub struct Running<'a> {
    fp: *mut Value,
    ip: *const u16,
    sites: *const Site,
    is_compiled: bool,
    code: PhantomData<&'a Code>,
}

impl<'a> Running<'a> {
    /// # Safety
    /// `fp` is a live frame on top, and `ip` an instruction of its function's bytecode, which was verified: operands are in range, registers are within
    /// frame_words, which `enter` checked against the stack's limit. `sites` are the function's. All of this stays so as long as the instruction runs.
    #[inline(always)]
    pub unsafe fn new(fp: *mut Value, ip: *const u16, sites: *const Site, is_compiled: bool) -> Running<'a> {
        Running { fp, ip, sites, is_compiled, code: PhantomData }
    }

    /// Whether compiled code has the instruction performed.
    #[inline(always)]
    pub fn is_compiled(self) -> bool {
        self.is_compiled
    }

    #[inline(always)]
    pub fn frame(self) -> *mut Frame {
        self.fp.cast()
    }

    /// The running function's code.
    #[inline(always)]
    pub fn code(self) -> Gc<Code> {
        // SAFETY: as `new`'s caller promised.
        unsafe { Code::from_machine((*self.frame()).code) }
    }

    /// A constant of the function, by its number.
    #[inline(always)]
    pub fn constant(self, number: u32) -> Value {
        // SAFETY: the number is an operand of the instruction, which was verified: there is such a site.
        unsafe { *(*(*self.frame()).code).constants.add(number as usize) }
    }

    /// The offset of the instruction after one of this length.
    #[inline(always)]
    pub fn behind(self, length: usize) -> usize {
        // SAFETY: as `new`'s caller promised: both are in the function's bytecode.
        let pc = unsafe { self.ip.offset_from((*(*self.frame()).code).bytecode) };
        pc as usize + length
    }

    #[inline(always)]
    fn unit(self, at: usize) -> u16 {
        // SAFETY: as `new`'s caller promised.
        unsafe { *self.ip.add(at) }
    }

    #[inline(always)]
    fn two(self, at: usize) -> u32 {
        // SAFETY: as `new`'s caller promised.
        unsafe { self.ip.add(at).cast::<u32>().read_unaligned() }
    }

    #[inline(always)]
    fn word(self, at: usize) -> *mut Value {
        // SAFETY: as `new`'s caller promised.
        unsafe { self.fp.add(self.unit(at) as usize) }
    }
}

/// A register of the frame.
#[derive(Clone, Copy)]
pub struct Register(*mut Value);

impl Register {
    #[inline(always)]
    pub fn get(self) -> Value {
        // SAFETY: it is a word of a live frame (`Running::new`).
        unsafe { *self.0 }
    }

    #[inline(always)]
    pub fn set(self, value: Value) {
        // SAFETY: as above.
        unsafe { *self.0 = value }
    }
}

/// The first of several registers.
#[derive(Clone, Copy)]
pub struct Range(*mut Value);

impl Range {
    /// So many of them: the instruction's count, or two for an iterator record.
    ///
    /// # Safety
    /// Nothing writes them as long as the values are looked at.
    #[inline(always)]
    pub unsafe fn values(&self, count: u16) -> &[Value] {
        // SAFETY: they are words of a live frame (`Running::new`); the rest is the caller's promise.
        unsafe { std::slice::from_raw_parts(self.0, count as usize) }
    }

    /// An iterator record's registers.
    #[inline(always)]
    pub fn record(self) -> *mut Value {
        self.0
    }

    #[inline(always)]
    pub fn set_record(self, iterator: Value, next: Value) {
        // SAFETY: a record is two words of a live frame (`Running::new`).
        unsafe {
            *self.0 = iterator;
            *self.0.add(1) = next;
        }
    }
}

impl<'a> Decode for Running<'a> {
    type Read = Value;
    type Write = Register;
    type Change = Register;
    type Range = Range;
    type Area = *mut Frame;
    type Number = u16;
    type Immediate = Value;
    type Long = i32;
    type Constant = u32;
    type Table = u16;
    type Site = &'a Site;
    type Jump = i32;
    type Feedback = FeedbackUnit;

    #[inline(always)]
    fn read(self, at: usize) -> Value {
        // SAFETY: as `new`'s caller promised.
        unsafe { *self.word(at) }
    }

    #[inline(always)]
    fn write(self, at: usize) -> Register {
        Register(self.word(at))
    }

    #[inline(always)]
    fn change(self, at: usize) -> Register {
        Register(self.word(at))
    }

    #[inline(always)]
    fn range(self, at: usize) -> Range {
        Range(self.word(at))
    }

    #[inline(always)]
    fn area(self, at: usize) -> *mut Frame {
        self.word(at).cast()
    }

    #[inline(always)]
    fn number(self, at: usize) -> u16 {
        self.unit(at)
    }

    #[inline(always)]
    fn immediate(self, at: usize) -> Value {
        Value::int(self.unit(at) as i16 as i32)
    }

    #[inline(always)]
    fn long(self, at: usize) -> i32 {
        self.two(at) as i32
    }

    #[inline(always)]
    fn constant(self, at: usize) -> u32 {
        self.two(at)
    }

    #[inline(always)]
    fn table(self, at: usize) -> u16 {
        self.unit(at)
    }

    #[inline(always)]
    fn site(self, at: usize) -> &'a Site {
        // SAFETY: as `new`'s caller promised.
        unsafe { &*self.sites.add(self.two(at) as usize) }
    }

    #[inline(always)]
    fn jump(self, at: usize) -> i32 {
        self.two(at) as i32
    }

    #[inline(always)]
    fn feedback(self, at: usize) -> FeedbackUnit {
        // SAFETY: as `new`'s caller promised.
        unsafe { FeedbackUnit::new(self.ip.add(at).cast_mut()) }
    }
}

/// What an instruction led to.
pub enum Flow {
    Next,
    /// To the instruction so many units away; a loop's back edge if that is not forward.
    Jump(i32),
    /// The same, never back.
    Skip(i32),
    /// A JavaScript function is called, whose frame is laid out, with these flags. Its result is the instruction's.
    Enter(*mut Frame, u32),
    /// The function ends with this value, or is suspended.
    Return(Value),
    /// The frame was replaced by a tail call's.
    Tail,
}

/// What handlers give.
pub trait Outcome {
    fn flow(self) -> JsResult<Flow>;
}

impl Outcome for () {
    #[inline(always)]
    fn flow(self) -> JsResult<Flow> {
        Ok(Flow::Next)
    }
}

impl Outcome for Flow {
    #[inline(always)]
    fn flow(self) -> JsResult<Flow> {
        Ok(self)
    }
}

impl Outcome for JsResult<()> {
    #[inline(always)]
    fn flow(self) -> JsResult<Flow> {
        self.map(|()| Flow::Next)
    }
}

impl Outcome for JsResult<Flow> {
    #[inline(always)]
    fn flow(self) -> JsResult<Flow> {
        self
    }
}
