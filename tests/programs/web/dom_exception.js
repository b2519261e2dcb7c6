// DOMException.
const e = new DOMException('text', 'AbortError');
console.log(e.name, e.message, e.code, e instanceof Error, Object.prototype.toString.call(e), String(e), typeof e.stack);
console.log(new DOMException().name, JSON.stringify(new DOMException().message), new DOMException('', 'Unknown').code);
console.log(DOMException.ABORT_ERR, e.DATA_CLONE_ERR, Object.getPrototypeOf(DOMException.prototype) === Error.prototype, Object.getPrototypeOf(DOMException) === Function.prototype);
console.log(Object.keys(e).length, Object.hasOwn(e, 'message'), e.hasOwnProperty('name'));
try {
  throw new DOMException('thrown', 'NotFoundError');
} catch (error) {
  console.log(error.name, error.code);
}
class Mine extends DOMException {
  get [Symbol.toStringTag]() { return 'Mine'; }
}
const mine = new Mine('m', 'SyntaxError');
console.log(mine instanceof Mine, mine.code, Object.prototype.toString.call(mine));
for (const f of [() => DOMException('x'), () => DOMException.prototype.name, () => Object.getOwnPropertyDescriptor(DOMException.prototype, 'code').get.call({})]) {
  try {
    f();
    console.log('no error');
  } catch (error) {
    console.log(error instanceof TypeError);
  }
}
