//! A small profile made by hand, for the tests of formats and reports.

use crate::profile::*;

/// 20 samples of 1 ms: main calls f (inlined g in it) in three tiers, sort, a collection, a timer's callback, idle time.
pub fn sample_profile() -> Profile {
    let mut p = Profile::empty();
    p.program = "demo".into();
    p.process = 4242;
    p.start_ns = 1_000_000_000;
    p.start_unix_ms = 1_700_000_000_000;
    p.sources.push(Source {
        id: 3,
        name: "dir/a, b.js".into(),
        text: String::from("function f(x) {\n  return g(x) + 1;\n}\nfunction g(x) { return x; }\nfor (;;) f(1);\n")
            .into(),
        ignored: false,
        made: None,
    });
    let mut function = |name: &str, kind, source, line, column| {
        p.functions.push(Function {
            name: name.into(),
            kind,
            source,
            line,
            column,
            end_line: 0,
            end_column: 0,
            code_ids: vec![],
        });
        p.functions.len() as u32 - 1
    };
    use FunctionKind as K;
    let host = function("host", K::Host, -1, 0, 0);
    let main = function("<main>", K::Script, 0, 1, 1);
    let f = function("f", K::Script, 0, 1, 1);
    let g = function("g", K::Script, 0, 4, 1);
    let sort = function("sort", K::Builtin, -1, 0, 0);
    let mark = function("(gc mark)", K::Vm, -1, 0, 0);
    let idle = function("(idle)", K::Vm, -1, 0, 0);
    let parse = function("(parse)", K::Vm, -1, 0, 0);
    p.opcodes = vec!["Add".into(), "Call".into()];
    let mut frame = |function, line, opcode, tier, inlined| {
        p.frames.push(Frame { function, line, column: 3, offset: 8, opcode, tier, inlined });
        p.frames.len() as u32 - 1
    };
    let f_host = frame(host, 0, -1, Tier::Host, false);
    let f_parse = frame(parse, 0, -1, Tier::Vm, false);
    let f_main = frame(main, 5, 1, Tier::Interpreter, false);
    let f_f = frame(f, 2, 0, Tier::Interpreter, false);
    let f_opt = frame(f, 2, 0, Tier::Optimized, false);
    let f_g = frame(g, 4, 0, Tier::Optimized, true);
    let f_sort = frame(sort, 0, -1, Tier::Builtin, false);
    let f_mark = frame(mark, 2, -1, Tier::Vm, false);
    let f_idle = frame(idle, 0, -1, Tier::Vm, false);
    let mut stack = |parent: i64, frame| {
        p.stacks.parent.push(parent);
        p.stacks.frame.push(frame);
        p.stacks.len() as i64 - 1
    };
    let s_host = stack(-1, f_host);
    let s_parse = stack(s_host, f_parse);
    let s_main = stack(-1, f_main);
    let s_f = stack(s_main, f_f);
    let s_opt = stack(s_main, f_opt);
    let s_g = stack(s_opt, f_g);
    let s_sort = stack(s_main, f_sort);
    let s_sorted = stack(s_sort, f_f);
    let s_mark = stack(s_f, f_mark);
    let s_idle = stack(-1, f_idle);
    let s_timer = stack(-1, f_f);
    p.natives.push(NativeSymbol { name: "vm::sort::merge".into(), library: "tarsier".into() });
    p.async_origins.push(AsyncOrigin { kind: "timer".into(), stack: s_main, parent: 0 });
    let mut time = p.start_ns;
    let mut sample = |stack, category, native, origin, count| {
        for _ in 0..count {
            time += 1_000_000;
            let kernel = if category == Category::Builtin { Kernel::SystemCall } else { Kernel::No };
            p.samples.push(Sample { time_ns: time, weight_ns: 1_000_000, stack, category, native, origin, kernel });
        }
    };
    sample(s_parse, Category::Parse, -1, 0, 1);
    sample(s_main, Category::Interpreter, -1, 0, 2);
    sample(s_f, Category::Interpreter, -1, 0, 4);
    sample(s_mark, Category::GcMark, -1, 0, 2);
    sample(s_opt, Category::Optimized, -1, 0, 1);
    sample(s_g, Category::Optimized, -1, 0, 4);
    sample(s_sort, Category::Builtin, 0, 0, 1);
    sample(s_sorted, Category::Interpreter, -1, 0, 2);
    sample(s_idle, Category::Idle, -1, 0, 2);
    sample(s_timer, Category::Interpreter, -1, 1, 1);
    p.end_ns = time + 200_000;
    p.gc.push(GcEvent {
        start_ns: p.start_ns + 7_100_000,
        duration_ns: 1_900_000,
        kind: "full".into(),
        reason: "allocation".into(),
        bytes_before: 5 << 20,
        bytes_after: 1 << 20,
    });
    p.compiles.push(CompileEvent {
        start_ns: p.start_ns,
        duration_ns: 900_000,
        phase: "parse".into(),
        function: -1,
        source: 0,
    });
    p.sampling.stops = 20;
    p
}

/// A deopt with a guard at the top of the stack.
pub fn deopt(stack: i64) -> DeoptEvent {
    DeoptEvent {
        time_ns: 3_000_000,
        stack,
        tier: Tier::Optimized,
        reason: "wrong shape".into(),
        detail: "expected shape #1 {x}, came shape #2 {y}".into(),
        expected: "shape #1 {x}".into(),
        came: "shape #2 {y}".into(),
        resumption: NONE,
        code: 7,
        age_ns: 1000,
        exits: 0,
        times: 1,
        thrown_away: true,
        given_up: vec![(0, 1)],
        loop_ended: false,
        compile_ns: 500,
        reoptimized_ns: 0,
    }
}
