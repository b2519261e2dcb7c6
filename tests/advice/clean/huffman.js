// Huffman codes: letters are counted, a tree is built by a heap, texts are packed into bits and unpacked again.
const TEXT = "the quick brown fox jumps over the lazy dog while seven wizards quietly box with jolly vexed sphinxes";

class Node {
  constructor(code, count, left, right) {
    this.code = code;
    this.count = count;
    this.left = left;
    this.right = right;
  }
}

class Heap {
  constructor() {
    this.nodes = [];
  }

  get size() {
    return this.nodes.length;
  }

  push(node) {
    const { nodes } = this;
    let at = nodes.length;
    nodes.push(node);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (nodes[above].count <= node.count) break;
      nodes[at] = nodes[above];
      at = above;
    }
    nodes[at] = node;
  }

  pop() {
    const { nodes } = this;
    const first = nodes[0];
    const last = nodes.pop();
    const n = nodes.length;
    if (n === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= n) break;
      if (below + 1 < n && nodes[below + 1].count < nodes[below].count) below++;
      if (nodes[below].count >= last.count) break;
      nodes[at] = nodes[below];
      at = below;
    }
    nodes[at] = last;
    return first;
  }
}

function count(codes) {
  const counts = new Int32Array(128);
  for (let i = 0; i < codes.length; i++) counts[codes[i]]++;
  return counts;
}

function build(counts) {
  const heap = new Heap();
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) heap.push(new Node(code, counts[code], null, null));
  while (heap.size > 1) {
    const left = heap.pop();
    const right = heap.pop();
    heap.push(new Node(-1, left.count + right.count, left, right));
  }
  return heap.pop();
}

function assign(node, bits, length, words, lengths) {
  if (node.left === null) {
    words[node.code] = bits;
    lengths[node.code] = length;
    return;
  }
  assign(node.left, bits << 1, length + 1, words, lengths);
  assign(node.right, (bits << 1) | 1, length + 1, words, lengths);
}

function pack(codes, words, lengths, out) {
  let at = 0;
  for (let i = 0; i < codes.length; i++) {
    const word = words[codes[i]];
    for (let bit = lengths[codes[i]] - 1; bit >= 0; bit--) out[at++] = (word >> bit) & 1;
  }
  return at;
}

function unpack(bits, n, root, out) {
  let node = root;
  let at = 0;
  for (let i = 0; i < n; i++) {
    node = bits[i] === 0 ? node.left : node.right;
    if (node.left === null) {
      out[at++] = node.code;
      node = root;
    }
  }
  return at;
}

const codes = new Uint8Array(TEXT.length * 40);
for (let i = 0; i < codes.length; i++) codes[i] = TEXT.charCodeAt((i * 7) % TEXT.length);
const words = new Int32Array(128);
const lengths = new Int32Array(128);
const bits = new Uint8Array(codes.length * 16);
const again = new Uint8Array(codes.length);
let check = 0;
for (let round = 0; round < 600; round++) {
  codes[round] = 97 + (round % 26);
  const root = build(count(codes));
  assign(root, 0, 0, words, lengths);
  const n = pack(codes, words, lengths, bits);
  if (unpack(bits, n, root, again) !== codes.length) throw new Error("not all came back");
  check = (check * 31 + n + again[round]) % 1000003;
}
print(check);
