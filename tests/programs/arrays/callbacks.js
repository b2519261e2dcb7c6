// The built-ins that call back, hot and cold: they are written in JavaScript themselves, and are inlined where they are called, callbacks and all. Nothing of
// that may be seen: holes, prototypes, arrays that change under way, exceptions, species, array-likes, proxies.
'use strict';

const ROUNDS = 120;
const show = (v) => (typeof v === 'string' ? JSON.stringify(v) : Array.isArray(v) ? '[' + listed(v) + ']' : Object.is(v, -0) ? '-0' : String(v));
const listed = (a) => {
  const parts = [];
  for (let i = 0; i < a.length; i++) parts.push(i in a ? show(a[i]) : '');
  return parts.join();
};
// Runs something often, and prints it if it is always the same; else the first that differs.
const often = (name, f) => {
  const first = show(f());
  for (let i = 1; i < ROUNDS; i++) {
    const now = show(f());
    if (now !== first) return print(name, 'round', i, first, now);
  }
  print(name, first);
};
const tried = (f) => {
  try {
    return f();
  } catch (e) {
    return e instanceof Error ? e.constructor.name + ': ' + e.message : 'thrown ' + show(e);
  }
};

// All of them over arrays of each kind.
const kinds = {
  ints: () => [3, 1, 4, 1, 5, 9, 2, 6],
  doubles: () => [0.5, 1.5, NaN, -0, 2.25],
  texts: () => ['a', 'bc', '', 'd'],
  mixed: () => [1, 'x', 0.5, null, undefined, true],
  objects: () => [{ toString: () => 'o' }, [1, 2]],
  holes: () => [1, , 3, , , 6],
  doubleHoles: () => [0.5, , 2.5],
  textHoles: () => [, 'a', , 'b'],
  none: () => [],
  onlyHoles: () => new Array(4),
  sparse: () => {
    const a = [1];
    a[90000] = 2;
    a[70000] = 3;
    return a;
  },
};
for (const name in kinds) {
  const a = kinds[name]();
  often(name + ' forEach', () => {
    const seen = [];
    a.forEach((v, k, all) => seen.push(show(v) + '@' + k + (all === a)));
    return seen.join();
  });
  if (name !== 'sparse') often(name + ' map', () => a.map((v, k) => show(v) + k));
  else often(name + ' map', () => Object.entries(a.map((v) => v + 1)).join() + a.map((v) => v).length);
  often(name + ' filter', () => a.filter((v, k) => v !== 1 && k !== 2));
  often(name + ' some', () => a.some((v) => v === 6) + ' ' + a.some((v) => v === undefined));
  often(name + ' every', () => a.every((v) => v !== 4) + ' ' + a.every((v) => v !== undefined));
  if (name !== 'sparse') {
    often(name + ' find', () => [a.find((v) => v > 3), a.findIndex((v) => v === undefined), a.findLast((v) => v !== 6), a.findLastIndex((v) => v)]);
  }
  often(name + ' reduce', () => a.reduce((so, v, k) => so + show(v) + k, ':'));
  often(name + ' reduceRight', () => a.reduceRight((so, v, k) => so + show(v) + k, ':'));
  often(name + ' reduce alone', () => tried(() => a.reduce((so, v) => so + '-' + show(v))));
  often(name + ' reduceRight alone', () => tried(() => a.reduceRight((so, v) => so + '-' + show(v))));
}

// One call site, whatever comes: arrays of each kind, and several callbacks.
const mapped = (a, f) => a.map(f);
const added = (a, f) => a.reduce(f, 0);
const functions = [(x) => x, (x) => x + 1, (x) => String(x), (x, k) => k, (x) => [x], () => 0.5, () => undefined];
const all = [];
for (let i = 0; i < 400; i++) {
  const names = Object.keys(kinds).filter((name) => name !== 'sparse' && name !== 'onlyHoles');
  const a = kinds[names[i % names.length]]();
  const out = mapped(a, functions[i % functions.length]);
  if (i < 40 || i > 380) all.push(show(out).length + show(added(a, (so, x) => so + (typeof x === 'number' ? x : 1))));
}
print(all.join(' '));

