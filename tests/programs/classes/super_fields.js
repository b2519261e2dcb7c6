// Properties of `super` by name: what sites of shared code see, and what changes under them.

function rounds(f) {
  let last;
  for (let i = 0; i < 60; i++) last = f(i);
  return last;
}

// One text of a method over several bases.
const mixin = (Base) =>
  class extends Base {
    m(x) {
      return "m" + super.m(x);
    }
    get g() {
      return "g" + super.g;
    }
    data() {
      return super.data;
    }
    absent() {
      return super.absent;
    }
    hold() {
      const later = () => super.m(this.tag);
      return later();
    }
    *items() {
      yield super.m(1);
      yield super.g;
    }
  };
class A {
  m(x) {
    return "A" + x + this.tag;
  }
  get g() {
    return "gA" + this.tag;
  }
}
A.prototype.data = "data of A";
class B {
  m(x) {
    return "B" + x + this.tag;
  }
  get g() {
    return "gB" + this.tag;
  }
}
B.prototype.data = 1.5;
class C extends A {}
class D extends B {
  get data() {
    return "getter of D for " + this.tag;
  }
}
const classes = [A, B, C, D].map(mixin).concat([mixin(mixin(A)), mixin(mixin(D))]);
const objects = classes.map((K, i) => Object.assign(new K(), { tag: i }));
function all(o) {
  return [o.m(0), o.g, o.data(), o.absent(), o.hold(), [...o.items()].join()].join(" ");
}
for (const o of objects.concat(objects)) print(rounds(() => all(o)));
print(rounds((i) => all(objects[i % objects.length])));

// Bases change.
print("changes");
A.prototype.m = function (x) {
  return "new A" + x + this.tag;
};
for (const o of objects) print(all(o));
delete A.prototype.data;
B.prototype.absent = "no longer absent";
Object.defineProperty(A.prototype, "g", { get: undefined, configurable: true });
for (const o of objects) print(all(o));
Object.setPrototypeOf(classes[0].prototype, B.prototype);
print(rounds(() => all(objects[0])));
C.prototype.m = (x) => "own of C" + x;
print(rounds(() => all(objects[2])));

// A base that is null, a proxy, an array, a function.
print("bases");
class Nothing {
  look() {
    return super.look;
  }
}
function look(o) {
  try {
    return String(o.look());
  } catch (e) {
    return e.name + ": " + e.message;
  }
}
const nothing = new Nothing();
print(rounds(() => look(nothing)));
Object.setPrototypeOf(Nothing.prototype, null);
print(rounds(() => look(nothing)));
const log = [];
Object.setPrototypeOf(
  Nothing.prototype,
  new Proxy(
    {},
    {
      get(target, key, receiver) {
        log.push(String(key), receiver === nothing);
        return "of the proxy";
      },
    },
  ),
);
print(rounds(() => look(nothing)), log.length, log.slice(0, 2).join());
Object.setPrototypeOf(Nothing.prototype, Object.setPrototypeOf({}, new Proxy({ look: "behind" }, {})));
print(rounds(() => look(nothing)));
Object.setPrototypeOf(Nothing.prototype, { look: 7 });
print(rounds(() => look(nothing)));
class List extends Array {
  size() {
    return super.length + "/" + this.length;
  }
  static of(...items) {
    return super.of(...items, "and one more");
  }
}
const list = List.of(1, 2);
print(rounds(() => list.size()), list.join());
Array.prototype.length = 3;
print(list.size());
Array.prototype.length = 0;
print(list.size());

// Object literals, static methods, assignment and update.
print("others");
const base = { n: 1, up() { return "up " + this.name; } };
const object = {
  __proto__: base,
  name: "object",
  up() {
    return super.up() + "!";
  },
  count() {
    super.n++;
    super.n += 10;
    return [this.n, super.n].join();
  },
  logical() {
    super.first ??= "assigned";
    return [this.first, super.first].join();
  },
};
print(rounds(() => object.up()), rounds(() => object.count()), object.logical(), base.n);
class S {
  static make() {
    return "S.make of " + this.name;
  }
}
class T extends S {
  static make() {
    return super.make() + ", " + super.name;
  }
}
print(rounds(() => T.make()));
// The receiver of primitives.
class P extends Number {
  static call(x) {
    return P.prototype.twice.call(x);
  }
  twice() {
    "use strict";
    return typeof this + super.toFixed.call(this, 1);
  }
}
print(rounds((i) => P.call(i)));

// Getters that are inlined, and left in the middle.
print("getters");
class G {
  get v() {
    if (this.bad) throw new Error("bad " + this.x);
    return this.x + 1;
  }
}
class H extends G {
  get v() {
    try {
      return super.v;
    } catch (e) {
      return e.message;
    }
  }
  twice() {
    return [super.v, "and", super.v].join(" ");
  }
}
const h = new H();
for (const [x, bad] of [[1, false], [2147483647, false], [1.5, false], ["s", false], [7, true], [8n, true], [9, false]]) {
  h.x = x;
  h.bad = bad;
  print(rounds(() => h.v), bad ? "" : rounds(() => h.twice()));
}
