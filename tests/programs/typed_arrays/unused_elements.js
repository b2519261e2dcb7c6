// What is asked of an element can be known before it is read: its type, whether it is negative. An element that is not there is undefined all the same.
const words = new Uint32Array(2), bytes = new Uint8Array(2), doubles = new Float64Array(2), none = new Uint32Array();

const questions = [
  i => typeof words[i],
  i => typeof doubles[i] === 'number',
  i => bytes[i] >= 0,
  i => bytes[i] < 0,
  i => 0 <= bytes[i],
  i => typeof -bytes[i],
  i => { bytes[i]; return 'nothing'; },
];

function ask(question, index) {
  // (A function of its own each time, so that its feedback is of this question alone.)
  const f = new Function('question', 'index', 'let last; for (let i = 0; i < 400; i++) last = question(index(i)); return last;');
  return f(question, index);
}

for (const question of questions) {
  const text = String(question);
  const present = ask(question, i => i & 1);
  const absent = ask(question, i => i < 390 ? i & 1 : 2);
  print(text, present, absent, question(1), question(2));
}

function typeOfNone() { return typeof none[0]; }
const types = new Set();
for (let i = 0; i < 2000; i++) types.add(typeOfNone());
print([...types].join());

// Nothing but the present in the beginning, in a function of its own.
function typeOfWord(i) { return typeof words[i]; }
function isByte(i) { return bytes[i] >= 0; }
for (let i = 0; i < 20000; i++) { typeOfWord(i & 1); isByte(i & 1); }
print(typeOfWord(5), isByte(5), typeOfWord(0), isByte(0));
