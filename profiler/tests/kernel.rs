//! Stops that found the program in the kernel are told from those that found it at work.

use profiler::profile::Kernel;
use profiler::sampler::faults::Faults;
use profiler::sampler::signal::now_ns;
use profiler::{Options, Profile, Profiler};
use std::hint::black_box;
use std::time::Duration;

/// Does something again and again for so long; returns begin and end.
fn repeat(nanoseconds: u64, mut work: impl FnMut()) -> (u64, u64) {
    let begin = now_ns();
    while now_ns() < begin + nanoseconds {
        work();
    }
    (begin, now_ns())
}

/// Shares of these samples: no kernel, system calls, page faults.
fn shares(profile: &Profile, (begin, end): (u64, u64)) -> [f64; 3] {
    let samples = &profile.samples;
    let within = |i: &usize| samples.time_ns[*i] > begin && samples.time_ns[*i] <= end;
    let mut counts = [0.0; 3];
    (0..samples.len()).filter(within).for_each(|i| counts[samples.kernel(i) as usize] += 1.0);
    let all: f64 = counts.iter().sum();
    assert!(all > 20.0, "{counts:?}");
    counts.map(|n| n / all)
}

#[test]
fn page_faults_and_system_calls_are_known() {
    const PAGES: usize = 2000;
    const PAGE: usize = 4096;
    let mut vm = vm::Vm::new(vm::options::Options::default()).expect("a VM");
    let options = Options { interval: Duration::from_micros(200), ..Options::default() };
    let profiler = Profiler::start(&mut vm, &options).expect("sampling");
    let mut x = 1u64;
    let at_work = repeat(200_000_000, || (0..20_000).for_each(|i| x = black_box(x.wrapping_mul(31) ^ i)));
    let in_faults = repeat(200_000_000, || {
        let mut memory = memmap2::MmapMut::map_anon(PAGES * PAGE).expect("memory");
        (0..PAGES).for_each(|i| memory[i * PAGE] = 1);
    });
    let file = tempfile();
    let in_calls = repeat(200_000_000, || {
        use std::os::unix::fs::FileExt;
        file.write_all_at(&[1; 4096], 0).expect("written");
    });
    let profile = profiler.stop(&mut vm);
    assert_eq!(profile.check(), Ok(()));
    assert!(shares(&profile, at_work)[Kernel::No as usize] > 0.9, "{:?}", shares(&profile, at_work));
    // Memory is unmapped by system calls; who may not have events sees them alone.
    let [_, calls, faults] = shares(&profile, in_faults);
    assert!(if Faults::of_this_thread().is_some() { faults > 0.3 } else { faults == 0.0 }, "{faults} {calls}");
    assert!(shares(&profile, in_calls)[Kernel::SystemCall as usize] > 0.3, "{:?}", shares(&profile, in_calls));
}

#[test]
fn sampling_that_ends_in_a_pause_can_begin_again() {
    let mut vm = vm::Vm::new(vm::options::Options::default()).expect("a VM");
    let options = Options { interval: Duration::from_micros(200), ..Options::default() };
    let profiler = Profiler::start(&mut vm, &options).expect("sampling");
    profiler.pause();
    profiler.stop(&mut vm);
    let profiler = Profiler::start(&mut vm, &options).expect("sampling");
    repeat(200_000_000, || ());
    assert!(profiler.stop(&mut vm).samples.len() > 20);
}

fn tempfile() -> std::fs::File {
    let path = std::env::temp_dir().join(format!("tarsier-kernel-{}", std::process::id()));
    let file = std::fs::File::create(&path).expect("a file");
    std::fs::remove_file(&path).expect("removed");
    file
}
