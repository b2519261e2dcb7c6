// flags: --max-heap=128m
// gc-stress: 50000
// configs: interpreter, jitless, baseline, gc_stress, baseline_gc_stress, optimizer, optimizer_later, optimizer_gc_stress, profiled
// Queues of which only the last node is needed: whoever keeps an old one keeps all that came after it.

// Everything is inlined into the loop of the script.
const queue = { tail: { payload: null, next: null } };
function push(value) {
  const node = { payload: [value, value, value, value], next: null };
  queue.tail.next = node;
  queue.tail = node;
  return node.payload.length;
}
function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += push(i);
  return sum;
}
let sum = 0;
for (let i = 0; i < 3000; i++) sum += run(1000);
print(sum);

// A function with a loop is called again and again, and has nodes in variables of its own.
class Queue {
  constructor() {
    this.tail = { value: 0, padding: null, next: null };
  }
  add(value) {
    const node = { value, padding: [value, value, value, value], next: null };
    this.tail = this.tail.next = node;
    return node;
  }
}
function fill(queue, n) {
  let first = null;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const node = queue.add(i);
    const other = i % 100 === 99 ? queue.add(-i) : node;
    if (i === 0) first = other;
    sum += node.value + other.value;
  }
  return sum + first.value;
}
let total = 0;
function again(queues, n) {
  for (let i = 0; i < n; i++) queues.forEach((queue) => { total += fill(queue, 100); });
}
again([new Queue(), new Queue()], 12000);
print(total);
