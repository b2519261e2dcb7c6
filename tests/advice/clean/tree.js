// A search tree: keys come in and go, are looked for, and are listed in order.
class Node {
  constructor(key) {
    this.key = key;
    this.left = null;
    this.right = null;
    this.size = 1;
  }
}

function sizeOf(node) {
  return node === null ? 0 : node.size;
}

function insert(node, key) {
  if (node === null) return new Node(key);
  if (key < node.key) {
    node.left = insert(node.left, key);
  } else if (key > node.key) {
    node.right = insert(node.right, key);
  }
  node.size = 1 + sizeOf(node.left) + sizeOf(node.right);
  return node;
}

function has(root, key) {
  let node = root;
  while (node !== null) {
    if (key === node.key) return true;
    node = key < node.key ? node.left : node.right;
  }
  return false;
}

function nth(root, n) {
  let node = root;
  let left = n;
  for (;;) {
    const before = sizeOf(node.left);
    if (left === before) return node.key;
    if (left < before) {
      node = node.left;
    } else {
      left -= before + 1;
      node = node.right;
    }
  }
}

let seed = 3;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed >>> 12;
}

let root = null;
for (let i = 0; i < 20000; i++) root = insert(root, random());
let check = 0;
for (let i = 0; i < 100000; i++) {
  check = (check + (has(root, random()) ? 1 : 0)) % 1000003;
}
for (let i = 0; i < 400000; i++) {
  check = (check + nth(root, i % root.size)) % 1000003;
}
print(check, root.size);
