// A search tree whose last node found is its root; nodes get two links, in one order or the other.
class Tree {
  root = null;

  insert(key, value) {
    if (this.root === null) {
      const node = new Node(key, value);
      node.left = null;
      node.right = null;
      this.root = node;
      return;
    }
    this.splay(key);
    if (this.root.key === key) return;
    const node = new Node(key, value);
    if (key > this.root.key) {
      node.left = this.root;
      node.right = this.root.right;
      this.root.right = null;
    } else {
      node.left = this.root.left;
      node.right = this.root;
      this.root.left = null;
    }
    this.root = node;
  }

  splay(key) {
    const around = new Node(0, 0);
    around.left = null;
    around.right = null;
    let left = around;
    let right = around;
    let current = this.root;
    for (;;) {
      if (key < current.key) {
        if (current.left === null) break;
        if (key < current.left.key) {
          const above = current.left;
          current.left = above.right;
          above.right = current;
          current = above;
          if (current.left === null) break;
        }
        right.left = current;
        right = current;
        current = current.left;
      } else if (key > current.key) {
        if (current.right === null) break;
        if (key > current.right.key) {
          const above = current.right;
          current.right = above.left;
          above.left = current;
          current = above;
          if (current.right === null) break;
        }
        left.right = current;
        left = current;
        current = current.right;
      } else {
        break;
      }
    }
    left.right = current.left;
    right.left = current.right;
    current.left = around.right;
    current.right = around.left;
    this.root = current;
  }
}

function Node(key, value) {
  this.key = key;
  this.value = value;
}

let seed = 49734321;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

const tree = new Tree();
for (let i = 0; i < 120000; i++) tree.insert(random(), i);
print(tree.root.value);
