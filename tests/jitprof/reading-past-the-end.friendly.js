// The loop ends at the array's length.
function sum(array) {
  let sum = 0;
  for (let i = 0; i < array.length; i++) {
    const value = array[i]; // here
    sum = (sum + value) & 0xfffff;
  }
  return sum;
}

const array = [];
for (let i = 0; i < 2; i++) array.push(i);
let result = 0;
for (let round = 0; round < 4000000; round++) result = (result + sum(array)) & 0xfffff;
print(result);
