//! Stack traces, in V8's format: `    at name (file:line:column)`.

use crate::vm::Vm;
use abi::frame::{FLAG_CONSTRUCT, Frame};
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

impl Vm {
    /// The JavaScript frames, as people are shown them, from the innermost outwards, built-ins left out; at most `limit`.
    pub fn stack_frames(&self, limit: usize) -> Vec<TraceFrame> {
        let mut frames = Vec::new();
        let mut frame = self.top_frame();
        while !frame.is_null() && frames.len() < limit {
            // SAFETY: frames of the chain are live.
            let (code, id, position, flags, caller) = unsafe {
                let f: &Frame = &*frame;
                (f.code, f.code_id, f.position, f.flags, f.caller)
            };
            if !code.is_null()
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
