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
    answer: Arc<AtomicU32>,
}

/// What a thread may request: the script is to end.
const TERMINATE: u32 = 1;
/// It is to end because there is no memory left.
const OUT_OF_MEMORY: u32 = 2;
/// The VM's visitor is to be called.
const VISIT: u32 = 4;

/// The VM's thread has not looked yet.
const RUNNING: u32 = 0;
/// It has, and ends in order.
const ANSWERED: u32 = 1;
/// Another thread ends the process in its stead.
const TAKEN_OVER: u32 = 2;

impl Terminator {
    /// Makes whatever the VM runs end with an exception that no script can catch, soon.
    pub fn terminate(&self) {
        self.requests.fetch_or(TERMINATE, Ordering::Release);
    }

    /// The same, as the end of a script that has used up its memory.
    pub fn terminate_out_of_memory(&self) {
        self.requests.fetch_or(TERMINATE | OUT_OF_MEMORY, Ordering::Release);
    }

    /// Has the VM's thread call the visitor ([`Vm::set_visitor`]) where it looks next. A thread that sleeps has to be woken besides.
    pub fn visit(&self) {
        self.requests.fetch_or(VISIT, Ordering::Release);
    }

    /// Takes the end of the process over from the VM's thread if that is stuck in native code: it runs no script and ends nothing any more, but waits
    /// where it looks next. False if it has answered already, and ends in order.
    pub fn take_over(&self) -> bool {
        self.answer.compare_exchange(RUNNING, TAKEN_OVER, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// As [`Terminator::take_over`], although it had answered: it waits, and looks at nothing.
    pub fn take_over_anyway(&self) {
        self.answer.store(TAKEN_OVER, Ordering::Release);
    }

    /// The VM's thread has seen the request, or has come to its end.
    pub fn is_answered(&self) -> bool {
        self.answer.load(Ordering::Acquire) == ANSWERED
    }
}

/// Units of work between two looks at what other threads want: some ten microseconds.
pub const WORK: usize = 1 << 14;

/// Elements of the pieces that [`Vm::in_pieces`] makes: a millisecond of what is slow, such as hashing.
const PIECE: usize = 1 << 18;

/// What termination needs to know.
#[derive(Default)]
pub struct Termination {
    /// 0 unless another thread wants something. It may outlive the VM.
    requests: Arc<AtomicU32>,
    /// Who ends the process once a script is to end.
    answer: Arc<AtomicU32>,
    /// Work since built-ins looked for the last time.
    spent: usize,
    /// Scripts are being ended: handlers are passed by.
    active: bool,
    /// `quit(code)` was called.
    pub exit_code: Option<i32>,
    /// Who is called when another thread wants that.
    visitor: Option<fn(&mut Vm)>,
    /// The heap was full, again and again.
    pub out_of_memory: bool,
    /// Where the script was when another thread ended it: the lines of a stack trace, each with a line break before it.
    pub place: String,
}

impl Vm {
    /// A handle by which another thread can end scripts.
    pub fn terminator(&self) -> Terminator {
        Terminator { requests: self.termination.requests.clone(), answer: self.termination.answer.clone() }
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
        let answer = &self.termination.answer;
        // Whoever has taken over keeps it.
        let _ = answer.compare_exchange(ANSWERED, RUNNING, Ordering::AcqRel, Ordering::Acquire);
    }

    /// Who is called on this thread, between two instructions or two steps of a built-in, when another thread asks for it ([`Terminator::visit`]). It
    /// allocates no cells and runs no script: whoever looks at requests may hold cells that nobody else knows of.
    pub fn set_visitor(&mut self, visitor: Option<fn(&mut Vm)>) {
        self.termination.visitor = visitor;
    }

    /// Looks at what other threads asked for. Called where the counter runs out, and by [`Vm::poll`].
    #[cold]
    pub fn handle_requests(&mut self) -> JsResult<()> {
        let requests = self.requests().load(Ordering::Acquire);
        if requests & TERMINATE != 0 {
            self.answer();
            if !self.termination.active {
                self.termination.place = self.stack_text();
            }
            self.termination.out_of_memory |= requests & OUT_OF_MEMORY != 0;
            return Err(self.throw_termination());
        }
        if requests & VISIT != 0 {
            self.requests().fetch_and(!VISIT, Ordering::AcqRel);
            if let Some(visitor) = self.termination.visitor {
                visitor(self);
            }
        }
        Ok(())
    }

    /// The VM's thread ends the script, or has come to the end of the program, and sees to all that belongs to an end itself. Does not return if
    /// another thread has taken that over.
    pub fn answer(&self) {
        let answer = &self.termination.answer;
        let answered = answer.compare_exchange(RUNNING, ANSWERED, Ordering::AcqRel, Ordering::Acquire);
        while answered == Err(TAKEN_OVER) {
            std::thread::park();
        }
    }

    /// For loops of built-ins, every few thousand steps or 64 KiB: looks whether another thread wants something, and whether native memory that
    /// nobody has reported (a list that grows) has used up what the heap's limit allows. It costs a few loads.
    #[inline]
    pub fn poll(&mut self) -> JsResult<()> {
        if self.is_requested() {
            self.handle_requests()?;
        }
        if self.heap.is_over_limit() {
            return Err(self.throw_out_of_memory());
        }
        Ok(())
    }

    /// [`Vm::poll`] once in [`WORK`] units of work that built-ins do: elements, or some ten bytes. Called before or after so many, be it one at a time.
    #[inline(always)]
    pub fn spend(&mut self, work: usize) -> JsResult<()> {
        let spent = self.termination.spent.saturating_add(work);
        self.termination.spent = spent;
        if spent >= WORK { self.poll_again() } else { Ok(()) }
    }

    /// For work on a long input that needs no VM: hands it on in pieces, all but the last a multiple of `unit` elements long, and polls behind each.
    ///
    /// # Errors
    /// Those of [`Vm::poll`], and of `work`.
    pub fn in_pieces<T>(
        &mut self,
        input: &[T],
        unit: usize,
        mut work: impl FnMut(&mut Vm, &[T]) -> JsResult<()>,
    ) -> JsResult<()> {
        for piece in input.chunks((PIECE / unit).max(1) * unit) {
            work(self, piece)?;
            self.poll()?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn poll_again(&mut self) -> JsResult<()> {
        self.termination.spent = 0;
        self.poll()
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
