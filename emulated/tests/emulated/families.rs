//! Programs that take each family of stencils.

use crate::host::{run, settled};
use abi::opcode::Opcode;
use tarsier::{Options, Tier};

/// Runs a program both ways; of the instructions of these kinds, of which it does thousands, compiled code may hand only so many to the runtime.
fn both_ways(text: &str, inline: &[Opcode], most: u64) {
    let expected = run(Options { tier: Tier::Interpreter, ..Options::default() }, false, text);
    let options = Options { tier: Tier::Baseline, baseline_threshold: 0, ..Options::default() };
    let emulated = run(options, true, text);
    assert_eq!(settled(&emulated), settled(&expected));
    assert!(!expected.output.is_empty(), "nothing was printed");
    assert!(emulated.counts.calls > 0 && emulated.counts.exits > 0, "nothing was run");
    for op in inline {
        let handed_back = emulated.handed_back[*op as usize];
        assert!(handed_back <= most, "{handed_back} times {}", op.name());
    }
}

#[test]
#[ignore = "needs Unicorn's library"]
fn int32_and_double_arithmetic() {
    both_ways(
        "function f(n) {
           let s = 2147480000, d = 0.5, b = 0, z = -1;
           for (let i = 0; i < n; i++) {
             s = s + i; d = d * 1.0009765625 - i / 3 + (i % 7); b = (b << 3) ^ (s >>> 2) ^ (i >> 1) | (i << (i & 31));
             z = z * -1; b = b + 0x7fff | 0; d++; d = -d; b = ~b; b &= 0xffffff; s -= 3;
           }
           return [s, d, b, z, 1 / (z * 0), b << 33, b >> 31, b >>> 30, -b, b * b].join();
         }
         for (let k = 0; k < 9; k++) print(f(k), f(500));
         // At the edges of int32.
         for (const x of [2147483647, -2147483648, 0, -0, 1.5, NaN, 4294967296, -1e300])
           for (const y of [1, -1, 0, 2147483647, 0.5, 31]) {
             function g(x, y) { return [x + y, x - y, x * y, x / y, x % y, x & y, x | y, x ^ y, x << y, x >> y, x >>> y, -x, ~x]; }
             print(x, y, g(x, y).map(v => Object.is(v, -0) ? '-0' : v), x < y, x <= y, x > y, x >= y, x == y, x === y);
           }",
        &[Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Div, Opcode::BitAndInt, Opcode::ShlInt, Opcode::ShrInt, Opcode::Inc, Opcode::Neg, Opcode::BitNot],
        700,
    );
}

#[test]
#[ignore = "needs Unicorn's library"]
fn comparisons_and_branches() {
    both_ways(
        "function f(a, n) {
           let seen = 0;
           for (let i = 0; i < n; i++) {
             if (i < a) seen++; else if (i <= a + 1) seen += 2; else if (!(i >= 50)) seen += 3;
             if (i > 1.5) seen += 4;
             if (i == 7) seen += 5; if (i !== a) seen += 6;
             switch (i & 7) { case 0: seen++; break; case 1: case 2: seen += 7; break; case 5: continue; default: seen--; }
             let v = i & 1 ? null : i & 2 ? undefined : i & 4 ? '' : i & 8 ? 'text' : {};
             if (v) seen += 8; if (!v) seen += 9; if (v == null) seen += 10; if (v === undefined) seen += 11;
             seen += typeof v === 'string' ? 12 : typeof v === 'object' ? 13 : 14;
             seen += ('x' + (i & 3)) === 'x1' ? 15 : 16;
             seen += (v ?? 17) === 17 ? 18 : 19;
             do { seen++; } while (seen % 3 != 0);
           }
           return seen;
         }
         print(f(3, 10), f(20.5, 2000), f(-1, 30));",
        &[Opcode::JumpLt, Opcode::JumpNotLt, Opcode::JumpEqInt, Opcode::JumpFalse, Opcode::JumpTrue, Opcode::SwitchInt, Opcode::Typeof, Opcode::Jump],
        300,
    );
}

