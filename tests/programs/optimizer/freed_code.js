// flags: --expose-vm --code-memory=1m
// configs: optimizer, optimizer_later, optimizer_gc_stress
// oracle: by hand
// Code that was thrown away is freed once nothing runs it, while what replaced it stays.
const functions = [];
let wrong = 0;
for (let n = 0; n < 40; n++) {
  const f = new Function("x", "y", `let s = x; for (let i = 0; i < 60; i++) s = s + y * (i & 3) + ${n}; return s;`);
  functions.push(f);
  for (const [x, y, sum] of [[0, 1, 90 + 60 * n], [0.5, 1, 90.5 + 60 * n], [0, 0.5, 45 + 60 * n], [2147483647, 1, 2147483737 + 60 * n]])
    for (let i = 0; i < 120; i++) if (f(x, y) !== sum) wrong++;
  for (let i = 0; i < 40; i++) if (f("s", 1) !== "s" + [...Array(60).keys()].map(i => "" + (i & 3) + n).join("")) wrong++;
}
print(wrong);
// Each function had four codes and more; without that, all of them would be there.
print(functions.length, $vm.codeStats().optimizedPieces < 160);
