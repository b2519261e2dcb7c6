//! Wherever emulated code is stopped, the sampler's walk and what is made of it tell the right frames and lines: a program is run instruction by
//! instruction, and a sample taken before each.
//!
//! Each function of the program is called in one place, so that what is below it on the stack is known by its name.

use crate::host::run_in;
use abi::frame::Frame;
use profiler::resolve::{Resolver, Seen};
use profiler::sampler::log::Log;
use profiler::sampler::ring::Ring;
use profiler::sampler::signal::{HEADER_WORDS, IN_COMPILED, top_frame};
use profiler::sampler::walk::{End, MAX_DEPTH, walk};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use tarsier::{Options, PropertyKey, Tier, Value, Vm};
use tarsier_emulated::{Stopped, observe};

const PROGRAM: &str = include_str!("steps.js");

/// Where each function is called, by the function that calls it and the line; built-ins have no lines.
const CALLS: [(&str, &str, u32); 22] = [
    ("leaf", "straight", 8),
    ("straight", "part", 94),
    ("branches", "part", 95),
    ("half", "middle", 26),
    ("middle", "outer", 29),
    ("outer", "part", 96),
    ("throwing", "map", 0),
    ("map", "maps", 39),
    ("maps", "caught", 43),
    ("caught", "part", 91),
    ("numbers", "part", 89),
    ("Point", "part", 80),
    ("get Point.twice", "part", 86),
    ("compare", "sort", 0),
    ("sort", "part", 82),
    ("rest", "spread", 68),
    ("spread", "part", 97),
    ("(regexp)", "test", 0),
    ("test", "pattern", 71),
    ("pattern", "part", 98),
    ("deep", "part", 99),
    ("part", "", 0),
];

/// Those of the functions that have no lines.
const BUILT_IN: [&str; 4] = ["map", "sort", "test", "(regexp)"];

/// The lines of each function whose lines run one behind the other.
const STRAIGHT: [(&str, &[u32]); 3] = [("leaf", &[2, 3, 4]), ("straight", &[7, 8, 9, 10]), ("outer", &[29, 30])];

/// What the observer has seen.
struct Observed {
    ring: Ring,
    log: Log,
    /// The thunk by which the runtime calls compiled code.
    call: Range<u64>,
    /// Of the calls by it that are under way: the frame that is on top when they return, and whether they have.
    calls: Vec<(*mut Frame, bool)>,
    /// Stops whose frames could not be walked, and such in the thunk where a frame was on top that had gone.
    unwalked: Vec<u64>,
    gone: Vec<u64>,
    in_call: u64,
}

impl Observed {
    /// A sample before the instruction.
    ///
    /// # Safety
    /// The VM is this thread's, and in the code that is stopped.
    unsafe fn sample(&mut self, vm: *const Vm, stopped: &Stopped) {
        // SAFETY: the caller's promise.
        let (context, compiled) = unsafe { (&(*vm).context, &(*vm).observed.compiled) };
        let pc = stopped.pc;
        let top = top_frame(context, compiled, pc, stopped.x(21));
        let time = 100 * (self.log.samples.len() as u64 + 1);
        // SAFETY: there is one thread.
        let mut record = unsafe { self.ring.begin(HEADER_WORDS + MAX_DEPTH) }.expect("room");
        [time, pc, 0, 0, 0, time].into_iter().for_each(|word| record.push(word));
        // SAFETY: the VM is stopped.
        let end = unsafe { walk(context, top, &mut record) };
        let state = context.state.load(Ordering::Relaxed);
        let flags = if compiled.is_code(pc as usize) { IN_COMPILED } else { 0 };
        record.finish(state & 0xff | (end as u32) << 8 | flags << 16);
        let mut words = Vec::new();
        // SAFETY: as above.
        unsafe { self.ring.drain(&mut words) };
        self.log.append(&words);
        if !matches!(end, End::Complete | End::Empty) {
            self.unwalked.push(pc);
        }
        if self.call.contains(&pc) {
            // SAFETY: code can be read where it is run; the frame is laid out when the thunk is called.
            unsafe { self.in_the_thunk(pc, top, stopped.x(1) as *const Frame) };
        }
    }

