// Loops by where their condition is: rotated ones, nested ones, those that are left or continued in the middle, and conditions that change what they look at.
const out = [];
const check = (name, f) => {
  let last;
  for (let i = 0; i < 400; i++) last = f(i % 9);
  out.push(name + ' ' + last);
};

check('never entered', (n) => { let s = 0; for (let i = n; i < 0; i++) s += i; return s; });
check('once', (n) => { let s = n; while (s < n + 1) s++; return s; });
check('counted', (n) => { let s = 0; for (let i = 0; i < n * 10; i++) s += i; return s; });
check('continued', (n) => { let s = 0; for (let i = 0; i < 50; i++) { if (i % 3 === 0) continue; if (i % 7 === n) { s += 100; continue; } s += i; } return s; });
check('left', (n) => { let s = 0; for (let i = 0; ; i++) { if (i > n * 3) break; s += i; } return s; });
check('labels', (n) => { let s = 0; outer: for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) { if (j === n) continue outer; if (i * j > 30) break outer; s += i * j; } return s; });
check('do', (n) => { let s = 0, i = 0; do { s += i; } while (++i < n); return s; });
check('both', (n) => { let s = 0, i = 0; while (i < 20 && s < n * 10) s += i++; return s + ':' + i; });
check('either', (n) => { let s = 0, i = 0; while (i < 5 || s < n * 4) s += i++; return s + ':' + i; });
check('assigned', (n) => { const list = [3, 2, 1, 0, 9]; let s = 0, i = 0, x; while ((x = list[i++])) s += x * n; return s; });
check('shrinking', (n) => { const list = Array.from({ length: n + 20 }, (_, i) => i); let s = 0; for (let i = 0; i < list.length; i++) { s += list[i]; if (i % 2) list.pop(); } return s + ':' + list.length; });
check('growing', (n) => { const list = [1]; for (let i = 0; i < list.length; i++) if (list.length < n + 5) list.push(i); return list.join(''); });
check('field', (n) => { const o = { left: n + 3, s: 0 }; while (o.left > 0) { o.s += o.left; o.left--; } return o.s; });
check('nested', (n) => { let s = 0; for (let i = 0; i < n; i++) { let j = i; while (j > 0) { s += j; j -= 2; } for (let k = 0; k < j + 3; k++) s++; } return s; });
check('closures', (n) => { const all = []; for (let i = 0; i < n; i++) all.push(() => i); return all.map((f) => f()).join(''); });
check('closures that count', (n) => { const all = []; for (let i = 0; i < n * 2; i++) all.push(() => i++); return all.map((f) => f() + f()).join(''); });
check('throws', (n) => { let s = 0; for (let i = 0; i < 10; i++) { try { if (i === n) throw i; s += i; } catch (e) { s += 1000 + e; } finally { s++; } } return s; });
check('overflow', (n) => { let s = 2147483600 + n, turns = 0; for (let i = s; i < 2147483647 && turns < 100; i += 7) turns++; return turns; });
check('up to the end', () => { let turns = 0; for (let i = 2147483640; i <= 2147483647; i++) turns++; return turns; });
check('down', (n) => { let turns = 0; for (let i = -2147483640; i >= -2147483648; i -= 1 + (n & 1)) turns++; return turns; });
check('doubles', (n) => { let s = 0; for (let x = 0; x < n; x += 0.25) s += x; return s; });
check('strings', (n) => { let s = 'a'; while (s < 'aaaaaaaaaa'.slice(0, n + 1)) s += 'a'; return s; });
check('object', (n) => { let turns = 0; const limit = { valueOf: () => (turns > n ? -1 : 100) }; for (let i = 0; i < limit; i++) turns++; return turns; });
check('getter', (n) => { const o = { n, get more() { return this.n-- > 0; } }; let turns = 0; while (o.more) turns++; return turns; });
check('switch', (n) => { let s = 0; for (let i = 0; i < 12; i++) { switch (i % 4) { case 0: continue; case 1: s += n; break; default: s++; } } return s; });

// Entered in the middle, and left there by what it has not seen.
const long = (limit, last) => {
  let s = 0;
  const list = [];
  for (let i = 0; i < limit; i++) {
    list[i] = i === limit - 1 ? last : i;
    let j = 0;
    while (j < 3) { s += list[i] === undefined ? 1 : list[i] % 5; j++; }
  }
  return s;
};
out.push(long(20000, 4), long(20000, 0.5), long(20000, '7'), long(20000));
print(out.join('\n'));

// Missing arguments of functions that are too large, or too recursive, to be inlined.
function many(a, b, c, d, e, f) {
  let s = a;
  for (let i = 0; i < 3; i++) { s += b === undefined ? 1 : b; s += c === undefined ? 2 : c; s += d === undefined ? 3 : d; }
  for (let i = 0; i < 2; i++) { s += e === undefined ? 5 : e; s += f === undefined ? 7 : f; }
  return arguments.length + ':' + s;
}
function tree(depth, left, right, extra) {
  if (depth === 0) return (left === undefined ? 1 : left) + (right === undefined ? 10 : right) + (extra === undefined ? 100 : extra);
  return tree(depth - 1) + tree(depth - 1, depth) + tree(depth - 1, depth, 5) + tree(depth - 1, depth, 5, 7);
}
const withDefaults = (a, b = a * 2, c = b + 1) => (a === undefined ? 'none' : a + b + c);
class Base { constructor(a, b, c) { this.sum = a + (b === undefined ? 0 : b) + (c === undefined ? 0 : c); } }
class Derived extends Base { constructor(a, b) { super(a, b); } }
let all = 0;
for (let i = 0; i < 3000; i++) {
  many(i); many(i, 1, 2, 3); many(i, 1, 2, 3, 4, 5, 6);
  all += new Derived(i).sum + new Base(i, 1).sum + withDefaults(i) + withDefaults(i, 1);
}
print(many(), many(1), many(1, 2, 3), many(1, 2, 3, 4, 5, 6, 7), tree(6), all, withDefaults());
