//! `--print-code` shows aarch64's code.

use crate::common::run::{End, run};
use std::fs;

#[test]
#[ignore = "needs Unicorn's library"]
fn printed_code_tells_what_its_guards_are_for() {
    let source = "function hot(o, i) {\n  return o.x + i * 3;\n}\nfor (let i = 0; i < 40; i++) hot({ x: i }, 2);\n\
                  $vm.optimizeOnNextCall(hot);\nprint(hot({ x: 1 }, 2));";
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    fs::write(directory.path().join("guards.js"), source).expect("a temporary file can be written");
    let outcome = run(&["--expose-vm", "--compile-sync", "--print-code=hot", "guards.js"], directory.path(), "UTC");
    assert_eq!(outcome.end, End::Code(0), "{}", outcome.stderr_head());
    let text = String::from_utf8_lossy(&outcome.stdout);
    let baseline = text.split("code of hot (").nth(1).expect("baseline code");
    for part in ["Baseline)", "; 2: return o.x + i * 3;", "    000000  ", " ldr ", " b."] {
        assert!(baseline.contains(part), "{part} in\n{text}");
    }
    let optimized = text.split("code of hot (Optimizer)").nth(1).expect("optimized code");
    assert!(optimized.contains("stp x29, x30, [sp, #-0x10]!") && optimized.contains("ret"), "{text}");
    for (reason, place) in [
        ("wrong shape; expected Object {x}", "guards.js:2:"),
        ("overflow; expected an int32 as result", "guards.js:2:"),
        ("not an int32; expected an int32", "guards.js:2:"),
    ] {
        let at = |line: &str| line.contains(reason) && line.contains(place) && line.contains(", resumes at ");
        // At the branch, and where it goes.
        let branch = optimized.lines().find(|line| at(line) && line.contains("  b.")).expect("a branch");
        let label = &branch[branch.find("; exit ").expect("an exit")..];
        let mut lines = optimized.lines().skip_while(|line| *line != label).skip(1);
        let target = lines.next().and_then(|line| line.split_whitespace().next()).expect("the exit");
        assert!(branch.contains(&format!(" {target} ")), "{branch} to {target} in\n{text}");
    }
}
