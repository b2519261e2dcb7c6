// for-in with a question for each key: whether the object, or another one, has it itself, or at all. The key is the object's own as long as that has the shape that
// is enumerated.
const { hasOwnProperty } = Object.prototype;
const ask = (object, other) => {
  let text = '';
  for (const key in object) {
    text += key + (hasOwnProperty.call(object, key) ? '1' : '0') + (Object.hasOwn(other, key) ? '1' : '0') + (key in object ? '1' : '0') + (key in other ? '1 ' : '0 ');
  }
  return text;
};
const change = (object, how) => {
  let text = '';
  for (const key in object) {
    how(object, key);
    text += key + (hasOwnProperty.call(object, key) ? '1' : '0') + (Object.hasOwn(object, key) ? '1' : '0') + (key in object ? '1 ' : '0 ');
  }
  return text;
};
class Base { }
Base.prototype.inherited = 1;
class Derived extends Base { constructor() { super(); this.a = 1; this.b = 2; } }
const makers = [
  () => ({ a: 1, b: 2, c: 3 }), () => ({ c: 1, a: 2 }), () => new Derived(), () => Object.create({ a: 1 }), () => ({ a: 1, 7: 2 }), () => ['x', 'y'],
  () => Object.defineProperty({ a: 1 }, 'b', { value: 1 }), () => { const d = { a: 1, b: 2, c: 3 }; delete d.a; return d; }, () => new String('te'), () => ({}),
];
let last = [];
for (let i = 0; i < 80; i++) {
  last = makers.map((make, k) => ask(make(), Object(makers[(k + i) % makers.length]())));
}
console.log(last.join('\n'));
const changes = {
  nothing: () => {},
  remove: (object, key) => { delete object[key]; },
  remove_other: object => { delete object.b; },
  add: (object, key) => { object['_' + key] = 1; },
  hide: (object, key) => { Object.defineProperty(object, key, { enumerable: false }); },
  other_prototype: object => { Object.setPrototypeOf(object, { z: 1 }); },
  twice: (object, key) => { delete object[key]; object[key] = 1; },
};
for (const [name, how] of Object.entries(changes)) {
  let text = '';
  for (let i = 0; i < 60; i++) text = makers.slice(0, 8).map(make => change(make(), how)).join('| ');
  console.log(name, text);
}
// A key that is kept until the enumeration has gone on.
let kept = '', answers = '';
for (let i = 0; i < 50; i++) {
  answers = '';
  const object = { a: 1, b: 2, c: 3 };
  kept = '';
  for (const key in object) {
    if (kept) answers += hasOwnProperty.call(object, kept) ? 'y' : 'n';
    if (key === 'b') delete object.a;
    kept = key;
  }
}
console.log(answers);
