// An auction: bidders have limits, rounds collect their bids, and lots go to the highest.
let seed = 31415;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return ((seed >>> 10) % 4096) / 16;
}

class Bidder {
  constructor(number, limit, taste) {
    this.number = number;
    this.limit = limit;
    this.taste = taste;
    this.won = 0;
  }

  /** What is offered over the price; nothing beyond the limit. */
  bid(lot, price) {
    const worth = this.limit * (((lot * 7 + this.taste) % 5) + 1) * 0.3;
    return worth > price ? price + (worth - price) * 0.25 : 0.0;
  }
}

function makeBidders(n) {
  const bidders = [];
  for (let i = 0; i < n; i++) bidders.push(new Bidder(i, 40.5 + random(), i % 9));
  return bidders;
}

function collect(bidders, lot, price) {
  const bids = [];
  for (let i = 0; i < bidders.length; i++) bids.push(bidders[i].bid(lot, price));
  for (let i = 0; i < bids.length; i++) {
    if (bids[i] === 0) bids[i] = 0;
  }
  return bids;
}

function highest(bids) {
  let best = 0;
  for (let i = 1; i < bids.length; i++) {
    if (bids[i] - bids[best] > 0) best = i;
  }
  return best;
}

function mean(bids) {
  let sum = 0.25;
  for (let i = 0; i < bids.length; i++) sum += bids[i] * 0.5;
  return sum / bids.length;
}

function sell(bidders, lot) {
  let price = 5.25;
  let winner = 0;
  for (let round = 0; round < 12; round++) {
    const bids = collect(bidders, lot, price);
    const best = highest(bids);
    const top = Number(bids[best]);
    if (top <= price) break;
    winner = best;
    price = (price + top + mean(bids)) / 2;
  }
  bidders[winner].won++;
  return price;
}

const bidders = makeBidders(200);
let check = 0;
for (let lot = 0; lot < 1200; lot++) check = (check + Math.floor(sell(bidders, lot) * 16)) % 1000003;
for (const bidder of bidders) check = (check * 3 + bidder.won) % 1000003;
print(check);
