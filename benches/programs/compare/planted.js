// Five functions of about equal time; the harness makes one of them take more.
const EXTRA = 0;

function first(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 31) ^ i) | 0;
  return s;
}
function second(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 33) ^ i) | 0;
  return s;
}
function third(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 35) ^ i) | 0;
  return s;
}
function fourth(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 37) ^ i) | 0;
  return s;
}
function fifth(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 39) ^ i) | 0;
  return s;
}

let sum = 0;
for (let round = 0; round < 300; round++) {
  const n = 160000;
  sum ^= first(n) ^ second(n) ^ third(n + EXTRA) ^ fourth(n) ^ fifth(n);
}
print(typeof sum);