    unsafe fn in_the_thunk(&mut self, pc: u64, top: *mut Frame, frame: *const Frame) {
        const RET: u32 = 0xd65f_03c0;
        const BLR: u32 = 0xd63f_0000;
        self.in_call += 1;
        if pc == self.call.start {
            // SAFETY: the caller's promise.
            self.calls.push((unsafe { (*frame).caller }, false));
            return;
        }
        let Some((caller, has_returned)) = self.calls.last_mut() else { return };
        // SAFETY: the caller's promise; there is an instruction before.
        let (this, last) = unsafe { ((pc as *const u32).read(), (pc as *const u32).sub(1).read()) };
        *has_returned |= last & 0xffff_fc1f == BLR;
        if *has_returned && top != *caller {
            self.gone.push(pc);
        }
        if this == RET {
            self.calls.pop();
        }
    }
}

/// What is below a function, by name and line.
fn callers(mut name: &str) -> Vec<(String, u32)> {
    let mut all = Vec::new();
    while let Some((_, caller, line)) = CALLS.iter().find(|call| call.0 == name).filter(|call| !call.1.is_empty()) {
        all.push((caller.to_string(), *line));
        name = caller;
    }
    all
}

/// The lines of a function of the program, from where its name is to the brace that is as far to the right.
fn lines_of(name: &str) -> Range<u32> {
    let lines: Vec<&str> = PROGRAM.lines().collect();
    let name = name.rsplit('.').next().unwrap_or(name);
    let starts = [format!("function {name}("), format!("function* {name}("), format!("{name}() {{")];
    let is_start = |line: &&str| {
        let line = line.trim_start();
        starts.iter().any(|start| line.trim_start_matches("get ").starts_with(start.as_str()))
            || name == "Point" && line.starts_with("constructor")
    };
    let first = lines.iter().position(is_start).unwrap_or_else(|| panic!("no {name}"));
    let indent = lines[first].len() - lines[first].trim_start().len();
    let brace = " ".repeat(indent) + "}";
    let last = first + lines[first..].iter().position(|line| *line == brace).expect("an end");
    first as u32 + 1..last as u32 + 2
}

/// Steps through the program in a tier.
fn step_through(tier: Tier) {
    let options = Options {
        tier,
        compile_sync: true,
        baseline_threshold: 0,
        optimizer_threshold: 0,
        regexp_threshold: 0,
        ..Options::default()
    };
    let done = run_in(options, true, |engine| {
        engine.eval("steps.js", PROGRAM).expect("the functions");
        engine.eval("warm.js", "for (let i = 0; i < 60; i++) part(24, false);").expect("the loop");
        let vm = engine.vm();
        let key = PropertyKey::from_str(vm, "part").map_err(drop).expect("a key");
        let global = vm.realm().global;
        let part = global.get(vm, key).map_err(drop).expect("a function");
        let thunk = vm.observed.thunks.iter().find(|(name, _)| *name == "(call machine code)").expect("that thunk");
        let seen = Rc::new(RefCell::new(Observed {
            ring: Ring::new(1 << 13).expect("memory"),
            log: Log::default(),
            call: thunk.1.start as u64..thunk.1.end as u64,
            calls: Vec::new(),
            unwalked: Vec::new(),
            gone: Vec::new(),
            in_call: 0,
        }));
        let (observed, its) = (std::ptr::from_ref(vm), seen.clone());
        // SAFETY: the VM is this thread's, and outlives the observer.
        observe(Some(Box::new(move |stopped| unsafe { its.borrow_mut().sample(observed, stopped) })));
        // Where the count of what runs is out at an entry, the runtime enters, and the function begins twice.
        vm.context.counter.set(i32::MAX);
        for odd in [false, true, false] {
            let result = vm.call(part, Value::UNDEFINED, &[Value::int(12), Value::bool(odd)]);
            assert!(result.is_ok());
        }
        observe(None);
        let Ok(seen) = Rc::try_unwrap(seen) else { panic!("the observer has gone") };
        check(vm, seen.into_inner(), tier);
        None
    });
    assert!(done.counts.calls > 0);
}

