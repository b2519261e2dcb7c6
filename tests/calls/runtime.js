// What instrumented programs tell: a tree of contexts, each with the calls, and the resumptions, of a function.
const $$ = {
  root: { calls: 0, resumed: 0, children: new Map() },
  at: null,
  value: undefined,
  child(number) {
    let child = $$.at.children.get(number);
    if (child === undefined) {
      child = { calls: 0, resumed: 0, children: new Map() };
      $$.at.children.set(number, child);
    }
    return child;
  },
  enter(number) {
    const before = $$.at;
    $$.at = $$.child(number);
    $$.at.calls++;
    return before;
  },
  // A generator was made: it was called, and nothing of it has run.
  made(number) {
    $$.child(number).calls++;
  },
  // A suspended function goes on, with a value.
  resume(number, value) {
    const before = $$.at;
    $$.at = $$.child(-1 - number);
    $$.at.resumed++;
    $$.value = value;
    return before;
  },
  left(value, before) {
    $$.at = before;
    return value;
  },
  // [parent, number, calls, resumptions] of each node, a parent before its children; without recursion.
  list() {
    const list = [], nodes = [[0, $$.root]];
    for (let i = 0; i < nodes.length; i++) {
      for (const [number, child] of nodes[i][1].children) {
        list.push([i, number, child.calls, child.resumed]);
        nodes.push([i, child]);
      }
    }
    return list;
  },
};
$$.at = $$.root;
