// Objects of one kind whose properties come in two orders: a shape for each, and every place that reads them sees both.
function Circle(radius, flipped) {
  if (flipped) {
    this.radius = radius;
    this.name = "circle";
  } else {
    this.name = "circle";
    this.radius = radius;
  }
}

function total(circles) {
  let sum = 0;
  for (let i = 0; i < circles.length; i++) {
    sum += circles[i].radius; // here
  }
  return sum;
}

// Until it is known how large its instances become, a constructor gives them shapes that do not last.
for (let i = 0; i < 20; i++) new Circle(i, i % 2 === 0);

const circles = [];
for (let i = 0; i < 100; i++) circles.push(new Circle(i, i % 2 === 0));
let result = 0;
for (let round = 0; round < 100000; round++) result = (result + total(circles)) % 1000003;
print(result);
