let a = [3,2,1]; for (;;) { try { a = a.concat(a); a.sort((x, y) => { a.push(1); return x - y; }); } catch { } }
