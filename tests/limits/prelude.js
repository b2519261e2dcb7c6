// Inputs for the programs of growing.txt. What they make is made once, within a fraction of a second.
const text = (n = 2e8, unit = 'a') => unit.repeat(n / unit.length);
const wide = (n = 1e8, unit = '\u0101') => unit.repeat(n / unit.length);
const numbers = (n = 2e7) => new Array(n).fill(1);
const strings = (n = 2e6) => Array.from({ length: n }, (_, i) => 'k' + (i * 7919) % n);
const mixed = (n = 2e6) => Array.from({ length: n }, (_, i) => (i * 7919) % n);
const holes = (n = 2 ** 32 - 1) => { const a = []; a.length = n; return a; };
const like = { length: 2 ** 53 - 1 };
const bytes = (n = 5e8) => new Uint8Array(n);
const doubles = (n = 2e7) => Float64Array.from({ length: n }, (_, i) => (i * 7919) % n);
const object = (n = 1e6) => { const o = {}; for (let i = 0; i < n; i++) o['k' + i] = i; return o; };
const indexed = (n = 2e7) => Object.assign({}, numbers(n));
const big = (bits = 3e7) => (1n << BigInt(bits)) - 3n;
const endless = { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }) }; } };
const endlessKeys = { [Symbol.iterator]() { let i = 0; return { next: () => ({ value: [i++, 1], done: false }) }; } };
const map = (n = 2e6) => new Map(mixed(n).map(x => [x, x]));
const set = (n = 2e6) => new Set(mixed(n));
const rope = (n = 2e6) => { let s = ''; for (let i = 0; i < n; i++) s = 'ab' + s + 'cd'; return s; };
const deep = (n, open, close) => open.repeat(n) + close.repeat(n);
