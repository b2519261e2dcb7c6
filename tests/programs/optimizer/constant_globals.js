// Global variables that code takes for constants until somebody changes them, in every way there is.
var flag = true;
var number = 3;
let binding = 'first';
const fixed = { value: 1 };
function helper(x) { return x + 1; }
class Shape { area() { return 2; } }
var late;
var view = new Int32Array(8);

function work(i) {
  let sum = 0;
  if (flag) sum += 1; else sum += 100;
  sum += number;
  sum += binding.length;
  sum += fixed.value;
  sum += helper(i) - i;
  sum += new Shape().area();
  view[i & 7] = i;
  return sum + (late === undefined ? 0 : late) + (typeof late2 === 'undefined' ? 0 : late2);
}
function run(count) {
  let total = 0;
  for (let i = 0; i < count; i++) total += work(i);
  return total / count;
}
print(run(2000));
flag = false;
print(run(2000));
globalThis.number = 4;
print(run(2000));
binding = 'second';
print(run(2000));
fixed.value = 10;
print(run(2000));
globalThis['help' + 'er'] = function (x) { return x + 2; };
print(run(2000));
late = 1000;
print(run(2000));
globalThis.late2 = 10000;
print(run(2000));
late = 2000;
late2 = 20000;
print(run(2000));
view = new Float64Array(8);
print(run(2000), view.join());

// Changed while the loop runs, by a call that does not tell.
var limit = 10;
function poke(i) { if (i === 1500) limit = 20; }
function loop(callee) {
  let sum = 0;
  for (let i = 0; i < 3000; i++) {
    callee(i);
    sum += limit;
  }
  return sum;
}
print(loop(() => 0), loop(poke), limit);

// By the same value again and again, then another one.
var same = 7;
function again(value) { same = value; return same; }
let all = 0;
for (let i = 0; i < 3000; i++) all += again(7);
print(all, again(8), same);

// By Object.defineProperty, delete, accessors and a lexical binding of the same name.
globalThis.plain = 1;
function read() { return plain; }
function often(f) { let sum = 0; for (let i = 0; i < 2000; i++) sum += f(); return sum; }
print(often(read));
Object.defineProperty(globalThis, 'plain', { value: 2, configurable: true, writable: false, enumerable: true });
print(often(read));
plain = 3;
print(often(read));
let calls = 0;
Object.defineProperty(globalThis, 'plain', { get() { calls++; return 5; }, configurable: true });
print(often(read), calls);
delete globalThis.plain;
try { often(read); } catch (error) { print(error.name); }
globalThis.plain = 6;
print(often(read));
(0, eval)('var made = 1; function reader() { return made; }');
print(often(reader));
(0, eval)('var made = 2;');
print(often(reader));
(0, eval)('made++; function helper(x) { return x; }');
print(often(reader), run(10));
delete globalThis.made;
try { often(reader); } catch (error) { print(error.name); }

// Through Reflect, with, Object.assign, a Proxy of the global object, and destructuring.
var one = 1;
function sumOne() { return one; }
print(often(sumOne));
Reflect.set(globalThis, 'one', 2);
print(often(sumOne));
var two = 1;
function sumTwo() { return two; }
print(often(sumTwo));
with (globalThis) { two = 2; }
print(often(sumTwo));
var three = 1;
function sumThree() { return three; }
print(often(sumThree));
Object.assign(globalThis, { three: 2 });
print(often(sumThree));
var four = 1;
function sumFour() { return four; }
print(often(sumFour));
new Proxy(globalThis, {}).four = 2;
print(often(sumFour));
var five = 1;
let six = 1;
function sumFive() { return five + six; }
print(often(sumFive));
({ five, six } = { five: 2, six: 3 });
print(often(sumFive));
[five, six] = [4, 5];
print(often(sumFive));
for (five of [7, 8]) print(often(sumFive));
five++;
six += five;
print(often(sumFive));

// A store through one site into many objects, the global one among them.
var seven = 1;
function sumSeven() { return seven; }
function store(object, value) { object.seven = value; }
for (let i = 0; i < 2000; i++) store({ seven: 0, ['k' + i % 10]: 1 }, i);
print(often(sumSeven));
store(globalThis, 2);
print(often(sumSeven));
store(globalThis, 3);
print(often(sumSeven));
for (let i = 0; i < 50; i++) store(globalThis, i);
print(often(sumSeven));
