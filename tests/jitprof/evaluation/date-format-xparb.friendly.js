// Numbers made so long by characters to their left.
function leftPad(value, size, character) {
  let result = value + "";
  while (result.length < size) result = character + result;
  return result;
}

let sum = 0;
for (let i = 0; i < 900000; i++) {
  const padded = leftPad(i % 3 === 0 ? i % 10 : i, 6, "0");
  sum += padded.length + padded.charCodeAt(0);
}
print(sum);
