// Filled from the beginning: the array grows by one element after the other.
function fill(n) {
  const array = [];
  for (let i = 0; i < n; i++) {
    array[i] = i; // here
  }
  return array;
}

let result = 0;
for (let round = 0; round < 300; round++) {
  const array = fill(5000);
  for (let i = 0; i < array.length; i++) result = (result + array[i]) & 0xfffff;
}
print(result);
