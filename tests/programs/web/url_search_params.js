// URLSearchParams: all ways to make one, its methods, and that it is one with its URL.
for (const init of ['?a=1&b=%20+c&a=2', 'a&=b&&c=', [['x', 'y'], ['x', 'z']], { k: 1, 'ü': 'ß' }, new Map([['m', 'n']]), new URLSearchParams('p=q'), '', undefined, 'a=%ff&\ud800=b']) {
  const p = new URLSearchParams(init);
  console.log(JSON.stringify([...p]), p.toString(), p.size);
}
for (const init of [[['a']], [['a', 'b', 'c']], [1], Symbol()]) {
  try {
    new URLSearchParams(init);
    console.log('made');
  } catch (e) {
    console.log(e instanceof TypeError);
  }
}
const p = new URLSearchParams('b=2&a=1&b=3&ﬃ=&🌈=');
p.append('c', '&=+ ~*-._');
console.log(p.get('b'), p.get('none'), p.getAll('b'), p.has('a'), p.has('b', '3'), p.has('b', '4'));
p.set('b', 'x');
p.set('new', 1);
p.delete('a');
p.sort();
console.log(p.toString());
p.forEach(function (value, name, all) {
  console.log(name, value, all === p, this.t);
}, { t: 1 });
console.log([...p.keys()], [...p.values()], p[Symbol.iterator] === p.entries);
const it = p.entries();
console.log(Object.prototype.toString.call(it), Object.prototype.toString.call(p), it.next().value, typeof it[Symbol.iterator]);
const u = new URL('http://h/?a=1');
const { searchParams } = u;
searchParams.append('b', 'é');
console.log(u.href, u.searchParams === searchParams);
u.search = '?z=9';
console.log(searchParams.toString());
searchParams.delete('z');
console.log(u.href);
u.href = 'http://other/?q=1';
console.log(searchParams.get('q'));
// Changes while it is gone through.
const seen = [];
const grows = new URLSearchParams('a=1&b=2&c=3');
for (const [name] of grows) {
  seen.push(name);
  if (name === 'a') grows.delete('b');
}
console.log(seen);
