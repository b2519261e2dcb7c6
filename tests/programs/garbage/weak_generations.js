// flags: --expose-vm
// gc-stress: 2000
// oracle: by hand
// Entries of old keys that are written again, keys that come back after they were deleted, and records of registries, through minor and full collections.
const churn = () => {
  for (let i = 0; i < 400000; i++) ({ i, o: { i } });
};
const keys = Array.from({ length: 50 }, (_, n) => ({ n })), map = new WeakMap(), set = new WeakSet();
for (const key of keys) map.set(key, { value: key.n });
churn();
$vm.gc();
// What is old gets young values, ...
for (const key of keys) map.set(key, { value: key.n * 2 });
churn();
print(keys.every((key) => map.get(key).value === key.n * 2));
// ... chains of them, ...
let link = {};
const first = link;
for (let n = 0; n < 50; n++) {
  const next = { n };
  map.set(link, next);
  link = next;
}
link = null;
churn();
let length = 0;
for (let at = first; map.has(at); at = map.get(at)) length++;
print(length);
// ... and what was deleted comes back.
for (const key of keys) {
  set.add(key);
  set.delete(key);
  map.delete(key);
  if (key.n % 2) set.add(key);
}
churn();
print(keys.filter((key) => set.has(key)).length, keys.some((key) => map.has(key)));

// What is written again and again takes no more memory, though nothing is allocated.
const again = $vm.heapStats().external, rewritten = new FinalizationRegistry(() => {});
for (let i = 0; i < 300000; i++) {
  map.set(keys[0], i);
  map.set(keys[1], keys[2]);
  set.add(keys[3]);
  rewritten.register(keys[4], 1, keys[5]);
  rewritten.unregister(keys[5]);
}
print($vm.heapStats().external - again < 1 << 19);

const seen = [];
const registry = new FinalizationRegistry((held) => seen.push(held));
const token = {}, other = {};
const register = (count) => {
  const targets = Array.from({ length: count }, (_, n) => ({ n }));
  targets.forEach((target, n) => registry.register(target, { held: n }, n % 3 ? (n % 3 === 1 ? token : other) : undefined));
  return targets;
};
let targets = register(3000);
print(registry.unregister(token), registry.unregister(token));
targets = null;
const watched = keys.map((key) => (registry.register(key, { held: -1 - key.n }, key), key));
churn();
setTimeout(() => {
  $vm.gc();
  setTimeout(() => {
    // A few may still be named by some word of the stack.
    const held = seen.map(({ held }) => held);
    print(held.length > 1900 && held.length <= 2000, held.every((n) => n >= 0 && n % 3 !== 1), new Set(held).size === held.length);
    print(watched.every((key) => registry.unregister(key)), watched.some((key) => registry.unregister(key)));
    const before = $vm.heapStats().external;
    targets = register(200000);
    print($vm.heapStats().external - before > 1 << 20);
    targets = null;
    setTimeout(() => {
      $vm.gc();
      setTimeout(() => print($vm.heapStats().external - before < 1 << 20));
    });
  });
});
