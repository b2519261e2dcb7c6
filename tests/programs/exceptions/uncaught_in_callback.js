// Thrown inside a callback of a built-in, through frames of built-ins.
print('start');
[3, 2, 1].forEach((x) => {
  [x].map((y) => {
    if (y === 2) throw new RangeError('from callback ' + y);
    print(y);
  });
});
