// flags: --max-heap=128m
// gc-stress: 50000
// configs: interpreter, jitless, baseline, gc_stress, baseline_gc_stress, optimizer, optimizer_later, optimizer_gc_stress, profiled
// A loop that appends to a queue is entered in the middle, with the node of that time in the frame: it is not to be kept.
function chase(n) {
  let node = { padding: null, next: null };
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const after = { padding: [i, i, i, i], next: null };
    node.next = after;
    node = after;
    sum += node.padding.length;
  }
  return sum;
}
print(chase(2000000));
