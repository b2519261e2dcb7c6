// Normals turned by a matrix; six of them, in an array that is made for each turn.
function multiply(matrix, vector) {
  const result = [0, 0, 0, 1];
  for (let i = 0; i < 3; i++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += matrix[i][k] * vector[k];
    result[i] = sum;
  }
  return result;
}

const normals = [];
for (let i = 0; i < 6; i++) normals.push([i % 2, (i >> 1) % 2, i / 6, 1]);
let sum = 0;
for (let turn = 0; turn < 160000; turn++) {
  const angle = (turn % 360) * Math.PI / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const matrix = [[c, -s, 0], [s, c, 0], [0, 0, 1]];
  const turned = [];
  for (let i = 0; i < 6; i++) turned[i] = multiply(matrix, normals[i]);
  sum += turned[0][0] + turned[5][2];
}
print(sum.toFixed(6));
