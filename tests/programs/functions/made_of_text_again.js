// flags: --expose-test262
// oracle: by hand
// Functions made of the same text again: each is an object of its own, and nothing of one shows in another, whatever is known of their code.
const made = (n, ...texts) => Array.from({ length: n }, () => Function(...texts));

const three = made(3, 'a', 'b', 'return a + b');
print(three[0] === three[1], three[0].prototype === three[1].prototype, three.map((f) => f(1, 2)).join());
three[0].tag = 1;
three[0].prototype.x = 1;
print(three[1].tag, new three[1]().x, new three[0]().x, three[2].name, three[2].length, String(three[2]).replace(/\n/g, '|'));

// The same units, divided otherwise.
print(Function('a,b', 'return b')(1, 2), Function('a', 'b', 'return b')(1, 2), Function('a,b', 'return b').length);
print(Function('return 1')(), Function('', 'return 1')(), Function('a', '')(5), Function('', 'a').length);

// Kinds.
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;
for (let i = 0; i < 3; i++) print([...GeneratorFunction('return 7')()].length, [...GeneratorFunction('yield 7')()].join(), typeof AsyncFunction('return 7')().then, Function('return 7')());

// Subclasses, new targets and realms.
class Made extends Function {}
const own = [new Made('return this.v'), new Made('return this.v')];
print(own[0] instanceof Made, own[1] instanceof Made, own[1].call({ v: 3 }), own[0] !== own[1]);
const other = $262.createRealm().global;
const theirs = [other.Function('return []'), Function('return []'), other.Function('return []')];
print(theirs.map((f) => f() instanceof Array).join(), theirs.map((f) => Object.getPrototypeOf(f) === Function.prototype).join(), theirs[0]() instanceof other.Array);

// Errors, early ones too, each time.
const failing = () => {
  try {
    Function('a', 'return (');
  } catch (error) {
    return error.name;
  }
};
print(failing(), failing(), failing());
const thrower = made(2, 'throw new RangeError("late")');
print(thrower.map((f) => { try { f(); } catch (error) { return error.name; } }).join());

// Template objects are each function's own.
const tags = made(2, 't', 'return t`x`');
const strings = tags.map((f) => f((s) => s));
print(strings[0] === strings[1], tags[0]((s) => s) === strings[0]);

// Strictness, this, inner functions and closures.
print(made(2, '"use strict"; return this').map((f) => String(f())).join(), made(2, 'return typeof this').map((f) => f()).join());
const counters = made(2, 'let n = 0; return () => ++n').map((f) => f());
counters[0]();
counters[0]();
print(counters[0](), counters[1]());
print(made(2, 'return new.target === undefined').map((f) => f()).join(), made(2, 'return arguments.length').map((f, i) => f(...Array(i))).join());

// What was learnt from one holds for the next, and what was not is learnt.
let sum = 0;
for (let i = 0; i < 400; i++) {
  const f = new Function('o', 'let s = 0; for (let k = 0; k < 50; k++) s += o.v; return s');
  sum += f({ v: 1 });
}
print(sum, new Function('o', 'let s = 0; for (let k = 0; k < 50; k++) s += o.v; return s')({ w: 1, v: 'x' }).length);

// Very many texts, and one that comes again between them.
let again = 0;
for (let i = 0; i < 2000; i++) {
  Function(`return ${i}`);
  if (i % 7 === 0) again += Function('x', 'return x * 2')(i);
}
print(again);
let code = 'let t = 0;';
for (let i = 0; i < 3000; i++) code += `t += ${i % 10};`;
print(made(3, code + 'return t').map((f) => f()).join(), code.length > 20000);
