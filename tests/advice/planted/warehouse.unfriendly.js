// A warehouse: goods of many kinds on shelves; stock is taken, orders are picked, and space is reckoned.
let seed = 2718;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

const makers = [
  (id, size) => ({ crate: 1, id, size, pieces: size & 15 }),
  (id, size) => ({ litres: size, barrel: 2, id, size, pieces: size & 15 }), // here
  (id, size) => ({ id, sack: 3, pieces: size & 15, size }),
  (id, size) => ({ size, bale: 4, pieces: size & 15, id }),
  (id, size) => ({ coil: 5, metres: size, pieces: size & 15, size, id }),
  (id, size) => ({ drum: 6, pieces: size & 15, id, size, hazard: true }),
  (id, size) => ({ pieces: size & 15, pallet: 7, size, layers: 3, id }),
  (id, size) => ({ box: 8, size, fragile: false, id, pieces: size & 15 }),
  (id, size) => ({ tray: 9, chilled: true, size, id, pieces: size & 15 }),
];

function makeGood(id) {
  return makers[id % makers.length](id, 1 + random(400));
}

function makeShelves(n, goods) {
  const shelves = [];
  for (let i = 0; i < n; i++) shelves.push({ number: i, goods: [], free: 4000 });
  for (let id = 0; id < goods; id++) {
    const good = makeGood(id);
    const shelf = shelves[id % n];
    shelf.goods.push(good);
    shelf.free -= good.size;
  }
  return shelves;
}

function stock(shelf) {
  let pieces = 0;
  const { goods } = shelf;
  for (let i = 0; i < goods.length; i++) pieces += goods[i].pieces;
  return pieces;
}

function space(shelf) {
  let size = 0;
  const { goods } = shelf;
  for (let i = 0; i < goods.length; i++) size += goods[i].size;
  return size;
}

function pick(shelf, least) {
  const { goods } = shelf;
  let chosen = -1;
  for (let i = 0; i < goods.length; i++) {
    if (goods[i].size >= least && goods[i].id > chosen) chosen = goods[i].id;
  }
  return chosen;
}

const shelves = makeShelves(30, 900);
let check = 0;
for (let day = 0; day < 6000; day++) {
  for (let i = 0; i < shelves.length; i++) {
    const shelf = shelves[i];
    check = (check * 7 + stock(shelf) + space(shelf) + pick(shelf, day % 400)) % 1000003;
  }
}
print(check);
