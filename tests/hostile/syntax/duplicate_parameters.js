(a, b, a) => a;
