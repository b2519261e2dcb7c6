// A chain of effects: each sample goes through the stages that a patch names.
const clip = (s) => (s > 30000 ? 30000 : s < -30000 ? -30000 : s);

const STAGES = 8;

function apply(stage, s) {
  switch (stage) {
    case 0:
      return clip(s + (s >> 2));
    case 1:
      return s - (s >> 3);
    case 2:
      return s < 0 ? -s : s;
    case 3:
      return s ^ 3;
    case 4:
      return (s >> 4) << 4;
    case 5:
      return clip(s << 1);
    case 6:
      return s > 8000 ? 8000 + ((s - 8000) >> 2) : s;
    default:
      return s & 1 ? s + 1 : s - 1;
  }
}

let seed = 48000;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function makePatch(length) {
  const patch = [];
  for (let i = 0; i < length; i++) patch.push(random(STAGES));
  return patch;
}

function makeTone(samples, step) {
  const tone = [];
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    phase = (phase + step) & 65535;
    tone.push(phase < 32768 ? phase - 16384 : 49152 - phase);
  }
  return tone;
}

function process(tone, patch) {
  let energy = 0;
  for (let i = 0; i < tone.length; i++) {
    let sample = tone[i];
    for (let stage = 0; stage < patch.length; stage++) {
      sample = apply(patch[stage], sample);
    }
    energy = (energy + (sample < 0 ? -sample : sample)) % 1000003;
  }
  return energy;
}

function zeroes(tone) {
  let n = 0;
  for (let i = 1; i < tone.length; i++) if ((tone[i] ^ tone[i - 1]) < 0) n++;
  return n;
}

const patches = [];
for (let i = 0; i < 12; i++) patches.push(makePatch(6 + random(4)));
const tones = [];
for (let i = 0; i < 8; i++) tones.push(makeTone(1500, 300 + i * 97));
let check = 0;
for (let round = 0; round < 24; round++) {
  for (const tone of tones) {
    for (const patch of patches) check = (check * 3 + process(tone, patch)) % 1000003;
    check += zeroes(tone);
  }
}
print(check);
