// Layout of a page: a tree of boxes with widths and heights; what changed is laid out again.
let seed = 5;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

class Box {
  constructor(depth, index) {
    this.dirty = true;
    this.depth = depth;
    this.index = index;
    this.width = 0;
    this.height = 0;
    this.margin = index % 4;
    this.vertical = depth % 2 === 0;
    this.children = [];
  }
}

function build(depth, index) {
  const box = new Box(depth, index);
  if (depth < 5) for (let i = 0; i < 4; i++) box.children.push(build(depth + 1, index * 4 + i));
  return box;
}

/** A box that is laid out is not dirty any more. */
function settle(box) {
  box.clean = true;
  delete box.dirty; // here
}

function soil(box) {
  box.dirty = true;
  delete box.clean;
}

function measure(box) {
  const { children } = box;
  let width = 0;
  let height = 0;
  if (children.length === 0) {
    width = 10 + (box.index % 17);
    height = 12;
  }
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (box.vertical) {
      width = Math.max(width, child.width + child.margin);
      height += child.height + child.margin;
    } else {
      width += child.width + child.margin;
      height = Math.max(height, child.height + child.margin);
    }
  }
  box.width = width;
  box.height = height;
}

function layout(box) {
  const { children } = box;
  for (let i = 0; i < children.length; i++) layout(children[i]);
  soil(box);
  measure(box);
  settle(box);
}

function mark(box) {
  box.margin = (box.margin + random(3)) % 7;
  if (box.children.length > 0) mark(box.children[random(box.children.length)]);
}

function area(box) {
  let sum = (box.width * box.height) % 10007;
  for (let i = 0; i < box.children.length; i++) sum += area(box.children[i]);
  return sum % 1000003;
}

const root = build(0, 0);
let check = 0;
for (let frame = 0; frame < 250; frame++) {
  layout(root);
  mark(root);
  check = (check * 31 + area(root)) % 1000003;
}
print(check);
