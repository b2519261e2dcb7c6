// Arguments objects of calls that are inlined: made in machine code where they are few, and what they are is the same wherever they are made.

function sloppy() { return arguments; }
function strict() { 'use strict'; return arguments; }
function named(a, b) { arguments[0] = 'changed'; b = 'assigned'; return [a, arguments[1], arguments.length]; }
function strictNamed(a, b) { 'use strict'; arguments[0] = 'changed'; b = 'assigned'; return [a, arguments[1], arguments.length]; }
function sum() { let total = 0; for (let i = 0; i < arguments.length; i++) total += arguments[i]; return total; }
function last() { return arguments[arguments.length - 1]; }
function forward() { return sum.apply(this, arguments); }
function spread() { return [...arguments].join('|'); }
function inClosure() { return () => arguments; }

function describe(object) {
  const own = Reflect.ownKeys(object).map((key) => {
    const d = Object.getOwnPropertyDescriptor(object, key);
    const value = 'value' in d ? typeof d.value === 'function' ? d.value.name : String(d.value) : `${typeof d.get} ${d.get === d.set}`;
    return `${String(key)}=${value}:${d.writable}${d.enumerable}${d.configurable}`;
  });
  return `${Object.prototype.toString.call(object)} ${Object.getPrototypeOf(object) === Object.prototype} ${own.join(' ')}`;
}

const kept = [];
function round(i) {
  const all = [
    sloppy(), sloppy(i), sloppy(i, 'b', { c: i }), sloppy(1, 2, 3, 4, 5, 6), sloppy(1, 2, 3, 4, 5, 6, 7), sloppy(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    strict(), strict(1.5), strict(undefined, null, 'x'), strict(1, 2, 3, 4, 5, 6, 7),
  ];
  const text = all.map(describe);
  text.push(JSON.stringify([named(1, 2), named(1), named(), strictNamed(1, 2), strictNamed(1), sum(), sum(i, 1), sum(1, 2.5, 'x'), last(1, 2, i), last()]));
  text.push(String(forward(1, 2, 3)), spread(i, 'a'), spread(), String(inClosure(i, 2)()[1]));
  if (i % 100 === 0) kept.push(all, inClosure(i, { i })());
  return text;
}

const first = round(7);
let different = 0;
for (let i = 0; i < 600; i++) {
  const now = round(7);
  for (let k = 0; k < now.length; k++) if (now[k] !== first[k]) different++;
  round(i);
}
console.log(first.join('\n'));
console.log('different', different);

// What was kept is whole, and can be changed like any object.
for (const item of kept) {
  const objects = Array.isArray(item) ? item : [item];
  for (const object of objects) { object.extra = 1; object[9] = 'nine'; delete object[0]; object.length = 3; }
}
console.log(kept.map((item) => (Array.isArray(item) ? item : [item]).map((o) => `${o.length}${0 in o}${o[9]}${o[1]}`).join(' ')).join('\n'));

// A callee that is another one from some call on.
function pick(i) { return (i < 500 ? sloppy : strict)(i, 'p'); }
let callees = 0;
for (let i = 0; i < 900; i++) {
  const object = pick(i);
  try { if (object.callee === sloppy) callees++; } catch (error) { callees += error instanceof TypeError ? 1000 : NaN; }
}
console.log(callees);
