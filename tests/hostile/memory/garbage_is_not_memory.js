// Gigabytes pass through 64 MiB when nothing is kept.
let check = 0;
for (let i = 0; i < 200000; i++) { const t = { i, pad: [i, i, i, i] }; check = (check + t.pad[3]) % 1000003; }
for (let i = 0; i < 300; i++) check += new Uint8Array(1 << 20).length & 7;
for (let i = 0; i < 300; i++) check += 'y'.repeat(1 << 18).length & 7;
print(check);
