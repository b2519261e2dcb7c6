// OrdinaryToPrimitive and Symbol.toPrimitive: hints, order, errors.
const log = [];
function probe(value, text) { return { valueOf() { log.push('v'); return value; }, toString() { log.push('s'); return text; } }; }
function take(label, f) { log.length = 0; let r; try { r = f(); } catch (e) { r = e.name; } print(label, typeof r === 'symbol' ? 'symbol' : r, log.join('')); }
const o = probe(6, 'six'), odd = probe({}, 'text'), none = probe({}, {}), nul = probe(null, 'n'), und = probe(undefined, 'u');
for (const [name, p] of [['o', o], ['odd', odd], ['none', none], ['nul', nul], ['und', und]]) {
  take(name + ' +', () => p + 1); take(name + ' -', () => p - 1); take(name + ' template', () => `${p}`); take(name + ' String', () => String(p)); take(name + ' Number', () => Number(p)); take(name + ' key', () => ({ six: 'K', text: 'T', n: 'N', u: 'U' })[p]); take(name + ' ==', () => p == 6); take(name + ' <', () => p < 7); take(name + ' concat', () => ''.concat(p)); take(name + ' BigInt', () => BigInt(p)); take(name + ' in', () => p in { six: 1 }); take(name + ' join', () => [p, p].join('+')); take(name + ' isNaN', () => isNaN(p)); take(name + ' max', () => Math.max(p, 1)); take(name + ' date', () => new Date(p).getTime()); take(name + ' parseInt', () => parseInt(p)); take(name + ' unary', () => +p); take(name + ' ~', () => ~p); take(name + ' Symbol', () => Symbol(p).description); take(name + ' bool', () => !p);
}
const exotic = { [Symbol.toPrimitive](hint) { log.push(hint); return hint === 'number' ? 42 : hint === 'string' ? 'str' : 'def'; }, valueOf() { throw 1; } };
take('exotic +', () => exotic + 1);
take('exotic *', () => exotic * 1);
take('exotic ``', () => `${exotic}`);
take('exotic ==', () => exotic == 'def');
take('exotic <', () => exotic < 43);
take('exotic key', () => ({ str: 'found' })[exotic]);
take('exotic Date', () => isNaN(new Date(exotic)));
take('exotic **', () => exotic ** 2);
take('exotic ++', () => { let e = exotic; return ++e; });
take('returns object', () => ({ [Symbol.toPrimitive]: () => ({}) }) + 1);
take('not callable', () => ({ [Symbol.toPrimitive]: 5 }) + 1);
take('undefined falls back', () => ({ [Symbol.toPrimitive]: undefined, valueOf: () => 3 }) + 1);
take('null falls back', () => ({ [Symbol.toPrimitive]: null, valueOf: () => 4 }) + 1);
take('throws', () => ({ get [Symbol.toPrimitive]() { throw new SyntaxError(); } }) + 1);
take('symbol result', () => ({ [Symbol.toPrimitive]: () => Symbol.iterator }) + 1);
take('symbol as key', () => [1][{ [Symbol.toPrimitive]: () => Symbol.iterator }].name);
take('null proto', () => Object.create(null) + '');
take('function', () => (function f() { }) + '');
take('own toString null', () => ({ toString: null }) + '');
take('valueOf missing', () => ({ valueOf: null, toString: () => 'only' }) * 1);
take('date +', () => typeof (new Date(0) + 1));
take('date -', () => new Date(10) - 1);
take('date toPrimitive', () => new Date(5)[Symbol.toPrimitive]('number'));
take('date bad hint', () => new Date(5)[Symbol.toPrimitive]('x'));
take('symbol obj', () => Object(Symbol.iterator) == Symbol.iterator);
take('wrapped', () => new Number(5) + new String('x') + new Boolean(true));
take('array', () => [1, [2, [3]]] + '');
take('bigint obj', () => Object(7n) + 1n);
const changed = new Number(3);
changed.valueOf = () => 30;
take('changed number', () => changed + 1);
take('changed in template', () => `${changed}`);
Number.prototype.valueOf.call(changed);
const primitive = 5;
Number.prototype.valueOf = () => 99;
take('primitive stays', () => primitive + 1);
take('object changes', () => new Number(1) + 1);
String.prototype.toString = () => 'patched';
take('string primitive stays', () => 'a' + 'b');
take('string object default', () => new String('a') + '!');
take('string object string hint', () => `${new String('a')}`);
