// Exceptions that pass any number of functions, through built-ins, finally and generators.
function thrower(n, how) { if (n > 0) return thrower(n - 1, how) + 1; if (how % 3 === 0) throw new Error('x'); return null.x; }
function catcher(n, how) { try { return thrower(n, how); } catch (e) { return after(n); } finally { after(1); } }
function after(n) { return n + 1; }
function through(n) { try { [1].map(() => thrower(n, 0)); } catch { return after(2); } return 0; }
function rethrow(n) { try { return thrower(n, 1); } catch (e) { throw e; } }
function* gen(n) { try { for (let i = 0; i < n; i++) yield after(i); } finally { after(0); } thrower(2, 0); }
function early() { let s = 0; try { for (const x of gen(5)) s += after(x); } catch { s += after(s); } return s; }
function deep(n) { return n === 0 ? 0 : 1 + deep(n - 1); }
function overflow() { try { (function again() { again(); after(1); })(); } catch (e) { return e instanceof RangeError; } return false; }
let total = 0;
for (let i = 0; i < 2000; i++) {
  total += catcher(i % 7, i) + through(i % 3) + after(i);
  try { rethrow(i % 4); } catch { total++; }
  total += early() + deep(i % 20);
}
print(total);
