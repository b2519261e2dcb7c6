//! Exact counts (`--count`) agree, place by place and in every tier, with an independent count: the program instrumented source to source by a prototype
//! of this test (`counts/instrument.rs`, `counts/runtime.js`), which counts by the definitions of JITProf (Gong, Pradel, Sen), section 3.
//!
//! The ignored test does so for the twelve programs of the paper's table 3: `TARSIER_SUITES` names a folder with `SunSpider/` and `octane/`.

#[path = "counts/instrument.rs"]
mod instrument;

use instrument::{Kind, Place, instrument};
use profiler::Profile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where something was counted: in which text, where there, and which of the places there that have this kind.
type Key = (String, Place, usize);

/// What was counted, with the layouts or types that came most often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counted {
    executions: u64,
    icm: u64,
    prototypes: u64,
    poly: u64,
    second: u64,
    undef: u64,
    uninit: u64,
    non_cont: u64,
    non_num: u64,
    cases: Vec<(u64, String)>,
}

/// Cases that a profile keeps of a site.
const CASES: usize = 16;

/// The options of each tier, and of code that is left at random.
const TIERS: [&[&str]; 5] = [
    &["--jitless"],
    &["--tier=baseline"],
    &[],
    &["--optimizer-threshold=400", "--compile-sync"],
    &["--optimizer-threshold=400", "--compile-sync", "--deopt-every=3"],
];

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts/programs")
}

fn shell(folder: &Path, options: &[&str], file: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_tarsier")).current_dir(folder).args(options).arg(file).output();
    let output = output.expect("the shell starts");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?} {}: {}", file.display(), &shown[shown.len().saturating_sub(2000)..]);
    output
}

/// Of cases in any order, those that a profile keeps.
fn most_frequent(mut cases: Vec<(u64, String)>) -> Vec<(u64, String)> {
    cases.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    cases
}

/// What the engine counts.
fn counted(file: &Path, options: &[&str]) -> BTreeMap<Key, Counted> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.tprof");
    let out = format!("--prof-out={}", path.display());
    let all: Vec<&str> = [&["--count", "--prof-interval=50ms", &out], options].concat();
    shell(folder.path(), &all, file);
    let profile = Profile::read(&path).expect("a profile");
    assert!(profile.counted);
    let mut places: BTreeMap<(String, Place), Vec<(u32, u32, Counted)>> = BTreeMap::new();
    for site in profile.sites.iter().filter(|site| site.counts.is_some()) {
        let counts = site.counts.as_ref().expect("filtered");
        let Ok(source) = usize::try_from(profile.functions[site.function as usize].source) else { continue };
        let kind = match site.op.as_str() {
            "GetField" | "GetIndex" => Kind::Read,
            "SetField" | "SetIndex" => Kind::Write,
            "Neg" | "BitNot" | "Inc" | "Dec" | "ToNumber" | "ToNumeric" => Kind::Unary,
            _ => Kind::Binary,
        };
        let layouts = counts.layouts.iter().map(|l| (l.count, l.properties.iter().map(|p| format!("{p}\n")).collect()));
        let types = counts.types.iter().map(|t| (t.count, format!("{} {}", t.left, t.right)));
        let its = Counted {
            executions: counts.executions,
            icm: counts.icm,
            prototypes: counts.prototypes,
            poly: counts.poly,
            second: counts.second,
            undef: counts.undef,
            uninit: counts.uninit,
            non_cont: counts.non_cont,
            non_num: counts.non_num,
            cases: most_frequent(layouts.chain(types).collect()),
        };
        let place = Place { line: site.line, column: site.column, kind };
        let text = profile.sources[source].text.to_string();
        places.entry((text, place)).or_default().push((site.function, site.offset, its));
    }
    let mut all = BTreeMap::new();
    for ((text, place), mut sites) in places {
        // Places of one kind at one column are executed in the order of the code.
        sites.sort_by_key(|(function, offset, _)| (*function, *offset));
        for (n, (.., its)) in sites.into_iter().enumerate() {
            all.insert((text.clone(), place, n), its);
        }
    }
    all
}

