// oracle: by hand
// super() in a finally block after a return: the result is looked at when the constructor
// has ended (10.2.2 step 14), so that this is bound by then (V8 looks at the return).
class Base {
  constructor(v) { this.v = v; }
}
class ReturnThenSuper extends Base {
  constructor() {
    try {
      return;
    } finally {
      super('super in finally');
    }
  }
}
print(new ReturnThenSuper().v);
class ReturnObject extends Base {
  constructor() {
    try {
      return { v: 'the object' };
    } finally {
      super('ignored');
    }
  }
}
print(new ReturnObject().v);
class ReturnPrimitive extends Base {
  constructor() {
    try {
      return 5;
    } finally {
      super('not used');
    }
  }
}
try {
  new ReturnPrimitive();
  print('no error');
} catch (e) {
  print(e.name);
}
class Overridden extends Base {
  constructor() {
    try {
      return 5;
    } finally {
      super('return in finally');
      return;
    }
  }
}
print(new Overridden().v);
class Broken extends Base {
  constructor() {
    for (;;) {
      try {
        return 5;
      } finally {
        super('left by break');
        break;
      }
    }
  }
}
print(new Broken().v);
