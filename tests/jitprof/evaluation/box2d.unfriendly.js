// Vertices of a simplex that are filled in at two places, in one order of their properties or in two.
function Vertex() {}

function support(vertex, i) {
  vertex.indexA = i;
  vertex.wA = i * 0.5;
  vertex.indexB = i + 1;
  vertex.wB = i * 0.25;
  return vertex;
}

function cached(vertex, i) {
  vertex.indexA = i;
  vertex.indexB = i + 1;
  vertex.wA = i * 0.5;
  vertex.wB = i * 0.25;
  return vertex;
}

// Until it is known how large its instances become, a constructor gives them shapes that do not last.
for (let i = 0; i < 20; i++) (i % 2 === 0 ? support : cached)(new Vertex(), i);

function metric(vertices) {
  let sum = 0;
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    sum += vertex.indexB * vertex.wA - vertex.indexA * vertex.wB;
  }
  return sum;
}

const vertices = [];
for (let i = 0; i < 300; i++) vertices.push((i % 2 === 0 ? support : cached)(new Vertex(), i));
let sum = 0;
for (let round = 0; round < 200000; round++) sum += metric(vertices) / 1e6;
print(sum.toFixed(6));
