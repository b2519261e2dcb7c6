// Messages of twelve kinds, each with fields of its own before the one that all have.
const makers = [];
for (let i = 0; i < 12; i++) makers.push(new Function("v", `return { field${i}: 1, value: v };`));
const messages = [];
for (let i = 0; i < 240; i++) messages.push(makers[i % 12](i));

function sum(messages) {
  let sum = 0;
  for (let i = 0; i < messages.length; i++) {
    sum += messages[i].value; // here
  }
  return sum;
}

let result = 0;
for (let i = 0; i < 20000; i++) result = (result + sum(messages)) | 0;
print(result);
