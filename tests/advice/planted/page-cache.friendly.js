// A cache of pages: what was not asked for longest goes; hits, misses and what was written are counted.
let seed = 1024;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

class Page {
  constructor(name, size) {
    this.name = name;
    this.size = size;
    this.used = 0;
    this.dirty = false;
  }
}

class Cache {
  constructor(capacity) {
    this.capacity = capacity;
    this.pages = new Map();
    this.order = [];
    this.count = 0;
    this.written = 0;
  }

  get(name) {
    return this.pages.get(name);
  }

  put(page) {
    if (this.count === this.capacity) this.evict();
    this.pages.set(page.name, page);
    this.order.push(page);
    this.count++;
  }

  evict() {
    let oldest = 0;
    const { order } = this;
    for (let i = 1; i < order.length; i++) if (order[i].used < order[oldest].used) oldest = i;
    const page = order[oldest];
    order[oldest] = order[order.length - 1];
    order.pop();
    if (page.dirty) this.written += page.size;
    this.pages.delete(page.name);
    this.count--;
  }
}

const NAMES = [];
for (let i = 0; i < 160; i++) NAMES.push(`page-${(i * 7919) % 1000}-${i}`);

/** Most requests are for few pages. */
function request() {
  return NAMES[random(8) < 7 ? random(24) : random(NAMES.length)];
}

function serve(cache, time) {
  const name = request();
  let page = cache.get(name);
  const hit = page !== undefined;
  if (!hit) {
    page = new Page(name, 512 + (time & 1023));
    cache.put(page);
  }
  page.used = time;
  if (time % 5 === 0) page.dirty = true;
  return hit;
}

const cache = new Cache(48);
let hits = 0;
for (let time = 1; time <= 1400000; time++) if (serve(cache, time)) hits++;
print(hits, cache.written % 1000003, cache.count);
