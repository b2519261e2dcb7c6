// Lifts in a tower: calls wait on floors, cars go where they are wanted, and waiting is counted.
let seed = 1857;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

const FLOORS = 40;

class Car {
  constructor(number) {
    this.number = number;
    this.floor = 0;
    this.target = 0;
    this.isFree = true;
    this.moves = 0;
    this.carried = 0;
  }
}

/** How many floors a car has to go. One without a target goes home, to the ground. */
function way(car) {
  return car.target - car.floor;
}

function step(car) {
  const floors = way(car);
  if (floors === 0) {
    if (!car.isFree) car.carried++;
    car.isFree = true;
    car.target = 0;
    return 0;
  }
  car.floor += floors > 0 ? 1 : -1;
  car.moves++;
  return 1;
}

function isFree(car) {
  return car.isFree || way(car) === 0;
}

/** The nearest free car, or −1. */
function nearest(cars, floor) {
  let best = -1;
  let least = FLOORS + 1;
  for (let i = 0; i < cars.length; i++) {
    if (!isFree(cars[i])) continue;
    const distance = Math.abs(cars[i].floor - floor);
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

class Tower {
  constructor(cars) {
    this.cars = [];
    for (let i = 0; i < cars; i++) this.cars.push(new Car(i));
    this.calls = [];
    this.waited = 0;
  }

  call(floor) {
    this.calls.push(floor);
  }

  dispatch() {
    for (let i = 0; i < this.calls.length; i++) {
      const car = nearest(this.cars, this.calls[i]);
      if (car < 0) continue;
      this.cars[car].target = this.calls[i];
      this.cars[car].isFree = false;
      this.calls[i] = this.calls[this.calls.length - 1];
      this.calls.pop();
      i--;
    }
    this.waited = (this.waited + this.calls.length) % 1000003;
  }

  tick() {
    let moved = 0;
    for (let i = 0; i < this.cars.length; i++) moved += step(this.cars[i]);
    return moved;
  }
}

const tower = new Tower(48);
let check = 0;
for (let second = 0; second < 150000; second++) {
  if (second % 3 === 0) tower.call(1 + random(FLOORS - 1));
  tower.dispatch();
  check = (check * 3 + tower.tick()) % 1000003;
}
print(check, tower.waited, tower.cars.reduce((sum, car) => sum + car.carried, 0));
