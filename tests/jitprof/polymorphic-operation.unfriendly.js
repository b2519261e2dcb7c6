// One function adds numbers, and later strings too: its addition has to look at the types every time.
function add(a, b) {
  return a + b; // here
}

let sum = 0;
for (let i = 0; i < 2000000; i++) sum = add(sum, i & 7) | 0;
let length = 0;
for (let i = 0; i < 2000000; i++) {
  sum = add(sum, i & 7) | 0;
  length += add("a", "b").length;
}
print(sum, length);
