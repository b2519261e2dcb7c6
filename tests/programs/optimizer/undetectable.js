// flags: --expose-test262
// oracle: by hand
// Loose equality of the object that counts as undefined: no tier may decide it from the operands' kinds alone.
const hidden = $262.IsHTMLDDA;
const plain = {};
function loose(x, y) { return x == y; }
function looseNot(x, y) { return x != y; }
function strict(x, y) { return x === y; }
function constant(x) { return (x == null) + 2 * (undefined == x) + 4 * (x != null); }
function truth(x) { return x ? 'truthy' : 'falsy'; }

const values = [hidden, plain, null, undefined, 0, '', false, 'x', 1.5];
let counts = {};
for (let round = 0; round < 300; round++) {
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < values.length; j++) {
      const said = [loose, looseNot, strict].map((f) => +f(values[i], values[j])).join('');
      const name = `${i}${j}`;
      if (counts[name] === undefined) counts[name] = said;
      else if (counts[name] !== said) throw new Error(`${name}: ${counts[name]}, then ${said}`);
    }
  }
}
for (let i = 0; i < values.length; i++) {
  print(values.map((_, j) => counts[`${i}${j}`]).join(' '), constant(values[i]), truth(values[i]));
}

// Sites that have seen ordinary objects only, then the other one.
function ordinary(x) { return x == null ? 1 : 0; }
let sum = 0;
for (let i = 0; i < 5000; i++) sum += ordinary(plain);
print(sum, ordinary(hidden), ordinary(null), ordinary(plain));
print(typeof hidden, hidden === undefined, hidden == hidden, (hidden ?? plain) === hidden, hidden?.name.length > 0);
