// Telegrams from a serial line: a machine of states takes bytes one by one and finds frames, lengths, escapes and checksums.
const machine = { length: 0, left: 0, sum: 0, frames: 0, errors: 0, escapes: 0, kind: 0 };


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
    const b = bytes[i];
    switch (state) {
      // Waits for the start of a frame.
      case 0:
        state = b === 126 ? 1 : 0;
        break;
      // Kind
      case 1:
        machine.kind = b & 7;
        machine.sum = b;
        state = 2;
        break;
      // Length
      case 2:
        machine.left = b & 31;
        machine.sum = (machine.sum + b) & 255;
        state = machine.left === 0 ? 5 : 3;
        break;
      // Content
      case 3:
        if (b === 125) state = 4;
        else {
          machine.sum = (machine.sum + b) & 255;
          state = --machine.left === 0 ? 5 : 3;
        }
        break;
      // An escaped byte
      case 4:
        machine.escapes++;
        machine.sum = (machine.sum + (b ^ 32)) & 255;
        state = --machine.left === 0 ? 5 : 3;
        break;
      // Checksum
      case 5:
        if ((b & 15) === (machine.sum & 15)) machine.frames++;
        else machine.errors++;
        state = machine.kind === 7 ? 6 : 0;
        break;
      // An acknowledgement follows.
      case 6:
        state = b === 6 ? 0 : 7;
        break;
      // Resynchronises.
      default:
        state = b < 32 ? 0 : 7;
    }
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
