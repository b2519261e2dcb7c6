// A router's counters: bytes by kind of traffic, summed packet by packet. The sums outgrow 32 bits one after the other.
const KINDS = ["web", "mail", "video", "voice", "games", "backup", "names", "time", "files", "updates", "music", "other"];

class Counters {
  constructor() {
    this.web = 0;
    this.mail = 0;
    this.video = 0;
    this.voice = 0;
    this.games = 0;
    this.backup = 0;
    this.names = 0;
    this.time = 0;
    this.files = 0;
    this.updates = 0;
    this.music = 0;
    this.other = 0;
  }

  total() {
    let total = 0;
    for (const kind of KINDS) total += Math.floor(this[kind]);
    return total;
  }
}

function makePackets(count) {
  const kinds = new Uint8Array(count);
  const sizes = new Uint16Array(count);
  let state = 4711;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    kinds[i] = Math.floor(Math.sqrt((state >>> 8) % 144));
    sizes[i] = 1040 + ((state >>> 4) % 8000);
  }
  return { kinds, sizes };
}

function count(counters, packets) {
  const { kinds, sizes } = packets;
  for (let i = 0; i < kinds.length; i++) {
    const size = sizes[i];
    switch (kinds[i]) {
      case 0: counters.web += size; break;
      case 1: counters.mail += size; break;
      case 2: counters.video += size; break; // here
      case 3: counters.voice += size; break;
      case 4: counters.games += size; break;
      case 5: counters.backup += size; break;
      case 6: counters.names += size; break;
      case 7: counters.time += size; break;
      case 8: counters.files += size; break;
      case 9: counters.updates += size; break;
      case 10: counters.music += size; break;
      default: counters.other += size; break;
    }
  }
}

const packets = makePackets(20000);
const counters = new Counters();
for (let second = 0; second < 1600; second++) count(counters, packets);
print(counters.total(), KINDS.map((kind) => Math.floor(counters[kind])).join(" "));
