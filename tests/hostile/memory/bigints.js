let n = 3n;
const kept = [];
for (;;) { n = n * n; kept.push(n); }
