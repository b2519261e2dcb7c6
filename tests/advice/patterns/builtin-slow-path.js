// A list that was sparse once stays so: indexOf looks every index up.
const list = [];
for (let i = 0; i < 300; i++) list[i] = i;
list[100000] = 1; // here
list.length = 300;

function find(x) {
  return list.indexOf(x);
}

let result = 0;
for (let i = 0; i < 8000; i++) result += find(i % 300);
print(result);
