// Whoever catches the RangeError and lets go goes on.
let outcome = 'no error';
function fill() { const a = []; for (;;) a.push(new Array(1000).fill({})); }
try { fill(); } catch (e) { outcome = e instanceof RangeError ? 'RangeError caught' : 'other'; }
const after = []; for (let i = 0; i < 10000; i++) after.push({ i });
print(outcome, after.length);
