// Arrays that begin as arrays of int32s, or empty, and are filled with anything where others hold objects already: a hot store of a word has to
// make them hold any values, and to leave them alone where an int32 comes.
function fill(array, count, make) {
  for (var i = 0; i < count; i++) array[i] = make(i);
  return array;
}
const makers = [
  (i) => i,
  (i) => ({ i }),
  (i) => 'x' + (i & 7),
  (i) => (i & 1 ? i : null),
  (i) => undefined,
  (i) => (i === 5 ? 1.5 : i),
];
let text = '';
for (let round = 0; round < 400; round++) {
  const make = makers[round % makers.length];
  const made = fill(new Array(8), 8, make);
  if (round >= 394) text += JSON.stringify(made) + '\n';
  // Packed ones, whose elements are int32s.
  const packed = [0, 1, 2, 3, 4, 5, 6, 7];
  fill(packed, 8, make);
  if (round >= 394) text += JSON.stringify(packed) + '\n';
}
print(text);

// The array under another name: what is read after the store is what was stored.
function swap(a, b, value) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const before = b[i];
    a[i] = value;
    const after = b[i];
    sum += (typeof before).length + (typeof after).length;
  }
  return sum;
}
let total = 0;
for (let round = 0; round < 300; round++) {
  const ints = [1, 2, 3, 4];
  total += swap(ints, ints, round % 3 ? { round } : 'word');
  total += swap(ints, [1, 2, 3, 4], round);
  total += swap(new Array(4), ints, ints);
}
print(total);

// A sum that was read as int32s before: the kind that one store changes is looked at again.
function sums(array, other, value) {
  let sum = 0;
  for (let i = 0; i < array.length; i++) {
    sum += array[i] | 0;
    other[i] = value;
    sum += array[i] | 0;
  }
  return sum;
}
let all = 0;
for (let round = 0; round < 300; round++) {
  const array = [1, 2, 3];
  all += sums(array, round & 1 ? array : [4, 5, 6], round % 5 ? '7' : 8);
  all += sums([1, 2, 3], [null, undefined, 'y'], {});
}
print(all);

// Where arrays end, are frozen, or are none.
function put(array, index, value) {
  array[index] = value;
}
const frozen = Object.freeze([1, 2]);
for (let round = 0; round < 500; round++) {
  const array = round % 2 ? new Array(3) : [{}, {}, {}];
  put(array, round % 3, round % 7 ? {} : round);
  if (round > 490) {
    put(frozen, 0, {});
    put({ length: 1 }, 0, {});
    put(new Float64Array(2), 0, 1);
    put(array, 9, 'end');
    text = array.length + ' ' + frozen;
  }
}
print(text);
