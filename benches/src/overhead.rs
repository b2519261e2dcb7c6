//! What sampling costs: blocks of the same warm work in one process, with the profiler sampling or paused.
//!
//! The two blocks of a pair follow each other in random order, so that what drifts (frequency, temperature, neighbours) is
//! as often for as against. A third block goes with them, in which the same timers stop the program and the handler returns at once: what the
//! machine and its kernel take, whatever a sampler does. In a fourth another processor interrupts this one as often, without timers and signals (`interrupts`):
//! the least that any sampler that stops the program would cost, in CPU time of the program's thread, since the interrupting thread spins. CPU time is the whole process': the signal handler's, the kernel's delivery, and the sampling thread's;
//! after each block the process rests for so long that the thread has drained the block's samples, and what that takes
//! is counted to the block. The result is the median over pairs of the logarithm of the ratio, with the interval that
//! holds the true median with 95 % confidence, by order statistics: no distribution is assumed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use tarsier::host::Settings;
use tarsier::profiling::sampling::{Options as SamplingOptions, Profiler};
use tarsier::{Engine, Options, PropertyKey, Tier, Value};
use tarsier_shell::globals;

use crate::interrupts::Interrupts;
use crate::stats;
use crate::suite;

/// What to measure.
pub struct Plan {
    /// Octane's folder, if the work is one of its programs.
    pub folder: Option<PathBuf>,
    /// Octane's program; or a script of the user's.
    pub program: String,
    pub script: Option<PathBuf>,
    pub pairs: usize,
    pub block: Duration,
    pub interval: Duration,
    pub tier: Tier,
    pub seed: u64,
}

/// The overhead in one kind of time, as shares of the time without sampling.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overhead {
    pub median: f64,
    /// Ends of the 95 % interval.
    pub low: f64,
    pub high: f64,
}

/// Figures of a measurement; times in seconds, by pair.
#[derive(Debug, Serialize)]
pub struct Figures {
    program: String,
    /// Runs of the program in a block.
    runs: u32,
    interval_us: u64,
    samples: usize,
    cpu: Overhead,
    wall: Overhead,
    /// Of stopping alone.
    empty_cpu: Overhead,
    empty_wall: Overhead,
    /// Of interrupts alone, where they can be had: how many a block had, and CPU time of the program's thread.
    interrupts: Option<(f64, Overhead)>,
    /// By kind of block: not stopped, sampled, stopped only, interrupted.
    cpu_seconds: [Vec<f64>; KINDS],
    wall_seconds: [Vec<f64>; KINDS],
    thread_seconds: [Vec<f64>; KINDS],
}

/// Kinds of blocks.
const WITHOUT: usize = 0;
const SAMPLED: usize = 1;
const STOPPED: usize = 2;
const INTERRUPTED: usize = 3;
const KINDS: usize = 4;

/// Time for which a block's samples may wait to be drained.
const REST: Duration = Duration::from_millis(120);
/// The work is run for so long before anything is measured.
const WARM_UP: Duration = Duration::from_secs(2);

/// Measures, on a thread with a VM of its own.
pub fn measure(plan: Plan, say: impl Fn(&str) + Send) -> Result<Figures> {
    let source = source(&plan)?;
    let options = Options { tier: plan.tier, ..Options::default() };
    tarsier::thread::with_stack(options.stack_size, move || measure_here(&plan, options, &source, say))?
}

/// The script that defines `work()`.
fn source(plan: &Plan) -> Result<String> {
    let quoted = |path: &Path| -> Result<String> {
        let path = std::path::absolute(path)?;
        Ok(serde_json::to_string(path.to_str().context("a path that is not UTF-8")?)?)
    };
    let mut text = String::new();
    if let Some(script) = &plan.script {
        writeln!(text, "load({});", quoted(script)?)?;
        return Ok(text);
    }
    let folder = plan.folder.as_deref().context("the overhead suite needs --dir, Octane's folder, or --script")?;
    for file in suite::octane_files(folder, &plan.program)? {
        writeln!(text, "load({});", quoted(&file)?)?;
    }
    text.push_str(
        "var benches = []; BenchmarkSuite.suites.forEach(s => s.benchmarks.forEach(b => { b.Setup(); benches.push(b); }));\n\
         BenchmarkSuite.ResetRNG();\n\
         function work() { for (const b of benches) b.run(); }\n",
    );
    Ok(text)
}

