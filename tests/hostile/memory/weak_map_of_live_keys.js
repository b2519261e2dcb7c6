const keys = [], m = new WeakMap();
for (let i = 0; ; i++) { const k = { i }; keys.push(k); m.set(k, new Array(10).fill(i)); }
