// The same objects, made in one order.
function Circle(radius) {
  this.name = "circle";
  this.radius = radius;
}

function total(circles) {
  let sum = 0;
  for (let i = 0; i < circles.length; i++) {
    sum += circles[i].radius; // here
  }
  return sum;
}

// Until it is known how large its instances become, a constructor gives them shapes that do not last.
for (let i = 0; i < 20; i++) new Circle(i);

const circles = [];
for (let i = 0; i < 100; i++) circles.push(new Circle(i));
let result = 0;
for (let round = 0; round < 100000; round++) result = (result + total(circles)) % 1000003;
print(result);