fn measure_here(plan: &Plan, options: Options, source: &str, say: impl Fn(&str)) -> Result<Figures> {
    let failed = |failure: tarsier::Failure| anyhow!("{failure}");
    let mut engine = globals::engine(options, Settings::default()).map_err(failed)?;
    engine.eval("setup.js", source).map_err(failed)?;
    engine.eval("block.js", "function block(runs) { for (let i = 0; i < runs; i++) work(); }").map_err(failed)?;
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let run = |engine: &mut Engine, runs: u32| -> Result<()> {
        let vm = engine.vm();
        let call = PropertyKey::from_str(vm, "block").and_then(|key| {
            let global = vm.realm().global;
            let block = global.get(vm, key)?;
            vm.call(block, Value::UNDEFINED, &[Value::int(runs as i32)])
        });
        call.map(drop).map_err(|throw| failed(engine.failure(throw)))
    };

    // Warm, and find out how much work makes a block.
    let start = Instant::now();
    let mut done = 0;
    while start.elapsed() < WARM_UP || done == 0 {
        run(&mut engine, 1)?;
        done += 1;
    }
    let one = start.elapsed().as_secs_f64() / f64::from(done);
    let runs = (plan.block.as_secs_f64() / one).round().max(1.0) as u32;
    say(&format!("{} runs of {:.1} ms make a block; {} pairs", runs, one * 1e3, plan.pairs));

    let profiler =
        Profiler::start(engine.vm(), &SamplingOptions { interval: plan.interval, ..SamplingOptions::default() })
            .map_err(|message| anyhow!(message))?;
    profiler.pause();
    let interrupts = Interrupts::new(plan.interval);
    let mut block = |kind: usize| -> Result<[f64; 3]> {
        let is_stopped = kind == SAMPLED || kind == STOPPED;
        if let Some(interrupts) = interrupts.as_ref().filter(|_| kind == INTERRUPTED) {
            interrupts.begin();
        }
        let cpu = seconds(libc::CLOCK_PROCESS_CPUTIME_ID);
        let thread = seconds(libc::CLOCK_THREAD_CPUTIME_ID);
        let wall = Instant::now();
        if is_stopped {
            profiler.only_stop(kind == STOPPED);
            profiler.resume();
        }
        let result = run(&mut engine, runs);
        let wall = wall.elapsed().as_secs_f64();
        let thread = seconds(libc::CLOCK_THREAD_CPUTIME_ID) - thread;
        if is_stopped {
            profiler.pause();
        }
        if let Some(interrupts) = &interrupts {
            interrupts.end();
        }
        std::thread::sleep(REST);
        result.map(|()| [seconds(libc::CLOCK_PROCESS_CPUTIME_ID) - cpu, wall, thread])
    };
    let (mut cpu_seconds, mut wall_seconds): ([Vec<f64>; KINDS], [Vec<f64>; KINDS]) = Default::default();
    let mut thread_seconds: [Vec<f64>; KINDS] = Default::default();
    for pair in 0..plan.pairs {
        let mut kinds = vec![WITHOUT, SAMPLED, STOPPED];
        kinds.extend(interrupts.as_ref().map(|_| INTERRUPTED));
        random.shuffle(&mut kinds);
        for kind in kinds {
            let [cpu, wall, thread] = block(kind)?;
            thread_seconds[kind].push(thread);
            cpu_seconds[kind].push(cpu);
            wall_seconds[kind].push(wall);
        }
        if (pair + 1) % 20 == 0 {
            say(&format!("{} of {} pairs", pair + 1, plan.pairs));
        }
    }
    let profile = profiler.stop(engine.vm());
    let of = |seconds: &[Vec<f64>; KINDS], kind: usize| {
        overhead(&seconds[kind], &seconds[WITHOUT]).context("a block that took no time")
    };
    let figures = Figures {
        program: plan.script.as_ref().map_or(plan.program.clone(), |path| path.display().to_string()),
        runs,
        interval_us: plan.interval.as_micros() as u64,
        samples: profile.samples.len(),
        cpu: of(&cpu_seconds, SAMPLED)?,
        wall: of(&wall_seconds, SAMPLED)?,
        empty_cpu: of(&cpu_seconds, STOPPED)?,
        empty_wall: of(&wall_seconds, STOPPED)?,
        interrupts: match &interrupts {
            Some(interrupts) => Some((interrupts.sent() as f64 / plan.pairs as f64, of(&thread_seconds, INTERRUPTED)?)),
            None => None,
        },
        cpu_seconds,
        wall_seconds,
        thread_seconds,
    };
    // The process is about to end.
    std::mem::forget(engine);
    if figures.samples == 0 {
        bail!("nothing was sampled");
    }
    Ok(figures)
}

