// Variables of loops that are added to in place: an exit behind the addition wants what they were before it.
function sum(n, start, step) {
  let s = start;
  for (let i = 0; i < n; i++) s += step;
  return s;
}
function difference(n, start, step) {
  let s = start;
  for (let i = 0; i < n; i++) s -= step;
  return s;
}
function reversed(n, start, step) {
  let s = start;
  for (let i = 0; i < n; i++) s = step - s;
  return s;
}
// The second guard comes when the first sum is made already.
function two(a, b, from) {
  let s = from, t = from;
  for (let i = 0; i < a.length; i++) {
    s += a[i];
    t += b[i];
  }
  return s + ":" + t;
}
function withIndex(a, from) {
  let s = from, i = 0;
  while (i < a.length) {
    s += i;
    i++;
    s += a[i - 1];
  }
  return s + ":" + i;
}
function each(n) {
  let a = 0, b = 1;
  for (let i = 0; i < n; i++) {
    const c = a + b;
    a = b;
    b = c;
  }
  return a;
}
function mutual(n, a, b) {
  for (let i = 0; i < n; i++) {
    a += b;
    b += a;
  }
  return a + ":" + b;
}
function doubled(n, s) {
  for (let i = 0; i < n; i++) s += s;
  return s;
}
function countdown(n, start) {
  let s = start, k = n;
  while (k > 0) {
    s -= k;
    k -= 1;
    s += n;
  }
  return s + ":" + k;
}
function inObject(n, start, step) {
  const o = { s: start, n: 0 };
  for (let i = 0; i < n; i++) {
    o.s += step;
    o.n += 2;
  }
  return o.s + ":" + o.n;
}
function branches(a, from) {
  let s = from, even = 0;
  for (let i = 0; i < a.length; i++) {
    if (a[i] & 1) s += a[i];
    else {
      even += a[i];
      s -= a[i];
    }
  }
  return s + ":" + even;
}

const LARGE = 0x7fffffff;
const small = [], odd = [], mixed = [];
for (let i = 0; i < 200; i++) {
  small.push(i);
  odd.push((i * 7919) % 1000003);
  mixed.push(i % 50 === 49 ? 0.5 : i);
}
// First as int32s, for long enough to be optimized; then beyond.
for (let round = 0; round < 60; round++) {
  sum(200, 0, 3), difference(200, 0, 3), reversed(200, 1, 3);
  two(small, odd, 0), withIndex(small, 0), each(40), mutual(18, 1, 2), doubled(20, 1);
  countdown(200, 0), inObject(200, 0, 3), branches(small, 0);
}
print(sum(200, LARGE - 301, 3), sum(200, LARGE - 300, 3), sum(200, -LARGE, 7), sum(300, LARGE, -LARGE));
print(difference(200, -LARGE + 300, 3), difference(200, 5 - LARGE, 4), difference(3, 0, -LARGE));
print(reversed(199, -LARGE, 3), reversed(200, -LARGE - 1, 5));
print(two(small, odd, 0), two(small, odd, LARGE - 9000), two(odd, small, LARGE - 9000));
print(two(mixed, small, 0), two(small, mixed, 0), two(mixed, mixed, LARGE - 100));
print(withIndex(small, 0), withIndex(small, LARGE - 20000), withIndex(mixed, 1));
print(each(46), each(47), each(48), each(90));
print(mutual(20, 1, 2), mutual(23, 1, 2), mutual(30, -3, 1));
print(doubled(30, 1), doubled(31, 1), doubled(40, -1));
print(countdown(200, 0), countdown(200, LARGE - 10000), countdown(200, -LARGE));
print(inObject(200, 0, 3), inObject(200, LARGE - 300, 3));
print(branches(odd, 0), branches(odd, LARGE - 1000), branches(mixed, -LARGE));
print(two(small, ["a", , "b"], 0).length, two(small.slice(0, 5), ["a", , "b"], 7));
