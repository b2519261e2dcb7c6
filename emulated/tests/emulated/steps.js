function leaf(a, b) {
  const c = a + b;
  const d = c * 2;
  return d - a;
}
function straight(o) {
  o.first = 1;
  o.second = leaf(o.first, 4);
  o.third = o.second + o.first;
  return o.third;
}
function branches(n) {
  if (n % 3 === 0) {
    return n + 1;
  }
  let s = 0;
  for (let i = 0; i < 3; i++) {
    s += i * n;
  }
  return s;
}
function half(n) {
  return n / 2;
}
function middle(n) {
  return half(n) + 1;
}
function outer(n) {
  const m = middle(n);
  return m * 2;
}
function throwing(n) {
  if (n % 7 === 3) {
    throw 'three';
  }
  return n;
}
function maps(n) {
  return [n].map(throwing)[0];
}
function caught(n) {
  try {
    return maps(n);
  } catch (e) {
    return e.length;
  }
}
function* numbers(n) {
  for (let i = 0; i < n; i++) {
    yield i;
  }
}
class Point {
  constructor(x) {
    this.x = x;
  }
  get twice() {
    return this.x * 2;
  }
}
function compare(a, b) {
  return a.x - b.x;
}
function rest(...all) {
  return all.length;
}
function spread(n) {
  return rest(n, n, n);
}
function pattern(n) {
  return /^(a|b)*c$/.test(n % 2 ? 'ababc' : 'abab');
}
function deep(n) {
  return Math.max(n, Math.floor(n * 1.5)) + Math.sin(n);
}
function part(n, odd) {
  const list = [];
  for (let i = 0; i < n; i++) {
    list.push(
      new Point(i * 7919 % 31));
  }
  list.sort(compare);
  let sum = 0;
  for (const point of list) {
    sum +=
      point.twice;
  }
  for (const i of
    numbers(n)) {
    sum +=
      caught(i);
  }
  for (let i = 0; i < n; i++) {
    sum += straight({});
    sum += branches(i);
    sum += outer(odd ? i + 0.5 : i);
    sum += spread(i);
    sum += pattern(i);
    sum += deep(i);
  }
  return sum;
}
