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
  const names = KINDS[id % KINDS.length].slice(1);
  const values = names.map(() => random(100));
  if (id % 3 === 0) {
    names.push("room");
    values.push(id % 7);
  }
  return { names, values };
}

function makeProfile(device) {
  const profile = [];
  for (let i = 0; i < device.names.length; i += 2) profile.push({ index: i, value: random(100) });
  return profile;
}

/** How far a device is from what a profile wants. */
function difference(device, profile) {
  let sum = 0;
  const { values } = device;
  for (let i = 0; i < profile.length; i++) {
    const d = values[profile[i].index] - profile[i].value;
    sum += d < 0 ? -d : d;
  }
  return sum;
}

function approach(device, profile) {
  const { values } = device;
  for (let i = 0; i < profile.length; i++) {
    const { index, value } = profile[i];
    if (values[index] < value) values[index]++;
    else if (values[index] > value) values[index]--;
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
