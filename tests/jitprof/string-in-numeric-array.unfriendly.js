// Numbers, and one string among them: the array's elements are values of any type from then on.
function fill(array, n) {
  for (let i = 0; i < n; i++) {
    array[i] = i % 1000 === 7 ? "7.5" : i + 0.5; // here
  }
}

function sum(array) {
  let sum = 0;
  for (let i = 0; i < array.length; i++) sum += +array[i];
  return sum;
}

let result = 0;
for (let round = 0; round < 6000; round++) {
  const array = [];
  fill(array, 1000);
  result += sum(array);
}
print(result);
