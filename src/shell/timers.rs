//! Timers and immediates: `setTimeout`, `setInterval`, `setImmediate` and what clears them.
//!
//! Timers run in the order of their times, those of one time in the order in which they were set. The event loop goes in turns: a turn runs
//! the timers that were due when it began, then the immediates that were there when it began, each followed by all jobs.
//! What they call with is rooted as long as they wait or run.

use super::{jobs, shell};
use gc::RootedVec;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use vm::observe::AsyncKind;
use vm::runtime::convert;
use vm::{Args, JsResult, Object, Value, Vm};

/// The longest time, in milliseconds (2^31 - 1); what is longer, or no number, is none at all.
const LONGEST: f64 = 2_147_483_647.0;
/// The shortest interval: without it nothing else would ever run.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(1);

/// What a timer does.
pub struct Timer {
    /// The callback, then its arguments.
    values: RootedVec,
    /// It runs again after so long.
    interval: Option<Duration>,
    /// What set it (see [`vm::observe`]).
    origin: u32,
}

impl Timer {
    pub fn callback(&self) -> Value {
        self.values.as_slice()[0]
    }

    pub fn origin(&self) -> u32 {
        self.origin
    }

    pub fn arguments(&self) -> &[Value] {
        &self.values.as_slice()[1..]
    }
}

/// All that wait. Ids are never used again.
#[derive(Default)]
pub struct Timers {
    /// By time, then id.
    waiting: BTreeMap<(Instant, u32), Timer>,
    /// The time by which a timer waits.
    times: BTreeMap<u32, Instant>,
    /// Those among them that the program does not wait for.
    unreferenced: BTreeSet<u32>,
    /// By id.
    immediates: BTreeMap<u32, Timer>,
    last_id: u32,
    /// The timer that runs, unless it was cleared meanwhile.
    running: Option<u32>,
}

/// What was there when a turn of the event loop began.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    now: Instant,
    last_id: u32,
}

impl Timers {
    fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1).max(1);
        self.last_id
    }

    fn add(&mut self, values: RootedVec, delay: Duration, repeat: bool, origin: u32, now: Instant) -> u32 {
        let id = self.next_id();
        let interval = repeat.then(|| delay.max(SHORTEST_INTERVAL));
        let time = now + interval.unwrap_or(delay);
        self.waiting.insert((time, id), Timer { values, interval, origin });
        self.times.insert(id, time);
        id
    }

    fn add_immediate(&mut self, values: RootedVec, origin: u32) -> u32 {
        let id = self.next_id();
        self.immediates.insert(id, Timer { values, interval: None, origin });
        id
    }

    fn clear(&mut self, id: u32) {
        if let Some(time) = self.times.remove(&id) {
            self.waiting.remove(&(time, id));
            self.unreferenced.remove(&id);
        }
        self.immediates.remove(&id);
        if self.running == Some(id) {
            self.running = None;
        }
    }

    /// Forgets everything that waits.
    pub fn clear_all(&mut self) {
        self.waiting.clear();
        self.times.clear();
        self.unreferenced.clear();
        self.immediates.clear();
        self.running = None;
    }

    /// A turn of the event loop begins.
    pub fn begin_turn(&mut self, now: Instant) -> Turn {
        Turn { now, last_id: self.last_id }
    }

    /// What the turn runs next.
    pub fn take_due(&mut self, turn: &Turn) -> Option<(u32, Timer)> {
        // A timer set during the turn is due in the next one at the earliest.
        let due = self.waiting.keys().take_while(|(time, _)| *time <= turn.now).find(|(_, id)| *id <= turn.last_id);
        if let Some(&(time, id)) = due
            && let Some(timer) = self.waiting.remove(&(time, id))
        {
            self.times.remove(&id);
            self.unreferenced.remove(&id);
            self.running = Some(id);
            return Some((id, timer));
        }
        let (&id, _) = self.immediates.first_key_value().filter(|(id, _)| **id <= turn.last_id)?;
        self.immediates.remove(&id).map(|timer| (id, timer))
    }

    /// A timer has run; an interval waits again, unless it was cleared.
    pub fn again(&mut self, id: u32, timer: Timer, now: Instant) {
        if let Some(interval) = timer.interval
            && self.running == Some(id)
        {
            let time = now + interval;
            self.times.insert(id, time);
            self.waiting.insert((time, id), timer);
        }
        self.running = None;
    }

    /// How long there is nothing to do; None: nothing will ever be.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        if !self.immediates.is_empty() {
            return Some(Duration::ZERO);
        }
        if self.unreferenced.len() == self.times.len() {
            return None;
        }
        self.waiting.first_key_value().map(|((time, _), _)| time.saturating_duration_since(now))
    }
}

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    global.define_method(vm, "setTimeout", 1, |vm, args| set(vm, args, "setTimeout", false))?;
    global.define_method(vm, "setInterval", 1, |vm, args| set(vm, args, "setInterval", true))?;
    global.define_method(vm, "setImmediate", 1, set_immediate)?;
    for name in ["clearTimeout", "clearInterval", "clearImmediate"] {
        global.define_method(vm, name, 1, clear)?;
    }
    Ok(())
}

