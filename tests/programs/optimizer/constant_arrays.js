// Literals of constants: each execution makes an array of its own, of the kind that its values have, wherever the literal stands.
function ints() { return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]; }
function names() { return ["a", "b", null, undefined, true, 7]; }
function doubles() { return [0.5, 1.5, -0]; }
function mixed() { return [0.5, "x", 3, -0]; }
function holes() { return [1, , 3]; }
function one() { return [-1]; }
function long() { return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]; }

function parts(i) {
  // Never allocated where nothing else sees it.
  const table = [10, 20, 30, 40];
  const [first, , third] = [100, 200, 300];
  return table[i & 3] + first + third + table.length;
}

function escapes(i, keep) {
  const array = [1, 2, 3];
  if (i % 1000 === 999) keep.push(array);
  array[1] += i;
  return array[0] + array[1] + array[2];
}

function becomes(i) {
  const array = [1, 2, 3];
  if (i === 4000) array[1] = 0.5;
  if (i === 4500) array.push("s");
  if (i === 4700) array.length = 1;
  if (i === 4800) array[10] = 1;
  return array;
}

function inner(make) { return make(); }

let sum = 0, last, kept = [];
for (let i = 0; i < 5000; i++) {
  for (const make of [ints, names, doubles, mixed, holes, one, long]) {
    const array = inner(make);
    sum += array.length;
    array[0] = i;
    array.push(i);
    last = array;
  }
  sum += parts(i) + escapes(i, kept);
  const odd = becomes(i);
  if (i === 4000 || i === 4500 || i === 4700 || i === 4800 || i === 4999) console.log(i, JSON.stringify(odd), odd.length);
}
console.log(sum, last.length, JSON.stringify(kept));
console.log(JSON.stringify(ints()), JSON.stringify(names()), 1 in names(), JSON.stringify(mixed()), Object.is(mixed()[3], -0));
console.log(JSON.stringify(doubles()), Object.is(doubles()[2], -0), 1 in holes(), holes().length, JSON.stringify(one()), long().length);

// In a loop that is entered in the middle.
let total = 0;
for (let i = 0; i < 20000; i++) {
  const array = [3, 1, 2];
  if (i % 5000 === 0) array.sort();
  total += array[0] * 100 + array[1] * 10 + array[2];
}
console.log(total);
