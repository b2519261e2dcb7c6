let x = 1n; for (;;) { x = x << 1000000n; }
