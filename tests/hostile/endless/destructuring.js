const it = { [Symbol.iterator]() { return { next() { return { done: false, value: 1 }; } }; } };
const [...all] = { [Symbol.iterator]() { return { next() { for (;;) ; } }; } };
