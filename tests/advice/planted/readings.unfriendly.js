// Readings of sensors: filtered, averaged over windows, and compared.
let seed = 77;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return ((seed >>> 8) % 10000) / 128;
}

function read(n) {
  const values = [];
  for (let i = 0; i < n; i++) values.push(random());
  return values;
}

/** Marks readings that cannot be right. */
function clean(values) {
  for (let i = 0; i < values.length; i++) {
    if (values[i] > 77.5) {
      values[i] = "0"; // here
    }
  }
}

function averages(values, width) {
  const out = [];
  for (let start = 0; start + width <= values.length; start += width) {
    let sum = 0;
    for (let i = start; i < start + width; i++) {
      sum += +values[i];
    }
    out.push(sum / width);
  }
  return out;
}

function steepest(values) {
  let steepest = 0;
  for (let i = 1; i < values.length; i++) {
    steepest = Math.max(steepest, Math.abs(values[i] - values[i - 1]));
  }
  return steepest;
}

function above(values, limit) {
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] > limit) n++;
  }
  return n;
}

function summary(values) {
  const means = averages(values, 16);
  return Math.round(steepest(means) * 100) + above(means, 40);
}

let check = 0;
for (let day = 0; day < 700; day++) {
  const values = read(1600);
  clean(values);
  for (let look = 0; look < 5; look++) {
    check = (check * 3 + summary(values)) % 1000003;
  }
}
print(check);
