// Numbers only: the array keeps raw doubles.
function fill(array, n) {
  for (let i = 0; i < n; i++) {
    array[i] = i % 1000 === 7 ? 7.5 : i + 0.5; // here
  }
}

function sum(array) {
  let sum = 0;
  for (let i = 0; i < array.length; i++) sum += +array[i];
  return sum;
}

let result = 0;
for (let round = 0; round < 6000; round++) {
  const array = [0.5];
  fill(array, 1000);
  result += sum(array);
}
print(result);
