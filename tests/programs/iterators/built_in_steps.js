// Iterating over what the language itself provides: no result object is seen, but everything that a script can see stays.
function show(...parts) { console.log(parts.map(String).join(" ")); }

// Collections that change while they are iterated over.
const map = new Map([["a", 1], ["b", 2]]);
for (const [key, value] of map) {
  show(key, value);
  if (map.size < 5) map.set(key + key, value * 2);
}
const set = new Set([1, 2, 3]);
for (const value of set) {
  if (value === 1) { set.delete(2); set.add(4); }
  show(value);
}
show([...map.keys()], [...map.values()], [...set.entries()].join("|"), [...map].flat());
show(Array.from("a\u{1f600}b").length, [..."x\ud800y"].length, Array.from(new Set("hello")).join(""));

// An iterator that has ended stays ended.
const ended = set.values();
show([...ended].length, [...ended].length);
set.add(99);
show([...ended].length, ended.next().done);

// The rest of an array, from where the iterator stands.
const numbers = [1, 2.5, "three", 4];
const [first, ...rest] = numbers;
show(first, rest, rest.length);
const values = numbers.values();
values.next();
const [second, ...others] = values;
show(second, others, values.next().done);
const [, ...none] = [1];
show(none.length, [...[, 1]].hasOwnProperty(0));

// Generators: delegation shows the inner result objects' accessors, return values are nobody's.
function* inner() { yield 1; return 2; }
const log = [];
const strange = {
  [Symbol.iterator]() { return this; },
  count: 0,
  next() {
    const n = this.count++;
    return { get done() { log.push("done" + n); return n >= 2; }, get value() { log.push("value" + n); return "v" + n; } };
  },
};
function* outer() { const r = yield* inner(); yield r; yield* strange; yield "last"; return "unseen"; }
show([...outer()], log);

// A generator that asks for its own next value while it runs.
function* greedy() { try { for (const x of self) yield x; } catch (e) { yield e.constructor.name; } }
const self = greedy();
show([...self]);

// One that throws, and one that is left early.
function* failing() { yield 1; throw new RangeError("stop"); }
const failed = failing();
try { for (const x of failed) show(x); } catch (e) { show(e.name, failed.next().done); }
function* careful() { try { yield 1; yield 2; } finally { show("closed"); } }
for (const x of careful()) { show(x); break; }
const [only] = careful();
show(only);

// What a script puts in the place of `next` is called.
const MapIterator = Object.getPrototypeOf(new Map().entries());
const original = MapIterator.next;
let calls = 0;
MapIterator.next = function () { calls++; return original.call(this); };
show([...map.keys()].length, calls);
MapIterator.next = original;
const own = inner();
own.next = () => ({ done: true });
show([...own].length);

// A Map made of itself, and of entries that are no arrays.
show([...new Map(map)].length, [...new Map([{ 0: "k", 1: "v" }])].join());
