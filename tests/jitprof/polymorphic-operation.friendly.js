// A function for each type.
function add(a, b) {
  return a + b; // here
}

function concatenate(a, b) {
  return a + b;
}

let sum = 0;
for (let i = 0; i < 2000000; i++) sum = add(sum, i & 7) | 0;
let length = 0;
for (let i = 0; i < 2000000; i++) {
  sum = add(sum, i & 7) | 0;
  length += concatenate("a", "b").length;
}
print(sum, length);
