let x = 0;
for (;;) x = (x * 3 + 1) | 0;
