// Records whose names differ from one to the next.
const records = [];
for (let i = 0; i < 60; i++) {
  const record = {};
  record["a" + i] = i;
  record.b = 2;
  record["z" + ((i * 7) % 60)] = 3;
  records.push(record);
}

function weigh(record) {
  let sum = 0;
  for (const name in record) { // here
    sum += record[name];
  }
  return sum;
}

let result = 0;
for (let i = 0; i < 200000; i++) result += weigh(records[i % 60]);
print(result);
