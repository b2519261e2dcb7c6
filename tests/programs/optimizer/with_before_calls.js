// A `with` whose register is part of a later call's area: what an exit finds there is no environment any more.
function nothing() {}
function run(count) {
  let sum = 0;
  with (0) {
  }
  nothing();
  try {
    for (let i = 0; i < count; i += 2) sum += i;
  } finally {
    sum++;
  }
  return sum;
}
function thrown(count) {
  let sum = 0;
  with ({ count }) {
    sum += count;
  }
  try {
    nothing();
    for (let i = 0; i < count; i++) sum += [i, 0.5][i & 1];
    null.property;
  } catch {
    for (let i = 0; i < count; i++) sum++;
  }
  return sum;
}
let sum = 0;
for (let i = 0; i < 400; i++) sum += run(10) + thrown(7);
print(sum);
