// One call, twelve functions.
const steps = [];
for (let i = 0; i < 12; i++) steps.push(new Function("x", `return (x + ${i}) | 0;`));

function run(x) {
  for (let i = 0; i < 12; i++) {
    x = steps[i](x); // here
  }
  return x;
}

let result = 0;
for (let i = 0; i < 200000; i++) result = run(result);
print(result);
