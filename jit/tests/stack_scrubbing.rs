//! After a collection, what calls had left on the native stack below code in JavaScript is forgotten, in every tier.

use std::hint::black_box;
use vm::native::Args;
use vm::options::{Options, Tier};
use vm::{JsResult, PropertyKey, Value, ValueExt, Vm};

/// A word that nothing else has.
const WORD: usize = 0x0123_4567_89ab_cdef;

#[inline(never)]
fn fill(word: usize) -> usize {
    let words = black_box([word; 400]);
    words[black_box(399)]
}

/// Leaves words on the stack; collects if the argument (or `this.now`, of a getter) is true.
fn leave(vm: &mut Vm, args: Args) -> JsResult {
    fill(WORD);
    let now = match args.this().as_object() {
        Some(this) if args.is_empty() => {
            let key = PropertyKey::from_str(vm, "now")?;
            this.get(vm, key)?
        }
        _ => args.get(0),
    };
    if now == Value::TRUE {
        vm.collect_garbage();
    }
    Ok(Value::int(1))
}

/// How many of the words are there still.
#[inline(never)]
fn left(_vm: &mut Vm, args: Args) -> JsResult {
    let here = (&raw const args) as usize & !7;
    // SAFETY: the stack was in use as far down.
    let words = (8..300).map(|n| unsafe { ((here - n * 8) as *const usize).read_volatile() });
    Ok(Value::int(words.filter(|word| *word == WORD).count() as i32))
}

/// `f(now)` leaves words by one way or other; what is left of them behind the last round, in which there is a collection or not.
const PROGRAM: &str = "
    function rounds(f, n, collect) {
        let seen = 0;
        for (let i = 0; i < n; i++) seen = f(collect && i === n - 1);
        return seen;
    }
    const o = { now: false, leave };
    const made = { now: false, valueOf: leave };
    Object.defineProperty(o, 'got', { get: leave });
    const ways = [
        (now) => { leave(now); return left(); },
        (now) => { o.now = now; const n = o.got; return left() + n - 1; },
        (now) => { made.now = now; const n = 1 + made; return left() + n - 2; },
        (now) => { [now].forEach(leave); return left(); },
    ];";

fn run(tier: Tier) {
    let run = move || {
        let options =
            Options { tier, compile_sync: true, baseline_threshold: 0, optimizer_threshold: 16, ..Options::default() };
        let mut vm = Vm::new(options).expect("a VM");
        jit::install(&mut vm);
        for (name, function) in [("leave", leave as vm::native::NativeFn), ("left", left)] {
            let key = PropertyKey::from_str(&mut vm, name).map_err(drop).expect("a key");
            let native = vm.new_native(key, 0, function).map_err(drop).expect("a function");
            let global = vm.realm().global;
            global.set(&mut vm, key, native.value(), true).map_err(drop).expect("a property");
        }
        vm.run_script("forget.js", PROGRAM).map_err(drop).expect("the functions");
        for way in 0..4 {
            let mut seen = |collect: bool| {
                let source = format!("rounds(ways[{way}], 3000, {collect})");
                vm.run_script("rounds.js", &source).map_err(drop).expect("the rounds").as_int()
            };
            let (kept, forgotten) = (seen(false), seen(true));
            assert!(kept > 100 && forgotten == 0, "way {way}: {kept} words, after a collection {forgotten}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    thread.spawn(run).expect("a thread").join().expect("the program runs");
}

#[test]
fn the_interpreter_forgets() {
    run(Tier::Interpreter);
}

#[test]
fn baseline_code_forgets() {
    run(Tier::Baseline);
}

#[test]
fn optimized_code_forgets() {
    run(Tier::Optimizer);
}
