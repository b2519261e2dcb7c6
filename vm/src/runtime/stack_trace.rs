//! Stack traces, in V8's format: `    at name (file:line:column)`.

use crate::vm::Vm;
use abi::frame::{FLAG_CONSTRUCT, Frame};
use abi::opcode::Op;
use std::fmt::Write;

/// One frame of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub constructor: bool,
}

/// Whether a frame has a line in traces: JavaScript's have, except where a tail call has to have replaced it by the frame above it, of JavaScript
/// too (`below_script`). An inlined function's tail call replaces no frame.
///
/// # Safety
/// The frame is live.
pub(crate) unsafe fn is_shown(frame: *const Frame, below_script: bool) -> bool {
    // SAFETY: the caller's promise; a live frame of JavaScript stands at an instruction of its code.
    unsafe {
        let f = &*frame;
        if f.code.is_null() {
            return false;
        }
        !below_script || *(*f.code).bytecode.add(f.position as usize) != Op::TailCall as u16
    }
}

impl Vm {
    /// The JavaScript frames, as people are shown them, from the innermost outwards, built-ins left out; at most `limit`.
    pub fn stack_frames(&self, limit: usize) -> Vec<TraceFrame> {
        let mut frames = Vec::new();
        let mut frame = self.top_frame();
        let mut below_script = false;
        while !frame.is_null() && frames.len() < limit {
            // SAFETY: frames of the chain are live.
            let (is_shown, is_script, id, position, flags, caller) = unsafe {
                let f: &Frame = &*frame;
                (is_shown(frame, below_script), !f.code.is_null(), f.code_id, f.position, f.flags, f.caller)
            };
            below_script = is_script;
            if is_shown
                && let Some(info) = self.code.get(id)
                && let Some(source) = &info.source
                && let Some(place) = info.shown(position)
            {
                frames.push(TraceFrame {
                    function: info.original_name().into_owned(),
                    file: place.file_name(source).into(),
                    line: place.line,
                    column: place.column,
                    constructor: flags & FLAG_CONSTRUCT != 0,
                });
            }
            frame = caller;
        }
        frames
    }

    /// The lines of a trace, each with a line break before it.
    pub fn capture_stack(&mut self) -> String {
        self.capture_stack_skipping(0)
    }

    /// The lines of a trace without its innermost `skip` frames.
    pub fn capture_stack_skipping(&mut self, skip: usize) -> String {
        let mut text = String::new();
        let limit = self.stack_trace_limit();
        for f in self.stack_frames(limit.saturating_add(skip)).into_iter().skip(skip) {
            let new = if f.constructor { "new " } else { "" };
            // Writing to a String cannot fail.
            let _ = if f.function.is_empty() {
                write!(text, "\n    at {}:{}:{}", f.file, f.line, f.column)
            } else {
                write!(text, "\n    at {new}{} ({}:{}:{})", f.function, f.file, f.line, f.column)
            };
        }
        text
    }
}