// Callbacks that change the array.
often('grows', () => {
  const a = [1, 2, 3];
  const seen = [];
  a.forEach((v) => {
    seen.push(v);
    if (a.length < 10) a.push(v * 10);
  });
  return seen.concat(a);
});
often('shrinks', () => {
  const a = [1, 2, 3, 4, 5];
  return a
    .map((v, k) => {
      if (k === 1) a.length = 3;
      return v * 2;
    })
    .concat(['then'], a);
});
often('deletes', () => {
  const a = [1, 2, 3, 4];
  const b = a.filter((v, k) => {
    delete a[k + 1];
    return true;
  });
  return b.concat(a);
});
often('find sees what is gone', () => {
  const a = [1, 2, 3, 4];
  const seen = [];
  a.find((v, k) => {
    seen.push(v);
    a.pop();
    return k === 3;
  });
  return seen;
});
often('becomes double', () => {
  const a = [1, 2, 3, 4];
  return a.map((v, k) => {
    if (k === 1) a[3] = 0.5;
    return v + 1;
  });
});
often('becomes tagged', () => {
  const a = [1.5, 2.5, 3.5];
  return a.reduce((so, v, k) => {
    if (k === 0) a[2] = 'last';
    return so + v;
  }, 0);
});
often('becomes sparse', () => {
  const a = [1, 2, 3];
  let n = 0;
  a.every((v) => {
    a[100000] = 1;
    n += v;
    return true;
  });
  return [n, a.length];
});
often('becomes frozen', () => {
  const a = [1, 2, 3];
  return tried(() =>
    a.map((v, k) => {
      if (k === 0) Object.freeze(a);
      if (k === 2) a[0] = 1;
      return v;
    }),
  );
});
often('reduceRight shrinks', () => {
  const a = [1, 2, 3, 4];
  return a.reduceRight((so, v, k) => {
    if (k === 3) a.length = 2;
    return so + v;
  }, 0);
});

// Exceptions, caught where the call was inlined.
const stops = (a, at) => {
  let n = 0;
  try {
    a.forEach((v, k) => {
      n += v;
      if (k === at) throw n;
    });
    return 'all ' + n;
  } catch (e) {
    return 'stopped ' + e + ' ' + n;
  } finally {
    n = -1;
  }
};
for (let i = 0; i < ROUNDS; i++) stops([1, 2, 3], 5);
often('throws', () => [stops([1, 2, 3], 1), stops([1, 2, 3], 7), stops([0.5, 2], 1), stops(['a'], 0)]);
often('throws in map in map', () =>
  tried(() =>
    [1, 2, 3].map((x) =>
      [10, 20].map((y) => {
        if (x === 2 && y === 20) throw [x, y];
        return x * y;
      }),
    ),
  ),
);
const failing = (a) =>
  a.map(function inner(x) {
    return x.some(function innermost(y) {
      throw new Error('at ' + y);
    });
  });
for (let i = 0; i < ROUNDS; i++) tried(() => failing([[i]]));
const where = (() => {
  try {
    return failing([[1]]);
  } catch (e) {
    return e;
  }
})();
print(['innermost', 'inner', 'failing'].map((name) => where.stack.includes(' ' + name + ' (')).join());

// What is no function, and what has no elements.
often('no function', () =>
  ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'reduce', 'reduceRight'].map((name) =>
    [tried(() => [1][name]()), tried(() => [][name]({})), tried(() => [][name].call(null, () => 1))].map((text) => text.split(':')[0]).join(),
  ),
);
often('not a constructor', () => [tried(() => new [].map(() => 1)).split(':')[0], 'prototype' in [].map, [].map.name, [].map.length, [].reduce.length]);
print(Function.prototype.toString.call([].findLastIndex), Object.getOwnPropertyNames([].some).join());
often('order', () => {
  const log = [];
  tried(() =>
    Array.prototype.map.call(
      {
        get length() {
          log.push('length');
          return { valueOf: () => (log.push('valueOf'), 2) };
        },
        get 0() {
          log.push('0');
          return 7;
        },
        get 1() {
          log.push('1');
          return 8;
        },
      },
      (x) => log.push(x),
    ),
  );
  tried(() => Array.prototype.some.call({ get length() { throw log.push('failed'); } }, null));
  return log;
});

// `this`: given, none, primitive.
function sloppy() {
  return Function('return function () { return this }')();
}
const loose = sloppy();
often('this', () => [
  [1].map(loose)[0] === globalThis,
  typeof [1].map(loose, 5)[0],
  [1].map(function () { return this; })[0],
  [1].map(function () { return this; }, 5)[0],
  [1, 2].filter(function (x) { return x === this.x; }, { x: 2 }),
  [1].reduce(function (so) { return so + this; }, 'r'),
  [1].some(() => this === undefined || typeof this === 'object', 3),
]);

