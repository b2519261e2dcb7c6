const all = [];
for (let k = 0; ; k++) { const o = {}; for (let i = 0; i < 100; i++) o['x' + (i * 31 + k) % 1000] = i; for (let i = 0; i < 50; i++) delete o['x' + i]; all.push(o); }
