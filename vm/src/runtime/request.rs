//! Requests of other threads, served where the counter runs out, or where code looks that does not count.

use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ends a VM's script from another thread. It may outlive the VM.
#[derive(Clone)]
pub struct Terminator {
    requests: Arc<AtomicU32>,
}

/// What a thread may request: the script is to end.
const TERMINATE: u32 = 1;

impl Terminator {
    /// Makes whatever the VM runs end with an exception that no script can catch, soon.
    pub fn terminate(&self) {
        self.requests.fetch_or(TERMINATE, Ordering::Release);
    }
}

/// What termination needs to know.
#[derive(Default)]
pub struct Termination {
    /// 0 unless another thread wants something. It may outlive the VM.
    requests: Arc<AtomicU32>,
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
        Terminator { requests: self.termination.requests.clone() }
    }

    /// A word that is not 0 if another thread wants something, for what does not count: see [`Vm::handle_requests`]. It stays where it is.
    pub fn requests(&self) -> &AtomicU32 {
        &self.termination.requests
    }

    /// Another thread wants something.
    #[inline]
    pub(crate) fn is_requested(&self) -> bool {
        self.requests().load(Ordering::Relaxed) != 0
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
        self.termination.requests.store(0, Ordering::Release);
    }

    /// Looks at what other threads asked for. Called where the counter runs out, and by built-ins that take long.
    #[cold]
    pub fn handle_requests(&mut self) -> JsResult<()> {
        if self.requests().load(Ordering::Acquire) & TERMINATE != 0 {
            if !self.termination.active {
                self.termination.place = self.capture_stack();
            }
            return Err(self.throw_termination());
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
