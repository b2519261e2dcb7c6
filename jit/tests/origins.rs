//! What profiles are told of optimized code.

use vm::Vm;
use vm::code::origin::{CodeOrigin, MachineCode};
use vm::options::{Options, Tier};

/// Calls that are inlined, in each other and beside each other, with joins of several ways through them and values that live across.
const PROGRAM: &str = "
    function Point(x, y) { this.x = x; this.y = y; }
    Point.prototype.size = function () { return Math.sqrt(this.x * this.x + this.y * this.y); };
    Point.prototype.turned = function (by) { return by > 0 ? new Point(this.y, this.x) : this; };
    function pick(n) { if (n % 3 === 1) return n * 3; if (n % 5 === 2) return half(n); return n & 7; }
    function half(n) { return n % 2 === 0 ? n / 2 : n * 0.5; }
    function ways(a, b, c) {
      let x = a, y = b;
      if (a % 7 === 3) { x = b; y = c; } else if (b % 5 === 1) { if (c & 1) { x = c; y = a; } else { y = x; x = b; } } else if (c % 3 === 0) { y = c; }
      return mixed(x, y) ? x * 2 - y : mixed(y, c) ? y - c : x + c;
    }
    function mixed(a, b) { return a > 10 ? b & 1 : a < 3 || b % 3 === 1 && a !== b; }
    function clamp(n, low, high) { return n < low ? low : n > high ? high : n; }
    function each(list, f) { let s = 0; for (let i = 0; i < list.length; i++) s = f(s, list[i], i); return s; }
    const points = []; for (let i = 0; i < 40; i++) points.push(new Point(i, i * 0.5));
    function work(n) {
      let s = 0, t = 1, u = 0.5;
      for (let i = 0; i < n; i++) {
        const p = points[i % 40].turned(i - 500);
        s += pick(i) + clamp(pick(i + 1), 3, half(i));
        t = clamp((t * 7 + pick(s | 0)) | 0, -1000, 1000);
        let a = i & 15, b = s & 31, c = t & 63;
        for (let k = 0; k < 9; k++) { const d = ways(a, b, c); if (d & 1) { a = b; b = d & 255; } else if (d & 2) { c = a; a = d & 127; } else { b = c; c = ways(b, a, k); } }
        t += ways(a, c, b);
        u += p.size() * half(t) + each(points, (a, q, k) => k & 1 ? a + q.x : a - clamp(q.y, 1, 9));
      }
      return s + t + u;
    }
    for (let i = 0; i < 12; i++) work(1000);
";

/// What is to be known of a program's optimized code, each piece of it, once it has run.
fn of_optimized<T: Send + 'static>(program: &'static str, of: fn(&Vm, &MachineCode) -> T) -> Vec<T> {
    let run = move || {
        let options =
            Options { compile_sync: true, baseline_threshold: 0, optimizer_threshold: 0, ..Options::default() };
        let mut vm = Vm::new(options).expect("a VM");
        jit::install(&mut vm);
        assert!(vm.run_script("inlined.js", program).is_ok());
        let all = vm.observed.machine_code.iter();
        all.filter(|code| code.tier == Tier::Optimizer).map(|code| of(&vm, code)).collect()
    };
    let thread = std::thread::Builder::new().stack_size(Options::default().stack_size);
    thread.spawn(run).expect("a thread").join().expect("it runs")
}

/// The optimized code of the program.
fn optimized() -> Vec<MachineCode> {
    of_optimized(PROGRAM, |_, code| code.clone())
}

/// The calls by which one came to an origin, innermost first: what it is inlined into.
fn calls(code: &MachineCode, origin: u32) -> Vec<CodeOrigin> {
    code.chain(origin).skip(1).collect()
}

#[test]
fn approximate_ranges_are_few_and_cross_no_inline_boundary() {
    let (mut approximate, mut all, mut inlined) = (0, 0, 0);
    for code in optimized() {
        let ranges: Vec<_> = code.ranges.iter().collect();
        let is_known = |i: &usize| (ranges[*i].origin as usize) < code.origins.len();
        inlined += ranges.iter().filter(|r| !calls(&code, r.origin).is_empty()).count();
        for (i, range) in ranges.iter().enumerate() {
            let end = ranges.get(i + 1).map_or(code.end - code.start, |next| next.start as usize);
            all += end - range.start as usize;
            if !range.is_approximate {
                continue;
            }
            approximate += end - range.start as usize;
            let is_exact = |i: &usize| is_known(i) && !ranges[*i].is_approximate;
            let before = (0..i).rev().find(is_exact);
            let after = (i + 1..ranges.len()).find(is_exact);
            let own = calls(&code, range.origin);
            for neighbour in [before, after].into_iter().flatten() {
                let around = calls(&code, ranges[neighbour].origin);
                assert!(around.ends_with(&own), "{range:?}: {own:?}, beside {around:?}");
            }
        }
    }
    assert!(inlined > 100, "{inlined} ranges of inlined functions");
    assert!(approximate * 50 <= all, "{approximate} of {all} bytes");
}

