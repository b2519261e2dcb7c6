//! Generated programs, in VMs of this process: the interpreter's outcome is the emulator's.

use crate::common::pool::{demand_none, failures};
use crate::runs_all;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tarsier::host::Settings;
use tarsier::{Options, Vm, thread};
use tarsier_emulated::counts;
use tarsier_fuzz::configurations::{CONFIGURATIONS, Configuration};
use tarsier_fuzz::generate::{generate, source};
use tarsier_fuzz::outcome::{End, Outcome, compare, first_difference};
use tarsier_fuzz::worker;

/// Programs that are run, if all, and if a part.
const ALL: u64 = 1200;
const PART: u64 = 150;

const LIMIT: Duration = Duration::from_secs(600);

const EMULATED: [Configuration; 3] = [
    Configuration { name: "baseline", options: &["--tier=baseline", "--baseline-threshold=1"] },
    Configuration {
        name: "opt",
        options: &[
            "--tier=opt",
            "--baseline-threshold=1",
            "--optimizer-threshold=1",
            "--compile-sync",
            "--regexp-threshold=1",
        ],
    },
    Configuration {
        name: "deopts",
        options: &[
            "--tier=opt",
            "--baseline-threshold=1",
            "--optimizer-threshold=1",
            "--compile-sync",
            "--regexp-threshold=1",
            "--deopt-every=3",
        ],
    },
];

fn outcome(options: Options, tiers: fn(&mut Vm), text: &str) -> Outcome {
    worker::run(options, tiers, text, LIMIT).expect("a VM")
}

#[test]
#[ignore = "needs Unicorn's library"]
fn generated_programs_do_what_they_do_in_the_interpreter() {
    let seeds: Vec<u64> = (1..=if runs_all() { ALL } else { PART }).collect();
    let (calls, exits, compared) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failures = failures(&seeds, |&seed| {
        let text = source(&generate(seed, None));
        let work = || {
            let expected = outcome(CONFIGURATIONS[0].vm_options(), Settings::default().tiers, &text);
            for configuration in &EMULATED {
                let found = outcome(configuration.vm_options(), tarsier_emulated::install, &text);
                calls.fetch_add(counts().calls, Ordering::Relaxed);
                exits.fetch_add(counts().exits, Ordering::Relaxed);
                if let Some(fault) = compare(&expected, &found, LIMIT.as_millis() as u64) {
                    let what = first_difference(&expected, &found);
                    return Err(format!("seed {seed}, {}: {fault:?}: {what}", configuration.name));
                }
                let says = matches!(expected.end, End::Good | End::Uncaught(_));
                compared.fetch_add(says.into(), Ordering::Relaxed);
            }
            Ok(())
        };
        thread::with_stack(Options::default().stack_size, work).expect("a thread")
    });
    demand_none(&failures, seeds.len(), "generated programs");
    let [calls, exits, compared] = [calls, exits, compared].map(AtomicU64::into_inner);
    eprintln!(
        "{} programs, {compared} runs compared, {calls} calls into emulated code, {exits} out of it",
        seeds.len()
    );
    assert!(compared > 2 * seeds.len() as u64 && calls > seeds.len() as u64);
}
