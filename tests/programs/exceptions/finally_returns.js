// A `finally` that returns what a way that was hardly ever gone had to return.
var condition = 0;
function once(i) {
  try {
    if (i === condition) return 'early ' + i;
  } finally {
    condition += 0;
  }
}
function never() {
  try {
    if ('abc' > 'the quick brown fox') return 'early';
  } finally {
  }
}
function nested(i) {
  try {
    try {
      if (i % 500 === 499) throw i;
    } catch (e) {
      if (e > 900) return 'caught ' + e;
    }
  } finally {
    if (i === -1) return 'last';
  }
  return i;
}
function looped(n) {
  for (let i = 0; i < n; i++) {
    try {
      if (i === 7) continue;
      if (i === 2000) return 'left at ' + i;
    } finally {
      if (i === 1990) condition = -1;
    }
  }
  return 'done';
}
const seen = new Set();
for (let i = 0; i < 3000; i++) {
  condition = i < 2500 ? -1 : i;
  const a = once(i), b = never(), c = nested(i);
  if (i > 2990 || i < 2) seen.add(a);
  if (b !== undefined || i % 500 === 499) seen.add(c);
}
print([...seen].join());
print(nested(-1), looped(100), looped(3000), condition);