/// A clock's time in seconds.
fn seconds(clock: libc::clockid_t) -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists and the destination is ours.
    unsafe { libc::clock_gettime(clock, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Median and 95 % interval of `with / without - 1`, pair by pair.
fn overhead(with: &[f64], without: &[f64]) -> Option<Overhead> {
    let mut logs: Vec<f64> = stats::paired_ratios(with, without)?.into_iter().map(f64::ln).collect();
    let median = stats::median(&logs)?;
    logs.sort_by(f64::total_cmp);
    // The number of figures below the true median is binomial with p = 1/2.
    let (n, z) = (logs.len() as f64, 1.96);
    let below = ((n - z * n.sqrt()) / 2.0).floor().max(0.0) as usize;
    let share = |log: f64| log.exp_m1();
    Some(Overhead { median: share(median), low: share(logs[below]), high: share(logs[logs.len() - 1 - below]) })
}

/// The figures as text.
pub fn text(figures: &Figures) -> String {
    let block = stats::median(&figures.wall_seconds[WITHOUT]).unwrap_or(f64::NAN) * 1e3;
    let mut text = format!(
        "overhead of sampling: {}, {} pairs of blocks of {block:.1} ms, every {} us, {} samples\n",
        figures.program,
        figures.cpu_seconds[SAMPLED].len(),
        figures.interval_us,
        figures.samples
    );
    let mut rows = vec![
        ("CPU time".to_string(), figures.cpu),
        ("wall time".to_string(), figures.wall),
        ("an empty handler's CPU time".to_string(), figures.empty_cpu),
        ("an empty handler's wall time".to_string(), figures.empty_wall),
    ];
    if let Some((count, overhead)) = figures.interrupts {
        rows.push((format!("{count:.0} bare interrupts a block"), overhead));
    }
    for (name, overhead) in rows {
        let percent = |share: f64| share * 100.0;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {name:<30} {:+.2} %   95 % interval {:+.2} % .. {:+.2} %",
            percent(overhead.median),
            percent(overhead.low),
            percent(overhead.high)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_taken_from_the_ranks() {
        let without = vec![1.0; 101];
        let with: Vec<f64> = (0..101).map(|n| 1.0 + f64::from(n) / 1000.0).collect();
        let found = overhead(&with, &without).unwrap();
        assert!((found.median - 0.050).abs() < 1e-12);
        // (101 - 1.96 * sqrt(101)) / 2 = 40.65: the 41st smallest and the 41st largest.
        assert!((found.low - 0.040).abs() < 1e-12 && (found.high - 0.060).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn no_time_is_no_figure() {
        assert_eq!(overhead(&[1.0], &[0.0]), None);
        assert_eq!(overhead(&[], &[]), None);
    }
}
