// Concatenations of short strings, of every pair of lengths around those that fit a register: bytes, units, slices, ropes, and pieces that are appended.
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const wide = "\u0101\u0102\u0103\u0104\u0105\u0106\u0107\u0108\u0109\u010a\u010b\u010c\u010d\u010e\u010f\u0110\u0111\u0112";

function join(a, b) { return a + b; }

/** Built anew, so that it is a flat string of its own. */
function flat(text, length) {
  let units = [];
  for (let i = 0; i < length; i++) units.push(text.charCodeAt(i % text.length));
  return String.fromCharCode(...units);
}

function check(a, b) {
  const whole = join(a, b);
  if (whole.length !== a.length + b.length) throw new Error(`length of ${a.length} and ${b.length}`);
  for (let i = 0; i < whole.length; i++) {
    const expected = i < a.length ? a.charCodeAt(i) : b.charCodeAt(i - a.length);
    if (whole.charCodeAt(i) !== expected) throw new Error(`unit ${i} of ${a.length} and ${b.length}`);
  }
  const key = { [whole]: 1 };
  if (key[flat(a, a.length) + flat(b, b.length)] !== 1) throw new Error("another key");
  return whole.length;
}

let units = 0;
for (let round = 0; round < 3; round++) {
  for (let left = 0; left <= 27; left++) {
    for (let right = 0; right <= 27; right++) {
      const [a, b] = [flat(alphabet, left), flat(alphabet, right)];
      units += check(a, b);
      if (round === 0) {
        units += check(flat(wide, left), b) + check(a, flat(wide, right));
        // Slices of a longer string.
        units += check((alphabet + alphabet).slice(3, 3 + left), (alphabet + alphabet).slice(9, 9 + right));
      }
    }
  }
}
console.log(units);

// What is left in a cell behind a string's end does not show.
const seen = new Set();
for (let i = 0; i < 3000; i++) seen.add(join(join("k", String(i % 100)), "z"));
console.log(seen.size, seen.has("k7z"), seen.has("k99z"), seen.has("k100z"));

// Appending to ropes and buffers, with a copy of the text beside.
let text = "";
const pieces = [];
for (let i = 0; i < 2000; i++) {
  const piece = alphabet.slice(i % 7, i % 7 + i % 23);
  text = join(text, piece);
  pieces.push(piece);
  if (i % 97 === 0) pieces.push((text = join(text, "\u0100!")).slice(-2));
  if (i % 97 === 0 && text.charCodeAt(text.length - 1) !== 0x21) throw new Error("the end");
}
console.log(text.length, text === pieces.join(""));

// Prepending, and two long ones.
let front = "";
for (let i = 0; i < 500; i++) front = join(alphabet.slice(0, i % 11), front);
const long = join(front, front);
console.log(front.length, long.length, long.slice(front.length) === front, join(long, "").length, join("", long) === long);

// The longest string is not exceeded.
let half = "0123456789abcdef".repeat(1 << 23);
try {
  join(join(half, half), join(half, join(half, half)));
  console.log("no error");
} catch (error) {
  console.log(error instanceof RangeError);
}
