// A calculator: expressions become trees, which are evaluated for many values of their variables.
const node = (type, left, right, value, index) => ({ type, left, right, value, index });
const makers = {
  number: (value) => node(0, null, null, value, 0),
  variable: (name) => node(1, null, null, 0, name.charCodeAt(0) - 97),
  sum: (left, right) => node(2, left, right, 0, 0),
  difference: (left, right) => node(3, left, right, 0, 0),
  product: (left, right) => node(4, left, right, 0, 0),
  negation: (left) => node(5, left, null, 0, 0),
  least: (left, right) => node(6, left, right, 0, 0),
  remainder: (left, right) => node(7, left, right, 0, 0),
};

let seed = 161803;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function tree(depth) {
  if (depth === 0) {
    return random(2) === 0 ? makers.number(1 + random(90)) : makers.variable("abcd"[random(4)]);
  }
  const left = tree(depth - 1);
  switch (random(6)) {
    case 0:
      return makers.sum(left, tree(depth - 1));
    case 1:
      return makers.difference(left, tree(depth - 1));
    case 2:
      return makers.product(left, tree(depth - 1));
    case 3:
      return makers.negation(left);
    case 4:
      return makers.least(left, tree(depth - 1));
    default:
      return makers.remainder(left, tree(depth - 1));
  }
}

function evaluate(node, variables) {
  switch (node.type) {
    case 0:
      return node.value;
    case 1:
      return variables[node.index];
    case 2:
      return (evaluate(node.left, variables) + evaluate(node.right, variables)) | 0;
    case 3:
      return (evaluate(node.left, variables) - evaluate(node.right, variables)) | 0;
    case 4:
      return Math.imul(evaluate(node.left, variables), evaluate(node.right, variables));
    case 5:
      return -evaluate(node.left, variables) | 0;
    case 6:
      return Math.min(evaluate(node.left, variables), evaluate(node.right, variables));
    default: {
      const divisor = evaluate(node.right, variables) & 255;
      return evaluate(node.left, variables) % (divisor + 1);
    }
  }
}

const expressions = [];
for (let i = 0; i < 20; i++) expressions.push(tree(6));
const variables = [0, 0, 0, 0];
let check = 0;
for (let round = 0; round < 8000; round++) {
  for (let i = 0; i < 4; i++) variables[i] = (round * (i + 3)) % 101;
  for (let i = 0; i < expressions.length; i++) check = (check * 31 + evaluate(expressions[i], variables)) | 0;
}
print(check);
