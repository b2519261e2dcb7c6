// Products below 2^53 are exact, but their sum may be rounded: its low bits are not those of the exact sum.
function sum(x, y, z, w) {
  return ((x & 0x7ffffff) * (y & 0x3ffffff) + (z & 0x7ffffff) * (w & 0x3ffffff)) & 0x7fffffff;
}
function difference(x, y, z, w) {
  return ((x & 0x7ffffff) * (y & 0x3ffffff) - -((z & 0x7ffffff) * (w & 0x3ffffff))) ^ 1;
}
for (let i = 0; i < 3000; i++) sum(i & 7, 3, 2, i & 3) + difference(i & 7, 3, 2, 1 + (i & 3));
for (let i = 0; i < 3; i++) print(sum(0x7ffffff, 0x3ffffff, 0x7fffffe - i, 0x3ffffff), difference(0x7ffffff, 0x3ffffff, 0x7fffffe - i, 0x3ffffff));

// These are exact however they are added up.
function exact(x, y) {
  return ((x & 0xfffff) * (y & 0xfffff) + (y & 0xfffff) * (y & 0x7ffffff)) & 0x7fffffff;
}
for (let i = 0; i < 3000; i++) exact(i & 7, i & 3);
print(exact(0xfffff, 0xffffe), exact(0xffffd, 0x7ffffff));
