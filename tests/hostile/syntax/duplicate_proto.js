var o = { __proto__: null, x: 1, __proto__: null };
