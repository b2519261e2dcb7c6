// An agent writes into what is being sorted: there is no order then, and some permutation of what was there at some time comes of it.
// flags: --expose-test262
// oracle: by hand
for (const type of [Int8Array, Uint16Array, Int32Array, Float32Array, Float64Array, BigInt64Array]) {
  $262.agent.start(`
    $262.agent.receiveBroadcast(buffer => {
      const flags = new Int32Array(buffer, 0, 2);
      const bytes = new Uint8Array(buffer, 8);
      Atomics.store(flags, 0, 1);
      Atomics.notify(flags, 0);
      for (let i = 0, seed = 1; Atomics.load(flags, 1) === 0; i = (i + 7) % bytes.length) {
        seed = Math.imul(seed, 1664525) + 1013904223 | 0;
        bytes[i] = seed >>> 24;
      }
      $262.agent.report('done');
      $262.agent.leaving();
    });
  `);
  const buffer = new SharedArrayBuffer(8 + 80000);
  const flags = new Int32Array(buffer, 0, 2);
  $262.agent.broadcast(buffer);
  while (Atomics.load(flags, 0) === 0) Atomics.wait(flags, 0, 0, 100);
  const list = new type(buffer, 8);
  for (let i = 0; i < 20; i++) {
    list.sort();
    list.toSorted();
  }
  Atomics.store(flags, 1, 1);
  let report;
  while ((report = $262.agent.getReport()) === null) $262.agent.sleep(1);
  list.sort();
  print(type.name, report, list.every((x, i) => i === 0 || !(x < list[i - 1])));
}
