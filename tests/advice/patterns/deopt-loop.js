// Now and then a shape comes that the code has not seen: it is thrown away, and made again.
function area(shape) {
  return shape.width * shape.height; // here
}

function total(shapes) {
  let total = 0;
  for (let i = 0; i < shapes.length; i++) total += area(shapes[i]);
  return total;
}

const shapes = [];
for (let i = 0; i < 200; i++) shapes.push({ width: i, height: 2 });
let result = 0;
for (let i = 0; i < 20000; i++) {
  if (i % 500 === 499) shapes[i % 200] = { ["note" + i]: 1, width: i, height: 2 };
  result = (result + total(shapes)) % 1e9;
}
print(result);
