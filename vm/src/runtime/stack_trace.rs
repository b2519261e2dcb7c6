//! Stack traces, in V8's format: `    at name (file:line:column)`.

use crate::code::Code;
use crate::native::NativeFunction;
use crate::object::Object;
use crate::runtime::call::is_of_program;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::frame::{CodeHeader, FLAG_CONSTRUCT, FLAG_NATIVE, Frame};
use abi::opcode::Opcode;
use std::fmt::{self, Write};
use std::ops::ControlFlow;

/// One frame of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub constructor: bool,
}

/// Whether a frame has a line in traces: those of the program's code have, except where a tail call has to have replaced it by the frame above it, of JavaScript
/// too (`below_script`). An inlined function's tail call replaces no frame.
///
/// # Safety
/// The frame is live.
pub(crate) unsafe fn is_shown(frame: *const Frame, below_script: bool) -> bool {
    // SAFETY: the caller's promise; a live frame of JavaScript stands at an instruction of its code.
    unsafe {
        let f = &*frame;
        if !is_of_program(frame) {
            return false;
        }
        !below_script || *(*f.code).bytecode.add(f.position as usize) != Opcode::TailCall as u16
    }
}

/// `below_script` of a frame's caller. Function.prototype.call and apply call in tail position (PrepareForTailCall, ECMA-262 sec. 20.2.3.1 and 20.2.3.3), and
/// compiled code has no frame of theirs: they are looked through.
///
/// # Safety
/// The frame is live, and this was asked of all above it.
pub(crate) unsafe fn is_script_above(frame: *const Frame, below_script: bool) -> bool {
    // SAFETY: the caller's promise; the callee of a built-in's frame is a NativeFunction.
    unsafe {
        let f = &*frame;
        let forwards =
            || f.flags & FLAG_NATIVE != 0 && (*f.callee.as_cell().cast::<NativeFunction>()).forwarding().is_some();
        is_of_program(frame) || below_script && forwards()
    }
}

/// A stack as it was captured: an array with two values a frame, its Code cell and its bytecode offset, -1 less that offset in a constructor. No
/// script ever sees it. Names, files and lines are looked up when somebody asks.
#[derive(Clone, Copy)]
pub struct CapturedStack(Object);

impl CapturedStack {
    /// What [`CapturedStack::value`] gave; None of any other value.
    pub fn of(value: Value) -> Option<CapturedStack> {
        value.as_object().filter(|object| object.is_kind(CellKind::Array)).map(CapturedStack)
    }

    pub fn value(self) -> Value {
        self.0.value()
    }

    pub fn len(self) -> usize {
        self.0.as_array().map_or(0, |array| array.length.get() as usize / 2)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// A frame's Code cell and position, as `object::call_site` keeps them; the innermost is the first.
    pub fn frame(self, i: usize) -> Option<(Value, i32)> {
        let element = |i: usize| Some(self.0.own_element(i as u32)?.0);
        Some((element(2 * i)?, element(2 * i + 1)?.as_int()))
    }
}

impl Vm {
    /// Calls `each` for the JavaScript frames that have a line in traces, from the innermost outwards, until it says that it is enough.
    fn each_shown_frame(&self, mut each: impl FnMut(&Frame) -> ControlFlow<()>) {
        let mut frame = self.top_frame();
        let mut below_script = false;
        while !frame.is_null() {
            // SAFETY: frames of the chain are live.
            let (is_shown, f) = unsafe { (is_shown(frame, below_script), &*frame) };
            // SAFETY: as above.
            below_script = unsafe { is_script_above(f, below_script) };
            if is_shown && each(f).is_break() {
                return;
            }
            frame = f.caller;
        }
    }

    /// The JavaScript frames, as people are shown them, from the innermost outwards, built-ins left out; at most `limit`.
    pub fn stack_frames(&self, limit: usize) -> Vec<TraceFrame> {
        let mut frames = Vec::new();
        self.each_shown_frame(|f| {
            if frames.len() == limit {
                return ControlFlow::Break(());
            }
            frames.extend(self.trace_frame(f.code_id, f.position, f.flags & FLAG_CONSTRUCT != 0));
            ControlFlow::Continue(())
        });
        frames
    }

    fn trace_frame(&self, code_id: u32, position: u32, constructor: bool) -> Option<TraceFrame> {
        let info = self.code.get(code_id)?;
        let source = info.source.as_ref()?;
        let place = info.shown(position)?;
        Some(TraceFrame {
            function: info.original_name().into_owned(),
            file: place.file_name(source).into(),
            line: place.line,
            column: place.column,
            constructor,
        })
    }

    /// Captures the JavaScript frames but the innermost `skip`, as many as `Error.stackTraceLimit` says.
    pub fn capture_stack(&mut self, skip: usize) -> JsResult<CapturedStack> {
        let limit = self.stack_trace_limit();
        let (mut values, mut skipped) = (Vec::new(), 0);
        self.each_shown_frame(|f| {
            if skipped < skip {
                skipped += 1;
                return ControlFlow::Continue(());
            }
            if values.len() >= limit.saturating_mul(2) {
                return ControlFlow::Break(());
            }
            let position = f.position as i32;
            // SAFETY: its frame keeps the Code cell alive until the array does.
            values.push(unsafe { Value::from_cell(code_of(f.code)) });
            values.push(Value::int(if f.flags & FLAG_CONSTRUCT != 0 { -1 - position } else { position }));
            ControlFlow::Continue(())
        });
        Ok(CapturedStack(self.new_array(&values)?))
    }

    /// A captured frame, as people are shown it.
    pub fn captured_frame(&self, code: Value, position: i32) -> Option<TraceFrame> {
        // SAFETY: a captured stack's cells are Code cells.
        let id = unsafe { (*(*code.as_cell().cast::<Code>()).machine.get()).code_id };
        let (position, constructor) = if position < 0 { (-1 - position, true) } else { (position, false) };
        self.trace_frame(id, position as u32, constructor)
    }

    /// The lines of a captured stack, each with a line break before it.
    pub fn stack_lines(&self, stack: CapturedStack) -> String {
        let frames = (0..stack.len()).filter_map(|i| stack.frame(i));
        lines(frames.filter_map(|(code, position)| self.captured_frame(code, position)))
    }

    /// The lines of a trace, each with a line break before it.
    pub fn stack_text(&mut self) -> String {
        self.stack_text_skipping(0)
    }

    /// The lines of a trace without its innermost `skip` frames.
    pub fn stack_text_skipping(&mut self, skip: usize) -> String {
        let limit = self.stack_trace_limit();
        lines(self.stack_frames(limit.saturating_add(skip)).into_iter().skip(skip))
    }
}

/// The Code cell that a frame's `code` lies in.
fn code_of(machine: *const CodeHeader) -> *mut CellHeader {
    machine.cast_mut().wrapping_byte_sub(std::mem::offset_of!(Code, machine)).cast()
}

impl fmt::Display for TraceFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let new = if self.constructor { "new " } else { "" };
        let (file, line, column) = (&self.file, self.line, self.column);
        match self.function.as_str() {
            "" => write!(f, "{file}:{line}:{column}"),
            function => write!(f, "{new}{function} ({file}:{line}:{column})"),
        }
    }
}

fn lines(frames: impl Iterator<Item = TraceFrame>) -> String {
    let mut text = String::new();
    for frame in frames {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n    at {frame}");
    }
    text
}
