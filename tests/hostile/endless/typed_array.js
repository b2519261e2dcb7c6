const t = new Int32Array(1000);
for (;;) t.fill(1).sort().reverse();
