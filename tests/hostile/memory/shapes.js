const kept = [];
for (let i = 0; ; i++) { const o = {}; o['a' + i] = 1; o['b' + i] = 2; kept.push(o); }