/// What the prototype counts. Texts that are evaluated are instrumented, too, once a run has told them.
fn independent(text: &str) -> BTreeMap<Key, Counted> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("instrumented.js");
    let mut texts = vec![(text.to_string(), String::new())];
    let mut places: Vec<(usize, Place)> = Vec::new();
    let add = |texts: &mut Vec<(String, String)>, places: &mut Vec<(usize, Place)>, number: usize| {
        let (instrumented, more) = instrument(&texts[number].0, places.len()).expect("the text can be parsed");
        texts[number].1 = instrumented;
        places.extend(more.into_iter().map(|place| (number, place)));
    };
    add(&mut texts, &mut places, 0);
    loop {
        let known: serde_json::Map<String, Value> =
            texts[1..].iter().map(|(text, instrumented)| (text.clone(), instrumented.clone().into())).collect();
        let runtime = include_str!("counts/runtime.js");
        let whole = format!("{runtime}\nconst $$texts = {};\n{}\n;$$report();\n", Value::Object(known), texts[0].1);
        std::fs::write(&path, whole).expect("the program can be written");
        let output = shell(folder.path(), &[], &path);
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        let told = |prefix: &'static str| lines.lines().filter_map(move |line| line.strip_prefix(prefix));
        let mut is_new = false;
        for line in told("$$text ") {
            let text: String = serde_json::from_str(line).expect("a text");
            if !texts.iter().any(|(known, _)| *known == text) {
                texts.push((text, String::new()));
                let number = texts.len() - 1;
                add(&mut texts, &mut places, number);
                is_new = true;
            }
        }
        if is_new {
            continue;
        }
        let mut seen: BTreeMap<(usize, Place), usize> = BTreeMap::new();
        let mut all = BTreeMap::new();
        for line in told("$$site ") {
            let site: Value = serde_json::from_str(line).expect("a site");
            let number = |name: &str| site[name].as_u64().expect("a number");
            let cases = site["cases"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|case| (case[1].as_u64().expect("a count"), case[0].as_str().expect("a case").to_string()));
            let cases = most_frequent(cases.collect());
            let (text, place) = places[number("iid") as usize];
            let n = seen.entry((text, place)).or_default();
            let its = Counted {
                executions: number("executions"),
                icm: number("icm"),
                prototypes: number("prototypes"),
                poly: number("poly"),
                second: cases.get(1).map_or(0, |case| case.0),
                undef: number("undef"),
                uninit: number("uninit"),
                non_cont: number("nonCont"),
                non_num: number("nonNum"),
                cases,
            };
            all.insert((texts[text].0.clone(), place, *n), its);
            *n += 1;
        }
        return all;
    }
}

/// Where they differ, in words.
fn differences(ours: &BTreeMap<Key, Counted>, theirs: &BTreeMap<Key, Counted>) -> Vec<String> {
    let mut found = Vec::new();
    let keys: std::collections::BTreeSet<&Key> = ours.keys().chain(theirs.keys()).collect();
    for key in keys {
        let text: String = key.0.chars().take(60).collect();
        let place = format!("{}:{} {:?} #{} of {text:?}", key.1.line, key.1.column, key.1.kind, key.2);
        match (ours.get(key), theirs.get(key)) {
            (Some(ours), Some(theirs)) => {
                let cut = |counted: &Counted| {
                    let mut counted = counted.clone();
                    // Of many that are equally frequent some are kept.
                    let least = if counted.cases.len() < CASES { 0 } else { counted.cases[CASES - 1].0 };
                    counted.cases.retain(|case| case.0 > least);
                    counted
                };
                if cut(ours) != cut(theirs) {
                    found.push(format!("{place}:\n  {ours:?}\n  {theirs:?}"));
                }
            }
            (Some(ours), None) => found.push(format!("{place}: not in the independent count: {ours:?}")),
            (None, theirs) => found.push(format!("{place}: not counted: {theirs:?}")),
        }
    }
    found
}

