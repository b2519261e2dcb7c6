// o[k] where k is the key that for-in has just given.
function values(o) {
  const out = [];
  for (const k in o) out.push(k + '=' + o[k]);
  return out.join();
}
function all(name, make) {
  let text;
  for (let i = 0; i < 300; i++) text = values(make());
  print(name, text);
}
all('small', () => ({ a: 1, b: 2.5, c: 'x' }));
all('many', () => { const o = {}; for (let i = 0; i < 20; i++) o['p' + i] = i; return o; });
all('indexed', () => ({ b: 1, 2: 'two', a: 3, 1: 'one' }));
all('getter', () => ({ a: 1, get b() { return 'got'; }, c: 3 }));
all('hidden', () => { const o = { a: 1 }; Object.defineProperty(o, 'h', { value: 5 }); o.b = 2; o[Symbol.iterator] = 0; o.c = 3; return o; });
all('deleted', () => { const o = { a: 1, b: 2, c: 3, d: 4 }; delete o.b; o.b = 5; return o; });
all('inherited', () => Object.assign(Object.create({ p: 'proto', a: 'no' }), { a: 1, b: 2 }));
all('array', () => [4, , 6]);
all('string', () => 'abc');
all('nothing', () => null);
all('class', () => new (class A { x = 1; y = 2; #z = 3; })());
all('function', () => Object.assign(function () {}, { a: 1 }));
all('proxy', () => new Proxy({ a: 1, b: 2 }, { get: (t, k) => 'trap ' + String(k) }));
all('frozen', () => Object.freeze({ a: 1, b: 2 }));
all('dictionary', () => { const o = {}; for (let i = 0; i < 40; i++) o['k' + i] = i; for (let i = 0; i < 38; i++) delete o['k' + i]; return o; });

// The object changes on the way: values, properties that go and come, its prototype.
function changing(o, how) {
  const out = [];
  for (const k in o) {
    if (out.length === 1) {
      if (how === 1) o.c = 'new';
      if (how === 2) delete o.c;
      if (how === 3) o.z = 1;
      if (how === 4) Object.defineProperty(o, 'c', { get() { return 'accessor'; } });
      if (how === 5) o.b = undefined;
      if (how === 6) delete o[k];
      if (how === 7) Object.setPrototypeOf(o, { c: 'from the prototype' });
    }
    out.push(k + '=' + o[k]);
  }
  return out.join();
}
for (let how = 0; how < 8; how++) {
  let text;
  for (let i = 0; i < 120; i++) text = changing({ a: 1, b: 2, c: 3, d: 4 }, how);
  print(how, text);
}

// Keys of one object, values of others; a key that is kept; another key.
function other(o, p) {
  let out = '', before, first;
  for (const k in o) {
    first ??= k;
    out += `${p?.[k]} ${o[before]} ${o[first]} ${o[k + '']};`;
    before = k;
  }
  return out;
}
const o = { a: 1, b: 2, c: 3 };
let text;
for (let i = 0; i < 200; i++) text = [o, { a: 4, b: 5, c: 6 }, { c: 7, a: 8 }, undefined, 5, 'str', [1]].map(p => other(o, p)).join('|');
print(text);

// Loops within loops, and calls between the key and its use.
function nested(o, f) {
  let out = '';
  for (const k in o) {
    for (const l in o[k]) {
      f(o, k, l);
      out += k + l + o[k][l] + ' ';
    }
    for (let i = 0; i < 2; i++) out += typeof o[k];
  }
  return out;
}
for (let i = 0; i < 200; i++) text = nested({ x: { a: 1, b: 2 }, y: { a: 3, b: 4 } }, () => {});
print(text);
print(nested({ x: { a: 1, b: 2 }, y: { a: 3, b: 4 } }, (o, k, l) => { o[k][l] = 'set'; }));
print(nested({ x: { a: 1, b: 2 }, y: { a: 3, b: 4 } }, (o, k, l) => { if (l === 'a') o[k] = { b: 'other' }; }));

// Assignments by the key.
function doubled(o) {
  for (const k in o) o[k] = o[k] * 2;
  return o;
}
for (let i = 0; i < 200; i++) text = JSON.stringify(doubled({ a: 1, b: 2.5, c: '3' }));
print(text);

// What prototypes come to have shows at the next start.
print(values({ q: 1 }));
Object.prototype.added = 'everywhere';
print(values({ q: 1 }));
delete Object.prototype.added;
print(values({ q: 1 }));
