// Private accessors, which the runtime calls, change objects that nobody but the frames has: what is known of those is not known any more.

class Counter {
  #count = 2;
  get #tens() { return this.#count * 10 + 1; }
  set #tens(v) { this.#count = v; }
  both() {
    this.#tens = this.#count + 1;
    return this.#tens;
  }
}
class Named extends Counter {
  #name = "n";
  get #full() { this.extra = this.#name; return this.#name + this.extra; }
  full() { return this.#full + Object.keys(this); }
}
function run(n) {
  let wrong = 0;
  for (let i = 0; i < n; i++) {
    const counter = new Counter();
    const first = counter.both();
    const second = counter.both();
    if (first !== 31 || second !== 41) wrong++;
    const named = new Named();
    if (named.full() !== "nnextra" || named.both() !== 31 || named.both() !== 41) wrong++;
  }
  return wrong;
}
print(run(3000), run(30000));
