// An inlined function calls what it is given if that is a function; here it never is. And one closure that both ways into a loop have checked.
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return error.name;
  }
};
const convert = (value, other) => (typeof value === 'function' ? value(other) : value * 2);
const outer = (x) => convert(x * 0.5 + 0.25, x);
const make = (n) => (x) => x + n;
const warm = [make(1), make(2)];
let sum = 0;
for (let i = 0; i < 4000; i++) sum += convert(warm[i & 1], i) + convert(i, 0);
for (let i = 0; i < 4000; i++) sum += outer(i);
print(sum, attempt(() => convert(3, 4)), attempt(() => convert(make(5), 4)), attempt(() => convert('x', 4)));
const call = (value) => value(1);
for (let i = 0; i < 2000; i++) call(warm[i & 1]);
const callNumber = (x) => call(x * 0.5);
for (let i = 0; i < 300; i++) sum += attempt(() => callNumber(i)).length;
print(sum, attempt(() => callNumber(1)));

function scan(list, limit) {
  let seen = 0;
  const note = (x) => { seen += x; return seen < limit; };
  let i = list.length - 1;
  if (list[i] > 5) note(list[i] - 5); else note(list[i]);
  for (; i >= 0; i--) {
    if (list[i] > 5) note(list.pop() | 0); else if (!note(list[i])) break;
  }
  return seen;
}
let total = 0;
for (let i = 0; i < 3000; i++) total += scan([1, 9, 3, 7, i & 7, 12], 30);
print(total);
// A function of strings that is called on an array.
const odd = [String.prototype.charCodeAt, 1];
odd.f = odd[0];
const code = () => odd.f(0);
for (let i = 0; i < 400; i++) sum += code();
print(sum);
