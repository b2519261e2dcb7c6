let s = 'x';
const kept = [];
for (;;) { s += s; kept.push(s.charCodeAt(s.length >> 1) + s); }
