// Trees that are made and let go of: what the collector does is most of it.
function tree(depth) {
  return depth === 0 ? { left: null, right: null } : { left: tree(depth - 1), right: tree(depth - 1) };
}
function check(node) {
  return node.left === null ? 1 : 1 + check(node.left) + check(node.right);
}
const kept = tree(14);
let sum = 0;
for (let round = 0; round < 170; round++) sum += check(tree(12));
print(sum + check(kept));
