// A parcel service: parcels are accepted, priced by weight and zone, sorted onto vans and billed.
const ZONES = [4, 6, 9, 13, 18];

let seed = 811;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

class Parcel {
  constructor(id, grams, zone, service) {
    this.id = id;
    this.insured = service & 1;
    this.grams = grams;
    this.express = service & 2;
    this.zone = zone;
    this.fragile = service & 4;
    this.width = 10 + (grams & 31);
    this.van = 0;
    this.cents = 0;
  }
}

function accept(n) {
  const parcels = [];
  for (let i = 0; i < n; i++) parcels.push(new Parcel(i, 100 + random(9900), random(ZONES.length), random(8)));
  return parcels;
}

/** Weight in steps of half a kilogram, then distance. */
function price(parcel) {
  const steps = ((parcel.grams / 500) | 0) + 1;
  let cents = steps * 35 + ZONES[parcel.zone] * 10;
  if (parcel.width > 30) cents += 90;
  return cents;
}

function load(parcels, vans) {
  const free = [];
  for (let v = 0; v < vans; v++) free.push(400000);
  let left = 0;
  for (let i = 0; i < parcels.length; i++) {
    const parcel = parcels[i];
    const van = parcel.zone % vans;
    if (free[van] >= parcel.grams) {
      free[van] -= parcel.grams;
      parcel.van = van + 1;
    } else {
      parcel.van = 0;
      left++;
    }
  }
  return left;
}

function bill(parcels) {
  let sum = 0;
  for (let i = 0; i < parcels.length; i++) {
    const parcel = parcels[i];
    parcel.cents = price(parcel);
    if (parcel.van > 0) sum += parcel.cents;
  }
  return sum;
}

function heaviest(parcels) {
  let grams = 0;
  for (let i = 0; i < parcels.length; i++) {
    if (parcels[i].van > 0 && parcels[i].grams > grams) grams = parcels[i].grams;
  }
  return grams;
}

const parcels = accept(600);
let check = 0;
for (let day = 0; day < 5000; day++) {
  const left = load(parcels, 3 + (day % 3));
  check = (check * 31 + bill(parcels) + left + heaviest(parcels)) % 1000003;
}
print(check);
