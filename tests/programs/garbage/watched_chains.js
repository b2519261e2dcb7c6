// Prototypes that come and go: nothing of the chains that began with them stays with the objects that they ended in.
// flags: --expose-vm
// oracle: by hand
// configs: interpreter, jitless
function live() {
  gc();
  return $vm.heapStats().live;
}
function round() {
  for (let i = 0; i < 20000; i++) {
    const prototype = { f() { return 1; } };
    Object.create(prototype).f();
    class A { m() { return 2; } }
    new A().m();
  }
}
round();
const before = live();
round();
round();
print(live() - before < 200000);
