//! Timers and immediates: `setTimeout`, `setInterval`, `setImmediate` and what clears them.
//!
//! Timers run in the order of their times, those of one time in the order in which they were set. The event loop goes in turns: a turn runs
//! the timers that were due when it began, then the immediates that were there when it began, each followed by all jobs.
//! What they call with is rooted as long as they wait or run.
//!
//! Scripts get an object for each, as in node: its methods say whether the event loop waits for it (`ref`, `unref`), and as a number it is its id.

use super::{host, jobs};
use gc::RootedVec;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use vm::native::method;
use vm::observe::AsyncKind;
use vm::runtime::convert;
use vm::{Args, JsResult, Object, PropertyKey, Value, ValueExt, Vm};

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
    /// How long it waits, as it was set.
    delay: Duration,
    /// The event loop waits for it.
    is_ref: bool,
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
    /// By id.
    immediates: BTreeMap<u32, Timer>,
    last_id: u32,
    /// The timer that runs, unless it was cleared meanwhile.
    running: Option<u32>,
    /// What was said of the one that runs: whether the loop waits for it, and that it is to wait anew.
    running_ref: Option<bool>,
    refreshed: bool,
    /// Those waiting that the event loop waits for.
    referenced: usize,
    /// The prototypes of scripts' objects: Timeout, Immediate.
    prototypes: Option<RootedVec>,
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
        self.waiting.insert((time, id), Timer { values, interval, delay, is_ref: true, origin });
        self.times.insert(id, time);
        self.referenced += 1;
        id
    }

    fn add_immediate(&mut self, values: RootedVec, origin: u32) -> u32 {
        let id = self.next_id();
        let timer = Timer { values, interval: None, delay: Duration::ZERO, is_ref: true, origin };
        self.immediates.insert(id, timer);
        self.referenced += 1;
        id
    }

    fn clear(&mut self, id: u32) {
        let timer = match self.times.remove(&id) {
            Some(time) => self.waiting.remove(&(time, id)),
            None => self.immediates.remove(&id),
        };
        self.referenced -= usize::from(timer.is_some_and(|timer| timer.is_ref));
        if self.running == Some(id) {
            self.running = None;
        }
    }

    /// Forgets everything that waits.
    pub fn clear_all(&mut self) {
        self.waiting.clear();
        self.times.clear();
        self.immediates.clear();
        self.running = None;
        self.referenced = 0;
    }

    fn find(&mut self, id: u32) -> Option<&mut Timer> {
        match self.times.get(&id) {
            Some(time) => self.waiting.get_mut(&(*time, id)),
            None => self.immediates.get_mut(&id),
        }
    }

    /// Says whether the event loop waits for a timer.
    fn set_ref(&mut self, id: u32, is_ref: bool) {
        if self.running == Some(id) {
            self.running_ref = Some(is_ref);
        }
        let Some(timer) = self.find(id) else { return };
        if std::mem::replace(&mut timer.is_ref, is_ref) != is_ref {
            if is_ref { self.referenced += 1 } else { self.referenced -= 1 }
        }
    }

    fn has_ref(&mut self, id: u32) -> bool {
        if self.running == Some(id)
            && let Some(is_ref) = self.running_ref
        {
            return is_ref;
        }
        self.find(id).is_some_and(|timer| timer.is_ref)
    }

    /// A timer waits its whole time once more.
    fn refresh(&mut self, id: u32, now: Instant) {
        if self.running == Some(id) {
            self.refreshed = true;
        }
        if let Some(time) = self.times.get(&id).copied()
            && let Some(timer) = self.waiting.remove(&(time, id))
        {
            let time = now + timer.interval.unwrap_or(timer.delay);
            self.times.insert(id, time);
            self.waiting.insert((time, id), timer);
        }
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
            self.running = Some(id);
            self.running_ref = Some(timer.is_ref);
            self.refreshed = false;
            self.referenced -= usize::from(timer.is_ref);
            return Some((id, timer));
        }
        let (&id, _) = self.immediates.first_key_value().filter(|(id, _)| **id <= turn.last_id)?;
        let timer = self.immediates.remove(&id)?;
        self.referenced -= usize::from(timer.is_ref);
        Some((id, timer))
    }

    /// A timer has run; an interval waits again, and so does what was refreshed meanwhile, unless it was cleared.
    pub fn again(&mut self, id: u32, mut timer: Timer, now: Instant) {
        let delay = timer.interval.or(self.refreshed.then_some(timer.delay));
        if let Some(delay) = delay
            && self.running == Some(id)
        {
            timer.is_ref = self.running_ref.unwrap_or(timer.is_ref);
            self.referenced += usize::from(timer.is_ref);
            let time = now + delay;
            self.times.insert(id, time);
            self.waiting.insert((time, id), timer);
        }
        self.running = None;
        self.refreshed = false;
    }

    /// How long there is nothing to do; None: nothing will ever be.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        if self.referenced == 0 {
            return None;
        }
        if !self.immediates.is_empty() {
            return Some(Duration::ZERO);
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
    // Whole milliseconds, so that timers of nearly the same time run in the order in which they were set.
    let delay = if (0.0..=LONGEST).contains(&delay) { delay.trunc() } else { 0.0 };
    let values = values(vm, callback, args.rest(2));
    let delay = Duration::from_secs_f64(delay / 1e3);
    let origin = vm.async_origin(AsyncKind::Timer);
    let id = host(vm)?.timers.borrow_mut().add(values, delay, repeat, origin, Instant::now());
    handle(vm, Kind::Timeout, id)
}

