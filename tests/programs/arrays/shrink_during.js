// oracle: by hand
// Arguments whose conversion shrinks the array: the length read first decides (V8's fill
// stops early).
const a = [1, 2, 3, 4];
print(a.fill('f', { valueOf() { a.length = 2; return 0; } }).join(), a.length);
const b = [1, 2, 3, 4];
print(b.fill('f', 1, { valueOf() { b.length = 0; return 3; } }).map(String).join(), b.length, 0 in b);
const c = [1, 2, 3, 4];
print(JSON.stringify(c.slice({ valueOf() { c.length = 1; return 1; } })), c.length);
const d = [1, 2, 3, 4];
print(JSON.stringify(d.copyWithin(0, { valueOf() { d.length = 3; return 2; } })), d.length);
const e = [1, 2, 3];
print(e.lastIndexOf(1, { valueOf() { e.length = 1; return 2; } }), e.length);
