// Small objects of two shapes, methods, and an inheritance chain.
class Shape {
  constructor(x) {
    this.x = x;
  }
  area() {
    return 0;
  }
}
class Square extends Shape {
  area() {
    return this.x * this.x;
  }
}
class Circle extends Shape {
  constructor(x) {
    super(x);
    this.pi = 3.14;
  }
  area() {
    return this.pi * this.x * this.x;
  }
}
function total(shapes) {
  let sum = 0;
  for (const shape of shapes) sum += shape.area();
  return sum;
}
const shapes = [];
for (let i = 0; i < 1000; i++) shapes.push(i % 3 === 0 ? new Circle(i) : new Square(i));
let sum = 0;
for (let round = 0; round < 9000; round++) sum = (sum + total(shapes)) % 1e9;
print(sum.toFixed(3));
