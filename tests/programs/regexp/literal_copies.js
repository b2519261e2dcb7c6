// oracle: by hand
// Literals are objects of their own each time, and String.prototype's methods see who changes what they hand over to.
const make = () => /a(b)?/g;
const made = [make(), make(), make(), make()];
print(new Set(made).size, made.every((r) => r.source === 'a(b)?' && r.flags === 'g' && r.lastIndex === 0));
made[2].lastIndex = 5;
made[2].compile('x', 'i');
made[3].extra = 1;
print(String(make()), make().lastIndex, make().extra, String(made[2]), 'aXx'.replace(made[2], '-'));
for (const r of [make(), make()]) print(r.exec('ab').index, r.lastIndex);

const text = 'one two three';
const all = () => [
  text.replace(/t(w|h)/, '<$1>'),
  text.replace(/t/g, ''),
  text.match(/t(.)/).join(),
  text.match(/t/g).join(),
  text.match(/x/g),
  text.search(/t/),
  text.split(/ /).join(),
  text.split(/( )/, 2).join(),
].join('|');
for (let i = 0; i < 3; i++) print(all());
print(RegExp.$1 === ' ', RegExp.lastMatch === ' ', RegExp.$2 === '');
/(.)(.)/.exec('pq');
print(RegExp.$1, RegExp.$2, RegExp.$3 === '');
/./.exec('r');
print(RegExp.$1 === '', RegExp.$2 === '', RegExp.lastParen === '');

// Objects that stand for strings, values that are none.
print(String.prototype.replace.call({ toString: () => 'tt' }, /t/, 'u'), 'a1b'.replace(/\d/, 2), 'a1b'.replace(/\d/, (c) => c + c));
for (const method of ['replace', 'match', 'search', 'split']) {
  try {
    String.prototype[method].call(null, /t/, 'u');
  } catch (error) {
    print(method, error.constructor.name);
  }
}

// A property of the one regular expression, ...
const own = /t/;
own[Symbol.replace] = () => 'own replace';
own[Symbol.split] = () => 'own split';
print(text.replace(own, ''), text.split(own), text.search(own));
// ... a subclass, ...
class Sub extends RegExp {
  exec(s) {
    const result = super.exec(s);
    if (result) result[0] = result[0].toUpperCase();
    return result;
  }
  [Symbol.search]() {
    return 'sub search';
  }
}
print(text.match(new Sub('t')).join(), text.replace(new Sub('t'), '[$&]'), text.search(new Sub('t')));
// ... and the prototype's methods, one after the other.
const proto = RegExp.prototype, saved = {};
for (const name of ['match', 'search', 'replace', 'split']) {
  const symbol = Symbol[name];
  saved[name] = proto[symbol];
  proto[symbol] = (s) => `new ${name}`;
  print(text[name](/t/, 'x'), text.search(/w/));
  proto[symbol] = saved[name];
  print(all());
}
const exec = proto.exec;
proto.exec = function (s) {
  return null;
};
print(text.replace(/t/, 'x'), text.match(/t/), text.search(/t/), text.split(/ /).length, /t/.test(text));
proto.exec = exec;
print(all());
Object.defineProperty(proto, Symbol.replace, { get: () => () => 'got' });
print(text.replace(/t/, 'x'), text.search(/t/));
