const l = []; let x = 3n; for (;;) { try { x = x * x; l.push(x) } catch (e) { x = 3n; } }
