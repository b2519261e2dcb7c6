// A warehouse: goods of many kinds on shelves; stock is taken, orders are picked, and space is reckoned.
let seed = 2718;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

const makers = [
  () => ({ crate: 1 }),
  (size) => ({ litres: size, barrel: 2 }),
  () => ({ sack: 3 }),
  () => ({ bale: 4 }),
  (size) => ({ coil: 5, metres: size }),
  () => ({ drum: 6, hazard: true }),
  () => ({ pallet: 7, layers: 3 }),
  () => ({ box: 8, fragile: false }),
  () => ({ tray: 9, chilled: true }),
];

function makeGood(id) {
  const size = 1 + random(400);
  return { id, size, pieces: size & 15, kind: makers[id % makers.length](size) };
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
