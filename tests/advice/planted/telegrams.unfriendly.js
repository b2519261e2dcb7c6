// Telegrams from a serial line: a machine of states takes bytes one by one and finds frames, lengths, escapes and checksums.
const machine = { length: 0, left: 0, sum: 0, frames: 0, errors: 0, escapes: 0, kind: 0 };

const states = [
  // 0: waits for the start of a frame.
  (b) => (b === 126 ? 1 : 0),
  // 1: kind
  (b) => {
    machine.kind = b & 7;
    machine.sum = b;
    return 2;
  },
  // 2: length
  (b) => {
    machine.left = b & 31;
    machine.sum = (machine.sum + b) & 255;
    return machine.left === 0 ? 5 : 3;
  },
  // 3: content
  (b) => {
    if (b === 125) return 4;
    machine.sum = (machine.sum + b) & 255;
    return --machine.left === 0 ? 5 : 3;
  },
  // 4: an escaped byte
  (b) => {
    machine.escapes++;
    machine.sum = (machine.sum + (b ^ 32)) & 255;
    return --machine.left === 0 ? 5 : 3;
  },
  // 5: checksum
  (b) => {
    if ((b & 15) === (machine.sum & 15)) machine.frames++;
    else machine.errors++;
    return machine.kind === 7 ? 6 : 0;
  },
  // 6: an acknowledgement follows
  (b) => (b === 6 ? 0 : 7),
  // 7: resynchronises
  (b) => (b < 32 ? 0 : 7),
];

let seed = 9600;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

function makeStream(length) {
  const bytes = [];
  while (bytes.length < length) {
    bytes.push(126, random(256), random(256));
    const n = 4 + random(20);
    for (let i = 0; i < n; i++) bytes.push(random(24) === 0 ? 125 : random(120));
  }
  return bytes;
}

function receive(bytes) {
  let state = 0;
  for (let i = 0; i < bytes.length; i++) {
    state = states[state](bytes[i]); // here
  }
  return state;
}

const streams = [];
for (let i = 0; i < 10; i++) streams.push(makeStream(4000));
let check = 0;
for (let round = 0; round < 500; round++) {
  for (const stream of streams) check = (check * 3 + receive(stream)) % 1000003;
}
print(check, machine.frames, machine.errors, machine.escapes);
