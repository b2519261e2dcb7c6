const a = 1,
  b;
