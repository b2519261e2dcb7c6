// What a loop goes on with as a boolean may start as anything.
function count(n, flag, mask) {
  let c = 0, a = 0, b = 0, d = 0;
  while (n > 0) {
    n--;
    if (flag) c++;
    flag = n > 3;
    a = (a + n * 3 - c + (n & 7) + (n ^ 5)) & mask; b = (b + a * 3 - c + (n & 7) + (n ^ 5)) & mask; d = (d + b - c + (n & 7) + (n ^ 5)) & mask;
    a = (a + n - c + (n & 7) + (n ^ 5)) & mask; b = (b + a - c + (n & 7) + (n ^ 5)) & mask; d = (d + b - c + (n & 7) + (n ^ 5)) & mask;
    a = (a + n - c + (n & 7) + (n ^ 5)) & mask; b = (b + a - c + (n & 7) + (n ^ 5)) & mask; d = (d + b - c + (n & 7) + (n ^ 5)) & mask;
    a = (a + n - c + (n & 7) + (n ^ 5)) & mask; b = (b + a - c + (n & 7) + (n ^ 5)) & mask; d = (d + b - c + (n & 7) + (n ^ 5)) & mask;
  }
  return [c, a, b, d, String(flag)].join();
}
for (let i = 0; i < 2000; i++) count(100, i % 2 === 0, 0xfff);
for (const flag of [true, false, "x", "", {}, undefined, null, 0, 7, 0.5, NaN, []]) {
  print(count(100, flag, 0xfff), count(0, flag, 0xfff) === "0,0,0,0," + String(flag));
}
