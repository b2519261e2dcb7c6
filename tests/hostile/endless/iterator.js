[...{ [Symbol.iterator]() { return { next() { return { done: false, get value() { for (;;) ; } }; } }; } }];
