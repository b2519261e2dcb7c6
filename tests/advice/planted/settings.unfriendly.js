// Settings of devices: each kind has properties of its own; profiles are laid over them, and what differs is counted.
const KINDS = [
  ["lamp", "brightness", "warmth", "timer"],
  ["heater", "target", "limit", "timer", "boost"],
  ["blind", "height", "tilt"],
  ["lock", "code", "delay", "alarm"],
  ["camera", "width", "rate", "night", "zoom"],
  ["speaker", "volume", "bass", "treble"],
  ["pump", "flow", "pressure", "timer"],
  ["fan", "speed", "swing", "limit"],
];

let seed = 640;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

function makeDevice(id) {
  const [, ...names] = KINDS[id % KINDS.length];
  const device = {};
  for (const name of names) device[name] = random(100);
  if (id % 3 === 0) device.room = id % 7;
  return device;
}

function makeProfile(device) {
  const profile = {};
  let i = 0;
  for (const name of Object.keys(device)) if (i++ % 2 === 0) profile[name] = random(100);
  return profile;
}

/** How far a device is from what a profile wants. */
function difference(device, profile) {
  let sum = 0;
  for (const name in profile) { // here
    const d = device[name] - profile[name];
    sum += d < 0 ? -d : d;
  }
  return sum;
}

function approach(device, profile) {
  for (const name in profile) {
    if (device[name] < profile[name]) device[name]++;
    else if (device[name] > profile[name]) device[name]--;
  }
}

const devices = [];
const profiles = [];
for (let i = 0; i < 240; i++) {
  devices.push(makeDevice(i));
  profiles.push(makeProfile(devices[i]));
}
let check = 0;
for (let step = 0; step < 2500; step++) {
  let sum = 0;
  for (let i = 0; i < devices.length; i++) {
    approach(devices[i], profiles[i]);
    sum += difference(devices[i], profiles[i]);
  }
  check = (check * 31 + sum) % 1000003;
}
print(check);
