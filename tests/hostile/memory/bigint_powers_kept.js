const l = []; let x = 3n ** 5000n; for (;;) { x = x * 3n; l.push(x); }
