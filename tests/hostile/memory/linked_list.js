let l = null;
for (;;) l = { next: l, a: 1, b: 2, c: 3 };
