// A theatre: seats are numbered by row, tickets are sold and given back, and neighbours are looked for.
const ROWS = 30;
const SEATS = 24;

let seed = 1599;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

/** The number of a seat, from which its index comes. */
function seatNumber(row, seat) {
  return row * SEATS + seat;
}

class House {
  constructor() {
    this.guests = [];
    for (let row = 0; row < ROWS; row++) {
      for (let seat = 0; seat < SEATS; seat++) this.guests[this.index(row, seat)] = 0;
    }
  }

  index(row, seat) {
    return seatNumber(row, seat);
  }

  sell(row, seat, guest) {
    const index = this.index(row, seat);
    if (this.guests[index] !== 0) return false;
    this.guests[index] = guest;
    return true;
  }

  /** How many seats are taken, by whom last, and how many guests there are in all. */
  taken() {
    return this.guests.reduce((sum, guest) => (guest > 0 ? sum + 1 : sum), 0);
  }

  latest() {
    return this.guests.reduce((latest, guest) => (guest > latest ? guest : latest), 0);
  }

  groups(size) {
    let groups = 0;
    this.guests.forEach((guest) => {
      if (guest % size === 1) groups++;
    });
    return groups;
  }
}

function evening(house, night) {
  let sold = 0;
  for (let guest = 1; guest <= 300; guest++) {
    if (house.sell(random(ROWS), random(SEATS), guest + night)) sold++;
  }
  return sold;
}

let check = 0;
for (let night = 0; night < 30; night++) {
  const house = new House();
  check = (check * 31 + evening(house, night)) % 1000003;
  for (let look = 0; look < 40; look++) {
    check = (check * 3 + house.taken() + house.latest() + house.groups(2 + (look % 6))) % 1000003;
  }
}
print(check);
