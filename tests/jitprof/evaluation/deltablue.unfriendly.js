// Constraints of two kinds, which inherit what reads a field of both.
const FORWARD = 1;

class Binary {
  init(v1, v2) {
    this.v1 = v1;
    this.v2 = v2;
    this.direction = FORWARD;
  }
  output() {
    return this.direction === FORWARD ? this.v2 : this.v1;
  }
}

class Equality extends Binary {
  constructor(v1, v2) {
    super();
    this.strength = 1;
    this.init(v1, v2);
  }
}

class Scale extends Binary {
  constructor(v1, v2) {
    super();
    this.direction = 0;
    this.scale = 2;
    this.offset = 3;
    this.strength = 1;
    this.init(v1, v2);
  }
}

const constraints = [];
for (let i = 0; i < 400; i++) constraints.push(i % 3 === 0 ? new Scale(i, i + 1) : new Equality(i, i + 1));
let sum = 0;
for (let round = 0; round < 100000; round++) {
  for (let i = 0; i < constraints.length; i++) sum = (sum + constraints[i].output()) | 0;
}
print(sum);
