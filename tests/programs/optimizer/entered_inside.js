// Code that is entered in an inner loop: the outer loop is then entered elsewhere than at its head.
function resample(input, ratio) {
  var out = [], i = 0, length = input.length, weight, position = 0, left = 0, last = 0, need;
  weight = ratio;
  do {
    while (weight > 0 && position < length) {
      need = 1 + position - last;
      if (weight >= need) {
        left += input[position++] * need;
        last = position;
        weight -= need;
      } else {
        left += input[position] * weight;
        last += weight;
        weight = 0;
        break;
      }
    }
    if (weight == 0) {
      out[i++] = left / ratio;
      left = 0;
      weight = ratio;
    } else {
      break;
    }
  } while (position < length);
  return out;
}
var input = [];
for (var k = 0; k < 3000; k++) input.push((k * 7919 % 257) / 16);
var sum = 0;
for (var n = 0; n < 40; n++) {
  var out = resample(input, 1.25 + (n % 5) / 8);
  for (k = 0; k < out.length; k++) sum += out[k] * (k % 7);
}
print(out.length, sum.toFixed(6));

// Registers that only the way around writes.
function collatz(limit) {
  var best = 0, steps = 0, at = 1, n = 1;
  for (;;) {
    while (n != 1) {
      n = n % 2 ? 3 * n + 1 : n / 2;
      steps++;
      if (steps > 500) { at = -1; break; }
    }
    if (steps > best) best = steps;
    if (++at > limit) return best + ":" + at + ":" + steps;
    n = at;
    steps = 0;
  }
}
print(collatz(30), collatz(3000));

// Registers that nothing was written to yet, where code is entered in the middle.
function late(n) {
  var out = "";
  for (var i = 0; i < n; i++) {
    try {
      if (i % 3 == 0) continue;
      let half = i / 2, text = "t" + i;
      for (var j = 0; j < 4; j++) out = (half + text + j).slice(-6) + out.slice(0, 20);
      if (i % 7 == 0) throw half;
    } catch (e) {
      let again = e + 1;
      out = again + out.slice(0, 10);
    } finally {
      let last = i - 0.5;
      if (i == n - 1) out += last;
    }
  }
  return out;
}
for (n = 0; n < 30; n++) var text = late(40);
print(text);
