// gc-stress: 5000
// Numeric kernels with known results: the code that compiled tiers are for.
function mandel(w, h, max) { let total = 0; for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) { const cr = x * 3 / w - 2, ci = y * 2 / h - 1; let zr = 0, zi = 0, n = 0; while (n < max && zr * zr + zi * zi < 4) { const t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; n++; } total += n; } return total; }
print(mandel(40, 24, 50));
function matmul(n) { const a = [], b = [], c = []; for (let i = 0; i < n; i++) { a.push([]); b.push([]); c.push([]); for (let j = 0; j < n; j++) { a[i].push(i + j / 2); b[i].push((i * j) % 5 - 1); c[i].push(0); } } for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let s = 0; for (let k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; } return c.map((r) => r.reduce((x, y) => x + y)).join(); }
print(matmul(8), matmul(16).length);
function sieve(n) { const flags = new Uint8Array(n + 1); let count = 0; for (let i = 2; i <= n; i++) if (!flags[i]) { count++; for (let j = i * 2; j <= n; j += i) flags[j] = 1; } return count; }
print(sieve(100), sieve(10000));
function lcg(n) { let x = 12345; const out = []; for (let i = 0; i < n; i++) { x = (Math.imul(x, 1664525) + 1013904223) | 0; out.push(x >>> 16); } return out; }
print(lcg(8).join(), lcg(5000).reduce((a, b) => (a + b) & 0xffff, 0));
function md5ish(s) { let a = 0x67452301, b = 0xefcdab89 | 0, c = 0x98badcfe | 0, d = 0x10325476; for (let r = 0; r < 64; r++) for (let i = 0; i < s.length; i++) { const f = r < 16 ? b & c | ~b & d : r < 32 ? d & b | ~d & c : r < 48 ? b ^ c ^ d : c ^ (b | ~d); const t = d; d = c; c = b; const x = a + f + s.charCodeAt(i) * (r + 1) | 0; b = b + (x << r % 25 + 3 | x >>> 29 - r % 25) | 0; a = t; } return [a, b, c, d].map((v) => (v >>> 0).toString(16).padStart(8, '0')).join(''); }
print(md5ish('hello'), md5ish('The quick brown fox'));
function fft(re, im) { const n = re.length; for (let i = 1, j = 0; i < n; i++) { let bit = n >> 1; for (; j & bit; bit >>= 1) j ^= bit; j ^= bit; if (i < j) { [re[i], re[j]] = [re[j], re[i]]; [im[i], im[j]] = [im[j], im[i]]; } } for (let len = 2; len <= n; len <<= 1) { const ang = -2 * Math.PI / len; for (let i = 0; i < n; i += len) for (let k = 0; k < len / 2; k++) { const c = Math.cos(ang * k), s = Math.sin(ang * k), ur = re[i + k], ui = im[i + k], vr = re[i + k + len / 2] * c - im[i + k + len / 2] * s, vi = re[i + k + len / 2] * s + im[i + k + len / 2] * c; re[i + k] = ur + vr; im[i + k] = ui + vi; re[i + k + len / 2] = ur - vr; im[i + k + len / 2] = ui - vi; } } }
{ const re = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i / 5)), im = new Float64Array(64); fft(re, im); print([0, 1, 2, 31].map((i) => re[i].toFixed(8) + ',' + im[i].toFixed(8)).join(' ')); const re2 = Array.from({ length: 64 }, (_, i) => Math.sin(i / 5)), im2 = new Array(64).fill(0); fft(re2, im2); print(re2.every((x, i) => Math.abs(x - re[i]) < 1e-12)); }
function life(rows, gens) { let g = rows.map((r) => [...r].map((c) => c === '#' ? 1 : 0)); const h = g.length, w = g[0].length; for (let t = 0; t < gens; t++) g = g.map((r, y) => r.map((v, x) => { let n = 0; for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dy || dx) n += g[(y + dy + h) % h][(x + dx + w) % w]; return n === 3 || v && n === 2 ? 1 : 0; })); return g.map((r) => r.map((v) => v ? '#' : '.').join('')).join('/'); }
print(life(['.#...', '..#..', '###..', '.....', '.....'], 8));
function nbody(steps) { const b = [[0, 0, 0, 0, 0, 0, 40], [5, 1, 0, 0.1, 2, 0.5, 0.04], [8, 4, -0.3, -1, 1.8, 0, 0.01], [12, -15, -0.2, 1, 0.8, -0.01, 0.001]]; for (let s = 0; s < steps; s++) { for (let i = 0; i < b.length; i++) for (let j = i + 1; j < b.length; j++) { const p = b[i], q = b[j], dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2], d2 = dx * dx + dy * dy + dz * dz, m = 0.01 / (d2 * Math.sqrt(d2)); for (let k = 0; k < 3; k++) { const d = k === 0 ? dx : k === 1 ? dy : dz; p[3 + k] -= d * q[6] * m; q[3 + k] += d * p[6] * m; } } for (const p of b) for (let k = 0; k < 3; k++) p[k] += 0.01 * p[3 + k]; } return b.map((p) => p[0].toFixed(9)).join(); }
print(nbody(500));
function levenshtein(a, b) { let prev = Array.from({ length: b.length + 1 }, (_, i) => i); for (let i = 1; i <= a.length; i++) { const cur = [i]; for (let j = 1; j <= b.length; j++) cur[j] = Math.min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)); prev = cur; } return prev[b.length]; }
print(levenshtein('kitten', 'sitting'), levenshtein('intention'.repeat(5), 'execution'.repeat(5)));
function spectral(n) { const A = (i, j) => 1 / ((i + j) * (i + j + 1) / 2 + i + 1); let u = new Array(n).fill(1), v; const mul = (x, t) => x.map((_, i) => x.reduce((s, y, j) => s + (t ? A(j, i) : A(i, j)) * y, 0)); for (let k = 0; k < 4; k++) { v = mul(mul(u, false), true); u = mul(mul(v, false), true); } let vBv = 0, vv = 0; for (let i = 0; i < n; i++) { vBv += u[i] * v[i]; vv += v[i] * v[i]; } return Math.sqrt(vBv / vv).toFixed(6); }
print(spectral(20));
function fannkuch(n) { const p = Array.from({ length: n }, (_, i) => i), q = new Array(n), c = new Array(n).fill(0); let max = 0, sum = 0, sign = 1; for (; ;) { if (p[0]) { for (let i = 0; i < n; i++) q[i] = p[i]; let flips = 0; while (q[0]) { const k = q[0]; for (let i = 0, j = k; i < j; i++, j--) { const t = q[i]; q[i] = q[j]; q[j] = t; } flips++; } if (flips > max) max = flips; sum += sign * flips; } if (sign === 1) { [p[0], p[1]] = [p[1], p[0]]; sign = -1; } else { [p[1], p[2]] = [p[2], p[1]]; sign = 1; for (let i = 2; ; i++) { if (c[i] < i) { c[i]++; break; } if (i === n - 1) return sum + '/' + max; c[i] = 0; const t = p[0]; for (let j = 0; j <= i; j++) p[j] = p[j + 1]; p[i + 1] = t; } } } }
print(fannkuch(6), fannkuch(7));
function bits(n) { let c = 0; for (let i = 0; i < n; i++) { let v = i ^ i << 7 ^ i >>> 3; v -= v >>> 1 & 0x55555555; v = (v & 0x33333333) + (v >>> 2 & 0x33333333); c += Math.imul(v + (v >>> 4) & 0xf0f0f0f, 0x1010101) >>> 24; } return c; }
print(bits(5000));
function crc(n) { let c = -1; for (let i = 0; i < n; i++) { c ^= i & 255; for (let k = 0; k < 8; k++) c = c >>> 1 ^ 0xedb88320 & -(c & 1); } return ~c >>> 0; }
print(crc(2000));
function horner(x) { let r = 0; for (let i = 20; i > 0; i--) r = r * x / i + 1; return r; }
print(horner(1).toFixed(12), horner(-2).toFixed(12));
function simpson(f, a, b, n) { const h = (b - a) / n; let s = f(a) + f(b); for (let i = 1; i < n; i++) s += f(a + i * h) * (i % 2 ? 4 : 2); return s * h / 3; }
print(simpson(Math.sin, 0, Math.PI, 100).toFixed(10), simpson((x) => x * x, 0, 3, 10).toFixed(10));
function newton(n) { let x = n; for (let i = 0; i < 30; i++) x = (x + n / x) / 2; return x; }
print(newton(2) === Math.SQRT2 || Math.abs(newton(2) - Math.SQRT2) < 1e-15, newton(144));
function hist(n) { const h = [0, 0, 0, 0, 0]; let x = 7; for (let i = 0; i < n; i++) { x = x * 16807 % 2147483647; h[x % 5]++; } return h.join(); }
print(hist(5000));
