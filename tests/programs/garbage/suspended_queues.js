// flags: --max-heap=128m
// gc-stress: 50000
// configs: interpreter, jitless, baseline, gc_stress, baseline_gc_stress, optimizer, optimizer_later, optimizer_gc_stress, profiled
// As queues.js, where who holds the queue is suspended again and again: its frame is put away by one tier and taken up by the next.
function add(queue, value) {
  const before = queue.tail;
  queue.tail = before.next = { padding: [value, value, value, value], next: null };
  return before;
}

// A generator that yields at places where other variables are alive.
function* walking(queue, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const before = queue.tail;
    const node = { padding: [i, i, i, i], next: null };
    queue.tail = before.next = node;
    sum += node.padding.length;
    if (i % 1000 === 0) yield add(queue, sum).padding.length;
    yield sum + add(queue, i).padding.length;
  }
}
let last = 0;
for (const value of walking({ tail: { padding: [], next: null } }, 1000000)) last = value;
print(last);

// One that another one delegates to, and that is asked by hand.
function* delegating(queue, n) {
  yield* walking(queue, n);
}
function asking(it) {
  let sum = 0;
  for (let step = it.next(); !step.done; step = it.next()) sum += step.value & 1;
  return sum;
}
print(asking(delegating({ tail: { padding: [], next: null } }, 500000)));

// An asynchronous function.
async function pumping(queue, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const before = queue.tail;
    queue.tail = before.next = { padding: [i, i, i, i], next: null };
    sum += await add(queue, i).padding.length;
  }
  return sum;
}
pumping({ tail: { padding: [], next: null } }, 700000).then((sum) => print(sum));
