// A table that begins as nothing but holes.
function table(n) {
  const table = new Array(n); // here
  for (let i = 0; i < n; i++) table[i] = i * 1.5;
  return table;
}

function sum(table) {
  let sum = 0;
  for (let i = 0; i < table.length; i++) sum += table[i];
  return sum;
}

let result = 0;
for (let i = 0; i < 3000; i++) result += sum(table(1000));
print(result);