/// Has a function called after a time for which nothing else waits: if there is nothing to do until then, the program ends.
///
/// # Errors
/// In a realm without a host.
pub fn set_unreferenced(vm: &mut Vm, callback: Value, delay: Duration) -> JsResult<()> {
    let values = values(vm, callback, &[]);
    let origin = vm.async_origin(AsyncKind::Timer);
    let host = host(vm)?;
    let mut timers = host.timers.borrow_mut();
    let id = timers.add(values, delay, false, origin, Instant::now());
    timers.set_ref(id, false);
    Ok(())
}

fn set_immediate(vm: &mut Vm, args: Args) -> JsResult {
    let callback = jobs::callback(vm, args.get(0), "setImmediate")?;
    let values = values(vm, callback, args.rest(1));
    let origin = vm.async_origin(AsyncKind::Immediate);
    let id = host(vm)?.timers.borrow_mut().add_immediate(values, origin);
    handle(vm, Kind::Immediate, id)
}

/// The classes of the objects that scripts get.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Timeout,
    Immediate,
}

/// The name of the property of such an object that holds its id.
const ID: &str = "_id";

/// A script's object for a timer.
fn handle(vm: &mut Vm, kind: Kind, id: u32) -> JsResult {
    let host = host(vm)?;
    let known = host.timers.borrow().prototypes.as_ref().map(|all| all.as_slice()[kind as usize]);
    let prototype = match known {
        Some(prototype) => prototype,
        None => {
            let mut all = vm.heap.rooted_vec();
            for (name, is_timeout) in [("Timeout", true), ("Immediate", false)] {
                let prototype = new_prototype(vm, name, is_timeout)?;
                all.push(prototype.value());
            }
            let prototype = all.as_slice()[kind as usize];
            host.timers.borrow_mut().prototypes = Some(all);
            prototype
        }
    };
    let object = vm.new_object_with_prototype(prototype.as_object())?;
    let key = PropertyKey::from_str(vm, ID)?;
    object.define_raw(vm, key, Value::from_u32(id), 0)?;
    Ok(object.value())
}

