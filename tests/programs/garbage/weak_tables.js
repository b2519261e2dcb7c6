// flags: --expose-vm
// oracle: by hand
// Memory that weak tables give back as their keys die is known to the heap at once, not when the next key comes.
const external = () => $vm.heapStats().external;
function filled(add) {
  const before = external(), keys = [];
  for (let i = 0; i < 100000; i++) {
    keys.push({});
    add(keys[i]);
  }
  return external() - before;
}
const map = new WeakMap(), set = new WeakSet();
for (const add of [(key) => map.set(key, 1), (key) => set.add(key)]) {
  const before = external();
  print(filled(add) > 1 << 20);
  $vm.gc();
  print(external() - before < 1 << 20);
}