fn compare(name: &str, text: &str, tiers: &[&[&str]]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("the program can be written");
    let theirs = independent(text);
    assert!(!theirs.is_empty(), "{name}: nothing is counted");
    for options in tiers {
        let found = differences(&counted(&file, options), &theirs);
        assert!(
            found.is_empty(),
            "{name} {options:?}: {} differences\n{}",
            found.len(),
            found[..found.len().min(12)].join("\n")
        );
    }
    let sum = |of: fn(&Counted) -> u64| theirs.values().map(of).sum::<u64>();
    println!(
        "{name}: {} places agree in {} configurations; icm {}, poly {}, undef {}, uninit {}, non-cont {}, non-num {}",
        theirs.len(),
        tiers.len(),
        sum(|c| c.icm),
        sum(|c| c.poly),
        sum(|c| c.undef),
        sum(|c| c.uninit),
        sum(|c| c.non_cont),
        sum(|c| c.non_num),
    );
}

#[test]
fn counts_agree_with_an_independent_count() {
    for name in ["layouts.js", "operations.js", "elements.js", "evaluated.js", "calls.js"] {
        let text = std::fs::read_to_string(programs().join(name)).expect("the program can be read");
        compare(name, &text, &TIERS);
    }
}

/// Collections forget what is known by address, and nothing else.
#[test]
fn collections_change_no_count() {
    let name = "layouts.js";
    let text = std::fs::read_to_string(programs().join(name)).expect("the program can be read");
    compare(name, &text, &[&["--gc-stress=997"], &["--gc-stress=997", "--jitless"]]);
}

/// What a program prints, and how it ends, does not depend on counting.
#[test]
fn counting_changes_no_result() {
    for entry in std::fs::read_dir(programs()).expect("a folder") {
        let file = entry.expect("an entry").path();
        let plain = shell(&programs(), &[], &file).stdout;
        for options in TIERS {
            let all: Vec<&str> = [&["--count", "--prof-out=/dev/null"], options].concat();
            assert_eq!(shell(&programs(), &all, &file).stdout, plain, "{} {options:?}", file.display());
        }
    }
}

/// Table 3: the programs, with what they are to be driven by.
const SUNSPIDER: [&str; 7] = [
    "crypto-sha1",
    "string-tagcloud",
    "crypto-md5",
    "date-format-tofte",
    "3d-cube",
    "date-format-xparb",
    "3d-raytrace",
];
const OCTANE: [&str; 4] = ["splay", "deltablue", "raytrace", "box2d"];

/// The lines that the paper names, in its lists (in the order of [`profiler::counts::LISTS`]): by a part of the line, and by the property where a line
/// has many.
const EXPECTED: [(&str, &[usize], &str, &str); 11] = [
    ("crypto-sha1", &[4, 1, 2], "bin[i>>5] |= (str.charCodeAt(i / chrsz) & mask) << (32 - chrsz - i%32)", ""),
    ("string-tagcloud", &[0], "n = walk(i, v[i]);", ""),
    ("crypto-md5", &[4, 1, 2], "bin[i>>5] |= (str.charCodeAt(i / chrsz) & mask) << (i%32)", ""),
    ("date-format-tofte", &[4], "while (ia[ij])", ""),
    ("3d-cube", &[3], "for (; i > -1; i--) CurN[i]", ""),
    ("date-format-xparb", &[1], "String.leftPad(this.getDate()", ""),
    ("3d-raytrace", &[5], "pixels[y][x] = l;", ""),
    ("splay", &[0], "if (key < current.key)", ""),
    ("deltablue", &[0], "return (this.direction == Direction.FORWARD) ? this.v2 : this.v1;", "direction"),
    ("raytrace", &[0], "this.initialize.apply(this, arguments);", "initialize"),
    ("box2d", &[0], "W.Distance=function", "indexB"),
];