#[test]
#[ignore = "needs Unicorn's library"]
fn properties_by_inline_cache() {
    both_ways(
        "class Point { constructor(x, y) { this.x = x; this.y = y; } get sum() { return this.x + this.y; } length2() { return this.x * this.x + this.y * this.y; } }
         class Point3 extends Point { constructor(x, y, z) { super(x, y); this.z = z; } }
         function many(k) { const o = {}; for (let i = 0; i < k; i++) o['p' + i] = i; o.last = k; return o; }
         var global = 1;
         function f(n) {
           let s = 0;
           const big = many(20), text = 'seven!!', list = [1, 2, 3], bytes = new Uint8Array(5);
           const shapes = [{ a: 1 }, { b: 0, a: 2 }, { c: 0, b: 0, a: 3 }];
           const mega = []; for (let i = 0; i < 40; i++) mega.push({ ['k' + i]: 0, a: i });
           for (let i = 0; i < n; i++) {
             const p = new Point(i, 2), q = new Point3(1, i, 3);
             s += p.x + q.z + p.length2() + q.sum + big.last + text.length + list.length + bytes.length;
             p.x = s; big.last = i; q.w = p.x; big['n'] = i;
             s += shapes[i % 3].a; shapes[i % 3].a = i & 7;
             s += mega[i % 40].a; mega[i % 40].a = i & 3;
             if (p.nothing !== undefined) s++;
             if (q instanceof Point && !(p instanceof Point3)) s -= 4;
             global = s & 0xff; s += global;
             s %= 1000003;
           }
           return s;
         }
         print(f(5), f(1500)); Point.prototype.length2 = () => 1; print(f(100)); Object.prototype.nothing = 1; print(f(100));",
        &[Opcode::GetField, Opcode::GetGlobal, Opcode::SetGlobal, Opcode::InstanceOf],
        3000,
    );
}

#[test]
#[ignore = "needs Unicorn's library"]
fn elements() {
    both_ways(
        "function f(n) {
           const ints = [], doubles = [0.5, 1.5, 2.5, 3.5], tagged = ['a', {}, null, 4], holey = [1, , 3, 4];
           for (let i = 0; i < 8; i++) ints[i] = i;
           const views = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array].map(T => new T(8));
           let s = 0;
           for (let i = 0; i < n; i++) {
             s += ints[i & 7] + doubles[i & 3]; ints[i & 7] = i; doubles[i & 3] = i / 4; tagged[i & 3] = i & 1 ? 'text' : i;
             if (tagged[i & 3] === 'text') s++;
             if (holey[i & 3] === undefined) s++; holey[2] = i;
             s += 'some text'.charCodeAt(i % 9);
           }
           for (const view of views) {
             // Of one text they would be one code.
             const g = Function('view', 'n', `// ${view.constructor.name}\\n` + 'let s = 0; for (let i = 0; i < n; i++) { view[i & 7] = i * 37; s += view[i & 7]; view[i & 7] = i * -1.75; s += view[i & 7]; } return s;');
             s += g(view, n); print(view);
           }
           return s;
         }
         print(f(10)); print(f(1000)); print([][3], [1, 2][-1], 'abc'[1], 'abc'[7]);",
        &[Opcode::GetIndex, Opcode::SetIndex],
        4000,
    );
}

#[test]
#[ignore = "needs Unicorn's library"]
fn calls_closures_and_exceptions() {
    both_ways(
        "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
         function defaults(a, b = 3, ...rest) { return a + b + rest.length + arguments.length; }
         function counter() { let n = 0; return { up: () => ++n, add(by) { n += by; return this; }, get n() { return n; } }; }
         function* steps(n) { for (let i = 0; i < n; i++) { const got = yield i; if (got) i += got; } return 'end'; }
         function thrower(i) { if (i % 3 == 0) throw new Error('three ' + i); try { return i; } finally { depth++; } }
         let depth = 0;
         function f(n) {
           let s = 0; const c = counter();
           for (let i = 0; i < n; i++) {
             s += c.up() + c.add(2).n + defaults(i) + defaults(i, 1, 2, 3) + Math.max(i, 3) + [i, 1].map(x => x + i)[0];
             try { s += thrower(i); } catch (e) { s += e.message.length; }
             const o = { i, twice: i * 2, nested: [i] }; s += o.twice + o.nested[0];
             s = s % 100003;
           }
           for (const x of steps(20)) s += x;
           const g = steps(9); g.next(); s += g.next(3).value;
           return s;
         }
         print(fib(15), f(3), f(600), depth);
         function deep(n) { return n == 0 ? 0 : 1 + deep(n - 1); }
         print(deep(2000)); let stopped = ''; try { (function endless() { endless(); })(); } catch (e) { stopped = e.name; } print(stopped);
         (async () => { let s = 0; for (let i = 0; i < 50; i++) s += await i; print('async', s); })();",
        &[Opcode::NewObject, Opcode::NewEnvironment, Opcode::GetScoped, Opcode::SetScoped, Opcode::Return],
        2500,
    );
}
