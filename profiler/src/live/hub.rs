//! What the VM's thread and those who look on share.

use super::{Cursor, Feed, Piece};
use crate::profile::{Mark, Profile};
use crate::sampler::{Control, Shared};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};
use vm::Vm;
use vm::runtime::request::Terminator;

/// Time between two updates for somebody who looks on.
pub const TICK: Duration = Duration::from_millis(250);
/// An update that is no older need not be asked for again, by the next one who looks on.
const FRESH: Duration = Duration::from_millis(150);

/// What somebody wants of the VM's thread.
pub enum Wish {
    /// No samples, until [`Wish::GoOn`].
    Pause,
    GoOn,
    /// Forgets what was seen.
    Reset,
    /// The profile as it is, with what inline caches know.
    Save(SyncSender<Profile>),
}

/// What there is to look at.
#[derive(Clone)]
struct Source {
    feed: Arc<Mutex<Feed>>,
    /// None once the program has ended.
    sampler: Option<Arc<Shared>>,
}

#[derive(Default)]
struct State {
    source: Option<Source>,
    wishes: Vec<Wish>,
    updates: u64,
    asked: Option<Instant>,
    failure: Option<String>,
}

/// One for each VM that is looked at.
pub struct Hub {
    terminator: Terminator,
    thread: Thread,
    state: Mutex<State>,
    updated: Condvar,
    /// Pages that are open.
    pages: AtomicUsize,
    /// Clients of `tarsier top`.
    clients: AtomicUsize,
    /// Somebody has begun to sample for whoever looks on, clients or not.
    is_live: AtomicBool,
    ended: AtomicBool,
}

/// Counts somebody as long as it is there.
pub struct Presence<'h>(&'h Hub, &'h AtomicUsize);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Ordering::AcqRel);
        self.0.wake();
    }
}

impl Hub {
    /// For the VM of these; `is_live`: it is looked at from the beginning to the end (`--live`).
    pub fn new(terminator: Terminator, thread: Thread, is_live: bool) -> Arc<Hub> {
        Arc::new(Hub {
            terminator,
            thread,
            state: Mutex::default(),
            updated: Condvar::new(),
            pages: AtomicUsize::new(0),
            clients: AtomicUsize::new(0),
            is_live: AtomicBool::new(is_live),
            ended: AtomicBool::new(false),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page is open.
    pub fn enter_page(&self) -> Presence<'_> {
        self.pages.fetch_add(1, Ordering::AcqRel);
        self.thread.unpark();
        Presence(self, &self.pages)
    }

    /// A client is there.
    pub fn enter_client(&self) -> Presence<'_> {
        self.clients.fetch_add(1, Ordering::AcqRel);
        Presence(self, &self.clients)
    }

    pub fn is_looked_at(&self) -> bool {
        self.pages.load(Ordering::Acquire) > 0
    }

    pub fn clients(&self) -> usize {
        self.clients.load(Ordering::Acquire)
    }

    /// Samples are to be resolved as they come.
    pub fn is_wanted(&self) -> bool {
        self.is_live.load(Ordering::Acquire) || self.clients() > 0
    }

    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Has the VM's thread come by, if it was not here a moment ago.
    pub fn ask(&self) {
        let mut state = self.state();
        if state.asked.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        state.asked = Some(Instant::now());
        drop(state);
        self.wake();
    }

    /// Has the VM's thread come by.
    pub fn wake(&self) {
        if !self.has_ended() {
            self.terminator.visit();
            self.thread.unpark();
        }
    }

    /// Tells the VM's thread what to do when it comes by.
    pub fn wish(&self, wish: Wish) {
        self.state().wishes.push(wish);
        self.wake();
    }

    /// The profile as it is; what was known last, if the VM's thread does not come by within `longest`. None: nothing was sampled.
    pub fn save(&self, longest: Duration) -> Option<Profile> {
        let source = self.state().source.clone()?;
        if !self.has_ended() {
            let (sender, receiver): (_, Receiver<Profile>) = sync_channel(1);
            self.wish(Wish::Save(sender));
            if let Ok(profile) = receiver.recv_timeout(longest) {
                return Some(profile);
            }
        }
        Some(lock(&source.feed).profile().clone())
    }

    /// How many updates there were.
    pub fn updates(&self) -> u64 {
        self.state().updates
    }

    /// Until there was another update than that one, or so long.
    pub fn wait(&self, since: u64, longest: Duration) {
        let state = self.state();
        // Woken or not: whoever waits looks.
        let _ = self.updated.wait_timeout_while(state, longest, |state| state.updates == since);
    }

    /// What is new for somebody. None: there is nothing to look at yet.
    pub fn piece(&self, cursor: &mut Cursor, texts: bool) -> Option<Piece> {
        let source = self.state().source.clone()?;
        let mut piece = lock(&source.feed).piece(cursor, texts);
        piece.idle_since_ns = source.sampler.map_or(0, |sampler| sampler.idle_since_ns());
        Some(piece)
    }

    /// On the VM's thread: this is looked at from now on. True if it was before.
    pub fn show(&self, feed: Arc<Mutex<Feed>>, sampler: Arc<Shared>) -> bool {
        let mut state = self.state();
        if state.source.as_ref().is_some_and(|source| Arc::ptr_eq(&source.feed, &feed)) {
            return true;
        }
        state.source = Some(Source { feed: feed.clone(), sampler: Some(sampler) });
        drop(state);
        // It takes a while, and the program would have to wait for it.
        let prepare = move || {
            vm::native_memory::exempt_this_thread();
            lock(&feed).prepare();
        };
        // Without it, the first update takes longer.
        let _ = std::thread::Builder::new().name("tarsier-symbols".into()).spawn(prepare);
        false
    }

    /// There is nothing to look at any more.
    pub fn hide(&self) {
        self.state().source = None;
    }

    /// On the VM's thread, in an update: does what was wished.
    pub fn fulfil(&self, feed: &mut Feed, vm: &Vm, control: &Control) {
        for wish in std::mem::take(&mut self.state().wishes) {
            match wish {
                Wish::Pause if !feed.status().paused => {
                    control.pause();
                    feed.set_paused(true);
                }
                Wish::GoOn if feed.status().paused => {
                    control.go_on();
                    feed.set_paused(false);
                }
                Wish::Pause | Wish::GoOn => {}
                Wish::Reset => feed.forget(control.at_ns, control.at_cpu_ns),
                // Whoever wanted it may have gone.
                Wish::Save(sender) => drop(sender.try_send(feed.save(vm))),
            }
        }
    }

    /// On the VM's thread: something has changed.
    pub fn tell(&self) {
        self.state().updates += 1;
        self.updated.notify_all();
    }

    /// Nothing can be sampled.
    pub fn fail(&self, message: &str) {
        self.state().failure = Some(message.into());
    }

    /// Why nothing can be sampled.
    pub fn failure(&self) -> Option<String> {
        self.state().failure.clone()
    }

    /// The program has ended, and why, if not well. `marks`: all that there are in the end.
    pub fn end(&self, marks: &[Mark], ended: &str) {
        let mut state = self.state();
        if let Some(source) = &mut state.source {
            source.sampler = None;
            let mut feed = lock(&source.feed);
            feed.set_ended();
            feed.amend(|profile| {
                profile.ended = ended.into();
                profile.marks = marks.to_vec();
            });
        }
        self.ended.store(true, Ordering::Release);
        state.updates += 1;
        drop(state);
        self.updated.notify_all();
    }
}

fn lock(feed: &Mutex<Feed>) -> MutexGuard<'_, Feed> {
    feed.lock().unwrap_or_else(PoisonError::into_inner)
}
