const kept = [];
[3, 2, 1].sort((a, b) => { for (;;) kept.push({ a, b }); });