fn set(vm: &mut Vm, args: Args, function: &str, repeat: bool) -> JsResult {
    let callback = jobs::callback(vm, args.get(0), function)?;
    let delay = convert::to_number(vm, args.get(1))?;
    let delay = if (0.0..=LONGEST).contains(&delay) { delay } else { 0.0 };
    let values = values(vm, callback, args.rest(2));
    let delay = Duration::from_secs_f64(delay / 1e3);
    let origin = vm.async_origin(AsyncKind::Timer);
    let id = shell(vm)?.timers.borrow_mut().add(values, delay, repeat, origin, Instant::now());
    Ok(Value::from_u32(id))
}

fn set_immediate(vm: &mut Vm, args: Args) -> JsResult {
    let callback = jobs::callback(vm, args.get(0), "setImmediate")?;
    let values = values(vm, callback, args.rest(1));
    let origin = vm.async_origin(AsyncKind::Immediate);
    let id = shell(vm)?.timers.borrow_mut().add_immediate(values, origin);
    Ok(Value::from_u32(id))
}

/// Has a function called after a time for which nothing else waits: if there is nothing to do until then, the program ends.
///
/// # Errors
/// In a realm without a shell.
pub fn set_unreferenced(vm: &mut Vm, callback: Value, delay: Duration) -> JsResult<()> {
    let values = values(vm, callback, &[]);
    let origin = vm.async_origin(AsyncKind::Timer);
    let shell = shell(vm)?;
    let mut timers = shell.timers.borrow_mut();
    let id = timers.add(values, delay, false, origin, Instant::now());
    timers.unreferenced.insert(id);
    Ok(())
}

/// Has a function called in the next turn of the event loop, as `setImmediate` does.
///
/// # Errors
/// In a realm without a shell.
pub fn add_task(vm: &mut Vm, callback: Value) -> JsResult<()> {
    let values = values(vm, callback, &[]);
    let origin = vm.async_origin(AsyncKind::Immediate);
    shell(vm)?.timers.borrow_mut().add_immediate(values, origin);
    Ok(())
}

fn values(vm: &mut Vm, callback: Value, arguments: &[Value]) -> RootedVec {
    let mut values = vm.heap.rooted_vec();
    values.push(callback);
    values.extend_from_slice(arguments);
    values
}

/// What is no id of a timer is ignored.
fn clear(vm: &mut Vm, args: Args) -> JsResult {
    let id = args.get(0);
    if id.is_undefined() || id.is_null() {
        return Ok(Value::UNDEFINED);
    }
    let id = convert::to_number(vm, id)?;
    if id == f64::from(id as u32) {
        shell(vm)?.timers.borrow_mut().clear(id as u32);
    }
    Ok(Value::UNDEFINED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vm() -> Box<Vm> {
        Vm::new(Default::default()).expect("a VM")
    }

    fn timer(vm: &mut Vm, n: i32) -> RootedVec {
        values(vm, Value::int(n), &[])
    }

    fn run(timers: &mut Timers, now: Instant) -> Vec<i32> {
        let turn = timers.begin_turn(now);
        let mut ran = Vec::new();
        while let Some((id, timer)) = timers.take_due(&turn) {
            ran.push(timer.callback().as_int());
            timers.again(id, timer, now);
        }
        ran
    }

    #[test]
    fn by_time_then_by_id_then_immediates() {
        let mut vm = vm();
        let mut timers = Timers::default();
        let start = Instant::now();
        let ms = Duration::from_millis;
        for (n, delay) in [(1, 20), (2, 10), (3, 10), (4, 0)] {
            let values = timer(&mut vm, n);
            timers.add(values, ms(delay), false, 0, start);
        }
        let values = timer(&mut vm, 5);
        timers.add_immediate(values, 0);
        assert_eq!(timers.wait(start), Some(Duration::ZERO));
        assert_eq!(run(&mut timers, start), [4, 5]);
        assert_eq!(timers.wait(start), Some(ms(10)));
        assert_eq!(run(&mut timers, start + ms(30)), [2, 3, 1]);
        assert_eq!(timers.wait(start), None);
    }

    #[test]
    fn intervals_and_clearing() {
        let mut vm = vm();
        let mut timers = Timers::default();
        let start = Instant::now();
        let values = timer(&mut vm, 1);
        let id = timers.add(values, Duration::ZERO, true, 0, start);
        assert!(run(&mut timers, start).is_empty());
        assert_eq!(run(&mut timers, start + SHORTEST_INTERVAL), [1]);
        assert_eq!(run(&mut timers, start + SHORTEST_INTERVAL * 2), [1]);
        // Cleared by its own callback.
        let now = start + SHORTEST_INTERVAL * 3;
        let turn = timers.begin_turn(now);
        let (ran, timer) = timers.take_due(&turn).expect("due");
        timers.clear(id);
        timers.again(ran, timer, now);
        assert_eq!(timers.wait(now), None);
    }

    #[test]
    fn what_a_turn_adds_is_the_next_ones() {
        let mut vm = vm();
        let mut timers = Timers::default();
        let now = Instant::now();
        let values = timer(&mut vm, 1);
        timers.add_immediate(values, 0);
        let turn = timers.begin_turn(now);
        let values = timer(&mut vm, 2);
        timers.add(values, Duration::ZERO, false, 0, now);
        let values = timer(&mut vm, 3);
        timers.add_immediate(values, 0);
        let first = timers.take_due(&turn).map(|(_, t)| t.callback().as_int());
        assert_eq!(first, Some(1));
        assert!(timers.take_due(&turn).is_none());
        assert_eq!(run(&mut timers, now), [2, 3]);
    }
}
