// The arguments object is handed on.
function count(list) {
  return list.length;
}

function total() {
  const list = arguments; // here
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return count(list) + sum;
}

let result = 0;
for (let i = 0; i < 300000; i++) result = (result + total(i, 1, 2)) | 0;
print(result);
