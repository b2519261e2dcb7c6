// Functions that make functions, arrays of callbacks, generators, exceptions.
function* numbers(n) {
  for (let i = 0; i < n; i++) yield i;
}
function compose(...functions) {
  return (x) => functions.reduce((value, f) => f(value), x);
}
function risky(x) {
  if (x % 100 === 0) throw new RangeError("no");
  return x + 1;
}
function attempt(x) {
  try {
    return risky(x);
  } catch (error) {
    return error instanceof RangeError ? -1 : 0;
  }
}
const all = compose((x) => x * 2, (x) => x - 3, (x) => x % 1009);
let sum = 0;
for (let round = 0; round < 900; round++) {
  for (const i of numbers(400)) sum += all(i) + attempt(i);
  sum += [1, 2, 3, 4, 5, 6, 7, 8].map((x) => x * round).filter((x) => x % 2 === 0).reduce((a, b) => a + b, 0);
}
print(sum);
