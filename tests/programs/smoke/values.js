// The kinds of values, as print shows them.
print(1, -1, 0, -0, 1.5, 1e21, 1e-7, 123456789012345680000, NaN, Infinity, -Infinity);
print(true, false, null, undefined);
print('text', '', "it's", 'tab\tend', '\u0041\x42\u{43}');
print(Symbol('s'), Symbol.iterator, 10n, -10n);
print([1, [2, 3], null, undefined, 'x'], {}, [], [[]], [null]);
print();
print('');
print(typeof 1, typeof 's', typeof true, typeof undefined, typeof null, typeof {}, typeof [], typeof print, typeof Symbol(), typeof 1n);
print({ toString() { return 'own'; } }, { toString: null, valueOf() { return 'valued'; } });
var x = 1;
let y = 2;
const z = 3;
print(x + y + z, this === globalThis, globalThis.x, globalThis.y);