fn check(vm: &mut Vm, seen: Observed, tier: Tier) {
    let Observed { log, call, calls, unwalked, gone, in_call, .. } = seen;
    let steps = log.samples.len();
    assert!(steps > 30_000 && in_call > 500, "{steps} steps, {in_call} of them in the thunk");
    assert!(calls.is_empty(), "all calls have returned");
    let none: &[u64] = &[];
    assert_eq!((&unwalked[..], &gone[..]), (none, none), "of {steps}; calls at {call:x?}");
    let pcs: Vec<u64> = log.samples.iter().map(|sample| sample.pc).collect();
    let end_ns = 100 * (steps as u64 + 1);
    let seen = Seen { log, end_ns, ..Seen::default() };
    let profile = Resolver::default().finish(vm, &seen, false);
    assert_eq!(profile.samples.stack.len(), steps);
    let mut wrong: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    let mut names: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    // The lines of the activation that is under way, by function.
    let mut straight: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (n, &pc) in pcs.iter().enumerate() {
        // Innermost first.
        let frames = profile.stacks.walk(profile.samples.stack[n]);
        let frames = frames.map(|f| (profile.function_of(f).name.clone(), profile.frames[f as usize].line));
        let frames: Vec<(String, u32)> = frames.collect();
        let Some((name, line)) = frames.first() else {
            wrong.entry("nothing".into()).or_insert((pc, 0)).1 += 1;
            continue;
        };
        // Before the first function is entered, and where it has left its frame.
        let is_outside = profile.samples.stack[n] == profile.samples.stack[pcs.len() - 1];
        if name == "host" && frames.len() == 1 && (call.contains(&pc) || is_outside) {
            continue;
        }
        let is_ours = CALLS.iter().any(|call| call.0 == name);
        if !is_ours {
            wrong.entry(format!("{frames:?}")).or_insert((pc, 0)).1 += 1;
            continue;
        }
        let mut found = frames[1..].to_vec();
        found.iter_mut().for_each(|frame| {
            if BUILT_IN.contains(&frame.0.as_str()) {
                frame.1 = 0;
            }
        });
        let has_lines = !BUILT_IN.contains(&name.as_str());
        let mut told = callers(name);
        // Optimized code calls it without a frame.
        if tier != Tier::Baseline && !found.iter().any(|frame| frame.0 == "test") {
            told.retain(|frame| frame.0 != "test");
        }
        if found != told || has_lines && !lines_of(name).contains(line) {
            wrong.entry(format!("{frames:?}")).or_insert((pc, 0)).1 += 1;
        }
        names.entry(name.clone()).or_default().insert(pc);
        for (function, lines) in STRAIGHT {
            let Some((_, line)) = frames.iter().find(|frame| frame.0 == function) else {
                if let Some(passed) = straight.remove(function) {
                    let body: Vec<u32> = passed.into_iter().filter(|line| lines.contains(line)).collect();
                    // Optimized code has no instruction for what it knows, and what is done twice may come back to a line.
                    let is_right = if tier == Tier::Baseline { body == lines } else { body.first() == lines.first() };
                    if !is_right {
                        wrong.entry(format!("{function} passes {body:?}")).or_insert((pc, 0)).1 += 1;
                    }
                }
                continue;
            };
            let passed = straight.entry(function).or_default();
            if passed.last() != Some(line) {
                passed.push(*line);
            }
        }
    }
    let places: usize = names.values().map(BTreeSet::len).sum();
    eprintln!("{tier:?}: {steps} steps at {places} places of {} functions", names.len());
    assert!(wrong.is_empty(), "{} kinds: {wrong:#?}", wrong.len());
    let missing: Vec<&str> = CALLS.iter().map(|call| call.0).filter(|name| !names.contains_key(*name)).collect();
    // What is inlined may leave nothing of itself.
    let may_miss: &[&str] = if tier == Tier::Baseline { &BUILT_IN } else { &["map", "sort", "test", "leaf", "rest"] };
    assert!(missing.iter().all(|name| may_miss.contains(name)), "{missing:?}");
}

#[test]
#[ignore = "needs Unicorn's library"]
fn every_instruction_of_the_baseline_tier_has_its_frames_and_line() {
    step_through(Tier::Baseline);
}

#[test]
#[ignore = "needs Unicorn's library"]
fn every_instruction_of_optimized_code_has_its_frames_and_line() {
    step_through(Tier::Optimizer);
}
