//! Requests of other threads, served where the counter runs out.

use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::context::{REQUEST_GC, REQUEST_TERMINATE};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a VM's script from another thread. It may outlive the VM.
#[derive(Clone)]
pub struct Terminator {
    flag: Arc<AtomicBool>,
}

impl Terminator {
    /// Makes whatever the VM runs end with an exception that no script can catch, soon.
    pub fn terminate(&self) {
        self.flag.store(true, Ordering::Release);
    }
}

/// What termination needs to know.
#[derive(Default)]
pub struct Termination {
    flag: Arc<AtomicBool>,
    /// Scripts are being ended: handlers are passed by.
    active: bool,
    /// `quit(code)` was called.
    pub exit_code: Option<i32>,
    /// The heap was full, again and again.
    pub out_of_memory: bool,
    /// Where the script was when another thread ended it: the lines of a stack trace, each with a line break before it.
    pub place: String,
}

impl Vm {
    /// A handle by which another thread can end scripts.
    pub fn terminator(&self) -> Terminator {
        Terminator { flag: self.termination.flag.clone() }
    }

    /// Where another thread writes 1 to end the script: what code looks at that does not count.
    pub fn termination_flag(&self) -> *const u8 {
        self.termination.flag.as_ptr().cast()
    }

    /// Another thread wants something.
    #[inline]
    pub(crate) fn is_requested(&self) -> bool {
        self.context.requests.load(Ordering::Relaxed) != 0 || self.termination.flag.load(Ordering::Relaxed)
    }

    /// No handler may catch the pending exception.
    #[inline]
    pub fn is_terminating(&self) -> bool {
        self.termination.active
    }

    /// Ends the script as `quit` does: nothing catches this, and the embedding finds the code in `termination.exit_code`.
    pub fn throw_exit(&mut self, code: i32) -> Throw {
        self.termination.exit_code = Some(code);
        self.throw_termination()
    }

    /// An exception that passes every handler.
    pub fn throw_termination(&mut self) -> Throw {
        self.termination.active = true;
        self.throw(Value::UNDEFINED)
    }

    /// Scripts may run again.
    pub fn clear_termination(&mut self) {
        self.termination.active = false;
        self.termination.out_of_memory = false;
        self.termination.flag.store(false, Ordering::Release);
    }

    /// Looks at what other threads asked for. Called where the counter runs out, and by built-ins that take long.
    #[cold]
    pub fn handle_requests(&mut self) -> JsResult<()> {
        let requests = self.context.requests.swap(0, Ordering::AcqRel);
        if self.termination.flag.load(Ordering::Acquire) || requests & REQUEST_TERMINATE != 0 {
            if !self.termination.active {
                self.termination.place = self.capture_stack();
            }
            return Err(self.throw_termination());
        }
        if requests & REQUEST_GC != 0 {
            self.collect_garbage();
        }
        Ok(())
    }

    /// A full collection, now.
    pub fn collect_garbage(&mut self) {
        self.heap.collect_full(gc::GcReason::Requested);
    }

    /// Makes caches forget what they know of the global object.
    pub(crate) fn refresh_global(&mut self, global: Object) -> JsResult<()> {
        let shape = global.shape();
        let fresh = self.dictionary_shape(shape)?;
        global.set_shape(self, fresh);
        Ok(())
    }
}
