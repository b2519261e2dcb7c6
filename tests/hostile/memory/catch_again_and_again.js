// The same, many times over.
let caught = 0;
for (let i = 0; i < 5; i++) {
  try { const kept = []; for (;;) kept.push('x'.repeat(10000) + kept.length); } catch (e) { if (e instanceof RangeError) caught++; }
}
print(caught);
