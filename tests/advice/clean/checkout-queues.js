// A supermarket: customers arrive, choose the shortest queue, and are served; events come in the order of their times.
class Customer {
  constructor(number, arrival, goods) {
    this.number = number;
    this.arrival = arrival;
    this.goods = goods;
    this.served = 0;
  }
}

class Till {
  constructor(number, speed) {
    this.number = number;
    this.speed = speed;
    this.waiting = [];
    this.head = 0;
    this.busyUntil = 0;
  }

  get length() {
    return this.waiting.length - this.head;
  }

  join(customer) {
    this.waiting.push(customer);
  }

  /** Serves who has come to the front by then; the sum of what they waited. */
  serve(now) {
    let waited = 0;
    while (this.head < this.waiting.length) {
      const customer = this.waiting[this.head];
      const start = Math.max(this.busyUntil, customer.arrival);
      if (start > now) break;
      this.busyUntil = start + customer.goods * this.speed;
      customer.served = start;
      waited += start - customer.arrival;
      this.head++;
    }
    return waited;
  }
}

class Shop {
  constructor(tills) {
    this.tills = [];
    for (let i = 0; i < tills; i++) this.tills.push(new Till(i, 2 + (i % 3)));
    this.waited = 0;
    this.longest = 0;
  }

  shortest() {
    let best = this.tills[0];
    for (let i = 1; i < this.tills.length; i++) if (this.tills[i].length < best.length) best = this.tills[i];
    return best;
  }

  arrive(customer) {
    const till = this.shortest();
    till.join(customer);
    this.longest = Math.max(this.longest, till.length);
  }

  advance(now) {
    for (let i = 0; i < this.tills.length; i++) this.waited += this.tills[i].serve(now);
  }
}

let seed = 1630;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

function day(customers, tills) {
  const shop = new Shop(tills);
  let now = 0;
  for (let i = 0; i < customers; i++) {
    now += random(9);
    shop.advance(now);
    shop.arrive(new Customer(i, now, 1 + random(20)));
  }
  shop.advance(now + 100000);
  return (shop.waited % 100000) + shop.longest;
}

let check = 0;
for (let round = 0; round < 240; round++) check = (check * 31 + day(4000, 5 + (round % 4))) % 1000003;
print(check);
