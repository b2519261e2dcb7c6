// Much code that runs a little: parsing, bytecode, the lower tiers, JSON.
function source(n) {
  let text = "";
  for (let i = 0; i < n; i++) text += `function f${i}(a, b) { let c = a + b * ${i}; if (c % 2) { c -= 1; } return { c, name: "f${i}" }; }\n`;
  return text + `[${Array.from({ length: n }, (_, i) => "f" + i).join(",")}]`;
}
function run(functions) {
  let sum = 0;
  for (const f of functions) for (let i = 0; i < 12; i++) sum += f(i, 2).c;
  return sum;
}
let sum = 0;
for (let round = 0; round < 22; round++) {
  const functions = (0, eval)(source(200) + `// ${round}`);
  sum += run(functions);
  const data = JSON.stringify(functions.map((f) => f(round, 1)));
  sum += JSON.parse(data).length;
}
print(sum);