/// Tells where the line that the paper expects is in its lists by exact counts, and among the findings by cost.
fn tell_ranks(name: &str, text: &str) {
    let (_, lists, line, key) = EXPECTED.iter().find(|expected| expected.0 == name).expect("a program of table 3");
    let folder = tempfile::tempdir().expect("a folder");
    let (file, path) = (folder.path().join(format!("{name}.js")), folder.path().join("run.tprof"));
    std::fs::write(&file, text).expect("the program can be written");
    shell(folder.path(), &["--count", &format!("--prof-out={}", path.display())], &file);
    let profile = Profile::read(&path).expect("a profile");
    let is_expected = |site: &profiler::sites::Site| {
        let source = usize::try_from(profile.functions[site.function as usize].source).ok();
        let its = source.and_then(|source| profile.sources[source].text.lines().nth(site.line as usize - 1));
        its.is_some_and(|its| its.contains(line)) && (key.is_empty() || site.key == *key)
    };
    let tell = |title: &str, rank: &dyn Fn(&profiler::counts::Counts) -> u64| {
        let of = |site: &profiler::sites::Site| site.counts.as_ref().map_or(0, rank);
        let best = profile.sites.iter().filter(|site| is_expected(site)).map(of).max().unwrap_or(0);
        let before = profile.sites.iter().filter(|site| of(site) > best).count();
        match best {
            0 => println!("{name}: {title}: not in the list"),
            _ => println!("{name}: {title}: rank {} (counted {best})", before + 1),
        }
    };
    for list in lists.iter().map(|&list| &profiler::counts::LISTS[list]) {
        tell(list.title, &list.rank);
    }
    if lists.contains(&0) {
        // As JITProf's own prototype counts.
        tell("inconsistent layouts or prototypes", &|counts| {
            let changes = counts.icm + counts.prototypes;
            if changes > 0 { changes + counts.second } else { 0 }
        });
    }
    let advice = shell(folder.path(), &["advise", "--all", "--format=json"], &file);
    let advice: Value = serde_json::from_slice(&advice.stdout).expect("JSON");
    let all = ["findings", "below"].into_iter().flat_map(|list| advice[list].as_array().into_iter().flatten());
    let is_named = |place: &Value| {
        place["text"].as_str().is_some_and(|text| line.contains(text.trim_end_matches(';')) || text.contains(line))
    };
    let rank = all.clone().position(|finding| {
        let parts = |name: &str| finding[name].as_array().cloned().unwrap_or_default();
        is_named(finding)
            || parts("places").iter().any(is_named)
            || parts("because").iter().any(|because| is_named(&because["at"]))
    });
    match rank {
        Some(rank) => {
            let finding = all.clone().nth(rank).expect("it was found");
            let above = advice["findings"].as_array().map_or(0, Vec::len);
            let shown = if rank < above { "above" } else { "below" };
            println!(
                "{name}: by cost rank {} ({shown} the line): {} {} ms",
                rank + 1,
                finding["pattern"],
                finding["cost"]["ms"]
            );
        }
        None => println!("{name}: by cost not found"),
    }
}

/// Octane's programs run for a second each: here each of their benchmarks runs once.
fn once(text: &str) -> String {
    let end = text.find("BenchmarkSuite.config.doWarmup").expect("what drives the suite");
    let drive = "BenchmarkSuite.ResetRNG();
for (var s = 0; s < BenchmarkSuite.suites.length; s++) {
  for (var b = 0; b < BenchmarkSuite.suites[s].benchmarks.length; b++) {
    var benchmark = BenchmarkSuite.suites[s].benchmarks[b];
    benchmark.Setup();
    benchmark.run();
    benchmark.TearDown();
  }
}
";
    format!("{}\n{drive}", &text[..end])
}

#[test]
#[ignore = "needs SunSpider and Octane in the folder that TARSIER_SUITES names"]
fn counts_agree_on_the_programs_of_table_3() {
    let suites = PathBuf::from(std::env::var_os("TARSIER_SUITES").expect("TARSIER_SUITES names a folder"));
    let only = std::env::var("TARSIER_ONLY").unwrap_or_default();
    let read = |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let sunspider = SUNSPIDER.map(|name| (name, read(suites.join(format!("SunSpider/{name}.js")))));
    let octane = OCTANE.map(|name| (name, once(&read(suites.join(format!("octane/{name}.js"))))));
    for (name, text) in sunspider.iter().chain(&octane).filter(|(name, _)| name.contains(&only)) {
        tell_ranks(name, text);
        compare(name, text, &[TIERS[0], TIERS[1], TIERS[2], TIERS[4]]);
    }
}
