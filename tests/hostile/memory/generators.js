const kept = [];
function* g(n) { const local = [n, n]; yield local; yield local; }
for (let i = 0; ; i++) { const it = g(i); it.next(); kept.push(it); }