// Species.
class List extends Array {
  constructor(...args) {
    super(...args);
    List.made++;
  }
}
List.made = 0;
often('subclass', () => {
  List.made = 0;
  const list = List.of(1, 2, 3);
  const m = list.map((x) => x * 2);
  const f = list.filter((x) => x > 1);
  return [m instanceof List, f instanceof List, m.length, f.length, listed(m), listed(f), List.made];
});
class Plain extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
often('species', () => {
  const p = Plain.of(1, 2, 3);
  delete p[1];
  return [p.map((x) => x).constructor === Array, p.filter(() => true).length];
});
often('own constructor', () => {
  const a = [1, 2];
  const made = [];
  a.constructor = { [Symbol.species]: function (n) { made.push(n); this.length = 7; } };
  const b = a.map((x) => x + 1);
  a.constructor = { [Symbol.species]: null };
  const c = a.map((x) => x + 1);
  a.constructor = 5;
  return [made, b.length, b[1], Array.isArray(b), Array.isArray(c), tried(() => a.map((x) => x)).split(':')[0]];
});

// Array-likes, proxies, strings, typed arrays, arguments.
often('array-like', () => [
  Array.prototype.map.call('abc', (c, k, o) => c + k + typeof o),
  Array.prototype.filter.call({ length: 3, 0: 'a', 2: 'c' }, () => true),
  Array.prototype.reduce.call({ length: 2.9, 0: 1, 1: 2, 2: 4 }, (x, y) => x + y),
  Array.prototype.every.call({ length: -5 }, () => false),
  Array.prototype.map.call(new Uint8Array([1, 2, 3]), (x) => x * 200),
  (function () { return Array.prototype.map.call(arguments, (x) => x + 1); })(1, 2, 3),
  Array.prototype.findLast.call({ length: 4294967298, 4294967297: 'far' }, (x) => x === 'far'),
].map(show));
often('long', () => tried(() => Array.prototype.map.call({ length: 4294967296 }, (x) => x)));
often('proxy', () => {
  const log = [];
  const handler = {};
  for (const trap of ['has', 'get', 'getPrototypeOf', 'defineProperty', 'set']) {
    handler[trap] = (target, key, ...rest) => {
      log.push(trap + ' ' + String(key));
      return Reflect[trap](target, key, ...rest);
    };
  }
  const p = new Proxy([1, , 3], handler);
  p.map((x) => x);
  p.find((x) => x === 3);
  p.reduceRight((x, y) => x + y);
  return log.join();
});

// What arrays inherit comes and goes.
const inherits = (a) => a.map((x) => x + 1).join() + a.filter(() => true).length + a.reduce((x, y) => x + y) + a.findIndex((x) => x === 9);
for (let i = 0; i < ROUNDS; i++) inherits([1, , 3]);
print(inherits([1, , 3]));
Array.prototype[1] = 9;
print(inherits([1, , 3]));
delete Array.prototype[1];
Object.defineProperty(Object.prototype, 1, { get() { return 4; }, configurable: true });
print(inherits([1, , 3]));
delete Object.prototype[1];
print(inherits([1, , 3]));

// Nothing that a program overrides is asked.
const push = Array.prototype.push;
const call = Function.prototype.call;
Array.prototype.push = Function.prototype.call = Function.prototype.apply = () => { throw 'asked'; };
const result = tried(() => [1, 2, 3].map((x) => x + 1).filter((x) => x > 2).reduce((x, y) => x + y));
Array.prototype.push = push;
Function.prototype.call = call;
print(result);

// Nested, recursive, and results that are used after code was left.
const tree = (n) => (n === 0 ? [] : [n].map((x) => tree(x - 1)));
often('recursion', () => JSON.stringify(tree(12)));
const sum = (n) => [n].reduce((so, x) => so + (x > 0 ? sum(x - 1) : 0), n);
often('recursive sum', () => sum(40));
const deep = (a) => a.map((x) => a.map((y) => a.reduce((so, z) => so + x * y * z, 0)));
often('nested', () => deep([1, 2, 3]));
let total = 0;
for (let i = 0; i < 300; i++) {
  const limit = i === 250 ? 0.5 : i === 270 ? '7' : i === 290 ? { valueOf: () => 9 } : i;
  const out = [1, 2, 3, 4].map((x, k) => (k === 2 ? x + limit : x));
  total += out.length + (typeof out[2] === 'string' ? out[2].length : out[2]);
  total += [limit, 1].filter((x) => x == limit || x > 1).length;
}
print(total);
const overflow = (a) => a.reduce((so, x) => so + x, 0);
for (let i = 0; i < ROUNDS; i++) overflow([1, 2, 3]);
print(overflow([2147483647, 1]), overflow([0.5, 1]), overflow(['a', 1]), overflow([1n].map(Number)));

// The stack ends.
const endless = () => [1].map(endless);
print(tried(endless).split(':')[0]);