#[test]
fn every_instruction_of_optimized_code_has_an_origin() {
    for code in optimized() {
        let nowhere = code.ranges.iter().filter(|range| range.origin as usize >= code.origins.len()).count();
        assert_eq!(nowhere, 0, "{:?}", code.ranges);
    }
}

/// Loops on lines of their own, each of a different weight, with calls between them and values that live across.
#[cfg(target_arch = "x86_64")]
const LOOPS: &str = "
    const found = []; let k = 0;
    function now() { return found.length * 0.5; }
    function work() {
      let s = 0, t = now();
      for (let i = 0; i < 300; i++) s += i;
      found[k & 7] = now() - t; t = now();
      for (let i = 0; i < 300; i++) s = (s * 7 + i) & 0xffff;
      found[k & 7] = now() - t; t = now();
      for (let i = 0; i < 300; i++) s ^= i;
      found[k++ & 7] = now() - t;
      return s;
    }
    for (let i = 0; i < 50; i++) work();
";

/// Where branches of an instruction lead, within code that is so long; what follows it included.
#[cfg(target_arch = "x86_64")]
fn ways_on(instruction: &iced_x86::Instruction, length: usize) -> Vec<usize> {
    use iced_x86::FlowControl;
    let to = instruction.near_branch_target() as usize;
    let ways = match instruction.flow_control() {
        FlowControl::UnconditionalBranch => vec![to],
        FlowControl::ConditionalBranch => vec![to, instruction.next_ip() as usize],
        FlowControl::Return | FlowControl::IndirectBranch | FlowControl::Exception => Vec::new(),
        _ => vec![instruction.next_ip() as usize],
    };
    ways.into_iter().filter(|way| *way < length).collect()
}

/// The lines of the machine loops of a piece of code: a set for each loop.
#[cfg(target_arch = "x86_64")]
fn lines_of_loops(vm: &Vm, code: &MachineCode) -> Vec<std::collections::BTreeSet<u32>> {
    use iced_x86::{Decoder, DecoderOptions};
    use std::collections::btree_map::Entry;
    use std::collections::{BTreeMap, BTreeSet};
    let length = code.end - code.start;
    // SAFETY: the code is installed, and nothing runs that would free it.
    let bytes = unsafe { std::slice::from_raw_parts(code.start as *const u8, length) };
    let mut reached: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        let Entry::Vacant(place) = reached.entry(at) else { continue };
        let next = Decoder::with_ip(64, &bytes[at..], at as u64, DecoderOptions::NONE).decode();
        open.extend(place.insert(ways_on(&next, length)).iter());
    }
    let from = |start: usize| {
        let mut seen = BTreeSet::new();
        let mut open = reached[&start].clone();
        while let Some(at) = open.pop() {
            if seen.insert(at) {
                open.extend(&reached[&at]);
            }
        }
        seen
    };
    let line = |at: usize| {
        let origin = code.origins[code.ranges.find(at as u32).expect("a range").origin as usize];
        vm.code.get(origin.code_id).and_then(|info| info.line_column(origin.offset)).expect("a line").line
    };
    let after: BTreeMap<usize, BTreeSet<usize>> = reached.keys().map(|&at| (at, from(at))).collect();
    let mut loops: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for &at in reached.keys().filter(|at| after[at].contains(at)) {
        // A loop is known by the first of those that lead to each other.
        let first = *after[&at].iter().find(|other| after[other].contains(&at)).expect("itself");
        loops.entry(first).or_default().insert(line(at));
    }
    loops.into_values().collect()
}

/// The register allocator's moves included, which have no place of their own.
#[test]
#[cfg(target_arch = "x86_64")]
fn every_instruction_of_a_loop_is_on_its_line() {
    let loops: Vec<_> = of_optimized(LOOPS, lines_of_loops).into_iter().flatten().collect();
    for line in [6, 8, 10] {
        assert!(loops.iter().any(|lines| lines.contains(&line)), "{line}: {loops:?}");
    }
    for lines in loops {
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
}
