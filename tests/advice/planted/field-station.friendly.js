// Records of a field station are decoded byte by byte. Kinds of records come into use one after the other over the years.
const KINDS = 14;

function makeRecords(year) {
  const bytes = new Uint8Array(6000);
  let state = 99 + year;
  for (let i = 0; i < bytes.length; i += 4) {
    state = (Math.imul(state, 69069) + 1) >>> 0;
    bytes[i] = (state >>> 16) % Math.min(KINDS, 1 + year);
    bytes[i + 1] = (state >>> 8) & 255;
    bytes[i + 2] = (state >>> 5) & 255;
    bytes[i + 3] = (state >>> 11) & 255;
  }
  return bytes;
}

function makeStation() {
  return { rain: 0, wind: 0, gusts: 0, sun: 0, snow: 0, frost: 0, dew: 0, fog: 0, hail: 0, soil: 0, river: 0, ozone: 0, pollen: 0, quakes: 0, odd: 0 };
}

function decode(station, bytes) {
  for (let i = 0; i < bytes.length; i += 4) {
    const a = bytes[i + 1];
    const b = bytes[i + 2];
    const c = bytes[i + 3];
    switch (bytes[i]) {
      case 0: station.rain = (station.rain + a * 10 + b) & 0xffffff; break;
      case 1: station.wind = Math.max(station.wind - 1, a); break;
      case 2: station.gusts = (station.gusts + (a > 200 ? 1 : 0)) & 0xffff; break;
      case 3: station.sun = (station.sun + (a << 2) + (b >> 6)) & 0xffffff; break;
      case 4: station.snow = (station.snow * 3 + a) & 0xffff; break;
      case 5: station.frost = (station.frost ^ (a * b)) & 0xffff; break;
      case 6: station.dew = (station.dew + Math.abs(a - b)) & 0xffff; break;
      case 7: station.fog = Math.min(station.fog + 1, a + b); break;
      case 8: station.hail = (station.hail + a * b * c) & 0xffffff; break;
      case 9: station.soil = (station.soil + ((a << 8) | b)) & 0xffffff; break;
      case 10: station.river = (station.river + a + b + c) & 0xffffff; break;
      case 11: station.ozone = (station.ozone * 5 + c) & 0xffff; break;
      case 12: station.pollen = (station.pollen + (a & b & c)) & 0xffff; break;
      case 13: station.quakes = (station.quakes ^ (a << (b & 7))) & 0xffff; break;
      default: station.odd++;
    }
  }
}

// Each kind once, before any is in use: what the compiler makes knows them all.
function rehearse() {
  const one = new Uint8Array(4 * KINDS);
  for (let kind = 0; kind < KINDS; kind++) one.set([kind, 210, 3, 5], 4 * kind);
  for (let i = 0; i < 20; i++) decode(makeStation(), one);
}

rehearse();
function weather(station) {
  if (station.snow > 30000) return "white";
  if (station.rain > station.sun) return "wet";
  if (station.wind > 200) return "windy";
  return "fair";
}

function report(station) {
  const values = Object.values(station).join(" ");
  return weather(station) + ": " + values;
}

const station = makeStation();
for (let year = 0; year < 16; year++) {
  const records = makeRecords(year);
  for (let day = 0; day < 1500; day++) decode(station, records);
}
print(report(station));