fn new_prototype(vm: &mut Vm, name: &str, is_timeout: bool) -> JsResult<Object> {
    let prototype = vm.new_object()?;
    // Nobody makes one but the functions of this file.
    vm.new_constructor(name, 0, |vm, _| Err(vm.throw_type_error("Illegal constructor")), prototype)?;
    prototype.define_methods(
        vm,
        &[
            method("ref", 0, |vm, args| set_ref(vm, args, true)),
            method("unref", 0, |vm, args| set_ref(vm, args, false)),
            method("hasRef", 0, has_ref),
            method("@@dispose", 0, close),
        ],
    )?;
    if is_timeout {
        prototype.define_methods(
            vm,
            &[method("refresh", 0, refresh), method("close", 0, close), method("@@toPrimitive", 1, to_primitive)],
        )?;
    }
    Ok(prototype)
}

/// The id of the timer that a value stands for.
fn id_of(vm: &mut Vm, v: Value) -> JsResult<Option<u32>> {
    let number = match v.as_object() {
        Some(object) => {
            let key = PropertyKey::from_str(vm, ID)?;
            match vm.peek(object, key).filter(|id| id.is_number()) {
                Some(id) => id.as_number(),
                None => return Ok(None),
            }
        }
        None if v.is_undefined() || v.is_null() || v.is_symbol() || v.is_bigint() => return Ok(None),
        None => convert::to_number(vm, v)?,
    };
    Ok((number == f64::from(number as u32)).then_some(number as u32))
}

fn set_ref(vm: &mut Vm, args: Args, is_ref: bool) -> JsResult {
    if let Some(id) = id_of(vm, args.this())? {
        host(vm)?.timers.borrow_mut().set_ref(id, is_ref);
    }
    Ok(args.this())
}

fn has_ref(vm: &mut Vm, args: Args) -> JsResult {
    let Some(id) = id_of(vm, args.this())? else { return Ok(Value::FALSE) };
    Ok(Value::bool(host(vm)?.timers.borrow_mut().has_ref(id)))
}

fn refresh(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(id) = id_of(vm, args.this())? {
        host(vm)?.timers.borrow_mut().refresh(id, Instant::now());
    }
    Ok(args.this())
}

fn close(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(id) = id_of(vm, args.this())? {
        host(vm)?.timers.borrow_mut().clear(id);
    }
    Ok(args.this())
}

fn to_primitive(vm: &mut Vm, args: Args) -> JsResult {
    Ok(id_of(vm, args.this())?.map_or(Value::NAN, Value::from_u32))
}

/// Has a function called in the next turn of the event loop, as `setImmediate` does.
///
/// # Errors
/// In a realm without a host.
pub fn add_task(vm: &mut Vm, callback: Value) -> JsResult<()> {
    let values = values(vm, callback, &[]);
    let origin = vm.async_origin(AsyncKind::Immediate);
    host(vm)?.timers.borrow_mut().add_immediate(values, origin);
    Ok(())
}

fn values(vm: &mut Vm, callback: Value, arguments: &[Value]) -> RootedVec {
    let mut values = vm.heap.rooted_vec();
    values.push(callback);
    values.extend_from_slice(arguments);
    values
}

/// What is no timer, and no id of one, is ignored.
fn clear(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(id) = id_of(vm, args.get(0))? {
        host(vm)?.timers.borrow_mut().clear(id);
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
    fn nobody_waits_for_what_is_not_referenced() {
        let mut vm = vm();
        let mut timers = Timers::default();
        let now = Instant::now();
        let values = timer(&mut vm, 1);
        let id = timers.add(values, Duration::from_millis(5), true, 0, now);
        timers.set_ref(id, false);
        timers.set_ref(id, false);
        assert_eq!((timers.wait(now), timers.has_ref(id)), (None, false));
        let values = timer(&mut vm, 2);
        let other = timers.add(values, Duration::from_millis(9), false, 0, now);
        assert_eq!(timers.wait(now), Some(Duration::from_millis(5)));
        timers.refresh(other, now + Duration::from_millis(5));
        assert_eq!(run(&mut timers, now + Duration::from_millis(10)), [1]);
        timers.clear(other);
        assert_eq!(timers.wait(now), None);
        timers.set_ref(id, true);
        assert!(timers.wait(now).is_some());
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
