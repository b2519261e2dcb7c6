//! Sampling at 10 kHz under everything at once: four VMs on four threads, the machine's cores kept busy besides, recursion to the limits of both stacks, timers,
//! Atomics.wait, code that comes and goes, collections. For minutes, so it runs when it is asked for:
//! `TARSIER_STRESS=1800 cargo test --release --test sampling_stress -- --ignored` (seconds; 20 without).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tarsier::profiling::sampling::{Options as Sampling, Profile};
use tarsier::{Engine, Options};

const PROGRAM: &str = "\
const cell = new Int32Array(new SharedArrayBuffer(4));
const end = performance.now() + LENGTH;
let rounds = 0, kept = [];
function down(n) { return down(n + 1) + 1; }
function native(n) { return [n].map((x) => native(x + 1) + 1)[0]; }
function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
function leaf(x) { return Math.sin(x) + Math.sqrt(x); }
function round(k) {
  if (k % 16 === 0) {
    let depth = 0;
    for (const recurse of [down, native]) {
      try { recurse(0); } catch (e) { if (!(e instanceof RangeError)) throw e; depth++; }
    }
    if (depth !== 2) throw new Error('no limit');
  }
  let s = 0;
  for (let i = 0; i < 2000; i++) s += leaf(i);
  for (const x of numbers(100)) s += x;
  s += new Function('x', 'let t = 0; for (let i = 0; i < 60; i++) t += x + ' + k + '; return t')(k);
  kept = [5, 3, 4, 1, 2].sort((a, b) => a - b).map((x) => ({ x, list: [x, String(s)] }));
  JSON.parse(JSON.stringify(kept));
  'xxaaab'.repeat(20).replace(/a+b/g, (m) => m.length);
  if (k % 8 === 0) Atomics.wait(cell, 0, 0, 1);
  Promise.resolve(k).then((n) => { s += n; });
}
(function turn() {
  for (let i = 0; i < 10; i++) round(rounds++);
  if (performance.now() < end) setTimeout(turn, rounds % 3);
})();
";

fn sampled(seconds: u64, gc_stress: u32) -> Profile {
    let options = Options { gc_stress, ..Options::default() };
    let run = move || {
        let mut engine = Engine::new(options).expect("a VM");
        let sampling = Sampling { interval: Duration::from_micros(100), ..Sampling::default() };
        engine.start_profiling(&sampling).expect("sampling");
        let program = PROGRAM.replace("LENGTH", &(seconds * 1000).to_string());
        let done = engine.eval("stress.js", program).map(drop).and_then(|()| engine.run_event_loop());
        assert!(done.is_ok(), "{}", done.map_err(|e| e.to_string()).unwrap_err());
        engine.stop_profiling().expect("a profile")
    };
    tarsier::thread::with_stack(8 << 20, run).expect("a thread")
}

#[test]
#[ignore = "takes long and all cores"]
fn four_machines_at_ten_kilohertz() {
    let seconds = std::env::var("TARSIER_STRESS").map_or(20, |s| s.parse().expect("seconds"));
    let stop = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let runs = [0, 0, 1000, 200].map(|gc_stress| scope.spawn(move || sampled(seconds, gc_stress)));
        let profiles = runs.map(|run| run.join());
        stop.store(true, Ordering::Relaxed);
        for profile in profiles.map(|p| p.expect("a run")) {
            let sampling = &profile.sampling;
            let unwalked: u64 = sampling.unwalked.iter().map(|(_, n)| n).sum();
            println!(
                "{} samples, {} not walked, {} late, {} lost, {} unresolved",
                sampling.stops, unwalked, sampling.overruns, sampling.lost, sampling.unresolved
            );
            assert_eq!(profile.check(), Ok(()));
            assert!(sampling.stops > 100 && unwalked * 1000 <= sampling.stops.max(1000), "{:?}", sampling.unwalked);
            assert_eq!((sampling.lost, sampling.unresolved), (0, 0));
            assert!(profile.functions.iter().any(|f| f.name == "down"));
        }
    });
}
