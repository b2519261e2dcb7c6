// One call site, closures of different scope depth, replaced while the site is hot: what one of them closes over says nothing of another.
(() => {
  let x = 1;
  const flat = () => x, make = () => { let y = 2; return () => x + y; }, o = {};
  const run = () => { let s = 0; for (let i = 0; i < 100; i++) s += o.f(); return s; };
  let total = 0;
  for (let i = 0; i < 600; i++) { o.f = i % 2 ? flat : make(); total += run(); }
  print(total);
})();

// The same with every depth from none to four, with bindings that are functions and are called in turn.
function none() { return 1; }
const depths = (() => {
  const a = () => 10;
  const one = () => a() + 1;
  return [none, one, (() => {
    const b = () => a() + 100;
    const two = () => b() + 2;
    return two;
  })(), (() => {
    let p = 3, q = { value: 5 };
    return (() => {
      const c = () => q.value + p;
      return (() => {
        let r = c;
        return () => { p = (p + 1) % 7; return r() + p; };
      })();
    })();
  })(), ((n) => {
    for (let i = 0; i < 3; i++) {
      let j = i * n;
      if (i === 2) return () => { j++; return j % 5 + i; };
    }
  })(4)];
})();
function call(f) { return f(); }
function loop(o, n) { let s = 0; for (let i = 0; i < n; i++) s += o.m() + call(o.m); return s; }
{
  const o = { m: none };
  let text = '';
  for (let round = 0; round < 40; round++) {
    o.m = depths[(round * 3) % depths.length];
    text += loop(o, 60) + ' ';
  }
  print(text.trim());
}

// A callee that is known, at a site that has called others: the inlined activation shares its sites with all of its code.
(() => {
  const apply = (f, v) => f(v);
  const deep = (() => { let k = 7; return (() => { let l = 1; return (v) => v + k + l; })(); })();
  const shallow = (v) => v - 1;
  const first = (v) => apply(deep, v), second = (v) => apply(shallow, v), third = (v) => apply(Math.abs, v);
  let s = 0;
  for (let i = 0; i < 900; i++) s += first(i) + second(i) + third(-i);
  print(s);
  const wrong = (v) => { try { return apply(undefined, v); } catch (e) { return e instanceof TypeError ? 1 : 2; } };
  for (let i = 0; i < 300; i++) s += wrong(i) + first(i);
  print(s);
})();

// Methods of different home objects and depths at one site, with `super`.
(() => {
  class A { m() { return 1; } }
  const makers = [
    () => class extends A { m() { return super.m() + 1; } },
    () => { let d = 5; return class extends A { m() { return super.m() + d; } }; },
    () => { let d = 5; { let e = d * 2; return class extends A { m() { return super.m() + d + e; } }; } },
    () => ({ prototype: Object.assign(Object.create(null), { m() { return 40; } }) }),
  ];
  const objects = makers.map((make) => { const C = make(); return typeof C === 'function' ? new C() : Object.create(C.prototype); });
  const site = (o) => o.m();
  let s = 0;
  for (let i = 0; i < 4000; i++) s += site(objects[(i >> 4) % objects.length]);
  print(s);
})();

// Functions of every kind at one site, exchanged while it is hot.
(() => {
  const log = [];
  let outer = 3;
  function plain() { return outer; }
  const arrow = () => outer + 1;
  const bound = function () { return this.v + outer; }.bind({ v: 10 });
  function* generator() { yield outer; }
  async function waits() { return outer; }
  class C { constructor() { this.c = outer; } }
  const proxy = new Proxy(() => outer + 2, {});
  const nested = (() => { let z = 1; return () => z++ % 3; })();
  const kinds = [plain, arrow, bound, generator, waits, C, proxy, nested, Math.random, Object];
  const o = {};
  const run = (n) => {
    let s = 0;
    for (let i = 0; i < n; i++) {
      try {
        const r = o.f();
        s += typeof r === 'number' ? (r < 1 && r > 0 ? 1 : r) : 100;
      } catch (e) { s += 1000; }
    }
    return s;
  };
  for (let round = 0; round < 60; round++) {
    o.f = kinds[(round * 7) % kinds.length];
    const s = run(30);
    if (o.f !== Math.random) log.push(s);
    outer = (outer + 1) % 9;
  }
  print(log.join(' '));
})();
